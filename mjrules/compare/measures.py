"""What is compared: figures of play and of payment, each with its words and its unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..simulation.result import WAYS
from ..simulation.summary import title_of
from ..spoken import Sentence
from . import tally
from .intervals import Estimate, Figure, estimate
from .moments import Moments

IN_100: Final = Sentence("in 100 hands", "每 100 局")()
A_HAND: Final = Sentence("a hand", "每局")()
A_WIN: Final = Sentence("a win", "每次和牌")()
_WON = Sentence("won", "和牌")()
_DRAWN = Sentence("without a winner", "无人和牌")()
_AVERAGE = Sentence("average", "平均")()
_SPREAD = Sentence("spread", "离散")()
_WINNER = Sentence("the winner", "和牌者")()
_DISCARDER = Sentence("the discarder pays", "点炮者付")()
_DISCARDS = Sentence("discards", "打出的牌")()
_TITLED = Sentence("{title}", "{title:title}")
_PAID = Sentence("{title}, paid", "{title:title}，收付")
_PAID_IN = Sentence("{title}, paid in", "{title:title}，投入")
_RULE = Sentence("{name}", "{ids:rules}")
ENDS, SEATS, WORTHS, PAYMENTS, LENGTH, RULES, AT_ONCE, POTS, PLAYERS = (
    "ends", "seats", "worths", "payments", "length", "rules", "at_once", "pots", "players",
)  # fmt: skip
"""The kinds of measures, in their order."""


@dataclass(frozen=True)
class Measured:
    """What is compared, and what came out."""

    kind: str
    id: str
    title: str
    unit: str
    found: Estimate

    def to_record(self) -> dict[str, Any]:
        """As one JSON object; numbers are rounded to what they are worth."""
        found = self.found
        return {
            "kind": self.kind,
            "id": self.id,
            "title": self.title,
            "unit": self.unit,
            "a": _rounded(found.a),
            "b": _rounded(found.b),
            "difference": _rounded(found.difference),
            "low": _rounded(found.low),
            "high": _rounded(found.high),
            "verdict": found.verdict,
            "hands_needed": found.hands_needed,
        }


MeasureRow = tuple[str, str, str, str, Figure]
"""Kind, id, title, unit, and how the figure is made."""


def measures(moments: Moments, a: Ruleset, b: Ruleset, *, by_player: bool) -> list[Measured]:
    """Everything that is compared, in the order in which it is told; with `by_player` who won and lost, too."""
    rows = figures(moments, a, b, by_player=by_player)
    return [Measured(kind, id, title, unit, estimate(moments, figure)) for kind, id, title, unit, figure in rows]


def figures(moments: Moments, a: Ruleset, b: Ruleset, *, by_player: bool) -> list[MeasureRow]:
    """How all that is compared is made, in the same order."""
    rows = [*_ends(moments), *_seats(moments), *_worths(a, b), *_payments(moments), *_more(moments, a, b)]
    if by_player:
        names = _names(moments, tally.PLAYER)
        rows += [(PLAYERS, name, name, A_HAND, Figure(f"{tally.PLAYER}{name}", tally.HANDS)) for name in names]
    return rows


def _ends(moments: Moments) -> Iterator[MeasureRow]:
    """How hands end."""
    yield ENDS, "won", _WON, IN_100, _in_100(tally.HANDS_WON)
    yield ENDS, "draws", _DRAWN, IN_100, _in_100(tally.DRAWN_GAMES)
    there = _names(moments, tally.WAY)
    for way, about in WAYS.items():
        if way in there:
            yield ENDS, way, about, IN_100, _in_100(f"{tally.WAY}{way}")


def _seats(moments: Moments) -> Iterator[MeasureRow]:
    """Who wins."""
    for seat in _names(moments, tally.SEAT):
        yield SEATS, seat, SEAT_NAMES.get(seat, seat), IN_100, _in_100(f"{tally.SEAT}{seat}")


def _worths(a: Ruleset, b: Ruleset) -> Iterator[MeasureRow]:
    """What hands are worth."""
    unit = a.unit if a.unit == b.unit else f"{a.unit}, {b.unit}"
    yield WORTHS, "average", _AVERAGE, unit, Figure(tally.WORTH_SUM, tally.WINS_OF_ALL)
    spread = Figure(tally.WORTH_SUM, tally.WINS_OF_ALL, squares=tally.WORTH_SQUARES)
    yield WORTHS, "spread", _SPREAD, unit, spread


def _payments(moments: Moments) -> Iterator[MeasureRow]:
    """Who gains, and how much changes hands."""
    for seat in _names(moments, tally.NET):
        yield PAYMENTS, seat, SEAT_NAMES.get(seat, seat), A_HAND, Figure(f"{tally.NET}{seat}", tally.HANDS)
    yield PAYMENTS, "winner", _WINNER, A_WIN, Figure(tally.GAINED, tally.WINS_OF_ALL)
    loss = Figure(tally.PAID_BY_DISCARDER, tally.FROM_DISCARD)
    yield PAYMENTS, "discarder", _DISCARDER, A_WIN, loss
    spread = Figure(tally.NET_SQUARES, tally.PLACES, root=True)
    yield PAYMENTS, "spread", _SPREAD, A_HAND, spread
    yield LENGTH, "discards", _DISCARDS, A_HAND, Figure(tally.DISCARDED, tally.HANDS)


def _more(moments: Moments, a: Ruleset, b: Ruleset) -> Iterator[MeasureRow]:
    """Rules, payments at once and pots, by what they are called."""
    names = {rule.id: rule.name for own in (b, a) for rule in own.book.rules}
    rules = _names(moments, tally.RULE)
    often = {id: sum(own[f"{tally.RULE}{id}"] for own in moments.sums.values()) for id in rules}
    for id in sorted(rules, key=lambda id: (-often[id], id)):
        yield RULES, id, _RULE(name=names.get(id, id), ids=[id]), IN_100, _in_100(f"{tally.RULE}{id}")
    for id in _names(moments, tally.TIMES):
        title = _title(id, a, b)
        yield AT_ONCE, id, _TITLED(title=title), IN_100, _in_100(f"{tally.TIMES}{id}")
        yield AT_ONCE, f"{id} amount", _PAID(title=title), A_HAND, Figure(f"{tally.AMOUNT}{id}", tally.HANDS)
    for id in _names(moments, tally.POT_IN):
        yield POTS, id, _PAID_IN(title=_title(id, a, b)), A_HAND, Figure(f"{tally.POT_IN}{id}", tally.HANDS)


def _in_100(name: str) -> Figure:
    return Figure(name, tally.HANDS, scale=100)


def _title(id: str, a: Ruleset, b: Ruleset) -> str:
    """What one of both calls a payment or a pot."""
    return next((title for title in (title_of(a, id), title_of(b, id)) if title != id), id)


def _names(moments: Moments, prefix: str) -> Sequence[str]:
    """The names of the sums of a kind, in order; seats in the order of play, as they were met."""
    found: Mapping[str, None] = {
        name.removeprefix(prefix): None for own in moments.sums.values() for name in own if name.startswith(prefix)
    }
    seats = list(SEAT_NAMES)
    return sorted(found, key=lambda name: (seats.index(name) if name in seats else len(seats), name))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4) + 0.0
