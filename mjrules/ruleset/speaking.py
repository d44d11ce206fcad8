"""Says what is in a ruleset: in the words that it was given, else in those made of its conditions."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..conditions.words import WORDS
from ..declared.values import plain, several
from ..hands.declared_fields import RecordField
from ..hands.record import FLAGS
from ..hooks.manager import Plugins
from ..scoring.rule import english_name
from ..tiles.names import Names
from ..words.chinese_sentences import ChineseSpeaker
from ..words.lists import and_list, sentence
from ..words.sentences import Speaker
from .definition import Definition, RuleEntry
from .texts import RulesetTexts
from .vocabulary import ClassReader, read_field

_SCOPES: Final = {
    "loser": "players who have not won",
    "fishing": "players who have called fishing",
    "winner": "the winner",
}
"""Whose hands a rule may be for."""


class Described(NamedTuple):
    """What a rule is, in words, and whether somebody wrote them or they were made of its condition."""

    text: str
    written: bool


def speaker_of(definition: Definition, plugins: Plugins, names: Names) -> Speaker:
    """What says the conditions and shapes of a ruleset in words; `names` are its words for tiles."""
    provided = plugins.by_name
    of_plugins: dict[str, RecordField] = dict(provided("mj_record_fields"))
    known = [*of_plugins.values(), *(read_field(name, entry) for name, entry in definition.fields.items())]
    shapes = {name: plain(shape.parts) for name, shape in definition.shapes.items()}
    return Speaker(
        ClassReader(definition, known, []).classes(),
        names,
        {**WORDS, **provided("mj_condition_words")},
        plain(definition.terms),
        shapes | {id: plain(rule.hand) for id, rule in definition.rules.items() if rule.hand is not None},
        {**FLAGS, **definition.flags},
        {field.name: field.about for field in known},
        {id: english_name(id, rule.names) for id, rule in definition.rules.items()},
        dict(definition.groups),
    )


def chinese_speaker(english: Speaker, definition: Definition, texts: RulesetTexts) -> ChineseSpeaker:
    """What says the conditions and shapes of a ruleset in Chinese; `texts` are what is said of it in that language."""
    language = "zh"
    named = {id: {**texts.names.get(id, {}), **rule.names} for id, rule in definition.rules.items()}
    return ChineseSpeaker(
        english.classes,
        english.names,
        english.words,
        english.terms,
        english.shapes,
        {name: texts.of("flags", name) or about for name, about in english.flags.items()},
        {name: texts.of("fields", name) or about for name, about in english.fields.items()},
        {id: own.get(language, english.rules[id]) for id, own in named.items()},
        {id: _not_english(texts.of("groups", id)) or title for id, title in english.groups.items()},
    )


def _not_english(text: str | None) -> str:
    """A text that somebody wrote in another language; empty for none."""
    return "" if text is None or text.isascii() else text


def described_rule(definition: Definition, speaker: Speaker, texts: RulesetTexts, id: str) -> Described:
    """What a rule is: as its ruleset says, else made of its condition."""
    text = texts.of("rules", id)
    if text is not None:
        return Described(text, written=True)
    return Described(rule_in_words(speaker, definition.rules[id]), written=False)


def rule_in_words(speaker: Speaker, rule: RuleEntry) -> str:
    """A rule as sentences made of its entry."""
    told = []
    if rule.hand is not None:
        told.append(speaker.parts(rule.hand, concealed=rule.concealed is True))
    if rule.when:
        told.append(speaker.condition(plain(rule.when)))
    names = several(rule.for_)
    everybody, whom = names == ("all",), names not in (("all",), ("winner",))
    text = "; ".join(told) or ("every hand" if everybody or whom else "every winning hand")
    found = [sentence(text)]
    if whom:
        found.append(f"Only for {and_list([_SCOPES.get(name, name) for name in names], 'or')}.")
    if everybody and told:
        found.append("Winner or not.")
    if rule.each and not text.startswith("each "):
        found.append("Each counts.")
    if rule.wins:
        found.append("This wins by itself.")
    found += [f"Worth {worth} if: {speaker.term(name, 1)}." for name, worth in rule.but.items()]
    return " ".join(found)
