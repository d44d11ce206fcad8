"""Every reading of many hands, as arrays: a row for each reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from ..hands.hand import Hand
from ..hands.pieces import CHOW, COMPLETED, FORM, LOOSE, OPEN, PAIR, PUNG, TAKEN, TILE, WINNING, Piece, holds
from ..shapes.readings import UNFINISHED, Reading, unfinished
from ..shapes.shape import BESIDE_PAIRS, GENERAL, PAIRS, PICK, REFINED, SETS, WRITTEN, Shape
from ..shapes.wait_kinds import WAIT_KINDS, wait_of
from ..tiles.tile import KINDS, tiles_of
from .arrays import Longs, Truths, has_several, number_of_kinds, spread
from .bindings import Bindings
from .general_shapes import General
from .laid_tiles import SUIT_BITS, Laid, all_laid, loose_tiles, none, two_keys, zeros
from .numbering import WIDE, Numbering
from .pairs_beside_sets import laid_beside_pairs
from .rank_groups import RankGroups
from .refined_shapes import Refined
from .rows import Rows
from .suits import BASE, SETS_BITS, chows_in, first_way, number_of_ways, parted, suit_keys, ways_of
from .tallies import Tallies

NOT_COMPLETED: Final = LOOSE + 1
"""In place of the form of what was completed: nothing was."""


@dataclass(frozen=True, eq=False)
class Readings:
    """Readings of hands, a row for each: how tiles were `laid`, and the form and the tile of what was completed.

    Unfinished ones have the form NOT_COMPLETED, and their shape is behind all others.
    """

    laid: Laid
    form: Longs
    tile: Longs

    def __len__(self) -> int:
        return len(self.form)

    def rows(self, places: Any) -> Readings:
        """Some of the rows."""
        return Readings(self.laid.rows(places), self.form[places], self.tile[places])


def together(parts: Sequence[Readings]) -> Readings:
    """Several lots of readings as one."""
    if len(parts) == 1:
        return parts[0]
    laid = all_laid([part.laid for part in parts])
    return Readings(laid, *[np.concatenate([getattr(part, name) for part in parts]) for name in ("form", "tile")])


class Reader:
    """Reads hands in the shapes of a ruleset."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = tuple(shapes)
        self.names = (*[shape.name for shape in shapes], UNFINISHED)
        self._refined = {place: Refined(shape) for place, shape in enumerate(shapes) if shape.way == REFINED}
        general = {place: shape for place, shape in enumerate(shapes) if shape.way == GENERAL}
        self._laying = {place: RankGroups.made(own, place) or General(own, place) for place, own in general.items()}
        self._general = [own for own in self._laying.values() if isinstance(own, General)]
        self._written = {place: Written(shape) for place, shape in enumerate(shapes) if shape.way == WRITTEN}
        self._bindings = [Bindings(shape.bindings) for shape in shapes]
        sizes, known = [possible_sizes(shape) for shape in self.shapes], dict[bytes, int]()
        self._size = [known.setdefault(own.tobytes(), place) for place, own in enumerate(sizes)]
        """For each shape the first one that allows the same sizes."""
        self._possible = [sizes[place] for place in self._size]
        self._splits = bool(self._refined) or any(shape.plain for shape in shapes)

    @property
    def is_quick(self) -> bool:
        """Whether no shape has to be asked hand by hand, and a mask holds them all."""
        return len(self.shapes) <= WIDE and not self._general

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        sizes = [refined.size for refined in self._refined.values()]
        return max([*sizes, *[general.size for general in self._general]], default=0)

    def read(self, rows: Rows) -> Readings:
        """All readings of winners' hands; a hand that is complete in no shape has none."""
        winning = [place for place, shape in enumerate(self.shapes) if not shape.pattern_only]
        plain = [place for place in winning if self.shapes[place].plain]
        others = [place for place in winning if place not in plain]
        split = self._split_keys(rows.keys) if self._splits else none()
        told = told_of_size(rows.melded, rows.claimed, rows.number, rows.kinds)
        found = [_in_shape(place, _completed(split, rows, self._of_split(place, split, told))) for place in plain]
        if others or not found:
            found.append(_completed(all_laid([none(), *self._laid(rows, others, split, told)]), rows))
        return together(found)

    def _of_split(self, place: int, split: Laid, told: Longs) -> Longs:
        """The ways to split hands that are ways to lay them out in a plain shape; `told` is their size."""
        may = self._possible[place].take(told)
        found: Longs = np.flatnonzero(may.take(split.hand) & ((split.pairs != 0) == self.shapes[place].pairs))
        return found

    def unfinished(self, rows: Rows, asked: Longs) -> Readings:
        """The readings of some hands as those of players who did not win: triplets, pairs, and the rest loose."""
        keys = rows.keys.take(asked, axis=1)
        hidden = Tallies(keys)
        pungs, pairs = hidden.threes(), hidden.twos()
        (suits, _), (honours, _) = two_keys(keys - hidden.keys_of_sets)
        nothing = np.zeros(len(asked), np.int64)
        sets = number_of_kinds(pungs) << SETS_BITS
        shape = nothing + len(self.shapes)
        laid = Laid(asked, shape, nothing, nothing, pungs, pairs, nothing, sets, suits, honours)
        return Readings(laid, nothing + NOT_COMPLETED, nothing - 1)

    def fits(self, rows: Rows, hands: Longs) -> Longs:
        """The shapes that some hands fit, whatever the reading, as masks by their places."""
        found = np.zeros(len(rows), np.int64)
        split = self._split_keys(rows.keys, hands) if self._splits else none()
        for laid in self._laid(rows, range(len(self.shapes)), split, _told_of(rows, hands)):
            np.bitwise_or.at(found, laid.hand, np.int64(1) << laid.shape)
        return found.take(hands)

    def _laid(self, rows: Rows, places: Iterable[int], split: Laid, told: Longs) -> Iterator[Laid]:
        """Every way to lay out hands in some shapes; `split` is every way to split them, `told` their size."""
        of_size: dict[int, _Asked] = {}
        for place in places:
            shape, size = self.shapes[place], self._size[place]
            if shape.plain:
                own = split.rows(self._of_split(place, split, told))
                yield Laid(**{**vars(own), "shape": np.full(len(own.hand), place)})
                continue
            if size not in of_size:
                of_size[size] = _Asked.of(rows, np.flatnonzero(self._possible[size].take(told)))
            asked = self._that_may_have(place, rows, of_size[size])
            if not len(asked):
                continue
            if shape.way in (PAIRS, WRITTEN, BESIDE_PAIRS):
                yield self._paired(place, rows, asked)
            elif place in self._refined:
                own = split.rows(self._refined[place].of(split, rows, asked))
                yield Laid(**{**vars(own), "shape": np.full(len(own.hand), place)})
            elif shape.way == PICK:
                yield self._picked(place, rows, asked)
            elif shape.way == SETS:
                yield self._beside(place, rows, asked)
            else:
                yield self._laying[place].laid(rows, asked)

    def _paired(self, place: int, rows: Rows, asked: Longs) -> Laid:
        """Hands of pairs, perhaps beside a set."""
        shape = self.shapes[place]
        if shape.way == BESIDE_PAIRS:
            return laid_beside_pairs(rows, asked, shape, place)
        if shape.way == WRITTEN:
            asked = self._written[place].of(rows, asked)
        return _pairs(asked, place, rows, distinct=shape.distinct)

    def _split_keys(self, keys: Longs, hands: Longs | None = None) -> Laid:
        """Every way to split tiles, given as suit keys, or some of them; `hand` is the row of the keys."""
        if hands is not None:
            split = self._split_keys(keys.take(hands, axis=1))
            return Laid(**{**vars(split), "hand": hands.take(split.hand)})
        spans = parted(keys)
        numbers = [number_of_ways(span) for span in spans]
        ways = numbers[0] * numbers[1] * numbers[2] * numbers[3]
        some = np.flatnonzero(ways == 1)
        parts = [self._combined(some, [first_way(span[some]) for span in spans])]
        many = np.flatnonzero(ways > 1)
        if len(many):
            own, index = spread(ways[many])
            hand = many[own]
            picked = []
            for span, number in zip(spans, numbers, strict=True):
                own_number = number[hand]
                picked.append(first_way(span[hand]) + index % own_number)
                index //= own_number
            parts.append(self._combined(hand, picked))
        return all_laid(parts)

    def _picked(self, place: int, rows: Rows, asked: Longs) -> Laid:
        """Hands of given single tiles and of different tiles from a class: all of them are loose."""
        bindings = self._bindings[place]
        which, own = bindings.may_be(rows.held.take(asked))
        found = asked.take(own)
        read = np.zeros(len(rows), np.bool_)
        read[found[bindings.and_picked(rows.tally, found, which)]] = True
        hand = np.flatnonzero(read)
        nothing = np.zeros(len(hand), np.int64)
        (suits, _), (honours, _) = two_keys(rows.keys.take(hand, axis=1))
        return Laid(hand, nothing + place, nothing, nothing, nothing, nothing, nothing, nothing, suits, honours)

    def _beside(self, place: int, rows: Rows, asked: Longs) -> Laid:
        """Hands of given single tiles beside sets and at most one pair."""
        bindings = self._bindings[place]
        which, own = bindings.may_be(rows.held.take(asked))
        some = np.flatnonzero(bindings.among(rows.tally, asked.take(own), which))
        keys, hand = bindings.keys.take(which.take(some), axis=1), asked.take(own.take(some))
        laid = self._split_keys(rows.keys.take(hand, axis=1) - keys)
        laid = laid.rows(np.flatnonzero(laid.number_of_pairs == self.shapes[place].pairs))
        (suits, _), (honours, _) = two_keys(keys.take(laid.hand, axis=1))
        told = {"hand": hand.take(laid.hand), "shape": np.full(len(laid.hand), place)}
        return Laid(**{**vars(laid), **told, "loose": suits, "loose_honours": honours})

    def _that_may_have(self, place: int, rows: Rows, asked: _Asked) -> Longs:
        """Those of some hands that may be complete in a shape, as far as their kinds go."""
        hands = asked.hands
        if not len(hands):
            return hands
        if self.shapes[place].only_pairs:
            even: Longs = hands[rows.tally.odd(hands) == 0]
            return even
        return hands[self._bindings[place].may_have(asked.held, asked.present)]

    def _combined(self, hand: Longs, ways: Sequence[Longs]) -> Laid:
        """The ways of the suits together, those with more than one pair left out."""
        chows, chow_mask, pungs, pairs, sets = ways_of(ways)
        zero = zeros(len(hand))
        laid = Laid(hand, zero, chows, chow_mask, pungs, pairs, zero, sets, zero, zero)
        several = has_several(pairs)
        return laid.rows(np.flatnonzero(~several)) if several.any() else laid


