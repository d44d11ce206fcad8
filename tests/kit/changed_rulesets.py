"""Rulesets that change a bundled one by chance: some rules go, some refuse others, and some are new.

New rules ask what rules of the same ruleset ask, joined by the words of the language; so they are rules that nobody
would write, but might.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import mjrules
from mjrules import Ruleset, RulesetError
from mjrules.declared.values import plain

_WORTHS: Final = {"fu": (2, 4, 8), "limit": (1,), "yakuman": (1, 2)}
_USUAL: Final = (1, 1, 2, 3, 5, 8, 13)
_POLICIES: Final = ("free", "use_twice", "account_once")
_TRIES: Final = 50


def changed_rulesets(ruleset: Ruleset, folder: Path, chance: Random) -> Iterator[Ruleset]:
    """Rulesets without end, each of which changes one otherwise; `path` has the file of the last one.

    Changes that make no sound ruleset, which the ruleset's errors say, are made anew; raises ValueError where none do.
    """
    path = folder / "changed.yaml"
    while True:
        for _ in range(_TRIES):
            path.write_text(json.dumps(changes(ruleset, chance)), encoding="utf-8")
            try:
                found = mjrules.load(path)
            except RulesetError:
                continue
            yield found
            break
        else:
            raise ValueError(f"no change of {ruleset.id} is a sound ruleset")


def changes(ruleset: Ruleset, chance: Random) -> dict[str, Any]:
    """A file that changes a ruleset, which may be refused."""
    ids = [rule.id for rule in ruleset.book.rules]
    gone = chance.sample(ids, min(len(ids), chance.randrange(3)))
    left = [id for id in ids if id not in gone]
    rules: dict[str, Any] = dict.fromkeys(gone)
    for id in chance.sample(left, min(len(left), chance.randrange(5))):
        rules[id] = {"excludes": chance.sample(left, 1), "each": chance.random() < 0.5}
    asked: list[Any] = []
    for number in range(chance.randrange(1, 8)):
        again = bool(asked) and chance.random() < 0.25
        asked.append(chance.choice(asked) if again else _condition(ruleset, left, chance, 1))
        others = [*left, *[f"new_{other}" for other in range(number)]]
        rules[f"new_{number}"] = _rule(ruleset, asked[-1], others, chance)
    scoring: dict[str, Any] = {"combination": chance.choice(_POLICIES), "minimum": chance.choice((0, 1, 3, 8))}
    kept = {key: value for key, value in scoring.items() if chance.random() < 0.5}
    return {"id": "changed", "extends": ruleset.id, "rules": rules, **({"scoring": kept} if kept else {})}


def _rule(ruleset: Ruleset, when: Any, others: Sequence[str], chance: Random) -> dict[str, Any]:
    """A new rule."""
    unit = chance.choice(sorted({rule.unit for rule in ruleset.book.rules}))
    rule: dict[str, Any] = {unit: chance.choice(_WORTHS.get(unit, _USUAL)), "when": when}
    for key, often, value in (
        ("each", 0.3, True),
        ("aside", 0.1, True),
        ("wins", 0.05, True),
        ("for", 0.2, chance.choice(("loser", "all"))),
        ("excludes", 0.4, chance.sample(others, min(2, len(others)))),
        ("excluded_by", 0.15, chance.sample(others, min(1, len(others)))),
    ):
        if value and chance.random() < often:
            rule[key] = value
    return rule


def _condition(ruleset: Ruleset, others: Sequence[str], chance: Random, depth: int) -> Any:
    """What a new rule asks."""
    word = chance.choice(("any_of", "any_of", "all_of", "none_of", "", "", "", "")) if depth else ""
    if word:
        return {word: [_condition(ruleset, others, chance, depth - 1) for _ in range(chance.randrange(1, 4))]}
    asked = [plain(rule.when) for rule in ruleset.definition.rules.values() if rule.when is not None]
    found = dict(chance.choice(asked)) if asked else {"suits": 1}
    if others and chance.random() < 0.2:
        found["without"] = chance.sample(others, min(2, len(others)))
    if chance.random() < 0.04:
        found["nothing_else"] = True
    return found
