"""An evening as its events make it: who is there, where the tables stand, what everybody has; folded, never kept.

The order of events is that of their clocks, then of their ids, so that every copy folds them alike. Folding refuses
nothing and leaves no amount out: what does not fit together, as after two copies were merged, is named in `problems`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from unicodedata import normalize

from ..errors import described
from ..text_tables import listed
from . import book_faults as faults
from .book_event import BookEvent, Payment, TableEvent
from .entry import Entry
from .events import (
    Corrected,
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
    TableTurn,
    Undone,
)


def names_alike(names: Iterable[str]) -> list[list[str]]:
    """The names that differ by capitals or spaces alone, or only by the code points of the same letters."""
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        plain = normalize("NFKC", normalize("NFKC", name).casefold())
        found.setdefault(" ".join(plain.split()), []).append(name)
    return [names for names in found.values() if len(names) > 1]


@dataclass(frozen=True)
class BookLine:
    """An event of an evening by its number, as it counts now.

    `event` is what was last written of it, `entry` what was written first; `live` is false for what was undone,
    `undone_by` the undo, and `corrections` are those that count, the last last. `later` is how many entries
    speak of it, whether they count or not.
    """

    number: int
    entry: Entry
    event: BookEvent
    live: bool
    corrections: tuple[Entry, ...] = ()
    undone_by: Entry | None = None
    later: int = 0


@dataclass(frozen=True)
class TableBooks:
    """Where a table of the evening stands: who sits there in the next hand, what is in its pots.

    `on` says of pots that were switched whether they are paid into; `hands` counts the hands, and `numbers` are those
    that are written down. A `closed` table plays no more hands. `ruleset` is the hash of its ruleset, where that is not
    the evening's.
    """

    name: str
    turn: TableTurn
    hands: int = 0
    pots: Mapping[str, int] = field(default_factory=dict)
    on: Mapping[str, bool] = field(default_factory=dict)
    numbers: frozenset[int] = frozenset()
    closed: bool = False
    ruleset: str = ""

    @property
    def seated(self) -> tuple[str, ...]:
        """The players of the next hand from East on, in the order of play."""
        players = self.turn.players
        place = players.index(self.turn.east) if players else 0
        return (*players[place:], *players[:place])

    def reseated(self, players: Sequence[str], *, anew: bool) -> TableBooks:
        """The table with others at it, named from East on; the game begins again, or goes on where as many sit."""
        old = self.turn
        if anew or len(players) != len(old.players):
            return replace(self, turn=TableTurn(tuple(players), players[0], players[0]))
        named = dict(zip(self.seated, players, strict=True))
        order = tuple(named[player] for player in old.players)
        return replace(self, turn=old._replace(players=order, first=named[old.first], east=named[old.east]))


@dataclass(frozen=True)
class EveningBooks:
    """An evening. `balances` are what the players have won or lost so far; with what is in the pots of the tables and
    in `differences`, by their names, they sum to zero.

    `players` says of each whether they are still there. `problems` say what does not fit together.
    """

    id: str
    opened: EveningOpened
    lines: tuple[BookLine, ...]
    players: Mapping[str, bool]
    tables: Mapping[str, TableBooks]
    balances: Mapping[str, int]
    differences: Mapping[str, int]
    problems: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Whether the evening counts: it was not undone, or something that counts was written down since."""
        return any(line.live for line in self.lines)

    @property
    def standings(self) -> tuple[tuple[str, int], ...]:
        """The players with what they have, the best first; who has as much, in the order in which they came."""
        return tuple(sorted(self.balances.items(), key=lambda item: -item[1]))

    @property
    def in_pots(self) -> Mapping[str, int]:
        """What is in the pots of all tables, by pot."""
        found: Counter[str] = Counter()
        for table in self.tables.values():
            found.update(table.pots)
        return MappingProxyType(dict(found))

    def ruleset_at(self, table: str = "") -> str:
        """The hash of the ruleset that is played at a table; that of the evening where the table has no other."""
        own = self.tables.get(table)
        return self.opened.ruleset if own is None else own.ruleset or self.opened.ruleset

    @property
    def other_rulesets(self) -> Mapping[str, str]:
        """The hashes of the rulesets of tables that play by another than the evening's, by the names of the tables."""
        other = ((name, self.ruleset_at(name)) for name in self.tables)
        return MappingProxyType({name: found for name, found in other if found != self.opened.ruleset})

    def playing_at(self, player: str) -> tuple[str, ...]:
        """The open tables at which a player sits: one, none, or several until those who change tables have all sat."""
        return tuple(own.name for own in self.tables.values() if not own.closed and player in own.turn.players)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is odd, and yet in order: a pot out of which more came than went in, as after a correction; a player
        who sits at two tables, as while players change tables; names that differ by capitals or spaces alone; hands
        after the end of a game; games that were reckoned up before a correction."""
        pots = (
            faults.LESS_THAN_NOTHING(pot=pot, table=table.name, amount=amount)
            for table in self.tables.values()
            for pot, amount in table.pots.items()
            if amount < 0
        )
        places = ((player, self.playing_at(player)) for player in self.players)
        return (
            *pots,
            *(
                faults.AT_TABLES(player=player, tables=" and ".join(own), numbers="、".join(own))
                for player, own in places
                if len(own) > 1
            ),
            *(faults.ALIKE(names=listed(names), all="、".join(names)) for names in names_alike(self.players)),
            *(faults.PLAYS_ON(table=table) for table in self._played_on()),
            *(faults.RECKONED_BEFORE(line=number) for number in self._reckoned_before()),
        )

    def _reckoned_before(self) -> Iterator[int]:
        """The lines by which games were reckoned up whose payments before sum to something else by now."""
        paid: dict[str, Counter[str]] = {}
        for line in self.lines:
            event = line.event
            if not line.live or not isinstance(event, TableEvent):
                continue
            if isinstance(event, TableOpened) or (isinstance(event, SeatsChanged) and event.anew):
                paid.pop(event.table, None)
            elif isinstance(event, Payment):
                own = paid.setdefault(event.table, Counter())
                if isinstance(event, GameFinished) and not _as_reckoned(event, own):
                    yield line.number
                own.update(event.paid)

    def _played_on(self) -> tuple[str, ...]:
        """The tables with hands after the end of a game, though none began anew."""
        over, found = set[str](), dict[str, None]()
        for line in self.lines:
            event = line.event
            if not line.live or not isinstance(event, TableEvent):
                continue
            if isinstance(event, GameFinished):
                over.add(event.table)
            elif isinstance(event, SeatsChanged) and event.anew:
                over.discard(event.table)
            elif isinstance(event, HandBooked) and event.table in over:
                found[event.table] = None
        return tuple(found)

    @property
    def hands(self) -> tuple[BookLine, ...]:
        """The hands that count."""
        return tuple(line for line in self.lines if line.live and isinstance(line.event, HandBooked))

    def line(self, number: int) -> BookLine | None:
        """The line of a number from 1; None where there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def followed_by(self, entry: Entry) -> EveningBooks | None:
        """The evening with one more entry behind all others; None where it must be folded anew for that.

        This is how it is where the entry speaks of an earlier one.
        """
        if isinstance(entry.event, (Corrected, Undone)) or not self.lines[0].live:
            return None
        line = BookLine(len(self.lines) + 1, entry, entry.event, live=True)
        folding = _Folding.resumed(self)
        folding.lines = (*self.lines, line)
        folding.fold(line)
        return folding.done(self.opened)

    def before(self, number: int) -> EveningBooks:
        """The evening as it stood before a line, with all corrections since."""
        return _Folding(self.lines[: max(number - 1, 1)]).evening()


