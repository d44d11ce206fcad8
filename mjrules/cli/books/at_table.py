"""At which table something happened, and the words that say what, taken apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from ...errors import RulesetError
from ...ledger import BookLine, EveningBooks, Ledger
from ...ledger.checks import amount_in
from ...ledger.desk import Desk
from ...ledger.frozen_rulesets import ReadOtherwiseError, check_same, thawed_ruleset
from ...ruleset.ruleset import Ruleset
from ..arguments import UsageError
from . import word_faults
from .chosen_evening import table_named

WINS_WORD: Final = "wins"
"""What follows the name of a winner."""
ALSO_WORD: Final = "also"
"""What stands between the winners of one hand."""
FROM_WORD: Final = "from"
"""What stands before who pays: who discarded, or gives."""
_INSTEAD: Final = (
    "open a new evening, make up a table by other rules (table NAME PLAYER ... --ruleset ID), "
    "or enter amounts (pay NAME=N ...)"
)
"""What to do where the ruleset of a table is not what it was."""


class AtTable(NamedTuple):
    """Where it happens: the evening, the table if it was named, the line that is to be corrected, and the ruleset that
    was chosen for a new table."""

    ledger: Ledger
    evening: EveningBooks
    named: str | None = None
    note: str = ""
    difference: str = ""
    line: BookLine | None = None
    chosen: Ruleset | None = None

    @property
    def table(self) -> str:
        """The table. Raises UsageError."""
        return table_named(self.evening, self.named)

    def ruleset(self) -> Ruleset:
        """The ruleset of the table, as `ruleset_of` gives it. Raises MjrulesError."""
        return self.ruleset_of(self.evening.ruleset_at(self.table))

    def ruleset_of(self, wanted: str) -> Ruleset:
        """The ruleset of a hash, as it was frozen, or as it is now where it can still be the same.

        Raises MjrulesError.
        """
        frozen = self.ledger.rulesets().get(wanted)
        if frozen is None:
            raise UsageError("the ruleset of this evening is not in the books: enter amounts (pay NAME=N ...)")
        try:
            ruleset = thawed_ruleset(frozen)
            check_same(ruleset, frozen)
        except RulesetError as error:
            raise UsageError(f"{error}\n{_INSTEAD}") from None
        except ReadOtherwiseError as error:
            raise UsageError(f"{error}: {_INSTEAD}") from None
        return ruleset

    def desk(self) -> Desk:
        """The desk of the table. Raises LedgerError."""
        return Desk(self.evening, self.ruleset(), self.table, None if self.line is None else self.line.number)

    def seats(self) -> Mapping[str, str]:
        """Who sits where; empty where nobody does."""
        table = self.evening.tables.get(self.named or next(iter(self.evening.tables), ""))
        if table is None:
            return {}
        return self.desk().seats if len(table.seated) in (2, 3, 4) else {}


class WordsApart(NamedTuple):
    """Words, taken apart: those that stand alone, and values by what they are of."""

    bare: list[str]
    values: dict[str, str]

    def take(self, name: str) -> str:
        """The value of a name, which is then done with; empty where there is none."""
        return self.values.pop(name, "")

    def names(self, name: str) -> tuple[str, ...]:
        """The names in a value, which is then done with. Raises UsageError where one comes twice."""
        found = tuple(part.strip() for part in self.take(name).split(",") if part.strip())
        for player in found:
            if found.count(player) > 1:
                raise UsageError(f"{name}: {player} is said twice")
        return found


def words_apart(words: Sequence[str], known: Collection[str]) -> WordsApart:
    """Words, taken apart. Raises UsageError for what is said twice."""
    bare, values = [], dict[str, str]()
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in known:
            bare.append(word)
        elif name in values:
            raise UsageError(f"{name} is said twice")
        else:
            values[name] = value
    return WordsApart(bare, values)


def amount_said(name: str, text: str) -> int:
    """A whole number. Raises UsageError, and LedgerError where no book has room for it."""
    found = amount_in(text, name)
    if found is None:
        raise UsageError(f'{name}="{text[:40]}": expected a whole number such as +30 or -10')
    return found


def nothing_left(words: Sequence[str]) -> None:
    """Refuse words that mean nothing. Raises UsageError."""
    if words:
        raise UsageError(word_faults.NOT_UNDERSTOOD(word=words[0][:40], near=""))
