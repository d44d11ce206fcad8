"""How the summary of a simulation looks: tables that fit a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..match.last_hand import OVER_FOR
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..simulation.result import WAYS
from ..simulation.summary import Summary
from ..text_tables import columns


def summary_text(summary: Summary, ruleset: Ruleset) -> str:
    """The summary as tables, each under its title."""
    record, wins = summary.to_record(ruleset), summary.wins
    seats = [
        [SEAT_NAMES.get(seat, seat), f"{number:,}", _percent(number, wins)] for seat, number in summary.seats.items()
    ]
    means = [
        ["discards a hand", *_average(record["discards"])],
        [f"worth of a win ({ruleset.unit})", *_average(record["worth"])],
    ]
    rules = [[f"{rule['wins']:,}", _percent(rule["wins"], wins), rule["name"], rule["id"]] for rule in record["rules"]]
    paid = [[f"{item['times']:,} x", item["title"], f"{item['amount']:,}"] for item in record["paid_at_once"]]
    pots = [[item["title"], f"in {item['paid_in']:,}", f"out {item['paid_out']:,}"] for item in record["pots"]]
    net = [
        [player, f"{amount:+,}", *_average(record["net_of_a_hand"][player], sign="+")]
        for player, amount in record["net"].items()
    ]
    parts = [
        _part("Hands", _ends(summary), right=[1, 2]),
        _part("Wins by seat", seats, right=[1, 2]),
        _part("On average (± covers the truth in 95 runs of 100)", means, right=[1, 2]),
        _part("Rules, and the share of wins in which they scored", rules, right=[0, 1]),
        _part("Paid at once", paid, right=[0, 2]),
        _part("Pots", pots, right=[1, 2]),
        _part("Won or lost in total, and in a hand", net, right=[1, 2, 3]),
        *_matches(record.get("matches", {})),
    ]
    return "\n\n".join(filter(None, parts))


def _matches(matches: Mapping[str, Any]) -> list[str]:
    """How matches ended that were reckoned up, and what everybody has of them."""
    if not matches:
        return []
    over = [[OVER_FOR.get(why, why), f"{number:,}"] for why, number in matches["over"].items()]
    players = [[own["player"], f"{own['first']:,} x", f"{own['result']:+,}"] for own in matches["players"]]
    return [
        _part("Matches, by why they were over", over, right=[1]),
        _part("First in a match, and final results in total", players, right=[1, 2]),
    ]


def _ends(summary: Summary) -> list[list[str]]:
    """How the hands ended."""
    hands, wins = summary.hands, summary.wins
    ended = [("without a winner", summary.draws), ("won", hands - summary.draws)]
    ways = [[f"  {about}", f"{summary.won[way]:,}", _percent(summary.won[way], wins)] for way, about in WAYS.items()]
    return [
        ["all", f"{hands:,}", ""],
        *([what, f"{number:,}", _percent(number, hands)] for what, number in ended),
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
