"""A game in the terminal, driven by what is typed: whole hands of every family, saved, resumed, plain and drawn."""

from __future__ import annotations

import io
import json
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mjrules
from mjrules import Action, Match, View, view
from mjrules.cli import main, pauses
from mjrules.cli.terminal.choices import action_words, formality, laid_out, next_tiles, numbered_choices, picked_by_tile
from mjrules.cli.terminal.keyboard import Keyboard, LeavesError
from mjrules.cli.terminal.news import news, to_you
from mjrules.cli.terminal.saved_game import unused
from mjrules.cli.terminal.screen import Screen
from mjrules.cli.terminal.sitting import Sitting, TakenBackError
from mjrules.cli.terminal.tile_faces import GameStyle, LaidTile, face, hand_drawn
from mjrules.hooks import Play
from mjrules.match.rotation import Rotation
from mjrules.play import events
from mjrules.testing import laid_table, play_moves
from mjrules.testing.players import sensible_player
from mjrules.tiles.tile import parse_tiles
from tests.kit.house import club_in
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded

PROMPT = re.compile(r"1(?:-(\d+))?, or 0 \(\w+\): $")
FAMILIES: list[tuple[str, dict[str, Any], bool]] = [
    ("sichuan", {"exchange_of_three": "right"}, False),
    ("western", {"charleston": "both"}, True),
    ("taiwanese", {}, False),
    ("bmja", {}, True),
    ("riichi-sanma", {}, True),
    ("hong-kong", {}, False),
    ("chinese-official", {}, True),
    ("zung-jung", {}, False),
    ("riichi", {}, False),
    ("classical", {}, True),
]
"""Rulesets, their options, and whether they are shown in plain lines."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder; no config file of the person who runs the tests is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    return tmp_path


class Typed(NamedTuple):
    """What a game printed, and its exit status."""

    status: int
    out: str
    err: str


def typed(keys: str, *argv: str, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """The command with what is typed, each word a line; the input ends after it. `_` is Enter alone."""
    lines = "".join(f"{'' if key == '_' else key}\n" for key in keys.split())
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(["play", *argv])
        except SystemExit as stop:
            status = int(stop.code or 0)
    return Typed(status, out.getvalue(), err.getvalue())


Type = Callable[..., Typed]


@pytest.fixture
def type_keys(monkeypatch: pytest.MonkeyPatch) -> Type:
    return lambda keys, *argv: typed(keys, *argv, monkeypatch=monkeypatch)


class Table:
    """A sitting in which the player types the numbers that a chooser would."""

    def __init__(self, ruleset: mjrules.Ruleset, seed: int, *, plain: bool = False, frames: bool = False) -> None:
        names = ["You", "Ann (random)", "Bob (random)", "Cleo (random)"][: len(ruleset.definition.table.seats)]
        self.match = Match(ruleset, seed, names)
        self.out: list[str] = []
        self.keys: list[str] = []
        self.asked = 0
        screen = Screen(GameStyle(ruleset.names, spoken=plain), self.out.append, plain=plain, frames=frames)
        keyboard = Keyboard(self, screen.say, self.out.append)  # type: ignore[arg-type]
        others = {name: sensible_player(f"{seed}/{name}") for name in names[1:]}
        self.sitting = Sitting(self.match, others, screen, keyboard, path=Path("game.jsonl"))
        self.choose = sensible_player(seed)

    @property
    def text(self) -> str:
        return "".join(self.out)

    def readline(self, size: int = -1) -> str:
        """The next key: one that was prepared, else as the chooser would, and nothing once a hand is over."""
        key = self.keys.pop(0) if self.keys else self._next()
        self.out.append(key)
        return key

    def _next(self) -> str:
        match = self.match
        if match.table.over:
            return "1\n" if match.finished + 1 < self.hands else ""
        view = View(match.table, self.sitting.seat)
        action = self.choose(view)
        self.asked += 1
        many = picked_by_tile(view)
        if action in many:
            tiles = getattr(action, "tiles", ())
            self.keys = [f"{self._number(list(next_tiles(many, tiles[:at])), own)}\n" for at, own in enumerate(tiles)]
            return self.keys.pop(0)
        found = [choice.action for choice in numbered_choices(view, self.sitting.screen.style)]
        return f"{len(next_tiles(many, ())) + found.index(action) + 1}\n"

    @staticmethod
    def _number(tiles: Sequence[int], tile: int) -> int:
        return tiles.index(tile) + 1

    def play(self, hands: int = 1) -> str:
        """Play so many hands; what was printed."""
        self.hands = hands
        assert self.sitting.play()
        return self.text


# Whole hands.


@pytest.mark.parametrize(("id", "options", "plain"), thinned(FAMILIES, 4), ids=[own[0] for own in thinned(FAMILIES, 4)])
def test_a_hand_of_each_family_is_played_to_its_end(id: str, options: dict[str, Any], plain: bool) -> None:
    table = Table(loaded(id, **options), 3, plain=plain, frames=True)
    text = table.play()
    assert "The hand is over" in text
    assert "After hand 1" not in text
    assert table.asked > 3
    assert [line for line in text.split("\n") if len(line) > 80] == []
    assert "\033" not in text
    assert mjrules.load_match("game.jsonl", table.match.ruleset, unfinished=True).table.over
    if plain:
        assert not re.search("[│╭╰]|   ", text)


@pytest.mark.slow
@pytest.mark.parametrize("id", SCORING)
def test_hands_of_every_ruleset_are_played_to_their_end(id: str) -> None:
    text = Table(loaded(id), 8).play(hands=2)
    assert text.count("The hand is over") == 2
    assert "After hand 1" in text
    assert [line for line in text.split("\n") if len(line) > 80] == []


OPENING = """\
Hong Kong Old Style (common table of faan, minimum 3, cap 10, half spicy)
Seed 12. Type a number and Enter; 0 opens the menu.

