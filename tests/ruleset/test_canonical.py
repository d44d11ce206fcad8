"""The hash of a ruleset: everything that can change a score or the play changes it, and nothing else does."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import setitem
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import mjrules
from mjrules import Ruleset
from mjrules.declared.fields import Declared, declared_fields, is_declared, keys_of
from mjrules.declared.kinds import classes_in
from mjrules.hooks import CombinationPolicy, HouseRule, ScoringMethod, SettlementMethod, Value, declared, hookimpl, key
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.canonical import canonical, canonical_text
from mjrules.ruleset.definition import Definition, RuleEntry
from mjrules.ruleset.files.find import bundled_ids, find_file
from mjrules.ruleset.files.read_yaml import read_source
from mjrules.ruleset.load import load
from tests.kit.profile import thinned

BASE = """\
id: base
extends: root
plugins: [base_payment, combinations, sum]
flags: {lucky: a flag}
fields: {streak: a number}
options: {knob: {of: rules.drawn.each, text: a knob, source: minutes}}
presets: {all: {knob: true}}
shapes: {seven_pairs: {parts: [7 x pair]}}
terms: {no_claims: {sets: {claimed set: 0}}}
win_requires: {suits: 0..3}
scoring:
  method: sum
  minimum: 8
  combination: free
  waits: formal
groups: {dear: Dear hands, cheap: Cheap hands}
types: {suits: Hands of a suit}
rules:
  flush: {fan: 24, type: suits, names: {zh: 清一色}, when: {suits: 1}, excludes: [pairs], source: minutes, nr: 1}
  pairs: {fan: 8, group: cheap, when: {shape: seven_pairs}}
  drawn: {fan: 1, each: false, when: {self_drawn: true}}
  odd: {fan: 2, hand: [6 x pair, 55m]}
