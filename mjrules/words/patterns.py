"""Patterns of sets and tiles in words: `[123a, 456b, 789c]` is one chow each of 123, 456 and 789 in three suits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from ..shapes.pattern_grammar import ADJECTIVES, written_form
from ..shapes.selectors import LETTERS_SUIT, LETTERS_TILE
from ..tiles.tile import format_tiles, mask_of, parse_class
from .lists import and_list, number_word, with_article
from .tiles import TileWords, ranks_words

ClassWords = Callable[[Sequence[str]], TileWords]
"""Says the words of a class of tiles, of which the patterns' letters are not part."""

_RUN: Final = re.compile(r"n(?:\+(\d))?\.\.n\+(\d)")
_OFFSET: Final = re.compile(r"n(?:\+(\d))?")
_TILES: Final = re.compile(r"([0-9]+)([mpszabc]+)")
_WRITTEN: Final = re.compile(r"(?:[0-9]+[mpszabc]+)+")
_TIMES: Final = re.compile(r"([0-9]+)\s*x\s+(.*)")
_PICK: Final = re.compile(r"([0-9]+)\s+of\s+(.*)")
_SUIT_RANK: Final = re.compile(r"([abc])([1-9])")
_OF_A_SUIT: Final = re.compile(r"([0-9]+)([abc])")
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


class PatternItem(NamedTuple):
    """A part of a pattern, so many times: a kind of set, tiles written out, a choice of tiles, or equal numbers.

    `suit` and `tile` are letters, `step` what is added to the letter n, `ranks` the numbers of written tiles,
    `among` numbers of which one is meant, `which` the words of classes behind it. `kind` is a kind of set, `tiles`,
    `pick` or `equal`.
    """

    number: int
    kind: str
    adjectives: tuple[str, ...] = ()
    suit: str = ""
    tile: str = ""
    step: int | None = None
    ranks: tuple[int, ...] = ()
    among: tuple[int, ...] = ()
    which: tuple[str, ...] = ()
    picks: int = 0


def pattern_words(patterns: Iterable[object], classes: ClassWords) -> str:
    """Patterns that are found side by side, or the parts of a shape, in words."""
    items = merged_items([item for text in patterns for item in pattern_items(str(text).strip())])
    stepped = [item for item in items if item.step is not None]
    if stepped:
        others = [item for item in items if item.step is None]
        return and_list([_stepped(stepped, classes), *_beside(stepped, others, classes)])
    return and_list(_by_suits(items, classes))


def counted_words(pattern: object, classes: ClassWords) -> tuple[str, str]:
    """A pattern that is counted, in words: one of what it finds, and several."""
    (item,) = list(pattern_items(str(pattern).strip()))[:1]
    one, many = _noun(item, classes, 1), _noun(item, classes, 2)
    shared = " of one suit" if item.suit else ""
    return one + shared, many + shared


def one_at_most(pattern: object) -> bool:
    """Whether no hand has more than one of a pattern: the winning tile completes one set."""
    return "completed" in str(pattern).split()


def pattern_items(text: str) -> Iterator[PatternItem]:
    """The items of one part of a pattern."""
    times = _TIMES.fullmatch(text)
    number, body = (int(times[1]), times[2].strip()) if times else (1, text)
    picks = _PICK.fullmatch(body)
    if picks:
        one = _OF_A_SUIT.fullmatch(picks[2])
        among = tuple(int(digit) for digit in one[1]) if one else ()
        suit, which = (one[2], ()) if one else ("", tuple(picks[2].split()))
        yield PatternItem(number, "pick", suit=suit, among=among, which=which, picks=int(picks[1]))
    elif body.startswith("("):
        yield PatternItem(number, "equal", which=tuple(body.strip("()").split()))
    elif _WRITTEN.fullmatch(body.replace(" ", "")):
        yield from _written(body.replace(" ", ""), number)
    else:
        yield from _set_items(body.split(), number)


def _written(body: str, number: int) -> Iterator[PatternItem]:
    """Tiles written out: those of a letter make a set or stay loose; loose tiles of known suits go together."""
    loose: list[str] = []
    for digits, letters in _TILES.findall(body):
        ranks = tuple(int(digit) for digit in digits)
        for letter in letters:
            form = written_form(list(ranks), letter)
            known = letter not in LETTERS_SUIT
            if form is None and known:
                loose.append(digits + letter)
            elif form is None:
                yield PatternItem(number, "tiles", suit=letter, ranks=ranks)
            elif known and form != "chow":
                yield PatternItem(number, form, which=(f"{ranks[0]}{letter}",))
            else:
                yield PatternItem(
                    number, form, suit="" if known else letter, ranks=ranks, which=(f"123456789{letter}",) * known
                )
    if loose:
        yield PatternItem(number, "tiles", which=tuple(loose))


