"""What the page says, in English or Chinese: a table of messages, and which language a visitor wants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from ..spoken import said_in
from ..words.chinese_tiles import chinese_tiles

LANGUAGES: Final = ("en", "zh")
"""The languages of the page; the first is spoken to who asks for no other."""


@cache
def messages() -> Mapping[str, Mapping[str, str]]:
    """Every message by its key and its language."""
    found: dict[str, dict[str, str]] = yaml.safe_load(
        files(__package__).joinpath("messages.yaml").read_text(encoding="utf-8")
    )
    return found


class Speech:
    """Says the messages of the page in one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]

    def __call__(self, key: str, **values: object) -> str:
        """The message of a key, with its values filled in."""
        return messages()[key][self.language].format(**values)

    def unit(self, unit: str, word: str) -> str:
        """A unit of scores in this language; the `word` that the scoring method has, where the page has none."""
        return messages().get(f"unit_{unit}", {}).get(self.language, word)

    def told(self, text: str) -> str:
        """A text of the engine in this language, as far as it can be said without a ruleset."""
        return text if self.language == LANGUAGES[0] else said_in(text, self.value)

    def value(self, kind: str, value: Any) -> str:
        """A value of a sentence, by the kind that its place names."""
        told = _KINDS.get(kind)
        return str(value) if told is None else told(self, value)

    def language_of(self, text: str) -> str:
        """The language of a text among those of the page: what the engine says in ASCII is English."""
        return LANGUAGES[0] if text.isascii() else self.language

    @property
    def other(self) -> str:
        """The language to which a visitor may change."""
        return LANGUAGES[1 - LANGUAGES.index(self.language)]


_KINDS: Final[Mapping[str, Callable[[Speech, Any], str]]] = {
    "wind": lambda say, seat: say(f"wind_{seat}") if f"wind_{seat}" in messages() else str(seat),
    "winds": lambda say, seats: say("comma").join(say(f"wind_{seat}") for seat in seats),
    "side": lambda say, side: say(f"side_{side}"),
    "tiles": lambda say, tiles: chinese_tiles(tiles),
    "written": lambda say, text: text if isinstance(text, str) else "  ".join(text),
    "field": lambda say, name: say(f"field_{name}") if f"field_{name}" in messages() else str(name),
}
"""How values of sentences are said that need no ruleset, by their kinds."""


def wanted_language(chosen: str, kept: str, accepted: str) -> str:
    """The language that a visitor has chosen now, or before, or that the browser prefers (`Accept-Language`)."""
    preferred = (part.partition(";")[0].strip().lower()[:2] for part in accepted[:200].split(","))
    return next((one for one in (chosen, kept, *preferred) if one in LANGUAGES), LANGUAGES[0])
