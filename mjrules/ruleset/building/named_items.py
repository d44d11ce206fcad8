"""What the plugins of a ruleset provide under names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...conditions.words import WORDS
from ...errors import NotedFaults, Path, PluginError, described, did_you_mean
from ...hooks.manager import Plugins
from ...spoken import Sentence, Spoken

_NO_PLUGIN_RULESET = Sentence(
    " (no plugin of the ruleset provides one: see `plugins`)", "（此规则的插件都不提供：见“plugins”）"
)()
_NAME_PLUGIN_UNDER = Sentence(
    " here: name the plugin {plugins} under `plugins`", "：请在“plugins”里写上插件“{words:written}”"
)
NOT_PROVIDED = Sentence('"{name}" is not a {what}{hint}', "{what}没有“{name}”{hint}")

_CALLED: Final[Mapping[str, Spoken]] = {
    "mj_scoring_methods": Sentence("scoring method", "计分方法")(),
    "mj_combination_policies": Sentence("combination policy", "番种取舍的方法")(),
    "mj_settlement_methods": Sentence("settlement method", "结算方法")(),
    "mj_record_fields": Sentence("field", "项")(),
    "mj_condition_words": Sentence("word of conditions", "条件词")(),
    "mj_house_rules": Sentence("house rule", "附加规则")(),
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
            plugins = [str(plugin) for _, plugin in others]
            hint: str = did_you_mean(name, provided) or _NO_PLUGIN_RULESET
            if plugins:
                hint = _NAME_PLUGIN_UNDER(plugins=" or ".join(map(described, plugins)), words=", ".join(plugins))
            faults.note(path, NOT_PROVIDED(name=name, what=_CALLED[hook], hint=hint), needs=others)
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
