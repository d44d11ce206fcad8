"""Random play at the table, beside rlcard in the same run, and with everything of plugins taken out.

python -m benchmarks.play [--hands 300] [--rounds 9]

Random players choose any legal action; every event is kept in the log. The peer plays its own game of
mahjong, without scores, with its own random agents (`env.run`). Rounds are interleaved: in each of them the
peer and every ruleset play once, with seeds that are new in each round, and times are processor time. What
is printed are medians of hands a second, and the median of the ratios to the peer of the same round.

The second table has the time of the same seeds without house rules and with the bare functions of plugins
in place of the checked ones, divided by the time of the whole: 1 would be a table on which hooks cost nothing.
Where house rules offer actions, the hands played without them are other hands, so there is the ratio of the
times for one decision, too.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

import rlcard
from rlcard.agents import RandomAgent

import mjrules
from mjrules import Ruleset, Table
from mjrules.match.match import play_out
from mjrules.play.events import Action
from mjrules.players.chance import chance_player
from mjrules.table import legal_actions

RULESETS = ("chinese-official", "western")
PEER_HANDS = 12
"""How many hands of the peer stand for a hundred of ours, for they take longer."""


class Run(NamedTuple):
    """Processor time, hands and decisions of a run."""

    seconds: float
    hands: int
    decisions: int

    @property
    def by_hand(self) -> float:
        """The seconds that a hand takes."""
        return self.seconds / self.hands

    @property
    def by_decision(self) -> float:
        """The seconds that a decision takes."""
        return self.seconds / self.decisions


def timed(hands: int, play: Callable[[int], object], decided: Callable[[Any], int]) -> Run:
    """The time of so many hands. `play` gets the number of a hand; `decided` tells, unmeasured, the decisions in it."""
    gc.collect()
    seconds, decisions = 0.0, 0
    for number in range(hands):
        start = time.process_time()
        played = play(number)
        seconds += time.process_time() - start
        decisions += decided(played)
    return Run(seconds, hands, decisions)


def ours(ruleset: Ruleset, hands: int, seed: int) -> Run:
    """Hands of the table."""

    def play(number: int) -> Table:
        table = Table(ruleset, f"{seed}/{number}")
        play_out(table, chance_player(f"{seed}/{number}/choices"))
        return table

    return timed(hands, play, lambda table: sum(isinstance(event, Action) for event in table.log))


def peer(hands: int, seed: int) -> Run:
    """Hands of rlcard with its random agents."""
    env: Any = rlcard.make("mahjong", config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    return timed(hands, lambda _: env.run(is_training=False)[0], lambda moves: sum(len(own) // 2 for own in moves))


def stubbed(name: str) -> Ruleset:
    """A ruleset whose plugins give bare functions, and whose house rules do nothing."""
    with patch("mjrules.hooks.manager.checked", lambda plugin, hook, item: item):
        ruleset = mjrules.load(name)
    vars(ruleset)["house_rules"] = {}
    return ruleset


def rounds(args: argparse.Namespace) -> Iterable[dict[str, Run]]:
    """The runs of every round by their names; which of whole and stubbed comes first, changes from round to round."""
    whole = {name: mjrules.load(name) for name in RULESETS}
    bare = {name: stubbed(name) for name in RULESETS}
    for name in RULESETS:
        ours(whole[name], args.hands // 3, -1)
        ours(bare[name], args.hands // 3, -1)
    for number in range(args.rounds):
        found = {"peer": peer(max(1, args.hands * PEER_HANDS // 100), number)}
        for name in RULESETS:
            pair = [(name, whole[name]), (f"{name} stubbed", bare[name])]
            for own, ruleset in pair if number % 2 else reversed(pair):
                found[own] = ours(ruleset, args.hands, number)
        yield found


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=300, help="hands of each ruleset in a round")
    parser.add_argument("--rounds", type=int, default=9, help="rounds")
    args = parser.parse_args()
    found = list(rounds(args))
    kind = "plain Python" if str(legal_actions.__file__).endswith(".py") else "compiled"
    print(f"mjrules {mjrules.__version__} ({kind}), rlcard {rlcard.__version__}; medians of {args.rounds} rounds")
    print(f"  {'':18}  hands/s  decisions/s  of the peer")
    for name in ("peer", *RULESETS):
        hands = median(1 / each[name].by_hand for each in found)
        decided = median(1 / each[name].by_decision for each in found)
        ratio = median(each["peer"].by_hand / each[name].by_hand for each in found)
        print(f"  {name:18}{hands:9,.0f}{decided:13,.0f}{ratio:13.1f}")
    print("hooks stubbed out: time of the whole\n" + f"  {'':18}  by hand  by decision  house rules")
    for name in RULESETS:
        hand = median(each[f"{name} stubbed"].by_hand / each[name].by_hand for each in found)
        decision = median(each[f"{name} stubbed"].by_decision / each[name].by_decision for each in found)
        named = ", ".join(mjrules.load(name).definition.house_rules) or "none"
        print(f"  {name:18}{hand:9.2f}{decision:13.2f}  {named}")


if __name__ == "__main__":
    main()
