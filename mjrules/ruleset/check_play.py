"""Checks what a ruleset says of the table: house rules, hands that rob a kong, situations, numbers, match and wall."""

from __future__ import annotations

from .. import bounds
from ..errors import Path, did_you_mean
from ..hands.record import FLAGS
from .build import Builder
from .match_rules import match_faults
from .play_rules import COUNTED


def check_played(builder: Builder) -> None:
    """Note house rules, rules whose hands should rob a kong, flags and numbers for winners that there are not."""
    for name in builder.definition.house_rules:
        builder.provided.find(builder.faults, "mj_house_rules", name, ("house_rules", name))
    rules, table = builder.definition.rules, builder.definition.table
    for key, robs in (("robs_concealed", table.robs_concealed), ("robs_bonus", table.robs_bonus)):
        for index, name in enumerate(robs):
            if name not in rules:
                message = f'"{name}" is not a rule{did_you_mean(name, rules)}'
                builder.faults.note(("table", key, index), message, needs=(("rules", name),))
    flags = (*builder.definition.flags, *FLAGS)
    for name in table.situations:
        if name not in flags:
            message = f'"{name}" is not a flag{did_you_mean(name, flags)}'
            builder.faults.note(("table", "situations", name), message, on_key=True, needs=(("flags", name),))
    numbers = builder.reader.numbers
    places: list[tuple[str, Path]] = [
        (name, ("table", "numbers_for_all", index)) for index, name in enumerate(table.numbers_for_all)
    ]
    places += [(name, ("table", "counted", name)) for name in table.counted if table.counted != COUNTED]
    pots = builder.definition.pots.items()
    places += [(pot.field, ("pots", name, "field")) for name, pot in pots if pot.field is not None]
    for name, path in places:
        if name not in numbers:
            message = f'"{name}" is not a declared number{did_you_mean(name, numbers)}'
            builder.faults.note(
                path, message, needs=(("fields", name), *builder.provided.not_named("mj_record_fields", name))
            )
    for name, message in match_faults(builder.definition.match, table.seats):
        builder.faults.note(("match", name), message)


def check_wall(builder: Builder) -> None:
    """The tiles are few enough to be shuffled, and enough for a deal and a first draw."""
    rules, size = builder.definition.table, builder.tiles.size
    if size > bounds.WALL_TILES:
        builder.faults.note(("tiles",), f"{size} tiles in all: at most {bounds.WALL_TILES} are allowed")
    if builder.scoring is None or not builder.shape_reader.sizes:
        return
    hand = rules.hand_size or min(builder.shape_reader.sizes) - 1
    if hand + 1 not in builder.shape_reader.sizes:
        message = f"no shape has {hand + 1} tiles: nobody could win with {hand} and one more"
        builder.faults.note(("table", "hand_size"), message, needs=(("shapes",),))
    if rules.dead_wall >= size > 0:
        builder.faults.note(("table", "dead_wall"), f"there are only {size} tiles in all")
