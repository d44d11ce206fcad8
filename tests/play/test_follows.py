"""What house rules let happen: events that follow from others, once, and are taken back with their cause."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from mjrules import Match, PluginError, RulesetError, Table, load_match, load_table, table_records, view
from mjrules.cli.show_game import ToldAt, event_text
from mjrules.hooks import Action, Event, Facts, HandPlayed, HouseRule, Play, Transfer, events
from mjrules.match.match import paid_in
from mjrules.settlement_method import net_amounts
from mjrules.testing import check_play, random_player, sensible_player
from tests.kit.house import Club, club_in
from tests.kit.laid import kinds, laid, play

READY = "123456m123p4455s"


@events.event("whisper")
class Whispered(Action):
    secret = True


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return club_in(tmp_path)


class Toll(Play):
    """Whoever discards a dragon pays the next player 2, and gets half of it back when the next tile is drawn."""

    hears = (events.Discard, events.Drawn, events.Paid)

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.due: events.Paid | None = None

    def hear(self, event: Event) -> None:
        if isinstance(event, events.Paid):
            self.due = event if event.payment == "toll" else None

    def follows(self, event: Event) -> Sequence[Event]:
        seats = self.asks.seats
        if isinstance(event, events.Discard) and event.tile > 30:
            payee = seats[(event.seat + 1) % len(seats)]
            return [events.Paid(event.seat, "toll", "Toll", (Transfer(seats[event.seat], payee, 2),))]
        if isinstance(event, events.Drawn) and self.due is not None:
            return [self.due.back("refund", "Toll taken back")]
        return []


TOLLED = {"E": "5z", "S": "1z"}


def test_what_follows_is_in_the_log_after_its_cause(club: Club) -> None:
    table = laid(club(Toll), TOLLED, "2z")
    play(table, "E discard 5z")
    assert kinds(table.log[-4:]) == ["discard", "paid", "drawn", "paid"]
    assert table.log[-1].to_record(table.seats) == {
        "event": "paid", "seat": "E", "word": "refund", "title": "Toll taken back",
        "transfers": [{"payer": "S", "payee": "E", "amount": 2, "because": ""}],
    }  # fmt: skip


def test_what_follows_is_taken_back_with_its_cause_and_happens_once(club: Club) -> None:
    table = laid(club(Toll), TOLLED, "2z")
    before, after = table.events, play(table, "E discard 5z")
    play(table, "S discard 1z")
    table.undo()
    assert table.events == (*before, *after)
    table.undo()
    assert table.events == before
    play(table, "E discard 5z")
    assert table.events == (*before, *after)


def test_logs_are_replayed_with_what_followed(club: Club, tmp_path: Path) -> None:
    match = Match(club(Toll), 3)
    match.play(random_player(1), hands=2)
    assert any(isinstance(event, events.Paid) for event in match.played[0].log)
    match.save(tmp_path / "match.jsonl")
    match.played[0].save(tmp_path / "hand.jsonl")
    again = load_match(tmp_path / "match.jsonl", match.ruleset)
    assert again.totals == match.totals
    assert [table.events for table in again.played] == [table.events for table in match.played]
    assert load_table(tmp_path / "hand.jsonl", match.ruleset).events == match.played[0].events


@pytest.mark.slow
def test_what_follows_keeps_the_laws_of_play(club: Club) -> None:
    seen = check_play(club(Toll), hands=1, player=random_player)
    assert seen["paid toll"] == seen["paid refund"] > 0


class Endless(Play):
    hears = (events.Discard, events.Dead)

    def follows(self, event: Event) -> Sequence[Event]:
        return [events.Dead(1)]


def test_a_rule_that_follows_itself_for_ever_is_told_and_nothing_has_happened(club: Club) -> None:
    table = laid(club(Endless), TOLLED)
    before = table.events
    with pytest.raises(PluginError, match="follows: more than 200 events follow from one decision"):
        play(table, "E discard 5z")
    assert table.events == before


class Chatting(Play):
    """Whoever has the turn may say the same thing for ever."""

    kinds = (events.Declare,)
    acts = ("own_turn",)

    def actions(self, seat: int) -> Sequence[Action]:
        return [events.Declare(seat, "well")]

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action, events.Announced(action.seat, "well")]


def test_decisions_of_a_rule_that_lead_nowhere_are_told_and_the_last_has_not_happened(club: Club) -> None:
    table = laid(club(Chatting), TOLLED)
    play(table, "E discard 5z" + "; S declare well" * 200)
    before = table.events
    message = "carry_out: more than 200 decisions follow each other, and nothing else happens: declare well"
    with pytest.raises(PluginError, match=message):
        play(table, "S declare well")
    assert table.events == before
    play(table, "S discard 1z; W declare well")
    table.undo()
    play(table, "W declare well")


def answering(cause: type[Event], *found: object) -> type[Play]:
    """A house rule that answers events with these."""
    return type("Answering", (Play,), {"hears": (cause,), "follows": lambda self, event: list(found)})


def test_a_rule_that_says_what_it_answers_is_asked_about_nothing_else(club: Club) -> None:
    asked: list[str] = []

    class Curious(Toll):
        answers = (events.Drawn,)

        def hear(self, event: Event) -> None:
            asked.append(f"hear {event.kind}")

        def follows(self, event: Event) -> Sequence[Event]:
            asked.append(f"follows {event.kind}")
            return []

    table = laid(club(Curious), TOLLED)
    asked.clear()
    play(table, "E discard 5z")
    assert asked == ["hear discard", "hear drawn", "follows drawn"]


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        (("own_turn",), {"E turn"}),
        (("other_turn",), {"S turn", "W turn", "N turn"}),
        (("claims",), {"S claims"}),
        ((), set()),
    ],
)
def test_a_rule_that_says_when_it_acts_is_asked_at_no_other_time(
    club: Club, acts: tuple[str, ...], expected: set[str]
) -> None:
    asked: set[str] = set()

    class Shy(Play):
        def actions(self, seat: int) -> list[Action]:
            asked.add(f"{self.asks.seats[seat]} {self.state.phase}")
            return []

    Shy.acts = acts
    table = laid(club(Shy), {"E": "5z", "S": "55z"})
    asked.clear()
    for seat in table.seats:
        table.legal_actions(seat)
    play(table, "E discard 5z")
    for seat in table.seats:
        table.legal_actions(seat)
    assert asked == expected


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (events.Discard(0, 1), r"\[0\] is Discard: expected what may follow from Discard, one of Announced, Barred"),
        (events.End(winners=(), transfers=(), net={}, events=0), r"\[0\] is End: expected what may follow"),
        (events.Won(0, how="drawn"), r"\[0\] is Won: expected what may follow"),
        (events.Seated(("Ann",), "drawn"), r"\[0\] is Seated: expected what may follow"),
        (events.Ready(0), r"\[0\] is Ready: expected what may follow"),
        (events.Drawn(1, 3, "wall"), r"\[0\] is Drawn: expected what may follow"),
        (events.Moved(0, (1,), 1, "left"), "Moved: tiles move from hand to hand only before play"),
        (events.Dead(9), r"\[0\].seat is 9: expected a seat of the table"),
        (events.Paid(0, "a", "A", (Transfer("E", "E", 1),)), r"payee is \"E\": expected another seat"),
        (5, r"\[0\] is 5: expected Event"),
        (events.IntoPot(0, "a", "A", "hat", 1), '"hat" is not a pot of club'),
        (events.Thrown(0, "Lottery", ()), "expected 1 to 10 dice, not thrown yet, which are 0: the table throws them"),
        (events.Thrown(0, "Lottery", (0,) * 11), "expected 1 to 10 dice"),
        (events.Thrown(0, "Lottery", (6, 6)), "expected 1 to 10 dice, not thrown yet"),
        (events.TurnedUp(0), "no tile can be turned up at the place 0 of the wall: it has been drawn"),
        (events.TurnedUp(-1000), "at the place -1000 of the wall: expected -136 to 135"),
    ],
)
def test_what_cannot_follow_is_told(club: Club, found: object, said: str) -> None:
    table = laid(club(answering(events.Discard, found)), TOLLED)
    with pytest.raises(PluginError, match=f"odd.*{said}"):
        play(table, "E discard 5z")


@pytest.mark.parametrize(
    ("walls", "said"),
    [("shared", "it is turned up already"), ("own", "the wall of each player is their own")],
)
def test_a_tile_that_cannot_be_turned_up_is_told(club: Club, walls: str, said: str) -> None:
    again = answering(events.Discard, events.TurnedUp(-1), events.TurnedUp(-1))
    table = laid(club(again, f"table: {{walls: {walls}}}\n"), TOLLED)
    with pytest.raises(PluginError, match=f"odd.*TurnedUp: no tile can be turned up at the place -1 .*: {said}"):
        play(table, "E discard 5z")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([events.Moved(0, (33,), 1, "left")], "Moved: 7z is not in the hand of E"),
        ([events.Moved(0, (31, 31), 1, "left")], "Moved: 5z is not in the hand of E"),
        ([events.Moved(0, (31,), 0, "left")], "Moved: tiles of E move to another player"),
        ([events.Moved(0, (31,), 1, "left")], "Moved: play begins, and E has got 0 tiles and given 1"),
        ([events.Moved(1, (27,), 0, "left")], "Moved: play begins, and E has got 1 tiles and given 0"),
    ],
)
def test_tiles_that_cannot_move_are_told(club: Club, found: list[Event], said: str) -> None:
    with pytest.raises(PluginError, match=f"odd.*{said}"):
        laid(club(once(found)), TOLLED)


def once(found: list[Event]) -> type[Play]:
    """A house rule that lets this happen as soon as East is ready."""

    def follows(self: Play, event: Event) -> Sequence[Event]:
        return found if event == events.Ready(0) else []

    return type("Once", (Play,), {"hears": (events.Ready,), "follows": follows})


def test_as_many_tiles_may_move_back(club: Club) -> None:
    table = laid(club(once([events.Moved(0, (31,), 1, "left"), events.Moved(1, (27,), 0, "right")])), TOLLED)
    assert [table.state.players[seat].size for seat in range(4)] == [14, 13, 13, 13]
    assert table.can_discard("E", "1z")


@pytest.mark.parametrize("found", [events.Won(0, how="drawn"), events.Ready(0), events.Drawn(0, 1, "wall")])
def test_what_the_table_alone_does_is_not_carried_out(club: Club, found: Event) -> None:
    class Rash(Whisper):
        def carry_out(self, action: Action) -> Sequence[Event]:
            return [action, found]

    table = laid(club(Rash), TOLLED)
    with pytest.raises(
        PluginError, match=rf"\[1\] is {type(found).__name__}: expected a decision, or one of Announced"
    ):
        table.do(Whispered(0))


# An early end


class FourWinds(Play):
    """Play ends when the first four discards are the same wind; everybody pays East."""

    hears = (events.Discard, events.Exhausted)

    def follows(self, event: Event) -> Sequence[Event]:
        if isinstance(event, events.Exhausted):
            seats = self.asks.seats
            return [events.Paid(0, "comfort", "Comfort", tuple(Transfer(seat, "E", 1) for seat in seats[1:]))]
        thrown = {tile for player in self.state.players for tile in player.pond}
        return [events.Exhausted("four_winds")] if self.state.discards == 4 and len(thrown) == 1 else []


def test_a_rule_may_end_play(club: Club) -> None:
    table = laid(club(FourWinds), dict.fromkeys("ESWN", "1z"), "2z3z4z")
    play(table, "E discard 1z; S discard 1z; W discard 1z; N discard 1z")
    assert table.over
    assert kinds(table.log[-4:]) == ["discard", "exhausted", "paid", "end"]
    assert table.log[-3].to_record(table.seats) == {"event": "exhausted", "word": "four_winds"}
    assert table.end.winners == ()
    assert [item.amount for item in paid_in(table)] == [1, 1, 1]
    table.undo()
    assert not table.over
    play(table, "N discard 4z")
    assert not table.over


def test_three_of_them_do_not_end_it(club: Club) -> None:
    table = laid(club(FourWinds), {"E": "1z", "S": "1z", "W": "1z", "N": "2z"}, "2z3z4z")
    play(table, "E discard 1z; S discard 1z; W discard 1z; N discard 2z")
    assert not table.over


# Pots


class Stick(Play):
    """Whoever discards first puts a stick into the pot."""

    hears = (events.Discard,)

    def follows(self, event: Event) -> Sequence[Event]:
        assert isinstance(event, events.Discard)
        return [events.IntoPot(event.seat, "stick", "A stick", "sticks", 10)] if self.state.discards == 1 else []


@pytest.mark.parametrize("goes_to", ["winners", "nobody"])
def test_what_goes_into_a_pot_counts_in_the_match(club: Club, goes_to: str) -> None:
    ruleset = club(Stick, f"pots: {{sticks: {{title: Sticks, goes_to: {goes_to}}}}}")
    match = Match(ruleset, 5, seat=False)
    match.play(random_player(1), hands=1)
    assert match.played[0].end.winners == ()
    assert match.pots == {"sticks": 10}
    while not match.played[-1].end.winners:
        held, payer = match.pots["sticks"], match.at("E") if not match.closed else ""
        match.play(sensible_player(1), hands=1)
    closed = match.log[-1]
    assert isinstance(closed, events.Closed)
    change, number = closed.pots["sticks"], len(closed.winners)
    assert payer in ("", *change.put)
    assert list(change.put.values()) == [10]
    assert match.pots["sticks"] == (held + 10 if goes_to == "nobody" else (held + 10) % number)
    assert sum(match.totals.values()) + match.pots["sticks"] == 0
    hand = net_amounts(paid_in(match.played[-1]), "ESWN")
    assert sum(closed.net.values()) == sum(map(change.gain, match.totals)) + sum(hand.values())


# Tiles of the wall that all see


class Indicators(Play):
    """A tile near the end of the wall is turned up as play begins; a hand scores nothing for it."""

    hears = (events.PlayBegins,)

    def follows(self, event: Event) -> Sequence[Event]:
        return [events.TurnedUp(-5)]


def test_a_tile_that_is_turned_up_is_seen_by_all(club: Club) -> None:
    table = Table(club(Indicators), 3)
    shown = table.begin.tiles[-5]
    event = next(event for event in table.log if event.kind == "turned_up")
    assert event == events.TurnedUp(len(table.begin.tiles) - 5, shown)
    for seat in table.seats:
        assert view(table, seat).turned_up == (shown,)
        assert event in view(table, seat).events
    assert "turned_up" in view(table, "S").to_record()
    assert "turned_up" not in view(Table("zung-jung", 3), "S").to_record()


@pytest.mark.slow
def test_turned_up_tiles_keep_the_laws_of_views(club: Club) -> None:
    seen = check_play(club(Indicators), hands=2)
    assert seen["turned_up"] == 2
    assert seen["views"] > 1


class Shown(Play):
    """A tile is turned up that somebody draws later."""

    hears = (events.PlayBegins,)

    def follows(self, event: Event) -> Sequence[Event]:
        return [events.TurnedUp(place) for place in range(60, 80)]


@pytest.mark.slow
def test_a_tile_that_was_turned_up_and_is_drawn_then_keeps_the_laws_of_views(club: Club) -> None:
    assert check_play(club(Shown), hands=1)["views"] > 1


# Dice


class Lottery(Play):
    """East throws as play begins, and the player that the dice count to wins what they show of the one behind."""

    hears = (events.PlayBegins, events.Thrown)

    def follows(self, event: Event) -> Sequence[Event]:
        if isinstance(event, events.PlayBegins):
            return [events.Thrown(event.seat, "Lottery")]
        assert isinstance(event, events.Thrown)
        seats, amount = self.asks.seats, sum(event.dice)
        payee, payer = seats[(amount - 1) % 4], seats[amount % 4]
        return [events.Paid(event.seat, "lottery", "Lottery", (Transfer(payer, payee, amount),))]


def test_the_table_throws_the_dice_of_a_house_rule(club: Club) -> None:
    ruleset, thrown = club(Lottery), set()
    for seed in range(40):
        table = Table(ruleset, seed)
        event = next(event for event in table.log if isinstance(event, events.Thrown))
        assert Table(ruleset, seed).log == table.log
        assert all(1 <= number <= 6 for number in event.dice)
        (paid,) = paid_in(table)
        assert paid.amount == sum(event.dice)
        assert event in view(table, "S").events
        thrown.add(event.dice)
    assert len(thrown) > 20


def test_dice_are_told(club: Club) -> None:
    table = Table(club(Lottery), 3)
    (event,) = table.happened(events.Thrown)
    assert event_text(event, ToldAt(table)) == f"Lottery: East throws {event.dice[0]} and {event.dice[1]}"


@pytest.mark.slow
def test_dice_keep_the_laws_of_play(club: Club) -> None:
    assert check_play(club(Lottery), hands=2)["thrown"] == 2


class Luck(Play):
    """Whoever claims a tile for a set throws."""

    hears = (events.Melded,)

    def follows(self, event: Event) -> Sequence[Event]:
        assert isinstance(event, events.Melded)
        return [events.Thrown(event.seat, "Luck")]


def test_dice_say_nothing_of_who_could_have_claimed(club: Club) -> None:
    """Two walls that differ in what others could claim before: how often somebody passed does not change the dice."""
    found = []
    for other in ("1119m", "2369m"):
        table = laid(club(Luck), {"E": "1m9s", "S": "44s", "W": other}, "9p8p7p4s")
        play(table, "E discard 1m; S discard 9p; W discard 8p; N discard 7p; E discard 4s; S pung")
        found.append((len(table.log), [event.dice for event in table.happened(events.Thrown)]))
    assert found[0][0] != found[1][0]
    assert found[0][1] == found[1][1]


# What the record of a hand says


class Told(Play):
    """A hand is called `robbing_kong` and counts discards, and is not the last tile's."""

    def facts(self, seat: int, how: str) -> Facts | None:
        return Facts(("lucky",) if how else (), ("last_tile",), {"discards": self.state.discards}) if how else None


