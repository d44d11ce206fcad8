"""Answers to records: what is made of a record, or why it cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import HandError, MjrulesError, PluginError
from .record import bad, shown

Work = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Makes the answer to a record; raises HandError or PluginError where it cannot."""


def answer(record: Any, work: Work) -> dict[str, Any]:
    """What is made of a record, or why it cannot be used."""
    if not isinstance(record, Mapping):
        return refusal(None, bad(f"expected a JSON object, got {shown(record)}", ""))
    try:
        return work(record)
    except (HandError, PluginError) as error:
        return refusal(record.get("id"), error)


def refusal(known: Any, error: MjrulesError) -> dict[str, Any]:
    """The answer to a record that cannot be used, whose id is known; errors that are none of a hand are a plugin's."""
    if not isinstance(error, HandError):
        error = HandError("plugin_failed", str(error), "ruleset")
    found = {"code": error.code, "message": error.message, "field": error.field}
    return {"id": known, "valid": False, "error": found}
