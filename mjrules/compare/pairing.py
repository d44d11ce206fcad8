"""Whether two rulesets can be played on the same walls."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..ruleset.ruleset import Ruleset
from ..spoken import Sentence
from ..table.walls import shuffled

_OTHER_SEATS = Sentence("A is played by {a} players, B by {b}", "“A”为 {a} 人打，“B”为 {b} 人打")
_SIZES = Sentence("{a} and {b} tiles", "{a} 张与 {b} 张")
_OTHER_KINDS = Sentence("tiles of other kinds", "种类不同")()
_OTHER_TILES = Sentence("they are played with other tiles ({how})", "用的牌不同（{how}）")
_BROKEN_ELSEWHERE = Sentence("the same wall is broken at another place", "同样的牌墙从不同的地方开牌")()
_TRIED: Final = 4
"""How many walls are laid under both to see whether they are the same."""


class Pairing(NamedTuple):
    """Whether hands are played in pairs on the same walls, and why not."""

    paired: bool
    reason: str = ""


def pairing_of(a: Ruleset, b: Ruleset) -> Pairing:
    """Whether a wall of one seed is the same under both. Raises RulesetError for a ruleset that does not score."""
    seats = [len(own.definition.table.seats) for own in (a, b)]
    if seats[0] != seats[1]:
        return Pairing(False, _OTHER_SEATS(a=seats[0], b=seats[1]))
    tiles = [own.book.tiles for own in (a, b)]
    if tiles[0].copies != tiles[1].copies:
        sizes = [own.size for own in tiles]
        how = _SIZES(a=sizes[0], b=sizes[1]) if sizes[0] != sizes[1] else _OTHER_KINDS
        return Pairing(False, _OTHER_TILES(how=how))
    for seed in range(_TRIED):
        walls = [shuffled(own.book.tiles, own.definition.table, seed) for own in (a, b)]
        if walls[0].order != walls[1].order:
            return Pairing(False, _BROKEN_ELSEWHERE)
    return Pairing(True)
