"""What is paid beside the win: bonus payments, penalties and pots, by the amounts of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..errors import HandError
from ..record import bad
from ..ruleset.play_rules import LimitShare, Penalty, Pot
from ..ruleset.ruleset import Ruleset
from ..settlement import Transfer, net_amounts
from .fields import Fields

EAST = "E"


def paid(transfers: Iterable[Transfer], seats: Sequence[str]) -> dict[str, Any]:
    """The transfers without those of nothing, and the net amounts."""
    some = [item for item in transfers if item.amount]
    return {"transfers": [item._asdict() for item in some], "net": net_amounts(some, seats)}


def settle_bonus(fields: Fields, ruleset: Ruleset) -> dict[str, Any]:
    """Every other player pays. Raises HandError."""
    events = ruleset.definition.bonus_payments
    payment = events[fields.text("event", events, f"bonus payment of {ruleset.id}")]
    player, amount, title = fields.seat("player"), payment.each, payment.title
    transfers = []
    for seat in fields.seats:
        times = 2 if payment.east_doubles and EAST in (seat, player) else 1
        if seat != player:
            because = title if times == 1 else f"{title}, East x 2"
            transfers.append(Transfer(seat, player, amount * times, because))
    return {"title": title, "amount_each": amount, **paid(transfers, fields.seats)}


def settle_penalty(fields: Fields, ruleset: Ruleset) -> dict[str, Any]:
    """Whoever is at fault pays those who are not. Raises HandError."""
    events = ruleset.definition.penalties
    penalty = events[fields.text("event", events, f"penalty of {ruleset.id}")]
    title, then = penalty.title, penalty.then
    culprits = _culprits(fields, penalty.culprits)
    affected = fields.seat_or_none("affected")
    if affected in culprits:
        raise HandError("contradiction", f"{affected} is at fault and cannot be the player concerned too", "affected")
    if penalty.settles_by is not None:
        by = {"method": penalty.settles_by, "discarder": culprits[0]}
        return {"title": title, "then": then, "settles_by": by, "amount_each": 0, **paid((), fields.seats)}
    each = _amount(penalty, fields.number("count", 1, least=1))
    own = penalty.affected
    if own is not None and not each and affected is None:
        raise bad(f"is missing: {title} is paid to one player alone, so say to whom", "affected")
    amount = {seat: own if own is not None and seat == affected else each for seat in fields.seats}
    others = [seat for seat in fields.seats if seat not in culprits]
    transfers = [Transfer(culprit, seat, int(amount[seat]), title) for culprit in culprits for seat in others]
    to_affected = None if affected is None else amount[affected]
    answers = {"title": title, "then": then, "amount_each": each, "affected_amount": to_affected}
    return {**answers, **paid(transfers, fields.seats)}


def _culprits(fields: Fields, most: int) -> list[str]:
    """The seats of those at fault, one or as many as the ruleset lets share the guilt."""
    if not isinstance(fields.record.get("player"), (list, tuple)):
        return [fields.seat("player")]
    found = fields.seat_list("player")
    most = min(most, len(fields.seats) - 1)
    if not 1 <= len(found) <= most:
        expected = "one seat" if most == 1 else f"one to {most} seats"
        raise bad(f"expected {expected}, got {len(found)}", "player")
    return found


def _amount(penalty: Penalty, count: int) -> int:
    """What the nth fault of this kind costs; a part of the limit is rounded down."""
    each = penalty.each
    if isinstance(each, LimitShare):
        limit = each.without_limit if each.of is None else each.of
        if limit is None:
            raise HandError("contradiction", "the penalty is a part of the limit, and there is no limit", "options")
        return int(Fraction(str(each.limits)) * limit)
    return each if isinstance(each, int) else each[min(count, len(each)) - 1]


def settle_pot(fields: Fields, ruleset: Ruleset, pot: Pot) -> dict[str, Any]:
    """All paid in after each draw, and the winner has it, East like the others. Raises HandError."""
    stake, winner = fields.number("stake", pot.stake), fields.seat_or_none("winner")
    draws, title = fields.number("draws_before"), pot.title
    inside = stake * draws
    answers = {
        "title": title,
        "stake": stake,
        "pot": inside * len(fields.seats),
        "contributions": dict.fromkeys(fields.seats, -inside),
        "paid_to_winner": 0 if winner is None else inside * len(fields.seats),
    }
    if winner is None:
        return answers
    because = f"{title}: {draws} x {stake}"
    transfers = [Transfer(seat, winner, inside, because) for seat in fields.seats if seat != winner]
    return {**answers, **paid(transfers, fields.seats)}
