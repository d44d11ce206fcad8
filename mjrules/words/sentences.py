"""Conditions and rules in words: every condition word has a phrase, whose places are filled with its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..conditions.bonus_patterns import ALL_OF, ANY_BONUS, BonusPattern, read_bonus_pattern
from ..conditions.numbers import NumberTest, read_number
from ..conditions.reader import Word
from ..shapes.readings import UNFINISHED
from ..tiles.classes import ClassError, Classes, parted_by_or
from ..tiles.names import Names
from .lists import and_list, exactly_so_many, number_word, so_many, with_article
from .pattern_items import one_at_most
from .patterns import counted_words, pattern_words
from .tiles import TileWords, tile_words

_WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_DYNAMIC: Final = {"seat_wind": "the player's own wind", "round_wind": "the wind of the round"}
_WAITS: Final = {
    "edge": "the 3 or 7 of an edge chow",
    "closed": "the middle tile of a chow",
    "single": "the second tile of the pair",
    "two_sided": "either end of a chow",
    "paired": "the third tile of a pung",
}
_BONUS: Final = {
    "any": ("bonus tile", "bonus tiles"),
    "flower": ("flower", "flowers"),
    "season": ("season", "seasons"),
    "animal": ("animal", "animals"),
    "own flower": ("flower of the own seat", "flowers of the own seat"),
    "own season": ("season of the own seat", "seasons of the own seat"),
    "own tile": ("bonus tile of the own seat", "bonus tiles of the own seat"),
    "round flower": ("flower of the round", "flowers of the round"),
    "round season": ("season of the round", "seasons of the round"),
    "4 flower": ("set of all four flowers", "sets of all four flowers"),
    "4 season": ("set of all four seasons", "sets of all four seasons"),
    "4 animal": ("set of all four animals", "sets of all four animals"),
}
SLOT: Final = re.compile(r"\{([^{}]+)\}")
"""A place of a phrase."""
_IS: Final = "the hand is "
"""How phrases begin that are denied inside."""
_CHOICE: Final = "{one of these conditions}"
_NAMED: Final = "{named conditions}"
_EITHER: Final = "either "
_NEXT: Final = "; or "
"""What stands between alternatives that have marks in them."""
_EACH: Final = "each "
_BRACKETS: Final = re.compile(r"\([^()]*\)|（[^（）]*）")
"""Brackets without others in them."""
DEEP: Final = 6
"""So many named conditions inside each other are told; deeper ones only by name."""


@dataclass(frozen=True)
class Speaker:
    """Says in words what conditions and shapes ask for, with the words of one ruleset.

    `words` are the condition words; `terms` the conditions with a name, `shapes` the parts of each shape; `flags`,
    `fields`, `rules` and `groups` what each of these is called. All values are plain data. `bonus` is the number of
    bonus tiles of the game.
    """

    classes: Classes
    names: Names
    words: Mapping[str, Word]
    terms: Mapping[str, Any] = field(default_factory=dict)
    shapes: Mapping[str, Sequence[object]] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    bonus: int = 8

    def condition(self, when: Any, depth: int = 0) -> str:
        """A condition in words, without a full stop."""
        if not isinstance(when, Mapping):
            return plain_words(when)
        clauses = [self.word(str(name), value, depth) for name, value in when.items()]
        if len(clauses) > 1:
            clauses = [
                f"{_EITHER}{told}" if self._chooses(name, value) and not told.startswith(_EITHER) else told
                for (name, value), told in zip(when.items(), clauses, strict=True)
            ]
        mark = "; " if any("," in clause or ";" in clause for clause in clauses) else ", "
        return _beside(clauses, mark)

    def alternatives(self, when: Any, depth: int = 0) -> list[Any]:
        """The conditions of which one holds, where a condition says no more than that; else the condition alone."""
        if isinstance(when, Mapping) and len(when) == 1 and depth < DEEP:
            [(name, value)] = when.items()
            if self._chooses(name, value):
                known = name in self.words and self.words[name].phrase == _NAMED
                return self.alternatives(self.terms[several_of(value)[0]], depth + 1) if known else several_of(value)
        return several_of(when)

    def _chooses(self, name: Any, value: Any, depth: int = 0) -> bool:
        """Whether a word, or the condition that it names, has alternatives: beside others these stand apart."""
        word = self.words.get(str(name))
        several = len(several_of(value)) > 1
        if word is not None and word.phrase == _NAMED and not several and depth < DEEP:
            term = self.terms.get(several_of(value)[0])
            return isinstance(term, Mapping) and len(term) == 1 and self._chooses(*next(iter(term.items())), depth + 1)
        return word is not None and word.phrase == _CHOICE and several

    def word(self, name: str, value: Any, depth: int = 0) -> str:
        """One condition word with its value in words; the name and the value where it has no phrase."""
        word = self.words.get(name)
        if word is None or not word.phrase:
            return f"{name.replace('_', ' ')}: {plain_words(value)}"
        return filled_phrase(word.phrase, value, lambda place: PHRASE_PLACES[place](self, value, depth))

    def parts(self, parts: Sequence[object], *, concealed: bool = False, distinct: bool = False) -> str:
        """The parts of a shape in words."""
        alike = ", no two alike" if distinct else ""
        return (
            pattern_words(parts, self.tiles)
            + alike
            + (", nothing claimed but perhaps the last tile" if concealed else "")
        )

    def tiles(self, words: Sequence[str]) -> TileWords:
        """The tiles of a class, or of several joined by `or` and cut by `not`, in words."""
        if any(self.classes.is_dynamic(word) for word in words):
            return self._depending(words)
        try:
            return tile_words(self.classes.read(" ".join(words)), self.names)
        except ClassError:
            return TileWords(" ".join(words), " ".join(words))

    def bonus_pattern(self, text: str) -> BonusPattern | None:
        """The bonus tiles that a text means; None where it means none."""
        try:
            return read_bonus_pattern(text, self.classes)
        except ClassError:
            return None

    def _depending(self, words: Sequence[str]) -> TileWords:
        """Classes of which some depend on the hand: its winds, or what a field of its record says."""
        told = and_list([" that is also ".join(found) for found in class_alternatives(words, self._class_word)], "or")
        return TileWords(told, told)

    def _class_word(self, word: str, negated: bool) -> str:
        name = self.classes.canonical(word)
        told = f"tiles of {self.fields[name]}" if name in self.fields else name.replace("_", " ")
        found = _DYNAMIC.get(name) or (told if self.classes.is_dynamic(word) else self.tiles([word]).many)
        return f"not {found}" if negated else found

    def term(self, name: Any, depth: int) -> str:
        """A named condition in words."""
        if name not in self.terms or depth > DEEP:
            return str(name).replace("_", " ")
        return self.condition(self.terms[name], depth + 1)

    def shape(self, name: Any) -> str:
        """A shape in words: its parts."""
        if name == UNFINISHED:
            return "an incomplete hand"
        return pattern_words(self.shapes[name], self.tiles) if name in self.shapes else str(name).replace("_", " ")

    def field(self, name: Any) -> str:
        """What a further field of hand records says."""
        return self.fields.get(str(name)) or str(name).replace("_", " ")

    def called(self, name: Any) -> str:
        """The name of a rule, or the title of a group."""
        return self.rules.get(name) or self.groups.get(name) or str(name).replace("_", " ")


def filled_phrase(phrase: str, value: Any, said: Callable[[str], str]) -> str:
    """A phrase with its places filled: `{yes|no}` by one of the two, others by what is said of the place."""

    def filled(found: re.Match[str]) -> str:
        yes, several, no = found[1].partition("|")
        if several:
            return yes if value is True else no
        return said(yes)

    return SLOT.sub(filled, phrase)


def class_alternatives(words: Sequence[str], said: Callable[[str, bool], str]) -> list[list[str]]:
    """What is said of each class, given whether it is cut by `not`: in lists, of which `or` begins the next."""
    return [
        [said(word, before == "not") for before, word in zip(("", *own), own, strict=False) if word != "not"]
        for own in parted_by_or(words)
    ]


def plain_words(value: Any) -> str:
    """Any value in words, as far as nothing is known of it."""
    if isinstance(value, Mapping):
        return and_list([f"{str(name).replace('_', ' ')} {plain_words(item)}" for name, item in value.items()])
    if isinstance(value, (list, tuple)):
        return and_list([plain_words(item) for item in value])
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value).replace("_", " ")


def several_of(value: Any) -> list[Any]:
    """The items of a list, or a value that stands alone."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def condition_test(value: Any) -> NumberTest:
    """The number that a condition asks for; any, where it says none."""
    return read_number(value) or NumberTest(0, None)


