"""Splitting tiles into sets and pairs, suit by suit; every suit's answer is kept.

A suit is given by how many of each rank there are. The answers depend on nothing else, so they
serve all hands and all rulesets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Counts = tuple[int, ...]
"""How many tiles of each kind (34), or of each rank of one suit (9 or 7)."""

STARTS: Final[tuple[int, ...]] = (0, 9, 18, 27)
"""The first kind of each suit; the last suit holds the honours."""
KEPT: Final = 1 << 15
"""How many answers are kept for each suit."""
EMPTY: Final[tuple[Counts, ...]] = ((0,) * 9, (0,) * 7)
"""A suit, and the honours, of which no tile is there."""
_Tiles = tuple[int, ...]
Layout = tuple[_Tiles, _Tiles, _Tiles, _Tiles]
"""How tiles are laid out: the lowest tiles of the chows, the tiles of pungs, pairs and loose tiles, in order."""
_NOTHING: Final[tuple[Layout, ...]] = (((), (), (), ()),)

_SPLITS: Final[dict[int, dict[Counts, tuple[Layout, ...]]]] = {start: {} for start in STARTS}
_WAITING: Final[dict[int, dict[Counts, Waiting]]] = {start: {} for start in STARTS}
"""The answers of every suit, by its first kind; those of a suit with nine ranks are found for the first one."""
_SPLITS_M, _SPLITS_P, _SPLITS_S, _SPLITS_Z = [_SPLITS[start] for start in STARTS]
_WAITING_M, _WAITING_P, _WAITING_S, _WAITING_Z = [_WAITING[start] for start in STARTS]
"""The same, to be looked up without a call."""


def splits(ranks: Counts, start: int) -> tuple[Layout, ...]:
    """All ways to split the tiles of one suit into sets and at most one pair; kept."""
    kept = _SPLITS[start]
    found = kept.get(ranks)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[ranks] = _moved(splits(ranks, 0), start) if 0 < start < STARTS[3] else _split(ranks, start)
    return found


def _moved(ways: tuple[Layout, ...], by: int) -> tuple[Layout, ...]:
    """The same ways in the suit that begins so many kinds later."""
    return tuple(
        [
            (
                chows and tuple([tile + by for tile in chows]),
                pungs and tuple([tile + by for tile in pungs]),
                pairs and tuple([tile + by for tile in pairs]),
                (),
            )
            for chows, pungs, pairs, _ in ways
        ]
    )


def _split(ranks: Counts, start: int) -> tuple[Layout, ...]:
    """Split a suit: of the lowest rank some tiles make pungs and a pair; the others begin chows.

    So no way is found twice, and the tiles left are again a suit whose answer is kept.
    """
    rank = 0
    for number in ranks:
        if number:
            break
        rank += 1
    else:
        return _NOTHING
    tile, follow, kept = start + rank, 0, _SPLITS[start]
    if rank <= 6 and start < STARTS[3]:
        follow = min(ranks[rank + 1], ranks[rank + 2])  # so many chows can begin here, as far as the next two ranks go
    found: list[Layout] = []
    rest = [*ranks]
    rest[rank] = 0
    for chows in range(min(number, follow), -1, -1):
        alike = number - chows
        if alike % 3 == 1:
            continue
        if chows:
            rest[rank + 1] = ranks[rank + 1] - chows
            rest[rank + 2] = ranks[rank + 2] - chows
        else:
            rest[rank + 1 : rank + 3] = ranks[rank + 1 : rank + 3]
        left = tuple(rest)
        ways = kept.get(left)
        if ways is None:
            ways = splits(left, start)
        begun, pungs, pairs = (tile,) * chows, (tile,) * (alike // 3), (tile,) if alike % 3 == 2 else ()
        for way in ways:
            if not pairs or not way[2]:
                found.append((begun + way[0], pungs + way[1], pairs + way[2], ()))
    return tuple(found)


def split_hand(counts: Counts, pairs: int) -> Sequence[Layout]:
    """All ways to split concealed tiles into sets and exactly so many pairs (0 or 1)."""
    one, two, three, four = counts[:9], counts[9:18], counts[18:27], counts[27:]
    m = _SPLITS_M.get(one) or splits(one, 0)
    p = _SPLITS_P.get(two) or splits(two, 9)
    s = _SPLITS_S.get(three) or splits(three, 18)
    z = _SPLITS_Z.get(four) or splits(four, 27)
    ways = len(m) * len(p) * len(s) * len(z)
    if ways != 1:
        return [way for way in _together((m, p, s, z)) if len(way[2]) == pairs] if ways else ()
    m_chows, m_pungs, m_pairs, _ = m[0]
    p_chows, p_pungs, p_pairs, _ = p[0]
    s_chows, s_pungs, s_pairs, _ = s[0]
    _, z_pungs, z_pairs, _ = z[0]
    own = m_pairs + p_pairs + s_pairs + z_pairs
    if len(own) != pairs:
        return ()
    return ((m_chows + p_chows + s_chows, m_pungs + p_pungs + s_pungs + z_pungs, own, ()),)


def _together(suits: Sequence[tuple[Layout, ...]]) -> Sequence[Layout]:
    """The ways of several suits together, with at most one pair."""
    ways: Sequence[Layout] = _NOTHING
    for here in suits:
        ways = [
            (chows + more_chows, pungs + more_pungs, pairs + more_pairs, ())
            for chows, pungs, pairs, _ in ways
            for more_chows, more_pungs, more_pairs, _ in here
            if not (pairs and more_pairs)
        ]
    return ways


def _only_sets(ranks: list[int], start: int) -> bool:
    """Whether tiles of one suit make sets; uses them up.

    Three equal chows are three pungs as well, so of the lowest rank as few chows as can be are tried.
    """
    for rank in range(len(ranks)):
        chows = ranks[rank] % 3
        if chows:
            if start == STARTS[3] or rank > 6 or ranks[rank + 1] < chows or ranks[rank + 2] < chows:
                return False
            ranks[rank + 1] -= chows
            ranks[rank + 2] -= chows
    return True


class Waiting:
    """What a suit waits for: how many tiles are over when it is parted by threes, and the kinds that complete it.

    `complete`: it makes sets, or sets and a pair, as it is; `sets`: it makes sets. `kinds` is a mask; the suit is then
    sets, or sets and a pair, as the number of tiles tells. Never changed.
    """

    __slots__ = ("complete", "kinds", "over", "sets")

    def __init__(self, over: int, complete: bool, kinds: int) -> None:
        self.over, self.complete, self.kinds = over, complete, kinds
        self.sets = complete and not over


def waiting(ranks: Counts, start: int) -> Waiting:
    """What a suit waits for; kept.

    The ranks of a set add up to a multiple of three, which leaves a third of the ranks to be tried.
    """
    kept = _WAITING[start]
    found = kept.get(ranks)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        if 0 < start < STARTS[3]:
            own = waiting(ranks, 0)
            found = kept[ranks] = Waiting(own.over, own.complete, own.kinds << start)
        else:
            found = kept[ranks] = _wait(ranks, start)
    return found


def _wait(ranks: Counts, start: int) -> Waiting:
    over, weight = sum(ranks) % 3, sum([rank * number for rank, number in enumerate(ranks)])
    if not over:
        return Waiting(0, not weight % 3 and _only_sets(list(ranks), start), 0)
    paired, kinds = False, 0
    for rank, number in enumerate(ranks):
        if over == 1 and number and weight % 3 == rank % 3 and _only_sets(_changed(ranks, rank, -1), start):
            kinds |= 1 << (start + rank)
        if number >= 2:
            rest = _changed(ranks, rank, -2)
            if over == 1:
                kinds |= _completes_sets(rest, weight - 2 * rank, start)
            elif (weight - 2 * rank) % 3 == 0:
                paired = paired or _only_sets(rest, start)
    if over == 2:
        kinds = _completes_sets(list(ranks), weight, start)
    return Waiting(over, paired, kinds)


def _changed(ranks: Sequence[int], rank: int, by: int) -> list[int]:
    """The ranks with more or fewer tiles of one."""
    rest = list(ranks)
    rest[rank] += by
    return rest


def _completes_sets(ranks: list[int], weight: int, start: int) -> int:
    """The mask of kinds of which one more makes sets of a suit whose ranks add up to `weight`."""
    kinds = 0
    for rank in range(-weight % 3, len(ranks), 3):
        if _only_sets(_changed(ranks, rank, 1), start):
            kinds |= 1 << (start + rank)
    return kinds


def split_waits(counts: Counts, pairs: int) -> int:
    """The mask of kinds that complete concealed tiles to sets and so many pairs (0 or 1).

    A kind counts even if all its copies are held already.
    """
    one, two, three, four = counts[:9], counts[9:18], counts[18:27], counts[27:]
    first: Waiting | None = None
    second: Waiting | None = None
    for suit in (
        _WAITING_M.get(one) or waiting(one, 0),
        _WAITING_P.get(two) or waiting(two, 9),
        _WAITING_S.get(three) or waiting(three, 18),
        _WAITING_Z.get(four) or waiting(four, 27),
    ):
        if not suit.sets:
            if second is not None:
                return 0
            second = first
            first = suit
    if first is None:
        return 0
    if second is None:
        return first.kinds if first.over == (1 if pairs else 2) else 0
    if not pairs or first.over != 2 or second.over != 2:
        return 0
    return (first.kinds if second.complete else 0) | (second.kinds if first.complete else 0)
