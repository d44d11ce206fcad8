"""Hands of a shape of their own that were nearly made, and what is still wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ...conditions.facets import FACETS, Case
from ...conditions.formula import Alternative, Atom, Literal, RuleAtom, TooManyWaysError, alternatives, questions
from ...hands.hand import Hand
from ...hands.pieces import Piece
from ...shapes.missing_tiles import exchange_text, nearest
from ...shapes.readings import UNFINISHED, Reading, environment, unfinished
from ...shapes.shape import Shape
from ..policy import Award
from ..rule import ConditionPart, Rule
from ..scorer import Scorer
from ..show import SEAT_NAMES
from .parts import NotCounted

SITUATION: Final = frozenset(
    {"flags", "self_drawn", "bonus", "bonus_count", "numbers", "fields", "seat", "east", "winds", "classes"}
)
"""Facets that show nothing of the tiles in the hand: what they show holds whatever tiles are exchanged."""


class Aim(NamedTuple):
    """A rule for hands of a shape of its own, with what it asks for beside the shape.

    `others` are the questions of one way to hold, but for those about the shape and whose hand it is.
    """

    rule: Rule
    shape: Shape
    others: Alternative


class Miss(NamedTuple):
    """That a rule was missed, by how much (exchanged tiles and failing conditions), and what it would need."""

    away: int
    item: NotCounted


class MissedHands:
    """Finds, for the hands of one ruleset, the hands of a shape of their own that are nearest."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer = scorer
        special = [shape for shape in scorer.book.shapes if not shape.pattern_only and not shape.plain]
        self.shapes = frozenset(shape.name for shape in special)
        self.aims = tuple(aims(scorer.book.rules, special))

    def nearest(self, hand: Hand, readings: Iterable[Reading], least: int, most: int = 2) -> tuple[NotCounted, ...]:
        """The rules that are missed by the fewest tiles and conditions, `most` at most.

        Only those that would be worth more than `least` by themselves are regarded. `readings` are those
        of the hand.
        """
        found: dict[str, Miss] = {}
        known = list(readings)
        views = self.scorer.views(hand, known[0] if known else unfinished(hand))
        for aim in self.aims:
            if self._worth(aim.rule, views) > least:
                for miss in self._misses(aim, hand, known, most):
                    if aim.rule.id not in found or miss.away < found[aim.rule.id].away:
                        found[aim.rule.id] = miss
        fewest = min((miss.away for miss in found.values()), default=0)
        return tuple(sorted(miss.item for miss in found.values() if miss.away == fewest))

    def _worth(self, rule: Rule, views: tuple[Any, ...]) -> int:
        """What the rule alone is worth at most, to a method that reads such views of the hand."""
        book = self.scorer.book
        best = max((rule.value, *(value for _, value in rule.variants)))
        return book.method.value([Award(rule, 1, best, (0,))], book.settings, *views).total

    def _misses(self, aim: Aim, hand: Hand, readings: list[Reading], most: int) -> Iterator[Miss]:
        """All ways in which a hand misses a rule by little."""
        made = [reading for reading in readings if reading.shape == aim.shape.name]
        if made:
            yield from self._by_condition(aim, hand, made)
            return
        if not self._situation_holds(aim, hand):
            return
        rule, env, melds, counts = aim.rule, environment(hand.seat, hand.round), hand.pieces, hand.hidden
        if aim.shape.admits(melds):
            yield from self._by_tiles(aim, melds, counts, env, most, ())
        if hand.claimed:
            melds, counts = concealed_again(hand)
            yield from self._by_tiles(aim, melds, counts, env, most - 1, ("no claimed set",))
        for key, wind, other in _other_winds(hand):
            if aim.shape.admits(hand.pieces) and aim.shape.readings(hand.pieces, hand.hidden, other, hand.held):
                yield Miss(1, NotCounted(rule.id, rule.name, "near_miss", (key,), needs=f"{wind} as {key} wind"))

    def _by_tiles(
        self,
        aim: Aim,
        melds: tuple[Piece, ...],
        counts: tuple[int, ...],
        env: Mapping[str, int],
        most: int,
        besides: tuple[str, ...],
    ) -> Iterator[Miss]:
        """The exchange of the fewest tiles, beside conditions that fail."""
        copies = self.scorer.book.tiles.per_kind
        exchanges = nearest(aim.shape, melds, counts, env, copies, most).exchanges
        if not exchanges:
            return
        away = len(exchanges[0].missing) + len(besides)
        by = (*(("hand",) if exchanges[0].missing else ()), *(("concealed",) if besides else ()))
        needs = "; ".join(filter(None, (exchange_text(exchanges), *besides)))
        rule = aim.rule
        if away:
            exchanged = exchanges if exchanges[0].missing else ()
            yield Miss(away, NotCounted(rule.id, rule.name, "near_miss", by, needs=needs, exchanges=exchanged))

    def _by_condition(self, aim: Aim, hand: Hand, readings: list[Reading]) -> Iterator[Miss]:
        """The one condition that fails for the hand in its shape; flags are not regarded."""
        for reading in readings:
            case = self.scorer.case(hand, reading)
            failing = [literal for literal in aim.others if not literal_holds(literal, case)]
            parts = {part.text: part for literal in failing for part in _parts_with(aim.rule, literal)}
            if len(failing) == 1 and len(parts) == 1:
                (part,) = parts.values()
                if part.word != "flag":
                    rule = aim.rule
                    yield Miss(1, NotCounted(rule.id, rule.name, "near_miss", (part.word,), needs=part.text))

    def _situation_holds(self, aim: Aim, hand: Hand) -> bool:
        """Whether all that the rule asks for beside its shape is told by the situation, and holds."""
        if not aim.others:
            return True
        asked = {facet for question, _ in aim.others if isinstance(question, Atom) for facet in question.facets}
        if not asked <= SITUATION or any(isinstance(question, RuleAtom) for question, _ in aim.others):
            return False
        case = self.scorer.case(hand, Reading(UNFINISHED, (), None, ((), (), (), ())))
        return all(literal_holds(literal, case) for literal in aim.others)