def _set_items(words: list[str], number: int) -> Iterator[PatternItem]:
    """`concealed pung dragon a n..n+2`: adjectives, a kind, and which."""
    adjectives: list[str] = []
    while words and words[0] in ADJECTIVES:
        adjectives.append(words.pop(0))
    kind = words.pop(0).removesuffix("s") if words else "set"
    suit = next((word for word in words if word in LETTERS_SUIT), "")
    tile = next((word for word in words if word in LETTERS_TILE), "")
    ranks: tuple[int, ...] = ()
    among: tuple[int, ...] = ()
    for word in words:
        if found := _SUIT_RANK.fullmatch(word):
            suit, ranks = found[1], (int(found[2]),)
        elif found := _OF_A_SUIT.fullmatch(word):
            suit, among = found[2], tuple(int(digit) for digit in found[1])
    steps: Sequence[int | None] = (None,)
    for word in words:
        if run := _RUN.fullmatch(word):
            steps = range(int(run[1] or 0), int(run[2]) + 1)
        elif offset := _OFFSET.fullmatch(word):
            steps = (int(offset[1] or 0),)
    known = (suit, tile)
    which = tuple(
        word
        for word in words
        if word not in known and not any(form.fullmatch(word) for form in (_RUN, _OFFSET, _SUIT_RANK, _OF_A_SUIT))
    )
    for step in steps:
        yield PatternItem(number, kind, tuple(adjectives), suit, tile, step, ranks, among, which)


def merged_items(items: Sequence[PatternItem]) -> list[PatternItem]:
    """Items that are alike as one; what binds a tile by a letter stays as it is."""
    found: dict[PatternItem, int] = {}
    for item in items:
        alike = item._replace(number=1)
        found[alike] = found.get(alike, 0) + item.number
    return [item._replace(number=number) for item, number in found.items()]


def _by_suits(items: Sequence[PatternItem], classes: ClassWords) -> list[str]:
    """Items in words: those of each suit letter together, then those of none."""
    suits = list(dict.fromkeys(item.suit for item in items if item.suit))
    groups = [[item for item in items if item.suit == suit] for suit in suits]
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
    items = [group[0] for group in groups]
    alike = {item._replace(suit="", ranks=()) for item in items}
    if len(groups) < 2 or len(alike) != 1 or any(len(group) > 1 for group in groups) or items[0].number > 1:
        return ""
    plain = items[0]._replace(suit="", ranks=())
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
    total = sum(item.number for item in items)
    steps = [item.step or 0 for item in items for _ in range(item.number)]
    suits = {item.suit for item in items if item.suit}
    kinds = {(item.kind, item.adjectives, item.which) for item in items}
    if len(kinds) > 1 and 1 < len(suits) < total:
        return _suit_by_suit(items, classes)
    if len(kinds) > 1:
        told = and_list([_so_many(item, classes) for item in merged_items([one._replace(suit="") for one in items])])
        return f"{told}, {_numbers(steps)}{', each in a suit of its own' if len(suits) == total else _share(suits)}"
    many = _noun(items[0], classes, total)
    apart = len(suits) == total and total > 1
    if not apart and len(suits) > 1:
        return _in_several_suits(items, classes)
    if len(set(steps)) == 1:
        if apart and items[0].kind == "chow":
            return f"the same {_noun(items[0], classes, 1)} in each of {number_word(total)} suits"
        if apart:
            return f"{many} of the same number in {number_word(total)} suits"
        alike = all(item.suit for item in items)
        return f"{number_word(total)} identical {many}" if alike else f"{number_word(total)} {many} of the same number"
    place = f", one in each of {number_word(total)} suits" if apart else " in one suit" if suits else ""
    return f"{number_word(total)} {many}{place}, {_numbers(steps)}"


