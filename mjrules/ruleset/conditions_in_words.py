"""What rules ask for, in words, and which option asks for it before a hand may win, found in the data of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..conditions.formula import And, Literal, Not, alternatives
from ..conditions.reader import ConditionReader
from ..declared.values import plain
from ..scoring.explanation.parts import AskedOf
from .definition import Definition
from .options.options import Options, as_text

if TYPE_CHECKING:
    from ..words.sentences import Speaker

_JOINING = ("all_of", "any_of", "none_of")
"""Words that join conditions."""


class AskedInWords:
    """Finds what the conditions of a ruleset ask for; `read` gives what reads them."""

    def __init__(
        self, definition: Definition, options: Options, speaker: Speaker, read: Callable[[], ConditionReader]
    ) -> None:
        self._definition, self._options, self._speaker, self._read = definition, options, speaker, read
        self._asking: dict[str, Mapping[tuple[str, bool], AskedOf]] = {}

    @cached_property
    def _terms(self) -> Mapping[str, Any]:
        """The conditions with a name, as plain data."""
        return {name: plain(value) for name, value in self._definition.terms.items()}

    @cached_property
    def _reader(self) -> ConditionReader:
        return self._read()

    def part(self, rule: str, word: str) -> str:
        """What one key of a rule's condition asks for; empty for whom the rule is, which it does not ask of a hand."""
        entry = self._definition.rules[rule]
        if word == "hand":
            return self._speaker.parts(plain(entry.hand) or (), concealed=entry.concealed is True)
        when = plain(entry.when)
        return self._speaker.word(word, when[word]) if isinstance(when, Mapping) and word in when else ""

    def asked(self, rule: str, literal: Literal) -> AskedOf:
        """What of the condition of a rule, or of that for a win where none is named, asks a question."""
        question, wanted = literal
        if rule not in self._asking:
            self._asking[rule] = self._asked_by(rule)
        return self._asking[rule].get((question.key, wanted)) or AskedOf(question.key, None, (), wanted)

    def _asked_by(self, rule: str) -> Mapping[tuple[str, bool], AskedOf]:
        """What of a condition asks each question, by its key, and by whether it is to be answered yes."""
        definition, found = self._definition, dict[tuple[str, bool], AskedOf]()
        condition = definition.rules[rule].when if rule else definition.win_requires
        for one in self._parts(plain(condition), ("rules", rule, "when") if rule else ("win_requires",), wanted=True):
            formula = self._reader.word(one.word, one.value, one.path)
            for way in alternatives(formula if one.wanted else Not(formula)):
                for question, wanted in way:
                    found.setdefault((question.key, wanted), one)
        return found

    def _parts(self, condition: Any, path: tuple[str, ...], *, wanted: bool) -> Iterator[AskedOf]:
        """What parts of a condition ask, named conditions among them; `wanted` is whether it has to hold."""
        if isinstance(condition, (list, tuple)):
            for place, part in enumerate(condition):
                yield from self._parts(part, (*path, str(place)), wanted=wanted)
        elif isinstance(condition, Mapping):
            for word, value in condition.items():
                if word in _JOINING:
                    yield from self._parts(value, (*path, word), wanted=wanted is (word != "none_of"))
                elif word == "is":
                    for name in value if isinstance(value, (list, tuple)) else (value,):
                        yield from self._parts(self._terms.get(name), ("terms", name), wanted=wanted)
                else:
                    yield from self._entries(AskedOf(word, value, (*path, word), wanted))

    def _entries(self, asked: AskedOf) -> Iterator[AskedOf]:
        """The entries of a value, where a hand has to be all of them; else it as a whole."""
        value, path = asked.value, asked.path
        if isinstance(value, Mapping):
            entries = [asked._replace(value={key: own}, path=(*path, str(key))) for key, own in value.items()]
        elif isinstance(value, (list, tuple)):
            entries = [asked._replace(value=[own], path=(*path, str(place))) for place, own in enumerate(value)]
        else:
            entries = [asked]
        formula = self._reader.word(asked.word, value, path)
        every = len(entries) == 1 or (isinstance(formula, And) and len(formula.parts) == len(entries))
        yield from entries if every else (asked,)

    def words(self, asked: AskedOf) -> str:
        """What is asked for, whether it has to hold or not."""
        return self._speaker.word(asked.word, asked.value) if asked.path else asked.word

    def option(self, asked: AskedOf) -> str:
        """The option by which the ruleset asks for it before a hand may win, as ` (option NAME=VALUE)`."""
        name = self.option_of(asked)
        return name and f" (option {name}={as_text(self._options.chosen[name])})"

    def option_of(self, asked: AskedOf) -> str:
        """The name of that option; empty for none."""
        for name, option in self._options.declared.items() if asked.path else ():
            patch = option.patches.get(as_text(self._options.chosen[name]))
            patched = isinstance(patch, Mapping) and asked.word in str(patch.get("win_requires", ""))
            if patched or any(_within(place.split("."), asked.path) for place in option.places):
                return name
        return ""


def _within(place: Sequence[str], path: Sequence[str]) -> bool:
    """Whether one of two places is the other, or in it."""
    return all(one == other for one, other in zip(place, path, strict=False))
