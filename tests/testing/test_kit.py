"""The kit: every bundled ruleset keeps the laws, each law can be broken, and random hands are what they should be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset, RulesetError
from mjrules.hands.record import FLAGS, SEATS
from mjrules.hooks import (
    Award,
    ScoringMethod,
    TileSet,
    Transfer,
    Value,
    hookimpl,
)
from mjrules.hooks.manager import available_plugins
from mjrules.sample_hands.random_hands import NOT_DRAWN
from mjrules.testing import LawBrokenError, check_laws, random_hands
from tests.kit.processes import PATIENCE
from tests.kit.profile import amount, thinned
from tests.kit.rulesets import SCORING

INSTALLED = available_plugins()
HAND = "123m456p789s111z2z +2z from=left"


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 9))
def test_every_bundled_ruleset_keeps_the_laws(id: str) -> None:
    check_laws(id, hands=amount(3, 20, 2000))


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in SCORING if "/" not in id])
def test_every_preset_keeps_the_laws(id: str) -> None:
    for preset in mjrules.load(id).options.presets:
        check_laws(id, hands=amount(1, 2, 5), options={preset: True})


def test_a_ruleset_without_scoring_is_told() -> None:
    with pytest.raises(RulesetError, match="has no scoring"):
        check_laws("root")


# Broken laws.

Club = Callable[..., Path]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """Writes a child of Chinese Official that names a plugin made of these hooks."""

    def write(text: str = "", **hooks: Callable[[], Sequence[object]]) -> Path:
        plugin = ModuleType("broken")
        for name, hook in hooks.items():
            setattr(plugin, name, hookimpl(hook))
        installed = {**INSTALLED, "broken": lambda: plugin}
        monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: installed)
        path = tmp_path / "club.yaml"
        header = "id: club\nextends: chinese-official\nplugins: {add: [broken]}\n"
        path.write_text(f"{header}{text}\n", encoding="utf-8")
        return path

    return write


def broken(path: Path, law: str, **settings: Any) -> str:
    """The message with which the laws are broken, which must name the ruleset, the law and the hand."""
    with pytest.raises(LawBrokenError) as error:
        check_laws(path, **{"hands": 20, **settings})
    message = str(error.value)
    assert message.startswith(f"club: {law}: ")
    assert "hand: " in message
    return message


def method(value: Callable[[Sequence[Award], Mapping[str, Any]], Value]) -> Callable[[], Sequence[ScoringMethod]]:
    return lambda: [ScoringMethod("broken", "", {"fan": ""}, "fan", value)]


OWN_METHOD = "scoring: {method: broken}"


def test_a_plugin_that_breaks_nothing_keeps_the_laws(club: Club) -> None:
    check_laws(club(), hands=20)


def test_broken_determinism(club: Club) -> None:
    calls = Counter[str]()

    def value(awards: Sequence[Award], settings: Mapping[str, Any]) -> Value:
        calls["value"] += 1
        return Value(calls["value"], 8, (calls["value"],))

    broken(club(OWN_METHOD, mj_scoring_methods=method(value)), "determinism")


def scribble(hand: Hand, tiles: TileSet) -> Sequence[Hand]:
    """Notes in the hand that it was looked at."""
    object.__setattr__(hand, "fields", {"looks": int(hand.fields.get("looks", 0)) + 1})
    return ()


def test_broken_no_mutation(club: Club) -> None:
    message = broken(club("fields: {looks: how often}", mj_stand_ins=lambda: [scribble]), "no_mutation")
    assert "scoring changed the hand" in message


def test_broken_no_mutation_of_the_ruleset(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset refuses every change, so it takes force to change one."""
    original = Ruleset.score

    def score(self: Ruleset, hand: Hand, *, declared: bool = False) -> mjrules.Score:
        groups = {**self.definition.groups, f"looked at {len(self.definition.groups)}": "A group"}
        object.__setattr__(self.definition, "groups", groups)
        return original(self, hand, declared=declared)

    monkeypatch.setattr(Ruleset, "score", score)
    assert "scoring changed the ruleset" in broken(club(), "no_mutation")


