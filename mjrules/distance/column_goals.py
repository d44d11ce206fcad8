"""Goals of groups of single tiles: of one rank in several suits, of ranks apart, and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from ..shapes.splitting import Counts
from ..tiles.tile import Tile, kinds_in
from .goals import Goal
from .suit_costs import COST, SPARE, cheapest

MOST_COSTS: Final = 5000
"""How many costs each of these goals keeps."""
_Rank = tuple[int, ...]
"""How many tiles of a rank there are in hand in each suit, and how many in the game."""


class ColumnGoal(Goal):
    """A goal of groups alone, each of one rank in several suits: so many of each sort, given by its suits."""

    def __init__(self, name: str, sorts: Mapping[tuple[int, ...], int], kinds: int, *, distinct: bool = False) -> None:
        super().__init__(name, (), ())
        self.sorts, self.kinds = tuple(sorted(sorts.items())), kinds
        self.key = ((), (), distinct, self.sorts, kinds)
        self._hash = hash(self.key)
        self.size = sum(len(suits) * number for suits, number in self.sorts)
        self.most_in_group = max([len(suits) for suits, _ in self.sorts])
        """How many tiles the largest group has."""
        self._kept: dict[tuple[Counts, Counts, int, int], int] = {}
        self._made: dict[tuple[_Rank, ...], dict[int, int]] = {}
        self._costs: dict[tuple[int, _Rank], list[tuple[int, int]]] = {}
        numbers, digits, unit = [number for _, number in self.sorts], list[int](), 1
        for number in numbers:
            digits.append(unit)
            unit *= 2 * number + 2
        chosen = [*product(*[range(number + 1) for number in numbers])]
        indexes = [sum([own * digit for own, digit in zip(made, digits, strict=True)]) for made in chosen]
        self._unit, self._valid, self._whole_made = unit, frozenset(indexes), max(indexes)
        """What is made is the index of how many of each sort; sums of two indexes are indexes, if that may be made."""
        wanted = [tuple([self._wanted_of(made, suit) for suit in range(3)]) for made in chosen]
        most = 1 if distinct else 4
        self._chosen = [one for one in zip(indexes, wanted, strict=True) if max(one[1]) <= most]

    def __reduce__(self) -> tuple[Callable[..., Goal], tuple[Any, ...]]:
        """What makes it again, without its tables."""
        return partial(ColumnGoal, distinct=self.distinct), (self.name, dict(self.sorts), self.kinds)

    def cost(self, counts: Counts, copies: Counts, jokers: int = 0, standing: int = 0) -> int:
        """What tiles lack for this goal, as one number (see `COST`); -1 where it cannot be reached; kept."""
        key = (counts[:27], copies[:27], jokers, standing)
        best = self._kept.get(key)
        if best is None:
            if len(self._kept) >= MOST_COSTS:
                self._kept.clear()
            made = self._with_jokers(counts, copies, jokers, standing) if jokers else self._alone(counts, copies)
            best = self._kept[key] = cheapest([cost for index, cost in made if index % self._unit == self._whole_made])
        return best if best < 0 else best | kinds_in(counts[27:]) << SPARE + 27

    def _alone(self, counts: Counts, copies: Counts) -> Iterable[tuple[int, int]]:
        """What can be made without jokers, as indexes, and what each costs."""
        ranks = tuple([(*counts[rank:27:9], *copies[rank:27:9]) for rank in range(9)])
        return self._made_of(ranks).items()

    def _made_of(self, ranks: tuple[_Rank, ...]) -> dict[int, int]:
        """What can be made of the first ranks; kept, as most hands that are asked about differ in few."""
        if not ranks:
            return {0: 0}
        found = self._made.get(ranks)
        if found is None:
            if len(self._made) >= MOST_COSTS:
                self._made.clear()
            before, found, valid = self._made_of(ranks[:-1]), dict[int, int](), self._valid
            known_at = found.get
            for more, cost in self._choices(len(ranks) - 1, ranks[-1]):
                for made, value in before.items():
                    if made + more in valid:
                        new, known = value + cost, known_at(made + more)
                        if known is None or new >> COST < known >> COST:
                            found[made + more] = new
                        elif new >> COST == known >> COST:
                            found[made + more] = known | new
            self._made[ranks] = found
        return found

    def _choices(self, rank: int, tiles: _Rank) -> list[tuple[int, int]]:
        """What groups may be made of a rank, as indexes, and what their tiles cost; kept."""
        found = self._costs.get((rank, tiles))
        if found is None:
            if len(self._costs) >= MOST_COSTS:
                self._costs.clear()
            suits = [self._costs_of(9 * suit + rank, tiles[suit], tiles[3 + suit]) for suit in range(3)]
            found = self._costs[rank, tiles] = [
                (more, sum(costs))
                for more, wanted in self._chosen
                if min(costs := [suits[suit][number] for suit, number in enumerate(wanted)]) >= 0
            ]
        return found

    def _costs_of(self, kind: Tile, held: int, copies: int) -> list[int]:
        """What 0 to 4 tiles of a kind cost; -1 for more than there are, or than the goal may have."""
        spare, most = 1 << SPARE + kind, max(held, copies) if self.kinds >> kind & 1 else 0
        return [
            -1 if number > most else (number - held << COST) | 1 << kind if number > held else spare * (number < held)
            for number in range(5)
        ]

    def _with_jokers(self, counts: Counts, copies: Counts, jokers: int, standing: int) -> Iterable[tuple[int, int]]:
        """The same with jokers; how many are used stands above the indexes."""
        found, unit, valid = {0: 0}, self._unit, self._valid
        for rank in range(9):
            before, found = found, dict[int, int]()
            for chosen, wanted in self._chosen:
                for used, cost in self._at(rank, wanted, counts, copies, jokers, standing):
                    more = chosen + used * unit
                    for made, value in before.items():
                        whole = made + more
                        if whole % unit in valid and whole // unit <= jokers:
                            new, known = value + cost, found.get(whole)
                            if known is None or new >> COST < known >> COST:
                                found[whole] = new
                            elif new >> COST == known >> COST:
                                found[whole] = known | new
        return found.items()

    def lacking(self, counts: Sequence[int]) -> int:
        """No less tiles are missing: each group has one of its rank in each suit at most."""
        suits = {suit for own, _ in self.sorts for suit in own}
        gains = [sum([counts[9 * suit + rank] > level for suit in suits]) for rank in range(9) for level in range(4)]
        return self.size - sum(sorted(gains)[-sum(number for _, number in self.sorts) :])

    def least(self, counts: Sequence[int]) -> int:
        """No less tiles are missing: what the groups lack tells more than their kinds do."""
        return self.lacking(counts)

    def _wanted_of(self, made: Sequence[int], suit: int) -> int:
        """How many tiles of a suit so many groups have."""
        return sum([number for number, (suits, _) in zip(made, self.sorts, strict=True) if suit in suits])

    def _at(
        self, rank: int, wanted: tuple[int, ...], counts: Counts, copies: Counts, jokers: int, standing: int
    ) -> list[tuple[int, int]]:
        """What so many tiles of a rank cost in the three suits, by how many jokers stand for them."""
        found = [(0, 0)]
        for suit, number in enumerate(wanted):
            kind = 9 * suit + rank
            held, missing = counts[kind], number - counts[kind]
            if number and not self.kinds >> kind & 1:
                return []
            if missing <= 0:
                found = [(used, cost | (1 << SPARE + kind if missing else 0)) for used, cost in found]
                continue
            most = min(jokers, missing) if standing >> kind & 1 else 0
            found = [
                (used + own, cost + (missing - own << COST) | (1 << kind if missing > own else 0))
                for used, cost in found
                for own in range(most + 1)
                if missing - own <= copies[kind] - held
            ]
        return found
