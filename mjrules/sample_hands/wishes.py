"""What a condition asks of a hand, as far as that helps to draw one that has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..conditions.numbers import read_number
from ..declared.values import several
from ..hands.record import SEATS
from ..tiles.tile import JOKER, TEXT

_NEARLY_ALL = 13
"""Of so many tiles a class has all of a hand, or as good as all."""
_KONGS = {"kong_replacement": 1, "kong_on_kong": 2}
"""How many kongs a flag supposes."""
_DRAWN = {"kong_replacement", "kong_on_kong", "flower_replacement", "original_hand", "heaven"}
_CLAIMED = {"robbing_kong", "discard_after_kong"}
"""Flags of players who drew the tile with which they won, and who did not."""
_EAST = {"heaven": True, "original_hand": True, "earth": False}
"""Flags that only East may have, or all but East."""


@dataclass
class Wishes:
    """What a condition asks of a hand, as far as that helps to draw one.

    `all_sets` is what every set must be, `each_with` of what class each must hold a tile; of `only` are all tiles, of
    each of `some` is a set, and of each of `each` a tile; so many are `jokers`; `before` are the concealed tiles
    before the win.
    """

    sets: list[str] = field(default_factory=list)
    all_sets: str = ""
    only: str = ""
    some: list[str] = field(default_factory=list)
    each: list[str] = field(default_factory=list)
    jokers: int = 0
    of_a_suit: bool = False
    shapes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    fields: dict[str, int] = field(default_factory=dict)
    indicated: list[str] = field(default_factory=list)
    drawn: bool | None = None
    bonus: bool = False
    bonus_patterns: list[str] = field(default_factory=list)
    win: Any = None
    seats: tuple[str, ...] = SEATS
    each_with: str = ""
    before: str = ""
    undeclared: bool = False


def wishes_of(when: Mapping[str, Any], terms: Mapping[str, Any], random: Random) -> Wishes:
    """What a condition asks for; of alternatives one. `terms` are the named conditions that it may use."""
    wishes = Wishes()
    _note(when, terms, wishes, random)
    return wishes


def _note(when: Mapping[str, Any], terms: Mapping[str, Any], wishes: Wishes, random: Random) -> None:
    """Note what a condition asks for."""
    for word, value in when.items():
        if word == "any_of":
            _note(random.choice(value), terms, wishes, random)
        elif word == "all_of":
            for each in value:
                _note(each, terms, wishes, random)
        elif word == "is":
            for name in value if isinstance(value, list) else [value]:
                _note(terms.get(name) or {}, terms, wishes, random)
        elif word == "sets":
            _note_sets(value, wishes)
        elif word == "tiles":
            _note_tiles(value, wishes)
        elif word == "every_set_has":
            wishes.each_with = str(value)
        else:
            _note_situation(word, value, wishes)


def _note_sets(value: Any, wishes: Wishes) -> None:
    if isinstance(value, Mapping):
        for text, wanted in value.items():
            test = read_number(wanted)
            if test is not None and test.least:
                wishes.sets.append(f"{test.least} x {text}")
            elif test is not None and test.most == 0 and text in ("chow", "pung"):
                wishes.all_sets = "pung" if text == "chow" else "chow"
    elif isinstance(value, list):
        wishes.sets += [str(text) for text in value]
    else:
        wishes.all_sets = str(value)


def _note_tiles(value: Any, wishes: Wishes) -> None:
    if isinstance(value, Mapping):
        wanted = {str(text): read_number(number) for text, number in value.items()}
        asked = {text: test for text, test in wanted.items() if test is not None and test.least}
        jokers = asked.pop(TEXT[JOKER], None)
        wishes.jokers = jokers.least if jokers is not None else wishes.jokers
        pairs = [text for text, test in asked.items() if test.most == 2]
        wishes.only = next((text for text, test in asked.items() if test.least >= _NEARLY_ALL), wishes.only)
        wishes.some += [text for text in asked if text not in (*pairs, wishes.only)]
        wishes.sets += [f"pair {text}" for text in pairs]
        gone = [text for text, test in wanted.items() if test is not None and test.most == 0]
        wishes.only = wishes.only or " ".join(f"not {text}" for text in gone if text != TEXT[JOKER])
    elif isinstance(value, list):
        wishes.each += [str(text) for text in value]
        wishes.jokers = max(wishes.jokers, wishes.each.count(TEXT[JOKER]))
    else:
        wishes.only = str(value)


def _note_situation(word: str, value: Any, wishes: Wishes) -> None:
    """Note what the words ask for that look at the situation."""
    if word == "suits" and value == 1:
        wishes.of_a_suit = True
    elif word in ("shape", "fits", "flag"):
        names = value if isinstance(value, list) else [value]
        (wishes.flags if word == "flag" else wishes.shapes).extend(map(str, names))
        for name in names if word == "flag" else ():
            _note_flag(str(name), wishes)
    elif word in ("number", "indicated"):
        _note_fields(word, value, wishes)
    elif word == "self_drawn":
        wishes.drawn = value
    elif word == "bonus":
        wishes.bonus = not isinstance(value, Mapping) or any(wanted != 0 for wanted in value.values())
        wishes.bonus_patterns += map(str, value)
    elif word == "winning_tile":
        wishes.win = value
        wishes.jokers = max(wishes.jokers, int(value == TEXT[JOKER]))
    elif word == "seat":
        wishes.seats = several(value)
    elif word == "before_win":
        wishes.before = str(value)


def _note_fields(word: str, value: Any, wishes: Wishes) -> None:
    """Note what fields of the record have to say."""
    if word == "indicated":
        wishes.indicated += [str(name) for name in value]
    elif isinstance(value, Mapping):
        tests = {str(name): read_number(wanted) for name, wanted in value.items()}
        wishes.fields |= {name: test.least for name, test in tests.items() if test is not None}


def _note_flag(flag: str, wishes: Wishes) -> None:
    """Note what a flag supposes, so that the hand could really be."""
    if flag in _KONGS:
        wishes.sets.append(f"{_KONGS[flag]} x kong")
    if flag in _DRAWN | _CLAIMED and wishes.drawn is None:
        wishes.drawn = flag in _DRAWN
    if flag in _EAST:
        wishes.seats = tuple(seat for seat in SEATS if (seat == "E") is _EAST[flag])
        wishes.undeclared = True
    wishes.bonus = wishes.bonus or flag == "flower_replacement"
