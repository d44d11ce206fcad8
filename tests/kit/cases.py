"""The case files: hands, games and records with their right answers, in `tests/cases`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
CASES_FOLDER = TESTS / "cases"


def case_records(name: str) -> list[dict[str, Any]]:
    """The records of a case file, which is named without its suffix: `chinese-official/hands`."""
    with (CASES_FOLDER / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
