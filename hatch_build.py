"""Compiles the modules that score and play hands, where `MJRULES_COMPILE=1` in the environment asks for it.

mypyc makes C of the types that the modules have anyway. What they do is the same, only quicker. Without the wish all
stays plain Python, and the build needs nothing but hatchling. `MJRULES_COMPILE=unoptimised` compiles in half the time
what takes longer to run, for tests of the compiled modules.
"""

from __future__ import annotations

import ast
import inspect
import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import FunctionType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WISH = "MJRULES_COMPILE"

FACES = {
    "mjrules/budget.py": ("spend",),
    "mjrules/tiles/tile.py": ("format_tiles", "parse_tiles"),
    "mjrules/hands/pieces.py": ("form_of", "slots", "tile_of", "tiles_in"),
    "mjrules/shapes/readings.py": ("Reading",),
}
"""What is public in compiled modules. mypyc keeps neither docstrings nor types of signatures, so these get a face."""

COMPILED = (
    "mjrules/budget.py",
    "mjrules/declared/kinds.py",
    "mjrules/declared/values.py",
    "mjrules/tiles/tile.py",
    "mjrules/hands/pieces.py",
    "mjrules/conditions/bits.py",
    "mjrules/shapes/selectors.py",
    "mjrules/shapes/pattern_grammar.py",
    "mjrules/shapes/splitting.py",
    "mjrules/shapes/matcher.py",
    "mjrules/shapes/shape.py",
    "mjrules/shapes/glance.py",
    "mjrules/shapes/ready_discards.py",
    "mjrules/shapes/wait_kinds.py",
    "mjrules/shapes/readings.py",
    "mjrules/shapes/joker_fillings.py",
    "mjrules/shapes/joker_readings.py",
    "mjrules/conditions/told_fields.py",
    "mjrules/conditions/facets.py",
    "mjrules/conditions/set_and_tile_words.py",
    "mjrules/conditions/words.py",
    "mjrules/scoring/question_groups.py",
    "mjrules/scoring/compiled_rules.py",
    "mjrules/scoring/values.py",
    "mjrules/scoring/standing.py",
    "mjrules/scoring/judged.py",
    "mjrules/scoring/select.py",
    "mjrules/scoring/chosen_apart.py",
    "mjrules/scoring/verify.py",
    "mjrules/scoring/winning.py",
    "mjrules/scoring/joker_stand_ins.py",
    "mjrules/scoring/best_jokers.py",
    "mjrules/scoring/waits.py",
    "mjrules/scoring/shares.py",
    "mjrules/scoring/scorer.py",
    "mjrules/hooks/answer_types.py",
    "mjrules/hooks/check_answers.py",
    "mjrules/hooks/wrap.py",
    "mjrules/play/seat_state.py",
    "mjrules/play/phases.py",
    "mjrules/play/wall.py",
    "mjrules/play/state.py",
    "mjrules/table/awake.py",
    "mjrules/table/claimable_sets.py",
    "mjrules/table/judge.py",
    "mjrules/table/legal_claims.py",
    "mjrules/table/legal_actions.py",
    "mjrules/table/claim_priority.py",
    "mjrules/table/course.py",
    "plugins/mjrules_combinations/account_once.py",
    "plugins/mjrules_score_doubling/worth.py",
    "plugins/mjrules_score_sum/total.py",
)


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to a wheel, where that is asked for."""

    folder: str | None = None

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling; fetched only where it compiles."""
        return ["mypy>=1.15", "setuptools>=70"] if asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is built; who asks for it and cannot have it is told so, and gets no wheel."""
        if not asked():
            return
        if version == "editable":
            self.app.abort(f"An editable install stays plain Python: leave {WISH} or the option -e away.")
        self.folder = tempfile.mkdtemp()
        try:
            found = compiled(Path(self.root), Path(self.folder))
        except (Exception, SystemExit) as error:  # mypyc leaves by SystemExit
            self.app.display_error(f"{type(error).__name__}: {error}")
            self.app.abort(f"mjrules could not be compiled, see above. Without {WISH} it stays plain Python.")
        build_data["force_include"].update(found)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the compiler's folder away."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def asked() -> bool:
    """Whether the environment asks for compiled modules."""
    return os.environ.get(WISH, "") not in ("", "0")


def compiled(root: Path, folder: Path) -> dict[str, str]:
    """Compile in a folder; the files made, each with its path in the wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    shutil.copytree(root / "mjrules", folder / "mjrules")
    shutil.copytree(root / "plugins", folder, dirs_exist_ok=True)
    write_faces(folder)
    before = Path.cwd()
    os.chdir(folder)
    try:
        files = [path.removeprefix("plugins/") for path in COMPILED]
        options = ["--ignore-missing-imports", "--follow-imports=silent"]
        level = "0" if os.environ[WISH] == "unoptimised" else "3"
        modules = mypycify([*options, *files], opt_level=level, group_name="mjrules")
        if os.name == "posix":  # what no other library asks for needs not be looked up at the start
            for module in modules:
                module.extra_compile_args.append("-fvisibility=hidden")
        distribution = Distribution({"name": "mjrules", "ext_modules": modules})
        command = distribution.get_command_obj("build_ext")
        command.inplace = True
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    made = [path for path in folder.rglob("*") if path.suffix in (".so", ".pyd") and "build" not in path.parts]
    return {str(path): path.relative_to(folder).as_posix() for path in (*made, folder / "mjrules/_faces.py")}


