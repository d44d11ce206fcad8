"""The scorer's desk: what players say of a hand or a fault becomes an event, settled with the winds of their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from ..budget import Question
from ..errors import HandError, described, did_you_mean
from ..hands.meld import SIDES
from ..match.carried import numbers_of_hand, pot_changes, ruleset_of_hand
from ..match.rotation import Rotation
from ..match.standings import final_standings
from ..match.table_records import answers_to
from ..play.house_rules import DRAWN_HAND, HandsBefore
from ..ruleset.match_rules import NO_MATCH_RULES
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_record
from ..settlement_method import Transfer, net_amounts, seat_at
from ..text_tables import listed
from . import book_faults as faults
from .book_event import Payment, TableEvent
from .books import EveningBooks, TableBooks
from .checks import LedgerError
from .events import (
    BonusBooked,
    GameFinished,
    HandBooked,
    PaymentBooked,
    PenaltyBooked,
    SeatsChanged,
    TableOpened,
    TableTurn,
)
from .frozen_rulesets import made_by
from .hand_said import HandGivenAt
from .hand_said import HandSaid as HandSaid
from .several_wins import Groups, OneWin, as_played, faults_of_wins, in_groups, record_of_wins, settle_wins

_ROUNDS: Final = 1_000_000
"""An evening goes on for as many rounds as its players like."""


class _Came(NamedTuple):
    """What came of a hand, by winds: what was asked and answered, who pays whom, pots among them."""

    record: Mapping[str, Any]
    answers: Mapping[str, Any]
    transfers: Sequence[Transfer]
    winners: tuple[str, ...] = ()


class Desk:
    """Makes events of what is said at a table of an evening; nothing is written down.

    `before` is the number of the line that is to be corrected: then the table is as it stood before that line.
    Raises LedgerError for a table that there is not.
    """

    def __init__(self, evening: EveningBooks, ruleset: Ruleset, table: str, before: int | None = None) -> None:
        self.evening = evening if before is None else evening.before(before)
        self.ruleset = ruleset
        known = self.evening.tables
        if table not in known:
            raise LedgerError(faults.NO_TABLE(table=described(table), said=table, near=did_you_mean(table, known)))
        self.table: TableBooks = known[table]
        definition = ruleset.definition
        self.rules = replace(definition.table, rounds=_ROUNDS)
        turn, seats = self.table.turn, self.rules.seats
        if len(turn.players) != len(seats):
            raise LedgerError(
                f"table {table} has {len(turn.players)} players, and {ruleset.id} is played by {len(seats)}: "
                "change the seats"
            )
        self.rotation = Rotation(*turn[:-1])
        self.winds = self.rotation.winds(self.rules)
        """The wind of every player."""
        self.seats = {wind: player for player, wind in self.winds.items()}
        """The player of every wind, from East on."""
        self.round = self.rotation.round_wind(self.rules)
        pots = definition.pots
        self.on = {name: self.table.on.get(name, pot.played) for name, pot in pots.items() if pot.stake}
        """Which pots are paid into after drawn hands."""

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
        ruleset, options = self.hand_ruleset, self.hand_options
        came = self._came(said, ruleset)
        said = replace(said, winners=came.winners or said.winners)
        paid, pots = (said.amounts, said.pots) if said.amounts else self._paid(came.transfers, said, ruleset)
        otherwise = {"options": options} if options else {}
        result = {**came.answers, **otherwise, **self._made_by(ruleset)}
        return HandBooked(
            evening=self.evening.id,
            table=self.table.name,
            number=self.table.hands + 1 if number is None else number,
            seats=self.seats,
            round=self.round,
            how=said.how,
            winners=said.winners,
            discarder=self._discarder(said, came),
            record=came.record,
            result=result if came.record or options else {},
            paid=paid,
            pots=pots,
            difference=said.difference,
            then=self._then(said, came),
            note=said.note,
            put=said.put,
            hand=said.hand,
        )

    def penalty(
        self, event: str, players: Sequence[str], affected: str = "", count: int = 1, note: str = ""
    ) -> PenaltyBooked:
        """What a fault costs that the ruleset names. Raises LedgerError, HandError."""
        seats = [self._wind(player) for player in players]
        record: dict[str, Any] = {"kind": "penalty", "event": event, "player": seats if len(seats) > 1 else seats[0]}
        record |= {"affected": self._wind(affected)} if affected else {}
        record |= {"count": count} if count != 1 else {}
        title, paid, result = self._event(record)
        return PenaltyBooked(
            evening=self.evening.id, table=self.table.name, title=title, players=tuple(players), paid=paid,
            record=record, result=result, note=note,
        )  # fmt: skip

    def bonus(self, event: str, player: str, note: str = "") -> BonusBooked:
        """What the others pay a player at once by the ruleset. Raises LedgerError, HandError."""
        record = {"kind": "bonus", "event": event, "player": self._wind(player)}
        title, paid, result = self._event(record)
        return BonusBooked(
            evening=self.evening.id, table=self.table.name, title=title, players=(player,), paid=paid,
            record=record, result=result, note=note,
        )  # fmt: skip

    def share_out(self, pot: str, among: Sequence[str], note: str = "") -> PaymentBooked:
        """What is in a pot goes to players in equal parts; what is over, one each to the first of them.

        Raises LedgerError.
        """
        holds = self.table.pots.get(pot, 0)
        if not holds:
            near = "" if pot in self.table.pots else did_you_mean(pot, self.table.pots)
            raise LedgerError(faults.NOTHING_IN_POT(pot=described(pot), said=pot, near=near))
        for player in among:
            self._wind(player)
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
            result={"standings": [place._asdict() for place in standings], **self._made_by(self.ruleset)},
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

    def _made_by(self, ruleset: Ruleset) -> dict[str, Any]:
        """By what a result is made."""
        return {"ruleset": ruleset.id, **made_by(ruleset)}

    def _event(self, record: Mapping[str, Any]) -> tuple[str, dict[str, int], dict[str, Any]]:
        """The title of a settled event, what everybody gets, and the answers."""
        settled = settle_record(record, self.ruleset)
        answers = settled.to_record()
        paid = {self.seats[wind]: amount for wind, amount in settled.net.items()}
        return str(answers["title"]), paid, {**answers, **self._made_by(self.ruleset)}

    def _wind(self, player: str) -> str:
        """The wind of a player. Raises LedgerError."""
        if player not in self.winds:
            near = did_you_mean(player, self.winds)
            raise LedgerError(
                faults.NOT_SEATED(player=player, named=described(player), table=self.table.name, near=near)
            )
        return self.winds[player]

    def _check(self, said: HandSaid) -> None:
        """What is said fits together, and this table. Raises LedgerError."""
        for fault in said.faults():
            raise LedgerError(fault)
        named: list[Iterable[str]] = [said.winners, said.hands, said.values, said.amounts, said.ready, said.ponds]
        named += [*said.put.values(), said.discarders.values(), filter(None, (said.discarder, said.east))]
        for names in named:
            for name in names:
                self._wind(name)
        pots = self.ruleset.definition.pots
        odd = next((pot for pot in (*said.put, *said.pots) if pot not in pots), None)
        if odd is not None:
            raise LedgerError(
                faults.NO_POT(ruleset=self.ruleset.id, pot=described(odd), said=odd, near=did_you_mean(odd, pots))
            )

    def _check_worth(self, said: HandSaid, ruleset: Ruleset) -> None:
        """What a winner's hand is said to be worth a winning hand can be worth. Raises LedgerError."""
        book, player = ruleset.book, said.winners[0]
        worth, most = said.values.get(player), book.method.most(book.settings)
        if worth is None:
            return
        if most is not None and worth > most:
            raise LedgerError(faults.WORTH_TOO_MUCH(player=player, worth=worth, ruleset=ruleset.id, most=most))
        takes_away = any(rule.value < 0 for rule in book.rules if rule.aside)
        if worth < book.minimum and not takes_away:
            least = book.minimum
            raise LedgerError(faults.WORTH_TOO_LITTLE(player=player, worth=worth, ruleset=ruleset.id, least=least))

    def _check_counted(self, said: HandSaid, ruleset: Ruleset) -> None:
        """What hands are said to be worth is what the settlement counts, which may cut them. Raises LedgerError."""
        book = ruleset.book
        most = None if book.settlement is None else book.settlement.most(book.settlement_settings)
        above = {} if most is None else {player: worth for player, worth in said.values.items() if worth > most}
        specials = book.method.specials(book.rules, book.settings) if above else ()
        for player, worth in above.items():
            own = specials if player in said.winners else ()
            if worth in own:
                continue
            fault = faults.WORTH_ABOVE_LIMIT if own else faults.WORTH_TOO_MUCH
            dear = ", ".join(map(str, sorted(own)))
            raise LedgerError(fault(player=player, worth=worth, ruleset=ruleset.id, most=most, specials=dear))

    def _came(self, said: HandSaid, ruleset: Ruleset) -> _Came:
        """What comes of what is said, by winds."""
        if said.amounts:
            return _Came({}, {}, ())
        if len(said.winners) > 1:
            return self._several(said, ruleset)
        if said.winners:
            self._check_worth(said, ruleset)
            self._check_counted(said, ruleset)
            record = self._record(said, ruleset)
            settled = settle_record(record, ruleset)
            return _Came(record, settled.to_record(), settled.transfers)
        return self._drawn(said, ruleset)

    def _several(self, said: HandSaid, ruleset: Ruleset) -> _Came:
        """What comes of a hand that several have won, each with a hand."""
        groups = in_groups([self._win(player, said, ruleset) for player in said.winners], [*self.seats])
        for fault in faults_of_wins(groups, ruleset, self.seats):
            raise LedgerError(fault)
        record = record_of_wins(groups)
        answers = settle_wins(record, ruleset)
        transfers = [Transfer(**item) for item in answers["transfers"]]
        return _Came(record, answers, transfers, tuple(self.seats[win.seat] for group in groups for win in group))

    def _win(self, player: str, said: HandSaid, ruleset: Ruleset) -> OneWin:
        """The win of one of several. Raises LedgerError, HandError."""
        if player not in said.hands:
            raise LedgerError(faults.WINNER_MISSING(player=player))
        record, seat = self._hand(player, said.hands[player], said, ruleset), self._wind(player)
        by, source = said.discarder_of(player), record.get("from")
        side = seat_at(seat, source, tuple(self.seats)) if isinstance(source, str) and source in SIDES else None
        win = record.get("win")
        return OneWin(seat, self._wind(by) if by else side, win if isinstance(win, str) else "", record)

    def _discarder(self, said: HandSaid, came: _Came) -> str:
        """Who discarded the winning tile; empty where it was drawn, and where several won by tiles of several."""
        wins = came.answers.get("wins", (came.answers,))
        found = {own.get("discarder") for own in wins}
        by = found.pop() if len(found) == 1 else None
        return said.discarder or (self.seats[by] if by else "")

    def _record(self, said: HandSaid, ruleset: Ruleset) -> dict[str, Any]:
        """The settlement record of a hand that was won."""
        winner, by = self._wind(said.winners[0]), said.discarder_of(said.winners[0])
        record: dict[str, Any] = {"winner": winner}
        if by:
            record["discarder"] = self._wind(by)
        elif said.values:
            record["self_drawn"] = True
        if said.values:
            book = ruleset.book
            record["scores"] = {self._wind(player): worth for player, worth in said.values.items()}
            if said.values.get(said.winners[0]) in book.method.specials(book.rules, book.settings):
                record["specials"] = [winner]
            known = self._numbers(said.winners[0], said, ruleset)
            numbers = {name: known[name] for name in self.rules.numbers_for_all if name in known}
            return {**record, "numbers": numbers} if numbers else record
        hands = {self._wind(player): self._hand(player, given, said, ruleset) for player, given in said.hands.items()}
        if winner not in hands:
            raise LedgerError(faults.WINNER_MISSING(player=said.winners[0]))
        return {**record, "hands": hands}

    def _hand(self, player: str, given: HandGivenAt, said: HandSaid, ruleset: Ruleset) -> dict[str, Any]:
        """The record of a hand, with what the table knows of it. Raises HandError."""
        record = self._read(player, given, said, ruleset) if isinstance(given, str) else dict(given)
        if record.setdefault("round", self.round) != self.round:
            raise LedgerError(faults.OTHER_ROUND(player=player, said=record["round"], round=self.round))
        if player in said.winners:
            of_pots = {pot.field for pot in ruleset.definition.pots.values()}
            for name, number in self._numbers(player, said, ruleset).items():
                own = record.setdefault(name, number)
                if name in of_pots and own != number:
                    raise LedgerError(faults.OTHER_POT(player=player, field=name, said=own, holds=number))
        return record

    def _read(self, player: str, text: str, said: HandSaid, ruleset: Ruleset) -> dict[str, Any]:
        """The record of a hand text: whoever is said to have won has, and nobody else. Raises HandError."""
        try:
            record = ruleset.record_of(text)
        except HandError as error:
            error.whose = player
            raise
        wins = player in said.winners
        guessed = [flag for flag in record["flags"] if flag not in text.split()] if record["win"] is None else []
        if wins and record["win"] is None and (guessed or not record["winner"]):
            raise LedgerError(
                f"the hand of {player} does not say with which tile it was won: put + before it, or ! if it was drawn"
            )
        flags = [flag for flag in record["flags"] if flag not in guessed]
        return {**record, "flags": flags, "winner": wins}

    def _numbers(self, player: str, said: HandSaid, ruleset: Ruleset) -> dict[str, int]:
        """The numbers of the match that the winner's record has, with what was put into pots in this hand."""
        pots, rules = ruleset.definition.pots, ruleset.definition.table
        holds = {name: self.table.pots.get(name, 0) + sum(said.put.get(name, {}).values()) for name in pots}
        short = next((name for name, pot in pots.items() if pot.field and holds[name] < 0), None)
        if short is not None:
            raise LedgerError(faults.LESS_THAN_NOTHING(pot=short, table=self.table.name, amount=holds[short]))
        found = numbers_of_hand(rules, pots, self.rotation, self.table.turn.draws, holds)
        for_all = {*rules.numbers_for_all, *(pot.field or "" for pot in pots.values())}
        own: Collection[str] = found if player == self.rotation.east else for_all
        return {name: found[name] for name in found if name in own and name in ruleset.book.numbers}

    def _drawn(self, said: HandSaid, ruleset: Ruleset) -> _Came:
        """A hand that nobody has won, as a house rule pays for it. Raises LedgerError where none does."""
        paid_for, asked = pays_for_drawn(ruleset), asks_who_is_ready(ruleset)
        if (said.ready and not asked) or (said.ponds and not paid_for):
            raise LedgerError(faults.READY_NOT_ASKED(ruleset=ruleset.id))
        if asked:
            self._check_ready(said, ruleset)
        if not paid_for or not (said.ready or said.ponds):
            return _Came({}, {}, ())
        record: dict[str, Any] = {"kind": DRAWN_HAND}
        for name, players in (("ready", said.ready), ("ponds", said.ponds)):
            record |= {name: [self._wind(player) for player in players]} if players else {}
        with Question():
            answers = answers_to(record, ruleset)
        return _Came(record, answers, [Transfer(**item) for item in answers["transfers"]])

    def _check_ready(self, said: HandSaid, ruleset: Ruleset) -> None:
        """Who put in a counter that says so was ready, unless the hand was stopped. Raises LedgerError."""
        pots = ruleset.definition.pots
        putting = (player for pot, own in said.put.items() if pots[pot].means == "ready" for player in own)
        unsaid = next((player for player in putting if player not in said.ready), None)
        if unsaid is not None and not said.stopped:
            raise LedgerError(faults.READY_UNSAID(player=unsaid))

    def _paid(
        self, transfers: Sequence[Transfer], said: HandSaid, ruleset: Ruleset
    ) -> tuple[dict[str, int], dict[str, int]]:
        """What every player gets in all, and what every pot does."""
        put, between = self._parted(transfers, said)
        changes = pot_changes(ruleset.definition.pots, self.table.pots, self.on, said.winners, [*self.winds], put)
        net = net_amounts(between, [*self.seats])
        gains = {player: sum(change.gain(player) for change in changes.values()) for player in self.winds}
        pots = {name: change.pot - self.table.pots.get(name, 0) for name, change in changes.items()}
        paid = {player: net[wind] + gains[player] for wind, player in self.seats.items()}
        return paid, {name: change for name, change in pots.items() if change}

    def _parted(
        self, transfers: Sequence[Transfer], said: HandSaid
    ) -> tuple[dict[str, dict[str, int]], list[Transfer]]:
        """What players put into pots, less than 0 for what they got out of them; and the payments between players."""
        put = {pot: dict(own) for pot, own in said.put.items()}
        between = []
        for item in transfers:
            if item.payer in self.seats and item.payee in self.seats:
                between.append(item)
                continue
            pot, wind, sign = (item.payee, item.payer, 1) if item.payer in self.seats else (item.payer, item.payee, -1)
            into, player = put.setdefault(pot, {}), self.seats[wind]
            into[player] = into.get(player, 0) + sign * item.amount
        return put, between

    def _then(self, said: HandSaid, came: _Came) -> TableTurn:
        """Where the table stands after the hand."""
        east = said.east or self._east_by_rule(said, came) or (self.rotation.east if self._stays(said) else "")
        turn = self.rotation.after(said.winners, self.rules, east or None)
        draws = 0 if said.winners else self.table.turn.draws + 1
        return TableTurn(turn.players, turn.first, turn.east, turn.round, turn.wins, turn.stays, turn.since, draws)

    def _east_by_rule(self, said: HandSaid, came: _Came) -> str:
        """Who is East next, where a house rule says it; empty where none does."""
        played = as_played(self._groups(said, came), tuple(self.seats))
        for name, rule in self.ruleset.rules_played.items():
            found = rule.east(self.ruleset.house_settings(name), played) if rule.east else None
            if found is not None:
                return self.seats[found]
        return ""

    def _groups(self, said: HandSaid, came: _Came) -> Groups:
        """The wins of a hand; where only amounts are known, by one tile if one player discarded it."""
        found = came.record.get("wins") or [came.record] * bool(came.record.get("winner"))
        if found:
            wins = [(own["winner"], own.get("discarder"), own.get("hands", {}).get(own["winner"], {})) for own in found]
            return in_groups([OneWin(seat, by, str(hand.get("win")), hand) for seat, by, hand in wins], [*self.seats])
        by = self.winds.get(said.discarder)
        return in_groups([OneWin(self.winds[player], by, "", {}) for player in said.winners], [*self.seats])

    def _stays(self, said: HandSaid) -> bool:
        """Whether East stays after a drawn hand, being ready, or because it was stopped."""
        stays_on = self.rules.east_stays_on
        stopped = said.stopped and "stopped" in stays_on
        return not said.winners and (stopped or ("ready" in stays_on and self.rotation.east in said.ready))


def pays_for_drawn(ruleset: Ruleset) -> bool:
    """Whether a house rule pays for a hand that nobody has won."""
    return any(DRAWN_HAND in rule.records for rule in ruleset.rules_played.values())


def asks_who_is_ready(ruleset: Ruleset) -> bool:
    """Whether it makes a difference who is ready after a drawn hand."""
    return pays_for_drawn(ruleset) or "ready" in ruleset.definition.table.east_stays_on
