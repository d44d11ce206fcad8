"""In Chinese everything is Chinese: what a player reads of a hand has no English left in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import mjrules
from mjrules.hands.hand import Hand
from mjrules.web.tapped_hand import TappedHand, tapped_from_hand
from tests.kit.profile import thinned
from tests.web.visiting import Visitor, site_in, words

CASES = Path(__file__).parents[1] / "cases"
RULESETS = (
    *("bmja", "chinese-official", "classical", "classical-dmjl", "hong-kong", "riichi", "sichuan", "taiwanese"),
    *("western", "zung-jung"),
)
NAMES = ("123m 456p (789s) 111z 2z +2z",)
"""What stands in Latin letters in any language: how a hand is written."""


def english_in(text: str) -> list[str]:
    """The runs of Latin letters in what a page says, but for what is a name."""
    for name in NAMES:
        text = text.replace(name, " ")
    return re.findall(r"[A-Za-z][A-Za-z' -]+[A-Za-z]", text)


def hands_of(ruleset: str) -> Iterator[Mapping[str, Any]]:
    """The hands of the cases of a ruleset."""
    for path in sorted((CASES / ruleset).glob("hands.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield record.get("record", record.get("hand", record))


def shown(visitor: Visitor, ruleset: str, hand: Hand) -> str:
    """What the page says of a hand in Chinese."""
    said = ("seat", "round")
    tapped = tapped_from_hand(hand, said, TappedHand())
    others = [(f"o.{seat}", "8") for seat in "ESWN" if seat != hand.seat]
    return words(visitor.page(f"/score?{urlencode([('ruleset', ruleset), ('lang', 'zh'), *tapped.pairs(), *others])}"))
