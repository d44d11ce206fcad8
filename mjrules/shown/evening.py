"""What is in the books of an evening, line by line, in the language of a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..errors import MjrulesError
from ..ledger import BonusBooked, BookEvent, BookLine, EveningBooks, PenaltyBooked
from ..ledger.desk import fault_of_method
from ..ledger.sheet import SheetWords
from ..ledger.telling import Called, told_event, told_line
from ..ruleset.options.options import option_in_words
from ..ruleset.ruleset import Ruleset
from ..teller import RulesetTeller, teller_of
from .speech import Speech


@dataclass(frozen=True)
class ToldEvening:
    """Says what is in the books of an evening, in the language of `say`.

    `ruleset_of` gives the rules of the evening, or of a table of it, and raises MjrulesError where these cannot be used
    any more; `kept_title` is their title as the books have it.
    """

    evening: EveningBooks
    say: Speech
    ruleset_of: Callable[[EveningBooks, str], Ruleset]
    kept_title: Callable[[EveningBooks, str], str]

    def teller(self, table: str = "") -> RulesetTeller | None:
        """What tells of the rules of the evening, or of a table of it; None where these cannot be used any more."""
        try:
            return teller_of(self.ruleset_of(self.evening, table), self.say.language)
        except MjrulesError:
            return None

    def title(self, table: str = "") -> str:
        """The title of these rules, with the chosen options; as the books have it, where they cannot be used."""
        tell = self.teller(table)
        return self.kept_title(self.evening, table) if tell is None else tell.game_with_options

    def titles(self) -> Iterator[str]:
        """The title of the rules of the evening, then those of tables that play by others."""
        yield self.title()
        for name in self.evening.other_rulesets:
            yield self.say("title_and_text", title=self.say("table_named", name=name), text=self.title(name))

    def pot(self, pot: str, table: str = "") -> str:
        """What a pot is called by the rules of the evening, or of a table of it."""
        tell = self.teller(table)
        return tell.pot(pot) if tell else pot.replace("_", " ")

    def fault(self, method: str, table: str = "") -> str:
        """What a fault is called that settles a win by a method, by the rules of the evening, or of a table of it."""
        tell = self.teller(table)
        found = fault_of_method(tell.ruleset, method) if tell else ""
        if tell is None or not found:
            return method.replace("_", " ")
        return tell.title("penalties", found, tell.ruleset.definition.penalties[found].title)

    def odd(self, text: str) -> str:
        """What is odd in the books, by the rules of the table of which it speaks."""
        table = getattr(text, "values", {}).get("table")
        tell = None if table is None else self.teller(str(table))
        return self.say.told(text) if tell is None else tell(text)

    def line(self, line: BookLine) -> str:
        """A line in words, with the remark to it, and what became of it."""
        return self.say.told(told_line(line, self._called(line.event)))

    def event(self, event: BookEvent) -> str:
        """What happened; as the books have it, where the rules cannot be used any more."""
        return self.say.told(told_event(event, self._called(event)))

    def _called(self, event: BookEvent) -> Called:
        """What things are called at the table of an event; looked up when it is asked."""
        table = getattr(event, "table", "")

        def option(name: str, value: Any) -> str:
            tell = self.teller(table)
            return tell.option(name, value) if tell else option_in_words(name, value)

        def title(event: PenaltyBooked) -> str:
            tell, section = self.teller(table), "bonus_payments" if isinstance(event, BonusBooked) else "penalties"
            return tell.title(section, str(event.record.get("event", "")), event.title) if tell else event.title

        return Called(partial(self.pot, table=table), option, title, partial(self.fault, table=table))

    def sheet_words(self) -> SheetWords:
        """The words of the score sheet."""
        say = self.say
        return SheetWords(
            language=say.language,
            standings=say("standings"),
            player=say("sheet_player"),
            total=say("total"),
            number=say("sheet_number"),
            hand=say("sheet_hand"),
            what=say("sheet_what"),
            together=say("total"),
            table=say("table_named", name="{name}"),
            pot=say("pot", name="{name}"),
            others=say("come_go"),
            odd=say("sheet_odd"),
            comma=say("clause"),
            told=self.line,
            told_odd=self.odd,
            called_pot=self.pot,
            told_round=lambda wind: say.wind(wind) if wind else "",
        )


def rules_called(tellers: Iterable[RulesetTeller | None]) -> Callable[[str], str]:
    """What calls rules that the books name in English otherwise, as rulesets do in another language."""
    known: dict[str, str] = {}
    for tell in filter(None, tellers):
        known |= {name: tell.rule(id, name) for id, name in tell.ruleset.speaker.rules.items()}
    return lambda name: known.get(name, name)
