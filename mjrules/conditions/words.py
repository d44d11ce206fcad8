"""The condition words of the ruleset language: each with its type, meaning, facets and reader.

One convention holds for every word that looks at things: plain text means that all are so, a list
means find these (each way of finding them is a match), a mapping means how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from ..errors import Path
from ..hands.declared_fields import TILE_TYPES, RecordField
from ..hands.record import SEATS, shown
from ..shapes.readings import UNFINISHED
from ..shapes.wait_kinds import WAIT_KINDS
from ..spoken import Sentence
from ..tiles.tile import BY_TEXT, FIRST, KIND, KINDS, SUITS, Tile
from .facets import Shown
from .formula import TRUE, And, Atom, Formula, Indicated, Not, Or, RuleAtom, all_of, any_of
from .numbers import NUMBER
from .reader import CONDITION_MISSING, ConditionReader, Schema, Word
from .set_and_tile_words import before_win, bonus_word, every_set_has, sets_word, tiles_word, winning_tile

_EXPECTED_LIST_CONDITIONS = Sentence(
    "expected a list of conditions, got {got}", "应为若干条件的列表，而不是{got:shown}"
)
_EXPECTED_NAME_CONDITION = Sentence(
    "expected the name of a condition or a list of names, got {got}", "应为条件的名称，或名称的列表，而不是{got:shown}"
)
_THERE_SUITS_NEVER = Sentence("there are 3 suits: {test} never occur", "花色只有三种：不会有“{test}”")
_PLACE_FOUR_ALIKE = Sentence("place for four alike", "四归一的位置")()
_SHAPE = Sentence("shape", "牌型")()
_FLAG = Sentence("flag", "情况")()
_SUIT = Sentence("suit", "花色")()
_SEAT = Sentence("seat", "门风")()
_KIND_WAIT = Sentence("kind of wait", "听法")()
_EXPECTED_TRUE_FALSE = Sentence("expected true or false, got {got}", "应为“true”或“false”，而不是{got:shown}")
_DECLARED_NUMBER = Sentence("declared number", "已定义的数")()
_EXPECTED_LIST_NAME = Sentence(
    "expected a list [name] or a mapping {{name: number}}, got {got}",
    "应为列表“[名称]”或“{{名称: 数}}”，而不是{got:shown}",
)
_EXPECTED_LIST_NAME_MAPPING = Sentence(
    "expected a list [name] or a mapping {{name: value}}, got {got}",
    "应为列表“[名称]”或“{{名称: 值}}”，而不是{got:shown}",
)
_FIELD = Sentence("declared field of another type than number", "已定义的、不是数的项")()
_SHOWING = Sentence("declared field that says tiles", "已定义的、写牌的项")()
_RULE_GROUP = Sentence("rule or group", "番种或组")()
_EXPECTED_TRUE_GOT = Sentence("expected true, got {got}", "应为“true”，而不是{got:shown}")

_SHAPES: tuple[Path, ...] = (("shapes",), ("rules", "*", "hand"))
FIELDS_DECLARED: tuple[Path, ...] = (("fields",),)
_RULES: tuple[Path, ...] = (("rules",), ("groups",))
"""Where names are declared; `*` stands for the name."""
_TEXT: Schema = {"type": "string"}
NAMES: Schema = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
_CONDITION: Schema = {"$ref": "#/$defs/condition"}
LIST: Schema = {"type": "array", "items": _CONDITION, "minItems": 1}
LOOK: Schema = {
    "anyOf": [
        {"type": ["string", "integer"]},
        {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1},
        {"type": "object", "additionalProperties": NUMBER, "minProperties": 1},
    ]
}

SEAT: Schema = {"anyOf": [{"enum": list(SEATS)}, {"type": "array", "items": {"enum": list(SEATS)}, "minItems": 1}]}
FIELD: Schema = {
    "anyOf": [
        {"type": "array", "items": _TEXT, "minItems": 1},
        {"type": "object", "additionalProperties": NAMES, "minProperties": 1},
    ]
}


def _conditions(reader: ConditionReader, value: Any, path: Path) -> list[Formula]:
    items = value if isinstance(value, list) else [value]
    return [reader.read(item, (*path, index) if isinstance(value, list) else path) for index, item in enumerate(items)]


def _listed(reader: ConditionReader, value: Any, path: Path) -> list[Formula]:
    if value == []:
        return [reader.problem(path, CONDITION_MISSING)]
    if not isinstance(value, list):
        reader.problem(path, _EXPECTED_LIST_CONDITIONS(got=shown(value)))
        return [TRUE]
    return _conditions(reader, value, path)


def _any_of(reader: ConditionReader, value: Any, path: Path) -> Formula:
    return any_of(_listed(reader, value, path))


def _all_of(reader: ConditionReader, value: Any, path: Path) -> Formula:
    return all_of(_listed(reader, value, path))


def _none_of(reader: ConditionReader, value: Any, path: Path) -> Formula:
    if value == []:
        return reader.problem(path, CONDITION_MISSING)
    return Not(Or(tuple(_conditions(reader, value, path))))


def _is(reader: ConditionReader, value: Any, path: Path) -> Formula:
    if isinstance(value, list):
        parts = [_is(reader, name, (*path, index)) for index, name in enumerate(value)]
        return And(tuple(parts)) if parts else reader.problem(path, _is_expects(value))
    if isinstance(value, Mapping):
        return reader.problem(path, _is_expects(value))
    return reader.term(str(value), path)


def _is_expects(value: Any) -> str:
    return _EXPECTED_NAME_CONDITION(got=shown(value))


def _shape(reader: ConditionReader, value: Any, path: Path) -> Formula:
    names = frozenset(reader.some_of(value, (*reader.shapes, UNFINISHED), _SHAPE, path, where=_SHAPES))
    return in_shape(names)


def in_shape(names: frozenset[str]) -> Atom:
    """That a hand is read in one of these shapes."""
    return Atom(f"shape {sorted(names)}", ("shape",), lambda shape: shape in names, word="shape")


def _fits(reader: ConditionReader, value: Any, path: Path) -> Formula:
    names = frozenset(reader.some_of(value, reader.shapes, _SHAPE, path, where=_SHAPES))
    return Atom(f"fits {sorted(names)}", ("fits",), lambda fits: bool(names & fits), word="fits")


def _suits(reader: ConditionReader, value: Any, path: Path) -> Formula:
    test = reader.number(value, path)
    if test.least > 3:
        return reader.problem(path, _THERE_SUITS_NEVER(test=test))
    return Atom(f"suits {test}", ("suits",), test.holds, word="suits")


_FOUR_ALIKE: Final = ("outside_kongs", "suits_outside_kongs")


def _four_alike(reader: ConditionReader, value: Any, path: Path) -> Formula:
    place = reader.one_of(value, _FOUR_ALIKE, _PLACE_FOUR_ALIKE, path)
    if place is None:
        return TRUE
    last = FIRST["z"] if place == _FOUR_ALIKE[1] else KINDS

    def found(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return (0,) * sum([tile < last for tile in tiles])

    key = "four_alike" if last == KINDS else "four_alike in suits"
    return Atom(key, ("four_alike",), found, finds=True, word="four_alike")


def _wait(reader: ConditionReader, value: Any, path: Path) -> Formula:
    waits = frozenset(reader.some_of(value, WAIT_KINDS, _KIND_WAIT, path))
    return Atom(f"wait {sorted(waits)}", ("wait",), lambda wait: wait in waits, word="wait")


def _waits(reader: ConditionReader, value: Any, path: Path) -> Formula:
    test = reader.number(value, path)
    return Atom(f"waits {test}", ("waits",), test.holds, word="waits")


def _waits_for(reader: ConditionReader, value: Any, path: Path) -> Formula:
    names = reader.some_of(value, _showing(reader), _SHOWING, path, where=FIELDS_DECLARED)
    return Or(tuple([And((_says_tiles(name), _completes(name))) for name in names]))


def _says_tiles(name: str) -> Atom:
    """That a field says tiles. It is asked first, so that a hand whose record says none need not be completed."""

    def says(fields: Shown) -> bool:
        return bool(dict(fields).get(name))

    return Atom(f"says {name}", ("fields",), says, word="waits_for", fields=frozenset({name}), field_tiles=name)


def _completes(name: str) -> Atom:
    """That a tile of a field would have completed the hand."""

    def holds(waited: int, fields: Shown) -> bool:
        return any(waited >> KIND[tile] & 1 for tile in dict(fields).get(name) or ())

    key, only = f"waits_for {name}", frozenset({name})
    return Atom(key, ("waited", "fields"), holds, word="waits_for", fields=only, field_tiles=name)


def _self_drawn(reader: ConditionReader, value: Any, path: Path) -> Formula:
    if not isinstance(value, bool):
        return reader.problem(path, _EXPECTED_TRUE_FALSE(got=shown(value)))
    drawn = Atom("self_drawn", ("self_drawn",), lambda drawn: drawn, word="self_drawn")
    return drawn if value else Not(drawn)


def _flag(reader: ConditionReader, value: Any, path: Path) -> Formula:
    names = reader.some_of(value, reader.flags, _FLAG, path, where=[("flags",)])
    return And(tuple(_one_flag(name) for name in names))


def _one_flag(name: str) -> Formula:
    return Atom(f"flag {name}", ("flags",), lambda flags: name in flags, word="flag")


def _number(reader: ConditionReader, value: Any, path: Path) -> Formula:
    if isinstance(value, Mapping):
        parts: list[Formula] = []
        for name, wanted in value.items():
            here = (*path, name)
            known = reader.one_of(name, reader.numbers, _DECLARED_NUMBER, here, on_key=True, where=FIELDS_DECLARED)
            if known is not None:
                test = reader.number(wanted, (*path, name))
                parts.append(_one_number(str(name), test.holds, str(test)))
        return And(tuple(parts))
    if not isinstance(value, list):
        return reader.problem(path, _EXPECTED_LIST_NAME(got=shown(value)))
    names = reader.some_of(value, reader.numbers, _DECLARED_NUMBER, path, where=FIELDS_DECLARED)

    def units(numbers: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
        return (0,) * sum(number for name, number in numbers if name in names)

    return Atom(f"number {names}", ("numbers",), units, finds=True, word="number", fields=frozenset(names))


def _one_number(name: str, holds: Callable[[int], bool], text: str) -> Formula:
    def test(numbers: tuple[tuple[str, int], ...]) -> bool:
        return holds(dict(numbers).get(name, 0))

    return Atom(f"number {name} {text}", ("numbers",), test, word="number", fields=frozenset({name}))


def _field(reader: ConditionReader, value: Any, path: Path) -> Formula:
    known = [name for name in reader.fields if name not in reader.numbers]
    if isinstance(value, Mapping):
        names = [
            name
            for name in value
            if reader.one_of(name, known, _FIELD, (*path, name), on_key=True, where=FIELDS_DECLARED) is not None
        ]
        return And(tuple(_one_field(reader, reader.fields[name], value[name], (*path, name)) for name in names))
    if not isinstance(value, list):
        return reader.problem(path, _EXPECTED_LIST_NAME_MAPPING(got=shown(value)))
    found = reader.some_of(value, known, _FIELD, path, where=FIELDS_DECLARED)

    def units(fields: Shown) -> tuple[int, ...]:
        said = dict(fields)
        return (0,) * sum(1 if isinstance(said[name], str) else len(said[name]) for name in found if name in said)

    return Atom(f"field {found}", ("fields",), units, finds=True, word="field", fields=frozenset(found))


def _one_field(reader: ConditionReader, field: RecordField, value: Any, path: Path) -> Formula:
    """That a field says one of some suits or seats, or only tiles of a class."""
    if field.type in TILE_TYPES and field.type != "suit":
        mask = reader.tile_class(value, path)

        def holds(fields: Shown) -> bool:
            said = dict(fields).get(field.name) or ()
            return bool(said) and all(mask >> tile & 1 for tile in said)

        return Atom(f"field {field.name} {mask}", ("fields",), holds, word="field", fields=frozenset({field.name}))
    known = tuple(SUITS) if field.type == "suit" else SEATS
    names = frozenset(reader.some_of(value, known, _SUIT if field.type == "suit" else _SEAT, path))

    def is_one(fields: Shown) -> bool:
        return dict(fields).get(field.name) in names

    key, only = f"field {field.name} {sorted(names)}", frozenset({field.name})
    return Atom(key, ("fields",), is_one, word="field", fields=only)


def _indicated(reader: ConditionReader, value: Any, path: Path) -> Formula:
    if isinstance(value, Mapping):
        parts: list[Formula] = []
        for name, wanted in value.items():
            here = (*path, name)
            if reader.one_of(name, _showing(reader), _SHOWING, here, on_key=True, where=FIELDS_DECLARED) is not None:
                test = reader.number(wanted, here)
                parts.append(_indicated_number(reader, (str(name),), f"{{{name}: {test}}}", test.holds))
        return And(tuple(parts))
    if not isinstance(value, list):
        return reader.problem(path, _EXPECTED_LIST_NAME(got=shown(value)))
    names = tuple(reader.some_of(value, _showing(reader), _SHOWING, path, where=FIELDS_DECLARED))
    return _indicated_number(reader, names, f"{[*names]}", lambda number: (0,) * number, finds=True)


_FEW = 1 << 12
"""Of so many tiles in fields it is kept which kinds come next after them."""


def _showing(reader: ConditionReader) -> list[str]:
    """The fields that say tiles."""
    return [name for name, field in reader.fields.items() if field.type in ("tile", "tiles")]


def _coming_after(following: Sequence[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The kinds that come next after tiles."""
    return tuple([following[KIND[tile]] for tile in tiles if KIND[tile] < KINDS])


