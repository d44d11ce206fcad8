"""How a game looks in words: who draws, discards and claims what, how a hand ends, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from ..match.last_hand import OVER_FOR
from ..play import events
from ..play.event_fields import NO_TILE, NOBODY, tiles_text
from ..play.events import Event
from ..scoring.item import Item
from ..scoring.show import PLAIN, SEAT_NAMES, Style
from ..settlement.settled import Outcome, Settlement
from ..table.table import Table
from ..text_tables import columns, listed
from ..tiles.tile import Tile
from .show_settlement import hands, payments

_SILENT = (
    "deal",
    "ready",
    "pass",
    "stands",
    "chow",
    "pung",
    "mahjong",
    "draw",
    "take_loose",
    "robbed",
    "laid_down",
    "play_ends",
)
"""Events that others report, or that report nothing."""
DRAWN = {"loose": " for the kong", "for_bonus": " for the bonus tile"}
_SAID = {
    "declare": "declares {word}",
    "answer": "says {word}",
    "announced": "announces {word}",
    "give": "chooses {tiles} to pass on",
    "moved": "passes {tiles} to {other}",
    "put_back": "puts back the tile drawn",
    "claim_lost": "has called too late",
    "false_call": "calls {word} falsely",
    "fault": "is at fault: {word}",
    "dead": "has a dead hand",
    "barred": "cannot win this hand",
}
"""What is said of an event of a player."""
WON = {
    "drawn": "wins on a drawn tile, {tile}",
    "claimed": "wins on the discard of {other}, {tile}",
    "robbed": "robs the kong of {other}, {tile}, and wins",
    "dealt": "wins with the hand as dealt",
}


def event_text(event: Event, table: Table | None, style: Style = PLAIN) -> str:
    """What an event says to people; empty for one that others report. `table` is None between the hands."""
    tell = TOLD.get(type(event))
    if tell is not None:
        return tell(event, table, style)
    said = event.to_record([""] * len(SEAT_NAMES) if table is None else [SEAT_NAMES[seat] for seat in table.seats])
    if event.kind in _SAID:
        words = {"tiles": "the same tiles, blindly,", **said, "word": said.get("word", "").replace("_", " ")}
        return f"{said['seat']} {_SAID[event.kind].format(**words)}"
    return "" if event.kind in _SILENT else _other(event, said)


def _seat(seat: int, table: Table | None) -> str:
    return "" if table is None or seat == NOBODY else SEAT_NAMES[table.seats[seat]]


def _shown(tiles: Sequence[Tile], style: Style) -> str:
    """Tiles in a style; those that are not known are `?`."""
    return tiles_text(tiles) if NO_TILE in tiles else style.tiles(tiles)


def _begin(event: events.Begin, table: Table | None, style: Style) -> str:
    return f"Hand {event.hand}, {SEAT_NAMES[event.round]} round"


def _play(event: events.PlayBegins, table: Table | None, style: Style) -> str:
    """The hands as play begins."""
    if table is None:
        return ""
    rows = [[SEAT_NAMES[seat], *_dealt(table, place, style)] for place, seat in enumerate(table.seats)]
    return columns(rows)


def _dealt(table: Table, seat: int, style: Style) -> tuple[str, str]:
    """The tiles that a seat held when play began, and its bonus tiles."""
    held: list[int] = []
    bonus: list[int] = []
    for event in takewhile(lambda event: not isinstance(event, events.PlayBegins), table.log):
        if isinstance(event, events.Dealt) and event.seat == seat:
            held += event.tiles
        elif isinstance(event, events.Drawn) and event.seat == seat:
            held.append(event.tile)
        elif isinstance(event, events.Bonus) and event.seat == seat:
            held.remove(event.tile)
            bonus.append(event.tile)
    return _shown(sorted(held), style), _shown(bonus, style)


def _drawn(event: events.Drawn, table: Table | None, style: Style) -> str:
    return f"{_seat(event.seat, table)} draws {_shown([event.tile], style)}{DRAWN.get(event.source, '')}"


def _bonus(event: events.Bonus, table: Table | None, style: Style) -> str:
    return f"{_seat(event.seat, table)} lays {_shown([event.tile], style)} aside"


def _laid_aside(event: events.LaidAside, table: Table | None, style: Style) -> str:
    return f"{_seat(event.seat, table)} lays {_shown([event.tile], style)} of the hand aside"


def _set_changed(event: events.SetChanged, table: Table | None, style: Style) -> str:
    whose = "an own set" if event.seat == event.other else f"a set of {_seat(event.other, table)}"
    return f"{_seat(event.seat, table)} changes {whose}: {event.type} {_shown(event.tiles, style)}"


def _discard(event: events.Discard, table: Table | None, style: Style) -> str:
    called = f", called {_shown([event.named], style)}" if event.named not in (NO_TILE, event.tile) else ""
    return f"{_seat(event.seat, table)} discards {_shown([event.tile], style)}{called}"


def _kong(event: events.Kong, table: Table | None, style: Style) -> str:
    who = _seat(event.seat, table)
    if event.how == "added":
        return f"{who} adds {_shown([event.tile], style)} to the pung"
    return f"{who} declares the concealed kong {_shown(event.tiles, style)}" if event.how else ""


def _meld(event: events.Melded, table: Table | None, style: Style) -> str:
    what = f"{_shown([event.tile], style)} from {_seat(event.other, table)}"
    return f"{_seat(event.seat, table)} claims {what}: {event.type} {_shown(event.tiles, style)}"


def _won(event: events.Won, table: Table | None, style: Style) -> str:
    how = WON[event.how].format(tile=_shown([event.tile], style), other=_seat(event.other, table))
    return f"{_seat(event.seat, table)} {how}"


def _exhausted(event: events.Exhausted, table: Table | None, style: Style) -> str:
    won = table is not None and any(isinstance(own, events.Won) for own in table.log)
    if event.why:
        return f"Play ends: {event.why.replace('_', ' ')}"
    return "No tile is left to draw" if won else "Nobody has won, and no tile is left to draw"


def _end(end: events.End, table: Table | None, style: Style) -> str:
    """The hands, what they are worth, and who pays whom."""
    if table is None or not end.winners:
        return ""
    won = table.happened(events.Won)
    items = {seat: [Item(**item) for item in found] for seat, found in end.items.items()}
    outcomes = [_outcome(end, items, event, table) for event in (won if table.state.plays_on else won[:1])]
    shown = [text for outcome in outcomes for text in hands(outcome, table.ruleset, style)]
    settlement = Settlement(table.seats, end.transfers)
    return "\n\n".join([*shown, *payments(settlement, table.ruleset)])


def _outcome(end: events.End, items: Mapping[str, list[Item]], won: events.Won, table: Table) -> Outcome:
    """What a win came to; of the winner's hand alone where no other counts."""
    seat, drawn = table.seats[won.seat], won.other == NOBODY
    alone = table.state.plays_on or not any(
        items.get(other) or end.scores[other] for other in end.scores if other != seat
    )
    own: Mapping[str, int] = {seat: end.scores[seat]} if alone else end.scores
    return Outcome(own, seat, drawn, None if drawn else table.seats[won.other], items=items)


