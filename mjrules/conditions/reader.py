"""Reads the conditions of a ruleset (`when:`) into formulas, and reports all that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import bounds
from ..declared.named_tuple import NamedTuple
from ..errors import Fault, Path, PluginError, described, did_you_mean
from ..hands.declared_fields import WHOLE_NUMBER, RecordField
from ..hands.record import shown
from ..shapes.pattern_grammar import PatternError, PatternReader, SetPart
from ..shapes.selectors import ANY, Selector
from ..spoken import Sentence
from ..tiles.classes import ClassError, Classes, class_names
from ..tiles.tileset import EVERY_KIND, TileSet
from .formula import TRUE, Formula, all_of
from .numbers import NumberTest, read_number

EXPECTED_CONDITIONS = Sentence(
    "expected a mapping of conditions, got {got}", "应为若干条件（“键: 值”），而不是{got:shown}"
)
CONDITION_MISSING = Sentence("expected at least one condition", "应至少有一个条件")()
_MORE_THAN_WORDS = Sentence("more than {most} words of conditions", "条件词超过 {most} 个")
_NAMED_ONES_COUNTED = Sentence(
    "{most}, named ones counted each time they are used", "{most}（有名称的条件每用一次算一次）"
)
_CONDITIONS_MORE_THAN = Sentence(
    "conditions more than {most} deep, named ones included", "条件一层套一层，超过 {most} 层（连有名称的条件在内）"
)
_UNKNOWN_CONDITION_WORD = Sentence('unknown condition word "{name}"{near}', "没有“{name}”这个条件词{near}")
_NOT_NAMED_CONDITION = Sentence(
    '"{name}" is not a named condition (terms){near}', "没有“{name}”这个有名称的条件（“terms”）{near}"
)
_TERMS_REFER_EACH = Sentence("terms refer to each other: {circle}", "有名称的条件互相引用：“{circle}”")
_ASKS_ABOUT_OTHER = Sentence(
    '"{word}" asks about other rules, which cannot decide whether a hand wins',
    "“{word}”问的是别的番种，不能用来决定是否和牌",
)
_EXPECTED_NUMBER_GOT = Sentence(
    "expected a number such as 2, 1+ or 0..1, got {got}", "应为数，如“2”、“1+”或“0..1”，而不是{got:shown}"
)
_EXPECTED_PATTERN_SETS = Sentence("expected a pattern of sets, got {got}", "应为面子的写法，而不是{got:shown}")
_EXPECTED_CLASS_TILES = Sentence("expected a class of tiles or tiles, got {got}", "应为牌或一类牌，而不是{got:shown}")
_LETTERS_STAND_TILES = Sentence(
    '"{text}": letters stand for tiles in patterns of sets only', "“{text}”：只有在面子的写法里字母才代表牌"
)
_DECLARE_UNDER = Sentence(": declare it under `{section}`", "：请在“{section}”里定义")
_TYPE_WHICH_ASKS = Sentence(
    ": it is of the type {type}, for which `{word}` asks", "：它的类型是“{type}”，应用“{word}”来问"
)
_NO_SUCH = Sentence("{got} is not a {what}{near}", "{what}没有{got:shown}{near}")
_EXPECTED_AT_LEAST_ONE = Sentence("expected at least one {what}", "应至少有一个：{what}")

Schema = dict[str, Any]


class Word(NamedTuple):
    """A word of the language.

    `type` describes its value for people, `schema` for editors (JSON Schema), `about` says when
    it holds, `facets` what it may look at, `read` turns its value into a formula. `phrase` says it in
    a player's words, with places in braces that its value fills (`mjrules.words`), and `chinese` in Chinese; without
    one it is said by name.
    """

    name: str
    type: str
    about: str
    facets: tuple[str, ...]
    schema: Schema
    read: Callable[[ConditionReader, Any, Path], Formula]
    phrase: str = ""
    chinese: str = ""


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
        fields: Mapping[str, RecordField] = {},
        rules: Iterable[str] = (),
        groups: Iterable[str] = (),
        members: Mapping[str, frozenset[str]] = {},
        tiles: TileSet = EVERY_KIND,
    ) -> None:
        self.classes, self.tiles = classes, tiles
        self.patterns = PatternReader(classes)
        self.shapes, self.terms = tuple(shapes), dict(terms)
        self.flags, self.fields = tuple(flags), dict(fields)
        self.numbers = tuple(name for name, field in fields.items() if field.type == WHOLE_NUMBER)
        self.rules, self.groups, self.members = tuple(rules), tuple(groups), members
        self.words = words
        self.problems: list[Fault] = []
        self.about_rules: list[Path] = []
        self.used_terms: set[str] = set()
        self.words_read = self._depth = 0
        self._open_terms: list[str] = []

    def read(self, value: Any, path: Path) -> Formula:
        """The formula of a mapping of words, all of which must hold."""
        if not isinstance(value, Mapping):
            return self.problem(path, EXPECTED_CONDITIONS(got=shown(value)))
        if not value:
            self.problem(path, CONDITION_MISSING)
        return all_of([self.word(str(key), item, (*path, key)) for key, item in value.items()])

    def word(self, name: str, value: Any, path: Path) -> Formula:
        """The formula of one word with its value."""
        self.words_read += 1
        if self.words_read >= bounds.CONDITION_WORDS:
            if self.words_read == bounds.CONDITION_WORDS:
                most = _MORE_THAN_WORDS(most=bounds.CONDITION_WORDS)
                self.problem(("terms",), _NAMED_ONES_COUNTED(most=most), on_key=True)
            return TRUE
        if self._depth == bounds.CONDITION_DEPTH:
            return self.problem(path, _CONDITIONS_MORE_THAN(most=bounds.CONDITION_DEPTH))
        word = self.words.get(name)
        if word is None:
            message = _UNKNOWN_CONDITION_WORD(name=name, near=did_you_mean(name, self.words))
            return self.problem(path, message, on_key=True)
        self._depth += 1
        try:
            return word.read(self, value, path)
        except PluginError as error:
            return self.problem(path, str(error))
        finally:
            self._depth -= 1

    def problem(self, path: Path, message: str, *, on_key: bool = False, needs: Iterable[Path] = ()) -> Formula:
        """Report a problem; returns the condition that always holds, to go on with.

        `on_key`: the key at the path is at fault, and not its value. `needs` are the paths at which
        what is unknown could have been declared. Raises TypeError for what is none, which a plugin may give.
        """
        is_path = isinstance(path, tuple) and all(isinstance(key, (str, int)) for key in path)
        if not is_path or not isinstance(message, str):
            raise TypeError(f"expected a path and a message, got {described(path)} and {described(message)}")
        self.problems.append(Fault(path, message, on_key, tuple(needs)))
        return TRUE

    def unreadable(self, path: Path, error: PatternError | ClassError, *, on_key: bool) -> None:
        """Report a pattern or class that cannot be read."""
        self.problem(path, str(error), on_key=on_key, needs=class_needs(error.missing))

    def term(self, name: str, path: Path, *, on_key: bool = False) -> Formula:
        """The formula of a named condition."""
        if name not in self.terms:
            message = _NOT_NAMED_CONDITION(name=name, near=did_you_mean(name, self.terms))
            return self.problem(path, message, on_key=on_key, needs=[("terms", name)])
        self.used_terms.add(name)
        if name in self._open_terms:
            return self.problem(path, _TERMS_REFER_EACH(circle=" -> ".join([*self._open_terms, name])))
        self._open_terms.append(name)
        formula = self.read(self.terms[name], ("terms", name))
        self._open_terms.pop()
        return formula

    def decides_a_win(self, since: int) -> None:
        """Refuse the questions about other rules that came in since there were so many of them."""
        for place in self.about_rules[since:]:
            message = _ASKS_ABOUT_OTHER(word=place[-1])
            self.problem(place, message, on_key=True)

    def number(self, value: Any, path: Path) -> NumberTest:
        """The number test of a value."""
        test = read_number(value)
        if test is None:
            self.problem(path, _EXPECTED_NUMBER_GOT(got=shown(value)))
            return NumberTest(0, None)
        return test

    def set_parts(self, text: Any, path: Path, *, on_key: bool = False) -> tuple[SetPart, ...]:
        """The parts of a pattern of sets."""
        if not isinstance(text, (str, int)) or isinstance(text, bool):
            self.problem(path, _EXPECTED_PATTERN_SETS(got=shown(text)))
            return ()
        try:
            return self.patterns.pieces(str(text))
        except (PatternError, ClassError) as error:
            self.unreadable(path, error, on_key=on_key)
            return ()

    def tile_class(self, text: Any, path: Path, *, on_key: bool = False) -> int:
        """The mask of a class of tiles or a tile text."""
        if not isinstance(text, (str, int)) or isinstance(text, bool):
            self.problem(path, _EXPECTED_CLASS_TILES(got=shown(text)))
            return 0
        try:
            return self.classes.read(str(text))
        except ClassError as error:
            self.unreadable(path, error, on_key=on_key)
            return 0

    def depends(self, text: Any) -> bool:
        """Whether a class of tiles depends on the hand: on its winds, or on a field of its record."""
        return any(self.classes.is_dynamic(word) for word in str(text).split())

    def depending(self, text: Any, path: Path, *, on_key: bool = False) -> Selector:
        """Which tiles are of a class that depends on the hand."""
        try:
            found = self.patterns.which(str(text).split(), str(text))
        except (PatternError, ClassError) as error:
            self.unreadable(path, error, on_key=on_key)
            return ANY
        if found.letters:
            self.problem(path, _LETTERS_STAND_TILES(text=text), on_key=on_key)
        return found

    def one_of(
        self,
        value: Any,
        known: Iterable[str],
        what: str,
        path: Path,
        *,
        on_key: bool = False,
        where: Iterable[Path] = (),
    ) -> str | None:
        """The value, where it is one of the known names; else a problem and None.

        `where` are the sections that declare such names.
        """
        known = tuple(known)
        if value in known:
            return str(value)
        sections = tuple(where)
        near = did_you_mean(value, known)
        if not known and sections and isinstance(value, str):
            near = _DECLARE_UNDER(section=".".join(map(str, sections[0])))
        if ("fields",) in sections and (other := self.fields.get(str(value))):
            word = "number" if other.type == WHOLE_NUMBER else "field"
            near = _TYPE_WHICH_ASKS(type=other.type, word=word)
        message = _NO_SUCH(got=shown(value), what=what, near=near)
        self.problem(path, message, on_key=on_key, needs=_declared(sections, value))
        return None

    def some_of(
        self, value: Any, known: Iterable[str], what: str, path: Path, *, where: Iterable[Path] = ()
    ) -> list[str]:
        """One name or a list of names, each of which must be known."""
        known, where = tuple(known), tuple(where)
        if value == []:
            self.problem(path, _EXPECTED_AT_LEAST_ONE(what=what))
        if not isinstance(value, list):
            found = self.one_of(value, known, what, path, where=where)
            return [] if found is None else [found]
        found_all = [self.one_of(item, known, what, (*path, index), where=where) for index, item in enumerate(value)]
        return [name for name in found_all if name is not None]


def class_needs(word: str) -> tuple[Path, ...]:
    """The paths at which a class of tiles, or a field that is one, could have been declared that a word means."""
    return (*(("tile_classes", name) for name in class_names(word)), ("fields", word)) if word else ()


def _declared(where: Iterable[Path], name: Any) -> list[Path]:
    """The paths of a name in sections; in a path with `*` the name stands there."""
    if not isinstance(name, str):
        return []
    return [tuple(name if part == "*" else part for part in path) if "*" in path else (*path, name) for path in where]
