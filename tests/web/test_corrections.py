"""Lines of an evening that were wrong: where each is corrected, what its form has in it, and what is no such line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from mjrules.ledger import HandBooked
from mjrules.web.booking import stand_of
from tests.web.evenings import Evening, hidden
from tests.web.visiting import Visitor, next_address, site_in, words

SECOND = {"seat.E": "Eve", "seat.S": "Flo", "seat.W": "Gus", "seat.N": "Hal"}
HAND = "123456789m11122z"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    visitor = Visitor(site_in(tmp_path_factory.mktemp("corrections")))
    yield visitor
    visitor.site.books.close()


@pytest.fixture
def evening(visitor: Visitor) -> Evening:
    evening = Evening(visitor, "hong-kong")
    assert evening.write("table", name="2", **SECOND).status == 303
    return evening


def last_line(evening: Evening) -> int:
    return len(evening.visitor.site.books.ledger.evening(evening.id).lines)


def form_of(evening: Evening, table: str, line: int) -> str:
    """The page to which the button of a line leads."""
    page = evening.visitor.page(f"/evening?id={evening.id}&table={table}")
    links = {int(number): unescape(link) for link, number in re.findall(r'href="([^"]*)">Correct line (\d+)<', page)}
    return evening.visitor.page(links[line])


def checked(page: str, name: str) -> list[str]:
    return re.findall(rf'name="{re.escape(name)}" value="([^"]*)"[^>]* checked', page)


def typed(page: str) -> dict[str, str]:
    """The amounts in the form of a hand of which only these are known, by the players' names."""
    own = page.partition('name="act" value="amounts"')[2].partition("</form>")[0]
    return dict(re.findall('<span>([^<]*)</span><input name="a[^>]*value="([^"]*)"', own))


def hand_of(evening: Evening, line: int) -> HandBooked:
    found = evening.visitor.site.books.ledger.evening(evening.id).line(line)
    assert found is not None
    assert isinstance(found.event, HandBooked)
    return found.event


def test_every_hand_of_a_table_is_corrected_by_the_form_with_which_it_was_entered(evening: Evening) -> None:
    """At another table than the first, whose players sit elsewhere by now."""
    assert evening.write_hand(evening.hand(table="2", tiles=HAND, seat="S", how="left")).status == 303
    scored = last_line(evening)
    assert evening.write("amounts", table="2", winner="W", **{"a.E": "-8", "a.W": "8"}).status == 303
    assert evening.write("drawn", table="2").status == 303
    page = form_of(evening, "2", scored)
    assert f"Correct line {scored}" in words(page)
    assert (checked(page, "seat"), checked(page, "how")) == (["S"], ["left"])
    assert f'name="tiles" value="{HAND}"' in page
    page = form_of(evening, "2", scored + 1)
    won = hand_of(evening, scored + 1)
    assert f"Correct line {scored + 1}" in words(page)
    assert [won.seats[wind] for wind in checked(page, "winner")] == [*won.winners]
    assert {player: amount for player, amount in typed(page).items() if amount} == {
        won.seats["E"]: "-8",
        won.seats["W"]: "+8",
    }
    assert evening.send_form(page, "amounts", winner="W", **{"a.E": "-9", "a.W": "9"}).status == 303
    now = hand_of(evening, scored + 1)
    assert (now.table, now.seats, now.winners) == ("2", won.seats, won.winners)
    assert {player: amount for player, amount in now.paid.items() if amount} == {now.seats["E"]: -9, now.seats["W"]: 9}
    page = form_of(evening, "2", scored + 2)
    assert checked(page, "winner") == []
    assert {*typed(page).values()} == {""}


def test_a_drawn_hand_was_won(visitor: Visitor) -> None:
    """What was put into a pot while it was played stays there."""
    evening = Evening(visitor, "riichi")
    assert evening.write("drawn", ready="W", **{"put.sticks": "W"}).status == 303
    page = visitor.page(f"/score?evening={evening.id}&line=3")
    assert checked(page, "put.sticks") == ["W"]
    page = visitor.page(next_address(page, text="123456p78s11s999p +9s riichi dora=1m from=left", seat="W"))
    assert evening.write_hand(page).status == 303
    now = hand_of(evening, 3)
    assert (now.winners, now.put, now.pots) == (("Cy",), {"sticks": {"Cy": 1000}}, {})
    assert sum(now.paid.values()) == 0


