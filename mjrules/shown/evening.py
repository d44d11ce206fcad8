"""What is in the books of an evening, line by line, in the language of a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..errors import MjrulesError
from ..ledger import (
    BonusBooked,
    BookEvent,
    BookLine,
    EveningBooks,
    EveningOpened,
    GameFinished,
    HandBooked,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
)
from ..ledger.book_event import TableEvent
from ..ledger.sheet import SheetWords
from ..ledger.telling import placed, wins_of
from ..ruleset.ruleset import Ruleset
from ..teller import RulesetTeller, teller_of
from .speech import Speech


@dataclass(frozen=True)
class ToldEvening:
    """Says what is in the books of an evening, in the language of `say`.

    `ruleset_of` gives the rules of the evening, or of a table of it, and raises MjrulesError where these cannot be used
    any more; `kept_title` is their title as the books have it.
    """

    evening: EveningBooks
    say: Speech
    ruleset_of: Callable[[EveningBooks, str], Ruleset]
    kept_title: Callable[[EveningBooks, str], str]

    def teller(self, table: str = "") -> RulesetTeller | None:
        """What tells of the rules of the evening, or of a table of it; None where these cannot be used any more."""
        try:
            return teller_of(self.ruleset_of(self.evening, table), self.say.language)
        except MjrulesError:
            return None

    def title(self, table: str = "") -> str:
        """The title of these rules, with the chosen options; as the books have it, where they cannot be used."""
        tell = self.teller(table)
        return self.kept_title(self.evening, table) if tell is None else tell.game_with_options

    def titles(self) -> Iterator[str]:
        """The title of the rules of the evening, then those of tables that play by others."""
        yield self.title()
        for name in self.evening.other_rulesets:
            yield self.say("line_title", title=self.say("table_named", name=name), names=self.title(name))

    def pot(self, pot: str, table: str = "") -> str:
        """What a pot is called by the rules of the evening, or of a table of it."""
        tell, plain = self.teller(table), pot.replace("_", " ")
        return tell.title("pots", pot, plain) if tell else plain

    def odd(self, text: str) -> str:
        """What is odd in the books, by the rules of the table of which it speaks."""
        table = getattr(text, "values", {}).get("table")
        tell = None if table is None else self.teller(str(table))
        return self.say.told(text) if tell is None else tell(text)

    def line(self, line: BookLine) -> str:
        """A line in words, with the remark to it, and what became of it."""
        say = self.say
        marks = [say("corrected")] * bool(line.corrections) + [say("undone")] * (not line.live)
        said, note = self.event(line.event), getattr(line.event, "note", "")
        return say("clause").join([said, *([note] if note and note != said else []), *marks])

    def event(self, event: BookEvent) -> str:
        """What happened; as the books have it, where the rules cannot be used any more."""
        match event:
            case EveningOpened():
                return self.say("line_opened")
            case TableEvent():
                return self._at_table(event)
            case PlayerLeft():
                return self.say("line_left", name=event.player)
            case PlayerArrived():
                return self.say("line_arrived", name=event.player)
        return self.say("line_other")

    def _at_table(self, event: TableEvent) -> str:
        say = self.say
        match event:
            case HandBooked():
                return self._hand(event)
            case PenaltyBooked():
                section = "bonus_payments" if isinstance(event, BonusBooked) else "penalties"
                tell = self.teller(event.table)
                title = tell.title(section, str(event.record.get("event", "")), event.title) if tell else event.title
                return say("line_title", title=title, names=say("comma").join(event.players))
            case GameFinished():
                return say("line_final", names=say("comma").join(placed(event)))
            case TableOpened():
                return say("line_table", name=event.table, names=say("comma").join(event.players))
            case TableClosed():
                return say("line_closed", name=event.table)
            case PotSwitchedAt():
                return say("line_pot_on" if event.on else "line_pot_off", name=self.pot(event.pot, event.table))
            case SeatsChanged():
                return say("line_seats_anew" if event.anew else "line_seats", names=say("comma").join(event.players))
        return getattr(event, "note", "") or say("line_other")

    def _hand(self, event: HandBooked) -> str:
        say, options = self.say, event.result.get("options")
        dealt = []
        if isinstance(options, Mapping) and options:
            tell = self.teller(event.table)
            chosen = [tell.option(*item) if tell else "=".join(map(str, item)) for item in options.items()]
            dealt = [say("line_dealt", options=say("comma").join(chosen))]
        if not event.winners:
            return say("clause").join([say("line_drawn", number=event.number), *dealt])
        wins = wins_of(event)
        if len({win.discarder for win in wins}) > 1:
            told = [
                say(
                    "aside_of",
                    text=win.player,
                    more=say("how_from", name=win.discarder) if win.discarder else say("how_drawn"),
                )
                for win in wins
            ]
        else:
            told = [win.player for win in wins]
        parts = [say("line_won", number=event.number, names=say("comma").join(told))]
        if event.discarder:
            parts.append(say("line_from", name=event.discarder))
        worths = [str(win.worth) for win in wins if win.worth is not None]
        if worths:
            parts.append(say("line_worth", worth=say("comma").join(worths)))
        return say("clause").join([*parts, *dealt])

    def sheet_words(self) -> SheetWords:
        """The words of the score sheet."""
        say = self.say
        return SheetWords(
            language=say.language,
            standings=say("standings"),
            player=say("sheet_player"),
            total=say("total"),
            number=say("sheet_number"),
            hand=say("sheet_hand"),
            what=say("sheet_what"),
            together=say("total"),
            table=say("table_named", name="{name}"),
            pot=say("pot", name="{name}"),
            others=say("come_go"),
            odd=say("sheet_odd"),
            comma=say("clause"),
            told=self.line,
            told_odd=self.odd,
            called_pot=self.pot,
            told_round=lambda wind: say.wind(wind) if wind else "",
        )


def rules_called(tellers: Iterable[RulesetTeller | None]) -> Callable[[str], str]:
    """What calls rules that the books name in English otherwise, as rulesets do in another language."""
    known: dict[str, str] = {}
    for tell in filter(None, tellers):
        known |= {name: tell.rule(id, name) for id, name in tell.ruleset.speaker.rules.items()}
    return lambda name: known.get(name, name)
