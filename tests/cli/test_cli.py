"""The command line as people and programs see it: whole outputs, exit statuses, config files, and no traceback ever."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mjrules
from mjrules.cli import COMMANDS, main
from mjrules.errors import PluginError
from mjrules.hooks import AtOnce, HouseRule, ScoringMethod, Value, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.files.find import known_ids
from mjrules.ruleset.load import load
from mjrules.scoring.values import Values
from tests.kit.cases import CASES_FOLDER
from tests.kit.compiled import plain_only
from tests.kit.plugins import without_place
from tests.kit.processes import PATIENCE
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

OFFICIAL = ("--ruleset", "chinese-official")
WON = "123m456p789s111z2z +2z from=left"
LOW = "2344m567p345678s +4m"
KONGS = "[1111m] [9999p] 234s567m5s !5s"
"""13 fan, 15 where two concealed kongs are worth 8."""
RECORD: dict[str, Any] = {"concealed": "123m456p789s1112z", "win": "2z"}
KONGS_RECORD: dict[str, Any] = {
    "melds": [{"type": "kong", "tiles": tiles, "concealed": True} for tiles in ("1111m", "9999p")],
    "concealed": "234s567m5s",
    "win": "5s",
    "self_drawn": True,
}


class Result(NamedTuple):
    """What a call of the program gave."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[Any]:
        """The lines of the output, each of which must be JSON of the strict kind."""
        return [json.loads(line, parse_constant=pytest.fail) for line in self.out.splitlines()]


Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder; no config file of the person who runs the tests is read."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("COLUMNS", "100")
    return work


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the program with arguments, and with `stdin` where it reads it; streams are like a terminal's."""

    def call(*argv: str, stdin: bytes = b"") -> Result:
        streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace")]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
            status = status_of(argv)
        return Result(status, *(read_back(stream) for stream in streams))

    return call


def status_of(argv: Sequence[str]) -> int:
    """The exit status of a call."""
    try:
        return main(argv)
    except SystemExit as stop:
        return int(stop.code or 0)


def read_back(stream: io.TextIOWrapper) -> str:
    """What was written to a stream."""
    stream.seek(0)
    return stream.read()


def lines(*records: Any) -> bytes:
    """Records as a `.jsonl` file."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


LINE = lines(RECORD)


def write(name: str, **data: Any) -> str:
    """A YAML file (JSON is YAML) in the working folder; its name."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(json.dumps(data), "utf-8")
    return name


def without_hash(text: str) -> str:
    """A text in which the hashes of rulesets are hidden."""
    return re.sub(r"\b[0-9a-f]{12}(?:[0-9a-f]{52})?\b", "HASH", text)


# Whole outputs.

TITLE = "Chinese Official Mahjong (1998 rule book, as played and calculated today)"

SCORE_CLAIMED = f"""\
{TITLE}

Hand   123m456p789s1112z
Won on 2z, claimed from the left
Seat   East, round East (seat and round assumed)
Read   123m  456p  789s  111z  22z*

   8  Mixed Straight  123m 456p 789s
   2  Prevalent Wind  111z
   2  Seat Wind       111z
   2  Concealed Hand
   1  Single Wait
  15  Total fan

The minimum of 8 is met (15).
  South  pays  East   8  (base: 8)
  West   pays  East   8  (base: 8)
  North  pays  East  23  (discarder: 8 + 15)
  East receives 39.
"""

SCORE_MELDED = f"""\
{TITLE}
with two_concealed_kongs=8, mixed_kongs=6,
     concealed_by_definition=fully_concealed, nine_gates_terminal_pung=none

Hand   (123m)  [5555p]  789p4568s
Won on 8s, drawn
Seat   North, round West
Bonus  f1s3
Flags  fishing, last_tile
Read   (123m)  789p  456s  [5555p]  88s*

   8  Mixed Straight        123m 789p 456s
   8  Last Tile Draw
   2  Concealed Kong
   1  No Honors
   1  Single Wait
   2  Flower Tiles (2 x 1)
  22  Total fan

The minimum of 8 is met (20).
  East   pays  North  30  (self-drawn: 8 + 22)
  South  pays  North  30  (self-drawn: 8 + 22)
  West   pays  North  30  (self-drawn: 8 + 22)
  North receives 90.
"""

SCORE_LOW = f"""\
{TITLE}

Hand   2344m567p345678s
Won on 4m, claimed
Seat   East, round East (seat and round assumed)
Read   234m  567p  345s  678s  44m*

  2  Concealed Hand
  2  All Chows
  2  All Simples
  1  Short Straight  345s 678s
  7  Total fan

Below the minimum: 7 of 8. This hand may not be declared.
"""

SCORE_WHO_PAYS = f"""\
{TITLE}

Hand   19m19p19s1234567z
Won on 7z, claimed
Seat   South, round East (round assumed)
Read   1m  9m  1p  9p  1s  9s  1z  2z  3z  4z  5z  6z  7z  7z*

  88  Thirteen Orphans
  88  Total fan

The minimum of 8 is met (88).
Who pays? Say who discarded the tile: from=left, from=across or from=right.
"""

SCORE_UNICODE = f"""\
{TITLE}

Hand   🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀀🀁
Won on 🀁, claimed from the left
Seat   East, round East (seat and round assumed)
Read   🀇🀈🀉  🀜🀝🀞  🀖🀗🀘  🀀🀀🀀  🀁🀁*

   8  Mixed Straight  🀇🀈🀉 🀜🀝🀞 🀖🀗🀘
   2  Prevalent Wind  🀀🀀🀀
   2  Seat Wind       🀀🀀🀀
   2  Concealed Hand
   1  Single Wait
  15  Total fan

The minimum of 8 is met (15).
  South  pays  East   8  (base: 8)
  West   pays  East   8  (base: 8)
  North  pays  East  23  (discarder: 8 + 15)
  East receives 39.
"""


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ((WON,), SCORE_CLAIMED),
        ((WON, "--declare"), SCORE_CLAIMED),
        ((WON, "--names", "text"), SCORE_CLAIMED),
        ((WON, "--names", "unicode"), SCORE_UNICODE),
        ((LOW,), SCORE_LOW),
        (("19m19p19s1234567z +7z seat=S",), SCORE_WHO_PAYS),
        (
            (
                "(123m) [5555p] 456s 789p 8s !8s last_tile fishing flowers=f1s3 seat=N round=W",
                "--set",
                "wmo2006=true",
            ),
            SCORE_MELDED,
        ),
    ],
)
def test_score_prints(run: Run, argv: tuple[str, ...], expected: str) -> None:
    assert run("score", *argv, *OFFICIAL) == (0, expected, "")


def test_score_prints_a_record_like_a_text_but_for_what_is_assumed(run: Run) -> None:
    result = run("score", json.dumps({**RECORD, "from": "left"}), *OFFICIAL)
    assert result == (0, SCORE_CLAIMED.replace(" (seat and round assumed)", ""), "")


@pytest.mark.parametrize(
    ("style", "hand", "win"),
    [
        (
            "words",
            "1 character, 2 character, 3 character, 4 dot, 5 dot, 6 dot, 7 bamboo, 8 bamboo, 9 bamboo, "
            "East, East, East, South",
            "South",
        ),
        (
            "winds_ton",
            "1 character, 2 character, 3 character, 4 dot, 5 dot, 6 dot, 7 bamboo, 8 bamboo, 9 bamboo, "
            "Ton, Ton, Ton, Nan",
            "Nan",
        ),
        (
            "suits_us",
            "1 crack, 2 crack, 3 crack, 4 dot, 5 dot, 6 dot, 7 bamb, 8 bamb, 9 bamb, East, East, East, South",
            "South",
        ),
    ],
)
def test_names_in_words(run: Run, style: str, hand: str, win: str) -> None:
    status, out, err = run("score", WON, *OFFICIAL, "--names", style)
    assert (status, err) == (0, "")
    assert f"Hand {hand} Won on {win}, claimed from the left" in " ".join(out.split())


EXPLAIN_LOW = f"""\
{SCORE_LOW}
Why these points:
  Concealed Hand  no claimed sets; won on a discard
  All Chows       the hand is either four sets and a pair; or (1-4-7, 2-5-8 and
                  3-6-9, each in another suit; a set; and a pair); no pungs; no
                  honours
  All Simples     only simples
  Short Straight  two chows in one suit, the second three numbers higher than
                  the first

Not counted, because another item includes or forbids it:
  No Honors  excluded by All Chows, All Simples

Missed by one condition:
  Fully Concealed Hand  would need: self-drawn
  Single Wait           would need: exactly one kind of tile completes the hand

Other ways to read the hand:
  7  234m* 567p 345s 678s 44m

Ruleset chinese-official, hash HASH
"""


@pytest.mark.parametrize("argv", [("explain", LOW), ("score", LOW, "--verbose")])
def test_explain_prints(run: Run, argv: tuple[str, ...]) -> None:
    status, out, err = run(*argv, *OFFICIAL)
    assert (status, without_hash(out), err) == (0, EXPLAIN_LOW, "")


def test_sources_are_printed_where_they_are_asked_for(run: Run) -> None:
    status, out, err = run("explain", LOW, *OFFICIAL, "--sources")
    assert (status, err) == (0, "")
    sources = "(book-1998 no. 68; guide-to-mahjong no. 23; chinese-official-scoring all simples;"
    assert sources in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


def test_explain_tells_flags_that_no_rule_reads_and_other_readings(run: Run) -> None:
    status, out, err = run("explain", "111222333m4569p +9p fishing", *OFFICIAL)
    assert (status, err) == (0, "")
    assert "No rule reads these flags: fishing\n" in out
    assert "Other ways to read the hand:\n" in out
    told = out.partition("Other ways to read the hand:\n")[2].splitlines()[0]
    assert re.fullmatch(r" +\d+  .*123m 123m 123m.*", told)


WAITS = """\
  tile  left  drawn  claimed  for
    2m     3     7*       5*  Fully Concealed Hand, Short Straight, Pung of
                              Terminals or Honors, No Honors
    5m     3     6*       4*  Fully Concealed Hand, Pung of Terminals or Honors,
                              No Honors
    8m     3     7*       5*  Fully Concealed Hand, Short Straight, Pung of
                              Terminals or Honors, No Honors
* below the minimum of 8
"""


def test_waits_prints(run: Run) -> None:
    status, out, err = run("waits", "2345678m111p456s seat=E round=E", *OFFICIAL)
    assert (status, err) == (0, "")
    assert [line.split() for line in out.splitlines()[-8:]] == [line.split() for line in WAITS.splitlines()]


def test_waits_without_an_answer(run: Run) -> None:
    assert run("waits", "2345678m11p4567s", *OFFICIAL) == (
        1,
        "No tile completes this hand.\n"
        "    The tiles make 234m  567m  456s  11p, and 8m 7s are left: one set is\n"
        "    missing.\n"
        "    2 tiles are missing.\n"
        "    123456789m1p23456789s (59 tiles) bring it nearer.\n",
        "",
    )


@pytest.mark.parametrize(
    ("ruleset", "hand", "said"),
    [
        (
            "hong-kong",
            "123456m78p1122s5z9m",
            "2 tiles are missing.\n"
            "    Throw 9m, and 69p12s (12 tiles) bring it nearer.\n"
            "    Throw 5z, and 69p12s (12 tiles) bring it nearer.\n",
        ),
        (
            "bmja",
            "123m456m789m222z5z",
            "one chow (option max_chows=1).\n"
            "    To the nearest hand that may win (Wriggling Snake) 4 tiles are missing.\n"
            "    1m134z (15 tiles) bring it nearer.\n",
        ),
        ("hong-kong", "123456m12789p55z3s", "    One tile is missing.\n    Without 3s it waits for 3p.\n"),
        pytest.param(
            "riichi",
            "1368m147p258s1235z",
            "seven pairs) 7 tiles\n    are missing.\n    Throw 1p, and 27 kinds of tiles (95",
            marks=pytest.mark.slow,
        ),
        ("bmja", "(123m)(456m)33p55p77p9s", "    Under this ruleset it cannot win any more.\n"),
        ("zung-jung", "1112345678999m2m", "This hand has a tile too many to wait. It is complete.\n"),
    ],
)
def test_waits_says_what_is_missing_and_what_to_throw(run: Run, ruleset: str, hand: str, said: str) -> None:
    status, out, err = run("waits", hand, "--ruleset", ruleset)
    assert (status, err) == (1, "")
    assert said in out


def test_waits_says_what_does_not_count_towards_the_minimum(run: Run) -> None:
    out = run("waits", "123456m78978p22s", "--ruleset", "hong-kong").out
    assert "* below the minimum of 3: 2 with No Flowers not counted towards it\n" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("winds", "said"),
    [("", "seat and round assumed"), ("seat=S", "round assumed"), ("round=S", "seat assumed")],
)
def test_waits_tells_assumed_winds(run: Run, winds: str, said: str) -> None:
    assert said in run("waits", f"123m456p789s111z2z {winds}", *OFFICIAL).out


@pytest.mark.slow
def test_rulesets_lists_them(run: Run) -> None:
    status, out, err = run("rulesets")
    assert (status, err) == (0, "")
    ids = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert ids == [id for id in known_ids() if loaded(id).definition.listed]
    assert {"root", "classical-base"} == {*known_ids()} - {*ids}
    assert re.search(
        r"^chinese-official/wmo2006 +Chinese Official Mahjong, WMO 2006\s+World Mahjong Organization 2006, as quoted$",
        out,
        re.MULTILINE,
    )


def test_rulesets_shows_one(run: Run) -> None:
    status, out, err = run("rulesets", "chinese-official")
    assert (status, err) == (0, "")
    assert out.startswith("Chinese Official Mahjong  [chinese-official]\n1998 rule book")
    assert re.search(r" 82 rules: 7 of 88, .*, 13 of 1; minimum 8; hash [0-9a-f]{12} ", " ".join(out.split()))
    assert (
        "\n  two_concealed_kongs=6  (6 | 8)\n      What a hand scores whose only kongs are two concealed ones.\n" in out
    )
    assert "\n        none: There is no such fan, and each of the two kongs scores for itself.\n" in out
    assert "\n  kongs_1998: mixed_kongs=none\n" in out
    assert "\n  no_special_hands: special_hands=false\n" in run("rulesets", "western").out


def test_rulesets_tells_the_ids_of_penalties_and_bonus_payments(run: Run) -> None:
    definition = loaded("western").definition
    kinds = {
        "Penalties": {id: item.title for id, item in definition.penalties.items()},
        "Bonus payments": {id: item.title for id, item in definition.bonus_payments.items()},
    }
    out = run("rulesets", "western").out
    record = json.loads(run("rulesets", "western", "--json").out)
    for title, items in kinds.items():
        assert items
        lines = out.partition(f"\n{title}:\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == [*items]
        told = {item["id"]: item["title"] for item in record[title.lower().replace(" ", "_")]}
        assert told == items
    assert "false_mahjong" in definition.penalties
    assert "Bonus payments:" not in run("rulesets", "chinese-official/wmo2006").out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("rulesets", "--hash"), "--hash is for one ruleset: give its id or a path"),
        (("rulesets", "--resolved"), "--resolved is for one ruleset: give its id or a path"),
        (("rulesets", "--table", "value"), "--table is for one ruleset: give its id or a path"),
        (("rulesets", "--find", "kong", "--set", "minimum=1"), "--set is for one ruleset: give its id or a path"),
        (("rulesets", "hong-kong", "--table", "type", "--find", "kong"), "--find is not for --table type"),
        (("rulesets", "hong-kong", "--hash", "--find", "kong"), "--find is not for --hash"),
        (("rulesets", "hong-kong", "--hash", "--json"), "--hash and --json: one of them"),
        (("rulesets", "hong-kong", "--resolved", "--table", "value"), "--table and --resolved: one of them"),
        (("check", "hong-kong", "--chains", "--sources"), "--chains is not for --sources"),
        (("plugins", "--set", "minimum=1"), "--set: expected --trace with a hand, or --play, too"),
        (("score", LOW, *OFFICIAL, "--sources"), "--sources is for an explanation: add --verbose"),
    ],
)
def test_options_that_would_do_nothing_are_refused(run: Run, argv: Sequence[str], told: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert told in err


@pytest.mark.parametrize("how", ["value", "type"])
def test_rulesets_tables_hold_every_rule(run: Run, how: str) -> None:
    status, out, err = run("rulesets", "chinese-official", "--table", how)
    assert (status, err) == (0, "")
    ruleset = mjrules.load("chinese-official")
    for rule in ruleset.book.rules:
        assert re.search(rf"^ *(\d+ +)?{rule.value}  fan  {re.escape(rule.name)} .* {rule.id}\b", out, re.MULTILINE), (
            rule.id
        )


def test_rulesets_by_type_tell_the_numbers_of_the_source_and_the_groups(run: Run) -> None:
    lines = run("rulesets", "chinese-official/guide", "--table", "type").out.splitlines()
    (concealed,) = [line for line in lines if "three_concealed_pungs" in line]
    assert (concealed.split()[:2], concealed.split()[-1]) == (["54", "16"], "concealed")


FOUND = """\
 8  fan  Robbing the Kong           抢杠和  robbing_the_kong
 6  fan  Two Concealed Kongs        双暗杠  two_concealed_kongs
 5  fan  Melded and Concealed Kong  明暗杠  melded_and_concealed_kong
"""


@pytest.mark.parametrize("text", ["kong", "KONG", "Kong"])
def test_rulesets_finds_rules(run: Run, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    status, out, err = run("rulesets", "chinese-official", "--find", text)
    assert (status, err) == (0, "")
    assert [line.split() for line in FOUND.splitlines()] == [line.split() for line in out.splitlines()[2:5]]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("single wait", "single_wait"),
        ("SINGLE_WAIT", "single_wait"),
        ("单钓", "single_wait"),
        ("All Even", "all_even_pungs"),
    ],
)
def test_rulesets_finds_a_rule_by_any_of_its_names(run: Run, text: str, rule: str) -> None:
    status, out, err = run("rulesets", "chinese-official", "--find", text)
    assert (status, err) == (0, "")
    assert rule in out.split()


@pytest.mark.slow
def test_rulesets_finds_a_name_in_all_rulesets(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    status, out, err = run("rulesets", "--find", "Buried Treasure")
    assert (status, err) == (0, "")
    rows = [(line.split()[0], "buried_treasure" in line) for line in out.splitlines()]
    assert {("bmja", True), ("western", True), ("classical", False)} <= set(rows)
    found = json.loads(run("rulesets", "--find", "Buried Treasure", "--json").out)
    assert [item["ruleset"] for item in found] == [id for id, _ in rows]
    assert "buried_treasure" in {item["id"] for item in found}


@pytest.mark.slow
def test_rulesets_finds_nothing_in_all_rulesets(run: Run) -> None:
    assert run("rulesets", "--find", "nonsense") == (1, "", 'no rule of any ruleset is called "nonsense"\n')


def test_rulesets_hash_and_resolved(run: Run) -> None:
    plain = run("rulesets", "chinese-official", "--hash")
    assert plain == (0, mjrules.load("chinese-official").hash + "\n", "")
    assert run("rulesets", "chinese-official", "--hash", "--set", "mixed_kongs=6").out != plain.out
    resolved = json.loads(run("rulesets", "chinese-official", "--resolved").out)
    assert resolved["rules"]["all_pungs"]["fan"] == 6
    assert "123456789m" in json.dumps(resolved["tile_classes"])


def test_origin_prints(run: Run) -> None:
    club = write("club.yaml", id="club", extends="chinese-official", scoring={"minimum": 6})
    status, out, err = run("origin", club, "minimum")
    assert (status, err) == (0, "")
    assert re.fullmatch(
        r"scoring\.minimum\n  is   6  set  club\.yaml:1:\d+\n  was  8  set  rulesets/chinese-official\.yaml:\d+:\d+\n",
        out,
    )


@pytest.mark.parametrize("key", ["no_flowers", "rules.no_flowers", "rules.no_flowers.faan"])
def test_origin_of_what_was_left_out_tells_where(run: Run, key: str) -> None:
    Path("club.yaml").write_text("id: club\nextends: hong-kong\nrules: {no_flowers: null}\n", "utf-8")
    status, _, err = run("origin", "club.yaml", key)
    assert status == 2
    assert " ".join(err.split()) == "mjrules: club has no rules.no_flowers any more: it was left out at club.yaml:3:21"


def test_origin_of_an_option_tells_who_chose_it(run: Run) -> None:
    status, out, err = run(
        "origin", "chinese-official/wmo2006", "options.two_concealed_kongs", "--set", "two_concealed_kongs=6"
    )
    assert (status, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()[1:]] == [["is", "6"], ["was", "8"], ["was", "6"]]
    assert "given by you" in out.splitlines()[1]
    assert "rulesets/chinese-official/wmo2006.yaml:7:" in out.splitlines()[2]


def test_origin_of_a_name_that_a_rule_and_an_option_share_tells_of_both(run: Run) -> None:
    out = run("origin", "chinese-official/wmo2006", "two_concealed_kongs").out
    assert out.startswith("rules.two_concealed_kongs\n")
    assert "options.two_concealed_kongs" in out


def test_check_prints(run: Run) -> None:
    club = write("club.yaml", id="club", extends="chinese-official", set={"two_concealed_kongs": 8})
    status, out, err = run("check", "chinese-official", club)
    assert (status, err) == (0, "")
    beside = (
        r" beside them \d+ lines of Python: the settlement base_payment \(base_payment \d+\), "
        r"the combination policy account_once \(combinations \d+\), the scoring method sum \(sum \d+\) "
    )
    told = rf": fine, 85 of 85 rules are data \(100%\){beside}"
    found = re.sub(r"\s+", " ", out)
    assert re.fullmatch(rf"chinese-official{told}club\.yaml{told}it is chinese-official, with 1 option changed ", found)


@pytest.mark.parametrize(("added", "noted"), [("", True), ("plugins: {add: [wild]}\n", False)])
def test_check_notes_jokers_that_stand_for_nothing(run: Run, added: str, noted: bool) -> None:
    Path("club.yaml").write_text(f"id: club\nextends: hong-kong\n{added}tiles: {{J: 4}}\n", "utf-8")
    status, out, err = run("check", "club.yaml")
    assert (status, err) == (0, "")
    assert ("jokers stand for no other tile, for no plugin says it (known: wild)" in " ".join(out.split())) is noted


def test_check_points_at_what_is_wrong(run: Run) -> None:
    Path("club.yaml").write_text("id: club\nextends: chinese-official\nscoring:\n  minimum: six\n", "utf-8")
    status, out, err = run("check", "club.yaml", "chinese-official")
    assert (status, err) == (2, "")
    assert re.fullmatch(
        r'club\.yaml:4:12 scoring\.minimum: expected a whole number, got "six"\n'
        r"    this overrides 8 set at rulesets/chinese-official\.yaml:\d+:\d+\n"
        r"      minimum: six\n"
        r"               \^\n"
        r"club\.yaml: 1 problem\n"
        r"chinese-official: fine, 85 of 85 rules are data \(100%\)\n  beside them .*\n(      .*\n)+",
        out,
    )


@plain_only
def test_check_tells_that_a_plugin_fails_and_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*args: object) -> None:
        raise PluginError("the scoring method adds up nothing")

    monkeypatch.setattr(Values, "of", failing)
    Path("club.yaml").write_text("id: club\nextends: hong-kong\nrules: {lucky: {faan: 1, when: {suits: 1}}}\n", "utf-8")
    status, out, err = run("check", "club.yaml", "root")
    assert (status, err) == (2, "")
    first, *_, last, root = out.splitlines()
    assert first.startswith("the scoring method adds up nothing (ruleset club, hand ")
    assert (last, root) == ("club.yaml: 1 problem", "root: fine (a base for others, without scoring)")


def test_check_tells_that_house_rules_cannot_be_played(run: Run) -> None:
    rules = "plugins: {add: [charleston]}\nhouse_rules: {charleston: {played: first}}\n"
    said = "it cannot be played: charleston: nobody sits across at a table of 3"
    for parent in ("riichi", "riichi-sanma"):
        Path("club.yaml").write_text(f"id: club\nextends: {parent}\n{rules}", "utf-8")
        out = " ".join(run("check", "club.yaml").out.split())
        assert (f"note: club.yaml:4:15 house_rules.charleston: {said}" in out) is (parent == "riichi-sanma"), out


class Mute:
    """A plugin whose house rule tells its settings as one text, where sentences are due."""

    @staticmethod
    @hookimpl
    def mj_house_rules() -> list[HouseRule]:
        """The house rule, which does nothing."""
        return [
            HouseRule(
                "mute", "", told=lambda settings: "nobody speaks", at_once=lambda settings: {"tip": AtOnce("A tip", -5)}
            )
        ]


