"""What a player gets: the view of a seat, of one moment, with texts beside the numbers of tiles."""

from __future__ import annotations

from typing import Any

import pytest

import mjrules
from mjrules import Action, ActionError, OpenView, Table, TableError, View, open_view, view
from mjrules.play import events
from mjrules.play.event_fields import NO_TILE, tile_text, tiles_text
from mjrules.play.events import Chow, Melded, Pass, PlayerEvent
from mjrules.play.seat_view import Seen
from mjrules.testing.players import sensible_player
from mjrules.tiles.tile import parse_tiles
from tests.kit.laid import laid, play, silent
from tests.kit.rulesets import loaded


def test_a_view_is_of_one_moment() -> None:
    table = Table(loaded("chinese-official"), 7)
    east = view(table, "E")
    tiles = east.tiles
    table.do(east.legal[0])
    assert east.tiles == tiles  # it was read before
    with pytest.raises(TableError, match="this view is of an earlier moment: the hand has gone on"):
        _ = east.players
    assert len(view(table, "E").tiles) == len(tiles) - 1


def test_a_view_has_the_tiles_of_its_seat_alone() -> None:
    table = Table(loaded("chinese-official"), 7)
    for place, seat in enumerate(table.seats):
        seen = view(table, seat)
        assert (seen.seat, seen.tiles) == (seat, tuple(table.state.players[place].tiles()))
        assert [set(player.tiles) == {-1} for player in seen.players] == [other != seat for other in table.seats]
    assert view(table, "E") == view(table, 0)
    assert view(table, "E") != view(table, "S")
    assert repr(view(table, "E")).startswith("<View of E: ")


def test_a_player_gets_a_view_with_what_it_may_do() -> None:
    seen: list[View] = []

    def player(own: View) -> Action:
        seen.append(own)
        return own.legal[0]

    match = mjrules.Match(loaded("hong-kong"), 3)
    match.play(player, hands=1)
    assert all(own.legal for own in seen)
    assert {own.seat for own in seen} == set("ESWN")


def test_tiles_are_texts_beside_numbers() -> None:
    table = Table(loaded("chinese-official"), 7)
    action = table.legal_actions("E")[0]
    assert str(action) == action.text() == f"discard {mjrules.tile_text(action.tile)}"  # type: ignore[attr-defined]
    assert mjrules.parse_tiles("2z") == (28,)
    assert mjrules.tile_text(28) == "2z"
    assert [wait.text for wait in loaded("hong-kong").waits("123m456p789s111z2z")] == ["2z"]


@pytest.mark.parametrize(
    ("id", "dealt", "moves", "called"),
    [
        ("hong-kong", {"E": "5m", "S": "46m", "W": "55m"}, "E discard 5m; S chow 46m; W pung", "5m, ? ?"),
        ("riichi/tenhou", {"E": "6p", "S": "057p", "W": "66p"}, "E discard 6p; S chow 07p; W pung", "6p, ? ?"),
    ],
)
def test_a_call_that_did_not_stand_shows_no_tiles_of_the_hand(
    id: str, dealt: dict[str, str], moves: str, called: str
) -> None:
    table = laid(loaded(id), dealt)
    play(table, moves)
    (own,), (seen,) = ([event for event in view(table, seat).events if isinstance(event, Chow)] for seat in "SN")
    assert own in table.events
    assert f"{tile_text(seen.tile)}, {tiles_text(seen.tiles)}" == called
    (pung,) = (event for event in view(table, "N").events if isinstance(event, Melded))
    assert pung.tiles == (pung.tile,) * 3  # the one that stands lies open


def test_a_call_is_heard_when_all_have_spoken_behind_what_was_seen_before() -> None:
    table = laid(loaded("hong-kong"), {"E": "5m", "S": "46m", "W": "55m", "N": "111222333m4699m"})
    play(table, "E discard 5m")
    table.chow("S", "46m")
    table.pass_claim("W")
    before = view(table, "W").events
    assert before[-1] == Pass(2)
    table.pass_claim("N")
    after = view(table, "W").events
    assert after[: len(before)] == before
    assert [event.kind for event in after[len(before) :]] == ["chow", "meld"]


@pytest.mark.parametrize(("seat", "call", "tiles"), [("W", "pung", "55m"), ("W", "kong", ""), ("S", "chow", "46m")])
def test_with_what_a_tile_was_claimed_is_not_seen_where_another_wins_with_it(seat: str, call: str, tiles: str) -> None:
    table = laid(loaded("hong-kong"), {"E": "5m", "S": "46m", "W": "555m", "N": "46m111222333z99p"})
    table.discard("E", "5m")
    getattr(table, call)(seat, *filter(None, [tiles]))
    table.mahjong("N")
    silent(table)
    assert table.end.winners == ("N",)
    claimant = table.place(seat)
    for place, other in enumerate(table.seats):
        heard = [event for event in view(table, other).events if isinstance(event, (Chow, events.Pung, events.Kong))]
        assert [(event.seat, {*event.tiles} == {NO_TILE}) for event in heard] == [(claimant, place != claimant)]


