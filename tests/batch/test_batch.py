"""Many hands at once get the answers that one hand gets."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from numpy.typing import NDArray

import mjrules
from mjrules import Hand, HandError, Ruleset
from mjrules.batch import batch as module
from mjrules.batch import payments as settling
from mjrules.batch import verdicts
from mjrules.batch.batch import Batch
from mjrules.batch.columns import Columns
from mjrules.batch.record_columns import RecordColumns
from mjrules.batch.table_sizes import PARTS
from mjrules.errors import MjrulesError, PluginError
from mjrules.hooks import (
    Atom,
    Award,
    ConditionReader,
    Formula,
    ScoringMethod,
    SettlementMethod,
    Transfer,
    Value,
    Win,
    Word,
    hookimpl,
)
from mjrules.hooks.manager import available_plugins
from mjrules.records import Rulesets
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scoring import payers
from mjrules.settlement_method import SETTLED_BY
from mjrules.tiles.tile import BONUS, KINDS
from tests.kit.cases import CASES_FOLDER, case_records
from tests.kit.changed_rulesets import changed_rulesets
from tests.kit.compiled import plain_only
from tests.kit.profile import amount, thinned
from tests.kit.rulesets import SCORING, loaded
from tests.rulesets.chinese_official.generate import winning_records
from tests.rulesets.chinese_official.peer import peer_items

from .compare import differences, option_sets, various

CASE_FILES = sorted(str(path.relative_to(CASES_FOLDER).with_suffix("")) for path in CASES_FOLDER.rglob("*.jsonl"))
PUBLIC = ("columns", "record_columns", "arrow")
"""The modules of columns that documents name."""
OPTIONS = thinned([(id, options) for id in SCORING for options in option_sets(loaded(id))], 80, 30)


def same(ruleset: Ruleset, hands: list[Hand], batch: Batch | None = None) -> None:
    """All is as it is when the hands are scored one by one."""
    batch = batch or ruleset.batch()
    assert list(differences(ruleset, hands, batch.score(hands))) == []


@pytest.mark.parametrize("id", SCORING)
def test_random_hands_score_as_one_by_one(id: str) -> None:
    ruleset = loaded(id)
    batch = ruleset.batch()
    for seed in range(2):  # the second lot meets tables that are partly filled
        same(ruleset, various(ruleset, amount(12, 120, 100_000), seed), batch)


@pytest.mark.slow
@pytest.mark.parametrize(("id", "options"), OPTIONS, ids=str)
def test_options_change_what_columns_say_as_they_change_one_hand(id: str, options: dict[str, Any]) -> None:
    ruleset = loaded(id, **options)
    same(ruleset, various(ruleset, amount(30, 60, 20_000), 5))


@pytest.mark.slow
@pytest.mark.parametrize("id", SCORING)
def test_rulesets_that_change_others_score_as_one_by_one(tmp_path: Path, id: str) -> None:
    rulesets = changed_rulesets(loaded(id), tmp_path, Random(f"changed {id}"))
    for _ in range(amount(1, 4, 100)):
        ruleset = next(rulesets)
        same(ruleset, various(ruleset, 150, 7))


def hands_of_cases(file: str) -> Mapping[Ruleset, list[Hand]]:
    """The hands of a case file by the ruleset that scores them."""
    rulesets, found = Rulesets(), defaultdict[Ruleset, list[Hand]](list)
    for record in case_records(file):
        try:
            found[rulesets.for_record(record)].append(Hand.from_record(record))
        except MjrulesError:
            continue
    return found


@pytest.mark.parametrize("file", CASE_FILES)
def test_the_hands_of_case_files_score_as_one_by_one(file: str) -> None:
    for ruleset, hands in hands_of_cases(file).items():
        same(ruleset, hands[:: amount(60, 4, 1)])


def test_the_peer_gives_the_same_points() -> None:
    records = list(winning_records(11, amount(300, 3000, 1_000_000)))
    scores = loaded("chinese-official").batch().score(Hand.from_record(bare(record)) for record in records)
    for record, total in zip(records, scores.total.tolist(), strict=True):
        assert total == sum(peer_items(record).values())


def bare(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without what says how it is scored."""
    return {key: value for key, value in record.items() if key not in ("ruleset", "options", "expect", "about")}


@pytest.mark.slow
def test_most_hands_are_told_by_columns() -> None:
    told = {}
    for id in SCORING:
        batch = loaded(id).batch()
        columns = batch.columns(random_hands(loaded(id), amount(12, 40, 200), 3))
        told[id] = batch.told(columns).mean()
    assert min(told.values()) > 0.9, told


