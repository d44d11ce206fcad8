"""What a player may do: every action that is legal now, and why another one is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from ..declared.values import several
from ..errors import HandError
from ..play.event_fields import EAST, NO_TILE, NOBODY
from ..play.events import Action, Chow, Discard, Draw, Kong, Mahjong, Pass, Pung, TakeLoose
from ..play.house_rules import Play
from ..play.player import TILES
from ..play.state import (
    ASIDE,
    CAN_CHOW,
    CAN_DRAW,
    CAN_KONG,
    CAN_PUNG,
    CAN_WIN,
    LAID_BONUS,
    Claims,
    Deal,
    Over,
    State,
    Turn,
)
from ..ruleset.play_rules import TableRules
from ..tiles.tile import ALL_KINDS, JOKER, KIND, KINDS, TEXT, Tile, tiles_of
from .claimable_sets import RANK, alike, chows, neighbours, with_reds
from .wins import CLAIMED, DEALT, DRAWN, ROBBED, Judge

CLAIM_BITS: Final[dict[str, int]] = {"chow": CAN_CHOW, "pung": CAN_PUNG, "kong": CAN_KONG, "mahjong": CAN_WIN}


@cache
def _discards_of(seats: int) -> list[list[Discard]]:
    """Every discard by its seat and tile, made once, for all hands."""
    return [[Discard(seat, tile) for tile in range(TILES)] for seat in range(seats)]


def _call(bit: int, seat: int, tile: Tile) -> Action:
    """A claim, whatever the tiles in hand that are used."""
    if bit == CAN_WIN:
        return Mahjong(seat, tile)
    return Chow(seat, tile, (), "") if bit == CAN_CHOW else (Pung if bit == CAN_PUNG else Kong)(seat, tile, ())


class Referee:
    """Knows what is legal in a state; it never changes it, but for the claims that it notes in it."""

    def __init__(self, state: State, rules: TableRules, judge: Judge, plays: tuple[Play, ...]) -> None:
        self.state, self.rules, self.judge, self.plays = state, rules, judge, plays
        self.filters = tuple([play for play in plays if play.does("allows")])
        self.adders = tuple([play for play in plays if play.does("actions")])
        self.stoppers = tuple([play for play in plays if play.does("stops")])
        claimed = {call for calls in rules.claim_order for call in calls}
        self.claimable = sum(bit for call, bit in CLAIM_BITS.items() if call in claimed)
        """What may be claimed at all."""
        causes = [cause for penalty in judge.ruleset.definition.penalties.values() for cause in several(penalty.cause)]
        self._names_matter = any(cause.startswith("misnamed") for cause in causes)
        """Whether a wrong name for a discard is a fault."""
        number = len(state.players)
        self._discards = _discards_of(number)
        self._told: dict[type[Action], Callable[[Any], str]] = {
            Discard: self._no_discard, Pass: self._no_pass, Chow: self._no_claim, Pung: self._no_claim,
            Kong: self._no_kong, Mahjong: self._no_mahjong, Draw: self._no_draw, TakeLoose: self._no_loose,
        }  # fmt: skip
        self._passes = [Pass(seat) for seat in range(number)]

    # What may be claimed

    def open_claims(self, claims: Claims) -> None:
        """Note what every seat may claim of the tile that lies open."""
        state, may = self.state, claims.may
        sets = not claims.kong and claims.tile != JOKER and (self.rules.last_discard == "any" or state.live() > 0)
        sets = sets and not self.stops()
        number, wins = len(may), self.claimable & CAN_WIN
        for ahead in range(1, number):
            seat = (claims.seat + ahead) % number
            player = state.players[seat]
            if player.out:
                continue
            follows = self._follows(claims.seat, seat) if state.plays_on else ahead == 1
            bits = self._sets_of(seat, claims.tile, follows) if sets else 0
            if wins and (self.judge.wins_alone or self.judge.waits(seat)) and self._may_win(seat, claims):
                bits |= CAN_WIN
            if bits and self.filters:
                bits = self._allowed_bits(seat, claims.tile, bits)
            may[seat] = bits
            if sets and self._names_matter and claims.named not in (NO_TILE, claims.tile):
                claims.by_name[seat] = self._by_name(seat, claims.named, follows)
        if self.rules.late_calls != "none" and not claims.kong and state.live():
            drawer = state.next_to_draw()
            if any(bits for seat, bits in enumerate(may) if seat != drawer):
                may[drawer] |= CAN_DRAW

    def stops(self) -> str:
        """Why play ends with the discard that lies open, unless somebody wins with it; empty where it goes on."""
        for play in self.stoppers:
            why = play.stops()
            if why:
                return why
        return ""

    def _by_name(self, seat: int, named: Tile, follows: bool) -> int:
        """What a seat could claim of a discard, were it the tile that it was called."""
        wins = self.judge.waits(seat) >> KIND[named] & 1
        return self._sets_of(seat, named, follows) | (CAN_WIN & self.claimable if wins else 0)

    def _follows(self, seat: int, other: int) -> bool:
        """Whether one seat comes right after the other, without those that have finished."""
        players = self.state.players
        place = (seat + 1) % len(players)
        while place != other and players[place].finished:
            place = (place + 1) % len(players)
        return place == other

    def _sets_of(self, seat: int, tile: Tile, next_in_turn: bool) -> int:
        counts = self.state.players[seat].counts
        if self.judge.reds:
            counts, tile = self.state.players[seat].by_kind(), KIND[tile]
        alike, bits = counts[tile] + counts[JOKER], 0
        if alike >= 2:
            bits = CAN_PUNG
            if alike >= 3 and self._may_kong(seat):
                bits = CAN_PUNG | CAN_KONG
        if next_in_turn and RANK[tile] >= 0 and (neighbours(counts, tile) or (counts[JOKER] and chows(counts, tile))):
            bits |= CAN_CHOW
        return bits & self.claimable

    def _may_win(self, seat: int, claims: Claims) -> bool:
        how = ROBBED if claims.kong else CLAIMED
        if not self.judge.may_win(seat, claims.tile, how):
            return False
        if claims.kong not in ("concealed", LAID_BONUS):
            return True
        robs = self.rules.robs_bonus if claims.kong == LAID_BONUS else self.rules.robs_concealed
        score = self.judge.win(seat, claims.tile, how)
        return score is not None and any(item.id in robs for item in score.items)

    def robs_bonus(self, seat: int, tile: Tile) -> bool:
        """Whether somebody may win with a bonus tile that a seat is about to lay down in its turn."""
        state, turn = self.state, self.state.phase
        if not self.rules.robs_bonus or not isinstance(turn, Turn):
            return False
        claims = Claims(seat, tile, turn, len(state.players), kong=LAID_BONUS)
        state.phase = claims
        try:
            self.open_claims(claims)
        finally:
            state.phase = turn
        return any(claims.may)

    def _allowed_bits(self, seat: int, tile: Tile, bits: int) -> int:
        for play in self.filters:
            if play.binds(seat):
                for bit in CLAIM_BITS.values():
                    if bits & bit and play.allows(_call(bit, seat, tile)):
                        bits &= ~bit
        return bits

    # Everything that is legal

    def next_decision(self) -> tuple[int, list[Action]]:
        """The first seat that has something to decide, with everything that it may do; empty where none has."""
        for seat in range(len(self.state.players)):
            found = self.legal(seat)
            if found:
                return seat, found
        return NOBODY, []

    def legal(self, seat: int) -> list[Action]:
        """Everything that a seat may do now; empty where it has nothing to decide."""
        found = self._offered(seat)
        for play in self.filters:
            if found and play.binds(seat):
                found = [action for action in found if not play.allows(action)]
        return found

    def _offered(self, seat: int) -> list[Action]:
        """Everything that a seat may do now, if no house rule forbids it."""
        state = self.state
        phase, player = state.phase, state.players[seat]
        if isinstance(phase, Over) or player.out:
            return []
        found: list[Action] = []
        if isinstance(phase, Claims):
            if not self.asked(phase, seat):
                return []
            found = [self._passes[seat], *self._claims(seat, phase.tile, phase.may[seat])]
            if self._may_hurry(phase, seat):
                found.append(Draw(seat))
        elif isinstance(phase, Turn):
            if state.turn == seat:
                found = self._turn(seat, phase)
            elif phase.before is not None and phase.before.late[seat]:
                found = [self._passes[seat], *self._claims(seat, state.tile, phase.before.late[seat])]
        else:
            found = self.before_play(seat)
        for play in self.adders:
            found += play.actions(seat)
        return found

    def _claims(self, seat: int, tile: Tile, bits: int) -> list[Action]:
        counts = self.state.players[seat].counts
        found: list[Action] = []
        if bits & CAN_WIN:
            found.append(Mahjong(seat, tile))
        if self.judge.reds:
            return found + self._sets_with_reds(seat, tile, bits)
        if bits & CAN_KONG:
            found += [Kong(seat, tile, own) for own in alike(counts, tile, 3)]
        if bits & CAN_PUNG:
            found += [Pung(seat, tile, own) for own in alike(counts, tile, 2)]
        if bits & CAN_CHOW:
            found += [Chow(seat, tile, own, low) for low, own in chows(counts, tile)]
        return found

    def _sets_with_reds(self, seat: int, tile: Tile, bits: int) -> list[Action]:
        """The sets that a seat may claim with a tile, each with any choice of plain and red fives."""
        counts, kinds = self.state.players[seat].counts, self.state.players[seat].by_kind()
        found: list[Action] = []
        for bit, made, number in ((CAN_KONG, Kong, 3), (CAN_PUNG, Pung, 2)):
            for own in alike(kinds, KIND[tile], number) if bits & bit else ():
                found += [made(seat, tile, way) for way in with_reds(own, counts, in_order=False)]
        for low, own in chows(kinds, KIND[tile]) if bits & CAN_CHOW else ():
            found += [Chow(seat, tile, way, low) for way in with_reds(own, counts, in_order=bool(low))]
        return found

    def _turn(self, seat: int, turn: Turn) -> list[Action]:
        player = self.state.players[seat]
        found: list[Action] = []
        if turn.has_drawn:
            if self._own_win(seat, turn.drawn):
                found.append(Mahjong(seat, turn.drawn))
            found += self._kongs(seat)
        if turn.owed and self.rules.loose_tile == "asked":
            found.append(TakeLoose(seat))
        discards = self._discards[seat]
        return found + [discards[tile] for tile in tiles_of(player.held)]

    def _own_win(self, seat: int, drawn: Tile) -> bool:
        how = self.how_drawn(seat)
        return self.judge.may_win(seat, NO_TILE if how == DEALT else drawn, how)

    def how_drawn(self, seat: int) -> str:
        """How the hand of the player whose turn it is would be won: with the tile drawn, or as dealt."""
        state = self.state
        kongs = isinstance(state.phase, Turn) and state.phase.kongs
        dealt = seat == EAST and not state.discards and not kongs and self.rules.deal != "one_each"
        return DEALT if dealt else DRAWN

    def _may_kong(self, seat: int) -> bool:
        """Whether there is a tile for a kong of a seat, and not as many are declared as may be."""
        return self.state.spare(seat) and not self._all_declared()

    def _all_declared(self) -> bool:
        """Whether as many kongs are declared as may be."""
        most = self.rules.most_kongs
        return most is not None and self.state.kongs() >= most

    def _kongs(self, seat: int) -> list[Kong]:
        state = self.state
        player = state.players[seat]
        found: list[Kong] = []
        if not self._may_kong(seat):
            return found
        reds = self.judge.reds
        pungs = [meld.first for meld in player.melds if meld.type == "pung"]
        if pungs or player.size - player.held.bit_count() >= (2 if reds else 3):  # else no four are alike
            counts = player.by_kind() if reds else player.counts
            kinds = range(KINDS) if reds else tiles_of(player.held & ALL_KINDS)
            found += [Kong(seat, tile) for tile in kinds if counts[tile] >= (1 if tile in pungs else 4)]
        return found + self._kongs_with_jokers(seat) if player.counts[JOKER] else found

    def _kongs_with_jokers(self, seat: int) -> list[Kong]:
        """The kongs in which jokers are used: concealed ones beside at least one other tile, or one beside a pung."""
        player = self.state.players[seat]
        found: list[Kong] = []
        counts = player.by_kind() if self.judge.reds else player.counts
        for tile in range(KINDS):
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
        kongs = [action for action in self._kongs(seat) if len(action.tiles) != 1]
        return [self._passes[seat], *kongs] if kongs else []

    def asked(self, claims: Claims, seat: int) -> bool:
        """Whether a seat has still to say whether it claims the tile, or draws."""
        if claims.answers[seat] is not None:
            return False
        return (claims.may[seat] & ~CAN_DRAW | claims.by_name[seat]) != 0 or self._may_hurry(claims, seat)

    @staticmethod
    def _may_hurry(claims: Claims, seat: int) -> bool:
        """Whether the player next in turn may draw though others have not spoken, and none has claimed."""
        if not claims.may[seat] & CAN_DRAW or claims.answers[seat] is not None:
            return False
        answers = [answer for answer in claims.answers if answer is not None]
        others = [place for place, bits in enumerate(claims.may) if bits and place != seat]
        silent = any(claims.answers[place] is None for place in others)
        return silent and all(isinstance(answer, Pass) for answer in answers)

    # Why an action is not legal

    def why_not(self, action: Action) -> str:
        """Why an action is not legal; empty for a legal one, which is one of those that `legal` gives.

        A discard may be called by a wrong name, which `legal` does not give.
        """
        out = self.why_out(action.seat)
        if out:
            return out
        own = action
        if isinstance(action, Discard) and 0 <= action.named < KINDS:
            own = Discard(action.seat, action.tile)
        if own not in self._offered(action.seat):
            return self._why_not(action) or "this is not the time"
        return self._forbidden(action)

    def why_out(self, seat: int) -> str:
        """Why a seat does not play, whatever it would do; empty where it does."""
        if not 0 <= seat < len(self.state.players):
            return "there is no such seat"
        if isinstance(self.state.phase, Over):
            return "the hand is over"
        if self.state.players[seat].finished:
            return "the player has won: the others play on"
        return "the hand is dead: its player stops playing" if self.state.players[seat].dead else ""

    def _why_not(self, action: Action) -> str:
        """Why an action that is not legal is none; empty where the reason is not known here."""
        for play in self.adders:
            if isinstance(action, play.kinds):
                return play.why_not(action)
        told = self._told.get(type(action))
        return f"there is no such action: {action.kind}" if told is None else told(action)

    def _not_the_turn(self, seat: int) -> str:
        state = self.state
        if not isinstance(state.phase, Turn):
            return "this is not the time"
        return "" if state.turn == seat else f"it is the turn of {self.rules.seats[state.turn]}"

    def _no_discard(self, action: Discard) -> str:
        reason = self._not_the_turn(action.seat)
        if reason:
            return reason
        there = 0 <= action.tile < TILES and self.state.players[action.seat].counts[action.tile] > 0
        return "there is no tile of that name" if there else "there is no such tile in the hand"

    def _no_pass(self, action: Pass) -> str:
        return "there is nothing to decide" if isinstance(self.state.phase, Deal) else "there is nothing to claim"

    def _no_claim(self, action: Chow | Pung | Kong) -> str:
        """Why a chow, pung or kong cannot be claimed."""
        claims, seat = self.state.claims, action.seat
        bits = self._claimable(seat)
        if claims is None or bits is None:
            return "there is no tile to claim"
        if self._has_spoken(seat):
            return "the player has already spoken"
        if not bits & CLAIM_BITS[action.kind]:
            return self._no_set(action, claims)
        if action.tile != claims.tile:
            return f"the tile to claim is {TEXT[claims.tile]}"
        return f"these tiles make no {action.kind} with {TEXT[claims.tile]}"

    def _claimable(self, seat: int) -> int | None:
        """What a seat may claim of a tile that lies open, be it late; None where there is none to claim."""
        phase = self.state.phase
        return phase.may[seat] if isinstance(phase, Claims) else self.state.late(seat) or None

    def _has_spoken(self, seat: int) -> bool:
        phase = self.state.phase
        return isinstance(phase, Claims) and phase.may[seat] != 0 and phase.answers[seat] is not None

    def _no_set(self, action: Chow | Pung | Kong, claims: Claims) -> str:
        state, seat = self.state, action.seat
        if seat == claims.seat:
            return "the tile is the player's own"
        if claims.kong:
            what = "a tile laid aside" if claims.kong in (ASIDE, LAID_BONUS) else "the tile of a kong"
            return f"{what} can only be claimed to win"
        if not state.live() and self.rules.last_discard == "win":
            return "the last discard can only be claimed to win"
        if not self.claimable & CLAIM_BITS[action.kind]:
            return f"no {action.kind} is claimed under these rules"
        if action.kind == "kong" and self._all_declared():
            return f"no more than {self.rules.most_kongs} kongs are declared in a hand"
        if action.kind == "chow" and not self._follows(claims.seat, seat):
            return "a chow can only be claimed from the player before"
        return f"the hand has no tiles for a {action.kind}, or it may not be claimed"

    def _no_kong(self, action: Kong) -> str:
        state, turn, seat = self.state, self.state.phase, action.seat
        if action.how:
            return "how a kong is declared follows from the hand"
        if isinstance(turn, Claims) or (isinstance(turn, Turn) and state.turn != seat):
            return self._no_claim(action)
        if not isinstance(turn, Turn):
            return "this is not the time"
        if not turn.has_drawn:
            return "a kong is declared after a tile is drawn"
        if not state.spare(seat):
            return "there is no tile left for a kong"
        if self._all_declared():
            return f"no more than {self.rules.most_kongs} kongs are declared in a hand"
        return (
            "a kong is of one tile"
            if action.tiles or not 0 <= action.tile < KINDS
            else "the hand does not have four alike"
        )

    def _no_mahjong(self, action: Mahjong) -> str:
        state, turn, seat = self.state, self.state.phase, action.seat
        if isinstance(turn, Turn) and state.turn == seat:
            if action.tile != turn.drawn:
                return "the hand is won with the tile drawn"
            if not turn.has_drawn:
                return "no tile was drawn"
            return self.why_no_win(seat, turn.drawn, self.how_drawn(seat))
        claims, bits = state.claims, self._claimable(seat)
        if claims is None or bits is None:
            return "there is no tile to win with"
        if self._has_spoken(seat):
            return "the player has already spoken"
        if bits & CAN_WIN:
            return "the tile is another one"
        return self.why_no_win(seat, claims.tile, ROBBED if claims.kong else CLAIMED)

    def why_no_win(self, seat: int, tile: Tile, how: str) -> str:
        """Why a hand does not win with a tile."""
        player = self.state.players[seat]
        claims = self.state.claims
        if claims is not None and seat == claims.seat and how in (CLAIMED, ROBBED):
            return "the tile is the player's own"
        if player.barred:
            return "the player cannot win this hand"
        if how in (CLAIMED, ROBBED) and not self.claimable & CAN_WIN:
            return "no mahjong is claimed under these rules"
        if player.short:
            return "the hand is a tile short"
        try:
            self.judge.score(seat, tile, how)
        except HandError as error:
            return error.message
        return self._forbidden(Mahjong(seat, tile)) or "it may not be claimed to win"

    def _forbidden(self, action: Action) -> str:
        """Why house rules forbid an action; empty where they do not."""
        for play in self.filters:
            reason = play.allows(action)
            if reason:
                return reason
        return ""

    def _no_draw(self, action: Draw) -> str:
        return "the next tile is drawn when all have spoken"

    def _no_loose(self, action: TakeLoose) -> str:
        return self._not_the_turn(action.seat) or "there is no loose tile to take"
