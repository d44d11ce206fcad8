"""The house rule `riichi`: a closed hand that waits is declared, for a stake, and stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, Sentence, hookimpl

from .advice import advice
from .riichi import Riichi, Stake, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `riichi`."""
    about = Sentence(
        "a closed hand that waits is declared, for a stake, and stays as it is",
        "立直：门前清听牌者可押点宣告，此后手牌不变",
    )()
    return [HouseRule("riichi", about, Stake, Riichi, advice=advice, told=told)]
