"""What suits cost is kept, and forgotten where much is kept: memory is bounded, and the answers stay the same."""

from __future__ import annotations

import random

import pytest

from mjrules.distance import suit_costs
from mjrules.distance.suit_costs import Signature, SuitCosts, WantedPieces, costs_of

EVERY = (1 << 9) - 1
SIGNATURES = tuple(
    [
        Signature(9, (WantedPieces(sets, EVERY >> 2, EVERY, 0, 0), WantedPieces(1, 0, 0, EVERY, 0)), distinct=False)
        for sets in (1, 2, 3)
    ]
)


def test_what_is_kept_under_all_signatures_is_bounded_and_the_answers_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suit_costs, "MOST_HELD", 3000)
    for other in suit_costs._COSTS.values():
        other.forget()  # what other tests have left is under other signatures
    chance, most = random.Random(1), 0
    for _ in range(3000):
        signature = chance.choice(SIGNATURES)
        counts = tuple([chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(9)])
        found = costs_of(signature).costs(counts, (4,) * 9, (), 0, 0, 0)
        if not chance.randrange(30):
            assert found == SuitCosts(signature).costs(counts, (4,) * 9, (), 0, 0, 0)
        most = max(most, sum([costs_of(own).held for own in SIGNATURES]))
    each = suit_costs.LOOKED_AT_EVERY
    assert 3000 < most <= 3000 + len(SIGNATURES) * each + 2000
