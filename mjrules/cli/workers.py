"""The options that say who does long work: processes of this machine, or the workers of a scheduler."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from .common import UsageError

if TYPE_CHECKING:
    from ..simulation.workers import Workers


def add_workers(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare them."""
    add_processes(parser, "play", default)
    about = "the address of a Dask scheduler whose workers play instead (needs the extra dask)"
    parser.add_argument("--scheduler", metavar="ADDRESS", help=about)


def add_processes(parser: argparse.ArgumentParser, do: str, default: str) -> None:
    """Declare the one that says how many processes of this machine do the work."""
    about = f"how many processes of this machine {do} (default: {default})"
    parser.add_argument("--workers", metavar="W", type=int, help=about)


def processes_asked(args: argparse.Namespace) -> int | None:
    """How many processes are asked for, None where nothing is said. Raises UsageError for less than 1 and too many."""
    number: int | None = args.workers
    if number is not None:
        from ..simulation.workers import MOST_PROCESSES

        if not 1 <= number <= MOST_PROCESSES:
            raise UsageError(f"--workers {number}: expected a number from 1 to {MOST_PROCESSES:,}")
    return number


def workers_asked(args: argparse.Namespace) -> int | AbstractContextManager[Workers] | None:
    """Those that are named, None where none are. Raises UsageError for less than 1, too many, and for both of them."""
    if args.scheduler is None:
        return processes_asked(args)
    if args.workers is not None:
        raise UsageError("--workers and --scheduler: the workers are those of the scheduler, so name one of both")
    from ..simulation.over_dask import dask_workers

    return dask_workers(args.scheduler)
