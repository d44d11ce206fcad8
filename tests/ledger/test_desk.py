"""What is said at a table becomes events, settled by the ruleset with the winds, the counters and the pots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import HandError, Ruleset, RulesetError
from mjrules.ledger import (
    EveningBooks,
    EveningOpened,
    GameFinished,
    HandBooked,
    Ledger,
    LedgerError,
    PlayerArrived,
    PotSwitchedAt,
    SeatsChanged,
    TableOpened,
)
from mjrules.ledger.desk import Desk
from mjrules.ledger.frozen_rulesets import KeptFile, frozen_ruleset, thawed_ruleset
from mjrules.ledger.hand_said import HandSaid
from mjrules.ledger.score_again import ruleset_today, score_again
from mjrules.ledger.telling import told_event, told_line
from mjrules.ruleset.plugin_code import code_digests
from tests.kit.odd_club import Install, installer
from tests.kit.rulesets import SCORING, loaded

FOUR = ("Ann", "Bo", "Cy", "Di")


class Club:
    """A club's table under a ruleset."""

    def __init__(self, ledger: Ledger, ruleset: Ruleset) -> None:
        self.ledger, self.ruleset = ledger, ruleset
        self.frozen = frozen_ruleset(ruleset)
        ledger.append(self.frozen)
        opened = EveningOpened(club="T", date="2026-11-24", players=FOUR, ruleset=ruleset.hash)
        ledger.append(opened, id="e")
        ledger.append(TableOpened(evening="e", table="1", players=FOUR))

    @property
    def evening(self) -> EveningBooks:
        return self.ledger.evening("e")

    def desk(self, before: int | None = None) -> Desk:
        return Desk(self.evening, self.ruleset, "1", before)

    def hand(self, **said: Any) -> HandBooked:
        event = self.desk().hand(HandSaid(**said))
        self.ledger.append(event)
        return event


@pytest.fixture
def club(books: Callable[[], str]) -> Iterator[Callable[..., Club]]:
    with Ledger.open(books()) as ledger:
        yield lambda name, **options: Club(ledger, loaded(name, **options))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    yield from installer(tmp_path, monkeypatch)


def test_a_riichi_evening_counts_sticks_and_counters(club: Callable[..., Club]) -> None:
    own = club("riichi")
    drawn = own.hand(ready=("Ann", "Bo"), put={"sticks": {"Ann": 1000}})
    assert drawn.paid == {"Ann": 500, "Bo": 1500, "Cy": -1500, "Di": -1500}
    assert drawn.then is not None
    assert (drawn.pots, drawn.then.east, drawn.then.draws) == ({"sticks": 1000}, "Ann", 1)
    won = own.hand(
        winners=("Bo",),
        discarder="Cy",
        hands={"Bo": "123m456p789s345m2z +2z riichi dora=9p"},
        put={"sticks": {"Bo": 1000}},
    )
    assert (won.record["hands"]["S"]["honba"], won.record["hands"]["S"]["sticks"]) == (1, 2)
    assert (won.paid, won.pots) == ({"Ann": 0, "Bo": 2600, "Cy": -1600, "Di": 0}, {"sticks": -1000})
    assert won.then is not None
    assert (won.then.east, won.then.since, own.evening.in_pots) == ("Bo", 0, {"sticks": 0})
    ponds = own.hand(ponds=("Di",))
    assert ponds.paid == {"Ann": -2000, "Bo": -4000, "Cy": -2000, "Di": 8000}
    assert own.hand(stopped=True).then is not None
    assert own.evening.tables["1"].turn.east == "Cy"
    assert all(found.same and not found.versions for found in score_again(own.evening, lambda _: own.ruleset))


def test_a_pot_is_paid_into_after_drawn_hands_and_won(club: Callable[..., Club]) -> None:
    own = club("western", goulash=True)
    assert own.hand().paid == dict.fromkeys(FOUR, -100)
    own.ledger.append(PotSwitchedAt(evening="e", table="1", pot="goulash", on=False))
    assert own.hand().pots == {}
    won = own.hand(winners=("Bo",), values={"Ann": 8, "Bo": 64, "Cy": 12, "Di": 0}, discarder="Ann")
    assert (won.pots, sum(won.paid.values()), won.result["scores"]["S"]) == ({"goulash": -400}, 400, 64)
    assert [turn and turn.draws for turn in (won.then,)] == [0]


