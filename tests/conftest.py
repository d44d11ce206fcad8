"""Fixtures that many tests use."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mjrules
from mjrules.ruleset import resolve
from tests.kit import profile
from tests.kit.remembered import remembering

os.environ["MJRULES_CACHE"] = "off"
"""Every load reads its files, but in tests of the cache, which have a folder of their own."""
os.environ["COLUMNS"] = "80"
"""What is printed is the same on every terminal."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-sentences", action="store_true", help="write down how conditions are said in words")
    parser.addoption("--update-errors", action="store_true", help="write down what is said of files that are wrong")
    parser.addoption(
        "--profile", choices=profile.NAMES, default="quick", help="how much is tried; beyond quick, all tests"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-errors") and getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--update-errors writes files: leave out -n")
    gc.set_threshold(100_000)  # rulesets are kept from test to test, and looking through them takes a tenth of the time
    chosen = config.getoption("--profile")
    profile.choose(chosen)
    if chosen != "quick" and config.option.markexpr == "not slow":
        config.option.markexpr = ""


def pytest_collection_finish() -> None:
    gc.freeze()  # modules and collected tests stay to the end: no need to look through them again


@pytest.fixture(scope="session")
def update_sentences(request: pytest.FixtureRequest) -> bool:
    """Whether sentences are written down, not compared."""
    return bool(request.config.getoption("--update-sentences"))


@pytest.fixture(scope="session")
def update_errors(request: pytest.FixtureRequest) -> bool:
    """Whether messages are written down, not compared."""
    return bool(request.config.getoption("--update-errors"))


@pytest.fixture(scope="session", autouse=True)
def remembered() -> Iterator[None]:
    """Bundled rulesets are resolved once: most tests want them as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resolve, "load_nodes", remembering(resolve.load_nodes))
        yield


@pytest.fixture(scope="session")
def official() -> mjrules.Ruleset:
    """The ruleset chinese-official."""
    return mjrules.load("chinese-official")


@pytest.fixture
def ruleset(tmp_path: Path) -> Callable[[str], mjrules.Ruleset]:
    """Loads a ruleset from its YAML text."""

    def load(text: str) -> mjrules.Ruleset:
        path = tmp_path / "test.yaml"
        path.write_text(text, encoding="utf-8")
        return mjrules.load(str(path))

    return load


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """The address of a Dask scheduler with two workers, and the processes of these."""
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    from tests.kit.dask_workers import two_dask_workers

    with two_dask_workers(tmp_path_factory.mktemp("dask")) as found:
        yield found
