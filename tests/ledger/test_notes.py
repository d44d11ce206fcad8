"""What the books tell of themselves: what is odd and yet in order, told so long as it is so and no longer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from mjrules.ledger import (
    BookEvent,
    Corrected,
    Entry,
    EveningOpened,
    GameFinished,
    HandBooked,
    Ledger,
    Payment,
    PaymentBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    SeatsChanged,
    TableClosed,
    TableOpened,
    Undone,
)
from mjrules.ledger.books import evening_of
from tests.kit.memory_store import MemoryStore

EIGHT = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    """An evening with two tables, its first three lines."""
    with Ledger(MemoryStore()) as own:
        own.append(EveningOpened(club="Tuesday", date="2026-11-24", players=EIGHT), id="e")
        own.append(TableOpened(evening="e", table="1", players=EIGHT[:4]), id="t1")
        own.append(TableOpened(evening="e", table="2", players=EIGHT[4:]), id="t2")
        yield own


def hand(number: int, table: str = "1", **paid: int) -> HandBooked:
    seats = dict(zip("ESWN", EIGHT[:4] if table == "1" else EIGHT[4:], strict=True))
    return HandBooked(evening="e", table=table, number=number, seats=seats, paid=paid, winners=(max(seats.values()),))


def pay(table: str = "1", **paid: int) -> PaymentBooked:
    return PaymentBooked(evening="e", table=table, paid=paid)


def final(paid: dict[str, int], **results: int) -> GameFinished:
    """A game is reckoned up: what that pays, and what everybody has of the game then."""
    standings = [{"player": player, "result": result} for player, result in results.items()]
    return GameFinished(evening="e", table="1", paid=paid, places=(*paid,), result={"standings": standings})


def seats(*players: str, table: str = "1", anew: bool = False) -> SeatsChanged:
    return SeatsChanged(evening="e", table=table, players=players, anew=anew)


def undone(id: str) -> Undone:
    return Undone(evening="e", undoes=id)


def corrected(id: str, instead: BookEvent) -> Corrected:
    return Corrected(evening="e", corrects=id, instead=instead)


FIRST, BONUS = hand(1, Ann=30, Bo=-30), {"Ann": 10, "Bo": -10}
LATER = hand(2, Bo=8, Di=-8)
ONE_GAME = (FIRST, final(BONUS, Ann=40, Bo=-40))
RECKONED = "line {}: this game was reckoned up before what it counts was corrected"
ON = "table 1 plays on after its game was reckoned up"
CASES: dict[str, tuple[Sequence[BookEvent], list[str]]] = {
    "a game is reckoned up by what was paid in it": (ONE_GAME, []),
    "a payment is part of it": ([FIRST, pay(Bo=5, Cy=-5), final(BONUS, Ann=40, Bo=-35)], []),
    "nothing that is paid after it": ([*ONE_GAME, pay(Ann=-5, Bo=5)], []),
    "nothing that is paid at another table": ([FIRST, pay("2", Ann=5, Eve=-5), final(BONUS, Ann=40, Bo=-40)], []),
    "nothing that was undone before": ([LATER, undone("0"), *ONE_GAME], []),
    "nothing before the seats changed anew": ([LATER, seats(*EIGHT[:4], anew=True), *ONE_GAME], []),
    "what was paid before others took seats": ([LATER, seats(*EIGHT[3::-1]), FIRST, final(BONUS, Ann=40, Bo=-32)], []),
    "of who is not among the results nothing is known": ([FIRST, final(BONUS, Ann=40)], []),
    "a hand is undone afterwards": ([*ONE_GAME, undone("0")], [RECKONED.format(5)]),
    "a hand is corrected afterwards": ([*ONE_GAME, corrected("0", hand(1, Ann=20, Bo=-20))], [RECKONED.format(5)]),
    "in which another has lost": ([*ONE_GAME, corrected("0", hand(1, Ann=30, Cy=-30))], [RECKONED.format(5)]),
    "and the reckoning too": (
        [*ONE_GAME, corrected("0", hand(1, Ann=20, Bo=-20)), corrected("1", final(BONUS, Ann=30, Bo=-30))],
        [],
    ),
    "or it is undone": ([*ONE_GAME, undone("0"), undone("1")], []),
    "a hand after the end of the game": ([*ONE_GAME, LATER], [ON]),
    "though others sit there": ([*ONE_GAME, seats(*EIGHT[3::-1]), LATER], [ON]),
    "and not if they began anew": ([*ONE_GAME, seats(*EIGHT[:4], anew=True), LATER], []),
    "nor if the hand is undone": ([*ONE_GAME, LATER, undone("2")], []),
    "nor if the end is undone": ([*ONE_GAME, LATER, undone("1")], []),
    "nor at another table": ([*ONE_GAME, hand(1, "2", Eve=3, Flo=-3)], []),
    "a player at two tables": ([seats("Ann", *EIGHT[5:], table="2")], ["Ann sits at tables 1 and 2"]),
    "of which one is closed": ([seats("Ann", *EIGHT[5:], table="2"), TableClosed(evening="e", table="1")], []),
    "more comes out of a pot than went in": (
        [PaymentBooked(evening="e", table="1", paid={"Ann": 5}, pots={"kitty": -5})],
        ["the pot kitty of table 1 holds -5"],
    ),
    "and goes in again": (
        [PaymentBooked(evening="e", table="1", paid={"Ann": to}, pots={"kitty": -to}) for to in (5, -5)], [],
    ),
    "two of almost one name": ([PlayerArrived(evening="e", player="ann")], ["Ann and ann may be the same player"]),
    "though one has left": (
        [PlayerArrived(evening="e", player="ann"), PlayerLeft(evening="e", player="ann")],
        ["Ann and ann may be the same player"],
    ),
}  # fmt: skip


HAND_TWICE = "hand 1 of table 1 is written down already"
PROBLEMS: dict[str, tuple[Sequence[BookEvent], list[str]]] = {
    "nothing": ([FIRST, pay(Bo=1, Cy=-1)], []),
    "a second opening": ([EveningOpened(club="T", date="2026-11-24", players=())], ["a second opening of the evening"]),
    "a hand twice": ([FIRST, FIRST], [HAND_TWICE]),
    "a table that is made up twice": (
        [TableOpened(evening="e", table="1", players=EIGHT[4:])], ["the table 1 is made up already"],
    ),
    "a hand at a closed table": ([TableClosed(evening="e", table="1"), FIRST], ["the table 1 is closed"]),
    "seats at a closed table": ([TableClosed(evening="e", table="1"), seats(*EIGHT[:4])], ["the table 1 is closed"]),
    "a payment at a closed table": ([TableClosed(evening="e", table="1"), pay(Bo=1, Cy=-1)], []),
    "a table that there is not": ([pay("9", Bo=1, Cy=-1)], ['there is no table "9"']),
    "a payment of a stranger": ([pay(Zoe=1, Cy=-1)], ['"Zoe" has not come to this evening']),
    "a penalty of a stranger": (
        [PenaltyBooked(evening="e", table="1", title="x", paid={}, players=("Zoe",))],
        ['"Zoe" has not come to this evening'],
    ),
    "a hand of who has left": (
        [PlayerLeft(evening="e", player="Di"), FIRST], ['table 1 cannot go on: "Di" has left'],
    ),
    "a seat of who has left": (
        [PlayerLeft(evening="e", player="Di"), seats(*EIGHT[:4])], ['"Di" has left'],
    ),
    "leaving twice": ([PlayerLeft(evening="e", player="Di")] * 2, ["Di is not here"]),
    "coming twice": ([PlayerArrived(evening="e", player="Di")], ["Di is here already"]),
}  # fmt: skip


@pytest.mark.parametrize("case", PROBLEMS)
def test_what_does_not_fit_together_is_named_with_its_line_and_counts(ledger: Ledger, case: str) -> None:
    """As after two copies were joined: what is paid is paid all the same, and the last line is the odd one."""
    events, problems = PROBLEMS[case]
    entries = [*ledger.entries(), *(Entry(f"x{at}", 9 + at, "", "", event) for at, event in enumerate(events))]
    found = evening_of(entries)
    assert found.problems == tuple(f"line {len(found.lines)}: {problem}" for problem in problems)
    paid = [event.paid for event in events if isinstance(event, Payment)]
    assert {player: amount for player, amount in found.balances.items() if amount} == {
        player: total for player in found.balances if (total := sum(own.get(player, 0) for own in paid))
    }


@pytest.mark.parametrize("case", CASES)
def test_what_is_odd_is_told_while_it_is_so(ledger: Ledger, case: str) -> None:
    events, notes = CASES[case]
    for number, event in enumerate(events):
        ledger.append(event, id=str(number))
    found = ledger.evening("e")
    assert [note[: len(told)] for note, told in zip(found.notes, notes, strict=True)] == notes
    assert found.problems == ()
