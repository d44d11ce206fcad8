"""Selection: which matches count. Refusal is directed; the choice of combinations is the policy's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .policy import Award, CombinationPolicy, Match, ScoringMethod, Value
from .rule import Amount, Place, Rule, refusal_order

Tie = tuple[tuple[Amount, Place, int], ...]
"""Tells selections of equal value apart: for each award its negative worth, its rule's place, and
how often it counts, negative."""


class Refused(NamedTuple):
    """A match that does not count: refused by accepted rules, or left out by the policy (`by` empty)."""

    match: Match
    by: tuple[str, ...]


@dataclass(frozen=True)
class Selection:
    """The best choice for one reading: what counts, what it is worth, and what does not count."""

    awards: tuple[Award, ...]
    value: Value
    tie: Tie
    refused: tuple[Refused, ...]

    @property
    def key(self) -> tuple[tuple[Amount, ...], Tie]:
        """Compares selections: the smaller key is the better one."""
        return tuple(-amount for amount in self.value.rank), self.tie


class Standing(NamedTuple):
    """A rule that holds for a reading: its worth there and its matches (masks of slots)."""

    rule: Rule
    each: Amount
    masks: tuple[int, ...]


class Selector:
    """Selects for one ruleset: its rules in order of refusal, its policy and its method."""

    def __init__(
        self, rules: Sequence[Rule], policy: CombinationPolicy, method: ScoringMethod, settings: Mapping[str, Any]
    ) -> None:
        self.order = {id: place for place, id in enumerate(refusal_order(rules))}
        self.policy, self.method, self.settings = policy, method, settings

    def select(self, standing: Sequence[Standing]) -> Selection:
        """The best admissible choice among the rules that hold for a reading.

        Equal values are told apart by what is awarded: dearer rules first, then the lower number,
        then the earlier id, then the larger count. So no order of rules, parts or shapes in a file matters.
        """
        ordered = sorted(standing, key=lambda item: self.order[item.rule.id])
        matches = [Match(item.rule.id, mask) for item in ordered for mask in item.masks]
        combinations = sorted({match for match in matches if match.mask & (match.mask - 1)})
        best: Selection | None = None
        for choice in self.policy.choices(combinations):
            chosen = frozenset(combinations[index] for index in choice)
            selection = self._accept(ordered, chosen)
            if best is None or selection.key < best.key:
                best = selection
        assert best is not None, f"policy {self.policy.name} gave no choice"
        return best

    def _accept(self, ordered: Sequence[Standing], chosen: frozenset[Match]) -> Selection:
        """Accept what no accepted match refuses, in order of refusal; what was refused refuses nothing."""
        accepted: dict[str, tuple[Standing, list[int]]] = {}
        refused: list[Refused] = []
        for item in ordered:
            masks = []
            for mask in item.masks:
                match = Match(item.rule.id, mask)
                if mask & (mask - 1) and match not in chosen:
                    refused.append(Refused(match, ()))
                else:
                    masks.append(mask)
            blamed = self._refusers(item.rule.id, masks, accepted)
            kept = [mask for mask, by in zip(masks, blamed, strict=True) if not by]
            refused += [Refused(Match(item.rule.id, mask), by) for mask, by in zip(masks, blamed, strict=True) if by]
            if kept:
                accepted[item.rule.id] = (item, kept)
        awards = tuple(self._award(item, masks) for item, masks in accepted.values())
        awards = tuple(sorted(awards, key=lambda award: (-award.each, award.rule.place)))
        tie = tuple((-award.each, award.rule.place, -award.times) for award in awards)
        return Selection(awards, self.method.value(awards, self.settings), tie, tuple(refused))

    def _refusers(
        self, target: str, masks: Sequence[int], accepted: Mapping[str, tuple[Standing, list[int]]]
    ) -> list[tuple[str, ...]]:
        """For each match who refuses it; a limited refusal takes the first matches that are still free."""
        blamed: list[tuple[str, ...]] = [() for _ in masks]
        limited: list[tuple[str, int, list[int]]] = []
        for id, (item, own) in accepted.items():
            for refusal in item.rule.refuses:
                if refusal.target != target:
                    continue
                hits = [index for index, mask in enumerate(masks) if refusal.whole or _covers(own, mask)]
                if refusal.most is not None:
                    limited.append((id, refusal.most, hits))
                    continue
                for index in hits:
                    blamed[index] += (id,)
        for id, most, hits in sorted(limited):
            for index in [index for index in hits if not blamed[index]][:most]:
                blamed[index] += (id,)
        return blamed

    def _award(self, item: Standing, masks: list[int]) -> Award:
        combined = sum(1 for mask in masks if mask & (mask - 1))
        single = len(masks) - combined
        if not self.policy.counts_choices:
            combined, single = 0, len(masks)
        count = combined + (single if item.rule.each else min(1, single))
        return Award(item.rule, count, item.each, tuple(masks))


def _covers(own: Sequence[int], mask: int) -> bool:
    """Whether one of the accepted matches stands on the whole hand or on all sets of the mask."""
    return any(not used or not mask & ~used for used in own)
