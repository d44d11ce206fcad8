"""The settlement method `base_payment`: everybody pays a base, and some pay portions of the value or its price."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import SettlementMethod, hookimpl

from .payments import transfers
from .settings import Settings, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """The method `base_payment`."""
    about = "every loser pays the base; drawn and discard say who pays how many portions of the value as well"
    return [SettlementMethod("base_payment", about, transfers, Settings, told=told)]
