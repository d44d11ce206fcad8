"""Simulations: the same seed gives the same hands, summaries add up, and an interrupted run goes on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import mean, stdev
from typing import Any, cast

import pytest

import mjrules
from mjrules import Ruleset, Summary, TableError, simulate
from mjrules.cli import main
from mjrules.match.match import Match, play_out
from mjrules.players.chance import chance_player
from mjrules.simulation.result import HandResult
from mjrules.simulation.simulation import Simulation
from mjrules.testing import check_laws, check_play, random_player
from tests.compare.toys import toy
from tests.fuzz.targets import with_checks
from tests.kit.profile import amount, thinned

OFFICIAL = ("--ruleset", "chinese-official")
HANDS = amount(24, 60, 60)


@cache
def loaded(name: str) -> Ruleset:
    return mjrules.load(name)


@cache
def played(name: str, hands: int = HANDS, seed: int = 5) -> tuple[HandResult, ...]:
    return tuple(simulate(loaded(name), hands, seed))


EAGER = """
id: eager
extends: chinese-official
scoring: {minimum: 0}
pots:
  kitty: {title: The kitty, stake: 5}
bonus_payments:
  four_flowers: {title: All four flowers, each: 3, cause: all_flowers}
table: {east_stays_on: [win]}
"""
"""A ruleset in which random players win now and then, with a pot and a payment at once."""


@pytest.fixture(scope="module")
def eager(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("eager") / "eager.yaml"
    path.write_text(EAGER)
    return str(path)


@cache
def played_eagerly(path: str) -> tuple[HandResult, ...]:
    return tuple(simulate(mjrules.load(path), 400, 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", thinned(["western", "chinese-official"], 2))
def test_the_same_seed_gives_the_same_hands(name: str) -> None:
    assert tuple(simulate(loaded(name), HANDS, 5)) == played(name)
    assert tuple(simulate(loaded(name), 10, 6)) != played(name)[:10]
    assert tuple(simulate(loaded(name), 10, 5)) == played(name)[:10]


@pytest.mark.slow
def test_the_order_of_sets_in_memory_changes_nothing() -> None:
    outs = set()
    for number in ("1", "2"):
        run = subprocess.run(
            command("--hands", "40", "--json"),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": number},
        )
        outs.add(run.stdout)
    assert len(outs) == 1


@pytest.mark.slow
def test_a_simulation_plays_the_hands_of_matches() -> None:
    """Hand by hand the same as a match of that seed, played to its end, and a next match behind it."""
    results = played("chinese-official")
    for number in (1, 2):
        match = Match(loaded("chinese-official"), f"5/{number}")
        while not match.over:
            hand = match.hand
            play_out(match.table, chance_player(f"5/{number}/{hand}/choices"))
            found = next(own for own in results if (own.match, own.hand) == (number, hand))
            assert dict(found.players) == match.players
            assert found.discards == sum(event.kind == "discard" for event in match.table.log)
            match.close()
            assert found.totals == match.totals
            if not match.over:
                match.next_hand()


def test_every_choice_is_a_legal_one_and_all_are_as_frequent() -> None:
    choose, counted = chance_player("a"), Counter[str]()
    table = mjrules.Table(loaded("chinese-official"), seed=1)
    view = mjrules.view(table, "E")
    legal = view.legal
    for _ in range(200 * len(legal)):
        counted[choose(view).text()] += 1
    assert set(counted) == {action.text() for action in legal}
    assert all(140 < number < 260 for number in counted.values())


@dataclass(frozen=True)
class NumberOfALibrary:
    """A whole number that is no `int`, as those of numpy are."""

    number: int

    def __index__(self) -> int:
        return self.number


SEEDED: list[Callable[[Any], object]] = [
    lambda seed: mjrules.Table(toy("toy"), seed),
    lambda seed: mjrules.Match(toy("toy"), seed),
    lambda seed: simulate(toy("toy"), 1, seed),
    lambda seed: mjrules.compare_rulesets(toy("toy"), toy("toy"), 1, seed),
    lambda seed: mjrules.make_player("random", toy("toy"), seed),
]


@pytest.mark.parametrize("what", SEEDED)
@pytest.mark.parametrize("seed", [1.5, True, b"1"])
def test_what_is_no_seed_is_refused(what: Callable[[Any], object], seed: Any) -> None:
    """A log would be written with it that cannot be read again."""
    with pytest.raises(TableError, match=f"^seed: expected a whole number or a text, got {re.escape(repr(seed))}$"):
        what(seed)


@pytest.mark.parametrize("what", SEEDED)
@pytest.mark.parametrize(
    ("seed", "got"),
    [(10**99, "a number of more digits"), (-(10**5000), "a number of more digits"), ("a\ud800", '"a\\ud800"')],
    ids=["digits", "endless", "half a character"],
)
def test_a_seed_that_no_log_can_hold_is_refused(what: Callable[[Any], object], seed: Any, got: str) -> None:
    with pytest.raises(TableError) as error:
        what(seed)
    assert str(error.value).endswith(f", got {got}")


def test_a_seed_of_many_digits_is_read_again(tmp_path: Path) -> None:
    for seed in (10**99 - 1, 1 - 10**99):
        mjrules.Table(toy("toy"), seed).save(tmp_path / "hand.jsonl")
        assert mjrules.load_table(tmp_path / "hand.jsonl", toy("toy"), unfinished=True).seed == seed


def test_a_seed_of_a_library_is_that_number(tmp_path: Path) -> None:
    ruleset, seven = toy("toy"), NumberOfALibrary(7)
    assert mjrules.Table(ruleset, seven).events == mjrules.Table(ruleset, 7).events
    match = mjrules.Match(ruleset, seven)
    match.save(tmp_path / "match.jsonl")
    assert '"seed": 7,' in (tmp_path / "match.jsonl").read_text()
    first = list(simulate(ruleset, 2, seven, out=tmp_path / "run.jsonl"))
    assert list(simulate(ruleset, 2, 7, out=tmp_path / "run.jsonl")) == first
    digests = {mjrules.compare_rulesets(ruleset, ruleset, 2, seed, players="random").digest for seed in (7, seven)}
    assert len(digests) == 1
    assert mjrules.make_player("random", ruleset, seven) is not None


def test_a_seed_below_zero_is_another_one() -> None:
    """Python's own generator takes numbers for the same that only differ in their sign."""
    below, above = (mjrules.Table("chinese-basic", seed).state.wall.tiles for seed in (-1, 1))
    assert list(below) != list(above)


