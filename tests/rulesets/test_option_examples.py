"""Every option and preset of a bundled ruleset has examples that it changes, in it or in a ruleset that extends it.

An option that changes only what the table does cannot change a score or a settlement, and needs no example:
one in the sections `table`, `match` and `house_rules`, in what the table pays for or punishes by itself, in which of
several winners is paid, or in whether a pot is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset
from mjrules.ruleset.canonical import canonical
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.options.options import as_text
from mjrules.settlement import settle_record
from tests.kit import rulesets
from tests.kit.profile import thinned

Choice = tuple[str, str, str]
"""A ruleset, and an option with a value other than its default, or a preset with `true`."""


@cache
def loaded(id: str, options: str = "{}") -> Ruleset:
    return mjrules.load(id, json.loads(options)) if options != "{}" else rulesets.loaded(id)


@cache
def own(id: str, section: str) -> Any:
    """A section of the ruleset's own file, without what it inherits."""
    node = read_chain(id)[-1].child(section)
    return {} if node is None else node.plain()


def own_options(id: str) -> list[str]:
    """The options that the ruleset's own file declares or changes, without those that it deletes."""
    return [name for name, option in own(id, "options").items() if option is not None]


def own_examples(id: str) -> list[dict[str, Any]]:
    return list(own(id, "examples"))


def choices() -> Iterator[Choice]:
    """Every value of every option that is neither its default nor chosen, and every preset of every bundled ruleset."""
    for id in bundled_ids():
        for name in own_options(id):
            options = loaded(id).options
            option, usual = options.declared[name], as_text(options.chosen[name])
            shown = sorted({options_of(example).get(name, "") for example in own_examples(id)})
            others = [value for value in option.stands_for if value not in (as_text(option.default), usual)]
            others += [value for value in shown if value.isdigit() and value not in option.stands_for]
            yield from ((id, name, value) for value in others)
        yield from ((id, name, "true") for name, preset in own(id, "presets").items() if preset is not None)


OF_PLAY: dict[str, tuple[str, ...]] = {
    "table": (),
    "house_rules": (),
    "match": (),
    "bonus_payments": ("cause",),
    "penalties": ("cause", "then"),
    "pots": ("played",),
    "settlement": ("every_winner",),
}
"""What the table alone reads: whole sections, or keys of every entry of a section."""


def play(ruleset: Ruleset) -> dict[str, Any]:
    """What of a ruleset the table alone reads."""
    data = canonical(ruleset.definition, ruleset.settings)
    return {
        section: [[item.get(key) for key in keys] for item in data.get(section, {}).values() if isinstance(item, dict)]
        if keys
        else data.get(section)
        for section, keys in OF_PLAY.items()
    }


def without_play(ruleset: Ruleset) -> dict[str, Any]:
    """All else of it."""
    data = {
        section: value
        for section, value in canonical(ruleset.definition, ruleset.settings).items()
        if OF_PLAY.get(section) != ()
    }
    for section, keys in OF_PLAY.items():
        if keys and section in data:
            data[section] = {
                id: {**item, **dict.fromkeys(keys)} if isinstance(item, dict) else item
                for id, item in data[section].items()
            }
    return data


def changes_scores(choice: Choice) -> bool:
    id, name, value = choice
    return without_play(loaded(id, json.dumps({name: value}))) != without_play(loaded(id))


def options_of(example: dict[str, Any]) -> dict[str, str]:
    return {name: as_text(value) for name, value in example.get("options", {}).items()}


def outcome(id: str, example: dict[str, Any]) -> Any:
    """What a hand comes to, its total, whether it may be declared, who pays; what is paid; or why it is refused."""
    ruleset, hand = loaded(id, json.dumps(options_of(example))), example.get("hand")
    try:
        if hand is None:
            return settle_record(example["settle"], ruleset).net
        score = ruleset.score(ruleset.parse(hand) if isinstance(hand, str) else Hand.from_record(hand))
    except HandError as error:
        return error.code
    return score.total, score.minimum_met, score.payments


@cache
def heirs(id: str) -> list[str]:
    """The bundled rulesets that have the options of a ruleset: it, and those that extend it."""
    return [other for other in bundled_ids() if any(file.value["id"].value == id for file in read_chain(other))]


def chosen(id: str, name: str, example: dict[str, Any]) -> str:
    """What an example chooses, or finds chosen, for an option or preset."""
    options = loaded(id, json.dumps(options_of(example))).options
    return as_text(options.chosen[name]) if name in options.chosen else options_of(example).get(name, "")


def pairs(choice: Choice) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Examples of a ruleset, of one hand, that differ in this choice alone: first without it, then with it."""
    id, name, value = choice
    for heir in heirs(id):
        for first, second in product(own_examples(heir), repeat=2):
            same = _what(first) == _what(second) and _besides(name, first) == _besides(name, second)
            if same and chosen(heir, name, first) != value == chosen(heir, name, second):
                yield heir, first, second


def _what(example: dict[str, Any]) -> Any:
    """The hand of an example, or what it settles."""
    return example.get("hand", example.get("settle"))


def _besides(name: str, example: dict[str, Any]) -> dict[str, str]:
    return {other: value for other, value in options_of(example).items() if other != name}


CHOICES = list(choices())


@pytest.mark.parametrize("choice", thinned(CHOICES, 400, gate=2), ids="-".join)
def test_an_example_shows_what_it_changes_or_it_changes_the_table(choice: Choice) -> None:
    id, name, value = choice
    if changes_scores(choice):
        shown = any(outcome(id, first) != outcome(id, second) for id, first, second in pairs(choice))
        assert shown, f"no two examples of one hand differ by {name}: {value} alone, and come to something else"
    else:
        other = loaded(id, json.dumps({name: value}))
        assert play(other) != play(loaded(id))
        assert other.hash != loaded(id).hash


@pytest.mark.parametrize("id", bundled_ids())
def test_every_option_has_another_value(id: str) -> None:
    assert set(own_options(id)) <= {name for own_id, name, _ in CHOICES if own_id == id}
