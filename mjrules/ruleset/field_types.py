"""What the values of a ruleset file are made of: ids, texts, counts, conditions."""

from collections.abc import Mapping
from typing import Annotated, Any

from ..declared.fields import Limits

Id = Annotated[str, Limits(pattern=r"^[a-z][a-z0-9_]*$")]
RulesetId = Annotated[str, Limits(pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*$")]
Text = Annotated[str, Limits(min_length=1)]
Count = Annotated[int, Limits(ge=0)]
Json = Mapping[str, Any]
Scalar = bool | int | float | str | None
OneOrMore = str | tuple[str, ...]
"""One name or several."""
_CONDITION = "condition"
Condition = Annotated[Any, _CONDITION]
"""A mapping of words, which the engine reads later."""
