"""Number tests of the ruleset language: `2`, `2..3`, `1+` (at least), `0..1` (at most one)."""

from __future__ import annotations

import re
from typing import Any, Final

from ..declared.named_tuple import NamedTuple

NUMBER: Final[dict[str, Any]] = {
    "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+(\.\.\d+|\+)?$"}]
}
"""The JSON Schema of a number test."""
_TEST = re.compile(r"([0-9]{1,18})(?:\.\.([0-9]{1,18})|(\+))?")


class NumberTest(NamedTuple):
    """A number test, which is a range of whole numbers: `most` is None where there is no upper end.

    Its text is as in a ruleset: `2`, `2..3`, `1+`.
    """

    least: int
    most: int | None

    def holds(self, number: int) -> bool:
        """Whether the number is in the range."""
        return number >= self.least and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least}+"
        return str(self.least) if self.most == self.least else f"{self.least}..{self.most}"


def read_number(value: object) -> NumberTest | None:
    """The test that a YAML value stands for, or None where it is none."""
    if isinstance(value, bool):
        return None
    match = _TEST.fullmatch(str(value).strip())
    if not match:
        return None
    least = int(match[1])
    most = None if match[3] else int(match[2]) if match[2] else least
    return None if most is not None and most < least else NumberTest(least, most)
