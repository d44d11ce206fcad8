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
from ...spoken import Sentence
from ..arguments import UsageError
from . import word_faults
from .chosen_evening import table_named

_OPEN_NEW_EVENING = Sentence(
    "open a new evening, make up a table by other rules (table NAME PLAYER ... --ruleset ID), "
    "or enter amounts (pay NAME=N ...)",
    "请另开一个晚上，或按别的规则另开一桌（“table NAME PLAYER ... --ruleset ID”），或直接记收支（“pay NAME=N ...”）",
)()
_RULESET_EVENING_NOT = Sentence(
    "the ruleset of this evening is not in the books: enter amounts (pay NAME=N ...)",
    "账本里没有这一晚的规则：请直接记收支（“pay NAME=N ...”）",
)()
_PLAYER_TWICE = Sentence("{name}: {player} is said twice", "“{name}”：{player} 写了两次")
_EXPECTED_WHOLE_NUMBER = Sentence(
    '{name}="{text}": expected a whole number such as +30 or -10', '“{name}="{text}"”：应为整数，如“+30”或“-10”'
)

_BELOW = Sentence("{error}\n{instead}", "{error}\n{instead}")
_BEHIND = Sentence("{error}: {instead}", "{error}：{instead}")
WINS_WORD: Final = "wins"
"""What follows the name of a winner."""
ALSO_WORD: Final = "also"
"""What stands between the winners of one hand."""
FROM_WORD: Final = "from"
"""What stands before who pays: who discarded, or gives."""


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
            raise UsageError(_RULESET_EVENING_NOT)
        try:
            ruleset = thawed_ruleset(frozen)
            check_same(ruleset, frozen)
        except RulesetError as error:
            raise UsageError(_BELOW(error=str(error), instead=_OPEN_NEW_EVENING)) from None
        except ReadOtherwiseError as error:
            raise UsageError(_BEHIND(error=str(error), instead=_OPEN_NEW_EVENING)) from None
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
                raise UsageError(_PLAYER_TWICE(name=name, player=player))
        return found


def words_apart(words: Sequence[str], known: Collection[str]) -> WordsApart:
    """Words, taken apart. Raises UsageError for what is said twice."""
    bare, values = [], dict[str, str]()
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in known:
            bare.append(word)
        elif name in values:
            raise UsageError(word_faults.SAID_TWICE(name=name))
        else:
            values[name] = value
    return WordsApart(bare, values)


def amount_said(name: str, text: str) -> int:
    """A whole number. Raises UsageError, and LedgerError where no book has room for it."""
    found = amount_in(text, name)
    if found is None:
        raise UsageError(_EXPECTED_WHOLE_NUMBER(name=name, text=text[:40]))
    return found


def nothing_left(words: Sequence[str]) -> None:
    """Refuse words that mean nothing. Raises UsageError."""
    if words:
        raise UsageError(word_faults.NOT_UNDERSTOOD(word=words[0][:40], near=""))
