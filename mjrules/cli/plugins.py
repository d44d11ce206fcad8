"""List the installed plugins: what each provides, and which rulesets use it."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import Any

from ..errors import PluginError, RulesetError
from ..hooks.manager import Available, Plugins, available_plugins
from ..ruleset.files import known_ids
from ..ruleset.load import load
from ..text_tables import columns
from .common import add_json, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 1 where a plugin cannot be used."""
    available = available_plugins()
    users: dict[str, list[str]] = {name: [] for name in available}
    for id in known_ids():
        with suppress(RulesetError):  # one of a package: `mjrules rulesets` says what is wrong with it
            for name in load(id).definition.plugins:
                users.setdefault(name, []).append(id)
    found = [_describe(name, available, users[name]) for name in available]
    if args.json:
        print_json(found)
    else:
        rows = [[item["name"], item["about"], ", ".join(item["hooks"]), ", ".join(item["used_by"])] for item in found]
        print(columns([["plugin", "about", "hooks", "used by"], *rows], indent=""))
    return 1 if any(item["error"] for item in found) else 0


def _describe(name: str, available: Available, used_by: list[str]) -> dict[str, Any]:
    try:
        plugin = Plugins([name], available, alone=True).plugins[name]
    except PluginError as error:
        return {"name": name, "about": str(error), "hooks": [], "used_by": used_by, "error": True}
    about = (plugin.__doc__ or "").strip().split("\n")[0]
    hooks = [hook for hook in dir(plugin) if hook.startswith("mj_")]
    return {"name": name, "about": about, "hooks": hooks, "used_by": used_by, "error": False}
