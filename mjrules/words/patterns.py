"""Patterns of sets and tiles in words: `[123a, 456b, 789c]` is one chow each of 123, 456 and 789 in three suits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..shapes.selectors import LETTERS_SUIT
from ..tiles.tile import mask_of, parse_class
from .lists import and_list, number_word, with_article
from .pattern_items import (
    PatternItem,
    SetsInStep,
    by_suit_letter,
    counted_item,
    has_suit_letters,
    higher_by,
    is_every_honour,
    items_side_by_side,
    kinds_by_number,
    number_steps,
    one_in_each_suit,
    steps_in_each_suit,
    without_steps,
    without_suits,
    written_tiles,
)
from .tiles import TileWords, ranks_words

ClassWords = Callable[[Sequence[str]], TileWords]
"""Says the words of a class of tiles, of which the patterns' letters are not part."""

_PLACES: Final = ("in one suit", "in a second suit", "in the third suit")
_ORDINALS: Final = ("first", "second", "third")
_BEHIND: Final = {
    "completed": "that the winning tile completes",
    "winning": "with a tile like the winning one",
    "taken": "made with another player's tile",
    "untaken": "made without another player's tile",
}
"""Adjectives that are said behind the set; others are said as they are."""
_OF_A_KONG: Final = {"taken": "whose pung was claimed", "untaken": "whose pung was not claimed"}
"""How they are said of kongs, for which the fourth tile does not matter."""


def pattern_words(patterns: Iterable[object], classes: ClassWords) -> str:
    """Patterns that are found side by side, or the parts of a shape, in words."""
    stepped, others = items_side_by_side(patterns)
    told = [_stepped(stepped, classes)] if stepped else []
    return and_list([*told, *_beside(stepped, others, classes)])


def counted_words(pattern: object, classes: ClassWords) -> tuple[str, str]:
    """A pattern that is counted, in words: one of what it finds, and several."""
    item = counted_item(pattern)
    one, many = _noun(item, classes, 1), _noun(item, classes, 2)
    shared = " of one suit" if item.suit else ""
    return one + shared, many + shared


def _by_suits(items: Sequence[PatternItem], classes: ClassWords) -> list[str]:
    """Items in words: those of each suit letter together, then those of none."""
    groups = [group for letter, group in by_suit_letter(items) if letter]
    others = _told([item for item in items if not item.suit], classes)
    each = _one_each(groups, classes)
    if each:
        return [each, *others]
    if len(groups) == 1:
        several = len(groups[0]) > 1 or groups[0][0].number > 1
        place = _PLACES[0] if not several else f"all {_PLACES[0]}" if len(groups[0]) > 1 else "of one suit"
        comma = "," if len(groups[0]) > 1 else ""
        return [f"{and_list(_told(groups[0], classes))}{comma} {place}", *others]
    told = [f"{and_list(_told(group, classes))} {place}" for group, place in zip(groups, _PLACES, strict=False)]
    return [*told, *others]


def _beside(stepped: Sequence[PatternItem], items: Sequence[PatternItem], classes: ClassWords) -> list[str]:
    """Items beside sets whose numbers depend on each other: in which of the suits of these, or in another."""
    known = [letter for letter, _ in by_suit_letter(stepped) if letter]
    if not known:
        return _by_suits(items, classes)
    told, others = [], iter(("in another suit", _PLACES[2]))
    for letter, group in by_suit_letter(items):
        if not letter:
            told += _told(group, classes)
            continue
        place = next(others) if letter not in known else "in the same suit" if len(known) == 1 else ""
        place = place or f"in the {_ORDINALS[known.index(letter)]} suit"
        own = len(known) == 1 and letter in known and all(item.which for item in group)  # it says of which suit itself
        told.append(f"{and_list(_told(group, classes))}{'' if own else f' {place}'}")
    return told


def _told(items: Sequence[PatternItem], classes: ClassWords) -> list[str]:
    """Items in words; sets of one kind, each on one known tile, as one."""
    found: list[str] = []
    single: dict[tuple[str, tuple[str, ...]], list[PatternItem]] = {}
    for item in items:
        if item.number == 1 and (item.ranks or item.which) and item.kind not in ("tiles", "pick", "equal"):
            single.setdefault((item.kind, item.adjectives), []).append(item)
    told: set[tuple[str, tuple[str, ...]]] = set()
    before = ""
    for item in items:
        alike = single.get((item.kind, item.adjectives), [])
        if item in alike and len(alike) > 2:
            if (item.kind, item.adjectives) not in told:
                told.add((item.kind, item.adjectives))
                of = and_list([_noun(one, classes, 1).partition(" of ")[2] for one in alike])
                found.append(f"{_noun(item._replace(ranks=(), which=()), classes, 2)} of {of}")
            continue
        if (
            item.kind == "pick"
            and item.picks == 1
            and item.number == 1
            and before
            and classes(item.which).many == before
        ):
            found.append("any one of them again")
            continue
        before = classes(["".join(item.which)]).many if item.kind == "tiles" and item.which else ""
        found.append(_so_many(item, classes))
    return found


