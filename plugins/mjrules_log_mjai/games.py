"""Games as mjai events, one on each line, or all of a game in a list: what was dealt, drawn and done, read strictly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mjrules import MoveKind, RecordedEnd, RecordedHand, RecordedMove
from mjrules.hooks import KIND, GameRecord, LogError, LogLine, described, did_you_mean

from .tiles import TILES

FIELDS: Mapping[str, str] = {
    "id": "the name of the game",
    "mode": "how many players there are, whether there are red fives, and how long the game is: `4p-red-half`",
    "rule": "whose rules it is played by, `tenhou` or `mjsoul`",
    "events": "the events of the game, each an object",
    "scores": "what every seat has in the end",
    "ranks": "the place of every seat in the end, from 1",
}
"""The fields of a record that holds a whole game."""
EVENTS: Mapping[str, str] = {
    "start_game": "a game begins; of one without a `mode` it may say `aka_flag`, false without red fives, and "
    "`kyoku_first`, 4 for the East round alone",
    "start_kyoku": "a hand begins: `bakaze`, `kyoku`, `honba`, `kyotaku`, `oya`, `scores`, `dora_marker` and `tehais`",
    "tsumo": "`actor` draws the tile `pai`",
    "dahai": "`actor` discards `pai`; `tsumogiri` says whether it is the tile just drawn",
    "chi": "`actor` claims `pai` of `target` for a chow with the tiles `consumed`",
    "pon": "`actor` claims `pai` of `target` for a pung with the tiles `consumed`",
    "daiminkan": "`actor` claims `pai` of `target` for a kong with the tiles `consumed`",
    "ankan": "`actor` declares a concealed kong of the tiles `consumed`",
    "kakan": "`actor` adds `pai` to the pung `consumed`",
    "kita": "`actor` lays the north `pai` aside",
    "reach": "`actor` declares riichi, and discards next",
    "reach_accepted": "the stick of `actor` lies on the table",
    "dora": "the indicator `dora_marker` is turned up",
    "hora": "`actor` wins from `target`: everybody gains `deltas`; `ura_markers` lie below the indicators",
    "ryukyoku": "nobody wins: the `reason`, if it is said, and what everybody gains, the `deltas`",
    "end_kyoku": "the hand is over",
    "end_game": "the game is over",
}
"""The kinds of event, with what they say."""
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "start_kyoku": ("bakaze", "kyoku", "honba", "kyotaku", "oya", "scores", "dora_marker", "tehais"),
    "tsumo": ("actor", "pai"), "dahai": ("actor", "pai"), "chi": ("actor", "pai", "target", "consumed"),
    "pon": ("actor", "pai", "target", "consumed"), "daiminkan": ("actor", "pai", "target", "consumed"),
    "ankan": ("actor", "consumed"), "kakan": ("actor", "pai"), "kita": ("actor", "pai"), "reach": ("actor",),
    "reach_accepted": ("actor",), "dora": ("dora_marker",), "hora": ("actor", "target"),
}  # fmt: skip
"""The fields that an event must have; programs add others, which say nothing new."""
_ALIKE: Mapping[str, str] = {"nukidora": "kita", "none": ""}
"""Other names of kinds; those without one say nothing."""
_CLAIMS: Mapping[str, MoveKind] = {"chi": "chow", "pon": "pung", "daiminkan": "kong"}
WINDS = "ESWN"
KYOKU_FIRST, EAST_ONLY = "kyoku_first", 4
"""What the beginning of a game calls its length, and the number that stands for the East round alone."""


class Kyoku(NamedTuple):
    """A hand that was read, its end, and what each winner has shown of the tiles under the indicators."""

    hand: RecordedHand
    ending: RecordedEnd
    ura: Mapping[int, tuple[int, ...]]


class Game(NamedTuple):
    """The events of a game, each with its line, and what is said of it: `mode`, `rule`, `scores` and `ranks`."""

    name: str
    said: Mapping[str, Any]
    events: tuple[LogLine, ...]


def is_game(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object looks like a game, or an event, of this format."""
    events = record.get("events")
    first = events[0] if isinstance(events, list) and events else record
    return isinstance(first, dict) and first.get("type") in ("start_game", "start_kyoku")


