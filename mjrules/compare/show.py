"""How a comparison looks: a table that fits a terminal, and what N hands are too few to tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from ..ruleset.ruleset import Ruleset
from ..simulation.played_by import PlayedBy
from ..text_tables import folded, listed, width
from .intervals import FEW, LEAST, LESS, MORE, SAME, UNCLEAR
from .measures import (
    AT_ONCE,
    ENDS,
    IN_100,
    LENGTH,
    PAYMENTS,
    PLAYERS,
    POTS,
    RULES,
    SEATS,
    WORTHS,
    Measured,
)
from .moments import Moments
from .pairing import Pairing
from .stretch import STRETCH

_TITLES: Final = {
    ENDS: "How hands end, in 100 hands",
    SEATS: "Who wins, in 100 hands",
    WORTHS: "What a win is worth",
    PAYMENTS: "Who gains, and how much is paid",
    LENGTH: "How long hands are",
    RULES: "Rules that scored, in 100 hands",
    AT_ONCE: "Paid at once",
    POTS: "Pots",
    PLAYERS: "Won or lost by each player",
}
_NAME, _NUMBER = 28, 8
"""How wide the columns are."""
_MARKS: Final = {MORE: "more", LESS: "less", UNCLEAR: "?", SAME: "same", FEW: "few"}
_TOLD: Final = 8
"""How many unclear figures are told with the hands that they need."""


class Compared(Protocol):
    """What is shown of a comparison."""

    a: Ruleset
    b: Ruleset
    seed: int | str
    pairing: Pairing
    played_by: PlayedBy
    moments: Moments

    @property
    def hands(self) -> int:
        """How many hands were played under each ruleset."""

    @property
    def measured(self) -> Sequence[Measured]:
        """Everything that is compared, with its interval."""


def comparison_text(comparison: Compared) -> str:
    """The comparison as tables under a heading, with what they mean below."""
    parts = [*_heading(comparison), "", _row(["", "A", "B", "B - A", "95% from", "to", ""])]
    for kind, title in _TITLES.items():
        own = [each for each in comparison.measured if each.kind == kind]
        shown = [each for each in own if kind != RULES or each.found.verdict not in (FEW, SAME)]
        parts += [title, *map(_measure, shown), *_left_out(own, shown)] if own else []
    return "\n".join([*parts, "", *_meaning(comparison)])


def _heading(comparison: Compared) -> Iterator[str]:
    yield from (_ruleset(letter, own) for letter, own in (("A", comparison.a), ("B", comparison.b)))
    hands, moments = comparison.hands, comparison.moments
    yield folded(f"{_hands(hands)} each, {comparison.played_by.text}, seed {comparison.seed}", 2)
    if comparison.a.hash == comparison.b.hash:
        yield "A and B are the same rules."
    elif not comparison.pairing.paired:
        yield folded(f"The hands cannot be played on the same walls: {comparison.pairing.reason}.", 2)
    else:
        walls = f"{moments.walls:,} wall{'' if moments.walls == 1 else 's'}"
        yield folded(f"Both played the same {walls}, and {_hands(moments.same)} came out the same.", 2)


def _ruleset(letter: str, ruleset: Ruleset) -> str:
    return folded(f"{letter}  {ruleset.sheet.heading}, hash {ruleset.hash[:8]}", 3)


def _measure(measured: Measured) -> str:
    found, plain = measured.found, measured.unit == IN_100
    numbers = [
        _number(found.a, plain=plain),
        _number(found.b, plain=plain),
        *(_number(value, plain=plain, sign=True) for value in (found.difference, found.low, found.high)),
    ]
    unit = "" if plain else f", {measured.unit}"
    return _row([_cut(measured.title, _NAME - 2 - width(unit)) + unit, *numbers, _MARKS[found.verdict]])


def _row(cells: Sequence[str]) -> str:
    name, *numbers, mark = cells
    padded = "  " + name + " " * (_NAME - 2 - width(name))
    return f"{padded}{''.join(f' {number:>{_NUMBER}}' for number in numbers)}  {mark}".rstrip()


def _cut(text: str, most: int) -> str:
    while width(text) > most:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    return text


def _number(value: float | None, *, plain: bool, sign: bool = False) -> str:
    """A number with as many places as it needs to be told from others."""
    if value is None:
        return "-"
    places = 1 if plain else 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    shown = round(value, places) + 0.0  # no -0
    return f"{shown:{'+' if sign and shown else ''},.{places}f}"


def _left_out(own: Sequence[Measured], shown: Sequence[Measured]) -> Iterator[str]:
    """How many rules are not shown."""
    same = sum(each.found.verdict == SAME for each in own if each not in shown)
    few = len(own) - len(shown) - same
    told = [*([f"{same} that scored the same"] if same else []), *([f"{few} too seldom to tell"] if few else [])]
    if told:
        yield f"  and {listed(told)}"


def _meaning(comparison: Compared) -> Iterator[str]:
    """What the marks mean, and what cannot be told."""
    found = [each.found.verdict for each in comparison.measured]
    hands = comparison.hands
    if UNCLEAR in found:
        yield folded(f"?     {_hands(hands)} are too few to tell more from less", 6)
    if FEW in found:
        yield folded(f"few   too seldom to tell: it differs in fewer than {LEAST} stretches, and in less than half", 6)
    if hands < LEAST * STRETCH and comparison.a.hash != comparison.b.hash:
        yield folded(f"{_hands(hands)}: too few to tell anything. Play {LEAST * STRETCH} or more.", 2)
    needed = [each for each in comparison.measured if each.kind != RULES and each.found.hands_needed]
    if needed:
        told = listed([f"{_called(each)} {_about(each.found.hands_needed or 0)}" for each in needed[:_TOLD]])
        yield folded(
            f"If differences are as large as they look, so many hands would tell in four of five runs: {told}.", 2
        )
    with_interval = sum(verdict in (MORE, LESS, UNCLEAR) for verdict in found)
    if with_interval:
        yield folded(f"One interval in twenty misses the truth by chance; here are {with_interval}.", 2)


def _called(measured: Measured) -> str:
    return f"{measured.title} ({_TITLES[measured.kind].split(',')[0].lower()})"


def _hands(number: int) -> str:
    return f"{number:,} hand{'' if number == 1 else 's'}"


def _about(hands: int) -> str:
    """A number of hands, with two figures."""
    step = 10 ** max(len(str(hands)) - 2, 0)
    return f"{-(-hands // step) * step:,}"
