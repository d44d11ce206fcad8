"""The settlement method `prices`: who pays, counters, the pot, and who is liable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError
from mjrules.declared.values import typed
from mjrules.hooks import Win, WonHand
from mjrules.settlement import settle_record
from mjrules.settlement_method import net_amounts
from mjrules_settle_prices.payments import transfers
from mjrules_settle_prices.settings import Settings
from tests.kit.rulesets import loaded

FOUR = ("E", "S", "W", "N")
COUNTERS = {"field": "honba", "drawn": 100, "discard": 300}
DRAGONS = {"dragons": {"sets": 3, "of": "567z"}}


def paid(
    winner: str,
    discarder: str | None,
    pay: dict[str, int],
    *,
    melds: str = "",
    yakuman: int = 0,
    honba: int = 0,
    first: bool = True,
    **settings: Any,
) -> dict[str, int]:
    """What each seat gains or loses, without those for whom that is nothing. `melds` are `555z left, 666z across`."""
    told = [one.split() for one in melds.split(", ") if one]
    sets = [{"type": "pung" if len(text) == 4 else "kong", "tiles": text, "from": by} for text, by in told if by != "-"]
    own = [{"type": "kong", "tiles": text, "concealed": True} for text, by in told if by == "-"]
    record = {"melds": [*own, *sets], "concealed": "11m", "seat": winner, "honba": honba}
    totals = {"pay": pay, "yakuman": yakuman}
    hand = WonHand(Hand.from_record(record))
    win = Win(winner, discarder, 0, FOUR, hand=hand, totals=totals, first=first, pots={"sticks": 2000})
    net = net_amounts(transfers(win, typed(Settings, settings)), FOUR)
    return {seat: amount for seat, amount in net.items() if amount}


def test_who_pays() -> None:
    assert paid("S", "W", {"discarder": 3900}) == {"S": 3900, "W": -3900}
    assert paid("S", None, {"east": 2000, "others": 1000}) == {"E": -2000, "S": 4000, "W": -1000, "N": -1000}
    assert paid("E", None, {"each": 500}) == {"E": 1500, "S": -500, "W": -500, "N": -500}


def test_counters() -> None:
    assert paid("S", "W", {"discarder": 1000}, honba=2, counters=COUNTERS) == {"S": 1600, "W": -1600}
    assert paid("E", None, {"each": 500}, honba=1, counters=COUNTERS)["S"] == -600
    assert paid("S", "W", {"discarder": 1000}, honba=2, counters=COUNTERS, first=False) == {"S": 1000, "W": -1000}
    every = {**COUNTERS, "every_winner": True}
    assert paid("S", "W", {"discarder": 1000}, honba=2, counters=every, first=False) == {"S": 1600, "W": -1600}


@pytest.mark.parametrize(("honba", "told"), [(0, []), (1, ["1 counter"]), (2, ["2 counters"])])
def test_counters_are_told_by_their_number(honba: int, told: list[str]) -> None:
    hand = WonHand(Hand.from_record({"concealed": "11m", "seat": "S", "honba": honba}))
    win = Win("S", "W", 0, FOUR, hand=hand, totals={"pay": {"discarder": 1000}, "yakuman": 0})
    price, *counters = transfers(win, typed(Settings, {"counters": COUNTERS}))
    assert (price.amount, [item.because for item in counters]) == (1000, told)


def test_the_pot_is_the_first_winners() -> None:
    assert paid("S", "W", {"discarder": 1000}, pot="sticks") == {"S": 3000, "W": -1000}
    assert paid("S", "W", {"discarder": 1000}, pot="sticks", first=False) == {"S": 1000, "W": -1000}


THREE = "555z left, 666z across, 777z right"


@pytest.mark.parametrize(
    ("discarder", "melds", "yakuman", "expected"),
    [
        (None, THREE, 1, {"S": 32300, "W": -32300}),
        ("N", THREE, 1, {"S": 32300, "W": -16000, "N": -16300}),
        ("W", THREE, 1, {"S": 32300, "W": -32300}),
        (None, THREE, 0, {"E": -16100, "S": 32300, "W": -8100, "N": -8100}),
        (None, "555z right, 666z across", 1, {"E": -16100, "S": 32300, "W": -8100, "N": -8100}),
        (None, "5555z -, 666z across, 777z left", 1, {"E": -32300, "S": 32300}),
        (None, "111m right, 555z left, 666z left, 777z across", 1, {"S": 32300, "N": -32300}),
    ],
)
def test_who_gave_the_last_of_the_sets_is_liable(
    discarder: str | None, melds: str, yakuman: int, expected: dict[str, int]
) -> None:
    pay = {"east": 16000, "others": 8000} if discarder is None else {"discarder": 32000}
    found = paid("S", discarder, pay, melds=melds, yakuman=yakuman, honba=1, counters=COUNTERS, liable=DRAGONS)
    assert found == expected


def test_who_pays_for_counters_where_one_is_liable_and_another_discards() -> None:
    said: dict[str, Any] = {"honba": 2, "counters": COUNTERS, "liable": DRAGONS}
    for who, expected in (("liable", {"W": -16600, "N": -16000}), ("discarder", {"W": -16000, "N": -16600})):
        found = paid("S", "N", {"discarder": 32000}, melds=THREE, yakuman=1, liable_counters=who, **said)
        assert found == {"S": 32600, **expected}
        alone = paid("S", "N", {"discarder": 32000}, yakuman=1, liable_counters=who, **said)
        assert alone == {"S": 32600, "N": -32600}


def test_for_what_a_player_is_liable() -> None:
    pay = {"east": 32000, "others": 16000}
    whole = paid("S", None, pay, melds=THREE, yakuman=2, liable=DRAGONS)
    assert whole == {"S": 64000, "W": -64000}
    part = paid("S", None, pay, melds=THREE, yakuman=2, liable=DRAGONS, liable_for="sets")
    assert part == {"E": -16000, "S": 64000, "W": -40000, "N": -8000}
    half = paid("S", "E", {"discarder": 64000}, melds=THREE, yakuman=2, liable=DRAGONS, liable_for="sets")
    assert half == {"E": -48000, "S": 64000, "W": -16000}
    double = {"dragons": {**DRAGONS["dragons"], "yakuman": 2}}
    pay = {"east": 48000, "others": 24000}
    two_of_three = paid("S", None, pay, melds=THREE, yakuman=3, liable=double, liable_for="sets")
    assert two_of_three == {"E": -16000, "S": 96000, "W": -72000, "N": -8000}


def test_who_added_the_tile_of_a_kong_is_not_fed() -> None:
    kongs = {"kongs": {"sets": 2, "kongs": True}}
    melds = "5555z left, 6666z right"
    assert paid("S", None, {"each": 100}, melds=melds, yakuman=1, liable=kongs) == {"S": 300, "W": -300}
    assert paid("S", None, {"each": 100}, melds="5555z left, 666z right", yakuman=1, liable=kongs)["E"] == -100


def test_scores_alone_do_not_say_who_pays() -> None:
    with pytest.raises(HandError) as error:
        settle_record({"scores": {"S": 1000}, "winner": "S", "discarder": "E"}, loaded("riichi"))
    assert (error.value.code, error.value.field) == ("bad_record", "hands")


def test_the_hands_of_all_players() -> None:
    waiting = {"concealed": "123m456p789s1122z", "winner": False}
    winner = {"concealed": "234m567p678s34s99p", "win": "5s", "from": "left", "honba": 1, "sticks": 1}
    hands = {seat: {**(winner if seat == "S" else waiting), "seat": seat} for seat in FOUR}
    found = settle_record({"hands": hands}, loaded("riichi"))
    assert dict(found.net) == {"E": -1300, "S": 2300, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("settlement: {replace: {method: prices}}", "4:32 settlement.method"),
        (
            "penalties: {wrong: {title: Wrong, cause: false_mahjong, settles_by: prices}}",
            "4:69 penalties.wrong.settles_by",
        ),
    ],
)
def test_what_says_no_prices_is_not_settled_by_them(tmp_path: Path, text: str, place: str) -> None:
    """Otherwise every win would be refused, for a fault of the ruleset."""
    path = tmp_path / "club.yaml"
    path.write_text(f"id: club\nextends: chinese-basic\nplugins: {{add: [prices]}}\n{text}\n", encoding="utf-8")
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load(path)
    said = 'prices settles what a hand says under "pay", which sum does not say'
    assert f"{place}: {said}" in str(caught.value)
