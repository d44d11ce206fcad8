"""Tiles as numbers, and their text.

A tile is a small whole number. Kinds 0 to 33 are the suit tiles and honours in the order of the
mpsz text (1m..9m, 1p..9p, 1s..9s, 1z..7z); then come flowers and seasons, the joker, the three
red fives, the animals, and for every kind the joker that stands for it. A red five is a tile of its own and
of the kind of its five; so is a joker of the kind for which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import Final

from ..errors import TileError
from ..spoken import Sentence

Tile = int
"""A tile: an index into `TEXT`."""

SUITS = "mps"
LETTERS = "mpsz"
RANKS: Mapping[str, int] = {"m": 9, "p": 9, "s": 9, "z": 7}
FIRST: Mapping[str, int] = {"m": 0, "p": 9, "s": 18, "z": 27}
BONUS_LETTERS = ("f", "s", "a")
"""Flowers, seasons and animals; their number comes behind the letter."""
VARIATION = "\ufe0e\ufe0f"
"""The marks behind a Unicode tile that choose its plain or its coloured form."""
SUIT_KINDS = (0x1FF, 0x1FF << 9, 0x1FF << 18)
"""The kinds of each suit as masks."""
KINDS: Final = 34
"""How many kinds can be in a set; tiles from here on are bonus tiles, jokers and red fives."""
ALL_KINDS: Final = (1 << KINDS) - 1
"""The mask of all kinds."""
WINDS: Final = range(27, 31)
DRAGONS: Final = range(31, KINDS)
HONOURS: Final = range(27, KINDS)
CIRCLES: Final = (range(9), range(9, 18), range(18, 27), WINDS, DRAGONS)
"""The kinds that follow each other: suits, winds, dragons."""

BONUS_GROUPS: Mapping[str, tuple[Tile, ...]] = {
    "flower": (34, 35, 36, 37), "season": (38, 39, 40, 41), "animal": (46, 47, 48, 49)
}  # fmt: skip
"""Flowers f1-f4, seasons s1-s4, and the animals a1-a4: cat, mouse, rooster, centipede."""
BONUS: tuple[Tile, ...] = tuple([tile for group in BONUS_GROUPS.values() for tile in group])
"""All bonus tiles, group by group."""
JOKER: Final = 42
RED: Mapping[Tile, Tile] = {43: 4, 44: 13, 45: 22}
"""Red fives and the kind that each is."""
STANDING: Final = 50
"""The joker that stands for the first kind; those for the other kinds follow in order."""

TEXT: tuple[str, ...] = (
    *(f"{rank}{letter}" for letter in LETTERS for rank in range(1, RANKS[letter] + 1)),
    *(f"f{n}" for n in range(1, 5)),
    *(f"s{n}" for n in range(1, 5)),
    "J",
    *("0m", "0p", "0s"),
    *(f"a{n}" for n in range(1, 5)),
    *("J",) * KINDS,
)
"""The text of every tile; a joker is written as one, whatever it stands for."""
BY_TEXT: Mapping[str, Tile] = {text: tile for tile, text in enumerate(TEXT[:STANDING])}
KIND: tuple[int, ...] = (*(RED.get(tile, tile) for tile in range(STANDING)), *range(KINDS))
"""The kind of every tile: itself, but for red fives and for jokers that stand for something."""
REAL: tuple[Tile, ...] = (*range(STANDING), *(JOKER,) * KINDS)
"""What every tile is on the table: itself, but a joker whatever it stands for."""
_ORDER: tuple[tuple[int, bool, int], ...] = tuple((KIND[tile], tile >= STANDING, -tile) for tile in range(len(TEXT)))
"""The order of tiles: that of their kinds; a red five comes before the plain fives, a joker after them."""
_BITS: tuple[int, ...] = tuple(1 << tile for tile in range(len(TEXT)))
SUIT: tuple[str, ...] = tuple(TEXT[KIND[tile]][-1] if KIND[tile] < KINDS else "" for tile in range(len(TEXT)))
"""The suit letter of every tile; empty for bonus tiles and jokers."""

_UNICODE = {
    0x1F000: "1z", 0x1F001: "2z", 0x1F002: "3z", 0x1F003: "4z",
    0x1F004: "7z", 0x1F005: "6z", 0x1F006: "5z",
    **{0x1F007 + n: f"{n + 1}m" for n in range(9)},
    **{0x1F010 + n: f"{n + 1}s" for n in range(9)},
    **{0x1F019 + n: f"{n + 1}p" for n in range(9)},
    0x1F022: "f1", 0x1F023: "f2", 0x1F024: "f4", 0x1F025: "f3",
    **{0x1F026 + n: f"s{n + 1}" for n in range(4)},
    0x1F02A: "J",
}  # fmt: skip
UNICODE: Mapping[str, Tile] = {chr(code): BY_TEXT[text] for code, text in _UNICODE.items()}
"""The tiles of the Unicode block that begins at U+1F000, by character; it has no animals."""
_TO_UNICODE: Mapping[Tile, str] = {tile: char for char, tile in UNICODE.items()}


_SEVERAL = r"(?<![0-9])([0-9]++)([mpsz]{2,})"


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text such as `123m 55z f1s3 J`, in the order written; spaces anywhere.

    Digits wait for their letter (`123m`); a letter `f`, `s` or `a` with no digit waiting opens a run
    of bonus tiles (`f13`), whose numbers follow without a space. Unicode tiles may come between. Raises TileError.
    """
    known = _KNOWN_RUNS.get(text)
    if known is not None:
        return known
    if not _RUNS.fullmatch(text):
        return _one_by_one(text)
    found: list[Tile] = []
    for run in _RUN.findall(text):
        found += _KNOWN_RUNS.get(run) or _tiles_of_run(run)
    return tuple(found)


def _one_by_one(text: str) -> tuple[Tile, ...]:
    """The tiles of a text, character by character. Raises TileError."""
    found: list[Tile] = []
    digits, place = "", 0
    while place < len(text):
        char = text[place]
        place += 1
        if char.isspace() or char in VARIATION:
            continue
        if char in UNICODE or char == "J":
            _no_digits(digits)
            found.append(UNICODE.get(char, JOKER))
        elif char.isascii() and char.isdigit():
            digits += char
        elif digits and char in LETTERS:
            found.extend(_suit_tile(digit, char) for digit in digits)
            digits = ""
        elif char in BONUS_LETTERS and not digits:
            numbers = _NUMBERS.match(text, place)
            if numbers is None:
                raise TileError(_NO_NUMBER_BEHIND(letter=char))
            found.extend(_bonus_tile(char, number) for number in numbers[0])
            place = numbers.end()
        else:
            raise TileError(_unknown_letter(char, digits))
    _no_digits(digits)
    return tuple(found)


_NUMBERS: Final = re.compile("[0-9]+")
NO_BONUS_TILE: Final = Sentence(
    'there is no bonus tile "{tile}": they run from {letter}1 to {letter}4',
    "没有花牌“{tile}”：只有“{letter}1”至“{letter}4”",
)
NO_SUCH_TILE: Final = Sentence(
    'there is no tile "{tile}": {letter} runs from 1{letter} to {last}{letter}',
    "没有“{tile}”这张牌：“{letter}”为“1{letter}”至“{last}{letter}”",
)
"""What is wrong with tiles that do not exist, whoever reads them."""
_NO_SUIT: Final = Sentence(
    '"{digits}" has no suit letter: expected m, p, s or z after the numbers',
    "“{digits}”缺花色：数字后须有“m”、“p”、“s”或“z”",
)
_NO_NUMBER: Final = Sentence(
    '"{char}" has no number before it: expected tiles such as 123{char}', "“{char}”前缺数字：应如“123{char}”"
)
_NO_NUMBER_BEHIND: Final = Sentence(
    '"{letter}" has no number behind it: expected bonus tiles such as {letter}1', "“{letter}”后缺数字：应如“{letter}1”"
)
_NOT_A_TILE: Final = Sentence(
    '"{text}" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J',
    "“{text}”不是牌：应为数字加“m”、“p”、“s”或“z”，或“f1-f4”、“s1-s4”、“a1-a4”、“J”",
)
_RUN: Final = re.compile("[0-9]++[mpsz]")
_RUNS: Final = re.compile("(?:[0-9]++[mpsz])++")
"""A run of numbers with their letter, and a text of nothing else, as most are."""
_KNOWN_RUNS: Final[dict[str, tuple[Tile, ...]]] = {}
_RUNS_KEPT: Final = 1 << 12
_LONGEST_KEPT: Final = 20


