"""The settings of the house rule `charleston`; imported only when YAML is validated."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from mjrules.hooks import TileError, parse_tiles

from .exchange import FIRST, NEVER, SECOND, TILES, Direction


def _tile(text: str) -> str:
    """The text of one tile."""
    try:
        known = len(parse_tiles(text)) == 1
    except TileError:
        known = False
    if not known:
        raise PydanticCustomError("tile", "expected a tile such as J or 5z")
    return text


Directions = Annotated[list[Direction], Field(min_length=1)]


class Settings(BaseModel):
    """Which exchanges are played, and how."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    played: Literal["off", "first", "both"] = Field(
        "off", description="whether nothing is exchanged, once (`first`), or a second time if all agree (`both`)"
    )
    compulsory: bool = Field(True, description="whether the first exchange needs nobody's consent")
    first: Directions = Field(list(FIRST), description="to whom tiles are passed in the steps of the first exchange")
    second: Directions = Field(list(SECOND), description="to whom tiles are passed in the steps of the second exchange")
    tiles: int = Field(TILES, ge=1, le=13, description="how many tiles are passed in a step")
    blind: bool = Field(True, description="whether the tiles of the step before may be passed on without a look")
    never: list[Annotated[str, AfterValidator(_tile)]] = Field(list(NEVER), description="tiles that are never passed")