@pytest.mark.parametrize(
    ("id", "situations"),
    [
        ("riichi-sanma/tenhou", ["+2z seat=S from=left", "!2z seat=N", "+2z seat=S from=across", "+2z seat=S"]),
        ("western", ["!2z flowers=f1", "!2z flowers=1", "!2z"]),
        ("western", ["!2z seat=E heaven", "!2z seat=S heaven"]),
        ("western", ["!2z dead_hand", "!2z"]),
        ("western", ["(777p) 56p 111s222s11z +7p last_of_kind", "(111s) 77p222s456p11z +7p last_of_kind"]),
        ("western", ["(456p) 89p111s222s11z +7p robbing_kong", "(567p) 89p111s222s11z +7p robbing_kong"]),
        ("western", ["(456p) 89p111s222s11z +7p robbing_kong", "(456p) 89p111s222s11z !7p robbing_kong"]),
    ],
)
def test_situations_are_refused_as_one_by_one(id: str, situations: list[str]) -> None:
    same(loaded(id), [Hand.parse(f"456p789p111s1112z {own}" if own[0] in "+!" else own) for own in situations])


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("chinese-official", "123m456p789s111z2z +2z flowers=f1f1"),
        ("chinese-official", "123m456p789s111z2z +2z flowers=f1f2s4s4"),
        ("riichi", "0555m123p789s111z !5m"),
        ("riichi", "5555m123p789s111z !0m"),
        ("riichi", "0055m123p789s111z !1z"),
        ("riichi", "0555m123p789s111z !1z"),
    ],
)
def test_too_many_of_a_tile_are_refused_as_one_by_one(id: str, text: str) -> None:
    assert not loaded(id).batch().score([Hand.parse(text)]).valid[0]
    same(loaded(id), [Hand.parse(text), Hand.parse("123p456p789s111z2z +2z"), Hand.parse("555m0p123p789s11z !1z")])


def some() -> list[Hand]:
    return list(random_hands(loaded("chinese-official"), amount(100, 300, 300), 8))


def test_hands_in_several_chunks_score_as_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = loaded("chinese-official").batch().score(some())
    monkeypatch.setattr(module, "CHUNK", 7)
    parts = loaded("chinese-official").batch().score(some())
    assert (whole.total == parts.total).all()
    assert (whole.rules == parts.rules).all()


def test_tables_that_are_full_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 50)
    monkeypatch.setattr(module, "FULL", 60)
    batch = loaded("chinese-official").batch()
    same(loaded("chinese-official"), some(), batch)
    assert batch.size <= 60


@pytest.mark.parametrize("id", ["riichi/tenhou", "riichi-sanma/tenhou", "sichuan"])
def test_what_fields_say_is_forgotten_where_it_is_too_much(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 10)
    monkeypatch.setattr(module, "_MOST_SAID", 2)
    batch = loaded(id).batch()
    same(loaded(id), list(random_hands(loaded(id), 50, 8)), batch)
    assert batch._said.size <= 2


INDICATED = ("dora=3z", "dora=3z3z1p", "dora=2z9p", "dora= ura=3z riichi", "dora=1p3z ura=3z4z riichi", "ura=9p riichi")


def test_what_fields_indicate_counts_in_the_hand_and_of_what_is_laid_aside() -> None:
    ruleset, tiles = loaded("riichi-sanma/tenhou"), "1122p4477s11266z !2z seat=S round=E"
    hands = [Hand.parse(f"{tiles} {said} {laid}") for said in INDICATED for laid in ("", "north=1", "north=3")]
    assert ruleset.batch().told(ruleset.batch().columns(hands)).all()
    same(ruleset, hands)


def test_of_several_wrong_fields_the_same_is_told_whatever_their_order() -> None:
    hand, wrong = Hand.parse("123456m789p1115s !5s"), {"honba": "x", "ura": "y", "dora": "z", "year": 2}
    orders = (("honba", "ura", "dora"), ("ura", "dora"), ("honba", "ura", "year"))
    hands = [replace(hand, fields={name: wrong[name] for name in order}) for order in orders]
    same(loaded("riichi"), hands)
    assert [error.field for error in loaded("riichi").batch().score(hands).errors.values()] == ["dora", "dora", "year"]


def test_values_of_other_types_are_told_as_they_are_though_python_takes_them_for_the_same() -> None:
    hand = Hand.parse("123456m789p1115s !5s")
    said: list[Any] = [True, 1, 1.0, ("1m", 1), ("1m", True)]
    same(loaded("riichi"), [replace(hand, fields={"dora": value}) for value in said])
    records = [{**hand.to_record(), "dora": value} for value in said]
    columns, places = RecordColumns(loaded("riichi").book).of(records, declared=False)
    for row, place in enumerate(places.tolist()):
        assert columns.hand(row).fields == {"dora": said[place]}