def test_what_is_left_in_a_pot_is_shared_out(club: Callable[..., Club]) -> None:
    own = club("western", goulash=True)
    own.hand()
    event = own.desk().share_out("goulash", ("Ann", "Cy", "Di"), "the end")
    assert (event.paid, event.pots) == ({"Ann": 134, "Cy": 133, "Di": 133}, {"goulash": -400})
    assert event.note == "the end"
    with pytest.raises(LedgerError, match='nothing is in "goulsh" \\(did you mean "goulash"'):
        own.desk().share_out("goulsh", FOUR)


def test_a_game_is_reckoned_up_by_places(club: Callable[..., Club]) -> None:
    own = club("riichi")
    own.hand(ready=("Ann",), put={"sticks": {"Ann": 1000}})
    own.hand(winners=("Bo",), amounts={"Bo": 4000, "Ann": -2000, "Cy": -1000, "Di": -1000}, pots={"sticks": 0})
    final = own.desk().finish()
    assert final.places == ("Bo", "Ann", "Cy", "Di")
    assert (final.pots, sum(final.paid.values())) == ({"sticks": -1000}, 1000)
    assert [own["place"] for own in final.result["standings"]] == [1, 2, 3, 4]
    own.ledger.append(final)
    assert own.evening.balances == {place["player"]: place["result"] for place in final.result["standings"]}
    assert sum(own.evening.balances.values()) == 0
    with pytest.raises(LedgerError, match="reckoned up already"):
        own.desk().finish()


def test_what_a_game_leaves_in_a_pot_for_nobody_is_not_won_in_the_next(
    books: Callable[[], str], tmp_path: Path
) -> None:
    file = tmp_path / "kitty.yaml"
    file.write_text(
        "id: kitty\nextends: hong-kong\npots: {kitty: {title: Kitty, stake: 5}}\n"
        "match: {place_bonuses: [20, 10, -10, -20]}\n"
    )
    with Ledger.open(books()) as ledger:
        own = Club(ledger, mjrules.load(str(file)))
        own.hand()
        final = own.desk().finish()
        assert (final.pots, final.difference, final.rest) == ({"kitty": -20}, "kitty", 20)
        ledger.append(final)
        assert (sum(own.evening.in_pots.values()), own.evening.differences) == (0, {"kitty": 20})
        assert sum(own.evening.balances.values()) == -20
        ledger.append(SeatsChanged(evening="e", table="1", players=FOUR, anew=True))
        assert own.hand(winners=("Bo",), values={"Bo": 3}, discarder="Cy").paid["Bo"] == 32


@pytest.mark.parametrize(
    ("ties", "told"), [("shared", "1. Bo, 2. Ann, 2. Cy, 4. Di"), ("seats", "1. Bo, 2. Ann, 3. Cy, 4. Di")]
)
def test_who_shares_a_place_is_told_so(club: Callable[..., Club], ties: str, told: str) -> None:
    own = club("riichi", ties=ties)
    own.hand(winners=("Bo",), amounts={"Bo": 2000, "Di": -2000})
    own.ledger.append(own.desk().finish())
    line = own.evening.lines[-1]
    assert told_line(line) == f"The game is over: {told}"
    assert isinstance(line.event, GameFinished)
    for standings in (None, ({"player": "Cy", "place": 9},), ({"player": "Bo"},), 5):
        odd = replace(line.event, result={"standings": standings})
        assert told_event(odd) == "The game is over: 1. Bo, 2. Ann, 3. Cy, 4. Di"
    own.ledger.append(SeatsChanged(evening="e", table="1", players=FOUR[::-1], anew=True))
    assert own.desk().finish().places == FOUR[::-1]
    own.hand(winners=("Di",), amounts={"Di": 400, "Ann": -400})
    own.ledger.append(PlayerArrived(evening="e", player="Eve"))
    own.ledger.append(SeatsChanged(evening="e", table="1", players=("Di", "Cy", "Bo", "Eve")))
    with pytest.raises(LedgerError, match="Ann played in this game too"):
        own.desk().finish()


def test_a_ruleset_may_say_nothing_of_the_end_of_a_game(club: Callable[..., Club]) -> None:
    with pytest.raises(LedgerError, match="hong-kong does not say how a game is reckoned up"):
        club("hong-kong").desk().finish()