def _indicated_number(
    reader: ConditionReader, names: Sequence[str], text: str, answer: Callable[[int], Any], *, finds: bool = False
) -> Atom:
    """A question about how many tiles of the hand, and laid aside, come next after tiles of some fields."""
    after = lru_cache(maxsize=_FEW)(partial(_coming_after, reader.tiles.following))
    aside = {name: BY_TEXT[field.laid_aside] for name, field in reader.fields.items() if field.laid_aside in BY_TEXT}

    def number(counts: Shown, fields: Shown, numbers: Shown = ()) -> int:
        found = 0
        for name, said in fields:
            if said and name in names:
                kinds = after(said)
                for kind in kinds:
                    found += counts[kind]
                if aside:
                    found += sum([times * kinds.count(aside[own]) for own, times in numbers if own in aside])
        return found

    def test(counts: Shown, fields: Shown, numbers: Shown = ()) -> Any:
        return answer(number(counts, fields, numbers))

    facets = ("counts", "fields", "numbers") if aside else ("counts", "fields")
    read = frozenset([*names, *aside])
    return Atom(
        f"indicated {text}",
        facets,
        test,
        finds=finds,
        word="indicated",
        indicated=Indicated(frozenset(names), tuple(reader.tiles.following), aside),
        fields=read,
        measured=(number, answer),
    )


