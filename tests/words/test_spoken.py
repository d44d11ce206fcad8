"""Sentences that are owned in all languages: English to read, and known in the others."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from mjrules.errors import HandError, TileError
from mjrules.spoken import Sentence, Spoken, said_in, spoken_list

PAYS = Sentence("{payer} pays {amount}", "{payer:wind}付{amount}")


def in_chinese(kind: str, value: Any) -> str:
    """Values as the tests say them."""
    return {"E": "东", "S": "南"}[value] if kind == "wind" else f"<{kind} {value}>"


def test_a_sentence_reads_as_english_and_is_said_in_chinese() -> None:
    said = PAYS(payer="E", amount=8)
    assert said == "E pays 8"
    assert isinstance(said, str)
    assert said_in(said, in_chinese) == "东付8"
    assert said_in("E pays 8", in_chinese) == "E pays 8", "a text that nobody knows in Chinese"
    assert said_in(Spoken("odd"), in_chinese) == "odd"


def test_sentences_in_sentences() -> None:
    inside = Sentence("{told}, twice", "{told}，两次")(told=PAYS(payer="S", amount=1))
    assert inside == "S pays 1, twice"
    assert said_in(inside, in_chinese) == "南付1，两次"
    both = spoken_list([inside, "4{x}"], " + ", "＋")
    assert both == "S pays 1, twice + 4{x}"
    assert said_in(both, in_chinese) == "南付1，两次＋4{x}"


def test_what_a_player_typed_is_no_sentence() -> None:
    said = Sentence("no {word}", "没有{word}")(word="{payer.__class__}")
    assert said == "no {payer.__class__}"
    assert said_in(said, in_chinese) == "没有{payer.__class__}"


def test_it_stays_known_in_copies_and_in_errors() -> None:
    said = PAYS(payer="E", amount=8)
    for other in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert (other, said_in(other, in_chinese)) == ("E pays 8", "东付8")
    assert said_in(HandError("bad_record", said).message, in_chinese) == "东付8"
    assert said_in(str(TileError(said)), in_chinese) == "东付8"
    assert str(TileError("one", "two")) == "('one', 'two')"


@pytest.mark.parametrize("chinese", ["{payee}付", "{payer付", "{}付", "{payer[x]}付", "}付"])
def test_a_sentence_that_is_wrong_in_chinese_reads_as_english(chinese: str) -> None:
    """Whoever wrote it is told where that is possible; a page is shown all the same."""
    said = Sentence("{payer} pays", chinese)(payer="E")
    assert said_in(said, in_chinese) == "E pays"
