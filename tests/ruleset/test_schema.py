"""The JSON Schema of ruleset files: it accepts what may be written, and refuses small slips."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

import mjrules
from mjrules.cli import main
from mjrules.conditions.words import WORDS
from mjrules.declared.fields import keys_of
from mjrules.declared.values import plain as plain_data
from mjrules.hooks.manager import Plugins, available_plugins
from mjrules.ruleset.definition import Definition
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.files.find import SourceFile, bundled_folder, bundled_ids, find_file
from mjrules.ruleset.files.packages import COMPANIONS, TEXTS
from mjrules.ruleset.files.read_yaml import read_source
from mjrules.ruleset.schema import ruleset_schema, words_schema
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

ROOT = Path(__file__).resolve().parents[2]
Schema = dict[str, Any]


@cache
def schema() -> Schema:
    """The schema as the command prints it: with the words and units of all installed plugins."""
    with redirect_stdout(StringIO()) as out:
        assert main(["schema"]) == 0
    found: Schema = json.loads(out.getvalue())
    return found


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def plain(text: str) -> Any:
    """The data of a YAML text, read as rulesets are read."""
    return read_source(text.encode(), "text").plain()


def leaves(errors: Iterable[ValidationError]) -> Iterator[tuple[str, str]]:
    """The innermost complaints: where, and what (shortened, lest it hold the whole of the value)."""
    for error in errors:
        if error.context:
            yield from leaves(error.context)
        else:
            yield error.json_path, f"{error.validator}: {error.message[-60:]}"


def complaints(data: Any) -> set[tuple[str, str]]:
    return set(leaves(validator().iter_errors(data)))


# The schema itself.


@pytest.mark.slow
def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())
    Draft202012Validator.check_schema(ruleset_schema())


def test_the_command_prints_it_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--json"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out) == schema()
    assert out.count("\n") == 1


def test_it_knows_the_words_and_units_of_plugins() -> None:
    available = available_plugins()
    plugins = Plugins(list(available), available)
    units = {unit for method in plugins.by_name("mj_scoring_methods").values() for unit in method.units}
    assert units <= set(schema()["$defs"]["RuleEntry"]["properties"])
    assert set(plugins.by_name("mj_condition_words")) <= set(schema()["$defs"]["condition"]["properties"])


def test_installed_plugins_that_exclude_each_other_do_not_stop_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ModuleType("other")
    other.CONFLICTS = ("sum",)  # type: ignore[attr-defined]
    installed = {**available_plugins(), "other": lambda: other, "sum_again": available_plugins()["sum"]}
    monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: installed)
    monkeypatch.setattr("mjrules.cli.schema.available_plugins", lambda: installed)
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()


def test_it_describes_every_key_and_word() -> None:
    assert set(schema()["properties"]) == set(keys_of(Definition))
    assert set(schema()["$defs"]["condition"]["properties"]) >= set(WORDS)
    for name, part in {**schema()["properties"], **schema()["$defs"]["condition"]["properties"]}.items():
        assert part.get("description"), name


def test_every_reference_leads_somewhere() -> None:
    references = set(re.findall(r'"\$ref": "#/\$defs/([\w.]+)"', json.dumps(schema())))
    assert references <= set(schema()["$defs"])


def test_rules_may_have_any_unit_where_none_is_given() -> None:
    rules = {"id": "x", "scoring": {"method": "sum"}, "rules": {"flush": {"mun": 6}}}
    assert Draft202012Validator(ruleset_schema()).is_valid(rules)
    assert not validator().is_valid(rules)


# What it accepts.


def files() -> list[Path]:
    """All bundled files, companions too, and the rulesets of the examples whose plugins are installed."""
    bundled = sorted(Path(bundled_folder()).rglob("*.yaml"))
    return [*bundled, *filter(is_ruleset, sorted((ROOT / "examples").rglob("*.yaml")))]


def is_ruleset(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return "extends:" in text and plugins_of(text) <= set(available_plugins())


def plugins_of(text: str) -> set[str]:
    """The plugins that a ruleset names or adds."""
    section = plain(text).get("plugins") or []
    return set(section.get("add", []) if isinstance(section, dict) else section)


@pytest.mark.parametrize("path", thinned(files(), 3), ids=lambda path: path.name)
def test_it_accepts_every_file(path: Path) -> None:
    data = SourceFile(path).node.plain()
    if TEXTS in path.suffixes:
        assert Draft202012Validator(words_schema()).is_valid(data)
    else:
        assert complaints(data) == set()


def test_the_schema_of_words_refuses_what_the_program_refuses() -> None:
    schema = Draft202012Validator(words_schema())
    assert schema.is_valid({"rules": {"clean": "One suit.", "pairs": {"names": {"fr": "Paires"}}}})
    refused: list[Any] = [
        {"rule": {}},
        {"rules": {"clean": 4}},
        {"rules": {"Clean": "One suit."}},
        {"options": {"top": {}}},
    ]
    for wrong in refused:
        assert not schema.is_valid(wrong)


@pytest.mark.parametrize("id", bundled_ids())
def test_it_accepts_every_bundled_ruleset_joined_with_its_companions(id: str) -> None:
    assert complaints(read_chain(id)[-1].plain()) == set()


@pytest.mark.slow
@pytest.mark.parametrize("id", bundled_ids())
def test_it_accepts_every_bundled_ruleset_resolved(id: str) -> None:
    assert complaints(loaded(id).node.plain()) == set()
    assert complaints(plain_data(loaded(id).definition)) == set()


def pages() -> list[Path]:
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if page.is_file()]


def blocks() -> list[tuple[str, str]]:
    """The rulesets that stand in the README and the pages, each with its place; those of uninstalled plugins apart."""
    found = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^```yaml[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            if match[1].startswith("id:") and plugins_of(match[1]) <= set(available_plugins()):
                found.append((f"{page.name}:{text[: match.start()].count(chr(10)) + 1}", match[1]))
    return found


@pytest.mark.parametrize(("place", "text"), blocks(), ids=[place for place, _ in blocks()])
def test_it_accepts_the_rulesets_of_the_pages(place: str, text: str) -> None:
    assert complaints(plain(text)) == set()


def test_there_are_rulesets_in_the_pages() -> None:
    assert blocks()


CHILD = """\
id: child
extends: chinese-official
title: {en: Child}
plugins: {add: [wild], remove: [combinations]}
tiles: {J: 8, f1234: null, s1234: 2}
suit_honours: {m: null}
tile_classes:
  green: null
  dots: {aliases: {add: [wheels]}}
  bamboos: {aliases: null}
  reversible: 123p
