"""What the books say: an evening, standings, score sheets, hands that are scored again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache

from ..errors import did_you_mean
from ..ledger import EveningBooks, Ledger
from ..ledger.book_event import TableEvent
from ..ledger.player_counts import PlayerCounts, chosen_evenings, notes_of_standings, player_counts, season_of
from ..ledger.score_again import ruleset_today, score_again
from ..ledger.sheet import (
    counts_csv,
    csv_text,
    evening_record,
    listed_evening,
    sheet_csv,
    sheet_html,
    sheets_of,
    signed,
    standing_rows,
    standings_record,
)
from ..ledger.telling import heading_of, told_line
from ..ruleset.ruleset import Ruleset
from ..text_tables import COLUMNS, columns, folded
from .book_files import write_over
from .chosen_evening import evening_named, short_ids
from .common import UsageError, print_json

_LONGEST = 9
"""How many letters of a name stand above a column."""


def show_books(ledger: Ledger, args: argparse.Namespace) -> int:
    """Show an evening, or the standings of several. Raises UsageError."""
    if args.json and args.csv:
        raise UsageError("--json and --csv: one of them")
    several = {"--season": args.season, "--club": args.club, "--all": args.all or None, "--list": args.list or None}
    if all(value is None for value in several.values()):
        return _show_evening(ledger, evening_named(ledger, args.evening), args)
    if args.evening is not None:
        option = next(option for option, value in several.items() if value is not None)
        raise UsageError(f"--evening: expected no {option} beside it, which takes several evenings")
    every = ledger.evenings()
    evenings = chosen_evenings(every, args.club or "", args.season or "")
    if not evenings or "" in several.values():
        near = _near_names(every, args)
        raise UsageError(f"there is no such evening{near}: `mjrules evening show --all` has all clubs and seasons")
    if args.list:
        return _show_list(ledger, evenings, args)
    counts = player_counts(evenings)
    if args.json:
        print_json(standings_record(evenings, counts))
    elif args.csv:
        print(counts_csv(counts), end="")
    else:
        print("\n\n".join(_standings(evenings, counts)))
        for note in notes_of_standings(evenings, every):
            print(folded(f"To be looked at: {note}.", 4))
    return 0


def _near_names(evenings: list[EveningBooks], args: argparse.Namespace) -> str:
    """The clubs, or else the seasons, that may be meant where none is called so."""
    clubs, seasons = {own.opened.club for own in evenings}, {*map(season_of, evenings)}
    for said, known in ((args.club, clubs), (args.season, seasons)):
        if said and said not in known:
            return did_you_mean(said, sorted(known))
    return ""


def _show_list(ledger: Ledger, evenings: list[EveningBooks], args: argparse.Namespace) -> int:
    """Which evenings there are, with the ids by which each is named."""
    known = ledger.rulesets()
    records = [listed_evening(evening, known) for evening in evenings]
    if args.json:
        print_json(records)
    elif args.csv:
        rows = [[*record.values()] for record in [{**own, "rulesets": "; ".join(own["rulesets"])} for own in records]]
        print(csv_text([[*records[0]], *rows]), end="")
    else:
        ids = short_ids(ledger.evenings())
        rows = [
            [own["date"], own["club"], ", ".join(own["rulesets"]), str(own["hands"]), ids[own["evening"]]]
            for own in records
        ]
        print(columns([["Date", "Club", "Ruleset", "Hands", "Id"], *rows], right=[3], indent=""))
    return 0


def _show_evening(ledger: Ledger, evening: EveningBooks, args: argparse.Namespace) -> int:
    if args.json:
        print_json(evening_record(evening))
    elif args.csv:
        print(sheet_csv(evening), end="")
    else:
        print(evening_text(evening, _ruleset_told(ledger, evening)))
    return 0


def _ruleset_told(ledger: Ledger, evening: EveningBooks) -> str:
    """By which ruleset an evening is played, and by which others some of its tables."""
    told = [_one_told(ledger, evening.opened.ruleset)]
    told += [f"Table {table}: {_one_told(ledger, other)}" for table, other in evening.other_rulesets.items()]
    return "\n".join(filter(None, told))


def _one_told(ledger: Ledger, wanted: str) -> str:
    frozen = ledger.rulesets().get(wanted)
    if frozen is None:
        return ""
    chosen = [f"{name}={value}" for name, value in frozen.options.items()]
    return f"{frozen.title} ({', '.join([frozen.name, *chosen])}, hash {frozen.hash[:12]})"


def evening_text(evening: EveningBooks, ruleset: str = "") -> str:
    """An evening as people read it: table by table, comings and goings, and the standings."""
    return "\n\n".join(_parts(evening, ruleset))


def _parts(evening: EveningBooks, ruleset: str) -> Iterator[str]:
    yield "\n".join(folded(line, 4) for line in [heading_of(evening), *ruleset.splitlines()])
    for sheet in sheets_of(evening):
        rows = [sheet.head, *sheet.rows, sheet.sums]
        moved = [[*row[:2], *(_short(cell) for cell in row[3:]), row[2]] for row in rows]
        amounts = [0, *range(2, len(sheet.head) - 1)]
        yield f"{sheet.title}\n{columns(moved, right=amounts, most=COLUMNS)}"
    others = [line for line in evening.lines[1:] if not isinstance(line.event, TableEvent)]
    if others:
        yield columns([[str(line.number), told_line(line)] for line in others], right=[0], most=COLUMNS)
    yield f"Standings\n{columns([[*row] for row in standing_rows(evening)], right=[1])}"
    if evening.problems or evening.notes:
        yield "\n".join(folded(f"To be looked at: {problem}.", 4) for problem in (*evening.problems, *evening.notes))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _standings(evenings: list[EveningBooks], counts: list[PlayerCounts]) -> Iterator[str]:
    dates = [evening.opened.date for evening in evenings]
    clubs = dict.fromkeys(evening.opened.club for evening in evenings)
    number = "1 evening" if len(dates) == 1 else f"{len(dates)} evenings"
    yield folded(f"{', '.join(clubs)}: {number}, {dates[0]} to {dates[-1]}", 4)
    head = ["", "Total", "Evenings", "Hands", "Won", "Drawn", "Gave", "Penalties", "Best"]
    numbers = [(o.evenings, o.hands, o.wins, o.drawn, o.discards, o.penalties, o.best or "") for o in counts]
    rows = [[own.player, signed(own.total), *map(str, counted)] for own, counted in zip(counts, numbers, strict=True)]
    yield columns([head, *rows], right=range(1, 9))
    best = [own for own in counts if own.best_rules]
    if best:
        yield "\n".join(folded(f"{own.player}'s best hand: {own.best}, {', '.join(own.best_rules)}", 4) for own in best)


def print_sheet(ledger: Ledger, args: argparse.Namespace) -> int:
    """Print the score sheet of an evening. Raises UsageError, and OSError."""
    evening = evening_named(ledger, args.evening)
    ruleset = _ruleset_told(ledger, evening)
    if args.out is None:
        print(evening_text(evening, ruleset))
        return 0
    write_over(args.out, [sheet_html(evening, ruleset.replace("\n", "; "))])
    print(args.out)
    return 0


def score_hands_again(ledger: Ledger, args: argparse.Namespace) -> int:
    """Score the hands of an evening again, and name what comes out otherwise; then the status is 1."""
    evening = evening_named(ledger, args.evening)
    known = ledger.rulesets()

    @cache
    def ruleset_at(table: str) -> Ruleset:
        frozen = known.get(evening.ruleset_at(table))
        if frozen is None:
            raise UsageError("the ruleset of this evening is not in the books")
        return ruleset_today(frozen)

    found = list(score_again(evening, ruleset_at))
    for again in found:
        if not again.same:
            print(folded(f"{again.line.number}. {told_line(again.line)}: {again.differs}", 4))
        if again.versions:
            print(folded(f"{again.line.number}. {again.versions}", 4))
    differ = sum(not again.same for again in found)
    print(f"{len(found)} scored again, {differ} otherwise. The books stay as they are.")
    return 1 if differ else 0
