"""How long players think about a decision, and how often four of them win, by ruleset.

python -m benchmarks.players [--player sound] [--hands 8] [--seed 1] [RULESET ...]

Hands are played by four players of a name, each the first of a match. Timed are the decisions where there is a choice,
in processor time, what is made for the first hands among it; the garbage collector runs as in a program of ours.
Printed are the mean, what 99 of 100 take no longer than, and the longest.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from functools import partial

import mjrules
from mjrules.cli import pauses
from mjrules.match.match import Chooser, play_out
from mjrules.play.events import Won
from mjrules.table.view import View

RULESETS = (
    "chinese-official",
    "hong-kong",
    "western",
    "western/us",
    "bmja",
    "riichi",
    "taiwanese",
    "taiwanese/mahjong-time",
    "sichuan",
)


def timed_choice(players: Mapping[str, Chooser], took: list[float], view: View) -> mjrules.Action:
    """What a player chooses; where there is a choice, the time is added."""
    begun = time.process_time()
    action = players[view.seat](view)
    if len(view.legal) > 1:
        took.append(1000 * (time.process_time() - begun))
    return action


def decisions(name: str, player: str, hands: int, seed: int) -> tuple[list[float], int]:
    """What each decision took, in milliseconds, and how many hands were won."""
    ruleset, took, won = mjrules.load(name), list[float](), 0
    for number in range(hands):
        table = mjrules.Match(ruleset, seed=f"{seed}/{number}").table
        pauses.between_hands()
        players: dict[str, Chooser] = {
            seat: mjrules.make_player(player, ruleset, f"{number}/{seat}") for seat in table.seats
        }

        play_out(table, partial(timed_choice, players, took))
        won += any(isinstance(event, Won) for event in table.log)
    return sorted(took), won


def main(argv: Sequence[str] | None = None) -> None:
    """Play, and print a line for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", default=RULESETS, metavar="RULESET")
    parser.add_argument("--player", default="sound")
    parser.add_argument("--hands", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    pauses.start()
    pauses.play()
    print(f"{'ruleset':22} decisions   mean    99%  longest  won")
    for name in args.rulesets:
        took, won = decisions(name, args.player, args.hands, args.seed)
        mean, most = sum(took) / len(took), took[int(len(took) * 0.99)]
        print(f"{name:22} {len(took):9} {mean:6.1f} {most:6.1f} {took[-1]:8.1f}  {won} of {args.hands}", flush=True)


if __name__ == "__main__":
    main()
