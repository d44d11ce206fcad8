"""Options: the value of a place or a patch; what may be chosen, what it changes, and who has the last word."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, HandError, Problem, Ruleset, RulesetError, score_records
from mjrules.cli import main
from mjrules.declared.values import plain
from mjrules.records import Rulesets
from mjrules.ruleset.checks.choices import try_choices
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.files.node import Node
from mjrules.ruleset.files.read_yaml import read_source
from mjrules.ruleset.report import report
from mjrules.ruleset.resolve import load_nodes
from tests.kit.nodes import spelled
from tests.kit.profile import examples, thinned
from tests.kit.rulesets import loaded

Load = Callable[..., Ruleset]
BUNDLED = [id for id in bundled_ids() if id != "root"]
BASE = """\
id: base
plugins: [base_payment, combinations, sum]
tiles: {123456789mps1234567z: 4, f1234: 1, s1234: 1}
tile_classes: {simples: 2345678mps, honours: 1234567z}
flags: {lucky: "01"}
shapes:
  standard: {parts: [4 x set, pair]}
  pairs: {parts: [7 x pair], concealed: true}
terms:
  closed: {sets: {claimed set: 0}}
win_requires: {tiles: {honours: 0..13}}
scoring: {method: sum, minimum: 2, combination: account_once, waits: formal}
groups: {small: Small hands, big: Big hands, order: From one to the next}
rules:
  pungs: {fan: 6, group: big, series: order, when: {sets: pung}, excludes: [drawn]}
  flush: {fan: 8, group: [big, small], when: {suits: 1}}
  drawn: {fan: 1, group: small, each: false, when: {self_drawn: true}}
  lucky: {fan: none, when: {flag: lucky}}
  chows: {fan: 2, for: [winner, loser], when: {sets: chow}}
  odd: {fan: 7, hand: [5 x pair, 1234z], concealed: true}
settlement: {method: base_payment, base: 8, discard: {others: 0.5}}
table: {seats: [E, S, W, N], dead_wall: 0}
penalties: {wrong_call: {title: A wrong call, each: 10}}
"""
PUNGS = "(111m) (333p) 555s888s2p +2p from=left"


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a child of the base from the text of its sections."""
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")

    def child(
        text: str = "", options: Mapping[str, Any] | None = None, *, above: str = "base", id: str = "child"
    ) -> Ruleset:
        path = tmp_path / f"{id}.yaml"
        path.write_text(f"id: {id}\nextends: {above}.yaml\n{text}\n", encoding="utf-8")
        return mjrules.load(str(path), options)

    return child


@pytest.fixture
def child(tmp_path: Path) -> Load:
    """Loads a child of Chinese Official from the text of its sections."""

    def official(text: str, options: Mapping[str, Any] | None = None) -> Ruleset:
        path = tmp_path / "child.yaml"
        path.write_text(f"id: child\nextends: chinese-official\n{text}\n", encoding="utf-8")
        return mjrules.load(str(path), options)

    return official


def message(load: Load, text: str, options: Mapping[str, Any] | None = None) -> str:
    """The only thing that is wrong with a child."""
    with pytest.raises(RulesetError) as error:
        load(text, options)
    assert len(error.value.problems) == 1, str(error.value)
    return error.value.problems[0].message


def knob(declaration: str) -> str:
    return f"options: {{knob: {{{declaration}}}}}"


def worth(ruleset: Ruleset, rule: str) -> Any:
    return ruleset.definition.rules[rule].worth.get("fan")


@pytest.mark.parametrize(
    "less",
    [
        "of: rules.flush.but.closed, values: {less: null, more: 9}",
        "patches: {less: {rules: {flush: {but: {closed: null}}}}}, default: more",
    ],
    ids=["its place", "a patch"],
)
def test_a_choice_may_take_away_what_a_rule_is_worth_under_a_condition(load: Load, less: str) -> None:
    """It is worth what it is worth otherwise then, as where a file deletes that."""
    text = "rules: {flush: {but: {closed: 9}}}\n" + knob(less)
    found = {}
    for choice in ("more", "less"):
        score = load(text, {"knob": choice}).score(Hand.parse("123m456m789m234m5m +5m from=left"))
        found[choice] = {item.id: item.value for item in score.items}["flush"]
    assert found == {"more": 9, "less": 8}


# The value of a place: what may be chosen, and what it stands for.

