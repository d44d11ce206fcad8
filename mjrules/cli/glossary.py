"""Say what a term means, and where it means several things; without a word, list the terms.

mjrules glossary honour
mjrules glossary
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from ..errors import written_out
from ..glossary import Term, find_terms, nearest_term, read_terms
from ..text_tables import paragraph
from .arguments import add_json
from .json_answers import print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("word", metavar="WORD", nargs="*", help="a term, or part of one")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; 1 where there is no such term."""
    terms, word = read_terms(), " ".join(" ".join(args.word).split())
    found = find_terms(terms, word) if word else terms
    if args.json:
        print_json([term.to_record() for term in found])
    elif not word:
        print("\n".join(map(_line, terms)))
    elif found:
        print("\n\n".join("\n".join(_lines(term)) for term in found))
    else:
        print(written_out(_unknown(terms, word)), file=sys.stderr)
    return 0 if found else 1


def _unknown(terms: Sequence[Term], word: str) -> str:
    """What is said of a word that is not a term."""
    best = nearest_term(terms, word)
    near = f' (did you mean "{best}"?)' if best else f" (a rule? mjrules rulesets --find {word.split()[0]})"
    return f'no term is called "{word}"{near}'


def _line(term: Term) -> str:
    """A term in the list of all: its other names, and whether it clashes."""
    several = f" [{len(term.meanings)} meanings]" if term.clashes else ""
    return paragraph(", ".join((term.name, *term.names)) + several, indent="", hanging="    ")


def _lines(term: Term) -> Iterator[str]:
    yield paragraph(", ".join((term.name, *term.names)), indent="", hanging="  ")
    for number, meaning in enumerate(term.meanings, 1):
        mark = f"{number}. " if term.clashes else ""
        yield paragraph(f"{mark}{meaning.text} ({meaning.source})", hanging="     " if mark else "  ")
    if term.here:
        yield paragraph(f"In mjrules: {term.here}.")
    if term.see:
        yield paragraph(f"See {', '.join(term.see)}.")
