"""Which tiles come soon: those that others throw sooner count for more."""

from __future__ import annotations

import pytest

from mjrules.players.soon import soon_tiles
from mjrules.tiles.tile import KINDS, mask_of, parse_tiles

UNSEEN = (4,) * KINDS
NOTHING = (0,) * KINDS


def soon(tiles: str, held: str = "", *, waits: bool = True) -> float:
    counts = [0] * KINDS
    for tile in parse_tiles(held):
        counts[tile] += 1
    return soon_tiles(UNSEEN, mask_of(parse_tiles(tiles)), tuple(counts), waits=waits)


def test_tiles_at_the_ends_come_sooner_and_honours_soonest() -> None:
    assert soon("5m") == soon("4p") == 4
    assert soon("7z") == soon("1z") > soon("1m") == soon("9s") > soon("2m") > soon("3m") > soon("5m")


def test_tiles_are_added_up_by_how_many_are_unseen() -> None:
    assert soon("5m9s") == pytest.approx(soon("5m") + soon("9s"))
    assert soon_tiles((1,) * KINDS, mask_of(parse_tiles("5m9s")), NOTHING, waits=True) == soon("5m9s") / 4
    assert soon_tiles(NOTHING, mask_of(parse_tiles("5m9s")), NOTHING, waits=True) == 0


def test_a_pair_may_be_claimed_whoever_throws_the_third_tile() -> None:
    assert soon("5m", "55m", waits=False) == 2 * soon("5m", "5m", waits=False)
    assert soon("5m", "55m", waits=True) == soon("5m", "5m", waits=True)
