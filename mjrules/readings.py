"""Readings: a hand laid out in a shape, with the set that the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from .hand import Hand
from .meld import Meld
from .pieces import (
    CHOW,
    CLAIMED,
    COMPLETED,
    DECLARED,
    FORM,
    KONG,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    TILE,
    WINNING,
    Piece,
    describe,
    form_of,
    holds,
    make_piece,
    tile_of,
)
from .shapes import Shape, layout_of
from .split import Layout

UNFINISHED = "unfinished"
"""The shape of the hand of a player who did not win: declared sets, triplets, pairs, the rest loose."""

ROLES = ("edge", "closed", "single", "two_sided", "paired")
"""How the winning tile completes a set: 3 or 7 of a terminal chow, the middle of a chow, a pair,
either end of a chow, a pung."""

_FORM = {"chow": CHOW, "pung": PUNG, "kong": PUNG}
_ROLES = {PUNG: "paired", PAIR: "single", LOOSE: None}
_WINDS = {"E": 27, "S": 28, "W": 29, "N": 30}


class Reading(NamedTuple):
    """One way to read a hand.

    `pieces` are sorted and carry their facts; `role` says how the winning tile completes its
    piece (one of ROLES), or is None (as dealt, loose tile, not won). `layout` has the tiles of the
    chows, pungs, pairs and loose pieces; it follows from the pieces and is shared by all readings
    that differ only in what the winning tile completed.
    """

    shape: str
    pieces: tuple[Piece, ...]
    role: str | None
    layout: Layout

    def to_record(self) -> dict[str, object]:
        """The reading for a score record."""
        return {"shape": self.shape, "sets": [describe(piece) for piece in self.pieces], "wait": self.role}


def meld_piece(meld: Meld) -> Piece:
    """A declared set as a piece with its facts."""
    facts = DECLARED if meld.concealed else DECLARED | CLAIMED | OPEN
    if meld.type == "kong":
        facts |= KONG
    return make_piece(_FORM[meld.type], meld.first, facts)


def meld_pieces(hand: Hand) -> tuple[Piece, ...]:
    """The declared sets of a hand as sorted pieces."""
    return tuple(sorted([meld_piece(meld) for meld in hand.melds])) if hand.melds else ()


@cache
def environment(seat: str, round_wind: str) -> Mapping[str, int]:
    """The masks of the classes that depend on the hand's winds. What is given back is shared: never change it."""
    return {"seat_wind": 1 << _WINDS[seat], "round_wind": 1 << _WINDS[round_wind]}


def read_hand(hand: Hand, shapes: Iterable[Shape]) -> list[Reading]:
    """Every reading of a hand that is complete in one of the shapes; empty where it is not."""
    melds = meld_pieces(hand)
    env = environment(hand.seat, hand.round)
    found: list[Reading] = []
    placing = _Placing(hand, melds)
    for shape in shapes:
        if not shape.pattern_only and shape.admits(melds):
            for layout in shape.readings(melds, hand.hidden, env, hand.held):
                found += placing.readings(shape.name, layout)
    return found


class _Placing:
    """Tells for a layout of the concealed tiles what the winning tile may have completed."""

    def __init__(self, hand: Hand, melds: tuple[Piece, ...]) -> None:
        self.win = win = hand.win_kind
        self.melds = [_marked(piece, win) for piece in melds]
        self.declared = layout_of(melds) if melds else None
        self.completed = COMPLETED | WINNING if hand.self_drawn else COMPLETED | WINNING | OPEN

    def readings(self, shape: str, concealed: Layout) -> list[Reading]:
        """A reading for every different piece that the winning tile may have completed."""
        win, layout, chows, pungs, pairs, loose = self.win, concealed, *concealed
        if self.declared is not None:
            layout = _united(concealed, self.declared)
        pieces = [tile << TILE | (WINNING if tile <= win <= tile + 2 else 0) for tile in chows]
        pieces += [PUNG << FORM | tile << TILE | (WINNING if tile == win else 0) for tile in pungs]
        pieces += [PAIR << FORM | tile << TILE | (WINNING if tile == win else 0) for tile in pairs]
        if loose:
            pieces += [LOOSE << FORM | tile << TILE | (WINNING if tile == win else 0) for tile in loose]
        everything = self.melds + pieces
        if win < 0:
            return [Reading(shape, tuple(sorted(everything)), None, layout)]
        found = []
        before = -1
        for index, piece in enumerate(pieces, len(self.melds)):
            if piece & WINNING and piece != before:
                before = everything[index] = piece
                everything[index] |= self.completed
                role = wait_role(form_of(piece), tile_of(piece), win)
                found.append(Reading(shape, tuple(sorted(everything)), role, layout))
                everything[index] = piece
        return found


def _united(one: Layout, other: Layout) -> Layout:
    """The tiles of two layouts together."""
    return Layout(*[tuple(sorted(own + more)) if more else own for own, more in zip(one, other, strict=True)])


def _marked(piece: Piece, win: int) -> Piece:
    return piece | WINNING if holds(form_of(piece), tile_of(piece), win) else piece


def wait_role(form: int, tile: int, win: int) -> str | None:
    """How the tile `win` completes a piece of that form on `tile`."""
    if form == CHOW:
        if win == tile + 1:
            return "closed"
        edge = (win == tile + 2 and tile % 9 == 0) or (win == tile and tile % 9 == 6)
        return "edge" if edge else "two_sided"
    return _ROLES[form]


def unfinished(hand: Hand) -> Reading:
    """The reading of a hand that did not win: declared sets, every triplet, every pair, the rest loose."""
    pieces = list(meld_pieces(hand))
    for tile, number in enumerate(hand.hidden):
        form = {3: PUNG, 2: PAIR}.get(number)
        if number >= 4:
            pieces.append(make_piece(PUNG, tile))
            pieces.extend([make_piece(LOOSE, tile)] * (number - 3))
        elif form is not None:
            pieces.append(make_piece(form, tile))
        else:
            pieces.extend([make_piece(LOOSE, tile)] * number)
    return Reading(UNFINISHED, tuple(sorted(pieces)), None, layout_of(pieces))