TOLD = """
flags: {lucky: luck}
fields: {discards: how many tiles were discarded, honba: counters}
rules: {lucky: {points: 7, when: {flag: lucky}}}
"""


def test_what_a_rule_says_of_a_hand_is_in_its_record(club: Club) -> None:
    ruleset = club(Told, TOLD)
    table = laid(ruleset, {"E": "4s", "S": READY})
    play(table, "E discard 4s; S mahjong")
    hand = table.end.hands["S"]
    assert "lucky" in hand.flags
    assert hand.fields == {"discards": 1}
    assert table.end.hands["W"].fields == {}
    assert "lucky" in [item["id"] for item in table.end.items["S"]]


class Wrong(Play):
    def facts(self, seat: int, how: str) -> Facts | None:
        return Facts(("luky",))


def test_a_flag_that_there_is_not_is_told(club: Club) -> None:
    table = laid(club(Wrong, TOLD), {"E": "4s", "S": READY})
    with pytest.raises(PluginError, match=r'odd.*facts: "luky" is not a flag of club \(did you mean "lucky"\?\)'):
        play(table, "E discard 4s; S mahjong")


class Uncounted(Play):
    def facts(self, seat: int, how: str) -> Facts | None:
        return Facts(fields={"honba": -1})


def test_a_field_that_cannot_be_so_is_told(club: Club) -> None:
    table = laid(club(Uncounted, TOLD), {"E": "4s", "S": READY})
    with pytest.raises(PluginError, match=r"odd.*facts: honba: expected a whole number, got -1"):
        play(table, "E discard 4s; S mahjong")


