"""Says what is in a ruleset: in the words that it was given, else in those made of its conditions."""

from __future__ import annotations

from typing import NamedTuple

from ..conditions.words import WORDS
from ..declared.values import plain
from ..hands.record import FLAGS
from ..hands.record_fields import RecordField
from ..hooks.manager import Plugins
from ..scoring.rule import english_name
from ..tiles.names import Names
from ..words.sentences import Speaker
from .definition import Definition
from .texts import RulesetTexts
from .vocabulary import ClassReader, read_field


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


def described_rule(definition: Definition, speaker: Speaker, texts: RulesetTexts, id: str) -> Described:
    """What a rule is: as its ruleset says, else made of its condition."""
    text = texts.of("rules", id)
    if text is not None:
        return Described(text, written=True)
    return Described(speaker.rule(plain(definition.rules[id])), written=False)
