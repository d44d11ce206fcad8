"""A hand as fields of a form: what they say is read, and what is read says the same fields again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjrules.hands.meld import Meld
from mjrules.tiles.tile import BY_TEXT, TEXT, format_tiles, parse_tiles
from mjrules.web.requests import FormFields
from mjrules.web.tapped_hand import (
    TAPS_INTO,
    WAYS_WON,
    TappedHand,
    grouped,
    others_of,
    read_tapped,
    tapped_from_text,
)
from tests.kit.profile import examples
from tests.kit.rulesets import loaded

SUIT_TILES = st.sampled_from([BY_TEXT[f"{rank}{suit}"] for suit in "mps" for rank in "0123456789"])
HANDS = st.builds(
    TappedHand,
    tiles=st.lists(SUIT_TILES, max_size=13).map(tuple),
    melds=st.lists(st.sampled_from("123456789").map(lambda rank: Meld("pung", parse_tiles(f"{rank * 3}s"))), max_size=2)
    .map(tuple),
    bonus=st.sets(st.sampled_from(parse_tiles("f1f2s3s4")), max_size=3).map(lambda tiles: tuple(sorted(tiles))),
    win=st.none() | SUIT_TILES,
    into=st.sampled_from(TAPS_INTO),
    how=st.sampled_from(WAYS_WON),
    seat=st.sampled_from("ESWN"),
    round=st.sampled_from("ESWN"),
    flags=st.lists(st.sampled_from(["riichi", "last_tile", "heaven"]), unique=True).map(tuple),
    fields=st.dictionaries(st.sampled_from(["dora", "honba"]), st.sampled_from(["1", "9m"])),
)  # fmt: skip


@settings(max_examples=examples(gate=200))
@given(HANDS)
def test_what_a_form_says_is_read_as_it_was_said(hand: TappedHand) -> None:
    again = read_tapped(FormFields(hand.pairs()), loaded("riichi"))
    assert again.pairs() == hand.pairs()
    assert again.winning == hand.winning
    if hand.win in hand.tiles:
        assert again.win == hand.win


@pytest.mark.parametrize(
    ("said", "winning"),
    [({}, "3p"), ({"win": "2p"}, "2p"), ({"win": "9s"}, "3p"), ({"win": "2p3p"}, "3p"), ({"how": "no"}, "")],
)
def test_the_last_tile_wins_where_no_other_of_them_is_named(said: dict[str, str], winning: str) -> None:
    found = read_tapped(FormFields([("tiles", "1p2p3p"), *said.items()]), loaded("riichi"))
    assert ("" if found.winning is None else TEXT[found.winning]) == winning
    assert dict(found.pairs())["win"] == ("2p" if said.get("win") == "2p" else ""), "who named one of them alone"


def test_a_typed_hand_says_what_it_says_and_leaves_the_rest() -> None:
    before = TappedHand(seat="W", round="S", fields={"honba": "2"})
    found = tapped_from_text("123m456p789s345m2p +2p riichi dora=9p from=left", before, loaded("riichi"))
    assert (found.seat, found.round, found.how, found.flags) == ("W", "S", "left", ("riichi",))
    assert found.fields == {"dora": "9p"}
    other = tapped_from_text("123m456p789s345m2p !2p seat=N round=E", before, loaded("riichi"))
    assert (other.seat, other.round, other.how) == ("N", "E", "drawn")


@pytest.mark.parametrize(
    ("words", "flags"), [("", ()), ("heaven", ("heaven",)), ("Heaven", ("heaven",)), ("天和", ("heaven",))]
)
def test_a_typed_hand_is_one_as_dealt_where_it_says_so(words: str, flags: tuple[str, ...]) -> None:
    found = tapped_from_text(f"123m456p789s11122z {words}", TappedHand(), loaded("hong-kong"))
    assert (found.flags, found.winning) == (flags, BY_TEXT["2z"])


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("honba", "2", 2), ("honba", "12345678", 12345678), ("honba", "123456789", "123456789"), ("honba", "x", "x"),
     ("honba", "²", "²"), ("dora", "9p", "9p"), ("nothing", "3", "3")],
)  # fmt: skip
def test_further_fields_are_numbers_where_the_rules_have_numbers(name: str, text: str, value: object) -> None:
    assert TappedHand(fields={name: text}).record(loaded("riichi"))[name] == value


@pytest.mark.parametrize(
    ("said", "worths"),
    [
        *[(text, {"S": worth}) for text, worth in (("8", 8), ("0", 0), ("８", 8), ("1" * 7, 1111111))],
        *[(text, {}) for text in ("²", "-8", "x", "", "1" * 8)],
    ],
)
def test_what_the_others_hands_are_worth_are_whole_numbers(said: str, worths: dict[str, int]) -> None:
    assert others_of(FormFields([("o.S", said), ("o.X", "5")]), "ESWN") == worths


@pytest.mark.parametrize(
    ("tiles", "groups"),
    [
        ("9p1m2m3m9p", ["123m", "99p"]),
        ("4065m", ["456m", "0m"]),
        ("0555m", ["555m", "0m"]),
        ("1112223m", ["111m", "222m", "3m"]),
        ("112233m5z5z", ["123m", "123m", "55z"]),
        ("123z111z", ["111z", "1z", "2z", "3z"]),
        ("8m9m1p", ["8m", "9m", "1p"]),
    ],
)
def test_tiles_in_hand_lie_in_sets_then_pairs(tiles: str, groups: list[str]) -> None:
    assert [format_tiles(group) for group in grouped(parse_tiles(tiles))] == groups


@given(st.lists(SUIT_TILES, max_size=14))
def test_no_tile_of_a_hand_is_lost(tiles: list[int]) -> None:
    assert sorted(tile for group in grouped(tiles) for tile in group) == sorted(tiles)
