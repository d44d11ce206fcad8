"""A Dask scheduler with workers on this machine, and what stands for its client."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class ClientHere:
    """Stands for a client of Dask."""

    def __init__(self, address: str, **how: object) -> None:
        if address == "nowhere":
            raise OSError("refused")
        self.address = address

    def __enter__(self) -> ClientHere:
        return self

    def __exit__(self, *rest: object) -> None:
        """Nothing is held."""

    def wait_for_workers(self, number: int, timeout: float) -> None:
        if self.address == "idle":
            raise TimeoutError

    def nthreads(self) -> dict[str, int]:
        return {"a": 1, "b": 2}

    def submit(self, work: Any, task: Any, **how: object) -> Future[Any]:
        future: Future[Any] = Future()
        if self.address == "odd":
            future.set_exception(ModuleNotFoundError("No module named 'mjrules'"))
        else:
            future.set_result(work(task))
        return future


@contextmanager
def two_dask_workers(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """A scheduler with two workers, begun as the documentation says; its address and the workers' processes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    begin = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", address, "--no-dashboard"]
    work = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    ]
    with (folder / "log").open("w") as log:
        started = [subprocess.Popen(each, stdout=log, stderr=log, cwd=folder) for each in (begin, work, work)]
        try:
            yield address, [own.pid for own in started[1:]]
        finally:
            for own in started:
                own.kill()
                own.wait()


def wait_for_two_workers(address: str) -> None:
    """Wait until both workers are there."""
    from distributed import Client

    with Client(address, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=60)
