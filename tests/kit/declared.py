"""What is declared of ruleset files, for tests that go through all of it."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.declared.fields import declared_fields
from mjrules.declared.kinds import classes_in
from mjrules.ruleset.definition import Definition


def declared_classes(kind: type = Definition) -> Iterator[type]:
    """All declared classes within one, itself first."""
    yield kind
    for item in declared_fields(kind):
        for inside in classes_in(item.kind):
            yield from declared_classes(inside)
