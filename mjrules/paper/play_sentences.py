"""What is said of how a game is played, by the words of a ruleset's table, in all languages."""

from __future__ import annotations

from typing import Final

from ..ruleset.play_rules import EarlyWin, WinTime
from ..spoken import Sentence, Spoken

DEALT: Final = {
    "own": Sentence("each takes them from the wall that is theirs", "各从自己的牌墙拿牌")(),
    "singles": Sentence("they are dealt four at a time, then one by one", "先每次发四张，后每次发一张")(),
    "blocks": Sentence("they are dealt four at a time", "每次发四张")(),
}
EAST_DRAWS: Final = Sentence("East begins by drawing", "庄家以摸牌开局")()
EAST_TAKES_ONE: Final = Sentence("East takes one more at the end", "庄家末了再拿一张")()
DEALS: Final = {
    "adjacent": Sentence(
        "East takes the last stack of the deal, two tiles, one on the other; the others take one tile each",
        "庄家拿最后一墩两张，其余各拿一张",
    )(),
    "chan_chan": Sentence(
        "East takes the top tile of a stack and of the next but one; the others take one tile each",
        "庄家跳牌：拿一墩上层与隔一墩上层各一张，其余各拿一张",
    )(),
    "one_each_then_east": Sentence(
        "All take their last tile one by one, and East one more at the end", "最后各家依次拿一张，庄家末了再拿一张"
    )(),
    "one_each": Sentence(
        "All take their last tile one by one, and East begins by drawing", "最后各家依次拿一张，庄家以摸牌开局"
    )(),
}
TURN: Final = {
    True: Sentence(
        "In turn, a player draws a tile, may declare a kong or win, and else discards one",
        "轮到者摸一张，可开杠或和牌，否则打一张",
    )(),
    False: Sentence(
        "In turn, a player draws a tile, may win, and else discards one; no kongs are declared",
        "轮到者摸一张，可和牌，否则打一张；不开杠",
    )(),
}
"""What a player does in turn, by whether kongs are declared."""
UP: Final = Sentence("face up", "亮开")()
DOWN: Final = Sentence("face down", "扣下")()
DOWN_UNLESS_CALLED: Final = Sentence("face down once nobody has called them", "无人叫即扣下")()
CALLED_ALIKE: Final = Sentence("A discard may be called for {order}", "打出的牌可以{order}")
CALLED_IN_ORDER: Final = Sentence(
    "A discard may be called for {order}; who is named first here goes first", "打出的牌可以{order}，在前者优先"
)
BY_A_DISCARD: Final = ("first_discard", "before_first_draw")
"""The situations of a win that is by a discard."""
WINNERS: Final = {
    "one": Sentence("Only one player can win by a {tile}", "{tile}只能一家和"),
    "two": Sentence("Two players may win by the same {tile}; a third may not", "{tile}可以两家和，第三家不可"),
    "all": Sentence("All who call win by the same {tile}", "{tile}，凡叫和者皆和"),
    "draw_at_three": Sentence(
        "Two players may win by the same {tile}; where three would, nobody wins and play ends",
        "{tile}可以两家和；三家都要和则无人和，终局",
    ),
}
OF_DISCARDS: Final = Sentence("discard", "打出的一张牌")()
OF_KONGS: Final = Sentence("tile", "加杠的一张牌")()
"""By what players win who take the tile of another one."""
LATE_CALLS: Final = {
    "none": Sentence("The next tile is drawn only when all have spoken", "各家都表态后才摸下一张")(),
    "dice": Sentence(
        "If a tile is called after the next one was drawn, the two players throw dice for it",
        "下一张摸出后才叫牌，则两人掷骰决定",
    )(),
    "draw_stands": Sentence("A call comes too late when the next tile has been drawn", "下一张摸出后再叫即太迟")(),
    "call_stands": Sentence(
        "A tile may still be called when the next one has been drawn, which is put back",
        "下一张摸出后仍可叫牌，摸出的牌放回",
    )(),
}
_SITUATIONS_TOLD: Final = {
    "first_discard": Sentence("by East's first discard", "和庄家打出的第一张牌")(),
    "first_draw": Sentence(
        "by the player's own first draw, before any set is declared,", "以自己第一次摸牌和牌，此前无人亮牌"
    )(),
    "before_first_draw": Sentence(
        "by a discard before the player's own first draw, before any set is declared,",
        "在自己第一次摸牌前点炮和牌，此前无人亮牌",
    )(),
    "easts_first_draw": Sentence(
        "of East with the tile drawn first, before any set is declared,", "庄家以首摸和牌，此前无人亮牌"
    )(),
    "robbed_bonus": Sentence("by a bonus tile robbed from another player", "以抢得他家的花牌和牌")(),
}
_FEW_DISCARDS: Final = {
    "all": (
        Sentence("before the first discard{untouched}", "无人打牌前和牌{untouched}"),
        Sentence("after one discard at most{untouched}", "各家共打出至多一张牌时和牌{untouched}"),
        Sentence("after {number} discards at most{untouched}", "各家共打出至多 {number} 张牌时和牌{untouched}"),
    ),
    "winner": (
        Sentence("before the winner's first discard{untouched}", "自己打牌前和牌{untouched}"),
        Sentence("after one discard of the winner at most{untouched}", "自己打出至多一张牌时和牌{untouched}"),
        Sentence(
            "after {number} discards of the winner at most{untouched}", "自己打出至多 {number} 张牌时和牌{untouched}"
        ),
    ),
}
_UNTOUCHED: Final = Sentence(", before any set is declared,", "，此前无人亮牌")()


