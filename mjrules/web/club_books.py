"""The books of the site's club: its evenings, and the rulesets that they are played by."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from threading import Lock
from typing import Final

from ..errors import RulesetError
from ..ledger import BookEvent, EveningBooks, Ledger, LedgerError
from ..ledger.desk import Desk
from ..ledger.frozen_rulesets import check_same, frozen_ruleset, thawed_ruleset
from ..ruleset.ruleset import Ruleset
from . import booking_faults as faults
from .requests import FormFields

TABLE: Final = "1"
"""The name of an evening's first table."""
_KEPT: Final = 16
_OF_NO_MATTER: Final = ("token", "lang", "into")
"""Fields of a form that say nothing of what is written down."""


class StaleFormError(LedgerError):
    """A form that was made before something else was written down."""


class ClubBooks:
    """The books in a file, or in a database, opened when they are first asked for. Threads may share them."""

    def __init__(self, where: str | Path) -> None:
        self.where = where
        self._ledger: Ledger | None = None
        self._thawed: dict[str, Ruleset] = {}
        self._unusable: dict[str, RulesetError] = {}
        """Why rulesets of the books cannot be used, such as one whose plugin is gone; they are not tried again."""
        self._lock = Lock()

    @property
    def ledger(self) -> Ledger:
        """The books. Raises LedgerError where they cannot be used."""
        with self._lock:
            if self._ledger is None:
                if isinstance(self.where, Path):
                    self.where.parent.mkdir(parents=True, exist_ok=True)
                self._ledger = Ledger.open(self.where)
            return self._ledger

    def close(self) -> None:
        """Let go of them."""
        with self._lock:
            if self._ledger is not None:
                self._ledger.close()
                self._ledger = None

    def keep(self, ruleset: Ruleset) -> str:
        """Keep a ruleset with its text, once; gives back its hash."""
        if ruleset.hash not in self.ledger.rulesets():
            frozen = frozen_ruleset(ruleset)
            self.ledger.append(frozen, id=f"ruleset-{frozen.hash[:32]}")
        return ruleset.hash

    def ruleset_of(self, evening: EveningBooks, table: str = "") -> Ruleset:
        """The ruleset by which an evening, or a table of it, is played, as it was kept. Raises MjrulesError."""
        return self.kept_ruleset(evening.ruleset_at(table))

    def kept_ruleset(self, kept: str) -> Ruleset:
        """The ruleset of a hash, as it was kept. Raises MjrulesError."""
        with self._lock:
            found = self._thawed.pop(kept, None)
        if found is None:
            found = self._thaw(kept)
        with self._lock:
            self._thawed[kept] = found
            if len(self._thawed) > _KEPT:
                del self._thawed[next(iter(self._thawed))]
        return found

    def _thaw(self, kept: str) -> Ruleset:
        if kept in self._unusable:
            raise self._unusable[kept].with_traceback(None)
        frozen = self.ledger.rulesets().get(kept)
        if frozen is None:
            raise LedgerError(faults.RULESET_GONE())
        try:
            return thawed_ruleset(frozen)
        except RulesetError as error:
            self._unusable[kept] = error
            raise

    def kept_title(self, evening: EveningBooks, table: str = "") -> str:
        """The title of the ruleset of an evening, or of a table of it, as the books have it; empty for none."""
        frozen = self.ledger.rulesets().get(evening.ruleset_at(table))
        return "" if frozen is None else frozen.title

    def desk(self, evening: EveningBooks, table: str, line: int | None = None) -> Desk:
        """The desk at a table of an evening, as it stood before a line that is to be corrected.

        Raises MjrulesError, also where its ruleset is read otherwise now than it was kept.
        """
        ruleset = self.ruleset_of(evening, table)
        check_same(ruleset, self.ledger.rulesets()[evening.ruleset_at(table)])
        return Desk(evening, ruleset, table, line)

    def is_there(self, id: str) -> bool:
        """Whether something was written down under an id."""
        return self.ledger.find(id) is not None

    def write(self, id: str, event: BookEvent) -> None:
        """Write an event down, once. Raises LedgerError."""
        self.ledger.append(event, id=id)


def form_id(fields: FormFields) -> str:
    """The id of what a form writes: the same for forms that say the same at the same stand of the evening.

    So whatever is sent twice, from one phone or from two, is written down once.
    """
    said = sorted((name, value.strip()) for name, value in fields.pairs if name not in _OF_NO_MATTER)
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]
