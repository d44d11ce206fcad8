"""Reads a ruleset that is resolved, whole or in parts, and notes all that is wrong."""

from __future__ import annotations

from collections.abc import Collection

from ...declared.values import plain
from ...errors import Path, did_you_mean
from ...hands.record import FIELDS, FLAGS
from ...hands.text import HAND_WORDS
from ...scoring.rulebook import WAITS
from ...spoken import Sentence
from ..building.build import Builder
from ..building.vocabulary import check_names
from .payments import check_payments
from .table import check_played, check_wall

_RULESET_SCORES_NEEDS = Sentence(
    "a ruleset that scores needs a shape, or a rule with hand", "要计分，须有一种牌型，或一个写明“hand”的番种"
)()
_RULESET_SCORES_NEEDS_TILES = Sentence("a ruleset that scores needs tiles", "要计分，须写明用哪些牌")()
_NOT_WAY_COUNT = Sentence('"{waits}" is not a way to count waits{near}', "数听牌的方法没有“{waits}”{near}")
_KNOWN_EVERY_RULESET = Sentence('"{name}" is known to every ruleset already', "“{name}”是任何规则都有的")


def check_whole(builder: Builder) -> None:
    """Read everything, and note what is wrong."""
    builder.read()
    builder.rule_reader.check_all(builder.rules)
    if builder.scoring is not None and not builder.shapes:
        message = _RULESET_SCORES_NEEDS
        builder.faults.note(("shapes",), message, needs=(("shapes",),))
    if builder.scoring is not None and not builder.definition.tiles:
        builder.faults.note(("tiles",), _RULESET_SCORES_NEEDS_TILES)
    _read_all_terms(builder)
    builder.faults += builder.reader.problems
    _check_waits(builder)
    check_payments(builder)
    check_played(builder)
    _check_taken(builder)
    check_names(builder.definition, builder.faults)
    check_wall(builder)


def check_parts(builder: Builder, parts: Collection[Path]) -> None:
    """Read only what stands at some paths, of a definition that is sound but for them, and note what is wrong."""
    builder.read_parts(parts)
    definition = builder.definition
    for path in parts:
        if path[0] == "rules" and len(path) > 1 and path[1] in definition.rules:
            builder.rule_reader.check(str(path[1]))
        elif path[0] == "terms" and len(path) > 1 and path[1] in definition.terms:
            builder.reader.read(plain(definition.terms[str(path[1])]), path)
    if any(path[0] == "scoring" for path in parts):
        _check_waits(builder)
    check_payments(builder)
    check_played(builder)
    builder.faults += builder.reader.problems


def _check_waits(builder: Builder) -> None:
    waits = None if builder.scoring is None else builder.scoring.waits
    if waits is not None and waits not in WAITS:
        builder.faults.note(("scoring", "waits"), _NOT_WAY_COUNT(waits=waits, near=did_you_mean(waits, WAITS)))


def _check_taken(builder: Builder) -> None:
    """Note fields and flags that every ruleset has."""
    sections = (
        ("fields", builder.definition.fields, FIELDS),
        ("flags", builder.definition.flags, (*FLAGS, *HAND_WORDS)),
    )
    for section, names, taken in sections:
        for name in names:
            if name in taken:
                builder.faults.note((section, name), _KNOWN_EVERY_RULESET(name=name), on_key=True)


def _read_all_terms(builder: Builder) -> None:
    """Read the terms that no rule uses, so that their faults are reported too."""
    for name, value in builder.reader.terms.items():
        if name not in builder.reader.used_terms:
            builder.reader.read(value, ("terms", name))
