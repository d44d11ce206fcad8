"""A match: hand after hand, who is East next, what everybody has, and the pot."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, Self, SupportsIndex

from .. import bounds
from ..declared.fields import NOTHING
from ..declared.values import named_twice, plain
from ..errors import described, unfit
from ..play.event_fields import EAST
from ..play.events import (
    Action,
    Begin,
    Closed,
    Entered,
    Event,
    Exhausted,
    IntoPot,
    MatchOver,
    Paid,
    PotChange,
    Switched,
)
from ..play.house_rules import HandsBefore, MatchSoFar
from ..ruleset.load import NamedRuleset, loaded
from ..ruleset.match_rules import NO_MATCH_RULES
from ..ruleset.ruleset import Ruleset
from ..settlement_method import Transfer, net_amounts
from ..table.errors import TableError, check_number, whole_number
from ..table.log_file import MATCH, Header, OtherOptions, write_log
from ..table.moments import add_place
from ..table.stalled import stalled
from ..table.table import Table
from ..table.view import View
from ..table.walls import Shuffled, seed_or_chance
from .between_hands import east_by_rule, over_by_rule, played
from .carried import numbers_of_hand, pot_changes, ruleset_of_hand
from .last_hand import rounds_played, why_over
from .rotation import Rotation
from .seating import seated
from .standings import final_standings

_FOLLOWING: Final = frozenset(("match_rules", "rules"))
"""What a match has that follows from its ruleset."""
_CHANGING: Final = (list, dict, Table)
"""What changes while a match goes on."""


class Chooser(Protocol):
    """A player: chooses by what its seat may see one of the legal actions (`view.legal`).

    No mere `Callable`: to a type checker that is never an `Adviser`, and what follows such a question goes unchecked.
    """

    def __call__(self, view: View, /) -> Action:
        """The action that is chosen."""


class Match:
    """A match under a ruleset, or the one of an id or path, which it holds from the start with its hash.

    `players` are names, seated as the ruleset says, or in the order given where `seat` is false. `table` is
    the hand being played. `totals` is what every player has: the points of the start, and what was won or lost;
    with the `pots` it sums to the points of all at the start.
    House rules may have a hand dealt under other options: the rulesets of those hands are `rulesets`.
    `seed` shuffles and throws the dice of all hands, and is drawn by chance where it is not given.
    `laid` is the wall of the first hand, where it is laid already. A copy is a match of its own at the same moment.
    """

    def __init__(
        self,
        ruleset: NamedRuleset,
        seed: SupportsIndex | str | None = None,
        players: Sequence[str] | None = None,
        *,
        seat: bool = True,
        laid: Shuffled | None = None,
    ) -> None:
        ruleset = loaded(ruleset)
        self.ruleset, self.seat = ruleset, seat
        self.seed = seed = seed_or_chance(seed)
        self._read_rules()
        names = [f"player {number}" for number in range(1, len(self.rules.seats) + 1)]
        self.given = tuple(names if players is None else players)
        _check_names(self.given, len(self.rules.seats))
        self.rulesets: dict[str, Ruleset] = {ruleset.hash: ruleset}
        self.log: list[Event] = []
        """What happens between hands."""
        self._places: list[tuple[int, int]] = []
        """Where each of these is: after how many hands, and how many events of the next one."""
        self._hands: list[Table | None] = []
        """The hands that are over; None for one that was played elsewhere."""
        self.finished = 0
        """How many hands are over."""
        self.closed = False
        """Whether the hand of `table` stands in the books."""
        self.ended: MatchOver | None = None
        """Why the match is over, and where everybody stands; None while it goes on, or where it is not reckoned up."""
        self.totals: dict[str, int] = dict.fromkeys(self.given, self.match_rules.start)
        order = self.given
        if seat:
            found = seated(self.given, self.rules.seating, random.Random(f"{seed}/seats"))
            order = found.players
            self._note(found, (0, 0))
        self.won: dict[str, int] = dict.fromkeys(self.given, 0)
        """How many hands each player has won."""
        self.rotation = Rotation.start(order, order[0])
        self.east_by_rule: str | None = None
        """Who is East next, where a house rule, or that East was ready, said so after the last hand."""
        pots = ruleset.definition.pots
        self.stakes = {name: pot.stake for name, pot in pots.items() if pot.stake}
        self.on = {name: pots[name].played for name in self.stakes}
        self.pots: dict[str, int] = dict.fromkeys(self.stakes, 0)
        self.draws = 0
        self.table = self._deal(laid)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy, or the match in another process, is made of. It has a hand of its own in play, and the same
        hands that are over."""
        own = {name: value for name, value in vars(self).items() if name not in _FOLLOWING}
        return {name: copy(value) if isinstance(value, _CHANGING) else value for name, value in own.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._read_rules()
        for table in (*self.played, *([self.table] if self.closed and self.table.over else [])):
            table.closed = True

    def __deepcopy__(self, memo: object) -> Self:
        """As a copy: rulesets, events and hands that are over never change, so that both may have the same."""
        return copy(self)

    def _read_rules(self) -> None:
        """What its ruleset says of a match, and of the table."""
        self.match_rules, self.rules = self.ruleset.definition.match, rounds_played(self.ruleset)
        """What the table is like; its rounds are those that may be played at most."""

    def __repr__(self) -> str:
        standing = ", ".join(f"{player} {total}" for player, total in self.standings())
        return f"<Match {self.ruleset.id}: hand {self.hand}, {standing}>"

    @property
    def over(self) -> bool:
        """Whether no hand follows: the last round is played, or the match ended before that."""
        return self.ended is not None or self.rotation.over(self.rules)

    @property
    def hand(self) -> int:
        """The number of the hand being played, from 1."""
        return self.finished + 1

    @property
    def played(self) -> list[Table]:
        """The hands that are over, but for those that were played elsewhere."""
        return [table for table in self._hands if table is not None]

    def forget(self) -> None:
        """Keep no hands that are over, and nothing that happened between them: only what everybody has."""
        self._hands.clear()
        self._places.clear()
        self.log.clear()

    @property
    def players(self) -> dict[str, str]:
        """The players of this hand by their seats."""
        return {wind: player for player, wind in self.rotation.winds(self.rules).items()}

    def at(self, seat: int | str) -> str:
        """The player who sits at a seat in this hand."""
        return self.players[self.table.seats[self.table.place(seat)]]

    def standings(self) -> list[tuple[str, int]]:
        """The players with what they have now, the best first; `ended` has the final standings of a match."""
        return sorted(self.totals.items(), key=lambda item: -item[1])

    def switch(self, pot: str, on: bool) -> Switched:
        """Begin or cease to pay into a pot after draws, between two hands. Raises TableError."""
        if pot not in self.stakes:
            raise TableError(f"{self.ruleset.id} has no pot {pot!r} with a stake ({', '.join(self.stakes) or 'none'})")
        if not self.over and self.table.log and not self.table.over and self.table.state.discards:
            raise TableError("a pot is switched between two hands")
        self.on[pot] = on
        event = Switched(pot, on)
        self._note(event, self._now())
        return event

    def next_hand(self, laid: Shuffled | None = None) -> Table:
        """Settle the hand that is over between the players, and deal the next. Raises TableError.

        `laid` is its wall, where it is laid already.
        """
        self.close()
        if self.over:
            raise TableError("the match is over")
        self.table = self._deal(laid)
        return self.table

    def history(self) -> Iterator[tuple[Table | None, Event]]:
        """All events in order, each with the hand that it belongs to; None for what happens between hands."""
        own = list(zip(self._places, self.log, strict=True))
        tables = [*self._hands, *([] if self.closed else [self.table])]
        for number, table in enumerate(tables):
            for place, event in enumerate(() if table is None else table.log):
                while own and own[0][0] <= (number, place):
                    yield None, own.pop(0)[1]
                yield table, event
            while table is None and own and own[0][0][0] == number:
                yield None, own.pop(0)[1]
        yield from ((None, event) for _, event in own)

    def save(self, path: str | Path) -> None:
        """Write the log of the match, which `load_match` reads; compressed where the name ends with `.gz`.

        Raises OSError.
        """
        write_log(path, self._records())

    def _records(self) -> Iterator[dict[str, Any]]:
        """The lines of the log."""
        seats = self.rules.seats
        yield Header.under(self.ruleset, MATCH, self.seed, players=self.given, seat=self.seat).to_record()
        for table, event in self.history():
            if table is not None and isinstance(event, Begin) and table.ruleset.hash != self.ruleset.hash:
                yield options_record(table)
            yield event.to_record(seats)

    def _now(self) -> tuple[int, int]:
        """Where an event is that happens now."""
        return self.finished, 0 if self.closed else len(self.table.log)

    def _note(self, event: Event, place: tuple[int, int]) -> None:
        self.log.append(event)
        self._places.append(place)

    def close(self) -> Closed | None:
        """Write what a finished hand brought: payments, pots, and who is East next; None where it is written."""
        if self.closed:
            return None
        if not self.table.over:
            raise TableError("the hand is not over")
        players = self.players
        net = net_amounts(paid_in(self.table), self.table.seats)
        winners = [players[seat] for seat in self.table.end.winners]
        put: dict[str, dict[str, int]] = {}
        for event in self.table.happened(IntoPot) if self.table.state.pots else ():
            into, player = put.setdefault(event.pot, {}), players[self.table.seats[event.seat]]
            into[player] = into.get(player, 0) + event.amount
        east = east_by_rule(self.ruleset, self.table) or self._east_stays(self.table)
        gains = {players[seat]: amount for seat, amount in net.items()}
        self._check_taken(put)
        return self._book(self.table, winners, gains, put, None if east is None else players[east])

    def _east_stays(self, table: Table) -> str | None:
        """East's seat, where East stays after a hand that nobody has won: being ready, or because it was stopped."""
        stays_on, ready = self.rules.east_stays_on, False
        if not table.end.winners:
            stopped = "stopped" in stays_on and _stopped(table)
            ready = stopped or ("ready" in stays_on and table.judge.ready(EAST))
        return table.seats[EAST] if ready else None

    def enter(
        self,
        winners: Sequence[str],
        paid: Mapping[str, int],
        put: Mapping[str, Mapping[str, int]] = NOTHING,
        east: str | None = None,
    ) -> Closed:
        """Enter a hand that was played elsewhere, by its winners and by what the players paid one another.

        `put` is what they put into pots, by the pot, and `east` who is East next, where a house rule says that.
        `next_hand` deals the one after it. Raises TableError for others than the players, one who wins twice, pots that
        there are not, or that hold less than is taken out of them, and for payments that do not sum to zero, or are no
        whole numbers.
        """
        puts = [name for into in put.values() for name in into]
        self._check_players(winners, (*winners, *paid, *puts, *([] if east is None else [east])))
        odd = next((pot for pot in put if pot not in self.ruleset.definition.pots), None)
        if odd is not None:
            raise TableError(f"{self.ruleset.id} has no pot {odd!r}")
        if self.over:
            raise TableError("the match is over")
        paid = {player: whole_number(player, amount) for player, amount in paid.items()}
        put = {
            pot: {player: whole_number(f"{pot}: {player}", amount) for player, amount in into.items()}
            for pot, into in put.items()
        }
        if sum(paid.values()):
            raise TableError(f"what the players pay one another sums to {sum(paid.values())}, not to zero")
        if not self.closed and self.table.state.discards:
            raise TableError("a hand that was played elsewhere is entered between two hands")
        self._check_taken(put)
        self._note(Entered(winners=tuple(winners), paid=paid, put=put, east=east), self._now())
        return self._book(None, winners, {player: paid.get(player, 0) for player in self.totals}, put, east)

    def _check_players(self, winners: Sequence[str], named: Sequence[str]) -> None:
        """Raises TableError for others than the players among those who are `named`, and one who wins twice."""
        stranger = next((name for name in named if name not in self.totals), None)
        if stranger is not None:
            raise TableError(f"{stranger!r} is not a player of this match: {', '.join(self.totals)}")
        twice = named_twice(winners)
        if twice is not None:
            raise TableError(f"{twice!r} wins twice")

    def _check_taken(self, put: Mapping[str, Mapping[str, int]]) -> None:
        """Raises TableError where more is taken out of a pot than is in it."""
        for name, into in put.items():
            holds, own = self.pots.get(name, 0), sum(into.values())
            if holds + own < 0:
                title = self.ruleset.definition.pots[name].title
                raise TableError(f"{title}: {-own} are taken out, and there are {holds}")

    def _book(
        self,
        table: Table | None,
        winners: Sequence[str],
        paid: Mapping[str, int],
        put: Mapping[str, Mapping[str, int]],
        east: str | None,
    ) -> Closed:
        """Enter a hand in the books."""
        gains = dict(paid)
        pots = self._pots(winners, gains, put)
        for player, amount in gains.items():
            self.totals[player] += amount
        self.draws = 0 if winners else self.draws + 1
        hand = self.rotation
        self.rotation, self.east_by_rule = hand.after(winners, self.rules, east), east
        event = Closed(winners=tuple(winners), net=gains, pots=pots, totals=dict(self.totals))
        self._note(event, self._now())
        for winner in winners:
            self.won[winner] += 1
        self._end(hand, winners, table)
        self._hands.append(table)
        if table is not None:
            table.closed = True
        self.finished += 1
        self.closed = True
        return event

    def _end(self, hand: Rotation, winners: Sequence[str], table: Table | None) -> None:
        """Reckon the match up, if it is over with this hand, and its ruleset says how or a house rule why."""
        rules, why = self.match_rules, ""
        if rules != NO_MATCH_RULES:
            stopped = table is not None and _stopped(table)
            why = why_over(rules, self.rules, hand, self.rotation, winners, self.totals, self.hand, stopped=stopped)
        why = why or over_by_rule(self.ruleset, partial(self._so_far, winners, table))
        if why:
            points = {player: self.totals[player] for player in self.rotation.players}
            self.ended = MatchOver(why=why, standings=final_standings(rules, points, sum(self.pots.values())))
            self._note(self.ended, self._now())

    def _so_far(self, winners: Sequence[str], table: Table | None) -> MatchSoFar:
        """What house rules are told of the match, with a hand that is over."""
        hand = None if table is None else played(table)
        return MatchSoFar(self.hand, tuple(winners), dict(self.won), dict(self.totals), hand)

    def play(self, choose: Chooser, hands: int | None = None) -> None:
        """Play so many hands, or the match to its end, with the choices of a function.

        Raises TableError for a choice that is not legal, for what is no function, and for fewer than 0 hands.
        """
        if not callable(choose):
            raise TableError(f"expected a function of a view, which gives an action, got {described(choose)}")
        if hands is not None:
            check_number("hands", hands, 0)
        number = 0
        while not self.over and (hands is None or number < hands):
            if self.closed:
                self.table = self._deal()
            play_out(self.table, legal_choices(choose))
            self.close()
            number += 1

    def _pots(
        self, winners: Sequence[str], gains: dict[str, int], put: Mapping[str, Mapping[str, int]]
    ) -> dict[str, PotChange]:
        """What a hand changes in the pots, and in what the players have."""
        pots = self.ruleset.definition.pots
        told = pot_changes(pots, self.pots, self.on, winners, [*gains], put)
        for name, change in told.items():
            self.pots[name] = change.pot
            for player in gains:
                gains[player] += change.gain(player)
        return told

    def _deal(self, laid: Shuffled | None = None) -> Table:
        own = self.rotation
        fields = numbers_of_hand(self.rules, self.ruleset.definition.pots, own, self.draws, self.pots)
        self.closed = False
        wind, seed = self.rotation.round_wind(self.rules), f"{self.seed}/{self.hand}"
        wall, broken = (None, None) if laid is None else laid
        players = tuple(self.players.values())
        had = () if self.match_rules == NO_MATCH_RULES else [self.totals[player] for player in players]
        return Table(
            self._ruleset(),
            seed,
            round=wind,
            hand=self.hand,
            fields=fields,
            points=had,
            wall=wall,
            broken=broken,
            players=players,
        )

    def _ruleset(self) -> Ruleset:
        """The ruleset of the next hand: with other options, where a house rule says so."""
        own = ruleset_of_hand(self.ruleset, HandsBefore(self.draws, self.finished))
        return self.rulesets.setdefault(own.hash, own)


def _check_names(names: Sequence[str], seats: int) -> None:
    """There is a name for each seat, all different and such as can be printed. Raises TableError."""
    odd = [name for name in names if not isinstance(name, str) or unfit(name) or len(name) > bounds.SHOWN]
    if odd:
        raise TableError(f"{described(odd[0])} is no name that can be printed")
    twice = named_twice(names)
    if len(names) != seats or twice is not None:
        more = "" if twice is None else f", {described(twice)} more than once"
        raise TableError(f"expected {seats} different players, got {len(names)}{more}")


def options_record(table: Table) -> dict[str, Any]:
    """The line before a hand that is played under other options than its match."""
    return OtherOptions(table.begin.hand, plain(table.ruleset.options.chosen), table.ruleset.hash)._asdict()


def play_out(table: Table, choose: Chooser) -> None:
    """Play a hand to its end with the choices of a function, each of them legal.

    Raises PluginError where a house rule lets nobody decide anything. What fails meanwhile says whose decision it was,
    and in which hand.
    """
    seat = -1
    try:
        place, legal = table.referee.next_decision()
        while legal:
            seat = place
            table.proceed(choose(View(table, seat, legal)))
            seat = -1
            place, legal = table.referee.next_decision()
    except Exception as error:
        add_place(error, table, seat)
        raise
    if not table.over:
        raise stalled(table)


def legal_choices(choose: Chooser, who: str = "") -> Chooser:
    """The same choices; one that is not legal is a TableError, which lists what is, and says who chose."""

    def choice(view: View) -> Action:
        action: object = choose(view)
        if isinstance(action, Action) and action in view.legal:
            return action
        shown = action.text() if isinstance(action, Action) else repr(action)
        known = f"one of the {len(view.legal)} legal actions: {', '.join(own.text() for own in view.legal)}"
        raise TableError(f"the choice of {view.seat}{who and f', {who},'} is {shown}: expected {known}")

    return choice


def paid_in(table: Table) -> list[Transfer]:
    """All transfers of a hand: those paid at once, and those of the win."""
    at_once = [item for event in table.happened(Paid) for item in event.transfers] if table.state.paid else []
    return [*at_once, *table.end.transfers] if table.over else at_once


def _stopped(table: Table) -> bool:
    """Whether a hand ended before the wall did, and nobody has won it."""
    return any(event.why for event in table.happened(Exhausted))