@pytest.mark.parametrize("what", SEEDED[2:])
def test_a_run_without_a_seed_is_refused(what: Callable[[Any], object]) -> None:
    """Who expects chance would get the same hands each time."""
    with pytest.raises(TableError, match=r"^seed: expected a whole number or a text, got None$"):
        what(None)


# Summaries


@pytest.mark.slow
def test_a_summary_counts_what_the_results_tell(eager: str) -> None:
    results = played_eagerly(eager)
    summary = Summary.of(results)
    won = [result for result in results if result.worth]
    assert len(won) > 5
    assert any(result.at_once for result in results)
    assert (summary.hands, summary.draws, summary.wins) == (400, 400 - len(won), len(won))
    assert summary.discards == sum(result.discards for result in results)
    assert summary.worth == sum(sum(result.worth.values()) for result in won)
    assert summary.won == {way: sum(own.won == way for own in won) for way in ("drawn", "claimed", "robbed", "dealt")}
    assert summary.seats == {seat: sum(seat in own.worth for own in won) for seat in "ESWN"}
    scored = Counter(id for own in won for ids in own.rules.values() for id in ids)
    assert summary.rules == scored
    assert summary.amounts["four_flowers"] == 9 * summary.times["four_flowers"] > 0
    assert summary.paid_in["kitty"] == 20 * summary.draws
    assert 0 < summary.paid_out["kitty"] <= summary.paid_in["kitty"]
    ends = {result.match: result.totals for result in results}
    assert summary.net == {player: sum(own[player] for own in ends.values()) for player in summary.net}
    assert sum(summary.net.values()) == summary.paid_out["kitty"] - summary.paid_in["kitty"]


