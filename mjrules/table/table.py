"""One hand at the table, from the wall to the settlement: an event log, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import MjrulesError
from ..play.events import NO_TILE, NOBODY, Action, Event, decision
from ..play.house import Play
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
from ..ruleset.ruleset import Ruleset
from ..tiles import RED, TEXT, Tile
from .deal import deal_order
from .ending import drawn_end, win_end
from .errors import TableError
from .faults import Faults
from .house import house_plays
from .judge import CLAIMED, DEALT, DRAWN, EAST, ROBBED, Judge
from .log import HAND, Header, write_log
from .moves import Moves
from .payments import bonus_events, claim_events
from .referee import ActionError, Referee
from .resolve import granted, set_of
from .walls import dispute, given, shuffled


class Table(Moves):
    """A hand in play under a ruleset. The same seed gives the same events.

    `seed` shuffles and throws the dice; `round` is the round wind, `hand` the number of the hand in its
    match, `fields` are numbers of the match that rules read (such as wins of East in a row). `wall` is a
    wall that is laid already, in the order of drawing, in place of a shuffled one; -1 is a tile that nobody
    knows, and that cannot be drawn. `broken` tells its dice. Raises RulesetError for a ruleset that does not
    score, and TableError for one that cannot be played, or a wall of other tiles.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seed: int | str | None = None,
        *,
        round: str = "E",
        hand: int = 1,
        fields: Mapping[str, int] | None = None,
        wall: Sequence[Tile] | None = None,
        broken: Mapping[str, Any] | None = None,
    ) -> None:
        self.ruleset, self.seed, self.fields = ruleset, seed, dict(fields or {})
        self.rules = ruleset.definition.table
        self.seats = self.rules.seats
        self.log: list[Event] = []
        self._marks: list[int] = []
        self._check()
        self._clear()
        made = ruleset.book.tiles
        laid = shuffled(made, self.rules, seed) if wall is None else given(made, self.rules, wall, broken or {})
        if len(laid.order) <= len(self.seats) * self.hand_size:
            raise TableError(f"a wall of {len(laid.order)} tiles cannot be dealt")
        self._emit(Event("begin", tiles=laid.order, data={"round": round, "hand": hand, **laid.broken}))
        for seat, tiles in deal_order(laid.order, self.rules, self.hand_size, late_east=self._late_east()):
            if NO_TILE in tiles:
                raise TableError("a tile of the wall that is not known cannot be dealt")
            self._emit(Event("deal", seat, tiles=tiles))
        self._advance()

    @property
    def hand_size(self) -> int:
        """How many tiles a player holds between turns."""
        sizes = {shape.size for shape in self.ruleset.book.shapes if not shape.pattern_only}
        return self.rules.hand_size or max(sizes) - 1

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self.log)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.state.phase == OVER

    def legal_actions(self, seat: int | str) -> list[Action]:
        """Everything that a seat may do now; empty where it has nothing to decide."""
        return self.referee.legal(self.place(seat))

    def to_act(self) -> list[int]:
        """The seats that have something to decide."""
        return [seat for seat in range(len(self.seats)) if self.referee.legal(seat)]

    def place(self, seat: int | str) -> int:
        """The place of a seat in the order of play. Raises TableError for a seat that is not there."""
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(self.seats):
            return seat
        if isinstance(seat, str) and seat in self.seats:
            return self.seats.index(seat)
        raise TableError(f"there is no seat {seat!r}: {', '.join(self.seats)}")

    def verify(self, action: Action) -> None:
        """Raises ActionError with the reason where an action is not legal."""
        reason = self._why_not(action)
        if reason:
            raise ActionError(action, reason)

    def can(self, action: Action) -> bool:
        """Whether an action is legal now."""
        return not self._why_not(action)

    def _why_not(self, action: Action) -> str:
        return (self.faults if action.kind in self.faults.kinds else self.referee).why_not(action)

    def do(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action; the events of it and of what follows.

        Raises ActionError, TableError where a tile must be drawn that is not known, PluginError; nothing happens then.
        """
        self.verify(action)
        return self.carry_out(action)

    def carry_out(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action out of `legal_actions`, without looking at it again."""
        start = len(self.log)
        self._marks.append(start)
        try:
            self._decide(action)
            self._advance()
        except MjrulesError:
            self._marks.pop()
            self._back_to(start)
            raise
        return tuple(self.log[start:])

    def undo(self) -> Action | None:
        """Take the last decision back, with what followed from it; None where there is none."""
        if not self._marks:
            return None
        mark = self._marks.pop()
        taken = self.log[mark]
        self._back_to(mark)
        return decision(taken)

    def _back_to(self, mark: int) -> None:
        """Make the state anew of the first events alone."""
        kept = self.log[:mark]
        self._clear()
        self.log = []
        for event in kept:
            self._emit(event)

    def save(self, path: str | Path) -> None:
        """Write the log of the hand, which `load_table` reads; compressed where the name ends with `.gz`."""
        header = Header.under(self.ruleset, HAND, self.seed, fields=self.fields)
        write_log(path, [header.to_record(), *(event.to_record(self.seats) for event in self.log)])

    # The log and the state

    def _check(self) -> None:
        """Refuse rulesets whose tiles the table cannot tell apart, or whose wins nobody could settle."""
        book, id = self.ruleset.book, self.ruleset.id
        red = [TEXT[tile] for tile in RED if book.tiles.copies[tile]]
        if red:
            raise TableError(f"{id} has red fives ({', '.join(red)}), which the table does not play yet")
        if self.seats[0] != "E":
            raise TableError(f"{id}: the first seat is East's, and table.seats begins with {self.seats[0]}")
        if book.settlement is None:
            raise TableError(f"{id} does not say who pays whom: it has no settlement")
        if not book.settlement.drawn:
            raise TableError(f"{id} settles by {book.settlement.name}, which settles no win on a drawn tile")

    def _clear(self) -> None:
        rules, seats = self.rules, len(self.seats)
        from_front, own = rules.bonus_replaced_from == "front", rules.walls == "own"
        self.state = State(seats, rules.dead_wall, kept=rules.dead_wall_kept, bonus_from_front=from_front, own=own)
        self.judge = Judge(self.ruleset, rules, self.state, self.fields)
        self.plays = house_plays(self.ruleset, self.state, self.judge)
        self.referee = Referee(self.state, rules, self.judge, self.plays)
        self.faults = Faults(self.ruleset, rules, self.state, self.referee)
        self._hearing: dict[str, list[Play]] = {}
        for play in self.plays:
            for kind in play.hears:
                self._hearing.setdefault(kind, []).append(play)

    def _emit(self, event: Event) -> None:
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

    def _late_east(self) -> bool:
        """Whether East draws his last tile after what house rules do before play."""
        waits = any(type(play).before_play is not Play.before_play for play in self.plays)
        return self.rules.deal == "one_each" or (waits and self.rules.deal == "one_each_then_east")

    # What a decision does

    def _decide(self, action: Action) -> None:
        kind, state = action.kind, self.state
        others: tuple[Play | Faults, ...] = (*self.plays, self.faults)
        for own in others:
            if kind in own.kinds:
                for event in own.carry_out(action):
                    self._emit(event)
                return
        if kind == "discard":
            named = action.tile if action.named == NO_TILE else action.named
            self._emit(Event("discard", action.seat, action.tile, named=named))
        elif kind == "kong" and state.phase in (DEAL, TURN) and not state.late[action.seat]:
            self._own_kong(action)
        elif state.phase == TURN and state.turn != action.seat and kind != "pass":
            self._late_call(action)
        else:
            self._emit(Event(kind, action.seat, action.tile, action.tiles, word=action.word))
            if state.phase == TURN and kind == "mahjong":
                self._win([(action.seat, self.referee.how_drawn(action.seat))])
            elif kind == "take_loose":
                self._draw(action.seat, LOOSE)
            elif state.phase == DEAL:
                self._emit(Event("ready", action.seat))

    def _own_kong(self, action: Action) -> None:
        number = self.state.players[action.seat].counts[action.tile]
        if len(action.tiles) > 1 or (not action.tiles and number >= 4):
            own = action.tiles or (action.tile,) * 4
            self._emit(Event("kong", action.seat, action.tile, own, word="concealed"))
        else:
            self._emit(Event("kong", action.seat, action.tile, action.tiles, word="added"))
        if self.state.phase == DEAL:
            self._draw(action.seat, LOOSE)

    def _late_call(self, action: Action) -> None:
        """A call after the next tile was drawn: dice or the ruleset decide which of the two stands."""
        state = self.state
        drawer, drawn = state.turn, state.drawn
        self._emit(Event(action.kind, action.seat, action.tile, action.tiles, word=action.word))
        if self.rules.late_calls == "dice":
            own, other = dispute(f"{self.seed}/{len(self.log)}")
            self._emit(Event("dice", action.seat, other=drawer, data={"dice": [own, other]}))
            stands = sum(own) > sum(other)
        else:
            stands = self.rules.late_calls == "call_stands"
        if not stands:
            self._emit(Event("claim_lost", action.seat))
            return
        self._emit(Event("put_back", drawer, drawn))
        self._grant([(action.seat, action.kind)])

    # What follows by itself

    def _advance(self) -> None:
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
            self._emit(Event("ready", seat))
            return True
        if any(play.before_play() for play in self.plays):
            return False
        self._emit(Event("play", EAST))
        if self._late_east():
            self._draw(EAST, FROM_WALL)
        return True

    def _replace(self, seat: int, bonus: Tile) -> None:
        """A bonus tile is laid down, and another tile drawn for it."""
        self._emit(Event("bonus", seat, bonus))
        for event in bonus_events(self.ruleset, self.state, seat, self.seats):
            self._emit(event)
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
        self._emit(Event("drawn", seat, tile, word=word))

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
            self._emit(Event("stands", state.other, state.tile, word=state.open_kong))
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
        self._emit(Event("meld", seat, state.tile, tiles, other=state.other, word=kind))
        for event in claim_events(self.ruleset, state, seat, kind, self.seats):
            self._emit(event)

    def _misnamed(self, kind: str, seat: int = NOBODY) -> None:
        """A discard was called by a wrong name: what that costs, by what was claimed."""
        if self.state.named not in (NO_TILE, self.state.tile) and not self.state.open_kong:
            for event in self.faults.misnamed(kind, seat):
                self._emit(event)

    def _win(self, winners: Sequence[tuple[int, str]]) -> None:
        """The hand is won."""
        state = self.state
        tile = state.drawn if winners[0][1] in (DRAWN, DEALT) else state.tile
        hands = [self.judge.hand(seat, tile, how) for seat, how in winners]
        if winners[0][1] == ROBBED:
            self._emit(Event("robbed", winners[0][0], tile, other=state.other))
        for seat, how in winners:
            self._emit(Event("won", seat, tile, other=NOBODY if how in (DRAWN, DEALT) else state.other, word=how))
        self._emit(win_end(self.judge, hands, self.log))

    def _exhausted(self) -> None:
        self._emit(Event("exhausted"))
        self._emit(drawn_end(self.seats, self.log))
