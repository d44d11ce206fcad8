"""What a hand brought each player of a game, and what of it was for the win, paid at once, or in the pots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...match.last_hand import OVER_FOR
from ...play.events import Closed, MatchOver, Paid
from ...table.table import Table
from ...text_tables import columns

AT_ONCE: Final = "paid at once"
"""What was paid while the hand was played."""
HandParts = Mapping[str, Mapping[str, int]]
"""For each thing that money came from, what it brought each player; nothing where all came from the hand itself."""


def hand_parts(table: Table, closed: Closed, seats: Mapping[str, str]) -> HandParts:
    """What a hand brought, apart; `seats` are its players by their winds."""
    at_once: Counter[str] = Counter()
    for transfer in (transfer for event in table.happened(Paid) for transfer in event.transfers):
        at_once[seats[transfer.payee]] += transfer.amount
        at_once[seats[transfer.payer]] -= transfer.amount
    pots = table.ruleset.definition.pots
    found: dict[str, Mapping[str, int]] = {AT_ONCE: at_once} if any(at_once.values()) else {}
    for name, change in closed.pots.items():
        gains = {player: change.gain(player) for player in closed.net}
        if any(gains.values()):
            found[pots[name].title] = gains
    if not found:
        return {}
    rest = {player: net - sum(part.get(player, 0) for part in found.values()) for player, net in closed.net.items()}
    return {"the hand": rest, **found} if any(rest.values()) else found


def standings_text(parts: HandParts, closed: Closed, standings: Sequence[tuple[str, int]]) -> str:
    """The standings after a hand as a table, with a column for each part."""
    rows = [
        [name, *(f"{part.get(name, 0):+}" for part in parts.values()), f"{closed.net[name]:+}", str(total)]
        for name, total in standings
    ]
    head = [["", *parts, "in all", "has now"]] if parts else []
    return columns([*head, *rows], right=range(1, len(parts) + 3))


def plain_standings(parts: HandParts, closed: Closed, standings: Sequence[tuple[str, int]]) -> Iterator[str]:
    """The same, a sentence for each player."""
    for name, total in standings:
        each = [f"{part[name]:+} {title}" for title, part in parts.items() if part.get(name)]
        brought = f"{closed.net[name]:+}" + (f" ({', '.join(each)})" if each else "")
        yield f"{name}: {brought}, has {total}"


def plain_final(over: MatchOver) -> Iterator[str]:
    """Why a match is over and where everybody stands, a sentence for each player."""
    yield f"The match is over: {OVER_FOR.get(over.why, over.why)}"
    for standing in over.standings:
        said = {
            name: value for name, value in standing.to_record().items() if name not in ("player", "place", "result")
        }
        made = ", ".join(f"{name} {value}" for name, value in said.items())
        yield f"{standing.place}: {standing.player}, {standing.result} in all ({made})"
