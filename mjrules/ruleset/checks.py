"""Checks of a resolved file beyond the types of its values, for which its places and history are needed."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Problem, did_you_mean, nearest
from .node import Node, problem_at
from .options import OptionError, Options, as_text


def check_nodes(root: Node, options: Options) -> Iterator[Problem]:
    """Everything that is wrong in the examples, options, seats and new rules of a file."""
    yield from _examples(root, options)
    yield from _choices(root)
    yield from _seats(root)
    yield from _new_rules(root)


def _examples(root: Node, options: Options) -> Iterator[Problem]:
    """Options and rules that examples name and that are not there."""
    rules = root.at(("scoring", "rules"))
    known = list(rules.value) if rules is not None and rules.is_mapping else []
    section = root.child("examples")
    for number, example in enumerate(section.value if section is not None and section.is_list else ()):
        chosen = example.child("options")
        for name, node in chosen.value.items() if chosen is not None and chosen.is_mapping else ():
            try:
                Options(options.declared.values(), options.presets).choose([(name, node.plain())])
            except OptionError as error:
                there = name in options.declared or name in options.presets
                yield problem_at(root, ("examples", number, "options", name), str(error), on_key=not there)
        for key in ("items", "has", "lacks"):
            named = example.child(key)
            if named is None or not (named.is_mapping or named.is_list):
                continue
            for place, id in (
                enumerate(named.value) if named.is_mapping else ((i, n.value) for i, n in enumerate(named.value))
            ):
                if isinstance(id, str) and known and id not in known:
                    path = ("examples", number, key, id if named.is_mapping else place)
                    message = f'"{id}" is no rule{did_you_mean(id, known)}'
                    yield problem_at(root, path, message, on_key=named.is_mapping)


def _choices(root: Node) -> Iterator[Problem]:
    """Values of an option that are the same as text."""
    section = root.child("options")
    for name, node in section.value.items() if section is not None and section.is_mapping else ():
        values = node.child("values") if node.is_mapping else None
        seen: set[str] = set()
        for index, value in enumerate(values.value if values is not None and values.is_list else ()):
            text = as_text(value.plain())
            if text in seen:
                yield problem_at(root, ("options", name, "values", index), f'"{text}" stands twice')
            seen.add(text)


def _seats(root: Node) -> Iterator[Problem]:
    """A seat that stands twice."""
    seats = root.at(("table", "seats"))
    seen: set[str] = set()
    for index, node in enumerate(seats.value if seats is not None and seats.is_list else ()):
        seat = as_text(node.plain())
        if seat in seen:
            yield problem_at(root, ("table", "seats", index), f'"{seat}" stands twice')
        seen.add(seat)


def _new_rules(root: Node) -> Iterator[Problem]:
    """Rules that a child adds without a condition, and whose id is like that of an inherited rule."""
    rules = root.at(("scoring", "rules"))
    if rules is None or not rules.is_mapping or rules.before is None or not rules.before.is_mapping:
        return
    for id, node in rules.value.items():
        new = node.before is None and node.place.file == rules.place.file and node.is_mapping
        if new and not {"when", "hand"} & set(node.value):
            best = nearest(id, rules.before.value)
            if best is not None:
                message = f'a new rule without a condition counts in every hand (did you mean "{best}"?)'
                yield problem_at(root, ("scoring", "rules", id), message, on_key=True)
