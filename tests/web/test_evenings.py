"""Evenings on the page: hands written down once, drawn hands, faults, late arrivals, corrections, what is undone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from mjrules.ledger import PaymentBooked
from mjrules.ledger.score_again import score_again
from tests.web.evenings import NAMES, Evening, hidden
from tests.web.kept_evening import CLUB_WITH_GOULASHES
from tests.web.visiting import Visitor, next_address, site_in, words


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    visitor = Visitor(site_in(tmp_path_factory.mktemp("evenings")))
    yield visitor
    visitor.site.books.close()


@pytest.fixture
def evening(visitor: Visitor) -> Evening:
    return Evening(visitor, "hong-kong")


def test_an_evening_begins(visitor: Visitor, evening: Evening) -> None:
    assert "Played by: Hong Kong Old Style" in words(visitor.page("/evenings?ruleset=hong-kong"))
    assert f"Thursday, {evening.form['date']} Ann 0, Bo 0, Cy 0, Di 0" in words(visitor.page("/evenings"))
    assert "Hand 1, East round East: Ann South: Bo West: Cy North: Di" in evening.said
    before = len(visitor.site.books.ledger.evenings())
    assert visitor.send("/evenings", evening.form).status == 303
    assert len(visitor.site.books.ledger.evenings()) == before, "sent twice, begun once"
    refused = visitor.send("/evenings", {"ruleset": "hong-kong", "club": "X", "date": "today", **NAMES, "player.W": ""})
    assert "expected the names of 4 players" in words(refused)


@pytest.mark.parametrize(
    ("zone", "date"), [("WEST+12", "2027-01-14"), ("EAST-14", "2027-01-15"), ("UTC", "2027-01-15")]
)
def test_today_is_the_day_of_the_club(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, zone: str, date: str) -> None:
    """A club that plays in the evening west of Greenwich already has tomorrow by universal time."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        page = visitor.page("/evenings?ruleset=hong-kong")
    time.tzset()
    assert f'name="date" required value="{date}"' in page


def test_a_hand_is_written_down_with_one_tap_and_once(visitor: Visitor, evening: Evening) -> None:
    page = evening.hand()
    assert "Who won?" in words(page)
    assert "From Bo" in words(page)
    page = visitor.page(next_address(page, text="123m456m789m111z2z +2z", seat="S", how="left"))
    assert "Say who discarded the winning tile to see who pays whom." in words(page)
    assert "base_payment" not in words(page)
    page = visitor.page(next_address(page, seat="S", how="left"))
    assert "What this hand brings Ann -" in words(page)
    assert "Write hand 1 down" in words(page)
    assert "token" not in next_address(page), "no token stands in an address"
    first = evening.write_hand(page)
    assert first.headers["Location"].endswith("note=written&lang=en")
    again = evening.write_hand(page)
    assert "note=written_before" in again.headers["Location"]
    other = Visitor(visitor.site)
    assert other.send("/evening", hidden(page)).status == 303, "the other phone tapped the same"
    assert "Hand 1: Bo wins on Ann's discard" in evening.said
    assert evening.said.count("Hand 1: Bo wins") == 1
    assert "Hand 2, East round East: Bo" in evening.said


def test_what_was_seen_before_something_else_was_written_is_not_written(evening: Evening) -> None:
    early = evening.hand(tiles="123m456p789s11122z")
    assert evening.write("drawn").status == 303
    reply = evening.write_hand(early)
    assert reply.status == 409
    assert "meanwhile something else was written down" in words(reply)
    assert evening.write_hand(evening.hand(tiles="123m456p789s11122z")).status == 303


def test_a_hand_that_is_tapped_in_while_the_table_goes_on_is_not_taken_for_the_next(
    visitor: Visitor, evening: Evening
) -> None:
    """Neither by the back button, nor where the reply got lost, nor by a tap on another phone."""
    page = evening.hand(tiles="123456789m11122z", seat="S", how="left")
    tapped_on = next_address(page)
    assert evening.write_hand(page).status == 303
    again = visitor.page(tapped_on)
    assert "This hand is in the books already." in words(again)
    assert 'id="book"' not in again
    other = visitor.page(next_address(page, how="drawn"))
    assert "Meanwhile something else was written down at this table." in words(other)
    assert "in the books already" not in words(other)
    assert 'id="book"' not in other
    assert 'id="another-winner"' not in other
    shared = visitor.page("/share?" + tapped_on.partition("?")[2])
    link = unescape(re.findall(r'href="(/score[^"]*)"', shared)[0])
    assert "This hand is in the books already." in words(visitor.page(link)), "a shared hand is not written down again"
    anew = visitor.page(unescape(re.findall(r'id="anew" href="([^"]*)"', other)[0]))
    assert "Write hand 2 down" in words(anew)
    assert evening.write_hand(anew).status == 303
    assert "Hand 2: Cy wins" in evening.said, "who sits south now"


def test_an_earlier_hand_is_corrected_and_another_undone(visitor: Visitor, evening: Evening) -> None:
    evening.write_hand(evening.hand(tiles="123m456p789s11122z", how="left"))
    evening.write_hand(evening.hand(tiles="123m456p789s11122z", seat="S"))
    line = 3
    page = evening.hand(line=str(line))
    assert 'name="tiles" value="123m456p789s11122z"' in page
    assert "From Di" in words(page)
    assert "Correct line 3" in words(page)
    page = visitor.page(next_address(page, how="across"))
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Ann wins on Cy's discard, 4 (corrected)" in evening.said
    assert "Cy -" in evening.said
    assert evening.write("undo", line="4").status == 303
    assert "(undone)" in evening.said
    assert "Hand 2, East round" in evening.said
    for line_text in ("4", "99", "x"):
        assert evening.write("undo", line=line_text).status == 400
    assert evening.write("undo").status == 400
    assert evening.write("undo", line="1").status == 400


