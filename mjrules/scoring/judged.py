"""Rules as selection knows them: what each refuses and is refused by, as places and bits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from .rule import Refusal, Rule, stronger
from .standing import Masks
from .values import Counted

_KEEP: Final = 1 << 12
"""For how many rules together it is kept whom they may refuse."""


class Judged:
    """A rule with what it refuses and who refuses it; rules are places and bits.

    `spared_by_whole` are not refused by a match on the whole hand, `spared` by none wherever it stands; of
    `partly` some matches are refused by some of its matches. `touching` are those and who refuses it; `limited` says
    that one who does refuses only so many. `known` says what it is at its usual worth, by the matches with which it was
    met; `order` says how many rules stand before it, where they are worth as much.
    """

    def __init__(self, rule: Rule, places: Mapping[str, int], order: int) -> None:
        self.rule, self.id, self.value, self.most = rule, rule.id, rule.value, max(0, rule.value)
        self.dearest = max([rule.value, *[value for _, value in rule.variants]])
        self.partly = self.touching = 0
        self.limited = False
        whole = always = 0
        self.refusers: dict[int, Refusal] = {}
        self.refusals: dict[int, Refusal] = {}
        for refusal in rule.refuses:
            if refusal.target in places:
                place = places[refusal.target]
                self.refusals[place] = stronger(refusal, self.refusals.get(place))
        for place, refusal in self.refusals.items():
            self.partly |= 1 << place
            if refusal.most is None:
                whole |= 1 << place
                always |= 1 << place if refusal.whole else 0
        self.spared_by_whole, self.spared = ~whole, ~always
        self.place, self.order = places[rule.id], order
        self.known: dict[Masks, Counted] = {}


class Touched(dict[int, int]):
    """All rules that some rules, as bits, touch; it is told by their places which each does, as bits."""

    def __init__(self, touched: Iterable[int]) -> None:
        super().__init__()
        self._by_bit = {1 << place: own for place, own in enumerate(touched)}

    def __missing__(self, bits: int) -> int:
        if len(self) >= _KEEP:
            self.clear()
        found, rest = 0, bits
        while rest:
            bit = rest & -rest
            rest ^= bit
            found |= self._by_bit[bit]
        self[bits] = found
        return found
