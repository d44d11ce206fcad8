"""The special and limit hands of western, classical, DMJL and BMJA: ids, multiples of the limit, predicates.

A *shape* is seen in the tiles and the declared sets. An *event* makes any complete hand a limit hand.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.rulesets.classical_base import shapes as shape
from tests.rulesets.classical_base.sets import Hand
from tests.rulesets.classical_base.shapes import Options

Multiple = int | Fraction
Predicate = Callable[[Hand, Options], bool | int]
Table = dict[str, tuple[Multiple, Predicate]]
HALF = Fraction(1, 2)

# Events


def on_the_deal(hand: Hand, options: Options) -> bool:
    return "heaven" in hand.flags


def on_easts_first_discard(hand: Hand, options: Options) -> bool:
    return "earth" in hand.flags


def on_the_first_draw(hand: Hand, options: Options) -> bool:
    return "original_hand" in hand.flags and bool(options["original_hand"] == "limit")


def plum_blossom(hand: Hand, options: Options) -> bool:
    return hand.win == "5p" and hand.drawn and (hand.loose or not options["plum_requires_loose_tile"])


def moon_from_the_sea(hand: Hand, options: Options) -> bool:
    return hand.win == "1p" and hand.drawn and ("last_tile" in hand.flags or not options["moon_requires_last_tile"])


def scratching_pole(hand: Hand, options: Options) -> bool:
    return hand.win == "2s" and "robbing_kong" in hand.flags


def kong_on_kong(hand: Hand, options: Options) -> bool:
    return "kong_on_kong" in hand.flags


def east_keeps_winning(hand: Hand, options: Options) -> bool:
    return hand.own == "1z" and hand.east_wins >= options["east_wins"]


def honours_under_a_roof(hand: Hand, options: Options) -> bool:
    """A limit hand only where the ordinary value is cut, if that is the ruleset's choice."""
    return shape.all_pictures(hand, options) and not (options["honours_need_a_roof"] and options["limit"] is None)


# Tables: id, multiple of the limit, predicate

WESTERN_SHAPES: Table = {
    "four_blessings": (2, shape.four_blessings),
    "three_great_scholars": (2, shape.scholars_and_winds),
    "royal_ruby": (2, shape.royal_ruby),
    "imperial_jade": (2, shape.jade_of_sets),
    "all_pictures": (2, shape.all_pictures),
    "thirteen_unique_wonders": (2, shape.thirteen_unique_wonders),
    "windy_dragons": (2, shape.windy_dragons),
    "heavenly_paradise": (2, shape.heavenly_paradise),
    "red_lily": (2, shape.red_lily),
    "lily_of_the_valley": (2, shape.lily_of_the_valley),
    "red_lantern": (1, shape.red_lantern),
    "heads_and_tails": (1, shape.heads_and_tails),
    "ordinary_limit": (1, shape.ordinary_limit),
    "ones_nines_winds_dragons": (1, shape.only_majors),
    "chinese_odds": (1, shape.chinese_odds),
    "dragons_tail": (1, shape.dragons_tail),
    "run_pung_pair": (1, shape.run_pung_pair),
    "clean_pairs": (1, shape.clean_pairs),
    "honour_pairs": (1, shape.honour_pairs),
    "heavenly_joy": (1, shape.four_kongs),
    "windy_chow": (1, shape.windy_chow),
    "crawly_snake": (1, shape.crawly_snake),
    "wrigley_snake": (1, shape.wrigley_snake),
    "gates_of_heaven": (1, shape.gates_of_heaven),
    "gerties_garter": (1, shape.gerties_garter),
    "sparrows_sanctuary": (1, shape.sparrows_sanctuary),
    "run_pung_honours": (1, shape.run_pung_honours),
    "dragonfly": (1, shape.dragonfly),
    "buried_treasure": (HALF, shape.buried_treasure),
    "no_score_hand": (HALF, shape.no_score_hand),
    "crocheting": (HALF, shape.mixed_pairs),
    "triple_knitting": (HALF, shape.mixed_pungs),
    "dirty_pairs": (HALF, shape.dirty_pairs),
}
WESTERN_EVENTS: Table = {
    "heavens_blessing": (2, on_the_deal),
    "earths_blessing": (2, on_easts_first_discard),
    "plum_blossom": (1, plum_blossom),
    "moon_from_the_sea": (1, moon_from_the_sea),
}
CLASSICAL_SHAPES: Table = {
    "thirteen_unique_wonders": (1, shape.thirteen_unique_wonders),
    "four_blessings": (1, shape.four_blessings),
    "three_great_scholars": (1, shape.scholars_and_pung),
    "all_honours": (1, honours_under_a_roof),
    "heads_and_tails": (1, shape.heads_and_tails),
    "four_kongs": (1, shape.four_kongs),
    "imperial_jade": (1, shape.jade_of_tiles),
    "nine_gates": (1, shape.nine_gates),
    "wriggling_snake": (1, shape.wriggling_snake),
    "hidden_treasure": (1, shape.four_concealed),
    "concealed_clear_suit": (1, shape.concealed_one_suit),
}
COMMON_EVENTS: Table = {
    "heavens_blessing": (1, on_the_deal),
    "earths_blessing": (1, on_easts_first_discard),
    "plum_blossom": (1, plum_blossom),
    "moon_from_the_sea": (1, moon_from_the_sea),
    "scratching_pole": (1, scratching_pole),
    "twofold_fortune": (1, kong_on_kong),
}
BMJA_SHAPES: Table = {
    **{id: CLASSICAL_SHAPES[id] for id in ("thirteen_unique_wonders", "four_blessings", "three_great_scholars")},
    **{id: CLASSICAL_SHAPES[id] for id in ("all_honours", "heads_and_tails", "four_kongs", "imperial_jade")},
    "gates_of_heaven": (1, shape.gates_of_heaven),
    "wriggling_snake": (1, shape.snake_and_winds),
    "buried_treasure": (1, shape.treasure_of_one_suit),
    "all_pair_honours": (HALF, shape.all_pair_honours),
    "knitting": (HALF, shape.mixed_pairs),
    "triple_knitting": (HALF, shape.mixed_pungs),
}
SHAPES = {
    "western": WESTERN_SHAPES,
    "classical": CLASSICAL_SHAPES,
    "classical-dmjl": {**CLASSICAL_SHAPES, "three_great_scholars": (1, shape.scholars_and_set)},
    "bmja": BMJA_SHAPES,
}
EVENTS = {
    "western": WESTERN_EVENTS,
    "classical": {
        **COMMON_EVENTS,
        "east_thirteenth": (1, east_keeps_winning),
        "original_hand": (1, on_the_first_draw),
    },
    "classical-dmjl": {**COMMON_EVENTS, "east_ninth": (1, east_keeps_winning)},
    "bmja": COMMON_EVENTS,
}


def shapes(ruleset: str, hand: Hand, options: Options) -> dict[str, Fraction]:
    """The special hands that a complete hand is, and the multiples of the limit that they are worth.

    A predicate that gives back a number gives the multiple itself.
    """
    found = {id: (multiple, holds(hand, options)) for id, (multiple, holds) in SHAPES[ruleset].items()}
    return {id: Fraction(multiple if held is True else held) for id, (multiple, held) in found.items() if held}


def events(ruleset: str, hand: Hand, options: Options) -> dict[str, Fraction]:
    """The events that make a hand, which is complete, worth multiples of the limit."""
    return {id: Fraction(multiple) for id, (multiple, holds) in EVENTS[ruleset].items() if holds(hand, options)}
