"""Score records as text, put together of parts that are kept: letter for letter what encoding the record would give."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ..hands.pieces import Piece, describe, piece_text, slots
from .item import Item, printed
from .policy import Award
from .rule import Amount, Rule
from .select import WHOLE_HAND

_KEEP: Final = 1 << 14
"""So many texts of a kind are kept."""
_BETWEEN: Final = ", "
_NO_TILES: Final = '"tiles": []'

Encode = Callable[[Any], str]
"""Gives a value as JSON."""
_Key = TypeVar("_Key")
_Text = TypeVar("_Text")


class RecordTexts:
    """Writes the score records of one ruleset. `head` is what they all say behind their id (`Ruleset.head`)."""

    def __init__(self, head: Mapping[str, Any], encode: Encode) -> None:
        self._encode = encode
        self._head = f"{encode(dict(head))[1:-1]}, "
        self._known = {"id", *head, "total", "minimum_met", "items", "reading", "payments"}
        self._items: dict[tuple[str, int, Amount], tuple[str, str]] = {}
        """The text of an item before its sets and behind them."""
        self._pieces: dict[Piece, str] = {}
        self._readings: dict[tuple[str, str | None], tuple[str, str]] = {}
        self._seats: dict[tuple[str, ...], str] = {}

    def record(self, id: Any, start: str, totals: Mapping[str, Any], payments: Mapping[str, int] | None) -> str:
        """The record of an id: `start` is what `start` gives, then come the further figures and the payments."""
        text = f'{{"id": {self._encode(id)}, {self._head}{start}'
        paid = "" if payments is None else f", {self.payments(payments)}"
        if not totals:
            return f"{text}{paid}}}"
        if self._known.isdisjoint(totals):
            return f"{text}, {self._encode(dict(totals))[1:-1]}{paid}}}"
        told = json.loads(f"{text}}}") | totals
        return self._encode(told if payments is None else told | {"payments": dict(payments)})

    def start(self, total: int, items: str, reading: str, *, minimum_met: bool) -> str:
        """What a record says from its total to its reading."""
        worth = str(total) if type(total) is int else self._encode(total)
        met = "true" if minimum_met else "false"
        return f'"total": {worth}, "minimum_met": {met}, "items": [{items}], {reading}'

    def items(self, awards: Iterable[Award], pieces: Sequence[Piece]) -> str:
        """The items of the rules that count, without their brackets; `pieces` are those of the reading."""
        found = []
        for rule, times, each, masks in awards:
            key = rule.id, times, each
            known = self._items.get(key)
            if known is None:
                known = _kept(self._items, key, self._item(rule, times, each))
            sets = "" if masks == WHOLE_HAND else sets_found(masks, pieces)
            found.append(f"{known[0]}{sets}{known[1]}")
        return _BETWEEN.join(found)

    def reading(self, shape: str, wait: str | None, pieces: Iterable[Piece]) -> str:
        """A reading, with its key."""
        known = self._readings.get((shape, wait))
        if known is None:
            start = f'"reading": {{"shape": {self._encode(shape)}, "sets": ['
            known = _kept(self._readings, (shape, wait), (start, f'], "wait": {self._encode(wait)}}}'))
        texts = self._pieces
        try:
            sets = _BETWEEN.join([texts[piece] for piece in pieces])
        except KeyError:
            sets = _BETWEEN.join([self.piece(piece) for piece in pieces])
        return f"{known[0]}{sets}{known[1]}"

    def piece(self, piece: Piece) -> str:
        """A set, pair or loose tile of a reading."""
        return self._pieces.get(piece) or _kept(self._pieces, piece, self._encode(describe(piece)))

    def payments(self, payments: Mapping[str, int]) -> str:
        """What each seat gains or loses, with its key."""
        seats = tuple(payments)
        form = self._seats.get(seats)
        if form is None:
            inside = _BETWEEN.join([f"{self._encode(seat).replace('%', '%%')}: %d" for seat in seats])
            form = _kept(self._seats, seats, f'"payments": {{{inside}}}')
        return form % tuple(payments.values())

    def _item(self, rule: Rule, times: int, each: Amount) -> tuple[str, str]:
        worth = printed(each), printed(times * each)
        item = Item(rule.id, rule.name, rule.number, times, *worth, rule.unit, (), rule.source)
        before, _, after = self._encode(item.to_record()).partition(_NO_TILES)
        return f"{before}{_NO_TILES[:-1]}", f"]{after}"


def _kept(texts: dict[_Key, _Text], key: _Key, text: _Text) -> _Text:
    """A text, which is kept; where too many are, the others go."""
    if len(texts) >= _KEEP:
        texts.clear()
    texts[key] = text
    return text


def sets_found(masks: Iterable[int], pieces: Sequence[Piece]) -> str:
    """The sets on which a rule was found, match by match: `"123m 456m", "789m"`."""
    placed = list(zip(slots(tuple(pieces)), pieces, strict=True))
    texts = [" ".join([piece_text(piece) for slot, piece in placed if mask >> slot & 1]) for mask in masks if mask]
    return _BETWEEN.join([f'"{text}"' for text in texts])
