"""The language that a config file chooses is that of all commands that have `--lang`; the command line goes first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mjrules.cli import main

Said = Callable[..., tuple[int, str, str]]

HAND = "123m456p789s1112z +2z seat=S"


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """Calls the program in a folder with a config file that chooses Chinese: its exit status, and what it prints."""
    monkeypatch.chdir(tmp_path)
    Path("mjrules.yaml").write_text("ruleset: hong-kong\noptions: {minimum: 1}\nlang: zh\n", "utf-8")

    def call(*argv: str) -> tuple[int, str, str]:
        status = main(argv)
        return status, *capsys.readouterr()

    return call


@pytest.mark.parametrize(
    "argv",
    [
        ("score", HAND),
        ("explain", HAND),
        ("waits", "123m456p789s1112z"),
        ("settle", HAND.replace("+2z", "+2z from=left"), "--method", "base_payment"),
        ("rule", "hong-kong", "all_triplets"),
    ],
    ids=lambda argv: argv[0],
)
def test_the_config_file_chooses_the_language(said: Said, argv: tuple[str, ...]) -> None:
    chosen, given, english = said(*argv), said(*argv, "--lang", "zh"), said(*argv, "--lang", "en")
    assert chosen == given
    assert chosen != english
    assert english[1].isascii() or argv[0] == "rule", "a rule has its Chinese name too"


def test_what_is_in_english_alone_is_given_in_english(said: Said) -> None:
    status, out, err = said("score", HAND, "--json")
    assert (status, err) == (0, "")
    assert out == said("score", HAND, "--json", "--lang", "en")[1]


def test_an_evening_is_told_in_it(said: Said) -> None:
    assert said("evening", "new", "Ann", "Bo", "Cy", "Di", "--ruleset", "hong-kong", "--data", "b.db")[0] == 0
    out = said("evening", "show", "--data", "b.db")[1]
    assert out == said("evening", "show", "--data", "b.db", "--lang", "zh")[1]
    assert out != said("evening", "show", "--data", "b.db", "--lang", "en")[1]


@pytest.mark.parametrize("argv", [("score", HAND), ("evening", "new", "A", "B", "C", "D", "--ruleset", "hong-kong")])
def test_an_unknown_language_is_told_where_it_is_chosen(said: Said, argv: tuple[str, ...]) -> None:
    Path("mjrules.yaml").write_text("ruleset: hong-kong\nlang: klingon\n", "utf-8")
    status, out, err = said(*argv)
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        'mjrules: mjrules.yaml:2:7 lang: "klingon" is not known (known: en, zh)',
        "    lang: klingon",
        "          ^",
    ]


@pytest.mark.parametrize(("key", "meant"), [("set", "options"), ("language", "lang")])
def test_a_key_that_other_places_have_is_told_with_the_one_meant(said: Said, key: str, meant: str) -> None:
    Path("mjrules.yaml").write_text(f"ruleset: hong-kong\n{key}: zh\n", "utf-8")
    assert f'unknown key "{key}" of a config file (did you mean "{meant}"?)' in said("score", HAND)[2]
