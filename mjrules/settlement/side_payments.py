"""What is paid in addition to the win: bonus payments, penalties and pots, by the amounts of the ruleset."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import HandError
from ..hands.record import bad
from ..ruleset.play_rules import BonusPayment, LimitShare, Penalty, Pot
from ..ruleset.ruleset import Ruleset
from ..settlement_method import Transfer
from ..spoken import Sentence
from .fields import Fields
from .hand_to_win import drawn_win_costs
from .settled import EventSettlement, PotSettlement

_EAST = "E"
_NAMED = Sentence("{title}", "{title:title}")
_EAST_TWICE = Sentence("{title}, East x 2", "{title:title}，庄家 × 2")
_TO_WHOM = Sentence(
    "is missing: {title} is paid to one player alone, so say to whom", "{title:title}只付给一家：请说明付给谁"
)
_WHO_DISCARDED = Sentence(
    "is missing: {title} is paid by one player alone, so say who discarded", "{title:title}只由一家付：请说明是谁打出"
)
_ALL_PAY_ALIKE = Sentence(
    "{title} costs the others the same whoever discarded", "{title:title}不论谁打出，其余各家付得一样"
)
_OWN_TILE = Sentence("{seat} is paid and cannot have discarded the tile", "{seat:wind}家是收者，不能同时是打牌者")
_AT_FAULT = Sentence("{affected} is at fault and cannot be the player concerned too", "犯规者不能同时是受损者")
_ALIKE = Sentence(
    "{title} costs the same whomever it concerned: who shares the guilt goes into player, as a list",
    "{title:title}不论涉及谁都罚得一样：共同犯规者列在“player”里",
)
NO_LIMIT = Sentence("the penalty is a part of the limit, and there is no limit", "罚分为满贯的一部分，而此规则不封顶")
_BONUS_OF = Sentence("bonus payment of {ruleset}", "此规则的即时收付")
_PENALTY_OF = Sentence("penalty of {ruleset}", "此规则的犯规")
_HAS_LEFT = Sentence("{seat} has left the game", "{seat:wind}家已离场")
_ONE_SEAT = Sentence("expected one seat, got {number}", "应为一家，现有 {number} 家")
_SEATS = Sentence("expected one to {most} seats, got {number}", "应为一至 {most} 家，现有 {number} 家")
_DRAWS = Sentence("{title}: {draws} x {stake}", "{title:title}：{draws} × {stake}")


def read_bonus(fields: Fields, ruleset: Ruleset) -> EventSettlement:
    """The settlement of a record of the kind `bonus`. Raises HandError."""
    events = ruleset.paid_at_once
    payment = events[fields.text("event", events, _BONUS_OF(ruleset=ruleset.id))]
    player, discarder, out = fields.seat("player"), fields.seat_or_none("discarder"), fields.seat_list("out")
    if discarder is not None and payment.discarder is None:
        raise HandError("contradiction", _ALL_PAY_ALIKE(title=payment.title), "discarder")
    if discarder == player:
        raise HandError("contradiction", _OWN_TILE(seat=player), "discarder")
    for seat in out:
        if seat in (player, discarder):
            raise HandError("contradiction", _HAS_LEFT(seat=seat), "out")
    return settle_bonus(payment, fields.seats, player, discarder, out=out)


def settle_bonus(
    payment: BonusPayment,
    seats: tuple[str, ...],
    player: str,
    discarder: str | None = None,
    *,
    out: Collection[str] = (),
) -> EventSettlement:
    """Every other player pays but those who are `out`, for they have left the game.

    Raises HandError where the discarder alone pays, and nobody says who that is.
    """
    each, title, own = payment.each or 0, payment.title, payment.discarder
    if own is not None and not each and discarder is None:
        raise bad(_WHO_DISCARDED(title=title), "discarder")
    paid = {seat: own if own is not None and seat == discarder else each for seat in seats}
    doubled = {seat: payment.east_doubles and _EAST in (seat, player) for seat in seats if seat not in (player, *out)}
    transfers = tuple(
        Transfer(
            seat, player, *((2 * paid[seat], _EAST_TWICE(title=title)) if twice else (paid[seat], _NAMED(title=title)))
        )
        for seat, twice in doubled.items()
    )
    return EventSettlement(seats, transfers, title=title, players=(player,), amount_each=each)


def read_penalty(fields: Fields, ruleset: Ruleset) -> EventSettlement:
    """The settlement of a record of the kind `penalty`. Raises HandError."""
    events = ruleset.definition.penalties
    penalty = events[fields.text("event", events, _PENALTY_OF(ruleset=ruleset.id))]
    culprits = _culprits(fields, penalty.culprits)
    affected = fields.seat_or_none("affected")
    if affected in culprits:
        raise HandError("contradiction", _AT_FAULT(affected=affected), "affected")
    if affected is not None and penalty.affected is None:
        raise HandError("contradiction", _ALIKE(title=penalty.title), "affected")
    count = fields.number("count", 1, least=1) if penalty.settles_by is None else 1
    out = fields.seat_list("out")
    for seat in out:
        if seat in (*culprits, affected):
            raise HandError("contradiction", _HAS_LEFT(seat=seat), "out")
    return settle_penalty(penalty, ruleset, culprits, () if affected is None else (affected,), count, out=out)


def settle_penalty(
    penalty: Penalty,
    ruleset: Ruleset,
    culprits: tuple[str, ...],
    affected: tuple[str, ...] = (),
    count: int = 1,
    *,
    out: Collection[str] = (),
) -> EventSettlement:
    """Whoever is at fault, the nth time by `count`, pays those who are not; `affected` are some of these. Who is `out`
    has left the game, and gets nothing.

    Raises HandError where it is not known what is paid, or to whom.
    """
    seats, title, then, by = ruleset.book.seats, penalty.title, penalty.then, penalty.settles_by
    if by is not None:
        return EventSettlement(seats, title=title, players=culprits, then=then, settles_by=by)
    own, others = penalty.affected, [seat for seat in seats if seat not in culprits and seat not in out]
    costs = {culprit: penalty_costs(penalty, ruleset, culprit, count) for culprit in culprits}
    each = costs[culprits[0]][others[-1] if others else seats[-1]]
    if own is not None and not each and not affected:
        raise bad(_TO_WHOM(title=title), "affected")
    transfers = tuple(
        Transfer(
            culprit, seat, own if own is not None and seat in affected else costs[culprit][seat], _NAMED(title=title)
        )
        for culprit in culprits
        for seat in others
    )
    to_affected = (each if own is None else own) if affected else None
    return EventSettlement(
        seats, transfers, title=title, players=culprits, amount_each=each, then=then, affected_amount=to_affected
    )


def penalty_costs(penalty: Penalty, ruleset: Ruleset, culprit: str, count: int = 1) -> dict[str, int]:
    """What each seat is paid for the nth fault of this kind by one, whom it does not concern more than the others.

    Raises HandError where that is not known.
    """
    like, book = penalty.like_win, ruleset.book
    if like is None:
        return dict.fromkeys(book.seats, _amount(penalty, count))
    worth = like.value(book.method.most(book.settings))
    if worth is None:
        raise HandError("contradiction", NO_LIMIT(), "options")
    return {culprit: 0} | {
        seat: like.times * amount for seat, amount in drawn_win_costs(ruleset, culprit, worth).items()
    }


def _culprits(fields: Fields, most: int) -> tuple[str, ...]:
    """The seats of those at fault, one or as many as the ruleset lets share the guilt."""
    if not isinstance(fields.record.get("player"), (list, tuple)):
        return (fields.seat("player"),)
    found = fields.seat_list("player")
    most = min(most, len(fields.seats) - 1)
    if not 1 <= len(found) <= most:
        raise bad((_ONE_SEAT if most == 1 else _SEATS)(most=most, number=len(found)), "player")
    return tuple(found)


def _amount(penalty: Penalty, count: int) -> int:
    """What the nth fault of this kind costs; a part of the limit is rounded down."""
    each = penalty.each
    if isinstance(each, LimitShare):
        if each.limit is None:
            raise HandError("contradiction", NO_LIMIT(), "options")
        from fractions import Fraction  # few payments are shares of a limit

        return int(Fraction(str(each.limits)) * each.limit)
    return each if isinstance(each, int) else each[min(count, len(each)) - 1]


def read_pot(fields: Fields, pot: Pot) -> PotSettlement:
    """All paid in after each draw, and the winner has it, East like the others. Raises HandError."""
    stake, winner = fields.number("stake", pot.stake), fields.seat_or_none("winner")
    draws, title, transfers = fields.number("draws_before"), pot.title, []
    if winner is not None:
        because = _DRAWS(title=title, draws=draws, stake=stake)
        transfers = [Transfer(seat, winner, stake * draws, because) for seat in fields.seats if seat != winner]
    return PotSettlement(fields.seats, tuple(transfers), title=title, stake=stake, draws=draws, winner=winner)
