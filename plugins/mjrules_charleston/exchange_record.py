"""An exchange: tiles are passed to the right, across and to the left, by all players at the same time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import HandError, seat_at

from .settings import Settings

DIRECTIONS = ("right", "across", "left")
"""To whom tiles may be passed."""
BLIND = "blind"
"""In place of the tiles: those that were just received are passed on without a look."""

Hands = Mapping[str, Sequence[str]]
"""Tiles by seat. They are labels; equal ones are copies. What a rule says of tiles holds for labels that name them."""


def exchange(
    hands: Hands, passes: Sequence[Mapping[str, Any]], directions: Sequence[str], settings: Settings
) -> dict[str, list[str]]:
    """The hands after all steps of an exchange, in order; `hands` has the seats in the order of play.

    Raises HandError for a pass that the rules forbid, with its place.
    """
    if len(passes) != len(directions):
        raise bad(f"expected {len(directions)} steps ({', '.join(directions)}), got {len(passes)}", "passes")
    now = {seat: list(tiles) for seat, tiles in hands.items()}
    received: Hands = {}
    for number, (chosen, direction) in enumerate(zip(passes, directions, strict=True)):
        given = _given(now, chosen, received, settings, f"passes[{number}]")
        now, received = pass_on(now, given, direction)
    return now


def pass_on(hands: Hands, given: Hands, direction: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The hands after one step, and what each seat has received in it. Raises ValueError where nobody sits there."""
    seats = tuple(hands)
    received = {}
    for seat in seats:
        to = seat_at(seat, direction, seats)
        if to is None:
            raise ValueError(f"nobody sits {direction} at a table of {len(seats)}")
        received[to] = list(given[seat])
    kept = {seat: Counter(hands[seat]) - Counter(given[seat]) for seat in seats}
    return {seat: [*kept[seat].elements(), *received[seat]] for seat in seats}, received


def _given(hands: Hands, chosen: Any, received: Hands, settings: Settings, field: str) -> Hands:
    """The tiles that every seat passes. Raises HandError."""
    if not isinstance(chosen, Mapping):
        raise bad(f"expected what each seat passes, got {shown(chosen)}", field)
    for seat in chosen:
        if seat not in hands:
            raise bad(f"there is no seat {shown(seat)}: {', '.join(hands)}", f"{field}.{seat}")
    found = {}
    for seat, held in hands.items():
        if seat not in chosen:
            raise bad("is missing: all pass in every step", f"{field}.{seat}")
        if chosen[seat] == BLIND:
            found[seat] = _blind(received.get(seat), settings, f"{field}.{seat}")
        else:
            found[seat] = _chosen(chosen[seat], held, settings, f"{field}.{seat}")
    return found


def _blind(received: Sequence[str] | None, settings: Settings, field: str) -> Sequence[str]:
    if not settings.blind:
        raise bad("tiles may not be passed blind", field)
    if received is None:
        raise bad("nothing can be passed blind in the first step, because nothing has been received yet", field)
    return received


def _chosen(tiles: Any, held: Sequence[str], settings: Settings, field: str) -> Sequence[str]:
    """Tiles out of a hand, none of which is refused."""
    number, never = settings.tiles, settings.never
    if not isinstance(tiles, (list, tuple)) or not all(isinstance(tile, str) for tile in tiles):
        raise bad(f'expected a list of {number} tiles or "{BLIND}", got {shown(tiles)}', field)
    if len(tiles) != number:
        raise bad(f"expected {number} tiles, got {len(tiles)}", field)
    for tile, copies in Counter(tiles).items():
        if held.count(tile) < copies:
            often = f" {copies} times" if tile in held else ""
            raise bad(f"{shown(tile)} is not in the hand{often}", field)
        if any(_is(tile, kind) for kind in never):
            raise bad(f"{shown(tile)} may not be passed", field)
    suits = sorted({suit for suit in map(_suit, tiles) if suit}) if settings.one_suit else []
    if len(suits) > 1:
        raise bad(f"these tiles are not of one suit: {', '.join(suits)}", field)
    return tiles


def _is(label: str, kind: str) -> bool:
    """Whether a label stands for a tile of a kind: its text, or its text and a number."""
    number = label.removeprefix(kind)
    return label.startswith(kind) and (not number or number.isdecimal())


def _suit(label: str) -> str:
    """The letter of a label that is the text of a tile, or that and a number; empty for any other label."""
    number, letter, copy = label[:1], label[1:2], label[2:]
    return letter if number.isdecimal() and letter in "mpsz" and (not copy or copy.isdecimal()) else ""


def bad(message: str, field: str) -> HandError:
    """The error of a record that breaks the rules of an exchange."""
    return HandError("bad_record", message, field)


def shown(value: object) -> str:
    """A value as JSON, cut when it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
