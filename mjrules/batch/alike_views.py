"""Views of sets that are answered alike though they are different: of what makes no written pattern, classes matter.

The patterns that a group has written out stand on pieces of certain tiles. A piece that stands in none of those that
a view has is as good as any other of its classes, so that few of many views need to be asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from ..conditions.facets import FORM_FACETS
from ..conditions.formula import Atom
from ..hands.pieces import CHOW, PAIR, PUNG, can_stand, form_of, tile_of
from ..scoring.question_groups import Group
from ..tiles.tile import KINDS
from .arrays import Longs, spread
from .columns import Bytes
from .matters import kind_classes
from .numbering import Column
from .suits import CHOW_BASE, CHOW_BITS
from .views import Views

_FORMS: Final = {name: form for name, form in FORM_FACETS.items() if form in (CHOW, PUNG, PAIR)}
_MOST: Final = {CHOW: 5, PUNG: 5, PAIR: 9}
"""How many pieces of each form a hand has at most."""
_TOKEN_BITS: Final = 7
_WINDS: Final = 4
"""The bits of seat and round winds together."""
_KINDS: Final = np.arange(KINDS)
_SUIT_OF: Final = np.minimum(_KINDS // 9, 2)
_RANK_OF: Final = np.minimum(_KINDS - 9 * _SUIT_OF, 8)


class AlikeViews:
    """Tells the views of a group apart no further than its answers do; `made` where its questions allow it."""

    def __init__(self, group: Group, classes: Mapping[int, Sequence[int]]) -> None:
        self._classes = {form: np.array(own, np.int64) for form, own in classes.items()}
        self._written = [own for atom in group.atoms if _combines(atom) for own in _needed(atom)]

    @classmethod
    def made(cls, group: Group) -> AlikeViews | None:
        """Of a group that looks at chows, pungs and pairs alone, and has patterns of several written out."""
        if not _FORMS.keys() >= set(group.names) or not any(map(_combines, group.atoms)):
            return None
        others = [atom for atom in group.atoms if not _combines(atom)]
        classes = {}
        for name in group.names:
            own = kind_classes(group, name, others)
            if own is None:
                return None
            classes[_FORMS[name]] = _of_chows(own) if _FORMS[name] == CHOW else own
        return cls(group, classes)

    def columns(self, views: Views, rows: Longs) -> Iterator[Column]:
        """What tells the views of some readings apart."""
        pieces = {form: _pieces(views, rows, form) for form in self._classes}
        by_kind = {form: np.ascontiguousarray(own.T) for form, own in pieces.items()}
        used = {form: np.zeros(own.shape, np.bool_) for form, own in by_kind.items()}
        for needed in self._written:
            there = np.logical_and.reduce([by_kind[form][tile] >= number for (form, tile), number in needed])
            for (form, tile), _ in needed:
                used[form][tile] |= there
        for form, own in pieces.items():
            view, kind = np.nonzero(own)
            tokens = np.where(used[form][kind, view], 1 + KINDS + kind, 1 + self._classes[form].take(kind))
            yield from _in_order(own, view, kind, tokens, _MOST[form])


class SinglePieces:
    """Tells the views of a group apart whose questions find single pieces, by what each piece is to them."""

    def __init__(self, group: Group, facet: str) -> None:
        self._atoms, self._facet, self._form = group.atoms, facet, _FORMS[facet]
        self._tokens = np.full((1 << _WINDS, KINDS), -1, np.int64)

    @classmethod
    def made(cls, group: Group) -> SinglePieces | None:
        """Of a group that looks at pieces of a form, and at winds; nothing else closes its ways."""
        forms = [name for name in group.names if name != "winds"]
        single = all(atom.finds and atom.pieces == 1 and atom.facets[0] in forms for atom in group.atoms)
        fits = len(forms) == 1 and forms[0] in _FORMS and 1 << len(group.atoms) < 1 << _TOKEN_BITS
        return cls(group, forms[0]) if fits and single and not group.gated(forms[0]) else None

    def columns(self, views: Views, rows: Longs) -> Iterator[Column]:
        """What tells the views of some readings apart."""
        winds, _ = views.rows.winds_told(views.readings.laid.hand[rows])
        for own in np.unique(winds[self._tokens[winds, 0] < 0]).tolist():
            shown = views.shown("winds", int(rows[np.flatnonzero(winds == own)[0]]))
            self._tokens[own] = [self._token(tile, shown) for tile in range(KINDS)]
        pieces = _pieces(views, rows, self._form)
        view, kind = np.nonzero(pieces)
        yield from _in_order(pieces, view, kind, self._tokens[winds.take(view), kind], _MOST[self._form])

    def _token(self, tile: int, winds: Any) -> int:
        """Which questions find a piece of a tile, and 1 more."""
        found = 0
        for place, atom in enumerate(self._atoms):
            shown = {self._facet: (tile,), "winds": winds}
            found |= bool(can_stand(self._form, tile) and atom.test(*[shown[name] for name in atom.facets])) << place
        return 1 + found


def _of_chows(classes: Sequence[int]) -> Sequence[int]:
    """The classes of chows by their lowest tiles: those of which this is in the same class, and the others are."""
    known: dict[tuple[int, ...], int] = {}
    told = [(classes[tile], *sorted(classes[tile + 1 : tile + 3])) for tile in range(KINDS)]
    return [known.setdefault(own, len(known)) for own in told]


def _combines(atom: Atom) -> bool:
    """Whether what a question looks for is written out, and stands on several pieces."""
    return atom.pieces > 1 and atom.ground is not None and atom.ground() is not None


def _needed(atom: Atom) -> Iterator[tuple[tuple[tuple[int, int], int], ...]]:
    """For each pattern that is written out how many pieces of a form and a tile it needs."""
    for pieces in (atom.ground and atom.ground()) or ():
        yield tuple(Counter((form_of(piece), tile_of(piece)) for piece in pieces).items())


def _pieces(views: Views, rows: Longs, form: int) -> Bytes:
    """How many pieces of a form some readings have of each kind, [readings, kinds]."""
    laid, hands = views.readings.laid, views.rows
    hand = laid.hand.take(rows)
    if form == CHOW:
        codes = laid.chows.take(rows) + hands.chows.take(hand)
        suits = codes[:, None] >> CHOW_BITS * _SUIT_OF & (1 << CHOW_BITS) - 1
        return np.where(_KINDS < 27, suits // CHOW_BASE ** np.minimum(_RANK_OF, 7) % CHOW_BASE, 0).astype(np.uint8)
    if form == PUNG:
        return _kinds_in(laid.pungs.take(rows) | hands.pungs.take(hand))
    return _kinds_in(laid.pairs.take(rows)) + _kinds_in(laid.twice.take(rows))


def _kinds_in(masks: Longs) -> Bytes:
    """Whether masks have each kind, 1 or 0, [masks, kinds]."""
    return np.unpackbits(masks.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")[:, :KINDS]


def _in_order(pieces: Bytes, view: Longs, kind: Longs, tokens: Longs, most: int) -> Iterator[Column]:
    """The tokens of the kinds of pieces that views have, in their order, as columns; 0 behind the last."""
    pick, _ = spread(pieces[view, kind].astype(np.int64))
    own = view.take(pick)
    place = np.arange(len(own)) - np.searchsorted(own, own)
    found = np.zeros((most, len(pieces)), np.int64)
    found[place, own] = tokens.take(pick)
    for column in found:
        yield column, _TOKEN_BITS
