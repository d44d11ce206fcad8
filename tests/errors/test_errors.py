"""Ruleset files that are wrong: each is refused, with exactly the words that stand beside it.

The cases are in the Markdown files of this folder, by topic, in the form that `tests/kit/error_cases.py` tells. A case
is saved as `club.yaml`, beside the folder `parents` with what it may extend; one of `words.md` as the companion
`parents/club.words.yaml`. Two things in a message stand for what
differs from place to place: `<words of YAML>` for what PyYAML's parsers say (its two parsers use different words),
`<bundled ids>` for the rulesets that come with the engine.

`pytest tests/errors --profile gate --update-errors` writes down what is said now.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Thread

import pytest
import yaml

import mjrules
from mjrules.config import read_config
from mjrules.ruleset.files import find, read_yaml
from mjrules.ruleset.files.chain import read_files
from mjrules.ruleset.files.find import SourceFile, known_ids
from mjrules.ruleset.texts import read_texts
from tests.kit.error_cases import FOLDER, ErrorCase, error_cases, read_cases, rewrite
from tests.kit.plugins import only
from tests.kit.profile import thinned

CASES = error_cases()
YAML_CASES = [case for case in CASES if case.topic == "yaml"]
PARSERS = {"c": getattr(yaml, "CSafeLoader", yaml.SafeLoader), "python": yaml.SafeLoader}
every_case = pytest.mark.parametrize("case", thinned(CASES, 3), ids=lambda case: f"{case.topic}/{case.name}")


PLUGINS = only("all_hands", "base_payment", "charleston", "combinations", "doubling", "sum")
"""Only these plugins are there, whatever else is installed."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the parents that cases extend."""
    folder = tmp_path_factory.mktemp("errors")
    shutil.copytree(FOLDER / "parents", folder / "parents")
    return folder


@pytest.fixture(autouse=True)
def _in_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


@cache
def refused(case: ErrorCase, parser: str = "c") -> mjrules.RulesetError:
    """The error with which a file is refused."""
    if case.topic == "words":
        Path("parents/club.words.yaml").write_bytes(case.data)
        files = read_files("parents/club.yaml")
        with pytest.raises(mjrules.RulesetError) as caught:
            read_texts(files, options=mjrules.load("parents/club.yaml", available=PLUGINS).options)
        return caught.value
    Path("club.yaml").write_bytes(case.data)
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load("club.yaml", available=PLUGINS)
    return caught.value


def expected(case: ErrorCase) -> str:
    """What is to be said of a file."""
    return case.said.replace("<bundled ids>", ", ".join(known_ids()))


def without_words_of_yaml(found: str, wanted: str) -> str:
    """The text that was found, the words of PyYAML replaced as in the text that was wanted."""
    pattern = re.escape(wanted).replace(re.escape("<words of YAML>"), r"([^\n]+?)")
    match = re.fullmatch(pattern, found)
    return wanted if match and "<words of YAML>" in wanted else found


@every_case
def test_message(case: ErrorCase, update_errors: bool) -> None:
    wanted = expected(case)
    found = without_words_of_yaml(str(refused(case)), wanted)
    if update_errors and found != wanted:
        rewrite(FOLDER / f"{case.topic}.md", case.name, found.replace(", ".join(known_ids()), "<bundled ids>"))
    else:
        assert found == wanted


@pytest.mark.slow
@pytest.mark.parametrize("parser", PARSERS)
def test_both_parsers_of_yaml_say_the_same(parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_yaml, "_Base", PARSERS[parser])
    for case in YAML_CASES:
        wanted = re.sub(r"<words of YAML>.*", "<words of YAML>", expected(case).split("\n")[0])
        found = str(refused(case, parser)).split("\n")[0]
        assert re.fullmatch(re.escape(wanted).replace(re.escape("<words of YAML>"), ".+"), found), case.name


