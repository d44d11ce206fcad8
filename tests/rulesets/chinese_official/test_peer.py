"""Chinese Official against an independent calculator, on random hands.

Totals must be equal. Where the items differ, the peer's must be one of the choices between which
the ruleset is free: reached by its rules from some reading and some choice of combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import pytest

import mjrules
from mjrules.hooks import Award, Value
from mjrules.scoring.policy import never
from mjrules.scoring.select import AwardSelector
from tests.kit.profile import amount
from tests.rulesets.chinese_official.generate import winning_records
from tests.rulesets.chinese_official.peer import peer_items

HANDS = amount(400, 20_000, 300_000)
CHUNKS = 8
SHOWN = 5
"""How many differences a failure prints."""
LEAST_FANS = 79
FLAGS = ("last_tile", "kong_replacement", "robbing_kong", "last_of_kind")
SETS = ("chow", "pung", "melded kong", "concealed kong")
SITUATIONS = frozenset(
    [
        *FLAGS,
        *SETS,
        *("drawn", "claimed", "flowers listed", "flowers counted"),
        *(f"seat {wind}" for wind in "ESWN"),
        *(f"round {wind}" for wind in "ESWN"),
        *(f"{number} {what}" for number in range(5) for what in ("declared", "kongs")),
        *(f"{number} flowers" for number in range(9)),
    ]
)
"""What has to occur in the sample."""

Items = Mapping[str, int]
"""Points by fan id."""


class Difference(NamedTuple):
    """A hand on which the two disagree, and in what."""

    what: str
    hand: mjrules.Hand
    ours: Items
    peers: Items

    def __str__(self) -> str:
        only_ours = dict(sorted(self.ours.items() - self.peers.items()))
        only_peers = dict(sorted(self.peers.items() - self.ours.items()))
        totals = f"{sum(self.ours.values())}, the peer {sum(self.peers.values())}"
        return f"{self.what}: {self.hand.to_text()}: {totals}; only ours {only_ours}, only the peer's {only_peers}"


@pytest.fixture(scope="module")
def ruleset() -> mjrules.Ruleset:
    return mjrules.load("chinese-official")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_peer_gives_the_same_score(ruleset: mjrules.Ruleset, chunk: int) -> None:
    found = differences(ruleset, chunk_records(chunk))
    assert not (first := list(islice(found, SHOWN))), "\n".join(map(str, first))


def test_another_value_is_noticed() -> None:
    other = mjrules.load("chinese-official", {"two_concealed_kongs": 8})
    found = list(differences(other, winning_records(seed=0, count=1000)))
    assert found
    assert all(difference.what == "total" and "two_concealed_kongs" in difference.ours for difference in found)


@pytest.mark.slow
def test_the_sample_is_rich(ruleset: mjrules.Ruleset) -> None:
    fans: set[str] = set()
    seen: set[str] = set()
    for chunk in range(CHUNKS):
        for record in chunk_records(chunk):
            fans |= peer_items(record).keys()
            seen |= situation(record)
    known = {rule.id for rule in ruleset.book.rules}
    assert fans <= known
    assert len(fans) >= LEAST_FANS, f"never seen: {sorted(known - fans)}"
    assert seen >= SITUATIONS, f"never seen: {sorted(SITUATIONS - seen)}"


def test_the_sample_depends_on_the_seed_only() -> None:
    first, again, other = (list(winning_records(seed, 200)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def chunk_records(chunk: int) -> Iterator[dict[str, Any]]:
    """The hands of one part of the comparison."""
    return winning_records(seed=chunk, count=-(-HANDS // CHUNKS))


def situation(record: Mapping[str, Any]) -> set[str]:
    """The marks of SITUATIONS that a record bears."""
    kinds = [_kind(meld) for meld in record["melds"]]
    bonus = record["flowers"]
    listed = isinstance(bonus, list)
    return {
        *record["flags"],
        *kinds,
        "drawn" if record["self_drawn"] else "claimed",
        "flowers listed" if listed else "flowers counted",
        f"{len(bonus) if listed else bonus} flowers",
        f"seat {record['seat']}",
        f"round {record['round']}",
        f"{len(kinds)} declared",
        f"{sum('kong' in kind for kind in kinds)} kongs",
    }


def _kind(meld: Mapping[str, Any]) -> str:
    if meld["type"] != "kong":
        return str(meld["type"])
    return "concealed kong" if meld["concealed"] else "melded kong"


def differences(ruleset: mjrules.Ruleset, records: Iterable[Mapping[str, Any]]) -> Iterator[Difference]:
    """Every hand of these on which the two disagree in more than a free choice."""
    for record in records:
        hand = mjrules.Hand.from_record(record)
        score = ruleset.score(hand)
        ours, peers = {item.id: int(item.value) for item in score.items}, peer_items(record)
        if score.total != sum(peers.values()):
            yield Difference("total", hand, ours, peers)
        elif score.counted != score.total - hand.bonus_count:
            yield Difference("counted without flowers", hand, ours, peers)
        elif ours != peers and peers not in admissible_items(ruleset, hand):
            yield Difference("items", hand, ours, peers)


def items_of(awards: Sequence[Award]) -> dict[str, int]:
    """Points by fan id."""
    return {award.rule.id: int(award.value) for award in awards}


def admissible_items(ruleset: mjrules.Ruleset, hand: mjrules.Hand) -> list[Items]:
    """What every reading with every admissible choice of combinations would count.

    The method of the ruleset is asked for the value of each, so listening to it tells them all.
    """
    book = ruleset.book
    heard: list[Items] = []

    def listen(awards: Sequence[Award], settings: Mapping[str, Any]) -> Value:
        heard.append(items_of(awards))
        return book.method.value(awards, settings)

    method = replace(book.method, value=listen, adds=never, sums=None)  # else what has the same sums is asked once
    selector = AwardSelector(book.rules, book.policy, method, book.settings)
    for _, _, answers in ruleset.scorer.answered(hand):
        selector.best(ruleset.scorer.program.standing(answers))
    return heard
