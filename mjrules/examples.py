"""Runs the examples that stand in a ruleset: hands and settlements with what their sources say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .errors import HandError, Place, RulesetError
from .ruleset.node import Node
from .ruleset.resolve import load_nodes
from .ruleset.ruleset import Ruleset
from .scoring.score import Score
from .settling import answers_to


class ExampleResult(NamedTuple):
    """One example: its place, what it shows, and what is wrong (nothing where it holds)."""

    number: int
    about: str
    source: str
    place: Place
    wrong: tuple[str, ...]


def run_examples(ruleset: Ruleset, chain: list[Node]) -> Iterator[ExampleResult]:
    """The results of all examples of the ruleset's own file; `chain` are the files it was made of."""
    for number, node in enumerate(ruleset.node.items_at(("examples",))):
        data = node.plain()
        own = ruleset
        wrong: tuple[str, ...]
        try:
            if data.get("options"):
                own = load_nodes(chain, data["options"])
            wrong = tuple(_compare(data, own))
        except RulesetError as error:
            wrong = tuple(problem.message for problem in error.problems)
        yield ExampleResult(number, str(data.get("about") or ""), str(data.get("source") or ""), node.place, wrong)


def _compare(data: Mapping[str, Any], ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with an example."""
    try:
        if data.get("hand") is not None:
            score = ruleset.score(ruleset.read(data["hand"]))
            happened, wrong = f"it scores {score.total}", _compare_score(data, score)
        else:
            net = answers_to(data["settle"], ruleset)["net"]
            happened, wrong = f"it is paid {net}", _compare_payments(data, net)
    except HandError as error:
        if data.get("error") != error.code:
            yield f"refused: {error.message} ({error.code})"
        return
    if data.get("error") is not None:
        yield f"expected it to be refused ({data['error']}), {happened}"
        return
    yield from wrong


def _compare_payments(data: Mapping[str, Any], net: Mapping[str, int]) -> Iterator[str]:
    if data.get("payments") is None:
        yield "the example expects nothing: give payments or error"
    elif data["payments"] != net:
        yield f"payments: expected {data['payments']}, got {dict(net)}"


def _compare_score(data: Mapping[str, Any], score: Score) -> Iterator[str]:
    items = {item.id: item.value for item in score.items}
    payments = None if score.payments is None else dict(score.payments)
    got = {"total": score.total, "items": items, "payments": payments, "minimum_met": score.minimum_met}
    for key, found in got.items():
        if data.get(key) is not None and data[key] != found:
            yield f"{key}: expected {data[key]}, got {found}"
    for item in data.get("has") or ():
        if item not in items:
            yield f"expected {item} among the items, got {', '.join(items) or 'none'}"
    for item in data.get("lacks") or ():
        if item in items:
            yield f"{item} is among the items"
    if not any(data.get(key) is not None for key in (*got, "has", "lacks")):
        yield "the example expects nothing: give total, items, payments, has, lacks or error"
