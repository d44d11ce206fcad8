"""Riichi in play: every house rule on a wall laid by hand, each with a near miss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import ActionError, Table, view
from mjrules.hooks import Action, Event, Play
from mjrules.play import events
from mjrules.tiles.tile import TEXT
from mjrules_riichi_table.early_ends import CallOff
from tests.kit.house import club_in
from tests.kit.laid import kinds, laid, play, silent
from tests.kit.rulesets import loaded

READY = "123m456p789s1155z"
"""Waits for east and white, neither of which it has thrown."""
PINFU = "234m567m234p67s99s"
"""Waits for 5s and 8s."""
FAR = "147m258p369s2347z"


def begun(hands: dict[str, str], draws: str = "", dead: str = "", more: int | None = None, **options: Any) -> Table:
    """A table with such hands, draws and tiles at the end of the wall: four for kongs, then indicators."""
    return laid(loaded("riichi", **{"red_fives": "none", **options}), hands, draws, dead, more=more)


def paid(table: Table) -> list[str]:
    """The payments of a hand, by the seats: `S>E1000`, and `S>pot` for what goes into one."""
    found = []
    for event in table.log:
        if isinstance(event, (events.Paid, events.End)):
            found += [f"{item.payer}>{item.payee}{item.amount}" for item in event.transfers]
        elif isinstance(event, events.IntoPot):
            found.append(f"{table.seats[event.seat]}>pot{event.amount}")
    return found


def items(table: Table, wind: str) -> dict[str, int]:
    """What the hand of a winner has, by the rules."""
    return {item["id"]: item["value"] for item in table.end.items[wind] if not item["id"].startswith("fu_")}


def why(table: Table) -> list[str]:
    """Why play ended without another win."""
    return [event.why for event in table.log if isinstance(event, events.Exhausted)]


def shown(table: Table) -> list[str]:
    """The tiles that were turned up."""
    return [TEXT[event.tile] for event in table.log if isinstance(event, events.TurnedUp)]


# Riichi


def test_riichi_is_declared_with_a_closed_hand_that_waits() -> None:
    table = begun({"E": READY + "9m"})
    assert table.can_declare("E", "riichi")
    play(table, "E declare riichi")
    assert [action.text() for action in table.legal_actions("E")] == ["discard 9m"]
    with pytest.raises(ActionError, match="does not after this discard"):
        table.discard("E", "1m")
    with pytest.raises(ActionError, match="already been declared"):
        table.declare("E", "riichi")
    with pytest.raises(ActionError, match="no discard leaves a hand that waits"):
        begun({"E": "9m"}).declare("E", "riichi")
    with pytest.raises(ActionError, match="in the player's own turn"):
        begun({"E": "9m", "S": READY}).declare("S", "riichi")


def test_a_hand_that_is_declared_wins_with_a_later_tile() -> None:
    table = begun({"E": READY + "5z"}, "2m2p2s1z")
    assert table.can_mahjong("E")
    play(table, "E declare riichi")
    with pytest.raises(ActionError, match="a declaration is followed by the discard"):
        table.mahjong("E")
    play(table, "E discard 5z; S discard 2m; W discard 2p; N discard 2s; E mahjong")
    assert items(table, "E")["double_riichi"] == 2


def test_an_open_hand_is_not_declared() -> None:
    table = begun({"E": "5z", "S": READY}, "9m")
    play(table, "E discard 5z; S pung")
    with pytest.raises(ActionError, match="the hand is open"):
        table.declare("S", "riichi")


def test_a_concealed_kong_leaves_the_hand_closed() -> None:
    table = begun({"E": "123m456p789s1111z9m"}, dead="9m")
    play(table, "E kong 1z")
    assert table.can_declare("E", "riichi")


def test_a_hand_that_waits_only_for_its_own_tiles_is_not_declared() -> None:
    table = begun({"E": "1111m456p789s555z9m"})
    table.declare("E", "riichi")
    assert [action.text() for action in table.legal_actions("E")] == ["discard 1m"]
    with pytest.raises(ActionError, match="no discard leaves a hand that waits"):
        begun({"E": "1111m456p789s5555z"}).declare("E", "riichi")


def test_riichi_needs_as_many_points_as_it_costs() -> None:
    for points, can in ((1000, True), (900, False)):
        for options, owes in (({}, False), ({"riichi_with_debt": True}, True)):
            ruleset = loaded("riichi", **options)
            table = laid(ruleset, {"E": READY + "9m"}, points=(points, 25000, 25000, 25000))
            assert table.can_declare("E", "riichi") is (can or owes)


def test_four_tiles_must_be_left() -> None:
    for more, can in ((18, True), (17, False)):
        table = begun({"E": READY + "9m"}, more=more)
        assert table.can_declare("E", "riichi") is can
    assert begun({"E": READY + "9m"}, more=15, riichi_tiles_left=1).can_declare("E", "riichi")


def test_the_stick_is_paid_when_nobody_wins_with_the_discard() -> None:
    table = begun({"E": READY + "8s"})
    play(table, "E declare riichi; E discard 8s")
    assert paid(table) == ["E>pot1000"]
    assert table.state.points == [24000, 25000, 25000, 25000]
    assert kinds(table.log[-2:]) == ["drawn", "into_pot"]
    table = begun({"E": READY + "8s", "S": PINFU})
    play(table, "E declare riichi; E discard 8s; S mahjong")
    assert paid(table) == ["E>S1000"]


def test_the_winner_gets_the_sticks_of_this_hand() -> None:
    table = begun({"E": READY + "9m"}, "1z")
    play(table, "E declare riichi; E discard 9m; S discard 1z; E mahjong")
    assert paid(table)[0] == "E>pot1000"
    assert paid(table)[-1].startswith("S>E") or "E>pot-1000" in paid(table)
    assert "E>pot-1000" in paid(table)
    assert table.end.hands["E"].fields["sticks"] == 1


def test_after_riichi_the_tile_drawn_is_discarded() -> None:
    table = begun({"E": READY + "9m", "N": "2555m88p888s222z"}, "6m7m8m5z")
    play(table, "E declare riichi; E discard 9m; S discard 6m; W discard 7m; N discard 8m")
    assert [action.text() for action in table.legal_actions("E")] == ["mahjong 5z", "discard 5z"]
    with pytest.raises(ActionError, match="the tile drawn is discarded"):
        table.discard("E", "1m")


def test_after_riichi_no_set_is_claimed() -> None:
    table = begun({"E": "123m456p789s55z11p9m", "S": "5z"}, "9p")
    assert table.can_declare("E", "riichi")
    play(table, "E declare riichi; E discard 9m; S discard 5z")
    assert {action.kind for action in table.legal_actions("E")} == {"mahjong", "pass"}


def kong_after_riichi(tiles: str, drawn: str, **options: Any) -> bool:
    """Whether a kong of the tile drawn may be declared after riichi, with these tiles in hand."""
    table = begun({"E": tiles + "9m"}, "6z6z7z" + drawn, **options)
    play(table, "E declare riichi; E discard 9m; S discard 6z; W discard 6z; N discard 7z")
    return table.can_kong("E", drawn)


def test_a_kong_after_riichi_keeps_the_waits() -> None:
    assert kong_after_riichi("123p456p789s555z6s", "5z")
    assert not kong_after_riichi("123p456p789s555z6s", "5z", riichi_kongs="none")
    assert not kong_after_riichi("456p789p33345s55z", "3s")
    assert not kong_after_riichi("123p456p789s555z6s", "6s")
    assert kong_after_riichi("111m456p789s123p6s", "1m")


def test_the_pung_of_a_kong_after_riichi_may_have_to_stand_in_every_way_to_win() -> None:
    tiles = "222333444s5566z"
    for kongs, can in (("same_waits", True), ("same_sets", False)):
        assert kong_after_riichi(tiles, "3s", riichi_kongs=kongs) is can
    assert kong_after_riichi("123p456p789s555z6s", "5z", riichi_kongs="same_sets")


# Flags of riichi


def won_by_east(moves: str, draws: str, hands: dict[str, str] | None = None, **options: Any) -> dict[str, int]:
    """What East's hand has, which waits for 1z and 5z and has declared riichi with 9m."""
    table = begun({"E": READY + "9m", "W": "69m258p369s22344z", **(hands or {})}, draws, **options)
    play(table, f"E declare riichi; E discard 9m; {moves}")
    return items(table, "E")


