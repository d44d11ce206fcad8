"""Arguments that several commands have: how they are declared, and what they may be."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from ..budget import STEPS
from ..errors import MjrulesError, described_path
from ..spoken import Sentence

if TYPE_CHECKING:
    from pathlib import Path

_SET_EXPECTED_KEY = Sentence('--set "{text}": expected KEY=VALUE', '“--set "{text}"”：应为“KEY=VALUE”')
_NOT_FOLDER = Sentence("{option}: {path} is not a folder", "“{option}”：{path:shown}不是文件夹")


class UsageError(MjrulesError):
    """A command line that cannot be carried out."""


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """The options that choose a ruleset."""
    parser.add_argument("--ruleset", metavar="ID|PATH", help="the ruleset (see `mjrules rulesets`)")
    parser.add_argument("--config", metavar="FILE", help="config file (default: mjrules.yaml here or in your config)")
    add_settings(parser)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The options that say how a ruleset is loaded; `settings_of` gives what is set."""
    about = "an option or preset"
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], dest="settings", help=about)
    add_bounds(parser)


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """The options that bound what strangers' files can do: which may extend each other, and how much work they make."""
    about = "the folder in which ruleset files may extend each other (default: each its own folder and those below)"
    parser.add_argument("--within", metavar="FOLDER", type=place_name, help=about)
    about = f"how many steps of work a question may take (default: {STEPS})"
    parser.add_argument("--budget", metavar="STEPS", type=int, default=STEPS, help=about)


def add_allow(parser: argparse.ArgumentParser) -> None:
    """The option that lets records name ruleset files."""
    about = "a ruleset file that records or logs may name by this path; others they name by id"
    parser.add_argument("--allow", metavar="PATH", action="append", default=[], help=about)


def add_names(parser: argparse.ArgumentParser) -> None:
    """The option that says how tiles are printed."""
    about = "how tiles are printed: text (123m), unicode, words, or a list of names of the ruleset"
    parser.add_argument("--names", metavar="STYLE", help=about)


def add_language(parser: argparse.ArgumentParser) -> None:
    """The option for the language of what is written; `language_of` gives it."""
    about = "the language of what is said of the ruleset (default: that of the config file, else en)"
    parser.add_argument("--lang", metavar="LANG", help=about)


def add_for_hands(parser: argparse.ArgumentParser) -> None:
    """The options of a command that answers what it is asked about hands."""
    add_ruleset(parser)
    add_allow(parser)
    add_names(parser)
    add_json(parser)
    add_language(parser)


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option for machine-readable output."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def settings_of(args: argparse.Namespace) -> list[tuple[str, str]]:
    """The options given as KEY=VALUE. Raises UsageError."""
    found = []
    for text in args.settings:
        key, sign, value = text.partition("=")
        if not sign or not key:
            raise UsageError(_SET_EXPECTED_KEY(text=text))
        found.append((key, value))
    return found


def place_or_stream(text: str) -> str:
    """The name of a file, or `-`, as the type of an argument: an empty one would be the working folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def place_name(text: str) -> str:
    """The name of a file or folder, as the type of an argument."""
    if text == "-":
        raise argparse.ArgumentTypeError("a file or folder is needed here, standard input and output are none")
    return place_or_stream(text)


def named_path(text: str) -> Path:
    """The path of a file or folder, as the type of an argument."""
    from pathlib import Path  # which most commands do without, and a start has no time for

    return Path(place_name(text))


def check_folder(option: str, path: str | Path) -> None:
    """Refuse what is no folder, where one is written to. Raises UsageError."""
    if os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(_NOT_FOLDER(option=option, path=described_path(path)))
