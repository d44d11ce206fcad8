"""Options: the knobs that a ruleset declares, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from ...declared.frozen_class import frozen_class
from ...declared.values import plain, several
from ...errors import DID_YOU_MEAN, MjrulesError, Place, described, did_you_mean, nearest_word
from ...spoken import Sentence, Spoken, spoken_list
from ..definition import OptionEntry

_OPTIONS_EXPECTED_MAPPING = Sentence(
    "options: expected a mapping of names and values, got {got}", "选项：应为若干“名称: 值”，而不是{got:shown}"
)
_MORE = Sentence("0 or more", "不小于 0 的数")()
_NUMBER_DIGITS_AT = Sentence("a number of {most} digits at most", "至多 {most} 位的数")
A_WORD = Sentence("{word}", "“{word}”")
_EXPECTED = Sentence(" (expected {words})", "（应为{words}）")
_KNOWN = Sentence(" (known: {known})", "（可用：{known}）")
NO_SUCH_VALUE = Sentence('option {name} has no value "{text}"{near}', "选项“{name}”没有“{text}”这个值{near}")
_EXPECTED_VALUES_MAY = Sentence(
    "expected the values that may be chosen (values): the value at the place does not show them",
    "应写明可选的值（“values”）：从那一处的值看不出来",
)()
_PRESET_SWITCHED_ON = Sentence(
    'preset {name} is switched on by true, not by "{got}"', "预设“{name}”用“true”选用，而不是“{got}”"
)
_UNKNOWN_OPTION = Sentence('unknown option "{name}"{near}', "没有“{name}”这个选项{near}")

Settings = Mapping[str, Any] | Iterable[tuple[str, Any]] | None
"""Values for options, and presets as `name: true`."""
CHOICES_LISTED = 6
"""How many choices an error lists, where a near one could be the wrong one."""
ALMOST = 0.88
"""How like a choice must be to be the one that was meant: `one` is not `none`."""
A_NUMBER = Sentence("a whole number", "整数")()
"""What stands among the choices of an option whose choices are numbers."""
MOST_DIGITS = 9
"""Of how many digits a number is at most that is chosen."""
NONE = "none"
"""The choice that stands for nothing."""


def pairs_of(settings: Settings) -> list[tuple[str, Any]]:
    """Settings as pairs of name and value, in their order. Raises TypeError for what is none."""
    try:
        pairs = settings.items() if isinstance(settings, Mapping) else settings or ()
        return [(name, value) for name, value in pairs]
    except (TypeError, ValueError):
        raise TypeError(_OPTIONS_EXPECTED_MAPPING(got=described(settings))) from None


class OptionError(MjrulesError):
    """An option or value that a ruleset does not have; `option` names it."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


@frozen_class()
class Option:
    """One knob: its choices as people write them, and what each stands for at its places.

    A number may be chosen too where it is a `number`. `default` is the choice by which the file reads as it
    stands. `patches` has what a choice changes besides, and `brings` the values that it sets for other options.
    `after` are the options that are applied before this one.
    """

    name: str
    default: Any
    stands_for: Mapping[str, Any]
    number: bool
    places: tuple[str, ...] = ()
    patches: Mapping[str, Any] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    source: str = ""
    brings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The choices, as text."""
        words = tuple(self.stands_for)
        return (*words, A_NUMBER) if self.number else words

    @property
    def may_be_none(self) -> bool:
        """Whether one of its choices is that nothing is at its places."""
        return None in self.stands_for.values()

    def choose(self, value: Any) -> Any:
        """The choice that a value or its text means. Raises OptionError for none."""
        text = as_text(value)
        if text in self.stands_for:
            return text
        if (
            self.number
            and text.isascii()
            and text.isdigit()
            and len(text) <= MOST_DIGITS
            and not isinstance(value, bool)
        ):
            return int(text)
        near = DID_YOU_MEAN(word="none") if text == "off" and NONE in self.stands_for else ""
        if self.number and text.removeprefix("-").isdecimal():
            wanted = _MORE if text[0] == "-" else _NUMBER_DIGITS_AT(most=MOST_DIGITS)
            near = _EXPECTED(words=spoken_list([*map(_a_word, self.stands_for), wanted], ", or ", "，或"))
        listed = len(self.allowed) <= CHOICES_LISTED and nearest_word(text, self.allowed, ALMOST) is None
        near = near or (
            _KNOWN(known=spoken_list(map(_a_word, self.allowed), ", ", "、"))
            if listed
            else did_you_mean(text, self.allowed)
        )
        raise OptionError(self.name, NO_SUCH_VALUE(name=self.name, text=text, near=near))

    def meaning(self, choice: Any) -> Any:
        """What is at its places for a choice; the choice itself, where it has no place."""
        return self.stands_for.get(as_text(choice), choice)


def _a_word(word: str) -> str:
    """A choice as it is written."""
    return word if isinstance(word, Spoken) else A_WORD(word=word)


def as_text(value: Any) -> str:
    """An option value as people write it on a command line."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def option_in_words(name: str, value: Any) -> str:
    """An option and its value, as people at a table read them."""
    return f"{name.replace('_', ' ')}: {as_text(value)}"


