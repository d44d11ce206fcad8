"""The comparison of columns with an independent calculator: it notices what is wrong."""

from __future__ import annotations

import pytest

from tests.kit.rulesets import loaded

from . import compare


def test_columns_are_compared_and_a_wrong_total_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    (records,), ruleset = compare.lots(30, 7), loaded("chinese-official")
    batch = ruleset.batch()
    assert compare.compared(ruleset, batch, records) == (30, 0, ())
    monkeypatch.setattr(compare, "peer_items", lambda record: {"chicken_hand": 7})
    found = compare.compared(ruleset, batch, records[:2])
    assert (found.hands, found.chosen) == (2, 2)
    assert all("{'chicken_hand': 7}" in one for one in found.wrong)
    assert len(found.wrong) == 2
