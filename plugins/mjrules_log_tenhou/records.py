"""The records of rounds: what was dealt, drawn and done, and what the round came to, read strictly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mjrules import MoveKind, RecordedHand, RecordedMove
from mjrules.hooks import KIND, GameRecord, LogLine, RecordStep, described

FIELDS: Mapping[str, str] = {
    "id": "the name of the round; rounds of one game have names that only end in numbers one after another",
    "rule": "the rule: its `code`, whose bits say whether there are red fives (2: none) and open tanyao (4: none), "
    "whether it is a half game (8) and of three players (16), and the same in words",
    "round": "the round: 0 to 3 in the East round, 4 to 7 in the South round, and so on to 15",
    "honba": "how many counters there are",
    "sticks": "how many riichi sticks lie on the table",
    "dora": "the indicator that is turned up first",
    "scores": "what every seat has",
    "dealer": "the seat of the dealer: 0 in the first round of every wind, 1 in the second, and so on",
    "hands": "the tiles that each seat was dealt",
    "events": "what happened, each event a list",
    "end": "`win` with the `wins`, or `draw`; `delta`: what everybody gains",
    "final": "after the last round of a game: the final scores in hundreds",
    "results": "after the last round: what the game comes to for everybody",
}
"""The fields of a record."""
WIN: Mapping[str, str] = {
    "who": "the seat of the winner",
    "from": "the seat whose tile it is",
    "tile": "the winning tile",
    "hand": "the hand without it",
    "melds": "the declared sets, each its kind and its tiles",
    "fu": "the fu",
    "points": "the points, without counters and sticks",
    "limit": "the limit, if one is reached",
    "yaku": "the han of every yaku, by its name",
    "yakuman": "the yakuman",
    "dora": "the indicators",
    "ura": "those below them",
    "honba": "the counters that are paid for",
    "sticks": "the sticks that the winner gets",
    "liable": "the seat that is liable",
    "delta": "what everybody gains",
}
"""The fields of a win."""
RULE = ("aka", "open_tanyao", "south", "sanma")
"""What a rule says, beside its code."""
OPTIONAL = ("id", "final", "results")
LAST_ROUND = 15
"""The fourth round of North: rounds are numbered from 0."""
EACH_WIND = 4
"""So many numbers of rounds each wind has, with three players too, who leave out the last."""
EVENTS: Mapping[str, str] = {
    "draw": "seat, tile",
    "discard": "seat, tile, and `drawn` if it is the one just drawn",
    "chi": "seat, tiles of the set, who discarded, the tile claimed",
    "pon": "seat, tiles of the set, who discarded, the tile claimed",
    "minkan": "seat, tiles of the kong, who discarded, the tile claimed",
    "ankan": "seat, tiles of the concealed kong",
    "kakan": "seat, tiles of the kong, the tile added",
    "kita": "seat, the north laid aside",
    "north": "the same",
    "riichi": "seat",
    "riichi_accepted": "seat",
    "dora": "an indicator that is turned up",
}
"""The kinds of event, with what follows the kind."""
_WORDS: Mapping[str, tuple[int, ...]] = {
    "draw": (3,), "discard": (3, 4), "chi": (5,), "pon": (5,), "minkan": (5,), "ankan": (3,), "kakan": (4,),
    "kita": (3,), "north": (3,), "riichi": (2,), "riichi_accepted": (2,), "dora": (2,),
}  # fmt: skip
"""How many words an event has, its kind too."""
SETS: Mapping[str, MoveKind] = {"chi": "chow", "pon": "pung", "minkan": "kong", "kakan": "added_kong"}
_PLAIN: Mapping[str, MoveKind] = {
    "draw": "draw", "discard": "discard", "kita": "aside", "north": "aside", "dora": "turned_up"
}  # fmt: skip
"""What these kinds are called where games are played again."""


class Round(NamedTuple):
    """A round that was read: the hand, the `rule` by which it was played, and the record, for its end.

    `accepted` are the seats whose sticks lie on the table, in order.
    """

    hand: RecordedHand
    rule: Mapping[str, bool]
    record: GameRecord
    id: str
    accepted: tuple[int, ...]


def is_round(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object looks like a round of this format."""
    return {"rule", "honba", "sticks", "events"} <= record.keys()


