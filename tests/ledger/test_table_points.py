"""Table points: what the places of the games of an evening bring, as tournaments count."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules.ledger import (
    EveningOpened,
    HandBooked,
    Ledger,
    LedgerError,
    PenaltyBooked,
    SeatsChanged,
    TableOpened,
    Undone,
)
from mjrules.ledger.table_points import PlayerPoints, games_of, points_of_places, read_places, table_points

EIGHT = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
PLACES = "4,2,1,0"


@pytest.mark.parametrize(
    ("amounts", "points"),
    [
        ((30, 10, -10, -30), (4, 2, 1, 0)),
        ((-30, 30, 10, -10), (0, 4, 2, 1)),
        ((30, 30, -20, -40), (3, 3, 1, 0)),
        ((30, -10, -10, -10), (4, 1, 1, 1)),
        ((0, 0, 0, 0), (Fraction(7, 4),) * 4),
        ((10, 10, -20), (3, 3, 1)),
        ((20, 10, 0, -10, -20), (4, 2, 1, 0, 0)),
    ],
)
def test_places_that_several_share_are_shared_alike(amounts: tuple[int, ...], points: tuple[Fraction, ...]) -> None:
    named = dict(zip(EIGHT, amounts, strict=False))
    assert points_of_places(named, read_places(PLACES)) == dict(zip(EIGHT, points, strict=False))


@given(st.dictionaries(st.sampled_from(EIGHT), st.integers(-3, 3), min_size=4, max_size=4))
def test_every_game_brings_as_much_and_who_has_more_gets_no_less(amounts: dict[str, int]) -> None:
    found = points_of_places(amounts, read_places(PLACES))
    assert sum(found.values()) == 7
    order = sorted(amounts, key=lambda player: amounts[player])
    assert [found[player] for player in order] == sorted(found.values())


@pytest.mark.parametrize(
    ("text", "worth"),
    [("4,2,1,0", (4, 2, 1, 0)), ("15, 5, -5, -15", (15, 5, -5, -15)), ("1.5，0.5", (Fraction(3, 2), Fraction(1, 2)))],
)
def test_what_places_are_worth_is_read(text: str, worth: tuple[Fraction, ...]) -> None:
    assert read_places(text) == [*worth]


@pytest.mark.parametrize("text", ["", ",", "4,", "4;2", "four", "1e9", "1e999999999", "nan", "inf", "1/3", "1" * 7])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(LedgerError, match="expected what each place of a game is worth, as 4,2,1,0, got"):
        read_places(text)
    with pytest.raises(LedgerError):
        read_places(",".join(["0"] * 1000))


def test_no_later_place_is_worth_more() -> None:
    with pytest.raises(LedgerError, match="expected what the first place is worth first, got 0,1,2,4"):
        read_places("0, 1,2,4")


def hand(evening: str, number: int, table: str = "1", **paid: int) -> HandBooked:
    seats = dict(zip("ESWN", paid, strict=True))
    return HandBooked(evening=evening, table=table, number=number, seats=seats, paid=paid, winners=(max(paid),))


def test_the_games_of_an_evening(tmp_path: Path) -> None:
    """Two tables, a second game at one of them, a player who takes over, a penalty, and what was undone."""
    with Ledger.open(tmp_path / "club.db") as ledger:
        id = ledger.append(EveningOpened(club="Cup", date="2026-11-28", players=EIGHT)).id
        for table, players in (("1", EIGHT[:4]), ("2", EIGHT[4:])):
            ledger.append(TableOpened(evening=id, table=table, players=players))
        ledger.append(hand(id, 1, Ann=30, Bo=-10, Cy=-10, Di=-10))
        gone = ledger.append(hand(id, 1, "2", Eve=300, Flo=-100, Gus=-100, Hal=-100))
        ledger.append(Undone(evening=id, undoes=gone.id))
        ledger.append(
            PenaltyBooked(evening=id, table="1", title="False win", players=("Bo",), paid={"Bo": -9, "Di": 9})
        )
        ledger.append(SeatsChanged(evening=id, table="1", players=("Ann", "Bo", "Cy", "Hal"), anew=False))
        ledger.append(hand(id, 2, Ann=-30, Bo=50, Cy=-10, Hal=-10))
        ledger.append(SeatsChanged(evening=id, table="1", players=("Di", "Eve", "Flo", "Gus"), anew=True))
        ledger.append(hand(id, 3, Di=8, Eve=-8, Flo=0, Gus=0))
        evening = ledger.evening(id)
    first = {"Ann": 0, "Bo": 31, "Cy": -20, "Di": -1, "Hal": -10}
    assert [(game.table, dict(game.amounts), game.hands) for game in games_of(evening)] == [
        ("1", first, [1, 2]),
        ("1", {"Di": 8, "Eve": -8, "Flo": 0, "Gus": 0}, [3]),
    ]
    assert table_points([evening], PLACES) == [
        PlayerPoints("Di", 5, 2, 7),
        PlayerPoints("Bo", 4, 1, 31),
        PlayerPoints("Ann", 2, 1, 0),
        PlayerPoints("Flo", 1.5, 1, 0),
        PlayerPoints("Gus", 1.5, 1, 0),
        PlayerPoints("Eve", 0, 1, -8),
        PlayerPoints("Hal", 0, 1, -10),
        PlayerPoints("Cy", 0, 1, -20),
    ]
    twice = {own.player: own for own in table_points([evening, evening], PLACES)}
    assert (twice["Di"].points, twice["Di"].games, twice["Di"].total) == (10, 4, 14)


@pytest.mark.parametrize(("points", "text"), [(3, "3"), (1.5, "1.5"), (7 / 3, "2.33"), (0, "0"), (-2.75, "-2.75")])
def test_points_are_read_by_people(points: float, text: str) -> None:
    assert PlayerPoints("Ann", points, 1, 0).text == text
