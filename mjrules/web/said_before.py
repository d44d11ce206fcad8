"""What is to be written down a second time: the same payment, or the same hand, as the table has in its books last.

Who got no answer looks at nothing and types it once more; what happens twice is said to have.
"""

from __future__ import annotations

from typing import Any

from ..ledger import BookEvent, BookLine, EveningBooks, HandBooked, Payment
from .winners import won_hands


def line_that_says(event: BookEvent, evening: EveningBooks) -> BookLine | None:
    """The line that says what a new event says: the table's last hand, or a payment since; None where none does.

    A drawn hand is like any other, and two in a row are common.
    """
    if not isinstance(event, Payment):
        return None
    for line in reversed(evening.lines):
        other = line.event
        if not line.live or not isinstance(other, Payment) or other.table != event.table:
            continue
        if isinstance(other, HandBooked):
            said = _said_of_hand(event) if isinstance(event, HandBooked) else None
            return line if said and said == _said_of_hand(other) else None
        if other == event:
            return line
    return None


def _said_of_hand(event: HandBooked) -> tuple[Any, ...] | None:
    """By what a hand is known again, whoever is East now: who won with which tiles, or who got what.

    None for a drawn one.
    """
    if event.how == "drawn":
        return None
    held = [
        (event.seats.get(wind), *(hand.get(part) for part in ("melds", "concealed", "win", "flowers")))
        for wind, hand, _ in won_hands(event)
    ]
    return event.winners, event.discarder, event.put, held or {name: paid for name, paid in event.paid.items() if paid}
