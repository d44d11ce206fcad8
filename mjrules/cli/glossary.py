"""Say what a term means, and where it means several things; without a word, list the terms.

mjrules glossary honour
mjrules glossary
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from ..chinese_terms import chinese_terms, find_chinese
from ..errors import written_out
from ..glossary import Term, find_terms, nearest_term, read_terms
from ..spoken import CHINESE, LANGUAGES, Sentence, said_in, spoken_list
from ..text_tables import paragraph
from .arguments import add_json, add_language
from .chosen import unknown_language
from .json_answers import print_json

_UNKNOWN = Sentence('no term is called "{word}"{near}', "没有叫“{word}”的术语{near}")
_NEAR = Sentence(' (did you mean "{best}"?)', "（是否指“{best}”？）")
_A_RULE = Sentence(" (a rule? mjrules rulesets --find {word})", "（或许是番种，可查“mjrules rulesets --find {word}”）")
_SEVERAL = Sentence("{names} [{number} meanings]", "{names}［{number} 义］")
_MEANS = Sentence("{text} ({source})", "{text}（{source}）")
_HERE = Sentence("In mjrules: {here}.", "本程序里：{here}。")
_SEE = Sentence("See {terms}.", "参见：{terms}。")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("word", metavar="WORD", nargs="*", help="a term, or part of one")
    add_json(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; 1 where there is no such term. Raises UsageError for a language that nobody speaks."""
    if args.lang not in LANGUAGES:
        raise unknown_language(args, LANGUAGES)
    terms, word = read_terms(), " ".join(" ".join(args.word).split())
    found = (find_terms(terms, word) or find_chinese(terms, word)) if word else terms
    tell = _Glossary(terms, chinese=args.lang == CHINESE)
    if args.json:
        print_json([term.to_record() for term in found])
    elif not word:
        print("\n".join(map(tell.line, terms)))
    elif found:
        print("\n\n".join("\n".join(tell.lines(term)) for term in found))
    else:
        print(written_out(tell.unknown(word)), file=sys.stderr)
    return 0 if found else 1


class _Glossary:
    """Tells of the terms, in Chinese or in English."""

    def __init__(self, terms: Sequence[Term], *, chinese: bool) -> None:
        self.terms, self.chinese = terms, chinese

    def unknown(self, word: str) -> str:
        """What is said of a word that is not a term."""
        best = nearest_term(self.terms, word)
        return self._said(_UNKNOWN(word=word, near=_NEAR(best=best) if best else _A_RULE(word=word.split()[0])))

    def line(self, term: Term) -> str:
        """A term in the list of all: its other names, and whether it clashes."""
        names = self._names(term)
        several = _SEVERAL(names=names, number=len(term.meanings)) if term.clashes else names
        return paragraph(self._said(several), indent="", hanging="    ")

    def lines(self, term: Term) -> Iterator[str]:
        """A term with all that is said of it."""
        told = chinese_terms()[term.name] if self.chinese else None
        yield paragraph(self._said(self._names(term)), indent="", hanging="  ")
        for number, meaning in enumerate(term.meanings, 1):
            mark = f"{number}. " if term.clashes else ""
            text = told.means[number - 1] if told else meaning.text
            said = self._said(_MEANS(text=text, source=meaning.source))
            yield paragraph(f"{mark}{said}", hanging="     " if mark else "  ")
        if term.here:
            yield paragraph(self._said(_HERE(here=told.here if told else term.here)))
        if term.see:
            names = [chinese_terms()[name].names[0] if told else name for name in term.see]
            yield paragraph(self._said(_SEE(terms=spoken_list(names, ", ", "、"))))

    def _names(self, term: Term) -> str:
        """All names of a term, those of the language first."""
        own = chinese_terms()[term.name].names if self.chinese else ()
        return spoken_list([*own, term.name, *term.names], ", ", "、")

    def _said(self, text: str) -> str:
        """A text in the language."""
        return said_in(text) if self.chinese else text
