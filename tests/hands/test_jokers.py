"""Jokers: in declared sets, in the conditions of rules, and how they are counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, HandError, Ruleset
from mjrules.hands.meld import Meld, make_meld, stood_for
from mjrules.tiles.tile import BY_TEXT, JOKER, KIND, REAL, STANDING, TEXT, Tile, format_unicode, parse_tiles

CLUB = """
id: club
extends: root
plugins: [combinations, sum, wild]
tiles: {J: 8}
scoring:
  method: sum
rules:
  win: {points: 1}
  no_joker: {points: 10, when: {tiles: {J: 0}}}
  three_jokers: {points: 20, when: {tiles: {J: 3+}}}
  each_joker: {points: 100, each: true, when: {tiles: [J]}}
  won_on_a_joker: {points: 1000, when: {winning_tile: J}}
  real_fives: {points: 10000, when: {tiles: {5m not J: 2}}}
  all_fives: {points: 100000, when: {tiles: {5m: 3+}}}
  jokers_and_winds: {points: 1000000, when: {tiles: J or winds}}
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """A ruleset that asks about jokers in every way."""
    path = tmp_path_factory.mktemp("club") / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return mjrules.load(str(path))


@pytest.fixture(scope="module")
def american() -> Ruleset:
    return mjrules.load("western/us")


def refused(ruleset: Ruleset, text: str) -> tuple[str, str, str]:
    with pytest.raises(HandError) as caught:
        ruleset.score(Hand.parse(text))
    return caught.value.code, caught.value.field, str(caught.value)


# Declared sets.


@pytest.mark.parametrize(
    ("kind", "written", "kinds", "printed"),
    [
        ("pung", "55mJ", "555m", "55mJ"),
        ("pung", "J55m", "555m", "55mJ"),
        ("pung", "5mJ5m", "555m", "55mJ"),
        ("pung", "5mJJ", "555m", "5mJJ"),
        ("pung", "0m5mJ", "555m", "05mJ"),
        ("pung", "JJ7z", "777z", "7zJJ"),
        ("kong", "5mJ55m", "5555m", "555mJ"),
        ("kong", "JJJ5m", "5555m", "5mJJJ"),
        ("chow", "2mJ4m", "234m", "2mJ4m"),
        ("chow", "J23m", "123m", "J23m"),
        ("chow", "23mJ", "234m", "23mJ"),
        ("chow", "JJ3m", "123m", "JJ3m"),
        ("chow", "J8pJ", "789p", "J8pJ"),
        ("chow", "7sJJ", "789s", "7sJJ"),
        ("chow", "4sJ6s", "456s", "4sJ6s"),
        ("chow", "4s0sJ", "456s", "40sJ"),
    ],
)
def test_what_jokers_stand_for_in_a_declared_set(kind: str, written: str, kinds: str, printed: str) -> None:
    meld = make_meld(kind, written)
    assert tuple(KIND[tile] for tile in meld.tiles) == parse_tiles(kinds)
    assert sum(REAL[tile] == JOKER for tile in meld.tiles) == written.count("J")
    assert meld.to_record()["tiles"] == printed


def melds() -> st.SearchStrategy[tuple[str, tuple[Tile, ...]]]:
    """A set, some of its tiles, but not all, jokers."""

    def some_jokers(found: tuple[str, tuple[Tile, ...]]) -> st.SearchStrategy[tuple[str, tuple[Tile, ...]]]:
        kind, tiles = found
        places = st.sets(st.integers(0, len(tiles) - 1), max_size=len(tiles) - 1)
        return places.map(
            lambda own: (kind, tuple([JOKER if place in own else tile for place, tile in enumerate(tiles)]))
        )

    alike = st.tuples(st.sampled_from(["pung", "kong"]), st.integers(0, 33))
    rows = st.integers(0, 26).filter(lambda tile: tile % 9 <= 6)
    sets = st.one_of(
        alike.map(lambda one: (one[0], (one[1],) * (4 if one[0] == "kong" else 3))),
        rows.map(lambda tile: ("chow", (tile, tile + 1, tile + 2))),
    )
    return sets.flatmap(some_jokers)


@given(melds())
def test_sets_with_jokers_are_read_back(found: tuple[str, tuple[Tile, ...]]) -> None:
    kind, written = found
    tiles = stood_for(kind, written)
    assert tiles is not None
    assert sorted(REAL[tile] for tile in tiles) == sorted(written)
    hand = Hand(melds=(Meld(kind, tiles),), concealed=tuple(range(10)), winner=False)
    assert Hand.parse(hand.to_text()).melds == hand.melds
    assert Hand.from_record(hand.to_record()).melds == hand.melds


@pytest.mark.parametrize(
    ("text", "kind", "kinds"),
    [
        ("(5mJJ)", "pung", "555m"),
        ("(pung 5mJJ)", "pung", "555m"),
        ("(chow 5mJJ)", "chow", "567m"),
        ("(chow J5mJ)", "chow", "456m"),
        ("(kong 5mJJJ)", "kong", "5555m"),
        ("(5mJJJ+)", "kong", "5555m"),
        ("[55mJJ]", "kong", "5555m"),
    ],
)
def test_a_declared_set_may_name_its_kind(text: str, kind: str, kinds: str) -> None:
    (meld,) = Hand.parse(f"{text} 1234567789s").melds
    assert (meld.type, tuple(KIND[tile] for tile in meld.tiles)) == (kind, parse_tiles(kinds))
    assert (meld.concealed, meld.added) == (text.startswith("["), "+" in text)


def test_names_of_tiles_and_sets_stand_beside_jokers() -> None:
    hand = mjrules.load("western/us").parse("(red red J) (chow 5 bamb J J) (pon 5 crack J J) 123p +1z")
    assert [meld.to_text() for meld in hand.melds] == ["(77zJ)", "(chow 5sJJ)", "(5mJJ)"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(JJJ) 1234567789s",
            '"JJJ" does not say what the jokers stand for: expected at least one other tile in the set',
        ),
        (
            "[JJJJ] 1234567789s",
            '"JJJJ" does not say what the jokers stand for: expected at least one other tile in the set',
        ),
        ("(5m6mJJ) 1234567789s", '"5m6mJJ" is not a set: expected three in a row, three alike or four alike'),
        ("(chow 55mJ) 1234567789s", '"chow 55mJ" is not a chow: expected three in a row of one suit'),
        ("(4mJ2m) 1234567789s", '"4mJ2m" is not a set: expected three in a row, three alike or four alike'),
    ],
)
def test_declared_sets_that_are_none(text: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        Hand.parse(text)
    assert (caught.value.code, caught.value.field, str(caught.value)) == ("bad_record", "melds[0]", message)


def test_jokers_look_like_jokers() -> None:
    (meld,) = Hand.parse("(2mJ4m) 1234567789s").melds
    assert format_unicode(meld.tiles) == "🀈\U0001f02a🀊"
    assert mjrules.load("western/us").names.format(meld.tiles, "words") == "2 character, joker, 4 character"
    assert TEXT[STANDING:] == ("J",) * 34
    assert BY_TEXT["J"] == JOKER


def test_a_game_without_jokers_refuses_them_in_declared_sets() -> None:
    found = refused(mjrules.load("western"), "(55mJ) 123p789s22z4m4m +4m from=left")
    assert found == ("bad_record", "concealed", "this game has no J")


@pytest.mark.parametrize("joker", ["joker", "Jokers", "百搭", "癞子"])
def test_jokers_may_be_written_as_words(american: Ruleset, joker: str) -> None:
    assert american.parse(f"123m 456p {joker} 99s 11122z +1z") == american.parse("123m 456p J 99s 11122z +1z")


# Counting.


def test_only_real_tiles_are_counted(american: Ruleset) -> None:
    assert american.score(Hand.parse("(5mJJ) (555mJ) 123p78s11z +9s from=left")).total
    assert refused(american, "(55mJ) (555mJ) 123p78s11z +9s from=left")[0] == "too_many_of_a_tile"
    assert refused(american, "(5mJJ) (6mJJ) (7mJJ) JJJ8s +9s from=left") == (
        "too_many_of_a_tile",
        "concealed",
        "9 of J: the game has 8",
    )


def test_a_robbed_tile_may_be_beside_jokers_that_stand_for_it(american: Ruleset) -> None:
    score = american.score(Hand.parse("(chow 5mJJ) 123p789s99s45m +6m from=left robbing_kong"))
    assert "robbing_the_kong" in [item.id for item in score.items]
    found = refused(american, "(chow 56mJ) 123p789s99s45m +6m from=left robbing_kong")
    assert (found[0], found[1]) == ("contradiction", "flags")


def test_the_last_of_its_kind_is_told_by_real_tiles() -> None:
    assert "last_of_kind" in Hand.parse("(555m) 123p789s99s46m +5m from=left").situation
    assert "last_of_kind" not in Hand.parse("(55mJ) 123p789s99s46m +5m from=left").situation


# Conditions.

ALL_JOKERS = ("win", "three_jokers", "each_joker", "won_on_a_joker")


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("123m456p789s111z2z +2z", {"win", "no_joker"}),
        ("123m456p78sJ111z2z +2z", {"win", "each_joker"}),
        ("(12mJ) 456p789s111z2z +2z", {"win", "each_joker"}),
        ("123m456p789s111z2z +J", {"win", "each_joker", "won_on_a_joker"}),
        ("(J2mJ) 456p789s11zJ2z +2z", {"win", "three_jokers", "each_joker"}),
        ("(55mJ) 456p789s111z2z +2z", {"win", "each_joker", "real_fives", "all_fives"}),
        ("(555m) 456p789s111z2z +2z", {"win", "no_joker", "all_fives"}),
        ("(222z) (333z) 11zJ444zJ +J", {*ALL_JOKERS, "jokers_and_winds", "all_fives"}),
    ],
)
def test_rules_may_ask_about_jokers(club: Ruleset, text: str, items: set[str]) -> None:
    score = club.score(Hand.parse(f"{text} from=left"))
    assert {item.id for item in score.items} == items
    assert sum(item.count for item in score.items if item.id == "each_joker") == text.count("J")
