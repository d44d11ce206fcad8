"""The statements of the documents, the citations of rulesets, and what `check` tells of both."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.errors import RulesetError
from mjrules.glossary import cited_by_terms
from mjrules.ruleset.citations import Citations, citations_of, read_citations
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.files.find import bundled_folder, bundled_ids
from mjrules.ruleset.resolve import load_nodes
from mjrules.ruleset.statements import TOPICS, Document, read_document, read_documents
from tests.kit.processes import PATIENCE

DOCUMENTS = read_documents()
STATEMENTS = [statement for document in DOCUMENTS.values() for statement in document.statements.values()]


def cited_by(id: str, documents: dict[str, Document] = DOCUMENTS) -> Citations:
    chain = read_chain(id)
    return read_citations(load_nodes(chain).node, chain, documents)


# The bundled statements and rulesets.


def test_the_founding_documents_have_statements() -> None:
    sources = mjrules.load("root").definition.sources
    assert set(DOCUMENTS) == {id for id, source in sources.items() if "founding document" in source.about}
    assert len(STATEMENTS) > 600


def test_ids_of_statements_are_unique() -> None:
    ids = [statement.id for statement in STATEMENTS]
    assert len(set(ids)) == len(ids)
    assert [id for id in ids if list(citations_of(id)) != [id]] == []


def test_statements_have_place_wording_and_topic() -> None:
    assert [item.id for item in STATEMENTS if not (item.at and item.says and item.topic in TOPICS)] == []


def test_every_topic_is_used() -> None:
    assert {item.topic for item in STATEMENTS} == set(TOPICS)


@pytest.mark.slow
@pytest.mark.parametrize("id", bundled_ids())
def test_every_citation_of_a_bundled_ruleset_resolves(id: str) -> None:
    assert cited_by(id).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("id", bundled_ids())
def test_bundled_rulesets_cite_statements_and_no_document_as_a_whole(id: str) -> None:
    assert cited_by(id).documents == ()


def test_every_rule_of_a_document_of_fans_is_cited() -> None:
    cited = {item.names for item in cited_by("chinese-official").statements}
    fans = [item.id for item in STATEMENTS if item.topic in ("fan", "combination") and not item.waits_for]
    assert len(fans) > 81 * 3
    assert [id for id in fans if id not in cited] == []


@pytest.mark.slow
def test_what_is_not_cited_tells_what_it_waits_for() -> None:
    cited = {item.names for id in bundled_ids() for item in cited_by(id).statements} | {*cited_by_terms(DOCUMENTS)}
    assert [item.id for item in STATEMENTS if item.id not in cited and not item.waits_for] == []


def test_no_two_words_for_one_part() -> None:
    parts = {item.waits_for for item in STATEMENTS if item.waits_for}
    near = [pair for pair in combinations(sorted(parts), 2) if SequenceMatcher(None, *pair).ratio() > 0.8]
    assert near == []


# Citations.


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("book no. 1; guide no. 75", ["book no. 1", "guide no. 75"]),
        ("book: 6; guide no. 3, other  big\n winds: 8", ["book", "guide no. 3", "other big winds"]),
        ("guide no. 3, as it may be read", ["guide no. 3", "as it may be read"]),
        ("", []),
        (" ; ,", []),
    ],
)
def test_what_a_source_text_names(text: str, names: list[str]) -> None:
    assert list(citations_of(text)) == names


BOOK = """
    id: old-book
    sections:
      - at: Page 1
        topic: points
        statements: {no. 1: all pungs are worth 4, no. 2: a flower is worth 1}
      - at: Page 2
        topic: wall
        waits_for: the table
        statements:
          dead wall: 14 tiles are left
"""
LEAFLET = """
    id: leaflet
    sections:
      - at: Back
        topic: points
        statements: {pungs: all pungs are worth 3}
      - {at: Back, topic: penalty, statements: {wrong call: costs 10}}
