"""The canonical form of a resolved ruleset: only what can change a score or the play, in one order; and its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from .rules import RULE_KEYS

SECTIONS = (
    "tiles", "suit_honours", "tile_classes", "table", "flags", "numbers", "shapes", "terms", "win_requires",
    "scoring", "settlement", "score_errors", "bonus_payments", "pots", "penalties", "house_rules", "counters",
    "plugins",
)  # fmt: skip
"""The sections that enter the canonical form."""
WORDS_FOR_PEOPLE = ("names", "aliases", "type", "note", "source", "rivals", "title", "help", "about")
"""Keys that say something to people and nothing to the engine."""
PAID = ("bonus_payments", "pots", "penalties", "counters")
"""Sections whose entries have words for people beside what they cost."""
TITLED = ("flags", "numbers")
"""Sections whose values are texts for people; only their keys count."""


def canonical(data: Mapping[str, Any]) -> dict[str, Any]:
    """What of a resolved ruleset can change a score, or how a hand is played at the table."""
    found: dict[str, Any] = {}
    for section in SECTIONS:
        value = data.get(section)
        if value in (None, {}, []):
            continue
        if section in TITLED:
            found[section] = sorted(value)
        elif section == "plugins":
            found[section] = sorted(set(value))
        elif section == "scoring":
            found[section] = _scoring(value)
        elif section in PAID:
            found[section] = {name: _stripped(item) for name, item in value.items()}
        elif section == "tile_classes":
            found[section] = {
                name: item["tiles"] if isinstance(item, Mapping) else item for name, item in value.items()
            }
        else:
            found[section] = value
    return found


def _scoring(value: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: item for key, item in value.items() if key not in ("rules", "groups", "types")}
    kept["groups"] = sorted(value.get("groups") or {})
    rules: Mapping[str, Any] = value.get("rules") or {}
    kept["rules"] = {id: _stripped(rule) for id, rule in rules.items() if not switched_off(rule)}
    return kept


def switched_off(rule: Mapping[str, Any]) -> bool:
    """Whether an option made the worth of a resolved rule null, so that there is no such rule."""
    return any(value is None for key, value in rule.items() if key not in RULE_KEYS)


def _stripped(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key not in WORDS_FOR_PEOPLE}


def canonical_text(data: Mapping[str, Any]) -> str:
    """The canonical form as JSON on one line."""
    return json.dumps(canonical(data), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def ruleset_hash(data: Mapping[str, Any]) -> str:
    """The SHA-256 of the canonical form, as hexadecimal digits."""
    return hashlib.sha256(canonical_text(data).encode()).hexdigest()
