"""A copy of a hand, or of a match, is one of its own at the same moment, whichever way it is made."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import mjrules
from mjrules import Action, Match, Table, TableError, View
from mjrules.ruleset.files.find import bundled_ids
from mjrules.testing.laws_of_play import everything_legal, snapshot
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

PLAYED = [id for id in bundled_ids() if loaded(id).definition.scoring and loaded(id).book.settlement is not None]
COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda own: pickle.loads(pickle.dumps(own)),
}


def by_chance(table: Table, rng: random.Random, decisions: int = 1 << 16) -> None:
    """So many decisions, or all of a hand."""
    while not table.over and decisions:
        seat = rng.choice(table.to_act())
        table.do(rng.choice(table.legal_actions(seat)))
        decisions -= 1


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("id", thinned(PLAYED, 4))
def test_a_hand_goes_on_as_its_copy_does(id: str, way: str) -> None:
    table = Table(loaded(id), 7)
    by_chance(table, random.Random(1), 40)
    events, before, legal = table.events, snapshot(table), everything_legal(table)
    twin = COPIES[way](table)
    assert (twin.events, snapshot(twin), everything_legal(twin)) == (events, before, legal)
    by_chance(twin, random.Random(2))
    assert (table.events, snapshot(table), everything_legal(table)) == (events, before, legal)
    by_chance(table, random.Random(2))
    assert table.events == twin.events
    assert COPIES[way](table).end == table.end


@pytest.mark.parametrize("way", COPIES)
def test_a_decision_is_taken_back_in_the_copy_alone(way: str) -> None:
    table = Table("hong-kong", 3)
    by_chance(table, random.Random(1), 9)
    twin = COPIES[way](table)
    undone: list[Action | None] = [twin.undo() for _ in range(9)]
    assert None not in undone
    assert twin.undo() is None
    assert len(table.events) > len(twin.events)
    assert [table.undo() for _ in range(9)] == undone
    assert table.events == twin.events


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_keeps_what_a_table_was_told_and_what_was_noted_on_it(way: str) -> None:
    table = Table(
        "western", "evening", round="S", hand=5, fields={"consecutive_east_wins": 2}, players=("Ann", "Bob", "Cy", "Di")
    )
    table.note = ["mine"]  # type: ignore[attr-defined]
    twin = COPIES[way](table)
    told = twin.seed, twin.players, twin.fields, twin.begin, twin.note, twin.ruleset.hash
    assert told == ("evening", table.players, {"consecutive_east_wins": 2}, table.begin, ["mine"], table.ruleset.hash)
    twin.fields["east_wins"] = 3
    assert table.fields == {"consecutive_east_wins": 2}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("id", ["riichi", "western", "sichuan"])
def test_a_match_goes_on_as_its_copy_does(id: str, way: str) -> None:
    def choose(view: View) -> Action:
        return random.Random(len(view.players[0].discards)).choice(view.legal)

    match = Match(loaded(id), 4)
    match.play(choose, 2)
    match.next_hand()
    by_chance(match.table, random.Random(5), 30)
    before = [event for _, event in match.history()]
    twin = COPIES[way](match)
    assert [event for _, event in twin.history()] == before
    assert (twin.standings(), twin.players, twin.pots) == (match.standings(), match.players, match.pots)
    twin.play(choose, 2)
    assert [event for _, event in match.history()] == before
    assert twin.totals != match.totals or twin.finished > match.finished
    match.play(choose, 2)
    assert [event for _, event in match.history()] == [event for _, event in twin.history()]


@pytest.mark.parametrize("way", [None, *COPIES])
def test_of_a_hand_that_stands_in_the_books_only_a_copy_is_taken_back(way: str | None) -> None:
    match = Match(loaded("hong-kong"), 4)
    by_chance(match.table, random.Random(4))
    assert match.table.undo() is not None
    by_chance(match.table, random.Random(4))
    match.close()
    match = COPIES[way](match) if way else match
    for table in (match.table, *match.played):
        events = table.events
        with pytest.raises(TableError, match="the hand stands in the books of its match: take back a copy of it"):
            table.undo()
        assert table.events == events
        assert copy.copy(table).undo() is not None
    match.next_hand()
    assert match.table.undo() is None


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_a_view_is_copied_with_its_hand(way: str) -> None:
    table = Table("riichi", 2)
    view = mjrules.view(table, "E")
    twin = COPIES[way](view)
    table.do(table.legal_actions("E")[0])
    assert twin.tiles == mjrules.view(Table("riichi", 2), "E").tiles
    assert twin == mjrules.view(Table("riichi", 2), "E")
