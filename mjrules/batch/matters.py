"""What matters of views to groups of questions: they are told apart no further than the questions tell them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from ..conditions.formula import Atom
from ..scoring.question_groups import Group
from ..shapes.selectors import all_masks
from ..tiles.tile import KINDS

RUN_BITS: Final = 3
"""The bits of the number of pungs of several kinds: a hand has at most five."""


class Matters(NamedTuple):
    """What matters of views to a group: which further `fields`; the classes of kinds by which it tells `pairs` and
    `pungs` apart, several pairs `in_order` or as so many of each class; whether it tells of `loose` tiles no more than
    how many there are of each suit. None: all."""

    fields: tuple[str, ...] | None = None
    pairs: tuple[int, ...] | None = None
    pungs: tuple[int, ...] | None = None
    loose: bool = False
    in_order: bool = True

    @classmethod
    def to(cls, group: Group) -> Matters:
        """What matters to a group, by what its questions say of themselves."""
        fields = [atom.fields for atom in group.atoms if not _RECORD.isdisjoint(atom.facets)]
        named = None if None in fields else tuple(sorted(set[str]().union(*[own for own in fields if own])))
        pairs, pungs = (kind_classes(group, facet, group.atoms) for facet in ("pairs", "pungs"))
        in_order = pairs is None or any(atom.finds for atom in group.atoms if "pairs" in atom.facets)
        return cls(named, pairs, pungs, _masks(group, "loose", group.atoms) == frozenset(), in_order)

    def of(self, facet: str) -> Hashable:
        """What of it is about a facet."""
        if facet in _RECORD:
            return self.fields
        if facet == "pairs":
            return self.pairs, self.in_order
        return self.pungs if facet == "pungs" else facet == "loose" and self.loose


_RECORD: Final = frozenset({"fields", "numbers"})
_WINDS: Final = [1 << kind for kind in range(27, 31)]


def _masks(group: Group, facet: str, atoms: Sequence[Atom]) -> frozenset[int] | None:
    """The classes by which some questions of a group, where they look at a facet, and what must be there of it, tell
    tiles of one suit apart; None: each from each."""
    asked = [atom for atom in atoms if facet in atom.facets]
    if any("classes" in atom.facets for atom in asked):
        return None
    winds = frozenset(_WINDS if any("winds" in atom.facets for atom in asked) else ())
    return all_masks([winds, group.gated(facet), *[atom.masks for atom in asked]])


def kind_classes(group: Group, facet: str, atoms: Sequence[Atom]) -> tuple[int, ...] | None:
    """For every kind the number of its class, as some questions of a group tell tiles of a facet apart: those of one
    suit are in the same class that are in the same of some masks; None: each is in its own."""
    masks = _masks(group, facet, atoms)
    if masks is None:
        return None
    known: dict[tuple[int, ...], int] = {}
    told = [(min(kind // 9, 3), *[mask >> kind & 1 for mask in masks]) for kind in range(KINDS)]
    return tuple([known.setdefault(one, len(known)) for one in told])


ALL_MATTERS: Final = Matters()


@cache
def runs(classes: tuple[int, ...]) -> tuple[tuple[int, int, bool], ...]:
    """Kinds next to each other, by the first and how many: of one class, or several of which each matters."""
    found: list[tuple[int, int, bool]] = []
    start = 0
    for _, same in groupby(classes):
        width = len(list(same))
        if width >= RUN_BITS:
            found.append((start, width, True))
        elif found and not found[-1][2]:
            found[-1] = found[-1][0], found[-1][1] + width, False
        else:
            found.append((start, width, False))
        start += width
    return tuple(found)
