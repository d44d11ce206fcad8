"""Views: what each facet shows of many readings, as numbers that are equal only where the views are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np

from ..conditions.facets import FACETS, Case
from ..hands.record import SEATS
from ..scoring.question_groups import Group
from ..scoring.scorer import Scorer
from ..shapes.readings import Reading
from ..tiles.tile import KINDS, SUIT_KINDS, mask_of, tiles_of
from .arrays import Longs, first_places, lowest_kind, number_of_kinds
from .laid_tiles import HONOUR_BITS, Laid, loose_numbers
from .matters import ALL_MATTERS, RUN_BITS, Matters, runs
from .numbering import NARROW, WIDE, Column, Numbered, in_one_word
from .readings import Readings, reading_of, wait_numbers
from .reds import reds_counted
from .rows import (
    BONUS_BITS,
    CONCEALED_CHOW,
    CONCEALED_LOOSE,
    CONCEALED_PAIR,
    CONCEALED_PUNG,
    FORM_BITS,
    RED_BITS,
    TAKEN_CHOW,
    TAKEN_LOOSE,
    TAKEN_PAIR,
    TAKEN_PUNG,
    Rows,
)
from .said_fields import SaidFields
from .shown_facets import KINDS_OF_LETTER, UNTOLD, ReadingsAt, show_facet
from .suits import CHOW_BITS
from .waiting import WaitTables

_CONCEALED: Final = (CONCEALED_CHOW, CONCEALED_PUNG, CONCEALED_PAIR, CONCEALED_LOOSE)
_TAKEN: Final = (TAKEN_CHOW, TAKEN_PUNG, TAKEN_PAIR, TAKEN_LOOSE)
_MOVED: Final = np.array([*[(1 << to) - (1 << out) for to, out in zip(_TAKEN, _CONCEALED, strict=True)], 0], np.int64)
"""What is added to the code of forms where a discard completed a piece, by its form; nothing where none was."""
_PAIR_BITS: Final = NARROW + 1
_BEHIND_TILES: Final = 64
_CLASS_BITS: Final = 7
_NUMBER_BITS: Final = 4
MOST_PAIRS: Final = 9
"""No hand has more pairs."""
_FIELD_BITS: Final = 31


class Views:
    """The views of readings of hands. `names` are those of the shapes, `numbers` are given to what is wide, `said`
    reads the further fields of records, `waiting` knows which kinds complete hands."""

    def __init__(
        self,
        scorer: Scorer,
        names: tuple[str, ...],
        rows: Rows,
        readings: Readings,
        numbers: dict[Hashable, Numbered],
        said: SaidFields,
        waiting: WaitTables,
    ) -> None:
        self.rows, self.readings, self.said, self._waiting = rows, readings, said, waiting
        self._scorer, self._names, self._numbers = scorer, names, numbers
        self._columns: dict[Hashable, Column] = {}
        self._of_hands: dict[Hashable, Column] = {}
        self._cases: dict[int, Case] = {}

    def __len__(self) -> int:
        return len(self.readings)

    def part(self, rows: Longs) -> Views:
        """The views of some of the readings."""
        readings = self.readings.rows(rows)
        found = Views(self._scorer, self._names, self.rows, readings, self._numbers, self.said, self._waiting)
        found._of_hands = self._of_hands
        return found

    def reading(self, row: int) -> Reading:
        """The reading of a row."""
        hand = self.rows.hand(int(self.readings.laid.hand[row]))
        return reading_of(self.readings, row, hand, self._names)

    def case(self, row: int) -> Case:
        """A reading, by its row, as one hand is asked about it; kept."""
        case = self._cases.get(row)
        if case is None:
            hand = self.rows.hand(int(self.readings.laid.hand[row]))
            case = self._cases[row] = self._scorer.case(hand, self.reading(row))
        return case

    @cached_property
    def first(self) -> Longs:
        """A reading of every hand, by its row; -1 for those that have none."""
        return first_places(self.readings.laid.hand, len(self.rows))

    def views(self, group: Group, rows: Longs) -> list[Any]:
        """What a group looks at in some readings, by their rows: what one hand would show it."""
        found = [self.each_shown(name, rows) for name in group.names]
        return found[0] if len(found) == 1 else list(zip(*found, strict=True))

    def each_shown(self, facet: str, rows: Longs) -> list[Any]:
        """What a facet shows of some readings, by their rows."""
        every, take = self.told(facet, rows), FACETS[facet].take
        return [take(self.case(row)) if own is UNTOLD else own for row, own in zip(rows.tolist(), every, strict=True)]

    def shown(self, facet: str, row: int) -> Any:
        """What a facet shows of a reading, by its row."""
        return self.each_shown(facet, np.array([row]))[0]

    def told(self, facet: str, rows: Longs) -> list[Any]:
        """What a facet shows of some readings without their hands; UNTOLD where the columns do not tell it."""
        hands = self.readings.laid.hand.take(rows)
        at = ReadingsAt(self.rows, self.readings, self._names, self.said, self._waiting, rows, hands)
        return show_facet(facet, at)

    def column(self, facet: str, matters: Matters = ALL_MATTERS) -> Column:
        """What a facet shows of every reading, as far as it matters."""
        key = facet, matters.of(facet)
        found = self._columns.get(key)
        if found is None:
            if facet in _OF_READING:
                found = _OF_READING[facet](self, self._numbers.setdefault(key, Numbered()), matters)
            else:
                keys, bits = self.of_hand(facet, matters)
                found = keys.take(self.readings.laid.hand), bits
            self._columns[key] = found
        return found

    def of_hand(self, facet: str, matters: Matters = ALL_MATTERS) -> Column:
        """What a facet that is the same for all readings shows of every hand, as far as it matters."""
        tell = _OF_HAND[facet]
        key = tell, matters.of(facet)  # facets that are told alike are told once
        found = self._of_hands.get(key)
        if found is None:
            numbers = self.said.together if facet in SAYING else self._numbers
            found = self._of_hands[key] = tell(self.rows, numbers.setdefault(key, Numbered()), matters)
        return found


def _shape(views: Views, numbered: Numbered, matters: Matters) -> Column:
    return views.readings.laid.shape, 8


def _chows(views: Views, numbered: Numbered, matters: Matters) -> Column:
    laid = views.readings.laid
    return laid.chows + views.rows.chows[laid.hand], len(SUIT_KINDS) * CHOW_BITS


def _pungs(views: Views, numbered: Numbered, matters: Matters) -> Column:
    """The tiles of pungs; of kinds next to each other that are of the same class, how many there are."""
    laid = views.readings.laid
    every = laid.pungs | views.rows.pungs[laid.hand]
    if matters.pungs is None:
        return every, KINDS
    found, bits = np.zeros(len(every), np.int64), 0
    for start, width, counted in runs(matters.pungs):
        own = every >> start & (1 << width) - 1
        found |= (number_of_kinds(own) if counted else own) << bits
        bits += RUN_BITS if counted else width
    return found, bits


def _pairs(views: Views, numbered: Numbered, matters: Matters) -> Column:
    """The class of the only pair, or a number of several pairs behind all classes."""
    laid = views.readings.laid
    classes = np.array(range(KINDS) if matters.pairs is None else matters.pairs)
    found = (laid.pairs != 0) * (classes + 1).take(lowest_kind(laid.pairs))
    many = np.flatnonzero(laid.has_several_pairs)
    if len(many):
        several = laid.rows(many)
        told = _pair_columns(several, classes) if matters.in_order else _pairs_counted(several, classes)
        found[many] = numbered.of(told)[0] + _BEHIND_TILES
    return found, _PAIR_BITS


def _pair_columns(laid: Laid, classes: Longs) -> Iterator[Column]:
    """The classes of the kinds of pairs, in their order, as columns."""
    left = laid.pairs
    for _ in range(MOST_PAIRS):
        kind = lowest_kind(left)
        twice = laid.twice >> kind & 1
        yield (left != 0) * (classes.take(np.minimum(kind, KINDS - 1)) + 1 << 1 | twice), _CLASS_BITS
        left = left & (left - 1)


def _pairs_counted(laid: Laid, classes: Longs) -> Iterator[Column]:
    """How many pairs there are of each class, as columns."""
    for number in range(int(classes.max()) + 1):
        kinds = mask_of(np.flatnonzero(classes == number).tolist())
        yield number_of_kinds(laid.pairs & kinds) + number_of_kinds(laid.twice & kinds), _NUMBER_BITS


def _loose(views: Views, numbered: Numbered, matters: Matters) -> Column:
    laid = views.readings.laid
    found = np.zeros(len(views), np.int64)
    some = np.flatnonzero(laid.loose | laid.loose_honours != 0)
    if len(some) and matters.loose:
        found[some] = loose_numbers(laid.loose[some], laid.loose_honours[some])
    elif len(some):
        found[some] = numbered.of([(laid.loose[some], WIDE), (laid.loose_honours[some], HONOUR_BITS)])[0] + 1
    return found, _PAIR_BITS


def _forms(views: Views, numbered: Numbered, matters: Matters) -> Column:
    laid = views.readings.laid
    code = views.rows.forms[laid.hand] + (laid.number_of_chows << CONCEALED_CHOW)
    code += (laid.number_of_pungs << CONCEALED_PUNG) + (laid.number_of_pairs << CONCEALED_PAIR)
    loose = np.flatnonzero(laid.loose | laid.loose_honours != 0)
    code[loose] += _loose_number(views, loose) << CONCEALED_LOOSE
    taken = ~views.rows.columns.self_drawn.take(laid.hand)
    return code + taken * _MOVED.take(views.readings.form), FORM_BITS


def _loose_number(views: Views, rows: Longs) -> Longs:
    """How many loose tiles there are in some readings: all that are in no set and no pair."""
    laid = views.readings.laid.rows(rows)
    held = views.rows.number.take(laid.hand)
    found: Longs = held - 3 * (laid.number_of_chows + laid.number_of_pungs) - 2 * laid.number_of_pairs
    return found


def _wait(views: Views, numbered: Numbered, matters: Matters) -> Column:
    return wait_numbers(views.readings, views.rows), 3


_OF_READING: Final[Mapping[str, Callable[[Views, Numbered, Matters], Column]]] = {
    "shape": _shape,
    "chows": _chows,
    "pungs": _pungs,
    "pairs": _pairs,
    "loose": _loose,
    "forms": _forms,
    "wait": _wait,
}
"""The views that depend on the reading."""


def _classes(rows: Rows, numbered: Numbered, matters: Matters) -> Column:
    return in_one_word(rows.winds_told(), _said(rows, numbered, ALL_MATTERS))


def _said(rows: Rows, numbered: Numbered, matters: Matters) -> Column:
    """The further fields that matter."""
    columns = rows.columns
    names = [name for name in columns.field_names if matters.fields is None or name in matters.fields]
    told = [(columns.further[:, columns.field_names.index(name)], name) for name in names]
    if not any(own.any() for own, _ in told):
        return np.zeros(len(rows), np.int64), NARROW + 1
    if len(told) == 1 and names[0] in columns.values:
        return told[0][0], NARROW + 1
    bits = [(own, NARROW if name in columns.values else _FIELD_BITS) for own, name in told]
    return numbered.of(bits)[0] + 1, NARROW + 1


def _suit(letter: str) -> Callable[[Rows, Numbered, Matters], Column]:
    kinds = KINDS_OF_LETTER[letter]
    start, width = tiles_of(kinds)[0], kinds.bit_count()
    return lambda rows, numbered, matters: ((rows.present & kinds) >> start, width)


def _flags(rows: Rows, numbered: Numbered, matters: Matters) -> Column:
    flags = rows.columns.flags.astype(np.int64)
    return flags << 1 | (rows.beside == 3), len(rows.columns.flag_names) + 1


def _bonus(rows: Rows, numbered: Numbered, matters: Matters) -> Column:
    columns = rows.columns
    known = columns.bonus_known.astype(np.int64)
    told = [(rows.bonus_key, BONUS_BITS), (known, 1), (columns.bonus.astype(np.int64), 8)]
    return in_one_word(*told, rows.winds_told())


_OF_HAND: Final[Mapping[str, Callable[[Rows, Numbered, Matters], Column]]] = {
    "winds": lambda rows, numbered, matters: rows.winds_told(),
    "classes": _classes,
    "seat": lambda rows, numbered, matters: (rows.columns.seat.astype(np.int64), 2),
    "east": lambda rows, numbered, matters: ((rows.columns.seat == SEATS.index("E")).astype(np.int64), 1),
    **{letter: _suit(letter) for letter in KINDS_OF_LETTER},
    "suits": lambda rows, numbered, matters: (rows.suits, 2),
    "specials": lambda rows, numbered, matters: (reds_counted(rows), len(SUIT_KINDS) * RED_BITS),
    "four_alike": lambda rows, numbered, matters: (rows.four, KINDS),
    "winner": lambda rows, numbered, matters: (rows.columns.winner.astype(np.int64), 1),
    "self_drawn": lambda rows, numbered, matters: (rows.columns.self_drawn.astype(np.int64), 1),
    "win": lambda rows, numbered, matters: (rows.win, 8),
    "flags": _flags,
    "bonus_count": lambda rows, numbered, matters: (rows.columns.bonus.astype(np.int64), 8),
    "bonus": _bonus,
    "numbers": _said,
    "fields": _said,
}
"""The views that are the same for all readings of a hand."""
SAYING: Final = frozenset({"classes", "numbers", "fields"})
"""Those of them that are told by the numbers of what further fields say."""

KNOWN: Final = frozenset([*_OF_READING, *_OF_HAND])
"""The facets that can be told of many readings at once."""
