"""Citations: which statements of the founding documents a ruleset cites, and those that name none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from ..errors import Place, Problem, nearest_word
from ..spoken import Sentence
from .files.find import main_file
from .files.node import Node, dotted
from .statements import Document

_DID_YOU_MEAN = Sentence('did you mean "{best}"?', "是否指“{best}”？")
_SEE_SOURCES_YAML = Sentence("see sources/{word}.yaml", "见“sources/{word}.yaml”")
_HAS_NO_STATEMENT = Sentence('{word} has no statement "{rest}" ({near})', "“{word}”没有“{rest}”这一条（{near}）")
_NOT_SOURCE_DID = Sentence(
    '"{word}" is not a source (did you mean "{like}"?)', "没有“{word}”这份文献（是否指“{like}”？）"
)

LIKE_A_DOCUMENT = 0.8
"""How much a word must be like the id of a document to be taken for one misspelt, 0 to 1."""


class Citation(NamedTuple):
    """A citation: what it names, the id of the ruleset whose file has it, and where."""

    names: str
    ruleset: str
    path: str
    place: Place


class Citations(NamedTuple):
    """The citations of a ruleset, inherited ones too: of statements, of documents as a whole, and of nothing."""

    statements: tuple[Citation, ...]
    documents: tuple[Citation, ...]
    problems: tuple[Problem, ...]


def read_citations(root: Node, chain: Sequence[Node], documents: Mapping[str, Document]) -> Citations:
    """The citations in the `source` texts and the `sources_of` of a resolved ruleset.

    `chain` has the files that it was made of.
    """
    ids = {node.place.file: str(_plain(node, "id")) for node in chain}
    sources = root.child("sources")
    declared = frozenset(sources.value if sources is not None and sources.is_mapping else ())
    statements: list[Citation] = []
    whole: list[Citation] = []
    problems: list[Problem] = []
    for path, node in root.walk():
        cites = path[-1:] == ("source",) or (path[:1] == ("sources_of",) and len(path) == 2)
        if cites and isinstance(node.value, str):
            for names in citations_of(node.value):
                word, _, rest = names.partition(" ")
                citation = Citation(names, ids.get(main_file(node.place.file), ""), dotted(path), node.place)
                message = _fault(word, rest, declared, documents)
                if message:
                    problems.append(Problem(dotted(path), message, node.place))
                elif word in documents:
                    (statements if rest else whole).append(citation)
    return Citations(tuple(statements), tuple(whole), tuple(problems))


def citations_of(text: str) -> Iterator[str]:
    """What a `source` text names: its parts between semicolons and commas, without what comes after a colon."""
    for part in text.split(";"):
        for names in part.split(": ")[0].split(","):
            if names.strip():
                yield " ".join(names.split())


def _fault(word: str, rest: str, declared: frozenset[str], documents: Mapping[str, Document]) -> str:
    """What is wrong with a citation; empty where nothing is, and for sources without statements."""
    if word in documents:
        known = documents[word].statements
        if not rest or rest in known:
            return ""
        best = nearest_word(rest, known)
        near = _DID_YOU_MEAN(best=best) if best else _SEE_SOURCES_YAML(word=word)
        return _HAS_NO_STATEMENT(word=word, rest=rest, near=near)
    like = [] if word in declared else get_close_matches(word, documents, n=1, cutoff=LIKE_A_DOCUMENT)
    return _NOT_SOURCE_DID(word=word, like=like[0]) if like else ""


def _plain(node: Node, key: str) -> object:
    child = node.child(key)
    return None if child is None else child.plain()
