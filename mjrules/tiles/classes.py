"""Classes of tiles: terminals, honours, winds and the rest, as data of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import MjrulesError, TileError, did_you_mean
from ..spoken import Sentence
from .tile import ALL_KINDS, KIND, KINDS, REAL, TEXT, Tile, mask_of, parse_class

_NO_CLASS_LEAVE_OUT = Sentence(
    '"{word}" is not a class of tiles (leave it out: "{text}")', "没有“{word}”这一类牌（请去掉：“{text}”）"
)
_TILE_WRITTEN = Sentence(" (as a tile, it is written {tile})", "（作为牌，写作“{tile}”）")
_NUMBERS_WRITTEN_THEIR = Sentence(
    " (numbers are written with their suit: {word}m, or {again}mps)", "（数字要写花色：“{word}m”，或“{again}mps”）"
)
_NO_CLASS = Sentence('"{word}" is not a class of tiles{near}', "没有“{word}”这一类牌{near}")
_CLASSES_TILES_REFER = Sentence("classes of tiles refer to each other: {circle}", "牌的类别互相引用：“{circle}”")
OR_BETWEEN = Sentence('"{text}": "or" goes between two classes of tiles', "“{text}”：“or”写在两类牌之间")
NOT_BEFORE = Sentence('"{text}": "not" goes before a class of tiles', "“{text}”：“not”写在一类牌之前")
_EXPECTED_TILES_NAME = Sentence('"{text}": expected tiles or the name of a class', "“{text}”：应为牌或一类牌的名称")
_DEPENDS_ON_HAND = Sentence(
    '"{text}": "{word}" depends on the hand and can be used only in `sets` and `tiles`',
    "“{text}”：“{word}”因手牌而异，只能用在“sets”和“tiles”里",
)

HONOUR_NAMES = dict(zip(("east", "south", "west", "north", "white", "green", "red"), "1234567", strict=True))
_SUITS = {"char": "m", "crack": "m", "dot": "p", "circle": "p", "bam": "s"}


class ClassError(MjrulesError):
    """A class of tiles that cannot be read; the message says why.

    `missing` is the word that names no class; `name` is the class in whose own text the error is.
    """

    def __init__(self, message: str, *, missing: str = "", name: str = "") -> None:
        super().__init__(message)
        self.missing, self.name = missing, name


def class_names(word: str) -> tuple[str, ...]:
    """The names of which a word may be one: itself, its plural, its singular."""
    return tuple(dict.fromkeys((word, f"{word}s", word.removesuffix("s"))))


def not_a_class(word: str, text: str, names: Iterable[str]) -> str:
    """That a word of a text names no class: the tile that was meant, as it is written, or the nearest name."""
    first, *rest = [part for part in text[text.find(word) :].lower().replace("_", " ").split() if part] or [""]
    suit = next((letter for start, letter in _SUITS.items() if rest and rest[0].startswith(start)), "")
    tile = f"{first}{suit}" if first.isdigit() and suit else f"{HONOUR_NAMES[first]}z" if first in HONOUR_NAMES else ""
    if word == "of" and rest:
        return _NO_CLASS_LEAVE_OUT(word=word, text=text.replace(" of ", " ", 1))
    tile = tile or ("J" if first.removesuffix("s") == "joker" else "")
    near = _TILE_WRITTEN(tile=tile) if tile else did_you_mean(word, names)
    if word.isdigit() and not tile:
        near = _NUMBERS_WRITTEN_THEIR(word=word, again=word)
    return _NO_CLASS(word=word, near=near)


class Classes:
    """The tile classes of a ruleset by name, as masks of tiles.

    `dynamic` are the classes of winds that only a hand can fill (the seat wind), each with its aliases; `fields`
    those that a field of its record fills.
    `suit_honours` says which honour belongs to which suit number.
    """

    def __init__(
        self,
        texts: Mapping[str, str],
        *,
        dynamic: Mapping[str, str] = {},
        fields: Iterable[str] = (),
        aliases: Mapping[str, Iterable[str]] = {},
        suit_honours: Mapping[Tile, int] = {},
    ) -> None:
        self.texts = dict(texts)
        self.fields = frozenset(fields)
        self.dynamic = {**dynamic, **{name: name for name in fields}}
        self.suit_honours = dict(suit_honours)
        self._aliases = {alias: name for name, words in aliases.items() for alias in words}
        self._masks: dict[str, int] = {}
        self._open: list[str] = []

    def names(self) -> list[str]:
        """All names, dynamic ones and aliases too."""
        return [*self.texts, *self._aliases, *self.dynamic]

    def canonical(self, word: str) -> str:
        """The name behind a word: its alias, its singular or plural, or the word itself."""
        for name in class_names(word):
            if name in self.dynamic:
                return self.dynamic[name]
            if name in self.texts:
                return name
            if name in self._aliases:
                return self._aliases[name]
        return word

    def is_dynamic(self, word: str) -> bool:
        """Whether the class depends on the hand."""
        return self.canonical(word) in self.dynamic.values()

    def find(self, word: str) -> int | None:
        """The mask of a class, or None where no class has that name.

        Raises ClassError the first time that a faulty class is asked for; later it has all tiles.
        """
        name = self.canonical(word)
        if name not in self.texts:
            return None
        if name not in self._masks:
            if name in self._open:
                chain = [*self._open[self._open.index(name) :], name]
                raise ClassError(_CLASSES_TILES_REFER(circle=" -> ".join(chain)), name=name)
            self._open.append(name)
            try:
                self._masks[name] = self.read(self.texts[name])
            except ClassError as error:
                self._masks[name] = ALL_KINDS
                error.name = error.name or name
                raise
            finally:
                self._open.pop()
        return self._masks[name]

    def read(self, text: str) -> int:
        """The mask of an expression: tile texts and class names, joined by `or`, cut by `not`.

        Side by side both must hold. A plain five means the red one too, a tile the joker that stands for it, and
        `J` every joker. Raises ClassError.
        """
        whole = 0
        alternatives = parted_by_or(str(text).split())
        for alternative in alternatives:
            if not alternative and len(alternatives) > 1:
                raise ClassError(OR_BETWEEN(text=text))
            mask, negate, empty = -1, False, True
            for word in alternative:
                if word == "not" and not negate:
                    negate = True
                    continue
                if word == "not":
                    raise ClassError(NOT_BEFORE(text=text))
                found = self._word(word, text)
                mask &= ~found if negate else found
                negate, empty = False, False
            if empty or negate:
                raise ClassError(_EXPECTED_TILES_NAME(text=text))
            whole |= mask
        return whole & ((1 << len(TEXT)) - 1)

    def _word(self, word: str, text: str) -> int:
        if self.is_dynamic(word):
            raise ClassError(_DEPENDS_ON_HAND(text=text, word=word))
        mask = self.find(word)
        if mask is not None:
            return mask
        if not any(char.isdigit() for char in word) and word != "J":
            raise ClassError(not_a_class(word, text, [*self.texts, *self._aliases]), missing=word)
        try:
            return with_others(mask_of(parse_class(word)))
        except TileError as error:
            raise ClassError(str(error)) from None


def parted_by_or(words: Iterable[str]) -> list[list[str]]:
    """The alternatives of an expression, between which `or` stands."""
    alternatives: list[list[str]] = [[]]
    for word in words:
        if word == "or":
            alternatives.append([])
        else:
            alternatives[-1].append(word)
    return alternatives


def with_others(mask: int) -> int:
    """A mask of tiles with the red fives of its plain fives, and the jokers that stand for its tiles, or are meant."""
    for tile in range(KINDS, len(TEXT)):
        if (KIND[tile] < KINDS and mask >> KIND[tile] & 1) or mask >> REAL[tile] & 1:
            mask |= 1 << tile
    return mask
