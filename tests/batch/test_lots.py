"""What is chosen lot by lot is what is chosen of all that holds at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mjrules
from mjrules import Hand, Ruleset
from mjrules.batch import lots as module
from mjrules.batch.choosing import Whole
from mjrules.batch.lots import Lots
from mjrules.batch.rule_lots import in_lots
from mjrules.batch.summed_lots import SummedLots
from mjrules.batch.verdicts import Verdicts
from mjrules.conditions.bits import bits_of
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scoring.policy import Award
from mjrules.scoring.select import Weighed
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

from .compare import differences


def compared(ruleset: Ruleset, seed: int = 3) -> Lots | Whole:
    """What chose for random hands, which score as one by one."""
    batch, hands = ruleset.batch(), list(random_hands(ruleset, amount(30, 200, 3000), seed))
    assert list(differences(ruleset, hands, batch.score(hands))) == []
    chosen = batch._choosing
    assert isinstance(chosen, (Lots, Whole))
    return chosen


def lots_of(ruleset: Ruleset) -> list[list[str]]:
    """The ids of rules, lot by lot."""
    batch = ruleset.batch()
    selector, located = ruleset.scorer.selector, batch._located
    return [[selector.judged[place].id for place in bits_of(lot)] for lot, _ in in_lots(selector, located)]


@pytest.mark.parametrize("id", ["riichi/tenhou", "western/us", "hong-kong", "zung-jung"])
def test_rules_that_touch_are_in_one_lot(id: str) -> None:
    ruleset = loaded(id)
    lots = lots_of(ruleset)
    assert sorted(rule for lot in lots for rule in lot) == sorted(rule.id for rule in ruleset.book.rules)
    for judged in ruleset.scorer.selector.judged:
        (own,) = [lot for lot in lots if judged.id in lot]
        assert all(ruleset.scorer.selector.judged[place].id in own for place in bits_of(judged.touching))


def test_rules_that_may_stand_on_several_sets_are_in_one_lot() -> None:
    (lot,) = [lot for lot in lots_of(loaded("riichi/tenhou")) if "iipeikou" in lot]
    assert {"sanshoku_doujun", "sanshoku_doukou", "ittsu", "daisangen", "shousuushii"} <= set(lot)
    assert not {"dora", "yakuhai_red", "tanyao"} & set(lot)


def test_sums_that_do_not_fit_are_chosen_of_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WIDE", 32)
    chosen = compared(loaded("riichi/tenhou"))
    assert isinstance(chosen, Lots)
    assert 0 < len(chosen._whole) < len(chosen)


def test_what_a_limit_keeps_out_is_chosen_of_all_at_once_where_classes_do_not_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = compared(loaded("western"))
    assert isinstance(chosen, Lots)
    assert not len(chosen._whole)
    monkeypatch.setattr(Lots, "_kept_by", lambda lots, weighed: None)
    chosen = compared(loaded("western"))
    assert isinstance(chosen, Lots)
    assert len(chosen._whole)


@pytest.mark.parametrize("id", ["chinese-official", "riichi/tenhou"])
def test_choices_of_the_same_rank_are_told_apart_as_for_one_hand(id: str) -> None:
    ruleset, drawn = loaded(id), amount(25, 60, 300)
    batch = ruleset.batch()
    scores = batch.score(random_hands(ruleset, drawn, 5))
    chosen = batch._choosing
    assert isinstance(chosen, (Lots, SummedLots))
    every = set(zip(*[own.tolist() for own in scores.worths[0].choices], strict=True))
    assert len(every) > drawn // 2
    found = set()
    rows, others = np.array(list(combinations(range(len(every)), 2))).T
    told_at_once = Verdicts(chosen).compare([*np.array(sorted(every)).T], rows, others)
    for pair, verdict in zip(combinations(sorted(every), 2), told_at_once.tolist(), strict=True):
        told = [chosen._by_number(own) if isinstance(chosen, Lots) else chosen._joined(own) for own in pair]
        ranked = [Weighed((0,), own.standing, own.choice, own.counted, None) for own in told]
        found.add(verdict)
        assert verdict == ruleset.scorer.selector.compare(*ranked), told
    assert found >= {1, -1}


def sums_in_vain(award: Award, settings: Any) -> tuple[int, ...]:
    """The sums of an award, but not always as many."""
    worth = award.times * int(award.each)
    return (worth, 0 if award.rule.aside else worth, *[0] * (int(award.each) % 2))


@pytest.mark.parametrize(("sums", "kind"), [(None, Whole), (sums_in_vain, Lots), (lambda *award: None, Lots)])
def test_a_method_that_tells_no_sums_or_not_as_many_is_asked_about_all(
    sums: Any, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = loaded("zung-jung")
    selector = ruleset.scorer.selector
    monkeypatch.setattr(selector, "method", replace(selector.method, sums=sums))
    chosen = compared(ruleset)
    assert type(chosen) is kind


def test_choices_among_several_are_made_of_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = mjrules.load("zung-jung")  # what it chooses is kept with it
    selector = ruleset.scorer.selector

    def one_each(matches: Sequence[Any]) -> list[tuple[int, ...]]:
        return [(index,) for index in range(len(matches))]

    monkeypatch.setattr(selector, "policy", replace(selector.policy, choices=one_each))
    hands = [Hand.parse(text) for text in ("112233m123p12s99p +3s", "112233m456p78s99p +9s")]
    batch = ruleset.batch()
    scores = batch.score(hands)
    assert list(differences(ruleset, hands, scores)) == []
    chosen = batch._choosing
    assert isinstance(chosen, Lots)
    assert len(chosen._whole)


SHARED = """id: shared
extends: chinese-basic
rules:
  drawn_dragons: {points: 3, when: {sets: [pung dragon], self_drawn: true}}
  claimed_dragons: {points: 5, each: true, when: {sets: [pung dragon], self_drawn: false}}
  all_of_them: {points: 1, excludes: [claimed_dragons], when: {sets: [pung 6z]}}
