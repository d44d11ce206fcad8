"""The settings of the settlement method `base_payment`; imported only when YAML is validated."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """What every loser pays, and how often the value besides."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    base: int = Field(0, ge=0, description="what every loser pays in any case")
    discarder: int = Field(1, ge=0, description="how often the discarder pays the value")
    others: int = Field(0, ge=0, description="how often the others pay the value after a discard")
    others_most: int | None = Field(
        None, ge=0, description="the most that each of the others pays; the discarder pays what is above it for them"
    )
    self_drawn: int = Field(1, ge=0, description="how often everybody pays the value of a drawn win")
