"""Words for tiles, suits, sets and flags: read on input, chosen for output. The words are data.

A list of names gives words to some tiles, suits, kinds of set or flags in their order. One word may
be in several lists; where its meanings differ it is refused, naming them. Preferred lists decide
only which bonus tile is meant, for there the lists contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..declared.named_tuple import NamedTuple
from ..errors import TileError
from ..spoken import Sentence
from .tile import (
    BONUS_LETTERS,
    BY_TEXT,
    KIND,
    NO_SUCH_TILE,
    RANKS,
    REAL,
    SUIT,
    SUITS,
    TEXT,
    Tile,
    format_tiles,
    format_unicode,
    parse_tiles,
)

_SEVERAL_MEANINGS = Sentence('"{word}" has several meanings: {meanings}', "“{word}”有几种意思：“{meanings}”")
_A_SUIT = Sentence(
    '"{word}" is a suit: expected a number before it, as in "3 {word}"', "“{word}”是花色：前面须有数字，如“3 {word}”"
)


class NameList(NamedTuple):
    """One list of names.

    `kind` is `tiles`, `suits`, `sets` or `flags`; `things` are tile texts, suit letters, kinds of set or flags;
    `words` has for each thing its names, the first of which is printed.
    """

    id: str
    kind: str
    things: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    source: str = ""


class Names:
    """All lists of names of a ruleset; `prefer` are the lists that decide between meanings."""

    def __init__(self, lists: Iterable[NameList], prefer: Iterable[str] = ()) -> None:
        self.lists: dict[str, NameList] = {item.id: item for item in lists}
        self.prefer = tuple(prefer)
        self._meanings: dict[str, dict[tuple[str, str], list[str]]] = {}
        for item in self.lists.values():
            for thing, words in zip(item.things, item.words, strict=False):
                for word in words:
                    meanings = self._meanings.setdefault(word.casefold(), {})
                    meanings.setdefault((item.kind, thing), []).append(item.id)
        self._most_words = max((len(word.split()) for word in self._meanings), default=0)
        self._most_letters = max((len(word) for word in self._meanings if not word.isascii()), default=0)

    def longest(self, words: Sequence[str]) -> tuple[tuple[Tile, ...], int]:
        """The tile named by the first words, and how many words that took; 0 where they name none.

        Raises TileError for a word with several meanings, or a suit without its number.
        """
        if len(words) > 1 and words[0].isdigit():
            suit = self._one(words[1], "suits")
            if suit:
                return (self._suit_tile(words[0], suit),), 2
        for length in range(min(self._most_words, len(words)), 0, -1):
            phrase = " ".join(words[:length])
            if self._meant(phrase):
                tile = self._one(phrase, "tiles")
                if tile:
                    return (BY_TEXT[tile],), length
        return (), 0

    def read(self, text: str) -> tuple[Tile, ...]:
        """The tiles of a text that may contain names of tiles (`red dragon red dragon 5z`)."""
        words = text.split()
        found: list[Tile] = []
        plain: list[str] = []
        while words:
            tiles, used = self.longest(words)
            if used:
                found += [*parse_tiles(" ".join(plain)), *tiles]
                plain = []
            else:
                plain.append(words[0])
            words = words[used or 1 :]
        return (*found, *parse_tiles(" ".join(plain)))

    def set_kind(self, word: str) -> str | None:
        """The kind of set that a word names (`pon` is a pung), or None."""
        return self._one(word, "sets")

    def suit(self, word: str) -> str | None:
        """The letter of the suit that a word names, or None."""
        return self._one(word, "suits")

    def flag(self, words: Sequence[str]) -> tuple[str, int]:
        """The flag that the first words name, and how many words that took; 0 where they name none."""
        for length in range(min(self._most_words, len(words)), 0, -1):
            flag = self._one(" ".join(words[:length]), "flags")
            if flag:
                return flag, length
        return "", 0

    def bonus(self, word: str) -> Tile | None:
        """The bonus tile that a word names, or None. Raises TileError where it could be several."""
        meanings = self._preferred({key: lists for key, lists in self._meant(word).items() if _is_bonus(key)})
        if len(meanings) > 1:
            raise TileError(_SEVERAL_MEANINGS(word=word, meanings=self._list_meanings(meanings)))
        return next((BY_TEXT[thing] for _, thing in meanings), None)

    @property
    def known(self) -> tuple[str, ...]:
        """Every word for a tile, a suit or a set."""
        return tuple(word for word, meanings in self._meanings.items() if any(of != "flags" for of, _ in meanings))

    @property
    def flag_words(self) -> tuple[str, ...]:
        """Every word for a flag."""
        return tuple(word for word, meanings in self._meanings.items() if any(of == "flags" for of, _ in meanings))

    @property
    def bonus_words(self) -> tuple[str, ...]:
        """Every word for a bonus tile."""
        return tuple(word for word, meanings in self._meanings.items() if any(map(_is_bonus, meanings)))

    def longest_name(self, text: str) -> int:
        """How many letters at the beginning of a text are a name, of a script without spaces."""
        lengths = range(min(len(text), self._most_letters), 0, -1)
        return next((length for length in lengths if text[:length] in self._meanings), 0)

    def _suit_tile(self, number: str, suit: str) -> Tile:
        if f"{number}{suit}" not in BY_TEXT or number == "0":
            raise TileError(NO_SUCH_TILE(tile=number + suit, letter=suit, last=RANKS[suit]))
        return BY_TEXT[f"{number}{suit}"]

    def _meant(self, word: str) -> Mapping[tuple[str, str], list[str]]:
        """What a word may mean, each with the lists that say so; of several tiles it may be the plural."""
        word = word.casefold()
        return self._meanings.get(word) or self._meanings.get(word.removesuffix("s"), {})

    def _one(self, word: str, kind: str) -> str | None:
        """The one thing of that kind that a word means. Raises TileError where it could be several."""
        meanings = self._meant(word)
        if not meanings:
            return None
        if kind != "tiles":
            things = {thing for of, thing in meanings if of == kind}
            return things.pop() if len(things) == 1 else None
        meanings = self._preferred(meanings)
        if len(meanings) > 1:
            raise TileError(_SEVERAL_MEANINGS(word=word, meanings=self._list_meanings(meanings)))
        (of, thing), _ = next(iter(meanings.items()))
        if of == "suits":
            raise TileError(_A_SUIT(word=word))
        return thing if of == "tiles" else None

    def _preferred(self, meanings: Mapping[tuple[str, str], list[str]]) -> Mapping[tuple[str, str], list[str]]:
        """The meanings without those bonus tiles for which a preferred list has another one."""
        chosen = [key for key, lists in meanings.items() if _is_bonus(key) and set(lists) & set(self.prefer)]
        if not chosen:
            return meanings
        return {key: lists for key, lists in meanings.items() if key in chosen or not _is_bonus(key)}

    def _list_meanings(self, meanings: Mapping[tuple[str, str], Sequence[str]]) -> str:
        described = []
        for (of, thing), lists in meanings.items():
            what = f"the suit {thing}" if of == "suits" else thing
            described.append(f"{what} ({', '.join(lists)})")
        written = " or ".join(thing for of, thing in meanings if of == "tiles")
        return f"{' or '.join(described)}; write {written}"

    def tile(self, tile: Tile, lists: Sequence[str] = ()) -> str:
        """The name of a tile out of the given lists, then out of the preferred and the first ones."""
        order = [*lists, *self.prefer, *self.lists]
        tile = REAL[tile]
        text = TEXT[KIND[tile]]
        for item in (self.lists[id] for id in order if id in self.lists):
            if item.kind == "tiles" and text in item.things and (item.id in lists or SUIT[tile] not in tuple(SUITS)):
                return item.words[item.things.index(text)][0]
            if item.kind == "suits" and SUIT[tile] in item.things and SUIT[tile]:
                return f"{text[0]} {item.words[item.things.index(SUIT[tile])][0]}"
        return text

    def format(self, tiles: Iterable[Tile], style: str = "text") -> str:
        """Tiles in a style: `text` (mpsz), `unicode`, `words`, or the id of a list of names."""
        tiles = tuple(tiles)
        if style == "text":
            return format_tiles(tiles)
        if style == "unicode":
            return format_unicode(tiles)
        lists = () if style == "words" else (style,)
        return ", ".join(self.tile(tile, lists) for tile in tiles)


def _is_bonus(meaning: tuple[str, str]) -> bool:
    return meaning[0] == "tiles" and meaning[1][0] in BONUS_LETTERS
