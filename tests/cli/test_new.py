"""`mjrules new plugin` writes a package that installs and passes its own tests, and writes over nothing."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from mjrules.cli import main
from mjrules.cli.new import plugin_files
from tests.kit.processes import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "mjrules-lucky-tile"
Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """What `mjrules new` says in an empty folder, and its status."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str) -> tuple[int, str, str]:
        status = main(["new", *argv])
        return status, *capsys.readouterr()

    return run


def test_the_example_is_what_is_written() -> None:
    for path, text in plugin_files("lucky_tile").items():
        assert (EXAMPLE / path).read_text(encoding="utf-8") == text, "run: mjrules new plugin lucky_tile in examples"


def test_a_project_is_written_and_what_to_do_next_is_told(told: Told, tmp_path: Path) -> None:
    assert told("plugin", "loud-tile") == (
        0,
        "mjrules-loud-tile: a plugin with the condition word loud_tile. Install it, and try it:\n"
        "  pip install -e 'mjrules-loud-tile[test]'\n  pytest mjrules-loud-tile\n  mjrules check loud-tile-club\n",
        "",
    )
    files = {path.relative_to(tmp_path / "mjrules-loud-tile") for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.as_posix() for path in files} == set(plugin_files("loud_tile"))
    assert told("plugin", "loud_tile")[::2] == (
        2,
        'mjrules: "mjrules-loud-tile" is there already: nothing is written over it\n',
    )


def test_a_folder_may_be_named(told: Told, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    assert told("plugin", "loud_tile", "--folder", "work")[0] == 0
    assert (tmp_path / "work" / "mjrules-loud-tile" / "README.md").is_file()
    assert told("plugin", "loud_tile", "--folder", "wrok") == (2, "", 'mjrules: --folder: there is no folder "wrok"\n')


NO_NAME = "is no name for a plugin: expected lower-case letters, digits and _, beginning with a letter, 40 at most"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Loud Tile", f'"Loud Tile" {NO_NAME} (did you mean "loud_tile"?)'),
        ("7up", f'"7up" {NO_NAME} (did you mean "up"?)'),
        ("../up", f'"../up" {NO_NAME} (did you mean "up"?)'),
        ("麻", f'"麻" {NO_NAME}'),
        ("", f'"" {NO_NAME}'),
        ("a" * 41, f'"{"a" * 41}" {NO_NAME} (did you mean "{"a" * 40}"?)'),
        ("sum", '"sum" is the name of an installed plugin'),
        ("score_sum", '"mjrules_score_sum" is the name of an installed package'),
        ("null", '"null" means something else in a ruleset file'),
        ("replace", '"replace" means something else in a ruleset file'),
        (
            "concealed",
            '"concealed" is a group of rules of chinese-official already, which the ruleset of the plugin extends',
        ),
        ("tiles", '"tiles" is a word of the language already'),
        (
            "all_green",
            '"all_green" is a rule of chinese-official already, which the ruleset of the plugin extends',
        ),
    ],
)
def test_names_that_will_not_do(told: Told, tmp_path: Path, name: str, said: str) -> None:
    assert told("plugin", name) == (2, "", f"mjrules: {said}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("plugin", "loud", "--extends", "hong-kong"), "--extends is for a club"),
        (("plugin", "loud", "--title", "Loud"), "--title is for a club"),
        (("plugin", "loud", "--set", "limit=1"), "--set is for a club"),
        (("club", "loud", "--extends", "hong-kong", "--house-rule"), "--house-rule is for a plugin"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    told: Told, tmp_path: Path, argv: tuple[str, ...], said: str
) -> None:
    assert told(*argv) == (2, "", f"mjrules: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_house_rule_may_have_the_name_of_a_word(told: Told) -> None:
    assert told("plugin", "tiles", "--house-rule")[0] == 0


@pytest.mark.slow
def test_new_plugins_pass_their_tests_once_installed(told: Told, tmp_path: Path) -> None:
    told("plugin", "loud_tile")
    told("plugin", "quiet_start", "--house-rule")
    python = tmp_path / "venv" / "bin" / "python"
    run([sys.executable, "-m", "venv", str(python.parents[1])])
    above = f"import site; site.addsitedir({sysconfig.get_paths()['purelib']!r})\n"
    purelib = run([str(python), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"]).strip()
    Path(purelib, "above.pth").write_text(above, encoding="utf-8")
    projects = ["mjrules-loud-tile", "mjrules-quiet-start"]
    run(
        [str(python), "-m", "pip", "install", "--no-deps", *(word for name in projects for word in ("-e", f"./{name}"))]
    )
    for project, club in zip(projects, ("loud-tile-club", "quiet-start-club"), strict=True):
        run([str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", project])
        assert "examples hold" in run([str(python), "-m", "mjrules", "test", club])
        assert f"{club}: fine" in run([str(python), "-m", "mjrules", "check", club])


def run(command: list[str]) -> str:
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout
