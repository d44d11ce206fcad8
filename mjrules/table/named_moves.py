"""The moves of a table by name, in trios: `verify_x` raises with the reason, `can_x` asks, `x` does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import index
from typing import SupportsIndex

from ..errors import TileError
from ..play import events
from ..play.event_fields import NO_TILE
from ..play.events import Action, Event
from ..play.state import State
from ..tiles.tile import KIND, TEXT, Tile, parse_tiles

_Given = str | SupportsIndex
"""A tile as text or number, those of numpy too."""
Events = tuple[Event, ...]


class Moves(ABC):
    """Every move by its name. A seat is a seat wind or a place, a tile its text or number.

    Each `verify_x` raises ActionError with the reason, each `can_x` says whether the move is legal, and each
    `x` carries it out and returns the events of it and of what follows, or raises ActionError.
    """

    state: State

    @abstractmethod
    def place(self, seat: int | str) -> int:
        """The place of a seat."""

    @abstractmethod
    def verify(self, action: Action) -> None:
        """Raise ActionError where the action is not legal."""

    @abstractmethod
    def can(self, action: Action) -> bool:
        """Whether the action is legal."""

    @abstractmethod
    def do(self, action: Action) -> Events:
        """Carry the action out."""

    def verify_discard(self, seat: int | str, tile: _Given, named: _Given | None = None) -> None:
        """A tile of the hand, called by its name or, wrongly, by another."""
        self.verify(self._discard(seat, tile, named))

    def can_discard(self, seat: int | str, tile: _Given, named: _Given | None = None) -> bool:
        """Whether the tile may be discarded."""
        return self.can(self._discard(seat, tile, named))

    def discard(self, seat: int | str, tile: _Given, named: _Given | None = None) -> Events:
        """Discard a tile of the hand."""
        return self.do(self._discard(seat, tile, named))

    def verify_pass_claim(self, seat: int | str) -> None:
        """Not to claim what may be claimed."""
        self.verify(events.Pass(self.place(seat)))

    def can_pass_claim(self, seat: int | str) -> bool:
        """Whether there is something to pass."""
        return self.can(events.Pass(self.place(seat)))

    def pass_claim(self, seat: int | str) -> Events:
        """Pass: claim nothing, or declare no kong before play."""
        return self.do(events.Pass(self.place(seat)))

    def verify_chow(self, seat: int | str, tiles: _Given, low: _Given | None = None) -> None:
        """The discard for a chow with two tiles in hand; `low` is its lowest tile, where jokers are used."""
        self.verify(self._chow(seat, tiles, low))

    def can_chow(self, seat: int | str, tiles: _Given, low: _Given | None = None) -> bool:
        """Whether the chow may be claimed."""
        return self.can(self._chow(seat, tiles, low))

    def chow(self, seat: int | str, tiles: _Given, low: _Given | None = None) -> Events:
        """Claim the discard for a chow."""
        return self.do(self._chow(seat, tiles, low))

    def verify_pung(self, seat: int | str, tiles: _Given | None = None) -> None:
        """The discard for a pung, with two tiles in hand like it, or with the `tiles` that are named."""
        self.verify(self._pung(seat, tiles))

    def can_pung(self, seat: int | str, tiles: _Given | None = None) -> bool:
        """Whether the pung may be claimed."""
        return self.can(self._pung(seat, tiles))

    def pung(self, seat: int | str, tiles: _Given | None = None) -> Events:
        """Claim the discard for a pung."""
        return self.do(self._pung(seat, tiles))

    def verify_kong(self, seat: int | str, tile: _Given | None = None, tiles: _Given | None = None) -> None:
        """The discard for a kong; in the own turn the kong of `tile`, four in hand or one beside a pung."""
        self.verify(self._kong(seat, tile, tiles))

    def can_kong(self, seat: int | str, tile: _Given | None = None, tiles: _Given | None = None) -> bool:
        """Whether the kong may be claimed or declared."""
        return self.can(self._kong(seat, tile, tiles))

    def kong(self, seat: int | str, tile: _Given | None = None, tiles: _Given | None = None) -> Events:
        """Claim or declare a kong."""
        return self.do(self._kong(seat, tile, tiles))

    def verify_mahjong(self, seat: int | str) -> None:
        """The hand is complete with the tile drawn, or with the one that may be claimed."""
        self.verify(self._mahjong(seat))

    def can_mahjong(self, seat: int | str) -> bool:
        """Whether the player may win."""
        return self.can(self._mahjong(seat))

    def mahjong(self, seat: int | str) -> Events:
        """Win."""
        return self.do(self._mahjong(seat))

    def verify_draw(self, seat: int | str) -> None:
        """To draw before all have spoken, where the ruleset knows late calls."""
        self.verify(events.Draw(self.place(seat)))

    def can_draw(self, seat: int | str) -> bool:
        """Whether the player need not wait."""
        return self.can(events.Draw(self.place(seat)))

    def draw(self, seat: int | str) -> Events:
        """Draw without waiting for the others."""
        return self.do(events.Draw(self.place(seat)))

    def verify_take_loose(self, seat: int | str) -> None:
        """The loose tile for a kong, where the ruleset has it asked for."""
        self.verify(events.TakeLoose(self.place(seat)))

    def can_take_loose(self, seat: int | str) -> bool:
        """Whether a loose tile is due."""
        return self.can(events.TakeLoose(self.place(seat)))

    def take_loose(self, seat: int | str) -> Events:
        """Take the loose tile for a kong."""
        return self.do(events.TakeLoose(self.place(seat)))

    def verify_call_falsely(self, seat: int | str, call: str) -> None:
        """A call (chow, pung, kong, mahjong) that the hand does not allow."""
        self.verify(events.FalseCall(self.place(seat), _word(call)))

    def can_call_falsely(self, seat: int | str, call: str) -> bool:
        """Whether the call would be a false one."""
        return self.can(events.FalseCall(self.place(seat), _word(call)))

    def call_falsely(self, seat: int | str, call: str) -> Events:
        """Call falsely; the penalty of the ruleset follows."""
        return self.do(events.FalseCall(self.place(seat), _word(call)))

    def verify_fault(self, seat: int | str, penalty: str) -> None:
        """A fault of a player that somebody noticed, by the id of its penalty."""
        self.verify(events.NoticedFault(self.place(seat), _word(penalty)))

    def can_fault(self, seat: int | str, penalty: str) -> bool:
        """Whether the ruleset has that penalty, and the hand is played."""
        return self.can(events.NoticedFault(self.place(seat), _word(penalty)))

    def fault(self, seat: int | str, penalty: str) -> Events:
        """Punish a fault as the ruleset says."""
        return self.do(events.NoticedFault(self.place(seat), _word(penalty)))

    def verify_declare(self, seat: int | str, declaration: str) -> None:
        """To declare what a house rule of the ruleset knows, such as fishing."""
        self.verify(events.Declare(self.place(seat), _word(declaration)))

    def can_declare(self, seat: int | str, declaration: str) -> bool:
        """Whether it may be declared."""
        return self.can(events.Declare(self.place(seat), _word(declaration)))

    def declare(self, seat: int | str, declaration: str) -> Events:
        """Declare it; the discard follows."""
        return self.do(events.Declare(self.place(seat), _word(declaration)))

    def verify_give(self, seat: int | str, tiles: _Given | None = None) -> None:
        """Tiles for an exchange before play; none: those of the step before, blindly."""
        self.verify(self._gift(seat, tiles))

    def can_give(self, seat: int | str, tiles: _Given | None = None) -> bool:
        """Whether the tiles may be given."""
        return self.can(self._gift(seat, tiles))

    def give(self, seat: int | str, tiles: _Given | None = None) -> Events:
        """Give tiles; they move when all have chosen."""
        return self.do(self._gift(seat, tiles))

    def verify_answer(self, seat: int | str, answer: str) -> None:
        """Yes or no to a question of a house rule."""
        self.verify(events.Answer(self.place(seat), _word(answer)))

    def can_answer(self, seat: int | str, answer: str) -> bool:
        """Whether there is such a question."""
        return self.can(events.Answer(self.place(seat), _word(answer)))

    def answer(self, seat: int | str, answer: str) -> Events:
        """Answer it."""
        return self.do(events.Answer(self.place(seat), _word(answer)))

    # The actions that the moves mean

    def _gift(self, seat: int | str, tiles: _Given | None) -> events.Give:
        return events.Give(self.place(seat), () if tiles is None else tuple(sorted(_tiles(tiles))))

    def _discard(self, seat: int | str, tile: _Given, named: _Given | None) -> events.Discard:
        return events.Discard(self.place(seat), _tile(tile), NO_TILE if named is None else _tile(named))

    def _chow(self, seat: int | str, tiles: _Given, low: _Given | None) -> events.Chow:
        word = "" if low is None else TEXT[_tile(low)]
        own = _tiles(tiles) if word else tuple(sorted(_tiles(tiles)))
        return events.Chow(self.place(seat), self.state.tile, own, word)

    def _pung(self, seat: int | str, tiles: _Given | None) -> events.Pung:
        return events.Pung(self.place(seat), self.state.tile, self._alike(tiles, 2))

    def _kong(self, seat: int | str, tile: _Given | None, tiles: _Given | None) -> events.Kong:
        if tile is not None:
            return events.Kong(self.place(seat), _tile(tile))
        return events.Kong(self.place(seat), self.state.tile, self._alike(tiles, 3))

    def _alike(self, tiles: _Given | None, number: int) -> tuple[Tile, ...]:
        own = self.state.tile
        plain = KIND[own] if own != NO_TILE else own
        return (plain,) * number if tiles is None else tuple(sorted(_tiles(tiles)))

    def _mahjong(self, seat: int | str) -> events.Mahjong:
        place, state = self.place(seat), self.state
        return events.Mahjong(place, state.tile if state.claiming(place) else state.drawn)


def _word(given: str) -> str:
    """A word as it was given; empty for what a client sent that is none."""
    return given if isinstance(given, str) else ""


def _tile(given: _Given) -> Tile:
    """A tile by its text or number; NO_TILE for what is none."""
    if isinstance(given, SupportsIndex):
        number = index(given)
        return number if 0 <= number < len(TEXT) else NO_TILE
    found = _tiles(given)
    return found[0] if len(found) == 1 else NO_TILE


def _tiles(given: _Given) -> tuple[Tile, ...]:
    if isinstance(given, SupportsIndex):
        return (index(given),)
    if not isinstance(given, str):  # what a client sent, such as null, is no tile, and refused as a move
        return ()
    try:
        return parse_tiles(given)
    except TileError:
        return ()
