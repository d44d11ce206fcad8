"""Pages as HTML that stands for itself: style and pictures are in it, and everything that a ruleset says is escaped."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from ..pictures.svg import Pictures
from ..spoken import Sentence
from ..teller import in_language
from .blocks import Block, Chapter, Grid, Page, Points, Prose, RuleBox, TileRow

_CONTENTS: Final = Sentence("Contents", "目录")()


def html_page(page: Page, pictures: Pictures, kind: str, *, contents: bool = False) -> str:
    """A page as HTML; `kind` is the class of its style."""
    parts = "\n".join(_chapter(part, number, pictures) for number, part in enumerate(page.parts, 1))
    listed = _contents(page) if contents else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{page.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{_style()}\n</style>\n</head>\n"
        f'<body class="{kind}">\n{pictures.faces()}\n<header><h1>{escape(page.title)}</h1>\n'
        f'<p class="about">{escape(page.about)}</p></header>\n{listed}<main>\n{parts}\n</main>\n</body>\n</html>\n'
    )


@cache
def _style() -> str:
    return files(__package__).joinpath("paper.css").read_text(encoding="utf-8").strip()


def _contents(page: Page) -> str:
    chapters = [(number, part.title) for number, part in enumerate(page.parts, 1) if part.level == 2]
    lines = "".join(f'<li><a href="#part-{number}">{escape(title)}</a></li>' for number, title in chapters)
    return f'<nav aria-label="{in_language(_CONTENTS, page.language)}"><ul>{lines}</ul></nav>\n'


def _chapter(part: Chapter, number: int, pictures: Pictures) -> str:
    blocks = "\n".join(_block(block, pictures) for block in part.blocks)
    heading = f'<h{part.level} id="part-{number}">{escape(part.title)}</h{part.level}>' if part.title else ""
    return f"<section>{heading}\n{blocks}\n</section>"


def _block(block: Block, pictures: Pictures) -> str:
    match block:
        case Prose():
            return f"<p>{escape(block.text)}</p>"
        case Points():
            return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</ul>"
        case Grid():
            return _grid(block)
        case TileRow():
            return f'<p class="tilerow">{pictures.row(block.tiles)}<span>{escape(block.text)}</span></p>'
        case RuleBox():
            return _rule(block, pictures)


def _grid(grid: Grid) -> str:
    def cell(number: int, text: str) -> str:
        kind = ' class="amount"' if number in grid.amounts else ""
        return f"<td{kind}>{escape(text)}</td>"

    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in grid.head)
    rows = "".join(f"<tr>{''.join(cell(*item) for item in enumerate(row))}</tr>\n" for row in grid.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table>"


def _rule(rule: RuleBox, pictures: Pictures) -> str:
    native = f' <span class="native">{escape(rule.others)}</span>' if rule.others else ""
    lines = [
        f'<h4><span class="worth">{escape(rule.worth)}</span>{escape(rule.name)}{native}</h4>',
        f"<p>{escape(rule.text)}</p>",
    ]
    if rule.hand is not None:
        lines.append(f'<p class="hand">{pictures.hand(rule.hand)}</p>')
    lines += [f'<p class="small">{escape(text)}</p>' for text in (rule.scores, *rule.notes) if text]
    return f'<article id="rule-{escape(rule.id)}">{"".join(lines)}</article>'
