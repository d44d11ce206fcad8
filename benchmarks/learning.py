"""Steps a second of many games for learning agents, beside rlcard's mahjong in the same run.

python -m benchmarks.learning [--steps 4000] [--rounds 7]

A step is a decision of one player. `seen` has an observation and a mask of legal actions for every step, `masks` the
masks alone, `random` what `ManyGames.play` does with random players; the peer plays its own game of mahjong, without
scores, with its own random agents (`env.run`). Rounds are interleaved, with seeds that are new in each; times are
processor time of one process. What is printed are medians, and the median of the ratios to the peer of the same round.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable, Mapping
from statistics import median

import mjrules
from mjrules.rl.many_games import ManyGames
from mjrules.table import legal_actions

from .play import peer

RULESETS = ("chinese-official", "hong-kong", "sichuan", "riichi", "western")
GAMES = 16
"""How many games are stepped side by side."""
PEER_HANDS = 8


def stepped(games: ManyGames, steps: int, seed: int) -> None:
    """Random actions by the masks."""
    chance = random.Random(seed)
    for _ in range(steps // GAMES):
        games.step(games.random_actions(chance))


def played(games: ManyGames, steps: int, seed: int) -> None:
    """Random players."""
    games.play(steps // GAMES, seed=seed)


WAYS: Mapping[str, tuple[bool, Callable[[ManyGames, int, int], None]]] = {
    "seen": (True, stepped),
    "masks": (False, stepped),
    "random": (False, played),
}
"""How games are stepped: whether with observations, and by what."""


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=4000, help="steps of each ruleset in a round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds")
    args = parser.parse_args()
    found: dict[tuple[str, str], list[float]] = {}
    peers: list[float] = []
    for number in range(args.rounds):
        peers.append(1 / peer(PEER_HANDS, number).by_decision)
        for id in RULESETS:
            for way, (seen, run) in WAYS.items():
                games = ManyGames(id, GAMES, number, seen=seen)
                run(games, args.steps // 8, number)
                gc.collect()  # as before the hands of the peer: or what others left is looked through in between
                start = time.process_time()
                run(games, args.steps, number)
                found.setdefault((id, way), []).append(args.steps / (time.process_time() - start))
    kind = "plain Python" if str(legal_actions.__file__).endswith(".py") else "compiled"
    print(f"mjrules {mjrules.__version__} ({kind}); medians of {args.rounds} rounds; peer {median(peers):,.0f} steps/s")
    print(f"  {'':18}{'':8}  steps/s  of the peer")
    for (id, way), speeds in found.items():
        ratio = median(own / other for own, other in zip(speeds, peers, strict=True))
        print(f"  {id:18}{way:8}{median(speeds):9,.0f}{ratio:13.1f}")


if __name__ == "__main__":
    main()
