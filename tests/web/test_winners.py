"""Several winners of one hand on the page, each tapped in, and a hand in the books as it was entered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from urllib.parse import urlencode

import pytest

from mjrules.ledger import HandBooked
from mjrules.tiles.tile import BY_TEXT, TEXT, parse_tiles
from mjrules.web.tapped_hand import TappedHand
from mjrules.web.winners import hand_record, may_win_too, next_winner, won_hands
from tests.kit.rulesets import loaded
from tests.web.evenings import Evening
from tests.web.visiting import Visitor, next_address, site_in, words

FIRST = "234m456p678s345m22p"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    visitor = Visitor(site_in(tmp_path_factory.mktemp("winners")))
    yield visitor
    visitor.site.books.close()


def link(page: str, id: str) -> str:
    return unescape(re.findall(rf'id="{id}" href="([^"]*)"', page)[0])


def checked(page: str, name: str) -> list[str]:
    return re.findall(rf'name="{name}" value="([^"]*)"[^>]* checked', page)


def test_two_win_by_one_discard_and_are_corrected(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    page = evening.hand(tiles=FIRST, seat="S", how="left", **{"put.sticks": "N"})
    page = visitor.page(link(page, "another-winner"))
    said = words(page)
    assert "Bo has won too: From Ann" in said
    assert not {"From Cy", "From Di", "Self-drawn"} & {*re.findall("From [A-Z][a-z]|Self-drawn", said)}, "one discard"
    assert checked(page, "put.sticks") == ["N"]
    page = visitor.page(next_address(page, seat="N", text="234m456p789s345m2p +2p riichi dora=9p"))
    assert "another-winner" not in page, "a third would draw the hand"
    page = visitor.page(next_address(page))
    assert "What this hand brings" in words(page)
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Bo wins on Ann's discard, 1300; Di wins on Ann's discard, 1300" in evening.said
    event = visitor.site.books.ledger.evening(evening.id).hands[0].event
    again = evening.hand(line="3")
    assert "Bo has won too" in words(again)
    assert checked(again, "put.sticks") == ["N"]
    assert 'value="9p"' in again, "what was said of the hand is there"
    assert "Write hand" not in words(again)
    assert evening.write_hand(again).status == 303
    same = visitor.site.books.ledger.evening(evening.id).hands[0].event
    assert isinstance(same, HandBooked)
    assert isinstance(event, HandBooked)
    assert (same.paid, same.winners, same.result, same.put) == (event.paid, event.winners, event.result, event.put)
    page = visitor.page(f"/evening?id={evening.id}&line=3")
    assert checked(page, "put.sticks") == ["N"]
    without = unescape(re.findall(r'href="([^"]*)">take away', evening.hand(line="3"))[0])
    page = visitor.page(without)
    assert "take away" not in words(page).partition("The hand")[0]
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Di wins on Ann's discard" in evening.said


def test_play_goes_on_after_a_win(visitor: Visitor) -> None:
    evening = Evening(visitor, "sichuan")
    page = evening.hand(tiles="123m456m789p345p22m", seat="W", how="across")
    page = visitor.page(link(page, "another-winner"))
    assert "Cy" not in "".join(re.findall(r"<span>(.*?) \(", page)), "Cy has won already"
    page = visitor.page(next_address(page, seat="S", how="drawn", text="123s456s789s345p5p !5p"))
    said = words(page)
    assert "Cy has won too: From Ann" in said
    assert "From Cy" not in said.partition("How was it won?")[2]
    assert "What this hand brings Ann -3 Bo +4 Cy +1 Di -2" in said
    assert len(re.findall("[?&]also=", link(page, "another-winner"))) == 2
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Cy wins on Ann's discard, 0; Bo wins on a drawn tile, 0" in evening.said
    assert "East: Cy" in evening.said


def test_the_hands_of_a_line_are_those_of_its_winners(visitor: Visitor) -> None:
    evening = Evening(visitor, "sichuan")
    page = evening.hand(tiles="123m456m789p345p22m", seat="W", how="across")
    page = visitor.page(link(page, "another-winner"))
    page = visitor.page(next_address(page, seat="S", how="drawn", text="123s456s789s345p5p !5p"))
    assert evening.write_hand(page).status == 303
    assert evening.write("drawn").status == 303
    won, drawn = [line.event for line in visitor.site.books.ledger.evening(evening.id).hands]
    assert isinstance(won, HandBooked)
    assert isinstance(drawn, HandBooked)
    found = [hand_record(won, seat) for seat in ("", "W", "S", "E")]
    assert [own and (own["seat"], own["win"], own["round"]) for own in found] == [
        ("W", "2m", "E"), ("W", "2m", "E"), ("S", "5p", "E"), None,
    ]  # fmt: skip
    assert hand_record(drawn) is None
    assert [(seat, by) for seat, _, by in won_hands(won)] == [("W", "E"), ("S", None)]


@pytest.mark.parametrize(
    ("rules", "ways", "another"),
    [
        ("riichi", ("left",), True),
        ("riichi", ("left", "right"), False),
        ("riichi", ("drawn",), False),
        ("riichi/tenhou", ("left",), True),
        ("hong-kong", ("left",), False),
        ("sichuan", ("drawn",), True),
        ("sichuan", ("drawn", "left"), True),
        ("sichuan", ("drawn", "left", "across"), False),
    ],
)
def test_as_many_may_win_too_as_the_rules_let(rules: str, ways: tuple[str, ...], another: bool) -> None:
    winners = [TappedHand(seat=seat, how=how) for seat, how in zip("SWN", ways, strict=False)]
    assert may_win_too(loaded(rules).definition.table, winners) is another


FIRST_HAND = TappedHand(tiles=parse_tiles("22p"), seat="S", how="left")
"""Bo's hand, won on the last of its tiles, which East discarded."""


