"""Combination policies: which combinations of sets may be used together."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import CombinationPolicy, hookimpl

from .account_once import account_once, free, use_twice

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_combination_policies() -> Sequence[CombinationPolicy]:
    """The policies `account_once`, `use_twice` and `free`."""
    return [
        CombinationPolicy("account_once", "each combination joins sets that are not joined yet", account_once),
        CombinationPolicy("use_twice", "each set may be used in two combinations", use_twice),
        CombinationPolicy("free", "all combinations count", free, counts_choices=False),
    ]
