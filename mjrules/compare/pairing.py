"""Whether two rulesets can be played on the same walls."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..ruleset.ruleset import Ruleset
from ..table.walls import shuffled

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
        return Pairing(False, f"A is played by {seats[0]} players, B by {seats[1]}")
    tiles = [own.book.tiles for own in (a, b)]
    if tiles[0].copies != tiles[1].copies:
        sizes = [own.size for own in tiles]
        how = f"{sizes[0]} and {sizes[1]} tiles" if sizes[0] != sizes[1] else "tiles of other kinds"
        return Pairing(False, f"they are played with other tiles ({how})")
    for seed in range(_TRIED):
        walls = [shuffled(own.book.tiles, own.definition.table, seed) for own in (a, b)]
        if walls[0].order != walls[1].order:
            return Pairing(False, "the same wall is broken at another place")
    return Pairing(True)