def test_what_the_table_knows_of_a_hand_is_not_typed_into_its_form(visitor: Visitor) -> None:
    """The counters of a hand follow from the lines before it, which may be corrected too."""
    evening = Evening(visitor, "riichi")
    assert evening.write("drawn").status == 303
    page = evening.hand(tiles=HAND, seat="S", how="left", **{"x.dora": "1m"})
    assert evening.write_hand(page).status == 303
    assert dict(hand_of(evening, 4).record["hands"]["S"])["honba"] == 1
    form = hidden(visitor.page(f"/score?evening={evening.id}&line=4"))
    assert {name: value for name, value in form.items() if name.startswith("x.")} == {"x.dora": "1m"}
    assert evening.write("amounts", line="3", winner="S", **{"a.E": "-8000", "a.S": "8000"}).status == 303
    assert evening.write_hand(visitor.page(f"/score?evening={evening.id}&line=4")).status == 303
    assert dict(hand_of(evening, 4).record["hands"]["S"])["honba"] == 0


@pytest.mark.parametrize("page", ["/evening?id={id}&line={line}", "/score?evening={id}&line={line}"])
def test_what_does_not_count_and_what_is_not_there_is_not_corrected(evening: Evening, page: str) -> None:
    assert evening.write("drawn", table="1").status == 303
    line = last_line(evening)
    assert evening.visitor.get(page.format(id=evening.id, line=line)).status == 200
    assert evening.write("undo", table="1", line=str(line)).status == 303
    for odd in (str(line), "0", "99", "1" * 30, "-1", "x", "\u0663"):
        assert evening.visitor.get(page.format(id=evening.id, line=odd)).status == 400, odd


def test_only_hands_are_corrected(evening: Evening) -> None:
    assert evening.write("pay", table="1", note="tea", **{"a.E": "-3", "a.S": "3"}).status == 303
    for line in (1, 2, last_line(evening)):
        reply = evening.visitor.get(f"/evening?id={evening.id}&line={line}")
        assert reply.status == 400
        assert "only hands are corrected here" in words(reply)
    refused = evening.write("amounts", table="1", line=str(last_line(evening)), **{"a.E": "-3", "a.S": "3"})
    assert refused.status == 400
    assert "only hands are corrected here" in words(refused)


def test_an_evening_is_not_undone_by_its_own_page(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong")
    assert evening.write("undo", line="2").status == 303, "its table"
    refused = evening.write("undo", line="1")
    assert refused.status == 400
    assert "expected the line that is to be undone" in words(refused)
    assert evening.write("undo", line="").status == 400
    assert evening.write("back", line="2").status == 303


def test_a_hand_that_did_not_win_is_not_written_down(evening: Evening) -> None:
    refused = evening.write("hand", table="1", seat="S", how="no", tiles="123m456p789s1112z")
    assert refused.status == 400
    assert "this hand did not win" in words(refused)


def test_whatever_is_written_down_at_a_table_makes_its_forms_stale_and_no_others(evening: Evening) -> None:
    """Corrections and undoing too: a stand never comes again."""
    seen = {"1": [stand(evening, "1")], "2": [stand(evening, "2")], "": [stand(evening, "")]}
    steps: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("1", "drawn", {}),
        ("1", "amounts", {"a.E": "8", "a.S": "-8"}),
        ("1", "undo", {"line": "9"}),
        ("1", "back", {"line": "9"}),
        ("1", "drawn", {"line": "9"}),
        ("2", "drawn", {}),
        ("1", "undo", {"line": "9"}),
        ("2", "close", {}),
        ("", "arrives", {"name": "Ida"}),
        ("", "leaves", {"name": "Ida"}),
    )
    for table, act, fields in steps:
        assert evening.write(act, table=table, **fields).status == 303, (table, act)
        for name, stands in seen.items():
            now = stand(evening, name)
            assert now == stands[-1] if name != table else now > stands[-1], (table, act, name)
            stands.append(now)


def stand(evening: Evening, table: str) -> int:
    return stand_of(evening.visitor.site.books.ledger.evening(evening.id), table)


def test_what_is_corrected_keeps_its_remark(evening: Evening) -> None:
    """The forms have the remark, and what the amounts did not sum to, as the line has it."""
    said = {"a.E": "9", "a.S": "-8", "a.W": "-2", "winner": "E", "table": "1"}
    assert evening.write("amounts", note="as told by Ann", difference="the room", **said).status == 303
    line = last_line(evening)
    page = form_of(evening, "1", line)
    own = page.partition('name="act" value="amounts"')[2].partition("</form>")[0]
    assert re.findall('name="(note|difference)"[^>]* value="([^"]*)"', own) == [
        ("difference", "the room"),
        ("note", "as told by Ann"),
    ]
    assert 'value="as told by Ann"' in page.partition('name="act" value="drawn"')[2].partition("</form>")[0]
    hand = evening.hand(line=str(line), tiles=HAND, how="left", seat="E")
    assert 'value="as told by Ann"' in hand.partition('id="book"')[0].rpartition("<form")[2]
