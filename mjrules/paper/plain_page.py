"""Pages as plain text, for those who have them read out: tiles are words, tables are sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..pictures.svg import Pictures
from ..spoken import CHINESE, Sentence
from ..teller import in_language
from ..text_tables import COLUMNS, lines_within, width
from ..words.lists import chinese_sentence, sentence
from .blocks import Block, Grid, Page, Points, Prose, RuleBox, TileRow

_EXAMPLE: Final = Sentence("Example: {hand}", "例：{hand}")
_CELL: Final = Sentence("{title}: {cell}", "{title}：{cell}")


def plain_page(page: Page, pictures: Pictures) -> str:
    """A page as text of 80 columns."""
    return "\n".join(_PlainLines(page.language, pictures).of(page)).rstrip() + "\n"


class _PlainLines:
    """Writes blocks as lines, in the language of their page."""

    def __init__(self, language: str, pictures: Pictures) -> None:
        chinese = language == CHINESE
        self._language, self._pictures = language, pictures
        self._sentence = chinese_sentence if chinese else sentence
        self._semicolon, self._stops = ("；", "。") if chinese else ("; ", ".")

    def of(self, page: Page) -> Iterator[str]:
        """The lines of a page."""
        yield from (page.title, "=" * width(page.title), "", *self._folded(page.about))
        for part in page.parts:
            if part.title:
                yield from ("", part.title, ("-" if part.level > 2 else "=") * width(part.title), "")
            for block in part.blocks:
                yield from self._lines(block)

    def _folded(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        return lines_within(text, COLUMNS, indent=indent, hanging=hanging or indent)

    def _lines(self, block: Block) -> Iterator[str]:
        match block:
            case Prose():
                yield from self._folded(block.text)
            case Points():
                for item in block.items:
                    yield from self._folded(item, "- ", "  ")
            case TileRow():
                yield from self._folded(self._sentence(block.text), "- ", "  ")
            case Grid():
                yield from self._rows(block)
            case RuleBox():
                yield from self._rule(block)

    def _rows(self, grid: Grid) -> Iterator[str]:
        for row in grid.rows:
            cells = [(title, cell.rstrip(self._stops)) for title, cell in zip(grid.head, row, strict=True) if cell]
            said = self._semicolon.join(
                in_language(_CELL(title=title, cell=cell), self._language) for title, cell in cells
            )
            yield from self._folded(self._sentence(said), "- ", "  ")

    def _rule(self, rule: RuleBox) -> Iterator[str]:
        title = f"{rule.name} {rule.others}".rstrip()
        yield from self._folded(in_language(_CELL(title=title, cell=rule.worth), self._language))
        yield from self._folded(rule.text, "  ")
        if rule.hand is not None:
            example = in_language(_EXAMPLE(hand=self._pictures.spoken(rule.hand)), self._language)
            yield from self._folded(self._sentence(example), "  ")
        for text in (rule.scores, *rule.notes):
            yield from self._folded(self._sentence(text), "  ")
        yield ""
