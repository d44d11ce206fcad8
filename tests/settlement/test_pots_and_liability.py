"""Pots that are paid by a win, and pay for it; players who pay for others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from mjrules import Hand, Match, PluginError, Ruleset, RulesetError
from mjrules.hooks import SettlementMethod, Transfer, Win, hookimpl, paid_by
from mjrules.hooks.manager import available_plugins
from mjrules.play import events
from mjrules.ruleset.load import load
from mjrules.settlement import settle_record
from mjrules.testing import check_play, sensible_player
from tests.kit.laid import laid, play

TEXT = """
id: club
extends: zung-jung
plugins: {add: [odd]}
settlement: {replace: {method: sticks}}
table: {winners: all}
fields: {sticks: what lies on the table}
pots: {sticks: {title: Sticks, goes_to: nobody, field: sticks}}
"""
READY = "123m456m789m12p44z"


def by_sticks(win: Win, settings: object) -> list[Transfer]:
    """The first winner gets what is in the pot, and all put 2 into it; who fed the first set pays for all."""
    payers = win.losers if win.discarder is None else (win.discarder,)
    paid = [Transfer(seat, win.winner, win.value, "won") for seat in payers]
    if win.feeders[:1] not in ((), (None,)):
        paid = paid_by(win.feeders[0] or "", paid)
    if win.first:
        paid += [Transfer("sticks", win.winner, win.pots["sticks"], "the sticks")] if win.pots["sticks"] else []
        paid += [Transfer(seat, "sticks", 2) for seat in win.losers]
    return paid


def club(folder: Path, method: object = by_sticks, text: str = TEXT) -> Ruleset:
    def mj_settlement_methods() -> list[SettlementMethod]:
        return [SettlementMethod("sticks", "", method, reads=())]  # type: ignore[arg-type]

    odd = ModuleType("odd")
    odd.mj_settlement_methods = hookimpl(mj_settlement_methods)  # type: ignore[attr-defined]
    path = folder / "club.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path), available={**available_plugins(), "odd": lambda: odd}, within=folder)


def test_a_pot_pays_and_is_paid(tmp_path: Path) -> None:
    score = club(tmp_path).score(Hand.parse(f"{READY} +3p seat=S from=left sticks=7"))
    assert score.transfers is not None
    assert Transfer("sticks", "S", 7, "the sticks") in score.transfers
    assert score.payments == {"E": -score.total - 2, "S": score.total + 7, "W": -2, "N": -2}
    assert "Sticks pays South 7 (the sticks)" in " ".join(str(score).split())


def test_a_pot_of_counters_is_worth_more_than_their_number(tmp_path: Path) -> None:
    ruleset = club(tmp_path, text=TEXT.replace("field: sticks}", "field: sticks, unit: 1000}"))
    score = ruleset.score(Hand.parse(f"{READY} +3p seat=S from=left sticks=7"))
    assert Transfer("sticks", "S", 7000, "the sticks") in (score.transfers or ())
    assert score.to_record()["payments"] == score.payments


def test_a_record_is_settled_with_its_pot(tmp_path: Path) -> None:
    ruleset = club(tmp_path)
    record = {"kind": "settle", "winner": "E", "discarder": "S", "scores": {"E": 9, "S": 0, "W": 0, "N": 0}}
    settled = settle_record(record, ruleset)
    assert settled.net == {"E": 9, "S": -11, "W": -2, "N": -2}
    assert [item.payee for item in settled.transfers] == ["E", "sticks", "sticks", "sticks"]


def test_what_pots_get_and_pay_for_a_win_counts_in_the_match(tmp_path: Path) -> None:
    match = Match(club(tmp_path), 3, ["Ann", "Bob", "Cleo", "Dan"], seat=False)
    found: list[int] = []
    while len(found) < 3:
        held = match.pots.get("sticks", 0)
        match.play(sensible_player(1), hands=1)
        table = match.played[-1]
        if not table.end.winners:
            continue
        found.append(held)
        taken = [event.amount for event in table.log if isinstance(event, events.IntoPot)]
        assert taken == ([-held] if held else []) + [2, 2, 2]
        assert match.pots["sticks"] == 6
        assert table.end.hands[table.end.winners[0]].fields == {"sticks": held}
        assert sum(table.end.net.values()) == 0
        assert table.end.events == len(table.log) - 1
        assert sum(match.totals.values()) + match.pots["sticks"] == 0
    assert found == [0, 6, 6]


def test_the_first_of_two_winners_has_the_pot(tmp_path: Path) -> None:
    table = laid(club(tmp_path), {"E": "3p", "S": READY, "N": "789s456s99m12p111z"}, fields={"sticks": 4})
    play(table, "E discard 3p; S mahjong; N mahjong")
    assert [(event.seat, event.amount) for event in table.log if isinstance(event, events.IntoPot)] == [
        (1, -4), (0, 2), (2, 2), (3, 2),
    ]  # fmt: skip
    assert table.end.winners == ("S", "N")
    table.undo()
    assert not any(isinstance(event, events.IntoPot) for event in table.log)


def test_who_wins_later_has_what_the_first_winner_has_left_in_the_pot(tmp_path: Path) -> None:
    """The first takes 8 of it, and all others put 2 into it, which the second takes, and puts nothing into it."""
    goes_on = TEXT.replace("winners: all", "ends_after_wins: 2").replace("field: sticks}", "field: sticks, unit: 2}")
    hands = {"E": "3p1z", "S": READY, "W": "222333789m1115z"}
    table = laid(club(tmp_path, text=goes_on), hands, "5z", fields={"sticks": 4})
    play(table, "E discard 3p; S mahjong; W mahjong")
    assert [(event.seat, event.amount) for event in table.log if isinstance(event, events.IntoPot)] == [
        (1, -8), (0, 2), (2, 2), (3, 2), (2, -6), (0, 2), (3, 2),
    ]  # fmt: skip
    assert [table.end.hands[seat].fields for seat in table.end.winners] == [{"sticks": 4}, {"sticks": 3}]


def test_of_several_pots_each_has_left_in_it_what_was_not_taken_out_of_it(tmp_path: Path) -> None:
    """Whoever wins takes all sticks, each worth 2, and 3 out of the kitty; a third pot is for something else."""

    def takes(win: Win, settings: object) -> list[Transfer]:
        found = [Transfer("sticks", win.winner, win.pots["sticks"]), Transfer("kitty", win.winner, 3)]
        return [item for item in found if item.amount]

    pots = "sticks: {title: Sticks, goes_to: nobody, field: sticks, unit: 2}"
    for name in ("kitty", "lamp"):
        pots += f", {name}: {{title: {name}, goes_to: nobody, field: {name}}}"
    text = TEXT.replace("winners: all", "ends_after_wins: 3").replace(
        "{sticks: what lies", "{kitty: k, lamp: l, sticks: what lies"
    )
    text = text[: text.index("pots:")] + f"pots: {{{pots}}}\n"
    hands = {"E": "3p", "S": READY, "W": "222333789m1115z", "N": "789s456s99p12s222z"}
    table = laid(club(tmp_path, takes, text), hands, "5z3s", fields={"sticks": 4, "kitty": 9, "lamp": 5})
    play(table, "E discard 3p; S mahjong; W mahjong; N mahjong")
    assert table.end.winners == ("S", "W", "N")
    left = [table.end.hands[seat].fields for seat in table.end.winners]
    assert left == [{"sticks": sticks, "kitty": kitty, "lamp": 5} for sticks, kitty in ((4, 9), (0, 6), (0, 3))]
    assert [event.amount for event in table.log if isinstance(event, events.IntoPot)] == [-8, -3, -3, -3]


@pytest.mark.slow
def test_settling_with_a_pot_keeps_the_laws_of_play(tmp_path: Path) -> None:
    assert check_play(club(tmp_path), hands=3)["into_pot settlement"]


def answer(*found: Transfer) -> object:
    return lambda win, settings: list(found)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Transfer("hat", "S", 1), 'payer is "hat": expected a seat of the table, E, S, W, N, sticks'),
        (Transfer("sticks", "sticks", 1), 'payee is "sticks": expected another seat than the payer'),
    ],
)
def test_a_party_that_there_is_not_is_told(tmp_path: Path, found: Transfer, said: str) -> None:
    score = club(tmp_path, answer(found)).score(Hand.parse(f"{READY} +3p seat=S from=left"))
    with pytest.raises(PluginError, match=said):
        assert score.transfers


def test_the_field_of_a_pot_is_a_number_that_is_declared(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r'pots.sticks.field: "stick" is not a declared number \(did you mean "st'):
        club(tmp_path, text=TEXT.replace("field: sticks", "field: stick"))


# One player for another


@pytest.mark.parametrize(
    ("melds", "payers"),
    [("(111m)", {"E", "W", "N"}), ("[1111m]", {"E", "W", "N"}), ("left", {"E"}), ("right", {"W"})],
)
def test_one_player_may_pay_for_the_others(tmp_path: Path, melds: str, payers: set[str]) -> None:
    hand = {"concealed": "456m789m12p44z", "win": "3p", "self_drawn": True, "seat": "S"}
    own: dict[str, object] = {"type": "pung", "tiles": "111m"}
    if melds in ("left", "right"):
        own["from"] = melds
    if melds.startswith("["):
        own = {"type": "kong", "tiles": "1111m", "concealed": True}
    score = club(tmp_path).score(Hand.from_record({**hand, "melds": [own]}))
    assert score.transfers is not None
    assert {item.payer for item in score.transfers if item.payee == "S"} == payers
    assert sum(item.amount for item in score.transfers if item.payee == "S") == 3 * score.total


def test_why_one_pays_for_another_is_said() -> None:
    paid: Sequence[Transfer] = [Transfer("E", "S", 3, "won"), Transfer("W", "S", 3), Transfer("N", "W", 1)]
    assert paid_by("W", paid) == [Transfer("W", "S", 3, "won, for E"), Transfer("W", "S", 3), Transfer("N", "W", 1)]


def test_a_payment_for_which_no_reason_is_given_is_shown_without_brackets() -> None:
    assert [Transfer("E", "S", 4).reason, Transfer("E", "S", 4, "won").reason] == ["", "(won)"]
