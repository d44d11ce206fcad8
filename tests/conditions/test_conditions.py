"""What the words of conditions ask, each question answered on small views without any hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules import bounds
from mjrules.conditions.bits import bits_of
from mjrules.conditions.facets import FACETS, Case, only_kinds, suit_facets, taker
from mjrules.conditions.formula import (
    TRUE,
    And,
    Atom,
    Const,
    Formula,
    Not,
    Or,
    RuleAtom,
    TooManyWaysError,
    alternatives,
    questions,
)
from mjrules.conditions.numbers import read_number
from mjrules.conditions.reader import ConditionReader, Word
from mjrules.conditions.set_and_tile_words import find
from mjrules.conditions.told_fields import ToldFields
from mjrules.conditions.words import WORDS
from mjrules.errors import PluginError
from mjrules.hands.declared_fields import RecordField
from mjrules.hands.hand import Hand
from mjrules.hands.pieces import (
    CHOW,
    COMPLETED,
    DECLARED,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    Piece,
    can_stand,
    form_of,
    make_piece,
    slots,
    tiles_in,
)
from mjrules.shapes.pattern_grammar import PatternReader, SetPart, write_out
from mjrules.shapes.readings import Reading
from mjrules.tiles.classes import Classes
from mjrules.tiles.tile import BY_TEXT, KINDS, RED, STANDING, parse_class
from tests.kit.profile import thinned

CLASSES = Classes(
    {
        "terminals": "19mps",
        "winds": "1234z",
        "dragons": "567z",
        "honors": "winds or dragons",
        "fives": "5mps",
        "reds": "0mps",
    },
    dynamic={"seat_wind": "seat_wind"},
    fields=["void", "shown", "dora"],
    aliases={"seat_wind": ["own_wind"]},
    suit_honours={BY_TEXT["5z"]: 1},
)


TYPES = {"streak": "number", "draws": "number", "void": "suit", "liable": "seat", "shown": "tile", "dora": "tiles"}
FIELDS = {name: RecordField(name, kind, "what it says") for name, kind in TYPES.items()}


def reader() -> ConditionReader:
    """A reader for a game of some names."""
    return ConditionReader(
        WORDS,
        classes=CLASSES,
        shapes=["standard", "seven_pairs"],
        terms={"closed": {"self_drawn": True}},
        flags=["last_tile", "heaven"],
        fields=FIELDS,
        rules=["one", "two"],
        groups=["both"],
        members={"both": frozenset({"one", "two"})},
    )


def read(condition: Mapping[str, Any]) -> Formula:
    """The formula of a condition in which nothing is wrong."""
    found = reader()
    formula = found.read(condition, ())
    assert found.problems == []
    return formula


def answer(formula: Formula, views: Mapping[str, Any]) -> Any:
    """What a formula answers where the facets show this; of a single question its very answer."""
    if isinstance(formula, Atom):
        return formula.test(*[views[facet] for facet in formula.facets])
    if isinstance(formula, Not):
        return not answer(formula.part, views)
    if isinstance(formula, And):
        return all(answer(part, views) for part in formula.parts)
    if isinstance(formula, Or):
        return any(answer(part, views) for part in formula.parts)
    assert isinstance(formula, Const)
    return formula.value


def tiles(text: str) -> tuple[int, ...]:
    """The sorted tiles of a text."""
    return tuple(sorted(parse_class(text)))


def mask(text: str) -> int:
    """The mask of the tiles of a text."""
    return sum(1 << tile for tile in set(parse_class(text)))


def counts(text: str) -> tuple[int, ...]:
    """How many tiles of each kind."""
    return tuple(parse_class(text).count(tile) for tile in range(KINDS))


def suits(text: str) -> dict[str, int]:
    """The views of the tiles that are there, suit by suit."""
    return {facet: mask(text) & part for facet, part in suit_facets((1 << KINDS) - 1)}


def piece(text: str, facts: int = 0) -> Piece:
    """The piece of these tiles."""
    found = tiles(text)
    form = {1: LOOSE, 2: PAIR}.get(len(found), PUNG if found[0] == found[-1] else CHOW)
    return make_piece(form, found[0], facts)


def pieces(*texts: str) -> tuple[Piece, ...]:
    """The sorted pieces of some texts."""
    return tuple(sorted(piece(text) for text in texts))


CLASSIC = pieces("123m", "456p", "777s", "111z", "99p")
SEAT = (("seat_wind", mask("1z")),)
BONUS = {"bonus": (tiles("f1f2s1"), 3, "E", "S"), "bonus_count": 3}
TWO_COPIES = {"bonus": (tiles("f1f1f2f2f3f4s1"), 7, "E", "S")}
ANIMALS = {"bonus": (tiles("f1s2a134"), 5, "E", "S")}
ALL_FLOWERS = {"bonus": (tiles("f1f2f3f4s2"), 5, "S", "S")}
ANSWERS: list[tuple[dict[str, Any], dict[str, Any], Any]] = [
    ({"shape": "standard"}, {"shape": "standard"}, True),
    ({"shape": ["seven_pairs"]}, {"shape": "standard"}, False),
    ({"fits": ["standard", "seven_pairs"]}, {"fits": frozenset({"seven_pairs"})}, True),
    ({"fits": "standard"}, {"fits": frozenset({"seven_pairs"})}, False),
    ({"suits": "2+"}, {"suits": 2}, True),
    ({"suits": "3"}, {"suits": 2}, False),
    ({"four_alike": "outside_kongs"}, {"four_alike": tiles("1m1p")}, (0, 0)),
    ({"four_alike": "outside_kongs"}, {"four_alike": ()}, ()),
    ({"wait": ["edge", "closed"]}, {"wait": "closed"}, True),
    ({"wait": "edge"}, {"wait": None}, False),
    ({"waits": 1}, {"waits": 1}, True),
    ({"waits": 1}, {"waits": 2}, False),
    ({"waits_for": "dora"}, {"waited": 0b110, "fields": (("dora", tiles("9p2m")),)}, True),
    ({"waits_for": ["shown", "dora"]}, {"waited": 0b110, "fields": (("dora", tiles("3m")),)}, True),
    ({"waits_for": "dora"}, {"waited": 0b110, "fields": (("dora", tiles("1m4m")), ("shown", tiles("2m")))}, False),
    ({"waits_for": "dora"}, {"waited": 0b110, "fields": ()}, False),
    ({"self_drawn": True}, {"self_drawn": True}, True),
    ({"self_drawn": False}, {"self_drawn": True}, False),
    ({"flag": ["heaven", "last_tile"]}, {"flags": frozenset({"heaven"})}, False),
    ({"flag": "heaven"}, {"flags": frozenset({"heaven"})}, True),
    ({"number": ["streak"]}, {"numbers": (("draws", 4), ("streak", 2))}, (0, 0)),
    ({"number": ["streak", "draws"]}, {"numbers": (("draws", 1), ("streak", 2))}, (0, 0, 0)),
    ({"number": {"streak": 0}}, {"numbers": ()}, True),
    ({"number": {"streak": "1+"}}, {"numbers": (("draws", 1),)}, False),
    ({"number": {"streak": 2, "draws": 1}}, {"numbers": (("draws", 1), ("streak", 2))}, True),
    ({"field": ["void"]}, {"fields": (("void", "m"),)}, (0,)),
    ({"field": ["void", "dora"]}, {"fields": (("dora", tiles("1m1m5z")), ("void", "m"))}, (0,) * 4),
    ({"field": ["void", "liable"]}, {"fields": ()}, ()),
    ({"field": {"void": "m"}}, {"fields": (("liable", "E"), ("void", "m"))}, True),
    ({"field": {"void": ["m", "p"]}}, {"fields": (("void", "s"),)}, False),
    ({"field": {"void": "m", "liable": "S"}}, {"fields": (("liable", "S"), ("void", "m"))}, True),
    ({"field": {"void": "m"}}, {"fields": ()}, False),
    ({"field": {"liable": ["E", "S"]}}, {"fields": (("liable", "S"),)}, True),
    ({"field": {"shown": "winds"}}, {"fields": (("shown", tiles("1z")),)}, True),
    ({"field": {"shown": "winds"}}, {"fields": (("shown", tiles("5z")),)}, False),
    ({"field": {"dora": "honors"}}, {"fields": (("dora", tiles("1z5z")),)}, True),
    ({"field": {"dora": "honors"}}, {"fields": (("dora", tiles("1z5m")),)}, False),
    ({"field": {"dora": "honors"}}, {"fields": (("dora", ()),)}, False),
    ({"indicated": ["dora"]}, {"counts": counts("2m2m1p"), "fields": (("dora", tiles("1m9p")),)}, (0,) * 3),
    ({"indicated": ["dora"]}, {"counts": counts("6m"), "fields": (("dora", (*RED,) * 2),)}, (0, 0)),
    ({"indicated": ["dora"]}, {"counts": counts("1z5z6z2s"), "fields": (("dora", tiles("4z7z5z")),)}, (0,) * 3),
    ({"indicated": ["dora", "shown"]}, {"counts": counts("2m"), "fields": (("dora", tiles("1m")),
     ("shown", tiles("1m")))}, (0, 0)),
    ({"indicated": ["dora"]}, {"counts": counts("2m"), "fields": ()}, ()),
    ({"indicated": {"dora": "2+"}}, {"counts": counts("2m2m"), "fields": (("dora", tiles("1m")),)}, True),
    ({"indicated": {"dora": "2+"}}, {"counts": counts("2m"), "fields": (("dora", tiles("1m")),)}, False),
    ({"seat": "E"}, {"seat": "E"}, True),
    ({"seat": ["S", "W"]}, {"seat": "E"}, False),
    ({"tiles": {"void": 0}}, {"counts": counts("123p55z"), "classes": (*SEAT, ("void", 0x1FF))}, True),
    ({"tiles": {"void": 0}}, {"counts": counts("12p5m"), "classes": (*SEAT, ("void", 0x1FF))}, False),
    ({"tiles": {"not void": "1+"}}, {"counts": counts("12m5m"), "classes": (*SEAT, ("void", 0x1FF))}, False),
    ({"tiles": {"void": 2, "shown": 1}}, {"counts": counts("12m5p"),
     "classes": (("void", 7), ("shown", 1 << 13))}, True),
    ({"tiles": {"void": 0}}, {"counts": counts("12m5p"), "classes": (("void", 0),)}, True),
    ({"tiles": "void or honors"}, {"counts": counts("12m5z"), "classes": (("void", 0x1FF),)}, True),
    ({"tiles": "void"}, {"counts": counts("12m5z"), "classes": (("void", 0x1FF),)}, False),
    ({"tiles": ["void", "seat_wind"]}, {"counts": counts("12m1z"), "classes": (*SEAT, ("void", 2))}, (0, 0)),
    ({"sets": ["pung void"]}, {"pungs": tiles("7s9s1z"), "classes": (("void", 0x1FF << 18),)}, (1 << 8, 1 << 9)),
    ({"winning_tile": "19m"}, {"win": BY_TEXT["1m"]}, True),
    ({"winning_tile": "19m"}, {"win": BY_TEXT["9m"]}, True),
    ({"winning_tile": "19m"}, {"win": BY_TEXT["2m"]}, False),
    ({"winning_tile": "2m"}, {"win": BY_TEXT["1m"]}, False),
    ({"winning_tile": "19m"}, {"win": -1}, False),
    ({"before_win": "1112z"}, {**suits("1112z"), "before": counts("1112z")}, True),
    ({"before_win": "1112z"}, {**suits("1122z"), "before": counts("1122z")}, False),
    ({"before_win": "1112z"}, {**suits("1112z"), "before": None}, False),
    ({"before_win": "1112z"}, {**suits("1z"), "before": counts("1112z")}, False),
    ({"before_win": "123a55b"}, {**suits("123s55m"), "before": counts("123s55m")}, True),
    ({"before_win": "123a55b"}, {**suits("123s55s"), "before": counts("123s55s")}, False),
    ({"bonus": ["any"]}, BONUS, (0, 0, 0)),
    ({"bonus": ["flower"]}, BONUS, (0, 0)),
    ({"bonus": ["season"]}, BONUS, (0,)),
    ({"bonus": ["any", "season"]}, BONUS, (0,) * 4),
    ({"bonus": ["own tile"]}, BONUS, (0, 0)),
    ({"bonus": ["own flower"]}, ALL_FLOWERS, (0,)),
    ({"bonus": ["own season"]}, ALL_FLOWERS, (0,)),
    ({"bonus": ["own tile"]}, {"bonus": (tiles("f1f3s4"), 3, "S", "E")}, ()),
    ({"bonus": ["round flower", "round season"]}, {"bonus": (tiles("f1f3s1"), 3, "S", "E")}, (0, 0)),
    ({"bonus": {"round flower": 1}}, {"bonus": (tiles("f1s3"), 2, "E", "W")}, False),
    ({"bonus": {"round season": 1, "own flower": 1}}, {"bonus": (tiles("f1s3"), 2, "E", "W")}, True),
    ({"bonus": ["season"]}, {"bonus": (tiles("s1s2s3s4"), 4, "S", "E")}, (0,) * 4),
    ({"bonus": ["4 flower"]}, ALL_FLOWERS, (0,)),
    ({"bonus": ["4 season"]}, ALL_FLOWERS, ()),
    ({"bonus": ["own tile"]}, TWO_COPIES, (0, 0, 0)),
    ({"bonus": ["flower"]}, TWO_COPIES, (0,) * 6),
    ({"bonus": ["4 flower"]}, TWO_COPIES, (0,)),
    ({"bonus": {"4 season": 0, "season": 1}}, TWO_COPIES, True),
    ({"bonus": ["4 flower"]}, {"bonus": (tiles("f1f1f2f2f3f3f4f4"), 8, "E", "E")}, (0, 0)),
    ({"bonus": {"own flower": 1}}, TWO_COPIES, False),
    ({"bonus": {"own flower": 2}}, TWO_COPIES, True),
    ({"bonus": {"any": 3, "flower": 2}}, BONUS, True),
    ({"bonus": ["f1"]}, TWO_COPIES, (0, 0)),
    ({"bonus": ["f12", "s1 or s2"]}, TWO_COPIES, (0,) * 5),
    ({"bonus": ["all f12"]}, TWO_COPIES, (0, 0)),
    ({"bonus": ["all flower"]}, TWO_COPIES, (0,)),
    ({"bonus": ["all f1 or s1", "all own tile"]}, TWO_COPIES, (0, 0)),
    ({"bonus": ["all own season"]}, TWO_COPIES, (0,)),
    ({"bonus": {"all f12": 2, "s234": 0}}, TWO_COPIES, True),
    ({"bonus": ["any", "animal"]}, ANIMALS, (0,) * 8),
    ({"bonus": ["4 animal", "all a12"]}, ANIMALS, ()),
    ({"bonus": ["all a13"]}, ANIMALS, (0,)),
    ({"bonus": ["own tile", "a4"]}, ANIMALS, (0, 0)),
    ({"bonus": {"any": 3, "flower": 1}}, BONUS, False),
    ({"tiles": "terminals or winds"}, suits("19m1p9s2z"), True),
    ({"tiles": "terminals or winds"}, suits("19m1p8s2z"), False),
    ({"tiles": "terminals or winds"}, suits("19m1p9s5z"), False),
    ({"tiles": ["1m", "winds"]}, {"counts": counts("11m2p123z")}, (0,) * 5),
    ({"tiles": ["reds"]}, {"specials": tiles("0m0p")}, (0, 0)),
    ({"tiles": ["fives"]}, {"counts": counts("5m5p")}, (0, 0)),
    ({"tiles": {"winds": 0}}, suits("19m567z"), True),
    ({"tiles": {"winds": 0}}, suits("19m1z"), False),
    ({"tiles": {"terminals": "1+"}}, suits("28m1s"), True),
    ({"tiles": {"terminals": "1+"}}, suits("28m8s"), False),
    ({"tiles": {"terminals": 2}}, {"counts": counts("19m2p")}, True),
    ({"tiles": {"terminals": "2+"}}, {"counts": counts("19m1p")}, True),
    ({"tiles": {"terminals": "0..1"}}, {"counts": counts("19m1p")}, False),
    ({"tiles": {"reds": 0}}, {"specials": tiles("0p")}, False),
    ({"tiles": {"reds": "1+"}}, {"specials": tiles("0p")}, True),
    ({"tiles": {"reds": 1, "fives": 2}}, {"specials": tiles("0p"), "counts": counts("5m5p")}, True),
    ({"every_set_has": "terminals"}, {"chows": tiles("1m7p"), "pungs": tiles("9s"), "pairs": tiles("1s"),
                                      "forms": (make_piece(CHOW, 0),), "loose": ()}, True),
    ({"every_set_has": "terminals"}, {"chows": tiles("1m2p"), "pungs": (), "pairs": (),
                                      "forms": (make_piece(CHOW, 0),), "loose": ()}, False),
    ({"every_set_has": "5m"}, {"chows": tiles("3m4m5m"), "pungs": tiles("5m"), "pairs": (),
                               "forms": (make_piece(PUNG, 0),), "loose": ()}, True),
    ({"every_set_has": "5m"}, {"chows": (), "pungs": tiles("4m"), "pairs": (),
                               "forms": (make_piece(PUNG, 0),), "loose": ()}, False),
    ({"every_set_has": "5m"}, {"chows": (), "pungs": tiles("5m"), "pairs": tiles("6m"),
                               "forms": (make_piece(PUNG, 0),), "loose": ()}, False),
    ({"every_set_has": "5m"}, {"chows": (), "pungs": (), "pairs": tiles("5m"),
                               "forms": (make_piece(PAIR, 0), make_piece(LOOSE, 0)), "loose": ()}, False),
    ({"every_set_has": "5m"}, {"chows": (), "pungs": tiles("5m"), "pairs": (),
                               "forms": (make_piece(PUNG, 0),), "loose": tiles("5m")}, False),
    ({"sets": "set not honor"}, {"pieces": CLASSIC, "winds": SEAT}, False),
    ({"sets": "set not dragon"}, {"pieces": CLASSIC, "winds": SEAT}, True),
    ({"sets": "set not seat_wind"}, {"pieces": CLASSIC, "winds": SEAT}, False),
    ({"sets": "set"}, {"forms": CLASSIC}, True),
    ({"sets": "set"}, {"forms": CLASSIC[:-1]}, False),
    ({"sets": "set"}, {"forms": (*CLASSIC, piece("5z"))}, False),
    ({"sets": "set"}, {"forms": pieces("11m", "22m")}, False),
    ({"sets": "set"}, {"forms": pieces("11m")}, False),
    ({"sets": "pung"}, {"forms": pieces("111m", "222m", "33m")}, True),
    ({"sets": "chow"}, {"forms": pieces("123m", "33m")}, True),
    ({"sets": "chow"}, {"forms": pieces("123m", "222m", "33m")}, False),
    ({"sets": "chow a"}, {"pieces": pieces("123m", "456m", "33p"), "winds": SEAT}, True),
    ({"sets": "chow a"}, {"pieces": pieces("123m", "456p", "33p"), "winds": SEAT}, False),
    ({"sets": {"chow": 2}}, {"forms": CLASSIC}, True),
    ({"sets": {"chow": 1, "pung": 2}}, {"forms": CLASSIC}, False),
    ({"sets": {"chow": 2, "pung": 1}}, {"forms": CLASSIC}, False),
    ({"sets": {"chow": 2, "pung": 2}}, {"forms": CLASSIC}, True),
    ({"sets": {"chow 123m": 1}}, {"chows": tiles("1m1p")}, True),
    ({"sets": {"pung seat_wind": 1}}, {"pungs": tiles("7s9s1z"), "winds": SEAT}, True),
    ({"sets": {"open pung 7s": 1}}, {"pieces": (piece("777s", OPEN), piece("777s"), piece("888s", OPEN))}, True),
    ({"sets": ["concealed pung"]}, {"pieces": tuple(sorted([piece("111m", OPEN), piece("222m")]))}, (1 << 9,)),
    ({"sets": ["concealed pung seat_wind"]}, {"pieces": CLASSIC, "winds": SEAT}, (1 << 9,)),
    ({"sets": ["pung", "pair seat_wind"]}, {"pungs": tiles("7s9s"), "pairs": tiles("1z"), "winds": SEAT},
     (1 << 8 | 1 << 16, 1 << 9 | 1 << 16)),
    ({"sets": "set not dragon"}, {"pieces": CLASSIC[:-1], "winds": SEAT}, False),
    ({"sets": "set not dragon"}, {"pieces": (*CLASSIC, piece("5z")), "winds": SEAT}, False),
    ({"sets": "set not dragon"}, {"pieces": pieces("11m", "22m"), "winds": SEAT}, False),
    ({"sets": "set not dragon"}, {"pieces": pieces("11m"), "winds": SEAT}, False),
    ({"sets": "set not dragon"}, {"pieces": pieces("111m", "33m"), "winds": SEAT}, True),
    ({"sets": {"open pung": 1}}, {"forms": (piece("111m", OPEN), piece("222m"), piece("123m", OPEN))}, True),
]  # fmt: skip
"""A condition, what the facets show, and the answer: a truth value, or the matches that are found."""


@pytest.mark.parametrize(("condition", "views", "found"), ANSWERS, ids=[str(row[0]) for row in ANSWERS])
def test_answers(condition: dict[str, Any], views: dict[str, Any], found: Any) -> None:
    given = answer(read(condition), views)
    assert given == found
    assert type(given) is type(found)


OTHER_CONDITIONS: list[dict[str, Any]] = [
    {"without": ["one"]},
    {"without": ["both"]},
    {"nothing_else": True},
    {"sets": ["pung wind"]},
    {"sets": ["pung seat_wind", "chow"]},
]


@pytest.mark.parametrize("condition", thinned([*(row[0] for row in ANSWERS), *OTHER_CONDITIONS], 3), ids=str)
def test_questions_know_their_word_and_their_facets(condition: dict[str, Any]) -> None:
    (word,) = condition
    for question in questions(read(condition)):
        assert question.word == ("tiles" if " all " in question.key or " some " in question.key else word)
        if isinstance(question, Atom):
            assert set(question.facets) <= set(FACETS)
            assert set(question.facets) <= set(WORDS[word].facets)


def test_equal_questions_have_one_key_and_different_ones_have_two() -> None:
    keys: dict[str, str] = {}
    for condition in [*(row[0] for row in ANSWERS), *OTHER_CONDITIONS]:
        first, second = ([question.key for question in questions(read(condition))] for _ in range(2))
        assert first == second
        assert len(set(first)) == len(first) or "before_win" in condition, "suits in other places ask the same"
        if len(first) == 1 and condition != {"self_drawn": False}:
            assert keys.setdefault(first[0], str(condition)) == str(condition)
    assert all(isinstance(key, str) for key in keys)


def keys_about_tiles(condition: dict[str, Any]) -> set[str]:
    """The keys of a condition's questions about tiles."""
    asked = [question for question in questions(read(condition)) if isinstance(question, Atom)]
    return {question.key for question in asked if set(question.facets).isdisjoint(["forms", "loose"])}


@pytest.mark.parametrize("word", ["tiles", "every_set_has", "before_win"])
def test_questions_about_different_classes_have_no_key_in_common(word: str) -> None:
    assert keys_about_tiles({word: "19mps1z"}).isdisjoint(keys_about_tiles({word: "28mps2z"}))


@pytest.mark.parametrize(
    ("condition", "finds"),
    [
        ({"four_alike": "outside_kongs"}, True),
        ({"number": ["streak"]}, True),
        ({"field": ["void"]}, True),
        ({"indicated": ["dora"]}, True),
        ({"indicated": {"dora": 1}}, False),
        ({"field": {"void": "m"}}, False),
        ({"tiles": ["void"]}, True),
        ({"tiles": {"void": 0}}, False),
        ({"bonus": ["any"]}, True),
        ({"tiles": ["winds"]}, True),
        ({"sets": ["pung"]}, True),
        ({"sets": "pung"}, False),
        ({"sets": {"pung": 1}}, False),
        ({"number": {"streak": 1}}, False),
        ({"bonus": {"any": 1}}, False),
        ({"tiles": {"winds": 2}}, False),
        ({"suits": 1}, False),
    ],
)
def test_which_questions_find_matches(condition: dict[str, Any], finds: bool) -> None:
    assert {question.finds for question in questions(read(condition)) if isinstance(question, Atom)} == {finds}


@pytest.mark.parametrize(
    ("condition", "rules"),
    [
        ({"without": "one"}, {"one"}),
        ({"without": ["one", "two"]}, {"one", "two"}),
        ({"without": "both"}, {"one", "two"}),
        ({"nothing_else": True}, None),
    ],
)
def test_rules_that_are_asked_about(condition: dict[str, Any], rules: set[str] | None) -> None:
    (question,) = questions(read(condition))
    assert isinstance(question, RuleAtom)
    assert question.rules == rules


@pytest.mark.parametrize(
    ("value", "least", "most", "text"),
    [
        (2, 2, 2, "2"),
        ("0", 0, 0, "0"),
        ("2..3", 2, 3, "2..3"),
        ("0..1", 0, 1, "0..1"),
        ("3..3", 3, 3, "3"),
        ("1+", 1, None, "1+"),
        (" 4 ", 4, 4, "4"),
        ("9" * 18, int("9" * 18), int("9" * 18), "9" * 18),
    ],
)
def test_number_tests(value: object, least: int, most: int | None, text: str) -> None:
    test = read_number(value)
    assert test is not None
    assert (test.least, test.most, str(test)) == (least, most, text)
    assert [test.holds(number) for number in (least - 1, least)] == [False, True]
    assert most is None or [test.holds(number) for number in (most, most + 1)] == [True, False]
    assert test.holds(10**20) is (most is None)


@pytest.mark.parametrize("value", [True, None, "", "-1", "3..2", "1..", "..1", "1++", "+", "1.5", "٣", "9" * 19, [1]])
def test_what_is_no_number_test(value: object) -> None:
    assert read_number(value) is None


@pytest.mark.slow
@given(st.sets(st.integers(0, 200)))
def test_bits_of(places: set[int]) -> None:
    assert bits_of(sum(1 << place for place in places)) == sorted(places)


def test_bits_of_a_number_on_either_side_of_a_part() -> None:
    assert bits_of(1 << 59 | 1 << 60 | 1 << 61 | 1 << 119 | 1 << 120) == [59, 60, 61, 119, 120]


# What is needed.

NEEDS: list[tuple[dict[str, Any], list[tuple[Any, ...]]]] = [
    ({"fits": "odd"}, [("shapes", "odd"), ("rules", "odd", "hand")]),
    ({"shape": "odd"}, [("shapes", "odd"), ("rules", "odd", "hand")]),
    ({"number": ["odd"]}, [("fields", "odd")]),
    ({"number": {"odd": 1}}, [("fields", "odd")]),
    ({"field": ["odd"]}, [("fields", "odd")]),
    ({"indicated": ["void"]}, [("fields", "void")]),
    ({"indicated": {"streak": 1}}, [("fields", "streak")]),
    ({"field": {"odd": "m"}}, [("fields", "odd")]),
    ({"flag": "odd"}, [("flags", "odd")]),
    ({"without": "odd"}, [("rules", "odd"), ("groups", "odd")]),
    ({"is": "odd"}, [("terms", "odd")]),
    (
        {"tiles": "odds"},
        [("tile_classes", "odds"), ("tile_classes", "oddss"), ("tile_classes", "odd"), ("fields", "odds")],
    ),
    ({"sets": ["pung odd"]}, [("tile_classes", "odd"), ("tile_classes", "odds"), ("fields", "odd")]),
    ({"tiles": "9z"}, []),
    ({"suits": "odd"}, []),
    ({"fits": 5}, []),
    ({"option": True}, []),
]
"""A condition that names something unknown, and where that could have been declared."""


@pytest.mark.parametrize(("condition", "needs"), NEEDS, ids=[str(row[0]) for row in NEEDS])
def test_where_the_unknown_could_have_been_declared(condition: dict[str, Any], needs: list[tuple[Any, ...]]) -> None:
    found = reader()
    assert found.read(condition, ("terms", "x")) is not None
    (problem,) = found.problems
    assert list(problem.needs) == needs
    assert problem.path[:2] == ("terms", "x")
    assert problem.on_key is (
        condition in ({"number": {"odd": 1}}, {"field": {"odd": "m"}}, {"indicated": {"streak": 1}}, {"option": True})
    )


def test_questions_about_other_rules_cannot_decide_a_win() -> None:
    found = reader()
    found.read({"without": "one"}, ("terms", "x"))
    found.read({"any_of": [{"suits": 1}, {"without": "one"}, {"nothing_else": True}]}, ("win_requires",))
    found.decides_a_win(1)
    said = "asks about other rules, which cannot decide whether a hand wins"
    assert [(problem.path, problem.message, problem.on_key) for problem in found.problems] == [
        (("win_requires", "any_of", 1, "without"), f'"without" {said}', True),
        (("win_requires", "any_of", 2, "nothing_else"), f'"nothing_else" {said}', True),
    ]


@pytest.mark.parametrize("text", ["123mf1", "123mJ", "0m"])
def test_tiles_before_the_win_are_plain_ones(text: str) -> None:
    found = reader()
    found.read({"before_win": text}, ())
    assert [problem.message for problem in found.problems] == [f'expected suit tiles and honours, got "{text}"']


def test_number_of_the_wrong_type() -> None:
    found = reader()
    assert found.read({"number": 5}, ()) == Const(True) or len(found.problems) == 1
    (problem,) = found.problems
    assert problem.message == "expected a list [name] or a mapping {name: number}, got 5"
    assert problem.path == ("number",)


# Finding sets.

PATTERNS = PatternReader(CLASSES)
ENV = {"seat_wind": mask("1z")}


def parts(*texts: str) -> tuple[SetPart, ...]:
    """The parts of some patterns."""
    return tuple(part for text in texts for part in PATTERNS.pieces(text))


FOUND: list[tuple[list[str], tuple[Piece, ...], list[list[int]]]] = [
    (["chow"], CLASSIC, [[0], [1]]),
    (["chow", "chow"], CLASSIC, [[0, 1]]),
    (["chow a", "chow b n+3"], CLASSIC, [[0, 1]]),
    (["chow a n", "chow b n+2"], CLASSIC, []),
    (["pung", "pair"], CLASSIC, [[2, 4], [3, 4]]),
    (["pung seat_wind"], CLASSIC, [[3]]),
    (["chow", "chow", "chow"], CLASSIC, []),
    (["set", "set", "set", "set", "pair"], CLASSIC, [[0, 1, 2, 3, 4]]),
    (["set", "set", "set", "set", "set", "pair"], CLASSIC, []),
    (["2 x chow x"], pieces("123m", "123m", "123m", "55z"), [[0, 1], [0, 2], [1, 2]]),
    (["chow x", "chow y"], pieces("123m", "123m", "456m"), [[0, 2], [1, 2]]),
    (["open pung"], tuple(sorted([piece("111m", OPEN | DECLARED), piece("222m")])), [[0]]),
    (["concealed pung"], tuple(sorted([piece("111m", OPEN), piece("222m", COMPLETED)])), [[1]]),
    (["loose 19m", "pair"], pieces("1m", "9m", "55z"), [[0, 1], [0, 2]]),
]
"""Patterns, pieces, and the places of the pieces on which the patterns are found."""


@pytest.mark.parametrize(("texts", "there", "places"), FOUND)
def test_find(texts: list[str], there: tuple[Piece, ...], places: list[list[int]]) -> None:
    slot = slots(there)
    expected = sorted(sum(1 << slot[place] for place in choice) for choice in places)
    assert list(find(parts(*texts), there, ENV)) == expected


WRITTEN_OUT = ["chow a", "chow b n+1", "pung wind", "pung dragon or 1m", "pair x", "pung x", "set terminal", "pung n",
               "123a", "55c", "loose 19m"]  # fmt: skip
EVERY_PIECE = [make_piece(form, tile) for form in range(4) for tile in range(KINDS) if can_stand(form, tile)]


@pytest.mark.parametrize("texts", [[text] for text in WRITTEN_OUT] + [["chow a n", "chow b n"], ["pung x", "pair x"]])
def test_what_is_written_out_is_all_that_is_found(texts: list[str]) -> None:
    wanted = parts(*texts)
    forms = {form for part in wanted for form in part.forms}
    there = [piece for piece in EVERY_PIECE if form_of(piece) in forms]
    expected = set()
    for pick in permutations(there, len(wanted)):
        if find(wanted, tuple(sorted(pick)), {}):
            expected.add(tuple(sorted(pick)))
    written = write_out(wanted)
    assert written is not None
    assert written == sorted(written)
    # Two parts may want the very same piece, of which `permutations` takes one only.
    assert {pick for pick in written if len(set(pick)) == len(pick)} == expected


@pytest.mark.parametrize("texts", [["set"] * 2, ["pung", "triplet", "triplet", "chow", "pair"], ["pair 1m"] * 30])
def test_no_more_is_written_out_than_is_worth_it(texts: list[str]) -> None:
    assert (write_out(parts(*texts)) is None) == (texts[0] != "pair 1m")


@pytest.mark.parametrize(
    ("texts", "needs"),
    [
        (["pung wind"], {"pungs": mask("1234z")}),
        (["pung wind", "pung 1z"], {"pungs": mask("1z")}),
        (["pung 1z", "pung wind"], {"pungs": mask("1z")}),
        (["pung wind", "pair dragon"], {"pungs": mask("1234z"), "pairs": mask("567z")}),
        (["123a"], {"chows": mask("1mps")}),
        (["set wind"], {}),
        (["pung"], {}),
    ],
)
def test_tiles_without_which_nothing_is_found(texts: list[str], needs: dict[str, int]) -> None:
    (question,) = questions(read({"sets": texts}))
    assert isinstance(question, Atom)
    assert question.needs == needs


@pytest.mark.parametrize(
    ("texts", "written_out"),
    [
        (["pung wind"], True),
        (["5 x pung wind"], True),
        (["6 x pung wind"], False),
        (["concealed pung"], False),
        (["pung seat_wind"], False),
    ],
)
def test_what_is_written_out(texts: list[str], written_out: bool) -> None:
    (question,) = questions(read({"sets": texts}))
    assert isinstance(question, Atom)
    assert (question.ground is not None) is written_out


FACETS_OF_SETS: list[tuple[Any, tuple[str, ...]]] = [
    (["pung"], ("pungs",)),
    (["pair", "chow"], ("chows", "pairs")),
    (["set"], ("chows", "pungs")),
    (["concealed pung"], ("pieces",)),
    (["open pung"], ("pieces",)),
    (["pung", "pair seat_wind"], ("pungs", "pairs", "winds")),
    (["concealed pung seat_wind"], ("pieces", "winds")),
    ("pung", ("forms",)),
    ("pung wind", ("pieces",)),
    ({"pung": 1}, ("forms",)),
    ({"open pung": 1}, ("forms",)),
    ({"pung wind": 1}, ("pungs",)),
    ({"open pung wind": 1}, ("pieces",)),
    ({"pung seat_wind": 1}, ("pungs", "winds")),
    (["pung void"], ("pungs", "classes")),
]
"""What must be looked at: no more than this, so that answers are worth keeping."""


@pytest.mark.parametrize(("value", "facets"), FACETS_OF_SETS, ids=str)
def test_sets_look_at_no_more_than_they_must(value: Any, facets: tuple[str, ...]) -> None:
    (question,) = questions(read({"sets": value}))
    assert isinstance(question, Atom)
    assert question.facets == facets


@pytest.mark.parametrize(
    ("condition", "facets"),
    [
        ({"bonus": ["any"]}, ["bonus_count"]),
        ({"bonus": {"any": 1}}, ["bonus_count"]),
        ({"bonus": ["any", "flower"]}, ["bonus"]),
        ({"tiles": ["winds"]}, ["counts"]),
        ({"tiles": ["reds"]}, ["specials"]),
        ({"tiles": {"winds": 0}}, ["z"]),
        ({"tiles": {"winds": "1+"}}, ["z"]),
        ({"tiles": {"winds": "0+"}}, ["counts"]),
        ({"tiles": {"winds": 1}}, ["counts"]),
        ({"tiles": {"winds": "2+"}}, ["counts"]),
        ({"tiles": {"reds": 0}}, ["specials"]),
        ({"tiles": {"reds": "1+"}}, ["specials"]),
        ({"tiles": "winds"}, ["m", "p", "s", "z"]),
        ({"before_win": "1112z"}, ["z", "before"]),
    ],
)
def test_tiles_look_at_no_more_than_they_must(condition: dict[str, Any], facets: list[str]) -> None:
    asked = [question for question in questions(read(condition)) if isinstance(question, Atom)]
    assert [facet for question in asked for facet in question.facets] == facets


# Facets.


def case(text: str) -> Case:
    """A hand of which no reading is looked at."""
    hand = Hand.parse(text)
    reading = Reading("standard", (), None, ((), (), (), ()))
    return Case(hand, reading, ToldFields((), ()), lambda hand: 0, lambda hand, read: frozenset())


@pytest.mark.parametrize(
    ("text", "facet", "view"),
    [
        ("123m456m789m1112z +2z", "suits", 1),
        ("123m456p789p1112z +2z", "suits", 2),
        ("123p456s789p1112z +2z", "suits", 2),
        ("123m456m789s1112z +2z", "suits", 2),
        ("123m456p789s1112z +2z", "suits", 3),
        ("1112223334445z +5z", "suits", 0),
        ("19m19p19s1234567z", "win", -1),
        ("123m456m789m1112z +2z", "win", BY_TEXT["2z"]),
        ("123m406m789m1112z +2z", "tiles", tuple(sorted([*tiles("1234678m0m9m111z"), *tiles("22z")]))),
        ("123m406m789m1112z +2z", "specials", tiles("0m")),
        ("123m456m789m1112z +2z", "specials", ()),
        ("(406m) 340p789s1112z +0s", "specials", tiles("0m0p0s")),
        ("(123m) 456m789m1112z +2z", "tiles", tiles("123456789m11122z")),
        ("123m456m789m1112z", "tiles", tiles("123456789m1112z")),
        ("(123m) 456m789m1112z +2z", "before", None),
        ("123m456m789m1112z +2z", "before", counts("123456789m1112z")),
        ("1111m234m567m5552z +2z", "four_alike", tiles("1m")),
        ("[1111m] 234m567m5552z +2z", "four_alike", ()),
        ("123m456p789s1112z +2z", "m", mask("123m")),
        ("123m456p789s1112z +2z", "p", mask("456p")),
        ("123m456p789s1112z +2z", "s", mask("789s")),
        ("123m456p789s1112z +2z", "z", mask("12z")),
        ("123m456p789s1112z +2z", "east", True),
        ("123m456p789s1112z +2z seat=S", "east", False),
    ],
)
def test_views(text: str, facet: str, view: Any) -> None:
    assert FACETS[facet].take(case(text)) == view


