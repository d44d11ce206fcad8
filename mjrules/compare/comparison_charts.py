"""The pictures of a comparison, to print: how hands end, what they are worth, who gains, which rules score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..ruleset.ruleset import Ruleset
from ..version import __version__
from .charts import Bar, Dot, bar_chart, dot_chart, shortened
from .comparison import Comparison
from .intervals import LESS, MORE
from .measures import ENDS, PAYMENTS, RULES, SEATS, Measured

BARS: Final = 14
"""How many bars there are at most of what wins are worth."""
RULES_SHOWN: Final = 24
"""How many rules a picture shows at most."""


def pictures(comparison: Comparison) -> dict[str, str]:
    """The pictures by their names, as SVG; one of which there is nothing to show is left out."""
    kinds = {kind: [own for own in comparison.measured if own.kind == kind] for kind in (ENDS, SEATS, PAYMENTS, RULES)}
    legend = [f"A: {comparison.a.sheet.heading}", f"B: {comparison.b.sheet.heading}"]
    notes = _notes(comparison)
    both = [
        f"A: {shortened(comparison.a.sheet.heading, 100)}",
        f"B: {shortened(comparison.b.sheet.heading, 100)}",
        "Dot: B less A. Line: 95% interval; a hollow dot may as well be nothing.",
        *notes,
    ]
    ends = [*kinds[ENDS], *kinds[SEATS]]
    worths = _worths(comparison)
    found = {
        "ends": bar_chart("How hands end, and who wins: in 100 hands", list(map(_bar, ends)), legend, notes),
        "changes": _differences("What changes under B: in 100 hands", ends, both),
        "worths": bar_chart(f"What wins are worth: {_units(comparison)}, in 100 wins", worths, legend, notes)
        if worths
        else "",
        "payments": _differences("Who gains by B, and how much more is paid", kinds[PAYMENTS], both),
        "rules": _differences("Rules that score more or less often: in 100 hands", _telling(kinds[RULES]), both),
    }
    return {name: picture for name, picture in found.items() if picture}


def _notes(comparison: Comparison) -> list[str]:
    """Where the numbers come from."""
    played = f"{comparison.hands:,} hands each, {comparison.played_by.text}, seed {comparison.seed}"
    hashes = f"hashes {comparison.a.hash[:8]} and {comparison.b.hash[:8]}, mjrules {__version__}"
    walls = "on the same walls" if comparison.pairing.paired else "not on the same walls"
    return [f"{played}, {walls}", hashes]


def _differences(title: str, rows: Sequence[Measured], notes: Sequence[str]) -> str:
    """The chart of differences; empty where none has an interval."""
    dots = _dots(rows)
    return dot_chart(title, dots, notes) if dots else ""


def _bar(measured: Measured) -> Bar:
    label = f"won by {measured.title}" if measured.kind == SEATS else measured.title
    return Bar(label, measured.found.a or 0.0, measured.found.b or 0.0)


def _dots(rows: Sequence[Measured]) -> list[Dot]:
    """The differences that have an interval."""
    dots = []
    for own in rows:
        found = own.found
        if found.difference is not None and found.low is not None and found.high is not None:
            unit = f", {own.unit}" if own.kind == PAYMENTS else ""
            dots.append(
                Dot(f"{own.title}{unit}", found.difference, found.low, found.high, found.verdict in (MORE, LESS))
            )
    return dots


def _telling(rows: Sequence[Measured]) -> list[Measured]:
    """The rules that differ most, those of which it is clear first."""
    there = [own for own in rows if own.found.low is not None]
    ranked = sorted(there, key=lambda own: (own.found.verdict not in (MORE, LESS), -abs(own.found.difference or 0)))
    return ranked[:RULES_SHOWN]


def _units(comparison: Comparison) -> str:
    units = dict.fromkeys(own.unit for own in _sides(comparison))
    return " or ".join(units)


def _sides(comparison: Comparison) -> tuple[Ruleset, Ruleset]:
    return comparison.a, comparison.b


def _worths(comparison: Comparison) -> list[Bar]:
    """How many of 100 wins are worth how much."""
    a, b = (comparison.worths(side) for side in "ab")
    steps = steps_of(sorted({*a, *b}), {worth: a.get(worth, 0) + b.get(worth, 0) for worth in (*a, *b)})
    bars = []
    for low, high in steps:
        label = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        shares = [_share(own, low, high) for own in (a, b)]
        bars.append(Bar(label, *shares))
    return bars


def _share(worths: Mapping[int, int], low: int, high: int) -> float:
    """How many of 100 wins are worth so much."""
    wins = sum(worths.values())
    return 100 * sum(number for worth, number in worths.items() if low <= worth <= high) / wins if wins else 0.0


def steps_of(worths: Sequence[int], often: Mapping[int, int]) -> list[tuple[int, int]]:
    """Worths put together so that there are few enough bars, with about as many wins in each."""
    if len(worths) <= BARS:
        return [(worth, worth) for worth in worths]
    steps: list[tuple[int, int]] = []
    most, held = sum(often.values()) / BARS, 0
    low = worths[0]
    for worth, after in zip(worths, [*worths[1:], None], strict=True):
        held += often[worth]
        if after is None or (held >= most and len(steps) < BARS - 1):
            steps.append((low, worth))
            held, low = 0, worths[-1] if after is None else after
    return steps