def read_round(line: LogLine) -> Round:
    """The round that a line records. Raises LogError for what is no such record."""
    said = line[1]
    sanma = isinstance(said.get("rule"), dict) and said["rule"].get("sanma") is True
    record = GameRecord(line, FIELDS, seats=3 if sanma else 4, optional=OPTIONAL)
    rule, end = record.fields["rule"], record.fields["end"]
    for name, value in (("rule", rule), ("end", end)):
        if not isinstance(value, dict):
            raise record.error(f"{name}: expected an object")
    number = record.whole("round", said["round"], 0, LAST_ROUND)
    honba, sticks = (record.whole(name, said[name], 0, 1000) for name in ("honba", "sticks"))
    scores = tuple(record.whole("scores", value) for value in record.listed("scores", "scores", record.seats))
    hands = record.listed("hands", "hands", record.seats)
    id = str(said.get("id", "")) or f"round {number + 1}"
    hand = RecordedHand(
        line=record.line,
        name=id,
        first=number == honba == sticks == 0 and len(set(scores)) == 1,
        round=number // 4,
        east=_dealer(record, number),
        totals=scores,
        numbers={"honba": honba, "sticks": sticks},
        hands=tuple([record.tiles(f"hands[{seat}]", text, 13) for seat, text in enumerate(hands)]),
        moves=tuple(_moves(record)),
        under=_under(record),
    )
    accepted = tuple([seat for kind, seat, *_ in said["events"] if kind == "riichi_accepted"])
    return Round(hand, _rule(record, rule), record, id, accepted)


def _dealer(record: GameRecord, number: int) -> int:
    """The dealer, who follows from the number of a round."""
    place = number % EACH_WIND
    if place >= record.seats:
        raise record.error(f"round: {record.seats} players have no round {number}, the fourth of a wind")
    dealer = record.seat("dealer", record.fields["dealer"])
    if dealer != place:
        raise record.error(f"dealer: expected {place}, who deals round {number}, got {dealer}")
    return dealer


def _rule(record: GameRecord, rule: Mapping[str, Any]) -> dict[str, bool]:
    """What a rule says."""
    for name in RULE:
        if not isinstance(rule.get(name), bool):
            raise record.error(f"rule: {name}: expected true or false, got {described(rule.get(name))}")
    return {name: rule[name] for name in RULE}


def _moves(record: GameRecord) -> Iterator[RecordedMove]:
    """What happened; that a riichi is accepted is looked at in the end."""
    yield RecordedMove("dora", "turned_up", -1, record.tile("dora", record.fields["dora"]))
    for step in record.steps("events", EVENTS, _WORDS, by_nobody=("dora",)):
        if step.kind != "riichi_accepted":
            yield _move(record, step)


def _move(record: GameRecord, step: RecordStep) -> RecordedMove:
    """What a seat drew or did, or an indicator that is turned up."""
    kind, seat, said = step.kind, step.seat, step.said
    where = f"{step.place}, {' '.join(map(str, [kind, seat, *said[:1]]))}"
    if kind == "riichi":
        return RecordedMove(where, "says", seat, word=kind)
    if kind == "ankan":
        return RecordedMove(where, "concealed_kong", seat, KIND[record.tiles(where, said[0], 4)[0]])
    tile = record.tile(where, said[-1] if kind in SETS else said[0])
    if kind == "kakan":
        return RecordedMove(where, "added_kong", seat, KIND[tile])
    if kind in SETS:
        own = [*record.tiles(where, said[0], 4 if kind == "minkan" else 3)]
        if tile not in own:
            raise record.error(f"{where}: the tile claimed, {said[2]}, is not among them")
        own.remove(tile)
        return RecordedMove(where, SETS[kind], seat, tile, tuple(own), record.seat(where, said[1]))
    plain = _PLAIN[kind]
    if plain == "discard" and said[1:] not in ((), ("drawn",)):
        raise record.error(f"{where}: expected drawn or nothing, got {described(said[1])}")
    word = "lay_aside" if plain == "aside" else "".join(said[1:])
    return RecordedMove(where, plain, seat, tile, word=word)


def _under(record: GameRecord) -> tuple[int, ...]:
    """The tiles under the indicators, as far as a win has shown them."""
    wins = record.fields["end"].get("wins")
    found: list[Any] = []
    for win in wins if isinstance(wins, list) else ():
        told = win.get("ura") if isinstance(win, dict) else None
        found = max(found, told if isinstance(told, list) else [], key=len)
    return tuple([record.tile("ura", text) for text in found])
