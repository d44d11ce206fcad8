"""Combination policies: which combinations of sets may be used together."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import CombinationPolicy, Sentence, hookimpl

from .account_once import account_once, free, use_twice

MJRULES = ">=0.1,<0.2"
_ONCE = Sentence("each combination joins sets that are not joined yet", "每次组合须用上未组合过的牌组")()
_TWICE = Sentence("each set may be used in two combinations", "每组牌可用于两种组合")()
_ALL = Sentence("all combinations count", "所有组合都计")()


@hookimpl
def mj_combination_policies() -> Sequence[CombinationPolicy]:
    """The policies `account_once`, `use_twice` and `free`."""
    return [
        CombinationPolicy("account_once", _ONCE, account_once),
        CombinationPolicy("use_twice", _TWICE, use_twice),
        CombinationPolicy("free", _ALL, free, counts_choices=False),
    ]
