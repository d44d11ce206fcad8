"""The pages tell the truth: generated sections are current, every name is told, every example runs.

How the examples of a page run, in their order and in a folder of their own:

    ```console   `$ mjrules …` is run; output that follows must match. A line `…` stands for any lines,
                 `…` within a line for any text. `> FILE` saves the output, `$ echo $?` gives the status.
    ```yaml      `id:` begins a ruleset, which must load and is saved under the last part of its id;
                 `ruleset:` a config file; `# NAME.yaml` a file that is only saved. All else is a part
                 of a ruleset, or rules, and must load in a child of one.
    ```json      must be JSON;  ```jsonl  too, line by line, and is saved as hands.jsonl.
    ```python    is executed.
"""

from __future__ import annotations

import importlib.util
import inspect
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from textwrap import indent
from types import ModuleType

import pytest
import yaml
from sybil import Document, Example
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

import mjrules
from mjrules.cli import main
from mjrules.conditions.reader import ConditionReader
from mjrules.conditions.words import WORDS
from mjrules.config import read_config
from mjrules.declared.fields import keys_of
from mjrules.hooks import specs
from mjrules.ruleset.definition import Definition
from mjrules.ruleset.files import packages
from mjrules.ruleset.files.find import known_ids
from mjrules.shapes.pattern_grammar import ADJECTIVES, FORMS
from mjrules.tiles.classes import Classes
from tests.kit.declared import declared_classes

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
EXAMPLE = ROOT / "examples" / "mjrules-lucky-tile"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
OTHER_PAGES = [path for name in ("CONTRIBUTING.md", "benchmarks/README.md") if (path := ROOT / name).is_file()]
HOOKS = sorted(name for name in vars(specs) if name.startswith("mj_"))
PARENT = "chinese-official"

of_every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATE = load_generator()


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# What is generated, and what must be told.


GENERATED_SLOWLY = ("rulesets.md", "sources.md")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(page.name, marks=[pytest.mark.slow] if page.name in GENERATED_SLOWLY else [])
        for page in PAGES
        if page.parent == DOCS
    ],
)
def test_generated_sections_are_current(name: str) -> None:
    assert GENERATE.refreshed(text_of(name)) == text_of(name), "run: python docs/generate.py"


@pytest.mark.slow
def test_generate_only_checks_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert GENERATE.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("hook", HOOKS)
def test_hook_docstrings_have_all_headings(hook: str) -> None:
    summary, parts = GENERATE.hook_parts(getattr(specs, hook))
    assert summary.endswith(".")
    assert all(parts.values())
    assert hook in parts["Example"]


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_documented(hook: str) -> None:
    assert f"### `{hook}`" in text_of("plugin-reference.md")


@pytest.mark.parametrize("word", WORDS)
def test_every_condition_word_is_documented(word: str) -> None:
    assert f"| `{word}` |" in text_of("language.md")


@pytest.mark.parametrize("kind", dict.fromkeys(declared_classes()), ids=lambda kind: kind.__name__)
def test_every_key_is_documented(kind: type) -> None:
    text = text_of("language.md")
    assert [key for key in keys_of(kind) if f"| `{key}` |" not in text] == []


@pytest.mark.parametrize("word", [*FORMS, *ADJECTIVES])
def test_every_word_of_patterns_is_documented(word: str) -> None:
    assert f"`{word}`" in text_of("language.md")