"""
GAME = """
    id: game
    extends: root
    sources:
      old-book: {title: The Old Book}
      leaflet: {title: A Leaflet}
      leaflets: {title: Other Leaflets}
    plugins: [combinations, sum]
    options:
      flower_worth: {of: rules.flower.points, values: [1, 2], source: "old-book no. 2, leaflets: 1; club: 2"}
    scoring:
      method: sum
    rules:
      all_pungs:
        points: 4
        when: {sets: pung}
        source: old-book no. 1; common
        rivals: [{points: 3, source: leaflet pungs}]
      flower: {points: 1, each: true, when: {bonus: [any]}, source: old-book}
"""
CLUB = """
    id: club
    extends: game
    rules:
      all_pungs: {points: 5, source: leaflet pungs}
      flower: null
"""


def save(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(dedent(text).lstrip(), encoding="utf-8")


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two documents and a bundled ruleset of our own; gives the folder above them, which is the working folder."""
    save(tmp_path / "sources" / "old-book.yaml", BOOK)
    save(tmp_path / "sources" / "leaflet.yaml", LEAFLET)
    save(tmp_path / "rulesets" / "game.yaml", GAME)
    shutil.copy(Path(bundled_folder(), "root.yaml"), tmp_path / "rulesets")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mjrules.ruleset.files.find.bundled_folder", lambda: str(tmp_path / "rulesets"))
    monkeypatch.setattr("mjrules.ruleset.statements.bundled_folder", lambda: str(tmp_path / "rulesets"))
    return tmp_path


def run(*argv: str) -> tuple[int, str]:
    """The exit status and output of a call of the program."""
    output = io.StringIO()
    with redirect_stdout(output):
        status = main(argv)
    return status, output.getvalue()


TABLE = """\
document  statements  cited  not cited  cited by
leaflet            2      1          1  game 1
old-book           3      2          1  game 2
all                5      3          2

cited as a whole, without a statement:
  rulesets/game.yaml:18:65 rules.flower.source: old-book

not cited, by what they wait for:

not said (1)
  leaflet wrong call
      costs 10
      penalty: Back

the table (1)
  old-book dead wall
      14 tiles are left
      wall: Page 2
"""


def test_check_sources_prints(made_up: Path) -> None:
    assert run("check", "--sources") == (0, TABLE)


def test_check_sources_as_json(made_up: Path) -> None:
    status, output = run("check", "--sources", "--json")
    assert status == 0
    assert json.loads(output) == {
        "rulesets": [
            {"ruleset": "game", "valid": True, "warnings": []},
            {"ruleset": "root", "valid": True, "warnings": []},
        ],
        "documents": [
            {"id": "leaflet", "statements": 2, "cited": 1, "by": {"game": 1}},
            {"id": "old-book", "statements": 3, "cited": 2, "by": {"game": 2}},
        ],
        "not_cited": [
            {"id": "leaflet wrong call", "says": "costs 10", "at": "Back", "topic": "penalty", "waits_for": ""},
            {
                "id": "old-book dead wall",
                "says": "14 tiles are left",
                "at": "Page 2",
                "topic": "wall",
                "waits_for": "the table",
            },
        ],
        "whole": [
            {
                "document": "old-book",
                "ruleset": "game",
                "file": "rulesets/game.yaml",
                "line": 18,
                "column": 65,
                "path": "rules.flower.source",
            }
        ],
    }


def test_a_child_cites_what_it_inherits_and_does_not_change(made_up: Path) -> None:
    save(made_up / "club.yaml", CLUB)
    status, output = run("check", "--sources", "club.yaml", "--json")
    found = json.loads(output)
    assert status == 0
    assert [item["by"] for item in found["documents"]] == [{"club": 1, "game": 1}, {"game": 1}]
    assert [item["id"] for item in found["not_cited"]] == ["leaflet wrong call", "old-book no. 1", "old-book dead wall"]
    assert found["whole"] == []


SECTIONS = "    sources_of: {tiles.s1234: old-book dead wall, scoring: old-book, tiles: leaflet pung}\n"
GAME_OF_SECTIONS = GAME.replace("    plugins:", f"{SECTIONS}    plugins:")
CLUB_WITHOUT_SEASONS = """
    id: club
    extends: game
    sources_of: {scoring: null, tiles: null, rules: leaflet wrong call}
    tiles: {s1234: null}
"""