def test_what_compared_choices_came_to_is_forgotten_where_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    every, few = (loaded("western").batch() for _ in range(2))
    lots = [list(random_hands(loaded("western"), 40, seed)) for seed in (8, 9)]
    for hands in lots:
        same(loaded("western"), hands, every)
    monkeypatch.setattr(verdicts, "_MOST_KEPT", 0)
    for hands in lots:
        same(loaded("western"), hands, few)
    assert 0 < len(few._verdicts) < len(every._verdicts)


def test_a_score_names_the_rules_that_count() -> None:
    ruleset = loaded("chinese-official")
    scores = ruleset.batch().score([Hand.parse("(789s) [1111z] 2345688p +7p seat=S from=left"), Hand.parse("1m +5z")])
    assert scores.valid.tolist() == [True, False]
    one = ruleset.score("(789s) [1111z] 2345688p +7p seat=S from=left")
    assert (scores.total[0], scores.counted[0]) == (one.total, one.counted)
    assert sorted(scores.items(0)) == sorted(item.id for item in one.items)
    assert scores.explain(0) == one
    assert scores.items(1) == ()
    assert scores.errors[1].code == "wrong_tile_count"
    with pytest.raises(HandError, match="expected 14"):
        scores.explain(1)
    assert {name for name, number in scores.numbers() if number} == set(scores.items(0))
    assert scores.has(one.items[0].id).tolist() == [True, False]
    with pytest.raises(KeyError, match=r"no_such_rule: no rule of the ruleset"):
        scores.has("no_such_rule")
    with pytest.raises(IndexError, match=r"^row 2: there are 2 hands$"):
        scores.explain(2)
    assert repr(scores) == "<Scores of 2 hands: 1 valid>"


@pytest.mark.parametrize("given", [Hand.parse("123m +5z"), None, "123m +5z", {"concealed": "123m"}, 5])
def test_what_is_no_list_of_hands_is_refused(given: Any) -> None:
    """One hand is given in place of several before anything else goes wrong."""
    with pytest.raises(ValueError, match=r"^expected hands in a list, or their Columns, got "):
        loaded("chinese-official").batch().score(given)


def test_payments_are_those_of_each_win() -> None:
    ruleset = loaded("riichi")
    hands = [Hand.parse(f"345m456p678s23m55p {win} seat={seat} riichi") for seat in "ESW" for win in ("+4m", "!4m")]
    hands += [Hand.parse("345m456p678s23m55p +4m riichi from=left"), Hand.parse("345m456p678s23m55p")]
    payments = ruleset.batch().score(hands).payments
    assert payments.seats == ("E", "S", "W", "N")
    assert payments.settled.tolist() == [False, True] * 3 + [True, False]  # who discarded is not said of three
    for row in np.flatnonzero(payments.settled).tolist():
        assert payments.amounts[row].tolist() == [*(ruleset.score(hands[row]).payments or {}).values()]


def test_a_word_of_a_plugin_sees_bonus_tiles_in_order_whatever_that_of_the_hand(tmp_path: Path) -> None:
    def read(reader: ConditionReader, value: Any, path: Any) -> Formula:
        return Atom("lowest", ("bonus",), lambda shown: bool(shown[0]) and shown[0][0] == BONUS[0], word="lowest")

    odd = ModuleType("odd")
    odd.mj_condition_words = hookimpl(  # type: ignore[attr-defined]
        lambda: [Word("lowest", "true", "", ("bonus",), {}, read)]
    )
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: chinese-basic\nplugins: {add: [odd]}\nrules: {low: {points: 3, when: {lowest: true}}}\n",
        "utf-8",
    )
    ruleset = mjrules.load(str(path), available={**available_plugins(), "odd": lambda: odd})
    hand, first, later = Hand.parse("11122233344m55z !4m"), BONUS[0], BONUS[5]
    shown = [(first, later), (later, first), (later,), (first,)]  # a record is read in order, a hand in play is not
    hands = [replace(hand, bonus=own, bonus_count=len(own)) for own in shown]
    same(ruleset, hands)
    low = [any(item.id == "low" for item in ruleset.score(hand).items) for hand in hands]
    assert low == [True, True, False, True]


def all_told(win: Win, settings: object) -> list[Transfer]:
    """Pays by everything that a settlement may know."""
    assert win.hand is not None
    known = {name: getattr(win.hand, name) for name in SETTLED_BY if name != "flags"}
    told = (
        known,
        sorted(win.hand.flags),
        win.discarder,
        win.value,
        sorted(win.totals),
        sorted(win.special),
        sorted(win.cut.items()),
    )
    return [Transfer(win.losers[0], win.winner, crc32(repr(told).encode()))]


