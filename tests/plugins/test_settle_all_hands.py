"""Payments that look at all hands: each method against a second derivation, as plain as it can be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules.declared.fields import keys_of
from mjrules.hooks import SettlementMethod, Win
from mjrules.hooks.manager import Plugins
from mjrules.ruleset.building.build import typed_settings
from mjrules.settlement_method import Transfer, net_amounts

SEATS = ("E", "S", "W", "N")
Net = dict[str, int]


def methods() -> Mapping[str, SettlementMethod]:
    """The methods as a ruleset gets them that names the plugin."""
    return Plugins(["all_hands"]).by_name("mj_settlement_methods")


METHODS = methods()


class Hands(NamedTuple):
    """Four hands: what each is worth, who won and how."""

    scores: Net
    winner: str
    discarder: str | None = None
    dead: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()

    @property
    def losers(self) -> list[str]:
        return [seat for seat in SEATS if seat != self.winner]

    def win(self) -> Win:
        return Win(self.winner, self.discarder, self.scores[self.winner], SEATS, self.scores, self.dead, self.special)


def paid(method: str, win: Win, settings: Mapping[str, Any]) -> Sequence[Transfer]:
    """What a method lets be paid under settings as a file gives them."""
    return METHODS[method].transfers(win, typed_settings(METHODS[method].settings, settings))


def net(method: str, hands: Hands, settings: Mapping[str, Any]) -> Net:
    return net_amounts(paid(method, hands.win(), settings), SEATS)


# The second derivation: what each player gains, out of the values of the hands.


def values(hands: Hands, settings: Mapping[str, Any]) -> Net:
    """Each hand dead, cut, or as it is."""
    limit: int | None = None if settings.get("roof_off") else settings.get("limit")
    free = hands.special if settings.get("special_over_limit") else frozenset()

    def value(seat: str) -> int:
        if seat in hands.dead:
            return 0
        cut = limit is not None and settings.get("cap") != "payment" and seat not in free
        return min(hands.scores[seat], limit or 0) if cut else hands.scores[seat]

    return {seat: value(seat) for seat in hands.scores}


def payment(amount: int, payee: str, hands: Hands, settings: Mapping[str, Any]) -> int:
    """An amount, cut where payments are."""
    free = payee in hands.special and settings.get("special_over_limit")
    limit: int | None = settings.get("limit")
    if settings.get("cap") != "payment" or limit is None or settings.get("roof_off") or free:
        return amount
    return min(amount, limit)


def f(one: str, other: str) -> int:
    return 2 if "E" in (one, other) else 1


def collected(hands: Hands, settings: Mapping[str, Any], times: Mapping[str, int] = {}) -> Net:
    """What the winner gets from each loser: the value, so many times."""
    value = values(hands, settings)[hands.winner]
    return {
        seat: payment(value, hands.winner, hands, settings) * times.get(seat, f(seat, hands.winner))
        for seat in hands.losers
    }


def paid_to(winner: str, dues: Net) -> Net:
    return {seat: sum(dues.values()) if seat == winner else -dues.get(seat, 0) for seat in SEATS}


def winner_full_differences(hands: Hands, settings: Mapping[str, Any]) -> Net:
    """Every player collects his own hand from each opponent who did not win; the losers' hands cut one another."""
    value = values(hands, settings)
    if settings.get("cap") != "payment":
        return {
            own: sum(value[own] * f(own, other) for other in hands.losers if other != own)
            - sum(value[other] * f(own, other) for other in SEATS if other != own and own != hands.winner)
            for own in SEATS
        }
    found = paid_to(hands.winner, collected(hands, settings))
    for own in hands.losers:
        found[own] += sum(signed(own, other, hands, settings) for other in hands.losers)
    return found


def signed(own: str, other: str, hands: Hands, settings: Mapping[str, Any]) -> int:
    """What passes from another to oneself, negative where it goes the other way."""
    value = values(hands, settings)
    difference = value[own] - value[other]
    if own == other or not difference:
        return 0
    payee = own if difference > 0 else other
    amount = payment(abs(difference), payee, hands, settings) * f(own, other)
    return amount if difference > 0 else -amount


def all_differences(hands: Hands, settings: Mapping[str, Any]) -> Net:
    return {own: sum(signed(own, other, hands, settings) for other in SEATS) for own in SEATS}


def winner_only(hands: Hands, settings: Mapping[str, Any]) -> Net:
    return paid_to(hands.winner, collected(hands, settings, dict.fromkeys(SEATS, 1)))


def winner_only_east_double(hands: Hands, settings: Mapping[str, Any]) -> Net:
    return paid_to(hands.winner, collected(hands, settings))


def winner_only_difference(hands: Hands, settings: Mapping[str, Any]) -> Net:
    dues = {seat: max(0, signed(hands.winner, seat, hands, settings)) for seat in hands.losers}
    return paid_to(hands.winner, dues)


