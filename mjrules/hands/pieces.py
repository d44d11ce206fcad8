"""The pieces of a reading: sets, pairs and loose tiles as small numbers with their facts.

A piece is one whole number: its form, its tile (the lowest of a chow) and its facts as bits, so
that a reading is a sorted tuple of numbers and can be the key of a table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..tiles.tile import Tile, format_tiles

CHOW: Final = 0
PUNG: Final = 1
PAIR: Final = 2
LOOSE: Final = 3
"""The forms of a piece; a kong is a pung with the fact KONG."""
FORM_NAMES = ("chow", "pung", "pair", "loose")

KONG: Final = 1
DECLARED: Final = 2
"""On the table, concealed kongs too."""
CLAIMED: Final = 4
"""Made by a call before the win."""
OPEN: Final = 8
"""Claimed, or completed by a discard."""
COMPLETED: Final = 16
"""Holds the winning tile in this reading."""
WINNING: Final = 32
"""Holds a tile of the winning kind."""
TAKEN: Final = 64
"""A tile of its chow or pung was claimed; not so a kong that was claimed on a pung in hand."""
FACTS: Final = 127
HOW_WON: Final = COMPLETED | WINNING
"""The facts about the winning tile."""

Piece = int
TILE: Final = 7
FORM: Final = 13
"""The bits from which on a piece holds its tile and its form."""
TILE_BITS: Final = 63 << TILE
"""The bits that hold the tile of a piece."""


def make_piece(form: int, tile: Tile, facts: int = 0) -> Piece:
    """The piece of that form on that tile with those facts."""
    return form << FORM | tile << TILE | facts


def form_of(piece: Piece) -> int:
    """CHOW, PUNG, PAIR or LOOSE."""
    return piece >> FORM


def tile_of(piece: Piece) -> Tile:
    """The tile that names the piece: the lowest of a chow."""
    return piece >> TILE & 63


def named(form: int, pieces: tuple[Piece, ...]) -> tuple[Tile, ...]:
    """The tiles that name the pieces of that form."""
    return tuple([tile_of(piece) for piece in pieces if form_of(piece) == form])


def facts_of(piece: Piece) -> int:
    """The facts of the piece as bits."""
    return piece & FACTS


def tiles_in(piece: Piece) -> tuple[Tile, ...]:
    """All tiles of the piece."""
    form, tile = form_of(piece), tile_of(piece)
    if form == CHOW:
        return (tile, tile + 1, tile + 2)
    return (tile,) * (1 if form == LOOSE else 2 if form == PAIR else 4 if piece & KONG else 3)


def holds(form: int, tile: Tile, other: Tile) -> bool:
    """Whether a piece of that form on `tile` holds a tile of the kind `other`."""
    return tile <= other <= tile + 2 if form == CHOW else tile == other


def winning(piece: Piece, win: Tile) -> Piece:
    """The piece with the fact WINNING, where it holds a tile of the winning kind (-1: there is none)."""
    return piece | WINNING if holds(form_of(piece), tile_of(piece), win) else piece


CHOW_KINDS: Final = sum([1 << tile for tile in range(27) if tile % 9 <= 6])
"""The mask of the kinds on which chows can stand: they need two higher ranks of a suit."""


def can_stand(form: int, tile: Tile) -> bool:
    """Whether there is a piece of that form on that tile."""
    return form != CHOW or CHOW_KINDS >> tile & 1 == 1


@lru_cache(maxsize=1 << 12)
def piece_text(piece: Piece) -> str:
    """The tiles of a piece as text; kept, for there are few pieces."""
    return format_tiles(tiles_in(piece))


def describe(piece: Piece) -> dict[str, object]:
    """The piece for a score record: what it is, its tiles, and how it came."""
    facts = facts_of(piece)
    kind = "kong" if facts & KONG else FORM_NAMES[form_of(piece)]
    return {
        "type": kind,
        "tiles": piece_text(piece),
        "declared": bool(facts & DECLARED),
        "concealed": not facts & OPEN,
        "completed": bool(facts & COMPLETED),
    }


SLOTS: Final[tuple[int, ...]] = (0, 8, 16, 24)
"""The first slot of the pieces of each form."""
MOST_SLOTS: Final = 64
"""How many slots there are at most: more loose tiles than the last forty no hand has."""


_SLOTS_KEPT: Final = 1 << 12
_SLOTS: Final[dict[tuple[int, ...], tuple[int, ...]]] = {}
"""The slots of readings by the forms of their pieces, which tell them."""


def slots(pieces: tuple[Piece, ...]) -> tuple[int, ...]:
    """For every piece of a sorted reading its slot: the bit by which matches name it.

    Chows have the slots 0-7, pungs 8-15, pairs 16-23, loose tiles those from 24 on, so that a
    slot does not depend on how many pieces of another form there are.
    """
    forms = tuple([piece >> FORM for piece in pieces])
    kept = _SLOTS.get(forms)
    if kept is not None:
        return kept
    if len(_SLOTS) >= _SLOTS_KEPT:
        _SLOTS.clear()
    found = []
    before, slot = -1, 0
    for form in forms:
        if form != before:
            before, slot = form, SLOTS[form]
        found.append(slot)
        slot += 1
    _SLOTS[forms] = tuple(found)
    return _SLOTS[forms]


def named_by(mask: int, pieces: tuple[Piece, ...]) -> list[Piece]:
    """The pieces of a sorted reading whose slots are bits of a mask."""
    return [piece for piece, slot in zip(pieces, slots(pieces), strict=True) if mask >> slot & 1]


def short(piece: Piece) -> str:
    """The piece as a person writes it: `123m`, `[5555z]` concealed kong, `(777p)` claimed, `99p*` won on."""
    text = piece_text(piece)
    if piece & CLAIMED:
        return f"({text})"
    if piece & DECLARED:
        return f"[{text}]"
    return f"{text}*" if piece & COMPLETED else text
