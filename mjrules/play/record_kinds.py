"""The kinds of records that are settled or answered about the table: which there are, and who answers each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from ..declared.named_tuple import NamedTuple
from ..errors import PluginError, did_you_mean
from ..hands.record import bad, shown
from ..spoken import Sentence
from .house_rules import HouseRule, RecordKind

_NO_KIND = Sentence("{kind} is not a kind that {whose}{near}", "没有{kind:shown}这种记录{near}")
_KIND_MJRULES_ANSWERS = Sentence(
    "{kind} is a kind that `mjrules {command}` answers", "{kind:shown}由“mjrules {command}”回答"
)

BY_SETTLE: Final = "settle"
"""The command that says who pays whom."""
BY_TABLE: Final = "table"
"""The command that answers records about the table."""

COMMON: Mapping[str, str] = {
    "id": "any text, echoed back",
    "kind": "what is asked; in settlement records `settle` by default",
    "ruleset": "by which ruleset",
    "options": "values for options of the ruleset",
    "expect": "ignored",
    "about": "ignored",
}
"""The fields of every record that has a kind."""

SAID: Mapping[str, str] = {
    "edition": "that of the ruleset",
    "hash": "that of the ruleset",
    "valid": "true; false with an `error`",
    "error": "why the record cannot be used",
}
"""What every answer says."""


class AnsweredKind(NamedTuple):
    """A kind of record: the command that answers it, and what is answered; or the house rule that does."""

    command: str
    about: str
    house_rule: str = ""
    answers: RecordKind | None = None


RECORD_KINDS: Final[Mapping[str, AnsweredKind]] = MappingProxyType(
    {
        "settle": AnsweredKind(BY_SETTLE, "a won hand: who pays whom"),
        "bonus": AnsweredKind(BY_SETTLE, "what the others pay a player at once, whoever wins"),
        "penalty": AnsweredKind(BY_SETTLE, "what a fault costs"),
        "rotation": AnsweredKind(BY_TABLE, "who is East in which hand, given who won"),
        "wall_break": AnsweredKind(BY_TABLE, "where the dice break the wall"),
    }
)
"""What is answered under every ruleset."""


def answered_kinds(pots: Iterable[str], house_rules: Mapping[str, HouseRule]) -> dict[str, AnsweredKind]:
    """What is answered under a ruleset of these pots and house rules; a pot is a kind of its own.

    Raises PluginError for a kind that two answer.
    """
    found = {**RECORD_KINDS, **{pot: AnsweredKind(BY_SETTLE, "what a pot gives or takes") for pot in pots}}
    for name, rule in house_rules.items():
        for kind, answers in rule.records.items():
            if kind in found:
                other = f'the house rule "{found[kind].house_rule}"' if found[kind].house_rule else "the engine"
                raise PluginError(f'the kind of record "{kind}" is answered by {other} and by the house rule "{name}"')
            found[kind] = AnsweredKind(BY_TABLE, answers.about, name, answers)
    return found


def names_of(kinds: Mapping[str, AnsweredKind], command: str) -> list[str]:
    """The names of the kinds that a command answers."""
    return [name for name, kind in kinds.items() if kind.command == command]


def checked_kind(kind: Any, kinds: Mapping[str, AnsweredKind], command: str, whose: str) -> str:
    """The kind of a record that a command is to answer; `whose` says who answers it.

    Raises HandError for any other; for one that another command answers it names that.
    """
    found = kinds.get(kind) if isinstance(kind, str) else None
    if found is not None and found.command != command:
        raise bad(_KIND_MJRULES_ANSWERS(kind=shown(kind), command=found.command), "kind")
    if found is None:
        near = did_you_mean(kind, names_of(kinds, command)) if isinstance(kind, str) else ""
        raise bad(_NO_KIND(kind=shown(kind), whose=whose, near=near), "kind")
    return str(kind)
