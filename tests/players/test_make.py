"""Players by their names."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

import mjrules
import mjrules.cli.plugins
import mjrules.hooks.manager
from mjrules.cli import main
from mjrules.hooks import PlayerMaker, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.match.match import Chooser, play_out
from mjrules.players.chance import chance_player
from tests.kit.rulesets import loaded


def test_the_random_player_is_that_of_simulations() -> None:
    first, second = mjrules.Table("zung-jung", seed=4), mjrules.Table("zung-jung", seed=4)
    play_out(first, mjrules.make_player("random", "zung-jung", "4"))
    play_out(second, chance_player("4"))
    assert first.events == second.events


@pytest.fixture
def taken() -> dict[str, Callable[[], object]]:
    """A plugin that provides players of a name that mjrules has."""

    class Quicker:
        @staticmethod
        @hookimpl
        def mj_players() -> list[PlayerMaker]:
            return [PlayerMaker("quick", "does the first thing", lambda ruleset, seed: lambda view: view.legal[0])]

    return {"quicker": lambda: Quicker}


TAKEN = '"quick" (mj_players) is provided by the engine and by plugin "quicker"'


@pytest.mark.parametrize("name", ["random", "quick", "other"])
def test_a_name_of_mjrules_is_refused_to_a_plugin(taken: dict[str, Callable[[], object]], name: str) -> None:
    with pytest.raises(mjrules.PluginError, match=re.escape(TAKEN)):
        mjrules.make_player(name, "zung-jung", "1", available=taken)


def test_a_name_of_mjrules_is_refused_to_an_installed_plugin(
    taken: dict[str, Callable[[], object]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset, installed = mjrules.load("zung-jung"), {**available_plugins(), **taken}
    for where in (mjrules.hooks.manager, mjrules.cli.plugins):
        monkeypatch.setattr(where, "available_plugins", lambda: installed)
    with pytest.raises(mjrules.PluginError, match=re.escape(TAKEN)):
        mjrules.simulate(ruleset, 1, players="quick")
    monkeypatch.setattr(mjrules.cli.plugins, "known_ids", list)
    assert main(["plugins"]) == 1
    assert f"quicker\n    {TAKEN}" in capsys.readouterr().out


def fails() -> list[PlayerMaker]:
    raise KeyError("deck")


WRONG: Any = 5


@pytest.mark.parametrize(
    ("gives", "wrong"),
    [
        (fails, "failed in mj_players: KeyError: 'deck'"),
        (lambda: ["mine"], "mj_players returned str: expected PlayerMaker"),
        (
            lambda: [PlayerMaker("mine", "", WRONG)],
            'failed in mj_players, the player "mine": make is 5: expected a function',
        ),
    ],
)
def test_players_of_a_plugin_that_fails_are_told(
    gives: Any, wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = ModuleType("broken")
    broken.mj_players = hookimpl(gives)  # type: ignore[attr-defined]
    installed = {**available_plugins(), "broken": lambda: broken}
    with pytest.raises(mjrules.PlayerError, match=r'^there is no player "mine" \(known: .*\); plugin "broken"') as told:
        mjrules.make_player("mine", "zung-jung", "1", available=installed)
    assert wrong in str(told.value)
    monkeypatch.setattr(mjrules.cli.plugins, "available_plugins", lambda: installed)
    monkeypatch.setattr(mjrules.cli.plugins, "known_ids", list)
    assert main(["plugins"]) == 1
    assert f'broken\n    plugin "broken"{":" if "returned" in wrong else ""} {wrong}'[:60] in capsys.readouterr().out


def test_names_are_listed_and_the_nearest_is_told() -> None:
    assert "random" in mjrules.player_names("zung-jung")
    with pytest.raises(mjrules.PlayerError, match=r'^there is no player "randum" \(did you mean "random"\?\)$'):
        mjrules.make_player("randum", "zung-jung", "1")


@pytest.mark.parametrize("name", [None, 5, [], b"quick"])
def test_what_is_no_name_of_a_player_is_told(name: Any) -> None:
    with pytest.raises(mjrules.PlayerError, match=r"^expected the name of a player, got "):
        mjrules.make_player(name, "zung-jung", "1")


def test_a_player_that_fails_when_asked_what_it_plays_is_no_choice_and_hides_no_other() -> None:
    def fail(ruleset: mjrules.Ruleset) -> bool:
        raise KeyError(ruleset.id)

    def gives() -> list[PlayerMaker]:
        return [PlayerMaker("mine", "fails", lambda ruleset, seed: lambda view: view.legal[0], fail)]

    broken = ModuleType("broken")
    broken.mj_players = hookimpl(gives)  # type: ignore[attr-defined]
    installed = {**available_plugins(), "broken": lambda: broken}
    assert mjrules.player_names("zung-jung", available=installed) == mjrules.player_names("zung-jung")
    with pytest.raises(mjrules.PlayerError, match=r'^there is no player "randum" \(did you mean "random"\?\)'):
        mjrules.make_player("randum", "zung-jung", "1", available=installed)
    with pytest.raises(mjrules.PluginError, match=r'^plugin "broken" failed in mj_players, plays of the player "mine"'):
        mjrules.make_player("mine", "zung-jung", "1", available=installed)


@pytest.mark.parametrize("name", ["random", "quick", "sound"])
@pytest.mark.parametrize("id", ["hong-kong", "riichi"])
def test_a_player_can_be_sent_to_another_process(id: str, name: str) -> None:
    """It plays there as it would have gone on here: by its chance, and by what it knows of a hand that it has seen."""
    ruleset = loaded(id)
    table = mjrules.Table(ruleset, seed=7)
    players: dict[str, Chooser] = {seat: mjrules.make_player(name, ruleset, seat) for seat in table.seats}
    compared = 0
    while not table.over and compared < 20:
        seat = table.to_act()[0]
        player, seen = players[seat], mjrules.view(table, seat)
        copies: list[Chooser] = []
        if len(seen.legal) > 1 and len(table.log) > 40:
            copies = [pickle.loads(pickle.dumps(player)), copy.deepcopy(player), copy.copy(player)]
            compared += 1
        done = player(seen)
        assert [own(seen) for own in copies] == [done] * len(copies)
        table.do(done)
    assert compared > 10


@pytest.mark.parametrize("name", ["quick", "sound"])
@pytest.mark.parametrize("id", ["riichi", "western"])
def test_advice_tells_what_may_be_done_once_and_first_what_is_done(id: str, name: str) -> None:
    ruleset = loaded(id)
    table = mjrules.Table(ruleset, seed=2)
    players: dict[str, Chooser] = {seat: mjrules.make_player(name, ruleset, seat) for seat in table.seats}
    while not table.over and len(table.log) < 60:
        seat = table.to_act()[0]
        player, seen = players[seat], mjrules.view(table, seat)
        adviser = copy.copy(player)
        assert isinstance(adviser, mjrules.hooks.Adviser)
        advice, done = adviser.advice(seen), player(seen)
        told = [action for action, why in advice if why]
        assert len({*told}) == len(told) == len(advice)
        assert {*told} <= {*seen.legal}
        assert told[0] == done
        if seen.by and done.kind != "mahjong":
            assert {*told} == {*seen.legal}, "every claim is weighed"
        table.do(done)
