"""What a player may do: every action that is legal now."""

from __future__ import annotations

from functools import cache
from itertools import compress

from ..play.event_fields import EAST, NO_TILE, NOBODY
from ..play.events import Action, Chow, Discard, Draw, Kong, Mahjong, Pass, Pung, TakeLoose
from ..play.phases import CAN_CHOW, CAN_DRAW, CAN_KONG, CAN_PUNG, CAN_WIN, Claims, Deal, Over, Turn
from ..play.seat_state import REDS, TILES, Player
from ..play.state import State
from ..ruleset.play_rules import TableRules
from ..tiles.tile import JOKER, KIND, Tile, tiles_of
from .awake import NO_OFFER, Awake, Offer, Plays
from .claimable_sets import alike, chows, with_reds
from .judge import DEALT, DRAWN, Judge
from .legal_claims import LegalClaims


@cache
def _discards_of(seats: int) -> list[list[Discard]]:
    """Every discard by its seat and tile, made once, for all hands."""
    return [[Discard(seat, tile) for tile in range(TILES)] for seat in range(seats)]


def _add(found: list[Action], offer: Offer, seat: int) -> None:
    """Add what house rules offer a seat to what else it may do."""
    known, asks = offer
    found += known
    for ask in asks:
        found += ask(seat)


def _without_forbidden(seat: int, found: list[Action], plays: Plays) -> list[Action]:
    """Those actions of a seat that none of these house rules forbids."""
    for play in plays if found else ():
        if play.binds(seat):
            kinds, resting = play.forbids, play.resting
            found = [
                action
                for action in found
                if not isinstance(action, kinds) or type(action) in resting or not play.allows(action)
            ]
            if not found:
                break
    return found