def aims(rules: Iterable[Rule], shapes: Iterable[Shape]) -> Iterator[Aim]:
    """The rules for the winner's hand that ask for one of these shapes."""
    shapes = list(shapes)
    for rule in rules:
        try:
            ways = list(alternatives(rule.when))
        except TooManyWaysError:
            continue
        for way in ways:
            asked = [literal for literal in way if _about(literal, "shape")]
            if not any(wanted for _, wanted in asked):
                continue
            others = tuple(one for one in way if one not in asked and not _about(one, "winner"))
            for shape in shapes:
                if all(_of_shape(literal, shape.name) for literal in asked):
                    yield Aim(rule, shape, others)


def _about(literal: Literal, facet: str) -> bool:
    """Whether a question looks at this facet alone."""
    return isinstance(literal[0], Atom) and literal[0].facets == (facet,)


def _of_shape(literal: Literal, name: str) -> bool:
    question, wanted = literal
    return isinstance(question, Atom) and bool(question.test(name)) is wanted


def literal_holds(literal: Literal, case: Case) -> bool:
    """Whether a question is answered as wanted for a reading; one about other rules is taken to be."""
    question, wanted = literal
    if isinstance(question, RuleAtom):
        return True
    return bool(question.test(*(FACETS[name].take(case) for name in question.facets))) is wanted


def _parts_with(rule: Rule, literal: Literal) -> list[ConditionPart]:
    """The keys of the rule's condition that ask this question."""
    return [part for part in rule.parts if any(asked.key == literal[0].key for asked in questions(part.formula))]


def concealed_again(hand: Hand) -> tuple[tuple[Piece, ...], tuple[int, ...]]:
    """The declared sets and the concealed tiles, had the player claimed nothing; kongs stay declared."""
    kongs = tuple(meld._replace(concealed=True, source=None, added=False) for meld in hand.melds if meld.type == "kong")
    tiles = (tile for meld in hand.melds if meld.type != "kong" for tile in meld.tiles)
    closed = replace(hand, melds=kongs, concealed=(*hand.concealed, *tiles))
    return closed.pieces, closed.hidden


def _other_winds(hand: Hand) -> Iterator[tuple[str, str, Mapping[str, int]]]:
    """The classes that the hand would have with another seat or round wind."""
    for seat, name in SEAT_NAMES.items():
        if seat != hand.seat:
            yield "seat", name, environment(seat, hand.round)
    for seat, name in SEAT_NAMES.items():
        if seat != hand.round:
            yield "round", name, environment(hand.seat, seat)
