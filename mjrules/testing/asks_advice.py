"""House rules asked for their advice while hands are played, as players ask them that play by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from ..match.match import Chooser
from ..play.events import Action
from ..players.seat import OwnSeat, ground_of
from ..players.sound import SoundPlayer
from ..ruleset.ruleset import Ruleset
from ..table.view import View

ASKED_OFTEN: Final = 6
"""After so many times a kind of action is asked about every fourth time only, and then ever more rarely."""
ASKED_AT_ONCE: Final = 12
"""Of so many actions of one kind that are legal at one moment the rules are asked, such as of exchanges of tiles."""


class AdviceAsked:
    """Asks the house rules of a ruleset that advise players about legal actions, of rare kinds nearly every time.

    `number` is how many actions they were asked about.
    """

    def __init__(self, ruleset: Ruleset, seed: str) -> None:
        self.number = 0
        self._ground, self._chance = ground_of(ruleset), Random(f"{seed}/advice")
        self._asked: Counter[type[Action]] = Counter()

    def by(self, choose: Chooser) -> Chooser:
        """A player that asks for advice, and then does what another chooses, whatever was said."""
        if not self._ground.advisers:
            return choose

        def asking(view: View) -> Action:
            self.ask(view)
            return choose(view)

        return asking

    def ask(self, view: View) -> None:
        """Ask about some of what is legal now. Raises PluginError where a rule cannot answer."""
        asked_about = list(self._chosen(view))
        if not asked_about:
            return
        outlook = SoundPlayer(self._ground, "").outlook(OwnSeat(self._ground, view))
        for action in asked_about:
            for advice in self._ground.advisers:
                advice(outlook, action)
        self.number += len(asked_about)

    def _chosen(self, view: View) -> Iterator[Action]:
        """The legal actions of those kinds that are asked about at this moment."""
        kinds: dict[type[Action], list[Action]] = {}
        for action in view.legal:
            kinds.setdefault(type(action), []).append(action)
        for kind, actions in kinds.items():
            if self._chance.random() < (ASKED_OFTEN / (ASKED_OFTEN + self._asked[kind])) ** 2:
                self._asked[kind] += 1
                yield from self._chance.sample(actions, min(ASKED_AT_ONCE, len(actions)))