CHOICES: dict[str, tuple[str, dict[Any, Any], tuple[Any, ...]]] = {
    "a boolean there": (
        "of: rules.drawn.each",
        {True: True, False: False, "true": True, "false": False},
        (1, 0, "yes", "True", None, "none"),
    ),
    "boolean by its type": ("of: rules.drawn.each, type: boolean", {True: True, "false": False}, (1, "on")),
    "a number there": (
        "of: settlement.base", {8: 8, "8": 8, 7: 7, "12": 12, 0: 0}, (-1, "-1", 1.5, "1.5", "six", True, None, "")
    ),
    "a number by its type": ("of: settlement.base, type: integer", {8: 8, "88": 88}, ("many", None, False)),
    "a number or none": (
        "of: rules.pungs.fan, type: integer or none", {6: 6, "9": 9, 0: 0, None: None}, ("null", "no", True, "off")
    ),
    "nothing there": ("of: scoring.cap, type: integer or none", {None: None, "none": None, 88: 88}, ("any", "off")),
    "a list of numbers": ("of: rules.pungs.fan, values: [6, 8]", {6: 6, "8": 8}, (7, "six", None, 6.5)),
    "a list of words": (
        "of: scoring.waits, values: [formal, hand]", {"formal": "formal", "hand": "hand"}, ("c", "Formal", 1)
    ),
    "a list with none": ("of: rules.drawn.fan, values: [1, none]", {1: 1, None: None, "none": None}, (2, "off")),
    "text and not number": ('of: flags.lucky, values: ["01", "1"]', {"01": "01", "1": "1", 1: "1"}, ("001",)),
    "fractions": ("of: settlement.discard.others, values: [0.5, 1]", {0.5: 0.5, "0.5": 0.5, 1: 1}, (0.25, "1.0")),
    "words for values": (
        'of: settlement.base, values: {"5": 50, six: 60, base: 8}',
        {5: 50, "5": 50, "six": 60, "base": 8},
        (50, 6, 8, "null"),
    ),
    "a word for none": ('of: rules.drawn.fan, values: {"1": none, "2": 1}', {1: None, "1": None, 2: 1}, (None, 0)),
    "none as a word": ("of: rules.lucky.fan, values: {none: none, win: 8}", {None: None, "none": None, "win": 8}, (8,)),
    "true and false as words": (
        'of: scoring.waits, values: {"false": formal, "true": possible}',
        {False: "formal", True: "possible", "true": "possible"},
        ("formal", 1),
    ),
    "lists": (
        "of: rules.chows.for, values: {all: [winner, loser], winner: winner}",
        {"all": ["winner", "loser"], "winner": "winner"},
        ("loser", "both"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("declaration", "accepted", "refused"), thinned([*CHOICES.values()], 4), ids=thinned([*CHOICES], 4)
)
def test_what_may_be_chosen(load: Load, declaration: str, accepted: dict[Any, Any], refused: tuple[Any, ...]) -> None:
    for choice, meaning in accepted.items():
        value = plain(load(knob(declaration), {"knob": choice}).options.value("knob"))
        assert (type(value), value) == (type(meaning), meaning), choice
    for choice in refused:
        assert message(load, knob(declaration), {"knob": choice}).startswith("option knob has no value "), choice


DEFAULTS = {
    "of: rules.drawn.each": "false",
    "of: scoring.minimum": 2,
    "of: scoring.cap, type: integer or none": "none",
    "of: rules.pungs.fan, values: [8, 6]": "6",
    "of: rules.lucky.fan, values: [none, 5]": "none",
    'of: rules.lucky.fan, values: {"0": none, "5": 5}': "0",
    "of: scoring.waits, values: [possible, formal]": "formal",
    "of: rules.chows.for, values: {winner: winner, all: [winner, loser]}": "all",
    "of: [rules.pungs.fan, rules.flush.fan], values: [6, 8]": "6",
    "of: [rules.flush.fan, rules.pungs.fan], values: [6, 8]": "8",
    'default: false, patches: {"true": {rules: {odd: null}}}': "false",
    "default: much, patches: {less: {rules: {odd: null}}, least: {rules: {odd: {fan: 1}}}}": "much",
}


@pytest.mark.parametrize(("declaration", "default"), DEFAULTS.items())
def test_the_default_is_the_choice_whose_value_stands_at_the_first_place(
    load: Load, declaration: str, default: Any
) -> None:
    assert load(knob(declaration)).options.chosen["knob"] == default


def test_the_texts_of_choices(load: Load) -> None:
    declared = mjrules.load("chinese-official").options.declared
    assert declared["mixed_kongs"].allowed == ("5", "6", "none")
    assert declared["use_twice"].allowed == ("false", "true")
    assert declared["knitted_wait"].allowed == ("inside", "outside", "never")
    ruleset = load("options: {a: {of: settlement.base}, b: {of: scoring.cap, type: integer or none}}")
    assert ruleset.options.declared["a"].allowed == ("a whole number",)
    assert ruleset.options.declared["b"].allowed == ("none", "a whole number")


@pytest.mark.parametrize("patches", ['{"true": {rules: {odd: null}}}', '{"true": {rules: {odd: {fan: 1}}}}'])
def test_the_choices_of_patches_are_the_default_and_their_keys(load: Load, patches: str) -> None:
    assert load(knob(f"default: false, patches: {patches}")).options.declared["knob"].allowed == ("false", "true")
    assert load(knob(f"default: yes, patches: {patches}")).options.declared["knob"].allowed == ("yes", "true")


def test_an_option_that_has_only_a_patch_for_true_is_false_by_default(load: Load) -> None:
    knobs = [knob(said + 'patches: {"true": {rules: {odd: null}}}') for said in ("", "default: false, ")]
    assert [load(one).options.declared["knob"].default for one in knobs] == ["false", "false"]
    assert len({load(one).under({"knob": True}).hash for one in knobs}) == 1


# What a choice changes: it is a child file that says so.

WHERE: dict[str, tuple[str, str, str, Any]] = {
    "worth": ("rules.pungs.fan", "values: [6, 9]", "9", 9),
    "worth of a rule that is not played": ("rules.lucky.fan", "values: [none, 9]", "9", 9),
    "worth without values": ("rules.pungs.fan", "text: what Pungs is worth", "9", 9),
    "worth that switches off": ("rules.pungs.fan", "type: integer or none", "none", "none"),
    "minimum": ("scoring.minimum", "values: [2, 6]", "6", 6),
    "minimum without values": ("scoring.minimum", "type: integer", "6", 6),
    "cap": ("scoring.cap", "type: integer or none", "20", 20),
    "combination": ("scoring.combination", "values: [account_once, free]", "free", "free"),
    "waits": ("scoring.waits", "values: [formal, hand]", "hand", "hand"),
    "settlement": ("settlement.base", "text: what all pay", "10", 10),
    "deep in a settlement": ("settlement.discard.others", "values: [0.5, 1]", "1", 1),
    "a setting that is not written": ("settlement.stake", "values: [none, 3]", "3", 3),
    "for": ("rules.pungs.for", "values: {winner: none, all: all}", "all", "all"),
    "for, a list": ("rules.chows.for", "values: {both: [winner, loser], one: winner}", "one", "winner"),
    "each": ("rules.drawn.each", "text: how often", "true", True),
    "group": ("rules.pungs.group", "values: [big, small]", "small", "small"),
    "series": ("rules.pungs.series", "values: [order, big]", "big", "big"),
    "excludes": ("rules.pungs.excludes", "values: {one: [drawn], none: []}", "none", []),
    "tile class": ("tile_classes.simples", "values: {all: 2345678mps, few: 456mps}", "few", "456mps"),
    "copies of tiles": ("tiles.f1234", "values: [1, 2]", "2", 2),
    "parts of a shape": ("shapes.pairs.parts", "values: {two: [7 x pair], three: [4 x pung, pair]}", "three",
                         ["4 x pung", "pair"]),
    "a key of a shape": ("shapes.pairs.concealed", "text: whether all is hidden", "false", False),
    "seats": ("table.seats", "values: {four: [E, S, W, N], three: [E, S, W]}", "three", ["E", "S", "W"]),
    "the table": ("table.dead_wall", "values: [0, 14]", "14", 14),
    "penalty": ("penalties.wrong_call.each", "text: what it costs", "20", 20),
    "a condition": ("rules.flush.when", "values: {one: {suits: 1}, two: {suits: 2}}", "two", {"replace": {"suits": 2}}),
    "a word of a condition": ("rules.flush.when.suits", "values: [1, 2]", "2", 2),
    "a named condition": ("terms.closed.sets", "values: {no: {claimed set: 0}, one: {claimed set: 0..1}}", "one",
                          {"replace": {"claimed set": "0..1"}}),
    "win_requires": ("win_requires.tiles.honours", "values: [0..13, 0..9]", "0..9", "0..9"),
    "hand": ("rules.odd.hand", "values: {odd: [5 x pair, 1234z], even: [5 x pair, 1235z]}", "even",
             ["5 x pair", "1235z"]),
    "plugins": ("plugins", "values: {few: [base_payment, combinations, sum], more: [base_payment, combinations, sum, "
                "wild]}", "more", ["base_payment", "combinations", "sum", "wild"]),
}  # fmt: skip


def nested(path: str, value: Any) -> dict[str, Any]:
    """Data with a value at a dotted path."""
    for key in reversed(path.split(".")):
        value = {key: value}
    return value if isinstance(value, dict) else {}


@pytest.mark.parametrize(
    ("place", "declaration", "choice", "value"), thinned([*WHERE.values()], 4), ids=thinned([*WHERE], 4)
)
def test_a_choice_is_a_child_file_that_writes_its_value(
    load: Load, place: str, declaration: str, choice: str, value: Any
) -> None:
    text = knob(f"of: {place}, {declaration}")
    default, chosen, written = load(text), load(text, {"knob": choice}), load(json.dumps(nested(place, value))[1:-1])
    assert default.hash == load().hash != chosen.hash
    assert chosen.hash == written.hash
    assert "knob" in default.used_options


PATCHES = {
    "a worth": "{rules: {pungs: {fan: 9}}}",
    "a rule less": "{rules: {odd: null}}",
    "a rule more": "{rules: {even: {fan: 3, when: {suits: 2}}}}",
    "a condition that is narrower": "{rules: {flush: {when: {self_drawn: true}}}}",
    "a condition put in the place of another": "{rules: {flush: {when: {replace: {self_drawn: true}}}}}",
    "a condition less": "{rules: {flush: {when: null}}}",
    "a named condition": "{terms: {closed: {sets: {replace: {open kong: 0}}}}}",
    "entries of lists": "{rules: {pungs: {excludes: {add: [odd, flush], remove: [drawn]}}}}",
    "a group": "{rules: {big: null}}",
    "a group and one of it": "{rules: {big: {aside: true}, flush: {fan: 9}}}",
    "a series": "{rules: {order: {fan: 1}}}",
    "several sections": "{scoring: {minimum: 1, cap: 9}, tiles: {f1234: null}, table: {rounds: 1}, win_requires: null}",
    "a section whose mapping is another": "{terms: {replace: {closed: {self_drawn: true}}}}",
}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=list(PATCHES))
def test_a_patch_is_a_small_child_file(load: Load, patch: str) -> None:
    text = knob(f'default: false, patches: {{"true": {patch}}}')
    sections = "\n".join(
        f"{key}: {json.dumps(value)}" for key, value in read_source(patch.encode(), "").plain().items()
    )
    default, chosen, written = load(text), load(text, {"knob": True}), load(sections)
    assert default.hash == load().hash != chosen.hash
    assert chosen.hash == written.hash
    assert "knob" in default.used_options


def test_each_choice_has_its_own_patch(load: Load) -> None:
    text = knob("default: some, patches: {few: {rules: {odd: null}}, many: {rules: {lucky: {fan: 3}}}}")
    assert load(text, {"knob": "few"}).hash == load("rules: {odd: null}").hash
    assert load(text, {"knob": "many"}).hash == load("rules: {lucky: {fan: 3}}").hash


def test_a_choice_may_be_a_value_and_a_patch_besides(load: Load) -> None:
    text = knob("of: scoring.cap, type: integer or none, patches: {'9': {rules: {odd: null}}}")
    assert load(text, {"knob": 9}).hash == load("scoring: {cap: 9}\nrules: {odd: null}").hash
    assert load(text, {"knob": 8}).hash == load("scoring: {cap: 8}").hash


def test_the_first_place_says_the_value_and_the_others_follow(load: Load) -> None:
    text = knob("of: [rules.pungs.fan, rules.flush.fan, scoring.cap], values: [6, 9]")
    assert load(text).hash == load("rules: {flush: {fan: 6}}\nscoring: {cap: 6}").hash
    assert load(text, {"knob": 9}).hash == load("rules: {pungs: {fan: 9}, flush: {fan: 9}}\nscoring: {cap: 9}").hash


def test_the_other_places_follow_to_none(load: Load) -> None:
    text = knob("of: [scoring.cap, settlement.discard.others_most], type: integer or none")
    assert load(text).hash == load().hash
    assert load(text, {"knob": 5}).hash == load("scoring: {cap: 5}\nsettlement: {discard: {others_most: 5}}").hash


def test_a_place_that_is_taken_out_of_an_option_keeps_what_a_child_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.yaml"
    free = "options: {limit: {of: {remove: [settlement.limit]}}}"
    path.write_text(f"id: club\nextends: western\n{free}\nsettlement: {{limit: 300}}\n")
    for place, value in (("settlement.limit", 300), ("scoring.limit", 500)):
        assert main(["origin", str(path), place, "--set", "limit=500"]) == 0
        assert capsys.readouterr().out.split()[:3] == [place, "is", str(value)]


def test_nothing_need_stand_around_a_place_that_may_be_none(tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    text = BASE.replace("table: {seats: [E, S, W, N], dead_wall: 0}\n", "")
    assert "table" not in text
    path.write_text(text + knob("of: table.max_consecutive_east, type: integer or none"), encoding="utf-8")
    assert mjrules.load(str(path)).definition.table.max_consecutive_east is None
    assert mjrules.load(str(path), {"knob": 3}).definition.table.max_consecutive_east == 3


def test_what_is_chosen_is_scored(load: Load) -> None:
    text = knob("of: rules.pungs.fan")
    totals = [load(text, {"knob": number}).score(Hand.parse(PUNGS)).total for number in (2, 6, 20)]
    assert [total - totals[0] for total in totals] == [0, 4, 18]


def test_the_choices_of_the_same_files_are_tried_once(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    real = try_choices

    def counted(root: Node, *others: Any) -> list[Problem]:
        tried.append(root)
        return real(root, *others)

    monkeypatch.setattr("mjrules.ruleset.resolve.try_choices", counted)
    for rule in ("pungs", "flush"):
        for number in (3, 4, 5):
            load(knob(f"of: rules.{rule}.fan"), {"knob": number})
    assert len(tried) == 2


def test_a_rule_that_is_not_played_is_listed(load: Load) -> None:
    ruleset = load(knob("of: rules.lucky.fan, values: [none, 3]"))
    assert "lucky" in ruleset.definition.rules
    assert not ruleset.definition.rules["lucky"].played
    assert "lucky" not in {rule.id for rule in ruleset.book.rules}
    chosen = load(knob("of: rules.lucky.fan, values: [none, 3]"), {"knob": 3})
    assert "lucky" in {rule.id for rule in chosen.book.rules}
    assert [rule.id for rule in chosen.book.rules if rule.id != "lucky"] == [rule.id for rule in ruleset.book.rules]


def test_a_rule_that_is_switched_off_is_as_one_that_is_deleted(load: Load) -> None:
    text = knob("of: rules.odd.fan, type: integer or none")
    hand = Hand.parse("113355m2288p123z !4z")
    assert "odd" in {item.id for item in load(text).score(hand).items}
    off = load(text, {"knob": None})
    assert off.hash == load("rules: {odd: null}").hash
    with pytest.raises(HandError) as error:
        off.score(hand)
    assert error.value.code == "not_winning"


def test_a_fault_in_a_rule_that_is_not_played_is_told(load: Load) -> None:
    with pytest.raises(RulesetError, match=r"rules\.odd\.hand"):
        load("rules: {odd: {fan: none, hand: [5 x pair, 1234q]}}")
    with pytest.raises(RulesetError, match=r"rules\.flush\.when\.suits"):
        load("rules: {flush: {fan: none, when: {suits: many}}}")


def test_no_option_changes_words_for_people(load: Load) -> None:
    ruleset = load(knob("of: scoring.minimum") + "\nset: {knob: 7}\nsources: {x: {title: knob}}")
    assert ruleset.definition.sources["x"].title == "knob"


# Which option is applied after which.


@settings(max_examples=examples(50))
@given(data=st.data())
def test_options_of_one_place_are_applied_in_the_order_that_they_say(data: st.DataObject) -> None:
    names = [f"knob_{number}" for number in range(data.draw(st.integers(2, 5)))]
    order, written = data.draw(st.permutations(names)), data.draw(st.permutations(names))
    chosen = data.draw(st.sets(st.sampled_from(names)))
    declared = {
        name: {
            "default": False,
            "patches": {"true": {"rules": {"pungs": {"fan": 10 + order.index(name)}}}},
            "after": order[: order.index(name)],
        }
        for name in written
    }
    base = read_source(BASE.encode(), "base.yaml")
    child = read_source(json.dumps({"id": "child", "extends": "base", "options": declared}).encode(), "child.yaml")
    ruleset = load_nodes([base, child], dict.fromkeys(chosen, True))
    last = max((order.index(name) for name in chosen), default=None)
    assert worth(ruleset, "pungs") == (6 if last is None else 10 + last)


def test_one_after_the_other_but_not_the_other_way_round(load: Load) -> None:
    text = """options:
  late: {default: false, patches: {"true": {rules: {pungs: {fan: 9}}}}, after: early}
  early: {of: rules.pungs.fan, values: [6, 7]}"""
    assert worth(load(text, {"early": 7}), "pungs") == 7
    assert worth(load(text, {"early": 7, "late": True}), "pungs") == 9
    assert worth(load(text, {"late": True}), "pungs") == 9


def test_two_options_may_change_parts_that_have_nothing_to_do_with_each_other(load: Load) -> None:
    text = """options:
  one: {default: false, patches: {"true": {rules: {pungs: {excludes: {add: [odd]}, fan: 7}}}}}
  two: {default: false, patches: {"true": {rules: {pungs: {excludes: {add: [flush]}, aside: true}}}}}"""
    ruleset = load(text, {"one": True, "two": True})
    assert ruleset.definition.rules["pungs"].excludes == ("drawn", "odd", "flush")


@pytest.mark.parametrize(
    "patch",
    [
        "{rules: {pungs: {fan: 7}}}",
        "{rules: {pungs: null}}",
        "{rules: {order: {fan: 7}}}",
        "{rules: {big: {fan: 7}}}",
        "{rules: {replace: {drawn: {fan: 1}}}}",
        "{rules: null}",
    ],
)
def test_two_options_that_change_the_same_say_which_comes_after(load: Load, patch: str) -> None:
    text = 'options:\n  one: {of: rules.pungs.fan}\n  two: {default: false, patches: {"true": %s}%s}'
    assert "one changes rules" in message(load, text % (patch, ""))
    assert load(text % (patch, ", after: one")).hash == load().hash


# Child files.


def test_a_child_changes_a_default_by_writing_the_value(load: Load) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    ruleset = load("rules: {pungs: {fan: 8}}", above="middle")
    assert ruleset.options.chosen["knob"] == "8"
    assert worth(ruleset, "pungs") == 8
    assert worth(load("rules: {pungs: {fan: 8}}", {"knob": 6}, above="middle"), "pungs") == 6


def test_a_child_changes_a_default_by_set(load: Load) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    ruleset = load("set: {knob: 8}", above="middle")
    assert (ruleset.options.chosen["knob"], worth(ruleset, "pungs")) == ("8", 8)
    assert ruleset.options.declared["knob"].default == "6"


@pytest.mark.parametrize(("written", "choice"), [("7", "7"), ("none", "none")])
def test_a_child_may_write_a_value_that_the_option_does_not_name(load: Load, written: str, choice: str) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    text = f"rules: {{pungs: {{fan: {written}}}}}"
    ruleset = load(text, above="middle")
    assert ruleset.options.declared["knob"].allowed == ("6", "8", choice)
    assert ruleset.options.chosen["knob"] == choice
    assert ruleset.hash == load(text).hash
    assert worth(load(text, {"knob": 8}, above="middle"), "pungs") == 8


def test_a_child_may_write_none_where_an_option_may_be_none(load: Load) -> None:
    load("scoring: {cap: 9}\n" + knob("of: scoring.cap, type: integer or none"), id="middle")
    for text in ("scoring: {cap: null}", "scoring: {cap: none}"):
        assert load(text, above="middle").options.chosen["knob"] == "none"
        assert load(text, above="middle").hash == load().hash
        assert load(text, {"knob": 7}, above="middle").hash == load("scoring: {cap: 7}").hash


def test_a_child_may_add_a_patch_to_an_inherited_option(load: Load) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    text = knob('patches: {"8": {rules: {odd: null}}}')
    assert load(text, above="middle").hash == load().hash
    assert load(text, {"knob": 8}, above="middle").hash == load("rules: {pungs: {fan: 8}, odd: null}").hash


def test_a_child_may_add_to_an_inherited_patch(load: Load) -> None:
    load(knob('default: false, patches: {"true": {rules: {odd: null}}}'), id="middle")
    text = knob('patches: {"true": {rules: {pungs: {fan: 8}}}, very: {scoring: {minimum: 9}}}')
    assert load(text, {"knob": True}, above="middle").hash == load("rules: {pungs: {fan: 8}, odd: null}").hash
    assert load(text, {"knob": "very"}, above="middle").hash == load("scoring: {minimum: 9}").hash


def test_a_child_that_writes_what_an_option_changes_with_more_is_told_to_choose_it(load: Load) -> None:
    text = 'of: rules.pungs.fan, values: [6, 8], patches: {"8": {rules: {odd: null}}}'
    load(knob(text), id="middle")
    said = "the option knob changes more with this: write `set: {knob: 8}` instead"
    with pytest.raises(RulesetError) as error:
        load("rules: {pungs: {fan: 8}}", above="middle")
    assert [problem.message for problem in error.value.problems] == [said]


@pytest.mark.parametrize("deleted", ["rules: {pungs: null}", "rules: null\nscoring: null\ngroups: null"])
def test_an_option_of_what_a_child_deletes_changes_nothing(load: Load, deleted: str) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    ruleset = load(deleted, above="middle")
    assert "knob" not in ruleset.used_options
    assert load(deleted, {"knob": 8}, above="middle").hash == ruleset.hash == load(deleted).hash


@pytest.mark.parametrize(
    ("written", "place", "replaced"),
    [
        ("penalties: {late: {title: Late, each: {limits: 0.5, of: 500}}}", "penalties.late.each.of",
         "penalties: {late: {each: 5}}"),
        ("plugins: {add: [all_hands]}", "settlement.base", "settlement: {replace: {method: winner_only}}"),
    ],
    ids=["by a plain value", "by another mapping"],
)  # fmt: skip
def test_an_option_of_what_a_child_replaces_changes_nothing(
    load: Load, written: str, place: str, replaced: str
) -> None:
    load(f"{written}\n{knob(f'of: {place}')}", id="middle")
    ruleset = load(replaced, above="middle")
    assert "knob" not in ruleset.used_options
    assert load(replaced, {"knob": 300}, above="middle").hash == ruleset.hash


def test_a_child_may_write_a_plain_value_in_the_place_of_what_an_option_would_have_filled(load: Load) -> None:
    written = "penalties: {late: {title: Late, each: {limits: 0.5, without_limit: 500}}}"
    load(f"{written}\n{knob('of: [scoring.minimum, penalties.late.each.of]')}", id="middle")
    ruleset = load("penalties: {late: {each: 5}}", {"knob": 9}, above="middle")
    assert ruleset.definition.penalties["late"].each == 5
    assert ruleset.definition.scoring is not None
    assert ruleset.definition.scoring.minimum == 9


def test_check_tells_that_an_option_changes_nothing(load: Load) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    told = report(load("rules: {pungs: null}", above="middle")).warnings
    assert told == ('option "knob" changes nothing: what it is for was deleted',)


@pytest.mark.parametrize(
    ("deleted", "left"),
    [
        ("rules: {pungs: null}", "rules: {pungs: null, odd: {fan: 3}}\npenalties: {wrong_call: {each: 5}}"),
        ("penalties: null", "penalties: null\nrules: {pungs: {fan: 9, excludes: null}, odd: {fan: 3}}"),
        ("rules: {pungs: {excludes: null}}",
         "rules: {pungs: {excludes: null, fan: 9}, odd: {fan: 3}}\npenalties: {wrong_call: {each: 5}}"),
    ],
)  # fmt: skip
def test_of_a_patch_what_concerns_deleted_values_is_passed_over(load: Load, deleted: str, left: str) -> None:
    patch = "{rules: {pungs: {fan: 9, excludes: null}, odd: {fan: 3}}, penalties: {wrong_call: {each: 5}}}"
    load(knob(f'default: false, patches: {{"true": {patch}}}'), id="middle")
    assert load(deleted, {"knob": True}, above="middle").hash == load(left).hash


def test_a_child_may_delete_an_option(load: Load) -> None:
    load(knob("of: rules.pungs.fan, values: [6, 8]"), id="middle")
    assert load("options: {knob: null}", above="middle").options.declared == {}


# Mistakes; how they are told in full stands in tests/errors/options.md.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("set: {mixed_kong: 6}", 'unknown option "mixed_kong" (did you mean "mixed_kongs"?)'),
        ("set: {wmo206: true}", 'unknown option "wmo206" (did you mean "wmo2006"?)'),
        ("set: {knitted_wait: insde}", 'option knitted_wait has no value "insde" (did you mean "inside"?)'),
        ("set: {mixed_kongs: 7}", 'option mixed_kongs has no value "7" (known: 5, 6, none)'),
        ("set: {mixed_kongs: off}", 'option mixed_kongs has no value "off" (did you mean "none"?)'),
        ("set: {wmo2006: maybe}", 'preset wmo2006 is switched on by true, not by "maybe"'),
        ("set: {wmo2006: false}", "this changes nothing"),
        ("set: {mixed_kongs: 5}", "this changes nothing: mixed_kongs is 5 already"),
        ("options: {knob: {of: settlement.base}}\nset: {knob: 8}", "this changes nothing: knob is 8 already"),
        ("presets: {own: {mixed_kong: 6}}", 'unknown option "mixed_kong" (did you mean "mixed_kongs"?)'),
        ("presets: {own: {knitted_wait: insde}}", 'option knitted_wait has no value "insde" (did you mean "inside"?)'),
    ],
)
def test_mistakes_name_the_nearest_word(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "child.yaml"
    path.write_text(f"id: child\nextends: chinese-official\n{text}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as error:
        mjrules.load(str(path))
    assert [problem.message.startswith(said) for problem in error.value.problems] == [True], str(error.value)


def test_a_preset_that_a_parent_has_chosen_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "child.yaml"
    for value in ("true", "false"):
        path.write_text("id: x\nextends: chinese-official\nset: {wmo2006: true}\n", encoding="utf-8")
        other = tmp_path / "grandchild.yaml"
        other.write_text(f"id: y\nextends: child.yaml\nset: {{wmo2006: {value}}}\n", encoding="utf-8")
        with pytest.raises(RulesetError, match="this changes nothing"):
            mjrules.load(str(other))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mixed_kong": 5}, 'unknown option "mixed_kong" (did you mean "mixed_kongs"?)'),
        ({"knitted_wait": "outsid"}, 'option knitted_wait has no value "outsid" (did you mean "outside"?)'),
        ({"kongs_1989": True}, 'unknown option "kongs_1989" (did you mean "kongs_1998"?)'),
    ],
)
def test_mistakes_of_the_caller(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesetError) as error:
        mjrules.load("chinese-official", options)
    assert [problem.message for problem in error.value.problems] == [said]
    assert error.value.problems[0].path == f"options.{next(iter(options))}"


# Presets, `set`, and order of strength.


@pytest.mark.slow
def test_a_preset_and_the_child_of_its_name_are_the_same_ruleset() -> None:
    pairs = [(id.rpartition("/"), mjrules.load(id)) for id in BUNDLED if "/" in id]
    met = [(parent, name, child) for (parent, _, name), child in pairs if name in mjrules.load(parent).options.presets]
    assert met
    for parent, name, child in met:
        assert mjrules.load(parent, {name: True}).hash == child.hash != mjrules.load(parent).hash


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "preset"), thinned([(id, preset) for id in BUNDLED for preset in loaded(id).options.presets], 8)
)
def test_a_preset_is_its_options(id: str, preset: str) -> None:
    ruleset = mjrules.load(id)
    assert mjrules.load(id, {preset: True}).hash == mjrules.load(id, ruleset.options.presets[preset]).hash
    assert mjrules.load(id, {preset: False}).hash == ruleset.hash