def test_broken_round_trips_of_records(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Hand.to_record
    monkeypatch.setattr(Hand, "to_record", lambda hand: {**original(hand), "seat": "W"})
    assert "the record gives another hand" in broken(club(), "round_trips")


def test_broken_round_trips(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Hand.to_text
    monkeypatch.setattr(Hand, "to_text", lambda hand: original(replace(hand, bonus=(), bonus_count=0)))
    assert "the text scores otherwise" in broken(club(), "round_trips")


def test_broken_zero_sum(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def net(transfers: Sequence[Transfer], seats: Sequence[str]) -> dict[str, int]:
        return {seat: sum(item.amount for item in transfers if item.payee == seat) for seat in seats}

    monkeypatch.setattr("mjrules.scoring.score.net_amounts", net)
    assert "payments do not sum to zero" in broken(club(), "zero_sum")


def forgetful(least: int, exactly: bool = False) -> Callable[[], Sequence[ScoringMethod]]:
    """A method that forgets its awards where they are worth so much."""

    def value(awards: Sequence[Award], settings: Mapping[str, Any]) -> Value:
        total = sum(int(award.value) for award in awards)
        forgets = total == least if exactly else total >= least
        return Value(total, total, (total,), kept=() if forgets else None)

    return method(value)


def test_broken_explanation_total(club: Club) -> None:
    message = broken(club(OWN_METHOD, mj_scoring_methods=forgetful(1)), "explanation_total")
    assert "the explanation gives another total" in message


def test_laws_are_checked_on_the_examples_too(club: Club) -> None:
    only_fifteen = forgetful(15, exactly=True)
    check_laws(club(OWN_METHOD, mj_scoring_methods=only_fifteen), hands=0)
    path = club(f'{OWN_METHOD}\nexamples: [{{hand: "{HAND}", total: 15}}]', mj_scoring_methods=only_fifteen)
    assert Hand.parse(HAND).to_text() in broken(path, "explanation_total", hands=0)


@pytest.mark.slow
def test_laws_are_checked_under_the_given_options(club: Club) -> None:
    text = (
        "options: {rich: {of: rules.always.fan, values: {poor: 1, rich: 1000}}}\n"
        "scoring: {method: broken}\nrules: {always: {fan: 1}}"
    )
    path = club(text, mj_scoring_methods=forgetful(1000))
    check_laws(path, hands=10)
    broken(path, "explanation_total", options={"rich": "rich"})


def test_a_broken_law_is_an_assertion() -> None:
    assert issubclass(LawBrokenError, AssertionError)


# Random hands.


@cache
def official() -> Ruleset:
    return mjrules.load("chinese-official")


@cache
def many() -> tuple[Hand, ...]:
    return tuple(random_hands(official(), amount(500, 2000, 2000), seed=1))


def test_the_same_seed_gives_the_same_hands() -> None:
    first = [hand.to_text() for hand in random_hands(official(), 50, seed=7)]
    second = [hand.to_text() for hand in random_hands(mjrules.load("chinese-official"), 50, seed=7)]
    assert first == second
    assert first[:10] == [hand.to_text() for hand in random_hands(official(), 10, seed=7)]


def test_another_seed_gives_other_hands() -> None:
    texts = [hand.to_text() for seed in range(5) for hand in random_hands(official(), 20, seed)]
    assert len(set(texts)) > 95


@pytest.mark.slow
def test_another_process_gives_the_same_hands() -> None:
    code = (
        "import mjrules; from mjrules.testing import random_hands; "
        "print(*[h.to_text() for h in random_hands(mjrules.load('chinese-official'), 30, 3)], sep='\\n')"
    )
    expected = [hand.to_text() for hand in random_hands(official(), 30, seed=3)]
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert run.stdout.splitlines() == expected


@pytest.mark.parametrize("count", [0, 1, 3])
def test_as_many_hands_as_asked_for(count: int) -> None:
    assert len(list(random_hands(official(), count, seed=1))) == count


@pytest.mark.slow
def test_all_hands_are_legal_and_complete() -> None:
    for hand in many():
        assert not list(hand.contradictions())
        assert official().score(hand).total >= 0


@pytest.mark.slow
def test_hands_of_all_shapes() -> None:
    read = Counter(official().score(hand).reading.shape for hand in many())
    shapes = [shape.name for shape in official().book.shapes if not shape.pattern_only]
    assert all(read[shape] >= 10 for shape in shapes), read


@pytest.mark.slow
def test_hands_with_sets_of_all_kinds() -> None:
    declared = Counter(len(hand.melds) for hand in many())
    assert set(declared) == {0, 1, 2, 3, 4}
    kinds = Counter((meld.type, meld.concealed) for hand in many() for meld in hand.melds)
    assert set(kinds) == {("chow", False), ("pung", False), ("kong", False), ("kong", True)}
    assert min(kinds.values()) >= 10


@pytest.mark.slow
def test_hands_in_all_situations() -> None:
    seen = {field: Counter(getattr(hand, field) for hand in many()) for field in ("seat", "round", "self_drawn")}
    assert set(seen["seat"]) == set(seen["round"]) == set(SEATS)
    assert set(seen["self_drawn"]) == {True, False}
    assert {hand.bonus_count for hand in many()} >= {0, 1, 2}
    flags = Counter(flag for hand in many() for flag in hand.flags)
    assert set(flags) >= set(FLAGS) - NOT_DRAWN
    waits = {official().score(hand).reading.wait for hand in many()}
    assert waits >= {"edge", "closed", "single", "two_sided", "paired", None}


@pytest.mark.slow
def test_most_rules_are_met_by_some_hand() -> None:
    met = {item.id for hand in many() for item in official().score(hand).items}
    assert len(met) > 40


def write(tmp_path: Path, text: str) -> Ruleset:
    path = tmp_path / "game.yaml"
    path.write_text(f"id: game\nextends: chinese-official\n{text}\n", encoding="utf-8")
    return mjrules.load(str(path))


def test_hands_of_another_tile_set(tmp_path: Path) -> None:
    ruleset = write(
        tmp_path, "tiles: {123456789mps1234567z: null, 19m123456789ps1234567z: 4, f1234: null, s1234: null}"
    )
    hands = list(random_hands(ruleset, 100, seed=1))
    assert not any(hand.bonus_count for hand in hands)
    assert not any(number for hand in hands for number in hand.counts[1:8])


def test_hands_of_three_seats(tmp_path: Path) -> None:
    ruleset = write(tmp_path, "table: {seats: [E, S, W]}")
    hands = list(random_hands(ruleset, 60, seed=1))
    assert {hand.seat for hand in hands} == {"E", "S", "W"}
    for hand in hands:
        score = ruleset.score(hand)
        assert (score.payments is not None) is score.minimum_met


def test_hands_of_a_shape_with_the_own_wind(tmp_path: Path) -> None:
    text = "shapes: {standard: {parts: [pung own_wind, pung round_wind, 2 x set, pair]}}\ntable: {seats: [E, S, W]}"
    ruleset = write(tmp_path, text)
    for hand in random_hands(ruleset, 200, seed=1):
        assert ruleset.score(hand).total > 0, hand.to_text()


def test_hands_of_sixteen_tiles(tmp_path: Path) -> None:
    text = "id: sixteen\nextends: root\nplugins: [combinations, sum]\nshapes: {standard: {parts: [5 x set, pair]}}\n"
    path = tmp_path / "sixteen.yaml"
    path.write_text(f"{text}scoring: {{method: sum}}\nrules: {{win: {{fan: 1}}}}\n", encoding="utf-8")
    ruleset = mjrules.load(str(path))
    hands = list(random_hands(ruleset, 50, seed=1))
    assert {len(hand.concealed) + 3 * len(hand.melds) + 1 for hand in hands} == {17}
    check_laws(path, hands=20)


def test_flags_and_numbers_of_the_ruleset_are_drawn_too(tmp_path: Path) -> None:
    ruleset = write(tmp_path, "flags: {lucky: the lucky tile was held}\nfields: {crackers: how many}")
    hands = list(random_hands(ruleset, 200, seed=1))
    assert any("lucky" in hand.flags for hand in hands)
    assert any(hand.fields.get("crackers") for hand in hands)


IMPOSSIBLE = """
import sys, mjrules
from mjrules.testing import random_hands
list(random_hands(mjrules.load(sys.argv[1]), 1, 1))
"""


@pytest.mark.slow
def test_a_ruleset_of_which_no_hand_can_be_drawn_is_told(tmp_path: Path) -> None:
    path = tmp_path / "impossible.yaml"
    text = "id: impossible\nextends: root\nplugins: [combinations, sum]\ntiles: {123456789mps1234567z: 1}\n"
    text += "shapes: {standard: {parts: [4 x pung, pair]}}\nscoring: {method: sum}\nrules: {win: {fan: 1}}\n"
    path.write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", IMPOSSIBLE, str(path)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert "RulesetError" in run.stderr
    assert "impossible" in run.stderr


def test_hands_can_be_refused_only_for_what_may_not_win(tmp_path: Path) -> None:
    ruleset = write(tmp_path, "win_requires: {suits: 0..2}")
    codes = Counter[str]()
    for hand in random_hands(ruleset, 100, seed=1):
        try:
            ruleset.score(hand)
        except HandError as error:
            codes[error.code] += 1
    assert set(codes) == {"not_winning"}
