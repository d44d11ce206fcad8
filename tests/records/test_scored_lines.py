"""The lines of a file are answered with the very text that encoding each score record gives."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mjrules.records import Rulesets, answer_lines, scoring
from mjrules.scored_lines.lines import ScoredLines
from mjrules.scoring import record_texts
from mjrules.scoring.policy import RECORD_FIELDS
from mjrules.scoring.record_texts import Encode, RecordTexts
from tests.kit.cases import CASES_FOLDER
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

PLAIN, UNICODE = json.JSONEncoder().encode, json.JSONEncoder(ensure_ascii=False).encode
FILES = [path for path in sorted(CASES_FOLDER.rglob("*.jsonl")) if path.stem in ("hands", "random", "refused")]
STRANGE: tuple[Any, ...] = (None, 5, 1.5, True, "漢", 'a "quoted" id', "\ud800", [1, {"a": None}], {})
RULESETS = Rulesets()
HAND = {"concealed": "123m456p789s1112z", "win": "2z", "from": "left"}


def one_by_one(lines: list[bytes], rulesets: Rulesets, encode: Encode, *, declared: bool) -> Iterator[str]:
    """What encoding each answer gives."""
    for answer in answer_lines(lines, scoring(rulesets, declared=declared)):
        yield encode(answer)


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_answers_are_those_of_records(file: Any) -> None:
    lines = list(thinned(file.read_bytes().splitlines(), 100))
    for encode, declared in ((UNICODE, False), (PLAIN, True)):
        found = [one.text for one in ScoredLines(RULESETS, encode, declared=declared).answers(lines)]
        assert found == list(one_by_one(lines, RULESETS, encode, declared=declared))


@pytest.mark.parametrize("encode", [PLAIN, UNICODE])
def test_ids_may_be_anything(encode: Encode) -> None:
    lines = [json.dumps({"id": id, **HAND}).encode() for id in STRANGE] + [json.dumps(HAND).encode()]
    chosen = Rulesets(loaded("chinese-official"))
    found = [one.text for one in ScoredLines(chosen, encode).answers(lines)]
    assert found == list(one_by_one(lines, chosen, encode, declared=False))
    assert [json.loads(text)["id"] for text in found] == [*STRANGE, None]


def test_refused_lines_say_why() -> None:
    found = list(ScoredLines(Rulesets(loaded("chinese-official")), PLAIN).answers([b"{", b"5", b'{"id": 7}', b"\n"]))
    assert [one.error and one.error["code"] for one in found] == ["bad_record", "bad_record", "wrong_tile_count"]
    assert json.loads(found[2].text)["id"] == 7


TOTALS: tuple[Mapping[str, Any], ...] = (
    {},
    {"points": 3, "special": False},
    {"faan": 0.5, "raw": 5},
)


@pytest.mark.parametrize("totals", TOTALS)
@pytest.mark.parametrize("payments", [None, {"E": 1, "50%": -1}])
def test_figures_of_a_method_stand_where_a_dict_would_have_them(
    totals: Mapping[str, Any], payments: Mapping[str, int] | None
) -> None:
    texts = RecordTexts({"ruleset": "own", "valid": True}, UNICODE)
    start = texts.beginning(1.5, minimum_met=True)  # type: ignore[arg-type]
    start += texts.items((), ()) + texts.reading("standard", None, ())
    record = {"id": "x", "ruleset": "own", "valid": True, "total": 1.5, "minimum_met": True, "items": []}
    record |= {"reading": {"shape": "standard", "sets": [], "wait": None}, **totals}
    record |= {} if payments is None else {"payments": payments}
    assert texts.record("x", start, totals, payments) == UNICODE(record)


def test_figures_of_a_method_have_no_name_of_the_record() -> None:
    ruleset, found = loaded("western"), set[str]()
    for example in (*ruleset.examples, *loaded("chinese-official").examples):
        if example.hand is not None and not example.options:
            own = ruleset if example in ruleset.examples else loaded("chinese-official")
            record = own.score_record(own.read(example.hand), verbose=True)
            found |= record.keys() - own.score(own.read(example.hand)).totals.keys() if record["valid"] else set()
    assert found <= RECORD_FIELDS
    assert RECORD_FIELDS - found <= {"cut", "finished", "payments_need"}


def test_kept_texts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_texts, "_KEEP", 2)
    ruleset = loaded("chinese-official")
    texts = RecordTexts(ruleset.head, UNICODE)
    for text in ("123m456p789s1112z +2z", "(123m)456p789s1112z !2z", "19m19p19s1234567z +1z", "2233445566778m +8m"):
        score = ruleset.score(text)
        assert score.written(texts, 1) == UNICODE({"id": 1, **ruleset.head, **score.to_record()})
