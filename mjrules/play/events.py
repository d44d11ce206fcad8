"""What players decide and what happens at the table: a frozen class for each kind, which its records follow from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, MISSING
from typing import Any

from ..declared.fields import NOTHING
from ..declared.named_tuple import NamedTuple
from ..errors import HandError, MjrulesError, did_you_mean, printable
from ..hands.hand import Hand
from ..settlement_method import Transfer
from ..tiles.tile import JOKER
from .event_class import Action as Action
from .event_class import Event as Event
from .event_class import PlayerEvent as PlayerEvent
from .event_class import event as event
from .event_fields import NO_TILE, NOBODY, Named
from .event_fields import OneTile as OneTile
from .event_fields import Other as Other
from .event_fields import Said as Said
from .event_fields import Tiles as Tiles

# Decisions


@event("discard")
class Discard(Action):
    """A tile is discarded; `named` says what it was called: always in a log, and in a decision if that is wrong."""

    tile: OneTile
    named: Named = NO_TILE

    def decided(self) -> Action:
        """The discard as it was made: with a name where that was wrong."""
        return self.but(named=NO_TILE) if self.named == self.tile else self


@event("pass")
class Pass(Action):
    """A player does not claim, or has nothing to declare."""


@event("chow")
class Chow(Action):
    """The discard is called for a chow with two `tiles` in hand; `word` is its lowest tile, if jokers are used."""

    tile: OneTile
    tiles: Tiles
    low: Said = ""


@event("pung")
class Pung(Action):
    """The discard is called for a pung."""

    tile: OneTile
    tiles: Tiles


@event("kong")
class Kong(Action):
    """The discard is called for a kong; in your own turn, four alike in hand, or one for a claimed pung.

    What was declared in a player's own turn is `concealed` or `added` in the log.
    """

    tile: OneTile = NO_TILE
    tiles: Tiles = ()
    how: Said = ""

    def decided(self) -> Action:
        """The kong as it was declared: the tiles are named where jokers are among them."""
        return Kong(self.seat, self.tile, self.tiles if JOKER in self.tiles else ()) if self.how else self


@event("mahjong")
class Mahjong(Action):
    """The hand is complete: with the discard, the drawn tile, a robbed kong, or as dealt."""

    tile: OneTile = NO_TILE


@event("draw")
class Draw(Action):
    """The next tile is drawn, by the player whose turn it is, before all have spoken."""


@event("take_loose")
class TakeLoose(Action):
    """The loose tile for a kong is taken."""


@event("declare")
class Declare(Action):
    """A player says something that a house rule knows, its `word`."""

    word: Said


@event("false_call")
class FalseCall(Action):
    """A player calls (`word`) what the hand does not allow."""

    call: Said


@event("fault")
class NoticedFault(Action):
    """A fault that somebody noticed: the penalty of that id (`word`)."""

    penalty: Said


@event("give")
class Give(Action):
    """Tiles are chosen for an exchange before play; without tiles: blindly."""

    tiles: Tiles = ()


@event("answer")
class Answer(Action):
    """Yes or no (`word`) to a question of a house rule."""

    word: Said


# What follows from decisions


@event("begin")
class Begin(Event):
    """A hand begins: `round`, `hand`, the dice, the break, and the wall in the order of drawing (`tiles`).

    `points` has what the players have in the order of play, where the ruleset says what a match begins with.
    """

    tiles: Tiles = ()
    _: KW_ONLY
    round: str
    hand: int
    dice_east: tuple[int, ...] = ()
    dice_owner: tuple[int, ...] = ()
    wall: str = ""
    stack_from_right: int = 0
    points: tuple[int, ...] = ()


@event("deal")
class Dealt(PlayerEvent):
    """A player gets `tiles`."""

    tiles: Tiles


@event("bonus")
class Bonus(PlayerEvent):
    """A player lays a bonus tile beside the hand; one that is `open` may be robbed."""

    tile: OneTile
    open: bool = False


@event("laid_aside")
class LaidAside(PlayerEvent):
    """In a turn a player lays a `tile` of the hand aside, and draws another for it; one that is `open` may be robbed.

    The `word` is the field of the record that tells of such tiles, a number or the tiles themselves.
    """

    tile: OneTile
    field: Said = ""
    open: bool = False


@event("set_changed")
class SetChanged(PlayerEvent):
    """In a turn a player changes a declared set of `other`, or an own one: it is a set (`word`) of `tiles` now.

    The set is the one at `place`, from 0. Tiles that it did not have come from the player's hand, and those that it
    has no longer go there; who has a tile fewer then draws one as for a kong.
    """

    other: Other
    tiles: Tiles
    type: Said
    place: int
    concealed: bool = False


@event("drawn")
class Drawn(PlayerEvent):
    """A player has a new `tile`, from the wall, as a loose tile for a kong, or for a bonus tile (`word`)."""

    tile: OneTile
    source: Said


@event("ready")
class Ready(PlayerEvent):
    """A player has replaced all bonus tiles of the deal."""


@event("play")
class PlayBegins(PlayerEvent):
    """Play begins: all bonus tiles of the deal are replaced."""


@event("stands")
class Stands(PlayerEvent):
    """Nobody robs a kong, or a tile laid aside."""

    tile: OneTile = NO_TILE
    how: Said = ""


@event("put_back")
class PutBack(PlayerEvent):
    """A tile goes back to the wall, because a late call stands."""

    tile: OneTile = NO_TILE


@event("dice")
class Dice(PlayerEvent):
    """Two dice each decide between a draw and a late call."""

    other: Other
    dice: tuple[tuple[int, ...], ...]


@event("claim_lost")
class ClaimLost(PlayerEvent):
    """A late call comes to nothing."""


@event("meld")
class Melded(PlayerEvent):
    """A claim is granted: the set (`word`) of `tiles`, with the discard of `other`."""

    tile: OneTile
    tiles: Tiles
    other: Other
    type: Said


@event("robbed")
class Robbed(PlayerEvent):
    """The tile of a kong, or one laid aside, goes to a winner."""

    tile: OneTile
    other: Other


@event("moved")
class Moved(PlayerEvent):
    """Tiles go from one hand to `other`."""

    tiles: Tiles
    other: Other
    direction: Said


@event("dead")
class Dead(PlayerEvent):
    """A hand is dead: its player stops playing."""


@event("barred")
class Barred(PlayerEvent):
    """A player cannot win this hand."""


class SettlesBy(NamedTuple):
    """By which method the win is settled because of a fault, and who is its discarder then."""

    method: str
    discarder: str


@event("paid")
class Paid(PlayerEvent):
    """A payment at once: who pays whom, and why."""

    payment: Said
    title: str
    transfers: tuple[Transfer, ...]
    settles_by: SettlesBy | None = None

    def back(self, payment: str, title: str) -> Paid:
        """The payment that takes this one back."""
        turned = [item._replace(payer=item.payee, payee=item.payer) for item in self.transfers]
        return Paid(self.seat, payment, title, tuple(turned))


@event("into_pot")
class IntoPot(PlayerEvent):
    """A payment at once that no player gets: an `amount` goes into a `pot`; one below 0 comes out of it."""

    payment: Said
    title: str
    pot: str
    amount: int


@event("announced")
class Announced(PlayerEvent):
    """By a house rule all learn something of a player, the `word`."""

    word: Said


@event("won")
class Won(PlayerEvent):
    """A player has won, with a `tile` drawn, claimed, robbed or as dealt (`word`)."""

    tile: OneTile = NO_TILE
    other: Other = NOBODY
    _: KW_ONLY
    how: Said


@event("laid_down")
class LaidDown(PlayerEvent):
    """A winner lays the `hand` down as it counts in the end, and the others play on."""

    hand: Hand


@event("exhausted")
class Exhausted(Event):
    """Play ends without another win: no tile is left to draw, or what the `word` says."""

    why: Said = ""


@event("play_ends")
class PlayEnds(Event):
    """Play ends, and is settled: no tile is left, or as many have won as may.

    Where one win ends the hand, it comes only where nobody has won, and a house rule hears it.
    """


@event("thrown")
class Thrown(PlayerEvent):
    """By a house rule a player throws dice; the `title` says what for. 0 stands for a die that is not thrown yet."""

    title: str
    dice: tuple[int, ...] = (0, 0)


@event("turned_up")
class TurnedUp(Event):
    """A `tile` of the wall is turned up: the one at a `place` in the order of drawing, from 0, or -1 for the last."""

    place: int
    tile: OneTile = NO_TILE


@event("seated")
class Seated(Event):
    """A match begins: the players in the order of the seats, and how they came to them."""

    players: tuple[str, ...]
    seating: str
    throws: tuple[Mapping[str, int], ...] = ()


@event("switched")
class Switched(Event):
    """Between two hands a pot (`word`) is played from now on, or no longer."""

    pot: Said
    on: bool


class PotChange(NamedTuple):
    """What a hand changed in a pot, which holds so much then: the stake of each player, or what the winners got.

    `put` has what single players put into it while the hand was played.
    """

    pot: int
    stake: int = 0
    paid: Mapping[str, int] = NOTHING
    put: Mapping[str, int] = NOTHING

    def gain(self, player: str) -> int:
        """What a player has out of the pot; negative for what went into it."""
        return self.paid.get(player, 0) - self.stake - self.put.get(player, 0)

    def to_record(self) -> dict[str, Any]:
        """The change as one JSON object."""
        each = {name: dict(own) for name, own in (("paid", self.paid), ("put", self.put)) if own}
        return {**({"stake": self.stake} if self.stake else {}), **each, "pot": self.pot}


@event("entered")
class Entered(Event):
    """A hand that was played elsewhere: who won it, and what the players paid one another.

    `put` has what they put into each pot, and `east` who is East next, where a house rule says that.
    """

    _: KW_ONLY
    winners: tuple[str, ...]
    paid: Mapping[str, int]
    put: Mapping[str, Mapping[str, int]] = NOTHING
    east: str | None = None


@event("closed")
class Closed(Event):
    """What a hand brought the players of a match, and what everybody has."""

    _: KW_ONLY
    winners: tuple[str, ...]
    net: Mapping[str, int]
    pots: Mapping[str, PotChange] = NOTHING
    totals: Mapping[str, int]


class FinalPlace(NamedTuple):
    """Where a player stands at the end of a match: the `place`, the `points` of the last hand, and the `result`.

    In between are what the player has of the `pots`, what `rounding` changed, the `bonus` of the place, and what all
    have `returned` to the first.
    """

    player: str
    place: int
    points: int
    result: int
    pots: int = 0
    rounding: int = 0
    bonus: int = 0
    returned: int = 0

    def to_record(self) -> dict[str, Any]:
        """The standing as one JSON object, without what changed nothing."""
        always = ("player", "place", "points", "result")
        return {name: value for name, value in self._asdict().items() if value or name in always}


@event("match_over")
class MatchOver(Event):
    """A match is over: why (`word`, or what a house rule says), and where everybody stands, the first first."""

    _: KW_ONLY
    why: Said
    standings: tuple[FinalPlace, ...]


@event("end")
class End(Event):
    """The hand is over: the hands, what they are worth, and who pays whom.

    A hand that nobody has won has no hands, scores and items. `events` counts those before it, so that a log
    shows if one that changed nothing else is missing.
    """

    _: KW_ONLY
    winners: tuple[str, ...]
    hands: Mapping[str, Hand] = NOTHING
    scores: Mapping[str, int] = NOTHING
    items: Mapping[str, tuple[Mapping[str, Any], ...]] = NOTHING
    transfers: tuple[Transfer, ...]
    net: Mapping[str, int]
    events: int


def opens(event: Event) -> bool:
    """Whether an event opens a tile to claims: a discard, a kong in a player's own turn, a tile that may be robbed."""
    if isinstance(event, Discard):
        return True
    if isinstance(event, Kong):
        return event.how != ""
    return isinstance(event, (LaidAside, Bonus)) and event.open


