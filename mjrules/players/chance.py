"""A player that does anything."""

from __future__ import annotations

import copy
import random

from ..match.match import Chooser
from ..play.events import Action
from ..table.view import View


def chance_player(seed: str) -> Chooser:
    """Chooses any legal action, each as often as the others; only `Random.random` is asked."""
    return _ByChance(seed)


class _ByChance:
    """A player with a chance of its own, as every copy has."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def __copy__(self) -> _ByChance:
        return copy.deepcopy(self)

    def __call__(self, view: View) -> Action:
        return view.legal[int(self.chance.random() * len(view.legal))]
