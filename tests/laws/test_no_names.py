"""The engine knows no variant: no bundled id of a ruleset, rule, group, option or shape stands in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import mjrules
from mjrules.cli import COMMANDS
from mjrules.conditions.facets import FACETS
from mjrules.conditions.words import WORDS
from mjrules.declared.fields import declared_fields
from mjrules.hands.meld import MELD_TYPES, SIDES
from mjrules.hands.record import FIELDS, FLAGS, MELD_FIELDS
from mjrules.hooks.manager import Plugins, available_plugins
from mjrules.logs.find_format import log_formats
from mjrules.logs.hand_replay import MoveKind
from mjrules.play.record_kinds import COMMON
from mjrules.ruleset.building.rules import SCOPES
from mjrules.ruleset.building.vocabulary import DYNAMIC
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.play_rules import BonusCause, PenaltyCause
from mjrules.scoring.rulebook import WAITS
from mjrules.settlement.fields import ANSWERS, OF_KIND
from mjrules.shapes.pattern_grammar import ADJECTIVES, FORMS
from mjrules.shapes.readings import UNFINISHED
from mjrules.shapes.wait_kinds import WAIT_KINDS
from mjrules.tiles.classes import HONOUR_NAMES
from tests.kit.declared import declared_classes


def vocabulary() -> set[str]:
    """The words of the language and the names of records, as the engine declares them."""
    keys = {
        word for kind in declared_classes() for item in declared_fields(kind) for word in (item.key, item.attribute)
    }
    declared = (WORDS, FIELDS, FLAGS, MELD_FIELDS, MELD_TYPES, SIDES, ADJECTIVES, FORMS, WAIT_KINDS, FACETS)
    methods = Plugins(["doubling", "sum"]).by_name("mj_scoring_methods").values()
    units = (method.units for method in methods)
    more = (
        COMMANDS,
        WAITS,
        DYNAMIC,
        SCOPES,
        [UNFINISHED],
        HONOUR_NAMES,
        COMMON,
        ANSWERS,
        *OF_KIND.values(),
    )
    causes = (get_args(PenaltyCause), get_args(BonusCause), get_args(MoveKind))
    return keys.union(*declared, *more, *units, *causes, available_plugins())


def bundled_names() -> set[str]:
    """All ids that the bundled rulesets use, but for those that are kinds of tiles in every game."""
    found: set[str] = set()
    for id in bundled_ids():
        own = mjrules.load(id).definition
        found.add(id)
        for section in (own.options, own.presets, own.bonus_payments, own.pots, own.penalties, own.counters):
            found |= {*section}
        found |= {*own.rules, *own.groups, *own.terms}
        if id != "root":
            found |= {*own.shapes} - {*mjrules.load("root").definition.shapes}
    classes = mjrules.load("root").definition.tile_classes
    return found - {"root", *classes, *(name.removesuffix("s") for name in classes)}


def engine_text() -> dict[str, str]:
    """The text of every module, without the commands that help texts show, which are run with bundled rulesets."""
    folder = Path(mjrules.__file__).parent
    found = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    return {name: re.sub(r"(?m)^ *mjrules .*$", "", text) for name, text in found.items()}


DICTIONARIES = ("glossary.yaml", "glossary.zh.yaml")
"""What words of documents and players mean: names of games and rules are among them."""


def engine_data() -> dict[str, str]:
    """The text of every file of the engine that is no code but is read by it; parts of words stand alone in it too."""
    folder = Path(mjrules.__file__).parent
    paths = [path.relative_to(folder) for suffix in ("yaml", "html") for path in folder.rglob(f"*.{suffix}")]
    own = [path for path in paths if path.name not in DICTIONARIES and path.parts[0] not in ("rulesets", "sources")]
    texts = {str(path): (folder / path).read_text(encoding="utf-8") for path in own}
    return {name: f"{text}\n{text.replace('_', ' ')}" for name, text in texts.items()}


def units_of_plugins() -> set[str]:
    """The units of all scoring methods."""
    methods = Plugins([*available_plugins()]).by_name("mj_scoring_methods").values()
    return {unit for method in methods for unit in method.units}


def offenders(names: set[str], text: str) -> set[str]:
    """The names that stand in a text as a word of their own, in any spelling of the gap between words."""
    words = names & set(re.findall(r"[\w-]+", text))
    odd = {name for name in names if not re.fullmatch(r"[\w-]+", name)}
    return words | {name for name in odd if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)}


@pytest.mark.slow
def test_engine_names_no_bundled_id() -> None:
    names = bundled_names() - vocabulary()
    assert len(names) > 90
    found = {path: offenders(names, text) for path, text in engine_text().items()}
    assert {path: sorted(words) for path, words in found.items() if words} == {}


@pytest.mark.slow
def test_data_of_the_engine_names_nothing_of_rulesets_and_plugins() -> None:
    names = (bundled_names() | units_of_plugins()) - vocabulary()
    found = {path: offenders(names, text) for path, text in engine_data().items()}
    assert len(found) > 15
    assert {path: sorted(words) for path, words in found.items() if words} == {}


def test_engine_names_no_format_of_a_plugin() -> None:
    names = set(log_formats().by_name)
    assert names
    texts = {path: re.sub(r"(?m)^ *Used by: .*$", "", text) for path, text in engine_text().items()}
    assert {path for path, text in texts.items() if offenders(names, text.lower())} == set()


def test_the_search_finds_names() -> None:
    assert offenders({"all_pungs", "chinese-official"}, "if rule == 'all_pungs': # chinese-official/x") == {
        "all_pungs",
        "chinese-official",
    }