def by_clock(entries: Iterable[Entry]) -> list[Entry]:
    """Entries in the order in which they count."""
    return sorted(entries, key=lambda entry: entry.order)


def evening_of(entries: Iterable[Entry]) -> EveningBooks:
    """The evening that its entries make; the one that opened it is among them."""
    lines = lines_of_evening(entries)
    return _Folding(lines).evening()


def lines_of_evening(entries: Iterable[Entry]) -> tuple[BookLine, ...]:
    """What was written down, as it counts now."""
    ordered = by_clock(entries)
    gone = undone_ids(ordered)
    undone = {
        entry.event.undoes: entry for entry in ordered if isinstance(entry.event, Undone) and entry.id not in gone
    }
    later = _later_entries(ordered)
    corrections: dict[str, list[Entry]] = {}
    for entry in ordered:
        if isinstance(entry.event, Corrected) and entry.id not in gone:
            corrections.setdefault(entry.event.corrects, []).append(entry)
    own = [entry for entry in ordered if not isinstance(entry.event, (Corrected, Undone))]
    return tuple(
        BookLine(
            number,
            entry,
            _standing(entry, put := corrections.get(entry.id, [])),
            entry.id not in gone,
            (*put,),
            undone.get(entry.id),
            later[entry.id],
        )
        for number, entry in enumerate(own, 1)
    )