def test_several_views_are_taken_together() -> None:
    found = case("123m456p789s1112z +2z")
    assert taker([FACETS["win"], FACETS["suits"]])(found) == (BY_TEXT["2z"], 3)
    assert taker([FACETS["win"], FACETS["self_drawn"]])(found) == (BY_TEXT["2z"], False)
    assert taker([FACETS["self_drawn"], FACETS["counts"]])(found) == (False, found.hand.counts)
    assert taker([FACETS["suits"]])(found) == 3
    assert taker([FACETS["self_drawn"]])(found) is False


def test_a_class_is_told_suit_by_suit() -> None:
    everything = (1 << KINDS) - 1
    assert suit_facets(everything) == [
        ("m", mask("123456789m")),
        ("p", mask("123456789p")),
        ("s", mask("123456789s")),
        ("z", mask("1234567z")),
    ]
    assert suit_facets(mask("19mps1z") | mask("0mf1")) == [
        ("m", mask("19m")),
        ("p", mask("19p")),
        ("s", mask("19s")),
        ("z", mask("1z")),
    ]


@given(st.integers(0, (1 << KINDS) - 1), st.sets(st.sampled_from(sorted(RED))))
def test_only_kinds(kinds: int, reds: set[int]) -> None:
    told = sum(1 << red for red in reds)
    told |= kinds << STANDING
    alike = all((red in reds) == bool(kinds >> five & 1) for red, five in RED.items())
    assert only_kinds(kinds | told) is alike
    assert only_kinds(kinds | told | mask("f1s4")) is alike
    assert not only_kinds((kinds | told) ^ 1 << STANDING + 5)


# Formulas.

one, two, three = (Atom(key, (), lambda: True) for key in "abc")


def ways(formula: Formula) -> list[dict[str, bool]]:
    """The alternatives of a formula: the key of each question, and the answer wanted."""
    return [{question.key: wanted for question, wanted in way} for way in alternatives(formula)]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (one, [{"a": True}]),
        (Not(one), [{"a": False}]),
        (And((one, two)), [{"a": True, "b": True}]),
        (Or((one, two)), [{"a": True}, {"b": True}]),
        (Not(And((one, two))), [{"a": False}, {"b": False}]),
        (Not(Or((one, two))), [{"a": False, "b": False}]),
        (And((one, Not(one))), []),
        (And((one, one)), [{"a": True}]),
        (Or((one, one)), [{"a": True}]),
        (And((Or((one, two)), three)), [{"a": True, "c": True}, {"b": True, "c": True}]),
        (Or((And((one, two)), And((two, one)))), [{"a": True, "b": True}]),
        (And(()), [{}]),
        (Or(()), []),
        (Const(True), [{}]),
        (Const(False), []),
        (Not(Const(False)), [{}]),
        (Not(Const(True)), []),
        (Or((one, Const(False), Not(Not(two)))), [{"a": True}, {"b": True}]),
    ],
)
def test_alternatives(formula: Formula, expected: list[dict[str, bool]]) -> None:
    assert ways(formula) == expected


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        (Or(tuple(Atom(str(key), (), lambda: True) for key in range(bounds.ALTERNATIVES))), bounds.ALTERNATIVES),
        (Or(tuple(Atom(str(key), (), lambda: True) for key in range(bounds.ALTERNATIVES + 1))), None),
        (And(tuple(Or(tuple(Atom(f"{place} {key}", (), lambda: True) for key in range(size)))
                   for place, size in enumerate((10, 20)))), bounds.ALTERNATIVES),
        (And(tuple(Or(tuple(Atom(f"{place} {key}", (), lambda: True) for key in range(size)))
                   for place, size in enumerate((3, 67)))), None),
    ],
)  # fmt: skip
def test_the_most_alternatives(formula: Formula, number: int | None) -> None:
    if number is None:
        with pytest.raises(TooManyWaysError) as caught:
            alternatives(formula)
        assert str(caught.value) == f"the condition has more than {bounds.ALTERNATIVES} alternatives"
    else:
        assert len(alternatives(formula)) == number


def test_the_most_words() -> None:
    found = reader()
    found.read({"suits": 1, "waits": 1, "none_of": {"suits": 2}}, ())
    assert found.words_read == 4
    found.words_read = bounds.CONDITION_WORDS - 2
    found.read({"suits": 1}, ())
    assert found.problems == []
    for _ in range(2):
        assert found.read({"suits": 1}, ()) is TRUE
        (problem,) = found.problems
        assert (problem.path, problem.on_key) == (("terms",), True)
        assert problem.message == "more than 20000 words of conditions, named ones counted each time they are used"


def test_a_word_of_a_plugin_that_fails() -> None:
    def fail(reader: ConditionReader, value: object, path: object) -> Formula:
        raise PluginError("out of order")

    found = ConditionReader({"odd": Word("odd", "", "", (), {}, fail)}, classes=CLASSES)
    found.read({"odd": 1}, ("terms", "x"))
    (problem,) = found.problems
    assert (problem.path, problem.message) == (("terms", "x", "odd"), "out of order")


def test_pieces_of_tiles() -> None:
    """What makes pieces for these tests makes those that it says."""
    assert [tiles_in(piece(text)) for text in ("123m", "777s", "99p", "5z")] == [
        tiles("123m"),
        tiles("777s"),
        tiles("99p"),
        tiles("5z"),
    ]
