"""Matches of riichi: honba, sticks, who is dealer next, when a match ends, and how it is reckoned up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mjrules import Match, load_match, load_table
from mjrules.table.walls import Shuffled
from tests.kit.laid import laid_wall, play, silent
from tests.kit.rulesets import loaded
from tests.rulesets.riichi.test_laws import bold_player

pytestmark = pytest.mark.slow
PLAYERS = ("Ada", "Ben", "Cem", "Dan")
READY = "123m456p789s1155z"


def begun(hands: dict[str, str], draws: str = "", more: int | None = None, **options: Any) -> Match:
    """A match whose first hand has a wall laid by hand."""
    ruleset = loaded("riichi", **options)
    return Match(ruleset, 1, PLAYERS, seat=False, laid=Shuffled(tuple(laid_wall(ruleset, hands, draws, "", more)), {}))


def entered(ruleset: str = "riichi", **options: Any) -> Match:
    """A match whose hands are entered."""
    rules = loaded(ruleset, **options)
    return Match(rules, 1, PLAYERS[: len(rules.definition.table.seats)], seat=False)


def after(match: Match) -> tuple[str, int, int]:
    """Who is dealer in the next hand, how many honba there are, and how many sticks."""
    match.close()
    table = match.next_hand()
    return match.players["E"], table.fields["honba"], table.fields["sticks"]


ENDING = "E discard 9m; S discard 2m; W discard 2m; N discard 2m"


@pytest.mark.parametrize(
    ("hand", "moves", "more", "dealer"),
    [
        (READY + "9m", ENDING, 14, "Ada"),
        ("147m258p369s3467z9m", ENDING, 14, "Ben"),
        ("19m19p1s1234z25588m", "E off", None, "Ada"),
    ],
)
def test_after_a_draw_there_is_one_more_honba(hand: str, moves: str, more: int | None, dealer: str) -> None:
    match = begun({"E": hand}, "2m2m2m", more, red_fives="none", nagashi_mangan="none")
    table = match.table
    if moves == "E off":
        table.do(next(action for action in table.legal_actions("E") if action.kind == "call_off"))
    else:
        play(table, moves)
        silent(table)
    assert after(match) == (dealer, 1, 0)


def test_sticks_lie_on_the_table_until_somebody_wins() -> None:
    match = begun({"E": READY + "8m"}, "3m3m3m4p", 14, red_fives="none", riichi_tiles_left=1)
    play(match.table, "E declare riichi; E discard 8m; S discard 3m; W discard 3m; N discard 3m; E discard 4p")
    silent(match.table)
    assert after(match) == ("Ada", 1, 1)
    assert sum(match.totals.values()) == 99_000
    match = begun({"E": READY + "8m"}, "1z", red_fives="none")
    play(match.table, "E declare riichi; E discard 8m; S discard 1z; E mahjong")
    assert after(match) == ("Ada", 1, 0)
    assert sum(match.totals.values()) == 100_000


def test_a_win_of_another_ends_the_honba_and_passes_the_deal() -> None:
    match = entered()
    match.enter(["Ada"], {})
    assert (match.next_hand().fields["honba"], match.players["E"]) == (1, "Ada")
    match.enter(["Ada", "Ben"], {})
    assert (match.next_hand().fields["honba"], match.players["E"]) == (2, "Ada")
    match.enter(["Ben"], {})
    assert (match.next_hand().fields["honba"], match.players["E"]) == (0, "Ben")


def hands(match: Match, number: int, **paid: int) -> None:
    """So many hands are won by the next player in turn, who is dealer then; the last of them with these payments."""
    for left in range(number, 0, -1):
        match.enter([match.players["S"]], paid if left == 1 else {})
        if not match.over:
            match.next_hand()


@pytest.mark.parametrize(("options", "over"), [({}, True), ({"bankruptcy": "none"}, False)])
def test_who_has_less_than_nothing_ends_the_match(options: dict[str, str], over: bool) -> None:
    match = entered(**options)
    hands(match, 1, Ada=-25_000, Ben=25_000)
    assert not match.over
    hands(match, 1, Ada=-100, Ben=100)
    assert match.over is over
    assert match.ended is None or match.ended.why == "ends_below"


def test_a_west_round_follows_until_somebody_has_the_target() -> None:
    match = entered()
    hands(match, 8)
    assert (match.over, match.table.begin.round) == (False, "W")
    hands(match, 1, Ada=4_900, Ben=-4_900)
    assert not match.over
    hands(match, 1, Ada=100, Ben=-100)
    assert match.ended is not None
    assert match.ended.why == "target"
    match = entered()
    hands(match, 8, Ada=5_000, Ben=-5_000)
    assert match.over
    match = entered(after_last_round="over")
    hands(match, 8)
    assert match.over
    match = entered()
    hands(match, 12)
    assert match.over


@pytest.mark.parametrize(
    ("choice", "gain", "over"),
    [("target", 5_000, True), ("target", 4_900, False), ("target_and_dealer_plays_on", 5_000, False)],
)
def test_the_last_dealer_who_is_first_stops(choice: str, gain: int, over: bool) -> None:
    match = entered(after_last_round=choice)
    hands(match, 7)
    match.enter(["Dan"], {"Dan": gain, "Ada": -gain})
    assert match.over is over
    assert match.ended is None or match.ended.why == "last_east"
    match = entered()
    hands(match, 7)
    match.enter(["Dan"], {"Dan": 5_000, "Ada": 6_000, "Ben": -11_000})
    assert not match.over


@pytest.mark.parametrize(
    ("hand", "moves", "more", "over"),
    [(READY + "9m", ENDING, 14, True), ("19m19p1s1234z25588m", "E call_off", None, False)],
)
def test_a_hand_that_is_called_off_is_not_the_last(hand: str, moves: str, more: int | None, over: bool) -> None:
    match = entered(red_fives="none", nagashi_mangan="none")
    hands(match, 6)
    match.enter(["Dan"], {"Dan": 6_000, "Ada": -6_000})
    wall = laid_wall(match.ruleset, {"E": hand}, "2m2m2m", "", more)
    table = match.next_hand(Shuffled(tuple(wall), {}))
    play(table, moves)
    silent(table)
    match.close()
    assert match.over is over


def test_a_dealer_who_stays_plays_on_in_the_west_round() -> None:
    match = entered()
    hands(match, 8)
    match.enter([], {"Dan": 6_000, "Ada": -6_000}, east="Ada")
    assert not match.over
    match.next_hand()
    match.enter(["Ada"], {"Ada": 9_000, "Dan": -9_000})
    assert not match.over
    match.next_hand()
    match.enter(["Ada"], {"Ada": 3_000, "Dan": -3_000})
    assert match.ended is not None
    assert match.ended.why == "last_east"


def results(match: Match) -> list[int]:
    """What everybody has in the end, in the order of the players, in hundreds."""
    assert match.ended is not None
    return [
        next(place.result for place in match.ended.standings if place.player == name) // 100 for name in match.given
    ]


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("riichi/tenhou", [540, 130, -280, -390]),
        ("riichi/mjsoul", [343, 126, -179, -290]),
        ("riichi/mleague", [643, 126, -279, -490]),
    ],
)
def test_a_match_is_reckoned_up(ruleset: str, expected: list[int]) -> None:
    match = entered(ruleset)
    hands(match, 8, Ada=19_300, Ben=7_600, Cem=-12_900, Dan=-14_000)
    assert results(match) == expected


def test_places_may_be_shared() -> None:
    for ruleset, expected in (("riichi/ema2016", [100, 100, -100, -100]), ("riichi/wrc2015", [100, 100, -100, -100])):
        match = entered(ruleset)
        hands(match, 8)
        match = entered(ruleset)
        hands(match, 8, Ada=0)
        assert results(match) == [0, 0, 0, 0]
        match = entered(ruleset)
        hands(match, 8, Ada=1_000, Ben=1_000, Cem=-1_000, Dan=-1_000)
        assert results(match) == [one + sign * 10 for one, sign in zip(expected, (1, 1, -1, -1), strict=True)]


def test_three_players_begin_with_35000() -> None:
    match = entered("riichi-sanma")
    hands(match, 6, Ada=10_000, Ben=-4_000, Cem=-6_000)
    assert results(match) == [400, -90, -310]


def test_a_match_is_read_back_from_its_log(tmp_path: Path) -> None:
    match = Match(loaded("riichi"), 5)
    match.play(bold_player("5"), 12)
    match.save(tmp_path / "match.jsonl")
    again = load_match(tmp_path / "match.jsonl")
    assert [table.log for table in again.played] == [table.log for table in match.played]
    table = match.played[-1]
    assert table.begin.points != (25_000,) * 4
    table.save(tmp_path / "hand.jsonl")
    assert load_table(tmp_path / "hand.jsonl").log == table.log
