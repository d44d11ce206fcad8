"""What one seat has in a hand in play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Final

from ..hands.meld import Meld
from ..hands.pieces import Piece
from ..tiles.tile import ALL_KINDS, JOKER, REAL, RED, STANDING, Tile, mask_of, sort_tiles

TILES: Final = STANDING
REDS: Final = mask_of(RED)
"""The mask of the red fives."""
_FIRST_RED: Final = min(RED)
_FIVES: Final = tuple(
    [mask_of([five for red, five in RED.items() if reds << _FIRST_RED >> red & 1]) for reds in range(1 << len(RED))]
)
"""The mask of the plain fives of red ones, by the mask of these."""
UNKNOWN: Final = -1
"""In place of the mask of waits that was not asked for yet."""
UNSURE: Final = -1
"""In place of the exchanges after which a hand is known to wait for nothing."""


class Player:
    """What one seat has: tiles in hand by number, sets, bonus tiles and discards.

    `size` counts the tiles in hand, `held` is the mask of them, `pairs` of those of which there are two or more,
    `fours` of those of which there are four, `pungs` of those of which there is a claimed pung. `waits` is the mask of
    kinds that would complete the hand, before it has drawn. `far` is how many tiles may still be exchanged before it
    can wait for one; each that goes makes it one less, and while it is not negative, `waits` need not be worked out.
    `aside` has tiles laid aside, each with the field of the record that tells of it. `pond` has the discards,
    `unclaimed` those that nobody claimed. `short` is set for a hand that can never be whole again, `finished` for a
    player who has won while the others play on; `out` are those whose hand is dead, or who have finished: they have no
    turns.
    """

    def __init__(self) -> None:
        self.counts: list[int] = [0] * TILES
        self.held: int = 0
        self.pairs: int = 0
        self.fours: int = 0
        self.size: int = 0
        self.melds: list[Meld] = []
        self.pieces: tuple[Piece, ...] = ()
        self.pungs: int = 0
        self.bonus: list[Tile] = []
        self.aside: list[tuple[Tile, str]] = []
        self.pond: list[Tile] = []
        self.unclaimed: list[Tile] = []
        self.waits: int = UNKNOWN
        self.far: int = UNSURE
        self.dead: bool = False
        self.finished: bool = False
        self.out: bool = False
        self.barred: bool = False
        self.short: bool = False
        self.flags: tuple[str, ...] = ()
        self.draws: int = 0
        self.claims: int = 0

    def tiles(self) -> list[Tile]:
        """The tiles in hand, in order."""
        return [*chain.from_iterable(map(repeat, range(TILES), self.counts))]

    def by_kind(self) -> list[int]:
        """How often each tile is in hand, red fives as the plain ones that they are besides; not to be changed."""
        if not self.held & REDS:
            return self.counts
        counts = self.counts.copy()
        for red, five in RED.items():
            counts[five] += counts[red]
            counts[red] = 0
        return counts

    def kinds_held(self) -> int:
        """The mask of the tiles in hand, red fives as the plain ones that they are besides."""
        return self.held | _FIVES[(self.held & REDS) >> _FIRST_RED]

    def kinds_of_four(self) -> int:
        """The mask of the kinds of which there are four in hand, red fives among the plain ones."""
        found = self.fours & ALL_KINDS
        if self.held & REDS:
            for red, five in RED.items():
                if self.counts[red] and self.counts[red] + self.counts[five] >= 4:
                    found |= 1 << five
        return found

    def add(self, tile: Tile) -> None:
        """A tile comes into the hand."""
        number = self.counts[tile] + 1
        self.counts[tile] = number
        if number == 1:
            self.held |= 1 << tile
        elif number == 2:
            self.pairs |= 1 << tile
        elif number >= 4:
            self.fours |= 1 << tile
        self.size += 1

    def take(self, tiles: Sequence[Tile]) -> None:
        """Several tiles come into the hand."""
        counts, held = self.counts, self.held
        for tile in tiles:
            number = counts[tile] + 1
            counts[tile] = number
            held |= 1 << tile
            if number >= 2:
                self.pairs |= 1 << tile
                if number >= 4:
                    self.fours |= 1 << tile
        self.held = held
        self.size += len(tiles)

    def remove(self, tile: Tile) -> None:
        """A tile leaves the hand."""
        counts = self.counts
        left = counts[tile] - 1
        counts[tile] = left
        if not left:
            self.held ^= 1 << tile
        elif left == 1:
            self.pairs ^= 1 << tile
        elif left == 3:
            self.fours ^= 1 << tile
        self.size -= 1
        self.far = far = self.far - 1
        self.waits = UNKNOWN if far < 0 else 0

    def lay(self, meld: Meld) -> None:
        """A set is laid on the table."""
        self.melds.append(meld)
        self._sorted()

    def change(self, place: int, meld: Meld) -> None:
        """A declared set becomes another one."""
        self.melds[place] = meld
        self._sorted()

    def take_back(self, place: int) -> None:
        """A declared set is none any more; its tiles are not in the hand again yet."""
        del self.melds[place]
        self._sorted()

    def _sorted(self) -> None:
        self.pieces = tuple(sorted([meld.piece for meld in self.melds]))
        self.pungs = mask_of([meld.first for meld in self.melds if meld.type == "pung"])
        self.forget()

    def forget(self) -> None:
        """What the hand waits for is not known any more."""
        self.waits, self.far = UNKNOWN, UNSURE

    def has_pung(self, tile: Tile) -> bool:
        """Whether there is a claimed pung to which a tile can be added."""
        return self.pungs >> tile & 1 != 0

    def promote(self, tile: Tile, used: Tile) -> None:
        """The claimed pung of a tile becomes a kong, with one more, or with a joker."""
        own = STANDING + tile if used == JOKER else used
        for place, meld in enumerate(self.melds):
            if meld.type == "pung" and meld.first == tile:
                self.melds[place] = Meld("kong", sort_tiles((*meld.tiles, own)), False, meld.source, True)
        self._sorted()

    def demote(self, tile: Tile) -> None:
        """The kong to which a tile was added, be it a joker, is a pung again, for the tile was robbed."""
        for place, meld in reversed(list(enumerate(self.melds))):
            robbed = [own for own in meld.tiles if REAL[own] == tile]
            if meld.added and robbed:
                left = list(meld.tiles)
                left.remove(robbed[0])
                self.melds[place] = Meld("pung", tuple(left), False, meld.source)
                break
        self._sorted()
