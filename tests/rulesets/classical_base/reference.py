"""Points and doubles in plain Python, without the engine: what the western and classical rulesets are compared with.

Written from the documents: Mark's Mahjong Page, the Classical Chinese rules of 1000FluffyClouds, and kajongg's
rulesets DMJL and BMJA. `value` takes a hand record and gives what it is worth. Every reading of four sets and a pair is
tried, and every set that the winning tile may complete; the dearest counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.rulesets.classical_base.sets import (
    DRAGONS,
    MAJORS,
    WINDS,
    Group,
    Hand,
    Record,
    completing,
    hand_of,
    readings,
    unfinished,
)
from tests.rulesets.classical_base.shapes import Options, Reading, chows, is_open, ordinary_readings
from tests.rulesets.classical_base.specials import events, shapes


class Value(NamedTuple):
    """What a hand is worth.

    `limits` is the multiple of the limit that decides, 0 where none does; then `special` holds the ids of all hands
    that have it. Otherwise `ways` are the points and doubles, of every reading that gives the most.
    """

    total: Fraction
    limits: Fraction = Fraction(0)
    special: frozenset[str] = frozenset()
    ways: frozenset[tuple[int, int]] = frozenset()


class Item(NamedTuple):
    """Points or doubles for one thing."""

    name: str
    points: int = 0
    doubles: int = 0


COMMON: dict[str, Any] = {
    "roof_off": False,
    "max_chows": 4,
    "claimed_kong_is_concealed": False,
    "fishing_share": Fraction(0),
    "bonus_replaced_from": "end",
    "plum_requires_loose_tile": True,
    "moon_requires_last_tile": True,
    "double_wind": "both",
    "loser_doubles": True,
    "most_claims_of_a_call": 5,
}
CLASSICAL: dict[str, Any] = {
    **COMMON,
    "limit": 500,
    "mahjong_points": 10,
    "bonus_replaced_from": "front",
    "bouquet": 1,
    "fishing_doubles": "concealed",
    "original_hand": "none",
    "honours_need_a_roof": True,
    "open_snake": False,
    "east_wins": 13,
}
RULESETS: dict[str, dict[str, Any]] = {
    "western": {
        **COMMON,
        "limit": 1000,
        "fishing_share": Fraction(2, 5),
        "bouquet_includes_own": False,
        "loose_counts_as_wall": False,
        "final_discard": "points",
        "concealed_double": True,
        "clean_double_losers": True,
        "plum_requires_loose_tile": False,
        "moon_requires_last_tile": False,
        "green_bamboos": "2468",
        "four_identical_as_two_pairs": True,
        "four_blessings_pair": "major",
        "special_pungs": "exact",
        "fishing_exhausted": False,
    },
    "classical": CLASSICAL,
    "classical-dmjl": {
        **CLASSICAL,
        "mahjong_points": 20,
        "bonus_replaced_from": "end",
        "fishing_doubles": "none",
        "claimed_kong_is_concealed": True,
        "honours_need_a_roof": False,
        "open_snake": True,
        "east_wins": 9,
        "most_claims_of_a_call": 2,
    },
    "bmja": {
        **COMMON,
        "limit": 1000,
        "fishing_share": Fraction(2, 5),
        "claimed_kong_is_concealed": True,
        "max_chows": 1,
        "most_claims_of_a_call": 2,
        "special_bonus": "none",
        "honours_need_a_roof": False,
    },
}
"""Options with their defaults, and what else tells the rulesets apart."""


# What all hands get


def set_points(group: Group) -> int:
    """The points of a pung or kong: 2 for an open pung of 2 to 8, twice for each better thing, and a kong 4 times."""
    if not group.same:
        return 0
    return 2 * (2 if group.major else 1) * (1 if group.open else 2) * (4 if group.kind == "kong" else 1)


def of_winds(hand: Hand, tile: str, options: Options) -> int:
    """How often a tile is the own wind and the wind of the round."""
    times = (tile == hand.own) + (tile == hand.round)
    return min(times, 1) if options["double_wind"] == "once" else times


def of_sets(hand: Hand, groups: Iterable[Group], options: Options) -> Iterator[Item]:
    """The points and doubles of single sets and pairs, and the points of bonus tiles."""
    for group in groups:
        times = (group.tile in DRAGONS) + of_winds(hand, group.tile, options)
        if group.kind == "pair":
            yield Item(f"pair {group.tile}", 2 * times)
        elif group.same:
            yield Item(f"{group.kind} {group.tile}", set_points(group), times)
    yield Item("bonus tiles", 4 * len(hand.bonus))


def own_tiles(hand: Hand) -> list[str]:
    """The own flower and the own season, if they are there."""
    number = str(WINDS.index(hand.own) + 1)
    return [kind for kind in "fs" if kind + number in hand.bonus]


def bouquets(hand: Hand) -> list[str]:
    """The kinds of bonus tiles of which all four are there."""
    return [kind for kind in "fs" if sum(tile[0] == kind for tile in hand.bonus) == 4]


def of_each_own_tile(hand: Hand, included: bool) -> Iterator[Item]:
    """Own flower and own season 1 each, a complete set 2; the own tile of a complete set may be in these."""
    for kind in bouquets(hand):
        yield Item(f"set of {kind}", 0, 2)
    for kind in own_tiles(hand):
        if not (included and kind in bouquets(hand)):
            yield Item(f"own {kind}", 0, 1)


def of_joys_and_scholars(groups: Reading, options: Options) -> Iterator[Item]:
    """What several sets of dragons or winds give together, and three concealed pungs."""
    for name, family in (("dragons", DRAGONS), ("winds", WINDS)):
        sets = sum(group.same and group.tile in family for group in groups)
        if sets == len(family):
            yield Item(f"all {name}", 0, 2)
        elif sets == len(family) - 1 and any(group.kind == "pair" and group.tile in family for group in groups):
            yield Item(f"all {name}, one as the pair", 0, 1)
    if sum(group.same and not is_open(group, options) for group in groups) >= 3:
        yield Item("three concealed pungs", 0, 1)


def of_suit(hand: Hand) -> Iterator[Item]:
    """One suit with honors, or alone."""
    if len(hand.suits) == 1:
        yield Item("one suit with honors", 0, 1) if hand.honors else Item("one suit", 0, 3)


def unclaimed(hand: Hand, options: Options) -> bool:
    return not any(is_open(meld, options) for meld in hand.melds)


# The rulesets


def western(hand: Hand, groups: Reading, options: Options) -> Iterator[Item]:
    """All items of a hand under document 001."""
    yield from of_sets(hand, groups, options)
    yield from of_each_own_tile(hand, options["bouquet_includes_own"])
    if hand.won or options["clean_double_losers"]:
        yield from of_suit(hand)
    if not hand.won:
        return
    yield Item("mahjong", 20)
    if hand.drawn and (not hand.loose or options["loose_counts_as_wall"]):
        yield Item("drawn", 2)
    if hand.loose:
        yield Item("loose tile", 10)
    if "last_tile" in hand.flags:
        doubled = not hand.drawn and options["final_discard"] == "double"
        yield Item("final discard", 0, 1) if doubled else Item("last tile", 10)
    if not chows(groups):
        yield Item("no chow", 10)
    if "robbing_kong" in hand.flags:
        yield Item("robbing the kong", 10)
    if "standing_hand" in hand.flags and hand.drawn:
        yield Item("standing hand", 100)
    if hand.drawn and unclaimed(hand, options) and options["concealed_double"]:
        yield Item("no discard called", 0, 1)


def classical(hand: Hand, groups: Reading, options: Options) -> Iterator[Item]:
    """All items of a hand under document 003, or in DMJL."""
    yield from of_sets(hand, groups, options)
    yield from of_joys_and_scholars(groups, options)
    if len(own_tiles(hand)) == 2:
        yield Item("own flower and season", 0, 1)
    for kind in bouquets(hand):
        yield Item(f"set of {kind}", 0, options["bouquet"])
    if hand.won:
        yield from of_classical_hand(hand, groups, options)
        yield from of_classical_win(hand, groups, options)


def of_classical_hand(hand: Hand, groups: Reading, options: Options) -> Iterator[Item]:
    """The doubles of a finished hand by its sets, its tiles and their concealment."""
    yield from of_suit(hand)
    if not chows(groups):
        yield Item("no chow", 0, 1)
    if set(hand.tiles) <= set(MAJORS):
        yield Item("only majors", 0, 1)
    if not hand.suits and options["honours_need_a_roof"] and options["limit"] is None:
        yield Item("all honors, roof off", 0, 2)
    if hand.drawn and unclaimed(hand, options):
        yield Item("all concealed", 0, 1)
    if chows(groups) == 4 and not any(item.points for item in of_sets(hand._replace(bonus=()), groups, options)):
        yield Item("non-scoring hand", 0, 1)


def of_classical_win(hand: Hand, groups: Reading, options: Options) -> Iterator[Item]:
    """What the winner gets for the win and its last tile."""
    yield Item("going out", options["mahjong_points"])
    if hand.drawn:
        yield Item("drawn", 2)
    if only_place(hand, options):
        yield Item("only place", 2)
    for group in groups:
        if group.kind == "pair" and group.completed:
            yield Item("completes the pair", 4 if group.major else 2)
    yield from of_last_tile(hand)
    if hand.loose:
        yield Item("loose tile", 0, 1)
    if called(hand, groups, options):
        yield Item("original call", 0, 1)


def of_last_tile(hand: Hand) -> Iterator[Item]:
    if "last_tile" in hand.flags:
        yield Item("last tile", 0, 1)
    if "robbing_kong" in hand.flags:
        yield Item("robbing the kong", 0, 1)


def called(hand: Hand, groups: Reading, options: Options) -> bool:
    """Whether an original call counts: in kajongg's rulesets not with three open sets, a claimed pair being one."""
    claims = sum(group.open for group in groups)
    return bool(hand.flags & {"standing_hand", "original_call"}) and claims <= options["most_claims_of_a_call"]