class Referee:
    """Knows what is legal in a state, which it never changes."""

    def __init__(self, state: State, rules: TableRules, judge: Judge, awake: Awake) -> None:
        self.state, self.rules, self.judge = state, rules, judge
        self.claims = LegalClaims(state, rules, judge, awake)
        self._wins_unseen = judge.wins_unseen
        self._jokers = judge.ruleset.book.tiles.copies[JOKER] > 0
        self._variants = self._jokers or judge.reds
        """Whether other tiles than equal ones may be in a kong."""
        self.awake = awake
        self._one_turn = "other_turn" not in awake.times
        """Whether only the player whose turn it is may do something, if nobody may call late."""
        self._claims_add = "claims" in awake.times
        """Whether house rules have actions while a tile lies open."""
        self._in_time = rules.late_calls == "none"
        """Whether nobody ever calls late."""
        self._minded = bool(awake.adding) or bool(awake.filtering)
        """Whether house rules add actions, or forbid some."""
        number = len(state.players)
        self._discards = _discards_of(number)
        self._passes = [Pass(seat) for seat in range(number)]

    def next_decision(self) -> tuple[int, list[Action]]:
        """The first seat that has something to decide, with everything that it may do; empty where none has."""
        state = self.state
        phase = state.phase
        if (
            isinstance(phase, Turn)
            and self._one_turn
            and (self._in_time or phase.before is None or not any(phase.before.late))
        ):
            seat = state.turn
            player = state.players[seat]
            if player.out:
                return NOBODY, []
            found = self._turn(seat, player, phase)
            if self._minded:
                found = self._as_minded(seat, player, found)
            return (seat, found) if found else (NOBODY, [])
        claims = phase if isinstance(phase, Claims) and not self._claims_add else None
        for seat in range(len(state.players)):
            if claims is not None and not claims.may[seat] and not claims.by_name[seat]:
                continue
            found = self.legal(seat)
            if found:
                return seat, found
        return NOBODY, []

    def legal(self, seat: int) -> list[Action]:
        """Everything that a seat may do now; empty where it has nothing to decide."""
        return _without_forbidden(seat, self.offered(seat), self.awake.forbidding(Action))

    def _as_minded(self, seat: int, player: Player, found: list[Action]) -> list[Action]:
        """What a seat may do in its own turn, with what house rules add, and without what they forbid."""
        offer, ready, forbidding, of_discards = self.awake.own_turn(seat)
        if ready is not offer and player.far <= 0 and self.judge.ready_after(seat, 1):
            offer = ready
        if offer is not NO_OFFER:
            _add(found, offer, seat)
        # House rules add their actions behind the discards, and what else there is to do stands before these.
        if forbidding is not of_discards and found and type(found[0]) is Discard and type(found[-1]) is Discard:
            forbidding = of_discards
        return _without_forbidden(seat, found, forbidding) if forbidding else found

    def offered(self, seat: int) -> list[Action]:
        """Everything that a seat may do now, if no house rule forbids it."""
        state = self.state
        phase, player = state.phase, state.players[seat]
        if isinstance(phase, Over) or player.out:
            return []
        found: list[Action] = []
        when = "deal"
        if isinstance(phase, Claims):
            when = "claims"
            if not self.asked(phase, seat):
                return []
            found = [self._passes[seat], *self._claims(seat, phase.tile, phase.may[seat])]
            if self._may_hurry(phase, seat):
                found.append(Draw(seat))
        elif isinstance(phase, Turn):
            when = "own_turn" if state.turn == seat else "other_turn"
            if state.turn == seat:
                found = self._turn(seat, player, phase)
            elif phase.before is not None and phase.before.late[seat]:
                found = [self._passes[seat], *self._claims(seat, state.tile, phase.before.late[seat])]
        else:
            found = self.before_play(seat)
        return self._with_house_rules(seat, when, found)

    def _with_house_rules(self, seat: int, when: str, found: list[Action]) -> list[Action]:
        """Actions of a seat, and what house rules add to them."""
        if when not in self.awake.times:
            return found
        offer, ready = self.awake.offers(seat, when)
        if ready is not offer and self.judge.ready_after(seat, 1):
            offer = ready
        _add(found, offer, seat)
        return found

    def _claims(self, seat: int, tile: Tile, bits: int) -> list[Action]:
        player, kind = self.state.players[seat], KIND[tile]
        counts = player.counts
        found: list[Action] = []
        if bits & CAN_WIN:
            found.append(Mahjong(seat, tile))
        if self.judge.reds and player.held & REDS:
            return found + self._sets_with_reds(seat, tile, bits)
        if bits & CAN_KONG:
            found += [Kong(seat, tile, own) for own in alike(counts, kind, 3, self.judge.wild)]
        if bits & CAN_PUNG:
            found += [Pung(seat, tile, own) for own in alike(counts, kind, 2, self.judge.wild)]
        if bits & CAN_CHOW:
            found += [Chow(seat, tile, own, low) for low, own in chows(counts, kind, self.judge.wild)]
        return found

    def _sets_with_reds(self, seat: int, tile: Tile, bits: int) -> list[Action]:
        """The sets that a seat may claim with a tile, each with any choice of plain and red fives."""
        counts, kinds = self.state.players[seat].counts, self.state.players[seat].by_kind()
        found: list[Action] = []
        for bit, made, number in ((CAN_KONG, Kong, 3), (CAN_PUNG, Pung, 2)):
            for own in alike(kinds, KIND[tile], number, self.judge.wild) if bits & bit else ():
                found += [made(seat, tile, way) for way in with_reds(own, counts, in_order=False)]
        for low, own in chows(kinds, KIND[tile], self.judge.wild) if bits & CAN_CHOW else ():
            found += [Chow(seat, tile, way, low) for way in with_reds(own, counts, in_order=bool(low))]
        return found

    def _turn(self, seat: int, player: Player, turn: Turn) -> list[Action]:
        state = self.state
        discards: list[Action] = [*compress(self._discards[seat], player.counts)]
        found: list[Action] = []
        if turn.has_drawn:
            # Who waits for nothing has not won, but for the hand that was dealt, and where waits do not tell.
            if (player.waits or self._wins_unseen or not state.discards) and self._own_win(seat, turn.drawn):
                found.append(Mahjong(seat, turn.drawn))
            if (
                player.fours
                or (player.pungs and player.pungs & player.held)
                or (self._variants and (self._jokers or player.held & REDS))
            ):
                found += self._kongs(seat)
        if turn.owed and self.rules.loose_tile == "asked":
            found.append(TakeLoose(seat))
        return found + discards if found else discards

    def _own_win(self, seat: int, drawn: Tile) -> bool:
        how = self.how_drawn(seat)
        return self.judge.may_win(seat, NO_TILE if how == DEALT else drawn, how)

    def how_drawn(self, seat: int) -> str:
        """How the hand of the player whose turn it is would be won: with the tile drawn, or as dealt."""
        state = self.state
        kongs = isinstance(state.phase, Turn) and state.phase.kongs
        dealt = seat == EAST and not state.discards and not kongs and self.rules.deal != "one_each"
        return DEALT if dealt else DRAWN

    def _kongs(self, seat: int) -> list[Kong]:
        state = self.state
        player = state.players[seat]
        found: list[Kong] = []
        jokers = player.counts[JOKER]
        kinds = player.pungs & player.kinds_held() | player.kinds_of_four()
        if (kinds or jokers) and self.claims.may_kong(seat):
            found = [Kong(seat, tile) for tile in tiles_of(kinds)]
            if jokers:
                found += self._kongs_with_jokers(seat)
        return found

    def _kongs_with_jokers(self, seat: int) -> list[Kong]:
        """The kongs in which jokers are used: concealed ones beside at least one other tile, or one beside a pung."""
        player = self.state.players[seat]
        found: list[Kong] = []
        counts = player.by_kind() if self.judge.reds else player.counts
        for tile in tiles_of(self.judge.wild):
            for jokers in range(1, min(player.counts[JOKER], 3) + 1):
                if counts[tile] >= 4 - jokers:
                    own = (tile,) * (4 - jokers) + (JOKER,) * jokers
                    ways = with_reds(own, player.counts, in_order=False) if self.judge.reds else [own]
                    found += [Kong(seat, tile, way) for way in ways]
            if player.counts[JOKER] and player.has_pung(tile):
                found.append(Kong(seat, tile, (JOKER,)))
        return found

    def before_play(self, seat: int) -> list[Action]:
        """The kongs that a seat may declare before play, when it has replaced its bonus tiles; or it passes."""
        phase = self.state.phase
        ready = isinstance(phase, Deal) and phase.ready == seat
        if not self.rules.kongs_before_play or not ready or self.state.players[seat].dead:
            return []
        if self.state.bonus_last and any(play.before_play() for play in self.awake.adding):
            return []
        kongs = [action for action in self._kongs(seat) if len(action.tiles) != 1]
        return [self._passes[seat], *kongs] if kongs else []

    def asked(self, claims: Claims, seat: int) -> bool:
        """Whether a seat has still to say whether it claims the tile, or draws."""
        if claims.answers[seat] is not None:
            return False
        return (claims.may[seat] & ~CAN_DRAW | claims.by_name[seat]) != 0 or self._may_hurry(claims, seat)

    def waits_for_answers(self, claims: Claims) -> bool:
        """Whether somebody has still to say something before it is known who claims; nobody, once one has drawn."""
        answers, by_name = claims.answers, claims.by_name
        for seat, bits in enumerate(claims.may):
            if answers[seat] is None and (bits & ~CAN_DRAW or by_name[seat]):
                return self._in_time or Draw not in map(type, answers)
        return False

    @staticmethod
    def _may_hurry(claims: Claims, seat: int) -> bool:
        """Whether the player next in turn may draw though others have not spoken, and none has claimed."""
        if not claims.may[seat] & CAN_DRAW or claims.answers[seat] is not None:
            return False
        answers = [answer for answer in claims.answers if answer is not None]
        others = [place for place, bits in enumerate(claims.may) if bits and place != seat]
        silent = any(claims.answers[place] is None for place in others)
        return silent and all(isinstance(answer, Pass) for answer in answers)