Hand 1, East round
  East   Ann (random)   0
  South  Bob (random)   0
  West   Cleo (random)  0
  North  You            0
West lays Spring aside
West draws a tile for the bonus tile
West lays Summer aside
West draws a tile for the bonus tile
East discards 4s
South discards 9m

   4m  7m  9m  9m  1p  5p  5p  6p  6p  8p  2s  7s  7s

  South has given 9m. Claim it?
  1 pung 999m   2 pass
1-2, or 0 (menu): You claim 9m from South: pung 999m

East round, 88 tiles left to draw
  East   Ann (random)   13 tiles
         4s
  South  Bob (random)   13 tiles
  West   Cleo (random)  13 tiles  Spring, Summer
  North  You                      pung 999m

   4m  7m  1p  5p  5p  6p  6p  8p  2s  7s  7s
   1   2   3   4   4   5   5   6   7   8   8
  1-8 discard
1-8, or 0 (menu): \n\
Saved in game.jsonl. Go on with it by
  mjrules play --save game.jsonl
"""
START = ("--ruleset", "hong-kong", "--seed", "12", "--players", "random", "--save", "game.jsonl")


def test_what_is_shown_first(type_keys: Type) -> None:
    assert type_keys("1", *START) == (0, OPENING, "")


PLAIN = """\
South has given 9 characters. Claim it?
1: pung three of 9 characters
2: pass
1-2, or 0 (menu): """


def test_plain_has_one_fact_on_each_line(type_keys: Type) -> None:
    text = type_keys("1 0 3", *START, "--plain").out
    assert PLAIN in text
    assert "North: You, 0 points\n" in text
    assert "\n1: discard 4 characters\n2: discard 7 characters\n" in text
    assert "\nYou: North\nYou: pung three of 9 characters\nYou: no discards\n" in text
    assert "\nEast: Ann (random), 13 tiles in hand\nEast: discards 4 bamboos\n" in text


def test_the_page_shows_what_is_shown(type_keys: Type) -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    shown = type_keys("1", *START).out + type_keys("", *START[:-2], "--plain").out
    found = re.findall("```text\n(.*?)\n```", page, re.DOTALL)
    apart = ("has now", "could not win")  # the standings and what is refused are those of other tests
    blocks = [block for block in found if not any(word in block for word in apart)]
    assert len(blocks) == 3
    assert [block for block in blocks if block not in shown] == []


# The menu.


def test_a_decision_is_taken_back(type_keys: Type) -> None:
    text = type_keys("1 0 1 2 0 1 0 1", *START).out
    assert text.count("Taken back.") == 2
    assert text.count("You have decided nothing in this hand yet.") == 1
    assert text.count("South has given 9m. Claim it?") == 4


def test_the_menu_tells_what_is_asked(type_keys: Type) -> None:
    text = type_keys("0 2 0 4 0 5 0 0 0 _ 0 6 0 7", *START).out
    assert "1 pung 999m: " in text
    assert "2 pass: " in text
    assert "Before hand 1\n  You" in text
    assert "Nobody sees your tiles, and you see nobody's." in text
    assert text.count("Saved in game.jsonl") == 2


def test_animals_are_explained_where_a_game_has_them(type_keys: Type, folder: Path) -> None:
    (folder / "club.yaml").write_text("id: club\nextends: hong-kong\ntiles: {a1234: 1}\n", encoding="utf-8")
    told = "a1 cat, a2 mouse, a3 rooster, a4 centipede"
    assert told in type_keys("0 5", "--ruleset", "club.yaml", "--players", "random", "--seed", "1").out
    assert told not in type_keys("0 5", *START).out


def test_house_rules_are_told_when_they_offer_something(type_keys: Type) -> None:
    text = type_keys("0 5", "--ruleset", "sichuan", "--players", "random", "--plain", "--seed", "1").out
    assert text.count("House rule: Before play everybody chooses a suit to give up") == 1
    assert "1: void characters (m)\n2: void dots (p)\n3: void bamboos (s)\n" in text
    assert "\nVoid suit: Before play everybody chooses" in text
    text = type_keys("1", "--ruleset", "sichuan", "--players", "random", "--seed", "1").out
    assert "You choose void characters (m)\nEast announces" in text


class Waits(Play):
    """Something is to be decided before play, and nobody can decide it."""

    def before_play(self) -> bool:
        return True


def test_a_house_rule_by_which_play_does_not_go_on_is_named(tmp_path: Path) -> None:
    with pytest.raises(mjrules.PluginError, match='the house rule "odd": before_play: something is to be decided'):
        Table(club_in(tmp_path)(Waits), 3).play()


def test_a_house_rule_without_a_text_is_told_as_the_rulebook_does(type_keys: Type, folder: Path) -> None:
    club = "id: club\nextends: hong-kong\nplugins: {add: [charleston]}\nhouse_rules: {charleston: {played: first}}\n"
    (folder / "club.yaml").write_text(club, encoding="utf-8")
    out = type_keys("0 5", "--ruleset", "club.yaml", "--seed", "1").out
    said = "Tiles are exchanged before play. Here: 3 tiles are passed to the right"
    assert f"House rule: {said}" in " ".join(out.split())
    assert f"Charleston: {said}" in " ".join(out.split())


def test_what_is_not_understood_is_said(type_keys: Type) -> None:
    text = type_keys(f"3 x -1 ² 99999999999 {'7' * 500} _", *START).out
    assert text.count("Please type a number from 0 to 2, and Enter.") == 6
    assert text.count("Claim it?") == 2


def test_advice_names_actions_with_reasons() -> None:
    class Wise:
        def advice(self, view: View) -> Sequence[tuple[Action, str]]:
            return [(view.legal[-1], "it stands alone"), (view.legal[0], "it is of no use")]

    table = Table(loaded("hong-kong"), 3)
    table.sitting.find_adviser = Wise
    table.keys = ["0\n", "2\n"]
    assert re.search(r"\n[0-9]+ discard .+: it stands alone\n", table.play())


READY = [
    ("E discard 9s", "After discarding 9s your hand waits for 14s."),
    (
        "E discard 9s; S discard 9s; W discard 2p",
        "Your hand waits for 14s.\nDiscarded, they would not win: the hand is worth 2 towards the minimum of 3.",
    ),
]


@pytest.mark.parametrize(("moves", "told"), READY)
def test_what_a_hand_waits_for_is_told(moves: str, told: str) -> None:
    table = Table(loaded("hong-kong"), 3)
    hands = {"E": "9s", "W": "2p", "S": "123m456m789m11p23s"}
    table.match.rotation = Rotation.start(["Ann (random)", "You", "Bob (random)", "Cleo (random)"], "Ann (random)")
    table.match.table = laid_table(loaded("hong-kong"), hands, draws="9s3p")
    play_moves(table.match.table, moves)
    table.sitting._advice(View(table.match.table, "S"))
    assert table.text == f"{told}\n"


def test_the_result_says_why_and_can_be_taken_back() -> None:
    table = Table(loaded("hong-kong"), 4)
    table.hands = 1
    sitting = table.sitting
    while not (table.match.table.over and table.match.table.end.winners):
        table.match = sitting.match = Match(loaded("hong-kong"), table.match.seed + 1, table.match.given)  # type: ignore[operator]
        table.match.play(sensible_player(table.match.seed or 0), hands=1)
        table.match.closed = False
        table.match.finished = 0
    winner = table.match.table.end.winners[0]
    table.keys = ["2\n", "0\n", "4\n", "0\n", "3\n", ""]
    with pytest.raises(LeavesError):
        sitting._result()
    assert "2 why: " in table.text
    assert "Why these points:" in table.text
    assert winner


# Saved and resumed.


def test_a_game_is_resumed_where_it_was_left(type_keys: Type, folder: Path) -> None:
    type_keys("1 1", *START)
    text = type_keys("0 1 2", "--save", "game.jsonl").out
    assert "Hand 1, East round\n" in text
    assert "You claim 9m from South: pung 999m\nYou discard 4m\n" in text
    assert text.count("Taken back.") == 1
    records = [json.loads(line) for line in (folder / "game.jsonl").read_text(encoding="utf-8").splitlines()]
    assert records[0]["players"] == ["You", "Ann (random)", "Bob (random)", "Cleo (random)"]
    assert main(["replay", "game.jsonl", "--unfinished", "--quiet"]) == 0


def test_what_was_long_ago_is_not_told_again(type_keys: Type) -> None:
    type_keys("2 1 1 1 1 1", *START)
    text = type_keys("", "--save", "game.jsonl").out
    assert "West lays Spring aside" not in text
    assert 3 < text.count("\n", text.index("\n  North  You            0\n"), text.index("\n\nEast round")) < 14


def test_what_was_done_unasked_is_not_what_is_taken_back() -> None:
    table = Table(loaded("riichi"), 3)
    hands = {"E": "123456789m1123p5s", "S": "7z", "W": "7z", "N": "7z"}
    table.match.rotation = Rotation.start(["You", "Ann (random)", "Bob (random)", "Cleo (random)"], "You")
    table.match.table = laid_table(loaded("riichi"), hands, draws="7s9s9s9s6z5z5z5z")
    play_moves(table.match.table, "E declare riichi; E discard 5s; S discard 7z; W discard 7z; N discard 7z")
    asked = View(table.match.table, 0)
    assert formality(asked) == asked.legal[0]
    table.match.table.do(asked.legal[0])
    with pytest.raises(TakenBackError):
        table.sitting._take_back()
    assert formality(View(table.match.table, 0)) is None
    assert table.match.table.log[-1].kind == "declare"


def test_the_tile_drawn_lies_apart() -> None:
    table = laid_table(loaded("hong-kong"), {"E": "9s", "S": "1123m"}, draws="3m")
    play_moves(table, "E discard 9s")
    seen = view(table, "S")
    places, drawn = laid_out(seen)
    assert drawn == (2, 3)
    assert [place.number for place in places[:4]] == [1, 1, 2, 3]
    assert sorted([2, *(place.tile for place in places)]) == sorted(seen.tiles)


def test_a_game_goes_on_with_the_next_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[int] = []
    monkeypatch.setattr(pauses, "between_hands", lambda: paused.append(1))
    table = Table(loaded("chinese-basic"), 3)
    table.play(hands=2)
    assert len(paused) == 1
    again = Table(loaded("chinese-basic"), 3)
    again.match = again.sitting.match = mjrules.load_match("game.jsonl", unfinished=True)
    assert again.match.finished == 1
    again.play(hands=3)
    assert again.match.finished == 2


@pytest.mark.parametrize(("id", "told"), [("hong-kong", "The match is over\n"), ("riichi", "The match is over: ")])
def test_a_match_ends_with_the_standings(id: str, told: str) -> None:
    table = Table(loaded(id), 5)
    while not table.match.over:
        winner, other = [name for name in table.match.players.values() if name != table.match.at("E")][:2]
        table.match.enter([winner], {winner: 8000, other: -8000})
        if not table.match.over:
            table.match.next_hand()
    text = table.play()
    assert told in text
    assert text.endswith("Saved in game.jsonl. It is told again by\n  mjrules replay game.jsonl\n")
    assert re.search("You +[-+]?[0-9]", text)


def test_a_file_is_not_named_twice(folder: Path) -> None:
    assert unused(folder).name == "mjrules-game.jsonl"
    (folder / "mjrules-game.jsonl").touch()
    assert unused(folder).name == "mjrules-game-2.jsonl"


def test_where_nobody_names_a_file_it_is_told(type_keys: Type, folder: Path) -> None:
    out = type_keys("", "--ruleset", "hong-kong", "--players", "random").out
    assert out.endswith("\nSaved in mjrules-game.jsonl. Go on with it by\n  mjrules play --save mjrules-game.jsonl\n")
    (folder / "own.yaml").write_text("id: own\nextends: hong-kong\n", encoding="utf-8")
    out = type_keys("", "--ruleset", "own.yaml", "--players", "random").out
    assert out.endswith("\n  mjrules play --ruleset own.yaml --save mjrules-game-2.jsonl\n")
    assert type_keys("", "--ruleset", "own.yaml", "--save", "mjrules-game-2.jsonl").status == 0


def test_a_game_that_cannot_be_saved_is_told(type_keys: Type, folder: Path) -> None:
    result = type_keys("0 6", *START[:-1], "/proc/game.jsonl")
    assert (result.status, result.err) == (2, "")
    assert result.out.count("The game cannot be saved in /proc/game.jsonl: No such file or directory") == 2


REFUSED = [
    (("--ruleset", "hong-kong", "--players", "quik"), 'there is no player "quik"'),
    (("--ruleset", "hong-kong", "--players", "random,random"), "--players random,random: expected one name, or 3"),
    ((), "no ruleset is chosen"),
    (("--save", "nothing.jsonl"), 'there is no game "nothing.jsonl" to go on with: to begin one, add --ruleset'),
    (("--save", "."), '"." cannot be read'),
    (("--save", "hand.jsonl"), "hand.jsonl: line 1: this is the log of a hand, which load_table reads"),
    (("--save", "match.jsonl"), "this is not a game of `mjrules play`: its players are player 1, player 2"),
    (("--save", "begun.jsonl", "--players", "random"), '"begun.jsonl" is a game that has begun: --players cannot'),
    (("--save", "begun.jsonl", "--set", "limit=9"), '"begun.jsonl" is a game that has begun: --set cannot'),
    (("--save", "begun.jsonl", "--ruleset", "sichuan"), "the log was played under hong-kong, not under sichuan"),
]


@pytest.mark.parametrize(("argv", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_cannot_be_played_is_refused(argv: Sequence[str], reason: str, type_keys: Type) -> None:
    if "--save" in argv:
        mjrules.Table(loaded("hong-kong"), 1).save("hand.jsonl")
        Match(loaded("hong-kong"), 1).save("match.jsonl")
        Match(loaded("hong-kong"), 1, ["You", "Ann (random)", "Bob (random)", "Cleo (random)"]).save("begun.jsonl")
    result = type_keys("", *argv)
    assert (result.status, result.out) == (2, "")
    assert reason in result.err


@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP", "SIGTERM"])
def test_ctrl_c_and_a_terminal_that_closes_save_and_leave(
    name: str, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    if not hasattr(signal, name):
        pytest.skip(f"this system has no {name}")
    number = getattr(signal, name)
    usual: dict[int, Any] = {number: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    before = {each: signal.signal(each, handler) for each, handler in usual.items()}  # a shell may have it ignore them

    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            signal.raise_signal(number)
            return "1\n"

    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", Interrupted())
    try:
        with redirect_stdout(out):
            assert main(["play", *START]) == 130
        assert signal.getsignal(number) is usual[number]
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert out.getvalue().endswith("\n  mjrules play --save game.jsonl\n")
    assert (folder / "game.jsonl").exists()


def test_ctrl_c_waits_for_the_next_question() -> None:
    keyboard = Keyboard(io.StringIO("1\n"), print, print)
    keyboard.interrupt()
    with pytest.raises(KeyboardInterrupt):
        keyboard.number(3)
    with pytest.raises(KeyboardInterrupt):
        keyboard.interrupt()


def test_whatever_goes_wrong_the_game_is_saved(folder: Path) -> None:
    def fails(view: View) -> Action:
        raise RuntimeError

    def refuses(view: View) -> Action:
        raise mjrules.TableError("nothing fits")

    for number, (player, error) in enumerate(((fails, RuntimeError), (refuses, mjrules.TableError))):
        table = Table(loaded("hong-kong"), 12)
        table.hands = 1
        table.sitting.path = folder / f"{number}.jsonl"
        table.sitting.others = dict.fromkeys(table.match.given, player)
        with pytest.raises(error):
            table.sitting.play()
        assert table.sitting.path.exists()


def test_without_an_input_nothing_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", *START]) == 2
    assert "there is no standard input" in capsys.readouterr().err


# Choices and words.


def test_tiles_are_chosen_one_after_another_and_again() -> None:
    table = Table(loaded("western", charleston="first"), 3)
    table.keys = ["1\n", "1\n"]
    table.hands = 1
    view = View(table.match.table, table.sitting.seat)
    many = picked_by_tile(view)
    first = list(next_tiles(many, ()))
    again = len(next_tiles(many, first[:1])) + 1
    table.keys = ["1\n", f"{again}\n", "", ""]
    assert table.sitting.play()
    assert "Chosen so far: " in table.text
    assert f"{again} choose again" in table.text
    assert table.text.count("House rule: Before play, all pass three tiles") == 1


@events.event("side_bet")
class Bet(events.Action):
    """A house rule's own decision, which says a number."""

    stake: int


