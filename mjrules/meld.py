"""Sets that a player has laid on the table."""

from __future__ import annotations

from typing import NamedTuple

from .errors import HandError
from .pieces import CHOW, CLAIMED, DECLARED, KONG, OPEN, PUNG, TAKEN, Piece, make_piece
from .tiles import FIRST, KIND, KINDS, RANKS, SUIT, Tile, format_tiles, parse_tiles, sort_tiles

MELD_TYPES = ("chow", "pung", "kong")
SIZES = {"chow": 3, "pung": 3, "kong": 4}
SIDES = ("left", "across", "right")
"""Who discarded a tile, seen from the player who took it: left is the player before."""


class Meld(NamedTuple):
    """A declared set: a claimed chow, pung or kong, or a concealed kong.

    `source` says who discarded the claimed tile, `added` that a claimed pung was promoted.
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
        facts = DECLARED if self.concealed else DECLARED | CLAIMED | OPEN
        if not self.concealed and (self.type != "kong" or self.added):
            facts |= TAKEN
        form = CHOW if self.type == "chow" else PUNG
        return make_piece(form, self.first, facts | KONG if self.type == "kong" else facts)

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
        return f"{opening}{format_tiles(self.tiles)}{'+' if self.added else ''}{closing}"


def make_meld(
    kind: str,
    text: str,
    *,
    concealed: bool = False,
    source: str | None = None,
    added: bool = False,
    field: str = "melds",
) -> Meld:
    """The meld that a record or text describes. Raises HandError (`bad_record`) for no set."""
    tiles = sort_tiles(parse_tiles(text))
    found = meld_type(tiles)
    if found != kind:
        expected = {"chow": "three in a row of one suit", "pung": "three alike", "kong": "four alike"}[kind]
        raise HandError("bad_record", f'"{text}" is no {kind}: expected {expected}', f"{field}.tiles")
    if concealed and kind != "kong":
        message = f"a declared {kind} cannot be concealed: only a kong can (tiles kept in hand go in concealed)"
        raise HandError("bad_record", message, f"{field}.concealed")
    if added and (kind != "kong" or concealed):
        raise HandError("bad_record", "only a claimed pung can be promoted (added) to a kong", f"{field}.added")
    if source is not None and concealed:
        raise HandError("bad_record", "a concealed kong is claimed from nobody", f"{field}.from")
    return Meld(kind, tiles, concealed, source, added)


def meld_type(tiles: tuple[Tile, ...]) -> str | None:
    """`chow`, `pung` or `kong`, or None where these tiles, in order, are no set."""
    kinds = [KIND[tile] for tile in tiles]
    if not kinds or kinds[0] >= KINDS:
        return None
    if len(set(kinds)) == 1:
        return {3: "pung", 4: "kong"}.get(len(kinds))
    suit = SUIT[tiles[0]]
    in_a_row = kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
    if in_a_row and suit != "z" and kinds[2] < FIRST[suit] + RANKS[suit]:
        return "chow"
    return None