def _alternatives(speaker: Speaker, value: Any, depth: int) -> str:
    return _either([speaker.condition(item, depth) for item in several_of(value)], (",", ";", " and "))


def _either(told: Sequence[str], marks: Sequence[str] = (",", ";")) -> str:
    """Alternatives; where one has a mark in it, it is said where each begins, and where one with parts ends."""
    several = len(told) > 1 and any(mark in each for each in told for mark in marks)
    return f"{_EITHER}{_NEXT.join(map(_apart, told))}" if several else " or ".join(told)


def _apart(told: str) -> str:
    """What has parts, in brackets, so that beside others it is seen where it ends."""
    if ";" not in outside(told):
        return told
    return f"{_IS}({told.removeprefix(_IS)})" if told.startswith(_IS) else f"({told})"


def outside(told: str) -> str:
    """What of a sentence is not in brackets."""
    while (shorter := _BRACKETS.sub("", told)) != told:
        told = shorter
    return told


def _together(speaker: Speaker, value: Any, depth: int) -> str:
    return _beside([speaker.condition(item, depth) for item in several_of(value)])


def _beside(told: Sequence[str], mark: str = "; ") -> str:
    """What holds together; alternatives that are said one by one in brackets, beside others."""
    return mark.join(_apart(one) if len(told) > 1 and _NEXT in outside(one) else one for one in told)


