"""Options: what may be chosen, what a choice stands for, where it goes, and who has the last word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset, RulesetError, score_records
from mjrules.batch import Rulesets
from mjrules.cli import main
from mjrules.ruleset.files import SourceFile, bundled_ids, find_file
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

Load = Callable[..., Ruleset]
BUNDLED = [id for id in bundled_ids() if id != "root"]
ALL_PUNGS = "(111m) (333p) 555s999s2z +2z from=left"


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads a child of Chinese Official from the text of its sections."""

    def child(text: str, options: Mapping[str, Any] | None = None) -> Ruleset:
        path = tmp_path / "child.yaml"
        path.write_text(f"id: child\nextends: chinese-official\n{text}\n", encoding="utf-8")
        return mjrules.load(str(path), options)

    return child


def message(load: Load, text: str, options: Mapping[str, Any] | None = None) -> str:
    """The only thing that is wrong with a child."""
    with pytest.raises(RulesetError) as error:
        load(text, options)
    assert len(error.value.problems) == 1, str(error.value)
    return error.value.problems[0].message


def knob(declaration: str) -> str:
    return f"options: {{knob: {declaration}}}"


# What may be chosen, and what it stands for.

DECLARED: dict[str, tuple[str, dict[Any, Any], tuple[Any, ...]]] = {
    "true or false": (
        "{default: true}",
        {True: True, False: False, "true": True, "false": False},
        (1, 0, "yes", "True", None, "none"),
    ),
    "boolean by its type": ("{default: false, type: boolean}", {True: True, "false": False}, (1, "on")),
    "a number": ("{default: 5}", {5: 5, "5": 5, 7: 7, "12": 12, 0: 0}, (-1, "-1", 1.5, "1.5", "six", True, None, "")),
    "a number by its type": ("{default: 5, type: integer}", {5: 5, "88": 88}, ("many", None, False)),
    "a number or none": (
        "{default: 5, type: integer or none}",
        {5: 5, "9": 9, None: None, "none": None},
        ("null", "no", True),
    ),
    "none by default": ("{default: null, type: integer or none}", {None: None, 88: 88, "none": None}, ("any",)),
    "a list of numbers": ("{default: 6, values: [6, 8]}", {6: 6, "8": 8}, (7, "six", None, 6.5)),
    "a list of words": ("{default: a, values: [a, b]}", {"a": "a", "b": "b"}, ("c", "A", 1)),
    "a list with null": ("{default: 1, values: [1, null]}", {1: 1, None: None, "none": None}, (2, "null")),
    "text and not number": ('{default: "01", values: ["01", "1"]}', {"01": "01", "1": "1", 1: "1"}, ("001",)),
    "fractions": ("{default: 0.5, values: [0.5, 1]}", {0.5: 0.5, "0.5": 0.5, 1: 1}, (0.25, "1.0")),
    "values that stand for others": (
        '{default: "5", values: {"5": 50, six: 60, none: null}}',
        {5: 50, "5": 50, "six": 60, "none": None, None: None},
        (50, 6, "null"),
    ),
    "true and false that stand for others": (
        '{default: false, values: {"false": formal, "true": possible}}',
        {False: "formal", True: "possible", "true": "possible"},
        ("formal", 1),
    ),
}


@pytest.mark.parametrize(
    ("declaration", "accepted", "refused"), thinned([*DECLARED.values()], 4), ids=thinned([*DECLARED], 4)
)
def test_what_may_be_chosen(load: Load, declaration: str, accepted: dict[Any, Any], refused: tuple[Any, ...]) -> None:
    for choice, meaning in accepted.items():
        value = load(knob(declaration), {"knob": choice}).options.value("knob")
        assert (type(value), value) == (type(meaning), meaning), choice
    for choice in refused:
        assert message(load, knob(declaration), {"knob": choice}).startswith("option knob has no value "), choice


