"""The scorer's desk: what players say of a hand or a fault becomes an event, settled with the winds of their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..errors import described, did_you_mean
from ..match.carried import ruleset_of_hand
from ..match.standings import final_standings
from ..play.house_rules import HandsBefore
from ..ruleset.match_rules import NO_MATCH_RULES
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_record
from ..text_tables import listed
from . import book_faults as faults
from .book_event import Payment, TableEvent
from .checks import LedgerError
from .events import (
    BonusBooked,
    GameFinished,
    HandBooked,
    PaymentBooked,
    PenaltyBooked,
    SeatsChanged,
    TableOpened,
)
from .hand_at_table import HandAtTable, result_of
from .hand_at_table import asks_who_is_ready as asks_who_is_ready
from .hand_at_table import fault_of_method as fault_of_method
from .hand_at_table import methods_of_faults as methods_of_faults
from .hand_at_table import pays_for_drawn as pays_for_drawn
from .hand_said import HandSaid as HandSaid
from .seated_table import SeatedTable


class Desk(SeatedTable):
    """Makes events of what is said at a table of an evening; nothing is written down.

    `before` is the number of the line that is to be corrected: then the table is as it stood before that line.
    Raises LedgerError for a table that there is not.
    """

    @cached_property
    def hand_ruleset(self) -> Ruleset:
        """The ruleset of the next hand: that of the table, with other options where a house rule deals the hand so.

        Raises PluginError.
        """
        return ruleset_of_hand(self.ruleset, HandsBefore(self.table.turn.draws, self.table.hands))

    @property
    def hand_options(self) -> dict[str, Any]:
        """The options by which the next hand is played otherwise than hands usually are at the table."""
        usual, own = self.ruleset.options.chosen, self.hand_ruleset.options.chosen
        return {name: value for name, value in own.items() if value != usual.get(name)}

    def hand(self, said: HandSaid, number: int | None = None) -> HandBooked:
        """The event of a hand, by default the next one. Raises LedgerError, HandError, and PluginError."""
        self._check(said)
        return HandAtTable(self, said, self.hand_ruleset, self.hand_options).event(number)

    def penalty(
        self,
        event: str,
        players: Sequence[str],
        affected: str = "",
        count: int = 1,
        note: str = "",
        *,
        out: Sequence[str] = (),
    ) -> PenaltyBooked:
        """What a fault costs that the ruleset names; those who are `out`, as they have won before, get nothing.

        Raises LedgerError, HandError.
        """
        if event in methods_of_faults(self.ruleset):
            raise LedgerError(faults.FAULT_WITH_HAND(fault=described(event), said=event))
        seats = [self.wind(player) for player in players]
        record: dict[str, Any] = {"kind": "penalty", "event": event, "player": seats if len(seats) > 1 else seats[0]}
        record |= {"affected": self.wind(affected)} if affected else {}
        record |= {"count": count} if count != 1 else {}
        record |= self._gone(out)
        title, paid, result = self._event(record)
        return PenaltyBooked(
            evening=self.evening.id, table=self.table.name, title=title, players=tuple(players), paid=paid,
            record=record, result=result, note=note,
        )  # fmt: skip

    def bonus(
        self, event: str, player: str, note: str = "", *, discarder: str = "", out: Sequence[str] = ()
    ) -> BonusBooked:
        """What the others pay a player at once by the ruleset, but for those who are `out`, as they have won before.

        Raises LedgerError, HandError.
        """
        record: dict[str, Any] = {"kind": "bonus", "event": event, "player": self.wind(player)}
        record |= {"discarder": self.wind(discarder)} if discarder else {}
        record |= self._gone(out)
        title, paid, result = self._event(record)
        return BonusBooked(
            evening=self.evening.id, table=self.table.name, title=title, players=(player,), paid=paid,
            record=record, result=result, note=note,
        )  # fmt: skip

    def _gone(self, out: Sequence[str]) -> dict[str, Any]:
        """What a record says of those who have left the game."""
        return {"out": [self.wind(name) for name in out]} if out else {}

    def share_out(self, pot: str, among: Sequence[str], note: str = "") -> PaymentBooked:
        """What is in a pot goes to players in equal parts; what is over, one each to the first of them.

        Raises LedgerError.
        """
        holds = self.table.pots.get(pot, 0)
        if not holds:
            near = "" if pot in self.table.pots else did_you_mean(pot, self.table.pots)
            raise LedgerError(faults.NOTHING_IN_POT(pot=described(pot), said=pot, near=near))
        for player in among:
            self.wind(player)
        each, rest = divmod(holds, len(among))
        paid = {player: each + (place < rest) for place, player in enumerate(among)}
        return PaymentBooked(evening=self.evening.id, table=self.table.name, paid=paid, pots={pot: -holds}, note=note)

    def finish(self, note: str = "") -> GameFinished:
        """The game at the table is over: it is reckoned up by what the ruleset says of a match.

        Counted is what was paid at the table since it was made up or began anew. What nobody gets of the pots is a
        difference with their names. Raises LedgerError where the ruleset says nothing, and where others have paid than
        those who sit there.
        """
        rules = self.ruleset.definition.match
        if rules == NO_MATCH_RULES:
            raise LedgerError(faults.NO_RECKONING(ruleset=self.ruleset.id))
        paid: Counter[str] = Counter()
        for event in self._game():
            if isinstance(event, GameFinished):
                raise LedgerError(faults.RECKONED_UP())
            paid.update(event.paid)
        strangers = [player for player in paid if player not in self.winds]
        if strangers:
            raise LedgerError(faults.STRANGERS(players=listed(strangers)))
        points = {player: rules.start + paid[player] for player in self.table.turn.players}
        holds = {pot: amount for pot, amount in self.table.pots.items() if amount}
        standings = final_standings(rules, points, sum(holds.values()))
        given = sum(place.pots for place in standings)
        return GameFinished(
            evening=self.evening.id,
            table=self.table.name,
            paid={place.player: place.result - paid[place.player] for place in standings},
            pots={pot: -amount for pot, amount in holds.items()},
            difference="" if given else ", ".join(holds),
            places=tuple(place.player for place in standings),
            result={"standings": [place._asdict() for place in standings], **result_of(self.ruleset)},
            note=note,
        )

    def _game(self) -> list[Payment]:
        """What was paid at the table since the game began."""
        found: list[Payment] = []
        for line in self.evening.lines:
            event = line.event
            if not line.live or not isinstance(event, TableEvent) or event.table != self.table.name:
                continue
            if isinstance(event, TableOpened) or (isinstance(event, SeatsChanged) and event.anew):
                found.clear()
            elif isinstance(event, Payment):
                found.append(event)
        return found

    def _event(self, record: Mapping[str, Any]) -> tuple[str, dict[str, int], dict[str, Any]]:
        """The title of a settled event, what everybody gets, and the answers."""
        settled = settle_record(record, self.ruleset)
        answers = settled.to_record()
        paid = {self.seats[wind]: amount for wind, amount in settled.net.items()}
        return str(answers["title"]), paid, {**answers, **result_of(self.ruleset)}

    def _check(self, said: HandSaid) -> None:
        """What is said fits together, and this table. Raises LedgerError."""
        for fault in said.faults():
            raise LedgerError(fault)
        named: list[Iterable[str]] = [said.winners, said.hands, said.values, said.amounts, said.ready, said.ponds]
        named += [*said.put.values(), said.discarders.values(), filter(None, (said.discarder, said.east))]
        for names in named:
            for name in names:
                self.wind(name)
        pots = self.ruleset.definition.pots
        odd = next((pot for pot in (*said.put, *said.pots) if pot not in pots), None)
        if odd is not None:
            raise LedgerError(
                faults.NO_POT(ruleset=self.ruleset.id, pot=described(odd), said=odd, near=did_you_mean(odd, pots))
            )
