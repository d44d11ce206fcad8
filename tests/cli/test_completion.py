"""Shells complete commands, options and ids, with shtab where it is installed."""

from __future__ import annotations

import sys

import pytest

from mjrules.cli import COMMANDS, main
from mjrules.cli.completion import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_every_command(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)
    assert "chinese-official/wmo2006" in out
    assert "--ruleset" in out or "-l ruleset" in out


def test_without_shtab_it_is_told_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == "mjrules: completion needs shtab: pip install 'mjrules[cli]'\n"
