"""The glossary: terms of the documents and of players, what each means, and where one word means several things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from .declared.fields import Limits, declared, key
from .declared.values import typed
from .errors import Problem, RulesetError, did_you_mean
from .ruleset.checks.value_types import validate
from .ruleset.citations import citations_of
from .ruleset.field_types import Text
from .ruleset.files.find import PACKAGE
from .ruleset.files.node import Node, problem_at
from .ruleset.files.read_yaml import read_source
from .ruleset.statements import Document
from .words.spelling import spelled

GLOSSARY = Path(PACKAGE, "glossary.yaml")
"""The file of the terms."""
LIKE_A_TERM = 0.7
"""How much a word must be like a term to be taken for one misspelt, 0 to 1."""


@declared
class Meaning:
    """One meaning of a term."""

    text: Text = key("what it means")
    source: Text = key("whose meaning it is: the id of a source, and of its statement where it has one; or several")


@declared
class TermEntry:
    """A term as the file has it."""

    means: Meaning | Annotated[tuple[Meaning, ...], Limits(min_length=2)] = key("its meaning, or several that clash")
    names: tuple[Text, ...] = key("other words and spellings for it", default=())
    here: Text | None = key("the word that mjrules has for it, where that is another", default=None)
    see: tuple[Text, ...] = key("terms that belong to it", default=())


@declared
class GlossaryFile:
    """The file of all terms."""

    terms: Mapping[str, TermEntry] = key("the terms, each with its meaning")


@dataclass(frozen=True)
class Term:
    """A term: its other names, its meanings (several where the word clashes), and the terms that belong to it."""

    name: str
    names: tuple[str, ...]
    meanings: tuple[Meaning, ...]
    here: str | None
    see: tuple[str, ...]

    @property
    def clashes(self) -> bool:
        """Whether it means several things."""
        return len(self.meanings) > 1

    def to_record(self) -> dict[str, Any]:
        """The term as plain data."""
        meanings = [{"text": meaning.text, "source": meaning.source} for meaning in self.meanings]
        found = {"term": self.name, "names": list(self.names), "means": meanings, "clashes": self.clashes}
        return {**found, "here": self.here, "see": list(self.see)}


def read_terms(path: Path = GLOSSARY, documents: Mapping[str, Document] | None = None) -> list[Term]:
    """All terms of a file in order. With `documents`, the statements that it cites must be there.

    Raises RulesetError with all problems.
    """
    root = read_source(path.read_bytes(), path.name)
    problems = validate(root, GlossaryFile) or list(_problems(root, documents))
    if problems:
        raise RulesetError(problems)
    entries = typed(GlossaryFile, root.plain()).terms
    return sorted((_term(name, entry) for name, entry in entries.items()), key=lambda term: term.name.casefold())


def _term(name: str, entry: TermEntry) -> Term:
    meanings = entry.means if isinstance(entry.means, tuple) else (entry.means,)
    return Term(name, entry.names, meanings, entry.here, entry.see)


def cited_by_terms(documents: Mapping[str, Document]) -> Iterator[str]:
    """What the sources of the bundled terms name. Raises RulesetError where that is no statement of a document."""
    for term in read_terms(documents=documents):
        for meaning in term.meanings:
            yield from citations_of(meaning.source)


def find_terms(terms: Sequence[Term], word: str) -> list[Term]:
    """The terms of which a word is a name; of none, those in whose names it is."""
    wanted = spelled(word)
    exact = [term for term in terms if wanted in {spelled(name) for name in (term.name, *term.names)}]
    held = (term for term in terms if any(wanted in spelled(name) for name in (term.name, *term.names)))
    return exact or (list(held) if wanted else [])


def nearest_term(terms: Sequence[Term], word: str) -> str | None:
    """The name of a term that is most like a word; None where none is."""
    known = {spelled(name): name for term in terms for name in (term.name, *term.names)}
    best = get_close_matches(spelled(word), known, n=1, cutoff=LIKE_A_TERM)
    return known[best[0]] if best else None


def _problems(root: Node, documents: Mapping[str, Document] | None) -> Iterator[Problem]:
    """What is wrong in a file that fits the model."""
    terms = root.entries_at(("terms",))
    owners: dict[str, str] = {}
    for name, node in terms.items():
        for index, other in enumerate((name, *(each.value for each in node.items_at(("names",))))):
            owner = owners.setdefault(spelled(str(other)), name)
            if owner != name:
                path = ("terms", name, "names", index - 1) if index else ("terms", name)
                yield problem_at(root, path, f'"{other}" is a name of "{owner}" already', on_key=not index)
    for name, node in terms.items():
        for index, each in enumerate(node.items_at(("see",))):
            if each.value not in terms:
                message = f'"{each.value}" is not a term{did_you_mean(each.value, terms)}'
                yield problem_at(root, ("terms", name, "see", index), message)
        yield from _wrong_citations(root, name, node, documents)


def _wrong_citations(root: Node, name: str, node: Node, documents: Mapping[str, Document] | None) -> Iterator[Problem]:
    """Statements that no document has."""
    means = node.value["means"]
    meanings = (
        [(("means",), means)] if means.is_mapping else [(("means", i), each) for i, each in enumerate(means.value)]
    )
    for path, meaning in meanings if documents is not None else ():
        for names in citations_of(str(meaning.value["source"].value)):
            document, _, statement = names.partition(" ")
            known = documents[document].statements if documents is not None and document in documents else {}
            if known and statement and statement not in known:
                message = f'{document} has no statement "{statement}"{did_you_mean(statement, known)}'
                yield problem_at(root, ("terms", name, *path, "source"), message)
