"""The types that are told of facets are those of their values."""

from __future__ import annotations

from typing import Any

import pytest

from mjrules.conditions.facets import FACET_TYPES, FACETS
from mjrules.hooks.answer_types import fit
from mjrules.testing import random_hands
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded


@pytest.mark.slow
@pytest.mark.parametrize("name", FACETS)
@pytest.mark.parametrize("id", thinned(["chinese-official", "hong-kong"], 2))
def test_a_facet_is_of_the_type_that_is_told(id: str, name: str) -> None:
    scorer = loaded(id).scorer
    facet = FACETS[name]
    kind: Any = eval(FACET_TYPES[name])
    for hand in random_hands(loaded(id), 20, seed=2):
        for reading in scorer.readings(hand):
            value = facet.take(scorer.case(hand, reading))
            assert fit(kind)(value) == value
            hash(value)
