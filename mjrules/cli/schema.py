"""Print the JSON Schema of ruleset files, by which an editor completes and checks them.

mjrules schema > mjrules.schema.json
"""

from __future__ import annotations

import argparse
import json

from ..hooks.manager import Plugins, available_plugins
from ..ruleset.schema import ruleset_schema


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="on one line")


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    available = available_plugins()
    plugins = Plugins(list(available), available)
    methods = plugins.by_name("mj_scoring_methods").values()
    units = sorted({unit for method in methods for unit in method.units})
    schema = ruleset_schema(plugins.by_name("mj_condition_words"), units)
    print(json.dumps(schema, ensure_ascii=False, indent=None if args.json else 2))
    return 0
