"""Waits: which kinds of tiles complete a hand, and how many of them a ruleset counts."""

from __future__ import annotations

from ..hands.hand import Hand
from ..hands.pieces import Piece
from ..shapes.readings import environment
from ..shapes.splitting import Counts
from ..tiles.tile import JOKER, STANDING, mask_of
from .joker_stand_ins import Substitutes
from .rulebook import Rulebook
from .winning import WinningShapes


class Waits:
    """Knows what hands wait for under one ruleset; kinds of tiles are given as masks."""

    def __init__(self, book: Rulebook, shapes: WinningShapes, stand_ins: Substitutes) -> None:
        self._tiles, self._way, self._shapes, self._stand_ins = book.tiles, book.waits, shapes, stand_ins
        self._alone = not book.stand_ins
        """Whether hands without jokers and red fives stand for themselves."""
        self._kinds = mask_of(book.tiles.kinds)
        self._fewest = min([book.tiles.per_kind[tile] for tile in book.tiles.kinds], default=0)

    def before_win(self, hand: Hand) -> int:
        """The kinds that complete the hand, counted as the ruleset says; none for a hand as dealt."""
        return 0 if hand.win is None else self.counted(hand)

    def counted(self, hand: Hand) -> int:
        """The kinds that complete the concealed tiles, as the ruleset counts waits."""
        mask = self.completing(hand)
        if self._way == "formal" or hand.most < self._fewest:
            return mask
        copies, concealed = self._tiles.per_kind, self._way == "hand"
        held = hand.before if concealed else hand.counts
        for tile in self._tiles.kinds:
            if held[tile] >= copies[tile]:
                own = held[tile] - (hand.concealed if concealed else hand.tiles).count(STANDING + tile)
                won = not concealed and tile == hand.win_kind and hand.win != STANDING + tile
                if own - won >= copies[tile]:
                    mask &= ~(1 << tile)
        return mask

    def completing(self, hand: Hand) -> int:
        """The kinds that complete the concealed tiles, wild tiles standing for what they may.

        A kind counts, too, of which the player holds all copies: a joker may still stand for it.
        """
        if not hand.specials and self._alone:
            return self._completing_plain(hand)
        jokers, mask = self._stand_ins.jokers, 0
        for own in self._stand_ins.given(hand):
            if JOKER not in own.concealed:
                mask |= self._completing_plain(own)
            elif jokers is not None:
                mask |= jokers.waiting(own)
        return mask

    def _completing_plain(self, hand: Hand) -> int:
        """The kinds that complete the concealed tiles of a hand in which every tile is what it is."""
        last, before = hand.win_kind, hand.before
        present = hand.held if last < 0 or before[last] else hand.held & ~(1 << last)
        return self.completing_tiles(hand.pieces, before, present, hand.seat, hand.round)

    def completing_tiles(self, pieces: tuple[Piece, ...], counts: Counts, present: int, seat: str, round: str) -> int:
        """The kinds that complete tiles without jokers, beside declared sets; `present` are their kinds.

        A kind counts, too, of which the player holds all copies.
        """
        mask, env = 0, environment(seat, round)
        for shape in self._shapes.awaited(pieces, present.bit_count()):
            mask |= shape.waits(pieces, counts, env, present)
        return mask & self._kinds
