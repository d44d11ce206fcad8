"""Rulesets that installed packages bring, and the other names of rulesets: found everywhere, and clashes are told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mjrules
from mjrules import RulesetError
from mjrules.cli import main
from mjrules.records import Rulesets
from mjrules.ruleset.files import find, packages
from mjrules.ruleset.files.find import bundled_ids, faults_of_names, known_ids, ruleset_id

WON = "123m456p789s111z2z +2z from=left"
CLUB = f"extends: chinese-official\nexamples:\n- {{hand: {WON}, total: 15}}\n"
Install = Callable[..., Path]


def forget() -> None:
    packages.brought.cache_clear()
    find._other_names.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Writes what pip would: a package that brings these files, by their paths; it must never be imported."""
    monkeypatch.setenv("MJRULES_CACHE", str(tmp_path / "cache"))
    site = tmp_path / "site-packages"
    site.mkdir()
    monkeypatch.syspath_prepend(site)

    def write(name: str, at: str = "", **contents: str) -> Path:
        folder = site / f"mj_{name}" / "games"
        folder.mkdir(parents=True)
        (site / f"mj_{name}" / "__init__.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
        for file, text in contents.items():
            path = folder / f"{file.replace('__', '/')}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text if "id:" in text else f"id: {file.replace('__', '/')}\n{text}", encoding="utf-8")
        info = site / f"mj_{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: mj-{name}\nVersion: 1\n", encoding="utf-8")
        entry = f"[mjrules.rulesets]\n{name} = {at or f'mj_{name}.games'}\n"
        (info / "entry_points.txt").write_text(entry, encoding="utf-8")
        forget()
        return folder

    forget()
    yield write
    forget()


def told(name: str) -> str:
    with pytest.raises(RulesetError) as error:
        mjrules.load(name)
    return str(error.value)


