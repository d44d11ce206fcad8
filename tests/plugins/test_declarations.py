"""Declarations in play: when they are legal, what they forbid afterwards, and what they bring."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

import mjrules
from mjrules.play.events import Action, Declare, Discard, Kong, Mahjong, Pass, Pung
from mjrules.table.table import Table
from mjrules.tiles.tile import JOKER, TEXT, parse_tiles
from tests.kit.laid import laid, silent
from tests.kit.profile import amount, thinned

READY = "234m456p789s1133z9m"
"""East waits for an East or West wind when he discards the 9 characters."""


@cache
def loaded(name: str, options: tuple[tuple[str, str], ...]) -> mjrules.Ruleset:
    return mjrules.load(name, options)


def load(name: str, options: dict[str, str] | None = None) -> mjrules.Ruleset:
    return loaded(name, tuple((options or {}).items()))


def dealt(ruleset: mjrules.Ruleset, east: str, drawn: str = "", loose: str = "") -> Table:
    """East has these tiles, and the others some that make nothing."""
    return laid(ruleset, {"E": east}, drawn, loose)


def declare(table: Table, seat: str, word: str) -> None:
    table.do(Declare(table.place(seat), word))


def may(table: Table, seat: str) -> set[str]:
    """What a seat may do, in words."""
    return {action.text() for action in table.legal_actions(seat)}


def why_not(table: Table, action: Action) -> str:
    with pytest.raises(mjrules.ActionError) as caught:
        table.verify(action)
    return caught.value.reason


def end_of(table: Table) -> dict[str, object]:
    return table.end.to_record(table.seats)


# When something may be declared


@pytest.mark.parametrize(
    ("name", "hand", "words"),
    [
        ("western", READY, {"standing_hand", "fishing"}),
        ("western", "147m258p369s12345z", {"standing_hand"}),
        ("classical", READY, {"original_call", "fishing"}),
        ("classical", "147m258p369s12345z", set()),
        ("classical-dmjl", READY, {"original_call"}),
        ("bmja", "234m444p777s1133z9m", {"original_call", "fishing"}),
        ("bmja", READY, set()),  # more than one chow does not win
        ("hong-kong", READY, set()),
        ("chinese-official", READY, set()),
    ],
)
def test_what_the_rulesets_declare(name: str, hand: str, words: set[str]) -> None:
    table = dealt(load(name), hand)
    assert {action.word for action in table.legal_actions("E") if isinstance(action, Declare)} == words


def test_why_something_may_not_be_declared() -> None:
    table = dealt(load("classical"), "147m258p369s12345z")
    assert why_not(table, Declare(0, "fishin")).endswith('(did you mean "fishing"?)')
    assert why_not(table, Declare(1, "fishing")) == "it is declared in the player's own turn, before the discard"
    assert why_not(table, Declare(0, "fishing")) == "no discard leaves a hand that waits for a tile with which it wins"


def test_nothing_is_declared_twice_and_an_original_call_only_with_the_first_discard() -> None:
    table = dealt(load("classical"), READY, drawn="5z 5z 5z 5z")
    declare(table, "E", "fishing")
    assert why_not(table, Declare(0, "fishing")) == "it has already been declared"
    discard_round(table, "9m")
    assert why_not(table, Declare(0, "original_call")) == "it is declared with the first discard"


def discard_round(table: Table, first: str) -> None:
    """East discards, and the others what they drew."""
    table.discard("E", first)
    for seat in ("S", "W", "N"):
        while table.to_act() != [seat] or table.state.turn != table.place(seat):
            table.do(Pass(table.place(table.to_act()[0])))
        table.discard(seat, TEXT[table.state.drawn])
    while table.state.turn != 0 or table.to_act() != ["E"]:
        table.do(Pass(table.place(table.to_act()[0])))


def test_the_call_is_heard_and_the_hand_has_its_flag() -> None:
    table = dealt(load("western"), READY)
    declare(table, "E", "fishing")
    assert table.state.players[0].flags == ("fishing",)
    assert [event.word for event in mjrules.view(table, "W").events if isinstance(event, Declare)] == ["fishing"]
    assert mjrules.view(table, "W").players[0].flags == ("fishing",)
    assert table.undo() == Declare(0, "fishing")
    assert not table.state.players[0].flags
    assert "declare fishing" in may(table, "E")


# The discard that keeps it


def test_a_declaration_is_followed_by_a_discard_that_keeps_it() -> None:
    table = dealt(load("western"), READY)
    declare(table, "E", "fishing")
    assert may(table, "E") == {"discard 9m", "declare standing_hand"}
    assert why_not(table, Discard(0, 1)).startswith("the hand was declared to wait for one tile")


def test_a_hand_that_waits_only_for_its_own_tiles_does_not_wait() -> None:
    table = dealt(load("classical-dmjl"), "345567m1111789p9s")
    declare(table, "E", "original_call")
    assert may(table, "E") == {"discard 1p"}


def test_who_has_drawn_the_last_tile_cannot_declare_a_standing_hand_and_win() -> None:
    table = dealt(load("western"), "1111m456p789s5556z", loose="6z 6z")
    table.kong("E", "1m")
    assert table.can_mahjong("E")
    declare(table, "E", "standing_hand")
    assert not table.can_mahjong("E")
    assert why_not(table, Mahjong(0, table.state.drawn)) == "a declaration is followed by the discard"


def test_who_has_called_fishing_may_give_it_up_in_a_later_turn() -> None:
    table = dealt(load("western"), READY, drawn="5z 5z 5z 6z")
    declare(table, "E", "fishing")
    discard_round(table, "9m")
    declare(table, "E", "standing_hand")
    assert table.can_discard("E", "6z")
    assert table.can_discard("E", "2m")


# What it forbids afterwards


def test_a_standing_hand_claims_nothing_not_even_the_last_tile() -> None:
    table = dealt(load("western"), READY, drawn="3z")
    declare(table, "E", "standing_hand")
    table.discard("E", "9m")
    silent(table)
    table.discard("S", "3z")
    assert "E" not in table.to_act()
    assert not table.can_mahjong("E")
    assert not table.can_pung("E")


def test_a_standing_hand_wins_by_a_drawn_tile_and_has_its_points() -> None:
    scores = []
    for word in ("standing_hand", ""):
        table = dealt(load("western"), READY, drawn="5z 5z 5z 3z")
        if word:
            declare(table, "E", word)
        discard_round(table, "9m")
        assert table.can_mahjong("E")
        table.mahjong("E")
        items = end_of(table)["items"]
        assert isinstance(items, dict)
        scores.append({item["id"]: item["value"] for item in items["E"]})
    assert scores[0].pop("standing_hand") == 100
    assert scores[0] == scores[1]


def test_an_original_call_claims_the_last_tile_alone() -> None:
    table = dealt(load("classical"), READY, drawn="3z")
    declare(table, "E", "original_call")
    table.discard("E", "9m")
    silent(table)
    table.discard("S", "3z")
    assert may(table, "E") == {"pass", "mahjong 3z"}
    assert why_not(table, Pung(0, table.state.tile, (table.state.tile,) * 2)).startswith("the hand has no tiles")


def test_after_an_original_call_the_tile_drawn_is_discarded() -> None:
    table = dealt(load("classical"), "444m456p789s1133z9m", drawn="5z 5z 5z 4m")
    declare(table, "E", "original_call")
    discard_round(table, "9m")
    assert may(table, "E") == {"discard 4m", "declare fishing"}
    assert why_not(table, Kong(0, 3)).startswith("the hand stays as it was declared")
    table.discard("E", "4m")


def test_a_bmja_hand_wins_only_when_fishing_was_declared() -> None:
    for declared in (True, False):
        table = dealt(load("bmja"), "444777m456p1133z9m", drawn="5z 5z 5z 3z")
        if declared:
            declare(table, "E", "fishing")
        discard_round(table, "9m")
        assert table.can_mahjong("E") is declared
    assert why_not(table, Mahjong(0, table.state.drawn)) == "only a hand that was declared wins: fishing"


def test_who_has_discarded_nothing_wins_undeclared() -> None:
    table = dealt(load("bmja"), "444777m456p11333z")
    assert table.can_mahjong("E")


# Laws


def near_hands(name: str, number: int, choose: Callable[[random.Random], list[int]]) -> None:
    """Compare the quick way to find discards that leave a waiting hand with asking after each of them."""
    table, chance = Table(load(name), 0), random.Random(name)
    for _ in range(number):
        player = table.state.players[0]
        for tile in player.tiles():
            player.remove(tile)
        for tile in choose(chance):
            player.add(tile)
        slow = sum(1 << tile for tile, held in enumerate(player.counts) if held and table.judge.waits_without(0, tile))
        assert table.judge.ready_after(0) == slow, player.tiles()


def near_sets(chance: random.Random) -> list[int]:
    """Fourteen tiles, most of them in sets, pairs and runs of few suits."""
    tiles: list[int] = []
    while len(tiles) < 14:
        start = chance.randrange(34)
        form = chance.choice(([0, 0, 0], [0, 1, 2], [0, 0], [0, 2], [0], [0, 9, 18]))
        part = [start + step for step in form]
        in_suit = max(form) < 9 and (max(form) == 0 or (start // 9 == part[-1] // 9 and start < 27))
        if (in_suit or (max(form) == 18 and start < 9)) and max(part) < 34:
            tiles += part
    tiles = tiles[:14]
    return tiles if max(tiles.count(tile) for tile in tiles) <= 4 else near_sets(chance)


@cache
def special_hands(name: str) -> list[list[int]]:
    """The complete tiles of all examples of a ruleset that have no declared sets."""
    ruleset = load(name)
    found = []
    for example in ruleset.examples:
        try:
            hand = ruleset.read(example.hand) if example.hand else None
        except mjrules.HandError:
            continue
        if hand is not None and not hand.melds and hand.win is not None and max((*hand.concealed, hand.win)) < 34:
            found.append([*hand.concealed, hand.win])
    return found


def near_examples(name: str) -> Callable[[random.Random], list[int]]:
    def choose(chance: random.Random) -> list[int]:
        tiles = list(chance.choice(special_hands(name)))
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
            tiles[chance.randrange(14)] = chance.randrange(34)
        return tiles

    return choose


@pytest.mark.parametrize("name", ["western", "bmja", "classical", "chinese-official"])
def test_the_quick_look_misses_no_ready_hand(name: str) -> None:
    near_hands(name, amount(12, 400, 4000), near_sets)
    near_hands(name, amount(12, 400, 4000), near_examples(name))


def test_nor_does_it_with_jokers() -> None:
    without = near_examples("western")

    def choose(chance: random.Random) -> list[int]:
        tiles = without(chance)
        for place in chance.sample(range(14), chance.choice((1, 1, 2, 3))):
            tiles[place] = JOKER
        return tiles

    near_hands("western/us", 60, choose)
    near_hands("western/us", 1, lambda _: [*parse_tiles("19m19p19s1234zJJJ5m")])


@pytest.mark.parametrize("name", ["western", "classical", "classical-dmjl", "bmja"])
def test_random_play_keeps_what_is_declared(name: str) -> None:
    chance, heard = random.Random(name), 0
    for seed in range(8):
        table = Table(load(name), seed)
        while not table.over:
            seat = table.to_act()[0]
            legal = table.legal_actions(seat)
            calls = [action for action in legal if action.kind == "declare"]
            for action in calls:
                assert table.can(action)
            choice = chance.choice(calls or legal)
            table.carry_out(choice)
            if choice.kind == "declare":
                heard += 1
                following = table.legal_actions(seat)
                assert {action.kind for action in following} <= {"discard", "declare"}
                assert any(action.kind == "discard" for action in following)
                assert all(table.can(action) for action in following)
    assert heard or name != "western"


@pytest.mark.parametrize("name", thinned(["western/us", "western", "classical", "bmja"], 4))
def test_what_is_legal_is_what_is_verified(name: str) -> None:
    chance = random.Random(3)
    words = ("standing_hand", "fishing", "original_call", "heaven", "")
    for seed in range(2):
        table = Table(load(name, {"charleston": "none"} if name.startswith("western") else None), seed)
        while not table.over:
            tried = {Declare(seat, word) for seat in range(4) for word in words}
            legal = {action for seat in range(4) for action in table.legal_actions(seat)}
            assert {action for action in tried if table.can(action)} == {a for a in legal if a.kind == "declare"}
            for tile in range(43):
                discard = Discard(table.state.turn, tile)
                assert table.can(discard) is (discard in legal)
            table.do(chance.choice(sorted(legal, key=repr)))


# What a ruleset may say


SETTINGS = """
id: club
extends: western
title: {en: Club}
house_rules:
  declarations:
"""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("fishin: {ready: true}", '"fishin" is not a flag (did you mean "fishing"?)'),
        ("fishing: {redy: true}", 'unknown key (did you mean "ready"?)'),
        ("original_call: {at: first}", 'expected "any_turn", "first_discard" or "deal", got "first"'),
        ("original_call: {keeps_hand: true}", "a hand that stays as it is claims no sets: claims must be win or none"),
    ],
)
def test_settings_are_checked(ruleset: Callable[[str], mjrules.Ruleset], line: str, problem: str) -> None:
    with pytest.raises(mjrules.RulesetError) as caught:
        ruleset(f"{SETTINGS}    {line}\n")
    assert problem in str(caught.value)


def test_a_club_may_do_without(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    table = dealt(ruleset(f"{SETTINGS}    fishing: null\n"), READY)
    assert {action.word for action in table.legal_actions("E") if isinstance(action, Declare)} == {"standing_hand"}


def test_east_who_keeps_a_hand_of_fourteen_discards_any_tile_of_it(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    """Where the last tile of East is dealt, nothing is drawn before the first discard."""
    kept = "    kept: {at: deal, claims: win, keeps_hand: true}\n"
    text = f"{SETTINGS}{kept}table: {{deal: adjacent}}\nflags: {{kept: the hand is kept as it was dealt}}\n"
    table = dealt(ruleset(text), READY)
    for seat in "ESWN":
        declare(table, seat, "kept")
    discards = [action for action in table.legal_actions("E") if isinstance(action, Discard)]
    assert len(discards) == len({*parse_tiles(READY)})
    table.do(discards[0])
    silent(table)
    drawn = Discard(1, table.state.drawn)
    assert [action for action in table.legal_actions("S") if isinstance(action, Discard)] == [drawn]
