"""The log format `mjai`: games of riichi as the events with which programs play, read and written."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import LogFormat, hookimpl

from .games import EVENTS, FIELDS, is_game
from .replay import replay
from .write import write

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_log_formats() -> Sequence[LogFormat]:
    """The format `mjai`."""
    about = "games of riichi as mjai events, one on each line or a game on each line, with seats from 0; also written"
    return [LogFormat("mjai", about, is_game, replay, FIELDS, EVENTS, write=write)]
