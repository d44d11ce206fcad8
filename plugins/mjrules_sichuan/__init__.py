"""House rules of Sichuan games: a suit given up, kongs paid at once, wins that were passed up, the end of the wall."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, LogFormat, Sentence, hookimpl

from .advice import kong_advice, void_advice
from .east import first_winner
from .games import replay
from .kongs import TITLES as KONG_TITLES
from .kongs import KongPayments, Payments, kongs_at_once, kongs_told
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
            "void_suit",
            Sentence("every player gives up a suit before play", "定缺：开局前各选一门不要")(),
            Void,
            VoidSuit,
            advice=void_advice,
            told=void_told,
        ),
        HouseRule(
            "kong_payments",
            Sentence("kongs are paid at once, and some of it may be paid back", "刮风下雨：开杠即付，有时须退还")(),
            Payments,
            KongPayments,
            advice=kong_advice,
            told=kongs_told,
            titles=KONG_TITLES,
            at_once=kongs_at_once,
        ),
        HouseRule(
            "passed_wins",
            Sentence(
                "who passes up a win waits for the next draw, or a dearer win",
                "过手胡：放过可和之牌者，到下次摸牌前不能再和，除非更贵",
            )(),
            None,
            PassedWins,
        ),
        HouseRule(
            "end_of_play",
            Sentence("whoever is not ready at the end pays those who are", "查叫：终局时未听者付给听牌者")(),
            Dues,
            EndOfPlay,
            told=dues_told,
            titles={"ready": READY},
        ),
        HouseRule(
            "first_winner_is_east",
            Sentence("the first winner of a hand is East in the next", "坐庄：先和者下一局坐庄")(),
            east=first_winner,
        ),
    ]


@hookimpl
def mj_log_formats() -> Sequence[LogFormat]:
    """The format `sichuan-bloody`."""
    about = "games by Sichuan bloody rules, a game on each line, with seats 0 to 3"
    return [LogFormat("sichuan-bloody", about, is_game, replay, FIELDS, ACTIONS)]
