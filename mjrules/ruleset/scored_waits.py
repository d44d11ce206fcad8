"""The tiles that a hand waits for under a ruleset, each with what it would score drawn and claimed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ..budget import Question
from ..declared.named_tuple import NamedTuple
from ..errors import HandError
from ..hands.hand import Hand
from ..scoring.score import Score
from ..scoring.scorer import Scorer
from ..tiles.tile import BONUS, JOKER, REAL, RED, TEXT, Tile, tiles_of

_NO_WIN = ("contradiction", "wrong_tile_count", "not_winning", "too_many_of_a_tile")
"""The codes of hands that do not win."""


class Wait(NamedTuple):
    """A tile that completes a hand: how many are left to come, and what it scores drawn and claimed.

    A red five stands apart from the plain ones. It may be a bonus tile, by which a hand wins as soon as it is drawn,
    whatever its tiles. A score is None where the hand does not win with it.
    """

    tile: Tile
    left: int
    drawn: Score | None
    claimed: Score | None

    @property
    def text(self) -> str:
        """The tile as text: `2z`."""
        return TEXT[self.tile]

    def to_record(self) -> dict[str, Any]:
        """The wait as plain data, each score as in a score record."""
        return {
            "tile": self.text,
            "left": self.left,
            "drawn": None if self.drawn is None else self.drawn.to_record(),
            "claimed": None if self.claimed is None else self.claimed.to_record(),
        }


def scored_waits(hand: Hand, scorer: Scorer, score: Callable[[Hand], Score], *, wins_alone: bool) -> list[Wait]:
    """The tiles that complete a hand that waits for one, and the bonus tiles that win whatever its tiles.

    `wins_alone`: there are rules by which tiles win that make no hand. See `Ruleset.waits`. Raises HandError.
    """
    with Question():
        return list(_Waiting(hand, scorer, score, wins_alone=wins_alone).waits())


class _Waiting:
    """A hand that waits for a tile; when it has won it has the flags of the hand that is given."""

    def __init__(self, hand: Hand, scorer: Scorer, score: Callable[[Hand], Score], *, wins_alone: bool) -> None:
        self._scorer, self._book, self._score_of, self._wins_alone = scorer, scorer.book, score, wins_alone
        self._flags = hand.flags
        self._waiting = replace(hand, win=None, winner=False, self_drawn=False, declared=False, flags=frozenset())

    def waits(self) -> Iterator[Wait]:
        """The tiles, in their order."""
        self._scorer.verify(self._waiting)
        waits = self._scorer.waits
        kinds = tiles_of(waits.counted(self._waiting))
        jokers = (JOKER,) if self._book.tiles.copies[JOKER] else ()
        if jokers and (kinds or waits.completing(self._waiting)):
            kinds = (*kinds, JOKER)
        others = {*self._book.tiles.kinds, *jokers}.difference(kinds) if self._wins_otherwise() else ()
        for kind in sorted((*kinds, *others)):
            for tile, left in self._left(kind):
                drawn, claimed = (self._score(win=tile, self_drawn=drawn, flags=self._flags) for drawn in (True, False))
                if drawn is not None or claimed is not None or (not left and kind not in others):
                    yield Wait(tile, left, drawn, claimed)
        yield from self._bonus_waits()

    def _left(self, kind: Tile) -> list[tuple[Tile, int]]:
        """The tiles of a kind, red fives apart, of which some are left to come; where none is, the kind itself."""
        held, copies = [REAL[tile] for tile in self._waiting.tiles], self._book.tiles.copies
        alike = [kind, *(red for red, five in RED.items() if five == kind)]
        return [(tile, left) for tile in alike if (left := copies[tile] - held.count(tile)) > 0] or [(kind, 0)]

    def _wins_otherwise(self) -> bool:
        """Whether a hand may win with tiles that complete no shape: as a plugin says, or by rules that are wins.

        Where these make it a win as it is, it waits for no tile.
        """
        if self._book.stand_ins or not self._wins_alone:
            return bool(self._book.stand_ins)
        held = self._waiting.bonus
        if held is not None and not self._may_win_alone(tuple(sorted(held))):
            return False
        return self._score(self_drawn=True) is None

    def _may_win_alone(self, bonus: tuple[Tile, ...]) -> bool:
        """Whether a hand may win beside these bonus tiles, whatever its tiles."""
        waiting = self._waiting
        return self._scorer.may_win_alone(bonus, waiting.specials, waiting.seat, waiting.round)

    def _bonus_waits(self) -> Iterator[Wait]:
        """The bonus tiles that win as soon as they are drawn, whatever the tiles of the hand."""
        held, copies = self._waiting.bonus, self._book.tiles.copies
        for tile in BONUS if held is not None else ():
            bonus = tuple(sorted((*(held or ()), tile)))
            left = copies[tile] - bonus.count(tile) + 1
            if left > 0 and self._may_win_alone(bonus):
                drawn = self._score(bonus=bonus, bonus_count=len(bonus), self_drawn=True, flags=self._flags)
                if drawn is not None:
                    yield Wait(tile, left, drawn, None)

    def _score(self, **won: Any) -> Score | None:
        """The score of the hand when it has won so; None where it does not win."""
        try:
            return self._score_of(replace(self._waiting, winner=True, **won))
        except HandError as error:
            if error.code in _NO_WIN:
                return None
            raise
