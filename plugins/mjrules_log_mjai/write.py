"""Games of riichi as mjai events, written hand by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mjrules.hooks import KIND, LogError, LogStep, Transfer, events, parse_tiles

from .games import EAST_ONLY, KYOKU_FIRST
from .tiles import NAMES, RED_FIVES, TILES

Record = dict[str, Any]
REASONS: Mapping[str, str] = {
    "": "exhaustive_draw", "nine_terminals": "kyushu_kyuhai", "four_winds": "sufuurenta",
    "four_kongs": "suukansansen", "all_declared": "suucha_riichi", "three_winners": "sanchaho",
}  # fmt: skip
"""What mjai calls why nobody wins."""
BEFORE: Mapping[str, tuple[str, ...]] = {
    "reach_accepted": ("tsumo", "chi", "pon", "daiminkan"), "dora": ("dahai",),
}  # fmt: skip
"""Before what mjai tells of a stake, and of an indicator."""
CLAIMS: Mapping[str, str] = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}


def write(steps: Iterable[LogStep]) -> Iterator[Record]:
    """The events of the games of these steps, a record each."""
    hand: _Hand | None = None
    order: list[str] = []
    for line, event, table in steps:
        if isinstance(event, events.Begin):
            if "indicators" not in table.ruleset.definition.house_rules or not event.points:
                raise LogError(line, f"a game of {table.ruleset.id} cannot be written as mjai, which is for riichi")
            if event.hand == 1 or hand is None:
                yield {"type": "start_game", **_played_by(table.ruleset)}
                order = _order(table)
            hand = _Hand(table, order)
        if hand is not None and table is not None:
            yield from hand.told(event)
        elif isinstance(event, events.MatchOver):
            yield {"type": "end_game"}
            hand = None


def _played_by(ruleset: Any) -> Record:
    """What is said of the rules of a game, where they are not the usual ones."""
    reds = any(ruleset.book.tiles.copies[TILES[name]] for name in RED_FIVES)
    short = ruleset.definition.table.rounds == 1
    return {**({} if reds else {"aka_flag": False}), **({KYOKU_FIRST: EAST_ONLY} if short else {})}


def _order(table: Any) -> list[str]:
    """The players by their seats. East has seat 0 where a match begins; else they may be called by their seats."""
    names = [f"seat {seat}" for seat in range(len(table.seats))]
    players, begin = [*table.players] or names, table.begin
    first = begin.round == "E" and len({*begin.points}) == 1 and not any(table.fields.get(name) for name in COUNTED)
    return names if not first and players in [names[east:] + names[:east] for east in range(len(names))] else players


COUNTED = ("honba", "sticks")


class _Hand:
    """A hand as it is written."""

    def __init__(self, table: Any, order: list[str]) -> None:
        self.table = table
        self.east = order.index(table.players[0]) if table.players else 0
        points = table.begin.points
        self.scores = [points[(seat - self.east) % len(points)] for seat in range(len(points))]
        self.hands: list[list[int]] = [[] for _ in order]
        self.begun = False
        self.held: list[Record] = []
        """The last record, which is not given out yet."""
        self.drawn = -1
        """The tile that was drawn last, and not yet discarded."""
        self.won: list[events.Won] = []
        self.shown: list[int] = []
        """The indicators that were turned up before play, or below others after a win."""

    def seat(self, place: int) -> int:
        """The seat at a place of the table."""
        return (place + self.east) % len(self.hands)

    def told(self, event: events.Event) -> Iterator[Record]:
        """What an event of the hand is in mjai."""
        if isinstance(event, events.Dealt):
            self.hands[self.seat(event.seat)] += event.tiles
        elif isinstance(event, events.TurnedUp) and (self.won or not self.begun):
            self.shown.append(event.tile)
        elif isinstance(event, events.Won):
            self.shown = self.shown if self.won else []
            self.won.append(event)
        elif isinstance(event, events.End):
            yield from self.start()
            yield from self.held
            yield from self.end(event)
            yield {"type": "end_kyoku"}
        else:
            found = self.record(event)
            if found is not None:
                yield from self.start()
                yield from self.ordered(found)

    def ordered(self, record: Record) -> Iterator[Record]:
        """The records in the order of mjai, where stakes and indicators come before what they follow here."""
        if (
            record["type"] in ("dora", "reach_accepted")
            and self.held
            and self.held[0]["type"] in BEFORE[record["type"]]
        ):
            yield record
        else:
            yield from self.held
            self.held = [record]

    def start(self) -> Iterator[Record]:
        """The beginning of the hand, once; a tile more that East was dealt is the first one drawn."""
        if self.begun:
            return
        self.begun, more = True, self.hands[self.east][13:]
        yield {
            "type": "start_kyoku", "bakaze": self.table.begin.round, "kyoku": self.east + 1,
            "honba": self.table.fields.get("honba", 0), "kyotaku": self.table.fields.get("sticks", 0),
            "oya": self.east, "scores": self.scores, "dora_marker": NAMES[self.shown[0]],
            "tehais": [[NAMES[tile] for tile in sorted(hand[:13], key=KIND.__getitem__)] for hand in self.hands],
        }  # fmt: skip
        for tile in more:
            self.drawn = tile
            self.held = [{"type": "tsumo", "actor": self.east, "pai": NAMES[tile]}]

    def record(self, event: events.Event) -> Record | None:
        """An event of play; None for one of which mjai says nothing."""
        if isinstance(event, events.TurnedUp):
            return {"type": "dora", "dora_marker": NAMES[event.tile]}
        if not isinstance(event, events.PlayerEvent):
            return None
        actor = {"actor": self.seat(event.seat)}
        if isinstance(event, events.Drawn):
            self.drawn = event.tile
            return {"type": "tsumo", **actor, "pai": NAMES[event.tile]}
        if isinstance(event, events.Discard):
            own, self.drawn = event.tile == self.drawn, -1
            return {"type": "dahai", **actor, "pai": NAMES[event.tile], "tsumogiri": own}
        if isinstance(event, events.Declare) and event.word == "riichi":
            return {"type": "reach", **actor}
        if isinstance(event, events.IntoPot) and event.amount > 0:
            return {"type": "reach_accepted", **actor}
        if isinstance(event, events.LaidAside):
            return {"type": "kita", **actor, "pai": NAMES[event.tile]}
        return self.set_record(event, actor)

    def set_record(self, event: events.Event, actor: Record) -> Record | None:
        """A set that is claimed, or a kong that is declared."""
        if isinstance(event, events.Melded):
            own = list(event.tiles)
            own.remove(event.tile)
            said = {"target": self.seat(event.other), "pai": NAMES[event.tile], "consumed": [*map(NAMES.get, own)]}
            return {"type": CLAIMS[event.type], **actor, **said}
        if not isinstance(event, events.Kong) or not event.how:
            return None
        if event.how == "concealed":
            return {"type": "ankan", **actor, "pai": NAMES[event.tile], "consumed": [*map(NAMES.get, event.tiles)]}
        added = event.tiles[0] if event.tiles else event.tile
        pung = next(
            meld for meld in self.table.state.players[event.seat].melds if meld.added and meld.first == event.tile
        )
        rest = list(pung.tiles)
        rest.remove(added)
        return {"type": "kakan", **actor, "pai": NAMES[added], "consumed": [*map(NAMES.get, rest)]}

    def end(self, event: events.End) -> Iterator[Record]:
        """Who has won, with what lies below the indicators, or that nobody has."""
        if not self.won:
            whys = [event.why for event in self.table.happened(events.Exhausted)]
            deltas = self.gains(
                [item for own in self.table.log if isinstance(own, (events.Paid, events.End)) for item in own.transfers]
            )
            yield {"type": "ryukyoku", "reason": REASONS.get(whys[-1], whys[-1]), "deltas": deltas}
        for won in self.won:
            wind = self.table.seats[won.seat]
            drawn = {"tsumo": True} if won.other < 0 else {}
            target = self.seat(won.seat if won.other < 0 else won.other)
            below = self.table.end.hands[wind].fields.get("ura", ())
            deltas = self.gains([item for item in event.transfers if item.payee == wind])
            deltas[self.seat(won.seat)] += self.taken(won.seat)
            yield {
                "type": "hora", "actor": self.seat(won.seat), "target": target, **drawn, "deltas": deltas,
                "ura_markers": [NAMES[tile] for tile in parse_tiles("".join(below))],
            }  # fmt: skip

    def taken(self, place: int) -> int:
        """What a player gets out of pots."""
        put: list[events.IntoPot] = self.table.happened(events.IntoPot)
        return -sum(event.amount for event in put if event.seat == place and event.amount < 0)

    def gains(self, transfers: list[Transfer]) -> list[int]:
        """What every seat gains by payments."""
        found = [0] * len(self.hands)
        for item in transfers:
            for wind, amount in ((item.payer, -item.amount), (item.payee, item.amount)):
                if wind in self.table.seats:
                    found[self.seat(self.table.place(wind))] += amount
        return found
