"""Names as people type them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_TRADITIONAL: Final = (
    "兩單単場報寶將對対後從搶撈擺數斷時條棄槍槓氣気漢滿満燈無獨環發発約紅純絕絶綠緑編織羅聽臺與"
    "莊蓮蘭補計詐誤貫過連遲釣鈴銃錯長開門雙雞頂順頭風飛餅騎馬魚點齊龍輸換國萬東邊進輪張貓財嶺帶"
    "帯捨抜裏么麼糊胡暫勝負會處樣種罰牆"
)
_SIMPLIFIED: Final = (
    "两单单场报宝将对对后从抢捞摆数断时条弃枪杠气气汉满满灯无独环发发约红纯绝绝绿绿编织罗听台与"
    "庄莲兰补计诈误贯过连迟钓铃铳错长开门双鸡顶顺头风飞饼骑马鱼点齐龙输换国万东边进轮张猫财岭带"
    "带舍拔里幺幺和和暂胜负会处样种罚墙"
)
"""Signs that stand in names of rules in their traditional and Japanese forms, and the simplified ones in their order.

What a win is called, too: 和, 胡 in the west of China and on Taiwan, 糊 in Hong Kong.
"""
_FORMS: Final = str.maketrans(_TRADITIONAL, _SIMPLIFIED)


def spelled(name: str) -> str:
    """A name without what people write in different ways: capitals, accents, apostrophes, hyphens, spaces.

    Chinese is in simplified signs.
    """
    plain_letters = unicodedata.normalize("NFKD", name.casefold())
    plain = re.sub(r"[\W_]+", "", "".join(char for char in plain_letters if not unicodedata.combining(char)))
    return plain if plain.isascii() else plain.translate(_FORMS)


def name_holds(name: str, text: str) -> bool:
    """Whether a name has a text in it as it is written, capitals aside, or, with Chinese in it, as it is spelled.

    Other scripts have spaces between words: `sevens` is not in Seven Shifted Pairs.
    """
    return text.casefold() in name.casefold() or (
        not text.isascii() and bool(spelled(text)) and spelled(text) in spelled(name)
    )
