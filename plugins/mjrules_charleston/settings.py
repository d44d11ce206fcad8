"""The settings of the house rule `charleston`."""

from collections.abc import Iterator
from typing import Annotated, Literal

from mjrules.hooks import Limits, Sentence, TileError, WrongValueError, declared, key, parse_tiles, spoken_list

_NO_TILE = Sentence('expected a tile such as J or 5z, got "{text}"', "应为一张牌，如“J”或“5z”，而不是“{text}”")
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
                raise WrongValueError(_NO_TILE(text=text), "never", index)


def _is_tile(text: str) -> bool:
    """Whether a text is that of one tile."""
    try:
        return len(parse_tiles(text)) == 1
    except TileError:
        return False


def told(settings: Settings) -> Iterator[str]:
    """The settings in sentences."""
    if settings.played == "none":
        yield Sentence("nothing is exchanged", "不换牌")()
        return
    side = {
        "right": Sentence("to the right", "下家")(),
        "across": Sentence("across", "对家")(),
        "left": Sentence("to the left", "上家")(),
    }
    exchanges = [settings.first, settings.second] if settings.played == "both" else [settings.first]
    for number, steps in enumerate(exchanges):
        asked = Sentence(", if all agree", "（须各家同意）")() if number or not settings.compulsory else ""
        yield Sentence("{tiles} tiles are passed {steps}{asked}", "每次传 {tiles} 张，依次传给{steps}{asked}")(
            tiles=settings.tiles, steps=spoken_list([side[step] for step in steps], ", then ", "、"), asked=asked
        )
    if settings.one_suit:
        yield Sentence("tiles that are passed together are of one suit", "同时传出的牌须为一种花色")()
    if settings.blind:
        yield Sentence("tiles just received may be passed on without a look", "刚收到的牌可不看而传出")()
