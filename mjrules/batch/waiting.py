"""Which kinds complete the hands before their win, many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..scoring.scorer import Scorer
from ..shapes.shape import BESIDE_PAIRS, PAIRS, PICK, SETS, Shape
from ..tiles.tile import KINDS, mask_of
from .arrays import Longs, Truths, number_of_kinds
from .bindings import Bindings
from .bit_rows import GrownNumbers
from .columns import NO_WIN
from .laid_tiles import two_keys
from .numbering import Numbered
from .pairs_beside_sets import waits_beside_pairs
from .readings import possible_sizes, told_of_size
from .rows import Rows, declared_sets
from .suits import BROKEN, COMPLETE, OVER, PAIRED, SPOILT, WAITING, awaited, said
from .table_sizes import fills
from .tallies import Tallies, kinds_from


class WaitTables:
    """Knows which kinds complete hands; those that may wait in an uncommon shape are asked one by one."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._shapes = [(shape, possible_sizes(shape, lacking=1)) for shape in scorer.shapes.waited]
        self._by_winds = any(shape.dynamic for shape in scorer.shapes.waited)
        self._kinds = mask_of(scorer.book.tiles.kinds)
        beside = [shape for shape in scorer.shapes.waited if shape.way in (PICK, SETS) and not shape.plain]
        self._bindings = {shape: Bindings(shape.bindings) for shape in scorer.shapes.waited}
        self._given = {shape for shape in beside if self._bindings[shape].distinct}
        self._declared, self._numbered = Numbered(), Numbered()
        self._known = GrownNumbers()

    @property
    def size(self) -> int:
        """How many rows the table of hands that were asked by themselves has."""
        return max(len(self._numbered), len(self._declared))

    def kinds(self, rows: Rows, asked: Longs) -> Longs:
        """The kinds that complete some hands, counted as the ruleset says, as masks."""
        mask, uncommon = self._all_kinds(rows, asked)
        mask &= ~self._held(rows, asked)
        won = rows.win[asked] != NO_WIN
        uncommon &= won
        found: Longs = won * mask
        alone = np.flatnonzero(uncommon)
        if len(alone):
            found[alone] = self._asked(rows, asked[alone])
        return found

    def may_wait(self, rows: Rows, asked: Longs) -> Truths:
        """Whether any kind completes some hands, held or not; False is sure, True is not."""
        mask, uncommon = self._all_kinds(rows, asked)
        found: Truths = (mask != 0) | uncommon
        return found

    def _all_kinds(self, rows: Rows, asked: Longs) -> tuple[Longs, Truths]:
        """The kinds that complete some hands, held or not, as masks, and which hands are to be asked by themselves."""
        keys = rows.keys_before.take(asked, axis=1)
        held = rows.held_before.take(asked)
        sets, claimed = rows.melded.take(asked), rows.claimed.take(asked)
        told = told_of_size(sets, claimed, rows.number_before.take(asked), number_of_kinds(held))
        mask = np.zeros(len(asked), np.int64)
        suits = awaited(keys)
        others: list[tuple[Shape, Truths]] = []
        for shape, sizes in self._shapes:
            may = sizes.take(told)
            if shape.plain:
                mask |= may * _split_waits(suits, shape.pairs)
            else:
                others.append((shape, may))
        some = np.flatnonzero(np.logical_or.reduce([may for _, may in others]))
        uncommon = np.zeros(len(asked), np.bool_)
        if len(some):
            own = keys.take(some, axis=1)
            left = [(shape, may.take(some)) for shape, may in others]
            mask[some], uncommon[some] = self._in_others(left, own, mask.take(some), rows, asked.take(some))
        mask &= self._kinds
        return mask, uncommon

    def _in_others(
        self, shapes: Sequence[tuple[Shape, Truths]], keys: Longs, mask: Longs, rows: Rows, asked: Longs
    ) -> tuple[Longs, Truths]:
        """The kinds that complete hands in shapes besides sets and a pair, added to a mask, and which hands are asked
        by themselves. With the shapes is said which hands may wait in them by their size."""
        alone: list[tuple[Shape, Truths]] = []
        before = Tallies(keys)
        for shape, may in shapes:
            some = np.flatnonzero(may)
            if not len(some):
                continue
            if shape.way == PAIRS:
                mask[some] |= _waits_for_pair(shape, before.odd(some), number_of_kinds(before.held.take(some)))
            elif shape.way == BESIDE_PAIRS:
                odd, threes = before.odd(some), before.threes(some)
                mask[some] |= waits_beside_pairs(rows, asked.take(some), shape, odd, threes)
            elif shape in self._given:
                self._add_beside(mask, shape, keys, before, some)
            else:
                alone.append((shape, may))
        uncommon = np.zeros(len(mask), np.bool_)
        for shape, may in alone:
            uncommon |= may & self._may_wait(shape, before, rows.meld_kinds.take(asked), mask)
        return mask, uncommon

    def _held(self, rows: Rows, asked: Longs) -> Longs:
        """The kinds that do not count as waits, as masks: the player holds all copies before the win."""
        way, copies = self._scorer.book.waits, self._scorer.book.tiles.per_kind[:KINDS]
        if way == "formal":
            return np.zeros(len(asked), np.int64)
        if way == "hand":
            return kinds_from(Tallies(rows.keys_before.take(asked, axis=1)).counts, copies)
        # no hand has more than all copies, so of the winning kind one is missing before
        return kinds_from(rows.counts.take(asked, axis=1), copies) & ~(np.int64(1) << rows.win_kind[asked])

    @fills
    def _asked(self, rows: Rows, hands: Longs) -> Longs:
        """The kinds that complete some hands, each asked by itself, once for all that are alike."""
        columns = [*two_keys(rows.keys_before.take(hands, axis=1)), declared_sets(rows, hands, self._declared)]
        columns += [rows.winds_told(hands)] if self._by_winds else []
        numbers, fresh = self._numbered.of(columns)
        for row in hands[fresh].tolist():
            self._known.add(self._scorer.waits.before_win(rows.hand(row)))
        return self._known.of(numbers)

    def _add_beside(self, mask: Longs, shape: Shape, keys: Longs, before: Tallies, asked: Longs) -> None:
        """Add to masks the kinds that complete given single tiles beside others, for those hands that are asked."""
        bindings = self._bindings[shape]
        which, some, lack = bindings.lacking_one(before.held.take(asked))
        hands = asked.take(some)
        if shape.way == PICK:
            right = np.flatnonzero(bindings.and_picked(before, hands, which, lack))
            hands, which, lack = hands.take(right), which.take(right), lack.take(right)
            beside = bindings.pool.take(which) & ~_beside_given(bindings.fixed.take(which), before, hands)
            found = np.where(lack != 0, lack, beside)
        else:
            suits = awaited(bindings.left(keys.take(hands, axis=1), which, lack))
            whole = _is_whole(suits[0], shape.pairs) * lack
            found = np.where(lack != 0, whole, _split_waits(suits, shape.pairs))
        np.bitwise_or.at(mask, hands, found)

    def _may_wait(self, shape: Shape, before: Tallies, melded: Longs, known: Longs) -> Truths:
        """Whether tiles may lack one alone in a shape, of a kind that is not known yet, as far as their kinds go.

        `melded` are the kinds of declared sets.
        """
        if shape.only_pairs:
            odd = before.odd()
            alone: Truths = (number_of_kinds(odd) == 1) & (odd & ~known != 0)
            return alone
        return self._bindings[shape].may_wait(before.held, melded)


