"""Patterns of sets and tiles: which pieces each part fits, and with which letters."""

from __future__ import annotations

import pytest

from mjrules.hands.pieces import CHOW, CLAIMED, KONG, LOOSE, OPEN, PAIR, PUNG, WINNING, can_stand, make_piece
from mjrules.shapes.pattern_grammar import (
    FORMS,
    LoosePart,
    PatternError,
    PatternReader,
    PickPart,
    SetPart,
    written_form,
)
from mjrules.shapes.selectors import AnyOf, Env, Fixed, Selector
from mjrules.tiles.classes import ClassError, Classes
from mjrules.tiles.tile import BY_TEXT, KINDS, STANDING, TEXT, format_tiles, parse_class

CLASSES = Classes(
    {
        "terminals": "19mps",
        "winds": "1234z",
        "dragons": "567z",
        "honors": "winds or dragons",
        "simples": "2345678mps",
        "ace": "1m",
    },
    dynamic={"seat_wind": "seat_wind"},
    suit_honours={BY_TEXT["5z"]: 0, BY_TEXT["6z"]: 2, BY_TEXT["1z"]: 1},
)
READER = PatternReader(CLASSES)
SUITS, EVERYTHING = "123456789m123456789p123456789s", "123456789m123456789p123456789s1234567z"


def tiles(selector: Selector, env: Env) -> str:
    """The tiles that fit a selector."""
    return format_tiles([tile for tile in range(KINDS) if selector.bind(tile, env) is not None])


def fitted(part: SetPart, env: Env) -> str:
    """The tiles of the pieces that fit a part; a chow is told by its lowest."""
    pieces = [(form, tile) for form in part.forms for tile in range(KINDS) if can_stand(form, tile)]
    fits = {tile for form, tile in pieces if part.admits(make_piece(form, tile, part.must), env) is not None}
    return format_tiles(sorted(fits))


SETS: list[tuple[str, set[int], int, int, str, bool]] = [
    ("pung", {PUNG}, 0, 0, EVERYTHING, False),
    ("triplets", {PUNG}, 0, KONG, EVERYTHING, False),
    ("kong", {PUNG}, KONG, 0, EVERYTHING, False),
    ("chow", {CHOW}, 0, 0, "1234567m1234567p1234567s", False),
    ("pair", {PAIR}, 0, 0, EVERYTHING, False),
    ("loose dragons", {LOOSE}, 0, 0, "567z", False),
    ("open kong", {PUNG}, OPEN | KONG, 0, EVERYTHING, False),
    ("concealed triplet", {PUNG}, 0, OPEN | KONG, EVERYTHING, False),
    ("winning claimed pair wind", {PAIR}, WINNING | CLAIMED, 0, "1234z", False),
    ("pung dragon or wind", {PUNG}, 0, 0, "1234567z", False),
    ("pung terminal a", {PUNG}, 0, 0, "19m19p19s", False),
    ("pung simple a", {PUNG}, 0, 0, "2345678m2345678p2345678s", False),
    ("pung ace a", {PUNG}, 0, 0, "1m", False),
    ("pung wind a", {PUNG}, 0, 0, "1z", False),
    ("pung honor a", {PUNG}, 0, 0, "156z", False),
    ("pung dragon or terminal", {PUNG}, 0, 0, "19m19p19s567z", False),
    ("pung dragon or 1m or 2p", {PUNG}, 0, 0, "1m2p567z", False),
    ("pung not honor", {PUNG}, 0, 0, SUITS, False),
    ("pung honor not dragon", {PUNG}, 0, 0, "1234z", False),
    ("pung not dragon not wind", {PUNG}, 0, 0, SUITS, False),
    ("pung not dragon honor", {PUNG}, 0, 0, "1234z", False),
    ("pung terminal 19m5z", {PUNG}, 0, 0, "19m", False),
    ("pung 19mp", {PUNG}, 0, 0, "19m19p", False),
    ("pung 19m1z", {PUNG}, 0, 0, "19m1z", False),
    ("pung 1m", {PUNG}, 0, 0, "1m", False),
    ("pung 7z", {PUNG}, 0, 0, "7z", False),
    ("pung 19a", {PUNG}, 0, 0, "19m19p19s", False),
    ("pung 1a2b", {PUNG}, 0, 0, "12m12p12s", False),
    ("chow simples", {CHOW}, 0, 0, "23456m23456p23456s", False),
    ("chow a1", {CHOW}, 0, 0, "1m1p1s", False),
    ("chow a7", {CHOW}, 0, 0, "7m7p7s", False),
    ("pung a1", {PUNG}, 0, 0, "1m1p1s", False),
    ("pung n+6", {PUNG}, 0, 0, "789m789p789s", False),
    ("chow n+6", {CHOW}, 0, 0, "7m7p7s", False),
    ("pung n", {PUNG}, 0, 0, SUITS, False),
    ("pung a", {PUNG}, 0, 0, SUITS, False),
    ("pung dragon a", {PUNG}, 0, 0, "56z", False),
    ("pung a dragon", {PUNG}, 0, 0, "56z", False),
    ("pung x", {PUNG}, 0, 0, EVERYTHING, False),
    ("123a", {CHOW}, 0, 0, "1m1p1s", True),
    ("231p", {CHOW}, 0, 0, "1p", True),
    ("789s", {CHOW}, 0, 0, "7s", True),
    ("111a", {PUNG}, 0, 0, "1m1p1s", True),
    ("555z", {PUNG}, 0, 0, "5z", True),
    ("7777z", {PUNG}, KONG, 0, "7z", True),
    ("99p", {PAIR}, 0, 0, "9p", True),
    ("11z", {PAIR}, 0, 0, "1z", True),
]
"""A pattern of one part: forms, facts that must hold and must not, the tiles that fit, written as tiles."""


