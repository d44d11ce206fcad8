"""A ruleset stays what it was when its files change while it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules import Match, Ruleset, load_match
from mjrules.errors import RulesetError
from mjrules.ledger.frozen_rulesets import frozen_ruleset, thawed_ruleset

CLUB = """
id: club
extends: western
plugins: {add: [goulash_hands]}
set: {goulash: true}
house_rules: {goulash_hands: {options: {charleston: first}}}
scoring: {limit: 900}
"""
CHANGES = (CLUB.replace("900", "800"), CLUB.replace("limit:", "limits:"), "")


@pytest.fixture(params=["parsed", "recalled"])
def club(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Ruleset]:
    """A file and its ruleset, made of its nodes or out of the cache."""
    monkeypatch.setenv("MJRULES_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    ruleset = mjrules.load(path)
    return path, ruleset if request.param == "parsed" else mjrules.load(path)


@pytest.mark.parametrize("text", CHANGES)
def test_other_options_are_chosen_for_the_files_as_they_were(club: tuple[Path, Ruleset], text: str) -> None:
    path, ruleset = club
    wanted, further = (mjrules.load(path, options).hash for options in ({"stake": 75}, {"stake": 75, "max_chows": 1}))
    path.write_text(text, encoding="utf-8")
    under = ruleset.under({"stake": 75})
    assert under.hash == wanted
    assert under.under({"max_chows": 1}).hash == further
    with pytest.raises(RulesetError, match='unknown option "stakes"'):
        ruleset.under({"stakes": 75})


def test_files_that_are_gone_are_kept_as_they_were(club: tuple[Path, Ruleset]) -> None:
    path, ruleset = club
    path.unlink()
    assert ruleset.under({}).hash == ruleset.hash


def test_all_hands_of_a_match_are_played_by_the_files_with_which_it_began(club: tuple[Path, Ruleset]) -> None:
    """A goulash hand after a draw has options of its own: it was played by what stood in the files by then."""
    path, ruleset = club
    match = Match(ruleset, seed=1)
    path.write_text(CHANGES[0], encoding="utf-8")
    match.play(lambda view: view.legal[0], hands=2)
    assert match.played[1].ruleset.hash != ruleset.hash
    match.save(path.with_name("match.jsonl"))
    path.write_text(CLUB, encoding="utf-8")
    assert load_match(path.with_name("match.jsonl"), str(path)).totals == match.totals


@pytest.mark.parametrize("text", CHANGES)
def test_books_keep_the_texts_with_which_a_ruleset_was_loaded(club: tuple[Path, Ruleset], text: str) -> None:
    path, ruleset = club
    path.write_text(text, encoding="utf-8")
    assert thawed_ruleset(frozen_ruleset(ruleset)).hash == ruleset.hash
