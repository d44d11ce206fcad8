"""What it costs to make the pieces of a hand of the tiles of one suit; every suit's answer is kept.

A suit is walked through rank by rank. What has been made so far, and the chows that run on, are all that matters
for the ranks behind, and of all ways to make the same the cheapest are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, product
from typing import Final, NamedTuple

from ..budget import spend
from ..shapes.splitting import Counts

COST: Final = 68
"""An answer is one number: how many tiles are missing, above this bit; which are too many, above `SPARE`; which are
missing."""
SPARE: Final = 34
LOW: Final = (1 << SPARE) - 1
"""The mask of the kinds that are missing."""
_ONE: Final = 1 << COST
"""One tile that is missing. Two answers of which as many are missing differ by less, bit by bit."""
COUNTING: Final = "counting the tiles that a hand lacks"
Costs = dict[int, int]
"""What can be made of a suit, as an index, and the answer for each."""


class WantedPieces(NamedTuple):
    """So many pieces alike: the tiles on which they may be, as masks, for chows the lowest.

    `singles` are different tiles, each once.
    """

    number: int
    chows: int
    pungs: int
    pairs: int
    singles: int


class Signature(NamedTuple):
    """What is wanted of a suit of so many ranks. `distinct`: no two pieces alike."""

    ranks: int
    wanted: tuple[WantedPieces, ...]
    distinct: bool


_Moves = tuple[tuple[int, int], ...]
"""What a state may become at a rank: the new state, and how many tiles of the rank it lacks, -1 for too many."""


class _Step(NamedTuple):
    """What may be begun at a rank: what is made by it, its tiles of this rank, and how many chows run on."""

    made: int
    tiles: int
    chows: int


_Begun = tuple[int, int, int, int]
"""How many chows, pungs, pairs and single tiles are begun."""


_NUMBERS: Final = count()
_MOST_BEGUN: Final = 4
"""The most tiles of one rank in what is begun there; with jokers one more, for a pung and a pair with a joker."""


class SuitCosts:
    """The costs of suits under one signature. A thing made is an index: how many pieces of each sort, in digits."""

    def __init__(self, signature: Signature) -> None:
        self.signature, self.number = signature, next(_NUMBERS)
        """`number` is another for each of these."""
        self.digits: list[int] = []
        unit = 1
        for wanted in signature.wanted:
            self.digits.append(unit)
            unit *= 2 * wanted.number + 2
        self.joker_digit = unit
        """The unit of the digit that counts the jokers used."""
        self._up_to: dict[tuple[int, ...], frozenset[int]] = {}
        self.valid = self.up_to(tuple([wanted.number for wanted in signature.wanted]))
        """The indexes of what may be made; sums of two of them are sums of what is made."""
        self._steps = self._all_steps(_MOST_BEGUN)
        self._steps_with_jokers: tuple[tuple[_Step, ...], ...] = ()
        """Found when a hand has jokers, for few have."""
        self._alike = tuple([self._steps.index(steps) for steps in self._steps])
        """For each rank the first one at which the same may be begun."""
        self._moves: dict[tuple[int, int, int], dict[int, _Moves]] = {}
        """By that rank, how many tiles are held beside those wanted besides, and how many may be missing."""
        self._kept: dict[tuple[Counts, Counts, Counts, int, int], dict[int, int]] = {}
        self._whole: dict[tuple[Counts, Counts, Counts, int, int, int], Costs] = {}

    @property
    def held(self) -> int:
        """How many answers are kept."""
        return len(self._kept) + len(self._whole)

    def forget(self) -> None:
        """Forget all answers."""
        self._kept.clear()
        self._whole.clear()

    def index(self, made: tuple[int, ...]) -> int:
        """How many pieces of each sort, as one number."""
        return sum(number * unit for number, unit in zip(made, self.digits, strict=True))

    def up_to(self, numbers: tuple[int, ...]) -> frozenset[int]:
        """The indexes of no more pieces of each sort than so many."""
        found = self._up_to.get(numbers)
        if found is None:
            within = product(*[range(number + 1) for number in numbers])
            found = self._up_to[numbers] = frozenset(self.index(made) for made in within)
        return found

    def _all_steps(self, most: int) -> tuple[tuple[_Step, ...], ...]:
        """What may be begun at each rank with so many tiles of it at most."""
        return tuple([tuple(self._begun(rank, most)) for rank in range(self.signature.ranks)])

    def _begun(self, rank: int, most: int) -> Iterator[_Step]:
        """What may be begun at a rank, all sorts together, with so many tiles of it at most."""
        choices = [tuple(self._of_sort(wanted, rank)) for wanted in self.signature.wanted]
        for chosen in product(*choices):
            chows, pungs, pairs, singles = [sum(own) for own in zip((0, 0, 0, 0), *chosen, strict=True)]
            tiles = chows + 3 * pungs + 2 * pairs + singles
            if tiles <= most and not (self.signature.distinct and max(chows, pungs, pairs, singles) > 1):
                yield _Step(self.index(tuple([sum(begun) for begun in chosen])), tiles, chows)

    @staticmethod
    def _of_sort(wanted: WantedPieces, rank: int) -> Iterator[_Begun]:
        """What may be begun at a rank of one sort: three equal chows are three pungs, where these may be too."""
        chows, pungs, pairs, singles = [mask >> rank & 1 for mask in wanted[1:]]
        most = 2 if wanted.pungs >> rank & 7 == 7 else 4
        for begun in product(range(most * chows + 1), range(pungs + 1), range(2 * pairs + 1), range(singles + 1)):
            if sum(begun) <= wanted.number:
                yield begun

    def costs(self, counts: Counts, copies: Counts, base: Counts, jokers: int, standing: int, start: int) -> Costs:
        """What every thing costs to make of a suit, its kinds numbered from `start`; kept.

        `copies` are the tiles that there are of each rank, and `base` those wanted besides. `jokers` may stand for the
        ranks of the mask `standing`; how many are used is the highest digit.
        """
        key = (counts, copies, base, jokers, standing, start)
        found = self._whole.get(key)
        if found is None:
            low = (1 << self.signature.ranks) - 1
            found = self._whole[key] = {
                state // 25: value >> 2 * 9 << COST | (value >> 9 & low) << SPARE + start | (value & low) << start
                for state, value in self._prefix(counts, copies, base, jokers, standing).items()
                if not state % 25
            }
        return found

    def _prefix(self, counts: Counts, copies: Counts, base: Counts, jokers: int, standing: int) -> dict[int, int]:
        """What the first ranks come to. A state is what is made, and how many chows want one tile and two."""
        if not counts:
            return {0: 0}
        key = (counts, copies, base, jokers, standing)
        found = self._kept.get(key)
        if found is None:
            if not len(self._kept) & LOOKED_AT_EVERY - 1:
                _forget_where_many_are_kept()
            before = self._prefix(counts[:-1], copies[:-1], base[:-1], jokers, standing)
            spend(1 + len(before) // 4, COUNTING)
            found = self._kept[key] = self._next(before, counts, copies[-1], base[-1] if base else 0, jokers, standing)
        return found

    def _next(
        self, before: dict[int, int], counts: Counts, copies: int, base: int, jokers: int, standing: int
    ) -> dict[int, int]:
        """The states after one more rank."""
        rank, held = len(counts) - 1, counts[-1]
        if jokers:
            return self._with_jokers(before, rank, held, copies, base, jokers if standing >> rank & 1 else 0)
        steps, room = self._steps[rank], max(0, copies - held)
        key = self._alike[rank], held - base, room
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = {}
        by_lack = (0, *[(missing << 18) + (1 << rank) for missing in range(1, room + 1)], 1 << 9 + rank)
        found: dict[int, int] = {}
        known_at = found.get
        for state, value in before.items():
            for made, lack in moves.get(state) or self._moves_of(moves, steps, state, held - base, room):
                new = value + by_lack[lack]
                known = known_at(made)
                if known is None:
                    found[made] = new
                elif new ^ known < 1 << 18:
                    found[made] = known | new
                elif new < known:
                    found[made] = new
        return found

    def _moves_of(self, moves: dict[int, _Moves], steps: tuple[_Step, ...], state: int, held: int, room: int) -> _Moves:
        """What a state may become at a rank of which so many tiles are held, and so many may be missing; kept."""
        made, running = divmod(state, 25)
        second = running // 5
        over = second + running % 5 - held
        found = moves[state] = tuple(
            [
                ((made + more) * 25 + chows * 5 + second, max(-1, over + tiles))
                for more, tiles, chows in steps
                if over + tiles <= room and made + more in self.valid
            ]
        )
        return found

    def _with_jokers(
        self, before: dict[int, int], rank: int, held: int, copies: int, base: int, jokers: int
    ) -> dict[int, int]:
        """The states after one more rank, where so many jokers may stand for it."""
        if not self._steps_with_jokers:
            self._steps_with_jokers = self._all_steps(_MOST_BEGUN + 1)
        steps = self._steps_with_jokers[rank]
        lacks, too_many, unit = 1 << rank, 1 << 9 + rank, self.joker_digit
        found: dict[int, int] = {}
        for state, value in before.items():
            made, running = divmod(state, 25)
            second, third = divmod(running, 5)
            used, made = divmod(made, unit)
            for more, tiles, chows in steps:
                missing = tiles + second + third + base - held
                if made + more not in self.valid:
                    continue
                for stand_in in range(max(0, min(jokers - used, missing)) + 1):
                    real = missing - stand_in
                    if real <= max(0, copies - held):
                        key = (((used + stand_in) * unit + made + more) * 5 + chows) * 5 + second
                        new = value + (real << 18) | lacks if real > 0 else value | too_many if missing < 0 else value
                        found[key] = new if key not in found else _cheaper(found[key], new)
        return found


def _cheaper(one: int, other: int) -> int:
    """The cheaper of two states, or what both lack and have too much, if they are as cheap."""
    difference = (one >> 18) - (other >> 18)
    return one | other if not difference else one if difference < 0 else other


_COSTS: Final[dict[Signature, SuitCosts]] = {}
MOST_SIGNATURES: Final = 4096
MOST_HELD = 1 << 18
"""How many answers are kept under all signatures together; some 200 MB. Not final, or compiled code would not see that
a test wants few."""
LOOKED_AT_EVERY: Final = 1 << 10
"""After how many new answers under a signature it is looked whether there are too many in all; a power of two."""


def _forget_where_many_are_kept() -> None:
    """Forget the answers under the signature that has most, where there are too many in all.

    So memory is bounded however many hands are played, and nobody waits until all answers are given up at once.
    """
    if sum([costs.held for costs in _COSTS.values()]) > MOST_HELD:
        max(_COSTS.values(), key=_held).forget()


def _held(costs: SuitCosts) -> int:
    return costs.held


def costs_of(signature: Signature) -> SuitCosts:
    """The costs under a signature; all who ask for the same share them."""
    found = _COSTS.get(signature)
    if found is None:
        if len(_COSTS) >= MOST_SIGNATURES:
            _COSTS.clear()
        found = _COSTS[signature] = SuitCosts(signature)
    return found


def costs_together(first: Costs, second: Costs, within: frozenset[int], jokers: int, unit: int) -> Costs:
    """What two suits make together, of what may be made; of both may use jokers, no more than there are.

    `unit` is the one of the digit that counts jokers.
    """
    found: Costs = {}
    more = [item for item in second.items() if item[0] % unit in within]
    for one, cost in first.items():
        if one % unit not in within:
            continue
        for other, added in more:
            made = one + other
            if made in within if not jokers else made % unit in within and made // unit <= jokers:
                value, known = cost + added, found.get(made)
                if known is None:
                    found[made] = value
                elif value ^ known < _ONE:
                    found[made] = known | value
                elif value < known:
                    found[made] = value
    return found


class TwoSuits:
    """What two suits that follow each other make together, without jokers.

    The answers are kept, for whoever asks about the same signatures: most discards leave two suits as they are.
    """

    def __init__(self, first: SuitCosts, second: SuitCosts, within: frozenset[int], start: int) -> None:
        """The kinds of the first suit begin at `start`; `within` are the indexes of what may be made."""
        self._first, self._second, self._within = first, second, within
        self._start, self._middle = start, start + first.signature.ranks
        self._end = self._middle + second.signature.ranks

    def costs(self, counts: Counts, copies: Counts) -> Costs:
        """What every thing costs that they make of tiles, given as for `SuitCosts.costs`, but of all kinds."""
        start, middle, end = self._start, self._middle, self._end
        key = (self._first.number, self._second.number, counts[start:end], copies[start:end])
        found = _TOGETHER.get(key)
        if found is None:
            if len(_TOGETHER) >= MOST_PAIRS_KEPT:
                _TOGETHER.clear()
            first = self._first.costs(counts[start:middle], copies[start:middle], (), 0, 0, start)
            second = self._second.costs(counts[middle:end], copies[middle:end], (), 0, 0, middle)
            found = _TOGETHER[key] = costs_together(first, second, self._within, 0, self._first.joker_digit)
        return found


_TOGETHER: Final[dict[tuple[int, int, Counts, Counts], Costs]] = {}
MOST_PAIRS_KEPT: Final = 1 << 15
"""How many answers about two suits are kept."""


def cheapest(values: Iterable[int]) -> int:
    """The cheapest of answers, with what all that are as cheap lack and have too much; -1 for none."""
    best = -1
    for value in values:
        if best < 0 or value >> COST < best >> COST:
            best = value
        elif value >> COST == best >> COST:
            best |= value
    return best
