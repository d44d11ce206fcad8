"""Chooses apart what stands somewhere, with all that touches it, and the rest; what was chosen of each is kept.

What holds for a hand is seldom the same as for another. What stands on its sets is, and so is what stands on the whole
hand: where the rank is the sum of the awards, what is best of both together is the best of each.
"""

from __future__ import annotations

from .compiled_rules import Program
from .question_groups import Answers, Found
from .select import NOTHING_COMBINED, AwardSelector, Weighed
from .standing import Standing

_KEPT = 1 << 14
"""How much of each sort is kept. Not final, or compiled code would not see that a test wants little."""


class _Somewhere:
    """What stands somewhere in a reading, or at an unusual worth: its `number`, and a reading's `standing` with it.

    `places` are these rules, as bits.
    """

    __slots__ = ("number", "places", "standing")

    def __init__(self, number: int, standing: Standing) -> None:
        self.number, self.standing, self.places = number, standing, standing.found
        for place in standing.worths:
            self.places |= 1 << place


class ChosenApart:
    """Chooses among the rules that hold for readings where a selector `chooses_apart`."""

    def __init__(self, program: Program, selector: AwardSelector) -> None:
        self._program, self._selector = program, selector
        self._ways, self._rules = program.told_by_ways(-1) | program.finding_alone, program.told_by_rules(-1)
        """The ways and the rules that tell where rules stand and what these are worth, as bits."""
        self._known: dict[tuple[Found, int, int], _Somewhere] = {}
        self._chosen: dict[tuple[int, int], Weighed] = {}
        """The best choice among what stands somewhere, by its number, and all that touches it, by the rules as bits."""
        self._rest: dict[int, Weighed] = {}
        """What counts of rules that stand on the whole hand."""

    def best(self, answers: Answers) -> Weighed:
        """The best choice among the rules that hold by these answers. Raises TooComplexError."""
        bits, (still_open, found) = self._program.bits(answers), answers
        key = found, still_open & self._ways, bits & self._rules
        where = self._known.get(key)
        if where is None:
            where = self._locate(key, answers)
        together = where.places
        touching = self._selector.touching
        while met := bits & touching[together] & ~together:
            together |= met
        one = self._chosen.get((where.number, together))
        if one is None or not self._selector.paid(one.standing):
            one = self._choose(where, together)
        rest = bits & ~together
        two = self._rest.get(rest) or self._weigh(rest)
        own = where.standing
        standing = Standing(bits, own.masks, own.worths, (), own.combined, own.found)
        return Weighed((one.rank[0] + two.rank[0],), standing, one.choice, one.counted + two.counted, None)

    def _locate(self, key: tuple[Found, int, int], answers: Answers) -> _Somewhere:
        """What stands somewhere by these answers; kept."""
        if len(self._known) >= _KEPT:
            self._known.clear()
            self._chosen.clear()
        where = self._known[key] = _Somewhere(len(self._known), self._program.standing(answers))
        return where

    def _choose(self, where: _Somewhere, together: int) -> Weighed:
        """The best choice among rules of which some stand somewhere; kept, where others pay all that it took."""
        own = where.standing
        standing = Standing(together, own.masks, own.worths, (), own.combined, own.found)
        weighed = self._selector.best(standing)
        if self._selector.few(standing):
            if len(self._chosen) >= _KEPT:
                self._chosen.clear()
            self._chosen[where.number, together] = weighed
        return weighed

    def _weigh(self, rest: int) -> Weighed:
        """What counts of rules that stand on the whole hand; kept."""
        if len(self._rest) >= _KEPT:
            self._rest.clear()
        standing = Standing(rest, {}, {}, (), (), 0)
        weighed = self._rest[rest] = self._selector.weigh(standing, NOTHING_COMBINED)
        return weighed
