"""Settlements that pay by the rules that counted: of one hand, in columns, in lines, in games, in records and books."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import pytest

from mjrules import Hand, HandError, PluginError, Ruleset, load_table
from mjrules.hooks import DISCARDER, HANDS, ITEMS, SettlementMethod, Transfer, Win, WonItem, hookimpl, paid_by
from mjrules.hooks.manager import available_plugins
from mjrules.ledger import EveningOpened, Ledger, TableOpened
from mjrules.ledger.desk import Desk
from mjrules.ledger.hand_said import HandSaid
from mjrules.ledger.score_again import score_again
from mjrules.play.events import End
from mjrules.players.finished import FinishedHands
from mjrules.records import Rulesets
from mjrules.ruleset.load import load
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scored_lines import lines as scored_lines
from mjrules.scored_lines import score_texts
from mjrules.scored_lines.lines import ScoredLines
from mjrules.scoring.record_texts import RecordTexts
from mjrules.settlement import settle_record
from mjrules.settlement_method import shown_items
from tests.kit.laid import laid, play
from tests.kit.memory_store import MemoryStore
from tests.kit.profile import amount
from tests.kit.rulesets import SCORING

CLUB = """
id: club
extends: root
plugins: [combinations, odd, sum]
scoring: {method: sum}
settlement: {method: odd}
rules:
  win: {points: 1}
  dragons: {points: 4, each: true, when: {sets: [pung 567z]}}
  winds: {points: 4, each: true, when: {sets: [pung 1234z]}}
  chows: {points: 1, each: true, when: {sets: [chow]}}