@pytest.mark.parametrize(
    ("declaration", "meaning"),
    [
        ("{default: true}", True),
        ("{default: 5}", 5),
        ("{default: 5, type: integer}", 5),
        ("{default: 5, type: integer or none}", 5),
        ("{default: null, type: integer or none}", None),
        ("{default: 6, values: [6, 8]}", 6),
        ("{default: b, values: [a, b]}", "b"),
        ("{default: 0.5, values: [0.5, 1]}", 0.5),
        ('{default: "5", values: {"5": 50}}', 50),
        ("{default: none, values: {none: null, some: 1}}", None),
        ("{default: all, values: {all: [winner, loser], winner: winner}}", ["winner", "loser"]),
    ],
)
def test_the_default_stands_for_what_it_says(load: Load, declaration: str, meaning: Any) -> None:
    value = load(knob(declaration)).options.value("knob")
    assert (type(value), value) == (type(meaning), meaning)


def test_choosing_the_default_changes_nothing(load: Load) -> None:
    for declaration, default in (("{default: 5}", 5), ("{default: 5, type: integer}", "5")):
        text = f"{knob(declaration)}\nsettlement: {{base: {{option: knob}}}}"
        assert load(text, {"knob": default}).hash == load(text).hash
        assert load(text, {"knob": default}).options.chosen == load(text).options.chosen


def test_allowed_texts() -> None:
    declared = mjrules.load("chinese-official").options.declared
    assert declared["mixed_kongs"].allowed == ("5", "6", "none")
    assert declared["use_twice"].allowed == ("false", "true")
    assert declared["knitted_wait"].allowed == ("inside", "outside", "never")


def test_allowed_texts_of_numbers(load: Load) -> None:
    ruleset = load("options: {a: {default: 5}, b: {default: null, type: integer or none}}")
    assert ruleset.options.declared["a"].allowed == ("a whole number",)
    assert ruleset.options.declared["b"].allowed == ("none", "a whole number")


@pytest.mark.parametrize(
    "declaration", ["{default: 7, values: [6, 8]}", "{default: a, values: {b: 1}}", "{default: x, type: integer}"]
)
def test_a_default_must_be_one_of_the_values(load: Load, declaration: str) -> None:
    assert message(load, f"options: {{knob: {declaration}}}").startswith("option knob has no value ")


# Where an option may stand.