def test_penalties_and_bonus_payments_are_those_of_the_ruleset(club: Callable[..., Club]) -> None:
    own = club("western")
    fault = own.desk().penalty("misnamed_discard", ["Cy"], "Bo", 1)
    assert (fault.title, fault.paid) == (
        "A discard is called by the wrong name", {"Ann": 50, "Bo": 100, "Cy": -200, "Di": 50},
    )  # fmt: skip
    bonus = own.desk().bonus(next(iter(own.ruleset.definition.bonus_payments)), "Di", "all four")
    assert (bonus.players, sum(bonus.paid.values()), bonus.paid["Di"] > 0) == (("Di",), 0, True)
    assert own.desk().penalty("false_mahjong", ["Ann"], count=2).record["count"] == 2
    assert bonus.record == {"kind": "bonus", "event": "set_of_flowers", "player": "N"}
    with pytest.raises(HandError, match="false_mahjong"):
        own.desk().penalty("false_mahjonng", ["Cy"])


def test_what_house_rules_pay_at_once_is_booked_too(club: Callable[..., Club]) -> None:
    desk = club("sichuan").desk()
    claimed = desk.bonus("kong_claimed", "Ann", discarder="Bo")
    assert (claimed.title, claimed.paid) == ("Claimed kong", {"Ann": 2, "Bo": -2, "Cy": 0, "Di": 0})
    assert claimed.record == {"kind": "bonus", "event": "kong_claimed", "player": "E", "discarder": "S"}
    added = desk.bonus("kong_added", "Di", out=["Cy"])
    assert (added.title, added.paid) == ("Added kong", {"Ann": -1, "Bo": -1, "Cy": 0, "Di": 2})
    with pytest.raises(HandError, match="kong_postponed"):
        desk.bonus("kong_postponed", "Di")  # nothing is paid for it
    fault = desk.penalty("false_win", ["Ann"], out=["Cy"])
    assert (fault.paid, fault.record["out"]) == ({"Ann": -16, "Bo": 8, "Cy": 0, "Di": 8}, ("W",))


def test_several_at_fault_pay_all_the_others(club: Callable[..., Club]) -> None:
    fault = club("classical-dmjl").desk().penalty("false_mahjong", ["Ann", "Cy"])
    assert (fault.players, fault.record["player"]) == (("Ann", "Cy"), ("E", "W"))
    assert fault.paid == {"Ann": -600, "Bo": 600, "Cy": -600, "Di": 600}


@pytest.mark.parametrize(
    ("hand", "discarder", "flags"),
    [
        ("123m456p789s11122z heaven", "", ("heaven",)),
        ("123m456p789s11122z Heaven", "", ("heaven",)),
        ("123m456p789s11122z 天和", "", ("heaven",)),
        ("123m456p789s1112z +2z", "Bo", ()),
        ("123m456p789s1112z +2z 海底", "Bo", ("last_tile",)),
    ],
)
def test_a_hand_is_booked_as_it_says_that_it_was_won(
    club: Callable[..., Club], hand: str, discarder: str, flags: tuple[str, ...]
) -> None:
    booked = club("hong-kong").hand(winners=("Ann",), hands={"Ann": hand}, discarder=discarder)
    assert booked.record["hands"]["E"]["flags"] == flags
    assert "options" not in booked.result, "it was played as hands are at the table"


def test_counters_may_be_said_otherwise_than_the_table_has_them(club: Callable[..., Club]) -> None:
    """Only what a pot holds is certain."""
    own, text = club("riichi"), "234m456p789s345m2p +2p riichi dora=9p"
    said, counted = [
        own.desk().hand(HandSaid(winners=("Bo",), discarder="Cy", hands={"Bo": text + more})).paid["Cy"]
        for more in (" honba=3", "")
    ]
    assert said - counted == -900


def test_what_amounts_do_not_sum_to_goes_where_it_is_said(club: Callable[..., Club]) -> None:
    own = club("hong-kong")
    said = {"winners": ("Ann",), "amounts": {"Ann": 20, "Bo": -24}}
    with pytest.raises(LedgerError, match="the amounts sum to -4, not to zero"):
        own.hand(**said)
    event = own.hand(**said, difference="the room")
    assert (event.difference, event.rest, own.evening.differences) == ("the room", 4, {"the room": 4})


