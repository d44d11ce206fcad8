"""Many games of one ruleset, stepped at once: arrays in, arrays out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, SupportsIndex

import numpy as np

from ..errors import described
from ..play.events import Action
from ..players.make import make_player
from ..ruleset.load import NamedRuleset, loaded
from ..table.errors import TableError, check_number, seed_said
from ..tiles.tile import Tile
from .action_numbers import MoveSpace
from .episode import Episode, number_said
from .sights import Array, Sights, SightSpace

CHANCE: Final = "random"
"""The player that looks at nothing."""


class Stepped(NamedTuple):
    """What a step of all games brought: `rewards` of each player of each game, and which games are `over`."""

    rewards: Array
    over: Array


def _written(games: int, size: int, kind: Any) -> tuple[list[memoryview], Array]:
    """The memory of an array with a row of so many bytes for each game, row by row, and the array."""
    memory = memoryview(bytearray(games * size))
    rows = [memory[number * size : (number + 1) * size] for number in range(games)]
    return rows, np.frombuffer(memory, dtype=kind).reshape(games, size)


class ManyGames:
    """So many episodes side by side; one that is over begins anew at once, with other walls.

    `players` has for each game the number of the player who decides, `masks` what may be chosen, and `observations`
    what the player sees; all three are written over by the next step. Without `seen` there are no observations. Raises
    RulesetError, and TableError for a ruleset that cannot be played, for fewer than one game or hand, and for what is
    no seed.
    """

    def __init__(
        self, ruleset: NamedRuleset, games: int, seed: SupportsIndex | str = 0, *, hands: int = 1, seen: bool = True
    ) -> None:
        check_number("games", games, 1)
        self.ruleset = loaded(ruleset)
        self.moves = MoveSpace(self.ruleset)
        self.sights = SightSpace(self.ruleset, self.moves)
        self.seed, self.hands, self.seen = seed_said(seed), hands, seen
        self.begun = 0
        self.episodes = [self._begin() for _ in range(games)]
        self.seats = len(self.episodes[0].names)
        self._lay_out()

    def _lay_out(self) -> None:
        """Make the arrays, and write down in them what is seen of each game."""
        games = len(self.episodes)
        self._sights = [Sights(self.sights, own.match.table) for own in self.episodes]
        self._players = bytearray(games)
        self.players = np.frombuffer(self._players, dtype=np.int8)
        self._masks, self.masks = _written(games, self.moves.size, np.int8)
        self._seen, self.observations = _written(games, self.sights.size, np.uint8)
        for number in range(games):
            self._show(number)

    def __getstate__(self) -> dict[str, Any]:
        """All but the arrays, which a copy has for itself."""
        arrays = ("_sights", "_players", "players", "_masks", "masks", "_seen", "observations")
        return {name: value for name, value in vars(self).items() if name not in arrays}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._lay_out()

    def _begin(self) -> Episode:
        self.begun += 1
        return Episode(self.ruleset, self.moves, f"{self.seed}/{self.begun}", self.hands)

    def _show(self, number: int) -> None:
        """Write down what the player sees who decides in a game, and may do."""
        own = self.episodes[number]
        self._players[number] = own.player
        self._masks[number][:] = own.mask()
        if self.seen:
            sights = self._sights[number]
            if sights.table is not own.match.table:
                sights = self._sights[number] = Sights(self.sights, own.match.table)
            self._seen[number][:] = sights.seen(own.place, own.chosen)

    def step(self, actions: Sequence[int] | Array) -> Stepped:
        """Carry out an action in each game.

        Raises TableError for one that its mask forbids, and for another number of actions; nothing happens then.
        """
        games = len(self.episodes)
        try:
            said = list(actions)
        except TypeError:
            raise TableError(f"expected an action for each of {games} games, got {described(actions)}") from None
        if len(said) != games:
            raise TableError(f"expected an action for each of {games} games, got {len(said)}")
        chosen = [self._offered(number, action) for number, action in enumerate(said)]
        rewards, over = np.zeros((games, self.seats), dtype=np.int64), np.zeros(games, dtype=np.bool_)
        for number, found in enumerate(chosen):
            own = self.episodes[number]
            own.take(found)
            if own.gains:
                rewards[number] = [own.gains[name] for name in own.names]
                if own.over:
                    over[number] = True
                    self.episodes[number] = self._begin()
            self._show(number)
        return Stepped(rewards, over)

    def _offered(self, number: int, action: SupportsIndex) -> Action | Tile:
        """What an action stands for in a game, by its number. Raises TableError, which names the game."""
        try:
            return self.episodes[number].offered(number_said(action))
        except TableError as error:
            raise TableError(f"game {number}: {error}") from None

    def random_actions(self, chance: random.Random) -> list[int]:
        """An action for each game, any that its mask allows, each as often as the others."""
        draw = chance.random
        return [own.any_number(draw()) for own in self.episodes]

    def play(self, steps: int, player: str = "random", seed: SupportsIndex | str = 0) -> Array:
        """Let computer players of a name decide so many times in each game; what each player won or lost in all.

        No array is written before the last of these steps. `random` chooses any legal action, each as often as the
        others. Raises PlayerError for a name that is not known, and TableError for fewer than 0 steps or what is no
        seed.
        """
        check_number("steps", steps, 0)
        seed = seed_said(seed)
        rewards = np.zeros((len(self.episodes), self.seats), dtype=np.int64)
        for number in range(len(self.episodes)):
            own = self.episodes[number]
            choose = self._chooser(player, f"{seed}/{number}")
            for _ in range(steps):
                own.carry_out(choose(own))
                if own.gains:
                    rewards[number] += [own.gains[name] for name in own.names]
                    if own.over:
                        own = self.episodes[number] = self._begin()
            self._show(number)
        return rewards

    def _chooser(self, player: str, seed: str) -> Callable[[Episode], Action]:
        """Who decides in a game: by chance without a look at the table, or a player for each seat."""
        if player == CHANCE:
            draw = random.Random(seed).random

            def by_chance(own: Episode) -> Action:
                legal = own.legal
                return legal[int(draw() * len(legal))]

            return by_chance
        players = [make_player(player, self.ruleset, f"{seed}/{seat}") for seat in range(self.seats)]
        return lambda own: players[own.player](own.view())
