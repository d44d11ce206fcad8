"""The lines of a file, each answered by a line on standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from io import BufferedReader
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeAlias, cast

from ..hands.record_answers import Work
from ..records import UNCHOSEN, answer_lines, lines_of
from .arguments import UsageError
from .chosen import no_ruleset
from .json_answers import answer_stream, encoder

if TYPE_CHECKING:
    from ..scored_lines.lines import AnsweredLine, More

LineAnswers: TypeAlias = "Callable[[Iterable[bytes]], Iterable[AnsweredLine]]"
"""Answers the lines of a file."""
LotAnswers: TypeAlias = "Callable[[Iterable[bytes], More | None], Iterable[AnsweredLine]]"
"""Answers them lot by lot, as far as more of them are there."""


def open_lines(name: str) -> BinaryIO:
    """A file of lines, or with `-` standard input. Raises UsageError."""
    if name == "-":
        if sys.stdin is None:
            raise UsageError("there is no standard input")
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except FileNotFoundError:
        raise UsageError(f'there is no file "{name[:80]}"') from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f'"{name[:80]}" cannot be read: {reason}') from None


def open_records(name: str) -> BinaryIO:
    """A file of records, one a line, which may be compressed where it is no pipe. Raises UsageError."""
    file = open_lines(name)
    if not isinstance(file, BufferedReader) or not _is_regular(file):
        return file
    from ..compressed_files import unpacked  # only where a file is read

    return unpacked(file)


def peekable(file: BinaryIO) -> BufferedReader[Any]:
    """A file of lines at whose beginning one may look."""
    return BufferedReader(cast(Any, file))


def answer_file(name: str, work: Work) -> int:
    """Print an answer for every record of a file; returns the exit status."""
    from ..scored_lines.lines import AnsweredLine  # only where many are answered

    encode = encoder()
    return print_answers(name, lambda lines: (AnsweredLine.of(found, encode) for found in answer_lines(lines, work)))


def print_answers(name: str, answers: LineAnswers, in_lots: LotAnswers | None = None) -> int:
    """Print what is answered to the lines of a file; returns the exit status.

    Lines that are there at once may be answered `in_lots`. Who sends records one by one gets each answer at once.
    """
    found, output = set[int](), answer_stream()
    with open_records(name) as file:
        flushed = name == "-" and (in_lots is None or not _has_descriptor(file))
        for text, error in _answered(file, output, answers, in_lots):
            output.write(f"{text}\n")
            if flushed:
                output.flush()
            found.add(0 if error is None else 2 if _unchosen(error) else 1)
    if found == {2}:
        print(f"mjrules: {no_ruleset()}", file=sys.stderr)
        return 2
    return min(1, max(found, default=0))


def _answered(
    file: BinaryIO, output: TextIO, answers: LineAnswers, in_lots: LotAnswers | None
) -> Iterable[AnsweredLine]:
    """The answers to the lines of a file."""
    if in_lots is None or not _has_descriptor(file):
        return answers(lines_of(file))
    if _is_regular(file):
        return in_lots(lines_of(file), None)
    from .arriving_lines import ArrivingLines

    arriving = ArrivingLines(file.fileno(), output.flush)
    return in_lots(lines_of(arriving), arriving.is_there)


def _is_regular(file: BinaryIO) -> bool:
    """Whether all of a file is there."""
    return _has_descriptor(file) and S_ISREG(os.fstat(file.fileno()).st_mode)


def _has_descriptor(file: BinaryIO) -> bool:
    """Whether it is a file of the system."""
    try:
        return file.fileno() >= 0
    except OSError:
        return False


def _unchosen(error: Mapping[str, Any]) -> bool:
    """Whether a record could not be used because neither it nor anybody chose a ruleset."""
    return bool(error["field"] == "ruleset" and error["message"] == UNCHOSEN)
