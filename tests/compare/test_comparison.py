"""Comparisons: the same walls under two rulesets, known effects, files, and what is printed and written."""

from __future__ import annotations

import csv
import errno
import json
import os
import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import mjrules
from mjrules import PlayerError
from mjrules.cli import main
from mjrules.compare.comparison import Comparison, best_players
from mjrules.compare.errors import CompareError
from mjrules.compare.files import COLUMNS_OF_FILES, write_csv, write_parquet, write_pictures
from mjrules.compare.intervals import FEW, LESS, MORE, SAME, UNCLEAR
from mjrules.compare.measures import ENDS, PAYMENTS, PLAYERS, POTS, RULES, SEATS, WORTHS, Measured
from mjrules.compare.pairing import pairing_of
from mjrules.compare.stretch import STRETCH, Stretch, StretchTask, play_stretch
from mjrules.hooks import PlayerMaker
from mjrules.simulation.errors import WorkError
from mjrules.simulation.sent_rulesets import SentRuleset
from tests.compare.toys import toy, toy_folder
from tests.fuzz.targets import with_checks

HANDS = 11 * STRETCH


@pytest.fixture(scope="module")
def folder() -> Path:
    return toy_folder()


@pytest.fixture(scope="module")
def higher(folder: Path) -> Comparison:
    """What a higher minimum does; it is kept in a file, so that no test plays it again."""
    out = folder / "higher.jsonl"
    return mjrules.compare_rulesets(toy("toy"), toy("higher"), HANDS, 3, players="random", out=out)


def found(comparison: Comparison, kind: str, id: str) -> Measured:
    return next(own for own in comparison.measured if (own.kind, own.id) == (kind, id))


def verdict(comparison: Comparison, kind: str, id: str) -> str:
    return found(comparison, kind, id).found.verdict


# What programs do with a comparison


def test_a_comparison_can_be_pickled_and_copied(higher: Comparison) -> None:
    """With all its figures; what has been hashed so far stays behind, so a copy is not played on."""
    for copy in (pickle.loads(pickle.dumps(higher)), deepcopy(higher), deepcopy(deepcopy(higher))):
        assert copy.to_record() == higher.to_record()
        assert (copy.played, repr(copy)) == (higher.played, repr(higher))
        assert list(copy.run(HANDS)) == []
        with pytest.raises(CompareError, match=f"^this copy of a comparison has {HANDS} hands, and is not played on"):
            list(copy.run(HANDS + 1))


def test_numbers_of_numpy_are_numbers() -> None:
    """What counts hands or is a seed is often taken from an array."""
    number = pytest.importorskip("numpy").int64
    plain = mjrules.compare_rulesets(toy("toy"), toy("higher"), 5, 3, players="random")
    assert (
        mjrules.compare_rulesets(toy("toy"), toy("higher"), number(5), number(3), players="random").digest
        == plain.digest
    )


def test_a_comparison_says_what_it_compares() -> None:
    one, other = mjrules.load("hong-kong"), mjrules.load("hong-kong", {"minimum": 1})
    hashes = f"hong-kong ({one.hash[:8]}) and hong-kong ({other.hash[:8]})"
    assert repr(mjrules.compare_rulesets(one, other, 0)) == f"<Comparison of {hashes}: 0 hands each>"


def test_a_comparison_is_printed_as_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A table, and below it what can be told."""
    comparison = mjrules.compare_rulesets(
        "hong-kong", mjrules.load("hong-kong", {"minimum": 1}), 2, 5, players="random"
    )
    options = [
        "--set-b",
        "minimum=1",
        "--hands",
        "2",
        "--seed",
        "5",
        "--players",
        "random",
        "--workers",
        "1",
        "--quiet",
    ]
    assert main(["compare", "hong-kong", *options]) == 0
    assert capsys.readouterr().out == f"{comparison}\n"
    assert "How hands end, in 100 hands" in str(comparison)


def test_players_of_the_caller_are_compared_in_this_process() -> None:
    """As they play in simulations: each stretch has players of its own, and what differs is told."""
    seeds: list[str] = []

    def make(ruleset: mjrules.Ruleset, seed: str) -> Callable[[mjrules.View], mjrules.Action]:
        seeds.append(seed)
        return mjrules.make_player("random", ruleset, seed)

    own = PlayerMaker("own", "plays by chance", make)
    comparison = mjrules.compare_rulesets(toy("toy"), toy("higher"), 40, 3, players=own)
    again = mjrules.compare_rulesets(toy("toy"), toy("higher"), 40, 3, players=[own, "random", "random", "random"])
    assert len(seeds) == 2 * 40 * 4 + 2 * 40
    assert comparison.to_record()["players"] == {f"player {number}": "own" for number in (1, 2, 3, 4)}
    assert again.to_record()["players"]["player 2"] == "random"
    assert verdict(comparison, ENDS, "draws") == FEW


# What a house rule does


def test_a_higher_minimum_makes_more_draws(higher: Comparison) -> None:
    assert verdict(higher, ENDS, "draws") == MORE
    assert verdict(higher, ENDS, "won") == LESS
    assert verdict(higher, WORTHS, "average") == MORE
    assert verdict(higher, RULES, "dragons") == MORE


@pytest.mark.slow
def test_a_lower_worth_makes_a_smaller_spread() -> None:
    """Nobody plays otherwise for it, so that every hand ends alike."""
    lower = mjrules.compare_rulesets(toy("toy"), toy("lower"), HANDS, 3, players="random")
    assert verdict(lower, WORTHS, "spread") == LESS
    assert verdict(lower, PAYMENTS, "spread") == LESS
    assert {own.found.verdict for own in lower.measured if own.kind in (ENDS, SEATS, RULES)} <= {SAME}
    assert 0 < lower.moments.same < lower.moments.walls == HANDS


def test_equal_rulesets_do_not_differ() -> None:
    same = mjrules.compare_rulesets(toy("toy"), toy("toy"), 2 * STRETCH, 3, players="random")
    assert {own.found.verdict for own in same.measured} <= {SAME, FEW}
    assert all(own.found.difference in (0, None) for own in same.measured)
    assert same.moments.same == same.moments.walls == 2 * STRETCH


def test_pots_payments_at_once_and_single_players_are_compared(folder: Path) -> None:
    path = folder / "pots.yaml"
    path.write_text(
        "id: pots\nextends: toy.yaml\npots: {kitty: {title: The kitty, stake: 5}}\n"
        "bonus_payments: {first: {title: A first, each: 3, cause: all_flowers}}\ntiles: {f1234: 1, s1234: 1}\n"
        "scoring: {minimum: 3}\n"
    )
    ruleset = mjrules.load(str(path))
    names = "random,random,random,random"
    comparison = mjrules.compare_rulesets(ruleset, ruleset, 2 * STRETCH, 1, players=names)
    assert found(comparison, POTS, "kitty").title == "The kitty, paid in"
    assert PLAYERS not in {own.kind for own in comparison.measured}


# Walls


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ("western", "hong-kong", ""),
        ("western", "riichi", "they are played with other tiles (144 and 136 tiles)"),
        ("riichi", "riichi-sanma", "A is played by 4 players, B by 3"),
    ],
)
def test_whether_the_walls_are_the_same(a: str, b: str, reason: str) -> None:
    told = pairing_of(mjrules.load(a), mjrules.load(b))
    assert (told.paired, told.reason) == (not reason, reason)


def test_tiles_of_other_kinds_and_other_breaks(folder: Path) -> None:
    folder.joinpath("kinds.yaml").write_text("id: kinds\nextends: toy.yaml\ntiles: {replace: {2z: 4, 5z: 4}}\n")
    kinds = pairing_of(toy("toy"), mjrules.load(str(folder / "kinds.yaml")))
    assert kinds.reason == "they are played with other tiles (tiles of other kinds)"
    assert pairing_of(toy("toy"), toy("broken")).reason == "the same wall is broken at another place"


def test_hands_that_are_not_paired_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["compare", "western", "riichi", "--hands", "1", "--players", "random", "--workers", "1", "--quiet"]
    assert main(command) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "cannot be played on the same walls: they are played with other tiles (144 and 136 tiles)." in out
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["paired"], told["same_walls"]) == (False, 0)


# Files


def test_a_run_goes_on_and_tells_the_same(folder: Path, tmp_path: Path, higher: Comparison) -> None:
    path = tmp_path / "a.jsonl"
    given: dict[str, Any] = {"players": "random", "out": path}
    lines = folder.joinpath("higher.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines)[:-40])
    whole = mjrules.compare_rulesets(toy("toy"), toy("higher"), HANDS, 3, **given)
    assert (whole.hands, whole.played) == (HANDS, STRETCH)
    assert (whole.digest, whole.to_record()) == (higher.digest, higher.to_record())
    assert path.read_bytes().splitlines(keepends=True) == lines
    assert mjrules.compare_rulesets(toy("toy"), toy("higher"), HANDS, 3, **given).played == 0
    part = mjrules.compare_rulesets(toy("toy"), toy("higher"), STRETCH + 3, 3, **given)
    assert (part.hands, part.played) == (STRETCH + 3, 3)
    other = mjrules.compare_rulesets(toy("toy"), toy("higher"), STRETCH + 3, 3, players="random")
    assert (other.digest, other.played) == (part.digest, STRETCH + 3)
    assert path.read_bytes().splitlines(keepends=True) == lines


DAMAGES = {
    "a line less": (lambda lines: [lines[0], *lines[2:]], "line 2: this stretch does not follow: number: expected 1"),
    "other hands": (
        lambda lines: [lines[0], with_checks(lines[1].replace(b'"hands": 20', b'"hands": 19'))],
        "line 2: this stretch does not follow: hands: expected 20, got 19",
    ),
    "a text": (
        lambda lines: [lines[0], with_checks(lines[1].replace(b'"walls": 20', b'"walls": "x"'))],
        "line 2: this is not a stretch of a comparison",
    ),
    "no worth": (
        lambda lines: [lines[0], with_checks(lines[1].replace(b'"value:1"', b'"value:one"'))],
        "line 2: this is not a stretch of a comparison",
    ),
    "no tally": (
        lambda lines: [lines[0], with_checks(lines[1][: lines[1].index(b'"a": {')] + b'"a": 5, "b": {}}\n')],
        "line 2: this is not a stretch of a comparison",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "reason"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_refused(damage: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    given: dict[str, Any] = {"players": "random", "out": path}
    mjrules.compare_rulesets(toy("toy"), toy("lower"), 2 * STRETCH, **given)
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))
    with pytest.raises(mjrules.MjrulesError, match=f"{path}: {reason}"):
        mjrules.compare_rulesets(toy("toy"), toy("lower"), 2 * STRETCH, **given)


def test_a_file_of_another_comparison_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    mjrules.compare_rulesets(toy("toy"), toy("lower"), 1, 3, players="random", out=path)
    with pytest.raises(mjrules.MjrulesError, match=r"it belongs to another comparison: seed is 3, 4 here$"):
        mjrules.compare_rulesets(toy("toy"), toy("lower"), 1, 4, players="random", out=path)
    with pytest.raises(mjrules.MjrulesError, match=r'another comparison: b\.ruleset is "lower", "higher" here$'):
        mjrules.compare_rulesets(toy("toy"), toy("higher"), 1, 3, players="random", out=path)
    path = tmp_path / "b.jsonl"
    western = [mjrules.load("western", {"limit": limit}) for limit in (1000, 500, 300)]
    mjrules.compare_rulesets(western[0], western[1], 1, 3, players="random", out=path)
    with pytest.raises(mjrules.MjrulesError, match=r'another comparison: b\.options\.limit is "500", "300" here$'):
        mjrules.compare_rulesets(western[0], western[2], 1, 3, players="random", out=path)


def test_rulesets_are_sent_with_their_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has no such files plays by what was sent, and refuses what is not the same."""
    below = folder / "below"
    below.mkdir(exist_ok=True)
    below.joinpath("deep.yaml").write_text("id: deep\nextends: ../toy.yaml\nrules: {dragons: {points: 5}}\n")
    deep = mjrules.load(str(below / "deep.yaml"), within=folder)
    sent = SentRuleset.of(deep)
    assert (sent.main, [name for name, _ in sent.files]) == ("below/deep.yaml", ["below/deep.yaml", "toy.yaml"])
    monkeypatch.setattr("mjrules.simulation.sent_rulesets._KEPT", {})
    there = sent.load()
    assert there is not deep
    assert there.hash == deep.hash
    assert sent.load() is there
    odd = SentRuleset(sent.main, "0" * 64, (), sent.files)
    with pytest.raises(WorkError, match="is another ruleset here: its hash is"):
        odd.load()
    with pytest.raises(WorkError, match="nobody cannot be loaded: unknown ruleset"):
        SentRuleset("nobody", "", ()).load()
    options = SentRuleset.of(mjrules.load("western", {"limit": 500}))
    assert (options.main, options.files) == ("western", ())
    monkeypatch.setattr("mjrules.simulation.sent_rulesets._KEPT", {})
    assert options.load().options.chosen["limit"] == 500


