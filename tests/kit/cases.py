"""The case files: hands, games and records with their right answers, in `tests/cases`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from mjrules.hands.record_answers import answer
from mjrules.records import Rulesets, scoring

TESTS = Path(__file__).parents[1]
CASES_FOLDER = TESTS / "cases"


def case_records(name: str) -> list[dict[str, Any]]:
    """The records of a case file, which is named without its suffix: `chinese-official/hands`."""
    with (CASES_FOLDER / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def scored(case: dict[str, Any], *, declared: bool = False, **options: Any) -> dict[str, Any]:
    """The score record of a case, under its own ruleset."""
    return answer(case, scoring(_rulesets(tuple(options.items())), declared=declared))


@cache
def _rulesets(options: tuple[tuple[str, Any], ...]) -> Rulesets:
    return Rulesets(overrides=options)
