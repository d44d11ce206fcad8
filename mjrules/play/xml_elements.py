"""The elements of a small XML file, one below its root, read so that no stranger's file can do harm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.parsers import expat

from .. import bounds
from ..errors import described
from .events import LogError


class Element(NamedTuple):
    """An element: its name, its attributes, and where in the file it begins."""

    name: str
    said: Mapping[str, str]
    line: int
    column: int

    def error(self, reason: str) -> LogError:
        """What is wrong with the element, as an exception to raise."""
        return LogError(self.line, f"column {self.column}, {self.name}: {reason}")

    def get(self, attribute: str) -> str:
        """What an attribute says. Raises LogError where it is missing."""
        if attribute not in self.said:
            raise self.error(f"{attribute}: missing")
        return self.said[attribute]

    def numbers(self, attribute: str, least: int = 0, most: int | None = None) -> list[int]:
        """The whole numbers of an attribute, so many at least and at most. Raises LogError."""
        text = self.get(attribute)
        try:
            found = [_number(part) for part in text.split(",")] if text else []
        except ValueError:
            raise self.error(f"{attribute}: expected whole numbers, got {described(text)}") from None
        if len(found) < least or (most is not None and len(found) > most):
            wanted = f"{least}" if least == most else f"{least} or more"
            raise self.error(f"{attribute}: expected {wanted} numbers, got {len(found)}")
        return found

    def number(self, attribute: str, below: int) -> int:
        """The whole number of an attribute, from 0 on. Raises LogError."""
        (found,) = self.numbers(attribute, 1, 1)
        if not 0 <= found < below:
            raise self.error(f"{attribute}: expected 0 to {below - 1}, got {found}")
        return found


def _number(text: str) -> int:
    """A whole number of few digits."""
    if len(text) > 12:
        raise ValueError(text)
    return int(text)


class _Reading:
    """What the parser finds."""

    def __init__(self, root: str) -> None:
        self.root, self.depth = root, 0
        self.found: list[Element] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.begins
        self.parser.EndElementHandler = self.ends
        self.parser.StartDoctypeDeclHandler = self.refused
        self.parser.EntityDeclHandler = self.refused

    def refused(self, *said: object) -> None:
        raise LogError(self.parser.CurrentLineNumber, "a game has no document type and declares nothing")

    def begins(self, name: str, said: dict[str, str]) -> None:
        self.depth += 1
        element = Element(name, said, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        if self.depth == 1 and name != self.root:
            raise element.error(f"expected {self.root}")
        if self.depth > 2:
            raise element.error("nothing stands within the elements of a game")
        if len(self.found) >= bounds.LOG_ELEMENTS:
            raise element.error(f"more than {bounds.LOG_ELEMENTS} elements")
        if self.depth == 2:
            self.found.append(element)

    def ends(self, name: str) -> None:
        self.depth -= 1


def read_xml(text: str, root: str) -> Iterator[Element]:
    """The elements below the root of this name. Raises LogError, with line and column, for any other file."""
    reading = _Reading(root)
    try:
        reading.parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        told = expat.ErrorString(error.code)
        raise LogError(error.lineno, f"column {error.offset + 1}: this is not XML: {told}") from None
    return iter(reading.found)
