"""A family of rules is as good in a package of its own as it is bundled: Sichuan, built from the same files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.kit.cases import case_records
from tests.kit.processes import PATIENCE

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "sichuan"
FAMILY = (
    "plugins/mjrules_sichuan",
    *(f"rulesets/sichuan{part}.yaml" for part in ("", ".sources", ".examples", ".words")),
)
ENTRY = 'sichuan = "mjrules_sichuan"\n'


def run(*command: str | Path, status: int = 0) -> str:
    """What a command says, run where no file of the checkout is on the way of its imports."""
    elsewhere = Path(sys.prefix)
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE, cwd=elsewhere)
    assert found.returncode == status, found.stdout + found.stderr
    return found.stdout + found.stderr


def without_the_family(to: Path) -> Path:
    """A copy of what mjrules is built from, with no file and no entry point of the family."""
    for name in ("mjrules", "plugins", "rulesets", "sources"):
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "LICENSE", "hatch_build.py"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, to)
    for name in FAMILY:
        shutil.rmtree(to / name) if (to / name).is_dir() else (to / name).unlink()
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert project.count(ENTRY) == 1
    (to / "pyproject.toml").write_text(project.replace(ENTRY, ""), "utf-8")
    return to


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with mjrules without the family; what else it needs is that of the Python that runs the tests."""
    if not (ROOT / "plugins").is_dir():
        pytest.skip("the files of the family are not here, but installed")
    folder = tmp_path_factory.mktemp("family")
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", python.parents[1])
    purelib = run(python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])").strip()
    run(python, "-m", "pip", "install", "--no-deps", without_the_family(folder / "core"))
    above = f"import sys; sys.path.append({sysconfig.get_paths()['purelib']!r})\n"
    Path(purelib, "above.pth").write_text(above, encoding="utf-8")
    return python


@pytest.mark.slow
def test_the_family_in_a_package_does_all_that_it_does_bundled(python: Path, tmp_path: Path) -> None:
    assert "sichuan" not in run(python, "-m", "mjrules", "rulesets")
    assert '"sichuan"' in run(python, "-m", "mjrules", "check", "sichuan", status=2)
    run(python, "-m", "pip", "install", "--no-deps", ROOT / "examples" / "mjrules-sichuan")
    assert "sichuan: fine" in run(python, "-m", "mjrules", "check", "sichuan")
    assert "examples hold" in run(python, "-m", "mjrules", "test", "sichuan")
    out = run(python, "-m", "mjrules", "score", "--jsonl", CASES / "hands.jsonl", status=1)
    found = {record["id"]: record for record in map(json.loads, out.splitlines())}
    for case in case_records("sichuan/hands"):
        if "fan" in case["expect"]:
            assert found[case["id"]]["total"] == min(case["expect"]["fan"], 3), case["id"]
        else:
            assert not found[case["id"]]["valid"], case["id"]
    games = run(python, "-m", "mjrules", "replay", CASES / "games.jsonl", "--format", "sichuan-bloody", "--quiet")
    assert "All right" in games
    law = "from mjrules.testing import check_play; print(check_play('sichuan', hands=1)['announced'])"
    assert run(python, "-c", law).strip() == "4"
