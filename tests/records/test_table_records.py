"""Records about the table: rotation, the break of the wall, exchanges, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjrules
from mjrules import Match, load_match, settle_records, table_records
from mjrules.cli import main
from mjrules.declared.values import typed
from mjrules.hands.record_answers import answer
from mjrules.match.rotation import Rotation
from mjrules.match.table_records import TABLE_ANSWERS, answering
from mjrules.play.events import Begin
from mjrules.play.record_kinds import BY_TABLE, RECORD_KINDS, names_of
from mjrules.records import Rulesets
from mjrules.ruleset.play_rules import TableRules
from mjrules.table.breaking import Break, break_at, draw_order, stacks_of_walls, wall_seat
from mjrules.testing import sensible_player
from tests.kit.cases import case_records

Record = dict[str, Any]
OF_TABLE = names_of(RECORD_KINDS, BY_TABLE)
SEATS = ("E", "S", "W", "N")
ASKED = {**TABLE_ANSWERS, "charleston": {"result": ""}}
CASES = [case for case in case_records("settlement/records") if case["kind"] in ASKED]


@cache
def rulesets(chosen: str) -> Rulesets:
    return Rulesets(chosen)


def asked(record: Any, ruleset: str = "western") -> Record:
    return answer(record, answering(rulesets(ruleset)))


def error(record: Any, ruleset: str = "western") -> tuple[str, str, str]:
    found = asked(record, ruleset)
    assert found["valid"] is False, found
    return found["error"]["code"], found["error"]["field"], found["error"]["message"]


# The cases.


def question(case: Record) -> Record:
    return {key: value for key, value in case.items() if key not in ASKED[case["kind"]]}


def test_there_are_cases_of_every_kind() -> None:
    assert {case["kind"] for case in CASES} == {*OF_TABLE, "charleston"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Record) -> None:
    [found] = table_records([question(case)])
    assert found["valid"], found
    for key in set(ASKED[case["kind"]]) & set(case):
        assert found[key] == case[key]
    assert found["id"] == case["id"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_answer_may_be_asked_again(case: Record) -> None:
    wrong = dict.fromkeys((*ASKED[case["kind"]], "valid", "error"), "answers of a record are ignored")
    [found] = table_records([question(case)])
    assert list(table_records([{**question(case), **wrong}, found])) == [found, found]


def test_what_an_answer_says() -> None:
    found = asked({"kind": "wall_break", "dice_east": [1, 1], "dice_owner": [1, 1], "about": "four ones"})
    ruleset = mjrules.load("western")
    assert found == {
        "id": None, "kind": "wall_break", "dice_east": [1, 1], "dice_owner": [1, 1], "about": "four ones",
        "ruleset": "western", "edition": ruleset.edition, "hash": ruleset.hash, "valid": True,
        "wall_thrown_for": "S", "wall": "S", "stack_from_right": 4,
    }  # fmt: skip


# Rotation.

PLAYERS = ("A", "B", "C", "D")


def easts(events: Sequence[Any], ruleset: str = "western", **more: Any) -> str:
    found = asked({"kind": "rotation", "players": PLAYERS, "events": events, **more}, ruleset)
    assert found["valid"], found
    return "".join(found["east_before_each_hand"])


@pytest.mark.parametrize(
    ("ruleset", "events", "wanted"),
    [
        ("western", [], "A"),
        ("western", ["A", "draw", "D"], "AAAB"),
        ("classical", ["draw", "A", "C"], "AAAB"),
        ("bmja", ["draw", "A", "C"], "AAAB"),
        ("chinese-official", ["draw", "A", "C", "C"], "ABCDA"),
        ("chinese-basic", ["draw", "A", "C", "C"], "ABCDA"),
        ("zung-jung", ["draw", "A", "C", "C"], "ABCDA"),
        ("hong-kong", ["draw", "A", "C"], "AAAB"),
        ("classical-dmjl", ["A"] * 8 + ["draw"] * 2 + ["A"], "A" * 11 + "B"),
        ("classical-dmjl", ["A"] * 8 + ["B"] + ["B"] * 9, "A" * 9 + "B" * 9 + "C"),
    ],
)
def test_rotation(ruleset: str, events: list[str], wanted: str) -> None:
    assert easts(events, ruleset) == wanted


def test_rotation_by_options() -> None:
    assert easts(["draw", "A"], "chinese-basic", options={"east_passes_to": "left"}) == "ADC"
    assert easts(["A", "draw", "B"], "hong-kong", options={"east_stays_on": "win"}) == "AABB"
    assert easts(["A", "A", "draw", "A"], "classical", options={"max_consecutive_east": 2}) == "AABBC"
    assert easts(["A"], "classical", options={"max_consecutive_east": 1}) == "AB"


def test_rotation_from_another_player() -> None:
    found = asked({"kind": "rotation", "players": PLAYERS, "start_east": "C", "events": ["A"] * 5})
    assert found["east_before_each_hand"] == ["C", "D", "A", "A", "A", "A"]
    found = asked({"kind": "rotation", "players": PLAYERS, "start_east": "C", "events": ["A", "B", "A", "D", "D"]})
    assert "".join(found["east_before_each_hand"]) == "CDAABC"
    assert found["round_wind"] == ["E", "E", "E", "E", "E", "S"]


def test_a_game_is_over_after_its_rounds() -> None:
    record = {"kind": "rotation", "players": PLAYERS, "events": ["draw"] * 16}
    found = asked(record, "chinese-official")
    assert (found["game_over"], found["round_wind"][-2:]) == (True, ["N", "-"])
    assert not asked({**record, "events": ["draw"] * 15}, "chinese-official")["game_over"]
    more = {**record, "events": ["draw"] * 16 + ["A"]}
    assert error(more, "chinese-official") == ("contradiction", "events[16]", "the game was over after 16 hands")


def test_three_players(tmp_path: Path) -> None:
    path = tmp_path / "three.yaml"
    path.write_text("id: three\nextends: chinese-basic\ntable: {seats: [E, S, W], rounds: 2}\n", encoding="utf-8")
    three = str(path)
    found = asked({"kind": "rotation", "players": ["A", "B", "C"], "events": ["draw"] * 6}, three)
    assert found["east_before_each_hand"] == list("ABCABCA")
    assert found["round_wind"] == list("EEESSS-")
    said = "expected 3 players, one for each seat, got 4"
    assert error({"kind": "rotation", "players": PLAYERS, "events": []}, three) == ("bad_record", "players", said)
    found = asked({"kind": "wall_break", "dice_east": [1, 3], "dice_owner": [6, 6]}, three)
    assert (found["wall_thrown_for"], found["wall"], found["stack_from_right"]) == ("E", "E", 12)
    hands = {seat: [f"{seat}{number}" for number in range(4)] for seat in "ESW"}
    ask = {"kind": "charleston", "hands": hands, "passes": [{seat: hands[seat][:3] for seat in "ESW"}]}
    [found] = _with_charleston(tmp_path, [{**ask, "directions": ["left"]}])
    assert found["result"]["W"] == ["E0", "E1", "E2", "W3"]
    [found] = _with_charleston(tmp_path, [{**ask, "directions": ["across"]}])
    assert found["error"]["message"] == "nobody sits across at a table of 3"


def _with_charleston(folder: Path, records: list[Record]) -> list[Record]:
    path = folder / "passing.yaml"
    path.write_text(
        "id: passing\nextends: chinese-basic\ntable: {seats: [E, S, W]}\nplugins: {add: [charleston]}\n",
        encoding="utf-8",
    )
    return list(table_records(records, str(path)))


KNOWN_OF_ROTATION = (
    'unknown field "dice_east" (known: id, kind, ruleset, options, expect, about, players, start_east, events)'
)


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"players": None}, "players", "expected a list of 4 names, got null"),
        ({"players": "ABCD"}, "players", 'expected a list of 4 names, got "ABCD"'),
        ({"players": ["A", "B", "C"]}, "players", "expected 4 players, one for each seat, got 3"),
        ({"players": ["A", "B", "C", "A"]}, "players[3]", '"A" is listed twice'),
        ({"players": ["A", "B", "C", 4]}, "players[3]", "expected a name, got 4"),
        ({"players": ["A", "B", "C", ""]}, "players[3]", 'expected a name, got ""'),
        (
            {"players": ["A", "B", "C", "draw"]},
            "players[3]",
            'no player can be called "draw", which stands for a hand that nobody has won',
        ),
        ({"start_east": "X"}, "start_east", '"X" is not a player (known: A, B, C, D)'),
        ({"start_east": 1}, "start_east", "1 is not a player (known: A, B, C, D)"),
        ({"events": None}, "events", "expected a list of who won, hand by hand, got null"),
        ({"events": {}}, "events", "expected a list of who won, hand by hand, got {}"),
        ({"events": ["B", None]}, "events[1]", 'expected a player or "draw", got null'),
        ({"events": ["drew"]}, "events[0]", '"drew" is not a player (did you mean "draw"?)'),
        ({"events": ["X"]}, "events[0]", '"X" is not a player (known: A, B, C, D, draw)'),
        ({"events": [[]]}, "events[0]", "expected each winner once, got []"),
        ({"events": [["B", "B"]]}, "events[0]", 'expected each winner once, got ["B", "B"]'),
        ({"event": ["A"]}, "event", 'unknown field "event" (did you mean "events"?)'),
        ({"dice_east": [1, 2]}, "dice_east", KNOWN_OF_ROTATION),
    ],
)
def test_rotation_refused(change: Mapping[str, Any], field: str, said: str) -> None:
    assert error({"kind": "rotation", "players": PLAYERS, "events": [], **change}) == ("bad_record", field, said)


def test_several_winners() -> None:
    record = {"kind": "rotation", "players": PLAYERS, "events": [["B", "A"]]}
    said = 'one player wins a hand, got ["B", "A"]'
    assert error(record) == ("contradiction", "events[0]", said)
    rules = TableRules(winners="all", east_stays_on=("win",))
    assert Rotation.start(PLAYERS, "A").after(("B", "A"), rules).east == "A"
    assert Rotation.start(PLAYERS, "A").after(("B", "C"), rules).east == "B"


rules_of_rotation = st.builds(
    TableRules,
    east_passes_to=st.sampled_from(["right", "left"]),
    east_stays_on=st.sampled_from([(), ("win",), ("draw",), ("win", "draw")]),
    max_consecutive_east=st.none() | st.integers(1, 4),
    rounds=st.integers(1, 5),
)


@given(rules_of_rotation, st.integers(2, 5), st.lists(st.integers(-1, 4), max_size=60), st.integers(0, 4))
def test_rotation_by_counting_passes(rules: TableRules, count: int, events: list[int], start: int) -> None:
    """East is who comes so many seats after the first East as he has passed on; and a round is a full turn."""
    players = PLAYERS[:count] if count < 5 else (*PLAYERS, "E")
    first = start % count
    hand, passes, wins = Rotation.start(players, players[first]), 0, 0
    way = 1 if rules.east_passes_to == "right" else count - 1
    for event in events:
        if passes >= count * rules.rounds:
            assert hand.over(rules)
            with pytest.raises(ValueError, match="over"):
                hand.after((), rules)
            return
        east = (first + passes * way) % count
        assert hand.east == players[east]
        assert (hand.round, hand.over(rules)) == (passes // count + 1, False)
        assert hand.round_wind(rules) == "ESWN"[passes // count % 4]
        winner = event % count if event >= 0 else None
        if winner is None:
            passes += "draw" not in rules.east_stays_on
            wins *= "draw" in rules.east_stays_on
        elif winner == east and "win" in rules.east_stays_on and wins + 1 != rules.max_consecutive_east:
            wins += 1
        else:
            passes, wins = passes + 1, 0
        hand = hand.after(() if winner is None else (players[winner],), rules)


def test_seat_winds() -> None:
    hand = Rotation.start(PLAYERS, "B")
    assert hand.winds(TableRules()) == {"B": "E", "C": "S", "D": "W", "A": "N"}
    assert hand.after(("A",), TableRules()).winds(TableRules())["A"] == "W"


# The break of the wall.


def test_a_side_is_counted_from_east() -> None:
    sides = {total: wall_seat((total - 1, 1), SEATS) for total in range(2, 13)}
    assert "".join(sides.values()) == "SWNESWNESWN"


@pytest.mark.parametrize(
    ("ruleset", "options", "east", "owner", "wanted"),
    [
        ("western", {}, [4, 3], [2, 5], ("W", "W", 14)),
        ("western", {}, [6, 6], [3, 3], ("N", "N", 18)),
        ("western", {}, [6, 6], [3, 4], ("N", "W", 1)),
        ("western", {"chinese_game": True}, [6, 6], [3, 3], ("N", "W", 1)),
        ("western", {}, [4, 6], [6, 6], ("S", "E", 4)),
        ("chinese-basic", {}, [4, 3], [2, 5], ("W", "W", 7)),
        ("chinese-basic", {}, [6, 6], [6, 6], ("N", "N", 12)),
        ("chinese-official", {}, [4, 3], [2, 5], ("W", "W", 14)),
        ("chinese-official", {"stack_count": "second_throw"}, [4, 3], [2, 5], ("W", "W", 7)),
        ("zung-jung", {}, [4, 5], [4, 5], ("E", "N", 1)),
        ("riichi", {}, [3, 4], None, ("W", "W", 7)),
    ],
)
def test_break(
    ruleset: str, options: Record, east: list[int], owner: list[int] | None, wanted: tuple[str, str, int]
) -> None:
    thrown = {} if owner is None else {"dice_owner": owner}
    found = asked({"kind": "wall_break", "dice_east": east, **thrown, "options": options}, ruleset)
    assert (found["wall_thrown_for"], found["wall"], found["stack_from_right"]) == wanted


def test_where_the_dice_are_thrown_once_nobody_throws_after_east(tmp_path: Path) -> None:
    """In riichi; a wall out of a seed, and one of a log, have two dice then."""
    record = {"kind": "wall_break", "dice_east": [1, 2], "dice_owner": [3, 4]}
    assert error(record, "riichi") == ("bad_record", "dice_owner", "in riichi the dice are thrown once, by East")
    match = Match("riichi", seed=7)
    match.play(lambda view: view.legal[0], hands=1)
    begun = match.played[0].log[0]
    assert isinstance(begun, Begin)
    assert (len(begun.dice_east), begun.dice_owner, begun.stack_from_right) == (2, (), sum(begun.dice_east))
    match.save(tmp_path / "match.jsonl")
    assert load_match(tmp_path / "match.jsonl").totals == match.totals


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"dice_east": None}, "dice_east", "is missing: expected two dice such as [3, 4]"),
        ({"dice_east": [1]}, "dice_east", "expected two dice such as [3, 4], got [1]"),
        ({"dice_owner": [1, 2, 3]}, "dice_owner", "expected two dice such as [3, 4], got [1, 2, 3]"),
        ({"dice_owner": 7}, "dice_owner", "expected two dice such as [3, 4], got 7"),
        ({"dice_owner": [1, 7]}, "dice_owner[1]", "expected a number from 1 to 6, got 7"),
        ({"dice_owner": [0, 1]}, "dice_owner[0]", "expected a number from 1 to 6, got 0"),
        ({"dice_owner": [True, 1]}, "dice_owner[0]", "expected a number from 1 to 6, got true"),
        ({"dice_owner": [1.0, 1]}, "dice_owner[0]", "expected a number from 1 to 6, got 1.0"),
        ({"dice_owner": ["1", 1]}, "dice_owner[0]", 'expected a number from 1 to 6, got "1"'),
        ({"dice_owners": [1, 1]}, "dice_owners", 'unknown field "dice_owners" (did you mean "dice_owner"?)'),
    ],
)
def test_break_refused(change: Mapping[str, Any], field: str, said: str) -> None:
    record = {"kind": "wall_break", "dice_east": [1, 2], "dice_owner": [3, 4], **change}
    assert error(record) == ("bad_record", field, said)


def test_walls_are_as_long_as_one_another() -> None:
    assert stacks_of_walls(144, SEATS) == dict.fromkeys(SEATS, 18)
    assert stacks_of_walls(136, SEATS) == dict.fromkeys(SEATS, 17)
    assert stacks_of_walls(152, SEATS) == dict.fromkeys(SEATS, 19)
    assert stacks_of_walls(108, SEATS) == {"E": 14, "S": 14, "W": 13, "N": 13}
    assert stacks_of_walls(7, SEATS[:3]) == {"E": 2, "S": 1, "W": 1}


def test_a_wall_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no tile"):
        break_at(TableRules(), 0, (1, 1), (1, 1))


tables = st.sampled_from([SEATS[:2], SEATS[:3], SEATS])
throws = st.tuples(st.integers(1, 6), st.integers(1, 6))


@given(tables, st.integers(1, 160), throws, throws, st.sampled_from(["all_dice", "second_throw", "one_throw"]))
def test_break_by_walking(seats: tuple[str, ...], size: int, east: Any, owner: Any, counted: str) -> None:
    """The walls as they lie: a ring of stacks, along which somebody counts, and from which the tiles are taken."""
    rules = typed(TableRules, {"seats": seats, "stack_count": counted})
    owner = () if counted == "one_throw" else owner
    walls = stacks_of_walls(size, seats)
    ring = [
        (seat, number)
        for seat in (seats[0], *(seat for seat in reversed(seats) if seat != seats[0]))
        for number in range(1, walls[seat] + 1)
    ]
    chosen = seats[0]
    for _ in range(sum(east) - 1):
        chosen = seats[(seats.index(chosen) + 1) % len(seats)]
    while (chosen, 1) not in ring:
        chosen = seats[seats.index(chosen) - 1]
    place = ring.index((chosen, 1))
    for _ in range(sum(owner) - 1 + (sum(east) if counted != "second_throw" else 0)):
        place = (place + 1) % len(ring)
    found = break_at(rules, size, east, owner)
    assert (found.wall, found.stack) == ring[place]

    stacks = [[tile for tile in (2 * number, 2 * number + 1) if tile < size] for number in range(len(ring))]
    taken: list[int] = []
    for step in range(1, len(ring) + 1):
        taken += stacks[(place + step) % len(ring)]
    assert list(draw_order(rules, size, found)) == taken


def test_the_order_of_drawing() -> None:
    """16 tiles, two stacks in each wall: East's 0 to 3, then North's, West's and South's."""
    order = draw_order(TableRules(), 16, Break("N", "W", 1))
    assert order == (10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert draw_order(TableRules(), 16, Break("E", "E", 2))[:2] == (4, 5)
    assert draw_order(TableRules(), 16, Break("S", "S", 2)) == tuple(range(16))


# Exchanges.

HANDS: Mapping[str, list[str]] = {seat: [f"{seat.lower()}{number}" for number in range(1, 14)] for seat in SEATS}


def step(start: int = 0, **change: Any) -> Record:
    return {**{seat: tiles[start : start + 3] for seat, tiles in HANDS.items()}, **change}


STEPS = [step(), step(3), step(6)]


def exchange(**change: Any) -> Record:
    return {"kind": "charleston", "hands": HANDS, "passes": STEPS, **change}


def test_exchanges_of_a_ruleset() -> None:
    first, second = asked(exchange()), asked(exchange(exchange="second"))
    assert first["result"]["E"] == sorted(HANDS["E"][9:] + HANDS["N"][:3] + HANDS["W"][3:6] + HANDS["S"][6:9])
    assert second["result"]["E"] == sorted(HANDS["E"][9:] + HANDS["S"][:3] + HANDS["W"][3:6] + HANDS["N"][6:9])
    given = asked(exchange(exchange="second", directions=["right", "across", "left"]))
    assert given["result"] == first["result"]


def test_received_tiles_may_be_passed_on_with_a_look() -> None:
    found = asked(exchange(passes=[step(), step(3, E=["n1", "n2", "e4"]), step(6)]))
    assert {"n1", "n2", "e4"} < set(found["result"]["W"])
    assert "n3" in found["result"]["E"]


def test_all_may_pass_blind() -> None:
    blind = dict.fromkeys(SEATS, "blind")
    found = asked(exchange(passes=[step(), blind, blind]))
    assert found["result"]["S"] == sorted(HANDS["S"][3:] + HANDS["N"][:3])


def test_copies_of_a_label() -> None:
    hands = {**HANDS, "E": ["5m", "5m", "5m", "1p"]}
    found = asked(exchange(hands=hands, directions=["right"], passes=[step(E=["5m", "5m", "1p"])]))
    assert found["result"]["E"] == ["5m", "n1", "n2", "n3"]
    again = exchange(hands=hands, directions=["right"], passes=[step(E=["1p", "1p", "5m"])])
    assert error(again) == ("bad_record", "passes[0].E", '"1p" is not in the hand 2 times')


JOKERS = {**HANDS, "E": ["J", "J2", "e3", "e4", "e5", "Jo", "e7", "e8", "e9"]}


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"exchange": "third"}, "exchange", 'expected one of first, second, got "third"'),
        ({"exchange": []}, "exchange", "expected one of first, second, got []"),
        ({"directions": []}, "directions", "expected a list such as right, across, left"),
        ({"directions": "right"}, "directions", "expected a list such as right, across, left"),
        ({"directions": ["up"]}, "directions[0]", 'expected one of right, across, left, got "up"'),
        ({"directions": ["right"]}, "passes", "expected 1 steps (right), got 3"),
        ({"passes": STEPS[:2]}, "passes", "expected 3 steps (right, across, left), got 2"),
        ({"passes": [*STEPS, STEPS[0]]}, "passes", "expected 3 steps (right, across, left), got 4"),
        ({"passes": None}, "passes", "expected a list with an object for each step"),
        ({"passes": [1, 2, 3]}, "passes[0]", "expected what each seat passes, got 1"),
        ({"passes": [step(E=["e1", "e2"]), *STEPS[1:]]}, "passes[0].E", "expected 3 tiles, got 2"),
        ({"passes": [step(E=["e1", "e2", "e3", "e4"]), *STEPS[1:]]}, "passes[0].E", "expected 3 tiles, got 4"),
        (
            {"passes": [step(E="e1e2e3"), *STEPS[1:]]},
            "passes[0].E",
            'expected a list of 3 tiles or "blind", got "e1e2e3"',
        ),
        ({"passes": [step(E=None), *STEPS[1:]]}, "passes[0].E", 'expected a list of 3 tiles or "blind", got null'),
        ({"passes": [step(E=["e1", "e2", "s1"]), *STEPS[1:]]}, "passes[0].E", '"s1" is not in the hand'),
        ({"passes": [step(E=["e1", "e2", "e1"]), *STEPS[1:]]}, "passes[0].E", '"e1" is not in the hand 2 times'),
        ({"passes": [step(), step(), step()]}, "passes[1].E", '"e1" is not in the hand'),
        (
            {"passes": [step(N="blind"), *STEPS[1:]]},
            "passes[0].N",
            "nothing can be passed blind in the first step, because nothing has been received yet",
        ),
        ({"passes": [{"E": ["e1", "e2", "e3"]}, *STEPS[1:]]}, "passes[0].S", "is missing: all pass in every step"),
        ({"passes": [step(X=["e1"]), *STEPS[1:]]}, "passes[0].X", 'there is no seat "X": E, S, W, N'),
        ({"hands": None}, "hands", "expected an object with the tiles of each seat"),
        ({"hands": {"E": []}}, "hands.S", "is missing: expected the tiles of each seat"),
        ({"hands": {**HANDS, "X": []}}, "hands.X", 'there is no seat "X": E, S, W, N'),
        ({"hands": {**HANDS, "W": "123m"}}, "hands.W", "expected a list of tiles as text"),
        ({"hands": {**HANDS, "W": [1, 2]}}, "hands.W", "expected a list of tiles as text"),
        ({"hands": JOKERS, "passes": [step(E=["J", "e3", "e4"]), *STEPS[1:]]}, "passes[0].E", '"J" may not be passed'),
        (
            {"hands": JOKERS, "passes": [step(E=["e3", "J2", "e4"]), *STEPS[1:]]},
            "passes[0].E",
            '"J2" may not be passed',
        ),
        ({"result": {}, "hand": {}}, "hand", 'unknown field "hand" (did you mean "hands"?)'),
    ],
)
def test_exchange_refused(change: Mapping[str, Any], field: str, said: str) -> None:
    assert error(exchange(**change)) == ("bad_record", field, said)


def test_a_label_that_only_begins_like_a_joker_may_be_passed() -> None:
    passes = [step(E=["Jo", "e3", "e4"]), step(3, E=["e5", "e7", "e8"]), step(6, E=["e9", "n1", "n2"])]
    assert asked(exchange(hands=JOKERS, passes=passes))["valid"]


def test_settings_of_an_exchange(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: western\nhouse_rules:\n"
        "  charleston: {first: [left], second: [left, left], tiles: 2, blind: false, never: [5z]}\n",
        encoding="utf-8",
    )
    club = str(path)
    two = {seat: tiles[1:3] for seat, tiles in HANDS.items()}
    found = asked(exchange(passes=[two]), club)
    assert found["result"]["N"] == sorted([*HANDS["N"][:1], *HANDS["N"][3:], "e2", "e3"])
    dragon = {**HANDS, "E": ["5z", *HANDS["E"][1:]]}
    assert error(exchange(hands=dragon, passes=[{**two, "E": ["5z", "e2"]}]), club)[2] == '"5z" may not be passed'
    blind = exchange(exchange="second", passes=[two, dict.fromkeys(SEATS, "blind")])
    assert error(blind, club) == ("bad_record", "passes[1].E", "tiles may not be passed blind")


def test_tiles_of_two_suits_where_one_is_passed() -> None:
    """Of labels that name tiles, also of copies that are told apart by a number; other labels have no suit."""
    hands = {**HANDS, "E": ["1m", "2m", "5p"], "S": ["1p", "2p2", "3p"]}
    ask = {"kind": "charleston", "hands": hands, "passes": [{seat: hands[seat][:3] for seat in SEATS}]}
    said = "these tiles are not of one suit: m, p"
    assert error(ask, "sichuan") == ("bad_record", "passes[0].E", said)
    assert asked(ask | {"directions": ["right"]})["valid"]
    one = {**hands, "E": ["1m", "2m", "5m"]}
    found = asked({**ask, "hands": one, "passes": [{seat: one[seat][:3] for seat in SEATS}]}, "sichuan")
    assert found["result"]["W"][-3:] == sorted(HANDS["W"][3:] + one["S"])[-3:]


@given(st.data())
def test_an_exchange_keeps_all_tiles(data: st.DataObject) -> None:
    """Nothing is lost or made, and all hands stay as large as they were."""
    directions = data.draw(st.lists(st.sampled_from(["right", "across", "left"]), min_size=1, max_size=4))
    now, passes = {seat: list(tiles) for seat, tiles in HANDS.items()}, []
    received: Record = {}
    for direction in directions:
        chosen: Record = {seat: data.draw(st.permutations(now[seat]).map(lambda tiles: tiles[:3])) for seat in SEATS}
        given = dict(chosen)
        for seat in data.draw(st.sets(st.sampled_from(SEATS))) if received else ():
            chosen[seat], given[seat] = "blind", received[seat]
        passes.append(chosen)
        way = {"right": 1, "across": 2, "left": 3}[direction]
        received = {SEATS[(place + way) % 4]: given[seat] for place, seat in enumerate(SEATS)}
        now = {seat: [tile for tile in now[seat] if tile not in given[seat]] + received[seat] for seat in SEATS}
    found = asked(exchange(directions=directions, passes=passes))
    assert found["valid"], found
    assert found["result"] == {seat: sorted(tiles) for seat, tiles in now.items()}
    assert {seat: len(tiles) for seat, tiles in found["result"].items()} == dict.fromkeys(SEATS, 13)
    before, after = (Counter(tile for tiles in hands.values() for tile in tiles) for hands in (HANDS, found["result"]))
    assert before == after


# Which kinds there are.


def test_kinds_refused() -> None:
    known = "rotation, wall_break, charleston"
    assert error({}) == ("bad_record", "kind", f"is missing: expected one of {known}")
    said = 'is not a kind that the table of western answers (did you mean "rotation"?)'
    assert error({"kind": "rotations"}) == ("bad_record", "kind", f'"rotations" {said}')
    assert error({"kind": 7}) == ("bad_record", "kind", "7 is not a kind that the table of western answers")
    for kind in ("settle", "bonus", "penalty", "goulash"):
        said = f'"{kind}" is a kind that `mjrules settle` answers'
        assert error({"kind": kind}) == ("bad_record", "kind", said)
    said = '"charleston" is not a kind that the table of hong-kong answers (known: rotation, wall_break)'
    assert error({"kind": "charleston"}, "hong-kong") == ("bad_record", "kind", said)


@pytest.mark.parametrize("kind", ["rotation", "wall_break", "charleston"])
def test_settle_refuses_kinds_of_the_table(kind: str) -> None:
    [found] = settle_records([{"kind": kind}], "western")
    assert found["error"]["message"] == f'"{kind}" is a kind that `mjrules table` answers'


def test_every_record_is_answered_in_order() -> None:
    records = ["no object", {"id": 2, "kind": "rotation"}, {"id": 3, "kind": "wall_break", "ruleset": "nowhere"}]
    assert [found["id"] for found in table_records(records, "western")] == [None, 2, 3]
    [found] = table_records([{"kind": "rotation"}])
    assert found["error"]["field"] == "ruleset"


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.floats(allow_nan=False)
    | st.sampled_from([*SEATS, *OF_TABLE, "charleston", "draw", "blind", "A", "B", "J", "across", ""]),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.sampled_from([*SEATS, "x"]), inside, max_size=4),
    max_leaves=12,
)  # fmt: skip
fields = ["players", "start_east", "events", "dice_east", "dice_owner", "exchange", "directions", "hands", "passes"]


@given(st.dictionaries(st.sampled_from(["kind", *fields]), values, max_size=6), st.sampled_from([*ASKED, None]))
def test_whatever_a_record_says_there_is_an_answer(record: Record, kind: str | None) -> None:
    if kind is not None:
        record["kind"] = kind
    found = asked(record)
    assert isinstance(found["valid"], bool)
    json.dumps(found, allow_nan=False)


@given(st.fixed_dictionaries({"hands": st.just(HANDS)}, optional={"passes": values, "directions": values}))
def test_whatever_is_passed_there_is_an_answer(record: Record) -> None:
    assert isinstance(asked({**exchange(), **record})["valid"], bool)


# The command line.


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["table", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_command_with_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    lines = [{"id": 1, "kind": "wall_break", "dice_east": [1, 2], "dice_owner": [3, 4]}, {"id": 2, "kind": "settle"}]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    status, out, _ = run(capsys, "--jsonl", str(path), "--ruleset", "western")
    first, second = map(json.loads, out.splitlines())
    assert (status, first["wall"], second["valid"]) == (1, "W", False)


def test_command_with_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.dumps({"kind": "wall_break", "dice_east": [6, 6], "dice_owner": [6, 6]})
    status, out, _ = run(capsys, record, "--ruleset", "western")
    assert status == 0
    assert "East's dice choose the wall of North." in out
    assert "break is in the wall of West, to the left of stack 6 from the right" in out
    status, out, _ = run(capsys, record, "--ruleset", "western", "--set", "bonus_tiles=false", "--json")
    assert (status, json.loads(out)["stack_from_right"]) == (0, 7)
    record = json.dumps({"kind": "rotation", "players": ["Ann", "Bo", "Cy", "Di"], "events": ["draw"] * 16})
    status, out, _ = run(capsys, record, "--ruleset", "chinese-official")
    assert status == 0
    assert "    16  North  Di\n    17  over   Ann" in out
    status, out, _ = run(capsys, json.dumps(exchange()), "--ruleset", "western")
    assert status == 0
    assert "result\n  East   e10 e11 e12 e13 n1" in out


def test_command_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--ruleset", "western")[0] == 2
    assert run(capsys, "{}", "--jsonl", "-", "--ruleset", "western")[0] == 2
    status, _, err = run(capsys, "123m", "--ruleset", "western")
    known = "(known: rotation, wall_break, charleston)"
    said = f'mjrules: kind: "123m" is not a kind that the table of western answers {known}\n'
    assert (status, " ".join(err.split())) == (1, said.strip())
    status, out, _ = run(capsys, "{}", "--ruleset", "western", "--json")
    assert (status, json.loads(out)["error"]["field"]) == (1, "kind")
    assert run(capsys, '{"kind": "rotation"}')[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("reasons", ["[ready]", "[win, ready]"])
def test_east_stays_for_being_ready_where_the_ruleset_says_so(tmp_path: Path, reasons: str) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(f"id: club\nextends: chinese-official\ntable: {{east_stays_on: {reasons}}}\n", encoding="utf-8")
    match = Match(str(path), 3)
    seen = set()
    for _ in range(12):
        east = match.players["E"]
        match.play(sensible_player(2), hands=1)
        table = match.played[-1]
        ready, won = bool(table.judge.waits(0)), "E" in table.end.winners
        stays = (won and "win" in reasons) or (ready and not table.end.winners)
        assert (match.rotation.east == east) is stays
        seen.add((ready, not table.end.winners, stays))
    match.save(tmp_path / "match.jsonl")
    assert load_match(tmp_path / "match.jsonl", match.ruleset).rotation == match.rotation
    assert {(True, True, True), (False, True, False)} <= seen
