"""Faults: calls that a hand does not allow, wrong names, wrong numbers of tiles, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..declared.values import several
from ..errors import HandError, did_you_mean
from ..play.event_fields import NO_TILE, NOBODY
from ..play.events import Action, Barred, Chow, Dead, Event, FalseCall, Kong, Mahjong, NoticedFault, Pung
from ..play.phases import CAN_DRAW, Claims, Turn
from ..play.state import State
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_penalty
from ..settlement.settled import EventSettlement
from ..settlement.side_payments import NO_LIMIT
from ..spoken import Sentence
from .legal_actions import Referee
from .legal_claims import CLAIM_BITS
from .payments_at_once import paid_event
from .refusals import why_out

_NOT_PAID = Sentence("{title} (not paid: {why})", "{title:title}（未付：{why}）")


class Faults:
    """The penalties of a ruleset at work: each costs what the ruleset says, and may kill a hand.

    `false_call` is a call that the hand does not allow; `fault` is any penalty of the ruleset that somebody
    noticed, by its id, such as a wrong number of tiles.
    """

    kinds = (FalseCall, NoticedFault)

    def __init__(self, ruleset: Ruleset, rules: TableRules, state: State, referee: Referee) -> None:
        self.ruleset, self.rules, self.state, self.referee = ruleset, rules, state, referee
        self.penalties = ruleset.definition.penalties

    def why_not(self, action: Action) -> str:
        """Why there was no such fault, or that the ruleset does not know it; empty where there was one."""
        out = why_out(self.state, action.seat)
        if out:
            return out
        if isinstance(action, NoticedFault):
            return self._why_no_penalty(action.penalty, action.seat)
        return self._why_no_false_call(action) if isinstance(action, FalseCall) else ""

    def _why_no_penalty(self, name: str, seat: int) -> str:
        """Why there is no such penalty, or none that can be paid unless it is known to whom."""
        if name not in self.penalties:
            known = ", ".join(self.penalties) or "it has none"
            return f"{self.ruleset.id} has no such penalty{did_you_mean(name, self.penalties)}: {known}"
        try:
            self._settlement(name, seat)
        except HandError as error:
            return error.message
        return ""

    def _why_no_false_call(self, action: FalseCall) -> str:
        state, phase, seat = self.state, self.state.phase, action.seat
        if action.call not in CLAIM_BITS:
            return f"expected a call: {', '.join(CLAIM_BITS)}"
        own = isinstance(phase, Turn) and state.turn == seat and action.call == "mahjong"
        if not own and not (isinstance(phase, Claims) and seat != phase.seat and phase.answers[seat] is None):
            return "this is not the time to call"
        tile = state.drawn if own else state.tile
        called = [legal for legal in self.referee.legal(seat) if legal.kind == action.call]
        right = any(isinstance(legal, (Chow, Pung, Kong, Mahjong)) and legal.tile == tile for legal in called)
        return "the call is a right one" if right else ""

    def carry_out(self, action: Action) -> Iterator[Event]:
        """What a fault costs, and what follows; the first event is the fault itself."""
        yield action
        if isinstance(action, NoticedFault):
            yield from self._punished(action.penalty, action.seat)
        elif isinstance(action, FalseCall):
            yield from self._called(action)

    def _called(self, action: FalseCall) -> Iterator[Event]:
        ready = self._ready(action.seat)
        causes = ["false_call"]
        if action.call == "mahjong":
            causes = ["false_mahjong"] if ready else ["false_mahjong_not_ready", "false_mahjong"]
        phase = self.state.phase
        if isinstance(phase, Claims) and phase.by_name[action.seat] & CLAIM_BITS[action.call]:
            return  # the name misled the player, who is paid for it when the claims are settled
        yield from self._caused(causes, action.seat)

    def _ready(self, seat: int) -> bool:
        """Whether a hand waits for one tile; before a discard that follows no draw, whether one leaves such a hand."""
        state, judge = self.state, self.referee.judge
        if isinstance(state.phase, Turn) and state.turn == seat and state.drawn == NO_TILE:
            return judge.ready_after(seat, 1) != 0
        return judge.waits(seat) != 0

    def misnamed(self, claims: Claims, kind: str, claimant: int) -> Iterator[Event]:
        """What the discarder pays for a wrong name.

        It concerns who claims the tile, or all who could and did not; and those who called for the tile of that name.
        """
        misled = [(seat, call) for seat, call in claims.misled if claims.by_name[seat] & CLAIM_BITS[call]]
        missed = [seat for seat, bits in enumerate(claims.may) if bits & ~CAN_DRAW]
        concerned = {*([claimant] if kind else missed), *(seat for seat, _ in misled)}
        causes = [f"misnamed_for_{kind}", "misnamed"] if kind else ["misnamed"]
        yield from self._caused(causes, claims.seat, *sorted(concerned))
        if not any("misnamed" in several(penalty.cause) for penalty in self.penalties.values()):
            for seat, call in misled:
                if seat != claimant and call != "mahjong":
                    yield from self._caused([f"misnamed_for_{call}"], claims.seat, seat)

    def _caused(self, causes: list[str], seat: int, *affected: int) -> Iterator[Event]:
        for cause in causes:
            for name, penalty in self.penalties.items():
                if cause in several(penalty.cause):
                    yield from self._punished(name, seat, *affected)
                    return

    def _punished(self, name: str, seat: int, *affected: int) -> Iterator[Event]:
        """What a penalty costs, and what follows, also where it concerns nobody to whom it would be paid."""
        with suppress(HandError):
            yield paid_event(name, seat, self._settlement(name, seat, *affected))
        then = self.penalties[name].then
        if then == "dead_hand":
            yield Dead(seat)
        elif then == "no_win":
            yield Barred(seat)

    def _settlement(self, name: str, seat: int, *affected: int) -> EventSettlement:
        """What a penalty costs; nothing where it is a part of no limit.

        Raises HandError where it is not known to whom.
        """
        penalty = self.penalties[name]
        if penalty.lacks_limit:
            title = _NOT_PAID(title=penalty.title, why=NO_LIMIT())
            return EventSettlement(self.rules.seats, title=title, players=(self.rules.seats[seat],), then=penalty.then)
        seats, count = self.rules.seats, self.state.paid.get((name, seat), 0) + 1
        other = tuple([seats[place] for place in affected if place not in (NOBODY, seat)])
        out = [seats[place] for place, player in enumerate(self.state.players) if player.finished]
        return settle_penalty(penalty, self.ruleset, (seats[seat],), other, count, out=out)
