"""Conditions said in words: every sentence that the bundled rules and the examples lead to, to the letter.

`pytest tests/words --update-sentences` writes the sentences down, each above the text that its ruleset has itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Ruleset
from mjrules.conditions.words import WORDS
from mjrules.declared.values import typed
from mjrules.ruleset.definition import RuleEntry
from mjrules.ruleset.files.chain import read_files
from mjrules.ruleset.speaking import chinese_speaker, rule_in_words
from mjrules.ruleset.texts import read_texts
from mjrules.words.chinese_sentences import CHINESE_PLACES
from mjrules.words.sentences import PHRASE_PLACES, plain_words
from tests.kit.cases import CASES_FOLDER
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded

FILE = CASES_FOLDER / "words" / "sentences.txt"
EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "house-rules").glob("*.yaml"))


def known() -> dict[str, Callable[[], Ruleset]]:
    """The rulesets whose sentences are written down, by id or name of the file, each with what loads it."""
    bundled: dict[str, Callable[[], Ruleset]] = {id: partial(loaded, id) for id in SCORING}
    return bundled | {path.name: partial(mjrules.load, str(path)) for path in EXAMPLES}


KNOWN = known()


def section(name: str) -> str:
    """The sentences of the rules of one ruleset that the ruleset it extends does not have."""
    ruleset = KNOWN[name]()
    files = read_files(name if name in SCORING else str(EXAMPLES[0].with_name(name)))
    parent = ruleset.definition.extends
    seen = set(made(loaded(parent)).items()) if parent is not None else set()
    texts = read_texts(files)
    lines = [f"== {name}"]
    for id, text in made(ruleset).items():
        if (id, text) not in seen:
            written = texts.of("rules", id)
            lines += [f"{id}: {text}", *([f"    {written}"] if written else [])]
    return "\n".join(lines)


def made(ruleset: Ruleset) -> dict[str, str]:
    """The sentence that is made of each rule."""
    return {id: rule_in_words(ruleset.speaker, rule) for id, rule in ruleset.definition.rules.items()}


@pytest.fixture(scope="module")
def written(update_sentences: bool) -> list[str]:
    """The sections of the file, brought up to date where that is asked for."""
    if update_sentences:
        FILE.write_text("\n\n".join(map(section, KNOWN)) + "\n", encoding="utf-8")
    return FILE.read_text(encoding="utf-8").removesuffix("\n").split("\n\n")


@pytest.mark.parametrize("name", thinned(list(KNOWN), 5))
def test_every_sentence_to_the_letter(name: str, written: list[str]) -> None:
    assert section(name) == written[list(KNOWN).index(name)]


def test_the_file_has_a_section_for_every_ruleset(written: list[str]) -> None:
    assert [part.split("\n")[0] for part in written] == [f"== {name}" for name in KNOWN]


def test_every_word_has_a_phrase_of_known_places() -> None:
    for word in WORDS.values():
        assert word.phrase
        for slot in word.phrase.split("{")[1:]:
            assert "|" in slot or slot.partition("}")[0] in PHRASE_PLACES, word.name


@pytest.mark.parametrize("place", PHRASE_PLACES)
def test_a_place_is_filled_with_any_value(place: str, ruleset: Ruleset) -> None:
    """The word of a plugin may have values that its place is not meant for."""
    chinese = chinese_speaker(ruleset.speaker, ruleset.definition, ruleset.texts("zh"))
    odd: list[Any] = [3, True, None, "1+", "x y", ["a", "b"], [["a"]], [{"a": 1}], {"a": 1}, {"a": ["b"]}]
    for value in odd:
        assert PHRASE_PLACES[place](ruleset.speaker, value, 0)
        assert CHINESE_PLACES[place](chinese, value, 0)


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return loaded("western")


@pytest.mark.parametrize(
    ("patterns", "said"),
    [
        (["123a", "456b", "789c"], "one chow each of 123, 456 and 789 in three suits"),
        (["chow a n", "chow b n", "chow c n"], "the same chow in each of three suits"),
        (["77b", "pair a"], "a pair of 7s in one suit and a pair in a second suit"),
        (
            ["chow a n", "chow a n+2", "chow a n+4"],
            "three chows in one suit, each two numbers higher than the one before",
        ),
        (["pung a n..n+2"], "three pungs in one suit, each one number higher than the one before"),
        (
            ["chow a n", "chow a n+1", "chow a n+3"],
            "three chows in one suit, their lowest numbers as far apart as 1, 2 and 4",
        ),
        (
            ["chow a n", "chow a n+3", "chow b n", "chow b n+3"],
            "the same two chows in each of two suits, the second three numbers higher than the first",
        ),
        (
            ["chow a n", "chow a n+2", "chow a n+3", "chow b n"],
            "three chows in one suit and a chow in a second suit, their lowest numbers as far apart as 1, 3, 4 and 1",
        ),
        (
            ["pair a n", "pung a n+1", "pung b n+2", "pung b n+3", "pung dragon"],
            "a pair and a pung in one suit and two pungs in a second suit, each one number higher than the one before, "
            "and a pung of dragons",
        ),
        (
            ["pung a n", "pung a n+1", "pung dragon a", "pair a5"],
            "two pungs in one suit, the second one number higher than the first, "
            "and a pung of the dragon that belongs to the suit and a pair of 5s in the same suit",
        ),
        (
            ["chow a n", "chow a n+3", "pung dragon a", "22b"],
            "two chows in one suit, the second three numbers higher than the first; "
            "a pung of the dragon that belongs to the suit; and a pair of 2s in another suit",
        ),
        (
            ["pung a n", "pung b n", "pung c n", "pair b5", "pair wind"],
            "pungs of the same number in three suits, a pair of 5s in the second suit and a pair of winds",
        ),
        (["chow n", "chow n"], "two chows of the same number"),
        (
            ["chow a n", "chow a n", "chow b n"],
            "two chows in one suit and a chow in a second suit, all of the same number",
        ),
        (["2 x chow x", "2 x chow y"], "two identical chows and two other identical chows"),
        (["7 x (an bn)"], "seven pairs of equal numbers across the same two suits"),
        (["(an bn cn)"], "one group of equal numbers, one tile in each of three suits"),
        (["1234567a", "1234567b"], "1 to 7 in each of two suits"),
        (["147a", "258b", "369c", "set", "pair"], "1-4-7, 2-5-8 and 3-6-9, each in another suit; a set; and a pair"),
        (["11z", "22z", "33z"], "pairs of East, South and West"),
        (["2 x concealed kong dragon", "pair"], "two concealed kongs of dragons and a pair"),
        (["pung 7mps", "pair 7mps"], "a pung of 7s and a pair of 7s"),
        (["pung not dragon"], "a pung of tiles other than dragons"),
        (["pung terminal or honor"], "a pung of terminals or honours"),
        (["pung own_wind or dragon"], "a pung of the player's own wind or dragons"),
        (["123m", "pung 5p"], "a chow of 123 of characters and a pung of 5s of dots"),
        (["pung a5"], "a pung of 5s in one suit"),
        (["5 of 1234567z"], "five different tiles out of honours"),
        (["19m1z"], "one each of the three 1s and 9s of characters and East"),
        (["22334455667788p"], "two each of the seven 2s to 8s of dots"),
        (["1112345678999p"], "three each of the two 1s and 9s of dots, and one each of the seven 2s to 8s of dots"),
        (["1122z5s6z"], "two each of the two East and South, and one each of the two 5s of bamboos and Green Dragons"),
        (["1115z", "pair"], "three East, and a White Dragon, and a pair"),
        (["1112p4s"], "three 1s of dots, and one each of the two 2s of dots and 4s of bamboos"),
    ],
)
def test_patterns(patterns: list[str], said: str, ruleset: Ruleset) -> None:
    assert ruleset.speaker.condition({"sets": patterns}) == said


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"sets": {"claimed set": 0}}, "no claimed sets"),
        ({"sets": {"kong": "1..2", "chow a": "2+"}}, "one to two kongs and at least two chows of one suit"),
        ({"sets": "claimed set"}, "all sets are claimed"),
        ({"tiles": {"honors": 0}, "suits": 1}, "no honours, tiles of one suit"),
        ({"tiles": ["terminal"]}, "each of the terminals"),
        ({"tiles": {"5p": "2+"}}, "at least two 5s of dots"),
        ({"suits": 0}, "no suit tiles"),
        (
            {"any_of": [{"flag": "heaven"}, {"waits": 1}]},
            "won with the hand as dealt or exactly one kind of tile completes the hand",
        ),
        (
            {"any_of": [{"all_of": [{"suits": 1}, {"sets": "pung"}]}, {"self_drawn": True}]},
            "either (tiles of one suit; all sets are pungs); or self-drawn",
        ),
        (
            {"all_of": [{"any_of": [{"suits": 1, "sets": "pung"}, {"suits": 2}]}, {"self_drawn": True}]},
            "(either tiles of one suit, all sets are pungs; or tiles of two suits); self-drawn",
        ),
        ({"none_of": [{"suits": 1}, {"suits": 2}]}, "neither tiles of one suit nor tiles of two suits"),
        ({"none_of": {"self_drawn": True}}, "not self-drawn"),
        ({"none_of": {"sets": ["pung dragon", "pair"]}}, "not (a pung of dragons and a pair)"),
        ({"none_of": {"bonus": ["any"]}}, "no bonus tile"),
        (
            {"none_of": [{"tiles": ["winds", "5z"]}, {"bonus": ["any"]}]},
            "none of the winds or White Dragons and no bonus tile",
        ),
        ({"none_of": {"number": ["nowhere"]}}, "none of: nowhere"),
        ({"none_of": {"shape": "seven_pairs"}}, "the hand is not seven pairs"),
        (
            {"all_of": [{"suits": 1}, {"waits": "2..3"}]},
            "tiles of one suit; two to three kinds of tile complete the hand",
        ),
        ({"waits": "3+"}, "at least three kinds of tile complete the hand"),
        ({"waits": 0}, "no kinds of tile complete the hand"),
        ({"sets": ["untaken chow"]}, "a chow made without another player's tile"),
        ({"sets": "taken set"}, "all sets are made with another player's tile"),
        ({"sets": {"taken kong": 1}}, "exactly one kong whose pung was claimed"),
        ({"sets": {"kong": 2}}, "exactly two kongs"),
        ({"bonus": {"any": 7}}, "exactly seven bonus tiles"),
        ({"bonus": {"own flower": 1}}, "one flower of the own seat"),
        ({"is": "no_claims"}, "no claimed sets"),
        ({"seat": ["E", "N"]}, "seated as East or North"),
        ({"winning_tile": "5p"}, "won on the 5 of dots"),
        ({"tiles": ["0mps"]}, "each of the red fives"),
        ({"winning_tile": "dragons"}, "won on a dragon"),
        ({"winning_tile": "J"}, "won on a joker"),
        ({"winning_tile": "dragons or J"}, "won on a dragon or a joker"),
        ({"every_set_has": "0m or J"}, "every set and the pair has a red 5 of characters or a joker"),
        ({"tiles": ["J"]}, "each of the jokers"),
        ({"tiles": {"J": 0, "5m not J": 2}}, "no jokers and exactly two 5s of characters that are no jokers"),
        ({"wait": ["edge", "closed"]}, "won on the 3 or 7 of an edge chow or the middle tile of a chow"),
        ({"bonus": {"flower": 4}}, "all four flowers"),
        ({"bonus": {"own flower": "1+"}}, "at least one flower of the own seat"),
        ({"bonus": {"animal": 4}}, "all four animals"),
        ({"bonus": ["a1"]}, "a Cat"),
        ({"bonus": {"a12": 2}}, "two tiles of Cat or Mouse"),
        ({"bonus": ["all a12", "4 animal"]}, "a set of Cat and Mouse or a set of all four animals"),
        ({"bonus": {"all own tile": 1}}, "one set of all bonus tiles of the own seat"),
        ({"bonus": {"a5": 1}}, "one a5"),
        ({"number": {"consecutive_east_wins": "3+"}}, "consecutive east wins: 3 or more"),
        ({"fits": "seven_pairs"}, "the tiles also make seven pairs"),
        ({"shape": "unfinished"}, "the hand is an incomplete hand"),
        ({"before_win": "1112345678999a"}, "a concealed hand that is 1112345678999 of one suit before the win"),
        ({"without": ["clean"]}, "without Clean Hand"),
        ({"nothing_else": True}, "nothing else that counts"),
        ({"four_alike": "outside_kongs"}, "four of the same tile, not as a kong"),
        ({"four_alike": "suits_outside_kongs"}, "four of the same suit tile, not as a kong"),
        ({"lucky_number": {"dice": 3}}, "lucky number: dice 3"),
    ],
)
def test_conditions(condition: dict[str, Any], said: str, ruleset: Ruleset) -> None:
    assert ruleset.speaker.condition(condition) == said


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({}, "Every winning hand."),
        ({"for": "loser"}, "Every hand. Only for players who have not won."),
        (
            {"for": ["winner", "fishing"], "when": {"suits": 1}},
            "Tiles of one suit. Only for the winner or players who have called fishing.",
        ),
        ({"for": "all", "each": True, "when": {"sets": ["kong"]}}, "A kong. Winner or not. Each counts."),
        (
            {"hand": ["4 x kong", "pair"], "concealed": True, "when": {"suits": 1}},
            "Four kongs and a pair, nothing claimed but perhaps the last tile; tiles of one suit.",
        ),
        ({"when": {"bonus": ["any"]}}, "Each bonus tile. Once, however many there are."),
        ({"when": {"bonus": ["any"]}, "each": True}, "Each bonus tile."),
        (
            {"when": {"self_drawn": True, "tiles": ["winds"]}},
            "Self-drawn, each of the winds. Once, however many there are.",
        ),
        ({"when": {"none_of": {"tiles": ["winds"]}}}, "None of the winds."),
        ({"when": {"sets": ["147a", "258b", "369c"]}}, "1-4-7, 2-5-8 and 3-6-9, each in another suit."),
        ({"when": {"suits": 1}, "but": {"no_claims": 5}}, "Tiles of one suit. Worth 5 if: no claimed sets."),
        (
            {"when": {"suits": 1}, "but": {"no_claims": 5, "concealed": 4, "called": 3}},
            "Tiles of one suit. Worth 5 if: no claimed sets. Else worth 4 if: concealed. Else worth 3 if: called.",
        ),
        ({"when": {"bonus": {"any": 8}}, "wins": True}, "All eight bonus tiles. This wins by itself."),
    ],
)
def test_rules(rule: dict[str, Any], said: str, ruleset: Ruleset) -> None:
    assert rule_in_words(ruleset.speaker, typed(RuleEntry, rule)) == said


def test_values_that_nothing_is_known_of() -> None:
    assert plain_words({"one_two": [1, True, None]}) == "one two 1, yes and none"
