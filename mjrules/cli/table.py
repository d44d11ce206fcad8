"""Answer a question about the table: who is East next, where the wall is broken, what a house rule does.

RECORD is one JSON object, such as
  '{"kind": "wall_break", "dice_east": [4, 3], "dice_owner": [2, 5]}'
  '{"kind": "rotation", "players": ["Ann", "Bo", "Cy", "Di"], "events": ["Bo", "draw", "Ann"]}'

  mjrules table --jsonl questions.jsonl --ruleset western
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import TileError
from ..hands.record import bad
from ..hands.record_answers import answer
from ..match.records import answering, answers_to
from ..scoring.show import SEAT_NAMES, Style
from ..text_tables import columns
from .common import (
    UsageError,
    add_allow,
    add_json,
    add_names,
    add_ruleset,
    answer_file,
    choose,
    print_json,
    read_given,
    refuse_empty,
    ruleset_for,
    style_of,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("record", nargs="?", metavar="RECORD", help="a record")
    add_ruleset(parser)
    add_allow(parser)
    add_names(parser)
    add_json(parser)
    parser.add_argument("--jsonl", metavar="FILE|-", help="answer every record of a file, one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    if (args.record is None) is (args.jsonl is None):
        raise UsageError("expected one record, or --jsonl with a file")
    rulesets, config = choose(args)
    work = answering(rulesets)
    if args.jsonl is not None:
        return answer_file(args.jsonl, work)
    refuse_empty(args.record)
    record = read_given(args.record, rulesets)
    if isinstance(record, str):
        raise bad("expected a JSON object", "")
    if args.json:
        result = answer(record, work)
        print_json(result)
        return 0 if result["valid"] else 1
    ruleset = ruleset_for(record, rulesets)
    answers = answers_to(record, ruleset)
    style = style_of(args, config, ruleset)
    parts = [ruleset.sheet.heading, *_texts(record["kind"], answers, style)]
    print("\n\n".join(parts))
    return 0


def _texts(kind: str, answers: Mapping[str, Any], style: Style) -> Iterator[str]:
    """The answers as people read them."""
    if kind == "rotation":
        hands = zip(answers["round_wind"], answers["east_before_each_hand"], strict=True)
        rows = [(str(number), SEAT_NAMES.get(wind, "over"), east) for number, (wind, east) in enumerate(hands, 1)]
        yield columns([("hand", "round", "East"), *rows], right=[0])
    elif kind == "wall_break":
        stack, wall = answers["stack_from_right"], SEAT_NAMES[answers["wall"]]
        yield f"East's dice choose the wall of {SEAT_NAMES[answers['wall_thrown_for']]}."
        yield f"The break is in the wall of {wall}, to the left of stack {stack} from the right."
    else:
        for name, value in answers.items():
            yield f"{name}\n{columns(_rows(value, style))}"


def _rows(value: Any, style: Style) -> list[tuple[str, str]]:
    """An answer in columns, line by line."""
    if not isinstance(value, Mapping):
        return [(_joined(value, style), "")]
    return [(SEAT_NAMES.get(key, str(key)), _joined(item, style)) for key, item in value.items()]


def _joined(value: Any, style: Style) -> str:
    """One answer; tiles in a style."""
    if not isinstance(value, (list, tuple)):
        return str(value)
    try:
        return style.joined(style.text_of(str(item)) for item in value)
    except TileError:
        return " ".join(map(str, value))
