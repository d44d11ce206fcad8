"""Hands scored as columns, compared with the same hands scored one by one.

python -m tests.batch.compare [--ruleset ID ...] [--own] [--changed NUMBER] [--hands 20000] [--seed 1]

Compares every ruleset that scores under its own options and, but for `--own`, under each value of each option; values
that leave a ruleset as it is are no other ones. A ruleset's hands are drawn once, and scored under all its options.
With `--changed`, so many rulesets that change each of them by chance (`tests/kit/changed_rulesets.py`), in place of its
options. Prints a line for each, and leaves with 1 where something differs; a changed ruleset that does is then kept in
`build/changed`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import mjrules
from mjrules import Hand, HandError, Ruleset
from mjrules.batch.scores import Scores
from mjrules.errors import RulesetError
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scoring.score import Score
from mjrules.tiles.tile import sort_tiles
from tests.kit.changed_rulesets import changed_rulesets
from tests.kit.rulesets import SCORING, loaded

KEPT = Path(__file__).parents[2] / "build" / "changed"
LOT = 20_000
"""So many hands are drawn at a time, so that memory does not grow with their number."""


def differences(ruleset: Ruleset, hands: Sequence[Hand], scores: Scores) -> Iterator[str]:
    """What is not as it is when the hands are scored one by one."""
    items = Items(scores)
    for row, hand in enumerate(hands):
        found, expected = told(scores, row, items), scored(ruleset, hand)
        if found != expected:
            yield f"{ruleset.id}: {hand}: {found}, expected {expected}"


class Items(dict[bytes, list[str]]):
    """The sorted ids of the rules that count, by the bits of a row; each is told by the scores once."""

    def __init__(self, scores: Scores) -> None:
        super().__init__()
        self._scores = scores

    def of(self, row: int) -> list[str]:
        """Those of a row."""
        bits = self._scores.rules[row].tobytes()
        if bits not in self:
            self[bits] = sorted(self._scores.items(row))
        return self[bits]


def told(scores: Scores, row: int, items: Items) -> tuple[object, ...]:
    """What columns say of a hand."""
    if not scores.valid[row]:
        return (str(scores.errors[row]),)
    met, payments = bool(scores.minimum_met[row]), scores.payments
    paid = dict(zip(payments.seats, payments.amounts[row].tolist(), strict=True)) if payments.settled[row] else None
    return int(scores.total[row]), int(scores.counted[row]), met, items.of(row), paid


def scored(ruleset: Ruleset, hand: Hand) -> tuple[object, ...]:
    """The same of the hand scored alone."""
    try:
        best = ruleset.scorer.score(hand)
    except HandError as error:
        return (str(error),)
    value, paid = best.selection.value, Score(best, ruleset.explainer).payments
    items = sorted(award.rule.id for award in best.selection.counting)
    return value.total, value.counted, best.minimum_met, items, paid


def various(ruleset: Ruleset, number: int, seed: int) -> list[Hand]:
    """Random hands: complete ones; the same without their winning tile, of players who did not win; and spoilt ones."""
    random = Random(seed)
    found = []
    for hand in random_hands(ruleset, number, seed):
        lot = random.random()
        if lot < 0.15:
            hand = replace(hand, win=None, winner=False, self_drawn=False, source=None, flags=frozenset())
        elif lot < 0.25 and hand.concealed:
            spoilt = sort_tiles([*hand.concealed[1:], random.randrange(34)])
            hand = replace(hand, concealed=spoilt)
        elif lot < 0.3:
            hand = replace(hand, declared=True)
        found.append(hand)
    return found


def drawn(ruleset: Ruleset, number: int, seed: int) -> list[list[Hand]]:
    """So many hands in lots."""
    return [various(ruleset, min(LOT, number - first), seed + lot) for lot, first in enumerate(range(0, number, LOT))]


def differing(ruleset: Ruleset, lots: Sequence[Sequence[Hand]]) -> list[str]:
    """What differs among the hands of some lots, which are scored with the same tables."""
    batch, found = ruleset.batch(), list[str]()
    for hands in lots:
        found += differences(ruleset, hands, batch.score(hands))
    return found


def option_sets(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """No options, then each value of each option."""
    yield {}
    for name, option in ruleset.definition.options.items():
        values = option.values if option.values else (True, False) if isinstance(option.default, bool) else ()
        for value in values:
            if value != option.default:
                yield {name: value}


def compare(ids: Iterable[str], number: int, seed: int, *, own: bool = False) -> bool:
    """Compare hands of rulesets under all their options, or their `own` alone; whether all are as they should be."""
    right = True
    for id in ids:
        lots, known = drawn(loaded(id), number, seed), set[str]()
        for options in [{}] if own else option_sets(loaded(id)):
            try:
                ruleset = mjrules.load(id, options)
            except RulesetError as error:
                print(f"{id} {options}: {error}".splitlines()[0])
                continue
            if ruleset.hash in known:
                continue
            known.add(ruleset.hash)
            wrong = differing(ruleset, lots)
            print(f"{id} {options}: {number} hands, {len(wrong)} differ", *wrong[:3], sep="\n  ", flush=True)
            right = right and not wrong
    return right


def compare_changed(ids: Iterable[str], changed: int, number: int, seed: int) -> bool:
    """Compare hands of rulesets that change others by chance; whether all are as they should be."""
    right = True
    for id in ids:
        KEPT.mkdir(parents=True, exist_ok=True)
        rulesets = changed_rulesets(loaded(id), KEPT, Random(f"{seed} {id}"))
        for place, ruleset in zip(range(changed), rulesets, strict=False):
            wrong = differing(ruleset, drawn(ruleset, number, seed + place))
            if wrong:
                kept = (KEPT / "changed.yaml").replace(KEPT / f"{id.replace('/', '-')}-{seed}-{place}.yaml")
                print(f"{kept}: {number} hands, {len(wrong)} differ", *wrong[:3], sep="\n  ", flush=True)
                right = False
        print(f"{id}: {changed} changed rulesets", flush=True)
    return right


def main() -> None:
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", nargs="*", default=SCORING, help="ids of rulesets; all that score")
    parser.add_argument("--own", action="store_true", help="each under its own options only")
    parser.add_argument("--changed", type=int, default=0, help="so many rulesets that change each, in place of options")
    parser.add_argument("--hands", type=int, default=20_000, help="hands for each ruleset and option")
    parser.add_argument("--seed", type=int, default=1, help="a whole number")
    args = parser.parse_args()
    if args.changed:
        sys.exit(not compare_changed(args.ruleset, args.changed, args.hands, args.seed))
    sys.exit(not compare(args.ruleset, args.hands, args.seed, own=args.own))


if __name__ == "__main__":
    main()
