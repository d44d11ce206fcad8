"""The mutants that `mutants.md` explains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

EXPLAINED = Path(__file__).with_name("mutants.md")


class Mutant(NamedTuple):
    """One change of one function, its lines without their indentation."""

    function: str
    old: str
    new: str


def explained() -> Iterator[Mutant]:
    """Every mutant of the page: below `@ function` a line taken away, and each line that may stand for it."""
    function = old = ""
    for block in re.findall(r"```diff\n(.*?)```", EXPLAINED.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("@ "):
                function = line[2:]
            elif line.startswith("-"):
                old = line[1:]
            elif line.startswith("+"):
                yield Mutant(function, old, line[1:])
