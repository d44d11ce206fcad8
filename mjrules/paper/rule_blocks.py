"""The rules of a ruleset as blocks: what wins, each rule with its worth and an example, the special hands."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from ..declared.values import plain, several
from ..errors import HandError
from ..hands.declared_fields import field_text
from ..hands.hand import Hand
from ..pictures.svg import Pictures
from ..ruleset.field_types import text_in, usual_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.speaking import rule_in_words
from ..sample_hands.plain_hands import PlainHand
from ..scoring.rule import Rule
from ..scoring.rulebook import WAITS
from ..scoring.score import Score
from ..scoring.show import SEAT_NAMES
from ..spoken import LANGUAGES, Sentence, Spoken
from ..teller import RulesetTeller, teller_of
from ..tiles.tile import parse_tiles
from ..told_rules import RefusedHow, RuleFinder, ToldRule, options_asking, refused_beside, worth_text
from ..words.tiles import class_in_words
from .blocks import Block, Chapter, Points, RuleBox
from .true_texts import still_said

TITLED: Final = Sentence("{title}: {told}", "{title}：{told}")
_WINNING: Final = Sentence("A winning hand", "和牌")()
_ONE_OF: Final = Sentence("Only a hand of one of these shapes wins: {names}", "只有这些牌型可和：{names}")
_ALSO: Final = Sentence("Hands with a pattern of their own win too: {names}", "另有自成牌型者可和：{names}")
_WIN_ALONE: Final = Sentence("Some hands win by themselves, whatever else they hold: {names}", "本身即可和牌：{names}")
_REQUIRES: Final = Sentence("A hand wins only with this: {what}", "和牌须：{what}")
_OTHERS_REQUIRE: Final = Sentence("Any other hand wins only with this: {what}", "其余和牌须：{what}")
_LEAST: Final = Sentence("to win, a hand must be worth at least {least}", "起和 {least}")
_WITHOUT: Final = Sentence("{least}, without {names}", "{least}，不计{names}")
_SEVERAL_SETS: Final = Sentence("Rules on several sets: {how}", "用到几组牌的番种：{how}")
_WAITS_COUNT: Final = Sentence("Which tiles a hand waits for: {how}", "听哪些牌：{how}")
_WAITING: Final = Sentence("whoever waits for a hand when somebody else wins", "他家和牌时听牌者")()
_CALLED: Final = Sentence("whoever has called Fishing when somebody else wins", "他家和牌时已叫听者")()
_PART: Final = Sentence(
    "{who} gets {part} of what these would be worth in that hand, where this is more than their own: {rules}",
    "{who}，得所听之牌中下列番种所值的 {part}，若多于手中所值：{rules}",
)
_NONE_LEFT: Final = Sentence("that holds though no copy of the missing tile is left", "所听之牌已绝张者也算")()
_ONE_LEFT: Final = Sentence("not if no copy of the missing tile is left", "所听之牌已绝张者不算")()
_AS_FINISHED: Final = Sentence(
    "for {who} these count if they would in the finished hand: {rules}",
    "{who}，下列番种若和成时可计，则计入手中：{rules}",
)
_OTHER_RULES: Final = Sentence("Other rules", "其他")()
_ALSO_CALLED: Final = Sentence("Also called {names}", "又称：{names}")
_EXCLUDES: Final = Sentence("Not counted beside it: {names}", "不另计：{names}")
_EXCLUDES_ON_SETS: Final = Sentence("Not counted beside it for the same sets: {names}", "同样的面子不另计：{names}")
_EXCLUDES_SO_MANY: Final = Sentence("Not counted beside it, {times}: {names}", "不另计{times}：{names}")
_TIMES: Final = {1: Sentence("once", "一次")(), 2: Sentence("twice", "两次")()}
_TIMES_MORE: Final = Sentence("{number} times", " {number} 次")
_DEARER: Final = Sentence("It has the pattern, but something dearer counts. ", "具此牌型，但计更高者。")()
_SEAT: Final = Sentence("seat wind {wind}", "门风{wind}")
_ROUND: Final = Sentence("round wind {wind}", "圈风{wind}")
_SAYS: Final = Sentence("{what}: {value}", "{what}：{value}")
_SUIT: Final = Sentence("{words}", "{tiles:class}")
_ANY: Final = "0+"
"""A number of which any will do."""
_COMES_TO: Final = Sentence("Worth {total}: {items}.", "共 {total}：{items}。")
_TOO_LITTLE: Final = Sentence("Worth {total}, too little to win: {items}.", "共 {total}，未够起和：{items}。")


class ToldRules:
    """All rules that a ruleset plays, each told once, in a language."""

    def __init__(self, ruleset: Ruleset, language: str) -> None:
        self.ruleset, self.tell = ruleset, teller_of(ruleset, language)
        finder = RuleFinder(ruleset, language)
        self.rules: Mapping[str, ToldRule] = {rule.id: finder.tell(rule.id) for rule in in_order(ruleset)}

    def winning(self) -> Chapter:
        """What a winning hand is."""
        ruleset, definition, tell = self.ruleset, self.ruleset.definition, self.tell
        told = [self._shape(name) for name, shape in definition.shapes.items() if not shape.pattern_only]
        own = [rule.id for rule in in_order(ruleset) if definition.rules[rule.id].hand is not None]
        if own:
            names = tell.rules(own)
            told.append(_ALSO(names=tell.and_list(names)) if told else _ONE_OF(names=tell.and_list(names, "or")))
        wins = [rule.id for rule in in_order(ruleset) if rule.wins]
        if wins:
            told.append(_WIN_ALONE(names=tell.and_list(tell.rules(wins))))
        required = _that_may_fail(plain(definition.win_requires) or {}, plain(definition.terms))
        if required:
            asked = _OTHERS_REQUIRE if wins else _REQUIRES
            told.append(still_said(tell, "win_requires") or asked(what=tell.speaker.condition(required)))
        if ruleset.book.minimum:
            aside = [rule.id for rule in in_order(ruleset) if rule.aside]
            least = least_to_win(tell)
            told.append(_WITHOUT(least=least, names=tell.and_list(tell.rules(aside))) if aside else least)
        told += self._method_settings()
        return Chapter(tell(_WINNING), (Points(tuple(map(tell.sentence, told))),))

    def _shape(self, name: str) -> str:
        """A shape, called by the rule whose shape it is; in Chinese without a name where no rule gives it one."""
        tell, shape = self.tell, self.ruleset.definition.shapes[name]
        parts = tell.speaker.parts(plain(shape.parts), concealed=shape.concealed, distinct=shape.distinct)
        said = still_said(tell, "shapes", name) or parts
        if name in self.rules:
            return TITLED(title=tell.rule(name, self.rules[name].name), told=said)
        return said if tell.in_chinese else TITLED(title=name.replace("_", " ").capitalize(), told=said)

    def _method_settings(self) -> Sequence[str]:
        """What is agreed about the value of a hand: the settings of the scoring method."""
        scoring, book = self.ruleset.definition.scoring, self.ruleset.book
        if scoring is None:
            return []
        units = frozenset([rule.unit for rule in book.rules])
        return settings_told(self.tell, book.method.told, book.settings, scoring.settings, units)

    def counting(self) -> Iterator[str]:
        """What is agreed about rules beside each other, and about waits, where a rule asks for them."""
        book, program, tell = self.ruleset.book, self.ruleset.scorer.program, self.tell
        if program.finding_several_sets():
            yield _SEVERAL_SETS(how=tell(book.policy.about))
        if not program.facets().isdisjoint(("waits", "waited")):
            yield _WAITS_COUNT(how=tell(WAITS[book.waits]))
        yield from self._fishing()

    def _fishing(self) -> Iterator[str]:
        """What a player gets who has not won, and waits for a hand."""
        share, scoring, tell = self.ruleset.book.share, self.ruleset.definition.scoring, self.tell
        if share is None or scoring is None or scoring.fishing is None:
            return
        who = tell(_CALLED if share.called else _WAITING)
        if shared := self._named(scoring.fishing.of, share.shared):
            part = tell(_PART(who=who, part=f"{float(share.part) * 100:g}%", rules=tell.listed(shared)))
            yield tell.clauses([part, _NONE_LEFT if share.exhausted else _ONE_LEFT])
        if finished := self._named(scoring.fishing.finished, share.finished):
            yield _AS_FINISHED(who=who, rules=tell.listed(finished))

    def _named(self, names: Any, meant: Container[str]) -> Sequence[str]:
        """Rules that are played, as a ruleset names them: groups by their titles, where these are told."""
        groups = self.ruleset.definition.groups
        titles = [self._heading("groups", name) for name in several(names) if name in groups]
        played = [id for id in self.rules if id in meant]
        if not played or not all(titles) or len(titles) < len(several(names)):
            return self.tell.rules(played)
        return titles

    def chapters(self) -> Iterator[Chapter]:
        """The rules under the titles of their kinds, the dearest first; those whose kind has no title go first."""
        found: dict[str, list[Block]] = {}
        for rule in in_order(self.ruleset):
            found.setdefault(self._kind(rule.id), []).append(self.box(rule))
        definition = self.ruleset.definition
        types = [self._heading("types", id) for id in definition.types]
        groups = [self._heading("groups", id) for id in definition.groups]
        for title in dict.fromkeys(["", *types, *groups, *found]):
            if title in found:
                yield Chapter(title, tuple(found[title]), level=3)

    def special(self) -> tuple[RuleBox, ...]:
        """The rules that are shapes of a whole hand beside the ordinary ones."""
        definition = self.ruleset.definition
        ordinary = definition.scoring.ordinary if definition.scoring is not None else ()
        return tuple(self.box(rule) for rule in in_order(self.ruleset) if self._special(rule.id, ordinary))

    def _special(self, id: str, ordinary: Sequence[str]) -> bool:
        entry = self.ruleset.definition.rules[id]
        shape = entry.when.get("shape") if isinstance(entry.when, Mapping) else None
        named = (shape,) if isinstance(shape, str) else tuple(shape or ())
        return entry.hand is not None or any(name not in (*ordinary, "standard") for name in named)

    def _kind(self, id: str) -> str:
        definition = self.ruleset.definition
        entry = definition.rules[id]
        group = entry.group if isinstance(entry.group, str) or entry.group is None else next(iter(entry.group), None)
        if entry.type is not None:
            return self._heading("types", entry.type)
        if group is not None:
            return self._heading("groups", group)
        return "" if self.tell.in_chinese else _OTHER_RULES

    def _heading(self, section: str, id: str) -> str:
        """The title of a group or of a kind of rules; empty where it has none in Chinese, and that is spoken."""
        if self.tell.in_chinese:
            return self.tell.own_text(section, id) or ""
        title = getattr(self.ruleset.definition, section).get(id, id)
        return text_in(title, self.tell.language) or usual_text(title)

    def box(self, rule: Rule) -> RuleBox:
        """One rule."""
        told, tell = self.rules[rule.id], self.tell
        aliases = [alias for alias in told.aliases if tell.if_told(alias)]
        notes = [_ALSO_CALLED(names=tell.and_list(aliases))] if aliases else []
        notes += [
            _not_beside(how, tell.and_list(tell.rules(ids))) for how, ids in refused_beside(self.ruleset, rule).items()
        ]
        others = [name for language, name in told.names.items() if language not in LANGUAGES[:1]]
        return RuleBox(
            rule.id,
            tell.rule(rule.id, told.name),
            "" if tell.in_chinese else ", ".join(others),
            worth_text(tell, rule),
            self._text(rule.id),
            None if told.example is None else told.example.hand,
            self._scores(told),
            tuple(map(tell, notes)),
        )

    def _text(self, id: str) -> str:
        """What a rule is, in words: its own text, unless that is of another condition than the one that was chosen."""
        ruleset, tell = self.ruleset, self.tell
        own = None if options_asking(ruleset, id) else tell.own_text("rules", id)
        return own or rule_in_words(tell.speaker, ruleset.definition.rules[id])

    def _scores(self, rule: ToldRule) -> str:
        """What the example of a rule scores, item by item."""
        if rule.example is None:
            return ""
        tell, score = self.tell, rule.example.score
        items = [f"{tell.rule(one.id, one.name)} {tell.amount(one.value, one.unit)}" for one in score.items]
        known = [*_winds_that_count(self.ruleset, rule.example), *self._said(rule.example)]
        seated = tell.sentence(tell.listed(known)) + ("" if tell.in_chinese or not known else " ")
        total = tell.amount(score.total, self.ruleset.unit)
        comes_to = _COMES_TO if rule.example.is_enough else _TOO_LITTLE
        worth = tell(comes_to(total=total, items=tell.listed(items)))
        return f"{seated}{'' if rule.example.counts else tell(_DEARER)}{worth}"

    def _said(self, example: PlainHand) -> Iterator[Spoken]:
        """What further fields of the record of an example say, each if the hand would be worth otherwise without it."""
        fields, known = example.hand.fields, _counted(example.score)
        for name, value in fields.items():
            without = {other: fields[other] for other in fields if other != name}
            if _scored(self.ruleset, replace(example.hand, fields=without)) != known:
                yield _SAYS(what=self.tell.field(name), value=self._field_value(name, value))

    def _field_value(self, name: str, value: Any) -> str:
        """What a field says, in words."""
        tell, text = self.tell, field_text(value)
        kind = self.ruleset.book.fields[name].type
        if kind == "seat":
            return tell(SEAT_NAMES[text])
        if kind == "suit":
            return tell(_SUIT(words=class_in_words(f"123456789{text}"), tiles=f"123456789{text}"))
        pictures = Pictures(self.ruleset.speaker.names, language=tell.language)
        return tell.listed(map(pictures.tile_name, parse_tiles(text))) if kind in ("tile", "tiles") else text

    def totals(self) -> list[int]:
        """A small, a middling and a great total of the examples, each once; they are enough to win."""
        least = self.ruleset.book.minimum
        scores = [rule.example.score for rule in self.rules.values() if rule.example is not None]
        known = sorted({int(score.total) for score in scores if score.total >= max(least, 1)})
        return list(dict.fromkeys([known[0], known[len(known) // 2], known[-1]])) if known else [max(least, 1)]


def _that_may_fail(asked: Mapping[str, Any], terms: Mapping[str, Any]) -> Mapping[str, Any]:
    """A condition without its words that every hand meets, as a number of sets does that an option leaves open."""
    return {word: value for word, value in asked.items() if not _always_holds(word, value, terms)}


def _always_holds(word: str, value: Any, terms: Mapping[str, Any]) -> bool:
    """Whether a word of a condition holds for every hand."""
    if word == "any_of":
        return any(not _that_may_fail(part, terms) for part in value)
    if word == "all_of":
        return all(not _that_may_fail(part, terms) for part in value)
    if word == "is":
        named = [value] if isinstance(value, str) else value
        return all(name in terms and not _that_may_fail(terms[name], terms) for name in named)
    return word == "sets" and isinstance(value, Mapping) and all(number == _ANY for number in value.values())


def _winds_that_count(ruleset: Ruleset, example: PlainHand) -> Iterator[Spoken]:
    """The winds of the seat and of the round of an example, each if the hand would be worth otherwise with another."""
    hand, seats, known = example.hand, ruleset.definition.table.seats, _counted(example.score)
    if any(_scored(ruleset, replace(hand, seat=other)) != known for other in seats):
        yield _SEAT(wind=SEAT_NAMES[hand.seat])
    if any(_scored(ruleset, replace(hand, round=other)) != known for other in SEAT_NAMES):
        yield _ROUND(wind=SEAT_NAMES[hand.round])


def _counted(score: Score) -> tuple[object, ...]:
    """What a hand comes to, and by which rules."""
    return score.total, *((item.id, item.value) for item in score.items)


def _scored(ruleset: Ruleset, hand: Hand) -> tuple[object, ...]:
    """The same for a hand that may be one that cannot be."""
    try:
        return _counted(ruleset.score(hand))
    except HandError:
        return ()


def least_to_win(tell: RulesetTeller) -> Spoken:
    """What a hand must be worth to win; with a unit only where all rules have the same."""
    book = tell.ruleset.book
    alike = len({rule.unit for rule in book.rules}) == 1
    return _LEAST(least=tell.amount(book.minimum, tell.ruleset.unit) if alike else book.minimum)


def in_order(ruleset: Ruleset) -> list[Rule]:
    """The rules that are played, the greatest unit first, the dearest of each first."""
    order = {unit: -number for number, unit in enumerate(ruleset.book.method.units)}
    return sorted(ruleset.book.rules, key=lambda rule: (order[rule.unit], -Fraction(rule.value), rule.name))


def _not_beside(how: RefusedHow, names: str) -> Spoken:
    """Which rules are not counted beside one, by how it refuses them."""
    if how.most is not None:
        times = _TIMES.get(how.most) or _TIMES_MORE(number=how.most)
        return _EXCLUDES_SO_MANY(times=times, names=names)
    return (_EXCLUDES_ON_SETS if how.same_sets else _EXCLUDES)(names=names)


def settings_told(
    tell: RulesetTeller,
    told: Callable[..., Iterable[str]] | None,
    settings: Any,
    written: Mapping[str, Any],
    *further: Any,
) -> Sequence[str]:
    """Settings in sentences, as a plugin tells them; else those that are `written` with their keys, which are English.

    `settings` is what the plugin is given of them, and `further` what it is given besides.
    """
    if told is not None:
        return [*told(settings, *further)]
    found = [f"{name.replace('_', ' ')}: {setting_text(value)}" for name, value in written.items()]
    return [] if tell.in_chinese else found


def setting_text(value: object) -> str:
    """A setting as people write it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{str(name).replace('_', ' ')} {setting_text(item)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(setting_text(item) for item in value)
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value).replace("_", " ")