settlement: {method: base_payment, base: 8}
penalties: {wrong_call: {title: A wrong call, each: 10, source: minutes}}
bonus_payments: {bouquet: {title: A bouquet, each: 100}}
pots: {kitty: {title: The kitty, stake: 10}}
counters: {white: {title: White, count: 10, value: 2}}
sources: {minutes: {title: The minutes}}
unsupported: [{id: dice, reason: nobody throws them}]
"""
Load = Callable[..., Ruleset]


@declared
class Louder:
    """The settings of a house rule."""

    times: int = key("how often", default=1)


class More:
    """A plugin with a method, a policy and a settlement that behave like the bundled ones."""

    @hookimpl
    def mj_scoring_methods(self) -> Sequence[ScoringMethod]:
        return [ScoringMethod("other", "", {"fan": "", "points": ""}, "fan", lambda awards, _: Value(0, 0, (0,)))]

    @hookimpl
    def mj_combination_policies(self) -> Sequence[CombinationPolicy]:
        return [CombinationPolicy("every", "", lambda matches: [tuple(range(len(matches)))])]

    @hookimpl
    def mj_settlement_methods(self) -> Sequence[SettlementMethod]:
        return [SettlementMethod("nobody", "", lambda win, settings: ())]

    @hookimpl
    def mj_house_rules(self) -> Sequence[HouseRule]:
        return [HouseRule("louder", "", Louder)]


@pytest.fixture
def of(tmp_path: Path) -> Load:
    """Loads the base, or a child of it with these sections."""
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")

    def ruleset(child: str = "", base: str = BASE) -> Ruleset:
        path = tmp_path / "base.yaml"
        path.write_text(base, encoding="utf-8")
        if child:
            path = tmp_path / "child.yaml"
            path.write_text(f"id: child\nextends: base.yaml\n{child}\n", encoding="utf-8")
        return load(str(path), available={**available_plugins(), "more": More})

    return ruleset


def rule(text: str) -> str:
    return f"rules: {{{text}}}"


# What matters.

MATTERS = {
    "tiles: other copies": "tiles: {f1234: 2}",
    "tiles: a new tile": "tiles: {J: 4}",
    "tiles: without flowers": "tiles: {f1234: null}",
    "tile_classes: other tiles": "tile_classes: {dragons: 56z}",
    "tile_classes: a new class": "tile_classes: {green: 23468s6z}",
    "suit_honours: another": "suit_honours: {m: 6z, s: 7z}",
    "suit_honours: none": "suit_honours: null",
    "table: three seats": "table: {seats: [E, S, W]}",
    "table: another order": "table: {seats: [E, N, W, S]}",
    "table: a dead wall": "table: {dead_wall: 14}",
    "table: who is East after East": "table: {east_passes_to: left}",
    "table: how concealed kongs lie": "table: {concealed_kongs: outer_up}",
    "table: which hands rob concealed kongs": "table: {robs_concealed: [flush]}",
    "table: when East stays": "table: {east_stays_on: [win]}",
    "house_rules: played": "plugins: {add: [more]}\nhouse_rules: {louder: {}}",
    "house_rules: its settings": "plugins: {add: [more]}\nhouse_rules: {louder: {times: 2}}",
    "flags: a new flag": "flags: {unlucky: another}",
    "flags: a flag less": "flags: {lucky: null}",
    "fields: a new number": "fields: {crackers: another}",
    "fields: another type": "fields: {streak: {type: suit, about: a suit}}",
    "fields: a number less": "fields: {streak: null}",
    "shapes: other parts": "shapes: {seven_pairs: {parts: [5 x pair, pair, pair]}}",
    "shapes: concealed": "shapes: {seven_pairs: {concealed: true}}",
    "shapes: distinct": "shapes: {seven_pairs: {distinct: true}}",
    "shapes: pattern only": "shapes: {seven_pairs: {pattern_only: true}}",
    "shapes: a new shape": "shapes: {eight: {parts: [7 x pair]}}",
    "shapes: a shape less": "shapes: {standard: null}",
    "terms: another condition": "terms: {no_claims: {sets: {claimed set: 0..1}}}",
    "terms: a new term": "terms: {claims: {sets: {claimed set: 1+}}}",
    "win_requires: another": "win_requires: {suits: 0..2}",
    "win_requires: none": "win_requires: null",
    "win_requires: one more": "win_requires: {tiles: {honors: 0}}",
    "plugins: one more": "plugins: {add: [wild]}",
    "scoring: minimum": "scoring: {minimum: 7}",
    "scoring: no minimum": "scoring: {minimum: null}",
    "scoring: combination": "scoring: {combination: account_once}",
    "scoring: waits": "scoring: {waits: possible}",
    "groups: one more": "groups: {rich: Rich hands}",
    "scoring: method": "plugins: {add: [more]}\nscoring: {method: other}",
    "rule: worth": rule("flush: {fan: 25}"),
    "rule: unit": rule("drawn: {fan: null, points: 1}"),
    "rule: a number in its condition": rule("flush: {when: {suits: 1..2}}"),
    "rule: a further condition": rule("flush: {when: {self_drawn: true}}"),
    "rule: no condition": rule("flush: {when: null}"),
    "rule: condition that is false": rule("drawn: {when: {self_drawn: false}}"),
    "rule: excludes": rule("flush: {excludes: {add: [drawn]}}"),
    "rule: excludes nothing": rule("flush: {excludes: null}"),
    "rule: excludes some": rule("flush: {excludes: [{pairs: 1}]}"),
    "rule: excludes a group": rule("flush: {excludes: [cheap]}"),
    "rule: excluded_by": rule("drawn: {excluded_by: [flush]}"),
    "rule: group": rule("flush: {group: dear}"),
    "rule: another group": rule("pairs: {group: dear}"),
    "rule: series": rule("flush: {series: dear}"),
    "rule: but": rule("flush: {but: {no_claims: 30}}"),
    "rule: each": rule("drawn: {each: true}"),
    "rule: aside": rule("drawn: {aside: true}"),
    "rule: wins": rule("drawn: {wins: true}"),
    "rule: for": rule("drawn: {for: all}"),
    "rule: nr": rule("flush: {nr: 2}"),
    "rule: hand": rule("odd: {hand: [6 x pair, 55p]}"),
    "rule: concealed": rule("odd: {concealed: true}"),
    "rule: open_runs": rule("odd: {hand: [123456789p, 11p, 44p, 1p], open_runs: true}"),
    "rule: a new one": rule("extra: {fan: 1, when: {suits: 3}}"),
    "rule: one less": rule("odd: null"),
    "rule: one that is not played": rule("drawn: {fan: none}"),
    "settlement: base": "settlement: {base: 9}",
    "settlement: another setting": "settlement: {discard: {others: 1}}",
    "settlement: none": "settlement: null",
    "settlement: method": "plugins: {add: [more]}\nsettlement: {method: nobody, base: null}",
    "penalties: amount": "penalties: {wrong_call: {each: 20}}",
    "penalties: what the table notices": "penalties: {wrong_call: {cause: false_call}}",
    "penalties: consequence": "penalties: {wrong_call: {then: dead_hand}}",
    "penalties: a new one": "penalties: {slow: {title: Slow play, each: 1}}",
    "penalties: a part of the limit": "penalties: {wrong_call: {each: {limits: 0.5, of: 300}}}",
    "penalties: like a win": "penalties: {wrong_call: {each: 0, like_win: {worth: 8}}}",
    "penalties: the player concerned": "penalties: {wrong_call: {affected: 20}}",
    "penalties: several culprits": "penalties: {wrong_call: {culprits: 3}}",
    "penalties: settled by a method": "penalties: {wrong_call: {settles_by: base_payment}}",
    "penalties: none": "penalties: null",
    "score_errors: those of claimants": "score_errors: claimant_only",
    "bonus_payments: amount": "bonus_payments: {bouquet: {each: 200}}",
    "bonus_payments: what the table pays for": "bonus_payments: {bouquet: {cause: all_flowers}}",
    "bonus_payments: for which bonus tiles": "bonus_payments: {bouquet: {bonus: all f12}}",
    "bonus_payments: East": "bonus_payments: {bouquet: {east_doubles: true}}",
    "bonus_payments: none": "bonus_payments: null",
    "pots: not played at first": "pots: {kitty: {played: false}}",
    "pots: stake": "pots: {kitty: {stake: 20}}",
    "pots: none": "pots: null",
    "match": "match: {start: 100}",
    "match: last East": "match: {last_east_stops: [win]}",
    "counters: count": "counters: {white: {count: 9}}",
    "counters: value": "counters: {white: {value: 5}}",
    "counters: none": "counters: null",
}
"""Small changes after which a hand may score, win, pay or be played otherwise, by their section."""


@pytest.mark.slow
@pytest.mark.parametrize("child", thinned([*MATTERS.values()], 4), ids=thinned([*MATTERS], 4))
def test_what_can_change_a_score_changes_the_hash(of: Load, child: str) -> None:
    assert of(child).hash != of().hash


@pytest.mark.slow
def test_all_these_changes_have_different_hashes(of: Load) -> None:
    hashes = {name: of(child).hash for name, child in MATTERS.items()}
    assert len(set(hashes.values())) == len(hashes)


# What does not matter.

WORDS = {
    "id": "",
    "extends": "",
    "title": "title: {en: A child, zh: 子}",
    "version": 'version: "99"',
    "aliases": "aliases: [the-game]",
    "listed": "listed: false",
    "edition": "edition: the second",
    "summary": "summary: a child of the base",
    "sources": "sources: {book: {title: A book, about: thick, edition: second}}",
    "sources_of": "sources_of: {tiles: minutes, scoring.minimum: minutes 3, settlement: minutes}",
    "names": "names: {lists: {soap: {words: [Lather]}}, prefer: [soap]}",
    "options": "options: {knob: {text: to turn, source: nobody}, another: {of: scoring.minimum}}",
    "presets": "presets: {none: {knob: false}}",
    "set": "set: {odd_one: true}\noptions: {odd_one: {default: false, patches: {'true': {rules: {odd: {note: odd}}}}}}",
    "unsupported": "unsupported: {add: [{id: wall, reason: it is low}]}",
    "examples": 'examples: [{hand: "1122334455667m +7m", total: 24}]',
    "flags: text": "flags: {lucky: another text}",
    "fields: text": "fields: {streak: another text}",
    "fields: what it says": "fields: {streak: {type: number, about: another text}}",
    "tile_classes: aliases": "tile_classes: {dots: {aliases: [circles, wheels]}}",
    "groups: titles": "groups: {dear: Very dear hands}",
    "types": "types: {suits: Suits, others: Others}",
    "rule: names": rule("flush: {names: {en: Pure Suit, zh: 清}}"),
    "rule: aliases": rule("flush: {aliases: [Flush]}"),
    "rule: type": rule("pairs: {type: suits}"),
    "rule: note": rule("pairs: {note: see there}"),
    "rule: text": rule("pairs: {text: Two tiles alike.}"),
    "penalties: text": "penalties: {wrong_call: {text: A wrong call.}}",
    "rule: source": rule("pairs: {source: minutes 2}"),
    "rule: rivals": rule("pairs: {rivals: [{source: minutes, fan: 9, reads: otherwise}]}"),
    "penalties: title": "penalties: {wrong_call: {title: Another title}}",
    "penalties: source": "penalties: {wrong_call: {source: book}}",
    "penalties: note": "penalties: {wrong_call: {note: rarely}}",
    "bonus_payments: title": "bonus_payments: {bouquet: {title: Four flowers}}",
    "bonus_payments: note": "bonus_payments: {bouquet: {note: rarely}}",
    "pots: title": "pots: {kitty: {title: The pot}}",
    "pots: source": "pots: {kitty: {source: book}}",
    "counters: title": "counters: {white: {title: Pale}}",
    "counters: source": "counters: {white: {source: book}}",
}
"""Changes that only people read, by their section."""


@pytest.mark.parametrize("child", thinned([*WORDS.values()], 4), ids=thinned([*WORDS], 4))
def test_words_for_people_do_not_change_the_hash(of: Load, child: str) -> None:
    assert of(child or "summary: nothing else").hash == of().hash


def test_every_key_of_a_ruleset_is_known_to_matter_or_not() -> None:
    matters = {name.partition(":")[0] for name in MATTERS}
    told = matters | {name.partition(":")[0] for name in WORDS}
    assert set(keys_of(Definition)) - told - {"rules"} == set()


def test_every_key_of_a_rule_is_known_to_matter_or_not() -> None:
    texts = " ".join([*MATTERS.values(), *WORDS.values()])
    assert {key for key in keys_of(RuleEntry) if not re.search(rf"\b{key}: ", texts)} == set()


def fields(value: Any) -> tuple[Declared, ...]:
    """The fields of a declared value."""
    kind: type = type(value)
    return declared_fields(kind)


def other(value: Any) -> Any:
    """Another value of about the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, tuple):
        return (*value, "x")
    if isinstance(value, Mapping):
        return {**value, "x": next(iter(value.values()), "x")}
    return f"{value}x"


