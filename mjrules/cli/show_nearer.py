"""What brings an incomplete hand nearer: which tiles it wants, and what to throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..distance.distances import FAR, Distance
from ..errors import HandError
from ..hands.hand import Hand
from ..ruleset.ruleset import Ruleset
from ..scoring.show import Style
from ..spoken import Sentence, Spoken
from ..tiles.tile import KINDS, Tile, tiles_of

MOST_TILES: Final = 20
"""So many kinds are told one by one."""
MOST_THROWN: Final = 3
"""How many discards are told."""


_NEVER: Final = Sentence("Under this ruleset it cannot win any more.", "按此规则已不可能和牌。")()
_NEAREST: Final = Sentence("To the nearest hand that may win ({names}) {lacking}", "离最近的和牌还差 {number} 张。")
_BRING: Final = Sentence("{wanted} {verb} it nearer.", "摸到{wanted}就更近一步。")
_THROW_AND_WAIT: Final = Sentence("Throw {tile}, and it waits for {wanted}.", "打{thrown:tiles}，听{wanted}。")
_THROW_AND_BRING: Final = Sentence(
    "Throw {tile}, and {wanted} {verb} it nearer.", "打{thrown:tiles}，再摸到{wanted}就更近一步。"
)
_WANTED: Final = Sentence("{tiles} ({number} tile{s})", "{kinds:tiles}（{number} 张）")
_MANY_WANTED: Final = Sentence("{many} kinds of tiles ({number} tile{s})", "{many} 种牌（{number} 张）")


def nearer(ruleset: Ruleset, hand: Hand, style: Style, told: Sequence[str]) -> Iterator[str]:
    """What an incomplete hand wants, in sentences; nothing where it takes too long to say.

    `told` are the sentences before it, of which none is said again in other words.
    """
    try:
        found = ruleset.distances.of(hand)
    except HandError:
        return
    if found == FAR:
        yield _NEVER
        return
    held = len(hand.concealed) + 3 * len(hand.melds) + (hand.win is not None)
    whole = held in ruleset.scorer.shapes.sizes
    lacking = "one tile is missing." if found.missing == 1 else f"{found.missing} tiles are missing."
    if found.missing > 0 and lacking.capitalize() not in told:
        names = " or ".join(_name(ruleset, shape) for shape in found.shapes)
        yield _NEAREST(names=names, lacking=lacking, number=found.missing)
    if whole and not any(sentence.startswith("Without") for sentence in told):
        yield from _thrown(ruleset, hand, style)
    elif not whole and found.missing > 1:
        yield _BRING(wanted=_wanted(ruleset, hand, found, style), verb=_verb(found))


def _thrown(ruleset: Ruleset, hand: Hand, style: Style) -> Iterator[str]:
    """What is best thrown of a hand with a tile too many, and what it wants then."""
    left = ruleset.distances.discards(hand)
    ranked = sorted(left.items(), key=lambda one: (one[1].missing, -_chances(ruleset, hand, one[1]), one[0]))
    best = [(tile, one) for tile, one in ranked if 0 < one.missing == ranked[0][1].missing]
    for tile, one in best[:MOST_THROWN]:
        wanted = _wanted(ruleset, hand, one, style)
        sentence = _THROW_AND_WAIT if one.missing == 1 else _THROW_AND_BRING
        yield sentence(tile=style.tiles([tile]), thrown=(tile,), wanted=wanted, verb=_verb(one))


def _verb(found: Distance) -> str:
    return "brings" if found.improving.bit_count() == 1 else "bring"


def _wanted(ruleset: Ruleset, hand: Hand, found: Distance, style: Style) -> Spoken:
    """Which tiles a hand wants, in words: `58p (7 tiles)`."""
    kinds, number = tiles_of(found.improving), _chances(ruleset, hand, found)
    s = "s" if number != 1 else ""
    if len(kinds) > MOST_TILES:
        return _MANY_WANTED(many=len(kinds), number=number, s=s)
    return _WANTED(tiles=style.tiles(kinds), kinds=tuple(kinds), number=number, s=s)


def _chances(ruleset: Ruleset, hand: Hand, found: Distance) -> int:
    """How many tiles that a hand wants are not in it."""
    copies = ruleset.book.tiles.per_kind
    return sum([max(0, copies[kind] - hand.counts[kind]) for kind in _kinds(found.improving)])


def _kinds(mask: int) -> tuple[Tile, ...]:
    return tuple([kind for kind in tiles_of(mask) if kind < KINDS])


def _name(ruleset: Ruleset, shape: str) -> str:
    """What the hands of a shape are called."""
    known = {rule.id: rule.name for rule in ruleset.book.rules}
    return known.get(shape, "sets and a pair" if _is_plain(ruleset, shape) else shape.replace("_", " "))


def _is_plain(ruleset: Ruleset, shape: str) -> bool:
    return any(own.name == shape and own.plain for own in ruleset.distances.shapes)
