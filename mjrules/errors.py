"""What mjrules says when something is wrong, and where it is wrong."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

from . import bounds
from .declared.named_tuple import NamedTuple
from .spoken import Sentence, spoken_list

_NOTED = Sentence("{where}: {message}", "{where}：{message}")
_MORE_PROBLEMS = Sentence("and {more} more problem{s}", "另有 {more} 处错误")
A_MAPPING = Sentence("a mapping", "一组“键: 值”")()
_EMPTY_MAPPING = Sentence("an empty mapping", "空的“{{}}”")()
A_LIST = Sentence("a list", "列表")()
EMPTY_LIST = Sentence("an empty list", "空列表")()
_FOLDER_NAME_FILE = Sentence("{path} is a folder: name a file", "{path:shown}是文件夹：请写文件名")
_THERE_NO_FOLDER = Sentence("{path}: there is no folder {folder}", "{path:shown}：没有文件夹{folder:shown}")

_TOO_MANY_STEPS = Sentence("more than {steps} steps are needed: {on}", "过于复杂：所需步骤超过 {steps}")
DID_YOU_MEAN = Sentence(' (did you mean "{word}"?)', "（是否指“{word:written}”？）")
KNOWN_WORDS = Sentence(" (known: {words})", "（可用：“{words:written}”）")


_NOT_FOREIGN = sys.stdlib_module_names | {"mjrules", "pluggy", "pydantic"}
"""The packages whose lines say nothing about where foreign code failed: ours, and what we are made of."""


class MjrulesError(Exception):
    """The base of every error that mjrules raises on purpose.

    `blames` is the path of what a ruleset says and an error is due to, where that is known; else empty.
    """

    blames: Path = ()

    def __str__(self) -> str:  # the message may be a sentence that is known in other languages too
        message = self.args[0] if len(self.args) == 1 else None
        return message if isinstance(message, str) else super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        return _made_again, (type(self), *self.args), self.__dict__


def _made_again(kind: type[MjrulesError], *args: object) -> MjrulesError:
    """An error that was pickled; no kind is asked what it is made of, which its text and attributes have already."""
    error = kind.__new__(kind)
    error.args = args
    return error


class TileError(MjrulesError, ValueError):
    """A tile text that names no tile; the message says why."""


_UNFIT = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff]"
)
"""Characters that show nothing, or change how others are shown: controls, direction marks, widths of zero; and halves
of characters, which no file can hold."""


def unfit(text: str, *, lines: bool = False) -> str:
    """The first character of a text that is not printed as it stands, as `U+001B`; empty where all are.

    With `lines` a text may have several lines.
    """
    if text.isprintable():  # as almost every text is, and it is told sooner
        return ""
    found = re.search(_UNFIT, text) or (None if lines else re.search("[\n\t]", text))
    return f"U+{ord(found[0]):04X}" if found else ""


def as_seen(text: str) -> str:
    """A text of several lines, which end alike, without what `unfit` finds in it."""
    return re.sub(_UNFIT, "", text.replace("\r\n", "\n").replace("\r", "\n"))


def printable(text: str) -> str:
    """A text of a message: what shows nothing is written out, and of a long one only the beginning is left."""
    if len(text) > bounds.MESSAGE:
        text = f"{text[: bounds.MESSAGE]}… ({len(text) - bounds.MESSAGE} more characters)"
    return text if text.isprintable() else written_out(text)


def written_out(text: str) -> str:
    """A text of any length, with what shows nothing written out."""
    if not re.search(_UNFIT, text):
        return text  # itself, for it may be known in other languages
    return re.sub(_UNFIT, lambda found: found[0].encode("unicode_escape").decode(), text)


BEFORE = bounds.LINE_SHOWN * 3 // 4
"""How much of a long line is shown before the place, at most."""


Say: TypeAlias = "Callable[[str], str]"
"""Says a text in a language."""
Path = tuple[str | int, ...]
"""Where a value is in the data of a ruleset: keys and indexes."""


class Place(NamedTuple):
    """Where a value is in a file; line and column count from 1."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def pointer(self) -> str:
        """The source line, of a long one the part around the column, with a caret under the column.

        Empty when the line is unknown.
        """
        if not self.text:
            return ""
        start = max(0, self.column - BEFORE) if len(self.text) > bounds.LINE_SHOWN else 0
        text = self.text[start : start + bounds.LINE_SHOWN]
        line = f"{'…' if start else ''}{text}{'…' if start + bounds.LINE_SHOWN < len(self.text) else ''}"
        line = "".join(char if char.isprintable() or char in "\t\u00a0" else "\ufffd" for char in line)
        before = line[: self.column - 1 - start + (1 if start else 0)]
        return f"    {line}\n    {''.join(map(_blank, before))}^"


