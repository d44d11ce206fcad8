"""Refuses hands that cannot be: unknown words, contradictions, wrong numbers of tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from ..errors import HandError, did_you_mean
from ..hands.declared_fields import FieldValue, RecordField, field_value
from ..hands.hand import CONTRADICTED, Hand
from ..hands.meld import jokers_beyond
from ..hands.record import FIELDS
from ..settlement_method import seat_at
from ..spoken import Sentence, spoken_list
from ..tiles.tile import ALL_KINDS, BONUS, BY_TEXT, JOKER, KINDS, REAL, RED, TEXT, mask_of
from .rulebook import Rulebook

TWO_WINDS = Sentence(
    ' (did you mean "seat", the player\'s wind, or "round", the wind of the round?)',
    "（是指“seat”门风，还是“round”圈风？）",
)()
"""What is said of a field `wind`, which might be either."""
_NAME_THEM = Sentence(
    "a rule reads which bonus tiles these are: name them (flowers=f1s3; in a record a list)",
    "须说明是哪几张花牌（如“flowers=f1s3”）",
)
_NO_SEAT = Sentence("there is no seat {seat}: {seats}", "没有{seat:wind}家：只有{known:winds}")
_NOBODY_SITS = Sentence("nobody sits {side} at a table of {number}", "{number} 人一桌，{side:side}无人")
_UNKNOWN_FLAG = Sentence('unknown flag "{flag}"{near}', "没有“{flag}”这种情况{near}")
_UNKNOWN_FIELD = Sentence('unknown field "{name}"{near}', "没有“{name}”这一项{near}")
_NO_TILE = Sentence("this game has no {tile}", "此规则没有{tiles:tiles}")
_NOT_FOR = Sentence("in this game jokers do not stand for {tile}", "此规则中百搭不能作{tiles:tiles}")
_BONUS_TILES = Sentence("{number} bonus tile{s}: the game has {there}", "花牌 {number} 张：此规则共 {there} 张")
_WRONG_NUMBER = Sentence(
    "the hand has {have} tile{s} (a kong counting three): expected {wanted}",
    "手牌有 {have} 张（一杠算三张）：应为 {wanted} 张",
)
_SHORT = Sentence("{wrong}, the winning tile among them", "{wrong}（连同和牌张）")
_SHORT_BUT = Sentence(
    "{wrong}, the winning tile among them; with a tile fewer only {names} would win",
    "{wrong}（连同和牌张）；少一张时，只有{ids:rules}可以和牌",
)
_TOO_MANY = Sentence(
    "{number} of {tile}: the game has {there}{besides}", "{tiles:tiles}有 {number} 张：共 {there} 张{besides}"
)
_AND_RED = Sentence(", and red ones, written {tile}", "，另有{tiles:tiles}")

_KEPT: Final = 1 << 12
"""Of so many different fields it is kept that they are right."""


class Verifier:
    """What a hand must be under one ruleset; codes are tested in the order of the record contract.

    `sizes` are the numbers of tiles of a won hand; `reads_bonus` says that a rule asks which bonus tiles there are.
    `wins_short` says whether a rule makes a hand a win that has no winning tile and is one tile short, as its last tile
    may be a bonus tile; None where no rule does.
    """

    def __init__(
        self,
        book: Rulebook,
        sizes: frozenset[int],
        *,
        reads_bonus: bool,
        wins_short: Callable[[Hand], bool] | None = None,
    ) -> None:
        tiles, fields = book.tiles, book.fields
        self.tiles, self.seats, self.flags, self.fields = tiles, book.seats, book.flags, fields
        self.sizes, self.reads_bonus, self.wild, self.wins_short = sizes, reads_bonus, book.wild_in_sets, wins_short
        self._winning = [rule for rule in book.rules if rule.wins]
        self._right: set[tuple[str, type, Any]] = set()
        """What fields said that was right, with its type, as true is no number."""
        self._aside = tuple([(BY_TEXT[field.laid_aside], name) for name, field in fields.items() if field.laid_aside])
        """The tiles of which fields say how many are laid aside."""
        self._bonus_there = sum(tiles.copies[tile] for tile in BONUS)
        self._there = frozenset([tile for tile, real in enumerate(REAL) if tiles.copies[real]])
        self._absent = mask_of(tile for tile in range(KINDS) if not tiles.copies[tile])
        kinds = tuple([tile for tile in tiles.kinds if tiles.copies[tile] != tiles.per_kind[tile]])
        self._counted_apart = frozenset([*kinds, JOKER, *RED])
        """The tiles that are not counted by kind: red fives and the plain ones beside them, jokers."""
        self._kinds_apart = kinds
        """The kinds of which red fives are counted apart."""
        self._fewest = min([tiles.per_kind[tile] for tile in tiles.kinds], default=0)
        self._fewest_apart = min([tiles.copies[tile] for tile in kinds], default=tiles.size)
        """How many there are of the rarest tile that is counted apart, red fives and jokers left out."""

    def words(self, hand: Hand) -> None:
        """Refuse situations and fields that the game does not know, however many tiles there are. Raises HandError."""
        if hand.flags:
            self._flags(hand)
        if hand.fields:
            self._fields(hand.fields)

    def verify(self, hand: Hand) -> None:
        """Raises HandError."""
        if hand.flags or hand.fields:
            self.words(hand)
        if hand.bonus is None and self.reads_bonus:
            raise HandError("bad_record", _NAME_THEM(), "flowers")
        if hand.seat not in self.seats:
            raise HandError("bad_record", self._no_seat(hand.seat), "seat")
        if hand.present & self._absent or hand.bonus_count > self._bonus_there or hand.specials:
            self._kinds(hand)
        if hand.flags and not CONTRADICTED.isdisjoint(hand.flags):
            for name, reason in hand.contradictions():
                raise HandError("contradiction", reason, name)
        if hand.source is not None and seat_at(hand.seat, hand.source, self.seats) is None:
            message = _NOBODY_SITS(side=hand.source, number=len(self.seats))
            raise HandError("bad_record", message, "from")
        if "dead_hand" not in hand.flags:
            self._number(hand)
        self._copies(hand)

    def _flags(self, hand: Hand) -> None:
        for flag in sorted(hand.flags):
            if flag not in self.flags:
                raise HandError("bad_record", _UNKNOWN_FLAG(flag=flag, near=did_you_mean(flag, self.flags)), "flags")

    def _no_seat(self, seat: str) -> str:
        return _NO_SEAT(seat=seat, seats=", ".join(self.seats), known=self.seats)

    def _fields(self, fields: Mapping[str, Any]) -> None:
        """Those that the ruleset lacks come first, then the others in its order, which columns have them in, too."""
        right, new = self._right, list[str]()
        for name, value in fields.items():
            try:
                if (name, type(value), value) in right:
                    continue
            except TypeError:  # lists, of which nothing is kept
                pass
            new.append(name)
        if not new:
            return
        for name in new:
            if name not in self.fields:
                known = [*FIELDS, *self.fields]
                near = TWO_WINDS if name == "wind" else did_you_mean(name, known)
                raise HandError("bad_record", _UNKNOWN_FIELD(name=name, near=near), name)
        for name, field in self.fields.items():
            if name in new:
                self._said(field, field_value(field, fields[name]))
                self._keep(name, fields[name])

    def _keep(self, name: str, value: Any) -> None:
        """A field is right that says this, unless it is a list."""
        if len(self._right) >= _KEPT:
            self._right.clear()
        with suppress(TypeError):
            self._right.add((name, type(value), value))

    def _said(self, field: RecordField, value: FieldValue) -> None:
        """The game has the seat or the tiles of a field."""
        if field.type == "seat" and value not in self.seats:
            raise HandError("bad_record", self._no_seat(str(value)), field.name)
        if type(value) is tuple:
            there = self._there
            for tile in value:
                if tile not in there:
                    raise HandError("bad_record", _no_tile(tile), field.name)

    def _kinds(self, hand: Hand) -> None:
        """The game has these tiles, and so many bonus tiles."""
        if hand.present & self._absent or not self._there.issuperset(hand.specials):
            own = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
            for name, tiles in (("concealed", own), ("win", [] if hand.win is None else [hand.win])):
                for tile in tiles:
                    if not self.tiles.copies[REAL[tile]]:
                        raise HandError("bad_record", _no_tile(tile), name)
        if self.wild != ALL_KINDS and hand.specials:
            self._jokers_in_sets(hand)
        if hand.bonus_count > self._bonus_there:
            number = hand.bonus_count
            message = _BONUS_TILES(number=number, s="" if number == 1 else "s", there=self._bonus_there)
            raise HandError("bad_record", message, "flowers")

    def _jokers_in_sets(self, hand: Hand) -> None:
        """Jokers in declared sets stand for what they may."""
        for place, meld in enumerate(hand.melds):
            for kind in jokers_beyond(meld.tiles, self.wild):
                message = _NOT_FOR(tile=TEXT[kind], tiles=(kind,))
                raise HandError("bad_record", message, f"melds[{place}].tiles")

    def _number(self, hand: Hand) -> None:
        won = hand.winner and hand.win is not None
        have = len(hand.concealed) + 3 * len(hand.melds) + won
        if (have if hand.winner else have + 1) not in self.sizes:
            if (
                self.wins_short
                and self._bonus_there
                and hand.winner
                and hand.win is None
                and have + 1 in self.sizes
                and self.wins_short(hand)
            ):
                return
            raise HandError("wrong_tile_count", self._wrong_number(hand, have), "concealed")

    def _wrong_number(self, hand: Hand, have: int) -> str:
        """How many tiles there should be; of a win of which only the winning tile is missing, what wins without one."""
        expected = self.sizes if hand.winner else {size - 1 for size in self.sizes}
        wanted = spoken_list([str(size) for size in sorted(expected)], " or ", "或")
        wrong = _WRONG_NUMBER(have=have, s="" if have == 1 else "s", wanted=wanted)
        if not hand.winner or hand.win is not None or have + 1 not in self.sizes:
            return wrong
        if not self._winning:
            return _SHORT(wrong=wrong)
        names = spoken_list([rule.name for rule in self._winning], " or ", "或")
        return _SHORT_BUT(wrong=wrong, names=names, ids=[rule.id for rule in self._winning])

    def _copies(self, hand: Hand) -> None:
        if hand.bonus:
            self._bonus(hand.bonus)
        if hand.most > self._fewest:
            per_kind = self.tiles.per_kind
            for tile, counted in enumerate(hand.counts):
                if counted > per_kind[tile] and (number := hand.real(tile)) > per_kind[tile]:
                    raise _too_many(hand, tile, number, per_kind[tile])
        for tile, name in self._aside:
            there, number = self.tiles.per_kind[tile], hand.real(tile) + hand.fields.get(name, 0)
            if number > there:
                message = _TOO_MANY(number=number, tile=TEXT[tile], there=there, besides="", tiles=(tile,))
                raise HandError("too_many_of_a_tile", message, name)
        if not self.tiles.uniform and (len(hand.specials) > 1 or hand.most > self._fewest_apart):
            self._copies_apart(hand)

    def _copies_apart(self, hand: Hand) -> None:
        copies, counts, specials = self.tiles.copies, hand.counts, hand.specials
        each_once = len(set(map(REAL.__getitem__, specials))) == len(specials)
        if each_once and not any(counts[kind] > copies[kind] for kind in self._kinds_apart):
            return
        own = tuple(map(REAL.__getitem__, hand.tiles))
        for tile in sorted(self._counted_apart.intersection(own)):
            if own.count(tile) > copies[tile]:
                red = next((one for one, kind in RED.items() if kind == tile and copies[one]), None)
                raise _too_many(hand, tile, own.count(tile), copies[tile], red)

    def _bonus(self, bonus: tuple[int, ...]) -> None:
        for tile in sorted(set(bonus)):
            number, copies = bonus.count(tile), self.tiles.copies[tile]
            if not copies:
                raise HandError("bad_record", _no_tile(tile), "flowers")
            if number > copies:
                message = _TOO_MANY(number=number, tile=TEXT[tile], there=copies, besides="", tiles=(tile,))
                raise HandError("too_many_of_a_tile", message, "flowers")


def _no_tile(tile: int) -> str:
    return _NO_TILE(tile=TEXT[tile], tiles=(tile,))


def _too_many(hand: Hand, tile: int, number: int, there: int, red: int | None = None) -> HandError:
    where = "win" if hand.win is not None and tile in (hand.win, hand.win_kind) else "concealed"
    besides = "" if red is None else _AND_RED(tile=TEXT[red], tiles=(red,))
    message = _TOO_MANY(number=number, tile=TEXT[tile], there=there, besides=besides, tiles=(tile,))
    return HandError("too_many_of_a_tile", message, where)
