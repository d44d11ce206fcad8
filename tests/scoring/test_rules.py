"""Rules among each other: who refuses whom, in which order they are asked, and where circles are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from mjrules.conditions.formula import TRUE, And, Formula, RuleAtom
from mjrules.scoring.rule import (
    CycleError,
    Refusal,
    Rule,
    refusal_chains,
    refusal_order,
    rule_layers,
    stronger,
)


def rule(id: str, refuses: Iterable[str] = (), *, when: Formula = TRUE, number: str | None = None) -> Rule:
    """A rule that refuses others and asks about others."""
    return Rule(id, "points", 1, when, refuses=tuple(Refusal(target) for target in refuses), number=number)


def asks(*others: str) -> Formula:
    """A condition that asks about other rules: none of them holds, or, without names, nothing else does."""
    return And((TRUE, RuleAtom("", frozenset(others) if others else None)))


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Refusal("a", 1), None, Refusal("a", 1)),
        (Refusal("a", 1), Refusal("a", 2), Refusal("a", 2)),
        (Refusal("a", 2), Refusal("a", 1), Refusal("a", 2)),
        (Refusal("a", 1), Refusal("a", None), Refusal("a", None)),
        (Refusal("a", None), Refusal("a", 1), Refusal("a", None)),
        (Refusal("a", None), Refusal("a", None), Refusal("a", None)),
        (Refusal("a", 1, True), Refusal("a", 1, False), Refusal("a", 1, True)),
        (Refusal("a", 1, False), Refusal("a", 1, True), Refusal("a", 1, True)),
        (Refusal("a", 1, False), Refusal("a", 1, False), Refusal("a", 1, False)),
    ],
)
def test_two_refusals_as_one(one: Refusal, other: Refusal | None, both: Refusal) -> None:
    assert stronger(one, other) == both


def test_whoever_refuses_comes_first() -> None:
    assert refusal_order([rule("c"), rule("b"), rule("a")]) == ("a", "b", "c")
    assert refusal_order([rule("a"), rule("b", ["a"])]) == ("b", "a")
    assert refusal_order([rule("a"), rule("b", ["c"]), rule("c", ["a"])]) == ("b", "c", "a")
    assert refusal_order([rule("d", ["a", "b"]), rule("c", ["a"]), rule("b", ["a"]), rule("a")]) == ("c", "d", "b", "a")
    assert refusal_order([rule("a", ["gone"])]) == ("a",)
    assert refusal_order([]) == ()


def test_refusals_in_a_circle() -> None:
    with pytest.raises(CycleError) as caught:
        refusal_order([rule("a", ["b"]), rule("b", ["c"]), rule("c", ["b"])])
    assert caught.value.chain == ("c", "b", "c")
    assert str(caught.value) == "c -> b -> c"


def test_layers() -> None:
    layers = rule_layers(
        [
            rule("a"),
            rule("b", when=asks("a")),
            rule("c", when=asks("a", "b")),
            rule("d", when=asks("gone")),
            rule("e", when=asks()),
            rule("f", when=And((asks("c"), asks()))),
            rule("g", when=And((asks("c"), asks("a")))),
        ]
    )
    assert layers["a"] == 0
    assert layers["b"] == 1
    assert layers["c"] == 2
    assert layers["d"] == 1
    assert layers["g"] == 3
    assert layers["e"] == layers["f"] == 4
    assert rule_layers([]) == {}


def test_layers_in_a_circle() -> None:
    with pytest.raises(CycleError) as caught:
        rule_layers([rule("a", when=asks("b")), rule("b", when=asks("c")), rule("c", when=asks("b"))])
    assert caught.value.chain == ("b", "c", "b")


def test_chains_of_refusals() -> None:
    rules = [rule("a", ["b"]), rule("b", ["c", "d"]), rule("c", ["e"]), rule("d"), rule("e")]
    assert refusal_chains(rules) == [("a", "b", "c"), ("a", "b", "d"), ("b", "c", "e")]
    assert refusal_chains([rule("a", ["b", "c"]), rule("b", ["c"]), rule("c")]) == []
    assert refusal_chains([rule("a", ["b"]), rule("b", ["gone"]), rule("c")]) == [("a", "b", "gone")]


@pytest.mark.parametrize(
    ("one", "before"),
    [
        ("5.1", "5.2"),
        ("5.9", "5.10"),
        ("5", "5.1"),
        ("99", None),
        ("7", "none"),
    ],
)
def test_places_in_a_list(one: str, before: str | None) -> None:
    assert rule("z", number=one).place < rule("a", number=before).place


def test_places_of_equal_numbers() -> None:
    assert rule("a", number="5").place < rule("b", number="5").place
    assert rule("a").place < rule("b").place


def test_names_of_rules() -> None:
    assert rule("last_of_its_kind").name == "Last of its Kind"
    assert Rule("a", "points", 1, TRUE, names={"en": "Odd Name"}).name == "Odd Name"
    assert Rule("four_winds", "points", 1, TRUE, names={"de": "Vier Winde"}).name == "Four Winds"
