"""Players by their names: those that come with mjrules, and those of installed plugins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, SupportsIndex

from ..errors import PluginError, described, did_you_mean
from ..hooks.manager import Available, provided
from ..match.match import Chooser
from ..play.player_maker import PlayerMaker
from ..ruleset.load import NamedRuleset, loaded
from ..ruleset.ruleset import Ruleset
from ..table.errors import seed_said
from .chance import chance_player
from .errors import PROGRAM_NAMED, PlayerError

PLAYERS: Final = "mj_players"

# Whoever plays by chance needs none of the others, nor what they are made of.


def _quick(ruleset: Ruleset, seed: str) -> Chooser:
    from .quick import QuickPlayer
    from .seat import ground_of

    return QuickPlayer(ground_of(ruleset), seed)


def _sound(ruleset: Ruleset, seed: str) -> Chooser:
    from .seat import ground_of
    from .sound import SoundPlayer

    return SoundPlayer(ground_of(ruleset), seed)


_OWN: Final[dict[str, Callable[[Ruleset, str], Chooser]]] = {
    "random": lambda ruleset, seed: chance_player(seed),
    "quick": _quick,
    "sound": _sound,
}
"""What makes the players that come with mjrules, each better than those before it."""
BEST_FIRST: Final = tuple(reversed(_OWN))
"""Their names, of those that play best first."""


def make_player(
    name: str,
    ruleset: NamedRuleset,
    seed: SupportsIndex | str,
    *,
    available: Available = None,
    programs: bool = True,
) -> Chooser:
    """A player of a name for one seat, under a ruleset or the one of an id or path; with one seed it plays the same.

    It is called with the view of its seat whenever that has to decide, and gives one of the legal actions; it may be an
    `Adviser` too. The name `program:COMMAND` is that of a program, which is run: set `programs` to false for names that
    a stranger gave. Raises PlayerError, with the nearest name, for a name that is not known, and for a player that
    cannot play the ruleset; PluginError where two plugins provide players of one name, or a plugin fails, and where one
    of those that are `available` provides players of a name that mjrules has itself; TableError for what is no seed.
    """
    ruleset, seed = loaded(ruleset), str(seed_said(seed))
    if not isinstance(name, str):
        raise PlayerError(f"expected the name of a player, got {described(name)}")
    own = _OWN.get(name)
    if own is not None:
        if available is not None:
            provided_players(available)
        return own(ruleset, seed)
    if name.startswith(PROGRAM_NAMED):
        if not programs:
            raise PlayerError(
                f"the player {described(name)} is a program, and none is run that a file or a stranger names"
            )
        from .program import ProgramPlayer

        return ProgramPlayer(name.removeprefix(PROGRAM_NAMED).strip(), ruleset, seed)
    others = provided(PLAYERS, taken=_OWN, available=available)
    found: PlayerMaker | None = others.by_name.get(name)
    if found is None:
        near = did_you_mean(name, player_names(ruleset, available=available))
        raise PlayerError(f"there is no player {described(name)}{near}{others.unusable}")
    if not _plays(found, ruleset):
        raise PlayerError(f"the player {described(name)} cannot play {ruleset.id}")
    return found.make(ruleset, seed)


def player_names(ruleset: NamedRuleset, *, available: Available = None) -> tuple[str, ...]:
    """The names of the players that can play a ruleset: those of mjrules, the weakest first, then those of plugins.

    One that fails when it is asked is left out; `make_player` tells it. Raises PluginError where a plugin provides
    players of a name that mjrules or another plugin has.
    """
    ruleset = loaded(ruleset)
    others = provided_players(available)
    return (*_OWN, *sorted(name for name, maker in others.items() if _surely_plays(maker, ruleset)))


def provided_players(available: Available) -> Mapping[str, PlayerMaker]:
    """The players that installed plugins provide, or those that are `available`, by name.

    Raises PluginError where one has a name that mjrules or another plugin has.
    """
    return provided(PLAYERS, taken=_OWN, available=available).by_name


def players_plugins(names: Collection[str]) -> dict[str, object]:
    """The installed plugins that provide players of some names, by the plugins' names. Raises as `provided_players`."""
    plugins = provided(PLAYERS, taken=_OWN).plugins
    return {name: plugin for name, plugin, players in plugins if not players.isdisjoint(names)}


def _plays(maker: PlayerMaker, ruleset: Ruleset) -> bool:
    return maker.plays is None or maker.plays(ruleset)


def _surely_plays(maker: PlayerMaker, ruleset: Ruleset) -> bool:
    try:
        return _plays(maker, ruleset)
    except PluginError:  # else nobody could play, or compare, who has named no players
        return False
