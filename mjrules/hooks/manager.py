"""Finds plugins and brings those that a ruleset names together, with a manager of its own."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn

import pluggy

from ..declared.named_tuple import NamedTuple
from ..errors import PluginError, did_you_mean, told
from ..spoken import Sentence
from ..version import __version__
from . import specs
from .answer_types import MisfitError, fit, is_listed
from .guard import called, checked, member_of
from .trace import told_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_HAVE_PLUGIN_NAME = Sentence(
    "{packages} have a plugin of this name: uninstall all but one",
    "几个软件包都有这个名称的插件（“{packages:written}”）：请只留一个",
)
_PLUGIN_NOT_INSTALLED = Sentence('plugin "{name}" is not installed{near}', "没有安装插件“{name}”{near}")
_PLUGIN_CANNOT_BE = Sentence('plugin "{name}" cannot be used: {error}', "插件“{name}”不能用：{error}")
_PLUGIN_CANNOT_BE_IMPORTED = Sentence('plugin "{name}" cannot be imported: {error}', "插件“{name}”装载不了：“{error}”")
_PLUGIN_REQUIRES_PLUGIN = Sentence(
    'plugin "{name}" requires the plugin "{other}", which the ruleset does not name',
    "插件“{name}”须有插件“{other}”，而规则没有写",
)
_PLUGINS_EXCLUDE_EACH = Sentence('plugins "{name}" and "{other}" exclude each other', "插件“{name}”与“{other}”不能并用")
_PLUGIN_WORKS_MJRULES = Sentence(
    'plugin "{name}" works with mjrules {wanted}; this is {version}',
    "插件“{name}”用于“mjrules {wanted}”；现为“{version}”",
)

ENTRY_POINTS = "mjrules.plugins"
"""The group of entry points by which an installed package makes plugins available."""
_REQUIRES: Final = "REQUIRES"
"""What says which plugins a plugin needs beside it."""


Available = Mapping[str, Callable[[], object]] | None
"""Plugins by name, each with the function that imports it; None for the installed ones."""


class Installed:
    """An installed plugin; `at` is its entry point, `module` or `module:name`."""

    def __init__(self, at: str) -> None:
        self.at = at

    def __call__(self) -> object:
        """The plugin, imported."""
        module, _, name = self.at.partition(":")
        plugin: object = import_module(module)
        for part in name.split(".") if name else ():
            plugin = getattr(plugin, part)
        return plugin


class Contested:
    """A name that the plugins of several packages have, so that none of them can be used."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = packages

    def __call__(self) -> object:
        """Raises PluginError."""
        raise PluginError(_HAVE_PLUGIN_NAME(packages=" and ".join(self.packages)))


def available_plugins() -> dict[str, Callable[[], object]]:
    """The installed plugins by name, each with the function that imports it.

    The name of a bundled plugin stays with that one; a name that the plugins of two packages have can be used by none.
    """
    return {name: _one_of(points) for name, points in _installed().items()}


def hidden_plugins() -> list[tuple[str, str]]:
    """The plugins that cannot be used, because a bundled one has their name: each with its package."""
    found = [(name, point) for name, points in _installed().items() if _bundled(points) for point in points]
    return [(name, _package(point)) for name, point in found if _package(point) != specs.PROJECT]


def _installed() -> dict[str, list[EntryPoint]]:
    """The entry points of plugins by the names of these, in order."""
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS)):
        found.setdefault(point.name, []).append(point)
    return found


def _one_of(points: Sequence[EntryPoint]) -> Callable[[], object]:
    """What imports the plugin that has a name."""
    if len(points) > 1:
        points = _bundled(points) or points
        if len(points) > 1:
            return Contested(list(map(_package, points)))
    return Installed(points[0].value.partition("[")[0].replace(" ", ""))


def _bundled(points: Sequence[EntryPoint]) -> list[EntryPoint]:
    return [point for point in points if _package(point) == specs.PROJECT]


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value


@cache
def own_modules() -> frozenset[str]:
    """The modules of the plugins that come with mjrules; looked for once, for they change only with mjrules itself."""
    from importlib.metadata import entry_points

    points = entry_points(group=ENTRY_POINTS)
    return frozenset(point.module for point in points if point.dist is not None and point.dist.name == specs.PROJECT)