def with_field(value: Any, attribute: str, new: Any) -> Any:
    """A declared value with something else in one field."""
    made = object.__new__(type(value))
    for item in fields(value):
        object.__setattr__(made, item.attribute, getattr(value, item.attribute))
    object.__setattr__(made, attribute, new)
    return made


def changed(value: Any) -> Iterator[tuple[str, bool, Any]]:
    """Every value in which one field is another, be it deep inside: where, whether it is for people, and the value."""
    if is_declared(type(value)):
        for item in fields(value):
            own = getattr(value, item.attribute)
            if not is_declared(type(own)) and (own or not any(classes_in(item.kind))):
                yield item.key, item.people, with_field(value, item.attribute, other(own))
            for path, people, new in changed(own):
                yield f"{item.key}.{path}", item.people or people, with_field(value, item.attribute, new)
    elif isinstance(value, Mapping):
        for key, own in value.items():
            yield from ((f"{key}.{path}", people, {**value, key: new}) for path, people, new in changed(own))
    elif isinstance(value, tuple):
        for number, own in enumerate(value):
            for path, people, new in changed(own):
                yield f"{number}.{path}", people, (*value[:number], new, *value[number + 1 :])


@pytest.mark.parametrize("id", thinned(["", *bundled_ids()], 40, gate=4))
def test_the_hash_depends_on_everything_that_is_not_declared_to_be_for_people(of: Load, id: str) -> None:
    definition = (mjrules.load(id) if id else of()).definition
    before, seen = canonical(definition, {}), set()
    unplayed = tuple(f"rules.{id}." for id, rule in definition.rules.items() if not rule.played)
    for path, people, new in changed(definition):
        if path.startswith(unplayed):
            continue
        assert (canonical(new, {}) == before) is people, path
        seen.add(people)
    assert seen == {False, True}


