"""What counts, and what it is worth by the scoring method; kept where the method says what sums tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

from .policy import Award, ScoringMethod, Value
from .rule import Amount

Counted = tuple[int, int, Amount, tuple[int, ...], Amount, int, Award]
"""A rule that counts, by its place: how often, what each is worth, its matches, what all are worth, how many rules are
usually worth more, or as much and stand before it, and the award."""
_OFTEN: Final = itemgetter(slice(3))
"""The place, how often it counts, and what each is worth."""
_KEEP: Final = 1 << 14
"""How many values are kept, and of how many rules that count what they add."""
_LANE: Final = 40
"""The bits of a sum: more than all that counts in a hand comes to, where nothing adds more than `_MOST`."""
_MOST: Final = 1 << 24
_ALONE: Final = -1
"""What is added by a rule that matters as such."""


class Values:
    """Values what counts by one method and its settings."""

    def __init__(self, method: ScoringMethod, settings: Mapping[str, Any]) -> None:
        self._method, self._settings = method, settings
        self._added: dict[tuple[int, int, Amount], int] = {}
        """What rules add that count so often and with this worth, as one number for all sums."""
        self._lanes = 0
        """How many sums there are."""
        self._told: dict[int, tuple[int, ...]] = {}
        """What of sums matters."""
        self._kept: dict[Any, Value] = {}
        """Values by what matters, and by what the method reads."""

    def of(self, counted: Sequence[Counted], awards: Sequence[Award], views: tuple[Any, ...]) -> Value:
        """What is worth what counts, as awards with the most valuable first; `views` are what the method reads.

        Raises PluginError.
        """
        if self._method.sums is None:
            return self._asked(awards, views)
        sums = 0
        for one, often in zip(counted, map(_OFTEN, counted), strict=True):
            added = self._added.get(often)
            if added is None:
                added = self._adds(one)
            if added == _ALONE:
                return self._asked(awards, views)
            sums += added
        told = self._told.get(sums) if counted else ()
        key = (self._tells(sums) if told is None else told), views
        value = self._kept.get(key)
        if value is None:
            value = self._asked(awards, views)
            if value.kept is None:  # else it says the places of these awards
                value = self._keep(key, value)
        return value

    def _asked(self, awards: Sequence[Award], views: tuple[Any, ...]) -> Value:
        """What the method says."""
        return self._method.value(awards, self._settings, *views)

    def _adds(self, one: Counted) -> int:
        """What a rule adds to all sums; kept."""
        if len(self._added) >= _KEEP:
            self._added.clear()
        sums = None if self._method.sums is None else self._method.sums(one[-1], self._settings)
        added = _ALONE
        if sums is not None and all(0 <= each <= _MOST for each in sums):
            self._lanes = len(sums)
            added = sum([each << _LANE * lane for lane, each in enumerate(sums)])
        self._added[one[:3]] = added
        return added

    def _tells(self, sums: int) -> tuple[int, ...]:
        """What of sums matters; kept."""
        if len(self._told) >= _KEEP:
            self._told.clear()
        each = [sums >> _LANE * lane & (1 << _LANE) - 1 for lane in range(self._lanes)]
        told = self._told[sums] = (*self._method.of_sums(each, self._settings),)
        return told

    def _keep(self, key: Any, value: Value) -> Value:
        """The value as it is kept, of which nothing can be changed."""
        if len(self._kept) >= _KEEP:
            self._kept.clear()
        kept = self._kept[key] = value._replace(totals=MappingProxyType(dict(value.totals)))
        return kept
