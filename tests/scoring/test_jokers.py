"""Jokers stand for the tiles that are worth most: compared with trying every kind in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset, Score
from mjrules.budget import budget
from mjrules.hooks import TileSet, Wild, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.load import load
from mjrules.shapes.readings import unfinished
from mjrules.testing import check_laws, random_hands
from mjrules.tiles.tile import JOKER, KIND, KINDS, STANDING, format_tiles, parse_tiles, sort_tiles, tiles_of
from tests.kit.profile import thinned

WILD = "id: wild\nextends: chinese-official\nplugins: {add: [wild]}\ntiles: {J: 8}\n"
MANY = "id: many\nextends: chinese-official\ntiles: {123456789mps1234567z: 16}\n"
"""Chinese Official with so many copies that jokers may be replaced by fifth copies."""


@pytest.fixture(scope="module")
def wild(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """Chinese Official with eight jokers."""
    path = tmp_path_factory.mktemp("wild") / "wild.yaml"
    path.write_text(WILD, encoding="utf-8")
    return mjrules.load(str(path))


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """Chinese Official without jokers."""
    path = tmp_path_factory.mktemp("many") / "many.yaml"
    path.write_text(MANY, encoding="utf-8")
    return mjrules.load(str(path))


@cache
def official() -> Ruleset:
    return mjrules.load("chinese-official")


Best = Callable[[Hand], "Score | None"]


@pytest.fixture(scope="module")
def best(wild: Ruleset) -> Best:
    """The score of a hand with jokers, None where it is no win."""

    def score(hand: Hand) -> Score | None:
        try:
            return wild.score(hand)
        except HandError as error:
            if error.code != "not_winning":
                raise
            return None

    return score


def replacements(hand: Hand) -> Iterator[Hand]:
    """The hand with every kind in the place of every joker."""
    natural = tuple(tile for tile in hand.concealed if tile != JOKER)
    for kinds in combinations_with_replacement(range(KINDS), len(hand.concealed) - len(natural)):
        for win in range(KINDS) if hand.win == JOKER else (hand.win,):
            yield replace(hand, concealed=tuple(sorted(natural + kinds)), win=win)


def by_trying(many: Ruleset, hand: Hand) -> int | None:
    """The best total of all replacements, None where none is a win."""
    totals = []
    for own in replacements(hand):
        try:
            totals.append(many.score(own).total)
        except HandError as error:
            if error.code != "not_winning":
                raise
    return max(totals, default=None)


ONE = {
    "a chow": "(123m) 456p78sJ111s5z +5z from=left",
    "the middle of a chow": "123m46pJ789s111z5z +5z from=left",
    "the end of a chow": "12mJ456p789s111z5z +5z from=left",
    "a pair": "123m456p789s111z2z +J from=left",
    "a pung": "123m456p11sJ777z2z +2z from=left",
    "the winning tile of a chow": "123m456p78s111z22z +J from=left",
    "the winning tile of a pung": "123m456p789s11z22z +J from=left",
    "a drawn winning tile": "(123m) 456p78s111z22z !J",
    "a wait of many": "2345678m111z222z +J from=left",
    "a pure flush": "1112345678999m +J from=left",
    "beside a kong": "[1111z] (2222z) 333z44z5zJ +5z from=left",
    "four declared sets": "(111z) (222z) (333z) (444z) J +7z from=left",
    "four declared sets, won on the joker": "(111z) (222z) (333z) (444z) 7z +J from=left",
    "seven pairs": "1133557799m1p2pJ +2p from=left",
    "seven pairs, an honour missing": "1122334455m1z9sJ +9s from=left",
    "seven shifted pairs": "112233445566mJ +7m from=left",
    "orphans, one kind missing": "19m19p19s123456zJ +1m from=left",
    "orphans, the first kind missing": "9m19p19s1234567zJ +9m from=left",
    "orphans, the last kind missing": "19m19p19s123456zJ +9s from=left",
    "orphans, a pair missing": "19m19p19s1234567z +J from=left",
    "a knitted straight with its middle missing": "17m258p369s1z222zJ +1z from=left",
    "greater honors, a middle one missing": "17m258p1234567zJ +3s from=left",
    "greater honors, won on the joker": "17m258p3s1234567z +J from=left",
    "lesser honors and a straight": "17m258p369s1234zJ +6z from=left",
    "no win at all": "1479m258p369s12zJ +4z from=left",
    "a long way from a win": "1379m2468p1357sJ +9p from=left",
    "a fifth copy": "1111m234m567m99pJ +8p from=left",
    "a fifth copy in a chow": "1111m23m567m999pJ +2m from=left",
}  # fmt: skip
TWO = {
    "a pair of jokers": "123m456p789s111zJ +J from=left",
    "a pair of jokers in hand": "123m456p78s111zJJ +9s from=left",
    "a chow of two jokers": "123m456p7sJJ111z2z +2z from=left",
    "two chows": "12mJ45pJ789s111z5z +5z from=left",
    "a joker and the winning joker": "123m456p78s111z2zJ +J from=left",
    "a drawn joker": "(123m) 456p78s111z2zJ !J",
    "orphans": "19m19p19s12345zJJ +7z from=left",
    "knitted": "17m28p369s1z222zJJ +1z from=left",
    "seven pairs": "1199m1199p11s1zJJ +5z from=left",
    "four declared sets": "(111z) (222z) (333z) (444z) J +J from=left",
    "gates": "11123456789mJJ +9m from=left",
    "too far from a win": "159m159p159s12zJJ +3z from=left",
}


def test_hands_are_what_they_say() -> None:
    for cases, jokers in ((ONE, 1), (TWO, 2)):
        for text in cases.values():
            assert text.count("J") == jokers, text


@pytest.mark.parametrize("text", ONE.values(), ids=list(ONE))
def test_one_joker(best: Best, many: Ruleset, text: str) -> None:
    compare(best, many, Hand.parse(text))


@pytest.mark.parametrize("text", TWO.values(), ids=list(TWO))
def test_two_jokers(best: Best, many: Ruleset, text: str) -> None:
    compare(best, many, Hand.parse(text))


def compare(best: Best, many: Ruleset, hand: Hand) -> None:
    found = best(hand)
    assert (None if found is None else found.total) == by_trying(many, hand), hand.to_text()


def with_jokers(hand: Hand, number: int, random: Random) -> Hand:
    """The hand with jokers in the place of some of its concealed tiles, the winning tile perhaps."""
    tiles = [*hand.concealed, hand.win]
    for place in random.sample(range(len(tiles)), min(number, len(tiles))):
        tiles[place] = JOKER
    *concealed, win = tiles
    return replace(
        hand, concealed=tuple(sorted(tile for tile in concealed if tile is not None)), win=win, flags=frozenset()
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_one_joker_in_random_hands(best: Best, many: Ruleset, seed: int) -> None:
    random = Random(seed)
    for natural in random_hands(official(), 25, seed):
        hand = with_jokers(natural, 1, random)
        compare(best, many, hand)
        found = best(hand)
        assert found is not None
        assert found.total >= official().score(replace(natural, flags=frozenset())).total


def test_two_jokers_in_random_hands(best: Best, many: Ruleset) -> None:
    random = Random(1)
    for natural in random_hands(official(), 6, seed=1):
        compare(best, many, with_jokers(natural, 2, random))


@pytest.mark.parametrize(("number", "hands"), [(3, 4), (4, 1)])
def test_several_jokers_are_worth_at_least_what_they_replace(best: Best, number: int, hands: int) -> None:
    random = Random(number)
    for natural in random_hands(official(), hands, seed=number):
        found = best(with_jokers(natural, number, random))
        assert found is not None
        assert found.total >= official().score(replace(natural, flags=frozenset())).total


# What a joker leaves as it is.


def test_a_hand_without_jokers_scores_as_ever(wild: Ruleset) -> None:
    for hand in random_hands(official(), 60, seed=5):
        assert wild.score(hand).to_record() == official().score(hand).to_record()


def test_the_score_tells_what_the_jokers_stand_for(wild: Ruleset) -> None:
    score = wild.score(Hand.parse("123m456p78s111z2zJ +2z from=left"))
    sets = [tile_set["tiles"] for tile_set in score.reading.to_record()["sets"]]  # type: ignore[attr-defined]
    assert "789s" in sets
    assert "J" not in "".join(sets)


def test_a_joker_keeps_the_situation_of_the_hand(wild: Ruleset) -> None:
    text = "(123m) 456p78s111z2zJ %s2z seat=S round=W%s last_tile flowers=f1s2"
    for mark, source in (("!", ""), ("+", " from=across")):
        score = wild.score(Hand.parse(text % (mark, source)))
        natural = official().score(Hand.parse((text % (mark, source)).replace("J", "9s")))
        assert score.to_record() == natural.to_record()


def test_claiming_on_a_joker_pays_as_on_any_tile(wild: Ruleset) -> None:
    score = wild.score(Hand.parse("1112345678999m +J seat=S from=left"))
    assert score.payments == {"S": 24 + score.total, "E": -8 - score.total, "W": -8, "N": -8}


def test_a_game_without_jokers_refuses_them() -> None:
    for text, field in (("123m456p78s111z2zJ +2z", "concealed"), ("123m456p789s111z2z +J", "win")):
        with pytest.raises(HandError, match="this game has no J") as error:
            official().score(Hand.parse(text))
        assert (error.value.code, error.value.field) == ("bad_record", field)


def test_jokers_need_their_plugin_to_stand_for_anything(tmp_path: Path) -> None:
    path = tmp_path / "tame.yaml"
    path.write_text("id: tame\nextends: chinese-official\ntiles: {J: 4}\n", encoding="utf-8")
    with pytest.raises(HandError) as error:
        mjrules.load(str(path)).score(Hand.parse("123m456p78s111z2zJ +2z"))
    assert error.value.code == "not_winning"


def test_no_more_jokers_than_there_are(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(WILD.replace("J: 8", "J: 2"), encoding="utf-8")
    two = mjrules.load(str(path))
    assert two.score(Hand.parse("123m456p78s111zJJ +9s")).total > 0
    for text in ("123m456p7s111zJJJ +9s", "123m456p78s111zJJ +J"):
        with pytest.raises(HandError) as error:
            two.score(Hand.parse(text))
        assert error.value.code == "too_many_of_a_tile"


def test_no_joker_in_a_declared_set(wild: Ruleset) -> None:
    with pytest.raises(HandError) as error:
        wild.score(Hand.parse("(12Jm) 456p789s111z2z +2z"))
    assert error.value.code == "bad_record"


def test_the_waits_of_a_hand_with_a_joker(wild: Ruleset) -> None:
    waiting = Hand.parse("123m456p789s111zJ")
    natural = {format_tiles([wait.tile]) for wait in wild.waits(Hand.parse("123m456p789s111z2z"))}
    found = {format_tiles([wait.tile]) for wait in wild.waits(waiting)}
    assert natural == {"2z", "J"}
    assert found >= {format_tiles([kind]) for kind in range(KINDS)} - {"1z"}


def test_the_kit_keeps_its_laws_with_jokers(tmp_path: Path) -> None:
    path = tmp_path / "wild.yaml"
    hands = ("1112345678999m +J from=left", "123m456p78s111z2zJ !2z", "19m19p19s12345zJJ +7z from=left")
    examples = "\n".join(f'  - {{hand: "{hand}", has: []}}' for hand in hands)
    path.write_text(f"{WILD}examples:\n{examples}\n", encoding="utf-8")
    check_laws(path, hands=5)


# Exactness: the engine looks for hands that can be completed, and must find the best of all.

SMALL = """
id: small
extends: root
plugins: [combinations, sum, {plugin}]
tiles: {{J: 8}}
shapes:
  standard: {{parts: [2 x set, pair]}}
  different_pairs: {{parts: [4 x pair], distinct: true}}
  winds_beside_a_run: {{parts: [1234a, 1234z]}}
  odd_tiles: {{parts: [5 of terminals, pung dragon]}}
  mixed: {{parts: [(an bn cn), (an bn cn), (an bn)]}}
  mixed_pairs: {{parts: [4 x (an bn)]}}
  certain_pairs: {{parts: [3 x pair dragon or 1m, 11s]}}
