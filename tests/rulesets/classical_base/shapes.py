"""What special and limit hands of the western, classical, DMJL and BMJA rulesets look like, one predicate each.

A predicate sees a hand that has its winning tile, and the options of the ruleset. Some hands are no four sets and a
pair at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tests.rulesets.classical_base.sets import (
    DRAGONS,
    HONORS,
    MAJORS,
    SUITS,
    TERMINALS,
    WINDS,
    Group,
    Hand,
    Tiles,
    readings,
    tiles_of,
    without,
)

Options = Mapping[str, Any]
Reading = tuple[Group, ...]

RED_BAMBOOS = tiles_of("3579s")
JADE = tiles_of("23468s6z")
DRAGON_OF = {"m": "7z", "s": "6z", "p": "5z"}
"""The dragon of a suit: characters red, bamboos green, dots white."""


# Sets: hands that are read as four sets and a pair


def pair_of(groups: Reading) -> str:
    return next(group.tile for group in groups if group.kind == "pair")


def pungs(groups: Reading) -> list[str] | None:
    """The tiles of the four pungs or kongs; None where there is a chow."""
    if any(group.kind == "chow" for group in groups):
        return None
    return [group.tile for group in groups if group.kind != "pair"]


def four_pungs(hand: Hand) -> Iterator[tuple[list[str], str]]:
    """Every reading of four pungs or kongs and a pair: their tiles, and the pair's."""
    for groups in readings(hand):
        tiles = pungs(groups)
        if tiles is not None:
            yield tiles, pair_of(groups)


def all_of(hand: Hand, allowed: Collection[str]) -> bool:
    """Four pungs or kongs and a pair of allowed tiles."""
    return set(hand.tiles) <= set(allowed) and any(four_pungs(hand))


def colour_hand(hand: Hand, dragons: Collection[str], colour: Collection[str]) -> bool:
    """Pungs of these dragons, and otherwise pungs and the pair of these tiles."""
    return any(
        set(dragons) <= set(sets) and set(sets) - set(dragons) <= set(colour) and pair in colour
        for sets, pair in four_pungs(hand)
    )


def green(options: Options) -> Tiles:
    return tiles_of(options["green_bamboos"] + "s")


def four_blessings(hand: Hand, options: Options) -> bool:
    any_pair = options.get("four_blessings_pair", "any") == "any"
    allowed = set(TERMINALS) | set(DRAGONS)
    return any(set(sets) == set(WINDS) and (any_pair or pair in allowed) for sets, pair in four_pungs(hand))


def scholars_and_winds(hand: Hand, options: Options) -> bool:
    return any(set(DRAGONS) < set(sets) <= set(HONORS) and pair in WINDS for sets, pair in four_pungs(hand))


def scholars_and_pung(hand: Hand, options: Options) -> bool:
    return any(set(DRAGONS) < set(sets) for sets, _ in four_pungs(hand))


def scholars_and_set(hand: Hand, options: Options) -> bool:
    return any(set(DRAGONS) <= {group.tile for group in groups if group.same} for groups in readings(hand))


def heavenly_paradise(hand: Hand, options: Options) -> bool:
    return hand.own == hand.round and any({*DRAGONS, hand.own} == set(sets) for sets, _ in four_pungs(hand))


def royal_ruby(hand: Hand, options: Options) -> bool:
    return colour_hand(hand, ["7z"], RED_BAMBOOS)


def jade_of_sets(hand: Hand, options: Options) -> bool:
    return colour_hand(hand, ["6z"], green(options))


def red_lily(hand: Hand, options: Options) -> bool:
    return colour_hand(hand, ["7z", "5z"], RED_BAMBOOS)


def lily_of_the_valley(hand: Hand, options: Options) -> bool:
    return colour_hand(hand, ["6z", "5z"], green(options))


def all_pictures(hand: Hand, options: Options) -> bool:
    return all_of(hand, HONORS)


def heads_and_tails(hand: Hand, options: Options) -> bool:
    return all_of(hand, TERMINALS)


def only_majors(hand: Hand, options: Options) -> bool:
    return all_of(hand, MAJORS)


def chinese_odds(hand: Hand, options: Options) -> bool:
    return any(all_of(hand, tiles_of("13579" + suit)) for suit in SUITS)


def ordinary_limit(hand: Hand, options: Options) -> bool:
    """One suit and a pung of its dragon, which is not the pair."""
    if len(hand.suits) != 1:
        return False
    (suit,) = hand.suits
    dragon = DRAGON_OF[suit]
    return {tile for tile in hand.tiles if tile in HONORS} == {dragon} and any(
        any(group.same and group.tile == dragon for group in groups) for groups in readings(hand)
    )


def four_kongs(hand: Hand, options: Options) -> bool:
    return [meld.kind for meld in hand.melds] == ["kong"] * 4 and any(readings(hand))


