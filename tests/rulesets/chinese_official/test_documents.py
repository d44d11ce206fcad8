"""The founding documents, each played by its own preset: their lists of fans, and the hands that they show."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.ruleset.files.chain import read_chain
from tests.kit.rulesets import loaded

NUMBERS = {
    1: (1, "pure_double_chow mixed_double_chow short_straight two_terminal_chows pung_of_terminals_or_honors "
           "melded_kong one_voided_suit no_honors edge_wait closed_wait single_wait self_drawn flower_tiles"),
    14: (2, "dragon_pung prevalent_wind seat_wind concealed_hand all_chows tile_hog double_pung two_concealed_pungs "
            "concealed_kong all_simples"),
    24: (4, "outside_hand fully_concealed_hand two_melded_kongs last_of_its_kind"),
    28: (6, "all_pungs half_flush mixed_shifted_chows all_types melded_hand two_concealed_kongs two_dragon_pungs"),
    35: (8, "mixed_straight reversible_tiles mixed_triple_chow mixed_shifted_pungs chicken_hand last_tile_draw "
            "last_tile_claim out_with_replacement_tile robbing_the_kong"),
    44: (12, "lesser_honors_and_knitted_tiles knitted_straight upper_four lower_four big_three_winds"),
    49: (16, "pure_straight three_suited_terminal_chows pure_shifted_chows all_fives triple_pung "
             "three_concealed_pungs"),
    55: (24, "seven_pairs greater_honors_and_knitted_tiles all_even_pungs full_flush pure_triple_chow "
             "pure_shifted_pungs upper_tiles middle_tiles lower_tiles"),
    64: (32, "four_shifted_chows three_kongs all_terminals_and_honors"),
    67: (48, "quadruple_chow four_pure_shifted_pungs"),
    69: (64, "all_terminals little_four_winds little_three_dragons all_honors four_concealed_pungs "
             "pure_terminal_chows"),
    75: (88, "big_four_winds big_three_dragons all_green nine_gates four_kongs seven_shifted_pairs thirteen_orphans"),
}  # fmt: skip
"""The hands of A Guide to Mahjong by the first number of those of one worth; its table by type prints these numbers."""

GUIDE = [
    ("147m258p36s12345z !9s", 12 + 12 + 4 + 1, "no. 44: Fully Concealed; no. 25 leaves Self-Drawn"),
    ("111222333m444p5s !5s", 64 + 24 + 1 + 1 + 1 + 1, "no. 73: no Fully Concealed, no All Pungs"),
    ("2233445566778p !8p", 88 + 24 + 2 + 1 + 1, "no. 80: no Fully Concealed, no Full Flush"),
    ("1112345678999m +5m from=left", 88 + 2, "no. 78: no Pung of Terminals"),
    ("(123m) 46p789s44666z +5p seat=E round=N from=across", 8 + 6 + 2 + 1 + 1, "no. 5: each pung of honors"),
    ("(111z) (222z) (333z) 44z23m +1m seat=W round=W from=left", 64 + 6 + 2 + 2 + 4 + 3, "no. 70 and no. 5"),
    ("(111m) (111p) 999s222z5z +5z seat=E round=E from=left", 32 + 6 + 4 + 2 + 2 + 1, "no. 66: Outside Hand"),
    ("(2222p) [1111m] 34578s99p +6s from=left", 1 + 2 + 1 + 1 + 1, "no. 6 and no. 23, each for itself"),
    ("(456p) (789s) 111z23m99s +1m seat=S from=left robbing_kong last_of_kind", 8 + 8 + 2 + 1, "no. 43, not no. 27"),
]
SCORING_RULES = [
    ("1112345567899m +9m from=left", 88, "Nine Gates with any fourteenth tile, and without a pung of terminals"),
    ("[1111m] [2222p] 34578s99p +6s from=left", 8 + 2 + 1 + 1 + 1, "Two Concealed Kongs are 8"),
    ("(1111m) [2222p] 34578s99p +6s from=left", 4 + 2 + 1 + 1 + 1, "Two Melded Kongs with Concealed Kong, 6"),
    ("(1111p) [2222p] [3333p] 567s9s +9s from=left", 32 + 24 + 8 + 1 + 1 + 1 + 1, "Three Kongs, two concealed"),
    ("(123m) 234p345s34s77m +5s from=left", 6 + 1 + 2, "the example of principle 5"),
    ("147m258p36s12345z !9s", 12 + 12 + 4 + 1, "only Concealed Hand is not combined"),
]
MAHJONGJOY = [
    ("147m258p36s12345z !9s", 12 + 12 + 4, "Fully Concealed may be combined if self-drawn"),
    ("111222333m444p5s !5s", 92, "no Fully Concealed beside Four Concealed Pungs"),
    ("2233445566778p !8p", 91, "no Fully Concealed beside Seven Shifted Pairs"),
    ("(234s) (234s) 666888s6z !6z", 99, "All Green combines with Half Flush"),
    ("1112345678999m +5m from=left", 90, "no pung of terminals beside Nine Gates"),
    ("(456p) (789s) 111z23m99s +1m seat=S from=left robbing_kong last_of_kind", 18, "robbed, so always the last"),
]
MORE = {"61": {"half_flush"}}
"""What examples of MahjongJoy score beside what they score by default: All Green combines with Half Flush."""
HOW_WON = {"self_drawn", "fully_concealed_hand"}
"""Fans for how a hand was won, which the examples do not list."""


def test_the_numbers_of_the_guide_are_those_of_its_table() -> None:
    """Each fan has its number and the worth of that number; those of the 1998 book stay beside them."""
    guide = loaded("chinese-official/guide")
    numbered = [(fan, first + place) for first, (_, fans) in NUMBERS.items() for place, fan in enumerate(fans.split())]
    assert [(fan, int(guide.definition.rules[fan].nr or 0)) for fan, _ in numbered] == numbered
    listed = {fan: worth for worth, fans in NUMBERS.values() for fan in fans.split()}
    assert len(listed) == 81
    assert {fan: guide.definition.rules[fan].worth["fan"] for fan in listed} == listed


@pytest.mark.parametrize(
    ("document", "hand", "total", "why"),
    [
        *(("guide", *case) for case in GUIDE),
        *(("scoring-rules", *case) for case in SCORING_RULES),
        *(("mahjongjoy", *case) for case in MAHJONGJOY),
    ],
)
def test_hands_as_a_document_counts_them(document: str, hand: str, total: int, why: str) -> None:
    assert loaded(f"chinese-official/{document}").score(hand).total == total, why


def shown() -> list[dict[str, object]]:
    """The hands of the ruleset that come from examples of MahjongJoy."""
    found = read_chain("chinese-official")[-1].child("examples")
    assert found is not None
    return [example for example in found.plain() if "mahjongjoy example" in str(example.get("source"))]


def test_the_examples_of_mahjongjoy_come_out_by_its_ruleset(official: mjrules.Ruleset) -> None:
    game = loaded("chinese-official/mahjongjoy")
    assert len(shown()) > 40
    for example in shown():
        number, hand = str(example["source"]).split(";")[0].split()[-1], str(example["hand"])
        if "options" not in example:
            usual, found = ({item.id for item in one.score(hand).items} - HOW_WON for one in (official, game))
            assert found == usual | MORE.get(number, set()), example
