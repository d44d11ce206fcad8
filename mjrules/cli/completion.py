"""Print what a shell needs to complete commands, options and ids of rulesets: bash, zsh, fish, tcsh or powershell.

It needs shtab, which the extra `cli` installs:

    pip install 'mjrules[cli]'
    mjrules completion bash > ~/.local/share/bash-completion/completions/mjrules
"""

from __future__ import annotations

import argparse
from importlib import import_module

from ..ruleset.files.find import known_ids
from . import COMMANDS
from .arguments import UsageError

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
_RULESETS = ("--ruleset", "--extends")
_FILES = ("--config", "--jsonl", "--hands", "--out", "--within", "--folder", "--allow")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises UsageError where shtab is not installed."""
    try:
        import shtab
    except ImportError:
        raise UsageError("completion needs shtab: pip install 'mjrules[cli]'") from None
    print(shtab.complete(whole_parser(shtab.FILE), args.shell))
    return 0


def whole_parser(files: object) -> argparse.ArgumentParser:
    """All commands with their arguments in one parser; `files` is what completes names of files."""
    parser = argparse.ArgumentParser(prog="mjrules")
    commands = parser.add_subparsers()
    for name, about in COMMANDS.items():
        own = commands.add_parser(name, help=about)
        import_module(f".{name}", __package__).configure(own)
        for action in own._actions:
            if set(action.option_strings) & set(_RULESETS) or action.dest in ("ruleset", "rulesets", "other"):
                action.choices = known_ids()
            elif set(action.option_strings) & set(_FILES):
                action.complete = files  # type: ignore[attr-defined]
    return parser
