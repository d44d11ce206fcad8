"""Cases of files that are wrong: what a file holds and what is said of it, many in one Markdown file.

A case is a heading of the second level, which names it, and two blocks. The first is the file, the second the message:

    ## key-twice

    ```yaml
    id: tuesday
    id: wednesday
    ```

    ```text
    club.yaml:2:1 id: the key "id" stands here a second time
    ```

A file that plain text cannot show is a block of Python's `bytes`, whose lines are joined. Between the heading and the
first block there may be a remark. A message that is still empty is written by `--update-errors`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.kit.cases import TESTS

FOLDER = TESTS / "errors"
CASE = re.compile(
    r"^## (?P<name>[a-z0-9-]+)\n"
    r"(?P<remark>(?:(?!#|```).*\n)*)"
    r"```(?P<form>yaml|bytes)\n(?P<file>(?:(?!```).*\n)*)```\n"
    r"\n"
    r"```text\n(?P<said>(?:(?!```).*\n)*)```\n",
    re.MULTILINE,
)
"""One case, whole."""
HEAD = re.compile(r"# .+\n(?:\n(?:(?!#|```).+\n)+)?")
"""What stands before the first case: the title, and what the file is about."""


class ErrorCase(NamedTuple):
    """A file and what is said of it."""

    topic: str
    """The name of the Markdown file."""
    name: str
    data: bytes
    said: str


def error_cases() -> list[ErrorCase]:
    """Every case there is."""
    return [case for path in sorted(FOLDER.glob("*.md")) for case in read_cases(path)]


def read_cases(path: Path) -> Iterator[ErrorCase]:
    """The cases of a Markdown file, in its order; whatever is not of the form of a case is an error."""
    text = path.read_bytes().decode()
    head = HEAD.match(text)
    assert head is not None, f"{path.name}: expected a title"
    at = head.end()
    while at < len(text):
        line = text.count("\n", 0, at) + 2
        case = CASE.match(text, at + 1) if text[at] == "\n" else None
        assert case is not None, f"{path.name}:{line}: expected a heading, a file and what is said of it"
        yield ErrorCase(path.stem, case["name"], _data(case["form"], case["file"]), case["said"].removesuffix("\n"))
        at = case.end()


def _data(form: str, block: str) -> bytes:
    if form == "yaml":
        return block.encode()
    return b"".join(ast.literal_eval(line) for line in block.splitlines())


def rewrite(path: Path, name: str, said: str) -> None:
    """Let a case of a Markdown file say something else; all else stays as it is."""
    assert "```" not in said, said
    text = path.read_bytes().decode()
    (case,) = (case for case in CASE.finditer(text) if case["name"] == name)
    path.write_bytes(f"{text[: case.start('said')]}{said}\n{text[case.end('said') :]}".encode())
