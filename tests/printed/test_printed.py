"""Refusals and explanations as people read them, to the letter, 80 columns wide.

`pytest tests/printed --update-errors` writes down what is printed now.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules.cli import main
from mjrules.text_tables import COLUMNS, width
from tests.kit.printed_cases import PrintedCase, printed_cases, rewrite_printed, without_hashes
from tests.kit.profile import thinned

REFUSALS = list(printed_cases("refusals"))
EXPLANATIONS = list(printed_cases("explanations"))


def names(case: PrintedCase) -> str:
    return case.name


@pytest.fixture(autouse=True)
def _no_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No config file of the person who runs the tests is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def compare(case: PrintedCase, status: int, capsys: pytest.CaptureFixture[str], *, update: bool) -> None:
    """Run the command of a case: what it prints is what the case says, and no wider than a terminal."""
    assert main(list(case.argv)) == status
    out, err = capsys.readouterr()
    said = without_hashes("".join(f"{line.rstrip()}\n" for line in (out + err).splitlines()))
    wide = [line for line in said.splitlines() if width(line) > COLUMNS]
    assert wide == []
    if update:
        rewrite_printed(case, said)
    else:
        assert said == case.said


@pytest.mark.parametrize("case", thinned(REFUSALS, 6), ids=names)
def test_refusals(case: PrintedCase, capsys: pytest.CaptureFixture[str], update_errors: bool) -> None:
    compare(case, 1, capsys, update=update_errors)


@pytest.mark.parametrize("case", thinned(EXPLANATIONS, 6), ids=names)
def test_explanations(case: PrintedCase, capsys: pytest.CaptureFixture[str], update_errors: bool) -> None:
    compare(case, 0, capsys, update=update_errors)
