"""Formats of logs other than our own: those of the installed plugins, and games in them that are played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..hooks.manager import Available, Provided, provided
from ..play.foreign_log_format import LogFormat
from ..ruleset.ruleset import Ruleset
from ..table.log_file import Line
from .replay import Replayed

OWN: Final = "mjrules"
"""The name of our own format, which no plugin may take."""


def log_formats(available: Available = None) -> Provided:
    """The formats that the installed plugins provide. Raises PluginError where two provide one of the same name."""
    return provided("mj_log_formats", taken=(OWN,), available=available)


def played_again(form: LogFormat, lines: Iterable[Line], ruleset: Ruleset | None = None) -> Iterator[Replayed]:
    """Every event of games in a format of a plugin, under a ruleset or under that of the format.

    Raises LogError at the first game that is not right, and PluginError where the plugin fails.
    """
    for line, event, table in form.replay(((line.number, line.record) for line in lines), ruleset):
        yield Replayed(line, event, table)
