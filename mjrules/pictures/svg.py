"""Tiles and hands as SVG for pages, paper and notebooks, each with its name for those who hear it read out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final, NamedTuple

from ..errors import TileError
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..spoken import CHINESE, ENGLISH, Sentence, Spoken, said_in
from ..tiles.names import Names
from ..tiles.tile import BONUS, JOKER, KIND, REAL, RED, STANDING, SUIT, SUITS, TEXT, Tile, sort_tiles
from ..words.chinese_tiles import chinese_tile
from ..words.lists import and_list
from ..words.tiles import bonus_tile_called, suit_word
from .faces import TILE_HEIGHT, TILE_WIDTH, back_markup, face_markup
from .strokes import number_text

TILE_MM: Final = 6.0
"""How wide a tile is on paper, where nothing else is asked for."""
BACK: Final = -1
"""A tile face down."""
_SPACE: Final = 22
"""The space between the parts of a hand."""
_STEP: Final = TILE_WIDTH + 1
_TURNED_AT: Final = {"left": 0, "across": 1, "right": -1}
_MELDS: Final = {
    "chow": Sentence("chow", "吃")(),
    "pung": Sentence("pung", "碰")(),
    "kong": Sentence("kong", "明杠")(),
    "concealed chow": Sentence("concealed chow", "暗顺")(),
    "concealed pung": Sentence("concealed pung", "暗刻")(),
    "concealed kong": Sentence("concealed kong", "暗杠")(),
}
_MELD: Final = Sentence("{called}: {tiles}", "{called}：{tiles}")
_IN_HAND: Final = Sentence("in hand: {tiles}", "手中：{tiles}")
_DRAWN: Final = Sentence("won on {tile}, drawn", "自摸{tile}")
_CLAIMED: Final = Sentence("won on {tile}, from another player", "和他家的{tile}")
_BONUS_TILES: Final = Sentence("bonus tiles: {tiles}", "花牌：{tiles}")
_SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg"'


class _Placed(NamedTuple):
    """A tile of a picture: where, and whether it lies on its side."""

    tile: Tile
    x: float
    turned: bool = False
    raised: bool = False


@dataclass
class Pictures:
    """Draws tiles and hands with the words of a ruleset, which name them in English, or with those of Chinese.

    With `shared` the faces are drawn once in a page, by `faces`, and the pictures only refer to them; otherwise each
    picture stands for itself. `outer_up` says how concealed kongs lie: the outer tiles face up, or the inner ones.
    """

    names: Names = field(default_factory=lambda: Names(()))
    shared: bool = False
    outer_up: bool = False
    mm: float = TILE_MM
    language: str = ENGLISH
    used: dict[Tile, None] = field(default_factory=dict)

    def tile_name(self, tile: Tile) -> str:
        """A tile in words: `5 of dots`, `East`, `red 5 of dots`, `flower 1`, `cat`, `joker`."""
        if self.language == CHINESE:
            return "扣着的牌" if tile == BACK else chinese_tile(tile)
        if tile == BACK:
            return "face-down tile"
        if REAL[tile] == JOKER:
            return "joker" if tile == JOKER else f"joker as {self.tile_name(KIND[tile])}"
        if tile in BONUS:
            return bonus_tile_called(tile)
        if SUIT[tile] in tuple(SUITS):
            named = f"{TEXT[KIND[tile]][0]} of {suit_word(SUIT[tile], self.names)}"
            return f"red {named}" if tile in RED else named
        return self.names.tile(tile)

    def tile(self, tile: Tile) -> str:
        """The picture of one tile."""
        return self._svg(self.tile_name(tile), [_Placed(tile, 0)], TILE_WIDTH, 0)

    def row(self, tiles: Iterable[Tile], label: str = "") -> str:
        """The picture of some tiles in a row."""
        tiles = tuple(tiles)
        placed = [_Placed(tile, number * _STEP) for number, tile in enumerate(tiles)]
        named = list(map(self.tile_name, tiles))
        listed = "、".join(named) if self.language == CHINESE else and_list(named)
        return self._svg(label or listed, placed, len(tiles) * _STEP - 1, 0)

    def hand(self, hand: Hand) -> str:
        """The picture of a hand: melds apart, each claimed tile turned; the winning tile apart; bonus tiles last."""
        placed: list[_Placed] = []
        x = 0.0
        for part in self._parts(hand):
            for tile, turned, raised in part:
                if not raised:
                    placed.append(_Placed(tile, x, turned))
                    x += (TILE_HEIGHT if turned else TILE_WIDTH) + 1
                else:
                    placed.append(_Placed(tile, placed[-1].x, True, True))
            x += _SPACE - 1
        head = TILE_WIDTH * 2 - TILE_HEIGHT + 1 if any(one.raised for one in placed) else 0
        return self._svg(self.spoken(hand), placed, max(x - _SPACE, TILE_WIDTH), head)

    def spoken(self, hand: Hand) -> str:
        """A hand in words, as its picture is read out."""
        parts = list(self._told(hand))
        return "；".join(said_in(part) for part in parts) if self.language == CHINESE else "; ".join(parts)

    def _told(self, hand: Hand) -> Iterator[Spoken]:
        """The parts of a hand in words."""
        for meld in hand.melds:
            yield _MELD(called=_meld_word(meld), tiles=self._listed(meld.tiles))
        if hand.concealed:
            yield _IN_HAND(tiles=self._listed(sort_tiles(hand.concealed)))
        if hand.win is not None:
            yield (_DRAWN if hand.self_drawn else _CLAIMED)(tile=self.tile_name(hand.win))
        if hand.bonus:
            yield _BONUS_TILES(tiles=self._listed(hand.bonus))

    def faces(self) -> str:
        """The faces that pictures of a page refer to, hidden; nothing where they stand for themselves."""
        drawn = "".join(
            f'<symbol id="{_face_id(tile)}" viewBox="0 0 {TILE_WIDTH} {TILE_HEIGHT}">{_markup(tile)}</symbol>'
            for tile in sorted(self.used)
        )
        return f'{_SVG} width="0" height="0" aria-hidden="true" class="faces">{drawn}</svg>' if drawn else ""

    def _listed(self, tiles: Sequence[Tile]) -> str:
        return ("、" if self.language == CHINESE else ", ").join(map(self.tile_name, tiles))

    def _parts(self, hand: Hand) -> Iterator[list[tuple[Tile, bool, bool]]]:
        """The parts of a hand: each tile, whether it is turned, and whether it lies on the one before."""
        for meld in hand.melds:
            yield list(self._meld(meld))
        if hand.concealed:
            yield [(tile, False, False) for tile in sort_tiles(hand.concealed)]
        if hand.win is not None:
            yield [(hand.win, False, False)]
        if hand.bonus:
            yield [(tile, False, False) for tile in hand.bonus]

    def _meld(self, meld: Meld) -> Iterator[tuple[Tile, bool, bool]]:
        if meld.concealed:
            down = (1, 2) if self.outer_up else (0, 3)
            yield from ((BACK if at in down else tile, False, False) for at, tile in enumerate(meld.tiles))
            return
        tiles = meld.tiles[:-1] if meld.added else meld.tiles
        turned = _TURNED_AT.get(meld.source or "left", 0) % len(tiles)
        for at, tile in enumerate(tiles):
            yield tile, at == turned, False
            if at == turned and meld.added:
                yield meld.tiles[-1], True, True

    def _svg(self, label: str, placed: Sequence[_Placed], wide: float, head: float) -> str:
        high = TILE_HEIGHT + head
        unit = self.mm / TILE_WIDTH
        size = f'width="{number_text(wide * unit)}mm" height="{number_text(high * unit)}mm"'
        box = f'viewBox="0 {number_text(-head)} {number_text(wide)} {number_text(high)}"'
        drawn = "".join(map(self._placed, placed))
        return f'{_SVG} class="tiles" role="img" {size} {box}><title>{escape(label)}</title>{drawn}</svg>'

    def _placed(self, one: _Placed) -> str:
        x, y = one.x, 0.0
        if one.turned:
            y = TILE_HEIGHT - (TILE_WIDTH * 2 + 1 if one.raised else TILE_WIDTH)
            at = f"translate({number_text(x)} {number_text(y + TILE_WIDTH)}) rotate(-90)"
        else:
            at = f"translate({number_text(x)} 0)"
        if not self.shared:
            return f'<g transform="{at}">{_markup(one.tile)}</g>'
        self.used[one.tile] = None
        size = f'width="{TILE_WIDTH}" height="{TILE_HEIGHT}"'
        return f'<use href="#{_face_id(one.tile)}" transform="{at}" {size}/>'


def _markup(tile: Tile) -> str:
    return back_markup() if tile == BACK else face_markup(tile)


def _face_id(tile: Tile) -> str:
    if tile == BACK:
        return "tile-back"
    return f"tile-{TEXT[tile]}{TEXT[KIND[tile]] if tile >= STANDING else ''}"


def _meld_word(meld: Meld) -> str:
    called = f"{'concealed ' if meld.concealed else ''}{meld.type}"
    return _MELDS.get(called, called)


def tile_svg(tile: Tile, names: Names | None = None, *, mm: float = TILE_MM) -> str:
    """The picture of one tile as SVG, so many millimetres wide; `names` are the words of a ruleset.

    A tile of -1 lies face down. Raises TileError for a number that is no tile.
    """
    if not BACK <= tile < len(TEXT):
        raise TileError(f"{tile} is no tile: expected -1 to {len(TEXT) - 1}")
    return Pictures(names or Names(()), mm=mm).tile(tile)


def hand_svg(hand: Hand, names: Names | None = None, *, outer_up: bool = False, mm: float = TILE_MM) -> str:
    """The picture of a hand as SVG: melds apart, claimed tiles turned, concealed kongs face down, the win apart."""
    return Pictures(names or Names(()), outer_up=outer_up, mm=mm).hand(hand)
