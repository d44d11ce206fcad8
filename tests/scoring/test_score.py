"""A score is a plain value: compared, hashed, pickled and printed, with and without its explanation."""

from __future__ import annotations

import copy
import io
import pickle
from contextlib import redirect_stdout
from typing import Any
from xml.etree import ElementTree

import pytest

import mjrules
from mjrules import Score
from mjrules.cli import main
from tests.kit.rulesets import loaded

HANDS = {
    "chinese-official": "(789s) [1111z] 2345688p +7p seat=S round=E from=left",
    "western": "11m 33p 55s 77m 99p 1z 22z !1z seat=E round=E flowers=f1",
    "classical": "(123m) 22m 111z 44p 66s 7s seat=S round=E fishing",
    "zung-jung": "123m456p789s111z2z +2z seat=W round=E",
    "hong-kong": "(777z) 555z111999s3s +3s seat=W round=E from=right",
    "bmja": "111m222m333m444m5m +5m seat=E round=E from=left",
}
EVERY = pytest.mark.parametrize("ruleset", HANDS)


def scored(ruleset: str) -> Score:
    return loaded(ruleset).score(HANDS[ruleset])


@EVERY
def test_scores_of_one_hand_are_equal(ruleset: str) -> None:
    score, again = scored(ruleset), mjrules.load(ruleset).score(HANDS[ruleset])
    assert score == again
    assert hash(score) == hash(again)
    assert len({score, again}) == 1
    _ = score.explanation.not_counted
    assert score == again


def test_other_hands_and_other_rulesets_give_other_scores() -> None:
    official = loaded("chinese-official")
    score = official.score(HANDS["chinese-official"])
    assert score != official.score(HANDS["zung-jung"])
    assert score != official.score(HANDS["chinese-official"].replace("seat=S", "seat=W"))
    assert score != mjrules.load("chinese-official", {"two_concealed_kongs": 8}).score(HANDS["chinese-official"])


@EVERY
@pytest.mark.parametrize("explained", [False, True])
def test_a_score_may_be_pickled(ruleset: str, *, explained: bool) -> None:
    score = scored(ruleset)
    if explained:
        score.explanation.to_record()
    again = pickle.loads(pickle.dumps(score))
    assert again == score == copy.deepcopy(score)
    assert again.to_record() == score.to_record()
    assert again.explanation == score.explanation
    assert again.explanation.to_record() == score.explanation.to_record()
    assert (str(again), str(again.explanation)) == (str(score), str(score.explanation))
    assert again.alike == score.alike


def printed(*arguments: str) -> str:
    with redirect_stdout(io.StringIO()) as out:
        main(arguments)
    return out.getvalue()


@pytest.mark.parametrize("ruleset", ["chinese-official", "classical", "hong-kong"])
def test_items_are_the_same_whether_their_tiles_were_read_or_not(ruleset: str) -> None:
    read, unread = [scored(ruleset).items for _ in range(2)]
    assert any(item.tiles for item in read), "no item stands on sets"
    for change in (copy.copy, copy.deepcopy, lambda item: pickle.loads(pickle.dumps(item)), repr, hash):
        assert [change(item) for item in scored(ruleset).items] == [change(item) for item in read]
    assert read == unread
    assert [item.to_record() for item in scored(ruleset).items] == [item.to_record() for item in read]
    with pytest.raises(AttributeError, match="'Item' object has no attribute 'tile'"):
        _ = read[0].tile  # type: ignore[attr-defined]


@EVERY
def test_a_score_is_printed_as_on_the_command_line(ruleset: str) -> None:
    score = scored(ruleset)
    assert f"{score}\n" == printed("score", HANDS[ruleset], "--ruleset", ruleset)
    assert f"{score}\n\n{score.explanation}\n" == printed("explain", HANDS[ruleset], "--ruleset", ruleset)


@EVERY
def test_what_notebooks_show_is_well_formed(ruleset: str) -> None:
    score = scored(ruleset)
    for value in (score, score.explanation, loaded(ruleset)):
        table = ElementTree.fromstring(value._repr_html_())
        assert table.tag == "table"
        assert len({len(row) for row in table.iter("tr")}) == 1


def test_text_in_tables_is_escaped(tmp_path: Any) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: zung-jung\ntitle: Tea & <b>Tiles</b>\n", encoding="utf-8")
    ruleset = mjrules.load(str(path))
    for value in (ruleset, ruleset.score(HANDS["zung-jung"])):
        assert "Tea &amp; &lt;b&gt;Tiles&lt;/b&gt;" in value._repr_html_()


def test_a_value_that_was_right_is_not_right_in_another_type() -> None:
    ruleset = loaded("riichi/tenhou")
    hand: dict[str, Any] = {"concealed": "123m456p789s1122z", "win": "2z", "seat": "E", "self_drawn": True}
    for _ in range(2):
        assert ruleset.score({**hand, "honba": 1, "dora": "1m"}).total
        with pytest.raises(mjrules.HandError, match="whole number"):
            ruleset.score({**hand, "honba": True})
        with pytest.raises(mjrules.HandError, match="expected tiles"):
            ruleset.score({**hand, "dora": ["1m", 1]})


@pytest.mark.parametrize(("each", "told"), [("true", "123m 456p 789s, 123m 456p 789s"), ("false", "123m 456p 789s")])
def test_sets_alike_are_shown_as_often_as_the_rule_counts(each: str, told: str, tmp_path: Any) -> None:
    path = tmp_path / "club.yaml"
    rule = f"{{faan: 3, each: {each}, when: {{sets: [123a, 456b, 789c]}}}}"
    path.write_text(f"id: club\nextends: hong-kong\nrules: {{mixed_dragon: {rule}}}\n", encoding="utf-8")
    lines = str(mjrules.load(str(path)).score("123m 123m 456p 789s 5z +5z from=left")).splitlines()
    (line,) = [line for line in lines if "Mixed Dragon" in line]
    assert line.endswith(f"  {told}")
