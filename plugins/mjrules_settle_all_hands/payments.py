"""Who pays whom where the losers may settle too, by the method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from mjrules.hooks import Sentence, Transfer, Win, spoken_list

from .settings import Settings, most, settings_told

EAST = "E"
_PAYS_FOR_ALL = Sentence("discarder pays for all: {parts}", "点炮者包付：{parts}")
_OF_WINNER = Sentence("the winner's {value}", "和牌者 {value}")
_AT_MOST = Sentence("at most {most}", "至多 {most}")
_TIMES = {
    "East": Sentence("East x {factor}", "庄家 × {factor}"),
    "discarder": Sentence("discarder x {factor}", "点炮者 × {factor}"),
}


class Way(NamedTuple):
    """What distinguishes a method from the others.

    `differences`: losers owe the winner the difference of the hands, else the winner's value.
    `among_losers`: each pair of losers settles its difference. `winner_pays`: a winner owes the
    difference to a loser whose hand is worth more. `east`: East pays and receives more often.
    `discarder`: how often the discarder pays; `pays_all`: the discarder pays what all losers owe. `drawn`:
    drawn wins are settled too.
    """

    about: str
    differences: bool = False
    among_losers: bool = False
    winner_pays: bool = False
    east: bool = True
    discarder: int = 1
    pays_all: bool = False
    drawn: bool = True


WAYS: Mapping[str, Way] = {
    "winner_full_differences": Way(
        "all losers pay the winner in full, then settle the differences of their hands; East doubled",
        among_losers=True,
    ),
    "winner_only": Way("all losers pay the winner in full, and nothing else is paid", east=False),
    "winner_only_east_double": Way("all losers pay the winner in full, East doubled, and nothing else is paid"),
    "winner_only_difference": Way(
        "all losers pay the winner what their hands are worth less than the winner's, East doubled", differences=True
    ),
    "all_differences": Way(
        "all players, the winner too, settle the differences of their hands; East doubled",
        differences=True,
        among_losers=True,
        winner_pays=True,
    ),
    "discarder_pays_all": Way(
        "all losers pay a drawn win in full, East doubled; after a discard, the discarder pays for all", pays_all=True
    ),
    "us_discarder_double": Way(
        "all losers pay the winner in full, the discarder twice; East like the others",
        east=False,
        discarder=2,
    ),
    "dangerous_game": Way(
        "the dangerous discarder pays for all losers, East doubled; drawn wins are not settled by it",
        pays_all=True,
        drawn=False,
    ),
}
"""The methods: five of the source 1000fluffyclouds, where `winner_only_difference` is another reading of the
second, two of marks-mahjong-page (the first and `us_discarder_double`), and one for a dangerous discard."""


def told(way: Way, settings: Settings) -> Iterator[str]:
    """Who pays whom, then the settings, in sentences."""
    yield _who_pays_whom(way)
    if way.pays_all:
        yield Sentence(
            "for a win on a discard the discarder alone pays what all losers would", "点炮时由点炮者一家付各家应付之数"
        )()
    if way.discarder != 1:
        yield Sentence("the discarder pays {times} times as much", "点炮者付 {times} 倍")(times=way.discarder)
    yield from settings_told(settings, east=way.east)


def _who_pays_whom(way: Way) -> str:
    if way.winner_pays:
        return Sentence(
            "all players, the winner too, pay each other the differences of their hands", "各家（含和牌者）互付牌值之差"
        )()
    if way.among_losers:
        return Sentence(
            "each loser pays the winner's hand in full, then the losers pay each other the differences of their hands",
            "各家先向和牌者全付其牌值，其余各家再互付牌值之差",
        )()
    if way.differences:
        return Sentence(
            "each loser whose hand is worth less pays the winner the difference; the losers pay each other nothing",
            "牌值较低的各家向和牌者付牌值之差，其余各家之间不付",
        )()
    return Sentence(
        "each loser pays the winner's hand in full; the losers pay each other nothing",
        "各家向和牌者全付其牌值，其余各家之间不付",
    )()


def transfers(way: Way, win: Win, settings: Settings) -> Sequence[Transfer]:
    """Who pays whom: first the winner is paid, then the losers settle."""
    losers = win.losers
    limit = None if settings.roof_off else settings.limit
    table = _Table(way, win, limit, settings)
    dues = [table.to_winner(seat) for seat in losers]
    if way.pays_all and win.discarder is not None:
        dues = [_together(dues, win.discarder, win.winner)]
    if way.among_losers:
        dues += [table.difference(one, other) for one, other in combinations(losers, 2)]
    return [due for due in dues if due.amount]


def _together(dues: Sequence[Transfer], discarder: str, winner: str) -> Transfer:
    """What the losers owe, all of it owed by the discarder."""
    parts = " + ".join(str(due.amount) for due in dues)
    return Transfer(discarder, winner, sum(due.amount for due in dues), _PAYS_FOR_ALL(parts=parts))


class _Table:
    """The hands of one settlement, cut as the settings say."""

    def __init__(self, way: Way, win: Win, limit: int | None, settings: Settings) -> None:
        self.way, self.win, self.settings = way, win, settings
        self.hand_limit = most(settings)
        self.payment_limit = limit if settings.cap == "payment" else None
        self.free = win.special if settings.special_over_limit else frozenset()

    def worth(self, seat: str) -> int:
        """What a hand counts."""
        win = self.win
        if seat in win.dead:
            return 0
        value = win.value if seat == win.winner else win.values[seat]
        if self.payment_limit is not None:
            value += win.cut.get(seat, 0)
        return value if self.hand_limit is None or seat in self.free else min(value, self.hand_limit)

    def to_winner(self, loser: str) -> Transfer:
        """What passes between a loser and the winner. In full, a winner's hand below 0 costs what one of 0 does."""
        winner = self.win.winner
        if self.way.differences:
            due = self.difference(loser, winner)
            return due if self.way.winner_pays or due.payee == winner else due._replace(amount=0)
        value = max(self.worth(winner), 0)
        times = self.way.discarder if loser == self.win.discarder else 1
        return self.due(loser, winner, value, _OF_WINNER(value=value), times)

    def difference(self, one: str, other: str) -> Transfer:
        """What passes between two players whose hands are compared, from the lower hand to the higher."""
        low, high = sorted((one, other), key=self.worth)
        less, more = self.worth(low), self.worth(high)
        return self.due(low, high, more - less, f"{more} - {less}")

    def due(self, payer: str, payee: str, amount: int, why: str, times: int = 1) -> Transfer:
        """An amount, cut where payments are, and multiplied for East and, so many times, for the discarder."""
        parts = [why]
        if self.payment_limit is not None and payee not in self.free and amount > self.payment_limit:
            amount = self.payment_limit
            parts.append(_AT_MOST(most=amount))
        for factor, who in ((self._for_east(payer, payee), "East"), (times, "discarder")):
            if factor != 1:
                amount *= factor
                parts.append(_TIMES[who](factor=factor))
        return Transfer(payer, payee, amount, parts[0] if len(parts) == 1 else spoken_list(parts, ", ", "，"))

    def _for_east(self, payer: str, payee: str) -> int:
        if not self.way.east or EAST not in (payer, payee):
            return 1
        return self.settings.east_pays if payer == EAST else self.settings.east_receives