def test_only_who_puts_in_a_stick_must_have_been_ready(
    books: Callable[[], str], ruleset: Callable[[str], Ruleset]
) -> None:
    kitty = "pots: {kitty: {title: Kitty, stake: 5, played: false}}\n"
    with Ledger.open(books()) as ledger:
        own = Club(ledger, ruleset(f"id: club\nextends: riichi\n{kitty}"))
        with pytest.raises(LedgerError, match="Ann put in what only players put in who are ready"):
            own.desk().hand(HandSaid(put={"kitty": {"Bo": 5}, "sticks": {"Ann": 1000}}))
        assert own.hand(put={"kitty": {"Bo": 5}}).pots == {"kitty": 5}


def test_a_hand_is_kept_beside_what_it_is_worth(club: Callable[..., Club]) -> None:
    known = {"concealed": "123m"}
    assert club("hong-kong").hand(winners=("Bo",), discarder="Cy", values={"Bo": 3}, hand=known).hand == known


@pytest.mark.parametrize("hand", ["123m456p789s11122z", "123m456p789s1112z"])
def test_how_a_hand_was_won_is_not_guessed(club: Callable[..., Club], hand: str) -> None:
    with pytest.raises(LedgerError, match="of Ann does not say with which tile it was won"):
        club("hong-kong").hand(winners=("Ann",), hands={"Ann": hand})


def test_a_hand_before_the_last_is_scored_as_the_table_stood(club: Callable[..., Club]) -> None:
    own = club("hong-kong", minimum=0)
    first = own.hand(winners=("Bo",), values={"Bo": 3}, discarder="Ann")
    own.hand(winners=("Cy",), values={"Cy": 3})
    assert own.desk().winds["Bo"] == "N"
    line = own.evening.lines[2]
    again = own.desk(line.number).hand(HandSaid(winners=("Bo",), values={"Bo": 3}, discarder="Ann"), first.number)
    assert again == first


WRONG: dict[str, dict[str, Any]] = {
    '"Eve" does not sit at table 1': {"winners": ("Eve",), "amounts": {"Ann": 0}},
    "one of these": {"winners": ("Ann",), "values": {"Ann": 3}, "amounts": {"Ann": 0}},
    "one of these ": {"winners": ("Ann",), "values": {"Ann": 3}, "hands": {"Ann": "123m456p789s11z99m +1z"}},
    'no pot "sticks"': {"put": {"sticks": {"Ann": 1}}},
    '"Eve" does not sit at table 1 ': {"put": {"x": {"Eve": 1}}},
    "nobody has won": {"values": {"Ann": 3}},
    "nobody has won: a drawn hand": {"hands": {"Ann": "123m456p789s11z99m"}},
    "expected the winner's hand": {"winners": ("Ann",)},
    "what pots get is said with amounts": {"pots": {"x": 1}},
    "say what the pots get": {"put": {"x": {"Ann": 1}}, "amounts": {"Ann": 0}},
    "several have won": {"winners": ("Ann", "Bo"), "values": {"Ann": 3}},
    "only after a drawn hand": {"winners": ("Ann",), "values": {"Ann": 3}, "stopped": True},
    "only after a drawn hand it is said who was": {"winners": ("Ann",), "values": {"Ann": 3}, "ready": ("Bo",)},
    "only after a drawn hand it is said": {"winners": ("Ann",), "values": {"Ann": 3}, "ponds": ("Bo",)},
    "Ann cannot have discarded": {"winners": ("Ann",), "values": {"Ann": 3}, "discarder": "Ann"},
    "does not say with which tile": {"winners": ("Ann",), "hands": {"Ann": "123m456p789s11z999m"}},
    "does not ask who is ready": {"ready": ("Ann",)},
    "nobody is asked who was ready": {"ready": ("Ann",), "stopped": True},
    "nobody is asked who was ready, nor for ponds": {"ponds": ("Ann",), "stopped": True},
    "the hand of Ann, who won, is missing": {"winners": ("Ann",), "hands": {"Bo": "123m456p789s11z +1z"}},
    "says the round S, and it is E": {"winners": ("Ann",), "hands": {"Ann": "123m456p789s11z99m +1z round=S"}},
}


@pytest.mark.parametrize("reason", WRONG)
def test_what_does_not_fit_together_is_refused(club: Callable[..., Club], reason: str) -> None:
    own = club("hong-kong")
    with pytest.raises(LedgerError, match=reason.strip()):
        own.desk().hand(HandSaid(**WRONG[reason]))


