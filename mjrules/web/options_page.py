"""The page on which the options of a ruleset are chosen: each with what it is about, its choices, and what is usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..errors import MjrulesError
from ..ruleset.options import Option, as_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from .questions import questions_of
from .requests import FormFields, FormPairs, Reply, redirect
from .shelf import Shelf, told_title, with_options, without_options
from .site import Visit

CHOSEN: Final = "set."
"""What stands before the name of an option, whose choice a form has."""


@dataclass(frozen=True)
class ShownChoice:
    """A choice of an option: its word, and what it means, if anybody says so."""

    word: str
    meaning: str


@dataclass(frozen=True)
class ShownOption:
    """An option as the page shows it: what it is about, what is chosen, what is usual, and the choices.

    A `number` may be any whole number too.
    """

    name: str
    about: str
    chosen: str
    usual: str
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
            fault = str(error)
    presets = [(preset, with_options(without_options(name), ((preset, "true"),))) for preset in ruleset.options.presets]
    return own.page(
        "options.html",
        400 if fault else 200,
        name=name,
        plain=without_options(name),
        title=told_title(ruleset, own.say.language),
        options=list(shown_options(ruleset, usual, questions_of(ruleset, own.say.language).texts)),
        presets=presets,
        fault=fault,
    )


def shown_options(ruleset: Ruleset, usual: Ruleset, texts: RulesetTexts) -> Iterator[ShownOption]:
    """The options of a ruleset with their choices; `usual` is the ruleset with none chosen."""
    for name, option in ruleset.options.declared.items():
        yield ShownOption(
            name,
            texts.of("options", name) or name.replace("_", " "),
            as_text(ruleset.options.chosen[name]),
            as_text(usual.options.chosen[name]),
            tuple(ShownChoice(word, texts.of("options", name, "values", word) or "") for word in option.stands_for),
            option.number,
        )


def name_of_choice(shelf: Shelf, name: str, fields: FormFields) -> str:
    """The name of the ruleset with what a form chooses: only what differs from what is usual is in it.

    What a choice brings along for other options is left to it, unless these were changed in the form too. Raises
    MjrulesError.
    """
    before, usual = shelf.get(name), shelf.get(without_options(name))
    said = dict(_said(before, fields))
    was, plain = _words(before), _words(usual)
    needed = {option: word for option, word in said.items() if word != plain[option]}
    changed = {option: word for option, word in said.items() if word != was[option]}
    chosen = with_options(without_options(name), {**needed, **changed}.items())
    fewer = with_options(without_options(name), needed.items())
    return fewer if _words(shelf.get(fewer)) == _words(shelf.get(chosen)) else chosen


def _said(ruleset: Ruleset, fields: FormFields) -> FormPairs:
    """The choices of a form as their words, none for options of which it says nothing. Raises OptionError."""
    declared: Mapping[str, Option] = ruleset.options.declared
    given = ((name, fields.get(CHOSEN + name)) for name in declared)
    return tuple((name, as_text(declared[name].choose(text))) for name, text in given if text)


def _words(ruleset: Ruleset) -> dict[str, str]:
    """What is chosen of every option, as words."""
    return {name: as_text(value) for name, value in ruleset.options.chosen.items()}
