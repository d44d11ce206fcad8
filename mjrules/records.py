"""Many records: the rulesets that they choose, and an answer to each, in order, whatever is wrong with some of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, reduce
from typing import Any, ClassVar, Protocol

from . import bounds
from .errors import HandError, RulesetError
from .hands.record import bad, shown
from .hands.record_answers import Work, answer, refusal
from .ruleset.files.find import is_path, ruleset_id
from .ruleset.load import NamedRuleset, as_name, load
from .ruleset.ruleset import Ruleset

Setting = tuple[str, Any]
_Choice = tuple[str | None, str]
"""The ruleset that a record names, and its options as a text."""
UNCHOSEN = "no ruleset is chosen: name one (ruleset)"


def _choice(name: str | None, options: tuple[Setting, ...]) -> _Choice:
    return name, json.dumps(options, sort_keys=True, default=str) if options else ""


class Rulesets:
    """Loaded rulesets by name and options; a record's own beat those chosen for all.

    The chosen ruleset is named, or loaded already. `options` belong to it (those of a config file); `overrides`
    go to every ruleset. `beside` and `within` are those of `load`. Records name rulesets by id, for they may be
    a stranger's; `allow` are paths that they may name as well. Raises RulesetError where the chosen ruleset or its
    options cannot be used. Pickled, another process of this machine loads them again.
    """

    keeps_refusals: ClassVar[bool] = True
    """Whether what a record cannot use is kept in mind: the next one that asks for it is told at once."""

    def __init__(
        self,
        chosen: NamedRuleset | None = None,
        options: Iterable[Setting] = (),
        overrides: Iterable[Setting] = (),
        *,
        beside: str | os.PathLike[str] | None = None,
        within: str | os.PathLike[str] | None = None,
        allow: Iterable[str] = (),
    ) -> None:
        self.within, self.allow = within, frozenset(allow)
        self._given = chosen
        self.chosen = chosen if isinstance(chosen, Ruleset) else None
        self.name = chosen.id if isinstance(chosen, Ruleset) else chosen and ruleset_id(as_name(chosen))
        self.beside = beside
        self.options, self.overrides = tuple(options), tuple(overrides)
        self._loaded: dict[_Choice, Ruleset] = {}
        self._refused: dict[_Choice, tuple[str, str]] = {}
        """What is wrong with what records chose, and in which field."""
        if chosen is not None:
            self.get(None, ())

    def __reduce__(self) -> tuple[Callable[..., Rulesets], tuple[Any, ...]]:
        again = partial(Rulesets, beside=self.beside, within=self.within, allow=self.allow)
        return again, (self._given, self.options, self.overrides)

    def get(self, name: str | None, options: Iterable[Setting]) -> Ruleset:
        """The ruleset for a record that names it, or the chosen one."""
        said = tuple(options)
        name = None if name == self.name else name  # a record may name the chosen one too
        key = _choice(name, said)
        found = self._loaded.pop(key, None) or self._load(name, said)
        self._loaded[key] = found  # behind all that were asked for before
        if len(self._loaded) > bounds.RULESETS_KEPT:
            del self._loaded[next(iter(self._loaded))]
        return found

    def _load(self, name: str | None, options: tuple[Setting, ...]) -> Ruleset:
        """A ruleset under options, those that hold for it from elsewhere being weaker."""
        wanted = self.name if name is None else ruleset_id(name)
        if wanted is None:
            raise RulesetError(UNCHOSEN)
        own = wanted == self.name
        settings = (self.options if own or self.name is None else (), self.overrides, options)
        if not own or self.chosen is None:
            beside = self.beside if own else None
            return load(wanted, options, weaker=settings[:-1], beside=beside, within=self.within)
        return reduce(lambda ruleset, more: ruleset.under(more) if more else ruleset, settings, self.chosen)

    def for_record(self, record: Mapping[str, Any]) -> Ruleset:
        """The ruleset for a record. Raises HandError (`bad_record`) where it cannot be used."""
        name, options = record.get("ruleset"), record.get("options", {})
        if name is not None and not isinstance(name, str):
            raise bad(f"expected the id of a ruleset, got {shown(name)}", "ruleset")
        if name is not None and is_path(name) and name not in (self.name, *self.allow):
            raise bad(
                "a record names a ruleset by its id: a path must be allowed by whoever reads the record", "ruleset"
            )
        if not isinstance(options, Mapping):
            raise bad(f"expected an object of options, got {shown(options)}", "options")
        said = tuple(options.items())
        if self._refused and (refused := self._refused.get(_choice(name, said))):
            raise bad(*refused)
        try:
            ruleset = self.get(name, said)
            _ = ruleset.book
            return ruleset
        except RulesetError as error:
            if name is None and not options and self.name is not None:
                raise
            first = error.problems[0]
            field = first.path if first.path.startswith("options") and not first.place else "ruleset"
            self._keep_refusal(_choice(name, said), first.message, field)
            raise bad(first.message, field) from None

    def _keep_refusal(self, choice: _Choice, message: str, field: str) -> None:
        """Keep in mind what is wrong with a choice, unless it is long, and one of those before where there are many."""
        if self.keeps_refusals and sum(map(len, filter(None, choice))) <= bounds.PATH_SHOWN:
            self._refused[choice] = message, field
            if len(self._refused) > bounds.RULESETS_KEPT:
                del self._refused[next(iter(self._refused))]


def scoring(rulesets: Rulesets, *, declared: bool = False, verbose: bool = False) -> Work:
    """What makes a score record of a hand record."""

    def score(record: Mapping[str, Any]) -> dict[str, Any]:
        return rulesets.for_record(record).score_record(record, declared=declared, verbose=verbose)

    return score


def score_records(
    records: Iterable[Any],
    ruleset: NamedRuleset | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    declared: bool = False,
    verbose: bool = False,
    allow: Iterable[str] = (),
) -> Iterator[dict[str, Any]]:
    """A score record for every hand record, in order.

    `ruleset`, an id, a path or a ruleset, and `options` are for records that name none of their own; they name others
    by id, or by a path of those in `allow`. A record that cannot be used gives `valid` false with the reason.

    Raises RulesetError where `ruleset` cannot be used.
    """
    return answers(records, partial(scoring, declared=declared, verbose=verbose), ruleset, options, allow)


def answers(
    records: Iterable[Any],
    working: Callable[[Rulesets], Work],
    ruleset: NamedRuleset | None,
    options: Mapping[str, Any] | None,
    allow: Iterable[str],
) -> Iterator[dict[str, Any]]:
    """An answer to every record, in order; `ruleset` and `options` are for records that name none of their own.

    Raises RulesetError where `ruleset` cannot be used.
    """
    work = working(Rulesets(ruleset, overrides=tuple((options or {}).items()), allow=allow))
    for record in records:
        yield answer(record, work)


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises HandError (`bad_record`) for what is no JSON."""
    try:
        return _DECODER.decode(text.rstrip())
    except RecursionError:
        raise bad("this is not JSON: nested too deeply", "") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, " if "\n" in text.rstrip() else ""
        raise bad(f"this is not JSON: {error.msg.removesuffix(' at')} at {where}column {error.colno}", "") from None
    except ValueError as error:
        raise bad(f"this is not JSON: {error}", "") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"the key {shown(twice)} is given twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _integer(digits: str) -> int:
    if len(digits) > bounds.RECORD_DIGITS:
        raise ValueError(f"a number of more than {bounds.RECORD_DIGITS} digits")
    return int(digits)