def test_values_without_a_source_of_their_own_are_cited_by_path(made_up: Path) -> None:
    save(made_up / "rulesets" / "game.yaml", GAME_OF_SECTIONS)
    documents = read_documents()
    found = cited_by("game", documents)
    assert ("old-book dead wall", "sources_of.tiles.s1234") in [(item.names, item.path) for item in found.statements]
    assert ("old-book", "sources_of.scoring") in [(item.names, item.path) for item in found.documents]
    assert [(problem.path, problem.message) for problem in found.problems] == [
        ("sources_of.tiles", 'leaflet has no statement "pung" (did you mean "pungs"?)')
    ]


def test_what_a_companion_cites_is_cited_by_its_ruleset(made_up: Path) -> None:
    alone = {(item.names, item.path) for item in cited_by("game", read_documents()).statements}
    cites = "        source: old-book no. 1; common\n"
    assert cites in GAME
    save(made_up / "rulesets" / "game.yaml", GAME.replace(cites, ""))
    save(made_up / "rulesets" / "game.sources.yaml", "rules: {all_pungs: {source: old-book no. 1; common}}\n")
    found = cited_by("game", read_documents())
    assert {(item.names, item.path) for item in found.statements} == alone
    (item,) = [item for item in found.statements if item.path == "rules.all_pungs.source"]
    assert (item.ruleset, item.place.file, item.place.line) == ("game", "rulesets/game.sources.yaml", 1)


def test_the_source_of_a_deleted_value_is_no_fault(made_up: Path) -> None:
    save(made_up / "rulesets" / "game.yaml", GAME_OF_SECTIONS)
    save(made_up / "club.yaml", CLUB_WITHOUT_SEASONS)
    found = cited_by("./club.yaml", read_documents())
    assert found.problems == ()
    assert "leaflet wrong call" in [item.names for item in found.statements if item.ruleset == "club"]


def test_everything_is_cited(made_up: Path) -> None:
    save(made_up / "sources" / "old-book.yaml", BOOK.split("      - at: Page 2")[0])
    save(made_up / "sources" / "leaflet.yaml", LEAFLET.split("      - {at: Back")[0])
    status, output = run("check", "--sources")
    assert status == 0
    assert output.endswith("\nevery statement is cited\n")


MISSPELT = GAME.replace("old-book no. 1; common", "old-book no. 11; common")
TOLD = """\
rulesets/game.yaml:16:13 rules.all_pungs.source: old-book has no statement "no. 11" (did you mean "no. 1"?)
        source: old-book no. 11; common
                ^
game: 1 problem
"""


def test_a_misspelt_citation_of_a_bundled_ruleset_is_an_error(made_up: Path) -> None:
    save(made_up / "rulesets" / "game.yaml", MISSPELT)
    assert run("check", "game") == (2, TOLD)
    assert run("check", "rulesets/game.yaml") == (2, TOLD.replace("game: 1", "rulesets/game.yaml: 1"))
    status, output = run("check", "--sources")
    assert status == 2
    assert output.startswith(TOLD)
    assert "\nold-book           3      1          2  game 1\n" in output
    assert cited_by("game", read_documents()).problems


def test_a_misspelt_citation_of_a_clubs_ruleset_is_a_note(made_up: Path) -> None:
    save(made_up / "club.yaml", CLUB.replace("leaflet pungs", "leaflet pung"))
    wrong = 'club.yaml:4:34 rules.all_pungs.source: leaflet has no statement "pung"{}(did you mean "pungs"?)'
    note = f"  note: {wrong.format(chr(10) + ' ' * 6)}\n"
    status, output = run("check", "club.yaml")
    assert status == 0
    told = "  it is game, with 1 rule changed and 1 rule left out\n"
    assert output.startswith("club.yaml: fine, 1 of 1 rules are data (100%)\n  beside them ")
    assert output.endswith('  note: option "flower_worth" changes nothing: what it is for was deleted\n' + note + told)
    status, output = run("check", "--sources", "club.yaml")
    assert status == 0
    assert output.startswith(f"club.yaml:\n{note}document ")
    status, output = run("check", "--sources", "club.yaml", "--json")
    assert [wrong.format(" ")] == json.loads(output)["rulesets"][0]["warnings"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("old-book no. 3", 'old-book has no statement "no. 3" (did you mean "no. 2"?)'),
        ("old-book quite another thing", 'old-book has no statement "quite another thing" (see sources/old-book.yaml)'),
        ("common; old-bok no. 1", '"old-bok" is not a source (did you mean "old-book"?)'),
        ("common, old-bok: 4", '"old-bok" is not a source (did you mean "old-book"?)'),
        ("leaflets no. 1", None),
        ("old-book dead wall", None),
        ("club minutes, March 2026", None),
        ("old-book", None),
    ],
)
def test_what_is_wrong_with_a_citation(made_up: Path, source: str, message: str | None) -> None:
    save(made_up / "club.yaml", CLUB.replace("leaflet pungs", f'"{source}"'))
    found = [problem.message for problem in cited_by("./club.yaml", read_documents()).problems]
    assert found == ([] if message is None else [message])


