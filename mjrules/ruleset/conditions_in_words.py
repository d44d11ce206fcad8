"""What rules ask for, in words, and which option asks for it before a hand may win, found in the data of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..declared.values import plain
from .definition import Definition
from .options import Options, as_text
from .rules import plain_text

if TYPE_CHECKING:
    from ..words.sentences import Speaker

_JOINING = ("all_of", "any_of", "none_of", "is")
"""Words that join conditions, or name one."""


class AskedInWords:
    """Finds what the conditions of a ruleset ask for; the questions of formulas are told by their word and key."""

    def __init__(self, definition: Definition, options: Options, speaker: Speaker) -> None:
        self._definition, self._options, self._speaker = definition, options, speaker

    @cached_property
    def _terms(self) -> Mapping[str, Any]:
        """The conditions with a name, as plain data."""
        return {name: plain(value) for name, value in self._definition.terms.items()}

    @cached_property
    def _required(self) -> Any:
        """The condition for a win, as plain data."""
        return plain(self._definition.win_requires)

    def part(self, rule: str, word: str) -> str:
        """What one key of a rule's condition asks for; empty for whom the rule is, which it does not ask of a hand."""
        entry = self._definition.rules[rule]
        if word == "hand":
            return self._speaker.parts(plain(entry.hand) or (), concealed=entry.concealed is True)
        when = plain(entry.when)
        return self._speaker.word(word, when[word]) if isinstance(when, Mapping) and word in when else ""

    def question(self, word: str, key: str) -> str:
        """What a question asks for that is asked before a hand may win; its key where it is not found again."""
        rules = (plain(rule.when) for rule in self._definition.rules.values())
        found = [
            value
            for condition in (self._required, *self._terms.values(), *rules)
            for name, value in _leaves(condition)
            if name == word and (plain_text(value) in key or as_text(value) in key)
        ]
        return self._speaker.word(word, found[0]) if found else key

    def option(self, word: str, key: str) -> str:
        """The option by which the ruleset asks a question before a hand may win, as ` (option NAME=VALUE)`."""
        name = self.option_of(word, key)
        return name and f" (option {name}={as_text(self._options.chosen[name])})"

    def option_of(self, word: str, key: str) -> str:
        """The name of that option; empty for none."""
        terms = terms_in(self._required, self._terms)
        for name, option in self._options.declared.items():
            value = as_text(self._options.chosen[name])
            asked = any(_asks(place, word, key, terms) for place in option.places)
            patch = option.patches.get(value)
            if asked or (isinstance(patch, Mapping) and word in str(patch.get("win_requires", ""))):
                return name
        return ""


def _leaves(condition: Any) -> Iterator[tuple[str, Any]]:
    """The words of a condition that ask something themselves, each with its value."""
    if isinstance(condition, (list, tuple)):
        for one in condition:
            yield from _leaves(one)
    elif isinstance(condition, Mapping):
        for word, value in condition.items():
            if word in _JOINING:
                yield from _leaves(value)
            else:
                yield word, value


def terms_in(condition: Any, terms: Mapping[str, Any]) -> frozenset[str]:
    """The names of the terms that a condition names, and of those that these name."""
    found: set[str] = set()
    left = [condition]
    while left:
        value = left.pop()
        if isinstance(value, Mapping):
            left += value.values()
        elif isinstance(value, (list, tuple)):
            left += value
        elif isinstance(value, str) and value in terms and value not in found:
            found.add(value)
            left.append(terms[value])
    return frozenset(found)


def _asks(place: str, word: str, key: str, terms: frozenset[str]) -> bool:
    """Whether a place of a ruleset is in the condition for a win, in a question of this word and key."""
    path = place.split(".")
    inside = path[0] == "win_requires" or (len(path) > 1 and path[0] == "terms" and path[1] in terms)
    return inside and word in path and path[-1] in key