def written_out(value: Any) -> Any:
    """A frozen value as plain data in which every default is written, but for what may be missing and is."""
    if is_declared(type(value)):
        found: dict[str, Any] = {}
        for item in fields(value):
            own = written_out(getattr(value, item.attribute))
            found |= own if item.rest else {} if own is None else {item.key: own}
        return found
    if isinstance(value, Mapping):
        return {key: written_out(item) for key, item in value.items()}
    return [written_out(item) for item in value] if isinstance(value, tuple) else value


OF_A_FILE = ("extends", "set", "options", "presets", "examples", "sources_of")


@pytest.mark.slow
@pytest.mark.parametrize("id", ["", *thinned(bundled_ids(), 5)])
def test_the_hash_is_the_same_whether_defaults_are_written_or_not(of: Load, id: str) -> None:
    ruleset = mjrules.load(id) if id else of()
    data = {key: value for key, value in written_out(ruleset.definition).items() if key not in OF_A_FILE}
    for path, settings in ruleset.settings.items():
        section = data if len(path) == 1 else data[path[0]]
        section[path[-1]] = {**section[path[-1]], **written_out(settings)}
    short = {"": 60, "root": 30}.get(id, 100)
    assert sum(isinstance(value, dict | list) or value is not None for _, value in walked(data)) > short
    assert of(base=json.dumps(data)).hash == ruleset.hash