def _seat(reader: ConditionReader, value: Any, path: Path) -> Formula:
    names = frozenset(reader.some_of(value, SEATS, _SEAT, path))
    return Atom(f"seat {sorted(names)}", ("seat",), lambda seat: seat in names, word="seat")


def _without(reader: ConditionReader, value: Any, path: Path) -> Formula:
    names = reader.some_of(value, (*reader.rules, *reader.groups), _RULE_GROUP, path, where=_RULES)
    reader.about_rules.append(path)
    rules = frozenset(rule for name in names for rule in reader.members.get(name, frozenset({name})))
    return RuleAtom(f"without {sorted(rules)}", rules, word="without")


def _nothing_else(reader: ConditionReader, value: Any, path: Path) -> Formula:
    if value is not True:
        return reader.problem(path, _EXPECTED_TRUE_GOT(got=shown(value)))
    reader.about_rules.append(path)
    return RuleAtom("nothing_else", None, word="nothing_else")


WORDS: Mapping[str, Word] = {
    word.name: word
    for word in (
        Word("any_of", "list of conditions", "one of them holds; their matches are combined", (), LIST, _any_of,
             "{one of these conditions}", "{one of these conditions}"),
        Word("all_of", "list of conditions", "all of them hold (so that a word can be used twice)", (), LIST, _all_of,
             "{all these conditions}", "{all these conditions}"),
        Word("none_of", "a condition or a list", "none of them holds", (),
             {"anyOf": [_CONDITION, LIST]}, _none_of,
             "{not these conditions}", "{not these conditions}"),
        Word("is", "name(s) from `terms`", "a condition that the ruleset has named holds", (), NAMES, _is,
             "{named conditions}", "{named conditions}"),
        Word("shape", "shape name(s)", "the hand is read in this shape", ("shape",), NAMES, _shape,
             "the hand is {shapes}",
             "牌型为{shapes}"),
        Word("fits", "shape name(s)", "the tiles also fit that shape, whatever the reading", ("fits",), NAMES, _fits,
             "the tiles also make {shapes}",
             "这些牌也可组成{shapes}"),
        Word("before_win", "tiles, suit letters allowed",
             "the concealed tiles before the win are exactly these, and nothing is declared",
             ("m", "p", "s", "z", "before"), {"type": ["string", "integer"]}, before_win,
             "a concealed hand that is {written tiles} before the win",
             "和牌前门前清的手牌为{written tiles}"),
        Word("tiles", "class, [class] or {class: number}",
             "every tile is of the class; each tile of the class is a match; so many tiles are of it",
             ("m", "p", "s", "z", "counts", "tiles", "specials", "winds", "classes"), LOOK, tiles_word,
             "{tiles}", "{tiles}"),
        Word("suits", "number", "the hand has so many suits", ("suits",), NUMBER, _suits,
             "{suits}", "{suits}"),
        Word("four_alike", "`outside_kongs` or `suits_outside_kongs`",
             "a tile, or a suit tile, is held four times and not as a kong; each such tile is a match",
             ("four_alike",), {"enum": list(_FOUR_ALIKE)}, _four_alike,
             "four of the same {suit tile or tile}, not as a kong",
             "有四张相同的{suit tile or tile}而不作杠"),
        Word("sets", "pattern, [pattern] or {pattern: number}",
             "every set matches (with one pair beside them); these are found on different sets; so many sets match",
             ("chows", "pungs", "pairs", "loose", "forms", "pieces", "winds", "classes"), LOOK, sets_word,
             "{sets}", "{sets}"),
        Word("every_set_has", "class", "every set and the pair hold such a tile; false with loose tiles",
             ("chows", "pungs", "pairs", "loose", "forms"), {"type": ["string", "integer"]}, every_set_has,
             "every set and the pair has {a tile}",
             "每副面子与将牌都有{a tile}"),
        Word("wait", "edge, closed, single, two_sided or paired; or a list",
             "the winning tile completes its set in this way", ("wait",),
             {"anyOf": [{"enum": list(WAIT_KINDS)}, {"type": "array", "items": {"enum": list(WAIT_KINDS)}}]}, _wait,
             "won on {waits}",
             "和{waits}"),
        Word("waits", "number", "so many kinds complete the hand (counted as `scoring.waits` says)",
             ("waits",), NUMBER, _waits,
             "{kinds} the hand",
             "{kinds}"),
        Word("waits_for", "name(s) of fields that say tiles",
             "a tile that the field says would have completed the hand (counted as `scoring.waits` says)",
             ("fields", "waited"), NAMES, _waits_for,
             "a wait for one of {fields with tiles}",
             "所听的牌在{fields with tiles}之中"),
        Word("self_drawn", "true or false", "the winning tile was drawn, or claimed",
             ("self_drawn",), {"type": "boolean"}, _self_drawn,
             "{self-drawn|won on a discard}",
             "{自摸|点炮和牌}"),
        Word("winning_tile", "class", "the tile won on is of the class", ("win",),
             {"type": ["string", "integer"]}, winning_tile,
             "won on {a tile}",
             "和{a tile}"),
        Word("flag", "flag(s)", "the flag is set; of several, all are", ("flags",), NAMES, _flag,
             "{flags}", "{flags}"),
        Word("bonus", "[pattern] or {pattern: number}",
             "bonus tiles: `any`, `flower`, `season`, `animal`, `own flower`, `own season`, `own tile`, "
             "`round flower`, `round season`, `4 flower`, `4 season`, `4 animal` (all four), or tiles such as `a12`; "
             "after `all` as whole sets, one of each; of several copies each counts",
             ("bonus_count", "bonus"), LOOK, bonus_word,
             "{bonus tiles}", "{bonus tiles}"),
        Word("number", "[name] or {name: number}", "a number of the record; in a list each unit matches",
             ("numbers",), LOOK, _number,
             "{fields}", "{fields}"),
        Word("field", "[name] or {name: value}",
             "a field of the record that is no number is of the suit, the seat or the class; in a list what it says "
             "is a match, each of several tiles",
             ("fields",), FIELD, _field,
             "{fields}", "{fields}"),
        Word("indicated", "[name] or {name: number}",
             "tiles that come next after those of a field of the record; in a list each is a match, as often as it is "
             "indicated",
             ("counts", "fields", "numbers"), LOOK, _indicated,
             "{indicated}", "{indicated}"),
        Word("seat", "seat(s)", "the player has this seat", ("seat",), SEAT, _seat,
             "seated as {seats}",
             "门风为{seats}"),
        Word("without", "rules or groups", "none of them holds, before selection", (), NAMES, _without,
             "without {rules}",
             "未计{rules}"),
        Word("nothing_else", "true", "no other rule holds; rules set `aside` are ignored", (),
             {"const": True}, _nothing_else,
             "nothing else that counts",
             "没有其他番种可计"),
    )
}  # fmt: skip
"""The words of the engine by name; plugins may register more."""
