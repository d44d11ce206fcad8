"""Scores many hands under one ruleset at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from threading import RLock
from typing import Any, Final

import numpy as np

from .. import bounds
from ..errors import HandError, PluginError
from ..hands.hand import CONTRADICTED, Hand
from ..hands.record import CALLED, SEATS
from ..scoring.explanation.explainer import Explainer
from ..scoring.policy import ScoringMethod
from ..scoring.scorer import ASKS_MORE, INCOMPLETE, MADE, WIN, WINS, Scorer
from ..settlement_method import seat_at
from ..tiles.tile import BONUS, BY_TEXT, KINDS, RED
from .answers import Answered, Tables
from .arrays import Longs, Truths, first_places
from .bit_rows import meets, number_of_words, put_rows, words_of
from .choosing import Choosing, Chosen, Whole
from .columns import NO_WIN, SOURCES, Columns
from .hands_read import Earliest, HandsRead, read_as
from .located_rules import Located
from .lots import Lots
from .numbering import FULL, Numbered
from .payments import Alone, Settlements, Worth
from .readings import NOT_COMPLETED, Reader, Readings, together
from .reds import reds_counted, reds_of_suit
from .rows import Rows
from .said_fields import SaidFields
from .scores import Scores
from .summed_lots import SummedLots
from .table_sizes import FillingTime, TableSizes, bytes_held, counting
from .tallies import COUNT_BITS, counted_of, exceed
from .verdicts import Verdicts
from .views import KNOWN, SAYING, Views

CHUNK: Final = 1 << 16
"""So many hands are scored together."""
_MOST_SAID: Final = 1 << 14
"""Where a field of records has said more than this, it is forgotten: much is said once and never again."""
_SENT: Final = 8
"""For so many rulesets a process keeps the batch that was sent to it."""
_MOST_COPIES: Final = 4
_MOST_FLAGS: Final = 48
_ABOVE_ALL: Final = 1 << 40
"""More than any rank of readings."""
_ASKS_MORE: Final = HandError("not_winning", ASKS_MORE, "win")
_TOO_MUCH: Final = f"a hand is worth more than {2**63 - 1}, which is the most that columns hold: score it by itself"
_INCOMPLETE: Final = HandError("not_winning", INCOMPLETE, "win")


def untold(method: ScoringMethod) -> tuple[str, ...]:
    """What a scoring method reads that columns do not tell: then every hand is scored by itself."""
    return tuple([facet for facet in method.reads if facet not in KNOWN])


class Batch:
    """Scores columns of hands under one ruleset, with the answers that one hand gets.

    What its tables say is filled in as hands are met, by the scorer of one hand, and kept; beyond a million rows they
    begin anew. Hands that columns cannot tell, that have jokers, were won as dealt, are dead, or are refused for what
    they say, are scored one by one. Pickled, it is its ruleset: another process has one batch for it, whose tables it
    keeps, however often it is sent.
    """

    def __init__(self, explainer: Explainer) -> None:
        self._explainer, self._scorer = explainer, explainer.scorer
        self.book = self._scorer.book
        self._fits = self._can_tell(self._scorer)
        sizes = self._scorer.shapes.sizes
        self._sizes = np.array([size in sizes for size in range(max(sizes) + 2)], np.bool_)
        self._seats_doubted = self._seats_refused()
        self._wins = tuple([WINS + rule.id for rule in self.book.rules if rule.wins])
        self._lock = RLock()
        """Whoever fills or reads the tables holds it, as a row is not filled in at once."""
        self._begin()

    def __reduce__(self) -> tuple[Callable[[Explainer], Batch], tuple[Explainer]]:
        return _batch_here, (self._explainer,)

    @staticmethod
    def _can_tell(scorer: Scorer) -> bool:
        """Whether columns can tell what hands are under the ruleset."""
        book = scorer.book
        copies = max([book.tiles.per_kind[kind] for kind in book.tiles.kinds], default=0)
        return (
            not book.stand_ins and copies <= _MOST_COPIES and len(book.flags) <= _MOST_FLAGS and not untold(book.method)
        )

    def _begin(self) -> None:
        """Begin with empty tables."""
        scorer, book = self._scorer, self.book
        self._time = FillingTime()
        self._tables = Tables(scorer)
        self._located = Located(scorer.program, self._tables.founds, self._tables.finding)
        self._choosing = self._chooses()
        self._settlements = Settlements(self._explainer, self._choosing)
        self._verdicts = Verdicts(self._choosing)
        self._reader = Reader(book.shapes)
        self._numbers: dict[Hashable, Numbered] = {}
        self._doubt, self._doubtful = Numbered(), np.zeros(0, np.bool_)
        self._said = SaidFields(book)

    def _chooses(self) -> Choosing:
        """What chooses under the ruleset: the table that needs the fewest rows; without a rule there are no lots."""
        selector, book = self._scorer.selector, self.book
        if not book.rules:
            return Whole(selector, self._located)
        if selector.chooses_apart:
            return SummedLots(selector, self._located)
        lots = Lots(selector, self._located)
        return lots if lots.fits else Whole(selector, self._located)

    @property
    def asked_alone(self) -> tuple[str, ...]:
        """The rules, by their ids, of which something is asked hand by hand, as columns do not tell it; all of them
        where columns tell nothing of hands under the ruleset."""
        if not self._fits:
            return tuple([rule.id for rule in self.book.rules])
        ways = 0
        for table in self._tables.every:
            ways |= table.group.ways if table.asks_alone else 0
        return self._scorer.program.depending_on(ways)

    @property
    def tables(self) -> TableSizes:
        """How large the tables are by now, and how long it has taken to fill them."""
        rows = sum(map(len, self._tables.every)) + len(self._located.every) + len(self._choosing)
        held = (self._tables, self._located, self._settlements, self._verdicts, self._reader, self._numbers)
        return TableSizes(rows, bytes_held((*held, self._doubt, self._said)), self._time.seconds)

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        return max(
            self._tables.size,
            self._located.size,
            self._choosing.size,
            self._reader.size,
            len(self._doubt),
            *map(len, self._numbers.values()),
            self._said.size,
        )

    def columns(self, hands: Iterable[Hand]) -> Columns:
        """The columns of hands. Raises ValueError for what is no hand."""
        return Columns.of(hands, self.book.flags, self.book.fields)

    def _in_order(self, columns: Columns) -> Columns:
        """Columns with the flags and further fields of the ruleset, whatever others they were written for."""
        return columns.in_order(self.book.flags, self.book.fields)

    def told(self, columns: Columns) -> Truths:
        """Which hands are scored together, as their columns tell all of them; the others are scored one by one."""
        with self._lock:
            return self._told(Rows(self._said.numbered(self._in_order(columns))))

    def score(self, hands: Columns | Iterable[Hand], *, readings: bool = False) -> Scores:
        """The scores of hands, of their columns or of `Hand` objects; with their `readings`, where these are wanted.

        Raises ValueError for columns that are none and what is no hand, OverflowError where a hand is worth more than
        they hold, and PluginError where a plugin fails.
        """
        columns = hands if isinstance(hands, Columns) else self.columns(hands)
        columns.check()
        columns = self._in_order(columns)
        number, words = len(columns), number_of_words(len(self._scorer.selector.judged))
        found = Scores(
            columns,
            np.zeros(number, np.bool_),
            np.zeros(number, np.int64),
            np.zeros(number, np.int64),
            np.zeros(number, np.bool_),
            np.zeros((number, words), np.uint64),
            tuple(self._scorer.selector.place_of),
            {},
            self._explainer,
            readings=[] if readings else None,
        )
        for first in range(0, number, CHUNK):
            with self._lock:
                try:
                    with counting(self._time):
                        self._score(self._said.numbered(columns.part(first, first + CHUNK)), found, first)
                except OverflowError:
                    raise OverflowError(_TOO_MUCH) from None
                finally:
                    self._forget()
        return found

    def _forget(self) -> None:
        """Forget what is told by fields where these have said too much, and all where tables are full."""
        said = self._said.size > _MOST_SAID
        if self.size > FULL or (said and not SAYING.isdisjoint(self.book.method.reads)):
            self._begin()
        elif said:
            self._said = SaidFields(self.book)
            self._tables.forget(SAYING)

    def _score(self, columns: Columns, found: Scores, first: int) -> None:
        """Score some columns into the rows from `first` on."""
        rows = Rows(columns)
        whole = self._told(rows)
        asked = np.flatnonzero(whole)
        if len(asked):
            part = rows if len(asked) == len(rows) else Rows(columns.rows(asked))
            try:
                self._together(part, found, first + asked)
            except (HandError, PluginError):  # of one of these hands, by which it is told
                self._begin()
                whole[:] = False
            except BaseException:
                self._begin()  # what tables were being filled with has no answers
                raise
        for row in np.flatnonzero(~whole).tolist():
            self._one(columns, row, found, first + row)

    def _one(self, columns: Columns, place: int, found: Scores, row: int) -> None:
        """Score the hand at one place into a row."""
        try:
            hand = columns.hand(place)
            best = self._scorer.score(hand)
        except HandError as error:
            found.refuse(row, error)
            return
        except PluginError as error:
            raise self._explainer.sheet.failure(error, hand) from error
        places, value = self._scorer.selector.place_of, best.selection.value
        found.note(Alone(row, best.hand, best.selection))
        found.valid[row], found.total[row], found.counted[row] = True, value.total, value.counted
        found.minimum_met[row] = best.minimum_met
        mask = sum([1 << places[award.rule.id] for award in best.selection.counting])
        found.rules[row] = words_of(mask, found.rules.shape[1])

    def _told(self, rows: Rows) -> Truths:
        """Which hands are won, and can be, as far as their columns tell."""
        if not self._fits:
            return np.zeros(len(rows), np.bool_)
        columns, tiles = rows.columns, self.book.tiles
        lost = ~columns.winner & (columns.win == NO_WIN)
        told: Truths = (columns.winner & (rows.win_kind < KINDS)) | lost
        told &= rows.possible & ~rows.jokers & ~exceed(rows.counts, tiles.per_kind[:KINDS])
        told &= ~rows.bonus_beyond(tiles.copies)
        told &= columns.bonus <= sum([tiles.copies[tile] for tile in BONUS])
        told &= self._sizes.take(rows.number + 3 * rows.melded + lost, mode="clip")
        if columns.apart:
            told[list(columns.apart)] = False
        if not tiles.uniform or reds_counted(rows).any():
            told &= self._reds_are_there(rows)
        told &= ~self._doubts(rows, told)
        told[self._sharing(rows, np.flatnonzero(told & lost))] = False
        return told

    def _sharing(self, rows: Rows, lost: Longs) -> Longs:
        """Those of some players who did not win who may have a share of what they wait for."""
        share, columns = self.book.share, rows.columns
        if share is None:
            return lost[:0]
        if share.called:
            lost = lost[columns.flags[lost] & self._bits_of(columns, CALLED.__eq__) != 0]
        return lost[self._tables.waiting.may_wait(rows, lost)]

    def _reds_are_there(self, rows: Rows) -> Truths:
        """Whether there are as many red fives, and as many plain ones beside them, as a hand has."""
        fives, copies = reds_counted(rows), self.book.tiles.copies
        found = np.ones(len(rows), np.bool_)
        for suit, (red, kind) in enumerate(RED.items()):
            own = reds_of_suit(fives, suit)
            there = rows.counts[suit] >> COUNT_BITS * (kind % 9) & (1 << COUNT_BITS) - 1
            found &= (own <= copies[red]) & (there - own <= copies[kind])
        return found

    def _doubts(self, rows: Rows, told: Truths) -> Truths:
        """Which of the hands that are told so far are refused, or may be, by what is said of their situation."""
        columns = rows.columns
        found = self._flags_doubted(rows, told) | self._seats_doubted.take(columns.seat * len(SOURCES) + columns.source)
        if "bonus" in self._scorer.program.facets():
            found |= ~columns.bonus_known
        for place, name in enumerate(columns.field_names):
            said = columns.further[:, place]
            if name not in columns.values:
                most: Any = bounds.RECORD_NUMBER
                if aside := BY_TEXT.get(self.book.fields[name].laid_aside):
                    most = self.book.tiles.per_kind[aside] - counted_of(rows.counts, np.full(len(rows), aside))
                found = found | (said > most)
            elif said.any():
                found = found | ~self._said.are_right(columns, name)
        return found

    def _flags_doubted(self, rows: Rows, told: Truths) -> Truths:
        """Which hands are refused, or may be, for their flags; asked once for all that may contradict them.

        Only what is told is asked: of other rows some are no hands.
        """
        columns = rows.columns
        found: Truths = columns.flags & self._bits_of(columns, "dead_hand".__eq__) != 0
        some = np.flatnonzero(told & (columns.flags & self._bits_of(columns, CONTRADICTED.__contains__) != 0))
        parts = [
            (columns.flags.astype(np.int64), len(columns.flag_names)),
            (columns.seat.astype(np.int64), 2),
            (columns.self_drawn.astype(np.int64), 1),
            (columns.winner.astype(np.int64), 1),
            (rows.claimed.astype(np.int64), 1),
            (np.minimum(rows.kongs, 2), 2),
            ((rows.alike > 1).astype(np.int64), 1),
            (np.minimum(rows.copies, 2), 2),
        ]
        numbers, fresh = self._doubt.of([(own[some], bits) for own, bits in parts])
        if len(fresh):
            new = [any(rows.hand(row).contradictions()) for row in some[fresh].tolist()]
            self._doubtful = np.concatenate([self._doubtful, np.array(new, np.bool_)])
        found[some] |= self._doubtful[numbers]
        return found

    @staticmethod
    def _bits_of(columns: Columns, chosen: Callable[[str], bool]) -> np.uint64:
        """The bits of the flags of columns that are chosen."""
        return np.uint64(sum([chosen(name) << bit for bit, name in enumerate(columns.flag_names)]))

    def _seats_refused(self) -> Truths:
        """For each seat whether it is refused, by who discarded, seat after seat."""
        seats = self.book.seats
        return np.array(
            [
                seat not in seats or (side is not None and seat_at(seat, side, seats) is None)
                for seat in SEATS
                for side in SOURCES
            ]
        )

    def _together(self, rows: Rows, found: Scores, places: Longs) -> None:
        """Score hands together into some rows."""
        readings = self._readings(rows)
        complete = np.zeros(len(rows), np.bool_)
        complete[readings.laid.hand[readings.form != NOT_COMPLETED]] = True
        refused = np.ones(len(rows), np.bool_)
        allowed = np.zeros(0, np.intp)
        if len(readings):
            names, waiting = self._reader.names, self._tables.waiting
            views = Views(self._scorer, names, rows, readings, self._numbers, self._said, waiting)
            answered = self._tables.answers(views)
            allowed = np.flatnonzero(self._allowed(rows, readings, answered))
            if len(allowed) < len(readings):
                answered = answered.rows(allowed)
        if len(allowed):
            bits = self._located.bits(answered)
            reads = [(keys[allowed], width) for keys, width in map(views.column, self.book.method.reads)]
            chosen = self._choosing.choose(answered, bits, reads, partial(self._read, views, allowed))
            enough = chosen.counted >= self.book.minimum
            best = self._best(readings.laid.hand[allowed], chosen, enough)
            if found.readings is not None:
                best, read = self._earliest(readings.rows(allowed), rows, chosen, best, places)
                found.readings.append(read)
            hand = readings.laid.hand[allowed[best]]
            own, won = places[hand], rows.columns.winner[hand]
            found.valid[own], found.total[own], found.counted[own] = True, chosen.total[best], chosen.counted[best]
            found.minimum_met[own] = enough[best] & won
            put_rows(found.rules, own, chosen.rules.take(best, axis=0))
            found.note(Worth(own, tuple([numbers[best] for numbers in chosen.choice]), self._settlements))
            for row in own[rows.columns.declared[hand] & won & ~enough[best]].tolist():
                found.refuse(row, self._scorer.below_minimum(int(found.counted[row])))
            refused[hand] = False
        for row in np.flatnonzero(refused).tolist():
            found.refuse(int(places[row]), _ASKS_MORE if complete[row] else _INCOMPLETE)

    def _readings(self, rows: Rows) -> Readings:
        """All readings; where rules win by themselves, winners' tiles are read as unfinished too."""
        won = rows.columns.winner
        parts = [self._reader.read(rows)] if won.any() else []
        unfinished = np.arange(len(rows)) if self._wins else np.flatnonzero(~won)
        if len(unfinished) or not parts:
            parts.append(self._reader.unfinished(rows, unfinished))
        return together(parts)

    def _read(self, views: Views, allowed: Longs, places: Longs) -> Sequence[tuple[Any, ...]]:
        """What the method reads of some allowed readings, by their places among them."""
        every = [views.each_shown(facet, allowed[places]) for facet in self.book.method.reads]
        return list(zip(*every, strict=True)) if every else [()] * len(places)

    def _allowed(self, rows: Rows, readings: Readings, answered: Answered) -> Truths:
        """Which readings may win, or are those of players who did not."""
        conditions = self._scorer.program.conditions
        lost = ~rows.columns.winner[readings.laid.hand]
        if lost.all():
            return lost
        allowed = np.ones(len(readings), np.bool_)
        if WIN in conditions:
            allowed &= meets(answered.open, conditions[WIN])
        for place, name in enumerate(self._reader.names):
            if MADE + name in conditions:
                allowed &= (readings.laid.shape != place) | meets(answered.open, conditions[MADE + name])
        if self._wins:
            held = np.zeros(len(readings), np.bool_)
            for name in self._wins:
                held |= meets(answered.open, conditions[name])
            allowed = np.where(readings.form == NOT_COMPLETED, held, allowed)
        return allowed | lost

    def _best(self, hand: Longs, chosen: Chosen, enough: Truths) -> Longs:
        """The row of the best reading of every hand; where a rule wins by itself, one that meets the minimum."""
        if self._wins:
            chosen = chosen._replace(rank=chosen.rank + np.where(enough, _ABOVE_ALL, 0))
        number = np.bincount(hand)
        shared = number.take(hand) > 1
        alone, several = np.flatnonzero(~shared), np.flatnonzero(shared)
        if not len(several):
            return alone
        own, rank = hand[several], chosen.rank[several]
        highest = np.full(len(number), rank.min())
        np.maximum.at(highest, own, rank)
        rows, rivals = _first_of_each(hand, several[rank == highest.take(own)])
        best = np.full(len(number), -1)
        best[hand[rows]] = rows
        while len(rivals):
            rows, rivals = _first_of_each(hand, rivals)
            better = rows[self._verdicts.compare(chosen.choice, rows, best[hand[rows]]) > 0]
            best[hand[better]] = better
        return np.concatenate([alone, best[best >= 0]])

    def _earliest(
        self, readings: Readings, rows: Rows, chosen: Chosen, best: Longs, places: Longs
    ) -> tuple[Longs, HandsRead]:
        """The earliest of the readings that are as good as the best ones, by their rows, and how hands are so read."""
        names = self._reader.names
        best = Earliest(readings, rows, names, self._verdicts.compare).of(best, chosen.rank, chosen.choice)
        read = readings.rows(best)
        return best, read_as(places[read.laid.hand], read, rows, names)


@lru_cache(maxsize=_SENT)
def _batch_here(explainer: Explainer) -> Batch:
    """The batch of this process in place of those that are sent to it."""
    return Batch(explainer)


def _first_of_each(hand: Longs, rows: Longs) -> tuple[Longs, Longs]:
    """Of some rows the first one of each hand, and the others."""
    own = hand[rows]
    ahead = first_places(own, 1 + int(own.max(initial=0))).take(own) == np.arange(len(rows))
    return rows[ahead], rows[~ahead]
