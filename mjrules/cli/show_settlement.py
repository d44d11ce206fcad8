"""How a settlement looks at a table: the hands with their reasons, who pays whom and why, the nets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..ruleset.ruleset import Ruleset
from ..scoring.show import PLAIN, SEAT_NAMES, Style
from ..settlement.settled import Change, EventSettlement, Outcome, PotSettlement, Settlement, WinSettlement
from ..text_tables import columns

AFTERWARDS = {
    "no_win": "may not win this hand",
    "dead_hand": "has a dead hand",
    "warning": "is warned",
}
"""What follows a fault for play."""


def settlement_text(settlement: Settlement, ruleset: Ruleset, style: Style = PLAIN) -> str:
    """A settlement as people read it."""
    return "\n\n".join([ruleset.sheet.heading, *_parts(settlement, ruleset, style)])


def impossible(settlement: Settlement) -> bool:
    """Whether the hands of a settlement cannot be together."""
    return isinstance(settlement, WinSettlement) and bool(settlement.outcome.contradictions)


def _parts(settlement: Settlement, ruleset: Ruleset, style: Style) -> Iterator[str]:
    """What is odd, what it is about, and what is paid."""
    match settlement:
        case WinSettlement(outcome=outcome, disputes=disputes):
            if outcome.contradictions:
                yield "\n".join(f"Impossible: {reason}." for reason in outcome.contradictions)
            yield from hands(outcome, ruleset, style)
            for seat, claimed, computed, counts in disputes or ():
                yield f"{SEAT_NAMES[seat]} claims {claimed}, the hand is worth {computed}: {counts} counts."
        case EventSettlement():
            yield from _event(settlement)
        case PotSettlement(title=title, draws=draws, stake=stake, winner=winner):
            yield title
            yield f"The pot holds {settlement.pot}: {draws} draws, {stake} from each player."
            if winner is None:
                return
    yield from payments(settlement, ruleset)
    if isinstance(settlement, WinSettlement):
        yield from settlement.outcome.notes


def _event(settlement: EventSettlement) -> Iterator[str]:
    """What somebody did, and what follows."""
    yield f"{settlement.title}: {', '.join(SEAT_NAMES[seat] for seat in settlement.players)}"
    if settlement.then in AFTERWARDS:
        yield f"The player {AFTERWARDS[settlement.then]}."
    if settlement.settles_by is not None:
        yield f"The win is settled by {settlement.settles_by}, with {SEAT_NAMES[settlement.players[0]]} as discarder."


def hands(outcome: Outcome, ruleset: Ruleset, style: Style = PLAIN) -> Iterator[str]:
    """Every hand: whose it is, what it is worth, what became of it, and its items."""
    word, items = ruleset.book.method.word, outcome.items or {}
    for seat, score in outcome.values.items():
        head = f"{SEAT_NAMES[seat]:6}{score}{_state(outcome, seat)}"
        rows = [
            [str(item.value), word(item.value, item.unit), item.name, style.text_of(" ".join(item.tiles))]
            for item in items.get(seat, ())
        ]
        yield f"{head}\n{columns(rows, right=[0], indent='      ', most=style.most)}" if rows else head


def _state(outcome: Outcome, seat: str) -> str:
    by, robbed = outcome.discarder, outcome.hand is not None and "robbing_kong" in outcome.hand.flags
    given = f" on a {'kong' if robbed else 'discard'} of {SEAT_NAMES[by]}" if by else ""
    wins = f"  wins{' on a drawn tile' if outcome.self_drawn else given}" if seat == outcome.winner else ""
    return wins + "  special hand" * (seat in outcome.special) + "  dead hand" * (seat in outcome.dead)


def payments(settlement: Settlement, ruleset: Ruleset) -> Iterator[str]:
    """Who pays whom and why, in counters where asked, and what each gains or loses."""
    titles = {id: item.title for id, item in ruleset.definition.counters.items()}
    names = {**SEAT_NAMES, **{id: pot.title for id, pot in ruleset.definition.pots.items()}}
    rows = []
    for item in settlement.transfers:
        rows.append([names[item.payer], "pays", names[item.payee], str(item.amount), item.reason])
        if item.amount in settlement.change:
            rows += [["", "", "", "", text] for text in _in_counters(settlement.change[item.amount], titles)]
    yield columns(rows, right=[3]) if rows else "Nobody pays."
    nets = settlement.net.items()
    yield columns([[SEAT_NAMES[seat], f"{amount:+}" if amount else "0"] for seat, amount in nets], right=[1])


def _in_counters(change: Change, titles: Mapping[str, str]) -> Iterator[str]:
    """An amount in counters, and what is to be said of it."""
    if change.counters:
        yield ", ".join(f"{number} x {titles[id]}" for id, number in change.counters.items())
    if change.note:
        yield change.note
