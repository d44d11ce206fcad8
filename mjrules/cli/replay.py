"""Replay the log of a game: every event is verified, and shown in words, or written in another format.

FILE is a log of mjrules, of a hand or a match, or a file of games in a format that a plugin reads (`mjrules plugins`
lists them), a record on each line or as the format has it. It may be compressed (gzip). The exit status is 0 where
everything is right, 1 where the log is refused, with line and reason, and 2 where the file cannot be read.

  mjrules replay match.jsonl.gz
  mjrules replay match.jsonl.gz --quiet
  mjrules replay games.jsonl --format botzone --json
  mjrules replay game.mjlog --format tenhou
  mjrules replay game.mjson --format mjai
  mjrules replay riichi.jsonl.gz --to mjai
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from typing import Any, Final

from ..errors import did_you_mean, written_out
from ..logs.find_format import OWN, FormatError, TextError, begun, log_formats, named_format, played_again
from ..logs.replay import Replay, Replayed
from ..play.events import End, LogError, MatchOver
from ..play.foreign_log_format import LogStep
from ..ruleset.load import load
from ..spoken import ENGLISH, Sentence
from .answered_lines import open_lines, peekable
from .arguments import UsageError, add_allow, add_bounds, add_json, add_language, add_names, place_or_stream
from .chosen import config_of, refuse_in_english, style_of, teller_in
from .json_answers import print_json
from .show_game import ToldAt, event_text

_ALL_RIGHT: Final = Sentence(
    "All right: {of}; {events} events, {wins} won, {draws} without a winner.",
    "无误：共 {hands} 局，记录 {events} 条；和牌 {wins} 局，流局 {draws} 局。",
)
_ALL_RIGHT_OPEN: Final = Sentence(
    "All right: {of}, the last of which is not over; {events} events, {wins} won, {draws} without a winner.",
    "无误：共 {hands} 局，末局未完，记录 {events} 条；和牌 {wins} 局，流局 {draws} 局。",
)
Writer = Callable[[Iterable[LogStep]], Iterable[Mapping[str, Any]]]
"""What writes a game in a format, record by record."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE|-", type=place_or_stream, help="the log; - is standard input")
    about = f"the format of the log: {OWN}, or one from a plugin; by default the first line decides"
    parser.add_argument("--format", metavar="NAME", help=about)
    parser.add_argument("--ruleset", metavar="ID|PATH", help="its ruleset, if that is a file of your own")
    add_bounds(parser)
    add_allow(parser)
    add_names(parser)
    parser.add_argument(
        "--unfinished", action="store_true", help="accept a log of mjrules that stops in the middle of a hand"
    )
    to = "write the game in a format of a plugin, a record on each line; or show only so many events: all are verified"
    parser.add_argument("--to", metavar="FORMAT|N", help=to)
    parser.add_argument("--step", action="store_true", help="wait for Enter after each event")
    parser.add_argument("--quiet", action="store_true", help="verify, and show only the result")
    add_json(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    if args.step and args.file == "-":
        raise UsageError("--step waits for Enter on standard input, from which the log comes: name its file")
    shown, write = _shown(args)
    refuse_in_english(args, {"--json": args.json, f"--to {args.to}": write})
    teller = _Teller(args, shown)
    error: LogError | None = None
    try:
        if write is not None:
            for record in write((step.line, step.event, step.table) for step in _steps(args, teller)):
                print(json.dumps(record, ensure_ascii=False))
        else:
            for step in _steps(args, teller):
                teller.tell(step)
    except LogError as found:
        error = found
    if write is not None:
        pass
    elif args.json:
        print_json(teller.summary(error))
    elif error is None:
        print(teller.result())
    if error is not None and not args.json:
        sys.stdout.flush()
        print(f"mjrules: {args.file}: {error}", file=sys.stderr)
    return int(error is not None)


class _Teller:
    """Counts what happens, and shows it."""

    def __init__(self, args: argparse.Namespace, shown: int | None) -> None:
        self.args, self.shown = args, shown
        self.format = args.format or ""
        self.told: dict[str, Any] = {}
        self.counts = {"hands": 0, "events": 0, "wins": 0, "draws": 0}
        self.standings: list[dict[str, Any]] = []
        """The final standings, where the log comes to them."""
        self.open = False
        """Whether a hand is shown that has not ended."""
        self.scene: ToldAt | None = None
        """How tiles are printed, and what tells of the ruleset; None until that is known."""

    def tell(self, step: Replayed) -> None:
        """Take an event in."""
        counts, event, table = self.counts, step.event, step.table
        counts["events"] += 1
        counts["hands"] += event.kind == "begin"
        if isinstance(event, End):
            counts["wins" if event.winners else "draws"] += 1
        if isinstance(event, MatchOver):
            self.standings = [standing.to_record() for standing in event.standings]
        if table is not None:
            self.told = {"ruleset": table.ruleset.id, "hash": table.ruleset.hash}
            self.open = not table.over
        if table is not None and self.scene is None:
            ruleset = table.ruleset
            tell = teller_in(self.args, ruleset)
            self.scene = ToldAt(None, style_of(self.args, config_of(self.args), ruleset), tell)
        if self.args.quiet or self.args.json or counts["events"] > (self.shown or counts["events"]):
            return
        text = self._said(event_text(event, (self.scene or ToldAt())._replace(table=table)))
        if text:
            before = "\n" if event.kind in ("begin", "end", "match_over") and counts["events"] > 1 else ""
            indent = "" if event.kind in ("begin", "play", "end", "seated", "entered", "closed", "match_over") else "  "
            print(f"{before}{indent}{text}" + ("\n" if event.kind in ("begin", "play", "end") else ""))
            self._wait()

    def _said(self, text: str) -> str:
        """A text of the engine that is told before the ruleset is known, or after all."""
        if self.args.lang == ENGLISH:
            return text
        from ..teller import in_language  # only for those who read another language

        return in_language(text, self.args.lang)

    def _wait(self) -> None:
        if self.args.step and sys.stdin is not None:
            sys.stdout.flush()
            sys.stdin.readline()

    def summary(self, error: LogError | None) -> dict[str, Any]:
        """The result as a record."""
        refused = {} if error is None else {"error": {"line": error.line, "message": error.reason}}
        head = {"file": self.args.file, "format": self.format, "valid": error is None}
        standings = {"standings": self.standings} if self.standings else {}
        return {**head, **self.told, **self.counts, **standings, **refused}

    def result(self) -> str:
        """The result in words."""
        hands, events, wins = (self.counts[name] for name in ("hands", "events", "wins"))
        told = (_ALL_RIGHT_OPEN if self.open else _ALL_RIGHT)(
            of=f"{hands} {'hand' if hands == 1 else 'hands'}",
            hands=hands,
            events=events,
            wins=wins,
            draws=self.counts["draws"],
        )
        return self._said(told)


def _steps(args: argparse.Namespace, teller: _Teller) -> Iterator[Replayed]:
    """Every event of the file that is verified. Raises UsageError where it cannot be read."""
    try:
        if args.format not in (None, OWN):
            named_format(args.format)
        with open_lines(args.file) as file:
            yield from _steps_of(peekable(file), args, teller)
    except FormatError as found:
        raise UsageError(f"--format: {found}") from None
    except (OSError, TextError) as found:
        reason = found.strerror if isinstance(found, OSError) else ""
        raise UsageError(f'"{args.file[:80]}" cannot be read: {reason or found}') from None


def _steps_of(file: BufferedReader[Any], args: argparse.Namespace, teller: _Teller) -> Iterator[Replayed]:
    form, lines = begun(file, args.format)
    teller.format = OWN if form is None else form.name
    if form is None:
        replay = Replay(lines, args.ruleset, within=args.within, allow=args.allow)
        yield from replay.steps(unfinished=args.unfinished)
        if replay.other_code:
            told = f"mjrules: {args.file}: {replay.changed_code}; all the same follows from it"
            print(written_out(told), file=sys.stderr)
    else:
        yield from played_again(form, lines, None if args.ruleset is None else load(args.ruleset, within=args.within))


def _shown(args: argparse.Namespace) -> tuple[int | None, Writer | None]:
    """How many events are shown, None for all; or what writes the game. Raises UsageError."""
    if args.to is None or (args.to.isascii() and args.to.isdigit()):
        return (None if args.to is None else int(args.to)), None
    writers = {form.name: form.write for form in log_formats().by_name.values() if form.write is not None}
    if args.to not in writers:
        known = f"no plugin writes it{did_you_mean(args.to, writers)}"
        raise UsageError(f'--to: expected a number of events or a format, got "{args.to[:80]}": {known}')
    if args.json:
        raise UsageError(f"--to {args.to} prints the game, and --json the result: choose one")
    return None, writers[args.to]