def test_summaries_add_up() -> None:
    results = played("western")
    whole = Summary.of(results)
    assert Summary.of(results[:20]) + Summary.of(results[20:]) == whole
    assert Summary.of(results[20:]) + Summary.of(results[:20]) == whole
    assert whole + Summary() == whole == Summary() + whole
    assert sum([Summary.of(results[:20]), Summary.of(results[20:])]) == whole
    with pytest.raises(TypeError, match="unsupported operand"):
        _ = whole + cast(Any, 5)


def test_hands_under_different_rulesets_are_not_added(tmp_path: Path) -> None:
    """Under other options, too; a file says it of its hands, a record alone does not."""
    ruleset, path = loaded("western"), tmp_path / "run.jsonl"
    other = mjrules.load("western", {"limit": 500})
    first = Summary.of(mjrules.simulate(ruleset, 1, out=path))
    again, more = Summary.of(mjrules.simulate(ruleset, 1, out=path)), Summary.of(mjrules.simulate(other, 1))
    assert again == first
    told = [f"western (hash {own.hash[:8]})" for own in (ruleset, other)]
    with pytest.raises(ValueError, match=re.escape(f"rulesets are not added: {told[0]} and {told[1]}")):
        _ = again + more
    with pytest.raises(ValueError, match=re.escape(f"played under {told[1]}, not under {told[0]}")):
        more.to_record(ruleset)
    assert (Summary.of([result_of()]) + first).hands == 2


def test_two_winners_are_two_wins() -> None:
    result = result_of(
        won="claimed", worth={"S": 8, "W": 10}, rules={"S": ["all_pungs"], "W": ["all_pungs", "self_drawn"]}
    )
    summary = Summary.of([result])
    assert (summary.hands, summary.draws, summary.wins, summary.worth) == (1, 0, 2, 18)
    assert summary.rules == {"all_pungs": 2, "self_drawn": 1}


def result_of(**changed: Any) -> HandResult:
    return HandResult.from_record({**played("chinese-official")[0].to_record(), **changed})


@pytest.mark.slow
def test_a_summary_as_json(eager: str) -> None:
    ruleset = mjrules.load(eager)
    summary = Summary.of(played_eagerly(eager))
    record = summary.to_record(ruleset)
    assert record["wins"]["all"] == summary.wins == sum(record["wins_by_seat"].values())
    assert record["discards"]["average"] == round(float(Fraction(summary.discards, 400)), 4)
    assert record["worth"]["average"] == round(float(Fraction(summary.worth, summary.wins)), 4)
    for player, told in record["net_of_a_hand"].items():
        own = [one.net[player] for one in map(Summary.of_hand, played_eagerly(eager))]
        assert told["average"] == round(mean(own), 4)
        assert told["margin"] == pytest.approx(1.966 * stdev(own) / 20, rel=1e-3)
    names = {rule.id: rule.name for rule in ruleset.book.rules}
    assert [rule["wins"] for rule in record["rules"]] == sorted(summary.rules.values(), reverse=True)
    assert all(rule["name"] == names[rule["id"]] for rule in record["rules"])
    assert record["paid_at_once"][0]["title"] == "All four flowers"
    assert record["pots"][0]["title"] == "The kitty"
    json.dumps(record, allow_nan=False)