names: {lists: {soap: null, suits: {words: {add: [kan]}}}, prefer: {remove: [flowers_guide]}}
table: {seats: {remove: [N]}, max_consecutive_east: none, hand_size: null, situations: {replace: {man: first_draw}}}
flags: {lucky: null}
fields: {streak: null}
sources: {mil: null}
shapes:
  gates: null
  seven_pairs: {parts: {add: [pair]}, concealed: false, distinct: null}
  knitted_straight: {replace: {parts: [147a, 258b, 369c, set, pair]}}
terms:
  four_sets: null
  no_claims: {any_of: {add: [{suits: 1}]}, sets: {replace: {claimed set: 0..1}}}
  sole_wait: {replace: {waits: 1..2}}
win_requires: null
scoring: {minimum: 6, combination: null, waits: possible, cap: none, fishing: none}
groups: {concealed: null}
types: {knitted: null}
rules:
  chicken_hand: null
  concealed: null
  always_concealed: {aside: true}
  all_pungs: {fan: none, when: {sets: {replace: {pung: 3+}}, suits: 1+}}
  full_flush: {fan: null, points: 24, excludes: {add: [no_honors, {double_pung: 2}], remove: [x]}, nr: 7}
  seat_wind: {excludes: null, excluded_by: {add: [all_pungs]}, names: {zh: null}, aliases: null}
  tile_hog: {each: null, aside: true, for: [winner, loser], but: {no_claims: 3, x: null}}
  half_flush: {group: {add: [concealed]}, series: null, hand: {remove: [pair]}, concealed: null, when: null}
  all_types: {when: {replace: {any_of: [{flag: lucky}, {sets: {pung: 4}}]}}}
  house: {fan: 2.5, when: {bonus: [own tile], number: {streak: 13+}, without: [all_pungs]}, rivals: [{source: x}]}
settlement: {base: null, discard: {others: 0.5, others_most: none}, prices: {by_value: {add: [8]}}}
penalties: {other_false_call: null, empty_call: {each: {add: [40]}, note: null}, false_mahjong: {affected: none}}
options:
  use_twice: null
  mixed_kongs: {values: {add: [7]}, text: null, patches: {"6": {rules: {all_pungs: null}}}}
  two_concealed_kongs: {of: {add: [rules.all_pungs.fan]}, values: {six: 6, "8": 8, no: none}}
  calm: {default: false, patches: {"true": {terms: {no_claims: {replace: {suits: 1}}}, rules: {concealed: null}}}}
  roof: {of: scoring.cap, type: integer or none, after: [calm, knitted_wait], brings: {none: {calm: true}}}
