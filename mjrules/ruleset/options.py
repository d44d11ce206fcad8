"""Options: the knobs that a ruleset declares, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import MjrulesError, Place, did_you_mean

Settings = Mapping[str, Any] | Iterable[tuple[str, Any]] | None
"""Values for options, and presets as `name: true`."""


def pairs_of(settings: Settings) -> list[tuple[str, Any]]:
    """Settings as pairs of name and value, in their order."""
    return list(settings.items() if isinstance(settings, Mapping) else settings or ())


class OptionError(MjrulesError):
    """An option or value that a ruleset does not have; `option` names it."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True)
class Option:
    """One knob: its choices as people write them, and what each stands for in the rules.

    `allowed` is empty where any number may be chosen (`number`), with `none` where null may. `brings` has
    the values that a choice brings along for other options.
    """

    name: str
    default: Any
    stands_for: Mapping[str, Any]
    number: bool
    none: bool
    help: str = ""
    source: str = ""
    brings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The choices, as text."""
        words = tuple(self.stands_for)
        return (*words, "a whole number") if self.number else words

    def choose(self, value: Any) -> Any:
        """The choice that a value or its text means. Raises OptionError for none."""
        text = as_text(value)
        if text in self.stands_for:
            return text
        if self.number and text.isascii() and text.isdigit() and len(text) <= 9 and not isinstance(value, bool):
            return int(text)
        near = did_you_mean(text, self.allowed)
        raise OptionError(self.name, f'option {self.name} has no value "{text}"{near}')

    def meaning(self, choice: Any) -> Any:
        """What the rules get for a choice."""
        return self.stands_for.get(as_text(choice), choice)


def as_text(value: Any) -> str:
    """An option value as people write it on a command line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def read_option(name: str, data: Mapping[str, Any]) -> Option:
    """The option that a ruleset declares. Without `values`, its type or default tells its choices.

    Raises OptionError where nothing tells them, or the default is none of them.
    """
    default, values, kind = data.get("default"), data.get("values"), str(data.get("type") or "")
    if isinstance(values, Mapping):
        stands_for = {as_text(key): value for key, value in values.items()}
    elif isinstance(values, list):
        stands_for = {as_text(value): value for value in values}
    elif isinstance(default, bool) or kind == "boolean":
        stands_for = {"false": False, "true": True}
    else:
        stands_for = {}
    number = "integer" in kind or (not stands_for and isinstance(default, int))
    none = "none" in kind or default is None
    if none and "none" not in stands_for:
        stands_for["none"] = None
    help_text, source = str(data.get("help") or ""), str(data.get("source") or "")
    brings = {as_text(choice): dict(values) for choice, values in (data.get("brings") or {}).items()}
    option = Option(name, default, stands_for, number, none, help_text, source, brings)
    if not option.allowed:
        raise OptionError(name, "expected the values that may be chosen (values), for they cannot be told from text")
    return replace(option, default=option.choose(default))


class Options:
    """The options of a ruleset with their chosen values."""

    def __init__(self, declared: Iterable[Option], presets: Mapping[str, Mapping[str, Any]] = {}) -> None:
        self.declared = {option.name: option for option in declared}
        self.presets = {name: dict(values) for name, values in presets.items()}
        self.chosen: dict[str, Any] = {name: option.default for name, option in self.declared.items()}
        self.history: dict[str, list[tuple[Any, Place | None]]] = {name: [] for name in self.declared}

    def choose(self, settings: Iterable[tuple[str, Any]], place: Place | None = None) -> None:
        """Set options in the order given; presets first, as bundles, and what choices bring along. Raises OptionError.

        `place` is where the file says so; None for the caller's choice. `history` keeps it.
        """
        settings = list(settings)
        for name, value in settings:
            if name in self.presets and name not in self.declared:
                if as_text(value) not in ("true", "false"):
                    raise OptionError(name, f'preset {name} is switched on by true, not by "{as_text(value)}"')
                if as_text(value) == "true":
                    self._set(self.presets[name].items(), place)
        single = [(name, value) for name, value in settings if name in self.declared or name not in self.presets]
        for name, value in single:
            self._set(self.brought(name, value).items(), place)
        self._set(single, place)

    def brought(self, name: str, value: Any) -> Mapping[str, Any]:
        """What choosing a value brings along for other options. Raises OptionError for what cannot be chosen."""
        option = self.declared.get(name)
        return {} if option is None or not option.brings else option.brings.get(as_text(option.choose(value)), {})

    def _set(self, settings: Iterable[tuple[str, Any]], place: Place | None) -> None:
        for name, value in settings:
            if name not in self.declared:
                known = [*self.declared, *self.presets]
                raise OptionError(name, f'unknown option "{name}"{did_you_mean(name, known)}')
            self.chosen[name] = self.declared[name].choose(value)
            self.history[name].append((self.chosen[name], place))

    def changed(self, regular: Callable[[Place], bool]) -> dict[str, Any]:
        """The options to which the caller, or a file that is not `regular`, gave another value than the others do."""
        own = {
            name: next(
                (value for value, place in reversed(steps) if place is not None and regular(place)),
                self.declared[name].default,
            )
            for name, steps in self.history.items()
        }
        return {name: value for name, value in self.chosen.items() if value != own[name]}

    def value(self, name: str) -> Any:
        """What the rules get for an option."""
        return self.declared[name].meaning(self.chosen[name])
