"""Write the rulebook of a ruleset, a crib, a score sheet and a card, to be printed.

The folder gets pages of HTML with everything in them, for A4 and Letter, and the rulebook as plain text. With
--pdf it gets each page as PDF too, by WeasyPrint (pip install 'mjrules[pdf]'). With --lang zh they are Chinese.

  mjrules rulebook western --out paper
  mjrules rulebook hong-kong --set minimum=1 --out paper
  mjrules rulebook sichuan --lang zh --out paper
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..paper.book import Rulebooks
from ..ruleset.load import load
from ..whole_files import written_whole
from .arguments import add_language, add_settings, check_folder, named_path, settings_of
from .chosen import language_of
from .diff import parent_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="RULESET", help="id or path of a ruleset")
    parser.add_argument("--out", metavar="DIR", type=named_path, required=True, help="the folder to write to")
    add_language(parser)
    parser.add_argument("--pdf", action="store_true", help="write the pages as PDF too")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises MjrulesError, and OSError where a page cannot be written."""
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    out: Path = args.out
    check_folder("--out", out)
    books = Rulebooks(ruleset, parent_of(ruleset, args.ruleset, args), language_of(args, ruleset))
    pages = books.html()
    written = {f"{name}.html": page.encode() for name, page in pages.items()}
    written["rulebook.txt"] = books.text().encode()
    if args.pdf:
        from ..paper.pdf import as_pdf  # few want it

        written |= {f"{name}.pdf": as_pdf(page) for name, page in books.html(shared=False).items()}
    out.mkdir(parents=True, exist_ok=True)
    for name, page in written.items():
        with written_whole(out / name) as at:
            at.write_bytes(page)
    print("\n".join(str(out / name) for name in written))
    return 0