def corrected_apart(ours: Iterable[Entry], theirs: Iterable[Entry]) -> dict[str, tuple[BookEvent, BookEvent]]:
    """The lines that two copies have corrected otherwise, neither knowing of the other's correction.

    By their ids, with what each says in both copies.
    """
    own = {line.entry.id: line for line in lines_of_evening(ours)}
    both = ((own[line.entry.id], line) for line in lines_of_evening(theirs) if line.entry.id in own)
    return {
        line.entry.id: (same.event, line.event)
        for same, line in both
        if same.event != line.event and _beyond(same, line) and _beyond(line, same)
    }


def _beyond(line: BookLine, other: BookLine) -> bool:
    """Whether a line has corrections that it has not in another copy."""
    return not {entry.id for entry in line.corrections} <= {entry.id for entry in other.corrections}


def _later_entries(ordered: Sequence[Entry]) -> Counter[str]:
    """How many corrections and undos speak of each entry, themselves or through others."""
    first: dict[str, str] = {}
    for entry in ordered:
        event = entry.event
        if isinstance(event, (Corrected, Undone)):
            of = event.corrects if isinstance(event, Corrected) else event.undoes
            first[entry.id] = first.get(of, of)
    return Counter(first.values())


def undone_ids(ordered: Sequence[Entry]) -> set[str]:
    """The ids of what is undone: an undo comes after what it undoes, and may be undone itself."""
    gone: set[str] = set()
    for entry in reversed(ordered):
        if isinstance(entry.event, Undone) and entry.id not in gone:
            gone.add(entry.event.undoes)
    return gone


def _standing(entry: Entry, corrections: Sequence[Entry]) -> BookEvent:
    """What an entry says after its corrections."""
    last = corrections[-1].event if corrections else None
    return last.instead if isinstance(last, Corrected) else entry.event


