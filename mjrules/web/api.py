"""The answers of the JSON interface: the same as those of the command line with --json."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from ..budget import budget
from ..check_ruleset import broken_record, check_ruleset
from ..errors import MjrulesError, RulesetError
from ..hands.record import bad, shown
from ..hands.record_answers import refusal
from ..records import UNCHOSEN, Rulesets
from ..replies import HandGiven, hand_reply, settlement_reply
from ..ruleset.files.find import is_path, ruleset_id
from .shelf import PAGE_STEPS, Shelf, documents

JsonAnswer = dict[str, Any]
_BESIDE_TEXT: Final = {"id", "ruleset", "options", "text"}


def answer_json(shelf: Shelf, name: str, record: Mapping[str, Any]) -> JsonAnswer:
    """The answer to a record: `score`, `explain`, `settle`, `waits` or `check` by name.

    Raises nothing that mjrules raises on purpose: what is wrong is the answer.
    """
    try:
        with budget(PAGE_STEPS):
            return QUESTIONS_OF_API[name](shelf, dict(record))
    except MjrulesError as error:
        return refusal(record.get("id"), error)


def _scored(shelf: Shelf, record: JsonAnswer, *, verbose: bool = False) -> JsonAnswer:
    given, rulesets = _chosen(shelf, record)
    return {**hand_reply(given, rulesets, verbose=verbose), "id": record.get("id")}


def _settled(shelf: Shelf, record: JsonAnswer) -> JsonAnswer:
    given, rulesets = _chosen(shelf, record)
    if isinstance(given, str):
        raise bad('expected the fields of a settlement record, such as "hands": {"E": a text, "S": a text}', "text")
    return settlement_reply(given, rulesets)


def _waits(shelf: Shelf, record: JsonAnswer) -> JsonAnswer:
    """What a hand waits for; the list is under `waits`."""
    given, rulesets = _chosen(shelf, record)
    ruleset = rulesets.for_record(given if isinstance(given, dict) else {})
    waits = [wait.to_record() for wait in ruleset.waits(ruleset.read(given))]
    return {"id": record.get("id"), **ruleset.head, "waits": waits}


def _checked(shelf: Shelf, record: JsonAnswer) -> JsonAnswer:
    """The check of a ruleset by its name, or of the text of a file, which is not kept."""
    text = record.get("yaml")
    if isinstance(text, str):
        brought = shelf.check(text.encode(errors="replace"), keep=False)
        if brought.sound is not None:
            return {**brought.sound.to_record(), "ruleset": brought.sound.ruleset.id, "warnings": [*brought.warnings]}
        faults = sorted((brought.faults or {}).items())
        problems = [{"line": line, "message": said} for line, told in faults for said in told]
        return {"ruleset": "", "valid": False, "problems": problems}
    name = record.get("ruleset")
    if not isinstance(name, str) or is_path(name):
        raise bad(f"expected yaml, the text of a ruleset, or the id of one, got {shown(name)}", "ruleset")
    try:
        return check_ruleset(ruleset_id(name), documents()).to_record()
    except RulesetError as error:
        return broken_record(name, error)


def _chosen(shelf: Shelf, record: JsonAnswer) -> tuple[HandGiven, Rulesets]:
    """The hand or record, and where its ruleset is found. Raises HandError."""
    name = record.get("ruleset")
    if name is None:
        raise bad(UNCHOSEN, "ruleset")
    rulesets: Rulesets = shelf.rulesets
    if isinstance(name, str) and shelf.is_own(name):
        rulesets = Rulesets(shelf.get(name))
        record.pop("ruleset")
    text = record.get("text")
    if text is None:
        return record, rulesets
    if not isinstance(text, str):
        raise bad(f"expected a hand as text, got {shown(text)}", "text")
    for field in sorted(record.keys() - _BESIDE_TEXT):
        raise bad(f"{shown(field)} stands beside text: a hand text says all of the hand itself", field)
    return text, Rulesets(rulesets.for_record(record))


QUESTIONS_OF_API: Final[Mapping[str, Callable[[Shelf, JsonAnswer], JsonAnswer]]] = {
    "score": _scored,
    "explain": partial(_scored, verbose=True),
    "settle": _settled,
    "waits": _waits,
    "check": _checked,
}
"""What makes the answers of the interface."""
