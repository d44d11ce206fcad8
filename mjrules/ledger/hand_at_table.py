"""A hand that is said at a table becomes an event: it is checked, settled, and moves the winds on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..budget import Question
from ..errors import HandError, described, did_you_mean
from ..hands.meld import SIDES
from ..hands.text import read_with_remarks
from ..hands.text_faults import AS_DEALT
from ..match.carried import numbers_of_hand, pot_changes
from ..match.table_records import answers_to
from ..play.house_rules import DRAWN_HAND
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_record
from ..settlement_method import Transfer, net_amounts, seat_at
from ..spoken import Sentence
from . import book_faults as faults
from .checks import LedgerError
from .counted_hands import counted_hands
from .events import HandBooked, TableTurn
from .frozen_rulesets import made_by
from .hand_said import HandGivenAt, HandSaid
from .seated_table import SeatedTable
from .several_wins import Groups, OneWin, as_played, faults_of_wins, in_groups, record_of_wins, settle_wins

_HAND_DOES_NOT = Sentence(
    "the hand of {player} does not say with which tile it was won: put + before it, or ! if it was drawn",
    "{player}的手牌没有写明和牌张：点炮前加“+”，自摸前加“!”",
)


class _Came(NamedTuple):
    """What came of a hand, by winds: what was asked and answered, who pays whom, pots among them."""

    record: Mapping[str, Any]
    answers: Mapping[str, Any]
    transfers: Sequence[Transfer]
    winners: tuple[str, ...] = ()


class HandAtTable:
    """What is said of a hand at a table; `ruleset` is that of the hand, and `options` are those that only it has."""

    def __init__(self, at: SeatedTable, said: HandSaid, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        self._at, self._said, self._ruleset, self._options = at, said, ruleset, options
        self._table, self._seats, self._winds = at.table, at.seats, at.winds
        if said.hands and said.values:
            self._said = self._with_worths()

    def event(self, number: int | None) -> HandBooked:
        """Its event, by default that of the next hand. Raises LedgerError, HandError, and PluginError."""
        came = self._came()
        said = self._said = replace(self._said, winners=came.winners or self._said.winners)
        paid, pots = (said.amounts, said.pots) if said.amounts else self._paid(came.transfers)
        otherwise = {"options": self._options} if self._options else {}
        result = {**came.answers, **otherwise, **result_of(self._ruleset)}
        at = self._at
        return HandBooked(
            evening=at.evening.id,
            table=at.table.name,
            number=at.table.hands + 1 if number is None else number,
            seats=at.seats,
            round=at.round,
            how=said.how,
            winners=said.winners,
            discarder=self._discarder(came),
            record=came.record,
            result=result if came.record or self._options else {},
            paid=paid,
            pots=pots,
            difference=said.difference,
            then=self._then(came),
            note=said.note,
            put=said.put,
            hand=said.hand,
        )

    def _with_worths(self) -> HandSaid:
        """What is said, with the worth of each hand in its place. Raises LedgerError, HandError, and PluginError."""
        said, winner = self._said, self._said.winners[0]
        given = {self._at.wind(player): self._hand(player, hand) for player, hand in said.hands.items()}
        by = said.discarder_of(winner)
        counted = counted_hands(given, self._at.wind(by) if by else None, self._ruleset)
        if counted.self_drawn is False and counted.discarder is None:
            raise LedgerError(faults.DISCARDER_UNSAID(player=winner))
        worths = {self._seats[wind]: worth for wind, worth in counted.worths.items()}
        return replace(
            said,
            discarder=self._seats[counted.discarder] if counted.discarder else "",
            hands={},
            hand=given.get(self._at.wind(winner), {}),
            values={**said.values, **worths},
        )

    def _check_worth(self) -> None:
        """What a winner's hand is said to be worth a winning hand can be worth. Raises LedgerError."""
        book, player = self._ruleset.book, self._said.winners[0]
        worth, most = self._said.values.get(player), book.method.most(book.settings)
        if worth is None:
            return
        if most is not None and worth > most:
            raise LedgerError(faults.WORTH_TOO_MUCH(player=player, worth=worth, ruleset=self._ruleset.id, most=most))
        takes_away = any(rule.value < 0 for rule in book.rules if rule.aside)
        if worth < book.minimum and not takes_away:
            least = book.minimum
            raise LedgerError(
                faults.WORTH_TOO_LITTLE(player=player, worth=worth, ruleset=self._ruleset.id, least=least)
            )

    def _check_counted(self) -> None:
        """What hands are said to be worth is what the settlement counts, which may cut them. Raises LedgerError."""
        book = self._ruleset.book
        most = None if book.settlement is None else book.settlement.most(book.settlement_settings)
        above = {} if most is None else {player: worth for player, worth in self._said.values.items() if worth > most}
        specials = book.method.specials(book.rules, book.settings) if above else ()
        for player, worth in above.items():
            own = specials if player in self._said.winners else ()
            if worth in own:
                continue
            fault = faults.WORTH_ABOVE_LIMIT if own else faults.WORTH_TOO_MUCH
            dear = ", ".join(map(str, sorted(own)))
            raise LedgerError(fault(player=player, worth=worth, ruleset=self._ruleset.id, most=most, specials=dear))

    def _came(self) -> _Came:
        """What comes of what is said, by winds."""
        if self._said.amounts:
            return _Came({}, {}, ())
        if len(self._said.winners) > 1:
            return self._several()
        if self._said.winners:
            self._check_worth()
            self._check_counted()
            record = self._record()
            settled = settle_record(record, self._ruleset)
            return _Came(record, settled.to_record(), settled.transfers)
        return self._drawn()

    def _several(self) -> _Came:
        """What comes of a hand that several have won, each with a hand."""
        groups = in_groups([self._win(player) for player in self._said.winners], [*self._seats])
        for fault in faults_of_wins(groups, self._ruleset, self._seats):
            raise LedgerError(fault)
        record = record_of_wins(groups)
        answers = settle_wins(record, self._ruleset)
        transfers = [Transfer(**item) for item in answers["transfers"]]
        return _Came(record, answers, transfers, tuple(self._seats[win.seat] for group in groups for win in group))

    def _win(self, player: str) -> OneWin:
        """The win of one of several. Raises LedgerError, HandError."""
        if player not in self._said.hands:
            raise LedgerError(faults.WINNER_MISSING(player=player))
        record, seat = self._hand(player, self._said.hands[player]), self._at.wind(player)
        by, source = self._said.discarder_of(player), record.get("from")
        side = seat_at(seat, source, tuple(self._seats)) if isinstance(source, str) and source in SIDES else None
        win = record.get("win")
        return OneWin(seat, self._at.wind(by) if by else side, win if isinstance(win, str) else "", record)

    def _discarder(self, came: _Came) -> str:
        """Who discarded the winning tile; empty where it was drawn, and where several won by tiles of several."""
        wins = came.answers.get("wins", (came.answers,))
        found = {own.get("discarder") for own in wins}
        by = found.pop() if len(found) == 1 else None
        return self._said.discarder or (self._seats[by] if by else "")

    def _record(self) -> dict[str, Any]:
        """The settlement record of a hand that was won."""
        winner, by = self._at.wind(self._said.winners[0]), self._said.discarder_of(self._said.winners[0])
        record: dict[str, Any] = {"winner": winner, **self._by_fault()}
        if by:
            record["discarder"] = self._at.wind(by)
        elif self._said.values:
            record["self_drawn"] = True
        if self._said.values:
            book = self._ruleset.book
            record["scores"] = {self._at.wind(player): worth for player, worth in self._said.values.items()}
            if self._said.values.get(self._said.winners[0]) in book.method.specials(book.rules, book.settings):
                record["specials"] = [winner]
            known = self._numbers(self._said.winners[0])
            numbers = {name: known[name] for name in self._at.rules.numbers_for_all if name in known}
            numbers |= self._said.numbers
            return {**record, "numbers": numbers} if numbers else record
        hands = {self._at.wind(player): self._hand(player, given) for player, given in self._said.hands.items()}
        if winner not in hands:
            raise LedgerError(faults.WINNER_MISSING(player=self._said.winners[0]))
        return {**record, "hands": hands}

    def _by_fault(self) -> dict[str, str]:
        """The method by which a fault settles the win, if one does. Raises LedgerError."""
        said, known = self._said.fault, methods_of_faults(self._ruleset)
        if said and said not in known:
            near, id = did_you_mean(said, known), self._ruleset.id
            raise LedgerError(faults.NO_SUCH_FAULT(fault=described(said), said=said, ruleset=id, near=near))
        return {"method": known[said]} if said else {}

    def _hand(self, player: str, given: HandGivenAt) -> dict[str, Any]:
        """The record of a hand, with what the table knows of it. Raises HandError."""
        record = self._read(player, given) if isinstance(given, str) else dict(given)
        if record.setdefault("round", self._at.round) != self._at.round:
            raise LedgerError(faults.OTHER_ROUND(player=player, said=record["round"], round=self._at.round))
        if player in self._said.winners:
            of_pots = {pot.field for pot in self._ruleset.definition.pots.values()}
            for name, number in self._numbers(player).items():
                own = record.setdefault(name, number)
                if name in of_pots and own != number:
                    raise LedgerError(faults.OTHER_POT(player=player, field=name, said=own, holds=number))
        return record

    def _read(self, player: str, text: str) -> dict[str, Any]:
        """The record of a hand text: whoever is said to have won has, and nobody else. Raises HandError."""
        try:
            record = self._ruleset.record_of(text)
        except HandError as error:
            error.whose = player
            raise
        wins = player in self._said.winners
        names, flags, size = self._ruleset.names, self._ruleset.book.flags, self._ruleset.tiles_to_win
        guessed = AS_DEALT in read_with_remarks(text, names, flags, size=size)[1]
        if wins and record["win"] is None and (guessed or not record["winner"]):
            raise LedgerError(_HAND_DOES_NOT(player=player))
        kept = [flag for flag in record["flags"] if not (guessed and flag == "heaven")]
        return {**record, "flags": kept, "winner": wins}

    def _numbers(self, player: str) -> dict[str, int]:
        """The numbers of the match that the winner's record has, with what was put into pots in this hand."""
        pots, rules = self._ruleset.definition.pots, self._ruleset.definition.table
        holds = {name: self._table.pots.get(name, 0) + sum(self._said.put.get(name, {}).values()) for name in pots}
        short = next((name for name, pot in pots.items() if pot.field and holds[name] < 0), None)
        if short is not None:
            raise LedgerError(faults.LESS_THAN_NOTHING(pot=short, table=self._table.name, amount=holds[short]))
        found = numbers_of_hand(rules, pots, self._at.rotation, self._table.turn.draws, holds)
        for_all = {*rules.numbers_for_all, *(pot.field or "" for pot in pots.values())}
        own: Collection[str] = found if player == self._at.rotation.east else for_all
        return {name: found[name] for name in found if name in own and name in self._ruleset.book.numbers}

    def _drawn(self) -> _Came:
        """A hand that nobody has won, as a house rule pays for it. Raises LedgerError where none does."""
        paid_for, asked = pays_for_drawn(self._ruleset), asks_who_is_ready(self._ruleset)
        if (self._said.ready and not asked) or (self._said.ponds and not paid_for):
            raise LedgerError(faults.READY_NOT_ASKED(ruleset=self._ruleset.id))
        if asked:
            self._check_ready()
        if not paid_for or not (self._said.ready or self._said.ponds):
            return _Came({}, {}, ())
        record: dict[str, Any] = {"kind": DRAWN_HAND}
        for name, players in (("ready", self._said.ready), ("ponds", self._said.ponds)):
            record |= {name: [self._at.wind(player) for player in players]} if players else {}
        with Question():
            answers = answers_to(record, self._ruleset)
        return _Came(record, answers, [Transfer(**item) for item in answers["transfers"]])

    def _check_ready(self) -> None:
        """Who put in a counter that says so was ready, unless the hand was stopped. Raises LedgerError."""
        pots = self._ruleset.definition.pots
        putting = (player for pot, own in self._said.put.items() if pots[pot].means == "ready" for player in own)
        unsaid = next((player for player in putting if player not in self._said.ready), None)
        if unsaid is not None and not self._said.stopped:
            raise LedgerError(faults.READY_UNSAID(player=unsaid))

    def _paid(self, transfers: Sequence[Transfer]) -> tuple[dict[str, int], dict[str, int]]:
        """What every player gets in all, and what every pot does."""
        put, between = self._parted(transfers)
        changes = pot_changes(
            self._ruleset.definition.pots, self._table.pots, self._at.on, self._said.winners, [*self._winds], put
        )
        net = net_amounts(between, [*self._seats])
        gains = {player: sum(change.gain(player) for change in changes.values()) for player in self._winds}
        pots = {name: change.pot - self._table.pots.get(name, 0) for name, change in changes.items()}
        paid = {player: net[wind] + gains[player] for wind, player in self._seats.items()}
        return paid, {name: change for name, change in pots.items() if change}

    def _parted(self, transfers: Sequence[Transfer]) -> tuple[dict[str, dict[str, int]], list[Transfer]]:
        """What players put into pots, less than 0 for what they got out of them; and the payments between players."""
        put = {pot: dict(own) for pot, own in self._said.put.items()}
        between = []
        for item in transfers:
            if item.payer in self._seats and item.payee in self._seats:
                between.append(item)
                continue
            pot, wind, sign = (item.payee, item.payer, 1) if item.payer in self._seats else (item.payer, item.payee, -1)
            into, player = put.setdefault(pot, {}), self._seats[wind]
            into[player] = into.get(player, 0) + sign * item.amount
        return put, between

    def _then(self, came: _Came) -> TableTurn:
        """Where the table stands after the hand."""
        east = self._said.east or self._east_by_rule(came) or (self._at.rotation.east if self._stays() else "")
        turn = self._at.rotation.after(self._said.winners, self._at.rules, east or None)
        draws = 0 if self._said.winners else self._table.turn.draws + 1
        return TableTurn(turn.players, turn.first, turn.east, turn.round, turn.wins, turn.stays, turn.since, draws)

    def _east_by_rule(self, came: _Came) -> str:
        """Who is East next, where a house rule says it; empty where none does."""
        played = as_played(self._groups(came), tuple(self._seats))
        for name, rule in self._at.ruleset.rules_played.items():
            found = rule.east(self._at.ruleset.house_settings(name), played) if rule.east else None
            if found is not None:
                return self._seats[found]
        return ""

    def _groups(self, came: _Came) -> Groups:
        """The wins of a hand; where only amounts are known, by one tile if one player discarded it."""
        found = came.record.get("wins") or [came.record] * bool(came.record.get("winner"))
        if found:
            wins = [(own["winner"], own.get("discarder"), own.get("hands", {}).get(own["winner"], {})) for own in found]
            return in_groups([OneWin(seat, by, str(hand.get("win")), hand) for seat, by, hand in wins], [*self._seats])
        by = self._winds.get(self._said.discarder)
        return in_groups([OneWin(self._winds[player], by, "", {}) for player in self._said.winners], [*self._seats])

    def _stays(self) -> bool:
        """Whether East stays after a drawn hand, being ready, or because it was stopped."""
        stays_on = self._at.rules.east_stays_on
        stopped = self._said.stopped and "stopped" in stays_on
        return not self._said.winners and (
            stopped or ("ready" in stays_on and self._at.rotation.east in self._said.ready)
        )


def methods_of_faults(ruleset: Ruleset) -> dict[str, str]:
    """The methods by which faults settle a win, by the ids of their penalties."""
    return {id: fault.settles_by for id, fault in ruleset.definition.penalties.items() if fault.settles_by is not None}


def fault_of_method(ruleset: Ruleset, method: object) -> str:
    """The id of the penalty by whose fault a win is settled by a method, the first one; empty for none."""
    return next((id for id, own in methods_of_faults(ruleset).items() if own == method), "")


def result_of(ruleset: Ruleset) -> dict[str, Any]:
    """By what a result is made."""
    return {"ruleset": ruleset.id, **made_by(ruleset)}


def pays_for_drawn(ruleset: Ruleset) -> bool:
    """Whether a house rule pays for a hand that nobody has won."""
    return any(DRAWN_HAND in rule.records for rule in ruleset.rules_played.values())


def asks_who_is_ready(ruleset: Ruleset) -> bool:
    """Whether it makes a difference who is ready after a drawn hand."""
    return pays_for_drawn(ruleset) or "ready" in ruleset.definition.table.east_stays_on