@pytest.mark.parametrize("case", thinned(CASES, 12), ids=lambda case: f"{case.topic}/{case.name}")
def test_every_problem_has_a_place_and_they_are_sorted(case: ErrorCase) -> None:
    problems = refused(case).problems
    places = []
    for problem in problems:
        assert problem.place is not None
        assert Path(problem.place.file).is_file()
        assert "\n" not in problem.message
        assert problem.place.column <= len(problem.place.text) + 1 or not problem.place.text
        places.append((problem.place.file, problem.place.line, problem.place.column))
    assert places == sorted(places)
    assert len(set(problems)) == len(problems)


def test_no_case_is_lost() -> None:
    assert len(CASES) >= 447
    assert len(YAML_CASES) >= 49
    assert len({(case.topic, case.name) for case in CASES}) == len(CASES)


CASE = "# Title\n\n## one\n\nA remark.\n\n```yaml\na: b\n```\n\n```text\nclub.yaml:1:1 a: no\n```\n"


def test_a_case_is_read_and_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "topic.md"
    path.write_text(
        CASE + CASE.removeprefix("# Title\n").replace("one", "two").replace("yaml\na: b", 'bytes\nb"\\x00"')
    )
    one, two = read_cases(path)
    assert one == ErrorCase("topic", "one", b"a: b\n", "club.yaml:1:1 a: no")
    assert (two.name, two.data) == ("two", b"\0")
    rewrite(path, "one", "yes\n  or no")
    assert list(read_cases(path)) == [one._replace(said="yes\n  or no"), two]
    rewrite(path, "one", one.said)
    assert list(read_cases(path)) == [one, two]


@pytest.mark.parametrize(
    "text",
    ["", CASE + "more\n", CASE[:-4], CASE.replace("## one", "## One!"), CASE.replace("text", "txt"), CASE + "\n"],
)
def test_what_is_no_case_is_noticed(tmp_path: Path, text: str) -> None:
    (tmp_path / "topic.md").write_text(text)
    with pytest.raises(AssertionError, match="expected a"):
        list(read_cases(tmp_path / "topic.md"))


def test_the_parent_of_these_files_is_sound() -> None:
    assert mjrules.load("parents/base.yaml", available=PLUGINS).id == "base"
    assert mjrules.load("parents/club.yaml", available=PLUGINS).id == "club"


