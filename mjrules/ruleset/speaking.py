"""Says what is in a ruleset: in the words that it was given, else in those made of its conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ..conditions.words import WORDS
from ..declared.values import plain, several
from ..errors import NotedFaults
from ..hands.declared_fields import RecordField
from ..hooks.manager import Plugins
from ..scoring.rule import EVERY_HAND, EVERY_WIN, english_name
from ..spoken import CHINESE, Sentence, said_in, spoken_list
from ..tiles.names import Names
from ..tiles.tile import BONUS
from ..words.chinese_sentences import ChineseSpeaker
from ..words.lists import and_list, chinese_sentence, sentence
from ..words.sentences import Speaker
from .building.vocabulary import ClassReader, flags_of, read_field, read_tile_set
from .definition import Definition, RuleEntry
from .field_types import usual_text
from .texts import RulesetTexts

_SCOPES: Final[Mapping[str, str]] = {
    "loser": Sentence("players who have not won", "未和者")(),
    "fishing": Sentence("players who have called fishing", "已叫听者")(),
    "winner": Sentence("the winner", "和牌者")(),
}
"""Whose hands a rule may be for."""
_ONLY_FOR: Final = Sentence("Only for {whom}", "只计{told}")
_ALL_HANDS: Final = Sentence("Winner or not", "无论是否和牌")()
_EACH: Final = Sentence("Each counts", "每次皆计")()
_ONCE: Final = Sentence("Once, however many there are", "无论多少，只计一次")()
_ONE_BY_ONE: Final = re.compile("(^|[,;] )each (of the|of:|bonus tile|tile that) ?|(^|[，；])每[张有]|所指的每张")
"""How it is said that something is found one by one, whether a rule counts each of them or not."""
_WINS: Final = Sentence("This wins by itself", "本身即可和牌")()
_BUT: Final = Sentence("Worth {worth} if: {term}", "值 {worth}，若{term}")
_ELSE: Final = Sentence("Else worth {worth} if: {term}", "否则值 {worth}，若{term}")
"""Of several other worths the first one holds whose term does."""


def speaker_of(definition: Definition, plugins: Plugins, names: Names) -> Speaker:
    """What says the conditions and shapes of a ruleset in words; `names` are its words for tiles."""
    provided = plugins.by_name
    of_plugins: dict[str, RecordField] = dict(provided("mj_record_fields"))
    known = [*of_plugins.values(), *(read_field(name, entry) for name, entry in definition.fields.items())]
    shapes = {name: plain(shape.parts) for name, shape in definition.shapes.items()}
    return Speaker(
        ClassReader(definition, known, NotedFaults()).classes(),
        names,
        {**WORDS, **provided("mj_condition_words")},
        plain(definition.terms),
        shapes | {id: plain(rule.hand) for id, rule in definition.rules.items() if rule.hand is not None},
        flags_of(definition),
        {field.name: field.about for field in known},
        {id: english_name(id, rule.names) for id, rule in definition.rules.items()},
        {id: usual_text(title) for id, title in definition.groups.items()},
        _bonus_tiles(definition),
    )


def _bonus_tiles(definition: Definition) -> int:
    """How many bonus tiles the game has; as many as most have where it has none."""
    copies = read_tile_set(definition, NotedFaults()).copies
    return sum([copies[tile] for tile in BONUS]) or Speaker.bonus


def chinese_speaker(english: Speaker, definition: Definition, texts: RulesetTexts) -> ChineseSpeaker:
    """What says the conditions and shapes of a ruleset in Chinese; `texts` are what is said of it in that language."""
    named = {id: {**texts.names.get(id, {}), **rule.names} for id, rule in definition.rules.items()}
    return ChineseSpeaker(
        english.classes,
        english.names,
        english.words,
        english.terms,
        english.shapes,
        {name: texts.of("flags", name) or about for name, about in english.flags.items()},
        {name: texts.of("fields", name) or about for name, about in english.fields.items()},
        {id: own.get(CHINESE, english.rules[id]) for id, own in named.items()},
        {id: _not_english(texts.of("groups", id)) or title for id, title in english.groups.items()},
        english.bonus,
    )


def _not_english(text: str | None) -> str:
    """A text that somebody wrote in another language; empty for none."""
    return "" if text is None or text.isascii() else text


def rule_in_words(speaker: Speaker, rule: RuleEntry) -> str:
    """A rule as sentences made of its entry, in the language of the speaker."""
    found = list(_told(speaker, rule))
    if isinstance(speaker, ChineseSpeaker):
        return "".join(chinese_sentence(said_in(text)) for text in found)
    return " ".join(map(sentence, found))


def _told(speaker: Speaker, rule: RuleEntry) -> Iterator[str]:
    """What a rule asks for, then whose it is, and how often it counts; in English, and in Chinese if that is spoken."""
    asked = []
    if rule.hand is not None:
        asked.append(speaker.parts(plain(rule.hand), concealed=rule.concealed is True))
    if rule.when:
        asked.append(speaker.condition(plain(rule.when)))
    names = several(rule.for_)
    everybody, whom = names == ("all",), names not in (("all",), ("winner",))
    text = spoken_list(asked, "; ", "；") or (EVERY_HAND if everybody or whom else EVERY_WIN)
    yield text
    if whom:
        scopes = [_SCOPES.get(name, name) for name in names]
        yield _ONLY_FOR(whom=and_list(scopes, "or"), told=spoken_list(scopes, " or ", "或"))
    if everybody and asked:
        yield _ALL_HANDS
    if rule.each and not text.startswith(("each ", "每")):
        yield _EACH
    if not rule.each and _ONE_BY_ONE.search(text):
        yield _ONCE
    if rule.wins:
        yield _WINS
    for number, (name, worth) in enumerate(rule.but.items()):
        yield (_ELSE if number else _BUT)(worth=worth, term=speaker.term(name, 1))
