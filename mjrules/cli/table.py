"""Answer a question about the table: who is East next, where the wall is broken, what a house rule does.

The question is a kind of record with its fields, in words or as one JSON object.

  mjrules table rotation Ann Bo Cy Di won Bo draw Ann --ruleset hong-kong
  mjrules table wall_break 4 3 2 5 --ruleset western
  mjrules table --jsonl questions.jsonl --ruleset western
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import HandError, TileError, written_out
from ..hands.record_answers import answer, refusal
from ..match.table_records import answering, answers_to
from ..scoring.show import SEAT_NAMES, Style
from ..spoken import Sentence
from ..text_tables import columns
from .answered_lines import answer_file
from .arguments import UsageError, add_allow, add_json, add_language, add_names, add_ruleset
from .chosen import choose, refuse_in_english, style_of, voice_of
from .given_hand import ruleset_for
from .json_answers import print_json
from .record_words import record_given
from .show_settlement import BECAUSE, NO_PAYMENTS, PAYS
from .voice import Voice

_TRANSFERS = "transfers"
"""The answer that says who pays whom."""
_ONE_RECORD = Sentence("expected one record, or --jsonl with a file", "应写一条记录，或“--jsonl”和文件")()
_HAND = Sentence("hand", "局")()
_ROUND = Sentence("round", "圈风")()
_EAST = Sentence("East", "庄家")()
_OVER = Sentence("over", "结束")()
_CHOOSES = Sentence("East's dice choose the wall of {wall}.", "庄家的骰子选定{wall}家面前的牌墙。")
_BREAK = Sentence(
    "The break is in the wall of {wall}, to the left of stack {stack} from the right.",
    "从{wall}家的牌墙开牌，在右起第 {stack} 墩之左。",
)
_PAYMENTS = Sentence("transfers", "收付")()
_ANSWER = Sentence("{name}", "“{name}”")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    about = "a kind of record and its fields: FIELD=VALUE, lists with commas; or one JSON object"
    parser.add_argument("record", nargs="*", metavar="RECORD", help=about)
    add_ruleset(parser)
    add_allow(parser)
    add_names(parser)
    add_json(parser)
    add_language(parser)
    parser.add_argument("--jsonl", metavar="FILE|-", help="answer every record of a file of JSON lines, plain or gzip")


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    if bool(args.record) is (args.jsonl is not None):
        raise UsageError(_ONE_RECORD)
    refuse_in_english(args, {"--json": args.json, "--jsonl": args.jsonl})
    rulesets, config = choose(args)
    work = answering(rulesets)
    if args.jsonl is not None:
        return answer_file(args.jsonl, work)
    if args.json:
        try:
            result = answer(record_given(args.record, rulesets), work)
        except HandError as error:
            result = refusal(None, error)
        print_json(result)
        return 0 if result["valid"] else 1
    record = record_given(args.record, rulesets)
    ruleset = ruleset_for(record, rulesets)
    answers = answers_to(record, ruleset)
    style = style_of(args, config, ruleset)
    voice = voice_of(args, ruleset)
    parts = [voice.heading, *_texts(record["kind"], answers, style, voice)]
    print(written_out("\n\n".join(parts)))
    return 0


def _texts(kind: str, answers: Mapping[str, Any], style: Style, voice: Voice) -> Iterator[str]:
    """The answers as people read them."""
    if kind == "rotation":
        hands = zip(answers["round_wind"], answers["east_before_each_hand"], strict=True)
        rows = [(str(number), voice(SEAT_NAMES.get(wind, _OVER)), east) for number, (wind, east) in enumerate(hands, 1)]
        yield columns([(voice(_HAND), voice(_ROUND), voice(_EAST)), *rows], right=[0])
    elif kind == "wall_break":
        yield voice(_CHOOSES(wall=SEAT_NAMES[answers["wall_thrown_for"]]))
        yield voice(_BREAK(wall=SEAT_NAMES[answers["wall"]], stack=answers["stack_from_right"]))
    else:
        for name, value in answers.items():
            nothing = name == _TRANSFERS and not value
            title = voice(_PAYMENTS if name == _TRANSFERS else _ANSWER(name=name))
            yield f"{title}\n{columns([(voice(NO_PAYMENTS), '')] if nothing else _rows(value, style, voice))}"


def _rows(value: Any, style: Style, voice: Voice) -> list[tuple[str, ...]]:
    """An answer in columns, line by line."""
    if value and isinstance(value, (list, tuple)) and all(map(_is_transfer, value)):
        return [_transfer(item, voice) for item in value]
    if not isinstance(value, Mapping):
        return [(_joined(value, style), "")]
    return [(voice(SEAT_NAMES.get(key, str(key))), _joined(item, style)) for key, item in value.items()]


def _is_transfer(item: Any) -> bool:
    """Whether an item of an answer says who pays whom."""
    return isinstance(item, Mapping) and item.keys() >= {"payer", "payee", "amount"}


def _transfer(item: Mapping[str, Any], voice: Voice) -> tuple[str, ...]:
    """Who pays whom, how much and what for."""
    payer, payee = (voice(SEAT_NAMES.get(item[side], str(item[side]))) for side in ("payer", "payee"))
    because = item.get("because")
    return payer, voice(PAYS), payee, str(item["amount"]), voice(BECAUSE(because=because)) if because else ""


def _joined(value: Any, style: Style) -> str:
    """One answer; tiles in a style."""
    if not isinstance(value, (list, tuple)):
        return str(value)
    try:
        return style.joined(style.text_of(str(item)) for item in value)
    except TileError:
        return " ".join(map(str, value))
