"""Hands of one win that are entered beside what others are worth: each is scored, and counts by its worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..ruleset.ruleset import Ruleset
from ..scoring.payers import discarder
from ..settlement.fields import ANSWERS, OF_KIND, Fields
from ..settlement.hands import read_hands, score_hands


class CountedHands(NamedTuple):
    """What hands are worth, by seat; of the winner's, if it is one of them, who discarded its tile, or that it was
    drawn."""

    worths: Mapping[str, int]
    discarder: str | None
    self_drawn: bool | None


def counted_hands(hands: Mapping[str, Mapping[str, Any]], by: str | None, ruleset: Ruleset) -> CountedHands:
    """What the hands of a win are worth, as records by seat; `by` is who is said to have discarded the winning tile.

    Raises HandError, and PluginError where a plugin fails.
    """
    said = {"hands": hands, **({"discarder": by} if by else {})}
    read = read_hands(Fields(said, OF_KIND["settle"], ANSWERS, ruleset.book.seats), ruleset)
    worths = {seat: score.total for seat, score in score_hands(read, ruleset).items()}
    if read.winner is None:
        return CountedHands(worths, by, None)
    won = read.by_seat[read.winner]
    return CountedHands(worths, discarder(won, ruleset.book), won.self_drawn)
