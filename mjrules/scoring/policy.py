"""Combination policies and scoring methods: what plugins provide to the selection."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any, Final

from ..declared.frozen_class import frozen_class
from ..declared.named_tuple import NamedTuple
from .rule import Amount, Rule


class RuleMatch(NamedTuple):
    """A rule and the sets on which it was found, as a mask of slots (0: the whole hand)."""

    rule: str
    mask: int


@frozen_class()
class CombinationPolicy:
    """Which combinations of sets may be used together.

    `choices` is asked only where a hand has combinations: matches on two sets or more. It gets all of
    them and gives the index tuples of those that may be taken together, at least one, and only choices
    to which nothing can be added. It must depend on these matches alone, for what it gives is kept.
    `counts_choices`: a chosen match counts each time; else a rule counts once unless it says `each`.
    """

    name: str
    about: str
    choices: Callable[[Sequence[RuleMatch]], Iterable[tuple[int, ...]]]
    counts_choices: bool = True


class Award(NamedTuple):
    """A rule that counts: how often, what each is worth, and on which sets."""

    rule: Rule
    times: int
    each: Amount
    masks: tuple[int, ...]

    @property
    def value(self) -> Amount:
        """Times multiplied by worth."""
        return self.times * self.each


RECORD_FIELDS: Final = frozenset(
    [
        "id", "ruleset", "edition", "hash", "valid", "total", "minimum_met", "items", "reading", "payments",
        "not_counted", "other_readings", "unread_flags", "cut", "steps", "finished", "payments_need",
    ]
)  # fmt: skip
"""What score records say by themselves; further figures stand beside it."""


class Value(NamedTuple):
    """What a choice of awards is worth.

    `total` is the hand's value, `counted` what the minimum is tested on. `rank` compares readings
    (greater is better). `totals` are further figures of the method, which the record of the score has
    under their names, none of which is its own. `kept` are the indexes of the awards that entered,
    where a limit kept the others out; None means all. `cut` is what a limit took away from what these
    come to.
    """

    total: int
    counted: int
    rank: tuple[Amount, ...]
    totals: Mapping[str, Any] = MappingProxyType({})
    kept: tuple[int, ...] | None = None
    cut: int = 0

    @property
    def special(self) -> bool:
        """Whether a special hand decides the value, as the method says under `special` in its totals."""
        return bool(self.totals.get("special"))


class Step(NamedTuple):
    """One step from the awards to the total: what is done, in words, and what it comes to."""

    text: str
    value: Amount


def never(settings: Any) -> bool:
    """False, whatever the settings."""
    return False


def no_limit(settings: Any) -> int | None:
    """None, whatever the settings."""
    return None


def no_specials(rules: Iterable[Rule], settings: Any) -> Sequence[int]:
    """None, whatever the rules and the settings."""
    return ()


def no_steps(awards: Sequence[Award], settings: Any, *views: Any) -> Sequence[Step]:
    """No steps: that awards are added needs no words."""
    return ()


def all_sums(sums: Sequence[int], settings: Any) -> Sequence[int]:
    """All sums as they are."""
    return sums


@frozen_class()
class ScoringMethod:
    """How awards become a value.

    `units` are the units that rules may use, each with its meaning; `value` computes from the
    awards, which come with the most valuable first, and the method's settings in the ruleset; `main` is the unit
    of the total; `settings` is the class that declares the settings, None for none. `whole`: no fractions.
    Rules of the units `shaped` hold only for hands that are read in a shape of `scoring.ordinary`, where a
    ruleset lists some; those set aside hold for all. `adds` says whether under
    these settings the rank is no more than the sum of the awards: then choices are compared without valuing
    each. `rises` says whether a further award, or one that is worth more or counts more often,
    never makes the rank lower: then what jokers may stand for is tried no longer than it may be the best.
    `words` are the words behind an amount of a unit, behind 1 and behind others, in all languages where they are made
    by `Sentence`; else it is the unit.
    `ranges` are the least and the most that a rule of a unit may be worth, where that is not any amount.
    `steps` shows how the awards that count come to the total, which the last step gives; it is asked only
    where a score is printed or explained. `reads` are facets, views of the hand and its reading: `value` and `steps`
    are given what these show, in this order, behind the settings. So the rank may be what a reading pays.
    `sums`, where it is given, says what of an award, under the settings, enters the value: whole numbers, always as
    many; or None, where the award matters as such. The value then depends on what `of_sums` makes of the sums of these
    numbers over all awards, on the awards that matter as such, and on what the method reads; of the other awards of one
    unit, set aside or not, all are kept or none. So values are worked out once for many hands.
    `told` gives, of the settings and of the units that rules of the ruleset have, what is agreed in sentences, for a
    rulebook, in all languages where they are made by `Sentence`; without it the keys and values of the settings are
    printed, in English alone.
    `figures` are those of its further totals by which settlement methods may go.
    `most` gives the most that a hand can be worth under the settings, None where there is no such limit: what somebody
    says that a hand is worth is then no more.
    `specials` gives, of the rules and the settings, what only hands can be worth that a special hand decides: who says
    that a hand is worth so much has one, and no settlement cuts it as it cuts others.
    """

    name: str
    about: str
    units: Mapping[str, str]
    main: str
    value: Callable[..., Value]
    settings: type | None = None
    whole: bool = False
    shaped: frozenset[str] = frozenset()
    adds: Callable[[Any], bool] = never
    rises: bool = False
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    steps: Callable[..., Sequence[Step]] = no_steps
    reads: tuple[str, ...] = ()
    sums: Callable[[Award, Any], Sequence[int] | None] | None = None
    of_sums: Callable[[Sequence[int], Any], Sequence[int]] = all_sums
    told: Callable[[Any, Collection[str]], Iterable[str]] | None = None
    most: Callable[[Any], int | None] = no_limit
    specials: Callable[[Iterable[Rule], Any], Sequence[int]] = no_specials
    figures: tuple[str, ...] = ()

    def word(self, amount: Amount | float, unit: str) -> str:
        """The word behind an amount of a unit: `point` behind 1, `points` behind 2."""
        one, other = self.words.get(unit, (unit, unit))
        return one if amount == 1 else other
