"""Jokers that stand for some kinds only stand for no others in declared sets: neither in records nor at the table."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from mjrules import ActionError, HandError, Ruleset, Table
from mjrules.hooks import Wild, events, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.load import load
from mjrules.table.check_house_events import by_rule
from mjrules.testing import MOMENT_LAWS
from mjrules.tiles.tile import JOKER, parse_tiles
from tests.kit.laid import laid, play, silent

GAME = """
id: club
extends: root
plugins: [base_payment, combinations, sum, odd]
tiles: {J: 8}
scoring: {method: sum}
rules: {a: {points: 1, when: {sets: pung}}}
settlement: {method: base_payment, base: 1}
"""
HONOURS, REST = frozenset(range(27, 34)), " 123p456s777z1z +1z"


def game(folder: Path, *kinds: frozenset[int] | None, function: bool = False) -> Ruleset:
    odd = ModuleType("odd")
    given = [*[Wild(one) for one in kinds], *[lambda hand, tiles: ()] * function]
    odd.mj_stand_ins = hookimpl(lambda: given)  # type: ignore[attr-defined]
    path = folder / "club.yaml"
    path.write_text(GAME, encoding="utf-8")
    return load(str(path), available={**available_plugins(), "odd": lambda: odd})


@pytest.fixture
def honours(tmp_path: Path) -> Ruleset:
    return game(tmp_path, HONOURS)


@pytest.mark.parametrize(
    ("sets", "kind"),
    [
        ("(chow 7m8mJ)", "9m"),
        ("(chow J8m9m)", "7m"),
        ("(55mJ)", "5m"),
        ("(888mJ)", "8m"),
        ("[88mJJ]", "8m"),
        ("(88mJJ+)", "8m"),
    ],
)
def test_a_declared_set_with_a_joker_that_stands_for_none_of_its_kinds_is_refused(
    honours: Ruleset, tmp_path: Path, sets: str, kind: str
) -> None:
    hand = honours.parse(f"{sets}{REST}")
    with pytest.raises(HandError, match=f"in this game jokers do not stand for {kind}") as caught:
        honours.score(hand)
    assert (caught.value.code, caught.value.field) == ("bad_record", "melds[0].tiles")
    for kinds in ([None], [HONOURS, frozenset(range(9))]):  # what all of them allow counts
        assert game(tmp_path, *kinds).score(hand).hand.melds == hand.melds


@pytest.mark.parametrize(
    "text", ["(55zJ) 123p456s777m1z +1z", "[5zJJJ] 123p456s777m1z +1z", "(555m) 123p456s77z1zJ +1z"]
)
def test_where_it_may_stand_it_does(honours: Ruleset, text: str) -> None:
    assert honours.score(honours.parse(text)).minimum_met


def test_a_plugin_that_says_of_each_hand_what_jokers_do_is_not_held_to_kinds(tmp_path: Path) -> None:
    ruleset = game(tmp_path, HONOURS, function=True)
    assert ruleset.score(ruleset.parse(f"(55mJ){REST}")).minimum_met


def claims(table: Table, seat: str) -> list[str]:
    found = [action.text() for action in table.legal_actions(seat)] if seat in table.to_act() else []
    return [text for text in found if text.split()[0] in ("chow", "pung", "kong")]


FAR = "1p4p7p1s4s7s1z2z3z4z6z7z"
"""Twelve tiles that make no set with those of the tests."""


def discarded(ruleset: Ruleset, tile: str, hand: str) -> Table:
    table = laid(ruleset, {"E": tile, "S": hand + FAR[2 * len(parse_tiles(hand)) - 2 :]})
    table.discard("E", tile)
    MOMENT_LAWS["legal_is_what_verifies"](table)
    return table


SUITS = frozenset(range(27))


@pytest.mark.parametrize(
    ("kinds", "tile", "hand", "may"),
    [
        (HONOURS, "5m", "5mJ4mJ", []),
        (HONOURS, "5m", "55mJ4m", ["pung 55m"]),
        (HONOURS, "5m", "46mJJ", ["chow 46m"]),
        (HONOURS, "5z", "5zJ4m", ["pung 5zJ"]),
        (HONOURS, "5z", "5zJJ4m", ["kong 5zJJ", "pung 5zJ", "pung JJ"]),
        (SUITS, "5z", "5zJ4m", []),
        (SUITS, "5m", "5mJ", ["pung 5mJ"]),
        (frozenset({5}), "5m", "4mJ", ["chow 4m 4mJ"]),  # for 6m alone
        (frozenset({5}), "5m", "4mJJ", ["chow 4m 4mJ"]),
        (frozenset({3}), "5m", "6mJ", ["chow 4m J6m"]),
    ],
)
def test_jokers_make_no_other_sets_with_a_discard(
    tmp_path: Path, kinds: frozenset[int], tile: str, hand: str, may: list[str]
) -> None:
    table = discarded(game(tmp_path, kinds), tile, hand)
    assert claims(table, "S") == may
    asked = table.log[-1].kind == "discard" and "S" in table.to_act()
    assert asked == bool(may), "who can claim nothing is not asked"


def test_why_such_a_claim_is_refused(honours: Ruleset) -> None:
    table = discarded(honours, "5m", "55mJ46m")
    for action in (events.Pung(1, 4, (4, JOKER)), events.Chow(1, 4, (3, JOKER), "4m")):
        with pytest.raises(ActionError, match=r"jokers do not stand for [56]m in this game"):
            table.do(action)


@pytest.mark.parametrize(
    ("hand", "may"),
    [("888mJ", []), ("88mJJ", []), ("555zJ", ["kong 555zJ"]), ("8888mJ", ["kong 8m"])],
)
def test_jokers_make_no_other_kongs_in_hand(honours: Ruleset, hand: str, may: list[str]) -> None:
    table = laid(honours, {"E": hand})
    MOMENT_LAWS["legal_is_what_verifies"](table)
    assert claims(table, "E") == may


@pytest.mark.parametrize(("pung", "added"), [("8m", False), ("5z", True)])
def test_no_joker_comes_into_a_pung_of_another_kind(honours: Ruleset, pung: str, added: bool) -> None:
    table = laid(honours, {"E": f"{pung}1p", "S": f"{pung}{pung}J9s", "W": "9s", "N": "9s"}, "9s3p")
    play(table, f"E discard {pung}; S pung {pung}{pung}; S discard 9s; W discard 9s; N discard 9s; E discard 1p")
    silent(table)
    assert table.state.turn == 1
    assert (claims(table, "S") != []) is added
    (kind,) = parse_tiles(pung)
    changed = events.SetChanged(1, 1, (kind, kind, JOKER), "pung", 0, False)
    if added:
        assert by_rule(changed, table.state, honours) == changed
    else:
        with pytest.raises(ValueError, match="jokers do not stand for 8m in club"):
            by_rule(changed, table.state, honours)
