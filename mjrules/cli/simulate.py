"""Let players play many hands by themselves, and count the results.

Random players choose any legal action, each as often as the others; --players names others. They play matches one
after another; in a long run, several processes play matches. The same seed gives the same figures on every machine,
whatever the number of processes and machines. With --out each hand is written to a file; the same command continues
where an interrupted run stopped.

  mjrules simulate --hands 50 --seed 7 --ruleset hong-kong
  mjrules simulate --hands 100 --ruleset hong-kong --out played.jsonl --json
"""

from __future__ import annotations

import argparse
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from ..errors import Say
from ..simulation.long_runs import when_worth_it
from ..simulation.played_by import BY_DEFAULT
from ..simulation.simulation import PlayOn, Simulation
from ..simulation.summary import Summary
from ..spoken import Sentence
from ..text_tables import folded
from . import pauses
from .arguments import UsageError, add_json, add_language, add_ruleset, place_name
from .chosen import choose, chosen_ruleset, refuse_in_english, voice_of
from .json_answers import print_json
from .progress import Progress
from .show_simulation import summary_text
from .workers import add_workers, workers_asked

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
STDERR = 2
_STOPPING = Sentence(
    "Stopping when what is being played is over; Ctrl-C again stops at once.",
    "打完正在打的就停；再按“Ctrl-C”立即停止。",
)()
AT_LEAST_ONE = Sentence("{option} {number}: expected 1 or more", "“{option} {number}”：应不小于 1")
PLAYED_BY = Sentence("{players}, seed {seed}", "{players}，种子 {seed}")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--hands", metavar="N", type=int, default=1000, help="how many hands (default: 1000)")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="a number for the dice (default: 0)")
    add_players(parser, BY_DEFAULT)
    add_ruleset(parser)
    add_json(parser)
    add_language(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=place_name,
        help="write a line for each hand; a run continues after the hands already there",
    )
    add_workers(parser, "one for each core in a long run of players of mjrules, otherwise this one alone")
    parser.add_argument("--quiet", action="store_true", help="no progress and no speed on stderr")


def add_players(parser: argparse.ArgumentParser, default: str) -> None:
    """The option that says who plays."""
    about = f"who plays: one name for all, or one for each, separated by commas (default: {default})"
    parser.add_argument("--players", metavar="NAME", help=about)


def play_by(args: argparse.Namespace) -> PlayOn:
    """Who plays, by what the command line says of it."""
    workers = workers_asked(args)
    if workers is None:
        return when_worth_it()
    if workers == 1:
        return Simulation.alone
    from ..simulation.matches_elsewhere import by_workers
    from ..simulation.workers import workers_of

    return by_workers(workers_of(workers))


def run(args: argparse.Namespace) -> int:
    """Carry the command out; after Ctrl-C what is being played is finished, and what was played is summed up."""
    if args.hands < 1:
        raise UsageError(AT_LEAST_ONE(option="--hands", number=args.hands))
    play_on = play_by(args)
    refuse_in_english(args, {"--json": args.json})
    ruleset = chosen_ruleset(choose(args)[0])
    voice = voice_of(args, ruleset)
    pauses.play()
    summary, progress = Summary(), Progress(args.hands, voice, quiet=args.quiet)
    with stopping(voice) as stop:
        simulation = Simulation(ruleset, args.seed, BY_DEFAULT if args.players is None else args.players)
        for result in simulation.results(args.hands, args.out, play_on):
            summary += Summary.of_hand(result)
            progress.done(result.number, simulation.played)
            if stop.is_set():
                break
    progress.end(stopped=stop.is_set())
    if args.json:
        options = dict(ruleset.options.chosen)
        played_by = simulation.played_by.by_player()
        head = {**ruleset.head, "options": options, "seed": args.seed, "players": played_by}
        print_json({**head, **summary.to_record(ruleset)})
    else:
        played = folded(voice(PLAYED_BY(players=simulation.played_by.text, seed=args.seed)), 2)
        print(f"{voice.heading}\n{played}\n\n{summary_text(summary, voice)}")
    return INTERRUPTED if stop.is_set() else 0


@contextmanager
def stopping(say: Say) -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, which is said; a second Ctrl-C ends the program as ever."""
    told = f"\n{say(_STOPPING)}\n".encode()
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with suppress(OSError):
            os.write(STDERR, told)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield stop  # somebody else decides what Ctrl-C does
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
