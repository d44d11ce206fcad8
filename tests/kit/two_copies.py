"""Two copies of a club's books, into which the same or different things are written, and a second reckoning of them.

What is written is chosen by small numbers, so that a test can shrink it. The reckoning here knows nothing of folding:
it says of each event by itself whether it counts, and adds up what is paid.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from mjrules.ledger import (
    BonusBooked,
    BookEvent,
    Corrected,
    Entry,
    EveningBooks,
    EveningOpened,
    HandBooked,
    Ledger,
    LedgerError,
    Payment,
    PaymentBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
    TableTurn,
    Undone,
)
from mjrules.ledger.books import evening_of
from mjrules.ledger.lines import book_lines, read_book_lines
from mjrules.ledger.sheet import sheet_csv, sheets_of
from tests.kit.memory_store import MemoryStore

T = TypeVar("T")
NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
EVENINGS: Final = ("e0", "e1")
STEPS: Final = (
    "evening", "table", "hand", "hand", "hand", "pay", "penalty", "bonus", "arrive", "leave", "seats", "pot", "close",
    "correct", "correct", "undo", "undo", "again", "tell",
)  # fmt: skip
"""What may happen, the more often the likelier."""


BESIDE_AMOUNTS: Final = 10
"""How many columns of the CSV stand before those of amounts."""


class Picks:
    """Small numbers that choose; where they are used up, the first choice."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = iter(numbers)

    def below(self, number: int) -> int:
        """A number below another."""
        return next(self._numbers, 0) % number

    def one(self, of: Sequence[T]) -> T:
        """One of several."""
        return of[self.below(len(of))]


