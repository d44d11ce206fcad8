"""Reads the conditions of a ruleset (`when:`) into formulas, and reports all that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..classes import ClassError, Classes
from ..errors import did_you_mean
from ..numbers import NumberTest, read_number
from ..patterns import PatternError, PatternReader, SetPart
from ..record import shown
from ..selectors import Selector
from .formula import TRUE, And, Formula, all_of

Path = tuple[str | int, ...]
Json = dict[str, Any]
MOST_WORDS = 20_000
"""How many words of conditions a ruleset may have."""


class Word(NamedTuple):
    """A word of the language.

    `type` describes its value for people, `schema` for editors (JSON Schema), `about` says when
    it holds, `facets` what it may look at, `read` turns its value into a formula.
    """

    name: str
    type: str
    about: str
    facets: tuple[str, ...]
    schema: Json
    read: Callable[[ConditionReader, Any, Path], Formula]


class ConditionReader:
    """What words need to read their values: the words themselves, and the names that a ruleset declares.

    Problems are collected in `problems`; a value that cannot be read stands for a condition that
    always holds, so that reading goes on.
    """

    def __init__(
        self,
        words: Mapping[str, Word],
        *,
        classes: Classes,
        shapes: Iterable[str] = (),
        terms: Mapping[str, Any] = {},
        flags: Iterable[str] = (),
        numbers: Iterable[str] = (),
        rules: Iterable[str] = (),
        groups: Iterable[str] = (),
        members: Mapping[str, frozenset[str]] = {},
    ) -> None:
        self.classes = classes
        self.patterns = PatternReader(classes)
        self.shapes, self.terms = tuple(shapes), dict(terms)
        self.flags, self.numbers = tuple(flags), tuple(numbers)
        self.rules, self.groups, self.members = tuple(rules), tuple(groups), members
        self.words = words
        self.problems: list[tuple[Path, str]] = []
        self.used_terms: set[str] = set()
        self.words_read = 0
        self._open_terms: list[str] = []

    def read(self, value: Any, path: Path) -> Formula:
        """The formula of a mapping of words, all of which must hold."""
        if not isinstance(value, Mapping):
            self.problem(path, f"expected a mapping of conditions, got {shown(value)}")
            return TRUE
        if not value:
            self.problem(path, "expected at least one condition")
        parts = [self.word(str(key), item, (*path, key)) for key, item in value.items()]
        return all_of(parts) if parts else And(())

    def word(self, name: str, value: Any, path: Path) -> Formula:
        """The formula of one word with its value."""
        self.words_read += 1
        if self.words_read >= MOST_WORDS:
            if self.words_read == MOST_WORDS:
                message = f"more than {MOST_WORDS} words of conditions, named ones counted as often as used"
                self.problem(("terms",), message)
            return TRUE
        word = self.words.get(name)
        if word is None:
            self.problem(path, f'unknown condition word "{name}"{did_you_mean(name, self.words)}')
            return TRUE
        return word.read(self, value, path)

    def problem(self, path: Path, message: str) -> Formula:
        """Report a problem; returns the condition that always holds, to go on with."""
        self.problems.append((path, message))
        return TRUE

    def term(self, name: str, path: Path) -> Formula:
        """The formula of a named condition."""
        if name not in self.terms:
            return self.problem(path, f'"{name}" is no named condition (terms){did_you_mean(name, self.terms)}')
        self.used_terms.add(name)
        if name in self._open_terms:
            return self.problem(path, f"terms refer to each other: {' -> '.join([*self._open_terms, name])}")
        self._open_terms.append(name)
        formula = self.read(self.terms[name], ("terms", name))
        self._open_terms.pop()
        return formula

    def number(self, value: Any, path: Path) -> NumberTest:
        """The number test of a value."""
        test = read_number(value)
        if test is None:
            self.problem(path, f"expected a number such as 2, 1+ or 0..1, got {shown(value)}")
            return NumberTest(0, None)
        return test

    def set_parts(self, text: Any, path: Path) -> tuple[SetPart, ...]:
        """The parts of a pattern of sets."""
        try:
            return self.patterns.pieces(text)
        except (PatternError, ClassError) as error:
            self.problem(path, str(error))
            return ()

    def selector(self, text: Any, path: Path) -> Selector | None:
        """The selector of words that say which tiles."""
        try:
            return self.patterns.which(str(text).split(), str(text))
        except (PatternError, ClassError) as error:
            self.problem(path, str(error))
            return None

    def tile_class(self, text: Any, path: Path) -> int:
        """The mask of a class of tiles or a tile text."""
        if not isinstance(text, (str, int)) or isinstance(text, bool):
            self.problem(path, f"expected a class of tiles or tiles, got {shown(text)}")
            return 0
        try:
            return self.classes.read(str(text))
        except ClassError as error:
            self.problem(path, str(error))
            return 0

    def one_of(self, value: Any, known: Iterable[str], what: str, path: Path) -> str | None:
        """The value, where it is one of the known names; else a problem and None."""
        known = tuple(known)
        if value in known:
            return str(value)
        self.problem(path, f"{shown(value)} is no {what}{did_you_mean(value, known)}")
        return None

    def some_of(self, value: Any, known: Iterable[str], what: str, path: Path) -> list[str]:
        """One name or a list of names, each of which must be known."""
        known = tuple(known)
        if not isinstance(value, list):
            found = self.one_of(value, known, what, path)
            return [] if found is None else [found]
        found_all = [self.one_of(item, known, what, (*path, index)) for index, item in enumerate(value)]
        return [name for name in found_all if name is not None]
