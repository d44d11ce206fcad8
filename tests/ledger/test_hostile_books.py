"""Whatever a stranger writes into an event, it is refused, or every view of the books can be shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mjrules.errors import MjrulesError
from mjrules.ledger import (
    BonusBooked,
    Corrected,
    Entry,
    EveningOpened,
    GameFinished,
    Ledger,
    LedgerError,
    PaymentBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    RulesetFrozen,
    SeatsChanged,
    TableOpened,
    Undone,
)
from mjrules.ledger.desk import Desk, HandSaid
from mjrules.ledger.frozen_rulesets import frozen_ruleset
from mjrules.ledger.player_counts import player_counts
from mjrules.ledger.score_again import ruleset_today, score_again
from mjrules.ledger.sheet import counts_csv, evening_record, sheet_csv, sheet_html, sheets_of, standing_rows
from mjrules.ledger.telling import told_line
from tests.kit.memory_store import MemoryStore
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 10**9, 10**30, 1.5, "", "x", "=1+1", "e", "\x00", "\u202e", "A" * 5000, [], [[]], ["Ann"], [1],
    ["Ann", "Ann"], {}, {"Ann": 1}, {"E": "Ann"}, {"E": {"E": []}}, {"scores": {"E": "x"}},
    {"players": [], "first": ""},
    {"players": ["Ann"], "first": "Ann", "east": "Bo"}, [{"id": 1}], {"\u200b": 1},
)  # fmt: skip
"""What stands in the place of a value."""
PLACES = ("clock", "at", "who", "event", "id", "evening")


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """Books with every kind of event."""
    ledger, ruleset, four = Ledger(MemoryStore()), loaded("hong-kong", minimum=0), ("Ann", "Bo", "Cy", "Di")
    ledger.append(frozen_ruleset(ruleset), id="r")
    ledger.append(EveningOpened(club="T", date="2026-11-24", players=four, ruleset=ruleset.hash), id="e0")
    for event in (
        TableOpened(evening="e0", table="1", players=four),
        PlayerArrived(evening="e0", player="Eve"),
        PlayerLeft(evening="e0", player="Eve"),
        PotSwitchedAt(evening="e0", table="1", pot="kitty", on=True),
        PaymentBooked(evening="e0", table="1", paid={"Ann": -1}, pots={"kitty": 1}),
        PaymentBooked(evening="e0", table="1", paid={"Ann": -1}, difference="room"),
        PenaltyBooked(evening="e0", table="1", title="x", players=("Cy",), paid={"Cy": -1, "Di": 1}),
        BonusBooked(evening="e0", table="1", title="x", players=("Cy",), paid={"Cy": 1, "Di": -1}),
        GameFinished(evening="e0", table="1", paid={"Cy": 1, "Di": -1}, places=four, result={"standings": []}),
        SeatsChanged(evening="e0", table="1", players=four, anew=True),
    ):
        ledger.append(event)
    said = HandSaid(winners=("Bo",), hands={"Bo": "111z222m333p444s5z +5z"}, discarder="Cy")
    hand = Desk(ledger.evening("e0"), ruleset, "1").hand(said)
    ledger.append(hand, id="h")
    ledger.append(Corrected(evening="e0", corrects="h", instead=hand.but(note="again")), id="c")
    ledger.append(Undone(evening="e0", undoes="c"), id="u")
    return ledger.entries()


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all values in JSON; of lists the first and what is behind all."""
    if path:
        yield path
    if isinstance(value, dict):
        for name in value:
            yield from paths(value[name], (*path, name))
    elif isinstance(value, list) and value:
        yield from paths(value[0], (*path, 0))


def put(record: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A record with another value in a place."""
    copy = json.loads(json.dumps(record))
    at = copy
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = value
    return copy


def look(ledger: Ledger) -> None:
    """Show everything that can be shown."""
    for evening in ledger.evenings():
        for line in evening.lines:
            told_line(line)
        sheets_of(evening), standing_rows(evening), sheet_csv(evening), sheet_html(evening)
        json.dumps(evening_record(evening))
        assert sum(evening.balances.values()) + sum(evening.in_pots.values()) + sum(evening.differences.values()) == 0
    counts_csv(player_counts(ledger.evenings()))


def test_no_odd_value_breaks_the_books(entries: list[Entry], tmp_path: Path) -> None:
    kinds: dict[str, Entry] = {}
    for entry in entries:
        kinds.setdefault(entry.event.kind, entry)
    assert len(kinds) >= 13, sorted(kinds)
    refused = shown = 0
    cases = [
        (entry, path, odd)
        for entry in kinds.values()
        for path in paths(entry.to_record())
        for odd in ODD
        if not (entry.event.kind == "ruleset" and len(path) > 2)
    ]
    with Ledger.open(tmp_path / "whole.db") as whole:
        whole.join(entries)
        look(whole)
    for entry, path, odd in thinned(cases, 97, 5):
        record = put(entry.to_record(), path, odd)
        ledger = Ledger(MemoryStore())
        try:
            changed = Entry.from_record(record)
            ledger.join([changed if other.id == entry.id else other for other in entries])
        except LedgerError:
            refused += 1
            continue
        look(ledger)
        shown += 1
    assert refused > shown > 10


BAD_RULESETS: tuple[dict[str, Any], ...] = (
    {"files": {"a.yaml": ["id: a\nextends: /etc/passwd"]}},
    {"files": {"a.yaml": ["id: [" * 100]}},
    {"files": {"a.yaml": ["!!python/object/apply:os.system ['true']"]}},
    {"name": "../../secret.yaml", "files": {}},
    {"options": {"no_such_option": 1}, "files": {}},
    {"options": {"minimum": {"a": []}}},
)


@pytest.mark.parametrize("changes", BAD_RULESETS, ids=str)
def test_a_ruleset_of_a_stranger_is_refused(entries: list[Entry], changes: dict[str, Any]) -> None:
    record = next(entry for entry in entries if entry.event.kind == "ruleset").to_record()
    record["name"] = changes.get("name", "a-stranger")
    event = Entry.from_record({**record, **changes}).event
    assert isinstance(event, RulesetFrozen)
    with pytest.raises(MjrulesError):
        ruleset_today(event)


def test_odd_records_are_scored_again_without_harm(entries: list[Entry]) -> None:
    ledger = Ledger(MemoryStore())
    hand = next(entry for entry in entries if entry.id == "h")
    odd = [{"hands": {"E": 1}}, {"kind": "drawn_hand", "ready": 3}, {"scores": {"E": "x"}, "winner": "E"}, {"a": [[]]}]
    other = [entry for entry in entries if entry.id not in ("h", "c", "u")]
    for number, record in enumerate(odd):
        event = hand.event.but(record=record, number=901 + number)
        other.append(Entry(f"odd{number}", 10_000 + number, "", "", event))
    ledger.join(other)
    found = list(score_again(ledger.evening("e0"), lambda _: loaded("hong-kong", minimum=0)))
    assert sum(not again.same for again in found) >= len(odd)
    assert all("it is refused" in again.differs for again in found if again.line.entry.id.startswith("odd"))