def _kinds(speaker: Speaker, value: Any, depth: int) -> str:
    """How many kinds of tile complete the hand."""
    test = condition_test(value)
    return exactly_so_many(test, "kind of tile completes", "kinds of tile complete")


def _denied(speaker: Speaker, value: Any, depth: int) -> str:
    told = [speaker.condition(item, depth) for item in speaker.alternatives(value)]
    if all(one.startswith(_EACH) and one.count(_EACH) == 1 and ";" not in one for one in told):
        return and_list([_none(one) for one in told])
    if len(told) > 1 and not any(mark in each for each in told for mark in (" or ", ",", ";")):
        return f"neither {' nor '.join(told)}"
    if len(told) == 1 and told[0].startswith(_IS) and ";" not in told[0]:
        return f"{_IS}not {told[0].removeprefix(_IS)}"
    whole = any(mark in told[0] for mark in (" and ", " or ", ",", ";"))
    return f"not ({'; nor '.join(told)})" if len(told) > 1 or whole else f"not {told[0]}"


def _none(told: str) -> str:
    """That there is none of what a list of words finds: `each of the winds` is `none of the winds`."""
    found = told.removeprefix(_EACH)
    return f"none {found}" if found.startswith("of") else f"no {found}"


def _terms(speaker: Speaker, value: Any, depth: int) -> str:
    return _beside([speaker.term(str(name), depth) for name in several_of(value)])


def _shapes(speaker: Speaker, value: Any, depth: int) -> str:
    return _either([speaker.shape(str(name)) for name in several_of(value)])


def _written_tiles(speaker: Speaker, value: Any, depth: int) -> str:
    found = re.fullmatch(r"([0-9]+)([abc])", str(value))
    return f"{found[1]} of one suit" if found else pattern_words([value], speaker.tiles)


