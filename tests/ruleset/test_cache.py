"""The cache of rulesets: what is recalled is what was read, and nothing else is ever noticed of it."""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, Ruleset, RulesetError, bounds
from mjrules.cli import main
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset import cached_rulesets, json_cache, resolve
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.json_cache import digest
from mjrules.ruleset.load import load, load_same
from tests.kit.cases import case_records
from tests.kit.nodes import spelled
from tests.kit.processes import PATIENCE
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

HAND = "(123m) 456p 78p 456s 99s +9p seat=S from=left flowers=f1s3"
CASES = [*case_records("chinese-official/hands")[::60], *case_records("zung-jung/hands")[::40]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    chosen = tmp_path / "cache"
    monkeypatch.setenv(json_cache.SWITCH, str(chosen))
    return chosen


@pytest.fixture(autouse=True)
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the rulesets that were read from their files, in order."""
    found: list[str] = []
    whole = resolve.load_nodes

    def load_nodes(*arguments: Any, **named: Any) -> Ruleset:
        ruleset = whole(*arguments, **named)
        found.append(ruleset.id)
        return ruleset

    monkeypatch.setattr(resolve, "load_nodes", load_nodes)
    return found


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def score(ruleset: Ruleset) -> dict[str, Any]:
    found = ruleset.score(ruleset.parse(HAND))
    return {"hash": ruleset.hash, **found.to_record(), **found.explanation.to_record()}


# What is recalled is what was read.


def versions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every bundled ruleset as it is, with every value of every option, and with every preset."""
    for id in bundled_ids():
        yield id, {}
        options = loaded(id).options
        for name, option in options.declared.items():
            for value in [*option.stands_for, *([7] if option.number else [])]:
                if value != options.chosen[name]:
                    yield id, {name: value}
        for preset in options.presets:
            yield id, {preset: "true"}


VERSIONS = list(versions())


def scores(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Scores and explanations of cases, or why the ruleset refuses the hand."""
    for case in CASES:
        try:
            found = ruleset.score(Hand.from_record({key: case[key] for key in HAND_FIELDS if key in case}))
            yield {**found.to_record(), **found.explanation.to_record()}
        except mjrules.HandError as error:
            yield {"code": error.code, "message": error.message}


HAND_FIELDS = (
        "melds", "concealed", "win", "bonus", "flowers", "seat", "round", "self_drawn", "from", "winner", "flags",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("id", "options"), thinned(VERSIONS, 400, gate=36), ids=str)
def test_a_recalled_ruleset_is_the_one_that_was_read(
    id: str, options: dict[str, Any], folder: Path, read: list[str]
) -> None:
    one = load(id, options)
    other = load(id, options)
    assert read == [id]
    assert len(entries(folder)) == 1
    assert other.definition == one.definition
    assert list(other.definition.rules) == list(one.definition.rules)
    assert other.settings == one.settings
    assert list(other.options.declared.items()) == list(one.options.declared.items())
    assert list(other.options.chosen.items()) == list(one.options.chosen.items())
    assert (other.options.presets, other.options.history) == (one.options.presets, one.options.history)
    assert other.examples == one.examples
    assert other.used_options == one.used_options
    assert (other.id, other.title, other.edition, other.hash) == (one.id, one.title, one.edition, one.hash)
    assert vars(other.names) == vars(one.names)
    assert list(other.plugins.plugins.items()) == list(one.plugins.plugins.items())
    if one.definition.scoring is not None:
        assert other.unit == one.unit
        assert [(rule.id, rule.value, rule.refuses, rule.place) for rule in other.book.rules] == [
            (rule.id, rule.value, rule.refuses, rule.place) for rule in one.book.rules
        ]
        assert list(scores(other)) == list(scores(one))
    assert spelled(other.node) == spelled(one.node)


@pytest.mark.parametrize("argv", [
    ("score", HAND),
    ("score", HAND, "--json", "--verbose"),
    ("score", HAND, "--declare"),
    ("explain", HAND, "--names", "words"),
    ("waits", "2345678m 111p 789s"),
])  # fmt: skip
def test_the_command_line_prints_the_same(
    argv: tuple[str, ...], folder: Path, read: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for _ in range(2):
        status = main([*argv, "--ruleset", "chinese-official", "--set", "mixed_kongs=6"])
        found.append((status, *capsys.readouterr()))
    assert found[0] == found[1]
    assert read == ["chinese-official"]


CLUB = """
id: club
extends: base.yaml
set: {mixed_kongs: 6, two_concealed_kongs: 8}
rules: {chicken_hand: {fan: 10}}
options:
  stake: {of: settlement.stake}
  calm: {default: false, patches: {"true": {rules: {chicken_hand: null}}}}
settlement: {stake: 1}
names: {lists: {club: {tiles: 1z, words: [[ost]]}}}
"""
BASE = """
id: base
extends: chinese-official
scoring: {minimum: 6}
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A club's file, and the file that it extends."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "key", thinned(["minimum", "chicken_hand", "chicken_hand.fan", "mixed_kongs", "two_concealed_kongs"], 3)
)
@pytest.mark.parametrize("elsewhere", [False, True])
def test_who_set_a_value_is_told_from_the_files(
    key: str, elsewhere: bool, club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load("club.yaml", {"two_concealed_kongs": 6})
    if elsewhere:
        (club.parent / "away").mkdir()
        monkeypatch.chdir(club.parent / "away")
    name = "../club.yaml" if elsewhere else "club.yaml"
    recalled = load(name, {"two_concealed_kongs": 6})
    assert read == ["club"]
    monkeypatch.setenv(json_cache.SWITCH, "off")
    assert recalled.origin(key) == load(name, {"two_concealed_kongs": 6}).origin(key)


def test_places_are_those_of_the_files_as_they_were(club: Path, folder: Path, read: list[str]) -> None:
    one, other = load("club.yaml"), load("club.yaml")
    club.unlink()
    assert spelled(other.node) == spelled(one.node)
    assert read == ["club"]


# Nothing of it is noticed.

Damage = Callable[[Path], object]


def rewritten(change: Callable[[Any], Any]) -> Damage:
    """An entry that is whole, but says something else."""

    def damage(path: Path) -> None:
        entry = change(json.loads(path.read_bytes().partition(b"\n")[2]))
        body = json.dumps(entry).encode()
        path.write_bytes(digest(body).encode() + b"\n" + body)

    return damage


def value_with(key: str, item: Any) -> Damage:
    return rewritten(lambda entry: {**entry, "value": {**entry["value"], key: item}})


def replaced(old: bytes, new: bytes) -> Damage:
    def damage(path: Path) -> None:
        data = path.read_bytes()
        assert old in data
        path.write_bytes(data.replace(old, new))

    return damage


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def first_made(index: int) -> Damage:
    """An entry that was made by something else."""

    def change(entry: Any) -> Any:
        entry["value"]["made"][index] = "another"
        return entry

    return rewritten(change)


def with_a_fault(entry: Any) -> Any:
    entry["value"]["definition"]["win_requires"] = {"another": 1}
    return entry


DAMAGES: dict[str, Damage] = {
    "not as it was written": replaced(b'"minimum":6', b'"minimum":9'),
    "empty": lambda path: path.write_bytes(b""),
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "no line": lambda path: path.write_bytes(b"x" * 100),
    "no text": lambda path: path.write_bytes(b"\xff\xfe\n\x00"),
    "no JSON": lambda path: path.write_bytes(digest(b"{").encode() + b"\n{"),
    "nested too deep": lambda path: path.write_bytes(digest(b"[" * 99999).encode() + b"\n" + b"[" * 99999),
    "a folder": a_folder,
    "a list": rewritten(lambda entry: [entry]),
    "null": rewritten(lambda entry: None),
    "of another ruleset": rewritten(lambda entry: {**entry, "key": ["another"]}),
    "without a value": rewritten(lambda entry: {"key": entry["key"]}),
    "a value of another kind": rewritten(lambda entry: {**entry, "value": ["another"]}),
    "of another format": first_made(0),
    "of another version": first_made(1),
    "of another engine": first_made(2),
    "of other packages": first_made(3),
    "of another path": first_made(4),
    "other files": value_with("files", [["0" * 64, None]]),
    "no files": value_with("files", []),
    "data of another kind": value_with("definition", "another"),
    "data that are no ruleset": value_with("definition", {"scoring": {"method": "another"}}),
    "data with a fault": rewritten(with_a_fault),
    "no plugins": value_with("plugins", {}),
    "plugins that are not there": value_with("plugins", {"sum": ["mjrules_another", ""]}),
    "plugins of another kind": value_with("plugins", ["sum"]),
    "another default": value_with("written", {"mixed_kongs": "many"}),
    "unknown options": value_with("history", {"another": [[1, None]]}),
    "options from nowhere": value_with("history", {"mixed_kongs": [[6, [9, 9, 9, ""]]]}),
    "options used of another kind": value_with("used", 7),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", thinned([*DAMAGES.values()], 5), ids=thinned([*DAMAGES], 5))
def test_a_damaged_entry_is_made_anew(
    damage: Damage,
    club: Path,
    folder: Path,
    read: list[str],
    capfd: pytest.CaptureFixture[str],
    recwarn: pytest.WarningsRecorder,
) -> None:
    expected = score(load(str(club)))
    (entry,) = entries(folder)
    damage(entry)
    found = load(str(club))
    assert read == ["club", "club"]
    assert score(found) == expected
    if entry.is_file():
        assert entries(folder) == [entry]
        assert score(load(str(club))) == expected
        assert read == ["club", "club"]
    assert capfd.readouterr() == ("", "")
    assert not recwarn.list


def chicken(ruleset: Ruleset) -> Any:
    """What a hand without any other rule is worth."""
    return next(rule.value for rule in ruleset.book.rules if rule.id == "chicken_hand")


def test_a_changed_file_counts_at_once(club: Path, folder: Path, read: list[str]) -> None:
    times = club.stat().st_mtime_ns
    assert chicken(load(str(club))) == 10
    club.write_text(CLUB.replace("fan: 10", "fan: 12"), encoding="utf-8")
    os.utime(club, ns=(times, times))
    assert chicken(load(str(club))) == 12
    club.write_text(CLUB, encoding="utf-8")
    assert chicken(load(str(club))) == 10
    assert read == ["club", "club", "club"]


def test_a_changed_parent_counts_at_once(club: Path, folder: Path, read: list[str]) -> None:
    assert load(str(club)).book.minimum == 6
    (club.parent / "base.yaml").write_text(BASE.replace("6", "7"), encoding="utf-8")
    assert load(str(club)).book.minimum == 7
    (club.parent / "base.yaml").unlink()
    with pytest.raises(RulesetError, match=r"there is no ruleset file"):
        load(str(club))
    (club.parent / "base.yaml").write_text(BASE.replace("6", "5x"), encoding="utf-8")
    with pytest.raises(RulesetError, match=r"base\.yaml:4:20"):
        load(str(club))
    assert read == ["club", "club"]


NOTE = "rules: {chicken_hand: {note: %s}}\n"
EXAMPLE = "examples: [{hand: 11122233344455m, about: %s}]\n"


def told(ruleset: Ruleset) -> tuple[str | None, list[str]]:
    """What stands in companions of the club's file, and of the file that it extends."""
    return ruleset.definition.rules["chicken_hand"].note, [example.about for example in ruleset.examples]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("companion", "text", "expected"),
    thinned(
        [
            ("club.sources.yaml", NOTE, [("one", []), ("two", [])]),
            ("base.sources.yaml", NOTE, [("one", []), ("two", [])]),
            ("club.examples.yaml", EXAMPLE, [(None, ["one"]), (None, ["two"])]),
            ("base.examples.yaml", EXAMPLE, [(None, []), (None, [])]),
        ],
        4,
    ),
)
def test_a_companion_counts_at_once(
    companion: str, text: str, expected: list[object], club: Path, folder: Path, read: list[str]
) -> None:
    path = club.with_name(companion)

    def seen() -> object:
        """What a ruleset tells that is read once more and then recalled."""
        before = len(read)
        one, other = load(str(club)), load(str(club))
        assert len(read) == before + 1
        assert (other.definition, spelled(other.node)) == (one.definition, spelled(one.node))
        return told(other)

    assert seen() == (None, [])
    path.write_text(text % "one", encoding="utf-8")
    times = path.stat().st_mtime_ns
    assert seen() == expected[0]
    path.write_text(text % "two", encoding="utf-8")
    os.utime(path, ns=(times, times))
    assert seen() == expected[1]
    path.unlink()
    assert seen() == (None, [])


def test_where_a_companion_stands_matters(club: Path, folder: Path, read: list[str]) -> None:
    """The same text in another companion is another ruleset, though only its places differ."""
    for name in ("club.sources.yaml", "club.examples.yaml"):
        club.with_name(name).write_text(NOTE % "one", encoding="utf-8")
        (place,) = [item.place for item in load(str(club)).origin("chicken_hand.note")]
        assert place is not None
        assert Path(place.file).name == name
        club.with_name(name).unlink()
    assert read == ["club", "club"]


def test_options_have_entries_of_their_own(club: Path, folder: Path, read: list[str]) -> None:
    levels: list[tuple[Any, Any]] = [
        (None, ()),
        ({"mixed_kongs": None}, ()),
        ({"mixed_kongs": "5"}, ({"mixed_kongs": "none"},)),
        ({"two_concealed_kongs": 6, "mixed_kongs": 5}, ()),
        ({"wmo2006": True}, ()),
    ]
    for times in (1, 2):
        found = [load(str(club), options, weaker=weaker) for options, weaker in levels]
        assert [str(ruleset.options.chosen["mixed_kongs"]) for ruleset in found[:4]] == ["6", "none", "5", "5"]
        assert len({ruleset.hash for ruleset in found}) == 5
        assert len(read) == 5, times
    with pytest.raises(RulesetError, match="has no value"):
        load(str(club), {"mixed_kongs": "many"})
    assert len(entries(folder)) == 5


def test_settings_are_used_up_once(club: Path, folder: Path, read: list[str]) -> None:
    for _ in range(2):
        ruleset = load(str(club), iter([("mixed_kongs", 5)]), weaker=(iter([("stake", 3)]), None))
        assert (ruleset.options.chosen["mixed_kongs"], ruleset.options.chosen["stake"]) == ("5", 3)
    assert read == ["club"]


class Word(str):
    """Text that says something else than it is."""

    def __str__(self) -> str:
        return "many"


@pytest.mark.slow
@pytest.mark.parametrize("value", [[5], {"a": 1}, (5,), b"5", Word("5")])
def test_settings_that_are_like_others_are_not_taken_for_them(value: object, club: Path, folder: Path) -> None:
    load(str(club), {"mixed_kongs": 5})
    load(str(club), {"mixed_kongs": "5"})
    with pytest.raises(RulesetError):
        load(str(club), {"mixed_kongs": value})
    assert len(entries(folder)) == 2


def test_files_have_entries_of_their_own(
    club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    away = club.parent / "away"
    away.mkdir()
    shutil.copy(club, away)
    (away / "base.yaml").write_text(BASE.replace("6", "7"), encoding="utf-8")
    for _ in range(2):
        assert load("club.yaml").book.minimum == 6
        assert load("club.yaml", beside=away).book.minimum == 7
        with monkeypatch.context() as patch:
            patch.chdir(away)
            assert load("./club.yaml").book.minimum == 7
    assert read == ["club", "club"]


def test_another_version_begins_anew(
    club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load(str(club))
    monkeypatch.setattr(cached_rulesets, "__version__", "99")
    load(str(club))
    load(str(club))
    assert read == ["club", "club"]


def test_a_change_of_the_engine_begins_anew(club: Path, folder: Path, tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    (engine / "part").mkdir(parents=True)
    (engine / "one.py").write_text("1", encoding="utf-8")
    stamps = [json_cache.stamp.__wrapped__(str(engine))]
    (engine / "part" / "two.py").write_text("2", encoding="utf-8")
    stamps.append(json_cache.stamp.__wrapped__(str(engine)))
    (engine / "part" / "two.py").write_text("22", encoding="utf-8")
    stamps.append(json_cache.stamp.__wrapped__(str(engine)))
    os.utime(engine / "one.py", ns=(1, 1))
    stamps.append(json_cache.stamp.__wrapped__(str(engine)))
    assert len(set(stamps)) == 4
    (engine / "__pycache__").mkdir()
    (engine / "__pycache__" / "one.py").write_text("", encoding="utf-8")
    (engine / "notes.txt").write_text("", encoding="utf-8")
    assert json_cache.stamp.__wrapped__(str(engine)) == stamps[-1]
    alone = json_cache.stamp.__wrapped__(str(engine / "one.py"))
    (engine / "one.py").write_text("11", encoding="utf-8")
    assert json_cache.stamp.__wrapped__(str(engine / "one.py")) != alone


def test_a_change_of_a_module_that_read_it_begins_anew(
    club: Path, folder: Path, read: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "engine.py"
    module.write_text("1", encoding="utf-8")
    monkeypatch.setattr(cached_rulesets, "_engine", lambda: [str(module)])
    for times in (1, 1, 2, 2):
        if times == 2:
            os.utime(module, ns=(5, 5))
        load(str(club))
        json_cache.stamp_of_files.cache_clear()
        assert len(read) == times


def test_the_modules_that_read_a_ruleset_are_those_of_the_engine() -> None:
    own = cached_rulesets._engine()
    assert cached_rulesets.__file__ in own
    assert json_cache.__file__ in own
    assert not any("site-packages/yaml" in path or "pluggy" in path for path in own)


# Folders that cannot be used.


@pytest.mark.parametrize("under", ["club.yaml/cache", "\0"])
def test_a_folder_that_cannot_be_made(under: str, club: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_cache, "cache_folder", lambda: under)
    assert score(load(str(club))) == score(load(str(club)))
    assert read == ["club", "club"]


@pytest.mark.parametrize("broken", thinned(["os.replace", "tempfile.mkstemp", "os.makedirs"], 3))
def test_a_full_disk(broken: str, club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(broken, full)
        load(str(club))
        assert not folder.exists() or entries(folder) == []
    load(str(club))
    load(str(club))
    assert read == ["club", "club"]


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _link(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


OF_OTHERS: dict[str, Callable[[Path], object]] = {
    "an entry that others may write": lambda path: path.chmod(0o622),
    "a folder that others may write": lambda path: path.parent.chmod(0o777),
    "a folder that the group may write": lambda path: path.parent.chmod(0o770),
    "a pipe": _pipe,
    "a link": _link,
    "a device": _device,
    "an entry without end": lambda path: os.truncate(path, 20_000_000),
}
"""What may become of an entry that somebody else could have written."""


@pytest.mark.slow
@pytest.mark.parametrize("change", OF_OTHERS.values(), ids=list(OF_OTHERS))
def test_what_others_could_have_written_is_passed_over_with_a_word(
    change: Callable[[Path], object], club: Path, folder: Path, read: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    load(str(club))
    (entry,) = entries(folder)
    change(entry)
    load(str(club))
    assert read == ["club", "club"]
    assert "is passed over: " in caplog.text


def test_old_entries_go_and_other_files_stay(
    club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "CACHE_ENTRIES", 3)
    folder.mkdir()
    (folder / "mjrules-notes.txt").write_text("mine", encoding="utf-8")
    (folder / "mjrules-broken_off.tmp").write_text("", encoding="utf-8")
    os.utime(folder / "mjrules-broken_off.tmp", ns=(1, 1))
    for stake in range(5, 10):
        load(str(club), {"stake": stake})
    assert len(entries(folder)) == 4
    assert (folder / "mjrules-notes.txt").is_file()
    assert not (folder / "mjrules-broken_off.tmp").exists()
    load(str(club), {"stake": 9})
    assert len(read) == 5
    load(str(club), {"stake": 5})
    assert len(read) == 6


def test_an_entry_that_was_used_stays(
    club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "CACHE_ENTRIES", 3)
    for stake in range(5, 8):
        known = set(folder.iterdir()) if folder.is_dir() else set()
        load(str(club), {"stake": stake})
        for path in set(folder.iterdir()) - known:
            os.utime(path, ns=(stake, stake))
    load(str(club), {"stake": 5})
    load(str(club), {"stake": 8})
    assert len(read) == 4
    load(str(club), {"stake": 5})
    assert len(read) == 4


def test_it_can_be_switched_off(club: Path, folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    load(str(club))
    for word in ("off", "OFF"):
        monkeypatch.setenv(json_cache.SWITCH, word)
        load(str(club))
    assert read == ["club"] * 3


def test_plugins_of_the_caller_are_not_cached(club: Path, folder: Path, read: list[str]) -> None:
    for _ in range(2):
        load(str(club), available=available_plugins())
    assert read == ["club", "club"]
    assert not folder.exists()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"MJRULES_CACHE": "/a/b", "XDG_CACHE_HOME": "/x"}, "/a/b"),
        ({"MJRULES_CACHE": "~/mine"}, "/home/me/mine"),
        ({"MJRULES_CACHE": "", "XDG_CACHE_HOME": "/x"}, "/x/mjrules"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/mjrules"),
        ({"LOCALAPPDATA": "/local"}, "/local/mjrules"),
        ({}, "/home/me/.cache/mjrules"),
        ({"HOME": "nowhere"}, None),
        ({"MJRULES_CACHE": "off"}, None),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="paths of POSIX")
def test_where_the_cache_is(environment: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MJRULES_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    for name, value in {"HOME": "/home/me", **environment}.items():
        monkeypatch.setenv(name, value)
    assert json_cache.cache_folder() == expected
    monkeypatch.setattr(sys, "platform", "darwin")
    mac = "/home/me/Library/Caches/mjrules"
    assert json_cache.cache_folder() == (mac if expected == "/home/me/.cache/mjrules" else expected)


def test_the_tests_leave_the_cache_of_the_user_alone() -> None:
    assert json_cache.cache_folder() is None


# Other processes.

SCORE = """
import sys
import mjrules
ruleset = mjrules.load("chinese-official", {"mixed_kongs": 6})
print(ruleset.score(ruleset.parse(sys.argv[1])).to_record())
"""
LOADED = """
import atexit, sys
HEAVY = {"pydantic", "pydantic_core", "yaml", "numpy", "_hashlib", "pathlib"}
HEAVY |= {"importlib.metadata", "importlib.resources"}
atexit.register(lambda: print(sorted(HEAVY & set(sys.modules)), file=sys.stderr))
"""
MAIN = "import sys; from mjrules.cli import main; sys.exit(main(sys.argv[1:]))"
WITH = ("--ruleset", "chinese-official")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "argv"),
    [
        (MAIN, ("score", HAND, *WITH)),
        (MAIN, ("explain", HAND, *WITH)),
        (MAIN, ("waits", "2345678m 111p 789s", *WITH)),
        (SCORE, (HAND,)),
    ],
    ids=("score", "explain", "waits", "load"),
)
def test_a_second_start_imports_nothing_heavy(code: str, argv: tuple[str, ...], folder: Path) -> None:
    command = [sys.executable, "-c", LOADED + code, *argv]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True) for _ in range(2)
    )
    assert "pydantic" in first.stderr
    assert second.stderr.strip() == "[]"
    assert second.stdout == first.stdout


@pytest.mark.slow
def test_many_processes_at_once(folder: Path) -> None:
    command = [sys.executable, "-c", MAIN, "score", HAND, *WITH]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = [subprocess.Popen(command, **pipes) for _ in range(4)]  # type: ignore[call-overload]
    results = {program.communicate(timeout=PATIENCE) for program in running}
    assert len(results) == 1
    assert results.pop()[1] == b""
    (entry,) = entries(folder)
    assert entry.suffix == ".json"


PLUGIN = """
from collections.abc import Sequence
from mjrules.hooks import ScoringMethod, Value, hookimpl
from . import worth

@hookimpl
def mj_scoring_methods() -> Sequence[ScoringMethod]:
    return [ScoringMethod("steady", "always the same", {"fan": ""}, "fan", lambda *_: Value(*worth.VALUE))]
"""


class Site:
    """A folder of installed packages with one plugin, `steady`, and a ruleset that names it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package = folder / "site-packages", folder / "site-packages" / "steady_plugin"
        self.info = self.folder / "steady-1.0.dist-info"
        self.package.mkdir(parents=True)
        (self.package / "__init__.py").write_text(PLUGIN, encoding="utf-8")
        self.worth(5)
        self.install("steady_plugin")
        self.ruleset = folder / "steady.yaml"
        text = "id: steady\nextends: chinese-official\nplugins: {add: [steady]}\nscoring: {method: steady}\n"
        self.ruleset.write_text(text, encoding="utf-8")

    def worth(self, total: int) -> None:
        """Change a module of the plugin."""
        text = f"VALUE = ({total}, {total}, ({total},))\n"
        (self.package / "worth.py").write_text(text, encoding="utf-8")

    def install(self, module: str) -> None:
        """Install the plugin, as an entry point at a module."""
        shutil.rmtree(self.info, ignore_errors=True)
        self.info.mkdir()
        metadata = "Metadata-Version: 2.1\nName: steady\nVersion: 1.0\n"
        (self.info / "METADATA").write_text(metadata, encoding="utf-8")
        (self.info / "entry_points.txt").write_text(f"[mjrules.plugins]\nsteady = {module}\n", encoding="utf-8")

    def run(self) -> tuple[int | str, bool]:
        """The total of a hand, or the message, and whether files were read."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", LOADED + MAIN, "score", HAND, "--json", "--ruleset", str(self.ruleset)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)
        *messages, imported = done.stderr.strip().split("\n")
        record = json.loads(done.stdout) if done.stdout else {}
        return record.get("total", "\n".join(messages)), "pydantic" in imported


@pytest.mark.slow
def test_a_changed_plugin_counts_at_once(folder: Path, tmp_path: Path) -> None:
    site = Site(tmp_path)
    assert site.run() == (5, True)
    assert site.run() == (5, False)
    site.worth(66)
    assert site.run() == (66, True)
    assert site.run() == (66, False)


@pytest.mark.slow
def test_a_plugin_that_is_installed_anew_counts_at_once(folder: Path, tmp_path: Path) -> None:
    site = Site(tmp_path)
    assert site.run() == (5, True)
    shutil.copytree(site.package, site.folder / "steadier_plugin")
    (site.folder / "steadier_plugin" / "worth.py").write_text("VALUE = (7, 7, (7,))", encoding="utf-8")
    site.install("steadier_plugin")
    assert site.run() == (7, True)
    assert site.run() == (7, False)
    shutil.rmtree(site.info)
    message, whole = site.run()
    assert 'plugin "steady" is not installed' in str(message)
    assert whole


@pytest.mark.slow
def test_an_entry_point_may_name_a_part_of_a_module(folder: Path, tmp_path: Path) -> None:
    site = Site(tmp_path)
    text = PLUGIN.replace("@hookimpl", "class Steady:\n  @hookimpl").replace("\ndef", "\n  def")
    text = text.replace("methods()", "methods(self)").replace("    return", "      return") + "\nsteady = Steady()\n"
    (site.package / "__init__.py").write_text(text, encoding="utf-8")
    site.install("steady_plugin:steady")
    assert site.run() == (5, True)
    assert site.run() == (5, False)


def test_a_ruleset_is_pickled_as_what_it_was_loaded_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So functions of a ruleset can be given to other processes; from another folder they find the same file."""
    (tmp_path / "club.yaml").write_text("id: club\nextends: hong-kong\nscoring: {minimum: 2}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    own, bundled = mjrules.load("club.yaml", {"cap_faan": 8}), mjrules.load("hong-kong", {"minimum": 1})
    capped = own.under({"cap_faan": 13})
    pickled = [pickle.dumps(ruleset) for ruleset in (own, capped, bundled)]
    monkeypatch.chdir("/")
    load_same.cache_clear()
    found = [pickle.loads(data) for data in pickled]
    assert [one.hash for one in found] == [own.hash, capped.hash, bundled.hash]
    assert found[0] is pickle.loads(pickled[0])
    assert len(pickled[0]) < 1000
    (tmp_path / "club.yaml").write_text("id: club\nextends: hong-kong\nscoring: {minimum: 1}\n", encoding="utf-8")
    load_same.cache_clear()
    with pytest.raises(RulesetError, match="club is another ruleset here: its hash is "):
        pickle.loads(pickled[0])
    with pytest.raises(pickle.PicklingError, match="hong-kong was not loaded from files, with the installed plugins"):
        pickle.dumps(mjrules.load("hong-kong", available=available_plugins()))


def test_a_copy_of_a_ruleset_is_another_one_wherever_that_is_from() -> None:
    for own in (mjrules.load("hong-kong"), mjrules.load("hong-kong", available=available_plugins())):
        other = copy(own)
        other.definition = replace(own.definition, edition="ours")
        assert own.definition.edition != other.definition.edition == "ours"
