"""Tiles and classes of tiles in Chinese: `条子二、四、六`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..conditions.numbers import NumberTest
from ..tiles.tile import (
    ALL_KINDS,
    BONUS,
    FIRST,
    JOKER,
    KIND,
    KINDS,
    RANKS,
    REAL,
    RED,
    SUIT,
    SUITS,
    TEXT,
    Tile,
    mask_of,
    parse_class,
)
from .tiles import NEARLY_ALL, has_all_jokers, may_be_jokers, ranks_in, ranks_of_all_suits

DIGITS: Final = "零一二三四五六七八九十"
_SUITS: Final = {"m": "万", "p": "饼", "s": "条"}
_BONUS: Final = dict(
    zip(BONUS, ("梅", "兰", "菊", "竹", "春", "夏", "秋", "冬", "猫", "鼠", "鸡", "蜈蚣"), strict=True)
)
_HONOURS: Final = ("东风", "南风", "西风", "北风", "白板", "发财", "红中")
_KNOWN: Final = {
    mask_of(parse_class(text)): word
    for text, word in (
        ("123456789mps", "序数牌"),
        ("19mps", "序数牌一、九"),
        ("2345678mps", "中张"),
        ("1234z", "风牌"),
        ("567z", "箭牌"),
        ("1234567z", "字牌"),
        ("19mps1234567z", "幺九牌"),
    )
}
"""Classes that players have words for, by their tiles."""
_IN_A_ROW: Final = 3


def chinese_number(number: int) -> str:
    """A whole number as people write it before a measure word: `两`, `十三`, others in digits."""
    if number == 2:
        return "两"
    if 0 <= number <= 10:
        return DIGITS[number]
    return f"十{DIGITS[number - 10]}" if number < 20 else str(number)


def so_many_chinese(test: NumberTest, thing: str, measure: str) -> str:
    """How many things a test asks for: `没有杠`, `两个杠`, `至少一个杠`."""
    least, most = test
    if most is None:
        return f"任意{measure}{thing}" if least == 0 else f"至少{chinese_number(least)}{measure}{thing}"
    if most == 0:
        return f"没有{thing}"
    if least == most:
        return f"{chinese_number(least)}{measure}{thing}"
    if least == 0:
        return f"至多{chinese_number(most)}{measure}{thing}"
    return f"{chinese_number(least)}至{chinese_number(most)}{measure}{thing}"


def exactly_so_many_chinese(test: NumberTest, thing: str, measure: str) -> str:
    """The same, where what is found side by side is told without a test: `两个杠` may be three, these are not."""
    told = so_many_chinese(test, thing, measure)
    return f"恰好{told}" if test.least == test.most != 0 else told


def chinese_ranks(ranks: Iterable[int], last: str = "、") -> str:
    """Numbers of tiles: `二、四、六`, and `六至九` where they follow each other."""
    own = tuple(ranks)
    if len(own) > _IN_A_ROW and own == tuple(range(own[0], own[-1] + 1)):
        return f"{DIGITS[own[0]]}至{DIGITS[own[-1]]}"
    told = [DIGITS[rank] for rank in own]
    return "、".join(told) if last == "、" or len(told) < 2 else f"{'、'.join(told[:-1])}{last}{told[-1]}"


def chinese_class(mask: int, last: str) -> str:
    """The tiles of a mask; with `last` as `或`, any one of them."""
    if not has_all_jokers(mask):
        told = chinese_kinds(mask, last)
        return told if may_be_jokers(mask) else f"非百搭的{told}"
    told = chinese_kinds(mask, last)
    return f"{told}{last}{chinese_tile(JOKER)}" if told else chinese_tile(JOKER)


def chinese_kinds(mask: int, last: str = "、") -> str:
    """The tiles of a mask, jokers left out."""
    reds = [tile for tile in RED if mask >> tile & 1]
    mask &= ALL_KINDS
    if reds and not mask:
        return "红五" if len(reds) == len(RED) else "、".join(chinese_tile(tile) for tile in reds)
    rest = ALL_KINDS & ~mask
    if not rest:
        return "牌"
    if mask in _KNOWN:
        return _KNOWN[mask]
    if mask.bit_count() >= NEARLY_ALL and rest in _KNOWN:
        return f"{_KNOWN[rest]}以外的牌"
    parts = _parts(mask, last)
    mark = "，" if len(parts) > 1 and any("、" in part for part in parts) else "、"
    return mark.join(parts) if last == "、" or len(parts) < 2 else f"{mark.join(parts[:-1])}{last}{parts[-1]}"


def _parts(mask: int, last: str) -> list[str]:
    """The parts of a class: numbers of all suits, or suit by suit, and honours."""
    numbers = mask & ((1 << FIRST["z"]) - 1)
    if numbers in _KNOWN:
        found = [_KNOWN[numbers]]
    elif alike := ranks_of_all_suits(numbers):
        found = [f"序数牌{chinese_ranks(alike, last)}"]
    else:
        found = [
            f"{_SUITS[suit]}子{'' if len(ranks) == RANKS[suit] else chinese_ranks(ranks, last)}"
            for suit in SUITS
            if (ranks := ranks_in(mask, suit))
        ]
    honours = mask >> FIRST["z"] << FIRST["z"]
    if honours in _KNOWN:
        return [*found, _KNOWN[honours]]
    for text in ("1234z", "567z"):
        part = honours & mask_of(parse_class(text))
        named = [_HONOURS[kind - FIRST["z"]] for kind in range(FIRST["z"], KINDS) if part >> kind & 1]
        found += [_KNOWN[part]] if part in _KNOWN else named
    return found


def chinese_tile(tile: Tile) -> str:
    """One tile: `五万`, `红五饼`, `东风`, `梅`, `猫`, `百搭`."""
    if tile == JOKER:
        return "百搭"
    if REAL[tile] == JOKER:
        return f"百搭作{chinese_tile(KIND[tile])}"
    if tile in _BONUS:
        return _BONUS[tile]
    text = TEXT[KIND[tile]]
    if SUIT[tile] in tuple(SUITS):
        named = f"{DIGITS[int(text[0])]}{_SUITS[text[-1]]}"
        return f"红{named}" if tile in RED else named
    return _HONOURS[int(text[0]) - 1]


def chinese_tiles(tiles: Iterable[Tile]) -> str:
    """Several tiles, those of one suit together: `二三四条、东风`."""
    found: list[str] = []
    open_suit = ""
    for tile in tiles:
        plain = tile < FIRST["z"]
        if plain and open_suit == SUIT[tile]:
            found[-1] = f"{found[-1][:-1]}{DIGITS[int(TEXT[tile][0])]}{_SUITS[SUIT[tile]]}"
        else:
            found.append(chinese_tile(tile))
        open_suit = SUIT[tile] if plain else ""
    return "、".join(found)
