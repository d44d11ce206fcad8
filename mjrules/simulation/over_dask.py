"""Workers of a Dask scheduler, on this machine or on others: the extra `dask`."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from .errors import WorkError
from .pool import AHEAD, Done, Task
from .workers import Workers

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE: Final = 30
"""For how many seconds a scheduler is looked for, and its first worker."""


@contextmanager
def dask_workers(address: str) -> Iterator[Workers]:
    """The workers of the scheduler at an address, `tcp://HOST:PORT`; those that come later play too.

    Raises WorkError where Dask is not installed, or nobody is at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise WorkError("more than one machine needs Dask: install it by pip install 'mjrules[dask]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise WorkError(f"there is no Dask scheduler at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise WorkError(f"the Dask scheduler at {address} has no workers: start some by dask worker") from None
        yield partial(_done, client)


def _done(client: Client, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
    """What comes of tasks, in order; the scheduler gives the tasks of a worker that is gone to others."""
    coming = iter(tasks)
    waiting: deque[Future[Done]] = deque()
    while True:
        threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
        for task in islice(coming, max(AHEAD * threads - len(waiting), 0)):
            waiting.append(client.submit(work, task, pure=False))
        if not waiting:
            return
        yield _result(waiting.popleft())


def _result(future: Future[Done]) -> Done:
    """What a worker gave. Raises WorkError where it could not even begin."""
    try:
        done: Done = future.result()
    except Exception as error:  # whatever is wrong on another machine
        raise WorkError(f"a Dask worker failed: {type(error).__name__}: {error}") from None
    return done