def test_double_riichi_and_ippatsu() -> None:
    found = won_by_east("S discard 5z; E mahjong", "5z")
    assert (found["double_riichi"], found["ippatsu"], "riichi" in found) == (2, 1, False)
    assert "ippatsu" in won_by_east("S discard 6z; W discard 6z; N discard 6z; E mahjong", "6z6z6z5z")
    rounds = "S discard 6z; W discard 6z; N discard 6z; E discard 8m; S discard 5z; E mahjong"
    found = won_by_east(rounds, "6z6z6z8m5z")
    assert (found["double_riichi"], "ippatsu" in found) == (2, False)


def test_a_claim_takes_ippatsu_away() -> None:
    found = won_by_east("S discard 4z; W pung; W discard 6m; N discard 5z; E mahjong", "4z5z")
    assert found["double_riichi"]
    assert "ippatsu" not in found


def test_after_a_claim_riichi_is_not_double() -> None:
    hands = {"E": "6z", "S": READY, "W": "66z25m258p369s244z"}
    table = begun(hands, "9m8m6s5z")
    play(table, "E discard 6z; W pung; W discard 2z; N discard 9m; E discard 8m")
    play(table, "S declare riichi; S discard 6s; W discard 5z; S mahjong")
    assert (items(table, "S")["riichi"], items(table, "S")["ippatsu"]) == (1, 1)


