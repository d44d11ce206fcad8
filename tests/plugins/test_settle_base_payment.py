"""Who pays whom: the method `base_payment`, sums of zero, and tables that are not of four."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, HandError, Ruleset, RulesetError, Transfer
from mjrules.hooks import SettlementMethod, Win, seat_at
from mjrules.hooks.manager import Plugins
from mjrules.ruleset.building.build import typed_settings
from mjrules.settlement import settle_record
from mjrules.settlement_method import WonHand, net_amounts
from tests.kit.profile import thinned

FOUR = ("E", "S", "W", "N")
THREE = ("E", "S", "W")
TWO = ("E", "S")
Load = Callable[[str], Ruleset]


def method() -> SettlementMethod:
    found: SettlementMethod = Plugins(["base_payment"]).by_name("mj_settlement_methods")["base_payment"]
    return found


def transfers(win: Win, settings: Mapping[str, Any]) -> Sequence[Transfer]:
    """What is paid under settings as a file gives them."""
    return method().transfers(win, typed_settings(method().settings, settings))


def paid(win: Win, settings: Mapping[str, Any]) -> dict[str, int]:
    """The net amounts of the seats that gain or lose."""
    net = net_amounts(transfers(win, settings), win.seats)
    return {seat: amount for seat, amount in net.items() if amount}


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a child of Chinese Official from the text of its sections."""

    def child(text: str) -> Ruleset:
        path = tmp_path / "child.yaml"
        path.write_text(f"id: child\nextends: chinese-official\n{text}\n", encoding="utf-8")
        return mjrules.load(str(path))

    return child


# The settings of base_payment.

