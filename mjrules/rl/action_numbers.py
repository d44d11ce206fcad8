"""The actions of a ruleset as numbers: which action each number stands for, the same in every hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Final, get_type_hints

from ..errors import described
from ..hands.record import FLAGS, SEATS
from ..play.events import Action, Chow, Discard, Draw, Kong, Mahjong, Pass, Pung, TakeLoose
from ..play.seat_state import TILES
from ..ruleset.load import NamedRuleset, loaded
from ..table.errors import TableError
from ..table.table import Table
from ..tiles.tile import JOKER, KINDS, RANKS, RED, SUITS, TEXT, Tile

ALONE: tuple[type[Action], ...] = (Pass, Draw, TakeLoose, Mahjong)
"""Actions of which there is one at most."""
_VARIANTS = 3
"""A tile of a set is a plain one, a red five or a joker."""
_PICK = "choose"
WHOLE_NUMBERS: Final = range(100)
"""The whole numbers that an action of a house rule may say."""
MOST_OF_A_KIND: Final = 10_000
"""So many numbers a kind of actions of a house rule has at most: one that says several things has their product."""
_SOME = bytes([0, *[1] * 255])
"""For every number of tiles whether there is one."""


class MoveSpace:
    """Numbers for all actions that may ever be legal under a ruleset; `names` has the words of each number.

    First come the actions that there are once, then discards by tile, chows by the place of the claimed tile, pungs
    and kongs, then what house rules offer. Where several tiles are given at once, they are chosen one after another:
    the last numbers stand for the next tile.
    """

    def __init__(self, ruleset: NamedRuleset) -> None:
        ruleset = loaded(ruleset)
        tiles = ruleset.book.tiles
        self.jokers = tiles.copies[JOKER] > 0
        self.variants = self.jokers or tiles.reds
        self.names: list[str] = []
        self._first: dict[str, int] = {}
        self.words: tuple[str, ...] = tuple(
            dict.fromkeys((*FLAGS, *ruleset.definition.flags, "yes", "no", *SUITS, "z"))
        )
        """What may be said in declarations and answers."""
        self._known: dict[tuple[object, ...], int] = {}
        self._block("alone", (kind.kind for kind in ALONE))
        self._block("discard", (f"discard {text}" for text in TEXT[:TILES]))
        self.discards = self._first["discard"]
        """The number of the discard of the first tile; those of the others follow."""
        self._block("chow", _chow_names(variants=self.variants))
        self._block("pung", _alike_names("pung", 2, variants=self.variants))
        self._block("kong", _alike_names("kong", 3, variants=self.variants))
        self._block("own kong", _own_kong_names(jokers=self.jokers))
        self._seats = SEATS[: len(ruleset.definition.table.seats)]
        self._house = {kind.kind: kind for play in Table(ruleset, 0).plays for kind in play.kinds}
        self._says: dict[str, dict[str, Sequence[Any]]] = {}
        """What each field of a kind of actions of house rules may say."""
        for name, kind in sorted(self._house.items()):
            self._block(name, self._house_names(name, kind))
        if any(item.form.key == "tiles" for kind in self._house.values() for item in kind.fields()):
            self._block(_PICK, (f"choose {text}" for text in TEXT[:TILES]))
        self._gives: dict[type[Action], bool] = {}
        """Whether actions of a class have tiles that are chosen one after another."""
        self._around = bytes(self.discards), bytes(self.size - self.discards - TILES)

    def __deepcopy__(self, memo: object) -> MoveSpace:
        """The same, as nothing of it changes."""
        return self

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.names)

    def number(self, action: Action) -> int:
        """The number of an action. Raises TableError for one that no ruleset like this has."""
        said = (type(action), *action[1:])
        found = self._known.get(said)
        if found is None:
            found = self._known[said] = self._number(action)
        return found

    def offers(self, legal: Sequence[Action], chosen: Sequence[Tile] = ()) -> dict[int, Action | Tile]:
        """What may be done, by its number: an action, or the next tile of several, `chosen` having been chosen."""
        found: dict[int, Action | Tile] = {}
        for action in legal:
            if type(action) is Discard:
                if not chosen:
                    found[self.discards + action.tile] = action
                continue
            tiles = self.given(action)
            if tiles:
                for tile in _left(tiles, chosen) if chosen else tiles:
                    found[self._first[_PICK] + tile] = tile
            elif not chosen:
                found[self.number(action)] = action
        return found

    def mask_of_discards(self, counts: Sequence[int]) -> bytes:
        """The mask of the numbers that stand for the discards of tiles, of which there are so many of each."""
        before, behind = self._around
        return before + bytes(counts).translate(_SOME) + behind

    def given(self, action: Action) -> Sequence[Tile]:
        """The tiles of an action that are chosen one after another; none where it has a number of its own."""
        kind = type(action)
        gives = self._gives.get(kind)
        if gives is None:
            gives = not issubclass(kind, (Chow, Pung, Kong)) and kind.kind in self._house and hasattr(action, "tiles")
            self._gives[kind] = gives
        return action.tiles if gives else ()  # type: ignore[attr-defined]

    def _block(self, name: str, names: Iterable[str]) -> None:
        self._first[name] = len(self.names)
        self.names += names

    def _house_names(self, name: str, kind: type[Action]) -> Iterator[str]:
        """The names of the actions of a house rule. Raises TableError where they cannot be numbered."""
        hints, told = get_type_hints(kind), name.replace("_", " ")
        keys = {item.form.key: item.name for item in kind.fields() if item.name != "seat"}
        if keys.keys() == {"tiles"}:
            self._says[name] = {}
            yield told
            return
        found = {field: self._may_say(key, hints[field]) for key, field in keys.items()}
        unknown = [key for key, field in keys.items() if not found[field]]
        if unknown:
            raise TableError(f"actions of the kind {name} cannot be numbered: they say {', '.join(sorted(unknown))}")
        if (number := prod(map(len, found.values()))) > MOST_OF_A_KIND:
            raise TableError(
                f"actions of the kind {name} cannot be numbered: there are {number}, over {MOST_OF_A_KIND}"
            )
        self._says[name] = found
        words = (self._in_words(key, field, found[field]) for key, field in keys.items())
        yield from (" ".join(filter(None, [told, *parts])) for parts in product(*words))

    def _may_say(self, key: str, hint: Any) -> Sequence[Any]:
        """What a field of an action of a house rule may say; nothing where that is not known."""
        plain: dict[Any, Sequence[Any]] = {int: WHOLE_NUMBERS, bool: (False, True)}
        places: dict[str, Sequence[Any]] = {"tile": range(TILES), "word": self.words, "other": range(len(self._seats))}
        return places.get(key) or (() if key in ("tiles", "named") else plain.get(hint, ()))

    def _in_words(self, key: str, field: str, values: Sequence[Any]) -> Sequence[str]:
        """What a field may say, in words."""
        if key == "tile":
            return TEXT[:TILES]
        if key == "other":
            return self._seats
        if values == (False, True):
            return "", field
        return [str(value).replace("_", " ") for value in values]

    def _number(self, action: Action) -> int:
        if isinstance(action, ALONE):
            return self._first["alone"] + next(place for place, kind in enumerate(ALONE) if isinstance(action, kind))
        if isinstance(action, Discard):
            return self._first["discard"] + _one_of(range(TILES), action.tile, action.kind)
        if isinstance(action, Chow):
            return self._first["chow"] + self._chow(action)
        if isinstance(action, (Pung, Kong)) and len(action.tiles) in (2, 3):
            return self._first[action.kind] + _alike(action.tiles, variants=self.variants)
        if isinstance(action, Kong):
            tile = _one_of(range(KINDS), action.tile, action.kind)
            return self._first["own kong"] + tile + KINDS * _own_kong(action.tiles)
        return self._first[action.kind] + self._of_house_rule(action)

    def _chow(self, action: Chow) -> int:
        """At which place of the chow the claimed tile stands, and of what kinds the others are."""
        claimed = _rank(action.tile)
        low = _rank(Tile(TEXT.index(action.low))) if action.low else min(claimed, *map(_rank, action.tiles))
        one, two = (_variant(tile) for tile in action.tiles)
        place = claimed - low
        return place * _VARIANTS**2 + one * _VARIANTS + two if self.variants else place

    def _of_house_rule(self, action: Action) -> int:
        number = 0
        for field, values in self._says[action.kind].items():
            number = number * len(values) + _one_of(values, getattr(action, field), action.kind)
        return number


def _one_of(values: Sequence[Any], value: Any, kind: str) -> int:
    """The place of what an action says among all that it may say. Raises TableError where it may not."""
    if value not in values:
        raise TableError(f"{kind} {described(value)} cannot be numbered: {_expected(values)}")
    return values.index(value)


def _expected(values: Sequence[Any]) -> str:
    """What a field of an action would have to say."""
    if isinstance(values, range):
        return f"expected {values.start} to {values.stop - 1}"
    return "it is neither a flag nor a suit"


def _left(tiles: Sequence[Tile], chosen: Sequence[Tile]) -> Sequence[Tile]:
    """Which of some tiles are left behind those that were chosen; none where one of these is not among them."""
    left = list(tiles)
    for tile in chosen:
        if tile not in left:
            return ()
        left.remove(tile)
    return left


def _rank(tile: Tile) -> int:
    """The rank of a suit tile, from 0; what a joker stands for is not looked at."""
    plain = RED.get(tile, tile)
    return plain % RANKS["m"] if plain < len(SUITS) * RANKS["m"] else RANKS["m"]


def _variant(tile: Tile) -> int:
    return 2 if tile == JOKER else 1 if tile in RED else 0


def _alike(tiles: Sequence[Tile], *, variants: bool) -> int:
    """Which of the own tiles of a pung or kong are used: how many jokers, and how many red fives."""
    if not variants:
        return 0
    return tiles.count(JOKER) * (len(tiles) + 1) + sum(tile in RED for tile in tiles)


def _own_kong(tiles: Sequence[Tile]) -> int:
    """With which jokers a kong is declared in the own turn: with none, as the fourth tile, or how many of four."""
    if not tiles:
        return 0
    if len(tiles) == 1:
        return 1
    return 2 + (tiles.count(JOKER) - 1) * 4 + sum(tile in RED for tile in tiles)


_KINDS_OF_TILE = ("", " red", " joker")


def _chow_names(*, variants: bool) -> Iterator[str]:
    for place in ("lowest", "middle", "highest"):
        for one in _KINDS_OF_TILE if variants else ("",):
            for two in _KINDS_OF_TILE if variants else ("",):
                use = f", with{one or ' plain'} and{two or ' plain'}" if variants else ""
                yield f"chow, the claimed tile is the {place}{use}"


def _alike_names(kind: str, own: int, *, variants: bool) -> Iterator[str]:
    if not variants:
        yield kind
        return
    for jokers in range(own + 1):
        yield from (f"{kind} with {jokers} jokers and {reds} red fives" for reds in range(own + 1))


def _own_kong_names(*, jokers: bool) -> Iterator[str]:
    yield from (f"declare kong {text}" for text in TEXT[:KINDS])
    if jokers:
        yield from (f"add a joker to the pung {text}" for text in TEXT[:KINDS])
        for number in range(1, 4):
            for reds in range(4):
                yield from (f"declare kong {text} with {number} jokers and {reds} red" for text in TEXT[:KINDS])