def test_wins_that_say_the_same_to_a_settlement_are_paid_the_same(tmp_path: Path) -> None:
    """Hands that differ in concealed tiles alone among them."""

    def mj_settlement_methods() -> list[SettlementMethod]:
        return [SettlementMethod("odd", "", all_told)]

    odd = ModuleType("odd")
    odd.mj_settlement_methods = hookimpl(mj_settlement_methods)  # type: ignore[attr-defined]
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: root\nplugins: [combinations, odd, sum]\nfields: {year: which}\nscoring: {method: sum}\n"
        "rules: {win: {points: 1}, pungs: {points: 2, each: true, when: {sets: pung}}}\nsettlement: {method: odd}\n",
        encoding="utf-8",
    )
    ruleset = mjrules.load(str(path), available={**available_plugins(), "odd": lambda: odd})
    drawn = random_hands(ruleset, amount(100, 300, 3000), seed=3)
    hands = [replace(hand, fields={"year": number % 3}) for number, hand in enumerate(drawn)]
    alike = ["(123m) 456m456s2s777z +2s seat=S from=left", "(123m) 456m456s2s666z +2s seat=S from=left"]
    hands += [Hand.parse(f"{text} {year}") for text in alike for year in ("", "year=1", "year=2")]
    payments = ruleset.batch().score(hands).payments
    rows = np.flatnonzero(payments.settled).tolist()
    assert len(rows) > len(hands) // 3
    for row in rows:
        assert payments.amounts[row].tolist() == [*(ruleset.score(hands[row]).payments or {}).values()], hands[row]
    assert (payments.amounts[-6:-3] == payments.amounts[-3:]).all()
    assert len({*payments.amounts[-3:].max(axis=1).tolist()}) == 3


def picky(win: Win, settings: object) -> list[Transfer]:
    """Looks at the more of a hand the more it has seen."""
    hand = win.hand
    assert hand is not None
    told: list[object] = [win.value]
    if hand.self_drawn:
        told.append(hand.round)
    elif "last_tile" in hand.flags:
        told.append([*hand.fields.items()])
    elif win.winner == "S" and any(meld.type == "kong" for meld in hand.melds):
        told += [hand.bonus_count, hand.bonus] if hand.fields.get("year") else [hand.melds, "later" in hand.fields]
    return [Transfer(win.losers[0], win.winner, crc32(repr(told).encode()))]


def test_a_settlement_is_asked_about_what_it_looks_at(tmp_path: Path) -> None:
    asked: list[Win] = []

    def noted(win: Win, settings: object) -> list[Transfer]:
        asked.append(win)
        return picky(win, settings)

    odd = ModuleType("odd")
    odd.mj_settlement_methods = hookimpl(  # type: ignore[attr-defined]
        lambda: [SettlementMethod("odd", "", noted, reads=())]
    )
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: root\nplugins: [combinations, odd, sum]\nfields: {year: which, later: which}\n"
        "scoring: {method: sum}\nrules: {win: {points: 1}, pungs: {points: 2, each: true, when: {sets: pung}}}\n"
        "settlement: {method: odd}\n",
        encoding="utf-8",
    )
    ruleset = mjrules.load(str(path), available={**available_plugins(), "odd": lambda: odd})
    drawn = random_hands(ruleset, amount(300, 600, 6000), seed=5)
    hands = [replace(hand, fields={"year": number % 3, "later": number % 2}) for number, hand in enumerate(drawn)]
    payments = ruleset.batch().score(hands).payments
    rows = np.flatnonzero(payments.settled).tolist()
    assert len(asked) < len(rows) * 0.7
    for row in rows:
        assert payments.amounts[row].tolist() == [*(ruleset.score(hands[row]).payments or {}).values()], hands[row]


def paid_by_what_is_said(path: Path) -> tuple[Ruleset, list[Win]]:
    """A ruleset whose settlement looks at flags and at fields of numbers and of tiles, and what it is asked about."""
    asked: list[Win] = []

    def said(win: Win, settings: object) -> list[Transfer]:
        asked.append(win)
        assert win.hand is not None
        fields = win.hand.fields
        told = [
            win.value,
            fields.get("year"),
            sorted(win.hand.flags),
            None if fields.get("year") else fields.get("shown"),
        ]
        return [Transfer(win.losers[0], win.winner, crc32(repr(told).encode()))]

    odd = ModuleType("odd")
    odd.mj_settlement_methods = hookimpl(  # type: ignore[attr-defined]
        lambda: [SettlementMethod("odd", "", said, reads=())]
    )
    (path / "club.yaml").write_text(
        "id: club\nextends: root\nplugins: [combinations, odd, sum]\nscoring: {method: sum}\n"
        "settlement: {method: odd}\nfields: {later: which, shown: {type: tiles, about: some}, year: which}\n"
        "rules: {win: {points: 1}}\n"
        "flags: {early: soon, late: not soon}\n",
        encoding="utf-8",
    )
    return mjrules.load(str(path / "club.yaml"), available={**available_plugins(), "odd": lambda: odd}), asked