def test_check_tells_that_a_plugin_does_not_tell_its_settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told where a rulebook was printed, and check called the file fine."""
    installed = {**available_plugins(), "mute": lambda: Mute}
    monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: installed)
    monkeypatch.setenv("MJRULES_CACHE", "off")
    text = "id: club\nextends: hong-kong\nplugins: {add: [mute]}\nhouse_rules: {mute: {}}\n"
    Path("club.yaml").write_text(text, "utf-8")
    out = " ".join(run("check", "club.yaml").out.split())
    said = 'plugin "mute" failed in mj_house_rules, told of the house rule "mute": returned "nobody speaks"'
    assert f"note: club.yaml:4:15 house_rules.mute: no rulebook can be written: {said}: expected a list" in out
    said = (
        'plugin "mute" failed in mj_house_rules, at_once of the house rule "mute": tip.each is -5: expected 0 or more'
    )
    assert f"note: club.yaml:4:15 house_rules.mute: what it pays at once cannot be booked: {said}" in out
    told = run("check", "sichuan").out
    assert "no rulebook" not in told
    assert "cannot be booked" not in told


def test_check_tells_of_curly_quotes_that_are_part_of_a_text(run: Run) -> None:
    """They became part of titles, unsaid; those of which a text only has some inside, or straight ones around, stay."""
    Path("club.yaml").write_text(
        "id: club\nextends: hong-kong\ntitle: {en: “Our Club”, zh: '“周二会”'}\nsummary: “Ours” and “theirs”\n", "utf-8"
    )
    Path("club.words.zh.yaml").write_text("presets: {}\nrules: {all_honours: “全部刻子”}\n", "utf-8")
    out = " ".join(run("check", "club.yaml").out.split())
    said = "the quotes “ and ” are part of this text: leave them out, or write plain ones"
    assert f"note: club.yaml:3:13 title.en: {said}" in out
    assert f"note: club.words.zh.yaml:2:22 rules.all_honours: {said}" in out
    assert out.count(said) == 2


WHERE_UNPLAYABLE = {
    "extends: hong-kong\ntable: {seats: [S, E, W, N]}": (
        "club.yaml:3:16 table.seats: it cannot be played: club: the first seat is East's"
    ),
    "extends: western\nsettlement: {method: dangerous_game}": (
        "club.yaml:3:22 settlement.method: it cannot be played: club settles by dangerous_game"
    ),
    "extends: riichi\nhouse_rules: {indicators: {place: -15}}": (
        "club.yaml:3:35 house_rules.indicators.place: it cannot be played: indicators: the first"
    ),
    "extends: riichi\ntable: {dead_wall: 0}": (
        "club.yaml:3:20 table.dead_wall: it cannot be played: indicators: the first"
    ),
    "extends: sichuan\nhouse_rules: {void_suit: {after_exchange: true}}": (
        "club.yaml:3:15 house_rules.void_suit: it cannot be played: "
    ),
    "extends: hong-kong\ntiles: {replace: {123m: 4}}": "club.yaml:3:9 tiles: it cannot be played: a wall of 12 tiles",
    "extends: odd.yaml\nsummary: As the parent.": "it cannot be played: indicators: the first",
}


@pytest.mark.parametrize("text", WHERE_UNPLAYABLE)
def test_check_points_at_what_makes_a_ruleset_unplayable(run: Run, text: str) -> None:
    """Where this file says it: what a parent says is its own."""
    Path("odd.yaml").write_text("id: odd\nextends: riichi\ntable: {dead_wall: 0}\n", "utf-8")
    Path("club.yaml").write_text(f"id: club\n{text}\n", "utf-8")
    out = " ".join(run("check", "club.yaml").out.split())
    assert f"note: {WHERE_UNPLAYABLE[text]}" in out, out


NO_INDICATORS = "indicators: the first tile that is turned up does not lie in the dead wall, which has "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: sichuan\nhouse_rules: {void_suit: {after_exchange: true}}", "nobody has an action for it"),
        ("extends: sichuan\nset: {exchange_of_three: right}", ""),
        ("extends: riichi\ntable: {dead_wall: 0}", f"{NO_INDICATORS}0 tiles"),
        ("extends: riichi\nhouse_rules: {indicators: {place: -15}}", f"{NO_INDICATORS}14 tiles"),
        ("extends: riichi\ntable: {walls: own, dead_wall: 0}", f"{NO_INDICATORS}0 tiles"),
        ("extends: riichi\ntable: {dead_wall: 6}", ""),
    ],
)
def test_check_tells_that_a_hand_cannot_begin_or_go_on(run: Run, text: str, said: str) -> None:
    Path("club.yaml").write_text(f"id: club\n{text}\n", "utf-8")
    out = " ".join(run("check", "club.yaml").out.split())
    assert ("it cannot be played" in out) is bool(said), out
    assert out.startswith("club.yaml: hands score, and none can be played, " if said else "club.yaml: fine, ")
    assert said in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: sichuan\nhouse_rules: {charleston: {tiles: 4}}", ": choose exchange_of_three=right"),
        ("extends: western\nhouse_rules: {charleston: {blind: false}}", ": choose charleston="),
        ("extends: sichuan\nset: {exchange_of_three: right}\nhouse_rules: {charleston: {tiles: 4}}", None),
        ("extends: western\nhouse_rules: {charleston: {played: first, blind: false}}", None),
        ("extends: played.yaml\nhouse_rules: {charleston: {played: none}}", None),
        ("extends: hong-kong\nplugins: {add: [charleston]}\nhouse_rules: {charleston: {played: none}}", None),
    ],
)
def test_check_tells_that_a_house_rule_is_changed_in_vain(text: str, said: str | None, run: Run) -> None:
    Path("played.yaml").write_text("id: p\nextends: western\nhouse_rules: {charleston: {played: first}}\n", "utf-8")
    Path("club.yaml").write_text(f"id: club\n{text}\n", "utf-8")
    status, out, _ = run("check", "club.yaml")
    note = 'note: house rule "charleston" is not played, so nothing counts of what this file changes in it'
    assert status == 0
    assert (note in " ".join(out.split())) is (said is not None)
    assert said is None or f"{note}{said}" in " ".join(out.split())


DOUBTFUL = {
    "a payment for no tile": (
        "bonus_payments: {cat: {title: The cat, bonus: a1, each: 1}, spring: {title: Spring, bonus: s1, each: 1}}",
        'bonus payment "cat" is never paid: the game does not have its tiles',
    ),
    "a plugin of which nothing is used": (
        "plugins: {add: [furiten]}",
        'nothing of the plugin "furiten" is used: furiten and swap_calls under `house_rules` would be',
    ),
    "jokers without jokers": (
        "plugins: {add: [wild]}",
        'nothing of the plugin "wild" is used: the game has no jokers',
    ),
    "a settlement that is not chosen": ("plugins: {add: [all_hands]}", 'nothing of the plugin "all_hands" is used'),
    "a plugin that gives fields": ("plugins: {add: [dealer]}", ""),
    "a plugin that a choice needs": (
        "plugins: {add: [charleston]}\n"
        'options: {swap: {default: "false", patches: {"true": {house_rules: {charleston: {played: both}}}}}}',
        "",
    ),
    "a minimum above the cap": (
        "scoring: {minimum: 12}",
        "nobody can win: a hand is worth 10 at most, and the minimum is 12",
    ),
    "sudden death of no further round": (
        "match: {sudden_death: true}",
        "match.sudden_death changes nothing: no further round is played (`further_rounds`)",
    ),
    "East plays on before no sudden death": (
        "match: {start: 10, target: 20, further_rounds: 1, east_plays_on: true, sudden_death: false}",
        "match.east_plays_on changes nothing: no further round ends with sudden death (`sudden_death`)",
    ),
    "sudden death of a round that a choice brings": (
        "match: {sudden_death: true}\noptions: {west: {default: 'false', patches: {'true': "
        "{match: {start: 10, target: 20, further_rounds: 1}}}}}",
        "",
    ),
    "what is left in no pot": (
        "match: {pots_left: first}",
        "match.pots_left changes nothing: there is no pot (`pots`)",
    ),
    "what is left in a pot": ("match: {pots_left: first}\npots: {kitty: {title: Kitty, stake: 5}}", ""),
    "an order of play that East does not begin": (
        "table: {seats: [S, E, W, N]}",
        "club.yaml:3:16 table.seats: it cannot be played: club: the first seat is East's, and table.seats begins with "
        "S",
    ),
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_check_tells_what_never_happens(doubt: str, run: Run) -> None:
    given, said = DOUBTFUL[doubt]
    Path("club.yaml").write_text(f"id: club\nextends: hong-kong\n{given}\n", "utf-8")
    status, out, _ = run("check", "club.yaml")
    notes = [note for note in re.split(r"\n  (?! )", out) if note.startswith("note: ")]
    assert status == 0
    assert [" ".join(note.split()) for note in notes] == ([f"note: {said}"] if said else [])


def test_check_tells_an_example_that_expects_nothing(run: Run) -> None:
    hand = "123m456p789s11122z +2z from=left"
    Path("club.yaml").write_text(f"id: club\nextends: hong-kong\nexamples: [{{hand: {hand}}}]\n", "utf-8")
    status, out, _ = run("check", "club.yaml")
    assert status == 2
    assert out.startswith("club.yaml:3:12 examples[0]: the example expects nothing: give total, items, ")


def test_check_tells_a_unit_that_no_inherited_rule_has(run: Run) -> None:
    lucky = "id: club\nextends: hong-kong\nrules: {lucky: {UNIT: 1, when: {tiles: {5z: 1+}}}}\n"
    said = '  note: rule "lucky" in line 3 is worth fan: all inherited rules are worth faan\n'
    for unit in ("fan", "faan"):
        Path("club.yaml").write_text(lucky.replace("UNIT", unit), "utf-8")
        assert (said in run("check", "club.yaml").out) is (unit == "fan")


def test_check_tells_units_that_are_added_though_they_differ(run: Run) -> None:
    """In a file that inherits no rule; where a method has a meaning for each unit, several are as they should be."""
    top = "id: club\nextends: root\nplugins: [combinations, METHOD]\nscoring: {method: METHOD}\nrules:\n"
    for method, other in (("sum", "fan"), ("doubling", "doubles")):
        rules = "  won: {points: 1}\n  few: {points: 2, when: {suits: 2}}\n  one: {fan: 3, when: {suits: 1}}\n"
        Path("club.yaml").write_text(top.replace("METHOD", method) + rules.replace("fan", other), "utf-8")
        out = run("check", "club.yaml").out
        assert ('  note: rule "one" in line 8 is worth fan: most rules are worth points\n' in out) is (method == "sum")


def test_check_tells_a_new_rule_of_which_nothing_is_said_but_its_worth(run: Run) -> None:
    """Perhaps another was meant. In a file that inherits none, going out is such a rule."""
    said = '  note: rule "lucky" counts in every hand: it has no condition\n'
    for base, told in (("hong-kong", True), ("root\nplugins: [combinations, sum]\nscoring: {method: sum}", False)):
        Path("club.yaml").write_text(f"id: club\nextends: {base}\nrules: {{lucky: {{faan: 1}}}}\n", "utf-8")
        assert (said in run("check", "club.yaml").out) is told
    for own in ("hand: [7 x pair]", "when: {suits: 1}", "names: {en: Going out}"):
        Path("club.yaml").write_text(f"id: club\nextends: hong-kong\nrules: {{lucky: {{faan: 1, {own}}}}}\n", "utf-8")
        assert said not in run("check", "club.yaml").out


def test_check_tells_what_is_changed_in_a_rule_that_is_not_played(run: Run) -> None:
    """The file was called fine, "and nothing changed"."""
    said = 'note: rule "seven_pairs" is not played, so nothing counts of what this file changes in it: choose '
    said += "seven_pairs=4 or seven_pairs=5 "
    for rule, told in (
        ("{concealed: false}", True),
        ("{excludes: [flowers]}", True),
        ("{names: {en: Pairs}}", False),
        ("{concealed: false}}\nset: {seven_pairs: 4", False),
    ):
        Path("club.yaml").write_text(f"id: club\nextends: hong-kong\nrules: {{seven_pairs: {rule}}}\n", "utf-8")
        assert (said in " ".join(run("check", "club.yaml").out.split())) is told
    Path("club.yaml").write_text("id: club\nextends: hong-kong\nrules: {all_triplets: {faan: none}}\n", "utf-8")
    assert "is not played" not in run("check", "club.yaml").out


def test_check_tells_that_each_has_nothing_to_count(run: Run) -> None:
    for when, told in (("{sets: {kong: 1+}}", True), ("{sets: [kong]}", False), ("{four_alike: outside_kongs}", False)):
        text = f"id: club\nextends: hong-kong\nrules: {{lucky: {{faan: 1, each: true, when: {when}}}}}\n"
        Path("club.yaml").write_text(text, "utf-8")
        assert ('note: rule "lucky" counts once, although it says `each`' in run("check", "club.yaml").out) is told


EXAMPLES = """
id: club
extends: chinese-official
examples:
  - {hand: "(123m) 345m678p456s5z !5zz", total: 2}
  - hand: 123m456m789m123p5q +5z
    total: 2
  - {hand: {concealed: [1m], win: 5z}, total: 2}
  - {hand: "12\\u0033m 4zz", total: 2}
  - {hand: 123m, total: 2}
  - {hand: 12q, error: bad_record}
  - {hand: 12q, total: 2, options: {mixed_kongs: 6}}
  - {hand: 123m Winnie, total: 2, options: {nickname: used}}
options:
  nickname: {default: none, patches: {used: {names: {lists: {club: {tiles: 5z, words: [Winnie]}}}}}}
"""


@pytest.mark.parametrize("argv", [["score", WON, "--ruleset", "hong-king"], ["check", "hong-king"]])
def test_many_rulesets_are_listed_in_lines_that_fit(run: Run, argv: list[str]) -> None:
    status, out, err = run(*argv)
    told = (out + err).removeprefix("mjrules: ")
    assert status == 2
    assert told.startswith('unknown ruleset "hong-king" (did you mean "hong-kong"?); known: ')
    assert max(map(len, told.splitlines())) <= 80
    assert "western/us" in told


def test_check_points_at_hands_that_cannot_be_read(run: Run) -> None:
    Path("club.yaml").write_text(EXAMPLES, "utf-8")
    status, out, err = run("check", "club.yaml")
    assert (status, err) == (2, "")
    told = "hand: the hand cannot be read"
    before = '"z" has no number before it: expected tiles such as 123z'
    assert [line for line in out.splitlines() if line.startswith("club")] == [
        f"club.yaml:5:33 examples[0].{told}: {before}",
        f'club.yaml:6:27 examples[1].{told}: "5q" is not a tile: expected numbers followed by m, p, s or z, f1-f4, '
        "s1-s4, a1-a4 or J",
        'club.yaml:8:24 examples[2].hand.concealed: the hand cannot be read: expected tiles as text such as "123m55z", '
        'got ["1m"]',
        f"club.yaml:9:12 examples[3].{told}: {before}",
        f'club.yaml:12:12 examples[6].{told}: "12q" is not a tile: expected numbers followed by m, p, s or z, f1-f4, '
        "s1-s4, a1-a4 or J",
        "club.yaml: 5 problems",
    ]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("club.example.yaml", "club.examples.yaml"),
        ("club.source.yaml", "club.sources.yaml"),
        ("club.examples.yml", "club.examples.yaml"),
        ("club.word.zh.yaml", "club.words.zh.yaml"),
        ("club.words.zh.yaml", ""),
        ("club.words.yaml", ""),
        ("club.sources.yaml", ""),
        ("club.summer.yaml", ""),
        ("clubs.example.yaml", ""),
    ],
)
def test_check_tells_a_companion_that_is_misnamed(run: Run, name: str, meant: str) -> None:
    Path("club.yaml").write_text("id: club\nextends: hong-kong\nset: {minimum: 1}\n", "utf-8")
    Path(name).write_text("{}\n", "utf-8")
    said = f'note: "{name}" beside it is not read (did you mean "{meant}"?)'
    out = " ".join(run("check", "club.yaml").out.split())
    assert (said in out) is bool(meant), out
    assert ("is not read" in out) is bool(meant), out


SETTLED = """\
id: club
extends: western
penalties: {sleeping: {title: Slept, each: 1}}
options: {kitty: {default: none, patches: {played: {pots: {kitty: {title: The kitty, stake: 5}}}}}}
examples:
  - {settle: {scores: {E: 200, S: 400, W: 50, N: 100}, winer: S}, payments: {E: 1}}
  - {settle: {scores: {E: 200, S: 400, W: 50, Q: 100}, winner: S}, payments: {E: 1}}
  - settle: {hands: {E: "123m 456p 23x", S: "123m 456p 789s 11z 23s +4s", W: "", N: ""}, winner: S}
    payments: {E: 1}
  - {settle: {kind: penalty, event: sleping, player: E}, payments: {E: 1}}
  - {settle: {kind: kitty, draws_before: 2, winner: E}, payments: {E: 1}}
  - {settle: {kind: kitty, draws_before: 2, winner: E}, payments: {E: 1}, options: {kitty: played}}
  - {settle: {kind: goulash, draws_before: x, winner: E}, error: bad_record}
  - {settle: {kind: goulash, draws_before: 2, winner: E}, total: 5}
  - {settle: {kind: goulash, draws_before: 2, winner: E}, payments: {E: 1}, total: 5, has: [going_out]}
  - {settle: {kind: goulash, draws_before: 2, winner: E}, payments: {E: 1}}
  - {settle: {kind: penalty, event: misnamed_discard, player: E, affected: E}, payments: {E: 1}}
"""


def test_check_points_at_settlements_that_cannot_be_read(run: Run) -> None:
    """What would be paid otherwise, or contradicts itself, is left to `test`."""
    Path("club.yaml").write_text(SETTLED, "utf-8")
    status, out, err = run("check", "club.yaml")
    assert (status, err) == (2, "")
    told, others = "what is settled cannot be read", "of what is settled an example expects payments or error, not"
    known = "known: settle, bonus, penalty, goulash"
    assert [line for line in out.splitlines() if line.startswith("club")] == [
        f'club.yaml:6:63 examples[0].settle.winer: {told}: unknown field "winer" (did you mean "winner"?)',
        f'club.yaml:7:50 examples[1].settle.scores.Q: {told}: there is no seat "Q": E, S, W, N',
        f'club.yaml:8:36 examples[2].settle.hands.E: {told}: "23x" is not a tile: expected numbers followed by m, p, s '
        "or z, f1-f4, s1-s4, a1-a4 or J",
        f'club.yaml:10:37 examples[3].settle.event: {told}: "sleping" is not a penalty of club (did you mean '
        '"sleeping"?)',
        f'club.yaml:11:21 examples[4].settle.kind: {told}: "kitty" is not a kind that club settles ({known})',
        f"club.yaml:14:5 examples[7]: {others} total",
        f"club.yaml:15:5 examples[8]: {others} total and has",
        "club.yaml: 7 problems",
    ]


NO_SUCH_HANDS = """\
id: club
extends: hong-kong
table: {seats: [E, S, W]}
examples:
  - {hand: 111m222m333m444p5p +5p from=left seat=N, total: 3}
  - {hand: 111m222m333m444p5p +5p from=across, total: 3}
  - {hand: 111m222m333m444p5p flowers=a1 +5p, total: 3}
  - {hand: 111m222m333m444pJ +J, total: 3}
  - {hand: 111m222m333m444p5p +6p, total: 3}
  - {hand: 111m222m333m444p5p +5p from=across, error: bad_record}
  - {hand: 1m +1m, error: wrong_tile_count}
"""


def test_check_points_at_hands_that_the_game_cannot_have(run: Run) -> None:
    """As `test` does; a hand that it can have and that does not win is left to `test`."""
    Path("club.yaml").write_text(NO_SUCH_HANDS, "utf-8")
    status, out, _ = run("check", "club.yaml")
    assert status == 2
    assert [line for line in out.splitlines() if line.startswith("club")] == [
        "club.yaml:5:45 examples[0].hand: the hand cannot be read: there is no seat N: E, S, W",
        "club.yaml:6:35 examples[1].hand: the hand cannot be read: nobody sits across at a table of 3",
        "club.yaml:7:31 examples[2].hand: the hand cannot be read: this game has no a1",
        "club.yaml:8:12 examples[3].hand: the hand cannot be read: this game has no J",
        "club.yaml: 4 problems",
    ]


def examples(*totals: int) -> str:
    """A ruleset with examples that expect these totals of a hand worth 15."""
    hands = [{"hand": WON, "total": total, "about": f"number {total}"} for total in totals]
    return write("club.yaml", id="club", extends="chinese-official", set={"mixed_kongs": 6}, examples=hands)


def test_test_prints(run: Run) -> None:
    assert run("test", examples(15, 15)) == (0, "club.yaml: 2 of 2 examples hold\n", "")


def test_test_tells_what_does_not_hold(run: Run) -> None:
    status, out, err = run("test", examples(15, 16))
    assert (status, err) == (1, "")
    assert re.fullmatch(
        r"club\.yaml:1:\d+ examples\[1\] number 16: total: expected 16, got 15\nclub\.yaml: 1 of 2 examples hold\n", out
    )


def test_test_prints_an_example_without_a_title_like_the_others(run: Run) -> None:
    bad = [{"hand": WON, "total": 16}]
    club = write("club.yaml", id="club", extends="chinese-official", set={"mixed_kongs": 6}, examples=bad)
    assert re.match(r"club\.yaml:1:\d+ examples\[0\]: total: expected 16, got 15\n", run("test", club).out)


def test_test_prints_values_as_they_are_written_in_the_file(run: Run) -> None:
    bad = [{"hand": WON, "minimum_met": False, "payments": {"E": 1, "S": -1}}]
    club = write("club.yaml", id="club", extends="chinese-official", set={"mixed_kongs": 6}, examples=bad)
    out = run("test", club).out
    assert "minimum_met: expected false, got true\n" in out
    assert re.search(r"payments: expected \{E: 1, S: -1\}, got \{E: -?\d+, S: -?\d+, W: -?\d+, N: -?\d+\}\n", out)


def test_plugins_prints(run: Run) -> None:
    status, out, err = run("plugins")
    assert (status, err) == (0, "")
    told = " ".join(out.split())
    assert re.search(r" botzone The log format `botzone`: [^:]*\. hooks: mj_log_formats charleston ", told)
    assert re.search(
        r" sum The scoring method `sum`: [^:]* hooks: mj_scoring_methods used by: .*\bchinese-official, ", told
    )


def test_the_schema_is_made_without_a_plugin_that_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("schema", "--json")

    def fails() -> object:
        raise ValueError("no such file")

    monkeypatch.setattr("mjrules.cli.schema.available_plugins", lambda: {**available_plugins(), "evil": fails})
    found = run("schema", "--json")
    assert (found.status, found.out) == (0, whole.out)
    message = 'plugin "evil" cannot be imported: ValueError: no such file'
    assert without_place(found.err) == f"mjrules: the schema is without evil: {message}\n"


def test_schema_prints(run: Run) -> None:
    status, out, err = run("schema")
    assert (status, err) == (0, "")
    schema = json.loads(out)
    assert json.loads(run("schema", "--json").out) == schema
    assert len(run("schema", "--json").out.splitlines()) == 1
    assert {"id", "extends", "scoring"} <= set(schema["properties"])


class Chatty:
    """A plugin that prints while it is asked."""

    @hookimpl
    def mj_scoring_methods(self) -> list[ScoringMethod]:
        """A scoring method, with a word on stdout."""
        sys.stdout.write("thinking\n")
        return []


def test_what_a_plugin_prints_does_not_stand_among_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {**available_plugins(), "chatty": Chatty}
    monkeypatch.setattr("mjrules.cli.schema.available_plugins", lambda: installed)
    status, out, err = run("schema", "--json")
    assert (status, err) == (0, "thinking\n")
    assert json.loads(out)["properties"]
    assert run("schema").out.startswith("thinking\n")


class Beside:
    """A plugin that needs another one, and does not go with a third."""

    REQUIRES, CONFLICTS = "sum", "wild"

    @hookimpl
    def mj_scoring_methods(self) -> list[ScoringMethod]:
        return [ScoringMethod("beside", "", {"guilders": ""}, "guilders", lambda *_: Value(0, 0, (0,)))]


def test_a_plugin_that_needs_another_is_described_and_in_the_schema(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {**available_plugins(), "beside": Beside}
    for command in ("plugins", "schema"):
        monkeypatch.setattr(f"mjrules.cli.{command}.available_plugins", lambda: installed)
    status, out, err = run("plugins")
    assert (status, err) == (0, "")
    told = " ".join(out.split())
    assert "beside A plugin that needs another one, and does not go with a third. hooks: mj_scoring_methods" in told
    status, out, err = run("schema")
    assert (status, err) == (0, "")
    assert '"guilders"' in out


def test_help_names_every_command(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    for name, about in COMMANDS.items():
        assert f"\n  {name:10} {about}\n" in out
    assert run() == (0, out, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: mjrules {command} [-h]")


def shown_commands(text: str) -> list[list[str]]:
    """The arguments of the `mjrules` commands that a help text shows as examples."""
    found = re.findall(r"^ *mjrules ((?:\"[^\"]*\"|[^\n\">\[])+)$", text, re.MULTILINE)
    return [[part.strip('"') for part in re.findall(r"\"[^\"]*\"|\S+", line)] for line in found]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["", *(name for name in COMMANDS if name not in ("compare", "play", "serve"))])
def test_the_examples_of_help_work(run: Run, command: str) -> None:
    out = run(*([command] if command else []), "--help").out
    Path("hands.jsonl").write_bytes(lines({**RECORD, "ruleset": "chinese-official"}))
    Path("hands.txt").write_text(
        "\n".join([WON, "147m258p369s1234z", "258m369p147s5567z", "369m147p258s3456z"]), encoding="utf-8"
    )
    drawn = {"scores": {"E": 9}, "winner": "E", "self_drawn": True}
    Path("settlements.jsonl").write_bytes(lines({**drawn, "ruleset": "chinese-official"}))
    match = mjrules.Match(load("chinese-official"), 1)
    match.play(lambda view: view.legal[0], hands=1)
    match.save("match.jsonl.gz")
    riichi = mjrules.Match(load("riichi"), 1)
    riichi.play(lambda view: view.legal[0], hands=1)
    riichi.save("riichi.jsonl.gz")
    Path("games.jsonl").write_bytes((CASES_FOLDER / "chinese-official" / "games.jsonl").read_bytes())
    Path("game.mjlog").write_bytes((CASES_FOLDER / "riichi" / "double_ron.mjlog").read_bytes())
    Path("game.mjson").write_bytes((CASES_FOLDER / "riichi" / "mjai_games.jsonl").read_bytes())
    Path("questions.jsonl").write_bytes(lines({"kind": "wall_break", "dice_east": [1, 2], "dice_owner": [3, 4]}))
    for argv in shown_commands(out):
        assert run(*argv).status == 0, argv


def test_help_has_examples(run: Run) -> None:
    assert len(shown_commands(run("--help").out)) >= 4
    assert len(shown_commands(run("score", "--help").out)) >= 2


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"mjrules {mjrules.__version__}\n", "")


# JSON.


def test_score_as_json(run: Run) -> None:
    result = run("score", WON, *OFFICIAL, "--json")
    (record,) = result.records
    assert (result.status, result.err) == (0, "")
    assert (record["id"], record["ruleset"], record["valid"], record["total"]) == (None, "chinese-official", True, 15)
    assert record["payments"] == {"E": 39, "S": -8, "W": -8, "N": -23}
    assert "not_counted" not in record


@pytest.mark.parametrize("argv", [("score", LOW, "--json", "--verbose"), ("explain", LOW, "--json")])
def test_explain_as_json(run: Run, argv: tuple[str, ...]) -> None:
    result = run(*argv, *OFFICIAL)
    (record,) = result.records
    assert (result.status, result.err) == (0, "")
    assert {"id": "no_honors", "because": "excluded"}.items() <= record["not_counted"][0].items()


def test_score_of_a_record_as_json_echoes_its_id(run: Run) -> None:
    (record,) = run("score", json.dumps({**RECORD, "id": "漢"}), *OFFICIAL, "--json").records
    assert (record["id"], record["total"]) == ("漢", 15)


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        ("123m456p789s111z2z +9m", "not_winning", "win"),
        ("123m456p789s111z +2z", "wrong_tile_count", "concealed"),
        ("123m456p789s111z2z +2z last-tile", "bad_record", "flags"),
        ("(123m +2z", "bad_record", "text"),
        ('{"concealed": "1m"}', "wrong_tile_count", "concealed"),
        ('{"concealed": 1}', "bad_record", "concealed"),
        ('{"ruleset": "nonsense"}', "bad_record", "ruleset"),
        ('{"options": {"x": 1}}', "bad_record", "options.x"),
        ("{", "bad_record", ""),
        ('{"a": 1} x', "bad_record", ""),
        ('{"a":' * 5000, "bad_record", ""),
        ('{"a": %s}' % ("9" * 5000), "bad_record", ""),
    ],
)
def test_refusals_as_json_are_records_too(run: Run, hand: str, code: str, field: str) -> None:
    result = run("score", hand, *OFFICIAL, "--json")
    assert (result.status, result.err) == (1, "")
    (record,) = result.records
    assert (record["valid"], record["error"]["code"], record["error"]["field"]) == (False, code, field)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("123m456p789s111z2z +9m", "the tiles do not make a complete hand"),
        ("123m456p789s111z +2z", "the hand has 13 tiles (a kong counting three): expected 14"),
        (
            "123m456p789s111z2z +2z last-tile",
            'unknown flag "last-tile" (did you mean "last_tile"?)',
        ),
        ('{"concealed": 1}', 'concealed: expected tiles as text such as "123m55z", got 1'),
    ],
)
@pytest.mark.parametrize("command", ["score", "explain"])
def test_refusals_are_told_on_stderr(run: Run, command: str, hand: str, message: str) -> None:
    status, out, err = run(command, hand, *OFFICIAL)
    assert (status, out) == (1, "")
    assert " ".join(err.split()).startswith(f"mjrules: {message}")


@pytest.mark.parametrize("command", ["score", "explain", "settle", "table"])
def test_what_is_not_json_is_refused_as_json_where_that_is_asked(run: Run, command: str) -> None:
    result = run(command, '{"kind":', *OFFICIAL, "--json")
    assert (result.status, result.err) == (1, "")
    assert json.loads(result.out)["error"]["message"].startswith("this is not JSON")


@pytest.mark.parametrize(
    "given",
    [
        "12q",
        "123m",
        "",
        "{",
        '{"id": 7, "concealed": "123m456p789s111z2q"}',
        '{"id": 7, "concealed": "123m456p789s111z2z", "ruleset": "hong-king"}',
        '{"id": 7, "concealed": "123m", "ruleset": "hong-kong"}',
    ],
)
def test_waits_are_refused_as_json_as_scores_are(run: Run, given: str) -> None:
    status, out, err = run("waits", given, *OFFICIAL, "--json")
    scored = run("score", given, *OFFICIAL, "--json")
    assert (status, err) == (scored.status, scored.err)
    if not given:
        assert (status, out) == (2, "")
        return
    refused = json.loads(out)
    assert (status, refused["valid"], refused["id"]) == (1, False, 7 if "7" in given else None)
    assert refused["error"]["code"] == json.loads(scored.out)["error"]["code"]


def test_what_is_wrong_with_a_hand_that_may_wait_is_explained_as_json(run: Run) -> None:
    said = json.loads(run("waits", "123m", *OFFICIAL, "--json").out)["error"]["message"]
    assert said == "the hand has 3 tiles (a kong counting three): expected 13 (3 = 3: 123m)"


def test_waits_as_json(run: Run) -> None:
    result = run("waits", "123m456p789s111z2z", *OFFICIAL, "--json")
    ((wait,),) = result.records
    assert (result.status, result.err) == (0, "")
    assert (wait["tile"], wait["left"], wait["drawn"]["total"], wait["claimed"]["total"]) == ("2z", 3, 17, 15)
    assert run("waits", "2345678m11p4567s", *OFFICIAL, "--json") == (1, "[]\n", "")


@pytest.mark.parametrize(
    ("hand", "drawn", "claimed"),
    [
        ("123m456p789s1122z last_tile", True, True),
        ("13m456p789s11122z robbing_kong", False, True),
        ("(5555z) 456p789s111z2z kong_replacement", True, False),
        ("13m456p789s11122z last_of_kind", True, True),
        ("2345678m111p456s declared", False, False),
    ],
)
def test_waits_leaves_out_what_the_situation_rules_out(run: Run, hand: str, drawn: bool, claimed: bool) -> None:
    result = run("waits", hand, *OFFICIAL, "--json")
    assert (result.status, result.err) == (0, "")
    (waits,) = result.records
    plain = json.loads(run("waits", " ".join(hand.split()[:-1]), *OFFICIAL, "--json").out)
    assert [wait["tile"] for wait in waits] == [wait["tile"] for wait in plain]
    if hand.endswith("declared"):
        return
    assert {wait["drawn"] is not None for wait in waits} == {drawn}
    assert {wait["claimed"] is not None for wait in waits} == {claimed}


def test_rulesets_as_json(run: Run) -> None:
    (listed,) = run("rulesets", "--json").records
    assert [item["id"] for item in listed] == [id for id in known_ids() if id not in ("root", "classical-base")]
    (shown,) = run("rulesets", "chinese-official", "--json", "--set", "mixed_kongs=6").records
    assert (shown["id"], len(shown["rules"]), str(shown["options"]["mixed_kongs"])) == ("chinese-official", 82, "6")
    assert shown["hash"] == mjrules.load("chinese-official", {"mixed_kongs": 6}).hash


def test_origin_as_json(run: Run) -> None:
    ((found,),) = run("origin", "chinese-official", "minimum", "--json").records
    (step,) = found["history"]
    assert (found["key"], step["value"], step["file"]) == ("scoring.minimum", 8, "rulesets/chinese-official.yaml")
    assert step["line"] > 1


def test_check_names_the_rules_outside_the_tables(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: riichi\nrules: {odd: {han: 1, when: {tiles: 19mps1234567z}}}\n", encoding="utf-8"
    )
    assert "asked hand by hand" not in run("check", str(path))[1]
    odd = "rules: {odd: {han: 1, when: {tiles: 12346789mps0mps1234567z}}}"
    path.write_text(f"id: club\nextends: riichi\n{odd}\n", encoding="utf-8")
    assert "\n  asked hand by hand, not by tables of many hands: odd\n" in run("check", str(path))[1]
    assert run("check", "--json", str(path)).records[0][0]["asked_alone"] == ["odd"]
    monkeypatch.setattr("mjrules.check_ruleset.find_spec", lambda name: None)
    assert "asked hand by hand" not in run("check", str(path))[1]


@pytest.mark.parametrize("reads", [("pieces", "shape"), ("shape",)])
def test_check_says_why_all_rules_are_outside_the_tables(
    run: Run, monkeypatch: pytest.MonkeyPatch, reads: tuple[str, ...]
) -> None:
    class Slow:
        @staticmethod
        @hookimpl
        def mj_scoring_methods() -> list[ScoringMethod]:
            def value(awards: Sequence[object], *_: object) -> Value:
                return Value(len(awards), len(awards), (len(awards),))

            return [ScoringMethod("slow", "", {"points": "points"}, "points", value, reads=reads)]

    plugins = {**available_plugins(), "slow": lambda: Slow}
    monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: plugins)
    scoring = {"replace": {"method": "slow", "minimum": 0, "combination": "free"}}
    club = write("club.yaml", id="club", extends="chinese-basic", plugins={"add": ["slow"]}, scoring=scoring)
    told = " ".join(run("check", club).out.split())
    why = "asked hand by hand, not by tables of many hands: all rules, because the scoring method slow reads pieces"
    assert (why in told) is ("pieces" in reads)
    assert ("asked hand by hand" in told) is ("pieces" in reads)


def test_check_as_json(run: Run) -> None:
    bad = write("bad.yaml", id="bad", extends="chinese-official", scoring={"minimum": "six"})
    result = run("check", "chinese-official", bad, "--json")
    ((good, wrong),) = result.records
    assert (result.status, result.err) == (2, "")
    assert (good["valid"], good["rules"], good["data_rules"]) == (True, 85, 85)
    assert wrong["valid"] is False
    (problem,) = wrong["problems"]
    assert (problem["file"], problem["path"]) == ("bad.yaml", "scoring.minimum")
    assert problem["message"] == 'expected a whole number, got "six"'


def test_test_as_json(run: Run) -> None:
    result = run("test", examples(15, 16), "--json")
    ((found,),) = result.records
    assert (result.status, result.err) == (1, "")
    assert [example["wrong"] for example in found["examples"]] == [[], ["total: expected 16, got 15"]]


def test_plugins_as_json(run: Run) -> None:
    (found,) = run("plugins", "--json").records
    by_name = {item["name"]: item for item in found}
    assert by_name["sum"]["hooks"] == ["mj_scoring_methods"]
    assert "chinese-official" in by_name["sum"]["used_by"]


# Files of records.


def jsonl(run: Run, data: bytes, *argv: str) -> Result:
    """Scores the records of a file."""
    Path("hands.jsonl").write_bytes(data)
    return run("score", "--jsonl", "hands.jsonl", *argv)


def codes(result: Result) -> list[str]:
    """The total of every line, or the code with which it was refused."""
    return [str(item["total"]) if item["valid"] else item["error"]["code"] for item in result.records]


def test_records_of_a_file(run: Run) -> None:
    result = jsonl(run, lines({**RECORD, "id": "a"}, {**RECORD, "id": "b", "seat": "S"}), *OFFICIAL)
    assert (result.status, result.err, codes(result)) == (0, "", ["15", "13"])
    assert [item["id"] for item in result.records] == ["a", "b"]


@pytest.mark.parametrize("argv", [("score", "--jsonl"), ("settle", "--hands")])
def test_a_compressed_file_is_read_as_what_is_in_it(run: Run, argv: tuple[str, ...]) -> None:
    """Whatever its name; archives of games are kept like that."""
    data = LINE * 3 if argv[0] == "score" else b"111222333m4445z +5z seat=S from=left\n"
    Path("plain").write_bytes(data)
    Path("packed").write_bytes(gzip.compress(data))
    plain = run(*argv, "plain", *OFFICIAL)
    assert plain.out
    assert run(*argv, "packed", *OFFICIAL) == plain


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (gzip.compress(LINE, mtime=0)[:-9], "ends in the middle"),
        (gzip.compress(LINE, mtime=0)[:-8] + b"01234567", "is broken"),
    ],
)
def test_a_broken_compression_is_told(run: Run, packed: bytes, said: str) -> None:
    result = jsonl(run, packed, *OFFICIAL)
    assert (result.status, result.err) == (2, f"mjrules: the compressed file {said}\n")


@pytest.mark.parametrize(
    "data", [b"", LINE, LINE + b"\n" + LINE[:-1], lines({**RECORD, "id": "漢"}, 5), LINE + b'\xff\n{"id": "x"}\n']
)
def test_records_from_standard_input_score_as_those_of_a_file(run: Run, data: bytes) -> None:
    assert run("score", "--jsonl", "-", *OFFICIAL, stdin=data) == jsonl(run, data, *OFFICIAL)


def test_bad_lines_do_not_stop_a_file(run: Run) -> None:
    data = lines(RECORD, {"id": "x"}, [1], {**RECORD, "ruleset": "root"}, {**RECORD, "flags": ["nope"]}, RECORD)
    result = jsonl(run, data, *OFFICIAL)
    assert (result.status, result.err) == (1, "")
    wanted = ["15", "wrong_tile_count", "bad_record", "bad_record", "bad_record", "15"]
    assert codes(result) == wanted
    assert result.records[1]["id"] == "x"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", ""),
        (b"nonsense", ""),
        (b"{'concealed': '1m'}", ""),
        (b'{"id": 1} {"id": 2}', ""),
        (b'{"id": "\xff"}', "byte 0xff"),
        (b"\xff\xfe{\x00}\x00", "byte 0xff"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"id":' * 100_000, "nested too deep"),
        (b'{"id": %s}' % (b"9" * 5000), "digits"),
        (b'{"flowers": -%s}' % (b"9" * 5000), "digits"),
        (b'{"id": NaN}', "NaN"),
        (b'{"flowers": NaN}', "NaN"),
        (b'{"flowers": -Infinity}', "-Infinity"),
        (b"NaN", "NaN"),
        (b"123m456p789s1112z +2z", ""),
        (b"{}\0", ""),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_lines_that_are_no_json(run: Run, line: bytes, reason: str) -> None:
    result = jsonl(run, LINE + line + b"\n" + LINE, *OFFICIAL)
    assert (result.status, result.err, codes(result)) == (1, "", ["15", "bad_record", "15"])
    error = result.records[1]["error"]
    assert error["message"].startswith("line 2")
    assert reason in error["message"]
    assert "sys." not in error["message"]
    assert (result.records[1]["id"], error["field"]) == (None, "")


@pytest.mark.parametrize("line", [b"null", b'"text"', b"5", b"[1]", b"true"])
def test_lines_that_are_no_object(run: Run, line: bytes) -> None:
    result = jsonl(run, LINE + line + b"\n" + LINE, *OFFICIAL)
    assert (result.status, result.err, codes(result)) == (1, "", ["15", "bad_record", "15"])
    assert result.records[1]["error"]["message"] == f"expected a JSON object, got {line.decode()}"


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": "\\ud800"}',
        b'{"flags": ["\\ud800"]}',
        b'{"\\udfff": 1}',
        b'{"concealed": "\\udc80"}',
        b'{"ruleset": "\\ud800"}',
        b'{"options": {"\\ud800": "\\ud800"}}',
        b'{"id": 1e999}',
        b'{"flowers": 1e999}',
        b'{"flowers": 99999999999999999999999999}',
        b'{"id": "' + b"x" * 100_000 + b'"}',
        b'{"ruleset": "' + b"x" * 100_000 + b'"}',
        b'{"concealed": "' + b"1m" * 100_000 + b'"}',
        b'{"id": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"flags": ' + b"[" * 900 + b"]" * 900 + b"}",
    ],
    ids=lambda line: repr(line[:24]),
)
def test_strange_values_refuse_their_line_and_no_other(run: Run, line: bytes) -> None:
    result = jsonl(run, LINE + line + b"\n" + LINE, *OFFICIAL)
    assert (result.status, result.err) == (1, "")
    found = codes(result)
    assert (found[0], len(found), found[2]) == ("15", 3, "15")
    assert found[1] in ("bad_record", "wrong_tile_count")


@pytest.mark.parametrize("data", [b"", b"\n", b"  \n\t\r\n\n"])
def test_blank_files(run: Run, data: bytes) -> None:
    assert jsonl(run, data, *OFFICIAL) == (0, "", "")


@pytest.mark.parametrize(
    "data",
    [
        b"\n\n" + LINE + b"\n   \n" + LINE,
        LINE + LINE[:-1],
        LINE.replace(b"\n", b"\r\n") * 2,
        b"\xef\xbb\xbf" + LINE * 2,
        b"   " + LINE + b"\t" + LINE,
    ],
)
def test_blank_lines_and_ends_of_lines(run: Run, data: bytes) -> None:
    result = jsonl(run, data, *OFFICIAL)
    assert (result.status, result.err, codes(result)) == (0, "", ["15", "15"])


def test_declare_and_verbose_hold_for_every_line(run: Run) -> None:
    low = {"concealed": "2344m567p345678s", "win": "4m"}
    assert codes(jsonl(run, lines(low, RECORD), *OFFICIAL)) == ["7", "15"]
    declared = jsonl(run, lines(low, RECORD, {**low, "declared": True}), *OFFICIAL, "--declare")
    assert (declared.status, codes(declared)) == (1, ["below_minimum", "15", "below_minimum"])
    verbose = jsonl(run, lines(low, RECORD), *OFFICIAL, "--verbose")
    assert all(isinstance(item["not_counted"], list) for item in verbose.records)


def test_declare_leaves_those_alone_who_did_not_win(run: Run) -> None:
    loser = {"concealed": "123m456p789s1112z", "winner": False}
    result = jsonl(run, lines(loser), *OFFICIAL, "--declare")
    assert (result.status, codes(result)) == (0, ["0"])


def test_a_hand_below_the_minimum_is_refused_where_it_is_declared(run: Run) -> None:
    message = (
        "mjrules: the hand is worth 7 towards the minimum of 8\n"
        "    Missed by one step: Fully Concealed Hand (self-drawn); Single Wait (exactly\n"
        "    one kind of tile completes the hand).\n"
    )
    for argv in (
        (LOW, "--declare"),
        (f"{LOW} declared",),
        (json.dumps({"concealed": "2344m567p345678s", "win": "4m"}), "--declare"),
    ):
        said = message if argv[0].startswith(LOW) else message.replace("mjrules: ", "mjrules: declared: ")
        assert run("score", *argv, *OFFICIAL) == (1, "", said)


def test_records_may_name_their_rulesets(run: Run) -> None:
    own = {**KONGS_RECORD, "ruleset": "chinese-official/wmo2006"}
    result = jsonl(run, lines(own, {**own, "ruleset": "chinese-official"}))
    assert (result.status, result.err, codes(result)) == (0, "", ["15", "13"])


def test_records_without_any_ruleset(run: Run) -> None:
    result = jsonl(run, lines(RECORD, RECORD))
    assert result.status == 2
    assert all(id in result.err for id in known_ids() if id != "root")


def test_some_records_without_a_ruleset(run: Run) -> None:
    result = jsonl(run, lines({**RECORD, "ruleset": "chinese-official"}, RECORD))
    assert (result.status, codes(result)) == (1, ["15", "bad_record"])
    assert result.records[1]["error"]["field"] == "ruleset"


def test_several_processes_score_the_lines_of_a_file(run: Run) -> None:
    data = lines({**RECORD, "id": "a"}, {**RECORD, "seat": "S"}, {"id": "b"}) + b"{\n" + LINE
    assert jsonl(run, data, *OFFICIAL, "--workers", "2") == jsonl(run, data, *OFFICIAL)
    assert codes(jsonl(run, gzip.compress(LINE), *OFFICIAL, "--verbose", "--workers", "2")) == ["15"]


def test_several_processes_settle_the_lines_of_a_file(run: Run) -> None:
    Path("settled.jsonl").write_bytes(
        lines({"kind": "penalty", "event": "false_mahjong", "player": "S"}, {"id": 1}) * 3
    )
    argv = ("settle", "--jsonl", "settled.jsonl", "--ruleset", "western")
    alone, elsewhere = run(*argv), run(*argv, "--workers", "2")
    assert (alone.status, len(alone.out.splitlines())) == (1, 6)
    assert elsewhere == alone
    expected = "mjrules: --workers is for a file of records: add --jsonl FILE\n"
    assert run("settle", "penalty", "false_mahjong", "S", "--ruleset", "western", "--workers", "2") == (2, "", expected)


def test_what_comes_through_a_pipe_is_not_scored_by_several_processes(run: Run) -> None:
    os.mkfifo("pipe")
    expected = "mjrules: --workers: expected a file, for what comes through a pipe is answered as it comes\n"
    for name in ("pipe", "-"):
        assert run("score", "--jsonl", name, *OFFICIAL, "--workers", "2", stdin=LINE) == (2, "", expected)


def test_a_stream_that_is_no_plain_file(run: Run) -> None:
    os.mkfifo("pipe")
    writer = subprocess.Popen([sys.executable, "-c", f"open('pipe', 'wb').write({LINE!r})"])
    try:
        result = run("score", "--jsonl", "pipe", *OFFICIAL)
    finally:
        writer.kill()
        writer.wait()
    assert (result.status, codes(result)) == (0, ["15"])


# No ruleset, unknown things, bad options.


@pytest.mark.parametrize("argv", [("score", WON), ("explain", WON), ("waits", "123m456p789s111z2z"), ("score", "{}")])
def test_without_a_ruleset_the_ids_are_listed(run: Run, argv: tuple[str, ...]) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert err.startswith("mjrules: no ruleset is chosen: ")
    assert all(id in err for id in known_ids() if id != "root")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("scor", WON), 'unknown command "scor" (did you mean "score"?)'),
        (("ruleset",), 'unknown command "ruleset" (did you mean "rulesets"?)'),
        (("Check", "x"), 'unknown command "Check" (did you mean "check"?)'),
        (
            ("score", WON, "--ruleset", "chinese-offical"),
            'unknown ruleset "chinese-offical" (did you mean "chinese-official"?)',
        ),
        (("check", "chinese-offical"), 'unknown ruleset "chinese-offical" (did you mean "chinese-official"?)'),
        (("score", WON, *OFFICIAL, "--names", "unicod"), '--names: "unicod" is not a style (did you mean "unicode"?)'),
        (
            ("waits", "123m456p789s111z2z", *OFFICIAL, "--names", "wrds"),
            '--names: "wrds" is not a style (did you mean "words"?)',
        ),
        (("score", WON, *OFFICIAL, "--set", "wmo206=true"), 'unknown option "wmo206" (did you mean "wmo2006"?)'),
        (
            ("score", WON, *OFFICIAL, "--set", "use_twise=true"),
            'unknown option "use_twise" (did you mean "use_twice"?)',
        ),
        (
            ("score", WON, *OFFICIAL, "--set", "use_twice=ture"),
            'option use_twice has no value "ture" (known: false, true)',
        ),
        (
            ("score", WON, *OFFICIAL, "--set", "two_concealed_kongs=7"),
            'option two_concealed_kongs has no value "7" (known: 6, 8)',
        ),
        (
            ("score", WON, *OFFICIAL, "--set", "two_concealed_kongs="),
            'option two_concealed_kongs has no value "" (known: 6, 8)',
        ),
        (("score", WON, *OFFICIAL, "--set", "wmo2006=yes"), 'preset wmo2006 is switched on by true, not by "yes"'),
        (("score", WON, *OFFICIAL, "--set", "use_twice"), '--set "use_twice": expected KEY=VALUE'),
        (("score", WON, *OFFICIAL, "--set", "=true"), '--set "=true": expected KEY=VALUE'),
        (("score", WON, *OFFICIAL, "--config", "none.yaml"), 'there is no config file "none.yaml"'),
        (("score", WON, *OFFICIAL, "--config", "."), '"." is a folder: expected a config file'),
        (("score", WON, *OFFICIAL, "--budget", "many"), "argument --budget: expected a whole number, got 'many'"),
        (("score", WON, "--ruleset", "x" * 5000), f'unknown ruleset "{"x" * 56}... (known: bmja'),
        (("table", "", *OFFICIAL), "the record is empty: expected its kind and its fields, or one JSON object"),
        (("score", "--jsonl", "none.jsonl", *OFFICIAL), '"none.jsonl"'),
        (("score", *OFFICIAL), "expected a HAND, or --jsonl with a file (or - for standard input)"),
        (("score", WON, *OFFICIAL, "--workers", "2"), "--workers is for a file of records: add --jsonl FILE"),
        (
            ("score", "--jsonl", "a.jsonl", *OFFICIAL, "--workers", "0"),
            "--workers 0: expected a number from 1 to 1,000",
        ),
        (
            ("score", WON, "--jsonl", "-", *OFFICIAL),
            "expected a HAND, or --jsonl with a file (or - for standard input)",
        ),
        (("score", "", *OFFICIAL), 'the hand is empty: expected something like "123m456p789s111z2z +2z"'),
        (("score", "  \t", *OFFICIAL), 'the hand is empty: expected something like "123m456p789s111z2z +2z"'),
        (("explain", "", *OFFICIAL), 'the hand is empty: expected something like "123m456p789s111z2z +2z"'),
        (("origin", "chinese-official", "minimun"), 'chinese-official has no key "minimun" (did you mean "minimum"?)'),
        (("rule", "--ruleset", "riichi", "pinfu"), "unrecognized arguments: --ruleset (write the ruleset without it)"),
        (("check", "--ruleset=riichi"), "unrecognized arguments: --ruleset=riichi (write the ruleset without it)"),
        (("rulesets", "root", "--table", "value"), 'the ruleset "root" has no scoring: it is a base for others'),
        (("rulesets", "root", "--table", "type"), 'the ruleset "root" has no scoring: it is a base for others'),
    ],
)  # fmt: skip
def test_messages_about_unusable_input(run: Run, argv: tuple[str, ...], message: str) -> None:
    status, out, err = run(*argv)
    assert status == 2
    assert message in " ".join(err.split()) + out
    assert argv[0] == "check" or out == ""


@pytest.mark.parametrize(
    ("argv", "nearest"),
    [
        (("score", WON, "--rulset", "chinese-official"), "--ruleset"),
        (("score", WON, *OFFICIAL, "--verbos"), "--verbose"),
        (("check", "--chain", "chinese-official"), "--chains"),
    ],
)
def test_an_unknown_argument_is_refused_with_the_nearest(run: Run, argv: tuple[str, ...], nearest: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert f'did you mean "{nearest}"' in err


@pytest.mark.parametrize(("command", "hinted"), [(("score", "123m", "456m"), True), (("evening", "show", "9"), False)])
def test_only_a_hand_is_to_be_put_in_quotes(run: Run, command: tuple[str, ...], hinted: bool) -> None:
    status, _, err = run(*command)
    assert status == 2
    assert "unrecognized arguments: " in err
    assert ("put the whole hand in quotes" in err) is hinted


@pytest.mark.parametrize(
    ("together", "apart"),
    [
        (
            "table rotation Ann Bo Cy Di won Ann --ruleset western",
            "table rotation Ann Bo --ruleset western Cy Di won Ann",
        ),
        (
            "settle penalty misnamed_discard N W --ruleset western",
            "settle penalty --ruleset western misnamed_discard N W",
        ),
        ("rule western gerties garter --lang en", "rule western gerties --lang en garter"),
        ("glossary dead hand --json", "glossary dead --json hand"),
    ],
)
def test_an_option_may_stand_between_the_words(run: Run, together: str, apart: str) -> None:
    answered = run(*together.split())
    assert answered[0] == 0
    assert run(*apart.split()) == answered


def test_an_unknown_option_among_words_is_refused(run: Run) -> None:
    status, out, err = run("settle", "penalty", "--ruleset", "western", "misnamed_discard", "N", "--jsen")
    assert (status, out) == (2, "")
    assert '--jsen (did you mean "--json"?)' in err


@pytest.mark.parametrize("argv", [("mcr", WON), (WON, "mcr"), ("riichi/tenhou", WON), ("club.yaml", WON)])
def test_a_ruleset_beside_the_hand_is_told_from_a_torn_hand(run: Run, argv: tuple[str, ...]) -> None:
    ruleset = next(word for word in argv if word != WON)
    for command in ("score", "explain", "waits"):
        status, out, err = run(command, *argv)
        assert (status, out) == (2, "")
        assert f"(put --ruleset before {ruleset})" in err


# Options: ruleset < config file < command line < record.


def kongs(run: Run, *argv: str, **record: Any) -> int:
    """What two concealed kongs are worth."""
    result = run("score", json.dumps({**KONGS_RECORD, **record}), "--json", *argv)
    assert result.status == 0, result
    (found,) = [item["value"] for item in result.records[0]["items"] if item["id"] == "two_concealed_kongs"]
    return int(found)


SINGLE, PRESET = "two_concealed_kongs", "wmo2006"
CHOICES: dict[str, tuple[dict[str, Any], int]] = {
    "6": ({SINGLE: 6}, 6),
    "8": ({SINGLE: 8}, 8),
    "preset": ({PRESET: True}, 8),
}


@pytest.mark.slow
@pytest.mark.parametrize("weaker", ["6", "8", "preset"])
@pytest.mark.parametrize("stronger", ["6", "8", "preset"])
@pytest.mark.parametrize("levels", thinned(["config line", "config record", "line record"], 3))
def test_the_stronger_level_decides(run: Run, levels: str, weaker: str, stronger: str) -> None:
    chosen = dict(zip(levels.split(), (weaker, stronger), strict=True))
    if "config" in chosen:
        write("mjrules.yaml", ruleset="chinese-official", options=CHOICES[chosen["config"]][0])
    line = CHOICES[chosen["line"]][0] if "line" in chosen else {}
    argv = [f"--set={key}={str(value).lower()}" for key, value in line.items()]
    own = {"options": CHOICES[chosen["record"]][0]} if "record" in chosen else {}
    assert kongs(run, *OFFICIAL, *argv, **own) == CHOICES[stronger][1]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["config", "line", "record"])
def test_every_level_is_stronger_than_the_ruleset(run: Run, level: str) -> None:
    edition = "chinese-official/wmo2006"
    assert kongs(run, "--ruleset", edition) == 8
    if level == "config":
        write("mjrules.yaml", ruleset=edition, options={SINGLE: 6})
        assert kongs(run) == 6
    elif level == "line":
        assert kongs(run, "--ruleset", edition, "--set", f"{SINGLE}=6") == 6
    else:
        assert kongs(run, ruleset=edition, options={SINGLE: 6}) == 6


@pytest.mark.slow
def test_single_options_go_over_presets_and_later_ones_over_earlier_ones(run: Run) -> None:
    assert kongs(run, *OFFICIAL, "--set", f"{SINGLE}=6", "--set", f"{PRESET}=true") == 6
    assert kongs(run, *OFFICIAL, "--set", f"{SINGLE}=6", "--set", f"{SINGLE}=8") == 8
    assert kongs(run, *OFFICIAL, options={SINGLE: 6, PRESET: True}) == 6


@pytest.mark.slow
@pytest.mark.parametrize("command", ["score", "explain"])
def test_changed_options_are_printed(run: Run, command: str) -> None:
    out = run(command, KONGS, *OFFICIAL, "--set", f"{SINGLE}=8").out
    assert out.splitlines()[1] == "with two_concealed_kongs=8"
    assert "with" not in run(command, KONGS, *OFFICIAL, "--set", f"{SINGLE}=6").out.splitlines()[1]


def test_a_config_file_chooses_the_ruleset(run: Run) -> None:
    write("mjrules.yaml", ruleset="chinese-official")
    assert run("score", WON) == (0, SCORE_CLAIMED, "")
    assert run("waits", "123m456p789s111z2z").status == 0
    assert run("explain", WON).status == 0


def test_options_of_a_config_file_without_a_ruleset(run: Run) -> None:
    write("mjrules.yaml", options={SINGLE: 8})
    assert kongs(run, *OFFICIAL) == 8
    assert kongs(run, ruleset="chinese-official") == 8


def test_options_of_a_config_file_are_for_its_ruleset(run: Run) -> None:
    write("mjrules.yaml", ruleset="chinese-official", options={SINGLE: 8})
    assert kongs(run) == 8
    assert kongs(run, *OFFICIAL) == 8
    assert kongs(run, ruleset="chinese-official") == 8
    assert kongs(run, "--ruleset", "chinese-official/wmo2006", "--set", f"{SINGLE}=6") == 6


def test_where_config_files_are_looked_for(run: Run, tmp_path: Path) -> None:
    write(str(tmp_path / "xdg" / "mjrules" / "mjrules.yaml"), ruleset="chinese-official/wmo2006")
    assert kongs(run) == 8
    write("mjrules.yaml", ruleset="chinese-official")
    assert kongs(run) == 6
    write("other.yaml", ruleset="chinese-official", options={SINGLE: 8})
    assert kongs(run, "--config", "other.yaml") == 8
    assert kongs(run, "--config", "other.yaml", "--set", f"{SINGLE}=6") == 6


@pytest.mark.slow
@pytest.mark.parametrize("name", ["./club.yaml", "club.yaml", "../clubs/club.yaml"])
def test_a_relative_path_in_a_config_file_begins_at_the_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    home = tmp_path / "clubs"
    home.mkdir()
    write(str(home / "club.yaml"), id="club", extends="chinese-official", set={SINGLE: 8})
    write(str(home / "mjrules.yaml"), ruleset=name, options={"mixed_kongs": 6})
    assert kongs(run, "--config", str(home / "mjrules.yaml")) == 8
    assert kongs(run, "--config", "../clubs/mjrules.yaml") == 8
    monkeypatch.chdir(home)
    assert kongs(run) == 8


@pytest.mark.slow
def test_a_relative_path_on_the_command_line_begins_at_the_working_folder(run: Run) -> None:
    write("sub/club.yaml", id="club", extends="chinese-official", set={SINGLE: 8})
    for name in ("sub/club.yaml", "./sub/club.yaml", str(Path("sub/club.yaml").resolve())):
        assert kongs(run, "--ruleset", name) == 8
        assert kongs(run, "--allow", name, ruleset=name) == 8
        assert run("check", name).status == 0


def test_names_in_a_config_file(run: Run) -> None:
    write("mjrules.yaml", ruleset="chinese-official", names="unicode")
    assert run("score", WON) == (0, SCORE_UNICODE, "")
    assert run("score", WON, "--names", "text") == (0, SCORE_CLAIMED, "")


@pytest.mark.parametrize("command", ["score", "explain", "waits"])
def test_a_records_own_ruleset_and_options_are_strongest(run: Run, command: str) -> None:
    waiting = {key: value for key, value in KONGS_RECORD.items() if key not in ("win", "self_drawn")}
    hand = waiting if command == "waits" else KONGS_RECORD
    for own in ({"ruleset": "chinese-official/wmo2006"}, {"options": {SINGLE: 8}}):
        out = run(command, json.dumps({**hand, **own}), *OFFICIAL, "--json").out
        assert '"id": "two_concealed_kongs"' in out
        assert '"each": 8, "value": 8' in out


@pytest.mark.parametrize("command", ["score", "explain", "waits"])
def test_a_record_that_names_its_ruleset_needs_no_other(run: Run, command: str) -> None:
    waiting = {**RECORD, "win": None, "winner": False, "ruleset": "chinese-official"}
    hand = waiting if command == "waits" else {**RECORD, "ruleset": "chinese-official"}
    status, out, err = run(command, json.dumps(hand))
    assert (status, err) == (0, "")
    assert "15" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rulset: chinese-official\n", 'unknown key "rulset" of a config file (did you mean "ruleset"?)'),
        ("ruleset: 5\n", "mjrules.yaml:1:10 ruleset: expected text"),
        ("ruleset: [chinese-official]\n", "mjrules.yaml:1:10 ruleset: expected text"),
        ("names: 5\n", "mjrules.yaml:1:8 names: expected text"),
        ("options: 5\n", "mjrules.yaml:1:10 options: expected a mapping of options to values"),
        ("options: [wmo2006]\n", "mjrules.yaml:1:10 options: expected a mapping of options to values"),
        ("ruleset: a\nruleset: b\n", 'mjrules.yaml:2:1: the key "ruleset" is given twice, first in line 1'),
        ("ruleset: [\n", "mjrules.yaml:2:1: this is not YAML"),
        ("- ruleset\n", "mjrules.yaml:1:1: expected a mapping of keys to values"),
        ("{}\n---\n{}\n", "mjrules.yaml:2:1: a second document begins here: the file has one"),
        ("ruleset: none.yaml\n", 'mjrules.yaml:1:10 ruleset: there is no ruleset file "none.yaml"'),
        (
            "ruleset: chinese-offical\n",
            'mjrules.yaml:1:10 ruleset: unknown ruleset "chinese-offical" (did you mean "chinese-official"?)',
        ),
        (
            "ruleset: chinese-official\noptions: {use_twise: true}\n",
            'mjrules.yaml:2:22 options.use_twise: unknown option "use_twise" (did you mean "use_twice"?)',
        ),
        (
            "ruleset: chinese-official\noptions:\n  mixed_kongs: many\n",
            'mjrules.yaml:3:16 options.mixed_kongs: option mixed_kongs has no value "many"',
        ),
        (
            "ruleset: chinese-official\nnames: wrods\n",
            'mjrules.yaml:2:8 names: "wrods" is not a style (did you mean "words"?)',
        ),
    ],
)  # fmt: skip
def test_messages_about_config_files(run: Run, text: str, message: str) -> None:
    Path("mjrules.yaml").write_text(text, "utf-8")
    status, out, err = run("score", WON)
    assert (status, out) == (2, "")
    assert message in " ".join(err.split())


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "{}\n"])
def test_an_empty_config_file_is_not_called_a_ruleset(run: Run, text: str) -> None:
    Path("mjrules.yaml").write_text(text, "utf-8")
    status, _, err = run("score", WON, *OFFICIAL)
    assert status in (0, 2)
    assert "expected a ruleset" not in err


# Torture: any arguments end with a status and a message.

FILES: dict[str, bytes] = {
    "good.jsonl": LINE,
    "latin1.jsonl": b'{"id": "\xe9"}\n',
    "nan.jsonl": b'{"id": NaN}\n',
    "deep.jsonl": b"[" * 200_000 + b"\n",
    "huge.jsonl": b'{"id": ' + b"9" * 10_000 + b"}\n",
    "surrogate.jsonl": b'{"id": "\\ud800"}\n',
    "root.jsonl": b'{"ruleset": "root"}\n',
    "long.jsonl": b'{"ruleset": "' + b"x" * 9000 + b'"}\n',
    "nobody.jsonl": b'{"ruleset": "~nobody-here/x.yaml"}\n',
    "empty.jsonl": b"",
    "picture.png": bytes(range(256)),
    "empty.yaml": b"",
    "latin1.yaml": b"id: \xe9\n",
    "nul.yaml": b"id: a\0\n",
    "list.yaml": b"- 1\n",
    "text.yaml": b"text\n",
    "twice.yaml": b"id: a\nid: b\n",
    "bomb.yaml": b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
    "deep.yaml": b"id: " + b"[" * 5000 + b"\n",
    "circle.yaml": b"id: circle\nextends: circle.yaml\n",
    "orphan.yaml": b"id: orphan\nextends: none.yaml\n",
    "alone.yaml": b"id: alone\n",
    "club.yaml": b"id: club\nextends: chinese-official\nset: {mixed_kongs: 6}\n",
    "example.yaml": b"id: e\nextends: club.yaml\nset: {use_twice: true}\nexamples: [{hand: 1m, total: 1}]\n",
}
NO_RULESETS = [
    name for name in FILES if name.endswith(".yaml") and name not in ("alone.yaml", "club.yaml", "example.yaml")
]
NO_RECORDS = [name for name in FILES if not name.endswith(".yaml") and name not in ("good.jsonl", "empty.jsonl")]

TORTURE: list[tuple[int, list[str]]] = [
    (2, [""]),
    (0, []),
    (0, ["--"]),
    (2, ["--nonsense"]),
    (0, ["help"]),
    (2, ["score"]),
    (2, ["score", "--"]),
    (2, ["score", "1m", "2m"]),
    (2, ["score", *WON.split(), *OFFICIAL]),
    (2, ["score", WON, "--ruleset"]),
    (2, ["score", WON, "--ruleset", ""]),
    (2, ["score", WON, "--ruleset", "."]),
    (2, ["score", WON, "--ruleset", "/"]),
    (2, ["score", WON, "--ruleset", ".."]),
    (2, ["score", WON, "--ruleset", "~"]),
    (2, ["score", WON, "--ruleset", "~nobody-here/x.yaml"]),
    (2, ["score", WON, "--ruleset", "x" * 5000]),
    (2, ["score", WON, "--ruleset", "./" + "x" * 5000 + ".yaml"]),
    (2, ["score", WON, "--ruleset", "\udcff"]),
    (2, ["score", WON, "--ruleset", "root"]),
    (2, ["score", WON, "--ruleset", "folder.yaml"]),
    (2, ["score", WON, "--ruleset", "picture.png"]),
    *[(2, ["score", WON, "--ruleset", name]) for name in [*NO_RULESETS, "alone.yaml"]],
    *[(2, ["score", WON, "--config", name]) for name in [*NO_RULESETS, "club.yaml", "picture.png"]],
    (2, ["score", WON, "--config", "folder.yaml"]),
    (2, ["score", WON, "--config", ""]),
    (2, ["score", WON, "--config", "x" * 5000]),
    (2, ["score", WON, *OFFICIAL, "--set", ""]),
    (2, ["score", WON, *OFFICIAL, "--set", "a=b=c"]),
    (2, ["score", WON, *OFFICIAL, "--set", "two_concealed_kongs=" + "9" * 5000]),
    (2, ["score", WON, *OFFICIAL, "--set", "\udcff=\udcff"]),
    (2, ["score", WON, *OFFICIAL, "--names", "\udcff"]),
    (2, ["score", "--jsonl", "", *OFFICIAL]),
    (2, ["score", "--jsonl", "folder.yaml", *OFFICIAL]),
    (2, ["score", "--jsonl", "none.jsonl", *OFFICIAL]),
    (2, ["score", "--jsonl", "x" * 5000, *OFFICIAL]),
    (2, ["score", "--jsonl", "a\0b", *OFFICIAL]),
    (0, ["score", "--jsonl", "good.jsonl", *OFFICIAL]),
    (0, ["score", "--jsonl", "empty.jsonl", *OFFICIAL]),
    *[(1, ["score", "--jsonl", name, *OFFICIAL]) for name in NO_RECORDS],
    (1, ["score", "{", *OFFICIAL]),
    (1, ["score", "{}", *OFFICIAL]),
    (1, ["score", "[]", *OFFICIAL]),
    (1, ["score", "null", *OFFICIAL]),
    (1, ["score", '{"a":' * 5000, *OFFICIAL]),
    (1, ["score", '{"id": ' + "9" * 5000 + "}", *OFFICIAL]),
    (1, ["score", '{"id": NaN}', *OFFICIAL]),
    (1, ["score", '{"id": "\\ud800"}', *OFFICIAL, "--json"]),
    (1, ["score", '{"flags": ["\\ud800"]}', *OFFICIAL]),
    (1, ["score", '{"ruleset": "root"}', *OFFICIAL, "--json"]),
    (1, ["score", "1m", *OFFICIAL]),
    (1, ["score", "\udcff", *OFFICIAL]),
    (1, ["score", "\0", *OFFICIAL]),
    (1, ["score", "🂡", *OFFICIAL]),
    (1, ["score", "²m +2z", *OFFICIAL]),
    (1, ["score", "()[]+!", *OFFICIAL]),
    (1, ["score", "(" * 5000, *OFFICIAL]),
    (1, ["score", "1m" * 50_000, *OFFICIAL]),
    (1, ["score", "11122233344455z flags=a", *OFFICIAL]),
    (1, ["score", "11122233344455z flags=5", *OFFICIAL]),
    (1, ["score", "11122233344455z melds=5", *OFFICIAL]),
    (1, ["score", f"{WON} flowers=" + "9" * 5000, *OFFICIAL]),
    (1, ["score", f"{WON} seat=\udcff", *OFFICIAL]),
    (1, ["explain", "1m", *OFFICIAL]),
    (2, ["explain"]),
    (2, ["explain", WON, "--ruleset", "root"]),
    (2, ["waits"]),
    (2, ["waits", "", *OFFICIAL]),
    (2, ["waits", "1m", "--ruleset", "root"]),
    (1, ["waits", "1m", *OFFICIAL]),
    (1, ["waits", "{", *OFFICIAL]),
    (1, ["waits", '{"a":' * 5000, *OFFICIAL]),
    (0, ["waits", "1111m2222m3333m4m", *OFFICIAL]),
    (2, ["rulesets", "nonsense"]),
    (2, ["rulesets", "x" * 5000]),
    (2, ["rulesets", "chinese-official", "--table", "nonsense"]),
    (1, ["rulesets", "chinese-official", "--find", "nonsense"]),
    (2, ["rulesets", "chinese-official", "--set", "x"]),
    (0, ["rulesets", "root", "--hash"]),
    (0, ["rulesets", "root", "--resolved"]),
    (2, ["rulesets", "circle.yaml"]),
    (2, ["origin"]),
    (2, ["origin", "chinese-official"]),
    (2, ["origin", "chinese-official", ""]),
    (2, ["origin", "chinese-official", "."]),
    (2, ["origin", "chinese-official", "²"]),
    (2, ["origin", "chinese-official", "examples[99999]"]),
    (2, ["origin", "chinese-official", "examples[" + "9" * 5000 + "]"]),
    (2, ["origin", "chinese-official", "examples.-1"]),
    (2, ["origin", "nonsense", "x"]),
    (0, ["origin", "root", "tiles"]),
    (2, ["check"]),
    (2, ["check", ""]),
    (2, ["check", "folder.yaml"]),
    (2, ["check", "x" * 5000]),
    (2, ["check", "~nobody-here/x.yaml"]),
    *[(2, ["check", name]) for name in NO_RULESETS],
    (0, ["check", "root", "--json"]),
    (0, ["check", "alone.yaml"]),
    (2, ["test"]),
    (2, ["test", "circle.yaml"]),
    (2, ["test", "latin1.yaml"]),
    (0, ["test", "root"]),
    (1, ["test", "example.yaml"]),
    (2, ["schema", "x"]),
    (2, ["plugins", "x"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "argv"),
    thinned(TORTURE, 8),
    ids=thinned([f"{number} {ascii(' '.join(argv))[:50]}" for number, (_, argv) in enumerate(TORTURE)], 8),
)
def test_any_arguments_end_with_a_status_and_a_message(run: Run, status: int, argv: list[str]) -> None:
    for name, data in FILES.items():
        Path(name).write_bytes(data)
    Path("folder.yaml").mkdir()
    result = run(*argv)
    assert "Traceback" not in result.out + result.err
    assert result.status == status, result
    if "--json" in argv or "--jsonl" in argv or status == 0:
        assert status != 2 or result.out == ""
    elif argv[0] not in ("check", "test", "waits"):
        assert (result.out == "", result.err != "") == (True, True)


def test_the_torture_is_long_enough() -> None:
    assert len(TORTURE) >= 100


# Processes.


def process(*argv: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """A call of the program in a process of its own."""
    command = [sys.executable, "-m", "mjrules", *argv]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False, **more
    )


@pytest.mark.slow
def test_the_program_as_a_process() -> None:
    done = process("score", WON, *OFFICIAL)
    assert (done.returncode, done.stdout, done.stderr) == (0, SCORE_CLAIMED, "")
    done = process("score", WON)
    assert (done.returncode, done.stdout) == (2, "")
    done = process("score", "1m", *OFFICIAL)
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.slow
def test_records_through_a_process() -> None:
    done = process("score", "--jsonl", "-", *OFFICIAL, input=(lines(RECORD, {"id": "漢"}) + b"\n").decode())
    assert (done.returncode, done.stderr) == (1, "")
    assert [json.loads(line)["valid"] for line in done.stdout.splitlines()] == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize(
    "argv",
    [
        ("score", "--jsonl", "big.jsonl", *OFFICIAL),
        ("rulesets", "chinese-official", "--resolved"),
        ("schema",),
        ("rulesets",),
        ("--help",),
    ],
)
def test_a_reader_that_leaves_early(argv: tuple[str, ...]) -> None:
    Path("big.jsonl").write_bytes(LINE * 1000)
    with subprocess.Popen(
        [sys.executable, "-m", "mjrules", *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(timeout=PATIENCE) in (0, 1)


HEAVY = """
import sys
from mjrules.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(sorted({"pydantic", "yaml", "pluggy"} & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize("argv", [("--help",), ("--version",), ()])
def test_help_imports_nothing_heavy(argv: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HEAVY, *argv], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stderr.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    "argv",
    [
        ("score", WON, *OFFICIAL, "--names", "unicode"),
        ("score", '{"id": "漢"}', *OFFICIAL, "--json"),
        ("rulesets", "chinese-official", "--find", "kong"),
        ("check", "漢.yaml"),
    ],
)
def test_terminals_that_cannot_print_every_character(encoding: str, argv: tuple[str, ...]) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "mjrules", *argv]
    done = subprocess.run(command, capture_output=True, env=env, timeout=PATIENCE, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)
    if "--json" in argv:
        json.loads(done.stdout.decode(encoding))


@pytest.mark.slow
@pytest.mark.parametrize(
    "shell",
    [
        f"score '{WON}' --ruleset chinese-official >/dev/full",
        "rulesets >/dev/full",
        "score --jsonl - --ruleset chinese-official <&-",
        "rulesets >&-",
        "rulesets nonsense 2>&-",
        "score --jsonl /proc/self/mem --ruleset chinese-official",
    ],
)
def test_streams_that_fail(shell: str) -> None:
    command = f"{sys.executable} -m mjrules {shell}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)


FULL = [
    *("--help", "--version", "help score", "score --help", "rulesets", "schema", "plugins", "origin hong-kong tiles"),
    *(f"{command} '{WON}' --ruleset hong-kong" for command in ("score", "explain")),
    *("waits '2345678m 111p 456s' --ruleset hong-kong", "check hong-kong", "test hong-kong", "replay game.log"),
    f"settle '{WON}' {WON.partition(' ')[0]} {WON.partition(' ')[0]} {WON.partition(' ')[0]} --ruleset western",
    'table \'{"kind": "wall_break", "dice_east": [6, 6], "dice_owner": [6, 6]}\' --ruleset western',
    "simulate --ruleset hong-kong --hands 1 --seed 1",
]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", FULL)
def test_what_cannot_be_written_is_a_failure(arguments: str, folder: Path) -> None:
    mjrules.Table("hong-kong", 1).save(folder / "game.log")
    command = f"{sys.executable} -m mjrules {arguments} {'--unfinished' if 'replay' in arguments else ''} >/dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "mjrules: No space left on device"
    assert len(done.stderr.splitlines()) == (2 if "simulate" in arguments else 1)  # it tells its speed


