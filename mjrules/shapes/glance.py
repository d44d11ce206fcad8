"""A glance at a hand: whether it is too far from all shapes to wait for a tile, and for how long it stays so.

Of sets and a pair the tiles are counted that each suit lacks. Of other shapes the kinds of tiles are looked at alone:
what those of a suit say of all shapes is kept as one number, in which every way to complete a hand has lanes of its
own, and the numbers of the suits are added. So a glance costs as much for many shapes as for one. What it does not rule
out is looked into.

A tile that comes, and one that goes for it, bring a hand nearer by no more than so much: three tiles that are lacking,
as two go with one that was alone, and one kind in each lane. So a hand that is far needs no other glance for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..hands.pieces import CLAIMED, Piece
from ..tiles.tile import ALL_KINDS, KINDS, RANKS, SUIT_KINDS, Tile, tiles_of
from .shape import REFINED, Shape
from .splitting import STARTS, Counts

_SUITS: Final = tuple(zip(range(4), STARTS, (*STARTS[1:], 34), strict=True))
"""The place of each suit, and where its kinds begin and end."""
_ONE, _TWO, _THREE = SUIT_KINDS
_HONOURS: Final = ALL_KINDS & ~sum(SUIT_KINDS)
_MASKS: Final = (*SUIT_KINDS, _HONOURS)
_KEPT: Final = 1 << 16
"""Of how many suits it is kept what they lack."""
_BY_EXCHANGE: Final = 3
"""By how many tiles less sets and a pair lack at most, when one tile is exchanged."""
_MOST_EXCHANGES: Final = 9
"""For no more exchanges a glance tells that a hand stays far."""
_LANE: Final = 8
_HIGH: Final = 1 << _LANE - 1
"""The bit of a lane that no sum reaches."""


class Glance:
    """Sees that hands are far from the shapes of a ruleset.

    Shapes of pairs have a lane with the number of kinds. Each binding of other shapes has one with the kinds that are
    lacking, and in a second half of all lanes one with the kinds that are not allowed.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._told: list[dict[int, int]] = [{} for _ in STARTS]
        self._masks: list[tuple[int, int]] = []
        """What each lane looks for: the kinds that must be there, and those that may be."""
        now: list[int] = []
        self._lanes: list[tuple[Shape, range]] = []
        for shape in shapes:
            first = len(now)
            if shape.only_pairs:
                self._masks.append((0, ALL_KINDS))
                now.append(shape.most_kinds + 1)
            elif not shape.plain and shape.way != REFINED:
                self._masks += [(binding.fixed, binding.allowed) for binding in shape.bindings]
                now += [2] * len(shape.bindings)
            self._lanes.append((shape, range(first, len(now))))
        self._shape_of = [shape for shape, own in self._lanes for _ in own]
        """The shape of each lane."""
        self._pairs = [shape.only_pairs for shape in self._shape_of]
        self._half = _LANE * len(now)
        self._high = _lanes([_HIGH] * 2 * len(now))
        self._limits = [
            _lanes([*[number + left for number in now], *[1 + left] * len(now)]) for left in range(_MOST_EXCHANGES + 1)
        ]
        """From which number on each lane says that a hand does not wait, after so many exchanges."""
        soon = [number + pairs for number, pairs in zip(now, self._pairs, strict=True)]
        self._soon = _lanes([*soon, *[2] * len(now)])
        """The same of a hand with a tile too many, after any discard."""
        self._each = [self._of_kind(tile) for tile in range(KINDS)]
        self._bases = [_lanes([(fixed & mask).bit_count() for fixed, _ in self._masks]) for mask in _MASKS]
        """What the suits say of which no kind is there."""
        self._relevant: dict[tuple[int, bool], int] = {}
        self._bare = self._of(())

    def exchanges(self, melds: tuple[Piece, ...], counts: list[int], present: int) -> int:
        """How many tiles of a hand without jokers, which lacks one, may be exchanged before any tile completes it.

        -1: one may do so now, or it is unsure. `counts` are the concealed tiles, `present` the mask of their kinds;
        both may go on behind the kinds.
        """
        spare = _lacking(counts) - 2
        if spare < 0:
            return -1
        found = min(spare // _BY_EXCHANGE, _MOST_EXCHANGES)
        relevant = self._of(melds) if melds else self._bare
        if relevant:
            told = self._tell(present)
            while found >= 0 and not self._are_far(told, self._limits[found], relevant):
                found -= 1
        return found

    def is_not_ready(self, melds: tuple[Piece, ...], counts: list[int], present: int) -> bool:
        """Whether a hand without jokers, which has a tile too many, waits after no discard. False is unsure."""
        if self._near(melds, present):
            return False
        if _lacking(counts) >= 4:  # a discard makes it two less at most, which is two too many
            return True
        only = _next_far(counts, 0)
        return only >= 0 and (_next_far(counts, only + 1) >= 0 or _stays_far(counts, only))

    def near_others(self, melds: tuple[Piece, ...], present: int) -> list[Shape]:
        """The shapes but sets and a pair for which a hand with a tile too many may wait soon, by its kinds."""
        near = self._near(melds, present)
        found: dict[Shape, None] = {}
        while near:
            lane = near.bit_length() // _LANE - 1
            near ^= _HIGH << lane * _LANE
            found[self._shape_of[lane]] = None
        return list(found)

    def _near(self, melds: tuple[Piece, ...], present: int) -> int:
        """The lanes of these shapes, as their high bits; 0 where the hand waits for none of them after a discard."""
        relevant = self._of(melds) if melds else self._bare
        return relevant & ~self._far(self._tell(present), self._soon) if relevant else 0

    def discards_for_sets(self, counts: Counts | list[int]) -> int:
        """The mask of the kinds of which one must go, with a tile too many, to wait for sets and a pair.

        It is all, those of the one suit that is far from them, or 0 where more than one is. Being in it says nothing.
        """
        only = _next_far(counts, 0)
        if only < 0:
            return ALL_KINDS
        return 0 if _next_far(counts, only + 1) >= 0 else _MASKS[only]

    def _are_far(self, told: int, limits: int, relevant: int) -> bool:
        """Whether what is told of the kinds of a hand reaches the limit of each relevant lane."""
        return self._far(told, limits) & relevant == relevant

    def _far(self, told: int, limits: int) -> int:
        """The high bits of the lanes whose limits are reached, be it in their second half."""
        far = (told | self._high) - limits & self._high
        return far | far >> self._half

    def _tell(self, present: int) -> int:
        """What these kinds say."""
        one, two, three, four = self._told
        try:
            return one[present & _ONE] + two[present & _TWO] + three[present & _THREE] + four[present & _HONOURS]
        except KeyError:
            for told, base, mask in zip(self._told, self._bases, _MASKS, strict=True):
                told[present & mask] = base + sum([self._each[tile] for tile in tiles_of(present & mask)])
            return self._tell(present)

    def _of_kind(self, tile: Tile) -> int:
        """What a kind adds to the lanes where it is there."""
        found = 0
        for place, (fixed, allowed) in enumerate(self._masks):
            lane = place * _LANE
            found += (int(self._pairs[place]) - (fixed >> tile & 1)) * (1 << lane)
            found += (not allowed >> tile & 1) << lane + self._half
        return found

    def _of(self, melds: tuple[Piece, ...]) -> int:
        """The lanes that must all rule a hand out that has such sets."""
        claimed = False
        for meld in melds:
            if meld & CLAIMED:
                claimed = True
                break
        key = len(melds), claimed
        found = self._relevant.get(key)
        if found is None:
            lanes = {lane for shape, own in self._lanes if shape.admits(melds) for lane in own}
            found = self._relevant[key] = sum([_HIGH << lane * _LANE for lane in lanes])
        return found


def _lanes(numbers: Sequence[int]) -> int:
    """Numbers, each in its lane."""
    return sum([number << place * _LANE for place, number in enumerate(numbers)])


_KNOWN: Final[dict[Counts, int]] = {}
"""What suits lack to be sets, 16 for each tile, and from 1 on where a pair in place of a set saves one of them."""
_TOLD: Final[dict[bytes, int]] = {}
"""The same of neighbours with empty kinds around them."""
_ONLY_SETS: Final[dict[bytes, int]] = {b"": 0}
_WITH_PAIR: Final[dict[bytes, int]] = {b"": 0}
"""The tiles that neighbours lack to be sets, and to be sets and a pair at most: kinds in a row, as how many there are
of each. It is the same wherever in a suit they are."""
_APART: Final = b"\0\0"
"""Tiles with two kinds in between, of which there is none, never are of one set."""


def _lacking(counts: list[int]) -> int:
    """How many tiles concealed ones lack to be sets and a pair at most, however many there would be."""
    one, two, three, four = tuple(counts[:9]), tuple(counts[9:18]), tuple(counts[18:27]), tuple(counts[27:34])
    try:
        found = _KNOWN[one] + _KNOWN[two] + _KNOWN[three] + _KNOWN[four]
    except KeyError:
        found = _lacking_of(one) + _lacking_of(two) + _lacking_of(three) + _lacking_of(four)
    return (found >> 4) - (found & 15 > 0)


def _lacking_of(suit: Counts) -> int:
    """What a suit lacks, as it is kept; honours have fewer kinds than suits."""
    found = _KNOWN.get(suit)
    if found is None:
        honours = len(suit) < RANKS["m"]
        neighbours = [bytes((number,)) for number in suit if number] if honours else bytes(suit).split(_APART)
        found = 0
        for tiles in neighbours:
            told = _TOLD.get(tiles)
            found += _told_of(tiles) if told is None else told
        if len(_KNOWN) >= _KEPT:
            _KNOWN.clear()
            _TOLD.clear()
        _KNOWN[suit] = found
    return found


def _told_of(tiles: bytes) -> int:
    """What neighbours lack, as it is kept."""
    own = tiles.strip(b"\0")
    sets = _tiles_lacking(own, _ONLY_SETS, pair=False)
    found = _TOLD[tiles] = (sets << 4) + (_tiles_lacking(own, _WITH_PAIR, pair=True) < sets)
    return found


def _tiles_lacking(tiles: bytes, kept: dict[bytes, int], *, pair: bool) -> int:
    """The fewest tiles with which neighbours, the lowest first, are sets, and one pair at most where it may be one."""
    found = kept.get(tiles)
    if found is not None:
        return found
    number, higher = tiles[0], tiles[1:]
    first, second = (*higher, 0, 0)[:2]
    tries = [(2, number - 1, higher)]  # a tile beside which no other of its set is there
    if number >= 2:
        tries.append((int(number < 3), max(number - 3, 0), higher))
    if first:
        tries.append((1, number - 1, bytes((first - 1,)) + higher[1:]))
    if second:
        tries.append((1, number - 1, bytes((first, second - 1)) + higher[2:]))
    if first and second:
        tries.append((0, number - 1, bytes((first - 1, second - 1)) + higher[2:]))
    found = min([lacks + _tiles_lacking(_left(own, rest), kept, pair=pair) for lacks, own, rest in tries])
    if pair:
        rest = _left(max(number - 2, 0), higher)
        found = min(found, int(number < 2) + _tiles_lacking(rest, _ONLY_SETS, pair=False))
    if len(kept) >= _KEPT:
        kept.clear()
        kept[b""] = 0
    kept[tiles] = found
    return found


def _left(number: int, higher: bytes) -> bytes:
    """What is left of neighbours."""
    return (bytes((number,)) + higher).strip(b"\0")


def _next_far(counts: Counts | list[int], first: int) -> int:
    """The first suit, from a place on, that is far from sets and a pair; -1 where none is."""
    for place, start, end in _SUITS[first:]:
        if _is_far(tuple(counts[start:end])):
            return place
    return -1


def _stays_far(counts: list[int], place: int) -> bool:
    """Whether a suit stays far from sets and a pair, whichever tile of it is discarded."""
    _, start, end = _SUITS[place]
    suit = tuple(counts[start:end])
    return all(_is_far((*suit[:rank], number - 1, *suit[rank + 1 :])) for rank, number in enumerate(suit) if number)


def _is_far(suit: Counts) -> bool:
    """Whether no tile completes a hand to sets and at most one pair that has these tiles of a suit."""
    told = _lacking_of(suit)
    return (told >> 4) - (told & 15 > 0) >= 2
