"""Every hand of the case files of the ruleset classical."""

from __future__ import annotations

import pytest

from tests.rulesets.classical_base.cases import Case, cases_of, compare


@pytest.mark.parametrize("case", cases_of("classical"), ids=lambda case: case["id"])
def test_score(case: Case) -> None:
    compare(case)
