"""Say what a house rule does: play the same walls under two rulesets, and tell the differences with 95% intervals.

B is another ruleset, or A with what --set-b says. Players play by themselves, the best that there are unless --players
names others. The same seed gives the same figures, whatever the number of processes and machines. With --out what is
played is kept in a file, and the same command continues where an interrupted run stopped.

  mjrules compare western --set-b limit=500 --hands 1000
  mjrules compare riichi/tenhou riichi/mleague --hands 2000 --svg pictures
"""

from __future__ import annotations

import argparse
import os

from ..compare.comparison import Comparison
from ..compare.measures import RULES, WORTHS, Measured
from ..compare.show import Telling, comparison_text
from ..compare.stretch import STRETCH
from ..errors import described_path, no_place_for_file
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from ..simulation.pool import cores
from ..spoken import Sentence
from . import pauses
from .arguments import UsageError, add_json, add_language, add_settings, check_folder, place_name, settings_of
from .chosen import refuse_in_english, voice_of
from .json_answers import print_json
from .progress import Progress
from .simulate import AT_LEAST_ONE, INTERRUPTED, add_players, stopping
from .voice import Voice
from .workers import add_workers, workers_asked

_APART = Sentence(" ", "，")()
OF_OPTION = Sentence("{option}: {fault}", "“{option}”：{fault}")
_WRITTEN_BY = Sentence(
    "{option}: {path} is written by {by} already: name another file",
    "“{option}”：{path:shown}已由“{by}”写入：请另写文件名",
)
_WITH_WHAT = Sentence(
    "compare {a} with what? Name another ruleset, or an option by --set-b KEY=VALUE",
    "“{a}”与什么相比？请写另一种规则，或用“--set-b KEY=VALUE”写一个选项",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("a", metavar="A", help="a ruleset, by its id or path")
    parser.add_argument("b", metavar="B", nargs="?", help="the other ruleset (default: A with what --set-b says)")
    parser.add_argument(
        "--hands", metavar="N", type=int, default=1000, help="how many hands under each (default: 1000)"
    )
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="a number for the dice (default: 0)")
    add_players(parser, "the best that can play both")
    for letter in "ab":
        about = f"an option or preset of {letter.upper()} alone; --set is for both"
        parser.add_argument(f"--set-{letter}", metavar="KEY=VALUE", action="append", default=[], help=about)
    add_settings(parser)
    add_json(parser)
    add_language(parser)
    parser.add_argument("--csv", metavar="FILE", type=place_name, help="write the differences as CSV, too")
    parser.add_argument(
        "--parquet", metavar="FILE", type=place_name, help="write them as Parquet, too (needs the extra parquet)"
    )
    parser.add_argument("--svg", metavar="DIR", type=place_name, help="draw pictures to print, into this folder")
    parser.add_argument(
        "--out", metavar="FILE", type=place_name, help="keep what is played in a file; a run continues after it"
    )
    add_workers(parser, f"one for each core, at most one for every {STRETCH} hands")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(args: argparse.Namespace) -> int:
    """Carry the command out; after Ctrl-C what was played is told."""
    _check(args)
    asked = workers_asked(args)
    workers = min(cores(), -(-args.hands // STRETCH)) if asked is None else asked
    refuse_in_english(args, {"--json": args.json, "--csv": args.csv, "--parquet": args.parquet, "--svg": args.svg})
    a, b = _rulesets(args)
    voices = voice_of(args, a), voice_of(args, b)
    pauses.play()
    comparison = Comparison(a, b, args.seed, args.players, steps=args.budget)
    progress = Progress(args.hands, voices[1], quiet=args.quiet)
    with stopping(voices[1]) as stop:
        for hands in comparison.run(args.hands, args.out, workers):
            progress.done(hands, comparison.played)
            if stop.is_set():
                break
    progress.end(stopped=stop.is_set())
    if args.json:
        print_json(comparison.to_record())
    else:
        print(comparison_text(comparison, _telling(*voices)))
    _write(comparison, args)
    return INTERRUPTED if stop.is_set() else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse numbers and files that cannot be, before hours of play."""
    if args.hands < 1:
        raise UsageError(AT_LEAST_ONE(option="--hands", number=args.hands))
    written = {} if args.out is None else {os.path.realpath(args.out): "--out"}
    for name in ("csv", "parquet"):
        path = getattr(args, name)
        if path is None:
            continue
        if fault := no_place_for_file(path):
            raise UsageError(OF_OPTION(option=f"--{name}", fault=fault))
        by = written.setdefault(os.path.realpath(path), f"--{name}")
        if by != f"--{name}":
            raise UsageError(_WRITTEN_BY(option=f"--{name}", path=described_path(path), by=by))
    if args.svg is not None:
        check_folder("--svg", args.svg)
    if args.parquet is not None:
        from ..compare.files import parquet_modules

        parquet_modules()


def _rulesets(args: argparse.Namespace) -> tuple[Ruleset, Ruleset]:
    """Both rulesets. Raises UsageError where nothing says what B is."""
    if args.b is None and not (args.set_a or args.set_b):
        raise UsageError(_WITH_WHAT(a=args.a))
    both = settings_of(args)
    settings = [[*both, *settings_of(argparse.Namespace(settings=own))] for own in (args.set_a, args.set_b)]
    names = (args.a, args.a if args.b is None else args.b)
    a, b = (load(name, own, within=args.within) for name, own in zip(names, settings, strict=True))
    return a, b


def _telling(a: Voice, b: Voice) -> Telling:
    """How a comparison is told in the language of two voices; what both have, the second says."""

    def heading(ruleset: Ruleset) -> str:
        return (a if ruleset is a.ruleset else b).heading.replace("\n", b(_APART))

    def title(measured: Measured) -> str:
        by_a = measured.kind == RULES and measured.id not in b.ruleset.definition.rules
        return (a if by_a else b)(measured.title)

    def unit(measured: Measured) -> str:
        if measured.kind != WORTHS:
            return b(measured.unit)
        return b.parted(dict.fromkeys([a.main_unit, b.main_unit]))

    return Telling(b, heading, title, unit)


def _write(comparison: Comparison, args: argparse.Namespace) -> None:
    """Write the files that are asked for."""
    from ..compare.files import write_csv, write_parquet, write_pictures

    for path, write in ((args.csv, write_csv), (args.parquet, write_parquet), (args.svg, write_pictures)):
        if path is not None:
            write(comparison, path)
