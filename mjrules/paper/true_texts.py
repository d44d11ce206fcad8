"""Texts of a ruleset, as far as they are still true of it: a text that is older than what it tells is not printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..ruleset.files.node import Node
from ..ruleset.ruleset import Ruleset
from ..teller import RulesetTeller

_TOLD: Final = {"text", "title"}
"""Keys of an entry that say what it is: another language in them leaves what is told as true as it was."""


def still_said(tell: RulesetTeller, *path: str) -> str | None:
    """What is said of something in a language, if no option and no later file has changed anything in it; else None."""
    ruleset = tell.ruleset
    found, node = tell.texts.said.get(path), ruleset.node.at(path)
    if found is None or node is None or ruleset.files is None:
        return None
    order = {name: number for number, name in enumerate(_stems(ruleset))}
    said = order.get(_stem(found.place.file), len(order))
    changed = any(
        _chosen_here(ruleset, part, path) or order.get(_stem(part.place.file), len(order)) > said
        for part in _parts(node, _TOLD)
    )
    return None if changed else tell.if_told(found.text)


def _parts(node: Node, besides: Iterable[str] = ()) -> Iterator[Node]:
    """What makes a value what it is: of a mapping its entries, but for some keys, and what was deleted from it; that it
    was changed itself says only that one of them was."""
    if not node.is_mapping or node.before is None:
        yield node
    if node.is_mapping:
        for key, child in (*node.value.items(), *node.deleted.items()):
            if key not in besides:
                yield from _parts(child)
    elif node.is_list:
        yield from (part for item in node.value for _, part in item.walk())


def _chosen_here(ruleset: Ruleset, part: Node, path: tuple[str, ...]) -> bool:
    """Whether an option changed a value; not if the option is about another place, which this one follows."""
    if part.option is None:
        return False
    places = ruleset.options.declared[part.option].places
    return not places or tuple(places[0].split(".")[: len(path)]) == path


def _stems(ruleset: Ruleset) -> list[str]:
    assert ruleset.files is not None
    return [_stem(file.node.place.file) for file in ruleset.files]


def _stem(name: str) -> str:
    """The file to which a companion belongs: `rulesets/ours` of `rulesets/ours.words.yaml`."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{last.split('.')[0]}"