class Plugins:
    """The plugins of one ruleset, in a fresh manager; their order means nothing."""

    def __init__(self, names: Sequence[str], available: Available = None, *, alone: bool = False) -> None:
        """Raises PluginError with every plugin that is missing, does not fit, or has a misspelt hook.

        With `alone` no ruleset names them: what they say of their neighbours is not asked.
        """
        self.manager = pluggy.PluginManager(specs.PROJECT)
        self.manager.add_hookspecs(specs)
        found = available_plugins() if available is None else available
        self.available = found
        self.plugins: dict[str, object] = {}
        self._found: dict[str, list[tuple[str, Any]]] = {}
        self._others: dict[str, list[tuple[str, Any]]] = {}
        self.loaders = {name: found[name] for name in sorted(set(names)) if name in found}
        """How each plugin was imported."""
        errors: list[PluginError] = []
        for name in sorted(set(names)):
            try:
                if name not in found:
                    raise PluginError(_PLUGIN_NOT_INSTALLED(name=name, near=did_you_mean(name, found)), [name])
                self._register(name, self._load(name, found[name]))
            except PluginError as error:
                errors.append(error)
        for name, plugin in () if errors or alone else self.plugins.items():
            try:
                self._check_neighbours(name, plugin)
            except PluginError as error:
                errors.append(error)
        if errors:
            raise PluginError.together(errors)

    def _load(self, name: str, load: Callable[[], object]) -> object:
        try:
            return load()
        except PluginError as error:
            raise PluginError(_PLUGIN_CANNOT_BE(name=name, error=str(error)), [name]) from error
        except (Exception, SystemExit) as error:
            raise PluginError(_PLUGIN_CANNOT_BE_IMPORTED(name=name, error=told(error)), [name]) from error

    def _register(self, name: str, plugin: object) -> None:
        hooks = [hook for hook in vars(specs) if hook.startswith("mj_")]
        for own in dir(plugin):
            if not own.startswith("mj_"):
                continue
            if own not in hooks:
                message = f'plugin "{name}" implements "{own}", which is not a hook{did_you_mean(own, hooks)}'
                raise PluginError(message, [name])
            if not hasattr(getattr(plugin, own), f"{specs.PROJECT}_impl"):
                raise PluginError(f'plugin "{name}": {own} is not marked with @hookimpl', [name])
            _check_arguments(name, own, getattr(plugin, own))
        _check_version(name, plugin)
        try:
            self.manager.register(plugin, name=name)
            self.manager.check_pending()
        except (pluggy.PluginValidationError, ValueError, TypeError) as error:
            raise PluginError(f'plugin "{name}": {told(error)}', [name]) from error
        for caller in self.manager.get_hookcallers(plugin) or ():
            _check_marks(name, [impl for impl in caller.get_hookimpls() if impl.plugin is plugin])
        self.plugins[name] = plugin

    @property
    def required(self) -> frozenset[str]:
        """The names of the plugins that others require."""
        return frozenset([one for name, own in self.plugins.items() for one in _names(name, own, _REQUIRES)])

    def _check_neighbours(self, name: str, plugin: object) -> None:
        for other in _names(name, plugin, _REQUIRES):
            if other not in self.plugins:
                message = _PLUGIN_REQUIRES_PLUGIN(name=name, other=other)
                raise PluginError(message, [name])
        for other in _names(name, plugin, "CONFLICTS"):
            if other in self.plugins:
                raise PluginError(_PLUGINS_EXCLUDE_EACH(name=name, other=other), [name, other])

    def collect(self, hook: str) -> list[tuple[str, Any]]:
        """What all plugins give back for a hook, each with the plugin's name, in order of the names; asked once."""
        if hook not in self._found:
            implementing = {impl.plugin_name for impl in getattr(self.manager.hook, hook).get_hookimpls()}
            self._found[hook] = [item for name in sorted(implementing) for item in self._collect(hook, name)]
        return self._found[hook]

    def _collect(self, hook: str, name: str) -> Iterator[tuple[str, Any]]:
        """What one plugin gives back: it is called without the others, so that a failure can be told by name."""
        for impl in getattr(self.manager.hook, hook).get_hookimpls():
            if impl.plugin_name != name:
                continue
            try:
                answer = told_of(name, hook, "", impl.function)()
            except (Exception, SystemExit) as error:
                raise PluginError(f'plugin "{name}" failed in {hook}: {told(error)}', [name]) from error
            if not is_listed(answer):
                got = "None" if answer is None else type(answer).__name__
                raise PluginError(f'plugin "{name}": {hook} returned {got}: expected a list of {called(hook)}', [name])
            yield from ((name, _checked(name, hook, item)) for item in answer)

    def error(self, hook: str, name: str, message: object) -> PluginError:
        """The error of something that a plugin provides through a hook under a name."""
        plugin = next(plugin for plugin, item in self.collect(hook) if item.name == name)
        return member_of(plugin, hook, name).error(message)

    def others_with(self, hook: str, item: str) -> list[str]:
        """The plugins that the ruleset does not name, and that provide something of a name through a hook."""
        return [name for name, own in self._of_others(hook) if own.name == item]

    def others_for(self, hook: str) -> list[str]:
        """The plugins that the ruleset does not name, and that provide something through a hook."""
        return list(dict.fromkeys(name for name, _ in self._of_others(hook)))

    def _of_others(self, hook: str) -> list[tuple[str, Any]]:
        """What installed plugins provide that the ruleset does not name; one that cannot be used is passed over."""
        if hook not in self._others:
            found = self._others[hook] = []
            for name, load in self.available.items():
                if name not in self.plugins:
                    with suppress(PluginError):
                        found += Plugins([name], {name: load}, alone=True).collect(hook)
        return self._others[hook]

    def by_name(self, hook: str, taken: Iterable[str] = ()) -> dict[str, Any]:
        """What all plugins provide through a hook, by its name. Raises PluginError when one is given twice."""
        return _by_name(hook, self.collect(hook), taken)


