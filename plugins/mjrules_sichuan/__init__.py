"""House rules of Sichuan games: a suit given up, kongs paid at once, wins that were passed up, the end of the wall."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, LogFormat, hookimpl

from .advice import kong_advice, void_advice
from .east import first_winner
from .games import replay
from .kongs import TITLES as KONG_TITLES
from .kongs import KongPayments, Payments, kongs_told
from .passed_wins import PassedWins
from .ready import READY, Dues, EndOfPlay, dues_told
from .records import ACTIONS, FIELDS, is_game
from .void_suit import Void, VoidSuit, void_told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rules `void_suit`, `kong_payments`, `passed_wins`, `end_of_play` and `first_winner_is_east`."""
    return [
        HouseRule(
            "void_suit", "every player gives up a suit before play", Void, VoidSuit, advice=void_advice, told=void_told
        ),
        HouseRule(
            "kong_payments",
            "kongs are paid at once, and some of it may be paid back",
            Payments,
            KongPayments,
            advice=kong_advice,
            told=kongs_told,
            titles=KONG_TITLES,
        ),
        HouseRule("passed_wins", "who passes up a win waits for the next draw, or a dearer win", None, PassedWins),
        HouseRule(
            "end_of_play",
            "whoever is not ready at the end pays those who are",
            Dues,
            EndOfPlay,
            told=dues_told,
            titles={"ready": READY},
        ),
        HouseRule("first_winner_is_east", "the first winner of a hand is East in the next", east=first_winner),
    ]


@hookimpl
def mj_log_formats() -> Sequence[LogFormat]:
    """The format `sichuan-bloody`."""
    about = "games by Sichuan bloody rules, a game on each line, with seats 0 to 3"
    return [LogFormat("sichuan-bloody", about, is_game, replay, FIELDS, ACTIONS)]
