"""Jokers in a hand that is scored: the hands for which it may stand, and the tiles that complete it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from ..hands.hand import Hand
from ..shapes.readings import environment
from ..shapes.shape import Shape
from ..tiles.tile import JOKER, KINDS, STANDING, Tile, kinds_in, mask_of, tiles_of
from .rulebook import Rulebook
from .said_jokers import SaidJokers
from .winning import WinningShapes

if TYPE_CHECKING:
    from ..shapes.joker_fillings import Filling

StandIn = tuple[Hand, tuple[Shape, ...] | None]
"""A hand for which another may stand, and the shapes in which it is complete, where they are known."""


class Substitutes:
    """The hands for which hands with wild tiles may stand under one ruleset, as its plugins and its jokers say.

    `jokers` is None where jokers stand for nothing, or a plugin says for each hand what they do. `any_tiles`: a hand
    may win whatever its tiles.
    """

    def __init__(self, book: Rulebook, shapes: WinningShapes, *, any_tiles: bool) -> None:
        self._tiles, self._given = book.tiles, book.stand_ins
        self.said = next((own for own in book.stand_ins if isinstance(own, SaidJokers)), None)
        """The jokers that records say; None where they do not."""
        kinds = mask_of(book.tiles.kinds)
        self.jokers = Jokers(book.wild_kinds, kinds, shapes, any_tiles=any_tiles) if book.wild else None

    def of(self, hand: Hand) -> Iterable[StandIn]:
        """The hands for which a hand may stand; the hand itself where it has no wild tiles, or none is made."""
        return self._made(hand) if hand.specials or self._given else ((hand, None),)

    def _made(self, hand: Hand) -> Iterator[StandIn]:
        """These hands one by one, for they may be many."""
        made = False
        for own in self.given(hand):
            for stand_in in ((own, None),) if self.jokers is None or not own.jokers else self.jokers.stand_ins(own):
                made = True
                yield stand_in
        if not made:
            yield hand, None

    def given(self, hand: Hand) -> Iterator[Hand]:
        """The hands that plugins give for one, in which there may be jokers; itself where none does, or it has some."""
        given = False
        for expand in self._given:
            for own in expand(hand, self._tiles):
                given = True
                yield own
        if not given or (self.jokers is not None and hand.jokers):
            yield hand


class Jokers:
    """What jokers do under one ruleset: they stand for the kinds of the mask `allowed`; `kinds` are those of the game.

    `any_tiles`: a hand may win whatever its tiles.
    """

    def __init__(self, allowed: int, kinds: int, shapes: WinningShapes, *, any_tiles: bool) -> None:
        self.allowed, self.kinds, self._shapes, self._any_tiles = allowed, kinds, shapes, any_tiles
        self._free = self.allowed == (1 << KINDS) - 1

    def stand_ins(self, hand: Hand) -> Iterator[StandIn]:
        """The hands for which a hand with jokers among its concealed tiles may stand; none where it is not complete.

        In a hand that did not win a joker stands for a kind of which the hand holds another concealed tile.
        """
        found = self._completing(hand) if hand.won else {}
        if not hand.won or self._any_tiles:
            for filling in combinations_with_replacement(tiles_of(kinds_in(hand.hidden) & self.allowed), hand.jokers):
                found.setdefault(filling, ())
        return ((own, found[filling]) for filling in sorted(found) for own in _standing(hand, filling))

    def _completing(self, hand: Hand) -> dict[Filling, tuple[Shape, ...]]:
        """Every choice of tiles for the jokers with which the hand is complete, with the shapes that it may have."""
        from ..shapes.joker_fillings import fillings  # most hands have no jokers

        found: dict[Filling, tuple[Shape, ...]] = {}
        env, jokers, kinds = environment(hand.seat, hand.round), hand.jokers, kinds_in(hand.hidden).bit_count()
        possible = self._shapes.possible(hand.pieces, hand.claimed, kinds, kinds + jokers)
        like = tuple([shape for shape in possible if shape.name not in self._shapes.unlike])
        for shape in possible:
            if shape.name in self._shapes.unlike:
                shapes = (shape, *like) if shape.plain else (shape,)
                for filling in fillings(shape, hand.pieces, hand.hidden, env, jokers):
                    if self._free or all(self.allowed >> tile & 1 for tile in filling):
                        found[filling] = found.get(filling, ()) + shapes
        return found

    def waiting(self, hand: Hand) -> int:
        """The mask of the kinds of which one tile completes the concealed tiles, jokers among them."""
        from ..shapes.joker_fillings import chosen_kinds, filling_kinds, fillings

        env, jokers = environment(hand.seat, hand.round), hand.concealed.count(JOKER) + 1
        found = 0
        for shape in self._unlike(hand, hand.before, jokers):
            if self._free:
                found |= filling_kinds(shape, hand.pieces, hand.before, env, jokers)
            else:
                for filling in fillings(shape, hand.pieces, hand.before, env, jokers):
                    found |= chosen_kinds(filling, self.allowed)
        return found & self.kinds

    def _unlike(self, hand: Hand, counts: tuple[int, ...], jokers: int) -> Iterator[Shape]:
        """The shapes that the hand may have, one of those that have the same hands."""
        kinds = kinds_in(counts).bit_count()
        return (
            shape
            for shape in self._shapes.possible(hand.pieces, hand.claimed, kinds, kinds + jokers)
            if shape.name in self._shapes.unlike
        )


def _standing(hand: Hand, filling: Sequence[Tile]) -> Iterator[Hand]:
    """The hand with its jokers standing for these tiles, whichever of them is the winning one."""
    plain = tuple([tile for tile in hand.concealed if tile != JOKER])
    if hand.win != JOKER:
        yield replace(hand, concealed=plain + tuple([STANDING + tile for tile in filling]))
        return
    for place, win in enumerate(filling):
        if win not in filling[:place]:
            others = tuple([STANDING + tile for tile in (*filling[:place], *filling[place + 1 :])])
            yield replace(hand, concealed=plain + others, win=STANDING + win)
