"""The plugin at work: in a ruleset, and where a ruleset uses its word wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules

CLUB = Path(__file__).with_name("lucky-club.yaml")


@pytest.mark.parametrize(("dice", "lucky"), [(1, 1), (7, 1), (0, 0), (12, 0)])
def test_lucky_tiles_are_counted_beside_the_minimum(dice: int, lucky: int) -> None:
    """Every lucky tile adds a fan, and none helps to reach the minimum."""
    ruleset = mjrules.load(str(CLUB))
    score = ruleset.score(ruleset.parse(f"123m456p789s111z2z +2z dice={dice}"))
    assert (score.total, score.counted) == (15 + lucky, 15)


def test_a_number_that_is_not_declared_is_refused(tmp_path: Path) -> None:
    """The word checks the name, and the error names the nearest one."""
    path = tmp_path / "wrong.yaml"
    path.write_text(CLUB.read_text(encoding="utf-8").replace("lucky: dice", "lucky: die"), encoding="utf-8")
    with pytest.raises(mjrules.RulesetError, match='did you mean "dice"'):
        mjrules.load(str(path))
