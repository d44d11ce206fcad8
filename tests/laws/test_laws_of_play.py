"""Laws of play: what must hold at every moment of every hand, under every ruleset and every choice of options."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mjrules
import mjrules.table.course
import mjrules.table.table
import mjrules.table.view
from mjrules import Ruleset, RulesetError
from mjrules.hooks import Asks, HandInPlay, HouseRule, Play, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.match.match import Match
from mjrules.play.event_fields import NO_TILE
from mjrules.play.events import Action, Announced, Discard, Drawn, Event, FinalPlace, Pass
from mjrules.ruleset.files.find import bundled_folder
from mjrules.table.course import Course
from mjrules.table.deal import deal_order
from mjrules.table.ending import win_end
from mjrules.table.table import Table
from mjrules.testing import MOMENT_LAWS, LawBrokenError, check_play, random_player, sensible_player
from mjrules.testing.laws_of_play import everything_legal, snapshot
from tests.kit.profile import amount, examples, thinned
from tests.kit.rulesets import SCORING, loaded

HANDS = amount(60, 1000, 20_000)
"""How many hands are played under the laws of a finished hand."""
PAID = amount(15, 250, 20_000)
"""The same of games in which kongs and pots are paid while the hand goes on, or of which a hand has five sets."""
FEW = amount(1, 2, 100)
"""How many hands are played under all laws."""


# All laws, under every ruleset


@pytest.mark.parametrize("id", SCORING)
def test_every_bundled_ruleset_keeps_all_laws(id: str) -> None:
    hands = max(FEW // 2, 1) if "/" in id else FEW  # a variant of another differs in a few rules
    check_play(loaded(id), hands=hands, thorough=bool(amount(0, 1, 1)))


def test_a_snapshot_holds_what_was_and_nothing_that_changes() -> None:
    table = Table(loaded("hong-kong"), 1)
    before, again = snapshot(table), snapshot(Table(loaded("hong-kong"), 1))
    assert before == again
    table.state.wall.front += 1
    assert snapshot(table) != before == again


OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "one chow": ("western", {"max_chows": "1"}),
    "clean hands": ("western", {"clean_hands": "all"}),
    "no special hands": ("western", {"special_hands": False}),
    "face down": ("western", {"discards": "face_down"}),
    "loose tile asked": ("western", {"loose_tile": "asked"}),
    "late calls: draw": ("western", {"late_calls": "draw_stands"}),
    "late calls: call": ("western", {"late_calls": "call_stands"}),
    "no late calls": ("western", {"late_calls": "none"}),
    "goulash": ("western", {"goulash": True}),
    "no bonus tiles": ("western", {"bonus_tiles": False}),
    "dealt two at once": ("western", {"deal": "adjacent"}),
    "bonus tiles from the front": ("classical", {"bonus_replaced_from": "front"}),
    "concealed kong robbed": ("classical", {"concealed_kong_robbed": "thirteen"}),
    "three tiles exchanged": ("sichuan", {"exchange_of_three": "right"}),
    "void suit kept": ("sichuan", {"void_first": "free"}),
    "every flower counts": ("taiwanese", {"flowers_and_winds": "every"}),
}
CHILDREN: dict[str, tuple[str, str]] = {
    "kongs before play": ("chinese-official", "table: {kongs_before_play: true, dead_wall: 14}"),
    "kong box": ("classical", "table: {dead_wall: 6}"),
    "all win": ("hong-kong", "table: {winners: all}"),
    "last discard for all": ("chinese-basic", "table: {last_discard: any, dead_wall: 0}"),
    "jokers": ("chinese-basic", "plugins: {add: [wild]}\ntiles: {J: 4}"),
    "three seats": ("chinese-basic", "table: {seats: [E, S, W]}"),
}


def child(folder: Path, parent: str, text: str) -> Ruleset:
    path = folder / "club.yaml"
    path.write_text(f"id: club\nextends: {parent}\n{text}\n", encoding="utf-8")
    return mjrules.load(str(path))


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_of_play_keeps_all_laws(name: str) -> None:
    id, options = OPTIONS[name]
    check_play(mjrules.load(id, options), hands=FEW, seed=len(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", CHILDREN)
def test_every_table_keeps_all_laws(name: str, tmp_path: Path) -> None:
    check_play(child(tmp_path, *CHILDREN[name]), hands=FEW, seed=len(name))


def any_options(ruleset: Ruleset, chance: Random) -> dict[str, Any]:
    """For every option that has choices one of them."""
    return {
        option.name: chance.choice(sorted(option.stands_for))
        for option in ruleset.options.declared.values()
        if option.stands_for
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", thinned(range(20), 20, gate=5))
def test_any_combination_of_options_keeps_all_laws(seed: int) -> None:
    chance = Random(f"options {seed}")
    id = chance.choice([id for id in SCORING if loaded(id).options.declared])
    for _ in range(20):
        options = any_options(loaded(id), chance)
        try:
            ruleset = mjrules.load(id, options)
        except RulesetError:
            continue
        check_play(ruleset, hands=max(FEW // 2, 1), seed=seed)
        check_play(ruleset, hands=2 * FEW, seed=seed, thorough=False)
        return
    pytest.fail(f"no combination of options of {id} can be loaded")


# The laws of a finished hand, on many hands; and that everything happens in them

ALWAYS = {
    "bonus", "drawn wall", "drawn for_bonus", "drawn loose", "chow", "pung", "kong", "pass", "mahjong", "meld chow",
    "meld pung", "meld kong", "kong added", "kong concealed", "stands", "won drawn", "won claimed", "won robbed",
    "robbed", "exhausted", "end",
}  # fmt: skip


@pytest.mark.slow
def test_many_hands_of_chinese_official() -> None:
    seen = check_play(loaded("chinese-official"), hands=HANDS, thorough=False)
    assert not ALWAYS - set(seen)
    assert seen["end"] == HANDS
    assert seen["won"] > HANDS / 4


@pytest.mark.slow
def test_many_hands_of_western() -> None:
    seen = check_play(loaded("western"), hands=HANDS, thorough=False)
    assert not (ALWAYS | {"draw", "dice", "put_back", "claim_lost", "paid"}) - set(seen)
    assert seen["end"] == HANDS
    assert seen["won"] > HANDS / 2


@pytest.mark.slow
def test_many_hands_of_sichuan() -> None:
    seen = check_play(loaded("sichuan"), hands=PAID, thorough=False)
    assert not {"void", "paid kong_added", "into_pot", "won claimed", "exhausted", "play_ends"} - set(seen)
    assert seen["end"] == PAID
    assert seen["won"] > PAID / 4


@pytest.mark.slow
def test_many_hands_of_taiwanese() -> None:
    seen = check_play(loaded("taiwanese"), hands=PAID, thorough=False)
    assert not {"bonus", "chow", "pung", "kong", "won claimed", "won drawn", "exhausted"} - set(seen)
    assert seen["end"] == PAID
    assert seen["won"] > PAID / 2


@pytest.mark.slow
def test_hands_of_players_who_do_anything() -> None:
    seen = check_play(loaded("chinese-official"), hands=HANDS // 5, thorough=False, player=random_player)
    assert seen["exhausted"] > HANDS / 10


# What must not matter


def logs(ruleset: Ruleset, hands: int = 4) -> list[list[Any]]:
    match = Match(ruleset, 5)
    for number in range(hands):
        match.play(sensible_player(number), 1)
    return [match.log, *(table.log for table in match.played)]


@pytest.mark.slow
@pytest.mark.parametrize("id", ["chinese-official", "western"])
def test_the_order_of_plugins_does_not_matter(id: str, tmp_path: Path) -> None:
    backwards = dict(reversed(available_plugins().items()))
    assert logs(mjrules.load(id, available=backwards)) == logs(loaded(id))


@pytest.mark.slow
def test_the_order_in_which_a_ruleset_names_its_plugins_does_not_matter(tmp_path: Path) -> None:
    for file in Path(bundled_folder()).glob("chinese-official.*.yaml"):
        shutil.copy(file, tmp_path)
    text = Path(bundled_folder(), "chinese-official.yaml").read_text(encoding="utf-8")
    named = "plugins: [base_payment, combinations, sum]"
    assert named in text
    path = tmp_path / "chinese-official.yaml"
    path.write_text(text.replace(named, "plugins: [sum, base_payment, combinations]"), encoding="utf-8")
    assert logs(mjrules.load(str(path))) == logs(loaded("chinese-official"))


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    first, second = (Match(loaded("chinese-official"), 7) for _ in range(2))
    for match in (first, second):
        match.play(sensible_player(1), 2)
    assert [table.log for table in first.played] == [table.log for table in second.played]
    assert Match(loaded("chinese-official"), 8).table.log != first.played[0].log


@pytest.mark.slow
def test_a_match_ends_and_nothing_is_lost() -> None:
    match = Match(loaded("western"), 3)
    match.play(sensible_player(3))
    assert match.over
    assert len(match.played) >= 16
    assert sum(match.totals.values()) + sum(match.pots.values()) == 0
    assert any(event.kind == "paid" for table in match.played for event in table.log) or match.totals


# Any walk through the actions of a hand


class AnyWalk(RuleBasedStateMachine):
    """Whoever is asked does anything that is legal, or the last decisions are taken back."""

    @initialize(id=st.sampled_from(["chinese-official", "western", "chinese-basic"]), seed=st.integers(0, 999))
    def begin(self, id: str, seed: int) -> None:
        self.table = Table(loaded(id), seed)
        self.kept: list[tuple[dict[str, Any], Any, Any]] = []

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        asked = self.table.to_act()
        assert asked
        seat = data.draw(st.sampled_from(asked))
        self.keep()
        self.table.do(data.draw(st.sampled_from(self.table.legal_actions(seat))))

    @precondition(lambda self: not self.table.over)
    @rule(seed=st.integers(0, 99), number=st.integers(5, 60))
    def play_on(self, seed: int, number: int) -> None:
        choose = sensible_player(seed)
        for _ in range(number):
            if not self.table.over:
                seat = self.table.to_act()[0]
                self.keep()
                self.table.do(choose(mjrules.view(self.table, seat)))

    @rule(number=st.integers(1, 4))
    def undo(self, number: int) -> None:
        for _ in range(min(number, len(self.kept))):
            self.table.undo()
            state, legal, events = self.kept.pop()
            assert (snapshot(self.table), everything_legal(self.table), self.table.events) == (state, legal, events)

    def keep(self) -> None:
        self.kept.append((snapshot(self.table), everything_legal(self.table), self.table.events))

    @invariant()
    def keeps_the_laws(self) -> None:
        if hasattr(self, "table"):
            for law in MOMENT_LAWS.values():
                law(self.table)


AnyWalk.TestCase.settings = settings(
    max_examples=examples(10), stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyWalk = pytest.mark.slow(AnyWalk.TestCase)


@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(), player=st.integers(), id=st.sampled_from(SCORING))
def test_any_hand_keeps_the_laws(seed: int, player: int, id: str) -> None:
    check_play(loaded(id), hands=1, seed=seed, thorough=False, player=lambda word: random_player(f"{player}/{word}"))


# Each law can be broken


plain = pytest.mark.skipif(not str(mjrules.table.course.__file__).endswith(".py"), reason="compiled: not to be changed")


def told(monkeypatch: pytest.MonkeyPatch, target: str, change: Any, **said: Any) -> str:
    """What is told when a part of the table is another one."""
    monkeypatch.setattr(target, change)
    with pytest.raises(LawBrokenError) as error:
        check_play(loaded("chinese-official"), hands=3, seed=2, **said)
    return str(error.value).splitlines()[0]


def changed(target: str, change: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function of the engine, with its result changed."""
    place, _, name = target.rpartition(".")
    owner = attrgetter(place)(mjrules)
    real = getattr(owner, name)
    return lambda *args, **said: change(real(*args, **said))