@pytest.mark.parametrize(
    ("sticks", "fault"), [("", ""), (" sticks=2", ""), (" sticks=9", "says sticks 9, and it is 2")]
)
def test_a_hand_takes_out_of_a_pot_what_is_in_it(club: Callable[..., Club], sticks: str, fault: str) -> None:
    own = club("riichi")
    own.hand(put={"sticks": {"Ann": 1000, "Di": 1000}}, stopped=True)
    said = HandSaid(winners=("Bo",), discarder="Cy", hands={"Bo": "123456p78s11s999p +9s riichi dora=9p" + sticks})
    if fault:
        with pytest.raises(LedgerError, match=fault):
            own.desk().hand(said)
    else:
        assert own.desk().hand(said).pots == {"sticks": -2000}


@pytest.mark.parametrize(
    "said", [{}, {"ready": ("Bo",)}, {"ponds": ("Bo",)}, {"ponds": ("Ann",), "ready": ("Bo", "Cy")}]
)
def test_who_put_a_stick_in_was_ready_after_a_drawn_hand(club: Callable[..., Club], said: dict[str, Any]) -> None:
    own = club("riichi")
    put = {"sticks": {"Bo": 1000, "Di": 1000}}
    with pytest.raises(LedgerError, match=r"^(Bo|Di) put in what only players put in who are ready: say"):
        own.desk().hand(HandSaid(put=put, **said))
    assert own.desk().hand(HandSaid(put=put, stopped=True)).pots == {"sticks": 2000}
    assert own.desk().hand(HandSaid(put=put, ready=("Bo", "Di"))).pots == {"sticks": 2000}


def test_a_pot_with_less_than_nothing_is_told_before_a_hand_takes_it(club: Callable[..., Club]) -> None:
    own = club("riichi")
    own.hand(amounts={"Ann": 1000, "Bo": 0}, pots={"sticks": -1000}, winners=("Ann",))
    said = HandSaid(winners=("Bo",), discarder="Cy", hands={"Bo": "123456p78s11s999p +9s riichi dora=9p"})
    with pytest.raises(LedgerError, match=r"^the pot sticks of table 1 holds -1000$"):
        own.desk().hand(said)


@pytest.mark.parametrize(
    ("name", "options", "worth", "said"),
    [
        ("hong-kong", {}, 2, "a hand of Ann that is worth 2 is no win: hong-kong asks for 3"),
        ("hong-kong", {}, 48, "no hand of Ann is worth 48: the most in hong-kong is 10"),
        ("hong-kong", {}, 3, ""),
        ("hong-kong", {}, 10, ""),
        ("hong-kong", {"minimum": 0}, 0, ""),
        ("hong-kong", {"cap_faan": "none"}, 30, ""),
        ("zung-jung", {}, 480, ""),
        ("chinese-official", {}, 7, "a hand of Ann that is worth 7 is no win: chinese-official asks for 8"),
    ],
)
def test_a_winning_hand_is_worth_what_one_can_be(
    club: Callable[..., Club], name: str, options: dict[str, Any], worth: int, said: str
) -> None:
    own = club(name, **options)
    hand = HandSaid(winners=("Ann",), values={"Ann": worth}, discarder="Bo")
    if not said:
        assert own.desk().hand(hand).paid["Bo"] < 0 or not worth
        return
    with pytest.raises(LedgerError, match=said):
        own.desk().hand(hand)


@pytest.mark.parametrize(
    ("options", "worth", "each"),
    [
        ({}, 1000, 1000),
        ({}, 2000, 2000),
        ({"limit": 500}, 1000, 1000),
        ({"limit": "none"}, 1500, 1500),
    ],
)
def test_what_only_special_hands_are_worth_is_not_cut(
    club: Callable[..., Club], options: dict[str, Any], worth: int, each: int
) -> None:
    others = dict.fromkeys(("Ann", "Cy", "Di"), 0)
    hand = HandSaid(winners=("Bo",), values={"Bo": worth, **others}, discarder="Cy")
    booked = club("western", **options).desk().hand(hand)
    assert booked.paid == {"Bo": 4 * each, "Ann": -2 * each, "Cy": -each, "Di": -each}


