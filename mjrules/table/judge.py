"""Asks the ruleset about hands in play: what they wait for, and whether they win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ..budget import Question
from ..errors import HandError, TooComplexError, did_you_mean
from ..hands.declared_fields import WHOLE_NUMBER, field_value
from ..hands.hand import Hand
from ..hands.pieces import COMPLETED, FORM_NAMES, form_of
from ..hands.record import CALLED, GONE
from ..play.event_fields import EAST, NO_TILE
from ..play.house_rules import Facts, Play
from ..play.phases import ASIDE, LAID_BONUS, Claims, Turn
from ..play.seat_state import UNKNOWN, Player
from ..play.state import ALL_BONUS, State
from ..ruleset.play_rules import EarlyWin, TableRules, WinTime
from ..ruleset.ruleset import Ruleset
from ..scoring.score import Score
from ..scoring.shares import with_tile
from ..shapes.readings import environment
from ..tiles.tile import (
    ALL_KINDS,
    BONUS,
    JOKER,
    KIND,
    KINDS,
    RED,
    STANDING,
    TEXT,
    Tile,
    mask_of,
    sort_tiles,
    tiles_of,
)

DRAWN, CLAIMED, ROBBED, DEALT = "drawn", "claimed", "robbed", "dealt"
"""How the winning tile comes."""


class Judge:
    """What a ruleset says of the hands of one deal.

    `fields` are numbers of the match, given for East's win, or for that of anybody. `tellers` are house rules, by
    their names, that say something of hands.
    """

    def __init__(self, ruleset: Ruleset, rules: TableRules, state: State, fields: dict[str, int]) -> None:
        self.ruleset, self.rules, self.state = ruleset, rules, state
        self.seats: tuple[str, ...] = rules.seats
        self.scorer, self.reach = ruleset.scorer, ruleset.reach
        self.glance = self.reach.glance
        self.reds = ruleset.book.tiles.reds
        """Whether there are red fives, which are apart in hands, and fives to everything else."""
        self.full = (ruleset.hand_size + 1) % 3
        """What is left of the number of tiles in hand by threes, as sets take them, when one more was drawn."""
        self.wild = ruleset.book.wild_in_sets
        """The mask of the kinds for which jokers may stand in declared sets."""
        self.fields: Mapping[str, Any] = {
            name: number for name, number in fields.items() if name in self.scorer.book.numbers
        }
        for_all = {*rules.numbers_for_all, *(pot.field for pot in ruleset.definition.pots.values())}
        self.fields_of_all = {name: number for name, number in self.fields.items() if name in for_all}
        self.tellers: Mapping[str, Play] = {}
        self.stands_in = bool(ruleset.book.stand_ins)
        """Whether it depends on the hand for which hands it stands: as a plugin says, or a field of its record."""
        self.unseen = ruleset.book.stands_unseen
        """Whether a plugin says it, so that waits do not tell all that wins."""
        self.said_jokers = self.scorer.stand_ins.said
        self.wins_unseen = ruleset.wins_alone or self.unseen
        """Whether hands may win that do not wait for the tile: by rules of their own, or as a plugin says."""

    def waits(self, seat: int) -> int:
        """The mask of kinds that complete a hand, without the tile that it has drawn; kept until its tiles change."""
        state = self.state
        player = state.players[seat]
        if player.waits == UNKNOWN:
            full = player.size % 3 == self.full  # else what was drawn is laid aside, or robbed
            has_drawn = full and state.turn == seat
            drawn = state.drawn if has_drawn else NO_TILE
            player.waits = self._waits(player, seat) if drawn == NO_TILE else self.waits_without(seat, drawn)
        return player.waits

    def completes(self, seat: int, tile: Tile) -> bool:
        """Whether a tile completes a hand, without the tile that it has drawn."""
        waits = self.state.players[seat].waits
        if waits == UNKNOWN:
            waits = self.waits(seat)
        return waits != 0 and (tile == JOKER or waits >> KIND[tile] & 1 != 0)

    def _waits(self, player: Player, seat: int) -> int:
        if player.short or player.waits == 0:
            return 0
        if not self.stands_in and self._look(player) >= 2:
            return 0
        with Question():
            if player.counts[JOKER] or self.stands_in:
                hand = self.hand(seat, NO_TILE, "", winner=False)
                waits = self.scorer.waits.completing(hand)
                # A tile that is a joker completes whatever any other does.
                return waits | self.said_jokers.kinds(hand) if waits and self.said_jokers is not None else waits
            counts, present = self._kinds(player)
            seat_wind, round_wind = self.rules.seats[seat], self.state.round
            return self.scorer.waits.completing_tiles(player.pieces, counts, present, seat_wind, round_wind)

    def _look(self, player: Player) -> int:
        """How many tiles are surely missing to a complete hand, each joker being one of them; for how long it is far is
        noted."""
        counts, held = (player.by_kind(), player.kinds_held()) if self.reds else (player.counts, player.held)
        missing = self.glance.missing(player.pieces, counts, held, player.pairs) - player.counts[JOKER]
        # With a tile too many, a discard does not bring it nearer.
        too_many = player.size % 3 == self.full and not player.held & ALL_BONUS
        player.far = missing - 1 if too_many else missing - 2
        return missing

    def _kinds(self, player: Player) -> tuple[tuple[int, ...], int]:
        """The tiles in hand beside jokers, by kind, and the mask of these kinds."""
        counts, held = (player.by_kind(), player.kinds_held()) if self.reds else (player.counts, player.held)
        return tuple(counts[:KINDS]), held & ALL_KINDS

    def waits_without(self, seat: int, tile: Tile) -> int:
        """The mask of kinds that would complete a hand after the discard of a tile."""
        player = self.state.players[seat]
        kept, far = player.waits, player.far
        player.remove(tile)
        try:
            return self._waits(player, seat)
        finally:
            player.add(tile)
            player.waits, player.far = kept, max(far, player.far)

    def waits_of(self, hand: Hand) -> int:
        """The mask of kinds that complete any hand, which has no winning tile."""
        with Question():
            return self.scorer.waits.completing(hand)

    def ready(self, seat: int) -> bool:
        """Whether a hand waits for a tile of which its player does not have every copy, in hand or in sets."""
        waits = self.waits(seat)
        return waits != 0 and waits & ~self._all_held(seat) != 0

    def _all_held(self, seat: int) -> int:
        """The mask of the kinds of which a player has every copy."""
        player, copies = self.state.players[seat], self.ruleset.book.tiles.per_kind
        own = player.by_kind().copy()
        for meld in player.melds:
            for tile in meld.tiles:
                if tile < STANDING:
                    own[KIND[tile]] += 1
        return mask_of([kind for kind in range(KINDS) if copies[kind] and own[kind] >= copies[kind]])

    def ready_after(self, seat: int, most: int | None = None) -> int:
        """The mask of the kinds of tiles after whose discard a hand waits for one tile, held or not.

        They are looked for until there are `most` of them.
        """
        player = self.state.players[seat]
        if player.far > 0 or player.short:
            return 0
        phase = self.state.phase
        if isinstance(phase, Turn) and phase.owed:
            return 0
        if not self.stands_in and self._look(player) >= 2:
            return 0
        with Question():
            return mask_of(islice(self._ready_discards(seat, player), most))

    def wins_after(self, seat: int) -> int:
        """The mask of the kinds of tiles after whose discard a hand waits for a tile with which it wins, be it worth
        enough or not, and of which its player does not have every copy."""
        found, player = self.ready_after(seat), self.state.players[seat]
        if not found:
            return 0
        held, asks_more = self._all_held(seat), self.ruleset.definition.win_requires is not None
        hand = self.hand(seat, NO_TILE, "", winner=False) if asks_more else None
        for tile in {KIND[tile]: tile for tile in player.tiles()}.values():
            bit = 1 << KIND[tile]
            if not found & bit:
                continue
            waits = self.waits_without(seat, tile) & ~(held & ~bit)
            if hand is not None and waits:
                left = player.tiles()
                left.remove(tile)
                kept = replace(hand, concealed=sort_tiles(left))
                waits = any(self._wins(kept, kind) for kind in tiles_of(waits))
            if not waits:
                found &= ~bit
        return found

    def _wins(self, hand: Hand, kind: Tile) -> bool:
        """Whether a hand of a tile too few wins with one that is drawn."""
        try:
            self.ruleset.score(with_tile(hand, kind))
        except TooComplexError:
            raise
        except HandError:
            return False
        return True

    def _ready_discards(self, seat: int, player: Player) -> Iterable[Tile]:
        reach, (counts, present) = self.reach, self._kinds(player)
        env, jokers = environment(self.rules.seats[seat], self.state.round), player.counts[JOKER]
        if not (jokers or self.stands_in):
            return reach.ready_discards(player.pieces, counts, present, env)
        if not (self.stands_in or reach.in_reach(player.pieces, counts, present, env, jokers)):
            return ()
        return (KIND[tile] for tile, held in enumerate(player.counts) if held and self.waits_without(seat, tile))

    def may_win(self, seat: int, tile: Tile, how: str) -> bool:
        """Whether a tile makes a hand that wins; a tile in hand is drawn."""
        player = self.state.players[seat]
        if player.out or player.barred or player.short:
            return False
        if not self.may_win_unseen(seat):
            complete = not self._far_as_dealt(player) if how == DEALT else self.completes(seat, tile)
            if not complete:
                return False
        return self.win(seat, tile, how) is not None

    def may_win_unseen(self, seat: int) -> bool:
        """Whether a hand may win that does not wait for the tile; False is sure, True is not.

        Whether it wins whatever its tiles, its bonus tiles, red fives and jokers tell; where a plugin says for what it
        stands, nothing does.
        """
        if not self.wins_unseen or self.unseen:
            return self.unseen
        player = self.state.players[seat]
        bonus, specials = tuple(sorted(player.bonus)), self._specials(player) if self.scorer.may_come else ()
        wind, around = self.rules.seats[seat], self.state.round
        if self.said_jokers is None:
            return self.scorer.may_win_alone(bonus, specials, wind, around)
        kinds = tiles_of(self.jokers_said(seat))
        most = sum([player.by_kind()[kind] for kind in kinds]) + 1  # the winning tile may be one more
        shown = [tuple(sorted((*specials, *[JOKER] * number))) for number in range(most + 1)]
        return any(self.scorer.may_win_alone(bonus, own, wind, around) for own in shown)

    def jokers_said(self, seat: int) -> int:
        """The mask of the kinds that are jokers in a hand, as its record says."""
        return 0 if self.said_jokers is None else self.said_jokers.kinds(self.hand(seat, NO_TILE, "", winner=False))

    def _specials(self, player: Player) -> tuple[Tile, ...]:
        """The red fives and jokers of a player, in hand and in sets, in order."""
        held = [tile for tile in self.scorer.may_come for _ in range(player.counts[tile])]
        return tuple(sorted([*held, *[tile for meld in player.melds for tile in meld.tiles if tile >= KINDS]]))

    def _far_as_dealt(self, player: Player) -> bool:
        """Whether a hand as dealt is surely not complete."""
        return not self.stands_in and self._look(player) > 0

    def win(self, seat: int, tile: Tile, how: str) -> Score | None:
        """The score of a hand that wins with a tile; None where it does not. Raises TooComplexError."""
        try:
            return self.score(seat, tile, how)
        except TooComplexError:
            raise
        except HandError:
            return None

    def score(self, seat: int, tile: Tile, how: str) -> Score:
        """The score of a winner's hand. Raises HandError saying why it does not win."""
        return self.scored(self.hand(seat, tile, how))

    def scored(self, hand: Hand) -> Score:
        """The score of a hand that wins. Raises HandError saying why it does not."""
        return self.ruleset.score(hand, declared=True)

    def completed(self, score: Score) -> str:
        """What the winning tile completes: pung, pair, chow, or other."""
        for piece in score.reading.pieces:
            if piece & COMPLETED and FORM_NAMES[form_of(piece)] != "loose":
                return FORM_NAMES[form_of(piece)]
        return "other"

    def hand(self, seat: int, tile: Tile, how: str, *, winner: bool = True) -> Hand:
        """The hand of a player as a record gives it, with everything that the table knows of it.

        `tile` is the winning one, which is among the tiles in hand where it was drawn.
        """
        state, player = self.state, self.state.players[seat]
        concealed = player.tiles()
        if how == DRAWN:
            concealed.remove(tile)
        if not winner and state.drawn != NO_TILE and state.turn == seat and len(concealed) % 3 == self.full:
            concealed.remove(state.drawn)
        drawn = how in (DRAWN, DEALT)
        claims = None if drawn or not winner else state.claims
        hand = Hand(
            melds=tuple(player.melds),
            concealed=sort_tiles(concealed) if self.reds else tuple(concealed),
            win=None if not winner or how == DEALT or tile in BONUS else tile,
            winner=winner,
            self_drawn=winner and drawn,
            source=None if claims is None else state.side(seat, claims.seat),
            seat=self.rules.seats[seat],
            round=state.round,
            bonus=tuple(sorted(player.bonus)),
            bonus_count=len(player.bonus),
            flags=frozenset(self.flags(seat, tile, how) if winner else self.own_flags(player)),
            fields={} if not winner else self._numbers(seat),
        )
        if player.aside:
            hand = replace(hand, fields={**hand.fields, **self._told_aside(player)})
        return self.with_facts(hand, seat, how) if self.tellers else hand

    def _numbers(self, seat: int) -> Mapping[str, Any]:
        """The numbers of the match that the record of a winner has, with what was put into pots in this hand."""
        own = self.fields if seat == EAST else self.fields_of_all
        if not self.state.pots:
            return own
        pots = self.ruleset.definition.pots.items()
        put = {
            pot.field: self.state.pots[name] // pot.unit for name, pot in pots if pot.field and name in self.state.pots
        }
        return {**own, **{name: own.get(name, 0) + number for name, number in put.items()}}

    def losing_hand(self, seat: int) -> Hand:
        """The hand of a player who did not win, at the end."""
        hand = self.hand(seat, NO_TILE, "", winner=False)
        share = self.scorer.book.share
        asks = share is not None and share.shared and not share.exhausted and share.flags - {GONE} <= hand.flags
        if share is None or not asks:
            return hand
        fished_for = [kind for kind in tiles_of(self.waits(seat)) if self._brings(hand, kind, share.shared)]
        in_vain = fished_for and not any(self._left(seat, kind) for kind in fished_for)
        return replace(hand, flags=hand.flags | {GONE}) if in_vain else hand

    def _brings(self, hand: Hand, kind: Tile, rules: frozenset[str]) -> bool:
        """Whether a tile would complete a hand that has one of some rules."""
        try:
            return any(item.id in rules for item in self.ruleset.score(with_tile(hand, kind)).items)
        except HandError:
            return False

    def _left(self, seat: int, kind: Tile) -> bool:
        """Whether there is a tile of a kind that neither all can see nor the player has."""
        player = self.state.players[seat]
        seen = self.visible(kind) + player.by_kind()[kind]
        if self.rules.concealed_kongs == "all_down":
            seen += sum(meld.tiles.count(kind) for meld in player.melds if meld.concealed)
        return seen < self.ruleset.book.tiles.per_kind[kind]

    def _told_aside(self, player: Player) -> Mapping[str, Any]:
        """What the record says of the tiles that a player has laid aside: how many, or which."""
        found: dict[str, list[Tile]] = {}
        for tile, field in player.aside:
            found.setdefault(field, []).append(tile)
        fields = self.ruleset.book.fields
        return {
            name: len(tiles) if fields[name].type == "number" else tuple([TEXT[tile] for tile in tiles])
            for name, tiles in found.items()
            if name
        }

    def with_facts(self, hand: Hand, seat: int, how: str) -> Hand:
        """A hand with what house rules say of it now. Raises PluginError for flags and fields that there are not."""
        for name, play in self.tellers.items():
            facts = play.facts(seat, how if hand.winner else "")
            if facts is None:
                continue
            fields = self._facts_fields(name, facts)
            flags = (hand.flags | {*facts.flags}) - {*facts.without}
            hand = replace(hand, flags=flags, fields={**hand.fields, **fields})
        return hand

    def _facts_fields(self, name: str, facts: Facts) -> Mapping[str, Any]:
        """The fields of a record that a house rule says: tiles are counted where the field is a number.

        Raises PluginError where the ruleset does not know what it says.
        """
        book = self.ruleset.book
        for what, said, known in (
            ("flag", (*facts.flags, *facts.without), book.flags),
            ("field", facts.fields, book.fields),
        ):
            for word in said:
                if word not in known:
                    message = f'facts: "{word}" is not a {what} of {self.ruleset.id}{did_you_mean(word, known)}'
                    raise self.ruleset.plugins.error("mj_house_rules", name, message)
        fields = {
            word: len(value) if isinstance(value, tuple) and book.fields[word].type == WHOLE_NUMBER else value
            for word, value in facts.fields.items()
        }
        try:
            for word, value in fields.items():
                field_value(book.fields[word], value)
        except HandError as error:
            raise self.ruleset.plugins.error("mj_house_rules", name, f"facts: {error.field}: {error.message}") from None
        return fields

    @staticmethod
    def own_flags(player: Player) -> list[str]:
        """The flags of a hand whoever wins."""
        return [*player.flags, "dead_hand"] if player.dead or player.short else [*player.flags]

    def flags(self, seat: int, tile: Tile, how: str) -> list[str]:
        """The flags of a winner's hand."""
        state, player = self.state, self.state.players[seat]
        found = [flag for flag in player.flags if flag != CALLED]
        if how == DEALT:
            return [*found, "heaven"]
        turn = state.phase.turn if isinstance(state.phase, Claims) else state.phase
        assert isinstance(turn, Turn)
        if how == ROBBED:
            found += [] if self._robs_no_kong() else ["robbing_kong"]
        elif turn.last:
            found.append("last_tile")
        if how == DRAWN:
            found += self._drawn_flags(seat, turn)
        if how == CLAIMED and turn.kongs:
            found.append("discard_after_kong")
        found += [flag for flag, situation in self.rules.situations.items() if self._is_so(seat, how, situation)]
        if self._last_of_kind(seat, tile, how):
            found.append("last_of_kind")
        return found

    def _robs_no_kong(self) -> bool:
        """Whether what may be robbed is a tile laid aside or a bonus tile."""
        return isinstance(self.state.phase, Claims) and self.state.phase.kong in (ASIDE, LAID_BONUS)

    def _drawn_flags(self, seat: int, turn: Turn) -> list[str]:
        """What is to be said of the tile that the winner drew in a turn."""
        player = self.state.players[seat]
        found = ["kong_replacement"] if turn.kongs else []
        if turn.kongs > 1:
            found.append("kong_on_kong")
        if turn.replaced:
            found.append("flower_replacement")
        first = 0 if self.rules.deal == "one_each" else 1
        if seat == EAST and player.draws == first and not player.melds:
            found.append("original_hand")
        return found

    def _is_so(self, seat: int, how: str, situation: WinTime | EarlyWin) -> bool:
        """Whether a player wins as a flag of the ruleset says."""
        if not isinstance(situation, EarlyWin):
            return self._first_turn(seat, how, situation)
        discards = self.state.discards if situation.of == "all" else len(self.state.players[seat].pond)
        return discards <= situation.discards and not (situation.untouched and self._laid_down())

    def _first_turn(self, seat: int, how: str, situation: WinTime) -> bool:
        """Whether a player wins as a flag of the ruleset says: not East at the very beginning, or by a bonus tile."""
        state, player = self.state, self.state.players[seat]
        if situation == "easts_first_draw":
            return seat == EAST and how == DRAWN and not state.discards and not self._laid_down()
        if situation == "robbed_bonus":
            return how == ROBBED and isinstance(state.phase, Claims) and state.phase.kong == LAID_BONUS
        if seat == EAST or player.claims:
            return False
        if situation == "first_discard":
            return how == CLAIMED and state.discards == 1 and state.claims is not None and state.claims.seat == EAST
        untouched = not self._laid_down() and not player.pond
        return untouched and (how == DRAWN and player.draws == 1 if situation == "first_draw" else how == CLAIMED)

    def _laid_down(self) -> bool:
        """Whether anybody has declared a set, or laid a tile of the hand aside."""
        return self.state.melds > 0 or any(player.aside for player in self.state.players)

    def _last_of_kind(self, seat: int, tile: Tile, how: str) -> bool:
        """Whether all can see the other copies of the winning tile, and none is in the hand."""
        copies, player = self.ruleset.book.tiles.per_kind[KIND[tile]], self.state.players[seat]
        held = player.by_kind()[KIND[tile]] if self.reds else player.counts[tile]
        if held > (how == DRAWN):
            return False
        return copies > 1 and self.visible(tile) - (how != DRAWN) >= copies - 1

    def visible(self, tile: Tile) -> int:
        """How many copies of a tile all can see: in sets and hands that are not hidden, among discards, in the wall.

        Red fives and plain ones are copies of one another.
        """
        alike = [red for red, five in RED.items() if five == KIND[tile]] if self.reds else []
        return sum(map(self._visible, alike), start=self._visible(KIND[tile] if self.reds else tile))

    def _visible(self, tile: Tile) -> int:
        """How many tiles all can see that are just like one."""
        state, seen = self.state, 0
        for player in state.players:
            for meld in player.melds:
                if not meld.concealed or self.rules.concealed_kongs != "all_down":
                    seen += meld.tiles.count(tile)
            if self.rules.discards == "face_up":
                seen += player.unclaimed.count(tile)
            if player.finished:
                seen += player.counts[tile]
            seen += sum(own == tile for own, _ in player.aside)
        seen += sum(shown == tile and state.wall.holds(place) for place, shown in state.turned_up.items())
        if self.rules.discards != "face_up" and isinstance(state.phase, Claims):
            seen += state.phase.tile == tile and not state.phase.kong
        return seen
