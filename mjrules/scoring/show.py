"""How hands, sets and amounts look in the text of a score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ..hands.declared_fields import field_text
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.pieces import CLAIMED, COMPLETED, DECLARED, Piece, named_by, tiles_in
from ..spoken import Sentence, Spoken, spoken_list
from ..text_tables import COLUMNS, folded
from ..tiles.names import Names
from ..tiles.tile import Tile, parse_tiles
from .item import Item, printed
from .policy import Step

_STEP = Sentence("{text} = {value}", "{text} = {value}")
SEAT_NAMES: Mapping[str, Spoken] = {
    "E": Sentence("East", "东")(),
    "S": Sentence("South", "南")(),
    "W": Sentence("West", "西")(),
    "N": Sentence("North", "北")(),
}
_SITUATION = Sentence("Seat   {seat}, round {round}{note}", "门风  {seat}，圈风  {round}{note}")
_ASSUMED = Sentence(" ({what} assumed)", "（{what}未说明，按此算）")
_WINDS: Mapping[str, Spoken] = {"seat": Sentence("seat", "门风")(), "round": Sentence("round", "圈风")()}


class Style:
    """How tiles are printed: as `text` (123m), `unicode`, `words`, or by a list of names of the ruleset."""

    most: int | None = COLUMNS
    """How wide tables are; None where their lines are not to be broken."""
    claimed, laid = "({})", "[{}]"
    """A claimed set, and one that is declared but concealed."""

    def __init__(self, names: Names | None = None, style: str = "text") -> None:
        self._names, self._style = names or Names(()), style

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles in this style."""
        return self._names.format(tiles, self._style)

    def joined(self, tiles: Iterable[str]) -> str:
        """Groups of tiles in this style as one list."""
        return (" " if self._plain else ", ").join(tiles)

    def text_of(self, text: str) -> str:
        """Sets of tiles that are given as text (`123m 456m, 77z`) in this style."""
        if self._style == "text":
            return text
        inside, between = (" ", ", ") if self._plain else (" | ", "; ")
        matches = [match.split() for match in text.split(", ")]
        return between.join(inside.join(self.tiles(parse_tiles(part)) for part in match) for match in matches)

    @property
    def _plain(self) -> bool:
        """Whether tiles are letters and pictures, not names."""
        return self._style in ("text", "unicode")

    def pieces(self, pieces: Iterable[Piece], between: str = "  ") -> str:
        """The pieces of a reading: `(…)` claimed, `[…]` declared but concealed, `*` completed by the win.

        Names always have bars between the pieces.
        """
        return (between if self._plain else " | ").join(self._piece(piece) for piece in pieces)

    def _piece(self, piece: Piece) -> str:
        text = self.tiles(tiles_in(piece))
        if piece & CLAIMED:
            return self.claimed.format(text)
        if piece & DECLARED:
            return self.laid.format(text)
        return f"{text}*" if piece & COMPLETED else text

    def melds(self, melds: Iterable[Meld]) -> list[str]:
        """Declared sets."""
        return [(self.laid if own.concealed else self.claimed).format(self.tiles(own.tiles)) for own in melds]

    def sets(self, item: Item, pieces: tuple[Piece, ...]) -> str:
        """The sets on which an item was found, as often as they are told."""
        inside, between = (" ", ", ") if self._plain else (" | ", "; ")
        return between.join(inside.join(map(self.tiles, found)) for found in sets_told(item, pieces))


PLAIN = Style()
"""Tiles as text."""


def hand_text(hand: Hand, style: Style, assumed: Collection[str], *, complete: bool) -> str:
    """The tiles, which may be `complete`, and the situation; what was not said, but `assumed`, is marked."""
    lines = []
    held = style.melds(hand.melds)
    if hand.concealed:
        held.append(style.tiles(hand.concealed))
    lines.append(folded("Hand   " + "  ".join(held), 7))
    lines.append(_how_won(hand, style, complete=complete))
    lines.append(situation_text(hand, assumed))
    if hand.bonus_count:
        bonus = str(hand.bonus_count) if hand.bonus is None else style.tiles(hand.bonus)
        lines.append(f"Bonus  {bonus}")
    if hand.situation:
        lines.append(f"Flags  {', '.join(sorted(hand.situation))}")
    if hand.fields:
        lines.append("Fields " + ", ".join(f"{name}={field_text(value)}" for name, value in hand.fields.items()))
    return "\n".join(lines)


def _how_won(hand: Hand, style: Style, *, complete: bool) -> str:
    if hand.win is not None:
        side = "across" if hand.source == "across" else f"the {hand.source}"
        how = "drawn" if hand.self_drawn else f"claimed{f' from {side}' if hand.source else ''}"
        return f"Won on {style.tiles([hand.win])}, {how}"
    if not hand.winner:
        return "Did not win"
    return "Complete as dealt" if complete else "Won without complete tiles"


def situation_text(hand: Hand, assumed: Collection[str]) -> Spoken:
    """Seat and round; what was not said, but assumed, is marked."""
    note = _ASSUMED(what=spoken_list([_WINDS[name] for name in assumed], " and ", "和")) if assumed else ""
    return _SITUATION(seat=SEAT_NAMES[hand.seat], round=SEAT_NAMES[hand.round], note=note)


def in_words(steps: Sequence[Step]) -> str:
    """Steps on one line: `50 points x 2^1 = 100`."""
    return ", ".join(f"{step.text} = {printed(step.value)}" for step in steps)


def steps_on_line(steps: Sequence[Step]) -> Spoken:
    """Steps on one line, as `in_words`, in all languages."""
    return spoken_list([_STEP(text=step.text, value=printed(step.value)) for step in steps], ", ", "，")


def sets_told(item: Item, pieces: tuple[Piece, ...]) -> list[tuple[tuple[Tile, ...], ...]]:
    """The tiles of the sets on which an item was found, for each time; those alike once where it counts less often."""
    found = [tuple([tuple(tiles_in(piece)) for piece in named_by(mask, pieces)]) for mask in item.masks]
    return found if item.count == len(found) else [*dict.fromkeys(found)]
