"""The config file `mjrules.yaml`: which ruleset, with which options, how names are printed, and in which language."""

from __future__ import annotations

import os
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any

from .declared.named_tuple import NamedTuple
from .errors import DID_YOU_MEAN, Place, Problem, RulesetError, described_path, did_you_mean
from .ruleset.files.find import SourceFile
from .spoken import Sentence

if TYPE_CHECKING:
    from .ruleset.files.node import Node

_FOLDER_EXPECTED_CONFIG = Sentence("{path} is a folder: expected a config file", "{path:shown}是文件夹：应为配置文件")
_THERE_NO_CONFIG = Sentence("there is no config file {path}", "没有配置文件{path:shown}")
_UNKNOWN_KEY_CONFIG = Sentence('unknown key "{key}" of a config file{near}', "配置文件没有“{key}”这一项{near}")
_EXPECTED_MAPPING_OPTIONS = Sentence("expected a mapping of options to values", "应为若干“选项: 值”")()
_EXPECTED_TEXT = Sentence("expected text", "应为文字")()

NAME = "mjrules.yaml"
_KEYS = ("ruleset", "options", "names", "lang")
_MEANT = {"set": "options", "language": "lang", "locale": "lang"}
"""What is meant by a key that other places have."""


class Config(NamedTuple):
    """What a config file says; `folder` is where its relative paths begin, `places` is where it says `ruleset`,
    `names`, `lang` and each of the `options`, by their paths."""

    ruleset: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    names: str | None = None
    lang: str | None = None
    folder: str | None = None
    places: Mapping[str, Place] = {}

    def unusable(self, error: RulesetError) -> RulesetError:
        """The same error of the ruleset that it names; one without a place of its own is told where it is named."""
        place, problems = self.places.get("ruleset"), error.problems
        if place is None or any(one.path or one.place for one in problems):
            return error
        return RulesetError([one._replace(path="ruleset", place=place) for one in problems])

    def placed(self, error: RulesetError, but: Container[str]) -> RulesetError:
        """The same error, with the places of those of its options that are wrong; `but` are said elsewhere too."""
        places = {f"options.{name}": self.places[f"options.{name}"] for name, _ in self.options if name not in but}
        found = [one._replace(place=one.place or places.get(one.path)) for one in error.problems]
        return error if found == [*error.problems] else RulesetError(found)


def config_folders() -> list[str]:
    """Where a config file is looked for: the working folder, then the user's config folder."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    user = base or os.path.join(os.path.expanduser("~"), ".config")
    return [os.getcwd(), os.path.join(user, "mjrules")]


def read_config(path: str | None = None) -> Config:
    """The config of a file, or of the first that is found; empty where there is none. Raises RulesetError."""
    if path is not None:
        if not os.path.isfile(path):
            if os.path.isdir(path):
                raise RulesetError(_FOLDER_EXPECTED_CONFIG(path=described_path(path)))
            raise RulesetError(_THERE_NO_CONFIG(path=described_path(path)))
        return _read(path)
    for folder in config_folders():
        found = os.path.join(folder, NAME)
        if os.path.isfile(found):
            return _read(found)
    return Config()


def _read(path: str) -> Config:
    source = SourceFile(path, beside=True)
    if all(not line.strip() or line.lstrip().startswith(b"#") for line in source.data.splitlines()):
        return Config(folder=os.path.dirname(os.path.realpath(path)))
    root = source.node
    problems: list[Problem] = []
    for key, node in root.value.items():
        if key not in _KEYS:
            near = DID_YOU_MEAN(word=_MEANT[key]) if key in _MEANT else did_you_mean(key, _KEYS)
            message = _UNKNOWN_KEY_CONFIG(key=key, near=near)
            problems.append(Problem(key, message, node.key))
    ruleset = _text(root, "ruleset", problems)
    names, lang = _text(root, "names", problems), _text(root, "lang", problems)
    options = root.child("options")
    if options is not None and not options.is_mapping:
        problems.append(Problem("options", _EXPECTED_MAPPING_OPTIONS, options.place))
    if problems:
        raise RulesetError(problems)
    chosen = {} if options is None else options.value
    places = {f"options.{key}": node.place for key, node in chosen.items()}
    for key in ("ruleset", "names", "lang"):
        said = root.child(key)
        places |= {} if said is None else {key: said.place}
    plain = tuple([(key, node.plain()) for key, node in chosen.items()])
    return Config(ruleset, plain, names, lang, os.path.dirname(os.path.realpath(path)), places)


def _text(root: Node, key: str, problems: list[Problem]) -> str | None:
    node = root.child(key)
    if node is None or isinstance(node.value, str):
        return None if node is None else str(node.value)
    problems.append(Problem(key, _EXPECTED_TEXT, node.place))
    return None
