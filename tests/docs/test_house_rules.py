"""The example files for clubs: each is fine, changes what it says, and is played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import mjrules
from mjrules import HandError, Match, Table
from mjrules.play.events import Discard, Paid, TurnedUp
from mjrules.ruleset.files.chain import read_files
from mjrules.ruleset.texts import read_texts
from mjrules.teller import teller_of
from mjrules.testing import check_play
from tests.kit.laid import laid, play
from tests.kit.profile import amount

FOLDER = Path(__file__).parents[2] / "examples" / "house-rules"
FILES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@cache
def load(name: str) -> mjrules.Ruleset:
    return mjrules.load(str(FOLDER / f"{name}.yaml"))


@cache
def western() -> mjrules.Ruleset:
    return mjrules.load("western")


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_it_is_called_like_its_file_and_played(name: str) -> None:
    assert load(name).id == name
    check_play(load(name), hands=1, thorough=bool(amount(0, 0, 1)))


@pytest.mark.parametrize("name", FILES)
def test_it_is_told_in_english_and_chinese(name: str) -> None:
    """Its title and its summary, so that a club that copies it has both rulebooks."""
    definition = load(name).definition
    for texts in (definition.title, definition.summary):
        assert not isinstance(texts, str)
        assert {"en", "zh"} <= texts.keys()


def test_what_a_club_adds_is_told_in_its_languages() -> None:
    """A rule, a flag and a penalty that the file itself tells in several languages."""
    club = load("two-languages")
    files = read_files(str(FOLDER / "two-languages.yaml"))
    told = [read_texts(files, language).of("rules", "lotus_pond") or "" for language in ("en", "zh", "de")]
    assert [text[:9] for text in told] == ["A pung or", "白板與二條各一副刻", "Je ein Pu"]
    assert teller_of(club, "zh").title("penalties", "late", "Who comes late") == "遲到"
    assert club.definition.rules["lotus_pond"].names["de"] == "Seerosenteich"


@pytest.mark.parametrize(("hand", "turned"), [("123456m78999m55m", 5), ("123456m78p222z55s", 3)])
def test_some_hands_bring_more_birds(hand: str, turned: int) -> None:
    """A concealed hand brings one, and a hand of one suit two."""
    table = laid(load("more-birds"), {"E": "7z", "S": hand}, "6m" if turned == 5 else "9p")
    play(table, "E discard 7z; S mahjong")
    assert sum(isinstance(event, TurnedUp) for event in table.log) == turned


def total(ruleset: mjrules.Ruleset, hand: str) -> int | str:
    """What a hand scores, or why it does not."""
    try:
        return ruleset.score(ruleset.parse(hand)).total
    except HandError as error:
        return error.code


@pytest.mark.parametrize(
    ("name", "hand", "scores", "before"),
    [
        ("no-special-hands", "1133m5577p99s226z +6z seat=S", "not_winning", 500),
        ("one-chow", "(444s) 12378m22456p !9m seat=S", "not_winning", 24),
        ("clean-hands", "(444s) 12378m22456p !9m seat=S", "not_winning", 24),
        ("clean-hands", "1222345678m333z !9m seat=S", 120, 120),
        ("clean-hands", "(123m) 2245677789m +7m seat=S", 192, 192),
        ("chinese-game", "1122445577899m +8m seat=S", 300, 1000),
        ("chinese-game", "(444s) 12378m22456p +9m seat=S flowers=f2", "bad_record", 52),
        ("limit", "1122445577899m +8m seat=S", 500, 1000),
        ("declarations", "(444s) 12378m22456p !9m seat=S standing_hand", 24, 124),
        ("tuesday-club", "1122445577899m +8m seat=S", 300, 1000),
    ],
)
def test_hands_score_by_it(name: str, hand: str, scores: int | str, before: int) -> None:
    assert total(load(name), hand) == scores
    assert total(western(), hand) == before


def test_the_walls_of_the_chinese_game_are_17_stacks() -> None:
    assert len(Table(load("chinese-game"), 1).begin.tiles) == 4 * 17 * 2


@pytest.mark.parametrize(("name", "hidden"), [("face-down", True), ("charleston", False)])
def test_discards_lie_face_down(name: str, hidden: bool) -> None:
    assert (load(name).definition.table.discards == "face_down") is hidden


def test_the_goulash_has_its_stake() -> None:
    assert Match(load("goulash"), 1).stakes == {"goulash": 50}
    assert Match(load("goulash"), 1).on == {"goulash": True}
    assert Match(western(), 1).on == {"goulash": False}


def penalty(name: str) -> dict[str, int]:
    """What a false call of Mahjong costs the players, and South's hand after it."""
    table = laid(load(name), {"E": "147m258p369s12345z"})
    table.call_falsely("E", "mahjong")
    paid = [item.amount for event in table.log if isinstance(event, Paid) for item in event.transfers]
    return {"paid": sum(paid), "dead": int(table.state.players[0].dead)}


def test_penalties_are_changed_or_off() -> None:
    assert penalty("goulash") == {"paid": 3000, "dead": 0}
    assert penalty("penalties") == {"paid": 900, "dead": 1}
    assert penalty("no-penalties") == {"paid": 0, "dead": 0}
    assert "misnamed_discard" not in load("penalties").definition.penalties


def test_tiles_are_exchanged_and_a_goulash_exchanges_them_too() -> None:
    assert {action.kind for action in Table(load("charleston"), 1).legal_actions("W")} == {"give"}
    assert Table(load("goulash-deal"), 1).to_act() == ["E"]


def test_who_does_not_call_fishing_does_not_win() -> None:
    hands, drawn = {"E": "234m456p789s1133z9m"}, "5z5z5z3z"
    for name, wins in (("declarations", False), ("goulash", True)):
        table = laid(load(name), hands, drawn)
        table.discard("E", "9m")
        while table.state.turn != 0 or table.state.phase.name == "claims":
            seat = table.to_act()[0]
            table.do(table.legal_actions(seat)[0] if table.state.phase.name == "claims" else own_discard(table, seat))
        assert table.can_mahjong("E") is wins


def own_discard(table: Table, seat: str) -> mjrules.Action:
    return Discard(table.place(seat), table.state.drawn)
