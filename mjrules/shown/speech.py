"""The words around what is shown, in English or Chinese: a table of messages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from ..scoring.show import SEAT_NAMES
from ..spoken import ENGLISH, LANGUAGES
from ..teller import in_language


@cache
def messages() -> Mapping[str, Mapping[str, str]]:
    """Every message by its key and its language."""
    found: dict[str, dict[str, str]] = yaml.safe_load(
        files(__package__).joinpath("messages.yaml").read_text(encoding="utf-8")
    )
    return found


class Speech:
    """Says the messages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else ENGLISH

    def __call__(self, key: str, **values: object) -> str:
        """The message of a key, with its values filled in."""
        return messages()[key][self.language].format(**values)

    def told(self, text: str) -> str:
        """A text of the engine in this language, as far as it can be said without a ruleset."""
        return in_language(text, self.language)

    def wind(self, seat: str) -> str:
        """The name of a seat, or of a round."""
        return self.told(SEAT_NAMES[seat])

    def language_of(self, text: str) -> str:
        """The language of a text: what the engine says in ASCII is English."""
        return ENGLISH if text.isascii() else self.language

    @property
    def other(self) -> str:
        """The language to which a visitor may change."""
        return LANGUAGES[1 - LANGUAGES.index(self.language)]
