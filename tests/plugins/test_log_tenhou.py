"""Games of the server Tenhou: its files and the records of its rounds are played again, and come to what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from mjrules import LogError, Match
from mjrules.cli import main
from mjrules.hooks import LogStep, events
from mjrules_log_tenhou.calls import Call, call_of
from mjrules_log_tenhou.mjlog import lines, rule_of
from mjrules_log_tenhou.records import is_round
from mjrules_log_tenhou.replay import replay
from tests.kit.cases import CASES_FOLDER, case_records
from tests.kit.playing import chooser
from tests.kit.rulesets import loaded
from tests.plugins.tenhou_rounds import as_records

Record = dict[str, Any]
ROUNDS = {record["id"]: record for record in case_records("riichi/tenhou_rounds")}
FILE = (CASES_FOLDER / "riichi" / "double_ron.mjlog").read_text(encoding="utf-8")


def replayed(*records: Record) -> list[LogStep]:
    return list(replay(enumerate(map(json.loads, map(json.dumps, records)), 1), None))


@pytest.mark.parametrize("id", ["t08-02", "t10-03", "double-ron-03", "pao-tsumo-04"])
def test_rounds_are_played_again(id: str) -> None:
    steps = replayed(ROUNDS[id])
    assert is_round(ROUNDS[id])
    assert isinstance(steps[-1][1], events.End)


def test_rounds_follow_each_other_by_their_names() -> None:
    assert [event.kind for _, event, _ in replayed(ROUNDS["t08-00"], ROUNDS["t08-01"])].count("closed") == 2
    other = {**ROUNDS["t08-01"], "scores": [26000, 25000, 24000, 24000]}
    with pytest.raises(LogError) as error:
        replayed(ROUNDS["t08-00"], other)
    assert str(error.value) == (
        "line 2: t08-01: points: expected [27000, 24000, 24000, 24000], found [26000, 25000, 24000, 24000]"
    )
    replayed(ROUNDS["t08-00"], {**ROUNDS["t08-01"], "id": "another"})


def test_points_follow_in_rounds_of_which_the_first_is_no_beginning() -> None:
    """As in a file that lacks its beginning, or whose first round was changed."""
    later = [ROUNDS["t08-01"], ROUNDS["t08-02"]]
    assert [event.kind for _, event, _ in replayed(*later)].count("closed") == 0
    with pytest.raises(LogError) as error:
        replayed(later[0], {**later[1], "scores": [41300, 10700, 24100, 23900]})
    assert str(error.value) == (
        "line 2: t08-02: points: expected [41300, 10700, 24000, 24000], found [41300, 10700, 24100, 23900]"
    )
    with pytest.raises(LogError, match=r"points: expected .* 23000\], found .* 22000\]"):
        list(replay(lines(FILE.replace('ten="250,250,250,250"', 'ten="250,250,250,260"')), None))


def test_a_file_of_the_server_is_played_again() -> None:
    steps = list(replay(lines(FILE), None))
    over = steps[-1][1]
    assert isinstance(over, events.MatchOver)
    assert [(place.player, place.points, place.result) for place in over.standings] == [
        ("seat 1", 36000, 46000),
        ("seat 0", 33400, 13000),
        ("seat 2", 32000, -8000),
        ("seat 3", -1400, -51000),
    ]


def test_a_file_says_what_the_records_of_its_rounds_say() -> None:
    records = [record for _, record in lines(FILE)]
    assert [record["id"] for record in records] == ["round 1", "round 2", "round 3", "round 4"]
    told = ROUNDS["double-ron-03"]
    assert {**records[3], "id": told["id"]} == {**told, "results": [13.0, 46.0, -8.0, -51.0]}


@pytest.mark.parametrize(
    ("packed", "call"),
    [
        (50761, Call("pon", (132, 133, 135), 132, 1)),
        (25631, Call("chi", (43, 44, 48), 44, 3)),
        (51282, Call("kakan", (132, 133, 134, 135), 134, 2)),
        (24576, Call("ankan", (96, 97, 98, 99), 96, 0)),
        (24577, Call("minkan", (96, 97, 98, 99), 96, 1)),
        (31264, Call("kita", (122,), 122, 0)),
    ],
)
def test_sets_are_unpacked(packed: int, call: Call) -> None:
    assert call_of(packed) == call


def test_the_code_of_a_rule_is_read() -> None:
    assert rule_of(169) == {"code": 169, "aka": True, "open_tanyao": True, "south": True, "sanma": False}
    assert rule_of(1 + 2 + 4 + 16) == {"code": 23, "aka": False, "open_tanyao": False, "south": False, "sanma": True}


@pytest.mark.parametrize(
    ("said", "option", "value"),
    [
        ({}, "game_length", "both_winds"),
        ({"south": False}, "game_length", "east_only"),
        ({}, "open_tanyao", "played"),
        ({"open_tanyao": False}, "open_tanyao", "closed"),
    ],
)
def test_a_round_is_played_by_its_rule(said: Record, option: str, value: str) -> None:
    told = ROUNDS["t08-02"]
    (*_, (_, _, table)) = replayed({**told, "rule": {**told["rule"], **said}})
    assert table.ruleset.options.chosen[option] == value


def test_givers_of_sets_are_counted_by_four_places_with_three_players_too() -> None:
    begun = '<mjloggm><GO type="185"/><INIT seed="0,0,0,2,1,70" ten="350,350,350" oya="0" hai0="" hai1="" hai2=""/>'
    ((_, record),) = lines(f'{begun}<D40/><N who="2" m="15402"/><D104/><N who="1" m="39947"/></mjloggm>')
    assert [event for event in record["events"] if event[0] == "pon"] == [
        ["pon", 2, "222p", 0, "2p"],
        ["pon", 1, "999s", 0, "9s"],
    ]


def refused(change: Callable[[Record], object], id: str = "t08-01") -> str:
    """Why a round is refused once it is changed."""
    record = json.loads(json.dumps(ROUNDS[id]))
    change(record)
    with pytest.raises(LogError) as caught:
        replayed(record)
    return str(caught.value)


def win(**fields: Any) -> Callable[[Record], object]:
    return lambda record: record["end"]["wins"][0].update(fields)


def event(number: int, *words: Any) -> Callable[[Record], object]:
    """Another event in place of one, counted from 1."""
    return lambda record: record["events"].__setitem__(number - 1, list(words))


REFUSED: list[tuple[Callable[[Record], object], str]] = [
    (lambda record: record.pop("end"), "end: missing from the record of a game"),
    (lambda record: record.update(rule=1), "rule: expected an object"),
    (lambda record: record["rule"].pop("aka"), "rule: aka: expected true or false, got null"),
    (lambda record: record.update(honba=-1), "honba: expected 0 to 1000, got -1"),
    (lambda record: record.update(round=16), "round: expected 0 to 15, got 16"),
    (lambda record: record.update(round=1), "dealer: expected 1, who deals round 1, got 0"),
    (lambda record: record.update(dealer=3), "dealer: expected 0, who deals round 0, got 3"),
    (event(1, "drwa", 0, "3p"), 'event 1: "drwa" is not an event (did you mean "draw"?)'),
    (
        event(1, "draw", 0, "1z"),
        "t08-01: event 124, discard 1 9p: a tile is drawn here that the record does not mention",
    ),
    (event(2, "discard", 0, "2z", "drawn"), "t08-01: event 2, discard 0 2z: the tile drawn is 3p"),
    (event(2, "discard", 0, "3p", "drwan"), 'event 2, discard 0 3p: expected drawn or nothing, got "drwan"'),
    (event(2, "riichi", 0), "t08-01: event 2, riichi 0: declare riichi: no discard leaves"),
    (
        lambda record: record["events"].remove(["riichi_accepted", 1]),
        "t08-01: end: put into pots: expected [1], found []",
    ),
    (event(2, "pon", 0, "222z", 1, "3z"), "event 2, pon 0 222z: the tile claimed, 3z, is not among them"),
    (event(3, "dora", "2z"), "t08-01: the wall has 5 x 2z, of which there are 4"),
    (win(who=1), "t08-01: end: mahjong 9p: "),
    (win(who=7), "t08-01: wins[0]: who: expected a seat, 0 to 3, got 7"),
    (win(yaku={"pinfu": 1, "dora": 3, "aka_dora": 2}), "t08-01: end: yaku: dora: expected 2, found 3"),
    (win(yaku=[1]), "t08-01: end: wins[0]: yaku: expected an object"),
    (win(fu=40), "t08-01: end: fu: expected 30, found 40"),
    (win(points=8000), "t08-01: end: points: expected 12000, found 8000"),
    (win(limit="haneman"), 't08-01: end: limit: expected mangan, found "haneman"'),
    (win(tile="6p"), 't08-01: end: tile: expected 9p, found "6p"'),
    (win(dora=["2m"]), "t08-01: end: dora: expected ['1m'], found ['2m']"),
    (win(hand="22m34405678p678s"), 't08-01: end: hand: expected 22m34405678p067s, found "22m34405678p678s"'),
    (win(hand=7), "t08-01: hand: "),
    (win(melds=[["pon", "222m"]]), "t08-01: end: melds: expected [], found ['pon 222m']"),
    (win(melds=["pon"]), "t08-01: end: melds: expected sets, each its kind and its tiles, got "),
    (win(honba=0), "t08-01: end: honba: expected 1, found 0"),
    (win(sticks=1), "t08-01: end: sticks: expected 2, found 1"),
    (win(delta=[14300, -12300, 0, 1]), "t08-01: end: gains: expected [14300, -12300, 0, 0], found ["),
    (win(delta=[14300, None, 0, 1]), "t08-01: end: delta: expected a whole number, got null"),
    (
        lambda record: record.update(end={"type": "draw", "why": "exhausted"}),
        "t08-01: end: delta: expected a list of 4",
    ),
    (
        lambda record: record.update(end={"type": "draw", "why": "four wind", "delta": [0] * 4}),
        't08-01: end: why: "four wind" is not why nobody wins (did you mean "four winds"?)',
    ),
    (
        lambda record: record.update(end={"type": "draw", "why": "nine terminals", "delta": [0] * 4}),
        "t08-01: end: call_off: ",
    ),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_rounds_that_are_not_so_are_refused(change: Callable[[Record], object], reason: str) -> None:
    assert refused(change).startswith(f"line 1: {reason}")


def test_three_players_have_three_rounds_of_a_wind() -> None:
    rule = {**ROUNDS["t08-01"]["rule"], "sanma": True}
    reason = refused(lambda record: record.update(rule=rule, round=7, hands=["1z"] * 3, scores=[35000] * 3))
    assert reason == "line 1: round: 3 players have no round 7, the fourth of a wind"


def test_an_other_liable_player_is_refused() -> None:
    assert refused(win(liable=1), "pao-tsumo-04").startswith("line 1: pao-tsumo-04: end: liable: expected 0, found 1")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("<INIT", "<BEGIN"), "line 1: column 65, BEGIN: expected INIT, the beginning of a round"),
        (('ten="250,250', 'ten="25x,250'), 'column 65, INIT: ten: expected whole numbers, got "25x,250,'),
        (('oya="0" hai0', 'oya="4" hai0'), "column 65, INIT: oya: expected 0 to 3, got 4"),
        (("<T98/>", "<T136/>"), "T136: expected tiles, 0 to 135, got 136"),
        (("<T98/>", "<X98/>"), "X98: this is not an element of a game"),
        (('step="1"', 'step="x"'), 'REACH: step: expected whole numbers, got "x"'),
        (('yaku="1,1', 'yaku="91,1'), "AGARI: there is no yaku 91"),
        (("<RYUUKYOKU ", '<RYUUKYOKU type="x" '), "RYUUKYOKU: type: expected nm, yao9, "),
        (("</mjloggm>", ""), "this is not XML: "),
    ],
)
def test_faulty_files_are_refused(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(LogError) as error:
        list(lines(FILE.replace(*change, 1)))
    assert reason in str(error.value)


def test_the_command_reads_both(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.xml"
    path.write_text(FILE.split("<INIT")[0] + "<INIT" + FILE.split("<INIT")[2] + "</mjloggm>", encoding="utf-8")
    assert main(["replay", str(path), "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("All right: 1 hand; ")
    path.write_text(FILE[:100], encoding="utf-8")
    assert main(["replay", str(path), "--format", "tenhou"]) == 2
    assert "cannot be read: line 1: column 65: this is not XML: " in capsys.readouterr().err


RULES = [{}, {"red_fives": "none"}, {"open_tanyao": "closed"}, {"game_length": "east_only"}]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_what_is_played_here_is_played_again_from_records_of_rounds(seed: int) -> None:
    rules = loaded("riichi-sanma/tenhou" if seed % 2 else "riichi/tenhou", **RULES[seed // 2 % 4])
    match = Match(rules, seed, seat=False)
    match.play(chooser(seed, claims=(0.05, 0.3, 0.6)[seed % 3]))
    records = as_records(match)
    again = [event for _, event, _ in replayed(*records)]
    assert [event for event in again if isinstance(event, events.End)] == [table.end for table in match.played]
    with pytest.raises(LogError) as error:
        replayed(*records, {**records[-1], "id": f"made-{len(records)}"})
    assert error.value.reason == f"made-{len(records)}: the match is over"