def _beside_given(fixed: Longs, before: Tallies, hands: Longs) -> Longs:
    """The kinds of tiles beside the given ones, in hands that have these, of which no two are alike."""
    twice = before.twos(hands) | before.threes(hands)
    found: Longs = before.held.take(hands) & (~fixed | twice)
    return found


def _is_whole(states: Longs, pairs: int) -> Truths:
    """Which tiles make sets and so many pairs (0 or 1)."""
    found: Truths = (said(states, BROKEN) == 0) & (said(states, PAIRED) == pairs)
    return found


def _waits_for_pair(shape: Shape, odd: Longs, kinds: Longs) -> Longs:
    """The only kind that is there an odd number of times, as a mask, in hands that may be pairs with one more."""
    right = number_of_kinds(odd) == 1
    return np.where(right & (kinds == shape.pairs) if shape.distinct else right, odd, 0)


def _split_waits(suits: Sequence[Longs], pairs: int) -> Longs:
    """The kinds that complete tiles to sets and so many pairs (0 or 1), as masks."""
    states, kinds, incomplete = suits
    waiting, over = said(states, WAITING), said(states, OVER)
    found: Longs = ((waiting == 1) & (over == (1 if pairs else 2))) * kinds
    if pairs:
        two = np.flatnonzero((waiting == 2) & (over == 4))
        complete = said(states[two], COMPLETE)
        found[two] = np.where(complete == 2, kinds[two], np.where(complete == 1, incomplete[two], 0))
    found *= said(states, SPOILT) == 0
    return found
