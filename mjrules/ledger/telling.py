"""What was written down, in a scorer's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..ruleset.options import option_in_words
from ..text_tables import listed
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


def told_line(line: BookLine) -> str:
    """A line in words, and what became of it."""
    marks = ["corrected"] * bool(line.corrections) + ["undone"] * (not line.live)
    told = told_event(line.event)
    note = getattr(line.event, "note", "")
    told += f" ({note})" if note and note != told else ""
    options = told_options(line.event)
    told += f" ({options})" if options else ""
    return f"{told} ({', '.join(marks)})" if marks else told


def told_event(event: BookEvent) -> str:
    """An event in words."""
    match event:
        case EveningOpened():
            return f"{event.club}, {event.date}: {listed(event.players)}"
        case Payment():
            return _told_payment(event)
        case PlayerLeft():
            return f"{event.player} leaves"
        case PlayerArrived():
            return f"{event.player} arrives"
        case TableOpened():
            return f"Table {event.table}: {listed(event.players)}"
        case TableClosed():
            return f"Table {event.table} is closed"
        case SeatsChanged():
            again = ", and the game begins anew" if event.anew else ""
            return f"From now on at table {event.table}: {listed(event.players)}{again}"
        case PotSwitchedAt():
            return f"{event.pot}: {'paid into after drawn hands' if event.on else 'no longer paid into'}"
    return event.kind


def _told_payment(event: Payment) -> str:
    """What was paid for."""
    match event:
        case HandBooked():
            return _told_hand(event)
        case PenaltyBooked():
            return f"{event.title}: {listed(event.players)}"
        case GameFinished():
            return f"The game is over: {', '.join(placed(event))}"
    return event.note or (f"Payment: {event.difference}" if event.difference else "Payment")


def placed(event: GameFinished) -> list[str]:
    """Who came in at which place, the first first: who has as much may share a place, as the standings have it."""
    owns = event.standings
    known = tuple(own.get("player") for own in owns) == event.places and all("place" in own for own in owns)
    places = [own["place"] for own in owns] if known else range(1, len(event.places) + 1)
    return [f"{place}. {name}" for place, name in zip(places, event.places, strict=True)]


def told_options(event: BookEvent) -> str:
    """The options by which a hand was played otherwise than its table usually plays; empty where there are none."""
    options = event.result.get("options") if isinstance(event, HandBooked) else None
    return options_in_words(options) if isinstance(options, Mapping) else ""


def options_in_words(options: Mapping[str, Any]) -> str:
    """Options with their values, as a scorer reads them."""
    return ", ".join(option_in_words(name, value) for name, value in options.items())


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


def _told_hand(event: HandBooked) -> str:
    """Who won how, and what the hand is worth."""
    if not event.winners:
        return "Drawn hand" if event.how == "drawn" else "Hand"
    if len(event.winners) > 1 and event.how == "scored":
        return "; ".join(_told_win(win) for win in wins_of(event))
    how = f"on {event.discarder}'s discard" if event.discarder else ""
    drawn = "on a drawn tile" if event.result.get("self_drawn") else ""
    worth = worth_of(event)
    verb = "wins" if len(event.winners) == 1 else "win"
    said = " ".join(filter(None, [listed(event.winners), verb, how or drawn]))
    return said if worth is None else f"{said}, {worth}"


def _told_win(win: WinTold) -> str:
    how = "on a drawn tile" if win.drawn else f"on {win.discarder}'s discard"
    return f"{win.player} wins {how}, {win.worth}"


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