@pytest.mark.parametrize(
    ("name", "options", "worths", "most"),
    [
        ("western", {}, {"Bo": 1500}, "the most in western is 1000, and of a special hand 2000"),
        ("western", {"special_over_limit": False}, {"Bo": 2000}, "the most in western is 1000"),
        ("western", {}, {"Bo": 64, "Cy": 2000}, "the most in western is 1000"),
        ("bmja", {}, {"Bo": 2000}, "the most in bmja is 1000"),
        ("classical", {"limit": 500}, {"Bo": 1000}, "the most in classical is 500"),
    ],
)
def test_what_no_hand_counts_is_refused(
    club: Callable[..., Club], name: str, options: dict[str, Any], worths: dict[str, int], most: str
) -> None:
    hand = HandSaid(winners=("Bo",), values={**dict.fromkeys(FOUR, 0), **worths}, discarder="Cy")
    player, worth = [*worths.items()][-1]
    with pytest.raises(LedgerError, match=f"^no hand of {player} is worth {worth}: {most}$"):
        club(name, **options).desk().hand(hand)


def test_whose_hand_cannot_be_read_is_told(club: Callable[..., Club]) -> None:
    own = club("hong-kong")
    with pytest.raises(HandError) as found:
        own.desk().hand(HandSaid(winners=("Ann",), hands={"Ann": "123x"}))
    assert found.value.whose == "Ann"


def test_a_loser_with_a_tile_too_many_is_not_asked_how_it_was_won(club: Callable[..., Club]) -> None:
    hands = {**dict.fromkeys(FOUR, "19m147p258s1234z5z"), "Ann": "111222m456p999s7z +7z", "Bo": "111222m456p999s77z"}
    with pytest.raises(HandError, match=r"^the hand has 14 tiles") as found:
        club("classical").desk().hand(HandSaid(winners=("Ann",), discarder="Di", hands=hands))
    assert found.value.field == "hands.S.concealed"


def test_as_many_sit_as_the_ruleset_has_seats(club: Callable[..., Club]) -> None:
    own = club("hong-kong")
    own.ledger.append(TableOpened(evening="e", table="2", players=FOUR[:3]))
    with pytest.raises(LedgerError, match="table 2 has 3 players, and hong-kong is played by 4: change the seats"):
        Desk(own.evening, own.ruleset, "2")
    with pytest.raises(LedgerError, match='there is no table "3"'):
        Desk(own.evening, own.ruleset, "3")


def test_how_often_the_dealer_has_stayed_the_table_knows_of_what_hands_are_worth(club: Callable[..., Club]) -> None:
    own = club("taiwanese")
    own.hand()
    assert own.hand(winners=("Ann",), discarder="Di", values={"Ann": 20}).paid == {
        "Ann": 23,
        "Bo": 0,
        "Cy": 0,
        "Di": -23,
    }
    drawn = own.hand(winners=("Bo",), values={"Bo": 5})
    assert drawn.paid == {"Ann": -10, "Bo": 20, "Cy": -5, "Di": -5}
    assert drawn.record["numbers"] == {"streak": 2}
    assert own.hand(winners=("Cy",), discarder="Bo", values={"Cy": 5}).paid == {"Ann": 0, "Bo": -6, "Cy": 6, "Di": 0}


def test_how_often_east_has_won_stands_in_east_s_own_hand_alone(club: Callable[..., Club]) -> None:
    own, waits, wins = club("classical"), "19m147p258s1234z5z", "111222m456p999s7z +7z"
    for winner, counted in (("Ann", 1), ("Ann", 2), ("Bo", None)):
        hands = {**dict.fromkeys(FOUR, waits), winner: wins}
        record = own.hand(winners=(winner,), discarder="Di", hands=hands).record
        assert record["hands"][record["winner"]].get("consecutive_east_wins") == counted
        losers = [hand for seat, hand in record["hands"].items() if seat != record["winner"]]
        assert not any("consecutive_east_wins" in hand for hand in losers)


def test_an_evening_may_last_longer_than_a_game(club: Callable[..., Club]) -> None:
    own = club("hong-kong", minimum=0)
    turn = own.evening.tables["1"].turn._replace(round=17)
    own.ledger.append(own.desk().hand(HandSaid(winners=("Bo",), amounts={"Bo": 4, "Ann": -4})).but(then=turn))
    assert own.desk().round == "E"
    assert own.hand(winners=("Bo",), amounts={"Bo": 4, "Ann": -4}, east="Di").then is not None
    assert own.evening.tables["1"].turn.east == "Di"


