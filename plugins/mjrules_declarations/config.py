"""The settings of the house rule `declarations`; imported only when YAML is validated."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator
from pydantic_core import PydanticCustomError

from .promise import At, Claims, Promise

PLAIN = Promise()
"""The promise of a declaration of which the ruleset says nothing."""


class Declaration(BaseModel):
    """When something may be declared, and what its player may do afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    at: At = Field(
        PLAIN.at, description="when it is declared: in any own turn before the discard, or with the first discard"
    )
    ready: bool = Field(PLAIN.ready, description="whether the hand must wait for one tile after that discard")
    claims: Claims = Field(
        PLAIN.claims, description="what may be claimed afterwards: `all`, the last tile (`win`), or nothing (`none`)"
    )
    keeps_hand: bool = Field(
        PLAIN.keeps_hand, description="whether the hand stays as it is: each tile drawn is discarded, or wins"
    )
    to_win: bool = Field(
        PLAIN.to_win, description="whether only who has declared it wins, but for those who have discarded nothing yet"
    )

    @model_validator(mode="after")
    def _claimed_sets_change_a_hand(self) -> Declaration:
        if self.keeps_hand and self.claims == "all":
            raise PydanticCustomError("kept", "a hand that stays as it is claims no sets: claims must be win or none")
        return self


Word = Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$")]


class Settings(RootModel[dict[Word, Declaration | None]]):
    """What may be declared, by the flag that a hand then has; null for what is not played."""