def _blank(char: str) -> str:
    """What is as wide as a character and shows nothing."""
    if char == "\t":
        return char
    return "" if unicodedata.combining(char) else "  " if unicodedata.east_asian_width(char) in "WF" else " "


class Problem(NamedTuple):
    """One thing that is wrong in a ruleset: where it is, what was expected, a better word."""

    path: str
    message: str
    place: Place | None = None
    note: str = ""

    def __str__(self) -> str:
        return self.told(lambda text: text, ": ")

    def told(self, say: Say, colon: str) -> str:
        """It in lines, as texts are said in a language, with what stands behind its place."""
        head = self._where
        lines = [f"{head}{colon}{say(self.message)}" if head else say(self.message)]
        if self.note:
            lines.append(f"    {say(self.note)}")
        if self.place and self.place.text:
            lines.append(self.place.pointer())
        return _in_lines(lines)

    @property
    def noted(self) -> str:
        """It in one line: where it is, and what is wrong."""
        return _NOTED(where=self._where, message=self.message) if self._where else self.message

    @property
    def _where(self) -> str:
        return " ".join(part for part in (str(self.place) if self.place else "", self.path) if part)


class Fault(NamedTuple):
    """Something wrong in the data of a ruleset.

    `path` is of the value that is at fault, or, with `on_key`, of the key. `needs` are the paths at
    which what it names could have been declared.
    """

    path: Path
    message: str
    on_key: bool = False
    needs: tuple[Path, ...] = ()


class NotedFaults(list[Fault]):
    """What is wrong in the data of a ruleset, noted until all of it is read."""

    def note(self, path: Path, message: str, *, on_key: bool = False, needs: tuple[Path, ...] = ()) -> None:
        """Note a fault and go on."""
        self.append(Fault(path, message, on_key, needs))


class RulesetError(MjrulesError):
    """A ruleset that cannot be used: `problems` are what is wrong, a hundred at most, and `more` counts the others."""

    def __init__(self, problems: Iterable[Problem] | str) -> None:
        found = [Problem("", problems)] if isinstance(problems, str) else list(problems)
        told = sorted(found, key=_by_place)[: bounds.PROBLEMS_TOLD]
        self.problems: tuple[Problem, ...] = tuple(map(_printable, told))
        self.more = len(found) - len(self.problems)
        super().__init__(self.told(lambda text: text, ": "))

    def told(self, say: Say, colon: str) -> str:
        """What is wrong in lines, as texts are said in a language, with what stands behind a place."""
        others = [say(_MORE_PROBLEMS(more=self.more, s="s" if self.more > 1 else ""))] if self.more else []
        return _in_lines([*(problem.told(say, colon) for problem in self.problems), *others])


def _in_lines(texts: Sequence[str]) -> str:
    """Texts on lines; a single one as it is, so that it is still known in other languages."""
    return texts[0] if len(texts) == 1 else "\n".join(texts)


def _printable(problem: Problem) -> Problem:
    return problem._replace(path=printable(problem.path), message=printable(problem.message))


def _by_place(problem: Problem) -> tuple[str, int, int, str, str]:
    place = problem.place or Place("", 0, 0)
    return (place.file, place.line, place.column, problem.path, problem.message)


ERROR_CODES: Mapping[str, str] = {
    "bad_record": "not JSON, wrong types, not a tile, not a set, or an unknown field, flag, option, value or ruleset",
    "contradiction": "the situation is impossible",
    "wrong_tile_count": "too many or too few tiles",
    "too_many_of_a_tile": "more than the tile set has",
    "not_winning": "the tiles are not a complete hand, or `win_requires` fails",
    "below_minimum": 'only where the win is declared, by `--declare` or `"declared": true`, '
    "and for the winner of a settlement",
    "too_complex": "at any time: the question takes more steps of work than it may, see `--budget`",
    "plugin_failed": "at any time: a plugin failed at its work",
}
"""What is wrong with a hand that cannot be used, by code, in the order in which it is checked."""


class HandError(MjrulesError):
    """A hand that cannot be used.

    `code` is one of `ERROR_CODES`; `field` names the field of the record that is at fault. Only in the
    answer to a record a plugin that fails gives the code `plugin_failed`; elsewhere it is a PluginError.
    """

    at: int | None = None
    """Where in the text of the hand it was found; None where that is not known."""
    shown: str = ""
    """The text of the hand with a caret under the place; empty where that is not known."""
    whose: str | None = None
    """Of hand text, which has no fields: whose hand it is, empty for the only one. None for a record."""

    def __init__(self, code: str, message: str, field: str = "") -> None:
        self.code = code
        self.field = printable(field)
        self.message = printable(message)
        super().__init__(self.message)


