"""Why an action is not legal, said in words: one row for each reason."""

from __future__ import annotations

import pytest

from mjrules import Action
from mjrules.play.events import Chow, Discard, Draw, Kong, Mahjong, Pass, Pung, TakeLoose
from mjrules.table.errors import ActionError
from tests.kit.laid import laid, play
from tests.kit.rulesets import loaded

E, S, W, N = range(4)
FIVE = 4
"""The 5 characters, which East discards."""
HANDS = {"E": "5m1119p", "S": "46m", "W": "55m19s"}
DISCARDED = "E discard 5m"
NINE = 26
"""The 9 bamboos, for which North waits."""
WAITING = {"E": "9s", "S": "99s12p", "N": "123m456m789p78s44z"}
CLAIMED = "E discard 9s; S pung"
KONG = f"{CLAIMED}; S discard 1p; W discard 3p; N discard 6z; E discard 9m; S kong 9s"
"""South adds the last 9 bamboos, just drawn, to the pung."""


REASONS: list[tuple[dict[str, str], str, Action, str]] = [
    (HANDS, "", Discard(9, FIVE), "there is no such seat"),
    (HANDS, "", Discard(-1, FIVE), "there is no such seat"),
    # In a turn.
    (HANDS, "", Discard(S, FIVE), "it is the turn of E"),
    (HANDS, "", Discard(E, 30), "there is no such tile in the hand"),
    (HANDS, "", Discard(E, 99), "there is no such tile in the hand"),
    (HANDS, "", Discard(E, FIVE, 99), "there is no tile of that name"),
    (HANDS, "", Pass(S), "there is nothing to claim"),
    (HANDS, "", Draw(S), "the next tile is drawn when all have spoken"),
    (HANDS, "", TakeLoose(S), "it is the turn of E"),
    (HANDS, "", TakeLoose(E), "there is no loose tile to take"),
    (HANDS, "", Pung(S, FIVE, (FIVE, FIVE)), "there is no tile to claim"),
    (HANDS, "", Kong(S, FIVE), "there is no tile to claim"),
    (HANDS, "", Mahjong(S, FIVE), "there is no tile to win with"),
    (HANDS, "", Kong(E, 9), "the hand does not have four alike"),
    (HANDS, "", Kong(E, 0), "the hand does not have four alike"),
    (HANDS, "", Kong(E, 99), "a kong is of one tile"),
    (HANDS, "", Kong(E, -2), "a kong is of one tile"),
    (HANDS, "", Kong(E, 9, (9, 9, 9)), "a kong is of one tile"),
    (HANDS, "", Kong(E, 9, (), "added"), "how a kong is declared follows from the hand"),
    # While a tile may be claimed.
    (HANDS, DISCARDED, Discard(S, 3), "this is not the time"),
    (HANDS, DISCARDED, Chow(E, FIVE, (3, 5)), "the tile is the player's own"),
    (HANDS, DISCARDED, Pung(E, FIVE, (FIVE, FIVE)), "the tile is the player's own"),
    (HANDS, DISCARDED, Mahjong(E, FIVE), "the tile is the player's own"),
    (HANDS, DISCARDED, Pung(N, FIVE, (FIVE, FIVE)), "the hand has no tiles for a pung, or it may not be claimed"),
    (HANDS, DISCARDED, Kong(W, FIVE), "the hand has no tiles for a kong, or it may not be claimed"),
    (HANDS, DISCARDED, Chow(W, FIVE, (3, 5)), "a chow can only be claimed from the player before"),
    (HANDS, DISCARDED, Pung(W, 5, (5, 5)), "the tile to claim is 5m"),
    (HANDS, DISCARDED, Pung(W, FIVE, (FIVE, 5)), "these tiles make no pung with 5m"),
    (HANDS, DISCARDED, Chow(S, FIVE, (2, 3)), "these tiles make no chow with 5m"),
    (HANDS, f"{DISCARDED}; S pass", Chow(S, FIVE, (3, 5)), "the player has already spoken"),
    (HANDS, f"{DISCARDED}; S pass", Mahjong(S, FIVE), "the player has already spoken"),
    (HANDS, f"{DISCARDED}; S pass", Pass(S), "there is nothing to claim"),
    (WAITING, "E discard 9s", Mahjong(N, 25), "the tile is another one"),
    (WAITING, "E discard 9s", Mahjong(S, NINE), "the tiles do not make a complete hand"),
    # After a claim.
    (WAITING, CLAIMED, Mahjong(S, 9), "the hand is won with the tile drawn"),
    (WAITING, CLAIMED, Mahjong(S), "no tile was drawn"),
    (WAITING, CLAIMED, Kong(S, 10), "a kong is declared after a tile is drawn"),
    # While the tile of a kong may be robbed.
    (WAITING, KONG, Pung(W, NINE, (NINE, NINE)), "the tile of a kong can only be claimed to win"),
    (WAITING, KONG, Chow(W, NINE, (24, 25)), "the tile of a kong can only be claimed to win"),
    (WAITING, KONG, Mahjong(S, NINE), "the tile is the player's own"),
    (WAITING, KONG, Mahjong(N, 25), "the tile is another one"),
    (WAITING, f"{KONG}; N mahjong", Pass(S), "the hand is over"),
]


@pytest.mark.parametrize(("hands", "moves", "action", "reason"), REASONS)
def test_why_an_action_is_refused(hands: dict[str, str], moves: str, action: Action, reason: str) -> None:
    table = laid(loaded("western"), hands, "3p6z9m9s" if "kong" in moves else "")
    if moves:
        play(table, moves)
    with pytest.raises(ActionError) as error:
        table.do(action)
    assert error.value.reason == reason