WHERE = {
    "worth": ("default: 6, values: [6, 9]", 9, "scoring: {rules: {all_pungs: {fan: {option: knob}}}}"),
    "worth without values": ("default: 6", 9, "scoring: {rules: {all_pungs: {fan: {option: knob}}}}"),
    "worth that switches off": (
        "default: 6, type: integer or none", None, "scoring: {rules: {all_pungs: {fan: {option: knob}}}}"
    ),
    "minimum": ("default: 8, values: [8, 6]", 6, "scoring: {minimum: {option: knob}}"),
    "minimum without values": ("default: 8, type: integer", 6, "scoring: {minimum: {option: knob}}"),
    "combination": ("default: account_once, values: [account_once, free]", "free",
                    "scoring: {combination: {option: knob}}"),
    "waits": ("default: formal, values: [formal, hand]", "hand", "scoring: {waits: {option: knob}}"),
    "settlement": ("default: 8", 10, "settlement: {base: {option: knob}}"),
    "for": ("default: winner, values: [winner, all]", "all", "scoring: {rules: {all_pungs: {for: {option: knob}}}}"),
    "for, a list": ("default: winner, values: {winner: winner, both: [winner, fishing]}", "both",
                    "scoring: {rules: {all_pungs: {for: {option: knob}}}}"),
    "each": ("default: false", True, "scoring: {rules: {all_pungs: {each: {option: knob}}}}"),
    "aside": ("default: false", True, "scoring: {rules: {all_pungs: {aside: {option: knob}}}}"),
    "but": ("default: 6, values: [6, 9]", 9, "scoring: {rules: {all_pungs: {but: {no_claims: {option: knob}}}}}"),
    "group": ("default: concealed, values: [concealed, always_concealed]", "always_concealed",
              "scoring: {rules: {all_pungs: {group: {option: knob}}}}"),
    "series": ("default: concealed, values: [concealed, always_concealed]", "always_concealed",
               "scoring: {rules: {all_pungs: {series: {option: knob}}}}"),
    "excludes": ("default: none, values: {none: [], some: [no_honors]}", "some",
                 "scoring: {rules: {all_pungs: {excludes: {option: knob}}}}"),
    "how many it excludes": ("default: 1, values: [1, 2]", 2,
                             "scoring: {rules: {all_pungs: {excludes: [{double_pung: {option: knob}}]}}}"),
    "excluded by": ("default: none, values: {none: [], some: [concealed]}", "some",
                    "scoring: {rules: {all_pungs: {excluded_by: {option: knob}}}}"),
    "tile class": ('default: "2468", values: {"2468": 2468s, "23468": 23468s}', "23468",
                   "tile_classes: {greenish: {option: knob}}"),
    "copies of tiles": ("default: 4, values: [4, 3]", 3, "tiles: {f1234: {option: knob}, J: {option: knob}}"),
    "shape": ("default: false", True, "shapes: {seven_pairs: {distinct: {option: knob}}}"),
    "parts of a shape": ("default: pair, values: {pair: [7 x pair], pung: [4 x pung, pair]}", "pung",
                         "shapes: {seven_pairs: {parts: {option: knob}}}"),
    "seats": ("default: four, values: {four: [E, S, W, N], three: [E, S, W]}", "three",
              "table: {seats: {option: knob}}"),
    "penalty": ("default: 10", 20, "penalties: {false_mahjong: {each: {option: knob}}}"),
    "plugins": ("default: no, values: {no: [base_payment, combinations, sum], yes: [base_payment, combinations, sum, "
                "wild]}", "yes", "plugins: {option: knob}"),
    "flag": ("default: last_tile, values: [last_tile, heaven]", "heaven",
             "scoring: {rules: {lucky: {fan: 1, when: {flag: {option: knob}}}}}"),
    "number of waits": ("default: one, values: {one: 1, few: 1..2}", "few",
                        "scoring: {rules: {lucky: {fan: 1, when: {waits: {option: knob}}}}}"),
    "number of tiles": ("default: one, values: {one: 1, some: 1+}", "some",
                        "scoring: {rules: {lucky: {fan: 1, when: {tiles: {honors: {option: knob}}}}}}"),
    "class in a condition": ("default: green, values: [green, reversible]", "reversible",
                             "scoring: {rules: {lucky: {fan: 1, when: {tiles: {option: knob}}}}}"),
    "drawn": ("default: true", False, "scoring: {rules: {lucky: {fan: 1, when: {self_drawn: {option: knob}}}}}"),
    "term": ("default: no_claims, values: [no_claims, four_sets]", "four_sets",
             "scoring: {rules: {lucky: {fan: 1, when: {is: {option: knob}}}}}"),
    "win_requires": ("default: 0+, values: [0+, 0..1]", "0..1", "win_requires: {tiles: {honors: {option: knob}}}"),
    "a named condition": ("default: 0, values: [0, 1]", 1, "terms: {few: {tiles: {honors: {option: knob}}}}"),
    "hand": ("default: pair, values: {pair: [6 x pair, 11m], pung: [4 x pung, 11m]}", "pung",
             "scoring: {rules: {lucky: {fan: 1, hand: {option: knob}}}}"),
}  # fmt: skip


@pytest.mark.parametrize(("declaration", "choice", "text"), thinned([*WHERE.values()], 4), ids=thinned([*WHERE], 4))
def test_an_option_may_stand_wherever_a_value_stands(load: Load, declaration: str, choice: Any, text: str) -> None:
    text = f"options: {{knob: {{{declaration}}}}}\n{text}"
    default, chosen = load(text), load(text, {"knob": choice})
    assert default.hash != chosen.hash
    assert "knob" in default.used_options
    assert "option: knob" not in str(default.data).replace("'", "")


