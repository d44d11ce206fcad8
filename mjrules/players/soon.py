"""How soon tiles come: others throw some kinds sooner than they keep them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..shapes.splitting import Counts
from ..tiles.tile import KINDS, tiles_of

BY_RANK: Final = (1.5, 1.2, 1.05, 1.0, 1.0, 1.0, 1.05, 1.2, 1.5)
"""What an unseen tile of a suit counts for by its rank, beside one in the middle.

Players who go for the nearest win throw tiles at the ends before others. In 30,000 hands among them a discard completed
a hand twice as often with a terminal, for each one that was unseen, as with a tile in the middle, and a drawn tile,
which most rulesets pay more for, as often.
"""
OF_HONOURS: Final = 2.2
"""The same for winds and dragons, of which single ones are thrown first."""
IN_PAIR: Final = 1.0
"""What an unseen tile counts for besides if it may be claimed for a pung, whoever throws it."""
COUNTS_FOR: Final = tuple([BY_RANK[kind % 9] if kind < 27 else OF_HONOURS for kind in range(KINDS)])


def soon_tiles(unseen: Sequence[int], kinds: int, counts: Counts, *, waits: bool) -> float:
    """How many unseen tiles there are of these kinds, those that come sooner counted for more.

    Anybody's discard completes a hand that `waits`, so pairs are nothing special in it.
    """
    found = 0.0
    for kind in tiles_of(kinds):
        each = COUNTS_FOR[kind] + (IN_PAIR if counts[kind] == 2 and not waits else 0.0)
        found += unseen[kind] * each
    return found
