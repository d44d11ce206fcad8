"""The definition of a ruleset: every section and every key of a file, declared once, with its type and meaning.

Conditions, patterns and names of tiles are read later by the engine; here they are only values.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from ..typed import NOTHING, Limits, WrongValue, declared, key, several
from .parts import Condition, Count, Id, Json, Names, RulesetId, Scalar, Text
from .play_rules import BonusPayment, Counter, Penalty, Pot, TableRules

Texts = str | Mapping[str, str]
Tiles = str | int
ErrorCode = Literal[
    "bad_record", "contradiction", "wrong_tile_count", "too_many_of_a_tile", "not_winning", "below_minimum"
]


@declared
class Source:
    """A source that rules cite by its id."""

    title: Text = key("what it is called")
    about: str = key("what it is, and how far it can be trusted", "")
    edition: str = key("which edition, and when", "")


@declared
class TileClass:
    """A class of tiles with other names for it."""

    tiles: Tiles = key("tiles and classes joined by `or`, cut by `not`")
    aliases: tuple[str, ...] = key("other words for the class", (), people=True)


@declared
class NameListEntry:
    """Words for tiles, suits or kinds of set, in their order."""

    tiles: str | None = key("the tiles that are named, as text", None)
    suits: str | None = key("the suits that are named, as letters", None)
    sets: tuple[str, ...] | None = key("the kinds of set that are named", None)
    words: tuple[Text | Annotated[tuple[Text, ...], Limits(min_length=1)], ...] = key(
        "for each of them its name, or several; the first is printed"
    )
    source: str = key("where the words come from", "")


@declared
class NamesSection:
    """Words that are read and printed for tiles, suits and sets."""

    lists: Mapping[Id, NameListEntry] = key("lists of names by id", NOTHING)
    prefer: tuple[Id, ...] = key("the lists that decide where a word has several meanings", ())


@declared
class ShapeEntry:
    """What a complete hand may look like."""

    parts: Annotated[tuple[str | int, ...], Limits(min_length=1)] = key("patterns that together make the whole hand")
    concealed: bool = key("no claimed set", False)
    distinct: bool = key("no two pieces alike", False)
    pattern_only: bool = key("not a win by itself, only for `fits`", False)


@declared
class Rival:
    """Another value or reading of a rule, and who gives it."""

    source: Text = key("who says so")
    reads: str | None = key("what that source says, in words", None)
    worth: Json = key("what it is worth there, by its unit", NOTHING, rest=True)


@declared
class RuleEntry:
    """A rule: exactly one unit of the scoring method with its worth, and when it holds."""

    names: Mapping[str, str] = key(
        "names by language; English defaults to the id in title case", NOTHING, people=True
    )
    aliases: tuple[str, ...] = key("other names, by which the rule is found", (), people=True)
    nr: str | int | float | None = key("the number in the list of its source", None)
    type: str | None = key("a kind of rule that the source tells apart", None, people=True)
    group: Names | None = key("group(s) of rules that others may refer to", None)
    series: str | None = key("the dearest rule of a series refuses all others of it", None)
    when: Condition = key("the condition, a mapping of words; absent: always", None)
    but: Mapping[str, Scalar] = key("another worth under a named condition; the first that holds", NOTHING)
    each: bool = key("every match counts, not only one", False)
    aside: bool = key("added, but no part of the minimum and no rule for `nothing_else`", False)
    wins: bool = key(
        "a win by itself: the tiles need not be complete, and are read as `unfinished`", False
    )
    for_: Any = key("whose hand: winner, loser, fishing or all", "winner", name="for")
    excludes: tuple[str | Mapping[str, Count | None], ...] = key(
        "rules and groups that it refuses, {rule: most}", ()
    )
    excluded_by: tuple[str, ...] = key("rules and groups that refuse it", ())
    hand: tuple[str | int, ...] | None = key("a shape of the rule's name, whose parts these are", None)
    concealed: bool | None = key("for `hand`: no claimed set", None)
    note: str | None = key("what a reader should know", None, people=True)
    source: str | None = key("where the rule stands: id of a source, then the place in it", None, people=True)
    rivals: tuple[Rival, ...] = key("what other sources say", (), people=True)
    worth: Json = key("what it is worth, by its unit; `none`: it is not played", NOTHING, rest=True)

    @property
    def played(self) -> bool:
        """Whether it is worth something, so that there is such a rule."""
        return not any(value in (None, NOT_PLAYED) for value in self.worth.values())


NOT_PLAYED = "none"
"""The worth of a rule that is listed and not played."""


@declared
class FishingEntry:
    """What a player who did not win, and waits for a hand, gets of what it would be."""

    share: float = key("which part of the worth of the rules `of`", 1, gt=0, le=1)
    of: Names = key("rules and groups of which the player gets a part", ())
    finished: Names = key("rules and groups that hold if they would hold for the finished hand", ())
    called: bool = key("whether the player must have called Fishing (the flag `fishing`)", True)
    exhausted: bool = key("whether a tile counts of which the player holds all copies", False)


@declared
class Scoring:
    """How hands are scored; further keys are settings of the method."""

    method: Id = key("the scoring method, provided by a plugin")
    minimum: int = key("what a hand must be worth to win", 0, ge=0)
    combination: Id = key("the combination policy, provided by a plugin", "free")
    waits: str = key("how the kinds that complete a hand are counted", "formal")
    ordinary: tuple[str, ...] = key(
        "shapes in which a hand has an ordinary value; in others only its special one counts", ()
    )
    fishing: FishingEntry | None = key("what a player who waits for a special hand gets for it", None)
    settings: Json = key("the settings of the method", NOTHING, rest=True)


@declared
class Settlement:
    """Who pays whom; further keys are settings of the method."""

    method: Id = key("the settlement method, provided by a plugin")
    settings: Json = key("the settings of the method", NOTHING, rest=True)


@declared
class OptionEntry:
    """A knob of the ruleset: the value of a place, or a choice between small changes of the file."""

    of: Names | None = key(
        "the place whose value it is, as a dotted path; of several the first says it, and the others follow", None
    )
    values: (
        Annotated[Mapping[str, Any], Limits(min_length=1)] | Annotated[tuple[Any, ...], Limits(min_length=1)] | None
    ) = key("the values of the place that may be chosen, or words for them: {word: value}", None)
    default: Scalar = key("without `of`: the choice by which the file reads as it stands", None)
    patches: Mapping[str, Json] = key(
        "what the other choices change, each as a child file would: {choice: {section: …}}", NOTHING
    )
    type: Literal["integer", "boolean", "integer or none"] | None = key(
        "`integer`, `boolean`, `integer or none`, where neither values nor what stands there tell", None
    )
    after: Names = key("options that change the same place and are applied before this one", ())
    brings: Mapping[str, Mapping[str, Scalar]] = key(
        "other options that a choice sets, unless they are chosen too: {choice: {option: value}}", NOTHING
    )
    help: str = key("what it changes", "")
    source: str = key("who plays it which way", "")

    def __post_init__(self) -> None:
        if self.of is None and not self.patches:
            raise WrongValue("expected the place whose value it is (of), or what its choices change (patches)")
        if self.of is None and self.default is None:
            raise WrongValue("expected the choice by which the file reads as it stands (default)")

    @property
    def places(self) -> tuple[str, ...]:
        """The dotted paths of the values that it sets, of which the first says the default."""
        return several(self.of)


@declared
class Unsupported:
    """Something of the game that the file does not express."""

    id: Id = key("a short name")
    reason: Text = key("why not")


@declared
class Example:
    """A hand and what it scores, or a settlement and what is paid; `mjrules test` runs it."""

    hand: str | Json | None = key("hand text or a hand record", None)
    settle: Json | None = key("in place of a hand: a settlement record, as `mjrules settle` reads", None)
    about: str = key("what it shows", "")
    source: str = key("where it stands", "")
    options: Mapping[str, Scalar] = key("options that it is scored with", NOTHING)
    total: int | None = key("what it is worth", None)
    items: Mapping[str, int | float] | None = key("all items and their points", None)
    has: tuple[str, ...] | None = key("some items that must be among them", None)
    lacks: tuple[str, ...] | None = key("some items that must not be among them", None)
    payments: Mapping[str, int] | None = key("net amounts by seat", None)
    minimum_met: bool | None = key("whether the minimum is met", None)
    error: ErrorCode | None = key("the code with which it is refused", None)

    def __post_init__(self) -> None:
        if (self.hand is None) is (self.settle is None):
            raise WrongValue("expected a hand, or something to settle")


@declared
class Definition:
    """A ruleset file."""

    id: RulesetId = key("the name of the ruleset", inherited=False, people=True)
    extends: str | None = key(
        "the ruleset that it changes: an id or a relative path", None, inherited=False, people=True
    )
    title: Texts = key("the title, in several languages", "", inherited=False, people=True)
    version: str = key("the version of the file; a changed score is a new one", "", inherited=False, people=True)
    edition: str = key(
        "which edition of the game's rules it gives; printed with every score", "", inherited=False, people=True
    )
    summary: str = key("what the game is, in a few sentences", "", inherited=False, people=True)
    sources: Mapping[str, Source] = key("the sources that rules cite", NOTHING, people=True)
    sources_of: Mapping[str, Text] = key(
        "where values stand that have no `source` of their own, by dotted path: `scoring.minimum`",
        NOTHING,
        people=True,
    )
    plugins: tuple[str, ...] = key("the plugins that it needs", (), listed=True)
    tiles: Mapping[str, int] = key("the tile set: tiles as text, and the copies of each", NOTHING)
    suit_honours: Mapping[str, str] = key("the honour that belongs to each suit", NOTHING)
    tile_classes: Mapping[Id, Tiles | TileClass] = key("classes of tiles by name", NOTHING, searched=True)
    names: NamesSection = key("words for tiles, suits and sets", NamesSection(), people=True)
    table: TableRules = key("what the table is like", TableRules())
    flags: Mapping[Id, str] = key(
        "flags of the game, beside those that every ruleset accepts", NOTHING, listed=True
    )
    numbers: Mapping[Id, str] = key("number fields of records that rules may read", NOTHING, listed=True)
    shapes: Mapping[Id, ShapeEntry] = key("what a complete hand may look like", NOTHING, searched=True)
    terms: Mapping[Id, Condition] = key("conditions with a name, for `is` and `but`", NOTHING, searched=True)
    win_requires: Condition = key("a condition without which a complete hand is no win", None)
    scoring: Scoring | None = key("how hands are scored", None, searched=True)
    groups: Mapping[Id, Text] = key("groups of rules, each with its title", NOTHING, listed=True)
    types: Mapping[Id, Text] = key("kinds of rule, each with its title", NOTHING, people=True)
    rules: Mapping[Id, RuleEntry] = key("the rules by id", NOTHING, searched=True)
    settlement: Settlement | None = key("who pays whom", None)
    score_errors: Literal["as_computed", "claimant_only"] = key(
        "what counts where a player claims another score than the hand has: `as_computed`, or "
        "`claimant_only`, too little stands as claimed",
        "as_computed",
    )
    bonus_payments: Mapping[Id, BonusPayment] = key("what is paid at once, whoever wins", NOTHING)
    pots: Mapping[Id, Pot] = key("what is paid in after draws, for the next winner", NOTHING)
    penalties: Mapping[Id, Penalty] = key("what faults cost", NOTHING)
    house_rules: Mapping[Id, Json] = key(
        "house rules that plugins provide, each with its settings", NOTHING
    )
    counters: Annotated[Mapping[Id, Counter], Limits(max_length=8)] = key(
        "the counters with which players pay", NOTHING
    )
    options: Mapping[Id, OptionEntry] = key("the knobs of the ruleset", NOTHING, people=True, searched=True)
    presets: Mapping[Id, Mapping[str, Scalar]] = key("named bundles of options", NOTHING, people=True)
    set: Mapping[str, Scalar] = key(
        "values for options of this file and its parents", NOTHING, inherited=False, people=True
    )
    unsupported: tuple[Unsupported, ...] = key("what the file does not express, and why", (), people=True)
    examples: tuple[Example, ...] = key("hands with their scores", (), inherited=False, people=True)
