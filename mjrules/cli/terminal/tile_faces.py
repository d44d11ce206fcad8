"""How tiles look in a game in the terminal: in sentences, and side by side as a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from ...errors import TileError
from ...scoring.show import Style
from ...tiles.names import Names
from ...tiles.tile import KIND, KINDS, REAL, RED, SUIT, TEXT, WINDS, Tile, format_tiles, parse_tiles
from ..colour import BOLD

FIRST_HONOUR: Final = 27
_LETTERS: Final = ("E", "S", "W", "N", "Wh", "Gr", "Rd")
"""The honours on the face of a tile."""
_COLOURS: Final = {"m": "\033[31m", "p": "\033[36m", "s": "\033[32m"}
_RED_FIVE: Final = "\033[1;31m"
_END: Final = "\033[0m"
_CODES: Final = re.compile(r"\b(?:[0-9]+[mpsz])+\b")
_SEVERAL: Final = {3: "three", 4: "four"}


class GameStyle(Style):
    """Tiles in the sentences of a game: suits as `123m`, honours and bonus tiles by name; or `spoken`, all by name."""

    def __init__(self, names: Names, *, spoken: bool = False) -> None:
        super().__init__(names, "words" if spoken else "text")
        self.names, self.spoken = names, spoken
        if spoken:
            self.most = None

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles in this style; honours that are alike are counted."""
        if self.spoken:
            return ", ".join(self._counted(tile, len(list(alike))) for tile, alike in groupby(tiles))
        parts = []
        for suited, run in groupby(tiles, key=TILES_OF_SUITS.__contains__):
            if suited:
                parts.append(format_tiles(run))
            else:
                alike = [(tile, len(list(own))) for tile, own in groupby(run)]
                parts += [self.name(tile) + (f" x{number}" if number > 1 else "") for tile, number in alike]
        return ", ".join(parts)

    def name(self, tile: Tile) -> str:
        """The name of a tile, which cannot be taken for a player."""
        if TEXT[REAL[tile]] == "J":
            return "joker"
        name = self.names.tile(tile)
        if KIND[tile] in WINDS:
            return f"{name} wind"
        if name[:1].isdigit() and name[:1] != "1":
            name += "s"
        return f"red {name}" if tile in RED else name

    def _counted(self, tile: Tile, number: int) -> str:
        """So many tiles that are alike, as they are spoken of: three and four are counted."""
        counted = _SEVERAL.get(number, "")
        return f"{counted} of {self.name(tile)}" if counted else ", ".join([self.name(tile)] * number)

    def retold(self, sentence: str) -> str:
        """A sentence in which tiles are written as in records (`14m7z`), with the tiles in this style."""
        return _CODES.sub(lambda found: self._read(found[0]), sentence)

    def _read(self, code: str) -> str:
        try:
            return self.tiles(parse_tiles(code))
        except TileError:
            return code  # a number and a letter that are no tile

    def text_of(self, text: str) -> str:
        """Sets of tiles that are given as text (`123m 456m, 77z`) in this style."""
        found = [match.split() for match in text.split(", ")]
        return "; ".join(", ".join(self.tiles(parse_tiles(part)) for part in match) for match in found)


TILES_OF_SUITS: Final = frozenset(
    tile for tile in range(len(REAL)) if SUIT[tile] in tuple("mps") and REAL[tile] == tile
)
"""Tiles with a number, the red fives too, and no jokers."""


class LaidTile(NamedTuple):
    """A tile of a hand as it lies there: under which number it may be chosen, None where it may not."""

    tile: Tile
    number: int | None


def face(tile: Tile) -> str:
    """What stands on a tile: two letters at most."""
    kind = KIND[tile] if REAL[tile] == tile else -1
    return _LETTERS[kind - FIRST_HONOUR] if FIRST_HONOUR <= kind < KINDS else TEXT[tile]


def _coloured_face(tile: Tile) -> str:
    colour = _RED_FIVE if tile in RED else _COLOURS.get(SUIT[tile], BOLD)
    return f"{colour}{face(tile):2}{_END}"


def hand_drawn(places: Sequence[LaidTile], drawn: LaidTile | None, *, frames: bool, colours: bool) -> str:
    """The tiles of a hand side by side, the one drawn apart, with their numbers below them."""
    groups = [list(places), [drawn] if drawn else []]
    show = _coloured_face if colours else lambda tile: f"{face(tile):2}"
    lines: list[list[str]] = [[], [], [], []]
    for group in filter(None, groups):
        inner = [show(place.tile) for place in group]
        numbers = [f"{place.number or '':<2}" for place in group]
        lines[0].append("╭" + "┬".join(["──"] * len(group)) + "╮")
        lines[1].append("│" + "│".join(inner) + "│" if frames else " " + " ".join(f"{own} " for own in inner))
        lines[2].append("╰" + "┴".join(["──"] * len(group)) + "╯")
        lines[3].append(" " + " ".join(f"{own}{'' if frames else ' '}" for own in numbers) + (" " if frames else ""))
    shown = lines if frames else [lines[1], lines[3]]
    return "\n".join(f"  {'   '.join(parts)}".rstrip() for parts in shown)
