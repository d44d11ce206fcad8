"""Rulesets with house rules that a test makes up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from mjrules import Ruleset
from mjrules.hooks import HouseRule, Play, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.load import load

Club = Callable[..., Ruleset]
"""Gives the ruleset of a text, which extends another one, with a house rule `odd` that plays so, and any beside it."""


def club_in(folder: Path) -> Club:
    """What makes such rulesets, in a folder."""

    def made(
        play: type[Play] | None = None,
        text: str = "",
        extends: str = "zung-jung",
        plugins: str = "odd",
        house_rules: str = "odd: {}",
        beside: Sequence[HouseRule] = (),
        **more: Any,
    ) -> Ruleset:
        def mj_house_rules() -> list[HouseRule]:
            return [HouseRule("odd", "", play=play, **{"stops": True, **more}), *beside]

        odd = ModuleType("odd")
        odd.mj_house_rules = hookimpl(mj_house_rules)  # type: ignore[attr-defined]
        if extends == "zung-jung":  # which has a rule of its own, that hears all discards
            house_rules += ", same_turn_immunity: null"
        head = f"id: club\nextends: {extends}\nplugins: {{add: [{plugins}]}}\nhouse_rules: {{{house_rules}}}\n"
        path = folder / "club.yaml"
        path.write_text(head + text, encoding="utf-8")
        return load(str(path), available={**available_plugins(), "odd": lambda: odd}, within=folder)

    return made
