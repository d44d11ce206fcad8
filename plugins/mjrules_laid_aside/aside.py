"""Tiles of a hand that are laid aside in a turn, and others drawn for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.hooks import (
    Action,
    Advised,
    Asks,
    Event,
    Facts,
    HandInPlay,
    Outlook,
    Play,
    Sentence,
    class_in_words,
    declared,
    events,
    key,
    parse_tiles,
)


@declared
class Aside:
    """Which tiles may be laid aside."""

    tiles: str = key(
        "the tiles that may be laid aside, such as 4z or 567z; empty: none", default="", pattern="^([1-9]+[mpsz])*$"
    )
    field: str = key("the field of a hand's record that says how many were", default="north", names="number or tiles")
    compulsory: bool = key(
        "whether who has one of them in the own turn lays it aside before a discard and every declaration",
        default=False,
    )
    robbed: bool = key("whether others may win with such a tile first", default=True)
    flag: str | None = key(
        "the flag of a win with the tile drawn for one; none: there is no such", default=None, names="flag"
    )


@events.event(Sentence("lay_aside", "亮出")())
class LayAside(Action):
    """A player lays a tile of the hand aside, and draws another for it."""

    tile: events.OneTile


class AsideTiles(Play):
    """What may be laid aside in a turn."""

    kinds = (LayAside,)
    hears = (events.LaidAside, events.Drawn)
    acts = ("own_turn",)
    forbids = (events.Discard, events.Kong, events.Declare)

    def __init__(self, settings: Aside, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.replaced = False
        """Whether the last tile was drawn for one laid aside in the same turn, or for a kong after that."""

    def hear(self, event: Event) -> None:
        """A tile is laid aside, or drawn."""
        if isinstance(event, events.Drawn):
            self.replaced = self.replaced and event.source != "wall"
        else:
            self.replaced = True

    def facts(self, seat: int, how: str) -> Facts | None:
        """The flag of a win with the tile drawn for one."""
        return Facts((self.settings.flag,)) if how == "drawn" and self.replaced and self.settings.flag else None

    def actions(self, seat: int) -> list[Action]:
        """The tiles of the hand that may be laid aside."""
        state = self.state
        if not self.settings.tiles or self._not_now(seat):
            return []
        counts = state.players[seat].counts
        return [LayAside(seat, tile) for tile in dict.fromkeys(parse_tiles(self.settings.tiles)) if counts[tile]]

    def _not_now(self, seat: int) -> str:
        """Why nothing is laid aside now."""
        state = self.state
        if state.phase != "turn" or state.turn != seat:
            return "a tile is laid aside in the player's own turn"
        if state.drawn < 0 and (
            state.discards or state.owed
        ):  # before the first discard East has a tile more, as dealt
            return "a tile is laid aside after one is drawn"
        return "" if state.spare(seat) else "there is no tile left to draw for it"

    def why_not(self, action: Action) -> str:
        """Why a tile is not laid aside."""
        return self._not_now(action.seat) or f"one of these tiles of the hand is laid aside: {self.settings.tiles}"

    def binds(self, seat: int) -> bool:
        """Whether something must be laid aside first."""
        return bool(self.settings.compulsory and self.actions(seat))

    def allows(self, action: Action) -> str:
        """Why nothing else is done yet."""
        return f"these tiles are laid aside first: {self.settings.tiles}" if self.binds(action.seat) else ""

    def carry_out(self, action: Action) -> Sequence[Event]:
        """The tile lies beside the hand; another is drawn when nobody wins with it."""
        assert isinstance(action, LayAside)
        return [action, events.LaidAside(action.seat, action.tile, self.settings.field, self.settings.robbed)]


FREE = float("inf")
"""What costs nothing is done before anything else."""


def advice(settings: Aside, outlook: Outlook, action: Action) -> Advised | None:
    """A tile is laid aside that the hand does not need: another is drawn for it, and it counts for itself."""
    if not isinstance(action, LayAside):
        return None
    needed = outlook.needs(action.tile) >= 1 and not settings.compulsory
    return Advised(-1, "the hand needs the tile") if needed else Advised(FREE, "the tile is not needed")


def told(settings: Aside) -> Iterator[str]:
    """The settings in sentences."""
    if not settings.tiles:
        yield Sentence("nothing is laid aside", "不拔牌")()
        return
    may = Sentence(
        "{tiles} may be laid aside in a turn, and another tile drawn for each",
        "轮到自己时可拔{of:class}，每拔一张补一张",
    )
    must = Sentence(
        "{tiles} are laid aside in a turn before anything else, and another tile is drawn for each",
        "轮到自己时须先拔{of:class}，每拔一张补一张",
    )
    yield (must if settings.compulsory else may)(tiles=class_in_words(settings.tiles), of=settings.tiles)
    if settings.robbed:
        yield Sentence("others may win with the tile that is laid aside", "拔出的牌他家可和")()
    else:
        yield Sentence("nobody wins with a tile that is laid aside", "拔出的牌他家不可和")()
