"""Readings: a hand laid out in a shape, with the set that the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .hand import Hand
from .meld import Meld
from .pieces import (
    CHOW,
    CLAIMED,
    COMPLETED,
    DECLARED,
    KONG,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    WINNING,
    Piece,
    describe,
    form_of,
    holds,
    make_piece,
    tile_of,
)
from .shapes import Shape, presence

UNFINISHED = "unfinished"
"""The shape of the hand of a player who did not win: declared sets, triplets, pairs, the rest loose."""

ROLES = ("edge", "closed", "single", "two_sided", "paired")
"""How the winning tile completes a set: 3 or 7 of a terminal chow, the middle of a chow, a pair,
either end of a chow, a pung."""

_FORM = {"chow": CHOW, "pung": PUNG, "kong": PUNG}


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
    layout: tuple[tuple[int, ...], ...]

    def to_record(self) -> dict[str, object]:
        """The reading for a score record."""
        return {"shape": self.shape, "sets": [describe(piece) for piece in self.pieces], "wait": self.role}


def layout_of(pieces: Iterable[Piece]) -> tuple[tuple[int, ...], ...]:
    """The tiles of the chows, pungs, pairs and loose pieces, each in order."""
    found: tuple[list[int], ...] = ([], [], [], [])
    for piece in pieces:
        found[form_of(piece)].append(tile_of(piece))
    return tuple([tuple(sorted(tiles)) for tiles in found])


def meld_piece(meld: Meld) -> Piece:
    """A declared set as a piece with its facts."""
    facts = DECLARED if meld.concealed else DECLARED | CLAIMED | OPEN
    if meld.type == "kong":
        facts |= KONG
    return make_piece(_FORM[meld.type], meld.first, facts)


def environment(hand: Hand, dynamic: Mapping[str, int]) -> dict[str, int]:
    """The masks of the classes that depend on the hand."""
    winds = {"E": 27, "S": 28, "W": 29, "N": 30}
    return {"seat_wind": 1 << winds[hand.seat], "round_wind": 1 << winds[hand.round], **dynamic}


def read_hand(hand: Hand, shapes: Iterable[Shape], env: Mapping[str, int]) -> list[Reading]:
    """Every reading of a hand that is complete in one of the shapes; empty where it is not."""
    melds = tuple(sorted([meld_piece(meld) for meld in hand.melds]))
    found: dict[Reading, None] = {}
    present = presence(hand.hidden)
    for shape in shapes:
        if shape.pattern_only or not shape.admits(melds):
            continue
        for concealed in shape.readings(melds, hand.hidden, env, present):
            for reading in _placed(hand, shape.name, melds, concealed):
                found[reading] = None
    return list(found)


def _placed(hand: Hand, shape: str, melds: tuple[Piece, ...], concealed: tuple[Piece, ...]) -> Iterable[Reading]:
    """A reading for every different piece that the winning tile may have completed."""
    win = hand.win_kind
    layout = layout_of((*melds, *concealed))
    if win < 0:
        yield Reading(shape, tuple(sorted((*melds, *concealed))), None, layout)
        return
    completed = COMPLETED | WINNING if hand.self_drawn else COMPLETED | WINNING | OPEN
    marked = [_marked(piece, win) for piece in melds]
    rest = [_marked(piece, win) for piece in concealed]
    tried: set[Piece] = set()
    for index, piece in enumerate(concealed):
        if piece in tried or not rest[index] & WINNING:
            continue
        tried.add(piece)
        others = rest[:index] + rest[index + 1 :]
        pieces = tuple(sorted([*marked, *others, piece | completed]))
        yield Reading(shape, pieces, wait_role(form_of(piece), tile_of(piece), win), layout)


def _marked(piece: Piece, win: int) -> Piece:
    return piece | WINNING if holds(form_of(piece), tile_of(piece), win) else piece


def wait_role(form: int, tile: int, win: int) -> str | None:
    """How the tile `win` completes a piece of that form on `tile`."""
    if form == CHOW:
        if win == tile + 1:
            return "closed"
        edge = (win == tile + 2 and tile % 9 == 0) or (win == tile and tile % 9 == 6)
        return "edge" if edge else "two_sided"
    return {PUNG: "paired", PAIR: "single", LOOSE: None}[form]


def unfinished(hand: Hand) -> Reading:
    """The reading of a hand that did not win: declared sets, every triplet, every pair, the rest loose."""
    pieces = [meld_piece(meld) for meld in hand.melds]
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