class TwoCopies:
    """Two copies, and how many events were written down in all."""

    def __init__(self, make: Callable[[], Ledger] = lambda: Ledger(MemoryStore())) -> None:
        self.make = make
        self.copies = (make(), make())
        self.written = 0
        opened = EveningOpened(club="T", date="2026-11-24", players=NAMES[:4])
        entry = self.copies[0].append(opened, id=EVENINGS[0])
        self.copies[0].append(TableOpened(evening=entry.id, table="1", players=NAMES[:4]), id="t0")
        self.copies[1].join(self.copies[0].entries())

    def step(self, what: str, picks: Picks) -> None:
        """Write something down in one copy, or refuse it and change nothing."""
        ledger = self.copies[picks.below(2)]
        if what == "tell":
            other = self.copies[0] if ledger is self.copies[1] else self.copies[1]
            ledger.join(other.entries())
            return
        before = ledger.entries()
        if what == "again":
            again = picks.one(before)
            assert ledger.append(again.event, id=again.id) == again
            assert ledger.entries() == before
            return
        id = f"x{self.written}"
        try:
            event = getattr(self, f"_{what}")(picks, ledger)
            entry = ledger.append(event, id=id)
        except LedgerError:
            assert ledger.entries() == before
            return
        self.written += 1
        assert ledger.entries() == [*before, entry]

    def _evening(self, picks: Picks, ledger: Ledger) -> BookEvent:
        return EveningOpened(club="T", date=f"2026-11-{25 + picks.below(3)}", players=NAMES[: 2 + picks.below(3)])

    def _evening_id(self, picks: Picks, ledger: Ledger) -> str:
        return picks.one([entry.id for entry in ledger.entries() if isinstance(entry.event, EveningOpened)])

    def _players(self, picks: Picks, number: int) -> tuple[str, ...]:
        start = picks.below(len(NAMES))
        return tuple((NAMES * 2)[start : start + number])

    def _table(self, picks: Picks, ledger: Ledger) -> BookEvent:
        evening = self._evening_id(picks, ledger)
        players, ruleset = self._players(picks, 4), "" if picks.below(3) else "another"
        return TableOpened(evening=evening, table=str(1 + picks.below(2)), players=players, ruleset=ruleset)

    def _close(self, picks: Picks, ledger: Ledger) -> BookEvent:
        return TableClosed(evening=self._evening_id(picks, ledger), table=str(1 + picks.below(2)))

    def _amounts(self, picks: Picks, players: Sequence[str]) -> tuple[dict[str, int], dict[str, int], str]:
        """Amounts that sum to zero with what a pot gets and what is named; and sometimes do not, which is refused."""
        paid = {player: picks.below(9) - 4 for player in players}
        rest = -sum(paid.values())
        where = picks.below(4)
        if where == 0:
            paid[players[0]] += rest
        return paid, {"kitty": rest} if where == 1 else {}, "room" if where == 2 else ""

    def _at_table(self, picks: Picks, ledger: Ledger) -> tuple[str, str, tuple[str, ...], int]:
        """An evening, one of its tables, who sits there, and the number of the next hand there."""
        id = self._evening_id(picks, ledger)
        tables = ledger.evening(id).tables
        if not tables or not picks.below(8):
            return id, "1", self._players(picks, 4), 1
        table = picks.one([*tables.values()])
        return id, table.name, table.seated, table.hands + 1

    def _hand(self, picks: Picks, ledger: Ledger) -> BookEvent:
        id, table, players, number = self._at_table(picks, ledger)
        paid, pots, difference = self._amounts(picks, players)
        seats = dict(zip("ESWN", players, strict=False))
        then = TableTurn(players, players[0], picks.one(players), 1 + picks.below(4)) if picks.below(3) else None
        return HandBooked(
            evening=id, table=table, number=number - (not picks.below(6)), seats=seats, paid=paid, pots=pots,
            difference=difference, winners=(picks.one(players),), then=then,
        )  # fmt: skip

    def _pay(self, picks: Picks, ledger: Ledger) -> BookEvent:
        id, table, players, _ = self._at_table(picks, ledger)
        paid, pots, difference = self._amounts(picks, players[: 1 + picks.below(len(players))])
        return PaymentBooked(evening=id, table=table, paid=paid, pots=pots, difference=difference)

    def _penalty(self, picks: Picks, ledger: Ledger) -> BookEvent:
        return self._fault(picks, ledger, PenaltyBooked)

    def _bonus(self, picks: Picks, ledger: Ledger) -> BookEvent:
        return self._fault(picks, ledger, BonusBooked)

    def _fault(self, picks: Picks, ledger: Ledger, kind: type[PenaltyBooked]) -> BookEvent:
        id, table, players, _ = self._at_table(picks, ledger)
        paid, _, difference = self._amounts(picks, players)
        by = (picks.one(players),)
        return kind(evening=id, table=table, title="x", players=by, paid=paid, difference=difference)

    def _arrive(self, picks: Picks, ledger: Ledger) -> BookEvent:
        return PlayerArrived(evening=self._evening_id(picks, ledger), player=picks.one(NAMES))

    def _leave(self, picks: Picks, ledger: Ledger) -> BookEvent:
        return PlayerLeft(evening=self._evening_id(picks, ledger), player=picks.one(NAMES))

    def _seats(self, picks: Picks, ledger: Ledger) -> BookEvent:
        id, table, _, _ = self._at_table(picks, ledger)
        players = self._players(picks, 3 + picks.below(2))
        return SeatsChanged(evening=id, table=table, players=players, anew=bool(picks.below(2)))

    def _pot(self, picks: Picks, ledger: Ledger) -> BookEvent:
        id, table, _, _ = self._at_table(picks, ledger)
        return PotSwitchedAt(evening=id, table=table, pot="kitty", on=bool(picks.below(2)))

    def _correct(self, picks: Picks, ledger: Ledger) -> BookEvent:
        entries = ledger.entries()
        before = {entry.event.corrects for entry in entries if isinstance(entry.event, Corrected)}
        own = [entry for entry in entries if not isinstance(entry.event, (Corrected, Undone))]
        again = [entry for entry in own if entry.id in before]
        entry = picks.one(again if again and picks.below(2) else own)
        event = entry.event
        if isinstance(event, Payment):
            paid, pots, difference = self._amounts(picks, tuple(event.paid))
            event = replace(event, paid=paid, pots=pots, difference=difference)
        elif isinstance(event, PlayerArrived):
            event = replace(event, player=picks.one(NAMES))
        elif isinstance(event, EveningOpened):
            event = replace(event, players=NAMES[: 2 + picks.below(4)])
        return Corrected(evening=entry.evening, corrects=entry.id, instead=event)

    def _undo(self, picks: Picks, ledger: Ledger) -> BookEvent:
        entry = picks.one(ledger.entries())
        return Undone(evening=entry.evening, undoes=entry.id)

    def check(self) -> None:
        """Every evening of each copy is what the second reckoning says, and sums to zero."""
        for ledger in self.copies:
            entries = ledger.entries()
            for id in {entry.evening for entry in entries}:
                own = [entry for entry in entries if entry.evening == id]
                agree(ledger.evening(id), own)
                assert ledger.evening(id) == evening_of(own)

    def check_undo(self, picks: Picks) -> None:
        """An event that is undone counts as little as one that was never written down."""
        entries = picks.one(self.copies).entries()
        target = picks.one([entry for entry in entries if not isinstance(entry.event, (EveningOpened, Undone))])
        own = [entry for entry in entries if entry.evening == target.evening]
        if target.id in gone(own):
            return
        clock = max(entry.clock for entry in own) + 1
        undone = evening_of([*own, Entry("undo", clock, "", "", Undone(evening=target.evening, undoes=target.id))])
        never = evening_of([entry for entry in own if entry.id not in without(own, target.id)])
        for name in ("opened", "players", "tables", "balances", "differences"):
            assert getattr(undone, name) == getattr(never, name), name
        assert told(undone.problems) == told(never.problems)

    def check_end(self) -> None:
        """Copies that have told each other everything are the same; so is what was written out and read again."""
        first, second = self.copies
        union = {entry.id: entry for entry in (*first.entries(), *second.entries())}
        assert first.join(second.entries()) + len(second.entries()) >= len(union) - len(first.entries())
        second.join(first.entries())
        assert first.entries() == second.entries() == sorted(union.values(), key=lambda entry: entry.order)
        assert first.evenings() == second.evenings()
        assert second.join(first.entries()) == 0
        self.check()
        lines = "".join(book_lines(first.entries()))
        copy = self.make()
        copy.join(read_book_lines(io.BytesIO(lines.encode())))
        assert copy.entries() == first.entries()
        assert copy.evenings() == first.evenings()
        assert "".join(book_lines(copy.entries())) == lines
        copy.close()

    def close(self) -> None:
        """Let go of both."""
        for ledger in self.copies:
            ledger.close()


