"""Lists and numbers in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..conditions.numbers import NumberTest

SMALL = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen"),
)
"""Numbers that are written as words."""


def number_word(number: int) -> str:
    """A whole number as people write it: small ones as words."""
    return SMALL[number] if 0 < number < len(SMALL) else str(number)


def and_list(items: Sequence[str], last: str = "and") -> str:
    """Items with commas between them, the last joined by a word."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    if not any("," in part for part in parts):
        return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
    return f"{'; '.join(parts[:-1])}{',' if len(parts) == 2 else ';'} {last} {parts[-1]}"


def with_article(noun: str) -> str:
    """A noun with its indefinite article."""
    return f"{'an' if noun.lower().startswith(('a', 'e', 'i', 'o', 'un', '8')) else 'a'} {noun}"


def so_many(test: NumberTest, one: str, many: str) -> str:
    """How many things a test asks for: `no kongs`, `two kongs`, `at least one kong`."""
    least, most = test
    if most is None:
        return f"any number of {many}" if least == 0 else f"at least {number_word(least)} {one if least == 1 else many}"
    if least == most:
        return f"{number_word(least) if least else 'no'} {one if least == 1 else many}"
    if least == 0:
        return f"at most {number_word(most)} {one if most == 1 else many}"
    return f"{number_word(least)} to {number_word(most)} {many}"


def exactly_so_many(test: NumberTest, one: str, many: str) -> str:
    """The same, where what is found side by side is told without a test: `two kongs` may be three, these are not."""
    told = so_many(test, one, many)
    return f"exactly {told}" if test.least == test.most != 0 else told


def chinese_sentence(text: str) -> str:
    """A text in Chinese with its full stop."""
    return text if text[-1:] in ("。", "") else f"{text}。"


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in ('.', '') else '.'}"
