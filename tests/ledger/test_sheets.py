"""An evening as people read it: its lines in words, its sheet, its CSV, its record, and what is counted of players."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Any

import pytest

from mjrules.ledger import (
    BonusBooked,
    BookEvent,
    Corrected,
    EveningBooks,
    EveningOpened,
    GameFinished,
    HandBooked,
    Ledger,
    PaymentBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
    Undone,
)
from mjrules.ledger.player_counts import PlayerCounts, player_counts
from mjrules.ledger.sheet import evening_record, sheet_csv, sheets_of, standing_rows
from mjrules.ledger.telling import told_event
from tests.kit.memory_store import MemoryStore

FOUR = ("Ann", "Bo", "Cy", "Di")
AT: dict[str, Any] = {"evening": "e", "table": "1"}
ITEMS = {"S": [{"id": "all_pungs", "name": "All Pungs", "value": 30}, {"id": "odd"}]}
BOTH = [{"winner": "S", "discarder": "E"}, {"winner": "W", "self_drawn": True}]


def hand(number: int = 1, **said: object) -> HandBooked:
    told: dict[str, Any] = {**AT, "number": number, "seats": dict(zip("ESWN", FOUR, strict=True)), "paid": {}, **said}
    return HandBooked(**told)


def won(*winners: str, how: str = "amounts", discarder: str = "", **result: object) -> HandBooked:
    return hand(winners=winners, how=how, discarder=discarder, result=result)


def pay(**said: object) -> PaymentBooked:
    return PaymentBooked(**{**AT, "paid": {}, **said})


TOLD: dict[str, BookEvent] = {
    "T, 2026-11-24: Ann, Bo, Cy and Di": EveningOpened(club="T", date="2026-11-24", players=FOUR),
    "Table 1: Ann and Bo": TableOpened(**AT, players=FOUR[:2]),
    "Table 1 is closed": TableClosed(**AT),
    "From now on at table 1: Ann, Bo and Cy": SeatsChanged(**AT, players=FOUR[:3]),
    "From now on at table 1: Ann and Bo, and the game begins anew": SeatsChanged(**AT, players=FOUR[:2], anew=True),
    "Eve arrives": PlayerArrived(evening="e", player="Eve"),
    "Eve leaves": PlayerLeft(evening="e", player="Eve"),
    "kitty: paid into after drawn hands": PotSwitchedAt(**AT, pot="kitty", on=True),
    "kitty: no longer paid into": PotSwitchedAt(**AT, pot="kitty", on=False),
    "Payment": pay(),
    "Payment: room": pay(difference="room"),
    "taxi": pay(note="taxi", difference="room"),
    "False win: Bo": PenaltyBooked(**AT, title="False win", paid={}, players=("Bo",)),
    "Four flowers: Di": BonusBooked(**AT, title="Four flowers", paid={}, players=("Di",)),
    "The game is over: 1. Bo, 2. Ann": GameFinished(**AT, paid={}, places=("Bo", "Ann")),
    "Drawn hand": hand(how="drawn"),
    "Drawn hand (limit: 20, last chance: true)": hand(
        how="drawn", result={"options": {"limit": 20, "last_chance": True}}
    ),
    "Only the amounts": hand(),
    "Bo wins": won("Bo"),
    "Bo wins on Ann's discard": won("Bo", discarder="Ann"),
    "Bo and Cy win on Ann's discard": won("Bo", "Cy", discarder="Ann"),
    "Bo, Cy and Di win": won("Bo", "Cy", "Di"),
    "Bo wins on Ann's discard, 30": won("Bo", how="scored", discarder="Ann", scores={"S": 30}),
    "Bo wins on a drawn tile, 8": won("Bo", how="scored", scores={"S": 8}, self_drawn=True),
    "Bo wins on Ann's discard, 8; Cy wins on a drawn tile, 9": won(
        "Bo", "Cy", how="scored", wins=BOTH, scores={"S": 8, "W": 9}
    ),
}


@pytest.mark.parametrize("told", TOLD)
def test_what_happened_is_told_in_a_line(told: str) -> None:
    assert told_event(TOLD[told]) == told


EVENTS: tuple[BookEvent, ...] = (
    TableOpened(**AT, players=FOUR),
    hand(
        1, round="E", how="scored", winners=("Bo",), discarder="Ann", paid={"Ann": -30, "Bo": 30},
        result={"scores": {"S": 30}, "items": ITEMS},
    ),
    hand(2, round="E", how="drawn", paid=dict.fromkeys(FOUR, -5), pots={"kitty": 20}),
    PlayerArrived(evening="e", player="Eve"),
    pay(paid={"Eve": -7, "Ann": 4}, difference="room", note="tea"),
    PenaltyBooked(**AT, title="False win", players=("Cy",), paid={"Cy": -9, "Di": 9}),
    BonusBooked(**AT, title="Four flowers", players=("Di",), paid={"Di": 6, "Bo": -6}),
    hand(3, round="S", winners=("Di",), paid={"Di": 100, "Cy": -100}),
    hand(4, round="S", how="scored", winners=("Bo", "Cy"), paid={"Ann": -17, "Bo": 8, "Cy": 9},
         result={"wins": BOTH, "scores": {"S": 8, "W": 90}, "items": {"W": [{"id": "all_honours"}]}}),
    TableOpened(evening="e", table="2", players=("Eve", "Flo", "Gus", "Hal")),
)  # fmt: skip


@pytest.fixture
def evening() -> EveningBooks:
    """An evening of most kinds of lines, one corrected, one undone."""
    with Ledger(MemoryStore()) as ledger:
        opened = EveningOpened(club="T", date="2026-11-24", players=(*FOUR, "Flo", "Gus", "Hal"), season="Autumn")
        ledger.append(opened, id="e", who="Ann")
        for number, event in enumerate(EVENTS, 2):
            ledger.append(event, id=str(number))
        ledger.append(Undone(evening="e", undoes="9"), id="u")
        ledger.append(
            Corrected(evening="e", corrects="7", instead=EVENTS[5].but(paid={"Cy": -8, "Di": 8})), id="c"
        )  # fmt: skip
        return ledger.evening("e")


def test_the_sheet_of_a_table_has_a_column_for_all_who_were_paid_there(evening: EveningBooks) -> None:
    first, second = sheets_of(evening)
    assert first.title == "Table 1"
    assert first.head == ("No.", "Hand", "What", *FOUR, "Eve", "kitty")
    assert first.rows == (
        ("2", "", "Table 1: Ann, Bo, Cy and Di", "", "", "", "", "", ""),
        ("3", "1 E", "Bo wins on Ann's discard, 30", "-30", "+30", "", "", "", ""),
        ("4", "2 E", "Drawn hand", "-5", "-5", "-5", "-5", "", "+20"),
        ("6", "", "tea", "+4", "", "", "", "-7", ""),
        ("7", "", "False win: Cy (corrected)", "", "", "-8", "+8", "", ""),
        ("8", "", "Four flowers: Di", "", "-6", "", "+6", "", ""),
        ("9", "3 S", "Di wins (undone)", "", "", "", "", "", ""),
        ("10", "4 S", "Bo wins on Ann's discard, 8; Cy wins on a drawn tile, 90", "-17", "+8", "+9", "", "", ""),
    )
    assert first.sums == ("", "", "Together", "-48", "+27", "-4", "+9", "-7", "20")
    assert (second.title, second.head[3:], second.sums[3:]) == ("Table 2", ("Eve", "Flo", "Gus", "Hal"), ("0",) * 4)
    assert standing_rows(evening) == [
        ("Bo", "+27"), ("Di", "+9"), ("Flo", "0"), ("Gus", "0"), ("Hal", "0"), ("Cy", "-4"), ("Eve", "-7"),
        ("Ann", "-48"), ("in the pot: kitty", "20"), ("room", "+3"),
    ]  # fmt: skip


def test_csv_has_a_row_for_each_line_and_a_column_for_everybody(evening: EveningBooks) -> None:
    head, *rows = csv.reader(sheet_csv(evening).splitlines())
    columns = ["line", "at", "table", "hand", "round", "what", "winner", "discarder", "worth", "live"]
    assert head == [*columns, *FOUR, "Flo", "Gus", "Hal", "Eve", "pot kitty", "room"]
    of = {int(row[0]): dict(zip(head, row, strict=True)) for row in rows}
    assert [*of] == [*range(1, 12)]

    def cells(line: int, names: str) -> list[str]:
        return [of[line][name] for name in names.split()]

    assert cells(1, "table hand round winner discarder worth live Ann room") == [*[""] * 6, "1", "", ""]
    assert cells(3, "table hand round winner discarder worth live") == ["1", "1", "E", "Bo", "Ann", "30", "1"]
    assert cells(3, "Ann Bo Cy Eve room") == ["-30", "30", "0", "0", ""]
    assert [of[4]["worth"], of[4]["winner"], of[4]["pot kitty"]] == ["", "", "20"]
    assert cells(6, "hand Ann Eve room live") == ["", "4", "-7", "3", "1"]
    assert cells(9, "hand winner live Di Cy") == ["3", "Di", "0", "", ""]
    assert cells(10, "winner discarder worth") == ["Bo+Cy", "", "8"]
    total = {name: sum(int(row[name] or 0) for row in of.values()) for name in head[len(columns) :]}
    assert total == {**evening.balances, "pot kitty": 20, "room": 3}


def test_the_record_of_an_evening_says_everything(evening: EveningBooks) -> None:
    found = evening_record(evening)
    lines = {line["line"]: line for line in found.pop("lines")}
    assert found == {
        "evening": "e",
        "club": "T",
        "date": "2026-11-24",
        "season": "Autumn",
        "ruleset": "",
        "players": dict.fromkeys((*FOUR, "Flo", "Gus", "Hal", "Eve"), True),
        "standings": [{"player": player, "total": total} for player, total in evening.standings],
        "pots": {"kitty": 20},
        "differences": {"room": 3},
        "tables": {
            "1": {"seats": [*FOUR], "hands": 4, "closed": False, "ruleset": ""},
            "2": {"seats": ["Eve", "Flo", "Gus", "Hal"], "hands": 0, "closed": False, "ruleset": ""},
        },
        "problems": [],
        "notes": [],
    }
    assert lines[7] == {
        "line": 7,
        "id": "7",
        "at": lines[7]["at"],
        "who": "",
        "what": "False win: Cy (corrected)",
        "live": True,
        "corrected": ["c"],
        **EVENTS[5].but(paid={"Cy": -8, "Di": 8}).to_record(),
    }
    assert (lines[1]["who"], lines[9]["live"], lines[9]["what"]) == ("Ann", False, "Di wins (undone)")
    assert [line["rules"] for line in lines.values() if "rules" in line] == [["All Pungs", "odd"], [], [], []]
    assert lines[3]["rules"] == ["All Pungs", "odd"]


def test_what_players_did_is_counted(evening: EveningBooks) -> None:
    def counts(evenings: Iterable[EveningBooks]) -> dict[str, PlayerCounts]:
        return {own.player: own for own in player_counts(evenings)}

    once = counts([evening])
    assert [*once] == ["Bo", "Di", "Flo", "Gus", "Hal", "Cy", "Eve", "Ann"], "who won most first, then by name"
    assert [*once.values()][:2] == [
        PlayerCounts("Bo", 27, 1, 3, wins=2, best=30, best_rules=("All Pungs", "odd")),
        PlayerCounts("Di", 9, 1, 3),
    ]
    assert once["Cy"] == PlayerCounts(
        "Cy", -4, 1, 3, wins=1, drawn=1, penalties=1, best=90, best_rules=("all_honours",)
    )  # fmt: skip
    assert once["Ann"] == PlayerCounts("Ann", -48, 1, 3, discards=2)
    assert once["Eve"] == PlayerCounts("Eve", -7, 1)
    twice = counts([evening, evening])
    assert twice["Cy"] == PlayerCounts(
        "Cy", -8, 2, 6, wins=2, drawn=2, penalties=2, best=90, best_rules=("all_honours",)
    )  # fmt: skip
    assert twice["Ann"].discards == 4