class Provided(NamedTuple):
    """What installed plugins provide through a hook, by its name, and what is wrong with those that cannot be used.

    `plugins` are those that provide something, each with the names of what it provides.
    """

    by_name: Mapping[str, Any]
    errors: Sequence[PluginError]
    plugins: Sequence[tuple[str, object, frozenset[str]]]

    @property
    def unusable(self) -> str:
        """What is wrong with plugins that may have been meant, behind a message that something is not known."""
        return "".join(f"; {error}" for error in self.errors)


def provided(hook: str, taken: Iterable[str] = (), available: Available = None) -> Provided:
    """What all installed plugins provide through a hook that no ruleset asks, each plugin by itself.

    Raises PluginError when two provide something of one name.
    """
    items: list[tuple[str, Any]] = []
    errors: list[PluginError] = []
    plugins: list[tuple[str, object, frozenset[str]]] = []
    for name, load in (available_plugins() if available is None else available).items():
        try:
            alone = Plugins([name], {name: load}, alone=True)
            found = alone.collect(hook)
        except PluginError as error:
            errors.append(error)
            continue
        items += found
        plugins.append((name, alone.plugins[name], frozenset(item.name for _, item in found)))
    return Provided(_Named(_by_name(hook, items, taken), hook, errors), errors, plugins)


class _Named(dict[str, Any]):
    """What is provided, by its name; of a name that nothing has, PluginError says what cannot be used."""

    def __init__(self, found: Mapping[str, Any], hook: str, errors: Sequence[PluginError]) -> None:
        super().__init__(found)
        self._hook, self._errors = hook, errors

    def __missing__(self, name: str) -> NoReturn:
        message = f'no plugin provides "{name}" ({self._hook}){did_you_mean(name, self)}'
        raise PluginError("; ".join([message, *map(str, self._errors)]))


def _by_name(hook: str, items: Iterable[tuple[str, Any]], taken: Iterable[str]) -> dict[str, Any]:
    """What plugins provide, each with its plugin, by its name. Raises PluginError for a name that is given twice."""
    providers = dict.fromkeys(taken, "the engine")
    found: dict[str, Any] = {}
    for plugin, item in items:
        if item.name in providers:
            other = providers[item.name]
            before = other if other == "the engine" else f'plugin "{other}"'
            message = f'"{item.name}" ({hook}) is provided by {before} and by plugin "{plugin}"'
            raise PluginError(message, [other, plugin])
        providers[item.name] = plugin
        found[item.name] = item
    return found


def _checked(name: str, hook: str, item: Any) -> Any:
    try:
        return checked(name, hook, item)
    except PluginError as error:
        raise PluginError(str(error), [name]) from error


def _names(name: str, plugin: object, attribute: str) -> tuple[str, ...]:
    """Names of plugins, of which one may be given as plain text. Raises PluginError."""
    names = getattr(plugin, attribute, ())
    try:
        return (names,) if isinstance(names, str) else fit(tuple[str, ...])(names)
    except MisfitError as error:
        raise PluginError(f'plugin "{name}": {error.within(attribute)}', [name]) from None


def _check_marks(name: str, implementations: Iterable[pluggy.HookImpl]) -> None:
    """Every hook is called by itself and under its own name."""
    for impl in implementations:
        mark = next((mark for mark in ("wrapper", "hookwrapper", "specname") if impl.opts[mark]), None)
        if mark is not None:
            called = impl.function.__name__
            raise PluginError(f'plugin "{name}": {called} is marked with {mark}, which hooks here do not take', [name])


def _check_arguments(name: str, hook: str, function: Any) -> None:
    """A hook is given what its specification names, and nothing more."""
    given = inspect.signature(getattr(specs, hook)).parameters
    for asked in inspect.signature(function).parameters:
        if asked not in given:
            raise PluginError(f'plugin "{name}": {hook} asks for "{asked}", which the hook does not give', [name])


def _check_version(name: str, plugin: object) -> None:
    """A plugin may name the versions that it works with: `MJRULES = ">=0.1,<0.2"`."""
    wanted = str(getattr(plugin, "MJRULES", ""))
    for condition in filter(None, wanted.split(",")):
        match = re.fullmatch(r"\s*(>=|<)\s*(\d+(?:\.\d+)*)\s*", condition)
        if not match:
            raise PluginError(f'plugin "{name}": MJRULES = "{wanted}" cannot be read (expected ">=0.1,<0.2")', [name])
        fits = _version(__version__) >= _version(match[2])
        if fits is (match[1] == "<"):
            raise PluginError(_PLUGIN_WORKS_MJRULES(name=name, wanted=wanted, version=__version__), [name])


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
