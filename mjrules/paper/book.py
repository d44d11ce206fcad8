"""The pages of a ruleset: the rulebook, a crib, a score sheet, the card of what a club plays, the special hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..pictures.svg import Pictures
from ..ruleset.options.options import as_text
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..spoken import CHINESE, ENGLISH, Sentence
from ..tiles.tile import BONUS
from .blocks import Chapter, Grid, Page, Points, Prose
from .club_choices import ClubChoices
from .markup import html_page
from .payments import USUALLY, what_is_paid
from .plain_page import plain_page
from .procedure import bonus_told, how_to_play
from .rule_blocks import TITLED, ToldRules, in_order, least_to_win

_MOST_LINES: Final = 24
"""How many hands fit on a score sheet."""
_CROWDED: Final = 60
"""A crib of more rules is printed smaller."""
_CRIB: Final = Sentence("crib", "速查表")()
_SCORE_SHEET: Final = Sentence("score sheet", "记分表")()
_CARD: Final = Sentence("what we play", "我们的打法")()
_SPECIAL: Final = Sentence("special hands", "特殊牌型")()
_RULESET: Final = Sentence("ruleset {id} {version}", "规则 {id} {version}")
_CHOSEN: Final = Sentence("with {chosen}", "选用 {chosen}")
_HASH: Final = Sentence("hash {hash}", "校验码 {hash}")
_THE_GAME: Final = Sentence("The game", "概要")()
_COUNTING: Final = Sentence("How hands are counted", "计法")()
_WORTHS: Final = Sentence("What hands are worth", "番种")()
_LEFT_OUT: Final = Sentence("What these rules leave out", "本规则未收")()
_LEGEND: Final = Sentence(
    "Examples: melds stand apart, with the claimed tile turned; two tiles of a concealed kong lie face down; "
    "the winning tile stands alone{last}",
    "示例：副露分开摆，取来的牌横放；暗杠扣两张；和牌张单放{last}",
)
_LAST: Final = Sentence("; {bonus} come last", "；{bonus}在最后")
_HAND_COLUMNS: Final = (
    Sentence("Hand", "局")(),
    Sentence("East", "庄家")(),
    Sentence("Winner", "和牌者")(),
    Sentence("How won", "和法")(),
    Sentence("Worth", "值")(),
)
_DATE: Final = Sentence("Date", "日期")()
_SITS: Final = Sentence("{seat} is", "{seat}")
_TOTAL: Final = Sentence("Total", "合计")()


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
        self.ruleset, self.told = ruleset, ToldRules(ruleset, language)
        self._choices = ClubChoices(self.told, parent)
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
        return Pictures(self.ruleset.names, shared=shared, outer_up=outer_up, language=self.told.tell.language)

    def _all(self) -> Iterator[tuple[str, _Sheet]]:
        told = self.told
        yield "rulebook", _Sheet(self._page("", *self._book()), contents=True)
        crowded = " crowded" if len(told.rules) > _CROWDED else ""
        yield "crib", _Sheet(self._page(_CRIB, *self._crib()), f"crib{crowded}")
        yield "score-sheet", _Sheet(self._page(_SCORE_SHEET, *self._score_sheet()), "sheet")
        yield "card", _Sheet(self._page(_CARD, *self._choices.card()), "card")
        special = told.special()
        if special:
            yield "special-hands", _Sheet(self._page(_SPECIAL, Chapter("", special)))

    def _page(self, what: str, *parts: Chapter) -> Page:
        ruleset, tell = self.ruleset, self.told.tell
        title = tell(TITLED(title=tell.game, told=what)) if what else tell.game
        changed = ruleset.options.changed(lambda place: True).items()
        chosen = [tell.option(*item) if tell.in_chinese else f"{item[0]}={as_text(item[1])}" for item in changed]
        about = [tell.if_told(ruleset.edition) or "", _RULESET(id=ruleset.id, version=ruleset.definition.version)]
        about += [_CHOSEN(chosen=tell.listed(chosen))] if chosen else []
        told = [tell(each).rstrip() for each in (*about, _HASH(hash=ruleset.hash[:12]))]
        return Page(title, tell.clauses(filter(None, told)), parts, CHINESE if tell.in_chinese else ENGLISH)

    def _book(self) -> Iterator[Chapter]:
        told, tell = self.told, self.told.tell
        if tell.summary:
            changed = self.ruleset.options.changed(lambda place: True)
            played = tell(USUALLY(text=tell.summary)) if changed else tell.summary
            yield Chapter(tell(_THE_GAME), (Prose(played),))
        yield from how_to_play(tell)
        yield told.winning()
        tiles = self.ruleset.book.tiles
        bonus = any(tiles.copies[tile] for tile in BONUS)
        legend = _LEGEND(last=_LAST(bonus=bonus_told(tiles)) if bonus else "")
        counting = tuple(map(tell.sentence, told.counting()))
        if counting:
            yield Chapter(tell(_COUNTING), (Points(counting),))
        yield Chapter(tell(_WORTHS), (Prose(tell.sentence(legend)),))
        yield from told.chapters()
        yield from what_is_paid(told)
        yield from self._choices.chapters()
        yield from self._left_out()

    def _left_out(self) -> Iterator[Chapter]:
        """What the ruleset says that it does not express."""
        tell = self.told.tell
        told = [
            tell.own_text("unsupported", item.id) or tell.if_told(item.reason)
            for item in self.ruleset.definition.unsupported
        ]
        if any(told):
            yield Chapter(tell(_LEFT_OUT), (Points(tuple(filter(None, told))),))

    def _crib(self) -> Iterator[Chapter]:
        """What wins, then the rules, the dearest first, those of one worth together."""
        tell = self.told.tell
        yield self.told.winning()
        found: dict[str, list[str]] = {}
        for rule in in_order(self.ruleset):
            box = self.told.rules[rule.id]
            native = "" if tell.in_chinese else f" {box.names.get(CHINESE, '')}"
            called = f"{tell.rule(rule.id, box.name)}{native}".rstrip()
            found.setdefault(tell.amount(rule.value, rule.unit), []).append(called)
        for worth, names in found.items():
            yield Chapter(worth, (Points(tuple(dict.fromkeys(names))),))

    def _score_sheet(self) -> Iterator[Chapter]:
        definition, tell = self.ruleset.definition, self.told.tell
        seats = [SEAT_NAMES[seat] for seat in definition.table.seats]
        hands = definition.match.hands or definition.table.rounds * len(seats)
        head = tuple(map(tell, (*_HAND_COLUMNS, *seats)))
        rows = [(str(number + 1), *[""] * (len(head) - 1)) for number in range(min(hands, _MOST_LINES))]
        sitting = (tell(_DATE), *(tell(_SITS(seat=seat)) for seat in seats))
        names = Grid(sitting, (tuple([""] * len(sitting)),))
        total = (tell(_TOTAL), *[""] * (len(head) - 1))
        yield Chapter("", (names, Grid(head, (*rows, total))))
        if self.ruleset.book.minimum:
            yield Chapter("", (Prose(tell.sentence(least_to_win(tell))),))
