"""Combination policies: which combinations of sets may be used beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mjrules.hooks import CombinationPolicy, Match, hookimpl

MJRULES = ">=0.1,<0.2"

State = tuple[int, ...]
"""What a policy knows of the matches chosen so far."""
Join = Callable[[State, Match], State | None]
"""The state after one more match was chosen, or None where it may not be."""


def _maximal(matches: Sequence[Match], join: Join) -> Iterator[tuple[int, ...]]:
    """All admissible choices to which no further match can be added.

    Every part of an admissible choice is admissible, so choices grow one by one.
    """
    ids = {match.rule: number for number, match in enumerate(matches)}
    used = [0] * len(matches)
    chosen: list[int] = []

    def joined(state: State, index: int) -> State | None:
        """The state with one more match; no rule uses a set twice."""
        match = matches[index]
        return None if used[ids[match.rule]] & match.mask else join(state, match)

    def grow(state: State, start: int) -> Iterator[tuple[int, ...]]:
        for index in range(start, len(matches)):
            after = joined(state, index)
            if after is not None:
                own, mask = ids[matches[index].rule], matches[index].mask
                chosen.append(index)
                used[own] |= mask
                yield from grow(after, index + 1)
                used[own] &= ~mask
                chosen.pop()
        if all(joined(state, index) is None for index in range(len(matches)) if index not in chosen):
            yield tuple(chosen)

    yield from grow((), 0)


def joins_apart(components: State, match: Match) -> State | None:
    """Every match joins sets that no other matches have joined.

    Sets joined by a match form a component; each further match must join different components.
    Whether that goes does not depend on the order in which matches are taken.
    """
    united, apart = match.mask, []
    for component in components:
        common = component & match.mask
        if not common:
            apart.append(component)
        elif common & (common - 1):
            return None
        else:
            united |= component
    return (*apart, united)


def each_twice(state: State, match: Match) -> State | None:
    """No set is used more than twice."""
    once, twice = state or (0, 0)
    return None if twice & match.mask else (once | match.mask, twice | once & match.mask)


def account_once(matches: Sequence[Match]) -> Iterator[tuple[int, ...]]:
    """A set not yet combined may be combined once with sets already combined."""
    yield from _maximal(matches, joins_apart)


def use_twice(matches: Sequence[Match]) -> Iterator[tuple[int, ...]]:
    """Each set may be used in two combinations."""
    yield from _maximal(matches, each_twice)


def free(matches: Sequence[Match]) -> Iterator[tuple[int, ...]]:
    """All combinations together."""
    yield tuple(range(len(matches)))


@hookimpl
def mj_combination_policies() -> Sequence[CombinationPolicy]:
    """The policies `account_once`, `use_twice` and `free`."""
    return [
        CombinationPolicy("account_once", "each combination joins sets that are not joined yet", account_once),
        CombinationPolicy("use_twice", "each set may be used in two combinations", use_twice),
        CombinationPolicy("free", "all combinations count", free, counts_choices=False),
    ]
