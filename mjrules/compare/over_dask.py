"""Workers of a Dask scheduler, on this machine or on others: the extra `dask`."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from ..simulation.pool import AHEAD
from .errors import CompareError
from .stretch import StretchTask, play_stretch
from .workers import Records, Workers

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE: Final = 30
"""For how many seconds a scheduler is looked for, and its first worker."""


@contextmanager
def dask_workers(address: str) -> Iterator[Workers]:
    """The workers of the scheduler at an address, `tcp://HOST:PORT`; those that come later play too.

    Raises CompareError where Dask is not installed, or nobody is at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CompareError("more than one machine needs Dask: install it by pip install 'mjrules[dask]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise CompareError(f"there is no Dask scheduler at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise CompareError(f"the Dask scheduler at {address} has no workers: start some by dask worker") from None
        yield lambda tasks: _play(client, tasks)


def _play(client: Client, tasks: Iterable[StretchTask]) -> Records:
    """The records of tasks, in order; the scheduler gives the tasks of a worker that is gone to others."""
    coming = iter(tasks)
    waiting: deque[Future[dict[str, Any]]] = deque()
    while True:
        threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
        for task in islice(coming, max(AHEAD * threads - len(waiting), 0)):
            waiting.append(client.submit(play_stretch, task, pure=False))
        if not waiting:
            return
        yield _result(waiting.popleft())


def _result(future: Future[dict[str, Any]]) -> dict[str, Any]:
    """What a worker gave. Raises CompareError where it could not even begin."""
    try:
        record: dict[str, Any] = future.result()
    except Exception as error:  # whatever is wrong on another machine
        raise CompareError(f"a Dask worker failed: {type(error).__name__}: {error}") from None
    return record
