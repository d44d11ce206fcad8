"""The shapes in which hands win under one ruleset, and which of them a hand may have."""

from __future__ import annotations

from collections.abc import Sequence

from ..hands.hand import Hand
from ..hands.pieces import CLAIMED, Piece
from ..shapes.readings import environment
from ..shapes.shape import REFINED, Shape


class WinningShapes:
    """The shapes of a ruleset: `every` one, and those in which a hand is complete.

    `waited` are the shapes that may wait for a tile which no other shape waits for, `unlike` their names. `sizes`
    are the numbers of tiles of complete hands.
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.every = tuple(shapes)
        self._winning = tuple([shape for shape in shapes if not shape.pattern_only])
        plain = {shape.pairs for shape in self._winning if shape.plain and not shape.concealed}
        self.waited = tuple([shape for shape in self._winning if shape.way != REFINED or shape.pairs not in plain])
        self.unlike = frozenset([shape.name for shape in self.waited])
        self.sizes = frozenset([shape.size for shape in self._winning])
        self._by_kinds: dict[tuple[int, bool, int, int], tuple[Shape, ...]] = {}
        self._awaited: dict[tuple[int, bool, int], tuple[Shape, ...]] = {}

    def possible(self, pieces: tuple[Piece, ...], claimed: bool, least: int, most: int) -> tuple[Shape, ...]:
        """The shapes that may have so many kinds of concealed tiles, complete, beside the declared sets."""
        key = (len(pieces), claimed, least, most)
        shapes = self._by_kinds.get(key)
        if shapes is None:
            fitting = (shape for shape in self._winning if shape.admits(pieces))
            shapes = tuple([shape for shape in fitting if shape.least_kinds <= most and least <= shape.most_kinds])
            self._by_kinds[key] = shapes
        return shapes

    def awaited(self, pieces: tuple[Piece, ...], kinds: int) -> tuple[Shape, ...]:
        """The shapes of `waited` for which concealed tiles of so many kinds may wait, beside the declared sets."""
        claimed = False
        for piece in pieces:
            if piece & CLAIMED:
                claimed = True
        key = (len(pieces), claimed, kinds)
        shapes = self._awaited.get(key)
        if shapes is None:
            possible = self.possible(pieces, claimed, kinds, kinds + 1)
            shapes = self._awaited[key] = tuple([shape for shape in possible if shape.name in self.unlike])
        return shapes

    def fits(self, hand: Hand, read: str) -> frozenset[str]:
        """The shapes that the tiles fit, whatever the reading; that of the name `read` is known to be one."""
        env, pieces, hidden, held = environment(hand.seat, hand.round), hand.pieces, hand.hidden, hand.held
        return frozenset(
            [
                shape.name
                for shape in self.every
                if shape.name == read or (shape.admits(pieces) and shape.readings(pieces, hidden, env, held))
            ]
        )
