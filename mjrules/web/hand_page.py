"""The page on which a hand is tapped in and scored, and the one that shares it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import segno

from ..pictures.svg import Pictures
from ..ruleset.ruleset import Ruleset
from ..tiles.tile import TEXT, Tile
from .asked import FormFields, FormPairs, Reply, address
from .questions import HandQuestions, questions_of
from .shelf import listed_as
from .shown import show_hand
from .site import Visit
from .tapped import TAPS_INTO, TappedHand, read_tapped

OTHERS_POINTS: Final = "o."
"""What stands before the seat of another player, whose points a form has."""
_HIDDEN: Final = ("tiles", "sets", "bonus", "win")
"""What a form says of a hand in fields that nobody sees."""


def hand_page(own: Visit) -> Reply:
    """The page of a hand. Raises MjrulesError where its ruleset cannot be used."""
    fields = own.asked.fields
    name = fields.get("ruleset")
    ruleset = own.site.shelf.get(name)
    language = own.say.language
    asks = questions_of(ruleset, language)
    tapped = read_tapped(fields, ruleset)
    others = _others(fields, asks)
    pairs = (*tapped.pairs(), *((OTHERS_POINTS + seat, str(points)) for seat, points in others.items()))
    return own.page(
        "score.html",
        name=name,
        title=listed_as(name, ruleset).title(language),
        asks=asks,
        tapped=tapped,
        shown=show_hand(tapped, ruleset, asks, language, others),
        others=others,
        size=max(asks.sizes) - (not tapped.won),
        kept=_kept(tapped, asks),
        distinct=_distinct(tapped),
        ways_in=TAPS_INTO,
        ways_won=_ways_won(asks),
        tap=fields.get("tap"),
        share=address("/share", (("ruleset", name), *pairs, ("lang", language))),
        **_words(own, ruleset),
    )


def _words(own: Visit, ruleset: Ruleset) -> dict[str, Any]:
    """What templates call to name tiles and those who pay."""
    pictures, say = Pictures(ruleset.names), own.say

    def party(name: str) -> str:
        seat = f"wind_{name}"
        return say(seat) if name in ruleset.book.seats else say("pot", name=name.replace("_", " "))

    def names_of(tiles: tuple[Tile, ...]) -> str:
        return ", ".join(map(pictures.tile_name, tiles))

    return {"tile_name": pictures.tile_name, "names_of": names_of, "text_of": TEXT.__getitem__, "party": party}


def _kept(tapped: TappedHand, asks: HandQuestions) -> FormPairs:
    """The fields of the form that nobody sees."""
    hidden = _HIDDEN if asks.rounds else (*_HIDDEN, "round")
    return tuple((key, value) for key, value in tapped.pairs() if key in hidden and value)


def _distinct(tapped: TappedHand) -> list[Tile]:
    return sorted(set(tapped.tiles))


def _ways_won(asks: HandQuestions) -> tuple[str, ...]:
    """How a hand may be won, as far as it makes a difference to who pays."""
    claimed = asks.sides or ("claimed",)
    return ("drawn", *claimed, *(("no",) if asks.others else ()))


def _others(fields: FormFields, asks: HandQuestions) -> Mapping[str, int]:
    """What the hands of the other players are worth, as far as the form says it."""
    said = {seat: fields.get(OTHERS_POINTS + seat) for seat in asks.seats}
    return {seat: int(text) for seat, text in said.items() if text.isascii() and text.isdigit() and len(text) < 8}


def share_page(own: Visit) -> Reply:
    """The link that holds a hand, as text and as a code for cameras. Raises MjrulesError."""
    fields = own.asked.fields
    name = fields.get("ruleset")
    ruleset = own.site.shelf.get(name)
    tapped = read_tapped(fields, ruleset)
    said = tuple(pair for pair in own.asked.query if pair[0].startswith(OTHERS_POINTS))
    pairs = (("ruleset", name), *tapped.pairs(), *said)
    link = own.asked.base + address("/score", pairs)
    code = segno.make(link, error="l", micro=False).svg_inline(border=2, omitsize=True)
    back = address("/score", (*pairs, ("lang", own.say.language)))
    return own.page(
        "share.html", link=link, code=code, back=back, hand_text=ruleset.read(tapped.record(ruleset)).to_text()
    )