def games(lines: Iterable[LogLine]) -> Iterator[Game]:
    """The games of a file. Raises LogError for what is none."""
    loose: list[LogLine] = []
    for number, record in lines:
        if "events" in record:
            yield _whole((number, record))
        else:
            if record.get("type") == "start_game" and loose:
                yield Game("", {}, tuple(loose))
                loose = []
            loose.append((number, record))
    if loose:
        yield Game("", {}, tuple(loose))


def _whole(line: LogLine) -> Game:
    """A game that is in one record."""
    record = GameRecord(line, FIELDS, optional=tuple(name for name in FIELDS if name != "events"))
    events = record.listed("events", "events")
    for number, event in enumerate(events, 1):
        if not isinstance(event, dict):
            raise record.error(f"event {number}: expected an object, got {described(event)}")
    return Game(str(record.fields.get("id", "")), record.fields, tuple((record.line, event) for event in events))


def kyokus(game: Game) -> Iterator[Kyoku]:
    """The hands of a game. Raises LogError for an event that is none, or that does not belong there."""
    own: list[_Event] = []
    for number, (line, said) in enumerate(game.events, 1):
        kind = said.get("type")
        kind = _ALIKE.get(kind, kind) if isinstance(kind, str) else kind
        where = f"event {number}"
        if kind == "":
            continue
        if not isinstance(kind, str) or kind not in EVENTS:
            raise LogError(line, f"{where}: {described(kind)} is not an event{did_you_mean(kind, EVENTS)}")
        if kind in ("start_game", "start_kyoku", "end_kyoku", "end_game"):
            if own:
                yield _kyoku(game.name, own)
            own = []
        elif not own:
            raise LogError(line, f"{where}, {kind}: expected start_kyoku, the beginning of a hand")
        if own or kind == "start_kyoku":
            own.append(_Event((line, said), where, kind, own[0].seats if own else 0))
    if own:
        yield _kyoku(game.name, own)


class _Event(GameRecord):
    """An event, with what it must have."""

    def __init__(self, line: LogLine, where: str, kind: str, seats: int) -> None:
        fields = dict.fromkeys(REQUIRED.get(kind, ()), "")
        known = {name: line[1][name] for name in fields if name in line[1]}
        self.kind, self.said = kind, line[1]
        actor = f" {known['actor']}" if "actor" in known else ""
        self.where = " ".join(map(str, (f"{where}, {kind}{actor}", *([known["pai"]] if "pai" in known else []))))
        if seats == 0 and isinstance(line[1].get("scores"), list):
            seats = len(line[1]["scores"])
        missing = next((name for name in fields if name not in known), None)
        if missing is not None:
            raise LogError(line[0], f"{self.where}: {missing}: missing")
        super().__init__((line[0], known), fields, seats=seats)

    def number(self, name: str, least: int = 0, most: int = 1000) -> int:
        """A field that is a whole number."""
        return self.whole(f"{self.where}: {name}", self.fields[name], least, most)

    def who(self, name: str = "actor") -> int:
        """A field that is a seat."""
        return self.seat(f"{self.where}: {name}", self.fields[name])

    def mjai_tile(self, name: str, value: Any) -> int:
        """A tile as mjai writes it."""
        if not isinstance(value, str) or value not in TILES:
            raise self.error(f"{self.where}: {name}: {described(value)} is not a tile{did_you_mean(value, TILES)}")
        return TILES[value]

    def some(self, name: str, value: Any, number: int | None = None) -> tuple[int, ...]:
        """Tiles in a list."""
        if not isinstance(value, list) or (number is not None and len(value) != number):
            raise self.error(f"{self.where}: {name}: expected {number or 'a list of'} tiles")
        return tuple([self.mjai_tile(name, item) for item in value])

    def pai(self) -> int:
        """The tile of the event."""
        return self.mjai_tile("pai", self.fields["pai"])

    def amounts(self, name: str) -> tuple[int, ...] | None:
        """What everybody gains or has; None where it is not said."""
        if name not in self.said:
            return None
        value = self.said[name]
        if not isinstance(value, list) or len(value) != self.seats:
            raise self.error(f"{self.where}: {name}: expected a list of {self.seats} numbers")
        return tuple([self.whole(f"{self.where}: {name}", item) for item in value])


