"""The scorer: from a hand to its best reading and score, for one ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..conditions.facets import Case
from ..conditions.formula import Formula
from ..errors import HandError, did_you_mean
from ..hand import Hand
from ..readings import UNFINISHED, Reading, environment, meld_piece, read_hand, unfinished
from ..record import FIELDS, FLAGS, shown
from ..settlement import SettlementMethod, Transfer, Win, net_amounts, seat_at
from ..shapes import Shape, presence
from ..tiles import BONUS, TEXT, TileSet
from .explanation import Explanation
from .policy import CombinationPolicy, ScoringMethod
from .program import KEEP, NOTHING, Answers, Program
from .rule import Rule
from .score import Score
from .select import Selection, Selector

StandIns = Callable[[Hand, TileSet], Sequence[Hand]]
"""Gives the hands that a hand with wild tiles may stand for; empty where it has none."""

WAITS = {
    "formal": "every kind that completes the hand, even one of which all copies are held",
    "hand": "kinds of which all copies are held in the concealed hand do not count",
    "possible": "kinds of which all copies are held, concealed or declared, do not count",
}
"""The ways to count the kinds that complete a hand."""

WIN = "win"
"""The name under which the condition for a win is kept in the program."""
WINS = "wins "
"""What the names of the conditions of rules that win by themselves begin with; then comes the rule."""


@dataclass(frozen=True)
class Rulebook:
    """Everything of a ruleset that scoring needs, names resolved and options filled in."""

    tiles: TileSet
    shapes: tuple[Shape, ...]
    rules: tuple[Rule, ...]
    method: ScoringMethod
    settings: Mapping[str, Any]
    policy: CombinationPolicy
    seats: tuple[str, ...]
    minimum: int = 0
    waits: str = "formal"
    win_requires: Formula | None = None
    settlement: SettlementMethod | None = None
    settlement_settings: Mapping[str, Any] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=lambda: FLAGS)
    numbers: Mapping[str, str] = field(default_factory=dict)
    stand_ins: tuple[StandIns, ...] = ()


class Scorer:
    """Scores hands under one rulebook. It keeps answers about parts of hands, never whole hands."""

    def __init__(self, book: Rulebook, explain: Callable[[Scorer, Score], Explanation]) -> None:
        """`explain` is called when the explanation of a score is read."""
        self.book, self._explain = book, explain
        conditions = {} if book.win_requires is None else {WIN: book.win_requires}
        wins = {WINS + rule.id: rule.when for rule in book.rules if rule.wins}
        conditions.update(wins)
        self._wins = tuple(wins)
        self.program = Program(book.rules, conditions)
        self.selector = Selector(book.rules, book.policy, book.method, book.settings)
        self.sizes = frozenset(shape.size for shape in book.shapes if not shape.pattern_only)
        self.sizes_before = frozenset(size - 1 for size in self.sizes)
        self.reads_bonus = any("bonus" in names for names in self.program.facets())
        self._selections: dict[object, Selection] = {}

    def score(self, hand: Hand, *, declared: bool = False) -> Score:
        """The score of a hand. Raises HandError, the codes tested in the order of the record contract.

        Where the win is declared (`declared`, or in the hand) a value below the minimum is an
        error too, `below_minimum`; otherwise it is scored, and `minimum_met` says so.
        """
        self.verify(hand)
        score = self.best(hand)
        if (declared or hand.declared) and hand.winner and not score.minimum_met:
            message = f"the hand is worth {score.counted} towards the minimum of {self.book.minimum}"
            raise HandError("below_minimum", message, "declared")
        return score

    def best(self, hand: Hand) -> Score:
        """The best score over all readings of a verified hand. Raises HandError (`not_winning`)."""
        best: tuple[Any, Hand, Reading, Selection] | None = None
        for own, reading, answers in self.answered(hand):
            selection = self.selection(NOTHING if "dead_hand" in own.flags else answers)
            key = (selection.key, reading)
            if best is None or key < best[0]:
                best = (key, own, reading, selection)
        if best is None:
            raise HandError("not_winning", self._why_not(hand), "win")
        _, own, reading, selection = best
        met = hand.winner and "dead_hand" not in hand.flags and selection.value.counted >= self.book.minimum
        return Score(own, reading, selection, met, self.settle, self.net, self.explain)

    def _why_not(self, hand: Hand) -> str:
        if any(reading.shape != UNFINISHED for own in self.stand_ins(hand) for reading in self.readings(own)):
            return "the hand is complete, but the ruleset asks for more before it may win (win_requires)"
        return "the tiles do not make a complete hand"

    def answered(self, hand: Hand) -> Iterable[tuple[Hand, Reading, Answers]]:
        """Every reading that may win, of the hand or of those it may stand for, with its answers."""
        for own in self.stand_ins(hand):
            of_hand: Answers | None = None
            for reading in self.readings(own):
                case = self.case(own, reading)
                of_hand = of_hand or self.program.ask_hand(case)
                answers = self.program.ask_reading(case, of_hand)
                if self._may_be(own, reading, answers):
                    yield own, reading, answers

    def _may_be(self, hand: Hand, reading: Reading, answers: Answers) -> bool:
        """Whether a hand may be read so: a winner's hand is a win in this reading."""
        if reading.shape != UNFINISHED:
            return self.book.win_requires is None or self.program.holds(WIN, answers)
        return not _won(hand) or any(self.program.holds(name, answers) for name in self._wins)

    def _wins_incomplete(self, hand: Hand) -> bool:
        """Whether a rule makes the hand a win whatever its tiles."""
        case = self.case(hand, unfinished(hand))
        answers = self.program.ask_reading(case, self.program.ask_hand(case))
        return any(self.program.holds(name, answers) for name in self._wins)

    def stand_ins(self, hand: Hand) -> Sequence[Hand]:
        """The hands that a hand with wild tiles may stand for; the hand itself where it has none."""
        found = [own for expand in self.book.stand_ins for own in expand(hand, self.book.tiles)]
        return found or (hand,)

    def readings(self, hand: Hand) -> list[Reading]:
        """All readings of a hand in the shapes of the ruleset; of one that did not win, one reading.

        Where rules win by themselves, the winner's tiles are read as unfinished too.
        """
        if not _won(hand):
            return [unfinished(hand)]
        found = read_hand(hand, self.book.shapes, environment(hand, {}))
        return [*found, unfinished(hand)] if self._wins else found

    def case(self, hand: Hand, reading: Reading) -> Case:
        """A reading of a hand ready to be asked about."""
        classes = tuple(environment(hand, {}).items())
        numbers = tuple([(name, self._number(hand, name)) for name in self.book.numbers])
        return Case(hand, reading, classes, self.waits, self.fits, numbers)

    def _number(self, hand: Hand, name: str) -> int:
        value = hand.fields.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise HandError("bad_record", f"expected a whole number, got {shown(value)}", name)
        return value

    def selection(self, answers: Answers) -> Selection:
        """The best choice for these answers; kept, as it depends on nothing else."""
        key = answers
        selection = self._selections.get(key)
        if selection is None:
            if len(self._selections) >= KEEP:
                self._selections.clear()
            selection = self._selections[key] = self.selector.select(self.program.standing(answers))
        return selection

    def waits(self, hand: Hand) -> int:
        """How many kinds complete the hand, counted as the ruleset says; 0 for a hand as dealt."""
        return 0 if hand.win is None else self.waiting(hand).bit_count()

    def waiting(self, hand: Hand) -> int:
        """The mask of kinds that complete the concealed tiles, as the ruleset counts waits."""
        melds = tuple(sorted(meld_piece(meld) for meld in hand.melds))
        mask = 0
        for stand_in in self.stand_ins(hand):
            mask |= self._waits(melds, stand_in.before, environment(hand, {}))
        copies = self.book.tiles.per_kind
        if self.book.waits != "formal":
            held = hand.before if self.book.waits == "hand" else hand.counts
            spare = 0 if self.book.waits == "hand" else 1
            for tile in self.book.tiles.kinds:
                own = held[tile] - (spare if tile == hand.win_kind else 0)
                if own >= copies[tile]:
                    mask &= ~(1 << tile)
        return mask

    def _waits(self, melds: tuple[int, ...], before: tuple[int, ...], env: Mapping[str, int]) -> int:
        mask = 0
        allowed = sum(1 << tile for tile in self.book.tiles.kinds)
        for shape in self.book.shapes:
            if not shape.pattern_only:
                mask |= shape.waits(melds, before, env, self.book.tiles.kinds)
        return mask & allowed

    def fits(self, hand: Hand) -> frozenset[str]:
        """The shapes that the tiles fit, whatever the reading."""
        melds = tuple(sorted(meld_piece(meld) for meld in hand.melds))
        env = environment(hand, {})
        present = presence(hand.hidden)
        fitting = (shape for shape in self.book.shapes if shape.admits(melds))
        return frozenset(shape.name for shape in fitting if shape.readings(melds, hand.hidden, env, present))

    def verify(self, hand: Hand) -> None:
        """Refuse what cannot be: unknown words, contradictions, wrong numbers of tiles. Raises HandError."""
        self._verify_words(hand)
        for name, reason in hand.contradictions():
            raise HandError("contradiction", reason, name)
        if hand.source is not None and seat_at(hand.seat, hand.source, self.book.seats) is None:
            message = f"nobody sits {hand.source} at a table of {len(self.book.seats)}"
            raise HandError("bad_record", message, "from")
        if "dead_hand" in hand.flags:
            return
        self._verify_number(hand)
        self._verify_copies(hand)

    def _verify_copies(self, hand: Hand) -> None:
        self._verify_bonus(hand)
        tiles = self.book.tiles
        for tile, number in enumerate(hand.counts):
            if number > tiles.per_kind[tile]:
                raise _too_many(hand, tile, number, tiles.per_kind[tile])
        if not tiles.uniform:
            own = hand.tiles
            for tile in sorted(set(own)):
                if own.count(tile) > tiles.copies[tile]:
                    raise _too_many(hand, tile, own.count(tile), tiles.copies[tile])

    def _verify_words(self, hand: Hand) -> None:
        for flag in sorted(hand.flags):
            if flag not in self.book.flags:
                raise HandError("bad_record", f'unknown flag "{flag}"{did_you_mean(flag, self.book.flags)}', "flags")
        for name in hand.fields:
            if name not in self.book.numbers:
                known = [*FIELDS, *self.book.numbers]
                raise HandError("bad_record", f'unknown field "{name}"{did_you_mean(name, known)}', name)
            self._number(hand, name)
        if hand.bonus is None and self.reads_bonus:
            message = "a rule reads which bonus tiles these are: give them as a list, not as a number"
            raise HandError("bad_record", message, "flowers")
        if hand.seat not in self.book.seats:
            raise HandError("bad_record", f"there is no seat {hand.seat}: {', '.join(self.book.seats)}", "seat")
        self._verify_tiles(hand)

    def _verify_tiles(self, hand: Hand) -> None:
        own = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
        for name, tiles in (("concealed", own), ("win", [] if hand.win is None else [hand.win])):
            for tile in tiles:
                if not self.book.tiles.copies[tile]:
                    raise HandError("bad_record", f"the game is played without {TEXT[tile]}", name)
        there = sum(self.book.tiles.copies[tile] for tile in BONUS)
        if hand.bonus_count > there:
            raise HandError("bad_record", f"{hand.bonus_count} bonus tiles: the game has {there}", "flowers")

    def _verify_bonus(self, hand: Hand) -> None:
        for tile in sorted(set(hand.bonus or ())):
            number, copies = (hand.bonus or ()).count(tile), self.book.tiles.copies[tile]
            if number > copies:
                raise HandError("too_many_of_a_tile", f"{number} of {TEXT[tile]}: there are {copies}", "flowers")

    def _verify_number(self, hand: Hand) -> None:
        won = hand.winner and hand.win is not None
        have = len(hand.concealed) + 3 * len(hand.melds) + (1 if won else 0)
        expected = self.sizes if hand.winner else self.sizes_before
        if have not in expected:
            if hand.winner and hand.win is None and have in self.sizes_before and self._wins_incomplete(hand):
                return
            wanted = " or ".join(str(size) for size in sorted(expected))
            message = f"the hand has {have} tiles (a kong counting three): expected {wanted}"
            raise HandError("wrong_tile_count", message, "concealed")

    def settle(self, score: Score) -> tuple[Transfer, ...] | None:
        """Who pays whom; None where the record says too little or the minimum is not met."""
        book, hand = self.book, score.hand
        if book.settlement is None or not hand.winner or not score.minimum_met:
            return None
        discarder = None
        if not hand.self_drawn:
            discarder = seat_at(hand.seat, hand.source, book.seats) if hand.source else None
            if discarder is None:
                return None
        win = Win(hand.seat, discarder, score.total, book.seats)
        return tuple(book.settlement.transfers(win, book.settlement_settings))

    def net(self, transfers: Sequence[Transfer]) -> Mapping[str, int]:
        """What each seat gains or loses."""
        return net_amounts(transfers, self.book.seats)

    def explain(self, score: Score) -> Explanation:
        """Why the hand scores what it scores."""
        return self._explain(self, score)


def _won(hand: Hand) -> bool:
    """Whether the hand is a winner's and alive."""
    return hand.winner and "dead_hand" not in hand.flags


def _too_many(hand: Hand, tile: int, number: int, there: int) -> HandError:
    where = "win" if hand.win is not None and tile in (hand.win, hand.win_kind) else "concealed"
    return HandError("too_many_of_a_tile", f"{number} of {TEXT[tile]}: there are {there}", where)
