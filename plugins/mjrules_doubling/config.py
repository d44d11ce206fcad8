"""The settings of the scoring method `doubling`; imported only when YAML is validated."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """What a hand can be worth at most, and what a limit is worth."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    limit: int | None = Field(None, ge=1, description="the most that points and doubles are worth; null: not cut")
    roof_off: bool = Field(False, description="true: as `limit: null`")
    own_limit: int = Field(
        1000, ge=1, description="what multiples of the limit are multiples of, where points and doubles are not cut"
    )
    special_over_limit: bool = Field(False, description="whether a hand may be worth more than one limit")
