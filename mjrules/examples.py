"""Reads and runs the examples in a ruleset: hands and settlements with what their sources say of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from . import bounds
from .budget import spent, steps_allowed
from .declared.values import plain
from .errors import HandError, Path, Place, Problem, RulesetError
from .hands.text import place_of
from .ruleset.building.rules import plain_text
from .ruleset.definition import Example
from .ruleset.files.node import Node, dotted, in_curly_quotes, problem_at
from .ruleset.resolve import load_nodes
from .ruleset.ruleset import Ruleset
from .scoring.score import Score
from .settlement import settle_record
from .spoken import Sentence
from .words.lists import and_list

_WHAT_SETTLED = Sentence("what is settled", "所结算的")()
_HAND = Sentence("the hand", "手牌")()
_CANNOT_BE_READ = Sentence("{what} cannot be read: {error}", "{what}读不懂：{error}")
_SCORES = Sentence("it scores {total}", "它值 {total}")
_PAID = Sentence("it is paid {net}", "收付为“{net}”")
_REFUSED = Sentence("refused: {error} ({code})", "被拒绝：{error}（“{code}”）")
_EXPECTED_BE_REFUSED = Sentence(
    "expected it to be refused ({error}), {happened}", "应被拒绝（“{error}”），而{happened}"
)
_PAYMENTS_EXPECTED_GOT = Sentence("payments: expected {expected}, got {got}", "收付：应为“{expected}”，而不是“{got}”")
_EXPECTED_GOT = Sentence("{key}: expected {expected}, got {got}", "“{key}”：应为“{expected}”，而不是“{got}”")
_EXPECTED_AMONG_ITEMS = Sentence(
    "expected {item} among the items, got {items}", "所计的应有“{item}”，而不是“{items:written}”"
)
_AMONG_ITEMS = Sentence("{item} is among the items", "计了“{item}”")
_EXAMPLE_EXPECTS_NOTHING = Sentence(
    "the example expects nothing: give {may}", "这个例子没有写应得什么：请写“{words:written}”"
)
_WHAT_SETTLED_EXAMPLE = Sentence(
    "of what is settled an example expects {may}, not {strange}",
    "结算的例子可写“{words:written}”，而不是“{got:written}”",
)


class ExampleResult(NamedTuple):
    """One example: its place, what it shows, and what is wrong (nothing where it holds)."""

    number: int
    about: str
    source: str
    place: Place
    wrong: tuple[str, ...]


def run_examples(ruleset: Ruleset, chain: list[Node]) -> Iterator[ExampleResult]:
    """The results of all examples of the ruleset's own file; `chain` are the files it was made of."""
    places = [node.place for node in ruleset.node.items_at(("examples",))]
    for number, (example, place) in enumerate(zip(ruleset.examples, places, strict=True)):
        own = ruleset
        wrong: tuple[str, ...]
        try:
            if example.options:
                own = load_nodes(chain, example.options)
            wrong = tuple(_compare(example, own))
        except RulesetError as error:
            wrong = tuple(problem.message for problem in error.problems)
        yield ExampleResult(number, example.about, example.source, place, wrong)


def unreadable(ruleset: Ruleset, chain: list[Node]) -> Iterator[Problem]:
    """The ruleset's own examples that expect nothing, or what no settlement says, or of which the hand or what is
    settled cannot be read, each at its place; `chain` are its files.

    One that is meant to be refused so is none. To load a ruleset under other options takes long, so they are tried only
    for what cannot be read without them, and so many of them. All that is settled is one question: what is left of the
    examples once it is too complex, `run_examples` asks.
    """
    under: dict[str, Ruleset] = {}
    steps = steps_allowed()
    for number, example in enumerate(ruleset.examples):
        if wrong := _wrongly_expected(example):
            yield problem_at(ruleset.node, ("examples", number), wrong)
            continue
        if example.settle is not None and steps <= 0:
            continue
        with spent() as taken:
            error = _refused(example, ruleset)
            steps -= taken()
        if error is not None and example.options:
            options = repr(plain(example.options))
            if options not in under and len(under) < bounds.OPTIONS_TRIED:
                under[options] = load_nodes(chain, example.options)
            error = _refused(example, under[options]) if options in under else None
        if error is not None:
            given = "hand" if example.settle is None else "settle"
            yield _problem(ruleset.node, ("examples", number, given), error)