def test_what_wins_are_paid_is_kept_whatever_the_columns_that_say_it(tmp_path: Path) -> None:
    ruleset, asked = paid_by_what_is_said(tmp_path)
    said = ["year=1", "year=2", "year=2 later=1", "year=1 late", "early", "late", "shown=5m", "shown=7p"]
    hands = [ruleset.parse(f"11122233344m55z !4m {more}") for more in said]
    expected = [[*(ruleset.score(hand).payments or {}).values()] for hand in hands]
    assert len({*map(tuple, expected)}) == len(said) - 1  # one hand says only what nobody looks at
    batch = ruleset.batch()
    for own in (hands, hands[::-1], hands[6:], hands[:5:-1], hands[:4]):
        number = len(asked)
        columns = Columns.of(own, sorted({flag for hand in own for flag in hand.flags}), batch.book.fields)
        amounts = batch.score(columns).payments.amounts.tolist()
        assert amounts == [expected[hands.index(hand)] for hand in own]
    assert len(asked) == number  # about what was known


def test_after_a_settlement_has_failed_nothing_wrong_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, settle = loaded("hong-kong"), payers.transfers
    hands = [Hand.parse(f"11122233344m55z !4m seat={seat}") for seat in "ESW"]
    scores = ruleset.batch().score(hands)

    def failing(hand: Hand, *more: Any) -> Any:
        if hand.seat == "S":
            raise PluginError("no money")
        return settle(hand, *more)

    with monkeypatch.context() as broken:
        broken.setattr(payers, "transfers", failing)
        with pytest.raises(PluginError, match="no money"):
            _ = scores.payments
    assert scores.payments.amounts.tolist() == [[*(ruleset.score(hand).payments or {}).values()] for hand in hands]


def test_payments_begin_anew_where_their_tables_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = loaded("riichi")
    monkeypatch.setattr(settling, "FULL", 2)
    hands = [Hand.parse(f"345m456p678s23m55p !4m seat={seat} honba={count}") for seat in "ESW" for count in range(4)]
    batch = ruleset.batch()
    for own in (hands, hands[:5], hands):
        amounts = batch.score(own).payments.amounts.tolist()
        assert amounts == [[*(ruleset.score(hand).payments or {}).values()] for hand in own]


def odd_sums(path: Path, error: Exception) -> Ruleset:
    """A ruleset whose scoring method raises an error for some hands."""

    def value(awards: Sequence[Award], settings: object) -> Value:
        points = sum(int(award.value) for award in awards)
        if points % 5 == 3:
            raise error
        return Value(points, points, (points,))

    odd = ModuleType("odd")
    odd.mj_scoring_methods = hookimpl(  # type: ignore[attr-defined]
        lambda: [ScoringMethod("odd", "", {"points": ""}, "points", value)]
    )
    path.write_text("id: club\nextends: chinese-basic\nplugins: {add: [odd]}\nscoring: {method: odd}\n", "utf-8")
    return mjrules.load(str(path), available={**available_plugins(), "odd": lambda: odd})


def test_a_hand_that_a_plugin_refuses_is_refused_alone(tmp_path: Path) -> None:
    ruleset = odd_sums(tmp_path / "club.yaml", HandError("bad_record", "three are unlucky"))
    hands = [*random_hands(ruleset, 100, seed=3)]
    batch = ruleset.batch()
    for first in range(0, 100, 20):
        own = hands[first : first + 20]
        assert list(differences(ruleset, own, batch.score(own))) == []


def test_hands_are_scored_rightly_after_a_plugin_has_failed(tmp_path: Path) -> None:
    """What tables were being filled with is forgotten: rows of other hands stood in its place."""
    ruleset = odd_sums(tmp_path / "club.yaml", KeyError("three"))
    batch = ruleset.batch()

    def together(hand: Hand) -> object:
        try:
            scores = batch.score([hand])
        except PluginError as error:
            return str(error)
        return scores.total[0] if scores.valid[0] else str(scores.errors[0])

    def alone(hand: Hand) -> object:
        try:
            return ruleset.score(hand).total
        except (HandError, PluginError) as error:
            return str(error)

    hands = [*random_hands(ruleset, 100, seed=3)]
    told = [together(hand) for hand in hands]
    assert told == [alone(hand) for hand in hands]
    assert sum("KeyError: 'three', at test_batch.py:" in str(one) for one in told) > 10


