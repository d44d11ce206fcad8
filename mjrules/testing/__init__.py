"""The kit for authors of rulesets and plugins: laws that every ruleset keeps, random hands, and players.

from mjrules.testing import check_laws, check_play

def test_laws() -> None:
    check_laws("tuesday-club.yaml")
    check_play("tuesday-club.yaml")
"""

from .hands import random_hands
from .laws import LAWS, LawBrokenError, check_laws
from .play import END_LAWS, MOMENT_LAWS, check_play
from .players import random_player, sensible_player

__all__ = [
    "END_LAWS",
    "LAWS",
    "MOMENT_LAWS",
    "LawBrokenError",
    "check_laws",
    "check_play",
    "random_hands",
    "random_player",
    "sensible_player",
]
