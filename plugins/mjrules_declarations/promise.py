"""What a player promises who declares something: the settings of the house rule `declarations`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from mjrules.hooks import Limits, Sentence, WrongValueError, declared, key, spoken_list

_CLAIMS_NO_SETS = Sentence(
    "a hand that stays as it is claims no sets: claims must be win or none",
    "手牌不再改变，就不能吃碰：“claims”须为“win”或“none”",
)()


@declared
class Promise:
    """When something may be declared, and what its player may do afterwards."""

    at: Literal["any_turn", "first_discard", "deal"] = key(
        "when it is declared: in any of the player's own turns before the discard, with the first discard, or before "
        "play, with the hand as dealt (`deal`)",
        default="any_turn",
    )
    ready: bool = key(
        "whether the hand must wait for one tile then, or after that discard: one with which it would win, and of "
        "which its player does not have every copy",
        default=False,
    )
    claims: Literal["all", "win", "none"] = key(
        "what may be claimed afterwards: `all`, the last tile (`win`), or nothing (`none`)", default="all"
    )
    keeps_hand: bool = key("whether the hand stays as it is: each tile drawn is discarded, or wins", default=False)
    to_win: bool = key(
        "whether a player must have declared it to win, unless they have discarded nothing yet", default=False
    )

    def __post_init__(self) -> None:
        if self.keeps_hand and self.claims == "all":
            raise WrongValueError(_CLAIMS_NO_SETS)


Promises = Mapping[Annotated[str, Limits(pattern="^[a-z][a-z0-9_]*$")], Promise]
"""What may be declared, by the flag that a hand then has."""


def told(promises: Promises) -> Iterator[str]:
    """What may be declared, in sentences."""
    for flag, promise in promises.items():
        yield spoken_list([_what(flag, promise), *_afterwards(promise)], "; ", "；")


def _what(flag: str, promise: Promise) -> str:
    """What is declared, and when."""
    when = {
        "any_turn": Sentence("is declared in a turn, before the discard", "可在行牌时打牌之前声明"),
        "first_discard": Sentence("is declared with the first discard", "可在打第一张牌时声明"),
        "deal": Sentence("is declared before play, with the hand as dealt", "可在开始行牌前以起手牌声明"),
    }[promise.at]()
    ready = Sentence(", by a hand that waits", "，须听牌")() if promise.ready else ""
    return Sentence("{name} {when}{ready}", "{when}{ready}")(name=flag.replace("_", " "), when=when, ready=ready)


def _afterwards(promise: Promise) -> Iterator[str]:
    """What its player may do afterwards."""
    if promise.claims == "none":
        yield Sentence("its player claims nothing more", "此后不叫任何牌")()
    elif promise.claims == "win":
        yield Sentence("its player claims nothing more but the last tile", "此后只叫和")()
    if promise.keeps_hand:
        yield Sentence("the hand stays as it is", "此后手牌不变")()
    if promise.to_win:
        yield Sentence("without it no hand wins after its player's first discard", "打过牌而未声明者不能和")()
