"""The model of a ruleset file: every key, its type and its meaning. Imported only to validate.

Conditions, patterns and names are read later by the engine; here they are only values.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from .model_parts import Count, Id, Json, Strict, Text
from .model_play import BonusPayment, Counter, Penalty, Pot, Table

RulesetId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*$")]
Texts = str | dict[str, str]
Scalar = bool | int | float | str | None
Tiles = str | int
Names = str | list[str]
ErrorCode = Literal[
    "bad_record", "contradiction", "wrong_tile_count", "too_many_of_a_tile", "not_winning", "below_minimum"
]
Choices = Annotated[Json, Field(min_length=1)] | Annotated[list[Scalar], Field(min_length=1)]


class Source(Strict):
    """A source that rules cite by its id."""

    title: Text = Field(description="what it is called")
    about: str = Field("", description="what it is, and how far it can be trusted")
    edition: str = Field("", description="which edition, and when")


class TileClass(Strict):
    """A class of tiles with other names for it."""

    tiles: Tiles = Field(description="tiles and classes joined by `or`, cut by `not`")
    aliases: list[str] = Field([], description="other words for the class")


class NameListModel(Strict):
    """Words for tiles, suits or kinds of set, in their order."""

    tiles: str | None = Field(None, description="the tiles that are named, as text")
    suits: str | None = Field(None, description="the suits that are named, as letters")
    sets: list[str] | None = Field(None, description="the kinds of set that are named")
    words: list[Text | Annotated[list[Text], Field(min_length=1)]] = Field(
        description="for each of them its name, or several; the first is printed"
    )
    source: str = Field("", description="where the words come from")


class NamesModel(Strict):
    """Words that are read and printed for tiles, suits and sets."""

    lists: dict[Id, NameListModel] = Field({}, description="lists of names by id")
    prefer: list[Id] = Field([], description="the lists that decide where a word has several meanings")


class ShapeModel(Strict):
    """What a complete hand may look like."""

    parts: list[str | int] = Field(description="patterns that together make the whole hand", min_length=1)
    concealed: bool = Field(False, description="no claimed set")
    distinct: bool = Field(False, description="no two pieces alike")
    pattern_only: bool = Field(False, description="not a win by itself, only for `fits`")


class RuleModel(BaseModel):
    """A rule: exactly one unit of the scoring method with its worth, and when it holds."""

    model_config = ConfigDict(extra="allow", strict=True)

    names: dict[str, str] = Field({}, description="names by language; English defaults to the id in title case")
    aliases: list[str] = Field([], description="other names, by which the rule is found")
    no: str | int | float | None = Field(None, description="the number in the list of its source")
    type: str | None = Field(None, description="a kind of rule that the source tells apart")
    group: Names | None = Field(None, description="group(s) of rules that others may refer to")
    series: str | None = Field(None, description="the dearest rule of a series refuses all others of it")
    when: Any = Field(None, description="the condition, a mapping of words; absent: always")
    but: dict[str, Scalar] = Field({}, description="another worth under a named condition; the first that holds")
    each: bool = Field(False, description="every match counts, not only one")
    aside: bool = Field(False, description="added, but no part of the minimum and no rule for `nothing_else`")
    wins: bool = Field(
        False, description="a win by itself: the tiles need not be complete, and are read as `unfinished`"
    )
    for_: Any = Field("winner", alias="for", description="whose hand: winner, loser, fishing or all")
    excludes: list[str | dict[str, Count | None]] = Field(
        [], description="rules and groups that it refuses, {rule: most}"
    )
    excluded_by: list[str] = Field([], description="rules and groups that refuse it")
    hand: list[str | int] | None = Field(None, description="a shape of the rule's name, whose parts these are")
    concealed: bool | None = Field(None, description="for `hand`: no claimed set")
    note: str | None = Field(None, description="what a reader should know")
    source: str | None = Field(None, description="where the rule stands: id of a source, then the place in it")
    rivals: list[Rival] = Field([], description="what other sources say")


class Rival(BaseModel):
    """Another value or reading of a rule, and who gives it."""

    model_config = ConfigDict(extra="allow", strict=True)

    source: Text = Field(description="who says so")
    reads: str | None = Field(None, description="what that source says, in words")


class Fishing(Strict):
    """What a player who did not win, and waits for a hand, gets of what it would be."""

    share: float = Field(1, description="which part of the worth of the rules `of`", gt=0, le=1)
    of: Names = Field([], description="rules and groups of which he gets a part")
    finished: Names = Field([], description="rules and groups that hold if they would hold for the finished hand")
    called: bool = Field(True, description="whether the player must have called Fishing (the flag `fishing`)")
    exhausted: bool = Field(False, description="whether a tile counts of which the player holds all copies")


class Scoring(BaseModel):
    """How hands are scored; further keys are settings of the method."""

    model_config = ConfigDict(extra="allow", strict=True)

    method: Id = Field(description="the scoring method, provided by a plugin")
    minimum: int = Field(0, ge=0, description="what a hand must be worth to win")
    combination: Id = Field("free", description="the combination policy, provided by a plugin")
    waits: str = Field("formal", description="how the kinds that complete a hand are counted")
    ordinary: list[str] = Field(
        [], description="shapes in which a hand has an ordinary value; in others only its special one counts"
    )
    fishing: Fishing | None = Field(None, description="what a player who waits for a special hand gets for it")
    groups: dict[Id, Text] = Field({}, description="groups of rules, each with its title")
    types: dict[Id, Text] = Field({}, description="kinds of rule, each with its title")
    rules: dict[Id, RuleModel] = Field({}, description="the rules by id")


class Settlement(BaseModel):
    """Who pays whom; further keys are settings of the method."""

    model_config = ConfigDict(extra="allow", strict=True)

    method: Id = Field(description="the settlement method, provided by a plugin")


class OptionModel(Strict):
    """A knob of the ruleset."""

    default: Scalar = Field(description="its value where nobody chooses")
    values: Choices | None = Field(None, description="the choices and what they stand for")
    type: Literal["integer", "boolean", "integer or none"] | None = Field(
        None, description="`integer`, `boolean`, `integer or none`, where values are not listed"
    )
    brings: dict[str, dict[str, Scalar]] = Field(
        {},
        description="other options that a choice sets, unless they are chosen too: {choice: {option: value}}",
    )
    help: str = Field("", description="what it changes")
    source: str = Field("", description="who plays it which way")


class Unsupported(Strict):
    """Something of the game that the file does not express."""

    id: Id = Field(description="a short name")
    reason: Text = Field(description="why not")


class Example(Strict):
    """A hand and what it scores, or a settlement and what is paid; `mjrules test` runs it."""

    hand: str | Json | None = Field(None, description="hand text or a hand record")
    settle: Json | None = Field(None, description="in place of a hand: a settlement record, as `mjrules settle` reads")
    about: str = Field("", description="what it shows")
    source: str = Field("", description="where it stands")
    options: dict[str, Scalar] = Field({}, description="options that it is scored with")
    total: int | None = Field(None, description="what it is worth")
    items: dict[str, int | float] | None = Field(None, description="all items and their points")
    has: list[str] | None = Field(None, description="some items that must be among them")
    lacks: list[str] | None = Field(None, description="some items that must not be among them")
    payments: dict[str, int] | None = Field(None, description="net amounts by seat")
    minimum_met: bool | None = Field(None, description="whether the minimum is met")
    error: ErrorCode | None = Field(None, description="the code with which it is refused")

    @model_validator(mode="after")
    def _has_one_thing(self) -> Example:
        if (self.hand is None) is (self.settle is None):
            raise PydanticCustomError("one_thing", "expected a hand, or something to settle")
        return self


class RulesetModel(Strict):
    """A ruleset file."""

    id: RulesetId = Field(description="the name of the ruleset")
    extends: str | None = Field(None, description="the ruleset that it changes: an id or a relative path")
    title: Texts = Field("", description="the title, in several languages")
    version: str = Field("", description="the version of the file; a changed score is a new one")
    edition: str = Field("", description="which edition of the game's rules it gives; printed with every score")
    summary: str = Field("", description="what the game is, in a few sentences")
    sources: dict[str, Source] = Field({}, description="the sources that rules cite")
    sources_of: dict[str, Text] = Field(
        {}, description="where values stand that have no `source` of their own, by dotted path: `scoring.minimum`"
    )
    plugins: list[str] = Field([], description="the plugins that it needs")
    tiles: dict[str, int] = Field({}, description="the tile set: tiles as text, and the copies of each")
    suit_honours: dict[str, str] = Field({}, description="the honour that belongs to each suit")
    tile_classes: dict[Id, Tiles | TileClass] = Field({}, description="classes of tiles by name")
    names: NamesModel = Field(NamesModel(), description="words for tiles, suits and sets")
    table: Table = Field(Table(), description="what the table is like")
    flags: dict[Id, str] = Field({}, description="flags of the game, beside those that every ruleset accepts")
    numbers: dict[Id, str] = Field({}, description="number fields of records that rules may read")
    shapes: dict[Id, ShapeModel] = Field({}, description="what a complete hand may look like")
    terms: dict[Id, Any] = Field({}, description="conditions with a name, for `is` and `but`")
    win_requires: Any = Field(None, description="a condition without which a complete hand is no win")
    scoring: Scoring | None = Field(None, description="how hands are scored")
    settlement: Settlement | None = Field(None, description="who pays whom")
    score_errors: Literal["as_computed", "claimant_only"] = Field(
        "as_computed",
        description="what counts where a player claims another score than the hand has: `as_computed`, or "
        "`claimant_only`, too little stands as claimed",
    )
    bonus_payments: dict[Id, BonusPayment] = Field({}, description="what is paid at once, whoever wins")
    pots: dict[Id, Pot] = Field({}, description="what is paid in after draws, for the next winner")
    penalties: dict[Id, Penalty] = Field({}, description="what faults cost")
    house_rules: dict[Id, Json] = Field({}, description="house rules that plugins provide, each with its settings")
    counters: dict[Id, Counter] = Field({}, max_length=8, description="the counters with which players pay")
    options: dict[Id, OptionModel] = Field({}, description="the knobs of the ruleset")
    presets: dict[Id, dict[str, Scalar]] = Field({}, description="named bundles of options")
    set: dict[str, Scalar] = Field({}, description="values for options of this file and its parents")
    unsupported: list[Unsupported] = Field([], description="what the file does not express, and why")
    examples: list[Example] = Field([], description="hands with their scores")


RuleModel.model_rebuild()
