"""The choices between combinations of sets that each policy admits, such as that a set accounts for one only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mjrules.hooks import RuleMatch, spend

State = tuple[int, ...]
"""What a policy knows of the matches chosen so far."""
Choice = tuple[int, ...]
"""The indexes of the matches that are chosen."""
Join = Callable[[State, RuleMatch], State | None]
"""The state after one more match was chosen, or None where it may not be."""


def _maximal(matches: Sequence[RuleMatch], join: Join) -> list[Choice]:
    """All admissible choices to which no further match can be added.

    Every part of an admissible choice is admissible, so choices grow one by one.
    """
    found: list[Choice] = []
    _grow(matches, join, (), (), found)
    return found


def _grow(matches: Sequence[RuleMatch], join: Join, state: State, chosen: Choice, found: list[Choice]) -> None:
    """Find the choices that begin with these matches; the others are tried in order."""
    spend(len(matches), "trying which combinations go together")
    may_grow = False
    for index in range(len(matches)):
        if index not in chosen:
            after = _joined(matches, join, state, chosen, index)
            if after is not None:
                may_grow = True
                if not chosen or index > chosen[-1]:
                    _grow(matches, join, after, (*chosen, index), found)
    if not may_grow:
        found.append(chosen)


def _joined(matches: Sequence[RuleMatch], join: Join, state: State, chosen: Choice, index: int) -> State | None:
    """The state with one more match; no rule uses a set twice."""
    rule, mask = matches[index]
    for other in chosen:
        other_rule, other_mask = matches[other]
        if other_rule == rule and other_mask & mask:
            return None
    return join(state, matches[index])


def joins_apart(components: State, match: RuleMatch) -> State | None:
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


def each_twice(state: State, match: RuleMatch) -> State | None:
    """No set is used more than twice."""
    once, twice = state or (0, 0)
    return None if twice & match.mask else (once | match.mask, twice | once & match.mask)


def account_once(matches: Sequence[RuleMatch]) -> list[Choice]:
    """A set not yet combined may be combined once with sets already combined."""
    return _maximal(matches, joins_apart)


def use_twice(matches: Sequence[RuleMatch]) -> list[Choice]:
    """Each set may be used in two combinations."""
    return _maximal(matches, each_twice)


def free(matches: Sequence[RuleMatch]) -> list[Choice]:
    """All combinations together."""
    return [tuple(range(len(matches)))]