def test_a_ruleset_that_no_file_has_cannot_be_sent() -> None:
    odd = mjrules.load("western")
    odd.files = None
    with pytest.raises(WorkError, match="western was not loaded from files"):
        SentRuleset.of(odd)
    with pytest.raises(CompareError, match="western was not loaded from files"):
        mjrules.compare_rulesets(odd, odd, 1, players="random")


def test_what_stops_a_stretch_is_told() -> None:
    sent = SentRuleset.of(toy("toy"))
    task = StretchTask(sent, sent, ("nobody",), "1", 7, 1)
    assert play_stretch(task)["error"].startswith('stretch 7: there is no player "nobody"')
    old = replace(sent, version="0.0")
    told = f"stretch 7: this is mjrules {mjrules.__version__}, and 0.0 is asked for"
    assert play_stretch(StretchTask(old, old, ("random",), "1", 7, 1)) == {"error": told}
    comparison = Comparison(toy("toy"), toy("toy"), players="random")
    comparison.played_by.names = ("nobody",) * 4
    with pytest.raises(CompareError, match='stretch 1: there is no player "nobody"'):
        list(comparison.run(1))


def test_a_stretch_as_json() -> None:
    record = Stretch(1, 2, 2, 1, {"b": 1, "a": 0}, {"c": 2}).to_record()
    assert record == {"number": 1, "hands": 2, "walls": 2, "same": 1, "a": {"b": 1}, "b": {"c": 2}}
    assert Stretch.from_record(record).to_record() == record


