"""How far a long run is: hands, speed and the time left."""

from __future__ import annotations

import time

import pytest

from mjrules.cli.progress import Progress


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (10.0, "10 of 100 hands, 1.0 hands a second, 90 seconds left\n"),
        (100.0, "10 of 100 hands, 0.1 hands a second, 15 minutes left\n"),
        (2000.0, "10 of 100 hands, 0.0 hands a second, 5 hours left\n"),
    ],
)
def test_the_time_left(
    after: float, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 5.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    shown = Progress(100, str, quiet=False)
    now += after
    shown.done(10, 10)
    assert capsys.readouterr().err == told


def test_no_time_left_where_nothing_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 5.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    shown = Progress(100, str, quiet=False)
    now += 7
    shown.done(10, 0)
    assert capsys.readouterr().err == "10 of 100 hands\n"
