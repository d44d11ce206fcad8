"""Score a hand, or every record of a file.

HAND is hand text, with the winning tile after + (claimed) or ! (drawn), or a JSON record:
  mjrules score "(789s) [1111z] 2345688p +7p seat=S round=E from=left" --ruleset chinese-official
  mjrules score --jsonl hands.jsonl
"""

from __future__ import annotations

import argparse
import sys

from ..config import Config
from ..errors import HandError
from ..hands.record_answers import refusal
from ..records import Rulesets
from ..spoken import Sentence
from .answered_lines import print_answers
from .arguments import UsageError, add_for_hands
from .chosen import choose, refuse_in_english, style_of, teller_in
from .colour import score_coloured
from .given_hand import explained, guesses, left_open, read_given, refuse_empty, ruleset_for
from .json_answers import encoder, print_json
from .workers import add_processes, print_answers_elsewhere, processes_for_file


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("hand", nargs="?", metavar="HAND", help="hand text or a JSON record")
    add_for_hands(parser)
    parser.add_argument("--jsonl", metavar="FILE|-", help="score every record of a file of JSON lines, plain or gzip")
    add_processes(parser, "score a file of records", "this one alone")
    add_declare(parser)
    add_sources(parser)
    parser.add_argument("--verbose", action="store_true", help="add what was not counted, and why")


def add_declare(parser: argparse.ArgumentParser) -> None:
    """The option that says that the win is declared."""
    parser.add_argument("--declare", action="store_true", help="the win is declared: below the minimum it is refused")


_NO_HAND = Sentence(
    "expected a HAND, or --jsonl with a file (or - for standard input)",
    "请写手牌“HAND”，或用“--jsonl”指定文件（标准输入为“-”）",
)


def add_sources(parser: argparse.ArgumentParser) -> None:
    """The option for the sources of what is explained."""
    parser.add_argument("--sources", action="store_true", help="where each rule comes from, in the explanation")


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    if (args.hand is None) == (args.jsonl is None):
        raise UsageError(_NO_HAND())
    if args.sources and not args.verbose:
        raise UsageError("--sources is for an explanation: add --verbose, or use mjrules explain")
    refuse_in_english(args, {"--sources": args.sources, "--json": args.json, "--jsonl": args.jsonl})
    workers = processes_for_file(args)
    rulesets, config = choose(args)
    if args.jsonl is not None:
        return _score_lines(args, rulesets, workers)
    refuse_empty(args.hand)
    return _score_as_json(args, rulesets) if args.json else _score_one(args, rulesets, config)


def _score_lines(args: argparse.Namespace, rulesets: Rulesets, workers: int) -> int:
    """A file of hand records in, a score record for each out."""
    from ..scored_lines.lines import ScoredLines  # only where many are scored

    scored = ScoredLines(rulesets, encoder(), declared=args.declare, verbose=args.verbose)
    if workers == 1:
        return print_answers(args.jsonl, scored.answers, None if args.verbose else scored.answers_in_lots)
    return print_answers_elsewhere(args.jsonl, scored, workers)


def _score_one(args: argparse.Namespace, rulesets: Rulesets, config: Config) -> int:
    given = read_given(args.hand, rulesets)
    ruleset = ruleset_for(given, rulesets)
    style = style_of(args, config, ruleset)
    tell = teller_in(args, ruleset)
    with explained(given, ruleset, style, tell):
        score = ruleset.score(ruleset.read(given), declared=args.declare)
    guessed, assumed = left_open(given, ruleset)
    if tell is not None:
        from .told_score import ToldScore  # only for those who read another language

        told = ToldScore(score, tell, style, assumed)
        print(guesses(guessed, tell) + told.text(verbose=args.verbose))
        return 0
    print(guesses(guessed) + score_coloured(score.text(style, assumed), sys.stdout))
    if args.verbose:
        print(f"\n{score.explanation.text(style, sources=args.sources)}")
    return 0


def _score_as_json(args: argparse.Namespace, rulesets: Rulesets) -> int:
    """A hand text or record in, a score record out."""
    from ..replies import hand_reply  # only where a program reads the answer

    try:
        given = read_given(args.hand, rulesets)
        result = hand_reply(given, rulesets, declared=args.declare, verbose=args.verbose)
    except HandError as error:
        result = refusal(None, error)
    print_json(result)
    return 0 if result["valid"] else 1
