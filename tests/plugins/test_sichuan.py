"""Sichuan games: a suit given up, kongs paid at once and paid back, wins passed up, the end of the wall."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mjrules
from mjrules import ActionError, HandError, LogError, Match, Table, view
from mjrules.cli import main
from mjrules.play import events
from mjrules.settlement import settle_record
from mjrules.testing import check_play, random_player, sensible_player
from mjrules.tiles.tile import TEXT, parse_tiles
from mjrules_sichuan.advice import kong_advice
from mjrules_sichuan.games import replay_game
from mjrules_sichuan.kongs import Payments
from mjrules_sichuan.records import is_game, read_game
from mjrules_sichuan.void_suit import GiveUp
from tests.kit.cases import case_records
from tests.kit.laid import kinds, laid, play
from tests.kit.profile import amount
from tests.kit.rulesets import loaded
from tests.plugins.sichuan_games import played

Record = dict[str, Any]
ON_3P = "123456789m12p55p"
NOT_READY = "1258m147p2589m36p"
CASES = Path(__file__).parents[1] / "cases" / "sichuan" / "games.jsonl"


def begun(
    hands: dict[str, str],
    draws: str = "",
    loose: str = "",
    voids: str = "ssss",
    more: int | None = None,
    **options: Any,
) -> Table:
    """A table at which all have given up a suit."""
    table = laid(loaded("sichuan", **options), hands, draws, loose, more=more)
    for seat, suit in enumerate(voids):
        table.do(GiveUp(seat, suit))
    return table


def paid(table: Table) -> list[tuple[str, str]]:
    """The payments at once: what for, and from whom to whom how much."""
    return [
        (event.payment, " ".join(f"{item.payer}{item.payee}{item.amount}" for item in event.transfers))
        for event in table.log
        if isinstance(event, events.Paid)
    ]


# The suit given up


def test_a_suit_is_given_up_before_play_and_known_when_all_have_chosen() -> None:
    table = Table(loaded("sichuan"), 3)
    assert table.to_act() == list("ESWN")
    assert {action.text() for action in table.legal_actions("W")} == {"void m", "void p", "void s"}
    table.do(GiveUp(1, "m"))
    assert table.to_act() == list("EWN")
    assert "void" not in kinds(view(table, "E").events)
    assert "void" in kinds(view(table, "S").events)
    with pytest.raises(ActionError, match="the player has given up a suit already"):
        table.do(GiveUp(1, "p"))
    with pytest.raises(ActionError, match="one of these suits is given up, before play: m, p, s"):
        table.do(GiveUp(0, "z"))
    for seat in (0, 2, 3):
        table.do(GiveUp(seat, "s"))
    heard = [event for event in view(table, "E").events if isinstance(event, events.Announced)]
    assert [(event.seat, event.word) for event in heard] == [(0, "s"), (1, "m"), (2, "s"), (3, "s")]
    assert table.log[-1].kind == "drawn"


def test_a_hand_with_tiles_of_the_suit_does_not_win() -> None:
    hands = {"E": "3p", "S": ON_3P}
    assert begun(hands).to_act() == ["E"]
    table = begun(hands)
    play(table, "E discard 3p")
    assert table.to_act() == ["S"]
    table = begun(hands, voids="spss")
    play(table, "E discard 3p")
    assert table.state.phase.name == "turn"


def test_tiles_of_the_suit_may_have_to_go_first() -> None:
    hands = {"E": "1s5m", "S": "33p33s"}
    table = begun(hands, void_first="always")
    with pytest.raises(ActionError, match="the tiles of the suit given up are discarded first"):
        table.discard("E", "5m")
    table.discard("E", "1s")
    assert begun(hands).can_discard("E", "5m")


def test_tiles_of_the_suit_may_be_claimed_or_not() -> None:
    for first, found in (("free", ["S"]), ("always", [])):
        table = begun({"E": "3s", "S": "33s"}, void_first=first)
        play(table, "E discard 3s")
        assert [wind for wind in table.to_act() if table.state.phase.name == "claims"] == found


def test_three_tiles_of_one_suit_may_be_exchanged_first() -> None:
    table = Table(loaded("sichuan", exchange_of_three="right"), 3)
    gifts = table.legal_actions("E")
    assert {action.kind for action in gifts} == {"give"}
    assert all(len({tile // 9 for tile in action.tiles}) == 1 for action in gifts if isinstance(action, events.Give))
    own = table.state.players[0].tiles()
    with pytest.raises(ActionError, match="these tiles are not of one suit"):
        table.do(events.Give(0, (own[0], own[1], own[-1])))
    for wind in "ESWN":
        table.do(table.legal_actions(wind)[0])
    assert [event.other for event in table.log if isinstance(event, events.Moved)] == [1, 2, 3, 0]
    assert {action.kind for action in table.legal_actions("E")} == {"void"}


def test_a_suit_is_given_up_where_no_exchange_is_agreed(tmp_path: Path) -> None:
    """Where all are asked whether they exchange tiles, and one does not want to, nobody is given any."""
    path = tmp_path / "asked.yaml"
    agreed = "set: {exchange_of_three: right}\nhouse_rules: {charleston: {compulsory: false}}\n"
    path.write_text(f"id: asked\nextends: sichuan\n{agreed}", encoding="utf-8")
    table = Table(mjrules.load(path), 3)
    table.do(events.Answer(0, "yes"))
    assert [action.kind for action in table.legal_actions("S")] == ["answer", "answer"]
    table.do(events.Answer(1, "no"))
    assert {action.kind for wind in "ESWN" for action in table.legal_actions(wind)} == {"void"}


@pytest.fixture
def calling(tmp_path: Path) -> mjrules.Ruleset:
    """Tiles of the suit go first, and a hand that waits may be declared, which keeps it as it is."""
    path = tmp_path / "calling.yaml"
    called = "{called: {ready: true, claims: win, keeps_hand: true}}"
    path.write_text(
        "id: calling\nextends: sichuan\nset: {void_first: always}\nplugins: {add: [declarations]}\n"
        f"flags: {{called: the hand was declared}}\nhouse_rules: {{declarations: {called}}}\n",
        encoding="utf-8",
    )
    return mjrules.load(path)


@pytest.mark.parametrize(
    ("hand", "suits", "may"),
    [
        ("123456789m11p35p9p", "ssss", True),
        ("123456789m11p35p9s", "ssss", True),
        ("123456789m11p34p9s", "pppp", False),
        ("123456789m11s35p9s", "ssss", False),
    ],
)
def test_a_hand_is_declared_once_the_suit_given_up_is_gone(
    calling: mjrules.Ruleset, hand: str, suits: str, may: bool
) -> None:
    """The last tile of the suit may go with the declaration, where the hand waits without it; else play would stop."""
    table = laid(calling, {"E": hand})
    for seat, suit in enumerate(suits):
        table.do(GiveUp(seat, suit))
    declarations = [action for action in table.legal_actions("E") if action.kind == "declare"]
    assert bool(declarations) is may
    if may:
        table.do(declarations[0])
        assert {action.kind for action in table.legal_actions("E")} == {"discard"}
    else:
        with pytest.raises(ActionError, match="no discard leaves a hand that waits for a tile with which it wins"):
            table.declare("E", "called")


def test_a_hand_is_not_declared_before_the_suit_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "calling.yaml"
    path.write_text(
        "id: calling\nextends: sichuan\nset: {void_first: always}\nplugins: {add: [declarations]}\n"
        "flags: {called: the hand was declared}\n"
        "house_rules: {declarations: {called: {at: deal, claims: win, keeps_hand: true}}}\n",
        encoding="utf-8",
    )
    table = laid(mjrules.load(path), {"S": "123456789m11p35p", "W": "123456789m11p9s3p"})
    assert {action.kind for action in table.legal_actions("S")} == {"void", "forgo"}
    table.do(GiveUp(1, "s"))
    table.do(GiveUp(2, "s"))
    assert {action.kind for action in table.legal_actions("S")} == {"declare", "forgo"}
    assert {action.kind for action in table.legal_actions("W")} == {"forgo"}


# Kongs


def test_a_concealed_kong_is_paid_by_all_who_still_play() -> None:
    table = begun({"E": "1111m"})
    play(table, "E kong 1m")
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2")]
    table = begun({"E": "3p", "S": ON_3P, "W": "1111s"})
    play(table, "E discard 3p; S mahjong; W kong 1s")
    assert paid(table) == [("kong_concealed", "EW2 NW2")]


def test_a_claimed_kong_is_paid_by_the_discarder() -> None:
    table = begun({"E": "5p", "S": "555p"})
    play(table, "E discard 5p; S kong")
    assert paid(table) == [("kong_claimed", "ES2")]


def kongs(folder: Path, settings: str) -> mjrules.Ruleset:
    """A game in which kongs are paid, and nothing is done before play."""
    path = folder / "club.yaml"
    path.write_text(
        "id: club\nextends: chinese-basic\nset: {bonus_tiles: false}\nplugins: {add: [sichuan]}\n"
        "table: {dead_wall: 0}\n"
        f"house_rules: {{kong_payments: {settings}}}\n",
        encoding="utf-8",
    )
    return mjrules.load(path)


def test_a_claimed_kong_may_be_paid_by_all(tmp_path: Path) -> None:
    ruleset = kongs(tmp_path, "{claimed_by: all}")
    table = laid(ruleset, {"E": "5p", "S": "555p"})
    play(table, "E discard 5p")
    seen = view(table, "S")
    kong = next(action for action in seen.legal if isinstance(action, events.Kong))
    outlook: Any = SimpleNamespace(view=seen)
    advised = [kong_advice(Payments(claimed_by=by), outlook, kong) for by in ("all", "discarder")]
    assert [said and said.gain for said in advised] == [6, 2]
    play(table, "S kong")
    assert paid(table) == [("kong_claimed", "ES2 WS2 NS2")]


@pytest.mark.parametrize(
    ("back", "returned"), [("[]", []), ("[robbed]", []), ("[won, not_ready]", [("kong_won", "ES2 EW2 EN2")])]
)
def test_whether_a_payment_goes_back_when_the_discard_after_the_kong_wins(
    tmp_path: Path, back: str, returned: list[tuple[str, str]]
) -> None:
    table = laid(kongs(tmp_path, f"{{back: {back}}}"), {"E": "1111m", "S": "234567m12p55p789m"}, "9s9s9s", "3p")
    play(table, "E kong 1m; E discard 3p; S mahjong")
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2"), *returned]


def test_a_win_after_a_kong_that_cost_nothing_gives_nothing_back_of_an_earlier_one(tmp_path: Path) -> None:
    hands = {"E": "1111m555s3p9s9p", "S": "234567m12p55p789m", "N": "5s"}
    table = laid(kongs(tmp_path, "{back: [won], postponed: 0}"), hands, "1z2z3z4z6z7z9s")
    play(table, "E discard 9s; S discard 1z; W discard 2z; N discard 5s; E pung 5s5s; E discard 9p")
    play(table, "S discard 4z; W discard 6z; N discard 7z; E kong 1m; E kong 5s; E discard 3p; S mahjong")
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2")]


@pytest.mark.parametrize(
    ("back", "returned"), [("[robbed, won]", []), ("[not_ready]", [("kong_not_ready", "ES2 EW2 EN2")])]
)
def test_whether_a_payment_goes_back_when_the_hand_is_not_ready_at_the_end(
    tmp_path: Path, back: str, returned: list[tuple[str, str]]
) -> None:
    ruleset = kongs(tmp_path, f"{{back: {back}}}")
    table = laid(ruleset, {"E": "1111m2479m258p369p"}, "7s8m9s", "9s", more=4)
    play(table, "E kong 1m; E discard 9s")
    while not table.over:
        for seat in table.to_act():
            table.do(next(a for a in table.legal_actions(seat) if a.kind in ("pass", "discard", "draw")))
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2"), *returned]


@pytest.mark.parametrize(("own", "drawn", "due"), [("55p", "5p", ["EW2"]), ("555p", "9s", [])])
def test_an_added_kong_is_paid_if_its_tile_is_fresh(own: str, drawn: str, due: list[str]) -> None:
    table = begun({"E": "5p9s", "S": f"{own}1s", "W": "1s", "N": "1s"}, f"2s3s4s{drawn}")
    play(table, "E discard 5p; S pung; S discard 1s; W discard 1s; N discard 1s; E discard 9s; S kong 5p")
    assert [payment for payment, _ in paid(table)] == ["kong_added"] * len(due)
    assert paid(table)[:1] == [("kong_added", "ES1 WS1 NS1")] * len(due)


def robbing() -> Table:
    table = begun({"E": "3p", "S": "33p1s", "W": ON_3P}, "2s3s4s3p")
    table.discard("E", "3p")
    table.pass_claim("W")
    table.pung("S")
    play(table, "S discard 1s; W discard 2s; N discard 3s; E discard 4s; S kong 3p")
    return table


def test_a_robbed_kong_is_paid_and_paid_back() -> None:
    table = robbing()
    assert paid(table) == [("kong_added", "ES1 WS1 NS1")]
    table.mahjong("W")
    assert paid(table) == [("kong_added", "ES1 WS1 NS1"), ("kong_robbed", "SE1 SW1 SN1")]
    assert not table.over
    table.undo()
    table.pass_claim("W")
    assert paid(table) == [("kong_added", "ES1 WS1 NS1")]


def test_a_discard_won_right_after_a_kong_takes_its_payment_back() -> None:
    table = begun({"E": "1111m", "S": "234567m12p55p789m"}, "9s9s9s", "3p")
    play(table, "E kong 1m; E discard 3p; S mahjong")
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2"), ("kong_won", "ES2 EW2 EN2")]
    table = begun({"E": "1111m3p", "S": "234567m12p55p789m"}, "9s9s9s8s", "1s")
    play(table, "E kong 1m; E discard 1s; S discard 9s; W discard 9s; N discard 9s; E discard 3p; S mahjong")
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2")]


def test_two_who_win_with_a_discard_after_a_kong_take_its_payment_back_once() -> None:
    hands = {"E": "1s2s", "S": ON_3P, "W": "111222s", "N": "234567m12p55p789m"}
    table = begun(hands, "9s9s", "9s3p", "psms")
    play(table, "E discard 1s; W kong; W discard 9s; N discard 9s; E discard 2s; W kong; W discard 3p")
    table.mahjong("S")
    table.mahjong("N")
    assert paid(table) == [("kong_claimed", "EW2"), ("kong_claimed", "EW2"), ("kong_won", "WE2")]


def test_a_kong_that_was_called_for_and_not_made_leaves_the_payment_of_the_one_before() -> None:
    table = begun({"E": "1111m", "S": "234567m12p55p789m", "W": "333p"}, "", "3p")
    play(table, "E kong 1m; E discard 3p")
    table.kong("W")
    table.mahjong("S")
    assert paid(table) == [("kong_concealed", "SE2 WE2 NE2"), ("kong_won", "ES2 EW2 EN2")]


# Wins that were passed up


def test_a_win_passed_up_bars_discards_until_the_next_draw() -> None:
    table = begun({"E": "33p", "S": "3p", "W": "3p", "N": ON_3P}, "1s2s3s4s")
    table.discard("E", "3p")
    table.pass_claim("N")
    table.discard("S", "3p")
    assert table.to_act() == ["W"]
    with pytest.raises(ActionError, match="no"):
        table.mahjong("N")
    table.discard("W", "3p")
    assert table.to_act() == ["N"]
    assert table.state.phase.name == "turn"
    play(table, "N discard 3s; E discard 3p")
    assert table.to_act() == ["N"]
    table.mahjong("N")


def test_a_dearer_win_may_follow_one_that_was_passed_up() -> None:
    hands = {"E": "6p", "S": "5p", "W": "3p", "N": "111222333m4445p"}
    table = begun(hands)
    play(table, "E discard 6p; S discard 5p")
    assert table.can_mahjong("N")
    table = begun({**hands, "E": "5p", "S": "6p"})
    play(table, "E discard 5p; S discard 6p")
    assert not table.can_mahjong("N")


# The end


def test_at_the_end_those_who_are_not_ready_pay_and_return_their_kongs() -> None:
    hands = {
        "E": "1111m2479m258p369p",
        "S": "234567m12p55p789m",
        "N": "33669m1479p2588p",
    }
    table = begun({**hands, "W": "111222333s46s77p"}, "7s8m9s", "9s", "ssms", 0)
    play(table, "E kong 1m; E discard 9s; S discard 7s; W discard 8m; N discard 9s")
    assert table.over
    assert kinds(table.log)[-6:].count("exhausted") == 1
    assert paid(table) == [
        ("kong_concealed", "SE2 WE2 NE2"),
        ("ready", "ES1 NS1"),
        ("ready", "EW1 NW1"),
        ("kong_not_ready", "ES2 EW2 EN2"),
    ]
    assert table.end.winners == ()


def test_where_one_win_ends_the_hand_one_that_is_drawn_is_paid_for_as_well(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: sichuan\ntable: {ends_after_wins: 1}\n", encoding="utf-8")
    hands = {"E": "1111m2479m258p369p", "S": "234567m12p55p789m", "N": "33669m1479p2588p"}
    table = laid(mjrules.load(path), {**hands, "W": "111222333s46s77p"}, "7s8m9s", "9s", more=0)
    for seat, suit in enumerate("sssp"):
        table.do(GiveUp(seat, suit))
    play(table, "E kong 1m; E discard 9s; S discard 7s; W discard 8m; N discard 9s")
    assert [event.seat for event in table.happened(events.IntoPot)] == [2, 3]
    assert paid(table)[1:] == [("ready", "ES1 WS1 NS1"), ("kong_not_ready", "ES2 EW2 EN2")]
    won = laid(mjrules.load(path), {"E": "3p1258m147p2589m6p", "S": ON_3P}, more=0)
    for seat in range(4):
        won.do(GiveUp(seat, "s"))
    play(won, "E discard 3p; S mahjong")
    assert kinds(won.log)[-2:] == ["won", "end"]


def test_a_hand_that_says_nothing_of_its_price_is_not_paid_at_the_end(tmp_path: Path) -> None:
    """Where the hands of all players decide what is paid, a hand alone says nothing of it."""
    path = tmp_path / "all.yaml"
    paid_by_all = "plugins: {add: [all_hands]}\nsettlement: {replace: {method: all_differences}}\n"
    path.write_text(f"id: all\nextends: sichuan\n{paid_by_all}", encoding="utf-8")
    table = laid(mjrules.load(path), {"E": "1279m2479m258p369p", "S": "234567m12p55p789m"}, "8s8m9s", more=0)
    for seat in range(4):
        table.do(GiveUp(seat, "s"))
    play(table, "E discard 9p; S discard 8s; W discard 8m; N discard 9s")
    assert table.over
    assert "ready" not in [name for name, _ in paid(table)]


def test_tiles_of_the_suit_at_the_end_are_forfeited_to_nobody() -> None:
    table = begun(
        {"E": "1279m2479m258p369p", "S": "234567m12p55p789m", "W": "111222333s46s77p"}, "8s8m9s", "", "smsm", 0
    )
    play(table, "E discard 9p; S discard 8s; W discard 8m; N discard 9s")
    put = [event for event in table.log if isinstance(event, events.IntoPot)]
    assert [(event.seat, event.amount) for event in put][:1] == [(1, 48)]
    assert table.over


def test_two_win_with_one_tile_and_the_discarder_is_east_next() -> None:
    match = Match(loaded("sichuan"), 1, ["Ann", "Bob", "Cleo", "Dan"], seat=False)
    match.table = begun({"E": "1m", "S": "3p", "W": ON_3P, "N": "444555666m1277p"}, "9s")
    play(match.table, "E discard 1m; S discard 3p; W mahjong; N mahjong")
    match.play(lambda seen: next((a for a in seen.legal if a.kind == "pass"), seen.legal[-1]), hands=1)
    assert match.played[0].end.winners[:2] == ("W", "N")
    assert match.rotation.east == "Bob"


def test_the_first_winner_is_east_next_and_nobody_leaves_east_where_it_is() -> None:
    match = Match(loaded("sichuan"), 2, ["Ann", "Bob", "Cleo", "Dan"], seat=False)
    match.play(random_player(1), hands=1)
    assert match.rotation.east == "Ann"
    while not match.played[-1].end.winners:
        match.play(sensible_player(5), hands=1)
    table = match.played[-1]
    won = [event for event in table.log if isinstance(event, events.Won)]
    assert match.players["E"] == match.rotation.east
    assert won


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"void_first": "always", "exchange_of_three": "right"}, {}])
def test_sichuan_keeps_the_laws_of_play(options: dict[str, str]) -> None:
    seen = check_play("sichuan", hands=1, options=options)
    assert seen["announced"] == 4


def test_who_has_won_with_the_tiles_dealt_lets_the_others_win() -> None:
    table = begun({"E": "123456789m12355p", "W": ON_3P}, "3p", more=0)
    play(table, "E mahjong; S discard 3p; W mahjong")
    assert table.end.winners == ("E", "W")
    paid_for = " ".join(f"{item.payer}{item.payee}{item.amount}" for item in table.end.transfers)
    assert paid_for == "SE2 WE2 NE2 SW2"


# Games that were played elsewhere

GAMES = {record["id"]: record for record in case_records("sichuan/games")}


@cache
def _text(id: str) -> str:
    return json.dumps(GAMES[id])


def refused(id: str, change: Callable[[Record], object]) -> str:
    """Why a game is refused once its record is changed."""
    record = json.loads(_text(id))
    change(record)
    with pytest.raises(LogError) as caught:
        replay_game(read_game((7, record)))
    return str(caught.value)


@pytest.mark.parametrize("seed", range(amount(12, 60, 400)))
def test_games_that_the_table_plays_are_played_again(seed: int) -> None:
    table, record = played(loaded("sichuan", void_first="always"), seed, sensible_player(seed), seed % 4)
    again = replay_game(read_game((1, json.loads(json.dumps(record)))))
    assert again.end == table.end
    assert paid(again) == paid(table)


@pytest.mark.parametrize("id", GAMES)
def test_games_are_played_again(id: str) -> None:
    assert is_game(GAMES[id])
    table = replay_game(read_game((1, GAMES[id])))
    assert table.over
    again = Table(table.ruleset, wall=table.begin.tiles)
    for event in table.log:
        if isinstance(event, events.Action) and event.seat >= 0:
            again.do(event.decided())
    assert again.events == table.events


def test_the_command_plays_them_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(CASES), "--format", "sichuan-bloody", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith(f"All right: {len(GAMES)} hands;")


def set_action(place: int, action: list[Any]) -> Callable[[Record], object]:
    """Puts another action at a place."""
    return lambda record: record["actions"].__setitem__(place, action)


def first(record: Record, kind: str) -> list[Any]:
    """The first action of a kind."""
    return next(action for action in record["actions"] if action[0] == kind)


@pytest.mark.parametrize(
    ("id", "change", "said"),
    [
        ("sg0000", lambda r: r["ledger"].pop(),
         "line 7: game sg0000: end: ledger: hu: seat 3 pays seat 1 4: is missing"),
        ("sg0000", lambda r: r["ledger"].append(["kong", 0, 1, 2, "promoted"]),
         "line 7: game sg0000: end: ledger: kong promoted: seat 0 pays seat 1 2: is not due"),
        ("sg0001", lambda r: r["ledger"].pop(), "ledger: kongRefund wallEnd: seat 2 pays seat 0 2: is missing"),
        ("sg0000", lambda r: r["ledger"].append(["forfeit", 0, None, 48, None]), "pays the pot 48: is not due"),
        ("sg0000", lambda r: r["ledger"].append(5), "ledger[8]: expected a payment"),
        ("sg0000", lambda r: r["ledger"].append([[], 0, 1, 2, None]), "ledger[8]: expected a payment"),
        ("sg0000", lambda r: r.update(pot=48), "pot: expected 0, found 48"),
        ("sg0000", lambda r: r.update(next_dealer=1), "next_dealer: expected 0, found 1"),
        ("sg0000", lambda r: r.update(final=[0, 0, 0, 0]), "final: expected [4, 7, -3, -8]"),
        ("sg0000", lambda r: r.update(hu_order=[2, 0, 1]), "hu_order: expected [0, 2, 1]"),
        ("sg0000", lambda r: r["wins"][2].update(value=8), "wins, seat 1: value: expected 4, found 8"),
        ("sg0000", lambda r: r["wins"][2].update(fans={"kong": 1}), "wins, seat 1: fans: expected"),
        ("sg0000", lambda r: r["wins"].pop(), "wins: expected 3"),
        ("sg0000", lambda r: r["wins"][2].update(seat={}), "wins: expected 3"),
        ("sg0000", lambda r: next(a for a in r["actions"] if a[-1] == "first").__setitem__(3, "frist"),
         'expected first or nothing, found "frist"'),
        ("sg0014", lambda r: r["wins"][1].update(kind="normal"), "wins, seat 2: kind: "),
        ("sg0014", lambda r: r["wins"][0].update(kind="winAfterKong"), "wins, seat 1: kind: "),
        ("sg0000", lambda r: r["actions"].pop(), "game sg0000: end: the game is not over: seat 1 has to decide"),
        ("sg0000", lambda r: r["actions"].append(["draw", 3, "1m"]), "draw 3: nothing is drawn: the game is over"),
        ("sg0000", set_action(5, ["draw", 1, "9m"]), "expected seat 1 to draw 8m"),
        ("sg0000", set_action(4, ["discard", 0, "8p"]), "only the tile laid aside"),
        ("sg0000", set_action(0, ["void", 0, "z", None]), "void z: one of these suits"),
        ("sg0000", set_action(0, ["void", 0]), "action 1: void: expected seat, the suit"),
        ("sg0000", set_action(0, ["viod", 0]),
         'action 1: "viod" is not an action (did you mean "void"?)'),
        ("sg0000", set_action(5, ["draw", 4, "8m"]), "draw: expected a seat, 0 to 3, got 4"),
        ("sg0000", set_action(5, ["draw", 1, "88m"]), "draw: expected one tile"),
        ("sg0000", lambda r: first(r, "pass").__setitem__(2, ["hu"]),
         "expected pung to be forgone"),
        ("sg0008", lambda r: first(r, "kong").__setitem__(2, "postponed"),
         "the kong is promoted, found"),
        ("sg0000", lambda r: r["wall"] and r.update(wall=r["wall"][:-2]), "wall: expected 108 tiles, got 107"),
        ("sg0000", lambda r: r.pop("pot"), "pot: missing from the record of a game"),
        ("sg0000", lambda r: r.update(winds=1), 'a game has no field "winds" (did you mean "wins"?)'),
        ("sg0000", lambda r: r.update(dealer=4), "dealer: expected a seat, 0 to 3, got 4"),
        ("sg0000", lambda r: r.update(fan_cap=9), "cap"),
    ],
)  # fmt: skip
def test_what_is_not_so_is_told_with_its_line_and_reason(
    id: str, change: Callable[[Record], object], said: str
) -> None:
    assert said in refused(id, change)


def test_other_rules_may_be_named() -> None:
    with pytest.raises(LogError, match="wins, seat 1: value: expected 16, found 8"):
        replay_game(read_game((1, GAMES["sg0018"])), mjrules.load("sichuan", {"cap": 5}))


def test_the_dealer_may_win_with_the_tiles_dealt() -> None:
    table = begun({"E": "123456789m12355p"}, void_first="always")
    assert table.can_mahjong("E")
    wall = "".join(
        TEXT[tile]
        for tile in [*parse_tiles("123456789m1235p"), *parse_tiles("123456789m1235p"), *parse_tiles("123456789m1235p"),
                     *parse_tiles("123456789s1235s"), *parse_tiles("5p")]
    )  # fmt: skip
    left = Counter(dict.fromkeys(range(27), 4)) - Counter(parse_tiles(wall))
    record = {
        "id": "dealt", "fan_cap": 3, "dealer": 0, "wall": wall + "".join(TEXT[tile] for tile in left.elements()),
        "actions": [["void", seat, "s" if seat != 1 else "m", None] for seat in (0, 3, 2, 1)] + [["hu", 0]],
        "wins": [], "ledger": [], "final": [0] * 4, "pot": 0, "next_dealer": 0, "hu_order": [],
    }  # fmt: skip
    with pytest.raises(LogError, match="game dealt: end: expected seat 1 to draw 1m"):
        replay_game(read_game((1, record)))


# False wins


def test_a_false_win_is_paid_to_those_who_still_play() -> None:
    table = begun({"E": "3p", "S": ON_3P, "W": NOT_READY})
    play(table, "E discard 3p; S mahjong; W false mahjong")
    assert paid(table) == [("false_win", "WE8 WN8")]
    assert not table.state.players[2].out
    table.undo()
    assert paid(table) == []
    table = begun({"E": "3p"})
    play(table, "E false mahjong")
    assert paid(table) == [("false_win", "ES8 EW8 EN8")]


@pytest.mark.parametrize(("then", "kind"), [("no_win", "barred"), ("dead_hand", "dead")])
def test_what_follows_a_false_win_is_an_option(then: str, kind: str) -> None:
    table = begun({"E": "3p"}, after_false_win=then)
    assert kind in [event.kind for event in play(table, "E false mahjong")]


def test_whose_hand_is_dead_pays_like_all_who_have_not_won() -> None:
    hands = {"E": "1111s2479s258p45m", "S": ON_3P, "W": "4444p111222333m", "N": "2358899s47m1779p"}
    table = begun(hands, "6s6p8s", "6s8p", "msss", more=0, after_false_win="dead_hand")
    play(table, "E kong 1s; E false mahjong; S discard 6s; W kong 4p; W discard 8p; N discard 8s")
    assert paid(table) == [
        ("kong_concealed", "SE2 WE2 NE2"),
        ("false_win", "ES8 EW8 EN8"),
        ("kong_concealed", "EW2 SW2 NW2"),
        ("ready", "ES1 NS1"),
        ("ready", "EW4 NW4"),
        ("kong_not_ready", "ES2 EW2 EN2"),
    ]
    assert [event.seat for event in table.happened(events.IntoPot)] == [0, 3]


def test_a_right_win_is_no_false_one() -> None:
    table = begun({"E": "3p", "S": ON_3P})
    table.discard("E", "3p")
    with pytest.raises(ActionError, match="the call is a right one"):
        table.call_falsely("S", "mahjong")


def test_a_record_of_a_penalty_says_who_has_left() -> None:
    record: Record = {"kind": "penalty", "event": "false_win", "player": "W", "out": ["S"]}
    assert settle_record(record, loaded("sichuan")).net == {"E": 8, "S": 0, "W": -16, "N": 8}
    with pytest.raises(HandError, match="W has left the game"):
        settle_record({**record, "out": ["W"]}, loaded("sichuan"))