@pytest.mark.slow
def test_a_ruleset_of_a_package_is_known_like_a_bundled_one(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("alpha", club=CLUB, family__other="extends: club\n")
    assert mjrules.load("family/other").score(mjrules.Hand.parse(WON)).total == 15
    assert "mj_alpha" not in sys.modules
    own = tmp_path / "own.yaml"
    own.write_text("id: own\nextends: family/other\n", encoding="utf-8")
    assert mjrules.load(str(own)).hash == mjrules.load(str(own)).hash == mjrules.load("club").hash
    record = {**mjrules.Hand.parse(WON).to_record(), "ruleset": "club"}
    (answer,) = mjrules.score_records([record])
    assert (answer["ruleset"], answer["total"]) == ("club", 15)
    assert main(["check", "club", "family/other"]) == main(["test", "club"]) == 0
    assert "club: 1 of 1 examples hold" in capsys.readouterr().out
    assert main(["rulesets"]) == 0
    assert "family/other" in capsys.readouterr().out


def test_companions_of_a_packages_file_are_read_and_are_no_rulesets(install: Install) -> None:
    folder = install("alpha", club="extends: chinese-official\n")
    (folder / "club.examples.yaml").write_text(f"examples: [{{hand: {WON}, total: 15}}]\n", encoding="utf-8")
    forget()
    assert len(mjrules.load("club").examples) == 1
    assert "club.examples" not in known_ids()


def test_messages_show_the_path_in_the_package(install: Install) -> None:
    install("alpha", club="extends: chinese-official\nrulez: {}\n")
    assert told("club").startswith('mj_alpha/games/club.yaml:3:1 rulez: unknown key (did you mean "rules"?)')


def test_files_of_a_package_reach_no_file_outside_their_folder(install: Install) -> None:
    install("alpha", club="extends: ../../secret.yaml\n")
    assert "leads out of this folder" in told("club")


def test_the_file_says_the_id_by_which_it_is_found(install: Install) -> None:
    install("alpha", club="id: klub\nextends: root\n", child="extends: club\n")
    expected = 'mj_alpha/games/club.yaml:1:5 id: expected "club", by which the file is found, got "klub"'
    assert told("club").startswith(expected)
    assert expected in told("child")


@pytest.mark.slow
def test_an_id_that_two_packages_bring(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("alpha", club=CLUB)
    install("beta", club=CLUB, other=CLUB)
    twice = 'the ruleset "club" is brought by the packages "mj-alpha" and "mj-beta": '
    assert told("club") == f"{twice}uninstall one, or name a file by its path"
    assert mjrules.load("other").id == "other"
    assert main(["rulesets"]) == 1
    out, err = capsys.readouterr()
    assert "other" in out
    assert err.splitlines() == [f"mjrules: {twice}uninstall one, or name a file by its path"]


def test_the_id_of_a_bundled_ruleset(install: Install) -> None:
    install("alpha", **{"hong-kong": "extends: root\n"})
    assert mjrules.load("hong-kong").title == "Hong Kong Old Style"
    assert faults_of_names() == ('package "mj-alpha": "hong-kong" is the id of a bundled ruleset, which is used',)


@pytest.mark.slow
def test_a_broken_package_does_not_break_the_others(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("alpha", at="mj_alpha.nowhere", club=CLUB)
    install("beta", at="mj beta", club=CLUB)
    install("gamma", **{"good": CLUB, "bad": "extends: [\n", "Bad Name": CLUB, "lost": "extends: nowhere-at-all\n"})
    assert mjrules.load("good").id == "good"
    assert main(["rulesets"]) == 1
    out, err = capsys.readouterr()
    listed = {line.split()[0] for line in out.splitlines()}
    assert listed >= {*bundled_ids(), "good"} - {"root", "classical-base"}
    assert not listed & {"bad", "lost", "Bad"}
    lines = err.splitlines()
    assert lines[:3] == [
        'mjrules: package "mj-alpha": "mj_alpha.nowhere" is no folder of rulesets',
        'mjrules: package "mj-beta": "mj beta" is no folder of rulesets',
        'mjrules: package "mj-gamma": "Bad Name.yaml" cannot be the id of a ruleset',
    ]
    assert [line.split(": ")[1] for line in lines[3:]] == ["bad", "lost"]
    assert main(["plugins"]) == 0
    assert 'package "mj-alpha": "mj_alpha.nowhere" is no folder of rulesets' in told("club-of-alpha")


# Other names.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alias", "id"), [("mcr", "chinese-official"), ("guobiao", "chinese-official"), ("hkos", "hong-kong")]
)
def test_bundled_rulesets_have_other_names(alias: str, id: str) -> None:
    assert mjrules.load(alias).id == ruleset_id(alias) == id
    assert alias not in known_ids()


@pytest.mark.slow
def test_an_alias_does_wherever_an_id_does(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("alpha", club=f"aliases: [lucky, klub]\n{CLUB}")
    own = tmp_path / "own.yaml"
    own.write_text("id: own\nextends: klub\n", encoding="utf-8")
    assert mjrules.load(str(own)).hash == mjrules.load("mcr").hash
    record = {**mjrules.Hand.parse(WON).to_record(), "ruleset": "klub"}
    assert [answer["ruleset"] for answer in mjrules.score_records([record])] == ["club"]
    assert main(["check", "klub", "mcr"]) == main(["test", "klub"]) == 0
    out = capsys.readouterr().out
    assert [line.partition(":")[0] for line in out.splitlines() if line[0] != " "] == [
        "club",
        "chinese-official",
        "club",
    ]
    assert main(["score", WON, "--ruleset", "lucky", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ruleset"] == "club"
    assert main(["rulesets", "klub"]) == 0
    assert "also called lucky, klub\n" in capsys.readouterr().out
    assert "(did you mean" in told("klubb")


def test_options_chosen_for_a_ruleset_are_for_its_other_names_too() -> None:
    own = Rulesets("mcr", [("mixed_kongs", 6)])
    for name in ("mcr", "guobiao", "chinese-official"):
        assert own.get(name, ()).hash == mjrules.load("chinese-official", {"mixed_kongs": 6}).hash


def test_aliases_are_inherited_by_no_child_and_change_no_hash(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("id: own\nextends: mcr\naliases: [ours]\n", encoding="utf-8")
    child = tmp_path / "child.yaml"
    child.write_text("id: child\nextends: own.yaml\n", encoding="utf-8")
    assert mjrules.load(str(own)).definition.aliases == ("ours",)
    assert mjrules.load(str(child)).definition.aliases == ()
    assert mjrules.load(str(own)).hash == mjrules.load(str(child)).hash == mjrules.load("chinese-official").hash
    assert "unknown ruleset" in told("ours")  # a file has to be named by its path


def test_clashing_aliases_are_told(install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("alpha", one="aliases:\n- mcr\n- both # a word\n# a line\n- western\nextends: root\n")
    install("beta", two="aliases: [both]\nextends: root\n")
    assert mjrules.load("mcr").id == "chinese-official"
    assert told("both") == '"both" is another name of one and two: name one by its id'
    assert faults_of_names() == (
        '"mcr" is another name of the bundled ruleset "chinese-official", and so not of "one"',
        '"western" is an id, and so no other name of "one"',
        '"both" is another name of one and two: name one by its id',
    )
    own = tmp_path / "own.yaml"
    own.write_text("id: own\nextends: root\naliases: [mcr, western]\n", encoding="utf-8")
    assert main(["check", str(own)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        '  note: the alias "mcr" is another name of chinese-official',
        '  note: the alias "western" is the id of western',
    ]