def test_a_handful_of_payments_tells_no_margin() -> None:
    """In a hundred hands with nine payments the next may be many times as much."""
    quiet = result_of(net=dict.fromkeys("ESWN", 0), pots={}, worth={}, rules={})
    paid = result_of(net={"E": 3, "S": -1, "W": -1, "N": -1}, pots={})
    for number, told in ((9, False), (10, True)):
        record = Summary.of([quiet] * 90 + [paid] * number).to_record(loaded("chinese-official"))
        margins = [one["margin"] for one in record["net_of_a_hand"].values()]
        assert [margin is not None for margin in margins] == [told] * 4


def test_every_number_of_a_summary_is_in_its_record() -> None:
    ruleset = loaded("western")
    summary = Summary(
        hands=4, draws=1, discards=50, discards_squared=700, worth=90, worth_squared=2700,
        won={"drawn": 1, "claimed": 2}, seats={"E": 2, "S": 1, "W": 0, "N": 0},
        rules={"seat_wind": 1, "no_such_rule": 2, "all_pictures": 1},
        times={"set_of_flowers": 3, "false_mahjong": 1}, amounts={"set_of_flowers": 240, "false_mahjong": 3000},
        paid_in={"goulash": 400}, paid_out={"goulash": 100},
        net={"S": -90, "E": 90}, net_squared={"S": 2500, "E": 2500},
        over={"rounds": 2, "bankrupt": 1}, firsts={"E": 2, "S": 1}, results={"S": -30, "N": 10, "E": 20},
    )  # fmt: skip
    names = {rule.id: rule.name for rule in ruleset.book.rules}
    assert summary.to_record(ruleset) == {
        "hands": 4,
        "draws": 1,
        "wins": {"all": 3, "drawn": 1, "claimed": 2},
        "wins_by_seat": {"E": 2, "S": 1, "W": 0, "N": 0},
        "discards": {"all": 50, "average": 12.5, "margin": None},
        "worth": {"all": 90, "average": 30.0, "margin": None},
        "rules": [
            {"id": "no_such_rule", "name": "no_such_rule", "wins": 2, "share": 0.6667},
            {"id": "all_pictures", "name": names["all_pictures"], "wins": 1, "share": 0.3333},
            {"id": "seat_wind", "name": names.get("seat_wind", "seat_wind"), "wins": 1, "share": 0.3333},
        ],
        "paid_at_once": [
            {"id": "false_mahjong", "title": "False mahjong", "times": 1, "amount": 3000},
            {"id": "set_of_flowers", "title": "All four flowers", "times": 3, "amount": 240},
        ],
        "pots": [{"id": "goulash", "title": "The goulash", "paid_in": 400, "paid_out": 100}],
        "net": {"E": 90, "S": -90},
        "net_of_a_hand": {"E": {"average": 22.5, "margin": None}, "S": {"average": -22.5, "margin": None}},
        "matches": {
            "all": 3,
            "over": {"bankrupt": 1, "rounds": 2},
            "players": [
                {"player": "E", "first": 2, "result": 20},
                {"player": "N", "first": 0, "result": 10},
                {"player": "S", "first": 1, "result": -30},
            ],
        },
    }


def test_nothing_played_has_no_averages() -> None:
    record = Summary().to_record(loaded("chinese-official"))
    assert (record["hands"], record["discards"]["average"], record["worth"]["average"]) == (0, None, None)


def test_a_long_run_keeps_nothing_of_hands_that_are_over() -> None:
    simulation = Simulation(loaded("chinese-official"), 5)
    for _ in range(5):
        simulation.play()
    assert (simulation.match.played, simulation.match.log, simulation.match.finished) == ([], [], 5)


# Files


