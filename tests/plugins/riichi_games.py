"""Every game of riichi in a folder, replayed, and written as mjai and replayed again.

    python -m tests.plugins.riichi_games FOLDER

Files of other formats are passed over. The exit status is 1 where a game is not right.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from mjrules import LogError
from mjrules.hooks import LogFormat, LogLine, LogStep, events
from mjrules.logs.find_format import log_formats
from mjrules.table.log_file import Line, read_log

RIICHI = ("mjai", "tenhou")
SUFFIXES = (".gz", ".json", ".jsonl", ".mjlog", ".xml")


def told_by(path: Path) -> tuple[LogFormat | None, list[LogLine]]:
    """The format of a file, None for one that is not of riichi, and its lines."""
    formats: list[LogFormat] = [log_formats().by_name[name] for name in RIICHI]
    found: list[LogFormat] = []

    def text(whole: str) -> list[Line] | None:
        found.extend(form for form in formats if form.begins and form.begins in whole[:200])
        reader = found[0].read_text if found else None
        return None if reader is None else [Line(number, dict(record)) for number, record in reader(whole)]

    lines = list(read_log(path, text))
    found.extend(form for form in formats if form.is_record(lines[0].record))
    return (found[0] if found else None), [(line.number, line.record) for line in lines]


def ends(steps: list[LogStep]) -> Iterator[tuple[object, ...]]:
    """What the hands of some steps come to."""
    for _, event, _ in steps:
        if isinstance(event, events.End):
            yield event.winners, dict(event.net), event.transfers


def compared(path: Path) -> str:
    """What is to be said of a file; empty for one of another format."""
    try:
        form, lines = told_by(path)
        if form is None:
            return ""
        steps = list(form.replay(lines, None))
        hands = list(ends(steps))
        mjai: LogFormat = log_formats().by_name["mjai"]
        assert mjai.write is not None
        for game in games(steps):
            written = [json.loads(json.dumps(record)) for record in mjai.write(game)]
            ruleset = next(table.ruleset for _, _, table in game if table is not None)
            again = list(ends(list(mjai.replay(enumerate(written, 1), ruleset))))
            if again != list(ends(game)):
                return f"WRONG  {path}: a game written as mjai is another game"
    except LogError as error:
        return f"WRONG  {path}: {error}"
    return f"right  {path}: {len(hands)} hands, {sum(bool(winners) for winners, *_ in hands)} won"


def games(steps: list[LogStep]) -> Iterator[list[LogStep]]:
    """The steps of each game, or hand that stands alone."""
    game: list[LogStep] = []
    for step in steps:
        if isinstance(step[1], events.Begin) and step[1].hand == 1 and game:
            yield game
            game = []
        game.append(step)
    yield game


def main(folder: str) -> int:
    """Compare every file of a folder."""
    files = sorted(path for path in Path(folder).rglob("*") if path.suffix in SUFFIXES)
    told = list(filter(None, map(compared, files)))
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return int(any(line.startswith("WRONG") for line in told) or not told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
