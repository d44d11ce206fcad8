"""Every hand of the case files of the ruleset classical-dmjl."""

from __future__ import annotations

import pytest

from tests.rulesets.classical_base.cases import Case, cases_of_league, compare_total


@pytest.mark.parametrize("case", cases_of_league("classical-dmjl"), ids=lambda case: case["id"])
def test_score(case: Case) -> None:
    compare_total(case)
