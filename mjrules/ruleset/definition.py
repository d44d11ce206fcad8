"""The definition of a ruleset: every section and every key of a file, declared once, with its type and meaning.

Conditions, patterns and names of tiles are read later by the engine; here they are only values.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from ..declared.fields import NOTHING, Limits, WrongValueError, declared, key
from ..declared.values import several
from ..spoken import Sentence
from .field_types import Condition, Count, Id, Json, Language, OneOrMore, RulesetId, Scalar, Text, Texts
from .match_rules import MatchRules
from .play_rules import BonusPayment, Counter, Penalty, Pot, TableRules

_ONLY_TILE_TILES = Sentence(
    "only of a tile or tiles it is said which they may be", "只有牌才写明可以是哪些（“among”）"
)()
_ONLY_TILE_TILES_JOKERS = Sentence("only a tile or tiles are jokers", "只有牌才能是百搭")()
_ONLY_NUMBER_SAYS = Sentence("only a number says how many tiles are laid aside", "只有数才写明放在一边的张数")()
_EXPECTED_AT_LEAST = Sentence("expected at least one place", "应至少有一处")()
_EXPECTED_PLACE_WHOSE = Sentence(
    "expected the place whose value it is (of), or what its choices change (patches)",
    "应写明是哪一处的值（“of”），或选用后改什么（“patches”）",
)()
_EXPECTED_CHOICE_MATCHES = Sentence(
    "expected the choice that matches the file as written (default)", "应写明与文件本身相符的是哪一个（“default”）"
)()
_DEFAULT_VALUE_AT = Sentence(
    "the default is the value at the place (of): write it there, or choose under `set`",
    "默认值就是“of”那一处的值：请写在那里，或在“set”里选用",
)()
_WITHOUT_PLACE_CHOICES = Sentence(
    "without a place (of), the choices are the default and those of `patches`",
    "没有“of”时，可选的是默认值和“patches”里的",
)()
_EXPECTED_HAND_SOMETHING = Sentence(
    "expected a hand, or something to settle", "应有手牌（“hand”），或要结算的（“settle”）"
)()

_Tiles = str | int
ErrorCode = Literal[
    "bad_record", "contradiction", "wrong_tile_count", "too_many_of_a_tile", "not_winning", "below_minimum"
]


@declared
class Source:
    """A source that rules cite by its id."""

    title: Text = key("what it is called")
    about: str = key("what it is, and how far it can be trusted", default="")
    edition: str = key("which edition, and when", default="")


@declared
class TileClass:
    """A class of tiles with other names for it."""

    tiles: _Tiles = key("tiles and classes joined by `or`, cut by `not`")
    aliases: tuple[str, ...] = key("other words for the class", default=(), people=True)


@declared
class FieldEntry:
    """A further field of hand records."""

    type: Literal["number", "tile", "tiles", "suit", "seat"] = key("what its values are")
    about: Texts = key("what it says, in a sentence", people=True)
    laid_aside: str | None = key("of a number: the tile of which the player has laid aside so many", default=None)
    jokers: bool = key(
        "of a tile or tiles: whether tiles like these are jokers in the hand, or what they are", default=False
    )

    among: str | None = key(
        "of a tile or tiles: those that it may say, as text such as `1234567z`; none: any", default=None
    )

    def __post_init__(self) -> None:
        if self.among is not None and self.type not in ("tile", "tiles"):
            raise WrongValueError(_ONLY_TILE_TILES, "among")
        if self.jokers and self.type not in ("tile", "tiles"):
            raise WrongValueError(_ONLY_TILE_TILES_JOKERS, "jokers")
        if self.laid_aside is not None and self.type != "number":
            raise WrongValueError(_ONLY_NUMBER_SAYS, "laid_aside")


@declared
class NameListEntry:
    """Words for tiles, suits, kinds of set or flags, in their order."""

    tiles: str | None = key("the tiles that are named, as text", default=None)
    suits: str | None = key("the suits that are named, as letters", default=None)
    sets: tuple[str, ...] | None = key("the kinds of set that are named", default=None)
    flags: tuple[str, ...] | None = key("the flags that are named", default=None)
    words: tuple[Text | Annotated[tuple[Text, ...], Limits(min_length=1)], ...] = key(
        "for each of them its name, or several; the first is printed"
    )
    source: str = key("where the words come from", default="")


@declared
class NamesSection:
    """Words that are read and printed for tiles, suits and sets, and words that are read for flags."""

    lists: Mapping[Id, NameListEntry] = key("lists of names by id", default=NOTHING)
    prefer: tuple[Id, ...] = key("the lists that decide where a word has several meanings", default=())


@declared
class ShapeEntry:
    """What a complete hand may look like."""

    parts: Annotated[tuple[str | int, ...], Limits(min_length=1)] = key("patterns that together make the whole hand")
    concealed: bool = key("no claimed set", default=False)
    open_runs: bool = key("declared chows may stand in its tiles in a row: 345 in 2345678a", default=False)
    distinct: bool = key("no two pieces alike", default=False)
    pattern_only: bool = key("not a win by itself, only for `fits`", default=False)
    text: Texts | None = key("what it is, in a player's words", default=None, people=True)


@declared
class Rival:
    """Another value or reading of a rule, and who gives it."""

    source: Text = key("who says so")
    reads: str | None = key("what that source says, in words", default=None)
    worth: Json = key("what it is worth there, by its unit", default=NOTHING, rest=True)


@declared
class RuleEntry:
    """A rule: exactly one unit of the scoring method with its worth, and when it holds."""

    names: Mapping[Language, str] = key(
        "names by language; English defaults to the id in title case", default=NOTHING, people=True
    )
    aliases: tuple[str, ...] = key("other names, by which the rule is found", default=(), people=True)
    nr: str | int | float | None = key("the number in the list of its source", default=None, was=("no",))
    type: str | None = key("a kind of rule that the source distinguishes", default=None, people=True)
    group: OneOrMore | None = key("group(s) of rules that others may refer to", default=None)
    series: str | None = key("the most valuable rule of a series refuses all the others in it", default=None)
    when: Condition = key("the condition, a mapping of words; absent: always", default=None)
    but: Mapping[str, Scalar] = key("another worth under a named condition; the first that holds", default=NOTHING)
    each: bool = key("every match counts, not only one", default=False)
    aside: bool = key("added, but not part of the minimum, and ignored by `nothing_else`", default=False)
    wins: bool = key("a win by itself: the tiles need not be complete, and are read as `unfinished`", default=False)
    for_: Any = key("whose hand: winner, loser, fishing or all", default="winner", name="for")
    excludes: tuple[str | Mapping[str, Count | None], ...] = key(
        "rules and groups that it refuses, {rule: most}", default=()
    )
    excluded_by: tuple[str, ...] = key("rules and groups that refuse it", default=())
    hand: tuple[str | int, ...] | None = key("a shape of the rule's name, whose parts these are", default=None)
    concealed: bool | None = key("for `hand`: no claimed set", default=None)
    open_runs: bool | None = key("for `hand`: declared chows may stand in its tiles in a row", default=None)
    note: str | None = key("what a reader should know", default=None, people=True)
    source: str | None = key(
        "where the rule is stated: id of a source, then the place in it", default=None, people=True
    )
    rivals: tuple[Rival, ...] = key("what other sources say", default=(), people=True)
    text: Texts | None = key("what it is, in a player's words", default=None, people=True)
    worth: Json = key("what it is worth, by its unit; `none`: it is not played", default=NOTHING, rest=True)

    @property
    def played(self) -> bool:
        """Whether it is worth something, so that there is such a rule."""
        return not any(value in (None, NOT_PLAYED) for value in self.worth.values())


NOT_PLAYED = "none"
"""The worth of a rule that is listed and not played."""


@declared
class FishingEntry:
    """What a player who did not win, and waits for a hand, gets of what it would be."""

    share: float = key("which part of the worth of the rules `of`", default=1, gt=0, le=1)
    of: OneOrMore = key("rules and groups of which the player gets a part", default=())
    finished: OneOrMore = key("rules and groups that hold if they would hold for the finished hand", default=())
    called: bool = key("whether the player must have called Fishing (the flag `fishing`)", default=True)
    exhausted: bool = key("whether a tile counts of which the player holds all copies, or none is left", default=False)


@declared
class Scoring:
    """How hands are scored; further keys are settings of the method."""

    method: Id = key("the scoring method, provided by a plugin")
    minimum: int = key("what a hand must be worth to win", default=0, ge=0)
    combination: Id = key("the combination policy, provided by a plugin", default="free")
    waits: str = key("how the kinds that complete a hand are counted", default="formal")
    ordinary: tuple[str, ...] = key(
        "shapes in which a hand has an ordinary value; in others only its special one counts", default=()
    )
    fishing: FishingEntry | None = key("what a player who waits for a special hand gets for it", default=None)
    settings: Json = key("the settings of the method", default=NOTHING, rest=True)


@declared
class SettlementSection:
    """Who pays whom; further keys are settings of the method."""

    method: Id = key("the settlement method, provided by a plugin")
    settings: Json = key("the settings of the method", default=NOTHING, rest=True)


@declared
class OptionEntry:
    """A knob of the ruleset: the value of a place, or a choice between small changes of the file."""

    of: OneOrMore | None = key(
        "the place whose value it is, as a dotted path; of several the first says it, and the others follow",
        default=None,
    )
    values: (
        Annotated[Mapping[str, Any], Limits(min_length=1)] | Annotated[tuple[Any, ...], Limits(min_length=1)] | None
    ) = key("the values of the place that may be chosen, or words for them: {word: value}", default=None)
    default: Scalar = key(
        'without `of`: the choice that matches the file as written; `false`, where `patches` has only `"true"`',
        default=None,
    )
    patches: Mapping[str, Json] = key(
        "what the other choices change, each as a child file would: {choice: {section: …}}", default=NOTHING
    )
    type: Literal["integer", "boolean", "integer or none"] | None = key(
        "`integer`, `boolean`, `integer or none`, where neither `values` nor the value at the place shows it",
        default=None,
    )
    after: OneOrMore = key("options that change the same place and are applied before this one", default=())
    brings: Mapping[str, Mapping[str, Scalar]] = key(
        "other options that a choice sets, unless they are chosen too: {choice: {option: value}}", default=NOTHING
    )
    text: Texts | None = key("what is agreed, in a player's words", default=None, people=True, was=("help",))
    source: str = key("who plays it which way", default="")

    def __post_init__(self) -> None:
        if self.of == ():
            raise WrongValueError(_EXPECTED_AT_LEAST, "of")
        if self.of is None and not self.patches:
            raise WrongValueError(_EXPECTED_PLACE_WHOSE)
        if self.of is None and self.unpatched is None:
            raise WrongValueError(_EXPECTED_CHOICE_MATCHES)
        if self.of is not None and self.default is not None:
            raise WrongValueError(_DEFAULT_VALUE_AT, "default")
        for name, given in (("values", self.values), ("type", self.type)):
            if self.of is None and given is not None:
                raise WrongValueError(_WITHOUT_PLACE_CHOICES, name)

    @property
    def unpatched(self) -> Scalar:
        """The choice by which no patch is made; None where none is said."""
        return False if self.default is None and [*self.patches] == ["true"] else self.default

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

    hand: str | Json | None = key("hand text or a hand record", default=None)
    settle: Json | None = key("in place of a hand: a settlement record, as `mjrules settle` reads", default=None)
    about: str = key("what it shows", default="")
    source: str = key("where it is stated", default="")
    options: Mapping[str, Scalar] = key("options that it is scored with", default=NOTHING)
    total: int | None = key("what it is worth", default=None)
    items: Mapping[str, int | float] | None = key("all items and their points", default=None)
    has: tuple[str, ...] | None = key("some items that must be among them", default=None)
    lacks: tuple[str, ...] | None = key("some items that must not be among them", default=None)
    payments: Mapping[str, int] | None = key("net amounts by seat", default=None)
    minimum_met: bool | None = key("whether the minimum is met", default=None)
    error: ErrorCode | None = key("the code with which it is refused", default=None)

    def __post_init__(self) -> None:
        if (self.hand is None) is (self.settle is None):
            raise WrongValueError(_EXPECTED_HAND_SOMETHING)


@declared
class Definition:
    """A ruleset file."""

    id: RulesetId = key("the name of the ruleset", inherited=False, people=True)
    extends: str | None = key(
        "the ruleset that it changes: an id or a relative path", default=None, inherited=False, people=True
    )
    title: str | Mapping[Language, str] = key(
        "the title, in several languages", default="", inherited=False, people=True
    )
    version: str = key(
        "the version of the file; a changed score makes a new one", default="", inherited=False, people=True
    )
    edition: str = key(
        "which edition of the game's rules it gives; printed with every score", default="", inherited=False, people=True
    )
    listed: bool = key(
        "whether it is listed as a game; `false` for one that only others extend", default=True, inherited=False,
        people=True,
    )  # fmt: skip
    summary: str | Mapping[Language, Text] = key(
        "what the game is, in a few sentences, in several languages", default="", inherited=False, people=True
    )
    sources: Mapping[str, Source] = key("the sources that rules cite", default=NOTHING, people=True)
    sources_of: Mapping[str, Text] = key(
        "where values with no `source` of their own are stated, by dotted path: `scoring.minimum`",
        default=NOTHING,
        people=True,
    )
    plugins: tuple[str, ...] = key("the plugins that it needs", default=(), listed=True)
    tiles: Mapping[str, int] = key("the tile set: tiles as text, and the copies of each", default=NOTHING)
    suit_honours: Mapping[str, str] = key("the honour that belongs to each suit", default=NOTHING)
    tile_classes: Mapping[Id, _Tiles | TileClass] = key("classes of tiles by name", default=NOTHING, searched=True)
    names: NamesSection = key("words for tiles, suits, sets and flags", default=NamesSection(), people=True)
    table: TableRules = key("what the table is like", default=TableRules())
    match: MatchRules = key("when a match ends, and how it is reckoned up", default=MatchRules())
    flags: Mapping[Id, Texts] = key(
        "flags of the game, in addition to those that every ruleset accepts", default=NOTHING, listed=True
    )
    fields: Mapping[Id, Text | FieldEntry] = key(
        "further fields of hand records that rules may read; a text alone is of a number",
        default=NOTHING,
        was=("numbers",),
    )
    shapes: Mapping[Id, ShapeEntry] = key("what a complete hand may look like", default=NOTHING, searched=True)
    terms: Mapping[Id, Condition] = key("conditions with a name, for `is` and `but`", default=NOTHING, searched=True)
    win_requires: Condition = key("a condition without which a complete hand is not a win", default=None)
    scoring: Scoring | None = key("how hands are scored", default=None, searched=True)
    groups: Mapping[Id, Texts] = key(
        "groups of rules, each with its title", default=NOTHING, listed=True, was=("scoring.groups",)
    )
    types: Mapping[Id, Texts] = key(
        "kinds of rule, each with its title", default=NOTHING, people=True, was=("scoring.types",)
    )
    rules: Mapping[Id, RuleEntry] = key("the rules by id", default=NOTHING, searched=True, was=("scoring.rules",))
    settlement: SettlementSection | None = key("who pays whom", default=None)
    score_errors: Literal["as_computed", "claimant_only"] = key(
        "what counts where a player claims a score other than that of the hand: `as_computed`, or "
        "`claimant_only`, where a claim of too little stands",
        default="as_computed",
    )
    bonus_payments: Mapping[Id, BonusPayment] = key("what is paid at once, whoever wins", default=NOTHING)
    pots: Mapping[Id, Pot] = key("what is paid in after draws, for the next winner", default=NOTHING)
    penalties: Mapping[Id, Penalty] = key("what faults cost", default=NOTHING)
    house_rules: Mapping[Id, Json] = key("house rules that plugins provide, each with its settings", default=NOTHING)
    counters: Annotated[Mapping[Id, Counter], Limits(max_length=8)] = key(
        "the counters with which players pay", default=NOTHING
    )
    options: Mapping[Id, OptionEntry] = key("the knobs of the ruleset", default=NOTHING, people=True, searched=True)
    presets: Mapping[Id, Mapping[str, Scalar]] = key("named bundles of options", default=NOTHING, people=True)
    set: Mapping[str, Scalar] = key(
        "values for options of this file and its parents", default=NOTHING, inherited=False, people=True
    )
    aliases: tuple[RulesetId, ...] = key(
        "other names by which a bundled ruleset, or one of an installed package, is found",
        default=(),
        inherited=False,
        people=True,
    )
    unsupported: tuple[Unsupported, ...] = key("what the file does not express, and why", default=(), people=True)
    examples: tuple[Example, ...] = key("hands with their scores", default=(), inherited=False, people=True)
