"""Reasons in the language of the page: why a rule counts or does not, steps to a total, why a payment is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ..hands.pieces import CLAIMED, DECLARED, Piece, tiles_in
from ..ruleset.conditions_in_words import AskedInWords
from ..ruleset.options import as_text, option_in_words
from ..ruleset.ruleset import Ruleset
from ..ruleset.speaking import chinese_speaker
from ..ruleset.texts import RulesetTexts
from ..scoring.explanation.parts import NotCounted
from ..shapes.missing_tiles import Exchange
from ..spoken import said_in
from ..tiles.tile import Tile
from ..words.chinese_sentences import ChineseSpeaker
from ..words.chinese_tiles import chinese_tiles
from .questions import questions_of
from .speech import LANGUAGES, Speech


@dataclass(frozen=True)
class ReasonTeller:
    """Says what the engine says of one ruleset, in a language; `texts` are those of the ruleset in it."""

    ruleset: Ruleset
    texts: RulesetTexts
    say: Speech

    def __call__(self, text: str) -> str:
        """A text of the engine, in English where it is not known in another language."""
        return text if self.say.language == LANGUAGES[0] else said_in(text, self._value)

    def rule(self, id: str, name: str) -> str:
        """The name of a rule in this language, else the one that is given."""
        return rule_name(self.ruleset, self.texts, id, name, self.say.language)

    def title(self, section: str, id: str, title: str) -> str:
        """What a pot, a penalty or a payment is called: what its text in this language has before a colon."""
        told = self.texts.of(section, id) or ""
        own, colon, _ = told.partition("：")
        return own if colon and self.say.language != LANGUAGES[0] else title

    def _named_by_title(self, title: str) -> str:
        """What is called so in English, in this language."""
        definition = self.ruleset.definition
        for section in ("pots", "bonus_payments", "penalties"):
            for id, entry in getattr(definition, section).items():
                if entry.title == title:
                    return self.title(section, id, title)
        return title

    def option(self, name: str, value: Any) -> str:
        """An option with what is chosen; in English by their words."""
        told = self.title("options", name, "")
        return f"{told}：{self.choice(name, as_text(value))}" if told else option_in_words(name, value)

    def choice(self, name: str, word: str) -> str:
        """What a choice of an option is called: in Chinese what it means, if anybody says that, else its word."""
        meaning = self.texts.of("options", name, "values", word) or ""
        if meaning and not meaning.isascii() and self.say.language != LANGUAGES[0]:
            return meaning.removesuffix("。")
        return {"true": self.say("word_yes"), "false": self.say("word_no")}.get(word, word.replace("_", " "))

    def rules(self, ids: Iterable[str]) -> str:
        """The names of rules."""
        english = self.ruleset.speaker.rules
        return self.say("comma").join(self.rule(id, english.get(id, id)) for id in ids)

    @cached_property
    def chinese(self) -> ChineseSpeaker:
        """What says conditions and shapes of the ruleset in Chinese."""
        return chinese_speaker(self.ruleset.speaker, self.ruleset.definition, self.texts)

    @cached_property
    def _asked(self) -> AskedInWords:
        return self.ruleset.asked_in_chinese(self.texts)

    def _value(self, kind: str, value: Any) -> str:
        """A value of a sentence, by the kind that its place names."""
        told = _KINDS.get(kind)
        return self.say.value(kind, value) if told is None else told(self, value)

    def asked(self, parts: Iterable[tuple[str, str]]) -> str:
        """What parts of the conditions of rules ask for."""
        return self.say("semicolon").join(filter(None, (self._asked.part(rule, word) for rule, word in parts)))

    def flag(self, name: str) -> str:
        """What a situation is called: what its text has before a colon, else all of it."""
        told = self.texts.of("flags", name) or self.ruleset.book.flags.get(name, name)
        return told.partition("：")[0].removesuffix("。")

    def field(self, name: str) -> str:
        """What a field of records says, or one of a form."""
        own = self.ruleset.book.fields.get(name)
        return self.texts.of("fields", name) or (self.say.value("field", name) if own is None else own.about)

    def question(self, asked: tuple[str, str, bool]) -> str:
        """What is asked of a hand before it may win, and the option that asks it."""
        word, key, wanted = asked
        told = self._asked.question(word, key)
        option = self._asked.option_of(word, key)
        about = self.texts.of("options", option) if option else None
        told = told if wanted else self.say("denied", what=told)
        return told if about is None else self.say("by_option", what=told, option=about.rstrip("。.?？"))

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """The sets of a reading: what was claimed in round brackets, what was declared concealed in others."""
        return " ".join(_PLACES[_place(piece)].format(chinese_tiles(tiles_in(piece))) for piece in pieces)

    def needs(self, item: NotCounted) -> str:
        """What a rule that is missed would need: other tiles, no claimed set, another wind."""
        found = []
        if item.exchanges:
            found.append(told_exchanges(item.exchanges, self.say))
        if "concealed" in item.by:
            found.append(self.say("needs_concealed"))
        if not found and item.by in (("seat",), ("round",)):
            wind = next((wind for wind, name in _WINDS.items() if item.needs.startswith(name)), "")
            found.append(self.say(f"needs_{item.by[0]}", wind=self.say(f"wind_{wind}") if wind else item.needs))
        return self.say("semicolon").join(found or [self.asked([(item.id, word) for word in item.by]) or item.needs])


_PLACES: Final = {"": "{}", "claimed": "（{}）", "declared": "［{}］"}
_WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_KINDS: Final[Mapping[str, Callable[[ReasonTeller, Any], str]]] = {
    "field": lambda tell, name: tell.field(name),
    "flag": lambda tell, flag: tell.flag(flag),
    "rules": ReasonTeller.rules,
    "asked": ReasonTeller.asked,
    "needs": ReasonTeller.needs,
    "title": ReasonTeller._named_by_title,
    "pieces": ReasonTeller.pieces,
    "question": ReasonTeller.question,
    "exchanges": lambda tell, found: told_exchanges(found, tell.say),
}
"""How values of sentences are said, by their kinds."""


def teller_of(ruleset: Ruleset, say: Speech) -> ReasonTeller:
    """What tells reasons of a ruleset in a language. Raises RulesetError where its texts are wrong."""
    return ReasonTeller(ruleset, questions_of(ruleset, say.language).texts, say)


def rule_name(ruleset: Ruleset, texts: RulesetTexts, id: str, name: str, language: str) -> str:
    """The name of a rule in a language; where it has none there, the `name` that is given."""
    entry = ruleset.definition.rules.get(id)
    names = {**texts.names.get(id, {}), **({} if entry is None else entry.names)}
    own = names.get(language)
    return own or name


def _place(piece: Piece) -> str:
    return "claimed" if piece & CLAIMED else "declared" if piece & DECLARED else ""


def told_exchanges(exchanges: Iterable[Exchange], say: Speech) -> str:
    """The tiles that would make a hand, in place of others: those for one place together, of others only the first."""
    by_spare: dict[tuple[Tile, ...], list[tuple[Tile, ...]]] = {}
    for exchange in exchanges:
        by_spare.setdefault(tuple(exchange.too_much), []).append(tuple(exchange.missing))
    spare, ways = max(by_spare.items(), key=lambda found: len(found[1]))
    if len(ways[0]) == 1:
        wanted = say("word_or").join(chinese_tiles(tiles) for tiles in ways)
    else:
        wanted = chinese_tiles(ways[0])
        wanted += say("other_ways", number=len(ways) - 1) if len(ways) > 1 else ""
    return say("exchanged", wanted=wanted, spare=chinese_tiles(spare)) if spare else wanted