def _decimal(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} is too large a number")
    return value


_DECODER = json.JSONDecoder(
    parse_constant=_no_constant, parse_int=_integer, parse_float=_decimal, object_pairs_hook=_object
)
_QUICK = json.JSONDecoder(parse_constant=_no_constant, parse_float=_decimal)
"""Reads a value as `_DECODER` does, but where a key is given twice it takes the last, and numbers of any length."""
_DIGIT, _LONG = re.compile(rb"[0-9]"), re.compile(rb"[0-9]{%d}" % bounds.RECORD_DIGITS)
_ENDS = ("", "\n", "\r\n")


class LineSource(Protocol):
    """What lines are read from, such as a file."""

    def readline(self, most: int, /) -> bytes:
        """The next line, or so many bytes of it; empty at the end."""


def lines_of(file: LineSource) -> Iterator[bytes]:
    """The lines of a file, of one that is too long only the beginning; the last, where one does not end for long."""
    while line := file.readline(bounds.RECORD_BYTES + 1):
        yield line
        skipped, rest = len(line), line
        while len(rest) > bounds.RECORD_BYTES and not rest.endswith(b"\n"):
            rest = file.readline(bounds.RECORD_BYTES + 1)
            skipped += len(rest)
            if skipped > bounds.LINE_SKIPPED:
                return


def read_lines(lines: Iterable[bytes]) -> Iterator[Any]:
    """The JSON value of every line that is not blank; a HandError stands for a line that is not JSON."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield read_line(line, number)


def read_line(line: bytes, number: int) -> Any:
    """The JSON value of a line, given with its number; a HandError where it is not JSON."""
    if len(line) > bounds.RECORD_BYTES:
        return bad(f"line {number} is longer than {bounds.RECORD_BYTES} bytes", "")
    value = _plain_record(line)
    if value is not None:
        return value
    try:
        return read_json(line.decode("utf-8-sig"))
    except HandError as error:
        return bad(f"line {number} {error.message.removeprefix('this ')}", "")
    except UnicodeDecodeError as error:
        return bad(f"line {number} is not JSON: byte {line[error.start]:#04x} is not UTF-8 text", "")


def _plain_record(line: bytes) -> dict[str, Any] | None:
    """The object of a line, read quickly; None where it cannot be seen at once that no key is given twice.

    It can where there are no more colons than keys, in itself and in the objects of its `melds`.
    """
    if _may_be_long(line):
        return None
    try:
        text = line.decode()
        value, end = _QUICK.raw_decode(text)
        keys = len(value)
        for meld in value.get("melds", ()):
            keys += len(meld)
    except (AttributeError, RecursionError, TypeError, ValueError):
        return None
    if type(value) is not dict or line.count(b":") != keys or text[end:] not in _ENDS:
        return None
    return value


def _may_be_long(line: bytes) -> bool:
    """Whether a number of a line may have too many digits; where it has, one of every so many bytes is a digit."""
    most = bounds.RECORD_DIGITS
    return _DIGIT.search(line[most - 1 :: most]) is not None and _LONG.search(line) is not None


def answer_lines(lines: Iterable[bytes], work: Work) -> Iterator[dict[str, Any]]:
    """An answer for every line of a `.jsonl` file, in order."""
    return (answer_read(value, work) for value in read_lines(lines))


def answer_read(value: Any, work: Work) -> dict[str, Any]:
    """The answer to the value of a line; a HandError stands for a line that has none."""
    return refusal(None, value) if isinstance(value, HandError) else answer(value, work)
