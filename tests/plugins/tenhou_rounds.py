"""Hands that were played here, as records of rounds of Tenhou."""

from __future__ import annotations

from typing import Any

from mjrules import Match, Table, tile_text
from mjrules.hooks import Meld, events, format_tiles

CLAIMS = {"chow": "chi", "pung": "pon", "kong": "minkan"}
WHY = {"": "exhausted", "nine_terminals": "nine terminals", "four_winds": "four winds", "four_kongs": "four kans",
       "all_declared": "four riichi", "three_winners": "three wins"}  # fmt: skip


def as_records(match: Match) -> list[dict[str, Any]]:
    """The rounds of a match that is over."""
    found = [as_record(match, table, f"made-{number}") for number, table in enumerate(match.played)]
    assert match.ended is not None
    places = {place.player: place for place in match.ended.standings}
    own = [places[player] for player in match.given]
    final = [(place.points + place.pots) // 100 for place in own]
    return [*found[:-1], {**found[-1], "final": final, "results": [place.result / 1000 for place in own]}]


def as_record(match: Match, table: Table, id: str) -> dict[str, Any]:
    """The record of a hand."""
    seats, east = len(table.seats), match.given.index(table.players[0])
    hands: list[list[int]] = [[] for _ in range(seats)]
    for event in table.log:
        if isinstance(event, events.Dealt):
            hands[(event.seat + east) % seats] += event.tiles
    shown = [event.tile for event in table.log if isinstance(event, events.TurnedUp)]
    points = table.begin.points
    return {
        "id": id,
        "rule": _rule(table),
        "round": 4 * "ESW".index(table.begin.round) + east,
        "honba": table.fields["honba"],
        "sticks": table.fields["sticks"],
        "dora": tile_text(shown[0]),
        "scores": [points[(seat - east) % seats] for seat in range(seats)],
        "dealer": east,
        "hands": [format_tiles(hand) for hand in hands],
        "events": _events(table, east),
        "end": _end(table, east),
    }


def _rule(table: Table) -> dict[str, Any]:
    """What a rule says of the ruleset of a hand."""
    options = table.ruleset.options.chosen
    return {
        "code": 1,
        "aka": options["red_fives"] != "none",
        "open_tanyao": options["open_tanyao"] == "played",
        "south": options["game_length"] == "both_winds",
        "sanma": len(table.seats) == 3,
    }


def _events(table: Table, east: int) -> list[list[Any]]:
    found: list[list[Any]] = []
    begun = False
    for event in table.log:
        seat = (getattr(event, "seat", 0) + east) % len(table.seats)
        if isinstance(event, events.Won):
            break
        if isinstance(event, events.Drawn):
            begun = True
            found.append(["draw", seat, tile_text(event.tile)])
        elif isinstance(event, events.Discard):
            found.append(["discard", seat, tile_text(event.tile)])
        elif isinstance(event, (events.Melded, events.Kong)):
            found += _set(event, seat, east, len(table.seats))
        elif isinstance(event, events.LaidAside):
            found.append(["kita", seat, tile_text(event.tile)])
        elif isinstance(event, events.Declare):
            found.append(["riichi", seat])
        elif isinstance(event, events.IntoPot) and event.amount > 0:
            found.append(["riichi_accepted", seat])
        elif isinstance(event, events.TurnedUp) and begun:
            found.append(["dora", tile_text(event.tile)])
    return found


def _set(event: events.Melded | events.Kong, seat: int, east: int, seats: int) -> list[list[Any]]:
    if isinstance(event, events.Melded):
        giver = (event.other + east) % seats
        return [[CLAIMS[event.type], seat, format_tiles(event.tiles), giver, tile_text(event.tile)]]
    if event.how == "concealed":
        return [["ankan", seat, format_tiles(event.tiles)]]
    added = event.tiles[0] if event.tiles else event.tile
    return [["kakan", seat, format_tiles([event.tile] * 4), tile_text(added)]] if event.how else []


def _end(table: Table, east: int) -> dict[str, Any]:
    end, seats = table.end, table.seats
    taken = {event.seat: -event.amount for event in table.log if isinstance(event, events.IntoPot) and event.amount < 0}
    paid = [item for event in table.log if isinstance(event, events.Paid) for item in event.transfers]
    if not end.winners:
        (why,) = [event.why for event in table.log if isinstance(event, events.Exhausted)]
        return {"type": "draw", "why": WHY[why], "delta": _gains(paid, seats, east), "shown": []}
    wins: list[dict[str, Any]] = []
    for event in table.log:
        if isinstance(event, events.Won):
            wind, who = seats[event.seat], (event.seat + east) % len(seats)
            hand = end.hands[wind]
            score = table.ruleset.score(hand).to_record()
            items = {item["id"]: item["value"] for item in score["items"] if item["unit"] == "han"}
            yakuman = [item["id"] for item in score["items"] if item["unit"] == "yakuman"]
            mine = [item for item in end.transfers if item.payee == wind]
            liable = [seats.index(item.payer) for item in mine if item.because.startswith("liable")]
            delta = _gains(mine, seats, east)
            delta[who] += taken.get(event.seat, 0)
            wins.append({
                "who": who, "from": who if event.other < 0 else (event.other + east) % len(seats),
                "tile": tile_text(event.tile), "hand": format_tiles(hand.concealed),
                "melds": [[_kind(meld), format_tiles(meld.tiles)] for meld in hand.melds],
                "fu": score["fu"], "points": score["total"],
                "limit": (score["limit"] or "").removeprefix("kazoe_"), "yaku": items,
                **({"yakuman": yakuman} if yakuman else {}), "dora": [*hand.fields["dora"]],
                "ura": [*hand.fields.get("ura", ())], "honba": 0 if wins else table.fields["honba"],
                "sticks": taken.get(event.seat, 0) // 1000, "delta": delta,
                **({"liable": (liable[0] + east) % len(seats)} if liable else {}),
            })  # fmt: skip
    return {"type": "win", "wins": wins}


def _kind(meld: Meld) -> str:
    if meld.concealed:
        return "ankan"
    return "kakan" if meld.added else CLAIMS[meld.type]


def _gains(transfers: Any, seats: tuple[str, ...], east: int) -> list[int]:
    found = [0] * len(seats)
    for item in transfers:
        found[(seats.index(item.payer) + east) % len(seats)] -= item.amount
        found[(seats.index(item.payee) + east) % len(seats)] += item.amount
    return found
