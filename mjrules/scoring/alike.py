"""Pieces, and tiles of pieces, that all questions of a group answer alike: they stand for one another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final

from ..conditions.facets import FORM_FACETS
from ..conditions.formula import Atom
from ..hands.pieces import CHOW, Piece, form_of
from ..shapes.selectors import all_masks
from ..tiles.tile import ALL_KINDS, KINDS, Tile, tiles_of


class AlikePieces(dict[Piece, Piece]):
    """For every piece that was met the first one of its form of which all questions are answered alike."""

    def __init__(self, told_by: Sequence[Callable[[Piece], Any]]) -> None:
        super().__init__()
        self._told_by = told_by
        self._first: dict[tuple[Any, ...], Piece] = {}

    def __missing__(self, piece: Piece) -> Piece:
        answers = tuple([bool(told(piece)) for told in self._told_by])
        first = self[piece] = self._first.setdefault((form_of(piece), *answers), piece)
        return first


_Winds = tuple[tuple[str, int], ...]
TOLD_BY_TILES: Final = frozenset([*FORM_FACETS, "winds"])
"""Facets that show the tiles of pieces, and the winds as classes of tiles."""


class AlikeTiles(dict[_Winds, tuple[_Winds, list[tuple[Tile, ...]]]]):
    """For the winds of a hand the first ones beside which tiles are told apart in as many ways, and for every kind, by
    the form of the piece that it names, the first kind beside those by which all questions are answered alike.

    `tells`: some kinds are alike, and the first ones keep the order of the tiles where patterns are looked up by it.
    """

    def __init__(self, names: Sequence[str], atoms: Sequence[Atom]) -> None:
        super().__init__()
        self._among = [(FORM_FACETS[name], _among(atoms, name)) for name in names if name in FORM_FACETS]
        masks = all_masks([atom.masks for atom in atoms])
        self._masks = [1 << kind for kind in range(KINDS)] if masks is None else sorted(masks)
        self._first: dict[tuple[frozenset[Hashable], ...], tuple[_Winds, list[list[Hashable]]]] = {}
        self._winds = "winds" in names
        self.tells = masks is not None or any(among != ALL_KINDS for _, among in self._among)
        if self.tells and not self._winds:
            firsts = [
                [own[tile] for tile in tiles_of(among)]
                for (_, among), own in zip(self._among, self[()][1], strict=True)
            ]
            self.tells = all(own == sorted(own) for own in firsts)

    def first(self, view: Any) -> tuple[Any, ...]:
        """The first view of which all questions are answered as of this one."""
        winds, alike = self[view[-1] if self._winds else ()]
        tiles = [tuple([first[tile] for tile in own]) for own, first in zip(view, alike, strict=False)]
        return (*tiles, winds) if self._winds else tuple(tiles)

    def __missing__(self, winds: _Winds) -> tuple[_Winds, list[tuple[Tile, ...]]]:
        told = self._told(winds)
        before, firsts = self._first.setdefault(tuple(map(frozenset, told)), (winds, told))
        self[winds] = found = before, [tuple(map(first.index, own)) for own, first in zip(told, firsts, strict=True)]
        return found

    def _told(self, winds: _Winds) -> list[list[Hashable]]:
        """For every form and kind the suits of the kinds in such a piece, and in which classes they are beside these
        winds; 0 where it is in no match."""
        masks, found = [*self._masks, *[mask for _, mask in winds]], list[list[Hashable]]()
        for form, among in self._among:
            own: list[Hashable] = [0] * KINDS
            for tile in tiles_of(among):
                kinds = range(tile, tile + 3) if form == CHOW else (tile,)
                own[tile] = tuple([(kind // 9, *[mask >> kind & 1 for mask in masks]) for kind in kinds])
            found.append(own)
        return found


def _among(atoms: Iterable[Atom], facet: str) -> int:
    """The tiles of a facet that may be in a match, or otherwise matter, as a mask."""
    found = 0
    for atom in atoms:
        if facet in atom.facets:
            found |= atom.among.get(facet, ALL_KINDS)
    return found
