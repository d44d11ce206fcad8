"""Write the rulebook of a ruleset, a crib, a score sheet and a card, to be printed.

The folder gets pages of HTML with everything in them, for A4 and Letter, and the rulebook as plain text.

  mjrules rulebook western --out paper
  mjrules rulebook hong-kong --set minimum=1 --out paper
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import described
from ..paper.book import Rulebooks
from ..ruleset.files import ENGLISH
from ..ruleset.load import load
from .common import UsageError, add_settings, settings_of
from .diff import parent_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="RULESET", help="id or path of a ruleset")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--lang", metavar="LANG", default=ENGLISH, help="the language of definitions (default: en)")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises MjrulesError, and OSError where a page cannot be written."""
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    out: Path = args.out
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out: {described(str(out))} is not a folder")
    books = Rulebooks(ruleset, parent_of(ruleset, args.ruleset, args), args.lang)
    written = {f"{name}.html": page for name, page in books.html().items()} | {"rulebook.txt": books.text()}
    out.mkdir(parents=True, exist_ok=True)
    for name, page in written.items():
        (out / name).write_text(page, encoding="utf-8", newline="\n")
    print("\n".join(str(out / name) for name in written))
    return 0
