"""Which evening and which table is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ...errors import did_you_mean
from ...ledger import EveningBooks, Ledger
from ...spoken import Sentence
from ..arguments import UsageError
from . import word_faults

_BOOKS_HAVE_NO = Sentence(
    "the books have no evening yet: mjrules evening new PLAYER ... --ruleset ID",
    "账本里还没有牌局：“mjrules evening new PLAYER ... --ruleset ID”",
)()
_SEVERAL_EVENINGS_NAME = Sentence(
    'several evenings are "{named}": name one by its id: {known}', "有几个晚上是“{named}”：请写编号：“{known:written}”"
)
_NO_TABLE_MADE = Sentence(
    "no table is made up yet: mjrules evening add table NAME PLAYER ...",
    "还没有开桌：“mjrules evening add table NAME PLAYER ...”",
)()
_WHICH_TABLE_SAY = Sentence("which table? Say --table {tables}", "哪一桌？请写“--table {tables}”")

_SHORT: Final = 8
"""So much of an id is shown."""


def evening_named(ledger: Ledger, named: str | None) -> EveningBooks:
    """The evening of a date or an id, or of the beginning of one; the last one where nothing is named.

    Raises UsageError.
    """
    latest = ledger.latest()
    if latest is None:
        raise UsageError(_BOOKS_HAVE_NO)
    if named is None:
        return latest
    evenings = ledger.evenings()
    found = [own for own in evenings if named and (own.opened.date == named or own.id.startswith(named))]
    if len(found) == 1:
        return found[0]
    if found:
        ids = short_ids(evenings)
        known = ", ".join(f"{ids[evening.id]} ({evening.opened.club})" for evening in found)
        raise UsageError(_SEVERAL_EVENINGS_NAME(named=named[:40], known=known))
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
        raise UsageError(_NO_TABLE_MADE)
    raise UsageError(_WHICH_TABLE_SAY(tables=", --table ".join(evening.tables)))
