"""Rules that win by themselves (`wins`): hands that win on their bonus tiles, complete or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset
from mjrules.play.events import Pung
from mjrules.sample_hands.plain_hands import plain_hand
from mjrules.tiles.tile import BONUS, JOKER, format_tiles
from tests.kit.laid import laid, play
from tests.kit.rulesets import loaded

RULES = """
id: flower-wins
extends: root
plugins: [base_payment, combinations, sum]
options: {wins_on_all: {of: rules.all_eight.fan, values: {none: none, win: 5}, text: whether all eight win}}
scoring:
  method: sum
  minimum: 3
rules:
  all_eight: {fan: 5, wins: true, when: {bonus: {any: 8}, self_drawn: true}}
  flower: {fan: 1, each: true, aside: true, when: {bonus: [any]}}
  one_suit: {fan: 6, when: {suits: 1, tiles: {honors: 0}}}
  claimed_win: {fan: 1, when: {suits: 3, self_drawn: false}}
  drawn: {fan: 1, when: {self_drawn: true}}
  dragons: {fan: 2, each: true, for: all, when: {sets: [pung dragon]}}
  nothing: {fan: 4, when: {nothing_else: true}}
settlement: {method: base_payment, base: 1}
"""
ALL = "flowers=f1234s1234"
SEVEN = "flowers=f1234s123"
LOOSE = "1479m1479p147s12z"
"""Thirteen tiles that are nowhere near a hand."""


@pytest.fixture
def flower_wins(ruleset: Callable[[str], Ruleset]) -> Ruleset:
    return ruleset(RULES)


def items(score: mjrules.Score) -> dict[str, Any]:
    return {item.id: item.value for item in score.items}


def refusal(ruleset: Ruleset, text: str) -> str:
    with pytest.raises(HandError) as caught:
        ruleset.score(ruleset.parse(text))
    return caught.value.code


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        (f"{LOOSE} won {ALL}", {"all_eight": 5, "flower": 8}),
        (f"{LOOSE} !5z {ALL}", {"all_eight": 5, "flower": 8}),
        (f"{LOOSE}5z won {ALL}", {"all_eight": 5, "flower": 8}),
        (f"(777z) [1111m] 1479p147s won {ALL}", {"all_eight": 5, "flower": 8, "dragons": 2}),
        (f"1122334455779m won {ALL}", {"all_eight": 5, "flower": 8}),
    ],
    ids=["without a fourteenth tile", "replacement drawn", "as dealt", "with declared sets", "of one suit"],
)
def test_a_hand_that_is_not_complete_wins(flower_wins: Ruleset, hand: str, wanted: dict[str, int]) -> None:
    score = flower_wins.score(flower_wins.parse(hand))
    assert items(score) == wanted
    assert score.reading.shape == "unfinished"
    assert score.minimum_met


def test_the_number_of_bonus_tiles_is_enough(flower_wins: Ruleset) -> None:
    score = flower_wins.score(flower_wins.parse(f"{LOOSE} won flowers=8"))
    assert score.total == 13


def test_everybody_pays_a_win_on_bonus_tiles(flower_wins: Ruleset) -> None:
    score = flower_wins.score(flower_wins.parse(f"{LOOSE} won seat=W {ALL}"))
    assert score.payments == {"E": -14, "S": -14, "W": 42, "N": -14}


def test_a_complete_hand_is_read_both_ways_and_the_better_counts(flower_wins: Ruleset) -> None:
    dear = flower_wins.score(flower_wins.parse(f"11123456789m99m !9m {ALL}"))
    assert items(dear) == {"one_suit": 6, "drawn": 1, "flower": 8}
    assert [reading.total for reading in dear.explanation.other_readings][-1] == 13
    cheap = flower_wins.score(flower_wins.parse(f"11123456789m99p !9p {ALL}"))
    assert items(cheap) == {"all_eight": 5, "flower": 8}


def test_a_win_that_meets_the_minimum_is_better_than_a_dearer_one_that_does_not(
    ruleset: Callable[[str], Ruleset],
) -> None:
    """Eight flowers and a drawn tile are 9, of which 1 counts towards the minimum of 3."""
    text = RULES.replace("wins: true", "wins: true, excludes: [flower]")
    cheap = ruleset(text).score(Hand.parse(f"11123456789m99p !9p {ALL}"))
    assert (items(cheap), cheap.minimum_met) == ({"all_eight": 5}, True)
    none = ruleset(text.replace("minimum: 3", "minimum: 1")).score(Hand.parse(f"11123456789m99p !9p {ALL}"))
    assert items(none) == {"drawn": 1, "flower": 8}


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (f"{LOOSE} won {SEVEN}", "wrong_tile_count"),
        (f"{LOOSE} !5z {SEVEN}", "not_winning"),
        (f"{LOOSE} +5z {ALL}", "not_winning"),
        (f"1479m1479p147s1z won {ALL}", "wrong_tile_count"),
        (f"1479m1479p147s1z !2z {ALL}", "wrong_tile_count"),
        (f"{LOOSE}55z won {ALL}", "wrong_tile_count"),
        (f"11111m479p147s12z won {ALL}", "too_many_of_a_tile"),
    ],
    ids=["seven", "seven, drawn", "claimed", "twelve tiles", "twelve and one drawn", "fifteen tiles", "five alike"],
)
def test_what_no_rule_makes_a_win_is_refused(flower_wins: Ruleset, hand: str, code: str) -> None:
    assert refusal(flower_wins, hand) == code


@pytest.mark.parametrize("hand", [f"{LOOSE} won {ALL}", f"{LOOSE} !5z {ALL}"])
def test_a_rule_worth_none_wins_nothing(tmp_path: Any, hand: str) -> None:
    path = tmp_path / "test.yaml"
    path.write_text(RULES, encoding="utf-8")
    without = mjrules.load(str(path), {"wins_on_all": "none"})
    assert refusal(without, hand) in ("wrong_tile_count", "not_winning")
    complete = without.score(without.parse(f"11123456789m99p !9p {ALL}"))
    assert items(complete) == {"drawn": 1, "flower": 8}


def test_a_player_who_did_not_win_wins_nothing(flower_wins: Ruleset) -> None:
    score = flower_wins.score(flower_wins.parse(f"1479m1479p14777z {ALL}"))
    assert items(score) == {"dragons": 2}
    assert not score.minimum_met
    dead = flower_wins.score(flower_wins.parse(f"{LOOSE} won dead_hand {ALL}"))
    assert not dead.items


def test_the_explanation_tells_no_condition_of_complete_hands(flower_wins: Ruleset) -> None:
    explanation = flower_wins.score(flower_wins.parse(f"{LOOSE} won {ALL}")).explanation
    assert explanation.total == 13
    assert explanation.not_counted == ()
    assert explanation.other_readings == ()


@pytest.mark.parametrize("text", [f"{LOOSE} won {ALL}", f"{LOOSE}5z won {ALL}", "123456789m11122z won seat=S"])
def test_won_is_a_word_of_hand_text(text: str) -> None:
    hand = Hand.parse(text)
    assert hand.winner
    assert hand.win is None
    assert not hand.flags
    assert Hand.parse(hand.to_text()) == hand
    assert Hand.from_record(hand.to_record()) == hand


def test_won_beside_a_winning_tile_is_refused() -> None:
    with pytest.raises(HandError) as caught:
        Hand.parse(f"{LOOSE} !5z won")
    assert caught.value.message == "`won` is for a win without a winning tile, and one is marked"


def test_waits_are_those_of_the_shapes(flower_wins: Ruleset) -> None:
    found = flower_wins.waits(flower_wins.parse(f"123456789m1122z {ALL}"))
    assert [wait.tile for wait in found] == [27, 28]


SUBSETS = [tuple(tile for place, tile in enumerate(BONUS[:8]) if number >> place & 1) for number in range(1 << 8)]
SITUATIONS = ("won", "!5z", "+5z", "+5z robbing_flower")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("taiwanese", {}),
        ("hong-kong", {"flower_wins": "win"}),
        ("chinese-official", {"all_bonus_tiles": "win"}),
        ("chinese-basic", {"all_bonus_tiles": "win"}),
        ("hong-kong", {}),
    ],
)
def test_bonus_tiles_tell_whether_a_rule_may_win_alone(name: str, options: dict[str, str]) -> None:
    ruleset = mjrules.load(name, options)
    loose = LOOSE + "333z" * (ruleset.tiles_to_win > 14)
    for bonus in SUBSETS:
        flowers = f" flowers={format_tiles(bonus)}" if bonus else ""
        wins = [_wins(ruleset, f"{loose} {situation}{flowers}") for situation in SITUATIONS]
        assert ruleset.scorer.may_win_alone(bonus, (), "E", "E") == any(wins)


@pytest.mark.parametrize(
    ("held", "may"), [((), False), ((JOKER,) * 2, False), ((JOKER,) * 3, True), ((JOKER,) * 4, True)]
)
def test_jokers_tell_whether_a_rule_may_win_alone(
    ruleset: Callable[[str], Ruleset], held: tuple[int, ...], may: bool
) -> None:
    """The winning tile may be one more."""
    text = RULES.replace("combinations, sum]", "combinations, sum, wild]\ntiles: {J: 4}")
    jokers = ruleset(text.replace("bonus: {any: 8}", "tiles: {J: 4}"))
    assert jokers.scorer.may_win_alone((), held, "E", "E") == may
    counted = ruleset(text.replace("bonus: {any: 8}", "tiles: {J: 4, winds: 0}"))
    assert counted.scorer.may_win_alone((), held, "E", "E") == may


def test_a_joker_in_a_declared_set_is_among_those_that_win(ruleset: Callable[[str], Ruleset]) -> None:
    text = RULES.replace("combinations, sum]", "combinations, sum, wild]\ntiles: {J: 4}")
    jokers = ruleset(text.replace("bonus: {any: 8}", "tiles: {J: 4}"))
    table = laid(jokers, {"E": "3m", "S": "JJJ147p147s1234z"}, "777zJ")
    play(table, "E discard 3m")
    table.do(
        next(
            action for action in table.legal_actions("S") if isinstance(action, Pung) and action.tiles.count(JOKER) == 2
        )
    )
    play(table, "S discard 4z; W discard 7z; N discard 7z; E discard 7z")
    assert "mahjong" in {action.kind for action in table.legal_actions("S")}


def _wins(ruleset: Ruleset, text: str) -> bool:
    try:
        return ruleset.score(ruleset.parse(text)).minimum_met
    except HandError:
        return False


SUITS = """
id: suits
extends: root
plugins: [combinations, sum]
tiles: {replace: {123456789mps: 4}}
scoring: {method: sum}
rules:
  generals: {points: 6, wins: true, when: {tiles: 258mps}}
