"""A record in words of the command line, in place of JSON: its kind, then its fields.

    rotation Ann Bo Cy Di won Ann draw Cy
    wall_break 4 3 2 5
    penalty false_mahjong S
    bonus four_flowers S

Words without a `=` fill the fields of the kind in their order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import described, did_you_mean, nearest_word
from ..play.record_kinds import RECORD_KINDS
from ..records import Rulesets
from ..spoken import Sentence
from .arguments import UsageError
from .given_hand import read_given

_RECORD_EMPTY_EXPECTED = Sentence(
    "the record is empty: expected its kind and its fields, or one JSON object",
    "记录是空的：应写种类及其各项，或一个“JSON”对象",
)()
_GIVEN_TWICE = Sentence("{name} is given twice", "“{name}”写了两次")
_NO_KIND_RECORD = Sentence("{word} is no kind of record{near}", "没有{word:shown}这种记录{near}")
_FOUR_NUMBERS_DICE = Sentence(
    "four numbers, the dice of East and of the player whose wall they chose, or those of East alone",
    "四个数：庄家的骰子，和骰子所选那家的骰子；或只有庄家的骰子两个数",
)()
_NOT_UNDERSTOOD_EXPECTED = Sentence(
    '{kind}: "{word}" is not understood: expected {expected}', "“{kind}”：看不懂“{word}”：应为{expected}"
)
_NOT_JSON = Sentence('"{text}" is not JSON', "“{text}”不是“JSON”")

FIRST_FIELDS: Mapping[str, Sequence[str]] = {"bonus": ("event", "player"), "penalty": ("event", "player", "affected")}
"""The fields that bare words fill, of the kinds that have such."""
_WON = "won"
"""What parts the players from those who have won, hand by hand."""
_FIELD = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,15}")


def record_given(words: Sequence[str], rulesets: Rulesets) -> dict[str, Any]:
    """The record that was given, as JSON or in words.

    Raises HandError for what is not JSON, and MjrulesError where nobody chooses a ruleset or the words mean none.
    """
    if not words[0].strip():
        raise UsageError(_RECORD_EMPTY_EXPECTED)
    if len(words) > 1 or not words[0].lstrip().startswith("{"):
        words = [json.dumps(record_in_words(words))]
    given = read_given(words[0], rulesets)
    return given if isinstance(given, dict) else {}


def record_in_words(words: Sequence[str]) -> dict[str, Any]:
    """The record that words mean. Raises UsageError."""
    kind, *rest = words
    fields = [match for match in map(_FIELD.fullmatch, rest) if match]
    bare = [word for word in rest if not _FIELD.fullmatch(word)]
    record: dict[str, Any] = {"kind": kind, **_first(kind, bare)}
    for match in fields:
        if match[1] in record:
            raise UsageError(_GIVEN_TWICE(name=match[1]))
        record[match[1]] = _value(match[2])
    return record


def no_kind(word: str, near: str) -> UsageError:
    """That a word is no kind of record, but almost one."""
    return UsageError(_NO_KIND_RECORD(word=described(word), near=did_you_mean(word, [near])))


def _first(kind: str, words: Sequence[str]) -> dict[str, Any]:
    """The fields of a kind that bare words fill. Raises UsageError."""
    if not words:
        return {}
    if kind == "rotation":
        end = words.index(_WON) if _WON in words else len(words)
        return {"players": list(words[:end]), "events": [_winners(word) for word in words[end + 1 :]]}
    if kind == "wall_break" and len(words) in (2, 4):
        numbers = [_scalar(word) for word in words]
        return {"dice_east": numbers[:2], **({"dice_owner": numbers[2:]} if numbers[2:] else {})}
    names = FIRST_FIELDS.get(kind, ())
    if len(words) > len(names):
        near = None if kind in RECORD_KINDS else nearest_word(kind, RECORD_KINDS)
        if near is not None:
            raise no_kind(kind, near)
        expected = _FOUR_NUMBERS_DICE if kind == "wall_break" else "FIELD=VALUE"
        raise UsageError(_NOT_UNDERSTOOD_EXPECTED(kind=kind, word=words[len(names)], expected=expected))
    return dict(zip(names, map(_value, words), strict=False))


def _winners(word: str) -> Any:
    """Who has won a hand: one, or several joined by +."""
    return word.split("+") if "+" in word else word


def _value(text: str) -> Any:
    """A value: JSON where it looks so, a list where there are commas, a number or a word."""
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise UsageError(_NOT_JSON(text=text[:80])) from None
    return [_scalar(part) for part in text.split(",") if part] if "," in text else _scalar(text)


def _scalar(text: str) -> Any:
    words = {"true": True, "false": False, "null": None}
    return int(text) if _NUMBER.fullmatch(text) else words.get(text, text)
