"""Matches of other programs, hand after hand: who sits where, what everybody has, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import MjrulesError
from ..hands.record import SEATS
from ..match.match import Match
from ..play.events import LogError
from ..play.foreign_log_format import LogStep
from ..ruleset.ruleset import Ruleset
from ..table.table import Table
from ..table.walls import Shuffled
from .hand_replay import HandReplay, RecordedHand, wall_of


class MatchReplay:
    """The hands of a record, each of which follows from the one before, or stands alone.

    `match` is the match that they belong to; None where a hand stands alone. `turned_up` is as in `wall_of`.
    """

    def __init__(self, ruleset: Ruleset, turned_up: int = -1) -> None:
        self.ruleset, self.turned_up = ruleset, turned_up
        self.match: Match | None = None
        self._left: tuple[int, ...] = ()
        """What every seat had after a hand that stood alone."""
        self._told = 0
        """How many events between hands were given out."""

    def begin(self, replay: HandReplay, *, follows: bool) -> None:
        """Set the table of a hand, which `follows` from the one before, begins a match, or stands alone.

        Raises LogError where the hand is not as the match has it, or cannot be laid.
        """
        hand = replay.hand
        try:
            laid = Shuffled(tuple(wall_of(hand, self.ruleset, self.turned_up)), {})
            if follows and self.match is not None:
                self._next(replay, laid)
                return
            if follows and self._left:
                replay.same("points", [*self._left], [*hand.totals])
            self.match = self._first(hand, laid) if hand.first else None
            self._told = 0
            replay.table = self._alone(hand, laid) if self.match is None else self.match.table
        except LogError:
            raise
        except (ValueError, MjrulesError) as error:
            raise replay.error(str(error)) from None
        if self.match is not None:
            self._check(replay, self.match)

    def _first(self, hand: RecordedHand, laid: Shuffled) -> Match:
        """A match that begins with a hand."""
        return Match(self.ruleset, 0, [f"seat {seat}" for seat in _order(hand)], seat=False, laid=laid)

    def _alone(self, hand: RecordedHand, laid: Shuffled) -> Table:
        wind = SEATS[hand.round % len(SEATS)]
        players = [f"seat {seat}" for seat in _order(hand)]
        had = [hand.totals[seat] for seat in _order(hand)]
        return Table(
            self.ruleset,
            round=wind,
            fields=hand.numbers,
            points=had,
            wall=laid.order,
            broken=laid.broken,
            players=players,
        )

    def _next(self, replay: HandReplay, laid: Shuffled) -> None:
        """The next hand of the match, once it is looked at who is East, and what everybody has."""
        assert self.match is not None
        replay.table = self.match.next_hand(laid)
        self._check(replay, self.match)

    def _check(self, replay: HandReplay, match: Match) -> None:
        """A hand begins as the match has it."""
        hand, table = replay.hand, match.table
        replay.same("round", table.begin.round, SEATS[hand.round % len(SEATS)])
        replay.same("East", match.players[table.seats[0]], f"seat {hand.east}")
        replay.same("points", [match.totals[f"seat {seat}"] for seat in range(len(hand.totals))], [*hand.totals])
        for name, number in hand.numbers.items():
            replay.same(name, table.fields.get(name, 0), number)

    def end(self, replay: HandReplay) -> Iterator[LogStep]:
        """Everything that happened in a hand, and in the match after it."""
        replay.must_be_over()
        for event in replay.table.log:
            yield replay.line, event, replay.table
        if self.match is None:
            self._left = tuple(map(sum, zip(replay.hand.totals, replay.gains(), replay.put(), strict=True)))
        else:
            self.match.close()
            for event in self.match.log[self._told :]:
                yield replay.line, event, None
            self._told = len(self.match.log)

    def check_final(self, replay: HandReplay, points: Sequence[int], results: Sequence[int] | None = None) -> None:
        """The match is over, and everybody has these points in the end, and these results where they are known."""
        if self.match is None:
            return
        ended = self.match.ended
        if ended is None:
            raise replay.error("the match is not over")
        by_player = {place.player: place for place in ended.standings}
        places = [by_player[f"seat {seat}"] for seat in range(len(by_player))]
        replay.same("final points", [place.points + place.pots for place in places], [*points])
        if results is not None:
            replay.same("results", [place.result for place in places], [*results])


def _order(hand: RecordedHand) -> list[int]:
    """The seats in the order of play, that of East first."""
    number = len(hand.hands)
    return [(hand.east + ahead) % number for ahead in range(number)]
