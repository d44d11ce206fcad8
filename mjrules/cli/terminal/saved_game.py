"""A game that is saved: the log of its match, whose first player sits at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ...errors import described_path
from ...logs.replay import load_match
from ...match.match import Match
from ...play.events import LogError
from ...ruleset.ruleset import Ruleset
from ..arguments import UsageError

YOU: Final = "You"
"""The name of who sits at the keyboard."""
OTHERS: Final = ("Ann", "Bob", "Cleo", "Dan")
UNNAMED: Final = "mjrules-game{}.jsonl"
"""Where a game is saved that nobody has named a file for."""
MOST_FILES: Final = 1000


def new_game(ruleset: Ruleset, kinds: Sequence[str], seed: int | str) -> Match:
    """A match of the player at the keyboard and computer players of these kinds, whose names say what they are."""
    others = [f"{name} ({kind})" for name, kind in zip(OTHERS, kinds, strict=False)]
    return Match(ruleset, seed, [YOU, *others])


def opponents_of(match: Match) -> list[str]:
    """What kinds of computer players play in a match. Raises UsageError where it is no game of this command."""
    first, *others = match.given
    if first != YOU or any(not name.endswith(")") or " (" not in name for name in others):
        raise UsageError(f"this is not a game of `mjrules play`: its players are {', '.join(match.given)}")
    return [name.partition(" (")[2][:-1] for name in others]


def resumed(path: Path, ruleset: Ruleset | str | None, within: str | None) -> Match:
    """The game of a file, in which every event is verified. Raises UsageError."""
    try:
        return load_match(path, ruleset, unfinished=True, within=within)
    except OSError as error:
        raise UsageError(f"{described_path(path)} cannot be read: {error.strerror or error}") from None
    except LogError as error:
        raise UsageError(f"{path}: {error}") from None


def unused(folder: Path) -> Path:
    """A file of the usual name that is not there yet."""
    names = (UNNAMED.format(f"-{number}" if number > 1 else "") for number in range(1, MOST_FILES))
    return next((folder / name for name in names if not (folder / name).exists()), folder / UNNAMED.format("-last"))
