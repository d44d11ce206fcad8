"""Everything of a ruleset that scoring needs, as the scorer uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from ..conditions.bonus_patterns import BonusPattern
from ..conditions.formula import TRUE, Formula, may_hold
from ..declared.frozen_class import frozen_class
from ..hands.declared_fields import WHOLE_NUMBER, RecordField
from ..hands.hand import Hand
from ..hands.record import FLAGS
from ..settlement_method import SettlementMethod
from ..shapes.shape import Shape
from ..spoken import Sentence
from ..tiles.tile import ALL_KINDS, mask_of
from ..tiles.tileset import TileSet, Wild
from .policy import Award, CombinationPolicy, ScoringMethod, Step
from .rule import Rule
from .shares import Share

StandIns = Callable[[Hand, TileSet], Sequence[Hand]]
"""Gives the hands that a hand with wild tiles may stand for; empty where it has none."""

WAITS: Mapping[str, str] = {
    "formal": Sentence(
        "every kind that completes the hand, even one of which all copies are held",
        "凡能和的牌都算，四张全在自己手里的也算",
    )(),
    "hand": Sentence(
        "kinds of which all copies are held in the concealed hand do not count", "四张全在立牌中的牌不算"
    )(),
    "possible": Sentence(
        "kinds of which all copies are held, concealed or declared, do not count", "四张全在立牌和副露中的牌不算"
    )(),
}
"""The ways to count the kinds that complete a hand."""


@frozen_class()
class Rulebook:
    """Everything of a ruleset that scoring needs, with the chosen options, names resolved.

    `paid_for_bonus` are the payments at once that the table makes for bonus tiles, by their ids.
    """

    tiles: TileSet
    shapes: tuple[Shape, ...]
    rules: tuple[Rule, ...]
    method: ScoringMethod
    settings: Any
    policy: CombinationPolicy
    seats: tuple[str, ...]
    minimum: int = 0
    waits: str = "formal"
    win_requires: Formula | None = None
    share: Share | None = None
    settlement: SettlementMethod | None = None
    settlements: Mapping[str, SettlementMethod] = field(default_factory=dict)
    settlement_settings: Any = None
    pots: Mapping[str, tuple[str | None, int]] = field(default_factory=dict)
    paid_for_bonus: Mapping[str, BonusPattern] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=lambda: FLAGS)
    fields: Mapping[str, RecordField] = field(default_factory=dict)
    stand_ins: tuple[StandIns, ...] = ()
    stands_unseen: bool = False
    """Whether functions of plugins are among these, of which waits do not tell all that wins."""
    wild: tuple[Wild, ...] = ()

    @property
    def said_jokers(self) -> tuple[RecordField, ...]:
        """The fields of a record that say which tiles are jokers."""
        return tuple([own for own in self.fields.values() if own.jokers])

    def may_win(self, known: Mapping[str, bool]) -> bool:
        """Whether a hand may win at all of which answers to questions of conditions are known, by their keys."""
        required = TRUE if self.win_requires is None else self.win_requires
        alone = [rule.when for rule in self.rules if rule.wins]
        return any(may_hold(formula, known) for formula in (required, *alone))

    def in_pots(self, hand: Hand | None) -> Mapping[str, int]:
        """What the record of a winner's hand says that is in each pot; 0 where it does not say it."""
        said: Mapping[str, Any] = {} if hand is None or not self.pots else hand.fields
        return {pot: said.get(name, 0) * unit if name else 0 for pot, (name, unit) in self.pots.items()}

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the fields that are numbers."""
        return tuple(name for name, own in self.fields.items() if own.type == WHOLE_NUMBER)

    @property
    def others(self) -> tuple[RecordField, ...]:
        """The fields that are no numbers."""
        return tuple([own for own in self.fields.values() if own.type != WHOLE_NUMBER])

    @property
    def wild_kinds(self) -> int:
        """The mask of the kinds of the game for which `wild` lets jokers stand."""
        every, found = mask_of(self.tiles.kinds), 0
        for one in self.wild:
            found |= every if one.kinds is None else mask_of(one.kinds)
        return found & every

    @property
    def wild_in_sets(self) -> int:
        """The mask of the kinds for which jokers may stand in declared sets.

        It is every kind where a function says of each hand what they do, as it is not asked about sets.
        """
        return self.wild_kinds if self.wild and not self.stand_ins else ALL_KINDS

    def steps(self, awards: Sequence[Award], views: tuple[Any, ...]) -> tuple[Step, ...]:
        """How awards that count come to their value, where the method says so; empty where nothing counts."""
        return tuple(self.method.steps(awards, self.settings, *views)) if awards else ()