def discarder_pays_all(hands: Hands, settings: Mapping[str, Any]) -> Net:
    """The four lines of the source: 2 each, 6, 1 and East 2, 4."""
    value = payment(values(hands, settings)[hands.winner], hands.winner, hands, settings)
    if hands.discarder is not None:
        return paid_to(hands.winner, {hands.discarder: value * (6 if hands.winner == "E" else 4)})
    return paid_to(hands.winner, {seat: value * (2 if "E" in (seat, hands.winner) else 1) for seat in hands.losers})


def us_discarder_double(hands: Hands, settings: Mapping[str, Any]) -> Net:
    times = {seat: 2 if seat == hands.discarder else 1 for seat in SEATS}
    return paid_to(hands.winner, collected(hands, settings, times))


PLAIN = {
    "winner_full_differences": winner_full_differences,
    "winner_only": winner_only,
    "winner_only_east_double": winner_only_east_double,
    "winner_only_difference": winner_only_difference,
    "all_differences": all_differences,
    "discarder_pays_all": discarder_pays_all,
    "us_discarder_double": us_discarder_double,
    "dangerous_game": discarder_pays_all,
}

scores = st.integers(0, 40) | st.integers(0, 3000) | st.sampled_from([300, 500, 1000, 2000])
some_seats = st.frozensets(st.sampled_from(SEATS), max_size=2)
limits = st.none() | st.sampled_from([300, 500, 1000]) | st.integers(1, 2000)
all_settings = st.fixed_dictionaries(
    {},
    optional={
        "limit": limits,
        "cap": st.sampled_from(["hand", "payment"]),
        "special_over_limit": st.booleans(),
        "roof_off": st.booleans(),
    },
)


@st.composite
def tables(draw: st.DrawFn) -> Hands:
    winner = draw(st.sampled_from(SEATS))
    discarder = draw(st.none() | st.sampled_from([seat for seat in SEATS if seat != winner]))
    dead = draw(some_seats) - {winner}
    return Hands({seat: draw(scores) for seat in SEATS}, winner, discarder, dead, draw(some_seats))


def test_every_method_has_a_second_derivation() -> None:
    assert set(PLAIN) == set(METHODS)


@pytest.mark.parametrize("method", PLAIN)
@given(hands=tables(), settings=all_settings)
def test_it_is_what_the_second_derivation_says(method: str, hands: Hands, settings: dict[str, Any]) -> None:
    if METHODS[method].drawn or hands.discarder is not None:
        assert net(method, hands, settings) == PLAIN[method](hands, settings)


@pytest.mark.parametrize("method", PLAIN)
@given(hands=tables(), settings=all_settings)
def test_it_sums_to_zero_in_whole_positive_amounts(method: str, hands: Hands, settings: dict[str, Any]) -> None:
    transfers = paid(method, hands.win(), settings)
    assert sum(net_amounts(transfers, SEATS).values()) == 0
    assert all(type(item.amount) is int and item.amount > 0 and item.payer != item.payee for item in transfers)
    assert len({frozenset(item[:2]) for item in transfers}) == len(transfers)
    assert all(item.because for item in transfers)


@pytest.mark.parametrize("method", PLAIN)
@given(hands=tables(), settings=all_settings)
def test_a_dead_hand_receives_nothing(method: str, hands: Hands, settings: dict[str, Any]) -> None:
    transfers = paid(method, hands.win(), settings)
    assert not {item.payee for item in transfers} & hands.dead


@pytest.mark.parametrize("method", PLAIN)
@given(hands=tables(), settings=all_settings, data=st.data())
def test_who_has_left_the_game_neither_pays_nor_is_paid(
    method: str, hands: Hands, settings: dict[str, Any], data: st.DataObject
) -> None:
    left = data.draw(st.sampled_from([seat for seat in hands.losers if seat != hands.discarder]))
    found = paid(method, hands.win()._replace(out=frozenset({left})), settings)
    assert left not in {seat for item in found for seat in item[:2]}
    if not method.startswith(("discarder_pays", "dangerous")):
        assert [*found] == [item for item in paid(method, hands.win(), settings) if left not in item[:2]]


def test_a_discarder_pays_for_nobody_who_has_left_the_game() -> None:
    win = Win("S", "W", 100, SEATS, out=frozenset({"E"}))
    assert [item[:3] for item in paid("discarder_pays_all", win, {})] == [("W", "S", 200)]


@pytest.mark.parametrize("method", [name for name in PLAIN if name != "all_differences"])
@given(hands=tables(), settings=all_settings)
def test_the_winner_pays_nobody(method: str, hands: Hands, settings: dict[str, Any]) -> None:
    assert hands.winner not in {item.payer for item in paid(method, hands.win(), settings)}


@pytest.mark.parametrize("method", [name for name, item in METHODS.items() if "hands" not in item.reads])
@given(hands=tables(), settings=all_settings)
def test_methods_that_do_not_read_the_other_hands_need_them_not(
    method: str, hands: Hands, settings: dict[str, Any]
) -> None:
    alone = Win(hands.winner, hands.discarder, hands.scores[hands.winner], SEATS, special=hands.special)
    assert paid(method, alone, settings) == paid(method, hands.win(), settings)


@pytest.mark.parametrize("method", [name for name, item in METHODS.items() if "discarder" not in item.reads])
@given(hands=tables(), settings=all_settings)
def test_methods_that_do_not_read_the_discarder_need_him_not(
    method: str, hands: Hands, settings: dict[str, Any]
) -> None:
    assert net(method, hands, settings) == net(method, hands._replace(discarder=None), settings)