def _tiles_of_run(run: str) -> tuple[Tile, ...]:
    """The tiles of a run; short ones are kept, for few are different. Raises TileError."""
    found = tuple([_suit_tile(digit, run[-1]) for digit in run[:-1]])
    if len(run) <= _LONGEST_KEPT:
        if len(_KNOWN_RUNS) >= _RUNS_KEPT:
            _KNOWN_RUNS.clear()
        _KNOWN_RUNS[run] = found
    return found


def parse_class(text: str) -> tuple[Tile, ...]:
    """The tiles of a text in which numbers may have several letters: `19mps1234567z`. Raises TileError."""
    return parse_tiles(re.sub(_SEVERAL, lambda found: "".join(found[1] + letter for letter in found[2]), text))


def _suit_tile(digit: str, letter: str) -> Tile:
    tile = BY_TEXT.get(digit + letter)
    if tile is None:
        raise TileError(NO_SUCH_TILE(tile=digit + letter, letter=letter, last=RANKS[letter]))
    return tile


def _bonus_tile(letter: str, number: str) -> Tile:
    tile = BY_TEXT.get(letter + number)
    if tile is None:
        raise TileError(NO_BONUS_TILE(tile=letter + number, letter=letter))
    return tile


def _no_digits(digits: str) -> None:
    if digits:
        raise TileError(_NO_SUIT(digits=digits))


def _unknown_letter(char: str, digits: str) -> str:
    if char in LETTERS:
        return _NO_NUMBER(char=char)
    return _NOT_A_TILE(text=digits + char)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """The shortest text of these tiles in this order, as `parse_tiles` reads it: `123m55zf1f3`."""
    text = ""
    for tile in tiles:
        name = TEXT[tile]
        if not name[0].isdigit():
            text += name
        elif text and text[-1] == name[1]:
            text = text[:-1] + name
        else:
            text += (" " if text[-2:-1] in BONUS_LETTERS and text[-1] != TEXT[JOKER] else "") + name
    return text


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles in their order: that of their kinds; a red five comes before the plain fives, a joker after them."""
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


def format_unicode(tiles: Iterable[Tile]) -> str:
    """These tiles as characters of the mahjong block; a red five is printed as its five, an animal as its text.

    The red dragon is followed by the mark that asks for the plain form instead of the emoji.
    """
    text = "".join([_TO_UNICODE.get(KIND[REAL[tile]], TEXT[tile]) for tile in tiles])
    return text.replace("\U0001f004", "\U0001f004\ufe0e")


def mask_of(tiles: Iterable[Tile]) -> int:
    """A bit per tile: the form in which classes of tiles are kept."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def kinds_in(counts: Sequence[int]) -> int:
    """The mask of the kinds that are there, given how many tiles of each kind."""
    return sum(compress(_BITS, counts))


def odd_kinds(counts: Sequence[int]) -> int:
    """The mask of the kinds that are there an odd number of times."""
    return sum(compress(_BITS, [number & 1 for number in counts]))


@lru_cache(maxsize=1 << 12)
def tiles_of(mask: int) -> tuple[Tile, ...]:
    """The tiles whose bits are set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