def test_amounts_drawn_hands_and_what_sums_to_no_zero(evening: Evening) -> None:
    amounts = {"a.E": "+24", "a.S": "-8", "a.W": "\N{MINUS SIGN}8", "a.N": "－８"}
    assert evening.write("amounts", winner="E", **amounts).status == 303
    assert "Hand 1: Ann wins Ann +24 Bo -8 Cy -8 Di -8" in evening.said
    refused = evening.write("amounts", **{**amounts, "a.E": "23"})
    assert "sum to -1, not to zero" in words(refused)
    assert "expected a whole number" in words(evening.write("amounts", **{**amounts, "a.E": "much"}))
    large = str(10**12)
    refused = evening.write("amounts", **{**amounts, "a.E": "1" + large, "a.S": "-1" + large})
    assert "Ann: expected an amount of 1000000000000 at most" in words(refused)
    assert evening.write("drawn").status == 303
    assert "Hand 2: Drawn hand" in evening.said
    assert evening.write("amounts", **{"a.E": large, "a.S": "-" + large, "a.W": "+0", "a.N": ""}).status == 303
    assert evening.write("amounts", line="2", **amounts).status == 400, "the table is no hand"


def test_a_hand_that_won_by_its_bonus_tiles_is_written_down_and_corrected(visitor: Visitor) -> None:
    evening = Evening(visitor, "taiwanese")
    page = evening.hand(tiles="123456789m1357p258s", bonus="f1f2f3f4s1s2s3s4", seat="S")
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Bo wins on a drawn tile, 8 Ann -9 Bo +25 Cy -8 Di -8" in evening.said
    page = visitor.page(next_address(evening.hand(line="3"), seat="W"))
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Cy wins on a drawn tile, 8 (corrected) Ann -9 Bo -8 Cy +25 Di -8" in evening.said


def test_a_form_that_is_refused_is_shown_again_with_what_was_typed(evening: Evening) -> None:
    page = evening.write("pay", note="the taxi", **{"a.E": "-10", "a.S": "+12"}).data.decode()
    assert 'role="alert">the amounts sum to 2' in page
    assert '<details id="pay" open>' in page
    for typed in ("the taxi", "-10", "+12"):
        assert f'value="{typed}"' in page
    page = evening.write("amounts", winner="S", **{"a.E": "much"}).data.decode()
    assert 'value="S" id="amount-winner-S" checked' in page
    assert 'id="a-E" maxlength="9" autocomplete="off" value="much"' in page
    page = evening.write("table", name="2", **{"seat.E": "Flo", "seat.S": "Gus"}).data.decode()
    assert 'role="alert">expected the names of 4 players' in page
    assert 'value="Gus"' in page
    assert evening.write("amounts", **{"a.E": "8", "a.S": "-8"}).status == 303
    page = evening.write("amounts", line="3", winner="E", **{"a.E": "9", "a.S": "-8"}).data.decode()
    assert "Correct line 3" in page
    assert 'role="alert">the amounts sum to 1' in page
    assert 'value="9"' in page


def test_who_was_named_in_a_form_that_the_rules_refuse_stays_named(visitor: Visitor) -> None:
    evening = Evening(visitor, "western")
    page = evening.write("penalty", event="nonsense", player="S", affected="W").data.decode()
    own = page.partition('name="act" value="penalty"')[2].partition("</form>")[0]
    assert re.findall('name="player" value="(.)"[^>]* checked|<option value="(.)" selected', own) == [
        ("S", ""), ("", "W"),
    ]  # fmt: skip


WRONG = 'name="([^"]*)"[^>]* aria-invalid="true" aria-describedby="refused"'


@pytest.mark.parametrize(
    ("act", "typed", "wrong"),
    [
        ("pay", {"note": "x", "a.E": "-10", "a.S": "+12"}, ["a.E", "a.S", "a.W", "a.N"]),
        ("pay", {"note": "x", "a.E": "-10", "a.S": "ten"}, ["a.S"]),
        ("pay", {"note": "x", "a.E": "9" * 13, "a.S": "1"}, ["a.E"]),
        ("pay", {"note": "x"}, ["a.E", "a.S", "a.W", "a.N"]),
        ("pay", {"note": "x" * 3000, "a.E": "-1", "a.S": "1"}, ["note"]),
        ("amounts", {"a.E": "-10", "a.S": "ten"}, ["a.S"]),
        ("arrives", {"name": "Ann"}, ["name"]),
        ("arrives", {"name": "x" * 100}, ["name"]),
        ("seats", {"seat.E": "Ann", "seat.S": "Bo", "seat.W": "Ann", "seat.N": "Di"}, ["seat.E", "seat.W"]),
        ("seats", {"seat.E": "Ann", "seat.S": "", "seat.W": "Cy", "seat.N": "Di"}, ["seat.S"]),
        ("table", {"name": "2", "seat.E": "Flo", "seat.S": "Gus", "seat.W": "", "seat.N": "Hal"}, ["seat.W"]),
    ],
)
def test_what_is_wrong_is_tied_to_the_fields(
    evening: Evening, act: str, typed: dict[str, str], wrong: list[str]
) -> None:
    """For those who hear the page, and in red for those who see it; of a long form of others nothing is."""
    reply = evening.send_form(evening.page(), act, **{**{f"a.{wind}": "" for wind in "ESWN"}, **typed})
    assert reply.status == 400
    page = reply.data.decode()
    assert page.count('id="refused"') == 1
    assert re.findall(WRONG, page) == wrong
    told = re.findall('role="alert">([^<]*)', page)[0]
    assert not re.match("(payment|hand|arrived|seats|table|evening|players|player|note): ", told), told


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"player.W": "Ann"}, ["player.E", "player.W"]),
        ({"player.W": ""}, ["player.W"]),
        ({"club": ""}, ["club"]),
        ({"club": "x" * 100}, ["club"]),
        ({"date": "today"}, ["date"]),
        ({"season": "x" * 1000}, ["season"]),
    ],
)
def test_what_is_wrong_with_a_new_evening_is_tied_to_the_fields(
    visitor: Visitor, typed: dict[str, str], wrong: list[str]
) -> None:
    form = {"ruleset": "hong-kong", "club": "Friday", "date": "2027-01-01", **NAMES, **typed}
    page = visitor.send("/evenings", form).data.decode()
    assert re.findall(WRONG, page) == wrong
    told = re.findall('role="alert">([^<]*)', page)[0]
    assert not re.match("(evening|players|club|season): ", told), told


