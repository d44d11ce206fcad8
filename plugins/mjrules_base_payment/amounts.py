"""Amounts: what a value costs, and shares of it, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

MOST_DOUBLINGS = 1000
"""A price is doubled no oftener, for a value may be any number, and an amount must stay one that can be written."""


def price(value: int, settings: Mapping[str, Any]) -> int:
    """What a hand of that value costs: the value itself or its price, times the stake."""
    prices = settings.get("prices")
    return int(settings.get("stake", 1)) * (value if prices is None else _listed(value, prices))


def _listed(value: int, prices: Mapping[str, Any]) -> int:
    """The price of a value. A value below 0 costs what 0 does; above the list the last prices go on, doubled."""
    listed: Sequence[int] = prices["by_value"]
    every: int | None = prices.get("doubled_every")
    above = value - len(listed)
    if above < 0:
        return listed[max(value, 0)]
    if every is None:
        return listed[-1]
    rounds, place = divmod(above, every)
    return listed[len(listed) - every + place] << min(rounds + 1, MOST_DOUBLINGS)


def share(times: int | float, amount: int) -> int | Fraction:
    """So many times an amount; a decimal number is taken as it was written."""
    return times * amount if isinstance(times, int) else Fraction(str(times)) * amount
