"""One word, one thing: no public name of the engine stands for two things."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import mjrules

ENGINE = Path(mjrules.__file__).parent
OF_EVERY_COMMAND = {"configure", "run"}
"""What every module of a command has."""


def public_names(module: ast.Module) -> Iterator[str]:
    """The names that a module defines for others."""
    for part in module.body:
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            names = [part.name]
        elif isinstance(part, (ast.Assign, ast.AnnAssign)):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        else:
            names = []
        yield from (name for name in names if not name.startswith("_"))


def test_no_public_name_stands_for_two_things() -> None:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(ENGINE.rglob("*.py")):
        for name in public_names(ast.parse(path.read_text(encoding="utf-8"))):
            found[name].add(path.relative_to(ENGINE).as_posix())
    assert len(found) > 500
    assert {name: at for name, at in found.items() if len(at) > 1 and name not in OF_EVERY_COMMAND} == {}


@pytest.mark.parametrize("module", ["mjrules", "mjrules.hooks", "mjrules.rl", "mjrules.testing"])
def test_every_public_name_is_there(module: str) -> None:
    """Many are imported only when they are asked for, by the name of the file that has them."""
    found = import_module(module)
    for name in getattr(found, "__all__", ()):
        assert getattr(found, name) is not None, name
        assert name in dir(found), "what a notebook completes"


@pytest.mark.parametrize("module", ["mjrules", "mjrules.hooks", "mjrules.rl"])
def test_a_type_checker_knows_every_public_name_and_no_other(module: str) -> None:
    """A function `__getattr__` that it sees has every name: one that is misspelt would pass as Any."""
    found = import_module(module)
    parts = ast.parse(Path(str(found.__file__)).read_text(encoding="utf-8")).body
    tests = [part for part in parts if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"]
    seen = [*parts, *(own for part in tests for own in part.body)]
    assert "__getattr__" not in {part.name for part in seen if isinstance(part, ast.FunctionDef)}
    names = {name.asname or name.name for part in seen if isinstance(part, ast.ImportFrom) for name in part.names}
    assert set(found.__all__) - names - set(vars(found)) == set()
