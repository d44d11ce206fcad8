"""Tiles and classes of tiles in words: `terminals and honours`, `2s, 4s and 6s of bamboos`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..tiles.names import NameList, Names
from ..tiles.tile import (
    ALL_KINDS,
    BONUS_GROUPS,
    FIRST,
    JOKER,
    KIND,
    KINDS,
    RANKS,
    RED,
    STANDING,
    SUITS,
    TEXT,
    Tile,
    mask_of,
    parse_class,
)
from .lists import and_list, with_article


class TileWords(NamedTuple):
    """How tiles of a class are called: `a wind`, all `winds and dragons`, any `winds or dragons`."""

    one: str
    many: str
    either: str = ""

    @property
    def alike(self) -> str:
        """Several tiles that are the same, of the class."""
        return self.either or self.many


def _mask(text: str) -> int:
    return mask_of(parse_class(text))


_KNOWN: Final = {
    _mask(text): TileWords(one, many)
    for text, one, many in (
        ("123456789mps", "a suit tile", "suit tiles"),
        ("19mps", "a terminal", "terminals"),
        ("2345678mps", "a simple", "simples"),
        ("1234z", "a wind", "winds"),
        ("567z", "a dragon", "dragons"),
        ("1234567z", "an honour", "honours"),
    )
}
_KNOWN[_mask("19mps1234567z")] = TileWords("a terminal or honour", "terminals and honours", "terminals or honours")
"""Classes that players have words for, by their tiles."""
_PLAIN_NAMES: Final = Names(
    (
        NameList("suits", "suits", tuple(SUITS), (("character",), ("dot",), ("bamboo",))),
        NameList(
            "honours",
            "tiles",
            tuple(f"{rank}z" for rank in range(1, 8)),
            (("East",), ("South",), ("West",), ("North",), ("White Dragon",), ("Green Dragon",), ("Red Dragon",)),
        ),
    )
)
"""How tiles are called where no ruleset says it."""
_REAL: Final = ALL_KINDS | mask_of(RED)
"""All tiles that may be in a set but jokers."""
_JOKERS: Final = mask_of((JOKER, *range(STANDING, len(TEXT))))
"""All jokers, whatever they stand for."""
_NO_JOKERS: Final = ((0, "is no joker"), (1, "are no jokers"))
"""What is said of one tile, and of many, where those are left out for which jokers stand."""
_ANIMALS: Final = ("cat", "mouse", "rooster", "centipede")
"""The animals in the order of their numbers; flowers and seasons are called by different names, so by their numbers."""
NEARLY_ALL: Final = 22
"""A class of so many kinds is told by what is not in it, if there are words for that."""


def tile_words(mask: int, names: Names) -> TileWords:
    """The tiles of a mask in words; `names` are the words of a ruleset for suits and honours."""
    if not has_all_jokers(mask):
        told = _real_words(mask, names)
        return told if may_be_jokers(mask) else TileWords(*[f"{told[of]} that {are}" for of, are in _NO_JOKERS])
    if not mask & _REAL:
        return TileWords("a joker", "jokers")
    told = _real_words(mask, names)
    return TileWords(f"{told.one} or a joker", f"{told.many} and jokers", f"{told.alike} or jokers")


def has_all_jokers(mask: int) -> bool:
    """Whether a mask has every joker, whatever it stands for, beside some real tiles or none."""
    return mask & _JOKERS == _JOKERS and mask & ALL_KINDS != ALL_KINDS


def may_be_jokers(mask: int) -> bool:
    """Whether jokers that stand for tiles of a mask are among them, as far as any could."""
    return not mask & ALL_KINDS or mask >> STANDING > 0


def _real_words(mask: int, names: Names) -> TileWords:
    """The tiles of a mask in words, jokers left out."""
    reds = [tile for tile in RED if mask >> tile & 1]
    mask &= ALL_KINDS
    if reds and not mask:
        return TileWords("a red five", "red fives") if len(reds) == len(RED) else _red_words(reds, names)
    rest = ALL_KINDS & ~mask
    if not rest:
        return TileWords("a tile", "tiles")
    if mask in _KNOWN:
        return _KNOWN[mask]
    if mask.bit_count() >= NEARLY_ALL and rest in _KNOWN:
        other = _KNOWN[rest].many
        return TileWords(f"a tile other than {other}", f"tiles other than {other}")
    kinds = [kind for kind in range(KINDS) if mask >> kind & 1]
    many, either = and_list(_several(mask, names)), and_list(_several(mask, names, "or"), "or")
    if len(kinds) == 1:
        return TileWords(_single(kinds[0], names), many)
    ranks = ranks_of_all_suits(mask)
    if ranks:
        return TileWords(with_article(and_list([str(rank) for rank in ranks], "or")), many, either)
    return TileWords(f"one of the {many}", many, either)


def class_in_words(text: str) -> str:
    """The tiles of a class, `567z`, in words that need no ruleset: `dragons`. Raises TileError."""
    return _real_words(_mask(text), _PLAIN_NAMES).many


def bonus_tile_called(tile: Tile) -> str:
    """A bonus tile in words that need no ruleset: `flower 1`, `cat`."""
    place, kind = next((own.index(tile), kind) for kind, own in BONUS_GROUPS.items() if tile in own)
    return _ANIMALS[place] if kind == "animal" else f"{kind} {place + 1}"


def _red_words(reds: Sequence[Tile], names: Names) -> TileWords:
    """Some of the red fives: `red 5s of dots`."""
    suits = and_list([suit_word(SUITS[KIND[tile] // RANKS["m"]], names) for tile in reds])
    return TileWords(f"a red 5 of {suits}", f"red 5s of {suits}")


def ranks_words(ranks: tuple[int, ...], last: str = "and") -> str:
    """Numbers of tiles in words: `2s, 4s and 6s`, and `6s to 9s` where they follow each other."""
    if len(ranks) > 3 and ranks == tuple(range(ranks[0], ranks[-1] + 1)):
        return f"{ranks[0]}s to {ranks[-1]}s"
    return and_list([f"{rank}s" for rank in ranks], last)


def suit_word(suit: str, names: Names) -> str:
    """The name of a suit: `bamboos`."""
    word = names.tile(FIRST[suit]).partition(" ")[2] or suit
    return word if word.endswith("s") else f"{word}s"


def ranks_in(mask: int, suit: str) -> tuple[int, ...]:
    """The ranks of the tiles of a suit that are in a mask."""
    return tuple(rank for rank in range(1, RANKS[suit] + 1) if mask >> (FIRST[suit] + rank - 1) & 1)


def ranks_of_all_suits(mask: int) -> tuple[int, ...]:
    """The ranks of a class that has the same in all suits, and no honours."""
    ranks = {ranks_in(mask, suit) for suit in SUITS}
    return ranks.pop() if len(ranks) == 1 and not mask >> FIRST["z"] else ()


def _several(mask: int, names: Names, last: str = "and") -> list[str]:
    """The parts of a class: numbers of all suits, or suit by suit, and honours."""
    numbers = mask & ((1 << FIRST["z"]) - 1)
    alike = ranks_of_all_suits(numbers)
    found = [_KNOWN[numbers].many if numbers in _KNOWN else ranks_words(alike, last)] if alike else []
    for suit in "" if alike else SUITS:
        ranks = ranks_in(mask, suit)
        if ranks:
            word = suit_word(suit, names)
            found.append(word if len(ranks) == RANKS[suit] else f"{ranks_words(ranks, last)} of {word}")
    honours = mask >> FIRST["z"] << FIRST["z"]
    if honours in _KNOWN:
        return [*found, _KNOWN[honours].many]
    winds, dragons = honours & _mask("1234z"), honours & _mask("567z")
    for part in (winds, dragons):
        if part in _KNOWN:
            found.append(_KNOWN[part].many)
        else:
            found += [_plural(kind, names) for kind in range(FIRST["z"], KINDS) if part >> kind & 1]
    return found


def _plural(kind: int, names: Names) -> str:
    name = names.tile(kind)
    return name if kind < FIRST["z"] + 4 else f"{name}s"


def _single(kind: int, names: Names) -> str:
    """One tile with its article: `a Red Dragon`, `the 5 of dots`."""
    for suit in SUITS:
        if 0 <= kind - FIRST[suit] < RANKS[suit]:
            return f"the {kind - FIRST[suit] + 1} of {suit_word(suit, names)}"
    return with_article(names.tile(kind))
