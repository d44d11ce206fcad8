"""The kit for authors of rulesets and plugins: laws that rulesets keep, random hands, players, and plugins on trial.

from mjrules.testing import check_laws, check_play

def test_laws() -> None:
    check_laws("tuesday-club.yaml")
    check_play("tuesday-club.yaml")
"""

from ..hooks.manager import available_plugins
from ..logs.formats import log_formats, played_again
from ..table.log import read_log, write_log
from .hands import random_hands
from .laws import LAWS, HandsChecked, LawBrokenError, check_laws
from .play import END_LAWS, MOMENT_LAWS, check_play
from .players import random_player, sensible_player

__all__ = [
    "END_LAWS",
    "LAWS",
    "MOMENT_LAWS",
    "HandsChecked",
    "LawBrokenError",
    "available_plugins",
    "check_laws",
    "check_play",
    "log_formats",
    "played_again",
    "random_hands",
    "random_player",
    "read_log",
    "sensible_player",
    "write_log",
]
