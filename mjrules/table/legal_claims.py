"""What may be claimed of a tile that lies open, by whom, and when a hand stops instead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from ..declared.values import several
from ..play.event_fields import NO_TILE, NOBODY
from ..play.events import EVENT_KINDS, Action, Chow, Kong, Mahjong, Pung
from ..play.phases import CAN_CHOW, CAN_DRAW, CAN_KONG, CAN_PUNG, CAN_WIN, LAID_BONUS, Claims, Turn, changed
from ..play.seat_state import TILES, UNKNOWN
from ..play.state import State
from ..ruleset.play_rules import TableRules
from ..tiles.tile import ALL_KINDS, JOKER, KIND, RED, Tile
from .awake import Awake
from .claimable_sets import CHOWS_WITH, RANK, chows, makes_chow
from .judge import CLAIMED, ROBBED, Judge

CLAIM_BITS: Final[dict[str, int]] = {"chow": CAN_CHOW, "pung": CAN_PUNG, "kong": CAN_KONG, "mahjong": CAN_WIN}


@cache
def _claims_among(kinds: tuple[type[Action], ...]) -> int:
    """The claims, as bits, that are actions of some classes."""
    return sum([bit for call, bit in CLAIM_BITS.items() if issubclass(EVENT_KINDS[call], kinds)])


def _call(bit: int, seat: int, tile: Tile) -> Action:
    """A claim, whatever the tiles in hand that are used."""
    if bit == CAN_WIN:
        return Mahjong(seat, tile)
    return Chow(seat, tile, (), "") if bit == CAN_CHOW else (Pung if bit == CAN_PUNG else Kong)(seat, tile, ())


LIKE: Final[Mapping[Tile, tuple[Tile, ...]]] = {
    tile: (tile, *[red for red, five in RED.items() if five == tile]) for tile in range(TILES)
}
"""The tiles that are each a kind, red fives after the plain ones."""


_FIVES: Final[Mapping[Tile, Tile]] = {tile: red for red, five in RED.items() for tile in (five, red)}
"""The red five of every five, which it is itself or not."""


@cache
def _with_variants(jokers: bool, reds: bool) -> list[bool]:
    """Of every tile whether other tiles than equal ones may be taken for it."""
    return [jokers or (reds and len(LIKE[KIND[tile]]) > 1) for tile in range(TILES)]


class LegalClaims:
    """Knows what may be claimed, and notes it in the claims that are open; it changes nothing else in the state."""

    def __init__(self, state: State, rules: TableRules, judge: Judge, awake: Awake) -> None:
        self.state, self.rules, self.judge = state, rules, judge
        self.awake = awake
        self._forbidden = [(play, _claims_among(play.forbids)) for play in awake.filtering]
        """The house rules that may forbid claims, each with those."""
        self.claimable = sum(bit for call, bit in CLAIM_BITS.items() if call in rules.calls)
        """What may be claimed at all."""
        self._reds = judge.reds
        self._wins, self._chows = self.claimable & CAN_WIN != 0, self.claimable & CAN_CHOW != 0
        self._variants = _with_variants(judge.ruleset.book.tiles.copies[JOKER] > 0, judge.reds)
        self._hurries = rules.late_calls != "none"
        self._last_too = rules.last_discard == "any"
        self._wins_unseen = judge.wins_unseen
        self._behind = awake.behind
        causes = [cause for penalty in judge.ruleset.definition.penalties.values() for cause in several(penalty.cause)]
        self._names_matter = any(cause.startswith("misnamed") for cause in causes)
        """Whether a wrong name for a discard is a fault."""
        self._asks_more = self._names_matter or self._hurries
        others_draw = state.plays_on and self._chows  # who follows depends on who plays
        self._by_masks = not (judge.ruleset.book.tiles.copies[JOKER] or others_draw or state.wall.own)
        """Whether the masks of the tiles in a hand, and of its waits, tell that a discard is not claimed."""
        self._chows_with = CHOWS_WITH if self._chows else (0,) * TILES
        self._looked_at, self._why = 0, ""
        """After how many events it was asked last why play ends, and why."""

    def passes(self, giver: int, tile: Tile) -> int:
        """Who draws after a discard that nobody can claim, as the masks of the other hands tell; NOBODY is unsure.

        They tell more than what may be claimed: also what a player may not claim who is out. Who is silent, `awake` has
        heeded before.
        """
        if not self._by_masks:
            return NOBODY
        if self._reds and tile in _FIVES:
            if self._two_fives(giver, tile):
                return NOBODY
            tile = KIND[tile]
        after, follower = self._behind[giver][0]
        chows = self._chows_with[tile]
        if chows:
            held = follower.kinds_held() if self._reds else follower.held
            if chows >> (held << 2 >> tile & 31) & 1 and after not in self.awake.silent:
                return NOBODY
        for seat, player in self.awake.claimants[giver]:
            if (player.pairs | player.waits) >> tile & 1 and (
                player.waits != UNKNOWN or (player.pairs | self.judge.waits(seat)) >> tile & 1
            ):
                return NOBODY
        if self._wins_unseen and self._any_unseen(giver):
            return NOBODY
        return self.state.alive_after(giver) if follower.out else after

    def _any_unseen(self, giver: int) -> bool:
        """Whether one of the others may win without waiting for the tile."""
        return any(self.judge.may_win_unseen(seat) for seat, _ in self.awake.claimants[giver])

    def _two_fives(self, giver: int, tile: Tile) -> bool:
        """Whether another hand has two fives of a suit, be one of them red, which its mask of pairs does not tell."""
        five, red = KIND[tile], _FIVES[tile]
        return any(player.counts[five] + player.counts[red] >= 2 for _, player in self._behind[giver])

    def open(self, happened: int) -> None:
        """Note what every seat may claim of the tile that lies open after so many events."""
        state, claims = self.state, self.state.phase
        assert isinstance(claims, Claims)
        tile, giver = claims.tile, claims.seat
        last = claims.turn.last if not state.wall.own else state.live() == 0
        sets = not claims.kong and tile != JOKER and (self._last_too or not last)
        sets = sets and not (self.awake.stopping and self.stops(happened))
        follower = NOBODY
        if sets and self._chows and RANK[KIND[tile]] >= 0:
            follower = self._follower(giver)
        kind = ALL_KINDS if tile == JOKER else 1 << KIND[tile]
        wins, unseen, variants = self._wins, self._wins_unseen, self._variants[tile]
        self.awake.heed()
        for seat, player in self.awake.claimants[giver]:
            if player.out:
                continue
            bits = 0
            if sets and (
                variants
                or player.counts[tile] > 1
                or (seat == follower and makes_chow(player.kinds_held() if self._reds else player.held, tile))
            ):
                bits = self._sets_of(seat, tile, seat == follower)
            if wins:
                waits = player.waits
                if waits == UNKNOWN:
                    waits = self.judge.waits(seat)
                if (waits & kind or (unseen and self.judge.may_win_unseen(seat))) and self._may_win(seat, claims):
                    bits |= CAN_WIN
            if bits:
                allowed = self._allowed_bits(seat, tile, bits) if self._forbidden else bits
                claims.may = changed(claims.may, seat, allowed)
        if self._asks_more:
            self._open_more(claims, sets=sets)

    def _open_more(self, claims: Claims, *, sets: bool) -> None:
        """Note what is rare: claims by a wrong name, and who need not wait for those who may claim."""
        if self._names_matter and sets and claims.named not in (NO_TILE, claims.tile):
            self._misnamed(claims)
        if self._hurries and not claims.kong and any(claims.may):
            self._may_draw(claims)

    def _misnamed(self, claims: Claims) -> None:
        """Note what every seat could claim of a discard, were it the tile that it was called."""
        follower = self._follower(claims.seat) if self._chows else NOBODY
        for seat, player in self._behind[claims.seat]:
            if not player.out:
                claims.by_name = changed(claims.by_name, seat, self._by_name(seat, claims.named, seat == follower))

    def _may_draw(self, claims: Claims) -> None:
        """Note that who draws next need not wait for those who may claim."""
        drawer = self.state.next_to_draw()
        if self.state.live() and any(changed(claims.may, drawer, 0)):
            claims.may = changed(claims.may, drawer, claims.may[drawer] | CAN_DRAW)

    def stops(self, happened: int) -> str:
        """Why play ends with the discard that lies open, unless somebody wins with it; empty where it goes on.

        House rules are not asked twice after the same number of events.
        """
        if self._looked_at != happened:
            self._looked_at, self._why = happened, ""
            for play in self.awake.stopping:
                self._why = "" if "stops" in play.resting else play.stops()
                if self._why:
                    break
        return self._why

    def _by_name(self, seat: int, named: Tile, follows: bool) -> int:
        """What a seat could claim of a discard, were it the tile that it was called."""
        wins = self.judge.waits(seat) >> KIND[named] & 1
        return self._sets_of(seat, named, follows) | (CAN_WIN & self.claimable if wins else 0)

    def follows(self, seat: int, other: int) -> bool:
        """Whether one seat comes right after the other, without those that have finished."""
        return self._follower(seat) == other

    def _follower(self, seat: int) -> int:
        """The seat that comes right after one, without those that have finished; NOBODY where all have."""
        for other, player in self._behind[seat]:
            if not player.finished:
                return other
        return NOBODY

    def _sets_of(self, seat: int, tile: Tile, next_in_turn: bool) -> int:
        player = self.state.players[seat]
        if not self.can_discard_after(seat):
            return 0
        counts, bits = player.counts, 0
        wild = self.judge.wild
        alike = counts[JOKER] if wild >> KIND[tile] & 1 else 0
        if self.judge.reds:
            tile = KIND[tile]
            for own in LIKE[tile]:
                alike += counts[own]
        else:
            alike += counts[tile]
        if alike >= 2:
            bits = CAN_PUNG
            if alike >= 3 and self.may_kong(seat):
                bits = CAN_PUNG | CAN_KONG
        if (
            next_in_turn
            and (makes_chow(player.kinds_held(), tile) or (counts[JOKER] and chows(player.by_kind(), tile, wild)))
            and not self.has_most_chows(seat)
        ):
            bits |= CAN_CHOW
        return bits & self.claimable

    def can_discard_after(self, seat: int) -> bool:
        """Whether a seat still has a tile to discard after it has laid two tiles beside the one that lies open.

        With fewer tiles in hand it has none for a kong either.
        """
        return self.state.players[seat].size > 2

    def may_kong(self, seat: int) -> bool:
        """Whether there is a tile for a kong of a seat, and not as many are declared as may be."""
        return self.state.spare(seat) and not self.all_declared()

    def has_most_chows(self, seat: int) -> bool:
        """Whether a seat has claimed as many chows as it may."""
        most = self.rules.most_chows
        return most is not None and sum([meld.type == "chow" for meld in self.state.players[seat].melds]) >= most

    def all_declared(self) -> bool:
        """Whether as many kongs are declared as may be."""
        most = self.rules.most_kongs
        return most is not None and self.state.kongs() >= most

    def _may_win(self, seat: int, claims: Claims) -> bool:
        how = ROBBED if claims.kong else CLAIMED
        if not self.judge.may_win(seat, claims.tile, how):
            return False
        if claims.kong not in ("concealed", LAID_BONUS):
            return True
        robs = self.rules.robs_bonus if claims.kong == LAID_BONUS else self.rules.robs_concealed
        score = self.judge.win(seat, claims.tile, how)
        return score is not None and any(item.id in robs for item in score.items)

    def robs_bonus(self, seat: int, tile: Tile, happened: int) -> bool:
        """Whether somebody may win with a bonus tile that a seat is about to lay down, after so many events."""
        state, turn = self.state, self.state.phase
        if not self.rules.robs_bonus or not isinstance(turn, Turn):
            return False
        claims = Claims(seat, tile, turn, len(state.players), kong=LAID_BONUS)
        state.phase = claims
        try:
            self.open(happened)
        finally:
            state.phase = turn
        return any(claims.may)

    def _allowed_bits(self, seat: int, tile: Tile, bits: int) -> int:
        for play, forbidden in self._forbidden:
            if bits & forbidden and "allows" not in play.resting and play.binds(seat):
                for bit in CLAIM_BITS.values():
                    call = _call(bit, seat, tile) if bits & forbidden & bit else None
                    if call is not None and type(call) not in play.resting and play.allows(call):
                        bits &= ~bit
        return bits
