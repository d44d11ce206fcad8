"""The word `indicated`: in a game with few kinds, and with tiles that are laid aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules import Hand, RulesetError
from mjrules.ruleset.load import load
from mjrules.tiles.tile import BY_TEXT
from mjrules.tiles.tileset import TileSet

TEXT = """
id: club
extends: root
plugins: [combinations, sum]
tiles: {replace: {19m123456789ps12z567z: 4}}
fields:
  shown: {type: tiles, about: what is turned up}
  aside: {type: number, about: how many souths are laid aside, laid_aside: 2z}
  other: {type: number, about: how many days it rained}
scoring: {method: sum}
rules:
  lucky: {points: 1, each: true, when: {indicated: [shown]}}
  two: {points: 10, when: {indicated: {shown: 2+}}}
"""


def club(folder: Path, text: str = TEXT) -> Path:
    path = folder / "club.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("shown", "total"),
    [("1m", 12), ("9m", 0), ("3p", 1), ("3p3p", 12), ("2z", 0), ("1z", 14), ("1z3p", 15), ("5z", 13), ("7z", 0)],
)
def test_what_comes_next_in_the_game(tmp_path: Path, shown: str, total: int) -> None:
    """After the 1 comes the 9 where there is nothing between, and what is laid aside counts with the hand."""
    ruleset = load(str(club(tmp_path)))
    hand = f"99m123p456p666z22z +2z from=left shown={shown} aside=1 other=5"
    assert ruleset.score(Hand.parse(hand)).total == total


def test_hands_with_as_many_indicated_tiles_have_one_answer(tmp_path: Path) -> None:
    ruleset = load(str(club(tmp_path)))
    group = next(group for group in ruleset.scorer.program.groups if group.names[0] == "counts")
    every = [
        ("99m123p456p666z22z +2z from=left shown=3p aside=1", 1),
        ("99m123p456p777z22z +2z from=left shown=2p", 1),
        ("99m123p456p777z11z +1z from=left shown=2p5p aside=3", 12),
        ("99m123p456p777z22z +2z from=left", 0),
    ]
    for hand, total in every:
        assert ruleset.score(Hand.parse(hand)).total == total
    assert set(group.answers) == {(1, 1), (2, 2), (0, 0)}
    for atom in group.atoms:
        measure, answer = atom.measured or (None, None)
        assert measure is not None
        assert answer is not None
        for shown in ((), (("shown", (BY_TEXT["1z"],)),), (("shown", (BY_TEXT["1z"], BY_TEXT["1p"])),)):
            views = (1,) * 34, shown, (("aside", 2), ("other", 4))
            assert atom.test(*views) == answer(measure(*views))


def test_the_circles() -> None:
    found = TileSet.from_data({"19m5p1234z567z": 4}).following
    pairs = [("1m", "9m"), ("9m", "1m"), ("5p", "5p"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z"), ("3m", "9m")]
    assert all(found[BY_TEXT[tile]] == BY_TEXT[after] for tile, after in pairs)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            TEXT.replace("laid_aside: 2z", "laid_aside: f1"),
            'aside.laid_aside: expected a suit tile or an honour, got "f1"',
        ),
        (
            TEXT.replace("aside: {type: number", "aside: {type: suit"),
            "only a number says how many tiles are laid aside",
        ),
        (TEXT.replace("indicated: [shown]", "indicated: [aside]"), '"aside" is not a declared field that says tiles'),
        (
            TEXT.replace("indicated: [shown]", "indicated: shown"),
            r"expected a list \[name\] or a mapping {name: number}",
        ),
    ],
)
def test_mistakes(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        load(str(club(tmp_path, text)))