@dataclass
class _Folding:
    """An evening while its lines are folded."""

    lines: tuple[BookLine, ...]
    players: dict[str, bool] = field(default_factory=dict)
    tables: dict[str, TableBooks] = field(default_factory=dict)
    balances: Counter[str] = field(default_factory=Counter)
    differences: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    @classmethod
    def resumed(cls, evening: EveningBooks) -> _Folding:
        """An evening that is folded already, of which nothing is folded again."""
        balances, differences = Counter(dict(evening.balances)), Counter(dict(evening.differences))
        return cls(evening.lines, {**evening.players}, {**evening.tables}, balances, differences, [*evening.problems])

    def evening(self) -> EveningBooks:
        """All lines folded."""
        opening, *others = self.lines
        opened = opening.event
        assert isinstance(opened, EveningOpened)
        for player in opened.players:
            self.players[player], self.balances[player] = True, 0
        for line in others:
            if line.live:
                self.fold(line)
        if not opening.live and any(line.live for line in others):
            self._note(1, faults.UNDONE_WITH_LINES())
        return self.done(opened)

    def done(self, opened: EveningOpened) -> EveningBooks:
        """The evening as far as it is folded."""
        return EveningBooks(
            self.lines[0].entry.id,
            opened,
            self.lines,
            MappingProxyType(self.players),
            MappingProxyType(self.tables),
            MappingProxyType(dict(self.balances)),
            MappingProxyType({name: rest for name, rest in self.differences.items() if rest}),
            tuple(self.problems),
        )

    def _note(self, line: int, problem: str) -> None:
        """Note what does not fit in a line."""
        self.problems.append(faults.ODD_LINE(line=line, problem=problem))

    def fold(self, line: BookLine) -> None:
        """Fold the next line."""
        event, where = line.event, line.number
        if isinstance(event, PlayerArrived):  # or left
            self._comes_or_goes(event, where)
            return
        if not isinstance(event, TableEvent):
            self._note(where, faults.OPENED_TWICE())
            return
        table = self.tables.get(event.table)
        if isinstance(event, TableOpened):
            self._open(event, table, where)
            return
        if table is None:
            self._note(where, faults.TABLE_UNKNOWN(table=described(event.table), said=event.table))
        elif table.closed and isinstance(event, (HandBooked, SeatsChanged, PotSwitchedAt, TableClosed)):
            self._note(where, faults.TABLE_IS_CLOSED(table=event.table))
        self._at_table(event, table, where)

    def _comes_or_goes(self, event: PlayerArrived, where: int) -> None:
        player, leaves = event.player, isinstance(event, PlayerLeft)
        if self.players.get(player, False) is not leaves:
            self._note(where, (faults.NOT_HERE if leaves else faults.HERE_ALREADY)(player=player))
        self.players[player] = not leaves
        self.balances[player] += 0

    def _open(self, event: TableOpened, table: TableBooks | None, where: int) -> None:
        if table is not None:
            self._note(where, faults.TABLE_TWICE(table=event.table))
        self._seat(event.players, where)
        turn = TableTurn(event.players, event.players[0], event.players[0])
        self.tables[event.table] = (
            TableBooks(event.table, turn, ruleset=event.ruleset) if table is None else replace(table, turn=turn)
        )

    def _at_table(self, event: TableEvent, table: TableBooks | None, where: int) -> None:
        """What happens at a table, which may never have been made up."""
        if isinstance(event, SeatsChanged):
            self._seat(event.players, where)
            if table is None:
                turn = TableTurn(event.players, event.players[0], event.players[0])
                self.tables[event.table] = TableBooks(event.table, turn)
            else:
                self.tables[event.table] = table.reseated(event.players, anew=event.anew)
        elif isinstance(event, PotSwitchedAt) and table is not None:
            self.tables[event.table] = replace(table, on=MappingProxyType({**table.on, event.pot: event.on}))
        elif isinstance(event, TableClosed) and table is not None:
            self.tables[event.table] = replace(table, closed=True)
        elif isinstance(event, Payment):
            self._pay(event, table, where)

    def _pay(self, event: Payment, table: TableBooks | None, where: int) -> None:
        named = (*event.paid, *event.seats.values()) if isinstance(event, HandBooked) else (*event.paid,)
        named += event.players if isinstance(event, PenaltyBooked) else ()
        self._know(dict.fromkeys(named), where)
        for player, amount in event.paid.items():
            self.balances[player] += amount
        if event.rest:
            self.differences[event.difference] += event.rest
        if table is None and (event.pots or isinstance(event, HandBooked)):
            seats = tuple(event.seats.values()) if isinstance(event, HandBooked) else tuple(event.paid)
            first = seats[0] if seats else ""
            table = TableBooks(event.table, TableTurn(seats, first, first))
        if table is not None:
            pots = {**table.pots}
            for pot, change in event.pots.items():
                pots[pot] = pots.get(pot, 0) + change
            table = replace(table, pots=MappingProxyType(pots))
            self.tables[event.table] = self._after(event, table, where) if isinstance(event, HandBooked) else table

    def _after(self, event: HandBooked, table: TableBooks, where: int) -> TableBooks:
        """The table after a hand."""
        if event.number in table.numbers:
            self._note(where, faults.HAND_TWICE(number=event.number, table=event.table))
        for problem in self._gone(event.seats.values()):
            self._note(where, faults.CANNOT_GO_ON(table=event.table, problem=problem))
        turn = table.turn if event.then is None else event.then
        return replace(table, hands=max(table.hands, event.number), numbers=table.numbers | {event.number}, turn=turn)

    def _seat(self, players: Iterable[str], where: int) -> None:
        """Who sits down is there."""
        self._know(players, where)
        for problem in self._gone(players):
            self._note(where, problem)

    def _gone(self, players: Iterable[str]) -> list[str]:
        """Which players have left, each as a sentence."""
        return [
            faults.HAS_LEFT(player=described(player), said=player) for player in players if not self.players[player]
        ]

    def _know(self, players: Iterable[str], where: int) -> None:
        """Players who were never said to be there are counted all the same."""
        for player in players:
            if player not in self.players:
                self._note(where, faults.NOT_COME(player=described(player), said=player))
                self.players[player] = True
            self.balances[player] += 0


def _as_reckoned(event: GameFinished, paid: Mapping[str, int]) -> bool:
    """Whether a game was reckoned up by what was paid before it, as far as the event says the results."""
    results = {str(own.get("player")): own.get("result") for own in event.standings}
    return all(results.get(player) in (None, paid[player] + amount) for player, amount in event.paid.items())
