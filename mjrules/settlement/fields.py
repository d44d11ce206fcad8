"""The fields of records, read strictly: what is wrong is reported at its field; and those of settlement records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..errors import KNOWN_WORDS, did_you_mean
from ..hands.record import as_typed, bad, not_one_of, shown
from ..play.record_kinds import COMMON, SAID
from ..spoken import Sentence

_MISSING = Sentence("is missing: expected {expected}", "未填：应为{expected}")
_NOT_ONE = Sentence('"{word}" is not {what}{near}', "没有“{word}”（应为{what}）{near}")
_EXPECTED_LIST_SEATS = Sentence(
    'expected a list of seats such as ["{seat}"], got {got}', '应为门风的列表，如“["{seat}"]”，而不是{got:shown}'
)
_EXPECTED_TRUE_FALSE = Sentence("expected true or false, got {got}", "应为“true”或“false”，而不是{got:shown}")
_EXPECTED_OBJECT_WHOLE = Sentence(
    "expected an object with whole numbers, got {got}", "应为值是整数的对象，而不是{got:shown}"
)
_EXPECTED_OBJECT_VALUE = Sentence(
    "expected an object with a value for each seat, such as {example}, got {got}",
    "应为各家各有一值的对象，如“{example}”，而不是{got:shown}",
)

_SEAT_MISSING = Sentence("is missing: expected one of {seats}", "未填：应为“{seats:written}”之一")
_UNKNOWN_FIELD = Sentence('unknown field "{name}"{near}', "没有这一项{near}")
_SEAT_TWICE = Sentence("a seat is listed twice: {value}", "同一家写了两次：“{value:written}”")
_NUMBER_MISSING = Sentence("is missing: expected a whole number", "未填：应为整数")
_NO_NUMBER = Sentence("expected a whole number, got {value}", "应为整数，而不是 {value}")
_TOO_SMALL = Sentence("expected {least} or more, got {value}", "至少应为 {least}，而不是 {value}")
_UNKNOWN_SEAT = Sentence('there is no seat "{seat}": {seats}', "没有“{seat:written}”这一家：应为“{seats:written}”之一")
_WORD_MISSING = Sentence("is missing: expected {what} ({known})", "未填：应为{what}之一（{known}）")
_KNOWN = Sentence("{words}", "可用：“{words:written}”")
_NONE_KNOWN = Sentence("the ruleset has none", "此规则没有")()
_NOT_KNOWN = Sentence("{value} is not a {what}{near}", "“{word:written}”不是{what}{near}")
_HAS_NONE = Sentence(": it has none", "：此规则没有")()

OF_KIND: Mapping[str, Mapping[str, str]] = {
    "settle": {
        "scores": "what the hands are worth, by seat",
        "hands": "in place of `scores`: hand records or hand texts by seat, which are scored",
        "winner": "the winner's seat; null for a drawn hand",
        "self_drawn": "whether the winning tile was drawn",
        "discarder": "the seat of the player who discarded the winning tile",
        "method": "the settlement method, where it is not the ruleset's",
        "dead_hands": "the seats of dead hands: worth 0",
        "specials": "the seats of hands that a special hand decides",
        "out": "the seats of players who have left the game, and neither pay nor are paid",
        "claimed": "what players say that their hands are worth, by seat; with `hands`",
        "corrected_by": "who put a claim of too little right, by the seat of the claimant",
        "numbers": "with `scores`: numbers of the match that the winner's hand would say, by its fields",
    },
    "bonus": {
        "event": "an id of the ruleset's `bonus_payments`, or of what its house rules pay at once",
        "player": "the seat of the player who is paid",
        "discarder": "the seat of the player who discarded the tile",
        "out": "the seats of players who have left the game, and do not pay",
    },
    "penalty": {
        "event": "an id of the ruleset's `penalties`",
        "player": "the seat of the player at fault, or a list of seats",
        "affected": "the seat of the player whom the fault concerned",
        "count": "which time this is (1st, 2nd, …) as a number, 1 by default",
        "out": "the seats of players who have left the game, and get nothing",
    },
    "pot": {
        "stake": "what each player pays in after each draw, where it is not the ruleset's",
        "draws_before": "how many hands were drawn since the last win",
        "winner": "the winner's seat; null where nobody has won yet",
    },
}
"""The fields of each kind; the pots of a ruleset are kinds by their ids, all with the fields of `pot`."""

ANSWERS: Mapping[str, str] = {
    "transfers": "who pays whom: `payer`, `payee`, `amount`, `because`",
    "net": "what each seat gains or loses",
    "items": "settle, with `hands`: the items of each hand, as in a score record",
    "disputes": "settle, with `claimed`: claims that differ: `seat`, `claimed`, `computed`, `counts`, `items`",
    "notes": "settle: what is odd, in words",
    "pot": "pots: what all paid in",
    "contributions": "pots: what each seat paid in, as a negative number",
    "paid_to_winner": "pots: what the winner has out of it",
    "amount_each": "bonus, penalty: the amount for each opponent",
    "affected_amount": "penalty: the amount for the player whom it concerned",
    "then": "penalty: what follows for play",
    "settles_by": "penalty: the `method` by which the win is settled in its place, and with which `discarder`",
    "title": "bonus, penalty, pots: what it is called",
    **SAID,
}
"""The fields of answers to settlement records. In a record that is read they are ignored, and answered anew."""


class Fields:
    """The fields of one record, with the seats of its table.

    `own` are the fields of its kind, beside those of every record, and `answers` those that are filled in.
    """

    def __init__(
        self, record: Mapping[str, Any], own: Collection[str], answers: Collection[str], seats: tuple[str, ...]
    ) -> None:
        """Raises HandError (`bad_record`) for a field that the kind does not have."""
        self.record, self.seats = record, seats
        known = (*COMMON, *own)
        for name in record:
            if name not in known and name not in answers:
                raise bad(_UNKNOWN_FIELD(name=name, near=did_you_mean(name, known)), str(name))

    def has(self, name: str) -> bool:
        """Whether the record says something in a field; null says nothing."""
        return self.record.get(name) is not None

    def seat(self, name: str) -> str:
        """The seat in a field that must be there."""
        found = self.seat_or_none(name)
        if found is None:
            raise bad(_SEAT_MISSING(seats=", ".join(self.seats)), name)
        return found

    def seat_or_none(self, name: str) -> str | None:
        """The seat in a field; None where there is none."""
        value = self.record.get(name)
        return None if value is None else self.known_seat(value, name)

    def known_seat(self, value: Any, field: str) -> str:
        """A value that must be a seat of the table."""
        if not isinstance(value, str) or value not in self.seats:
            raise not_one_of(self.seats, value, field)
        return value

    def seat_list(self, name: str) -> list[str]:
        """The seats of a list, each once."""
        value = self.record.get(name)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            raise bad(_EXPECTED_LIST_SEATS(seat=self.seats[0], got=shown(value)), name)
        found = [self.known_seat(item, f"{name}[{number}]") for number, item in enumerate(value)]
        if len(set(found)) < len(found):
            raise bad(_SEAT_TWICE(value=shown(value)), name)
        return found

    def boolean(self, name: str) -> bool | None:
        """True or false; None where the field says nothing."""
        value = self.record.get(name)
        if value is not None and not isinstance(value, bool):
            raise bad(_EXPECTED_TRUE_FALSE(got=shown(value)), name)
        return value

    def number(self, name: str, default: int | None = None, least: int = 0) -> int:
        """A whole number; a field without a default must be there."""
        value = self.record.get(name)
        if value is None and default is not None:
            return default
        if value is None:
            raise bad(_NUMBER_MISSING(), name)
        return self.whole(value, name, least)

    def whole(self, value: Any, field: str, least: int = 0) -> int:
        """A value that must be a whole number, at least so large."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise bad(_NO_NUMBER(value=shown(value)), field)
        if value < least:
            raise bad(_TOO_SMALL(least=least, value=shown(value)), field)
        return value

    def numbers_by_seat(self, name: str) -> dict[str, int]:
        """Whole numbers by seat, in the order of the seats."""
        return {seat: self.whole(value, f"{name}.{seat}") for seat, value in self.by_seat(name).items()}

    def numbers_of(self, name: str, known: Collection[str], what: str) -> dict[str, int]:
        """Whole numbers by words, which are known; none where nothing is said."""
        value = self.record[name] if self.has(name) else {}
        if not isinstance(value, Mapping):
            raise bad(_EXPECTED_OBJECT_WHOLE(got=shown(value)), name)
        for word in value:
            if word not in known:
                raise bad(_NOT_ONE(word=word, what=what, near=did_you_mean(str(word), known)), f"{name}.{word}")
        return {word: self.whole(number, f"{name}.{word}") for word, number in value.items()}

    def by_seat(self, name: str) -> dict[str, Any]:
        """Values by seat, in the order of the seats."""
        value = self.record.get(name)
        if not isinstance(value, Mapping):
            example = f'{{"{self.seats[0]}": …}}'
            raise bad(_EXPECTED_OBJECT_VALUE(example=example, got=shown(value)), name)
        for seat in value:
            if seat not in self.seats:
                raise bad(_UNKNOWN_SEAT(seat=seat, seats=", ".join(self.seats)), f"{name}.{seat}")
        return {seat: value[seat] for seat in self.seats if seat in value}

    def text(self, name: str, known: Collection[str], what: str) -> str:
        """One of the known words; the error lists them, or tells the nearest."""
        value = self.record.get(name)
        if value is None:
            raise bad(_WORD_MISSING(what=what, known=_KNOWN(words=", ".join(known)) if known else _NONE_KNOWN), name)
        if not isinstance(value, str) or value not in known:
            listed = KNOWN_WORDS(words=", ".join(known)) if known else _HAS_NONE
            near = did_you_mean(value, known) if isinstance(value, str) else ""
            found = near if near.startswith(" (did") else listed
            raise bad(_NOT_KNOWN(value=shown(value), word=as_typed(value), what=what, near=found), name)
        return value

    @staticmethod
    def missing(name: str, expected: str) -> Exception:
        """The error for a field that must be there."""
        return bad(_MISSING(expected=expected), name)