def test_check_asks_for_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 2
    told = "mjrules: no ruleset is named: give an id or a path, or --sources for what the bundled ones cite\n"
    assert capsys.readouterr() == ("", told)


# Faults in files of statements.

GOOD = "id: book\nsections:\n- at: Page 1\n  topic: wall\n  statements: {a: one, b: two}\n"


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ("id: book", "id: books", ['sources/book.yaml:1:5 id: expected the name of the file, "book"']),
        ("wall", "wal", ['sources/book.yaml:4:10 sections[0].topic: "wal" is not a topic (did you mean "wall"?)']),
        ("at: ", "att: ", ['3:3 sections[0].at: the key "at" is missing', 'unknown key (did you mean "at"?)']),
        ("b: two", "a: two", ['5:24: the key "a" is given twice, first in line 5']),
        ("b: two", "b: 2", ['5:27 sections[0].statements.b: expected text, got 2 (put it in quotes: "2")']),
        ("b: two", "'b, c': two", ["5:24 sections[0].statements.b, c: expected words with single spaces between them"]),
        ("{a: one, b: two}", "{}", ["5:15 sections[0].statements: expected at least one entry, got an empty mapping"]),
        (
            "two}\n",
            "two}\n- {at: 2, topic: deal, statements: {a: three}}\n",
            ['sections[1].at: expected text, got 2 (put it in quotes: "2")'],
        ),
        (
            "two}\n",
            "two}\n- {at: Page 2, topic: deal, statements: {a: three}}\n",
            ['6:42 sections[1].statements.a: "a" is given twice, first in line 5'],
        ),
    ],
)
def test_faults_in_statements(old: str, new: str, messages: list[str]) -> None:
    assert read_document(GOOD.encode(), "sources/book.yaml").statements["b"].id == "book b"
    with pytest.raises(RulesetError) as caught:
        read_document(GOOD.replace(old, new, 1).encode(), "sources/book.yaml")
    lines = [str(problem).split("\n")[0] for problem in caught.value.problems]
    assert len(lines) == len(messages)
    assert [message for message, line in zip(messages, lines, strict=True) if message not in line] == []


def test_faults_of_all_documents_are_told_at_once(made_up: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("old-book", "leaflet"):
        path = made_up / "sources" / f"{name}.yaml"
        path.write_text(path.read_text("utf-8").replace("points", "pionts"), "utf-8")
    assert main(["check", "--sources"]) == 2
    error = capsys.readouterr().err
    assert [line.split(" ")[-5:] for line in error.splitlines() if "is not a topic" in line] == [
        ["topic", "(did", "you", "mean", '"points"?)']
    ] * 2


# What is read when.

LOADED = """
import sys
from mjrules.cli import main
main(["score", "123m456p789s111z2z +2z from=left", "--ruleset", "chinese-official", "--json"])
print(sorted(name for name in sys.modules if name.split(".")[-1] in ("statements", "citations", "sources")))
"""


@pytest.mark.slow
def test_scoring_reads_no_statements() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=PATIENCE, check=True)
    lines: list[Any] = done.stdout.splitlines()
    assert json.loads(lines[0])["total"] == 15
    assert lines[1] == "[]"
