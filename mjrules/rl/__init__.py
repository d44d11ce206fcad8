"""For learning agents: an environment of PettingZoo for every ruleset, and many games stepped at once. The extra `rl`.

`env` makes the environment, `ManyGames` steps many games at once; what actions and observations mean is said by
`MoveSpace` and `SightSpace`. Without PettingZoo and numpy, ImportError says which extra has them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .action_numbers import MoveSpace
    from .environment import MahjongEnv, env, raw_env
    from .many_games import ManyGames
    from .sights import SightSpace

__all__ = ["MahjongEnv", "ManyGames", "MoveSpace", "SightSpace", "env", "raw_env"]

_WHERE = {
    "MahjongEnv": ".environment",
    "env": ".environment",
    "raw_env": ".environment",
    "ManyGames": ".many_games",
    "MoveSpace": ".action_numbers",
    "SightSpace": ".sights",
}


if not TYPE_CHECKING:  # to a type checker every misspelt name would be there

    def __getattr__(name: str) -> Any:
        """What is imported when it is first asked for. Raises ImportError where the extra is missing."""
        if name not in _WHERE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            return getattr(import_module(_WHERE[name], __name__), name)
        except ModuleNotFoundError as error:
            if error.name is not None and error.name.startswith("mjrules"):
                raise
            raise ImportError(f"{name} needs {error.name}: pip install 'mjrules[rl]'", name=error.name) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
