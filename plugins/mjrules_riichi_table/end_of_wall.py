"""What is paid when there is no tile to draw any more: to hands that wait, and for ponds of terminals and honours."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import Event, Play, Transfer, declared, events, key

from .early_ends import ORPHANS

EAST = 0


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
        shown: list[Event] = [events.Announced(seat, "ready") for seat in ready]
        return shown + (self._for_ponds() or self._for_ready(ready))

    def _for_ready(self, ready: Sequence[int]) -> list[Event]:
        """What those who wait get."""
        seats, total = self.asks.seats, self.settings.ready
        others = [seat for seat in self.state.playing if seat not in ready]
        if not ready or not others or not total:
            return []
        each = total // (len(ready) * len(others))
        return [
            events.Paid(seat, "ready", "Ready", tuple([Transfer(seats[other], seats[seat], each) for other in others]))
            for seat in ready
        ]

    def _for_ponds(self) -> list[Event]:
        """What players get for their discards."""
        seats, found, base = self.asks.seats, list[Event](), self.settings.ponds
        for seat, player in enumerate(self.state.players if base else ()):
            if player.pond and player.pond == player.unclaimed and {*player.pond} <= {*ORPHANS}:
                paid = [
                    Transfer(wind, seats[seat], base * (2 if EAST in (seat, other) else 1))
                    for other, wind in enumerate(seats)
                    if other != seat
                ]
                found.append(events.Paid(seat, "pond", "Pond of terminals and honours", tuple(paid)))
        return found
