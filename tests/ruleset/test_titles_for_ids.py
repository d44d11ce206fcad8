"""A ruleset that is named by its title is told by its id."""

from __future__ import annotations

import pytest

import mjrules
from mjrules import RulesetError


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Hong Kong Old Style", "(hong-kong)"),
        ("hong kong old-style", "(hong-kong)"),
        ("香港麻將", "(hong-kong)"),
        ("香港麻将", "(hong-kong)"),
        ("リーチ麻雀", "(riichi)"),
        ("国标麻将", "(chinese-official)"),
        ("四川", "(sichuan)"),
        ("Riichi Mahjong, M", "(riichi/mjsoul, riichi/mleague)"),
        ("Mahjong", "(chinese-official, chinese-official/botzone, chinese-official/guide, "),
    ],
)
def test_a_title_is_told_with_its_id(name: str, told: str) -> None:
    with pytest.raises(RulesetError) as error:
        mjrules.load(name)
    assert str(error.value).startswith(f'unknown ruleset "{name}": name it by its id {told}')


@pytest.mark.parametrize("name", ["e", "the", "麻雀牌", "…", "hongkong", "no such game"])
def test_other_names_are_in_no_title(name: str) -> None:
    with pytest.raises(RulesetError) as error:
        mjrules.load(name)
    assert "name it by its id" not in str(error.value)
    assert "known: " in str(error.value)