def test_what_stands_in_the_place_of_an_option_is_scored(load: Load) -> None:
    text = "options: {knob: {default: 6}}\nscoring: {rules: {all_pungs: {fan: {option: knob}}}}"
    totals = [load(text, {"knob": number}).score(Hand.parse(ALL_PUNGS)).total for number in (0, 6, 20)]
    assert [total - totals[0] for total in totals] == [0, 6, 20]


def test_a_worth_of_null_switches_a_rule_off(load: Load) -> None:
    text = "options: {knob: {default: 6, type: integer or none}}\nscoring: {rules: {all_pungs: {fan: {option: knob}}}}"
    ruleset = load(text, {"knob": None})
    assert "all_pungs" not in {rule.id for rule in ruleset.book.rules}


PAIRS_AND_WINDS = """\
options: {knob: {default: 6, type: integer or none}}
scoring: {rules: {pairs_and_winds: {fan: {option: knob}, hand: [5 x pair, %s], concealed: true}}}
"""


def test_a_worth_of_null_takes_the_shape_of_the_rule_away_too(load: Load) -> None:
    hand = Hand.parse("113355m2288p123z !4z")
    score = load(PAIRS_AND_WINDS % "1234z").score(hand)
    assert "pairs_and_winds" in {item.id for item in score.items}
    with pytest.raises(HandError) as error:
        load(PAIRS_AND_WINDS % "1234z", {"knob": None}).score(hand)
    assert error.value.code == "not_winning"


def test_a_fault_in_the_shape_of_a_rule_that_is_off_is_told(load: Load) -> None:
    with pytest.raises(RulesetError, match=r"scoring\.rules\.pairs_and_winds\.hand"):
        load(PAIRS_AND_WINDS % "1234q", {"knob": None})


def test_no_option_is_filled_into_words_for_people(load: Load) -> None:
    ruleset = load("options: {knob: {default: 6}}\nset: {knob: 7}\nsources: {x: {title: option}}")
    assert ruleset.data["sources"]["x"] == {"title": "option"}


# Options in conditions.

CONDITION = """\
options:
  knob: {default: off, values: [off, low, high], help: how it is}
  other: {default: false}
scoring: {rules: {lucky: {fan: 1, when: %s}}}"""


@pytest.mark.parametrize(
    ("condition", "options", "holds"),
    [
        ("{option: {knob: low}}", {"knob": "low"}, True),
        ("{option: {knob: low}}", {"knob": "high"}, False),
        ("{option: {knob: off}}", {}, True),
        ("{option: {knob: low, other: true}}", {"knob": "low", "other": True}, True),
        ("{option: {knob: low, other: true}}", {"knob": "low"}, False),
        ("{any_of: [{option: {knob: low}}, {option: {other: true}}]}", {"other": True}, True),
        ("{any_of: [{option: {knob: low}}, {option: {other: true}}]}", {}, False),
        ("{none_of: {option: {knob: off}}}", {}, False),
        ("{none_of: {option: {knob: off}}}", {"knob": "high"}, True),
        ("{all_of: [{option: {knob: off}}, {option: {other: false}}]}", {}, True),
        ("{option: {knob: low}, self_drawn: true}", {"knob": "low"}, False),
        ("{option: {two_concealed_kongs: 8}}", {"two_concealed_kongs": 8}, True),
        ("{option: {mixed_kongs: none}}", {"mixed_kongs": None}, True),
        ("{option: {mixed_kongs: 5}}", {}, True),
    ],
)
def test_an_option_in_a_condition(load: Load, condition: str, options: dict[str, Any], holds: bool) -> None:
    score = load(CONDITION % condition, options).score(Hand.parse(ALL_PUNGS))
    assert ("lucky" in {item.id for item in score.items}) is holds