presets: {wmo2006: {mixed_kongs: null}, kongs_1998: null}
set: {cap: none, mixed_kongs: none, use_twice: true}
unsupported: {add: [{id: dice, reason: nobody throws them}]}
"""


@pytest.mark.parametrize("section", re.split(r"\n(?=\w)", CHILD.strip())[3:], ids=lambda text: text.split(":")[0])
def test_it_accepts_the_changes_of_a_child(section: str) -> None:
    assert complaints(plain(f"id: child\nextends: chinese-official\n{section}\n")) == set()


@pytest.mark.parametrize(
    "section", ["tiles", "suit_honours", "tile_classes", "names", "table", "flags", "fields", "sources", "shapes",
                "terms", "win_requires", "scoring", "settlement", "penalties", "options", "presets", "unsupported",
                "plugins"]
)  # fmt: skip
def test_it_accepts_that_a_child_deletes_a_section(section: str) -> None:
    assert complaints(plain(f"id: child\nextends: chinese-official\n{section}: null\n")) == set()


# What it refuses.

SLIPS = [
    ("id: chinese-official", "id: Chinese-official"),
    ("id: chinese-official", "di: chinese-official"),
    ("extends: root", "extend: root"),
    ("extends: root", "extends: [root]"),
    ("title: {en:", "titel: {en:"),
    ('version: "1"', "version: 1"),
    ("edition: 1998", "edtion: 1998"),
    ("summary:\n", "sumary:\n"),
    ("sources:", "source:"),
    ("book-1998: {title:", "book-1998: {titel:"),
    ("plugins: [base", "plugin: [base"),
    ("plugins: [base_payment, combinations, sum]", "plugins: base_payment"),
    ("options:\n", "option:\n"),
    ("presets:\n", "preset:\n"),
    ("kongs_1998: {mixed_kongs: none}", "kongs_1998: mixed_kongs"),
    ("names:\n  prefer", "nams:\n  prefer"),
    ("  prefer: [flowers", "  prefers: [flowers"),
    ("tile_classes:\n", "tile_clases:\n"),
    ("shapes:\n", "shape:\n"),
    ("seven_pairs: {parts: [7 x pair]", "seven_pairs: {part: [7 x pair]"),
    ("seven_pairs: {parts: [7 x pair]", "seven_pairs: {parts: 7 x pair"),
    ("7 x pair], concealed: true", "7 x pair], conceled: true"),
    ("7 x pair], concealed: true", "7 x pair], concealed: ture"),
    ("pattern_only: true", "patern_only: true"),
    ("terms:\n", "term:\n"),
    ("four_sets: {shape: standard}", "four_sets: {shap: standard}"),
    ("{claimed set: 0}", "{claimed set: -1}"),
    ("  rules:\n", "  rule:\n"),
    ("names: {zh: 大四喜}", "name: {zh: 大四喜}"),
    ("names: {zh: 大四喜}", "names: 大四喜"),
    ("when: {sets: [4 x pung wind]}", "wen: {sets: [4 x pung wind]}"),
    ("when: {sets: [4 x pung wind]}", "when: {set: [4 x pung wind]}"),
    ("when: {sets: [4 x pung wind]}", "when: {sets: []}"),
    ("when: {sets: [4 x pung wind]}", "when: {sets: true}"),
    ("when: {sets: [4 x pung wind]}", "when: [sets, 4 x pung wind]"),
    ("when: {sets: [4 x pung wind]}", "when: {}"),
    ("excludes: [big_three_winds, all_pungs", "exclude: [big_three_winds, all_pungs"),
    ("excludes: [half_flush, one_voided_suit]", "excludes: half_flush"),
    ("source: book-1998 no. 1;", "sorce: book-1998 no. 1;"),
    ("{source: mahjongjoy all green, reads:", "{sorce: mahjongjoy all green, reads:"),
    ("{before_win: 1112345678999a}", "{before_wins: 1112345678999a}"),
    ("when: {tiles: green}", "when: {tile: green}"),
    ("when: {suits: 1, tiles: {honors: 0}}", "when: {suits: l, tiles: {honors: 0}}"),
    ("when: {suits: 1, tiles: {honors: 0}}", "when: {suits: 1, tiles: {honors: o}}"),
    ("tiles: {honors: 1+}", 'tiles: {honors: ">=1"}'),
    ("tiles: {honors: 1+}", "tiles: {honors: 1-}"),
    ("when: {nothing_else: true}", "when: {nothing_else: yes}"),
    ("when: {flag: last_tile, self_drawn: true}", "when: {flag: last_tile, self_drawn: ture}"),
    ("when: {flag: last_tile, self_drawn: true}", "when: {flags: last_tile, self_drawn: true}"),
    ("when: {four_alike: outside_kongs}", "when: {four_alike: outside_kong}"),
    ("every_set_has: 5mps", "every_set_have: 5mps"),
    ("when: {wait: edge,", "when: {wait: egde,"),
    ("penalties:\n", "penaltys:\n"),
    ("    each: 10\n", "    eech: 10\n"),
    ("    each: 10\n", "    each: ten\n"),
    ("    then: no_win\n", "    than: no_win\n"),
    ("examples:\n", "example:\n"),
    ('  - hand: "(567m)', '  - hands: "(567m)'),
    ("    total: 12\n", "    totals: 12\n"),
    ("    total: 12\n", "    total: twelve\n"),
    ("    payments: {E: 36", "    payment: {E: 36"),
    ("    payments: {E: 36", "    payments: {E: x"),
    ("    has: [all_even_pungs]", "    has: all_even_pungs"),
    ("    options: {wmo2006: true}", "    option: {wmo2006: true}"),
    ("    of: rules.melded_and", "    off: rules.melded_and"),
    ("{of: table.walls, ", "{of: {place: table.walls}, "),
    ("    values: [5, 6, none]", "    value: [5, 6, none]"),
    ("    values: [5, 6, none]", "    values: 5"),
    ("    default: one\n", "    defalt: one\n"),
    ("    patches:\n", "    patch:\n"),
    ("      outside: {terms:", "      outside: {term:"),
    ("      never: {terms: {sole_wait: {none_of: {shape: knitted_straight}}}}", "      never: sole_wait"),
    ("{knitted_straight: {when: {shape: knitted_straight}}}", "{knitted_straight: {when: {shap: knitted_straight}}}"),
    ("{nine_gates: {when: {replace: {fits: gates}}}}", "{nine_gates: {when: {replaces: {fits: gates}}}}"),
    ("{nine_gates: {when: {replace: {fits: gates}}}}", "{nine_gates: {when: {replace: {fit: gates}}}}"),
    ("{of: scoring.waits, values", "{of: scoring.waits, vales: {}, values"),
    ("{of: scoring.combination, values", "{of: scoring.combination, after: 5, values"),
    ("  sole_wait: {waits: 1}", "  sole_wait: {wait: 1}"),
    ("  sole_wait: {waits: 1}", "  sole_wait: {waits: one}"),
    ("{any_of: [{sets: [chow a n..n+3]}", "{any_off: [{sets: [chow a n..n+3]}"),
    ("  seating: winds", "  seating: wind"),
    ("  rounds: 4", "  rounds: four"),
    ("scoring: {method", "scorings: {method"),
    ("{method: sum", "{methd: sum"),
    ("{method: sum", "{method: Sum"),
    ("minimum: 8,", "minimun: 8,"),
    ("minimum: 8,", "minimum: eight,"),
    ("minimum: 8,", "minimum: -8,"),
    ("combination: account_once,", "combinations: account_once,"),
    ("groups:\n", "group:\n"),
    ("rules:\n\n", "rule:\n\n"),
    ("  big_four_winds:\n    fan", "  big-four-winds:\n    fan"),
    ("  big_four_winds:\n    fan", "  Big_four_winds:\n    fan"),
    ("    nr: 1\n", "    no: 1\n"),
    ("    nr: 1\n", "    nr: [1]\n"),
    ("    fan: 88\n", "    fam: 88\n"),
    ("    fan: 88\n", "    fan: 8B\n"),
    ("    fan: 88\n", "    fan: [88]\n"),
    ("    type: honors\n", "    typ: honors\n"),
    ("    rivals:\n", "    rival:\n"),
    ("    group: always_concealed\n", "    groups: always_concealed\n"),
    ("each: true, when: {sets: [pung dragon]}", "each: yes, when: {sets: [pung dragon]}"),
    ("each: true, when: {sets: [pung dragon]}", "ech: true, when: {sets: [pung dragon]}"),
    ("aside: true, when: {bonus: [any]}", "asides: true, when: {bonus: [any]}"),
    ("own_flower: {fan: none,", "own_flower: {fan: off,"),
    ("aliases: [All Even]", "alias: [All Even]"),
    ("aliases: [All Even]", "aliases: All Even"),
    ("    excluded_by: [always_concealed]", "    exluded_by: [always_concealed]"),
    ("settlement: {method", "settlment: {method"),
    ("{method: base_payment", "{metod: base_payment"),
    ("drawn: {each: 1}", "drawn: {eech: 1}"),
    ("drawn: {each: 1}", "drawn: 1"),
    ("discard: {discarder: 1, others: 0}", "discard: {discarder: 1, other: 0}"),
    ("    cause: false_mahjong\n", "    cause: false_mahjongg\n"),
    ("    cause: false_mahjong\n", "    on: false_mahjong\n"),
]
"""What stands in Chinese Official, and a slip of the pen in its place."""


@cache
def parts() -> dict[str, str]:
    """The texts of Chinese Official and of its companions, by what stands in their names."""
    path = Path(find_file("chinese-official"))
    return {
        word: path.with_name(f"chinese-official{word}.yaml").read_text(encoding="utf-8") for word in ("", *COMPANIONS)
    }


def part_with(written: str) -> str:
    """The first part in which something stands."""
    return next(word for word, text in parts().items() if written in text)


@cache
def official_complaints(word: str) -> frozenset[tuple[str, str]]:
    return frozenset(complaints(plain(parts()[word])))


@pytest.mark.parametrize(("written", "slip"), thinned(SLIPS, 24))
def test_it_refuses_a_slip(written: str, slip: str) -> None:
    word = part_with(written)
    data = plain(parts()[word].replace(written, slip, 1))
    assert complaints(data) - official_complaints(word)


@pytest.mark.slow
@pytest.mark.parametrize(("written", "slip"), thinned(SLIPS, 24))
def test_a_slip_is_refused_by_the_program_too(tmp_path: Path, written: str, slip: str) -> None:
    for word, text in parts().items():
        path = tmp_path / f"slip{word}.yaml"
        path.write_text(text.replace(written, slip, 1) if word == part_with(written) else text, encoding="utf-8")
    with pytest.raises(mjrules.RulesetError):
        mjrules.load(str(tmp_path / "slip.yaml"))


def test_there_are_enough_slips() -> None:
    assert len(SLIPS) == len(set(SLIPS)) >= 40


@pytest.mark.parametrize(
    "text",
    [
        "plugins: {ad: [wild]}",
        "plugins: {add: wild, removes: [sum]}",
        "tiles: {J: many}",
        "tile_classes: {green: {tile: 1s}}",
        "tile_classes: {dots: {aliases: {added: [x]}}}",
        "rules: {all_pungs: {fan: {option: knob}}}",
        "rules: {all_pungs: {fan: 'off'}}",
        "scoring: {rules: {all_pungs: {fan: 1}}}",
        "scoring: {minimum: none}",
        "scoring: {minimum: {option: least}}",
        "rules: {all_pungs: {excludes: {plus: [x]}}}",
        "rules: {all_pungs: {when: {sets: {add: pung}}}}",
        "rules: {all_pungs: {when: {sets: null}}}",
        "rules: {all_pungs: {when: {option: {use_twice: true}}}}",
        "rules: {all_pungs: {when: {replace: {set: pung}}}}",
        "settlement: {prices: {by_valu: [1]}}",
        "settlement: {prices: {by_value: [1, x]}}",
        "set: {mixed_kongs: [6]}",
        "presets: {wmo2006: [mixed_kongs]}",
        "options: {knob: 6}",
        "options: {knob: {of: 6}}",
        "options: {knob: {of: rules.all_pungs.fan, type: number}}",
        "options: {knob: {default: false, patches: {'true': {rule: {all_pungs: null}}}}}",
        "options: {knob: {default: false, patches: {'true': {id: other}}}}",
        "options: {knob: {default: false, patches: {'true': {}}}}",
        "options: {knob: {default: false, patches: {'true': 6}}}",
    ],
)
def test_it_refuses_slips_of_a_child(text: str) -> None:
    assert complaints(plain(f"id: child\nextends: chinese-official\n{text}\n"))
