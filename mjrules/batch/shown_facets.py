"""What facets show of some of many readings, told by the columns: their hands are not made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from ..hands.pieces import HOW_WON, TILE_BITS, winning
from ..hands.record import SEATS
from ..shapes.readings import hand_classes
from ..shapes.wait_kinds import wait_of
from ..tiles.tile import KINDS, RED, SUIT_KINDS, mask_of, tiles_of
from .arrays import Longs, number_of_kinds
from .columns import BONUS_TILES, NO_WIN
from .laid_tiles import loose_tiles
from .readings import NOT_COMPLETED, Readings, concealed_pieces, pair_tiles
from .reds import reds_counted, reds_of_suit
from .rows import Rows
from .said_fields import SaidFields
from .suits import chows_in
from .tallies import Tallies, kinds_counted
from .waiting import WaitTables

KINDS_OF_LETTER: Final = {**dict(zip("mps", SUIT_KINDS, strict=True)), "z": mask_of(range(27, KINDS))}
"""The kinds of the suits and of the honours, by their letters."""
UNTOLD: Final = object()
"""In place of what is not told by the columns."""
_NO_FLAGS: Final = frozenset[str]()


class ReadingsAt(NamedTuple):
    """Where some readings are: all hands and readings, the names of the shapes, what further fields say, which kinds
    complete hands, and the rows of these readings and of their hands."""

    rows: Rows
    readings: Readings
    names: Sequence[str]
    said: SaidFields
    waiting: WaitTables
    places: Longs
    hands: Longs


def show_facet(facet: str, at: ReadingsAt) -> list[Any]:
    """What a facet shows of each of some readings; UNTOLD where its hand must be asked."""
    show = _SHOWN.get(facet)
    return [UNTOLD] * len(at.places) if show is None else show(at)


def _shapes(at: ReadingsAt) -> list[str]:
    return [at.names[place] for place in at.readings.laid.shape.take(at.places).tolist()]


def _chows(at: ReadingsAt) -> list[tuple[int, ...]]:
    codes = at.readings.laid.chows.take(at.places) + at.rows.chows.take(at.hands)
    return list(map(chows_in, codes.tolist()))


def _pungs(at: ReadingsAt) -> list[tuple[int, ...]]:
    masks = at.readings.laid.pungs.take(at.places) | at.rows.pungs.take(at.hands)
    return list(map(tiles_of, masks.tolist()))


def _loose(at: ReadingsAt) -> list[tuple[int, ...]]:
    laid = at.readings.laid
    told = laid.loose.take(at.places).tolist(), laid.loose_honours.take(at.places).tolist()
    return list(map(loose_tiles, *told))


def _waits(at: ReadingsAt) -> list[str | None]:
    told = at.readings.form.take(at.places), at.readings.tile.take(at.places), at.rows.win_kind.take(at.hands)
    each = zip(*[own.tolist() for own in told], strict=True)
    return [None if form == NOT_COMPLETED else wait_of(form, tile, win) for form, tile, win in each]


def _pieces(at: ReadingsAt) -> list[Any]:
    rows, found = at.rows, list[Any]()
    wins, drawn = rows.win_kind.take(at.hands).tolist(), rows.columns.self_drawn.take(at.hands).tolist()
    completed = (at.readings.form.take(at.places) != NOT_COMPLETED).tolist()
    for row, hand, told, win, own in zip(at.places.tolist(), at.hands.tolist(), completed, wins, drawn, strict=True):
        if not told:
            found.append(UNTOLD)
            continue
        declared = [winning(piece, win) for piece in rows.columns.pieces(hand)]
        found.append(tuple(sorted([*declared, *concealed_pieces(at.readings, row, win, self_drawn=own)])))
    return found


def _forms(at: ReadingsAt) -> list[Any]:
    standing = ~(TILE_BITS | HOW_WON)
    every = _pieces(at)
    return [own if own is UNTOLD else tuple(sorted([piece & standing for piece in own])) for own in every]


def _counts(at: ReadingsAt) -> list[tuple[int, ...]]:
    return list(map(tuple, kinds_counted(at.rows.counts.take(at.hands, axis=1)).tolist()))


def _before(at: ReadingsAt) -> list[tuple[int, ...] | None]:
    melded = at.rows.melded.take(at.hands).tolist()
    every = kinds_counted(Tallies(at.rows.keys_before.take(at.hands, axis=1)).counts).tolist()
    return [None if sets else tuple(own) for sets, own in zip(melded, every, strict=True)]


def _tiles(at: ReadingsAt) -> list[tuple[int, ...]]:
    """Those of a kind, and behind them all the red fives, which are none of their kinds."""
    fives, counts = _fives(at), kinds_counted(at.rows.counts.take(at.hands, axis=1))
    counts[:, [RED[red] for red in RED]] -= fives
    return _in_order(np.concatenate([counts, fives], axis=1), [*range(KINDS), *RED])


def _specials(at: ReadingsAt) -> list[tuple[int, ...]]:
    return _in_order(_fives(at), [*RED])


def _fives(at: ReadingsAt) -> Longs:
    """How many red fives some hands have of each suit, [hands, suits]."""
    numbers = reds_counted(at.rows).take(at.hands)
    return np.stack([reds_of_suit(numbers, suit) for suit in range(len(RED))], axis=1)


def _in_order(numbers: Longs, tiles: Sequence[int]) -> list[tuple[int, ...]]:
    """So many of each of some tiles, [hands, tiles], as the tiles themselves."""
    every = np.repeat(np.tile(tiles, len(numbers)), numbers.ravel()).tolist()
    ends = numbers.sum(axis=1).cumsum().tolist()
    return [tuple(every[start:end]) for start, end in pairwise([0, *ends])]


def _flags(at: ReadingsAt) -> list[frozenset[str]]:
    columns, names = at.rows.columns, at.rows.columns.flag_names
    last = (at.rows.beside.take(at.hands) == 3).tolist()
    found = []
    for bits, own in zip(columns.flags.take(at.hands).tolist(), last, strict=True):
        flags = frozenset([name for bit, name in enumerate(names) if bits >> bit & 1]) if bits else _NO_FLAGS
        found.append(flags | {"last_of_kind"} if own else flags)
    return found


def _bonus(at: ReadingsAt) -> list[tuple[tuple[int, ...] | None, int, str, str]]:
    columns, found = at.rows.columns, []
    for hand in at.hands.tolist():
        own = tuple(np.repeat(BONUS_TILES, columns.tiles[hand, BONUS_TILES]).tolist())
        told = own if columns.bonus_known[hand] else None
        found.append((told, int(columns.bonus[hand]), SEATS[columns.seat[hand]], SEATS[columns.round[hand]]))
    return found


def _winds(at: ReadingsAt) -> list[Any]:
    told = at.rows.columns.seat.take(at.hands).tolist(), at.rows.columns.round.take(at.hands).tolist()
    return [hand_classes(SEATS[seat], SEATS[prevalent]) for seat, prevalent in zip(*told, strict=True)]


def _classes(at: ReadingsAt) -> list[Any]:
    said = at.said.classes(at.rows.columns, at.hands)
    return [winds + own for winds, own in zip(_winds(at), said, strict=True)]


def _suit(letter: str) -> Callable[[ReadingsAt], list[int]]:
    return lambda at: (at.rows.present.take(at.hands) & KINDS_OF_LETTER[letter]).tolist()


_SHOWN: Final[Mapping[str, Callable[[ReadingsAt], list[Any]]]] = {
    "shape": _shapes,
    "chows": _chows,
    "pungs": _pungs,
    "pairs": lambda at: [pair_tiles(at.readings, row) for row in at.places.tolist()],
    "loose": _loose,
    "wait": _waits,
    "pieces": _pieces,
    "forms": _forms,
    "fields": lambda at: at.said.of(at.rows.columns, at.hands),
    "numbers": lambda at: at.said.numbers(at.rows.columns, at.hands),
    "winner": lambda at: at.rows.columns.winner.take(at.hands).tolist(),
    "self_drawn": lambda at: at.rows.columns.self_drawn.take(at.hands).tolist(),
    "counts": _counts,
    "tiles": _tiles,
    "specials": _specials,
    "before": _before,
    "win": lambda at: [-1 if tile == NO_WIN else tile for tile in at.rows.win.take(at.hands).tolist()],
    "waits": lambda at: number_of_kinds(at.waiting.kinds(at.rows, at.hands)).tolist(),
    "waited": lambda at: at.waiting.kinds(at.rows, at.hands).tolist(),
    "flags": _flags,
    "suits": lambda at: at.rows.suits.take(at.hands).tolist(),
    "four_alike": lambda at: list(map(tiles_of, at.rows.four.take(at.hands).tolist())),
    "bonus": _bonus,
    "bonus_count": lambda at: at.rows.columns.bonus.take(at.hands).tolist(),
    "east": lambda at: (at.rows.columns.seat.take(at.hands) == SEATS.index("E")).tolist(),
    "seat": lambda at: [SEATS[seat] for seat in at.rows.columns.seat.take(at.hands).tolist()],
    "winds": _winds,
    "classes": _classes,
    **{letter: _suit(letter) for letter in KINDS_OF_LETTER},
}
"""What facets show of readings and their hands."""
