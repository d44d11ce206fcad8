"""Table points: what each game brings by the places of its players, as tournaments count them beside the amounts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, NamedTuple

from .. import bounds
from ..scoring.item import printed
from . import book_faults as faults
from .book_event import Payment, TableEvent
from .books import EveningBooks
from .checks import LedgerError
from .events import HandBooked, SeatsChanged, TableOpened

_WORTH: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,3})?")
"""What a place may be worth."""


class GameAtTable(NamedTuple):
    """A game at a table: what each of its players has won or lost in it, penalties and all; the numbers of its
    hands."""

    table: str
    amounts: Counter[str]
    hands: list[int]


@dataclass(frozen=True)
class PlayerPoints:
    """The table points of a player, in how many games, and what was won or lost in these."""

    player: str
    points: int | float
    games: int
    total: int

    @property
    def text(self) -> str:
        """The points as people read them: of places that several share a third may be left."""
        return str(self.points) if isinstance(self.points, int) else f"{self.points:.2f}".rstrip("0")

    def to_record(self) -> dict[str, Any]:
        """The points as one JSON object."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def games_of(evening: EveningBooks) -> list[GameAtTable]:
    """The games of an evening in which a hand was played, those that go on too, in the order in which they began.

    A game begins where a table is made up, or its seats are changed anew. Its players are those who played a hand of
    it, and whoever else was paid in it.
    """
    games: list[GameAtTable] = []
    at: dict[str, GameAtTable] = {}
    for event in [line.event for line in evening.lines if line.live]:
        if not isinstance(event, TableEvent):
            continue
        if event.table not in at or isinstance(event, TableOpened) or (isinstance(event, SeatsChanged) and event.anew):
            at[event.table] = GameAtTable(event.table, Counter(), [])
            games.append(at[event.table])
        game = at[event.table]
        if isinstance(event, Payment):
            game.amounts.update(event.paid)
        if isinstance(event, HandBooked):
            game.amounts.update(dict.fromkeys(event.seats.values(), 0))
            game.hands.append(event.number)
    return [game for game in games if game.hands]


def read_places(text: str) -> list[Fraction]:
    """What each place of a game is worth, the first first, out of a text such as `4,2,1,0`. Raises LedgerError."""
    numbers = [part.strip() for part in text.replace("，", ",").split(",")]
    if len(numbers) > bounds.BOOK_PLAYERS or not all(map(_WORTH.fullmatch, numbers)):
        raise LedgerError(faults.NOT_PLACES(text=text[: bounds.SHOWN]))
    places = [*map(Fraction, numbers)]
    if sorted(places, reverse=True) != places:
        raise LedgerError(faults.PLACES_RISE(text=",".join(numbers)[: bounds.SHOWN]))
    return places


def points_of_places(amounts: Mapping[str, int], places: Sequence[Fraction]) -> dict[str, Fraction]:
    """What each player of a game gets: places that several share are shared alike; beyond the last nobody gets any."""
    found: dict[str, Fraction] = {}
    first = 0
    for _, own in groupby(sorted(amounts, key=lambda player: -amounts[player]), key=lambda player: amounts[player]):
        players = [*own]
        worth = sum(places[first : first + len(players)], Fraction()) / len(players)
        found |= dict.fromkeys(players, worth)
        first += len(players)
    return found


def table_points(evenings: Iterable[EveningBooks], places: str) -> list[PlayerPoints]:
    """The table points of all who played in some evenings; `places` says what each is worth (`read_places`).

    Who has most comes first; of those with as many who won more, then by name. Raises LedgerError.
    """
    worth = read_places(places)
    points: dict[str, Fraction] = {}
    games, totals = Counter[str](), Counter[str]()
    for game in [game for evening in evenings for game in games_of(evening)]:
        for player, own in points_of_places(game.amounts, worth).items():
            points[player] = points.get(player, Fraction()) + own
        games.update(game.amounts.keys())
        totals.update(game.amounts)
    order = sorted(points, key=lambda player: (-points[player], -totals[player], player))
    return [PlayerPoints(player, printed(points[player]), games[player], totals[player]) for player in order]
