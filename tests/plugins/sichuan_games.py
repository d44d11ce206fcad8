"""Games that the table plays, written down as records of Sichuan games are."""

from __future__ import annotations

from typing import Any

from mjrules import Ruleset, Table, View
from mjrules.match.match import Chooser
from mjrules.play import events
from mjrules.tiles.tile import TEXT, Tile, format_tiles
from mjrules_sichuan.void_suit import GiveUp

Record = dict[str, Any]
CALLS = {"pung": "pung", "kong": "kong", "mahjong": "hu"}
LEDGER = {
    "kong_concealed": ("kong", "concealed"), "kong_claimed": ("kong", "exposed"), "kong_added": ("kong", "promoted"),
    "kong_robbed": ("kongRefund", "robbed"), "kong_not_ready": ("kongRefund", "wallEnd"),
    "kong_won": ("kongRefund", "x"),
    "ready": ("buTing", None),
}  # fmt: skip


def played(ruleset: Ruleset, seed: int, choose: Chooser, dealer: int = 0) -> tuple[Table, Record]:
    """A game that is played by the choices of a function, and its record; East sits at the dealer's seat."""
    table = Table(ruleset, seed)
    actions: list[list[Any]] = []
    seen = len(table.log)
    while not table.over:
        wind = table.to_act()[0]
        view = View(table, wind)
        action = choose(view)
        actions.append(_action(table, action, view, dealer))
        table.do(action)
        for event in table.log[seen:]:
            if isinstance(event, events.Drawn) and not (table.state.discards == 0 and event.source == "wall"):
                kind = "draw" if event.source == "wall" else "replacement"
                actions.append([kind, (event.seat + dealer) % 4, TEXT[event.tile]])
        seen = len(table.log)
    return table, _record(table, actions, dealer)


def _action(table: Table, action: events.Action, view: View, dealer: int) -> list[Any]:
    seat, claims = (action.seat + dealer) % 4, table.state.phase.name == "claims"
    if isinstance(action, GiveUp):
        return ["void", seat, action.suit, None]
    if isinstance(action, events.Discard):
        return ["discard", seat, TEXT[action.tile]]
    if isinstance(action, events.Pass):
        return ["pass", seat, sorted({CALLS[legal.kind] for legal in view.legal if legal.kind in CALLS})]
    if claims:
        return ["claim", seat, CALLS[action.kind]]
    if isinstance(action, events.Mahjong):
        return ["hu", seat]
    assert isinstance(action, events.Kong)
    four = table.state.players[action.seat].counts[action.tile] == 4
    how = "concealed" if four else "promoted" if table.state.drawn == action.tile else "postponed"
    return ["kong", seat, how, TEXT[action.tile]]


def _record(table: Table, actions: list[list[Any]], dealer: int) -> Record:
    ledger: list[list[Any]] = []
    end = table.end

    def seat(wind: str) -> int:
        return ("ESWN".index(wind) + dealer) % 4

    for event in table.log:
        if isinstance(event, (events.Paid, events.End)):
            why, detail = LEDGER[event.payment] if isinstance(event, events.Paid) else ("hu", None)
            ledger += [[why, seat(item.payer), seat(item.payee), item.amount, detail] for item in event.transfers]
        elif isinstance(event, events.IntoPot):
            ledger.append(["void", (event.seat + dealer) % 4, None, event.amount, None])
    final, won = [0] * 4, [event for event in table.log if isinstance(event, events.Won)]
    for _, payer, payee, amount, _ in ledger:
        final[payer] -= amount
        if payee is not None:
            final[payee] += amount
    wins = []
    for event in won:
        wind = table.seats[event.seat]
        fans = {item["id"]: item["value"] for item in end.items[wind]}
        how = {"by": "self" if event.other < 0 else "discard"}
        giver = None if event.other < 0 else (event.other + dealer) % 4
        tile, value = TEXT[event.tile] if event.tile >= 0 else None, 2 ** min(sum(fans.values()), 3)
        kind = "robbingTheKong" if event.how == "robbed" else "normal"
        wins.append(
            {"seat": seat(wind), "tile": tile, "kind": kind, **how, "from": giver, "fans": fans, "value": value}
        )
    together = [event for event in won if won[0].how == event.how and won[0][1:3] == event[1:3] and event.other >= 0]
    first = None if not won else won[0].other if len(together) > 1 else won[0].seat
    return {
        "id": "made", "fan_cap": 3, "dealer": dealer, "wall": _wall(table, dealer), "actions": actions, "wins": wins,
        "ledger": ledger, "final": final, "pot": -sum(final), "hu_order": [(event.seat + dealer) % 4 for event in won],
        "next_dealer": dealer if first is None else (first + dealer) % 4,
    }  # fmt: skip


def _wall(table: Table, dealer: int) -> str:
    """The wall as a record has it: the hands of the seats 0, 3, 2 and 1, what is drawn, and at the end replacements."""
    hands: dict[int, list[Tile]] = {seat: [] for seat in range(4)}
    for event in table.log:
        if isinstance(event, events.Dealt):
            hands[(event.seat + dealer) % 4] += event.tiles
    rest = list(table.begin.tiles[52:])
    taken = table.state.wall.taken
    for stack in range(len(rest) - 2, len(rest) - 2 - taken, -2):
        rest[stack : stack + 2] = rest[stack + 1], rest[stack]
    return "".join(format_tiles([tile]) for tile in [*hands[0], *hands[3], *hands[2], *hands[1], *rest])
