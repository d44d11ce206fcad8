"""Formats of logs: what a plugin says of the games of another program, so that they can be played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from .events import Event


@runtime_checkable
class TableLike(Protocol):
    """What a step has of its table, an `mjrules.Table`."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seat winds in the order of play."""

    @property
    def log(self) -> list[Event]:
        """Everything that has happened."""

    @property
    def over(self) -> bool:
        """Whether the hand is over."""


LogLine = tuple[int, Mapping[str, Any]]
"""A line of a log: its number, from 1, and its record."""
LogStep = tuple[int, Event, Any]
"""An event that was verified: the number of its line, the event, and its `mjrules.Table`, None between hands."""


@dataclass(frozen=True)
class LogFormat:
    """How the games of another program are written in a file, a JSON object on each line, and how they are replayed.

    `is_record` says from the first record of a file whether it is of this format. `replay` plays the games of the
    lines again, under the `mjrules.Ruleset` that is given, or where that is None under the one that the format is
    played by. It gives a step for every event that is verified, and raises LogError, with the number of the line,
    where a game is not legal or does not end as its record says. `fields` are those of a record and `events` the
    kinds of event in it, each with its meaning, for people.

    A file may be something else than JSON lines: near its beginning it has the text `begins`, and `read_text` gives the
    records of such a text, or raises LogError. `write` gives the records, for a line each, of a game whose steps it is
    given, be it of any format; without it no games are written in this one.
    """

    name: str
    about: str
    is_record: Callable[[Mapping[str, Any]], bool]
    replay: Callable[[Iterable[LogLine], Any], Iterable[LogStep]]
    fields: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, str] = field(default_factory=dict)
    begins: str = ""
    read_text: Callable[[str], Iterable[LogLine]] | None = None
    write: Callable[[Iterable[LogStep]], Iterable[Mapping[str, Any]]] | None = None