"""
CAPPED = CLUB.replace("method: sum}", "method: sum, cap: 100}")
CHILD = "id: club\nextends: {id}\nplugins: {{add: [odd]}}\nsettlement: {{replace: {{method: odd}}}}\n"
DRAGON = "123m456m99m44p777z +4p from=left"
ALIKE = (DRAGON, DRAGON.replace("777z", "444z"), DRAGON.replace("777z", "555z"), DRAGON.replace("456m", "789m"))
"""Hands of one worth; the second has a wind in place of a dragon."""
SCORES = {"E": 5, "S": 0, "W": 0, "N": 0}
FOUR = ("Ann", "Bo", "Cy", "Di")
Method = Callable[[Win, Any], Sequence[Transfer]]


def by_items(win: Win, settings: object) -> list[Transfer]:
    """Who discarded pays a number that tells the items apart, and for all others where dragons count: to East 7."""
    told = [] if win.items is None else [item for item in win.items if item.id == "dragons"]
    paid = [Transfer(seat, win.winner, crc32(repr(win.items).encode())) for seat in win.losers]
    return paid_by(win.discarder or win.losers[0], paid) if told else paid


def club(folder: Path, method: Method = by_items, reads: tuple[str, ...] = (ITEMS,), text: str = CLUB) -> Ruleset:
    def mj_settlement_methods() -> list[SettlementMethod]:
        return [SettlementMethod("odd", "", method, reads=reads)]

    odd = ModuleType("odd")
    odd.mj_settlement_methods = hookimpl(mj_settlement_methods)  # type: ignore[attr-defined]
    path = folder / "club.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path), available={**available_plugins(), "odd": lambda: odd}, within=folder)


class Seen:
    """A settlement that keeps what it sees, and is paid nothing."""

    def __init__(self) -> None:
        self.every: list[Sequence[WonItem] | None] = []

    def __call__(self, win: Win, settings: object) -> list[Transfer]:
        self.every.append(win.items)
        return []


def test_a_win_tells_the_items_of_its_score(tmp_path: Path) -> None:
    seen = Seen()
    score = club(tmp_path, seen).score(Hand.parse("123m456m99m44z777z +4z from=left"))
    assert score.payments is not None
    assert seen.every == [
        (
            WonItem("dragons", 1, 4, 4, "points"),
            WonItem("winds", 1, 4, 4, "points"),
            WonItem("chows", 2, 1, 2, "points"),
            WonItem("win", 1, 1, 1, "points"),
        )
    ]
    assert [tuple(item) for item in seen.every[0] or ()] == [
        (item.id, item.count, item.each, item.value, item.unit) for item in score.items
    ]


def test_a_method_can_let_the_discarder_pay_for_a_rule_that_counted(tmp_path: Path) -> None:
    score = club(tmp_path).score(Hand.parse(DRAGON))
    assert {item.payer for item in score.transfers or ()} == {"N"}
    plain = club(tmp_path).score(Hand.parse(DRAGON.replace("777z", "777s")))
    assert {item.payer for item in plain.transfers or ()} == {"S", "W", "N"}


def in_columns(ruleset: Ruleset, hands: Sequence[Hand]) -> int:
    """Wins are paid in columns as one by one; how many there are."""
    payments = ruleset.batch().score(hands).payments
    found = [payments.amounts[row].tolist() if payments.settled[row] else None for row in range(len(hands))]
    wanted = []
    for hand in hands:
        paid = ruleset.score(hand).payments
        wanted.append(None if paid is None else [*paid.values()])
    assert found == wanted
    return sum(paid is not None for paid in found)


@pytest.mark.parametrize("text", [CLUB, CAPPED])
def test_wins_are_paid_in_columns_by_their_items(text: str, tmp_path: Path) -> None:
    """Hands of one worth that differ in what counts, and hands that differ in concealed tiles alone."""
    ruleset, hands = club(tmp_path, text=text), [Hand.parse(text) for text in ALIKE]
    assert in_columns(ruleset, hands) == 4
    amounts = ruleset.batch().score(hands).payments.amounts[:, 0].tolist()
    assert amounts[0] != amounts[1]
    assert amounts[0] == amounts[2] == amounts[3]


def paying_by_items(plugin: Any) -> ModuleType:
    """A bundled plugin whose settlements pay by items."""

    def mj_settlement_methods() -> list[SettlementMethod]:
        return [
            replace(method, transfers=by_items, reads=(ITEMS, DISCARDER), drawn=True)
            for method in plugin.mj_settlement_methods()
        ]

    odd = ModuleType(plugin.__name__)
    vars(odd).update({**vars(plugin), "mj_settlement_methods": hookimpl(mj_settlement_methods)})
    return odd


@pytest.mark.slow
@pytest.mark.parametrize("id", SCORING)
def test_random_hands_are_paid_in_columns_by_their_items(id: str) -> None:
    available = {**available_plugins()}
    for name in ("all_hands", "base_payment", "dealer", "prices"):
        available[name] = partial(paying_by_items, available[name]())
    ruleset = load(id, available=available)
    hands = [
        replace(hand, source=hand.source or "right") if hand.won and not hand.self_drawn else hand
        for hand in random_hands(ruleset, amount(60, 200, 3000), seed=5)
    ]
    paid = in_columns(ruleset, [hand for hand in hands if scored(ruleset, hand)])
    assert paid or ruleset.book.settlement is None


def scored(ruleset: Ruleset, hand: Hand) -> bool:
    try:
        ruleset.score(hand)
    except HandError:
        return False
    return True


@pytest.mark.parametrize("choosing", ["summed", "by lots"])
def test_lines_are_paid_by_their_items(choosing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that are scored together get the answers that they get one by one, however often values are forgotten."""
    begun: list[object] = []
    values = score_texts._Values

    def counted(texts: RecordTexts) -> score_texts._Values:
        begun.append(texts)
        return values(texts)

    monkeypatch.setattr(score_texts, "_Values", counted)
    monkeypatch.setattr(scored_lines, "MANY_LINES", 1)
    monkeypatch.setattr(scored_lines, "FEW_LINES", 1)
    monkeypatch.setattr(score_texts, "_KEEP", 5)
    text = CLUB if choosing == "summed" else CHILD.format(id="zung-jung")
    ruleset = club(tmp_path, reads=(ITEMS, DISCARDER), text=text)
    lines = [json.dumps(hand.to_record()).encode() for hand in random_hands(ruleset, amount(40, 300, 3000), seed=2)]
    many, single = (ScoredLines(Rulesets(ruleset), json.JSONEncoder().encode) for _ in range(2))
    found = [line for part in (lines[::2], lines[1::2]) for line in many.answers_in_lots(part)]
    assert [one.text for one in found] == [one.text for one in single.answers([*lines[::2], *lines[1::2]])]
    assert len(begun) == 2
    assert sum('"payments"' in one.text for one in found) > len(lines) // 4


def test_columns_ask_once_for_what_a_settlement_may_look_at(tmp_path: Path) -> None:
    """By every different set of items where it reads them, and once for all of one worth where it does not."""
    hands = [Hand.parse(text) for text in ALIKE]
    for reads, times in (((ITEMS, DISCARDER), 2), ((DISCARDER,), 1)):
        asked: list[int] = []

        def counted(win: Win, settings: object, asked: list[int] = asked) -> list[Transfer]:
            asked.append(win.value)
            return []

        assert club(tmp_path, counted, reads, CAPPED).batch().score(hands).payments.settled.all()
        assert len(asked) == times


