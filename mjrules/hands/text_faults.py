"""What is wrong with a hand text, in all languages. What has to be typed stands in quotes."""

from __future__ import annotations

from ..spoken import Sentence

NOT_CLOSED = Sentence(
    '"{text}" is not closed: declared sets go in (…), concealed kongs in […]',
    "“{text}”没有收尾：亮出的牌写在 (…) 内，暗杠写在 […] 内",
)
NEVER_OPENED = Sentence(
    '"{text}" is never opened: declared sets go in (…), concealed kongs in […]',
    "“{text}”没有起头：亮出的牌写在 (…) 内，暗杠写在 […] 内",
)
HAND_TOO_LONG = Sentence("a hand of more than {most} characters", "手牌超过 {most} 个字符")
ONE_MARK = Sentence("only one winning tile can be marked with + or !", "只能有一张和牌张以“+”或“!”标明")
AS_TILES = Sentence(
    '"{key}" is written as tiles and words in a hand text, not as {key}=', "“{key}”应直接写牌与词，不写“{key}=”"
)
AS_MARK = Sentence(
    'a hand text has no "{key}": put + before a winning tile that was claimed, ! before one that was drawn',
    "手牌文字中没有“{key}”：点炮的和牌张前加“+”，自摸的前加“!”",
)
NO_PART = Sentence('"{key}" is not part of a hand text', "手牌文字中没有“{key}”")
TWICE = Sentence('"{key}" is given twice', "“{key}”写了两次")
ANY_SET = Sentence("three in a row, three alike or four alike", "相连的三张，或三张、四张相同的牌")()
TWO_ALIKE = Sentence("two alike", "两张相同的牌")()
INSIDE = Sentence('"{text}" names a set inside of one', "“{text}”在一组牌里又写了一组")
WON_MARKED = Sentence(
    "`won` is for a win without a winning tile, and one is marked", "“won”用于没有和牌张的和牌，而这里标了一张"
)
AFTER_MARK = Sentence('expected the winning tile after "{mark}"', "“{mark}”之后应为和牌张")
MARK_LAST = Sentence(
    "the winning tile came from a player, but none is marked: put it last, with + before it",
    "和牌张来自他家，却没有标明：请写在最后，前加“+”",
)
NO_MARK = Sentence(
    "no tile is marked as the winning one: put + (claimed) or ! (drawn) before it; "
    "only East wins with the hand as dealt",
    "没有标明和牌张：点炮前加“+”，自摸前加“!”；只有庄家能以配牌和牌",
)
WIND_BEHIND = Sentence(
    '"{word}" after the winning tile: expected seat={word} or round={word}, or the tile before the mark',
    "和牌张之后的“{word}”：应为“seat={word}”或“round={word}”，或把牌写在标记之前",
)
WHICH_KONG = Sentence(
    '"{said}": a claimed kong is written ({said}), a concealed one [{said}]',
    "“{said}”：明杠写作“({said})”，暗杠写作“[{said}]”",
)
PAIR_CLAIMED = Sentence('"{said}": a pair is never claimed', "“{said}”：对子不能吃碰")
NO_NUMBER_SAID = Sentence(
    '"{said}" does not say which {kind}: expected its number too, as in "{example}"',
    "“{said}”没说是哪副{name}：须有数字，如“{example}”",
)
NO_TILES_SAID = Sentence(
    '"{word}" is a kind of set: expected its tiles behind it, as in "{example}"',
    "“{word}”是一种牌组：其后应写牌，如“碰三筒”",
)
WHICH_CHOW = Sentence(
    '"{said}" does not say which chow: expected its three tiles, as in "chow 345 dots"',
    "“{said}”没说是哪副顺子：须写三张牌，如“吃三四五筒”",
)
NEEDS_VALUE = Sentence(
    '"{word}" needs its value directly behind it: {word}={value}', "“{word}”之后须直接写值：“{word}={value}”"
)
NO_TILE_WORD = Sentence('"{word}" is not a tile (did you mean "{near}"?)', "“{word}”不是牌（是否指“{near}”？）")
NO_FLAG_WORD = Sentence('unknown flag "{word}" (did you mean "{near}"?)', "没有“{word}”这种情况（是否指“{near}”？）")
NO_FLOWER = Sentence('"{word}" is not a bonus tile (did you mean "{near}"?)', "“{word}”不是花牌（是否指“{near}”？）")
NO_FLOWER_EITHER = Sentence(
    '"{word}" is not a bonus tile: expected f1-f4, s1-s4, a1-a4, a name such as plum, or how many there are',
    "“{word}”不是花牌：应为“f1-f4”、“s1-s4”、“a1-a4”、“plum”之类的名称或张数",
)
NOTE = Sentence("Note: {remark}", "注：{remark}")
"""What was guessed in a text that can be read, as `read_with_remarks` tells it."""
DRAWN_AND_FROM = Sentence(
    "The tile was drawn (!), so {source} says nothing; write + where it was claimed.",
    "和牌张是自摸的（!），“{source}”没有意义；若为点炮，请写“+”。",
)
AS_DEALT = Sentence(
    "No winning tile is marked with + or !, so this is taken as East's hand as dealt (heaven).",
    "没有用“+”或“!”标出和牌张，因此按东家起手和牌（天和）算。",
)()
WEST_NOT_WHITE = Sentence('"{word}" is read as West; the white dragon is Wh.', "“{word}”读作西风；白板写作“Wh”。")
