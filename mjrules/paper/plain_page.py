"""Pages as plain text, for those who have them read out: tiles are words, tables are sentences."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from ..pictures.svg import Pictures
from ..text_tables import COLUMNS
from ..words.lists import sentence
from .blocks import Block, Grid, Page, Points, Prose, RuleBox, TileRow


def plain_page(page: Page, pictures: Pictures) -> str:
    """A page as text of 80 columns."""
    lines = [page.title, "=" * len(page.title), "", *_folded(page.about)]
    for part in page.parts:
        if part.title:
            lines += ["", part.title, ("-" if part.level > 2 else "=") * len(part.title), ""]
        for block in part.blocks:
            lines += _lines(block, pictures)
    return "\n".join(lines).rstrip() + "\n"


def _folded(text: str, indent: str = "", hanging: str = "") -> list[str]:
    if not text:
        return []
    wide = fill(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=hanging or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wide.split("\n")


def _lines(block: Block, pictures: Pictures) -> Iterator[str]:
    match block:
        case Prose():
            yield from _folded(block.text)
        case Points():
            for item in block.items:
                yield from _folded(item, "- ", "  ")
        case TileRow():
            yield from _folded(sentence(block.text), "- ", "  ")
        case Grid():
            yield from _rows(block)
        case RuleBox():
            yield from _rule(block, pictures)


def _rows(grid: Grid) -> Iterator[str]:
    for row in grid.rows:
        told = "; ".join(f"{title}: {cell.rstrip('.')}" for title, cell in zip(grid.head, row, strict=True) if cell)
        yield from _folded(sentence(told), "- ", "  ")


def _rule(rule: RuleBox, pictures: Pictures) -> Iterator[str]:
    title = f"{rule.name} {rule.others}".rstrip()
    yield from _folded(f"{title}: {rule.worth}")
    yield from _folded(rule.text, "  ")
    if rule.hand is not None:
        yield from _folded(f"Example: {pictures.spoken(rule.hand)}.", "  ")
    for text in (rule.scores, *rule.notes):
        yield from _folded(sentence(text), "  ")
    yield ""