def dragonfly(hand: Hand, options: Options) -> bool:
    """Pungs, no kongs, of all suits; the dragons may be a kong."""
    for groups in readings(hand):
        tiles = pungs(groups)
        if tiles is None or {tile[1] for tile in tiles} != set("mpsz"):
            continue
        plain = [group for group in groups if group.same and group.tile not in HONORS]
        if any(tile in DRAGONS for tile in tiles) and (kongs_too(options) or no_kong(plain)):
            return True
    return False


def buried_treasure(hand: Hand, options: Options) -> bool:
    return hand.closed and any(four_pungs(hand)) and (kongs_too(options) or no_kong(hand.melds))


def kongs_too(options: Options) -> bool:
    return bool(options["special_pungs"] == "kongs_too")


def no_kong(groups: Collection[Group]) -> bool:
    return all(group.kind != "kong" for group in groups)


def no_score_hand(hand: Hand, options: Options) -> bool:
    return (
        hand.closed
        and not hand.bonus
        and not hand.honors
        and len(hand.suits) == 1
        and any(
            all(group.kind in ("chow", "pair") for group in groups) and not pair_of(groups).startswith(("1", "9"))
            for groups in readings(hand)
        )
    )


def four_concealed(hand: Hand, options: Options) -> bool:
    """Four concealed pungs or kongs, the last tile drawn; a kong claimed for a concealed pung where that counts."""
    return hand.drawn and any(
        pungs(groups) is not None and not any(is_open(group, options) for group in groups) for groups in readings(hand)
    )


def is_open(group: Group, options: Options) -> bool:
    """Whether a set is open for what asks for concealed ones."""
    return group.open and not (options["claimed_kong_is_concealed"] and group.from_hand)


def concealed_one_suit(hand: Hand, options: Options) -> bool:
    claimed = any(is_open(meld, options) for meld in hand.melds)
    return hand.drawn and not claimed and not hand.honors and len(hand.suits) == 1 and any(readings(hand))


def treasure_of_one_suit(hand: Hand, options: Options) -> bool:
    """Four concealed pungs of one suit, or of it and honors; a claimed tile may complete the pair."""
    return len(hand.suits) == 1 and any(
        all(group.kind == "pair" or (group.kind == "pung" and not group.open) for group in groups)
        for groups in readings(hand)
    )


def jade_of_tiles(hand: Hand, options: Options) -> bool:
    return set(hand.tiles) <= set(JADE) and is_standard(hand, options)


def is_standard(hand: Hand, options: Options) -> bool:
    """Four sets and a pair, with no more chows than allowed."""
    return any(ordinary_readings(hand, options))


def ordinary_readings(hand: Hand, options: Options) -> Iterator[Reading]:
    return (groups for groups in readings(hand) if chows(groups) <= options.get("max_chows", 4))


def chows(groups: Reading) -> int:
    return sum(group.kind == "chow" for group in groups)


# Tiles: hands with loose runs, pairs or mixed sets


def beside_runs(hand: Hand, ranks: str) -> Iterator[tuple[str, Tiles]]:
    """The suit of a run that is in the hand, and all other tiles."""
    for suit in SUITS:
        rest = without(hand.held, tiles_of(ranks + suit))
        if rest is not None:
            yield suit, (*rest, *(tile for meld in hand.melds for tile in meld.tiles))


def shares(tiles: Tiles) -> dict[str, int]:
    return dict(Counter(tiles))


def set_and_pair(tiles: Tiles) -> tuple[str, str] | None:
    """The tile of a pung or kong and that of the pair, where five tiles are that."""
    times = shares(tiles)
    if sorted(times.values()) != [2, 3]:
        return None
    return next(tile for tile in times if times[tile] == 3), next(tile for tile in times if times[tile] == 2)


def thirteen_unique_wonders(hand: Hand, options: Options) -> bool:
    return not hand.melds and set(hand.tiles) == set(MAJORS)


def windy_dragons(hand: Hand, options: Options) -> bool:
    times = shares(hand.tiles)
    return all(times.get(wind) == 2 for wind in WINDS) and sorted(times.get(dragon, 0) for dragon in DRAGONS) == [
        0,
        3,
        3,
    ]


def red_lantern(hand: Hand, options: Options) -> int:
    """One limit, or two where nothing was claimed."""
    for suit, rest in beside_runs(hand, "1234567"):
        ranks = [tile for tile in rest if tile not in HONORS]
        times = shares(rest)
        if times.get("7z") == 3 and times.get(hand.own) == 3 and len(ranks) == 1:
            (doubled,) = ranks
            if doubled[1] == suit and doubled[0] <= "7":
                return 2 if hand.closed else 1
    return 0


