"""Refuses hands that cannot be: unknown words, contradictions, wrong numbers of tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import HandError, did_you_mean
from ..hands.declared_fields import FieldValue, RecordField, field_value
from ..hands.hand import Hand
from ..hands.record import FIELDS
from ..settlement_method import seat_at
from ..tiles.tile import BONUS, KINDS, REAL, RED, STANDING, TEXT, mask_of
from ..tiles.tileset import TileSet

TWO_WINDS = ' (did you mean "seat", the player\'s wind, or "round", the wind of the round?)'
"""What is said of a field `wind`, which might be either."""


class Verifier:
    """What a hand must be under one ruleset; codes are tested in the order of the record contract.

    `sizes` are the numbers of tiles of a won hand, `fields` the further fields of its records;
    `reads_bonus` says that a rule asks which bonus tiles there are. `wins_short` says whether a rule
    makes a hand a win that has no winning tile and is one tile short; None where no rule does.
    """

    def __init__(
        self,
        tiles: TileSet,
        seats: tuple[str, ...],
        flags: Mapping[str, str],
        fields: Mapping[str, RecordField],
        sizes: frozenset[int],
        *,
        reads_bonus: bool,
        wins_short: Callable[[Hand], bool] | None = None,
    ) -> None:
        self.tiles, self.seats, self.flags, self.fields = tiles, seats, flags, fields
        self.sizes, self.reads_bonus = sizes, reads_bonus
        self.wins_short = wins_short
        self._bonus_there = sum(tiles.copies[tile] for tile in BONUS)
        self._there = [bool(tiles.copies[REAL[tile]]) for tile in range(STANDING)]
        self._absent = mask_of(tile for tile in range(KINDS) if not tiles.copies[tile])
        kinds = tuple([tile for tile in tiles.kinds if tiles.copies[tile] != tiles.per_kind[tile]])
        self._counted_apart = (*kinds, *range(KINDS + len(BONUS), STANDING))
        """The tiles that are not counted by kind: red fives and the plain ones beside them, jokers."""
        self._fewest = min([tiles.per_kind[tile] for tile in tiles.kinds], default=0)
        self._fewest_apart = min([tiles.copies[tile] for tile in kinds], default=tiles.size)
        """How many there are of the rarest tile that is counted apart, red fives and jokers left out."""

    def verify(self, hand: Hand) -> None:
        """Raises HandError."""
        if hand.flags:
            self._flags(hand)
        if hand.fields:
            self._fields(hand)
        if hand.bonus is None and self.reads_bonus:
            message = "a rule reads which bonus tiles these are: name them (flowers=f1s3; in a record a list)"
            raise HandError("bad_record", message, "flowers")
        if hand.seat not in self.seats:
            raise HandError("bad_record", f"there is no seat {hand.seat}: {', '.join(self.seats)}", "seat")
        self._kinds(hand)
        if hand.flags:
            for name, reason in hand.contradictions():
                raise HandError("contradiction", reason, name)
        if hand.source is not None and seat_at(hand.seat, hand.source, self.seats) is None:
            message = f"nobody sits {hand.source} at a table of {len(self.seats)}"
            raise HandError("bad_record", message, "from")
        if "dead_hand" not in hand.flags:
            self._number(hand)
        self._copies(hand)

    def _flags(self, hand: Hand) -> None:
        for flag in sorted(hand.flags):
            if flag not in self.flags:
                raise HandError("bad_record", f'unknown flag "{flag}"{did_you_mean(flag, self.flags)}', "flags")

    def _fields(self, hand: Hand) -> None:
        for name, value in hand.fields.items():
            if name not in self.fields:
                known = [*FIELDS, *self.fields]
                near = TWO_WINDS if name == "wind" else did_you_mean(name, known)
                raise HandError("bad_record", f'unknown field "{name}"{near}', name)
            self._said(self.fields[name], field_value(self.fields[name], value))

    def _said(self, field: RecordField, value: FieldValue) -> None:
        """The game has the seat or the tiles of a field."""
        if field.type == "seat" and value not in self.seats:
            raise HandError("bad_record", f"there is no seat {value}: {', '.join(self.seats)}", field.name)
        if type(value) is tuple:
            there = self._there
            for tile in value:
                if not there[tile]:
                    raise HandError("bad_record", f"this game has no {TEXT[tile]}", field.name)

    def _kinds(self, hand: Hand) -> None:
        """The game has these tiles, and so many bonus tiles."""
        if hand.present & self._absent or hand.special:
            own = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
            for name, tiles in (("concealed", own), ("win", [] if hand.win is None else [hand.win])):
                for tile in tiles:
                    if not self.tiles.copies[REAL[tile]]:
                        raise HandError("bad_record", f"this game has no {TEXT[tile]}", name)
        if hand.bonus_count > self._bonus_there:
            message = f"{hand.bonus_count} bonus tiles: the game has {self._bonus_there}"
            raise HandError("bad_record", message, "flowers")

    def _number(self, hand: Hand) -> None:
        won = hand.winner and hand.win is not None
        have = len(hand.concealed) + 3 * len(hand.melds) + won
        if (have if hand.winner else have + 1) not in self.sizes:
            if (
                self.wins_short
                and hand.winner
                and hand.win is None
                and have + 1 in self.sizes
                and self.wins_short(hand)
            ):
                return
            expected = self.sizes if hand.winner else {size - 1 for size in self.sizes}
            wanted = " or ".join(str(size) for size in sorted(expected))
            message = f"the hand has {have} tiles (a kong counting three): expected {wanted}"
            raise HandError("wrong_tile_count", message, "concealed")

    def _copies(self, hand: Hand) -> None:
        tiles = self.tiles
        if hand.bonus:
            self._bonus(hand.bonus)
        if hand.most > self._fewest:
            for tile, counted in enumerate(hand.counts):
                if counted > tiles.per_kind[tile] and (number := hand.real(tile)) > tiles.per_kind[tile]:
                    raise _too_many(hand, tile, number, tiles.per_kind[tile])
        if not tiles.uniform and (hand.special or hand.most > self._fewest_apart):
            own = hand.tiles if not hand.special else tuple([REAL[tile] for tile in hand.tiles])
            for tile in self._counted_apart:
                if own.count(tile) > tiles.copies[tile]:
                    red = next((one for one, kind in RED.items() if kind == tile and tiles.copies[one]), None)
                    raise _too_many(hand, tile, own.count(tile), tiles.copies[tile], red)

    def _bonus(self, bonus: tuple[int, ...]) -> None:
        for tile in sorted(set(bonus)):
            number, copies = bonus.count(tile), self.tiles.copies[tile]
            if number > copies:
                raise HandError("too_many_of_a_tile", f"{number} of {TEXT[tile]}: there are {copies}", "flowers")


def _too_many(hand: Hand, tile: int, number: int, there: int, red: int | None = None) -> HandError:
    where = "win" if hand.win is not None and tile in (hand.win, hand.win_kind) else "concealed"
    besides = "" if red is None else f", and red ones, written {TEXT[red]}"
    return HandError("too_many_of_a_tile", f"{number} of {TEXT[tile]}: there are {there}{besides}", where)
