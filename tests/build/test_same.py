"""What is compiled looks and answers like plain Python. Compiled wheels have the sources beside what is compiled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mjrules
from tests.kit.compiled import COMPILED

PROGRAM = Path(__file__).with_name("public.py")


def said(path: str = "") -> dict[str, Any]:
    """What the program says, with modules of that folder before the installed ones."""
    environment = {**os.environ, "MJRULES_CACHE": "off", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run([sys.executable, PROGRAM], env=environment, stdout=subprocess.PIPE, check=True, text=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    assert answer["compiled"] == (COMPILED and not path)
    return answer


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is said by plain Python, and by what is compiled."""
    if not COMPILED:
        pytest.skip("mjrules is plain Python here")
    folder = tmp_path_factory.mktemp("plain")
    leave = shutil.ignore_patterns("*.so", "*.pyd", "_faces.py", "__pycache__")
    for package in Path(mjrules.__file__).parents[1].glob("mjrules*"):
        if (package / "__init__.py").exists():
            shutil.copytree(package, folder / package.name, ignore=leave)
    return said(str(folder)), said()


def test_every_public_name_is_documented_alike(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    plain, compiled = (each["faces"] for each in both)
    assert len(plain) > 500
    assert {name: compiled.get(name) for name in plain} == plain


def test_nothing_is_added(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    plain, compiled = (each["faces"] for each in both)
    assert [name for name in compiled if name not in plain] == []


def test_calls_have_the_same_outcomes(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    plain, compiled = (each["outcomes"] for each in both)
    assert compiled == plain


TAKEN = {
    "tiles in a list": "15",
    "flags in a list": "23",
    "bonus tiles in a list": "16",
    "tiles as text": "builtins.TypeError: 'str' object cannot be interpreted as an integer",
    "a tile set again": "4",
    "copied": "['E']",
    "a weak reference": "True",
    "no argument": "builtins.TypeError: Table.legal_actions() missing 1 required positional argument: 'seat'",
    "no action": "builtins.TypeError: expected an Action with a tuple of tiles, got None",
    "no action carried out": "builtins.TypeError: expected an Action, got None",
    "seed in halves": "mjrules.table.errors.TableError: seed: expected a whole number or a text, got 1.5",
    "facets in a list": "('win',)",
    "parts one by one": "<class 'tuple'>",
    "rank in a list": "Value(total=1, counted=1, rank=(1,), totals=mappingproxy({}), kept=None, cut=0)",
    "wild kinds": "Wild(kinds=frozenset({1}))",
    "kinds and hears": "((<class 'mjrules.play.events.Give'>,), (<class 'mjrules.play.events.Discard'>,))",
    "bound by a number": "True",
}
"""What comes of calls in either build, where compiled code would not take what is given."""
FAILED = {
    "no value": 'mj_scoring_methods, value of the method "own": returned 5: expected Value',
    "counted in halves": 'mj_scoring_methods, value of the method "own": counted is 0.5: expected a whole number',
    "choices in halves": 'mj_combination_policies, choices of the policy "own": [0][0] is 0.5: expected a whole number',
    "nothing against it": 'mj_house_rules, allows of the house rule "own": returned None: expected text',
    "events that are none": 'mj_house_rules, carry_out of the house rule "own": [0] is "nap": expected Event',
}
"""How a plugin fails that gives something else."""


def test_what_is_given_in_another_type_is_taken_or_told() -> None:
    found = said()["outcomes"]
    told = {name: f'mjrules.errors.PluginError: plugin "own" failed in {text}' for name, text in FAILED.items()}
    assert {name: found[name] for name in (*TAKEN, *told)} == {**TAKEN, **told}
