"""What is public in compiled modules can be given docstrings and signatures; nothing is compiled here."""

from __future__ import annotations

import shutil
from pathlib import Path
from runpy import run_path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not (ROOT / "mjrules").is_dir(), reason="the sources are not beside the tests")


def test_every_face_can_be_made(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    build = run_path(str(ROOT / "hatch_build.py"))
    shutil.copytree(ROOT / "mjrules", tmp_path / "mjrules", ignore=shutil.ignore_patterns("__pycache__"))
    build["write_faces"](tmp_path)
    made = (tmp_path / "mjrules/_faces.py").read_text(encoding="utf-8")
    for names in build["FACES"].values():
        for name in names:
            assert f"def {name}(" in made or f"class {name}:" in made


def test_a_face_of_what_is_decorated_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    build = run_path(str(ROOT / "hatch_build.py"))
    shutil.copytree(ROOT / "mjrules", tmp_path / "mjrules", ignore=shutil.ignore_patterns("__pycache__"))
    pieces = tmp_path / "mjrules/hands/pieces.py"
    pieces.write_text(
        pieces.read_text(encoding="utf-8").replace("\ndef slots(", "\n@cache\ndef slots("), encoding="utf-8"
    )
    with pytest.raises(ValueError, match="slots: a face has neither decorators"):
        build["write_faces"](tmp_path)