def write_faces(folder: Path) -> None:
    """Write the module of the faces, and have the modules put them on when they are imported."""
    parts = [
        "from __future__ import annotations\n\nimport sys\nfrom types import FunctionType",
        inspect.getsource(wear),
    ]
    for path, name in ((path, name) for path, names in FACES.items() for name in names):
        source = folder / path
        tree = ast.parse(source.read_text(encoding="utf-8"))
        [node] = [own for own in tree.body if isinstance(own, ast.ClassDef | ast.FunctionDef) and own.name == name]
        parts.append(ast.unparse(ast.fix_missing_locations(face(node))))
        with source.open("a", encoding="utf-8") as file:
            file.write(f'\n\nfrom mjrules._faces import wear\n\nwear(__name__, "{name}")\n')
    (folder / "mjrules/_faces.py").write_text("\n\n\n".join(parts) + "\n", encoding="utf-8")


def face(node: ast.ClassDef | ast.FunctionDef) -> ast.stmt:
    """The same class or function in plain Python, with docstrings and signatures, which calls the compiled one."""
    if isinstance(node, ast.FunctionDef):
        return calling(node, f"_compiled_{node.name}", node.args.args)
    body: list[ast.stmt] = [ast.Expr(ast.Constant(ast.get_docstring(node, clean=False)))]
    for own in node.body:
        if isinstance(own, ast.FunctionDef) and (own.name == "__init__" or not own.name.startswith("_")):
            body.append(calling(own, f"self._compiled_{own.name}", own.args.args[1:]))
    return ast.ClassDef(node.name, [], [], body, [])


def calling(node: ast.FunctionDef, target: str, given: list[ast.arg]) -> ast.FunctionDef:
    """A function whose body only calls the compiled one. `__init__` does nothing, for `__new__` has called it."""
    if node.decorator_list or node.args.vararg or node.args.kwarg or node.args.posonlyargs:
        raise ValueError(f"{node.name}: a face has neither decorators nor arguments of any number")
    named = [f"{argument.arg}={argument.arg}" for argument in node.args.kwonlyargs]
    text = f"return {target}({', '.join([*(argument.arg for argument in given), *named])})"
    documented = ast.get_docstring(node) is not None
    body = [*node.body[:documented], *ast.parse("pass" if node.name == "__init__" else text).body]
    return ast.FunctionDef(node.name, node.args, body, [], node.returns)


def wear(home: str, name: str) -> None:
    """Put its face on what is compiled: functions with docstrings and signatures, which call it under another name."""
    module, own, here = sys.modules[home], globals()[name], globals()
    compiled = getattr(module, name)
    if isinstance(own, FunctionType):
        here[f"_compiled_{name}"] = compiled
        own.__module__ = home
        setattr(module, name, own)
    else:
        compiled.__doc__ = own.__doc__
        for function in [item for item in vars(own).values() if isinstance(item, FunctionType)]:
            setattr(compiled, f"_compiled_{function.__name__}", vars(compiled)[function.__name__])
            function.__module__ = home
            setattr(compiled, function.__name__, function)
        here[name] = compiled
    for word, value in vars(module).items():
        here.setdefault(word, value)  # the names that annotations speak of
