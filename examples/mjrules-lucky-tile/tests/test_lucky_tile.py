"""The plugin at work: in its ruleset, and where a ruleset uses its word wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.testing import check_laws

CLUB = "lucky-tile-club"


@pytest.mark.parametrize(("dice", "found"), [(1, 1), (7, 1), (0, 0), (12, 0)])
def test_every_such_tile_is_counted_beside_the_minimum(dice: int, found: int) -> None:
    """Each adds a fan, and none helps to reach the minimum."""
    ruleset = mjrules.load(CLUB)
    score = ruleset.score(ruleset.parse(f"123m456p789s111z2z +2z dice={dice}"))
    assert (score.total, score.counted) == (15 + found, 15)


def test_players_are_told_what_it_asks() -> None:
    """In explanations and rulebooks."""
    explanation = mjrules.load(CLUB).score("123m456p789s111z2z +2z dice=7").explanation
    assert "a suit tile with the number of the dice" in str(explanation)


def test_a_number_that_is_not_declared_is_refused(tmp_path: Path) -> None:
    """The word checks the name, and the error names the nearest one."""
    path = tmp_path / "wrong.yaml"
    path.write_text(f"id: wrong\nextends: {CLUB}\nrules: {{wrong: {{fan: 1, when: {{lucky_tile: die}}}}}}\n", "utf-8")
    with pytest.raises(mjrules.RulesetError, match='did you mean "dice"'):
        mjrules.load(str(path))


def test_the_laws_of_scoring_hold() -> None:
    """Random hands and the examples obey the laws."""
    assert check_laws(CLUB, hands=20).scored == 22
