"""The example of a game in one file: it is fine, is scored as it says, and is played."""

from __future__ import annotations

from pathlib import Path

import mjrules
from mjrules.play.events import Paid
from mjrules.testing import check_laws, check_play
from tests.kit.laid import laid
from tests.kit.profile import amount

SINGAPORE = mjrules.load(str(Path(__file__).parents[2] / "examples" / "singapore.yaml"))


def test_its_examples_hold() -> None:
    examples = SINGAPORE.examples
    assert len(examples) > 4
    for example in examples:
        assert example.hand is not None
        score = SINGAPORE.score(example.hand)
        assert score.total == example.total
        assert example.items is None or {item.id: item.value for item in score.items} == example.items


def test_more_than_the_limit_is_cut_and_tai_double_what_is_paid() -> None:
    score = SINGAPORE.score("(123m) 456m 789m 22m 55m +5m from=left flowers=s1a3")
    assert (score.total, score.cut, score.payments) == (5, 1, {"E": 64, "S": -16, "W": -16, "N": -32})


def test_hunters_are_paid_at_once() -> None:
    table = laid(SINGAPORE, {"E": "a1", "S": "a34"}, loose="a2 9p8p7p6p")
    paid = [(event.payment, event.seat, len(event.transfers)) for event in table.happened(Paid)]
    assert sorted(paid) == [("cat_and_mouse", 0, 3), ("rooster_and_centipede", 1, 3)]


def test_it_keeps_the_laws_of_scoring_and_of_play() -> None:
    check_laws(SINGAPORE, hands=amount(20, 60, 600))
    check_play(SINGAPORE, hands=1, thorough=bool(amount(0, 1, 1)))
