"""How tiles are printed in words of Chinese."""

from __future__ import annotations

from collections.abc import Iterable

from ..scoring.show import Style
from ..tiles.tile import Tile
from ..words.chinese_tiles import chinese_tiles


class ChineseStyle(Style):
    """Tiles in Chinese: `一二三万、东风`."""

    claimed, laid = "（{}）", "［{}］"

    def __init__(self) -> None:
        super().__init__(style="words")

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles in this style."""
        return chinese_tiles(tiles)

    @property
    def _plain(self) -> bool:
        """Whether spaces keep sets apart: names in Chinese have none."""
        return True