def test_what_is_typed_once_more_after_a_reply_got_lost_is_asked_for(visitor: Visitor) -> None:
    """A payment of the rules, a fault, and any other: a new form is no copy of the one that was sent."""
    evening = Evening(visitor, "western")
    forms: tuple[tuple[str, dict[str, str]], ...] = (
        ("bonus", {"event": "set_of_flowers", "player": "W"}),
        ("penalty", {"event": "false_mahjong", "player": "S"}),
        ("pay", {"note": "the taxi", "a.E": "-10", "a.S": "+10"}),
    )
    for line, (act, typed) in enumerate(forms, 3):
        assert evening.write(act, **typed).status == 303
        reply = evening.write(act, **typed)
        assert reply.status == 409
        page = reply.data.decode()
        assert f'role="alert">line {line} says the same already' in page
        assert "Write it down once more" in words(page)
        assert f'<details id="{act}" open>' in page
        assert page.count('name="again"') == 1, "of this form alone"
        assert f'name="again" value="{line}"' in page
    assert evening.write("pay", **{**forms[2][1], "note": "the way back"}).status == 303, "another payment"
    again = evening.write("bonus", again="3", **forms[0][1])
    assert again.headers["Location"].endswith("note=written&lang=en"), "it happened once more"
    assert evening.write("bonus", again="3", **forms[0][1]).status == 409, "line 3 was known, and line 7 was not"
    assert evening.write("drawn").status == 303
    assert evening.write("bonus", **forms[0][1]).status == 303, "in the next hand"
    assert evening.write("undo", line="9").status == 303
    assert evening.write("bonus", **forms[0][1]).status == 303, "what was undone says nothing"


def test_a_hand_that_is_typed_once_more_is_asked_for(visitor: Visitor, evening: Evening) -> None:
    """The same tiles, or the same amounts, are hardly the next hand; drawn hands in a row are common."""
    tiles = {"tiles": "123456789m11122z", "how": "left"}
    assert evening.write_hand(evening.hand(seat="S", **tiles)).status == 303
    reply = evening.write_hand(evening.hand(seat="E", **tiles))
    assert reply.status == 409, "Bo is East now"
    page = reply.data.decode()
    assert 'role="alert">line 3 says the same already' in page
    assert "Write it down once more" in words(page)
    assert "once more" not in words(visitor.page(next_address(page, how="across"))), "another hand"
    assert evening.write_hand(page).status == 303
    assert "Hand 2: Bo wins on Ann's discard" in evening.said
    other = {**tiles, "tiles": "123456789m11133z"}
    assert evening.write_hand(evening.hand(seat="E", **other)).status == 303, "other tiles"
    assert evening.write_hand(evening.hand(seat="S", **tiles)).status == 303, "another has won"
    amounts = {"winner": "E", "a.E": "24", "a.S": "-24"}
    assert evening.write("amounts", **amounts).status == 303
    assert "line 7 says the same already" in words(evening.write("amounts", **amounts))
    assert evening.write("drawn").status == 303
    assert evening.write("drawn").status == 303
    assert evening.write("amounts", **amounts).status == 303, "other hands were between"


def test_a_form_that_is_too_late_is_shown_again_with_what_has_happened(visitor: Visitor) -> None:
    evening = Evening(visitor, "western")
    early = evening.page()
    assert evening.write("drawn").status == 303
    assert evening.write("bonus", event="set_of_flowers", player="W").status == 303
    assert evening.write("undo", line="4").status == 303
    late = {"note": "the taxi", "a.E": "-10", "a.S": "+10"}
    reply = evening.send_form(early, "pay", **late)
    assert reply.status == 409
    page = reply.data.decode()
    assert 'role="alert">meanwhile something else was written down: look at it' in page
    assert [words(line) for line in re.findall('<p class="changed">.*?</p>', page)] == [
        "3. Hand 1: Drawn hand",
        f"4. {words(page).partition('4. ')[2].partition(' (undone)')[0]} (undone)",
    ]
    assert 'value="the taxi"' in page
    assert typed_for(page, "pay") == {"Bo": "+10", "Cy": "", "Di": "", "Ann": "-10"}
    again = evening.send_form(page, "pay", **late)
    assert again.status == 303
    assert "the taxi Ann -10 Bo +10" in evening.said


