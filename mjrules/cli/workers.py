"""The options that say who does long work: processes of this machine, or the workers of a scheduler."""

from __future__ import annotations

import argparse
import os
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from .answered_lines import print_answers
from .arguments import UsageError

if TYPE_CHECKING:
    from ..scored_lines.lines_elsewhere import AnswersLots
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


def processes_for_file(args: argparse.Namespace) -> int:
    """How many processes are asked for to answer a file of records. Raises UsageError, without a file too."""
    workers = processes_asked(args)
    if workers is not None and args.jsonl is None:
        raise UsageError("--workers is for a file of records: add --jsonl FILE")
    return workers or 1


def print_answers_elsewhere(name: str, answering: AnswersLots, workers: int) -> int:
    """Print what several processes answer to the lines of a file; returns the exit status. Raises UsageError."""
    if name == "-" or (os.path.exists(name) and not os.path.isfile(name)):
        raise UsageError("--workers: expected a file, for what comes through a pipe is answered as it comes")
    from ..scored_lines.lines_elsewhere import answers_elsewhere
    from ..simulation.workers import processes

    with processes(workers) as asked:
        return print_answers(name, lambda lines: answers_elsewhere(answering, lines, asked))


def workers_asked(args: argparse.Namespace) -> int | AbstractContextManager[Workers] | None:
    """Those that are named, None where none are. Raises UsageError for less than 1, too many, and for both of them."""
    if args.scheduler is None:
        return processes_asked(args)
    if args.workers is not None:
        raise UsageError("--workers and --scheduler: the workers are those of the scheduler, so name one of both")
    from ..simulation.over_dask import dask_workers

    return dask_workers(args.scheduler)