@pytest.mark.slow
def test_a_message_that_cannot_be_printed_is_no_answer() -> None:
    command = f"{sys.executable} -m mjrules score 1m --ruleset hong-kong 2>&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (1, "")


def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"rmdir {gone}; {sys.executable} -m mjrules score '{WON}' --ruleset chinese-official"
    done = subprocess.run(
        ["sh", "-c", command], cwd=gone, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.slow
def test_check_notes_an_id_that_another_ruleset_has(run: Run) -> None:
    club = write("club.yaml", id="western", extends="western", set={"limit": 500})
    status, out, err = run("check", club, "western")
    assert (status, err) == (0, "")
    assert out.count('  note: the id "western" is that of another ruleset: this file is found by its path alone\n') == 1


def test_rules_are_listed_as_players_think_of_them(run: Run) -> None:
    units = [line.split()[1] for line in run("rulesets", "bmja", "--table", "value").out.splitlines()]
    assert list(dict.fromkeys(units)) == ["x", "doubles", "double", "points"]
    assert not any(line.startswith("0") and "0.5" not in line for line in run("rulesets", "bmja").out.splitlines())


@pytest.mark.parametrize("id", ["western", "chinese-official", "taiwanese"])
def test_a_ruleset_is_shown_in_eighty_columns(run: Run, monkeypatch: pytest.MonkeyPatch, id: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, run("rulesets", id).out.splitlines())) <= 80


