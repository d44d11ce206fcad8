"""Who plays in a simulation: one kind of player at all seats, or each player of another kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import described
from ..match.match import Chooser
from ..play.events import Action
from ..players.chance import chance_player
from ..players.errors import PlayerError
from ..players.make import make_player, players_plugins
from ..ruleset.ruleset import Ruleset
from ..table.table import Table
from ..table.view import View

BY_DEFAULT: Final = "random"
"""Who plays where nothing is said."""


class PlayedBy:
    """The kinds of the players of a match: `names` has one for each player, in the order of the players.

    Given is one name for all, names in a list, or names separated by commas. Raises PlayerError for a name that is not
    known or cannot play the ruleset, and for another number of names than players; PluginError where a plugin provides
    players of a name that mjrules has itself.
    """

    def __init__(self, given: str | Sequence[str], ruleset: Ruleset) -> None:
        said = [name.strip() for name in given.split(",")] if isinstance(given, str) else given
        if not isinstance(said, Sequence) or not all(isinstance(name, str) for name in said):
            raise PlayerError(
                f"players: expected a name, or a list of names, got {given!r}: functions play by Match.play"
            )
        expected = len(ruleset.definition.table.seats)
        if len(said) not in (1, expected):
            raise PlayerError(
                f"{described(','.join(said))} names {len(said)} players: expected one name for all, or {expected}"
            )
        self.names = tuple(said) * (expected if len(said) == 1 else 1)
        self.by_chance = set(self.names) == {BY_DEFAULT}
        """Whether all do anything that is legal; then one of them plays for all."""
        self.plugins = {} if self.by_chance else players_plugins(self.names)
        """The plugins that provide such players, by their names."""
        for name in dict.fromkeys(self.names):
            make_player(name, ruleset, "")

    @property
    def same(self) -> bool:
        """Whether all players are of one kind."""
        return len(set(self.names)) == 1

    @property
    def said(self) -> str | list[str]:
        """Who plays, as the first line of a file says it: one name for all, or a list."""
        return self.names[0] if self.same else list(self.names)

    @property
    def text(self) -> str:
        """Who plays, in words: `random players`, or `player 1 sound, player 2 quick, ...`."""
        if self.same:
            return f"{self.names[0]} players"
        return ", ".join(f"{player} {name}" for player, name in self.by_player().items())

    def by_player(self) -> dict[str, str]:
        """The kind of each player of a match."""
        return {f"player {number}": name for number, name in enumerate(self.names, 1)}

    def chooser(self, table: Table, players: Mapping[str, str], seed: str) -> Chooser:
        """Who chooses in a hand, in which these players sit at the seats."""
        if self.by_chance:
            return chance_player(seed)
        kinds = self.by_player()
        seated = {seat: make_player(kinds[player], table.ruleset, f"{seed}/{seat}") for seat, player in players.items()}

        def choose(view: View) -> Action:
            return seated[view.seat](view)

        return choose
