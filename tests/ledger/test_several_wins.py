"""Several who win one hand: each is scored and settled by itself, as the table settles it where hands are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import mjrules
from mjrules import HandError, Ruleset
from mjrules.ledger import EveningBooks, EveningOpened, HandBooked, Ledger, LedgerError, TableOpened
from mjrules.ledger.desk import Desk
from mjrules.ledger.hand_said import HandSaid
from mjrules.ledger.player_counts import player_counts
from mjrules.ledger.score_again import score_again
from mjrules.ledger.several_wins import OneWin, faults_of_wins, in_groups
from mjrules.ledger.telling import told_line, wins_of
from mjrules.play.events import IntoPot, Won
from mjrules.tiles.tile import TEXT
from tests.kit.memory_store import MemoryStore
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

FOUR = ("Ann", "Bo", "Cy", "Di")
BO, DI = "234m456p678s345m2p +2p dora=9p", "234m456p789s345m2p +2p riichi dora=9p"
CLAIMED, DRAWN = "123m456m789p345p2m +2m", "123s456s789s345p5p !5p"


class Club:
    """A club's table under a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.ledger = ruleset, Ledger(MemoryStore())
        self.ledger.append(EveningOpened(club="T", date="2026-11-24", players=FOUR, ruleset=ruleset.hash), id="e")
        self.ledger.append(TableOpened(evening="e", table="1", players=FOUR))

    @property
    def evening(self) -> EveningBooks:
        return self.ledger.evening("e")

    def hand(self, **said: Any) -> HandBooked:
        event = Desk(self.evening, self.ruleset, "1").hand(HandSaid(**said))
        self.ledger.append(event)
        return event


@pytest.fixture
def club() -> Callable[..., Club]:
    return lambda name, **options: Club(loaded(name, **options))


def test_two_win_by_one_discard(club: Callable[..., Club]) -> None:
    own = club("riichi")
    own.hand(ready=("Ann",), put={"sticks": {"Ann": 1000}})
    event = own.hand(winners=("Di", "Bo"), discarder="Ann", hands={"Bo": BO, "Di": DI}, put={"sticks": {"Di": 1000}})
    assert event.winners == ("Bo", "Di"), "who is next in turn after the discarder comes first"
    assert event.paid == {"Ann": -2900, "Bo": 3600, "Cy": 0, "Di": 300}, "counters and sticks go to the first"
    assert (event.pots, event.discarder, event.put) == ({"sticks": -1000}, "Ann", {"sticks": {"Di": 1000}})
    assert told_line(own.evening.lines[-1]) == "Bo wins on Ann's discard, 1300; Di wins on Ann's discard, 1300"
    counts = {found.player: found for found in player_counts([own.evening])}
    assert (counts["Bo"].wins, counts["Di"].wins, counts["Ann"].discards) == (1, 1, 2)
    assert "All Simples" in counts["Bo"].best_rules
    assert "Riichi" in counts["Di"].best_rules
    assert all(again.same for again in score_again(own.evening, lambda _: own.ruleset))
    assert own.hand(winners=("Bo", "Di"), amounts={"Bo": 100, "Di": 100, "Ann": -200}).result == {}


def test_hands_may_say_themselves_who_discarded(club: Callable[..., Club]) -> None:
    """Then the players are heard by the sides of the winners."""
    said = club("riichi").hand(winners=("Di", "Bo"), discarder="Ann", hands={"Bo": BO, "Di": DI})
    event = club("riichi").hand(winners=("Di", "Bo"), hands={"Bo": f"{BO} from=left", "Di": f"{DI} from=right"})
    assert (event.winners, event.discarder, event.paid) == (("Bo", "Di"), "Ann", said.paid)
    assert said.paid == {"Ann": -2600, "Bo": 1300, "Cy": 0, "Di": 1300}


def test_play_goes_on_after_a_win(club: Callable[..., Club]) -> None:
    own = club("sichuan")
    event = own.hand(winners=("Cy", "Bo"), discarders={"Cy": "Ann"}, hands={"Cy": CLAIMED, "Bo": DRAWN})
    assert event.paid == {"Ann": -3, "Bo": 4, "Cy": 1, "Di": -2}, "Cy has left the hand, and pays nothing"
    assert event.discarder == ""
    assert [(win.player, win.discarder, win.drawn, win.worth) for win in wins_of(event)] == [
        ("Cy", "Ann", False, event.result["scores"]["W"]), ("Bo", "", True, event.result["scores"]["S"]),
    ]  # fmt: skip
    assert event.then is not None
    assert event.then.east == "Cy", "who wins first is East next"
    both = own.hand(winners=("Ann", "Bo"), discarder="Di", hands={"Ann": CLAIMED, "Bo": CLAIMED})
    assert both.then is not None
    assert both.then.east == "Di", "two by one tile: who discarded it"
    amounts = own.hand(winners=("Ann", "Bo"), amounts={"Ann": 1, "Bo": 1, "Cy": -2})
    assert amounts.then is not None
    assert amounts.then.east == "Ann"


