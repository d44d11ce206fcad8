"""What a bundled player knows of its seat: the tiles that nobody has shown it, and how dear one is."""

from __future__ import annotations

import pytest

import mjrules
from mjrules import Table, view
from mjrules.players.seat import OwnSeat, ground_of, tile_company
from mjrules.testing.players import sensible_player
from mjrules.tiles.tile import BY_TEXT, KIND, parse_tiles
from tests.kit.laid import laid, play
from tests.kit.rulesets import loaded

KINDS = 34


def shown_to(table: Table, place: int) -> list[int]:
    """How many tiles of each kind a seat has in hand, or has seen lie open."""
    found = [0] * KINDS
    own = table.state.players[place]
    lying = [*own.tiles(), *mjrules.view(table, place).turned_up]
    for player in table.state.players:
        lying += [*player.unclaimed, *(tile for meld in player.melds for tile in meld.tiles)]
        lying += [tile for tile, _ in player.aside]
        lying += player.tiles() if player.finished and player is not own else []
    for tile in lying:
        if KIND[tile] < KINDS:
            found[KIND[tile]] += 1
    return found


@pytest.mark.parametrize("name", ["hong-kong", "riichi", "sichuan", "taiwanese"])
def test_what_a_player_has_not_seen_is_what_is_not_shown(name: str) -> None:
    ruleset = loaded(name)
    ground, copies = ground_of(ruleset), ground_of(ruleset).copies
    table, choose = Table(ruleset, seed=3), sensible_player("seat")
    steps = 0
    while not table.over:
        place = table.place(table.to_act()[0])
        if not steps % 5:
            own = OwnSeat(ground, view(table, place))
            shown = shown_to(table, place)
            assert own.unseen == tuple([every - some for every, some in zip(copies, shown, strict=True)])
            assert own.counts == tuple(table.state.players[place].by_kind()[:KINDS])
        table.do(choose(view(table, place)))
        steps += 1
    assert steps > 20


def test_of_the_own_kongs_those_are_concealed_that_nobody_gave_a_tile_for() -> None:
    table = laid(loaded("hong-kong"), {"E": "1111z222z9m", "S": "3333z2z"}, "5z6z", "7z7z7z")
    play(table, "E kong 1z; E discard 9m; S kong 3z; S discard 2z; E kong")
    own, other = [OwnSeat(ground_of(table.ruleset), view(table, seat)) for seat in "ES"]
    assert [(KIND[meld.first], meld.concealed) for meld in own.melds] == [(27, True), (28, False)]
    assert [(KIND[meld.first], meld.concealed) for meld in other.melds] == [(29, True)]


@pytest.mark.parametrize(
    ("hand", "tile", "company"),
    [
        ("1m", "1m", 0),
        ("5m", "5m", 1),
        ("55m", "5m", 5),
        ("555m", "5m", 9),
        ("45m", "5m", 3),
        ("35m", "5m", 2),
        ("25m", "5m", 1),
        ("34567m", "5m", 7),
        ("445m", "5m", 3),
        ("9m1p", "9m", 0),
        ("9m1p", "1p", 0),
        ("123s", "1s", 3),
        ("789s", "9s", 3),
        ("1z", "1z", 0),
        ("111z2z", "1z", 8),
    ],
)
def test_a_tile_is_worth_its_like_and_its_neighbours(hand: str, tile: str, company: int) -> None:
    counts = [0] * KINDS
    for own in parse_tiles(hand):
        counts[own] += 1
    assert tile_company(counts, BY_TEXT[tile]) == company