def situation_told(when: WinTime | EarlyWin) -> Spoken:
    """Of a win when it is so."""
    if not isinstance(when, EarlyWin):
        return _SITUATIONS_TOLD[when]
    told = _FEW_DISCARDS[when.of][min(when.discards, 2)]
    return told(number=when.discards, untouched=_UNTOUCHED if when.untouched else "")


COUNTED_TOLD: Final = {
    "east_wins": Sentence("the wins of East in a row", "庄家连胜次数")(),
    "east_stays": Sentence("how often East has stayed East", "庄家连庄次数")(),
    "since_other_win": Sentence("the hands since another player than East won", "自闲家上次和牌以来的局数")(),
    "draws": Sentence("the hands that nobody has won since the last win", "自上次和牌以来的流局数")(),
}
CLAIMS_TOLD: Final = {
    "mahjong": Sentence("mahjong, to win", "和")(),
    "kong": Sentence("a kong", "杠")(),
    "pung": Sentence("a pung", "碰")(),
    "chow": Sentence("a chow", "吃")(),
}
COMPLETED_TOLD: Final = {
    "chow": Sentence("a chow", "顺子")(),
    "pung": Sentence("a pung", "刻子")(),
    "kong": Sentence("a kong", "杠")(),
    "pair": Sentence("a pair", "将牌")(),
    "other": Sentence("any other set", "其他牌组")(),
}
THE_TILES: Final = Sentence("The tiles", "牌")()
NUMBER_OF_TILES: Final = Sentence("The game is played with {number} tiles", "用 {number} 张牌")
OF_EACH: Final = Sentence("{copies} of each: {called}", "各 {copies} 张：{tiles:tiles}")
OF_ONE: Final = Sentence("{copies} of: {called}", "{copies} 张：{tiles:tiles}")
ENDS_TOLD: Final = {
    "win": Sentence("a win of East", "庄家和牌")(),
    "draw": Sentence("a hand that nobody has won", "流局")(),
    "ready": Sentence("a hand that nobody has won, if East's waits for a tile", "庄家听牌的流局")(),
    "stopped": Sentence("a hand that ended before the wall did and that nobody has won", "途中流局")(),
}
ROUNDED: Final = {
    "half_up": Sentence("half up", "四舍五入")(),
    "half_down": Sentence("half down", "五舍六入")(),
    "up": Sentence("up", "不足者进位")(),
    "down": Sentence("down", "零数舍去")(),
}
"""How the results of a match are rounded."""