def told(problems: Iterable[str]) -> list[str]:
    """What does not fit together, without the numbers of lines."""
    return [problem.split(": ", 1)[-1] for problem in problems]


def gone(entries: Sequence[Entry]) -> set[str]:
    """What does not count: an event is undone by an undo that counts."""
    undos: dict[str, list[str]] = {}
    for entry in entries:
        if isinstance(entry.event, Undone):
            undos.setdefault(entry.event.undoes, []).append(entry.id)

    def counts(id: str) -> bool:
        return not any(counts(undo) for undo in undos.get(id, ()))

    return {entry.id for entry in entries if not counts(entry.id)}


def without(entries: Sequence[Entry], id: str) -> set[str]:
    """An event, and all that speaks of it."""
    found = {id}
    for entry in entries:  # what speaks of an event comes after it
        event = entry.event
        of = event.corrects if isinstance(event, Corrected) else event.undoes if isinstance(event, Undone) else None
        if of in found:
            found.add(entry.id)
    return found


def agree(evening: EveningBooks, entries: Sequence[Entry]) -> None:
    """An evening has what its events sum to, each by itself."""
    lost = gone(entries)
    now = {entry.id: entry.event for entry in entries if entry.id not in lost}
    for entry in entries:
        if isinstance(entry.event, Corrected) and entry.id not in lost and entry.event.corrects in now:
            now[entry.event.corrects] = entry.event.instead
    paid, pots, rests = Counter[str](), Counter[str](), Counter[str]()
    for event in now.values():
        if isinstance(event, Payment):
            paid.update(event.paid)
            pots.update(event.pots)
            rests[event.difference] += event.rest
    assert {name: amount for name, amount in evening.balances.items() if amount} == {n: a for n, a in paid.items() if a}
    assert {n: a for n, a in evening.in_pots.items() if a} == {n: a for n, a in pots.items() if a}
    assert dict(evening.differences) == {n: a for n, a in rests.items() if a}
    assert sum(paid.values()) + sum(pots.values()) + sum(rests.values()) == 0
    assert len(evening.hands) == sum(isinstance(event, HandBooked) for event in now.values())
    sums_agree(evening)


def sums_agree(evening: EveningBooks) -> None:
    """The sheets of the tables, and the columns of the CSV, sum to what everybody has."""
    on_sheets, in_csv = Counter[str](), Counter[str]()
    for sheet in sheets_of(evening):
        for name, own in zip(sheet.head[3:], sheet.sums[3:], strict=True):
            on_sheets[name] += int(own)
    for row in csv.DictReader(sheet_csv(evening).splitlines()):
        in_csv.update({name: int(own or 0) for name, own in [*row.items()][BESIDE_AMOUNTS:]})
    pots = {f"pot {name}": amount for name, amount in evening.in_pots.items()}
    assert in_csv == {**evening.balances, **pots, **evening.differences}
    kept = {**evening.balances, **evening.in_pots}
    assert {name: own for name, own in on_sheets.items() if own} == {name: own for name, own in kept.items() if own}
