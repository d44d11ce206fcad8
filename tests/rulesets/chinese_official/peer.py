"""The score of a hand record by PyMahjongGB, in the ids of the ruleset `chinese-official`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

SUITS = {"m": "W", "p": "B", "s": "T"}
HONORS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")
"""The honors in the order of 1z to 7z: four winds, then white, green and red dragon."""
PACKS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
SEATS = "ESWN"

RENAMED = {
    "all_five": "all_fives",
    "concealed_kong_and_melded_kong": "melded_and_concealed_kong",
    "four_pure_shifted_chows": "four_shifted_chows",
    "last_tile": "last_of_its_kind",
    "two_dragons_pungs": "two_dragon_pungs",
}
"""Fans of which the name, in snake case, is not our id."""

Pack = tuple[str, str, int]


def peer_items(record: Mapping[str, Any]) -> dict[str, int]:
    """What the peer counts: points by fan id. Raises TypeError for a hand that it refuses."""
    fans = MahjongFanCalculator(**peer_arguments(record), verbose=True)
    return {fan_id(name): points * count for points, count, _, name in fans}


def peer_arguments(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the peer is called with."""
    flags = record.get("flags", ())
    bonus = record.get("flowers", 0)
    return {
        "pack": tuple(_pack(meld) for meld in record["melds"]),
        "hand": tuple(_tiles(record["concealed"])),
        "winTile": next(_tiles(record["win"])),
        "flowerCount": bonus if isinstance(bonus, int) else len(bonus),
        "isSelfDrawn": record["self_drawn"],
        "is4thTile": "last_of_kind" in flags,
        "isAboutKong": "kong_replacement" in flags or "robbing_kong" in flags,
        "isWallLast": "last_tile" in flags,
        "seatWind": SEATS.index(record.get("seat", "E")),
        "prevalentWind": SEATS.index(record.get("round", "E")),
    }


def fan_id(name: str) -> str:
    """Our id of a fan, by the peer's English name."""
    plain = re.sub(r"[^a-z]+", "_", name.lower())
    return RENAMED.get(plain, plain)


def _tiles(text: str) -> Iterator[str]:
    """The peer's names of the tiles of a text such as `123m55z`."""
    for numbers, letter in re.findall(r"(\d+)([mpsz])", text):
        for number in numbers:
            yield HONORS[int(number) - 1] if letter == "z" else SUITS[letter] + number


def _pack(meld: Mapping[str, Any]) -> Pack:
    """A declared set in the peer's form: a chow by its middle tile; the last figure is 0 if concealed."""
    tiles = sorted(_tiles(meld["tiles"]))
    return PACKS[meld["type"]], tiles[1], 0 if meld.get("concealed") else 1
