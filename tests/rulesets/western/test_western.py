"""The ruleset western: its special hands, each with a near miss, their overlaps, their kongs, fishing, house rules."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset, Score
from mjrules.ruleset.citations import read_citations
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.resolve import load_nodes
from mjrules.ruleset.statements import read_documents
from tests.kit.profile import thinned


@cache
def loaded(**options: Any) -> Ruleset:
    return mjrules.load("western", options)


def scored(hand: str | dict[str, Any], **options: Any) -> Score:
    read = Hand.parse(hand) if isinstance(hand, str) else Hand.from_record(hand)
    return loaded(**options).score(read)


def special(score: Score) -> tuple[str | None, float]:
    """The special hand that decides, and how many limits it is worth."""
    totals = score.totals
    return totals["special"], float(totals["limits"])


def awarded(hand: str | dict[str, Any], **options: Any) -> list[str]:
    """The rules that a hand is awarded; `not_winning` for one that is no win."""
    try:
        return [item.id for item in scored(hand, **options).items]
    except HandError as error:
        return [error.code]


class Special(NamedTuple):
    """A special hand: its place in Appendix B, its id, its worth in limits, an example and a near miss.

    `named` is given where another hand of equal worth is there too, and is named.
    """

    place: int
    id: str
    limits: float
    hand: str
    near: str
    named: str = ""


SPECIALS = [
    Special(1, "heavens_blessing", 2, "123m456p789s222p55p seat=E heaven", "123m222456p5789s !5s seat=E"),
    Special(2, "earths_blessing", 2, "123m222456p5789s +5s seat=S earth", "123m222456p5789s +5s seat=S"),
    Special(3, "four_blessings", 2, "111222333444z9m +9m", "111222333444z5m +5m"),
    Special(4, "three_great_scholars", 2, "555666777z333z4z +4z", "555666777z8884p +4p"),
    Special(5, "royal_ruby", 2, "777z555777999s3s +3s", "777z555777999s2s +2s"),
    Special(6, "imperial_jade", 2, "666z222444666s8s +8s", "666z222444666s5s +5s"),
    Special(7, "all_pictures", 2, "111222555666z7z +7z", "111222555666z9s +9s"),
    Special(8, "thirteen_unique_wonders", 2, "19m19p19s1234567z +7z", "29m19p19s1234567z +7z"),
    Special(9, "windy_dragons", 2, "555666z1122334z +4z", "555666z112233z9m +9m"),
    Special(10, "heavenly_paradise", 2, "555666777111z8p +8p seat=E", "555666777222z8p +8p seat=S"),
    Special(11, "red_lily", 2, "777555z555999s7s +7s", "777555z555999s8s +8s"),
    Special(12, "lily_of_the_valley", 2, "666555z222888s4s +4s", "666555z222888s7s +7s"),
    Special(13, "red_lantern", 2, "777222z1234567m +3m seat=S", "777222z1234567m +8m seat=S"),
    Special(14, "heads_and_tails", 1, "111m999p999s111p9m +9m", "111m999p999s111p8p +8p"),
    Special(15, "ordinary_limit", 1, "777z123456999m2m +2m", "555z123456999m2m +2m"),
    Special(16, "ones_nines_winds_dragons", 1, "111m222z999p555z9s +9s", "111m222z888p555z9s +9s"),
    Special(17, "chinese_odds", 1, "111333555999m7m +7m", "111444555999m7m +7m"),
    Special(18, "dragons_tail", 1, "123456789p333z5z +5z", "(333z) 123456789p5z +5z"),
    Special(19, "run_pung_pair", 1, "123456789777s2s +2s", "123456789s777p2s +2s"),
    Special(20, "plum_blossom", 1, "123456m46p789s22z !5p seat=N", "123456m46p789s22z +5p seat=N"),
    Special(21, "moon_from_the_sea", 1, "123456m23p789s22z !1p seat=N", "123456m23p789s22z +1p seat=N last_tile"),
    Special(22, "clean_pairs", 1, "1122445577899m +8m", "112244557799m6z +6z"),
    Special(23, "honour_pairs", 1, "1122334455667z +7z", "1122334455667z +9m"),
    Special(24, "heavenly_joy", 1, "(1111m) [5555p] (8888s) [2222z] 3m +3m", "(1111m) [5555p] (8888s) 222z3m +3m"),
    Special(25, "windy_chow", 1, "123456789m1234z +2z", "123456m789p1234z +2z"),
    Special(26, "crawly_snake", 1, "123456789m222z3z +3z", "123456789m222z5z +5z"),
    Special(27, "wrigley_snake", 1, "1234567p123456z +7z", "1234567p123456z +6z"),
    Special(28, "gates_of_heaven", 1, "1112345678999m +5m", "1112345678999m +1m"),
    Special(29, "gerties_garter", 1, "1234567m123456s +7s", "1234567m234567s +8s"),
    Special(30, "sparrows_sanctuary", 1, "1111222244668s +8s", "1111222244668s +5s", named="clean_pairs"),
    Special(31, "run_pung_honours", 1, "123456789444p3z +3z", "123456789p444s3z +3z"),
    Special(32, "dragonfly", 1, "444m555p666s777z9m +9m", "444m555p666s444z9m +9m"),
    Special(33, "buried_treasure", 0.5, "222m555p888s444z9m +9m", "(222m) 555p888s444z9m +9m"),
    Special(34, "no_score_hand", 0.5, "1222334556778m +9m", "1222334556778m +9m flowers=f1"),
    Special(35, "crocheting", 0.5, "1234679m123467p +9p", "1234679m123467p +9s"),
    Special(36, "triple_knitting", 0.5, "24568m2468p2468s +5p", "24568m2468p2468s +6p"),
    Special(37, "dirty_pairs", 0.5, "1133m5577p99s226z +6z", "1133m5577p99s226z +5z"),
]
EVENTS = {"heavens_blessing", "earths_blessing", "plum_blossom", "moon_from_the_sea"}
BY_ID = {item.id: item for item in SPECIALS}
of_special = pytest.mark.parametrize("item", SPECIALS, ids=lambda item: item.id)


# The list.


def test_the_table_has_every_special_hand_in_the_order_of_the_document() -> None:
    places = {id: rule.nr for id, rule in loaded().definition.rules.items() if rule.nr is not None}
    assert places == {item.id: f"B {item.place}" for item in SPECIALS}
    assert [item.place for item in SPECIALS] == list(range(1, 38))


def test_every_special_hand_cites_its_entry_of_appendix_b() -> None:
    documents, chain = read_documents(), read_chain("western")
    cited = {item.names: item.path for item in read_citations(load_nodes(chain).node, chain, documents).statements}
    entries = [
        id
        for id in (f"marks-mahjong-page {name}" for name in documents["marks-mahjong-page"].statements)
        if " appendix b " in id and id.split(" appendix b ")[1] not in ("group", "open", "closed")
    ]
    assert len(entries) == len(SPECIALS)
    assert [id for id in entries if id not in cited] == []


@of_special
def test_special_hand(item: Special) -> None:
    score = scored(item.hand)
    assert special(score) == (item.named or item.id, item.limits)
    assert score.total == item.limits * 1000


@of_special
def test_near_miss(item: Special) -> None:
    assert item.id not in awarded(item.near)


@pytest.mark.parametrize(("limit", "worth"), thinned([(300, 300), (500, 500), (None, 1000)], 3))
@of_special
def test_special_hands_are_multiples_of_the_limit(item: Special, limit: int | None, worth: int) -> None:
    """Where there is no limit, they are multiples of the game's own, unless the points are worth more."""
    score = scored(item.hand, limit=limit)
    assert score.total >= item.limits * worth
    assert score.total == item.limits * worth or not special(score)[1]


