"""A PostgreSQL server that tests start themselves, in a folder of its own, reached through a socket there."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

MISSING = "PostgreSQL is not installed (Debian: apt-get install postgresql)"
NEEDED = "MJRULES_TEST_POSTGRES"
"""Where it is set in the environment, a server that is missing is an error and no reason to skip."""
USER = "postgres"
"""Who runs the server where tests are run by root, whom it refuses."""


def program(name: str) -> str | None:
    """A program of the server, which Debian keeps in a folder of its version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")]))


def as_user(*command: str) -> list[str]:
    """A command as somebody whom the server does not refuse."""
    return ["runuser", "-u", USER, "--", *command] if os.geteuid() == 0 else [*command]


def carried_out(*command: str) -> None:
    """Carry a command out as that user; what it says is told if it fails."""
    done = subprocess.run(as_user(*command), capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def server() -> Iterator[str]:
    """A server that runs; gives the address of its database. Skips where it is not installed."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if initdb is None or pg_ctl is None:
        assert not os.environ.get(NEEDED), MISSING
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        data, log = str(folder / "data"), str(folder / "log")
        carried_out(initdb, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "-U", USER, "-D", data)
        options = f"-c listen_addresses= -c unix_socket_directories={folder}"
        carried_out(pg_ctl, "-D", data, "-l", log, "-w", "-o", options, "start")
        try:
            yield f"postgresql://{USER}@/postgres?host={folder}"
        finally:
            carried_out(pg_ctl, "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Schemas:
    """Empty places for books in one database, as many as are asked for."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._numbers = count(1)

    def new(self) -> str:
        """The address of one."""
        import psycopg

        name = f"books{next(self._numbers)}"
        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address}&options=-csearch_path%3D{name}"
