"""The codes of errors of hands: what the code raises is what the page on records explains."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjrules.errors import ERROR_CODES, TooComplexError

ROOT = Path(__file__).resolve().parents[2]
RAISED = re.compile(r'\bHandError\(\s*"(\w+)"')


@pytest.mark.skipif(
    not (ROOT / "mjrules").is_dir(), reason="reads the sources, which are not beside an installed wheel"
)
def test_every_code_that_is_raised_is_explained_and_no_other() -> None:
    files = [path for folder in ("mjrules", "plugins") for path in (ROOT / folder).rglob("*.py")]
    raised = {code for path in files for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert raised | {TooComplexError(1, "laying tiles").code} == ERROR_CODES.keys()