EVENT_KINDS: Mapping[str, type[Event]] = {
    own.kind: own for own in list(globals().values()) if isinstance(own, type) and issubclass(own, Event) and own.kind
}
"""The classes of events by their kinds; house rules may have more."""


class LogError(MjrulesError):
    """A log that cannot be replayed: in which line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, printable(reason)
        super().__init__(f"line {line}: {self.reason}" if line else self.reason)


def read_event(record: Any, seats: Sequence[str], more: Sequence[type[Event]] = ()) -> Event:
    """The event of a JSON object; `more` are classes of house rules. Raises ValueError saying what is wrong."""
    if not isinstance(record, Mapping):
        raise ValueError("expected a JSON object")
    kind = record.get("event")
    usual = EVENT_KINDS.get(kind) if isinstance(kind, str) else None
    own = next((one for one in more if one.kind == kind), usual)
    if own is None:
        known = [*EVENT_KINDS, *[one.kind for one in more]]
        near = did_you_mean(kind, known) if isinstance(kind, str) else ""
        raise ValueError(f"{kind!r} is not an event{near}")
    fields = {item.form.key: item for item in own.fields()}
    for name in record:
        if name != "event" and name not in fields:
            raise ValueError(f"{name} means nothing with {kind}")
    found: dict[str, Any] = {}
    for name, item in fields.items():
        if name in record:
            found[item.name] = _read(name, item.form.read, record[name], seats)
        elif item.default is MISSING:
            if item.form.missing is MISSING:
                raise ValueError(f"{kind}: {name}: missing")
            found[item.name] = item.form.missing
    return own(**found)


def _read(name: str, read: Callable[[Any, Sequence[str]], Any], value: Any, seats: Sequence[str]) -> Any:
    try:
        return read(value, seats)
    except HandError as error:
        raise ValueError(f"{name}: {error.message}") from None
