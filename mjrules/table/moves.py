"""The moves of a table by name, in trios: `verify_x` raises with the reason, `can_x` asks, `x` does it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..errors import TileError
from ..play.events import NO_TILE, Action, Event
from ..play.state import State
from ..tiles.tile import TEXT, Tile, parse_tiles

Given = str | int
"""A tile as text or number."""
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

    def verify_discard(self, seat: Given, tile: Given, named: Given | None = None) -> None:
        """A tile of the hand, called by its name or, wrongly, by another."""
        self.verify(self._discard(seat, tile, named))

    def can_discard(self, seat: Given, tile: Given, named: Given | None = None) -> bool:
        """Whether the tile may be discarded."""
        return self.can(self._discard(seat, tile, named))

    def discard(self, seat: Given, tile: Given, named: Given | None = None) -> Events:
        """Discard a tile of the hand."""
        return self.do(self._discard(seat, tile, named))

    def verify_pass_claim(self, seat: Given) -> None:
        """Not to claim what may be claimed."""
        self.verify(Action("pass", self.place(seat)))

    def can_pass_claim(self, seat: Given) -> bool:
        """Whether there is something to pass."""
        return self.can(Action("pass", self.place(seat)))

    def pass_claim(self, seat: Given) -> Events:
        """Pass: claim nothing, or declare no kong before play."""
        return self.do(Action("pass", self.place(seat)))

    def verify_chow(self, seat: Given, tiles: Given, low: Given | None = None) -> None:
        """The discard for a chow with two tiles in hand; `low` is its lowest tile, where jokers are used."""
        self.verify(self._chow(seat, tiles, low))

    def can_chow(self, seat: Given, tiles: Given, low: Given | None = None) -> bool:
        """Whether the chow may be claimed."""
        return self.can(self._chow(seat, tiles, low))

    def chow(self, seat: Given, tiles: Given, low: Given | None = None) -> Events:
        """Claim the discard for a chow."""
        return self.do(self._chow(seat, tiles, low))

    def verify_pung(self, seat: Given, tiles: Given | None = None) -> None:
        """The discard for a pung, with two tiles in hand like it, or with the `tiles` that are named."""
        self.verify(self._set("pung", seat, tiles, 2))

    def can_pung(self, seat: Given, tiles: Given | None = None) -> bool:
        """Whether the pung may be claimed."""
        return self.can(self._set("pung", seat, tiles, 2))

    def pung(self, seat: Given, tiles: Given | None = None) -> Events:
        """Claim the discard for a pung."""
        return self.do(self._set("pung", seat, tiles, 2))

    def verify_kong(self, seat: Given, tile: Given | None = None, tiles: Given | None = None) -> None:
        """The discard for a kong; in the own turn the kong of `tile`, four in hand or one beside a pung."""
        self.verify(self._kong(seat, tile, tiles))

    def can_kong(self, seat: Given, tile: Given | None = None, tiles: Given | None = None) -> bool:
        """Whether the kong may be claimed or declared."""
        return self.can(self._kong(seat, tile, tiles))

    def kong(self, seat: Given, tile: Given | None = None, tiles: Given | None = None) -> Events:
        """Claim or declare a kong."""
        return self.do(self._kong(seat, tile, tiles))

    def verify_mahjong(self, seat: Given) -> None:
        """The hand is complete with the tile drawn, or with the one that may be claimed."""
        self.verify(self._mahjong(seat))

    def can_mahjong(self, seat: Given) -> bool:
        """Whether the player may win."""
        return self.can(self._mahjong(seat))

    def mahjong(self, seat: Given) -> Events:
        """Win."""
        return self.do(self._mahjong(seat))

    def verify_draw(self, seat: Given) -> None:
        """To draw before all have spoken, where the ruleset knows late calls."""
        self.verify(Action("draw", self.place(seat)))

    def can_draw(self, seat: Given) -> bool:
        """Whether the player need not wait."""
        return self.can(Action("draw", self.place(seat)))

    def draw(self, seat: Given) -> Events:
        """Draw without waiting for the others."""
        return self.do(Action("draw", self.place(seat)))

    def verify_take_loose(self, seat: Given) -> None:
        """The loose tile for a kong, where the ruleset has it asked for."""
        self.verify(Action("take_loose", self.place(seat)))

    def can_take_loose(self, seat: Given) -> bool:
        """Whether a loose tile is due."""
        return self.can(Action("take_loose", self.place(seat)))

    def take_loose(self, seat: Given) -> Events:
        """Take the loose tile for a kong."""
        return self.do(Action("take_loose", self.place(seat)))

    def verify_call_falsely(self, seat: Given, call: str) -> None:
        """A call (chow, pung, kong, mahjong) that the hand does not allow."""
        self.verify(Action("false_call", self.place(seat), word=call))

    def can_call_falsely(self, seat: Given, call: str) -> bool:
        """Whether the call would be a false one."""
        return self.can(Action("false_call", self.place(seat), word=call))

    def call_falsely(self, seat: Given, call: str) -> Events:
        """Call falsely; the penalty of the ruleset follows."""
        return self.do(Action("false_call", self.place(seat), word=call))

    def verify_fault(self, seat: Given, penalty: str) -> None:
        """A fault of a player that somebody noticed, by the id of its penalty."""
        self.verify(Action("fault", self.place(seat), word=penalty))

    def can_fault(self, seat: Given, penalty: str) -> bool:
        """Whether the ruleset has that penalty, and the hand is played."""
        return self.can(Action("fault", self.place(seat), word=penalty))

    def fault(self, seat: Given, penalty: str) -> Events:
        """Punish a fault as the ruleset says."""
        return self.do(Action("fault", self.place(seat), word=penalty))

    def verify_declare(self, seat: Given, declaration: str) -> None:
        """To declare what a house rule of the ruleset knows, such as fishing."""
        self.verify(Action("declare", self.place(seat), word=declaration))

    def can_declare(self, seat: Given, declaration: str) -> bool:
        """Whether it may be declared."""
        return self.can(Action("declare", self.place(seat), word=declaration))

    def declare(self, seat: Given, declaration: str) -> Events:
        """Declare it; the discard follows."""
        return self.do(Action("declare", self.place(seat), word=declaration))

    def verify_give(self, seat: Given, tiles: Given | None = None) -> None:
        """Tiles for an exchange before play; none: those of the step before, blindly."""
        self.verify(self._gift(seat, tiles))

    def can_give(self, seat: Given, tiles: Given | None = None) -> bool:
        """Whether the tiles may be given."""
        return self.can(self._gift(seat, tiles))

    def give(self, seat: Given, tiles: Given | None = None) -> Events:
        """Give tiles; they move when all have chosen."""
        return self.do(self._gift(seat, tiles))

    def verify_answer(self, seat: Given, answer: str) -> None:
        """Yes or no to a question of a house rule."""
        self.verify(Action("answer", self.place(seat), word=answer))

    def can_answer(self, seat: Given, answer: str) -> bool:
        """Whether there is such a question."""
        return self.can(Action("answer", self.place(seat), word=answer))

    def answer(self, seat: Given, answer: str) -> Events:
        """Answer it."""
        return self.do(Action("answer", self.place(seat), word=answer))

    # The actions that the moves mean

    def _gift(self, seat: Given, tiles: Given | None) -> Action:
        own = () if tiles is None else tuple(sorted(_tiles(tiles)))
        return Action("give", self.place(seat), tiles=own)

    def _discard(self, seat: Given, tile: Given, named: Given | None) -> Action:
        called = NO_TILE if named is None else _tile(named)
        return Action("discard", self.place(seat), _tile(tile), named=called)

    def _chow(self, seat: Given, tiles: Given, low: Given | None) -> Action:
        word = "" if low is None else TEXT[_tile(low)]
        own = _tiles(tiles) if word else tuple(sorted(_tiles(tiles)))
        return Action("chow", self.place(seat), self.state.tile, own, word)

    def _set(self, kind: str, seat: Given, tiles: Given | None, number: int) -> Action:
        own = (self.state.tile,) * number if tiles is None else tuple(sorted(_tiles(tiles)))
        return Action(kind, self.place(seat), self.state.tile, own)

    def _kong(self, seat: Given, tile: Given | None, tiles: Given | None) -> Action:
        if tile is not None:
            return Action("kong", self.place(seat), _tile(tile))
        return self._set("kong", seat, tiles, 3)

    def _mahjong(self, seat: Given) -> Action:
        place, state = self.place(seat), self.state
        return Action("mahjong", place, state.tile if state.claiming(place) else state.drawn)


def _tile(given: Given) -> Tile:
    """A tile by its text or number; NO_TILE for what is none."""
    if isinstance(given, int):
        return given if 0 <= given < len(TEXT) else NO_TILE
    found = _tiles(given)
    return found[0] if len(found) == 1 else NO_TILE


def _tiles(given: Given) -> tuple[Tile, ...]:
    if isinstance(given, int):
        return (given,)
    try:
        return parse_tiles(given)
    except TileError:
        return ()
