"""What is left of English in a text that should be Chinese."""

from __future__ import annotations

import re

NAMES = ("123m 456p (789s) 111z 2z +2z", "(…)", "[…]")
"""What stands in Latin letters in any language: how a hand is written. What is typed stands in quotes."""
NARROW = r"[\u4e00-\u9fff）」][ ]?[,;:!?()](?!\d)|[,;:!?()] ?[\u4e00-\u9fff]"
"""Punctuation of English that stands beside Chinese signs."""


def english_in(text: str) -> list[str]:
    """The runs of Latin letters in what a page says, but for what is a name, and narrow signs beside Chinese ones."""
    text = re.sub("“[^”]*”", " ", text.removeprefix('id="main">'))
    for name in NAMES:
        text = text.replace(name, " ")
    return [*re.findall(r"[A-Za-z][A-Za-z' -]+[A-Za-z]", text), *re.findall(NARROW, text)]
