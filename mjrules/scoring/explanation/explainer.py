"""Why a hand scores what it scores: each part of the explanation is worked out when it is read.

What only some parts need is imported with them, so that a score alone costs no more to start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ...budget import Question
from ...conditions.formula import questions
from ...errors import PluginError
from ...shapes.readings import UNFINISHED
from ...spoken import Sentence
from ...text_tables import COLUMNS, columns, html_table, lines_within
from ..item import Item, items_of
from ..policy import Award, Step, Value
from ..rule import EVERY_HAND, EVERY_WIN
from ..rulebook import Rulebook
from ..score_heading import Sheet
from ..scorer import Best, Scorer
from ..show import PLAIN, Style, in_words, steps_on_line

if TYPE_CHECKING:
    from .missed_hands import MissedHands
    from .missed_rules import MissedRules
    from .parts import Against, Finished, NotCounted, OtherReading

FEW_TIED = 3
"""How many rules of a reading that is worth as much are named."""
_ASKED = Sentence("{words}", "{parts:asked}")
_COME_TO = Sentence("They would come to {what}.", "它们合计为 {what}。")
_EXCLUDED = Sentence("excluded by {names}", "已计{by:rules}，不再计")
_ALONE = Sentence("{name} counts alone", "只计{by:rules}")
_WORTH_MORE = Sentence("the others are worth more", "其他番种合计更高")()
_NEEDS = Sentence("would need: {what}", "尚需：{what}")
_NEEDS_TILES = Sentence("would need {needs}", "尚需{item:needs}")
_REASONS = ("excluded", "limit", "policy", "near_miss")


class Explainer:
    """What the explanations of one ruleset share.

    `hash` gives the hash of the ruleset, `say` what a rule asks for with one word of its condition, in words, and
    `declared` the flags that players may declare. `ruleset` is the one whose `explainer` it is, as which it is pickled.
    """

    def __init__(
        self,
        scorer: Scorer,
        sheet: Sheet,
        hash: Callable[[], str],
        say: Callable[[str, str], str],
        declared: Callable[[], frozenset[str]],
        ruleset: object,
    ) -> None:
        self.scorer, self.sheet, self.hash, self.say, self.declared = scorer, sheet, hash, say, declared
        self._ruleset = ruleset

    def __reduce__(self) -> tuple[Callable[[object], object], tuple[object]]:
        return attrgetter("explainer"), (self._ruleset,)

    @cached_property
    def missed_rules(self) -> MissedRules:
        """Finds the rules that are missed by one condition."""
        from .missed_rules import MissedRules

        return MissedRules(self.scorer, self.declared())

    @cached_property
    def missed_hands(self) -> MissedHands:
        """Finds the hands that are nearest."""
        from .missed_hands import MissedHands

        return MissedHands(self.scorer)

    @cached_property
    def read_flags(self) -> frozenset[str]:
        """The flags that the ruleset reads."""
        book = self.scorer.book
        asked = (question for rule in book.rules for question in questions(rule.when) if question.word == "flag")
        shared = () if book.share is None else book.share.flags
        return frozenset(question.key.removeprefix("flag ") for question in asked) | {"dead_hand", *shared}


class Explanation:
    """Everything behind a score; what is worked out is kept. To pickle or compare it works everything out.

    `items` are what counts, and `payments_need` what must be known to settle the win and its record does not say:
    the `hands` of all players, the `discarder`. Reading the others raises PluginError where a plugin fails.
    """

    _PLAIN = ("sheet", "items", "payments_need")
    _of: Explainer
    _best: Best

    def __init__(self, of: Explainer, best: Best, items: tuple[Item, ...], payments_need: tuple[str, ...]) -> None:
        self.sheet, self.items, self.payments_need = of.sheet, items, payments_need
        self._of, self._best = of, best

    def __repr__(self) -> str:
        told = f"{len(self.not_counted)} not counted, {len(self.other_readings)} other readings"
        return f"<Explanation of {self.total}: {told}>"

    def __getstate__(self) -> dict[str, Any]:
        lazy = [name for name, own in vars(Explanation).items() if isinstance(own, cached_property)]
        return {name: getattr(self, name) for name in (*self._PLAIN, *lazy)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Explanation) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.sheet, self.items))

    @contextmanager
    def _asking(self) -> Iterator[Rulebook]:
        """The rulebook, to ask its plugins; the failure of one is told with the ruleset and the hand."""
        try:
            with Question():
                yield self._of.scorer.book
        except PluginError as error:
            raise self.sheet.failure(error, self._best.hand) from error

    @cached_property
    def hash(self) -> str:
        """The hash of the ruleset."""
        return self._of.hash()

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """What each of the items asks for, in words."""
        rules = (award.rule for award in self._best.selection.counting)
        every = EVERY_WIN if self._best.hand.winner else EVERY_HAND  # most rules are for winners alone
        return tuple(self._asked([(rule.id, part.word) for part in rule.parts]) or every for rule in rules)

    def _asked(self, parts: Sequence[tuple[str, str]]) -> str:
        """What parts of conditions ask for, in words; empty where they ask nothing of a hand."""
        words = "; ".join(filter(None, (self._of.say(rule, word) for rule, word in parts)))
        return words and _ASKED(words=words, parts=parts)

    @cached_property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """The rules that hold or nearly hold, and do not count."""
        from .kept_out_rules import kept_out, refused

        with self._asking():
            found = [*refused(self._of.scorer, self._best), *kept_out(self._best)]
            mentioned = {item.id for item in self.items} | {item.id for item in found}
            found += [item for item in self._of.missed_rules.of(self._best) if item.id not in mentioned]
        return tuple(sorted(found, key=lambda item: (_REASONS.index(item.because), item.id, item.tiles)))

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the rules for which others are not counted, by id."""
        by = {id for item in self.not_counted for id in item.by}
        return {rule.id: rule.name for rule in self._of.scorer.book.rules if rule.id in by}

    @cached_property
    def needed(self) -> dict[str, str]:
        """What the rules that are missed by one condition would need, in words, by their ids."""
        missed = {item.id: item.needs for item in (*self.not_counted, *self.nearest) if item.because == "near_miss"}
        parts = [(rule.id, part) for rule in self._of.scorer.book.rules if rule.id in missed for part in rule.parts]
        said = {id: self._asked([(id, part.word)]) for id, part in parts if part.text == missed[id]}
        return {id: text for id, text in said.items() if text}

    @cached_property
    def policy(self) -> str:
        """Which combinations of sets the ruleset counts, in words."""
        return self._of.scorer.book.policy.about

    @cached_property
    def other_readings(self) -> tuple[OtherReading, ...]:
        """The readings that lost, the most valuable first."""
        from .parts import OtherReading

        found = []
        with self._asking() as book:
            for _, reading, weighed in self._best.others():
                selection = self._of.scorer.selector.selection(weighed)
                counting = selection.counting
                steps, items = book.steps(counting, selection.standing.views), items_of(reading, counting)
                found.append(OtherReading(reading, selection.value.total, steps, items))
        return tuple(sorted(found, key=lambda other: (-other.total, other.reading)))

    @cached_property
    def aside(self) -> tuple[str, ...]:
        """The names of the rules that count, and not towards the minimum."""
        return tuple(award.rule.name for award in self._best.selection.counting if award.rule.aside)

    @cached_property
    def unread_flags(self) -> tuple[str, ...]:
        """The flags of the hand that nothing in the ruleset reads."""
        return tuple(sorted(self._best.hand.situation - self._of.read_flags))

    @cached_property
    def won(self) -> bool:
        """Whether it is of a hand that won."""
        return self._best.hand.winner

    @cached_property
    def total(self) -> int:
        """The total, rebuilt from what counts by the scoring method."""
        with self._asking() as book:
            return self._value(self._best.selection.counting, book).total

    def _value(self, awards: Sequence[Award], book: Rulebook) -> Value:
        """What awards of the reading that counts are worth."""
        return book.method.value(awards, book.settings, *self._best.selection.standing.views)

    @cached_property
    def cut(self) -> int:
        """What a limit took away from what the items come to; 0 for nothing."""
        with self._asking() as book:
            return self._value(self._best.selection.counting, book).cut

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How the items come to the total, where the scoring method says so."""
        with self._asking() as book:
            return book.steps(self._best.selection.counting, self._best.selection.standing.views)

    @cached_property
    def instead(self) -> tuple[Step, ...]:
        """The steps of what all would come to that is kept out, with what stands aside; empty where that is nothing."""
        every, counting = self._best.selection.awards, self._best.selection.counting
        if len(counting) == len(every):
            return ()
        others = [award for award in every if award not in counting or award.rule.aside]
        with self._asking() as book:
            worth = self._value(others, book)
            if not worth.total:
                return ()
            kept = worth.kept
            views = self._best.selection.standing.views
            return book.steps(others if kept is None else [others[index] for index in kept], views)

    @cached_property
    def nearest(self) -> tuple[NotCounted, ...]:
        """The hands of a shape of their own that were nearly made, where none was, and what they would need."""
        hand, shape, missed = self._best.hand, self._best.reading.shape, self._of.missed_hands
        if "dead_hand" in hand.flags or (hand.winner and shape in (UNFINISHED, *missed.shapes)):
            return ()
        told = {item.id for item in self.not_counted}
        least = max(self._best.selection.value.total, *(one.total for one in self.finished), 0)
        with self._asking():
            readings = self._of.scorer.readings(hand) if hand.winner else []
            return tuple(item for item in missed.nearest(hand, readings, least) if item.id not in told)

    @cached_property
    def finished(self) -> tuple[Finished, ...]:
        """What a hand that did not win would have been worth with each tile that completes it, the highest first."""
        from .had_it_been_finished import finished

        with self._asking():
            return tuple(finished(self._of.scorer, self._best.hand))

    def to_record(self) -> dict[str, Any]:
        """The explanation for a score record; of what may be empty, only what is there."""
        return {
            **({"cut": self.cut} if self.cut else {}),
            **({"steps": [step._asdict() for step in self.steps]} if self.steps else {}),
            **({"finished": [item.to_record() for item in self.finished]} if self.finished else {}),
            "not_counted": [item.to_record() for item in (*self.not_counted, *self.nearest)],
            "other_readings": [other.to_record() for other in self.other_readings],
            "unread_flags": list(self.unread_flags),
            **({"payments_need": list(self.payments_need)} if self.payments_need else {}),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, style: Style = PLAIN, *, sources: bool = False) -> str:
        """Why each item counts, what was not counted and why, and the readings that lost; with `sources`, whence.

        Then flags that no rule reads, and the hash of the ruleset.
        """
        parts = [self.why(style, sources=sources)]
        if self.unread_flags:
            parts += ["", f"No rule reads these flags: {', '.join(self.unread_flags)}"]
        return "\n".join([*parts, "", f"Ruleset {self.sheet.id}, hash {self.hash[:12]}"])

    def why(self, style: Style = PLAIN, *, sources: bool = False) -> str:
        """As `text`, without what only those ask who write rulesets and records."""
        reasons = list(self._reasons(sources=sources))
        nothing = "No rule counts: this is a plain win." if self.won else "Nothing counts."
        parts = ["Why these points:", columns(reasons, most=style.most)] if reasons else [nothing]
        if self.finished:
            rows = [one.row(style) for one in self.finished]
            parts += ["", "Had it been finished by drawing:", columns(rows, right=[1], most=style.most)]
        parts += self._sections(style)
        if self.other_readings:
            readings = [(other, style.pieces(other.reading.pieces, " ")) for other in self.other_readings]
            told = dict.fromkeys((str(other.total), pieces, self._other(other)) for other, pieces in readings)
            parts += ["", "Other ways to read the hand:", columns(told, right=[0], most=style.most)]
        return "\n".join(parts)

    def _other(self, other: OtherReading) -> str:
        """How a reading that lost comes to its total; of one worth as much, by which few rules."""
        own = {item.id for item in self.items}
        rules = [item.name for item in other.items if item.id not in own] if other.total == self.total else []
        return "; ".join(
            filter(
                None, (in_words(other.steps), f"the same, by {', '.join(rules)}" if 0 < len(rules) <= FEW_TIED else "")
            )
        )

    def _reasons(self, *, sources: bool) -> Iterator[list[str]]:
        for item, condition in zip(self.items, self.conditions, strict=True):
            yield [item.name, condition]
            if item.source and sources:
                yield ["", f"({item.source})"]

    def against(self, style: Style = PLAIN) -> Iterator[Against]:
        """What does not count, one section for each kind of reason; of those that are empty none."""
        from .parts import Against

        every = [*self.not_counted, *self.nearest]
        for kind, title, holds in _SECTIONS:
            found = tuple(item for item in every if holds(item))
            instead = _COME_TO(what=steps_on_line(self.instead)) if holds is _in_place and self.instead else ""
            if found:
                yield Against(kind, title, found, tuple(self._why_not(item, style) for item in found), instead)

    def _sections(self, style: Style) -> Iterator[str]:
        """What was not counted, section by section."""
        for section in self.against(style):
            told = zip(section.items, section.reasons, strict=True)
            rows = [[item.name, style.text_of(item.tiles), why] for item, why in told]
            if not any(tiles for _, tiles, _ in rows):
                rows = [[name, why] for name, _, why in rows]
            yield from ("", section.title, columns(rows, most=style.most))
            if section.instead:
                yield from lines_within(section.instead, COLUMNS, indent="  ", hanging="  ")

    def _why_not(self, item: NotCounted, style: Style) -> str:
        """Why a rule does not count."""
        by = [self.names.get(id, id) for id in item.by]
        if item.because == "excluded":
            return _EXCLUDED(names=", ".join(by), by=item.by)
        if item.because == "limit":
            return _ALONE(name=by[0], by=item.by) if len(by) == 1 else _WORTH_MORE
        if item.because == "policy":
            return self.policy
        if item.id in self.needed:
            return _NEEDS(what=self.needed[item.id])
        from ...shapes.missing_tiles import exchange_text

        exchange = exchange_text(item.exchanges)
        needs = item.needs.replace(exchange, exchange_text(item.exchanges, style.tiles))
        return _NEEDS_TILES(needs=needs, item=item)

    def _repr_html_(self) -> str:
        rows = [("counted", item.name, condition) for item, condition in zip(self.items, self.conditions, strict=True)]
        rows += [("not counted", item.name, self._why_not(item, PLAIN)) for item in (*self.not_counted, *self.nearest)]
        rows += [("other reading", other.text, str(other.total)) for other in self.other_readings]
        return html_table(f"Why {self.total}", rows)


def _in_place(item: NotCounted) -> bool:
    """Whether something else takes the place of what does not count."""
    return item.because == "limit"


_SECTIONS: tuple[tuple[str, str, Callable[[NotCounted], bool]], ...] = (
    ("excluded", "Not counted, because another item includes or forbids it:", lambda item: item.because == "excluded"),
    ("limit", "Not counted, because something else counts in its place:", _in_place),
    ("policy", "Not counted, because the sets are used up:", lambda item: item.because == "policy"),
    ("condition", "Missed by one condition:", lambda item: item.because == "near_miss" and not item.exchanges),
    ("tiles", "Missed by tiles:", lambda item: bool(item.exchanges)),
)
"""The sections of what was not counted, each with what belongs in it."""
