"""The settings of the house rule `charleston`."""

from typing import Annotated, Literal

from mjrules.hooks import Limits, TileError, WrongValueError, declared, key, parse_tiles

Direction = Literal["right", "across", "left"]
Directions = Annotated[tuple[Direction, ...], Limits(min_length=1)]


@declared
class Settings:
    """Which exchanges are played, and how."""

    played: Literal["none", "first", "both"] = key(
        "whether nothing is exchanged, once (`first`), or a second time if all agree (`both`)", default="none"
    )
    compulsory: bool = key("whether the first exchange needs nobody's consent", default=True)
    first: Directions = key(
        "to whom tiles are passed in the steps of the first exchange", default=("right", "across", "left")
    )
    second: Directions = key(
        "to whom tiles are passed in the steps of the second exchange", default=("left", "across", "right")
    )
    tiles: int = key("how many tiles are passed in a step", default=3, ge=1, le=13)
    blind: bool = key("whether the tiles of the step before may be passed on without a look", default=True)
    one_suit: bool = key("whether the tiles of a step are of one suit", default=False)
    never: tuple[str, ...] = key("tiles that are never passed", default=("J",))

    def __post_init__(self) -> None:
        for index, text in enumerate(self.never):
            if not _is_tile(text):
                raise WrongValueError(f'expected a tile such as J or 5z, got "{text}"', "never", index)


def _is_tile(text: str) -> bool:
    """Whether a text is that of one tile."""
    try:
        return len(parse_tiles(text)) == 1
    except TileError:
        return False
