"""What was missing of the founding documents, or half done, each statement in one test.

Three more stand with their subjects: discards that are named before they are seen (`tests/play/test_play_rules.py`),
bonus tiles in an exchange (`tests/plugins/test_charleston.py`), and the numbers of a document's own table
(`tests/rulesets/chinese_official/test_documents.py`).
"""

from __future__ import annotations

from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.glossary import find_terms, read_terms
from mjrules.paper.procedure import how_to_play
from mjrules.ruleset.statements import read_documents
from mjrules.teller import teller_of
from mjrules.told_rules import RuleFinder
from tests.kit.laid import laid
from tests.kit.rulesets import loaded


def total(ruleset: str, hand: str, **options: Any) -> int:
    """What a hand scores; HandError where it cannot be scored."""
    return int(loaded(ruleset, **options).score(hand).total)


def test_fishing_for_tiles_that_are_all_discarded_counts_only_where_agreed() -> None:
    hand = "1234567m123456s seat=S fishing waits_gone"
    assert total("western", hand) == 0
    assert total("western", hand, fishing_exhausted=True) == 400


def test_after_thirteen_wins_east_moves_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "rotation", *"ABCD", "won", *"A" * 13, "--ruleset", "classical"]) == 0
    *_, before, last = capsys.readouterr().out.strip().splitlines()
    assert (before.split(), last.split()) == (["13", "East", "A"], ["14", "East", "B"])


def test_fully_concealed_beside_some_hands_and_not_beside_others() -> None:
    assert total("chinese-official/mahjongjoy", "147m258p36s12345z !9s") == 28
    assert total("chinese-official/mahjongjoy", "2233445566778p !8p") == 91


@pytest.mark.parametrize("flowers", ["plum", "f1", "fu", "summer"])
def test_names_of_flowers_are_read(flowers: str) -> None:
    hand = loaded("western").read(f"123m 456p 789s 99s 22z +2z flowers={flowers}")
    assert hand.bonus is not None
    assert len(hand.bonus) == 1


def test_pairs_of_major_tiles_are_a_limit_hand_where_agreed() -> None:
    hand = "1199m1199p11225z +5z seat=S"
    assert total("western", hand) == 500
    assert total("western", hand, major_pairs="limit") == 1000


def test_east_may_take_the_tiles_on_top_of_two_stacks_in_the_american_game() -> None:
    assert loaded("western/us", deal="chan_chan").definition.table.deal == "chan_chan"


def test_who_was_dealt_all_flowers_wins_in_the_first_turn() -> None:
    ruleset = loaded("chinese-official", all_bonus_tiles="win")
    table = laid(ruleset, {"E": "123456789m1234z5z", "S": "147m26zf1f2f3f4s1s2s3s4"})
    assert len(table.state.players[1].bonus) == 8
    table.discard("E", "5z")
    while "S" not in table.to_act() or table.state.phase.name == "claims":
        table.do(mjrules.hooks.events.Pass(table.place(table.to_act()[0])))
    assert "mahjong" in {action.kind for action in table.legal_actions("S")}


def test_the_table_by_type_says_which_hands_are_concealed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", "chinese-official/guide", "--table", "type"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Honor tile based scoring hands")
    assert "three_concealed_pungs  concealed" in out


@pytest.mark.parametrize("word", ["natural winning", "three consecutive", "original hand"])
def test_rules_that_are_off_are_found(word: str) -> None:
    finder = RuleFinder(loaded("classical"))
    told = [finder.tell(id) for id in finder.find(word)]
    assert told
    assert all(not rule.played and rule.switch is not None for rule in told)


# What no statement said


def test_a_preferred_way_to_settle_is_an_option() -> None:
    assert (
        loaded("classical", preferred_payment=True).definition.settlement != loaded("classical").definition.settlement
    )


def test_an_original_hand_of_any_player_is_told_as_not_expressed() -> None:
    ids = {item.id for item in loaded("classical").definition.unsupported}
    assert "original_hand_of_others" in ids


def test_reversible_tiles_beside_one_voided_suit_is_an_option() -> None:
    hand = "(123p)234345888p9p +9p from=left"
    one = {item.id for item in loaded("chinese-official").score(hand).items}
    other = {item.id for item in loaded("chinese-official", reversible_voided_suit=True).score(hand).items}
    assert "reversible_tiles" in one & other
    assert "one_voided_suit" not in one


NO_RULES = {
    "guide-to-mahjong": ["introduction variants", "advice claims", "advice kongs", "advice self-drawn"],
    "marks-mahjong-page": ["tiles versions", "note 12 ming", "advice limit"],
}
TERMS = [
    "feng", "directional", "cardinal", "cards", "city", "garden", "roof", "twittering of the sparrows", "banker",
    "finishing a head", "ming",
]  # fmt: skip


def test_what_is_no_rule_is_a_statement_all_the_same() -> None:
    documents = read_documents()
    assert all(documents[id].statements[statement].says for id, own in NO_RULES.items() for statement in own)


def test_words_of_the_documents_are_terms() -> None:
    terms = read_terms()
    assert {word: len(find_terms(terms, word)) for word in TERMS} == dict.fromkeys(TERMS, 1)


@pytest.mark.parametrize("ruleset", ["chinese-official", "classical", "western"])
def test_how_to_play_can_be_read(ruleset: str) -> None:
    told = str(list(how_to_play(teller_of(loaded(ruleset), "en"))))
    for word in ("wall", "dealt", "discard", "kong"):
        assert word in told