def test_first_draws_win() -> None:
    table = begun({"E": READY + "5z"})
    play(table, "E mahjong")
    assert "tenhou" in items(table, "E")
    table = begun({"E": "9m", "S": READY}, "5z")
    play(table, "E discard 9m; S mahjong")
    assert "chiihou" in items(table, "S")
    table = begun({"E": "123m456p789s1111z5z"}, dead="5z")
    play(table, "E kong 1z; E mahjong")
    assert "tenhou" not in items(table, "E")


# Furiten


def test_who_has_discarded_a_winning_tile_wins_with_no_discard() -> None:
    table = begun({"E": PINFU + "5s", "W": "88s"}, "8s6z7z8s")
    play(table, "E discard 5s; S discard 8s")
    with pytest.raises(ActionError, match="the player has discarded a tile that completes the hand"):
        table.mahjong("E")
    play(table, "W discard 6z; N discard 7z")
    assert table.can_mahjong("E")
    table = begun({"E": PINFU + "9m", "W": "88s"}, "8s")
    play(table, "E discard 9m; S discard 8s")
    assert table.can_mahjong("E")


def test_who_passes_a_winning_tile_up_waits_for_the_next_draw() -> None:
    table = begun({"E": "5s", "W": PINFU}, "8s6z5s")
    table.discard("E", "5s")
    table.pass_claim("W")
    table.discard("S", "8s")
    with pytest.raises(ActionError, match="a tile to win with was passed up in this go-round"):
        table.mahjong("W")
    play(table, "W discard 6z; N discard 5s")
    assert table.can_mahjong("W")


def test_who_has_not_spoken_passes_nothing_up_where_another_calls_a_kong() -> None:
    table = begun({"E": "5s", "S": "555s", "W": PINFU})
    play(table, "E discard 5s; S kong; W mahjong")
    assert table.end.winners == ("W",)


def test_a_tile_that_would_not_count_is_passed_up_too() -> None:
    hands = {"E": "12z", "W": "123m456p789s2255z"}
    for first, wins in (("2z", False), ("1z", True)):
        table = begun(hands, "5z")
        play(table, f"E discard {first}; S discard 5z")
        assert table.can_mahjong("W") is wins


def test_after_riichi_a_tile_passed_up_bars_every_discard() -> None:
    hands = {"E": PINFU + "1z"}
    table = begun(hands, "5s6z7z2z8s6z7z5s")
    play(table, "E declare riichi; E discard 1z; S discard 5s")
    table.pass_claim("E")
    play(table, "W discard 6z; N discard 7z; E discard 2z; S discard 8s")
    assert table.state.phase.name == "turn"
    play(table, "W discard 6z; N discard 7z")
    assert table.can_mahjong("E")


