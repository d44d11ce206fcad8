"""What counts, and what it is worth by the scoring method; kept where the method says what sums tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

from .policy import Award, ScoringMethod, Value
from .rule import Amount

Counted = tuple[int, int, Amount, tuple[int, ...], Amount, int, int, Award]
"""A rule that counts, by its place: how often, what each is worth, its matches, what all are worth, how many rules are
usually worth more, or as much and stand before it, what it adds to the sums of the method, and the award."""
_ADDED: Final = itemgetter(6)
_KEEP: Final = 1 << 14
"""How many values are kept."""
_LANE: Final = 40
"""The bits of a sum: more than all that counts in a hand comes to, where nothing adds more than `_MOST`."""
_MOST: Final = 1 << 24
_LANES: Final = 32
"""So many sums at most."""
_ALONE: Final = 1 << _LANE * _LANES
"""What is added by a rule that matters as such: more than all sums."""


class Values:
    """Values what counts by one method and its settings."""

    def __init__(self, method: ScoringMethod, settings: Mapping[str, Any]) -> None:
        self._method, self._settings = method, settings
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
        sums = sum(map(_ADDED, counted))
        if sums >= _ALONE:
            return self._asked(awards, views)
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

    def added(self, award: Award) -> int:
        """What a rule that counts adds to all sums, as one number. Raises PluginError."""
        sums = None if self._method.sums is None else self._method.sums(award, self._settings)
        if sums is None or len(sums) > _LANES or not all(0 <= each <= _MOST for each in sums):
            return _ALONE
        self._lanes = len(sums)
        return sum([each << _LANE * lane for lane, each in enumerate(sums)])

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
