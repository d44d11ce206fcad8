"""The environment of PettingZoo: an agent for each player, asked one by one, rewarded when a hand is settled."""

from __future__ import annotations

import random
from typing import Any, Final, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..errors import described
from ..play.event_fields import tiles_text
from ..ruleset.load import NamedRuleset, loaded
from ..ruleset.ruleset import Ruleset
from ..table.errors import TableError, seed_said
from ..table.view import View
from ..table.walls import SEEDS_DRAWN, chance_of
from .action_numbers import MoveSpace
from .episode import Episode, number_said
from .sights import MOST, SightSpace

_DEALT: Final = frozenset(
    {"agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"}
)
"""What there is of an environment once it was dealt."""
RENDER_MODES: Final = ("human", "ansi")
"""How the table may be shown."""


def env(ruleset: NamedRuleset, render_mode: str | None = None, *, hands: int = 1) -> AECEnv:
    """The environment of a ruleset or the one of an id or path, with the checks of PettingZoo around it.

    An episode has so many `hands`, or fewer where the match is over before. Raises RulesetError, and TableError for a
    ruleset that cannot be played, for fewer than one hand, and for another way to show the table.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(ruleset, render_mode, hands=hands)))


def raw_env(ruleset: NamedRuleset, render_mode: str | None = None, *, hands: int = 1) -> MahjongEnv:
    """The environment without the checks of PettingZoo; as `env`."""
    return MahjongEnv(loaded(ruleset), render_mode, hands=hands)


class MahjongEnv(AECEnv):  # type: ignore[misc]
    """Hands of a match; agents are called `player_0` and so on, as they sit in the first hand, East first.

    An observation has the `observation`, an array that `sights` lays out, and the `action_mask`; an action is a number
    of `moves`. Who may do only one thing is not asked. All agents are rewarded with what they won or lost when a hand
    is settled.
    """

    def __init__(self, ruleset: Ruleset, render_mode: str | None = None, *, hands: int = 1) -> None:
        self.metadata = {
            "name": "mjrules_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise TableError(f"render_mode: expected {' or '.join(RENDER_MODES)}, got {render_mode!r}")
        self.ruleset, self.render_mode, self.hands = ruleset, render_mode, hands
        self.moves = MoveSpace(ruleset)
        self.sights = SightSpace(ruleset, self.moves)
        self._chance = random.Random()
        self.episode = self._begin()
        self.possible_agents = list(self.episode.names)
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.moves.size) for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        """What is not there. Raises AttributeError, which says so where it is there after `reset`."""
        why = ": nothing is dealt before reset()" if name in _DEALT else ""
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{why}", name=name, obj=self)

    def __str__(self) -> str:
        return f"mjrules_v0 {self.ruleset.id}"

    def _begin(self) -> Episode:
        return Episode(self.ruleset, self.moves, self._chance.randrange(SEEDS_DRAWN), self.hands)

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (self.sights.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.moves.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees: `observation` and `action_mask`. Raises TableError for another agent."""
        self._check(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the actions. Raises TableError for another agent."""
        self._check(agent)
        return self.action_spaces[agent]

    def _check(self, agent: str) -> None:
        if agent not in self.possible_agents:
            raise TableError(f"there is no agent {described(agent)}: {', '.join(self.possible_agents)}")

    def reset(self, seed: SupportsIndex | str | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed gives the same walls and dice, and what follows without one is other hands.

        Raises TableError for what is no seed.
        """
        if seed is not None:
            self._chance = chance_of(seed_said(seed))
        self.episode = self._begin()
        self.agents: list[str] = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[0]
        self._asked()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now; the mask is empty where it has nothing to decide. Raises TableError for another."""
        self._check(agent)
        player, own = self.possible_agents.index(agent), self.episode
        deciding = player == own.player
        seen, mask = self.sights.empty(), np.zeros(self.moves.size, dtype=np.int8)
        self.sights.fill(own.match.table, own.sits.index(player), own.chosen if deciding else (), seen)
        if deciding:
            mask[list(own.offers)] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent that is asked. Raises TableError for one that the mask forbids."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.episode.do(-1 if action is None else number_said(action))
        self.rewards.update(self.episode.gains)
        self._asked()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _asked(self) -> None:
        """The agent that has to decide is asked, or all agents are done."""
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.episode.player]

    def render(self) -> str | None:
        """The table as everybody sees it, and the hands that all may know: printed, or as text where it is `ansi`."""
        if self.render_mode is None:
            return None
        text = table_text(self.episode.view(0), self.episode)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201
        return None

    def close(self) -> None:
        """There is nothing to close."""


def table_text(view: View, episode: Episode) -> str:
    """The table with all hands open, a line for each player."""
    table, lines = episode.match.table, [f"{view.round} round, {view.left} tiles left, {view.phase}"]
    for place, seen in enumerate(view.players):
        hand = View(table, place, ()).tiles
        sets = " ".join(f"({tiles_text(tiles)})" for _, tiles in seen.sets)
        mark = "*" if place == episode.place and not episode.over else " "
        parts = [f"{mark}{seen.seat} {episode.names[episode.sits[place]]}", tiles_text(hand), sets]
        lines.append("  ".join(filter(None, [*parts, f"discards {tiles_text(seen.discards)}"])))
    return "\n".join(lines)
