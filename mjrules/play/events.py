"""What players decide and what happens at the table: frozen, and written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from ..declared.fields import NOTHING
from ..errors import MjrulesError, did_you_mean, printable
from ..tiles.tile import JOKER, TEXT, Tile, format_tiles, parse_tiles

NOBODY: Final = -1
"""In place of a seat."""
NO_TILE: Final = -1
"""In place of a tile: there is none, or it is not known."""
HIDDEN: Final = "?"
"""The text of a tile that is not known."""


class Action(NamedTuple):
    """What a player decides: a kind, and the tiles or the word that belong to it.

    `seat` is the place at the table in the order of play, 0 for East. `tiles` are those of the
    player's own hand that are used. `named` is what a discard is called, where that is not its name.
    """

    kind: str
    seat: int
    tile: Tile = NO_TILE
    tiles: tuple[Tile, ...] = ()
    word: str = ""
    named: Tile = NO_TILE

    def text(self) -> str:
        """The action in words, without the player: `discard 5m`, `chow 46m`."""
        parts = [self.kind, self.word]
        parts += [tiles_text(self.tiles)] if self.tiles else [tile_text(self.tile)] if self.tile != NO_TILE else []
        if self.named != NO_TILE:
            parts.append(f"named {tile_text(self.named)}")
        return " ".join(part for part in parts if part)


class Event(NamedTuple):
    """What happened. `KINDS` says what each kind means, and which fields it has."""

    kind: str
    seat: int = NOBODY
    tile: Tile = NO_TILE
    tiles: tuple[Tile, ...] = ()
    other: int = NOBODY
    word: str = ""
    named: Tile = NO_TILE
    data: Mapping[str, Any] | None = None

    @property
    def told(self) -> Mapping[str, Any]:
        """Its data; nothing where it has none."""
        return self.data or NOTHING

    def to_record(self, seats: Sequence[str]) -> dict[str, Any]:
        """The event as one JSON object; `seats` are the seat winds in the order of play."""
        record: dict[str, Any] = {"event": self.kind}
        if self.seat >= 0:
            record["seat"] = seats[self.seat]
        if self.tile >= 0 or self.kind in TILE_KNOWN:
            record["tile"] = tile_text(self.tile)
        if self.tiles:
            record["tiles"] = tiles_text(self.tiles)
        if self.other >= 0:
            record["other"] = seats[self.other]
        if self.word:
            record["word"] = self.word
        if self.named >= 0:
            record["named"] = TEXT[self.named]
        return record if self.data is None else {**record, **self.data}


def decision(event: Event) -> Action:
    """The action of an event that is a decision, as it was made."""
    if event.kind == "kong" and event.word:
        return Action("kong", event.seat, event.tile, event.tiles if JOKER in event.tiles else ())
    named = NO_TILE if event.named == event.tile else event.named
    return Action(event.kind, event.seat, event.tile, event.tiles, event.word, named)


TILE_KNOWN = ("drawn", "discard")
"""Events that always have a tile, be it a hidden one."""

DECISIONS: Mapping[str, str] = {
    "discard": "a tile is discarded; `named` says what it was called, if that was wrong",
    "pass": "a player does not claim, or has nothing to declare",
    "chow": "the discard is called for a chow with two `tiles` in hand",
    "pung": "the discard is called for a pung",
    "kong": "the discard is called for a kong; in your own turn, four alike in hand, or one for a claimed pung",
    "mahjong": "the hand is complete: with the discard, the drawn tile, a robbed kong, or as dealt",
    "draw": "the next tile is drawn, by the player whose turn it is, before all have spoken",
    "take_loose": "the loose tile for a kong is taken",
    "declare": "a player says something that a house rule knows, its `word`",
    "false_call": "a player calls (`word`) what the hand does not allow",
    "fault": "a fault that somebody noticed: the penalty of that id (`word`)",
    "give": "tiles are chosen for an exchange before play; without tiles: blindly",
    "answer": "yes or no (`word`) to a question of a house rule",
}
"""The kinds of action; what was decided is in the log as an event of the same kind."""

FIELDS_OF: Mapping[str, tuple[str, ...]] = {
    "discard": ("tile", "named"), "mahjong": ("tile",), "chow": ("tile", "tiles", "word"),
    "pung": ("tile", "tiles"), "kong": ("tile", "tiles"), "pass": (), "draw": (), "take_loose": (),
}  # fmt: skip
"""What is said with the kinds of action that every table knows."""


def has_more(action: Action) -> str:
    """Which field of an action means nothing with its kind, and that it does; empty where all mean something."""
    own = FIELDS_OF.get(action.kind)
    said = {
        "tile": action.tile != NO_TILE,
        "tiles": action.tiles,
        "word": action.word,
        "named": action.named != NO_TILE,
    }
    more = [] if own is None else [name for name, value in said.items() if value and name not in own]
    return f"{more[0]} means nothing with {action.kind}" if more else ""


KINDS: Mapping[str, str] = {
    "begin": "a hand begins: `round`, `hand`, the dice, the break, and the wall in the order of drawing (`tiles`)",
    "deal": "a player gets `tiles`",
    "bonus": "a player lays a bonus tile beside the hand",
    "drawn": "a player has a new `tile`, from the wall, as a loose tile for a kong, or for a bonus tile (`word`)",
    "ready": "a player has replaced all bonus tiles of the deal",
    "play": "play begins: all bonus tiles of the deal are replaced",
    "stands": "nobody robs a kong",
    "put_back": "a tile goes back to the wall, because a late call stands",
    "dice": "two dice each decide between a draw and a late call",
    "claim_lost": "a late call comes to nothing",
    "meld": "a claim is granted: the set (`word`) of `tiles`, with the discard of `other`",
    "robbed": "the tile of a kong goes to a winner",
    "moved": "tiles go from one hand to `other`",
    "dead": "a hand is dead: its player stops playing",
    "barred": "a player cannot win this hand",
    "paid": "a payment at once: who pays whom, and why",
    "won": "a player has won, with a `tile` drawn, claimed, robbed or as dealt (`word`)",
    "exhausted": "nobody has won, and no tile is left to draw",
    "seated": "a match begins: the players in the order of the seats, and how they came to them",
    "switched": "between two hands a pot (`word`) is played from now on, or no longer",
    "closed": "what a hand brought the players of a match, and what everybody has",
    "end": "the hand is over: the hands, what they are worth, and who pays whom",
}
"""The other kinds of event; house rules may have more."""


class End(NamedTuple):
    """The data of `end`. A hand that nobody has won has no hands, scores and items."""

    winners: Sequence[str]
    transfers: Sequence[Mapping[str, Any]]
    net: Mapping[str, int]
    events: int
    hands: Mapping[str, Mapping[str, Any]] = NOTHING
    scores: Mapping[str, int] = NOTHING
    items: Mapping[str, Sequence[Mapping[str, Any]]] = NOTHING


class Paid(NamedTuple):
    """The data of `paid`."""

    title: str
    transfers: Sequence[Mapping[str, Any]]
    settles_by: Mapping[str, Any] | None = None


class PotChange(NamedTuple):
    """What a hand changed in a pot, which holds so much then: the stake of each player, or what the winners got."""

    pot: int
    stake: int = 0
    paid: Mapping[str, int] = NOTHING

    def gain(self, player: str) -> int:
        """What a player has out of the pot; negative for a stake."""
        return self.paid.get(player, 0) - self.stake


class Closed(NamedTuple):
    """The data of `closed`, by players; `pots` has a change for each pot that was played, as a record."""

    winners: Sequence[str]
    net: Mapping[str, int]
    totals: Mapping[str, int]
    pots: Mapping[str, Mapping[str, Any]] = NOTHING


class LogError(MjrulesError):
    """A log that cannot be replayed: in which line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, printable(reason)
        super().__init__(f"line {line}: {self.reason}" if line else self.reason)


