"""Small games of other kinds: nothing in the engine is built for one game.

A hand of five sets, one kind of joker, red fives, three players, and animals; each is a ruleset of a few lines on the
neutral root, and the joker a plugin of a few more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset, Score
from mjrules.batch.arrow import columns_of, hands_table
from mjrules.batch.record_columns import RecordColumns
from mjrules.hooks import hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.paper.book import Rulebooks
from mjrules.play.events import Bonus, Paid
from mjrules.ruleset.load import load
from mjrules.testing import check_laws, check_play
from mjrules.tiles.tile import BONUS, JOKER, TEXT, parse_tiles, sort_tiles
from mjrules.tiles.tileset import TileSet
from tests.batch.compare import differing, various
from tests.kit.laid import laid
from tests.kit.profile import amount, thinned


def written(folder: Path, text: str) -> str:
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def points(score: Score) -> dict[str, int | float]:
    return {item.id: item.value for item in score.items}


def sets_of(score: Score) -> list[dict[str, Any]]:
    record: dict[str, Any] = score.reading.to_record()
    return list(record["sets"])


def refusal(ruleset: Ruleset, text: str) -> tuple[str, str]:
    """The code and field with which a hand is refused."""
    with pytest.raises(HandError) as caught:
        ruleset.score(Hand.parse(text))
    return caught.value.code, caught.value.field


# A hand of five sets and a pair.

FIVE_SETS = """
id: five-sets
extends: root
plugins: [combinations, sum]
shapes:
  standard: {parts: [5 x set, pair]}
scoring:
  method: sum
  combination: free
rules:
  win: {points: 1}
  all_pungs: {points: 5, when: {sets: pung}}
  five_concealed_pungs: {points: 8, when: {sets: {concealed pung: 5}}}
  full_straight: {points: 3, when: {sets: [123a, 456a, 789a]}}
  sole_wait: {points: 2, when: {waits: 1}}
"""


@pytest.fixture
def five_sets(tmp_path: Path) -> Ruleset:
    return mjrules.load(written(tmp_path, FIVE_SETS))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("123m456m789m123p11z22z +1z", {"win": 1, "full_straight": 3}),
        ("123m456m789m123p456p1z +1z", {"win": 1, "full_straight": 3, "sole_wait": 2}),
        ("(111m) (222m) 333m444p 55p 66s +6s", {"win": 1, "all_pungs": 5}),
        ("111m222m333m444p55p66s !6s", {"win": 1, "all_pungs": 5, "five_concealed_pungs": 8}),
        ("111m222m333m444p55p66s +6s", {"win": 1, "all_pungs": 5}),
        ("[1111m] (2222m) (333m) (444p) (555p) 6s +6s", {"win": 1, "all_pungs": 5, "sole_wait": 2}),
    ],
)
def test_a_hand_of_five_sets_scores(five_sets: Ruleset, text: str, items: dict[str, int]) -> None:
    score = five_sets.score(Hand.parse(text))
    assert points(score) == items
    assert score.total == sum(items.values())


def test_a_hand_of_five_sets_has_five_sets_and_a_pair(five_sets: Ruleset) -> None:
    sets = sets_of(five_sets.score(Hand.parse("123m456m789m123p11z22z +1z")))
    assert Counter(piece["type"] for piece in sets) == {"chow": 4, "pung": 1, "pair": 1}


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("123m456m789m123p11z22z", "1z 2z"),
        ("123m456m789m123p456p1z", "1z"),
        ("(111m) (222m) (333m) (444p) 2345p", "2p 5p"),
        ("(111m) (222m) (333m) (444p) [5555p] 6s", "6s"),
        ("111222333444z 5678m", "5m 8m"),
        ("123m456m789m123p1357z", ""),
    ],
)
def test_waits_of_a_hand_of_five_sets(five_sets: Ruleset, text: str, tiles: str) -> None:
    assert [TEXT[wait.tile] for wait in five_sets.waits(Hand.parse(text))] == tiles.split()


def test_hands_of_fourteen_tiles_are_too_small(five_sets: Ruleset) -> None:
    assert refusal(five_sets, "123m456m789m11z22z +1z") == ("wrong_tile_count", "concealed")


# One kind of joker.

JOKERS = """
id: jokers
extends: root
plugins: [combinations, sum, own_jokers]
tiles: {J: 4}
scoring:
  method: sum
  combination: free
