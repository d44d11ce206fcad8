"""Which ways through the code an input takes: the arcs from line to line of the engine and of the bundled plugins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

PLUGINS = ("combinations", "score_doubling", "log_botzone", "log_mjai", "log_tenhou")
FOLDERS = tuple(
    f"{Path(spec.origin).parent.resolve()}/"
    for spec in map(find_spec, ("mjrules", *(f"mjrules_{name}" for name in PLUGINS)))
    if spec is not None and spec.origin is not None
)
"""Where the code lies that is looked at."""
TIRED = 3_000
"""After so many calls without a new arc a function is looked at only now and then."""
THOROUGH = 16
"""Every so many inputs all functions are looked at."""


class Watched:
    """The arcs of one function."""

    __slots__ = ("arcs", "calls", "code")

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.arcs: set[tuple[int, int]] = set()
        self.calls = 0
        """How often it was called since its last new arc."""


class Arcs:
    """The arcs that inputs have reached; compiled modules have none."""

    def __init__(self) -> None:
        self._functions: dict[int, Watched | None] = {}
        self._others: list[CodeType] = []
        """Functions of others, kept so that no other gets their number."""
        self._inputs = 0
        self._thorough = True
        self.new = 0
        """How many arcs the last input was the first to reach."""

    def __len__(self) -> int:
        return sum(len(one.arcs) for one in self._functions.values() if one is not None)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """What runs within it is one input."""
        self.new = 0
        self._thorough = self._inputs % THOROUGH == 0
        self._inputs += 1
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Told of every call; gives back what is told of its lines, or None."""
        code = frame.f_code
        number = id(code)
        if number not in self._functions:
            self._functions[number] = self._watched(code)
        found = self._functions[number]
        if found is None or (found.calls > TIRED and not self._thorough):
            return None
        found.calls += 1
        return self._lines(found)

    def _watched(self, code: CodeType) -> Watched | None:
        if code.co_filename.startswith(FOLDERS):
            return Watched(code)
        self._others.append(code)
        return None

    def _lines(self, function: Watched) -> Any:
        """What follows one call from line to line."""
        arcs, last = function.arcs, 0

        def line(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            arc = (last, frame.f_lineno)
            last = frame.f_lineno
            if arc not in arcs:
                arcs.add(arc)
                function.calls = 0
                self.new += 1
            return line

        return line
