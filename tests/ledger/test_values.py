"""What may stand in an event of the books: names, amounts and numbers, each at its bound and one beyond."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mjrules import bounds
from mjrules.ledger import (
    BonusBooked,
    BookEvent,
    Entry,
    EveningOpened,
    GameFinished,
    HandBooked,
    LedgerError,
    PaymentBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    RulesetFrozen,
    SeatsChanged,
    TableClosed,
    TableOpened,
    TableTurn,
)
from mjrules.ledger.book_event import BOOK_KINDS, TableEvent

FOUR = ("Ann", "Bo", "Cy", "Di")
NAME, REMARK = "N" * bounds.BOOK_NAME, "x" * bounds.BOOK_TEXT
MANY = tuple(f"P{number}" for number in range(bounds.BOOK_PLAYERS))


def arrived(player: object, note: str = "") -> BookEvent:
    return PlayerArrived(evening="e", player=player, note=note)  # type: ignore[arg-type]


def paid(*amounts: object, difference: str = "") -> BookEvent:
    own = dict(zip(FOUR, amounts, strict=False))
    return PaymentBooked(evening="e", table="1", paid=own, difference=difference)  # type: ignore[arg-type]


def hand(**said: object) -> BookEvent:
    told = {"evening": "e", "table": "1", "number": 1, "seats": dict(zip("ESWN", FOUR, strict=True)), "paid": {}}
    return HandBooked(**{**told, **said})  # type: ignore[arg-type]


def seated(*players: str) -> BookEvent:
    return TableOpened(evening="e", table="1", players=players)


CASES: dict[str, tuple[Callable[[], BookEvent], str]] = {
    "the longest name": (lambda: arrived(NAME), ""),
    "one that is longer": (lambda: arrived(NAME + "N"), "player: .* is no name"),
    "no name": (lambda: arrived(""), "player is missing"),
    "a number as a name": (lambda: arrived(3), "player: expected text, got 3"),
    "a name with spaces around it": (lambda: arrived(" Ann"), 'player: " Ann" is no name'),
    "the longest remark": (lambda: arrived("Ann", REMARK), ""),
    "one that is longer still": (lambda: arrived("Ann", REMARK + "x"), "note: more than 1000 characters"),
    "who leaves has a name too": (lambda: PlayerLeft(evening="e", player=""), "left: player is missing"),
    "and an evening": (lambda: PlayerLeft(evening="", player="Ann"), "left: evening is missing"),
    "amounts that sum to zero": (lambda: paid(3, -1, -2), ""),
    "amounts that do not": (lambda: paid(3, -1, -1), "the amounts sum to 1, not to zero"),
    "but a name for what is left": (lambda: paid(3, -1, -1, difference="room"), ""),
    "half a point": (lambda: paid(1.5, -1.5), "Ann: expected a whole number, got 1.5"),
    "yes and no": (lambda: paid(True, -1), "Ann: expected a whole number, got true"),
    "an amount as text": (lambda: paid("1", -1), 'Ann: expected a whole number, got "1"'),
    "the largest amount": (lambda: paid(bounds.BOOK_AMOUNT, -bounds.BOOK_AMOUNT), ""),
    "one more": (lambda: paid(bounds.BOOK_AMOUNT + 1, -bounds.BOOK_AMOUNT - 1), "a number of 1000000000000 at most"),
    "an amount for nobody": (
        lambda: PaymentBooked(evening="e", table="1", paid={"": 0}), "paid: a name is empty",
    ),
    "a pot without a name": (
        lambda: PaymentBooked(evening="e", table="1", paid={}, pots={"": 0}), "pots: a name is empty",
    ),
    "a penalty without a title": (
        lambda: PenaltyBooked(evening="e", table="1", title="", paid={}), "title is missing",
    ),
    "a penalty of somebody twice": (
        lambda: PenaltyBooked(evening="e", table="1", title="x", paid={}, players=("Bo", "Bo")), '"Bo" comes twice',
    ),
    "two at a table": (lambda: seated("Ann", "Bo"), ""),
    "one alone": (lambda: seated("Ann"), "players: expected 2 or more names, got 1"),
    "one alone in a change of seats": (
        lambda: SeatsChanged(evening="e", table="1", players=("Ann",)), "expected 2 or more names, got 1",
    ),
    "a seat for nobody": (lambda: seated("Ann", "", "Cy"), "players: a name is empty"),
    "a seat twice": (lambda: seated("Ann", "Bo", "Ann"), 'players: "Ann" comes twice'),
    "as many as may come": (lambda: EveningOpened(club="T", date="d", players=MANY), ""),
    "and another": (lambda: EveningOpened(club="T", date="d", players=(*MANY, "P")), "more than 500 names"),
    "an evening of no club": (lambda: EveningOpened(club="", date="d", players=()), "club is missing"),
    "hand 1": (lambda: hand(number=1), ""),
    "hand 0": (lambda: hand(number=0), "number: expected 1 or more, got 0"),
    "the last hand of all": (lambda: hand(number=bounds.BOOK_EVENTS), ""),
    "one hand more": (lambda: hand(number=bounds.BOOK_EVENTS + 1), "number: expected 1 or more"),
    "a hand of nobody": (lambda: hand(seats={}), "seats: nobody sits at the table"),
    "a hand in which one sits twice": (lambda: hand(seats={"E": "Ann", "S": "Ann"}), 'seats: "Ann" comes twice'),
    "one wins twice": (lambda: hand(winners=("Bo", "Bo")), 'winners: "Bo" comes twice'),
    "who does not play wins": (lambda: hand(winners=("Eve",)), '"Eve" does not sit at the table: Ann, Bo, Cy, Di'),
    "who does not play pays": (lambda: hand(paid={"Eve": 1, "Ann": -1}), '"Eve" does not sit at the table'),
    "who does not play discards": (lambda: hand(discarder="Eve"), '"Eve" does not sit at the table'),
    "who does not play goes on": (
        lambda: hand(then=TableTurn(("Ann", "Eve"), "Ann", "Ann")), '"Eve" does not sit at the table',
    ),
    "the next East sits there": (lambda: hand(then=TableTurn(FOUR, "Ann", "Di")), ""),
    "the next East does not": (lambda: hand(then=TableTurn(FOUR[:3], "Ann", "Di")), "who is East does not sit"),
    "nor the first": (lambda: hand(then=TableTurn(FOUR[1:], "Ann", "Di")), "who is East does not sit"),
    "a way of entering": (lambda: hand(how="drawn"), ""),
    "one that is not known": (lambda: hand(how="drwan"), 'how: "drwan" is not known \\(did you mean "drawn"'),
    "a ruleset without a name": (
        lambda: RulesetFrozen(name="", hash="0f", title="x", canonical=""), "name is missing",
    ),
    "a file without a text": (
        lambda: RulesetFrozen(name="x", hash="0f", title="x", canonical="", files={"a.yaml": ()}),
        "files: one without a text",
    ),
    "a text that is too long": (
        lambda: RulesetFrozen(
            name="x", hash="0f", title="x", canonical="", files={"a.yaml": ("", "x" * (bounds.FILE_BYTES + 1))}
        ),
        f"files: a text of more than {bounds.FILE_BYTES} characters",
    ),
    "more files than a ruleset has": (
        lambda: RulesetFrozen(
            name="x", hash="0f", title="x", canonical="", files={f"{n}.yaml": ("",) for n in range(bounds.FILES + 1)}
        ),
        f"files: more than {bounds.FILES}",
    ),
}  # fmt: skip


AT_TABLES: tuple[TableEvent, ...] = (
    TableOpened(evening="e", table="1", players=FOUR),
    SeatsChanged(evening="e", table="1", players=FOUR),
    TableClosed(evening="e", table="1"),
    PotSwitchedAt(evening="e", table="1", pot="kitty", on=True),
    HandBooked(evening="e", table="1", number=1, seats={"E": "Ann"}, paid={}),
    PaymentBooked(evening="e", table="1", paid={}),
    PenaltyBooked(evening="e", table="1", title="x", paid={}),
    BonusBooked(evening="e", table="1", title="x", paid={}),
    GameFinished(evening="e", table="1", paid={}, places=()),
)


def test_what_happens_at_a_table_names_it_and_its_evening() -> None:
    assert {event.kind for event in AT_TABLES} == {k for k, own in BOOK_KINDS.items() if issubclass(own, TableEvent)}
    for event in AT_TABLES:
        for field in ("table", "evening"):
            with pytest.raises(LedgerError, match=f"^{event.kind}: {field} is missing$"):
                event.but(**{field: ""})


@pytest.mark.parametrize("name", ["at", "who"])
def test_when_and_by_whom_is_a_line(name: str) -> None:
    said = {"at": "", "who": "", name: NAME}
    assert getattr(Entry(id="a", clock=1, event=paid(), **said), name) == NAME
    for odd in (NAME + "N", "two\nlines"):
        with pytest.raises(LedgerError, match=f"^{name}: expected a line of at most 60 characters"):
            Entry(id="a", clock=1, event=paid(), **{**said, name: odd})


@pytest.mark.parametrize("case", CASES)
def test_what_may_stand_in_an_event(case: str) -> None:
    make, fault = CASES[case]
    if not fault:
        assert BookEvent.from_record(make().to_record()) == make()
        return
    with pytest.raises(LedgerError, match=fault):
        make()