class _Asked(NamedTuple):
    """Hands that are complete in a shape as far as their size goes, their concealed kinds and all of their kinds."""

    hands: Longs
    held: Longs
    present: Longs

    @classmethod
    def of(cls, rows: Rows, hands: Longs) -> _Asked:
        """Some hands."""
        return cls(hands, rows.held.take(hands), rows.present.take(hands))


_TOLD_BITS: Final = (3, 1, 5, 5)
_MOST_TOLD: Final = 31


def told_of_size(melded: Longs, claimed: Truths, number: Longs, kinds: Longs) -> Longs:
    """How many declared sets there are, whether one is claimed, how many concealed tiles and kinds, as one number."""
    sets: Longs = melded << 1 | claimed
    tiles: Longs = np.minimum(number, _MOST_TOLD) << 5 | np.minimum(kinds, _MOST_TOLD)
    found: Longs = sets << 10 | tiles
    return found


def _told_of(rows: Rows, hands: Longs) -> Longs:
    """The size of some hands; of no tiles, which no hand has, for the others."""
    told = told_of_size(rows.melded, rows.claimed, rows.number, rows.kinds)
    found = np.zeros(len(rows), np.int64)
    found[hands] = told[hands]
    return found


def possible_sizes(shape: Shape, lacking: int = 0) -> Truths:
    """For every number of `told_of_size` whether hands may be complete in a shape, with so many tiles more."""
    melded, claimed, number, kinds = np.meshgrid(*[np.arange(1 << bits) for bits in _TOLD_BITS], indexing="ij")
    may: Truths = (shape.least_melds <= melded) & (melded <= shape.most_melds)
    if shape.concealed:
        may &= claimed == 0
    may &= number + lacking + 3 * melded == shape.size
    may &= (shape.least_kinds <= kinds + lacking) & (kinds <= shape.most_kinds)
    found: Truths = may.ravel()
    return found


