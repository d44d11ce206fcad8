"""Why an action is not legal, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import HandError
from ..hands.meld import jokers_beyond, stood_for
from ..play.event_fields import NO_TILE
from ..play.events import Action, Chow, Discard, Draw, Kong, Mahjong, Pass, Pung, TakeLoose
from ..play.phases import ASIDE, CAN_WIN, LAID_BONUS, Claims, Deal, Over, Turn
from ..play.seat_state import TILES
from ..play.state import State
from ..tiles.tile import BY_TEXT, JOKER, KIND, KINDS, STANDING, TEXT, Tile
from .claim_priority import set_of
from .judge import CLAIMED, ROBBED
from .legal_actions import Referee
from .legal_claims import CLAIM_BITS


class Refusals:
    """Tells why an action is not one of those that the referee gives."""

    def __init__(self, referee: Referee) -> None:
        self.referee, self.claims = referee, referee.claims
        self.state, self.rules, self.judge = referee.state, referee.rules, referee.judge

    def why_not(self, action: Action) -> str:
        """Why an action is not legal; empty for a legal one, which is one of those that the referee gives.

        A discard may be called by a wrong name, which the referee does not give.
        """
        out = why_out(self.state, action.seat)
        if out:
            return out
        own = action
        if isinstance(action, Discard) and 0 <= action.named < KINDS:
            own = Discard(action.seat, action.tile)
        if own not in self.referee.offered(action.seat):
            return self._why_not(action) or "this is not the time"
        return self.forbidden(action)

    def _why_not(self, action: Action) -> str:
        """Why an action that is not legal is none; empty where the reason is not known here."""
        for play in self.referee.awake.adding:
            if isinstance(action, play.kinds):
                return play.why_not(action)
        told = _TOLD.get(type(action))
        return f"there is no such action: {action.kind}" if told is None else told(self, action)

    def _not_the_turn(self, seat: int) -> str:
        state = self.state
        if not isinstance(state.phase, Turn):
            return "this is not the time"
        return "" if state.turn == seat else f"it is the turn of {self.rules.seats[state.turn]}"

    def _no_discard(self, action: Discard) -> str:
        reason = self._not_the_turn(action.seat)
        if reason:
            return reason
        if action.tile == NO_TILE:
            return "no tile is named: expected text such as 5m, or a number"
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
            return self._no_joker(action) or self._no_set(action, claims)
        if action.tile != claims.tile:
            return f"the tile to claim is {TEXT[claims.tile]}"
        return self._no_joker(action) or f"these tiles make no {action.kind} with {TEXT[claims.tile]}"

    def _no_joker(self, action: Chow | Pung | Kong) -> str:
        """Why jokers cannot be in a set; empty where they are not, or stand for what they may."""
        if JOKER not in action.tiles or not 0 <= action.tile < TILES or KIND[action.tile] >= KINDS:
            return ""
        stood: tuple[Tile, ...] | None = (STANDING + KIND[action.tile],)
        if isinstance(action, Chow):
            stood = stood_for("chow", set_of(action)) if action.low in BY_TEXT else None
        odd = jokers_beyond(stood or (), self.judge.wild)
        return f"jokers do not stand for {TEXT[odd[0]]} in this game" if odd else ""

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
        if not self.claims.claimable & CLAIM_BITS[action.kind]:
            return f"no {action.kind} is claimed under these rules"
        if action.kind == "kong" and self.claims.all_declared():
            return f"no more than {self.rules.most_kongs} kongs are declared in a hand"
        if action.kind == "chow" and not self.claims.follows(claims.seat, seat):
            return "a chow can only be claimed from the player before"
        if action.kind == "chow" and self.claims.has_most_chows(seat):
            return f"a player claims no more chows than {self.rules.most_chows}"
        if not self.claims.can_discard_after(seat):
            return "no tile would be left to discard"
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
        if self.claims.all_declared():
            return f"no more than {self.rules.most_kongs} kongs are declared in a hand"
        return self._no_joker(action) or (
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
            return self.why_no_win(seat, turn.drawn, self.referee.how_drawn(seat))
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
        if how in (CLAIMED, ROBBED) and not self.claims.claimable & CAN_WIN:
            return "no mahjong is claimed under these rules"
        if player.short:
            return "the hand is a tile short"
        try:
            self.judge.score(seat, tile, how)
        except HandError as error:
            return error.message
        return self.forbidden(Mahjong(seat, tile)) or "it may not be claimed to win"

    def forbidden(self, action: Action) -> str:
        """Why house rules forbid an action; empty where they do not."""
        for play in self.referee.awake.filtering:
            rests = not play.resting.isdisjoint(("allows", type(action)))
            reason = play.allows(action) if isinstance(action, play.forbids) and not rests else ""
            if reason:
                return reason
        return ""

    def _no_draw(self, action: Draw) -> str:
        return "the next tile is drawn when all have spoken"

    def _no_loose(self, action: TakeLoose) -> str:
        return self._not_the_turn(action.seat) or "there is no loose tile to take"


_TOLD: Mapping[type[Action], Callable[[Refusals, Any], str]] = {
    Discard: Refusals._no_discard, Pass: Refusals._no_pass, Chow: Refusals._no_claim, Pung: Refusals._no_claim,
    Kong: Refusals._no_kong, Mahjong: Refusals._no_mahjong, Draw: Refusals._no_draw, TakeLoose: Refusals._no_loose,
}  # fmt: skip
"""What says why an action of a class is not legal."""


def why_out(state: State, seat: int) -> str:
    """Why a seat does not play, whatever it would do; empty where it does."""
    if not 0 <= seat < len(state.players):
        return "there is no such seat"
    if isinstance(state.phase, Over):
        return "the hand is over"
    if state.players[seat].finished:
        return "the player has won: the others play on"
    return "the hand is dead: its player stops playing" if state.players[seat].dead else ""
