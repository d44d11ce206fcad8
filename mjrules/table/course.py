"""The course of a hand: what decisions do, and what follows by itself, as events that make the state."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.events import NO_TILE, NOBODY, Action, Event
from ..play.house_rules import Play
from ..play.state import (
    CLAIMS,
    DEAL,
    FIRST_BONUS,
    FOR_BONUS,
    FROM_WALL,
    LAST_BONUS,
    LOOSE,
    OVER,
    TURN,
    State,
)
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..tiles.tile import Tile
from .claims import granted, set_of
from .ending import drawn_end, win_end
from .errors import TableError
from .house_rules import house_plays
from .judge import CLAIMED, DEALT, DRAWN, EAST, ROBBED, Judge
from .payments import bonus_events, claim_events
from .penalties import Faults
from .referee import Referee
from .walls import dispute


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
        self._hearing: dict[str, list[Play]] = {}
        for play in self.plays:
            for kind in play.hears:
                self._hearing.setdefault(kind, []).append(play)

    def emit(self, event: Event) -> None:
        """Something happens."""
        self.log.append(event)
        self.state.apply(event)
        if self._hearing:
            for play in self._hearing.get(event.kind, ()):
                play.hear(event)
        opened = event.kind == "discard" or (event.kind == "kong" and event.word != "")
        if opened and self.state.phase == CLAIMS and (not self.state.open_kong or self._may_be_robbed()):
            self.referee.open_claims()

    def _may_be_robbed(self) -> bool:
        return self.state.open_kong == "added" or bool(self.rules.robs_concealed)

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
        kind, state = action.kind, self.state
        others: tuple[Play | Faults, ...] = (*self.plays, self.faults)
        for own in others:
            if kind in own.kinds:
                for event in own.carry_out(action):
                    self.emit(event)
                return
        if kind == "discard":
            named = action.tile if action.named == NO_TILE else action.named
            self.emit(Event("discard", action.seat, action.tile, named=named))
        elif kind == "kong" and state.phase in (DEAL, TURN) and not state.late[action.seat]:
            self._own_kong(action)
        elif state.phase == TURN and state.turn != action.seat and kind != "pass":
            self._late_call(action)
        else:
            self.emit(Event(kind, action.seat, action.tile, action.tiles, word=action.word))
            if state.phase == TURN and kind == "mahjong":
                self._win([(action.seat, self.referee.how_drawn(action.seat))])
            elif kind == "take_loose":
                self._draw(action.seat, LOOSE)
            elif state.phase == DEAL:
                self.emit(Event("ready", action.seat))

    def _own_kong(self, action: Action) -> None:
        number = self.state.players[action.seat].counts[action.tile]
        if len(action.tiles) > 1 or (not action.tiles and number >= 4):
            own = action.tiles or (action.tile,) * 4
            self.emit(Event("kong", action.seat, action.tile, own, word="concealed"))
        else:
            self.emit(Event("kong", action.seat, action.tile, action.tiles, word="added"))
        if self.state.phase == DEAL:
            self._draw(action.seat, LOOSE)

    def _late_call(self, action: Action) -> None:
        """A call after the next tile was drawn: dice or the ruleset decide which of the two stands."""
        state = self.state
        drawer, drawn = state.turn, state.drawn
        self.emit(Event(action.kind, action.seat, action.tile, action.tiles, word=action.word))
        if self.rules.late_calls == "dice":
            own, other = dispute(f"{self.seed}/{len(self.log)}")
            self.emit(Event("dice", action.seat, other=drawer, data={"dice": [own, other]}))
            stands = sum(own) > sum(other)
        else:
            stands = self.rules.late_calls == "call_stands"
        if not stands:
            self.emit(Event("claim_lost", action.seat))
            return
        self.emit(Event("put_back", drawer, drawn))
        self._grant([(action.seat, action.kind)])

    # What follows by itself

    def advance(self) -> None:
        """Go on until somebody has to decide, or the hand is over."""
        state = self.state
        going = True
        while going and state.phase != OVER:
            if state.phase == TURN:
                going = self._turn()
            elif state.phase == CLAIMS:
                going = self._claims()
            else:
                going = self._before_play()

    def _before_play(self) -> bool:
        state = self.state
        seat = state.ready
        if seat < len(self.seats):
            bonus = state.bonus_in_hand(seat)
            if bonus != NO_TILE:
                self._replace(seat, bonus)
                return True
            if self.referee.before_play(seat):
                return False
            self.emit(Event("ready", seat))
            return True
        if any(play.before_play() for play in self.plays):
            return False
        self.emit(Event("play", EAST))
        if self.late_east():
            self._draw(EAST, FROM_WALL)
        return True

    def _replace(self, seat: int, bonus: Tile) -> None:
        """A bonus tile is laid down, and another tile drawn for it."""
        self.emit(Event("bonus", seat, bonus))
        for event in bonus_events(self.ruleset, self.state, seat, self.seats):
            self.emit(event)
        self._draw(seat, FOR_BONUS)

    def _draw(self, seat: int, word: str) -> None:
        """Draw a tile; where there is none, nobody has won."""
        state = self.state
        if not state.has_tile(seat, word):
            self._exhausted()
            return
        tile = state.next_tile(seat, word)
        if tile == NO_TILE:
            raise TableError("the next tile of the wall is not known, so it cannot be drawn")
        self.emit(Event("drawn", seat, tile, word=word))

    def _turn(self) -> bool:
        state = self.state
        if state.has_drawn and FIRST_BONUS <= state.drawn <= LAST_BONUS:
            self._replace(state.turn, state.drawn)
        elif state.players[state.turn].dead:
            self._next_after(state.turn)
        elif state.owed and self.rules.loose_tile == "drawn":
            self._draw(state.turn, LOOSE)
        else:
            return False
        return True

    def _claims(self) -> bool:
        state = self.state
        hurried = any(answer is not None and answer.kind == "draw" for answer in state.answers)
        if not hurried and any(self.referee.asked(seat) for seat in range(len(self.seats))):
            return False
        claims = granted(state, self.rules, self.judge)
        if claims:
            self._grant(claims)
        elif state.open_kong:
            self.emit(Event("stands", state.other, state.tile, word=state.open_kong))
        else:
            self._misnamed("")
            if state.phase == CLAIMS:
                self._next_after(state.other)
        return True

    def _next_after(self, seat: int) -> None:
        """The next player whose hand is not dead draws, be it the same one again."""
        place = self.state.alive_after(seat)
        if place == NOBODY:
            self._exhausted()
        else:
            self._draw(place, FROM_WALL)

    def _grant(self, claims: Sequence[tuple[int, str]]) -> None:
        """The claims that stand: one set, or those who have won."""
        state = self.state
        seat, kind = claims[0]
        if kind == "mahjong":
            self._misnamed(kind, seat)
            self._win([(winner, ROBBED if state.open_kong else CLAIMED) for winner, _ in claims])
            return
        call = state.answers[seat]
        assert call is not None
        tiles = set_of(call)
        self._misnamed(kind, seat)
        self.emit(Event("meld", seat, state.tile, tiles, other=state.other, word=kind))
        for event in claim_events(self.ruleset, state, seat, kind, self.seats):
            self.emit(event)

    def _misnamed(self, kind: str, seat: int = NOBODY) -> None:
        """A discard was called by the wrong name: what that costs, by what was claimed."""
        if self.state.named not in (NO_TILE, self.state.tile) and not self.state.open_kong:
            for event in self.faults.misnamed(kind, seat):
                self.emit(event)

    def _win(self, winners: Sequence[tuple[int, str]]) -> None:
        """The hand is won."""
        state = self.state
        tile = state.drawn if winners[0][1] in (DRAWN, DEALT) else state.tile
        hands = [self.judge.hand(seat, tile, how) for seat, how in winners]
        if winners[0][1] == ROBBED:
            self.emit(Event("robbed", winners[0][0], tile, other=state.other))
        for seat, how in winners:
            self.emit(Event("won", seat, tile, other=NOBODY if how in (DRAWN, DEALT) else state.other, word=how))
        self.emit(win_end(self.judge, hands, self.log))

    def _exhausted(self) -> None:
        self.emit(Event("exhausted"))
        self.emit(drawn_end(self.seats, self.log))
