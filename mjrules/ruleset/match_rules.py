"""What a ruleset says about a whole match: what players begin with, when it ends, and how it is reckoned up."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from ..declared.fields import Limits, declared, key
from ..spoken import Sentence

_MATCH_MANY_HANDS = Sentence("a match of so many `hands` has no last round", "按“hands”局数打的一场没有末圈")()
_EACH_BEGINS_WHICH = Sentence(
    "each begins with {start}, which is less: the match would be over at once",
    "各家从 {start} 开始，已低于此数：一开始就结束了",
)
_EXPECTED_MORE_THAN = Sentence(
    "expected more than the {start} with which each begins, got {got}", "各家从 {start} 开始，应大于此数，而不是 {got}"
)
_EXPECTED_AT_LEAST = Sentence(
    "expected at least the {start} with which each begins, got {got}", "各家从 {start} 开始，应不小于此数，而不是 {got}"
)
_THEY_FOLLOW_WHILE = Sentence(
    "they follow while nobody has the target, and there is none: add `target`",
    "无人达到目标才续打，而没有写目标：请加上“target”",
)()
_NOTHING_ASKS_ADD = Sentence(
    "nothing asks for it: add `further_rounds` or `last_east_stops`, or write `ends_at`",
    "没有什么用到它：请加上“further_rounds”或“last_east_stops”，或改写“ends_at”",
)()
_EXPECTED_NUMBERS_ONE = Sentence(
    "expected {seats} numbers, one for each place, got {number}", "应有 {seats} 个数，每个名次一个，而不是 {number} 个"
)
_EXPECTED_NUMBERS_SUM = Sentence("expected numbers that sum to zero, got {got}", "各数之和应为零，而不是 {got}")

_Points = Annotated[int, Limits(ge=-1_000_000_000, le=1_000_000_000)]


@declared
class MatchRules:
    """What holds for a match as a whole."""

    start: Annotated[int, Limits(ge=0, le=1_000_000_000)] = key(
        "with how many points each player begins; hands carry them on", default=0
    )
    hands: Annotated[int, Limits(ge=1, le=1000)] | None = key(
        "the match ends after so many hands, whatever the round; none: after `table.rounds`", default=None
    )
    ends_below: _Points | None = key(
        "the match ends with the hand after which somebody has less than this, such as 0; none: never for that",
        default=None,
    )
    ends_at: _Points | None = key(
        "the match ends with the hand after which somebody has this or more; none: never for that", default=None
    )
    target: _Points | None = key(
        "what somebody must have, this or more, for the match to end with the last round (`further_rounds`), and the "
        "last East to stop (`last_east_stops`)",
        default=None,
    )
    further_rounds: Annotated[int, Limits(ge=0, le=16)] = key(
        "how many rounds are played at most beyond `table.rounds`, while nobody has the `target`", default=0
    )
    sudden_death: bool = key(
        "whether a further round ends with the hand after which somebody has the `target`, or is played out",
        default=False,
    )
    east_plays_on: bool = key(
        "whether East, who stays, plays on before sudden death ends a further round, but where `last_east_stops` ends "
        "it, after any of its hands",
        default=False,
    )
    last_east_stops: tuple[Literal["win", "draw", "ready"], ...] = key(
        "in the last hand of the last round, or of a further one, after what the match ends although East would stay: "
        "after a `win` of East, a `draw`, which nobody has won, or a draw at the end of the wall alone (`ready`); only "
        "where East has more than each other, and the `target`",
        default=(),
    )
    ties: Literal["seats", "shared"] = key(
        "of players with as much, who goes first: the one who sat first in the first hand (`seats`), or they share "
        "place and bonuses (`shared`); what cannot be divided goes to those who sat first",
        default="seats",
    )
    pots_left: Literal["first", "shared", "lost"] = key(
        "who gets what lies in pots at the end: the `first`, all alike (`shared`), or nobody (`lost`)",
        default="lost",
    )
    place_bonuses: tuple[_Points, ...] = key(
        "what the final result of the first, second, … has in addition; they sum to zero", default=()
    )
    returns: Annotated[int, Limits(ge=0, le=1_000_000_000)] | None = key(
        "the points that are taken off for the result; what they are more than the `start`, of all players together, "
        "the first gets; none: as many as the start",
        default=None,
    )
    unit: Annotated[int, Limits(ge=1, le=1_000_000)] = key(
        "the points are rounded to whole units of so many; the first has what makes the sum right", default=1
    )
    rounding: Literal["half_up", "half_down", "up", "down"] = key("how they are rounded", default="half_up")

    @property
    def counted_from(self) -> int:
        """The points that a result is counted from."""
        return self.start if self.returns is None else self.returns


NO_MATCH_RULES = MatchRules()
"""What holds for a match of which a ruleset says nothing: it ends after the last round, and is not reckoned up."""


def match_faults(rules: MatchRules, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What cannot be in the rules of a match: each with its key."""
    yield from _end_faults(rules)
    yield from _reckoning_faults(rules, seats)


def _end_faults(rules: MatchRules) -> Iterator[tuple[str, str]]:
    """What cannot be in the rules of when a match ends."""
    start, target = rules.start, rules.target
    for name in ("further_rounds", "last_east_stops"):
        if rules.hands is not None and getattr(rules, name):
            yield name, _MATCH_MANY_HANDS
    if rules.ends_below is not None and rules.ends_below > start:
        yield "ends_below", _EACH_BEGINS_WHICH(start=start)
    if rules.ends_at is not None and rules.ends_at <= start:
        yield "ends_at", _EXPECTED_MORE_THAN(start=start, got=rules.ends_at)
    if target is not None and target < start:
        yield "target", _EXPECTED_AT_LEAST(start=start, got=target)
    if target is None and rules.further_rounds:
        yield "further_rounds", _THEY_FOLLOW_WHILE
    if target is not None and not rules.further_rounds and not rules.last_east_stops:
        yield "target", _NOTHING_ASKS_ADD


def _reckoning_faults(rules: MatchRules, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What cannot be in the rules of how a match is reckoned up."""
    start, bonuses = rules.start, rules.place_bonuses
    if bonuses and len(bonuses) != len(seats):
        yield "place_bonuses", _EXPECTED_NUMBERS_ONE(seats=len(seats), number=len(bonuses))
    elif sum(bonuses):
        yield "place_bonuses", _EXPECTED_NUMBERS_SUM(got=sum(bonuses))
    if rules.returns is not None and rules.returns < start:
        yield "returns", _EXPECTED_AT_LEAST(start=start, got=rules.returns)