def tile_text(tile: Tile) -> str:
    """The text of a tile, `?` for one that is not known, or that there is not."""
    return TEXT[tile] if 0 <= tile < len(TEXT) else HIDDEN


def tiles_text(tiles: Sequence[Tile]) -> str:
    """The text of tiles in their order; unknown ones are `?`."""
    if all(0 <= tile < len(TEXT) for tile in tiles):
        return format_tiles(tiles)
    return " ".join(map(tile_text, tiles))


def read_tiles(text: Any) -> tuple[Tile, ...]:
    """The tiles of a text in which `?` stands for unknown ones. Raises ValueError."""
    if not isinstance(text, str):
        raise ValueError(f"expected tiles as text, got {text!r}")
    if HIDDEN not in text:
        return parse_tiles(text)
    found: list[Tile] = []
    for word in text.replace(HIDDEN, f" {HIDDEN} ").split():
        found += [NO_TILE] if word == HIDDEN else parse_tiles(word)
    return tuple(found)


def read_event(record: Any, seats: Sequence[str], extra: Sequence[str] = ()) -> Event:
    """The event of a JSON object; `extra` are kinds of house rules. Raises ValueError saying what is wrong."""
    if not isinstance(record, Mapping):
        raise ValueError("expected a JSON object")
    kind, known = record.get("event"), (*DECISIONS, *KINDS, *extra)
    if not isinstance(kind, str) or kind not in known:
        near = did_you_mean(kind, known) if isinstance(kind, str) else ""
        raise ValueError(f"{kind!r} is not an event{near}")
    seat = partial(_seat, seats)
    readers: Mapping[str, Callable[[Any], Any]] = {
        "tile": _tile, "named": _tile, "tiles": read_tiles, "word": _word, "seat": seat, "other": seat,
    }  # fmt: skip
    fields = {name: read(record[name]) for name, read in readers.items() if name in record}
    data = {str(name): value for name, value in record.items() if name != "event" and name not in readers}
    return Event(kind, **fields, data=data or None)


def _tile(value: Any) -> Tile:
    tiles = read_tiles(value)
    if len(tiles) != 1:
        raise ValueError("expected one tile")
    return tiles[0]


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a word, got {value!r}")
    return value


def _seat(seats: Sequence[str], value: Any) -> int:
    if value is None:
        return NOBODY
    if value not in seats:
        raise ValueError(f"there is no seat {value!r}: {', '.join(seats)}")
    return list(seats).index(value)
