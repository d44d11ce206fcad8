"""Patterns of sets and tiles in Chinese: `[123a, 456b, 789c]` is `三种花色的一二三、四五六、七八九顺子各一副`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..conditions.numbers import NumberTest
from ..shapes.selectors import LETTERS_SUIT
from ..tiles.tile import mask_of, parse_class
from .chinese_tiles import (
    DIGITS,
    chinese_kinds,
    chinese_number,
    chinese_ranks,
    exactly_so_many_chinese,
    so_many_chinese,
)
from .pattern_items import (
    PatternItem,
    SetsInStep,
    by_suit_letter,
    counted_item,
    has_suit_letters,
    higher_by,
    is_every_honour,
    items_side_by_side,
    kinds_by_number,
    number_steps,
    one_at_most,
    one_in_each_suit,
    steps_in_each_suit,
    without_steps,
    without_suits,
    written_tiles,
)

ChineseClass = Callable[[Sequence[str], str], str]
"""Says the words of a class of tiles, with `、` or `或` before the last."""

_KINDS: Final = {
    "chow": ("副", "顺子"),
    "pung": ("副", "刻子"),
    "triplet": ("副", "刻子（不含杠）"),
    "kong": ("个", "杠"),
    "pair": ("对", ""),
    "set": ("副", "面子"),
    "loose": ("张", "牌"),
    "tile": ("张", "牌"),
}
"""How a kind of set is counted and called."""
_TOGETHER: Final = {
    ("concealed", "pung"): "暗刻",
    ("open", "pung"): "明刻",
    ("claimed", "pung"): "碰出的刻子",
    ("concealed", "triplet"): "暗刻（不含杠）",
    ("open", "triplet"): "明刻（不含杠）",
    ("concealed", "kong"): "暗杠",
    ("open", "kong"): "明杠",
    ("claimed", "kong"): "明杠",
    ("claimed", "set"): "副露",
    ("claimed", "chow"): "吃出的顺子",
    ("declared", "set"): "亮出的面子",
    ("open", "set"): "明的面子",
    ("open", "pair"): "由点炮成的对子",
    ("untaken", "pung"): "自摸成的刻子",
    ("taken", "kong"): "由碰出的刻子加成的杠",
    ("untaken", "kong"): "非由碰出的刻子加成的杠",
}
"""Kinds of set with an adjective, where players have a word for the two."""
_ADJECTIVES: Final = {
    "declared": "亮出的",
    "claimed": "吃碰的",
    "concealed": "门内的",
    "open": "明的",
    "taken": "用他家的牌组成的",
    "untaken": "自摸成的",
    "completed": "和牌张所成的",
    "winning": "有和牌张的",
}
_SUITS: Final = ("万子", "饼子", "条子")
_PLACES: Final = ("一种花色的", "另一种花色的", "第三种花色的")


def chinese_patterns(patterns: Iterable[object], classes: ChineseClass) -> str:
    """Patterns that are found side by side, or the parts of a shape."""
    stepped, others = items_side_by_side(patterns)
    told = [_stepped(stepped, classes)] if stepped else []
    return "，".join([*told, *_beside(stepped, others, classes)])


def so_many_sets(pattern: object, test: NumberTest, classes: ChineseClass) -> str:
    """A pattern that is counted: `没有副露`, `至少三副暗刻`."""
    item = counted_item(pattern)
    measure, noun = _noun(item, classes)
    shared = "同一花色的" if item.suit else ""
    if test == NumberTest(0, 0) and not noun:
        return f"没有{shared}{_qualities(item, classes)}对子"
    told = so_many_chinese if one_at_most(pattern) else exactly_so_many_chinese
    return told(test, shared + noun, measure) if noun else told(test, _pair(item, classes, test.least), "对")


def all_sets_are(pattern: object, classes: ChineseClass) -> str:
    """That all sets are of a kind."""
    item = counted_item(pattern)
    shared = "同一花色的" if item.suit else ""
    return f"面子全是{shared}{_noun(item, classes)[1]}"


def _by_suits(items: Sequence[PatternItem], classes: ChineseClass) -> list[str]:
    """Items in words: those of each suit letter together, then those of none."""
    groups = [group for letter, group in by_suit_letter(items) if letter]
    others = [item for item in items if not item.suit]
    alone = ["、".join(_so_many(item, classes, others[:place]) for place, item in enumerate(others))] if others else []
    each = _one_each(groups, classes)
    if each:
        return [each, *alone]
    if len(groups) == 1:
        return [f"同一花色的{'、'.join(_so_many(item, classes) for item in groups[0])}", *alone]
    told = [
        place + "、".join(_so_many(item, classes) for item in group)
        for place, group in zip(_PLACES, groups, strict=False)
    ]
    return [*told, *alone]


def _beside(stepped: Sequence[PatternItem], items: Sequence[PatternItem], classes: ChineseClass) -> list[str]:
    """Items beside sets whose numbers depend on each other: in which of the suits of these, or in another."""
    known = [letter for letter, _ in by_suit_letter(stepped) if letter]
    if not known:
        return _by_suits(items, classes)
    told, others = [], iter(_PLACES[1:])
    for letter, group in by_suit_letter(items):
        sets = "、".join(_so_many(item, classes, () if letter else group[:place]) for place, item in enumerate(group))
        if letter in known and len(known) == 1 and all(item.which for item in group):  # it says of which suit itself
            told.append(sets)
        elif letter in known:
            told.append(("与之同花色的" if len(known) == 1 else f"第{DIGITS[known.index(letter) + 1]}种花色的") + sets)
        else:
            told.append(f"{next(others)}{sets}" if letter else sets)
    return told


def _one_each(groups: Sequence[Sequence[PatternItem]], classes: ChineseClass) -> str:
    """Sets of one kind, each in a suit of its own; empty where they are not so."""
    items, plain = [group[0] for group in groups], one_in_each_suit(groups)
    if plain is None:
        return ""
    number = f"{chinese_number(len(groups))}种花色"
    if plain.kind == "tiles":
        if len({item.ranks for item in items}) == 1:
            return f"{number}各有{_written(items[0].ranks)}"
        return f"{'、'.join(_written(item.ranks) for item in items)}，各为一种花色"
    measure, noun = _noun(plain, classes)
    ranks = "、".join(_written(item.ranks) for item in items) if items[0].ranks else ""
    return f"{number}的{ranks}{noun or '对子'}各一{measure}"


def _stepped(items: Sequence[PatternItem], classes: ChineseClass) -> str:
    """Sets whose numbers depend on each other."""
    sets = SetsInStep.of(items)
    total, steps, apart = sets.total, sets.steps, sets.apart
    place = "花色各不相同的" if apart else "同一花色的" if sets.suits == 1 else ""
    if sets.several_kinds and 1 < sets.suits < total:
        return _suit_by_suit(items, classes)
    if sets.several_kinds:
        return f"{place}{'、'.join(_so_many(item, classes) for item in without_suits(items))}，{_gaps(steps)}"
    if not apart and sets.suits > 1:
        own = steps_in_each_suit(items)
        if own is None:
            return _suit_by_suit(items, classes)
        same = f"{chinese_number(sets.suits)}种花色各有相同的{_counted(items[0], len(own), classes)}"
        return f"{same}，{_gaps(own)}"
    if len(set(steps)) == 1:
        identical = all(item.suit for item in items) if not apart else items[0].kind == "chow"
        same = "相同的" if identical else "序数相同的"
        return f"{f'{chinese_number(total)}种花色中' if apart else ''}{same}{_counted(items[0], total, classes)}"
    return f"{place}{_counted(items[0], total, classes)}，{_gaps(steps)}"


def _suit_by_suit(items: Sequence[PatternItem], classes: ChineseClass) -> str:
    """Sets whose numbers depend on each other, those of each suit letter together, then those of any suit."""
    groups = by_suit_letter(items)
    told = []
    for (suit, group), place in zip(groups, (*_PLACES, ""), strict=False):
        sets = "、".join(_so_many(item, classes) for item in without_steps(group))
        told.append(f"{place}{sets}" if suit else sets)
    return f"{'，'.join(told)}，{_gaps(number_steps(item for _, group in groups for item in group))}"


def _gaps(steps: Sequence[int]) -> str:
    """How numbers follow each other: all the same, or each so many higher than the one before."""
    gap = higher_by(steps)
    if gap == 0:
        return "序数相同"
    if gap is not None:
        return f"{'序数依次递增' if len(steps) > 2 else '序数相差'}{DIGITS[gap]}"
    return f"各自最小的序数相当于{'、'.join(DIGITS[step + 1] for step in steps)}"


def _so_many(item: PatternItem, classes: ChineseClass, before: Sequence[PatternItem] = ()) -> str:
    """An item with its number: `一副箭牌的刻子`, `三副一二三的顺子`."""
    if item.kind == "tiles":
        told = _written(item.ranks) if item.ranks else _each_of(item.which, classes)
        return told if item.number == 1 else f"{told}（{chinese_number(item.number)}组）"
    if item.kind == "pick":
        return _picked(item, classes, before)
    if item.kind == "equal":
        suits = {word[0] for word in item.which}
        if len(item.which) == 2:
            return f"{chinese_number(item.number)}对两种花色中同一序数的牌"
        return f"{chinese_number(item.number)}组{chinese_number(len(suits))}种花色中同一序数的牌"
    same = {"": "", "x": "相同的"}.get(item.tile, "另外相同的") if item.number > 1 else ""
    return same + _counted(item, item.number, classes)


def _each_of(which: Sequence[str], classes: ChineseClass) -> str:
    """So many tiles of each kind as are written."""
    told = []
    for number, kinds in kinds_by_number(which):
        each = "" if mask_of(parse_class(kinds)).bit_count() == 1 else "各"
        told.append(f"{classes([kinds], '、')}{each}{chinese_number(number)}张")
    return "、".join(told)


def _picked(item: PatternItem, classes: ChineseClass, before: Sequence[PatternItem]) -> str:
    """Some tiles out of several."""
    count = item.picked
    if item.among:
        tiles = chinese_ranks(item.among)
    elif has_suit_letters(item.which):
        tiles = _lettered(item.which)
    else:
        tiles = classes(item.which, "、")
        if count == 1 and any(classes(["".join(one.which)], "、") == tiles for one in before if one.kind == "tiles"):
            return "其中任一张再加一张"
    return f"{tiles}中任一张" if count == 1 else f"{tiles}中不同的{chinese_number(count)}张"


def _lettered(which: Sequence[str]) -> str:
    """A choice of tiles some of which are in any suits."""
    told, places = [], iter(_PLACES)
    several = len(set("".join(which)) & set(LETTERS_SUIT)) > 1
    for ranks, letter in written_tiles(which):
        if letter in LETTERS_SUIT:
            told.append(next(places) + _written(ranks) if several else f"同花色的{chinese_ranks(ranks)}")
        elif is_every_honour(ranks, letter):
            told.append("字牌")
        else:
            told.append(chinese_kinds(mask_of(parse_class("".join(map(str, ranks)) + letter))))
    return "、".join(told)


def _counted(item: PatternItem, number: int, classes: ChineseClass) -> str:
    """So many sets of a kind."""
    measure, noun = _noun(item, classes)
    if noun:
        return f"{chinese_number(number)}{measure}{noun}"
    return f"{chinese_number(number)}对{_pair(item, classes, number) or ('将牌' if number == 1 else '')}"


def _pair(item: PatternItem, classes: ChineseClass, number: int) -> str:
    """Which pair it is, behind its number: `一对字牌`; nothing where any will do."""
    said = _qualities(item, classes).removesuffix("的")
    if not item.adjectives or item.which:
        return said
    return f"{said}的{'将牌' if number == 1 else '牌'}"


def _noun(item: PatternItem, classes: ChineseClass) -> tuple[str, str]:
    """The measure word of a kind of set, and the set with which it is; nothing of a pair."""
    measure, kind = _KINDS.get(item.kind, ("个", item.kind))
    if item.kind == "pair":
        return measure, ""
    rest = [word for word in item.adjectives if (word, item.kind) not in _TOGETHER]
    named = [_TOGETHER[word, item.kind] for word in item.adjectives if (word, item.kind) in _TOGETHER]
    return measure, _qualities(item._replace(adjectives=tuple(rest)), classes) + (named[0] if named else kind)


def _qualities(item: PatternItem, classes: ChineseClass) -> str:
    """What is said of a set before its kind: which it is, and its adjectives."""
    told = "".join(_ADJECTIVES.get(word, word) for word in item.adjectives)
    tiles = classes(item.which, "或") if item.which else ""
    if item.ranks and tiles in _SUITS:
        return f"{told}{_written(item.ranks)}{tiles[0]}的"
    if item.ranks:
        told += f"{_written(item.ranks)}的"
    if item.among:
        told += f"{chinese_ranks(item.among, '或')}的"
    if tiles:
        told += f"与花色相配的{tiles}的" if item.suit else f"{tiles}的"
    return told


def _written(ranks: tuple[int, ...]) -> str:
    """Loose tiles of one suit: `一至七`, `一四七`, `一一三三`."""
    if len(ranks) > 3 and ranks == tuple(range(ranks[0], ranks[-1] + 1)):
        return f"{DIGITS[ranks[0]]}至{DIGITS[ranks[-1]]}"
    if len(ranks) > 1 and len(set(ranks)) == 1:
        return DIGITS[ranks[0]]
    return "".join(DIGITS[rank] for rank in ranks)
