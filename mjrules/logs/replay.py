"""Replaying logs: every decision is carried out again, and everything else must be what follows from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..errors import MjrulesError, described
from ..match.match import Match, options_record
from ..play.event_fields import NOBODY
from ..play.events import Action, Entered, Event, LogError, Switched, read_event
from ..ruleset.files.find import is_path
from ..ruleset.load import NamedRuleset, load
from ..ruleset.ruleset import Ruleset
from ..table.errors import TableError
from ..table.log_file import HAND, MATCH, Header, Line, Opening, OtherOptions, read_log
from ..table.table import Table
from ..table.walls import Shuffled

BETWEEN = ("seated", "switched", "entered", "closed", "match_over")
"""The events between the hands of a match."""


class Replayed(NamedTuple):
    """An event of a log that was verified: its line, and the hand that it belongs to; None for what is between."""

    line: int
    event: Event
    table: Table | None


class Replay:
    """A log that is replayed. `steps` gives every event once it is verified; `table` and `match` grow with them.

    `ruleset` is the ruleset of the log, or its file, where the id alone does not lead to it; `within` is that of
    `load`. Logs name rulesets by id, for they may be a stranger's; `allow` are paths that they may name as well.
    Raises LogError for a log that is not of this form, or of another ruleset.
    """

    def __init__(
        self,
        lines: Iterable[Line],
        ruleset: NamedRuleset | None = None,
        *,
        within: str | Path | None = None,
        allow: Iterable[str] = (),
    ) -> None:
        self.lines = iter(lines)
        first = next(self.lines, None)
        if first is None:
            raise LogError(1, "the file is empty: expected the header of a log")
        self.header = Header.from_line(first)
        self.ruleset = ruleset_of(self.header, ruleset, within=within, allow=allow)
        self.other_code = self.header.other_code(self.ruleset)
        """The plugins that have other code than when the log was written; no hash covers it."""
        self.table: Table | None = None
        self.match: Match | None = None
        self.line = first.number
        self._place = 0
        """How many events of the hand the log has given."""
        self._seated: Line | None = None
        self._options: Line | None = None
        """Lines before the begin of a hand, which are looked at with it."""
        self._entered = False
        """Whether a hand was entered that was played elsewhere, and the line that closes it is due."""
        self._over = False
        """Whether the log has told that the match is over."""

    @property
    def ends_early(self) -> str:
        """What is missing at the end of the log; empty where nothing is."""
        table = self.table
        if self._entered:
            return "the log ends before the hand is closed"
        if self._standings_due:
            return "the log ends before the final standings"
        if table is None:
            return "" if self.match is not None else "the log ends before a hand begins"
        if self._place < len(table.log) or not table.over:
            return "the log ends before the hand does"
        return "the log ends before the hand is closed" if self.match is not None and not self.match.closed else ""

    @property
    def _standings_due(self) -> bool:
        """Whether the final standings must be next: the last hand is closed."""
        return self.match is not None and self.match.ended is not None and not self._over

    def steps(self, *, unfinished: bool = False) -> Iterator[Replayed]:
        """Replay event by event.

        Raises LogError at the first line that is wrong, and, unless `unfinished` is true, at the end of a log
        that stops within a hand. What has other code is named with it.
        """
        try:
            for line in self.lines:
                self.line = line.number
                yield from self._step(line)
            if self.ends_early and (self.table is None or not unfinished):
                raise LogError(self.line + 1, self.ends_early)
        except LogError as error:
            if not self.other_code:
                raise
            raise LogError(error.line, f"{error.reason} ({self.changed_code})") from None

    @property
    def changed_code(self) -> str:
        """That plugins have other code than when the log was written; empty where none has."""
        names = " and ".join(map(described, self.other_code))
        plugins = f"the plugin {names} has" if len(self.other_code) == 1 else f"the plugins {names} have"
        return f"{plugins} other code than when the log was written" if names else ""

    def _step(self, line: Line) -> Iterator[Replayed]:
        kind = line.kind
        if kind == "begin":
            yield from self._begin(line)
        elif kind is None and self.header.of == MATCH and set(line.record) == set(OtherOptions._fields):
            self._options = line
        elif kind is None:
            raise LogError(line.number, "expected an event")
        elif self._options is not None:
            raise LogError(line.number, f"expected the beginning of a hand, found {kind}")
        elif kind in BETWEEN:
            yield from self._between(line, kind)
        else:
            yield self._follow(line)

    def _between(self, line: Line, kind: str) -> Iterator[Replayed]:
        """An event between the hands of a match."""
        if self.header.of == HAND:
            raise LogError(line.number, f"{kind} belongs to a match, and this is the log of a hand")
        if self.match is not None:
            yield self._after_hands(line, kind, self.match)
        elif kind == "entered":
            match = self._first_match(line)
            yield from self._seats_taken(match)
            yield self._enter(line, match)
        elif kind != "seated" or self._seated is not None:
            raise LogError(line.number, f"expected the beginning of a hand, found {kind}")
        else:
            self._seated = line

    def _after_hands(self, line: Line, kind: str, match: Match) -> Replayed:
        """An event between the hands of a match that has begun."""
        if kind == "seated":
            raise LogError(line.number, "the players are seated once, before the first hand")
        if kind != "match_over" and self._standings_due and not self._entered:
            raise LogError(line.number, f"the match is over: expected match_over, found {kind}")
        try:
            if kind == "match_over":
                return self._match_over(line, match)
            if kind == "entered":
                return self._enter(line, match)
            if kind == "switched":
                switched = self._read(line, match.rules.seats)
                assert isinstance(switched, Switched)
                match.switch(switched.pot, switched.on)
            elif self._entered:
                self._entered = False
            elif match.closed:
                raise LogError(line.number, "the hand is closed already")
            else:
                self._close(line, match)
        except TableError as error:
            raise LogError(line.number, f"{kind}: {error}") from None
        return self._matching(line, match)

    def _match_over(self, line: Line, match: Match) -> Replayed:
        """The match is over, and reckoned up."""
        if self._entered or not self._standings_due:
            told = "is reckoned up already" if self._over else "is not over"
            raise LogError(line.number, f"match_over: the match {told}")
        self._over = True
        return self._matching(line, match)

    def _enter(self, line: Line, match: Match) -> Replayed:
        """A hand that was played elsewhere is entered."""
        if self.table is not None and not match.closed:
            raise LogError(line.number, "a hand is entered before the last one is closed")
        entered = self._read(line, match.rules.seats)
        assert isinstance(entered, Entered)
        try:
            match.enter(entered.winners, entered.paid, entered.put, entered.east)
        except TableError as error:
            raise LogError(line.number, f"entered: {error}") from None
        event = next(own for own in reversed(match.log) if isinstance(own, Entered))
        must_be(line, event.to_record(match.rules.seats))
        self._entered = True
        return Replayed(line.number, event, None)

    def _close(self, line: Line, match: Match) -> None:
        """A hand is closed, whose end the log has given."""
        if self._place < len(match.table.log):
            must_be(line, match.table.log[self._place].to_record(match.rules.seats))
        match.close()

    def _matching(self, line: Line, match: Match) -> Replayed:
        """The last event between the hands, but for final standings that are due; it must be the one of the line."""
        event = match.log[-2 if self._standings_due else -1]
        must_be(line, event.to_record(match.rules.seats))
        return Replayed(line.number, event, None)

    def _follow(self, line: Line) -> Replayed:
        """An event of a hand."""
        table = self.table
        if table is None:
            raise LogError(line.number, f"expected the beginning of a hand, found {line.kind}")
        if self._place == len(table.log):
            self._decide(line, table)
        event = table.log[self._place]
        must_be(line, event.to_record(table.seats))
        self._place += 1
        return Replayed(line.number, event, table)

    def _decide(self, line: Line, table: Table) -> None:
        """Carry out the decision of a line."""
        if table.over:
            raise LogError(line.number, f"the hand is over, but the log goes on: {line.kind}")
        event = self._read(line, table.seats, [kind for play in table.plays for kind in play.kinds])
        if not isinstance(event, Action):
            told = f"{event.kind} does not follow here: expected a decision of {_deciding(table)}"
            raise LogError(line.number, told)
        if event.seat == NOBODY:
            raise LogError(line.number, f"{event.kind}: expected the seat of who decides: {_deciding(table)}")
        try:
            table.do(event.decided())
        except MjrulesError as error:
            raise LogError(line.number, f"{table.seats[event.seat]}: {error}") from None

    def _read(self, line: Line, seats: Sequence[str], more: Sequence[type[Event]] = ()) -> Event:
        """The event of a line, be it of a house rule."""
        try:
            return read_event(line.record, seats, more)
        except ValueError as error:
            raise LogError(line.number, str(error)) from None

    def _begin(self, line: Line) -> Iterator[Replayed]:
        """The begin of a hand: the wall is taken from it."""
        begin = Opening.from_line(line, alone=self.header.of == HAND and self.table is None)
        try:
            table = self._table(line, begin)
        except TableError as error:
            raise LogError(line.number, f"begin: {error}") from None
        if self.match is not None:
            yield from self._seats_taken(self.match)
        self._check_options(line, table)
        must_be(line, table.log[0].to_record(table.seats))
        self.table, self._place = table, 1
        yield Replayed(line.number, table.log[0], table)

    def _seats_taken(self, match: Match) -> Iterator[Replayed]:
        """How the players got their seats, where the log has told it and it was not looked at yet."""
        if self._seated is not None:
            event = match.log[0]
            must_be(self._seated, event.to_record(match.rules.seats))
            yield Replayed(self._seated.number, event, None)
            self._seated = None

    def _first_match(self, line: Line, laid: Shuffled | None = None) -> Match:
        """The match of the log, at its first hand."""
        header = self.header
        if header.seat != (self._seated is not None):
            told = "seated" if header.seat else "no seated"
            raise LogError(line.number, f"expected {told} before the first hand")
        seed = "None" if header.seed is None else header.seed  # as matches were dealt that had none
        self.match = Match(self.ruleset, seed, header.players, seat=header.seat, laid=laid)
        return self.match

    def _table(self, line: Line, begin: Opening) -> Table:
        """The table of a hand that begins."""
        header, match, (laid, wind, hand, points) = self.header, self.match, begin
        if header.of == HAND:
            if self.table is not None:
                raise LogError(line.number, "a second hand begins: this is the log of one")
            (wall, broken), fields = laid, header.fields
            return Table(
                self.ruleset,
                header.seed,
                round=wind,
                hand=hand,
                fields=fields,
                points=points,
                wall=wall,
                broken=broken,
            )
        if match is None:
            return self._first_match(line, laid).table
        if not match.closed:
            raise LogError(line.number, "a hand begins before the last one is closed")
        return match.next_hand(laid)

    def _check_options(self, line: Line, table: Table) -> None:
        """A hand that is played under other options than its match says so before it begins."""
        told, self._options = self._options, None
        differ = self.match is not None and table.ruleset.hash != self.ruleset.hash
        if told is None and differ:
            raise LogError(
                line.number, f"this hand has other options, of the hash {table.ruleset.hash}: expected them before it"
            )
        if told is not None and not differ:
            raise LogError(told.number, "this hand is played under the options of the match")
        if told is not None:
            must_be(told, options_record(table))


def load_table(
    path: str | Path,
    ruleset: NamedRuleset | None = None,
    *,
    unfinished: bool = False,
    within: str | Path | None = None,
    allow: Iterable[str] = (),
) -> Table:
    """The hand of a log, with every event verified.

    `ruleset` is its ruleset, or the file of it, where its id is not enough; `within` is that of `load`, and `allow` are
    paths that the log may name as its ruleset. With `unfinished` the hand may stop before its end. Raises OSError, and
    LogError with the line and the reason.
    """
    replay = _replayed(Replay(read_log(path), ruleset, within=within, allow=allow), HAND, unfinished=unfinished)
    assert replay.table is not None
    return replay.table


def load_match(
    path: str | Path,
    ruleset: NamedRuleset | None = None,
    *,
    unfinished: bool = False,
    within: str | Path | None = None,
    allow: Iterable[str] = (),
) -> Match:
    """The match of a log, with every event verified; as `load_table`. It may end between two hands."""
    replay = _replayed(Replay(read_log(path), ruleset, within=within, allow=allow), MATCH, unfinished=unfinished)
    assert replay.match is not None
    return replay.match


def _replayed(replay: Replay, of: str, *, unfinished: bool) -> Replay:
    if replay.header.of != of:
        reader = "load_match" if of == HAND else "load_table"
        raise LogError(1, f"this is the log of a {replay.header.of}, which {reader} reads")
    for _ in replay.steps(unfinished=unfinished):
        pass
    return replay


def ruleset_of(
    header: Header, given: NamedRuleset | None, *, within: str | Path | None = None, allow: Iterable[str] = ()
) -> Ruleset:
    """The ruleset that a log was played under. Raises LogError for another one."""
    if isinstance(given, Ruleset):
        ruleset = given
    else:
        if given is None and is_path(header.ruleset) and header.ruleset not in allow:
            raise LogError(1, "a log names its ruleset by the id; of a ruleset of your own, name the file yourself")
        try:
            ruleset = load(given or header.ruleset, header.options, within=within)
            _ = ruleset.book
        except MjrulesError as error:
            reason = str(error).partition("\n")[0]
            if reason.startswith("options") and given is not None:
                _must_be_of(header, load(given, within=within))
            if given is None and not reason.startswith("options"):
                reason += "; for a ruleset of your own, name the file"
            raise LogError(1, f"the ruleset {header.ruleset} of the log cannot be used: {reason}") from None
    if ruleset.hash == header.hash:
        return ruleset
    _must_be_of(header, ruleset)
    if dict(ruleset.options.chosen) != dict(header.options):
        told = f"the log was played under other options of {ruleset.id}"
    else:
        told = f"the ruleset {ruleset.id} has changed since the log was written"
    raise LogError(1, f"{told}: its hash is {ruleset.hash}, that of the log {header.hash}")


def _must_be_of(header: Header, ruleset: Ruleset) -> None:
    """Refuse the log of another ruleset. Raises LogError."""
    if ruleset.id != header.ruleset:
        told = f"the log was played under {header.ruleset}, not under {ruleset.id}"
        raise LogError(1, f"{told}: its hash is {ruleset.hash}, that of the log {header.hash}")


def _deciding(table: Table) -> str:
    """The seats that have something to decide, in words."""
    return " or ".join(table.to_act())


def must_be(line: Line, expected: Mapping[str, Any]) -> None:
    """Refuse a line that is not as expected. Raises LogError telling the first difference."""
    written = _text(line.record)
    if _text(expected) == written:
        return
    plain = json.loads(json.dumps(expected))
    if _text(plain) == written:  # numbers that are names of a mapping are in another order as text
        return
    kind = expected.get("event")
    if line.kind != kind:
        who = f" of {expected['seat']}" if "seat" in expected else ""
        raise LogError(line.number, f"expected {kind}{who}, found {line.kind}")
    place, told, found = difference(plain, line.record)
    where = ": ".join(filter(None, (kind, place)))
    raise LogError(line.number, f"{where}: expected {told}, found {found}")


_NOTHING = "nothing"


def difference(expected: Any, found: Any, place: str = "") -> tuple[str, str, str]:
    """The first place where two JSON values differ, and what each has there."""
    if isinstance(expected, dict) and isinstance(found, dict):
        names = [*expected, *(name for name in found if name not in expected)]
        for name in names:
            inner = f"{place}.{name}".removeprefix(".")
            if name not in expected or name not in found:
                told, there = (_text(side[name]) if name in side else _NOTHING for side in (expected, found))
                return inner, told, there
            if _text(expected[name]) != _text(found[name]):
                return difference(expected[name], found[name], inner)
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            if _text(one) != _text(other):
                return difference(one, other, f"{place}[{number}]")
    return place, _text(expected), _text(found)


_text: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode
