"""`mjrules plugins --trace` shows what plugins are asked while a ruleset is loaded and a hand scored."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mjrules.cli import main
from mjrules.cli.show_trace import in_short
from mjrules.hooks import Atom, Event, HouseRule, Play, Transfer, Win, WonItem, Word, events, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.hooks.trace import Request, listening, told_of

WON = "123m456p789s111z2z +2z from=left"
Trace = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Trace:
    """Traces a hand under a child of Chinese Official with a word of a plugin; status, records, what is said else."""

    def run(test: Callable[..., Any], hand: str = WON) -> tuple[int, list[dict[str, Any]], str]:
        plugin = ModuleType("odd")

        def mj_condition_words() -> list[Word]:
            return [Word("odd", "", "", ("win",), {}, lambda *_: Atom("odd", ("win",), test))]

        vars(plugin)["mj_condition_words"] = hookimpl(mj_condition_words)
        installed = {**available_plugins(), "odd": lambda: plugin}
        monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: installed)
        path = tmp_path / "club.yaml"
        rule = "rules: {odd: {fan: 3, when: {odd: 1}}}"
        path.write_text(f"id: club\nextends: chinese-official\nplugins: {{add: [odd]}}\n{rule}\n", encoding="utf-8")
        status = main(["plugins", "--trace", hand, "--ruleset", str(path), "--json"])
        out, err = capsys.readouterr()
        return status, json.loads(out), err

    return run


def of(records: list[dict[str, Any]], plugin: str) -> list[tuple[str, str, str]]:
    return [(item["while"], item["asked"], item["gave"]) for item in records if item["plugin"] == plugin]


def test_every_question_to_a_plugin_is_shown(trace: Trace) -> None:
    status, records, err = trace(lambda win: win == 28)
    assert (status, err) == (0, "")
    word = "mj_condition_words"
    assert of(records, "odd") == [
        ("loading", word, "odd"),
        ("loading", f'{word}, the word "odd"', "the question odd"),
        ("scoring", f'{word}, "odd" of the word "odd"', "True"),
    ]
    sums = of(records, "sum")
    assert ("scoring", 'mj_scoring_methods, value of the method "sum"', "total 18, counted 18, rank [18]") in sums
    (paid,) = [item for item in records if item["plugin"] == "base_payment" and item["while"] == "scoring"]
    assert paid["given"].startswith("E wins 18 from N, ")
    assert paid["gave"] == "[S pays E 8, W pays E 8, N pays E 26]"
    assert all(item["times"] >= 1 for item in records)


ITEM = WonItem("clean_hand", 1, 3, 3, "faan")
SEATS = ("E", "S", "W", "N")
WINS = {
    "E wins 4 drawn": Win("E", None, 4, SEATS),
    "E wins 4 from N; items clean_hand": Win("E", "N", 4, SEATS, items=(ITEM,)),
    "S wins 9 from N; worth E=2 S=9; cut S=3; special S": Win(
        "S", "N", 9, SEATS, {"E": 2, "S": 9}, special=frozenset("S"), cut={"E": 0, "S": 3}
    ),
    "S wins 9 from N; not the first to win; totals fu=40; pots sticks=1000; dead E; out W": Win(
        "S", "N", 9, SEATS, dead=frozenset("E"), totals={"fu": 40}, out=frozenset("W"), first=False,
        pots={"sticks": 1000, "goulash": 0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("shown", WINS)
def test_a_win_is_shown_with_what_a_settlement_reads(shown: str) -> None:
    assert in_short(WINS[shown]) == shown


def test_of_the_hand_that_is_settled_its_flags_and_fields_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = tmp_path / "club.yaml"  # a bundled ruleset may be remembered, with plugins to which nobody listens
    club.write_text("id: club\nextends: riichi\n", encoding="utf-8")
    hand = f"{WON} riichi honba=2"
    assert main(["plugins", "--trace", hand, "--ruleset", str(club), "--json"]) == 0
    (paid,) = [item for item in json.loads(capsys.readouterr().out) if item["gave"].startswith("[N pays E")]
    assert paid["given"].startswith("E wins 7700 from N; flags riichi; fields honba=2; totals han=3 fu=40")


def test_a_plugin_that_fails_is_shown_where_it_fails(trace: Trace) -> None:
    status, records, err = trace(lambda win: 1 // 0)
    assert status == 2
    assert 'plugin "odd" failed' in err
    assert of(records, "odd")[-1][2] == "raised ZeroDivisionError: integer division or modulo by zero"


def test_a_hand_that_is_refused_is_traced_too(trace: Trace) -> None:
    status, records, err = trace(bool, "123m456p789s111z2z +3z from=left")
    assert (status, err) == (1, "mjrules: win: the tiles do not make a complete hand\n")
    assert [item[0] for item in of(records, "odd")] == ["loading", "loading"]


def test_the_text_has_a_part_for_loading_and_one_for_scoring(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("id: own\nextends: hkos\n", encoding="utf-8")
    assert main(["plugins", "--trace", WON, "--ruleset", str(path)]) == 0
    loading, scoring = capsys.readouterr().out.split("\n\n")
    assert loading.startswith("loading own\n  plugin ")
    assert scoring.startswith("scoring 123m456p789s1112z +2z seat=E round=E from=left\n  plugin ")
    assert 'value of the method "sum"' in scoring


class Toll(Play):
    """Whoever discards a dragon pays the next player."""

    hears = (events.Discard,)

    def follows(self, event: Event) -> list[Event]:
        assert isinstance(event, events.Discard)
        seats = self.asks.seats
        payer, payee = seats[event.seat], seats[(event.seat + 1) % 4]
        if event.tile < 31:
            return []
        return [events.Paid(event.seat, "toll", "Toll", (Transfer(payer, payee, 2),))]


def test_in_play_it_is_shown_what_follows_by_house_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = ModuleType("toll")
    vars(plugin)["mj_house_rules"] = hookimpl(lambda: [HouseRule("toll", "", play=Toll)])
    installed = {**available_plugins(), "toll": lambda: plugin}
    monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: installed)
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: hong-kong\nplugins: {add: [toll]}\nhouse_rules: {toll: {}}\n", "utf-8")
    argv = ["plugins", "--play", "1", "--seed", "3", "--ruleset", str(path)]
    assert main([*argv, "--json"]) == 0
    records = [item for item in json.loads(capsys.readouterr().out) if item["while"] == "playing"]
    followed = [item for item in records if item["asked"] == 'mj_house_rules, follows of the house rule "toll"']
    (nothing,) = [item for item in followed if item["gave"] == "[]"]
    assert (nothing["given"], nothing["times"] > 40) == ("…", True)
    paid = [(item["given"], item["gave"]) for item in followed if item != nothing]
    told = "[Paid(seat S, payment toll, title Toll, transfers [S pays W 2])]"
    assert ("Discard(seat S, tile 5z, named 5z)", told) in paid
    assert {item["plugin"] for item in records} == {"toll"}
    assert main(argv) == 0
    assert "\n\nplaying club, 1 hand, seed 3\n  plugin " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--play", "1"], "--play"),
        (["--play", "0", "--ruleset", "hkos"], "--play 0: expected 1 or more"),
        (["--play", "1", "--trace", WON, "--ruleset", "hkos"], "--play: expected no --trace beside it"),
        (["--seed", "1"], "--seed: expected --play, too"),
    ],
)
def test_what_cannot_be_traced_in_play_is_refused(
    argv: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plugins", *argv]) == 2
    assert (said in capsys.readouterr().err) == (said != "--play")


def test_a_ruleset_alone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugins", "--ruleset", "hkos"]) == 2
    assert capsys.readouterr().err == "mjrules: --ruleset: expected --trace with a hand, or --play, too\n"


def test_where_nobody_listens_functions_stay_as_they_are() -> None:
    assert told_of("odd", "hook", "", len) is len
    heard: list[Request] = []
    with listening(heard.append):
        listened = told_of("odd", "hook", "part", len)
    assert listened("four") == 4
    assert heard == [Request("odd", "hook", "part", ("four",), 4)]
