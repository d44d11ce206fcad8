"""The books in other files: as JSON lines, as a copy, joined with another copy."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from io import BufferedReader
from pathlib import Path
from typing import Any, Final

from ...errors import described_path, no_place_for_file
from ...ledger import BookEvent, Entry, Ledger
from ...ledger.books import BookLine, corrected_apart, lines_of_evening
from ...ledger.lines import book_lines, read_book_lines
from ...spoken import Sentence
from ...whole_files import written_whole
from ..answered_lines import open_lines, peekable
from ..arguments import UsageError
from .evening_voice import BooksVoice, EveningVoice

_BOOKS_WHICH_NOTHING = Sentence(
    "{path} are books, which nothing is written over: name another file", "{path:shown}是账本，不会覆盖：请另写文件名"
)
_BOOKS_NOT_LINES = Sentence(
    "{name} are books, not lines of JSON: mjrules evening merge joins them",
    "“{name}”是账本，不是“JSON”行：“mjrules evening merge”可合并账本",
)
_BOOKS_WHICH_JOINED = Sentence("{path} are books, which are joined from a file", "{path:shown}是账本：合并须从文件来")
_THESE_BOOKS_THEMSELVES = Sentence("{file} are these books themselves", "“{file}”就是这个账本")

_SQLITE: Final = b"SQLite format 3\0"
_KEPT: Final = Sentence("{number} events in {file}", "{file} 中共 {number} 条记录")
_NEW: Final = Sentence("{number} new {events}", "新增 {number} 条记录")
_OF_EVENING: Final = Sentence("{date}, {problem}", "{date}，{problem}")
_APART: Final = Sentence(
    "line {line}: both copies corrected it otherwise: it says now: {now}; and not: {lost}",
    "第 {line} 条：两份账本的更正不同，现为“{now}”，不再是“{lost}”",
)
_CHANGED: Final = Sentence(
    "line {line} is changed: it says now: {now}; and said: {before}", "第 {line} 条有变动：现为“{now}”，原为“{before}”"
)


def export_to(ledger: Ledger, args: argparse.Namespace) -> int:
    """Write everything as JSON lines. Raises LedgerError, UsageError and OSError."""
    lines = book_lines(ledger.entries())
    if args.file == "-":
        sys.stdout.writelines(lines)
        return 0
    write_over(Path(args.file), lines)
    _tell_kept(ledger, args)
    return 0


def write_over(path: Path, texts: Iterable[str]) -> None:
    """Write a file, which may be there, whole or not at all.

    Raises UsageError for a folder, and for books: these stay; and OSError.
    """
    _check_no_books(path)
    with written_whole(path) as at, at.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(texts)


def _check_no_books(path: Path) -> None:
    """Refuse a place where no file can be, and books. Raises UsageError."""
    fault = no_place_for_file(str(path))
    if fault:
        raise UsageError(fault)
    if path.is_file():
        with path.open("rb") as file:
            if _are_books(file):
                raise UsageError(_BOOKS_WHICH_NOTHING(path=described_path(path)))


def _are_books(file: BufferedReader[Any]) -> bool:
    """Whether a file is a database; nothing of it is read for that."""
    return file.peek(len(_SQLITE))[: len(_SQLITE)] == _SQLITE


def import_from(ledger: Ledger, args: argparse.Namespace) -> int:
    """Write down what a file of JSON lines has. Raises LedgerError."""
    with peekable(open_lines(args.file)) as file:
        if _are_books(file):
            name = described_path(args.file)
            raise UsageError(_BOOKS_NOT_LINES(name=name))
        return _joined(ledger, read_book_lines(file), args.lang)


def merge_from(ledger: Ledger, args: argparse.Namespace) -> int:
    """Join the books of another copy. Raises LedgerError."""
    with peekable(open_lines(str(args.file))) as file:
        if not _are_books(file):
            return _joined(ledger, read_book_lines(file), args.lang)
    if not args.file.is_file():
        raise UsageError(_BOOKS_WHICH_JOINED(path=described_path(args.file)))
    if args.file.resolve() == Path(args.data).resolve():
        raise UsageError(_THESE_BOOKS_THEMSELVES(file=args.file))
    with Ledger.open(args.file) as other:
        return _joined(ledger, other.entries(), args.lang)


def _joined(ledger: Ledger, entries: Sequence[Entry], language: str) -> int:
    """Join the entries of another copy; say what is new, and what does not fit together now. Raises LedgerError."""
    ours = ledger.entries()
    before = {line.entry.id: line for line in lines_of_evening(ours)}
    apart = corrected_apart(ours, entries)
    number = ledger.join(entries)
    books = BooksVoice(ledger, language)
    print(books(_NEW(number=number, events="event" if number == 1 else "events")))
    for evening in ledger.evenings():
        voice = books.of(evening)
        problems = map(voice.odd, evening.problems)
        for problem in (*problems, *_told_apart(voice, apart), *_told_changed(voice, before, apart)):
            print(books(_OF_EVENING(date=evening.opened.date, problem=problem)))
    return 0


def _told_apart(voice: EveningVoice, apart: Mapping[str, Sequence[BookEvent]]) -> Iterator[str]:
    """Which lines two copies have corrected otherwise: what each says now, and what it says no more."""
    for line in voice.evening.lines:
        lost = [voice.event(event) for event in apart.get(line.entry.id, ()) if event != line.event]
        if lost:
            yield voice(_APART(line=line.number, now=voice.event(line.event), lost=lost[0]))


def _told_changed(voice: EveningVoice, before: Mapping[str, BookLine], apart: Container[str]) -> Iterator[str]:
    """Which other lines that were there say something else now, or count otherwise."""
    for line in voice.evening.lines:
        old = before.get(line.entry.id)
        if old and line.entry.id not in apart and (old.event, old.live) != (line.event, line.live):
            yield voice(_CHANGED(line=line.number, now=voice.line(line), before=voice.line(old)))


def backup_to(ledger: Ledger, args: argparse.Namespace) -> int:
    """Copy the books. Raises LedgerError."""
    ledger.backup(args.file)
    _tell_kept(ledger, args)
    return 0


def _tell_kept(ledger: Ledger, args: argparse.Namespace) -> None:
    """Say how much is in a file now."""
    print(BooksVoice(ledger, args.lang)(_KEPT(number=len(ledger.entries()), file=args.file)))