@pytest.mark.parametrize(
    ("id", "text", "together"),
    [
        ("western", "123m456p789s1112z seat=S", True),
        ("western", "1122m3344p5566s7z seat=S fishing", False),
        ("western", "1133m557799p1s24z seat=S fishing", True),
        ("bmja", "1133m557799p1s24z seat=S", True),
        ("bmja", "19m19p19s123456z7z seat=S", False),
        ("bmja", "(123m) (456m) (777p) 1s2z3z4z seat=S", True),
    ],
)
def test_who_gets_no_share_is_scored_together_with_others(id: str, text: str, together: bool) -> None:
    ruleset, hand = loaded(id), Hand.parse(text)
    batch = ruleset.batch()
    assert batch.told(batch.columns([hand])).tolist() == [together]
    assert batch.score([hand]).total[0] == ruleset.score(hand).total


def test_hands_that_did_not_win_are_worth_the_same_where_some_get_a_share() -> None:
    """Hands that wait, and such with another tile in place of one, of which few do."""
    chance = Random(8)
    for id in ("western", "bmja"):
        ruleset = loaded(id)
        hands = []
        for hand in random_hands(ruleset, 150, seed=6):
            concealed = [*hand.concealed]
            if chance.random() < 0.5:
                concealed[chance.randrange(len(concealed))] = chance.randrange(KINDS)
            flags = frozenset({"fishing"} if chance.random() < 0.5 else ())
            own = Hand(melds=hand.melds, concealed=tuple(concealed), winner=False, seat=hand.seat, flags=flags)
            hands += [own] if own.most <= 4 else []
        batch = ruleset.batch()
        scores = batch.score(hands)
        assert scores.total.tolist() == [ruleset.score(hand).total for hand in hands]
        told = batch.told(batch.columns(hands))
        assert 20 < told.sum() < len(hands) - 20


@pytest.mark.parametrize("doubles", [63, 200])
def test_what_no_column_can_tell_is_refused(doubles: int, tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: western\nset: {roof_off: true}\n"
        f"rules: {{many: {{doubles: {doubles}, when: {{tiles: {{1m: 1+}}}}}}}}\n",
        encoding="utf-8",
    )
    ruleset = mjrules.load(str(path))
    fewer, more = Hand.parse("222333444m55z11s !1s"), Hand.parse("111222333m55z11s !1s")
    batch = ruleset.batch()
    with pytest.raises(OverflowError, match=r"^a hand is worth more than 9223372036854775807, which is the most that "):
        batch.score([fewer, more])
    same(ruleset, [fewer])
    assert batch.score([fewer]).total.tolist() == [ruleset.score(fewer).total]


def test_a_settlement_that_fails_is_told_with_its_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = loaded("hong-kong").batch().score([Hand.parse("11122233344m55z !4m")])

    def failing(*args: object) -> None:
        raise PluginError("no money")

    monkeypatch.setattr(payers, "transfers", failing)
    with pytest.raises(PluginError, match=r"no money \(ruleset hong-kong, hand "):
        _ = scores.payments


def test_wins_that_a_settlement_refuses_are_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, settle = loaded("hong-kong"), payers.transfers
    hands = [Hand.parse(f"11122233344m55z {win}") for win in ("+4m from=left", "!4m", "+4m from=right")]
    expected = [*(ruleset.score(hands[1]).payments or {}).values()]

    def refusing(hand: Hand, *more: Any) -> Any:
        if not hand.self_drawn:
            raise HandError("bad_record", "nobody pays for discards")
        return settle(hand, *more)

    monkeypatch.setattr(payers, "transfers", refusing)
    payments = ruleset.batch().score(hands).payments
    assert payments.settled.tolist() == [False, True, False]
    assert payments.amounts[1].tolist() == expected


def test_payments_that_no_column_can_tell_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    rule = "rules: {many: {faan: 150, when: {tiles: {1m: 1+}}}}"
    path.write_text(f"id: club\nextends: hong-kong\nscoring: {{cap: null}}\n{rule}\n", encoding="utf-8")
    ruleset = mjrules.load(str(path))
    batch, other = ruleset.batch(), Hand.parse("22233344455m55z !5m")
    scores = batch.score([Hand.parse("11122233344m55z !4m")])
    with pytest.raises(OverflowError, match=r"^a win is paid more than 9223372036854775807, which is the most that "):
        _ = scores.payments
    paid = batch.score([other]).payments.amounts.tolist()
    assert paid == [[*(ruleset.score(other).payments or {}).values()]], "what is kept of the first is not in its way"