def test_after_a_hand_that_was_stopped_east_stays_where_the_rules_say_so(
    books: Callable[[], str], ruleset: Callable[[str], Ruleset]
) -> None:
    for stays_on, east in (("[win, stopped]", "Ann"), ("[win]", "Bo")):
        with Ledger.open(books()) as ledger:
            own = Club(ledger, ruleset(f"id: club\nextends: riichi\ntable: {{east_stays_on: {stays_on}}}\n"))
            then = own.hand(stopped=True).then
            assert then is not None
            assert then.east == east


@pytest.mark.parametrize("name", ["taiwanese", *(pytest.param(id, marks=pytest.mark.slow) for id in SCORING)])
def test_a_frozen_ruleset_is_made_of_its_texts_where_no_installed_one_is_the_same(name: str) -> None:
    frozen = frozen_ruleset(loaded(name))
    assert sha256(frozen.canonical.encode()).hexdigest() == frozen.hash
    assert thawed_ruleset(frozen).hash == frozen.hash
    unknown = frozen.but(name="./gone.yaml")
    assert thawed_ruleset(unknown).hash == frozen.hash
    assert dict(thawed_ruleset(unknown).texts("zh").said).keys() == dict(loaded(name).texts("zh").said).keys()
    other = unknown.but(name="hong-kong" if name != "hong-kong" else "western")
    assert thawed_ruleset(other).hash == frozen.hash, "the installed one of this name is another"
    with pytest.raises(LedgerError, match="the books do not have the text of the ruleset"):
        thawed_ruleset(unknown.but(files={}))


