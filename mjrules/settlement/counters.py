"""Payments in counters: which ones make an amount, and where none do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import gcd

from ..declared.named_tuple import NamedTuple
from ..ruleset.play_rules import Counter
from ..spoken import Sentence
from .settled import Change, Settlement

_MORE = Sentence("more than a player starts with", "多于开局时各家所持")()
_OTHERS = Sentence("other counters than a player starts with", "须用开局时各家所持以外的筹码")()
_NOT_EXACTLY = Sentence(
    "{amount} cannot be paid exactly with counters of {values}", "面值 {values} 的筹码不能恰好付 {amount}"
)
_NONE = Sentence("the ruleset has no counters", "此规则没有筹码")()


class CounterKind(NamedTuple):
    """A kind of counter: how many a player starts with, and what each is worth."""

    id: str
    at_start: int
    value: int


def kinds_of(counters: Mapping[str, Counter]) -> list[CounterKind]:
    """The counters of a ruleset, highest value first."""
    kinds = [CounterKind(id, item.count, item.value) for id, item in counters.items()]
    return sorted(kinds, key=lambda kind: (-kind.value, kind.id))


def in_counters(amount: int, kinds: Sequence[CounterKind]) -> Change:
    """How many of each kind make an amount, the highest first, and what is to be said of it.

    None where no counters make it. What a player starts with goes first; where that is not enough, as
    many as it takes, and the note says so.
    """
    paid = _change(amount, [(kind.value, kind.at_start) for kind in kinds])
    note: str = ""
    if paid is None:
        paid = _change(amount, [(kind.value, amount // kind.value) for kind in kinds])
        start = sum(kind.at_start * kind.value for kind in kinds)
        note = _MORE if amount > start else _OTHERS
    if paid is None:
        values = ", ".join(str(kind.value) for kind in kinds)
        return Change(None, _NOT_EXACTLY(amount=amount, values=values))
    return Change({kind.id: number for kind, number in zip(kinds, paid, strict=True) if number}, note)


def _change(amount: int, kinds: Sequence[tuple[int, int]]) -> list[int] | None:
    """How many of each value make an amount, as many of the first as can be; None where nothing does."""
    divisors, sums = [0], [0]
    for value, count in reversed(kinds):
        divisors.append(gcd(divisors[-1], value))
        sums.append(sums[-1] + value * count)
    failed: set[tuple[int, int]] = set()

    def rest(index: int, left: int) -> list[int] | None:
        behind = len(kinds) - index
        if not left:
            return [0] * behind
        if left > sums[behind] or not behind or left % divisors[behind] or (index, left) in failed:
            return None
        value, count = kinds[index]
        for number in range(min(count, left // value), -1, -1):
            found = rest(index + 1, left - number * value)
            if found is not None:
                return [number, *found]
        failed.add((index, left))
        return None

    return rest(0, amount)


def pay_in_counters(settlement: Settlement, counters: Mapping[str, Counter]) -> Settlement:
    """The settlement with its amounts in counters."""
    kinds = kinds_of(counters)
    amounts = {item.amount for item in settlement.transfers}
    none = Change(None, _NONE)
    return replace(settlement, change={amount: in_counters(amount, kinds) if kinds else none for amount in amounts})
