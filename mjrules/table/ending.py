"""The end of a hand: the hands of all players, what they are worth, and who pays whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Any

from ..hands.hand import Hand
from ..play.events import Discard, Drawn, End, Event, Paid, Won
from ..ruleset.ruleset import Ruleset
from ..settlement import Hands, settle_hands
from ..settlement_method import Transfer, net_amounts
from .judge import Judge


def win_end(judge: Judge, winners: Sequence[Hand], log: Sequence[Event]) -> End:
    """The end of a hand that was won, by one player or several; each winner's hand is settled by itself,
    and what the others settle among themselves is settled once. Who had won before another, and plays no more, neither
    pays nor gets anything for that win, but has had what was in a pot.

    `transfers` and `net` are of the wins alone: what was paid at once stands in events of its own.
    """
    earlier = _won_before(log, judge.rules.seats)
    seats, pots = judge.rules.seats, judge.ruleset.definition.pots
    won = {hand.seat: hand for hand in winners}
    others = {seat: judge.losing_hand(place) for place, seat in enumerate(seats) if seat not in won}
    transfers: list[Transfer] = []
    scores: dict[str, int] = {}
    items: dict[str, Any] = {}
    done: list[str] = []
    taken: dict[str, Counter[str]] = {}
    for seat in won:
        hand = won[seat] = _with_pots_left(won[seat], judge.ruleset, [taken[other] for other in earlier[seat]])
        waiting = {other: _not_won(own, judge.full) for other, own in won.items() if other != seat}
        by_seat: dict[str, Hand] = {place: {**others, **waiting, seat: hand}[place] for place in seats}
        out, method = earlier[seat], _named_method(log, seats.index(seat))
        first = earlier[seat] == {*done}
        settlement = settle_hands(Hands(by_seat, seat), judge.ruleset, method, out=out, first=first)
        transfers += [item for item in settlement.transfers if not done or {item.payer, item.payee} & {seat, *pots}]
        for own, found in (settlement.outcome.items or {}).items():
            if own not in done:
                scores[own], items[own] = settlement.outcome.values[own], tuple(item.to_record() for item in found)
        done.append(seat)
        taken[seat] = _taken(settlement.transfers)
    return End(
        winners=tuple(won),
        hands={seat: won.get(seat) or others[seat] for seat in seats},
        scores=scores,
        items=items,
        transfers=tuple(transfers),
        net=net_amounts(transfers, seats),
        events=len(log),
    )


def _taken(transfers: Sequence[Transfer]) -> Counter[str]:
    """What each payer pays more than it is paid; that of a pot has left it."""
    found: Counter[str] = Counter()
    for item in transfers:
        found[item.payer] += item.amount
        found[item.payee] -= item.amount
    return found


def _with_pots_left(hand: Hand, ruleset: Ruleset, taken: Sequence[Mapping[str, int]]) -> Hand:
    """A hand whose record tells of every pot what those have left in it who had won before."""
    pots = ruleset.definition.pots.items() if taken else ()
    left = {
        pot.field: max(hand.fields.get(pot.field, 0) - sum(own.get(name, 0) for own in taken) // pot.unit, 0)
        for name, pot in pots
        if pot.field and any(own.get(name, 0) for own in taken)
    }
    return replace(hand, fields={**hand.fields, **left}) if left else hand


def _won_before(log: Sequence[Event], seats: Sequence[str]) -> dict[str, set[str]]:
    """Who had won before each winner, with another tile."""
    found: dict[str, set[str]] = {}
    together: set[str] = set()
    for event in log:
        if isinstance(event, Won):
            found[seats[event.seat]] = set(found) - together
            together.add(seats[event.seat])
        elif isinstance(event, (Drawn, Discard)):
            together = set()
    return found


def _not_won(hand: Hand, full: int) -> Hand:
    """The hand of another winner, as one that waits; one won as dealt, with the tile too many, without the last."""
    tiles = hand.concealed
    concealed = tiles[:-1] if len(tiles) % 3 == full else tiles
    return replace(hand, concealed=concealed, win=None, winner=False, self_drawn=False, source=None, flags=frozenset())


def _named_method(log: Sequence[Event], seat: int) -> str | None:
    """The settlement method by which a penalty for the discard that a player won on settles the win.

    None for the ruleset's: also where the tile was drawn, or the penalty was for another discard.
    """
    back = dropwhile(lambda event: not (isinstance(event, Won) and event.seat == seat), reversed(log))
    won = next(back)
    for event in back:
        if isinstance(event, Discard):
            break
        if isinstance(event, Paid) and isinstance(won, Won) and event.seat == won.other and event.settles_by:
            return event.settles_by.method
    return None


def drawn_end(seats: Sequence[str], log: Sequence[Event]) -> End:
    """The end of a hand that nobody has won: no scores."""
    return End(winners=(), transfers=(), net=dict.fromkeys(seats, 0), events=len(log))
