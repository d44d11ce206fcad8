"""What the page on mutants quotes is in the code."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.mutation.explained import explained

ROOT = Path(__file__).resolve().parents[2]
QUOTED = sorted({(mutant.function, mutant.old) for mutant in explained()})


@cache
def functions(module: str) -> dict[str, str]:
    """The text of each function of a module, by its name; a method as `Class.method`."""
    text = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    found = {}
    for node in ast.parse(text).body:
        inner = [(f"{node.name}.", one) for one in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        for owner, one in inner:
            if isinstance(one, ast.FunctionDef):
                found[owner + one.name] = ast.get_source_segment(text, one) or ""
    return found


def source_of(name: str) -> str:
    """The text of a function that is called by its module and name."""
    parts = name.split(".")
    places = [end for end in range(1, len(parts)) if ROOT.joinpath(*parts[:end]).with_suffix(".py").is_file()]
    assert places, f"{name} is in no module"
    known = functions(".".join(parts[: places[0]]))
    own = ".".join(parts[places[0] :])
    assert own in known, f"there is no function {name}"
    return known[own]


def without_spaces(text: str) -> str:
    return "".join(text.split())


def test_the_page_explains_mutants() -> None:
    assert len(QUOTED) > 20


@pytest.mark.parametrize(("function", "line"), QUOTED)
def test_a_quoted_line_is_in_its_function(function: str, line: str) -> None:
    assert without_spaces(line) in without_spaces(source_of(function))