def read_option(name: str, entry: OptionEntry, written: Any) -> Option:
    """The option that a ruleset declares. `written` is what is at its first place; None where nothing does.

    What is written there is a choice, even where the option does not name it. Raises OptionError where nothing
    tells the choices.
    """
    stands_for, number = choices_of(entry, written)
    if not stands_for and not number:
        raise OptionError(name, _EXPECTED_VALUES_MAY)
    default = as_text(entry.unpatched) if entry.of is None else word_for(written, stands_for, number)
    if default is None:
        default = next(iter(stands_for), 0) if _has_no_word(written) else as_text(written)
        stands_for.setdefault(as_text(default), None if written == NONE else written)
    return Option(
        name,
        default,
        stands_for,
        number,
        entry.places,
        {as_text(choice): patch for choice, patch in entry.patches.items()},
        several(entry.after),
        entry.source,
        {as_text(choice): dict(values) for choice, values in entry.brings.items()},
    )


def choices_of(entry: OptionEntry, written: Any) -> tuple[dict[str, Any], bool]:
    """What each word stands for at the places of an option, and whether numbers may be chosen."""
    kind, values = entry.type or "", plain(entry.values)
    if isinstance(values, Mapping):
        stands_for = {as_text(word): None if value == NONE else value for word, value in values.items()}
    elif values is not None:
        stands_for = {as_text(value): None if value == NONE else value for value in values}
    elif entry.of is None:
        words = [as_text(entry.unpatched), *map(as_text, entry.patches)]
        stands_for = {word: word for word in (sorted(words) if set(words) == {"false", "true"} else words)}
    elif kind == "boolean" or (not kind and isinstance(written, bool)):
        stands_for = {"false": False, "true": True}
    else:
        stands_for = {}
    if NONE in kind:
        stands_for.setdefault(NONE, None)
    return stands_for, "integer" in kind or (not stands_for and isinstance(written, int))


def word_for(written: Any, stands_for: Mapping[str, Any], number: bool) -> Any:
    """The choice that stands for what is written at a place; None where there is none."""
    written = None if written == NONE else written
    for word, value in stands_for.items():
        if type(value) is type(written) and value == written:
            return word
    return written if number and isinstance(written, int) and not isinstance(written, bool) else None


def _has_no_word(written: Any) -> bool:
    return written is None or isinstance(written, (Mapping, list, tuple))


class Options:
    """The options of a ruleset with their chosen values; `read` gives those that it declares when one is asked for.

    `history` has the choices of every option that was chosen, each with its place, the last one behind.
    """

    def __init__(self, read: Callable[[], Iterable[Option]], presets: Mapping[str, Mapping[str, Any]] = {}) -> None:
        self._read = read
        self.presets = {name: dict(values) for name, values in presets.items()}
        self.history: dict[str, list[tuple[Any, Place | None]]] = {}

    @cached_property
    def declared(self) -> dict[str, Option]:
        """The options by their names."""
        return {option.name: option for option in self._read()}

    @cached_property
    def chosen(self) -> dict[str, Any]:
        """The value of every option, by its name."""
        last = {name: steps[-1][0] for name, steps in self.history.items()}
        return {name: last.get(name, option.default) for name, option in self.declared.items()}

    @property
    def texts(self) -> dict[str, str]:
        """The value of every option as people write it, by its name."""
        return {name: as_text(value) for name, value in self.chosen.items()}

    def choose(self, settings: Iterable[tuple[str, Any]], place: Place | None = None) -> None:
        """Set options in the order given; presets first, as bundles, and what choices bring along. Raises OptionError.

        `place` is where the file says so; None for the caller's choice. `history` keeps it.
        """
        settings = list(settings)
        for name, value in settings:
            if name in self.presets and name not in self.declared:
                if as_text(value) not in ("true", "false"):
                    raise OptionError(name, _PRESET_SWITCHED_ON(name=name, got=as_text(value)))
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
                raise OptionError(name, _UNKNOWN_OPTION(name=name, near=did_you_mean(name, known)))
            self.chosen[name] = self.declared[name].choose(value)
            self.history.setdefault(name, []).append((self.chosen[name], place))

    def changed(self, regular: Callable[[Place], bool]) -> dict[str, Any]:
        """The options to which the caller, or a file that is not `regular`, gave another value than the others do."""
        if not self.history:
            return {}
        own = {
            name: next(
                (value for value, place in reversed(steps) if place is not None and regular(place)),
                self.declared[name].default,
            )
            for name, steps in self.history.items()
        }
        return {name: value for name, value in self.chosen.items() if value != own.get(name, value)}

    def value(self, name: str) -> Any:
        """What is at the places of an option."""
        return self.declared[name].meaning(self.chosen[name])

    def in_order(self) -> list[Option]:
        """The options in the order in which they are applied: after those that they name, else as declared."""
        found: dict[str, Option] = {}

        def add(option: Option, on_the_way: tuple[str, ...]) -> None:
            for name in option.after:
                if name in self.declared and name not in (*found, *on_the_way):
                    add(self.declared[name], (*on_the_way, option.name))
            found.setdefault(option.name, option)

        for option in self.declared.values():
            add(option, (option.name,))
        return list(found.values())