@plain
def test_a_table_that_draws_another_tile_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(course: Course, seat: int, word: str) -> None:
        course.happen(Drawn(seat, 0, word))

    found = told(monkeypatch, "mjrules.table.course.Course._draw", draw)
    assert found.startswith("chinese-official: tiles_conserved: tiles that are not in the wall")


@plain
def test_a_wall_that_is_dealt_in_another_order_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(wall: Any, *rest: Any, **said: Any) -> Any:
        return deal_order((*wall[-1:], *wall[1:-1], *wall[:1]), *rest, **said)

    found = told(monkeypatch, "mjrules.table.table.deal_order", swapped, thorough=False)
    assert "draws_from_stacks: other tiles are dealt" in found or "tiles_conserved" in found


@plain
def test_a_player_who_is_dealt_too_few_tiles_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*args: Any, **said: Any) -> Any:
        return list(deal_order(*args, **said))[:-1]

    found = told(monkeypatch, "mjrules.table.table.deal_order", short)
    assert found == "chinese-official: hand_sizes: seat 3: 12, expected 13"


@plain
@pytest.mark.parametrize("kind", thinned(["discard", "pass", "kong", "mahjong"], 4))
def test_an_action_that_is_legal_and_refused_is_told(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    real = Table.can

    def can(table: Table, action: Action) -> bool:
        return real(table, action) and action.kind != kind

    found = told(monkeypatch, "mjrules.table.table.Table.can", can)
    assert found.startswith(f"chinese-official: legal_is_what_verifies: legal, but refused: {kind} ")


@plain
def test_an_action_that_is_carried_out_and_not_legal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table.can

    def can(table: Table, action: Action) -> bool:
        return real(table, action) or (action.kind == "chow" and table.state.tile >= 0)

    found = told(monkeypatch, "mjrules.table.table.Table.can", can)
    assert "legal_is_what_verifies: not legal, but carried out: chow" in found


@plain
def test_nets_that_do_not_sum_to_zero_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    change = changed("table.ending.net_amounts", lambda found: {**found, "E": found["E"] + 1})
    found = told(monkeypatch, "mjrules.table.ending.net_amounts", change, thorough=False)
    assert "zero_sum: nets do not sum to zero" in found


@plain
def test_final_standings_that_do_not_sum_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("id: club\nextends: zung-jung\nmatch: {start: 100, hands: 1}\n", encoding="utf-8")
    check_play(club, hands=1, thorough=False)
    standings = [FinalPlace(name, 1, 100, 1) for name in ("player 1", "player 2", "player 3", "player 4")]
    monkeypatch.setattr("mjrules.match.match.final_standings", lambda *given: standings)
    with pytest.raises(LawBrokenError, match="standings"):
        check_play(club, hands=1, thorough=False)


@plain
def test_totals_that_do_not_sum_to_zero_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    change = changed("match.match.net_amounts", lambda found: {**found, "E": found["E"] + 1})
    found = told(monkeypatch, "mjrules.match.match.net_amounts", change, thorough=False)
    assert "totals and pots do not sum to what all began with" in found


@plain
def test_a_record_that_scores_something_else_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def higher(*args: Any) -> Event:
        event = win_end(*args)
        return event.but(scores={seat: 1 + each for seat, each in event.scores.items()})

    found = told(monkeypatch, "mjrules.table.course.win_end", higher, thorough=False)
    assert "records_score" in found


@plain
def test_a_view_that_shows_what_others_draw_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(monkeypatch, "mjrules.table.view._masked", lambda event, seat, rules: event)
    assert "can tell hidden tiles by events" in found


@plain
def test_a_view_that_shows_what_others_hold_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(state: Any, rules: Any, seat: int, by: int, *, hidden: bool) -> Any:
        return real(state, rules, seat, seat, hidden=hidden)

    real = mjrules.table.view._seen
    found = told(monkeypatch, "mjrules.table.view._seen", seen)
    assert "can tell hidden tiles by players" in found


@pytest.mark.slow
@plain
def test_an_undo_that_takes_back_too_much_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def undo(table: Table) -> Action | None:
        real(table)
        return real(table)

    real = Table.undo
    assert "undone: " in told(monkeypatch, "mjrules.table.table.Table.undo", undo)


@pytest.mark.slow
@plain
def test_a_redo_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def do(table: Table, action: Action) -> tuple[Event, ...]:
        found = table.carry_out(action)
        table.log.append(Pass(0))
        return found

    assert "made again, it makes another log" in told(monkeypatch, "mjrules.table.table.Table.do", do)


@pytest.mark.slow
def test_views_are_compared() -> None:
    assert check_play(loaded("chinese-official"), hands=3)["views"] > 3
    assert check_play(loaded("chinese-official"), hands=3, thorough=False)["views"] == 0


@pytest.mark.slow
def test_a_player_without_a_seed_is_told() -> None:
    chance = Random(1)
    with pytest.raises(LawBrokenError, match="the same seed makes other events"):
        check_play(loaded("western"), hands=1, player=lambda seed: random_player(str(chance.random())))


@plain
def test_a_hand_that_waits_for_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(monkeypatch, "mjrules.table.table.Table.to_act", lambda table: [])
    assert "nobody has anything to decide, and the hand is not over" in found


@plain
def test_what_is_told_names_the_hand_by_its_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "to_act", lambda table: [])
    with pytest.raises(LawBrokenError) as error:
        check_play(loaded("chinese-official"), hands=3, seed=2)
    assert str(error.value).splitlines()[1] == (
        "  seed '2', hand 1, player '2/0', after {'event': 'play', 'seat': 'E'}"
    )


class Followed(Play):
    """Remembers the last discard where it answers, and not where it hears, so that nothing taken back is forgotten."""

    hears = (Discard,)

    def __init__(self, settings: Any, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.last = NO_TILE

    def follows(self, event: Event) -> list[Event]:
        """A word where the same tile is discarded twice."""
        assert isinstance(event, Discard)
        last, self.last = self.last, event.tile
        return [Announced(event.seat, "followed")] if last == event.tile else []


class Follower:
    """A plugin with this house rule."""

    @staticmethod
    @hookimpl
    def mj_house_rules() -> list[HouseRule]:
        return [HouseRule("followed", "tells who follows", play=Followed)]


@pytest.mark.parametrize("seed", range(1, amount(3, 8, 30)))
def test_what_a_house_rule_remembers_without_hearing_it_is_told_at_once(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: hong-kong\nplugins: {add: [follower]}\nhouse_rules: {followed: {}}\n", "utf-8")
    plugins = {**available_plugins(), "follower": lambda: Follower}
    with pytest.raises(LawBrokenError, match="undo: made again, it makes another log"):
        check_play(path, hands=1, seed=seed, available=plugins)
