"""What the words of the language mean, and how selection works, on small rulesets of a few rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from textwrap import dedent, indent
from typing import Any

import pytest

import mjrules
from mjrules.scoring.scorer import Scorer

Load = Callable[[str], mjrules.Ruleset]

HEAD = """
id: test
extends: root
plugins: [base_payment, combinations, sum]
tile_classes: {reds: 0mps}
tiles: {5mps: 3, 0mps: 1}
"""
CHOWS = "123m456m789m123p5z +5z"
"""Four chows, one of them in another suit, and a pair of white dragons."""
PUNGS = "(111m) [2222m] 333m444p7z +7z"
"""A claimed pung, a concealed kong, two concealed pungs, a pair of red dragons."""
PAIRS = "1122m3344p5566s7z +7z"


def with_rules(rules: str, *, combination: str = "free", more: str = "") -> str:
    """A ruleset of some rules, one a line."""
    lines = indent(dedent(rules).strip(), "    ")
    head = HEAD.replace("tiles: {5mps: 3, 0mps: 1}\n", "").replace("tile_classes: {reds: 0mps}\n", "")
    return f"{head}{more}\nscoring:\n  method: sum\n  combination: {combination}\nrules:\n{lines}\n"


def counts(ruleset: mjrules.Ruleset, hand: str) -> dict[str, int]:
    """How often each rule counts."""
    return {item.id: item.count for item in ruleset.score(ruleset.parse(hand)).items}


HOLDS = [
    # sets: the whole hand, find these, how many
    ("sets: chow", CHOWS, 1),
    ("sets: pung", CHOWS, 0),
    ("sets: pung", PUNGS, 1),
    ("sets: concealed pung", PUNGS, 0),
    ("sets: set", PAIRS, 0),
    ("sets: [123a, 456a, 789a]", CHOWS, 1),
    ("sets: [123a, 123b]", CHOWS, 1),
    ("sets: [chow a n, chow b n]", CHOWS, 1),
    ("sets: [chow a n, chow a n+3]", CHOWS, 2),
    ("sets: [chow a n..n+2]", CHOWS, 0),
    ("sets: [2 x chow x]", CHOWS, 0),
    ("sets: [2 x chow x]", "123123m456m789p5z +5z", 1),
    ("sets: [2 x chow x, 2 x chow y]", "123123m456456m5z +5z", 1),
    ("sets: [chow x, chow y]", "123123m456456m5z +5z", 4),
    ("sets: [pair dragon]", CHOWS, 1),
    ("sets: [pung dragon or wind]", "111z222m333p44s5s 5s +5s".replace("44s5s 5s", "444s5s"), 1),
    ("sets: [pung not honor]", PUNGS, 4),
    ("sets: [pung terminal not 9m]", PUNGS, 1),
    ("sets: [pung seat_wind round_wind]", "111z222m333p444s5s +5s", 1),
    ("sets: [pung seat_wind round_wind]", "111z222m333p444s5s +5s round=S", 0),
    ("sets: [pung own_wind]", "222z222m333p444s5s +5s seat=S", 1),
    ("sets: [pair dragon a, set a]", "123m456m789m123p7z +7z", 3),
    ("sets: [pung a n, pung b n+1]", "111m222p333s567s9s +9s", 2),
    ("sets: {kong: 1}", PUNGS, 1),
    ("sets: {triplet: 3}", PUNGS, 1),
    ("sets: {declared set: 2, claimed set: 1}", PUNGS, 1),
    ("sets: {concealed pung: 3, open pung: 1}", PUNGS, 1),
    ("sets: {completed pair: 1}", PUNGS, 1),
    ("sets: {completed pung: 1}", PUNGS, 0),
    ("sets: {open pung: 1}", "111m234m567p88s99p +9p", 1),
    ("sets: {concealed pung: 2}", "111m234m567p88s99p !9p", 1),
    ("sets: {winning set: 1+}", "111m234m567p88s99p +9p", 1),
    ("sets: {set: 0..3}", CHOWS, 0),
    # tiles
    ("tiles: characters or dragons", "123456789m11155z +5z".replace("11155z", "1115z"), 0),
    ("tiles: characters or honors", "123456789m1115z +5z", 1),
    ("tiles: {winds: 3, dragons: 1+}", "123456789m1115z +5z", 1),
    ("tiles: {terminals: 2}", "123456789m1115z +5z", 1),
    ("tiles: {honors: 0}", CHOWS, 0),
    ("tiles: [dragons]", CHOWS, 2),
    ("tiles: any", CHOWS, 1),
    ("tiles: 123456789m123p5z", CHOWS, 1),
    ("every_set_has: terminals or dragons", "123m789m123p999s5z +5z", 1),
    ("every_set_has: terminals or dragons", CHOWS, 0),
    ("every_set_has: any", PAIRS, 0),
    ("suits: 2", CHOWS, 1),
    ("suits: 0..1", CHOWS, 0),
    ("four_alike: outside_kongs", "111m123m456p789p55s +5s".replace("55s +5s", "5s +5s"), 1),
    ("four_alike: outside_kongs", PUNGS, 0),
    # how it was won
    ("wait: single", CHOWS, 1),
    ("wait: closed", "13m456m789m123p55z +2m", 1),
    ("wait: edge", "12m456m789m123p55z +3m", 1),
    ("wait: edge", "89m456m456p123p55z +7m", 1),
    ("wait: two_sided", "23m456m789m123p55z +4m", 1),
    ("wait: [paired, edge]", "11m456m789m123p55z +1m", 1),
    ("waits: 1", CHOWS, 1),
    ("waits: 2", "23m789m789p123p55z +4m", 1),
    ("waits: 3+", "23456m789p123p55z +4m", 1),
    ("self_drawn: true", CHOWS, 0),
    ("self_drawn: false", CHOWS, 1),
    ("winning_tile: dragons", CHOWS, 1),
    ("winning_tile: winds", CHOWS, 0),
    ("before_win: 123456789a123b5z", CHOWS, 1),
    ("before_win: 123456789a123b", CHOWS, 0),
    ("flag: last_tile", CHOWS + " last_tile", 1),
    ("flag: [last_tile, fishing]", CHOWS + " last_tile", 0),
    ("shape: standard", CHOWS, 1),
    ("shape: [seven_pairs, standard]", PAIRS, 1),
    ("fits: run", CHOWS, 1),
    ("fits: run", PUNGS, 0),
    # bonus tiles
    ("bonus: [any]", CHOWS + " flowers=3", 3),
    ("bonus: {any: 0}", CHOWS, 1),
    ("bonus: {flower: 2, season: 1}", CHOWS + " flowers=f13s2", 1),
    ("bonus: [own tile]", CHOWS + " seat=S flowers=f2s2s3", 2),
    ("bonus: {own flower: 1, own season: 0}", CHOWS + " seat=W flowers=f3s1", 1),
    ("bonus: [4 flower, 4 season]", CHOWS + " flowers=f1234s123", 1),
    # joining conditions
    ("any_of: [{self_drawn: true}, {suits: 2}]", CHOWS, 1),
    ("any_of: [{sets: [chow a n, chow b n]}, {sets: [123a, 456a]}]", CHOWS, 2),
    ("all_of: [{sets: {chow: 4}}, {sets: [123a, 456a]}]", CHOWS, 1),
    ("none_of: {self_drawn: true}", CHOWS, 1),
    ("none_of: [{self_drawn: true}, {suits: 2}]", CHOWS, 0),
    ("none_of: {sets: [123a, 123b]}", CHOWS, 0),
    ("none_of: {suits: 2, self_drawn: true}", CHOWS, 1),
    ("is: clean", "123456789m1115z +5z", 1),
    ("is: [clean, claimed]", "123456789m1115z +5z", 1),
    ("number: {streak: 3+}", CHOWS + " streak=3", 1),
    ("number: [streak]", CHOWS + " streak=3", 3),
    ("number: {streak: 0}", CHOWS, 1),
]
MORE = """
shapes:
  seven_pairs: {parts: [7 x pair], concealed: true}
  run: {parts: [123456789m, set, pair], pattern_only: true}
