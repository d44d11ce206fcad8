"""Several who win one hand, by one tile or one after the other: each win is scored and settled by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..budget import Question
from ..play.event_fields import NOBODY
from ..play.events import Discard, Drawn, Event, Won
from ..play.house_rules import HandPlayed
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_hands
from ..settlement.fields import ANSWERS, OF_KIND, Fields
from ..settlement.hands import read_hands
from ..settlement_method import HANDS, Transfer, net_amounts
from ..tiles.tile import BY_TEXT, Tile
from . import book_faults as faults

SEVERAL_WINS: Final = "wins"
"""The kind of the record of a hand that several have won."""
_MOST_BY_ONE_TILE: Final[Mapping[str, int]] = {"one": 1, "two": 2, "draw_at_three": 2}


class OneWin(NamedTuple):
    """A win: whose, who discarded the tile (None: it was drawn), the tile as text, and the record of the hand."""

    seat: str
    by: str | None
    tile: str
    hand: Mapping[str, Any]


Groups = Sequence[Sequence[OneWin]]
"""Wins in the order in which they were, those by one tile together."""


def in_groups(wins: Sequence[OneWin], seats: Sequence[str]) -> Groups:
    """Wins as they were said, those by one discard together, who is next in turn after the discarder first."""
    found: list[list[OneWin]] = []
    for win in wins:
        last = found[-1][-1] if found else None
        if last is not None and win.by is not None and (last.by, last.tile) == (win.by, win.tile):
            found[-1].append(win)
        else:
            found.append([win])

    def turns(win: OneWin) -> int:
        return 0 if win.by is None else (seats.index(win.seat) - seats.index(win.by)) % len(seats)

    return [sorted(group, key=turns) for group in found]


def most_by_one_tile(rules: TableRules) -> int:
    """How many may win by one tile."""
    return _MOST_BY_ONE_TILE.get(rules.winners, len(rules.seats))


def faults_of_wins(groups: Groups, ruleset: Ruleset, names: Mapping[str, str]) -> Iterator[str]:
    """Why a ruleset does not let so many win so; `names` are the players by their seats."""
    rules: TableRules = ruleset.definition.table
    most = most_by_one_tile(rules)
    settlement = ruleset.book.settlement
    if any(len(group) > most for group in groups):
        yield faults.MOST_WIN(ruleset=ruleset.id, most=most)
    if len(groups) > 1 and sum(map(len, groups[:-1])) >= rules.ends_after_wins:
        number = rules.ends_after_wins
        several = "all who win do so by one tile" if number == 1 else "nobody wins after that"
        wins = f"{number} win" if number == 1 else f"{number} wins"
        yield faults.ENDS_AFTER(ruleset=ruleset.id, wins=wins, number=number, several=several)
    if settlement is not None and HANDS in settlement.reads:
        yield faults.ALL_HANDS(ruleset=ruleset.id)
    gone: set[str] = set()
    for group in groups:
        for win in group:
            if win.by in gone:
                yield faults.WON_BEFORE(player=names[win.by])
        gone |= {win.seat for win in group}


def record_of_wins(groups: Groups) -> dict[str, Any]:
    """The record of a hand that several have won: a settlement record for each, with who played no more then."""
    wins: list[dict[str, Any]] = []
    gone: list[str] = []
    for group in groups:
        for win in group:
            by = {"self_drawn": True} if win.by is None else {"discarder": win.by}
            wins.append({"winner": win.seat, **by, "hands": {win.seat: dict(win.hand)}, "out": [*gone]})
        gone += [win.seat for win in group]
    return {"kind": SEVERAL_WINS, "wins": wins}


def settle_wins(record: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The answers to such a record: those of each win, and what all get together.

    Raises HandError, and PluginError where a plugin fails.
    """
    answers: list[dict[str, Any]] = []
    transfers: list[Transfer] = []
    done: set[str] = set()
    with Question():
        for win in record["wins"]:
            fields = Fields(win, OF_KIND["settle"], ANSWERS, ruleset.book.seats)
            hands, out = read_hands(fields, ruleset), {*fields.seat_list("out")}
            settled = settle_hands(hands, ruleset, out=out, first=out == done)
            answers.append(settled.to_record())
            transfers += settled.transfers
            done.add(fields.seat("winner"))
    return {
        "wins": answers,
        "scores": {seat: worth for own in answers for seat, worth in own["scores"].items()},
        "items": {seat: items for own in answers for seat, items in own.get("items", {}).items()},
        "transfers": [item._asdict() for item in transfers],
        "net": net_amounts(transfers, ruleset.book.seats),
    }


def as_played(groups: Groups, seats: Sequence[str]) -> HandPlayed:
    """Who won by whose tile, as house rules hear of it that say who is East next."""
    events: list[Event] = []
    for group in groups:
        by = group[0].by
        tile: Tile = BY_TEXT.get(group[0].tile, 0)
        drawn_by = seats.index(group[0].seat)
        events.append(Drawn(drawn_by, tile, "wall") if by is None else Discard(seats.index(by), tile))
        other, how = (NOBODY, "drawn") if by is None else (seats.index(by), "claimed")
        events += [Won(seats.index(win.seat), tile, other, how=how) for win in group]
    return HandPlayed(tuple(events), tuple(seats))
