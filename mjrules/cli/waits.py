"""The tiles that complete a hand, and what each would score, drawn and claimed.

mjrules waits "2345678m 111p 456s" --ruleset hong-kong
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..errors import HandError
from ..hands.hand import Hand
from ..hands.record_answers import refusal
from ..records import Rulesets
from ..replies import HandGiven, with_reasons
from ..ruleset.ruleset import Ruleset
from ..ruleset.scored_waits import Wait
from ..scoring.score import Score
from ..scoring.show import Style, situation_text
from ..spoken import Sentence, Spoken, spoken_list
from ..text_tables import COLUMNS, columns, listed
from .arguments import add_for_hands
from .chosen import choose, refuse_in_english, style_of, voice_of
from .given_hand import explained, left_open, read_given, refuse_empty, ruleset_for
from .json_answers import print_json
from .show_nearer import nearer
from .show_refused import indented
from .voice import Voice

_TOO_MANY: Final = Sentence("This hand has a tile too many to wait.", "这手牌多一张，谈不上听牌。")()
_COMPLETE: Final = Sentence("This hand has a tile too many to wait. It is complete.", "这手牌多一张：已成牌。")()
_MAY_NOT_WIN: Final = Sentence("This hand is ready, and may not win.", "这手牌已听牌，但不能和。")()
_NONE: Final = Sentence("No tile completes this hand.", "这手牌没有听牌。")()
_HEADS: Final = (
    Sentence("tile", "牌")(),
    Sentence("left", "余")(),
    Sentence("drawn", "自摸")(),
    Sentence("claimed", "点炮")(),
    Sentence("for", "番种")(),
)
_BELOW: Final = Sentence("* below the minimum of {least}", "* 不足起和 {least}")
_BELOW_ASIDE: Final = Sentence(
    "* below the minimum of {least}: {counted} with {names} not counted towards it",
    "* 不足起和 {least}：不计{ids:rules}，为 {counted}",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("hand", metavar="HAND", help="hand text or a JSON record, without the winning tile")
    add_for_hands(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 1 where no tile completes the hand."""
    refuse_empty(args.hand)
    refuse_in_english(args, {"--json": args.json})
    rulesets, config = choose(args)
    if args.json:
        return _as_json(args.hand, rulesets)
    given = read_given(args.hand, rulesets)
    ruleset = ruleset_for(given, rulesets)
    style, voice = style_of(args, config, ruleset), voice_of(args, ruleset)
    with explained(given, ruleset, style, voice.tell):
        hand = ruleset.read(given)
        held = len(hand.concealed) + 3 * len(hand.melds)
        if hand.won and hand.win is None and held in ruleset.scorer.shapes.sizes:
            print(_in_sentences(_after_a_discard(ruleset, hand, style), voice))
            return 1
        waits = ruleset.waits(hand)
    if not waits:
        print(_in_sentences(_none(ruleset, hand, style), voice))
    else:
        print(f"{voice(situation_text(hand, left_open(given, ruleset)[1]))}\n\n{_table(waits, style, voice)}")
    return 0 if waits else 1


def _as_json(said: str, rulesets: Rulesets) -> int:
    """The waits as a list; of a hand that is refused the record that says why, as `mjrules score` prints it."""
    given: HandGiven = ""
    ruleset: Ruleset | None = None
    try:
        given = read_given(said, rulesets)
        ruleset = ruleset_for(given, rulesets)
        waits = ruleset.waits(ruleset.read(given))
    except HandError as error:
        refused = refusal(None if isinstance(given, str) else given.get("id"), error)
        print_json(refused if ruleset is None else with_reasons(refused, given, ruleset))
        return 1
    print_json([wait.to_record() for wait in waits])
    return 0 if waits else 1


def _in_sentences(told: Sequence[str], voice: Voice) -> str:
    """Sentences, those behind the first indented."""
    head, *lines = map(voice, told)
    return f"{head}\n{indented(lines)}" if lines else head


def _after_a_discard(ruleset: Ruleset, hand: Hand, style: Style) -> Sequence[str]:
    """What becomes of a hand with a tile too many, which is complete or has to discard first, in sentences."""
    ruleset.scorer.verify(hand)
    lines = ruleset.why_not(hand, style)
    return (_TOO_MANY, *lines, *nearer(ruleset, hand, style, lines)) if lines else (_COMPLETE,)


def _none(ruleset: Ruleset, hand: Hand, style: Style) -> Sequence[str]:
    """Why no tile wins with a hand, in sentences."""
    waiting = replace(hand, win=None, winner=False, self_drawn=False, declared=False, flags=frozenset())
    allowed = ruleset.scorer.waits.counted(waiting)
    lines = ruleset.why_not(waiting, style)
    return (_MAY_NOT_WIN if allowed else _NONE, *lines, *nearer(ruleset, waiting, style, lines))


def _table(waits: list[Wait], style: Style, voice: Voice) -> str:
    """What each tile would score, drawn and claimed, and by which rules."""
    rows = [list(map(voice, _HEADS))]
    for wait in waits:
        best = wait.drawn or wait.claimed
        items = () if best is None else best.items
        rules = voice.parted(map(voice.rule, items))
        rows.append([style.tiles([wait.tile]), str(wait.left), _total(wait.drawn), _total(wait.claimed), rules])
    below = any("*" in row[2] + row[3] for row in rows)
    note = voice(_below(waits, voice.ruleset.book.minimum)) if below else ""
    return "\n".join(filter(None, (columns(rows, right=[1, 2, 3], most=COLUMNS), note)))


def _below(waits: list[Wait], least: int) -> Spoken:
    """That hands are below the minimum, with what they have that does not count towards it."""
    scores = [score for wait in waits for score in (wait.drawn, wait.claimed) if score and not score.minimum_met]
    aside = [(item.id, item.name) for score in scores for item in score.items if item.name in score.explanation.aside]
    if not aside:
        return _BELOW(least=least)
    counted = sorted({score.counted for score in scores if score.explanation.aside})
    told = spoken_list(map(str, counted), " or ", "、")
    names = dict(aside)
    return _BELOW_ASIDE(least=least, counted=told, names=listed([*names.values()]), ids=[*names])


def _total(score: Score | None) -> str:
    if score is None:
        return "-"
    return str(score.total) if score.minimum_met else f"{score.total}*"
