"""An evening of twelve hands kept in the terminal, to the letter: each command of a file after the one before it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from mjrules.cli import main
from mjrules.ledger import Entry, Ledger
from mjrules.ledger.lines import book_lines
from tests.kit.printed_cases import PRINTED_CASE, without_hashes

Shown = pytest.CaptureFixture[str]


FINE = "111z222m333p444s5z +5z"
"""A hand that every ruleset of these tests accepts."""


def plain(text: str) -> str:
    """What is printed, times and hashes left out."""
    timed = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "…", without_hashes(text))
    return re.sub(r"(\([a-z-]+), [0-9a-f]{12}\)", r"\1, …)", timed)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which commands are run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def status_of(*argv: str) -> int:
    """The status of a command about an evening."""
    try:
        return main(["evening", *argv])
    except SystemExit as left:
        return int(left.code or 0)


def told(shown: Shown, *argv: str) -> str:
    """What a command prints that does what it should."""
    assert status_of(*argv) == 0
    return shown.readouterr().out


def refusal(shown: Shown, *argv: str) -> str:
    """What a command prints that refuses."""
    assert status_of(*argv) in (1, 2)
    return shown.readouterr().err.replace("\n    ", " ").removeprefix("mjrules: ").strip()


def shown_again(file: Path, capsys: Shown) -> str:
    """A file with what its commands print now."""

    def again(case: re.Match[str]) -> str:
        status_of(*shlex.split(case["command"])[1:])
        out, err = capsys.readouterr()
        return f"## {case['name']}\n\n```console\n$ mjrules {case['command']}\n{plain(out + err)}```\n"

    return PRINTED_CASE.sub(again, file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["evening", pytest.param("evening-riichi", marks=pytest.mark.slow)])
def test_an_evening_to_the_letter(folder: Path, capsys: Shown, name: str) -> None:
    file = Path(__file__).with_name(f"{name}.md")
    assert shown_again(file, capsys) == file.read_text(encoding="utf-8")


def four(shown: Shown, *more: str) -> None:
    """An evening is opened."""
    told(shown, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "hong-kong", "--date", "2026-11-24", *more)


def test_two_tables_are_kept_apart(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", *"ABCDEFGH", "--ruleset", "hong-kong", "--date", "2026-11-24")
    assert refusal(capsys, "add", "draw") == "which table? Say --table 1, --table 2"
    assert "Next at table 2: hand 2" in told(capsys, "add", "E", "wins", "4", "from", "F", "--table", "2")
    assert refusal(capsys, "add", "E", "wins", "4", "--table", "1").startswith('"E" does not sit at table 1')
    assert told(capsys, "show").count("\nTable ") == 2


def test_words_go_on_behind_an_option(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", "A", "--ruleset", "riichi", *"BCDEFGH")
    said = told(capsys, "add", "draw", "--table", "1", "ready=A,B", "sticks=B")
    assert "  B   +500   +500\n" in said
    assert "corrected: A wins" in told(capsys, "correct", "4", "amounts", "A=1", "--note", "late", "B=-1", "won=A")


def test_a_table_may_be_made_up_later(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", *"ABCDE", "--ruleset", "hong-kong", "--club", "Five")
    assert "no table is made up yet" in refusal(capsys, "add", "draw")
    assert "Next at table blue: hand 1, East B" in told(capsys, "add", "table", "blue", *"BCDE")
    assert "Five" in told(capsys, "new", *"ABCD", "--ruleset", "hong-kong", "--date", "2026-12-01")
    assert told(capsys, "show", "--all").startswith("Five: 2 evenings")
    assert "several" not in told(capsys, "show", "--evening", "2026-12-01")
    told(capsys, "new", *"ABCD", "--ruleset", "hong-kong", "--date", "2026-12-01", "--club", "Four")
    assert refusal(capsys, "show", "--evening", "2026-12-01").startswith('several evenings are "2026-12-01": name one')


def test_everything_goes_out_and_comes_in(folder: Path, capsys: Shown) -> None:
    four(capsys)
    told(capsys, "add", "Bo", "wins", FINE, "from", "Ann")
    assert told(capsys, "export", "club.jsonl") == "5 events in club.jsonl\n".replace("5", "4")
    text = told(capsys, "export", "-")
    assert text == Path("club.jsonl").read_text(encoding="utf-8")
    assert told(capsys, "import", "club.jsonl", "--data", "copy.db") == "4 new events\n"
    assert told(capsys, "backup", "kept.db") == "4 events in kept.db\n"
    told(capsys, "add", "Cy", "wins", "4")
    told(capsys, "add", "Di", "wins", "4", "--data", "copy.db")
    assert told(capsys, "merge", "copy.db").startswith("1 new event\n2026-11-24, line 5: hand 2 of table 1 is written")
    assert (
        told(capsys, "merge", "club.jsonl")
        == told(capsys, "import", "club.jsonl")
        == ("0 new events\n2026-11-24, line 5: hand 2 of table 1 is written down already\n")
    )
    told(capsys, "merge", "mjrules-club.db", "--data", "copy.db")
    assert told(capsys, "export", "-", "--data", "copy.db") == told(capsys, "export", "-")
    assert "themselves" in refusal(capsys, "merge", "mjrules-club.db")
    assert "To be looked at: line 5" in told(capsys, "show")
    assert "there already" in refusal(capsys, "backup", "kept.db")


@pytest.mark.parametrize("name", [":memory:", "file:club.db?mode=memory"])
def test_books_are_a_file_whatever_its_name(folder: Path, capsys: Shown, name: str) -> None:
    four(capsys, "--data", name)
    assert Path(name).is_file()
    assert told(capsys, "show", "--data", name).startswith("club, 2026-11-24")
    told(capsys, "backup", f"{name}-kept", "--data", name)
    assert Path(f"{name}-kept").is_file()


@pytest.mark.parametrize("command", ["export", "print --out"])
def test_a_file_is_written_where_a_link_leads_and_into_a_pipe(folder: Path, capsys: Shown, command: str) -> None:
    four(capsys)
    told(capsys, *command.split(), "plain")
    (folder / "elsewhere").mkdir()
    Path("link").symlink_to("elsewhere/file")
    told(capsys, *command.split(), "link")
    assert Path("link").is_symlink()
    os.mkfifo("pipe")
    with Path("read").open("wb") as file, subprocess.Popen(["sh", "-c", "cat pipe"], stdout=file):
        told(capsys, *command.split(), "pipe")
    assert Path("pipe").is_fifo()
    written = [Path(name).read_text(encoding="utf-8") for name in ("plain", "elsewhere/file", "read")]
    assert written == written[:1] * 3
    assert [*folder.rglob(".new-*")] == []


def test_what_cannot_be_written_leaves_what_was(folder: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    four(capsys)
    Path("club.jsonl").write_text("before", encoding="utf-8")
    monkeypatch.setattr("mjrules.cli.books.files.book_lines", lambda _: ["a line", 7])
    with pytest.raises(TypeError):
        status_of("export", "club.jsonl")
    assert Path("club.jsonl").read_text(encoding="utf-8") == "before"
    assert [*folder.glob(".new-*")] == []


def test_books_come_through_a_pipe(folder: Path, capsys: Shown) -> None:
    four(capsys)
    told(capsys, "export", "club.jsonl")
    os.mkfifo("pipe")
    for action in ("import", "merge"):
        with Path("club.jsonl").open("rb") as file, subprocess.Popen(["sh", "-c", "cat > pipe"], stdin=file):
            assert told(capsys, action, "pipe", "--data", f"{action}.db") == "3 new events\n"
    with Path("mjrules-club.db").open("rb") as file, subprocess.Popen(["sh", "-c", "cat > pipe"], stdin=file):
        assert (
            refusal(capsys, "merge", "pipe", "--data", "merge.db") == '"pipe" are books, which are joined from a file'
        )


FIELDS = ["123m456p789s111z2z +2z seat=E"], ["123m456p789s111z2z", "+2z", "seat=E"], ["123", "dots", "seat=E"]


@pytest.mark.parametrize("hand", FIELDS)
def test_the_fields_of_a_hand_stand_in_quotes_or_not(folder: Path, capsys: Shown, hand: list[str]) -> None:
    four(capsys)
    status_of("add", "Ann", "wins", *hand, "from", "Bo")
    assert "is not understood" not in capsys.readouterr().err


def test_a_line_that_two_copies_corrected_otherwise_is_told(folder: Path, capsys: Shown) -> None:
    four(capsys, "--set", "minimum=0")
    told(capsys, "add", "Bo", "wins", "4", "from", "Ann")
    told(capsys, "add", "Cy", "wins", "4", "from", "Ann")
    told(capsys, "correct", "4", "Cy", "wins", "5", "from", "Ann")
    told(capsys, "backup", "copy.db")
    told(capsys, "correct", "3", "Bo", "wins", "5", "from", "Ann")
    told(capsys, "correct", "3", "Bo", "wins", "6", "from", "Ann")
    told(capsys, "correct", "4", "Cy", "wins", "6", "from", "Ann")
    told(capsys, "correct", "3", "Bo", "wins", "7", "from", "Ann", "--data", "copy.db")
    told(capsys, "correct", "4", "Cy", "wins", "6", "from", "Ann", "--data", "copy.db")
    told(capsys, "backup", "kept.db")
    joined = told(capsys, "merge", "copy.db")
    apart = "2026-11-24, line 3: both copies corrected it otherwise: it says now: Bo wins on Ann's discard, "
    assert joined == f"2 new events\n{apart}6; and not: Bo wins on Ann's discard, 7\n"
    assert told(capsys, "merge", "kept.db", "--data", "copy.db") == joined.replace("2 new", "3 new")
    assert told(capsys, "merge", "copy.db") == "0 new events\n"


def test_a_line_that_the_other_copy_changed_is_told(folder: Path, capsys: Shown) -> None:
    four(capsys, "--set", "minimum=0")
    for winner in ("Bo", "Cy", "Di"):
        told(capsys, "add", winner, "wins", "4", "from", "Ann")
    told(capsys, "backup", "copy.db")
    told(capsys, "correct", "3", "Bo", "wins", "5", "from", "Ann")
    told(capsys, "undo", "5")
    told(capsys, "correct", "4", "Cy", "wins", "6", "from", "Ann", "--data", "copy.db")
    told(capsys, "merge", "mjrules-club.db", "--data", "copy.db")
    changed = "2026-11-24, line 4 is changed: it says now: Cy wins on Ann's discard, 6 (corrected); and said: Cy"
    assert told(capsys, "merge", "copy.db") == f"1 new event\n{changed} wins on Ann's discard, 4\n"


def test_what_the_other_copy_took_back_is_told(folder: Path, capsys: Shown) -> None:
    four(capsys, "--set", "minimum=0")
    told(capsys, "add", "Bo", "wins", "4", "from", "Ann")
    told(capsys, "backup", "copy.db")
    told(capsys, "undo", "--data", "copy.db")
    lines = told(capsys, "merge", "copy.db").splitlines()
    said = "Bo wins on Ann's discard, 4"
    assert lines[1:] == [f"2026-11-24, line 3 is changed: it says now: {said} (undone); and said: {said}"]
    assert told(capsys, "merge", "copy.db") == "0 new events\n"


def test_books_are_copied_and_joined_in_chinese(folder: Path, capsys: Shown) -> None:
    four(capsys, "--set", "minimum=0")
    zh = ("--lang", "zh")
    told(capsys, "add", "Bo", "wins", "4", "from", "Ann")
    told(capsys, "add", "Cy", "wins", "4", "from", "Ann")
    assert told(capsys, "backup", "copy.db", *zh) == "copy.db 中共 5 条记录\n"
    told(capsys, "correct", "3", "Bo", "wins", "5", "from", "Ann")
    told(capsys, "correct", "3", "Bo", "wins", "6", "from", "Ann", "--data", "copy.db")
    told(capsys, "undo", "4", "--data", "copy.db")
    joined = told(capsys, "merge", "copy.db", *zh).splitlines()
    assert joined[0] == "新增 2 条记录"
    assert joined[1].startswith("2026-11-24，第 3 条：两份账本的更正不同，现为“")
    assert joined[2].startswith("2026-11-24，第 4 条有变动：现为“")
    assert told(capsys, "export", "club.jsonl", *zh) == "club.jsonl 中共 8 条记录\n"
    assert told(capsys, "import", "club.jsonl", "--data", "new.db", *zh).startswith("新增 8 条记录\n")
    assert "重新计算 1 条，0 条结果不同；账本没有改动。" in told(capsys, "again", *zh)


def test_what_is_sent_twice_is_written_down_once(folder: Path, capsys: Shown) -> None:
    four(capsys)
    first = told(capsys, "add", "draw", "--id", "form-1", "--json")
    assert told(capsys, "add", "draw", "--id", "form-1", "--json") == first
    assert json.loads(first)["id"] == "form-1"
    assert "Next at table 1: hand 2" in told(capsys, "add", "draw", "--id", "form-1")


def test_what_is_taken_back_twice_by_one_id_is_taken_back_once(folder: Path, capsys: Shown) -> None:
    four(capsys)
    for id in ("one", "two"):
        told(capsys, "add", "draw", "--id", id)
    undone = [told(capsys, "undo", "--id", "u", "--json") for _ in range(2)]
    assert undone[0] == undone[1]
    assert json.loads(undone[0])["undoes"] == "two"
    assert "stands for another" in refusal(capsys, "undo", "3", "--id", "u")
    again = [told(capsys, "undo", "--back", "--id", "b", "--json") for _ in range(2)]
    assert again[0] == again[1]
    assert "(undone)" not in told(capsys, "show")
    told(capsys, "undo", "4", "--id", "v")
    back = [told(capsys, "undo", "4", "--back", "--id", "c", "--json") for _ in range(2)]
    assert back[0] == back[1]


def test_an_id_stands_for_one_line(folder: Path, capsys: Shown) -> None:
    four(capsys, "--set", "minimum=0")
    lines = {"one": ("Bo", "wins", FINE, "from", "Ann"), "two": ("draw",), "three": ("seats", "Di", "Cy", "Bo", "Ann")}
    for id, words in lines.items():
        told(capsys, "add", *words, "--id", id)
    for player in ("Eve", "Flo", "Gil", "Hal"):
        told(capsys, "add", "arrives", player)
    told(capsys, "add", "table", "2", "Eve", "Flo", "Gil", "Hal")
    told(capsys, "correct", "3", "Cy", "wins", FINE, "from", "Ann", "--id", "four")
    for id, words in lines.items():
        assert json.loads(told(capsys, "add", *words, "--id", id, "--json"))["id"] == id, (
            "as it was when it was written"
        )
        other = ("Cy", "wins", FINE, "from", "Ann")
        assert refusal(capsys, "add", *other, "--id", id).startswith(f"the id {id} stands for another event")
    assert "stands for another" in refusal(capsys, "add", "draw", "--note", "late", "--id", "two")
    assert "stands for another" in refusal(capsys, "add", "draw", "--table", "1", "--id", "four")
    assert refusal(capsys, "add", "arrives", "Ida", "--id", "two", "--lang", "zh") == "“two”已用于另一条记录"


def test_sheets_are_printed(folder: Path, capsys: Shown) -> None:
    four(capsys, "--set", "minimum=0")
    told(capsys, "add", "Bo", "wins", FINE, "from", "Ann", "--note", "<b>fine</b>")
    told(capsys, "add", "arrives", "Eve")
    told(capsys, "add", "arrives", "eve")
    assert told(capsys, "print") == told(capsys, "show")
    assert told(capsys, "print", "--out", "sheet.html") == "sheet.html\n"
    page = Path("sheet.html").read_text(encoding="utf-8")
    assert "@media print" in page
    assert "&lt;b&gt;fine" in page
    assert "Comings and goings" in page
    assert "Eve and eve may be the same player" in page, "what is odd is printed too"
    assert "minimum=0" in told(capsys, "show")


def test_the_books_are_told_as_json_and_csv(folder: Path, capsys: Shown) -> None:
    four(capsys)
    told(capsys, "add", "Bo", "wins", FINE, "from", "Ann")
    told(capsys, "add", "pay", "Ann=-1", "--difference", "room")
    found = json.loads(told(capsys, "show", "--json"))
    assert found["standings"][0] == {"player": "Bo", "total": 512}
    assert found["lines"][2]["rules"]
    assert found["differences"] == {"room": 1}
    club = json.loads(told(capsys, "show", "--all", "--json"))
    assert club["players"][0]["best_rules"] == found["lines"][2]["rules"]
    assert told(capsys, "show", "--club", "club", "--csv").startswith("player,total,evenings,")
    assert "Bo's best hand: " in told(capsys, "show", "--season", "2026")
    assert "no such evening" in refusal(capsys, "show", "--season", "1999")
    assert "one of them" in refusal(capsys, "show", "--csv", "--json")


EIGHT = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


def test_standings_by_table_points(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", *EIGHT, "--ruleset", "hong-kong", "--date", "2026-11-24")
    told(capsys, "add", "amounts", "Ann=30", "Bo=-10", "Cy=-10", "Di=-10", "won=Ann", "--table", "1")
    told(capsys, "add", "amounts", "Eve=8", "Flo=-8", "Gus=0", "Hal=0", "won=Eve", "--table", "2")
    shown = told(capsys, "show", "--table-points", "4,2,1,0")
    assert [line.split() for line in shown.splitlines()[2:6]] == [
        ["Table", "points", "Games", "Total"],
        ["Ann", "4", "1", "+30"],
        ["Eve", "4", "1", "+8"],
        ["Gus", "1.5", "1", "0"],
    ]
    assert told(capsys, "show", "--all", "--table-points", "4,2,1,0") == shown
    assert "标准分" in told(capsys, "show", "--table-points", "4,2,1,0", "--lang", "zh")
    assert told(capsys, "show", "--table-points", "3", "--csv").startswith("player,points,games,total\nAnn,3,1,30\n")
    record = json.loads(told(capsys, "show", "--season", "2026", "--table-points", "4,2,1,0", "--json"))
    assert record["players"][2] == {"player": "Gus", "points": 1.5, "games": 1, "total": 0}
    assert record["evenings"][0]["date"] == "2026-11-24"


def test_a_formula_in_a_name_stays_text_in_a_spreadsheet(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", "+1+1", "Bo", "Cy", "Di", "--ruleset", "hong-kong")
    assert ",'+1+1," in told(capsys, "show", "--csv")


@pytest.mark.slow
def test_wide_numbers_are_numbers(folder: Path, capsys: Shown) -> None:
    """As keyboards for Chinese and Japanese type them."""
    told(capsys, "new", "甲", "乙", "丙", "丁", "--ruleset", "hong-kong", "--date", "2026-11-28")
    assert "wins on 丁's discard, 4\n" in told(capsys, "add", "甲", "wins", "４", "from", "丁")
    assert "+10" in told(capsys, "add", "pay", "甲=－１０", "乙=＋10")


def test_several_win_one_hand_and_the_table_is_closed(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "sichuan")
    words = ["Cy", "wins", "123m456m789p345p2m +2m", "from", "Ann", "also", "Bo", "wins", "123s456s789s345p5p !5p"]
    said = told(capsys, "add", *words)
    assert "Cy wins on Ann's discard, " in said
    assert "Next at table 1: hand 2, East Cy, South Di" in said
    again = told(capsys, "correct", "3", *words, "--note", "as it was")
    assert again.startswith("3. corrected: Cy wins")
    assert "Next" not in told(capsys, "add", "close")
    assert "the table 1 is closed" in refusal(capsys, "add", "draw")


def test_an_undo_that_does_not_fit_names_the_line_that_needs_what_is_undone(folder: Path, capsys: Shown) -> None:
    four(capsys)
    told(capsys, "add", "draw")
    assert refusal(capsys, "undo", "2").strip() == 'line 3: there is no table "1"'
    told(capsys, "add", "arrives", "Eve")
    told(capsys, "add", "seats", "Ann", "Bo", "Cy", "Eve")
    assert refusal(capsys, "undo", "4").strip() == 'line 5: "Eve" has not come to this evening'


def test_counters_are_put_into_a_pot_that_the_hand_counts(folder: Path, capsys: Shown) -> None:
    """By a name alone nobody says how much goes into another: it was one point."""
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "sichuan")
    said = refusal(capsys, "add", "draw", "forfeits=Bo")
    assert said.startswith("forfeits=: nobody lays counters into this pot: `amounts` say what it gets, as forfeits=+10")
    assert "Bo   -48  -48" in told(capsys, "add", "amounts", "Bo=-48", "forfeits=48")
    told(capsys, "add", "pot", "forfeits", "share")
    assert refusal(capsys, "add", "pot", "forfeits", "share").strip() == 'nothing is in "forfeits"'


WRONG = {
    "new Ann Bo --ruleset hong-kong": "hong-kong is played by 4: expected 4 players or more, got 2",
    "new Ann Bo Cy Di": "no ruleset is chosen",
    "new Ann Bo Cy Di --ruleset hong-kong --date 2026-02-30": '"2026-02-30" is no date: expected one as 2026-11-24',
    "new Ann Bo Cy Di --ruleset hong-kong --date tonight": '"tonight" is no date',
    "new Ann Ann Cy Di --ruleset hong-kong": '"Ann" comes twice',
    "show --evening 2026-11-24 --all": "--evening: expected no --all beside it, which takes several evenings",
    "show --evening 2026-11-24 --club club": "--evening: expected no --club beside it",
    "show --evening ''": 'there is no evening ""',
    "show --season ''": "no such evening",
    "show --table-points 4,x": 'expected what each place of a game is worth, as 4,2,1,0, got "4,x"',
    "show --all --table-points 1,2": "expected what the first place is worth first, got 1,2",
    "show --list --table-points 2,1": "--table-points: expected no --list beside it, which shows no standings",
    "show --evening 2026-11-2": 'there is no evening "2026-11-2" (did you mean "2026-11-24"?)',
    "add Bo wins": "expected the hand of Bo",
    "add Bo wins 4 from": "after `from` comes the name",
    "add Bo wins 4 from Ann Eve=2": '"Eve=2" is not understood (known: Ann, Bo, Cy, Di, ready, ponds, east, fault)',
    "add Bo wins 4 from Ann An=2": '"An=2" is not understood (did you mean "Ann"?)',
    "add Bo wins 4 Eve=2": '"Eve=2" is not understood',
    "add Bo wins '123m 456p 789s 11z 55z +5z' 'Eve=123m 456p'": '"Eve=123m 456p" is not understood (known: Ann, Bo',
    "add Bo wins '123m 456p 789s 11z 55z +5z' An=123m": '"An=123m" is not understood (did you mean "Ann"?)',
    "add Bo wins 123m +4m rond=S": '"rond=S" is not understood (did you mean "round"?)',
    "add Bo wins 4 form Ann": '"form" is not understood (did you mean "from"?)',
    "add Bo wins 123m456p789s11z55z +5z form Ann": '"form" is not understood (did you mean "from"?)',
    "add Bo wins 4 faan from Ann": "Bo: expected what the hand is worth as a number alone: 4",
    "add Bo won 4 from Ann": '"won" is not understood behind Bo: expected Bo wins HAND',
    "add Bo": "expected Bo wins HAND",
    "add Bo wins 2 from Ann": "a hand of Bo that is worth 2 is no win: hong-kong asks for 3",
    "add Bo wins 4 Ann=123m": "the hand has 3 tiles (a kong counting three): expected 13",
    "add Bo wins '111z 222m 333p 444s 5z +5z' Ann=4": "the tile with which Bo won was claimed: say who discarded it",
    "add Bo wins 4 ready=Ann": "only after a drawn hand",
    "add Bo wins 64.5 from Ann": 'Bo: "64.5" is not a whole number: expected one such as 64, or a hand in quotes',
    "add Bo wins 64 Ann=1,5": 'Ann: "1,5" is not a whole number',
    "add Bo wins 64.5 from Ann also Cy wins 4 from Ann": 'Bo: "64.5" is not a whole number',
    "add Bo wins 4 Ann=1 Ann=2": "Ann is said twice",
    "add Bo wins 123m456p789s111z22z": "does not say with which tile it was won",
    "add Bo wins 4 from Ann also Cy wins 4 from Ann": "enter the hand of each, or the amounts",
    "add Bo wins 123m from Ann also Cy 123m": "after `also` the next winner",
    "add 'Bo wins 4 from Ann'": '"Bo wins 4 from Ann" is one word here: put no more in quotes than a hand or a name',
    "add close now": '"now" is not understood',
    "add draw now": '"now" is not understood',
    "add draw won=Ann": "won= is not understood here",
    "add amounts": "expected what everybody gets",
    "add amounts Ann=+3 Bo=-2": "the amounts sum to 1, not to zero",
    "add amounts Ann=many": 'Ann="many": expected a whole number',
    "add pay Ann=+1000000000001 Bo=-1000000000001": "Ann: expected an amount of 1000000000000 at most",
    f"add pay Ann={'9' * 5000}": "Ann: expected an amount of 1000000000000 at most",
    "add penalty false_mahjong Cy for": "after `for` comes the name of the player whom it concerned",
    "add penalty false_mahjong Cy for Ann Bo": "after `for` comes the name of the player whom it concerned",
    "add penalty false_mahjong for Ann": "expected the id of a penalty and the player at fault",
    "add penalty false_mahjong": "expected the id of a penalty and the player at fault",
    "add penalty misnamed Cy for Di count=2": '"misnamed" is not a penalty of hong-kong',
    "add penalty false_mahjong Cy for Di count=2": "affected: False win costs the same whomever it concerned",
    "add bonus four": "expected the id of a bonus payment and the player",
    "add penalty false_mahjong Cy without": "after `without` come the names of those who have won before",
    "add bonus four Cy from": "after `from` comes the name of the player who discarded, and nothing else",
    "add bonus four Cy from Ann Bo": "after `from` comes the name of the player who discarded, and nothing else",
    "add bonus four Cy without": "after `without` come the names of those who have won before",
    "add bonus four Cy": '"four" is not a bonus payment of hong-kong',
    "add pay Anne=-5": '"Anne=-5" is not understood (did you mean "Ann"?)',
    "add pay": "expected what everybody gets, such as Ann=+30 Bo=-30",
    "add pay Ann 10": "Ann: expected Ann= and what it gets, such as Ann=+10",
    "add pot goulash": "expected a pot, and on, off or share",
    "add pot goulash on": '"goulash" is no pot of this ruleset',
    "add arrives": "expected one player",
    "add arrives A=b": '"A=b" is no name here: expected one without `=` and `,`, which part names from what is said',
    "add arrives also": '"also" is a word of these commands: expected another name',
    "new A,b Bo Cy Di --ruleset hong-kong": '"A,b" is no name here',
    "add leaves Eve": "Eve is not here",
    "add seats Ann Bo Cy Eve": '"Eve" has not come to this evening',
    "add seats Ann Bo": "hong-kong is played by 4: expected 4 players, got 2",
    "add seats Ann Bo Cy anew": "hong-kong is played by 4: expected 4 players, got 3",
    "add seats anew": "hong-kong is played by 4: expected 4 players, got 0",
    "add table 2 Ann Bo": "hong-kong is played by 4: expected 4 players, got 2",
    "add table 2 Ann Bo Cy Di --ruleset riichi-sanma": "riichi-sanma is played by 3: expected 3 players, got 4",
    "correct 2 table 1 Ann Bo Cy": "hong-kong is played by 4: expected 4 players, got 3",
    "add table 2": "expected the name of the table",
    "add table 1 Ann Bo Cy Di": "the table 1 is made up already",
    "correct 9 draw": "there is no line 9: this evening has 2",
    "correct 1 draw": '"draw" is not understood: expected club=…, date=…, season=…, note=…',
    "correct 1 date=2026-02-30": '"2026-02-30" is no date: expected one as 2026-11-24',
    "add draw ready=Ann,Ann": "ready: Ann is said twice",
    "correct 2 draw": "line 2 made up a table: expected table NAME PLAYER PLAYER …",
    "undo 9": "there is no line 9",
    "undo --back": "nothing is undone",
    "undo 2 --back": "line 2 is not undone",
    "import mjrules-club.db": '"mjrules-club.db" are books, not lines of JSON: mjrules evening merge joins them',
    "import none.jsonl": 'there is no file "none.jsonl"',
    "merge none.db": 'there is no file "none.db"',
    "add Ann wins 5 from Bo Ann=3": "Ann is said twice",
    "add Ann wins 5 drawn from Bo": "`drawn` and `from`: one of both",
    "new Ann Bo Cy '' --ruleset hong-kong": "players: a name is empty",
    "new Ann Bo Cy Di --ruleset hong-kong --data .": '"." is a folder: name a file',
    "new Ann Bo Cy Di --ruleset hong-kong --data nowhere/b.db": '"nowhere/b.db": there is no folder "nowhere"',
    "backup nowhere/b.db": '"nowhere/b.db": there is no folder "nowhere"',
    "export nowhere/b.jsonl": '"nowhere/b.jsonl": there is no folder "nowhere"',
    "print --out nowhere/sheet.html": '"nowhere/sheet.html": there is no folder "nowhere"',
    "print --out sheet.pdf": '"sheet.pdf": the sheet is a page of HTML: name it "sheet.html"',
    "print --out a.b/sheet.TXT": '"a.b/sheet.TXT": the sheet is a page of HTML: name it "a.b/sheet.html"',
    "backup .": '"." is a folder: name a file',
    "export .": '"." is a folder: name a file',
    "export mjrules-club.db": '"mjrules-club.db" are books, which nothing is written over: name another file',
    "print --out mjrules-club.db": '"mjrules-club.db" are books, which nothing is written over: name another file',
}


def test_a_mistake_is_told_in_plain_words(folder: Path, capsys: Shown) -> None:
    four(capsys)
    found = {command: refusal(capsys, *shlex.split(command)) for command in WRONG}
    assert {command: said for command, said in found.items() if WRONG[command] not in said} == {}


@pytest.mark.parametrize(("ruleset", "pot"), [("riichi", "sticks"), ("classical", "goulash"), ("bmja", "goulash")])
def test_a_pot_without_a_stake_is_not_said_to_be_paid_into(folder: Path, capsys: Shown, ruleset: str, pot: str) -> None:
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", ruleset)
    for word in ("on", "off"):
        assert refusal(capsys, "add", "pot", pot, word) == f'{ruleset} has no stake for the pot "{pot}"'
    said = refusal(capsys, "add", "pot", pot, "on", "--lang", "zh")
    assert said == f"此规则没有规定每家付给“{pot}”这个池多少"


def test_a_game_that_was_reckoned_up_before_a_correction_is_told(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "riichi")
    told(capsys, "add", "amounts", "Ann=8000", "Bo=-8000", "won=Ann")
    told(capsys, "add", "final")
    odd = "To be looked at: line 4: this game was reckoned up before"
    assert odd not in told(capsys, "add", "pay", "Ann=-10", "Bo=10")
    assert odd in told(capsys, "correct", "3", "amounts", "Ann=-8000", "Bo=8000", "won=Bo")
    assert "待查：第 4 条：结算之后" in told(capsys, "show", "--lang", "zh")
    assert odd not in told(capsys, "correct", "4", "final")
    assert odd in told(capsys, "undo", "3")
    assert odd not in told(capsys, "undo", "4")


def test_what_players_have_not_got_of_a_season_stands_below_them(folder: Path, capsys: Shown) -> None:
    for day in ("2026-11-24", "2026-11-25"):
        options = ("--ruleset", "western", "--set", "goulash=true", "--date", day)
        told(capsys, "new", "Ann", "Bo", "Cy", "Di", *options)
        told(capsys, "add", "draw")
        told(capsys, "add", "pay", "Ann=-10", "--difference", "room")
    said = told(capsys, "show", "--all").splitlines()
    assert [line.split() for line in said if line.startswith(("  in the pot", "  room"))] == [
        ["in", "the", "pot:", "The", "goulash", "800"],
        ["room", "+20"],
    ]
    assert "荒莊池  800" in told(capsys, "show", "--all", "--lang", "zh")
    record = json.loads(told(capsys, "show", "--all", "--json"))
    assert (record["pots"], record["differences"]) == ({"goulash": 800}, {"room": 20})
    assert sum(own["total"] for own in record["players"]) == -820
    told(capsys, "undo")
    told(capsys, "add", "Bo", "wins", "20", "Ann=0", "Cy=0", "Di=0")
    assert json.loads(told(capsys, "show", "--all", "--json"))["pots"] == {"goulash": 400}


def test_what_was_chosen_of_the_rules_is_told_when_an_evening_opens(folder: Path, capsys: Shown) -> None:
    said = told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "western", "--set", "limit=500")
    assert "Ruleset: Western (western, limit=500, hash " in said
    assert said.splitlines()[-1].removeprefix("Ruleset: ").removesuffix(".") in told(capsys, "show")


def test_books_without_an_evening_say_so(folder: Path, capsys: Shown) -> None:
    assert refusal(capsys, "show").startswith("there are no books mjrules-club.db yet: mjrules evening new PLAYER")
    assert "no books typo.db" in refusal(capsys, "add", "draw", "--data", "typo.db")
    assert [*folder.glob("*.db")] == []
    four(capsys)
    told(capsys, "undo", "2")
    assert told(capsys, "undo", "1") == "The evening of 2026-11-24 is undone.\n"
    assert "no evening yet" in refusal(capsys, "show")


def test_a_table_does_not_go_on_with_a_player_who_has_left(folder: Path, capsys: Shown) -> None:
    four(capsys)
    left = told(capsys, "add", "leaves", "Ann")
    assert "Ann left table 1: add seats PLAYER ... says who sits there from East on." in left
    assert refusal(capsys, "add", "draw") == 'table 1 cannot go on: "Ann" has left'
    told(capsys, "add", "arrives", "Eve")
    assert "East Eve" in told(capsys, "add", "seats", "Eve", "Bo", "Cy", "Di")
    told(capsys, "add", "draw")


def test_undo_takes_back_the_last_line_that_counts_and_says_so_of_a_correction(folder: Path, capsys: Shown) -> None:
    four(capsys)
    told(capsys, "add", "arrives", "Eve")
    told(capsys, "add", "arrives", "Flo")
    told(capsys, "correct", "4", "arrives", "Gus")
    assert told(capsys, "undo").startswith("4. correction undone: Flo arrives\n")
    told(capsys, "correct", "4", "arrives", "Hal")
    assert told(capsys, "undo", "4").startswith("4. Hal arrives (corrected, undone)\n")
    assert told(capsys, "undo").startswith("3. Eve arrives (undone)\n")
    assert told(capsys, "undo").startswith("2. Table 1: ")
    assert told(capsys, "undo") == "The evening of 2026-11-24 is undone.\n"


def test_the_evenings_of_the_books_are_listed(folder: Path, capsys: Shown) -> None:
    four(capsys)
    told(capsys, "add", "draw")
    told(capsys, "undo")
    told(capsys, "add", "draw")
    other = "new Ann Bo Cy Di --ruleset western --date 2026-12-01 --club Monday --id long-name-1"
    told(capsys, *other.split())
    told(capsys, *other.replace("name-1", "name-2").replace("Monday", "Friday").split())
    first = json.loads(told(capsys, "show", "--list", "--json"))[0]
    assert first == {
        "evening": first["evening"],
        "date": "2026-11-24",
        "club": "club",
        "season": "2026",
        "rulesets": ["hong-kong"],
        "hands": 1,
    }
    lines = [line.split() for line in told(capsys, "show", "--list").splitlines()]
    assert lines == [
        ["Date", "Club", "Ruleset", "Hands", "Id"],
        ["2026-11-24", "club", "hong-kong", "1", first["evening"][:8]],
        ["2026-12-01", "Monday", "western", "0", "long-name-1"],
        ["2026-12-01", "Friday", "western", "0", "long-name-2"],
    ]
    assert told(capsys, "show", "--list", "--club", "Monday", "--csv") == (
        "evening,date,club,season,rulesets,hands\nlong-name-1,2026-12-01,Monday,2026,western,0\n"
    )
    assert refusal(capsys, "show", "--evening", "xyz") == (
        'there is no evening "xyz" (known: 2026-11-24, 2026-12-01): mjrules evening show --list has all'
    )
    several = refusal(capsys, "show", "--evening", "2026-12-01")
    assert several.endswith("name one by its id: long-name-1 (Monday), long-name-2 (Friday)")
    assert "--evening: expected no --list beside it" in refusal(capsys, "show", "--list", "--evening", "long-name-1")


def test_names_that_differ_by_capitals_alone_are_told(folder: Path, capsys: Shown) -> None:
    four(capsys)
    assert "To be looked at: Bo and BO may be the same player." in told(capsys, "add", "arrives", "BO")
    told(capsys, "undo")
    assert "may be the same player" not in told(capsys, "add", "arrives", "Ann Lee")
    assert "To be looked at: Ann Lee and Ann  Lee may be the same player." in told(capsys, "add", "arrives", "Ann  Lee")
    told(capsys, "undo")
    assert "To be looked at" not in told(capsys, "show")


def test_clubs_and_players_that_differ_by_capitals_alone_are_told_over_all_evenings(
    folder: Path, capsys: Shown
) -> None:
    club = ("--ruleset", "hong-kong", "--date", "2026-11-24", "--club")
    assert "To be looked at" not in told(capsys, "new", "Ann", "Bo", "Cy", "Jos\u00e9", *club, "Tuesday")
    odd = "To be looked at: Tuesday and tuesday may be the same club."
    assert odd in told(capsys, "new", "ann", "Bo", "Cy", "Jose\u0301", *club, "tuesday")
    assert odd in told(capsys, "show", "--club", "tuesday")
    shown = told(capsys, "show", "--all")
    assert shown.count(odd) == 1
    assert "To be looked at: Ann and ann may be the same player." in shown
    assert "To be looked at: Jos\u00e9 and Jose\u0301 may be the same player." in shown
    assert 'there is no such evening (did you mean "tuesday"?): ' in refusal(capsys, "show", "--club", "Tusday")
    assert "there is no such evening (known: 2026): " in refusal(capsys, "show", "--season", "Winter")


def test_hands_may_be_records(folder: Path, capsys: Shown) -> None:
    four(capsys)
    record = '{"concealed": "111z222m333p444s5z", "win": "5z"}'
    as_record = told(capsys, "add", "Bo", "wins", record, "from", "Ann", 'Cy={"concealed": "123m456p789s1234z"}')
    told(capsys, "undo")
    as_text = told(capsys, "add", "Bo", "wins", FINE, "from", "Ann", "Cy=123m456p789s1234z")
    assert as_record.partition(".")[2] == as_text.partition(".")[2]
    assert "Bo: this is not JSON" in refusal(capsys, "add", "Bo", "wins", record[:-1], "from", "Ann")


def test_a_hand_after_the_end_of_a_game_is_told(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "riichi", "--date", "2026-11-25")
    told(capsys, "add", "draw")
    assert "To be looked at" not in told(capsys, "add", "final")
    note = "To be looked at: table 1 plays on after its game was reckoned up: begin another with the seats anew."
    assert note in " ".join(told(capsys, "add", "draw").split())
    told(capsys, "undo")
    assert "To be looked at" not in told(capsys, "add", "seats", "Ann", "Bo", "Cy", "Di", "anew")
    assert "To be looked at" not in told(capsys, "add", "draw")


def test_books_in_which_nothing_is_written_down_are_not_left(folder: Path, capsys: Shown) -> None:
    Path("bad.jsonl").write_text("no event\n", encoding="utf-8")
    for command in ("new Ann Bo Cy --ruleset hong-kong", "import bad.jsonl", "merge bad.jsonl"):
        refusal(capsys, *command.split())
        assert [*folder.iterdir()] == [folder / "bad.jsonl"]
    four(capsys)
    refusal(capsys, "new", "Ann", "--ruleset", "hong-kong")
    assert told(capsys, "show").startswith("club, 2026-11-24")


def test_a_ruleset_that_is_read_otherwise_now_is_told(
    folder: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    four(capsys)
    told(capsys, "add", "Bo", "wins", FINE, "from", "Ann")
    with Ledger.open("mjrules-club.db") as ledger:
        frozen = next(iter(ledger.rulesets().values()))
        text = Path("mjrules-club.db").read_bytes()
    other = frozen.hash[:-1] + ("0" if frozen.hash[-1] != "0" else "1")
    lines = told(capsys, "export", "-").splitlines()[1:]
    assert text
    changed = [line.replace(frozen.hash, other) for line in lines]
    Path("other.jsonl").write_text("".join(book_lines(map(Entry.from_line, changed))), encoding="utf-8")
    told(capsys, "import", "other.jsonl", "--data", "other.db")
    assert "reads hong-kong otherwise than mjrules" in refusal(capsys, "add", "draw", "--data", "other.db")
    assert "-1 " in told(capsys, "add", "pay", "Ann=-1", "Bo=1", "--data", "other.db")
    assert f"ruleset {other[:12]}; is mjrules" in told(capsys, "again", "--data", "other.db")
    del changed[0]
    Path("other.jsonl").write_text("".join(book_lines(map(Entry.from_line, changed))), encoding="utf-8")
    told(capsys, "import", "other.jsonl", "--data", "none.db")
    for command in (["add", "draw"], ["again"]):
        assert "is not in the books" in refusal(capsys, *command, "--data", "none.db")
    assert "hash" not in told(capsys, "show", "--data", "none.db")


def test_a_ruleset_of_the_books_that_cannot_be_used_any_more_is_told_as_that_of_the_books(
    folder: Path, capsys: Shown
) -> None:
    """A plugin has lost a setting: the places are in the text that the books keep, which nobody can mend."""
    Path("club.yaml").write_text("id: club\nextends: hong-kong\nscoring: {minimum: 2}\n", encoding="utf-8")
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "club.yaml", "--date", "2026-11-24")
    lines = [line.replace("minimum: 2", "minimun: 2") for line in told(capsys, "export", "-").splitlines()[1:]]
    Path("other.jsonl").write_text("".join(book_lines(map(Entry.from_line, lines))), encoding="utf-8")
    told(capsys, "import", "other.jsonl", "--data", "other.db")
    why, place, *_, instead = refusal(capsys, "add", "draw", "--data", "other.db").splitlines()
    assert why == "club, as the books keep it, cannot be used by this mjrules and its plugins"
    assert "club.yaml:3:11 scoring.minimun: unknown key" in place
    assert instead.startswith("open a new evening, make up a table by other rules (table NAME PLAYER ... --ruleset ID)")


def test_some_hands_are_entered_as_tiles_and_others_as_what_they_are_worth(folder: Path, capsys: Shown) -> None:
    """All had to be of one kind: who had counted the hands of the losers could not enter that of the winner."""
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "western")
    winner, loser = "(222s) 333p 444s 66m 55z +5z", "(111m) 258p 369s 1234z"
    other = "147m 258p 369s 1234z"
    whole = told(capsys, "add", "Bo", "wins", winner, "from", "Cy", f"Ann={loser}", f"Cy={other}", f"Di={other}")
    paid = whole.split("\n")[1:5]
    told(capsys, "undo")
    for ann, cy, bo in (
        (4, 0, winner),
        (loser, 0, winner),
        (4, other, winner),
        (loser, 0, 88),
        (4, 0, f"{winner} from=right"),
    ):
        out = told(capsys, "add", "Bo", "wins", str(bo), "from", "Cy", f"Ann={ann}", f"Cy={cy}", "Di=0")
        assert out.split("\n")[1:5] == paid
        told(capsys, "undo")


def test_a_fault_for_which_the_discarder_pays_for_all_is_said_with_the_hand(folder: Path, capsys: Shown) -> None:
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "bmja")
    said = refusal(capsys, "add", "penalty", "misnamed_for_mahjong", "Di")
    assert said.startswith('"misnamed_for_mahjong" is paid for with the win, which it settles otherwise: say it with')
    wins = "Bo wins 100 from Di Ann=8 Cy=2 Di=0 fault=misnamed_for_mahjong"
    out = told(capsys, "add", *wins.split())
    assert out.startswith("3. Bo wins on Di's discard, 100 (A misnamed discard is claimed for Mahjong)\n")
    assert "Bo   +400  +400\n" in out
    assert "Di   -400  -400\n" in out
    assert "值 100（報錯牌名，被和）" in told(capsys, "show", "--lang", "zh").replace("\n", "")
    assert told(capsys, "again").startswith("1 scored again, 0 otherwise")


def test_numbers_of_the_winner_s_hand_stand_behind_its_worth(folder: Path, capsys: Shown) -> None:
    (folder / "birds.yaml").write_text(
        "id: birds\nextends: root\nplugins: [base_payment, combinations, sum]\nscoring: {method: sum}\n"
        "rules: {win: {points: 3}}\nfields: {birds: birds, shown: {type: tiles, about: tiles}}\n"
        "settlement: {method: base_payment, times: {field: birds}}\n",
        encoding="utf-8",
    )
    told(capsys, "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "birds.yaml", "--date", "2026-11-24")
    assert "depends on the record" in refusal(capsys, "add", "Ann", "wins", "3", "from", "Bo")
    for said in (["3", "birds=2"], ["123m456m789p345p2m +2m birds=2"]):
        assert "Bo   -9" in told(capsys, "add", "Ann", "wins", *said, "from", "Bo")
    assert "Bo    -9" in told(capsys, "add", "Ann", "wins", "3", "birds=2")
    for word, fault in (
        ("birds=x", "expected a whole number"),
        ("birds=-1", "expected 0 or more"),
        ("bird=1", '"bird=1" is not understood (did you mean "birds"?)'),
        ("shown=1m", '"shown=1m" is not understood'),
    ):
        assert fault in refusal(capsys, "add", "Ann", "wins", "3", word)
    assert "3 scored again, 0 otherwise" in told(capsys, "again")
