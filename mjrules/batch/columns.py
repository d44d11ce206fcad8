"""Columns: many hands as arrays, a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import described
from ..hands.declared_fields import WHOLE_NUMBER, RecordField
from ..hands.hand import Hand
from ..hands.meld import SIDES, Meld, stood_for
from ..hands.pieces import Piece
from ..hands.record import SEATS
from ..tiles.tile import BONUS, KINDS, RED, STANDING, Tile, sort_tiles
from .arrays import weighed

Bytes = NDArray[np.uint8]
NO_WIN: Final = 255
MOST_MELDS: Final = 5
BONUS_TILES: Final = np.array(BONUS)
"""Where bonus tiles are in `tiles`."""
RED_TILES: Final = slice(min(RED), max(RED) + 1)
"""Where red fives are in `tiles`."""
SOURCES: Final = (None, *SIDES)
"""Who discarded, by the numbers of `source`; None where it is not said."""
_SEATS: Final = ", ".join(f"{number} {seat}" for number, seat in enumerate(SEATS))
_MEANING: Final = {
    "win": f"0 for 1m, 9 1p, 18 1s, 27 to 33 1z to 7z, {NO_WIN} for no tile",
    "source": ", ".join(f"{number} {side or 'for not said'}" for number, side in enumerate(SOURCES)),
    "seat": _SEATS,
    "round": _SEATS,
}
_ONLY_BONUS: Final = np.zeros((STANDING - KINDS, 1), np.float32)
_ONLY_BONUS[BONUS_TILES - KINDS] = 1
"""The weights by which bonus tiles are counted among the tiles that are no kinds."""
MELDS: Final = ("chow", "pung", "claimed kong", "promoted kong", "concealed kong")
"""The declared sets in the order of their numbers."""
CHOWS, PUNGS, CLAIMED_KONGS, PROMOTED_KONGS, CONCEALED_KONGS = range(5)
_REDS: Final = {kind: tile for tile, kind in RED.items()}
PLAIN_MELDS: Final = len(MELDS) * KINDS
"""How many declared sets there are, red fives left out."""
MELD_SORTS: Final = 1 + 5 * PLAIN_MELDS
"""How many numbers declared sets may have without their sources, those of up to four red fives and of none."""
_MELD_NUMBERS: Final = 4 * MELD_SORTS


def meaning(name: str) -> str:
    """What the numbers of a column mean, in brackets behind a blank, for messages; empty where they count something."""
    return f" ({_MEANING[name]})" if name in _MEANING else ""


@dataclass(frozen=True, eq=False)
class Columns:
    """Many hands, a row for each, as arrays of numpy.

    `tiles`, uint8 [hands, 50]: how many of each tile are concealed, without the winning tile: 34 kinds (1-9m, 1-9p,
    1-9s, 1-7z), of the flowers and seasons (f1-f4, s1-s4) those that the player has, jokers, the red fives
    0m, 0p, 0s, and of the animals (a1-a4) those that the player has. `bonus`, uint8: the number of bonus tiles;
    `bonus_known`, bool: whether `tiles` has them.
    `melds`, uint16 [hands, 5]: the declared sets in their order, 0 for none; else
    `4 * (1 + 34 * what + lowest + 170 * reds) + from`, where `what` is 0 for a chow, 1 a pung, 2 a claimed,
    3 a promoted, 4 a concealed kong, `lowest` the kind of its lowest tile, `reds` its number of red fives, and
    `from` 0 where it is not said, 1 left, 2 across, 3 right. `win`, uint8: the winning tile, numbered as in
    `tiles`, 255 for none.
    `winner`, `self_drawn`, `declared`, bool. `source`, uint8: who discarded, as `from`. `seat`, `round`, uint8:
    0 E, 1 S, 2 W, 3 N. `flags`, uint64: a bit for each of `flag_names`. `further`, int64 [hands, fields]: the further
    fields of `field_names`: numbers as they are, of others the place in `values` of what the record says; 0 where
    it says nothing. `apart` are hands that columns cannot tell, by their rows.
    """

    tiles: Bytes
    melds: NDArray[np.uint16]
    win: Bytes
    winner: NDArray[np.bool_]
    self_drawn: NDArray[np.bool_]
    declared: NDArray[np.bool_]
    source: Bytes
    seat: Bytes
    round: Bytes
    bonus: Bytes
    bonus_known: NDArray[np.bool_]
    flags: NDArray[np.uint64]
    further: NDArray[np.int64]
    flag_names: tuple[str, ...]
    field_names: tuple[str, ...]
    values: Mapping[str, Sequence[Any]]
    apart: Mapping[int, Hand]

    def __len__(self) -> int:
        return len(self.win)

    def check(self) -> None:
        """Raises ValueError for arrays of another shape or type, or with numbers that mean nothing."""
        if not _is_plain(self.win) or self.win.ndim != 1:
            raise ValueError(f"win: expected an array uint8 with a number for each hand, got {_told(self.win)}")
        number = len(self)
        shapes = {"tiles": (STANDING,), "melds": (MOST_MELDS,), "further": (len(self.field_names),)}
        types = {"tiles": np.uint8, "melds": np.uint16, "further": np.int64, "flags": np.uint64}
        truths = ("winner", "self_drawn", "declared", "bonus_known")
        most = {"seat": 3, "round": 3, "source": 3, "melds": _MELD_NUMBERS - 1}
        for field in fields(self):
            value, name = getattr(self, field.name), field.name
            if name in ("flag_names", "field_names", "values", "apart"):
                continue
            kind: np.dtype[Any] = np.dtype(types.get(name, np.bool_ if name in truths else np.uint8))
            shape = (number, *shapes.get(name, ()))
            if not _is_plain(value) or value.dtype != kind or value.shape != shape:
                raise ValueError(f"{name}: expected an array {kind} {shape}, got {_told(value)}")
            if name in most and number and value.max() > most[name]:
                row = int(np.argmax(value.reshape(number, -1).max(axis=1) > most[name]))
                raise ValueError(
                    f"{name}: row {row} has {value[row].max()}, expected at most {most[name]}{meaning(name)}"
                )
        self._check_sets_and_bonus()
        wrong = np.flatnonzero((self.win >= STANDING) & (self.win != NO_WIN))
        if len(wrong):
            row = int(wrong[0])
            expected = f"a tile 0 to {STANDING - 1}, or {NO_WIN}{meaning('win')}"
            raise ValueError(f"win: row {row} has {self.win[row]}, expected {expected}")
        self._check_said()

    def _check_said(self) -> None:
        """Raises ValueError for flags and values of further fields that have no names."""
        if len(self.flag_names) < 64:
            bits = self.flags >> np.uint64(len(self.flag_names))
            if bits.any():
                raise ValueError(f"flags: row {int(np.argmax(bits > 0))} has a flag that flag_names does not name")
        for place, name in enumerate(self.field_names):
            own, known = self.further[:, place], len(self.values[name]) if name in self.values else 1 << 31
            wrong = np.flatnonzero((own < 0) | (own >= known))
            if len(wrong):
                row = int(wrong[0])
                raise ValueError(f"further: {name}: row {row} has {own[row]}, expected 0 to {known - 1}")

    def _check_sets_and_bonus(self) -> None:
        """Raises ValueError for numbers of declared sets that there are not, and where bonus tiles are not as many."""
        sets = _are_sets().take(self.melds)
        if not sets.all():
            row, place = np.argwhere(~sets)[0].tolist()
            raise ValueError(f"melds: row {row} has {self.melds[row, place]}, which is no declared set")
        there = weighed(self.tiles[:, KINDS:], _ONLY_BONUS)[:, 0].astype(np.int64)
        wrong = np.flatnonzero(there != np.where(self.bonus_known, self.bonus, 0))
        if len(wrong):
            row = int(wrong[0])
            expected = f"the {there[row]} in tiles" if self.bonus_known[row] else "none in tiles, which are not known"
            raise ValueError(f"bonus: row {row} has {self.bonus[row]}, expected {expected}")

    @classmethod
    def of(cls, hands: Iterable[Hand], flags: Iterable[str], further: Mapping[str, RecordField]) -> Columns:
        """The columns of hands under a ruleset with these flags and further fields of records.

        Raises ValueError for what is no hand.
        """
        writer = _Writer(tuple(flags), further)
        if isinstance(hands, (Hand, str, Mapping)) or not isinstance(hands, Iterable):
            raise ValueError(f"expected hands in a list, or their Columns, got {_one(hands)}")
        for hand in hands:
            writer.add(hand)
        return writer.columns()

    def part(self, first: int, last: int) -> Columns:
        """The rows from one to another, the last left out."""
        apart = {row - first: hand for row, hand in self.apart.items() if first <= row < last} if self.apart else {}
        return self._picked(slice(first, last), apart)

    def rows(self, places: NDArray[np.intp]) -> Columns:
        """Some of the rows, none of which is apart."""
        return self._picked(places, {})

    def in_order(self, flags: Iterable[str], further: Mapping[str, RecordField]) -> Columns:
        """The same hands with these flags and further fields alone, in their order; those that say others are apart."""
        flag_names, field_names = tuple(flags), tuple(further)
        numbers = {name for name, field in further.items() if field.type == WHOLE_NUMBER}
        told = (self.flag_names, self.field_names) == (flag_names, field_names)
        if told and all((name in numbers) != (name in self.values) for name in field_names):
            return self
        bits, other = np.zeros(len(self), np.uint64), np.zeros(len(self), np.bool_)
        for bit, name in enumerate(self.flag_names):
            own = self.flags >> np.uint64(bit) & np.uint64(1)
            if name in flag_names:
                bits |= own << np.uint64(flag_names.index(name))
            else:
                other |= own != 0
        said = np.zeros((len(self), len(field_names)), np.int64)
        values: dict[str, Sequence[Any]] = {name: (None,) for name in field_names if name not in numbers}
        for column, name in zip(self.further.T, self.field_names, strict=True):
            if name in field_names and (name in numbers) != (name in self.values):
                said[:, field_names.index(name)] = column
                values |= {name: self.values[name]} if name in self.values else {}
            else:
                other |= column != 0
        apart = {**self.apart, **{row: self.hand(row) for row in np.flatnonzero(other).tolist()}}
        made = replace(self, flags=bits, further=said, values=values, apart=apart)
        return replace(made, flag_names=flag_names, field_names=field_names)

    def _picked(self, places: slice | NDArray[np.intp], apart: Mapping[int, Hand]) -> Columns:
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        picked = {name: value[places] for name, value in told.items() if isinstance(value, np.ndarray)}
        return Columns(**{**told, **picked, "apart": apart})

    def hand(self, row: int) -> Hand:
        """The hand of a row, of one below 0 from the end. Raises IndexError where there is none."""
        try:
            row = range(len(self))[row]
        except IndexError:
            raise IndexError(f"row {row}: there are {len(self)} hands") from None
        if row in self.apart:
            return self.apart[row]
        win, bits = int(self.win[row]), int(self.flags[row])
        concealed, bonus = list[Tile](), list[Tile]()
        for tile in np.flatnonzero(self.tiles[row]).tolist():
            own = bonus if tile in BONUS else concealed
            own += [tile] * int(self.tiles[row, tile])
        if concealed and concealed[-1] >= KINDS:
            concealed = list(sort_tiles(concealed))
        return Hand(
            melds=tuple([_meld(number) for number in self.melds[row].tolist() if number]),
            concealed=tuple(concealed),
            win=None if win == NO_WIN else win,
            winner=bool(self.winner[row]),
            self_drawn=bool(self.self_drawn[row]),
            source=SOURCES[self.source[row]],
            seat=SEATS[self.seat[row]],
            round=SEATS[self.round[row]],
            bonus=tuple(bonus) if self.bonus_known[row] else None,
            bonus_count=int(self.bonus[row]),
            flags=frozenset([name for bit, name in enumerate(self.flag_names) if bits >> bit & 1]) if bits else _NONE,
            declared=bool(self.declared[row]),
            fields=self.said(row),
        )

    def pieces(self, row: int) -> tuple[Piece, ...]:
        """The declared sets of a row as pieces, in order; which of them have the winning tile is not told."""
        return tuple(sorted([_meld(number).piece for number in self.melds[row].tolist() if number]))

    def said(self, row: int) -> dict[str, Any]:
        """What the further fields of a row say."""
        said: dict[str, Any] = {}
        for name, value in zip(self.field_names, self.further[row].tolist(), strict=True):
            if value:
                said[name] = self.values[name][value] if name in self.values else value
        return said


def _one(value: object) -> str:
    """What is no list of hands, in words."""
    return "one Hand" if isinstance(value, Hand) else described(value)


def _is_plain(value: object) -> bool:
    """Whether it is an array, all of whose numbers count: of one with a mask those behind it were read, too."""
    return type(value) in (np.ndarray, np.memmap)


def _told(value: Any) -> str:
    """What stands in place of a column, as messages tell it."""
    return f"{value.dtype} {value.shape}" if _is_plain(value) else type(value).__name__


_NONE: Final = frozenset[str]()


def _meld(number: int) -> Meld:
    """The declared set of a number."""
    known = _MELDS.get(number)
    if known is None:
        reds, plain = divmod((number >> 2) - 1, PLAIN_MELDS)
        what, lowest = divmod(plain, KINDS)
        kinds = [lowest, lowest + 1, lowest + 2] if what == CHOWS else [lowest] * (3 if what == PUNGS else 4)
        tiles = []
        for kind in kinds:
            red = reds and kind in _REDS
            tiles.append(_REDS[kind] if red else kind)
            reds -= bool(red)
        names = ("chow", "pung", "kong", "kong", "kong")
        source = SOURCES[number & 3]
        known = Meld(names[what], tuple(tiles), what == CONCEALED_KONGS, source, what == PROMOTED_KONGS)
        _MELDS[number] = known
    return known


_MELDS: Final[dict[int, Meld]] = {}


@cache
def _are_sets() -> NDArray[np.bool_]:
    """For every number that a column of declared sets may have, whether it is none or a set."""
    found = np.zeros(_MELD_NUMBERS, np.bool_)
    found[0] = True
    for number in range(4, _MELD_NUMBERS):
        found[number] = meld_number(_meld(number)) == number
    return found


def meld_number(meld: Meld) -> int | None:
    """The number of a declared set in columns; None for one with a joker, and for what is no set."""
    known = _NUMBERS.get(meld)
    if known is None:
        what = {"chow": CHOWS, "pung": PUNGS}.get(meld.type)
        if what is None:
            what = CONCEALED_KONGS if meld.concealed else PROMOTED_KONGS if meld.added else CLAIMED_KONGS
        reds = sum(tile >= KINDS for tile in meld.tiles)
        is_set = stood_for(meld.type, meld.tiles) == meld.tiles and not (meld.concealed and meld.source)
        told = 1 + KINDS * what + meld.first + PLAIN_MELDS * reds if is_set and max(meld.tiles) < STANDING else 0
        known = _NUMBERS[meld] = 4 * told + SOURCES.index(meld.source) if told else 0
    return known or None


_NUMBERS: Final[dict[Meld, int]] = {}


def number_of(value: object, known: dict[Any, int]) -> int:
    """The number of what a field says, a new one where it is not known. Raises TypeError for what is no text and no
    tuple of such: as no field may say it, and Python takes 1, 1.0 and True for the same."""
    found = known.get(value)
    if found is None:
        texts = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(text, str) for text in texts):
            raise TypeError
        found = known[value] = len(known)
    return found


class _Writer:
    """Writes hands into columns, row by row."""

    def __init__(self, flags: tuple[str, ...], further: Mapping[str, RecordField]) -> None:
        self._flags, self._further = flags, tuple(further)
        self._bits = {name: 1 << bit for bit, name in enumerate(flags)}
        self._numbers = frozenset(name for name, field in further.items() if field.type == WHOLE_NUMBER)
        self._values: dict[str, dict[Any, int]] = {name: {None: 0} for name in further if name not in self._numbers}
        self._rows: list[tuple[Any, ...]] = []
        self._tiles = bytearray()
        self._melds: list[tuple[int, ...]] = []
        self._said: list[tuple[int, ...]] = []
        self._apart: dict[int, Hand] = {}
        self._nothing = (0,) * len(self._further)

    def add(self, hand: Hand) -> None:
        """Write a hand into the next row. Raises ValueError for what is no hand."""
        row = len(self._rows)
        if not isinstance(hand, Hand):
            told = "Hand.parse makes one of a text, Hand.from_record of a record"
            raise ValueError(f"row {row}: expected a Hand, got {described(hand)}: {told}")
        melds = [meld_number(meld) for meld in hand.melds]
        said = self._fields(hand.fields) if hand.fields else self._nothing
        told = len(melds) <= MOST_MELDS and None not in melds and said is not None and hand.flags <= self._bits.keys()
        if not told or max((*hand.concealed, hand.win or 0), default=0) >= STANDING:
            self._apart[row] = hand
            hand, melds, said = _EMPTY, [], self._nothing
        tiles = bytearray(STANDING)
        for tile in hand.concealed:
            tiles[tile] += 1
        for tile in hand.bonus or ():
            tiles[tile] += 1
        self._tiles += tiles
        self._melds.append((*[meld or 0 for meld in melds], *[0] * (MOST_MELDS - len(melds))))
        self._said.append(said or self._nothing)
        win = NO_WIN if hand.win is None else hand.win
        bits = sum([self._bits[flag] for flag in hand.flags])
        self._rows.append(
            (
                win, hand.winner, hand.self_drawn, hand.declared, SOURCES.index(hand.source),
                SEATS.index(hand.seat), SEATS.index(hand.round), hand.bonus_count, hand.bonus is not None, bits,
            )
        )  # fmt: skip

    def _fields(self, said: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The further fields of a hand; None where columns cannot tell them."""
        found = []
        for name, value in said.items():
            if name not in self._further or value is None:
                return None
            if name in self._numbers and (type(value) is not int or not 0 <= value < 1 << 31):
                return None
        for name in self._further:
            value = said.get(name)
            if name in self._numbers:
                found.append(value or 0)
            else:
                known = self._values[name]
                try:
                    found.append(number_of(value, known))
                except TypeError:
                    return None
        return tuple(found)

    def columns(self) -> Columns:
        """All that was written."""
        number = len(self._rows)
        own = list(zip(*self._rows, strict=True)) if number else [()] * 10
        types: Sequence[Any] = (
            np.uint8, np.bool_, np.bool_, np.bool_, np.uint8, np.uint8, np.uint8, np.uint8, np.bool_, np.uint64,
        )  # fmt: skip
        names = (
            "win", "winner", "self_drawn", "declared", "source", "seat", "round", "bonus", "bonus_known", "flags",
        )  # fmt: skip
        made: dict[str, Any] = {
            name: np.array(values, kind) for name, values, kind in zip(names, own, types, strict=True)
        }
        return Columns(
            **made,
            tiles=np.frombuffer(bytes(self._tiles), np.uint8).reshape(number, STANDING),
            melds=np.array(self._melds, np.uint16).reshape(number, MOST_MELDS),
            further=np.array(self._said, np.int64).reshape(number, len(self._further)),
            flag_names=self._flags,
            field_names=self._further,
            values={name: tuple(known) for name, known in self._values.items()},
            apart=self._apart,
        )


_EMPTY: Final = Hand()