@pytest.mark.parametrize("argv", [["score", "--ruleset", "hong-kong", "--jsonl", "a\x1b[31mb"], ["a\x1b[31mb"]])
def test_what_would_change_a_terminal_is_written_out(run: Run, argv: list[str]) -> None:
    done = run(*argv)
    assert done.status == 2
    assert '"a\\x1b[31mb"' in done.err
    assert "\x1b" not in done.err


NAMELESS = [
    "rulebook hong-kong --out ''",
    "simulate --ruleset hong-kong --hands 1 --out ''",
    *(f"compare hong-kong --set-b minimum=1 --hands 1 {name} ''" for name in ("--out", "--csv", "--parquet", "--svg")),
    "new club a --extends hong-kong --folder ' '",
    "play --ruleset hong-kong --save ''",
    "serve --data ''",
    "serve --books ''",
    "replay ''",
    "check hong-kong --within ''",
    "evening show --data ''",
    *(f"evening {action} ''" for action in ("print --out", "export", "import", "merge", "backup")),
]


@pytest.mark.parametrize("arguments", NAMELESS)
def test_an_empty_name_is_not_the_working_folder(run: Run, folder: Path, arguments: str) -> None:
    before = sorted(folder.iterdir())
    done = run(*shlex.split(arguments))
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith(": the name is empty\n")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("arguments", [own for own in NAMELESS if not re.match("replay|evening (export|import)", own)])
def test_standard_output_is_no_file_of_that_name(run: Run, folder: Path, arguments: str) -> None:
    before = sorted(folder.iterdir())
    done = run(*[word if word.strip() else "-" for word in shlex.split(arguments)])
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith(": a file or folder is needed here, standard input and output are none\n")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["--csv", "--svg"])
def test_files_that_cannot_be_are_refused_before_hours_of_play(run: Run, name: str) -> None:
    Path("taken").write_text("", encoding="utf-8")
    Path("folder").mkdir()
    wrong = "taken" if name == "--svg" else "folder"
    done = run("compare", "hong-kong", "--set-b", "minimum=1", "--hands", "1000000", name, wrong)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f'mjrules: {name}: "{wrong}" is ')


def test_a_comparison_is_told_where_its_file_cannot_be_written(run: Run) -> None:
    done = run("compare", "hong-kong", "--set-b", "minimum=1", "--hands", "1", "--quiet", "--csv", "/dev/full")
    assert (done.status, done.err) == (2, 'mjrules: "/dev/full": No space left on device\n')
    assert done.out.startswith("A  Hong Kong")


def test_no_file_is_written_over_by_another_of_the_same_command(run: Run) -> None:
    command = ("compare", "hong-kong", "--set-b", "minimum=1", "--hands", "1", "--out", "played")
    done = run(*command, "--csv", "./played")
    assert (done.status, done.err) == (2, 'mjrules: --csv: "./played" is written by --out already: name another file\n')
    done = run(*command, "--csv", "told", "--parquet", "./told")
    assert (done.status, done.err) == (
        2,
        'mjrules: --parquet: "./told" is written by --csv already: name another file\n',
    )
    assert not Path("played").exists()
    assert not Path("told").exists()


def test_values_nested_too_deep_are_no_json(run: Run) -> None:
    done = run("table", "wall_break", f"x={'[' * 100_000}", "--ruleset", "western")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith(" is not JSON\n")


def test_names_that_would_change_a_terminal_are_written_out(run: Run) -> None:
    done = run("table", "rotation", "A\x1b[31m", "Bo", "Cy", "Di", "--ruleset", "hong-kong")
    assert done.status == 0
    assert "A\\x1b[31m" in done.out


def test_a_game_that_could_not_be_saved_is_not_begun(run: Run) -> None:
    done = run("play", "--ruleset", "hong-kong", "--save", "no/game.jsonl")
    assert done == (2, "", 'mjrules: --save: "no/game.jsonl": there is no folder "no"\n')


def test_a_claim_is_made_once(run: Run) -> None:
    done = run("settle", "{}", "--ruleset", "western", "--claim", "E=4", "--claim", "e=5")
    assert done == (2, "", "mjrules: --claim: that of E is said twice\n")


@pytest.mark.parametrize("steps", ["0", "-1"])
@pytest.mark.parametrize("command", [f"score '{WON}' --ruleset hong-kong", "check hong-kong", "test hong-kong"])
def test_a_budget_is_one_step_or_more(run: Run, command: str, steps: str) -> None:
    done = run(*shlex.split(command), "--budget", steps)
    assert done == (2, "", f"mjrules: --budget {steps}: expected 1 or more\n")


def test_what_cannot_be_written_is_named(run: Run, folder: Path) -> None:
    Path("taken").write_text("", encoding="utf-8")
    done = run("rulebook", "hong-kong", "--out", "taken/paper")
    assert (done.status, done.err) == (2, 'mjrules: "taken/paper": Not a directory\n')


@pytest.mark.parametrize(
    "command",
    [
        "score 111m --config {}",
        "new plugin lucky --folder {}",
        "rulebook hong-kong --out {}",
        "simulate --hands 1 --ruleset hong-kong --out {}/hands",
        "play --ruleset hong-kong --save {}/game.jsonl",
    ],
)
def test_the_whole_of_a_long_path_is_told(run: Run, folder: Path, command: str) -> None:
    deep = Path(*["a folder of the club"] * 8)
    deep.parent.mkdir(parents=True)
    if command.startswith("rulebook"):
        deep.write_text("")
    first, *rest = shlex.split(command)
    done = run(first, *[word.format(deep) for word in rest])
    assert done.status == 2
    assert str(deep) in " ".join(done.err.split())
