"""The classical rulesets: every rule is met by an example, and every name of the compilation finds its rule."""

from __future__ import annotations

import pytest

import mjrules
from mjrules import HandError
from mjrules.ruleset.files.chain import read_chain

FAMILY = ("classical-base", "classical", "classical-dmjl", "bmja")


def met_by_examples(id: str) -> set[str]:
    """The rules that the examples of a ruleset's own file meet."""
    met: set[str] = set()
    examples = read_chain(id)[-1].child("examples")
    for example in [item for item in ([] if examples is None else examples.plain()) if "hand" in item]:
        ruleset = mjrules.load(id, example.get("options"))
        try:
            met |= {item.id for item in ruleset.score(ruleset.read(example["hand"])).items}
        except HandError:
            continue
    return met


@pytest.mark.slow
@pytest.mark.parametrize("id", FAMILY)
def test_every_rule_is_met_by_an_example_of_its_own_file(id: str) -> None:
    """A rule that a child only gives other words is met where it was made."""
    rules = read_chain(id)[-1].at(("rules",))
    assert rules is not None
    own = {name for name, rule in rules.plain().items() if rule is not None and {"when", "hand"} & set(rule)}
    assert own - met_by_examples(id) == set()


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("Three Small Scholars", {"little_three_dragons"}),
        ("Four Small Blessings", {"little_four_joys"}),
        ("Four Large Lucks", {"big_four_joys"}),
        ("Four Blessings Hovering over the Door", {"four_blessings"}),
        ("Purity", {"superclean"}),
        ("Buried Treasure", {"buried_treasure", "hidden_treasure", "concealed_with_no_kong"}),
        ("All Symbols", {"all_honours"}),
        ("Birds Singing in Harmony", {"no_chow"}),
        ("Picked by the Golden Cock", {"plum_blossom"}),
        ("Fishing the Eyes", {"completes_minor_pair", "completes_major_pair"}),
        ("End Piece Hand", {"standing_hand"}),
        ("Earthly Peace", {"earths_blessing"}),
        ("Hand from Heaven", {"heavens_blessing", "original_hand"}),
        ("Opening a Flower on Top of a Mountain", {"loose_tile"}),
        ("Catching the Fish from the Bottom of the River", {"last_tile"}),
        ("Scratching a Carrying Pole", {"scratching_pole"}),
        ("Kong on Kong", {"twofold_fortune"}),
        ("Nine Sacred Lamps of Lotus", {"nine_gates"}),
        ("Thirteen Terminals", {"thirteen_unique_wonders"}),
        ("Fourfold Plenty", {"four_kongs"}),
        ("All Simples", {"all_minors"}),
        ("四暗刻", {"hidden_treasure"}),
    ],
)
def test_names_of_the_compilation_find_their_rules(name: str, ids: set[str]) -> None:
    ruleset = mjrules.load("classical")
    assert {path[-1] for path in ruleset.origins.paths(name)} == ids
