"""What a ruleset says about play: its section `table`, with the defaults of what it leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """The section `table` of a ruleset; what each key says stands in the model of ruleset files."""

    seats: tuple[str, ...] = ("E", "S", "W", "N")
    hand_size: int | None = None
    seating: str = "dice"
    walls: str = "shared"
    stack_count: str = "all_dice"
    deal: str = "one_each_then_east"
    kongs_before_play: bool = False
    dead_wall: int = 0
    dead_wall_kept: bool = True
    loose_tiles: int = 0
    loose_tile: str = "drawn"
    bonus_replaced_from: str = "end"
    concealed_kongs: str = "all_down"
    robs_concealed: tuple[str, ...] = ()
    claim_order: tuple[tuple[str, ...], ...] = (("mahjong",), ("kong", "pung"), ("chow",))
    mahjong_order: tuple[str, ...] = ()
    winners: str = "one"
    late_calls: str = "none"
    last_discard: str = "win"
    discards: str = "face_up"
    situations: tuple[tuple[str, str], ...] = ()
    east_passes_to: str = "right"
    east_stays_on: tuple[str, ...] = ()
    max_consecutive_east: int | None = None
    rounds: int = 4

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TableRules:
        """The rules that the data of a resolved ruleset give."""
        table = data.get("table") or {}
        return cls(**{item.name: _frozen(table[item.name]) for item in fields(cls) if item.name in table})


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """A tuple as lists, as YAML has them."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value
