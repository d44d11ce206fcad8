"""An episode for learning agents: hands of a match, one decision after another, those without a choice left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

from ..match.match import Match
from ..play.events import Action, Discard
from ..ruleset.ruleset import Ruleset
from ..table.errors import TableError, check_number
from ..table.moments import add_place
from ..table.stalled import stalled
from ..table.view import View
from ..tiles.tile import Tile
from .action_numbers import MoveSpace


def number_said(action: Any) -> int:
    """The number of an action in whatever type of numbers it is said. Raises TableError for what is no whole one."""
    try:
        return index(action if hasattr(action, "__index__") or not action.is_integer() else int(action))
    except (AttributeError, TypeError):
        raise TableError(f"{action} is no number of an action: expected a whole one") from None


class Episode:
    """So many hands of a match. `player` has to decide, by the numbers of `offers`; -1 when the episode is over.

    Players are numbered as they sit in the first hand, East first. A decision of a player who may do only one thing
    is made unasked. Raises TableError where later hands might be played under other options than the first, and
    for fewer than one hand.
    """

    def __init__(self, ruleset: Ruleset, moves: MoveSpace, seed: int | str, hands: int = 1) -> None:
        check_number("hands", hands, 1)
        changes = [name for name, rule in ruleset.rules_played.items() if rule.options is not None]
        if hands > 1 and changes:
            raise TableError(f"{changes[0]} may change the options of later hands: an episode has one hand")
        self.moves, self.hands = moves, hands
        self.names = tuple(f"player_{number}" for number in range(len(ruleset.definition.table.seats)))
        self.match = Match(ruleset, seed, self.names, seat=False)
        self.played = 0
        self.sits = self._players()
        """The numbers of the players in the order of play, East first, in the hand being played."""
        self.player = -1
        self.place = 0
        """The place at the table of the player who decides."""
        self.legal: Sequence[Action] = ()
        self.chosen: list[Tile] = []
        """The tiles that were chosen so far, where several are given at once."""
        self._offers: dict[int, Action | Tile] | None = None
        self._discards = 0
        """What `_only_discards` has found; 0 where it was not asked."""
        self.gains: Mapping[str, int] = {}
        """What the players won or lost by the last decision: in the hand that it ended."""
        self._advance()

    @property
    def over(self) -> bool:
        """Whether all hands are played, or the match is over before."""
        return self.player < 0

    @property
    def offers(self) -> dict[int, Action | Tile]:
        """What may be done, by its number: an action, or the next of several tiles; nothing when all is over."""
        if self._offers is None:
            self._offers = self.moves.offers(self.legal, self.chosen)
        return self._offers

    def _only_discards(self) -> int:
        """The mask of the tiles in hand, where each may be discarded, in order, and nothing else be done; else 0."""
        legal = self.legal
        if legal and type(legal[0]) is Discard and type(legal[-1]) is Discard:
            held = self.match.table.state.players[self.place].held
            if len(legal) == held.bit_count():
                self._discards = held
        return self._discards

    def mask(self) -> bytes | bytearray:
        """What may be done: a byte for every number, 1 where it is offered."""
        if self._only_discards():
            return self.moves.mask_of_discards(self.match.table.state.players[self.place].counts)
        mask = bytearray(self.moves.size)
        for offered in self.offers:
            mask[offered] = 1
        return mask

    def offered(self, number: int) -> Action | Tile:
        """What a number stands for. Raises TableError for one that is not offered."""
        tile = number - self.moves.discards
        held = self._discards or self._only_discards()
        if tile >= 0 and held >> tile & 1:
            return self.legal[(held & (1 << tile) - 1).bit_count()]
        found = self.offers.get(number)
        if found is None:
            raise TableError(f"{number} is not offered: expected one of {', '.join(map(str, sorted(self.offers)))}")
        return found

    def any_number(self, chance: float) -> int:
        """The number of something that may be done: `chance`, from 0 to below 1, says which."""
        legal = self.legal
        if self._discards or self._only_discards():
            tile: Tile = legal[int(chance * len(legal))][1]
            return self.moves.discards + tile
        offers = list(self.offers)
        return offers[int(chance * len(offers))]

    def do(self, number: int) -> None:
        """Carry out what a number stands for. Raises TableError for one that is not offered."""
        self.take(self.offered(number))

    def take(self, found: Action | Tile) -> None:
        """Carry out what is `offered`; of several tiles, also those after it that are the only ones left."""
        if isinstance(found, Action):
            self.carry_out(found)
            return
        self.gains = {}
        self.chosen.append(found)
        number, chosen, given = len(self.chosen), sorted(self.chosen), self.moves.given
        whole = next((own for own in self.legal if len(given(own)) == number and sorted(given(own)) == chosen), None)
        if whole is not None:
            self.carry_out(whole)
            return
        self._offers = None
        if len(self.offers) == 1:
            self.take(*self.offers.values())

    def carry_out(self, action: Action) -> None:
        """Carry out a legal action as a whole. What fails says whose decision it was, and in which hand."""
        self.gains, table = {}, self.match.table
        try:
            table.proceed(action)
        except Exception as error:
            add_place(error, table, self.place)
            raise
        self._advance()

    def view(self, player: int | None = None) -> View:
        """What the player who decides sees, or another one; only who decides has legal actions."""
        if player is None or player == self.player:
            return View(self.match.table, self.place, self.legal)
        return View(self.match.table, self.sits.index(player), ())

    def _advance(self) -> None:
        """On to the next decision in which there is a choice, be it in the next hand."""
        self._offers, self._discards = None, 0
        if self.chosen:
            self.chosen = []
        while True:
            table = self.match.table
            place, legal = table.referee.next_decision()
            if len(legal) > 1:
                self.place, self.legal, self.player = place, legal, self.sits[place]
                return
            if legal:
                table.proceed(legal[0])
            elif not table.over:
                raise stalled(table)
            elif self._end_hand():
                return

    def _end_hand(self) -> bool:
        """Enter the hand that is over, and deal the next; gives whether the episode is over instead."""
        match = self.match
        closed = match.close()
        assert closed is not None
        self.gains = closed.net  # no hand is without a choice, so a decision ends one at most
        self.played += 1
        match.forget()
        if self.played >= self.hands or match.over:
            self.player, self.legal = -1, ()
            return True
        match.next_hand()
        self.sits = self._players()
        return False

    def _players(self) -> list[int]:
        """The numbers of the players by their places in the hand being played."""
        return [self.names.index(name) for name in self.match.players.values()]
