"""Every value knows who set it: through a chain of files, through options, and on the command line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Ruleset, RulesetError
from mjrules.cli import main

FEDERATION = """\
id: federation
extends: chinese-official
options:
  top: {of: rules.rich_hand.fan, values: [88, 100], text: the most}
scoring:
  minimum: 6
rules:
  all_pungs: {fan: 8, names: {fr: Tout brelans}}
  house_hand: {fan: 2, when: {suits: 3}, source: minutes}
  rich_hand: {fan: 88, when: {suits: 1}}
"""
CLUB = """\
id: club
extends: ../federation.yaml
set: {top: 100, mixed_kongs: 6}
scoring:
  minimum: 4
rules:
  all_pungs: {fan: 10, excludes: [no_honors]}
  house_hand: {when: {tiles: simples}}
  chicken_hand: null
"""
SEASON = """\
id: season
extends: ./club.yaml
scoring:
  minimum: 5
rules:
  all_pungs: {excludes: {add: [half_flush]}, aliases: [Ponpon]}
  house_hand: {when: {replace: {tiles: simples}}}
  odd_hand: {fan: 5, when: {suits: 2}}
tiles: {J: 2}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of a federation, a club and its season; the working folder is theirs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clubs").mkdir()
    (tmp_path / "federation.yaml").write_text(FEDERATION, encoding="utf-8")
    (tmp_path / "clubs" / "club.yaml").write_text(CLUB, encoding="utf-8")
    (tmp_path / "clubs" / "season.yaml").write_text(SEASON, encoding="utf-8")
    return tmp_path


@pytest.fixture
def season(folder: Path) -> Ruleset:
    """The ruleset of the season."""
    return _season()


@cache
def _season() -> Ruleset:
    return mjrules.load("clubs/season.yaml", within=".")


def history(ruleset: Ruleset, key: str) -> list[tuple[Any, str]]:
    """Values and the files and lines that set them, the newest first."""
    found = []
    for item in ruleset.origin(key):
        place = item.place
        found.append((item.value, f"{Path(place.file).stem}:{place.line}:{place.column}" if place else "caller"))
    return found


# Chains of files.


def test_a_value_that_every_file_sets(season: Ruleset) -> None:
    *own, (value, place) = history(season, "scoring.minimum")
    assert own == [(5, "season:4:3"), (4, "club:5:3"), (6, "federation:6:3")]
    assert (value, place.partition(":")[0]) == (8, "chinese-official")


def test_a_value_that_some_files_set(season: Ruleset) -> None:
    found = history(season, "rules.all_pungs.fan")
    assert [value for value, _ in found] == [10, 8, 6]
    assert [place for _, place in found[:2]] == ["club:7:15", "federation:8:15"]


def test_a_value_of_one_file(season: Ruleset) -> None:
    assert history(season, "rules.house_hand.source") == [("minutes", "federation:9:42")]
    assert history(season, "tiles.J") == [(2, "season:9:9")]
    assert [place.partition(":")[0] for _, place in history(season, "shapes.standard.parts")] == ["root"]


def test_a_list_that_was_changed_in_place(season: Ruleset) -> None:
    assert history(season, "rules.all_pungs.excludes") == [
        (["no_honors", "half_flush"], "season:6:15"), (["no_honors"], "club:7:24")
    ]  # fmt: skip
    assert history(season, "rules.all_pungs.excludes[0]")[0][1].startswith("club:7:")
    assert history(season, "rules.all_pungs.excludes[1]")[0][1].startswith("season:6:")


def test_a_mapping_knows_who_changed_it(season: Ruleset) -> None:
    found = history(season, "rules.house_hand.when")
    assert [value for value, _ in found] == [{"tiles": "simples"}, {"suits": 3, "tiles": "simples"}, {"suits": 3}]
    assert [place.partition(":")[0] for _, place in found] == ["season", "club", "federation"]


def test_a_value_of_the_file_itself_has_the_file(season: Ruleset) -> None:
    assert history(season, "id") == [("season", "season:1:1")]


def test_a_rule_that_was_deleted_has_no_origin(season: Ruleset) -> None:
    with pytest.raises(RulesetError, match="chicken_hand"):
        season.origin("chicken_hand")


# Options.


def test_an_option_tells_who_chose_and_its_default(season: Ruleset) -> None:
    assert history(season, "options.top") == [(100, "club:3:7"), (88, "federation:10:15")]
    assert [item.how for item in season.origin("options.top")] == ["option top=100", "default of the option top"]