def _one_each(groups: Sequence[Sequence[PatternItem]], classes: ClassWords) -> str:
    """Sets of one kind, each in a suit of its own; empty where they are not so."""
    items, plain = [group[0] for group in groups], one_in_each_suit(groups)
    if plain is None:
        return ""
    suits = f"in {number_word(len(groups))} suits"
    if plain.kind == "tiles":
        if len({item.ranks for item in items}) == 1:
            return f"{_ranks_in_a_row(items[0].ranks)} in each of {number_word(len(groups))} suits"
        return f"{and_list(['-'.join(map(str, item.ranks)) for item in items])}, each in another suit"
    one = _noun(plain, classes, 1)
    if not items[0].ranks:
        return f"one {one} in each of {number_word(len(groups))} suits"
    numbers = ["".join(map(str, item.ranks)) if item.kind == "chow" else f"{item.ranks[0]}s" for item in items]
    return f"one {one} each of {and_list(numbers)} {suits}"


def _stepped(items: Sequence[PatternItem], classes: ClassWords) -> str:
    """Sets whose numbers depend on each other."""
    sets = SetsInStep.of(items)
    total, steps, apart = sets.total, sets.steps, sets.apart
    if sets.several_kinds and 1 < sets.suits < total:
        return _suit_by_suit(items, classes)
    if sets.several_kinds:
        told = and_list([_so_many(item, classes) for item in without_suits(items)])
        share = ", each in a suit of its own" if apart else ", all in one suit" if sets.suits == 1 else ""
        return f"{told}, {_numbers(steps)}{share}"
    many = _noun(items[0], classes, total)
    if not apart and sets.suits > 1:
        return _in_several_suits(items, sets.suits, classes)
    if len(set(steps)) == 1:
        if apart and items[0].kind == "chow":
            return f"the same {_noun(items[0], classes, 1)} in each of {number_word(total)} suits"
        if apart:
            return f"{many} of the same number in {number_word(total)} suits"
        alike = all(item.suit for item in items)
        return f"{number_word(total)} identical {many}" if alike else f"{number_word(total)} {many} of the same number"
    place = f", one in each of {number_word(total)} suits" if apart else " in one suit" if sets.suits else ""
    return f"{number_word(total)} {many}{place}, {_numbers(steps)}"


def _in_several_suits(items: Sequence[PatternItem], suits: int, classes: ClassWords) -> str:
    """Sets of one kind whose numbers depend on each other, with several in a suit: in each suit the same, or not."""
    own = steps_in_each_suit(items)
    if own is None:
        return _suit_by_suit(items, classes)
    same = f"{number_word(len(own))} {_noun(items[0], classes, len(own))}"
    return f"the same {same} in each of {number_word(suits)} suits, {_numbers(own)}"


def _suit_by_suit(items: Sequence[PatternItem], classes: ClassWords) -> str:
    """Sets whose numbers depend on each other, those of each suit letter together, then those of any suit."""
    groups = by_suit_letter(items)
    told = []
    for (suit, group), place in zip(groups, (*_PLACES, ""), strict=False):
        sets = and_list([_so_many(item, classes) for item in without_steps(group)])
        told.append(f"{sets} {place}" if suit else sets)
    return f"{and_list(told)}, {_numbers(number_steps(item for _, group in groups for item in group))}"


def _numbers(steps: Sequence[int]) -> str:
    """How numbers follow each other: all the same, or each so many higher than the one before."""
    gap = higher_by(steps)
    if gap == 0:
        return "all of the same number"
    if gap is not None:
        higher = f"{number_word(gap)} {'number' if gap == 1 else 'numbers'} higher than the"
        return f"the second {higher} first" if len(steps) == 2 else f"each {higher} one before"
    return f"their lowest numbers as far apart as {and_list([str(step + 1) for step in steps])}"