rules:
  win: {points: 1}
  all_pungs: {points: 6, when: {sets: pung}}
  all_chows: {points: 2, when: {sets: chow}}
  one_suit: {points: 10, when: {suits: 1, tiles: {honors: 0}}}
  five_alike: {points: 20, when: {tiles: {5p: 5}}}
  dragon: {points: 3, each: true, when: {sets: [pung dragon]}}
"""


class Wild:
    """A plugin: a joker stands for any kind that a tile of the hand could need."""

    def __init__(self) -> None:
        self.asked: list[Hand] = []

    @hookimpl
    def mj_stand_ins(self) -> Sequence[Any]:
        return [self.replaced]

    def replaced(self, hand: Hand, tiles: TileSet) -> list[Hand]:
        """All ways to put kinds in the places of the jokers; none for a hand without any."""
        self.asked.append(hand)
        held = hand.concealed.count(JOKER)
        wild_win = hand.win == JOKER
        if not held and not wild_win:
            return []
        rest = tuple(tile for tile in hand.concealed if tile != JOKER)
        ways = combinations_with_replacement(tiles.kinds, held)
        wins = tiles.kinds if wild_win else (hand.win,)
        return [replace(hand, concealed=sort_tiles((*rest, *way)), win=win) for way in ways for win in wins]


@pytest.fixture
def wild() -> Wild:
    return Wild()


@pytest.fixture
def jokers(tmp_path: Path, wild: Wild) -> Ruleset:
    return load(written(tmp_path, JOKERS), available={**available_plugins(), "own_jokers": lambda: wild})


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("123m456m789m123p5z +5z", {"win": 1, "all_chows": 2}),
        ("123m456m789m12pJ5z +5z", {"win": 1, "all_chows": 2}),
        ("123m456m789m12p5zJ +5z", {"win": 1, "all_chows": 2}),
        ("123m456m789m1p5z6zJ +5z", {}),
        ("123m456m789m123pJ +5z", {"win": 1, "all_chows": 2}),
        ("111m222m333m55zJ1z +1z", {"win": 1, "all_pungs": 6, "dragon": 3}),
        ("(111m) 22mJ 33mJ 44m 55m +5m", {"win": 1, "all_pungs": 6, "one_suit": 10}),
        ("1112223334445m +J", {"win": 1, "all_pungs": 6, "one_suit": 10}),
        ("(555z) (666z) 77zJ 1112m +2m", {"win": 1, "all_pungs": 6, "dragon": 9}),
    ],
)
def test_a_joker_stands_for_what_scores_best(jokers: Ruleset, text: str, items: dict[str, int]) -> None:
    if not items:
        assert refusal(jokers, text) == ("not_winning", "win")
        return
    assert points(jokers.score(Hand.parse(text))) == items


def test_what_the_joker_stood_for_is_told(jokers: Ruleset) -> None:
    score = jokers.score(Hand.parse("111m222m333m55zJ1z +1z"))
    assert [piece["tiles"] for piece in sets_of(score) if piece["type"] == "pung"][-1] == "555z"
    assert JOKER not in score.hand.concealed
    assert score.explanation.total == score.total


def test_the_hand_is_held_to_the_tile_set_and_what_jokers_stand_for_is_not(jokers: Ruleset) -> None:
    assert points(jokers.score(Hand.parse("(555p) 5p 123m456m789m +J"))) == {"win": 1, "five_alike": 20}
    assert refusal(jokers, "(555p) 55p 123m456m78m +J") == ("too_many_of_a_tile", "concealed")


def test_more_jokers_than_there_are_is_refused(jokers: Ruleset) -> None:
    jokers.scorer.verify(Hand.parse("111m22mJJJJ345m6z +1z"))
    with pytest.raises(HandError) as caught:
        jokers.scorer.verify(Hand.parse("111m22mJJJJJ345m +1z"))
    assert caught.value.code == "too_many_of_a_tile"


def test_without_the_joker_in_its_tiles_a_game_refuses_it(five_sets: Ruleset) -> None:
    assert refusal(five_sets, "123m456m789m123p11z2zJ +1z") == ("bad_record", "concealed")


@pytest.mark.parametrize("flag", ["robbing_kong", "last_of_kind", "last_tile"])
def test_a_hand_won_on_a_joker_is_scored_or_refused_under_every_flag(jokers: Ruleset, flag: str) -> None:
    try:
        total = jokers.score(Hand.parse(f"1112223334445m +J {flag}")).total
    except HandError as error:
        refused = error.code
        total = 17 if refused == "contradiction" else 0
    assert total == 17


def test_the_plugin_is_asked_once_for_a_hand_and_gets_it_as_it_was(jokers: Ruleset, wild: Wild) -> None:
    hand = Hand.parse("123m456m789m12pJ5z +5z")
    jokers.score(hand)
    assert wild.asked == [hand]


def test_waits_of_a_hand_with_a_joker(jokers: Ruleset) -> None:
    hand = Hand.parse("123m456m789m123pJ")
    assert [TEXT[wait.tile] for wait in jokers.waits(hand)][:3] == ["1m", "2m", "3m"]


# Red fives.

RED_FIVES = """
id: red-fives
extends: root
plugins: [combinations, sum]
tiles: {123456789mps1234567z: null, 12346789mps: 4, 5mps: 3, 0mps: 1, 1234567z: 4}
tile_classes: {red: 0mps}
scoring:
  method: sum
  combination: free
