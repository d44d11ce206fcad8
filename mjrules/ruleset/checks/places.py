"""Checks of a resolved file beyond the types of its values, for which its places and history are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import Path, Problem, did_you_mean
from ...spoken import Sentence
from ..building.vocabulary import NOT_RULE
from ..files.node import Node, dotted, problem_at
from ..inherit import rule_meant
from ..options.options import OptionError, Options, as_text
from ..options.places import LISTED_TWICE, NOTHING_THERE
from .value_types import source_key

_EXPECTED_LESS_AT = Sentence(
    "expected {most} or less at a table of {seats}, got {number}", "{seats} 人一桌，应不大于 {most}，而不是 {number}"
)
_AT_TABLE_PLAY = Sentence(
    "at a table of {seats} play does not go on until {number} have won: set `table.ends_after_wins`",
    "{seats} 人一桌，打不到 {number} 家和牌：请写“table.ends_after_wins”",
)
_PLACE_CITE_THERE = Sentence('this is the place of "{own}": cite there', "出处应写在“{own}”")
_NEW_RULE_WITHOUT = Sentence(
    'a new rule without a condition counts in every hand (did you mean "{best}"?)',
    "新番种没有条件，每手牌都会计（是否指“{best}”？）",
)


def check_nodes(merged: Node, root: Node, options: Options) -> Iterator[Problem]:
    """Everything that is wrong in the citations, examples, options, seats and new rules of a file.

    `merged` is what it says as it stands, `root` what it says with the chosen options.
    """
    yield from _sources_of(merged)
    yield from _examples(merged, options)
    for name in ("seats", "robs_concealed", "robs_bonus", "mahjong_order", "east_stays_on", "numbers_for_all"):
        yield from _repeated(root, ("table", name))
    yield from _repeated(root, ("match", "last_east_stops"))
    claims = len(root.items_at(("table", "claim_order")))
    yield from _repeated(root, *[("table", "claim_order", index) for index in range(claims)])
    yield from _wins(root)
    yield from _new_rules(merged)


def _wins(root: Node) -> Iterator[Problem]:
    """More wins than can follow each other at the table, for who is left alone wins no more.

    It is told where the file itself says one of the two.
    """
    seats, wins = root.items_at(("table", "seats")), root.at(("table", "ends_after_wins"))
    number = 1 if wins is None else wins.plain()
    if wins is None or not isinstance(number, int) or len(seats) < 2 or number < len(seats):
        return
    if wins.place.file == root.place.file:
        message = _EXPECTED_LESS_AT(most=len(seats) - 1, seats=len(seats), number=number)
        yield problem_at(root, ("table", "ends_after_wins"), message)
    else:
        message = _AT_TABLE_PLAY(seats=len(seats), number=number)
        yield problem_at(root, ("table", "seats"), message)


def _sources_of(root: Node) -> Iterator[Problem]:
    """Sources of values that are not there or have a key `source`; that of a value which another file deleted, or wrote
    something else in the place of, goes with it.
    """
    for text, node in root.entries_at(("sources_of",)).items():
        path = tuple(text.split("."))
        found, reached = root.nearest(path)
        deleted, own = root.deleted_at(path), source_key(path)
        gone = deleted[1] if deleted is not None else found if root.replaced_at(path) is not None else None
        if own is not None:
            message = _PLACE_CITE_THERE(own=dotted(own))
        elif len(reached) == len(path) or (gone is not None and gone.place.file != node.place.file):
            continue
        else:
            message = NOTHING_THERE(text=text, near=did_you_mean(path[len(reached)], found.entries_at(())))
        yield problem_at(root, ("sources_of", text), message, on_key=True)


def _examples(root: Node, options: Options) -> Iterator[Problem]:
    """Options and rules that examples name and that are not there."""
    known = root.entries_at(("rules",))
    for number, example in enumerate(root.items_at(("examples",))):
        for name, node in example.entries_at(("options",)).items():
            try:
                Options(options.declared.values, options.presets).choose([(name, node.plain())])
            except OptionError as error:
                there = name in options.declared or name in options.presets
                if there or root.at(("options", name)) is None:  # else it is declared with a fault, which is reported
                    yield problem_at(root, ("examples", number, "options", name), str(error), on_key=not there)
        for key in ("items", "has", "lacks"):
            in_mapping = example.entries_at((key,))
            named: dict[str | int, Any] = dict(enumerate(node.value for node in example.items_at((key,))))
            named.update((id, id) for id in in_mapping)
            for place, id in named.items():
                if isinstance(id, str) and known and id not in known:
                    message = NOT_RULE(name=id, near=did_you_mean(id, known))
                    yield problem_at(root, ("examples", number, key, place), message, on_key=place in in_mapping)


def _repeated(root: Node, *paths: Path) -> Iterator[Problem]:
    """Items of a list, or of several, that are the same as text."""
    seen: set[str] = set()
    for path in paths:
        for index, node in enumerate(root.items_at(path)):
            text = as_text(node.plain())
            if text in seen:
                yield problem_at(root, (*path, index), LISTED_TWICE(text=text))
            seen.add(text)


def _new_rules(root: Node) -> Iterator[Problem]:
    """Rules that a child adds without a condition, and whose id is like that of an inherited rule."""
    rules = root.child("rules")
    if rules is None or rules.before is None:
        return
    for id, node in rules.entries_at(()).items():
        if node.before is None and node.place.file == rules.place.file:
            message = doubt(id, node, rules.before.entries_at(()))
            if message:
                yield problem_at(root, ("rules", id), message, on_key=True)


def doubt(id: str, rule: Node, known: Mapping[str, Node]) -> str:
    """What is doubtful of a new rule beside known ones, whose id is perhaps misspelt; empty for nothing."""
    if not rule.is_mapping or {"when", "hand"} & set(rule.value):
        return ""
    best = rule_meant(id, known)
    return "" if best is None else _NEW_RULE_WITHOUT(best=best)