OVERLAPS = [
    ("555666777z333z4z +4z", {"three_great_scholars", "all_pictures"}, 2000),
    ("111222333444z5z +5z", {"four_blessings", "all_pictures"}, 2000),
    ("555666777z111z2z +2z seat=E", {"three_great_scholars", "all_pictures", "heavenly_paradise"}, 2000),
    ("1112225556677z +6z", {"all_pictures"}, 2000),
    ("111m999p999s111p9m +9m", {"heads_and_tails", "ones_nines_winds_dragons"}, 1000),
    ("111222555666z7z +7z", {"all_pictures"}, 2000),
    ("666z222444666s8s +8s", {"imperial_jade"}, 2000),
    ("1122445577899m +8m", {"clean_pairs"}, 1000),
    ("1122334455667z +7z", {"honour_pairs"}, 1000),
    ("1111222244668s +8s", {"sparrows_sanctuary", "clean_pairs"}, 1000),
    ("1122335m112233s +5s", {"crocheting", "dirty_pairs"}, 500),
    ("[1111z] [2222z] [3333z] [4444z] 5z +5z", {"four_blessings", "all_pictures"}, 2000),
    ("111222333444z9m +9m earth seat=S", {"four_blessings", "earths_blessing"}, 2000),
    ("1112345678999p !5p", {"gates_of_heaven", "plum_blossom"}, 1000),
    ("46p123s22m222s999m !5p seat=N", {"plum_blossom"}, 1000),
]


