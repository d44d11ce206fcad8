"""What a ruleset says about play: the table, and what is paid in addition to the win."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from ..declared.fields import NOTHING, Limits, declared, key
from .field_types import Count, Id, Texts, text_in, usual_text

Running = Literal["east_wins", "east_stays", "since_other_win", "draws"]
"""What a match counts from hand to hand."""
COUNTED: Final[Mapping[str, Running]] = MappingProxyType({"consecutive_east_wins": "east_wins"})
"""The numbers that a match counts where a ruleset says nothing else; where none is declared, nothing reads it."""

Claim = Literal["mahjong", "kong", "pung", "chow"]


WinTime = Literal["first_discard", "first_draw", "before_first_draw", "easts_first_draw", "robbed_bonus"]
"""When a win comes, by a word."""


@declared
class EarlyWin:
    """A win after few discards."""

    discards: int = key("how many tiles are discarded at most before it, the one that wins among them", ge=0, le=200)
    of: Literal["all", "winner"] = key("whose discards count: those of `all`, or of the `winner` alone", default="all")
    untouched: bool = key("whether nobody may have declared a set, or laid a tile aside", default=False)


@declared
class TableRules:
    """What the table is like."""

    seats: Annotated[tuple[Literal["E", "S", "W", "N"], ...], Limits(min_length=2)] = key(
        "seat winds in the order of play", default=("E", "S", "W", "N")
    )
    hand_size: Annotated[int, Limits(ge=1, le=30)] | None = key(
        "how many tiles a player holds between turns; none: one fewer than a complete hand", default=None
    )
    seating: Literal["dice", "winds"] = key(
        "how seats are allotted: by the highest throw of `dice`, or by drawing `winds`", default="dice"
    )
    walls: Literal["shared", "own"] = key(
        "whether all draw from one wall, or each player from an equal part of it that is his `own`, as in "
        "duplicate play: kong tiles too; the hand ends when the player whose turn it is finds their wall empty",
        default="shared",
    )
    stack_count: Literal["all_dice", "second_throw", "one_throw"] = key(
        "which dice count the stacks to the break: those of both throws, or of the second; or the dice of East alone, "
        "which are thrown once (`one_throw`)",
        default="all_dice",
    )
    deal: Literal["adjacent", "chan_chan", "one_each_then_east", "one_each"] = key(
        "how the last tiles are dealt: East takes the top tiles of a stack and the next but one (`chan_chan`), a "
        "stack (`adjacent`), or one like the others and one more at the end; or all take one and East draws "
        "(`one_each`)",
        default="one_each_then_east",
    )
    kongs_before_play: bool = key(
        "whether concealed kongs may be declared while bonus tiles of the deal are replaced", default=False
    )
    dead_wall: Count = key("how many tiles are kept back at the end of the wall", default=0)
    dead_wall_kept: bool = key(
        "whether the dead wall is filled up from the wall when a tile is taken from it", default=True
    )
    loose_tiles: Literal[0, 2] = key("how many loose tiles lie on top of the wall, beside the break", default=0)
    loose_tile: Literal["drawn", "asked"] = key(
        "whether the tile for a kong is always drawn, or only if the player takes it", default="drawn"
    )
    bonus_replaced_from: Literal["end", "front"] = key(
        "where bonus tiles are replaced from: the end of the wall, or the `front`, where all draw", default="end"
    )
    bonus_replaced: Literal["first", "last"] = key(
        "whether the bonus tiles of the deal are replaced first, or last before play, after what house rules ask of "
        "the players, such as an exchange",
        default="first",
    )
    most_kongs: Annotated[int, Limits(ge=0)] | None = key(
        "how many kongs may be declared in a hand, by all together; none: as many as there are tiles for", default=None
    )
    most_chows: Annotated[int, Limits(ge=1)] | None = key(
        "how many chows a player may claim in a hand; none: any number", default=None
    )
    concealed_kongs: Literal["all_down", "outer_up"] = key(
        "how a concealed kong lies until the end: `all_down`, or `outer_up`, two tiles", default="all_down"
    )
    robs_concealed: tuple[Id, ...] = key("rules whose hands may rob a concealed kong too", default=())
    robs_bonus: tuple[Id, ...] = key(
        "rules whose hands may rob a bonus tile that another player has drawn and lays down", default=()
    )
    claim_order: tuple[Annotated[tuple[Claim, ...], Limits(min_length=1)], ...] = key(
        "which claim goes first; of claims that rank alike, that of the player who is next in turn; what is left "
        "out cannot be claimed, and without `mahjong` no kong is robbed",
        default=(("mahjong",), ("kong", "pung"), ("chow",)),
    )
    mahjong_order: tuple[Literal["kong", "pung", "pair", "chow", "other"], ...] = key(
        "which of several claims of mahjong goes first, by what the tile completes; then who is next", default=()
    )
    winners: Literal["one", "two", "all", "draw_at_three"] = key(
        "how many may win by one tile; with `draw_at_three` two may, and where three would, nobody wins and play ends",
        default="one",
    )
    ends_after_wins: Annotated[int, Limits(ge=1, le=3)] = key(
        "after how many wins the hand is over; until then the others play on, and the winners have no turns any more",
        default=1,
    )
    late_calls: Literal["none", "dice", "draw_stands", "call_stands"] = key(
        "what happens when the next tile is drawn before all have spoken: it is not drawn (`none`), two "
        "`dice` decide between call and draw, or one of the two stands",
        default="none",
    )
    last_discard: Literal["any", "win"] = key("what the last discard may be claimed for", default="win")
    discards: Literal["face_up", "face_down"] = key("how discards lie once nobody has claimed them", default="face_up")
    situations: Mapping[Id, WinTime | EarlyWin] = key(
        "flags that say when a player other than East won: on East's `first_discard`, on their own "
        "`first_draw` before any set is declared, or by a discard `before_first_draw`, likewise; that East won so with "
        "the tile drawn first (`easts_first_draw`); or that anybody won with a `robbed_bonus` tile, or after no more "
        "than some discards (an early win); a hand complete as dealt has `heaven` instead",
        default=NOTHING,
    )
    east_passes_to: Literal["right", "left"] = key(
        "who is East after East: the player to the `right`, next in turn, or to the `left`", default="right"
    )
    east_stays_on: tuple[Literal["win", "draw", "ready", "stopped"], ...] = key(
        "after which hands East stays East; `ready`, after one that nobody has won, if East's waits for a tile of "
        "which East does not have every copy; `stopped`, after one that ended so before the wall did",
        default=(),
    )
    max_consecutive_east: Annotated[int, Limits(ge=1)] | None = key(
        "after how many wins in a row East passes on all the same; none: never", default=None
    )
    counted: Mapping[Id, Running] = key(
        "numbers of the record that a match counts: the wins of East in a row with this one (`east_wins`), how "
        "often East has stayed East (`east_stays`), the hands since one that others than East have won, draws and all "
        "(`since_other_win`), or those that nobody has won since the last win (`draws`)",
        default=COUNTED,
    )
    numbers_for_all: tuple[Id, ...] = key(
        "numbers of the match that the record of every winner has; any other is in that of East", default=()
    )
    rounds: Annotated[int, Limits(ge=1, le=100)] = key("how many rounds make a game", default=4)

    @property
    def owner_throws(self) -> bool:
        """Whether the player throws too whose wall the dice of East chose."""
        return self.stack_count != "one_throw"

    @property
    def calls(self) -> frozenset[Claim]:
        """What may be claimed at all."""
        return frozenset(call for calls in self.claim_order for call in calls)

    @property
    def kongs_declared(self) -> bool:
        """Whether kongs are declared at all."""
        return self.most_kongs != 0

    @property
    def hides_kongs(self) -> bool:
        """Whether others cannot see of a concealed kong what it is, until play is over: nor can they rob it."""
        return self.concealed_kongs == "all_down" and not self.robs_concealed


class Titled:
    """What has a title. Events, logs and books say the one in English; in which it is printed is chosen then."""

    titles: Texts

    @property
    def title(self) -> str:
        """The English title, else the first that there is."""
        return usual_text(self.titles)

    def title_in(self, language: str) -> str | None:
        """The title that the file gives in a language; None where it names no language, or others."""
        return text_in(self.titles, language)


PenaltyCause = Literal[
    "false_mahjong", "false_mahjong_not_ready", "false_call", "empty_call", "wrong_tile_count",
    "misnamed", "misnamed_for_chow", "misnamed_for_pung", "misnamed_for_kong", "misnamed_for_mahjong",
]  # fmt: skip


@declared
class LimitShare:
    """A part of a limit."""

    limits: float = key("how many limits, usually a fraction; parts of a point are dropped", ge=0)
    of: Count | None = key("the limit", default=None)
    without_limit: Count | None = key("the limit to use where there is none", default=None)

    @property
    def limit(self) -> int | None:
        """What it is a part of; None where nothing says so."""
        return self.without_limit if self.of is None else self.of


@declared
class LikeWin:
    """What a drawn win costs the losers, taken as what a fault costs."""

    worth: Count | None = key("the value of the win; where it is left out, the most that a hand counts", default=None)
    without_limit: Count | None = key("its value where hands count without a limit", default=None)
    times: int = key("how many times that is paid", default=1, ge=1)

    def value(self, most: int | None) -> int | None:
        """The value of the win where hands count so much at most; None where nothing says it."""
        found = self.worth if self.worth is not None else most
        return self.without_limit if found is None else found


@declared
class Penalty(Titled):
    """What a fault costs."""

    titles: Texts = key("what the player did", name="title", people=True)
    cause: Annotated[tuple[PenaltyCause, ...], Limits(min_length=1)] | PenaltyCause | None = key(
        "which faults the table punishes with it; `false_mahjong` and `misnamed` also those with a narrower "
        "name that have no penalty of their own",
        default=None,
        was=("on",),
    )
    each: Count | Annotated[tuple[Count, ...], Limits(min_length=1)] | LimitShare = key(
        "paid to each opponent; a list for the first, second, … time; or a part of the limit", default=0
    )
    like_win: LikeWin | None = key(
        "paid to each opponent instead of `each`: what that one would pay the player at fault for a drawn win",
        default=None,
    )
    affected: Count | None = key("paid to the player whom the fault concerns, instead of `each`", default=None)
    culprits: int = key(
        "how many players may share the guilt; each of them pays all who do not share it", default=1, ge=1
    )
    settles_by: Id | None = key(
        "the win is settled by this method, with the culprit as discarder, and nothing else is paid", default=None
    )
    then: Literal["play_on", "no_win", "dead_hand", "warning"] = key(
        "play_on, no_win (cannot win this hand), dead_hand or warning", default="play_on"
    )
    source: str | None = key("where it is stated", default=None, people=True)
    note: str | None = key("what a reader should know", default=None, people=True)
    text: Texts | None = key("what it is, in a player's words", default=None, people=True)

    @property
    def lacks_limit(self) -> bool:
        """Whether it costs a part of a limit, and nothing says of which: then nobody can pay it."""
        return self.settles_by is None and isinstance(self.each, LimitShare) and self.each.limit is None


BonusCause = Literal["all_flowers", "all_seasons", "first_discard_chow", "first_discard_pung", "first_discard_kong"]


@declared
class BonusPayment(Titled):
    """What all others pay a player at once, whoever wins the hand."""

    titles: Texts = key("what the player did or has", name="title", people=True)
    cause: BonusCause | None = key("what the table pays it for by itself", default=None, was=("on",))
    bonus: str | None = key(
        "instead of a `cause`: the table pays it by itself each time that a tile that is laid down makes one more of "
        "these bonus tiles, named as in the condition `bonus`: `a1`, or `all a12`, both together",
        default=None,
    )
    each: Count | None = key("paid by each opponent; may be left out where the discarder alone pays", default=None)
    discarder: Count | None = key("paid by the player who discarded the tile, instead of `each`", default=None)
    east_doubles: bool = key("East pays and receives it twice", default=False)
    source: str | None = key("where it is stated", default=None, people=True)
    note: str | None = key("what a reader should know", default=None, people=True)
    text: Texts | None = key("what it is, in a player's words", default=None, people=True)


@declared
class Pot(Titled):
    """What all pay in after a drawn hand, for the next winner."""

    titles: Texts = key("what it is called", name="title", people=True)
    played: bool = key("whether it is played from the first hand; it may be switched between hands", default=True)
    stake: Count | None = key("paid in by each player after each draw; none: as the record says", default=None)
    goes_to: Literal["winners", "first_winner", "nobody"] = key(
        "who gets what is in it after a win: the `winners` alike; the `first_winner`, of several by one tile next in "
        "turn after the discarder; with `nobody` only the settlement of the win may take from it",
        default="winners",
    )
    field: Id | None = key("the number of the record that says how much is in it before the win", default=None)
    unit: int = key("how many points one is that the field says, where counters lie in it", default=1, ge=1)
    means: Literal["ready"] | None = key(
        "what a counter says that a player puts into it while a hand is played: that the hand of the player is `ready`",
        default=None,
    )
    source: str | None = key("where it is stated", default=None, people=True)
    note: str | None = key("what a reader should know", default=None, people=True)
    text: Texts | None = key("what it is, in a player's words", default=None, people=True)


@declared
class Counter(Titled):
    """A kind of counter with which players pay."""

    titles: Texts = key("what it looks like", name="title", people=True)
    count: int = key("how many a player has at the start", ge=0, le=100)
    value: int = key("what it is worth", ge=1, le=1_000_000)
    source: str | None = key("where it is stated", default=None, people=True)
    note: str | None = key("what a reader should know", default=None, people=True)
