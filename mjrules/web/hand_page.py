"""The page on which a hand is tapped in and scored, for itself or on an evening, and the one that shares it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from .extra import of_extra

with of_extra():
    import segno

from ..errors import MjrulesError
from ..hands.meld import MELD_TYPES
from ..hands.text_faults import NOTE
from ..ledger import BookLine, HandBooked
from ..ledger.desk import Desk, methods_of_faults
from ..pictures.svg import Pictures
from ..ruleset.ruleset import Ruleset
from ..settlement_method import seat_at
from ..shown.score import party
from ..shown.speech import Speech
from ..teller import teller_of
from ..tiles.tile import TEXT, Tile
from .booking import AGAIN, line_of, scored_hand, stand_of, table_of
from .club_books import form_id
from .questions import HandQuestions, questions_of, sides_of
from .refused_form import NOT_REFUSED, RefusedForm
from .requests import FormFields, FormPairs, Reply, address
from .shown_hand import ShownHand, show_hand
from .site import Visit
from .tapped_hand import OTHERS_POINTS, TAPS_INTO, WAYS_WON, TappedHand, others_of, read_tapped
from .winners import (
    ALSO,
    FAULT,
    PUT,
    SIDES_WON,
    as_field,
    earlier_winners,
    fields_of_line,
    free_seats,
    hand_record,
    may_win_too,
    next_winner,
)

_HIDDEN: Final = ("tiles", "sets", "bonus", "win")
"""What a form says of a hand in fields that nobody sees."""


@dataclass(frozen=True)
class HandPlace:
    """Where a hand is scored: by which ruleset, and, on an evening, at which desk, in place of which line.

    `pairs` are the fields by which the page finds the place again. `seen` is the stand of the table at which the hand
    was begun, and `late` says that something else has been written down since.
    """

    ruleset: Ruleset
    title: str
    pairs: FormPairs
    desk: Desk | None = None
    line: BookLine | None = None
    late: bool = False

    def party(self, wind: str, say: Speech) -> str:
        """Who sits at a wind: the wind; at a table that still stands so the player; and a pot by its name."""
        if self.desk is None or self.late or wind not in self.ruleset.book.seats:
            return party(wind, teller_of(self.ruleset, say.language), say)
        return self.desk.seats[wind]


def place_of_hand(own: Visit) -> HandPlace:
    """Where the hand of a page is scored. Raises MjrulesError."""
    fields, language = own.asked.fields, own.say.language
    if not fields.get("evening"):
        name = fields.get("ruleset")
        ruleset = own.site.shelf.get(name)
        return HandPlace(ruleset, teller_of(ruleset, language).game_with_options, (("ruleset", name),))
    evening = own.site.books.ledger.evening(fields.get("evening"))
    line = line_of(evening, fields)
    table = table_of(fields, line)
    desk = own.site.books.desk(evening, table, None if line is None else line.number)
    stand = str(stand_of(evening, table))
    seen = fields.get("seen") or stand
    pairs = (("evening", evening.id), ("table", table), ("line", fields.get("line")), ("seen", seen))
    game = teller_of(desk.hand_ruleset, language).game_with_options
    title = f"{evening.opened.club}{own.say('colon')}{game}"
    return HandPlace(desk.hand_ruleset, title, pairs, desk, line, late=seen != stand)


def hand_page(own: Visit, refused: RefusedForm = NOT_REFUSED) -> Reply:
    """The page of a hand, with why it was not written down, if it was `refused`.

    Raises MjrulesError where its ruleset cannot be used.
    """
    place = place_of_hand(own)
    fields = _entered(own, place)
    asks = questions_of(place.ruleset, own.say.language)
    tapped = _tapped(fields, place)
    others = others_of(fields, asks.seats)
    shown, booked, fault = _shown(own, place, tapped, asks, fields)
    said = (*((OTHERS_POINTS + seat, str(points)) for seat, points in others.items()),)
    written, lang = _written(place, tapped, said, fields), ("lang", own.say.language)
    return own.page(
        "score.html",
        place=place,
        title=place.title,
        paper=[pair for pair in place.pairs if pair[0] == "ruleset"],
        asks=asks,
        tapped=tapped,
        shown=shown,
        booked=booked,
        fault=fault,
        refused=refused,
        **_winners(own, place, tapped, fields, shown),
        others=others,
        size=max(tapped.sizes(asks.sizes)),
        kept=(
            *place.pairs,
            *((ALSO, text) for text in fields.all(ALSO)),
            *_kept(tapped, asks, place),
            *(() if _asks_others(asks, tapped, shown) else said),
        ),
        noting=_noting(place, tapped, shown, said, own.say.language),
        distinct=sorted(set(tapped.tiles)),
        ways_in=_ways_in(place.ruleset),
        ways_won=[(how, _how(how, tapped, place, own)) for how in _ways_won(asks, place, tapped, fields)],
        tap=fields.get("tap"),
        put=_put(place, fields, own.say),
        faults=_faults(place, tapped, fields, own.say),
        fault_said=fields.get(FAULT),
        remark=fields.get("note") if refused.text else _remark_of(place.line),
        written=written,
        again=bool(fields.get(AGAIN)),
        in_books=place.late and own.site.books.is_there(form_id(FormFields(written))),
        anew=address("/score", [*(pair for pair in written if pair[0] not in ("act", "seen", AGAIN)), lang]),
        share=address("/share", (*place.pairs, *tapped.pairs(), *said, lang)),
        **words_of_hand(own, place),
    )


def _entered(own: Visit, place: HandPlace) -> FormFields:
    """The fields of the form; of a line that is corrected, at first what is in the books."""
    fields, line = own.asked.fields, place.line
    if place.desk is None or line is None or not isinstance(line.event, HandBooked) or fields.get("seat"):
        return fields
    return FormFields((*fields.pairs, *fields_of_line(line.event, place.desk)))


def _remark_of(line: BookLine | None) -> str:
    """The remark of a line that is corrected."""
    return line.event.note if line is not None and isinstance(line.event, HandBooked) else ""


def _tapped(fields: FormFields, place: HandPlace) -> TappedHand:
    """What was tapped in, with what the table knows of it."""
    tapped = read_tapped(fields, place.ruleset)
    if place.desk is None or place.late:
        return tapped
    also = earlier_winners(fields, place.ruleset)
    return next_winner(replace(tapped, round=place.desk.round), also, place.ruleset.definition.table)


def _shown(
    own: Visit, place: HandPlace, tapped: TappedHand, asks: HandQuestions, fields: FormFields
) -> tuple[ShownHand, Mapping[str, int], str]:
    """What can be said of a hand, what everybody would get by it on this evening, and why several cannot win so."""
    others, fault = others_of(fields, asks.seats), ""
    if place.desk is None or place.late or not tapped.won or tapped.count not in tapped.sizes(asks.sizes):
        return show_hand(tapped, place.ruleset, asks, own.say.language, others), {}, ""
    event, known = None, tapped
    try:
        event = place.desk.hand(scored_hand(place.desk, tapped, others, fields))
        record = hand_record(event, tapped.seat)
        if record is not None:
            numbers = {name: str(record[name]) for name in place.ruleset.book.numbers if name in record}
            known = replace(tapped, fields={**numbers, **tapped.fields})
    except MjrulesError as error:
        # what is wrong with the hand is said where it is scored, and what is not known is asked there
        fault = str(error) if fields.all(ALSO) or not asks.others else ""
    shown = show_hand(known, place.ruleset, asks, own.say.language, others)
    met = shown.score is not None and shown.score.minimum_met
    return shown, dict(event.paid) if event is not None and met else {}, fault


def _winners(own: Visit, place: HandPlace, tapped: TappedHand, fields: FormFields, shown: ShownHand) -> dict[str, Any]:
    """Who has won too, each with the address of the page without; who may be the winner, and where to enter another."""
    if place.desk is None:
        return {"also": [], "free": place.ruleset.book.seats, "another": ""}
    rules, texts = place.ruleset.definition.table, fields.all(ALSO)
    also = earlier_winners(fields, place.ruleset)
    put = tuple(pair for pair in fields.pairs if pair[0].startswith(PUT))
    told = []
    for text, one in zip(texts, also, strict=False):
        rest = (*((ALSO, other) for other in texts if other != text), *put, *tapped.pairs())
        without = address("/score", (*place.pairs, *rest, ("lang", own.say.language)))
        told.append((place.party(one.seat, own.say), _how(one.how, one, place, own), without))
    more = ""
    if shown.score is not None and shown.score.minimum_met and may_win_too(rules, (*also, tapped)) and not place.late:
        seats = free_seats(rules, (*also, tapped))
        pairs = (*((ALSO, text) for text in texts), (ALSO, as_field(tapped)), *put, ("seat", seats[0]))
        more = address("/score", (*place.pairs, *pairs, ("lang", own.say.language)))
    return {"also": told, "free": free_seats(rules, also), "another": more}


def words_of_hand(own: Visit, place: HandPlace) -> dict[str, Any]:
    """What templates call to name tiles and those who pay."""
    say, named = own.say, Pictures(place.ruleset.names, language=own.say.language).tile_name

    def names_of(tiles: tuple[Tile, ...]) -> str:
        return ", ".join(map(named, tiles))

    return {
        "tile_name": named,
        "names_of": names_of,
        "text_of": TEXT.__getitem__,
        "party": lambda wind: place.party(wind, say),
        "tell": teller_of(place.ruleset, say.language),
        "note": NOTE,
    }


def _kept(tapped: TappedHand, asks: HandQuestions, place: HandPlace) -> FormPairs:
    """The fields of the form that nobody sees."""
    hidden = _HIDDEN if asks.rounds and place.desk is None else (*_HIDDEN, "round")
    return tuple((key, value) for key, value in tapped.pairs() if key in hidden and value)


def _ways_in(ruleset: Ruleset) -> list[str]:
    """Into what a tile may be tapped: the hand, and the sets that may be declared in this game."""
    unclaimed = set(MELD_TYPES) - ruleset.definition.table.calls
    return [way for way in TAPS_INTO if way not in unclaimed]


def _ways_won(asks: HandQuestions, place: HandPlace, tapped: TappedHand, fields: FormFields) -> tuple[str, ...]:
    """How a hand may be won, as far as it makes a difference to who pays; on an evening always by whom."""
    if place.desk is None:
        claimed = asks.sides or ("claimed",)
        return ("drawn", *claimed, *(("no",) if asks.others else ()))
    also, seats = earlier_winners(fields, place.ruleset), place.ruleset.book.seats
    if also and place.ruleset.definition.table.ends_after_wins == 1:
        return (tapped.how,)
    gone = {one.seat for one in also}
    there = [side for side in sides_of(tapped.seat, seats) if seat_at(tapped.seat, side, seats) not in gone]
    return ("drawn", *there, *(("no",) if asks.others else ()))


def _asks_others(asks: HandQuestions, tapped: TappedHand, shown: ShownHand) -> bool:
    """Whether the page asks what the hands of the others are worth."""
    return asks.others and tapped.won and shown.score is not None and shown.score.minimum_met


def _noting(place: HandPlace, tapped: TappedHand, shown: ShownHand, said: FormPairs, language: str) -> str:
    """The address of the next hand, when what the hand of a loser is worth is noted; empty for any other hand."""
    if tapped.won or shown.score is None:
        return ""
    seats, mine = place.ruleset.book.seats, OTHERS_POINTS + tapped.seat
    others = (*(pair for pair in said if pair[0] != mine), (mine, shown.score.total))
    next_one = (("seat", seats[(seats.index(tapped.seat) + 1) % len(seats)]), ("round", tapped.round), ("how", "no"))
    return address("/score", (*place.pairs, *others, *next_one, ("lang", language)))


def _how(how: str, tapped: TappedHand, place: HandPlace, own: Visit) -> str:
    """How a hand was won, in words; on an evening with the name of who discarded."""
    seat = None
    if place.desk is not None and not place.late and how in WAYS_WON[1:4]:
        seat = seat_at(tapped.seat, how, place.ruleset.book.seats)
    return own.say(f"how_{how}") if seat is None else own.say("how_from", name=place.party(seat, own.say))


def _put(place: HandPlace, fields: FormFields, say: Speech) -> list[tuple[str, str, tuple[str, ...]]]:
    """The pots into which players put counters while a hand is played: the name, the title, and who has."""
    if place.desk is None:
        return []
    pots = place.ruleset.definition.pots
    tell = teller_of(place.ruleset, say.language)
    return [
        (name, tell.title("pots", name, pot.title), fields.all(PUT + name)) for name, pot in pots.items() if pot.field
    ]


def _faults(place: HandPlace, tapped: TappedHand, fields: FormFields, say: Speech) -> list[tuple[str, str]]:
    """The faults of a discarder by which a single win is settled otherwise: the id, and the title."""
    if place.desk is None or tapped.how not in SIDES_WON or fields.all(ALSO):
        return []
    tell, penalties = teller_of(place.ruleset, say.language), place.ruleset.definition.penalties
    return [(id, tell.title("penalties", id, penalties[id].title)) for id in methods_of_faults(place.ruleset)]


def _written(place: HandPlace, tapped: TappedHand, said: FormPairs, fields: FormFields) -> FormPairs:
    """The fields of the form that writes the hand down as it is shown."""
    put = (pair for pair in fields.pairs if pair[0].startswith(PUT) or pair[0] in (ALSO, FAULT))
    pairs = (("act", "hand"), *place.pairs, *tapped.pairs(), *said, *put, (AGAIN, fields.get(AGAIN)))
    return tuple((key, value) for key, value in pairs if value)


def share_page(own: Visit) -> Reply:
    """The link that holds a hand, as text and as a code for cameras. Raises MjrulesError."""
    fields, place = own.asked.fields, place_of_hand(own)
    tapped = _tapped(fields, place)
    said = tuple(pair for pair in own.asked.query if pair[0].startswith(OTHERS_POINTS))
    pairs = (*place.pairs, *tapped.pairs(), *said)
    link = own.asked.base + address("/score", pairs)
    back = address("/score", (*pairs, ("lang", own.say.language)))
    text = place.ruleset.read(tapped.record(place.ruleset)).to_text()
    return own.page("share.html", link=link, code=as_picture(link), back=back, hand_text=text)


def as_picture(link: str) -> str:
    """A link as the picture of a code; empty for one that is too long for a code."""
    try:
        return str(segno.make(link, error="l", micro=False).svg_inline(border=2, omitsize=True))
    except segno.DataOverflowError:
        return ""