def _pairs(hand: Longs, place: int, rows: Rows, *, distinct: bool) -> Laid:
    """Hands of nothing but pairs; of distinct ones, where this is asked."""
    if distinct:
        hand = hand[rows.tally.fours(hand) == 0]
    nothing = np.zeros(len(hand), np.int64)
    shape = np.full(len(hand), place)
    held, fours = rows.held.take(hand), rows.tally.fours(hand)
    return Laid(hand, shape, nothing, nothing, nothing, held, fours, nothing, nothing, nothing)


class Written:
    """Finds the hands that are among those of a shape that were written out."""

    def __init__(self, shape: Shape) -> None:
        self._written = Numbering(2)
        counts = np.array(sorted(shape.written), np.int64)
        (suits, _), (honours, _) = two_keys(suit_keys(counts[(counts < BASE).all(axis=1)]))
        self._written.of(suits, honours)

    def of(self, rows: Rows, asked: Longs) -> Longs:
        """Those of some hands."""
        (suits, _), (honours, _) = two_keys(rows.keys.take(asked, axis=1))
        _, others = self._written.known(suits, honours)
        return np.delete(asked, others)


def _in_shape(place: int, readings: Readings) -> Readings:
    """The same readings, in a shape by its place."""
    laid = readings.laid
    return Readings(Laid(**{**vars(laid), "shape": np.full(len(laid.hand), place)}), readings.form, readings.tile)


