"""Play a game in the terminal against computer players; digits and Enter are all the keys that it takes.

0 opens a menu: take back, advice, the table, the standings, save. A game is saved when you leave it, also by Ctrl-C or
at the end of the input; the program says where, and goes on with it by --save.

  mjrules play --ruleset hong-kong
  mjrules play --ruleset western --players random --save evening.jsonl
  mjrules play --save evening.jsonl --plain
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from shlex import quote
from types import FrameType
from typing import Final

from ..errors import no_place_for_file
from ..match.match import Chooser, Match
from ..play.player_maker import Adviser
from ..players.make import BEST_FIRST, make_player, player_names
from ..ruleset.files.find import is_path
from ..ruleset.ruleset import Ruleset
from . import pauses
from .arguments import UsageError, add_ruleset, named_path
from .chosen import choose, chosen_ruleset
from .colour import may_colour
from .terminal.keyboard import Keyboard
from .terminal.saved_game import YOU, new_game, opponents_of, resumed
from .terminal.screen import Screen
from .terminal.sitting import Sitting
from .terminal.tile_faces import GameStyle

SEEDS: Final = 1_000_000
CLOSING_SIGNALS: Final = ("SIGHUP", "SIGTERM")
"""How systems tell a program that its terminal is closed, or that it has to end."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_ruleset(parser)
    about = "who plays against you: one name, or one for each, such as quick,quick,random"
    parser.add_argument("--players", metavar="NAMES", help=about)
    parser.add_argument("--seed", metavar="S", type=int, help="a number for the dice (default: any)")
    about = "the file of the game: where it is saved, and resumed from if it is there"
    parser.add_argument("--save", metavar="FILE", type=named_path, help=about)
    about = "for screen readers: one fact on each line, nothing drawn, no colours, tiles by name"
    parser.add_argument("--plain", action="store_true", help=about)


def run(args: argparse.Namespace) -> int:
    """Carry the command out: play until the match is over or the player leaves."""
    if sys.stdin is None:
        raise UsageError("there is no standard input")
    match = _resumed(args) if args.save is not None and args.save.exists() else _new(args)
    ruleset, stream = match.ruleset, sys.stdout
    pauses.play()
    screen = Screen(
        GameStyle(ruleset.names, spoken=args.plain),
        stream.write,
        plain=args.plain,
        frames=stream.isatty() and (stream.encoding or "").lower().replace("-", "") == "utf8",
        colours=may_colour(stream),
    )

    def prompt(text: str) -> None:
        stream.write(text)
        stream.flush()

    keyboard = Keyboard(sys.stdin, screen.say, prompt)
    again = f" --ruleset {quote(args.ruleset)}" if args.ruleset is not None and is_path(args.ruleset) else ""
    others, advise = _others(match, programs=args.players is not None), partial(_adviser, ruleset)
    sitting = Sitting(match, others, screen, keyboard, find_adviser=advise, path=args.save, again=again)
    screen.say(ruleset.sheet.heading)
    screen.say(f"Seed {match.seed}. Type a number and Enter; 0 opens the menu.")
    with _interrupts(keyboard):
        return 0 if sitting.play() else 2


@contextmanager
def _interrupts(keyboard: Keyboard) -> Iterator[None]:
    """Within it Ctrl-C, and that the terminal is closed, wait until what goes on is done, and the game is saved."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield  # somebody else decides what Ctrl-C does
        return

    def ask(number: int, frame: FrameType | None) -> None:
        keyboard.interrupt()

    signals = [signal.SIGINT, *(getattr(signal, name) for name in CLOSING_SIGNALS if hasattr(signal, name))]
    handlers = [signal.signal(number, ask) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, handlers, strict=True):
            signal.signal(number, handler)


def _new(args: argparse.Namespace) -> Match:
    """A new match. Raises UsageError."""
    fault = "" if args.save is None else no_place_for_file(str(args.save))
    if fault:
        raise UsageError(f"--save: {fault}")
    rulesets, _ = choose(args)
    if rulesets.name is None and args.save is not None:
        raise UsageError(f'there is no game "{args.save}" to go on with: to begin one, add --ruleset')
    ruleset = chosen_ruleset(rulesets)
    known = player_names(ruleset)
    number = len(ruleset.definition.table.seats) - 1
    names = args.players.split(",") if args.players else [next(name for name in BEST_FIRST if name in known)]
    if len(names) not in (1, number):
        raise UsageError(f"--players {args.players}: expected one name, or {number}")
    seed = random.randrange(SEEDS) if args.seed is None else args.seed
    return new_game(ruleset, names if len(names) > 1 else names * number, seed)


def _resumed(args: argparse.Namespace) -> Match:
    """The match of a file; what it was played with cannot be chosen again. Raises UsageError."""
    for name in ("players", "seed", "settings"):
        if getattr(args, name):
            option = "set" if name == "settings" else name
            raise UsageError(f'"{args.save}" is a game that has begun: --{option} cannot change it')
    return resumed(args.save, args.ruleset, args.within)


def _others(match: Match, *, programs: bool) -> dict[str, Chooser]:
    """The computer players of a match, by their names. Raises UsageError, and PlayerError for one that is not known.

    `programs` says whether players may be programs: they may not where a file names them.
    """
    kinds = opponents_of(match)
    names = [name for name in match.given if name != YOU]
    return {
        name: make_player(kind, match.ruleset, f"{match.seed}/{name}", programs=programs)
        for name, kind in zip(names, kinds, strict=True)
    }


def _adviser(ruleset: Ruleset) -> Adviser | None:
    """The best player that can say why; None where none can."""
    known = player_names(ruleset)
    for name in (name for name in BEST_FIRST if name in known):
        player = make_player(name, ruleset, "adviser")
        if isinstance(player, Adviser):
            return player
    return None