def only_place(hand: Hand, options: Options) -> bool:
    """Whether one kind of tile alone completes what the hand was before the winning tile."""
    if hand.win is None:
        return False
    held = list(hand.held)
    held.remove(hand.win)
    before = hand._replace(held=tuple(held), win=None, won=False)
    return len({tile for tile in completing(before) if any(readings(before.finished_with(tile)))}) == 1


def bmja(hand: Hand, groups: Reading, options: Options) -> Iterator[Item]:
    """All items of a hand in BMJA."""
    yield from of_sets(hand, groups, options)
    yield from of_each_own_tile(hand, included=False)
    if not hand.won:
        if calls_purity(hand, options):
            yield Item("calling for purity", 0, 3)
        return
    if len(groups) == 5:
        yield Item("mahjong", 20)
    if hand.drawn:
        yield Item("drawn", 2)
        if unclaimed(hand, options):
            yield Item("all concealed", 0, 1)
    if not chows(groups):
        yield Item("no chow", 0, 1)
        if len(hand.suits) == 1 and not hand.honors:
            yield Item("purity", 0, 3)
    if set(hand.tiles) <= set(MAJORS):
        yield Item("only majors", 0, 1)
    yield from of_last_tile(hand)
    if called(hand, groups, options):
        yield Item("original call", 0, 1)