def test_jokers_are_scored_one_by_one() -> None:
    ruleset = loaded("western/us")
    hands = [Hand.parse("111222333m445pJ !5p"), Hand.parse("111222333m4455p !5p")]
    assert ruleset.batch().told(ruleset.batch().columns(hands)).tolist() == [False, True]
    same(ruleset, hands)


def test_a_hand_that_may_not_win_for_what_it_waits_for_is_refused_in_columns_too() -> None:
    ruleset = loaded("riichi")
    told = ("", "discards=1m", "discards=9p", "discards=9p4m dora=1m")
    hands = [Hand.parse(f"345m456p678s23m55p {win}4m {fields}") for fields in told for win in "+!"]
    same(ruleset, hands)
    assert sorted(ruleset.batch().score(hands).errors) == [2, 6]


def test_threads_may_share_a_batch() -> None:
    """What one of them fills in, another one does not read before it is there."""
    hands = [*random_hands(loaded("sichuan"), 60, seed=4)]
    expected = loaded("sichuan").batch().score(hands).total.tolist()
    often, batch = sys.getswitchinterval(), loaded("sichuan").batch()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = [*pool.map(lambda number: batch.score(hands).total.tolist(), range(8))]
    finally:
        sys.setswitchinterval(often)
    assert found == [expected] * 8


def test_scores_are_pickled_with_what_they_say() -> None:
    texts = "11122233344m55z !4m", "(123m) 456m456s2s777z +2s seat=S from=left", "123m +5z", "1112223334mJ55z !4m"
    ruleset = loaded("western/us")
    scores = ruleset.batch().score([Hand.parse(text) for text in texts], readings=True)
    assert len(scores.worths) == 1
    again = pickle.loads(pickle.dumps(scores))
    for name in ("valid", "total", "counted", "minimum_met", "rules"):
        assert (getattr(again, name) == getattr(scores, name)).all()
    assert (again.payments.amounts == scores.payments.amounts).all()
    assert {row: str(error) for row, error in again.errors.items()} == {2: str(scores.errors[2])}
    assert again.explain(1) == scores.explain(1)
    (read,), (expected,) = again.readings, scores.readings or []
    assert (read.names, read.pieces.tolist()) == (expected.names, expected.pieces.tolist())


def test_a_batch_goes_to_another_process_once_and_keeps_its_tables_there() -> None:
    """As `pool.map(batch.score, lots)` does, which pickles it for every few lots."""
    first, second = (pickle.loads(pickle.dumps(loaded("hong-kong").batch())) for _ in range(2))
    assert first is second
    assert first.score([Hand.parse("11122233344m55z !4m")]).total.tolist() == [10]


def test_a_row_that_is_no_hand_is_refused_alone_and_later_hands_are_scored() -> None:
    """One who did not win has no winning tile: its flags were asked of a hand that cannot be made."""
    batch = loaded("hong-kong").batch()
    won = batch.columns([Hand.parse("12m456p789s11122z +3m robbing_kong")] * 2)
    scores = batch.score(replace(won, winner=np.array([True, False])))
    assert scores.valid.tolist() == [True, False]
    assert scores.errors[1].field == "win"
    assert batch.score(won).valid.all()


