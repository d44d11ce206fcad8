"""What holds for a reading: rules by their places in the order of refusal, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..declared.named_tuple import NamedTuple
from .rule import Amount

MANY: Final = 1000
"""No rule counts so often in one hand."""
Masks = tuple[int, ...]
WHOLE_HAND: Final[Masks] = (0,)
"""The masks of a rule that stands once, on the whole hand."""


Combinations = tuple[tuple[int, int], ...]
"""Matches on two sets or more, each with the place of its rule before it."""


class Standing:
    """The rules that hold for a reading, each known by its place in the order of refusal; never changed.

    `bits` has a bit for each, `masks` the matches (masks of slots) of those that do not stand on the
    whole hand, `worths` what those are worth that are not worth their usual value. `views` show of the
    hand and its reading what the method reads. `combined` are the combinations among the matches, `found` the rules of
    `masks` as bits; what is not given of these is told by `masks`.
    """

    __slots__ = ("bits", "combined", "found", "masks", "views", "worths")

    def __init__(
        self,
        bits: int,
        masks: dict[int, Masks],
        worths: dict[int, Amount],
        views: tuple[Any, ...] = (),
        combined: Combinations | None = None,
        found: int | None = None,
    ) -> None:
        self.bits, self.masks, self.worths, self.views = bits, masks, worths, views
        self.combined: Combinations = combinations_in(masks) if combined is None else combined
        self.found: int = sum([1 << place for place in masks]) if found is None else found


def combinations_in(masks: Mapping[int, Masks]) -> Combinations:
    """The matches on two sets or more."""
    return tuple([(place, mask) for place, own in masks.items() for mask in own if mask & (mask - 1)])


class MayHold(NamedTuple):
    """A rule that may hold, by its place: its matches on one set or none at most, and those on several sets."""

    place: int
    single: int
    several: int