def test_an_option_in_a_term(load: Load) -> None:
    text = "terms: {sometimes: {option: {use_twice: true}}}\nscoring: {rules: {lucky: {fan: 1, when: {is: sometimes}}}}"
    for choice in (False, True):
        score = load(text, {"use_twice": choice}).score(Hand.parse(ALL_PUNGS))
        assert ("lucky" in {item.id for item in score.items}) is choice


# Mistakes.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("set: {mixed_kong: 6}", 'unknown option "mixed_kong" (did you mean "mixed_kongs"?)'),
        ("set: {wmo206: true}", 'unknown option "wmo206" (did you mean "wmo2006"?)'),
        ("set: {knitted_wait: insde}", 'option knitted_wait has no value "insde" (did you mean "inside"?)'),
        ("set: {mixed_kongs: 7}", 'option mixed_kongs has no value "7" (known: 5, 6, none)'),
        ("set: {wmo2006: maybe}", 'preset wmo2006 is switched on by true, not by "maybe"'),
        ("set: {mixed_kongs: 5}", "this changes nothing: mixed_kongs is 5 already"),
        ("options: {knob: {default: 5}}\nset: {knob: 5}", "this changes nothing: knob is 5 already"),
        ("presets: {own: {mixed_kong: 6}}", 'unknown option "mixed_kong" (did you mean "mixed_kongs"?)'),
        ("presets: {own: {knitted_wait: insde}}", 'option knitted_wait has no value "insde" (did you mean "inside"?)'),
        ("scoring: {rules: {all_pungs: {when: {option: {use_twic: true}}}}}",
         '"use_twic" is no option (did you mean "use_twice"?)'),
        ("scoring: {rules: {all_pungs: {when: {option: {use_twice: yes}}}}}",
         'option use_twice has no value "yes" (known: false, true)'),
    ],
)  # fmt: skip
def test_mistakes_name_the_nearest_word(load: Load, text: str, said: str) -> None:
    assert message(load, text).startswith(said)


def test_a_preset_that_changes_nothing_is_a_mistake(load: Load) -> None:
    assert message(load, "set: {wmo2006: false}").startswith("this changes nothing")


def test_a_preset_that_a_parent_has_chosen_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "child.yaml"
    for value in ("true", "false"):
        path.write_text("id: x\nextends: chinese-official\nset: {wmo2006: true}\n", encoding="utf-8")
        other = tmp_path / "grandchild.yaml"
        other.write_text(f"id: y\nextends: child.yaml\nset: {{wmo2006: {value}}}\n", encoding="utf-8")
        with pytest.raises(RulesetError, match="this changes nothing"):
            mjrules.load(str(other))


def test_a_misspelt_reference_is_one_mistake(load: Load) -> None:
    text = "scoring: {minimum: {option: mixed_kong}}"
    assert message(load, text) == '"mixed_kong" is no option (did you mean "mixed_kongs"?)'


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


def test_a_preset_and_the_child_of_its_name_are_the_same_ruleset() -> None:
    pairs = [(id.rpartition("/"), mjrules.load(id)) for id in BUNDLED if "/" in id]
    met = [(parent, name, child) for (parent, _, name), child in pairs if name in mjrules.load(parent).options.presets]
    assert met
    for parent, name, child in met:
        assert mjrules.load(parent, {name: True}).hash == child.hash != mjrules.load(parent).hash


@pytest.mark.parametrize(
    ("id", "preset"), thinned([(id, preset) for id in BUNDLED for preset in loaded(id).options.presets], 8)
)
def test_a_preset_is_its_options(id: str, preset: str) -> None:
    ruleset = mjrules.load(id)
    assert mjrules.load(id, {preset: True}).hash == mjrules.load(id, ruleset.options.presets[preset]).hash
    assert mjrules.load(id, {preset: False}).hash == ruleset.hash