def test_the_extra_is_named_where_numpy_is_missing() -> None:
    """In a process of its own, as one that has numpy cannot forget it."""
    program = f"""
import sys
from functools import partial
from importlib import import_module
import mjrules
sys.modules["numpy"] = None
ruleset = mjrules.load("hong-kong")
modules = [partial(import_module, "mjrules.batch." + name) for name in {PUBLIC}]
for asked in (ruleset.batch, ruleset.distance_columns, *modules):
    try:
        asked()
    except ImportError as error:
        print(error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "columns of hands need numpy: pip install 'mjrules[batch]'\n" * (2 + len(PUBLIC))


def test_no_hands_have_no_scores() -> None:
    assert len(loaded("hong-kong").batch().score([])) == 0


def test_rules_are_counted_as_often_as_they_hold() -> None:
    hands = some()
    scores = loaded("chinese-official").batch().score(hands)
    held = dict(scores.numbers())
    for name, number in held.items():
        assert number == sum(name in scores.items(row) for row in range(len(hands)))
    assert np.count_nonzero(scores.valid) == len(hands)


def test_columns_of_arrays_are_scored() -> None:
    batch = loaded("hong-kong").batch()
    columns = batch.columns(random_hands(loaded("hong-kong"), 40, 2))
    assert (batch.score(columns).total == batch.score([columns.hand(row) for row in range(40)]).total).all()


NO_SETS = {
    2: "no set, but a source",
    32: "a chow of two suits",
    124: "a chow of winds and a dragon",
    136: "a chow beyond the last kind",
    4 * (1 + 34 * 4) + 1: "a concealed kong from a player",
    684: "more red fives than the set has",
}
"""Numbers in a column of declared sets that are none."""


def wrong() -> Iterator[tuple[str, Any, str]]:
    yield "win", np.zeros(1, np.int64), "win: expected an array uint8"
    yield "seat", np.full(1, 4, np.uint8), r"seat: row 0 has 4, expected at most 3 \(0 E, 1 S, 2 W, 3 N\)"
    yield "melds", np.full((1, 5), 4000, np.uint16), "melds: row 0 has 4000"
    for number in NO_SETS:
        melds = np.array([[4, number, 0, 0, 0]], np.uint16)
        yield "melds", melds, f"melds: row 0 has {number}, which is no declared set"
    yield "bonus", np.full(1, 2, np.uint8), "bonus: row 0 has 2, expected the 0 in tiles"
    yield "win", np.full(1, 60, np.uint8), "win: row 0 has 60"
    yield "flags", np.full(1, 1 << 40, np.uint64), "flags: row 0 has a flag"
    yield "tiles", [1], "tiles: expected an array uint8"
    yield "win", np.array(13, np.uint8), r"win: expected an array uint8 .*, got uint8 \(\)"
    yield "win", None, "win: expected an array uint8"
    masked: dict[str, NDArray[Any]] = {"tiles": np.zeros((1, 50), np.uint8), "winner": np.zeros(1, np.bool_)}
    for name, value in (*masked.items(), ("win", np.zeros(1, np.uint8))):
        yield name, value.view(np.ma.MaskedArray), f"{name}: expected an array .*, got MaskedArray"


@pytest.mark.parametrize(("name", "value", "message"), [*wrong()])
def test_arrays_that_are_no_columns_are_refused(name: str, value: Any, message: str) -> None:
    batch = loaded("hong-kong").batch()
    columns = batch.columns([Hand.parse("11122233344455p +5p")])
    object.__setattr__(columns, name, value)
    with pytest.raises(ValueError, match=message):
        batch.score(columns)


def test_what_is_no_hand_is_refused() -> None:
    batch, said = loaded("hong-kong").batch(), "11122233344455p +5p"
    with pytest.raises(ValueError, match=f'row 1: expected a Hand, got "{re.escape(said)}": Hand.parse makes'):
        batch.score([Hand.parse(said), said])  # type: ignore[list-item]


def test_tables_say_how_large_they_are_and_how_long_they_were_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = loaded("chinese-official").batch()
    empty, columns = batch.tables, batch.columns(some())
    batch.score(columns)
    filled = batch.tables
    assert filled.rows > 300
    assert filled.bytes > empty.bytes + 20_000
    assert filled.seconds > empty.seconds == 0
    batch.score(columns)
    again = batch.tables
    assert (again.rows, again.seconds) == (filled.rows, filled.seconds)  # nothing is filled for hands that are known
    monkeypatch.setattr(module, "FULL", 10)
    batch.score([])
    assert batch.tables.rows == filled.rows
    batch.score(columns.part(0, 1))
    assert batch.tables.rows < 100


@plain_only
def test_all_that_is_kept_as_it_is_counts() -> None:
    """Compiled classes do not say what attributes they have."""
    assert PARTS
    for kind, names in PARTS.items():
        assert {*names} == {*vars(kind)["__slots__"]}


def test_rules_that_are_asked_hand_by_hand_are_named_and_score_the_same(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    rule = "rules: {odd: {han: 1, when: {tiles: 12346789mps0mps1234567z}}}"
    path.write_text(f"id: club\nextends: riichi\n{rule}\n", encoding="utf-8")
    ruleset = mjrules.load(str(path))
    assert ruleset.batch().asked_alone == ("odd",)
    same(ruleset, various(ruleset, 40, 3))


def test_no_bundled_rule_is_asked_hand_by_hand() -> None:
    ids = SCORING[:: amount(5, 1, 1)]
    assert {id: loaded(id).batch().asked_alone for id in ids} == dict.fromkeys(ids, ())


@pytest.mark.parametrize("id", ["riichi/tenhou", "chinese-official"])
def test_hands_are_read_as_one_by_one(id: str) -> None:
    ruleset = loaded(id)
    hands = list(random_hands(ruleset, amount(100, 600, 20_000), 6))
    readings = ruleset.batch().score(hands, readings=True).readings
    assert readings is not None
    (read,) = readings
    every = zip(read.rows.tolist(), read.shape.tolist(), read.first.tolist(), read.first.tolist()[1:], strict=False)
    for row, shape, first, last in every:
        reading = ruleset.scorer.score(hands[row]).reading
        assert (read.names[shape], tuple(read.pieces[first:last].tolist())) == (reading.shape, reading.pieces)
