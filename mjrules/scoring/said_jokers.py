"""Jokers that the record of a hand says: tiles of the kinds that a field has are jokers in it, or what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from ..hands.declared_fields import RecordField, classes_said, fields_said
from ..hands.hand import Hand
from ..tiles.tile import JOKER, KIND
from ..tiles.tileset import TileSet


class SaidJokers:
    """Gives the hands for which a hand stands whose record says by some fields which tiles are jokers."""

    def __init__(self, fields: Sequence[RecordField]) -> None:
        self._fields = tuple(fields)

    def kinds(self, hand: Hand) -> int:
        """The mask of the kinds that are jokers in a hand."""
        mask = 0
        for _, kinds in classes_said(self._fields, fields_said(self._fields, hand.fields)):
            mask |= kinds
        return mask

    def __call__(self, hand: Hand, tiles: TileSet) -> Sequence[Hand]:
        """The hand with jokers in the place of all such concealed tiles, of fewer, and of none; nothing without them.

        A tile that is what it is, is none of the jokers to rules: so a hand that needs none can be told.
        """
        kinds = self.kinds(hand)
        held = [place for place, tile in enumerate(hand.concealed) if kinds >> KIND[tile] & 1]
        won = hand.win is not None and kinds >> KIND[hand.win] & 1
        if not (held or won):
            return ()
        return [
            replace(
                hand,
                concealed=tuple([JOKER if place in jokers else tile for place, tile in enumerate(hand.concealed)]),
                win=win,
            )
            for win in ((JOKER, hand.win) if won else (hand.win,))
            for jokers in _choices(hand.concealed, held)
        ]


def _choices(tiles: Sequence[int], held: Sequence[int]) -> Iterator[frozenset[int]]:
    """The places of those that are jokers: all of them first; of tiles that are alike their number counts."""
    alike: dict[int, list[int]] = {}
    for place in held:
        alike.setdefault(tiles[place], []).append(place)
    for numbers in product(*(range(len(places), -1, -1) for places in alike.values())):
        chosen = zip(alike.values(), numbers, strict=True)
        yield frozenset([place for places, number in chosen for place in places[:number]])
