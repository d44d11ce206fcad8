"""Hand records, as they are read from JSON, to columns without a `Hand` for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import HandError
from ..hands.declared_fields import WHOLE_NUMBER
from ..hands.meld import SIDES
from ..hands.record import FIELDS, SEATS, kept_value, read_flowers, read_meld
from ..scoring.rulebook import Rulebook
from ..tiles.tile import BONUS, BY_TEXT, KINDS, LETTERS, RED, STANDING, TEXT
from .arrays import Longs, Truths
from .columns import BONUS_TILES, MOST_MELDS, NO_WIN, Columns, meld_number, number_of

_LONGEST: Final = 40
"""Longer texts of concealed tiles are not read here."""
_KEEP: Final = 1 << 14
_WINS: Final[Mapping[str | None, int]] = {
    None: NO_WIN, **{TEXT[tile]: tile for tile in (*range(KINDS), *RED)}
}  # fmt: skip
_SOURCES: Final[Mapping[str | None, int]] = {None: 0, **{side: place for place, side in enumerate(SIDES, 1)}}
_SEATS: Final = {seat: place for place, seat in enumerate(SEATS)}
_NOTHING: Final = ()
_NO_SETS: Final = (0,) * MOST_MELDS
_MANY: Final = 100
_END: Final = ord("\n")
_DIGIT, _OTHER, _BREAK = len(LETTERS), len(LETTERS) + 1, len(LETTERS) + 2
"""What is no letter of a suit: digits, what is not read here, and the end of a text."""


def _by_letter() -> NDArray[np.int64]:
    """What each byte is: the place of a letter in LETTERS, or one of the above."""
    found = np.full(256, _OTHER, np.int64)
    found[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    found[ord("0") : ord("9") + 1] = _DIGIT
    found[_END] = _BREAK
    return found


def _by_suit() -> NDArray[np.int64]:
    """The tile of each number by what is behind it; -1 for none."""
    found = np.full((_BREAK + 1, 10), -1, np.int64)
    for suit, letter in enumerate(LETTERS):
        for number in range(10):
            found[suit, number] = BY_TEXT.get(f"{number}{letter}", -1)
    return found


_SUITS_BY_LETTER: Final = _by_letter()
_TILES: Final = _by_suit()


class _Row(NamedTuple):
    """What a record says: its concealed tiles as text, and numbers for the rest."""

    concealed: str
    win: int
    situation: int
    bonus: int
    melds: tuple[int, ...]
    said: tuple[int, ...]


class _Told:
    """What records say of one matter, each once, by number."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}
        self.every: list[tuple[Any, ...]] = []

    def add(self, key: Any, told: tuple[Any, ...]) -> int:
        """The number of what a key says, from now on."""
        self.every.append(told)
        self.known[key] = len(self.every) - 1
        return self.known[key]

    def forget(self) -> None:
        """Begin anew where too much is kept."""
        if len(self.every) > _KEEP:
            self.known.clear()
            self.every.clear()

    def column(self, place: int, numbers: Longs, kind: Any) -> NDArray[Any]:
        """One of the things that are said, for the numbers of some rows."""
        return np.array([told[place] for told in self.every], kind).take(numbers, axis=0)