def test_who_may_neither_win_nor_claim_is_not_asked() -> None:
    """Each by a rule of its own: a tile was passed up, and after riichi no set is claimed."""
    table = begun({"E": READY + "9m"}, "1z5z")
    play(table, "E declare riichi; E discard 9m; S discard 1z; E pass; W discard 5z")
    assert (table.state.phase.name, table.legal_actions("E")) == ("turn", [])
    table = begun({"E": READY + "9m"}, "6z5z")
    play(table, "E declare riichi; E discard 9m; S discard 6z; W discard 5z")
    assert {action.kind for action in table.legal_actions("E")} == {"mahjong", "pass"}


def test_who_does_not_rob_a_kong_has_passed_a_winning_tile_up() -> None:
    hands = {"E": "5m19p", "S": "255m147p258s1234z", "W": "34m234p567p678s99s"}
    table = begun(hands, "6z7z6z5m7z2m", DEAD)
    play(table, "E discard 5m; S pung; S discard 1z; W discard 6z; N discard 7z; E discard 6z; S kong 5m; W pass")
    table.discard("S", "2m")
    with pytest.raises(ActionError, match="a tile to win with was passed up in this go-round"):
        table.mahjong("W")
    play(table, "W discard 7z; N discard 2m")
    assert table.can_mahjong("W")


@pytest.mark.parametrize(("until", "wins"), [("draw", False), ("draw_or_claim", True)])
def test_a_claim_may_end_what_was_passed_up(until: str, wins: bool) -> None:
    hands = {"E": "5s", "W": "666z234m567p67s99s"}
    table = begun(hands, "1m8s", passed_up_until=until, swap_calls="played")
    table.discard("E", "5s")
    table.pass_claim("W")
    table.discard("S", "1m")
    table.chow("W", "23m")
    play(table, "W discard 4m; N discard 8s")
    assert table.can_mahjong("W") is wins


# Swap calling


@pytest.mark.parametrize(("choice", "banned"), [("forbidden", "3m 6m"), ("same_tile_forbidden", "3m"), ("played", "")])
def test_what_was_claimed_is_not_discarded(choice: str, banned: str) -> None:
    table = begun({"E": "3m", "S": "3456m258p369s124z"}, swap_calls=choice)
    table.discard("E", "3m")
    table.chow("S", "45m")
    assert [tile for tile in ("3m", "6m", "2p") if not table.can_discard("S", tile)] == banned.split()


def test_the_middle_of_a_chow_has_no_other_end() -> None:
    table = begun({"E": "4m", "S": "3567m258p369s122z"})
    table.discard("E", "4m")
    table.chow("S", "35m")
    assert table.can_discard("S", "6m")
    assert table.can_discard("S", "7m")


def test_a_pung_is_not_exchanged() -> None:
    table = begun({"E": "5z", "S": "555z147m258p36s12z"})
    table.discard("E", "5z")
    table.pung("S")
    silent(table)
    with pytest.raises(ActionError, match="not exchanged for one like it"):
        table.discard("S", "5z")


@pytest.mark.parametrize(("choice", "can"), [("forbidden", False), ("same_tile_forbidden", True)])
def test_no_tile_is_claimed_after_which_nothing_could_be_discarded(choice: str, can: bool) -> None:
    hands = {"E": "123z5m19p19s", "S": "112233z2234m123p"}
    table = begun(hands, "6z6z8s7z7z9s6z7z9p", swap_calls=choice)
    play(table, "E discard 1z; S pung; S discard 1p; W discard 6z; N discard 6z; E discard 2z; S pung; S discard 2p")
    play(table, "W discard 7z; N discard 7z; E discard 3z; S pung; S discard 3p; W discard 6z; N discard 7z")
    silent(table)
    table.discard("E", "5m")
    assert table.can_chow("S", "34m") is can


# Kongs and indicators

DEAD = "1s2s3s4s1m9m2m8m3m7m4m6m5p6p"
"""Tiles for kongs, then each indicator with the one under it."""


