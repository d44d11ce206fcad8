"""The settings of the settlement method `base_payment`; imported only when YAML is validated."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

Times = Annotated[float, Field(ge=0)]
"""How often something is paid; fractions are exact, and only what comes to be paid is rounded."""


class Prices(BaseModel):
    """What hands of each value cost."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    by_value: list[Annotated[int, Field(ge=0)]] = Field(
        min_length=1, description="the prices of the values 0, 1, 2, …; above these the last price holds"
    )
    doubled_every: int | None = Field(
        None, ge=1, description="above these values, a hand worth so much more costs twice as much"
    )

    @field_validator("doubled_every")
    @classmethod
    def _within_the_list(cls, every: int | None, info: ValidationInfo) -> int | None:
        """Only a price that is listed can be doubled."""
        listed = len(info.data.get("by_value", ()))
        if every is not None and listed and every > listed:
            raise PydanticCustomError(
                "doubled_every", "expected {listed} or less, the number of prices by_value", {"listed": listed}
            )
        return every


class Settings(BaseModel):
    """What every loser pays, and how often the value besides."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    base: int = Field(0, ge=0, description="what every loser pays in any case")
    prices: Prices | None = Field(None, description="what is paid in place of the value itself")
    stake: int = Field(1, ge=1, description="what the value, or its price, is multiplied by")
    discarder: Times = Field(1, description="how often the discarder pays the value")
    others: Times = Field(0, description="how often the others pay the value after a discard")
    others_most: int | None = Field(
        None, ge=0, description="the most that each of the others pays; the discarder pays what is above it for them"
    )
    self_drawn: Times = Field(1, description="how often everybody pays the value of a drawn win")
