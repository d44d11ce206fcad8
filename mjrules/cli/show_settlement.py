"""How a settlement looks at a table: the hands with their reasons, who pays whom and why, the nets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ruleset.ruleset import Ruleset
from .common import columns
from .show import SEATS, ScoreText

AFTERWARDS = {
    "no_win": "may not win this hand",
    "dead_hand": "has a dead hand",
    "warning": "is warned",
}
"""What follows a fault for play."""


def settlement_text(answers: Mapping[str, Any], ruleset: Ruleset) -> str:
    """The answers to a settlement record as people read them."""
    parts = [ScoreText(ruleset, "text").heading(), *_beside(answers), *hands(answers, ruleset), *_disputes(answers)]
    return "\n\n".join([*parts, *payments(answers, ruleset), *answers.get("notes", ())])


def _beside(answers: Mapping[str, Any]) -> Iterator[str]:
    """What is paid beside the win, and what follows."""
    if "title" not in answers:
        return
    yield f"{answers['title']}{_whom(answers)}"
    if "pot" in answers:
        yield f"The pot holds {answers['pot']}: {answers['draws_before']} draws, {answers['stake']} from each player."
    if answers.get("then") in AFTERWARDS:
        yield f"The player {AFTERWARDS[answers['then']]}."
    if "settles_by" in answers:
        by = answers["settles_by"]
        yield f"The win is settled by {by['method']}, with {SEATS[by['discarder']]} as discarder."


def _whom(answers: Mapping[str, Any]) -> str:
    player = answers.get("player")
    if player is None:
        return ""
    return ": " + ", ".join(SEATS[seat] for seat in ([player] if isinstance(player, str) else player))


def hands(answers: Mapping[str, Any], ruleset: Ruleset) -> Iterator[str]:
    """Every hand: whose it is, what it is worth, what became of it, and its items."""
    word = ruleset.book.method.word
    for seat, score in (answers.get("scores") or {}).items():
        head = f"{SEATS[seat]:6}{score}{_state(answers, seat)}"
        rows = [
            [str(item["value"]), word(item["value"], item["unit"]), item["name"], " ".join(item["tiles"])]
            for item in answers.get("items", {}).get(seat, ())
        ]
        yield f"{head}\n{columns(rows, right=[0], indent='      ')}" if rows else head


def _state(answers: Mapping[str, Any], seat: str) -> str:
    found = []
    if seat == answers.get("winner"):
        by = answers.get("discarder")
        how = " on a drawn tile" if answers["self_drawn"] else f" on a discard of {SEATS[by]}" if by else ""
        found.append(f"wins{how}")
    if seat in answers.get("specials", ()):
        found.append("special hand")
    if seat in answers.get("dead_hands", ()):
        found.append("dead hand")
    return "".join(f"  {text}" for text in found)


def _disputes(answers: Mapping[str, Any]) -> Iterator[str]:
    """The claims that differ from what the hands are worth."""
    for item in answers.get("disputes", ()):
        said = f"claims {item['claimed']}, the hand is worth {item['computed']}"
        yield f"{SEATS[item['seat']]} {said}: {item['counts']} counts."


def payments(answers: Mapping[str, Any], ruleset: Ruleset) -> Iterator[str]:
    """Who pays whom and why, in counters where asked, and what each gains or loses."""
    if "transfers" not in answers:
        return
    titles = {id: item.title for id, item in ruleset.definition.counters.items()}
    rows = []
    for item in answers["transfers"]:
        because = f"({item['because']})"
        rows.append([SEATS[item["payer"]], "pays", SEATS[item["payee"]], str(item["amount"]), because])
        if "counters" in item:
            rows += [["", "", "", "", text] for text in _in_counters(item, titles)]
    yield columns(rows, right=[3]) if rows else "Nobody pays."
    yield columns(
        [[SEATS[seat], f"{amount:+}" if amount else "0"] for seat, amount in answers["net"].items()], right=[1]
    )


def _in_counters(item: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[str]:
    """A transfer in counters, and what is to be said of it."""
    if item["counters"]:
        yield ", ".join(f"{number} x {titles[id]}" for id, number in item["counters"].items())
    if item.get("note"):
        yield item["note"]
