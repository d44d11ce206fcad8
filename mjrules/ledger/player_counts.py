"""Standings over several evenings, of a season or a club, and what every player did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..text_tables import listed
from . import book_faults as faults
from .books import EveningBooks, names_alike
from .events import HandBooked, PenaltyBooked
from .telling import wins_of


@dataclass(frozen=True)
class PlayerCounts:
    """What a player did in some evenings: how many there were, what was won or lost in all, and what is counted.

    `discards` are those that others won with; `best` is the highest worth of a hand that was won, with its rules.
    """

    player: str
    total: int = 0
    evenings: int = 0
    hands: int = 0
    wins: int = 0
    drawn: int = 0
    discards: int = 0
    penalties: int = 0
    best: int = 0
    best_rules: tuple[str, ...] = ()

    def to_record(self) -> dict[str, Any]:
        """The counts as one JSON object."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {"best_rules": [*self.best_rules]}


def season_of(evening: EveningBooks) -> str:
    """The season of an evening: as it was named, else the year of its date."""
    return evening.opened.season or evening.opened.date[:4]


def chosen_evenings(evenings: Iterable[EveningBooks], club: str, season: str) -> list[EveningBooks]:
    """The evenings of a club, of a season, or of both; all where neither is named."""
    return [
        evening
        for evening in evenings
        if (not club or evening.opened.club == club) and (not season or season_of(evening) == season)
    ]


def clubs_alike(club: str, evenings: Iterable[EveningBooks]) -> str:
    """What is told where evenings are of other clubs with almost the name of this one; empty where none is."""
    found = next((names for names in names_alike(own.opened.club for own in evenings) if club in names), [])
    return faults.CLUBS_ALIKE(names=listed(found), all="、".join(found)) if found else ""


def notes_of_standings(chosen: Iterable[EveningBooks], evenings: Iterable[EveningBooks]) -> tuple[str, ...]:
    """What is odd in the standings of some of all evenings: clubs, and players, that may be the same."""
    some, every = [*chosen], [*evenings]
    clubs = dict.fromkeys(clubs_alike(own.opened.club, every) for own in some)
    players = names_alike(player for own in some for player in own.balances)
    return (*filter(None, clubs), *(faults.ALIKE(names=listed(names), all="、".join(names)) for names in players))


def player_counts(evenings: Iterable[EveningBooks]) -> list[PlayerCounts]:
    """What every player did, who won most first; who has as much, by name."""
    found: dict[str, PlayerCounts] = {}
    for evening in evenings:
        for player, balance in evening.balances.items():
            own = found.get(player, PlayerCounts(player))
            found[player] = replace(own, total=own.total + balance, evenings=own.evenings + 1)
        for line in evening.lines:
            if line.live and isinstance(line.event, HandBooked):
                _count_hand(line.event, found)
            elif line.live and isinstance(line.event, PenaltyBooked) and line.event.kind == "penalty":
                for player in line.event.players:
                    found[player] = replace(found[player], penalties=found[player].penalties + 1)
    return sorted(found.values(), key=lambda own: (-own.total, own.player))


def _count_hand(event: HandBooked, found: dict[str, PlayerCounts]) -> None:
    wins = {win.player: win for win in wins_of(event)}
    gave = [win.discarder for win in wins.values()]
    for player in event.seats.values():
        own, win = found[player], wins.get(player)
        drawn = win is not None and win.drawn
        found[player] = own = replace(
            own, hands=own.hands + 1, wins=own.wins + (win is not None), drawn=own.drawn + drawn,
            discards=own.discards + gave.count(player),
        )  # fmt: skip
        if win is not None and isinstance(win.worth, int) and win.worth > own.best:
            found[player] = replace(own, best=win.worth, best_rules=win.rules)
