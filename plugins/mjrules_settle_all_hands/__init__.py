"""Settlement methods for games in which every hand counts: the winner is paid, and the losers may settle too.

The methods differ in a few points only, so each is a line of the table `WAYS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mjrules.hooks import DISCARDER, HANDS, SettlementMethod, hookimpl

from .payments import WAYS, told, transfers
from .settings import Settings, most

MJRULES = ">=0.1,<0.2"


def _methods() -> Iterator[SettlementMethod]:
    for name, way in WAYS.items():
        hands = (HANDS,) if way.differences or way.among_losers else ()
        discarder = (DISCARDER,) if way.pays_all or way.discarder != 1 else ()
        settle = partial(transfers, way)
        reads, tells = (*hands, *discarder), partial(told, way)
        yield SettlementMethod(name, way.about, settle, Settings, reads=reads, drawn=way.drawn, told=tells, most=most)


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """One method for each way."""
    return list(_methods())
