"""The faces of tiles: figures that tell suits apart by their form, and an index in the corner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..tiles.tile import BONUS, FIRST, JOKER, KIND, REAL, RED, STANDING, TEXT, Tile
from .strokes import ANIMAL_SIGNS, HONOUR_SIGNS, MYRIAD, NUMERALS, number_text, stroke, written, written_width

TILE_WIDTH: Final = 60
TILE_HEIGHT: Final = 80
INK: Final = "#16181d"
RED_INK: Final = "#b3121d"
GREEN_INK: Final = "#0b6b3a"
BLUE_INK: Final = "#123f8c"
_PAPER: Final = "#fffdf6"
_INDEX: Final = 21
_INDICES: Final = (*"ESWN", "WD", "GD", "RD")
_BONUS_INKS: Final = {"f": RED_INK, "s": BLUE_INK, "a": GREEN_INK}

_DOTS: Final[tuple[tuple[float, tuple[tuple[float, float], ...]], ...]] = (
    (21, ((30, 52),)),
    (11, ((30, 39.5), (30, 65))),
    (8.5, ((15, 37), (30, 52), (45, 67))),
    (10, ((18, 39), (42, 39), (18, 65), (42, 65))),
    (8, ((15, 36), (45, 36), (30, 52), (15, 68), (45, 68))),
    (7.5, tuple((x, y) for y in (34, 51.5, 69) for x in (19, 41))),
    (6.3, ((13, 33), (30, 38), (47, 43), (20, 57), (40, 57), (20, 71), (40, 71))),
    (5.8, tuple((x, y) for y in (31.5, 45, 58.5, 72) for x in (20, 40))),
    (7.2, tuple((x, y) for y in (34, 51.5, 69) for x in (12.5, 30, 47.5))),
)
"""For each number the radius of its dots, and where they are."""
_STICKS: Final[tuple[tuple[float, tuple[tuple[float, float], ...]], ...]] = (
    (0, ()),
    (22, ((30, 39), (30, 65))),
    (22, ((30, 39), (17, 65), (43, 65))),
    (22, ((17, 39), (43, 39), (17, 65), (43, 65))),
    (22, ((13, 39), (47, 39), (30, 52), (13, 65), (47, 65))),
    (22, tuple((x, y) for y in (39, 65) for x in (14, 30, 46))),
    (14, ((30, 34), *((x, y) for y in (52, 70) for x in (14, 30, 46)))),
    (21, tuple((x, y) for y in (39, 65) for x in (11, 23.5, 36.5, 49))),
    (14, tuple((x, y) for y in (34, 52, 70) for x in (14, 30, 46))),
)
"""For each number the length of its bamboos, and where they are; of one bamboo there is a bird."""
_SMALL_DOT: Final = 6
"""Dots of so small a radius have no centre of their own."""
_BLOSSOMS: Final = (
    ((30.0, 52.0, 20.0),),
    ((19.0, 42.0, 12.0), (41.0, 63.0, 12.0)),
    ((30.0, 39.0, 10.5), (17.0, 64.0, 10.5), (43.0, 64.0, 10.5)),
    ((18.0, 40.0, 10.5), (42.0, 40.0, 10.5), (18.0, 65.0, 10.5), (42.0, 65.0, 10.5)),
)
"""For each number of a flower or season its blossoms or leaves: where, and how great."""


def index_of(tile: Tile) -> str:
    """What stands in the corner of a tile: `5`, `E`, `WD`, `F3`, `R5` on a red five, `J` on a joker."""
    if tile in RED:
        return "R5"
    if REAL[tile] == JOKER:
        return "J"
    if tile in BONUS:
        return TEXT[tile].upper()
    return TEXT[tile][0] if tile < FIRST["z"] else _INDICES[tile - FIRST["z"]]


def body(paper: str = _PAPER) -> str:
    """The tile itself, without a face."""
    return f'<rect x="1" y="1" width="58" height="78" rx="7" fill="{paper}" stroke="{INK}" stroke-width="1.6"/>'


def face_markup(tile: Tile) -> str:
    """A tile face up, in a box of 60 by 80."""
    return body() + "".join(_face(tile))


def back_markup() -> str:
    """A tile face down, in the same box."""
    lines = "".join(f"M8 {y + 22}L52 {y}" for y in range(8, 58, 12))
    return body("#c9d3df") + stroke(lines, 0, 0, 1, "#4b5a6b", 2.4)


def _face(tile: Tile) -> Iterator[str]:
    if tile >= STANDING:
        yield from _joker()
        yield _small_index(index_of(KIND[tile]))
        return
    if tile == JOKER:
        yield from _joker()
        return
    if tile in BONUS:
        yield from _bonus(TEXT[tile][0], int(TEXT[tile][1]))
        return
    kind, red = KIND[tile], tile in RED
    suit, rank = TEXT[kind][1], int(TEXT[kind][0])
    if red:
        yield f'<path d="M40 1.8H52Q58.2 1.8 58.2 8V22Z" fill="{RED_INK}"/>'
    yield _index(index_of(tile), RED_INK if red else INK)
    yield from {"m": _character, "p": _dots, "s": _bamboos, "z": _honour}[suit](rank, red)


def _index(text: str, ink: str) -> str:
    height = _INDEX if len(text) == 1 else 17
    return written(text, 6, 6, height, ink, 3.4 if len(text) == 1 else 3)


def _small_index(text: str) -> str:
    return written(text, 54 - written_width(text, 14), 7, 14, INK, 2.4)


def _character(rank: int, red: bool) -> Iterator[str]:
    ink = RED_INK if red else INK
    place = (31, 19, 0.72) if red else (25, 7, 0.9)
    yield stroke(NUMERALS[rank - 1], *place, ink, 3)
    yield stroke(MYRIAD, 11, 38 if not red else 40, 0.93, RED_INK, 2.6)


def _dots(rank: int, red: bool) -> Iterator[str]:
    radius, places = _DOTS[rank - 1]
    ink = RED_INK if red else BLUE_INK
    for x, y in places:
        where = f'cx="{number_text(x)}" cy="{number_text(y)}"'
        yield f'<circle {where} r="{number_text(radius)}" fill="{ink}"/>'
        hole = 0.62 if radius > _SMALL_DOT else 0.4
        yield f'<circle {where} r="{number_text(radius * hole)}" fill="{_PAPER}"/>'
        if radius > _SMALL_DOT:
            yield f'<circle {where} r="{number_text(radius * 0.32)}" fill="{RED_INK if rank == 1 else ink}"/>'


def _bamboos(rank: int, red: bool) -> Iterator[str]:
    if rank == 1:
        yield from _bird()
        return
    length, places = _STICKS[rank - 1]
    ink = RED_INK if red else GREEN_INK
    for x, y in places:
        left, top = number_text(x - 3.6), number_text(y - length / 2)
        yield f'<rect x="{left}" y="{top}" width="7.2" height="{number_text(length)}" rx="3" fill="{ink}"/>'
        path = f"M{number_text(x - 5)} {number_text(y)}h10"
        yield f'<path d="{path}" stroke="{_PAPER}" stroke-width="1.8"/>'


def _bird() -> Iterator[str]:
    yield f'<path d="M8 74C14 56 24 50 34 48L46 62C38 72 22 72 8 74Z" fill="{GREEN_INK}"/>'
    yield f'<path d="M30 52C30 40 34 32 42 32A8 8 0 0 1 48 46C50 54 48 62 42 66Z" fill="{GREEN_INK}"/>'
    yield f'<path d="M48 36L56 40L48 43Z" fill="{RED_INK}"/><circle cx="43" cy="38" r="2.2" fill="{_PAPER}"/>'
    yield stroke("M34 70V76M40 67V76", 0, 0, 1, RED_INK, 2.2)
    yield stroke("M16 68C22 62 28 58 36 57M22 69C28 65 33 62 38 62", 0, 0, 1, _PAPER, 1.6)


def _honour(rank: int, red: bool) -> Iterator[str]:
    ink = {5: BLUE_INK, 6: GREEN_INK, 7: RED_INK}.get(rank, INK)
    yield stroke(HONOUR_SIGNS[rank - 1], 8, 28, 0.94, ink, 3.4)


def _bonus(letter: str, rank: int) -> Iterator[str]:
    ink = _BONUS_INKS[letter]
    yield _index(f"{letter}{rank}", ink)
    if letter == "a":
        yield stroke(ANIMAL_SIGNS[rank - 1], 8, 28, 0.94, ink, 2.6)
        return
    for x, y, size in _BLOSSOMS[rank - 1]:
        yield from _blossom(x, y, size, ink) if letter == "f" else _leaf(x, y, size, ink)


def _blossom(x: float, y: float, size: float, ink: str) -> Iterator[str]:
    petal, out = size * 0.4, size * 0.6
    for dx, dy in ((0.0, -1.0), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31)):
        where = f'cx="{number_text(x + dx * out)}" cy="{number_text(y + dy * out)}"'
        yield f'<circle {where} r="{number_text(petal)}" fill="{ink}"/>'
    yield f'<circle cx="{number_text(x)}" cy="{number_text(y)}" r="{number_text(size * 0.26)}" fill="{_PAPER}"/>'


def _leaf(x: float, y: float, size: float, ink: str) -> Iterator[str]:
    path = "M0 -10C9 -5 9 5 0 10C-9 5 -9 -5 0 -10Z"
    at = f'transform="translate({number_text(x)} {number_text(y)}) scale({number_text(size / 10)})"'
    yield f'<path {at} d="{path}" fill="{ink}"/>'
    yield f'<path {at} d="M0 -6V13" stroke="{_PAPER}" stroke-width="1.6"/>'


def _joker() -> Iterator[str]:
    yield _index("J", INK)
    star = "M30 30L36 44L51 45L39.5 55L43 70L30 62L17 70L20.5 55L9 45L24 44Z"
    yield f'<path d="{star}" fill="#e9b824" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round"/>'