@pytest.mark.parametrize(
    ("act", "field"),
    [("bonus", "player"), ("penalty", "affected"), ("amounts", "winner"), ("amounts", "from"), ("drawn", "ready")],
)
def test_whom_a_form_names_that_is_too_late_stays_named(visitor: Visitor, act: str, field: str) -> None:
    """Whatever wind he has by now; and nobody where he sits there no more."""
    evening = Evening(visitor, "riichi" if act == "drawn" else "western")
    early = evening.page()
    seats = {"seat.E": "Di", "seat.S": "Ann", "seat.W": "Bo", "seat.N": "Cy"}
    assert evening.write("seats", **seats).status == 303
    page = evening.send_form(early, act, **{field: "S"}).data.decode()
    own = page.partition(f'name="act" value="{act}"')[2].partition("</form>")[0]
    chosen = re.findall(
        f'(?:name="{field}"[^>]*>|)<option value="(.)" selected|name="{field}" value="(.)"[^>]* checked', own
    )
    assert [one or other for one, other in chosen] == ["W"]
    assert evening.write("arrives", name="Flo").status == 303
    early = evening.page()
    assert evening.write("seats", **{**seats, "seat.W": "Flo"}).status == 303
    page = evening.send_form(early, act, **{field: "W"}).data.decode()
    own = page.partition(f'name="act" value="{act}"')[2].partition("</form>")[0]
    assert " checked" not in own
    assert " selected>Bo" not in own


def test_a_form_that_names_no_players_keeps_what_it_says_of_none(evening: Evening) -> None:
    """Such as one of another program: by their winds alone nobody knows of whom it speaks."""
    seen = re.findall('name="seen" value="([^"]*)"', evening.page())[0]
    assert evening.write("drawn").status == 303
    page = evening.write("pay", seen=seen, note="the taxi", **{"a.E": "-10", "a.S": "+10"}).data.decode()
    assert 'value="the taxi"' in page
    assert set(typed_for(page, "pay").values()) == {""}


def typed_for(page: str, act: str) -> dict[str, str]:
    """The amounts that a form has by the names of the players."""
    own = page.partition(f'name="act" value="{act}"')[2].partition("</form>")[0]
    return dict(re.findall('<span>([^<]*)</span><input name="a[^>]*value="([^"]*)"', own))


def test_a_new_evening_that_is_refused_is_shown_again(visitor: Visitor) -> None:
    form = {
        "ruleset": "hong-kong",
        "club": "Friday",
        "date": "2027-01-01",
        "season": "winter",
        **NAMES,
        "player.W": "Ann",
    }
    reply = visitor.send("/evenings", form)
    assert reply.status == 400
    page = reply.data.decode()
    assert 'role="alert">' in page
    for typed in ("Friday", "2027-01-01", "winter", "Ann", "Bo", "Di"):
        assert f'value="{typed}"' in page
    other = unescape(re.findall('<a href="([^"]*)" lang="zh"', page)[0])
    assert "token" not in other, "no token stands in an address"
    chinese = Visitor(visitor.site).page(other)
    for typed in ("Friday", "2027-01-01", "winter", "Ann", "Bo", "Di"):
        assert f'value="{typed}"' in chinese, "what was typed stays in the other language too"


@pytest.mark.parametrize("date", ["2027-02-30", "01/02/2027", "2027-1-2"])
def test_an_evening_has_a_date(visitor: Visitor, date: str) -> None:
    """Where a browser has no calendar it is typed."""
    form = {"ruleset": "hong-kong", "club": "Friday", "date": date, **NAMES}
    reply = visitor.send("/evenings", form)
    assert reply.status == 400
    page = reply.data.decode()
    assert f'role="alert">&#34;{date}&#34; is no date: expected one as 2026-11-24' in page
    assert f'value="{date}"' in page


def test_what_was_undone_by_a_slip_counts_again_and_again(evening: Evening) -> None:
    assert evening.write("amounts", **{"a.E": "8", "a.S": "-8"}).status == 303
    for _ in range(3):
        page = evening.page()
        assert "Let line 3 count again" not in words(page)
        reply = evening.write("undo", line="3")
        assert reply.headers["Location"].endswith("note=written&lang=en"), "not taken for the undo before"
        assert "Ann 0 Bo 0" in evening.said
        assert "(undone) Ann +8 Bo -8 Let line 3 count again" in evening.said
        reply = evening.write("back", line="3")
        assert reply.headers["Location"].endswith("note=written&lang=en")
        assert "Ann +8" in evening.said
    assert evening.write("back", line="3").status == 400, "it counts"
    assert evening.write("back", line="9").status == 400
    assert evening.write("back").status == 400


def test_nobody_is_named_for_a_seat_whose_player_has_left(evening: Evening) -> None:
    """The first who is there was, who may sit at another table."""
    assert evening.write("arrives", name="Flo").status == 303
    assert evening.write("leaves", name="Bo").status == 303
    seats = {f"seat.{wind}": chosen_in(evening.page(), f"seat.{wind}") for wind in "ESWN"}
    assert [*seats.values()] == ["Ann", "not said", "Cy", "Di"]
    refused = evening.write("seats", **{**seats, "seat.S": ""})
    assert refused.status == 400
    assert "expected the names of 4 players" in words(refused)
    assert chosen_in(refused.data.decode(), "seat.S") == "not said"
    assert evening.write("seats", **{**seats, "seat.S": "Flo"}).status == 303
    assert chosen_in(evening.page(), "seat.S") == "Flo"


def chosen_in(page: str, name: str) -> str:
    """What a list to choose from has chosen, as a browser does: the first, where nothing is."""
    choices = re.findall(f'<select name="{name}".*?</select>', page)[0]
    chosen = re.findall("<option[^>]* selected>([^<]*)", choices) or re.findall("<option[^>]*>([^<]*)", choices)
    return str(chosen[0])


def test_a_table_at_which_something_was_written_down_is_not_undone(evening: Evening) -> None:
    assert "Undo line 2" in evening.said
    assert evening.write("drawn").status == 303
    assert "Undo line 3" in evening.said
    assert "Undo line 2" not in evening.said
    assert evening.write("undo", line="3").status == 303
    assert "Undo line 2" in evening.said


