"""An evening or several as a table: to print, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..paper.blocks import Chapter, Grid, Page, Points
from ..paper.markup import html_page
from ..pictures.svg import Pictures
from ..spoken import ENGLISH
from ..tiles.names import Names
from .book_event import Payment, TableEvent
from .books import BookLine, EveningBooks
from .events import HandBooked, RulesetFrozen
from .player_counts import PlayerCounts, season_of
from .table_points import PlayerPoints
from .telling import heading_of, rules_of, told_line, worth_of

NOT_PAID = ""
"""In the place of an amount where a line has nothing to do with a player."""


class SheetWords(NamedTuple):
    """The words of a sheet in a language: its headings, and what says a line of the books."""

    language: str = ENGLISH
    standings: str = "Standings"
    player: str = "Player"
    total: str = "Total"
    number: str = "No."
    hand: str = "Hand"
    what: str = "What"
    together: str = "Together"
    table: str = "Table {name}"
    pot: str = "in the pot: {name}"
    others: str = "Comings and goings"
    odd: str = "To be looked at"
    comma: str = ", "
    told: Callable[[BookLine], str] = told_line
    told_odd: Callable[[str], str] = str
    told_round: Callable[[str], str] = str
    called_pot: Callable[[str], str] = str


ENGLISH_SHEET = SheetWords()
"""The words of a sheet in English."""


class SheetTable(NamedTuple):
    """A table of a sheet: its title, its head, its rows, and the sums at the end."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[str, ...] = ()


def signed(amount: int) -> str:
    """An amount with its sign."""
    return f"{amount:+}" if amount else "0"


def sheets_of(evening: EveningBooks, words: SheetWords = ENGLISH_SHEET) -> list[SheetTable]:
    """What happened, table by table: a row for each line, with what it brought to everybody, and the sums."""
    tables = dict.fromkeys(line.event.table for line in evening.lines if isinstance(line.event, TableEvent))
    return [_table_sheet(evening, table, words) for table in tables]


def _table_sheet(evening: EveningBooks, table: str, words: SheetWords) -> SheetTable:
    lines = [line for line in evening.lines if _belongs(line, table)]
    paid = [line.event for line in lines if isinstance(line.event, Payment)]
    players = list(dict.fromkeys(player for line in lines for player in _players(line)))
    pots = list(dict.fromkeys(pot for event in paid for pot in event.pots))
    rows = [
        (
            str(line.number),
            _place(line, words),
            words.told(line),
            *(_amount(line, player) for player in players),
            *(_amount(line, pot, pots=True) for pot in pots),
        )
        for line in lines
    ]
    live = [line.event for line in lines if line.live and isinstance(line.event, Payment)]
    sums = [signed(sum(event.paid.get(player, 0) for event in live)) for player in players]
    sums += [str(sum(event.pots.get(pot, 0) for event in live)) for pot in pots]
    head = (words.number, words.hand, words.what, *players, *map(words.called_pot, pots))
    return SheetTable(words.table.format(name=table), head, tuple(rows), ("", "", words.together, *sums))


def _belongs(line: BookLine, table: str) -> bool:
    """Whether a line is of a table, which comings and goings are not."""
    return isinstance(line.event, TableEvent) and line.event.table == table


def _players(line: BookLine) -> Iterable[str]:
    event = line.event
    named = event.seats.values() if isinstance(event, HandBooked) else getattr(event, "players", ())
    return (*named, *event.paid) if isinstance(event, Payment) else tuple(named)


def _place(line: BookLine, words: SheetWords) -> str:
    """Which hand it is: its number, and the wind of the round."""
    event = line.event
    return f"{event.number} {words.told_round(event.round)}".strip() if isinstance(event, HandBooked) else ""


def _amount(line: BookLine, name: str, *, pots: bool = False) -> str:
    event = line.event
    if not isinstance(event, Payment) or not line.live:
        return NOT_PAID
    amounts = event.pots if pots else event.paid
    return signed(amounts[name]) if name in amounts else NOT_PAID


def standing_rows(evening: EveningBooks, words: SheetWords = ENGLISH_SHEET) -> list[tuple[str, str]]:
    """Who has what, the best first; then what is in pots, and where differences went."""
    return [*((player, signed(amount)) for player, amount in evening.standings), *rows_beside([(evening, words)])]


def rows_beside(evenings: Iterable[tuple[EveningBooks, SheetWords]]) -> list[tuple[str, str]]:
    """What players of evenings have not got: what is in pots, and where differences went."""
    evenings = list(evenings)
    pots = _added(
        (words.pot.format(name=words.called_pot(pot)), amount)
        for evening, words in evenings
        for pot, amount in evening.in_pots.items()
    )
    differences = _added(each for evening, _ in evenings for each in evening.differences.items())
    rows = [(name, str(amount)) for name, amount in pots.items()]
    return rows + [(name, signed(rest)) for name, rest in differences.items()]


