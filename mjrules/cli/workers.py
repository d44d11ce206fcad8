"""The options that say who plays a long run: processes of this machine, or the workers of a scheduler."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from .common import UsageError

if TYPE_CHECKING:
    from ..simulation.workers import Workers


def add_workers(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare them."""
    about = f"how many processes of this machine play (default: {default})"
    parser.add_argument("--workers", metavar="W", type=int, help=about)
    about = "the address of a Dask scheduler whose workers play instead (needs the extra dask)"
    parser.add_argument("--scheduler", metavar="ADDRESS", help=about)


def workers_asked(args: argparse.Namespace) -> int | AbstractContextManager[Workers] | None:
    """Those that are named, None where none are. Raises UsageError for less than 1, too many, and for both of them."""
    if args.scheduler is None:
        if args.workers is not None:
            from ..simulation.workers import MOST_PROCESSES

            if not 1 <= args.workers <= MOST_PROCESSES:
                raise UsageError(f"--workers {args.workers}: expected a number from 1 to {MOST_PROCESSES:,}")
        number: int | None = args.workers
        return number
    if args.workers is not None:
        raise UsageError("--workers and --scheduler: the workers are those of the scheduler, so name one of both")
    from ..simulation.over_dask import dask_workers

    return dask_workers(args.scheduler)
