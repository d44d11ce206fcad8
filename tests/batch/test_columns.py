"""Columns give back the hands that were written into them; readings and waits of columns are those of hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules import Hand
from mjrules.batch.readings import Reader, reading_of
from mjrules.batch.rows import Rows
from mjrules.batch.suits import suit_keys
from mjrules.batch.tallies import Tallies, contain, counts_words, exceed, kinds_from
from mjrules.batch.waiting import WaitTables
from mjrules.hands.meld import Meld
from mjrules.sample_hands.random_hands import random_hands
from mjrules.shapes.readings import Reading, unfinished
from mjrules.tiles.tile import BY_TEXT, KINDS, mask_of, sort_tiles
from tests.kit.profile import amount
from tests.kit.rulesets import SCORING, loaded

from .compare import differences, various

RED_FIVE = BY_TEXT["0m"]


@pytest.mark.parametrize("id", SCORING)
def test_columns_give_hands_back(id: str) -> None:
    hands = various(loaded(id), amount(20, 60, 5000), 4)
    columns = loaded(id).batch().columns(hands)
    for row, hand in enumerate(hands):
        back = columns.hand(row)
        said = {name: value for name, value in hand.fields.items() if value != 0}
        assert back == replace(hand, fields=said)


def test_hands_that_columns_cannot_tell_stand_apart() -> None:
    odd = [Hand.parse("(11pJ) 123m +4m"), Hand.parse("123m +4m unheard_of"), Hand.parse("123m +4m honba=3")]
    columns = loaded("chinese-official").batch().columns([*odd, Hand.parse("123m +4m")])
    assert list(columns.apart) == [0, 1, 2]
    assert [columns.hand(row) for row in range(4)] == [*odd, Hand.parse("123m +4m")]
    assert list(columns.part(2, 4).apart) == [0]


def test_columns_of_other_flags_and_fields_are_scored_as_the_hands_that_they_say() -> None:
    ruleset, batch = loaded("riichi/tenhou"), loaded("riichi/tenhou").batch()
    columns = batch.columns(various(ruleset, 60, 3))
    hands = [columns.hand(row) for row in range(len(columns))]
    assert list(differences(ruleset, hands, batch.score(columns))) == []
    turned = columns.in_order(tuple(reversed(columns.flag_names)), dict(reversed(list(ruleset.book.fields.items()))))
    assert turned.flag_names != columns.flag_names
    assert turned.field_names != columns.field_names
    assert list(differences(ruleset, hands, batch.score(turned))) == []
    other = loaded("taiwanese")
    elsewhere = other.batch().columns(hands)
    for own in (columns, elsewhere):
        assert list(differences(other, hands, other.batch().score(own))) == []
    few = columns.in_order(("riichi",), {"dora": ruleset.book.fields["dora"]})
    assert [few.hand(row) for row in range(len(hands))] == hands
    assert 0 < len(few.apart) < len(hands)


@pytest.mark.parametrize("id", SCORING)
def test_readings_and_waits_are_those_of_one_hand(id: str) -> None:
    ruleset = loaded(id)
    scorer, batch = ruleset.scorer, ruleset.batch()
    hands = list(random_hands(ruleset, amount(20, 60, 5000), 6))
    columns = batch.columns(hands)
    told = np.flatnonzero(batch.told(columns))
    rows = Rows(columns.rows(told))
    reader = Reader(ruleset.book.shapes)
    readings = reader.read(rows)
    found = defaultdict[int, list[Reading]](list)
    for row in range(len(readings)):
        hand = int(readings.laid.hand[row])
        found[hand].append(reading_of(readings, row, rows.hand(hand), reader.names))
    waits = WaitTables(scorer).kinds(rows, np.arange(len(rows)))
    for row, place in enumerate(told.tolist()):
        expected = [one for one in scorer.readings(hands[place]) if one != unfinished(hands[place])]
        assert sorted(found[row]) == sorted(expected)
        assert waits[row] == scorer.waits.before_win(hands[place])


@pytest.mark.parametrize("id", ["riichi", "classical-dmjl", "chinese-official"])
def test_tiles_of_which_all_are_held_count_as_waits_as_the_ruleset_says(id: str) -> None:
    scorer, random = loaded(id).scorer, Random(7)
    hands = list(dict.fromkeys(hand_of_few(tuple(range(7)), random) for _ in range(amount(150, 600, 5000))))
    hands += [replace(hand, melds=Hand.parse("(2222p)").melds, concealed=hand.concealed[3:]) for hand in hands]
    batch = loaded(id).batch()
    hands = [hand for hand, told in zip(hands, batch.told(batch.columns(hands)).tolist(), strict=True) if told]
    rows = Rows(batch.columns(hands))
    waits = WaitTables(scorer).kinds(rows, np.arange(len(rows))).tolist()
    assert waits == [scorer.waits.before_win(hand) for hand in hands]
    held = [scorer.waits.completing(hand) for hand in hands]
    assert (waits == held) is (id == "chinese-official")


FEW_KINDS = {
    "western": (0, 18, 22, 25, *range(27, 34)),
    "western/us": (0, 2, 4, 6, 8, 18, 19, 20, 23, 25, 31, 32, 33),
    "chinese-official": (18, 19, 20, 21, 22, 23, 24, 25, 26, 31, 32, 33),
}
"""Kinds of which special shapes are made."""


@pytest.mark.parametrize("id", FEW_KINDS)
def test_sets_of_few_kinds_are_read_as_by_one_hand(id: str) -> None:
    ruleset, random = loaded(id), Random(4)
    hands = list(dict.fromkeys(hand_of_few(FEW_KINDS[id], random) for _ in range(amount(60, 200, 5000))))
    assert list(differences(ruleset, hands, ruleset.batch().score(hands))) == []


def hand_of_few(kinds: tuple[int, ...], random: Random) -> Hand:
    """Four sets and a pair, or seven pairs, of some kinds."""
    if random.random() < 0.4:
        pairs = random.sample(kinds, 7) if random.random() < 0.6 else random.choices(kinds, k=7)
        tiles = sort_tiles([tile for tile in pairs for _ in range(2)])
    else:
        *sets, pair = random.sample(kinds, 5)
        chows = [tile for tile in kinds if tile < 27 and tile % 9 < 7]
        rows = [random.choice(chows) for _ in range(random.randrange(3))]
        tiles = sort_tiles([tile for first in rows for tile in (first, first + 1, first + 2)])
        tiles = sort_tiles([*tiles, *[tile for tile in sets[len(rows) :] for _ in range(3)], pair, pair])
    win = random.choice(tiles)
    rest = list(tiles)
    rest.remove(win)
    return Hand(concealed=tuple(rest), win=win, winner=True, self_drawn=random.random() < 0.5, source=None)


COUNTS = st.lists(st.integers(0, 4), min_size=KINDS, max_size=KINDS)


@given(st.lists(COUNTS, min_size=1, max_size=5), COUNTS)
def test_keys_say_how_many_tiles_there_are(hands: list[list[int]], other: list[int]) -> None:
    tally = Tallies(suit_keys(np.array(hands, np.int64)))
    every = np.arange(len(hands))
    assert tally.numbers(every).tolist() == hands
    assert tally.number.tolist() == [sum(hand) for hand in hands]
    assert tally.held.tolist() == [mask_of(kind for kind, own in enumerate(hand) if own) for hand in hands]
    for told, numbers in ((tally.odd, (1, 3)), (tally.twos, (2,)), (tally.threes, (3, 4)), (tally.fours, (4,))):
        kinds = [mask_of(kind for kind, own in enumerate(hand) if own in numbers) for hand in hands]
        assert told().tolist() == kinds
        assert told(every[::-1]).tolist() == kinds[::-1]
    enough = [[own >= least for own, least in zip(hand, other, strict=True)] for hand in hands]
    assert kinds_from(tally.counts, other).tolist() == [
        sum(1 << kind for kind in range(KINDS) if own[kind]) for own in enough
    ]
    assert contain(tally.counts, counts_words(np.array([other]))).tolist() == [all(own) for own in enough]
    more = [any(own > most for own, most in zip(hand, other, strict=True)) for hand in hands]
    assert exceed(tally.counts, other).tolist() == more
    sets = [[min(own, 3) if own > 1 else 0 for own in hand] for hand in hands]
    assert (tally.keys_of_sets == suit_keys(np.array(sets, np.int64))).all()


@pytest.mark.parametrize("id", ["riichi", "hong-kong", "western/us"])
def test_tiles_that_are_too_many_are_refused_as_one_by_one(id: str) -> None:
    texts = ("11111222333m55p +5p", "1111222333m55p +1m", "(555p) [2222z] 555p11m +1m", "(111m) (111m) 11m55p999s +1m")
    reds = (
        "0555m123p11999s +5m",
        "5555m123p11999s +0m",
        "00055m123p1199s +1s",
        "[5555m] 0m123p1199s +1s",
        "(055m) 55m123p1s +0m",
    )
    hands = [Hand.parse(text) for text in (*texts, *reds)]
    batch = loaded(id).batch()
    assert not batch.told(batch.columns(hands)).any()
    assert list(differences(loaded(id), hands, batch.score(hands))) == []


@pytest.mark.parametrize("outer", [list, tuple])
def test_values_that_change_between_two_questions_are_read_anew(outer: Callable[[Any], Any]) -> None:
    ruleset = loaded("riichi")
    hands = [Hand.parse("123m456p789s111z2z !2z riichi dora=9m9m"), Hand.parse("123m456p789s111z2z !2z riichi")]
    batch = ruleset.batch()
    said = ["9p"]
    columns = replace(batch.columns(hands), values={"dora": outer([None, said])})
    columns = replace(columns, further=columns.further[:, [columns.field_names.index("dora")]], field_names=("dora",))
    before = batch.score(columns).total[0]
    said[:] = ["9m", "9m"]
    again = batch.score(columns).total
    assert again[0] > before
    assert again.tolist() == batch.score(hands).total.tolist()


def test_values_of_fields_are_what_records_say() -> None:
    ruleset, batch = loaded("riichi"), loaded("riichi").batch()
    hands = [Hand.parse("123m456p789s111z2z !2z riichi dora=1m honba=2"), Hand.parse("123m456p789s111z2z !2z riichi")]
    columns = batch.columns(hands)
    listed = replace(columns, values={**columns.values, "dora": [None, ["1m"]]})
    assert batch.score(listed).total.tolist() == batch.score(columns).total.tolist()
    without = {name: told for name, told in columns.values.items() if name != "dora"}
    for values in (without, {**columns.values, "honba": (None, "1", "2")}):
        scores = ruleset.batch().score(replace(columns, values=values))
        assert scores.valid.tolist() == [False, True]
        assert scores.errors[0].code == "bad_record"


def test_rows_are_counted_from_the_end_as_those_of_arrays() -> None:
    columns = loaded("chinese-official").batch().columns([Hand.parse("123m +4m"), Hand.parse("123m +5m unheard_of")])
    assert [columns.hand(row) for row in (-1, -2)] == [columns.hand(row) for row in (1, 0)]
    with pytest.raises(IndexError):
        columns.hand(2)


def test_hands_of_which_columns_would_say_something_else_stand_apart() -> None:
    hand = Hand.parse("(123m) 456p789s111z2z +2z")
    odd = [
        replace(hand, melds=(Meld("pung", (4, 4, RED_FIVE)),)),
        replace(hand, melds=hand.melds * 6),
        replace(hand, flags=frozenset(["unheard_of"])),
    ]
    columns = loaded("chinese-official").batch().columns([hand, *odd])
    assert list(columns.apart) == [1, 2, 3]
    assert [columns.hand(row) for row in range(4)] == [hand, *odd]
