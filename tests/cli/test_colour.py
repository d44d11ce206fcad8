"""Colour on a terminal, and on nothing else."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from mjrules.cli import main
from mjrules.cli.colour import BOLD, REFUSED

HAND = "(123m) 345m678p456s3z !3z seat=S"


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal shows colours, and nobody has asked for none."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def shown(*words: str) -> tuple[str, str]:
    """What a command prints on a terminal, as answers and as messages."""
    out, err = Terminal(), Terminal()
    with redirect_stdout(out), redirect_stderr(err):
        main([*words, "--ruleset", "chinese-official"])
    return out.getvalue(), err.getvalue()


def test_heading_total_and_what_is_short_stand_out() -> None:
    heading, *lines = shown("score", HAND)[0].splitlines()
    assert heading.startswith(f"{BOLD}Chinese Official")
    total, short = [line for line in lines if "\033" in line]
    assert total.startswith(BOLD)
    assert "Total fan" in total
    assert short.startswith(f"{REFUSED}Below the minimum")


def test_a_refusal_begins_in_red() -> None:
    assert shown("score", "123m")[1].startswith(f"{REFUSED}mjrules:")


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert "\033" not in "".join([*shown("score", HAND), *shown("score", "123m")])


def test_json_is_plain_on_a_terminal_too() -> None:
    assert "\033" not in "".join(shown("score", HAND, "--json"))


def test_what_is_piped_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    for hand in (HAND, "123m"):
        main(["score", hand, "--ruleset", "chinese-official"])
    printed = capsys.readouterr()
    assert "\033" not in printed.out + printed.err
