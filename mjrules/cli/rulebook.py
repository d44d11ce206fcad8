"""Write the rulebook of a ruleset, a crib, a score sheet and a card, to be printed.

The folder gets pages of HTML with everything in them, for A4 and Letter, and the rulebook as plain text.

  mjrules rulebook western --out paper
  mjrules rulebook tuesday-club.yaml --set limit=500 --out paper --pdf
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..paper.book import Rulebooks
from ..paper.markup import PAPERS
from ..ruleset.files import ENGLISH
from ..ruleset.load import load
from .common import UsageError, add_settings, settings_of
from .diff import parent_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="RULESET", help="id or path of a ruleset")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--pdf", action="store_true", help="write PDF too (with the extra `pdf`)")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the paper of PDF (default: a4)")
    parser.add_argument("--lang", metavar="LANG", default=ENGLISH, help="the language of definitions (default: en)")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises MjrulesError."""
    write_pdf = _pdf_writer() if args.pdf else None
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    books = Rulebooks(ruleset, parent_of(ruleset, args.ruleset, args), args.lang)
    out: Path = args.out
    if out.exists() and not out.is_dir():
        raise UsageError(f'--out: "{out}" is not a folder')
    out.mkdir(parents=True, exist_ok=True)
    written = {f"{name}.html": page for name, page in books.html().items()} | {"rulebook.txt": books.text()}
    for name, page in written.items():
        (out / name).write_text(page, encoding="utf-8", newline="\n")
    if write_pdf is not None:
        for name, page in books.html(paper=args.paper).items():
            write_pdf(page, out / f"{name}.pdf")
            written[f"{name}.pdf"] = page
    print("\n".join(str(out / name) for name in written))
    return 0


def _pdf_writer() -> Any:
    """What writes a page as PDF. Raises UsageError where that is not installed."""
    try:
        from weasyprint import HTML
    except (ImportError, OSError) as error:
        raise UsageError(f"--pdf needs WeasyPrint: pip install 'mjrules[pdf]' ({error})") from None

    def write(page: str, path: Path) -> None:
        HTML(string=page).write_pdf(path)

    return write
