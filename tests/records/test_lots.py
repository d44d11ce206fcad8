"""Many lines that are scored together get the very answers that they get one by one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import mjrules
from mjrules import Hand
from mjrules.batch import payments, record_columns
from mjrules.budget import budget
from mjrules.errors import PluginError
from mjrules.records import Rulesets
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scored_lines import lines as scored_lines
from mjrules.scored_lines import score_texts, scored_records
from mjrules.scored_lines.lines import AnsweredLine, ScoredLines
from mjrules.scoring import payers
from mjrules.scoring.record_texts import RecordTexts
from mjrules.scoring.rulebook import Rulebook
from mjrules.scoring.select import Selection
from mjrules.settlement_method import Transfer
from tests.batch.compare import option_sets, various
from tests.kit.profile import amount, thinned
from tests.kit.rulesets import SCORING, loaded

from .test_scored_lines import FILES, PLAIN, RULESETS, UNICODE

HAND: dict[str, Any] = {"concealed": "123m456p789s1112z", "win": "2z", "from": "left"}
CLAIMED = {"melds": [{"type": "chow", "tiles": "123m"}], "concealed": "456p789s1112z", "win": "2z", "self_drawn": True}
OTHERS: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 99, 1.0, "", "E", "2z", " 2z", "J", "0p", "left", "f1", "123m", "123m\n", "1M",
    "１m", "m1", "8z", "s1", [], {}, [1], [None], [[]], ["E"], ["f1"], ["f1", "f1s3"], ["heaven"], ["dead_hand"],
    ["nope"],    ["f1"] * 200, {"type": "pung"}, [{}], [{"type": "pung", "tiles": "111m", "concealed": 0}],
    [{"type": "pung", "tiles": "111m", "added": 0}], [{"type": "kong", "tiles": "1111m", "foo": 1}],
    [{"type": "pung", "tiles": "1Jm"}], [{"type": "chow", "tiles": "123m", "from": None}] * 6, "m" * 50,
)  # fmt: skip
FIELDS = ("concealed", "win", "winner", "self_drawn", "from", "seat", "round", "flowers", "declared", "flags", "melds")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few lines there are, they are scored together."""
    monkeypatch.setattr(scored_lines, "MANY_LINES", 1)


def as_lines(records: Iterable[Any]) -> list[bytes]:
    return [json.dumps(record).encode() + b"\n" for record in records]


def same(lines: list[bytes], chosen: Rulesets, **how: Any) -> ScoredLines:
    """The answers are those of lines one by one; what has given them."""
    many = ScoredLines(chosen, UNICODE, **how)
    found, wanted = list(many.answers_in_lots(lines)), list(ScoredLines(chosen, UNICODE, **how).answers(lines))
    assert len(found) == len(wanted)
    assert [pair for pair in zip(found, wanted, strict=True) if pair[0] != pair[1]] == []
    return many


def hands(id: str, number: int, seed: int = 1) -> list[bytes]:
    """Random hands as lines, every third without its tiles in order."""
    records = [hand.to_record() for hand in various(loaded(id), number, seed)]
    for record in records[::3]:
        text = record["concealed"]
        record["concealed"] = text[::-1] if text.isdigit() else text
    return as_lines({"id": place, **record} for place, record in enumerate(records))


def together(many: ScoredLines) -> list[bool]:
    """Whether what scores together is still used, for each ruleset."""
    return [scored is not None and scored.is_usable for scored in many._together.values()]


@pytest.mark.parametrize("id", thinned(SCORING, 14))
def test_random_hands(id: str) -> None:
    for declared in (False, True):
        many = same(hands(id, amount(12, 150, 20_000)), Rulesets(loaded(id)), declared=declared)
        assert together(many) == [True]


@pytest.mark.slow
@pytest.mark.parametrize("id", SCORING)
def test_options(id: str) -> None:
    for options in thinned(list(option_sets(loaded(id))), 8, 8):
        ruleset = loaded(id, **options)
        records = [hand.to_record() for hand in various(ruleset, amount(20, 40, 2000), 7)]
        same(as_lines(records), Rulesets(ruleset))


@pytest.mark.parametrize("file", thinned(FILES, 5), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case_files(file: Any) -> None:
    same(list(thinned(file.read_bytes().splitlines(keepends=True), 50)), RULESETS)


def test_whatever_a_field_says() -> None:
    said = [(field, other) for field in FIELDS for other in OTHERS]
    records = [{**base, field: other} for base in (HAND, CLAIMED) for field, other in thinned(said, 9)]
    options: tuple[Any, ...] = (None, 0, [], {}, {"x": [1]})
    rulesets: tuple[Any, ...] = (None, 0, "", "root", "nobody", ["western"])
    records += [{**HAND, "options": other} for other in options]
    records += [{**HAND, "ruleset": other} for other in rulesets]
    records += [{**HAND, "dora": "1m"}, {**HAND, "id": [1, {}]}, {**HAND, "seat": "E", "expect": {"a:": 1}}, HAND]
    lines = as_lines(records)
    lines += [b"{", b"\n", b"5", b"[1]\n", b"\xef\xbb\xbf" + lines[-1], b"  " + lines[-1], lines[-1][:-1] + b"  \r\n"]
    lines += [b'{"win": "2z", "win": "1m"}\n', b'{"a" : 1, "b": 2, "b": 3}\n', b'{"id": NaN}\n', b'{"id": 1e999}']
    same(lines, Rulesets(loaded("chinese-official")))


def test_whatever_a_further_field_says() -> None:
    values: Sequence[Any] = thinned((*OTHERS, 1 << 40), 4)
    fields = ("dora", "E"), ("honba", "S"), ("sticks", "N"), ("unknown", "E")
    records = [{**HAND, "seat": seat, field: other} for field, seat in fields for other in values]
    same(as_lines(records), Rulesets(loaded("riichi/tenhou")))


def test_lots_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = hands("chinese-official", 12)
    monkeypatch.setattr(scored_lines, "LOT", 5)
    same(lines, Rulesets(loaded("chinese-official")))
    read = list[bytes]()

    def noted() -> Iterator[bytes]:
        for line in lines:
            read.append(line)
            yield line

    monkeypatch.setattr(scored_lines, "LOT_BYTES", len(lines[0]))
    answers = ScoredLines(Rulesets(loaded("chinese-official")), PLAIN).answers_in_lots(noted())
    assert isinstance(next(answers), AnsweredLine)
    assert len(read) == 2


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scored_lines, "find_spec", lambda name: None)
    assert together(same(hands("chinese-official", 5), Rulesets(loaded("chinese-official")))) == [False]


