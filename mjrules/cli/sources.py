"""What `check --sources` shows: the statements of the documents, who cites them, and which nobody cites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..check_ruleset import place_record
from ..ruleset.citations import Citation, Citations
from ..ruleset.statements import Document, Statement
from ..text_tables import columns

GLOSSARY_CITES = "glossary"
"""What is named beside rulesets where the glossary cites a statement."""
_UNKNOWN = "not said"
"""What stands for the part of mjrules that a statement waits for, where the data does not say."""


class Coverage:
    """Which statements of the documents are cited, and by which rulesets; `by_terms` are those of the glossary."""

    def __init__(self, documents: Mapping[str, Document], found: Iterable[Citations], by_terms: Iterable[str]) -> None:
        self.documents = documents
        found = tuple(found)
        self.by = {(item.ruleset, item.names) for each in found for item in each.statements}
        self.by |= {
            (GLOSSARY_CITES, names) for names in by_terms if names.partition(" ")[0] in documents and " " in names
        }
        self.cited = {names for _, names in self.by}
        self.whole = sorted({item for each in found for item in each.documents}, key=lambda item: item.place[:3])

    def statements(self, document: str) -> Sequence[Statement]:
        """The statements of a document, in its order."""
        return tuple(self.documents[document].statements.values())

    def number_cited(self, document: str) -> int:
        """How many statements of a document are cited."""
        return sum(item.id in self.cited for item in self.statements(document))

    def rulesets(self, document: str) -> dict[str, int]:
        """How many statements of a document each ruleset cites."""
        return dict(sorted(Counter(ruleset for ruleset, names in self.by if names.split()[0] == document).items()))

    def not_cited(self) -> list[Statement]:
        """The statements that nobody cites, in the order of the documents."""
        return [item for id in self.documents for item in self.statements(id) if item.id not in self.cited]

    def record(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "documents": [self._document(id) for id in self.documents],
            "not_cited": [_statement(item) for item in self.not_cited()],
            "whole": [_whole(item) for item in self.whole],
        }

    def _document(self, id: str) -> dict[str, Any]:
        numbers = {"statements": len(self.statements(id)), "cited": self.number_cited(id)}
        return {"id": id, **numbers, "by": self.rulesets(id)}

    def text(self) -> str:
        """Everything as people read it."""
        return "\n\n".join(filter(None, (self._table(), self._whole(), self._not_cited())))

    def _table(self) -> str:
        rows = [("document", "statements", "cited", "not cited", "cited by")]
        for id in self.documents:
            by = ", ".join(f"{ruleset} {number}" for ruleset, number in self.rulesets(id).items())
            rows.append((id, *_numbers(len(self.statements(id)), self.number_cited(id)), by))
        total = sum(len(self.statements(id)) for id in self.documents)
        rows.append(("all", *_numbers(total, total - len(self.not_cited())), ""))
        return columns(rows, right=(1, 2, 3), indent="")

    def _whole(self) -> str:
        if not self.whole:
            return ""
        rows = [f"  {item.place} {item.path}: {item.names}" for item in self.whole]
        return "\n".join(["cited as a whole, without a statement:", *rows])

    def _not_cited(self) -> str:
        groups: dict[str, list[Statement]] = {}
        for item in self.not_cited():
            groups.setdefault(item.waits_for or _UNKNOWN, []).append(item)
        lines = ["every statement is cited" if not groups else "not cited, by what they wait for:"]
        for name in sorted(groups):
            lines += ["", f"{name} ({len(groups[name])})"]
            for item in groups[name]:
                lines += [f"  {item.id}", f"      {item.says}", f"      {item.topic}: {item.at}"]
        return "\n".join(lines)


def _numbers(statements: int, cited: int) -> tuple[str, str, str]:
    return str(statements), str(cited), str(statements - cited)


def _statement(item: Statement) -> dict[str, Any]:
    return {"id": item.id, "says": item.says, "at": item.at, "topic": item.topic, "waits_for": item.waits_for}


def _whole(item: Citation) -> dict[str, Any]:
    return {"document": item.names, "ruleset": item.ruleset, **place_record(item.place), "path": item.path}
