"""Games of other programs, played again on a table: what formats of logs share, whatever their records look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

from .. import bounds
from ..errors import MjrulesError, described
from ..play import events
from ..play.event_fields import tile_text
from ..play.events import Action, LogError
from ..table.errors import TableError
from ..table.table import Table
from ..tiles.tile import Tile

Given = ParamSpec("Given")

OWN_CLAIMS: Mapping[str, type[events.Chow | events.Pung | events.Kong]] = {
    "chow": events.Chow,
    "pung": events.Pung,
    "kong": events.Kong,
}
"""The classes of claims for a set by their kinds."""


class GameReplay:
    """A game that is played again on `table`, the record of which is at a line of a file.

    `name` is how messages call the game, and `where` the place in the record that is looked at. Records number the
    seats from 0 on; `east` is the number of the one that is East. Every method raises LogError, with line, name and
    place, where the table refuses something, or the game is not as its record says.
    """

    def __init__(self, line: int, name: str, east: int = 0) -> None:
        self.line, self.name, self.east = line, name, east
        self.where = ""
        self.table: Table
        self._looked_at = 0
        """How many events of the table were looked at for tiles that were drawn."""

    def error(self, reason: str) -> LogError:
        """What is wrong with the game here, as an exception to raise."""
        return LogError(self.line, ": ".join(filter(None, (self.name, self.where, reason))))

    def at(self, seat: int) -> int:
        """The place at the table of a seat of the record."""
        return (seat - self.east) % len(self.table.seats)

    def seat(self, place: int) -> int:
        """The seat of the record at a place of the table."""
        return (place + self.east) % len(self.table.seats)

    def told(self, where: str, work: Callable[Given, object], *given: Given.args, **named: Given.kwargs) -> None:
        """Do something that stands at a place in the record; what the table refuses is reported with it."""
        self.where = where
        try:
            work(*given, **named)
        except LogError:
            raise
        except TableError:
            raise self.error("a tile is drawn here that the record does not mention") from None
        except MjrulesError as error:
            raise self.error(str(error)) from None

    def do(self, action: Action) -> tuple[events.Event, ...]:
        """Carry out what somebody decides once every tile drawn until then was looked at."""
        self.all_drawn()
        return self.table.do(action)

    # Tiles that are drawn

    def check_drawn(self, seat: int, tile: Tile | None) -> events.Drawn:
        """The next tile that is drawn; it must be this one, and drawn by this seat."""
        event = self._next_drawn()
        if event is None:
            raise self.error(f"nothing is drawn: {self._waiting()}")
        if (self.seat(event.seat), event.tile) != (seat, tile):
            raise self._expected(event)
        self._looked_at += 1
        return event

    def all_drawn(self) -> None:
        """Every tile that was drawn was looked at."""
        event = self._next_drawn()
        if event is not None:
            raise self._expected(event)

    def _next_drawn(self) -> events.Drawn | None:
        """The next tile drawn that was not looked at yet."""
        log = self.table.log
        while self._looked_at < len(log):
            event = log[self._looked_at]
            if isinstance(event, events.Drawn):
                return event
            self._looked_at += 1
        return None

    def _expected(self, event: events.Drawn) -> LogError:
        return self.error(f"expected seat {self.seat(event.seat)} to draw {tile_text(event.tile)}")

    def _waiting(self) -> str:
        if self.table.over:
            return "the game is over"
        acting = " and ".join(str(self.seat(self.table.place(wind))) for wind in self.table.to_act())
        return f"seat {acting} has to decide"

    # Claims

    @property
    def claiming(self) -> bool:
        """Whether a tile lies open that somebody may claim."""
        return self.table.state.phase.name == "claims"

    def pass_all(self) -> None:
        """All who could claim the tile that lies open, and have not said so, pass."""
        table = self.table
        while self.claiming:
            table.do(events.Pass(table.place(table.to_act()[0])))

    def claim(self, kind: str, seat: int, tile: Tile, own: tuple[Tile, ...], giver: int) -> None:
        """A seat claims the tile of another for a set (`chow`, `pung`, `kong`) with these `own` tiles; others pass."""
        lies = self.table.state.claims
        if self.claiming and lies is not None and (self.at(giver), tile) != (lies.seat, lies.tile):
            raise self.error(f"the tile to claim is {tile_text(lies.tile)} of seat {self.seat(lies.seat)}")
        self.all_drawn()
        asked = OWN_CLAIMS[kind](self.at(seat), tile, own)
        legal = self.table.legal_actions(asked.seat)
        alike = (found for found in legal if isinstance(found, type(asked)) and Counter(found.tiles) == Counter(own))
        self.table.do(next(alike, asked))
        self.pass_all()

    def own_kong(self, kind: str, seat: int, tile: Tile) -> None:
        """A seat makes a kong of that kind of its own tiles: `concealed_kong`, or `added_kong` to a pung."""
        (done, *_) = self.do(events.Kong(self.at(seat), tile))
        if isinstance(done, events.Kong) and f"{done.how}_kong" != kind:
            raise self.error(f"the kong is {done.how}")

    def win(self, *seats: int) -> None:
        """These seats win, with the tile that lies open or that was drawn; others pass."""
        self.all_drawn()
        tile = self.table.state.tile if self.claiming else self.table.state.drawn
        for seat in seats:
            self.table.do(events.Mahjong(self.at(seat), tile))
        self.pass_all()

    # What it comes to

    def must_be_over(self) -> None:
        """The hand is over."""
        self.all_drawn()
        if not self.table.over:
            raise self.error(f"the game is not over: {self._waiting()}")

    def same(self, field: str, expected: Any, found: Any) -> None:
        """A value of the record is as the table has it."""
        if type(expected) is not type(found) or expected != found:
            told = "none" if found is None else str(found) if isinstance(found, list) else described(found)
            raise self.error(f"{field}: expected {expected}, found {told[: bounds.SHOWN]}")
