"""What facets show of one of many readings, told by the columns: its hand is not made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ..hands.pieces import HOW_WON, TILE_BITS, winning
from ..hands.record import SEATS
from ..shapes.readings import hand_classes
from ..shapes.wait_kinds import wait_of
from ..tiles.tile import KINDS, SUIT_KINDS, mask_of, tiles_of
from .columns import BONUS_TILES
from .laid_tiles import loose_tiles
from .readings import NOT_COMPLETED, Readings, concealed_pieces, pair_tiles
from .rows import Rows
from .said_fields import SaidFields
from .suits import chows_in

KINDS_OF_LETTER: Final = {**dict(zip("mps", SUIT_KINDS, strict=True)), "z": mask_of(range(27, KINDS))}
"""The kinds of the suits and of the honours, by their letters."""
UNTOLD: Final = object()
"""In place of what is not told by the columns."""
_NO_FLAGS: Final = frozenset[str]()


class ReadingAt(NamedTuple):
    """Where a reading is: the hands, their readings, the names of the shapes, what further fields say, its row."""

    rows: Rows
    readings: Readings
    names: Sequence[str]
    said: SaidFields
    row: int

    @property
    def hand(self) -> int:
        """The row of its hand."""
        return int(self.readings.laid.hand[self.row])


def show_facet(facet: str, at: ReadingAt) -> Any:
    """What a facet shows of a reading; UNTOLD where its hand must be asked."""
    show = _SHOWN.get(facet)
    return UNTOLD if show is None else show(at, at.hand)


def _chows(at: ReadingAt, hand: int) -> tuple[int, ...]:
    return chows_in(int(at.readings.laid.chows[at.row] + at.rows.chows[hand]))


def _pungs(at: ReadingAt, hand: int) -> tuple[int, ...]:
    return tiles_of(int(at.readings.laid.pungs[at.row] | at.rows.pungs[hand]))


def _loose(at: ReadingAt, hand: int) -> tuple[int, ...]:
    laid = at.readings.laid
    return loose_tiles(int(laid.loose[at.row]), int(laid.loose_honours[at.row]))


def _wait(at: ReadingAt, hand: int) -> str | None:
    form = int(at.readings.form[at.row])
    return None if form == NOT_COMPLETED else wait_of(form, int(at.readings.tile[at.row]), int(at.rows.win_kind[hand]))


def _pieces(at: ReadingAt, hand: int) -> Any:
    if at.readings.form[at.row] == NOT_COMPLETED:
        return UNTOLD
    win, drawn = int(at.rows.win_kind[hand]), bool(at.rows.columns.self_drawn[hand])
    declared = [winning(piece, win) for piece in at.rows.columns.pieces(hand)]
    return tuple(sorted([*declared, *concealed_pieces(at.readings, at.row, win, self_drawn=drawn)]))


def _forms(at: ReadingAt, hand: int) -> Any:
    pieces = _pieces(at, hand)
    return UNTOLD if pieces is UNTOLD else tuple(sorted([piece & ~(TILE_BITS | HOW_WON) for piece in pieces]))


def _flags(at: ReadingAt, hand: int) -> frozenset[str]:
    bits, names = int(at.rows.columns.flags[hand]), at.rows.columns.flag_names
    flags = frozenset([name for bit, name in enumerate(names) if bits >> bit & 1]) if bits else _NO_FLAGS
    return flags | {"last_of_kind"} if at.rows.beside[hand] == 3 else flags


def _bonus(at: ReadingAt, hand: int) -> tuple[tuple[int, ...] | None, int, str, str]:
    columns = at.rows.columns
    known = columns.tiles[hand, BONUS_TILES]
    own = tuple((np.repeat(np.arange(len(known)), known) + BONUS_TILES.start).tolist())
    told = own if columns.bonus_known[hand] else None
    return told, int(columns.bonus[hand]), SEATS[columns.seat[hand]], SEATS[columns.round[hand]]


def _suit(letter: str) -> Callable[[ReadingAt, int], int]:
    return lambda at, hand: int(at.rows.present[hand]) & KINDS_OF_LETTER[letter]


_SHOWN: Final[Mapping[str, Callable[[ReadingAt, int], Any]]] = {
    "shape": lambda at, hand: at.names[int(at.readings.laid.shape[at.row])],
    "chows": _chows,
    "pungs": _pungs,
    "pairs": lambda at, hand: pair_tiles(at.readings, at.row),
    "loose": _loose,
    "wait": _wait,
    "pieces": _pieces,
    "forms": _forms,
    "fields": lambda at, hand: at.said.of(at.rows.columns, hand),
    "winner": lambda at, hand: bool(at.rows.columns.winner[hand]),
    "self_drawn": lambda at, hand: bool(at.rows.columns.self_drawn[hand]),
    "flags": _flags,
    "suits": lambda at, hand: int(at.rows.suits[hand]),
    "four_alike": lambda at, hand: tiles_of(int(at.rows.four[hand])),
    "bonus": _bonus,
    "bonus_count": lambda at, hand: int(at.rows.columns.bonus[hand]),
    "seat": lambda at, hand: SEATS[at.rows.columns.seat[hand]],
    "winds": lambda at, hand: hand_classes(SEATS[at.rows.columns.seat[hand]], SEATS[at.rows.columns.round[hand]]),
    **{letter: _suit(letter) for letter in KINDS_OF_LETTER},
}
"""What facets show of a reading and its hand, by its row."""
