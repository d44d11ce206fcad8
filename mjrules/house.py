"""House rules: what a plugin adds to play, and the records that it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

KINDS: Mapping[str, str] = {
    "rotation": "who is East in which hand, given who won",
    "wall_break": "where the dice break the wall",
}
"""The kinds of record about the table that every ruleset answers; house rules add kinds of their own."""


class RecordKind(NamedTuple):
    """A kind of record that `mjrules table` answers.

    `fields` has the fields of the record beside those of every record, and `answers` those that are filled
    in, both with what they say. `answer` gets the record, the settings of the house rule (none where the
    ruleset says nothing of it) and the seats; it gives the answer fields, or raises HandError.
    """

    about: str
    fields: Mapping[str, str]
    answers: Mapping[str, str]
    answer: Callable[[Mapping[str, Any], Mapping[str, Any], Sequence[str]], Mapping[str, Any]]


@dataclass(frozen=True)
class HouseRule:
    """A house rule by its name, under which `house_rules` of a ruleset has its settings.

    `settings` names the pydantic model of its settings as `module:class`; empty for none. `records` are
    kinds of record by name.
    """

    name: str
    about: str
    settings: str = ""
    records: Mapping[str, RecordKind] = field(default_factory=dict)
