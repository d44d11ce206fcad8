"""Tiles and hands in all their spellings: what is written is read back, and every word means its tile."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, HandError, Ruleset
from mjrules.errors import TileError, nearest_word
from mjrules.hands.declared_fields import RecordField, field_value
from mjrules.hands.record import FIELDS, FLAGS
from mjrules.hands.spoken import tiles_by_letters
from mjrules.hands.text import HAND_WORDS, read_text
from mjrules.ruleset.files.find import known_ids
from mjrules.tiles.tile import (
    BONUS,
    BY_TEXT,
    JOKER,
    KIND,
    RED,
    STANDING,
    TEXT,
    Tile,
    format_tiles,
    format_unicode,
    parse_tiles,
    sort_tiles,
)
from tests.kit.profile import examples, thinned

ROOT, OFFICIAL = mjrules.load("root"), mjrules.load("chinese-official")
BOTH = pytest.mark.parametrize("ruleset", [ROOT, OFFICIAL], ids=lambda ruleset: ruleset.id)

every_tile = st.sampled_from(range(STANDING))
in_hand = st.sampled_from([tile for tile in range(STANDING) if tile not in BONUS])
bonus = st.sampled_from(list(BONUS))


def tile(text: str) -> Tile:
    return BY_TEXT[text]


# Tiles.


@given(st.lists(every_tile))
@example([tile("1s"), tile("s1"), tile("f1"), tile("2m"), tile("f2"), tile("1s")])
def test_tiles_written_are_read_back(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@given(st.lists(every_tile))
def test_tiles_written_one_by_one_are_read_back(tiles: list[Tile]) -> None:
    assert parse_tiles(" ".join(TEXT[tile] for tile in tiles)) == tuple(tiles)


@given(st.lists(every_tile), st.randoms(use_true_random=False))
def test_spaces_may_stand_between_digits_and_letters(tiles: list[Tile], rng: random.Random) -> None:
    plain = [tile for tile in tiles if tile not in BONUS]
    text = "".join(char + " " * rng.randint(0, 1) for char in format_tiles(plain))
    assert parse_tiles(text) == tuple(plain)


@given(st.lists(every_tile))
def test_unicode_is_read_back_with_red_fives_as_fives(tiles: list[Tile]) -> None:
    assert parse_tiles(format_unicode(tiles)) == tuple(KIND[tile] for tile in tiles)


@given(st.lists(st.tuples(every_tile, st.booleans())))
def test_unicode_may_stand_between_other_tiles(tiles: list[tuple[Tile, bool]]) -> None:
    text = " ".join(format_unicode([tile]) if as_unicode else TEXT[tile] for tile, as_unicode in tiles)
    assert parse_tiles(text) == tuple(KIND[tile] if as_unicode else tile for tile, as_unicode in tiles)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("123m", "1m 2m 3m"),
        ("1 2 3 m", "1m 2m 3m"),
        ("19m19p", "1m 9m 1p 9p"),
        ("0m5m0p0s", "0m 5m 0p 0s"),
        ("1234567z", "1z 2z 3z 4z 5z 6z 7z"),
        ("f1s3", "f1 s3"),
        ("f13s24", "f1 f3 s2 s4"),
        ("a13s2", "a1 a3 s2"),
        ("1m a24J", "1m a2 a4 J"),
        ("f1 3s", "f1 3s"),
        ("1ss1", "1s s1"),
        ("JJ1m", "J J 1m"),
        ("🀀🀁🀂🀃", "1z 2z 3z 4z"),
        ("🀄🀅🀆", "7z 6z 5z"),
        ("🀄\ufe0e🀄\ufe0f", "7z 7z"),
        ("🀇🀏🀐🀘🀙🀡", "1m 9m 1s 9s 1p 9p"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩🀪", "f1 f2 f4 f3 s1 s2 s3 s4 J"),
    ],
)
def test_texts_of_tiles(text: str, tiles: str) -> None:
    assert [TEXT[tile] for tile in parse_tiles(text)] == tiles.split()


@pytest.mark.parametrize(
    "text",
    [
        "123",
        "m",
        "8z",
        "0z",
        "1x",
        "f5",
        "s0",
        "a5",
        "1a",
        "a",
        "f 1m",
        "123ms",
        "sf1",
        "asJ",
        "12 f1",
        "1f",
        "12J",
        "１m",
        "²m",
        "🂡",
    ],
)
def test_texts_that_are_no_tiles(text: str) -> None:
    with pytest.raises(TileError):
        parse_tiles(text)


@given(st.text(alphabet="0123456789mpszfsaJ 🀀🀄\ufe0f²xE", max_size=12))
def test_any_text_is_tiles_or_refused(text: str) -> None:
    try:
        tiles = parse_tiles(text)
    except TileError:
        return
    assert parse_tiles(format_tiles(tiles)) == tiles


# Hands.


@st.composite
def melds(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["chow", "pung", "kong"]))
    first = draw(st.integers(0, 33))
    if kind == "chow":
        first = draw(st.integers(0, 2)) * 9 + draw(st.integers(0, 6))
    tiles = [first, first + 1, first + 2] if kind == "chow" else [first] * (4 if kind == "kong" else 3)
    red = {five: red for red, five in RED.items()}
    tiles = [red[tile] if tile in red and draw(st.booleans()) else tile for tile in tiles]
    meld: dict[str, Any] = {"type": kind, "tiles": format_tiles(draw(st.permutations(tiles)))}
    if kind == "kong" and draw(st.booleans()):
        return {**meld, "concealed": True}
    if draw(st.booleans()):
        meld["from"] = draw(st.sampled_from(["left", "across", "right"]))
    if kind == "kong" and draw(st.booleans()):
        meld["added"] = True
    return meld


NAMES = st.text(string.ascii_lowercase + "_", min_size=2, max_size=12).filter(
    lambda name: name not in FIELDS and name not in HAND_WORDS
)
SITUATION = st.sets(st.sampled_from(sorted(FLAGS)) | NAMES, max_size=4)


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    """Hand records: won, as dealt, or not won, with anything in the situation."""
    tiles = draw(st.lists(in_hand, max_size=14))
    record: dict[str, Any] = {
        "melds": draw(st.lists(melds(), max_size=4)),
        "seat": draw(st.sampled_from("ESWN")),
        "round": draw(st.sampled_from("ESWN")),
        "flags": sorted(draw(SITUATION)),
        "flowers": draw(st.integers(0, 8) | st.lists(bonus.map(lambda tile: TEXT[tile]), max_size=8)),
        "declared": draw(st.booleans()),
        **draw(st.dictionaries(NAMES, st.integers(-999_999_999, 999_999_999), max_size=2)),
    }
    if draw(st.booleans()):
        record["from"] = draw(st.sampled_from(["left", "across", "right"]))
    how = draw(st.sampled_from(["won", "as dealt", "not won"]))
    if how == "won":
        record.update(win=TEXT[draw(in_hand)], self_drawn=draw(st.booleans()))
    elif how == "as dealt":
        tiles = [*tiles, *[0] * ((2 - len(tiles)) % 3)]
        record["flags"] = sorted({*record["flags"], "heaven"})
    else:
        record["winner"] = False
        tiles = tiles[: len(tiles) - (len(tiles) % 3 == 2)]
    return {**record, "concealed": format_tiles(draw(st.permutations(tiles)))}


@given(records())
def test_a_hand_as_record_is_read_back(record: dict[str, Any]) -> None:
    hand = Hand.from_record(record)
    again = Hand.from_record(hand.to_record())
    assert again == hand
    assert hash(again) == hash(hand)
    assert again.to_record() == hand.to_record()


@given(records())
def test_a_hand_as_text_is_read_back_but_for_where_sets_came_from(record: dict[str, Any]) -> None:
    hand = Hand.from_record(record)
    plain = replace(hand, melds=tuple(meld._replace(source=None) for meld in hand.melds))
    assert Hand.parse(hand.to_text()) == plain


@BOTH
@settings(max_examples=examples(50))
@given(record=records())
def test_a_hand_as_text_is_read_the_same_beside_a_rulesets_words(ruleset: Ruleset, record: dict[str, Any]) -> None:
    text = Hand.from_record(record).to_text()
    words = {word.casefold() for names in ruleset.names.lists.values() for word in chain(*names.words)}
    assume(not words & {flag.casefold() for flag in record["flags"]})
    assume(not any(tiles_by_letters(flag, ruleset.names) or nearest_word(flag, words) for flag in record["flags"]))
    assert ruleset.parse(text) == Hand.parse(text)


@pytest.mark.parametrize("value", [True, False])
def test_a_field_that_is_true_or_false_is_read_back(value: bool) -> None:
    hand = Hand.from_record({"concealed": "11m", "win": "1m", "some_field": value})
    assert Hand.parse(hand.to_text()) == hand


def test_a_dead_hand_of_any_number_of_tiles_is_read_back() -> None:
    hand = Hand.from_record({"concealed": "12345m", "winner": False, "flags": ["dead_hand"]})
    assert Hand.parse(hand.to_text()) == hand


def test_the_example_of_a_hand_text() -> None:
    hand = Hand.parse("(789s) [1111z] 2345688p +7p seat=S round=E from=left last_of_kind flowers=f1s3")
    assert [meld.to_record() for meld in hand.melds] == [
        {"type": "chow", "tiles": "789s", "concealed": False},
        {"type": "kong", "tiles": "1111z", "concealed": True},
    ]
    assert hand.concealed == parse_tiles("2345688p")
    assert (hand.win, hand.self_drawn, hand.winner) == (tile("7p"), False, True)
    assert (hand.seat, hand.round, hand.source) == ("S", "E", "left")
    assert hand.flags == {"last_of_kind"}
    assert hand.bonus == (tile("f1"), tile("s3"))


def test_marks_and_numbers_of_tiles_say_how_a_hand_ended() -> None:
    assert Hand.parse("123m456p789s1112z !2z").self_drawn
    assert not Hand.parse("123m456p789s1112z").winner
    dealt = Hand.parse("123m456p789s11122z")
    assert (dealt.winner, dealt.win, dealt.self_drawn, set(dealt.flags)) == (True, None, True, {"heaven"})


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        "123456789m11z22z +2z",
        "123456789m 11z 22z + 2z",
        "1 2 3 456789m 1 1z 22z +2z",
        "123 m 456 m 789 m 1 1 2 2 z +2z",
        "123456789m11z22z + 2 z",
        " 22z 1m2m3m4m5m6m7m8m9m 11z+2z ",
        "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀀🀀🀁🀁 +🀁",
        "🀇 🀈 🀉 🀊 456789m5m 6m 11z🀁🀁+🀁".replace("🀊 456789m5m 6m", "🀊 56789m"),
    ],
)
def test_spaces_and_spellings_do_not_matter(ruleset: Ruleset, text: str) -> None:
    wanted = Hand.parse("123456789m1122z +2z")
    assert Hand.parse(text) == wanted
    assert ruleset.parse(text) == wanted


TOKENS = [
    "123m", "55z", "J", "f1", "0p", "(", ")", "[", "]", "(123m)", "[1111z]", "(12m)", "[123m]", "(J J J)", "+", "!",
    "+1m", "!J", "seat=S", "seat=X", "round=5", "from=left", "flowers=f1", "flowers=9", "flowers=x", "flags=3",
    "flags=a", "melds=1", "concealed=1m", "win=1m", "winner=false", "winner=1", "self_drawn=true", "declared",
    "declared=true", "heaven", "id=7", "ruleset=root", "options=1", "expect=2", "x=1", "x=true", "=", "3", "bamboo",
    "3 bamboo", "Moon", "red dragon", "🀄\ufe0f", "\ufe0f", "²m", "１m", "robbing_kong", "last_of_kind", "1", "m",
]  # fmt: skip


def hand_or_code(read: Callable[[Any], Hand], value: Any) -> Any:
    """The hand, or the code with which it is refused."""
    try:
        return read(value)
    except HandError as error:
        return error.code


def same_record(first: Hand, second: Hand) -> bool:
    """Whether two hands say the same; compared as text, as NaN differs from itself."""
    return repr(first.to_record()) == repr(second.to_record())


@BOTH
@settings(max_examples=examples(400))
@given(words=st.lists(st.sampled_from(TOKENS), max_size=6))
@example(words=["flags=3", "55z"])
@example(words=["flags=a", "55z"])
def test_any_text_is_a_hand_or_refused(ruleset: Ruleset, words: list[str]) -> None:
    for read in (Hand.parse, ruleset.parse):
        hand = hand_or_code(read, " ".join(words))
        assert hand == "bad_record" or Hand.from_record(hand.to_record()) == hand


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.floats() | st.sampled_from([*TOKENS, *FIELDS, "chow", "E"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "tiles", "x"]), inner),
)


@settings(max_examples=examples(300))
@given(st.dictionaries(st.sampled_from(sorted(FIELDS)) | NAMES, ANYTHING) | ANYTHING)
def test_any_record_is_a_hand_or_refused(record: Any) -> None:
    hand = hand_or_code(Hand.from_record, record)
    assert hand == "bad_record" or same_record(Hand.from_record(hand.to_record()), hand)


# Words.

WORDS = {
    "1z": ["East", "East Wind", "Dong", "Ton", "東", "东", "東風", "东风"],
    "2z": ["South", "South Wind", "Nan", "南", "南風", "南风"],
    "3z": ["West", "West Wind", "Fang", "Sya", "西", "西風", "西风"],
    "4z": ["North", "North Wind", "Bei", "Peki", "北", "北風", "北风"],
    "5z": ["White", "White Dragon", "Soap", "Po", "Haku", "白", "白板"],
    "6z": ["Green", "Green Dragon", "Fat", "Hatu", "發", "发", "発", "發財", "发财"],
    "7z": ["Red", "Red Dragon", "Chung", "Chun", "中", "紅中", "红中"],
    "1p": ["The Moon"],
    "5p": ["Plum Blossom"],
    "1s": ["Sparrow", "Peacock", "么雞", "么鸡", "幺雞", "幺鸡"],
    "J": ["joker", "jokers", "百搭", "财神", "財神", "癞子", "癩子", "鬼牌"],
    "8s": ["Gate", "Gates", "The Gate"],
    "f1": ["Fu", "梅"],
    "f2": ["Lily", "Lu", "蘭", "兰"],
    "f3": ["Shu", "菊"],
    "f4": ["Csi", "竹"],
    "s1": ["Spring", "Fisher", "Fisherman", "Wind", "春"],
    "s2": ["Summer", "Woodcutter", "Flower", "夏"],
    "s3": ["Autumn", "Farmer", "Snow", "秋"],
    "s4": ["Winter", "Scholar", "冬"],
    "a1": ["Cat", "貓", "猫"],
    "a2": ["Mouse", "Rat", "鼠", "老鼠"],
    "a3": ["Rooster", "雞", "鸡", "公雞", "公鸡"],
    "a4": ["Centipede", "蜈蚣"],
}
"""Words of one meaning."""
SEVERAL = {
    "Moon": ["1p", "s4"],
    "Plum": ["5p", "f1"],
    "Bamboo": ["the suit s", "f2", "f3", "f4"],
    "Orchid": ["f2", "f4"],
    "Chrysanthemum": ["f3", "f4"],
}
"""Words of several meanings."""
PREFERRED = {"Orchid": "f2", "Chrysanthemum": "f3"}
"""What the Guide to Mahjong means by them, whose lists Chinese Official prefers among bonus tiles."""
SUIT_WORDS = {
    "m": ["character", "characters", "wan", "crack", "cracks", "char", "chars", "crak", "craks", "萬", "万"],
    "p": ["dot", "dots", "circle", "circles", "ball", "balls", "coin", "coins", "筒", "餅", "饼"],
    "s": ["bamboo", "bamboos", "bamb", "bambs", "bams", "bam", "stick", "sticks", "條", "条", "索"],
}
SET_WORDS = {
    "pung": ["Pung", "Poong", "Pon", "Pong", "碰", "刻子"],
    "kong": ["Kong", "Kaong", "Quong", "King", "Kan", "杠", "槓"],
    "chow": ["Chow", "Chi", "Run", "Sequence", "Quint", "吃", "顺子", "順子"],
    "pair": ["Pair", "Eye", "Eyes", "Head", "Sparrow's Head", "对子", "對子", "将", "將"],
}
MEANINGS = [(word, text) for text, words in WORDS.items() for word in words]
SUITED = [(f"{rank} {word}", f"{rank}{suit}") for suit, words in SUIT_WORDS.items() for word in words for rank in "159"]
IN_HAND = [(word, text) for word, text in [*MEANINGS, *SUITED] if text[0].isdigit()]
CASES = pytest.mark.parametrize("spelt", [str, str.lower, str.upper], ids=["as_listed", "lower", "upper"])


@BOTH
@CASES
@pytest.mark.parametrize(("word", "text"), thinned([*MEANINGS, *SUITED], 20))
def test_what_a_word_means(ruleset: Ruleset, word: str, text: str, spelt: Any) -> None:
    assert ruleset.names.read(spelt(word)) == (tile(text),)


def test_the_table_holds_every_word_of_the_root() -> None:
    listed: dict[str, set[str]] = {kind: set() for kind in ("tiles", "suits", "sets", "flags")}
    for item in ROOT.names.lists.values():
        listed[item.kind].update(word.casefold() for words in item.words for word in words)
    assert listed["tiles"] == {word.casefold() for word in [*SEVERAL, *(word for word, _ in MEANINGS)]}
    assert listed["suits"] == {word for words in SUIT_WORDS.values() for word in words}
    assert listed["sets"] == {word.casefold() for words in SET_WORDS.values() for word in words}


@pytest.mark.parametrize("id", known_ids())
def test_every_word_for_a_flag_is_read_as_that_flag(id: str) -> None:
    names = mjrules.load(id).names
    said = [
        (flag, word)
        for item in names.lists.values()
        if item.kind == "flags"
        for flag, words in zip(item.things, item.words, strict=True)
        for word in words
    ]
    assert said, "the root has some"
    for flag, word in said:
        for text in (
            f"{word} 123m456p789s1112z +2z",
            f"123m456p789s1112z +2z {word}",
            f"123m456p789s1112z 和二条 {word.title()}",
        ):
            assert Hand.from_record(read_text(text, names, FLAGS)).flags == {flag}, text


@pytest.mark.parametrize(("word", "text"), thinned(IN_HAND, 12))
def test_words_stand_for_tiles_of_a_hand(word: str, text: str) -> None:
    hand = ROOT.parse(f"{word} 234567m {word} 99m (888p) {word} + {word} seat=S")
    three = sort_tiles([*parse_tiles("23456799m"), *[tile(text)] * 3])
    assert hand == Hand.from_record(
        {
            "melds": [{"type": "pung", "tiles": "888p"}],
            "concealed": format_tiles(three),
            "win": text,
            "seat": "S",
        }
    )


@pytest.mark.parametrize(("word", "text"), thinned(IN_HAND, 12))
def test_words_stand_in_declared_sets(word: str, text: str) -> None:
    hand = OFFICIAL.parse(f"({word} {word} {word}) 234567m 55z 9s +9s")
    assert hand.melds[0].tiles == (tile(text),) * 3


@pytest.mark.parametrize(("word", "text"), thinned(IN_HAND, 12))
def test_words_are_read_like_the_record_of_the_hand(word: str, text: str) -> None:
    hand = OFFICIAL.parse(f"(111m) 234567m {word} {word} 9s +9s")
    assert OFFICIAL.read(f"(111m) 234567m {word} {word} 9s +9s") == OFFICIAL.read(hand.to_record()) == hand


def test_a_hand_in_words_scores_as_the_same_hand_in_tiles() -> None:
    words = OFFICIAL.parse(
        "(3 bamboo 4 bamboo 5 bamboo) 3 Bamboos 4 bamb 5 bams Red Dragon red chung 7 dots 8 circles EAST east +9 dots"
    )
    tiles = OFFICIAL.parse("(345s) 345s777z78p11z +9p")
    assert OFFICIAL.score(words).to_record() == OFFICIAL.score(tiles).to_record()


@pytest.mark.parametrize(
    "text", ["white white 5z", "5z white white", "5z5z white", "white 55z", "Soap 5z Haku", "po po po"]
)
def test_words_and_tiles_may_be_mixed(text: str) -> None:
    assert ROOT.names.read(text) == (tile("5z"),) * 3


@BOTH
@CASES
@pytest.mark.parametrize(("word", "meanings"), SEVERAL.items())
def test_a_word_of_several_meanings(ruleset: Ruleset, word: str, meanings: list[str], spelt: Any) -> None:
    if ruleset is OFFICIAL and word in PREFERRED:
        assert ruleset.names.read(spelt(word)) == (tile(PREFERRED[word]),)
        return
    with pytest.raises(TileError, match="several meanings") as caught:
        ruleset.names.read(spelt(word))
    flowers = {"f1", "f2", "f3", "f4"} if ruleset is OFFICIAL else set()
    for meaning in meanings if not flowers & set(meanings) else set(meanings) - flowers:
        assert meaning in str(caught.value)


@pytest.mark.parametrize("word", SEVERAL)
def test_a_word_of_several_meanings_in_a_hand_is_refused(word: str) -> None:
    for text, field in ((f"123m456p789s111z {word} +2z", "concealed"), (f"123m456p789s1112z +{word}", "win")):
        with pytest.raises(HandError, match="several meanings") as caught:
            ROOT.parse(text)
        assert (caught.value.code, caught.value.field) == ("bad_record", field)


def test_a_suit_word_keeps_its_meaning_behind_a_number_where_a_flower_is_preferred() -> None:
    assert OFFICIAL.names.read("3 Bamboo") == (tile("3s"),)
    with pytest.raises(TileError, match=r"the suit s .* or f4"):
        OFFICIAL.names.read("Bamboo")


@pytest.mark.parametrize("text", ["10 bamboo", "0 dots", "99 wan", "dots", "circles", "0 bamboo"])
def test_numbers_that_a_suit_has_not_and_suits_without_a_number(text: str) -> None:
    with pytest.raises(TileError):
        ROOT.names.read(text)


@BOTH
@CASES
@pytest.mark.parametrize(
    ("word", "kind"), thinned([(word, kind) for kind, words in SET_WORDS.items() for word in words], 3)
)
def test_what_a_word_for_a_set_means(ruleset: Ruleset, word: str, kind: str, spelt: Any) -> None:
    assert ruleset.names.set_kind(spelt(word)) == kind


def test_a_word_that_names_no_set() -> None:
    assert ROOT.names.set_kind("Sparrow") is None
    assert ROOT.names.set_kind("nonsense") is None


# Output.


@pytest.mark.parametrize("text", [TEXT[kind] for kind in range(JOKER)])
def test_printed_words_are_read_back(text: str) -> None:
    printed = OFFICIAL.names.format([tile(text)], "words")
    if text in ("f1", "f4"):
        with pytest.raises(TileError, match="several meanings"):
            OFFICIAL.names.read(printed)
    else:
        assert OFFICIAL.names.read(printed) == (tile(text),)


@pytest.mark.parametrize(
    ("style", "text", "printed"),
    [
        ("text", "123m0p5zf1", "123m0p5zf1"),
        ("unicode", "1m1p1s1z", "🀇🀙🀐🀀"),
        ("unicode", "567z", "🀆🀅🀄\ufe0e"),
        ("unicode", "f1234s1234", "🀢🀣🀥🀤🀦🀧🀨🀩"),
        ("words", "3s1p7m7z1z", "3 bamboo, 1 dot, 7 character, Red Dragon, East"),
        ("suits_us", "3s1p7m", "3 bamb, 1 dot, 7 crack"),
        ("familiar", "1p5p1s8s2s", "Moon, Plum Blossom, Sparrow, Gate, 2 bamboo"),
        ("winds_dong", "1234z5z", "Dong, Nan, Fang, Bei, White Dragon"),
        ("dragons_haku", "567z", "Haku, Hatu, Chun"),
        ("flowers_bamboo", "f1234s1", "Plum, Bamboo, Chrysanthemum, Orchid, Spring"),
        ("seasons_wind", "s1234f1", "Wind, Flower, Snow, Moon, Plum"),
    ],
)
def test_styles_of_output(style: str, text: str, printed: str) -> None:
    assert OFFICIAL.names.format(parse_tiles(text), style) == printed


@pytest.mark.parametrize("tile", range(len(BY_TEXT)))
def test_a_field_says_a_tile_the_same_alone_and_in_a_list(tile: int) -> None:
    field, text = RecordField("shown", "tiles", "tiles shown"), format_tiles([tile])
    assert field_value(field, [text, text]) == parse_tiles(text) * 2 == field_value(field, f"{text} {text}")
