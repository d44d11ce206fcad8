"""Charts as SVG, to print in black and white: bars of two rulesets, and differences with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import floor, log10
from typing import Final, NamedTuple

CHART_WIDTH: Final = 800
"""How wide a chart is; on paper 160 mm, in which text is as large as in a book."""
_MM: Final = 160
_LABELS: Final = 250
"""The room for labels at the left."""
_NUMBERS: Final = 70
"""The room for numbers at the right."""
_ROW: Final = 40
_TOP: Final = 78
_LINE: Final = 18
_MOST_LETTERS: Final = 34
_STYLE: Final = (
    "text{font:15px sans-serif;fill:#000}.title{font-weight:bold;font-size:19px}.note{font-size:12px}"
    ".a{fill:#fff;stroke:#000;stroke-width:1.5}.b{fill:#444;stroke:#000;stroke-width:1.5}"
    ".line{stroke:#000;stroke-width:2}.thin{stroke:#999;stroke-width:1}.unclear{fill:#fff;stroke:#000;stroke-width:2}"
)


class Bar(NamedTuple):
    """Two numbers with a label."""

    label: str
    a: float
    b: float


class Dot(NamedTuple):
    """A difference with a label, and its interval; `clear` where that does not hold zero."""

    label: str
    difference: float
    low: float
    high: float
    clear: bool


def bar_chart(title: str, bars: Sequence[Bar], legend: Sequence[str], notes: Sequence[str]) -> str:
    """Two bars for each label, A above B, with their numbers, which are also in the text that is read out."""
    most = max((abs(number) for bar in bars for number in (bar.a, bar.b)), default=0) or 1
    room = CHART_WIDTH - _LABELS - _NUMBERS

    def row(bar: Bar, y: float) -> Iterator[str]:
        yield _label(bar.label, y + 20)
        for side, number, top in (("a", bar.a, y + 2), ("b", bar.b, y + 19)):
            wide = max(room * number / most, 0)
            yield f'<rect class="{side}" x="{_LABELS}" y="{top:g}" width="{wide:.1f}" height="15"/>'
            yield f'<text class="note" x="{_LABELS + wide + 6:.1f}" y="{top + 12:g}">{_told(number)}</text>'

    said = "; ".join(f"{bar.label}: A {_told(bar.a)}, B {_told(bar.b)}" for bar in bars)
    return _chart(title, bars, row, said, legend, notes)


def dot_chart(title: str, dots: Sequence[Dot], notes: Sequence[str]) -> str:
    """A dot for each difference, with a line as long as its interval; hollow where the interval holds zero."""
    low, high = min([0.0, *(dot.low for dot in dots)]), max([0.0, *(dot.high for dot in dots)])
    room, across = CHART_WIDTH - _LABELS - _NUMBERS, high - low or 1

    def at(value: float) -> float:
        return _LABELS + room * (value - low) / across

    def row(dot: Dot, y: float) -> Iterator[str]:
        middle, kind = y + 18, "b" if dot.clear else "unclear"
        yield _label(dot.label, y + 23)
        yield f'<line class="thin" x1="{at(0):.1f}" x2="{at(0):.1f}" y1="{y:g}" y2="{y + _ROW:g}"/>'
        yield f'<line class="line" x1="{at(dot.low):.1f}" x2="{at(dot.high):.1f}" y1="{middle:g}" y2="{middle:g}"/>'
        yield f'<circle class="{kind}" cx="{at(dot.difference):.1f}" cy="{middle:g}" r="6"/>'
        yield f'<text class="note" x="{CHART_WIDTH - _NUMBERS + 12}" y="{y + 23:g}">{_signed(dot.difference)}</text>'

    said = "; ".join(
        f"{dot.label}: {_signed(dot.difference)}, from {_signed(dot.low)} to {_signed(dot.high)}" for dot in dots
    )
    return _chart(title, dots, row, said, [], notes)


DrawRow = Callable[..., Iterable[str]]


def _chart(
    title: str, rows: Sequence[Bar | Dot], row: DrawRow, said: str, legend: Sequence[str], notes: Sequence[str]
) -> str:
    """A chart: its title, a legend, a row for each label, and notes below."""
    height = _TOP + _ROW * len(rows) + 14 + _LINE * len(notes) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_MM}mm" height="{_MM * height / CHART_WIDTH:.1f}mm" '
        f'viewBox="0 0 {CHART_WIDTH} {height}" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title><desc>{escape(said)}</desc><style>{_STYLE}</style>",
        f'<rect width="{CHART_WIDTH}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="10" y="28">{escape(title)}</text>',
    ]
    for place, (side, text) in enumerate(zip("ab", legend, strict=False)):
        x = 10 + place * CHART_WIDTH / 2
        parts.append(f'<rect class="{side}" x="{x:g}" y="44" width="15" height="15"/>')
        parts.append(f'<text class="note" x="{x + 22:g}" y="56">{escape(shortened(text, 56))}</text>')
    for place, own in enumerate(rows):
        parts += row(own, _TOP + _ROW * place)
    below = _TOP + _ROW * len(rows) + 14
    for place, note in enumerate(notes):
        parts.append(f'<text class="note" x="10" y="{below + _LINE * place + 12}">{escape(note)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _label(text: str, y: float) -> str:
    return f'<text x="{_LABELS - 10}" y="{y:g}" text-anchor="end">{escape(shortened(text, _MOST_LETTERS))}</text>'


def shortened(text: str, most: int) -> str:
    """A text of so many letters at most."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _told(number: float) -> str:
    """A number with about three figures."""
    places = 2 - floor(log10(abs(number))) if number else 0
    return f"{number:,.{min(max(places, 0), 2)}f}"


def _signed(number: float) -> str:
    return f"{'+' if number > 0 else ''}{_told(number)}"