def _paid(paid: events.Paid, table: Table | None, style: Style) -> str:
    rows = [[SEAT_NAMES[item.payer], "pays", SEAT_NAMES[item.payee], str(item.amount)] for item in paid.transfers]
    head = f"{paid.title}: {_seat(paid.seat, table)}"
    return f"{head}\n{columns(rows, right=[3])}" if rows else head


def _into_pot(paid: events.IntoPot, table: Table | None, style: Style) -> str:
    title = paid.pot if table is None else table.ruleset.definition.pots[paid.pot].title
    what = f"puts {paid.amount} into" if paid.amount > 0 else f"takes {-paid.amount} out of"
    return f"{paid.title}: {_seat(paid.seat, table)} {what} the pot {title}"


def _thrown(event: events.Thrown, table: Table | None, style: Style) -> str:
    return f"{event.title}: {_seat(event.seat, table)} throws {listed([str(own) for own in event.dice])}"


def _turned_up(event: events.TurnedUp, table: Table | None, style: Style) -> str:
    return f"{_shown([event.tile], style)} of the wall is turned up"


def _seated(event: events.Seated, table: Table | None, style: Style) -> str:
    return "Players: " + ", ".join(event.players)


def _entered(event: events.Entered, table: Table | None, style: Style) -> str:
    return "A hand played elsewhere, " + (f"won by {' and '.join(event.winners)}" if event.winners else "not won")


def _closed(closed: events.Closed, table: Table | None, style: Style) -> str:
    return columns(
        [[player, f"{closed.net[player]:+}", str(total)] for player, total in closed.totals.items()], right=[1, 2]
    )


def _switched(event: events.Switched, table: Table | None, style: Style) -> str:
    return f"The pot {event.pot} is {'played' if event.on else 'not played'} from now on"


def _match_over(over: events.MatchOver, table: Table | None, style: Style) -> str:
    """Why the match is over, and the final standings: a column for each thing that changed something."""
    rows = [standing.to_record() for standing in over.standings]
    names = [name for name in _STANDING if any(name in row for row in rows)]
    shown = [[str(row.get(name, 0)) for name in names] for row in rows]
    table_of = columns([[_STANDING[name] for name in names], *shown], right=[0, *range(2, len(names))])
    return f"The match is over: {OVER_FOR.get(over.why, over.why)}\n{table_of}"


_STANDING = {
    "place": "",
    "player": "",
    "points": "points",
    "pots": "pots",
    "rounding": "rounding",
    "bonus": "bonus",
    "returned": "returned",
    "result": "result",
}
"""What a standing shows, in this order, and the heading of each column."""


def _other(event: Event, said: Mapping[str, Any]) -> str:
    """An event of a rarer kind, field by field."""
    parts = [
        said.get("seat", ""),
        event.kind.replace("_", " "),
        *(said.get(key, "") for key in ("word", "tile", "tiles")),
    ]
    parts += [f"({said['other']})"] if "other" in said else []
    return " ".join(part for part in parts if part)


TOLD: Mapping[type[Event], Callable[[Any, Table | None, Style], str]] = {
    events.Begin: _begin,
    events.PlayBegins: _play,
    events.Drawn: _drawn,
    events.Bonus: _bonus,
    events.LaidAside: _laid_aside,
    events.SetChanged: _set_changed,
    events.Discard: _discard,
    events.Kong: _kong,
    events.Melded: _meld,
    events.Won: _won,
    events.Exhausted: _exhausted,
    events.End: _end,
    events.Paid: _paid,
    events.IntoPot: _into_pot,
    events.Thrown: _thrown,
    events.TurnedUp: _turned_up,
    events.Seated: _seated,
    events.Entered: _entered,
    events.Closed: _closed,
    events.Switched: _switched,
    events.MatchOver: _match_over,
}
"""What is said of each kind of event."""