@pytest.mark.slow
@pytest.mark.parametrize("kept", [0, 1, 20, 33, HANDS])
@pytest.mark.parametrize("name", ["chinese-official", "western"])
def test_a_run_goes_on_where_it_stopped(name: str, kept: int, tmp_path: Path) -> None:
    """The hands after the interruption are the same, whatever they take over from those before: East, round, pot."""
    path, whole = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    list(islice(simulate(loaded(name), HANDS, 5, out=path), kept))
    simulation = Simulation(loaded(name), 5)
    assert tuple(simulation.results(HANDS, path)) == played(name)
    assert simulation.played == HANDS - kept
    list(simulate(loaded(name), HANDS, 5, out=whole))
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_a_run_goes_on_behind_wins_pots_and_an_east_who_stays(eager: str, tmp_path: Path) -> None:
    ruleset, path = mjrules.load(eager), tmp_path / "a.jsonl"
    whole = tuple(simulate(ruleset, 300, 1))
    east_wins = [result.number for result in whole if "E" in result.worth]
    assert east_wins
    for kept in (east_wins[0], 250):
        path.unlink(missing_ok=True)
        list(islice(simulate(ruleset, 300, 1, out=path), kept))
        assert tuple(simulate(ruleset, 300, 1, out=path)) == whole