def test_who_comes_who_goes_and_who_sits_where(evening: Evening) -> None:
    assert evening.write("arrives", name="Flo").status == 303
    seats = {"seat.E": "Flo", "seat.S": "Ann", "seat.W": "Bo", "seat.N": "Cy"}
    assert evening.write("seats", anew="1", **seats).status == 303
    assert evening.write("leaves", name="Di").status == 303
    said = evening.said
    anew = "From now on at table 1: Flo, Ann, Bo and Cy, and the game begins anew"
    for text in ("Flo arrives", anew, "Di leaves", "East: Flo South: Ann"):
        assert text in said
    assert "the table waits" not in said, "Di sat there no more"
    refused = evening.write("seats", **{**seats, "seat.N": "Di"})
    assert refused.status == 400
    assert "has left" in words(refused)
    assert evening.write("leaves", name="Cy").status == 303
    assert "North: Cy Cy has left, and the table waits: say under Players and seats who sits where." in evening.said
    assert evening.write("arrives", name="Di").status == 303
    assert evening.write("seats", **{**seats, "seat.N": "Di"}).status == 303
    assert "the table waits" not in evening.said
    assert "From now on at table 1: Flo, Ann, Bo and Di Undo" in evening.said, "the game goes on"
    chinese = words(Visitor(evening.visitor.site, languages="zh").page(f"/evening?id={evening.id}"))
    assert "座位：Flo、Ann、Bo、Cy，重新开局" in chinese


def test_faults_and_payments_at_once(visitor: Visitor) -> None:
    evening = Evening(visitor, "western")
    page = evening.page()
    assert '<option value="false_mahjong">' in page
    assert evening.write("penalty", event="false_mahjong", player="S").status == 303
    assert evening.write("bonus", event="set_of_flowers", player="W").status == 303
    assert "Bo -" in evening.said
    assert evening.write("penalty", event="nonsense", player="S").status == 400
    assert evening.write("penalty", event="false_mahjong", player="Q").status == 400
    page = evening.hand(tiles="123m456p789s11122z", how="left")
    assert "Who pays whom depends on all hands" in words(page)
    assert 'id="book"' not in page
    page = visitor.page(next_address(page, **{"o.S": "8", "o.W": "0", "o.N": "16"}))
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Ann wins on Di's discard, 112" in evening.said
    page = evening.hand(line=str(visitor.site.books.ledger.evening(evening.id).hands[0].number))
    assert 'name="tiles" value="123m456p789s11122z"' in page, "the hand is kept beside its worth"
    assert 'id="o-N"' in page
    assert "What this hand brings" in words(page)
    assert "From Di" in words(page)


def test_a_fault_for_which_the_discarder_pays_for_all_is_said_with_the_hand(visitor: Visitor) -> None:
    """Among the other faults it cost nothing, and the hand was paid for as ever."""
    evening, fault = Evening(visitor, "bmja"), "misnamed_for_mahjong"
    assert fault not in evening.page()
    tapped = {"tiles": "222m33344455566z", "how": "left", "seat": "S", "o.E": "8", "o.W": "2", "o.N": "0"}
    usual = evening.hand(**tapped)
    assert '<select name="fault"' in usual
    assert '<select name="fault"' not in evening.hand(**{**tapped, "how": "drawn"})
    page = evening.hand(**tapped, fault=fault)
    assert f'value="{fault}" selected' in page
    assert "What this hand brings Ann -4000 Bo +4000 Cy 0 Di 0" in words(page)
    assert "Cy 0 Di 0" not in words(usual)
    assert evening.write_hand(page).status == 303
    assert "Bo wins on Ann's discard, 1000 (A misnamed discard is claimed for Mahjong)" in evening.said
    again = visitor.page(f"/score?evening={evening.id}&line=3")
    assert f'value="{fault}" selected' in again, "as it was entered"
    reader = Visitor(visitor.site)
    assert "打出这张牌是否犯规" in reader.page(f"/score?evening={evening.id}&line=3&lang=zh")
    assert "（報錯牌名，被和）" in reader.page(f"/evening?id={evening.id}&lang=zh")


def test_what_is_left_in_a_pot_is_shared_out(visitor: Visitor) -> None:
    """At the end of an evening it lay there, and the terminal alone could give it back."""
    evening = Evening(visitor, "western?goulash=true")
    assert 'value="share"' not in evening.page(), "nothing is in it"
    assert evening.write("drawn").status == 303
    assert "Share out The goulash: 400" in evening.said
    assert evening.write("share", pot="goulash").status == 303
    assert 'value="share"' not in evening.page()
    assert "The goulash: shared out Ann +100 Bo +100 Cy +100 Di +100" in evening.said
    assert visitor.site.books.ledger.evening(evening.id).balances == dict.fromkeys(("Ann", "Bo", "Cy", "Di"), 0)
    reply = evening.write("share", pot="goulash")
    assert reply.status == 400
    assert "nothing is in" in words(reply)


def test_a_club_plays_by_rules_of_its_own(visitor: Visitor) -> None:
    file = b"id: own-rules\nextends: hong-kong\ntitle: {en: Own Rules}\nset: {minimum: 1}\n"
    brought = visitor.post("/rulesets", files={"file": ("own.yaml", file)}).data.decode()
    evening = Evening(visitor, "own:" + brought.partition("own%3A")[2][:24])
    for kept in visitor.site.shelf.folder.iterdir():
        (kept / "club.yaml").unlink()
    other = Visitor(site_in(Path(visitor.site.books.where).parent))
    page = other.page(f"/score?evening={evening.id}&tiles=123m456p789s22233z&how=left")
    assert "Thursday: Own Rules" in words(page)
    assert "The minimum of 1 is met." in words(page), "the books have the text of the rules"
    other.site.books.close()


