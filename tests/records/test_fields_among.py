"""Fields of records that say tiles, of which some alone may be said."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.sample_hands.plain_hands import plain_hand
from mjrules.sample_hands.random_hands import random_hands

CLUB = """\
id: club
extends: chinese-basic
fields:
  aside: {type: tiles, about: the winds and dragons laid aside, among: 1234567z}
  suit_tile: {type: tile, about: the tile of the day, among: 123456789mps}
rules:
  aside: {points: 1, each: true, when: {field: [aside]}}
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> mjrules.Ruleset:
    """A ruleset with such fields."""
    path = tmp_path_factory.mktemp("club") / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return mjrules.load(path)


def test_other_tiles_are_refused(club: mjrules.Ruleset) -> None:
    hand = "123m456p789s222s5p +5p from=left "
    score = club.score(club.parse(hand + "aside=17z suit_tile=9s"))
    assert {item.id: item.count for item in score.items} == {"aside": 2}
    for said in ("aside=17z9p", "suit_tile=1z"):
        with pytest.raises(mjrules.HandError, match="expected tiles among") as caught:
            club.score(club.parse(hand + said))
        assert (caught.value.code, caught.value.field) == ("bad_record", said.partition("=")[0])


def test_hands_that_are_drawn_say_none_of_them(club: mjrules.Ruleset) -> None:
    plain = plain_hand(club, "aside")
    assert plain is not None
    drawn = [hand.fields for hand in random_hands(club, 60, 1)] + [plain.hand.fields]
    said = "".join(fields.get("aside", "") for fields in drawn)
    assert said
    assert {tile[-1] for fields in drawn if (tile := fields.get("aside"))} == {"z"}
    assert not {"z"} & {tile[-1] for fields in drawn if (tile := fields.get("suit_tile"))}
