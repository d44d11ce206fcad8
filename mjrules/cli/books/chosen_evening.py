"""Which evening and which table is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ...errors import did_you_mean
from ...ledger import EveningBooks, Ledger
from ..arguments import UsageError
from . import word_faults

_SHORT: Final = 8
"""So much of an id is shown."""


def evening_named(ledger: Ledger, named: str | None) -> EveningBooks:
    """The evening of a date or an id, or of the beginning of one; the last one where nothing is named.

    Raises UsageError.
    """
    latest = ledger.latest()
    if latest is None:
        raise UsageError("the books have no evening yet: mjrules evening new PLAYER ... --ruleset ID")
    if named is None:
        return latest
    evenings = ledger.evenings()
    found = [own for own in evenings if named and (own.opened.date == named or own.id.startswith(named))]
    if len(found) == 1:
        return found[0]
    if found:
        ids = short_ids(evenings)
        known = ", ".join(f"{ids[evening.id]} ({evening.opened.club})" for evening in found)
        raise UsageError(f'several evenings are "{named[:40]}": name one by its id: {known}')
    dates = [evening.opened.date for evening in evenings]
    near = did_you_mean(named, dict.fromkeys(dates))
    raise UsageError(word_faults.NO_SUCH_EVENING(named=named[:40], near=near))


def short_ids(evenings: Sequence[EveningBooks]) -> Mapping[str, str]:
    """The beginning of the id of each evening by which it is named; the whole id where others begin alike."""
    begun = Counter(evening.id[:_SHORT] for evening in evenings)
    return {own.id: own.id if begun[own.id[:_SHORT]] > 1 else own.id[:_SHORT] for own in evenings}


def table_named(evening: EveningBooks, named: str | None) -> str:
    """The table of a name, or the only one. Raises UsageError."""
    if named is not None or len(evening.tables) == 1:
        return named if named is not None else next(iter(evening.tables))
    if not evening.tables:
        raise UsageError("no table is made up yet: mjrules evening add table NAME PLAYER ...")
    raise UsageError(f"which table? Say --table {', --table '.join(evening.tables)}")
