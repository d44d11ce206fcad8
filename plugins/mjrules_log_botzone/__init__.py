"""The log format `botzone`: games of the server Botzone, each of which must end as its record says."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import LogFormat, hookimpl

from .record import EVENTS, FIELDS, is_game
from .replay import replay

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_log_formats() -> Sequence[LogFormat]:
    """The format `botzone`."""
    about = "games of the server Botzone, a game on each line, with seats 0 to 3"
    return [LogFormat("botzone", about, is_game, replay, FIELDS, EVENTS)]
