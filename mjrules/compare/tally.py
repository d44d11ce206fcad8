"""What hands come to under one ruleset, as whole numbers that can be added: all that is compared is made of these."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from ..errors import unfit
from ..play.events import PotChange
from ..simulation.result import HandResult
from ..simulation.summary import Summary
from ..table.judge import CLAIMED

Tally = Mapping[str, int]
"""Sums by their names. After a colon stands of what: `rule:ID`, `net:E`."""

HANDS: Final = "hands"
HANDS_WON: Final = "won"
DRAWN_GAMES: Final = "draws"
WINS_OF_ALL: Final = "wins"
FROM_DISCARD: Final = "from discard"
"""Hands in which one player won on a discard."""
PAID_BY_DISCARDER: Final = "paid by discarder"
"""What the discarder lost in these."""
GAINED: Final = "gained"
"""What winners gained in the hands that they won."""
DISCARDED: Final = "discards"
WORTH_SUM: Final = "worth"
WORTH_SQUARES: Final = "worth squared"
PLACES: Final = "places"
"""The players of all hands: four a hand, or three."""
NET_SQUARES: Final = "net squared"
WAY, SEAT, RULE, NET, PLAYER = "way:", "seat:", "rule:", "net:", "player:"
VALUE, TIMES, AMOUNT, POT_IN, POT_OUT = "value:", "times:", "amount:", "in:", "out:"
LARGEST_SUM: Final = 10**15
"""No sum of a stretch that was played is as large."""


def is_sum(name: str) -> bool:
    """Whether a name may be that of a sum: it can be printed, and of a worth it has the number."""
    return not unfit(name) and (
        not name.startswith(VALUE) or bool(re.fullmatch(r"-?\d{1,15}", name[len(VALUE) :], re.A))
    )


def tally_of(results: Iterable[HandResult]) -> Counter[str]:
    """What these hands come to."""
    found: Counter[str] = Counter()
    for result in results:
        _count(found, result)
    return found


def net_by_player(result: HandResult) -> dict[str, int]:
    """What each player won or lost in a hand, pots counted."""
    net = dict(result.net)
    for told in result.pots.values():
        change = PotChange(**told)
        for player in net:
            net[player] += change.gain(player)
    return net


def _count(found: Counter[str], result: HandResult) -> None:
    summary, net = Summary.of_hand(result), net_by_player(result)
    winners = [result.players[seat] for seat in result.worth]
    found[HANDS] += 1
    found[DRAWN_GAMES] += summary.draws
    found[HANDS_WON] += 1 - summary.draws
    found[WINS_OF_ALL] += summary.wins
    found[DISCARDED] += summary.discards
    found[PLACES] += len(net)
    found[NET_SQUARES] += sum(amount * amount for amount in net.values())
    found[GAINED] += sum(net[player] for player in winners)
    if result.discarder is not None and result.won == CLAIMED and len(winners) == 1:
        found[FROM_DISCARD] += 1
        found[PAID_BY_DISCARDER] -= net[result.players[result.discarder]]
    for worth in result.worth.values():
        found[WORTH_SUM] += worth
        found[WORTH_SQUARES] += worth * worth
        found[f"{VALUE}{worth}"] += 1
    for seat, player in result.players.items():
        found[f"{NET}{seat}"] += net[player]
        found[f"{PLAYER}{player}"] += net[player]
    for prefix, numbers in (
        (WAY, summary.won),
        (SEAT, summary.seats),
        (RULE, summary.rules),
        (TIMES, summary.times),
        (AMOUNT, summary.amounts),
        (POT_IN, summary.paid_in),
        (POT_OUT, summary.paid_out),
    ):
        found.update({f"{prefix}{name}": number for name, number in numbers.items()})