@pytest.mark.parametrize(
    ("rules", "first", "tapped", "seat", "how", "win"),
    [
        ("riichi", FIRST_HAND, TappedHand(tiles=parse_tiles("2p3p"), seat="N"), "N", "right", "2p"),
        ("riichi", FIRST_HAND, TappedHand(tiles=parse_tiles("2p3p"), seat="S"), "W", "across", "2p"),
        ("riichi", FIRST_HAND, TappedHand(tiles=parse_tiles("2p3p"), seat="E"), "W", "across", "2p"),
        ("riichi", FIRST_HAND, TappedHand(tiles=parse_tiles("2p3p"), seat="N", win=BY_TEXT["3p"]), "N", "right", "3p"),
        ("riichi", FIRST_HAND, TappedHand(tiles=parse_tiles("3p4p"), seat="N"), "N", "right", None),
        ("riichi", replace(FIRST_HAND, how="drawn"), TappedHand(seat="S", how="across"), "E", "across", None),
        ("sichuan", FIRST_HAND, TappedHand(tiles=parse_tiles("2p3p"), seat="S", how="drawn"), "E", "drawn", None),
    ],
)
def test_the_next_winner_sits_at_a_free_seat_and_wins_by_the_same_discard_where_all_do(
    rules: str, first: TappedHand, tapped: TappedHand, seat: str, how: str, win: str | None
) -> None:
    found = next_winner(tapped, (first,), loaded(rules).definition.table)
    assert (found.seat, found.how, found.win and TEXT[found.win]) == (seat, how, win)
    assert next_winner(tapped, (), loaded(rules).definition.table) == tapped


@pytest.mark.slow
def test_what_several_cannot_win_is_told(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    also = urlencode({"tiles": FIRST, "seat": "S", "how": "left"})
    page = evening.hand(also=also, tiles="234m456p789s345m33p", seat="N", flag="riichi")
    assert "all who win do so by one tile: the same discard" in words(page)
    assert 'id="book"' not in page
    many = evening.hand(also="&".join(f"a{n}=1" for n in range(100)), tiles=FIRST, seat="S", how="left")
    assert "take away" not in words(many).partition("Score")[0]
    assert "another-winner" not in Evening(visitor, "hong-kong").hand(tiles="123m456p789s11122z", how="left")
