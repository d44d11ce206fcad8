"""Several tables on one evening, what was no such hand, and what a club takes out of its books."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from mjrules import Ruleset, RulesetError, load
from mjrules.ledger import RulesetFrozen
from tests.web.evenings import Evening
from tests.web.visiting import Visitor, next_address, site_in, words

SECOND = {"seat.E": "Eve", "seat.S": "Flo", "seat.W": "Gus", "seat.N": "Hal"}
HAND = "123m456p789s11122z"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    visitor = Visitor(site_in(tmp_path_factory.mktemp("tables")))
    yield visitor
    visitor.site.books.close()


@pytest.fixture
def evening(visitor: Visitor) -> Evening:
    evening = Evening(visitor, "hong-kong")
    assert "Another table" in evening.said
    assert evening.write("table", name="2", **SECOND).headers["Location"].endswith("table=2&note=written&lang=en")
    return evening


def table(evening: Evening, name: str) -> str:
    return evening.visitor.page(f"/evening?id={evening.id}&table={name}")


def test_several_tables_stand_side_by_side(visitor: Visitor, evening: Evening) -> None:
    said = evening.said
    for text in ("Tables Table 1 hand 1: Ann, Bo, Cy, Di Table 2 hand 1: Eve, Flo, Gus, Hal", "Eve arrives"):
        assert text in said
    assert "Score the winner's hand" not in said, "which table is asked first"
    page = evening.hand(table="2", tiles=HAND, how="left")
    assert "From Hal" in words(page)
    early = evening.hand(table="1", tiles=HAND, how="left")
    assert evening.write_hand(page).headers["Location"].endswith("table=2&note=written&lang=en")
    assert evening.write_hand(early).status == 303, "what happens at another table makes no form stale"
    assert "Hand 2, East round" in words(table(evening, "2"))
    assert "Flo" not in words(table(evening, "1")).partition("In the books")[2].replace("Flo arrives", "")
    assert "Table 2 Hand 1: Eve wins on Hal's discard" in evening.said
    kept = visitor.site.books.ledger.evening(evening.id)
    assert kept.balances["Eve"] == kept.balances["Ann"] > 0


def test_a_table_is_corrected_from_wherever_it_is_seen(visitor: Visitor, evening: Evening) -> None:
    evening.write_hand(evening.hand(table="2", tiles=HAND, how="left"))
    line = visitor.site.books.ledger.evening(evening.id).hands[0].number
    page = evening.hand(line=str(line), how="across", seat="E", tiles=HAND)
    assert 'name="table" value="2"' in page, "the line says which table it is"
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Eve wins on Gus's discard" in evening.said


def test_a_table_is_closed_and_opened_again(visitor: Visitor, evening: Evening) -> None:
    assert evening.write("close", table="2").headers["Location"].endswith(f"id={evening.id}&note=written&lang=en")
    assert "Table 2 closed; hands played: 0 (Eve, Flo, Gus, Hal)" in evening.said
    shown = words(table(evening, "2"))
    assert "To open it again" in shown
    assert "Score the winner" not in shown
    refused = evening.write("drawn", table="2")
    assert refused.status == 400
    assert "the table 2 is closed" in words(refused)
    line = len(visitor.site.books.ledger.evening(evening.id).lines)
    assert evening.write("undo", table="2", line=str(line)).status == 303
    assert evening.write("drawn", table="2").status == 303


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({**SECOND, "seat.N": ""}, "expected the names of 4 players"),
        ({**SECOND, "name": "1"}, 'the table "1" is made up already'),
        ({**SECOND, "seat.N": "Eve"}, "comes twice"),
    ],
)
def test_what_is_no_table(evening: Evening, fields: dict[str, str], said: str) -> None:
    refused = evening.write("table", **{"name": "3", **fields})
    assert refused.status == 400
    assert said in words(refused)


def test_a_player_at_two_tables_is_told(evening: Evening) -> None:
    assert evening.write("table", name="3", **{**SECOND, "seat.N": "Ida"}).status == 303
    assert "Eve sits at tables 2 and 3" in evening.said
    line = len(evening.visitor.site.books.ledger.evening(evening.id).lines)
    reply = evening.write("undo", table="3", line=str(line))
    assert "table=3" not in reply.headers["Location"], "the table is no more"
    assert "sits at tables" not in evening.said


def test_a_hand_was_another(visitor: Visitor, evening: Evening) -> None:
    evening.write_hand(evening.hand(table="1", tiles=HAND, how="left"))
    line = str(visitor.site.books.ledger.evening(evening.id).hands[0].number)
    assert "It was something else" in words(evening.hand(line=line))
    assert "Hand 1: Ann wins on Di's discard" in words(visitor.page(f"/evening?id={evening.id}&line={line}"))
    assert evening.write("drawn", table="1", line=line).status == 303
    assert "Hand 1: Drawn hand (corrected)" in words(table(evening, "1"))
    assert visitor.get(f"/evening?id={evening.id}&line=2").status == 400


@pytest.mark.slow
def test_a_scored_hand_was_none_and_the_other_way(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    evening.write_hand(evening.hand(tiles=HAND, how="left"))
    page = evening.hand(line="3")
    assert "It was something else" in words(page)
    page = visitor.page(f"/evening?id={evening.id}&line=3")
    assert "Hand 1: Ann wins on Di's discard" in words(page)
    assert 'name="line" value="3"' in page
    assert evening.write("drawn", line="3", ready="S").status == 303
    assert "Hand 1: Drawn hand (corrected)" in evening.said
    assert visitor.site.books.ledger.evening(evening.id).balances == {
        "Ann": -1000,
        "Bo": 3000,
        "Cy": -1000,
        "Di": -1000,
    }
    page = visitor.page(f"/evening?id={evening.id}&line=3")
    assert 'id="ready-S" checked' in page
    page = visitor.page(f"/score?evening={evening.id}&line=3")
    page = visitor.page(next_address(page, text="123m456p789s111z2z +2z from=left", seat="W"))
    assert evening.write_hand(page).status == 303
    assert "Hand 1: Cy wins on Bo's discard" in evening.said
    amounts = {"a.E": "+300", "a.S": "-300"}
    assert evening.write("amounts", line="3", winner="E", **amounts).status == 303
    page = visitor.page(f"/evening?id={evening.id}&line=3")
    assert 'value="+300"' in page
    assert 'id="amount-winner-E" checked' in page
    assert visitor.get(f"/evening?id={evening.id}&line=2").status == 400


@pytest.mark.slow
def test_a_game_is_reckoned_up(visitor: Visitor) -> None:
    evening = Evening(visitor, "riichi")
    assert evening.write("amounts", winner="E", **{"a.E": "+300", "a.S": "-300"}).status == 303
    assert evening.write("final").status == 303
    assert "The game is over: 1. Ann, 2. Cy, 3. Di, 4. Bo" in evening.said


def test_any_other_payment(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong")
    assert evening.write("pay", note="a kong", **{"a.E": "+6", "a.S": "-2", "a.W": "-2", "a.N": "-2"}).status == 303
    assert "a kong Ann +6 Bo -2 Cy -2 Di -2" in evening.said
    assert "nobody gets or pays anything" in words(evening.write("pay", note="a kong"))


def test_a_hand_of_two_limits_is_paid_as_the_page_says(visitor: Visitor) -> None:
    evening = Evening(visitor, "western")
    others = {"o.E": "0", "o.W": "8", "o.N": "0"}
    assert evening.write_hand(evening.hand(tiles="19m19p19s12345677z", how="left", seat="S", **others)).status == 303
    kept = visitor.site.books.ledger.evening(evening.id)
    assert kept.balances == {"Ann": -4016, "Bo": 8000, "Cy": -1976, "Di": -2008}


def test_amounts_that_nobody_has_typed_are_no_hand(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong")
    empty = {"a.E": "", "a.S": " ", "a.W": "", "a.N": ""}
    for winner in ({}, {"winner": "E"}):
        refused = evening.write("amounts", **winner, **empty)
        assert refused.status == 400
        assert "nobody gets or pays anything" in words(refused)
    assert evening.write("amounts", winner="E", **{**empty, "a.E": "0"}).status == 303


def test_standings_by_table_points(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong", club="Cup")
    evening.write_hand(evening.hand(tiles=HAND, how="left"))
    page = visitor.page("/standings?club=Cup&places=4,2,1,0")
    assert "Table points Games Total Ann 4 1 +" in words(page)
    assert "places=4%2C2%2C1%2C0" in page
    refused = visitor.page("/standings?places=1,x")
    assert 'expected what each place of a game is worth, as 4,2,1,0, got "1,x"' in words(refused)
    assert 'aria-describedby="places-fault"' in refused
    assert "应从第一名写起，而不是 1,2：后面的名次不能更高" in words(visitor.page("/standings?places=1,2&lang=zh"))
    visitor.page("/standings?lang=en")
    csv = visitor.get("/export?as=csv&club=Cup&places=4,2,1,0").data.decode()
    assert csv.startswith("player,points,games,total\nAnn,4,")
    assert json.loads(visitor.get("/export?as=json&club=Cup&places=4,2,1,0").data)["players"][0]["points"] == 4
    assert visitor.get("/export?as=csv&places=x").status == 400


@pytest.mark.slow
def test_standings_sheets_and_files(visitor: Visitor) -> None:
    evening = Evening(visitor, "hong-kong", season="Winter", club="Owls")
    evening.write_hand(evening.hand(tiles=HAND, how="left"))
    assert 'value="Winter"' in visitor.page("/evenings?ruleset=hong-kong")
    page = visitor.page("/standings?season=Winter")
    assert "Ann +" in words(page)
    assert "Owls" in words(page)
    assert "There is no evening yet." in words(visitor.page("/standings?season=Winter&club=Nobody"))
    Evening(visitor, "hong-kong", season="Winter", club="owls")
    assert "Owls and owls may be the same club" in words(visitor.page("/standings?season=Winter"))
    assert "Owls、owls 可能是同一俱乐部" in words(visitor.page("/standings?season=Winter&club=owls&lang=zh"))
    visitor.page("/standings?lang=en")
    sheet = visitor.get(f"/sheet?id={evening.id}")
    assert "style-src 'sha256-" in sheet.policy
    assert "Ann wins on Di&#x27;s discard" in sheet.data.decode()
    csv = visitor.get(f"/export?id={evening.id}&as=csv")
    assert csv.headers["Content-Disposition"].startswith(f'attachment; filename="Owls-{evening.form["date"]}')
    assert csv.data.decode().startswith("line,at,table,hand")
    assert json.loads(visitor.get(f"/export?id={evening.id}&as=json").data)["season"] == "Winter"
    found = json.loads(visitor.get("/export?as=json&" + urlencode({"club": "Owls"})).data)
    assert found["players"][0]["player"] == "Ann"
    assert visitor.get("/export?as=csv&season=Winter").data.decode().startswith("player,total")
    assert visitor.get("/export?as=lines").data.decode().startswith('{"mjrules_books"')
    assert visitor.get("/export?as=pdf").status == 400
    assert visitor.get("/export?as=csv&id=none").status == 400


def test_too_many_events_are_not_given_out_at_once(
    visitor: Visitor, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(visitor.site.books.ledger.evening(evening.id).lines) > 1
    monkeypatch.setattr("mjrules.web.books_page.MOST_EXPORTED", 1)
    assert "mjrules evening export" in words(visitor.get("/export?as=lines"))


@pytest.mark.parametrize(
    ("others", "following"), [((), "2"), (("2",), "3"), (("3",), "4"), (("2", "3"), "4"), (("3", "4"), "5")]
)
def test_the_next_table_has_the_first_number_that_none_has(
    visitor: Visitor, others: tuple[str, ...], following: str
) -> None:
    evening = Evening(visitor, "hong-kong")
    for name in others:
        seats = {f"seat.{wind}": f"{wind}{name}" for wind in "ESWN"}
        assert evening.write("table", name=name, **seats).status == 303
    assert f"Make up table {following}" in evening.said
    assert f'name="name" value="{following}"' in evening.page()


def test_who_sits_nowhere_is_named_for_another_table(evening: Evening) -> None:
    assert evening.write("arrives", name="Ida").status == 303
    assert evening.write("arrives", name="Jo").status == 303
    assert evening.write("leaves", name="Jo").status == 303
    assert re.findall('<datalist id="free">(.*?)</datalist>', evening.page()) == ["<option>Ida</option>"]
    assert evening.write("close", table="2").status == 303
    free = re.findall('<datalist id="free">(.*?)</datalist>', evening.page())[0]
    assert re.findall("<option>(.*?)<", free) == ["Eve", "Flo", "Gus", "Hal", "Ida"]


def test_the_rules_that_were_played_last_are_offered_first_with_what_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = site_in(tmp_path)
    monkeypatch.setattr("mjrules.web.evening_page._KEPT_SHOWN", 3)
    evening = Evening(Visitor(site), "hong-kong")
    for minimum, limit in ((0, 13), (1, 10), (2, "none")):
        site.books.keep(load("hong-kong", {"minimum": minimum, "cap_faan": limit}))
    site.books.keep(load("zung-jung"))
    options = re.findall('<option value="kept:[0-9a-f]+">([^<]*)', evening.page())
    assert options == [
        "Zung Jung", "Hong Kong Old Style (minimum: 2, cap faan: none)", "Hong Kong Old Style (minimum: 1)",
    ]  # fmt: skip
    site.books.close()


def test_standings_name_clubs_by_name_and_the_latest_evening_first(tmp_path: Path) -> None:
    site = site_in(tmp_path)
    visitor = Visitor(site)
    for club in ("Owls", "Bats", "Cats"):
        Evening(visitor, "hong-kong", club=club)
    page = visitor.page("/standings")
    assert re.findall("<option>([BCO][^<]*)", page) == ["Bats", "Cats", "Owls"]
    assert re.findall("<strong>(Owls|Bats|Cats)", page) == ["Cats", "Bats", "Owls"]
    site.books.close()


def test_a_table_may_play_by_other_rules(visitor: Visitor, evening: Evening) -> None:
    third = {f"seat.{wind}": f"{wind}{wind}" for wind in "ESWN"}
    page = evening.page()
    assert '<option value="zung-jung">' in page
    assert "those of this evening" in page
    reply = evening.write("table", name="3", ruleset="zung-jung?minimun=0", **third)
    assert reply.status == 400
    assert evening.write("table", name="3", ruleset="zung-jung", **third).status == 303
    kept = visitor.site.books.ledger.evening(evening.id)
    assert [*kept.other_rulesets] == ["3"]
    assert kept.ruleset_at("3") != kept.ruleset_at("1") == kept.ruleset_at("2") == kept.ruleset_at()
    said = words(table(evening, "3"))
    assert f"Thursday, {evening.form['date']}" in said
    assert "Zung Jung" in said
    page = evening.hand(table="3", tiles=HAND, how="left")
    assert "points" in words(page)
    assert evening.write_hand(page).status == 303
    assert (
        evening.write("seats", table="3", **{"seat.E": "SS", "seat.S": "EE", "seat.W": "WW", "seat.N": "NN"}).status
        == 303
    )
    kept = visitor.site.books.ledger.evening(evening.id)
    paid = {player: kept.balances[player] for player in third.values()}
    own = visitor.site.shelf.get("zung-jung").score({"concealed": "123m456p789s1112z", "win": "2z", "from": "left"})
    assert sorted(paid.values()) == sorted((own.payments or {}).values())
    assert f"kept:{kept.ruleset_at('3')}" in visitor.page(f"/evening?id={Evening(visitor, 'hong-kong').id}")
    again = evening.write("table", name="4", ruleset=f"kept:{kept.ruleset_at('3')}", **{"seat.E": "QQ", **SECOND})
    assert again.status == 303
    assert visitor.site.books.ledger.evening(evening.id).ruleset_at("4") == kept.ruleset_at("3")
    sheet = visitor.page(f"/sheet?id={evening.id}")
    assert "Table 3: " in sheet
    record = json.loads(visitor.page(f"/export?id={evening.id}&as=json"))
    assert record["tables"]["3"]["ruleset"] == kept.ruleset_at("3")
    assert '"mjrules_books": 2' in visitor.page("/export?as=lines")


def test_players_are_as_many_as_the_rules_of_the_table_seat(evening: Evening) -> None:
    assert "expected the names of 4 players" in words(evening.write("table", name="3", **{**SECOND, "seat.N": ""}))
    reply = evening.write("table", name="3", ruleset="riichi-sanma", **SECOND)
    assert "expected the names of 3 players" in words(reply)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_evening_whose_rules_cannot_be_used_any_more_is_shown_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """A plugin was taken away: what is in the books is there to be read, and to be printed."""
    before = Visitor(site_in(tmp_path))
    kept = Evening(before, "bmja")
    assert kept.write("penalty", event="misnamed_for_chow", player="S", affected="E").status == 303
    assert kept.write("drawn").status == 303
    before.site.books.close()

    def gone(frozen: RulesetFrozen) -> Ruleset:
        raise RulesetError('plugin "tea" is not installed')

    monkeypatch.setattr("mjrules.web.club_books.thawed_ruleset", gone)
    visitor = Visitor(site_in(tmp_path))
    visitor.page(f"/?lang={language}")
    page = visitor.page(f"/evening?id={kept.id}")
    assert 'plugin "tea" is not installed' in words(page)
    assert "Ann" in words(page)
    assert "British Mah Jong Association" in words(page)
    assert "misnamed" in words(page).lower()
    assert 'name="act" value="drawn"' not in page
    for address in (f"/sheet?id={kept.id}", "/standings", f"/export?id={kept.id}&as=csv"):
        assert "Ann" in visitor.page(address)
    assert visitor.get(f"/score?evening={kept.id}&table=1").status == 400
    visitor.site.books.close()


@pytest.mark.parametrize(
    ("language", "told"), [("en", "this mjrules reads bmja otherwise than mjrules"), ("zh", "对 bmja 的理解")]
)
def test_nothing_is_written_down_by_rules_that_are_read_otherwise_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    """A newer mjrules, or another version of a plugin, makes other rules of the texts in the books."""
    before = Visitor(site_in(tmp_path))
    kept = Evening(before, "bmja")
    assert kept.write("drawn").status == 303
    drawn = before.page(f"/evening?id={kept.id}")
    before.site.books.close()

    monkeypatch.setattr("mjrules.ledger.frozen_rulesets._THAWED", {})
    monkeypatch.setattr("mjrules.ledger.frozen_rulesets._thawed", lambda frozen: load("classical"))
    visitor = Visitor(site_in(tmp_path))
    visitor.page(f"/?lang={language}")
    page = visitor.page(f"/evening?id={kept.id}")
    assert told in words(page)
    assert "Ann" in words(page)
    assert 'name="act" value="drawn"' in drawn
    assert 'name="act" value="drawn"' not in page
    kept.visitor = visitor
    assert told in words(kept.write("drawn"))
    assert told in words(visitor.get(f"/score?evening={kept.id}&table=1"))
    visitor.site.books.close()