@pytest.mark.parametrize(
    ("discards", "open_now", "passed", "claimed"),
    [("face_up", "1z 2z", "1z 2z", "1z 2z"), ("face_down", "? 2z", "? ?", "? 2z")],
)
@pytest.mark.parametrize("seat", "ESWN")
def test_discards_that_lie_face_down_are_seen_while_they_may_be_claimed_and_in_sets(
    seat: str, discards: str, open_now: str, passed: str, claimed: str
) -> None:
    """By all alike, who discarded them among these."""

    def seen(table: Table) -> str:
        found = [event.tile for event in view(table, seat).events if isinstance(event, events.Discard)]
        return " ".join("?" if tile == NO_TILE else tile_text(tile) for tile in found)

    for call, told, left in (("W pung 22z", claimed, ()), ("W pass", passed, passed.split()[1:])):
        table = laid(loaded("western", discards=discards), {"E": "1z", "S": "2z", "W": "22z"}, "9s9p")
        play(table, "E discard 1z; S discard 2z")
        assert seen(table) == open_now
        assert view(table, seat).players[1].discards == parse_tiles("2z")
        play(table, call)
        silent(table)
        assert seen(table) == told
        own = view(table, seat).players[1].discards
        assert ["?" if tile == NO_TILE else tile_text(tile) for tile in own] == [*left]


def test_a_tile_that_may_be_claimed_late_is_open_to_those_who_may_claim_it() -> None:
    """South draws before North has spoken: the others see no tile that they might claim, nor that North might."""
    table = laid(loaded("western"), {"E": "1z", "S": "1m4m7m1p4p7p", "N": "11z9p"}, "2z")
    play(table, "E discard 1z")
    before = {seat: (view(table, seat).open, view(table, seat).by) for seat in "ESWN"}
    play(table, "S draw")
    after = {seat: (view(table, seat).open, view(table, seat).by) for seat in "ESWN"}
    nothing = NO_TILE, ""
    assert before == dict.fromkeys("ESWN", (*parse_tiles("1z"), "E"))
    assert after == {"E": nothing, "S": nothing, "W": nothing, "N": before["N"]}
    assert (open_view(table).open, open_view(table).by) == nothing
    assert {view(table, seat).turn for seat in "ESWN"} == {"S"}
    play(table, "S discard 2z")
    silent(table)
    assert view(table, "N").open == NO_TILE


@pytest.mark.parametrize("kongs", ["all_down", "outer_up"])
@pytest.mark.parametrize("seat", "ESWN")
def test_a_kong_that_lies_face_down_is_seen_by_its_player_alone(seat: str, kongs: str) -> None:
    table = laid(loaded("chinese-official", concealed_kongs=kongs), {"E": "5555m"}, "9s", "9p")
    table.kong("E", "5m")
    silent(table)
    found, told = view(table, seat), {4} if seat == "E" or kongs == "outer_up" else {NO_TILE}
    kind, held = found.players[0].sets[0]
    assert (kind, {*held}) == ("kong", told)
    assert {event.tile for event in found.events if isinstance(event, events.Kong)} == told


@pytest.mark.parametrize("seat", ["X", ["E"], {}, None, True, 1.0, 9])
def test_what_is_no_seat_has_no_view(seat: Any) -> None:
    """A seat may come from a stranger's record: a list of one was a TypeError, and 1.0 a seat."""
    with pytest.raises(TableError, match="there is no seat "):
        view(Table("hong-kong", 5), seat)


def test_why_a_move_is_refused_is_bounded_and_can_be_shown() -> None:
    with pytest.raises(ActionError, match=r"^declare \\x1b\[2J(x)+… \([0-9]+ more characters\)$") as error:
        Table("hong-kong", 5).declare("E", "\x1b[2J" + "x" * 10_000)
    assert len(str(error.value)) < 700


def test_what_is_seen_of_a_player_is_written_as_tiles_and_what_is_not_as_question_marks() -> None:
    tiles, none = parse_tiles, tuple[int, ...]()
    seen = Seen("S", (NO_TILE,) * 3, (("pung", tiles("555z")), ("kong", (NO_TILE,) * 4)), tiles("f1"), none, (), False)
    plain = {
        "seat": "S", "tiles": "? ? ?",
        "sets": [{"type": "pung", "tiles": "555z"}, {"type": "kong", "tiles": "? ? ? ?"}],
        "bonus": "f1", "discards": "", "flags": [], "dead": False,
    }  # fmt: skip
    assert seen.to_record() == plain
    told = seen._replace(discards=tiles("9m1z"), flags=("riichi",), dead=True, finished=True, aside=tiles("3z"))
    more = {"discards": "9m1z", "flags": ["riichi"], "dead": True, "finished": True, "aside": "3z"}
    assert told.to_record() == {**plain, **more}


def of_others(found: OpenView, seat: int) -> list[events.Event]:
    """What is seen and heard of all others than a seat, and of tiles that do not go to it."""
    own = [event for event in found.events if not (isinstance(event, PlayerEvent) and event.seat == seat)]
    return [event for event in own if not (isinstance(event, events.Moved) and event.other == seat)]


@pytest.mark.parametrize("name", ["western", "sichuan", "riichi", "hong-kong", "bmja", "taiwanese"])
def test_spectators_see_what_all_seats_see_alike(name: str) -> None:
    table, choose = Table(loaded(name), seed=4), sensible_player("spectators")
    while not table.over:
        everybody, seats = open_view(table), [view(table, seat) for seat in table.seats]
        for place, own in enumerate(seats):
            others = [seen for number, seen in enumerate(own.players) if number != place]
            assert others == [seen for number, seen in enumerate(everybody.players) if number != place]
            assert of_others(everybody, place) == of_others(own, place)
            claimed = () if table.state.late(place) else ("open", "by")  # who may call late alone sees what is called
            for shown in ("round", "phase", "turn", "left", "loose", "turned_up", *claimed):
                assert getattr(everybody, shown) == getattr(own, shown)
        table.do(choose(seats[table.place(table.to_act()[0])]))
    assert open_view(table) == open_view(table) != view(table, "E")
    assert view(table, "E").to_record().items() >= {"left": everybody.left, "seat": "E"}.items()
    assert not {"seat", "legal", "drawn"} & open_view(table).to_record().keys()
    assert repr(open_view(table)) == f"<View of over, {everybody.left} tiles left>"
