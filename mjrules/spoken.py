"""Sentences that are owned in one place in all languages: each reads as English, and knows how others say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from .declared.named_tuple import NamedTuple

ENGLISH: Final = "en"
CHINESE: Final = "zh"
LANGUAGES: Final = (ENGLISH, CHINESE)
"""The languages in which sentences are said; the first is the one in which they can be read as they are."""
ValueWords = Callable[[str, Any], str]
"""Says a value of a sentence in another language, given the kind that is named at its place (`{payer:wind}`)."""


class Spoken(str):
    """A text in English that can be said in another language as long as nothing else is made of it."""

    __slots__ = ("other", "values")

    other: str
    values: Mapping[str, Any]

    def said(self, words: ValueWords) -> str:
        """The text in the other language; the English one where what it is made of is not known any more, or wrong."""
        other: str | None = getattr(self, "other", None)
        if other is None or self.fault():
            return str(self)
        return other.format_map({name: _Place(value, words) for name, value in self.values.items()})

    def fault(self) -> str:
        """Why it cannot be said in the other language, as it was written: empty where it can."""
        from string import Formatter  # only what is said in another language needs it

        try:
            names = [name for _, name, _, _ in Formatter().parse(getattr(self, "other", "")) if name is not None]
        except ValueError as error:
            return str(error)
        strange = [name for name in names if name not in self.values]
        return f"no value for {strange[0] or 0}" if strange else ""


class Sentence(NamedTuple):
    """A sentence in English and in Chinese, each with `{name}` where a value stands.

    A place of the Chinese one may name the kind of its value behind a colon, as in `{payer:wind}`: then the value is
    said by whoever knows how such values are called in Chinese. It may use values that the English one does not.
    """

    en: str
    zh: str

    def __call__(self, **values: object) -> Spoken:
        """The sentence with its values."""
        text = Spoken(self.en.format(**values) if values else self.en)
        text.other, text.values = self.zh, values
        return text


def spoken_list(parts: Iterable[str], en: str, zh: str) -> Spoken:
    """Texts one after the other, with what stands between them in English and in Chinese."""
    values = {f"p{number}": part for number, part in enumerate(parts)}
    places = [f"{{{name}}}" for name in values]
    return Sentence(en.join(places), zh.join(places))(**values)


def as_it_is(kind: str, value: object) -> str:
    """A value that is a text already."""
    return str(value)


def said_in(value: object, words: ValueWords = as_it_is) -> str:
    """A text in the other language where it is known there, else as it is; a number in digits."""
    return value.said(words) if isinstance(value, Spoken) else str(value)


class _Place:
    """A place of a sentence in another language: its value is said by the kind that it names, a sentence as a whole."""

    __slots__ = ("_value", "_words")

    def __init__(self, value: Any, words: ValueWords) -> None:
        self._value, self._words = value, words

    def __format__(self, kind: str) -> str:
        return self._words(kind, self._value) if kind else said_in(self._value, self._words)