def test_the_caller_comes_first(folder: Path) -> None:
    ruleset = mjrules.load("clubs/season.yaml", {"mixed_kongs": "none"}, within=".")
    found = history(ruleset, "mixed_kongs")
    assert [value for value, _ in found] == [None, 6, 5]
    assert [place.partition(":")[0] for _, place in found] == ["caller", "club", "chinese-official"]


def test_an_option_that_nobody_chose(season: Ruleset) -> None:
    found = season.origin("use_twice")
    assert [(item.value, item.how) for item in found] == [("account_once", "default of the option use_twice")]


def test_a_value_behind_an_option_tells_the_option(folder: Path) -> None:
    ruleset = mjrules.load("clubs/club.yaml", within=".")
    assert history(ruleset, "rich_hand.fan") == [(100, "club:3:7"), (88, "federation:10:15")]
    assert history(ruleset, "melded_and_concealed_kong.fan")[0] == (6, "club:3:17")
    chosen = mjrules.load("clubs/club.yaml", {"top": 88}, within=".")
    assert history(chosen, "rich_hand.fan")[0] == (88, "caller")


def child(folder: Path, text: str, options: dict[str, Any] | None = None) -> Ruleset:
    """A child of the federation's file."""
    (folder / "x.yaml").write_text(f"id: x\nextends: federation.yaml\n{text}\n", encoding="utf-8")
    return mjrules.load("x.yaml", options)


def test_a_value_that_a_child_wrote_at_the_place_of_an_option(folder: Path) -> None:
    ruleset = child(folder, "rules:\n  rich_hand: {fan: 50}")
    assert history(ruleset, "rich_hand.fan") == [(50, "x:4:15"), (88, "federation:10:15")]
    assert [item.how for item in ruleset.origin("top")] == ["default of the option top", "set"]


def test_an_option_that_took_the_place_of_a_value(folder: Path) -> None:
    ruleset = child(folder, "options: {least: {of: scoring.minimum}}\nset: {least: 7}")
    found = history(ruleset, "minimum")
    assert [value for value, _ in found] == [7, 6, 8]
    assert [place.partition(":")[0] for _, place in found] == ["x", "federation", "chinese-official"]
    assert ruleset.origin("minimum")[0].how == "option least=7"


def test_a_place_where_nothing_stands(folder: Path) -> None:
    text = "options: {roof: {of: scoring.cap, type: integer or none}}"
    assert history(child(folder, text), "roof") == [(None, "caller")]
    assert history(child(folder, text, {"roof": 9}), "scoring.cap") == [(9, "caller"), (None, "caller")]


PATCHED = """\
options:
  calm: {default: false, patches: {"true": {rules: {all_pungs: {fan: 3, excludes: [drawn]}, pairs: null}}}}
rules: {drawn: {fan: 1, when: {self_drawn: true}}, pairs: {fan: 5, when: {shape: seven_pairs}}}
"""


def test_a_value_of_a_patch_tells_the_option(folder: Path) -> None:
    for ruleset in (child(folder, PATCHED, {"calm": True}), child(folder, PATCHED + "set: {calm: true}")):
        found = history(ruleset, "all_pungs.fan")
        assert [value for value, _ in found] == [3, 8, 6]
        assert [place.partition(":")[0] for _, place in found] == ["x", "federation", "chinese-official"]
        assert found[0][1].startswith("x:4:")
        assert [item.how for item in ruleset.origin("all_pungs.fan")] == ["option calm=true", "set", "set"]
        assert ruleset.origin("all_pungs.excludes")[0].how == "option calm=true"
        with pytest.raises(RulesetError):
            ruleset.origin("pairs.fan")


def test_a_value_that_no_choice_has_changed_tells_no_option(folder: Path) -> None:
    assert [item.how for item in child(folder, PATCHED).origin("all_pungs.fan")] == ["set", "set"]


def test_an_option_of_patches_tells_its_choices(folder: Path) -> None:
    ruleset = child(folder, PATCHED, {"calm": True})
    found = history(ruleset, "calm")
    assert [value for value, _ in found] == ["true", False]
    assert [place.partition(":")[0] for _, place in found] == ["caller", "x"]


def test_a_value_of_a_companion_has_its_place(folder: Path) -> None:
    (folder / "x.sources.yaml").write_text("rules:\n  all_pungs: {note: so it is}\n", encoding="utf-8")
    assert history(child(folder, "rules: {all_pungs: {fan: 3}}"), "all_pungs.note") == [("so it is", "x.sources:2:15")]


def test_a_preset_in_a_file_tells_the_file(folder: Path) -> None:
    (folder / "x.yaml").write_text("id: x\nextends: chinese-official\nset: {wmo2006: true}\n", encoding="utf-8")
    assert history(mjrules.load("x.yaml"), "mixed_kongs")[0] == (6, "x:3:7")