scoring:
  method: sum
rules:
  standard: {{points: 1, when: {{shape: standard}}}}
  pungs: {{points: 5, when: {{sets: pung}}}}
  big_chow: {{points: 7, each: true, when: {{sets: [789s]}}}}
  white: {{points: 9, each: true, when: {{sets: [pair 5z]}}}}
  no_joker: {{points: 3, when: {{tiles: {{J: 0}}}}}}
  real_ones: {{points: 2, each: true, when: {{tiles: [terminals not J]}}}}
  five_alike: {{points: 11, when: {{tiles: {{2m: 5+}}}}}}
  pairs: {{points: 20, when: {{shape: different_pairs}}}}
  run: {{points: 21, when: {{shape: winds_beside_a_run}}}}
  odd: {{points: 22, when: {{shape: odd_tiles}}}}
  mixed: {{points: 23, when: {{shape: mixed}}}}
  mixed_pairs: {{points: 24, when: {{shape: mixed_pairs}}}}
  certain: {{points: 25, when: {{shape: certain_pairs}}}}
  on_a_joker: {{points: 4, when: {{winning_tile: J or dragons}}}}
  two_sided: {{points: 6, when: {{wait: two_sided}}}}
"""


class Honours:
    """Jokers that stand for honours and terminals."""

    KINDS = frozenset(parse_tiles("19m19p19s1234567z"))

    @hookimpl
    def mj_stand_ins(self) -> Sequence[Wild]:
        return [Wild(self.KINDS)]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """A game of eight tiles with shapes of every way, in which jokers stand for every tile."""
    path = tmp_path_factory.mktemp("small") / "small.yaml"
    path.write_text(SMALL.format(plugin="wild"), encoding="utf-8")
    return mjrules.load(str(path))


@pytest.fixture(scope="module")
def honours(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """The same, but jokers stand for honours and terminals."""
    path = tmp_path_factory.mktemp("honours") / "honours.yaml"
    path.write_text(SMALL.format(plugin="honours"), encoding="utf-8")
    return load(str(path), available={**available_plugins(), "honours": Honours})


@pytest.fixture(scope="module")
def american() -> Ruleset:
    return mjrules.load("western/us")


def standing(hand: Hand, kinds: Sequence[int]) -> Iterator[Hand]:
    """The hand with jokers that stand for each of these kinds in the place of every joker."""
    natural = tuple(tile for tile in hand.concealed if tile != JOKER)
    for others in combinations_with_replacement(kinds, len(hand.concealed) - len(natural)):
        concealed = natural + tuple(STANDING + kind for kind in others)
        for win in [STANDING + kind for kind in kinds] if hand.win == JOKER else [hand.win]:
            yield replace(hand, concealed=concealed, win=win)


def best_of(ruleset: Ruleset, hand: Hand, kinds: Sequence[int] = range(KINDS)) -> int | None:
    """The best total of all that the jokers of a hand may stand for, every one tried; None where none is a win."""
    totals = []
    for own in standing(hand, kinds):
        with suppress(HandError):
            totals.append(ruleset.scorer.best(own).selection.value.total)
    return max(totals, default=None)


def exact(ruleset: Ruleset, hand: Hand, kinds: Sequence[int] = range(KINDS)) -> None:
    try:
        found = ruleset.scorer.best(hand).selection.value.total
    except HandError:
        found = None
    assert found == best_of(ruleset, hand, kinds), hand.to_text()


def in_melds(hand: Hand, random: Random) -> Hand:
    """The hand with a joker now and then in a declared set."""
    melds = []
    for meld in hand.melds:
        place = random.randrange(2 * len(meld.tiles))
        tiles = [STANDING + KIND[tile] if index == place else tile for index, tile in enumerate(meld.tiles)]
        melds.append(meld._replace(tiles=sort_tiles(tiles)))
    return replace(hand, melds=tuple(melds), flags=frozenset())


@pytest.mark.slow
@pytest.mark.parametrize(("number", "hands"), [(1, 60), (2, 20), (3, 5)])
def test_jokers_of_the_american_game_are_worth_the_most(american: Ruleset, number: int, hands: int) -> None:
    random = Random(number)
    for natural in random_hands(american, hands, seed=number):
        exact(american, with_jokers(in_melds(natural, random), number, random))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["small", "honours"])
@pytest.mark.parametrize(("number", "hands"), [(1, 80), (2, 30), (3, 6)])
def test_jokers_are_worth_the_most_in_shapes_of_every_way(
    request: pytest.FixtureRequest, name: str, number: int, hands: int
) -> None:
    ruleset, random = request.getfixturevalue(name), Random(number)
    kinds = sorted(Honours.KINDS) if name == "honours" else range(KINDS)
    for natural in random_hands(ruleset, hands, seed=number):
        exact(ruleset, with_jokers(in_melds(natural, random), number, random), kinds)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["small", "honours", "american"])
@pytest.mark.parametrize(("number", "hands"), [(1, 30), (2, 6)])
def test_waits_with_jokers_are_all_found(request: pytest.FixtureRequest, name: str, number: int, hands: int) -> None:
    ruleset, random = request.getfixturevalue(name), Random(number)
    kinds = sorted(Honours.KINDS) if name == "honours" else range(KINDS)
    for natural in random_hands(ruleset, hands, seed=number + 10):
        hand = replace(with_jokers(natural, number, random), win=None, winner=False, self_drawn=False, source=None)
        if JOKER not in hand.concealed:
            continue
        found = 0
        for own in standing(hand, kinds):
            for kind in range(KINDS):
                if not found >> kind & 1 and ruleset.scorer.readings(replace(own, win=kind, winner=True)):
                    found |= 1 << kind
        copies = ruleset.book.tiles.per_kind
        if ruleset.book.waits == "possible":
            found &= ~sum(1 << kind for kind in range(KINDS) if hand.real(kind) >= copies[kind])
        assert ruleset.scorer.waits.counted(hand) == found, hand.to_text()


def test_jokers_of_a_hand_that_did_not_win_stand_for_tiles_beside_them(american: Ruleset) -> None:
    hand = Hand.parse("11m55z9sJ123p123s7m seat=S")
    score = american.score(hand)
    assert {item.id: item.value for item in score.items} == {"closed_major_pung": 8, "dragon_group": 1}
    alone = american.score(Hand.parse("(123m) (456m) (789m) (123p) J seat=S"))
    assert alone.total == 0


def test_who_fishes_with_jokers_has_a_part_of_the_best_hand(american: Ruleset) -> None:
    score = american.score(Hand.parse("19m19p19s1234zJJJ seat=S fishing"))
    assert (score.total, [item.id for item in score.items]) == (800, ["thirteen_unique_wonders"])
    assert american.score(Hand.parse("19m19p19s1234zJJJ seat=S")).total < 800


def test_what_completes_a_hand_is_counted_by_real_tiles(american: Ruleset) -> None:
    waits = {format_tiles([wait.tile]): wait.left for wait in american.waits(Hand.parse("(55mJ) (123m) (456p) 789s5m"))}
    assert waits == {"5m": 1, "J": 7}
    held = american.waits(Hand.parse("(555m) (123m) (456p) 789s5m"))
    assert [(format_tiles([wait.tile]), wait.left) for wait in held] == [("J", 8)]


PAIRS = """
id: pairs
extends: root
plugins: [combinations, sum, wild]
tiles: {{J: 8}}
shapes: {{standard: null, pairs: {{parts: [4 x pair], distinct: {distinct}}}}}
scoring: {{method: sum}}
rules: {{pairs: {{points: 1}}}}
"""


@pytest.mark.parametrize(
    ("distinct", "hand", "waits"),
    [
        ("true", "112233mJ", "456789m123456789p123456789s1234567zJ"),
        ("false", "112233mJ", "123456789m123456789p123456789s1234567zJ"),
        ("true", "11223mJJ", "3456789m123456789p123456789s1234567zJ"),
        ("true", "1123m4mJJ", "234mJ"),
        ("true", "1112233m", ""),
        ("false", "1112233m", "1mJ"),
        ("true", "111233mJ", ""),
    ],
)
def test_waits_for_pairs(tmp_path: Path, distinct: str, hand: str, waits: str) -> None:
    path = tmp_path / "pairs.yaml"
    path.write_text(PAIRS.format(distinct=distinct), encoding="utf-8")
    ruleset = mjrules.load(str(path))
    assert format_tiles([wait.tile for wait in ruleset.waits(Hand.parse(hand))]) == waits
    assert format_tiles(tiles_of(ruleset.scorer.waits.counted(Hand.parse(hand)))) == waits.removesuffix("J")


def found(ruleset: Ruleset, hand: Hand) -> object:
    """All that can be told apart of the best reading of a hand, or why there is none."""
    try:
        best = ruleset.scorer.best(hand)
    except HandError as error:
        return error.message
    readings = sorted([(reading.shape, reading.pieces) for _, reading, _ in best.candidates])
    tiles = sorted(best.hand.concealed), best.hand.win
    return tiles, best.reading.shape, best.reading.pieces, best.selection.value, best.selection.awards, readings


def with_every_joker_tried(ruleset: Ruleset, hand: Hand) -> object:
    """The same, where all that jokers may stand for is scored."""
    scorer = ruleset.scorer
    promising, scorer.promising = scorer.promising, None
    try:
        return found(ruleset, hand)
    finally:
        scorer.promising = promising


OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "american": ("western/us", {}),
    "no limit": ("western/us", {"limit": None}),
    "no special hands": ("western/us", {"special_hands": False}),
    "one chow": ("western/us", {"max_chows": 1}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OTHERS, "wild", "small", "honours"])
def test_what_looks_alike_is_scored_once_and_nothing_is_lost(request: pytest.FixtureRequest, name: str) -> None:
    """The best reading, how it is chosen among equals and the other readings are those of trying all."""
    ruleset = mjrules.load(*OTHERS[name]) if name in OTHERS else request.getfixturevalue(name)
    random = Random(name)
    for natural in random_hands(ruleset, 60, seed=41):
        hand = with_jokers(in_melds(natural, random), random.randrange(1, 5), random)
        assert found(ruleset, hand) == with_every_joker_tried(ruleset, hand), hand.to_text()


EIGHT = (
    "23456m JJJJJJJJ !2z",
    "234567m JJJJJJJ !J",
    "11122m JJJJJJJJ +3p",
    "1122m33p JJJJJJJ !J",
    "(444z)(567s) JJJJJJJ !J",
    "(888s)(234p) JJJJJJJ +J",
    "(567p) 2s2s2p JJJJJJJ +J",
    "(222z) 3m5m8s JJJJJJJ +J",
)


@pytest.mark.slow
@pytest.mark.parametrize("text", thinned(EIGHT, 3))
def test_eight_jokers_take_few_steps(american: Ruleset, text: str) -> None:
    with budget(200_000):
        assert american.score(text).total > 0


@pytest.mark.slow
@pytest.mark.parametrize("text", ["11122m JJJJJJJJ", "11m223p JJJJJJJJ"])
def test_all_waits_of_eight_jokers_take_few_steps(american: Ruleset, text: str) -> None:
    with budget(1_000_000):
        assert len(american.waits(text)) == KINDS + 1


def test_the_tiles_in_hand_leave_room_for_few_sets(american: Ruleset) -> None:
    """No pung of dragons has room beside 1 and 2 characters, 2 and 3 dots; so few hands are tried."""
    with budget(20_000):
        assert american.score("11m223p JJJJJJJJ +2m").total == 500


TWICE = """\
id: twice
extends: root
plugins: [base_payment, combinations, sum, wild]
tiles: {J: 8}
scoring: {method: sum}
shapes: {seven_pairs: {parts: [7 x pair], concealed: true, distinct: true}}
rules:
  dragons: {points: 5, each: true, when: {sets: [pung dragon]}}
  pairs: {points: 8, when: {shape: seven_pairs}}
"""


def test_a_rule_that_counts_more_than_once_promises_more(tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(TWICE, encoding="utf-8")
    ruleset = mjrules.load(str(path))
    hand = ruleset.parse("556677zJJJJJJJ +1z")
    assert ruleset.score(hand).total == 20
    assert found(ruleset, hand) == with_every_joker_tried(ruleset, hand)


def promised(ruleset: Ruleset, hand: Hand) -> int:
    """How many hands are tried, none of which is worth more than was promised."""
    scorer, tried = ruleset.scorer, 0
    assert scorer.promising is not None
    for promise in scorer.promising.promises(hand, scorer.case(hand, unfinished(hand))):
        for own in promise.hands:
            tried += 1
            for reading, answers, views in scorer._asked(own, (promise.shape,)):
                weighed = scorer.selector.best(scorer.program.standing(answers, views))
                assert promise.bound is not None
                assert weighed.rank <= promise.bound.rank, (hand.to_text(), reading.pieces)
                assert not scorer.selector.surpasses(weighed, promise.bound), (hand.to_text(), reading.pieces)
    return tried


@pytest.mark.parametrize(
    "text", ["(555z) 11m23p99s JJJJ +9s seat=S", "44p7z 55z JJJ (123s) 6z6z +J", "(111z) 22m 56z JJJJJJ !6z"]
)
def test_no_hand_is_worth_more_than_was_promised(american: Ruleset, text: str) -> None:
    assert promised(american, american.parse(text)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["american", "no limit", "one chow", "wild", "small", "honours"])
def test_no_hand_is_worth_more_than_was_promised_under_any_ruleset(request: pytest.FixtureRequest, name: str) -> None:
    ruleset = mjrules.load(*OTHERS[name]) if name in OTHERS else request.getfixturevalue(name)
    random = Random(name)
    hands = [
        with_jokers(in_melds(natural, random), random.randrange(1, 4), random)
        for natural in random_hands(ruleset, 40, seed=43)
    ]
    assert sum(promised(ruleset, hand) for hand in hands if hand.won and hand.jokers) > 100


def test_of_equal_tiles_that_win_the_first_is_named(american: Ruleset) -> None:
    """Of a chow of two jokers either may be the winning one, though rules tell the 1 dots from the 2 dots."""
    hand = american.parse("345567789p 6p J 88p +J")
    best = american.scorer.best(hand)
    assert (best.reading.shape, best.hand.win) == ("no_score_hand", STANDING + 9)
    assert found(american, hand) == with_every_joker_tried(american, hand)


# Jokers that stand for nothing, and tiles that are jokers.

SHOWN = """
id: shown
extends: root
plugins: [combinations, sum{plugins}]
tiles: {{J: 4}}
fields: {{shown: {{type: tile, about: the tile that is a joker}}}}
scoring: {{method: sum}}
rules:
  win: {{points: 1}}
  pungs: {{points: 5, when: {{sets: pung}}}}
  no_joker: {{points: 3, when: {{tiles: {{J: 0}}}}}}
  on_a_joker: {{points: 4, when: {{winning_tile: J}}}}
  kept: {{points: 7, each: true, when: {{tiles: [3p not J]}}}}
"""


SHOWN_TILES = {11, JOKER}
"""What is a joker where 3p is shown."""


def shown_is_wild(hand: Hand, tiles: TileSet) -> Sequence[Hand]:
    """The tile that the record shows is a joker."""
    if not hand.fields.get("shown"):
        return ()
    (shown,) = parse_tiles(hand.fields["shown"])
    concealed = tuple([JOKER if tile == shown else tile for tile in hand.concealed])
    own = replace(hand, concealed=concealed, win=JOKER if hand.win == shown else hand.win)
    return (own,) if own.jokers > hand.jokers else ()


class Shown:
    """A plugin that makes jokers of tiles."""

    @hookimpl
    def mj_stand_ins(self) -> Sequence[Callable[[Hand, TileSet], Sequence[Hand]]]:
        return [shown_is_wild]


@pytest.fixture
def shown(tmp_path: Path) -> Callable[[str], Ruleset]:
    """The game with some more plugins."""

    def made(plugins: str) -> Ruleset:
        path = tmp_path / "shown.yaml"
        path.write_text(SHOWN.format(plugins=plugins), encoding="utf-8")
        return load(str(path), available={**available_plugins(), "own": Shown})

    return made


@pytest.mark.parametrize("plugins", ["", ", own"])
@pytest.mark.parametrize("text", ["46m123p567s11zJJJ +5m", "456m123p567s1zJJJ !1z", "456m123p567s11zJJ +J"])
def test_jokers_that_stand_for_nothing_complete_no_hand(
    plugins: str, text: str, shown: Callable[[str], Ruleset]
) -> None:
    """They were left out, and what remains is complete with a set fewer."""
    ruleset = shown(plugins)
    with pytest.raises(HandError, match="complete"):
        ruleset.score(ruleset.parse(text))
    hand = ruleset.parse(text.split()[0])
    assert ruleset.scorer.waits.completing(hand) == 0


@pytest.mark.parametrize(
    "text",
    [
        "46m123s456s1133zJ +5m",
        "123m456m789m333sJ +4p",
        "123m456m78m333sJJ +J",
        "46m12pJJJ567s113z +J",
        "(123m) 55z66z77z11mJJ !J",
        "(123m) 55z6z77z1mJJJJ +6z",
    ],
)
def test_tiles_that_a_plugin_makes_jokers_are_jokers(text: str, shown: Callable[[str], Ruleset]) -> None:
    ruleset, jokers = shown(", own, wild"), shown(", wild")
    won, asked = jokers.parse(text), ruleset.parse(f"{text.replace('J', '3p')} shown=3p")
    found = ruleset.score(asked)
    assert {item.id: item.value for item in found.items} == {item.id: item.value for item in jokers.score(won).items}
    own, other = (replace(hand, win=None, winner=False) for hand in (asked, won))
    assert ruleset.scorer.waits.completing(own) == jokers.scorer.waits.completing(other) != 0
    waited, plain = ({wait.tile for wait in game.waits(hand)} for game, hand in ((ruleset, own), (jokers, other)))
    assert waited - SHOWN_TILES == plain - SHOWN_TILES
    assert (11 in waited) is (own.concealed.count(11) < 4), "a tile that is a joker completes every hand that waits"
