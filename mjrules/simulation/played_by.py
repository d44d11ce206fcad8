"""Who plays in a simulation: one kind of player at all seats, or each player of another kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import described
from ..match.match import Chooser, legal_choices
from ..play.events import Action
from ..play.player_maker import PlayerMaker
from ..players.chance import chance_player
from ..players.errors import PlayerError
from ..players.make import make_player, player_names, players_plugins
from ..ruleset.ruleset import Ruleset
from ..spoken import Sentence, spoken_list
from ..table.table import Table
from ..table.view import View

_ALL_ALIKE = Sentence("{name} players", "玩家均为“{name}”")
_EACH = Sentence("player {number} {name}", "玩家 {number} 为“{name}”")
BY_DEFAULT: Final = "random"
"""Who plays where nothing is said."""
Kinds = str | PlayerMaker | Sequence[str | PlayerMaker]
"""Who plays, as callers say it: one for all, or one for each player."""


class PlayedBy:
    """The kinds of the players of a match: `names` has one for each player, in the order of the players.

    Given is one for all, several in a list, or names separated by commas; one is a name or a `PlayerMaker`, which only
    this process knows. Raises PlayerError for a name that is not known or is taken, what cannot play the ruleset, and
    another number than there are players; PluginError where a plugin provides players of a name that mjrules has
    itself.
    """

    def __init__(self, given: Kinds, ruleset: Ruleset) -> None:
        said = _listed(given)
        expected = len(ruleset.definition.table.seats)
        names = [kind.name if isinstance(kind, PlayerMaker) else kind for kind in said]
        if len(said) not in (1, expected):
            raise PlayerError(
                f"{described(','.join(names))} names {len(said)} players: expected one name for all, or {expected}"
            )
        self.names = tuple(names * expected if len(said) == 1 else names)
        self.makers = _makers(said, ruleset)
        """Those that only this process knows, by their names."""
        self.by_chance = set(self.names) == {BY_DEFAULT}
        """Whether all do anything that is legal; then one of them plays for all."""
        known = [name for name in dict.fromkeys(self.names) if name not in self.makers]
        self.plugins = {} if self.by_chance else players_plugins(known)
        """The plugins that provide such players, by their names."""
        for name in known:
            make_player(name, ruleset, "")

    @property
    def same(self) -> bool:
        """Whether all players are of one kind."""
        return len(set(self.names)) == 1

    def check_known(self) -> None:
        """Raises PlayerError where only this process knows a player, for neither a file nor another process does."""
        for name in self.makers:
            raise PlayerError(
                f"only this process knows the player {described(name)}: a file of a run and other processes take "
                "players that are provided by a plugin"
            )

    @property
    def kinds(self) -> tuple[str | PlayerMaker, ...]:
        """Who plays, to be given again: one for all, or one for each player."""
        names = self.names[:1] if self.same else self.names
        return tuple([self.makers.get(name, name) for name in names])

    @property
    def said(self) -> str | list[str]:
        """Who plays, by the names alone, as the first line of a file says it: one name for all, or a list."""
        return self.names[0] if self.same else list(self.names)

    @property
    def text(self) -> str:
        """Who plays, in words: `random players`, or `player 1 sound, player 2 quick, ...`."""
        if self.same:
            return _ALL_ALIKE(name=self.names[0])
        return spoken_list((_EACH(number=number, name=name) for number, name in enumerate(self.names, 1)), ", ", "，")

    def by_player(self) -> dict[str, str]:
        """The kind of each player of a match."""
        return {f"player {number}": name for number, name in enumerate(self.names, 1)}

    def chooser(self, table: Table, players: Mapping[str, str], seed: str) -> Chooser:
        """Who chooses in a hand, in which these players sit at the seats."""
        if self.by_chance:
            return chance_player(seed)
        kinds = self.by_player()
        seated = {seat: self._made(kinds[player], table.ruleset, f"{seed}/{seat}") for seat, player in players.items()}

        def choose(view: View) -> Action:
            return seated[view.seat](view)

        return choose

    def _made(self, name: str, ruleset: Ruleset, seed: str) -> Chooser:
        """A player of a name for a seat."""
        own = self.makers.get(name)
        if own is None:
            return make_player(name, ruleset, seed)
        made, told = own.make(ruleset, seed), f"the player {described(name)}"
        if not callable(made):
            raise PlayerError(f"{told} is made as {described(made)}: expected a function of a view")
        return legal_choices(made, told)


def _listed(given: Kinds) -> Sequence[str | PlayerMaker]:
    """What is given, one by one."""
    if isinstance(given, str):
        return [name.strip() for name in given.split(",")]
    said = [given] if isinstance(given, PlayerMaker) else given
    if not isinstance(said, Sequence):
        raise _no_players("players", f"{_ONE}, or a list of them", given)
    for place, kind in enumerate(said):
        if not isinstance(kind, (str, PlayerMaker)):
            raise _no_players(f"players[{place}]", _ONE, kind)
    return said


_ONE: Final = "a name or a PlayerMaker"


def _no_players(where: str, expected: str, given: object) -> PlayerError:
    how = ": a PlayerMaker says how such a function is made for a seat" if callable(given) else ""
    return PlayerError(f"{where}: expected {expected}, got {described(given)}{how}")


def _makers(said: Sequence[str | PlayerMaker], ruleset: Ruleset) -> dict[str, PlayerMaker]:
    """The makers among them by their names. Raises PlayerError for one whose name is taken, or that cannot play."""
    found: dict[str, PlayerMaker] = {}
    for own in said:
        if not isinstance(own, PlayerMaker):
            continue
        if found.setdefault(own.name, own) is not own:
            raise PlayerError(f"two players are named {described(own.name)}")
        if own.name in player_names(ruleset):
            raise PlayerError(f"there is a player {described(own.name)} already: name your own otherwise")
        if own.plays is not None and not own.plays(ruleset):
            raise PlayerError(f"the player {described(own.name)} cannot play {ruleset.id}")
    return found
