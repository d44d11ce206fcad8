"""Where a value of a ruleset was set: its history through the chain of files, the newest first.

mjrules origin hong-kong minimum
mjrules origin chinese-official rules.all_types.fan
"""

from __future__ import annotations

import argparse
from typing import Any

from ..check_ruleset import place_record
from ..ruleset.building.rules import plain_text
from ..ruleset.files.node import dotted
from ..ruleset.load import load
from ..ruleset.origins import Origin
from ..spoken import Sentence
from ..text_tables import columns
from .arguments import add_json, add_language, add_settings, settings_of
from .chosen import refuse_in_english, say_in
from .json_answers import print_json

_IS = Sentence("is", "现为")()
_WAS = Sentence("was", "原为")()
_GIVEN = Sentence("given by you", "由你写明")()


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="RULESET", help="id or path of a ruleset")
    parser.add_argument("key", metavar="KEY", help="a dotted key, or the id or name of a rule or option")
    add_settings(parser)
    add_json(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    refuse_in_english(args, {"--json": args.json})
    say = say_in(args)
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    histories = [(path, ruleset.origins.at(path)) for path in ruleset.origins.paths(args.key)]
    if args.json:
        print_json([{"key": dotted(path), "history": list(map(_record, history))} for path, history in histories])
        return 0
    for path, history in histories:
        print(dotted(path))
        rows = [
            [say(_WAS if number else _IS), _short(item.value), say(item.how), str(item.place or say(_GIVEN))]
            for number, item in enumerate(history)
        ]
        print(columns(rows))
    return 0


def _record(item: Origin) -> dict[str, Any]:
    return {"value": item.value, "how": item.how, **place_record(item.place)}


def _short(value: Any) -> str:
    text = plain_text(value)
    return text if len(text) <= 60 else text[:57] + "..."
