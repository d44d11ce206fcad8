"""What a page is made of, before it becomes HTML or plain text."""

from __future__ import annotations

from dataclasses import dataclass

from ..hands.hand import Hand
from ..spoken import ENGLISH
from ..tiles.tile import Tile


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Points:
    """Short sentences, one below the other."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """A table: its head, and rows of cells; amounts are aligned to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    amounts: tuple[int, ...] = ()


@dataclass(frozen=True)
class TileRow:
    """Tiles with what they are called."""

    tiles: tuple[Tile, ...]
    text: str


@dataclass(frozen=True)
class RuleBox:
    """A rule with all that is told of it; `hand` is an example, `scores` says what it is worth."""

    id: str
    name: str
    others: str
    worth: str
    text: str
    hand: Hand | None
    scores: str
    notes: tuple[str, ...] = ()


Block = Prose | Points | Grid | TileRow | RuleBox


@dataclass(frozen=True)
class Chapter:
    """A part of a page with its heading; `level` is 2 for a chapter, 3 for what is inside one."""

    title: str
    blocks: tuple[Block, ...]
    level: int = 2


@dataclass(frozen=True)
class Page:
    """A page or booklet: its title, the line below it, its parts, and the language in which they are."""

    title: str
    about: str
    parts: tuple[Chapter, ...]
    language: str = ENGLISH
