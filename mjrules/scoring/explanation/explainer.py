"""Works out the parts of explanations, for one ruleset."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

from ...conditions.formula import questions
from ...shapes.readings import UNFINISHED
from ..item import items_of, sets_text
from ..policy import Step, Value
from ..scorer import Best, Scorer
from ..sheet import Sheet
from .finished import finished
from .missed_hands import MissedHands
from .missed_rules import MissedRules
from .parts import Finished, NotCounted, OtherReading

_REASONS = ("excluded", "limit", "policy", "near_miss")


class Explainer:
    """Explains the scores of one scorer; `hash` gives the hash of the ruleset. Its methods raise PluginError."""

    def __init__(self, scorer: Scorer, sheet: Sheet, hash: Callable[[], str]) -> None:
        self.scorer, self.sheet, self.hash = scorer, sheet, hash

    @property
    def policy(self) -> str:
        """Which combinations count, in words."""
        return self.scorer.book.policy.about

    def conditions(self, best: Best) -> tuple[str, ...]:
        """What each rule that counts asks for."""
        return tuple("; ".join(part.text for part in award.rule.parts) or "always" for award in best.selection.counting)

    def value(self, best: Best) -> Value:
        """What counts, valued again."""
        return self.scorer.book.method.value(best.selection.counting, self.scorer.book.settings)

    def steps(self, best: Best) -> tuple[Step, ...]:
        """How what counts comes to its value."""
        return self.scorer.book.steps(best.selection.counting)

    def instead(self, best: Best) -> tuple[Step, ...]:
        """What all would come to that is kept out, with what stands aside; empty where nothing is."""
        book, every, counting = self.scorer.book, best.selection.awards, best.selection.counting
        if len(counting) == len(every):
            return ()
        others = [award for award in every if award not in counting or award.rule.aside]
        kept = book.method.value(others, book.settings).kept
        return book.steps(others if kept is None else [others[index] for index in kept])

    def not_counted(self, best: Best) -> tuple[NotCounted, ...]:
        """What was refused or kept out, and the rules that are missed by one condition."""
        found = [*self._refused(best), *_kept_out(best)]
        mentioned = {award.rule.id for award in best.selection.counting} | {item.id for item in found}
        found += [item for item in self._missed_rules.of(best) if item.id not in mentioned]
        return tuple(sorted(found, key=lambda item: (_REASONS.index(item.because), item.id, item.tiles)))

    def names(self, ids: Collection[str]) -> dict[str, str]:
        """The names of rules by their ids."""
        return {rule.id: rule.name for rule in self.scorer.book.rules if rule.id in ids}

    def other_readings(self, best: Best) -> tuple[OtherReading, ...]:
        """The readings that lost, the most valuable first."""
        found = []
        for _, reading, weighed in best.others():
            selection = self.scorer.selector.selection(weighed)
            steps, items = self.scorer.book.steps(selection.counting), items_of(reading, selection.counting)
            found.append(OtherReading(reading, selection.value.total, steps, items))
        return tuple(sorted(found, key=lambda other: (-other.total, other.reading)))

    def unread_flags(self, best: Best) -> tuple[str, ...]:
        """The flags of the hand that nothing reads."""
        return tuple(sorted(best.hand.situation - self._read_flags))

    def nearest(self, best: Best, least: int) -> tuple[NotCounted, ...]:
        """The hands of a shape of their own that are nearest, where none was made; those worth more than `least`."""
        hand, missed = best.hand, self._missed_hands
        if "dead_hand" in hand.flags or (hand.winner and best.reading.shape in (UNFINISHED, *missed.shapes)):
            return ()
        readings = self.scorer.readings(hand) if hand.winner else []
        return missed.nearest(hand, readings, max(best.selection.value.total, least))

    def finished(self, best: Best) -> tuple[Finished, ...]:
        """What the hand of a player who did not win would have been worth."""
        return tuple(finished(self.scorer, best.hand))

    @cached_property
    def _missed_rules(self) -> MissedRules:
        return MissedRules(self.scorer)

    @cached_property
    def _missed_hands(self) -> MissedHands:
        return MissedHands(self.scorer)

    @cached_property
    def _read_flags(self) -> frozenset[str]:
        """The flags that the ruleset reads."""
        book = self.scorer.book
        asked = (question for rule in book.rules for question in questions(rule.when) if question.word == "flag")
        shared = () if book.fishing is None else book.fishing.flags
        return frozenset(question.key.removeprefix("flag ") for question in asked) | {"dead_hand", *shared}

    def _refused(self, best: Best) -> Iterable[NotCounted]:
        """The matches that refusal and policy left out, equal ones once."""
        seen: set[NotCounted] = set()
        names = {rule.id: rule.name for rule in self.scorer.book.rules}
        for refused in self.scorer.selector.refused(best.selection):
            id, mask = refused.match
            because, by = ("excluded", refused.by) if refused.by else ("policy", (self.scorer.book.policy.name,))
            item = NotCounted(id, names[id], because, by, sets_text(best.reading, mask) if mask else "")
            if item not in seen:
                seen.add(item)
                yield item


def _kept_out(best: Best) -> Iterator[NotCounted]:
    """What was accepted, but kept out by rules that reach a limit and count alone."""
    counting = best.selection.counting
    ids = {award.rule.id for award in counting}
    by = tuple(award.rule.id for award in counting if not award.rule.aside) or tuple(sorted(ids))
    for award in best.selection.awards:
        if award.rule.id not in ids:
            tiles = ", ".join(sets_text(best.reading, mask) for mask in award.masks if mask)
            yield NotCounted(award.rule.id, award.rule.name, "limit", by, tiles)
