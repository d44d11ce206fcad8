"""The head of a score sheet: what every score of one ruleset says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ..declared.frozen_class import frozen_class
from ..errors import PluginError
from ..hands.hand import Hand
from ..text_tables import folded


@frozen_class()
class Sheet:
    """What the scores of a ruleset say of it.

    `chosen` are the options that were chosen otherwise than in a bundled ruleset, as `name=value`. `unit` is that of
    totals, `minimum` what a win must be worth. `units` are those of its rules in their order; `words` are the words
    behind 1 and behind other amounts of each, where it is not the unit itself.
    """

    id: str
    title: str
    edition: str = ""
    chosen: tuple[str, ...] = ()
    unit: str = ""
    minimum: int = 0
    units: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)

    @property
    def heading(self) -> str:
        """The title and edition of the ruleset, and the chosen options, in lines that are not too wide."""
        edition = f" ({self.edition})" if self.edition else ""
        chosen = [folded(f"with {', '.join(self.chosen)}", 5)] if self.chosen else []
        return "\n".join([f"{self.title}{edition}", *chosen])

    def words_for(self, amount: int | float, unit: str) -> list[str]:
        """The word behind an amount of a unit; none where all rules have the same unit."""
        one, other = self.words.get(unit, (unit, unit))
        return [one if amount == 1 else other] if len(self.units) > 1 else []

    def failure(self, error: PluginError, hand: Hand) -> PluginError:
        """The failure of a plugin, with the ruleset and the hand."""
        return PluginError(f"{error} (ruleset {self.id}, hand {hand.to_text()})")