def test_few_lines_begin_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scored_lines, "MANY_LINES", 10)
    lines = hands("chinese-official", 9)
    assert together(same(lines, Rulesets(loaded("chinese-official")))) == []
    mixed = lines + as_lines({**HAND, "ruleset": "western"} for _ in range(9))
    assert together(same(mixed, Rulesets(loaded("chinese-official")))) == []


def test_lines_of_rulesets_in_turns_are_scored_together_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rulesets that are no more than tables are kept for: else these would be made anew all the time."""
    monkeypatch.setattr(scored_lines, "MANY_LINES", 5)
    monkeypatch.setattr(scored_lines, "LOT", 6)
    lines = as_lines({**HAND, "ruleset": id} for _ in range(6) for id in ("western", "chinese-official"))
    assert together(same(lines, RULESETS)) == [True, True]
    monkeypatch.setattr(scored_lines, "TABLES_KEPT", 1)
    begun = same(lines * 3, RULESETS)
    assert [own.id for own in begun._together] == ["western"]


def test_tables_are_kept_for_some_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scored_lines, "TABLES_KEPT", 1)
    records = as_lines({**HAND, "ruleset": id} for id in ("western", "chinese-official", "western") for _ in range(2))
    assert len(together(same(records, RULESETS))) == 1


def test_a_budget_holds_for_each_hand() -> None:
    lines = as_lines(hand.to_record() for hand in random_hands(loaded("chinese-official"), 25, 1))
    for steps, usable in ((1, False), (100_000, True)):
        with budget(steps):
            assert together(same(lines, Rulesets(loaded("chinese-official")))) == [usable]


def test_plugins_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*arguments: Any) -> None:
        raise PluginError("it fails", ["own"])

    monkeypatch.setattr(payers, "transfers", failing)
    lines = as_lines([{"id": 1, **HAND}, {"id": 2, **HAND, "win": "3z"}])
    assert together(same(lines, Rulesets(loaded("chinese-official")))) == [False]


def test_what_no_column_can_tell(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    many = "rules: {many: {doubles: 90, when: {tiles: {1m: 1+}}}}"
    path.write_text(f"id: club\nextends: western\nset: {{roof_off: true}}\n{many}\n", "utf-8")
    texts = ("111222333m555z1s !1s", "222333444m555z1s !1s")
    lines = as_lines(Hand.parse(text).to_record() for text in texts)
    assert together(same(lines, Rulesets(mjrules.load(str(path))))) == [False]


LOOKS: tuple[Callable[[Hand], object], ...] = (
    lambda hand: 0,
    lambda hand: hand.melds,
    lambda hand: (hand.fields.get("honba"), "dora" in hand.fields),
    lambda hand: sorted(str(said) for said in hand.fields.items() if said[1] != 0),
    lambda hand: len(hand.fields) > 9,
    lambda hand: sorted(hand.flags),
    lambda hand: hand.melds if hand.fields.get("sticks") else hand.bonus_count,
)


@pytest.mark.parametrize("looks", LOOKS)
def test_settlements_may_look_at_the_hand(looks: Callable[[Hand], object], monkeypatch: pytest.MonkeyPatch) -> None:
    def transfers(hand: Hand, selection: Selection, book: Rulebook) -> tuple[Transfer, ...]:
        payer = next(seat for seat in book.seats if seat != hand.seat)
        return (Transfer(payer, hand.seat, crc32(repr(looks(hand)).encode()) % 1000 + selection.value.total),)

    monkeypatch.setattr(payers, "transfers", transfers)
    same(hands("riichi/tenhou", 16), Rulesets(loaded("riichi/tenhou")))


def test_figures_that_say_over_what_a_record_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordTexts, "figures", lambda self, totals: None)
    same(hands("western", 5), Rulesets(loaded("western")))


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (record_columns, score_texts):
        monkeypatch.setattr(module, "_KEEP", 0)
    monkeypatch.setattr(payments, "FULL", 0)
    monkeypatch.setattr(scored_lines, "LOT", 8)
    same(hands("riichi/tenhou", 24), Rulesets(loaded("riichi/tenhou")))


def test_what_is_scored_together_is_most_of_all() -> None:
    ruleset = loaded("chinese-official")
    scored = scored_records.ScoredRecords(ruleset.explainer, RecordTexts(ruleset.head, UNICODE))
    records = [hand.to_record() for hand in random_hands(ruleset, 30, 3)]
    assert len(list(scored.answers(records, declared=False))) == 30
