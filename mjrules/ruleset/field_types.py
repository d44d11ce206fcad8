"""What the values of a ruleset file are made of: ids, texts, counts, conditions."""

from collections.abc import Mapping
from typing import Annotated, Any

from ..declared.fields import Limits
from ..spoken import ENGLISH

ID = r"^[a-z][a-z0-9_]*$"
RULESET_ID = r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*$"
"""What ids look like."""
LANGUAGE = r"^([abd-ik-z][a-z]|c[a-mo-z]|j[a-oq-z]|[a-z]{3})(-[A-Za-z0-9]{2,8})*$"
"""What the names of languages look like; cn and jp are countries, and would be read for zh and ja, and never shown."""
Id = Annotated[str, Limits(pattern=ID)]
RulesetId = Annotated[str, Limits(pattern=RULESET_ID)]
Language = Annotated[str, Limits(pattern=LANGUAGE)]
Text = Annotated[str, Limits(min_length=1)]
Texts = Text | Annotated[Mapping[Language, Text], Limits(min_length=1)]
"""A text, or several by their languages."""
Count = Annotated[int, Limits(ge=0)]
Json = Mapping[str, Any]
Scalar = bool | int | float | str | None
OneOrMore = str | tuple[str, ...]
"""One name or several."""
_CONDITION = "condition"
Condition = Annotated[Any, _CONDITION]
"""A mapping of words, which the engine reads later."""


def usual_text(texts: str | Mapping[str, str]) -> str:
    """Of texts in several languages the English one, else the first; a text alone is that."""
    return texts if isinstance(texts, str) else texts.get(ENGLISH) or next(iter(texts.values()), "")


def text_in(texts: str | Mapping[str, str], language: str) -> str | None:
    """What is said in a language; None where that is nothing, or no language is named."""
    return None if isinstance(texts, str) else texts.get(language)