def walked(data: Any) -> Iterator[tuple[str, Any]]:
    """Everything within plain data, with its key."""
    for name, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield str(name), value
        yield from walked(value)


def test_none_is_as_nothing_written(of: Load) -> None:
    text = "settlement: {discard: {others_most: none}, prices: none}\nscoring: {cap: none, fishing: none}"
    assert of(text).hash == of().hash
    assert of("table: {max_consecutive_east: none, hand_size: none}").hash == of().hash


def test_settings_of_house_rules_are_as_nothing_written_where_they_hold_by_default(of: Load) -> None:
    text = "plugins: {add: [more]}\nhouse_rules: {louder: %s}"
    assert of(text % "{times: 1}").hash == of(text % "{}").hash != of(text % "{times: 2}").hash


def test_an_option_matters_by_what_it_changes(of: Load) -> None:
    text = BASE.replace("options: {", "options: {least: {of: scoring.minimum, values: {eight: 8, nine: 9}}, ")
    assert of(base=text).hash == of().hash
    assert of("set: {least: nine}", base=text).hash == of("scoring: {minimum: 9}").hash


# The spelling of a file.


def test_comments_and_layout_do_not_matter(of: Load) -> None:
    spaced = re.sub(r"\n(?=\S)", "\n\n# a comment\n", BASE).replace(": {", ":  { ")
    assert of(base=spaced).hash == of().hash


def backwards(value: Any) -> Any:
    """The same data with all mappings in the opposite order."""
    if isinstance(value, dict):
        return {key: backwards(item) for key, item in reversed(value.items())}
    return [backwards(item) for item in value] if isinstance(value, list) else value


def test_the_order_of_keys_does_not_matter(of: Load) -> None:
    text = json.dumps(backwards(read_source(BASE.encode(), "base").plain()))
    assert text.index('"odd"') < text.index('"flush"')
    assert of(base=text).hash == of().hash


def test_the_order_of_plugins_does_not_matter(of: Load) -> None:
    text = BASE.replace("[base_payment, combinations, sum]", "[sum, base_payment, sum, combinations]")
    assert of(base=text).hash == of().hash


def test_a_file_and_its_child_that_says_nothing_are_the_same(of: Load) -> None:
    assert of("summary: x").hash == of().hash


def test_line_ends_and_a_byte_order_mark_do_not_matter(of: Load) -> None:
    assert of(base="\ufeff" + BASE.replace("\n", "\r\n")).hash == of().hash


