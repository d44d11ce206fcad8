"""The house rule `goulash`: hands after a draw are played under other options, until somebody wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import Drawn, HouseRule, hookimpl

MJRULES = ">=0.1,<0.2"
AFTER_DRAWS = 1
"""After how many draws in a row a goulash is dealt, where a ruleset does not say."""


def options(settings: Mapping[str, Any], drawn: Drawn) -> Mapping[str, Any]:
    """The options of the next hand: those of a goulash, where enough hands in a row were drawn."""
    enough = drawn.draws >= settings.get("after_draws", AFTER_DRAWS)
    return settings.get("options", {}) if enough else {}


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `goulash`."""
    about = "the hands after a draw are played under other options, until somebody wins"
    model = "mjrules_goulash.config:Settings"
    return [HouseRule("goulash", about, model, options=options, options_in=(("options",),))]