class RecordColumns:
    """Reads hand records under one ruleset.

    What columns cannot tell, or what is refused, is left out: whoever reads it one by one says why.
    """

    def __init__(self, book: Rulebook) -> None:
        self._flags, self._fields = tuple(book.flags), tuple(book.fields)
        self._bits = {name: 1 << bit for bit, name in enumerate(self._flags)}
        self._numbers = frozenset(name for name, field in book.fields.items() if field.type == WHOLE_NUMBER)
        self._others = tuple(name for name in self._fields if name not in self._numbers)
        self._nothing = (0,) * len(self._fields)
        self._situations, self._bonus = _Told(), _Told()
        self._melds: dict[Any, int] = {}
        self._further: dict[tuple[str, ...], tuple[str, ...]] = {}
        """The further fields in records with these keys."""

    def of(self, records: Sequence[Mapping[str, Any]], *, declared: bool) -> tuple[Columns, Longs]:
        """The columns of those records that can be told, and their places; all wins are `declared`, or as they say."""
        for told in (self._situations, self._bonus):
            told.forget()
        for kept in (self._melds, self._further):
            if len(kept) > _KEEP:
                kept.clear()
        values: dict[str, dict[Any, int]] = {name: {None: 0} for name in self._others}
        rows, places = list[_Row](), list[int]()
        for place, record in enumerate(records):
            try:
                rows.append(self._row(record, values))
                places.append(place)
            except (HandError, AttributeError, KeyError, TypeError):  # wrong, or unusual
                continue
        return self._columns(rows, np.array(places, np.int64), values, declared=declared)

    def _row(self, record: Mapping[str, Any], values: dict[str, dict[Any, int]]) -> _Row:
        """What a record says. Raises one of several errors where it is wrong, or columns are not for it."""
        get = record.get
        concealed, win, winner = get("concealed", ""), _WINS[get("win")], get("winner", True)
        drawn, says, flags = get("self_drawn", False), get("declared", False), get("flags", _NOTHING)
        if type(winner) is not bool or type(drawn) is not bool or type(says) is not bool or winner is (win == NO_WIN):
            raise TypeError
        if len(concealed) > _LONGEST or not (concealed.isascii() and concealed.isalnum()):
            raise TypeError
        if type(flags) is not list and flags is not _NOTHING:
            raise TypeError
        key = (winner, drawn, says, get("from"), get("seat", "E"), get("round", "E"), *flags)
        situation = self._situations.known.get(key)
        if situation is None:
            situation = self._situation(key, flags)
        melds, said = get("melds", _NOTHING), self._nothing
        if type(melds) is not list and melds is not _NOTHING:
            raise TypeError
        keys = tuple(record)
        further = self._further.get(keys)
        if further is None:
            further = self._further_of(keys)
        if further:
            said = self._said(record, further, values)
        return _Row(concealed, win, situation, self._bonus_of(get("flowers", 0)), self._sets(melds), said)

    def _situation(self, key: tuple[Any, ...], flags: Sequence[str]) -> int:
        """The number of a situation."""
        winner, drawn, says, source, seat, round_wind = key[:6]
        bits = 0
        for flag in flags:
            bits |= self._bits[flag]
        told = winner, drawn, says, _SOURCES[source], _SEATS[seat], _SEATS[round_wind], bits
        return self._situations.add(key, told)

    def _bonus_of(self, said: Any) -> int:
        """The number of bonus tiles that are named or counted."""
        if type(said) is list:
            key: Any = tuple(said)
        elif type(said) is int:
            key = said
        else:
            raise TypeError
        number = self._bonus.known.get(key)
        if number is None:
            told = read_flowers(said)
            tiles, count = told["bonus"], told["bonus_count"]
            if count > _MANY:
                raise TypeError
            number = self._bonus.add(key, (count, tiles is not None, [(tiles or ()).count(tile) for tile in BONUS]))
        return number

    def _sets(self, melds: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
        """The declared sets as their numbers, with 0 behind them."""
        found = []
        for item in melds:
            get = item.get
            concealed, added = get("concealed", False), get("added", False)
            if type(concealed) is not bool or type(added) is not bool:
                raise TypeError
            key = tuple(item), get("type"), get("tiles"), concealed, get("from"), added
            number = self._melds.get(key)
            if number is None:
                number = meld_number(read_meld(item, "melds"))
                if number is None:
                    raise TypeError
                self._melds[key] = number
            found.append(number)
        if len(found) > MOST_MELDS:
            raise TypeError
        return (*found, *_NO_SETS[len(found) :])

    def _further_of(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The further fields in records with these keys."""
        found = tuple([key for key in keys if key not in FIELDS])
        if not set(found) <= set(self._fields):
            raise KeyError
        self._further[keys] = found
        return found

    def _said(
        self, record: Mapping[str, Any], further: Sequence[str], values: dict[str, dict[Any, int]]
    ) -> tuple[int, ...]:
        """What further fields say: numbers as they are, other values by their numbers."""
        found = dict.fromkeys(self._fields, 0)
        for name in further:
            value = kept_value(record[name])
            if value is None or (name in self._numbers and (type(value) is not int or not 0 <= value < 1 << 31)):
                raise TypeError
            known = values.get(name)
            found[name] = value if known is None else number_of(value, known)
        return tuple(found.values())

    def _columns(
        self, rows: Sequence[_Row], places: Longs, values: Mapping[str, dict[Any, int]], *, declared: bool
    ) -> tuple[Columns, Longs]:
        """The columns of what records say, those left out whose concealed tiles are written in an unusual way."""
        number = len(rows)
        texts, wins, situations, bonus, melds, said = zip(*rows, strict=True) if rows else [()] * 6
        tiles, right = _tiles(texts)
        situation = partial(self._situations.column, numbers=np.array(situations, np.int64))
        own = np.array(bonus, np.int64)
        tiles[:, BONUS_TILES] = self._bonus.column(2, own, np.uint8).reshape(number, len(BONUS))
        columns = Columns(
            tiles=tiles,
            melds=np.array(melds, np.uint16).reshape(number, MOST_MELDS),
            win=np.array(wins, np.uint8),
            winner=situation(0, kind=np.bool_),
            self_drawn=situation(1, kind=np.bool_),
            declared=np.ones(number, np.bool_) if declared else situation(2, kind=np.bool_),
            source=situation(3, kind=np.uint8),
            seat=situation(4, kind=np.uint8),
            round=situation(5, kind=np.uint8),
            bonus=self._bonus.column(0, own, np.uint8),
            bonus_known=self._bonus.column(1, own, np.bool_),
            flags=situation(6, kind=np.uint64),
            further=np.array(said, np.int64).reshape(number, len(self._fields)),
            flag_names=self._flags,
            field_names=self._fields,
            values={name: tuple(known) for name, known in values.items()},
            apart={},
        )
        if right.all():
            return columns, places
        some = np.flatnonzero(right)
        return columns.rows(some), places[some]


def _tiles(texts: Sequence[str]) -> tuple[NDArray[np.uint8], Truths]:
    """How many of each tile texts name, all read at once, and which texts are runs of numbers with their letters."""
    letters = np.frombuffer("".join([f"{text}\n" for text in texts]).encode("ascii"), np.uint8)
    row = np.cumsum(letters == _END) - (letters == _END)
    suit = _SUITS_BY_LETTER.take(letters)
    place = np.arange(len(letters))
    behind = np.minimum.accumulate(np.where(suit != _DIGIT, place, len(letters))[::-1])[::-1]
    digit = np.flatnonzero(suit == _DIGIT)
    tile = _TILES[suit.take(behind.take(digit)), letters.take(digit) - ord("0")]
    before = np.concatenate([[_BREAK], suit])[:-1]
    wrong = (suit == _OTHER) | ((suit < _DIGIT) & (before != _DIGIT))
    right = np.ones(len(texts), np.bool_)
    right[row[wrong]] = False
    right[row.take(digit[tile < 0])] = False
    known = tile >= 0
    codes = row.take(digit[known]) * STANDING + tile[known]
    counts = np.bincount(codes, minlength=len(texts) * STANDING)
    return counts.astype(np.uint8).reshape(len(texts), STANDING), right
