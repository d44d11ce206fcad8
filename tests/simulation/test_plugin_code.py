"""A run goes on under the code of plugins with which it began, wherever that is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import mjrules
from mjrules.cli import main
from mjrules.compare.comparison import Comparison
from mjrules.ruleset.plugin_code import code_digests
from mjrules.simulation import sent_rulesets
from mjrules.simulation.errors import WorkError
from mjrules.simulation.run_file import SimulationError
from mjrules.simulation.sent_rulesets import SentRuleset
from mjrules.simulation.simulation import Simulation
from tests.kit.odd_club import MODULE, Install, installer
from tests.kit.rulesets import loaded


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    monkeypatch.setattr(sent_rulesets, "_KEPT", {})
    yield from installer(tmp_path, monkeypatch)


OTHER_CODE = 'the plugin "odd_club" has other code here'


def test_a_run_goes_on_under_the_same_code_alone(install: Install, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    first = install("here", 1)
    list(mjrules.simulate(first, 1, 3, out=path))
    assert len(list(mjrules.simulate(install("there", 1), 2, 3, out=path))) == 2
    written, other = path.read_bytes(), install("changed", 7)
    assert other.hash == first.hash
    with pytest.raises(SimulationError) as error:
        list(mjrules.simulate(other, 3, 3, out=path))
    assert error.value.reason == f"it belongs to another simulation: {OTHER_CODE}"
    assert path.read_bytes() == written


def test_the_command_says_so(install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.jsonl"
    list(mjrules.simulate(install("here", 1), 1, 3, out=path))
    install("changed", 7)
    command = ["simulate", "--ruleset", str(tmp_path / "club.yaml"), "--seed", "3", "--hands", "2", "--quiet"]
    assert main([*command, "--out", str(path)]) == 2
    assert capsys.readouterr().err == f"mjrules: {path}: line 1: it belongs to another simulation: {OTHER_CODE}\n"


def test_a_comparison_goes_on_under_the_same_code_alone(install: Install, tmp_path: Path) -> None:
    path = tmp_path / "stretches.jsonl"
    own = install("here", 1)
    list(Comparison(loaded("chinese-basic"), own, players="random").run(0, path))
    other = install("changed", 7)
    with pytest.raises(SimulationError, match=f"it belongs to another comparison: {OTHER_CODE}"):
        list(Comparison(loaded("chinese-basic"), other, players="random").run(0, path))


def test_the_code_of_players_counts_where_they_play(install: Install) -> None:
    install("here", 1)
    ruleset = loaded("chinese-basic")
    before = Simulation(ruleset, players="odd").header()
    install("changed", 7)
    after = Simulation(ruleset, players="odd").header()
    assert before.pop("plugins").keys() == after["plugins"].keys() == {"odd_club"}
    assert before == {name: value for name, value in after.items() if name != "plugins"}
    assert "plugins" not in Simulation(ruleset, players="quick").header()


def test_the_code_of_a_plugin_is_all_of_its_package(install: Install) -> None:
    whole = code_digests(install("here", 1).plugins.plugins)
    part = import_module(f"{MODULE}.payments")
    assert whole == code_digests({"odd_club": part}) == code_digests({"odd_club": part.Odd})
    assert whole == code_digests({"odd_club": part.Odd()})
    assert whole != code_digests({"odd_club": ModuleType("typed")}) == code_digests({"odd_club": ModuleType("again")})


@pytest.mark.parametrize("id", ["sichuan", "riichi", "western"])
def test_plugins_that_come_with_mjrules_have_its_version(id: str) -> None:
    ruleset = loaded(id)
    assert ruleset.plugins.plugins
    assert "plugins" not in Simulation(ruleset).header()
    assert SentRuleset.of(ruleset).plugins == ()


def test_a_process_with_other_code_does_not_play(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = SentRuleset.of(install("here", 1))
    monkeypatch.setattr(sent_rulesets, "_KEPT", {})
    install("there", 1)
    assert sent.load().hash == sent.hash
    monkeypatch.setattr(sent_rulesets, "_KEPT", {})
    install("changed", 7)
    with pytest.raises(WorkError, match='is another ruleset here: its plugin "odd_club" has other code'):
        sent.load()


def test_a_first_line_that_says_something_else_of_plugins_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    simulation = Simulation(loaded("chinese-basic"), 3)
    header = simulation.header()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "header", lambda: {**header, "plugins": 3})
        list(simulation.results(0, path))
    assert json.loads(path.read_text(encoding="utf-8"))["plugins"] == 3
    with pytest.raises(SimulationError, match=r"plugins is 3, \{\} here"):
        list(Simulation(loaded("chinese-basic"), 3).results(0, path))
