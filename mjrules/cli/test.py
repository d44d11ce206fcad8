"""Run the examples in rulesets.

mjrules test hong-kong
"""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import Say
from ..examples import ExampleResult, run_examples
from ..ruleset.files.chain import read_chain
from ..ruleset.files.find import ruleset_id
from ..ruleset.resolve import load_nodes
from ..spoken import Sentence
from .arguments import add_bounds, add_json, add_language
from .chosen import refuse_in_english, say_in
from .json_answers import print_json

_WRONG = Sentence("{where}: {reason}", "{where}：{reason}")
_HOLDING = Sentence("{name}: {holding} of {number} examples hold", "“{name}”：{number} 个例子中有 {holding} 个相符")
_NO_EXAMPLES = Sentence("{name}: no examples", "“{name}”：没有例子")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rulesets", nargs="+", metavar="ID|PATH", help="rulesets whose examples are run")
    add_bounds(parser)
    add_json(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 1 where an example does not hold."""
    refuse_in_english(args, {"--json": args.json})
    say = say_in(args)
    results: list[dict[str, Any]] = []
    for name in map(ruleset_id, args.rulesets):
        chain = read_chain(name, args.within)
        found = list(run_examples(load_nodes(chain), chain))
        results.append({"ruleset": name, "examples": [_record(result) for result in found]})
        if not args.json:
            _print(name, found, say)
    if args.json:
        print_json(results)
    return 1 if any(example["wrong"] for result in results for example in result["examples"]) else 0


def _record(result: ExampleResult) -> dict[str, Any]:
    place = {"file": result.place.file, "line": result.place.line}
    return {**place, "about": result.about, "source": result.source, "wrong": list(result.wrong)}


def _print(name: str, results: list[ExampleResult], say: Say) -> None:
    for result in results:
        for reason in result.wrong:
            about = f" {result.about}" if result.about else ""
            print(say(_WRONG(where=f"{result.place} examples[{result.number}]{about}", reason=reason)))
    holding, number = sum(not result.wrong for result in results), len(results)
    print(say((_HOLDING if results else _NO_EXAMPLES)(name=name, holding=holding, number=number)))
