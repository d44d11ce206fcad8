"""How the summary of a simulation looks: tables that fit a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..match.last_hand import OVER_FOR
from ..scoring.show import SEAT_NAMES
from ..simulation.result import WAYS
from ..simulation.summary import Summary
from ..spoken import Sentence
from ..text_tables import columns
from .voice import Voice

_DISCARDS = Sentence("discards a hand", "每局打出")()
_WORTH = Sentence("worth of a win ({unit})", "每次和牌的值（{unit}）")
_TIMES = Sentence("{number} x", "{number} 次")
_PAID_IN = Sentence("in {amount}", "投入 {amount}")
_PAID_OUT = Sentence("out {amount}", "取出 {amount}")
_HANDS = Sentence("Hands", "各局")()
_ALL = Sentence("all", "全部")()
_WITHOUT_WINNER = Sentence("without a winner", "无人和牌")()
_WON = Sentence("won", "和牌")()
_BY_SEAT = Sentence("Wins by seat", "各门风的和牌")()
_ON_AVERAGE = Sentence("On average (± covers the truth in 95 runs of 100)", "平均（± 之内，100 次中有 95 次含真值）")()
_RULES = Sentence("Rules, and the share of wins in which they scored", "番种，及其在和牌中所占的比例")()
_PAID_AT_ONCE = Sentence("Paid at once", "即时收付")()
_POTS = Sentence("Pots", "池")()
_NET = Sentence("Won or lost in total, and in a hand", "总输赢，及每局输赢")()
_WHY_OVER = Sentence("Matches, by why they were over", "各场，按结束的原因")()
_FIRST = Sentence("First in a match, and final results in total", "得第一名的次数，及最后结果合计")()
_PLAYER = Sentence("player {number}", "玩家 {number}")
_NUMBERED = "player "


def summary_text(summary: Summary, voice: Voice) -> str:
    """The summary as tables, each under its title."""
    ruleset = voice.ruleset
    record, wins = summary.to_record(ruleset), summary.wins
    seats = [
        [voice(SEAT_NAMES.get(seat, seat)), f"{number:,}", _percent(number, wins)]
        for seat, number in summary.seats.items()
    ]
    means = [
        [voice(_DISCARDS), *_average(record["discards"])],
        [voice(_WORTH(unit=voice.main_unit)), *_average(record["worth"])],
    ]
    rules = [
        [f"{rule['wins']:,}", _percent(rule["wins"], wins), voice.rule_or(rule["id"], rule["name"]), rule["id"]]
        for rule in record["rules"]
    ]
    paid = [
        [voice(_TIMES(number=f"{item['times']:,}")), voice.titled(item["title"]), f"{item['amount']:,}"]
        for item in record["paid_at_once"]
    ]
    pots = [
        [
            voice.titled(item["title"]),
            voice(_PAID_IN(amount=f"{item['paid_in']:,}")),
            voice(_PAID_OUT(amount=f"{item['paid_out']:,}")),
        ]
        for item in record["pots"]
    ]
    net = [
        [_player(player, voice), f"{amount:+,}", *_average(record["net_of_a_hand"][player], sign="+")]
        for player, amount in record["net"].items()
    ]
    parts = [
        _part(voice(_HANDS), _ends(summary, voice), right=[1, 2]),
        _part(voice(_BY_SEAT), seats, right=[1, 2]),
        _part(voice(_ON_AVERAGE), means, right=[1, 2]),
        _part(voice(_RULES), rules, right=[0, 1]),
        _part(voice(_PAID_AT_ONCE), paid, right=[0, 2]),
        _part(voice(_POTS), pots, right=[1, 2]),
        _part(voice(_NET), net, right=[1, 2, 3]),
        *_matches(record.get("matches", {}), voice),
    ]
    return "\n\n".join(filter(None, parts))


def _player(name: str, voice: Voice) -> str:
    """A player of a simulation, whom a number names."""
    number = name.removeprefix(_NUMBERED)
    return voice(_PLAYER(number=number)) if number.isdecimal() and number != name else name


def _matches(matches: Mapping[str, Any], voice: Voice) -> list[str]:
    """How matches ended that were reckoned up, and what everybody has of them."""
    if not matches:
        return []
    over = [[voice(OVER_FOR.get(why, why)), f"{number:,}"] for why, number in matches["over"].items()]
    players = [
        [_player(own["player"], voice), voice(_TIMES(number=f"{own['first']:,}")), f"{own['result']:+,}"]
        for own in matches["players"]
    ]
    return [
        _part(voice(_WHY_OVER), over, right=[1]),
        _part(voice(_FIRST), players, right=[1, 2]),
    ]


def _ends(summary: Summary, voice: Voice) -> list[list[str]]:
    """How the hands ended."""
    hands, wins = summary.hands, summary.wins
    ended = [(_WITHOUT_WINNER, summary.draws), (_WON, hands - summary.draws)]
    ways = [
        [f"  {voice(about)}", f"{summary.won[way]:,}", _percent(summary.won[way], wins)] for way, about in WAYS.items()
    ]
    return [
        [voice(_ALL), f"{hands:,}", ""],
        *([voice(what), f"{number:,}", _percent(number, hands)] for what, number in ended),
        *ways,
    ]


def _part(title: str, rows: Sequence[Sequence[str]], *, right: Sequence[int]) -> str:
    return f"{title}\n{columns(rows, right=right)}" if rows else ""


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else ""


def _average(told: Mapping[str, float | None], sign: str = "") -> list[str]:
    """An average, and how far it may be from the truth."""
    value, margin = told["average"], told["margin"]
    digits = 1 if margin is None or margin >= 0.1 else 2
    return ["-" if value is None else f"{value:{sign},.{digits}f}", "" if margin is None else f"± {margin:,.{digits}f}"]
