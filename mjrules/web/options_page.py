"""The page on which the options of a ruleset are chosen: each with what it is about, its choices, and what is usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import MjrulesError
from ..ruleset.options.options import Option, as_text
from ..ruleset.ruleset import Ruleset
from ..teller import RulesetTeller, teller_of
from .requests import FormFields, FormPairs, Reply, redirect
from .shelf import Shelf, with_options, without_options
from .site import Visit

CHOSEN: Final = "set."
"""What stands before the name of an option, whose choice a form has."""


@dataclass(frozen=True)
class ShownChoice:
    """A choice of an option: its word, what it is called, and what it means, if anybody says so and it is not that."""

    word: str
    called: str
    meaning: str


@dataclass(frozen=True)
class ShownOption:
    """An option as the page shows it: what it is about, what is chosen, what is usual, and the choices.

    `chosen_called` and `usual_called` are what the two are called. A `number` may be any whole number too.
    """

    name: str
    about: str
    chosen: str
    usual: str
    chosen_called: str
    usual_called: str
    choices: tuple[ShownChoice, ...]
    number: bool

    @property
    def changed(self) -> bool:
        """Whether something else is chosen than is usual."""
        return self.chosen != self.usual


def options_page(own: Visit) -> Reply:
    """The options of a ruleset; what was chosen leads to the page of a hand by these rules. Raises MjrulesError."""
    name, shelf = own.asked.fields.get("ruleset"), own.site.shelf
    ruleset, usual = shelf.get(name), shelf.get(without_options(name))
    fault = ""
    if own.asked.fields.get("apply"):
        try:
            return redirect(own.at("/score", ruleset=name_of_choice(shelf, name, own.asked.fields)))
        except MjrulesError as error:
            fault = own.say.told(str(error))
    tell = teller_of(ruleset, own.say.language)
    presets = [
        (tell.texts.of("presets", preset) or preset.replace("_", " "), address_of_preset(name, preset))
        for preset in ruleset.options.presets
    ]
    return own.page(
        "options.html",
        400 if fault else 200,
        name=name,
        plain=without_options(name),
        title=tell.game_with_options,
        options=list(shown_options(usual, tell)),
        presets=presets,
        fault=fault,
    )


def address_of_preset(name: str, preset: str) -> str:
    """The name of a ruleset under a named bundle of options."""
    return with_options(without_options(name), ((preset, "true"),))


def shown_options(usual: Ruleset, tell: RulesetTeller) -> Iterator[ShownOption]:
    """The options of the ruleset of a teller with their choices; `usual` is the ruleset with none chosen.

    Those of which a file has deleted what they change are none of them.
    """
    options, used = tell.ruleset.options, tell.ruleset.used_options
    for name, option in ((name, option) for name, option in options.declared.items() if name in used):
        chosen, default = as_text(options.chosen[name]), as_text(usual.options.chosen[name])
        yield ShownOption(
            name,
            tell.texts.of("options", name) or name.replace("_", " "),
            chosen,
            default,
            tell.choice(name, chosen),
            tell.choice(name, default),
            tuple(_shown_choice(name, word, tell) for word in option.stands_for),
            option.number,
        )


def _shown_choice(name: str, word: str, tell: RulesetTeller) -> ShownChoice:
    called, meaning = tell.choice(name, word), tell.texts.of("options", name, "values", word) or ""
    return ShownChoice(word, called, "" if meaning.removesuffix("。") == called else meaning)


def name_of_choice(shelf: Shelf, name: str, fields: FormFields) -> str:
    """The name of the ruleset with what a form chooses: only what differs from what is usual is in it.

    What a choice brings along for other options is left to it, unless these were changed in the form too. Raises
    MjrulesError.
    """
    before, usual = shelf.get(name), shelf.get(without_options(name))
    said = dict(_said(before, fields))
    was, plain = before.options.texts, usual.options.texts
    needed = {option: word for option, word in said.items() if word != plain[option]}
    changed = {option: word for option, word in said.items() if word != was[option]}
    chosen = with_options(without_options(name), {**needed, **changed}.items())
    fewer = with_options(without_options(name), needed.items())
    return fewer if shelf.get(fewer).options.texts == shelf.get(chosen).options.texts else chosen


def _said(ruleset: Ruleset, fields: FormFields) -> FormPairs:
    """The choices of a form as their words, none for options of which it says nothing. Raises OptionError."""
    declared: Mapping[str, Option] = ruleset.options.declared
    given = ((name, fields.get(CHOSEN + name)) for name in declared)
    return tuple((name, as_text(declared[name].choose(text))) for name, text in given if text)