def test_an_indicator_is_turned_up_before_play_and_for_each_kong() -> None:
    table = begun({"E": "1111z147m258p369s5z"}, dead=DEAD)
    assert shown(table) == ["1m"]
    assert [TEXT[tile] for tile in view(table, "W").turned_up] == ["1m"]
    assert kinds(play(table, "E kong 1z")) == ["kong", "stands", "turned_up", "drawn"]
    assert shown(table) == ["1m", "2m"]


@pytest.mark.parametrize(
    ("choice", "found"),
    [("concealed", ["meld", "drawn", "discard", "turned_up"]), ("all", ["meld", "turned_up", "drawn", "discard"])],
)
def test_for_a_claimed_kong_it_may_come_after_the_discard(choice: str, found: list[str]) -> None:
    table = begun({"E": "5z", "S": "555z147m258p369s1z"}, dead=DEAD, kong_indicators=choice)
    happened = kinds(play(table, "E discard 5z; S kong; S discard 1z"))
    assert [kind for kind in happened if kind in found][1:] == [*found, "drawn"]


@pytest.mark.parametrize(("more", "number"), [(7, 1), (8, 2)])
def test_no_indicator_is_turned_up_that_has_been_drawn(tmp_path: Path, more: int, number: int) -> None:
    """As where the dead wall is smaller than the tiles for four kongs, and the hand near its end."""
    (tmp_path / "club.yaml").write_text("id: club\nextends: riichi\ntable: {dead_wall: 6}\n", "utf-8")
    table = laid(mjrules.load(str(tmp_path / "club.yaml")), {"E": "1111z147m258p369s2z"}, more=more)
    play(table, "E kong 1z")
    assert len(shown(table)) == number


def test_an_indicator_that_is_due_comes_with_the_next_kong() -> None:
    table = begun({"E": "5z", "S": "555z1111p258m369s"}, dead=DEAD)
    play(table, "E discard 5z; S kong")
    silent(table)
    assert shown(table) == ["1m"]
    play(table, "S kong 1p")
    assert shown(table) == ["1m", "2m", "3m"]


def test_an_indicator_that_is_due_counts_for_who_robs_the_next_kong() -> None:
    hands = {"E": "5m5z", "S": "55m555z147p258s69s", "W": "34m234p567p678s99s"}
    table = begun(hands, "6z7z6z", "5m" + DEAD[2:])
    play(table, "E discard 5m; S pung; S discard 9s; W discard 6z; N discard 7z; E discard 5z; S kong; S kong 5m")
    assert shown(table) == ["1m", "2m"]
    play(table, "W mahjong")
    assert dict(table.end.hands["W"].fields)["dora"] == ("1m", "2m")


def test_who_declared_riichi_sees_the_tiles_under_the_indicators() -> None:
    table = begun({"E": READY + "9m"}, "1z", DEAD)
    play(table, "E declare riichi; E discard 9m; S discard 1z; E mahjong")
    assert shown(table) == ["1m", "9m"]
    assert dict(table.end.hands["E"].fields)["ura"] == ("9m",)
    assert items(table, "E")["ura_dora"] == 1
    table = begun({"E": READY + "9m"}, "1z", DEAD)
    play(table, "E discard 9m; S discard 1z; E mahjong")
    assert shown(table) == ["1m"]


def test_of_two_who_win_by_one_tile_only_who_declared_riichi_has_the_tiles_under_the_indicators() -> None:
    hands = {"E": "234m567m234p67s99s1z", "S": "5s", "W": "234m567m456p67s11p"}
    table = begun(hands, "", DEAD, wins_together="two")
    table.declare("E", "riichi")
    play(table, "E discard 1z; S discard 5s; W mahjong; E mahjong")
    assert shown(table) == ["1m", "9m"]
    assert table.end.winners == ("W", "E")
    with_riichi, without = (dict(table.end.hands[seat].fields) for seat in "EW")
    assert (with_riichi["dora"], without["dora"]) == (("1m",), ("1m",))
    assert with_riichi["ura"] == ("9m",)
    assert "ura" not in without


