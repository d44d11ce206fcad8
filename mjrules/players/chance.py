"""A player that does anything."""

from __future__ import annotations

import random
from functools import partial

from ..match.match import Chooser
from ..play.events import Action
from ..table.view import View


def chance_player(seed: str) -> Chooser:
    """Chooses any legal action, each as often as the others; only `Random.random` is asked."""
    return partial(_any, random.Random(seed))


def _any(chance: random.Random, view: View) -> Action:
    return view.legal[int(chance.random() * len(view.legal))]
