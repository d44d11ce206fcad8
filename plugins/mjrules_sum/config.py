"""The settings of the scoring method `sum`; imported only when YAML is validated."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """What a hand can be worth at most, and which awards count alone."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    cap: int | None = Field(None, ge=1, description="the most that a sum is worth; what is above it is cut")
    alone_from: int | None = Field(
        None, ge=1, description="a rule listed at so much or more counts alone and is not cut; of several the dearest"
    )
