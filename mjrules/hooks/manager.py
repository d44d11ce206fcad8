"""Finds plugins and brings those that a ruleset names together, with a manager of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pluggy

from ..errors import PluginError, did_you_mean
from ..version import __version__
from . import specs
from .guard import checked

ENTRY_POINTS = "mjrules.plugins"
"""The group of entry points by which an installed package makes plugins available."""


def available_plugins() -> dict[str, Callable[[], object]]:
    """The installed plugins by name, each with the function that imports it."""
    from importlib.metadata import entry_points

    return {point.name: point.load for point in sorted(entry_points(group=ENTRY_POINTS))}


class Plugins:
    """The plugins of one ruleset, in a fresh manager; their order means nothing."""

    def __init__(self, names: Sequence[str], available: Mapping[str, Callable[[], object]] | None = None) -> None:
        """Raises PluginError for a plugin that is missing, does not fit, or has a misspelt hook."""
        self.manager = pluggy.PluginManager(specs.PROJECT)
        self.manager.add_hookspecs(specs)
        found = available_plugins() if available is None else available
        self.plugins: dict[str, object] = {}
        for name in sorted(set(names)):
            if name not in found:
                raise PluginError(f'plugin "{name}" is not installed{did_you_mean(name, found)}')
            self._register(name, self._load(name, found[name]))
        for name, plugin in self.plugins.items():
            self._check_neighbours(name, plugin)

    def _load(self, name: str, load: Callable[[], object]) -> object:
        try:
            return load()
        except Exception as error:
            raise PluginError(f'plugin "{name}" cannot be imported: {type(error).__name__}: {error}') from error

    def _register(self, name: str, plugin: object) -> None:
        hooks = [hook for hook in vars(specs) if hook.startswith("mj_")]
        for own in dir(plugin):
            if not own.startswith("mj_"):
                continue
            if own not in hooks:
                raise PluginError(f'plugin "{name}" implements "{own}", which is no hook{did_you_mean(own, hooks)}')
            if not hasattr(getattr(plugin, own), f"{specs.PROJECT}_impl"):
                raise PluginError(f'plugin "{name}": {own} is not marked with @hookimpl')
        _check_version(name, plugin)
        try:
            self.manager.register(plugin, name=name)
            self.manager.check_pending()
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(f'plugin "{name}": {error}') from error
        self.plugins[name] = plugin

    def _check_neighbours(self, name: str, plugin: object) -> None:
        for other in getattr(plugin, "REQUIRES", ()):
            if other not in self.plugins:
                raise PluginError(f'plugin "{name}" requires the plugin "{other}", which the ruleset does not name')
        for other in getattr(plugin, "CONFLICTS", ()):
            if other in self.plugins:
                raise PluginError(f'plugins "{name}" and "{other}" exclude each other')

    def collect(self, hook: str) -> list[tuple[str, Any]]:
        """What all plugins give back for a hook, each with the plugin's name, in order of the names."""
        found = []
        for name, plugin in self.plugins.items():
            if not hasattr(plugin, hook):
                continue
            caller = self.manager.subset_hook_caller(hook, [p for p in self.plugins.values() if p is not plugin])
            try:
                answers = caller()
            except Exception as error:
                raise PluginError(f'plugin "{name}" failed in {hook}: {type(error).__name__}: {error}') from error
            for answer in answers:
                if not isinstance(answer, (list, tuple)):
                    raise PluginError(f'plugin "{name}": {hook} gave {type(answer).__name__}: expected a list')
                found += [(name, checked(name, hook, item)) for item in answer]
        return found

    def by_name(self, hook: str, taken: Iterable[str] = ()) -> dict[str, Any]:
        """What all plugins provide through a hook, by its name. Raises PluginError when one is given twice."""
        providers = dict.fromkeys(taken, "the engine")
        found: dict[str, Any] = {}
        for plugin, item in self.collect(hook):
            if item.name in providers:
                other = providers[item.name]
                before = other if other == "the engine" else f'plugin "{other}"'
                raise PluginError(f'"{item.name}" ({hook}) is provided by {before} and by plugin "{plugin}"')
            providers[item.name] = plugin
            found[item.name] = item
        return found


def _check_version(name: str, plugin: object) -> None:
    """A plugin may name the versions that it works with: `MJRULES = ">=0.1,<0.2"`."""
    wanted = str(getattr(plugin, "MJRULES", ""))
    for condition in filter(None, wanted.split(",")):
        match = re.fullmatch(r"\s*(>=|<)\s*(\d+(?:\.\d+)*)\s*", condition)
        if not match:
            raise PluginError(f'plugin "{name}": MJRULES = "{wanted}" cannot be read (expected ">=0.1,<0.2")')
        fits = _version(__version__) >= _version(match[2])
        if fits is (match[1] == "<"):
            raise PluginError(f'plugin "{name}" works with mjrules {wanted}; this is {__version__}')


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
