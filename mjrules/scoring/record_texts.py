"""Score records as text, put together of parts that are kept: letter for letter what encoding the record would give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ..hands.pieces import Piece, describe, piece_text, slots
from .item import Item, printed
from .policy import Award
from .rule import Amount

_KEEP: Final = 1 << 14
"""So many texts of a kind are kept."""
_BETWEEN: Final = ", "
_NO_TILES: Final = '"tiles": []'

Encode = Callable[[Any], str]
"""Gives a value as JSON."""
_Key = TypeVar("_Key")
_Text = TypeVar("_Text")


class _PieceTexts(dict[Piece, str]):
    """The text of every piece that was met; there are few."""

    def __init__(self, encode: Encode) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, piece: Piece) -> str:
        text = self[piece] = self._encode(describe(piece))
        return text


class RecordTexts:
    """Writes the score records of one ruleset. `head` is what they all say behind their id (`Ruleset.head`).

    A record is, one behind the other, `beginning`, `items`, `reading`, `figures` and `paid`, and a brace.
    """

    def __init__(self, head: Mapping[str, Any], encode: Encode) -> None:
        self.encode = encode
        self._head = f"{encode(dict(head))[1:-1]}, "
        self._items: dict[tuple[str, int, Amount], tuple[str, str]] = {}
        self.pieces = _PieceTexts(encode)
        """Sets, pairs and loose tiles as they stand in the record of a reading."""
        self._readings: dict[tuple[str, str | None], tuple[str, str]] = {}
        self._seats: dict[tuple[str, ...], str] = {}

    def record(self, id: Any, start: str, totals: Mapping[str, Any], payments: Mapping[str, int] | None) -> str:
        """The record of an id: `start` is all from the head to the reading, then come further figures and payments."""
        text = f'{{"id": {self.encode(id)}, {start}'
        return f"{text}{self.figures(totals)}{self.paid(payments)}}}"

    def beginning(self, total: int, *, minimum_met: bool) -> str:
        """What a record says from its head up to its items."""
        worth = str(total) if type(total) is int else self.encode(total)
        return f'{self._head}"total": {worth}, "minimum_met": {"true" if minimum_met else "false"}, "items": ['

    def items(self, awards: Iterable[Award], pieces: Sequence[Piece]) -> str:
        """The items of the rules that count, and their end; `pieces` are those of the reading."""
        found = []
        for award in awards:
            before, behind = self.item(award)
            found.append(f"{before}{sets_found(award.masks, pieces)}{behind}")
        return f"{_BETWEEN.join(found)}], "

    def item(self, award: Award) -> tuple[str, str]:
        """The text of an item before the sets on which it was found, and behind them."""
        rule, times, each, _ = award
        key = rule.id, times, each
        known = self._items.get(key)
        if known is None:
            worth = printed(each), printed(times * each)
            item = Item(rule.id, rule.name, rule.number, times, *worth, rule.unit, (), rule.source)
            before, _, behind = self.encode(item.to_record()).partition(_NO_TILES)
            known = _kept(self._items, key, (f"{before}{_NO_TILES[:-1]}", f"]{behind}"))
        return known

    def reading(self, shape: str, wait: str | None, pieces: Iterable[Piece]) -> str:
        """A reading, with its key."""
        before, behind = self.around(shape, wait)
        texts = self.pieces
        return f"{before}{_BETWEEN.join([texts[piece] for piece in pieces])}{behind}"

    def around(self, shape: str, wait: str | None) -> tuple[str, str]:
        """The text of a reading before its pieces, and behind them."""
        known = self._readings.get((shape, wait))
        if known is None:
            before = f'"reading": {{"shape": {self.encode(shape)}, "sets": ['
            known = _kept(self._readings, (shape, wait), (before, f'], "wait": {self.encode(wait)}}}'))
        return known

    def figures(self, totals: Mapping[str, Any]) -> str:
        """The further figures of a method."""
        return f", {self.encode(dict(totals))[1:-1]}" if totals else ""

    def paid(self, payments: Mapping[str, int] | None) -> str:
        """What each seat gains or loses, where that is known."""
        if payments is None:
            return ""
        seats = tuple(payments)
        form = self._seats.get(seats)
        if form is None:
            inside = _BETWEEN.join([f"{self.encode(seat).replace('%', '%%')}: %d" for seat in seats])
            form = _kept(self._seats, seats, f', "payments": {{{inside}}}')
        return form % tuple(payments.values())


def _kept(texts: dict[_Key, _Text], key: _Key, text: _Text) -> _Text:
    """A text, which is kept; where too many are, the others go."""
    if len(texts) >= _KEEP:
        texts.clear()
    texts[key] = text
    return text


def sets_found(masks: Sequence[int], pieces: Sequence[Piece]) -> str:
    """The sets on which a rule was found, match by match: `"123m 456m", "789m"`."""
    if not any(masks):
        return ""
    placed = list(zip(slots(tuple(pieces)), pieces, strict=True))
    texts = [" ".join([piece_text(piece) for slot, piece in placed if mask >> slot & 1]) for mask in masks if mask]
    return _BETWEEN.join([f'"{text}"' for text in texts])
