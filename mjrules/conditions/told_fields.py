"""What the further fields of hands say under one ruleset: numbers, classes of tiles, suits, seats and tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..hands.declared_fields import FieldValue, RecordField, classes_said, field_value, fields_said
from ..hands.hand import Hand
from ..shapes.readings import hand_classes

_KEPT: Final = 1 << 12
"""Of how many values of fields it is kept what they say, and of how many fields together which classes they are."""
_UNSAID: Final = object()
"""Stands for what a record does not say."""
SaidField = tuple[str, FieldValue]
"""A field, by its name, and what it says."""


class _SaidValues(dict[Any, tuple[SaidField, ...]]):
    """What values of a field say; of what a record does not say, nothing."""

    def __init__(self, field: RecordField) -> None:
        super().__init__()
        self._field = field

    def __missing__(self, value: Any) -> tuple[SaidField, ...]:
        said = () if value is _UNSAID else ((self._field.name, field_value(self._field, value)),)
        if len(self) >= _KEPT:
            self.clear()
        self[value] = said
        return said


class ToldFields:
    """Tells what records of hands say in the fields that a ruleset declares; values were checked."""

    def __init__(self, numbers: Sequence[str], others: Sequence[RecordField]) -> None:
        self._numbers, self._others = tuple(numbers), tuple(others)
        """The names of those that are numbers, and those that are none."""
        self._said = tuple([(own.name, _SaidValues(own)) for own in others])
        self._classes: dict[tuple[SaidField, ...], tuple[tuple[str, int], ...]] = {}
        """The classes that fields gave."""

    def numbers(self, hand: Hand) -> tuple[tuple[str, int], ...]:
        """The fields that are numbers, each with its number."""
        known = hand.fields
        return tuple([(name, known.get(name, 0)) for name in self._numbers]) if self._numbers else ()

    def fields(self, hand: Hand) -> tuple[SaidField, ...]:
        """The other fields that the record has, each with what it says."""
        known = hand.fields
        if not known:
            return ()
        found: tuple[SaidField, ...] = ()
        try:
            for name, said in self._said:
                found += said[known.get(name, _UNSAID)]
        except TypeError:  # lists, of which nothing is kept
            return fields_said(self._others, known)
        return found

    def classes(self, hand: Hand) -> tuple[tuple[str, int], ...]:
        """The classes that depend on the hand, its winds and those that its fields give, as masks."""
        winds = hand_classes(hand.seat, hand.round)
        if not self._others:
            return winds
        said = self.fields(hand)
        classes = self._classes.get(said)
        if classes is None:
            if len(self._classes) >= _KEPT:
                self._classes.clear()
            classes = self._classes[said] = classes_said(self._others, said)
        return winds + classes