def _added(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Amounts of the same names together, those that come to nothing left out."""
    found = Counter[str]()
    for name, amount in amounts:
        found[name] += amount
    return {name: amount for name, amount in found.items() if amount}


def sheet_html(evening: EveningBooks, title: str = "", words: SheetWords = ENGLISH_SHEET) -> str:
    """The score sheet of an evening as a page of HTML, for A4 and Letter."""
    standings = Grid((words.player, words.total), tuple(standing_rows(evening, words)), (1,))
    parts = [Chapter(words.standings, (standings,))]
    for table in sheets_of(evening, words):
        amounts = tuple(range(3, len(table.head)))
        parts.append(Chapter(table.title, (Grid(table.head, (*table.rows, table.sums), amounts),)))
    others = [words.told(line) for line in evening.lines[1:] if not isinstance(line.event, TableEvent)]
    if others:
        parts.append(Chapter(words.others, (Points(tuple(others)),)))
    if evening.problems or evening.notes:
        parts.append(Chapter(words.odd, (Points((*map(words.told_odd, (*evening.problems, *evening.notes)),)),)))
    pictures = Pictures(Names({}, ()), shared=True)
    page = Page(heading_of(evening, words.comma), title, tuple(parts), words.language)
    return html_page(page, pictures, "sheet evening")


def sheet_csv(evening: EveningBooks) -> str:
    """The lines of an evening as CSV: a row for each, a column for each player, pot and difference."""
    players = list(evening.balances)
    pots, differences = list(evening.in_pots), list(evening.differences)
    head = ["line", "at", "table", "hand", "round", "what", "winner", "discarder", "worth", "live"]
    rows: list[Sequence[object]] = [[*head, *players, *(f"pot {pot}" for pot in pots), *differences]]
    for line in evening.lines:
        event = line.event
        hand = event if isinstance(event, HandBooked) else None
        own = [line.number, line.entry.at, getattr(event, "table", ""), hand.number if hand else ""]
        own += [hand.round if hand else "", told_line(line), "+".join(hand.winners) if hand else ""]
        own += [hand.discarder if hand else "", worth_of(hand) if hand else None, int(line.live)]
        paid = event if isinstance(event, Payment) and line.live else None
        own += [paid.paid.get(player, 0) if paid else "" for player in players]
        own += [paid.pots.get(pot, 0) if paid else "" for pot in pots]
        own += [paid.rest if paid and paid.difference == name else "" for name in differences]
        rows.append(own)
    return csv_text(rows)


def counts_csv(counts: Iterable[PlayerCounts]) -> str:
    """Standings with what is counted as CSV."""
    names = [name for name in PlayerCounts.__dataclass_fields__ if name != "best_rules"]
    return csv_text(
        [[*names, "best_rules"], *([*(getattr(own, n) for n in names), "; ".join(own.best_rules)] for own in counts)]
    )


def points_csv(points: Iterable[PlayerPoints]) -> str:
    """Table points as CSV."""
    names = [*PlayerPoints.__dataclass_fields__]
    return csv_text([names, *([getattr(own, name) for name in names] for own in points)])


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; a text that a spreadsheet would work out is made harmless."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") and cell[1:2] else cell


def standings_record(evenings: Iterable[EveningBooks], counts: Iterable[PlayerCounts]) -> dict[str, Any]:
    """Standings of several evenings as one JSON object; with pots and differences the totals sum to zero."""
    evenings = list(evenings)
    return {
        "evenings": _named(evenings),
        "players": [own.to_record() for own in counts],
        "pots": _added(each for own in evenings for each in own.in_pots.items()),
        "differences": _added(each for own in evenings for each in own.differences.items()),
    }


def points_record(evenings: Iterable[EveningBooks], points: Iterable[PlayerPoints]) -> dict[str, Any]:
    """The table points of several evenings as one JSON object."""
    return {"evenings": _named(evenings), "players": [own.to_record() for own in points]}


def _named(evenings: Iterable[EveningBooks]) -> list[dict[str, str]]:
    return [{"evening": own.id, "club": own.opened.club, "date": own.opened.date} for own in evenings]


def listed_evening(evening: EveningBooks, rulesets: Mapping[str, RulesetFrozen]) -> dict[str, Any]:
    """What tells an evening from others as one JSON object; `rulesets` are those of the books, by their hashes."""
    played = dict.fromkeys([evening.opened.ruleset, *evening.other_rulesets.values()])
    return {
        "evening": evening.id,
        "date": evening.opened.date,
        "club": evening.opened.club,
        "season": season_of(evening),
        "rulesets": [rulesets[own].name for own in played if own in rulesets],
        "hands": len(evening.hands),
    }


def evening_record(evening: EveningBooks) -> dict[str, Any]:
    """An evening as one JSON object: where everybody stands, and every line as it counts now."""
    opened = evening.opened
    return {
        "evening": evening.id,
        "club": opened.club,
        "date": opened.date,
        "season": opened.season,
        "ruleset": opened.ruleset,
        "players": dict(evening.players),
        "standings": [{"player": player, "total": total} for player, total in evening.standings],
        "pots": dict(evening.in_pots),
        "differences": dict(evening.differences),
        "tables": {
            name: {
                "seats": [*table.seated],
                "hands": table.hands,
                "closed": table.closed,
                "ruleset": evening.ruleset_at(name),
            }
            for name, table in evening.tables.items()
        },
        "lines": [
            {
                "line": line.number,
                "id": line.entry.id,
                "at": line.entry.at,
                "who": line.entry.who,
                "what": told_line(line),
                "live": line.live,
                "corrected": [entry.id for entry in line.corrections],
                **line.event.to_record(),
                **({"rules": [*rules_of(line.event)]} if isinstance(line.event, HandBooked) else {}),
            }
            for line in evening.lines
        ],
        "problems": [*evening.problems],
        "notes": [*evening.notes],
    }
