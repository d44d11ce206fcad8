"""The slowest hands that were found (`benchmarks/slowest.py`) stay far below what a question may take."""

from __future__ import annotations

import pytest

from mjrules.budget import STEPS, budget
from tests.kit.questions import QUESTIONS, cost
from tests.kit.rulesets import loaded

WITHOUT_JOKERS = 5_000
"""The steps of the worst hand without jokers are fewer."""
SIXTEEN_TILES = 25_000
"""The same where a hand has sixteen tiles and the one it wins with."""
SLOWEST = [
    ("bmja", "score", "3489m3489p34489s +3s seat=S round=W from=right"),
    ("chinese-official", "near", "7799p25588s3677z !2z seat=N round=S earth"),
    ("chinese-official", "waits", "1222233456789m +3m seat=E round=N from=right last_tile flowers=s1"),
    ("chinese-official/botzone", "explain", "22p11112335678s !4s seat=W round=E"),
    ("chinese-official/wmo2006", "near", "14488m99s224467z +7z seat=N round=S from=left flowers=s3"),
    ("classical", "waits", "1112345678999p !2p seat=W round=W"),
    ("classical-dmjl", "near", "1112223334456z !2z seat=S round=S"),
    ("western", "explain", "567m2234567p567s +8p seat=W round=N from=right"),
    ("western", "near", "223399p1135666z !7p seat=E round=S"),
    ("zung-jung/wsom", "near", "446p4455s224467z !6m seat=E round=W"),
]
"""Found in some minutes of climbing: the ruleset, what is asked, and the hand."""
SLOWEST_OF_SIXTEEN = [
    ("taiwanese/mahjong-time", "explain", "111556677888m123s1z +1z seat=W round=N from=right flowers=s1s4"),
    ("taiwanese/mahjong-time", "near", "111122m1111333p236z !4s seat=E round=W flowers=f4"),
]
WITH_JOKERS = [
    ("score", "123455678sJJJJ !6s seat=N round=N flowers=f3"),
    ("explain", "2348m88p239sJJJJ !7m seat=E round=N flowers=f2s4"),
    ("near", "134577m134557sJ !2p seat=S round=E flowers=s1"),
    ("waits", "2266777888sJJJ +7s seat=S round=N from=left flowers=f1"),
    ("waits", "3p22667788sJJJJ +4z seat=S round=N from=left flowers=f1"),
]


@pytest.mark.parametrize(
    ("id", "question", "text", "steps"),
    [*((*asked, WITHOUT_JOKERS) for asked in SLOWEST), *((*asked, SIXTEEN_TILES) for asked in SLOWEST_OF_SIXTEEN)],
)
def test_without_jokers_a_hand_takes_few_steps(id: str, question: str, text: str, steps: int) -> None:
    ruleset = loaded(id)
    hand = ruleset.parse(text)
    with budget(steps):
        found = cost(text, lambda: QUESTIONS[question](ruleset, hand))
    assert 0 < found.steps <= steps


@pytest.mark.slow
@pytest.mark.parametrize(("question", "text"), WITH_JOKERS)
def test_with_four_jokers_it_takes_a_part_of_the_budget(question: str, text: str) -> None:
    ruleset = loaded("western/us")
    hand = ruleset.parse(text)
    assert cost(text, lambda: QUESTIONS[question](ruleset, hand)).steps < STEPS // 10


@pytest.mark.slow
def test_the_worst_hand_with_four_jokers_by_hand() -> None:
    ruleset = loaded("western/us")
    assert cost("", lambda: ruleset.waits("111222m444pJJJJ")).steps < STEPS // 10
