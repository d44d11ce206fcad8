"""The model of what a ruleset file says about play: the table, and what is paid beside the win."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .model_parts import Count, Id, Strict, Text
from .table import TableRules, plain

RULES: Any = TableRules()
"""The table of a ruleset that says nothing."""


class Table(Strict):
    """What the table is like."""

    seats: list[Literal["E", "S", "W", "N"]] = Field(
        plain(RULES.seats), description="seat winds in the order of play", min_length=2
    )
    hand_size: Annotated[int, Field(ge=1, le=30)] | None = Field(
        RULES.hand_size,
        description="how many tiles a player holds between turns; none: one fewer than a complete hand",
    )
    seating: Literal["dice", "winds"] = Field(
        RULES.seating, description="how seats are allotted: by the highest throw of `dice`, or by drawing `winds`"
    )
    walls: Literal["shared", "own"] = Field(
        RULES.walls,
        description="whether all draw from one wall, or each player from an equal part of it that is his `own`, as in "
        "duplicate play: kong tiles too; the hand ends when the player whose turn it is finds his wall empty",
    )
    stack_count: Literal["all_dice", "second_throw"] = Field(
        RULES.stack_count,
        description="which dice count the stacks to the break: those of both throws, or of the second",
    )
    deal: Literal["adjacent", "chan_chan", "one_each_then_east", "one_each"] = Field(
        RULES.deal,
        description="how the last tiles are dealt: East takes the top tiles of a stack and the next (`chan_chan`), a "
        "stack (`adjacent`), or one like the others and one more at the end, or all one (`one_each`) and East draws",
    )
    kongs_before_play: bool = Field(
        RULES.kongs_before_play,
        description="whether concealed kongs may be declared while bonus tiles of the deal are replaced",
    )
    dead_wall: Count = Field(RULES.dead_wall, description="how many tiles are kept back at the end of the wall")
    dead_wall_kept: bool = Field(
        RULES.dead_wall_kept, description="whether tiles of the wall fill the dead wall up when one is taken from it"
    )
    loose_tiles: Literal[0, 2] = Field(
        RULES.loose_tiles, description="how many loose tiles lie on top of the wall, beside the break"
    )
    loose_tile: Literal["drawn", "asked"] = Field(
        RULES.loose_tile, description="whether the tile for a kong is always drawn, or only if the player takes it"
    )
    bonus_replaced_from: Literal["end", "front"] = Field(
        RULES.bonus_replaced_from,
        description="where bonus tiles are replaced from: the end of the wall, or the `front`, where all draw",
    )
    concealed_kongs: Literal["all_down", "outer_up"] = Field(
        RULES.concealed_kongs,
        description="how a concealed kong lies until the end: `all_down`, or `outer_up`, two tiles",
    )
    robs_concealed: list[Id] = Field(
        plain(RULES.robs_concealed), description="rules whose hands may rob a concealed kong too"
    )
    claim_order: list[list[Literal["mahjong", "kong", "pung", "chow"]]] = Field(
        plain(RULES.claim_order),
        description="which claim goes first; of claims that rank alike, that of the player who is next in turn",
    )
    mahjong_order: list[Literal["kong", "pung", "pair", "chow", "other"]] = Field(
        plain(RULES.mahjong_order),
        description="which of several claims of mahjong goes first, by what the tile completes; then who is next",
    )
    winners: Literal["one", "all"] = Field(RULES.winners, description="how many may win by one tile")
    late_calls: Literal["none", "dice", "draw_stands", "call_stands"] = Field(
        RULES.late_calls,
        description="what happens when the next tile is drawn before all have spoken: it is not drawn (`none`), two "
        "`dice` decide between call and draw, or one of the two stands",
    )
    last_discard: Literal["any", "win"] = Field(
        RULES.last_discard, description="what the last discard may be claimed for"
    )
    discards: Literal["face_up", "face_down"] = Field(
        RULES.discards, description="how discards lie once nobody has claimed them"
    )
    situations: dict[Id, Literal["first_discard", "first_draw", "before_first_draw"]] = Field(
        {},
        description="flags that say when a player other than East won: on East's `first_discard`, on the own "
        "`first_draw` before any set is declared, or by a discard `before_first_draw`, likewise",
    )
    east_passes_to: Literal["right", "left"] = Field(
        RULES.east_passes_to,
        description="who is East after East: the player to the `right`, next in turn, or to the `left`",
    )
    east_stays_on: list[Literal["win", "draw"]] = Field(
        plain(RULES.east_stays_on), description="after which hands East stays East"
    )
    max_consecutive_east: Annotated[int, Field(ge=1)] | None = Field(
        RULES.max_consecutive_east, description="with how many wins in a row East passes on nevertheless; none: never"
    )
    rounds: Annotated[int, Field(ge=1, le=100)] = Field(RULES.rounds, description="how many rounds make a game")


PenaltyCause = Literal[
    "false_mahjong", "false_mahjong_not_ready", "false_call", "empty_call", "wrong_tile_count",
    "misnamed", "misnamed_for_chow", "misnamed_for_pung", "misnamed_for_kong", "misnamed_for_mahjong",
]  # fmt: skip


class Share(Strict):
    """A part of a limit."""

    limits: float = Field(ge=0, description="how many limits, mostly a fraction; parts of a point are left off")
    of: Count | None = Field(None, description="the limit")
    without_limit: Count | None = Field(None, description="the limit that is meant where there is none")


class Penalty(Strict):
    """What a fault costs."""

    title: Text = Field(description="what the player did")
    on: Annotated[list[PenaltyCause], Field(min_length=1)] | PenaltyCause | None = Field(
        None,
        description="which faults the table punishes by it; `false_mahjong` and `misnamed` also those with a narrower "
        "name that have no penalty of their own",
    )
    each: Count | Annotated[list[Count], Field(min_length=1)] | Share = Field(
        0, description="paid to each opponent; a list for the first, second, … time; or a part of the limit"
    )
    affected: Count | None = Field(None, description="paid to the player whom the fault concerns, instead of `each`")
    culprits: int = Field(
        1, ge=1, description="how many players may share the guilt; each of them pays all who do not share it"
    )
    settles_by: Id | None = Field(
        None, description="the win is settled by this method, with the culprit as discarder, and nothing else is paid"
    )
    then: Literal["play_on", "no_win", "dead_hand", "warning"] = Field(
        "play_on", description="play_on, no_win (cannot win this hand), dead_hand or warning"
    )
    source: str | None = Field(None, description="where it stands")
    note: str | None = Field(None, description="what a reader should know")


BonusCause = Literal["all_flowers", "all_seasons", "first_discard_chow", "first_discard_pung", "first_discard_kong"]


class BonusPayment(Strict):
    """What all others pay a player at once, whoever wins the hand."""

    title: Text = Field(description="what the player did or has")
    on: BonusCause | None = Field(None, description="what the table pays it for by itself")
    each: Count = Field(description="paid by each opponent")
    east_doubles: bool = Field(False, description="East pays and receives it twice")
    source: str | None = Field(None, description="where it stands")
    note: str | None = Field(None, description="what a reader should know")


class Pot(Strict):
    """What all pay in after a drawn hand, for the next winner."""

    title: Text = Field(description="what it is called")
    played: bool = Field(True, description="whether it is played from the first hand; it may be switched between hands")
    stake: Count | None = Field(None, description="paid in by each player after each draw; none: as the record says")
    source: str | None = Field(None, description="where it stands")
    note: str | None = Field(None, description="what a reader should know")


class Counter(Strict):
    """A kind of counter with which players pay."""

    title: Text = Field(description="what it looks like")
    count: int = Field(ge=0, le=100, description="how many a player has at the start")
    value: int = Field(ge=1, le=1_000_000, description="what it is worth")
    source: str | None = Field(None, description="where it stands")
    note: str | None = Field(None, description="what a reader should know")
