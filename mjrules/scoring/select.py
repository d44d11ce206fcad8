"""Selection: which matches count. Refusal is directed; the choice of combinations is the policy's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import PluginError
from .policy import Award, CombinationPolicy, Match, ScoringMethod, Value
from .rule import Amount, Place, Refusal, Rule, refusal_order, stronger

Tie = tuple[tuple[Amount, Place, int], ...]
"""Tells selections of equal value apart: for each award its negative worth, its rule's place, and
how often it counts, negative."""
KEEP = 1 << 16
"""How many lists of choices are kept."""


class Refused(NamedTuple):
    """A match that does not count: refused by accepted rules, or left out by the policy (`by` empty)."""

    match: Match
    by: tuple[str, ...]


class Standing(NamedTuple):
    """A rule that holds for a reading: its worth there and its matches (masks of slots)."""

    rule: Rule
    each: Amount
    masks: tuple[int, ...]


@dataclass(frozen=True)
class Selection:
    """The best choice for one reading: what counts and what it is worth.

    `standing` is what could be chosen from, in order of refusal, `chosen` the combinations used.
    `key` compares selections: the smaller key is the better one.
    """

    awards: tuple[Award, ...]
    value: Value
    key: tuple[tuple[Amount, ...], Tie]
    standing: tuple[Standing, ...]
    chosen: frozenset[Match]


Choices = tuple[frozenset[Match], ...]
Accepted = dict[str, list[int]]


class Selector:
    """Selects for one ruleset: its rules in order of refusal, its policy and its method."""

    def __init__(
        self, rules: Sequence[Rule], policy: CombinationPolicy, method: ScoringMethod, settings: Mapping[str, Any]
    ) -> None:
        self.order = {id: place for place, id in enumerate(refusal_order(rules))}
        self.policy, self.method, self.settings = policy, method, settings
        self.refusers: dict[str, dict[str, Refusal]] = {}
        for rule in rules:
            for refusal in rule.refuses:
                own = self.refusers.setdefault(refusal.target, {})
                own[rule.id] = stronger(refusal, own.get(rule.id))
        self._choices: dict[tuple[Match, ...], Choices] = {}

    def select(self, standing: Sequence[Standing]) -> Selection:
        """The best admissible choice among the rules that hold for a reading.

        Equal values are told apart by what is awarded: dearer rules first, then the lower number,
        then the earlier id, then the larger count. So no order of rules, parts or shapes in a file matters.
        """
        order = self.order
        ordered = tuple(sorted(standing, key=lambda item: order[item.rule.id]))
        best: Selection | None = None
        for chosen in self.choices(ordered):
            selection = self._selection(ordered, chosen)
            if best is None or selection.key < best.key:
                best = selection
        if best is None:
            raise PluginError(f'the combination policy "{self.policy.name}" gave no choice')
        return best

    def choices(self, standing: Sequence[Standing]) -> Choices:
        """The choices of combinations that the policy admits; kept, as they depend on these alone."""
        combined = {Match(item.rule.id, mask) for item in standing for mask in item.masks if mask & (mask - 1)}
        combinations = tuple(sorted(combined))
        choices = self._choices.get(combinations)
        if choices is None:
            if len(self._choices) >= KEEP:
                self._choices.clear()
            found = self.policy.choices(combinations)
            choices = tuple(frozenset(combinations[index] for index in choice) for choice in found)
            self._choices[combinations] = choices
        return choices

    def _selection(self, ordered: tuple[Standing, ...], chosen: frozenset[Match]) -> Selection:
        accepted = self._accept(ordered, chosen)
        awards = [self._award(item, accepted[item.rule.id]) for item in ordered if item.rule.id in accepted]
        awards.sort(key=lambda award: (-award.each, award.rule.place))
        tie = tuple([(-award.each, award.rule.place, -award.times) for award in awards])
        value = self.method.value(awards, self.settings)
        key = (tuple([-amount for amount in value.rank]), tie)
        return Selection(tuple(awards), value, key, ordered, chosen)

    def _accept(
        self, ordered: Sequence[Standing], chosen: frozenset[Match], refused: list[Refused] | None = None
    ) -> Accepted:
        """Accept what no accepted match refuses, in order of refusal; what was refused refuses nothing.

        Where `refused` is given, it is filled with what does not count, and why.
        """
        accepted: Accepted = {}
        for item in ordered:
            id, masks = item.rule.id, item.masks
            if chosen or len(masks) > 1 or masks[0] & (masks[0] - 1):
                if refused is not None:
                    left_out = (Match(id, mask) for mask in masks if mask & (mask - 1))
                    refused += [Refused(match, ()) for match in left_out if match not in chosen]
                masks = tuple([mask for mask in masks if not mask & (mask - 1) or Match(id, mask) in chosen])
            refusers = self.refusers.get(id)
            present = None if refusers is None else refusers.keys() & accepted.keys()
            if not present or refusers is None:
                kept = list(masks)
            else:
                blamed = _refusers(masks, sorted(present), refusers, accepted)
                kept = [mask for mask, by in zip(masks, blamed, strict=True) if not by]
                if refused is not None:
                    refused += [Refused(Match(id, mask), by) for mask, by in zip(masks, blamed, strict=True) if by]
            if kept:
                accepted[id] = kept
        return accepted

    def refused(self, selection: Selection) -> tuple[Refused, ...]:
        """The matches of a selection that do not count, and why."""
        found: list[Refused] = []
        self._accept(selection.standing, selection.chosen, found)
        return tuple(found)

    def _award(self, item: Standing, masks: list[int]) -> Award:
        combined = 0
        if self.policy.counts_choices:
            combined = sum([1 for mask in masks if mask & (mask - 1)])
        single = len(masks) - combined
        return Award(item.rule, combined + (single if item.rule.each else min(1, single)), item.each, tuple(masks))


def _refusers(
    masks: Sequence[int], present: Sequence[str], refusers: Mapping[str, Refusal], accepted: Accepted
) -> list[tuple[str, ...]]:
    """For each match who refuses it; a limited refusal takes the first matches that are still free."""
    blamed: list[tuple[str, ...]] = [() for _ in masks]
    limited: list[tuple[str, int, list[int]]] = []
    for id in present:
        refusal = refusers[id]
        hits = [index for index, mask in enumerate(masks) if refusal.whole or _covers(accepted[id], mask)]
        if refusal.most is not None:
            limited.append((id, refusal.most, hits))
            continue
        for index in hits:
            blamed[index] += (id,)
    for id, most, hits in limited:
        for index in [index for index in hits if not blamed[index]][:most]:
            blamed[index] += (id,)
    return blamed


def _covers(own: Sequence[int], mask: int) -> bool:
    """Whether one of the accepted matches stands on the whole hand or on all sets of the mask."""
    return any(not used or not mask & ~used for used in own)
