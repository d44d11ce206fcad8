"""A glance at a hand: whether it is too far from all shapes to wait for a tile, or to do so after a discard.

Sets and a pair are looked at suit by suit. Of other shapes the kinds of tiles are looked at alone: what those of a suit
say of all shapes is kept as one number, in which every way to complete a hand has lanes of its own, and the numbers of
the suits are added. So a glance costs as much for many shapes as for one. What it does not rule out is looked into.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..hands.pieces import CLAIMED, Piece
from ..tiles.tile import ALL_KINDS, KINDS, SUIT_KINDS, Tile, tiles_of
from .shape import REFINED, Shape
from .splitting import STARTS, Counts, waiting

_SUITS: Final = tuple(zip(range(4), STARTS, (*STARTS[1:], 34), strict=True))
"""The place of each suit, and where its kinds begin and end."""
_ONE, _TWO, _THREE = SUIT_KINDS
_HONOURS: Final = ALL_KINDS & ~sum(SUIT_KINDS)
_MASKS: Final = (*SUIT_KINDS, _HONOURS)
_KEPT: Final = 1 << 14
"""How many suits are kept of each kind."""
_LANE: Final = 8
_HIGH: Final = 1 << _LANE - 1
"""The bit of a lane that no sum reaches."""


class Glance:
    """Sees that hands are far from the shapes of a ruleset.

    Shapes of pairs have a lane with the number of kinds. Each binding of other shapes has one with the kinds that are
    lacking, and in a second half of all lanes one with the kinds that are not allowed.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._far: list[dict[Counts, bool]] = [{} for _ in STARTS]
        self._far_after: list[dict[Counts, bool]] = [{} for _ in STARTS]
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
        self._pairs = [shape.only_pairs for shape, own in self._lanes for _ in own]
        self._half = _LANE * len(now)
        self._high = _lanes([_HIGH] * 2 * len(now))
        self._now = _lanes([*now, *[1] * len(now)])
        """From which number on each lane says that a hand does not wait."""
        soon = [number + pairs for number, pairs in zip(now, self._pairs, strict=True)]
        self._soon = _lanes([*soon, *[2] * len(now)])
        """The same of a hand with a tile too many, after any discard."""
        self._each = [self._of_kind(tile) for tile in range(KINDS)]
        self._bases = [_lanes([(fixed & mask).bit_count() for fixed, _ in self._masks]) for mask in _MASKS]
        """What the suits say of which no kind is there."""
        self._relevant: dict[tuple[int, bool], int] = {}
        self._bare = self._of(())

    def waits_for_none(self, melds: tuple[Piece, ...], counts: list[int], present: int) -> bool:
        """Whether no tile completes a hand without jokers, which lacks one. False is unsure.

        `counts` are the concealed tiles, `present` the mask of their kinds; both may go on behind the kinds.
        """
        return self._shapes_are_far(melds, present, self._now) and self._next_far(counts, 0) >= 0

    def is_not_ready(self, melds: tuple[Piece, ...], counts: list[int], present: int) -> bool:
        """Whether a hand without jokers, which has a tile too many, waits after no discard. False is unsure."""
        if not self._shapes_are_far(melds, present, self._soon):
            return False
        only = self._next_far(counts, 0)
        return only >= 0 and (self._next_far(counts, only + 1) >= 0 or self._stays_far(counts, only))

    def others_are_not_ready(self, melds: tuple[Piece, ...], present: int) -> bool:
        """The same of all shapes but sets and a pair, by the kinds of its tiles."""
        return self._shapes_are_far(melds, present, self._soon)

    def discards_for_sets(self, counts: Counts | list[int]) -> int:
        """The mask of the kinds of which one must go, with a tile too many, to wait for sets and a pair.

        It is all, those of the one suit that is far from them, or 0 where more than one is. Being in it says nothing.
        """
        only = self._next_far(counts, 0)
        if only < 0:
            return ALL_KINDS
        return 0 if self._next_far(counts, only + 1) >= 0 else _MASKS[only]

    def _shapes_are_far(self, melds: tuple[Piece, ...], present: int, limits: int) -> bool:
        """Whether each lane says of the kinds of a hand that its shape is too far, by its limit."""
        relevant = self._of(melds) if melds else self._bare
        if not relevant:
            return True
        far = (self._tell(present) | self._high) - limits & self._high
        return (far | far >> self._half) & relevant == relevant

    def _next_far(self, counts: Counts | list[int], first: int) -> int:
        """The first suit, from a place on, that is far from sets and a pair; -1 where none is."""
        for place, start, end in _SUITS[first:]:
            suit, kept = tuple(counts[start:end]), self._far[place]
            far_off = kept.get(suit)
            if far_off is None:
                far_off = _keep(kept, suit, _is_far(suit, start))
            if far_off:
                return place
        return -1

    def _stays_far(self, counts: list[int], place: int) -> bool:
        """Whether a suit stays far from sets and a pair, whichever tile of it is discarded."""
        _, start, end = _SUITS[place]
        suit, kept = tuple(counts[start:end]), self._far_after[place]
        found = kept.get(suit)
        if found is None:
            less = [(*suit[:rank], number - 1, *suit[rank + 1 :]) for rank, number in enumerate(suit) if number]
            found = _keep(kept, suit, all(_is_far(own, start) for own in less))
        return found

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
        key = len(melds), any(meld & CLAIMED for meld in melds)
        found = self._relevant.get(key)
        if found is None:
            lanes = {lane for shape, own in self._lanes if shape.admits(melds) for lane in own}
            found = self._relevant[key] = sum([_HIGH << lane * _LANE for lane in lanes])
        return found


def _lanes(numbers: Sequence[int]) -> int:
    """Numbers, each in its lane."""
    return sum([number << place * _LANE for place, number in enumerate(numbers)])


def _keep(kept: dict[Counts, bool], suit: Counts, found: bool) -> bool:
    """Keep an answer; where there are too many, the others go."""
    if len(kept) >= _KEPT:
        kept.clear()
    kept[suit] = found
    return found


def _is_far(suit: Counts, start: int) -> bool:
    """Whether no tile completes a hand to sets and at most one pair that has these tiles of a suit."""
    own = waiting(suit, start)
    return not own.complete and not own.kinds
