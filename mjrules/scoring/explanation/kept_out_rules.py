"""What holds for a hand and does not count: refused by other rules, used up, or kept out by a limit."""

from __future__ import annotations

from collections.abc import Iterator

from ..item import sets_text
from ..scorer import Best, Scorer
from .parts import NotCounted


def refused(scorer: Scorer, best: Best) -> Iterator[NotCounted]:
    """The matches that refusal and policy left out, equal ones once."""
    seen: set[NotCounted] = set()
    names = {rule.id: rule.name for rule in scorer.book.rules}
    for one in scorer.selector.refused(best.selection):
        id, mask = one.match
        because, by = ("excluded", one.by) if one.by else ("policy", (scorer.book.policy.name,))
        item = NotCounted(id, names[id], because, by, sets_text(best.reading, mask) if mask else "")
        if item not in seen:
            seen.add(item)
            yield item


def kept_out(best: Best) -> Iterator[NotCounted]:
    """What was accepted, but kept out by rules that reach a limit and count alone."""
    counting = best.selection.counting
    ids = {award.rule.id for award in counting}
    by = tuple(award.rule.id for award in counting if not award.rule.aside) or tuple(sorted(ids))
    for award in best.selection.awards:
        if award.rule.id not in ids:
            tiles = ", ".join(sets_text(best.reading, mask) for mask in award.masks if mask)
            yield NotCounted(award.rule.id, award.rule.name, "limit", by, tiles)