class TooComplexError(HandError):
    """A question that takes more steps than it may. `on` is the work, and what it was done on."""

    def __init__(self, steps: int, on: str) -> None:
        self.steps = steps
        self.on: tuple[str, ...] = (on,)
        super().__init__("too_complex", "", "")
        self._tell()

    def within(self, what: str) -> TooComplexError:
        """The same error, which tells also on what the work was done."""
        self.on = (*self.on, what)
        self._tell()
        return self

    def _tell(self) -> None:
        work, *where = self.on
        self.message = printable(_TOO_MANY_STEPS(steps=self.steps, on=": ".join([work, *where])))
        self.args = (self.message,)


class PluginError(MjrulesError):
    """A plugin that is missing, misspelt, in conflict with another, or that failed at work.

    `plugins` are the names of those concerned. Of several errors, the text has all, one in a line,
    and `errors` holds each.
    """

    def __init__(self, message: str, plugins: Iterable[str] = (), errors: Iterable[PluginError] = ()) -> None:
        super().__init__(message)
        self.plugins = tuple(plugins)
        self.errors: tuple[PluginError, ...] = tuple(errors) or (self,)

    @classmethod
    def together(cls, errors: Iterable[PluginError]) -> PluginError:
        """One error of several."""
        errors = tuple(errors)
        return errors[0] if len(errors) == 1 else cls(spoken_list(map(str, errors), "\n", "\n"), (), errors)


def told(error: BaseException) -> str:
    """What a failure of foreign code says, in one line, and where in that code it was raised."""
    said = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return f"{said}{_raised_at(error)}"


def _raised_at(error: BaseException) -> str:
    """`, at rules.py:12`: the last line in a file of foreign code that was reached; nothing where none was.

    Neither mjrules nor what comes with Python is foreign. Of a path only the file's name is told.
    """
    at, trace = "", error.__traceback__
    while trace is not None:
        file, module = trace.tb_frame.f_code.co_filename, f"{trace.tb_frame.f_globals.get('__name__')}"
        if module.partition(".")[0] not in _NOT_FOREIGN and not file.startswith("<"):
            at = f", at {os.path.basename(file)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return at


def described(value: object) -> str:
    """A value of a file as messages show it; of lists and mappings only that they are such."""
    if isinstance(value, Mapping):
        return A_MAPPING if value else _EMPTY_MAPPING
    if isinstance(value, (list, tuple)):
        return A_LIST if value else EMPTY_LIST
    text = _in_quotes(value)
    return text if len(text) <= bounds.SHOWN else text[: bounds.SHOWN - 3] + "..."


def described_path(path: str | os.PathLike[str]) -> str:
    """A path as messages show it: the whole, as its end says which file is meant; of an endless one the end."""
    text = _in_quotes(os.fspath(path))
    return text if len(text) <= bounds.PATH_SHOWN else '"...' + text[3 - bounds.PATH_SHOWN :]


def _in_quotes(value: object) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def no_place_for_file(path: str) -> str:
    """Why no file can be at a path: a folder is there, or the folder of the file is not; empty where one can."""
    folder = os.path.dirname(path)
    if os.path.isdir(path):
        return _FOLDER_NAME_FILE(path=described_path(path))
    missing = folder and not os.path.isdir(folder)
    return _THERE_NO_FOLDER(path=described_path(path), folder=described_path(folder)) if missing else ""


_SIGNS_ALIKE = 0.5
"""How like words of Chinese signs are that may be meant for each other: most have two, of which one is right."""
_HINTS: ContextVar[list[int] | None] = ContextVar("hints", default=None)


@contextmanager
def few_hints() -> Iterator[None]:
    """Within it the nearest word is looked for a limited number of times, for that takes long among many words."""
    before = _HINTS.set([bounds.HINTS])
    try:
        yield
    finally:
        _HINTS.reset(before)


def nearest_word(word: object, known: Iterable[object], likeness: float = 0.6) -> str | None:
    """The known word most like `word`, never itself, or None when none is: 0 has nothing in common, 1 is the same."""
    import difflib

    left = _HINTS.get()
    if left is not None and left[0] <= 0:
        return None
    likeness = likeness if str(word).isascii() else min(likeness, _SIGNS_ALIKE)
    names = {str(name).lower(): str(name) for name in known if str(name) != str(word)}
    if left is not None:
        left[0] -= 1 + len(names) // bounds.HINT_WORDS
    found = difflib.get_close_matches(str(word).lower(), list(names), n=1, cutoff=likeness)
    return names[found[0]] if found else None


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """` (did you mean "x"?)`, or the known words where none is near, or nothing."""
    words = list(known)
    best = nearest_word(word, words)
    if best is not None:
        return DID_YOU_MEAN(word=best)
    listed = ", ".join(map(str, words[: bounds.WORDS_LISTED])) + (", …" if len(words) > bounds.WORDS_LISTED else "")
    return KNOWN_WORDS(words=listed) if words else ""