rules:
  win: {points: 1}
  red_five: {points: 1, each: true, when: {tiles: [red]}}
  two_red: {points: 10, when: {tiles: {red: 2}}}
  all_fives: {points: 7, when: {every_set_has: 5mps}}
  same_chow: {points: 4, when: {sets: [chow a n, chow a n]}}
  simples: {points: 2, when: {tiles: simples}}
  won_on_red: {points: 30, when: {winning_tile: 5mps}}
"""


@pytest.fixture
def red_fives(tmp_path: Path) -> Ruleset:
    return mjrules.load(written(tmp_path, RED_FIVES))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("123m456m789m11z22z +1z", {"win": 1}),
        ("123m406m789m11z22z +1z", {"win": 1, "red_five": 1}),
        ("123m406m789m40p22z +6p", {"win": 1, "red_five": 2, "two_red": 10}),
        ("406m456m345p40p22z +6p", {"win": 1, "red_five": 2, "two_red": 10, "same_chow": 4}),
        ("406m456m234p2377p +4p", {"win": 1, "red_five": 1, "same_chow": 4, "simples": 2}),
        ("(406m) (0555s) 340p77p66s +6s", {"win": 1, "red_five": 3, "simples": 2}),
        ("(406m) (0555s) 340p55p67p +5p", {"win": 1, "red_five": 3, "all_fives": 7, "simples": 2, "won_on_red": 30}),
        ("123m46m789m11z222z +0m", {"win": 1, "red_five": 1, "won_on_red": 30}),
        ("123m46m789m11z222z +5m", {"win": 1, "won_on_red": 30}),
    ],
)
def test_red_fives_count_and_are_fives(red_fives: Ruleset, text: str, items: dict[str, int]) -> None:
    assert points(red_fives.score(Hand.parse(text))) == items


def test_red_fives_are_fives_for_readings_and_waits(red_fives: Ruleset) -> None:
    red, plain = Hand.parse("340567m 406p11z22z +1z"), Hand.parse("345567m 456p11z22z +1z")
    assert red_fives.score(red).reading == red_fives.score(plain).reading
    assert red_fives.scorer.waits.counted(red) == red_fives.scorer.waits.counted(plain)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0055m 123p456p78p1z +1z", "too_many_of_a_tile"),
        ("5555m 123p456p789p +7m", "too_many_of_a_tile"),
        ("(055m) 50m 123p456p78p +9p", "too_many_of_a_tile"),
        ("0555m 67m 123p456p1z +1z", ""),
        ("(0555m) 12p456p789p11z +3p", ""),
    ],
)
def test_each_red_five_and_each_plain_five_has_its_own_number(red_fives: Ruleset, text: str, code: str) -> None:
    if code:
        assert refusal(red_fives, text)[0] == code
    else:
        assert red_fives.score(Hand.parse(text)).total > 0


def test_a_game_without_red_fives_refuses_them(five_sets: Ruleset) -> None:
    assert refusal(five_sets, "123m406m789m123p11z22z +1z") == ("bad_record", "concealed")


@pytest.mark.parametrize(("win", "won_on"), [("0m", "red"), ("5m", "plain")])
def test_a_rule_may_ask_whether_the_winning_tile_is_red(tmp_path: Path, win: str, won_on: str) -> None:
    rules = """
  win: {points: 1}
  red: {points: 5, when: {winning_tile: red}}
  plain: {points: 2, when: {none_of: {winning_tile: red}}}
