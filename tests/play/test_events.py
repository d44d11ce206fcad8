"""Events: each kind is a class, and its records follow from its fields."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from mjrules import Match, Table
from mjrules.cli.show_game import ToldAt, event_text
from mjrules.play.event_fields import NOBODY
from mjrules.play.events import (
    EVENT_KINDS,
    Action,
    Chow,
    Dead,
    Declare,
    Discard,
    Event,
    FalseCall,
    Kong,
    NoticedFault,
    OneTile,
    Other,
    Pass,
    Said,
    Switched,
    event,
    read_event,
)
from mjrules.testing import sensible_player
from tests.kit.profile import amount
from tests.kit.rulesets import SCORING, loaded

SEATS = ("E", "S", "W", "N")


@event("bet")
class Bet(Action):
    """A player bets against another one; `all_in` with all there is."""

    stake: int
    against: Other = NOBODY
    all_in: bool = False
    marks: tuple[str, ...] = ()
    note: str | None = None


@pytest.mark.parametrize("name", SCORING)
def test_every_event_of_a_game_is_read_as_it_was_written(name: str) -> None:
    match = Match(loaded(name), 5)
    match.play(sensible_player(5), hands=amount(1, 4, 20))
    for table, happened in match.history():
        record = json.loads(json.dumps(happened.to_record(SEATS)))
        own = [] if table is None else [kind for play in table.plays for kind in play.kinds]
        again = read_event(record, SEATS, own)
        assert again.to_record(SEATS) == record
        assert again == happened


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (Discard(0, 3), "discard 4m"),
        (Discard(0, 3, 4), "discard 4m named 5m"),
        (Pass(0), "pass"),
        (Chow(0, 3, (1, 2)), "chow 23m"),
        (Chow(0, 3, (1, 42), "2m"), "chow 2m 2mJ"),
        (Kong(0, 3, (3, 3, 42, 42)), "kong 44mJJ"),
        (Kong(0, 3, (42,)), "kong 4m J"),
        (FalseCall(0, "pung"), "false_call pung"),
        (NoticedFault(0, "dead"), "fault dead"),
        (Declare(0, "fishing"), "declare fishing"),
        (Bet(1, 0), "bet 0"),
        (Bet(1, 3, 0), "bet 3 E"),
        (Bet(1, 3, 2, all_in=True, marks=("a", "b"), note="now"), "bet 3 W all_in ['a', 'b'] now"),
    ],
)
def test_an_action_in_words(said: Action, text: str) -> None:
    assert said.text() == text


PAID = {"event": "paid", "seat": "E", "word": "five_flowers", "title": "Flowers", "transfers": []}
END = {"event": "end", "winners": [], "transfers": [], "net": {}, "events": 3}
CLOSED = {"event": "closed", "winners": [], "net": {}, "totals": {}}
TRANSFER = {"payer": "E", "payee": "S", "amount": 3}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (5, "expected a JSON object"),
        ({"event": "discrd"}, "'discrd' is not an event (did you mean \"discard\"?)"),
        ({"event": 5}, "5 is not an event"),
        ({"event": "pass", "seat": "X"}, "there is no seat 'X': E, S, W, N"),
        ({"event": "pass", "seat": "E", "tile": "1m"}, "tile means nothing with pass"),
        ({"event": "discard", "seat": "E", "tile": "12m"}, "expected one tile"),
        ({"event": "answer", "seat": "E", "word": 5}, "expected a word, got 5"),
        ({"event": "switched", "word": "goulash"}, "switched: on: missing"),
        ({"event": "switched", "word": "goulash", "on": 1}, "expected true or false, got 1"),
        ({**PAID, "mood": "bad"}, "mood means nothing with paid"),
        (
            {**PAID, "transfers": [{**TRANSFER, "on": "Monday"}]},
            'there is no field "on" here (known: payer, payee, amount, because)',
        ),
        ({**PAID, "transfers": [{"payer": "E", "payee": "S"}]}, "amount: missing"),
        ({**PAID, "transfers": [{**TRANSFER, "amount": True}]}, "expected a whole number, got true"),
        ({**PAID, "transfers": 5}, "expected a list, got 5"),
        ({**PAID, "settles_by": {"methods": "x"}}, 'there is no field "methods" here (did you mean "method"?)'),
        ({**END, "mood": "bad"}, "mood means nothing with end"),
        ({**END, "net": {"E": "much"}}, 'expected a whole number, got "much"'),
        ({**END, "hands": {"E": {"concealed": 5}}}, 'hands: expected tiles as text such as "123m55z", got 5'),
        ({**CLOSED, "mood": "bad"}, "mood means nothing with closed"),
        ({**CLOSED, "pots": {"goulash": {"stake": 5}}}, "pot: missing"),
    ],
)
def test_what_is_no_event_is_told(record: object, message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 -- the whole message is compared below
        read_event(record, SEATS)
    assert str(error.value) == message


def test_an_event_cannot_be_changed_and_is_no_other() -> None:
    said: Any = Pass(0)
    for name in ("seat", "mood"):
        with pytest.raises(AttributeError, match=f"^{name} cannot be changed: an event is what has happened$"):
            setattr(said, name, 1)
    assert said == Pass(0) == copy.deepcopy(said)
    alike = [kind(0) for kind in EVENT_KINDS.values() if list(kind.defaults) == ["seat"]]
    assert len(alike) == len(set(alike)) == 8
    assert said != Dead(0)
    assert repr(Discard(0, 3)) == "Discard(seat=0, tile=3, named=-1)"


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((0,), {}, "Discard needs tile"),
        ((0, 1, 2, 3), {}, "Discard has the fields seat, tile, named, got (0, 1, 2, 3)"),
        ((0, 1), {"mood": 5}, "Discard has the fields seat, tile, named, got (0, 1, 'mood')"),
        ((0, 1), {"seat": 5}, "Discard has the fields seat, tile, named, got (0, 1, 'seat')"),
    ],
)
def test_the_fields_of_an_event(values: tuple[Any, ...], named: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as error:
        Discard(*values, **named)
    assert str(error.value) == message


@event("nap")
class Nap(Action):
    """A player sleeps beside another one."""

    pillow: OneTile
    beside: Other
    dream: Said = ""
    turns: tuple[int, ...] = ()


def test_a_kind_of_a_house_rule_stands_in_the_log_as_every_other_one() -> None:
    own: list[type[Event]] = [Nap]
    record = {"event": "nap", "seat": "S", "tile": "5m", "other": "N", "word": "sheep", "turns": [1, 2]}
    assert Nap(1, 4, 3, "sheep", (1, 2)).to_record(SEATS) == record
    assert read_event(record, SEATS, own) == Nap(1, 4, 3, "sheep", (1, 2))
    assert Nap(1, 4, 3).to_record(SEATS) == {"event": "nap", "seat": "S", "tile": "5m", "other": "N"}
    with pytest.raises(ValueError, match="'nap' is not an event"):
        read_event(record, SEATS)


def test_the_fields_of_a_switch() -> None:
    assert [(item.name, item.form.key) for item in Switched.fields()] == [("pot", "word"), ("on", "on")]


def test_a_replay_tells_all_that_an_event_of_a_house_rule_s_own_says() -> None:
    scene = ToldAt(Table(loaded("hong-kong"), 1))
    assert event_text(Bet(0, 5, 2, True), scene) == "East bet (West) 5 all_in"
    assert event_text(Bet(1, 7), scene) == "South bet 7"
