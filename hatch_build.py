"""Compiles the modules that score and play hands, where a C compiler is at hand; else they stay plain Python.

mypyc makes C of the types that the modules have anyway. What they do is the same, only quicker.
`MJRULES_PURE=1` in the environment leaves them plain; so does an editable install.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "mjrules/tiles.py",
    "mjrules/pieces.py",
    "mjrules/numbers.py",
    "mjrules/selectors.py",
    "mjrules/patterns.py",
    "mjrules/split.py",
    "mjrules/match.py",
    "mjrules/shapes.py",
    "mjrules/reach.py",
    "mjrules/readings.py",
    "mjrules/wild.py",
    "mjrules/conditions/formula.py",
    "mjrules/conditions/facets.py",
    "mjrules/conditions/look.py",
    "mjrules/conditions/words.py",
    "mjrules/scoring/policy.py",
    "mjrules/scoring/group.py",
    "mjrules/scoring/program.py",
    "mjrules/scoring/select.py",
    "mjrules/scoring/verify.py",
    "mjrules/scoring/jokers.py",
    "mjrules/scoring/rulebook.py",
    "mjrules/scoring/scorer.py",
    "mjrules/hooks/guard.py",
    "mjrules/play/player.py",
    "mjrules/play/state.py",
    "mjrules/table/claimed.py",
    "mjrules/table/judge.py",
    "mjrules/table/referee.py",
    "mjrules/table/resolve.py",
    "mjrules/table/table.py",
    "plugins/mjrules_combinations/choices.py",
    "plugins/mjrules_doubling/worth.py",
    "plugins/mjrules_sum/total.py",
)


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to a wheel."""

    folder: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is built; a failure is told and leaves the wheel plain."""
        if self.target_name != "wheel" or version == "editable" or os.environ.get("MJRULES_PURE"):
            return
        self.folder = tempfile.mkdtemp()
        try:
            found = compiled(Path(self.root), Path(self.folder))
        except BaseException as error:  # setuptools leaves by SystemExit where there is no compiler
            if isinstance(error, KeyboardInterrupt):
                raise
            self.app.display_warning(f"mjrules stays plain Python: {error}")
            return
        build_data["force_include"].update(found)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the compiler's folder away."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def compiled(root: Path, folder: Path) -> dict[str, str]:
    """Compile in a folder; the files made, each with its path in the wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    shutil.copytree(root / "mjrules", folder / "mjrules")
    shutil.copytree(root / "plugins", folder, dirs_exist_ok=True)
    before = Path.cwd()
    os.chdir(folder)
    try:
        files = [path.removeprefix("plugins/") for path in COMPILED]
        options = ["--ignore-missing-imports", "--follow-imports=silent"]
        modules = mypycify([*options, *files], opt_level="3", group_name="mjrules")
        distribution = Distribution({"name": "mjrules", "ext_modules": modules})
        command = distribution.get_command_obj("build_ext")
        command.inplace = True
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    made = [path for path in folder.rglob("*") if path.suffix in (".so", ".pyd") and "build" not in path.parts]
    return {str(path): path.relative_to(folder).as_posix() for path in made}
