"""Cases of what the command line prints, many in one Markdown file: a command and, to the letter, what it says.

A case is a heading of the second level, which names it, and one block. Its first line is the command, the others are
what it prints, messages after answers:

    ## no-pair

    ```console
    $ mjrules score "123m456p789s111z2z +3z" --ruleset hong-kong
    mjrules: the tiles do not make a complete hand
    ```

What is still empty is written by `--update-errors`. Hashes of rulesets are left out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.kit.cases import TESTS

PRINTED = TESTS / "printed"
PRINTED_CASE = re.compile(
    r"^## (?P<name>[a-z0-9-]+)\n\n```console\n\$ mjrules (?P<command>.+)\n(?P<said>(?:(?!```).*\n)*)```\n", re.MULTILINE
)
_HASH = re.compile(r"hash [0-9a-f]{12}")


class PrintedCase(NamedTuple):
    """A command and what it prints."""

    topic: str
    """The name of the Markdown file."""
    name: str
    argv: tuple[str, ...]
    said: str


def printed_cases(topic: str) -> Iterator[PrintedCase]:
    """The cases of a Markdown file, in its order; whatever is not of the form of a case is an error."""
    text = path_of(topic).read_text(encoding="utf-8")
    found = list(PRINTED_CASE.finditer(text))
    assert len(found) == text.count("\n## "), f"{topic}.md: expected a heading and a block of one command for each case"
    for case in found:
        yield PrintedCase(topic, case["name"], tuple(shlex.split(case["command"])), case["said"])


def path_of(topic: str) -> Path:
    """The Markdown file of a topic."""
    return PRINTED / f"{topic}.md"


def without_hashes(text: str) -> str:
    """What is printed, hashes of rulesets left out."""
    return _HASH.sub("hash …", text)


def rewrite_printed(case: PrintedCase, said: str) -> None:
    """Let a case say something else; all else stays as it is."""
    assert "```" not in said, said
    path = path_of(case.topic)
    text = path.read_text(encoding="utf-8")
    (found,) = (found for found in PRINTED_CASE.finditer(text) if found["name"] == case.name)
    path.write_text(f"{text[: found.start('said')]}{said}{text[found.end('said') :]}", encoding="utf-8")
