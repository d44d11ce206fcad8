"""How a game looks in words: who draws, discards and claims what, how a hand ends, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..play.events import NOBODY, Closed, End, Event, Paid, tile_text, tiles_text
from ..scoring.item import Item
from ..scoring.show import SEATS
from ..settlement.settled import Outcome, Settlement
from ..table.table import Table
from ..tables import columns
from ..tiles.tile import format_tiles
from ..transfers import Transfer
from .show_settlement import hands, payments

SILENT = ("deal", "ready", "pass", "stands", "chow", "pung", "mahjong", "draw", "take_loose", "robbed")
"""Events that others report, or that report nothing."""
DRAWN = {"loose": " for the kong", "for_bonus": " for the bonus tile"}
SAID = {
    "declare": "declares {word}",
    "answer": "says {word}",
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


def event_text(event: Event, table: Table | None) -> str:
    """What an event says to people; empty for one that others report. `table` is None between the hands."""
    tell = TOLD.get(event.kind)
    if tell is not None:
        return tell(event, table)
    if event.kind in SAID:
        tiles = tiles_text(event.tiles) or "the same tiles, blindly,"
        words = {"word": event.word.replace("_", " "), "tiles": tiles, "other": _seat(event.other, table)}
        return f"{_seat(event.seat, table)} {SAID[event.kind].format(**words)}"
    return "" if event.kind in SILENT else _other(event, table)


def _seat(seat: int, table: Table | None) -> str:
    return "" if table is None or seat == NOBODY else SEATS[table.seats[seat]]


def _begin(event: Event, table: Table | None) -> str:
    return f"Hand {event.told['hand']}, {SEATS[event.told['round']]} round"


def _play(event: Event, table: Table | None) -> str:
    """The hands as play begins."""
    if table is None:
        return ""
    rows = [[SEATS[seat], *_dealt(table, place)] for place, seat in enumerate(table.seats)]
    return columns(rows)


def _dealt(table: Table, seat: int) -> tuple[str, str]:
    """The tiles that a seat held when play began, and its bonus tiles."""
    held: list[int] = []
    bonus: list[int] = []
    for event in table.log:
        if event.kind == "play":
            break
        if event.seat == seat and event.kind in ("deal", "drawn"):
            held += event.tiles or (event.tile,)
        elif event.seat == seat and event.kind == "bonus":
            held.remove(event.tile)
            bonus.append(event.tile)
    return format_tiles(sorted(held)), format_tiles(bonus)


def _drawn(event: Event, table: Table | None) -> str:
    return f"{_seat(event.seat, table)} draws {tile_text(event.tile)}{DRAWN.get(event.word, '')}"


def _bonus(event: Event, table: Table | None) -> str:
    return f"{_seat(event.seat, table)} lays {tile_text(event.tile)} aside"


def _discard(event: Event, table: Table | None) -> str:
    called = f", called {tile_text(event.named)}" if event.named not in (NOBODY, event.tile) else ""
    return f"{_seat(event.seat, table)} discards {tile_text(event.tile)}{called}"


def _kong(event: Event, table: Table | None) -> str:
    who = _seat(event.seat, table)
    if event.word == "added":
        return f"{who} adds {tile_text(event.tile)} to the pung"
    return f"{who} declares the concealed kong {tiles_text(event.tiles)}" if event.word else ""


def _meld(event: Event, table: Table | None) -> str:
    what = f"{tile_text(event.tile)} from {_seat(event.other, table)}"
    return f"{_seat(event.seat, table)} claims {what}: {event.word} {tiles_text(event.tiles)}"


def _won(event: Event, table: Table | None) -> str:
    how = WON[event.word].format(tile=tile_text(event.tile), other=_seat(event.other, table))
    return f"{_seat(event.seat, table)} {how}"


def _exhausted(event: Event, table: Table | None) -> str:
    return "Nobody has won, and no tile is left to draw"


def _end(event: Event, table: Table | None) -> str:
    """The hands, what they are worth, and who pays whom."""
    end = End(**event.told)
    if table is None or not end.winners:
        return ""
    won = next(own for own in table.log if own.kind == "won")
    discarder = None if won.other == NOBODY else table.seats[won.other]
    items = {seat: [Item(**item) for item in found] for seat, found in end.items.items()}
    outcome = Outcome(end.scores, end.winners[0], won.other == NOBODY, discarder, items=items)
    settlement = Settlement(table.seats, tuple(Transfer(**item) for item in end.transfers))
    return "\n\n".join([*hands(outcome, table.ruleset), *payments(settlement, table.ruleset)])


def _paid(event: Event, table: Table | None) -> str:
    paid = Paid(**event.told)
    rows = [[SEATS[item["payer"]], "pays", SEATS[item["payee"]], str(item["amount"])] for item in paid.transfers]
    head = f"{paid.title}: {_seat(event.seat, table)}"
    return f"{head}\n{columns(rows, right=[3])}" if rows else head


def _seated(event: Event, table: Table | None) -> str:
    return "Players: " + ", ".join(event.told["players"])


def _closed(event: Event, table: Table | None) -> str:
    closed = Closed(**event.told)
    return columns(
        [[player, f"{closed.net[player]:+}", str(total)] for player, total in closed.totals.items()], right=[1, 2]
    )


def _switched(event: Event, table: Table | None) -> str:
    return f"The pot {event.word} is {'played' if event.told['on'] else 'not played'} from now on"


def _other(event: Event, table: Table | None) -> str:
    """An event of a rarer kind, field by field."""
    parts = [_seat(event.seat, table), event.kind.replace("_", " "), event.word]
    parts += [tile_text(event.tile) if event.tile >= 0 else "", tiles_text(event.tiles) if event.tiles else ""]
    parts += [f"({_seat(event.other, table)})" if event.other != NOBODY else ""]
    return " ".join(part for part in parts if part)


TOLD: Mapping[str, Callable[[Event, Table | None], str]] = {
    "begin": _begin,
    "play": _play,
    "drawn": _drawn,
    "bonus": _bonus,
    "discard": _discard,
    "kong": _kong,
    "meld": _meld,
    "won": _won,
    "exhausted": _exhausted,
    "end": _end,
    "paid": _paid,
    "seated": _seated,
    "closed": _closed,
    "switched": _switched,
}
"""What is said of each kind of event."""
