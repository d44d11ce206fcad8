"""What a hand brought each player of a game in the terminal: for the win, at once, and out of pots."""

from __future__ import annotations

from pathlib import Path

import mjrules
from mjrules.cli.terminal.standings import hand_parts, plain_standings, standings_text
from mjrules.play.events import Closed, PotChange
from mjrules.testing import laid_table
from tests.kit.rulesets import loaded

SEATS = {"E": "Ann", "S": "Bob", "W": "Cy", "N": "You"}


def closed(net: dict[str, int], **pots: PotChange) -> Closed:
    return Closed(winners=(), net=net, pots=pots, totals=net)


def with_a_kong() -> mjrules.Table:
    """A hand of Sichuan in which East was paid two by each for a concealed kong."""
    table = laid_table(loaded("sichuan"), {"E": "1111m 23m 456m 789m 9m 5s"})
    for seat in "ESWN":
        table.do(next(action for action in table.legal_actions(seat) if action.text() == "void p"))
    table.do(next(action for action in table.legal_actions("E") if action.kind == "kong"))
    while "kong_concealed" not in [getattr(event, "payment", "") for event in table.log]:
        place = table.referee.next_decision()[0]
        table.do(next(action for action in table.legal_actions(place) if action.kind == "pass"))
    return table


def test_what_was_paid_at_once_stands_beside_what_the_hand_brought() -> None:
    parts = hand_parts(with_a_kong(), closed({"Ann": 5, "Bob": -3, "Cy": -2, "You": 0}), SEATS)
    assert parts == {
        "the hand": {"Ann": -1, "Bob": -1, "Cy": 0, "You": 2},
        "paid at once": {"Ann": 6, "Bob": -2, "Cy": -2, "You": -2},
    }


def test_pots_stand_under_their_titles() -> None:
    table = mjrules.Table(loaded("riichi"), seed=1)
    sticks = PotChange(0, paid={"Ann": 1000}, put={"You": 1000})
    end = closed({"Ann": 3000, "Bob": -2000, "Cy": 0, "You": -1000}, sticks=sticks)
    parts = hand_parts(table, end, SEATS)
    assert parts["Riichi sticks"] == {"Ann": 1000, "Bob": 0, "Cy": 0, "You": -1000}
    text = standings_text(parts, end, [("Ann", 28000), ("Bob", 23000), ("Cy", 25000), ("You", 24000)])
    assert text.splitlines()[0].split() == ["the", "hand", "Riichi", "sticks", "in", "all", "has", "now"]
    assert text.splitlines()[1].split() == ["Ann", "+2000", "+1000", "+3000", "28000"]
    plain = [*plain_standings(parts, end, [("Ann", 28000), ("Cy", 25000)])]
    assert plain == ["Ann: +3000 (+2000 the hand, +1000 Riichi sticks), has 28000", "Cy: +0, has 25000"]


def test_where_all_came_from_the_hand_nothing_is_set_apart() -> None:
    table = mjrules.Table(loaded("hong-kong"), seed=1)
    end = closed({"Ann": 8, "Bob": -8, "Cy": 0, "You": 0})
    assert hand_parts(table, end, SEATS) == {}
    assert standings_text({}, end, [("Ann", 8)]).split() == ["Ann", "+8", "8"]
    assert [*plain_standings({}, end, [("Ann", 8)])] == ["Ann: +8, has 8"]


def test_the_page_shows_the_standings_of_such_a_hand() -> None:
    net = {"Cleo (sound)": 3000, "Bob (sound)": 0, "You": -1000, "Ann (sound)": -2000}
    end = closed(net, sticks=PotChange(0, paid={"Cleo (sound)": 1000}, put={"You": 1000}))
    parts = hand_parts(mjrules.Table(loaded("riichi"), seed=1), end, dict(zip("ESWN", net, strict=True)))
    now = [28000, 25000, 24000, 23000]
    shown = "After hand 1\n" + standings_text(parts, end, [*zip(net, now, strict=True)])
    assert shown in (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
