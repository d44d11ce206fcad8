"""What was written down, in a scorer's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from ..ruleset.options.options import option_in_words
from ..spoken import Sentence, Spoken, spoken_list
from .book_event import BookEvent, Payment
from .books import BookLine, EveningBooks
from .events import (
    EveningOpened,
    GameFinished,
    HandBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
)

_OPENED: Final = Sentence("{club}, {date}: {players}", "{club}，{date}：{players}")
_LEFT: Final = Sentence("{player} leaves", "{player} 离开")
_ARRIVED: Final = Sentence("{player} arrives", "{player} 加入")
_TABLE: Final = Sentence("Table {table}: {players}", "第 {table} 桌开桌：{players}")
_CLOSED: Final = Sentence("Table {table} is closed", "第 {table} 桌收桌")
_SEATS: Final = Sentence("From now on at table {table}: {players}", "第 {table} 桌此后座位：{players}")
_SEATS_ANEW: Final = Sentence("{seats}, and the game begins anew", "{seats}，重新开局")
_PAID_INTO: Final = Sentence("{pot}: paid into after drawn hands", "{pot}：流局后投入")
_NOT_PAID_INTO: Final = Sentence("{pot}: no longer paid into", "{pot}：不再投入")
_SHARED: Final = Sentence("{pots}: shared out", "{pots}：分给各家")
_TITLED: Final = Sentence("{title}: {players}", "{title}：{players}")
_OVER: Final = Sentence("The game is over: {places}", "本场结束：{places}")
_PAYMENT: Final = Sentence("Payment", "收付")
_DIFFERENCE: Final = Sentence("Payment: {difference}", "收付：{difference}")
_DRAWN: Final = Sentence("Drawn hand", "流局")
_ONLY_AMOUNTS: Final = Sentence("Only the amounts", "只记收支")
_WINS: Final = Sentence("{players} wins", "{players} 和")
_WIN: Final = Sentence("{players} win", "{players} 和")
_ON_DISCARD: Final = Sentence("on {discarder}'s discard", "{discarder} 点炮")
_ON_DRAWN: Final = Sentence("on a drawn tile", "自摸")
_WORTH: Final = Sentence("{worth}", "值 {worth}")
_BESIDE: Final = Sentence("{text} ({more})", "{text}（{more}）")
_CORRECTED: Final = Sentence("corrected", "已更正")
_UNDONE: Final = Sentence("undone", "已撤销")


class Called(NamedTuple):
    """What is called how by a ruleset: a pot by its id, an option with its value, a penalty or payment of the books.

    A fault is called by the method by which it settles a win.
    """

    pot: Callable[[str], str] = str
    option: Callable[[str, Any], str] = option_in_words
    title: Callable[[PenaltyBooked], str] = attrgetter("title")
    fault: Callable[[str], str] = str


AS_WRITTEN: Final = Called()
"""As the books have it."""


def told_line(line: BookLine, called: Called = AS_WRITTEN) -> Spoken:
    """A line in words, and what became of it."""
    told = text = told_event(line.event, called)
    if note := remark_on(line.event, text):
        told = _BESIDE(text=told, more=note)
    marks = [_CORRECTED()] * bool(line.corrections) + [_UNDONE()] * (not line.live)
    return _BESIDE(text=told, more=spoken_list(marks, ", ", "、")) if marks else told


def remark_on(event: BookEvent, text: str) -> str:
    """The remark of an event that is told by a text; empty for none, and where it is that text, as of a payment."""
    note: str = getattr(event, "note", "")
    return note if note != text else ""


def told_event(event: BookEvent, called: Called = AS_WRITTEN) -> Spoken:
    """An event in words."""
    match event:
        case EveningOpened():
            return _OPENED(club=event.club, date=event.date, players=_names(event.players))
        case Payment():
            return _told_payment(event, called)
        case PlayerLeft():
            return _LEFT(player=event.player)
        case PlayerArrived():
            return _ARRIVED(player=event.player)
        case TableOpened():
            return _TABLE(table=event.table, players=_names(event.players))
        case TableClosed():
            return _CLOSED(table=event.table)
        case SeatsChanged():
            seats = _SEATS(table=event.table, players=_names(event.players))
            return _SEATS_ANEW(seats=seats) if event.anew else seats
        case PotSwitchedAt():
            return (_PAID_INTO if event.on else _NOT_PAID_INTO)(pot=called.pot(event.pot))
    return Spoken(event.kind)


def _told_payment(event: Payment, called: Called) -> Spoken:
    """What was paid for."""
    match event:
        case HandBooked():
            told, beside = _told_hand(event), [*_told_fault(event, called), *_told_options(event, called)]
            return _BESIDE(text=told, more=spoken_list(beside, ", ", "、")) if beside else told
        case PenaltyBooked():
            return _TITLED(title=called.title(event), players=_names(event.players))
        case GameFinished():
            return _OVER(places=spoken_list(placed(event), ", ", "、"))
    if event.note:
        return Spoken(event.note)
    if event.pots and not event.difference and max(event.pots.values()) < 0:
        return _SHARED(pots=spoken_list([called.pot(pot) for pot in event.pots], ", ", "、"))
    return _DIFFERENCE(difference=event.difference) if event.difference else _PAYMENT()


def _names(names: Sequence[str]) -> Spoken:
    """Names one after the other."""
    first = [spoken_list(names[:-1], ", ", "、")] if len(names) > 1 else []
    return spoken_list([*first, *names[-1:]], " and ", "、")


def placed(event: GameFinished) -> list[str]:
    """Who came in at which place, the first first: who has as much may share a place, as the standings have it."""
    owns = event.standings
    known = tuple(own.get("player") for own in owns) == event.places and all("place" in own for own in owns)
    places = [own["place"] for own in owns] if known else range(1, len(event.places) + 1)
    return [f"{place}. {name}" for place, name in zip(places, event.places, strict=True)]


def _told_fault(event: HandBooked, called: Called) -> list[str]:
    """The fault by which the win was settled otherwise, if there was one."""
    method = event.record.get("method")
    return [called.fault(method)] if isinstance(method, str) else []


def _told_options(event: HandBooked, called: Called) -> list[str]:
    """The options by which a hand was played otherwise than its table usually plays."""
    options = event.result.get("options")
    chosen = options if isinstance(options, Mapping) else {}
    return [called.option(name, value) for name, value in chosen.items()]


class WinTold(NamedTuple):
    """A win as it was written down: whose, who discarded the tile, whether it was drawn, its worth and its rules.

    The worth is None where only amounts are known.
    """

    player: str
    discarder: str
    drawn: bool
    worth: Any
    rules: tuple[str, ...]


def wins_of(event: HandBooked) -> tuple[WinTold, ...]:
    """The wins of a hand, in their order."""
    answers = event.result.get("wins")
    of_seat = {own["winner"]: own for own in answers if isinstance(own, Mapping)} if isinstance(answers, tuple) else {}
    found = []
    for player in event.winners:
        wind = wind_of(event, player)
        own = of_seat.get(wind, event.result)
        by = event.seats.get(str(own.get("discarder")), event.discarder)
        drawn = own.get("self_drawn") is True
        found.append(WinTold(player, "" if drawn else by, drawn, _worth(event, wind), _rules(event, wind)))
    return tuple(found)


def _told_hand(event: HandBooked) -> Spoken:
    """Who won how, and what the hand is worth."""
    if not event.winners:
        return _DRAWN() if event.how == "drawn" else _ONLY_AMOUNTS()
    if len(event.winners) > 1 and event.how == "scored":
        every = [_won([win.player], _how(win.discarder, drawn=win.drawn), win.worth) for win in wins_of(event)]
        return spoken_list(every, "; ", "；")
    drawn = bool(event.result.get("self_drawn"))
    return _won(event.winners, _how(event.discarder, drawn=drawn), worth_of(event))


def _how(discarder: str, *, drawn: bool) -> list[str]:
    """How it was won, where that is known."""
    if discarder:
        return [_ON_DISCARD(discarder=discarder)]
    return [_ON_DRAWN()] if drawn else []


def _won(winners: Sequence[str], how: Sequence[str], worth: Any) -> Spoken:
    """Who won, and how, and what that is worth, None where only amounts are known."""
    said = spoken_list([(_WINS if len(winners) == 1 else _WIN)(players=_names(winners)), *how], " ", "，")
    return said if worth is None else spoken_list([said, _WORTH(worth=worth)], ", ", "，")


def wind_of(event: HandBooked, player: str) -> str:
    """The wind of a player of a hand; empty for who did not play."""
    return next((wind for wind, name in event.seats.items() if name == player), "")


def worth_of(event: HandBooked) -> Any:
    """What the winner's hand was worth; None where only amounts are known, or nobody won."""
    return _worth(event, wind_of(event, event.winners[0])) if event.winners else None


def _worth(event: HandBooked, wind: str) -> Any:
    scores = event.result.get("scores")
    return scores.get(wind) if isinstance(scores, Mapping) else None


def rules_of(event: HandBooked) -> tuple[str, ...]:
    """What the winner's hand scored, by the names of the rules, as the result says."""
    return _rules(event, wind_of(event, event.winners[0])) if event.winners else ()


def _rules(event: HandBooked, wind: str) -> tuple[str, ...]:
    items = event.result.get("items")
    own = items.get(wind) if isinstance(items, Mapping) else None
    found = own if isinstance(own, tuple) else ()
    return tuple(str(item.get("name") or item.get("id")) for item in found if isinstance(item, Mapping))


def heading_of(evening: EveningBooks, comma: str) -> str:
    """What an evening is called."""
    return comma.join(filter(None, (evening.opened.club, evening.opened.date, evening.opened.season)))