"""


@pytest.mark.parametrize("first", range(2))
def test_rules_that_ask_the_same_each_stand_where_it_is_found(tmp_path: Path, first: int) -> None:
    path = tmp_path / "shared.yaml"
    path.write_text(SHARED, encoding="utf-8")
    ruleset, texts = mjrules.load(path), ["123m456p555z666z7z !7z", "123m456p555z666z7z +7z"]
    hands = [Hand.parse(texts[place]) for place in (first, 1 - first)]
    assert list(differences(ruleset, hands, ruleset.batch().score(hands))) == []


@pytest.mark.parametrize("settings", ["", ", cap: 5"])
def test_hands_are_scored_where_there_is_no_rule(tmp_path: Path, settings: str) -> None:
    path = tmp_path / "bare.yaml"
    scoring = f"scoring: {{method: sum{settings}}}\n"
    path.write_text(f"id: bare\nextends: root\nplugins: [combinations, sum]\n{scoring}", encoding="utf-8")
    hands = [Hand.parse(text) for text in ("123m456p789s111z2z +2z", "123m456p789s111z2z !3z")]
    ruleset = mjrules.load(path)
    scores = ruleset.batch().score(hands)
    assert scores.valid.tolist() == [True, False]
    assert list(differences(ruleset, hands, scores)) == []


FINES = """id: fines
extends: chinese-official
rules:
  wind_fine: {fan: -1, when: {tiles: {winds: 1+}}}
  wind_pair_fine: {fan: -1, when: {sets: [pair wind]}}
"""


def test_awards_that_take_away_are_chosen_of_all_at_once(tmp_path: Path) -> None:
    path = tmp_path / "fines.yaml"
    path.write_text(FINES, encoding="utf-8")
    ruleset = mjrules.load(path)
    texts = ("(567p) (333s) 567m44p44z !4z seat=W round=W", "12377m67778p222z +7p seat=S")
    hands = [Hand.parse(text) for text in texts]
    assert ruleset.batch().score(hands[:1]).total.tolist() == [ruleset.score(hands[0]).total]  # and nothing lot by lot
    batch = ruleset.batch()
    assert list(differences(ruleset, hands, batch.score(hands))) == []  # ranks that are new move those of others
    assert isinstance(batch._choosing, Lots)
    assert compared(ruleset)


SEVERAL = """id: several
extends: chinese-basic
rules:
  no_straight:
    points: 2
    when: {none_of: [{sets: [123a, 456a, 789a], without: [wind_pung]}]}
    excluded_by: [self_drawn]
"""


@pytest.mark.parametrize("first", range(2))
def test_rules_that_hold_in_several_ways_at_once_stand_on_the_whole_hand(tmp_path: Path, first: int) -> None:
    path = tmp_path / "several.yaml"
    path.write_text(SEVERAL, encoding="utf-8")
    texts = ("222z22m67p122334s +5p from=left seat=S", "222z (456p) 888p345s7s seat=S")  # the second did not win
    ruleset, hands = mjrules.load(path), [Hand.parse(texts[place]) for place in (first, 1 - first)]
    assert list(differences(ruleset, hands, ruleset.batch().score(hands))) == []
