"""What a player promises who declares something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

At = Literal["any_turn", "first_discard"]
Claims = Literal["all", "win", "none"]


@dataclass(frozen=True, slots=True)
class Promise:
    """When something may be declared, and what it asks for; the settings say what each field means."""

    at: At = "any_turn"
    ready: bool = False
    claims: Claims = "all"
    keeps_hand: bool = False
    to_win: bool = False


def promises(settings: Mapping[str, Any]) -> dict[str, Promise]:
    """The promises of a ruleset by the flag that a hand then has."""
    return {flag: Promise(**own) for flag, own in settings.items() if own is not None}
