"""The settlement method `dealer`: who pays, and what is added between the dealer and another player."""

from __future__ import annotations

from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError
from mjrules.declared.values import typed
from mjrules.hooks import Win, WonHand
from mjrules.settlement import settle_record
from mjrules.settlement_method import net_amounts
from mjrules_settle_dealer.payments import transfers
from mjrules_settle_dealer.settings import Settings

FOUR = ("E", "S", "W", "N")


def paid(winner: str, discarder: str | None, value: int = 5, stays: int | None = 0, **settings: int) -> dict[str, int]:
    """What each seat gains or loses, without those for whom that is nothing."""
    fields = {} if stays is None else {"streak": stays}
    win = Win(winner, discarder, value, FOUR, hand=WonHand(Hand(seat=winner, fields=fields)))
    net = net_amounts(transfers(win, typed(Settings, settings)), FOUR)
    return {seat: amount for seat, amount in net.items() if amount}


def test_the_discarder_pays_a_discard_and_everybody_a_drawn_win() -> None:
    assert paid("S", "W") == {"S": 5, "W": -5}
    assert paid("S", None) == {"E": -6, "S": 16, "W": -5, "N": -5}


@pytest.mark.parametrize(("stays", "added"), [(None, 1), (0, 1), (1, 3), (4, 9)])
def test_between_the_dealer_and_another_player_more_is_paid(stays: int | None, added: int) -> None:
    assert paid("E", "N", stays=stays) == {"E": 5 + added, "N": -5 - added}
    assert paid("N", "E", stays=stays) == {"E": -5 - added, "N": 5 + added}
    assert paid("N", "W", stays=stays) == {"W": -5, "N": 5}
    assert paid("E", None, stays=stays)["S"] == -5 - added


def test_settings() -> None:
    assert paid("S", "E", stays=2, base=3, dealer=4, each_stay=5, stake=10) == {"E": -220, "S": 220}
    assert paid("S", "W", stays=2, base=3, dealer=4, each_stay=5, stake=10) == {"S": 80, "W": -80}
    assert paid("S", "W", value=0) == {}


@pytest.mark.parametrize(
    ("winner", "discarder", "value", "settings", "told"),
    [
        ("S", "W", 5, {}, "discarder: 5"),
        ("S", "E", 5, {}, "discarder: 5 + 1 + 4"),
        ("E", None, 5, {"base": 3}, "self-drawn: 3 + 5 + 1 + 4"),
        ("S", "E", 5, {"base": 3, "dealer": 4, "each_stay": 5, "stake": 10}, "discarder: (3 + 5 + 4 + 10) x 10"),
        ("S", "W", 0, {}, "discarder: 0"),
        ("S", "W", 0, {"base": 3}, "discarder: 3"),
    ],
)
def test_the_parts_of_a_payment_are_told(
    winner: str, discarder: str | None, value: int, settings: dict[str, int], told: str
) -> None:
    win = Win(winner, discarder, value, FOUR, hand=WonHand(Hand(seat=winner, fields={"streak": 2})))
    assert transfers(win, typed(Settings, settings))[0].because == told


def test_a_value_below_zero_costs_what_zero_does() -> None:
    assert paid("S", "W", value=-40) == paid("S", "W", value=0) == {}
    assert paid("S", None, value=-40, base=3) == {"E": -4, "S": 10, "W": -3, "N": -3}


def test_who_is_out_does_not_pay() -> None:
    win = Win("S", None, 5, FOUR, hand=WonHand(Hand(seat="S")), out=frozenset("EW"))
    assert [item.payer for item in transfers(win, typed(Settings, {}))] == ["N"]


def test_scores_alone_do_not_say_how_often_the_dealer_stayed() -> None:
    ruleset = mjrules.load("taiwanese")
    record: dict[str, Any] = {"scores": {"S": 5}, "winner": "S", "discarder": "E"}
    with pytest.raises(HandError) as error:
        settle_record(record, ruleset)
    assert (error.value.code, error.value.field) == ("bad_record", "hands")
    assert settle_record({**record, "discarder": "W"}, ruleset).net == {"E": 0, "S": 5, "W": -5, "N": 0}
    assert settle_record({**record, "numbers": {"streak": 2}}, ruleset).net == {"E": -10, "S": 10, "W": 0, "N": 0}
    assert settle_record({**record, "numbers": {"streak": 0}}, ruleset).net == {"E": -6, "S": 6, "W": 0, "N": 0}
    for numbers, field in (({"streak": -1}, "numbers.streak"), ({"streaks": 2}, "numbers.streaks")):
        with pytest.raises(HandError) as error:
            settle_record({**record, "numbers": numbers}, ruleset)
        assert error.value.field == field
    assert error.value.message == '"streaks" is not a number of taiwanese (did you mean "streak"?)'
    hand = "(123m) (456m) 78p456s345s66s +9p from=left streak=2"
    assert settle_record({"hands": {"S": hand}, "winner": "S"}, ruleset).net == {"E": -7, "S": 7, "W": 0, "N": 0}
