"""What it costs to make the pieces of a hand of the tiles of one suit; every suit's answer is kept.

A suit is walked through rank by rank. What has been made so far, and the chows that run on, are all that matters
for the ranks behind, and of all ways to make the same the cheapest are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
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
_Steps = tuple["_Step", ...]
"""All that may be begun at a rank."""


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
        self._up_to: dict[tuple[tuple[int, ...], int], frozenset[int]] = {}
        self.valid = self.up_to(tuple([wanted.number for wanted in signature.wanted]))
        """The indexes of what may be made; sums of two of them are sums of what is made."""
        self._steps = self._all_steps(_MOST_BEGUN)
        self._moves: dict[tuple[int, int, int, bool], dict[int, _Moves]] = {}
        """By the first rank at which the same may be begun, how many tiles are held beside those wanted besides, how
        many may be missing, and whether jokers may stand for them."""
        self._kept: dict[tuple[Counts, Counts, Counts, int, int], dict[int, int]] = {}
        self._whole: dict[tuple[Counts, Counts, Counts, int, int, int], Costs] = {}

    @property
    def held(self) -> int:
        """How many answers are kept."""
        return len(self._kept) + len(self._whole)

    def forget(self) -> None:
        """Forget all answers, and what states may become."""
        self._moves.clear()
        self._kept.clear()
        self._whole.clear()

    def index(self, made: tuple[int, ...]) -> int:
        """How many pieces of each sort, as one number."""
        return sum(number * unit for number, unit in zip(made, self.digits, strict=True))

    def up_to(self, numbers: tuple[int, ...], jokers: int = 0) -> frozenset[int]:
        """The indexes of no more pieces of each sort than so many, of which no more than so many jokers are used."""
        found = self._up_to.get((numbers, jokers))
        if found is None:
            within = product(*[range(number + 1) for number in numbers])
            used = range(0, (jokers + 1) * self.joker_digit, self.joker_digit)
            found = self._up_to[numbers, jokers] = frozenset(
                self.index(made) + more for made in within for more in used
            )
        return found

    @cached_property
    def _steps_with_jokers(self) -> tuple[tuple[int, _Steps], ...]:
        """The same as `_steps` where jokers may stand for tiles; found when a hand has jokers, for few have."""
        return self._all_steps(_MOST_BEGUN + 1)

    def _all_steps(self, most: int) -> tuple[tuple[int, _Steps], ...]:
        """What may be begun at each rank with so many tiles of it at most, behind the first rank where it is that."""
        steps = [tuple(self._begun(rank, most)) for rank in range(self.signature.ranks)]
        return tuple([(steps.index(own), own) for own in steps])

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
            low, most = (1 << self.signature.ranks) - 1, jokers * self.joker_digit
            found = self._whole[key] = {
                self._used(state // 25, most): value >> 2 * 9 << COST
                | (value >> 9 & low) << SPARE + start
                | (value & low) << start
                for state, value in self._prefix(counts, copies, base, jokers, standing).items()
                if not state % 25
            }
        return found

    def _used(self, left: int, most: int) -> int:
        """What is made and how many jokers are used, of what is made and how many are left; `most` are all of them."""
        made = left % self.joker_digit
        return made + most - (left - made)

    def _prefix(self, counts: Counts, copies: Counts, base: Counts, jokers: int, standing: int) -> dict[int, int]:
        """What the first ranks come to.

        A state is what is made, the jokers that are left as its highest digit, and how many chows want one tile and
        two.
        """
        if not counts:
            return {jokers * self.joker_digit * 25: 0}
        key = (counts, copies, base, jokers, standing)
        found = self._kept.get(key)
        if found is None:
            if not len(self._kept) & LOOKED_AT_EVERY - 1:
                _forget_where_many_are_kept()
            before = self._prefix(counts[:-1], copies[:-1], base[:-1], jokers, standing)
            spend(1 + len(before) // 4, COUNTING)
            stands = jokers > 0 and standing >> len(counts) - 1 & 1 > 0
            found = self._kept[key] = self._next(before, counts, copies[-1], base[-1] if base else 0, stands=stands)
        return found

    def _next(self, before: dict[int, int], counts: Counts, copies: int, base: int, *, stands: bool) -> dict[int, int]:
        """The states after one more rank, for which jokers may stand or not."""
        rank, held = len(counts) - 1, counts[-1]
        alike, steps = (self._steps_with_jokers if stands else self._steps)[rank]
        room = max(0, copies - held)
        key = alike, held - base, room, stands
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = {}
        by_lack = (0, *[(missing << 18) + (1 << rank) for missing in range(1, room + 1)], 1 << 9 + rank)
        found: dict[int, int] = {}
        known_at = found.get
        for state, value in before.items():
            for made, lack in moves.get(state) or self._moves_of(moves, steps, state, held - base, room, stands=stands):
                new = value + by_lack[lack]
                known = known_at(made)
                if known is None:
                    found[made] = new
                elif new ^ known < 1 << 18:
                    found[made] = known | new
                elif new < known:
                    found[made] = new
        return found

    def _moves_of(
        self, moves: dict[int, _Moves], steps: _Steps, state: int, held: int, room: int, *, stands: bool
    ) -> _Moves:
        """What a state may become at a rank of which so many tiles are held, and so many may be missing, beside those
        that jokers stand for; kept."""
        made, running = divmod(state, 25)
        second, unit = running // 5, self.joker_digit
        over = second + running % 5 - held
        jokers, own = divmod(made, unit) if stands else (0, made % unit)
        found = moves[state] = tuple(
            [
                ((made + more - used * unit) * 25 + chows * 5 + second, max(-1, over + tiles - used))
                for more, tiles, chows in steps
                if own + more in self.valid
                for used in range(max(0, min(jokers, over + tiles)) + 1)
                if over + tiles - used <= room
            ]
        )
        return found


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


def costs_together(first: Costs, second: Costs, within: frozenset[int]) -> Costs:
    """What two suits make together, of what may be made."""
    found: Costs = {}
    more = [item for item in second.items() if item[0] in within]
    for one, cost in first.items():
        if one not in within:
            continue
        for other, added in more:
            made = one + other
            if made in within:
                value, known = cost + added, found.get(made)
                if known is None:
                    found[made] = value
                elif value ^ known < _ONE:
                    found[made] = known | value
                elif value < known:
                    found[made] = value
    return found


class TwoSuits:
    """What two suits that follow each other make together.

    The answers are kept, for whoever asks about the same signatures: most discards leave two suits as they are.
    """

    def __init__(self, first: SuitCosts, second: SuitCosts, wanted: tuple[int, ...], start: int) -> None:
        """The kinds of the first suit begin at `start`; `wanted` is how many pieces of each sort are made."""
        self._first, self._second, self._wanted = first, second, wanted
        self._start, self._middle = start, start + first.signature.ranks
        self._end = self._middle + second.signature.ranks

    def costs(self, counts: Counts, copies: Counts, base: Counts = (), jokers: int = 0, standing: int = 0) -> Costs:
        """What every thing costs that they make of tiles, given as for `SuitCosts.costs`, but of all kinds."""
        start, middle, end = self._start, self._middle, self._end
        own = slice(start, end)
        key = (self._first.number, self._second.number, counts[own], copies[own], base[own], jokers, standing)
        found = _TOGETHER.get(key)
        if found is None:
            if len(_TOGETHER) >= MOST_PAIRS_KEPT:
                _TOGETHER.clear()
            both = ((self._first, start, middle), (self._second, middle, end))
            first, second = [
                suit.costs(counts[low:high], copies[low:high], base[low:high], jokers, standing >> low, low)
                for suit, low, high in both
            ]
            found = _TOGETHER[key] = costs_together(first, second, self._first.up_to(self._wanted, jokers))
        return found


_TOGETHER: Final[dict[tuple[int, int, Counts, Counts, Counts, int, int], Costs]] = {}
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
