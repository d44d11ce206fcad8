"""A club's own plugin, of which the code is now this and now that."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mjrules
from mjrules import Ruleset

MODULE = "mjrules_odd_club"
PLUGIN = """
from mjrules.hooks import PlayerMaker, hookimpl

@hookimpl
def mj_condition_words():
    return []

@hookimpl
def mj_players():
    return [PlayerMaker("odd", "the first of all", lambda ruleset, seed: lambda view: view.legal[0])]
"""
Install = Callable[..., Ruleset]


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == MODULE]:
        del sys.modules[name]


def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs the plugin `odd_club` in a place, with a rate in a second module; gives a ruleset that names it."""
    monkeypatch.setenv("MJRULES_CACHE", "off")
    club = tmp_path / "club.yaml"
    club.write_text("id: club\nextends: chinese-basic\nplugins: {add: [odd_club]}\n", encoding="utf-8")

    def write(place: str, rate: int) -> Ruleset:
        package, info = tmp_path / place / MODULE, tmp_path / place / f"{MODULE}-1.dist-info"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(PLUGIN, encoding="utf-8")
        (package / "payments.py").write_text(f"RATE = {rate}\nclass Odd: pass\n", encoding="utf-8")
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {MODULE}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[mjrules.plugins]\nodd_club = {MODULE}\n", encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path / place)
        forget()
        return mjrules.load(str(club))

    yield write
    forget()
