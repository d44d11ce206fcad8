"""House rules: what a plugin adds to play, and the records that it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class RecordKind(NamedTuple):
    """A kind of record that `mjrules table` answers.

    `fields` has the fields of the record beside those of every record, with what they say, and `answers`
    those that are filled in. `answer` gets the record, the settings of the house rule (those of the kind's
    model where the ruleset does not play it) and the seats; it gives the answer fields, or raises HandError.
    """

    about: str
    fields: Mapping[str, str]
    answers: tuple[str, ...]
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
