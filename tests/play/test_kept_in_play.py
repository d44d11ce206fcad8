"""What a hand in play keeps, so as not to work it out again, is what would be worked out."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from itertools import product
from typing import Any

import pytest

import mjrules
from mjrules import Table
from mjrules.budget import Question
from mjrules.match.match import Chooser, play_out
from mjrules.play.event_fields import NOBODY
from mjrules.play.phases import Turn
from mjrules.play.seat_state import TILES, UNKNOWN, Player
from mjrules.players.chance import chance_player
from mjrules.players.make import make_player
from mjrules.table.claimable_sets import chows, makes_chow
from mjrules.table.judge import Judge
from mjrules.table.legal_claims import LegalClaims
from mjrules.table.view import View
from mjrules.tiles.tile import JOKER, mask_of
from tests.kit import profile
from tests.kit.compiled import plain_only

RULESETS = ("chinese-official", "western", "riichi", "riichi-sanma", "sichuan", "taiwanese", "bmja")


@pytest.mark.parametrize("name", [*RULESETS, "western/us"])
@pytest.mark.parametrize("player", ["random", "quick"])
def test_what_is_kept_of_a_player_is_what_the_hand_says(name: str, player: str) -> None:
    ruleset, kept = mjrules.load(name), 0
    for number in range(profile.amount(1, 6, 100)):
        table = Table(ruleset, f"{name}/{number}")
        choose = chance_player(f"{number}") if player == "random" else make_player(player, ruleset, f"{number}")

        def looked(view: View, table: Table = table, choose: Chooser = choose) -> mjrules.Action:
            nonlocal kept
            for seat, own in enumerate(table.state.players):
                assert own.held == mask_of([tile for tile in range(TILES) if own.counts[tile]])
                assert own.pairs == mask_of([tile for tile in range(TILES) if own.counts[tile] >= 2])
                assert own.fours == mask_of([tile for tile in range(TILES) if own.counts[tile] >= 4])
                assert own.pungs == mask_of([meld.first for meld in own.melds if meld.type == "pung"])
                has_drawn = isinstance(table.state.phase, Turn) and table.state.turn == seat
                if own.waits != UNKNOWN and not has_drawn and not own.out:
                    kept += own.far >= 0
                    assert own.waits == (0 if own.short else _waits(table, seat, own))
            chosen: mjrules.Action = choose(view)
            return chosen

        play_out(table, looked)
    assert kept


@plain_only
@pytest.mark.parametrize("name", RULESETS)
def test_a_discard_that_passes_by_masks_is_one_that_nobody_may_claim(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, told = mjrules.load(name), Counter[bool]()
    passes = LegalClaims.passes

    def hands() -> list[Any]:
        tables = [Table(ruleset, f"masks/{number}") for number in range(profile.amount(2, 20, 200))]
        found: list[Any] = []
        for number, table in enumerate(tables):
            choose = chance_player(f"{number}")

            def looked(view: View, table: Table = table, choose: Chooser = choose) -> mjrules.Action:
                found.append(_what_is_known(table))
                chosen: mjrules.Action = choose(view)
                return chosen

            play_out(table, looked)
            found.append(table.events)
        return found

    def counted(claims: LegalClaims, giver: int, tile: int) -> int:
        found = passes(claims, giver, tile)
        told[found != NOBODY] += 1
        return found

    monkeypatch.setattr(LegalClaims, "passes", counted)
    by_masks = hands()
    assert told[False]
    assert told[True] > told[False]
    monkeypatch.setattr(LegalClaims, "passes", lambda *_: NOBODY)
    assert by_masks == hands()


def _what_is_known(table: Table) -> Any:
    """What a state says of the hand at a decision."""
    state, phase = table.state, table.state.phase
    turn = (phase.drawn, phase.has_drawn, phase.last, phase.kongs, phase.owed) if isinstance(phase, Turn) else ()
    lies = None if state.claims is None else (state.claims.seat, state.claims.tile, state.claims.may)
    wall = (state.turn, state.tile, state.discards, state.wall.front, state.wall.taken, state.live())
    told = ("counts", "held", "pairs", "fours", "size", "pond", "unclaimed", "short", "draws")
    return turn, lies, wall, [[str(getattr(player, name)) for name in told] for player in state.players]


@plain_only
@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_is_given_back_to_memory_as_soon_as_it_is_over(name: str) -> None:
    table = Table(mjrules.load(name), f"{name}/memory")
    gc.disable()
    try:
        play_out(table, chance_player("memory"))
        state = weakref.ref(table.state)
        del table
        assert state() is None
    finally:
        gc.enable()


def _waits(table: Table, seat: int, player: Player) -> int:
    """What completes a hand, worked out without a glance at it."""
    waits = table.judge.scorer.waits
    with Question():
        if player.counts[JOKER]:
            return waits.completing(table.judge.hand(seat, -1, "", winner=False))
        counts = player.by_kind()
        present = mask_of([tile for tile in range(34) if counts[tile]])
        return waits.completing_tiles(player.pieces, tuple(counts[:34]), present, table.seats[seat], table.state.round)


@pytest.mark.parametrize("tile", range(34))
def test_the_tiles_around_one_make_a_chow_where_there_is_a_way_to_lay_it(tile: int) -> None:
    around = [other for other in range(tile - 2, tile + 3) if 0 <= other < 34]
    for there in product((0, 1), repeat=len(around)):
        counts = [0] * TILES
        for other, number in zip(around, there, strict=True):
            counts[other] = number
        held = mask_of([other for other in range(TILES) if counts[other]])
        assert makes_chow(held, tile) == bool(chows(counts, tile))


@plain_only
def test_no_discard_passes_by_masks_where_somebody_may_win_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    told, passes = list[int](), LegalClaims.passes

    def noted(claims: LegalClaims, giver: int, tile: int) -> int:
        told.append(passes(claims, giver, tile))
        return told[-1]

    monkeypatch.setattr(LegalClaims, "passes", noted)
    monkeypatch.setattr(Judge, "may_win_unseen", lambda *_: True)
    play_out(Table(mjrules.load("taiwanese"), "alone"), chance_player("alone"))
    assert set(told) == {NOBODY}
