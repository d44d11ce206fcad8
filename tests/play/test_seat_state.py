"""What a seat has in hand is known by several masks, which say of any tiles that come and go what counting says."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjrules.play.seat_state import Player
from mjrules.tiles.tile import JOKER, KIND, mask_of, parse_tiles
from tests.kit.profile import examples

TILES = [*parse_tiles("1m5m0m5p0p7z"), JOKER]
"""Fives and red ones, others, and a joker: few, so that there are often four."""
STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "take", "remove"]), st.lists(st.sampled_from(TILES), min_size=2, max_size=8)),
    min_size=4,
)


def told(player: Player) -> dict[str, object]:
    """What the masks say."""
    names = ("held", "pairs", "fours", "size")
    return {
        **{name: getattr(player, name) for name in names},
        "kinds_held": player.kinds_held(),
        "kinds_of_four": player.kinds_of_four(),
        "by_kind": Counter({tile: number for tile, number in enumerate(player.by_kind()) if number}),
        "tiles": player.tiles(),
    }


def counted(held: Counter[int]) -> dict[str, object]:
    """The same by counting."""
    plain = Counter[int]()
    for tile, number in held.items():
        plain[KIND[tile]] += number
    return {
        "held": mask_of(held),
        "pairs": mask_of([tile for tile, number in held.items() if number >= 2]),
        "fours": mask_of([tile for tile, number in held.items() if number >= 4]),
        "size": held.total(),
        "kinds_held": mask_of([*held, *plain]),
        "kinds_of_four": mask_of([kind for kind, number in plain.items() if number >= 4 and kind < 34]),
        "by_kind": plain,
        "tiles": sorted(held.elements()),
    }


@settings(max_examples=examples(gate=300))
@given(STEPS)
def test_the_masks_say_what_counting_says(steps: list[tuple[str, list[int]]]) -> None:
    player, held = Player(), Counter[int]()
    for what, tiles in steps:
        if what == "remove":
            for tile in tiles:
                if held[tile]:
                    player.remove(tile)
                    held -= Counter([tile])
        elif what == "take":
            player.take(tiles)
            held += Counter(tiles)
        else:
            for tile in tiles:
                player.add(tile)
                held[tile] += 1
        assert told(player) == counted(+held)


@pytest.mark.parametrize(
    ("tiles", "kinds"),
    [
        ("5555m", "5m"),
        ("0555m", "5m"),
        ("0055m", "5m"),
        ("055m", ""),
        ("0m555p", ""),
        ("0555p1111z", "5p1z"),
        ("00m", ""),
    ],
)
def test_four_of_a_kind_may_have_red_fives_among_them(tiles: str, kinds: str) -> None:
    player = Player()
    player.take(parse_tiles(tiles))
    assert player.kinds_of_four() == mask_of(parse_tiles(kinds))