def _so_many(item: PatternItem, classes: ClassWords) -> str:
    """An item with its number: `a pung of dragons`, `three chows of 123`."""
    if item.kind == "tiles":
        told = _ranks_in_a_row(item.ranks) if item.ranks else _each_of(item.which, classes)
        return told if item.number == 1 else f"{number_word(item.number)} times {told}"
    if item.kind == "pick":
        tiles, count = _choice(item, classes).many, item.picked
        return f"any one of the {tiles}" if count == 1 else f"{number_word(count)} different tiles out of {tiles}"
    if item.kind == "equal":
        return _equal(item)
    if item.number == 1:
        return with_article(_noun(item, classes, 1))
    same = {"": "", "x": "identical "}.get(item.tile, "other identical ")
    return f"{number_word(item.number)} {same}{_noun(item, classes, item.number)}"


def _equal(item: PatternItem) -> str:
    """`(an bn)`: loose tiles of the same number in different suits."""
    suits = {word[0] for word in item.which}
    if len(item.which) == 2:
        noun = "pair" if item.number == 1 else "pairs"
        count = with_article(noun) if item.number == 1 else f"{number_word(item.number)} {noun}"
        return f"{count} of equal numbers across {'the same ' if item.number > 1 else ''}two suits"
    count = "one group" if item.number == 1 else f"{number_word(item.number)} groups"
    return f"{count} of equal numbers, one tile in each of {number_word(len(suits))} suits"


def _noun(item: PatternItem, classes: ClassWords, number: int) -> str:
    """A kind of set with its adjectives and which it is: `concealed pungs of dragons`."""
    before = [word for word in item.adjectives if word not in _BEHIND]
    kind = "tile" if item.kind == "loose" else item.kind
    words = [*before, kind if number == 1 else f"{kind}s"]
    if item.ranks:
        of = "".join(map(str, item.ranks)) if item.kind == "chow" and len(item.ranks) > 1 else f"{item.ranks[0]}s"
        words.append(f"of {of}")
    if item.among:
        words.append(f"of {ranks_words(item.among, 'or')}")
    if item.which:
        tiles = classes(item.which).alike
        words.append(f"of the {tiles.removesuffix('s')} that belongs to the suit" if item.suit else f"of {tiles}")
    behind = {**_BEHIND, **_OF_A_KONG} if item.kind == "kong" else _BEHIND
    words += [behind[word] for word in item.adjectives if word in behind]
    return " ".join(words)


def _ranks_in_a_row(ranks: tuple[int, ...]) -> str:
    """Loose tiles of one suit: `1 to 7`, `1, 4 and 7`."""
    if len(ranks) > 2 and ranks == tuple(range(ranks[0], ranks[-1] + 1)):
        return f"{ranks[0]} to {ranks[-1]}"
    if len(set(ranks)) < len(ranks):
        return "".join(map(str, ranks))
    return and_list([str(rank) for rank in ranks])


def _each_of(which: Sequence[str], classes: ClassWords) -> str:
    """So many tiles of each kind as are written."""
    *told, last = [_so_many_each(number, text, classes) for number, text in kinds_by_number(which)]
    return f"{', '.join(told)}, and {last}" if told else last


def _so_many_each(number: int, kinds: str, classes: ClassWords) -> str:
    """So many tiles of each of these kinds."""
    words, there = classes([kinds]), mask_of(parse_class(kinds)).bit_count()
    if there == 1:
        return words.one if number == 1 else f"{number_word(number)} {words.many}"
    return f"{number_word(number)} each of the {number_word(there) + ' ' if there < 14 else ''}{words.many}"


def _choice(item: PatternItem, classes: ClassWords) -> TileWords:
    """The tiles out of which some are taken."""
    if item.among:
        return TileWords("", ranks_words(item.among))
    return _lettered_words(item.which) if has_suit_letters(item.which) else classes(item.which)


def _lettered_words(which: Sequence[str]) -> TileWords:
    """A choice of tiles some of which are in any suits."""
    told, places = [], iter(_PLACES)
    several = len(set("".join(which)) & set(LETTERS_SUIT)) > 1
    for ranks, letter in written_tiles(which):
        if letter in LETTERS_SUIT:
            told.append(f"{ranks_words(ranks)} {next(places) if several else 'of the suit'}")
        else:
            told.append("the honours" if is_every_honour(ranks, letter) else "".join(map(str, ranks)) + letter)
    return TileWords(f"one of {and_list(told)}", and_list(told))
