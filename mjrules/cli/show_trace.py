"""Shows what plugins were asked while a ruleset was loaded, a hand scored or hands played, and what they gave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..conditions.formula import Atom
from ..hands.hand import Hand
from ..hands.record import SEATS
from ..hooks.trace import Request
from ..play.event_fields import tile_text, tiles_text
from ..play.events import Event
from ..scoring.policy import Award, RuleMatch, Step, Value
from ..settlement_method import Transfer, Win
from ..text_tables import columns

LONGEST = 90
"""Characters of what was given, and of an answer."""
LOADING, SCORING, PLAYING = "loading", "scoring", "playing"
IN_PLAY = "mj_house_rules"
"""The hook whose questions are shown of hands in play; of each hand, the others are shown by themselves."""


class Trace:
    """The questions to plugins, in order; one that is asked again with the same answer is counted."""

    def __init__(self) -> None:
        self.phase = LOADING
        self.found: dict[tuple[str, str, str, str, str], int] = {}

    def __call__(self, asked: Request) -> None:
        """Note a question; in play only one of a house rule, and what was asked in vain without what was given."""
        playing = self.phase == PLAYING
        if playing and asked.hook != IN_PLAY:
            return
        what = f"{asked.hook}, {asked.asked}" if asked.asked else asked.hook
        answer = in_short(asked.answer) if asked.asked else _given_back(asked.answer)
        in_vain = playing and not asked.error and not asked.answer
        given = "…" if in_vain else _listed(asked.given)
        gave = f"raised {asked.error}" if asked.error else answer
        row = (self.phase, asked.plugin, what, _cut(given), _cut(gave))
        self.found[row] = self.found.get(row, 0) + 1

    def records(self) -> list[dict[str, Any]]:
        """The questions, for JSON."""
        keys = ("while", "plugin", "asked", "given", "gave")
        return [{**dict(zip(keys, row, strict=True)), "times": times} for row, times in self.found.items()]

    def text(self, titles: Mapping[str, str]) -> str:
        """The questions in columns, those of each phase below its title."""
        parts = []
        for phase, title in titles.items():
            rows = [
                [plugin, what, given, gave, f"{times} times" if times > 1 else ""]
                for (own, plugin, what, given, gave), times in self.found.items()
                if own == phase
            ]
            parts.append("\n".join([title, columns([["plugin", "asked", "with", "gave", ""], *rows])]))
        return "\n\n".join(parts)


def _won(win: Win) -> str:
    """A won hand that is to be settled, with what is not as it usually is."""
    by = f"from {win.discarder}" if win.discarder else "drawn"
    parts = {
        "flags": "" if win.hand is None else " ".join(sorted(win.hand.flags)),
        "fields": "" if win.hand is None else _figures(win.hand.fields),
        "items": " ".join(item.id for item in win.items) if isinstance(win.items, (list, tuple)) else "",
        "worth": _figures(win.values),
        "cut": _figures({seat: cut for seat, cut in win.cut.items() if cut}),
        "totals": _figures(win.totals),
        "pots": _figures({pot: held for pot, held in win.pots.items() if held}),
        **{name: " ".join(sorted(getattr(win, name))) for name in ("dead", "special", "out")},
    }
    told = [f"{name} {said}" for name, said in parts.items() if said]
    also = [] if win.first else ["not the first to win"]
    return "; ".join([f"{win.winner} wins {win.value} {by}", *also, *told])


def _figures(found: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={in_short(value)}" for name, value in found.items())


_SHOWN: Mapping[type, Callable[[Any], str]] = {
    Hand: lambda hand: hand.to_text(),
    Award: lambda award: f"{award.rule.id} {award.times} x {award.each}",
    RuleMatch: lambda match: f"{match.rule} on {match.mask:b}",
    Value: lambda value: (
        f"total {value.total}, counted {value.counted}, rank {in_short(value.rank)}"
        + ("" if value.kept is None else f", kept {in_short(value.kept)}")
    ),
    Win: _won,
    Transfer: lambda item: f"{item.payer} pays {item.payee} {item.amount}",
    Step: lambda step: f"{step.text}: {step.value}",
    Atom: lambda question: f"the question {question.key}",
    list: lambda values: f"[{_listed(values)}]",
    tuple: lambda values: f"[{_listed(values)}]",
}
"""How values of some classes are shown."""


def in_short(value: Any) -> str:
    """What a plugin is given, or gives back, in a few words."""
    if type(value) in _SHOWN:
        return _SHOWN[type(value)](value)
    if isinstance(value, Event):
        return _event(value)
    named = getattr(value, "name", None)
    if isinstance(named, str):
        return named
    text = repr(value)
    return type(value).__name__ if text.startswith("<") else text


_FIELDS: Mapping[str, Callable[[Any], str]] = {
    "seat": lambda seat: SEATS[seat],
    "other": lambda seat: SEATS[seat],
    "tile": tile_text,
    "named": tile_text,
    "tiles": tiles_text,
}
"""How fields of events are shown, by their forms."""


def _event(event: Event) -> str:
    """An event by its class, with what it does not leave out."""
    said = [(field, getattr(event, field.name)) for field in event.fields()]
    parts = [
        f"{field.name} {_FIELDS.get(field.form.key, _said)(value)}" for field, value in said if value != field.default
    ]
    return f"{type(event).__name__}({', '.join(parts)})"


def _said(value: Any) -> str:
    return value if isinstance(value, str) else in_short(value)


def _given_back(answer: Any) -> str:
    """What a hook gave, which should be a list."""
    return _listed(answer if isinstance(answer, (list, tuple)) else ())


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(map(in_short, values))


def _cut(text: str) -> str:
    text = "".join(char if char.isprintable() else " " for char in text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
