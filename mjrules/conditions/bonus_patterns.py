"""Patterns of bonus tiles: which of them are counted, whose, and whether only all of them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..declared.named_tuple import NamedTuple
from ..errors import did_you_mean, nearest_word
from ..hands.record import SEATS, shown
from ..spoken import Sentence
from ..tiles.classes import ClassError, Classes
from ..tiles.tile import BONUS, BONUS_GROUPS, TEXT, Tile, mask_of, tiles_of

_EXPECTED_BONUS_TILES = Sentence(
    '"{text}": expected bonus tiles alone, such as f1, s12 or a1234', "“{text}”：应只有花牌，如“f1”、“s12”或“a1234”"
)
_NOT_PATTERN_BONUS = Sentence("{got} is not a pattern of bonus tiles{near}", "没有{got:shown}这种花牌组合{near}")

OWN, ROUND = "own", "round"
ALL_OF: Final = "all "
"""What stands before a pattern of which only whole sets count, one of each of its tiles."""
_ALL_BONUS: Final = mask_of(BONUS)


class BonusPattern(NamedTuple):
    """Some bonus tiles: `whose` says that only those count whose number is that of the `own` seat or of the `round`;
    those that count `together` only as whole sets, one of each."""

    tiles: tuple[Tile, ...]
    whose: str = ""
    together: bool = False

    def wanted(self, seat: str, round: str) -> tuple[Tile, ...]:
        """The tiles that count, by the winds of the seat and of the round."""
        if not self.whose:
            return self.tiles
        number = str(SEATS.index(seat if self.whose == OWN else round) + 1)
        return tuple([tile for tile in self.tiles if TEXT[tile][1] == number])

    def number(self, bonus: Sequence[Tile], seat: str, round: str) -> int:
        """How many there are among the bonus tiles of a player, of several copies each; or how many whole sets."""
        have = [bonus.count(tile) for tile in self.wanted(seat, round)]
        return min(have) if self.together else sum(have)


_FLOWERS, _SEASONS, _ANIMALS = (BONUS_GROUPS[name] for name in ("flower", "season", "animal"))
ANY_BONUS: Final = "any"
BONUS_PATTERNS: Final[Mapping[str, BonusPattern]] = {
    ANY_BONUS: BonusPattern(BONUS),
    "flower": BonusPattern(_FLOWERS),
    "season": BonusPattern(_SEASONS),
    "animal": BonusPattern(_ANIMALS),
    "own flower": BonusPattern(_FLOWERS, OWN),
    "own season": BonusPattern(_SEASONS, OWN),
    "own tile": BonusPattern((*_FLOWERS, *_SEASONS), OWN),
    "round flower": BonusPattern(_FLOWERS, ROUND),
    "round season": BonusPattern(_SEASONS, ROUND),
    "4 flower": BonusPattern(_FLOWERS, together=True),
    "4 season": BonusPattern(_SEASONS, together=True),
    "4 animal": BonusPattern(_ANIMALS, together=True),
}
"""The patterns that have names; others name tiles, or classes of them."""


def read_bonus_pattern(text: str, classes: Classes) -> BonusPattern:
    """The pattern of a text: its name, or bonus tiles (`a12`), or classes of them; after `all ` these together.

    Raises ClassError.
    """
    if text in BONUS_PATTERNS:
        return BONUS_PATTERNS[text]
    together, rest = text.startswith(ALL_OF), text.removeprefix(ALL_OF)
    if rest in BONUS_PATTERNS and rest != ANY_BONUS:
        return BONUS_PATTERNS[rest]._replace(together=True)
    try:
        mask = classes.read(rest)
        if not mask or mask & ~_ALL_BONUS:
            raise ClassError(_EXPECTED_BONUS_TILES(text=text))
    except ClassError as error:
        if error.missing or nearest_word(text, BONUS_PATTERNS) is not None:
            raise ClassError(not_a_bonus_pattern(text), missing=error.missing) from None
        raise
    return BonusPattern(tiles_of(mask), together=together)


def not_a_bonus_pattern(value: object) -> str:
    """That a value is no pattern of bonus tiles: the nearest one, or those that have names."""
    return _NOT_PATTERN_BONUS(got=shown(value), near=did_you_mean(value, BONUS_PATTERNS))