def _kyoku(name: str, own: list[_Event]) -> Kyoku:
    """A hand, from its start to its end."""
    start, moves = own[0], [event for event in own[1:] if event.kind not in _ENDS]
    if start.seats not in (3, 4):
        raise start.error(f"{start.where}: scores: expected a list of 3 or 4 numbers")
    wind, kyoku, honba = start.fields["bakaze"], start.number("kyoku", 1, start.seats), start.number("honba")
    if not isinstance(wind, str) or wind not in WINDS or not wind:
        raise start.error(f"{start.where}: bakaze: expected a wind, {', '.join(WINDS)}, got {described(wind)}")
    sticks, scores, dealer = start.number("kyotaku"), start.amounts("scores") or (), start.who("oya")
    if dealer != kyoku - 1:
        raise start.error(f"{start.where}: oya: expected {kyoku - 1}, who deals kyoku {kyoku}, got {dealer}")
    hands = start.listed("tehais", "hands", start.seats)
    called = f"{wind}{kyoku}.{honba}"
    hand = RecordedHand(
        line=start.line,
        name=f"game {name}, {called}" if name else called,
        first=wind == WINDS[0] and kyoku == 1 and honba == sticks == 0 and len(set(scores)) == 1,
        round=WINDS.index(wind),
        east=dealer,
        totals=scores,
        numbers={"honba": honba, "sticks": sticks},
        hands=tuple([start.some(f"tehais[{seat}]", tiles, 13) for seat, tiles in enumerate(hands)]),
        moves=(_indicator(start), *(_move(event) for event in moves if event.kind != "reach_accepted")),
        under=max((_ura(event) or () for event in own if event.kind == "hora"), key=len, default=()),
    )
    shown = {event.who(): _ura(event) for event in own if event.kind == "hora"}
    return Kyoku(hand, _ending(own), {seat: tiles for seat, tiles in shown.items() if tiles is not None})


_ENDS = ("hora", "ryukyoku")


def _indicator(event: _Event) -> RecordedMove:
    """A tile that is turned up."""
    return RecordedMove(event.where, "turned_up", -1, event.mjai_tile("dora_marker", event.fields["dora_marker"]))


def _move(event: _Event) -> RecordedMove:
    """A decision, or an indicator that is turned up."""
    where, kind = event.where, event.kind
    if kind == "dora":
        return _indicator(event)
    seat = event.who()
    if kind == "reach":
        return RecordedMove(where, "says", seat, word="riichi")
    if kind == "kita":
        return RecordedMove(where, "aside", seat, event.pai(), word="lay_aside")
    if kind == "ankan":
        return RecordedMove(where, "concealed_kong", seat, KIND[event.some("consumed", event.fields["consumed"], 4)[0]])
    if kind == "kakan":
        return RecordedMove(where, "added_kong", seat, KIND[event.pai()])
    if kind in _CLAIMS:
        own = event.some("consumed", event.fields["consumed"], 3 if kind == "daiminkan" else 2)
        return RecordedMove(where, _CLAIMS[kind], seat, event.pai(), own, event.who("target"))
    if kind == "tsumo":
        return RecordedMove(where, "draw", seat, event.pai())
    return RecordedMove(where, "discard", seat, event.pai(), word="drawn" if event.said.get("tsumogiri") else "")


def _ura(event: _Event) -> tuple[int, ...] | None:
    """The tiles under the indicators that a win shows; None where it does not say."""
    told = event.said.get("ura_markers", event.said.get("uradora_markers"))
    return None if told is None else event.some("ura_markers", told)


def _ending(own: list[_Event]) -> RecordedEnd:
    """How a hand ended. Raises LogError where it is not said."""
    ends = [event for event in own if event.kind == "hora"] or own[-1:]
    put = tuple([event.who() for event in own if event.kind == "reach_accepted"])
    told = [event.amounts("deltas") for event in ends]
    gains = None if None in told else tuple([sum(each) for each in zip(*filter(None, told), strict=True)])
    if ends[0].kind == "hora":
        givers = {event.who(): event.who("target") for event in ends}
        return RecordedEnd(tuple(givers), None, gains, put, givers)
    if ends[0].kind != "ryukyoku":
        raise ends[0].error(f"{ends[0].where}: expected hora or ryukyoku, the end of the hand")
    why = ends[0].said.get("reason")
    return RecordedEnd((), None if why is None else str(why), gains, put)