class Untold(Play):
    def facts(self, seat: int, how: str) -> Facts | None:
        return {"flags": ["lucky"]}  # type: ignore[return-value]


def test_what_is_said_of_a_hand_is_facts(club: Club) -> None:
    table = laid(club(Untold, TOLD), {"E": "4s", "S": READY})
    with pytest.raises(PluginError, match='facts of the house rule "odd": returned dict: expected Facts or None'):
        play(table, "E discard 4s; S mahjong")


@pytest.mark.parametrize(("told", "found"), [("", {}), ("table: {numbers_for_all: [honba]}", {"honba": 2})])
def test_numbers_of_the_match_go_to_every_winner_where_the_ruleset_says_so(
    club: Club, told: str, found: dict[str, int]
) -> None:
    table = laid(club(None, TOLD + told), {"E": "4s", "S": READY}, fields={"honba": 2})
    play(table, "E discard 4s; S mahjong")
    assert table.end.hands["S"].fields == found


# Who is East next


def test_a_rule_may_say_who_is_east_next(club: Club) -> None:
    def east(settings: object, hand: HandPlayed) -> str:
        return hand.seats[2] if hand.events[-1].kind == "end" else ""

    match = Match(club(None, east=east), 2, ["Ann", "Bob", "Cleo", "Dan"], seat=False)
    match.play(random_player(1), hands=3)
    assert [table.begin.hand for table in match.played] == [1, 2, 3]
    assert match.rotation.east == "Cleo"


