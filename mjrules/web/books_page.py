"""What a club takes out of its books: standings of a season, score sheets to print, files for other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..ledger import EveningBooks, LedgerError
from ..ledger.lines import book_lines
from ..ledger.player_counts import chosen_evenings, notes_of_standings, player_counts, season_of
from ..ledger.sheet import (
    ENGLISH_SHEET,
    counts_csv,
    evening_record,
    points_csv,
    points_record,
    sheet_csv,
    sheet_html,
    standings_record,
)
from ..ledger.table_points import PlayerPoints, table_points
from ..shown.evening import rules_called
from ..spoken import ENGLISH
from .book_lines import told_at
from .requests import Reply, printed_page
from .site import Visit

FILE_KINDS: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
"""The kinds of files by what stands in the address."""
_RULESETS_TOLD: Final = 20
"""Of how many evenings, the last ones, the rules are called by their names in another language."""
MOST_EXPORTED: Final = 20_000
"""How many events of the books the page gives out at once."""


def standings_page(own: Visit) -> Reply:
    """The standings of a season, of a club, or of all evenings, with what is counted of every player."""
    evenings = own.site.books.ledger.evenings()
    chosen = _chosen(own, evenings)
    places, points, fault = own.asked.fields.get("places"), list[PlayerPoints](), ""
    try:
        points = table_points(chosen, places) if places else []
    except LedgerError as error:
        fault = str(error)
    seasons, clubs = ({of(one) for one in evenings} for of in (season_of, lambda one: one.opened.club))
    return own.page(
        "standings.html",
        counts=player_counts(chosen),
        places=places,
        points=points,
        fault=fault,
        evenings=[(one.id, one.opened.club, one.opened.date) for one in reversed(chosen)],
        seasons=sorted(seasons, reverse=True),
        clubs=sorted(clubs),
        season=own.asked.fields.get("season"),
        club=own.asked.fields.get("club"),
        rule_called=_rules_called(own, chosen),
        notes=notes_of_standings(chosen, evenings),
    )


def _rules_called(own: Visit, evenings: Sequence[EveningBooks]) -> Callable[[str], str]:
    """What calls rules that the books name in English in the language of the page, by the rulesets of the evenings."""
    if own.say.language == ENGLISH:
        return str
    played = {one.opened.ruleset: one for one in evenings[-_RULESETS_TOLD:]}
    return rules_called(told_at(own, evening).teller() for evening in played.values())


def _chosen(own: Visit, evenings: Sequence[EveningBooks]) -> list[EveningBooks]:
    return chosen_evenings(evenings, own.asked.fields.get("club"), own.asked.fields.get("season"))


def sheet_page(own: Visit) -> Reply:
    """The score sheet of an evening, to print. Raises LedgerError."""
    evening = own.site.books.ledger.evening(own.asked.fields.get("id"))
    told = told_at(own, evening)
    words = ENGLISH_SHEET if own.say.language == ENGLISH else told.sheet_words()
    return printed_page(sheet_html(evening, own.say("semicolon").join(told.titles()), words), own.cookies())


def export_file(own: Visit) -> Reply:
    """An evening, or the standings of several, as CSV or JSON; without either the whole books as JSON lines.

    Raises MjrulesError.
    """
    fields, ledger = own.asked.fields, own.site.books.ledger
    kind, id = fields.get("as"), fields.get("id")
    if kind == "lines":
        return _file("".join(_all_lines(own)), "books.jsonl", "application/x-ndjson")
    if kind not in FILE_KINDS:
        raise LedgerError(f"expected as=csv, as=json or as=lines, got {kind[:20]}")
    if id:
        evening = ledger.evening(id)
        text = sheet_csv(evening) if kind == "csv" else _json(evening_record(evening))
        return _file(text, f"{evening.opened.club}-{evening.opened.date}.{kind}", FILE_KINDS[kind])
    chosen = _chosen(own, ledger.evenings())
    text = _standings_text(chosen, kind, fields.get("places"))
    named = "-".join(filter(None, (fields.get("club"), fields.get("season")))) or "standings"
    return _file(text, f"{named}.{kind}", FILE_KINDS[kind])


def _standings_text(chosen: Sequence[EveningBooks], kind: str, places: str) -> str:
    """The standings of some evenings; by table points, where it is said what places are worth. Raises LedgerError."""
    if places:
        points = table_points(chosen, places)
        return points_csv(points) if kind == "csv" else _json(points_record(chosen, points))
    counts = player_counts(chosen)
    return counts_csv(counts) if kind == "csv" else _json(standings_record(chosen, counts))


def _all_lines(own: Visit) -> list[str]:
    entries = own.site.books.ledger.entries()
    if len(entries) > MOST_EXPORTED:
        raise LedgerError(f"the books have more than {MOST_EXPORTED} events: take `mjrules evening export`")
    return list(book_lines(entries))


def _json(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _file(text: str, name: str, kind: str) -> Reply:
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[:80]
    return Reply(text, kind=kind, headers={"Content-Disposition": f'attachment; filename="{plain}"'})
