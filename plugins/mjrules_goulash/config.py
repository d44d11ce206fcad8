"""The settings of the house rule `goulash`; imported only when YAML is validated."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from . import AFTER_DRAWS


class Settings(BaseModel):
    """When a goulash is dealt, and how it is played."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    after_draws: int = Field(AFTER_DRAWS, ge=1, description="after how many drawn hands in a row a goulash is dealt")
    options: dict[str, str | int | bool | None] = Field(
        min_length=1, description="values for options of the ruleset, and presets as `name: true`"
    )
