"""Rows in columns, for terminals and for notebooks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

WIDEST = 120
"""How wide a paragraph is at most, for long lines are hard to read."""
NARROWEST = 40


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(unicodedata.combining(char) > 0 or char in "\ufe0e\ufe0f" for char in text)


def columns(rows: Iterable[Sequence[str]], *, right: Sequence[int] = (), indent: str = "  ") -> str:
    """Rows in columns; those named in `right` are aligned to the right."""
    rows = [list(row) for row in rows]
    if not rows:
        return ""
    widths = [max(width(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for index, cell in enumerate(row):
            space = " " * (widths[index] - width(cell))
            cells.append(space + cell if index in right else cell + space)
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def paragraph(text: str, *, indent: str = "  ", hanging: str = "      ") -> str:
    """A text in lines that a terminal has room for, those after the first indented by `hanging`."""
    import textwrap
    from shutil import get_terminal_size  # a score has no paragraphs

    room = max(min(get_terminal_size().columns, WIDEST), NARROWEST)
    wrapper = textwrap.TextWrapper(
        room, initial_indent=indent, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    )
    return wrapper.fill(text)


def html_table(caption: str, rows: Iterable[Sequence[object]]) -> str:
    """Rows as a table of HTML."""
    from html import escape  # only notebooks need it

    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"