def run_and(hand: Hand, of_set: Collection[str] | None, of_pair: Collection[str] | None) -> bool:
    """A closed run from 1 to 9, a pung or kong, and a pair; None stands for tiles of the run's suit."""
    for suit, rest in beside_runs(hand, "123456789"):
        own = tiles_of("123456789" + suit)
        found = set_and_pair(rest)
        if (
            found
            and found[0] in (own if of_set is None else of_set)
            and found[1] in (own if of_pair is None else of_pair)
        ):
            return hand.closed
    return False


def dragons_tail(hand: Hand, options: Options) -> bool:
    return run_and(hand, WINDS, DRAGONS)


def run_pung_pair(hand: Hand, options: Options) -> bool:
    return run_and(hand, None, None)


def crawly_snake(hand: Hand, options: Options) -> bool:
    return run_and(hand, WINDS, WINDS) and (kongs_too(options) or no_kong(hand.melds))


def run_pung_honours(hand: Hand, options: Options) -> bool:
    return run_and(hand, None, HONORS)


def windy_chow(hand: Hand, options: Options) -> bool:
    return not hand.melds and any(set(rest) == set(WINDS) for _, rest in beside_runs(hand, "123456789"))


def wrigley_snake(hand: Hand, options: Options) -> bool:
    return not hand.melds and any(set(rest) == set(HONORS) for _, rest in beside_runs(hand, "1234567"))


def gates(hand: Hand, ranks: str, kongs: bool) -> bool:
    """Pungs of 1 and 9, 2 to 8, and one more of these ranks."""
    for suit in SUITS:
        more = without(hand.tiles, tiles_of("1112345678999" + suit))
        if more and more[0] in tiles_of(ranks + suit):
            return kongs or no_kong(hand.melds)
    return False


def gates_of_heaven(hand: Hand, options: Options) -> bool:
    return hand.closed and gates(hand, "2345678", kongs=True)


def wriggling_snake(hand: Hand, options: Options) -> bool:
    return (hand.closed or options["open_snake"]) and is_standard(hand, options) and gates(hand, "258", kongs=False)


def nine_gates(hand: Hand, options: Options) -> bool:
    """1112345678999 of a suit before the winning tile."""
    if hand.win is None or hand.melds or not is_standard(hand, options):
        return False
    return without(hand.held, (hand.win,)) in [tiles_of("1112345678999" + suit) for suit in SUITS]


def snake_and_winds(hand: Hand, options: Options) -> bool:
    """A run from 1 to 9 with the 1 twice, and one of each wind."""
    return not hand.melds and any(
        without(rest, WINDS) == ("1" + suit,) for suit, rest in beside_runs(hand, "123456789")
    )


def gerties_garter(hand: Hand, options: Options) -> bool:
    suits = sorted(hand.suits)
    return (
        not hand.melds and len(suits) == 2 and set(hand.tiles) == set(tiles_of("".join("1234567" + x for x in suits)))
    )


def seven_pairs(hand: Hand, allowed: Collection[str], twice: bool) -> bool:
    """Seven pairs of allowed tiles; of four alike only where one kind may make two pairs."""
    times = shares(hand.held)
    return (
        not hand.melds
        and set(times) <= set(allowed)
        and all(number % 2 == 0 for number in times.values())
        and (twice or len(times) == 7)
    )


def clean_pairs(hand: Hand, options: Options) -> bool:
    ranks = [tiles_of("123456789" + suit) for suit in SUITS]
    return any(seven_pairs(hand, suit, options["four_identical_as_two_pairs"]) for suit in ranks)


def honour_pairs(hand: Hand, options: Options) -> bool:
    return seven_pairs(hand, HONORS, options["four_identical_as_two_pairs"])


def dirty_pairs(hand: Hand, options: Options) -> bool:
    return seven_pairs(hand, hand.held, options["four_identical_as_two_pairs"])


def all_pair_honours(hand: Hand, options: Options) -> bool:
    return seven_pairs(hand, MAJORS, twice=False)


def sparrows_sanctuary(hand: Hand, options: Options) -> bool:
    """Four 1s, and five pairs of the green bamboos, which are fewer kinds than that: so four alike are two pairs."""
    return hand.held.count("1s") == 4 and seven_pairs(hand, ("1s", *green(options)), twice=True)


def ranks_by_suit(hand: Hand) -> list[list[str]]:
    return [[tile[0] for tile in hand.held if tile[1] == suit] for suit in SUITS]


def mixed_pairs(hand: Hand, options: Options) -> bool:
    """Seven pairs of equal numbers in the same two suits."""
    ranks = [suit for suit in ranks_by_suit(hand) if suit]
    return not hand.melds and not hand.honors and len(ranks) == 2 and ranks[0] == ranks[1]


def mixed_pungs(hand: Hand, options: Options) -> bool:
    """Four sets of equal numbers in three suits, a pair of equal numbers in two."""
    if hand.melds or hand.honors:
        return False
    few, one, other = sorted(ranks_by_suit(hand), key=len)
    return len(few) == 4 and one == other and any(sorted([*few, rank]) == one for rank in "123456789")