def test_what_may_be_done_is_said_in_words() -> None:
    style = GameStyle(loaded("riichi").names)
    said = [
        (events.Chow(0, 4, (2, 3), "3m"), "E", "chow 345m"),
        (events.Pung(0, 28, (28, 28)), "E", "pung South wind x3"),
        (events.Kong(0, 28, (28,) * 3), "E", "kong South wind x4"),
        (events.Kong(0, 4), "", "kong 5m"),
        (events.Kong(0, 4, (42,)), "", "kong 5m, with joker"),
        (events.Mahjong(0, 4), "E", "mahjong, with 5m"),
        (events.Mahjong(0), "", "mahjong"),
        (events.Pass(0), "E", "pass"),
        (events.Declare(0, "double_riichi"), "", "declare double riichi"),
        (events.Give(0), "", "give blindly, what you were just given"),
        (events.Give(0, (0, 1)), "", "give 12m"),
        (events.TakeLoose(0), "", "take loose"),
        (events.Discard(0, 43), "", "discard 0m"),
        (Bet(0, 3), "", "side bet 3"),
    ]
    assert [action_words(action, by, style) for action, by, _ in said] == [words for _, _, words in said]


def test_what_is_no_choice_is_not_asked() -> None:
    class Seen:
        def __init__(self, *legal: Action) -> None:
            self.legal = legal

    passes, draws, claims = events.Pass(0), events.Draw(0), events.Pung(0, 1, (1, 1))
    one = events.Discard(0, 5)
    found = [formality(Seen(*legal)) for legal in ((passes,), (one,), (draws, passes), (passes, claims), (one, one))]  # type: ignore[arg-type]
    assert found == [passes, one, passes, None, None]