def test_a_ruleset_may_have_no_indicators_under_the_others(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: riichi\nhouse_rules: {indicators: {under: null}}\n", encoding="utf-8")
    table = laid(mjrules.load(path, {"red_fives": "none"}), {"E": READY + "9m"}, "1z", DEAD)
    play(table, "E declare riichi; E discard 9m; S discard 1z; E mahjong")
    assert shown(table) == ["1m"]
    assert "ura" not in table.end.hands["E"].fields


def test_an_added_kong_may_be_robbed() -> None:
    hands = {"E": "5m19p", "S": "55m147p258s1234z6z", "W": "34m234p567p678s99s"}
    table = begun(hands, "6z7z6z5m", DEAD)
    play(table, "E discard 5m; S pung; S discard 1z; W discard 6z; N discard 7z; E discard 6z; S kong 5m; W mahjong")
    assert items(table, "W")["chankan"] == 1
    assert shown(table) == ["1m"]


def test_a_concealed_kong_is_robbed_only_by_thirteen_orphans() -> None:
    for hand, choice, robs in (
        ("1m19p19s12345677z", "thirteen_orphans", True),
        ("1m19p19s12345677z", "never", False),
        ("78m234p567p678s99s", "thirteen_orphans", False),
    ):
        table = begun({"E": "9999m147p258s1234z", "W": hand}, concealed_kong_robbed=choice)
        table.kong("E", "9m")
        assert table.can_mahjong("W") is robs


def test_there_are_four_kongs_at_most() -> None:
    table = begun({"E": "1111z2222z3333z44z", "S": "5555z147m258p369s"}, "6z", "4z4z9s9s")
    play(table, "E kong 1z; E kong 2z; E kong 3z; E kong 4z; E discard 9s")
    assert why(table) == []
    silent(table)
    with pytest.raises(ActionError, match="no more than 4 kongs are declared in a hand"):
        table.kong("S", "5z")


# Hands that end early


def test_nine_terminals_and_honours_may_end_a_hand() -> None:
    nine = "19m19p1s1234z25588m"
    for hand, can in ((nine, True), ("19m19p1s123z255588m", False)):
        table = begun({"E": hand})
        assert ("call_off" in [action.kind for action in table.legal_actions("E")]) is can
    table = begun({"E": nine})
    table.do(next(action for action in table.legal_actions("E") if action.kind == "call_off"))
    assert (table.over, why(table), paid(table)) == (True, ["nine_terminals"], [])
    table = begun({"E": nine}, early_ends="none")
    assert all(action.kind != "call_off" for action in table.legal_actions("E"))


def test_why_a_hand_is_not_called_off_is_told() -> None:
    table = begun({"E": "19m19p1s123z255588m", "S": "19m19p19s1234z258m"}, "3p4p5p6p3s")
    with pytest.raises(ActionError, match="the hand has 8 different terminals and honours, not 9"):
        table.do(CallOff(0))
    play(table, "E discard 8m; S discard 3p; W discard 4p; N discard 5p; E discard 6p")
    silent(table)
    with pytest.raises(ActionError, match="called off with the first draw, before any set is declared"):
        table.do(CallOff(1))


def test_nobody_calls_a_hand_off_after_a_claim() -> None:
    table = begun({"E": "5z", "S": "19m19p19s1234z258m", "N": "55z"}, "6z7z")
    assert "call_off" in [action.kind for action in calls(table, "E discard 5z")]
    table = begun({"E": "5z", "S": "19m19p19s1234z258m", "N": "55z"}, "6z7z6z")
    play(table, "E discard 5z; N pung; N discard 2p; E discard 6z")
    silent(table)
    assert all(action.kind != "call_off" for action in table.legal_actions("S"))


def calls(table: Table, moves: str) -> list[Any]:
    """What the player who has the turn then may do."""
    play(table, moves)
    silent(table)
    return list(table.legal_actions(table.to_act()[0]))


def four_discards(tiles: str, **options: Any) -> list[str]:
    """Why play ended after the first discards of all."""
    table = begun(dict.fromkeys("ESWN", FAR), **options)
    play(table, "; ".join(f"{wind} discard {tile}" for wind, tile in zip("ESWN", tiles.split(), strict=True)))
    return why(table)


def test_the_same_wind_discarded_by_all_ends_a_hand() -> None:
    assert four_discards("2z 2z 2z 2z") == ["four_winds"]
    assert four_discards("2z 2z 2z 3z") == []
    assert four_discards("1m 1m 1m 1m") == []
    assert four_discards("2z 2z 2z 2z", early_ends="none") == []


def test_the_same_wind_ends_nothing_where_a_set_was_declared_before() -> None:
    for first, ended in (("S discard 2z", ["four_winds"]), ("S kong 9m; S discard 2z", [])):
        table = begun({"E": "2z", "S": "999m2z", "W": "2z", "N": "2z"}, "9m")
        play(table, f"E discard 2z; {first}; W discard 2z; N discard 2z")
        silent(table)
        assert why(table) == ended


def test_four_kongs_of_two_players_end_a_hand_after_the_discard() -> None:
    for choice, ended in (("played", ["four_kongs"]), ("none", [])):
        hands = {"E": "1111z2222z147m258p", "S": "3333z4444z36m69p7z", "W": "11p"}
        table = begun(hands, "5z6z", "1p1s2s3s" + DEAD[8:], early_ends=choice)
        play(table, "E kong 1z; E kong 2z; E discard 1s; S kong 3z; S kong 4z")
        assert why(table) == []
        play(table, "S discard 7z")
        assert why(table) == ended
        assert table.over is bool(ended)


def test_four_riichi_end_a_hand() -> None:
    hands = {
        "E": "234m567m234p67s99s1z", "S": "234m567m456p67p11s", "W": "234m567m567s789s2z", "N": "123m345s123p789p7z",
    }  # fmt: skip
    for choice, ended in (("played", ["all_declared"]), ("none", [])):
        table = begun(hands, "1z3z4z", early_ends=choice)
        for wind, tile in zip("ESWN", ("1z", "1z", "3z", "4z"), strict=True):
            silent(table)
            table.declare(wind, "riichi")
            table.discard(wind, tile)
        assert why(table) == ended
        assert paid(table) == ["E>pot1000", "S>pot1000", "W>pot1000", "N>pot1000"]


THREE = {"E": "5s", "S": PINFU, "W": "234m567m345p67s77p", "N": "345m567m456p34s11p"}


@pytest.mark.parametrize(
    ("choice", "winners", "ended"), [("two", "", ["three_winners"]), ("all", "SWN", []), ("one", "S", [])]
)
def test_three_wins_on_one_tile(choice: str, winners: str, ended: list[str]) -> None:
    table = begun(THREE, wins_together=choice)
    play(table, "E discard 5s; S mahjong; W mahjong; N mahjong")
    assert ("".join(table.end.winners), why(table)) == (winners, ended)
    if choice == "two":
        table = begun(THREE)
        play(table, "E discard 5s; S mahjong; W mahjong; N pass")
        assert table.end.winners == ("S", "W")


@pytest.mark.parametrize(
    ("moves", "stakes"),
    [
        ("S mahjong; W mahjong; N mahjong", []),
        ("S mahjong; W mahjong; N pass", []),
        ("S pass; W pass; N pass", ["E>pot1000"]),
    ],
)
def test_the_stake_is_not_paid_where_the_hand_ends_with_the_discard(moves: str, stakes: list[str]) -> None:
    table = begun({**THREE, "E": "123m456p789s1155z5s"})
    play(table, f"E declare riichi; E discard 5s; {moves}")
    assert [one for one in paid(table) if one.endswith("pot1000")] == stakes


@pytest.mark.parametrize(
    ("id", "winners", "counters"),
    [("riichi/tenhou", "S", {"S"}), ("riichi/mjsoul", "SWN", {"S"}), ("riichi/ema2016", "SWN", {"S", "W", "N"})],
)
def test_who_is_paid_for_counters(id: str, winners: str, counters: set[str]) -> None:
    """By the EMA counters add to the value of every hand that the discarder pays; elsewhere the first is paid."""
    hands = THREE if len(winners) > 1 else {"E": "5s", "S": PINFU}
    more = {}
    for honba in (0, 2):
        table = laid(loaded(id, red_fives="none"), hands, fields={"honba": honba})
        play(table, "E discard 5s; " + "; ".join(f"{seat} mahjong" for seat in winners))
        more[honba] = table.end.net
    assert {seat: more[2][seat] - more[0][seat] for seat in "SWN"} == {seat: 600 * (seat in counters) for seat in "SWN"}


# The end of the wall


def exhausted(hands: dict[str, str], draws: str, discards: str, **options: Any) -> Table:
    """A hand of so many draws, after which fourteen tiles are left."""
    table = begun(hands, draws, more=14, **options)
    play(table, discards)
    silent(table)
    assert (table.over, table.state.wall.left()) == (True, 14)
    return table


ENDING = "E discard 9m; S discard 2m; W discard 2m; N discard 2m"


@pytest.mark.parametrize(
    ("ready", "payments"),
    [
        ("E", ["S>E1000", "W>E1000", "N>E1000"]),
        ("ES", ["W>E750", "N>E750", "W>S750", "N>S750"]),
        ("ESW", ["N>E1000", "N>S1000", "N>W1000"]),
        ("", []),
        ("ESWN", []),
    ],
)
def test_who_does_not_wait_pays_those_who_do(ready: str, payments: list[str]) -> None:
    waiting = {"E": READY, "S": "345m456p678s22z66z", "W": "567m456p789s22z66z", "N": "678m345p789s33z77z"}
    hands = {wind: waiting[wind] if wind in ready else "" for wind in "ESWN"}
    table = exhausted({**hands, "E": hands["E"] + "9m"}, "2m2m2m", ENDING, nagashi_mangan="none")
    assert paid(table) == payments
    assert [event.seat for event in table.log if isinstance(event, events.Announced)] == [
        "ESWN".index(w) for w in ready
    ]


def test_a_hand_that_waits_only_for_its_own_tiles_does_not_wait() -> None:
    assert paid(exhausted({"E": "1111m456p789s555z9m"}, "2m2m2m", ENDING, nagashi_mangan="none")) == []


@pytest.mark.parametrize(("choice", "payments"), [("played", ["E>S4000", "W>S2000", "N>S2000"]), ("none", [])])
def test_a_pond_of_terminals_and_honours_is_paid(choice: str, payments: list[str]) -> None:
    hands = {"E": "2m"}
    moves = "E discard 2m; S discard 6z; W discard 2p; N discard 2s"
    assert paid(exhausted(hands, "6z2p2s", moves, nagashi_mangan=choice)) == payments


def test_a_pond_of_which_a_tile_was_claimed_is_not() -> None:
    hands = {"E": "2m", "W": "66z47m258p369s234z"}
    moves = "E discard 2m; S discard 6z; W pung; W discard 4m; N discard 2s"
    assert paid(exhausted(hands, "6z2s", moves)) == []


def test_the_dealer_pays_a_pond_double_and_gets_double() -> None:
    hands = {"E": "9m"}
    table = exhausted(hands, "2m2p2s", "E discard 9m; S discard 2m; W discard 2p; N discard 2s")
    assert paid(table) == ["S>E4000", "W>E4000", "N>E4000"]


@events.event("shown")
class Shown(events.Action):
    """A player shows the hand."""

    tiles: events.Tiles


class Shows(Play):
    """Whoever has the turn may show the hand."""

    kinds = (Shown,)
    acts = ("own_turn",)

    def actions(self, seat: int) -> list[Action]:
        return [Shown(seat, tuple(self.state.players[seat].tiles()))]

    def carry_out(self, action: Action) -> list[Event]:
        return [action]


def test_after_riichi_another_rule_may_have_decisions_that_leave_the_hand_as_it_is(tmp_path: Path) -> None:
    table = laid(club_in(tmp_path)(Shows, extends="riichi"), {"E": READY + "9p"}, "1m2m3m4m")
    play(table, "E declare riichi")
    with pytest.raises(ActionError, match="a declaration is followed by the discard"):
        table.verify(Shown(0, tuple(table.state.players[0].tiles())))
    play(table, "E discard 9p; S discard 1m; W discard 2m; N discard 3m")
    assert [action.kind for action in table.legal_actions("E")] == ["discard", "shown"]