def test_several_share_the_guilt_where_the_rules_let_them(visitor: Visitor) -> None:
    """Each of them pays all who do not share it; where nobody may share it, one is asked for."""
    evening = Evening(visitor, "classical-dmjl")
    form = evening.page().partition('name="act" value="penalty"')[2].partition("</form>")[0]
    assert form.count('type="checkbox" name="player"') == 4
    assert "All who share the guilt" in words(form)
    reply = evening.write("penalty", ("player", "S"), ("player", "N"), event="false_mahjong")
    assert reply.status == 303
    assert "False mahjong: Bo and Di" in evening.said
    balances = visitor.site.books.ledger.evening(evening.id).balances
    assert balances == {"Ann": 600, "Bo": -600, "Cy": 600, "Di": -600}
    page = evening.write("penalty", *[("player", wind) for wind in "ESWN"], event="false_mahjong").data.decode()
    form = page.partition('name="act" value="penalty"')[2].partition("</form>")[0]
    assert form.count(" checked") == 4
    assert "name one, two or three seats" not in page
    assert "say who is at fault" in words(evening.write("penalty", event="false_mahjong").data.decode())
    one = Evening(visitor, "western").page().partition('name="act" value="penalty"')[2].partition("</form>")[0]
    assert one.count('type="radio" name="player"') == 4


def test_what_a_house_rule_pays_at_once_is_written_down(visitor: Visitor) -> None:
    """The page asks who discarded, and who has won before, where that makes a difference."""
    evening = Evening(visitor, "sichuan")
    form = evening.page().partition('name="act" value="bonus"')[2].partition("</form>")[0]
    assert re.findall('option value="(kong_[a-z]+)"', form) == ["kong_concealed", "kong_added", "kong_claimed"]
    assert 'name="from"' in form
    assert form.count('type="checkbox" name="gone"') == 4
    assert evening.write("bonus", event="kong_claimed", player="E", **{"from": "S"}).status == 303
    assert evening.write("bonus", ("gone", "W"), event="kong_added", player="N").status == 303
    balances = visitor.site.books.ledger.evening(evening.id).balances
    assert balances == {"Ann": 1, "Bo": -3, "Cy": 0, "Di": 2}
    page = evening.write("bonus", ("gone", "W"), event="kong_claimed", player="N").data.decode()
    assert "Claimed kong is paid by one player alone, so say who discarded" in words(page)
    form = page.partition('name="act" value="bonus"')[2].partition("</form>")[0]
    assert form.count(" checked") == 2
    assert evening.write("penalty", ("gone", "E"), event="false_win", player="S").status == 303
    balances = visitor.site.books.ledger.evening(evening.id).balances
    assert balances == {"Ann": 1, "Bo": -19, "Cy": 8, "Di": 10}
    western = Evening(visitor, "western").page().partition('name="act" value="bonus"')[2].partition("</form>")[0]
    assert 'name="from"' not in western
    assert 'name="gone"' not in western


def test_amounts_say_who_discarded_too(visitor: Visitor) -> None:
    """So that discards that others won with are counted of a hand that was reckoned elsewhere."""
    evening = Evening(visitor, "hong-kong")
    amounts = {"a.E": "+8", "a.S": "-8", "winner": "E", "from": "S"}
    assert evening.write("amounts", **amounts).status == 303
    assert "Hand 1: Ann wins on Bo's discard" in evening.said
    (hand,) = visitor.site.books.ledger.evening(evening.id).hands
    page = visitor.page(f"/evening?id={evening.id}&line={hand.number}")
    assert re.search('name="from"[^>]*>.*?<option value="S" selected>Bo', page)
    refused = evening.write("amounts", **amounts | {"from": "E"})
    assert refused.status == 400
    assert "Ann" in words(refused.data.decode())


def test_rules_that_are_pasted_are_played_on_an_evening(visitor: Visitor) -> None:
    """A browser sends a pasted text with ends of lines as on Windows."""
    text = "id: pasted\r\nextends: hong-kong\r\ntitle: {en: Pasted Rules}\r\nset: {minimum: 0}\r\n"
    brought = visitor.post("/rulesets", text=text).data.decode()
    evening = Evening(visitor, "own:" + brought.partition("own%3A")[2][:24])
    page = evening.hand(tiles="123m456p789s22233z", how="left")
    assert "Thursday: Pasted Rules" in words(page)
    assert evening.write_hand(page).status == 303