def load_text(tmp_path: Path, text: str | bytes, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said of a file of this text; its name is club.yaml."""
    monkeypatch.chdir(tmp_path)
    data = text.encode() if isinstance(text, str) else text
    (tmp_path / "club.yaml").write_bytes(data)
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load("club.yaml", available=PLUGINS)
    return str(caught.value)


def test_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "id: club\n#" + "x" * 1_000_000 + "\n"
    said = load_text(tmp_path, text, monkeypatch)
    assert said == f"club.yaml:1:1: the file has {len(text)} bytes: at most 1000000 are read"


def test_of_a_file_that_is_too_large_nothing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has no blocks on the disk; to read it would take 64 GB of memory."""
    monkeypatch.chdir(tmp_path)
    Path("huge.yaml").touch()
    os.truncate("huge.yaml", 64 * 2**30)
    Path("mjrules.yaml").symlink_to("huge.yaml")
    for call in (lambda: mjrules.load("huge.yaml"), lambda: read_config("huge.yaml"), lambda: read_config()):
        with pytest.raises(mjrules.RulesetError) as caught:
            call()
        assert re.fullmatch(
            r"(huge|mjrules)\.yaml:1:1: the file has 68719476736 bytes: at most 1000000 are read", str(caught.value)
        )


def test_file_of_the_most_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "idd: club\n#".ljust(1_000_000, "x")
    assert load_text(tmp_path, text, monkeypatch).startswith('club.yaml:1:1 id: the key "id" is missing')
    assert "the file has 1000001 bytes" in load_text(tmp_path, text + "x", monkeypatch)


def test_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "id: club\n#" + "x" * 2_000_000
    monkeypatch.setattr(os, "fstat", lambda file: os.stat_result((0o100644, 0, 0, 1, 0, 0, 9, 0, 0, 0)))
    assert (
        load_text(tmp_path, text, monkeypatch) == "club.yaml:1:1: the file has 1000001 bytes: at most 1000000 are read"
    )


def test_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(find, "_without_waiting", refuse)
    monkeypatch.chdir(tmp_path)
    os.close(os.open("club.yaml", os.O_CREAT))
    for call in (lambda: mjrules.load("club.yaml"), lambda: read_config("club.yaml")):
        with pytest.raises(mjrules.RulesetError) as caught:
            call()
        assert str(caught.value) == "club.yaml cannot be read: Permission denied"


def _socket(name: str) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(name)


NO_FILES: Mapping[str, tuple[Callable[[str], object], str]] = {
    "folder": (os.mkdir, "a folder"),
    "pipe": (os.mkfifo, "a pipe, a device or the like"),
    "socket": (_socket, "a pipe, a device or the like"),
    "link-to-a-device": (lambda name: os.symlink("/dev/zero", name), "a pipe, a device or the like"),
    "link-to-a-folder": (lambda name: os.symlink(".", name), "a folder"),
    "broken-link": (lambda name: os.symlink("gone.yaml", name), "a link that leads to no file"),
    "link-to-itself": (lambda name: os.symlink(name, name), "a link that leads to no file"),
}
"""What may stand at the path of a file, how it is made, and what it is called."""
LEADING_OUT = [NO_FILES["link-to-a-device"][0], NO_FILES["link-to-itself"][0]]
"""Of these a file that extends them learns nothing."""


@pytest.mark.parametrize(("make", "said"), NO_FILES.values(), ids=list(NO_FILES))
def test_what_is_no_file(
    make: Callable[[str], object], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing waits for what a pipe or a device may give."""
    monkeypatch.chdir(tmp_path)
    make("odd.yaml")
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load("odd.yaml")
    assert str(caught.value) == f'"odd.yaml" is {said}: expected a ruleset file'
    child = load_text(tmp_path, "id: club\nextends: ./odd.yaml\n", monkeypatch)
    told = f"is {said}: expected a ruleset file"
    if make in LEADING_OUT:
        told = "leads out of this folder: a file extends an id, or a ruleset file there or below"
        told += " (whoever loads it may allow more: --within FOLDER, in Python `within`)"
    assert child.split("\n")[0] == f'club.yaml:2:10 extends: "./odd.yaml" {told}'


def test_nothing_waits_for_what_a_file_may_give_later(tmp_path: Path) -> None:
    """A log of the kernel is called a file, and a pipe may be put in the place of one; here nothing was written yet."""
    path = tmp_path / "odd.yaml"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = Thread(target=lambda: read.append(SourceFile(path).data), daemon=True)
    with open(os.open(path, os.O_RDWR | os.O_NONBLOCK), "wb"):
        reader.start()
        reader.join(20)
    assert read == [b""]


@pytest.mark.parametrize(("name", "said"), [("/", "a folder"), ("/dev/null", "a pipe, a device or the like")])
def test_path_of_no_file(name: str, said: str) -> None:
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load(name)
    assert str(caught.value) == f'"{name}" is {said}: expected a ruleset file'


@pytest.mark.slow
def test_file_with_too_many_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "id: club\nseats: [" + "1, " * 50_001 + "1]\n"
    said = load_text(tmp_path, text, monkeypatch).split("\n")[0]
    assert said == "club.yaml:2:150000: more than 50000 values, aliases counted each time they are used"


def test_a_long_line_is_shown_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "id: club\ntable: {" + "seat: [E], " * 3_000 + "}\n"
    assert max(map(len, load_text(tmp_path, text, monkeypatch).split("\n"))) < 300


def test_deep_nesting_of_every_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for opening, closing in (("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")):
        said = load_text(tmp_path, "id: club\nterms:\n  " + opening * 5_000 + "1" + closing * 5_000, monkeypatch)
        assert "nested more than 40 deep" in said or "this is not YAML" in said, said[:200]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\xff\xfe\x00\x00", "club.yaml:1:1: byte 0xff is not UTF-8 text: save the file as UTF-8"),
        ("\ufeffid: é\nx: ".encode() + b"\xe9", "club.yaml:2:4: byte 0xe9 is not UTF-8 text: save the file as UTF-8"),
        ("título: é ".encode() + b"\xe9", "club.yaml:1:11: byte 0xe9 is not UTF-8 text: save the file as UTF-8"),
        (b"\x00", "club.yaml:1:1: the character U+0000 is not allowed in a text file"),
        ("a: \ud7ff\x7f", "club.yaml:1:5: the character U+007F is not allowed in a text file"),
        ("id: a\n# b\x85c: 1", "club.yaml:2:4: the character U+0085 is not allowed in a text file"),
        ("id: a\u2028b: 1", "club.yaml:1:6: the character U+2028 is not allowed in a text file"),
        ("\r\rid: \x1b", "club.yaml:3:5: the character U+001B is not allowed in a text file"),
        ("\n\n\n", "club.yaml:1:1: the file is empty: expected a ruleset, which begins with its id"),
        ("\ufeff", "club.yaml:1:1: the file is empty: expected a ruleset, which begins with its id"),
        ("~", "club.yaml:1:1: expected a mapping of keys such as id, extends and scoring"),
    ],
)
def test_files_that_hold_no_yaml(text: str | bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_text(tmp_path, text, monkeypatch).split("\n")[0] == said


def test_a_terminal_gets_no_control_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("id: \x1b[31mred", b"\xff\x1b[31m", "a: \x9b31m"):
        said = load_text(tmp_path, text, monkeypatch)
        assert all(char == "\n" or char.isprintable() for char in said)


def test_unknown_ruleset() -> None:
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load("chinese-oficial")
    known = ", ".join(known_ids())
    assert str(caught.value) == f'unknown ruleset "chinese-oficial" (did you mean "chinese-official"?); known: {known}'


@pytest.mark.parametrize("name", ["there-is-none.yaml", "~nobody-of-this-name/club.yaml", "a\0b.yaml"])
def test_missing_file(name: str) -> None:
    with pytest.raises(mjrules.RulesetError, match="there is no ruleset file"):
        mjrules.load(name)


@pytest.mark.parametrize("name", ["", "../secret", "chinese-official/../root", "a" * 5_000, "root\0"])
def test_names_that_are_no_ids(name: str) -> None:
    with pytest.raises(mjrules.RulesetError):
        mjrules.load(name)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kong": 8}, 'options.kong: unknown option "kong" (did you mean "kongs"?)'),
        ({"kongs": 7}, 'options.kongs: option kongs has no value "7" (known: 6, 8)'),
        ({"kongs": None}, 'options.kongs: option kongs has no value "none" (known: 6, 8)'),
        ({"kongs": [8]}, 'options.kongs: option kongs has no value "[8]" (known: 6, 8)'),
        ({"dirty": 1}, 'options.dirty: option dirty has no value "1" (known: false, true)'),
        ({"evening": "maybe"}, 'options.evening: preset evening is switched on by true, not by "maybe"'),
        ({"top": -1}, 'options.top: option top has no value "-1" (expected none, or 0 or more)'),
        (
            {"top": "9" * 40},
            'options.top: option top has no value "' + "9" * 40 + '" (expected none, or a number of 9 digits at most)',
        ),
    ],
)
def test_options_of_the_caller(options: Mapping[str, object], said: str) -> None:
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load("parents/base.yaml", options, available=PLUGINS)
    assert str(caught.value) == said