@given(hands=tables(), settings=all_settings, factors=st.tuples(st.integers(0, 5), st.integers(0, 5)))
def test_what_east_pays_and_receives_is_a_setting(
    hands: Hands, settings: dict[str, Any], factors: tuple[int, int]
) -> None:
    east = {"east_pays": factors[0], "east_receives": factors[1]}
    for method in ("winner_full_differences", "all_differences"):
        once = paid(method, hands.win(), {**settings, "east_pays": 1, "east_receives": 1})
        expected = [
            (item.payer, item.payee, amount)
            for item in once
            if (amount := item.amount * (factors[0] if item.payer == "E" else factors[1] if item.payee == "E" else 1))
        ]
        found = paid(method, hands.win(), {**settings, **east})
        assert [item[:3] for item in found] == expected


# What a limit of the scoring method took away belongs to the value where the payments are cut.


def test_payments_are_cut_after_the_difference_of_whole_values() -> None:
    cut = {"E": 400, "W": 300}
    win = Win("S", None, 50, SEATS, {"E": 300, "S": 50, "W": 300, "N": 20}, cut=cut)
    method = "winner_full_differences"
    by_payment = net_amounts(paid(method, win, {"limit": 300, "cap": "payment"}), SEATS)
    assert by_payment == {"E": 700, "S": 200, "W": 50, "N": -950}
    by_hand = net_amounts(paid(method, win, {"limit": 300}), SEATS)
    assert by_hand == {"E": 460, "S": 200, "W": 230, "N": -890}


@pytest.mark.parametrize("method", METHODS)
def test_a_winner_below_zero_is_paid_what_zero_is(method: str) -> None:
    others = {"E": 30, "W": 0, "N": 8}
    below, zero = (Win("S", "E", value, SEATS, {**others, "S": value}) for value in (-5, 0))
    found = paid(method, below, {})
    assert all(item.amount > 0 for item in found)
    if method not in ("winner_only_difference", "all_differences"):
        assert found == paid(method, zero, {})


READS: dict[str, tuple[str, ...]] = {
    "winner_full_differences": ("hands",),
    "winner_only": (),
    "winner_only_east_double": (),
    "winner_only_difference": ("hands",),
    "all_differences": ("hands",),
    "discarder_pays_all": ("discarder",),
    "us_discarder_double": ("discarder",),
    "dangerous_game": ("discarder",),
}


@pytest.mark.parametrize("method", READS)
def test_what_each_method_reads(method: str) -> None:
    found = methods()[method]
    assert (found.name, found.reads, found.drawn) == (method, READS[method], method != "dangerous_game")
    assert found.settings is not None
    assert keys_of(found.settings) == (
        "limit", "roof_off", "cap", "special_over_limit", "east_pays", "east_receives",
    )  # fmt: skip
    assert found.about


def test_special_hands_are_cut_unless_the_settings_say_otherwise() -> None:
    win = Win("S", None, 900, SEATS, {"S": 900}, special=frozenset("S"), cut={"S": 50})
    for settings, amount in (({}, 300), ({"special_over_limit": False}, 300), ({"special_over_limit": True}, 900)):
        [first, *_] = paid("winner_only", win, {"limit": 300, **settings})
        assert first.amount == amount


# Reasons.

EXAMPLE = Hands({"E": 200, "S": 400, "W": 50, "N": 100}, "S", "W")
REASONS: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "winner_full_differences",
        {},
        [
            "E pays S 800: the winner's 400, East x 2",
            "W pays S 400: the winner's 400",
            "N pays S 400: the winner's 400",
            "W pays E 300: 200 - 50, East x 2",
            "N pays E 200: 200 - 100, East x 2",
            "W pays N 50: 100 - 50",
        ],
    ),
    ("winner_only", {}, [f"{seat} pays S 400: the winner's 400" for seat in "EWN"]),
    ("us_discarder_double", {"limit": 300}, [
        "E pays S 300: the winner's 300",
        "W pays S 600: the winner's 300, discarder x 2",
        "N pays S 300: the winner's 300",
    ]),
    ("dangerous_game", {}, ["W pays S 1600: discarder pays for all: 800 + 400 + 400"]),
    ("winner_only_difference", {"limit": 300, "cap": "payment"}, [
        "E pays S 400: 400 - 200, East x 2",
        "W pays S 300: 400 - 50, at most 300",
        "N pays S 300: 400 - 100",
    ]),
    ("winner_only_difference", {"limit": 100, "cap": "payment"}, [
        "E pays S 200: 400 - 200, at most 100, East x 2",
        "W pays S 100: 400 - 50, at most 100",
        "N pays S 100: 400 - 100, at most 100",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("method", "settings", "said"), REASONS)
def test_every_transfer_says_why(method: str, settings: dict[str, Any], said: list[str]) -> None:
    found = paid(method, EXAMPLE.win(), settings)
    assert [f"{item.payer} pays {item.payee} {item.amount}: {item.because}" for item in found] == said
