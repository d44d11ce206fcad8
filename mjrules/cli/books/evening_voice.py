"""Says what is in the books of an evening: in English as they have it, else as its rulesets call things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from ...errors import HandError, MjrulesError
from ...ledger import BookEvent, BookLine, EveningBooks, Ledger
from ...ledger.frozen_rulesets import thawed_ruleset
from ...ledger.sheet import ENGLISH_SHEET, SheetWords
from ...ledger.telling import AS_WRITTEN, Called, told_event, told_line
from ...ruleset.ruleset import Ruleset
from ...spoken import ENGLISH, Sentence
from .word_faults import NOT_KEPT

if TYPE_CHECKING:
    from ...shown.evening import ToldEvening

TO_BE_LOOKED_AT: Final = Sentence("To be looked at: {note}.", "待查：{note}。")


@dataclass(frozen=True)
class BooksVoice:
    """Says what is in the books in a language; `told` gives what says an evening in another one than English."""

    ledger: Ledger
    language: str = ENGLISH

    def __call__(self, text: str) -> str:
        """A text of the engine in this language, as far as it can be said without a ruleset."""
        if self.language == ENGLISH:
            return text
        from ...teller import in_language  # only for those who read another language

        return in_language(text, self.language)

    def of(self, evening: EveningBooks) -> EveningVoice:
        """What says what is in the books of an evening."""
        return EveningVoice(self, evening)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Within it, the refusal of a hand is said in this language where it is known there."""
        try:
            yield
        except HandError as error:
            error.message = self(error.message)
            raise


@dataclass(frozen=True)
class EveningVoice:
    """Says what is in the books of one evening."""

    books: BooksVoice
    evening: EveningBooks

    def __call__(self, text: str) -> str:
        """A text of the engine in this language, as far as it can be said without a ruleset."""
        return self.books(text)

    @cached_property
    def called(self) -> ToldEvening:
        """What says it as the rulesets call things."""
        from ...shown.evening import ToldEvening  # only where something has a name of its own
        from ...shown.speech import Speech

        return ToldEvening(self.evening, Speech(self.books.language), self._ruleset_of, self._kept_title)

    @property
    def told(self) -> ToldEvening | None:
        """What says it in another language; None for English, in which the books have all but what pots are called."""
        return None if self.books.language == ENGLISH else self.called

    def at_table(self, table: str | None, text: str) -> str:
        """A text of the engine about what is played at a table."""
        tell = None if self.told is None else self.told.teller(table or "")
        return self(text) if tell is None else tell(text)

    def odd(self, text: str) -> str:
        """What is odd in the books."""
        return text if self.told is None else self.told.odd(text)

    @property
    def words(self) -> SheetWords:
        """The words of the score sheet."""
        if self.told is not None:
            return self.told.sheet_words()
        return ENGLISH_SHEET._replace(
            called_pot=self._pot, told=lambda line: told_line(line, self._as_written(line.event))
        )

    def line(self, line: BookLine) -> str:
        """A line, and what became of it."""
        return self.words.told(line)

    def event(self, event: BookEvent) -> str:
        """What happened."""
        return told_event(event, self._as_written(event)) if self.told is None else self.told.event(event)

    def _as_written(self, event: BookEvent) -> Called:
        """As the books have it, but for pots and faults, of which they have the ids."""
        table = getattr(event, "table", "")
        return AS_WRITTEN._replace(pot=partial(self._pot, table=table), fault=partial(self._fault, table=table))

    def _pot(self, pot: str, table: str = "") -> str:
        """What a pot is called by the rules of the evening, or of a table of it."""
        return self.called.pot(pot, table)

    def _fault(self, method: str, table: str = "") -> str:
        """What a fault is called that settled a win, by the rules of the evening, or of a table of it."""
        return self.called.fault(method, table)

    def rulesets(self) -> Iterator[str]:
        """By which ruleset the evening is played, and by which others some of its tables."""
        if self.told is not None:
            yield from self.told.titles()
            return
        yield from filter(None, [self._as_kept(self.evening.opened.ruleset)])
        for table, other in self.evening.other_rulesets.items():
            yield f"Table {table}: {self._as_kept(other)}"

    def _as_kept(self, wanted: str) -> str:
        """The ruleset of a hash as the books have it; empty where they have not."""
        frozen = self.books.ledger.rulesets().get(wanted)
        if frozen is None:
            return ""
        chosen = [f"{name}={value}" for name, value in frozen.options.items()]
        return f"{frozen.title} ({', '.join([frozen.name, *chosen])}, hash {frozen.hash[:12]})"

    def _ruleset_of(self, evening: EveningBooks, table: str) -> Ruleset:
        """The ruleset of a table as it was kept. Raises MjrulesError."""
        frozen = self.books.ledger.rulesets().get(evening.ruleset_at(table))
        if frozen is None:
            raise MjrulesError(NOT_KEPT)
        return thawed_ruleset(frozen)

    def _kept_title(self, evening: EveningBooks, table: str) -> str:
        """The title of the ruleset of a table as the books have it; empty for none."""
        frozen = self.books.ledger.rulesets().get(evening.ruleset_at(table))
        return "" if frozen is None else frozen.title
