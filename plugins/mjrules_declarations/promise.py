"""What a player promises who declares something: the settings of the house rule `declarations`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from mjrules.hooks import Limits, WrongValueError, declared, key


@declared
class Promise:
    """When something may be declared, and what its player may do afterwards."""

    at: Literal["any_turn", "first_discard", "deal"] = key(
        "when it is declared: in any of the player's own turns before the discard, with the first discard, or before "
        "play, with the hand as dealt (`deal`)",
        default="any_turn",
    )
    ready: bool = key("whether the hand must wait for one tile then, or after that discard", default=False)
    claims: Literal["all", "win", "none"] = key(
        "what may be claimed afterwards: `all`, the last tile (`win`), or nothing (`none`)", default="all"
    )
    keeps_hand: bool = key("whether the hand stays as it is: each tile drawn is discarded, or wins", default=False)
    to_win: bool = key(
        "whether a player must have declared it to win, unless they have discarded nothing yet", default=False
    )

    def __post_init__(self) -> None:
        if self.keeps_hand and self.claims == "all":
            raise WrongValueError("a hand that stays as it is claims no sets: claims must be win or none")


Promises = Mapping[Annotated[str, Limits(pattern="^[a-z][a-z0-9_]*$")], Promise]
"""What may be declared, by the flag that a hand then has."""
