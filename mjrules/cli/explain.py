"""Score a hand and say why: every point, every refused point, and the other ways to read it.

mjrules explain "(123m) 345m678p456s3z !3z seat=S" --ruleset chinese-official
"""

from __future__ import annotations

import argparse

from . import score
from .arguments import add_for_hands


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("hand", metavar="HAND", help="hand text or a JSON record")
    add_for_hands(parser)
    score.add_declare(parser)
    score.add_sources(parser)
    parser.set_defaults(verbose=True, jsonl=None, workers=None)


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    return score.run(args)