"""
    ruleset = mjrules.load(written(tmp_path, RED_FIVES.split("  win:")[0].rstrip() + rules))
    assert set(points(ruleset.score(Hand.parse(f"123m46m789m11z222z +{win}")))) == {"win", won_on}


# Three players, two suits, no honours.

THREE_PLAYERS = """
id: three-players
extends: root
plugins: [base_payment, combinations, sum]
tiles: {123456789mps1234567z: null, f1234: null, s1234: null, 123456789ps: 4}
table: {seats: [E, S, W]}
shapes:
  standard: {parts: [3 x set, pair]}
  four_pairs: {parts: [4 x pair, 111a], concealed: true, distinct: true}
scoring:
  method: sum
  combination: free
  minimum: 2
rules:
  win: {points: 1}
  no_calls: {points: 1, when: {sets: {claimed set: 0}}}
  pairs: {points: 5, when: {shape: four_pairs}}
settlement: {method: base_payment, base: 2}
"""


@pytest.fixture
def three_players(tmp_path: Path) -> Ruleset:
    return mjrules.load(written(tmp_path, THREE_PLAYERS))


@pytest.mark.parametrize(
    ("text", "payments"),
    [
        ("123p456p789p1s !1s seat=S", {"E": -4, "S": 8, "W": -4}),
        ("123p456p789p1s +1s seat=S from=left", {"E": -4, "S": 6, "W": -2}),
        ("123p456p789p1s +1s seat=S from=right", {"E": -2, "S": 6, "W": -4}),
        ("123p456p789p1s +1s seat=E from=left", {"E": 6, "S": -2, "W": -4}),
        ("123p456p789p1s +1s seat=W from=right", {"E": -4, "S": -2, "W": 6}),
        ("(123p) 456p789p1s !1s seat=W", None),
        ("2233p445s111p !5s", {"E": 18, "S": -9, "W": -9}),
    ],
)
def test_three_players_settle(three_players: Ruleset, text: str, payments: dict[str, int] | None) -> None:
    score = three_players.score(Hand.parse(text))
    assert score.payments == payments
    assert not score.payments or sum(score.payments.values()) == 0


@pytest.mark.parametrize("text", ["123m456p789p1s +1s", "123p456p789p1z +1z", "123p456p789p1s +1s seat=N"])
def test_what_three_players_have_not(three_players: Ruleset, text: str) -> None:
    assert refusal(three_players, text)[0] == "bad_record"


# Four animals among the bonus tiles.

ANIMALS = """
id: animals
extends: hong-kong
title: {en: Animals}
version: "1"
set: {minimum: 0}
tiles: {a1234: 1}
tile_classes: {hunters: a13}
groups: {animals: Animals}
rules:
  cat: {faan: 1, group: animals, aside: true, when: {bonus: {a1: 1}}}
  mouse: {faan: 1, group: animals, aside: true, when: {bonus: {a2: 1}}}
  rooster: {faan: 1, group: animals, aside: true, when: {bonus: {a3: 1}}}
  centipede: {faan: 1, group: animals, aside: true, when: {bonus: {a4: 1}}}
  hunt: {faan: 1, group: animals, aside: true, each: true, when: {bonus: [all a12, all a34]}}
  no_prey: {faan: 1, group: animals, aside: true, when: {bonus: {hunters: 2, a24: 0}}}
  own_pair: {faan: 1, group: flowers, aside: true, when: {bonus: {all own tile: 1}}}
  all_animals:
    faan: 5
    group: animals
    aside: true
    when: {bonus: [4 animal]}
    excludes: [cat, mouse, rooster, centipede, hunt]