def _refused(example: Example, ruleset: Ruleset) -> HandError | None:
    """Why the hand of an example, or what is settled, cannot be read, or the game has no such; None where it can, or is
    meant to be so."""
    if example.hand is None:
        return _not_settled(example, ruleset)
    try:
        hand = ruleset.read(plain(example.hand))
    except HandError as error:
        return None if error.code == example.error else error
    try:
        ruleset.scorer.verify(hand)
    except HandError as error:
        if error.code == "bad_record" and error.code != example.error:
            return error
    return None


def _not_settled(example: Example, ruleset: Ruleset) -> HandError | None:
    """Why what an example settles cannot be read; None where it can, or is meant to be so."""
    try:
        settle_record(plain(example.settle), ruleset)
    except HandError as error:
        if error.code == "bad_record" and error.code != example.error:
            return error
    return None


def _problem(root: Node, path: Path, error: HandError) -> Problem:
    """What is wrong with a hand or a record, at the tile or word of a text, or the field of the record."""
    fields = [int(part) if part.isdigit() else part for part in re.findall(r"\w+", error.field)]
    node, reached = root.nearest((*path, *fields))
    place = node.place
    at = place_of(node.value, error, error.field) if isinstance(node.value, str) else None
    start = place.column - 1 + (place.text[place.column - 1 : place.column] in ("'", '"'))
    if at is not None and place.text.startswith(node.value, start):
        place = place._replace(column=start + at + 1)
    what = _WHAT_SETTLED if "settle" in path else _HAND
    return Problem(dotted(reached), _CANNOT_BE_READ(what=what, error=error.message), place, in_curly_quotes(node))


def _compare(example: Example, ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with an example."""
    if wrongly := _wrongly_expected(example):
        yield wrongly
        return
    try:
        if example.hand is not None:
            score = ruleset.score(plain(example.hand))
            happened, wrong = _SCORES(total=score.total), _compare_score(example, score)
        else:
            net = settle_record(plain(example.settle), ruleset).net
            happened, wrong = _PAID(net=plain_text(net)), _compare_payments(example, net)
    except HandError as error:
        if example.error != error.code:
            yield _REFUSED(error=error.message, code=error.code)
        return
    if example.error is not None:
        yield _EXPECTED_BE_REFUSED(error=example.error, happened=happened)
        return
    yield from wrong


def _compare_payments(example: Example, net: Mapping[str, int]) -> Iterator[str]:
    expected = dict(example.payments or {})
    if expected != net:
        yield _PAYMENTS_EXPECTED_GOT(expected=plain_text(expected), got=plain_text(net))


def _compare_score(example: Example, score: Score) -> Iterator[str]:
    items = {item.id: item.value for item in score.items}
    payments = None if score.payments is None else dict(score.payments)
    got = {"total": score.total, "items": items, "payments": payments, "minimum_met": score.minimum_met}
    expected = {key: plain(getattr(example, key)) for key in got}
    for key, found in got.items():
        if expected[key] is not None and expected[key] != found:
            yield _EXPECTED_GOT(key=key, expected=plain_text(expected[key]), got=plain_text(found))
    for item in example.has or ():
        if item not in items:
            yield _EXPECTED_AMONG_ITEMS(item=item, items=", ".join(items) or "none")
    for item in example.lacks or ():
        if item in items:
            yield _AMONG_ITEMS(item=item)


_OF_HANDS = ("total", "items", "payments", "has", "lacks", "minimum_met", "error")
_OF_SETTLEMENTS = ("payments", "error")
"""What examples may expect."""


def _wrongly_expected(example: Example) -> str:
    """That an example expects nothing, or what no settlement says, and what it may; empty where that is not so."""
    expected = [key for key in _OF_HANDS if getattr(example, key) is not None]
    may = _OF_HANDS if example.settle is None else _OF_SETTLEMENTS
    if not expected:
        return _EXAMPLE_EXPECTS_NOTHING(may=and_list(may, "or"), words=", ".join(may))
    strange = [key for key in expected if key not in may]
    if not strange:
        return ""
    return _WHAT_SETTLED_EXAMPLE(
        may=and_list(may, "or"), words=", ".join(may), strange=and_list(strange), got=", ".join(strange)
    )
