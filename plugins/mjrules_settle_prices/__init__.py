"""The settlement method `prices`: who pays what the scoring method says, counters, a pot, and who is liable."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import SettlementMethod, hookimpl

from .payments import transfers
from .settings import Settings, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """The method `prices`."""
    about = "who pays what the scoring method says that each pays; more for counters, a pot, and who is liable"
    return [SettlementMethod("prices", about, transfers, Settings, told=told, figures=("pay",))]