@pytest.mark.parametrize(("hand", "ids", "total"), OVERLAPS)
def test_of_several_special_hands_the_dearest_counts(hand: str, ids: set[str], total: int) -> None:
    score = scored(hand)
    assert score.total == total
    assert special(score)[0] in ids


# Pungs, kongs and calls.

FORMS = ("pung", "called pung", "called kong", "concealed kong")


def with_sets(sets: str, forms: tuple[str, ...], rest: str, win: str) -> dict[str, Any]:
    """A record with these pungs in these forms, further concealed tiles and the winning tile, claimed."""
    melds, concealed = [], rest
    for tile, form in zip(sets.split(), forms, strict=True):
        number = 4 if "kong" in form else 3
        if form == "pung":
            concealed += tile[0] * 3 + tile[1]
        else:
            kind = {"type": form.split()[-1], "tiles": tile[0] * number + tile[1], "concealed": "conc" in form}
            melds.append(kind)
    return {"melds": melds, "concealed": concealed, "win": win, "seat": "S", "round": "S"}


GROUPS = [
    ("four_blessings", "1z 2z 3z 4z", "9m"),
    ("three_great_scholars", "5z 6z 7z 3z", "4z"),
    ("royal_ruby", "7z 5s 7s 9s", "3s"),
    ("imperial_jade", "6z 2s 4s 6s", "8s"),
    ("all_pictures", "1z 2z 5z 6z", "7z"),
    ("red_lily", "7z 5z 5s 9s", "7s"),
    ("lily_of_the_valley", "6z 5z 2s 8s", "4s"),
    ("heavenly_paradise", "5z 6z 7z 2z", "8p"),
    ("heads_and_tails", "1m 9p 9s 1p", "9m"),
    ("ordinary_limit", "7z 2m 4m 8m", "6m"),
    ("ones_nines_winds_dragons", "1m 2z 9p 5z", "9s"),
    ("chinese_odds", "1m 3m 5m 9m", "7m"),
]


@pytest.mark.parametrize(("id", "sets", "pair"), thinned(GROUPS, 4), ids=lambda value: value)
def test_groups_are_pungs_or_kongs_called_or_not(id: str, sets: str, pair: str) -> None:
    for forms in product(FORMS, repeat=4):
        score = scored(with_sets(sets, forms, pair, pair))
        joy = BY_ID[id].limits == 1 and all("kong" in form for form in forms)
        assert special(score) in [(id, BY_ID[id].limits), ("heavenly_joy", 1)][: 1 + joy], forms


PARTLY = [
    ("windy_dragons", "5z 6z", "1122334z", "4z", set(FORMS)),
    ("dragons_tail", "3z", "123456789p5z", "5z", {"pung", "concealed kong"}),
    ("crawly_snake", "2z", "123456789m3z", "3z", {"pung"}),
    ("gates_of_heaven", "1m 9m", "2345678m", "5m", {"pung", "concealed kong"}),
    ("run_pung_pair", "7s", "123456789s2s", "2s", {"pung"}),
    ("run_pung_honours", "4p", "123456789p3z", "3z", {"pung"}),
    ("buried_treasure", "2m 5p 8s 4z", "9m", "9m", {"pung"}),
]


@pytest.mark.parametrize(
    ("id", "sets", "rest", "win", "allowed"),
    PARTLY,
    ids=lambda value: "-".join(sorted(value)) if isinstance(value, set) else str(value)[:15],
)
def test_which_sets_a_hand_may_have_called(id: str, sets: str, rest: str, win: str, allowed: set[str]) -> None:
    for forms in product(FORMS, repeat=len(sets.split())):
        found = awarded(with_sets(sets, forms, rest, win))
        assert (found == [id]) is (set(forms) <= allowed), (forms, found)


def test_dragonfly_has_pungs_and_a_group_of_dragons() -> None:
    for forms in product(FORMS, repeat=4):
        hand = with_sets("4m 5p 6s 7z", forms, "9m", "9m")
        exact = not any("kong" in form for form in forms[:3])
        joy = all("kong" in form for form in forms)
        assert (awarded(hand) == ["dragonfly"]) is exact, forms
        assert awarded(hand, special_pungs="kongs_too") in (["dragonfly"], ["heavenly_joy"])[: 1 + joy], forms


