"""The log format `tenhou`: games of the server Tenhou, as its files (mjlog) or as records of their rounds."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import LogFormat, hookimpl

from .mjlog import ROOT, lines
from .records import EVENTS, FIELDS, is_round
from .replay import replay

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_log_formats() -> Sequence[LogFormat]:
    """The format `tenhou`."""
    about = "games of the server Tenhou: its files (mjlog, XML), or a round on each line, with seats 0 to 3"
    return [LogFormat("tenhou", about, is_round, replay, FIELDS, EVENTS, begins=f"<{ROOT}", read_text=lines)]
