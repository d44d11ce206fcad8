"""Print the JSON Schema of ruleset files, by which an editor completes and checks them.

mjrules schema > mjrules.schema.json
"""

from __future__ import annotations

import argparse
import json

from ..conditions.reader import Word
from ..hooks.manager import Plugins, available_plugins
from ..ruleset.schema import ruleset_schema


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print it on one line")


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    words: dict[str, Word] = {}
    units: set[str] = set()
    settings: dict[str, list[type | None]] = {"scoring": [], "settlement": []}
    for name, found in available_plugins().items():
        plugin = Plugins([name], {name: found}, alone=True)
        words.update(plugin.by_name("mj_condition_words"))
        methods = plugin.by_name("mj_scoring_methods").values()
        units |= {unit for method in methods for unit in method.units}
        settings["scoring"] += [method.settings for method in methods]
        settings["settlement"] += [method.settings for method in plugin.by_name("mj_settlement_methods").values()]
    models = {section: [model for model in found if model is not None] for section, found in settings.items()}
    schema = ruleset_schema(words, sorted(units), models)
    print(json.dumps(schema, ensure_ascii=False, indent=None if args.json else 2))
    return 0