def test_every_hand_is_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for result in simulate(loaded("chinese-official"), 4, out=path):
        assert path.read_bytes().count(b"\n") == 1 + result.number


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_half_line_is_dropped(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    list(simulate(loaded("chinese-official"), 6, 5, out=path))
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert tuple(simulate(loaded("chinese-official"), 6, 5, out=path)) == played("chinese-official")[:6]
    assert path.read_bytes() == whole


def test_nothing_is_left_of_a_long_half_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    list(simulate(loaded("chinese-official"), 2, 5, out=path))
    before = path.read_bytes()
    path.write_bytes(before + b"x" * 9000)
    list(simulate(loaded("chinese-official"), 3, 5, out=path))
    assert path.read_bytes().startswith(before)
    assert b"x" not in path.read_bytes()[len(before) :]
    assert len(list(simulate(loaded("chinese-official"), 3, 5, out=path))) == 3


@pytest.mark.parametrize("left", [0, 1, 100])
def test_a_half_first_line_is_written_again(left: int, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    list(simulate(loaded("chinese-official"), 2, 5, out=path))
    whole = path.read_bytes()
    path.write_bytes(whole[:left])
    list(simulate(loaded("chinese-official"), 2, 5, out=path))
    assert path.read_bytes() == whole


def test_more_or_fewer_hands_of_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    list(simulate(loaded("chinese-official"), 8, 5, out=path))
    before = path.read_bytes()
    assert tuple(simulate(loaded("chinese-official"), 3, 5, out=path)) == played("chinese-official")[:3]
    assert path.read_bytes() == before
    assert tuple(simulate(loaded("chinese-official"), 12, 5, out=path)) == played("chinese-official")[:12]


NET, RULES = (re.compile(b'"%s": {[^}]*}' % name) for name in (b"net", b"rules"))
Damage = Callable[[list[bytes]], list[bytes]]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "a number": (lambda lines: [*lines[:3], lines[3].replace(b"discards", b"discardz"), *lines[4:]],
                 "line 4: it is not as it was written: its 'check' does not match"),
    "a line less": (lambda lines: lines[:2] + lines[3:],
                    "line 3: this hand does not follow: number: expected 2, got 3"),
    "a line twice": (lambda lines: [*lines[:3], lines[2], *lines[3:]],
                     "line 4: this hand does not follow: number: expected 3, got 2"),
    "no JSON": (lambda lines: [*lines[:2], b"oops\n", *lines[2:]],
                "line 3: this is not JSON: Expecting value at column 1"),
    "no text": (lambda lines: [*lines[:2], b"\xff\xfe\n", *lines[2:]], "line 3: this is not UTF-8 text"),
    "a blank line": (lambda lines: [*lines, b"\n"],
                     "line 6: this is not JSON: Expecting value at column 1"),
    "another record": (lambda lines: [*lines[:2], b'{"id": 7}\n', *lines[2:]],
                       "line 3: this is not a line of a simulation: it has no 'check'"),
    "the first line again": (lambda lines: [*lines, lines[0]], "line 6: this is not a hand of a simulation"),
    "an amount that is none": (lambda lines: [*lines[:2], with_checks(NET.sub(b'"net": ""', lines[2])), *lines[3:]],
                               "line 3: this is not a hand of a simulation"),
    "rules that are none": (lambda lines: [*lines[:2], with_checks(RULES.sub(b'"rules": {"E": 1}', lines[2]))],
                            "line 3: this is not a hand of a simulation"),
    "an option more": (lambda lines: [with_checks(lines[0].replace(b'options": {', b'options": {"more": null, '))],
                       "line 1: it belongs to another simulation: options.more is null, nothing here"),
    "no first line": (lambda lines: lines[1:], "line 1: this is not a file of a simulation"),
    "a text": (lambda lines: [b"dear diary\n"], "line 1: this is not JSON: Expecting value at column 1"),
    "half a text": (lambda lines: [b"dear diary"],
                    "line 1: this is not JSON: Expecting value at column 1"),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "reason"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_or_foreign_file_is_refused(
    damage: Damage, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    list(simulate(loaded("chinese-official"), 4, 5, out=path))
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))
    before = path.read_bytes()
    assert main(["simulate", "--hands", "9", "--seed", "5", *OFFICIAL, "--out", str(path)]) == 2
    assert capsys.readouterr() == ("", f"mjrules: {path}: {reason}\n")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (["--seed", "6"], "seed is 5, 6 here"),
        (["--ruleset", "zung-jung"], 'ruleset is "chinese-official", "zung-jung" here'),
        (["--set", "mixed_kongs=6"], 'options.mixed_kongs is "5", "6" here'),
    ],
)
def test_a_file_of_another_simulation_is_refused(
    other: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    list(simulate(loaded("chinese-official"), 2, 5, out=path))
    assert main(["simulate", "--hands", "9", "--seed", "5", *OFFICIAL, "--out", str(path), *other]) == 2
    start = f"mjrules: {path}: line 1: it belongs to another simulation: {reason}"
    assert capsys.readouterr().err.startswith(start)


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = simulate(loaded("chinese-official"), 4, 5, out=path)
    next(first)
    with pytest.raises(mjrules.MjrulesError, match="another run is writing it"):
        next(simulate(loaded("chinese-official"), 4, 5, out=path))
    assert len(list(first)) == 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", "is not a regular file"),
        ("missing/a.jsonl", "No such file or directory"),
        ("/dev/null", "is not a regular file"),
    ],
)
def test_what_cannot_be_a_file_is_refused(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert main(["simulate", "--hands", "1", *OFFICIAL, "--out", str(path)]) == 2
    assert capsys.readouterr().err == f"mjrules: {path}: {reason}\n"


# The command


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "mjrules", "simulate", *OFFICIAL, "--seed", "5", *more]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_run_loses_no_hand(how: signal.Signals, tmp_path: Path) -> None:
    """Whatever the moment, the same command goes on, and tells the same in the end."""
    path = tmp_path / "a.jsonl"
    run = subprocess.Popen(
        command("--hands", "100000", "--out", str(path), "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )
    while run.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 12):
        time.sleep(0.02)
    run.send_signal(how)
    out, err = run.communicate()
    hands = path.read_bytes().count(b"\n") - 1
    assert hands >= 10
    if how == signal.SIGINT:
        assert run.returncode == 130, err
        assert json.loads(out)["hands"] == hands
        assert b"stopped after" in err
    goal = hands + 10
    assert tuple(simulate(loaded("chinese-official"), goal, 5, out=path)) == played("chinese-official", goal)


def test_the_json_has_no_times_and_is_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    outs = []
    for more in ([], ["--quiet"], ["--out", str(tmp_path / "a.jsonl")]):
        assert main(["simulate", "--hands", "20", "--seed", "5", *OFFICIAL, "--json", *more]) == 0
        got = capsys.readouterr()
        outs.append(got.out)
        assert ("hands a second" in got.err) == ("--quiet" not in more)
    assert len(set(outs)) == 1
    record = json.loads(outs[0])
    assert record == {
        "ruleset": "chinese-official",
        "edition": loaded("chinese-official").edition,
        "hash": loaded("chinese-official").hash,
        "valid": True,
        "options": dict(loaded("chinese-official").options.chosen),
        "seed": 5,
        "players": {f"player {number}": "random" for number in range(1, 5)},
        **Summary.of(played("chinese-official")[:20]).to_record(loaded("chinese-official")),
    }


@pytest.mark.slow
def test_the_tables_fit_a_terminal(capsys: pytest.CaptureFixture[str], eager: str) -> None:
    assert main(["simulate", "--hands", "400", "--seed", "1", "--ruleset", eager]) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= 80 for line in out.splitlines())
    for title in ("Hands", "Wins by seat", "On average", "Rules, and", "Paid at once", "Pots", "Won or lost"):
        assert f"\n\n{title}" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--hands", "0"], "mjrules: --hands 0: expected 1 or more\n"),
        (["--hands", "-3"], "mjrules: --hands -3: expected 1 or more\n"),
        (
            ["--ruleset", "root"],
            'mjrules: the ruleset "root" has no scoring: it is a base for others\n',
        ),
    ],
)
def test_what_cannot_be_simulated(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *OFFICIAL, *arguments]) == 2
    assert capsys.readouterr() == ("", reason)


