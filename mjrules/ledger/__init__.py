"""A club's books: what happens on its evenings is written down as events, none of which is ever changed.

    with Ledger.open("club.db") as ledger:                   # SQLite; made where there is none
        opened = ledger.append(EveningOpened(club="Tuesday", date="2026-11-24", players=("Ann", "Bo", "Cy", "Di")))
        ledger.append(TableOpened(evening=opened.id, table="1", players=("Ann", "Bo", "Cy", "Di")), id=FORM_ID)
        evening = ledger.evening(opened.id)                  # EveningBooks: folded, a frozen value
        evening.standings, evening.tables["1"].seated, evening.lines, evening.problems

`append(event, id=..., who=...)` gives the `Entry`. The writer makes the id, and the same id with the same event is
written down once, however often it is sent; with another event it is refused. What does not fit (no such table, a hand
number that is taken) is a LedgerError. `Corrected(evening=..., corrects=ID, instead=EVENT)` and `Undone(evening=...,
undoes=ID)` are events too. `EveningBooks.lines` are what was written down, numbered, each as it counts now.

What is said at a table (`desk.HandSaid`) becomes an event by `desk.Desk`, under a ruleset that `frozen` keeps in the
books. `ledger.find(ID)` says whether something was sent before, so that it need not be worked out again.

Entries are ordered by their `clock` and then by their id: a writer's clock is behind everything that it knows, so this
order is the same in every copy. `join(entries)` writes down what another copy has: two copies that have each other's
entries are the same. An event is a frozen dataclass (`events`), an entry is one JSON object (`to_record`).
"""

from __future__ import annotations

from .book_event import BookEvent, Payment
from .books import BookLine, EveningBooks, TableBooks
from .checks import LedgerError
from .entry import Entry, new_id
from .events import (
    BonusBooked,
    Corrected,
    EveningOpened,
    GameFinished,
    HandBooked,
    PaymentBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    RulesetFrozen,
    SeatsChanged,
    TableClosed,
    TableOpened,
    TableTurn,
    Undone,
)
from .ledger import Ledger

__all__ = [
    "BonusBooked",
    "BookEvent",
    "BookLine",
    "Corrected",
    "Entry",
    "EveningBooks",
    "EveningOpened",
    "GameFinished",
    "HandBooked",
    "Ledger",
    "LedgerError",
    "Payment",
    "PaymentBooked",
    "PenaltyBooked",
    "PlayerArrived",
    "PlayerLeft",
    "PotSwitchedAt",
    "RulesetFrozen",
    "SeatsChanged",
    "TableBooks",
    "TableClosed",
    "TableOpened",
    "TableTurn",
    "Undone",
    "new_id",
]