def test_sticks_counters_and_payments_at_a_draw(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    assert "Whose hand was ready?" in evening.said
    assert evening.write("drawn", **{"ready": "S", "put.sticks": "S"}).status == 303
    said = evening.said
    assert "Bo +2000" in said
    assert "Ann -1000" in said
    assert "Hand 2, East round East: Bo" in said
    page = evening.hand(tiles="123m456p789s11122z", seat="E", how="left", **{"put.sticks": "E"})
    said = words(page)
    assert "What this hand brings" in said
    assert 'id="put-sticks-E" checked' in page
    assert evening.write_hand(page).status == 303
    assert "Hand 2: Bo wins on Ann's discard" in evening.said
    ledger = visitor.site.books.ledger.evening(evening.id)
    assert sum(ledger.balances.values()) == 0
    assert ledger.in_pots["sticks"] == 0


def test_a_hand_that_was_stopped_and_ponds_are_said_where_the_rules_know_them(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    assert "Whose discards were all terminals and honours, none of them claimed?" in evening.said
    assert evening.write("drawn", stopped="on", **{"put.sticks": "S"}).status == 303
    assert "Hand 2, East round East: Ann" in evening.said, "East stays after a hand that was stopped"
    assert 'name="stopped" value="on" checked' in visitor.page(f"/evening?id={evening.id}&line=3")
    assert evening.write("drawn", ponds="W").status == 303
    said = evening.said
    assert "Cy +8000" in said
    assert "Ann -4000" in said
    ponds = visitor.page(f"/evening?id={evening.id}&line=4")
    assert 'name="ponds" value="W" id="ponds-W" checked' in ponds
    assert 'name="stopped" value="on" checked' not in ponds
    refused = evening.write("drawn", stopped="on", ready="S")
    assert refused.status == 400
    assert "after a hand that was stopped nobody is asked who was ready" in words(refused.data.decode())
    assert 'name="stopped" value="on" checked' in refused.data.decode()


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ("riichi/ema2016", ("ready",)),
        ("riichi/nashi", ("ready", "ponds", "stopped")),
        ("hong-kong", ()),
        ("western", ()),
    ],
)
def test_what_makes_no_difference_after_a_drawn_hand_is_not_asked(
    visitor: Visitor, rules: str, asked: tuple[str, ...]
) -> None:
    page = visitor.page(f"/evening?id={Evening(visitor, rules).id}")
    assert tuple(name for name in ("ready", "ponds", "stopped") if f'name="{name}"' in page) == asked


