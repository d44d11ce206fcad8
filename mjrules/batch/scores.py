"""The scores of many hands, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import HandError, did_you_mean
from ..scoring.explanation.explainer import Explainer
from ..scoring.score import Score
from .bit_rows import WORD, Words, as_mask
from .columns import Columns
from .hands_read import HandsRead
from .payments import Alone, Payments, Worth, settled

_TOO_MUCH: Final = f"a win is paid more than {2**63 - 1}, which is the most that columns hold: settle it by itself"


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of the hands of `columns`, a row for each.

    `valid`, bool: whether the hand is scored; else its reason is in `errors`, by row. `total`, int64: its value;
    `counted`, int64: what the minimum was tested on; `minimum_met`, bool: whether it is won and worth the minimum.
    `rules`, uint64 [hands, words]: a bit for each rule that counts, by its place in `rule_ids`.

    Pickled, they have their payments, which are worked out for it, but not the tables behind them.
    """

    columns: Columns
    valid: NDArray[np.bool_]
    total: NDArray[np.int64]
    counted: NDArray[np.int64]
    minimum_met: NDArray[np.bool_]
    rules: Words
    rule_ids: tuple[str, ...]
    errors: dict[int, HandError]
    _explainer: Explainer
    _worths: list[Worth] = field(default_factory=list)
    _alone: list[Alone] = field(default_factory=list)
    readings: list[HandsRead] | None = None
    """How the hands are read that were scored together, where this was asked for."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "payments": self.payments, "_worths": [], "_alone": []}

    @property
    def worths(self) -> Sequence[Worth]:
        """What hands are worth that were scored together, lot by lot as `readings`; their rows may be refused."""
        return self._worths

    def note(self, worth: Worth | Alone) -> None:
        """Note what hands are worth, for their payments."""
        if isinstance(worth, Alone):
            self._alone.append(worth)
        else:
            self._worths.append(worth)

    @cached_property
    def payments(self) -> Payments:
        """What each seat gains or loses by every win that is worth the minimum, as far as its hand tells it.

        Worked out when it is first read. Raises PluginError where a plugin fails, and OverflowError where a win is paid
        more than columns hold.
        """
        try:
            return settled(self._explainer, self.columns, self._worths, self._alone, self.minimum_met & self.valid)
        except OverflowError:
            raise OverflowError(_TOO_MUCH) from None

    def __len__(self) -> int:
        return len(self.total)

    def refuse(self, row: int, error: HandError) -> None:
        """Note that a hand is not scored, and why."""
        self.errors[row] = error
        self.valid[row] = False
        self.total[row] = self.counted[row] = 0
        self.rules[row] = 0

    def has(self, rule: str) -> NDArray[np.bool_]:
        """Which hands a rule counts for, by its id. Raises KeyError for an unknown one."""
        if rule not in self.rule_ids:
            raise KeyError(f"{rule}: no rule of the ruleset{did_you_mean(rule, self.rule_ids)}")
        place = self.rule_ids.index(rule)
        found: NDArray[np.bool_] = self.rules[:, place // WORD] >> np.uint64(place % WORD) & np.uint64(1) != 0
        return found

    def items(self, row: int) -> tuple[str, ...]:
        """The ids of the rules that count for the hand of a row."""
        mask = as_mask(self.rules[row])
        return tuple([id for place, id in enumerate(self.rule_ids) if mask >> place & 1])

    def numbers(self) -> Iterator[tuple[str, int]]:
        """Every rule with the number of hands for which it counts."""
        for id in self.rule_ids:
            yield id, int(np.count_nonzero(self.has(id)))

    def explain(self, row: int) -> Score:
        """The score of one hand with everything behind it, as one hand is scored.

        Raises HandError where the hand is not scored, and IndexError where there is no such row.
        """
        scorer = self._explainer.scorer
        return Score(scorer.score(self.columns.hand(row)), self._explainer)

    def __repr__(self) -> str:
        return f"<Scores of {len(self)} hands: {int(np.count_nonzero(self.valid))} valid>"
