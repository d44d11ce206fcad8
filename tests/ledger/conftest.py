"""Where the books of a test are: in files of SQLite and, in the gate, in PostgreSQL too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.kit.postgres import Schemas, server

Books = Callable[[], str]
"""Gives a new place for books."""


@pytest.fixture(scope="session")
def schemas() -> Iterator[Schemas]:
    """Empty places in a server that runs as long as the tests."""
    with server() as address:
        yield Schemas(address)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Books:
    """Where new books may be."""
    if request.param == "postgres":
        schemas: Schemas = request.getfixturevalue("schemas")
        return schemas.new
    numbers = count()
    return lambda: str(tmp_path / f"books{next(numbers)}.db")