def test_presets_are_applied_before_single_options() -> None:
    for options in ({"wmo2006": True, "mixed_kongs": "none"}, {"mixed_kongs": "none", "wmo2006": True}):
        chosen = mjrules.load("chinese-official", options).options.chosen
        assert (chosen["mixed_kongs"], chosen["two_concealed_kongs"]) == ("none", "8")


def test_presets_are_applied_before_single_options_in_a_file(child: Load) -> None:
    first = child("set: {wmo2006: true, mixed_kongs: none}")
    second = child("set: {mixed_kongs: none, wmo2006: true}")
    assert first.options.chosen == second.options.chosen
    assert first.options.chosen["mixed_kongs"] == "none"
    assert first.hash == second.hash


def test_of_two_presets_the_later_wins() -> None:
    for names, kongs in ((("wmo2006", "kongs_1998"), "none"), (("kongs_1998", "wmo2006"), "6")):
        ruleset = mjrules.load("chinese-official", dict.fromkeys(names, True))
        assert ruleset.options.chosen["mixed_kongs"] == kongs


def test_a_preset_in_a_file(child: Load) -> None:
    assert child("set: {wmo2006: true}").hash == mjrules.load("chinese-official/wmo2006").hash


def test_a_child_may_add_to_a_preset(child: Load) -> None:
    ruleset = child("presets: {wmo2006: {use_twice: true}}", {"wmo2006": True})
    assert ruleset.options.chosen["use_twice"] == "true"
    assert ruleset.options.chosen["mixed_kongs"] == "6"


