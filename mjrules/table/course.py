"""The course of a hand: what decisions do, and what follows by itself, as events that make the state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import Final
from weakref import WeakValueDictionary

from .. import bounds
from ..budget import Question
from ..errors import PluginError
from ..hands.hand import Hand
from ..play import events
from ..play.event_fields import EAST, NO_TILE, NOBODY
from ..play.events import Action, Event
from ..play.phases import LAID_BONUS, Claims, Deal, Over, Turn
from ..play.seat_state import TILES
from ..play.state import ALL_BONUS, CHANGES, State
from ..play.wall import FOR_BONUS, FROM_WALL, LOOSE_TILE, Wall
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..settlement_method import net_amounts
from ..spoken import Sentence
from ..tiles.tile import RED, Tile
from .awake import Awake, may_answer
from .check_house_events import by_rule
from .claim_priority import granted, set_of
from .ending import drawn_end, win_end
from .errors import TableError
from .house_plays import NOT_SAID_TO_STOP, house_plays
from .judge import CLAIMED, DEALT, DRAWN, ROBBED, Judge
from .legal_actions import Referee
from .payments_at_once import bonus_events, claim_events
from .penalties import Faults
from .refusals import Refusals
from .walls import dispute, thrown

_THREE_WINNERS: Final = Sentence("three_winners", "三家和")()


@cache
def _discards_of(seats: int) -> list[list[events.Discard]]:
    """Every discard by its right name, by its seat and tile, made once, for all hands."""
    return [[events.Discard(seat, tile, tile) for tile in range(TILES)] for seat in range(seats)]


@cache
def _draws_of(seats: int, source: str) -> list[list[events.Drawn]]:
    """Every tile that is drawn as `source` says, by its seat and tile, made once, for all hands."""
    return [[events.Drawn(seat, tile, source) for tile in range(TILES)] for seat in range(seats)]


_MAY_OPEN: Final = frozenset([events.Kong, events.LaidAside, events.Bonus])
"""What may open a tile to claims, beside discards, which always do."""
_IDLE: Final = frozenset([events.Announced, events.Paid, events.IntoPot, events.Thrown, events.Barred])
"""What may follow from decisions for ever: it uses nothing up."""


class Course:
    """One hand from nothing on: its log, and all that follows from the log. It does not ask what is legal."""

    def __init__(self, ruleset: Ruleset, rules: TableRules, seed: object, fields: dict[str, int]) -> None:
        self.ruleset, self.rules, self.seed = ruleset, rules, seed
        self.seats = rules.seats
        self.log: list[Event] = []
        from_front, own = rules.bonus_replaced_from == "front", rules.walls == "own"
        wall = Wall(len(self.seats), rules.dead_wall, kept=rules.dead_wall_kept, bonus_from_front=from_front, own=own)
        bonus_last, plays_on = rules.bonus_replaced == "last", rules.ends_after_wins > 1
        self.state = State(self.seats, wall, bonus_last=bonus_last, plays_on=plays_on)
        self.judge = Judge(ruleset, rules, self.state, fields)
        self.house = house_plays(ruleset, self.state, self.judge)
        tellers = {name: play for name, play in self.house.items() if play.does("facts")}
        if tellers:  # they ask the judge, and a hand is to be forgotten at once
            self.judge.tellers = WeakValueDictionary(tellers)
        self.plays = tuple(self.house.values())
        self.awake = Awake(self.plays, self.state.players)
        self.referee = Referee(self.state, rules, self.judge, self.awake)
        self._claiming = self.referee.claims
        self.refusals = Refusals(self.referee)
        self.faults = Faults(ruleset, rules, self.state, self.referee)
        self._deciding = {kind: name for name, play in self.house.items() for kind in play.kinds}
        self._more = _MAY_OPEN.union([events.Discard], self.awake.hear, self.awake.follow, self._deciding)
        """The classes of events to which there may be more than what they change."""
        self._discards = _discards_of(len(self.seats))
        self._draws = {source: _draws_of(len(self.seats), source) for source in (FROM_WALL, LOOSE_TILE, FOR_BONUS)}
        self._draws_in_turn = self._draws[FROM_WALL]
        self._answered = 0
        """With how many events house rules have answered since the last decision."""
        self._moved: tuple[str, events.Moved] | None = None
        """The house rule by which tiles were moved last, and what was moved."""

    def happen(self, event: Event, *, again: bool = False) -> None:
        """Something happens: what it makes of the state, and of what house rules remember; these may answer it.

        They do not where it happens `again`, in a hand that is made anew of its events.
        """
        state, kind = self.state, type(event)
        before = state.phase
        self.log.append(event)
        change = CHANGES.get(kind)
        if change is not None:
            change(state, event)
        if kind not in self._more:
            return
        if kind in self.awake.hear:
            self._heard(event, kind)
        if kind in self._deciding and isinstance(event, Action):
            self.awake.acted(event.seat)
        if kind is events.Discard or (kind in _MAY_OPEN and self._opens(event, before)):
            self._claiming.open(len(self.log))
        if not again and kind in self.awake.follow:
            self._answer(event, kind)

    def _heard(self, event: Event, kind: type[Event]) -> None:
        """House rules hear of an event."""
        for place in self.awake.hear[kind]:
            play = self.plays[place]
            if kind not in play.resting:
                play.hear(event)

    def _answer(self, event: Event, kind: type[Event]) -> None:
        """What house rules say follows from an event."""
        for place in self.awake.follow[kind]:
            play = self.plays[place]
            if not may_answer(play, kind):
                continue
            for answer in play.follows(event):
                self._answered += 1
                name = [*self.house][place]
                if self._answered > bounds.FOLLOWING:
                    message = f"follows: more than {bounds.FOLLOWING} events follow from one decision"
                    raise self.ruleset.plugins.error("mj_house_rules", name, message)
                self.happen(self._by_rule(name, answer))

    def _by_rule(self, name: str, event: Event) -> Event:
        """What happens by a house rule; the table throws its dice. Raises PluginError where it cannot happen."""
        if isinstance(event, events.Moved):
            self._moved = name, event
        if isinstance(event, events.Exhausted) and event.why and not self.ruleset.rules_played[name].stops:
            raise self._wrong(name, event, NOT_SAID_TO_STOP)
        try:
            found = by_rule(event, self.state, self.ruleset)
            if isinstance(found, events.Thrown):
                before = sum(isinstance(event, events.Thrown) for event in self.log)
                return found.but(dice=thrown(f"{self.seed}/thrown/{before}", len(found.dice)))
            return found
        except ValueError as error:
            raise self._wrong(name, event, str(error)) from None

    def _wrong(self, name: str, event: Event, reason: str) -> PluginError:
        """The error of a house rule with an event that cannot happen."""
        return self.ruleset.plugins.error("mj_house_rules", name, f"{type(event).__name__}: {reason}")

    def _opens(self, event: Event, before: object) -> bool:
        """Whether an event that is no discard has opened claims, after this phase, and the tile may be robbed."""
        phase = self.state.phase
        if phase is before or not isinstance(phase, Claims):
            return False
        return (phase.kong != "concealed" or bool(self.rules.robs_concealed)) and events.opens(event)

    def late_east(self) -> bool:
        """Whether East draws the last tile after what house rules do before play."""
        waits = any(play.does("before_play") for play in self.plays)
        return self.rules.deal == "one_each" or (waits and self.rules.deal == "one_each_then_east")

    # What a decision does

    def carry_out(self, action: Action) -> None:
        """Carry out a decision, which is legal: it happens, and what follows."""
        if type(action) is events.Discard and self._passes_on(action):
            return  # as most decisions do
        self._answered = 0
        with Question():
            self._decide(action)
            self.advance()

    def _passes_on(self, discard: events.Discard) -> bool:
        """Let a tile be discarded, and the next player draw, if it is plain that nobody can claim it.

        That is what `happen` and `advance` come to then, without all that these ask. False where more is to be asked:
        nothing has happened then.
        """
        seat, tile, named = discard
        if named != NO_TILE or (self.plays and not self.awake.lets_pass()):
            return False
        after = self._claiming.passes(seat, tile)
        if after == NOBODY:
            return False
        drawn = self.state.pass_on(seat, tile, after)
        if drawn == NO_TILE:
            return False
        event = self._draws_in_turn[after][drawn]
        log = self.log
        log += (self._discards[seat][tile], event)
        if ALL_BONUS >> drawn & 1 or self.awake.minds_draws:
            with Question():
                self._minded(event)
        return True

    def _minded(self, event: events.Drawn) -> None:
        """More follows from a tile that was drawn: house rules hear it and answer, and a bonus tile is replaced."""
        self._answered = 0
        if events.Drawn in self.awake.hear:
            self._heard(event, events.Drawn)
        if events.Drawn in self.awake.follow:
            self._answer(event, events.Drawn)
        self.advance()

    def _decide(self, action: Action) -> None:
        rule = self._deciding.get(type(action))
        if rule is not None:
            self._leads_on(rule, action)
            for event in self.house[rule].carry_out(action):
                self.happen(self._by_rule(rule, event))
        elif isinstance(action, self.faults.kinds):
            for event in self.faults.carry_out(action):
                self.happen(event)
        else:
            self._by_table(action)

    def _leads_on(self, rule: str, action: Action) -> None:
        """Something else happens between decisions of house rules. Raises PluginError where it does not for long."""
        since = takewhile(lambda event: type(event) in self._deciding or type(event) in _IDLE, reversed(self.log))
        if sum(type(event) in self._deciding for event in since) >= bounds.DECIDING:
            message = (
                f"more than {bounds.DECIDING} decisions follow each other, and nothing else happens: {action.text()}"
            )
            raise self.ruleset.plugins.error("mj_house_rules", rule, f"carry_out: {message}")

    def _by_table(self, action: Action) -> None:
        """Carry out a decision that every game knows."""
        state = self.state
        if isinstance(action, events.Discard):
            self._discard(action)
        elif isinstance(action, events.Kong) and not isinstance(state.phase, Claims) and not state.late(action.seat):
            self._own_kong(action)
        elif isinstance(state.phase, Turn) and state.turn != action.seat and not isinstance(action, events.Pass):
            self._late_call(action)
        else:
            self.happen(action)
            if isinstance(state.phase, Turn) and isinstance(action, events.Mahjong):
                self._win([(action.seat, self.referee.how_drawn(action.seat))])
            elif isinstance(action, events.TakeLoose):
                self._draw(action.seat, LOOSE_TILE)
            elif isinstance(state.phase, Deal):
                self.happen(events.Ready(action.seat))

    def _discard(self, action: events.Discard) -> None:
        seat, tile, named = action
        rightly = named in (NO_TILE, tile)
        self.happen(self._discards[seat][tile] if rightly else events.Discard(seat, tile, named))

    def _own_kong(self, action: events.Kong) -> None:
        held = self._held(action.seat, action.tile)
        if len(action.tiles) > 1 or (not action.tiles and len(held) >= 4):
            own = action.tiles or held[:4]
            self.happen(events.Kong(action.seat, action.tile, own, "concealed"))
        else:
            own = action.tiles or (held[:1] if held[:1] != (action.tile,) else ())
            self.happen(events.Kong(action.seat, action.tile, own, "added"))
        if isinstance(self.state.phase, Deal):
            self._draw(action.seat, LOOSE_TILE)

    def _held(self, seat: int, kind: Tile) -> tuple[Tile, ...]:
        """The tiles of a kind that a player has in hand, red fives last."""
        counts = self.state.players[seat].counts
        alike = [kind, *(red for red, five in RED.items() if five == kind)] if self.judge.reds else [kind]
        return tuple([tile for tile in alike for _ in range(counts[tile])])

    def _late_call(self, action: Action) -> None:
        """A call after the next tile was drawn: dice or the ruleset decide which of the two stands."""
        state = self.state
        drawer, drawn = state.turn, state.drawn
        self.happen(action)
        if self.rules.late_calls == "dice":
            own, other = dispute(f"{self.seed}/{len(self.log)}")
            self.happen(events.Dice(action.seat, drawer, (tuple(own), tuple(other))))
            stands = sum(own) > sum(other)
        else:
            stands = self.rules.late_calls == "call_stands"
        if not stands:
            self.happen(events.ClaimLost(action.seat))
            return
        self.happen(events.PutBack(drawer, drawn))
        assert state.claims is not None
        self._grant(state.claims, [action])

    # What follows by itself

    def advance(self) -> None:
        """Go on until somebody has to decide, or the hand is over."""
        state = self.state
        going = True
        while going:
            phase = state.phase
            if state.exhausted and not isinstance(phase, Over):
                self._end()
                return
            if isinstance(phase, Claims):
                going = self._claims(phase)
            elif isinstance(phase, Turn):
                going = self._turn(phase)
            else:
                going = isinstance(phase, Deal) and self._before_play(phase.ready)

    def _before_play(self, seat: int) -> bool:
        state = self.state
        if seat == 0 and state.bonus_last and any(play.before_play() for play in self.plays):
            return False
        if seat < len(self.seats):
            bonus = state.bonus_in_hand(seat)
            if bonus != NO_TILE:
                self._replace(seat, bonus)
                return True
            if self.referee.before_play(seat):
                return False
            self.happen(events.Ready(seat))
            return True
        if any(play.before_play() for play in self.plays):
            return False
        if self._moved is not None:
            self._check_moved(*self._moved)
        self.happen(events.PlayBegins(EAST))
        if self.late_east():
            self._draw(EAST, FROM_WALL)
        return True

    def _check_moved(self, name: str, last: events.Moved) -> None:
        """Every player has got as many tiles as were given for them. Raises PluginError."""
        moved = [event for event in self.log if isinstance(event, events.Moved)]
        for seat, wind in enumerate(self.seats):
            got = sum([len(event.tiles) for event in moved if event.other == seat])
            given = sum([len(event.tiles) for event in moved if event.seat == seat])
            if got != given:
                raise self._wrong(name, last, f"play begins, and {wind} has got {got} tiles and given {given}")

    def _replace(self, seat: int, bonus: Tile) -> None:
        """A bonus tile is laid down, and another tile drawn for it."""
        robbed = self.referee.claims.robs_bonus(seat, bonus, len(self.log))
        self.happen(events.Bonus(seat, bonus, robbed))
        if not robbed:
            self._replaced(seat)

    def _replaced(self, seat: int) -> None:
        """For a bonus tile that was laid down another is drawn."""
        for event in bonus_events(self.ruleset, self.state, seat, self.seats):
            self.happen(event)
        self._draw(seat, FOR_BONUS)

    def _draw(self, seat: int, source: str) -> None:
        """Draw a tile; where there is none, nobody wins any more."""
        state = self.state
        if state.exhausted:
            return
        tile = state.wall.next_tile(seat, source)
        if tile is None:
            self._exhausted()
            return
        if tile == NO_TILE:
            raise TableError("the next tile of the wall is not known, so it cannot be drawn")
        self.happen(self._draws[source][seat][tile])

    def _turn(self, turn: Turn) -> bool:
        state = self.state
        if turn.drawn != NO_TILE and ALL_BONUS >> turn.drawn & 1:
            self._replace(state.turn, turn.drawn)
        elif state.players[state.turn].out:
            self._next_after(state.turn)
        elif turn.owed and self.rules.loose_tile == "drawn":
            self._draw(state.turn, LOOSE_TILE)
        else:
            return False
        return True

    def _claims(self, claims: Claims) -> bool:
        stand: list[Action] = []
        if any(claims.may) or any(claims.by_name):
            if self.referee.waits_for_answers(claims):
                return False
            stand = granted(claims, self.rules, self.judge)
        if len(stand) > 2 and self.rules.winners == "draw_at_three":
            self._exhausted(_THREE_WINNERS)
        elif stand:
            self._grant(claims, stand)
        elif claims.kong:
            self.happen(events.Stands(claims.seat, claims.tile, claims.kong))
            if claims.kong == LAID_BONUS:
                self._replaced(claims.seat)
        else:
            if claims.named not in (NO_TILE, claims.tile):
                self._misnamed(claims, "")
            if self.state.phase is claims:
                why = self._claiming.stops(len(self.log)) if self.plays else ""
                if why:
                    self._exhausted(why)
                else:
                    self._next_after(claims.seat)
        return True

    def _next_after(self, seat: int) -> None:
        """The next player who is not out draws, be it the same one again."""
        place = self.state.alive_after(seat)
        if place == NOBODY:
            self._exhausted()
        else:
            self._draw(place, FROM_WALL)

    def _grant(self, claims: Claims, stand: Sequence[Action]) -> None:
        """The claims that stand: one set, or those who have won."""
        call = stand[0]
        self._misnamed(claims, call.kind, call.seat)
        if self.state.exhausted:
            return
        if isinstance(call, events.Mahjong):
            self._win([(claim.seat, ROBBED if claims.kong else CLAIMED) for claim in stand])
            return
        made = events.Melded(call.seat, claims.tile, set_of(call), claims.seat, call.kind)
        self.happen(made)
        for event in claim_events(self.ruleset, self.state, made, self.seats):
            self.happen(event)

    def _misnamed(self, claims: Claims, kind: str, seat: int = NOBODY) -> None:
        """A discard was called by the wrong name: what that costs, by what was claimed."""
        if claims.named not in (NO_TILE, claims.tile):
            for event in self.faults.misnamed(claims, kind, seat):
                self.happen(event)

    def _win(self, winners: Sequence[tuple[int, str]]) -> None:
        """Players win; the others play on, or the hand is over."""
        state, how = self.state, winners[0][1]
        if state.exhausted:
            return
        claims = None if how in (DRAWN, DEALT) else state.claims
        tile, giver = (state.drawn, NOBODY) if claims is None else (claims.tile, claims.seat)
        hands = [self.judge.hand(seat, tile, how) for seat, _ in winners]
        if how == ROBBED:
            self.happen(events.Robbed(winners[0][0], tile, giver))
        for seat, _ in winners:
            self.happen(events.Won(seat, tile, giver, how=how))
        if self.judge.tellers:
            hands = [self.judge.with_facts(hand, *winner) for hand, winner in zip(hands, winners, strict=True)]
        if not state.plays_on:
            self._settle(hands)
            return
        for (seat, _), hand in zip(winners, hands, strict=True):
            self.happen(events.LaidDown(seat, hand))
        if state.exhausted:
            return
        finished = sum(player.finished for player in state.players)
        if finished >= self.rules.ends_after_wins or sum(not player.out for player in state.players) < 2:
            self._end()
        else:
            self._next_after(winners[-1][0])

    def _exhausted(self, why: str = "") -> None:
        if not self.state.exhausted:
            self.happen(events.Exhausted(why))

    def _end(self) -> None:
        """The hand is over, which some may have won."""
        if self.state.plays_on or events.PlayEnds in self._more:
            self.happen(events.PlayEnds())
        won = any(player.finished for player in self.state.players)  # else no hand is laid down before the end
        hands = [event.hand for event in self.log if isinstance(event, events.LaidDown)] if won else []
        if hands:
            self._settle(hands)
        else:
            self.happen(drawn_end(self.seats, self.log))

    def _settle(self, hands: Sequence[Hand]) -> None:
        """The hand is over, which these have won; what pots get and pay for it is paid before."""
        end = win_end(self.judge, hands, self.log)
        pots = self.ruleset.definition.pots
        parties = [item for item in end.transfers if item.payer in pots or item.payee in pots]
        for item in parties:
            pot, seat, sign = (item.payee, item.payer, 1) if item.payee in pots else (item.payer, item.payee, -1)
            title = item.because or pots[pot].title
            self.happen(events.IntoPot(self.seats.index(seat), "settlement", title, pot, sign * item.amount))
        if parties:
            paid = tuple([item for item in end.transfers if item not in parties])
            end = end.but(transfers=paid, net=net_amounts(paid, self.seats), events=len(self.log))
        self.happen(end)
