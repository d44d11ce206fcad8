"""Readings: a hand laid out in a shape, with the set that the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

from ..declared.named_tuple import NamedTuple
from ..hands.hand import Hand
from ..hands.pieces import (
    CHOW,
    COMPLETED,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    TAKEN,
    WINNING,
    Piece,
    describe,
    holds,
    make_piece,
)
from ..tiles.tile import KINDS, Tile
from .shape import REFINED, Shape
from .splitting import KEPT, Counts, Layout
from .wait_kinds import wait_of

UNFINISHED: Final = "unfinished"
"""The shape of the hand of a player who did not win: declared sets, triplets, pairs, the rest loose."""

_WINDS: Final = {"E": 27, "S": 28, "W": 29, "N": 30}


class Reading:
    """One way to read a hand; never changed.

    `pieces` are sorted and carry their facts; `wait` says how the winning tile completes its
    piece (one of WAIT_KINDS), or is None (as dealt, loose tile, not won). The tiles of the chows, pungs,
    pairs and loose pieces follow from the pieces.
    """

    __slots__ = ("chows", "loose", "pairs", "pieces", "pungs", "shape", "wait")

    def __init__(self, shape: str, pieces: tuple[Piece, ...], wait: str | None, layout: Layout) -> None:
        self.shape, self.pieces, self.wait = shape, pieces, wait
        self.chows, self.pungs, self.pairs, self.loose = layout

    def __reduce__(self) -> tuple[type[Reading], tuple[object, ...]]:
        layout = self.chows, self.pungs, self.pairs, self.loose
        return Reading, (self.shape, self.pieces, self.wait, layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and self.pieces == other.pieces and self.shape == other.shape

    def __lt__(self, other: Reading) -> bool:
        return (self.shape, self.pieces) < (other.shape, other.pieces)

    def __hash__(self) -> int:
        return hash((self.shape, self.pieces))

    def to_record(self) -> dict[str, object]:
        """The reading for a score record."""
        return {"shape": self.shape, "sets": [describe(piece) for piece in self.pieces], "wait": self.wait}


@cache
def environment(seat: str, round_wind: str) -> Mapping[str, int]:
    """The masks of the classes that depend on the hand's winds. What is given back is shared: never change it."""
    return {"seat_wind": 1 << _WINDS[seat], "round_wind": 1 << _WINDS[round_wind]}


@cache
def hand_classes(seat: str, round_wind: str) -> tuple[tuple[str, int], ...]:
    """The classes that depend on the hand's winds with their masks, as a view of the hand."""
    return tuple(environment(seat, round_wind).items())


class _Laid(NamedTuple):
    """The pieces that tiles of each form make in the hand, by the tile, for one winning tile; `waits` has those
    with a tile of the winning kind, and how that completes them."""

    chows: tuple[Piece, ...]
    pungs: tuple[Piece, ...]
    pairs: tuple[Piece, ...]
    loose: tuple[Piece, ...]
    waits: Mapping[Piece, str | None]


@cache
def _laid(win: Tile) -> _Laid:
    """The pieces in the hand where a tile of that kind won (-1: none)."""
    forms, waits = list[tuple[Piece, ...]](), dict[Piece, str | None]()
    for form, plain in enumerate(_not_won_on()):
        pieces = [*plain]
        for tile in range(max(0, win - 2), win + 1):  # no other pieces can hold the winning tile
            if holds(form, tile, win):
                pieces[tile] |= WINNING
                waits[pieces[tile]] = wait_of(form, tile, win)
        forms.append(tuple(pieces))
    return _Laid(forms[CHOW], forms[PUNG], forms[PAIR], forms[LOOSE], waits)


@cache
def _not_won_on() -> tuple[tuple[Piece, ...], ...]:
    """The pieces in the hand, by their forms and tiles, of which none holds the winning tile."""
    return tuple([tuple([make_piece(form, tile) for tile in range(KINDS)]) for form in (CHOW, PUNG, PAIR, LOOSE)])


def read_hand(hand: Hand, shapes: Iterable[Shape]) -> list[Reading]:
    """Every reading of a hand that is complete in one of the shapes; empty where it is not.

    Whether its sets may be declared in them is for the caller to ask (`Shape.admits`).
    """
    env, pieces, hidden, held = environment(hand.seat, hand.round), hand.pieces, hand.hidden, hand.held
    found: list[Reading] = []
    for shape in shapes:
        if shape.way == REFINED and not shape.may_hold(hand.present):
            continue
        for layout in shape.readings(pieces, hidden, env, held):
            found += _placed(hand, shape.name, layout)
    return found


def _placed(hand: Hand, shape: str, concealed: Layout) -> list[Reading]:
    """A reading for every different piece that the winning tile may have completed."""
    chows, pungs, pairs, loose = concealed
    declared, layout, win = hand.pieces, concealed, hand.win_kind
    of_chow, of_pung, of_pair, of_loose, waits = _laid(win)
    pieces = [*declared]  # so few are appended sooner than lists of them are made
    for tile in chows:
        pieces.append(of_chow[tile])
    for tile in pungs:
        pieces.append(of_pung[tile])
    for tile in pairs:
        pieces.append(of_pair[tile])
    if loose:
        pieces += map(of_loose.__getitem__, loose)
    if declared:
        own_chows, own_pungs = hand.chows, hand.pungs
        layout = (
            tuple(sorted(chows + own_chows)) if own_chows else chows,
            tuple(sorted(pungs + own_pungs)) if own_pungs else pungs,
            pairs,
            loose,
        )
    if win < 0:
        return [Reading(shape, tuple(sorted(pieces)), None, layout)]
    completed = COMPLETED if hand.self_drawn else COMPLETED | OPEN | TAKEN
    found = []
    before = -1
    for piece in pieces:
        if piece & WINNING and piece != before and piece in waits:  # declared sets have facts of their own
            before = piece
            own = [*pieces]
            own[pieces.index(piece)] = piece | completed
            own.sort()
            found.append(Reading(shape, tuple(own), waits[piece], layout))
    return found


def unfinished(hand: Hand) -> Reading:
    """The reading of a hand that did not win: declared sets, every triplet, every pair, the rest loose."""
    hidden = hand.hidden
    m, p, s, z = _alike(hidden[:9], 0), _alike(hidden[9:18], 9), _alike(hidden[18:27], 18), _alike(hidden[27:], 27)
    pungs, pairs, loose = m[0] + p[0] + s[0] + z[0], m[1] + p[1] + s[1] + z[1], m[2] + p[2] + s[2] + z[2]
    _, of_pung, of_pair, of_loose, _ = _laid(-1)
    pieces = [*hand.pieces, *map(of_pung.__getitem__, pungs), *map(of_pair.__getitem__, pairs)]
    pieces += map(of_loose.__getitem__, loose)
    layout = hand.chows, tuple(sorted([*hand.pungs, *pungs])), pairs, loose
    return Reading(UNFINISHED, tuple(sorted(pieces)), None, layout)


@lru_cache(maxsize=KEPT)
def _alike(ranks: Counts, start: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]:
    """The triplets, the pairs and the other tiles of a suit that begins with a kind; kept, as those of splits are."""
    pungs: list[int] = []
    pairs: list[int] = []
    loose: list[int] = []
    for tile, number in enumerate(ranks, start):
        if number >= 3:
            pungs.append(tile)
            loose += [tile] * (number - 3)
        elif number == 2:
            pairs.append(tile)
        elif number:
            loose.append(tile)
    return tuple(pungs), tuple(pairs), tuple(loose)
