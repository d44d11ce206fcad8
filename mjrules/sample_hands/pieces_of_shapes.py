"""Random pieces that make a shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ..hands.pieces import CHOW, LOOSE, Piece, make_piece, tiles_in
from ..shapes.pattern_grammar import LoosePart, PickPart, SetPart
from ..shapes.selectors import Selector
from ..shapes.shape import Shape
from ..tiles.tile import SUIT


def drawn_pieces(
    shape: Shape, random: Random, env: Mapping[str, int], copies: Sequence[int], *, apart: bool = False
) -> list[Piece] | None:
    """Random pieces that make the shape, or None where the draw led nowhere.

    Where pieces have to be different and few are, such are drawn from the start (`apart`).
    """
    bound: dict[str, int] = {**env, **dict(random.choice(shape.bindings)[0])}
    left = list(copies)
    found: list[Piece] = []
    for part in shape.parts:
        wanted: list[tuple[int, Selector | SetPart]]
        if isinstance(part, SetPart):
            wanted = [(random.choice(sorted(part.forms)), part)]
        elif isinstance(part, LoosePart):
            wanted = [(LOOSE, selector) for selector in part.tiles]
        else:
            wanted = [(LOOSE, part.pool)] * part.number
        drawn: set[Piece] = set()
        for form, selector in wanted:
            unlike = {*found} if apart and shape.distinct else drawn if isinstance(part, PickPart) else set()
            piece = _draw(form, selector, random, bound, left, unlike)
            if piece is None or (shape.distinct and piece in found):
                return None
            drawn.add(piece)
            found.append(piece)
    return found


def _draw(
    form: int, selector: Selector | SetPart, random: Random, env: dict[str, int], left: list[int], taken: set[Piece]
) -> Piece | None:
    """A random piece that fits and that the tiles left allow; takes them and binds letters."""
    for tile in random.sample(range(34), 34):
        if form == CHOW and (SUIT[tile] == "z" or tile % 9 > 6):
            continue
        piece = make_piece(form, tile)
        tiles = tiles_in(piece)
        if piece in taken or any(left[own] < tiles.count(own) for own in tiles):
            continue
        bound = selector.bind(form, tile, env) if isinstance(selector, SetPart) else selector.bind(tile, env)
        if bound is not None:
            env.update(bound)
            for own in tiles:
                left[own] -= 1
            return piece
    return None
