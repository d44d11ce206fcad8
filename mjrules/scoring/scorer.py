"""The scorer: from a hand to its best reading and what that is worth, for one ruleset."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..budget import Question, spend
from ..conditions.facets import FACETS, Case, taker
from ..conditions.told_fields import ToldFields
from ..declared.named_tuple import NamedTuple
from ..errors import HandError, TooComplexError
from ..hands.hand import Hand
from ..shapes.readings import UNFINISHED, Reading, read_hand, unfinished
from ..shapes.shape import Shape
from ..spoken import Sentence
from ..tiles.tile import JOKER, RED, Tile
from .chosen_apart import ChosenApart
from .compiled_rules import NO_ANSWERS, Program
from .joker_stand_ins import Substitutes
from .question_groups import Answers
from .rule import Rule
from .rulebook import Rulebook
from .select import AwardSelector, Selection, Weighed
from .shares import Candidate, Read, Shares
from .verify import Verifier
from .waits import Waits
from .winning import WinningShapes

if TYPE_CHECKING:
    from .best_jokers import Promise, Promising

_STANDING_IN: Final = "scoring all that the jokers may stand for"
ASKS_MORE: Final = Sentence(
    "the hand is complete, but the ruleset asks for more before it may win", "牌已成牌型，但此规则另有起和要求"
)()
INCOMPLETE: Final = Sentence("the tiles do not make a complete hand", "这些牌未成和牌牌型")()
"""Why a hand does not win."""
_BELOW: Final = Sentence(
    "the hand is worth {counted} towards the minimum of {least}", "这手牌值 {counted}，不足起和 {least}"
)
_KEPT_CHOICES = 1 << 11
"""For how many different answers the best choice is kept. Not final, or compiled code would not see that a test wants
few."""
_TRIED = 1 << 8
"""When the best choices are kept for so many, an eighth as many must have been met again, for what recurs does so soon.
Not final, as above."""
WIN: Final = "win"
"""The name under which the condition for a win is kept in the program."""
WINS: Final = "wins "
"""What the names of the conditions of rules that win by themselves begin with; then comes the rule."""


MADE: Final = "made "
"""What the names of the conditions of rules with a shape of their own begin with; then comes the rule."""


class Best(NamedTuple):
    """The best reading of a hand, of the `candidates`; `hand` is the one that was read, its jokers standing for tiles.

    `minimum_met` says whether the hand is won and worth the minimum.
    """

    hand: Hand
    reading: Reading
    selection: Selection
    minimum_met: bool
    candidates: list[Candidate]

    def others(self) -> Iterator[Candidate]:
        """The readings of this hand that were not chosen, each with the best choice for it."""
        return iter([one for one in self.candidates if one[1] != self.reading and one[0] == self.hand])


class Scorer:
    """Scores hands under one rulebook. It keeps answers about parts of hands, never whole hands."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        conditions = {} if book.win_requires is None else {WIN: book.win_requires}
        wins = {WINS + rule.id: rule.when for rule in book.rules if rule.wins}
        names = {shape.name for shape in book.shapes}
        made = {rule.id: rule.when for rule in book.rules if rule.id in names and len(rule.parts) > 1}
        conditions |= {**wins, **{MADE + name: when for name, when in made.items()}}
        self._minimum, self._wins = book.minimum, tuple(wins)
        self._made = {name: MADE + name for name in made}
        """The conditions without which the shape of a rule is not made, by its name."""
        self._won_with: dict[tuple[tuple[Tile, ...], tuple[Tile, ...], str, str], bool] = {}
        """Whether a rule may hold that is a win by itself, by the bonus tiles, red fives and jokers, and the winds."""
        self.may_come = [tile for tile in (JOKER, *RED) if book.tiles.copies[tile]]
        """The red fives and jokers of the game."""
        self.program = Program(book.rules, conditions)
        self._required = self.program.conditions.get(WIN)
        """The ways in which the condition for a win holds, as bits; None where there is no condition."""
        self._views = _taker_of(book.method.reads)
        """What takes the views that the method reads; None where it reads none."""
        self._told = ToldFields(book.numbers, book.others)
        self.selector = AwardSelector(book.rules, book.policy, book.method, book.settings)
        self._chosen: dict[Hashable, Weighed] | None = {}
        """The best choices, by what was answered and what the method reads; None where these are seldom the same."""
        self._met_again = 0
        self._apart = ChosenApart(self.program, self.selector) if self.selector.chooses_apart else None
        self.shapes = WinningShapes(book.shapes)
        self.stand_ins = Substitutes(book, self.shapes, any_tiles=bool(wins))
        self.promising: Promising | None = None
        """What a winner's jokers may stand for; None where they stand for nothing, tiles are not all that wins, or the
        method looks at more than awards.
        """
        if self.stand_ins.jokers is not None and not (wins or book.stand_ins or book.method.reads):
            from .best_jokers import Promising  # few rulesets have jokers

            self.promising = Promising(self.program, self.selector, self.shapes, self.stand_ins.jokers.allowed)
        self.waits = Waits(book, self.shapes, self.stand_ins)
        self._shares: Shares | None = None
        if book.share is not None:
            waited, copies = self.waits.completing, book.tiles.per_kind
            self._shares = Shares(book.share, self.selector, waited, self._read_all, copies)
        self._alone = not book.stand_ins and book.share is None
        """Whether a hand without jokers and red fives stands for itself alone, and nobody gets a share."""
        reads_bonus, wins_short = "bonus" in self.program.facets(), self._wins_by_rule if wins else None
        verifier = Verifier(book, self.shapes.sizes, reads_bonus=reads_bonus, wins_short=wins_short)
        self.verify_words = verifier.words
        """Refuses unknown words. Raises HandError."""
        self.verify = verifier.verify
        """Refuses what cannot be: unknown words, contradictions, wrong numbers of tiles. Raises HandError."""

    def score(self, hand: Hand, *, declared: bool = False) -> Best:
        """The best reading of a hand. Raises HandError, the codes tested in the order of the record contract.

        Where the win is declared (`declared`, or in the hand) a value below the minimum is an
        error too, `below_minimum`; otherwise it is scored, and `minimum_met` says so. Raises
        PluginError where a plugin fails.
        """
        with Question():
            self.verify(hand)
            best = self.best(hand)
        if (declared or hand.declared) and hand.winner and not best.minimum_met:
            raise self.below_minimum(best.selection.value.counted)
        return best

    def below_minimum(self, counted: int) -> HandError:
        """The error of a declared hand that is worth so much towards the minimum, which is more."""
        return HandError("below_minimum", _BELOW(counted=counted, least=self.book.minimum), "declared")

    def best(self, hand: Hand) -> Best:
        """The best of all readings of a verified hand. Raises HandError (`not_winning`)."""
        if self.promising is not None and hand.won and hand.jokers:
            best, candidates = self._best_promise(hand)
        else:
            best, candidates = self._best_of_all(hand)
        if best is None:
            raise HandError("not_winning", self._why_not(hand), "win")
        own, reading, weighed = best
        selection = self.selector.selection(weighed)
        met = hand.winner and selection.value.counted >= self._minimum and "dead_hand" not in hand.flags
        return Best(own, reading, selection, met, candidates)

    def _best_promise(self, hand: Hand) -> tuple[Candidate | None, list[Candidate]]:
        """The best of all readings of a winner's hand with jokers, and those of the hand for which it then stands.

        No shape is tried that cannot be worth as much as what was found.
        """
        from .best_jokers import too_many

        assert self.promising is not None
        best: Candidate | None = None
        for promise in self.promising.promises(hand, self.case(hand, unfinished(hand))):
            if best is not None and self.selector.surpasses(best[2], promise.bound):
                break
            try:
                best = self._best_within(promise, best)
            except TooComplexError as error:
                raise too_many(error, promise.shape, hand) from None
        return best, [] if best is None else self._weighed(best[0], None)

    def _best_within(self, promise: Promise, best: Candidate | None) -> Candidate | None:
        """The best of the readings that a shape promises and of the best one before."""
        for own in promise.hands:
            for candidate in self._weighed(own, (promise.shape,)):
                if best is None or self._better(candidate, best) or self._wins_earlier(candidate, best):
                    best = candidate
        return best

    def _weighed(self, hand: Hand, shapes: tuple[Shape, ...] | None) -> list[Candidate]:
        """Every reading of one hand that may win, each with its best choice; no rules hold for a dead hand."""
        asked = self._asked(hand, shapes)
        if "dead_hand" in hand.flags:
            asked = [(reading, NO_ANSWERS, views) for reading, _, views in asked]
        return [(hand, reading, self._best_choice(answers, views)) for reading, answers, views in asked]

    def _best_choice(self, answers: Answers, views: tuple[Any, ...]) -> Weighed:
        """The best choice among the rules that hold by these answers; kept, as different hands have the same answers.

        Another question takes it again only where that has paid what it took to find it.
        """
        if self._apart is not None:
            return self._apart.best(answers)
        chosen = self._chosen
        if chosen is None:
            return self.selector.best(self.program.standing(answers, views))
        key = (answers, views) if views else answers
        kept = chosen.get(key)
        if kept is not None and self.selector.paid(kept.standing):
            self._met_again += 1
            return kept
        weighed = self.selector.best(self.program.standing(answers, views))
        if kept is None and self.selector.few(weighed.standing):
            kept_now = len(chosen)
            if kept_now >= _KEPT_CHOICES or (kept_now == _TRIED and self._met_again < _TRIED // 8):
                self._begin_choices_anew()
            chosen[key] = weighed
        return weighed

    def _begin_choices_anew(self) -> None:
        """Forget the best choices, for there are too many; for good where few of the answers were met again."""
        if self._chosen is not None:
            self._chosen.clear()
        if self._met_again < _KEPT_CHOICES // 2:
            self._chosen = None
        self._met_again = 0

    def _best_of_all(self, hand: Hand) -> tuple[Candidate | None, list[Candidate]]:
        """The best of all readings of a hand and of those it may stand for, and those of the same hand."""
        if not hand.specials and self._alone:
            alone = self._weighed(hand, None)
            return self._best_one(alone, None), alone
        best: Candidate | None = None
        candidates: list[Candidate] = []
        every: list[Candidate] = []
        for own, shapes in self.stand_ins.of(hand):
            if own is not hand:
                spend(1, _STANDING_IN)
            group = self._weighed(own, shapes)
            if self._shares is not None:
                every += group
            better = self._best_one(group, best)
            if better is not best:
                best, candidates = better, group
        if self._shares is not None:
            read = [(own, reading, weighed.standing) for own, reading, weighed in every]
            for candidate in self._shares.candidates(hand, read):
                candidates.append(candidate)
                if best is None or self._better(candidate, best):
                    best = candidate
        return best, candidates

    def _best_one(self, candidates: list[Candidate], best: Candidate | None) -> Candidate | None:
        """The best of some candidates and of the best one before."""
        if best is None and len(candidates) == 1:
            return candidates[0]
        for candidate in candidates:
            if best is None or self._better(candidate, best):
                best = candidate
        return best

    def _read(self, hand: Hand, shapes: tuple[Shape, ...] | None) -> list[Read]:
        """Every reading of one hand that may win, with the rules that hold for it; none hold for a dead hand."""
        standing, dead = self.program.standing, "dead_hand" in hand.flags
        return [
            (hand, reading, standing(NO_ANSWERS if dead else answers, views))
            for reading, answers, views in self._asked(hand, shapes)
        ]

    def views(self, hand: Hand, reading: Reading) -> tuple[Any, ...]:
        """What the method reads of a hand and its reading."""
        return () if self._views is None else self._views(self.case(hand, reading))

    def _read_all(self, hand: Hand) -> list[Read]:
        """Every reading that may win, of the hand or of those it may stand for."""
        return [one for own, shapes in self.stand_ins.of(hand) for one in self._read(own, shapes)]

    def _better(self, one: Candidate, other: Candidate) -> bool:
        """Whether one is better than another; where they award the same, the earlier reading is.

        Beside a complete hand a rule may win by itself for less, and yet be the one that meets the minimum.
        """
        if self._wins:
            one_met, other_met = self._meets(one), self._meets(other)
            if one_met != other_met:
                return one_met
        order = self.selector.compare(one[2], other[2])
        return order > 0 or (not order and one[1] < other[1])

    def _wins_earlier(self, one: Candidate, other: Candidate) -> bool:
        """Whether one is the same as another, but for an earlier tile for which the winning joker stands."""
        same = one[1] == other[1] and not self.selector.compare(one[2], other[2])
        return same and one[0].win_kind < other[0].win_kind

    def _meets(self, candidate: Candidate) -> bool:
        return self.selector.selection(candidate[2]).value.counted >= self.book.minimum

    def _why_not(self, hand: Hand) -> str:
        every = (reading for own, _ in self.stand_ins.of(hand) for reading in self.readings(own))
        return ASKS_MORE if any(reading.shape != UNFINISHED for reading in every) else INCOMPLETE

    def answered(self, hand: Hand) -> list[tuple[Hand, Reading, Answers]]:
        """Every reading that may win, of the hand or of those it may stand for, with its answers."""
        return [
            (own, reading, answers)
            for own, shapes in self.stand_ins.of(hand)
            for reading, answers, _ in self._asked(own, shapes)
        ]

    def _asked(self, hand: Hand, shapes: tuple[Shape, ...] | None) -> list[tuple[Reading, Answers, tuple[Any, ...]]]:
        """Every reading of one hand that may win, with its answers, and the views that the method reads."""
        readings = self.readings(hand, shapes)
        if not readings:
            return []
        program, take = self.program, self._views
        conditional = bool(program.conditions)
        case = self.case(hand, readings[0])
        of_hand = program.ask_hand(case)
        found: list[tuple[Reading, Answers, tuple[Any, ...]]] = []
        if not conditional and take is None:
            for reading in readings:
                case.reading = reading
                found.append((reading, program.ask_reading(case, of_hand), ()))
            return found
        for reading in readings:
            case.reading = reading
            answers = program.ask_reading(case, of_hand)
            if not conditional or self._may_win(hand, reading, answers):
                found.append((reading, answers, () if take is None else take(case)))
        return found

    def _may_win(self, hand: Hand, reading: Reading, answers: Answers) -> bool:
        """Whether a reading may win; that of a hand that did not win may be scored whatever it is."""
        if reading.shape == UNFINISHED:
            return not hand.won or self._held_wins(answers)
        if self._required is not None and not answers[0] & self._required:
            return False
        made = self._made.get(reading.shape)
        return made is None or self.program.holds(made, answers)

    def _held_wins(self, answers: Answers) -> bool:
        """Whether a rule holds that is a win by itself."""
        return any(self.program.holds(name, answers) for name in self._wins)

    def may_win_alone(self, bonus: tuple[Tile, ...], specials: tuple[Tile, ...], seat: str, round: str) -> bool:
        """Whether a rule may make a hand a win whatever its tiles, beside these bonus tiles, red fives and jokers, in
        order, in these winds; the winning tile may be one more of the latter. False is sure, True is not."""
        key = bonus, specials, seat, round
        found = self._won_with.get(key)
        if found is None:
            if len(self._won_with) >= _KEPT_CHOICES:
                self._won_with.clear()
            shown = [specials, *[tuple(sorted((*specials, tile))) for tile in self.may_come]]
            closed = self.program.ruled_out(
                {"bonus": ((bonus, len(bonus), seat, round),), "bonus_count": (len(bonus),), "jokers": shown}
            )
            found = self._won_with[key] = any(self.program.conditions[name] & ~closed for name in self._wins)
        return found

    def _wins_by_rule(self, hand: Hand) -> bool:
        """Whether a rule makes the hand a win whatever its tiles."""
        case = self.case(hand, unfinished(hand))
        return self._held_wins(self.program.ask_reading(case, self.program.ask_hand(case)))

    def readings(self, hand: Hand, shapes: tuple[Shape, ...] | None = None) -> list[Reading]:
        """All readings of a hand in the shapes of the ruleset, or in some; of one that did not win, one reading.

        Where rules win by themselves, the winner's tiles are read as unfinished too. Jokers that stand for nothing
        complete no shape.
        """
        if not hand.winner or "dead_hand" in hand.flags:
            return [unfinished(hand)]
        if hand.specials and hand.jokers:
            return [unfinished(hand)] if self._wins else []
        if shapes is None:
            kinds = hand.held.bit_count()
            shapes = self.shapes.possible(hand.pieces, hand.claimed, kinds, kinds)
        found = read_hand(hand, shapes)
        return [*found, unfinished(hand)] if self._wins else found

    def case(self, hand: Hand, reading: Reading) -> Case:
        """A reading of a hand ready to be asked about."""
        return Case(hand, reading, self._told, self.waits.before_win, self.shapes.fits)

    def told_classes(self, hand: Hand) -> tuple[tuple[str, int], ...]:
        """The classes that depend on a hand, its winds and those that its fields give, as masks."""
        return self._told.classes(hand)

    def rules_held(self, answers: Answers) -> list[Rule]:
        """The rules that hold by these answers, whatever selection makes of them."""
        return self.selector.rules(self.program.standing(answers))


def _taker_of(facets: Sequence[str]) -> Callable[[Case], tuple[Any, ...]] | None:
    """What takes the views of some facets, as a tuple; None where there are none."""
    if not facets:
        return None
    take = taker([FACETS[name] for name in facets])
    return take if len(facets) > 1 else lambda case: (take(case),)
