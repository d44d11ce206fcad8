"""How many tiles are missing to be so many sets, and a pair; what was told of a suit or of several is kept.

The costs of all numbers of sets, without a pair and with one, are one number, each in a field of its own. Those of
neighbours are worked out; those of a suit, and of several suits, are joined of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from operator import add
from typing import Final

from ..tiles.tile import RANKS

_WIDTH: Final = 7
ONE_COST: Final = (1 << _WIDTH) - 1
"""The mask of a field of costs that stands lowest."""
_KEPT: Final = 1 << 16
"""Of how many tiles, and of how many pairs of costs, it is kept what comes of them."""
_APART: Final = b"\0\0"
"""Tiles with two kinds in between, of which there is none, never are of one set."""
_SET, _PAIR = 3, 2

SetCosts = int
"""How many tiles are missing for each number of sets without a pair, and then with one: fields, the lowest first."""
_Ways = tuple[list[int], list[int]]
"""The same as lists, without a pair and with one; not to be changed."""


class MissingSets:
    """Counts the tiles that are missing to make up to so many sets, and a pair.

    Nothing is asked of the sets, and as many copies of a kind are there as are needed. `kept` has the costs of the
    tiles of a suit, and `joined` what two costs come to together, as far as `of_suits` was asked for them.
    """

    def __init__(self, most: int) -> None:
        self._numbers = range(most + 1)
        self.kept: dict[bytes, SetCosts] = {}
        self.joined: dict[tuple[SetCosts, SetCosts], SetCosts] = {}
        self._apart: dict[SetCosts, _Ways] = {}
        self._told: dict[bytes, SetCosts] = {}
        sets = [_SET * number for number in self._numbers]
        self._none = self._packed(sets, [cost + _PAIR for cost in sets])

    def place(self, sets: int, pairs: int) -> int:
        """How far the field of so many sets and pairs, of which there is one at most, stands above the lowest."""
        return (sets + pairs * len(self._numbers)) * _WIDTH

    def of_suits(self, suits: Iterable[bytes]) -> SetCosts:
        """The costs of the tiles of four suits, as how many there are of each kind; the last are the honours."""
        one, two, three, four = map(self.of_suit, suits)
        return self.join(self.join(one, two), self.join(three, four))

    def of_suit(self, suit: bytes) -> SetCosts:
        """The costs of the tiles of one suit; honours have fewer kinds than suits."""
        found = self.kept.get(suit)
        if found is None:
            honours = len(suit) < RANKS["m"]
            neighbours = [bytes((number,)) for number in suit] if honours else suit.split(_APART)
            found = self._none
            for own in sorted([tiles.strip(b"\0") for tiles in neighbours]):  # in order, so that joints recur
                if own:
                    costs = self._of_neighbours(min(own, own[::-1]))
                    found = costs if found == self._none else self.join(found, costs)
            if len(self.kept) >= _KEPT:
                self.kept.clear()
            self.kept[suit] = found
        return found

    def join(self, one: SetCosts, other: SetCosts) -> SetCosts:
        """The costs of two suits together, or of tiles of one that have no set in common."""
        found = self.joined.get((one, other))
        if found is None:
            if len(self.joined) >= _KEPT:
                self.joined.clear()
            (alone, paired), (more, more_paired) = self._fields(one), self._fields(other)
            whole, with_pair = [], []
            for sets in self._numbers:
                rest, rest_paired = more[sets::-1], more_paired[sets::-1]
                whole.append(min(map(add, alone, rest)))
                with_pair.append(min(min(map(add, paired, rest)), min(map(add, alone, rest_paired))))
            found = self.joined[one, other] = self.joined[other, one] = self._packed(whole, with_pair)
        return found

    def _fields(self, costs: SetCosts) -> _Ways:
        found = self._apart.get(costs)
        if found is None:
            both = [[costs >> self.place(number, pairs) & ONE_COST for number in self._numbers] for pairs in (0, 1)]
            found = self._apart[costs] = both[0], both[1]
        return found

    def _packed(self, alone: list[int], paired: list[int]) -> SetCosts:
        return sum([cost << place * _WIDTH for place, cost in enumerate([*alone, *paired])])

    def _of_neighbours(self, tiles: bytes) -> SetCosts:
        """The costs of kinds in a row, as how many there are of each, from either end."""
        if not tiles:
            return self._none
        found = self._told.get(tiles)
        if found is None:
            if len(self._told) >= _KEPT:
                self._told.clear()
            found = self._told[tiles] = self._cheapest(tiles[0], tiles[1:])
        return found

    def _cheapest(self, number: int, higher: bytes) -> SetCosts:
        """The costs of neighbours, of which there are so many of the lowest kind, beside the higher ones."""
        alone, paired = map(list, self._left(number - 1, higher))  # one of the lowest is of no use
        for used, rest, rest_paired in self._with_set(number, higher):
            for sets in self._numbers[1:]:
                alone[sets] = min(alone[sets], _SET - used + rest[sets - 1])
                paired[sets] = min(paired[sets], _SET - used + rest_paired[sets - 1])
        used = min(number, _PAIR)
        rest, _ = self._left(number - used, higher)
        return self._packed(alone, [min(own, _PAIR - used + cost) for own, cost in zip(paired, rest, strict=True)])

    def _with_set(self, number: int, higher: bytes) -> Iterator[tuple[int, list[int], list[int]]]:
        """The ways to use tiles of the lowest kind in a set: how many tiles are used, and the costs of the others."""
        first, second = (*higher, 0, 0)[:2]
        pung = min(number, _SET)
        yield pung, *self._left(number - pung, higher)
        if first:
            yield 2, *self._left(number - 1, bytes((first - 1,)) + higher[1:])
        if second:
            yield 2, *self._left(number - 1, bytes((first, second - 1)) + higher[2:])
        if first and second:
            yield 3, *self._left(number - 1, bytes((first - 1, second - 1)) + higher[2:])

    def _left(self, number: int, higher: bytes) -> _Ways:
        """The costs of what is left of neighbours."""
        left = (bytes((number,)) + higher).strip(b"\0")
        return self._fields(self._of_neighbours(min(left, left[::-1])))


@cache
def missing_sets(most: int) -> MissingSets:
    """What counts the tiles that are missing to up to so many sets, for all rulesets."""
    return MissingSets(most)
