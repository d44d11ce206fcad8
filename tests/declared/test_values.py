"""Values of files as the engine takes them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from mjrules.declared.values import several


@pytest.mark.parametrize(
    ("names", "found"), [(None, ()), ("E", ("E",)), (("E", "S"), ("E", "S")), (["E", "S"], ("E", "S"))]
)
def test_one_name_or_several_are_a_tuple(names: str | Iterable[str] | None, found: tuple[str, ...]) -> None:
    """A list, as files have it, was given back as such by plain Python, and refused by compiled code."""
    assert several(names) == found