def _in_several_suits(items: Sequence[PatternItem], classes: ClassWords) -> str:
    """Sets of one kind whose numbers depend on each other, with several in a suit: in each suit the same, or not."""
    by_suit: dict[str, list[int]] = {}
    for item in items:
        by_suit.setdefault(item.suit, []).extend([item.step or 0] * item.number)
    one, *others = by_suit.values()
    if "" in by_suit or any(other != one for other in others):
        return _suit_by_suit(items, classes)
    same = f"{number_word(len(one))} {_noun(items[0], classes, len(one))}"
    return f"the same {same} in each of {number_word(len(by_suit))} suits, {_numbers(one)}"


def _suit_by_suit(items: Sequence[PatternItem], classes: ClassWords) -> str:
    """Sets whose numbers depend on each other, those of each suit letter together, then those of any suit."""
    groups = by_suit_letter(items)
    told = []
    for (suit, group), place in zip(groups, (*_PLACES, ""), strict=False):
        sets = and_list([_so_many(item, classes) for item in without_steps(group)])
        told.append(f"{sets} {place}" if suit else sets)
    steps = [item.step or 0 for _, group in groups for item in group for _ in range(item.number)]
    return f"{and_list(told)}, {_numbers(steps)}"


def by_suit_letter(items: Sequence[PatternItem]) -> list[tuple[str, list[PatternItem]]]:
    """Items by their suit letter, in the order in which these occur; those without one come last."""
    letters = sorted(dict.fromkeys(item.suit for item in items), key=lambda letter: not letter)
    return [(letter, [item for item in items if item.suit == letter]) for letter in letters]


def without_steps(items: Sequence[PatternItem]) -> Iterator[PatternItem]:
    """Items one after the other, those beside each other as one that are alike but for their numbers."""
    for alike, group in groupby(items, key=lambda item: item._replace(number=1, step=None)):
        yield alike._replace(number=sum(item.number for item in group))


def _share(suits: set[str]) -> str:
    return ", all in one suit" if len(suits) == 1 else ""


def _numbers(steps: Sequence[int]) -> str:
    """How numbers follow each other: all the same, or each so many higher than the one before."""
    gaps = {later - before for before, later in pairwise(steps)}
    if gaps == {0}:
        return "all of the same number"
    if len(gaps) == 1:
        gap = gaps.pop()
        higher = f"{number_word(gap)} {'number' if gap == 1 else 'numbers'} higher than the"
        return f"the second {higher} first" if len(steps) == 2 else f"each {higher} one before"
    return f"their lowest numbers as far apart as {and_list([str(step + 1) for step in steps])}"


def _so_many(item: PatternItem, classes: ClassWords) -> str:
    """An item with its number: `a pung of dragons`, `three chows of 123`."""
    if item.kind == "tiles":
        told = _ranks_in_a_row(item.ranks) if item.ranks else _each_of(item.which, classes)
        return told if item.number == 1 else f"{number_word(item.number)} times {told}"
    if item.kind == "pick":
        tiles = _choice(item, classes)
        count = item.picks * item.number if item.picks == 1 else item.picks
        return (
            f"any one of the {tiles.many}"
            if count == 1
            else f"{number_word(count)} different tiles out of {tiles.many}"
        )
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


def kinds_by_number(which: Sequence[str]) -> list[tuple[int, str]]:
    """The kinds that are written so many times, as text, by how often, those that are most often first."""
    written = Counter(parse_class("".join(which)))
    if set(written.values()) == {1}:
        return [(1, "".join(which))]
    numbers = sorted(set(written.values()), reverse=True)
    return [(number, format_tiles([tile for tile in written if written[tile] == number])) for number in numbers]


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
    return _lettered_words(item.which) if _lettered(item.which) else classes(item.which)


def _lettered(which: Sequence[str]) -> bool:
    return any(letter in LETTERS_SUIT for word in which if _WRITTEN.fullmatch(word) for letter in word)


def _lettered_words(which: Sequence[str]) -> TileWords:
    """A choice of tiles some of which are in any suits."""
    told, places = [], iter(_PLACES)
    for digits, letters in _TILES.findall("".join(which)):
        ranks = tuple(int(digit) for digit in digits)
        for letter in letters:
            if letter in LETTERS_SUIT:
                several = len(set("".join(which)) & set(LETTERS_SUIT)) > 1
                told.append(f"{ranks_words(ranks)} {next(places) if several else 'of the suit'}")
            elif letter == "z" and ranks == (1, 2, 3, 4, 5, 6, 7):
                told.append("the honours")
            else:
                told.append(digits + letter)
    return TileWords(f"one of {and_list(told)}", and_list(told))
