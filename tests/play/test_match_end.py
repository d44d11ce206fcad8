"""When a match is over, hand by hand of its last ones, and where everybody stands then."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from mjrules import LogError, Match, PluginError, Ruleset, Summary, Table, TableError, load, load_match, simulate
from mjrules.cli import main
from mjrules.cli.show_game import ToldAt, event_text
from mjrules.cli.show_simulation import summary_text
from mjrules.cli.voice import Voice
from mjrules.hooks import Event, HouseRule, MatchSoFar, Play, Sentence, events
from mjrules.match.standings import final_standings
from mjrules.play.events import FinalPlace, MatchOver
from mjrules.ruleset.match_rules import MatchRules
from mjrules.simulation.simulation import Simulation
from mjrules.testing import check_play, sensible_player
from tests.kit.house import club_in

NAMES = ["Ann", "Bob", "Cleo", "Dan"]
"""In the order of the seats of the first hand: Dan is the last East of a round."""
Hand = tuple[str, str, int]
"""Who wins of whom, how much; nobody of nobody for a draw."""
DRAW: Hand = ("", "", 0)
PASSES: Hand = ("Cleo", "Cleo", 0)
"""Nothing is paid."""

Made = Callable[..., Match]


@pytest.fixture
def match_under(tmp_path: Path) -> Made:
    """A match of one round under rules of a match, with more words where wanted."""

    def made(rules: str, more: str = "", table: str = "") -> Match:
        return Match(_club(tmp_path, rules, more, table), 5, NAMES, seat=False)

    return made


def _club(
    folder: Path, rules: str, more: str = "", table: str = "", stays: str = ", east_stays_on: [win, draw]"
) -> Ruleset:
    path = folder / "club.yaml"
    text = f"id: club\nextends: zung-jung\ntable: {{rounds: 1{stays}{table}}}\nmatch: {{{rules}}}\n"
    path.write_text(text + more, encoding="utf-8")
    return load(str(path), within=folder)


def _enter(match: Match, *hands: Hand) -> Match:
    for winner, payer, amount in hands:
        paid = {winner: amount, payer: -amount} if winner != payer else {}
        match.enter([winner] if winner else [], paid)
    return match


def _passed(match: Match) -> Match:
    """The match at the last hand of its round, in which nobody has won or lost anything."""
    return _enter(match, ("Bob", "Bob", 0), ("Ann", "Ann", 0), ("Ann", "Ann", 0))


def _why(match: Match) -> str:
    return "" if match.ended is None else match.ended.why


def _results(match: Match) -> dict[str, int]:
    assert match.ended is not None
    return {own.player: own.result for own in match.ended.standings}


# When it is over


def test_each_begins_with_the_points_of_the_start_and_hands_carry_them_on(match_under: Made) -> None:
    match = match_under("start: 100")
    assert match.totals == dict.fromkeys(NAMES, 100)
    _enter(match, ("Bob", "Ann", 30))
    assert match.totals == {"Ann": 70, "Bob": 130, "Cleo": 100, "Dan": 100}
    assert not match.over


LAST_HANDS: dict[str, tuple[str, list[Hand], str]] = {
    "the last East passes on": ("start: 100", [("Ann", "Bob", 9)], "rounds"),
    "exactly zero is not below it": ("start: 100, ends_below: 0", [("Dan", "Ann", 100)], ""),
    "one less than zero is": ("start: 100, ends_below: 0", [("Dan", "Ann", 101)], "ends_below"),
    "at zero or below it": ("start: 100, ends_below: 1", [("Dan", "Ann", 100)], "ends_below"),
    "somebody has what ends it": ("ends_at: 50", [("Dan", "Ann", 50)], "ends_at"),
    "one point short of what ends it": ("ends_at: 50", [("Dan", "Ann", 49)], ""),
    "the target is reached in the last round": ("target: 50, further_rounds: 1", [("Ann", "Bob", 50)], "rounds"),
    "two are at the target": (
        "target: 50, further_rounds: 1", [("Dan", "Cleo", 50), ("Ann", "Cleo", 50)], "rounds",
    ),
    "one point short of the target": ("target: 50, further_rounds: 1", [("Ann", "Bob", 49)], ""),
    "the target is reached while East stays": ("target: 50, further_rounds: 1", [("Dan", "Bob", 50)], ""),
    "a further round is played out": ("target: 50, further_rounds: 1", [("Ann", "Bob", 49), ("Bob", "Dan", 60)], ""),
    "sudden death": (
        "target: 50, further_rounds: 1, sudden_death: true", [("Ann", "Bob", 49), ("Bob", "Dan", 99)], "target",
    ),
    "one point short of sudden death": (
        "target: 50, further_rounds: 1, sudden_death: true", [("Ann", "Bob", 49), ("Bob", "Dan", 98)], "",
    ),
    "sudden death, and East would stay": (
        "target: 50, further_rounds: 1, sudden_death: true", [("Ann", "Bob", 49), ("Ann", "Dan", 1)], "target",
    ),
    "East, who stays, plays on before sudden death": (
        "target: 50, further_rounds: 1, sudden_death: true, east_plays_on: true",
        [("Ann", "Bob", 49), ("Ann", "Dan", 1)],
        "",
    ),
    "but passes on in the end": (
        "target: 50, further_rounds: 1, sudden_death: true, east_plays_on: true",
        [("Ann", "Bob", 49), ("Ann", "Dan", 1), ("Bob", "Dan", 1)],
        "target",
    ),
    "or stops, being first": (
        "target: 50, further_rounds: 1, sudden_death: true, east_plays_on: true, last_east_stops: [win]",
        [("Ann", "Bob", 49), ("Ann", "Dan", 1)],
        "last_east",
    ),
    "no sudden death in the last round": (
        "target: 50, further_rounds: 1, sudden_death: true", [("Dan", "Bob", 50)], "",
    ),
    "no round follows the further ones": (
        "target: 50, further_rounds: 1", [("Ann", "Bob", 1), ("Bob", "Dan", 0), *[("Ann", "Ann", 0)] * 3], "rounds",
    ),
    "all hands are played": ("hands: 4", [DRAW], "hands"),
    "more hands are to be played, though the round is over": ("hands: 6", [PASSES], ""),
    "the last of these": ("hands: 6", [PASSES, DRAW, DRAW], "hands"),
    "the last East is first and stops": ("last_east_stops: [win]", [("Dan", "Ann", 1)], "last_east"),
    "the last East is first together with another": (
        "last_east_stops: [win]", [("Dan", "Ann", 0)], "",
    ),
    "the last East wins and is not first": ("last_east_stops: [win]", [DRAW, ("Dan", "Ann", 0)], ""),
    "the last East is first without the target": ("last_east_stops: [win], target: 50", [("Dan", "Ann", 49)], ""),
    "the last East is first with the target": ("last_east_stops: [win], target: 50", [("Dan", "Ann", 50)], "last_east"),
    "the last East stays at a draw": ("last_east_stops: [win]", [DRAW], ""),
    "the last East is not first at a draw": ("last_east_stops: [win, draw]", [DRAW], ""),
    "he does not stop for winning": ("last_east_stops: [draw]", [("Dan", "Ann", 50)], ""),
    "nor for a draw at the end of the wall": ("last_east_stops: [ready]", [("Dan", "Ann", 50)], ""),
    "but at such a draw": ("last_east_stops: [ready]", [("Dan", "Ann", 50), DRAW], "last_east"),
    "but at a draw after it": ("last_east_stops: [draw]", [("Dan", "Ann", 50), DRAW], "last_east"),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "hands", "why"), LAST_HANDS.values(), ids=list(LAST_HANDS))
def test_a_match_is_over_for_a_reason(match_under: Made, rules: str, hands: list[Hand], why: str) -> None:
    match = _passed(match_under(rules))
    assert match.at("E") == "Dan"
    for hand in hands:
        assert not match.over
        _enter(match, hand)
    assert (_why(match), match.over) == (why, bool(why))


def test_an_east_who_is_not_the_last_does_not_stop(match_under: Made) -> None:
    match = _enter(match_under("last_east_stops: [win]"), ("Bob", "Bob", 0), ("Ann", "Ann", 0), ("Cleo", "Bob", 9))
    assert not match.over


@pytest.mark.parametrize(("winner", "east"), [("Dan", "Bob"), ("Ann", "Dan")])
def test_only_an_east_who_has_won_and_would_stay_stops(match_under: Made, winner: str, east: str) -> None:
    match = _passed(match_under("last_east_stops: [win, draw]"))
    match.enter([winner], {"Dan": 9, "Bob": -9}, east=east)
    assert not match.over


def test_the_last_east_of_a_further_round_stops_too(match_under: Made) -> None:
    rules = "target: 50, further_rounds: 1, last_east_stops: [win]"
    match = _enter(_passed(match_under(rules)), PASSES, ("Bob", "Bob", 0), *[("Ann", "Ann", 0)] * 2)
    assert (match.at("E"), match.rotation.round) == ("Dan", 2)
    assert _why(_enter(match, ("Dan", "Ann", 49))) == ""
    assert _why(_enter(match, ("Dan", "Ann", 1))) == "last_east"


def test_no_hand_follows_a_match_that_is_over(match_under: Made) -> None:
    match = _enter(match_under("ends_at: 1"), ("Bob", "Ann", 1))
    for then in (match.next_hand, lambda: match.enter([], {})):
        with pytest.raises(TableError, match="the match is over"):
            then()
    assert [event.kind for event in match.log] == ["entered", "closed", "match_over"]


def test_a_match_of_which_nothing_is_said_is_not_reckoned_up(match_under: Made) -> None:
    match = _enter(_passed(match_under("")), PASSES)
    assert (match.over, match.ended) == (True, None)
    assert match.log[-1].kind == "closed"


# Where everybody stands


def _standings(points: Sequence[int], left: int = 0, **rules: Any) -> list[tuple[Any, ...]]:
    found = final_standings(MatchRules(**rules), dict(zip(NAMES, points, strict=True)), left)
    assert sum(own.result for own in found) == sum(own.points + own.pots for own in found) - 4 * rules.get("start", 0)
    return [(own.place, own.player, own.result) for own in found]


REACH: dict[str, Any] = {"start": 25000, "returns": 30000, "place_bonuses": (20000, 10000, -10000, -20000)}


def test_bonuses_by_place_and_what_is_returned_to_the_first() -> None:
    found = _standings([31200, 28600, 24100, 16100], **REACH)
    assert found == [(1, "Ann", 41200), (2, "Bob", 8600), (3, "Cleo", -15900), (4, "Dan", -33900)]


def test_of_players_with_as_much_the_first_at_the_table_is_first() -> None:
    found = _standings([20000, 30000, 20000, 30000], **REACH)
    assert found == [(1, "Bob", 40000), (2, "Dan", 10000), (3, "Ann", -20000), (4, "Cleo", -30000)]


def test_players_with_as_much_share_place_and_bonuses() -> None:
    found = _standings([20000, 30000, 20000, 30000], **REACH, ties="shared")
    assert found == [(1, "Bob", 25000), (1, "Dan", 25000), (3, "Ann", -25000), (3, "Cleo", -25000)]


def test_what_cannot_be_divided_goes_to_those_who_sat_first() -> None:
    found = _standings([7, 7, 7, 3], start=6, returns=7, place_bonuses=(5, 2, -3, -4), ties="shared")
    assert found == [(1, "Ann", 4), (1, "Bob", 2), (1, "Cleo", 2), (4, "Dan", -8)]


POTS: dict[str, tuple[str, list[int]]] = {
    "to the first": ("first", [10 + 7, 10, -20, -7]),
    "to all": ("shared", [12, 12, -18, -6]),
    "lost": ("lost", [10, 10, -20, -7]),
}


@pytest.mark.parametrize(("whose", "results"), POTS.values(), ids=list(POTS))
def test_pots_that_lie_there_at_the_end(whose: str, results: list[int]) -> None:
    found = _standings([10, 10, -20, -7], 7, pots_left=whose)
    assert {player: result for _, player, result in found} == dict(zip(NAMES, results, strict=True))


def test_the_first_who_tie_share_the_pots() -> None:
    found = _standings([10, 10, -20, -7], 7, pots_left="first", ties="shared")
    assert found[:2] == [(1, "Ann", 14), (1, "Bob", 13)]


ROUNDED: dict[str, list[int]] = {
    "half_up": [32000, 27000, 25000, 16000],
    "half_down": [33000, 26000, 25000, 16000],
    "up": [31000, 27000, 25000, 17000],
    "down": [34000, 26000, 24000, 16000],
}


@pytest.mark.parametrize(("how", "results"), ROUNDED.items())
def test_points_are_rounded_and_the_first_has_the_rest(how: str, results: list[int]) -> None:
    found = _standings([32200, 26500, 24900, 16400], unit=1000, rounding=how)
    assert [result for *_, result in found] == results


def test_points_below_zero_are_rounded_in_the_same_direction() -> None:
    assert [result for *_, result in _standings([30, 0, -15, -15], unit=10, rounding="half_down")] == [40, 0, -20, -20]
    assert [result for *_, result in _standings([30, 0, -15, -15], unit=10, rounding="half_up")] == [20, 0, -10, -10]


def test_only_three_play(tmp_path: Path) -> None:
    rules = MatchRules(start=35, returns=40, place_bonuses=(15, 0, -15))
    found = final_standings(rules, {"Ann": 40, "Bob": 60, "Cleo": 5})
    assert [(own.player, own.returned, own.result) for own in found] == [
        ("Bob", 15, 50),
        ("Ann", 0, 0),
        ("Cleo", 0, -50),
    ]


# Numbers and pots that hands carry on

COUNTS = """
fields: {honba: hands since another win, drawn: draws in a row, streak: how often East stayed}
"""
COUNTED = ", counted: {honba: since_other_win, drawn: draws, streak: east_stays}"


def test_what_a_match_counts_from_hand_to_hand(match_under: Made) -> None:
    match = match_under("", COUNTS, COUNTED)
    seen = []
    for hand in (DRAW, ("Ann", "Bob", 1), DRAW, DRAW, ("Bob", "Bob", 0), DRAW, ("Ann", "Ann", 0)):
        _enter(match, hand)
        fields = match.next_hand().fields
        seen.append((fields["honba"], fields["drawn"], fields["streak"]))
    assert seen == [(1, 1, 1), (2, 0, 2), (3, 1, 3), (4, 2, 4), (0, 0, 0), (1, 1, 1), (0, 0, 0)]


def test_a_draw_after_which_east_passes_on_is_counted_too(match_under: Made) -> None:
    match = match_under("", COUNTS, COUNTED)
    match.enter([], {}, east="Bob")
    assert match.next_hand().fields == {"honba": 1, "drawn": 1, "streak": 0}


def test_with_several_winners_east_among_them_the_count_goes_on(match_under: Made) -> None:
    match = match_under("", COUNTS, COUNTED)
    match.enter(["Bob", "Ann"], {})
    assert match.next_hand().fields["honba"] == 1


@pytest.mark.parametrize(("whose", "got"), [("winners", {"Bob": 15, "Dan": 15}), ("first_winner", {"Bob": 30})])
def test_a_pot_goes_to_all_winners_or_to_the_first(match_under: Made, whose: str, got: dict[str, int]) -> None:
    match = match_under("start: 100", f"pots: {{sticks: {{title: Sticks, goes_to: {whose}}}}}\n")
    match.enter([], {}, {"sticks": {"Ann": 10, "Bob": 20}})
    assert match.pots == {"sticks": 30}
    closed = match.enter(["Bob", "Dan"], {})
    assert dict(closed.pots["sticks"].paid) == got
    assert match.pots == {"sticks": 0}
    assert sum(match.totals.values()) == 400


def test_nobody_takes_more_out_of_a_pot_than_it_holds(match_under: Made) -> None:
    match = match_under("start: 100", "pots: {sticks: {title: Sticks, goes_to: nobody}}\n")
    match.enter([], {}, {"sticks": {"Ann": 10}})
    log = list(match.log)
    with pytest.raises(TableError, match="Sticks: 11 are taken out, and there are 10"):
        match.enter(["Bob"], {}, {"sticks": {"Bob": -11}})
    assert (match.log, match.pots) == (log, {"sticks": 10})
    match.enter(["Bob"], {}, {"sticks": {"Cleo": 5, "Bob": -15}})
    assert match.pots == {"sticks": 0}


@pytest.mark.parametrize("whose", ["winners", "nobody"])
def test_what_lies_in_pots_at_the_end_goes_to_the_first(match_under: Made, whose: str) -> None:
    match = match_under("ends_at: 1, pots_left: first", f"pots: {{sticks: {{title: Sticks, goes_to: {whose}}}}}\n")
    match.enter([], {"Ann": -11, "Bob": 11}, {"sticks": {"Ann": 10}})
    assert _results(match) == {"Bob": 21, "Cleo": 0, "Dan": 0, "Ann": -21}


# Logs


class Stick(Play):
    """Whoever discards first puts 10 into a pot."""

    hears = (events.Discard,)

    def follows(self, event: Event) -> Sequence[Event]:
        assert isinstance(event, events.Discard)
        return [events.IntoPot(event.seat, "stick", "A stick", "sticks", 10)] if self.state.discards == 1 else []


PLAYED = """
table: {rounds: 1, east_stays_on: [win, ready]}
pots: {sticks: {title: Sticks, goes_to: first_winner}}
match: {start: 500, ends_below: 300, target: 600, further_rounds: 1, sudden_death: true, pots_left: first,
  place_bonuses: [50, 10, -20, -40], returns: 600, unit: 50, rounding: half_down, last_east_stops: [win, draw]}
