"""Sets that are claimed, kongs and norths, as the server packs them into a number."""

from __future__ import annotations

from typing import NamedTuple


class Call(NamedTuple):
    """A set: its kind, its tiles by number, the one that was claimed or added, and how far ahead its giver sits."""

    kind: str
    tiles: tuple[int, ...]
    tile: int
    ahead: int


def call_of(packed: int) -> Call:
    """The set that a number stands for."""
    ahead = packed & 3
    if packed & 4:
        return _chow(packed, ahead)
    if packed & 24:
        return _triplet(packed, ahead)
    if packed & 32:
        return Call("kita", (packed >> 8,), packed >> 8, 0)
    kind, claimed = divmod(packed >> 8, 4)
    tiles = tuple(range(4 * kind, 4 * kind + 4))
    return Call("minkan" if ahead else "ankan", tiles, tiles[claimed], ahead)


def _chow(packed: int, ahead: int) -> Call:
    """A chow: which of the 21 there are, which of its tiles was claimed, and which copy each of them is."""
    first, claimed = divmod(packed >> 10, 3)
    first = first // 7 * 9 + first % 7
    tiles = tuple([4 * (first + place) + (packed >> (3 + 2 * place) & 3) for place in range(3)])
    return Call("chi", tiles, tiles[claimed], ahead)


def _triplet(packed: int, ahead: int) -> Call:
    """A pung, or the kong that was made of it: the copy that it lacks, or that was added, and the one claimed."""
    kind, claimed = divmod(packed >> 9, 3)
    four, lacking = [4 * kind + copy for copy in range(4)], packed >> 5 & 3
    three = [tile for tile in four if tile % 4 != lacking]
    if packed & 16:
        return Call("kakan", tuple(four), four[lacking], ahead)
    return Call("pon", tuple(three), three[claimed], ahead)