def calls_purity(hand: Hand, options: Options) -> bool:
    """Whether one tile is missing to pungs and a pair of one suit."""
    finished = (hand.finished_with(tile) for tile in completing(hand))
    return any(
        len(other.suits) == 1 and not other.honors and not all(chows(groups) for groups in readings(other))
        for other in finished
    )


ITEMS = {"western": western, "classical": classical, "classical-dmjl": classical, "bmja": bmja}


# The value


def settings(ruleset: str, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options of a ruleset. With the roof off nothing is cut; `own_limit` is what a limit hand is worth."""
    known = RULESETS[ruleset]
    unknown = set(options or {}) - set(known)
    if unknown:
        raise KeyError(f"{ruleset} has no option {sorted(unknown)}")
    chosen = {**known, **(options or {})}
    if chosen["roof_off"]:
        chosen["limit"] = None
    own = known["limit"] if chosen["limit"] is None else chosen["limit"]
    return {**chosen, "ruleset": ruleset, "own_limit": own}


def value(record: Record, ruleset: str | None = None, options: Mapping[str, Any] | None = None) -> Value | None:
    """What a hand record is worth; None for a winner whose tiles are no complete hand."""
    chosen = settings(ruleset or record["ruleset"], record.get("options") if options is None else options)
    hand = hand_of(record)
    if chosen["bonus_replaced_from"] == "front" and "flower_replacement" in hand.flags:
        hand = hand._replace(flags=hand.flags - {"flower_replacement", "kong_replacement"})
    if "dead_hand" in hand.flags:
        return Value(Fraction(0), ways=frozenset([(0, 0)]))
    return of_winner(hand, chosen) if hand.won else of_loser(hand, chosen)


def of_winner(hand: Hand, options: Options) -> Value | None:
    special = shapes(options["ruleset"], hand, options)
    ways = [counted(hand, groups, options) for groups in ordinary_readings(hand, options)]
    if not special and not ways:
        return None
    if options["ruleset"] == "bmja" and special and max(special.values()) < 1:
        pairs = sorted(set(hand.held)) if "all_pair_honours" in special else []
        groups = tuple(Group("pair", tile) for tile in pairs)
        ways.append(counted(hand, groups, options))
    return decided(hand, ways, {**special, **events(options["ruleset"], hand, options)}, options)


def counted(hand: Hand, groups: Reading, options: Options) -> tuple[int, int]:
    items = list(ITEMS[options["ruleset"]](hand, groups, options))
    return sum(item.points for item in items), sum(item.doubles for item in items)


def of_loser(hand: Hand, options: Options) -> Value:
    """A player who did not win; one who was fishing may get a share of a special hand, or more doubles."""
    points, doubles = counted(hand, unfinished(hand), options)
    fishing = "fishing" in hand.flags
    if fishing and options.get("fishing_doubles", "none") != "none":
        doubles = doubles_of_fishing(hand, doubles, options)
    if not options["loser_doubles"]:
        doubles = 0
    share, special = options["fishing_share"], dict[str, Fraction]()
    if share and (fishing or options["ruleset"] == "bmja"):
        for tile in completing(hand, options.get("fishing_exhausted", False)):
            for id, multiple in shapes(options["ruleset"], hand.finished_with(tile), options).items():
                special[id] = max(special.get(id, Fraction(0)), multiple * share)
    return decided(hand, [(points, doubles)], special, options)


def doubles_of_fishing(hand: Hand, doubles: int, options: Options) -> int:
    """The doubles with that for concealment, or all that the dearest finished hand would have but for its last tile."""
    best = doubles + unclaimed(hand, options)
    if options["fishing_doubles"] == "all":
        for tile in completing(hand):
            finished = hand.finished_with(tile)
            for groups in readings(finished):
                items = [*classical(finished._replace(won=False), groups, options)]
                items += of_classical_hand(finished, groups, options)
                best = max(best, sum(item.doubles for item in items))
    return best


def decided(hand: Hand, ways: list[tuple[int, int]], special: Mapping[str, Fraction], options: Options) -> Value:
    """The ordinary value, or a multiple of the limit where that is as much; a multiple of two limits is not cut."""
    most = max((points * 2**doubles for points, doubles in ways), default=0)
    cap = options["limit"]
    ordinary = Fraction(most if cap is None else min(most, cap))
    if special:
        multiple = max(special.values())
        fixed = multiple * options["own_limit"]
        if options.get("special_bonus") == "added":
            doubled = sum(item.doubles for item in of_each_own_tile(hand, included=False))
            fixed += 4 * len(hand.bonus) * 2**doubled
            fixed = fixed if cap is None else min(fixed, cap)
        if fixed >= ordinary:
            ids = frozenset(id for id, worth in special.items() if worth == multiple)
            return Value(fixed, multiple, ids)
    return Value(ordinary, ways=frozenset(way for way in ways if way[0] * 2 ** way[1] == most))