@pytest.mark.parametrize("forms", list(product(FORMS, repeat=2)), ids="-".join)
def test_red_lantern_is_worth_more_where_nothing_is_called(forms: tuple[str, ...]) -> None:
    closed = not any("called" in form for form in forms)
    assert special(scored(with_sets("7z 2z", forms, "1234567m", "3m"))) == ("red_lantern", 2 if closed else 1)


@pytest.mark.parametrize("number", range(1, 10))
@pytest.mark.parametrize(
    ("id", "rest"),
    [
        ("windy_chow", "1234z +2z"),
        ("dragons_tail", "333z5z +5z"),
        ("run_pung_pair", "777m2m +2m"),
        ("crawly_snake", "222z3z +3z"),
        ("run_pung_honours", "444m3z +3z"),
    ],
)
def test_a_run_is_whole_and_of_one_suit(id: str, rest: str, number: int) -> None:
    """Another tile, or the same of another suit, in the place of any tile of the run."""
    run = "123456789"
    assert awarded(f"{run}m{rest}") == [id]
    for other in (f"{number}p", f"{number % 9 + 1}m", "6z"):
        assert id not in awarded(run.replace(str(number), "") + f"m{other}{rest}")


@pytest.mark.parametrize(
    ("id", "hand", "holds"),
    [
        ("ordinary_limit", "(777z) 123456999m2p +2p", False),
        ("ordinary_limit", "(777z) 123456999m2z +2z", False),
        ("ordinary_limit", "(777z) 123456m99m222z +9m", False),
        ("chinese_odds", "(111m) (333m) 555999m8m +8m", False),
        ("chinese_odds", "(111m) (333m) 555999m7p +7p", False),
        ("chinese_odds", "(111m) (333m) 555p999m7m +7m", False),
        ("no_score_hand", "(123m) 2223345567m8m9m +7m", False),
        ("no_score_hand", "123345567789m1m +1m", False),
        ("no_score_hand", "123345567789m8m +8m", True),
        ("no_score_hand", "123345567m789p2m +2m", False),
        ("no_score_hand", "123345567789m2p +2p", False),
        ("run_pung_honours", "123456789444p3s +3s", False),
        ("wrigley_snake", "123456m7p1234567z +7m", False),
        ("gerties_garter", "1234567m1234567m +7m", False),
        ("crocheting", "1234679m123467s +9s", True),
        ("crocheting", "1234679m123467z +9z", False),
        ("triple_knitting", "2468m24568p2468s +5s", True),
        ("triple_knitting", "22446688m22446p +6p", False),
        ("clean_pairs", "112233445577m9m +9m", True),
        ("clean_pairs", "11223344m5577p9m +9m", False),
    ],
)
def test_colours_and_numbers(id: str, hand: str, holds: bool) -> None:
    assert (awarded(hand) == [id]) is holds


@pytest.mark.parametrize(
    ("hand", "options", "special"),
    [
        ("666z234666888s4s +4s", {"green_bamboos": "23468"}, "ordinary_limit"),
        ("666z333666888s4s +4s", {"green_bamboos": "23468"}, "imperial_jade"),
        ("666z333666888s4s +4s", {}, "ordinary_limit"),
        ("666z555z333888s4s +4s", {"green_bamboos": "23468"}, "lily_of_the_valley"),
        ("777z555z111999s5s +5s", {"red_bamboos": "1579"}, "red_lily"),
        ("(777z) 555z111999s3s +3s", {"red_bamboos": "1579"}, None),
        ("1122334466881s +1s", {"four_identical_as_two_pairs": False, "green_bamboos": "23468"}, "sparrows_sanctuary"),
        ("555666777z333s4m +4m", {"scholars": "any"}, "three_great_scholars"),
        ("555666777z123s4m +4m", {"scholars": "any"}, None),
    ],
)
def test_colour_sets(hand: str, options: dict[str, Any], special: str | None) -> None:
    assert scored(hand, **options).totals["special"] == special


# Fishing.


def ready(item: Special) -> str:
    """The hand of an example without its last tile, of a player who has called Fishing."""
    tiles, _, situation = item.hand.replace("!", "+").partition("+")
    return f"{tiles}{situation[2:].replace('earth', '')} fishing"


@pytest.mark.parametrize("item", [item for item in SPECIALS if item.id not in EVENTS], ids=lambda item: item.id)
def test_fishing_brings_two_fifths_of_a_special_hand(item: Special) -> None:
    """Or more, for the same tiles may be ready for a dearer hand, or worth more by their points."""
    score = scored(ready(item))
    assert not score.hand.winner
    assert score.total >= 400 * item.limits


@pytest.mark.parametrize("id", sorted(EVENTS - {"heavens_blessing"}))
def test_what_a_tile_or_a_moment_makes_is_not_fished_for(id: str) -> None:
    assert special(scored(ready(BY_ID[id]))) == (None, 0)


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("111222333444z9m fishing", 800),
        ("111222333444z5m fishing seat=S", 256),
        ("1133m5577p99s226z fishing", 200),
        ("1133m5577p99s226z fishing dead_hand", 0),
        ("(123m) 33m5577p99s66z fishing", 2),
        ("24568m2468p2468s fishing", 200),
    ],
)
def test_what_is_fished_for(hand: str, total: int) -> None:
    """The pungs of all winds are worth 256 by themselves, which is more than the 200 for Buried Treasure."""
    assert scored(hand).total == total


# House rules and options together.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "options", "outcome"),
    [
        ("(222p) 12378m456p99s flowers=f1f2f3f4s2 seat=S", {"own_bonus": "once"}, 22 * 8),
        ("(222p) 12378m456p99s flowers=f1f2f3f4s2 seat=S", {"bouquet_includes_own": True}, 22 * 8),
        (
            "(222p) 12378m456p99s flowers=f1f2f3f4s2 seat=S",
            {"bouquet_includes_own": True, "own_bonus": "once"},
            22 * 8,
        ),
        ("(222m) 1333579m555z seat=S", {"clean_double_losers": False, "loser_doubles": False}, 14),
        ("(1111z) 123789m456p2z +2z seat=E", {"double_wind": "once"}, (20 + 16) * 2),
        ("(111z) 123789m456p2z +2z seat=E round=S", {"double_wind": "once"}, (20 + 4 + 2) * 2),
        ("(111z) (222z) 12378m99s +9m seat=E round=S", {"double_wind": "once"}, (20 + 8) * 4),
        ("(4444s) 12378m22456p !9m kong_replacement", {"loose_counts_as_wall": True, "final_discard": "double"}, 40),
        ("12378m22456p444s !9m", {"max_chows": 2}, "not_winning"),
        ("123456789m1234z +2z", {"max_chows": 0}, 1000),
        ("1222334556778m +9m", {"max_chows": 1}, 500),
        ("1222334556778m +9m", {"max_chows": 1, "special_hands": False}, "not_winning"),
        ("123456m46p789s22z !5p", {"max_chows": 1, "special_hands": False}, "not_winning"),
        ("123456m46p789s22z !5p", {"clean_hands": "ordinary"}, 1000),
        ("123456m46p789s22z !5p", {"clean_hands": "all"}, "not_winning"),
        ("123m222456p55789s heaven", {"special_hands": False}, 52),
        ("111222555666z7z +7z", {"clean_hands": "ordinary", "special_hands": False}, "not_winning"),
        ("111222555666z7z +7z", {"clean_hands": "all"}, "not_winning"),
        ("19m19p19s1234567z +7z", {"clean_hands": "ordinary"}, 2000),
        ("1234567m123456s +7s", {"special_hands": False}, "not_winning"),
        ("1122445577899m +8m", {"special_hands": False}, "not_winning"),
        ("111m444555777p9s fishing", {"special_hands": False}, 8 + 4 + 4 + 4),
    ],
)
def test_options_together(hand: str, options: dict[str, Any], outcome: int | str) -> None:
    try:
        found: int | str = scored(hand, **options).total
    except HandError as error:
        found = error.code
    assert found == outcome


def test_the_game_without_bonus_tiles_has_136() -> None:
    with pytest.raises(HandError, match="the game has 0"):
        scored("(444s) 12378m22456p +9m flowers=f1", chinese_game=True)
    assert loaded(chinese_game=True).options.chosen["limit"] == 300


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Greta's Garden", "wrigley_snake"),
        ("Heavenly Twins", "clean_pairs"),
        ("Calling Nine Tiles", "gates_of_heaven"),
        ("The Four Happinesses", "four_blessings"),
        ("Thirteen Grades of Imperial Treasure", "thirteen_unique_wonders"),
        ("Hand From Heaven", "heavens_blessing"),
        ("Earth's Grace", "earths_blessing"),
        ("One's & Nine's", "heads_and_tails"),
        ("Knitting", "triple_knitting"),
        ("Immaculate Hand", "superclean"),
    ],
)
def test_other_names_of_the_document(name: str, id: str) -> None:
    assert name.casefold() in [other.casefold() for other in loaded().definition.rules[id].aliases]