def test_quotes_around_text_do_not_matter(of: Load) -> None:
    assert of(base=BASE.replace("shape: seven_pairs", 'shape: "seven_pairs"')).hash == of().hash


# Every load.


@pytest.mark.parametrize("id", thinned(bundled_ids(), 4))
def test_every_load_gives_the_same_hash(id: str) -> None:
    hashes = {mjrules.load(id).hash for _ in range(3)} | {mjrules.load(str(find_file(id))).hash}
    assert len(hashes) == 1


@pytest.mark.slow
def test_another_process_gives_the_same_hash() -> None:
    code = "import mjrules; print(mjrules.load('chinese-official').hash)"
    found = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        found.add(run.stdout.strip())
    assert found == {mjrules.load("chinese-official").hash}


@pytest.mark.slow
def test_different_rulesets_have_different_hashes() -> None:
    named = {"riichi/tenhou", "riichi-sanma/tenhou"}  # another name of the ruleset that they extend
    hashes = {mjrules.load(id).hash for id in bundled_ids() if id not in named}
    assert len(hashes) == len(bundled_ids()) - len(named)
    assert {mjrules.load(id).hash for id in named} <= hashes


@pytest.mark.parametrize("id", thinned(bundled_ids(), 4))
def test_the_hash_is_that_of_the_canonical_form(id: str) -> None:
    ruleset = mjrules.load(id)
    text = canonical_text(ruleset.definition, ruleset.settings)
    assert json.loads(text) == canonical(ruleset.definition, ruleset.settings)
    assert ruleset.hash == hashlib.sha256(text.encode()).hexdigest()
    assert re.fullmatch(r"[0-9a-f]{64}", ruleset.hash)


def test_every_score_record_carries_the_hash() -> None:
    record = {"ruleset": "chinese-official", "concealed": "123m456p789s111z2z", "win": "2z"}
    found = next(iter(mjrules.score_records([record])))
    assert found["hash"] == mjrules.load("chinese-official").hash


def test_a_rule_that_is_not_played_is_no_rule(of: Load) -> None:
    assert of(rule("odd: {fan: none}")).hash == of(rule("odd: null")).hash != of().hash
    assert of(rule("pairs: {fan: none}")).hash != of(rule("pairs: null")).hash, "flush names it"


# A loaded ruleset cannot be changed.


def not_frozen(value: Any, path: str) -> Iterator[str]:
    """Where something within a value can be changed."""
    if is_declared(type(value)):
        names = [item.attribute for item in fields(value)]
        yield from (f"{path}.{name}" for name in (*names, "another") if can(setattr, value, name, None))
        yield from (f"{path}.{name}" for name in names if can(delattr, value, name))
        for name in names:
            yield from not_frozen(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        if can(setitem, value, "x", 1):
            yield path
        for key, item in dict(value).items():
            yield from not_frozen(item, f"{path}.{key}")
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from not_frozen(item, f"{path}[{number}]")
    elif not isinstance(value, str | int | float | None):
        yield f"{path}: {type(value).__name__}"


def can(change: Callable[..., None], *arguments: Any) -> bool:
    """Whether a change is made, and not refused."""
    try:
        change(*arguments)
    except (AttributeError, TypeError):
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("id", bundled_ids())
def test_a_loaded_ruleset_cannot_be_changed(id: str) -> None:
    ruleset = mjrules.load(id)
    assert list(not_frozen(ruleset.definition, "definition")) == []
    assert list(not_frozen(ruleset.settings, "settings")) == []
    if ruleset.definition.scoring is not None:
        book = ruleset.book
        assert list(not_frozen(book.settings, "book.settings")) == []
        assert list(not_frozen(book.settlement_settings, "book.settlement_settings")) == []
        assert list(not_frozen(book.fields, "book.fields")) == []


def test_what_can_be_changed_is_noticed() -> None:
    """The test above can fail."""
    changeable: tuple[Any, ...] = ({"a": 1}, ({},), [1], MappingProxyType({"a": {}}), Path())
    for value in changeable:
        assert list(not_frozen(value, ""))