def test_the_later_file_wins_and_the_caller_wins_over_all(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("id: a\nextends: chinese-official\nset: {mixed_kongs: 6}\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("id: b\nextends: a.yaml\nset: {mixed_kongs: none}\n", encoding="utf-8")
    assert mjrules.load(str(tmp_path / "a.yaml")).options.chosen["mixed_kongs"] == "6"
    assert mjrules.load(str(tmp_path / "b.yaml")).options.chosen["mixed_kongs"] == "none"
    assert mjrules.load(str(tmp_path / "b.yaml"), {"mixed_kongs": 5}).options.chosen["mixed_kongs"] == "5"


# What a choice brings along.

SHORT = """
options:
  short: {of: table.rounds, values: {"false": 4, "true": 1}, brings: {"true": {pace: 3, manner: b}}}
  pace: {of: settlement.base}
  manner: {of: scoring.waits, values: {a: formal, b: possible}}
table: {rounds: 4}
settlement: {base: 5}
"""


@pytest.mark.parametrize(
    ("options", "pace", "manner"),
    [
        ({}, 5, "a"),
        ({"short": True}, 3, "b"),
        ({"short": "true"}, 3, "b"),
        ({"short": False}, 5, "a"),
        ({"short": True, "pace": 9}, 9, "b"),
        ({"pace": 9, "short": True}, 9, "b"),
        ({"pace": 9, "short": False}, 9, "a"),
    ],
)
def test_what_a_choice_brings_along(load: Load, options: dict[str, Any], pace: int, manner: str) -> None:
    chosen = load(SHORT, options).options.chosen
    assert (chosen["pace"], chosen["manner"]) == (pace, manner)
    text = ", ".join(f"{name}: {str(value).lower()}" for name, value in options.items() if value is not False)
    in_file = load(f"{SHORT}set: {{{text}}}").options.chosen
    assert (in_file["pace"], in_file["manner"]) == (pace, manner)


def test_what_a_choice_brings_along_beats_weaker_settings(load: Load) -> None:
    text = SHORT + "set: {pace: 9}"
    assert load(text).options.chosen["pace"] == 9
    assert load(text, {"short": True}).options.chosen["pace"] == 3


def test_who_set_what_a_choice_brought_along(load: Load) -> None:
    origin = load(SHORT + "set: {short: true}").origin("pace")
    steps = [(3, "option pace=3"), (5, "default of the option pace"), (8, "set")]
    assert [(item.value, item.how) for item in origin] == steps
    assert origin[0].place is not None
    assert origin[0].place.line == 10


def test_a_child_that_sets_what_a_choice_brought_along_changes_nothing(load: Load) -> None:
    assert message(load, SHORT + "set: {short: true, pace: 3}").startswith("this changes nothing: pace is 3 already (")


KONGS = "[1111z] (6666p) 789m5777s !6s seat=E round=E"
TOTALS = {"5": 10, "6": 11, "none": 8}
"""What `KONGS` scores with each value of `mixed_kongs`."""


def total_with(*levels: tuple[tuple[str, Any], ...]) -> int:
    """The total under the options of a config file, a command line and a record."""
    config, command, record = levels
    score = Rulesets("chinese-official", config, command).for_record({"options": dict(record)}).score(Hand.parse(KONGS))
    return score.total


@pytest.mark.slow
def test_order_of_strength() -> None:
    six, none, five = (("mixed_kongs", 6),), (("mixed_kongs", "none"),), (("mixed_kongs", 5),)
    assert total_with((), (), ()) == TOTALS["5"]
    assert total_with(six, (), ()) == TOTALS["6"]
    assert total_with(six, none, ()) == TOTALS["none"]
    assert total_with(six, none, five) == TOTALS["5"]
    assert total_with(six, (), none) == TOTALS["none"]


def test_a_stronger_preset_beats_a_weaker_single_option() -> None:
    six, preset = (("mixed_kongs", 6),), (("kongs_1998", True),)
    assert total_with(preset, six, ()) == TOTALS["6"]
    assert total_with(six, preset, ()) == TOTALS["none"]
    assert total_with((), six, preset) == TOTALS["none"]


def test_options_of_a_record() -> None:
    record = {**Hand.parse(KONGS).to_record(), "options": {"mixed_kongs": 6}}
    bad = {**record, "options": {"mixed_kong": 6}}
    first, second = score_records([record, bad], "chinese-official", {"mixed_kongs": "none"})
    assert first["total"] == TOTALS["6"]
    assert second["error"]["code"] == "bad_record"
    assert second["error"]["field"] == "options.mixed_kong"
    assert '(did you mean "mixed_kongs"?)' in second["error"]["message"]


def test_options_of_a_config_file_and_a_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mjrules.yaml").write_text("ruleset: chinese-official\noptions: {mixed_kongs: 6}\n", encoding="utf-8")
    for more, total in (([], TOTALS["6"]), (["--set", "mixed_kongs=none"], TOTALS["none"])):
        assert main(["score", KONGS, "--json", *more]) == 0
        assert f'"total": {total},' in capsys.readouterr().out


# Every option of every bundled ruleset.


def declared_in(id: str) -> list[str]:
    """The options that the file of a ruleset declares or changes itself, without those that it deletes."""
    own = read_chain(id)[-1].entries_at(("options",))
    return [name for name, node in own.items() if node.value is not None]


EVERY = [(id, option) for id in BUNDLED for option in declared_in(id)]


def choices(id: str, name: str) -> list[Any]:
    """The choices of an option that are not chosen; of numbers one."""
    ruleset = loaded(id)
    option = ruleset.options.declared[name]
    numbers = [option.default + 1 if isinstance(option.default, int) else 7] if option.number else []
    return [choice for choice in (*option.stands_for, *numbers) if choice != ruleset.options.chosen[name]]


def merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Data that say what both say."""
    found = dict(one)
    for key, value in other.items():
        found[key] = merged(found[key], value) if isinstance(found.get(key), dict) else value
    return found


def written(ruleset: Ruleset, place: str, value: Any) -> Any:
    """A value as a child file writes it: a mapping puts itself in the place of another."""
    return {"replace": value} if isinstance(value, dict) and ruleset.node.at(tuple(place.split("."))) else value


@pytest.mark.parametrize(("id", "option"), thinned(EVERY, 8))
def test_every_option_has_a_text_and_names_a_declared_source(id: str, option: str) -> None:
    ruleset = loaded(id)
    declared = ruleset.options.declared[option]
    assert ruleset.texts().of("options", option)
    assert any(source in declared.source for source in ruleset.definition.sources)
    assert option in ruleset.used_options


def child_that_says(ruleset: Ruleset, option: str, choice: Any) -> dict[str, Any]:
    """A child file that writes what a choice changes."""
    declared = ruleset.options.declared[option]
    if ruleset.options.chosen[option] != declared.default:
        return {"id": "child", "extends": ruleset.id, "set": {option: choice}}
    data = dict(plain(declared.patches.get(str(choice), {})))
    meaning = plain(declared.meaning(choice))
    for place in declared.places:
        data = merged(data, nested(place, "none" if meaning is None else written(ruleset, place, meaning)))
    alone = {"options": {option: {"patches": None}}} if declared.places and declared.patches else {}
    return {"id": "child", "extends": ruleset.id, **data, **alone}


@pytest.mark.slow
@pytest.mark.parametrize(("id", "option"), thinned(EVERY, 24))
def test_every_choice_is_a_child_file_that_says_the_same_and_no_two_are_alike(
    id: str, option: str, tmp_path: Path
) -> None:
    ruleset, hashes = loaded(id), []
    for choice in choices(id, option):
        brings = ruleset.options.declared[option].brings.get(str(choice), {})
        brought = {name: ruleset.options.chosen[name] for name in brings}
        path = tmp_path / f"{choice}.yaml"
        path.write_text(json.dumps(child_that_says(ruleset, option, choice)), encoding="utf-8")
        hashes.append(mjrules.load(id, {option: choice, **brought}).hash)
        assert mjrules.load(str(path)).hash == hashes[-1], choice
    assert len({ruleset.hash, *hashes}) == len(hashes) + 1


@pytest.mark.slow
@settings(max_examples=examples(20))
@given(data=st.data())
def test_what_is_chosen_already_changes_nothing(data: st.DataObject) -> None:
    id = data.draw(st.sampled_from(BUNDLED))
    ruleset = loaded(id)
    names = data.draw(st.sets(st.sampled_from(sorted(ruleset.options.chosen))))
    again = mjrules.load(id, {name: ruleset.options.chosen[name] for name in names})
    assert again.hash == ruleset.hash
    assert spelled(again.node) == spelled(ruleset.node)


@pytest.mark.parametrize("weaker", [(), ({"limit": 0},)])
def test_a_number_of_the_caller_that_cannot_be_is_no_fault_of_the_file(weaker: Sequence[Mapping[str, int]]) -> None:
    with pytest.raises(mjrules.RulesetError) as error:
        mjrules.load("western", None if weaker else {"limit": 0}, weaker=weaker)
    (problem,) = error.value.problems
    assert (problem.path, problem.message, problem.place) == ("options.limit", "expected 1 or more, got 0", None)
    assert problem.note.startswith("the option limit chooses it over 1000 set at rulesets/western.yaml:")


def test_options_are_chosen_though_the_working_folder_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "base.yaml").write_text("id: base\nextends: hong-kong\n", encoding="utf-8")
    (tmp_path / "club.yaml").write_text("id: club\nextends: ./base.yaml\n", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    club = mjrules.load("./club.yaml", within=".")
    monkeypatch.chdir("elsewhere")
    capped = club.under({"cap_faan": 13})
    assert capped.options.chosen["cap_faan"] == 13
    assert capped.under({}).hash == capped.hash
    assert club.texts() is not None


def test_an_option_that_is_wrong_is_told_once_though_others_bring_it_along(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: western\noptions: {limit: {default: 500}}\n", "utf-8")
    with pytest.raises(RulesetError) as caught:
        mjrules.load(path)
    assert [problem.path for problem in caught.value.problems] == ["options.limit.default"]


@pytest.mark.parametrize("options", [5, "minimum=3", b"x", ["minimum"], [1, 2]])
def test_options_that_are_no_mapping_are_refused(options: Any) -> None:
    with pytest.raises(TypeError, match=r"^options: expected a mapping of names and values, got "):
        mjrules.load("hong-kong", options)