LOOKS: dict[str, Callable[[Any], object]] = {
    "each": lambda items: [item.id for item in items],
    "number": len,
    "truth": bool,
    "place": lambda items: items[0],
    "contains": lambda items: "dragons" in items,
    "equals": lambda items: items == (),
    "counts": lambda items: items.count(1),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=list(LOOKS))
def test_who_looks_at_items_without_saying_so_is_told(look: Callable[[Any], object], tmp_path: Path) -> None:
    def looking(win: Win, settings: object) -> list[Transfer]:
        return [Transfer("S", "E", 1)] if look(win.items) else []

    ruleset, hand = club(tmp_path, looking, (DISCARDER,)), Hand.parse(DRAGON)
    told = (
        'plugin "odd" failed in mj_settlement_methods, transfers of the method "odd": AttributeError: '
        "the items of a win are for a settlement that says 'items' in its `reads`"
    )
    for ask in (
        lambda: ruleset.score(hand).payments,
        lambda: ruleset.batch().score([hand]).payments,
        lambda: settle_record({"kind": "settle", "hands": {"E": hand.to_record()}}, ruleset),
        lambda: settle_record({"kind": "settle", "winner": "E", "discarder": "S", "scores": SCORES}, ruleset),
    ):
        with pytest.raises(PluginError) as caught:
            ask()
        assert str(caught.value).startswith(told)


def test_a_win_that_is_not_read_can_be_shown() -> None:
    method = SettlementMethod("odd", "", by_items)
    win = Win("E", "S", 3, ("E", "S", "W", "N"), items=shown_items(method, None))
    assert "items=<not read>" in repr(win)
    assert win == win._replace(value=3)


def test_records_are_settled_by_the_items_of_the_winner(tmp_path: Path) -> None:
    seen = Seen()
    ruleset = club(tmp_path, seen)
    losing = {"concealed": "13579m13579s135p", "winner": False, "seat": "S"}
    hand = Hand.parse(DRAGON)
    hands = {"E": hand.to_record(), "S": losing}
    assert ruleset.score(hand).payments is not None
    settle_record({"kind": "settle", "hands": hands}, ruleset)
    settle_record({"kind": "settle", "hands": hands, "claimed": {"E": 2}}, ruleset)
    settle_record({"kind": "settle", "winner": "E", "discarder": "S", "scores": SCORES}, ruleset)
    first, *others = seen.every
    assert [item.id for item in first or ()] == ["dragons", "chows", "win"]
    assert others == [first, first, None]


def test_a_game_is_settled_by_items_and_so_is_its_log(tmp_path: Path) -> None:
    ruleset = club(tmp_path)
    table = laid(ruleset, {"E": "123m456m789m44p77z9s", "S": "7z"}, "1s")
    play(table, "E discard 9s; S discard 7z; E mahjong")
    end = table.log[-1]
    assert isinstance(end, End)
    assert {item.payer for item in end.transfers} == {"S"}
    assert end.net == ruleset.score(end.hands["E"]).payments
    table.save(tmp_path / "hand.jsonl")
    assert load_table(tmp_path / "hand.jsonl", ruleset).log[-1] == end


def test_books_are_kept_and_scored_again_by_items(tmp_path: Path) -> None:
    ruleset, ledger = club(tmp_path), Ledger(MemoryStore())
    ledger.append(EveningOpened(club="T", date="2026-11-24", players=FOUR, ruleset=ruleset.hash), id="e")
    ledger.append(TableOpened(evening="e", table="1", players=FOUR))
    desk = Desk(ledger.evening("e"), ruleset, "1")
    event = desk.hand(HandSaid(winners=("Ann",), discarder="Di", hands={"Ann": DRAGON}))
    ledger.append(event)
    assert dict(event.paid) == dict(zip(FOUR, (ruleset.score(Hand.parse(DRAGON)).payments or {}).values(), strict=True))
    assert all(again.same for again in score_again(ledger.evening("e"), lambda _: ruleset))
    known, unknown = (
        desk.hand(HandSaid(winners=("Ann",), discarder="Di", **said))
        for said in (
            {"hands": {"Ann": DRAGON}},
            {"values": {"Ann": 7}},
        )
    )
    assert (known.paid["Bo"], unknown.paid["Bo"]) == (0, unknown.paid["Di"])


def test_players_reckon_with_items(tmp_path: Path) -> None:
    """Who feeds a hand with dragons pays alone; else all pay alike, so that it costs nobody more."""
    finished = FinishedHands(club(tmp_path, reads=(ITEMS, DISCARDER, HANDS)))
    hands = [Hand.parse(text) for text in (DRAGON, DRAGON.replace("777z", "777s"))]
    assert finished.ruleset.score(hands[0]).payments is None
    dear, cheap = map(finished.exposure, hands)
    assert dear == 1 > cheap
