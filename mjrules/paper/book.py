"""The pages of a ruleset: the rulebook, a crib, a score sheet, the card of what a club plays, the special hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..pictures.svg import Pictures
from ..ruleset.find_files import ENGLISH
from ..ruleset.options import as_text
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..words.lists import sentence
from .blocks import Chapter, Grid, Page, Points, Prose
from .club_choices import what_is_agreed, yes_no
from .markup import html_page
from .payments import what_is_paid
from .plain_page import plain_page
from .procedure import how_to_play
from .rule_blocks import ToldRules, in_order, least_to_win

_MOST_LINES: Final = 24
"""How many hands fit on a score sheet."""
_CROWDED: Final = 60
"""A crib of more rules is printed smaller."""


@dataclass(frozen=True)
class _Sheet:
    """A page, and how it looks."""

    page: Page
    kind: str = "book"
    contents: bool = False


class Rulebooks:
    """All pages of one ruleset. Raises RulesetError for a ruleset that does not score.

    `parent` is the ruleset with which the choices are compared.
    """

    def __init__(self, ruleset: Ruleset, parent: Ruleset | None = None, language: str = ENGLISH) -> None:
        self.ruleset, self.parent = ruleset, parent
        self.told = ToldRules(ruleset, language)
        self._sheets = dict(self._all())

    def html(self, *, shared: bool = True) -> dict[str, str]:
        """Every page as HTML by its name without an ending.

        The faces of tiles are drawn once in a page, or, with `shared` false, in each picture, for what cannot refer
        from one picture to another.
        """
        return {name: self._html(sheet, shared) for name, sheet in self._sheets.items()}

    def text(self) -> str:
        """The rulebook as plain text."""
        return plain_page(self._sheets["rulebook"].page, self._pictures())

    def _html(self, sheet: _Sheet, shared: bool) -> str:
        pictures = self._pictures(shared=shared)
        html_page(sheet.page, pictures, sheet.kind)  # the faces that a page needs are known when it has been written
        return html_page(sheet.page, pictures, sheet.kind, contents=sheet.contents)

    def _pictures(self, *, shared: bool = False) -> Pictures:
        outer_up = self.ruleset.definition.table.concealed_kongs == "outer_up"
        return Pictures(self.ruleset.names, shared=shared, outer_up=outer_up)

    def _all(self) -> Iterator[tuple[str, _Sheet]]:
        told = self.told
        yield "rulebook", _Sheet(self._page("", *self._book()), contents=True)
        crowded = " crowded" if len(told.rules) > _CROWDED else ""
        yield "crib", _Sheet(self._page("Crib", *self._crib()), f"crib{crowded}")
        yield "score-sheet", _Sheet(self._page("Score sheet", *self._score_sheet()), "sheet")
        yield "card", _Sheet(self._page("What we play", *yes_no(told)), "card")
        special = told.special()
        if special:
            yield "special-hands", _Sheet(self._page("Special hands", Chapter("", special)))

    def _page(self, what: str, *parts: Chapter) -> Page:
        ruleset = self.ruleset
        title = f"{ruleset.title}: {what.lower()}" if what else ruleset.title
        chosen = [f"{name}={as_text(value)}" for name, value in ruleset.options.changed(lambda place: True).items()]
        about = [ruleset.edition, f"ruleset {ruleset.id} {ruleset.definition.version}".rstrip()]
        about += [f"with {', '.join(chosen)}"] if chosen else []
        return Page(title, "; ".join(filter(None, [*about, f"hash {ruleset.hash[:12]}"])), parts)

    def _book(self) -> Iterator[Chapter]:
        told = self.told
        if self.ruleset.definition.summary:
            yield Chapter("The game", (Prose(self.ruleset.definition.summary),))
        yield from how_to_play(self.ruleset)
        yield told.winning()
        legend = Prose(
            "Examples: melds stand apart, with the claimed tile turned; two tiles of a concealed kong lie face down; "
            "the winning tile stands alone; flowers and seasons come last."
        )
        yield Chapter("What hands are worth", (legend,))
        yield from told.chapters()
        yield from what_is_paid(told)
        yield from what_is_agreed(told, self.parent)

    def _crib(self) -> Iterator[Chapter]:
        ruleset = self.ruleset
        yield told if (told := self.told.winning()).blocks else Chapter("", ())
        found: dict[str, list[str]] = {}
        for rule in in_order(ruleset):
            box = self.told.rules[rule.id]
            native = "".join(f" {name}" for language, name in box.names.items() if language == "zh")
            found.setdefault((box.worth or "").split(" each time")[0].split(";")[0], []).append(f"{box.name}{native}")
        for worth, names in found.items():
            yield Chapter(worth, (Points(tuple(names)),))

    def _score_sheet(self) -> Iterator[Chapter]:
        definition = self.ruleset.definition
        seats = definition.table.seats
        hands = definition.match.hands or definition.table.rounds * len(seats)
        head = ("Hand", "East", "Winner", "How won", "Worth", *(SEAT_NAMES[seat] for seat in seats))
        rows = [(str(number + 1), *[""] * (len(head) - 1)) for number in range(min(hands, _MOST_LINES))]
        names = Grid(("Date", *(f"{SEAT_NAMES[seat]} is" for seat in seats)), (tuple([""] * (len(seats) + 1)),))
        total = ("Total", *[""] * (len(head) - 1))
        yield Chapter("", (names, Grid(head, (*rows, total))))
        if self.ruleset.book.minimum:
            yield Chapter("", (Prose(sentence(least_to_win(self.ruleset))),))
