"""Who pays for a win, as far as the record of the winner's hand tells it."""

from __future__ import annotations

from ..hands.hand import Hand
from ..settlement_method import DISCARDER, HANDS, ITEMS, Transfer, Win, WonHand, seat_at, shown_items
from .item import won_items
from .rulebook import Rulebook
from .select import Selection


def discarder(hand: Hand, book: Rulebook) -> str | None:
    """The seat of the player who discarded the winning tile; None where it was drawn or that is not known."""
    return None if hand.self_drawn or hand.source is None else seat_at(hand.seat, hand.source, book.seats)


def unknown(hand: Hand, book: Rulebook) -> tuple[str, ...]:
    """What must be known to settle a win, and its record does not say: `hands` of all, the `discarder`."""
    method = book.settlement
    if method is None:
        return ()
    claimed = not hand.self_drawn and discarder(hand, book) is None
    no_discard = hand.self_drawn and not method.drawn
    told = {HANDS: False, DISCARDER: not (claimed or no_discard), ITEMS: True}
    return tuple(need for need in method.reads if not told[need])


def transfers(hand: Hand, selection: Selection, book: Rulebook) -> tuple[Transfer, ...] | None:
    """Who pays whom for a win of which all is known, by what counts; None where the ruleset does not say it."""
    method, value = book.settlement, selection.value
    if method is None:
        return None
    special = frozenset({hand.seat} if value.special else ())
    cut = {hand.seat: value.cut}
    by, totals = discarder(hand, book), value.totals
    pots = book.in_pots(hand)
    win = Win(
        hand.seat,
        by,
        value.total,
        book.seats,
        special=special,
        cut=cut,
        hand=WonHand(hand, book.fields),
        totals=totals,
        pots=pots,
        items=shown_items(method, won_items(selection)),
    )
    return tuple(method.transfers(win, book.settlement_settings))
