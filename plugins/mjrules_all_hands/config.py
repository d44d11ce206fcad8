"""The settings of the settlement methods of this plugin; imported only when YAML is validated."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """What is cut at the limit, and how often East pays and receives."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    limit: int | None = Field(None, ge=0, description="what values or payments are cut at; none: they are not cut")
    roof_off: bool = Field(False, description="nothing is cut at the limit")
    cap: Literal["hand", "payment"] = Field(
        "hand", description="what is cut: the value of every `hand`, or every `payment`, before East's doubling"
    )
    special_over_limit: bool = Field(False, description="special hands are not cut")
    east_pays: int = Field(2, ge=0, description="how often East pays, in methods that double for East")
    east_receives: int = Field(2, ge=0, description="how often East receives, in methods that double for East")
