"""Replies as plain data: what the command line prints with --json, and a server answers, to one question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .errors import HandError
from .hands.hand import Hand
from .hands.record_answers import answer
from .hands.text import tally
from .records import Rulesets, scoring
from .ruleset.ruleset import Ruleset
from .scoring.explanation.explainer import Explanation
from .scoring.show import PLAIN, Style
from .spoken import Sentence, spoken_list
from .text_tables import listed

_ASIDE = Sentence("Not counted towards it: {names}.", "不计入起和：{ids:rules}。")
_NEEDS = Sentence("{name} ({what})", "{ids:rules}（{what}）")
_MISSED = Sentence("Missed by one step: {what}.", "只差一步：{what}。")
_COUNTED = Sentence("{sum}: {tiles}", "{sum}：{parts:written}")
HandGiven = str | dict[str, Any]
"""A hand as it is given: hand text, or a record."""


def hand_reply(
    given: HandGiven, rulesets: Rulesets, *, declared: bool = False, verbose: bool = False
) -> dict[str, Any]:
    """The score record of a hand text or record, with the explanation where it is `verbose`.

    A refusal is told with what explains it. Raises HandError for a text that cannot be used.
    """
    if isinstance(given, str):
        ruleset = rulesets.for_record({})
        result = ruleset.score_record(ruleset.read(given), declared=declared, verbose=verbose)
    else:
        result = answer(given, scoring(rulesets, declared=declared, verbose=verbose))
        try:
            ruleset = rulesets.for_record(given)
        except HandError:
            return result  # which is that there is no such ruleset
    return with_reasons(result, given, ruleset)


def settlement_reply(record: dict[str, Any], rulesets: Rulesets, *, counters: bool = False) -> dict[str, Any]:
    """The answer to a settlement record, with what explains the refusal of a hand. Raises HandError."""
    from .settlement import settling  # to score a hand nothing is settled

    result = answer(record, settling(rulesets, counters=counters))
    found = None if result["valid"] else hand_of(record, result["error"]["field"])
    return result if found is None else with_reasons(result, found[0], rulesets.for_record(record))


def with_reasons(answer: dict[str, Any], given: HandGiven, ruleset: Ruleset) -> dict[str, Any]:
    """The answer to a hand, the message of a refusal with what explains it."""
    if not answer["valid"]:
        error = answer["error"]
        error["message"] = " ".join([error["message"], *_bracketed(reasons(error["code"], given, ruleset, PLAIN))])
    return answer


def hand_of(record: Mapping[str, Any], field: str) -> tuple[HandGiven, str] | None:
    """The hand of a settlement record that a field of it is about, with its seat, and the field in that hand."""
    _, _, where = field.partition("hands.")
    seat, _, inside = where.partition(".")
    hands = record.get("hands")
    given = hands.get(seat) if isinstance(hands, Mapping) else None
    if isinstance(given, str):
        return (given if "seat=" in given else f"{given} seat={seat}"), inside
    return ({"seat": seat, **given}, inside) if isinstance(given, Mapping) else None


def reasons(code: str, given: HandGiven, ruleset: Ruleset, style: Style) -> list[str]:
    """What explains the code of a refusal, in sentences; empty where nothing more can be said."""
    try:
        if code == "not_winning":
            return list(ruleset.why_not(given, style))
        if code == "below_minimum":
            score = ruleset.score(replace(ruleset.read(given), declared=False))
            return list(_towards_minimum(score.explanation))
        if code == "wrong_tile_count":
            return [*_counted(given, ruleset)]
    except HandError:
        return []
    return []


def _towards_minimum(explanation: Explanation) -> Iterator[str]:
    """What does not count towards the minimum, and what was one step away that would."""
    if explanation.aside:
        aside = [item.id for item in explanation.items if item.name in explanation.aside]
        yield _ASIDE(names=listed(explanation.aside), ids=aside)
    needed = explanation.needed
    near = {
        item.name: _NEEDS(name=item.name, what=needed[item.id], ids=[item.id])
        for item in explanation.not_counted
        if item.id in needed
    }
    if near:
        yield _MISSED(what=spoken_list(near.values(), "; ", "；"))


def _counted(given: HandGiven, ruleset: Ruleset) -> Iterator[str]:
    """How the tiles of a hand are counted, part by part; nothing of a hand without tiles."""
    text = given if isinstance(given, str) else Hand.from_record(given).to_text()
    parts = tally(text, ruleset.names, ruleset.book.flags)
    counted = " + ".join(str(number) for _, number in parts)
    written = tuple(tiles for tiles, _ in parts)
    if parts:
        total = sum(number for _, number in parts)
        yield _COUNTED(sum=f"{counted} = {total}", tiles="  ".join(written), parts=written)


def _bracketed(lines: list[str]) -> list[str]:
    return [f"({' '.join(lines)})"] if lines else []
