"""The tiles that complete a hand, and what each would score, drawn and claimed.

mjrules waits "2345678m 111p 456s" --ruleset hong-kong
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from ..hands.hand import Hand
from ..ruleset.ruleset import Ruleset, Wait
from ..scoring.score import Score
from ..scoring.show import Style, situation_text
from ..text_tables import COLUMNS, columns, listed
from .common import (
    add_allow,
    add_json,
    add_names,
    add_ruleset,
    assumed,
    choose,
    explained,
    print_json,
    read_given,
    refuse_empty,
    ruleset_for,
    style_of,
)
from .show_nearer import nearer
from .show_refused import indented


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("hand", metavar="HAND", help="hand text or a JSON record, without the winning tile")
    add_ruleset(parser)
    add_allow(parser)
    add_names(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 1 where no tile completes the hand."""
    refuse_empty(args.hand)
    rulesets, config = choose(args)
    given = read_given(args.hand, rulesets)
    ruleset = ruleset_for(given, rulesets)
    style = style_of(args, config, ruleset)
    with explained(given, ruleset, style):
        hand = ruleset.read(given)
        held = len(hand.concealed) + 3 * len(hand.melds)
        if hand.won and hand.win is None and held in ruleset.scorer.shapes.sizes and not args.json:
            print(_after_a_discard(ruleset, hand, style))
            return 1
        waits = ruleset.waits(hand)
    if args.json:
        print_json([wait.to_record() for wait in waits])
    elif not waits:
        print(_none(ruleset, hand, style))
    else:
        print(f"{situation_text(hand, assumed(given))}\n\n{_table(waits, style, ruleset)}")
    return 0 if waits else 1


def _after_a_discard(ruleset: Ruleset, hand: Hand, style: Style) -> str:
    """What becomes of a hand with a tile too many, which is complete or has to discard first."""
    ruleset.scorer.verify(hand)
    lines = ruleset.why_not(hand, style)
    lines = (*lines, *nearer(ruleset, hand, style, lines)) if lines else ()
    head = "This hand has a tile too many to wait."
    return f"{head}\n{indented(lines)}" if lines else f"{head} It is complete."


def _none(ruleset: Ruleset, hand: Hand, style: Style) -> str:
    """Why no tile wins with a hand."""
    waiting = replace(hand, win=None, winner=False, self_drawn=False, declared=False, flags=frozenset())
    allowed = ruleset.scorer.waits.counted(waiting)
    head = "This hand is ready, and may not win." if allowed else "No tile completes this hand."
    lines = ruleset.why_not(waiting, style)
    lines = (*lines, *nearer(ruleset, waiting, style, lines))
    return f"{head}\n{indented(lines)}" if lines else head


def _table(waits: list[Wait], style: Style, ruleset: Ruleset) -> str:
    rows = [["tile", "left", "drawn", "claimed", "for"]]
    for wait in waits:
        best = wait.drawn or wait.claimed
        items = ", ".join(item.name for item in best.items) if best is not None else ""
        rows.append([style.tiles([wait.tile]), str(wait.left), _total(wait.drawn), _total(wait.claimed), items])
    below = any("*" in row[2] + row[3] for row in rows)
    note = f"\n* below the minimum of {ruleset.book.minimum}{_not_counted(waits)}" if below else ""
    return columns(rows, right=[1, 2, 3], most=COLUMNS) + note


def _not_counted(waits: list[Wait]) -> str:
    """What the hands below the minimum have that does not count towards it, in words; empty for nothing."""
    scores = [score for wait in waits for score in (wait.drawn, wait.claimed) if score and not score.minimum_met]
    aside = dict.fromkeys(name for score in scores for name in score.explanation.aside)
    counted = sorted({score.counted for score in scores if score.explanation.aside})
    if not aside:
        return ""
    return f": {' or '.join(map(str, counted))} with {listed([*aside])} not counted towards it"


def _total(score: Score | None) -> str:
    if score is None:
        return "-"
    return str(score.total) if score.minimum_met else f"{score.total}*"