def test_the_table_of_adjectives_is_true(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `(\w+)`: [^|]*\|(.*)\|$", text_of("language.md"), re.MULTILINE)
    told = {word: [cell.strip() == "yes" for cell in cells.split("|")] for word, cells in rows if word in ADJECTIVES}
    assert set(told) == set(ADJECTIVES)
    rules = "".join(f"  {word}: {{fan: 1, when: {{sets: [{word} pung]}}}}\n" for word in told)
    path = tmp_path / "adjectives.yaml"
    head = "id: adjectives\nextends: root\nplugins: [combinations, sum]\nscoring: {method: sum}\nrules:\n"
    path.write_text(head + rules, encoding="utf-8")
    ruleset = mjrules.load(str(path))
    claimed, drawn = (ruleset.score(ruleset.parse(f"(111m) [2222p] 33s456s77z {win}3s")) for win in "+!")
    columns = [(claimed, "111m"), (claimed, "333s"), (drawn, "333s"), (claimed, "2222p")]
    found = {
        word: [any(item.id == word and tiles in item.tiles for item in score.items) for score, tiles in columns]
        for word in told
    }
    assert found == told


def test_what_the_reader_of_conditions_offers_is_there() -> None:
    rows = re.search(r"^What `reader` offers.*?\n\n(.*?)\n\n", text_of("plugins.md"), re.MULTILINE | re.DOTALL)
    assert rows is not None
    told = re.findall(r"`(\w+)(\(.*?\))?`", " ".join(row.split("|")[1] for row in rows[1].splitlines()[2:]))
    reader = ConditionReader({}, classes=Classes({}))
    assert {"number", "one_of", "problem"} <= {name for name, _ in told}
    for name, arguments in told:
        member = getattr(reader, name)
        given = [] if not callable(member) else list(inspect.signature(member).parameters)
        assert arguments.strip("()").split(", ") == given[: arguments.count(",") + 1] or not arguments


def test_the_modules_that_pages_import_are_said_to_be_public() -> None:
    told = (DOCS / "records.md").read_text("utf-8").split("\nPublic are ", 1)[1]
    public = set(re.findall(r"`(mjrules[\w.]*)`", told.replace(".__all__", "")))
    imported = re.compile(r"^ *(?:>>> )?(?:from (mjrules[\w.]*) import|import (mjrules[\w.]*))", re.MULTILINE)
    found = {one or other for page in PAGES for one, other in imported.findall(page.read_text("utf-8"))}
    assert found - public == set()
    assert len(found) > 8
    for module in public:
        assert importlib.util.find_spec(module) is not None


def test_what_a_table_of_a_type_names_has_a_table_too() -> None:
    page = (DOCS / "plugin-reference.md").read_text("utf-8")
    told = set(re.findall(r"^(?:####|\|) `([A-Z]\w+)", page, re.MULTILINE))
    cells = [row.split(" | ")[1] for row in re.findall(r"^\| `.* \| .*$", page, re.MULTILINE)]
    named = {name for cell in cells for name in re.findall(r"[A-Z]\w+", cell)}
    classes = {name for name in named & {*mjrules.hooks.__all__} if isinstance(getattr(mjrules.hooks, name), type)}
    assert {"Facts", "HandPlayed"} <= classes
    assert classes - told == set()


def test_the_floors_are_those_that_imports_are_held_to() -> None:
    told = re.findall(r"^    (\w+(?: {3}\w+)*)(?: {4}.*)?$", text_of("architecture.md"), re.MULTILINE)
    project = ROOT / "pyproject.toml"
    held = tomllib.loads(project.read_text(encoding="utf-8")) if project.is_file() else {}
    for contract in held.get("tool", {}).get("importlinter", {}).get("contracts", ()):
        if contract["type"] == "layers":
            assert told == [layer.replace("mjrules.", "").replace(" : ", "   ") for layer in contract["layers"]]


@pytest.mark.parametrize("page", [*PAGES, *OTHER_PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        linked = page.parent / path if path else page
        beside_package = linked.parent == ROOT and not OTHER_PAGES  # which is tested with README.md and docs alone
        if "://" in target or linked.suffix != ".md" or beside_package:
            continue
        assert linked.is_file(), target
        headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = [re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-") for heading in headings]
        assert not anchor or anchor in anchors, target


@pytest.mark.parametrize(
    ("heading", "floor"), [("From rules that hold to a score", "scoring"), ("Many hands as columns", "batch")]
)
def test_the_modules_that_the_architecture_names_are_there(heading: str, floor: str) -> None:
    section = text_of("architecture.md").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    named = {name for names in re.findall(r"\((`\w+`(?:,\s+`\w+`)*)\)", section) for name in re.findall(r"\w+", names)}
    there = {path.stem for path in (Path(mjrules.__file__).parent / floor).iterdir()}
    assert named
    assert sorted(named - there) == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "benchmarks/README.md"])
def test_the_programs_that_are_named_are_there(page: str) -> None:
    if not (ROOT / page).is_file():
        pytest.skip("an installed package has no such page")
    text = (ROOT / page).read_text(encoding="utf-8")
    named = {name.replace(".", "/") + ".py" for name in re.findall(r"python -m ((?:benchmarks|tests)\.[\w.]+)", text)}
    named |= {*re.findall(r"(?:python|pytest) (?:\S+ )*?((?:benchmarks|docs|tests)/[\w/]+(?:\.py)?)", text)}
    lost = [name for name in named if not (ROOT / name).exists() and not (ROOT / name).with_suffix("").is_dir()]
    assert sorted(lost) == []
    programs = {f"benchmarks/{path.name}" for path in (ROOT / "benchmarks").glob("*.py")}
    assert page == "CONTRIBUTING.md" or sorted(programs - named) == []


# The examples.


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example plugin as if it were installed; gives the paths that make it so."""
    if "lucky-tile-club" in known_ids():
        return ""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = tmp_path / "site" / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    points = "".join(
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
        for group, entries in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    for folder in (EXAMPLE, info.parent):
        monkeypatch.syspath_prepend(str(folder))
    packages.brought.cache_clear()
    return os.pathsep.join([str(EXAMPLE), str(info.parent)])


class Desk:
    """The folder in which the examples of one page run, in their order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status = 0

    def save(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def yaml(self, example: Example) -> None:
        text = str(example.parsed)
        first = text.split("\n", 1)[0]
        if first.startswith("# ") and first.endswith(".yaml"):
            self.save(first[2:], text)
        elif first.startswith("id:"):
            mjrules.load(str(self.save(first.split("/")[-1].removeprefix("id:").strip() + ".yaml", text)))
        elif first.startswith("ruleset:"):
            config = read_config(str(self.save("mjrules.yaml", text)))
            assert config.ruleset is not None
        else:
            head = f"id: fragment\nextends: {PARENT}\n"
            if not set(yaml.safe_load(text)) <= set(keys_of(Definition)):
                head, text = f"{head}rules:\n", indent(text, "  ")
            mjrules.load(str(self.save("fragment.yaml", head + text)))

    def json(self, example: Example) -> None:
        json.loads(example.parsed)

    def jsonl(self, example: Example) -> None:
        text = str(example.parsed)
        assert all(isinstance(json.loads(line), dict) for line in text.splitlines())
        self.save("hands.jsonl", text)

    def console(self, example: Example) -> None:
        for block in re.split(r"^\$ ", str(example.parsed), flags=re.MULTILINE)[1:]:
            command, _, expected = block.partition("\n")
            if command == "echo $?":
                assert expected.strip() == str(self.status)
            elif command.startswith("mjrules "):
                output = self.run(shlex.split(command)[1:])
                right = shown(expected).fullmatch(tidy(output)) is not None if expected else self.status == 0
                assert right, f"$ {command}\n{output}"

    def run(self, arguments: list[str]) -> str:
        """What a command prints, errors too; its status is kept."""
        *_, before, name = ["", "", *arguments]
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            try:
                self.status = main(arguments[:-2] if before == ">" else arguments)
            except SystemExit as stop:
                self.status = int(stop.code or 0)
        if before == ">":
            self.save(name, output.getvalue())
            return ""
        return output.getvalue()


def tidy(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def shown(expected: str) -> re.Pattern[str]:
    """What output may be like, given what a page shows of it."""
    lines = tidy(expected).splitlines()
    parts = ["(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n" for line in lines]
    return re.compile("".join(parts))


@pytest.mark.slow
@of_every_page
def test_examples_run(page: Path, tmp_path: Path, installed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    desk = Desk(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    parsers = [CodeBlockParser(name, getattr(desk, name)) for name in ("yaml", "json", "jsonl", "console")]
    document = Document.parse(str(page), *parsers, PythonCodeBlockParser())
    document.namespace["__file__"] = str(folder / page.name)
    for example in document.examples():
        example.evaluate()


def test_the_runner_sees_what_is_wrong() -> None:
    assert shown("a\n…\nz …").fullmatch("a\nb\nc\nz 1\n")
    assert shown("a\n…").fullmatch("a\n")
    assert not shown("a\n").fullmatch("a\nb\n")
    assert not shown("a …\n").fullmatch("b c\n")


@pytest.mark.slow
def test_the_tests_of_the_example_plugin_pass(installed: str, tmp_path: Path) -> None:
    paths = {"PYTHONPATH": installed} if installed else {}
    environment = {**os.environ, **paths, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={tmp_path / 'pytest'}", "."]
    result = subprocess.run(command, cwd=EXAMPLE, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