DISCARDED, DRAWN = Win("E", "S", 10, FOUR), Win("E", None, 10, FOUR)
SETTINGS: list[tuple[dict[str, Any], dict[str, int], dict[str, int]]] = [
    ({}, {"E": 10, "S": -10}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    ({"base": 8}, {"E": 34, "S": -18, "W": -8, "N": -8}, {"E": 54, "S": -18, "W": -18, "N": -18}),
    (
        {"base": 8, "discard": {"discarder": 0}},
        {"E": 24, "S": -8, "W": -8, "N": -8},
        {"E": 54, "S": -18, "W": -18, "N": -18},
    ),
    ({"discard": {"discarder": 2}}, {"E": 20, "S": -20}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    (
        {"base": 1, "discard": {"discarder": 3}},
        {"E": 33, "S": -31, "W": -1, "N": -1},
        {"E": 33, "S": -11, "W": -11, "N": -11},
    ),
    ({"discard": {"others": 1}}, {"E": 30, "S": -10, "W": -10, "N": -10}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    (
        {"discard": {"others": 1, "discarder": 2}},
        {"E": 40, "S": -20, "W": -10, "N": -10},
        {"E": 30, "S": -10, "W": -10, "N": -10},
    ),
    ({"drawn": {"each": 2}}, {"E": 10, "S": -10}, {"E": 60, "S": -20, "W": -20, "N": -20}),
    ({"base": 5, "drawn": {"each": 0}}, {"E": 25, "S": -15, "W": -5, "N": -5}, {"E": 15, "S": -5, "W": -5, "N": -5}),
    ({"drawn": {"each": 0}, "discard": {"discarder": 0}}, {}, {}),
    (
        {"discard": {"others": 1, "others_most": 4}},
        {"E": 30, "S": -22, "W": -4, "N": -4},
        {"E": 30, "S": -10, "W": -10, "N": -10},
    ),
    (
        {"discard": {"others": 1, "others_most": 10}},
        {"E": 30, "S": -10, "W": -10, "N": -10},
        {"E": 30, "S": -10, "W": -10, "N": -10},
    ),
    ({"discard": {"others": 1, "others_most": 0}}, {"E": 30, "S": -30}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    (
        {"base": 8, "discard": {"others_most": 5}},
        {"E": 34, "S": -24, "W": -5, "N": -5},
        {"E": 54, "S": -18, "W": -18, "N": -18},
    ),
]
"""Settings, what is paid after a discard, and what after a drawn win."""
SETTINGS += [
    ({"stake": 3}, {"E": 30, "S": -30}, {"E": 90, "S": -30, "W": -30, "N": -30}),
    ({"stake": 3, "base": 1}, {"E": 33, "S": -31, "W": -1, "N": -1}, {"E": 93, "S": -31, "W": -31, "N": -31}),
    ({"discard": {"others": 0.5}}, {"E": 20, "S": -10, "W": -5, "N": -5}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    ({"discard": {"others": 0.5, "others_most": 0}}, {"E": 20, "S": -20}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    ({"discard": {"others": 0.25}}, {"E": 16, "S": -10, "W": -3, "N": -3}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    (
        {"discard": {"others": 0.25, "others_most": 1}},
        {"E": 15, "S": -13, "W": -1, "N": -1},
        {"E": 30, "S": -10, "W": -10, "N": -10},
    ),
    ({"drawn": {"each": 0.1}, "discard": {"discarder": 1.5}}, {"E": 15, "S": -15}, {"E": 3, "S": -1, "W": -1, "N": -1}),
    (
        {"prices": {"by_value": [1, 7]}, "base": 1, "stake": 2},
        {"E": 17, "S": -15, "W": -1, "N": -1},
        {"E": 45, "S": -15, "W": -15, "N": -15},
    ),
]
"""With a stake, with shares of the value, and with prices."""
SETTINGS += [
    ({"east_receives": 2}, {"E": 20, "S": -20}, {"E": 60, "S": -20, "W": -20, "N": -20}),
    ({"east_pays": 2}, {"E": 10, "S": -10}, {"E": 30, "S": -10, "W": -10, "N": -10}),
    (
        {"east_receives": 3, "base": 1, "drawn": {"more": 2}},
        {"E": 39, "S": -33, "W": -3, "N": -3},
        {"E": 117, "S": -39, "W": -39, "N": -39},
    ),
    (
        {"east_receives": 2, "discard": {"others": 0.25}},
        {"E": 30, "S": -20, "W": -5, "N": -5},
        {"E": 60, "S": -20, "W": -20, "N": -20},
    ),
    ({"east_receives": 0}, {}, {}),
]
"""With a multiple for East, after which is rounded."""


RESPONSIBLE = {"discard": {"others": 1, "others_most": 4, "responsible": "responsible"}}


def test_who_is_responsible_pays_in_the_discarders_place() -> None:
    def with_(said: str | None) -> dict[str, int]:
        fields = {} if said is None else {"responsible": said}
        hand = WonHand(Hand(seat="E", win=0, concealed=(0,), source="right", fields=fields))
        return paid(DISCARDED._replace(hand=hand), RESPONSIBLE)

    discarder = {"E": 30, "S": -22, "W": -4, "N": -4}
    assert paid(DISCARDED, RESPONSIBLE) == discarder  # where only the value is known, who is said to have discarded
    assert with_(None) == with_("S") == discarder
    assert with_("W") == {"E": 30, "S": -4, "W": -22, "N": -4}
    assert with_("E") == {"E": 30, "S": -10, "W": -10, "N": -10}
    three = Win("E", "S", 10, THREE, hand=WonHand(Hand(seat="E", source="right", fields={"responsible": "N"})))
    with pytest.raises(HandError, match="expected a player who can pay, S, W, or the winner") as error:
        transfers(three, RESPONSIBLE)
    assert error.value.field == "responsible"


def test_a_drawn_win_asks_for_nobody_who_is_responsible() -> None:
    hand = WonHand(Hand(seat="E", fields={"responsible": "S"}))
    assert paid(DRAWN._replace(hand=hand), RESPONSIBLE) == {"E": 30, "S": -10, "W": -10, "N": -10}


@pytest.mark.parametrize(("settings", "discarded", "drawn"), SETTINGS)
def test_settings(settings: dict[str, Any], discarded: dict[str, int], drawn: dict[str, int]) -> None:
    assert paid(DISCARDED, settings) == discarded
    assert paid(DRAWN, settings) == drawn


@pytest.mark.parametrize(
    ("settings", "discarded", "drawn"),
    [
        ({"east_pays": 2}, {"W": 20, "E": -20}, {"W": 40, "E": -20, "S": -10, "N": -10}),
        ({"east_receives": 2}, {"W": 10, "E": -10}, {"W": 30, "E": -10, "S": -10, "N": -10}),
        (
            {"east_pays": 2, "base": 1, "discard": {"discarder": 2, "others": 1, "others_most": 9}},
            {"W": 68, "E": -50, "S": -9, "N": -9},  # the discarder pays what is above the most of the others: 2 x 25
            {"W": 44, "E": -22, "S": -11, "N": -11},
        ),
        (
            {"east_pays": 2, "fed": [{"sets": 1}]},
            {"W": 20, "E": -20},
            {"W": 40, "E": -20, "S": -10, "N": -10},
        ),
    ],
)
def test_east_pays_a_multiple(settings: dict[str, Any], discarded: dict[str, int], drawn: dict[str, int]) -> None:
    assert paid(Win("W", "E", 10, FOUR), settings) == discarded
    assert paid(Win("W", None, 10, FOUR), settings) == drawn


def test_the_multiple_of_east_is_said_with_the_amount() -> None:
    settings = {"east_pays": 2, "discard": {"others": 1}}
    said = {item.payer: str(item.because) for item in transfers(Win("W", "S", 10, FOUR), settings)}
    assert said == {"E": "others: 10, East x 2", "S": "discarder: 10", "N": "others: 10"}


@pytest.mark.parametrize(("settings", "discarded", "drawn"), thinned(SETTINGS, 10))
def test_settings_in_a_ruleset(
    load: Load, settings: dict[str, Any], discarded: dict[str, int], drawn: dict[str, int]
) -> None:
    given = {"base": 0, **settings}.items()
    text = ", ".join(f"{key}: {json.dumps(value)}" for key, value in given if (key, value) != ("base", 8))
    ruleset = load(f"scoring: {{minimum: 1}}\nsettlement: {{{text}}}" if text else "scoring: {minimum: 1}")
    for mark, source, expected in (("+", " from=right", discarded), ("!", "", drawn)):
        score = ruleset.score(Hand.parse(f"123m456p789s111z2z {mark}2z{source}"))
        win = Win("E", "S" if source else None, score.total, FOUR)
        assert {seat: amount for seat, amount in (score.payments or {}).items() if amount} == paid(win, settings)
        assert set(paid(win, settings)) == set(expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("base: eight", 'settlement.base: expected a whole number, got "eight"'),
        ("base: -1", "settlement.base: expected 0 or more, got -1"),
        ("base: 8.5", "settlement.base: expected a whole number, got 8.5"),
        ('base: "9"', 'settlement.base: expected a whole number, got "9"'),
        ("base: true", "settlement.base: expected a whole number, got true"),
        ("discard: {discarder: -2}", "settlement.discard.discarder: expected 0 or more, got -2"),
        ("discard: {others_most: -1}", "settlement.discard.others_most: expected 0 or more, got -1"),
        ("discard: {others_most: 1.5}", "settlement.discard.others_most: expected a whole number, got 1.5"),
        ("discard: {others: [1]}", "settlement.discard.others: expected a number, got a list"),
        ("discard: {others: true}", "settlement.discard.others: expected a number, got true"),
        ("discard: {others: 1/2}", 'settlement.discard.others: expected a number, got "1/2"'),
        ("discard: {others: -0.5}", "settlement.discard.others: expected 0 or more, got -0.5"),
        ("stake: 0", "settlement.stake: expected 1 or more, got 0"),
        ("stake: 0.5", "settlement.stake: expected a whole number, got 0.5"),
        ("prices: [1, 2]", "settlement.prices: expected a mapping, got a list"),
        ("prices: {}", 'settlement.prices.by_value: the key "by_value" is missing'),
        ("prices: {by_value: []}", "settlement.prices.by_value: expected at least one entry, got an empty list"),
        ("prices: {by_value: [1, -2]}", "settlement.prices.by_value[1]: expected 0 or more, got -2"),
        ("prices: {by_value: [1, 0.5]}", "settlement.prices.by_value[1]: expected a whole number, got 0.5"),
        ("prices: {by_value: [1], every: 2}", "settlement.prices.every: unknown key (known: by_value, doubled_every)"),
        (
            "prices: {by_value: [1, 2], doubled_every: 3}",
            "settlement.prices.doubled_every: expected 2 or less, the number of prices by_value, got 3",
        ),
        ("prices: {by_value: [1], doubled_every: 0}", "settlement.prices.doubled_every: expected 1 or more, got 0"),
        ("bas: 9", 'settlement.bas: unknown key "bas" (did you mean "base"?)'),
        ("drawn: {each: -1}", "settlement.drawn.each: expected 0 or more, got -1"),
        ("drawn: {all: 2}", "settlement.drawn.all: unknown key (known: each, more)"),
        ("drawn: 2", "settlement.drawn: expected a mapping, got 2"),
        ("self_drawn: 2", 'settlement.self_drawn: unknown key "self_drawn" (now it is "drawn")'),
        ("method: base_pay", 'settlement.method: "base_pay" is not a settlement method (did you mean "base_payment"?)'),
    ],
)
def test_settings_are_checked(load: Load, settings: str, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        load(f"settlement: {{{settings}}}")
    assert [f"{problem.path}: {problem.message}" for problem in error.value.problems] == [said]


def test_every_transfer_says_why() -> None:
    because = [transfer.because for transfer in transfers(DISCARDED, {"base": 8})]
    assert because == ["discarder: 8 + 10", "base: 8", "base: 8"]
    because = [transfer.because for transfer in transfers(DRAWN, {"base": 8})]
    assert because == ["self-drawn: 8 + 10"] * 3
    assert [transfer.because for transfer in transfers(DISCARDED, {})] == ["discarder: 10"]
    because = [transfer.because for transfer in transfers(DISCARDED, {"base": 2, "discard": {"others": 1}})]
    assert because == ["discarder: 2 + 10", "others: 2 + 10", "others: 2 + 10"]
    because = [transfer.because for transfer in transfers(DISCARDED, {"discard": {"others": 1, "others_most": 4}})]
    assert because == ["discarder: 10 + 6 + 6", "others: 4 of 10", "others: 4 of 10"]
    because = [transfer.because for transfer in transfers(DISCARDED, {"discard": {"others": 1}})]
    assert because == ["discarder: 10", "others: 10", "others: 10"]


HALF = {"by_value": [1, 2, 4, 8, 16, 24], "doubled_every": 2}


@pytest.mark.parametrize(
    ("prices", "wanted"),
    [
        ({"by_value": [5, 6, 9]}, [5, 6, 9, 9, 9, 9]),
        ({"by_value": [0]}, [0, 0, 0]),
        ({"by_value": [1], "doubled_every": 1}, [1, 2, 4, 8, 16, 32, 64]),
        ({"by_value": [3, 4], "doubled_every": 1}, [3, 4, 8, 16, 32]),
        ({"by_value": [9, 1, 2, 3], "doubled_every": 3}, [9, 1, 2, 3, 2, 4, 6, 4, 8, 12, 8]),
        (HALF, [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512]),
    ],
)
def test_prices(prices: Mapping[str, Any], wanted: list[int]) -> None:
    found = [paid(Win("E", "S", value, FOUR), {"prices": prices}).get("E", 0) for value in range(len(wanted))]
    assert found == wanted


def test_a_value_below_zero_costs_what_zero_does() -> None:
    assert paid(Win("E", "S", -3, FOUR), {"prices": HALF}) == {"E": 1, "S": -1}
    assert paid(Win("E", "S", -3, FOUR), {}) == {}
    assert paid(Win("E", None, -3, FOUR), {"base": 2}) == {"E": 6, "S": -2, "W": -2, "N": -2}


@pytest.mark.parametrize(
    ("parent", "rule", "hand", "wanted"),
    [
        ("chinese-basic", "four_pungs: {points: -40, aside: true}", "(111m) (333p) 555s999s2z +2z from=left", [0] * 4),
        (
            "taiwanese",
            "all_pungs: {tai: -9, aside: true}",
            "(111m) (333p) (444m) 555s999s2z +2z from=left",
            [1, 0, 0, -1],
        ),
    ],
)
def test_a_hand_below_zero_is_settled(tmp_path: Path, parent: str, rule: str, hand: str, wanted: list[int]) -> None:
    path = tmp_path / "child.yaml"
    path.write_text(f"id: child\nextends: {parent}\nrules: {{{rule}}}\n", encoding="utf-8")
    score = mjrules.load(str(path)).score(Hand.parse(hand))
    assert score.total < 0
    assert score.minimum_met
    assert score.payments is not None
    assert [*score.payments.values()] == wanted


def test_an_amount_can_always_be_written() -> None:
    """However dear a rule is: a price is doubled a thousand times at most."""
    amount = paid(Win("E", "S", 10**9, FOUR), {"prices": {"by_value": [1], "doubled_every": 1}})["E"]
    assert amount == 2**1000
    assert json.loads(json.dumps(amount)) == amount


@given(st.integers(0, 200), st.integers(1, 6))
def test_above_the_list_prices_double(value: int, every: int) -> None:
    prices = {"by_value": [1, 2, 4, 8, 16, 24], "doubled_every": every}
    dues = [paid(Win("E", "S", value + more, FOUR), {"prices": prices})["E"] for more in (6, 6 - every)]
    assert dues[0] == 2 * dues[1]


def test_shares_are_exact() -> None:
    """In binary fractions a tenth of thirty would be more than three, and rounded up to four."""
    assert paid(Win("E", "S", 30, FOUR), {"discard": {"discarder": 0.1}}) == {"E": 3, "S": -3}
    assert paid(Win("E", "S", 10**25, FOUR), {"discard": {"discarder": 0.7}})["E"] == 7 * 10**24


def test_transfers_of_shares_say_why() -> None:
    because = [transfer.because for transfer in transfers(DISCARDED, {"discard": {"others": 0.5, "others_most": 0}})]
    assert because == ["discarder: 10 + 5 + 5"]
    because = [transfer.because for transfer in transfers(DISCARDED, {"discard": {"others": 0.25}})]
    assert because == ["discarder: 10", "others: 5/2", "others: 5/2"]


def test_nothing_is_paid_where_nothing_is_due() -> None:
    assert list(transfers(DISCARDED, {"discard": {"discarder": 0}})) == []
    assert list(transfers(Win("E", "S", 0, FOUR), {})) == []


# Laws.

small = st.integers(0, 20)
shares = small | st.sampled_from([0.1, 0.25, 0.5, 1.5])
drawn_portions = st.fixed_dictionaries({}, optional={"each": shares})
discard_portions = st.fixed_dictionaries({}, optional={"discarder": shares, "others": shares})
settings_of_all_kinds = st.fixed_dictionaries(
    {},
    optional={"base": small, "stake": st.integers(1, 5), "drawn": drawn_portions, "discard": discard_portions},
)
DEFAULTS = {"each": 1, "discarder": 1, "others": 0}
"""How many portions are paid where the settings do not say it."""


@st.composite
def wins(draw: st.DrawFn) -> Win:
    """A win at a table of two, three, four or five."""
    seats = draw(st.sampled_from([TWO, THREE, FOUR, (*FOUR, "C")]))
    winner = draw(st.sampled_from(seats))
    discarder = draw(st.none() | st.sampled_from([seat for seat in seats if seat != winner]))
    return Win(winner, discarder, draw(st.integers(0, 10_000)), seats)


def _said(settings: Mapping[str, Any]) -> dict[str, float]:
    """How many portions the settings say for each who pays."""
    return {**settings.get("drawn", {}), **settings.get("discard", {})}


@given(wins(), settings_of_all_kinds)
def test_payments_sum_to_zero(win: Win, settings: dict[str, Any]) -> None:
    net = net_amounts(transfers(win, settings), win.seats)
    assert set(net) == set(win.seats)
    assert sum(net.values()) == 0
    assert all(type(amount) is int for amount in net.values())


@given(wins(), settings_of_all_kinds)
def test_losers_pay_the_winner_and_nobody_else(win: Win, settings: dict[str, Any]) -> None:
    found = transfers(win, settings)
    assert all(transfer.payee == win.winner != transfer.payer for transfer in found)
    assert all(transfer.amount > 0 for transfer in found)
    assert len({transfer.payer for transfer in found}) == len(found)


@given(wins(), settings_of_all_kinds)
def test_each_loser_pays_the_base_and_his_share(win: Win, settings: dict[str, Any]) -> None:
    found = net_amounts(transfers(win, settings), win.seats)
    for seat in set(win.seats) - {win.winner}:
        role = "each" if win.discarder is None else "discarder" if seat == win.discarder else "others"
        share = Fraction(str(_said(settings).get(role, DEFAULTS[role])))
        assert -found[seat] == settings.get("base", 0) + ceil(share * settings.get("stake", 1) * win.value)


@given(wins(), settings_of_all_kinds, small)
def test_the_discarder_pays_what_the_others_need_not(win: Win, settings: dict[str, Any], most: int) -> None:
    without = net_amounts(transfers(win, settings), win.seats)
    discard = {**settings.get("discard", {}), "others_most": most}
    found = net_amounts(transfers(win, {**settings, "discard": discard}), win.seats)
    rounded = len(win.seats) if any(isinstance(value, float) for value in _said(settings).values()) else 0
    assert 0 <= without[win.winner] - found[win.winner] <= rounded
    for seat in set(win.seats) - {win.winner, win.discarder}:
        assert found[seat] == (without[seat] if win.discarder is None else max(without[seat], -most))


transfer_lists = st.lists(
    st.builds(Transfer, st.sampled_from(FOUR), st.sampled_from(FOUR), st.integers(-(10**6), 10**6))
)


@given(transfer_lists)
def test_net_amounts_sum_to_zero_whatever_is_paid(transfers: list[Transfer]) -> None:
    net = net_amounts(transfers, FOUR)
    assert list(net) == list(FOUR)
    assert sum(net.values()) == 0


@given(transfer_lists, transfer_lists)
def test_net_amounts_add_up(first: list[Transfer], second: list[Transfer]) -> None:
    one, two, both = (net_amounts(item, FOUR) for item in (first, second, first + second))
    assert both == {seat: one[seat] + two[seat] for seat in FOUR}


# Who sits where.


@pytest.mark.parametrize(
    ("seats", "seat", "left", "across", "right"),
    [
        (FOUR, "E", "N", "W", "S"),
        (FOUR, "S", "E", "N", "W"),
        (FOUR, "W", "S", "E", "N"),
        (FOUR, "N", "W", "S", "E"),
        (THREE, "E", "W", None, "S"),
        (THREE, "S", "E", None, "W"),
        (THREE, "W", "S", None, "E"),
        (TWO, "E", "S", None, "S"),
        (TWO, "S", "E", None, "E"),
    ],
)
def test_seats(seats: tuple[str, ...], seat: str, left: str, across: str | None, right: str) -> None:
    found = {side: seat_at(seat, side, seats) for side in ("left", "across", "right")}
    assert found == {"left": left, "across": across, "right": right}
    for own, wrong in ((seat, "behind"), ("X", "left")):
        with pytest.raises(ValueError, match=r"behind|tuple\.index"):
            seat_at(own, wrong, seats)


# From hand to payments.

HAND = "(123m) 456p78s111z5z !5z seat=%s"
CLAIMED = "(123m) 345m678p456s5z +5z seat=%s from=%s last_tile"


@pytest.mark.parametrize("seat", FOUR)
@pytest.mark.parametrize("side", ["left", "across", "right"])
def test_the_discarder_is_told_by_his_side(seat: str, side: str) -> None:
    score = mjrules.load("chinese-official").score(Hand.parse(CLAIMED % (seat, side)))
    assert score.payments is not None
    discarder = str(seat_at(seat, side, FOUR))
    others = {other: -8 for other in FOUR if other not in (seat, discarder)}
    assert score.payments == {seat: 24 + score.total, discarder: -8 - score.total, **others}


SEATS_OF_THREE = "table: {seats: [E, S, W]}"


@pytest.mark.parametrize("seat", THREE)
@pytest.mark.parametrize("side", ["left", "right"])
def test_three_seats_and_a_discard(load: Load, seat: str, side: str) -> None:
    score = load(SEATS_OF_THREE).score(Hand.parse(CLAIMED % (seat, side)))
    discarder = str(seat_at(seat, side, THREE))
    other = next(other for other in THREE if other not in (seat, discarder))
    assert score.payments == {seat: 16 + score.total, discarder: -8 - score.total, other: -8}


@pytest.mark.parametrize("seat", THREE)
def test_three_seats_and_a_drawn_win(load: Load, seat: str) -> None:
    score = load(SEATS_OF_THREE).score(Hand.parse(f"1112345678999m !5m seat={seat}"))
    losers = [other for other in THREE if other != seat]
    assert score.payments == {seat: 2 * (8 + score.total), **dict.fromkeys(losers, -8 - score.total)}


def test_two_seats(load: Load) -> None:
    ruleset = load("table: {seats: [E, S]}")
    for side in ("left", "right"):
        score = ruleset.score(Hand.parse(CLAIMED % ("E", side)))
        assert score.payments == {"E": 8 + score.total, "S": -8 - score.total}


def test_seats_in_another_order(load: Load) -> None:
    ruleset = load("table: {seats: [E, N, W, S]}")
    score = ruleset.score(Hand.parse(CLAIMED % ("E", "right")))
    assert score.payments == {"E": 24 + score.total, "N": -8 - score.total, "W": -8, "S": -8}
    assert list(score.payments) == ["E", "N", "W", "S"]


def test_nobody_sits_across_at_a_table_of_three(load: Load) -> None:
    with pytest.raises(HandError) as error:
        load(SEATS_OF_THREE).score(Hand.parse(CLAIMED % ("E", "across")))
    assert error.value.field == "from"


def test_a_seat_that_the_table_does_not_have_is_refused(load: Load) -> None:
    with pytest.raises(HandError) as error:
        load(SEATS_OF_THREE).score(Hand.parse(CLAIMED % ("N", "left")))
    assert (error.value.code, error.value.field) == ("bad_record", "seat")


@pytest.mark.parametrize("seats", ["[]", "[E]", "[E, E, S, W]", "[E, S, X]", "[e, s]", "E"])
def test_tables_that_cannot_be(load: Load, seats: str) -> None:
    with pytest.raises(RulesetError) as error:
        load(f"table: {{seats: {seats}}}")
    assert error.value.problems[0].path.startswith("table.seats")


# Hands that are not settled.


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(123m) 345m678p456s5z +5z", "the discarder is not known"),
        ("(123m) 345m678p456s5z +5z from=left", "below the minimum"),
        ("(123m) 345m678p456s5z !5z", "below the minimum"),
        ("1112345678999m", "did not win"),
    ],
)
def test_hands_that_are_not_settled(text: str, why: str) -> None:
    score = mjrules.load("chinese-official").score(Hand.parse(text))
    assert score.transfers is None, why
    assert score.payments is None
    assert "payments" not in score.to_record()


def test_a_hand_as_dealt_is_paid_as_a_drawn_one() -> None:
    score = mjrules.load("chinese-official").score(Hand.parse("11123455678999m"))
    assert score.payments == {"E": 3 * (8 + score.total), **dict.fromkeys("SWN", -8 - score.total)}


def test_a_robbed_kong_is_paid_by_him_who_made_it() -> None:
    score = mjrules.load("chinese-official").score(Hand.parse("(123m) 345m678p46s55z +5s from=across robbing_kong"))
    assert score.payments == {"E": 24 + score.total, "S": -8, "W": -8 - score.total, "N": -8}


def test_flowers_are_paid_but_do_not_reach_the_minimum() -> None:
    official = mjrules.load("chinese-official")
    plain = official.score(Hand.parse("1112345678999m !5m"))
    flowers = official.score(Hand.parse("1112345678999m !5m flowers=f1s1"))
    assert flowers.payments is not None
    assert plain.payments is not None
    assert flowers.payments["E"] - plain.payments["E"] == 6
    assert official.score(Hand.parse("(123m) 345m678p456s5z !5z flowers=8")).payments is None


def test_a_ruleset_without_settlement_pays_nothing(load: Load) -> None:
    score = load("settlement: null").score(Hand.parse("1112345678999m !5m"))
    assert score.payments is None
    assert score.minimum_met


def test_the_record_has_net_amounts_by_seat() -> None:
    record = mjrules.load("chinese-official").score(Hand.parse("1112345678999m !5m")).to_record()
    assert list(record["payments"]) == list(FOUR)
    assert sum(record["payments"].values()) == 0


def test_a_drawn_win_may_cost_more() -> None:
    settings = {"prices": {"by_value": [1], "doubled_every": 1}, "drawn": {"more": 1}}
    assert paid(Win("E", None, 3, FOUR), settings) == {"E": 27, "S": -9, "W": -9, "N": -9}
    assert paid(Win("E", "S", 3, FOUR), settings) == {"E": 8, "S": -8}


def test_who_has_left_the_game_pays_nothing() -> None:
    assert paid(Win("E", None, 10, FOUR, out=frozenset("S")), {"base": 1}) == {"E": 22, "W": -11, "N": -11}
    assert paid(Win("E", "W", 10, FOUR, out=frozenset("S")), {"base": 1}) == {"E": 12, "W": -11, "N": -1}


# One player for the others


def fed(*melds: dict[str, object], drawn: bool = True, **options: object) -> set[str]:
    """Who pays when South wins with these sets, under the rules of Hong Kong."""
    ruleset = mjrules.load("hong-kong", {"guaranteed_self_draw": "pays", "minimum": 0, **options})
    rest = {4: "9p", 3: "123m9p", 2: "123456m9p"}[len(melds)]
    how = {"self_drawn": True} if drawn else {"from": "left"}
    score = ruleset.score(Hand.from_record({"melds": [*melds], "concealed": rest, "win": "9p", "seat": "S", **how}))
    return {item.payer for item in score.transfers or ()}


def pung(tiles: str, giver: str | None = "left", kind: str = "pung", **more: object) -> dict[str, object]:
    return {"type": kind, "tiles": tiles, **({} if giver is None else {"from": giver}), **more}


OTHERS = {"E", "W", "N"}
DRAGONS = (pung("555z", "left"), pung("666z", "left"))


@pytest.mark.parametrize(
    ("melds", "payers"),
    [
        ((*DRAGONS, pung("777z", "right")), {"W"}),
        ((*DRAGONS, pung("777z", "left")), {"E"}),
        ((*DRAGONS, pung("7777z", None, "kong", concealed=True)), OTHERS),
        ((*DRAGONS, pung("111s", "right")), OTHERS),
        (DRAGONS, OTHERS),
        ((pung("111z"), pung("222z"), pung("333z"), pung("444z", "across")), {"N"}),
        ((pung("111z"), pung("222z"), pung("333z", "right"), pung("111s", "across")), OTHERS),
        ((pung("111s"), pung("222s"), pung("333s"), pung("555s")), {"E"}),
        ((pung("111s"), pung("222s"), pung("333s", "right"), pung("555s")), OTHERS),
        (tuple(pung(f"{n}{n}{n}{n}s", "right" if n == 4 else "left", "kong") for n in (1, 2, 3, 4)), {"W"}),
        (
            (
                *(pung(f"{n}{n}{n}{n}s", "left", "kong") for n in (1, 2, 3)),
                pung("4444s", "right", "kong", added=True),
            ),
            OTHERS,
        ),
    ],
)
def test_who_fed_the_last_of_certain_sets_pays_a_drawn_win_for_all(
    melds: tuple[dict[str, object], ...], payers: set[str]
) -> None:
    assert fed(*melds) == payers
    assert fed(*melds, guaranteed_self_draw="none") == OTHERS
    assert fed(*melds, drawn=False) == {"E"}


# More for what the record of the winner says.

BIRDS = """extends: root
plugins: [base_payment, combinations, sum]
scoring: {method: sum}
rules: {win: {points: 3}}
fields: {horses: horses, birds: {type: tiles, about: the birds}}
"""
SIDES = "sides: {right: 26m26p, across: 37m, left: 48m}"


def more(folder: Path, times: str) -> Ruleset:
    """A ruleset in which every hand is worth 3, and more is paid for something."""
    path = folder / "more.yaml"
    path.write_text(f"id: more\n{BIRDS}settlement: {{method: base_payment, times: {{{times}}}}}\n", encoding="utf-8")
    return mjrules.load(path)


@pytest.mark.parametrize(
    ("times", "said", "each"),
    [
        ("field: horses", "", {"E": 3, "W": 3, "N": 3}),
        ("field: horses", "horses=2", {"E": 9, "W": 9, "N": 9}),
        ("field: horses, each: doubles", "horses=2", {"E": 12, "W": 12, "N": 12}),
        ("field: birds", "birds=1m1m5p", {"E": 12, "W": 12, "N": 12}),
        (f"field: birds, {SIDES}", "birds=1m2m6p", {"E": 6, "W": 12, "N": 6}),
        (f"field: birds, each: doubles, {SIDES}", "birds=1m2m8m6p", {"E": 4 * 3, "W": 8 * 3, "N": 2 * 3}),
        (f"field: birds, each: doubles, {SIDES}", "birds=7m7m", {"E": 3, "W": 3, "N": 12}),
        ("field: birds, sides: {right: 1m2m, left: 1m}", "birds=1m", {"E": 6, "W": 6, "N": 3}),
    ],
)
def test_all_is_paid_more_often_for_what_the_record_says(
    tmp_path: Path, times: str, said: str, each: dict[str, int]
) -> None:
    """One by one and as columns; for tiles that count for one payer by where that player sits."""
    ruleset = more(tmp_path, times)
    hand = ruleset.parse(f"123m456m789p23s55p !4s seat=S {said}")
    paid = {seat: -amount for seat, amount in each.items()} | {"S": sum(each.values())}
    assert ruleset.score(hand).payments == paid
    amounts = ruleset.batch().score([hand]).payments.amounts[0].tolist()
    assert dict(zip(FOUR, amounts, strict=True)) == paid


def test_what_the_record_does_not_say_is_asked_for(tmp_path: Path) -> None:
    """A worth alone does not tell what is paid, nor a number for whom it counts."""
    record = {"kind": "settle", "scores": {"E": 0, "S": 3, "W": 0, "N": 0}, "winner": "S", "self_drawn": True}
    ruleset = more(tmp_path, "field: horses")
    with pytest.raises(HandError, match="depends on the record of the winner's hand"):
        settle_record(record, ruleset)
    assert settle_record({**record, "numbers": {"horses": 1}}, ruleset).net["S"] == 18
    ruleset = more(tmp_path, f"field: horses, {SIDES}")
    hand = "123m456m789p23s55p !4s seat=S"
    assert ruleset.score(ruleset.parse(hand)).payments == {"E": -3, "S": 9, "W": -3, "N": -3}
    with pytest.raises(HandError, match="expected tiles"):
        _ = ruleset.score(ruleset.parse(f"{hand} horses=1")).payments
    with pytest.raises(RulesetError, match='expected a side, one of right, across, left, got "next"'):
        more(tmp_path, "field: birds, sides: {next: 1m}")
    with pytest.raises(RulesetError, match='"bird" is not a declared field'):
        more(tmp_path, "field: bird")
