"""What the engine says of a ruleset, in a language: names, titles, amounts, and reasons why something counts or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from weakref import WeakKeyDictionary

from .errors import MjrulesError, PluginError, RulesetError
from .hands.pieces import CLAIMED, DECLARED, Piece, tiles_in
from .ruleset.conditions_in_words import AskedInWords
from .ruleset.field_types import text_in
from .ruleset.options.options import as_text, option_in_words
from .ruleset.play_rules import Titled
from .ruleset.ruleset import Ruleset
from .ruleset.speaking import chinese_speaker
from .ruleset.texts import RulesetTexts
from .scoring.explanation.parts import AskedOf, NotCounted
from .scoring.item import printed
from .scoring.rule import Amount
from .scoring.show import SEAT_NAMES
from .shapes.missing_tiles import Exchange
from .spoken import CHINESE, Sentence, Spoken, said_in
from .tiles.tile import Tile, mask_of, parse_class
from .words.chinese_sentences import ChineseSpeaker
from .words.chinese_tiles import chinese_kinds, chinese_tiles
from .words.lists import and_list, chinese_sentence, sentence
from .words.sentences import Speaker

_YES_NO: Final = {"true": Sentence("yes", "是")(), "false": Sentence("no", "否")()}
_CHOSEN: Final = Sentence("with {options}", "选用{options:options}")
_FEW_OPTIONS: Final = 6
"""How many of the options that were chosen stand behind a title."""
_WITH_OPTIONS: Final = Sentence("{title} ({options})", "{title}（{options}）")
_SAID: Final = {
    "yes": "是", "no": "否", "m": "万", "p": "饼", "s": "条", "chow": "吃", "pung": "碰", "kong": "杠", "mahjong": "和",
}  # fmt: skip
"""What players say in a game."""
_SIDES: Final = {"left": "上家", "across": "对家", "right": "下家"}
_FIELDS: Final = {"player": "玩家", "players": "玩家", "table": "桌", "club": "俱乐部", "date": "日期"}
"""Fields of records and forms that no ruleset declares."""
_PLACES: Final = {"": "{}", "claimed": "（{}）", "declared": "［{}］"}
_KEPT: Final[WeakKeyDictionary[Ruleset, dict[str, RulesetTexts]]] = WeakKeyDictionary()


@dataclass(frozen=True)
class RulesetTeller:
    """Says what the engine says of one ruleset, in a language; `texts` are those of the ruleset in it.

    In a language in which the engine has no sentences, only the texts and the names of rules are in that language.
    """

    ruleset: Ruleset
    texts: RulesetTexts
    language: str

    @property
    def in_chinese(self) -> bool:
        """Whether sentences are said in Chinese, else in English."""
        return self.language == CHINESE

    def __call__(self, text: str) -> str:
        """A text of the engine, in English where it is not known in another language."""
        return said_in(text, self._value) if self.in_chinese else text

    def sentence(self, text: str) -> str:
        """A text of the engine as a sentence, with its full stop."""
        return chinese_sentence(self(text)) if self.in_chinese else sentence(text)

    def own_text(self, *path: str) -> str | None:
        """What the ruleset says of something, by its place; None where it says nothing in this language."""
        return self.if_told(self.texts.of(*path))

    def if_told(self, text: str | None) -> str | None:
        """A text of the ruleset, or None where it is not in this language: in Chinese pages it is no English one."""
        return None if text is None or (self.in_chinese and text.isascii()) else text

    def listed(self, parts: Iterable[str]) -> str:
        """Texts as a list."""
        return ("、" if self.in_chinese else ", ").join(map(self, parts))

    def and_list(self, parts: Iterable[str], last: str = "and") -> str:
        """Texts as a list in a sentence, the last of them joined by a word in English."""
        told = list(map(self, parts))
        return "、".join(told) if self.in_chinese else and_list(told, last)

    def clauses(self, parts: Iterable[str]) -> str:
        """Texts one after the other, with semicolons."""
        return ("；" if self.in_chinese else "; ").join(map(self, parts))

    @property
    def game(self) -> str:
        """The title of the ruleset, in English where it has none in this language."""
        return text_in(self.ruleset.definition.title, self.language) or self.ruleset.title

    @property
    def summary(self) -> str | None:
        """What the game is, in a few sentences; None where nobody says it in this language."""
        told = text_in(self.ruleset.definition.summary, self.language)
        return told or self.if_told(self.ruleset.summary) or None

    @property
    def game_with_options(self) -> str:
        """The title of the ruleset, and in brackets the options that were chosen, the first few of many."""
        said = [self.option(name, value) for name, value in self.ruleset.options.changed(lambda place: True).items()]
        more = ["…"] if len(said) > _FEW_OPTIONS else []
        if not said:
            return self.game
        return self(_WITH_OPTIONS(title=self.game, options=self.listed(said[:_FEW_OPTIONS] + more)))

    @property
    def heading(self) -> str:
        """The title of the ruleset, and what was chosen of its options, in lines."""
        chosen = self.ruleset.chosen
        return "\n".join([self.game, *([self(_CHOSEN(options=chosen))] if chosen else [])])

    def rule(self, id: str, name: str) -> str:
        """The name of a rule in this language, else the one that is given."""
        entry = self.ruleset.definition.rules.get(id)
        names = {**self.texts.names.get(id, {}), **({} if entry is None else entry.names)}
        return names.get(self.language) or name

    def rule_called(self, id: str) -> str:
        """The name of a rule in this language, else in English."""
        return self.rule(id, self.ruleset.speaker.rules.get(id, id))

    def rules(self, ids: Iterable[str]) -> list[str]:
        """The names of rules, one that several have once: in Chinese a flower and a season are called alike."""
        return list(dict.fromkeys(map(self.rule_called, ids)))

    def amount(self, value: Amount | float, unit: str) -> str:
        """An amount with the word of its unit."""
        return f"{printed(value)} {self.unit(value, unit)}"

    def unit(self, value: Amount | float, unit: str) -> str:
        """The word behind an amount of a unit."""
        return self(self.ruleset.book.method.word(value, unit))

    def title(self, section: str, id: str, title: str) -> str:
        """What a pot, a penalty, a payment or a counter is called: its title in this language, else what its text in
        it has before a colon, else the title that is given."""
        entry = self.titled(section).get(id)
        written = entry.title_in(self.language) if isinstance(entry, Titled) else None
        if written:
            return written
        told = self.texts.of(section, id) or ""
        own, colon, _ = told.partition("：")
        return own if colon and self.in_chinese else title

    def titled(self, section: str) -> Mapping[str, Any]:
        """What there is of a section that has titles; of payments at once those of house rules, too.

        Where a plugin fails to say what these are, they are left out: what was booked is told all the same.
        """
        found: Mapping[str, Any] = getattr(self.ruleset.definition, section)
        if section == "bonus_payments":
            with suppress(PluginError):
                return self.ruleset.paid_at_once
        return found

    def pot(self, id: str) -> str:
        """What a pot is called; its id in words where books name one that the ruleset has not."""
        pot = self.ruleset.definition.pots.get(id)
        return id.replace("_", " ") if pot is None else self.title("pots", id, pot.title)

    def _word(self, word: str) -> str:
        """What a player or a house rule says in a game: a situation, a fault, or a word that is known."""
        if isinstance(word, Spoken):
            return self(word)
        if word in self.ruleset.definition.penalties:
            return self.title("penalties", word, self.ruleset.definition.penalties[word].title)
        return self.flag(word) if word in self.ruleset.book.flags else _SAID.get(word, word.replace("_", " "))

    def _named_by_title(self, title: str) -> str:
        """What is called so in English, in this language."""
        if isinstance(title, Spoken):
            return self(title)
        for section in ("pots", "bonus_payments", "penalties", "counters"):
            for id, entry in self.titled(section).items():
                if entry.title == title:
                    return self.title(section, id, title)
        return title

    def option(self, name: str, value: Any) -> str:
        """An option with what is chosen; in English by their words."""
        told = self.title("options", name, "")
        return f"{told}：{self.choice(name, as_text(value))}" if told else option_in_words(name, value)

    def choice(self, name: str, word: str) -> str:
        """What a choice of an option is called: in Chinese what it means, if anybody says that, else its word."""
        meaning = self.own_text("options", name, "values", word) if self.in_chinese else None
        return meaning.removesuffix("。") if meaning else self(_YES_NO.get(word, word.replace("_", " ")))

    @property
    def speaker(self) -> Speaker:
        """What says conditions and shapes of the ruleset."""
        return self.chinese if self.in_chinese else self.ruleset.speaker

    @cached_property
    def chinese(self) -> ChineseSpeaker:
        """What says conditions and shapes of the ruleset in Chinese."""
        return chinese_speaker(self.ruleset.speaker, self.ruleset.definition, self.texts)

    @cached_property
    def _asked(self) -> AskedInWords:
        return self.ruleset.asked_in_chinese(self.texts)

    def _value(self, kind: str, value: Any) -> str:
        """A value of a sentence in Chinese, by the kind that its place names."""
        told = _OF_RULESET.get(kind)
        return _without_ruleset(kind, value) if told is None else told(self, value)

    def asked(self, parts: Iterable[tuple[str, str]]) -> str:
        """What parts of the conditions of rules ask for, in Chinese."""
        return "；".join(filter(None, (self._asked.part(rule, word) for rule, word in parts)))

    def flag(self, name: str) -> str:
        """What a situation is called: what its text has before a colon, else all of it."""
        return self.flag_said(name).partition("：")[0].removesuffix("。")

    def flag_said(self, name: str) -> str:
        """What a flag says of a situation."""
        return self.texts.of("flags", name) or self.ruleset.book.flags.get(name, name)

    def field(self, name: str) -> str:
        """What a field of records says, or one of a form."""
        own = self.ruleset.book.fields.get(name)
        return self.texts.of("fields", name) or (_field(name) if own is None else own.about)

    def asked_of(self, asked: AskedOf) -> str:
        """What is asked of a hand before it may win, and the option that asks it, in Chinese."""
        told, option = self._asked.words(asked), self._asked.option_of(asked)
        about = self.texts.of("options", option) if option else None
        told = told if asked.wanted else f"不是（{told}）"
        return told if about is None else f"{told}（选项：{about.rstrip('。.?？')}）"

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """The sets of a reading: what was claimed in round brackets, what was declared concealed in others."""
        return " ".join(_PLACES[_place(piece)].format(chinese_tiles(tiles_in(piece))) for piece in pieces)

    def needs(self, item: NotCounted) -> str:
        """What a rule that is missed would need, in Chinese: other tiles, no claimed set, another wind."""
        found = []
        if item.exchanges:
            found.append(told_exchanges(item.exchanges))
        if "concealed" in item.by:
            found.append("门前清")
        if not found and item.by in (("seat",), ("round",)):
            wind = next((told for name, told in _WINDS if item.needs.startswith(name)), item.needs)
            found.append(f"{'门风' if item.by[0] == 'seat' else '圈风'}为{wind}")
        return "；".join(found or [self.asked([(item.id, word) for word in item.by]) or item.needs])


def teller_of(ruleset: Ruleset, language: str) -> RulesetTeller:
    """What tells of a ruleset in a language. Raises RulesetError where its texts are wrong."""
    return RulesetTeller(ruleset, texts_of(ruleset, language), language)


def texts_of(ruleset: Ruleset, language: str) -> RulesetTexts:
    """The texts of a ruleset in a language, read from files once for as long as the ruleset is. Raises RulesetError."""
    kept = _KEPT.setdefault(ruleset, {})
    if language not in kept:
        kept[language] = ruleset.texts(language)
    return kept[language]


def in_language(text: str, language: str) -> str:
    """A text of the engine in a language, as far as it can be said without a ruleset."""
    return said_in(text, _without_ruleset) if language == CHINESE else text


def refusal_in(error: MjrulesError, language: str) -> str:
    """What is wrong in a language, as far as it can be said without a ruleset; of files with the places."""
    if language == CHINESE and isinstance(error, RulesetError):
        return error.told(lambda text: in_language(text, language), "：")
    return in_language(str(error), language)


def told_exchanges(exchanges: Iterable[Exchange]) -> str:
    """The tiles that would make a hand, in place of others: those for one place together, of others only the first.

    In Chinese.
    """
    by_spare: dict[tuple[Tile, ...], list[tuple[Tile, ...]]] = {}
    for exchange in exchanges:
        by_spare.setdefault(tuple(exchange.too_much), []).append(tuple(exchange.missing))
    spare, ways = max(by_spare.items(), key=lambda found: len(found[1]))
    if len(ways[0]) == 1:
        wanted = "或".join(chinese_tiles(tiles) for tiles in ways)
    else:
        wanted = chinese_tiles(ways[0]) + (f"（另有 {len(ways) - 1} 种换法）" if len(ways) > 1 else "")
    return f"{wanted}，换去{chinese_tiles(spare)}" if spare else wanted


def _place(piece: Piece) -> str:
    return "claimed" if piece & CLAIMED else "declared" if piece & DECLARED else ""


def _wind(seat: Any) -> str:
    return said_in(SEAT_NAMES.get(seat, seat), _without_ruleset)


def _field(name: str) -> str:
    return _FIELDS.get(name, name)


def _shown(value: Any) -> str:
    """A value of a file, or what stands for it: what was written stands in quotes, without those that it had."""
    if isinstance(value, Spoken):
        return said_in(value, _without_ruleset)
    text = str(value)
    quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return f"“{text[1:-1] if quoted else text}”"


def _without_ruleset(kind: str, value: Any) -> str:
    """A value of a sentence in Chinese that needs no ruleset, by the kind that its place names."""
    said = _PLAIN.get(kind)
    return str(value) if said is None else said(value)


_WINDS: Final = tuple((name, _wind(seat)) for seat, name in SEAT_NAMES.items())
_PLAIN: Final[Mapping[str, Callable[[Any], str]]] = {
    "wind": _wind,
    "winds": lambda seats: "、".join(map(_wind, seats)),
    "side": _SIDES.__getitem__,
    "tiles": chinese_tiles,
    "class": lambda text: chinese_kinds(mask_of(parse_class(text))),
    "written": lambda text: text if isinstance(text, str) else "  ".join(text),
    "field": _field,
    "shown": _shown,
    "exchanges": told_exchanges,
}
"""How values of sentences are said in Chinese that need no ruleset, by their kinds."""
_OF_RULESET: Final[Mapping[str, Callable[[RulesetTeller, Any], str]]] = {
    "field": RulesetTeller.field,
    "flag": RulesetTeller.flag,
    "options": lambda tell, chosen: "；".join([tell.option(name, value) for name, value in chosen.items()]),
    "rules": lambda tell, ids: tell.listed(tell.rules(ids)),
    "asked": RulesetTeller.asked,
    "needs": RulesetTeller.needs,
    "title": RulesetTeller._named_by_title,
    "pot": RulesetTeller.pot,
    "said": RulesetTeller._word,
    "pieces": RulesetTeller.pieces,
    "asked_of": RulesetTeller.asked_of,
}
"""The same for those that need one."""