def test_two_win_by_two_discards_of_one_player(club: Callable[..., Club]) -> None:
    """One after the other: who has won by the first plays no more when the second falls."""
    own = club("sichuan")
    for second, winners, east, out in (
        ("123s456s789s345p5p +5p", ("Cy", "Bo"), "Cy", [(), ("W",)]),
        ("456m456m789m345p2m +2m", ("Bo", "Cy"), "Ann", [(), ()]),
    ):
        event = Desk(own.evening, own.ruleset, "1").hand(
            HandSaid(winners=("Cy", "Bo"), discarder="Ann", hands={"Cy": CLAIMED, "Bo": second})
        )
        assert (event.winners, event.discarder) == (winners, "Ann")
        assert event.then is not None
        assert (event.then.east, [win["out"] for win in event.record["wins"]]) == (east, out)


def test_as_many_win_one_after_another_as_the_rules_let(club: Callable[..., Club]) -> None:
    event = club("sichuan").hand(winners=FOUR[:3], hands=dict.fromkeys(FOUR[:3], DRAWN))
    assert [win.player for win in wins_of(event)] == [*FOUR[:3]]
    assert event.paid["Di"] == min(event.paid.values()), "who never wins pays all of them"
    assert sum(event.paid.values()) == 0


WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "enter the hand of each, or the amounts": ("riichi", {"winners": ("Bo", "Di"), "values": {"Bo": 1, "Di": 2}}),
    "nobody wins a hand twice": ("riichi", {"winners": ("Bo", "Bo"), "hands": {"Bo": BO}}),
    "the hand of Di, who won, is missing": ("riichi", {"winners": ("Bo", "Di"), "hands": {"Bo": BO}}),
    "Di cannot have discarded": ("riichi", {"winners": ("Bo", "Di"), "hands": {"Bo": BO, "Di": DI}, "discarder": "Di"}),
    "riichi ends a hand after 1 win, and all who win do so by one tile": (
        "riichi", {"winners": ("Bo", "Di"), "hands": {"Bo": BO, "Di": DI}, "discarders": {"Bo": "Ann", "Di": "Cy"}},
    ),
    "sichuan ends a hand after 3 wins, and nobody wins after that": (
        "sichuan", {"winners": FOUR, "hands": dict.fromkeys(FOUR, DRAWN)},
    ),
    "riichi lets 2 win by one tile": (
        "riichi", {"winners": ("Bo", "Di", "Cy"), "hands": {"Bo": BO, "Di": DI, "Cy": BO}, "discarder": "Ann"},
    ),
    "hong-kong lets 1 win by one tile": (
        "hong-kong", {"winners": ("Bo", "Di"), "hands": {"Bo": BO[:-8], "Di": BO[:-8]}, "discarder": "Ann"},
    ),
    "Cy had won before, and played no more": (
        "sichuan",
        {"winners": ("Cy", "Bo"), "hands": {"Cy": DRAWN, "Bo": CLAIMED}, "discarders": {"Bo": "Cy"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", WRONG)
def test_what_no_ruleset_lets_several_win(club: Callable[..., Club], reason: str) -> None:
    name, said = WRONG[reason]
    own = club(name)
    with pytest.raises(LedgerError, match=reason):
        own.hand(**said)


def test_hands_of_all_are_not_asked_of_several() -> None:
    groups = in_groups([OneWin("S", "E", "2p", {}), OneWin("N", "E", "2p", {})], "ESWN")
    assert any("depends on the hands of all" in fault for fault in faults_of_wins(groups, loaded("western"), {}))


def test_whose_hand_does_not_win_is_at_its_field(club: Callable[..., Club]) -> None:
    with pytest.raises(HandError) as found:
        club("riichi").hand(
            winners=("Bo", "Di"), discarder="Ann", hands={"Bo": "123m456p789s345m2p +2p dora=9p", "Di": DI}
        )
    assert found.value.field.startswith("hands.S") or found.value.field.startswith("hands.N")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sichuan", "riichi/mjsoul"])
def test_the_books_settle_as_the_table_does(name: str) -> None:
    ruleset, found = loaded(name), 0
    for seed in range(amount(1, 6, 200) if name == "sichuan" else amount(2, 40, 1_000)):
        table = mjrules.Table(ruleset, seed=seed)
        players = {str(seat): mjrules.make_player("quick", ruleset, f"{seed}/{seat}") for seat in table.seats}
        while waiting := table.to_act():
            seat = waiting[0]
            table.do(players[seat](mjrules.view(table, seat)))
        end = table.end
        if len(end.winners) < 2:
            continue
        found += 1
        own = Club(ruleset)
        names = dict(zip("ESWN", FOUR, strict=True))
        wins = [event for event in table.events if isinstance(event, Won)]
        put: dict[str, Counter[str]] = {}
        for one in table.events:
            if isinstance(one, IntoPot) and one.payment != "settlement":
                put.setdefault(one.pot, Counter())[names[table.seats[one.seat]]] += one.amount
        event = own.hand(
            put={pot: +amounts for pot, amounts in put.items()},
            winners=tuple(names[seat] for seat in end.winners),
            hands={names[seat]: end.hands[seat].to_record() for seat in end.winners},
            discarders={
                names[table.seats[win.seat]]: names[table.seats[win.other]] for win in wins if win.how != "drawn"
            },
        )
        paid = {names[seat]: amount for seat, amount in end.net.items()}
        assert event.paid == paid, (seed, [(win.how, TEXT[win.tile]) for win in wins])
    assert found or name != "sichuan"
