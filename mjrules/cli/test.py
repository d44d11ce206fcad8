"""Run the examples in rulesets.

mjrules test hong-kong
"""

from __future__ import annotations

import argparse
from typing import Any

from ..examples import ExampleResult, run_examples
from ..ruleset.files.chain import read_chain
from ..ruleset.files.find import ruleset_id
from ..ruleset.resolve import load_nodes
from .arguments import add_bounds, add_json
from .json_answers import print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rulesets", nargs="+", metavar="ID|PATH", help="rulesets whose examples are run")
    add_bounds(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 1 where an example does not hold."""
    results: list[dict[str, Any]] = []
    for name in map(ruleset_id, args.rulesets):
        chain = read_chain(name, args.within)
        found = list(run_examples(load_nodes(chain), chain))
        results.append({"ruleset": name, "examples": [_record(result) for result in found]})
        if not args.json:
            _print(name, found)
    if args.json:
        print_json(results)
    return 1 if any(example["wrong"] for result in results for example in result["examples"]) else 0


def _record(result: ExampleResult) -> dict[str, Any]:
    place = {"file": result.place.file, "line": result.place.line}
    return {**place, "about": result.about, "source": result.source, "wrong": list(result.wrong)}


def _print(name: str, results: list[ExampleResult]) -> None:
    for result in results:
        for reason in result.wrong:
            about = f" {result.about}" if result.about else ""
            print(f"{result.place} examples[{result.number}]{about}: {reason}")
    failed = sum(bool(result.wrong) for result in results)
    print(f"{name}: {len(results) - failed} of {len(results)} examples hold" if results else f"{name}: no examples")
