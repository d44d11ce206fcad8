"""Selectors: which tiles fit, which letters they bind, and which tiles are looked at in the first place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules.shapes.selectors import (
    ANY,
    AllOf,
    AnyOf,
    Belongs,
    Dynamic,
    Env,
    Fixed,
    LooseRank,
    NoneOf,
    Rank,
    Same,
    Selector,
    Suit,
    bind_suit,
    suit_number,
)
from mjrules.tiles.tile import ALL_KINDS, BY_TEXT, KINDS, parse_class


def mask(text: str) -> int:
    """The mask of the tiles of a text."""
    return sum(1 << tile for tile in parse_class(text))


CHARACTERS, DOTS, WINDS = mask("123456789m"), mask("123456789p"), mask("1234z")
HONOUR_OF_A_SUIT = Belongs("a", {BY_TEXT["5z"]: 1, BY_TEXT["7z"]: 0})
SEAT = Dynamic("seat_wind")
EAST = {"seat_wind": mask("1z")}
ONE_OR_FIVE_OF_A = AllOf((Suit("a"), Rank(frozenset({1, 5}))))
BINDS: list[tuple[Selector, str, Env, Env | None]] = [
    (Fixed(mask("19m")), "9m", {}, {}),
    (Fixed(mask("19m")), "9m", {"a": 2}, {"a": 2}),
    (Fixed(mask("19m")), "8m", {}, None),
    (ANY, "1m", {}, {}),
    (ANY, "7z", {}, {}),
    (SEAT, "1z", EAST, EAST),
    (SEAT, "2z", EAST, None),
    (Suit("a"), "1m", {}, {"a": 0}),
    (Suit("a"), "9p", {}, {"a": 1}),
    (Suit("b"), "1s", {"a": 0}, {"a": 0, "b": 2}),
    (Suit("b"), "1m", {"a": 0}, None),
    (Suit("a"), "2m", {"a": 0}, {"a": 0}),
    (Suit("a"), "2p", {"a": 0}, None),
    (Suit("a"), "1z", {}, None),
    (Suit("a"), "1z", {"a": 0}, None),
    (HONOUR_OF_A_SUIT, "5z", {}, {"a": 1}),
    (HONOUR_OF_A_SUIT, "7z", {}, {"a": 0}),
    (HONOUR_OF_A_SUIT, "7z", {"a": 1}, None),
    (HONOUR_OF_A_SUIT, "7z", {"b": 0}, None),
    (HONOUR_OF_A_SUIT, "6z", {}, None),
    (HONOUR_OF_A_SUIT, "1m", {}, None),
    (Rank(), "1m", {}, {"n": 1}),
    (Rank(), "9s", {}, {"n": 9}),
    (Rank(), "4p", {"n": 4}, {"n": 4}),
    (Rank(), "5p", {"n": 4}, None),
    (Rank(), "1z", {}, None),
    (Rank(offset=2), "3p", {}, {"n": 1}),
    (Rank(offset=2), "2p", {}, None),
    (Rank(offset=2), "6s", {"n": 4}, {"n": 4}),
    (Rank(frozenset({1, 9})), "9p", {}, {}),
    (Rank(frozenset({1, 9})), "9p", {"n": 1}, {"n": 1}),
    (Rank(frozenset({1, 9})), "2p", {}, None),
    (Rank(frozenset({1, 9})), "1z", {}, None),
    (Same("x"), "3z", {}, {"x": BY_TEXT["3z"]}),
    (Same("x"), "3z", {"x": BY_TEXT["3z"]}, {"x": BY_TEXT["3z"]}),
    (Same("x"), "4z", {"x": BY_TEXT["3z"]}, None),
    (Same("y"), "3z", {"x": BY_TEXT["3z"]}, None),
    (Same("y"), "4z", {"x": BY_TEXT["3z"]}, {"x": BY_TEXT["3z"], "y": BY_TEXT["4z"]}),
    (ONE_OR_FIVE_OF_A, "5s", {}, {"a": 2}),
    (ONE_OR_FIVE_OF_A, "6s", {}, None),
    (ONE_OR_FIVE_OF_A, "5s", {"a": 1}, None),
    (AnyOf((Suit("a"), Fixed(WINDS))), "2p", {}, {"a": 1}),
    (AnyOf((Suit("a"), Fixed(WINDS))), "2z", {}, {}),
    (AnyOf((Suit("a"), Fixed(WINDS))), "2p", {"a": 0}, None),
    (AnyOf((Suit("a"), Fixed(WINDS))), "5z", {}, None),
    (AnyOf((Fixed(DOTS), Suit("a"))), "2p", {}, {}),
    (NoneOf((Suit("a"),)), "2p", {"a": 1}, None),
    (NoneOf((Suit("a"),)), "2p", {"a": 0}, {"a": 0}),
    (NoneOf((Suit("a"),)), "2z", {}, {}),
    (LooseRank("a", "n", 0), "4p", {}, {"a": 1, "n": 4}),
    (LooseRank("a", "n", 1), "4p", {}, {"a": 1, "n": 3}),
    (LooseRank("b", "n", 1), "4p", {"a": 0, "n": 3}, {"a": 0, "n": 3, "b": 1}),
    (LooseRank("b", "n", 1), "5p", {"a": 0, "n": 3}, None),
    (LooseRank("a", "n", 0), "4p", {"a": 0}, None),
    (LooseRank("a", "n", 0), "4z", {}, None),
    (LooseRank("a", "n7", 0), "9p", {"n": 1}, {"n": 1, "a": 1, "n7": 9}),
]
"""A selector, a tile, what was bound, and what is bound then."""


@pytest.mark.parametrize(("selector", "tile", "env", "bound"), BINDS)
def test_what_a_tile_binds(selector: Selector, tile: str, env: Env, bound: Env | None) -> None:
    assert selector.bind(BY_TEXT[tile], env) == bound


CANDIDATES: list[tuple[Selector, Env, int]] = [
    (ANY, {}, ALL_KINDS),
    (Fixed(mask("19m")), {}, mask("19m")),
    (Fixed(mask("5m0m")), {}, mask("5m")),
    (SEAT, EAST, mask("1z")),
    (SEAT, {}, WINDS),
    (Suit("a"), {}, ALL_KINDS),
    (Suit("a"), {"a": 1}, DOTS),
    (Suit("a"), {"b": 1}, ALL_KINDS),
    (HONOUR_OF_A_SUIT, {}, ALL_KINDS),
    (Rank(), {}, ALL_KINDS),
    (Rank(), {"n": 1}, mask("1mps")),
    (Rank(offset=3), {"n": 6}, mask("9mps")),
    (Rank(offset=3), {"n": 7}, 0),
    (Rank(frozenset({1, 9})), {}, mask("19mps")),
    (Same("x"), {}, ALL_KINDS),
    (Same("x"), {"x": 5}, 1 << 5),
    (ONE_OR_FIVE_OF_A, {}, mask("15mps")),
    (ONE_OR_FIVE_OF_A, {"a": 0}, mask("15m")),
    (AllOf((Rank(frozenset({1, 5})), Suit("a"))), {"a": 0}, mask("15m")),
    (AnyOf((Fixed(DOTS), Fixed(WINDS))), {}, DOTS | WINDS),
    (AnyOf((Suit("a"), Fixed(WINDS))), {"a": 0}, CHARACTERS | WINDS),
    (NoneOf((Fixed(WINDS),)), {}, ALL_KINDS),
    (LooseRank("a", "n", 0), {}, ALL_KINDS),
]
"""A selector, what was bound, and the tiles that are looked at."""


@pytest.mark.parametrize(("selector", "env", "tiles"), CANDIDATES)
def test_candidates(selector: Selector, env: Env, tiles: int) -> None:
    assert selector.candidates(env) == tiles


FACTS: list[tuple[Selector, bool, bool, bool]] = [
    (ANY, False, False, False),
    (SEAT, True, False, False),
    (Suit("a"), False, False, True),
    (HONOUR_OF_A_SUIT, False, False, True),
    (Rank(), False, True, True),
    (Rank(offset=1), False, True, True),
    (Rank(frozenset({1})), False, False, False),
    (Rank(frozenset({1}), lowest=True), False, True, False),
    (Same("x"), False, True, True),
    (LooseRank("a", "n", 0), False, False, True),
    (AllOf((ANY, SEAT)), True, False, False),
    (AnyOf((Rank(), ANY)), False, True, True),
    (NoneOf((Suit("a"),)), False, False, True),
]
"""A selector, and whether it depends on the hand, names chows by their lowest tile, and binds letters."""


@pytest.mark.parametrize(("selector", "dynamic", "lowest", "letters"), FACTS)
def test_facts(selector: Selector, dynamic: bool, lowest: bool, letters: bool) -> None:
    assert (selector.dynamic, selector.lowest, selector.letters) == (dynamic, lowest, letters)


every = [*(selector for selector, *_ in BINDS), *(selector for selector, *_ in CANDIDATES)]
envs = st.fixed_dictionaries(
    {"seat_wind": st.sampled_from([1 << tile for tile in range(27, 31)])},
    optional={
        **dict.fromkeys("abc", st.integers(0, 2)),
        **dict.fromkeys("xy", st.integers(0, KINDS - 1)),
        "n": st.integers(1, 9),
    },
)


@given(st.sampled_from(every), st.integers(0, KINDS - 1), envs)
def test_every_tile_that_fits_is_a_candidate(selector: Selector, tile: int, env: Env) -> None:
    if selector.bind(tile, env) is not None:
        assert selector.candidates(env) >> tile & 1


@given(st.sampled_from(every), st.integers(0, KINDS - 1), envs)
def test_what_was_bound_stays_bound(selector: Selector, tile: int, env: Env) -> None:
    bound = selector.bind(tile, env)
    assert bound is None or env.items() <= bound.items()


def test_facts_of_ranks() -> None:
    rank = Rank()
    assert (rank.ranks, rank.offset, rank.lowest) == (frozenset(), 0, True)
    assert rank.letters is True
    rank = Rank(frozenset({1}))
    assert (rank.ranks, rank.offset, rank.lowest) == (frozenset({1}), 0, False)
    assert rank.letters is False


def test_suit_numbers() -> None:
    assert [suit_number(BY_TEXT[tile]) for tile in ("1m", "9m", "1p", "9p", "1s", "9s", "1z", "7z")] == [
        *(0, 0, 1, 1, 2, 2),
        *(-1, -1),
    ]
    assert bind_suit({}, "a", -1) is None
    assert bind_suit({"a": 1}, "c", 0) == {"a": 1, "c": 0}
