"""The kit for authors of rulesets and plugins: laws that every ruleset keeps, and random hands.

from mjrules.testing import check_laws

def test_laws() -> None:
    check_laws("tuesday-club.yaml")
"""

from .hands import random_hands
from .laws import LAWS, LawBrokenError, check_laws

__all__ = ["LAWS", "LawBrokenError", "check_laws", "random_hands"]
