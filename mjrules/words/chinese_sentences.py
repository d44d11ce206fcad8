"""Conditions in Chinese: every condition word has a phrase in it, whose places are filled with its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..conditions.bonus_patterns import ALL_OF
from ..conditions.numbers import NumberTest, read_number
from ..shapes.readings import UNFINISHED
from ..tiles.classes import ClassError
from .chinese_patterns import all_sets_are, chinese_patterns, so_many_sets
from .chinese_tiles import (
    DIGITS,
    chinese_class,
    chinese_number,
    chinese_tile,
    chinese_tiles,
    exactly_so_many_chinese,
    so_many_chinese,
)
from .sentences import Speaker, class_alternatives, condition_test, filled_phrase, more_bonus_tiles, outside, several_of

_WINDS: Final = {"E": "东", "S": "南", "W": "西", "N": "北"}
_DYNAMIC: Final = {"seat_wind": "门风", "round_wind": "圈风"}
_WAITS: Final = {
    "edge": "边张（三或七）",
    "closed": "嵌张",
    "single": "单钓将",
    "two_sided": "两面听的一端",
    "paired": "对倒中的一张",
}
_NEXT: Final = "；或"
"""What stands between alternatives that have marks in them."""
_EACH_OF: Final = "每有一个："
_EACH_TILE: Final = "每张"
_BONUS: Final = {
    "any": "花牌",
    "flower": "花",
    "season": "季",
    "animal": "动物牌",
    "own flower": "本座的花",
    "own season": "本座的季",
    "own tile": "本座的花牌",
    "round flower": "本圈的花",
    "round season": "本圈的季",
    "4 flower": "四花齐全",
    "4 season": "四季齐全",
    "4 animal": "四动物齐全",
}


@dataclass(frozen=True)
class ChineseSpeaker(Speaker):
    """Says in Chinese what conditions and shapes ask for."""

    def condition(self, when: Any, depth: int = 0) -> str:
        """A condition in words."""
        if not isinstance(when, Mapping):
            return _plain(when)
        clauses = [self.word(str(name), value, depth) for name, value in when.items()]
        mark = "；" if any("，" in clause or "；" in clause for clause in clauses) else "，"
        return _beside(clauses, mark)

    def word(self, name: str, value: Any, depth: int = 0) -> str:
        """One condition word with its value; the name and the value where it has no phrase."""
        word = self.words.get(name)
        if word is None or not word.chinese:
            return f"{name.replace('_', ' ')}：{_plain(value)}"
        return filled_phrase(word.chinese, value, lambda place: CHINESE_PLACES[place](self, value, depth))

    def parts(self, parts: Sequence[object], *, concealed: bool = False, distinct: bool = False) -> str:
        """The parts of a shape."""
        alike = "，各不相同" if distinct else ""
        return chinese_patterns(parts, self.class_in) + alike + ("，门前清" if concealed else "")

    def class_in(self, words: Sequence[str], last: str = "、") -> str:
        """The tiles of a class, or of several joined by `or` and cut by `not`."""
        if any(self.classes.is_dynamic(word) for word in words):
            return self._depending_on_hand(words)
        try:
            return chinese_class(self.classes.read(" ".join(words)), last)
        except ClassError:
            return " ".join(words)

    def _depending_on_hand(self, words: Sequence[str]) -> str:
        """Classes of which some depend on the hand: its winds, or what a field of its record says."""
        return "或".join("兼".join(found) for found in class_alternatives(words, self._one_class))

    def _one_class(self, word: str, negated: bool) -> str:
        name = self.classes.canonical(word)
        told = f"{self.fields[name]}的牌" if name in self.fields else name.replace("_", " ")
        found = _DYNAMIC.get(name) or (told if self.classes.is_dynamic(word) else self.class_in([word]))
        return f"非{found}" if negated else found

    def shape(self, name: Any) -> str:
        """A shape: its parts."""
        if name == UNFINISHED:
            return "未成和牌牌型的手牌"
        return self.parts(self.shapes[name]) if name in self.shapes else str(name).replace("_", " ")

    def shortly(self, name: str) -> str:
        """What a flag says, without the name before it and the full stop."""
        text = self.flags.get(name, name.replace("_", " "))
        return text.partition("：")[0] if "：" in text else text.removesuffix("。")


def _plain(value: Any) -> str:
    """Any value in words, as far as nothing is known of it."""
    if isinstance(value, Mapping):
        return "、".join(f"{str(name).replace('_', ' ')} {_plain(item)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return "、".join(_plain(item) for item in value)
    if value is None or isinstance(value, bool):
        return {True: "是", False: "否", None: "无"}[value]
    return str(value).replace("_", " ")


def _alternatives(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    return _either([speaker.condition(item, depth) for item in speaker.alternatives(value)])


def _either(told: Sequence[str]) -> str:
    """One of several: a long one stands apart."""
    long = any(mark in one for one in told for mark in "、，；")
    return _NEXT.join(map(_apart, told)) if long and len(told) > 1 else "或".join(told)


def _apart(told: str) -> str:
    """What has parts, in brackets, so that beside others it is seen where it ends."""
    return f"（{told}）" if "；" in outside(told) else told


def _beside(told: Sequence[str], mark: str = "；") -> str:
    """What holds together; alternatives that stand apart in brackets, beside others."""
    return mark.join(_apart(one) if len(told) > 1 and _NEXT in outside(one) else one for one in told)


def _denied(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    told = [speaker.condition(item, depth) for item in speaker.alternatives(value)]
    return "，".join(map(_not, told))


def _not(told: str) -> str:
    """That something is not so; of what a list of words finds, that there is none of it."""
    for each, none in ((_EACH_OF, "没有："), (_EACH_TILE, "没有")):
        if told.startswith(each) and told.count(each) == 1 and "；" not in told and "，" not in told:
            return f"{none}{told.removeprefix(each)}"
    return f"不是（{told}）"


def _tiles(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        return "、".join(_so_many_tiles(speaker, str(text), wanted) for text, wanted in value.items())
    if isinstance(value, (list, tuple)):
        return f"{_EACH_TILE}{'、'.join(speaker.class_in(str(text).split()) for text in value)}"
    return f"只有{speaker.class_in(str(value).split())}"


def _so_many_tiles(speaker: ChineseSpeaker, text: str, wanted: Any) -> str:
    return exactly_so_many_chinese(condition_test(wanted), speaker.class_in(text.split(), "或"), "张")


def _suits(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    test = condition_test(value)
    if test == NumberTest(0, 0):
        return "没有序数牌"
    return f"序数牌为{so_many_chinese(test, '花色', '种')}"


def _sets(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        told = [so_many_sets(text, condition_test(wanted), speaker.class_in) for text, wanted in value.items()]
        return "、".join(told)
    if isinstance(value, (list, tuple)):
        return chinese_patterns(value, speaker.class_in)
    return all_sets_are(value, speaker.class_in)


def _bonus(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    if isinstance(value, Mapping):
        return "、".join(_so_much_bonus(speaker, str(text), condition_test(wanted)) for text, wanted in value.items())
    return "或".join(
        f"{_EACH_TILE}{_BONUS['any']}" if text == "any" else _bonus_words(speaker, text)[0]
        for text in map(str, several_of(value))
    )


def _so_much_bonus(speaker: ChineseSpeaker, text: str, test: NumberTest) -> str:
    told = exactly_so_many_chinese if more_bonus_tiles(speaker, text, test) else so_many_chinese
    return told(test, *_bonus_words(speaker, text))


def _bonus_words(speaker: ChineseSpeaker, text: str) -> tuple[str, str]:
    """The bonus tiles of a pattern, and their measure word."""
    if text in _BONUS:
        return _BONUS[text], "张"
    named, pattern = text.removeprefix(ALL_OF), speaker.bonus_pattern(text)
    if pattern is None:
        return text, "张"
    if pattern.together:
        return f"{_BONUS[named] if named in _BONUS else chinese_tiles(pattern.tiles)}齐全", "组"
    return "或".join(map(chinese_tile, pattern.tiles)), "张"


def _fields(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    if not isinstance(value, Mapping):
        return "、".join(f"{_EACH_OF}{speaker.field(name)}" for name in several_of(value))
    return "，".join(f"{speaker.field(name)}：{_amount(wanted)}" for name, wanted in value.items())


def _indicated(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    if not isinstance(value, Mapping):
        return f"{'或'.join(speaker.field(name) for name in several_of(value))}所指的每张牌"
    return "，".join(f"{speaker.field(name)}所指的牌：{_amount(wanted)}" for name, wanted in value.items())


def _amount(value: Any) -> str:
    test = read_number(value)
    if test is None:
        return "或".join(_WINDS.get(str(item), str(item)) for item in several_of(value))
    if test.most is None:
        return f"{test.least} 或以上"
    return str(test.least) if test.least == test.most else f"{test.least} 至 {test.most}"


def _kinds(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    test = condition_test(value)
    if test.most == 0:
        return "没有听的牌"
    if test.least == test.most:
        return f"恰听{chinese_number(test.least)}种牌"
    return f"听{so_many_chinese(test, '牌', '种')}"


def _written_tiles(speaker: ChineseSpeaker, value: Any, depth: int) -> str:
    found = re.fullmatch(r"([0-9]+)([abc])", str(value))
    if found:
        return f"同一花色的{''.join(DIGITS[int(digit)] for digit in found[1])}"
    return chinese_patterns([value], speaker.class_in)


CHINESE_PLACES: Final[Mapping[str, Callable[[ChineseSpeaker, Any, int], str]]] = {
    "one of these conditions": _alternatives,
    "all these conditions": lambda speaker, value, depth: _beside(
        [speaker.condition(item, depth) for item in several_of(value)]
    ),
    "not these conditions": _denied,
    "named conditions": lambda speaker, value, depth: _beside(
        [speaker.term(str(name), depth) for name in several_of(value)]
    ),
    "shapes": lambda speaker, value, depth: _either([speaker.shape(str(name)) for name in several_of(value)]),
    "written tiles": _written_tiles,
    "tiles": _tiles,
    "a tile": lambda speaker, value, depth: speaker.class_in(str(value).split(), "或"),
    "suits": _suits,
    "suit tile or tile": lambda speaker, value, depth: "序数牌" if value == "suits_outside_kongs" else "牌",
    "sets": _sets,
    "bonus tiles": _bonus,
    "waits": lambda speaker, value, depth: "或".join(_WAITS.get(str(name), str(name)) for name in several_of(value)),
    "kinds": _kinds,
    "flags": lambda speaker, value, depth: "、".join(speaker.shortly(str(name)) for name in several_of(value)),
    "fields": _fields,
    "fields with tiles": lambda speaker, value, depth: "或".join(speaker.field(name) for name in several_of(value)),
    "indicated": _indicated,
    "seats": lambda speaker, value, depth: "或".join(_WINDS.get(str(name), str(name)) for name in several_of(value)),
    "rules": lambda speaker, value, depth: "、".join(speaker.called(str(name)) for name in several_of(value)),
    "number": lambda speaker, value, depth: _amount(value),
    "value": lambda speaker, value, depth: _plain(value),
}
"""How a phrase's places are filled with the value of its word; `{yes|no}` is chosen by a truth value."""
