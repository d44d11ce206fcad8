"""How many kinds complete the hands before their win, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..scoring.scorer import Scorer
from ..shapes.shape import PAIRS, PICK, SETS, Binding, Shape
from ..tiles.tile import KINDS, mask_of
from .arrays import Longs, Truths, has_several, kinds_where, number_of_kinds
from .columns import NO_WIN
from .laid import counts_of, two_keys
from .numbering import Numbering, Packing
from .readings import within
from .rows import Rows, declared_sets
from .suits import awaited, suit_keys
from .words import GrownNumbers


class WaitCounter:
    """Knows how many kinds complete hands; those that may wait in an uncommon shape are asked one by one."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer, self._shapes = scorer, scorer.shapes.waited
        self._kinds = mask_of(scorer.book.tiles.kinds)
        self._declared, self._packing, self._numbering = Packing(), Packing(), Numbering()
        self._known = GrownNumbers()

    @property
    def size(self) -> int:
        """How many rows the table of hands that were asked by themselves has."""
        return max(len(self._numbering), self._packing.most, self._declared.most)

    def numbers(self, rows: Rows, asked: Longs) -> Longs:
        """How many kinds complete some hands, counted as the ruleset says."""
        before = rows.before[asked]
        melded, claimed = rows.melded[asked], rows.claimed[asked]
        held, number = rows.held_before[asked], before.sum(axis=1, dtype=np.int64)
        kinds = number_of_kinds(held)
        uncommon = np.zeros(len(asked), np.bool_)
        mask = np.zeros(len(asked), np.int64)
        suits = awaited(rows.keys_before[asked])
        asked_alone: list[tuple[Shape, Truths]] = []
        for shape in self._shapes:
            may = (shape.least_melds <= melded) & (melded <= shape.most_melds) & (number + 3 * melded == shape.size - 1)
            may &= (shape.least_kinds <= kinds + 1) & (kinds <= shape.most_kinds)
            if shape.concealed:
                may &= ~claimed
            if shape.plain:
                mask |= np.where(may, _split_waits(suits, shape.pairs), 0)
            elif shape.way == PAIRS:
                mask |= np.where(may, _waits_for_pair(shape, before, kinds), 0)
            elif shape.way in (PICK, SETS):
                mask |= self._beside(shape, before, held, may)
            elif may.any():
                asked_alone.append((shape, may))
        for shape, may in asked_alone:
            uncommon |= may & _may_wait(shape, held, rows.meld_kinds[asked], before, mask)
        mask &= self._kinds
        if self._scorer.book.waits != "formal":
            copies = np.array(self._scorer.book.tiles.per_kind[:KINDS], np.uint8)
            full = kinds_where(rows.counts[asked] >= copies)
            uncommon |= mask & full != 0
        won = rows.win[asked] != NO_WIN
        uncommon &= won
        found = np.where(won, number_of_kinds(mask), 0)
        alone = np.flatnonzero(uncommon)
        if len(alone):
            found[alone] = self._asked(rows, asked[alone])
        return found

    def _asked(self, rows: Rows, hands: Longs) -> Longs:
        """How many kinds complete some hands, each asked by itself, once for all that are alike."""
        columns = [*two_keys(rows.keys_before[hands]), declared_sets(rows, hands, self._declared)]
        columns.append(rows.winds_told(hands))
        numbers, fresh = self._numbering.of(self._packing.together(columns)[0])
        for row in hands[fresh].tolist():
            self._known.add(self._scorer.waits.before_win(rows.hand(row)).bit_count())
        return self._known.of(numbers)

    def _beside(self, shape: Shape, before: NDArray[np.uint8], held: Longs, may: Truths) -> Longs:
        """The kinds that complete given single tiles beside others, as masks."""
        found = np.zeros(len(held), np.int64)
        for binding in shape.bindings:
            own = np.flatnonzero(may & ~has_several(binding.fixed & ~held) & within(binding, held))
            if not len(own):
                continue
            over = before[own] - counts_of(binding.tiles or ())
            lacking = np.where(over < 0, -over, 0)
            rest, number = np.maximum(over, 0), lacking.sum(axis=1)
            lack = kinds_where(lacking > 0)
            own_waits = self._picked if shape.way == PICK else self._split
            found[own] |= np.where(number <= 1, own_waits(shape, binding, rest, lack), 0)
        return found

    @staticmethod
    def _picked(shape: Shape, binding: Binding, rest: Longs, lack: Longs) -> Longs:
        """What is lacking of given tiles, or else one more from the class."""
        mask = kinds_where(rest > 0)
        right = (rest <= 1).all(axis=1) & (mask & ~binding.pool == 0)
        right &= number_of_kinds(mask) == shape.picked - (lack == 0)
        return np.where(right, np.where(lack != 0, lack, binding.pool & ~mask), 0)

    def _split(self, shape: Shape, binding: Binding, rest: Longs, lack: Longs) -> Longs:
        """What is lacking of given tiles beside whole sets, or else what the sets wait for."""
        suits = awaited(suit_keys(rest))
        whole = _is_whole(suits, shape.pairs)
        return np.where(lack != 0, np.where(whole, lack, 0), _split_waits(suits, shape.pairs))


def _is_whole(suits: list[tuple[Longs, Longs, Longs]], pairs: int) -> Truths:
    """Whether tiles make sets and so many pairs (0 or 1)."""
    found = np.ones(len(suits[0][0]), np.bool_)
    paired = np.zeros(len(found), np.int64)
    for over, complete, _ in suits:
        found &= (over != 1) & (complete != 0)
        paired += over == 2
    found &= paired == pairs
    return found


def _waits_for_pair(shape: Shape, before: NDArray[np.uint8], kinds: Longs) -> Longs:
    """The only kind that is there an odd number of times, as a mask, in hands that may be pairs with one more."""
    odd = kinds_where(before & 1)
    right = number_of_kinds(odd) == 1
    return np.where(right & (kinds == shape.pairs) if shape.distinct else right, odd, 0)


def _may_wait(shape: Shape, held: Longs, melded: Longs, before: NDArray[np.uint8], known: Longs) -> Truths:
    """Whether tiles may lack one alone in a shape, of a kind that is not known yet, as far as their kinds go.

    `held` are the kinds of concealed tiles, `melded` those of declared sets.
    """
    if shape.only_pairs:
        odd = kinds_where(before & 1)
        alone: Truths = (number_of_kinds(odd) == 1) & (odd & ~known != 0)
        return alone
    found = np.zeros(len(held), np.bool_)
    for binding in shape.bindings:
        missing = (binding.fixed & ~held) | (binding.needed & ~(held | melded))
        found |= ~has_several(missing) & within(binding, held | melded)
    return found


def _split_waits(suits: list[tuple[Longs, Longs, Longs]], pairs: int) -> Longs:
    """The kinds that complete tiles to sets and so many pairs (0 or 1), as masks."""
    number = np.zeros(len(suits[0][0]), np.int64)
    complete, both = number.copy(), number.copy()
    wrong = np.zeros(len(number), np.bool_)
    for over, own, _ in suits:
        waits = over > 0
        wrong |= ~waits & (own == 0)
        number += waits
        complete += np.where(waits, own, 0)
        both += over
    found = np.zeros(len(number), np.int64)
    for over, own, kinds in suits:
        alone = (number == 1) & (over == (1 if pairs else 2))
        beside = (number == 2) & (both == 4) & (over == 2) & (complete - own > 0) & bool(pairs)
        found |= np.where(alone | beside, kinds, 0)
    return np.where(wrong, 0, found)
