"""What fails in a game says where: whose decision it was, in which hand, and at which line of foreign code."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

import mjrules
import mjrules.hooks.manager
from mjrules.cli import main
from mjrules.hooks import PlayerMaker, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.match.match import play_out
from mjrules.play.events import Action
from mjrules.table.view import View
from tests.kit.rulesets import loaded

GAME = "hong-kong"
SAID = "E, {name}, in hand 1 of E, seed '0/1/1', after play"


def breaks(view: View) -> Action:
    """A player that knows nothing of its seat."""
    found: dict[str, Action] = {}
    return found[view.seat]


def reads(view: View) -> Action:
    """A player that fails in a library."""
    found: Action = json.loads(view.seat)
    return found


def asks(view: View) -> Action:
    """A player that fails in mjrules."""
    mjrules.load("nowhere")
    return view.legal[0]


def line_of(function: Callable[..., object], line: int) -> str:
    """A line of a function of this file, from 0, as messages tell it."""
    return f"test_places_of_failures.py:{inspect.getsourcelines(function)[1] + line}"


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[mjrules.HandResult]]:
    """Simulates a hand with players of a plugin, which play by a function."""

    def simulate(plays: Any) -> list[mjrules.HandResult]:
        odd = ModuleType("odd")
        odd.mj_players = hookimpl(lambda: [PlayerMaker("mine", "", lambda ruleset, seed: plays)])  # type: ignore[attr-defined]
        installed = {**available_plugins(), "odd": lambda: odd}
        monkeypatch.setattr(mjrules.hooks.manager, "available_plugins", lambda: installed)
        return list(mjrules.simulate(loaded(GAME), 1, players="mine"))

    return simulate


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        (breaks, f"KeyError: 'E', at {line_of(breaks, 3)}"),
        (reads, f"JSONDecodeError: Expecting value: line 1 column 1 (char 0), at {line_of(reads, 2)}"),
        (lambda: None, "TypeError: "),
        (lambda view: 5, "returned 5: expected Action"),
    ],
)
def test_a_player_of_a_plugin_that_fails(
    simulated: Callable[[Any], list[mjrules.HandResult]], plays: Any, said: str
) -> None:
    with pytest.raises(mjrules.PluginError) as error:
        simulated(plays)
    told = str(error.value)
    assert told.startswith(f'plugin "odd" failed in mj_players, choice of the player "mine": {said}')
    (name,) = {name for name in ("player 1", "player 2", "player 3", "player 4") if name in told}
    assert told.endswith(f"({SAID.format(name=name)})")


def test_a_player_that_asks_mjrules_in_vain_is_told_by_its_own_line(
    simulated: Callable[[Any], list[mjrules.HandResult]],
) -> None:
    with pytest.raises(mjrules.PluginError, match=f"at {line_of(asks, 2)} "):
        simulated(asks)


def test_a_function_that_plays_breaks_off_with_its_own_error_and_the_place_beside_it() -> None:
    with pytest.raises(KeyError) as error:
        mjrules.Match(loaded(GAME), 7, ["Ann", "Bob", "Cid", "Dan"], seat=False).play(breaks)
    assert str(error.value) == "'E'"
    assert error.value.__notes__ == ["E, Ann, in hand 1 of E, seed '7/1', after play"]


def test_at_a_table_of_nobody_the_seat_is_told() -> None:
    with pytest.raises(KeyError) as error:
        play_out(mjrules.Table(loaded(GAME), 7), breaks)
    assert error.value.__notes__ == ["E, in hand 1 of E, seed 7, after play"]


def test_a_program_that_ends_is_told_with_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "1", "--ruleset", GAME, "--players", "program:false"]) == 2
    assert "in hand 1 of E, seed '0/1/1', after play)" in capsys.readouterr().err
