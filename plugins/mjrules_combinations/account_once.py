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
    apart = [[other for other in range(len(matches)) if not _clash(match, matches[other])] for match in matches]
    _grow(matches, join, apart, (), (), range(len(matches)), found)
    return found


def _clash(one: RuleMatch, other: RuleMatch) -> bool:
    """Whether two matches cannot be chosen together: no rule uses a set twice."""
    return one.rule == other.rule and one.mask & other.mask != 0


def _grow(
    matches: Sequence[RuleMatch],
    join: Join,
    apart: Sequence[Sequence[int]],
    state: State,
    chosen: Choice,
    left: Sequence[int],
    found: list[Choice],
) -> None:
    """Find the choices that begin with these matches; of those that are left the later ones are tried in order.

    What cannot be joined now cannot be joined to more either, so it is not left for the next. `apart` are for each
    match those that do not clash with it.
    """
    spend(len(matches), "trying which combinations go together")
    joined = [(index, after) for index in left if (after := join(state, matches[index])) is not None]
    if not joined:
        found.append(chosen)
        return
    may_follow = [index for index, _ in joined]
    last = chosen[-1] if chosen else -1
    for index, after in joined:
        if index > last:
            rest = [other for other in apart[index] if other in may_follow]
            _grow(matches, join, apart, after, (*chosen, index), rest, found)


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
