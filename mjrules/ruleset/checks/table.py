"""Checks what a ruleset says of the table: house rules, hands that rob a kong, situations, numbers, match and wall."""

from __future__ import annotations

from ... import bounds
from ...errors import Path, did_you_mean
from ...hands.record import FLAGS
from ...spoken import Sentence
from ..building.build import Builder
from ..building.vocabulary import NOT_FLAG, NOT_RULE
from ..match_rules import match_faults
from ..play_rules import COUNTED

_NOT_DECLARED_NUMBER = Sentence('"{name}" is not a declared number{near}', "没有定义“{name}”这个数{near}")
_TILES_ALL_AT = Sentence("{size} tiles in all: at most {most} are allowed", "共 {size} 张牌：至多 {most} 张")
_NO_SHAPE_HAS = Sentence(
    "no shape has {whole} tiles: nobody could win with {hand} and one more",
    "没有一种牌型是 {whole} 张：手上 {hand} 张，加一张也和不了",
)
_THERE_ONLY_TILES = Sentence("there are only {size} tiles in all", "总共只有 {size} 张牌")


def check_played(builder: Builder) -> None:
    """Note house rules, rules whose hands should rob a kong, flags and numbers for winners that there are not."""
    for name in builder.definition.house_rules:
        builder.provided.find(builder.faults, "mj_house_rules", name, ("house_rules", name))
    rules, table = builder.definition.rules, builder.definition.table
    for key, robs in (("robs_concealed", table.robs_concealed), ("robs_bonus", table.robs_bonus)):
        for index, name in enumerate(robs):
            if name not in rules:
                message = NOT_RULE(name=name, near=did_you_mean(name, rules))
                builder.faults.note(("table", key, index), message, needs=(("rules", name),))
    flags = (*builder.definition.flags, *FLAGS)
    for name in table.situations:
        if name not in flags:
            message = NOT_FLAG(name=name, near=did_you_mean(name, flags))
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
            message = _NOT_DECLARED_NUMBER(name=name, near=did_you_mean(name, numbers))
            builder.faults.note(
                path, message, needs=(("fields", name), *builder.provided.not_named("mj_record_fields", name))
            )
    for name, fault in match_faults(builder.definition.match, table.seats):
        builder.faults.note(("match", name), fault)


def check_wall(builder: Builder) -> None:
    """The tiles are few enough to be shuffled, and enough for a deal and a first draw."""
    rules, size = builder.definition.table, builder.tiles.size
    if size > bounds.WALL_TILES:
        builder.faults.note(("tiles",), _TILES_ALL_AT(size=size, most=bounds.WALL_TILES))
    if builder.scoring is None or not builder.shape_reader.sizes:
        return
    hand = rules.hand_size or min(builder.shape_reader.sizes) - 1
    if hand + 1 not in builder.shape_reader.sizes:
        message = _NO_SHAPE_HAS(whole=hand + 1, hand=hand)
        builder.faults.note(("table", "hand_size"), message, needs=(("shapes",),))
    if rules.dead_wall >= size > 0:
        builder.faults.note(("table", "dead_wall"), _THERE_ONLY_TILES(size=size))