def test_standings_on_the_page_sum_to_zero_and_share_places(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    assert evening.page().count('<li value="1"><span>') == 4
    paid = {"Ann": -500, "Bo": 300}
    visitor.site.books.write("x1", PaymentBooked(evening=evening.id, table="1", paid=paid, difference="tea"))
    said = evening.said
    assert "tea: +200, a difference" in said
    assert [f'<li value="{place}"><span>' in evening.page() for place in (1, 2, 3, 4)] == [True, True, False, True]


@pytest.mark.parametrize("address", ["/evening?id=none", "/evening", "/score?evening=none", "/evenings?ruleset=none"])
def test_what_is_not_there(visitor: Visitor, address: str) -> None:
    assert visitor.get(address).status == 400


def test_there_is_no_evening_yet(tmp_path: Path) -> None:
    site = site_in(tmp_path)
    assert "There is no evening yet." in words(Visitor(site).page("/evenings"))
    site.books.close()


def test_nonsense_is_not_written(evening: Evening) -> None:
    assert evening.write("nothing").status == 400
    assert evening.write("hand", how="no", tiles="123m").status == 400
    assert evening.write("hand", tiles="1m").status == 400
    assert "nobody" not in evening.said


def test_the_hands_of_all_are_scored_one_after_the_other(visitor: Visitor) -> None:
    evening = Evening(visitor, "western")
    page = evening.hand(seat="S", how="no", tiles="111m456p789s1122z")
    for player in ("Bo", "Cy", "Di"):
        assert "Note" in words(page)
        link = page.partition('id="note" href="')[2].partition('"')[0]
        page = visitor.page(unescape(link))
        assert f"{player} " in words(page).partition("Noted:")[2]
        if player != "Di":
            page = visitor.page(next_address(page, text="234m456p789s1122z"))
    page = visitor.page(next_address(page, text="123m456p789s111z2z +2z from=left seat=E"))
    assert "What this hand brings" in words(page)
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Ann wins on Di's discard, 112" in evening.said
    assert visitor.site.books.ledger.evening(evening.id).problems == ()


def test_twelve_hands_without_pen_and_paper(visitor: Visitor) -> None:
    evening = Evening(visitor, "western", **{**NAMES, "player.N": "Di"})
    others = {"o.E": "4", "o.S": "8", "o.W": "0", "o.N": "16"}

    def won(seat: str, how: str, tiles: str = "123m456p789s33355z") -> None:
        page = evening.hand(
            seat=seat, how=how, tiles=tiles, **{key: worth for key, worth in others.items() if key[2] != seat}
        )
        assert evening.write_hand(page).status == 303

    assert evening.write("pot", pot="goulash").status == 303
    won("E", "left")
    won("S", "drawn")
    assert evening.write("drawn").status == 303
    assert "goulash: paid into after drawn hands" in evening.said
    assert "In Goulash" in evening.said or "goulash" in evening.said.lower().partition("east:")[2]
    pot = dict(visitor.site.books.ledger.evening(evening.id).in_pots)["goulash"]
    assert pot > 0
    won("W", "across")
    assert dict(visitor.site.books.ledger.evening(evening.id).in_pots)["goulash"] == 0
    assert evening.write("penalty", event="false_mahjong", player="N").status == 303
    assert evening.write("arrives", name="Flo").status == 303
    seats = dict(re.findall(r'name="seat\.([ESWN])".*?<option selected>([^<]+)</option>', evening.page()))
    assert (
        evening.write(
            "seats", **{f"seat.{wind}": "Flo" if name == "Di" else name for wind, name in seats.items()}
        ).status
        == 303
    )
    assert evening.write("leaves", name="Di").status == 303
    for hand in range(5, 12):
        won("ESWN"[hand % 4], ("drawn", "left", "across", "right")[hand % 4])
    first = next(line.number for line in visitor.site.books.ledger.evening(evening.id).hands)
    page = evening.hand(
        line=str(first), seat="E", how="right", tiles="123m456p789s33355z", **{"o.S": "2", "o.W": "0", "o.N": "0"}
    )
    assert evening.write_hand(page).status == 303
    assert evening.write("amounts", winner="E", **{"a.E": "30", "a.S": "-10", "a.W": "-10", "a.N": "-10"}).status == 303
    kept = visitor.site.books.ledger.evening(evening.id)
    assert len(kept.hands) == 12
    assert kept.problems == ()
    assert sum(kept.balances.values()) + sum(kept.in_pots.values()) == 0
    assert kept.balances["Flo"] != 0
    assert "Hand 13" in evening.said
    assert evening.write("pot", pot="nothing").status == 400


def test_a_goulash_is_dealt_after_a_drawn_hand_and_said_in_the_books(visitor: Visitor) -> None:
    brought = visitor.post("/rulesets", text=CLUB_WITH_GOULASHES).data.decode()
    name = unquote(re.findall(r'href="/score\?ruleset=([^"&]+)', brought)[0])
    evening = Evening(visitor, name)
    hand = {"seat": "S", "how": "left", "tiles": "123m456p789s33355z", "o.E": "4", "o.W": "0", "o.N": "16"}
    usual = words(evening.hand(**hand))
    assert "By a house rule" not in evening.said
    assert evening.write("drawn").status == 303
    assert "By a house rule this hand is played otherwise: limit: 20, charleston: first" in evening.said
    page = evening.hand(**hand)
    assert "The score: 20 points" in words(page)
    assert "The score: 20 points" not in usual
    assert evening.write_hand(page).status == 303
    said = "Hand 2: Bo wins on Ann's discard, 20 (limit: 20, charleston: first)"
    assert said in evening.said
    assert "By a house rule" not in evening.said
    corrected = evening.hand(**{**hand, "line": "4", "how": "drawn"})
    assert "The score: 20 points" in words(corrected), "a hand is corrected as it was dealt"
    assert evening.write("drawn").status == 303
    assert evening.write("drawn").status == 303
    assert "Hand 4: Drawn hand (limit: 20, charleston: first)" in evening.said
    sheet = words(visitor.page(f"/sheet?id={evening.id}"))
    assert "limit: 20, charleston: first" in sheet
    kept = visitor.site.books
    again = [
        *score_again(kept.ledger.evening(evening.id), lambda table: kept.ruleset_of(kept.ledger.evening(evening.id)))
    ]
    assert again
    assert all(one.same and not one.versions for one in again)


def test_a_fault_costs_more_the_second_time(visitor: Visitor) -> None:
    """The page asks which time it is where that makes a difference."""
    evening = Evening(visitor, "chinese-official")
    form = evening.page().partition('name="act" value="penalty"')[2].partition("</form>")[0]
    assert 'name="count"' in form
    assert evening.write("penalty", event="empty_call", player="S", count="2").status == 303
    assert visitor.site.books.ledger.evening(evening.id).balances["Bo"] == -15
    for odd in ("0", "-1", "two", "9" * 20):
        reply = evening.write("penalty", event="empty_call", player="S", count=odd)
        assert reply.status == 400
        assert 'id="penalty-count"' in reply.data.decode()
    other = Evening(visitor, "western").page().partition('name="act" value="penalty"')[2].partition("</form>")[0]
    assert 'name="count"' not in other


def test_a_remark_goes_with_all_that_is_written_down(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong")
    hand = evening.hand(tiles="123456789m11122z", how="left")
    assert 'name="note"' in hand.partition('id="book"')[0].rpartition("<form")[2]
    assert visitor.send("/evening", {**hidden(hand), "note": "the door was open"}).status == 303
    assert evening.write("drawn", note="nobody dared").status == 303
    amounts = {"a.E": "8", "a.S": "-8", "winner": "E", "from": "S"}
    assert evening.write("amounts", note="sheet lost", **amounts).status == 303
    assert evening.write("penalty", event="false_mahjong", player="S", note="too early").status == 303
    for remark in ("the door was open", "nobody dared", "sheet lost", "too early"):
        assert f"({remark})" in evening.said, evening.said
    assert evening.write("drawn", note="x" * 1001).status == 400


def test_amounts_need_not_sum_to_zero_where_the_rest_has_a_name(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong")
    for act in ("pay", "amounts"):
        said = {"a.E": "-10", "a.S": "4", "note": "tea", "winner": "S", "from": "E"}
        page = evening.write(act, **said).data.decode()
        assert "name the difference" in words(page)
        assert f'id="{act}-difference"' in page
        assert evening.write(act, difference="the room", **said).status == 303
    books = visitor.site.books.ledger.evening(evening.id)
    assert books.differences == {"the room": 12}


def test_amounts_say_what_pots_get(visitor: Visitor) -> None:
    """Where nobody knows but the table what came out of a pot, the terminal alone could write it down."""
    evening = Evening(visitor, "western?goulash=true")

    def pots() -> dict[str, int]:
        return {**visitor.site.books.ledger.evening(evening.id).tables["1"].pots}

    assert evening.write("drawn").status == 303
    assert pots() == {"goulash": 400}
    said = {"a.E": "430", "a.S": "-30", "p.goulash": "-400", "winner": "E", "from": "S"}
    assert evening.write("amounts", **said).status == 303
    assert pots() == {"goulash": 0}
    line = len(visitor.site.books.ledger.evening(evening.id).lines)
    page = visitor.page(f"/evening?id={evening.id}&line={line}")
    own = page.partition('name="act" value="amounts"')[2].partition("</form>")[0]
    assert re.findall(r'name="p.goulash"[^>]* value="([^"]*)"', own) == ["-400"]
    assert "The goulash" in words(own)
    assert evening.write("pay", note="a fine", **{"a.N": "-50", "p.goulash": "50"}).status == 303
    assert pots() == {"goulash": 50}
    odd = evening.write("pay", note="a fine", **{"a.N": "-50", "p.goulash": "much"})
    assert odd.status == 400
    assert 'value="much"' in odd.data.decode()
    no_pot = Evening(visitor, "hong-kong").page()
    assert 'name="p.' not in no_pot
