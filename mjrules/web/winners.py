"""The winners of one hand on a page: those who were tapped in before, and a hand in the books as it was entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from ..hands.hand import Hand
from ..ledger import HandBooked
from ..ledger.desk import Desk, fault_of_method
from ..ledger.hand_said import HandSaid
from ..ledger.several_wins import SEVERAL_WINS, most_by_one_tile
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..settlement_method import seat_at
from .requests import FormFields, FormPairs
from .tapped_hand import OTHERS_POINTS, WAYS_WON, TappedHand, read_tapped, tapped_from_hand

ALSO: Final = "also"
"""The field of a form that holds the hand of a player who has won before, as the fields of a form of its own."""
FAULT: Final = "fault"
"""The field of a form that names the fault by which the win is settled otherwise."""
PUT: Final = "put."
"""What stands before the name of a pot, into which players have put something in this hand."""
SIDES_WON: Final = WAYS_WON[1:4]
_MOST_FIELDS: Final = 60
_MOST: Final = 3


def earlier_winners(fields: FormFields, ruleset: Ruleset) -> tuple[TappedHand, ...]:
    """The hands of those who were tapped in before; what cannot be read counts as not said."""
    found = []
    for text in fields.all(ALSO)[:_MOST]:
        try:
            pairs = parse_qsl(text, max_num_fields=_MOST_FIELDS)
        except ValueError:
            continue
        found.append(read_tapped(FormFields(pairs), ruleset))
    return tuple(found)


def as_field(tapped: TappedHand) -> str:
    """A hand as the value of one field."""
    return urlencode([(name, value) for name, value in tapped.pairs() if value])


def discarder_of(tapped: TappedHand, seats: Sequence[str]) -> str | None:
    """The seat of who discarded the winning tile; None where it was drawn, or that is not said."""
    return seat_at(tapped.seat, tapped.how, tuple(seats)) if tapped.how in SIDES_WON else None


def side_of(seat: str, other: str, seats: Sequence[str]) -> str:
    """On which side of a seat another sits."""
    return next(side for side in SIDES_WON if seat_at(seat, side, tuple(seats)) == other)


def may_win_too(rules: TableRules, winners: Sequence[TappedHand]) -> bool:
    """Whether another may win beside those who have."""
    by_one = most_by_one_tile(rules)
    most = max(rules.ends_after_wins, by_one)
    claimed = rules.ends_after_wins > 1 or all(tapped.how in SIDES_WON for tapped in winners)
    return claimed and len(winners) < min(most, len(rules.seats) - 1)


def free_seats(rules: TableRules, also: Sequence[TappedHand]) -> tuple[str, ...]:
    """The seats of those who may be the next winner."""
    taken = {tapped.seat for tapped in also}
    if also and rules.ends_after_wins == 1:
        taken.add(discarder_of(also[0], rules.seats) or "")
    return tuple(seat for seat in rules.seats if seat not in taken)


def next_winner(tapped: TappedHand, also: Sequence[TappedHand], rules: TableRules) -> TappedHand:
    """The hand of another winner: at a seat that is free; where all win by one tile, by that discard."""
    free = free_seats(rules, also)
    if not also or not free:
        return tapped
    tapped = replace(tapped, seat=tapped.seat if tapped.seat in free else free[0])
    by = discarder_of(also[0], rules.seats)
    if rules.ends_after_wins > 1 or by is None:
        return tapped
    win = also[0].winning
    same = win if tapped.win is None and win in tapped.tiles else tapped.win
    return replace(tapped, how=side_of(tapped.seat, by, rules.seats), win=same)


def said_of_winners(desk: Desk, winners: Sequence[TappedHand], put: Mapping[str, Mapping[str, int]]) -> HandSaid:
    """What hands that were tapped in say at the desk. Raises HandError."""
    hands: dict[str, Mapping[str, Any]] = {}
    discarders: dict[str, str] = {}
    for tapped in winners:
        record = tapped.record(desk.hand_ruleset)
        for known in ("seat", "round", "from"):
            record.pop(known)
        player, by = desk.seats[tapped.seat], discarder_of(tapped, [*desk.seats])
        hands[player] = record
        discarders |= {player: desk.seats[by]} if by else {}
    return HandSaid(winners=tuple(desk.seats[one.seat] for one in winners), hands=hands, discarders=discarders, put=put)


def hand_record(event: HandBooked, seat: str = "") -> Mapping[str, Any] | None:
    """The record of the hand of a winner, by default the first, with its seat and round; None where none was scored."""
    for wind, hand, _ in won_hands(event):
        if seat in ("", wind):
            return {**hand, "seat": wind, "round": event.round}
    return None


def won_hands(event: HandBooked) -> Iterator[tuple[str, Mapping[str, Any], str | None]]:
    """The hands of the winners: the seat, the record, and the seat of the discarder."""
    several = event.record.get("kind") == SEVERAL_WINS
    for own in event.record["wins"] if several else (event.record,):
        wind, hands = str(own.get("winner")), own.get("hands")
        if isinstance(hands, Mapping) and wind in hands:
            by = own.get("discarder") or next((w for w, name in event.seats.items() if name == event.discarder), None)
            yield wind, hands[wind], by
    if event.hand:
        by = next((wind for wind, player in event.seats.items() if player == event.discarder), None)
        yield str(event.record.get("winner")), event.hand, by


def fields_of_line(event: HandBooked, desk: Desk) -> FormPairs:
    """The fields of a form that say what a hand in the books says, but for what the table knows by itself."""
    definition = desk.hand_ruleset.definition
    known = {*definition.table.counted, *(pot.field for pot in definition.pots.values())}
    winners = []
    for wind, hand, by in won_hands(event):
        own = tapped_from_hand(Hand.from_record({**hand, "seat": wind, "round": desk.round}), frozenset(), TappedHand())
        how = WAYS_WON[0] if by is None or own.how == WAYS_WON[0] else side_of(wind, by, [*desk.seats])
        kept = {name: value for name, value in own.fields.items() if name not in known}
        winners.append(replace(own, how=how, fields=kept))
    winds = {player: wind for wind, player in event.seats.items()}
    put = [(PUT + pot, winds[player]) for pot, own in event.put.items() for player in own]
    if fault := fault_of_method(desk.ruleset, event.record.get("method")):
        put.append((FAULT, fault))
    if not winners:
        return tuple(put)
    *also, last = winners
    scores = event.record.get("scores", {}) if event.hand else {}
    others = [(OTHERS_POINTS + wind, str(worth)) for wind, worth in scores.items() if wind != last.seat]
    return (*((ALSO, as_field(one)) for one in also), *last.pairs(), *others, *put)
