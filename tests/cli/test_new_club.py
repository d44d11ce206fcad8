"""`mjrules new club` writes a short file that checks, after a few questions, and writes over nothing."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mjrules
from mjrules.cli import main
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """What `mjrules new club` says in an empty folder, and its status."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str) -> tuple[int, str, str]:
        status = main(["new", "club", *argv])
        return status, *capsys.readouterr()

    return run


class Terminal(io.StringIO):
    """Answers that somebody types."""

    def isatty(self) -> bool:
        return True


def test_a_file_is_written_with_what_the_club_plays_otherwise(told: Told, tmp_path: Path) -> None:
    assert told("Tuesday Club", "--extends", "western", "--set", "limit=500", "--set", "stake=100") == (
        0,
        "tuesday-club.yaml: the house rules of Tuesday Club. Go on with an editor, and look at them:\n"
        "  mjrules check tuesday-club.yaml\n"
        "  mjrules diff tuesday-club.yaml\n"
        "  mjrules rulesets western\n",
        "",
    )
    text = (tmp_path / "tuesday-club.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=mjrules.schema.json\n")
    assert "\nset: {limit: 500}\n" in text
    assert (tmp_path / "mjrules.schema.json").is_file()
    assert mjrules.load("tuesday-club.yaml").options.chosen["limit"] == 500
    assert told("tuesday-club", "--extends", "western")[::2] == (
        2,
        'mjrules: "tuesday-club.yaml" is there already: nothing is written over it\n',
    )


def test_a_season_extends_the_file_of_its_club(told: Told, tmp_path: Path) -> None:
    club = "our club: home.yaml"
    (tmp_path / "a").mkdir()
    for name in (club, f"a/{club}", f"../{club}"):
        (tmp_path / name).write_text("id: home\nextends: western\nset: {limit: 500}\n", "utf-8")
    assert told("season", "--extends", club, "--set", "stake=2")[::2] == (0, "")
    assert told("autumn", "--extends", f"./a/{club}")[1].endswith(f"  mjrules rulesets ./a/{club}\n")
    for name in ("season", "autumn"):
        assert mjrules.load(f"{name}.yaml").options.chosen["limit"] == 500
    assert 'extends: "a/our club: home.yaml"\n' in (tmp_path / "autumn.yaml").read_text("utf-8")
    message = f'"../{club}" lies outside of "{tmp_path}": a file extends an id, or a file in its own folder or below'
    assert told("spring", "--extends", f"../{club}")[::2] == (2, f"mjrules: {message}\n")


@pytest.mark.parametrize("id", ["true", "null", "7"])
def test_ids_that_yaml_would_not_take_for_text_are_quoted(told: Told, id: str) -> None:
    assert told(id, "--extends", "hong-kong")[0] == 0
    assert mjrules.load(f"{id}.yaml").id == id


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 6))
def test_what_it_shows_as_comments_may_be_used(told: Told, tmp_path: Path, id: str) -> None:
    assert told("club", "--extends", id)[0] == 0
    path = tmp_path / "club.yaml"
    text = path.read_text("utf-8").replace("# rules:", "rules:").replace("#   ", "  ")
    path.write_text(text, "utf-8")
    club = mjrules.load(str(path))
    assert {rule.id for rule in club.book.rules} - {rule.id for rule in loaded(id).book.rules} == {"lucky_sevens"}
    assert len(club.book.rules) == len(loaded(id).book.rules)


@pytest.mark.slow
def test_questions_are_asked_until_the_answers_will_do(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = ["Our Club", "99", "westrn", "western", "limit=1000", "max_chows=one", "max_chows=1", "max_chows=2", ""]
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join([*answers, ""])))
    status, out, err = told("our-club")
    assert (status, err) == (0, "")
    assert '(did you mean "western"?)' in out
    assert 'option max_chows has no value "one" (known: none, 0, 1, 2, 3)' in out
    text = (tmp_path / "our-club.yaml").read_text("utf-8")
    assert '\ntitle: {en: "Our Club"}\n' in text
    assert "\nset: {max_chows: 2}\n" in text


@pytest.mark.slow
def test_nothing_is_written_where_nobody_answers(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("our-club")[::2] == (2, "mjrules: which game does the club play? Name it: --extends bmja\n")
    monkeypatch.setattr(sys, "stdin", Terminal("Our Club\n"))
    assert told("our-club")[::2] == (2, "mjrules: the questions were not answered: nothing is written\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["../club", "--extends", "western"], '"../club" is no id for a ruleset: expected small letters, digits and -'),
        (["western", "--extends", "western"], '"western" is the id of another ruleset'),
        (["mjrules", "--extends", "western"], '"mjrules.yaml" is the config file: expected another id'),
        (
            ["club", "--extends", "western", "--title", "a\x1b[31mb"],
            "the title: the character U+001B is not allowed: it shows nothing, or changes what is shown",
        ),
        (["club", "--extends", "root"], "root is a base for others, which nobody plays"),
        (["club", "--extends", "hong kong"], '"hong kong" is not the id of a ruleset (did you mean "hong-kong"?)'),
        (["club", "--extends", "./x.yaml"], 'there is no ruleset file "./x.yaml"'),
    ],
)
def test_what_will_not_do_is_told(told: Told, argv: list[str], said: str) -> None:
    assert told(*argv)[::2] == (2, f"mjrules: {said}\n")
