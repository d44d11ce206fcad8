"""Laws of play under every house of riichi, and under random combinations of options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import mjrules
from mjrules import Action, Ruleset, RulesetError, View
from mjrules.match.match import Chooser
from mjrules.testing import check_play, random_player, sensible_player
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

HOUSES = [f"riichi/{house}" for house in ("tenhou", "mjsoul", "ema2016", "wrc2015", "mleague", "nashi")]
HOUSES += [f"riichi-sanma/{house}" for house in ("tenhou", "mjsoul")]
HANDS = amount(2, 15, 2000)


def bold_player(seed: str) -> Chooser:
    """Who declares riichi and ends hands whenever that is legal, and claims seldom."""
    own, chance = sensible_player(seed), Random(f"{seed}/bold")

    def choose(view: View) -> Action:
        kinds = {action.kind: action for action in view.legal}
        for kind in ("call_off", "declare"):
            if kind in kinds:
                return kinds[kind]
        return kinds["pass"] if "pass" in kinds and "mahjong" not in kinds and chance.random() < 0.7 else own(view)

    return choose


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_every_house_keeps_the_laws(house: str) -> None:
    for player in (bold_player, random_player):
        check_play(loaded(house), hands=HANDS, thorough=False, player=player)
    seen = check_play(loaded(house), hands=4 * HANDS, seed=2, thorough=False)
    assert seen["end"] == 4 * HANDS


@pytest.mark.slow
@pytest.mark.parametrize("id", ["riichi", "riichi-sanma"])
def test_all_laws_hold_for_bold_players(id: str) -> None:
    seen = check_play(loaded(id), hands=1, seed=3, player=bold_player)
    assert seen["into_pot riichi"]


def any_options(ruleset: Ruleset, chance: Random) -> dict[str, Any]:
    """For every option that has choices one of them."""
    declared = ruleset.options.declared.values()
    return {option.name: chance.choice(sorted(option.stands_for)) for option in declared if option.stands_for}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_any_combination_of_options_keeps_the_laws(seed: int) -> None:
    chance = Random(f"riichi {seed}")
    for _ in range(20):
        id = chance.choice(["riichi", "riichi-sanma"])
        try:
            ruleset = mjrules.load(id, any_options(loaded(id), chance))
        except RulesetError:
            continue
        check_play(ruleset, hands=HANDS, seed=seed, thorough=False, player=bold_player)
        return
    pytest.fail("no combination of options can be loaded")
