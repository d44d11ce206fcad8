"""Sentences that are owned in one place in all languages: each reads as English, and knows how others say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, NamedTuple

ValueWords = Callable[[str, Any], str]
"""Says a value of a sentence in another language, given the kind that is named at its place (`{payer:wind}`)."""


class Spoken(str):
    """A text in English that can be said in another language as long as nothing else is made of it."""

    __slots__ = ("other", "values")

    other: str
    values: Mapping[str, Any]

    def said(self, words: ValueWords) -> str:
        """The text in the other language; the English one where what it is made of is not known any more."""
        other = getattr(self, "other", None)
        return str(self) if other is None else _Filler(words).vformat(other, (), self.values)


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


def said_in(text: str, words: ValueWords) -> str:
    """A text in the other language where it is known there, else as it is."""
    return text.said(words) if isinstance(text, Spoken) else text


class _Filler(Formatter):
    """Fills the places of a sentence in another language."""

    def __init__(self, words: ValueWords) -> None:
        self._words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value: by the kind of its place, a sentence in the same language, another as it is."""
        if format_spec:
            return self._words(format_spec, value)
        return value.said(self._words) if isinstance(value, Spoken) else str(value)