def _completed(laid: Laid, rows: Rows, some: Longs | None = None) -> Readings:
    """A reading for every different piece that the winning tile may have completed; of some rows, or of all."""
    hand, chow_mask, pungs, pairs = laid.hand, laid.chow_mask, laid.pungs, laid.pairs
    if some is not None and len(some) < len(hand):
        hand, chow_mask, pungs, pairs = [column.take(some) for column in (hand, chow_mask, pungs, pairs)]
    win = rows.win_kind.take(hand)
    bit = np.int64(1) << win
    places: list[Longs] = []
    forms: list[Longs] = []
    tiles: list[Longs] = []

    def found(holding: Truths, form: int, back: int = 0) -> None:
        own = np.flatnonzero(holding)
        places.append(own)
        forms.append(np.full(len(own), form))
        tiles.append(win.take(own) - back)

    for back in range(3):
        # a chow that begins at the winning tile, or at most two before it; the mask has no chow across suits
        found(chow_mask << back & bit != 0, CHOW, back)
    found(pungs & bit != 0, PUNG)
    found(pairs & bit != 0, PAIR)
    if some is None and (laid.loose.any() or laid.loose_honours.any()):
        suit, rank = win // 9, win % 9
        key = np.where(
            suit == 3, laid.loose_honours, laid.loose >> SUIT_BITS * np.minimum(suit, 2) & (1 << SUIT_BITS) - 1
        )
        found(key // BASE**rank % BASE > 0, LOOSE)
    every = np.concatenate(places)
    if len(hand) < len(laid.hand) and some is not None:
        every = some.take(every)
    return Readings(laid.rows(every), np.concatenate(forms), np.concatenate(tiles))


WAIT_NAMES: Final = (None, *WAIT_KINDS)
"""The kinds of wait by their numbers."""


def pair_tiles(readings: Readings, row: int) -> tuple[int, ...]:
    """The tiles of the pairs of a row."""
    laid = readings.laid
    return tuple(sorted(tiles_of(int(laid.pairs[row])) + tiles_of(int(laid.twice[row]))))


def _wait_table() -> Longs:
    """The number of the wait by form, tile and 1 more, and how far the winning tile is behind the piece's."""
    table = np.zeros((NOT_COMPLETED + 1, KINDS + 1, _BEHIND), np.int64)
    for form in (CHOW, PUNG, PAIR, LOOSE):
        for tile in range(KINDS):
            for behind in range(_BEHIND):
                table[form, tile + 1, behind] = WAIT_NAMES.index(wait_of(form, tile % 9, tile % 9 + behind))
    return table.ravel()


_BEHIND: Final = 3
_WAITS: Final = _wait_table()


def wait_numbers(readings: Readings, rows: Rows) -> Longs:
    """How the winning tile completes its piece, for every reading, as a number."""
    completed = readings.form != NOT_COMPLETED
    behind = completed * (rows.win_kind.take(readings.laid.hand) - readings.tile)
    found: Longs = _WAITS.take((readings.form * (KINDS + 1) + readings.tile + 1) * _BEHIND + behind)
    return found


def reading_of(readings: Readings, row: int, hand: Hand, names: Sequence[str]) -> Reading:
    """The reading of a row, as one hand has it."""
    laid = readings.laid
    if readings.form[row] == NOT_COMPLETED:
        return unfinished(hand)
    chows, pungs = chows_in(int(laid.chows[row])), tiles_of(int(laid.pungs[row]))
    pairs = pair_tiles(readings, row)
    loose = loose_tiles(int(laid.loose[row]), int(laid.loose_honours[row]))
    form, tile, win = int(readings.form[row]), int(readings.tile[row]), hand.win_kind
    pieces = concealed_pieces(readings, row, win, self_drawn=hand.self_drawn)
    layout = tuple(sorted(chows + hand.chows)), tuple(sorted(pungs + hand.pungs)), pairs, loose
    return Reading(
        names[int(laid.shape[row])], tuple(sorted([*hand.pieces, *pieces])), wait_of(form, tile, win), layout
    )


def concealed_pieces(readings: Readings, row: int, win: int, *, self_drawn: bool) -> list[Piece]:
    """The pieces of the concealed tiles of a completed reading, by its row; `win` is the kind of the winning tile."""
    laid = readings.laid
    form, tile = int(readings.form[row]), int(readings.tile[row])
    told = (
        (CHOW, chows_in(int(laid.chows[row]))),
        (PUNG, tiles_of(int(laid.pungs[row]))),
        (PAIR, pair_tiles(readings, row)),
        (LOOSE, loose_tiles(int(laid.loose[row]), int(laid.loose_honours[row]))),
    )
    pieces: list[Piece] = []
    completed = COMPLETED if self_drawn else COMPLETED | OPEN | TAKEN
    for own_form, tiles in told:
        waiting = own_form == form
        for own in tiles:
            facts = WINNING if holds(own_form, own, win) else 0
            if waiting and own == tile:
                facts, waiting = facts | completed, False
            pieces.append(own_form << FORM | own << TILE | facts)
    return pieces
