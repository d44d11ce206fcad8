"""The Charleston in play: who consents, what each passes, and that all tiles move at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from mjrules.hooks import Action, Asks, Event, HandInPlay, Play, events, parse_tiles, seat_at, tile_text

from .exchange_record import bad
from .settings import Settings

Tiles = tuple[int, ...]
YES, NO = "yes", "no"
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


class Charleston(Play):
    """The exchanges before the first discard of one hand, when all bonus tiles are replaced.

    A step ends when all have chosen; nobody hears before what another one gives.
    """

    kinds = (events.Give, events.Answer)
    hears = (events.Give, events.Answer, events.Moved)
    acts = ("deal",)

    def __init__(self, settings: Settings, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.number, self.blind, self.one_suit = settings.tiles, settings.blind, settings.one_suit
        self.never = parse_tiles(" ".join(settings.never))
        first, second = settings.first, settings.second
        self.exchanges = [first, second] if settings.played == "both" else [first]
        self.free = settings.compulsory
        """Whether nobody is asked before the first exchange."""
        self.exchange, self.step, self.over = 0, 0, False
        seats = len(state.players)
        self.given: list[Tiles | None] = [None] * seats
        self.received: list[Tiles] = [()] * seats
        """What each seat was passed in the step before; nothing in the first step of an exchange."""
        self.moved: list[Tiles] = []
        self.said: list[str] = [""] * seats
        for steps in self.exchanges:
            for direction in steps:
                self._to(0, direction)

    # What is going on

    def before_play(self) -> bool:
        """Whether an exchange is not over yet; it is, too, where somebody cannot pass on so many tiles."""
        return not self.over and all(self._can_give(seat) for seat in range(len(self.given)))

    def _can_give(self, seat: int) -> bool:
        """Whether a player has enough tiles that may be passed, and goes on playing."""
        player = self.state.players[seat]
        passable = [tile for tile in player.tiles() if tile not in self.never]
        most = (
            max(Counter(tile_text(tile)[-1] for tile in passable).values(), default=0)
            if self.one_suit
            else len(passable)
        )
        return not player.dead and most >= self.number

    @property
    def asking(self) -> bool:
        """Whether the players are asked if they consent to the exchange."""
        return self.step == 0 and NO not in self.said and "" in self.said and not (self.free and self.exchange == 0)

    def hear(self, event: Event) -> None:
        """A player has answered or chosen, or tiles have moved."""
        if isinstance(event, events.Answer):
            self.said[event.seat] = event.word
            self.over = event.word == NO
        elif isinstance(event, events.Give):
            self.given[event.seat] = event.tiles or self.received[event.seat]
        elif isinstance(event, events.Moved):
            self._moved(event)

    def _moved(self, event: events.Moved) -> None:
        """Tiles have moved; when those of all have, the next step begins."""
        self.moved.append(event.tiles)
        self.received[event.other] = event.tiles
        seats = len(self.given)
        if len(self.moved) < seats:
            return
        self.moved, self.given = [], [None] * seats
        self.step += 1
        if self.step == len(self.exchanges[self.exchange]):
            self.exchange, self.step = self.exchange + 1, 0
            self.received, self.said = [()] * seats, [""] * seats
            self.over = self.exchange == len(self.exchanges)

    # What may be done

    def actions(self, seat: int) -> list[Action]:
        """To consent or not; to give tiles, be it blindly."""
        if self._not_now():
            return []
        if self.asking:
            return [] if self.said[seat] else [events.Answer(seat, word) for word in (YES, NO)]
        if self.given[seat] is not None:
            return []
        found: list[Action] = [events.Give(seat)] if self.blind and self.received[seat] else []
        hand = [tile for tile in self.state.players[seat].tiles() if tile not in self.never]
        chosen = [tiles for tiles in dict.fromkeys(combinations(hand, self.number)) if self._of_one_suit(tiles)]
        return found + [events.Give(seat, tiles) for tiles in chosen]

    def question(self, seat: int) -> str:
        """Whether the player consents to an exchange; or how many tiles are passed, to whom, and in which step."""
        if self.asking:
            return f"Do you want {'a second' if self.exchange else 'an'} exchange?"
        directions = self.exchanges[self.exchange]
        direction = directions[self.step]
        whom = {"right": "to your right", "left": "to your left"}.get(direction, direction)
        other = WINDS[self.asks.seats[self._to(seat, direction)]]
        steps = f", pass {self.step + 1} of {len(directions)}" if len(directions) > 1 else ""
        return f"{self.number} tiles go {whom}, to {other}{steps}."

    def _of_one_suit(self, tiles: Tiles) -> bool:
        """Whether tiles may be given together: where the rules say so, only those of one suit; honours are one, too."""
        return not self.one_suit or len({tile_text(tile)[-1] for tile in tiles}) == 1

    def _not_now(self) -> bool:
        state = self.state
        return state.phase != "deal" or not state.ready or not self.before_play()

    def why_not(self, action: Action) -> str:
        """Why an answer or a gift is not legal."""
        seat, state = action.seat, self.state
        if state.phase == "over":
            return "the hand is over"
        if self._not_now():
            return "this is not the time of an exchange"
        if isinstance(action, events.Answer):
            return self._no_answer(action)
        if self.asking:
            return "the players have not all consented to the exchange"
        if self.given[seat] is not None:
            return "the player has already chosen"
        return self._no_gift(seat, action.tiles) if isinstance(action, events.Give) else ""

    def _no_answer(self, action: events.Answer) -> str:
        if not self.asking:
            return "nothing is asked"
        if self.said[action.seat]:
            return "the player has already answered"
        if action.word not in (YES, NO):
            return f"expected {YES} or {NO}"
        return ""

    def _no_gift(self, seat: int, tiles: Tiles) -> str:
        if not tiles:
            if not self.blind:
                return "tiles may not be passed blind"
            return "" if self.received[seat] else "nothing has been received yet that could be passed blind"
        if len(tiles) != self.number:
            return f"expected {self.number} tiles, got {len(tiles)}"
        if list(tiles) != sorted(tiles):
            return "tiles are given in their order"
        counts = self.state.players[seat].counts
        if not all(0 <= tile < len(counts) and counts[tile] >= tiles.count(tile) for tile in tiles):
            return "these tiles are not in the hand"
        if any(tile in self.never for tile in tiles):
            return "some of these tiles are never passed"
        return "" if self._of_one_suit(tiles) else "these tiles are not of one suit"

    # What follows

    def carry_out(self, action: Action) -> Sequence[Event]:
        """The decision; when the last one has chosen, all tiles move."""
        found: list[Event] = [action]
        if not isinstance(action, events.Give):
            return found
        given = list(self.given)
        given[action.seat] = action.tiles or self.received[action.seat]
        if None not in given:
            direction = self.exchanges[self.exchange][self.step]
            found += [
                events.Moved(seat, tiles or (), self._to(seat, direction), direction)
                for seat, tiles in enumerate(given)
            ]
        return found

    def _to(self, seat: int, direction: str) -> int:
        """Who sits there. Raises HandError where nobody does."""
        seats = tuple(str(place) for place in range(len(self.given)))
        found = seat_at(str(seat), direction, seats)
        if found is None:
            raise bad(f"nobody sits {direction} at a table of {len(seats)}", "directions")
        return int(found)
