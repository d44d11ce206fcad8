"""`mjrules glossary`: the terms of the documents, found by any spelling, with their clashes; and faulty files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mjrules
from mjrules.chinese_terms import chinese_terms
from mjrules.cli import main
from mjrules.glossary import Term, find_terms, nearest_term, read_terms
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.statements import read_documents
from mjrules.text_tables import width
from mjrules.words.spelling import spelled
from tests.kit.rulesets import loaded

Shown = pytest.CaptureFixture[str]
TERMS = read_terms()


def term(word: str) -> Term:
    (found,) = find_terms(TERMS, word)
    return found


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("honor", "honour"),
        ("Feng", "wind"),
        ("directional tiles", "wind"),
        ("cardinal", "dragon"),
        ("Special Honor Pieces", "dragon"),
        ("cards", "card"),
        ("city", "wall"),
        ("garden", "garden"),
        ("roof", "roof"),
        ("kong box", "dead wall"),
        ("Ming", "ming"),
        ("banker", "East"),
        ("the twittering of the sparrows", "twittering of the sparrows"),
        ("finishing a head", "single wait"),
        ("waiting", "ready hand"),
        ("fishing", "ready hand"),
        ("devils", "keeping the devils out"),
        ("prevailing wind", "round wind"),
        ("mah-jongg", "mahjong"),
        ("sparrows head", "sparrow's head"),
        ("Furiten", "furiten"),
        ("ura dora", "dora"),
        ("minipoints", "fu"),
        ("han", "fan"),
        ("yaku", "yaku"),
    ],
)
def test_terms_of_the_documents(word: str, name: str) -> None:
    assert term(word).name == name


@pytest.mark.parametrize(
    "word", ["honour", "dead hand", "calling", "game", "garden", "gate", "roof", "goulash", "fan", "run"]
)
def test_words_that_clash_say_so(word: str) -> None:
    assert term(word).clashes
    assert len({meaning.text for meaning in term(word).meanings}) == len(term(word).meanings)


def test_every_citation_is_there() -> None:
    known = {*read_documents(), *(source for id in bundled_ids() for source in loaded(id).definition.sources)}
    assert len(read_terms(documents=read_documents())) == len(TERMS) >= 60
    assert {meaning.source.split()[0] for each in TERMS for meaning in each.meanings} <= known


def test_a_word_and_the_list(capsys: Shown) -> None:
    assert main(["glossary", "dead", "hand"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "dead hand"
    assert lines[1].startswith("  1. A player's hand that cannot win any more")
    assert "  In mjrules: dead hand, in the first meaning; the second is a drawn hand." in lines
    assert main(["glossary"]) == 0
    out = capsys.readouterr().out
    assert max(map(width, out.splitlines())) <= 80
    assert "dead hand [2 meanings]" in out


def test_json(capsys: Shown) -> None:
    assert main(["glossary", "feng", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["term"], found["clashes"]) == ("wind", False)
    assert found["means"][0]["source"] == "guide-to-mahjong names honors"
    assert main(["glossary", "nothing of the kind", "--json"]) == 1
    assert capsys.readouterr().out == "[]\n"


def test_an_unknown_word(capsys: Shown) -> None:
    assert main(["glossary", "fihsing"]) == 1
    assert capsys.readouterr().err == 'no term is called "fihsing" (did you mean "fishing"?)\n'
    assert main(["glossary", "xyzzy"]) == 1
    assert "rulesets --find xyzzy" in capsys.readouterr().err
    assert nearest_term(TERMS, "xyzzy") is None
    assert main(["glossary", "\x1b[31m"]) == 1
    assert "\x1b" not in capsys.readouterr().err


def test_a_blank_word_is_none(capsys: Shown) -> None:
    assert main(["glossary", " "]) == 0
    assert "dead hand [2 meanings]" in capsys.readouterr().out


WRONG = """terms:
  honour:
    names: [honor, wind]
    means: {text: A wind or a dragon., source: guide-to-mahjong no. x}
    see: [winds]
  wind:
    means: {text: "East, South, West or North.", source: common}
"""


def test_what_is_wrong_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "terms.yaml"
    path.write_text(WRONG, encoding="utf-8")
    with pytest.raises(mjrules.RulesetError) as caught:
        read_terms(path, read_documents())
    assert [str(problem).split("\n")[0] for problem in caught.value.problems] == [
        'terms.yaml:4:48 terms.honour.means.source: guide-to-mahjong has no statement "no. x" (did you mean "no. 9"?)',
        'terms.yaml:5:11 terms.honour.see[0]: "winds" is not a term (did you mean "wind"?)',
        'terms.yaml:6:3 terms.wind: "wind" is a name of "honour" already',
    ]
    path.write_text("terms: {honour: {means: []}}\n", encoding="utf-8")
    with pytest.raises(mjrules.RulesetError, match=r"terms\.yaml:1:25 terms\.honour\.means"):
        read_terms(path)


def test_every_term_is_told_in_chinese_with_each_of_its_meanings() -> None:
    """Chinese names are those of one term each."""
    told = chinese_terms()
    assert told.keys() == {own.name for own in TERMS}
    for own in TERMS:
        chinese = told[own.name]
        assert len(chinese.means) == len(own.meanings), own.name
        assert (chinese.here is None) == (own.here is None), own.name
        assert chinese.names, own.name
        said = (*chinese.names, *chinese.means, chinese.here or "字")
        assert all(re.search("[\u4e00-\u9fff]", text) for text in said), own.name
    names = [spelled(name) for own in told.values() for name in own.names]
    assert [name for name in names if names.count(name) > 1] == []


def test_terms_are_told_in_chinese(capsys: Shown) -> None:
    assert main(["glossary", "听牌", "--lang", "zh"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("听牌、听、下叫、ready hand、ready、")
    assert "1. 差一张即和的牌。（guide-to-mahjong ready hand）" in out
    assert "参见：叫牌、立牌、报听。" in out
    assert main(["glossary", "ready hand", "--lang", "zh"]) == 0
    assert capsys.readouterr().out == out
    assert main(["glossary", "聽牌"]) == 0
    assert "1. A hand that one more tile completes." in capsys.readouterr().out, "found in traditional characters"
    assert main(["glossary", "--lang", "zh"]) == 0
    assert "听牌、听、下叫、ready hand" in capsys.readouterr().out
    assert main(["glossary", "xyzzy", "--lang", "zh"]) == 1
    assert capsys.readouterr().err == "没有叫“xyzzy”的术语（或许是番种，可查“mjrules rulesets --find xyzzy”）\n"
    assert main(["glossary", "--lang", "tlh"]) == 2
    assert "is not known (known: en, zh)" in capsys.readouterr().err


def test_a_faulty_file_of_chinese_terms_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "glossary.zh.yaml"
    path.write_text("terms: {dora: {names: [宝牌]}}\n", "utf-8")
    monkeypatch.setattr("mjrules.chinese_terms._FILE", path)
    with pytest.raises(mjrules.RulesetError, match="means"):
        chinese_terms.__wrapped__()
