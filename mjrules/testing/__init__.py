"""The kit for authors: laws that rulesets keep, random hands, players, walls laid by hand, and plugins on trial.

from mjrules.testing import check_laws, check_play

def test_laws() -> None:
    check_laws("tuesday-club.yaml")
    check_play("tuesday-club.yaml")
"""

from ..hooks.manager import available_plugins
from ..logs.find_format import log_formats, played_again
from ..sample_hands.random_hands import random_hands
from ..table.log_file import read_log, write_log
from .laid import laid_table, laid_wall, play_moves
from .laws_of_play import END_LAWS, MOMENT_LAWS, check_play
from .laws_of_scoring import LAWS, HandsChecked, LawBrokenError, check_laws
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
    "laid_table",
    "laid_wall",
    "log_formats",
    "play_moves",
    "played_again",
    "random_hands",
    "random_player",
    "read_log",
    "sensible_player",
    "write_log",
]