def _tiles(speaker: Speaker, value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        return and_list([_so_many_tiles(speaker, text, wanted) for text, wanted in value.items()])
    if isinstance(value, (list, tuple)):
        return "each of the " + and_list([speaker.tiles(str(text).split()).many for text in value], "or")
    return f"only {speaker.tiles(str(value).split()).many}"


def _so_many_tiles(speaker: Speaker, text: Any, wanted: Any) -> str:
    found, test = speaker.tiles(str(text).split()), condition_test(wanted)
    one = found.one.removeprefix("the ").removeprefix("an ").removeprefix("a ")
    return exactly_so_many(test, one, found.many)


def _suits(speaker: Speaker, value: Any, depth: int) -> str:
    test = condition_test(value)
    return "no suit tiles" if test == NumberTest(0, 0) else f"tiles of {so_many(test, 'suit', 'suits')}"


def _sets(speaker: Speaker, value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        return and_list([_so_many_sets(speaker, text, condition_test(wanted)) for text, wanted in value.items()])
    if isinstance(value, (list, tuple)):
        return pattern_words(value, speaker.tiles)
    many = counted_words(value, speaker.tiles)[1]
    made = many.startswith("sets made ")
    return f"all sets are {many.removeprefix('sets ') if made else many.removesuffix(' sets')}"


def _so_many_sets(speaker: Speaker, text: Any, test: NumberTest) -> str:
    told = so_many if one_at_most(text) else exactly_so_many
    return told(test, *counted_words(text, speaker.tiles))


def _bonus(speaker: Speaker, value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        told = [_so_much_bonus(speaker, str(text), condition_test(wanted)) for text, wanted in value.items()]
        return and_list(told)
    found = [_bonus_words(speaker, str(text))[0] for text in several_of(value)]
    return and_list([f"each {name}" if name == "bonus tile" else with_article(name) for name in found], "or")


def _so_much_bonus(speaker: Speaker, text: str, test: NumberTest) -> str:
    number = {"any": speaker.bonus, "flower": 4, "season": 4, "animal": 4}.get(text)
    if number is not None and test == NumberTest(number, number):
        return f"all {number_word(number)} {_BONUS[text][1]}"
    told = exactly_so_many if more_bonus_tiles(speaker, text, test) else so_many
    return told(test, *_bonus_words(speaker, text))


def more_bonus_tiles(speaker: Speaker, text: str, test: NumberTest) -> bool:
    """Whether a game has more bonus tiles of a pattern than the most that is asked for."""
    pattern = speaker.bonus_pattern(text)
    if pattern is None or test.most is None:
        return False
    there = 1 if pattern.together else speaker.bonus if text == ANY_BONUS else len(pattern.wanted("E", "E"))
    return there > test.most


def _bonus_words(speaker: Speaker, text: str) -> tuple[str, str]:
    """One of the bonus tiles of a pattern, and many."""
    if text in _BONUS:
        return _BONUS[text]
    named, pattern = text.removeprefix(ALL_OF), speaker.bonus_pattern(text)
    if pattern is None:
        return text, text
    tiles = [speaker.names.tile(tile) for tile in pattern.tiles]
    if pattern.together:
        what = f"all {_BONUS[named][1]}" if named in _BONUS else and_list(tiles)
        return f"set of {what}", f"sets of {what}"
    return and_list(tiles, "or"), f"tiles of {and_list(tiles, 'or')}"


def _fields(speaker: Speaker, value: Any, depth: int) -> str:
    if not isinstance(value, Mapping):
        return and_list([f"each of: {speaker.field(name)}" for name in several_of(value)])
    return ", ".join(f"{speaker.field(name)}: {_amount(wanted)}" for name, wanted in value.items())


def _indicated(speaker: Speaker, value: Any, depth: int) -> str:
    if not isinstance(value, Mapping):
        shown = and_list([speaker.field(name) for name in several_of(value)], "or")
        return f"each tile that comes next after {shown}"
    return ", ".join(
        f"tiles that come next after {speaker.field(name)}: {_amount(wanted)}" for name, wanted in value.items()
    )


def _amount(value: Any) -> str:
    test = read_number(value)
    if test is None:
        return and_list([_WINDS.get(str(item), str(item)) for item in several_of(value)], "or")
    if test.most is None:
        return f"{test.least} or more"
    return str(test.least) if test.least == test.most else f"{test.least} to {test.most}"


PHRASE_PLACES: Final[Mapping[str, Callable[[Speaker, Any, int], str]]] = {
    "one of these conditions": _alternatives,
    "all these conditions": _together,
    "not these conditions": _denied,
    "named conditions": _terms,
    "shapes": _shapes,
    "written tiles": _written_tiles,
    "tiles": _tiles,
    "a tile": lambda speaker, value, depth: speaker.tiles(str(value).split()).one,
    "suits": _suits,
    "suit tile or tile": lambda speaker, value, depth: "suit tile" if value == "suits_outside_kongs" else "tile",
    "sets": _sets,
    "bonus tiles": _bonus,
    "waits": lambda speaker, value, depth: and_list(
        [_WAITS.get(str(name), str(name)) for name in several_of(value)], "or"
    ),
    "kinds": _kinds,
    "flags": lambda speaker, value, depth: and_list(
        [speaker.flags.get(str(name), str(name).replace("_", " ")) for name in several_of(value)]
    ),
    "fields": _fields,
    "fields with tiles": lambda speaker, value, depth: and_list(
        [speaker.field(name) for name in several_of(value)], "or"
    ),
    "indicated": _indicated,
    "seats": lambda speaker, value, depth: and_list(
        [_WINDS.get(str(name), str(name)) for name in several_of(value)], "or"
    ),
    "rules": lambda speaker, value, depth: and_list([speaker.called(str(name)) for name in several_of(value)], "or"),
    "number": lambda speaker, value, depth: _amount(value),
    "value": lambda speaker, value, depth: plain_words(value),
}
"""How a phrase's places are filled with the value of its word; `{yes text|no text}` is chosen by a truth value."""