def test_the_first_rule_that_says_who_is_east_next_is_heard(club: Club) -> None:
    others = [HouseRule("second", "", east=lambda *told: "W"), HouseRule("third", "", east=lambda *told: "S")]
    named = "odd: {}, second: {}, third: {}"
    ruleset = club(None, house_rules=named, beside=others, east=lambda settings, hand: None)
    match = Match(ruleset, 2, ["Ann", "Bob", "Cleo", "Dan"], seat=False)
    match.play(random_player(1), hands=1)
    assert match.rotation.east == "Cleo"


def test_who_is_east_next_has_a_seat(club: Club) -> None:
    match = Match(club(None, east=lambda settings, hand: "X"), 2)
    with pytest.raises(PluginError, match='east of the house rule "odd": returned "X": expected a seat of the table'):
        match.play(random_player(1), hands=1)


def test_who_is_east_in_which_hand_cannot_be_told_by_the_winners_alone(club: Club) -> None:
    ruleset = club(None, east=lambda settings, hand: None)
    record = {"kind": "rotation", "players": ["A", "B", "C", "D"], "events": ["A"]}
    (answer,) = table_records([record], ruleset)
    assert not answer["valid"]
    assert "said by the house rule odd" in answer["error"]["message"]
    three = {**record, "events": [["A", "B", "C"]]}
    (answer,) = table_records([three], club(None, "table: {winners: two}"))
    assert answer["error"]["message"].startswith("at most two players win a hand")
    (answer,) = table_records([record], "zung-jung")
    assert answer["east_before_each_hand"] == ["A", "B"]


