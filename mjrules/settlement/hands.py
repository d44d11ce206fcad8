"""The hands of all players in a settlement record: who won, and what each is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ..declared.named_tuple import NamedTuple
from ..errors import HandError
from ..hands.hand import Hand
from ..hands.meld import SIDES
from ..hands.record import bad, shown
from ..ruleset.ruleset import Ruleset
from ..scoring.payers import discarder as discarder_of
from ..scoring.score import Score
from ..settlement_method import seat_at
from ..spoken import Sentence
from ..tiles.tile import TEXT
from .fields import Fields

_TOO_MANY = Sentence(
    "{tile} comes {number} times in the hands, and the tile set has {copies}",
    "各家手牌中{tiles:tiles}共 {number} 张，而整副牌只有 {copies} 张",
)
_OTHER_ROUNDS = Sentence("the hands have different round winds", "各家手牌的圈风不同")()
_OTHER_SEAT = Sentence("the hand of {seat} says that its seat is {said}", "{seat:wind}家的手牌说门风是 {said}")
_NONE_WON = Sentence(
    "the hand has {have} tiles (a kong counting three), none marked as the winning one: expected {wanted}",
    "手牌有 {have} 张（杠按三张计），而未标出和牌张：应为 {wanted} 张",
)
_SEVERAL_WON = Sentence(
    '{who} have won: expected "winner": false for a player who did not',
    '{seats:winds}都和了：没有和的一家应写“"winner": false”',
)
_NOBODY = Sentence("nobody", "无人")()
_WON_OTHERWISE = Sentence(
    "the record names {named}, but by the hands {won} has won", "记录说{named:wind}和牌，而依手牌是{won:wind}和牌"
)
_DRAWN, _CLAIMED = Sentence("drawn", "自摸")(), Sentence("claimed", "点炮")()
_HOW = Sentence("the hand of {seat} says that its tile was {how}", "{seat:wind}家的手牌说是{how}")
_WHO_DISCARDED = Sentence("by the hand of {seat}, {by} discarded its tile", "依{seat:wind}家的手牌，点炮的是{by:wind}")


class Hands(NamedTuple):
    """The hands by seat; `winner` is None for a drawn hand."""

    by_seat: Mapping[str, Hand]
    winner: str | None

    def contradictions(self, ruleset: Ruleset) -> Iterator[str]:
        """Why these hands cannot be beside one another."""
        copies = ruleset.book.tiles.copies
        alive = [hand for hand in self.by_seat.values() if "dead_hand" not in hand.flags]
        held = Counter(tile for hand in alive for tile in (*hand.tiles, *(hand.bonus or ())))
        for tile, number in sorted(held.items()):
            if number > copies[tile]:
                yield _TOO_MANY(tile=TEXT[tile], number=number, copies=copies[tile], tiles=(tile,))
        if len({hand.round for hand in self.by_seat.values()}) > 1:
            yield _OTHER_ROUNDS


def read_hands(fields: Fields, ruleset: Ruleset) -> Hands:
    """The hands of a record. Raises HandError, with the seat before the field."""
    given = {seat: _record(seat, hand, ruleset) for seat, hand in fields.by_seat("hands").items()}
    for seat in fields.seat_list("dead_hands"):
        if seat in given:
            given[seat]["flags"] = [*_flags(seat, given[seat]), "dead_hand"]
    seen = _see_who_won(given, fields.seat_or_none("winner"), ruleset.tiles_to_win)
    won = [seat for seat, own in given.items() if own["winner"] is not False and "dead_hand" not in _flags(seat, own)]
    _check_dealt(fields, won, given, ruleset)
    _check_winner(fields, won)
    for seat in won:
        _fill_in_the_win(fields, seat, given[seat])
        seen.pop(seat, None)
    hands = {seat: seen[seat] if seat in seen else _told(seat, record) for seat, record in given.items()}
    for seat in won:
        _check_the_win(fields, hands[seat], ruleset)
    return Hands(hands, won[0] if won else None)


def _see_who_won(given: Mapping[str, dict[str, Any]], named: str | None, size: int) -> dict[str, Hand]:
    """Say of hands that do not say so whether they won: with a winning tile, or complete as dealt, with `size` tiles.

    Gives back those that had to be read for it; they are what they are unless they won.
    """
    read = {}
    for seat, record in given.items():
        if "winner" not in record:
            record["winner"] = record["win"] is not None
            if not record["winner"] and named in (None, seat):
                read[seat] = _told(seat, record)
                record["winner"] = (len(read[seat].concealed) - size) % 3 == 0
    return read


def _record(seat: str, given: Any, ruleset: Ruleset) -> dict[str, Any]:
    """A hand text or record as a record with its seat."""
    try:
        record = ruleset.record_of(given) if isinstance(given, str) else given
    except HandError as error:
        raise at_seat(seat, error) from None
    if not isinstance(record, Mapping):
        raise bad(f"expected a hand record or a hand text, got {shown(given)}", f"hands.{seat}")
    for name in ("ruleset", "options"):
        if name in record:
            raise bad(f"the {name} of a settlement goes beside its hands, not in one of them", f"hands.{seat}.{name}")
    found = {"seat": seat, "win": None, "from": None, "flags": [], **record}
    if found["seat"] != seat:
        message = _OTHER_SEAT(seat=seat, said=shown(found["seat"]))
        raise HandError("contradiction", message, f"hands.{seat}.seat")
    return found


def _flags(seat: str, record: Mapping[str, Any]) -> list[Any]:
    flags = record["flags"] or []
    if not isinstance(flags, (list, tuple)):
        raise bad(f"expected a list of flags, got {shown(flags)}", f"hands.{seat}.flags")
    return list(flags)


def _told(seat: str, record: Mapping[str, Any]) -> Hand:
    try:
        return Hand.from_record(record)
    except HandError as error:
        raise at_seat(seat, error) from None


def at_seat(seat: str, error: HandError) -> HandError:
    """An error of a hand with the seat before its field."""
    told = HandError(error.code, error.message, f"hands.{seat}.{error.field}".rstrip("."))
    told.at = error.at
    return told


def _check_dealt(fields: Fields, won: list[str], given: Mapping[str, dict[str, Any]], ruleset: Ruleset) -> None:
    """A hand without a winning tile has won as dealt only if it is East's, and no other has won; else it is too large.

    Those of which their records say themselves that they have won are not looked at.
    """
    sole = won == [fields.record.get("winner", fields.seats[0])] == [fields.seats[0]]
    for seat, said in fields.by_seat("hands").items():
        told = isinstance(said, Mapping) and "winner" in said
        if seat not in won or given[seat]["win"] is not None or sole or told:
            continue
        hand = _told(seat, given[seat])
        have, wanted = len(hand.concealed) + 3 * len(hand.melds), ruleset.tiles_to_win - 1
        if have % 3 != wanted % 3:
            message = _NONE_WON(have=have, wanted=wanted)
            raise HandError("wrong_tile_count", message, f"hands.{seat}.concealed")


def _check_winner(fields: Fields, won: list[str]) -> None:
    """One player at most has won, and it is the one that the record names."""
    if len(won) > 1:
        message = _SEVERAL_WON(who=" and ".join(won), seats=won)
        raise HandError("contradiction", message, f"hands.{won[1]}.winner")
    named = fields.seat_or_none("winner")
    if "winner" in fields.record and named != (won[0] if won else None):
        message = _WON_OTHERWISE(named=named or _NOBODY, won=won[0] if won else _NOBODY)
        raise HandError("contradiction", message, "winner")


def _fill_in_the_win(fields: Fields, winner: str, record: dict[str, Any]) -> None:
    """What the settlement tells of the win, into the winner's hand where that says nothing."""
    drawn, discarder = fields.boolean("self_drawn"), fields.seat_or_none("discarder")
    if drawn is not None and record["win"] is not None:
        record.setdefault("self_drawn", drawn)
    if discarder is not None and discarder != winner and record["from"] is None:
        sides = (side for side in SIDES if seat_at(winner, side, fields.seats) == discarder)
        record["from"] = next(sides, None)


def _check_the_win(fields: Fields, hand: Hand, ruleset: Ruleset) -> None:
    """The record does not say otherwise than the winner's hand how it was won."""
    drawn, discarder = fields.boolean("self_drawn"), fields.seat_or_none("discarder")
    if drawn not in (None, hand.self_drawn):
        message = _HOW(seat=hand.seat, how=_DRAWN if hand.self_drawn else _CLAIMED)
        raise HandError("contradiction", message, "self_drawn")
    by = discarder_of(hand, ruleset.book)
    if discarder is not None and discarder != by:
        message = _WHO_DISCARDED(seat=hand.seat, by=by or _NOBODY)
        raise HandError("contradiction", message, "discarder")


def score_hands(hands: Hands, ruleset: Ruleset) -> dict[str, Score]:
    """The scores by seat. Raises HandError: also for a winner below the minimum."""
    found = {}
    for seat, hand in hands.by_seat.items():
        try:
            found[seat] = ruleset.score(hand, declared=seat == hands.winner)
        except HandError as error:
            raise at_seat(seat, error) from None
    return found
