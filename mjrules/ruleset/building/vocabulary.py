"""Reads what a ruleset says of its tiles: how many there are, their classes, and the words for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache

from ... import bounds
from ...conditions.reader import class_needs
from ...errors import Fault, NotedFaults, Path, TileError, did_you_mean
from ...hands.declared_fields import TILE_TYPES, WHOLE_NUMBER, RecordField
from ...hands.record import FLAGS
from ...shapes.pattern_grammar import ADJECTIVES, FORMS
from ...shapes.selectors import LETTER_RANK, LETTERS_SUIT, LETTERS_TILE
from ...spoken import Sentence
from ...tiles.classes import ClassError, Classes
from ...tiles.names import NameList
from ...tiles.tile import HONOURS, KIND, KINDS, TEXT, mask_of, parse_class, parse_tiles
from ...tiles.tileset import TileSet
from ..definition import Definition, FieldEntry, NameListEntry, TileClass
from ..field_types import usual_text

_EXPECTED_COPIES_GOT = Sentence("expected 0 to {most} copies, got {copies}", "应为 0 至 {most} 张，而不是 {copies}")
_COUNTED_ALREADY_UNDER = Sentence(
    '{tile} is counted already under "{name}": {instead}', "“{tile}”已在“{name}”里算过：{instead}"
)

_HAS_MEANING_PATTERNS = Sentence(
    '"{name}" has a meaning in patterns already: a class needs a name of its own',
    "“{name}”在写法中已有意义：牌的类别须另取名称",
)
_DEPENDS_ON_HAND = Sentence('"{name}" depends on the hand and has its meaning already', "“{name}”因手牌而异，已有意义")
_HAS_MEANING_PATTERNS_ALREADY = Sentence(
    '"{name}" has a meaning in patterns already: a field that says tiles needs a name of its own',
    "“{name}”在写法中已有意义：写牌的项须另取名称",
)
_MEANS_CLASS_TILES = Sentence('"{name}" means the class of tiles "{other}" already', "“{name}”已指“{other}”这一类牌")
_MEANS_CLASS_ALREADY = Sentence('"{word}" means the class "{meant}" already', "“{word}”已指“{meant}”这一类")
_EXPECTED_SUIT_M = Sentence(
    'expected a suit m, p or s with an honour, got {suit}: "{text}"',
    '应为花色“m”、“p”或“s”配一张字牌，而不是“{suit}: "{text}"”',
)
_BELONGS_SUIT_ALREADY = Sentence("{text} belongs to the suit {suit} already", "“{text}”已属于花色“{suit}”")
_NOT_LIST_NAMES = Sentence('"{id}" is not a list of names{near}', "没有“{id}”这套名称{near}")
_LIST_NAMES_TILES = Sentence(
    "a list of names is for tiles, suits, sets or flags, got {got}",
    "一套名称用于牌、花色、面子或情况之一（“tiles”、“suits”、“sets”、“flags”），而不是“{words:written}”",
)
_EXPECTED_MANY_WORDS = Sentence(
    "expected as many words as {kind} ({number}), got {got}", "名称应与“{kind}”一样多（{number} 个），而不是 {got} 个"
)
_READ_ALREADY = Sentence('"{word}" is read as {what} already', "“{word}”已读作{what}")
_SUIT = Sentence("a suit", "花色")()
_TILES = Sentence("tiles", "牌")()
NOT_RULE = Sentence('"{name}" is not a rule{near}', "没有“{name}”这个番种{near}")
NOT_FLAG = Sentence('"{name}" is not a flag{near}', "没有“{name}”这种情况{near}")
_NONE = Sentence('"{thing}" is none of {known}', "“{thing}”不在其中：“{known:written}”")

RESERVED = frozenset((*FORMS, *ADJECTIVES, *LETTERS_SUIT, *LETTERS_TILE, LETTER_RANK, "or", "not", "of"))
"""Words of patterns, which cannot name classes of tiles."""
DYNAMIC = {"seat_wind": "seat_wind", "own_wind": "seat_wind", "round_wind": "round_wind"}
"""The classes of tiles that depend on the hand, with their other names."""
SUIT_LETTERS = "mps"
NAMED: Mapping[str, tuple[str, ...]] = {"suits": tuple(SUIT_LETTERS), "sets": ("chow", "pung", "kong", "pair")}
"""What lists of names may name beside tiles."""


def read_tile_set(definition: Definition, faults: NotedFaults) -> TileSet:
    """The tile set of a ruleset."""
    good: dict[str, int] = {}
    counted: dict[int, str] = {}
    for text, copies in definition.tiles.items():
        try:
            tiles = parse_class(text)
        except TileError as error:
            faults.note(("tiles", text), str(error), on_key=True)
            continue
        good[text] = copies
        if not 0 <= copies <= bounds.COPIES:
            faults.note(("tiles", text), _EXPECTED_COPIES_GOT(most=bounds.COPIES, copies=copies))
        twice = [tile for tile in tiles if counted.setdefault(tile, text) != text]
        if twice:
            from ..inherit import OTHER_TILES  # files that are in the cache are not read

            message = _COUNTED_ALREADY_UNDER(tile=TEXT[twice[0]], name=counted[twice[0]], instead=OTHER_TILES)
            faults.note(("tiles", text), message, on_key=True)
    return _tile_set(tuple(good.items()))


@lru_cache(maxsize=64)
def _tile_set(data: tuple[tuple[str, int], ...]) -> TileSet:
    """A tile set, which is the same for every choice of options that leaves the tiles alone."""
    return TileSet.from_data(dict(data))


class ClassReader:
    """Reads the classes of tiles of a ruleset; `faults` collects everything that is wrong.

    `fields` are the further fields of hand records: those that say tiles or a suit are classes, too.
    """

    def __init__(self, definition: Definition, fields: Iterable[RecordField], faults: NotedFaults) -> None:
        self.faults = faults
        self.fields = [field.name for field in fields if field.type in TILE_TYPES]
        self._declared = definition.fields
        section = definition.tile_classes
        self.texts = {name: str(getattr(value, "tiles", value)) for name, value in section.items()}
        self.lists = {name: value.aliases for name, value in section.items() if isinstance(value, TileClass)}
        self.honours = definition.suit_honours

    def classes(self) -> Classes:
        """All classes."""
        for name in self.texts:
            if name in RESERVED:
                message = _HAS_MEANING_PATTERNS(name=name)
                self.faults.note(("tile_classes", name), message, on_key=True)
            if name in DYNAMIC:
                message = _DEPENDS_ON_HAND(name=name)
                self.faults.note(("tile_classes", name), message, on_key=True)
        honours, aliases = self._suit_honours(), self._aliases()
        self._check_fields(Classes(self.texts, dynamic=DYNAMIC, aliases=aliases))
        classes = Classes(self.texts, dynamic=DYNAMIC, fields=self.fields, aliases=aliases, suit_honours=honours)
        for name in self.texts:
            try:
                classes.find(name)
            except ClassError as error:
                self.faults.note(("tile_classes", error.name or name), str(error), needs=class_needs(error.missing))
        return classes

    def _check_fields(self, others: Classes) -> None:
        """A field that is a class of tiles has a name that means no other one, and nothing in patterns."""
        for name in self.fields:
            path: Path = ("fields", name) if name in self._declared else ("plugins",)
            if name in RESERVED:
                message = _HAS_MEANING_PATTERNS_ALREADY(name=name)
                self.faults.note(path, message, on_key=True)
            elif others.canonical(name) in (*others.texts, *others.dynamic):
                message = _MEANS_CLASS_TILES(name=name, other=others.canonical(name))
                self.faults.note(path, message, on_key=True)

    def _aliases(self) -> dict[str, list[str]]:
        """The other words for classes; each means one class."""
        found: dict[str, list[str]] = {}
        for name, words in self.lists.items():
            for index, word in enumerate(words):
                meant = Classes(self.texts, dynamic=DYNAMIC, aliases=found).canonical(word)
                if meant not in (name, word):
                    message = _MEANS_CLASS_ALREADY(word=word, meant=meant)
                    self.faults.note(("tile_classes", name, "aliases", index), message)
                found.setdefault(name, []).append(word)
        return found

    def _suit_honours(self) -> dict[int, int]:
        """The honour that belongs to each suit."""
        belongs: dict[int, int] = {}
        for suit, text in self.honours.items():
            path: Path = ("suit_honours", suit)
            tiles: tuple[int, ...] = ()
            with suppress(TileError):
                tiles = parse_tiles(str(text))
            if suit not in SUIT_LETTERS or len(tiles) != 1 or tiles[0] not in HONOURS:
                message = _EXPECTED_SUIT_M(suit=suit, text=text)
                self.faults.note(path, message, on_key=suit not in SUIT_LETTERS)
            elif tiles[0] in belongs:
                self.faults.note(path, _BELONGS_SUIT_ALREADY(text=text, suit=SUIT_LETTERS[belongs[tiles[0]]]))
            else:
                belongs[tiles[0]] = SUIT_LETTERS.index(suit)
        return belongs


def name_lists(definition: Definition) -> list[NameList]:
    """The lists of names of a ruleset."""
    return [_name_list(id, entry) for id, entry in definition.names.lists.items()]


def _name_list(id: str, entry: NameListEntry) -> NameList:
    words = tuple((item,) if isinstance(item, str) else item for item in entry.words)
    if entry.tiles is not None:
        things = tuple(TEXT[tile] for tile in parse_tiles(entry.tiles))
        return NameList(id, "tiles", things, words, entry.source)
    if entry.suits is not None:
        return NameList(id, "suits", tuple(entry.suits), words, entry.source)
    if entry.flags is not None:
        return NameList(id, "flags", entry.flags, words, entry.source)
    return NameList(id, "sets", entry.sets or (), words, entry.source)


def check_names(definition: Definition, faults: NotedFaults) -> None:
    """Every list of names gives words to things, and preferred lists are there."""
    lists = definition.names.lists
    for id, entry in lists.items():
        _check_list(id, entry, (*definition.flags, *FLAGS), faults)
    for index, id in enumerate(definition.names.prefer):
        if id not in lists:
            message = _NOT_LIST_NAMES(id=id, near=did_you_mean(id, lists))
            faults.note(("names", "prefer", index), message, needs=(("names", "lists", id),))


def _check_list(id: str, entry: NameListEntry, flags: Collection[str], faults: NotedFaults) -> None:
    path: Path = ("names", "lists", id)
    kinds = [kind for kind in ("tiles", "suits", "sets", "flags") if getattr(entry, kind) is not None]
    if len(kinds) != 1:
        message = _LIST_NAMES_TILES(got=" and ".join(kinds) or "none", words=", ".join(kinds) or "none")
        faults.note(path, message, on_key=True)
        return
    kind = kinds[0]
    try:
        found = _name_list(id, entry)
    except TileError as error:
        faults.note((*path, kind), str(error))
        return
    if len(found.things) != len(found.words):
        message = _EXPECTED_MANY_WORDS(kind=kind, number=len(found.things), got=len(found.words))
        faults.note((*path, "words"), message)
    faults += _unknown_things(found, path, flags)
    for index, (thing, words) in enumerate(zip(found.things, found.words, strict=False)):
        for word in words:
            if _meant_already(kind, word, thing):
                message = _READ_ALREADY(word=word, what=_SUIT if kind == "suits" else _TILES)
                faults.note((*path, "words", index), message)


def _unknown_things(found: NameList, path: Path, flags: Collection[str]) -> Iterator[Fault]:
    """The faults of suits, kinds of set and flags that are named and that there are not."""
    for index, thing in enumerate(found.things):
        here = (*path, found.kind) if found.kind == "suits" else (*path, found.kind, index)
        if found.kind == "flags":
            if thing not in flags:
                yield Fault(here, NOT_FLAG(name=thing, near=did_you_mean(thing, flags)), needs=(("flags", thing),))
        elif thing not in NAMED.get(found.kind, found.things):
            yield Fault(here, _NONE(thing=thing, known=", ".join(NAMED[found.kind])))


def _meant_already(kind: str, word: str, thing: str) -> bool:
    """Whether a word is read as tiles, or as the letter of a suit, and not as those that it shall name."""
    before = "1" if kind == "suits" else ""
    try:
        return parse_tiles(before + word) != (parse_tiles(before + thing) if kind in ("tiles", "suits") else ())
    except TileError:
        return False


def _kinds_of(text: str) -> int:
    """The mask of the suit tiles and honours of a text; 0 where it has none, or something else."""
    try:
        tiles = parse_class(text)
    except TileError:
        return 0
    return mask_of(map(KIND.__getitem__, tiles)) if all(KIND[tile] < KINDS for tile in tiles) else 0


def flags_of(definition: Definition) -> dict[str, str]:
    """What every flag of hands says in English, those of all rulesets among them."""
    return {**FLAGS, **{name: usual_text(own) for name, own in definition.flags.items()}}


def read_field(name: str, entry: str | FieldEntry) -> RecordField:
    """A further field of hand records; a text alone is of a number."""
    if isinstance(entry, str):
        return RecordField(name, WHOLE_NUMBER, entry)
    return RecordField(
        name, entry.type, usual_text(entry.about), entry.laid_aside or "", entry.jokers, _kinds_of(entry.among or "")
    )
