"""What is paid when there is no tile to draw any more: to hands that wait, and for ponds of terminals and honours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mjrules.hooks import Event, HandError, Play, RecordKind, Sentence, Transfer, declared, events, key

from .early_ends import ORPHANS

EAST = 0
READY = Sentence("Ready", "听牌")()
SAYS_READY = Sentence("ready", "听牌")()
POND = Sentence("Pond of terminals and honours", "流局满贯")()
"""What is paid for."""


@declared
class EndDues:
    """What is paid at the end of the wall."""

    ready: int = key("what all who do not wait pay together to all who do, each side alike", default=3000, ge=0)
    ponds: int = key(
        "what each pays in place of that to a player all of whose discards are terminals and honours, none of them "
        "claimed; East pays and gets twice as much; 0: nothing",
        default=0,
        ge=0,
    )


class EndOfWall(Play):
    """The payments at the end of the wall."""

    hears = (events.Exhausted,)

    def follows(self, event: Event) -> Sequence[Event]:
        """All learn whose hands wait; then it is paid."""
        if not isinstance(event, events.Exhausted) or event.why:
            return []
        ready = [seat for seat in self.state.playing if self.asks.ready(seat)]
        shown: list[Event] = [events.Announced(seat, SAYS_READY) for seat in ready]
        return shown + (self._for_ponds() or self._for_ready(ready))

    def _for_ready(self, ready: Sequence[int]) -> list[Event]:
        """What those who wait get."""
        seats = self.asks.seats
        paid = for_ready(self.settings, [seats[seat] for seat in ready], [seats[seat] for seat in self.state.playing])
        winds = dict.fromkeys(item.payee for item in paid)
        return [
            events.Paid(seats.index(wind), "ready", READY, tuple([item for item in paid if item.payee == wind]))
            for wind in winds
        ]

    def _for_ponds(self) -> list[Event]:
        """What players get for their discards."""
        seats, found = self.asks.seats, list[Event]()
        for seat, player in enumerate(self.state.players if self.settings.ponds else ()):
            if player.pond and player.pond == player.unclaimed and {*player.pond} <= {*ORPHANS}:
                found.append(events.Paid(seat, "pond", POND, tuple(for_pond(self.settings, seats[seat], seats))))
        return found


def for_ready(settings: EndDues, ready: Sequence[str], playing: Sequence[str]) -> list[Transfer]:
    """What those who wait get of the others, by their seats."""
    others = [seat for seat in playing if seat not in ready]
    if not ready or not others or not settings.ready:
        return []
    each = settings.ready // (len(ready) * len(others))
    return [Transfer(other, seat, each, READY) for seat in ready for other in others]


def for_pond(settings: EndDues, seat: str, seats: Sequence[str]) -> list[Transfer]:
    """What the others pay a player whose discards are all terminals and honours."""
    own = {other: settings.ponds * (2 if seats[EAST] in (seat, other) else 1) for other in seats if other != seat}
    return [Transfer(other, seat, amount, POND) for other, amount in own.items()]


def drawn(record: Mapping[str, Any], settings: EndDues, seats: Sequence[str]) -> Mapping[str, Any]:
    """The answer to a record of a hand that nobody has won. Raises HandError."""
    ready, ponds = (_seats(record, name, seats) for name in ("ready", "ponds"))
    paid = [item for seat in ponds for item in for_pond(settings, seat, seats)] if settings.ponds else []
    paid = paid or for_ready(settings, ready, seats)
    net = dict.fromkeys(seats, 0)
    for payer, payee, amount, _ in paid:
        net[payer] -= amount
        net[payee] += amount
    return {"transfers": [item._asdict() for item in paid], "net": net}


def _seats(record: Mapping[str, Any], name: str, seats: Sequence[str]) -> list[str]:
    """The seats in a field of a record, each once; one may stand alone. Raises HandError."""
    value = record.get(name)
    given = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(given, (list, tuple)) or any(seat not in seats for seat in given):
        raise HandError("bad_record", f"expected a list of seats out of {', '.join(seats)}", name)
    return [seat for seat in seats if seat in given]


DRAWN = RecordKind(
    "what is paid when there is no tile to draw any more",
    {
        "ready": "the seats of the players whose hands wait",
        "ponds": "the seats of those all of whose discards are terminals and honours, none of them claimed",
    },
    {"transfers": "who pays whom: `payer`, `payee`, `amount`, `because`", "net": "what each seat gains or loses"},
    drawn,
)


def wall_told(settings: EndDues) -> Iterator[str]:
    """The settings in sentences."""
    if settings.ready:
        yield Sentence(
            "all who do not wait pay {amount} together to all who do, each side alike",
            "未听牌者合计付 {amount}，由听牌者平分",
        )(amount=settings.ready)
    if settings.ponds:
        yield Sentence(
            "in place of that each pays {amount} to a player all of whose discards are terminals and honours, none of "
            "them claimed; East pays and gets twice as much",
            "打出的全为幺九牌且未被吃碰杠者，改收各家 {amount}，庄家收付加倍",
        )(amount=settings.ponds)
