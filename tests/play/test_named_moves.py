"""The moves of a table by name mean what the actions mean: what verifies may be done, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from mjrules import Action, ActionError, Table, TableError, View
from mjrules.play import events
from mjrules.play.event_fields import NO_TILE
from mjrules.tiles.tile import format_tiles
from tests.kit.playing import chooser
from tests.kit.rulesets import loaded

Call = tuple[str, tuple[Any, ...]]
"""A move by its name, and what it is given behind the seat."""


def _tiles(action: events.Chow | events.Pung | events.Kong | events.Give) -> str | None:
    return format_tiles(action.tiles) if action.tiles else None


def _kong(action: events.Kong) -> tuple[Any, ...]:
    return (None, _tiles(action)) if action.tiles else (action.tile,)


NAMED: dict[type[Action], tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    events.Discard: ("discard", lambda own: (own.tile, None if own.named == NO_TILE else own.named)),
    events.Pass: ("pass_claim", lambda own: ()),
    events.Chow: ("chow", lambda own: (_tiles(own), own.low or None)),
    events.Pung: ("pung", lambda own: (_tiles(own),)),
    events.Kong: ("kong", _kong),
    events.Mahjong: ("mahjong", lambda own: ()),
    events.Draw: ("draw", lambda own: ()),
    events.TakeLoose: ("take_loose", lambda own: ()),
    events.Declare: ("declare", lambda own: (own.word,)),
    events.Give: ("give", lambda own: (_tiles(own),)),
    events.Answer: ("answer", lambda own: (own.word,)),
}


def call_of(action: Action) -> Call | None:
    """The move that means an action; None for those of which only a house rule knows."""
    name, given = NAMED.get(type(action), ("", tuple))
    return (name, given(action)) if name else None


def agrees(table: Table, seat: str, call: Call, legal: bool) -> None:
    """A move is refused by both of its questions, or by none."""
    name, given = call
    assert getattr(table, f"can_{name}")(seat, *given) is legal, (seat, call)
    if legal:
        getattr(table, f"verify_{name}")(seat, *given)
        return
    before = len(table.events)
    for move in (getattr(table, f"verify_{name}"), getattr(table, name)):
        with pytest.raises(ActionError):
            move(seat, *given)
    assert len(table.events) == before


PLAYED: tuple[tuple[str, dict[str, Any], set[str]], ...] = (
    ("hong-kong", {}, {"discard", "pass_claim", "chow", "pung", "mahjong"}),
    (
        "western",
        {"loose_tile": "asked", "late_calls": "draw_stands", "charleston": "both"},
        {"answer", "declare", "draw", "give", "kong", "take_loose"},
    ),
    ("riichi", {}, {"discard", "pass_claim", "pung"}),
    ("sichuan", {"exchange_of_three": "right"}, {"give", "kong"}),
)


@pytest.mark.parametrize(("id", "options", "names"), PLAYED, ids=[row[0] for row in PLAYED])
def test_a_move_by_name_is_the_action(id: str, options: dict[str, Any], names: set[str]) -> None:
    met = set[str]()
    for seed in range(4):
        table = Table(loaded(id, **options), seed=seed)
        choose = chooser(seed, claims=0.8)
        while not table.over:
            legal = {seat: [call_of(action) for action in table.legal_actions(seat)] for seat in table.seats}
            one_of_each = {call[0]: call for calls in legal.values() for call in calls if call is not None}
            met |= one_of_each.keys()
            for seat in table.seats:
                for call in one_of_each.values():
                    agrees(table, seat, call, call in legal[seat])
            action = choose(View(table, table.to_act()[0]))
            chosen = call_of(action)
            if chosen is None:
                table.do(action)
                continue
            done = getattr(table, chosen[0])(table.seats[action.seat], *chosen[1])
            assert done[0].decided() == action
    assert names <= met


@pytest.mark.parametrize(("penalty", "known"), [("false_mahjong", True), ("nonsense", False)])
def test_a_fault_by_name_is_one_of_the_ruleset(penalty: str, known: bool) -> None:
    agrees(Table(loaded("western"), seed=1), "S", ("fault", (penalty,)), known)


@pytest.mark.parametrize(("call", "known"), [("mahjong", True), ("nonsense", False)])
def test_a_false_call_by_name_is_one_of_the_ruleset(call: str, known: bool) -> None:
    agrees(Table(loaded("western"), seed=1), "E", ("call_falsely", (call,)), known)


MOVES = ("discard", "chow", "pung", "kong", "give", "declare", "answer", "fault", "call_falsely")


@pytest.mark.parametrize("sent", [None, 1.5, ("5m",), ["5m"], {"a": 1}, b"5m", True, 10**30], ids=repr)
@pytest.mark.parametrize("move", MOVES)
def test_what_a_client_may_send_is_refused_as_a_move(move: str, sent: Any) -> None:
    """A server hands on values of JSON: one of another type is a move that is not legal, and nothing happens."""
    table = Table(loaded("western"), seed=5)
    before = table.events
    assert not getattr(table, f"can_{move}")("S", sent)
    with pytest.raises(ActionError):
        getattr(table, move)("S", sent)
    assert table.events == before


def test_a_tile_may_be_a_number_of_numpy() -> None:
    np = pytest.importorskip("numpy")
    table = Table(loaded("western"), seed=5)
    action = next(own for own in table.legal_actions("E") if isinstance(own, events.Discard))
    assert table.can_discard("E", np.int64(action.tile))
    told, *_ = table.discard("E", np.uint8(action.tile))
    assert isinstance(told, events.Discard)
    assert (told.tile, type(told.tile)) == (action.tile, int)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (events.Discard(cast(Any, "E"), 0), "discard: seat is 'E'"),
        (events.Discard(0, cast(Any, "1m")), "discard: tile is '1m'"),
        (events.Pung(1, cast(Any, None), (0, 0)), "pung: tile is None"),
        (events.Discard(0, 0, cast(Any, 1.5)), "discard: named is 1.5"),
    ],
)
def test_an_action_with_names_in_place_of_numbers_is_refused_in_words(action: events.Action, told: str) -> None:
    table = Table(loaded("western"), seed=5)
    for asked in (table.do, table.can, table.verify):
        with pytest.raises(TableError) as error:
            asked(action)
        assert str(error.value) == (
            f"{told}: events have a seat by its place in the order of play, and a tile by its number; "
            "moves such as table.discard take names"
        )


def test_a_move_with_what_is_no_tile_says_so() -> None:
    with pytest.raises(ActionError, match=r"^discard: no tile is named: expected text such as 5m, or a number$"):
        Table(loaded("western"), seed=5).discard("E", "9q")
