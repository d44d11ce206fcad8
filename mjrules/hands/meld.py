"""Sets that a player has laid on the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ..declared.named_tuple import NamedTuple
from ..errors import HandError, described
from ..spoken import Sentence
from ..tiles.tile import (
    FIRST,
    JOKER,
    KIND,
    KINDS,
    RANKS,
    REAL,
    STANDING,
    SUIT,
    TEXT,
    Tile,
    format_tiles,
    parse_tiles,
    sort_tiles,
)
from .pieces import CHOW, CLAIMED, DECLARED, KONG, OPEN, PUNG, TAKEN, Piece, make_piece

NO_SUCH_SET = Sentence('"{text}" is not a {kind}: expected {expected}', "“{text}”不是{name}：应为{expected}")
"""What is wrong with tiles that are no set of a kind."""
SET_NAMES = {
    "chow": Sentence("chow", "顺子")(),
    "pung": Sentence("pung", "刻子")(),
    "kong": Sentence("kong", "杠")(),
    "pair": Sentence("pair", "对子")(),
    "set": Sentence("set", "面子")(),
}
"""Kinds of set as sentences name them."""
_CONCEALED = Sentence(
    "a declared {kind} cannot be concealed: only a kong can (tiles kept in hand go in concealed)",
    "亮出的{name}不能是暗的：只有杠可以",
)
_ADDED = Sentence("only a claimed pung can be promoted (added) to a kong", "只有碰出的刻子可以加杠")
_FROM_NOBODY = Sentence("a concealed kong is claimed from nobody", "暗杠不来自任何一家")
_ONLY_JOKERS = Sentence(
    '"{text}" does not say what the jokers stand for: expected at least one other tile in the set',
    "“{text}”没说百搭代什么牌：其中至少须有一张别的牌",
)
_KEPT: Final = 1 << 12
MELD_TYPES = ("chow", "pung", "kong")
SIZES = {"chow": 3, "pung": 3, "kong": 4}
SIDES = ("left", "across", "right")
"""Who discarded a tile, seen from the player who took it: left is the player before."""


class Meld(NamedTuple):
    """A declared set: a claimed chow, pung or kong, or a concealed kong.

    `source` says who discarded the claimed tile, `added` that a claimed pung was promoted. A joker among
    `tiles` is there as the tile for which it stands.
    """

    type: str
    tiles: tuple[Tile, ...]
    concealed: bool = False
    source: str | None = None
    added: bool = False

    @property
    def first(self) -> int:
        """The kind of the lowest tile, which names the set."""
        return KIND[self.tiles[0]]

    @property
    def piece(self) -> Piece:
        """The set as a piece with its facts."""
        return _piece(self)

    def to_record(self) -> dict[str, object]:
        """The meld as in a hand record."""
        record: dict[str, object] = {
            "type": self.type,
            "tiles": format_tiles(self.tiles),
            "concealed": self.concealed,
        }
        if self.source is not None:
            record["from"] = self.source
        if self.added:
            record["added"] = True
        return record

    def to_text(self) -> str:
        """The meld as in hand text: in brackets when concealed, else in parentheses, a promoted pung with `+`."""
        opening, closing = "[]" if self.concealed else "()"
        tiles = format_tiles(self.tiles)
        word = "" if meld_type(tuple([REAL[tile] for tile in self.tiles])) == self.type else f"{self.type} "
        return f"{opening}{word}{tiles}{'+' if self.added else ''}{closing}"


@lru_cache(maxsize=_KEPT)
def _piece(meld: Meld) -> Piece:
    """A set as a piece with its facts; kept, for there are few."""
    facts = DECLARED if meld.concealed else DECLARED | CLAIMED | OPEN
    if not meld.concealed and (meld.type != "kong" or meld.added):
        facts |= TAKEN
    form = CHOW if meld.type == "chow" else PUNG
    return make_piece(form, meld.first, facts | KONG if meld.type == "kong" else facts)


@lru_cache(maxsize=_KEPT)
def make_meld(
    kind: str,
    text: str,
    *,
    concealed: bool = False,
    source: str | None = None,
    added: bool = False,
    field: str = "melds",
) -> Meld:
    """The meld that a record or text describes; kept, for there are few. Raises HandError (`bad_record`) for no set."""
    written = parse_tiles(text)
    if written and all(tile == JOKER for tile in written):
        raise HandError("bad_record", only_jokers(text), f"{field}.tiles")
    tiles = stood_for(kind, written)
    if tiles is None:
        message = NO_SUCH_SET(text=text, kind=kind, expected=EXPECTED[kind], name=SET_NAMES[kind])
        raise HandError("bad_record", message, f"{field}.tiles")
    meld = Meld(kind, tiles, concealed, source, added)
    if fault := fault_of(meld):
        raise HandError("bad_record", fault[1], f"{field}.{fault[0]}")
    return meld


def fault_of(meld: Meld) -> tuple[str, str] | None:
    """The field of a set that is wrong, and why; None for a set that may be declared."""
    kind = meld.type
    if kind not in SIZES:
        return ("type", f"expected chow, pung or kong, got {described(kind)}")
    if not _is_set(kind, meld.tiles):
        tiles = format_tiles(meld.tiles) if _ALL.issuperset(meld.tiles) else str(meld.tiles)
        return ("tiles", NO_SUCH_SET(text=tiles, kind=kind, expected=EXPECTED[kind], name=SET_NAMES[kind]))
    if meld.concealed and kind != "kong":
        return ("concealed", _CONCEALED(kind=kind, name=SET_NAMES[kind]))
    if meld.added and (kind != "kong" or meld.concealed):
        return ("added", _ADDED())
    if meld.source is not None and meld.concealed:
        return ("from", _FROM_NOBODY())
    if meld.source is not None and meld.source not in SIDES:
        return ("from", f"expected one of {', '.join(SIDES)}, got {described(meld.source)}")
    return None


def _is_set(kind: str, tiles: tuple[Tile, ...]) -> bool:
    """Whether these tiles, of which jokers stand for others, are such a set with at least one other tile."""
    found = stood_for(kind, tuple([REAL[tile] for tile in tiles])) if _IN_SETS.issuperset(tiles) else None
    return found is not None and [KIND[tile] for tile in found] == [KIND[tile] for tile in tiles]


_ALL: Final = frozenset(range(len(TEXT)))
_IN_SETS: Final = frozenset([tile for tile in _ALL if KIND[tile] < KINDS])
"""The tiles that may be in a set."""


EXPECTED = {
    "chow": Sentence("three in a row of one suit", "同花色相连的三张")(),
    "pung": Sentence("three alike", "三张相同的牌")(),
    "kong": Sentence("four alike", "四张相同的牌")(),
}
"""What the tiles of a set are."""


def only_jokers(text: str) -> str:
    """What is wrong with a declared set of nothing but jokers."""
    return _ONLY_JOKERS(text=text)


def meld_type(tiles: tuple[Tile, ...]) -> str | None:
    """`chow`, `pung` or `kong`, or None where these tiles are no set; one tile beside jokers is a pung or kong."""
    return next((kind for kind in ("pung", "kong", "chow") if stood_for(kind, tiles) is not None), None)


def jokers_beyond(tiles: Iterable[Tile], wild: int) -> list[Tile]:
    """The kinds for which jokers stand among the tiles of a set, but for those of the mask `wild`."""
    return [KIND[tile] for tile in tiles if tile >= STANDING and not wild >> KIND[tile] & 1]


@lru_cache(maxsize=_KEPT)
def stood_for(kind: str, tiles: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    """The tiles of a set in order, jokers as the tiles for which they stand; None where they are no such set; kept.

    In a pung or kong a joker is like the others; in a chow its place shows which tile it is.
    """
    plain = sort_tiles(tile for tile in tiles if tile != JOKER)
    if len(tiles) != SIZES[kind] or not plain or KIND[plain[-1]] >= KINDS:
        return None
    if kind != "chow":
        alike = KIND[plain[0]] == KIND[plain[-1]]
        return (*plain, *[STANDING + KIND[plain[0]]] * (len(tiles) - len(plain))) if alike else None
    first = KIND[plain[0]] - (tiles.index(plain[0]) if len(plain) < 3 else 0)
    suit = SUIT[plain[0]]
    if suit == "z" or not FIRST[suit] <= first <= FIRST[suit] + RANKS[suit] - 3:
        return None
    row = plain if len(plain) == 3 else tiles
    found = tuple([STANDING + first + step if tile == JOKER else tile for step, tile in enumerate(row)])
    return found if [KIND[tile] for tile in found] == [first, first + 1, first + 2] else None
