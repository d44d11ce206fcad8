"""The general matcher: lays tiles into the parts of a shape in every way, however the parts are given.

Suit letters being bound, it takes out loose tiles, gives declared sets to parts that admit them, and
then lays the lowest tile left into every different part that can hold it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..budget import spend
from ..hands.pieces import CHOW, LOOSE, PAIR, PUNG, Piece, make_piece
from ..tiles.tile import KINDS, SUIT, kinds_in, mask_of, tiles_of
from .pattern_grammar import IN_THE_OPEN, LoosePart, Part, PickPart, SetPart
from .selectors import LETTER_RANK, Env, LooseRank, Selector
from .splitting import Counts

STEP: Final = 4
LAYING: Final = "laying the tiles into the parts of a shape"
SIZE: Final = {CHOW: 3, PUNG: 3, PAIR: 2, LOOSE: 1}
"""How many tiles a piece of each form has, a kong counting three."""


class Matcher:
    """Lays tiles into the parts of one shape."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        sets = tuple(part for part in parts if isinstance(part, SetPart))
        picks = tuple(_Place(part) for part in parts if isinstance(part, PickPart) for _ in range(part.number))
        groups, others = _groups(parts)
        self._spots: tuple[_Spot, ...] = (*sets, *groups, *picks)
        self._only_groups = tuple(dict.fromkeys(groups)) if len(groups) == len(parts) else ()
        self._loose = [selector for part in others for selector in part.tiles]

    def lay(self, melds: tuple[Piece, ...], counts: Counts, env: Env) -> Iterator[tuple[Piece, ...]]:
        """The concealed pieces of every way to lay these tiles beside the declared sets into the parts.

        The pieces have no facts; `env` binds the suit letters and the classes that depend on the hand.
        """
        for rest, loose, bound in _take_tiles(self._loose, list(counts), (), env):
            for places, after in give_melds(melds, self._spots, bound):
                for pieces in _lay(rest, places, after):
                    yield (*pieces, *loose)

    def masks(self, env: Env) -> tuple[int, ...]:
        """The kinds of every place of every group of a shape of groups, suits being bound; none of other shapes."""
        return tuple([tiles for group in self._only_groups for tiles in group.masks(env)])

    def placements(self, env: Env) -> frozenset[tuple[tuple[int, ...], ...]]:
        """Where the groups of a shape of groups may stand, suit letters being bound; empty for other shapes."""
        return frozenset(group.placed(env) for group in self._only_groups)

    def hopeless(self, counts: Counts, env: Env, extra: int = 0) -> bool:
        """Whether more than one tile is surely missing: a cheap look at shapes of groups, of others never true.

        A tile whose group lacks two tiles wherever it stands cannot be laid, and tiles whose groups lack one must
        all stand in the same group. `extra` tiles are too many and need not be laid.
        """
        if not self._only_groups:
            return False
        whole, near, present = 0, 0, kinds_in(counts)
        for group in self._only_groups:
            for tiles in group.masks(env):
                lacking = tiles & ~present
                if not lacking:
                    whole |= tiles
                elif not lacking & (lacking - 1):
                    near |= tiles
        lost = sum([counts[tile] for tile in tiles_of(present & ~(whole | near))])
        if lost > extra:
            return True
        needy = sum([counts[tile] for tile in tiles_of(present & near & ~whole)])
        return needy + lost - extra >= max([len(group.tiles) for group in self._only_groups])


class _Place:
    """One place of a pick; the places of one pick hold different tiles."""

    def __init__(self, part: PickPart) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Place) and other.part is self.part

    def __hash__(self) -> int:
        return id(self.part)


_Placed = tuple[tuple[int, ...], tuple[Piece, ...]]
"""A way to place a group: its tiles in order, and these as pieces."""


