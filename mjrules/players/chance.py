"""A player that does anything."""

from __future__ import annotations

import random

from ..match.match import Chooser
from ..play.events import Action
from ..table.view import View


def chance_player(seed: str) -> Chooser:
    """Chooses any legal action, each as often as the others; only `Random.random` is asked."""
    draw = random.Random(seed).random

    def choose(view: View) -> Action:
        return view.legal[int(draw() * len(view.legal))]

    return choose
