"""Errors go to other processes and come back as they are: a pool whose worker raises one would wait for ever else."""

from __future__ import annotations

import copy
import pickle
from multiprocessing import get_context
from pathlib import Path

import pytest

from mjrules import Hand, HandError, LogError, RulesetError, parse_tiles
from mjrules.errors import MjrulesError, Place, PluginError, Problem, TileError, TooComplexError
from mjrules.play.events import Discard
from mjrules.simulation.run_file import SimulationError
from mjrules.table.errors import ActionError, TableError
from tests.kit.rulesets import loaded


def refused() -> HandError:
    """The error of a text that is no hand, with the place in it."""
    with pytest.raises(HandError) as caught:
        loaded("hong-kong").parse("123m 4x")
    return caught.value


def unread() -> TileError:
    """The error of a text that is no tiles."""
    with pytest.raises(TileError) as caught:
        parse_tiles("1x")
    return caught.value


def errors() -> list[MjrulesError]:
    """One of each kind."""
    several = PluginError.together([PluginError("one fails", ["one"]), PluginError("two fails", ["two"])])
    problems = [Problem("rules.a", "wrong", Place("club.yaml", 3, 4, "  a: 1"), "so it is"), Problem("", "more")]
    return [
        refused(),
        HandError("not_winning", "no win", "win"),
        TooComplexError(10, "laying").within("big"),
        RulesetError(problems),
        PluginError("fails", ["one"]),
        several,
        LogError(3, "no event"),
        ActionError(Discard(0, 4), "it is not your turn"),
        TableError("no seat"),
        unread(),
        SimulationError(Path("hands.jsonl"), 2, "was altered"),
    ]


def said(error: MjrulesError) -> object:
    """All that an error says; one that is among its own `errors` as its text."""
    told = {name: value for name, value in vars(error).items() if name != "errors"}
    return type(error), str(error), told, [str(one) for one in getattr(error, "errors", ())]


@pytest.mark.parametrize("error", errors(), ids=lambda error: type(error).__name__)
def test_an_error_is_the_same_in_another_process(error: MjrulesError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert said(other) == said(error)


@pytest.mark.slow
def test_a_hand_that_is_refused_in_a_pool_is_refused_here() -> None:
    with get_context("spawn").Pool(1) as pool:
        asked = pool.map_async(loaded("hong-kong").score, [Hand.parse("123m +1m")])
        with pytest.raises(HandError, match="expected 14") as caught:
            asked.get(timeout=60)
    assert caught.value.code == "wrong_tile_count"