terms: {clean: {suits: 0..1}, claimed: {self_drawn: false}}
fields: {streak: wins in a row}
"""


@pytest.mark.parametrize(("when", "hand", "times"), HOLDS, ids=lambda value: str(value))
def test_word(ruleset: Load, when: str, hand: str, times: int) -> None:
    loaded = ruleset(with_rules(f"rule: {{points: 1, each: true, when: {{{when}}}}}", more=MORE))
    assert counts(loaded, hand).get("rule", 0) == times


def test_bonus_tiles_must_be_named_where_a_rule_reads_them(ruleset: Load) -> None:
    loaded = ruleset(with_rules("rule: {points: 1, when: {bonus: {flower: 1}}}"))
    with pytest.raises(mjrules.HandError, match="name them") as error:
        loaded.score(mjrules.Hand.parse(CHOWS + " flowers=2"))
    assert (error.value.code, error.value.field) == ("bad_record", "flowers")


@pytest.mark.parametrize("wrong", [{"streak": True}, {"streak": 1.0}, {"streak": -1}, {"wins": ["1m"]}, {"other": 1}])
def test_a_field_is_right_by_its_name_and_type(ruleset: Load, wrong: dict[str, Any]) -> None:
    """Whatever was right before; a list of tiles is as right as a text."""
    fields = "fields: {streak: wins in a row, wins: {type: tile, about: one}, lost: {type: tiles, about: some}}\n"
    loaded = ruleset(with_rules("rule: {points: 1, when: {self_drawn: false}}", more=fields))
    hand = mjrules.Hand.parse(CHOWS)
    for right in ({"streak": 1}, {"lost": ["1m"], "wins": "1m"}, {"lost": "1m"}):
        for _ in range(2):
            assert loaded.score(dataclasses.replace(hand, fields=right)).total == 1
    for fields_of_hand in (wrong, {"streak": 1, **wrong}):
        with pytest.raises(mjrules.HandError) as error:
            loaded.score(dataclasses.replace(hand, fields=fields_of_hand))
        assert (error.value.code, error.value.field) == ("bad_record", next(iter(wrong)))


def test_red_fives_are_fives(ruleset: Load) -> None:
    text = with_rules("red: {points: 1, each: true, when: {tiles: [reds]}}").replace(
        "extends: root", "extends: root\ntile_classes: {reds: 0mps}\ntiles: {5mps: 3, 0mps: 1}\n"
    )
    text = text.replace(
        "tiles: {5mps: 3, 0mps: 1}", "tiles: {123456789mps1234567z: null, 12346789mps1234567z: 4, 5mps: 3, 0mps: 1}"
    )
    assert counts(ruleset(text), "406m555p123s789s1z +1z".replace("555p", "055p")) == {"red": 2}


def test_refusal_and_what_was_refused_refuses_nothing(ruleset: Load) -> None:
    rules = """
        a: {points: 5, when: {suits: 2}, excludes: [b]}
        b: {points: 3, when: {sets: chow}, excludes: [c]}
        c: {points: 1, when: {self_drawn: false}}
    """
    assert counts(ruleset(with_rules(rules)), CHOWS) == {"a": 1, "c": 1}


def test_refusal_reaches_only_the_sets_of_the_refusing_match(ruleset: Load) -> None:
    rules = """
        wind: {points: 2, each: true, when: {sets: [pung seat_wind]}, excludes: [honor]}
        honor: {points: 1, each: true, when: {sets: [pung honor]}}
    """
    assert counts(ruleset(with_rules(rules)), "111z222z333m444p5s +5s") == {"wind": 1, "honor": 1}


def test_refusal_of_a_whole_hand_reaches_everything(ruleset: Load) -> None:
    rules = """
        all: {points: 9, when: {sets: pung}, excludes: [honor]}
        honor: {points: 1, each: true, when: {sets: [pung honor]}}
    """
    assert counts(ruleset(with_rules(rules)), "111z222z333m444p5s +5s") == {"all": 1}


@pytest.mark.parametrize(("most", "left"), [(0, 3), (1, 2), (2, 1), (4, 0)])
def test_refusal_of_so_many_matches(ruleset: Load, most: int, left: int) -> None:
    rules = f"""
        all: {{points: 9, when: {{sets: pung}}, excludes: [{{honor: {most}}}]}}
        honor: {{points: 1, each: true, when: {{sets: [pung honor]}}}}
    """
    got = counts(ruleset(with_rules(rules)), "111z222z333z444p5s +5s")
    assert got.get("honor", 0) == left


@pytest.mark.parametrize(
    "excludes", ["[honor, {honor: 1}]", "[{honor: 1}, honor]", "[{gr: 1}, honor]", "[honor, {gr: 2}]"]
)
def test_of_two_refusals_of_one_rule_both_hold(ruleset: Load, excludes: str) -> None:
    rules = f"""
        all: {{points: 9, when: {{sets: pung}}, excludes: {excludes}}}
        honor: {{points: 1, each: true, group: gr, when: {{sets: [pung honor]}}}}
    """
    text = with_rules(rules).replace("\nrules:", "\ngroups: {gr: Group}\nrules:")
    assert counts(ruleset(text), "111z222z333z444p5s +5s") == {"all": 1}


def test_excluded_by_a_group(ruleset: Load) -> None:
    rules = """
        a: {points: 5, group: strong, when: {suits: 2}}
        b: {points: 3, when: {sets: chow}, excluded_by: [strong]}
    """
    text = with_rules(rules).replace("\nrules:", "\ngroups: {strong: Strong rules}\nrules:")
    assert counts(ruleset(text), CHOWS) == {"a": 1}


def test_series_counts_the_dearest(ruleset: Load) -> None:
    rules = """
        low: {points: 1, each: true, series: s, when: {sets: [123a, 456a]}}
        high: {points: 3, series: s, when: {sets: [chow a n, chow b n]}}
        same: {points: 3, series: s, when: {suits: 2}}
    """
    text = with_rules(rules).replace("\nrules:", "\ngroups: {s: A series}\nrules:")
    assert counts(ruleset(text), CHOWS) == {"high": 1}


def test_but_takes_the_first_variant_that_holds(ruleset: Load) -> None:
    rules = "a: {points: 5, but: {drawn: 7, two: 6}, when: {suits: 2}}"
    loaded = ruleset(with_rules(rules, more="terms: {drawn: {self_drawn: true}, two: {suits: 2}}"))
    assert [loaded.score(loaded.parse(hand)).total for hand in (CHOWS, CHOWS.replace("+", "!"))] == [6, 7]


def test_nothing_else_and_aside(ruleset: Load) -> None:
    rules = """
        flower: {points: 1, each: true, aside: true, when: {bonus: [any]}}
        drawn: {points: 1, when: {self_drawn: true}}
        chicken: {points: 8, when: {nothing_else: true}}
    """
    loaded = ruleset(with_rules(rules).replace("method: sum", "method: sum\n  minimum: 8"))
    assert counts(loaded, CHOWS + " flowers=2") == {"chicken": 1, "flower": 2}
    assert counts(loaded, CHOWS.replace("+", "!") + " flowers=2") == {"drawn": 1, "flower": 2}
    score = loaded.score(loaded.parse(CHOWS.replace("+", "!") + " flowers=8"))
    assert (score.total, score.counted, score.minimum_met) == (9, 1, False)


def test_without(ruleset: Load) -> None:
    rules = """
        a: {points: 1, when: {suits: 2}}
        b: {points: 1, when: {without: [a]}}
        c: {points: 1, when: {without: [b]}}
    """
    assert counts(ruleset(with_rules(rules)), CHOWS) == {"a": 1, "c": 1}
    assert counts(ruleset(with_rules(rules)), PUNGS.replace("444p", "444m").replace("7z +7z", "5m +5m")) == {"b": 1}


def test_a_rule_that_asks_about_itself_in_a_circle_is_refused(ruleset: Load) -> None:
    rules = """
        a: {points: 1, when: {without: [b]}}
        b: {points: 1, when: {without: [a]}}
    """
    with pytest.raises(mjrules.RulesetError, match="circle"):
        ruleset(with_rules(rules))


@pytest.mark.parametrize(
    ("scope", "counted"), [("winner", [1, 0]), ("loser", [0, 1]), ("all", [1, 1]), ("[winner, fishing]", [1, 0])]
)
def test_whose_hand(ruleset: Load, scope: str, counted: list[int]) -> None:
    loaded = ruleset(with_rules(f"rule: {{points: 1, for: {scope}, when: {{sets: {{pung: 1+}}}}}}"))
    hands = (PUNGS, "111222m333444p5s")
    assert [counts(loaded, hand).get("rule", 0) for hand in hands] == counted


def test_a_fishing_player(ruleset: Load) -> None:
    loaded = ruleset(with_rules("rule: {points: 1, for: fishing}"))
    assert counts(loaded, "111222m333444p5s fishing") == {"rule": 1}
    assert counts(loaded, "111222m333444p5s") == {}


def test_win_requires(ruleset: Load) -> None:
    loaded = ruleset(with_rules("rule: {points: 1}", more="win_requires: {suits: 0..1}"))
    assert counts(loaded, "123456789m1115z +5z") == {"rule": 1}
    with pytest.raises(mjrules.HandError) as error:
        loaded.score(loaded.parse(CHOWS))
    assert error.value.code == "not_winning"


def test_hand_of_a_rule_is_a_shape(ruleset: Load) -> None:
    rules = """
        snake: {points: 9, concealed: true, hand: [123456789a, 1234z, 1 of wind]}
        odd: {points: 5, hand: [4 x pung 13579a, pair 13579a], when: {self_drawn: true}}
    """
    loaded = ruleset(with_rules(rules))
    assert counts(loaded, "123456789m123z4z +4z") == {"snake": 1}
    assert counts(loaded, "(111m) 333555m777m99m !9m".replace("99m !9m", "9m !9m")) == {"odd": 1}
    with pytest.raises(mjrules.HandError):
        loaded.score(loaded.parse("123456789p1234z +5z"))


FOUR = "123456789m123p5z +5z"


@pytest.mark.parametrize(("policy", "times"), [("account_once", 3), ("use_twice", 4), ("free", 4)])
def test_policy(ruleset: Load, policy: str, times: int) -> None:
    """234p 567p 234s 567s: three pairs of chows join four sets once; a fourth would close a ring."""
    rules = """
        next: {points: 1, each: true, when: {sets: [chow a n, chow a n+3]}}
        same: {points: 1, each: true, when: {sets: [chow a n, chow b n]}}
    """
    hand = "234567p234567s5z +5z"
    assert sum(counts(ruleset(with_rules(rules, combination=policy)), hand).values()) == times


def test_equal_values_are_told_apart_by_number_then_id(ruleset: Load) -> None:
    rules = """
        a: {points: 1, nr: 2, when: {sets: [123a, 456a]}}
        z: {points: 1, nr: 1, when: {sets: [123a, 789a]}}
        b: {points: 1, when: {sets: [456a, 789a]}}
    """
    got = counts(ruleset(with_rules(rules, combination="account_once")), FOUR)
    assert list(got) == ["z", "a"]


def test_live_waits(ruleset: Load) -> None:
    hand = "1234444m 456p789p +1m"
    rules = "sole: {points: 1, when: {waits: 1}}"
    text = with_rules(rules)
    for waits, found in (("formal", 0), ("hand", 1), ("possible", 1)):
        loaded = ruleset(text.replace("method: sum", f"method: sum\n  waits: {waits}"))
        assert counts(loaded, hand).get("sole", 0) == found
    declared = "(444m) 1234m 456p789p +1m"
    for waits, found in (("formal", 0), ("hand", 0), ("possible", 1)):
        loaded = ruleset(text.replace("method: sum", f"method: sum\n  waits: {waits}"))
        assert counts(loaded, declared).get("sole", 0) == found


def test_flags_that_no_rule_reads_are_told(ruleset: Load) -> None:
    loaded = ruleset(with_rules("rule: {points: 1, when: {flag: last_tile}}"))
    score = loaded.score(loaded.parse(CHOWS + " last_tile discard_after_kong"))
    assert score.explanation.unread_flags == ("discard_after_kong",)


def test_what_the_same_answers_come_to_is_kept() -> None:
    """Hands that all questions answer alike are chosen for once; of a dead hand nothing holds, whatever they say."""
    ruleset = mjrules.load("hong-kong")
    scorer = Scorer(ruleset.book)
    first, other = (ruleset.parse(f"{tiles} seat=S") for tiles in ("123456m234p567s9p +9p", "123456p234m567s9m +9m"))
    scored, kept = scorer.score(first), dict(scorer._chosen or {})
    assert kept
    assert scorer.score(other).selection.value == scored.selection.value
    assert scorer._chosen == kept
    dead = scorer.score(dataclasses.replace(first, winner=False, win=None, flags=frozenset({"dead_hand"})))
    assert not dead.selection.awards


@pytest.mark.parametrize("times", [1, 2])
def test_answers_that_are_seldom_the_same_are_not_kept(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    monkeypatch.setattr("mjrules.scoring.scorer._KEPT_CHOICES", 2)
    ruleset = mjrules.load("hong-kong")
    scorer = Scorer(ruleset.book)
    tiles = ("123456m234p567s9p +9p", "111m444p777s222z9p +9p", "234m234p678s111z9p +9p")
    hands = [ruleset.parse(f"{own} seat=S") for own in tiles for _ in range(times)]
    totals = [scorer.score(hand).selection.value.total for hand in hands]
    assert (scorer._chosen is None) is (times == 1)
    assert [scorer.score(hand).selection.value.total for hand in hands] == totals


@pytest.mark.parametrize("times", [1, 2])
def test_answers_that_are_not_met_again_soon_are_not_kept(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    monkeypatch.setattr("mjrules.scoring.scorer._TRIED", 8)
    ruleset = mjrules.load("hong-kong")
    scorer = Scorer(ruleset.book)
    tiles = ("123456m234p567s9p +9p", "111m444p777s222z9p +9p", "234m234p678s111z9p +9p")
    bonus = ("", "flowers=f2", "flowers=f2s2")
    hands = [ruleset.parse(f"{own} seat=S {more}") for own in tiles for more in bonus for _ in range(times)]
    totals = [scorer.score(hand).selection.value.total for hand in hands]
    assert (scorer._chosen is None) is (times == 1)
    assert [scorer.score(hand).selection.value.total for hand in hands] == totals


def test_fields_that_no_question_asks_about_tell_no_hands_apart() -> None:
    ruleset = mjrules.load("riichi")
    scorer = Scorer(ruleset.book)
    (group,) = [group for group in scorer.program.groups if group.names == ["fields"]]
    hands = [ruleset.parse(f"123456m234p567s9p +9p riichi dora={dora}") for dora in ("1z", "8p", "7m")]
    han = [scorer.score(hand).selection.value.totals["han"] for hand in hands]
    assert han[1] == han[0] + 2
    assert len(group.answers) == 1
