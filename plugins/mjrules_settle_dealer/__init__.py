"""The settlement method `dealer`: more is paid between East, the dealer, and another player, the longer East stays."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import RecordField, SettlementMethod, hookimpl

from .payments import STREAK, transfers
from .settings import Settings, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_record_fields() -> Sequence[RecordField]:
    """How often the dealer has stayed."""
    return [RecordField(STREAK, "number", "how often East has stayed East before this hand")]


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """The method `dealer`."""
    about = (
        "the discarder pays, or all losers a drawn win; between East and another, more for each time East has stayed"
    )
    return [SettlementMethod("dealer", about, transfers, Settings, told=told)]