def test_presets_are_applied_before_single_options(load: Load) -> None:
    for options in ({"wmo2006": True, "mixed_kongs": "none"}, {"mixed_kongs": "none", "wmo2006": True}):
        chosen = mjrules.load("chinese-official", options).options.chosen
        assert (chosen["mixed_kongs"], chosen["two_concealed_kongs"]) == ("none", "8")


def test_presets_are_applied_before_single_options_in_a_file(load: Load) -> None:
    first = load("set: {wmo2006: true, mixed_kongs: none}")
    second = load("set: {mixed_kongs: none, wmo2006: true}")
    assert first.options.chosen == second.options.chosen
    assert first.options.chosen["mixed_kongs"] == "none"
    assert first.hash == second.hash


def test_of_two_presets_the_later_wins(load: Load) -> None:
    for names, kongs in ((("wmo2006", "kongs_1998"), "none"), (("kongs_1998", "wmo2006"), "6")):
        ruleset = mjrules.load("chinese-official", dict.fromkeys(names, True))
        assert ruleset.options.chosen["mixed_kongs"] == kongs


def test_a_preset_in_a_file(load: Load) -> None:
    assert load("set: {wmo2006: true}").hash == mjrules.load("chinese-official/wmo2006").hash


def test_a_child_may_add_to_a_preset(load: Load) -> None:
    ruleset = load("presets: {wmo2006: {use_twice: true}}", {"wmo2006": True})
    assert ruleset.options.chosen["use_twice"] == "true"
    assert ruleset.options.chosen["mixed_kongs"] == "6"


def test_the_later_file_wins_and_the_caller_wins_over_all(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("id: a\nextends: chinese-official\nset: {mixed_kongs: 6}\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("id: b\nextends: a.yaml\nset: {mixed_kongs: none}\n", encoding="utf-8")
    assert mjrules.load(str(tmp_path / "a.yaml")).options.chosen["mixed_kongs"] == "6"
    assert mjrules.load(str(tmp_path / "b.yaml")).options.chosen["mixed_kongs"] == "none"
    assert mjrules.load(str(tmp_path / "b.yaml"), {"mixed_kongs": 5}).options.chosen["mixed_kongs"] == "5"


def test_a_child_may_change_a_default(load: Load) -> None:
    ruleset = load("options: {mixed_kongs: {default: '6'}}")
    assert ruleset.hash == mjrules.load("chinese-official", {"mixed_kongs": 6}).hash


# What a choice brings along.

SHORT = """
options:
  short: {default: false, brings: {"true": {pace: 3, manner: b}}}
  pace: {default: 5}
  manner: {default: a, values: [a, b]}
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
    assert [(item.value, item.how) for item in origin] == [(3, "option pace=3"), (5, "default of the option pace")]
    assert origin[0].place is not None
    assert origin[0].place.line == 8


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


def test_options_of_a_record(load: Load) -> None:
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
    section = SourceFile(find_file(id)).node.child("options")
    return [] if section is None else [name for name, node in section.value.items() if node.value is not None]


EVERY = [(id, option) for id in BUNDLED for option in declared_in(id)]


@pytest.mark.parametrize(("id", "option"), EVERY)
def test_every_option_has_help_and_names_a_declared_source(id: str, option: str) -> None:
    ruleset = loaded(id)
    declared = ruleset.options.declared[option]
    assert declared.help
    assert any(source in declared.source for source in ruleset.data["sources"])
    assert option in ruleset.used_options


@pytest.mark.parametrize(("id", "option"), thinned(EVERY, 20))
def test_every_choice_loads_and_no_two_are_alike(id: str, option: str) -> None:
    declared = loaded(id).options.declared[option]
    hashes = {value: mjrules.load(id, {option: value}).hash for value in declared.stands_for}
    assert len(set(hashes.values())) == len(hashes)
