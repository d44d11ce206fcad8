"""What counts, and what it is worth by the scoring method; kept where the method says what sums tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from struct import Struct
from types import MappingProxyType
from typing import Any, Final

from .policy import Award, ScoringMethod, Value
from .rule import Amount

Counted = tuple[int, int, Amount, tuple[int, ...], Amount, Amount, int, Award]
"""A rule that counts, by its place: how often, what each is worth, its matches, what all are worth, a number that is
less for what is worth more, or as much and stands before it, what it adds to the sums of the method, and the award."""
_DEARNESS, _ADDED, _AWARD = itemgetter(5), itemgetter(6), itemgetter(7)
_Class = tuple[str, bool]
"""The unit of rules, and whether they are set aside."""
_KEEP: Final = 1 << 14
"""How many values are kept."""
_LANE: Final = 64
"""The bits of a sum: more than all that counts in a hand comes to, where nothing adds more than `_MOST`."""
_MOST: Final = 1 << 24
_LANES: Final = 32
"""So many sums at most."""
_ALONE: Final = 1 << _LANE * _LANES
"""What is added by a rule that matters as such: more than all sums."""


def awards_of(counted: Sequence[Counted]) -> list[Award]:
    """The awards of what counts, the most valuable first."""
    return list(map(_AWARD, sorted(counted, key=_DEARNESS)))


class Values:
    """Values what counts by one method and its settings."""

    def __init__(self, method: ScoringMethod, settings: Mapping[str, Any]) -> None:
        self._method, self._settings = method, settings
        self._sums = Struct("")
        """The sums, one behind the other, in as many bytes."""
        self._told: dict[int, tuple[int, ...]] = {}
        """What of sums matters."""
        self._kept: dict[Any, tuple[Value, dict[_Class, bool] | None]] = {}
        """Values by what matters, and by what the method reads; with each, where a limit keeps awards out, which it
        keeps, as far as that was seen."""

    def sums(self, counted: Sequence[Counted]) -> int | None:
        """All sums of what counts, as one number, which tells the value; None where more than sums matter."""
        if self._method.sums is None:
            return None
        sums: int = sum(map(_ADDED, counted))
        return None if sums >= _ALONE else sums

    def of(self, counted: Sequence[Counted], views: tuple[Any, ...]) -> Value:
        """What is worth what counts; `views` are what the method reads. Raises PluginError."""
        sums = self.sums(counted)
        if sums is None:
            return self._asked(awards_of(counted), views)
        told = self._told.get(sums) if counted else ()
        key = (self._tells(sums) if told is None else told), views
        kept = self._kept.get(key)
        if kept is not None and kept[1] is None:
            return kept[0]
        awards = awards_of(counted)
        if kept is None:
            return self._keep(key, self._asked(awards, views), {}, awards)
        value, classes = kept
        assert classes is not None
        try:
            every = [classes[award.rule.unit, award.rule.aside] for award in awards]
        except KeyError:  # awards of a unit that was not seen
            return self._keep(key, self._asked(awards, views), classes, awards)
        return value._replace(kept=tuple([place for place, is_kept in enumerate(every) if is_kept]))

    def _asked(self, awards: Sequence[Award], views: tuple[Any, ...]) -> Value:
        """What the method says."""
        return self._method.value(awards, self._settings, *views)

    def added(self, award: Award) -> int:
        """What a rule that counts adds to all sums, as one number. Raises PluginError."""
        sums = None if self._method.sums is None else self._method.sums(award, self._settings)
        if sums is None or len(sums) > _LANES or not all(0 <= each <= _MOST for each in sums):
            return _ALONE
        if not self._sums.size:
            self._sums = Struct(f"<{len(sums)}Q")
        elif self._sums.size != _LANE // 8 * len(sums):  # not as many as of the others: it matters as such
            return _ALONE
        return sum([each << _LANE * lane for lane, each in enumerate(sums)])

    def _tells(self, sums: int) -> tuple[int, ...]:
        """What of sums matters; kept."""
        if len(self._told) >= _KEEP:
            self._told.clear()
        each = self._sums.unpack(sums.to_bytes(self._sums.size, "little"))
        told = self._told[sums] = (*self._method.of_sums(each, self._settings),)
        return told

    def _keep(self, key: Any, value: Value, classes: dict[_Class, bool], awards: Sequence[Award]) -> Value:
        """The value as it is kept, of which nothing can be changed; of awards of one unit all are kept or none."""
        if len(self._kept) >= _KEEP:
            self._kept.clear()
        total, counted, rank, totals, kept, cut = value
        value = Value(total, counted, rank, MappingProxyType(dict(totals)), kept, cut)
        if value.kept is not None:
            own = [((award.rule.unit, award.rule.aside), place in value.kept) for place, award in enumerate(awards)]
            classes = {**classes, **dict(own)}
            if any(classes[one] is not is_kept for one, is_kept in own):
                return value
        self._kept[key] = value, None if value.kept is None else classes
        return value
