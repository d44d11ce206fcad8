"""Riichi against the package `mahjong`, on random hands: han, fu, yaku and who pays, under each set of options.

    pytest --profile night tests/rulesets/riichi/test_peer.py

compares 50,000 hands of each. What the peer cannot be told:

* EMA 2016 and WRC 2015 pay one yakuman however many there are; the peer adds them. The yaku are the same, and what it
  would pay is divided by their number.
* In the M-League a pair of a double wind has 2 fu; the peer counts 4. It is compared with that option, and the 2 fu are
  tested by an example.
* Who is liable for a yakuman: the peer does not know who discarded for a set. No set of these hands says it.
* A win before the own first draw on a discard: the peer knows no mangan that is the least of a hand.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import mjrules
from mjrules import Hand
from tests.kit.profile import amount
from tests.rulesets.riichi.generate import FOUR, NO_RED, THREE, records

peer = pytest.importorskip("tests.rulesets.riichi.peer", exc_type=ImportError)

HANDS = amount(40, 1500, 50_000)
SHOWN = 5
"""How many differences a failure prints."""


def difference(ruleset: mjrules.Ruleset, record: dict[str, Any], rules: str) -> str:
    """In what the two disagree; empty where they agree."""
    score, other = ruleset.score(Hand.from_record(record)), peer.peer_score(record, rules)
    if not score.minimum_met or other.error:
        same = other.error == "no_yaku" and not score.minimum_met
        return "" if same else f"{score.hand.to_text()}: {score!r}, the peer: {other.error or other.yaku}"
    yaku = {item.id: int(item.value) for item in score.items if item.unit in ("han", "yakuman")}
    north = yaku.pop("north", 0)
    if north:
        yaku["dora"] = yaku.get("dora", 0) + north
    yakuman = score.totals.get("yakuman", 0)
    ours = yaku, dict(score.totals["pay"]), (0, 0) if yakuman else (score.totals["han"], score.totals["fu"])
    added = sum(other.yaku.values()) // yakuman if yakuman else 1
    pay = {who: paid // added for who, paid in other.pay.items()}
    theirs = dict(other.yaku), pay, (0, 0) if yakuman else (other.han, other.fu)
    return "" if ours == theirs else f"{score.hand.to_text()}: {ours}, the peer: {theirs}"


@pytest.mark.slow
@pytest.mark.parametrize("rules", peer.RULES)
def test_the_peer_gives_the_same_score(rules: str) -> None:
    red = peer.RULES[rules].get("has_aka_dora", False)
    game = THREE if rules.startswith("riichi-sanma") else FOUR if red else NO_RED
    ruleset = mjrules.load(rules, {"double_wind_fu": 4} if rules == "riichi/mleague" else {})
    told = (difference(ruleset, record, rules) for record in records(1, HANDS, game))
    first = list(islice(filter(None, told), SHOWN))
    assert not first, "\n".join(first)


def test_another_value_is_noticed() -> None:
    ruleset = mjrules.load("riichi", {"open_tanyao": "closed"})
    told = [difference(ruleset, record, "riichi/tenhou") for record in records(1, 100, FOUR)]
    assert any(told)
    assert not all(told)
