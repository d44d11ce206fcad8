"""What a player may do: every action that is legal now, and why another one is not."""

from __future__ import annotations

from typing import Final

from ..errors import HandError
from ..play.events import NO_TILE, Action, has_more
from ..play.house_rules import Play
from ..play.player import TILES
from ..play.state import CAN_CHOW, CAN_DRAW, CAN_KONG, CAN_PUNG, CAN_WIN, CLAIMS, DEAL, OVER, TURN, State
from ..ruleset.play_rules import TableRules
from ..tiles.tile import JOKER, KINDS, TEXT, Tile
from .claimed import RANK, alike, chows, neighbours
from .judge import CLAIMED, DEALT, DRAWN, EAST, ROBBED, Judge

CLAIM_BITS: Final[dict[str, int]] = {"chow": CAN_CHOW, "pung": CAN_PUNG, "kong": CAN_KONG, "mahjong": CAN_WIN}


class Referee:
    """Knows what is legal in a state; it never changes it, but for the claims that it notes in it."""

    def __init__(self, state: State, rules: TableRules, judge: Judge, plays: tuple[Play, ...]) -> None:
        self.state, self.rules, self.judge, self.plays = state, rules, judge, plays
        self.filters = tuple([play for play in plays if play.does("allows")])
        self.adders = tuple([play for play in plays if play.does("actions")])
        number = len(state.players)
        self._discards = [[Action("discard", seat, tile) for tile in range(TILES)] for seat in range(number)]
        self._passes = [Action("pass", seat) for seat in range(number)]

    # What may be claimed

    def open_claims(self) -> None:
        """Note what every seat may claim of the tile that lies open."""
        state = self.state
        how = ROBBED if state.open_kong else CLAIMED
        sets = not state.open_kong and state.tile != JOKER and (self.rules.last_discard == "any" or state.live() > 0)
        number = len(state.players)
        for ahead in range(1, number):
            seat = (state.other + ahead) % number
            player = state.players[seat]
            if player.dead:
                continue
            bits = self._sets_of(seat, ahead == 1) if sets else 0
            if (self.judge.wins_alone or self.judge.waits(seat)) and self._may_win(seat, how):
                bits |= CAN_WIN
            if bits and self.filters:
                bits = self._allowed_bits(seat, bits)
            state.may[seat] = bits
        if self.rules.late_calls != "none" and not state.open_kong and state.live():
            drawer = state.next_to_draw()
            if any(bits for seat, bits in enumerate(state.may) if seat != drawer):
                state.may[drawer] |= CAN_DRAW

    def _sets_of(self, seat: int, next_in_turn: bool) -> int:
        state, player = self.state, self.state.players[seat]
        tile, counts = state.tile, player.counts
        alike, bits = counts[tile] + counts[JOKER], 0
        if alike >= 2:
            bits = CAN_PUNG
            if alike >= 3 and state.spare(seat):
                bits = CAN_PUNG | CAN_KONG
        if next_in_turn and RANK[tile] >= 0 and (neighbours(counts, tile) or (counts[JOKER] and chows(counts, tile))):
            bits |= CAN_CHOW
        return bits

    def _may_win(self, seat: int, how: str) -> bool:
        state = self.state
        if not self.judge.may_win(seat, state.tile, how):
            return False
        if how != ROBBED or state.open_kong == "added":
            return True
        score = self.judge.win(seat, state.tile, how)
        return score is not None and any(item.id in self.rules.robs_concealed for item in score.items)

    def _allowed_bits(self, seat: int, bits: int) -> int:
        for play in self.filters:
            if play.binds(seat):
                for word, bit in CLAIM_BITS.items():
                    if bits & bit and play.allows(Action(word, seat, self.state.tile)):
                        bits &= ~bit
        return bits

    # Everything that is legal

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
        if phase == OVER or player.dead:
            return []
        if phase == CLAIMS:
            if not self.asked(seat):
                return []
            found = [self._passes[seat], *self._claims(seat, state.may[seat])]
            if self._may_hurry(seat):
                found.append(Action("draw", seat))
        elif phase == TURN and state.turn == seat:
            found = self._turn(seat)
        elif phase == TURN:
            late = state.late[seat]
            found = [self._passes[seat], *self._claims(seat, late)] if late else []
        else:
            found = self.before_play(seat)
        for play in self.adders:
            found += play.actions(seat)
        return found

    def _claims(self, seat: int, bits: int) -> list[Action]:
        state = self.state
        counts, tile = state.players[seat].counts, state.tile
        found = []
        if bits & CAN_WIN:
            found.append(Action("mahjong", seat, tile))
        for word, bit, number in (("kong", CAN_KONG, 3), ("pung", CAN_PUNG, 2)):
            if bits & bit:
                found += [Action(word, seat, tile, own) for own in alike(counts, tile, number)]
        if bits & CAN_CHOW:
            found += [Action("chow", seat, tile, own, low) for low, own in chows(counts, tile)]
        return found

    def _turn(self, seat: int) -> list[Action]:
        state = self.state
        player = state.players[seat]
        found: list[Action] = []
        if state.has_drawn:
            if self._own_win(seat):
                found.append(Action("mahjong", seat, state.drawn))
            found += self._kongs(seat)
        if state.owed and self.rules.loose_tile == "asked":
            found.append(Action("take_loose", seat))
        discards = self._discards[seat]
        for tile, number in enumerate(player.counts):
            if number:
                found.append(discards[tile])
        return found

    def _own_win(self, seat: int) -> bool:
        how = self.how_drawn(seat)
        if how == DEALT:
            return self.judge.may_win(seat, NO_TILE, DEALT)
        return self.judge.may_win(seat, self.state.drawn, DRAWN)

    def how_drawn(self, seat: int) -> str:
        """How the hand of the player whose turn it is would be won: with the tile drawn, or as dealt."""
        state = self.state
        dealt = seat == EAST and not state.discards and not state.kongs and self.rules.deal != "one_each"
        return DEALT if dealt else DRAWN

    def _kongs(self, seat: int) -> list[Action]:
        state = self.state
        player = state.players[seat]
        found: list[Action] = []
        if not state.spare(seat):
            return found
        for tile in range(KINDS):
            number = player.counts[tile]
            if number and (number >= 4 or player.has_pung(tile)):
                found.append(Action("kong", seat, tile))
        return found + self._kongs_with_jokers(seat) if player.counts[JOKER] else found

    def _kongs_with_jokers(self, seat: int) -> list[Action]:
        """The kongs in which jokers are used: concealed ones beside at least one other tile, or one beside a pung."""
        player = self.state.players[seat]
        found: list[Action] = []
        for tile in range(KINDS):
            for jokers in range(1, min(player.counts[JOKER], 3) + 1):
                if player.counts[tile] >= 4 - jokers:
                    found.append(Action("kong", seat, tile, (tile,) * (4 - jokers) + (JOKER,) * jokers))
            if player.counts[JOKER] and player.has_pung(tile):
                found.append(Action("kong", seat, tile, (JOKER,)))
        return found

    def before_play(self, seat: int) -> list[Action]:
        """The kongs that a seat may declare before play, when it has replaced its bonus tiles; or it passes."""
        if not self.rules.kongs_before_play or self.state.ready != seat or self.state.players[seat].dead:
            return []
        kongs = [action for action in self._kongs(seat) if len(action.tiles) != 1]
        return [self._passes[seat], *kongs] if kongs else []

    def asked(self, seat: int) -> bool:
        """Whether a seat has still to say whether it claims the tile, or draws."""
        state = self.state
        if state.answers[seat] is not None:
            return False
        return state.may[seat] & ~CAN_DRAW != 0 or self._may_hurry(seat)

    def _may_hurry(self, seat: int) -> bool:
        """Whether the player next in turn may draw though others have not spoken, and none has claimed."""
        state = self.state
        if not state.may[seat] & CAN_DRAW or state.answers[seat] is not None:
            return False
        answers = [answer for answer in state.answers if answer is not None]
        others = [place for place, bits in enumerate(state.may) if bits and place != seat]
        silent = any(state.answers[place] is None for place in others)
        return silent and all(answer.kind == "pass" for answer in answers)

    # Why an action is not legal

    def why_not(self, action: Action) -> str:
        """Why an action is not legal; empty for a legal one, which is one of those that `legal` gives.

        A discard may be called by a wrong name, which `legal` does not give.
        """
        out = has_more(action) or self.why_out(action.seat)
        if out:
            return out
        misnamed = action.kind == "discard" and 0 <= action.named < KINDS
        if (action._replace(named=NO_TILE) if misnamed else action) not in self._offered(action.seat):
            return self._why_not(action) or "this is not the time"
        for play in self.filters:
            out = out or play.allows(action)
        return out

    def why_out(self, seat: int) -> str:
        """Why a seat does not play, whatever it would do; empty where it does."""
        if not 0 <= seat < len(self.state.players):
            return "there is no such seat"
        if self.state.phase == OVER:
            return "the hand is over"
        return "the hand is dead: its player stops playing" if self.state.players[seat].dead else ""

    def _why_not(self, action: Action) -> str:
        """Why an action that is not legal is none; empty where the reason is not known here."""
        for play in self.adders:
            if action.kind in play.kinds:
                return play.why_not(action)
        told = {
            "discard": self._no_discard, "pass": self._no_pass, "chow": self._no_claim, "pung": self._no_claim,
            "kong": self._no_kong, "mahjong": self._no_mahjong, "draw": self._no_draw,
            "take_loose": self._no_loose,
        }.get(action.kind)  # fmt: skip
        return f"there is no such action: {action.kind}" if told is None else told(action)

    def _not_the_turn(self, seat: int) -> str:
        state = self.state
        if state.phase != TURN:
            return "this is not the time"
        return "" if state.turn == seat else f"it is the turn of {self.rules.seats[state.turn]}"

    def _no_discard(self, action: Action) -> str:
        reason = self._not_the_turn(action.seat)
        if reason:
            return reason
        there = 0 <= action.tile < TILES and self.state.players[action.seat].counts[action.tile] > 0
        return "there is no tile of that name" if there else "there is no such tile in the hand"

    def _no_pass(self, action: Action) -> str:
        return "there is nothing to decide" if self.state.phase == DEAL else "there is nothing to claim"

    def _no_claim(self, action: Action) -> str:
        """Why a chow, pung or kong cannot be claimed."""
        state, seat = self.state, action.seat
        bits = state.may[seat] if state.phase == CLAIMS else state.late[seat] if state.phase == TURN else 0
        if state.phase not in (CLAIMS, TURN) or (state.phase == TURN and not state.late[seat]):
            return "there is no tile to claim"
        if state.phase == CLAIMS and bits and state.answers[seat] is not None:
            return "the player has already spoken"
        if not bits & CLAIM_BITS[action.kind]:
            return self._no_set(action)
        if action.tile != state.tile:
            return f"the tile to claim is {TEXT[state.tile]}"
        return f"these tiles make no {action.kind} with {TEXT[state.tile]}"

    def _no_set(self, action: Action) -> str:
        state, seat = self.state, action.seat
        if seat == state.other:
            return "the tile is the player's own"
        if state.open_kong:
            return "the tile of a kong can only be claimed to win"
        if not state.live() and self.rules.last_discard == "win":
            return "the last discard can only be claimed to win"
        if action.kind == "chow" and (seat - state.other) % len(state.players) != 1:
            return "a chow can only be claimed from the player before"
        return f"the hand has no tiles for a {action.kind}, or it may not be claimed"

    def _no_kong(self, action: Action) -> str:
        state, seat = self.state, action.seat
        if (state.phase == TURN and state.turn != seat) or state.phase == CLAIMS:
            return self._no_claim(action)
        if state.phase == DEAL:
            return "this is not the time"
        if not state.has_drawn:
            return "a kong is declared after a tile is drawn"
        if not state.spare(seat):
            return "there is no tile left for a kong"
        return (
            "a kong is of one tile"
            if action.tiles or not 0 <= action.tile < KINDS
            else "the hand does not have four alike"
        )

    def _no_mahjong(self, action: Action) -> str:
        state, seat = self.state, action.seat
        if state.phase == TURN and state.turn == seat:
            if action.tile != state.drawn:
                return "the hand is won with the tile drawn"
            if not state.has_drawn:
                return "no tile was drawn"
            return self.why_no_win(seat, state.drawn, self.how_drawn(seat))
        bits = state.may[seat] if state.phase == CLAIMS else state.late[seat] if state.phase == TURN else 0
        if state.phase not in (CLAIMS, TURN) or (state.phase == TURN and not bits):
            return "there is no tile to win with"
        if state.phase == CLAIMS and bits and state.answers[seat] is not None:
            return "the player has already spoken"
        if bits & CAN_WIN:
            return "the tile is another one"
        return self.why_no_win(seat, state.tile, ROBBED if state.open_kong else CLAIMED)

    def why_no_win(self, seat: int, tile: Tile, how: str) -> str:
        """Why a hand does not win with a tile."""
        player = self.state.players[seat]
        if seat == self.state.other and how in (CLAIMED, ROBBED):
            return "the tile is the player's own"
        if player.barred:
            return "the player cannot win this hand"
        if player.short:
            return "the hand is a tile short"
        try:
            self.judge.score(seat, tile, how)
        except HandError as error:
            return error.message
        return "it may not be claimed to win"

    def _no_draw(self, action: Action) -> str:
        return "the next tile is drawn when all have spoken"

    def _no_loose(self, action: Action) -> str:
        return self._not_the_turn(action.seat) or "there is no loose tile to take"