@pytest.mark.parametrize(("text", "forms", "must", "must_not", "fits", "written"), SETS, ids=[row[0] for row in SETS])
def test_sets(text: str, forms: set[int], must: int, must_not: int, fits: str, written: bool) -> None:
    (part,) = READER.pieces(text)
    assert set(part.forms) == forms
    assert (part.must, part.must_not, part.text, part.written) == (must, must_not, text, written)
    assert fitted(part, {}) == fits


def test_a_run_has_the_facts_of_its_sets() -> None:
    kongs, triplets = READER.pieces("open kong n..n+1"), READER.pieces("concealed triplet n..n+2")
    assert [(part.must, part.must_not, part.text) for part in kongs] == [(OPEN | KONG, 0, "open kong n..n+1")] * 2
    assert [(part.must, part.must_not) for part in triplets] == [(0, OPEN | KONG)] * 3


def test_so_many_times_at_most() -> None:
    assert len(READER.pieces("20 x pung")) == 20


def test_kinds_of_set() -> None:
    for kind, (forms, must, must_not) in FORMS.items():
        (part,) = READER.pieces(kind)
        assert (part.forms, part.must, part.must_not) == (forms, must, must_not)


BOUND: list[tuple[str, Env, list[str]]] = [
    ("pung a", {"a": 1}, ["123456789p"]),
    ("pung b", {"a": 1}, ["123456789m123456789s"]),
    ("pung dragon a", {"a": 2}, ["6z"]),
    ("pung a1", {"a": 2}, ["1s"]),
    ("pung 19a1z", {"a": 2}, ["19s1z"]),
    ("pung 1a2b", {"a": 0}, ["1m2p2s"]),
    ("123a", {"a": 0}, ["1m"]),
    ("111a", {"a": 0}, ["1m"]),
    ("pung n+2", {"n": 3}, ["5m5p5s"]),
    ("pung n..n+2", {"n": 3}, ["3m3p3s", "4m4p4s", "5m5p5s"]),
    ("pung n+1..n+2", {"n": 3}, ["4m4p4s", "5m5p5s"]),
    ("chow a n..n+1", {"n": 3, "a": 1}, ["3p", "4p"]),
    ("pung seat_wind", {"seat_wind": 1 << BY_TEXT["2z"]}, ["2z"]),
    ("pung wind not seat_wind", {"seat_wind": 1 << BY_TEXT["2z"]}, ["134z"]),
    ("pung dragon or seat_wind", {"seat_wind": 1 << BY_TEXT["2z"]}, ["2567z"]),
    ("2 x pung dragon", {}, ["567z", "567z"]),
    ("2 x 111a", {"a": 0}, ["1m", "1m"]),
    ("123a 456b", {"a": 0, "b": 1}, ["1m", "4p"]),
    ("11mp", {}, ["1m", "1p"]),
]
"""A pattern, what is bound, and the tiles that fit each part."""


@pytest.mark.parametrize(("text", "env", "fits"), BOUND, ids=[row[0] for row in BOUND])
def test_parts_with_letters(text: str, env: Env, fits: list[str]) -> None:
    assert [fitted(part, env) for part in READER.pieces(text)] == fits


LOOSE_TILES: list[tuple[str, Env, list[list[str]]]] = [
    ("147a", {"a": 0}, [["1m", "4m", "7m"]]),
    ("123z", {}, [["1z", "2z", "3z"]]),
    ("124m", {}, [["1m", "2m", "4m"]]),
    ("1m", {}, [["1m"]]),
    ("1234p", {}, [["1p", "2p", "3p", "4p"]]),
    ("13m", {}, [["1m", "3m"]]),
    ("33333m", {}, [["3m"] * 5]),
    ("(an bn)", {"a": 0, "b": 2, "n": 4}, [["4m", "4s"]]),
    ("(an bn+1)", {"a": 0, "b": 2, "n": 4}, [["4m", "5s"]]),
    ("(an)", {"a": 0}, [["123456789m"]]),
    ("( an bn )", {"a": 0, "b": 2, "n": 4}, [["4m", "4s"]]),
]
"""A pattern of loose tiles, what is bound, and the tiles that fit each place of each part."""


@pytest.mark.parametrize(("text", "env", "fits"), LOOSE_TILES, ids=[row[0] for row in LOOSE_TILES])
def test_loose_tiles(text: str, env: Env, fits: list[list[str]]) -> None:
    parts = READER.parts(text)
    assert all(isinstance(part, LoosePart) and part.text == text for part in parts)
    assert [[tiles(tile, env) for tile in part.tiles] for part in parts if isinstance(part, LoosePart)] == fits
    pieces = READER.pieces(text)
    assert [tiles(piece.which, env) for piece in pieces] == [tile for part in fits for tile in part]
    assert all((*piece.forms, piece.must, piece.must_not, piece.text) == (LOOSE, 0, 0, text) for piece in pieces)


def test_every_copy_of_a_group_has_a_rank_of_its_own() -> None:
    first, second = PatternReader(CLASSES).parts("2 x (an bn)")
    assert isinstance(first, LoosePart)
    assert isinstance(second, LoosePart)
    bound = first.tiles[0].bind(BY_TEXT["3m"], {})
    assert bound is not None
    assert tiles(first.tiles[1], bound) == "3p3s"
    assert tiles(second.tiles[0], bound) == "123456789m"


PICKS: list[tuple[str, list[tuple[int, str]]]] = [
    ("2 of winds", [(2, "1234z")]),
    ("4 of winds", [(4, "1234z")]),
    ("1 of winds or 1m", [(1, "1m1234z")]),
    ("2 x 3 of dragons", [(3, "567z"), (3, "567z")]),
    ("1 of 19mps", [(1, "19m19p19s")]),
]


@pytest.mark.parametrize(("text", "picks"), PICKS)
def test_picks(text: str, picks: list[tuple[int, str]]) -> None:
    parts = READER.parts(text)
    assert [(part.number, tiles(part.pool, {})) for part in parts if isinstance(part, PickPart)] == picks
    assert all(part.text == text for part in parts)
    with pytest.raises(PatternError, match="belongs to shapes"):
        READER.pieces(text)


def test_picks_of_a_class_that_depends_on_the_hand() -> None:
    (part,) = READER.parts("2 of seat_wind")
    assert isinstance(part, PickPart)
    assert part.number == 2
    assert part.pool.dynamic


@pytest.mark.parametrize("text", ["pung dragon or wind", "pung dragon or terminal or 2p", "pung 19m1z", "pung 19mp"])
def test_what_is_known_beforehand_is_one_mask(text: str) -> None:
    (part,) = READER.pieces(text)
    assert isinstance(part.which, Fixed)
    assert isinstance(READER.pieces("pung dragon or a")[0].which, AnyOf)


def test_side_by_side_is_one_mask_too() -> None:
    (part,) = READER.pieces("pung honor 1234z 12z")
    assert isinstance(part.which, Fixed)
    assert tiles(part.which, {}) == "12z"


KNOWN = "known: terminals, winds, dragons, honors, simples, ace, seat_wind"
FAULTS: list[tuple[str, str, str]] = [
    ("2 of 5z", '"2 of 5z": there is only one tile to take from', ""),
    ("5 of winds", '"5 of winds": there are only 4 different tiles to take from', ""),
    ("0 of winds", '"0 of winds": expected 1 or more, got 0', ""),
    ("()", '"()": expected tiles such as an or bn+1 in the parentheses', ""),
    ("(a)", '"(a)": expected tiles such as an or bn+1 in the parentheses, got "a"', ""),
    ("(5)", '"(5)": expected tiles such as an or bn+1 in the parentheses, got "5"', ""),
    ("(an", '"(an": "(" without ")"', ""),
    ("pung odd", f'"pung odd": "odd" is not a class of tiles ({KNOWN})', "odd"),
    (
        "pung 25",
        '"pung 25": "25" is not a class of tiles (numbers are written with their suit: 25m, or 25mps)',
        "25",
    ),
    ("pair joker", '"pair joker": "joker" is not a class of tiles (as a tile, it is written J)', "joker"),
    ("pung 19mx", f'"pung 19mx": "19mx" is not a class of tiles ({KNOWN})', "19mx"),
    ("pung not", '"pung not": "not" goes before a class of tiles', ""),
    ("pung wind dragon", '"pung wind dragon" fits no tiles at all', ""),
    ("pung 8z", '"pung 8z": z has the ranks 1 to 7', ""),
    ("chow 7z", '"chow 7z" fits no tiles at all: all three tiles of a chow must be among those named', ""),
    ("chow 89m", '"chow 89m" fits no tiles at all: all three tiles of a chow must be among those named', ""),
    ("chow 13m", '"chow 13m" fits no tiles at all: all three tiles of a chow must be among those named', ""),
    ("chow 1279m", '"chow 1279m" fits no tiles at all: all three tiles of a chow must be among those named', ""),
    ("21 x pung", '"21 x pung": expected 1 to 20 times, got 21', ""),
    ("0 x pung", '"0 x pung": expected 1 to 20 times, got 0', ""),
    ("pung n..n+1 odd", f'"pung n..n+1 odd": "odd" is not a class of tiles ({KNOWN})', "odd"),
    ("chow a8", '"chow a8" fits no tiles at all: all three tiles of a chow must be among those named', ""),
]  # fmt: skip
"""A pattern, what is said of it, and the word that names no class."""


@pytest.mark.parametrize(("text", "said", "missing"), FAULTS, ids=[row[0] for row in FAULTS])
def test_faults(text: str, said: str, missing: str) -> None:
    with pytest.raises(PatternError) as caught:
        READER.parts(text)
    assert str(caught.value) == said
    assert caught.value.missing == missing


@pytest.mark.parametrize(
    ("ranks", "letter", "form"),
    [
        ([1, 1], "m", "pair"),
        ([1, 1, 1], "z", "pung"),
        ([1, 1, 1, 1], "m", "kong"),
        ([1], "m", None),
        ([1] * 5, "m", None),
        ([1, 2, 3], "m", "chow"),
        ([3, 1, 2], "a", "chow"),
        ([1, 2, 3], "z", None),
        ([1, 2, 4], "m", None),
        ([1, 1, 2], "m", None),
        ([1, 2], "m", None),
        ([1, 2, 3, 4], "m", None),
    ],
)
def test_written_form(ranks: list[int], letter: str, form: str | None) -> None:
    assert written_form(ranks, letter) == form


# Classes.


def test_what_a_class_that_cannot_be_read_says() -> None:
    with pytest.raises(ClassError) as caught:
        CLASSES.read("9z")
    assert (caught.value.missing, caught.value.name) == ("", "")
    with pytest.raises(ClassError) as caught:
        CLASSES.read("odd")
    assert (caught.value.missing, caught.value.name) == ("odd", "")
    with pytest.raises(ClassError) as caught:
        Classes({"one": "two", "two": "odd"}).find("one")
    assert (caught.value.missing, caught.value.name) == ("odd", "two")


def test_a_faulty_class_is_told_once_and_has_all_tiles_then() -> None:
    classes = Classes({"one": "odd"})
    with pytest.raises(ClassError):
        classes.find("one")
    assert classes.find("one") == (1 << KINDS) - 1


EVERY_TILE = (1 << len(TEXT)) - 1
OF_THEIR_OWN = (1 << STANDING) - 1
"""All tiles but jokers that stand for one."""


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("honors not dragons", "1234z"),
        ("not dragons honors", "1234z"),
        ("honors not 1z not 2z", "34567z"),
        ("honors not dragons or 2m", "2m1234z"),
        ("terminals 19m", "19m"),
        ("terminals or winds", "19mps1234z"),
        ("5m", "5m0m"),
        ("4m", "4m"),
        ("0m", "0m"),
        ("f1s4", "f1s4"),
        ("J", "J"),
        ("5m or J", "5m0mJ"),
        ("5m not 0m", "5m"),
        ("0m5p not 5p", "0m"),
    ],
)
def test_expressions_of_classes(text: str, tiles: str) -> None:
    assert CLASSES.read(text) & OF_THEIR_OWN == sum(1 << tile for tile in parse_class(tiles))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("4m", "4m"), ("5m", "5m"), ("0m", ""), ("winds", "1234z"), ("J", "123456789mps1234567z"), ("4m not J", "")],
)
def test_a_joker_is_of_the_class_of_what_it_stands_for(text: str, kinds: str) -> None:
    assert CLASSES.read(text) >> STANDING == sum(1 << kind for kind in parse_class(kinds))


def test_what_is_left_of_all_tiles() -> None:
    five = BY_TEXT["5m"]
    assert CLASSES.read("not 1m") == EVERY_TILE & ~(1 | 1 << STANDING)
    assert CLASSES.read("not 0m") == EVERY_TILE & ~(1 << BY_TEXT["0m"])
    assert CLASSES.read("not 5m") == EVERY_TILE & ~(1 << five | 1 << BY_TEXT["0m"] | 1 << STANDING + five)


def test_classes_are_masks_of_tiles() -> None:
    assert (CLASSES.find("honor") or 0) & OF_THEIR_OWN == sum(1 << tile for tile in parse_class("1234567z"))
    assert CLASSES.find("nothing") is None
    assert CLASSES.find("seat_wind") is None
