"""The statements of the founding documents: what each says, under an id that rulesets cite.

Imported only where citations are checked; scoring never reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from ..declared.fields import Limits, declared, key
from ..errors import Place, Problem, RulesetError, did_you_mean
from .checks.value_types import validate
from .field_types import Text
from .files.find import bundled_folder
from .files.node import Node, problem_at
from .files.read_yaml import read_source

TOPICS: Mapping[str, str] = {
    "about": "what the document says of the game as a whole",
    "tiles": "the tile set, and classes of tiles",
    "names": "words for tiles, suits and sets",
    "seats": "who sits where",
    "wall": "building and breaking the wall, the dead wall",
    "deal": "dealing",
    "bonus tiles": "flowers and seasons",
    "play": "drawing and discarding",
    "claims": "who may claim a discard, and who goes first",
    "kongs": "making kongs, and their replacement tiles",
    "ready": "hands that wait for one tile",
    "win": "what a complete hand is",
    "draw": "games that nobody wins",
    "rotation": "the next dealer, rounds, the length of a game",
    "minimum": "what a hand must be worth",
    "principle": "how fans may be combined",
    "fan": "a fan by name and worth",
    "combination": "a fan without name or worth in the document",
    "example": "a hand with what it scores",
    "points": "points of a set, a pair, a tile or a win",
    "doubles": "what doubles the points",
    "limit": "the most that a hand or payment is worth",
    "special hand": "a hand worth a limit, or a part or multiple of it",
    "payment": "who pays whom for a hand",
    "bonus payment": "payments during the game",
    "penalty": "what a fault costs",
    "house rule": "what players may agree on",
}
"""What statements are about."""


@declared
class StatementSection:
    """Statements in one place of the document that are about one thing."""

    at: Text = key("where in the document")
    topic: Text = key("what they are about")
    waits_for: str = key("what those wait for that no ruleset cites: a ruleset or a part of mjrules", default="")
    statements: Annotated[Mapping[str, Text], Limits(min_length=1)] = key("id: what it says, in words of our own")


@declared
class DocumentFile:
    """A file of statements."""

    id: Text = key("the id of the document, which is the name of the file")
    note: str = key("how its statements are numbered", default="")
    sections: Annotated[tuple[StatementSection, ...], Limits(min_length=1)] = key(
        "the statements in the order of the document"
    )


class Statement(NamedTuple):
    """One thing that a document says.

    `id` is what rulesets cite, the document first; `waits_for` names the part of mjrules that could
    cite it, where that is known.
    """

    id: str
    says: str
    at: str
    topic: str
    waits_for: str
    place: Place


class Document(NamedTuple):
    """A document: its statements by id, without the document's own id before it."""

    id: str
    statements: Mapping[str, Statement]


def statements_folder() -> Path:
    """The folder of the statements: beside the bundled rulesets."""
    return Path(bundled_folder()).parent / "sources"


def read_documents() -> dict[str, Document]:
    """All documents by id. Raises RulesetError with all problems."""
    found: dict[str, Document] = {}
    problems: list[Problem] = []
    for path in sorted(statements_folder().glob("*.yaml")):
        try:
            document = read_document(path.read_bytes(), f"sources/{path.name}")
            found[document.id] = document
        except RulesetError as error:
            problems += error.problems
    if problems:
        raise RulesetError(problems)
    return found


def read_document(data: bytes, name: str) -> Document:
    """The document of a file. Raises RulesetError with all problems."""
    root = read_source(data, name)
    problems = validate(root, DocumentFile) or list(_problems(root, Path(name).stem))
    if problems:
        raise RulesetError(problems)
    id = str(root.plain()["id"])
    sections = root.value["sections"].value
    return Document(id, {key: item for section in sections for key, item in _statements(id, section)})


def _statements(document: str, section: Node) -> Iterator[tuple[str, Statement]]:
    plain = section.plain()
    where = (plain["at"], plain["topic"], plain.get("waits_for", ""))
    for id, node in section.value["statements"].value.items():
        yield id, Statement(f"{document} {id}", node.value, *where, node.key)


_ID = re.compile(r"[^\s,;:]+( [^\s,;:]+)*")
"""A statement's id: words without the marks that part citations from each other."""


def _problems(root: Node, stem: str) -> Iterator[Problem]:
    """What is wrong in a file that fits the model."""
    if root.value["id"].value != stem:
        yield problem_at(root, ("id",), f'expected the name of the file, "{stem}"')
    first: dict[str, int] = {}
    for number, section in enumerate(root.value["sections"].value):
        topic = section.value["topic"].value
        if topic not in TOPICS:
            yield problem_at(
                root, ("sections", number, "topic"), f'"{topic}" is not a topic{did_you_mean(topic, TOPICS)}'
            )
        for id, node in section.value["statements"].value.items():
            path = ("sections", number, "statements", id)
            if not _ID.fullmatch(id):
                message = "expected words with single spaces between them, without comma, colon and semicolon"
                yield problem_at(root, path, message, on_key=True)
            if id in first:
                yield problem_at(root, path, f'"{id}" is given twice, first in line {first[id]}', on_key=True)
            first.setdefault(id, node.key.line)
