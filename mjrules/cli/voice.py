"""Says what a command tells of a ruleset: in English as it is, else as what tells of it in another language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ..ruleset.ruleset import Ruleset
from ..scoring.item import Item
from ..scoring.show import SEAT_NAMES
from ..spoken import Sentence

if TYPE_CHECKING:
    from ..ruleset.texts import RulesetTexts
    from ..teller import RulesetTeller

_SEVERAL: Final = 2
_TITLED: Final = Sentence("{title}", "{title:title}")


@dataclass(frozen=True)
class Voice:
    """Says texts of the engine and names of a ruleset; `tell` is None for English."""

    ruleset: Ruleset
    tell: RulesetTeller | None = None

    def __call__(self, text: str) -> str:
        """A text of the engine in this language."""
        return text if self.tell is None else self.tell(text)

    @property
    def heading(self) -> str:
        """The title of the ruleset, and what was chosen of its options, in lines."""
        return self.ruleset.sheet.heading if self.tell is None else self.tell.heading

    @property
    def game(self) -> str:
        """The title of the ruleset."""
        return self.ruleset.title if self.tell is None else self.tell.game

    def rule_called(self, id: str) -> str:
        """The name of a rule by its id, even if an option switches it off. Raises RulesetError where there is none."""
        name = self.ruleset.rule_name(id)
        return name if self.tell is None else self.tell.rule(id, name)

    def rule_or(self, id: str, name: str) -> str:
        """The name of a rule by its id; the English one that is given, where it has none in this language."""
        return name if self.tell is None else self.tell.rule(id, name)

    @property
    def main_unit(self) -> str:
        """The unit of totals, as it stands behind an amount of several."""
        return self.ruleset.unit if self.tell is None else self.tell.unit(_SEVERAL, self.ruleset.unit)

    def text(self, *path: str) -> str | None:
        """What the ruleset says of something, by its place; None where it says nothing in this language."""
        return self._english.of(*path) if self.tell is None else self.tell.own_text(*path)

    @cached_property
    def _english(self) -> RulesetTexts:
        return self.ruleset.texts()

    def rule(self, item: Item) -> str:
        """The name of the rule of an item."""
        return item.name if self.tell is None else self.tell.rule(item.id, item.name)

    def unit(self, item: Item) -> str:
        """The word behind the value of an item."""
        word = self.ruleset.book.method.word(item.value, item.unit)
        return word if self.tell is None else self.tell(word)

    def party(self, name: str) -> str:
        """Who pays or is paid: a seat, or a pot by its id."""
        if name in SEAT_NAMES:
            return self(SEAT_NAMES[name])
        title = self.ruleset.definition.pots[name].title
        return title if self.tell is None else self.tell.title("pots", name, title)

    def counter(self, id: str) -> str:
        """What a counter is called; empty where that is not known in this language."""
        counter = self.ruleset.definition.counters[id]
        tell, title = self.tell, counter.title
        return title if tell is None else tell.if_told(tell.title("counters", id, title)) or ""

    def titled(self, title: str) -> str:
        """What a pot, a penalty or a payment is called that has this title in English."""
        return self(_TITLED(title=title))

    def parted(self, parts: Iterable[str]) -> str:
        """Texts one after the other: `a, b`."""
        return ", ".join(parts) if self.tell is None else self.tell.listed(parts)
