"""Write the file of a club, after a few questions; or a plugin, a package with a ruleset that uses it, and tests.

mjrules new club tuesday-club --extends western --set limit=500
mjrules new plugin loud_tile
mjrules new plugin quiet_start --house-rule
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from string import Template

from ..conditions.words import WORDS
from ..errors import described, described_path
from ..hooks.manager import available_plugins
from ..ruleset.files.find import PACKAGE, known_ids
from ..ruleset.files.read_yaml import read_source
from ..ruleset.inherit import LIST_WORDS, REPLACE
from ..ruleset.load import load
from ..spoken import Sentence
from ..version import __version__
from .arguments import UsageError, add_language, named_path
from .chosen import refuse_in_english
from .new_club import THERE_ALREADY, write_club

_FOLDER_THERE_NO = Sentence("--folder: there is no folder {folder}", "“--folder”：没有文件夹{folder:shown}")
_CLUB = Sentence("club", "俱乐部")()
_PLUGIN = Sentence("plugin", "插件")()
_IS_FOR_A = Sentence("{option} is for a {other}", "“{option}”用于{other}")

TEMPLATES = Path(PACKAGE, "templates")
"""The folder of the files that are written; words behind `$` are replaced."""
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST = 40
_WORD, _HOUSE_RULE = "word", "house_rule"
_MEANS_ELSE = ("null", "true", "false", *LIST_WORDS, REPLACE)
"""Names that a ruleset file would not take for names."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("what", choices=["club", "plugin"], help="what is written")
    parser.add_argument("name", metavar="NAME", help="its name: lower-case letters, digits and _, for a club also -")
    about = "the folder in which NAME.yaml or the folder mjrules-NAME is made (default: the working folder)"
    parser.add_argument("--folder", metavar="FOLDER", type=named_path, default=Path(), help=about)
    parser.add_argument("--extends", metavar="ID|PATH", help="the ruleset by which a club plays")
    parser.add_argument("--title", metavar="TEXT", help="what a club is called")
    about = "an option that a club plays otherwise"
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], dest="settings", help=about)
    about = "give a plugin a house rule with settings (default: a condition word)"
    parser.add_argument("--house-rule", action="store_true", help=about)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises UsageError where the name will not do, or something is in the way."""
    if not args.folder.is_dir():
        raise UsageError(_FOLDER_THERE_NO(folder=described_path(args.folder)))
    _refuse_in_vain(args)
    refuse_in_english(args, {"plugin": args.what == "plugin"})
    if args.what == "club":
        write_club(args)
    else:
        _write_plugin(args)
    return 0


def _refuse_in_vain(args: argparse.Namespace) -> None:
    """Refuse options that would do nothing. Raises UsageError."""
    of_club = {"--extends": args.extends, "--title": args.title, "--set": args.settings or None}
    of_plugin = {"--house-rule": args.house_rule or None}
    other, options = (_PLUGIN, of_plugin) if args.what == "club" else (_CLUB, of_club)
    for option, value in options.items():
        if value is not None:
            raise UsageError(_IS_FOR_A(option=option, other=other))


def _write_plugin(args: argparse.Namespace) -> None:
    kind = _HOUSE_RULE if args.house_rule else _WORD
    name = _checked_name(args.name, kind)
    project = args.folder / f"mjrules-{name.replace('_', '-')}"
    if project.exists() or project.is_symlink():
        raise UsageError(THERE_ALREADY(path=described_path(project)))
    files = plugin_files(name, house_rule=args.house_rule)
    if kind == _WORD:
        _check_rule(name, files)
    for path, text in files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")
    print(f"{project}: a plugin with the {_called(kind)} {name}. Install it, and try it:")
    print(f"  pip install -e '{project}[test]'\n  pytest {project}\n  mjrules check {name.replace('_', '-')}-club")


def _checked_name(given: str, kind: str) -> str:
    """The name of a new plugin. Raises UsageError."""
    name = given.replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        like = "_".join(re.findall(r"[a-z0-9]+", given.lower()))[:_LONGEST].strip("_").lstrip("0123456789_")
        near = f' (did you mean "{like}"?)' if _NAME.fullmatch(like) else ""
        expected = f"lower-case letters, digits and _, beginning with a letter, {_LONGEST} at most"
        raise UsageError(f"{described(given)} is no name for a plugin: expected {expected}{near}")
    if name in _MEANS_ELSE:
        raise UsageError(f'"{name}" means something else in a ruleset file')
    if name in available_plugins():
        raise UsageError(f'"{name}" is the name of an installed plugin')
    if find_spec(f"mjrules_{name}") is not None:
        raise UsageError(f'"mjrules_{name}" is the name of an installed package')
    if kind == _WORD and name in WORDS:
        raise UsageError(f'"{name}" is a word of the language already')
    club = f"{name.replace('_', '-')}-club"
    if club in known_ids():
        raise UsageError(f'"{club}", the id of its ruleset, is that of another one')
    return name


def _check_rule(name: str, files: Mapping[str, str]) -> None:
    """Refuse a name of a rule, or of rules, that the ruleset of the plugin inherits. Raises UsageError."""
    (club,) = (text for path, text in files.items() if path.endswith(".yaml"))
    extends = str(read_source(club.encode(), name).value["extends"].value)
    parent = load(extends)
    known = {"rule": [rule.id for rule in parent.book.rules], "group of rules": parent.definition.groups}
    for what, names in known.items():
        if name in names:
            raise UsageError(f'"{name}" is a {what} of {extends} already, which the ruleset of the plugin extends')


def plugin_files(name: str, *, house_rule: bool = False) -> Mapping[str, str]:
    """The files of a new plugin, by their paths in its project."""
    kind = _HOUSE_RULE if house_rule else _WORD
    dashed, title = name.replace("_", "-"), name.replace("_", " ").title()
    does = "the first discards may not be claimed for a set" if house_rule else "suit tiles with a number of the record"
    words = {
        "name": name,
        "dashed": dashed,
        "title": title,
        "camel": title.replace(" ", ""),
        "about": f"The {_called(kind)} {name} for mjrules: {does}",
        "versions": _versions(__version__),
    }
    templates = {
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        f"mjrules_{name}/__init__.py": f"{kind}/module.py",
        f"mjrules_{name}/rulesets/{dashed}-club.yaml": f"{kind}/club.yaml",
        f"tests/test_{name}.py": f"{kind}/test.py",
    }
    return {path: _filled(template, words) for path, template in templates.items()}


def _filled(template: str, words: Mapping[str, str]) -> str:
    return Template((TEMPLATES / f"{template}.txt").read_text(encoding="utf-8")).substitute(words)


def _called(kind: str) -> str:
    return "house rule" if kind == _HOUSE_RULE else "condition word"


def _versions(version: str) -> str:
    """The versions of mjrules with which something works that works with this one."""
    major, minor = map(int, version.split(".")[:2])
    return f">={major}.{minor},<{major}.{minor + 1}"