def test_numbers_for_all_are_declared(club: Club) -> None:
    with pytest.raises(RulesetError, match='"honbas" is not a declared number'):
        club(None, "table: {numbers_for_all: [honbas]}")
    with pytest.raises(RulesetError, match='"honba" is listed twice'):
        club(None, TOLD + "table: {numbers_for_all: [honba, honba]}")


class Whisper(Play):
    """East may say something that nobody else hears, and all learn of it afterwards."""

    kinds = (Whispered,)
    hears = (Whispered, events.Discard)
    said = False

    def hear(self, event: Event) -> None:
        self.said = self.said or isinstance(event, Whispered)

    def follows(self, event: Event) -> Sequence[Event]:
        return [events.Announced(0, "whispered")] if isinstance(event, events.Discard) and self.said else []

    def actions(self, seat: int) -> list[Action]:
        return [Whispered(seat)] if seat == 0 and self.state.phase == "turn" and not self.said else []

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action]


def test_a_secret_decision_is_noticed_by_its_player_alone(club: Club) -> None:
    table = laid(club(Whisper), TOLLED)
    table.do(Whispered(0))
    assert [seat for seat in "ESWN" if "whisper" in kinds(view(table, seat).events)] == ["E"]
    play(table, "E discard 5z")
    assert [seat for seat in "ESWN" if "announced" in kinds(view(table, seat).events)] == list("ESWN")


class Short(Play):
    """The second discard is the last, unless somebody wins with it."""

    def stops(self) -> str:
        return "enough" if self.state.discards == 2 else ""


def test_play_may_stop_with_a_discard_that_nobody_claims_for_a_set(club: Club) -> None:
    table = laid(club(Short), {"E": "1z", "S": "5z", "W": "55z"}, "2z")
    play(table, "E discard 1z; S discard 5z")
    assert kinds(table.log[-3:]) == ["discard", "exhausted", "end"]
    assert [event.why for event in table.log if isinstance(event, events.Exhausted)] == ["enough"]
    table = laid(club(Short), {"E": "1z", "S": "5s", "W": READY}, "2z")
    play(table, "E discard 1z; S discard 5s")
    assert {action.kind for action in table.legal_actions("W")} == {"mahjong", "pass"}


@pytest.mark.parametrize("odd", [Short, FourWinds])
def test_a_rule_that_ends_hands_says_so(club: Club, odd: type[Play]) -> None:
    with pytest.raises(PluginError, match=r"it ends a hand, which HouseRule does not say of it \(stops=True\)"):
        play(
            laid(club(odd, stops=False), dict.fromkeys("ESWN", "1z"), "2z3z4z"),
            "E discard 1z; S discard 1z; W discard 1z; N discard 1z",
        )


@pytest.mark.parametrize(("stays", "east"), [("[win]", 1), ("[win, stopped]", 0), ("[draw]", 0)])
def test_east_may_stay_after_a_hand_that_was_stopped(club: Club, stays: str, east: int) -> None:
    match = Match(club(Short, f"table: {{east_stays_on: {stays}}}"), 3, seat=False)
    match.play(random_player(1), 1)
    assert match.rotation.east == match.given[east]


class Counted(Short):
    """How often it is asked is told."""

    asked = 0

    def stops(self) -> str:
        Counted.asked += 1
        return super().stops()


def test_play_is_asked_once_for_a_discard_that_nobody_may_claim(club: Club) -> None:
    table = laid(club(Counted), {"E": "1z", "S": "5z"}, "2z")
    Counted.asked = 0
    play(table, "E discard 1z")
    assert Counted.asked == 1
    play(table, "S discard 5z")
    assert (Counted.asked, table.over) == (2, True)


class TolledShort(Toll):
    """Play stops once a toll was paid, which follows from the discard."""

    def stops(self) -> str:
        return "" if self.due is None else "enough"


def test_play_is_asked_again_where_something_followed_from_the_discard(club: Club) -> None:
    table = laid(club(TolledShort), TOLLED, "2z")
    play(table, "E discard 5z")
    assert kinds(table.log[-4:]) == ["discard", "paid", "exhausted", "end"]
