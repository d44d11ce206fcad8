"""Who plays in a simulation: named for all or for each player, told in what is printed and written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.hooks import PlayerMaker
from mjrules.match.match import Chooser
from mjrules.play.events import Action, Discard
from mjrules.players.chance import chance_player
from mjrules.players.errors import PlayerError
from mjrules.ruleset.ruleset import Ruleset
from mjrules.simulation import played_by
from mjrules.simulation.played_by import PlayedBy
from mjrules.testing.players import sensible_player

GAME = ("--ruleset", "western", "--seed", "3", "--quiet")


def make_one(name: str, ruleset: Ruleset, seed: str) -> Chooser:
    """Two kinds of players; `first` always does what it may do first."""
    return {"first": lambda view: view.legal[0], "sensible": sensible_player(seed), "random": chance_player(seed)}[name]


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_by, "make_player", make_one)


def test_random_players_are_those_of_a_run_that_names_nobody(tmp_path: Path) -> None:
    ruleset, path = mjrules.load("western"), tmp_path / "a.jsonl"
    told = list(mjrules.simulate(ruleset, 6, 3))
    assert list(mjrules.simulate(ruleset, 3, 3, out=path)) == told[:3]
    assert list(mjrules.simulate(ruleset, 6, 3, players="random,random,random,random", out=path)) == told
    assert "players" not in json.loads(path.read_text().splitlines()[0])


def test_each_seat_is_played_by_its_player(kinds: None) -> None:
    """Each view is shown to the player of its seat, who has a seed of this seat."""
    ruleset = mjrules.load("western")
    who = PlayedBy("first, sensible,first,first", ruleset)
    table = mjrules.Table(ruleset, seed=1)
    east = mjrules.view(table, "E")
    seats = {"E": "player 2", "S": "player 1", "W": "player 3", "N": "player 4"}
    assert who.chooser(table, seats, "a")(east) == sensible_player("a/E")(east)
    assert who.chooser(table, seats | {"E": "player 4"}, "a")(east) == east.legal[0]
    assert (who.same, who.said) == (False, ["first", "sensible", "first", "first"])
    assert who.text == "player 1 first, player 2 sensible, player 3 first, player 4 first"


def test_players_are_told(kinds: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    command = ["simulate", *GAME, "--hands", "1", "--out", str(path)]
    assert main([*command, "--players", "sensible", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["players"].values()) == {"sensible"}
    assert json.loads(path.read_text().splitlines()[0])["players"] == "sensible"
    assert main([*command, "--players", "sensible"]) == 0
    assert "\nsensible players, seed 3\n" in capsys.readouterr().out
    assert main(command) == 2
    reason = 'it belongs to another simulation: players is "sensible", "random" here'
    assert capsys.readouterr().err == f"mjrules: {path}: line 1: {reason}\n"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("randm", 'there is no player "randm" (did you mean "random"?)'),
        ("random,random", '"random,random" names 2 players: expected one name for all, or 4'),
    ],
)
def test_players_that_cannot_play(names: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *GAME, "--players", names]) == 2
    assert capsys.readouterr().err == f"mjrules: {reason}\n"
    with pytest.raises(PlayerError):
        mjrules.simulate("western", 1, players=names.split(","))


def maker(name: str, **said: Any) -> PlayerMaker:
    return PlayerMaker(name, "does what it may first", lambda ruleset, seed: lambda view: view.legal[0], **said)


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (
            min,
            'players: expected a name or a PlayerMaker, or a list of them, got "<built-in function min>": a Player',
        ),
        (None, "players: expected a name or a PlayerMaker, or a list of them, got null"),
        ({"E": "random"}, "players: expected a name or a PlayerMaker, or a list of them, got a mapping"),
        (["random", maker("own"), 4, min], "players[2]: expected a name or a PlayerMaker, got 4"),
        (
            ["random", min],
            'players[1]: expected a name or a PlayerMaker, got "<built-in function min>": a PlayerMaker says ',
        ),
    ],
)
def test_players_that_are_no_names(players: Any, reason: str) -> None:
    with pytest.raises(PlayerError, match=f"^{re.escape(reason)}"):
        mjrules.simulate("western", 1, players=players)


def test_players_of_the_caller_play(kinds: None) -> None:
    """As those do that a plugin provides under the same names."""
    ruleset = mjrules.load("western")
    by_name = list(mjrules.simulate(ruleset, 2, 3, players="first,random,random,random"))
    assert list(mjrules.simulate(ruleset, 2, 3, players=[maker("own"), *["random"] * 3])) == by_name
    assert [*mjrules.simulate(ruleset, 1, 3, players=maker("own"))] == [
        *mjrules.simulate(ruleset, 1, 3, players="first")
    ]


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (maker("quick"), 'there is a player "quick" already: name your own otherwise'),
        (maker("own", plays=lambda ruleset: False), 'the player "own" cannot play western'),
        ([maker("own"), maker("own"), "quick", "quick"], 'two players are named "own"'),
    ],
)
def test_players_of_the_caller_that_cannot_play(own: Any, reason: str) -> None:
    with pytest.raises(PlayerError, match=f"^{reason}$"):
        mjrules.simulate("western", 1, players=own)


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda view: Discard(0, 34), 'the choice of E, the player "own", is discard f1: expected one of the '),
        (lambda view: Discard(1, view.legal[0].tile), 'the choice of E, the player "own", is discard '),
        (lambda view: None, 'the choice of E, the player "own", is None: expected one of the '),
        (5, 'the player "own" is made as 5: expected a function of a view'),
    ],
)
def test_players_of_the_caller_that_choose_what_is_not_legal(made: Any, reason: str) -> None:
    """As in a match: nothing else of it would be noticed, or the hand would break."""
    own = PlayerMaker("own", "plays wrongly", lambda ruleset, seed: made)
    with pytest.raises(mjrules.MjrulesError, match=f"^{reason}"):
        list(mjrules.simulate("western", 1, 1, players=own))


def test_no_player_writes_a_move_into_what_it_may_do() -> None:
    def cheats(view: Any) -> Action:
        view.legal = (Discard(0, 34),)
        return Discard(0, 34)

    own = PlayerMaker("own", "cheats", lambda ruleset, seed: cheats)
    with pytest.raises(AttributeError, match="legal"):
        list(mjrules.simulate("western", 1, 1, players=own))


@pytest.mark.parametrize("more", [{"out": "a.jsonl"}, {"workers": 2}])
def test_players_of_the_caller_play_here_alone(
    more: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a file nor another process could tell whether they are the same."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        PlayerError, match=r'^only this process knows the player "own": a file of a run and other .* plugin$'
    ):
        list(mjrules.simulate("western", 1, players=maker("own"), **more))
    with pytest.raises(PlayerError, match=r'^only this process knows the player "own"'):
        mjrules.compare_rulesets("western", "western", 1, players=maker("own"), **more)
    assert not [*tmp_path.iterdir()]
