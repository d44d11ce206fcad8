"""What the plugins of a ruleset provide under names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..conditions.words import WORDS
from ..errors import NotedFaults, Path, PluginError, described, did_you_mean
from ..hooks.manager import Plugins

_CALLED: Final[Mapping[str, str]] = {
    "mj_scoring_methods": "scoring method",
    "mj_combination_policies": "combination policy",
    "mj_settlement_methods": "settlement method",
    "mj_record_fields": "field",
    "mj_condition_words": "word of conditions",
    "mj_house_rules": "house rule",
}
"""What is named by the items of each hook whose items have names."""


class NamedItems:
    """What the plugins of a ruleset provide: for each hook the items by their names.

    Raises PluginError with all that is wrong.
    """

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._by_hook = _all_provided(plugins)

    def __getitem__(self, hook: str) -> dict[str, Any]:
        """What is provided through a hook, by name."""
        return self._by_hook[hook]

    def find(self, faults: NotedFaults, hook: str, name: object, path: Path) -> Any:
        """What a plugin provides under a name; None, and a fault noted, where there is none."""
        provided = self._by_hook[hook]
        if name not in provided:
            others = self.not_named(hook, name)
            hint = did_you_mean(name, provided) or " (no plugin of the ruleset provides one: see `plugins`)"
            if others:
                plugins = " or ".join(described(plugin) for _, plugin in others)
                hint = f" here: name the plugin {plugins} under `plugins`"
            faults.note(path, f'"{name}" is not a {_CALLED[hook]}{hint}', needs=others)
        return provided.get(str(name))

    def not_named(self, hook: str, name: object) -> tuple[Path, ...]:
        """The paths at which plugins that provide something would be named, of those that are not."""
        return tuple(("plugins", plugin) for plugin in self._plugins.others_with(hook, str(name)))


def _all_provided(plugins: Plugins) -> dict[str, dict[str, Any]]:
    """What plugins provide, by hook and name. Raises PluginError with all that is wrong."""
    found: dict[str, dict[str, Any]] = {}
    errors: list[PluginError] = []
    for hook in _CALLED:
        try:
            found[hook] = plugins.by_name(hook, taken=WORDS if hook == "mj_condition_words" else ())
        except PluginError as error:
            errors.append(error)
    try:
        plugins.collect("mj_stand_ins")
    except PluginError as error:
        errors.append(error)
    if errors:
        raise PluginError.together(errors)
    return found