def test_the_best_players_play_where_nothing_is_said() -> None:
    assert best_players(toy("toy"), toy("toy")) in mjrules.player_names(toy("toy"))
    with pytest.raises(PlayerError, match="one name for all"):
        Comparison(mjrules.load("riichi-sanma"), mjrules.load("riichi"), players="random,random,random")
    three = mjrules.compare_rulesets("riichi-sanma", "riichi", 1, players="random")
    assert set(three.moments.sums["a"]) < set(three.moments.sums["b"])


# The command


def command(folder: Path, *more: str) -> list[str]:
    files = [str(folder / name) for name in ("toy.yaml", "higher.yaml")]
    kept = ["--out", str(folder / "higher.jsonl")]
    return ["compare", *files, "--seed", "3", "--players", "random", "--workers", "1", "--quiet", *kept, *more]


def test_the_table(higher: Comparison, folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(command(folder, "--hands", str(HANDS))) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert f"A  toy, hash {higher.a.hash[:8]}\nB  higher, hash {higher.b.hash[:8]}\n" in out
    assert f"{HANDS} hands each, random players, seed 3\nBoth played the same {HANDS} walls" in out
    for title in ("How hands end, in 100 hands", "Who wins", "What a win is worth", "Who gains", "Rules that scored"):
        assert f"\n{title}" in out
    draws = next(line for line in out.splitlines() if line.startswith("  without a winner")).split()
    assert (draws[-1], draws[-4][0]) == ("more", "+")
    assert f"{HANDS} hands are too few to tell more from less" in out
    assert "so many hands would tell in four of five runs:" in " ".join(out.split())


def test_of_the_same_rules_no_more_hands_are_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy = str(folder / "toy.yaml")
    assert main(["compare", toy, toy, "--hands", "30", "--players", "random", "--workers", "1", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "A and B are the same rules." in out
    assert "too few" not in out


def test_too_few_hands_are_told(higher: Comparison, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command(folder, "--hands", "30")) == 0
    out = capsys.readouterr().out
    assert "30 hands: too few to tell anything. Play 200 or more." in out
    assert "  more\n" not in out
    assert main(command(folder, "--hands", "1", "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert {own["verdict"] for own in told["measures"]} <= {FEW, SAME}


def test_the_json(higher: Comparison, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command(folder, "--hands", str(HANDS), "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(json.dumps(higher.to_record()))
    assert (told["hands"], told["seed"], told["mjrules"]) == (HANDS, 3, mjrules.__version__)
    assert set(told["players"].values()) == {"random"}
    assert [told[side]["hash"] for side in "ab"] == [higher.a.hash, higher.b.hash]
    assert len(told["digest"]) == 64
    assert sum(told["worths"]["b"].values()) == higher.moments.sums["b"]["wins"]
    assert all(tuple(own) == COLUMNS_OF_FILES for own in told["measures"])


def test_the_files(higher: Comparison, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    import pyarrow.parquet

    table, columns, pictures = tmp_path / "a.csv", tmp_path / "a.parquet", tmp_path / "made" / "here"
    more = ("--csv", str(table), "--parquet", str(columns), "--svg", str(pictures))
    assert main(command(folder, "--hands", str(HANDS), *more)) == 0
    expected = [own.to_record() for own in higher.measured]
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows == [{name: "" if value is None else str(value) for name, value in own.items()} for own in expected]
    read = pyarrow.parquet.read_table(columns)
    assert read.to_pylist() == expected
    assert json.loads(read.schema.metadata[b"mjrules_comparison"])["digest"] == higher.digest
    assert {path.stem for path in pictures.iterdir()} == {"ends", "changes", "worths", "payments", "rules"}
    drawn = pictures.joinpath("changes.svg").read_text(encoding="utf-8")
    verdicts = [own.found.verdict for own in higher.measured if own.kind in (ENDS, SEATS)]
    assert drawn.count('circle class="b"') == sum(each in (MORE, LESS) for each in verdicts) > 1
    assert drawn.count('circle class="unclear"') == sum(each == UNCLEAR for each in verdicts)
    for path in pictures.iterdir():
        picture = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        said = picture.findtext("{http://www.w3.org/2000/svg}desc")
        assert said
        assert f"{HANDS} hands each, random players, seed 3" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("write", [write_csv, write_parquet, write_pictures])
def test_files_are_written_whole_or_not_at_all(
    write: Callable[[Comparison, Path], None], higher: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    path = tmp_path / "ends.svg"
    path.write_text("before", encoding="utf-8")

    def full(*where: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left") as found:
        write(higher, tmp_path if write is write_pictures else path)
    assert found.value.filename == str(path)
    assert [own.read_text(encoding="utf-8") for own in tmp_path.iterdir()] == ["before"]


def test_parquet_goes_to_a_pipe_which_stays(
    higher: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What writes Parquet removes a file that it cannot write, be it a pipe or a device."""
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as end:
        write_parquet(higher, pipe)
        assert parquet.read_table(BytesIO(end.read())).num_rows == len(higher.measured)

    def full(table: object, where: Any, **more: object) -> None:
        if not hasattr(where, "write"):
            Path(where).unlink()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parquet, "write_table", full)
    with pytest.raises(OSError, match="No space left"):
        write_parquet(higher, pipe)
    assert pipe.exists()


def test_parquet_without_pyarrow(higher: Comparison, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(CompareError, match=r"pip install 'mjrules\[parquet\]'"):
        write_parquet(higher, tmp_path / "a.parquet")


def test_dask_without_dask(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    arguments = ["compare", str(folder / "toy.yaml"), str(folder / "higher.yaml"), "--scheduler", "tcp://127.0.0.1:1"]
    assert main([*arguments, "--hands", "1", "--players", "random"]) == 2
    assert "pip install 'mjrules[dask]'" in capsys.readouterr().err


def test_an_option_is_enough_for_b(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["western", "--set-b", "limit=500", "--hands", "1", "--players", "random", "--workers", "1", "--quiet"]
    assert main(["compare", *arguments]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "B Western (Mark's Mahjong Page, European game with 144 tiles) with limit=500, hash" in out


def test_the_same_rules(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy = str(folder / "toy.yaml")
    assert main(["compare", toy, toy, "--hands", "1", "--players", "random", "--workers", "1", "--quiet"]) == 0
    assert "\nA and B are the same rules.\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["western"], "compare western with what? Name another ruleset, or an option by --set-b KEY=VALUE"),
        (["western", "hong-kong", "--hands", "0"], "--hands 0: expected 1 or more"),
        (["western", "hong-kong", "--workers", "0"], "--workers 0: expected a number from 1 to 1,000"),
        (["western", "--set-b", "limit"], '--set "limit": expected KEY=VALUE'),
        (["western", "nobody"], 'unknown ruleset "nobody"'),
        (["western", "root"], 'the ruleset "root" has no scoring: it is a base for others'),
        (["western", "hong-kong", "--csv", "no/a.csv"], '--csv: "no/a.csv": there is no folder "no"'),
        (["western", "hong-kong", "--players", "randm"], 'there is no player "randm" (did you mean "random"?)'),
        (
            ["western", "hong-kong", "--workers", "2", "--scheduler", "a"],
            "--workers and --scheduler: the workers are those of the scheduler, so name one of both",
        ),
    ],
)
def test_what_cannot_be_compared(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *arguments]) == 2
    assert " ".join(capsys.readouterr().err.split()).startswith(f"mjrules: {reason}")


def test_many_worths_share_bars(folder: Path) -> None:
    from mjrules.compare.comparison_charts import BARS, steps_of

    often = dict.fromkeys(range(0, 200, 5), 3)
    steps = steps_of(sorted(often), often)
    assert len(steps) <= BARS
    assert (steps[0][0], steps[-1][1]) == (0, 195)
    assert all(low <= high for low, high in steps)
    assert sum(low <= worth <= high for worth in often for low, high in steps) == len(often)