# Finding.


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("rules.all_pungs", "rules.all_pungs"),
        ("all_pungs", "rules.all_pungs"),
        ("all_pungs.fan", "rules.all_pungs.fan"),
        ("All Pungs", "rules.all_pungs"),
        ("all pungs", "rules.all_pungs"),
        ("碰碰和", "rules.all_pungs"),
        ("Tout brelans", "rules.all_pungs"),
        ("Ponpon", "rules.all_pungs"),
        ("Self-Drawn", "rules.self_drawn"),
        ("Lower Three", "rules.lower_four"),
        ("Out With Replacement Tile", "rules.out_with_replacement_tile"),
        ("house_hand", "rules.house_hand"),
        ("House Hand", "rules.house_hand"),
        ("minimum", "scoring.minimum"),
        ("mixed_kongs", "options.mixed_kongs"),
        ("top", "options.top"),
        ("seven_pairs.parts", "shapes.seven_pairs.parts"),
        ("standard", "shapes.standard"),
        ("no_claims", "terms.no_claims"),
        ("dragons", "tile_classes.dragons"),
        ("names.lists.winds.words[0][1]", "names.lists.winds.words[0][1]"),
        ("all_pungs.excludes[1]", "rules.all_pungs.excludes[1]"),
        ("all_pungs.excludes.1", "rules.all_pungs.excludes[1]"),
    ],
)
def test_finding(season: Ruleset, capsys: pytest.CaptureFixture[str], key: str, path: str) -> None:
    assert [item.place for item in season.origin(key)] == [item.place for item in season.origin(path)]
    assert main(["origin", "clubs/season.yaml", "--within", ".", key]) == 0
    assert capsys.readouterr().out.splitlines()[0] == path


@pytest.mark.parametrize(
    ("key", "near"),
    [("all_pung", "all_pungs"), ("Al Pungs", "all_pungs"), ("mixed_kong", "mixed_kongs"), ("minimun", "minimum")],
)
def test_an_unknown_key_names_the_nearest(season: Ruleset, key: str, near: str) -> None:
    with pytest.raises(RulesetError) as error:
        season.origin(key)
    assert error.value.problems[0].message == f'season has no key "{key}" (did you mean "{near}"?)'


@pytest.mark.parametrize("key", ["fan", "zh", "", ".", "scoring.", "all_pungs..fan", "[0]", "all_pungs[0]"])
def test_a_key_that_is_none_is_not_suggested_itself(season: Ruleset, key: str) -> None:
    with pytest.raises(RulesetError) as error:
        season.origin(key)
    assert f'did you mean "{key}"' not in str(error.value)


# The command.


def test_the_command_prints_the_history(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["origin", "clubs/season.yaml", "--within", ".", "minimum"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "scoring.minimum"
    assert [line.split() for line in lines[1:4]] == [
        ["is", "5", "set", "clubs/season.yaml:4:3"],
        ["was", "4", "set", "clubs/club.yaml:5:3"],
        ["was", "6", "set", "federation.yaml:6:3"],
    ]
    assert lines[4].split()[:3] == ["was", "8", "set"]
    assert lines[4].split()[3].startswith("rulesets/chinese-official.yaml:")


def test_the_command_prints_what_the_caller_chose(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["origin", "clubs/season.yaml", "--within", ".", "top", "--set", "top=88"]) == 0
    first, second, third = capsys.readouterr().out.splitlines()[1:]
    assert first.split() == ["is", "88", "option", "top=88", "given", "by", "you"]
    assert second.split()[:2] == ["was", "100"]
    assert third.split()[:2] == ["was", "88"]


def test_the_command_prints_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["origin", "clubs/season.yaml", "--within", ".", "top", "--set", "top=88", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found == {
        "key": "options.top",
        "history": [
            {"value": 88, "how": "option top=88"},
            {"value": 100, "how": "option top=100", "file": "clubs/club.yaml", "line": 3, "column": 7},
            {"value": 88, "how": "default of the option top", "file": "federation.yaml", "line": 10, "column": 15},
        ],
    }


def test_the_command_fails_on_an_unknown_key(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["origin", "clubs/season.yaml", "--within", ".", "all_pung"]) == 2
    assert 'has no key "all_pung" (did you mean "all_pungs"?)' in capsys.readouterr().err


def test_the_command_fails_on_an_unknown_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["origin", "chinese-oficial", "all_pungs"]) == 2
    assert '(did you mean "chinese-official"?)' in capsys.readouterr().err


def test_the_commands_own_example_names_who_set_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["origin", "chinese-official/wmo2006", "two_concealed_kongs"]) == 0
    assert "rulesets/chinese-official/wmo2006.yaml:" in capsys.readouterr().out