def test_sentences_are_said_to_the_player() -> None:
    said = {
        "South discards 5p": "You discard 5p",
        "South passes 5p to West": "You pass 5p to West",
        "West claims 5p from South: pung 555p": "West claims 5p from you: pung 555p",
        "West claims South wind from East: pung": "West claims South wind from East: pung",
        "South is at fault: late": "You are at fault: late",
        "South has a dead hand": "You have a dead hand",
        "West wins on the discard of South, 5p": "West wins on your discard, 5p",
        "South chooses 5p": "You choose 5p",
        "Nobody has won": "Nobody has won",
    }
    assert {text: to_you(text, "South") for text in said} == said


def test_a_kong_that_lies_face_down_is_told_without_its_tiles() -> None:
    table = laid_table(loaded("western"), {"E": "1111m"})
    table.do(next(own for own in table.legal_actions("E") if own.kind == "kong"))
    style = GameStyle(loaded("western").names)
    told = [[*news(table, view(table, seat).events, place, style)] for place, seat in enumerate("ES")]
    assert "You declare the concealed kong 1111m" in told[0]
    assert "East declares a kong face down" in told[1]
    assert "East draws a loose tile" in told[1]
    assert not any("1m" in line for line in told[1])


def test_tiles_are_drawn_with_frames_and_colours() -> None:
    assert " ".join(face(tile) for tile in parse_tiles("5m0p1234567zf1J")) == "5m 0p E S W N Wh Gr Rd f1 J"
    places = [LaidTile(0, 1), LaidTile(45, None)]
    assert hand_drawn(places, LaidTile(31, 2), frames=False, colours=False) == "   1m  0s     Wh\n   1          2"
    drawn = hand_drawn(places, LaidTile(31, 2), frames=True, colours=True).splitlines()
    assert drawn[0] == "  ╭──┬──╮   ╭──╮"
    assert drawn[1] == "  │\033[31m1m\033[0m│\033[1;31m0s\033[0m│   │\033[1mWh\033[0m│"
    assert drawn[3] == "   1         2"
    style = GameStyle(loaded("riichi").names)
    assert style.tiles(parse_tiles("123m55zJ1z")) == "123m, White Dragon x2, joker, East wind"
    assert style.text_of("123m 456m, 77z") == "123m, 456m; Red Dragon x2"
