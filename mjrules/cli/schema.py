"""Print the JSON Schema of ruleset files, by which an editor completes and checks them.

A plugin that fails is left out, which is told on standard error.

  mjrules schema > mjrules.schema.json
"""

from __future__ import annotations

import argparse
import json
import sys

from ..conditions.reader import Schema, Word
from ..errors import PluginError
from ..hooks.manager import Plugins, available_plugins
from ..ruleset.schema import ruleset_schema, words_schema
from .json_answers import print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--words", action="store_true", help="that of companions NAME.words.yaml, which say what rules are"
    )
    parser.add_argument("--json", action="store_true", help="print it on one line")


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    schema = words_schema() if args.words else schema_of_rulesets()
    if args.json:
        print_json(schema)
    else:
        print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0


def schema_of_rulesets() -> Schema:
    """The schema of ruleset files, with what all installed plugins add to it."""
    words: dict[str, Word] = {}
    units: set[str] = set()
    settings: dict[str, list[type | None]] = {"scoring": [], "settlement": []}
    for name, found in available_plugins().items():
        try:
            plugin = Plugins([name], {name: found}, alone=True)
            own = plugin.by_name("mj_condition_words")
            methods = plugin.by_name("mj_scoring_methods").values()
            settling = plugin.by_name("mj_settlement_methods").values()
        except PluginError as error:
            print(f"mjrules: the schema is without {name}: {error}", file=sys.stderr)
            continue
        words.update(own)
        units |= {unit for method in methods for unit in method.units}
        settings["scoring"] += [method.settings for method in methods]
        settings["settlement"] += [method.settings for method in settling]
    models = {section: [model for model in found if model is not None] for section, found in settings.items()}
    return ruleset_schema(words, sorted(units), models)