def test_what_is_said_of_a_kept_file_is_that_of_the_installed_one_if_it_is_the_same(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("id: kept-club\nextends: western\n")
    frozen = frozen_ruleset(mjrules.load(club))
    assert thawed_ruleset(frozen).texts("zh").names["all_pictures"]["zh"] == "字一色"
    name, parts = [*frozen.files.items()][-2]
    older = frozen.but(files={**frozen.files, name: (f"{parts[0]}\n# older\n", *parts[1:])})
    assert thawed_ruleset(older).texts("zh").names.get("all_pictures") is None


@pytest.mark.parametrize(
    "data",
    [
        b"id: club\r\nextends: western\r\nset: {limit: 500}\r\n",
        b"id: club\rextends: western\rset: {limit: 500}\r",
        b"\xef\xbb\xbfid: club\r\nextends: western\nset: {limit: 500}\n",
        "id: club\nextends: western\nset: {limit: 500}  # \u200bhalf, \N{ZERO WIDTH JOINER} \u200f\n".encode(),
        b"id: club\r\nextends: western\r\nset: {limit: 500}\r\nsummary: |\r\n  one\r\n  two\r\n",
    ],
    ids=["Windows", "old Mac", "mixed", "signs not seen in a comment", "a text of two lines"],
)
def test_the_file_of_any_editor_is_kept(tmp_path: Path, data: bytes) -> None:
    """With ends of lines as on Windows, and as browsers send what is pasted; signs that show nothing are left out."""
    club = tmp_path / "club.yaml"
    club.write_bytes(data)
    ruleset = mjrules.load(club)
    with Ledger.open(tmp_path / "books.db") as ledger:
        ledger.append(frozen_ruleset(ruleset))
        frozen = ledger.rulesets()[ruleset.hash]
    assert thawed_ruleset(frozen.but(name="./gone.yaml")).hash == ruleset.hash
    assert thawed_ruleset(frozen).summary == ruleset.summary


@pytest.mark.parametrize(
    "text", ["id: /etc/club.yaml", "id: ../western.yaml", "id: no-such", "id: 7", "extends: western"]
)
def test_nothing_is_said_of_a_kept_file_that_is_not_installed(text: str) -> None:
    assert KeptFile("club.yaml", (text,)).texts() == {}


def test_options_are_frozen_too() -> None:
    frozen = frozen_ruleset(loaded("hong-kong", minimum=1))
    assert (frozen.options, ruleset_today(frozen).hash) == ({"minimum": 1}, frozen.hash)
    own = thawed_ruleset(frozen.but(name="./gone.yaml"))
    assert own.again is not None
    assert own.again({"minimum": 3}).hash == loaded("hong-kong").hash
    assert own.again({"cap_faan": "none"}).hash == loaded("hong-kong", minimum=1, cap_faan="none").hash
    gone = frozen.but(name="no-such-ruleset", files={"a.yaml": ("rules: 7",)})
    with pytest.raises(RulesetError):
        ruleset_today(gone)


def test_what_comes_out_otherwise_today_is_named(club: Callable[..., Club]) -> None:
    own = club("hong-kong", minimum=0)
    own.hand(winners=("Ann",), discarder="Bo", hands={"Ann": "123m456p789s111z2z +2z"})
    own.hand(winners=("Ann",), discarder="Bo", hands={"Ann": "123m456p789s111z2z +2z"})
    stored = own.evening.lines[2].event
    assert isinstance(stored, HandBooked)
    other = mjrules.load("hong-kong", {"minimum": 9})
    first, *_ = score_again(own.evening, lambda _: other)
    assert not first.same
    assert first.differs.startswith("it is refused: ")
    assert first.versions == (
        f"was mjrules {mjrules.__version__}, ruleset {own.ruleset.hash[:12]}; "
        f"is mjrules {mjrules.__version__}, ruleset {other.hash[:12]}"
    )
    changed = replace(stored, result={**stored.result, "scores": {"E": 99}, "version": "0.0.9"})
    lines = tuple(replace(line, event=changed) if line.event is stored else line for line in own.evening.lines)
    found = list(score_again(replace(own.evening, lines=lines), lambda _: own.ruleset))
    assert [again.same for again in found] == [False, True]
    assert found[0].differs.startswith("scores: was {'E': 99}, is ")
    assert "was mjrules 0.0.9" in found[0].versions


def test_hands_scored_again_by_other_code_of_a_plugin_say_so(books: Callable[[], str], install: Install) -> None:
    with Ledger.open(books()) as ledger:
        own = Club(ledger, install("here", 1))
        own.hand(winners=("Ann",), discarder="Bo", hands={"Ann": "123m456p789s111z2z +2z"})
        (same,) = score_again(own.evening, lambda _: own.ruleset)
        assert (same.same, same.versions) == (True, "")
        changed = install("changed", 7)
        (other,) = score_again(own.evening, lambda _: changed)
        versions = f"mjrules {mjrules.__version__}, ruleset {changed.hash[:12]}"
        before, after = (code_digests(ruleset.plugins.plugins)["odd_club"][:12] for ruleset in (own.ruleset, changed))
        assert other.same
        assert other.versions == f"was {versions}, odd_club {before}; is {versions}, odd_club {after}"


def test_a_fault_settles_the_win_otherwise(club: Callable[..., Club]) -> None:
    """It was booked as a penalty of nothing, and the win was paid for as ever."""
    own = club("bmja")
    said: dict[str, Any] = {"winners": ("Bo",), "discarder": "Di", "values": {"Ann": 8, "Bo": 100, "Cy": 2, "Di": 0}}
    hand = own.desk().hand(HandSaid(**said, fault="misnamed_for_mahjong"))
    assert hand.paid == {"Ann": 0, "Bo": 400, "Cy": 0, "Di": -400}
    assert hand.record["method"] == "dangerous_game"
    assert own.desk().hand(HandSaid(**said)).paid["Ann"] < 0
    scored: dict[str, Any] = {**said, "values": {}, "hands": dict.fromkeys(["Ann", "Cy", "Di"], "147m 258p 369s 1234z")}
    scored["hands"] |= {"Bo": "(222s) 333p 444s 66m 55z +5z"}
    assert own.desk().hand(HandSaid(**scored, fault="misnamed_for_mahjong")).paid["Cy"] == 0
    odd: list[tuple[dict[str, Any], str]] = [
        ({**said, "fault": "misnamed_for_mahjon"}, 'did you mean "misnamed_for_mahjong"'),
        ({**said, "fault": "false_mahjong"}, '"false_mahjong" is no fault by which bmja settles a win otherwise'),
        ({"fault": "misnamed_for_mahjong"}, "a fault settles one win otherwise"),
        ({"fault": "misnamed_for_mahjong", "winners": ("Bo",), "amounts": {"Bo": 0}}, "a fault settles one win"),
    ]
    for wrong, told in odd:
        with pytest.raises(LedgerError, match=told):
            own.desk().hand(HandSaid(**wrong))
    with pytest.raises(HandError, match="dangerous_game does not settle a win on a drawn tile"):
        own.desk().hand(HandSaid(**{**said, "discarder": ""}, fault="misnamed_for_mahjong"))
    with pytest.raises(LedgerError, match="say it with the hand"):
        own.desk().penalty("misnamed_for_mahjong", ["Di"])
