"""Games that are played again, and must come to what their events say: gains, indicators, and the last ranks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from mjrules import HandReplay, MatchReplay, RecordedEnd, Ruleset, load
from mjrules.hooks import LogError, LogLine, LogStep, described, did_you_mean, events, tile_text

from .games import EAST_ONLY, KYOKU_FIRST, Game, Kyoku, games, kyokus

RULES: Final = ("tenhou", "mjsoul")
"""The rules that a game may name; the first holds where it names none."""
REASONS: Mapping[str, str] = {
    "": "", "exhaustive_draw": "", "ryukyoku": "", "fanpai": "", "nagashi_mangan": "",
    "kyushu_kyuhai": "nine_terminals", "sufon_renda": "four_winds", "sufurenta": "four_winds",
    "sukansansen": "four_kongs", "sukaikan": "four_kongs", "sucha_richi": "all_declared", "sanchaho": "three_winners",
    "nm": "", "yao9": "nine_terminals", "kaze4": "four_winds", "kan4": "four_kongs", "reach4": "all_declared",
    "ron3": "three_winners",
}  # fmt: skip
"""Why nobody wins, by what programs call it, each vowel and gap in its own way; the last ones as the server Tenhou."""


def _plain(reason: str) -> str:
    """A reason without long vowels and gaps."""
    return re.sub(r"[^a-z0-9]", "", re.sub(r"([a-z])\1+", r"\1", reason.lower().replace("ou", "o")))


_PLAIN: Mapping[str, str] = {_plain(name): why for name, why in REASONS.items()}


@cache
def _ruleset(seats: int, rule: str, *, red: bool, south: bool) -> Ruleset:
    """The ruleset by which a game is played."""
    options = {**({} if red else {"red_fives": "none"}), **({} if south else {"game_length": "east_only"})}
    return load(f"{'riichi-sanma' if seats == 3 else 'riichi'}/{rule}", options)


def _rules_of(game: Game, kyoku: Kyoku) -> Ruleset:
    """The ruleset that the record of a game names. Raises LogError for another one."""
    rule, mode = (game.said.get(name) for name in ("rule", "mode"))
    line = kyoku.hand.line
    if rule is not None and rule not in RULES:
        raise LogError(line, f"rule: expected {' or '.join(RULES)}, got {described(rule)}")
    words = _usual_mode(game, kyoku) if mode is None else mode.split("-") if isinstance(mode, str) else []
    if len(words) != 3 or words[0] not in ("3p", "4p") or words[1] not in ("red", "nored") or words[2] not in LENGTHS:
        raise LogError(line, f"mode: expected one such as 4p-red-half, got {described(mode)}")
    return _ruleset(int(words[0][0]), rule or RULES[0], red=words[1] == "red", south=words[2] == "half")


def _usual_mode(game: Game, kyoku: Kyoku) -> list[str]:
    """The mode of a game that names none, by what its beginning says."""
    begins = game.events[0][1]
    red, length = ("nored" if begins.get("aka_flag") is False else "red"), LENGTHS[begins.get(KYOKU_FIRST) == EAST_ONLY]
    return [f"{len(kyoku.hand.hands)}p", red, length]


LENGTHS = ("half", "east")
THREE: Final = 3


def replay(lines: Iterable[LogLine], ruleset: Ruleset | None) -> Iterator[LogStep]:
    """Every event of the games of a file. Raises LogError at the first one that is not right."""
    for game in games(lines):
        again: MatchReplay | None = None
        played: _KyokuReplay | None = None
        for kyoku in kyokus(game):
            if again is None:
                rules = ruleset or _rules_of(game, kyoku)
                again = MatchReplay(rules, rules.house_settings("indicators").place)
            follows, played = played is not None, _KyokuReplay(kyoku)
            again.begin(played, follows=follows)
            played.play()
            played.told("end", played.check)
            yield from again.end(played)
        if again is not None and played is not None:
            played.told("end", _check_result, game, again, played)


def _check_result(game: Game, again: MatchReplay, played: HandReplay) -> None:
    """The game is over, and comes to what its record says."""
    told = {name: game.said[name] for name in ("scores", "ranks") if name in game.said}
    for name, value in told.items():
        if not isinstance(value, list) or not all(isinstance(number, int) for number in value):
            raise played.error(f"{name}: expected a list of whole numbers, got {described(value)}")
    if "scores" in told:
        again.check_final(played, told["scores"])
    if "ranks" in told and again.match is not None and again.match.ended is not None:
        places = {place.player: place.place for place in again.match.ended.standings}
        played.same("ranks", [places[f"seat {seat}"] for seat in range(len(places))], told["ranks"])


class _KyokuReplay(HandReplay):
    """A hand that is played again."""

    def __init__(self, kyoku: Kyoku) -> None:
        super().__init__(kyoku.hand)
        self.kyoku = kyoku

    def check(self) -> None:
        """The hand ends as its events say."""
        ending = self.kyoku.ending
        self.finish(ending if ending.winners else self._drawn(ending))
        for seat, tiles in self.kyoku.ura.items():
            fields = self.table.end.hands[self.table.seats[self.at(seat)]].fields
            self.same("ura_markers", [*fields.get("ura", ())], [tile_text(tile) for tile in tiles])

    def _drawn(self, ending: RecordedEnd) -> RecordedEnd:
        """How the hand ended, which nobody has won; many programs do not say why."""
        told = ending.why
        if told is None:
            over, three = self.table.over or self.claiming, self._three_may_win()
            return ending._replace(says="" if over else "call_off", all_claim=three)
        if _plain(told) not in _PLAIN:
            raise self.error(f"reason: {described(told)} is not why nobody wins{did_you_mean(told, REASONS)}")
        why = _PLAIN[_plain(told)]
        says = "call_off" if why == "nine_terminals" else ""
        return ending._replace(why=why, says=says, all_claim=why == "three_winners")

    def _three_may_win(self) -> bool:
        """Whether three may claim the tile that lies open to win, with which nobody wins."""
        if self.table.ruleset.definition.table.winners != "draw_at_three":
            return False
        winds = self.table.to_act() if self.claiming else ()
        legal = [self.table.legal_actions(self.table.place(wind)) for wind in winds]
        return sum(any(isinstance(action, events.Mahjong) for action in actions) for actions in legal) == THREE