"""


@pytest.fixture
def played(tmp_path: Path) -> Match:
    """A match with a house rule that is played to its end."""
    match = Match(club_in(tmp_path)(Stick, PLAYED), 5, NAMES)
    match.play(sensible_player(2))
    return match


def test_a_match_is_played_to_its_end_saved_and_loaded(played: Match, tmp_path: Path) -> None:
    assert isinstance(played.log[-1], MatchOver)
    assert played.log[-1] is played.ended
    path = tmp_path / "match.jsonl"
    played.save(path)
    again = load_match(path, played.ruleset)
    assert (again.ended, again.totals, again.pots) == (played.ended, played.totals, played.pots)
    assert [event for _, event in again.history()] == [event for _, event in played.history()]
    assert (
        FinalPlace(**json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["standings"][0])
        == (played.ended.standings[0])
    )


@pytest.fixture
def entered(match_under: Made) -> Match:
    return _enter(match_under("ends_at: 50, place_bonuses: [3, 1, -1, -3]"), ("Bob", "Ann", 1), ("Bob", "Ann", 49))


Change = Callable[[list[str]], object]
CHANGES: dict[str, tuple[Change, str]] = {
    "cut off": (lambda lines: lines.pop(), "line 6: the log ends before the final standings"),
    "repeated": (lambda lines: lines.append(lines[-1]), "line 7: match_over: the match is reckoned up already"),
    "too early": (lambda lines: lines.insert(3, lines[-1]), "line 4: match_over: the match is not over"),
    "before the hand is closed": (
        lambda lines: lines.insert(4, lines[-1]), "line 5: match_over: the match is not over",
    ),
    "another hand": (
        lambda lines: lines.insert(5, lines[1]), "line 6: the match is over: expected match_over, found entered",
    ),
    "another result": (
        lambda lines: lines.append(lines.pop().replace('"result": 53', '"result": 54')),
        "line 6: match_over: standings[0].result: expected 53, found 54",
    ),
    "another reason": (
        lambda lines: lines.append(lines.pop().replace("ends_at", "rounds")),
        'line 6: match_over: word: expected "ends_at", found "rounds"',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "said"), CHANGES.values(), ids=list(CHANGES))
def test_a_log_with_other_standings_is_refused(entered: Match, tmp_path: Path, change: Change, said: str) -> None:
    path = tmp_path / "match.jsonl"
    entered.save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    change(lines)
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(LogError) as refused:
        load_match(path, entered.ruleset)
    assert str(refused.value) == said


def test_replay_tells_the_standings(entered: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, club = tmp_path / "match.jsonl", str(tmp_path / "club.yaml")
    entered.save(path)
    assert main(["replay", str(path), "--ruleset", club]) == 0
    assert capsys.readouterr().out.partition("\n\n")[2] == (
        "The match is over: somebody has as many points as end the match\n"
        "           points  bonus  result\n"
        "  1  Bob       50      3      53\n"
        "  2  Cleo       0      1       1\n"
        "  3  Dan        0     -1      -1\n"
        "  4  Ann      -50     -3     -53\n"
        "All right: 0 hands; 5 events, 0 won, 0 without a winner.\n"
    )
    assert main(["replay", str(path), "--ruleset", club, "--json"]) == 0
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert standings[1] == {"player": "Cleo", "place": 2, "points": 0, "result": 1, "bonus": 1}


def test_a_hand_of_such_a_match_is_taken_back(played: Match) -> None:
    table = played.played[-1]
    log, again = (
        list(table.log),
        Table(
            played.ruleset,
            table.seed,
            round=table.state.round,
            hand=table.begin.hand,
            fields=table.fields,
            points=table.begin.points,
        ),
    )
    again.carry_out(again.legal_actions("E")[0])
    again.undo()
    assert again.log == log[: len(again.log)]


def test_those_with_most_stand_first_and_of_equals_who_sat_first() -> None:
    match = Match(load("zung-jung"), 1, NAMES, seat=False)
    match.enter([NAMES[2]], {NAMES[0]: -9, NAMES[2]: 9})
    assert match.standings() == [(NAMES[2], 9), (NAMES[1], 0), (NAMES[3], 0), (NAMES[0], -9)]


def test_a_match_that_forgets_knows_what_everybody_has_alone() -> None:
    match = Match(load("zung-jung"), 1, NAMES, seat=False)
    match.play(sensible_player(2), hands=2)
    had, hand = {**match.totals}, match.hand
    match.forget()
    assert (match.played, match.log) == ([], [])
    assert (match.totals, match.hand) == (had, hand)


# House rules that end a match


ENOUGH = "a player has won enough hands"
FINAL = {"without rules of a match": "", "with them": "match: {start: 100, place_bonuses: [3, 1, -1, -3]}\n"}


def _twice(settings: object, match: MatchSoFar) -> str | None:
    return ENOUGH if max(match.won.values()) > 1 else None


@pytest.mark.parametrize("text", FINAL.values(), ids=list(FINAL))
def test_a_house_rule_ends_a_match(tmp_path: Path, text: str) -> None:
    match = Match(club_in(tmp_path)(None, text, ends=_twice), 5, NAMES)
    match.play(sensible_player(2))
    winners = [table.end.winners for table in match.played]
    assert sorted(match.won.values())[-1] == 2
    assert sum(map(len, winners)) == sum(match.won.values())
    assert (match.over, _why(match)) == (True, ENOUGH)
    with pytest.raises(TableError, match="the match is over"):
        match.next_hand()
    path = tmp_path / "match.jsonl"
    match.save(path)
    again = load_match(path, match.ruleset)
    assert (again.ended, again.won) == (match.ended, match.won)
    assert event_text(match.log[-1], ToldAt()).startswith(f"The match is over: {ENOUGH}\n")
    summary = Summary.of(simulate(match.ruleset, 12, 3, players="quick"))
    assert [*summary.over] == [ENOUGH]
    assert f"  {ENOUGH}  " in summary_text(summary, Voice(match.ruleset))


def test_the_first_house_rule_that_ends_a_match_says_why(tmp_path: Path) -> None:
    others = [
        HouseRule("second", "", ends=lambda *told: ENOUGH),
        HouseRule("third", "", ends=lambda *told: "it is late"),
    ]
    named = "odd: {}, second: {}, third: {}"
    ruleset = club_in(tmp_path)(None, house_rules=named, beside=others, ends=lambda settings, match: None)
    match = Match(ruleset, 5, NAMES)
    match.play(sensible_player(2))
    assert (len(match.played), _why(match)) == (1, ENOUGH)


def test_it_is_told_what_happened_or_that_a_hand_was_played_elsewhere(tmp_path: Path) -> None:
    told: list[MatchSoFar] = []
    match = Match(club_in(tmp_path)(None, ends=lambda settings, match: told.append(match)), 5, NAMES, seat=False)
    match.enter(["Bob"], {"Bob": 12, "Ann": -12})
    match.next_hand()
    match.play(sensible_player(2), hands=1)
    first, second = told
    totals = {"Ann": -12, "Bob": 12, "Cleo": 0, "Dan": 0}
    assert first == MatchSoFar(1, ("Bob",), {"Ann": 0, "Bob": 1, "Cleo": 0, "Dan": 0}, totals, None)
    assert (second.hands, second.totals) == (2, match.totals)
    assert second.played is not None
    assert second.played.events == match.played[0].events


def test_what_the_ruleset_says_of_the_end_comes_first(tmp_path: Path) -> None:
    ruleset = club_in(tmp_path)(None, "match: {hands: 1}", ends=lambda settings, match: ENOUGH)
    assert _why(_enter(Match(ruleset, 5, NAMES), ("Bob", "Ann", 9))) == "hands"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (7, "7: expected text or None"),
        ("two\nlines", "expected a line of at most 160 characters"),
        ("x" * 161, "expected a line of at most 160 characters"),
        (Sentence("enough", "{player}夠了")(), r"expected a Chinese sentence for its values \(no value for player\)"),
    ],
)
def test_why_it_is_over_is_a_line_that_can_be_printed(tmp_path: Path, said: object, wrong: str) -> None:
    ruleset = club_in(tmp_path)(None, ends=lambda settings, match: said)
    with pytest.raises(PluginError, match=f'(?s)ends of the house rule "odd": returned .*{wrong}'):
        _enter(Match(ruleset, 5, NAMES), ("Bob", "Ann", 9))


# Simulation, and laws


def test_a_simulation_counts_how_matches_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = _club(tmp_path, "start: 10, place_bonuses: [3, 1, -1, -3], ties: shared", table=", dead_wall: 60", stays="")
    out = tmp_path / "hands.jsonl"
    results = list(simulate(club, 12, 3, out=out))
    over = [result for result in results if result.over]
    assert over
    assert all(sum(result.results.values()) == 0 for result in over)
    assert list(simulate(club, 12, 3, out=out)) == results
    matches = Summary.of(results).to_record(club)["matches"]
    assert matches["all"] == len(over)
    assert sum(own["first"] for own in matches["players"]) == len(over)
    assert main(["simulate", "--hands", "12", "--seed", "3", "--quiet", "--ruleset", str(tmp_path / "club.yaml")]) == 0
    assert "Matches, by why they were over\n" in capsys.readouterr().out


def test_a_simulated_hand_with_other_results_does_not_follow(tmp_path: Path) -> None:
    club = _club(tmp_path, "start: 10", table=", dead_wall: 60", stays="")
    hands = list(simulate(club, 4, 3))
    last = next(number for number, hand in enumerate(hands) if hand.over)
    simulation = Simulation(club, 3)
    for hand in hands[:last]:
        simulation.skip(hand)
    changed = type(hands[last])(**{**hands[last].__dict__, "results": {"player 1": 7}})
    with pytest.raises(ValueError, match="results: expected"):
        simulation.skip(changed)


def test_a_summary_of_other_matches_says_nothing_of_standings() -> None:
    results = list(simulate("zung-jung", 1, 3))
    assert "results" not in results[0].to_record()
    assert "over" not in results[0].to_record()
    assert "matches" not in Summary.of(results).to_record(load("zung-jung"))


def test_such_matches_keep_the_laws_of_play(tmp_path: Path) -> None:
    assert check_play(club_in(tmp_path)(Stick, PLAYED), hands=12, thorough=False)["end"] == 12
