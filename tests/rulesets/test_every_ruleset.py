"""What holds for every bundled ruleset: rules are data and cite their sources, and all examples hold."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.examples import run_examples
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.report import report
from mjrules.ruleset.resolve import load_nodes
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded


@pytest.mark.slow
@pytest.mark.parametrize("id", SCORING)
def test_every_rule_has_a_declared_source(id: str) -> None:
    ruleset = mjrules.load(id)
    for name, rule in ruleset.definition.rules.items():
        cited = [part.strip().split(" ")[0] for part in (rule.source or "").split(";")]
        rivals = [rival.source.split(" ")[0] for rival in rule.rivals]
        assert set(cited + rivals) <= set(ruleset.definition.sources), name


@pytest.mark.parametrize("id", SCORING)
def test_rules_are_data(id: str) -> None:
    found = report(mjrules.load(id))
    assert found.ratio >= 0.95
    assert found.rules > 0
    assert not found.warnings


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 8, gate=4))
def test_all_examples_hold(id: str) -> None:
    chain = read_chain(id)
    results = list(run_examples(load_nodes(chain), chain))
    assert not [f"{result.place}: {result.about}: {wrong}" for result in results for wrong in result.wrong]


@pytest.mark.parametrize("id", [id for id in SCORING if "/" in id])
def test_a_house_chooses_what_the_preset_of_its_name_does(id: str) -> None:
    base, _, name = id.partition("/")
    if name in loaded(base).options.presets:
        assert loaded(id).options.chosen == loaded(base, **{name: True}).options.chosen


def test_there_are_examples() -> None:
    examples = [read_chain(id)[-1].child("examples") for id in SCORING]
    every = [example for node in examples if node is not None for example in node.plain()]
    assert len(every) >= 660
    assert not [example for example in every if not example.get("about") or not example.get("source")]