class _Group:
    """Single tiles whose ranks hang together, as `(an bn)`, with a rank letter of their own."""

    def __init__(self, tiles: tuple[LooseRank, ...]) -> None:
        self.tiles = tiles
        self.key = tuple((tile.suit, tile.offset) for tile in tiles)
        self._placed: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        self._masks: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._beginning: dict[tuple[int, ...], tuple[_Placed, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Group) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def placed(self, env: Env) -> tuple[tuple[int, ...], ...]:
        """The tiles of every way to place the group, each in order, suits being bound; kept."""
        suits = tuple([env[tile.suit] for tile in self.tiles])
        found = self._placed.get(suits)
        if found is None:
            found = self._placed[suits] = tuple(self._all_placed(suits))
        return found

    def beginning(self, lowest: int, env: Env) -> tuple[_Placed, ...]:
        """The ways to place the group in which that tile is the lowest, suits being bound; kept."""
        key = lowest, *[env[tile.suit] for tile in self.tiles]
        found = self._beginning.get(key)
        if found is None:
            every = [tiles for tiles in self.placed(env) if tiles[0] == lowest]
            pieces = [tuple([make_piece(LOOSE, tile) for tile in tiles]) for tiles in every]
            found = self._beginning[key] = tuple(zip(every, pieces, strict=True))
        return found

    def masks(self, env: Env) -> tuple[int, ...]:
        """The masks of the tiles of every way to place the group, suits being bound; kept."""
        suits = tuple([env[tile.suit] for tile in self.tiles])
        found = self._masks.get(suits)
        if found is None:
            found = self._masks[suits] = tuple([mask_of(tiles) for tiles in self.placed(env)])
        return found

    def _all_placed(self, suits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        offsets = [tile.offset for tile in self.tiles]
        for rank in range(-max(offsets), 9 - min(offsets)):
            ranks = [rank + offset for offset in offsets]
            if min(ranks) >= 0 and max(ranks) < 9:
                yield tuple(sorted([9 * suit + own for suit, own in zip(suits, ranks, strict=True)]))


def _groups(parts: tuple[Part, ...]) -> tuple[tuple[_Group, ...], tuple[LoosePart, ...]]:
    """The loose parts that hang together by a rank letter of their own, and the others."""
    loose = [part for part in parts if isinstance(part, LoosePart)]
    ranks = [{tile.rank for tile in part.tiles if isinstance(tile, LooseRank)} for part in loose]
    groups: list[_Group] = []
    others: list[LoosePart] = []
    for part, own in zip(loose, ranks, strict=True):
        tiles = tuple(tile for tile in part.tiles if isinstance(tile, LooseRank))
        alone = len(own) == 1 and len(tiles) == len(part.tiles) and sum(bool(own & other) for other in ranks) == 1
        if alone and not (LETTER_RANK in own and any(isinstance(other, SetPart) for other in parts)):
            groups.append(_Group(tiles))
        else:
            others.append(part)
    return tuple(groups), tuple(others)


_Spot = SetPart | _Place | _Group
"""Where tiles are laid: a set or pair, a group of single tiles, one place of a pick."""


def _take_tiles(
    selectors: list[Selector], counts: list[int], taken: tuple[Piece, ...], env: Env
) -> Iterator[tuple[list[int], tuple[Piece, ...], Env]]:
    """Every way to take out the loose tiles: what is left, the tiles as pieces, the letters."""
    if not selectors:
        yield list(counts), taken, env
        return
    first = selectors[0]
    for tile in tiles_of(first.candidates(env)):
        if not counts[tile]:
            continue
        bound = first.bind(tile, env)
        if bound is not None:
            counts[tile] -= 1
            yield from _take_tiles(selectors[1:], counts, (*taken, make_piece(LOOSE, tile)), bound)
            counts[tile] += 1


def give_melds(melds: tuple[Piece, ...], parts: tuple[_Spot, ...], env: Env) -> Iterator[tuple[tuple[_Spot, ...], Env]]:
    """Every way to give the declared sets to parts that admit them: the parts left, the letters."""
    if not melds:
        yield parts, env
        return
    for index in _different(parts):
        part = parts[index]
        if isinstance(part, SetPart):
            bound = part.admits(melds[0], env)
            if bound is not None:
                yield from give_melds(melds[1:], parts[:index] + parts[index + 1 :], bound)


def _lay(counts: list[int], parts: tuple[_Spot, ...], env: Env) -> Iterator[tuple[Piece, ...]]:
    """Every way to lay the tiles into the parts, the lowest tile first."""
    spend(STEP, LAYING)
    lowest = next((tile for tile in range(KINDS) if counts[tile]), None)
    if lowest is None:
        if not parts:
            yield ()
        return
    for index in _different(parts):
        rest = parts[:index] + parts[index + 1 :]
        for tiles, pieces, bound in _held(parts[index], lowest, counts, env):
            yield from _with(counts, tiles, pieces, rest, bound)


def _held(
    part: _Spot, lowest: int, counts: list[int], env: Env
) -> Iterator[tuple[tuple[int, ...], tuple[Piece, ...], Env]]:
    """Every way in which a part holds the lowest tile: its tiles, these as pieces, the letters."""
    if isinstance(part, _Place):
        bound = part.part.pool.bind(lowest, env)
        key = f"{id(part.part)}:{lowest}"
        if bound is not None and key not in bound:
            yield (lowest,), (make_piece(LOOSE, lowest),), {**bound, key: 1}
    elif isinstance(part, _Group):
        for tiles, pieces in part.beginning(lowest, env):
            if _are_there(tiles, counts):
                yield tiles, pieces, env
    elif not part.must & IN_THE_OPEN:
        for form in sorted(part.forms):
            tiles = _tiles_for(form, lowest, counts)
            bound = part.bind(form, lowest, env) if tiles else None
            if bound is not None:
                yield tiles, (make_piece(form, lowest),), bound


def _are_there(tiles: tuple[int, ...], counts: list[int]) -> bool:
    """Whether tiles are there, each as often as it is asked for."""
    for tile in tiles:  # noqa: SIM110 - a generator would take twice as long, and this is asked for every place
        if counts[tile] < tiles.count(tile):
            return False
    return True


def _with(
    counts: list[int], tiles: tuple[int, ...], pieces: tuple[Piece, ...], rest: tuple[_Spot, ...], env: Env
) -> Iterator[tuple[Piece, ...]]:
    for tile in tiles:
        counts[tile] -= 1
    for others in _lay(counts, rest, env):
        yield (*pieces, *others)
    for tile in tiles:
        counts[tile] += 1


def _tiles_for(form: int, tile: int, counts: list[int]) -> tuple[int, ...]:
    """The tiles of a piece of that form whose lowest tile is `tile`; empty where they are not there."""
    if form == CHOW:
        in_suit = SUIT[tile] != "z" and tile % 9 <= 6
        return (tile, tile + 1, tile + 2) if in_suit and counts[tile + 1] and counts[tile + 2] else ()
    number = SIZE[form]
    return (tile,) * number if counts[tile] >= number else ()


def _different(parts: tuple[_Spot, ...]) -> list[int]:
    """The first index of each different part."""
    return [index for index, part in enumerate(parts) if part not in parts[:index]]
