"""Amounts: what a value costs, and shares of it, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .settings import Prices, Settings

if TYPE_CHECKING:
    from fractions import Fraction

Amount: TypeAlias = "int | Fraction"
"""What is paid before it is rounded."""
MOST_DOUBLINGS = 1000
"""The most doublings of a price, so that a huge value still gives an amount that can be printed."""


def price(value: int, settings: Settings) -> int:
    """What a hand of that value costs: the value itself or its price, times the stake. A value below 0 costs what
    0 does.
    """
    value = max(value, 0)
    return settings.stake * (value if settings.prices is None else _listed(value, settings.prices))


def _listed(value: int, prices: Prices) -> int:
    """The price of a value of at least 0; above the list the last prices go on, doubled."""
    listed, every = prices.by_value, prices.doubled_every
    above = value - len(listed)
    if above < 0:
        return listed[value]
    if every is None:
        return listed[-1]
    rounds, place = divmod(above, every)
    return listed[len(listed) - every + place] << min(rounds + 1, MOST_DOUBLINGS)


def share(times: int | float, amount: int) -> Amount:
    """So many portions of an amount; a decimal number is taken as it was written."""
    if isinstance(times, int):
        return times * amount
    from fractions import Fraction  # few portions are fractions

    return Fraction(str(times)) * amount