bonus_payments:
  mouse_caught: {title: The cat catches the mouse, bonus: all a12, each: 2}
  centipede_caught: {title: The rooster catches the centipede, bonus: all a34, each: 2}
  own_pair: {title: Flower and season of the own seat, bonus: all own tile, each: 1}
  hunter: {title: A cat or a rooster, bonus: hunters, each: 3, east_doubles: true}
  four_seasons: {title: All four seasons, cause: all_seasons, each: 5}
"""


@pytest.fixture
def animals(tmp_path: Path) -> Ruleset:
    return mjrules.load(written(tmp_path, ANIMALS))


WITH_ANIMALS = [
    ("", {"no_flowers": 1}),
    ("flowers=a1", {"cat": 1}),
    ("flowers=a2", {"mouse": 1}),
    ("flowers=a24", {"mouse": 1, "centipede": 1}),
    ("flowers=a12", {"cat": 1, "mouse": 1, "hunt": 1}),
    ("flowers=a13", {"cat": 1, "rooster": 1, "no_prey": 1}),
    ("flowers=rooster,蜈蚣", {"rooster": 1, "centipede": 1, "hunt": 1}),
    ("flowers=a1234", {"all_animals": 5}),
    ("flowers=a1f1", {"cat": 1, "own_flower": 1}),
    ("flowers=s1a1f1", {"cat": 1, "own_flower": 1, "own_season": 1, "own_pair": 1}),
    ("flowers=f2s2", {}),
]


@pytest.mark.parametrize(("flowers", "items"), WITH_ANIMALS)
def test_each_animal_counts_by_itself_and_with_others(animals: Ruleset, flowers: str, items: dict[str, int]) -> None:
    plain = {"concealed_hand": 1, "common_hand": 1, "self_draw": 1}
    assert points(animals.score(f"123m456p789s23s22z !4s {flowers}")) == plain | items


def test_hands_with_animals_score_in_columns_as_one_by_one(animals: Ruleset) -> None:
    every = [
        tuple(tile for place, tile in enumerate(BONUS) if number >> place & 1) for number in range(1 << len(BONUS))
    ]
    hand = animals.parse("123m456p789s23s22z !4s")
    hands = [replace(hand, bonus=own, bonus_count=len(own), seat="ESWN"[len(own) % 4]) for own in thinned(every, 11)]
    assert differing(animals, [hands, various(animals, amount(60, 300, 3000), seed=4)]) == []
    columns = animals.batch().columns(hands)
    assert [columns.hand(row) for row in range(len(hands))] == hands
    records = [own.to_record() for own in hands]
    read, places = RecordColumns(animals.book).of(records, declared=False)
    assert places.tolist() == list(range(len(hands)))
    assert [read.hand(row) for row in range(len(hands))] == hands


def test_columns_of_animals_are_read_from_tables(animals: Ruleset) -> None:
    pytest.importorskip("pyarrow")
    hands = [animals.parse(f"123m456p789s23s22z !4s {flowers}") for flowers, _ in WITH_ANIMALS]
    batch = animals.batch()
    columns = columns_of(hands_table(batch.columns(hands)), batch)
    assert [columns.hand(row) for row in range(len(hands))] == hands
    assert batch.score(columns).total.tolist() == [animals.score(hand).total for hand in hands]


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("flowers=a1a1", "flowers", "2 of a1: the game has 1"),
        (
            "flowers=12",
            "flowers",
            "a rule reads which bonus tiles these are: name them (flowers=f1s3; in a record a list)",
        ),
    ],
)
def test_hands_with_animals_that_cannot_be(animals: Ruleset, text: str, field: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        animals.score(f"123m456p789s23s22z !4s {text}")
    assert (caught.value.field, caught.value.message) == (field, message)


def test_a_game_without_animals_refuses_them_one_by_one_and_in_columns() -> None:
    game = mjrules.load("hong-kong", {"minimum": 0})
    hands = [
        game.parse(f"123m456p789s23s22z !4s {flowers}") for flowers in ("flowers=f1", "flowers=a1", "flowers=f1a4")
    ]
    with pytest.raises(HandError, match="this game has no a1") as caught:
        game.score(hands[1])
    assert (caught.value.code, caught.value.field) == ("bad_record", "flowers")
    scores = game.batch().score(hands)
    assert scores.valid.tolist() == [True, False, False]
    assert str(scores.errors[2]) == "this game has no a4"


def test_a_hand_with_animals_keeps_the_laws_of_scoring(animals: Ruleset) -> None:
    check_laws(animals, hands=amount(30, 100, 1000))


def test_animals_are_drawn_and_replaced_in_play(animals: Ruleset) -> None:
    check_play(animals, hands=amount(2, 6, 100), thorough=False)
    table = laid(animals, {"E": "a1", "S": "f2 a34"}, loose="9p8p7p6p5p4p3p2p")
    assert [(event.seat, TEXT[event.tile]) for event in table.happened(Bonus)] == [
        (0, "a1"), (1, "f2"), (1, "a3"), (1, "a4")
    ]  # fmt: skip
    assert table.state.players[1].bonus == [*parse_tiles("f2a34")]


@pytest.mark.parametrize(
    ("player", "flowers", "paid"),
    [
        ("E", "a2", []),
        ("E", "a12", ["hunter", "mouse_caught"]),
        ("W", "a4 f1 a3", ["hunter", "centipede_caught"]),
        ("E", "f1s1f2s3", ["own_pair"]),
        ("S", "f1s1s2", []),
        ("S", "f2s2", ["own_pair"]),
        ("S", "s1s2s3s4", ["four_seasons"]),
        ("N", "a1234", ["hunter", "mouse_caught", "hunter", "centipede_caught"]),
    ],
)
def test_bonus_tiles_are_paid_for_as_soon_as_they_are_together(
    animals: Ruleset, player: str, flowers: str, paid: list[str]
) -> None:
    table = laid(animals, {player: flowers}, loose="9p8p7p6p5p4p3p2p")
    assert [event.payment for event in table.happened(Paid)] == paid
    for event in table.happened(Paid):
        each = animals.definition.bonus_payments[event.payment].each or 0
        doubled = 2 * each if event.payment == "hunter" else each
        assert {"ESWN".index(one.payer): one.amount for one in event.transfers} == {
            seat: doubled if 0 in (seat, event.seat) else each for seat in range(4) if seat != event.seat
        }


def test_animals_are_told_and_drawn_in_the_rulebook(animals: Ruleset) -> None:
    told = " ".join(Rulebooks(animals).html()["rulebook"].split())
    assert "Flowers, seasons and animals are laid down face up" in told
    assert "1 of each: Cat, Mouse, Rooster and Centipede" in told
    assert all(f'id="tile-{text}"' in told for text in ("a1", "a2", "a3", "a4"))