@pytest.mark.parametrize("hands", [-1, 1.5, "5"])
@pytest.mark.parametrize(
    "plays",
    [
        lambda hands: simulate("hong-kong", hands),
        lambda hands: mjrules.compare_rulesets("hong-kong", "hong-kong", hands, players="random"),
        lambda hands: Match("hong-kong").play(random_player(1), hands),
        lambda hands: check_laws("hong-kong", hands=hands),
    ],
)
def test_a_number_of_hands_that_there_cannot_be_is_refused(plays: Callable[[Any], object], hands: Any) -> None:
    said = f"^hands: expected a whole number, 0 or more, got {re.escape(repr(hands))}$"
    with pytest.raises(TableError, match=said):
        plays(hands)


def test_the_laws_of_play_are_not_checked_by_no_hand() -> None:
    with pytest.raises(TableError, match=r"^hands: expected a whole number, 1 or more, got 0$"):
        check_play("hong-kong", hands=0)


@pytest.mark.parametrize("arguments", [["--hands", "many"], ["--seed", "1.5"], ["7"]])
def test_nonsense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["simulate", *OFFICIAL, *arguments])
    assert stop.value.code == 2


def test_no_ruleset(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["simulate"]) == 2
    assert "no ruleset is chosen" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(command("--hands", "2"), stdout=full, stderr=subprocess.PIPE, check=False)
    assert run.returncode == 2
    assert b"No space left on device" in run.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="closes a stream as a shell does")
@pytest.mark.parametrize(("closed", "status"), [(">&-", 2), ("2>&-", 0)])
def test_closed_streams(closed: str, status: int) -> None:
    line = " ".join([*command("--hands", "2", "--json"), closed])
    run = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
    assert (run.returncode, b"Traceback" in run.stderr) == (status, False)


@pytest.mark.parametrize(
    ("id", "titles"),
    [
        ("sichuan", {"Claimed kong", "Concealed kong", "Kong of a hand that is not ready"}),
        ("riichi", {"Ready"}),
    ],
)
def test_what_house_rules_pay_is_called_as_they_call_it(id: str, titles: set[str]) -> None:
    ruleset = loaded(id)
    paid = Summary.of(simulate(ruleset, 40)).to_record(ruleset)["paid_at_once"]
    assert titles <= {item["title"] for item in paid}
    assert all(item["title"] != item["id"] for item in paid)
