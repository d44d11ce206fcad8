"""The scorer: from a hand to its best reading and score, for one ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ..conditions.facets import Case
from ..errors import HandError, PluginError
from ..hands.hand import Hand
from ..hands.pieces import CLAIMED, Piece
from ..shapes.readings import UNFINISHED, Reading, environment, hand_classes, read_hand, unfinished
from ..shapes.shape import REFINED, Shape
from ..shapes.splitting import Counts
from ..tiles.tile import JOKER, STANDING, mask_of, tiles_of
from ..transfers import DISCARDER, HANDS, Transfer, Win, net_amounts, seat_at
from .explanation import Explanation
from .group import Answers
from .jokers import StandIn, jokers_of
from .program import NOTHING, Program
from .rule import Rule
from .rulebook import Rulebook
from .score import Candidate, Score
from .select import Selection, Selector, Standing, Weighed
from .verify import Verifier

WIN: Final = "win"
"""The name under which the condition for a win is kept in the program."""
WINS: Final = "wins "
"""What the names of the conditions of rules that win by themselves begin with; then comes the rule."""


MADE: Final = "made "
"""What the names of the conditions of rules with a shape of their own begin with; then comes the rule."""


Explain = Callable[[Score], Explanation]
"""Gives the explanation of a score."""


class Scorer:
    """Scores hands under one rulebook. It keeps answers about parts of hands, never whole hands."""

    def __init__(self, book: Rulebook, explainer: Callable[[Scorer], Explain], name: str = "") -> None:
        """`explainer` gives what explains scores, when the first explanation is read; `name` is the ruleset's."""
        self.book, self.name, self._explainer = book, name, explainer
        self._explain: Explain | None = None
        self._kinds = mask_of(book.tiles.kinds)
        conditions = {} if book.win_requires is None else {WIN: book.win_requires}
        wins = {WINS + rule.id: rule.when for rule in book.rules if rule.wins}
        conditions.update(wins)
        shapes = {shape.name for shape in book.shapes}
        made = [rule for rule in book.rules if rule.id in shapes and len(rule.parts) > 1]
        conditions.update({MADE + rule.id: rule.when for rule in made})
        self._made = {rule.id: MADE + rule.id for rule in made}
        """The conditions without which the shape of a rule is not made, by its name."""
        self._wins = tuple(wins)
        self.program = Program(book.rules, conditions)
        self.selector = Selector(book.rules, book.policy, book.method, book.settings)
        fishing = book.fishing
        self._shared = self._finished = 0
        if fishing is not None:
            self._shared, self._finished = self.selector.places(fishing.shared), self.selector.places(fishing.finished)
        self._winning = tuple(shape for shape in book.shapes if not shape.pattern_only)
        plain = {shape.pairs for shape in self._winning if shape.plain and not shape.concealed}
        self.waited = tuple(shape for shape in self._winning if shape.way != REFINED or shape.pairs not in plain)
        self._waited = frozenset(shape.name for shape in self.waited)
        """The shapes that may wait for a tile which no other shape waits for."""
        self._jokers = jokers_of(book.wild, self._kinds, self._possible, self._waited, any_tiles=bool(wins))
        self._by_kinds: dict[tuple[int, bool, int, int], tuple[Shape, ...]] = {}
        sizes = frozenset(shape.size for shape in self._winning)
        reads_bonus = "bonus" in self.program.facets()
        wins_short = self._wins_by_rule if wins else None
        self.verify = Verifier(
            book.tiles, book.seats, book.flags, book.numbers, sizes, reads_bonus=reads_bonus, wins_short=wins_short
        ).verify
        """Refuses what cannot be: unknown words, contradictions, wrong numbers of tiles. Raises HandError."""

    def score(self, hand: Hand, *, declared: bool = False) -> Score:
        """The score of a hand. Raises HandError, the codes tested in the order of the record contract.

        Where the win is declared (`declared`, or in the hand) a value below the minimum is an
        error too, `below_minimum`; otherwise it is scored, and `minimum_met` says so. Raises
        PluginError where a plugin fails.
        """
        try:
            self.verify(hand)
            score = self.best(hand)
        except PluginError as error:
            raise self._told(error, hand) from error
        if (declared or hand.declared) and hand.winner and not score.minimum_met:
            message = f"the hand is worth {score.counted} towards the minimum of {self.book.minimum}"
            raise HandError("below_minimum", message, "declared")
        return score

    def _told(self, error: PluginError, hand: Hand) -> PluginError:
        """The failure of a plugin with the ruleset and the hand."""
        return PluginError(f"{error} (ruleset {self.name}, hand {hand.to_text()})")

    def best(self, hand: Hand) -> Score:
        """The best score over all readings of a verified hand. Raises HandError (`not_winning`)."""
        selector, standing, dead = self.selector, self.program.standing, "dead_hand" in hand.flags
        best: Candidate | None = None
        candidates: list[Candidate] = []
        fished = list(self._fished(hand))
        for own, reading, answers in self.answered(hand):
            held = standing(NOTHING if dead else answers)
            candidates.append((own, reading, selector.best(held)))
            if self._finished:
                more = (selector.joined(held, other, self._finished) for _, other in fished)
                candidates += [(own, reading, selector.best(joined)) for joined in more]
        candidates += [(hand, reading, weighed) for reading, weighed in self._shared_of(fished)]
        for candidate in candidates:
            if best is None or self._better(candidate, best):
                best = candidate
        if best is None:
            raise HandError("not_winning", self._why_not(hand), "win")
        own, reading, weighed = best
        selection = selector.selection(weighed)
        met = hand.winner and not dead and selection.value.counted >= self.book.minimum
        return Score(own, reading, selection, met, self, candidates)

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

    def _meets(self, candidate: Candidate) -> bool:
        return self.selector.selection(candidate[2]).value.counted >= self.book.minimum

    def _why_not(self, hand: Hand) -> str:
        if any(reading.shape != UNFINISHED for own, _ in self.stand_ins(hand) for reading in self.readings(own)):
            return "the hand is complete, but the ruleset asks for more before it may win (win_requires)"
        return "the tiles do not make a complete hand"

    def answered(self, hand: Hand) -> list[tuple[Hand, Reading, Answers]]:
        """Every reading that may win, of the hand or of those it may stand for, with its answers."""
        program, asks = self.program, self.book.win_requires is not None
        found = []
        for own, shapes in self.stand_ins(hand) if hand.special or self.book.stand_ins else ((hand, None),):
            of_hand: Answers | None = None
            for reading in self.readings(own, shapes):
                case = self.case(own, reading)
                of_hand = of_hand or program.ask_hand(case)
                answers = program.ask_reading(case, of_hand)
                if reading.shape != UNFINISHED:
                    allowed = not asks or program.holds(WIN, answers)
                    made = self._made.get(reading.shape)
                    allowed = allowed and (made is None or program.holds(made, answers))
                else:
                    allowed = not _won(own) or self._held_wins(answers)
                if allowed:
                    found.append((own, reading, answers))
        return found

    def _fished(self, hand: Hand) -> Iterator[tuple[Reading, Standing]]:
        """The hands that a player who did not win waits for, with what holds for them; `for` is the winner's.

        The last tile is taken to be drawn: whatever is claimed spoils more than it mends.
        """
        fishing = self.book.fishing
        if fishing is None or hand.winner or "dead_hand" in hand.flags:
            return
        if fishing.called and "fishing" not in hand.flags:
            return
        for tile in tiles_of(self.completes(hand)):
            if not fishing.exhausted and hand.real(tile) >= self.book.tiles.per_kind[tile]:
                continue
            for _, reading, answers in self.answered(hand.finished(tile)):
                yield reading, self.program.standing(answers)

    def _shared_of(self, fished: Sequence[tuple[Reading, Standing]]) -> Iterator[tuple[Reading, Weighed]]:
        """The part that a player who did not win gets of each hand waited for."""
        share = self.book.fishing.share if self.book.fishing else 0
        for reading, standing in fished:
            shared = self.selector.shared(standing, self._shared, share)
            if shared is not None:
                yield reading, self.selector.best(shared)

    def _held_wins(self, answers: Answers) -> bool:
        """Whether a rule holds that is a win by itself."""
        return any(self.program.holds(name, answers) for name in self._wins)

    def _wins_by_rule(self, hand: Hand) -> bool:
        """Whether a rule makes the hand a win whatever its tiles."""
        case = self.case(hand, unfinished(hand))
        return self._held_wins(self.program.ask_reading(case, self.program.ask_hand(case)))

    def stand_ins(self, hand: Hand) -> list[StandIn]:
        """The hands that a hand with wild tiles may stand for; the hand itself where it has none, or none is made."""
        given = (own for expand in self.book.stand_ins for own in expand(hand, self.book.tiles))
        found: list[StandIn] = [(own, None) for own in given]
        if self._jokers is not None and hand.jokers:
            found += self._jokers.stand_ins(hand, won=_won(hand))
        return found or [(hand, None)]

    def readings(self, hand: Hand, shapes: tuple[Shape, ...] | None = None) -> list[Reading]:
        """All readings of a hand in the shapes of the ruleset, or in some; of one that did not win, one reading.

        Where rules win by themselves, the winner's tiles are read as unfinished too.
        """
        if not _won(hand):
            return [unfinished(hand)]
        if shapes is None:
            kinds = hand.held.bit_count()
            shapes = self._possible(hand.pieces, hand.claimed, kinds, kinds)
        found = read_hand(hand, shapes)
        return [*found, unfinished(hand)] if self._wins else found

    def _possible(self, pieces: tuple[Piece, ...], claimed: bool, least: int, most: int) -> tuple[Shape, ...]:
        """The shapes that may have so many kinds of concealed tiles, complete, beside the declared sets."""
        key = (len(pieces), claimed, least, most)
        shapes = self._by_kinds.get(key)
        if shapes is None:
            fitting = (shape for shape in self._winning if shape.admits(pieces))
            shapes = tuple(shape for shape in fitting if shape.least_kinds <= most and least <= shape.most_kinds)
            self._by_kinds[key] = shapes
        return shapes

    def case(self, hand: Hand, reading: Reading) -> Case:
        """A reading of a hand ready to be asked about."""
        numbers = tuple([(name, hand.fields.get(name, 0)) for name in self.book.numbers]) if self.book.numbers else ()
        return Case(hand, reading, hand_classes(hand.seat, hand.round), self.waits, self.fits, numbers)

    def selection(self, answers: Answers) -> Selection:
        """The best choice for these answers."""
        return self.selector.selection(self.selector.best(self.program.standing(answers)))

    def rules_held(self, answers: Answers) -> list[Rule]:
        """The rules that hold by these answers, whatever selection makes of them."""
        return self.selector.rules(self.program.standing(answers))

    def waits(self, hand: Hand) -> int:
        """How many kinds complete the hand, counted as the ruleset says; 0 for a hand as dealt."""
        return 0 if hand.win is None else self.waiting(hand).bit_count()

    def waiting(self, hand: Hand) -> int:
        """The mask of kinds that complete the concealed tiles, as the ruleset counts waits."""
        mask = self.completes(hand)
        if self.book.waits == "formal":
            return mask
        copies, concealed = self.book.tiles.per_kind, self.book.waits == "hand"
        held = hand.before if concealed else hand.counts
        for tile in self.book.tiles.kinds:
            if held[tile] >= copies[tile]:
                own = held[tile] - (hand.concealed if concealed else hand.tiles).count(STANDING + tile)
                won = not concealed and tile == hand.win_kind and hand.win != STANDING + tile
                if own - won >= copies[tile]:
                    mask &= ~(1 << tile)
        return mask

    def completes(self, hand: Hand) -> int:
        """The mask of kinds that complete the concealed tiles, wild tiles standing for what they may.

        A kind counts, too, of which the player holds all copies: a joker may still stand for it.
        """
        if self._jokers is not None and hand.special and JOKER in hand.concealed:
            return self._jokers.waiting(hand)
        mask = 0
        for stand_in, _ in self.stand_ins(hand) if self.book.stand_ins else ((hand, None),):
            mask |= self._completing(stand_in)
        return mask

    def _completing(self, hand: Hand) -> int:
        before, last = hand.before, hand.win_kind
        present = hand.held if last < 0 or before[last] else hand.held & ~(1 << last)
        return self.completing(hand.pieces, before, present, hand.seat, hand.round)

    def completing(self, pieces: tuple[Piece, ...], counts: Counts, present: int, seat: str, round: str) -> int:
        """The mask of kinds that complete tiles without jokers, beside declared sets; `present` are their kinds.

        A kind counts, too, of which the player holds all copies.
        """
        claimed, kinds = any(piece & CLAIMED for piece in pieces), present.bit_count()
        mask = 0
        for shape in self._possible(pieces, claimed, kinds, kinds + 1):
            if shape.name in self._waited:
                mask |= shape.waits(pieces, counts, environment(seat, round), present)
        return mask & self._kinds

    def fits(self, hand: Hand) -> frozenset[str]:
        """The shapes that the tiles fit, whatever the reading."""
        env = environment(hand.seat, hand.round)
        fitting = (shape for shape in self.book.shapes if shape.admits(hand.pieces))
        return frozenset(shape.name for shape in fitting if shape.readings(hand.pieces, hand.hidden, env, hand.held))

    def settle(self, score: Score) -> tuple[Transfer, ...] | None:
        """Who pays whom; None where the record says too little or the minimum is not met.

        Raises PluginError where a plugin fails.
        """
        book, hand = self.book, score.hand
        if book.settlement is None or not hand.winner or not score.minimum_met or self.unknown(score):
            return None
        special = frozenset({hand.seat} if score.special else ())
        cut = {hand.seat: score.selection.value.cut}
        win = Win(hand.seat, self.discarder(hand), score.total, book.seats, special=special, cut=cut)
        try:
            return tuple(book.settlement.transfers(win, book.settlement_settings))
        except PluginError as error:
            raise self._told(error, hand) from error

    def unknown(self, score: Score) -> tuple[str, ...]:
        """What the settlement must know of a won hand and its record does not say: `hands`, `discarder`."""
        method, hand = self.book.settlement, score.hand
        if method is None or not hand.winner or not score.minimum_met:
            return ()
        claimed = not hand.self_drawn and self.discarder(hand) is None
        no_discard = hand.self_drawn and not method.drawn
        told = {HANDS: False, DISCARDER: not (claimed or no_discard)}
        return tuple(need for need in method.reads if not told[need])

    def discarder(self, hand: Hand) -> str | None:
        """The seat of the player who discarded the winning tile; None where it was drawn or that is not known."""
        return None if hand.self_drawn or hand.source is None else seat_at(hand.seat, hand.source, self.book.seats)

    def net(self, transfers: Sequence[Transfer]) -> Mapping[str, int]:
        """What each seat gains or loses."""
        return net_amounts(transfers, self.book.seats)

    def alike(self, score: Score) -> Iterator[Score]:
        """The scores of other readings that are worth the same."""
        for own, reading, weighed in score.rivals:
            selection = self.selector.selection(weighed)
            if selection.value.total == score.total:
                yield Score(own, reading, selection, score.minimum_met, self)

    def explain(self, score: Score) -> Explanation:
        """Why the hand scores what it scores. Raises PluginError where a plugin fails."""
        try:
            if self._explain is None:
                self._explain = self._explainer(self)
            return self._explain(score)
        except PluginError as error:
            raise self._told(error, score.hand) from error


def _won(hand: Hand) -> bool:
    """Whether the hand is a winner's and alive."""
    return hand.winner and "dead_hand" not in hand.flags
