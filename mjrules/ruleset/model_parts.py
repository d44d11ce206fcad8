"""What the parts of the model of a ruleset file are made of."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Text = Annotated[str, StringConstraints(min_length=1)]
Count = Annotated[int, Field(ge=0)]
Json = dict[str, Any]


class Strict(BaseModel):
    """The base of all parts: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)
