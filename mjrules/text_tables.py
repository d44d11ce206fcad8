"""Rows in columns, for terminals and for notebooks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

COLUMNS = 80
"""How wide what is said of hands is, wherever it can be."""
NARROWEST_COLUMN = 24
"""How narrow a column may be into which text is wrapped."""
WIDEST = 120
"""How wide a paragraph is at most, for long lines are hard to read."""
NARROWEST = 40
_SPACES: Final = "\t\n\v\f\r"
"""What is a space within a line."""
_PIECE: Final = r"[（“［「]*(?:[!-\u02ff]+|\S)[，。；：、）”］」…]* *"
"""What stays on one line of Chinese: a word or number, or a character, with the marks that belong to it."""


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(unicodedata.combining(char) > 0 or char in "\ufe0e\ufe0f" for char in text)


def folded(text: str, indent: int) -> str:
    """A line, or several where it is too wide; all but the first are indented."""
    if width(text) <= COLUMNS and text.isprintable() and text[-1:] != " ":
        return text
    return "\n".join(lines_within(text, COLUMNS, hanging=" " * indent))


def lines_within(text: str, room: int, *, indent: str = "", hanging: str = "") -> list[str]:
    """A text in lines no wider than there is room, where that can be; those after the first begin with `hanging`.

    Words stay whole. Scripts without spaces may be broken behind any character, but no mark begins a line.
    """
    own = "".join(" " if char in _SPACES else char for char in text.strip())
    lines, line = list[str](), indent + text[: len(text) - len(text.lstrip())]
    for piece in re.findall(_PIECE, own) if width(own) > len(own) else (f"{word} " for word in own.split(" ")):
        if width(line + piece.rstrip()) > room and line.strip():
            lines.append(line.rstrip())
            line = hanging
        line += piece if piece.strip() or line != hanging else ""
    return [*lines, line.rstrip()] if own else []


def listed(words: Sequence[str]) -> str:
    """Words as a list: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def columns(
    rows: Iterable[Sequence[str]], *, right: Sequence[int] = (), indent: str = "  ", most: int | None = None
) -> str:
    """Rows in columns; those named in `right` are aligned to the right.

    With `most` the last column is wrapped, so that lines are no wider where that can be.
    """
    rows = list(rows)
    if not rows:
        return ""
    before = [max(width(row[index]) for row in rows) for index in range(len(rows[0]) - 1)]
    room = max(map(width, (row[-1] for row in rows)))
    if most is not None:
        room = min(room, most - len(indent) - sum(before) - 2 * len(before))
    lines = []
    for row in rows:
        for cells in _wrapped(row, room, most):
            first = zip(cells, before, strict=False)
            padded = [_padded(cell, own, right=place in right) for place, (cell, own) in enumerate(first)]
            last = cells[-1] if len(cells) > len(before) else ""
            lines.append((indent + "  ".join([*padded, _padded(last, room, right=len(before) in right)])).rstrip())
    return "\n".join(lines)


def _padded(cell: str, wide: int, *, right: bool) -> str:
    """A cell as wide as its column."""
    space = " " * (wide - width(cell))
    return space + cell if right else cell + space


def _wrapped(row: Sequence[str], room: int, most: int | None) -> Iterator[Sequence[str]]:
    """A row with its last cell in as many lines as it takes; with too little room, these go below the others."""
    if width(row[-1]) <= room or most is None:
        yield row
    elif room >= NARROWEST_COLUMN:
        for number, part in enumerate(lines_within(row[-1], room)):
            yield [*(row[:-1] if not number else [""] * (len(row) - 1)), part]
    else:
        yield row[:-1]
        yield from ([f"    {part}"] for part in lines_within(row[-1], most - 6))


def terminal_width() -> int:
    """How many columns the terminal has; as many as `COLUMNS` without one."""
    from shutil import get_terminal_size  # a score has no paragraphs

    return max(get_terminal_size((COLUMNS, 24)).columns, NARROWEST)


def fitted(rows: Iterable[Sequence[str]], *, right: Sequence[int] = (), indent: str = "  ") -> str:
    """Rows in columns, on a terminal; the last cells of a row that is too wide for it stand below the others."""
    rows, room, hanging = list(rows), terminal_width(), indent + " " * 6
    wide = [max(map(width, cells)) for cells in zip(*rows, strict=True)]
    fits = [width(indent) + sum(wide[:stays]) + 2 * (stays - 1) <= room for stays in range(1, len(wide))]
    stays = max(sum(fits), 1)
    beside = columns((row[:stays] for row in rows), right=right, indent=indent).splitlines()
    lines = []
    for row, short, line in zip(rows, beside, columns(rows, right=right, indent=indent).splitlines(), strict=True):
        if width(line) <= room:
            lines.append(line)
        else:
            below = lines_within("  ".join(filter(None, row[stays:])), room - len(hanging))
            lines += [short, *(hanging + part for part in below)]
    return "\n".join(lines)


def paragraph(text: str, *, indent: str = "  ", hanging: str = "      ") -> str:
    """A text in lines that a terminal has room for, those after the first indented by `hanging`."""
    return "\n".join(lines_within(text, min(terminal_width(), WIDEST), indent=indent, hanging=hanging))


def html_table(caption: str, rows: Iterable[Sequence[object]]) -> str:
    """Rows as a table of HTML."""
    from html import escape  # only notebooks need it

    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"
