"""Where a plugin says for which hands a hand stands, what scores as a win is offered at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from mjrules import Hand, Ruleset, Table
from mjrules.hooks import TileSet, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.load import load
from mjrules.table.judge import Judge
from mjrules.testing import MOMENT_LAWS, check_play
from mjrules.tiles.tile import TEXT, sort_tiles, tiles_of
from tests.kit.compiled import plain_only
from tests.kit.laid import laid, silent

GAME = """
id: club
extends: root
plugins: [base_payment, combinations, sum, odd]
tiles: {replace: {12346789mps1234567z: 4, 5mps: 3, 0mps: 1}}
scoring: {method: sum}
rules: {a: {points: 1, when: {sets: pung}}}
settlement: {method: base_payment, base: 1}
"""
RED, SUIT = 43, range(9)
"""The red five of characters, which stands for any character."""


def any_character(hand: Hand, _: TileSet) -> Sequence[Hand]:
    own = [tile for tile in hand.concealed if tile != RED]
    number = len(hand.concealed) - len(own)
    wins = SUIT if hand.win == RED else [hand.win]
    if not number and hand.win != RED:
        return ()
    ways = product(SUIT, repeat=number)
    return [replace(hand, concealed=sort_tiles([*own, *way]), win=win) for way in ways for win in wins]


@pytest.fixture
def ruleset(tmp_path: Path) -> Ruleset:
    odd = ModuleType("odd")
    odd.mj_stand_ins = hookimpl(lambda: [any_character])  # type: ignore[attr-defined]
    path = tmp_path / "club.yaml"
    path.write_text(GAME, encoding="utf-8")
    return load(str(path), available={**available_plugins(), "odd": lambda: odd})


WAITS_FOR_CHARACTERS = "78m123456p22p555z"


def drawn(ruleset: Ruleset, hand: str, tile: str) -> Table:
    """South has drawn a tile."""
    table = laid(ruleset, {"E": "3z", "S": hand}, tile)
    table.discard("E", "3z")
    silent(table)
    return table


def discarded(ruleset: Ruleset, hand: str, tile: str) -> Table:
    """East has discarded a tile."""
    table = laid(ruleset, {"E": tile, "S": hand})
    table.discard("E", tile)
    return table


def wins(table: Table, seat: str) -> bool:
    return "mahjong" in [action.kind for action in table.legal_actions(seat)]


@pytest.mark.parametrize("moment", [drawn, discarded])
@pytest.mark.parametrize(
    ("hand", "tile", "won"),
    [
        (WAITS_FOR_CHARACTERS, "0m", True),  # a five, and a nine
        (WAITS_FOR_CHARACTERS, "0p", False),
        (WAITS_FOR_CHARACTERS, "5m", False),
        ("70m123456p22p555z", "9m", True),  # the same in hand
        ("70m123456p22p555z", "1m", False),
        ("10m499p123456s33z", "4p", False),  # far away, whatever it is
        ("80m123456789p55s", "9m", True),
    ],
)
def test_what_scores_as_a_win_is_offered_and_nothing_else(
    ruleset: Ruleset, moment: Callable[..., Table], hand: str, tile: str, won: bool
) -> None:
    table = moment(ruleset, hand, tile)
    assert wins(table, "S") is won
    MOMENT_LAWS["what_wins_is_legal"](table)


def test_east_wins_as_dealt(ruleset: Ruleset) -> None:
    assert wins(laid(ruleset, {"E": "780m123456p22p555z"}), "E")
    assert not wins(laid(ruleset, {"E": "780p123456p22p555z"}), "E")


def test_a_hand_waits_for_what_its_stand_ins_wait_for(ruleset: Ruleset) -> None:
    table = discarded(ruleset, "80m123456p22p555z", "3z")
    assert "".join(TEXT[kind] for kind in tiles_of(table.judge.waits(1))) == "6m7m8m9m2p"


def test_hands_that_wait_after_a_discard_are_found(ruleset: Ruleset) -> None:
    table = drawn(ruleset, "80m123456p22p555z", "4s")
    assert [TEXT[kind] for kind in tiles_of(table.judge.ready_after(1))] == ["4s"]


@plain_only
@pytest.mark.parametrize("moment", [drawn, discarded])
def test_a_law_tells_that_a_win_is_not_offered(
    ruleset: Ruleset, moment: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Judge, "may_win_unseen", lambda *_: False)
    with pytest.raises(AssertionError, match=r"scores as a win, and is not legal: mahjong 0m \(1\)"):
        MOMENT_LAWS["what_wins_is_legal"](moment(ruleset, WAITS_FOR_CHARACTERS, "0m"))


@pytest.mark.slow
def test_the_laws_of_play_hold(ruleset: Ruleset) -> None:
    assert check_play(ruleset, hands=1)["end"] == 1
