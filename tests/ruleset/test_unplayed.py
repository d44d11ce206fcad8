"""Rules that are not played: what they are called, and by which choices of options they would be."""

from __future__ import annotations

from contextlib import suppress

import pytest

import mjrules
from mjrules import Ruleset, RulesetError
from mjrules.ruleset.unplayed import UnplayedRule, brought_by_choices, unplayed_rules
from tests.kit.rulesets import loaded

CLUB = """
id: club
extends: chinese-basic
rules:
  tea: {fan: none, when: {self_drawn: true}, names: {en: Afternoon Tea, zh: 茶}, aliases: [Cup of Tea]}
  cake: {fan: none, when: {self_drawn: true}}
  milk: {fan: 1, when: {self_drawn: true, flag: last_tile}, group: drinks}
groups: {drinks: Drinks}
options:
  tea: {of: rules.tea.fan, values: [none, 2, 3]}
  dance:
    default: none
    patches:
      dragons:
        rules:
          dragon_dance: {fan: 2, when: {self_drawn: true}, names: {en: Dance of Dragons, zh: 舞龍}, aliases: [Dragons]}
      lions: {rules: {lion_dance: {fan: 1, when: {self_drawn: true}}, dragon_dance: {fan: 4, when: {self_drawn: true}}}}
      slow: {rules: {tea: {when: {self_drawn: false}}}}
  drinks: {default: some, patches: {nothing: {rules: {drinks: {fan: none}}}}}
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    path = tmp_path_factory.mktemp("club") / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return mjrules.load(str(path))


def own(ruleset: Ruleset) -> dict[str, UnplayedRule]:
    """The unplayed rules that are the club's."""
    theirs = {rule.id for rule in unplayed_rules(loaded("chinese-basic"))}
    found = [rule for rule in unplayed_rules(ruleset) if rule.id not in theirs]
    assert len({rule.id for rule in found}) == len(found), "each is told once"
    return {rule.id: rule for rule in found}


def test_a_rule_that_is_not_played_is_told_with_its_names_and_what_brings_it(club: Ruleset) -> None:
    assert own(club) == {
        "tea": UnplayedRule("tea", "Afternoon Tea", ("茶", "Cup of Tea"), ("tea=2", "tea=3")),
        "cake": UnplayedRule("cake", "Cake", (), ()),
        "dragon_dance": UnplayedRule(
            "dragon_dance", "Dance of Dragons", ("舞龍", "Dragons"), ("dance=dragons", "dance=lions")
        ),
        "lion_dance": UnplayedRule("lion_dance", "Lion Dance", (), ("dance=lions",)),
    }
    assert own(club)["tea"].names == ("tea", "tea", "Afternoon Tea", "茶", "Cup of Tea")
    assert [rule.id for rule in brought_by_choices(club) if "dance" in rule.id] == ["dragon_dance", "lion_dance"]


@pytest.mark.parametrize(
    ("chosen", "unplayed"),
    [
        ({"tea": 2}, {"cake", "dragon_dance", "lion_dance"}),
        ({"dance": "dragons"}, {"tea", "cake", "lion_dance"}),
        ({"dance": "lions"}, {"tea", "cake"}),
        ({"drinks": "nothing"}, {"tea", "cake", "dragon_dance", "lion_dance", "milk"}),
    ],
)
def test_what_is_chosen_is_played(club: Ruleset, chosen: dict[str, object], unplayed: set[str]) -> None:
    assert set(own(club.under(chosen))) == unplayed


def test_a_rule_that_goes_with_its_group_is_told_with_the_choice_that_leaves_it(club: Ruleset) -> None:
    assert own(club.under({"drinks": "nothing"}))["milk"].choices == ("drinks=some",)


@pytest.mark.parametrize("id", ["chinese-basic", pytest.param("hong-kong", marks=pytest.mark.slow)])
def test_the_choices_that_are_told_bring_a_rule_and_no_others_do(id: str) -> None:
    ruleset = loaded(id)
    told = {rule.id: {*rule.choices} for rule in unplayed_rules(ruleset)}
    brought: dict[str, set[str]] = {}
    for option in ruleset.options.declared.values():
        for choice in option.stands_for:
            with suppress(RulesetError):  # it goes with nothing else that is chosen
                for rule in ruleset.under({option.name: choice}).book.rules:
                    brought.setdefault(rule.id, set()).add(f"{option.name}={choice}")
    played = {rule.id for rule in ruleset.book.rules}
    assert told == {id: brought.get(id, set()) for id in told}
    assert brought.keys() <= told.keys() | played
