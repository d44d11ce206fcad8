"""Rounds that are played again, and must come to what their records say: yaku, fu, points, and what all have then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from mjrules import HandReplay, MatchReplay, RecordedEnd, Ruleset, load
from mjrules.hooks import (
    KIND,
    GameRecord,
    LogLine,
    LogStep,
    Meld,
    described,
    did_you_mean,
    events,
    format_tiles,
    tile_text,
)

from .records import SETS, WIN, Round, read_round

OPTIONS: Mapping[str, Mapping[bool, Mapping[str, str]]] = {
    "aka": {True: {}, False: {"red_fives": "none"}},
    "open_tanyao": {True: {}, False: {"open_tanyao": "closed"}},
    "south": {True: {}, False: {"game_length": "east_only"}},
}
"""The options of the rulesets for what a rule says."""

DRAWS: Mapping[str, str] = {
    "exhausted": "", "nine terminals": "nine_terminals", "four winds": "four_winds", "four kans": "four_kongs",
    "four riichi": "all_declared", "three wins": "three_winners", "nagashi mangan": "", "triple ron": "three_winners",
}  # fmt: skip
"""Why nobody wins, by what records call it."""
YAKUMAN: Final = "yakuman"


@cache
def _ruleset(*, sanma: bool, **said: bool) -> Ruleset:
    """The ruleset of a rule."""
    options = {name: value for rule, choice in OPTIONS.items() for name, value in choice[said[rule]].items()}
    return load("riichi-sanma/tenhou" if sanma else "riichi/tenhou", options)


def replay(lines: Iterable[LogLine], ruleset: Ruleset | None) -> Iterator[LogStep]:
    """Every event of the rounds of a file. Raises LogError at the first one that is not right."""
    again: MatchReplay | None = None
    before = ""
    for line in lines:
        told = read_round(line)
        rules = ruleset or _ruleset(**told.rule)
        if again is None or again.ruleset is not rules:
            again = MatchReplay(rules, rules.house_settings("indicators").place)
        played = _RoundReplay(told)
        again.begin(played, follows=_follows(before, told.id))
        played.play()
        played.told("end", played.check)
        yield from again.end(played)
        if "final" in told.record.fields:
            played.told("end", again.check_final, played, *played.final())
        before = told.id


def _follows(before: str, id: str) -> bool:
    """Whether a round is the next one of the same game, by their names."""
    names = [re.fullmatch(r"(.*?)([0-9]{1,6})", name, re.DOTALL) for name in (before, id)]
    if names[0] is None or names[1] is None:
        return False
    return names[0][1] == names[1][1] and int(names[0][2]) + 1 == int(names[1][2])


def _called(meld: Meld) -> str:
    """What records call a declared set."""
    if meld.concealed:
        return "ankan"
    kind = "added_kong" if meld.added else meld.type
    return next(name for name, own in SETS.items() if own == kind)


def _text(tiles: Iterable[int]) -> str:
    """Tiles as text in order, a red five before the others."""
    return format_tiles(sorted(tiles, key=lambda tile: (KIND[tile], -tile)))


class _RoundReplay(HandReplay):
    """A round that is played again."""

    def __init__(self, round: Round) -> None:
        super().__init__(round.hand)
        self.record, self.accepted = round.record, round.accepted

    def check(self) -> None:
        """The round ends as its record says."""
        end = self.record.fields["end"]
        wins = end.get("wins", []) if end.get("type") == "win" else []
        if end.get("type") not in ("win", "draw") or not isinstance(wins, list) or (end["type"] == "win") != bool(wins):
            raise self.error(f"expected a win with its wins, or a draw, got {described(end.get('type'))}")
        told = [self._win(number, win) for number, win in enumerate(wins)]
        first = self.record.fields["sticks"] + len(self.accepted)
        gains = zip(*(self._amounts("delta", own) for own in wins or [end]), strict=True)
        givers = {win.fields["who"]: win.fields["from"] for win in told}
        why = "" if told else self._why(end.get("why"))
        says = "call_off" if why == "nine_terminals" else ""
        ended = RecordedEnd(tuple(givers), why, tuple(map(sum, gains)), self.accepted, givers, says)
        self.finish(ended._replace(all_claim=why == "three_winners"))
        for number, win in enumerate(told):
            self._check_win(win)
            self._check_hand(win)
            self.same("sticks", 0 if number else first, win.fields["sticks"])
            if not number or win.fields["honba"] != 0:
                self.same("honba", self.record.fields["honba"], win.fields["honba"])

    def _win(self, number: int, win: Any) -> GameRecord:
        """A win as it is recorded."""
        if not isinstance(win, dict):
            raise self.error(f"wins[{number}]: expected an object, got {described(win)}")
        record = GameRecord((self.line, win), WIN, seats=len(self.hand.hands), optional=("yakuman", "liable"))
        for name in ("who", "from"):
            record.seat(f"{self.name}: wins[{number}]: {name}", win[name])
        if not isinstance(win["yaku"], dict):
            raise self.error(f"wins[{number}]: yaku: expected an object, got {described(win['yaku'])}")
        yakuman = win.get("yakuman", [])
        if not isinstance(yakuman, list) or not all(isinstance(name, str) for name in yakuman):
            raise self.error(f"wins[{number}]: yakuman: expected a list of names, got {described(yakuman)}")
        return record

    def _amounts(self, name: str, own: Mapping[str, Any]) -> tuple[int, ...]:
        """Whole numbers, one for each seat."""
        value = own.get(name)
        if not isinstance(value, list) or len(value) != self.record.seats:
            raise self.error(f"{name}: expected a list of {self.record.seats} numbers, got {described(value)}")
        return tuple([self.record.whole(f"{self.name}: end: {name}", item) for item in value])

    def final(self) -> tuple[list[int], list[int] | None]:
        """The final scores, and what they come to where that is said."""
        fields = self.record.fields
        points, results = [100 * number for number in self._amounts("final", fields)], fields.get("results")
        if results is None:
            return points, None
        if not isinstance(results, list) or not all(isinstance(result, (int, float)) for result in results):
            raise self.error(f"results: expected a list of numbers, got {described(results)}")
        return points, [round(1000 * result) for result in results]

    def _why(self, why: Any) -> str:
        """Why nobody has won, as the table calls it."""
        if not isinstance(why, str) or why not in DRAWS:
            raise self.error(f"why: {described(why)} is not why nobody wins{did_you_mean(why, DRAWS)}")
        return DRAWS[why]

    def _check_hand(self, record: GameRecord) -> None:
        """The winner has the tiles that the record says."""
        win = record.fields
        hand = self.table.end.hands[self.table.seats[self.at(win["who"])]]
        told = record.tiles(f"{self.name}: hand", win["hand"])
        self.same("hand", _text(hand.concealed), _text(told))
        sets = record.listed("melds", "sets")
        if not all(isinstance(own, list) and len(own) == 2 and isinstance(own[0], str) for own in sets):
            raise self.error(f"melds: expected sets, each its kind and its tiles, got {described(sets)}")
        melds = [f"{kind} {_text(record.tiles(f'{self.name}: melds', tiles))}" for kind, tiles in sets]
        own = [f"{_called(meld)} {_text(meld.tiles)}" for meld in hand.melds]
        self.same("melds", sorted(own), sorted(melds))  # in no order

    def _check_win(self, record: GameRecord) -> None:
        """A win is worth what its record says, and made of that."""
        win, wind = record.fields, self.table.seats[self.at(record.fields["who"])]
        won = self.table.happened(events.Won)
        event = next(event for event in won if self.table.seats[event.seat] == wind)
        hand = self.table.end.hands[wind]
        score = self.table.ruleset.score(hand).to_record()
        worth = {item["id"]: item["value"] for item in score["items"] if item["unit"] in ("han", "yakuman")}
        if "north" not in win["yaku"] and "north" in worth:
            worth["dora"] = worth.get("dora", 0) + worth.pop("north")
        told = {**win["yaku"], **dict.fromkeys(win.get("yakuman", ()), 1)}
        self.same("tile", tile_text(event.tile), win["tile"])
        for name in [*worth, *told]:
            self.same(f"yaku: {name}", worth.get(name), told.get(name))
        if "yakuman" not in win:
            self.same("fu", score["fu"], win["fu"])
        limit = score["limit"] or ""
        self.same("limit", YAKUMAN if limit.endswith(YAKUMAN) else limit, win["limit"])
        self.same("points", score["total"], win["points"])
        for name in ("dora", "ura"):
            self.same(name, [*hand.fields.get(name, ())], win[name])
        paid = [item for item in self.table.end.transfers if item.payee == wind and item.because.startswith("liable")]
        if paid or win.get("liable", win["from"]) != win["from"]:
            liable = self.seat(self.table.place(paid[0].payer)) if paid else None
            self.same("liable", liable, win.get("liable"))
