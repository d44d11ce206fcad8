"""The canonical form of a ruleset: only what can change a score or the play, in one order; and its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..declared.values import lasting
from ..hands.declared_fields import WHOLE_NUMBER
from .definition import Definition

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:  # as the module random does: hashlib loads OpenSSL, which takes longer than to hash
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # before Python 3.12
        except ImportError:
            from hashlib import sha256

_Settings = Mapping[tuple[str, ...], Any]
"""Settings of plugins as values of the classes that they declare, by where they are."""


def canonical(definition: Definition, settings: _Settings) -> dict[str, Any]:
    """What of a ruleset can change a score, or how a hand is played at the table; what is at its default is left out.

    Rules that are not played are none.
    """
    found: dict[str, Any] = lasting(definition)
    if "rules" in found:
        found["rules"] = {id: rule for id, rule in found["rules"].items() if definition.rules[id].played}
    said = found.pop("fields", {})
    written = definition.fields.items()
    numbers = sorted([name for name, own in written if isinstance(own, str) or said[name] == {"type": WHOLE_NUMBER}])
    others = {name: own for name, own in said.items() if name not in numbers}
    found |= ({"numbers": numbers} if numbers else {}) | ({"fields": others} if others else {})
    classes = found.get("tile_classes", {})
    found |= {"tile_classes": {name: _tiles(item) for name, item in classes.items()}} if classes else {}
    for section, method in (("scoring", definition.scoring), ("settlement", definition.settlement)):
        if method is not None:
            own = {key: value for key, value in found[section].items() if key not in method.settings}
            found[section] = {**own, **lasting(settings.get((section,), method.settings))}
    if definition.house_rules:
        rules = {name: settings.get(("house_rules", name), given) for name, given in definition.house_rules.items()}
        found["house_rules"] = lasting(rules)
    return found


def _tiles(item: Any) -> Any:
    """The tiles of a class, which files say with or without other names for it."""
    return item["tiles"] if isinstance(item, dict) else item


def canonical_text(definition: Definition, settings: _Settings) -> str:
    """The canonical form as JSON on one line."""
    return json.dumps(canonical(definition, settings), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def ruleset_hash(definition: Definition, settings: _Settings) -> str:
    """The SHA-256 of the canonical form, as hexadecimal digits."""
    return sha256(canonical_text(definition, settings).encode()).hexdigest()
