"""House rules that rest are not asked, and play goes on as if they had been."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from mjrules import PluginError, Table, load
from mjrules.hooks import Action, Event, Play, events
from mjrules.play.house_rules import Stir
from mjrules.ruleset.files.find import bundled_ids
from tests.kit.house import Club, club_in
from tests.kit.laid import laid, play

ASKED: list[str] = []


class Sleeper(Play):
    """Notes what it is asked; it rests in some of it until a pung is claimed."""

    hears: tuple[type[Event], ...] = (events.Discard, events.Drawn, events.Melded)
    asleep: tuple[Any, ...] = ("actions", "follows", "stops", "allows", events.Drawn)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.rest(*self.asleep)

    def hear(self, event: Event) -> None:
        ASKED.append(event.kind)
        if isinstance(event, events.Melded):
            self.wake()

    def follows(self, event: Event) -> list[Event]:
        ASKED.append(f"follows {event.kind}")
        return []

    def actions(self, seat: int) -> list[Action]:
        ASKED.append("actions")
        return []

    def stops(self) -> str:
        ASKED.append("stops")
        return ""

    def allows(self, action: Action) -> str:
        ASKED.append("allows")
        return ""


class OnlyClass(Sleeper):
    """Rests as to discards alone."""

    asleep = (events.Discard,)


class Wrong(Sleeper):
    """Would rest in what is always asked."""

    asleep = ("carry_out",)


class OwnStart(Play):
    """Has an initialiser that does nothing, and so nothing that it could rest in."""

    def __init__(self, *_: Any) -> None:
        pass

    def stops(self) -> str:
        ASKED.append("stops")
        return ""


@pytest.fixture
def club(tmp_path: Path) -> Club:
    ASKED.clear()
    return club_in(tmp_path)


def test_what_rests_is_not_asked_until_it_wakes(club: Club) -> None:
    table = laid(club(Sleeper), {"E": "5m4z", "W": "55m"})
    table.legal_actions("E")
    play(table, "E discard 5m")
    table.legal_actions("W")
    assert {*ASKED} == {"discard"}
    play(table, "W pung 55m")
    table.legal_actions("W")
    assert {*ASKED} == {"discard", "meld", "follows meld", "actions", "allows"}


def test_of_a_class_it_neither_hears_nor_is_it_asked_what_follows_or_whether_it_forbids_it(club: Club) -> None:
    table = laid(club(OnlyClass), {"E": "5m4z"})
    table.legal_actions("E")
    play(table, "E discard 4z")
    assert {*ASKED} == {"actions", "stops", "drawn", "follows drawn"}


def test_only_what_begins_to_rest_or_wakes_makes_the_table_look_again() -> None:
    nothing: Any = None
    rule, stir = Play(nothing, nothing, nothing), Stir()
    rule.heeded(stir)
    rule.rest("allows", events.Discard)
    assert (stir.changed, stir.resting, stir.acting) == (True, True, False)
    stir.changed = stir.resting = False
    rule.rest("allows")
    rule.wake("stops")
    assert (stir.changed, stir.resting) == (False, False)
    rule.wake("allows")
    assert (stir.changed, stir.resting, rule.resting) == (True, True, {events.Discard})


class Silencer(Play):
    """Silences everybody but North when play begins, and would forbid nothing."""

    hears: tuple[type[Event], ...] = (events.PlayBegins,)

    def hear(self, event: Event) -> None:
        for seat in (0, 1, 2):
            self.silence(seat)

    def allows(self, action: Action) -> str:
        ASKED.append(f"{self.asks.seats[action.seat]} {action.kind}")
        return ""


def test_who_is_silent_claims_nothing_and_is_not_asked_for(club: Club) -> None:
    table = laid(club(Silencer), {"E": "5m7p1z", "S": "46m68p", "W": "11z", "N": "55m"})
    for tile in ("1z", "7p"):
        play(table, f"E discard {tile}")
        assert isinstance(table.log[-1], events.Drawn)
        table.undo()
    play(table, "E discard 5m")
    assert table.to_act() == ["N"]
    assert {told for told in ASKED if not told.endswith("discard")} == {"N pung", "N pass"}


def test_only_a_seat_that_is_there_falls_silent(club: Club) -> None:
    class Elsewhere(Silencer):
        def hear(self, event: Event) -> None:
            self.silence(4)

    with pytest.raises(PluginError, match="there is no seat 4: expected 0 to 3"):
        laid(club(Elsewhere), {"E": "5m4z"})


def test_only_what_may_rest_does(club: Club) -> None:
    with pytest.raises(
        PluginError, match="carry_out does not rest: expected actions, follows, stops, allows, or a class"
    ):
        laid(club(Wrong), {"E": "5m4z"})


def test_a_play_with_an_initialiser_of_its_own_is_asked_always(club: Club) -> None:
    play(laid(club(OwnStart), {"E": "5m4z"}), "E discard 4z")
    assert ASKED == ["stops"]


class Waiting(Play):
    """Notes who is asked for actions in a turn in which a discard leaves a hand that waits."""

    def ready_actions(self, seat: int) -> list[Action]:
        ASKED.append(self.asks.seats[seat])
        return []


@pytest.mark.parametrize(("hand", "asked"), [("123456m123p4455s5z", {"E"}), ("159m159p159s12345z", set[str]())])
def test_a_rule_may_be_asked_for_actions_only_where_a_discard_leaves_a_hand_that_waits(
    club: Club, hand: str, asked: set[str]
) -> None:
    table = laid(club(Waiting), {"E": hand})
    ASKED.clear()
    for seat in table.seats:
        table.legal_actions(seat)
    assert {*ASKED} == asked


@events.event("stay")
class Stay(Action):
    """What a rule of a test lets players do."""


@events.event("leave")
class Leave(Action):
    """What it lets those do whose hand is ready."""


class Steady(Play):
    """Lets a player say what was not said yet, and what a ready hand may say besides; notes who is asked."""

    kinds = (Stay, Leave)
    hears = (Stay,)
    acts = ("own_turn",)
    steady = True

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.said: set[int] = set()

    def hear(self, event: Event) -> None:
        assert isinstance(event, Stay)
        self.said.add(event.seat)

    def actions(self, seat: int) -> list[Action]:
        ASKED.append(self.asks.seats[seat])
        return [] if seat in self.said else [Stay(seat)]

    def ready_actions(self, seat: int) -> list[Action]:
        return [Leave(seat)]

    def carry_out(self, action: Action) -> list[Event]:
        return [action]


def own_kinds(table: Table, seat: str) -> list[str]:
    """The kinds of what a seat may do that is no discard."""
    return [action.kind for action in table.legal_actions(seat) if not isinstance(action, events.Discard)]


def test_a_steady_rule_is_asked_again_of_who_has_done_something_by_it_alone(club: Club) -> None:
    ASKED.clear()
    table = laid(club(Steady), {"E": "123456m123p4455s5z", "S": "159m159p159s1234z"})
    assert own_kinds(table, "E") == own_kinds(table, "E") == ["stay", "leave"]
    assert ASKED.count("E") == 1
    table.do(Stay(0))
    assert own_kinds(table, "E") == ["leave"]
    assert ASKED.count("E") == 2
    play(table, "E discard 4s")
    assert own_kinds(table, "S") == own_kinds(table, "S") == ["stay"]  # whose hand is not ready
    assert ASKED.count("S") == 1
    table.undo()
    table.undo()
    assert own_kinds(table, "E") == ["stay", "leave"]


class NotPlain(Play):
    """Need not hear discards that plainly nobody can claim, and notes what it hears."""

    hears = (events.Discard, events.Kong)
    plain_discards = False

    def hear(self, event: Event) -> None:
        ASKED.append(f"{event.kind} {self.state.kong_drawn}")


def test_a_rule_need_not_hear_discards_that_plainly_nobody_can_claim(club: Club) -> None:
    table = laid(club(NotPlain), {"E": "4z", "S": "55z"})
    ASKED.clear()
    play(table, "E discard 4z")
    assert ASKED == []
    table = laid(club(NotPlain), {"E": "5z", "S": "55z"})
    ASKED.clear()
    play(table, "E discard 5z")
    assert ASKED == ["discard -1"]


def test_what_the_player_of_a_kong_had_drawn_is_seen(club: Club) -> None:
    table = laid(club(NotPlain), {"E": "4z", "S": "777z"}, "7z")
    play(table, "E discard 4z")
    drawn = table.state.drawn
    ASKED.clear()
    play(table, "S kong 7z")
    assert drawn >= 0
    assert [f"kong {drawn}"] == ASKED


def logs(name: str, hands: int) -> list[tuple[list[Event], list[list[Action]]]]:
    """What happens in random hands, and what may be done on the way."""
    found = []
    for number in range(hands):
        table, chance, legal = Table(load(name), number), random.Random(number), list[list[Action]]()
        while not table.over:
            legal.append([action for seat in table.seats for action in table.legal_actions(seat)])
            table.carry_out(legal[-1][int(chance.random() * len(legal[-1]))])
        found.append((table.log, legal))
    return found


NAMES = sorted({name.partition("/")[0] for name in bundled_ids()} - {"root", "classical-base"})


@pytest.mark.parametrize("name", ["riichi", "sichuan", "western"])
def test_rules_that_rest_would_have_said_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resting = logs(name, 2)
    monkeypatch.setattr(Play, "rest", lambda *_: None)
    assert logs(name, 2) == resting


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_all_rules_that_rest_would_have_said_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resting = logs(name, 30)
    monkeypatch.setattr(Play, "rest", lambda *_: None)
    assert logs(name, 30) == resting
