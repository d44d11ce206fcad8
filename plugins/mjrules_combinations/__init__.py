"""Combination policies: which combinations of sets may be used beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mjrules.hooks import CombinationPolicy, Match, hookimpl

MJRULES = ">=0.1,<0.2"

Admits = Callable[[Sequence[Match]], bool]


def _maximal(matches: Sequence[Match], admits: Admits) -> Iterator[tuple[int, ...]]:
    """All admissible choices to which no further match can be added.

    Every part of an admissible choice is admissible, so choices grow one by one.
    """
    chosen: list[int] = []

    def grow(start: int) -> Iterator[tuple[int, ...]]:
        for index in range(start, len(matches)):
            if admits([matches[i] for i in (*chosen, index)]):
                chosen.append(index)
                yield from grow(index + 1)
                chosen.pop()
        rest = (index for index in range(len(matches)) if index not in chosen)
        if not any(admits([matches[i] for i in (*chosen, index)]) for index in rest):
            yield tuple(chosen)

    yield from grow(0)


def _no_set_twice_in_a_rule(matches: Sequence[Match]) -> bool:
    used: dict[str, int] = {}
    for match in matches:
        if used.get(match.rule, 0) & match.mask:
            return False
        used[match.rule] = used.get(match.rule, 0) | match.mask
    return True


def joins_apart(matches: Sequence[Match]) -> bool:
    """Whether every match joins sets that no other matches have joined, and no rule uses a set twice.

    Sets joined by a match form a component; each further match must join different components.
    Whether that goes does not depend on the order in which matches are taken.
    """
    if not _no_set_twice_in_a_rule(matches):
        return False
    components: list[int] = []
    for match in matches:
        touched = [component for component in components if component & match.mask]
        if any((component & match.mask).bit_count() > 1 for component in touched):
            return False
        joined = match.mask
        for component in touched:
            joined |= component
        components = [component for component in components if not component & match.mask] + [joined]
    return True


def each_twice(matches: Sequence[Match]) -> bool:
    """Whether no set is used more than twice, and none twice by the same rule."""
    if not _no_set_twice_in_a_rule(matches):
        return False
    once = twice = 0
    for match in matches:
        if twice & match.mask:
            return False
        twice |= once & match.mask
        once |= match.mask
    return True


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
