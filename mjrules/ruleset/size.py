"""How large a YAML file may be. It is apart from the reader, so that a size is reported without importing YAML."""

from __future__ import annotations

from ..errors import Place, Problem, RulesetError

MOST_BYTES = 1_000_000


def too_large(size: int, name: str) -> RulesetError:
    """The error of a file of so many bytes."""
    return RulesetError([Problem("", f"the file has {size} bytes: at most {MOST_BYTES} are read", Place(name, 1, 1))])
