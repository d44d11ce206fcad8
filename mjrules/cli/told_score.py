"""A score in words, as the page has it, as text, for those who read another language than English."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ..hands.declared_fields import FieldValue, field_text
from ..hands.hand import Hand
from ..scoring.explanation.parts import Finished
from ..scoring.score import Score
from ..scoring.shares import waited_for
from ..scoring.show import Style
from ..shown.score import ItemLine, PaidLine, Sets, ShownScore, party, show_score
from ..shown.speech import Speech
from ..spoken import Sentence
from ..teller import RulesetTeller
from ..text_tables import columns

_ASSUMED: Final = Sentence(" (assumed)", "（未说明，按此算）")()
_FINISHED: Final = Sentence("Had it been finished by drawing", "若自摸下列牌而成")()
_SUIT: Final = Sentence("{suit}", "{suit:said}")
_OTHERS: Final = Sentence("Who pays whom depends on the hands of all players.", "谁付给谁取决于各家的牌。")()


class ToldScore:
    """A score as `tell` says it in its language; `assumed` are those of `seat` and `round` that nobody said.

    Raises PluginError where a plugin fails.
    """

    def __init__(self, score: Score, tell: RulesetTeller, style: Style, assumed: Collection[str] = ()) -> None:
        self.say, self.tell = Speech(tell.language), tell
        self.score, self.style, self.assumed = score, style, assumed
        self.shown: ShownScore = show_score(score, tell.ruleset, tell.texts, tell.language, {})

    def text(self, *, verbose: bool) -> str:
        """The hand, what counts, the total and who pays whom; where it is `verbose` also why, and what does not count.

        There is a blank line between these parts.
        """
        read = [f"{self.say('read_as')}  {self.style.pieces(self.score.reading.pieces)}"]
        if self.shown.jokers:
            read.append(f"{self.say('jokers_for')}  {self.style.tiles(self.shown.jokers)}")
        situation = columns(self._situation(self.score.given), indent="", most=self.style.most)
        parts = [
            self.tell.heading,
            "\n".join([situation, *self._said(self.score.given), *read]),
            *self._counted(verbose=verbose),
            *self._minimum(),
            *self._paid(),
        ]
        return "\n\n".join([*parts, *self._against()] if verbose else parts)

    def _situation(self, hand: Hand) -> Iterator[Sequence[str]]:
        """The tiles, how the hand was won, and all that is said of it."""
        say, style = self.say, self.style
        laid = style.melds(hand.melds)
        yield [say("hand"), "  ".join([*laid, *([style.tiles(hand.concealed)] if hand.concealed else [])])]
        yield [say(f"how_{_how(hand)}"), "" if hand.win is None else style.tiles([hand.win])]
        for key, wind in (("seat", hand.seat), ("round", hand.round)):
            yield [say(key), say.wind(wind) + (self.tell(_ASSUMED) if key in self.assumed else "")]
        if hand.bonus_count:
            yield [say("row_bonus"), str(hand.bonus_count) if hand.bonus is None else style.tiles(hand.bonus)]
        if fishing := waited_for(hand, self.score.reading):
            yield [say("waits_for"), style.tiles(fishing)]

    def _said(self, hand: Hand) -> Iterator[str]:
        """The situation, and what further fields say, each on a line: their names are too long for a column."""
        yield from map(self.tell.flag, sorted(hand.situation))
        for name, value in hand.fields.items():
            yield f"{self.tell.field(name)}  {self._field_value(name, value)}"

    def _field_value(self, name: str, value: FieldValue) -> str:
        """What a further field says."""
        kind = self.tell.ruleset.book.fields[name].type
        if kind == "seat":
            return self.say.wind(str(value))
        if kind == "suit":
            return self.tell(_SUIT(suit=value))
        return self.style.tiles(value) if isinstance(value, tuple) else field_text(value)

    def _counted(self, *, verbose: bool) -> Iterator[str]:
        """What counts, and the way to the total."""
        shown, say = self.shown, self.say
        rows = [self._row(line) for line in shown.lines]
        if rows:
            counted = columns(rows if verbose else [row[:-1] for row in rows], right=[0], most=self.style.most)
            yield f"{say('why')}\n{counted}"
        else:
            yield say("no_rule")
        cut = [say("cut_by_limit", amount=shown.cut)] if shown.cut else []
        yield "\n".join([*shown.steps, *cut, f"{say('total')}  {shown.total} {shown.unit}"])

    def _row(self, line: ItemLine) -> list[str]:
        """A rule that counts: its worth, its name, the sets on which it was found, and why."""
        name = self.say("aside_of", text=line.name, more=line.times) if line.times else line.name
        return [f"{line.value} {line.unit}", name, self._sets(line.sets), line.why]

    def _minimum(self) -> Iterator[str]:
        """Whether the minimum is met."""
        shown, say = self.shown, self.say
        if shown.minimum and shown.minimum_met:
            yield say("minimum_met", least=shown.minimum)
        elif shown.minimum:
            aside = say("aside", names=say("comma").join(shown.aside)) if shown.aside else ""
            yield " ".join(filter(None, (say("below_minimum", least=shown.minimum), aside)))

    def _paid(self) -> Iterator[str]:
        """Who pays whom how much, and what each gains; or what has to be said to know that."""
        shown, say = self.shown, self.say
        if shown.paid:
            paid = columns([self._payment(one) for one in shown.paid], right=[1])
            gains = [f"{self._party(seat)} {f'{amount:+d}' if amount else 0}" for seat, amount in shown.net.items()]
            yield f"{say('pays')}\n{paid}\n{say('gains')}  {'  '.join(gains)}"
        elif "discarder" in shown.unknown:
            yield say("say_discarder")
        elif shown.unknown:
            yield self.tell(_OTHERS)

    def _payment(self, paid: PaidLine) -> list[str]:
        """Who pays whom, how much, and why."""
        pays = self.say("pays_line", payer=self._party(paid.payer), payee=self._party(paid.payee))
        return [pays, str(paid.amount), paid.because]

    def _against(self) -> Iterator[str]:
        """What the hand lacked one tile for, what does not count, and the other ways to read it."""
        shown, say = self.shown, self.say
        finished = [self._finished(one) for one in self.score.explanation.finished]
        if finished:
            yield f"{self.tell(_FINISHED)}\n{columns(finished, right=[1], most=self.style.most)}"
        for section in shown.against:
            rows = [[name, self._sets(sets), why] for name, sets, why in section.lines]
            instead = [section.instead] if section.instead else []
            yield "\n".join([say(f"against_{section.kind}"), columns(rows, most=self.style.most), *instead])
        if shown.readings:
            rows = [[total, self._sets(sets)] for total, sets in shown.readings]
            yield f"{say('readings')}\n{columns(rows, right=[0], most=self.style.most)}"

    def _finished(self, one: Finished) -> list[str]:
        """The tiles that would have made a win, what it would have been worth, and by what rules."""
        tiles = self.tell.and_list([self.style.tiles([tile]) for tile in one.tiles], "or")
        return [tiles, str(one.total), self.tell.listed(self.tell.rule(item.id, item.name) for item in one.items)]

    def _sets(self, sets: Sets) -> str:
        return self.style.joined(map(self.style.tiles, sets))

    def _party(self, name: str) -> str:
        """Who sits at a wind, or a pot."""
        return party(name, self.tell, self.say)


def _how(hand: Hand) -> str:
    """How a hand was won, as the page asks it."""
    if not hand.winner:
        return "no"
    return "drawn" if hand.self_drawn else hand.source or "claimed"
