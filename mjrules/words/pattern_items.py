"""What patterns of sets and tiles ask for, in parts that any language can say: so many of a kind, in which suits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from ..shapes.pattern_grammar import ADJECTIVES, OFFSET, RUN, SUIT_RANK, written_form
from ..shapes.selectors import LETTERS_SUIT, LETTERS_TILE
from ..tiles.tile import format_tiles, parse_class

_TILES: Final = re.compile(r"([0-9]+)([mpszabc]+)")
_WRITTEN: Final = re.compile(r"(?:[0-9]+[mpszabc]+)+")
_TIMES: Final = re.compile(r"([0-9]+)\s*x\s+(.*)")
_PICK: Final = re.compile(r"([0-9]+)\s+of\s+(.*)")
_OF_A_SUIT: Final = re.compile(r"([0-9]+)([abc])")


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

    @property
    def picked(self) -> int:
        """How many different tiles a choice takes."""
        return self.picks * self.number if self.picks == 1 else self.picks


def items_side_by_side(patterns: Iterable[object]) -> tuple[list[PatternItem], list[PatternItem]]:
    """The items of patterns that are found side by side: those whose numbers depend on each other, and the others."""
    items = merged_items([item for text in patterns for item in pattern_items(str(text).strip())])
    return [item for item in items if item.step is not None], [item for item in items if item.step is None]


def counted_item(pattern: object) -> PatternItem:
    """The item of a pattern that is counted."""
    return next(pattern_items(str(pattern).strip()))


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
    for ranks, letter in written_tiles([body]):
        form = written_form(list(ranks), letter)
        known = letter not in LETTERS_SUIT
        if form is None and known:
            loose.append("".join(map(str, ranks)) + letter)
        elif form is None:
            yield PatternItem(number, "tiles", suit=letter, ranks=ranks)
        elif known and form != "chow":
            yield PatternItem(number, form, which=(f"{ranks[0]}{letter}",))
        else:
            whole = f"123456789{letter}"
            yield PatternItem(number, form, suit="" if known else letter, ranks=ranks, which=(whole,) * known)
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
        if found := SUIT_RANK.fullmatch(word):
            suit, ranks = found[1], (int(found[2]),)
        elif found := _OF_A_SUIT.fullmatch(word):
            suit, among = found[2], tuple(int(digit) for digit in found[1])
    steps: Sequence[int | None] = (None,)
    for word in words:
        if run := RUN.fullmatch(word):
            steps = range(int(run[1] or 0), int(run[2]) + 1)
        elif offset := OFFSET.fullmatch(word):
            steps = (int(offset[1] or 0),)
    known = (suit, tile)
    which = tuple(
        word
        for word in words
        if word not in known and not any(form.fullmatch(word) for form in (RUN, OFFSET, SUIT_RANK, _OF_A_SUIT))
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


def by_suit_letter(items: Sequence[PatternItem]) -> list[tuple[str, list[PatternItem]]]:
    """Items by their suit letter, in the order in which these occur; those without one come last."""
    letters = sorted(dict.fromkeys(item.suit for item in items), key=lambda letter: not letter)
    return [(letter, [item for item in items if item.suit == letter]) for letter in letters]


def one_in_each_suit(groups: Sequence[Sequence[PatternItem]]) -> PatternItem | None:
    """What there is one of in several suits, whatever its numbers; None where the groups are not so alike."""
    alike = {(item._replace(suit="", ranks=()), bool(item.ranks)) for group in groups for item in group}
    if len(groups) < 2 or len(alike) != 1 or any(len(group) > 1 for group in groups):
        return None
    ((one, _),) = alike
    return one if one.number == 1 else None


class SetsInStep(NamedTuple):
    """Sets whose numbers depend on each other: how many, what is added to the number of each, in how many suits of
    letters, and whether they are of several kinds."""

    total: int
    steps: list[int]
    suits: int
    several_kinds: bool

    @classmethod
    def of(cls, items: Sequence[PatternItem]) -> SetsInStep:
        """What some items are together."""
        steps, suits = number_steps(items), {item.suit for item in items if item.suit}
        return cls(len(steps), steps, len(suits), len({(item.kind, item.adjectives, item.which) for item in items}) > 1)

    @property
    def apart(self) -> bool:
        """Whether each is in a suit of its own."""
        return self.suits == self.total > 1


def number_steps(items: Iterable[PatternItem]) -> list[int]:
    """What is added to the number of each set."""
    return [item.step or 0 for item in items for _ in range(item.number)]


def steps_in_each_suit(items: Sequence[PatternItem]) -> list[int] | None:
    """What is added to the numbers of the sets of each suit; None where that differs, or some are in any suit."""
    groups = by_suit_letter(items)
    one, *others = [number_steps(group) for _, group in groups]
    return None if not groups[-1][0] or any(other != one for other in others) else one


def higher_by(steps: Sequence[int]) -> int | None:
    """By how much each number is higher than the one before; None where that differs."""
    gaps = {later - before for before, later in pairwise(steps)}
    return gaps.pop() if len(gaps) == 1 else None


def without_suits(items: Iterable[PatternItem]) -> list[PatternItem]:
    """Items whatever their suits, those that are alike as one."""
    return merged_items([item._replace(suit="") for item in items])


def without_steps(items: Sequence[PatternItem]) -> Iterator[PatternItem]:
    """Items one after the other, those beside each other as one that are alike but for their numbers."""
    for alike, group in groupby(items, key=lambda item: item._replace(number=1, step=None)):
        yield alike._replace(number=sum(item.number for item in group))


def kinds_by_number(which: Sequence[str]) -> list[tuple[int, str]]:
    """The kinds that are written so many times, as text, by how often, those that are most often first."""
    written = Counter(parse_class("".join(which)))
    if set(written.values()) == {1}:
        return [(1, "".join(which))]
    numbers = sorted(set(written.values()), reverse=True)
    return [(number, format_tiles([tile for tile in written if written[tile] == number])) for number in numbers]


def has_suit_letters(which: Sequence[str]) -> bool:
    """Whether tiles that are written out have letters for suits."""
    return any(letter in LETTERS_SUIT for word in which if _WRITTEN.fullmatch(word) for letter in word)


def written_tiles(which: Sequence[str]) -> Iterator[tuple[tuple[int, ...], str]]:
    """The numbers of tiles that are written out, each with its letter."""
    for digits, letters in _TILES.findall("".join(which)):
        for letter in letters:
            yield tuple(int(digit) for digit in digits), letter


def is_every_honour(ranks: tuple[int, ...], letter: str) -> bool:
    """Whether tiles written out are all honours."""
    return letter == "z" and ranks == (1, 2, 3, 4, 5, 6, 7)
