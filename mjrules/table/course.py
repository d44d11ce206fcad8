"""The course of a hand: what decisions do, and what follows by itself, as events that make the state."""

from __future__ import annotations

from collections.abc import Sequence

from ..play import events
from ..play.event_fields import EAST, NO_TILE, NOBODY
from ..play.events import Action, Event
from ..play.house_rules import Play
from ..play.state import FIRST_BONUS, FOR_BONUS, FROM_WALL, LAST_BONUS, LOOSE_TILE, Claims, Deal, State, Turn
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..tiles.tile import Tile
from .claims import granted, set_of
from .ending import drawn_end, win_end
from .errors import TableError
from .house_plays import house_plays
from .payments_at_once import bonus_events, claim_events
from .penalties import Faults
from .referee import Referee
from .walls import dispute
from .wins import CLAIMED, DEALT, DRAWN, ROBBED, Judge


class Course:
    """One hand from nothing on: its log, and all that follows from the log. It does not ask what is legal."""

    def __init__(self, ruleset: Ruleset, rules: TableRules, seed: object, fields: dict[str, int]) -> None:
        self.ruleset, self.rules, self.seed = ruleset, rules, seed
        self.seats = rules.seats
        self.log: list[Event] = []
        from_front, own = rules.bonus_replaced_from == "front", rules.walls == "own"
        kept, seats = rules.dead_wall_kept, len(self.seats)
        self.state = State(seats, rules.dead_wall, kept=kept, bonus_from_front=from_front, own=own)
        self.judge = Judge(ruleset, rules, self.state, fields)
        self.plays = house_plays(ruleset, self.state, self.judge)
        self.referee = Referee(self.state, rules, self.judge, self.plays)
        self.faults = Faults(ruleset, rules, self.state, self.referee)
        self._hearing: dict[type[Event], list[Play]] = {}
        for play in self.plays:
            for kind in play.hears:
                self._hearing.setdefault(kind, []).append(play)

    def emit(self, event: Event) -> None:
        """Something happens."""
        self.log.append(event)
        self.state.apply(event)
        if self._hearing:
            for play in self._hearing.get(type(event), ()):
                play.hear(event)
        opened = isinstance(event, events.Discard) or (isinstance(event, events.Kong) and event.how != "")
        claims = self.state.phase
        if opened and isinstance(claims, Claims) and (claims.kong != "concealed" or self.rules.robs_concealed):
            self.referee.open_claims(claims)

    def late_east(self) -> bool:
        """Whether East draws the last tile after what house rules do before play."""
        waits = any(play.does("before_play") for play in self.plays)
        return self.rules.deal == "one_each" or (waits and self.rules.deal == "one_each_then_east")

    # What a decision does

    def carry_out(self, action: Action) -> tuple[Event, ...]:
        """Carry out a decision, which is legal; the events of it and of what follows."""
        start = len(self.log)
        self._decide(action)
        self.advance()
        return tuple(self.log[start:])

    def _decide(self, action: Action) -> None:
        state = self.state
        others: tuple[Play | Faults, ...] = (*self.plays, self.faults)
        for own in others:
            if type(action) in own.kinds:
                for event in own.carry_out(action):
                    self.emit(event)
                return
        if isinstance(action, events.Discard):
            named = action.tile if action.named == NO_TILE else action.named
            self.emit(events.Discard(action.seat, action.tile, named))
        elif isinstance(action, events.Kong) and not isinstance(state.phase, Claims) and not state.late(action.seat):
            self._own_kong(action)
        elif isinstance(state.phase, Turn) and state.turn != action.seat and not isinstance(action, events.Pass):
            self._late_call(action)
        else:
            self.emit(action)
            if isinstance(state.phase, Turn) and isinstance(action, events.Mahjong):
                self._win([(action.seat, self.referee.how_drawn(action.seat))])
            elif isinstance(action, events.TakeLoose):
                self._draw(action.seat, LOOSE_TILE)
            elif isinstance(state.phase, Deal):
                self.emit(events.Ready(action.seat))

    def _own_kong(self, action: events.Kong) -> None:
        number = self.state.players[action.seat].counts[action.tile]
        if len(action.tiles) > 1 or (not action.tiles and number >= 4):
            own = action.tiles or (action.tile,) * 4
            self.emit(events.Kong(action.seat, action.tile, own, "concealed"))
        else:
            self.emit(events.Kong(action.seat, action.tile, action.tiles, "added"))
        if isinstance(self.state.phase, Deal):
            self._draw(action.seat, LOOSE_TILE)

    def _late_call(self, action: Action) -> None:
        """A call after the next tile was drawn: dice or the ruleset decide which of the two stands."""
        state = self.state
        drawer, drawn = state.turn, state.drawn
        self.emit(action)
        if self.rules.late_calls == "dice":
            own, other = dispute(f"{self.seed}/{len(self.log)}")
            self.emit(events.Dice(action.seat, drawer, (tuple(own), tuple(other))))
            stands = sum(own) > sum(other)
        else:
            stands = self.rules.late_calls == "call_stands"
        if not stands:
            self.emit(events.ClaimLost(action.seat))
            return
        self.emit(events.PutBack(drawer, drawn))
        assert state.claims is not None
        self._grant(state.claims, [action])

    # What follows by itself

    def advance(self) -> None:
        """Go on until somebody has to decide, or the hand is over."""
        state = self.state
        going = True
        while going:
            phase = state.phase
            if isinstance(phase, Turn):
                going = self._turn(phase)
            elif isinstance(phase, Claims):
                going = self._claims(phase)
            else:
                going = isinstance(phase, Deal) and self._before_play(phase.ready)

    def _before_play(self, seat: int) -> bool:
        state = self.state
        if seat < len(self.seats):
            bonus = state.bonus_in_hand(seat)
            if bonus != NO_TILE:
                self._replace(seat, bonus)
                return True
            if self.referee.before_play(seat):
                return False
            self.emit(events.Ready(seat))
            return True
        if any(play.before_play() for play in self.plays):
            return False
        self.emit(events.PlayBegins(EAST))
        if self.late_east():
            self._draw(EAST, FROM_WALL)
        return True

    def _replace(self, seat: int, bonus: Tile) -> None:
        """A bonus tile is laid down, and another tile drawn for it."""
        self.emit(events.Bonus(seat, bonus))
        for event in bonus_events(self.ruleset, self.state, seat, self.seats):
            self.emit(event)
        self._draw(seat, FOR_BONUS)

    def _draw(self, seat: int, source: str) -> None:
        """Draw a tile; where there is none, nobody has won."""
        state = self.state
        if not state.has_tile(seat, source):
            self._exhausted()
            return
        tile = state.next_tile(seat, source)
        if tile == NO_TILE:
            raise TableError("the next tile of the wall is not known, so it cannot be drawn")
        self.emit(events.Drawn(seat, tile, source))

    def _turn(self, turn: Turn) -> bool:
        state = self.state
        if turn.has_drawn and FIRST_BONUS <= turn.drawn <= LAST_BONUS:
            self._replace(state.turn, turn.drawn)
        elif state.players[state.turn].dead:
            self._next_after(state.turn)
        elif turn.owed and self.rules.loose_tile == "drawn":
            self._draw(state.turn, LOOSE_TILE)
        else:
            return False
        return True

    def _claims(self, claims: Claims) -> bool:
        hurried = any(isinstance(answer, events.Draw) for answer in claims.answers)
        if not hurried and any(self.referee.asked(claims, seat) for seat in range(len(self.seats))):
            return False
        stand = granted(claims, self.rules, self.judge)
        if stand:
            self._grant(claims, stand)
        elif claims.kong:
            self.emit(events.Stands(claims.seat, claims.tile, claims.kong))
        else:
            self._misnamed(claims, "")
            if self.state.phase is claims:
                self._next_after(claims.seat)
        return True

    def _next_after(self, seat: int) -> None:
        """The next player whose hand is not dead draws, be it the same one again."""
        place = self.state.alive_after(seat)
        if place == NOBODY:
            self._exhausted()
        else:
            self._draw(place, FROM_WALL)

    def _grant(self, claims: Claims, stand: Sequence[Action]) -> None:
        """The claims that stand: one set, or those who have won."""
        call = stand[0]
        self._misnamed(claims, call.kind, call.seat)
        if isinstance(call, events.Mahjong):
            self._win([(claim.seat, ROBBED if claims.kong else CLAIMED) for claim in stand])
            return
        made = events.Melded(call.seat, claims.tile, set_of(call), claims.seat, call.kind)
        self.emit(made)
        for event in claim_events(self.ruleset, self.state, made, self.seats):
            self.emit(event)

    def _misnamed(self, claims: Claims, kind: str, seat: int = NOBODY) -> None:
        """A discard was called by the wrong name: what that costs, by what was claimed."""
        if claims.named not in (NO_TILE, claims.tile):
            for event in self.faults.misnamed(claims, kind, seat):
                self.emit(event)

    def _win(self, winners: Sequence[tuple[int, str]]) -> None:
        """The hand is won."""
        state, how = self.state, winners[0][1]
        claims = None if how in (DRAWN, DEALT) else state.claims
        tile, giver = (state.drawn, NOBODY) if claims is None else (claims.tile, claims.seat)
        hands = [self.judge.hand(seat, tile, how) for seat, _ in winners]
        if how == ROBBED:
            self.emit(events.Robbed(winners[0][0], tile, giver))
        for seat, _ in winners:
            self.emit(events.Won(seat, tile, giver, how=how))
        self.emit(win_end(self.judge, hands, self.log))

    def _exhausted(self) -> None:
        self.emit(events.Exhausted())
        self.emit(drawn_end(self.seats, self.log))