"""


def test_without_bonus_tiles_no_hand_wins_one_tile_short(ruleset: Callable[[str], Ruleset]) -> None:
    """The last tile drawn is always in the hand, also in that which shows the rule."""
    suits = ruleset(SUITS)
    assert suits.score(suits.parse("222258m255p2288s +8s from=left")).total == 6
    assert refusal(suits, "222258m255p2288s won") == "wrong_tile_count"
    found = plain_hand(suits, "generals")
    assert found is not None
    assert found.hand.win is not None


def test_a_hand_waits_for_tiles_with_which_a_rule_makes_it_a_win(ruleset: Callable[[str], Ruleset]) -> None:
    """No shape is completed by them."""
    suits = ruleset(SUITS)
    assert format_tiles([wait.tile for wait in suits.waits("222258m255p2288s")]) == "58m258p258s"
    assert format_tiles([wait.tile for wait in suits.waits("222555m222p888s5p")]) == "258m258p258s"
    assert suits.waits("1222258m255p228s") == []


def test_a_hand_waits_for_a_joker_with_which_a_rule_makes_it_a_win(ruleset: Callable[[str], Ruleset]) -> None:
    text = RULES.replace("combinations, sum]", "combinations, sum, wild]\ntiles: {J: 4}")
    jokers = ruleset(text.replace("bonus: {any: 8}", "tiles: {J: 4}"))
    found = jokers.waits("JJJ 147m 147p 147s 9s")
    assert [(format_tiles([wait.tile]), wait.left, wait.claimed) for wait in found] == [("J", 1, None)]
    assert jokers.waits("JJ 147m 147p 1479s 5z") == []


def test_what_has_won_on_bonus_tiles_waits_for_no_tile(flower_wins: Ruleset) -> None:
    assert flower_wins.waits(f"{LOOSE} {ALL}") == []
    assert format_tiles([wait.tile for wait in flower_wins.waits(f"{LOOSE} {SEVEN}")]) == "s4"


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("234m456p789s34p99s", [("2p", 4), ("5p", 2), ("0p", 1)]),
        ("234m406p789s34p99s", [("2p", 4), ("5p", 3)]),
        ("(555p) 234m789s34p99s", [("2p", 4), ("0p", 1)]),
        ("(0555p) 234m789s34p99s", [("2p", 4), ("5p", 0)]),
    ],
)
def test_red_fives_are_waited_for_apart(hand: str, waits: list[tuple[str, int]]) -> None:
    found = loaded("riichi/tenhou").waits(hand)
    assert [(wait.text, wait.left) for wait in found] == waits
