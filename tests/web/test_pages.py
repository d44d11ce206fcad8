"""The pages, as a visitor without scripts sees them: rulesets, a hand that is tapped in, its score, links, files."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

import mjrules
from mjrules.hands.hand import Hand
from mjrules.pictures.svg import Pictures
from mjrules.tiles.tile import BONUS, JOKER, KINDS, RED, parse_tiles
from mjrules.web import shelf
from mjrules.web.questions import questions_of
from mjrules.web.requests import PAGE_POLICY
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded
from tests.web.visiting import Visitor, next_address, site_in, words

WHOLE = "/score?ruleset=hong-kong&tiles=123m456p789s11122z"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    return Visitor(site_in(tmp_path_factory.mktemp("web")))


def test_rulesets_are_listed_by_families(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "known_ids", lambda: ["root", "hong-kong", "zung-jung", "zung-jung/wsom", "no-such"])
    page = visitor.page("/")
    assert "Hong Kong Old Style" in words(page)
    assert "1 more of this family Zung Jung, World Series" in words(page)
    assert 'href="/score?ruleset=zung-jung%2Fwsom&amp;lang=en"' in page
    assert "neutral root" not in page


def test_games_that_cannot_be_loaded_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were left out in silence; and so was one that is alone of its family, as the ruleset of a package may be."""
    folder = tmp_path / "package"
    (folder / "club").mkdir(parents=True)
    for name, more in (("tea", "plugins: {add: [no_such_plugin]}\n"), ("season", "")):
        (folder / "club" / f"{name}.yaml").write_text(f"id: club/{name}\nextends: hong-kong\n{more}", "utf-8")
    files = {f"club/{name}": folder / "club" / f"{name}.yaml" for name in ("tea", "season")}
    visitor = Visitor(site_in(tmp_path))
    monkeypatch.setattr(shelf, "known_ids", lambda: ["hong-kong", *files])
    monkeypatch.setattr(
        visitor.site.shelf.rulesets, "get", lambda name, given: mjrules.load(str(files.get(name, name)), given)
    )
    page = visitor.page("/")
    assert 'club/tea: plugin "no_such_plugin" is not installed' in words(page)
    assert "Not here, as this server cannot load them" in words(page)
    assert 'href="/score?ruleset=club%2Fseason' in page
    assert str(tmp_path) not in page
    assert "这台服务器无法载入" in visitor.page("/?lang=zh")
    monkeypatch.setattr(shelf, "known_ids", lambda: ["hong-kong"])
    assert "cannot load" not in words(Visitor(site_in(tmp_path / "other")).page("/"))


def test_a_hand_is_tapped_in_tile_by_tile(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=hong-kong")
    assert "Tap the tiles of the hand" in words(page)
    for tap in ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "1z"]:
        page = visitor.page(next_address(page, tap=tap))
    assert "13 of 14 tiles" in words(page)
    assert "It waits for South 3 left; 5 drawn, 4 claimed" in words(page)
    page = visitor.page(next_address(page, tap="2z", how="left"))
    said = words(page)
    assert "The score: 4 faan" in said
    assert "1 faan Seat Wind a pung of the player's own wind" in said
    assert "North pays East 64" in said
    assert "In all: East +64 South 0 West 0 North -64" in said
    assert 'id="tap-2z" autofocus' in page


@pytest.mark.parametrize(("id", "chows"), [("hong-kong", True), ("sichuan", False), ("riichi-sanma", False)])
def test_only_sets_that_may_be_claimed_are_asked_for(visitor: Visitor, id: str, chows: bool) -> None:
    page = visitor.page(f"/score?ruleset={id}")
    assert ('id="into-chow"' in page) is chows
    assert all(f'id="into-{way}"' in page for way in ("hand", "pung", "kong", "concealed_kong"))


def test_sets_on_the_table_need_one_tap_each(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=riichi")
    for into, tap in (("chow", "9m"), ("pung", "0p"), ("kong", "7z"), ("concealed_kong", "1s")):
        page = visitor.page(next_address(page, into=into, tap=tap))
    assert 'name="sets" value="(789m) (055p) (7777z) [1111s]"' in page
    assert page.count('src="/tile/back.svg') == 2
    page = visitor.page(next_address(page, into="pung", tap="2z"))
    assert "There is no room for another set." in words(page)
    page = visitor.page(next_address(page, undo="1"))
    assert 'name="sets" value="(789m) (7777z) [1111s]"' in page
    page = visitor.page(next_address(page, into="chow", tap="1z"))
    assert "A chow is three in a row of one suit: tap its lowest tile." in words(page)
    page = visitor.page(next_address(page, into="chow", tap="0s"))
    assert "(067s)" in page


def in_tray(page: str) -> list[list[str]]:
    """The tiles in hand, set by set, as they lie above the keys."""
    tray = page.partition('<p class="sets">')[2].partition("</p>")[0]
    return [re.findall('name="drop" value="([^"]*)"', one) for one in tray.split('<span class="set">')[1:]]


@pytest.mark.parametrize(
    ("ruleset", "tiles", "sets", "held"),
    [
        ("sichuan", "12312345678955p", "", "1p2p3p 1p2p3p 4p5p6p 5p5p 7p8p9p"),
        ("hong-kong", "12312345655p", "(789p)", "1p2p3p 1p2p3p 4p5p6p 5p5p"),
        ("sichuan", "12312345655p", "(7777p)", "1p2p3p 1p2p3p 4p5p6p 5p5p"),
        ("riichi", "112233p446677s55z", "", "1p1p 2p2p 3p3p 4s4s 5z5z 6s6s 7s7s"),
        ("riichi", "123406m123406p99s", "", "1m2m3m 1p2p3p 4m0m6m 4p0p6p 9s9s"),
    ],
)
def test_a_whole_hand_lies_as_it_is_read(visitor: Visitor, ruleset: str, tiles: str, sets: str, held: str) -> None:
    page = visitor.page(f"/score?ruleset={ruleset}&tiles={tiles}&sets={sets}")
    assert sorted("".join(one) for one in in_tray(page)) == held.split()


def test_tiles_are_taken_away_and_the_winning_one_is_named(visitor: Visitor) -> None:
    page = visitor.page(f"{WHOLE}&won_on=3m&bonus=f1s2&how=right")
    assert 'id="won-3m" class="pick on" aria-pressed="true"' in page
    assert "Common Hand" not in words(page)
    page = visitor.page(next_address(page, tap="5m"))
    assert "The hand is full: tap one of its tiles to take it away." in words(page)
    page = visitor.page(next_address(page, drop="3m"))
    assert "13 of 14 tiles" in words(page)
    page = visitor.page(next_address(page, drop="f1"))
    assert 'name="bonus" value="s2"' in page
    same = visitor.page(next_address(page, drop="9m"))
    assert "13 of 14 tiles" in words(same)
    page = visitor.page(next_address(page, tap="f1", seat="S"))
    assert 'name="bonus" value="f1s2"' in page
    page = visitor.page(next_address(page, clear="1"))
    assert "0 of 14 tiles" in words(page)
    assert 'value="S" id="seat-S" checked' in page


def test_a_hand_may_be_typed(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=riichi&seat=S&text=(456p)+123m789s111z2z+%2B2z+from=across+dora=1m+riichi")
    assert 'name="tiles" value="123m789s11122z"' in page
    assert 'value="across" id="how-across" checked' in page
    assert 'value="S" id="seat-S" checked' in page
    assert 'id="flag-riichi" checked' in page
    assert 'name="x.dora" id="x-dora"' in page
    assert "Riichi would need: no claimed sets" in words(page)
    page = visitor.page("/score?ruleset=riichi&text=123q")
    assert "123q" in words(page)


def test_of_a_typed_hand_the_last_tile_won_as_of_a_tapped_one(visitor: Visitor) -> None:
    """Without a mark it was East's hand as dealt, the highest there is, and any other player's was refused."""
    typed = visitor.page("/score?ruleset=riichi&text=123m456p789s345m2z2z+riichi")
    assert "Blessing of Heaven" not in words(typed)
    assert 'id="won-2z" class="pick on"' in typed
    page = visitor.page(next_address(typed, seat="S", how="left"))
    assert "cannot be scored" not in words(page)
    assert "Riichi" in words(page)
    dealt = visitor.page("/score?ruleset=riichi&text=123m456p789s345m2z2z+heaven")
    assert "1 yakuman Blessing of Heaven" in words(dealt), "where it is said"


@pytest.mark.parametrize(
    ("language", "remarks"),
    [
        (
            "en",
            (
                "Note: The tile was drawn (!), so from=left says nothing; write + where it was claimed.",
                'Note: "W" is read as West; the white dragon is Wh.',
            ),
        ),
        (
            "zh",
            ("注：和牌张是自摸的（!），“from=left”没有意义；若为点炮，请写“+”。", "注：“W”读作西风；白板写作“Wh”。"),
        ),
    ],
)
def test_what_was_guessed_in_a_typed_hand_is_told_once(
    visitor: Visitor, language: str, remarks: tuple[str, ...]
) -> None:
    query = urlencode({"ruleset": "hong-kong", "text": "123m456p789s W W W 2s !2s from=left"})
    visitor = Visitor(visitor.site, languages=language)
    page = visitor.page(f"/score?{query}")
    for remark in remarks:
        assert words(page).count(remark) == 1
    further = visitor.page(next_address(page))
    assert not any(remark in words(further) for remark in remarks), "the tiles are there now"
    plain = visitor.page("/score?ruleset=hong-kong&text=123m456p789s33322s")
    assert "Note:" not in words(plain), "the last tile won, and nothing was guessed"


def test_the_place_of_a_mistake_in_what_was_typed_is_shown(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=riichi&text=123m+456%3Cq+789s")
    assert '<pre class="bad">    123m 456&lt;q 789s\n         ^</pre>' in page
    assert 'aria-invalid="true" aria-describedby="fault"' in page, "what is wrong is said at the field too"
    assert '<p class="bad" id="fault">' in page
    assert "aria-invalid" not in visitor.page("/score?ruleset=hong-kong&text=123m")
    assert "<pre" not in visitor.page("/score?ruleset=riichi&text=123m+456p")


@pytest.mark.parametrize("odd", ["zzz", "nothing=1"])
def test_what_no_game_knows_is_told_of_a_typed_hand_that_is_not_complete(visitor: Visitor, odd: str) -> None:
    page = visitor.page(f"/score?ruleset=hong-kong&text=123m456p78s111z2z+%212z+{odd}")
    assert '<details id="typed" open>' in page
    assert f'value="123m456p78s111z2z !2z {odd}"' in page
    assert f'"{odd.partition("=")[0]}"' in words(page)


def test_what_was_typed_stays_until_it_can_be_read(visitor: Visitor) -> None:
    wrong = visitor.page("/score?ruleset=riichi&text=123m+456q")
    assert 'value="123m 456q"' in wrong
    assert '<details id="typed" open>' in wrong
    tapped = visitor.page("/score?ruleset=riichi&text=123m+456q&tap=1s")
    assert 'value="123m 456q"' in tapped
    assert "1 of 14 tiles" in tapped
    assert "123m 456q" not in visitor.page("/score?ruleset=riichi&text=123m+456q&clear=1")
    assert '<details id="typed">' in visitor.page("/score?ruleset=riichi&text=123m+456p")


def test_only_what_a_ruleset_reads_is_asked(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=sichuan")
    assert "the suit that the player gave up" in words(page)
    assert 'id="tap-1z"' not in page
    assert "Round" not in words(page).partition("Anything special?")[0]
    assert 'type="radio" name="round"' not in page
    assert "Did not win" not in page
    page = visitor.page("/score?ruleset=sichuan&tiles=11444p4555566889s&x.void=m")
    assert '<option value="m" selected>' in page
    page = visitor.page("/score?ruleset=riichi&x.honba=2&tiles=123m456p789s11122z")
    assert 'name="x.honba" id="x-honba" inputmode="numeric"' in page
    assert "in the dark" not in page


def test_who_pays_may_depend_on_the_hands_of_all(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=western&tiles=123m456p789s11122z&how=left")
    assert "Who pays whom depends on all hands." in words(page)
    assert "28 points x 2^2 = 112" in words(page)
    page = visitor.page(next_address(page, **{"o.S": "8", "o.W": "0", "o.N": "16"}))
    assert "North pays East" in words(page)
    assert 'id="o-N" inputmode="numeric" pattern="[0-9]*" maxlength="7" form="hand" value="16"' in page
    page = visitor.page("/score?ruleset=western&tiles=111m456p789s1122z&how=no&seat=S")
    assert "13 of 13 tiles" in words(page)
    assert "The score:" in words(page)
    assert "Who pays whom" not in words(page)
    assert "minimum" not in words(page)


def test_what_does_not_count_and_why(visitor: Visitor) -> None:
    page = words(visitor.page("/score?ruleset=chinese-official&tiles=123m456m789m11122z&how=claimed"))
    assert "Below the minimum" not in page
    assert "What does not count, and why" in page
    assert "Another rule includes or forbids it" in page
    page = words(visitor.page("/score?ruleset=hong-kong&tiles=123m456p789s22233z&seat=W&how=left&bonus=f1"))
    assert "Below the minimum of 3: this hand may not be declared." in page


def test_for_which_tiles_jokers_stand(visitor: Visitor) -> None:
    page = visitor.page("/score?ruleset=western/us&tiles=111m456p333777sJJ&how=drawn")
    assert "Jokers stand for" in words(page)
    assert "Jokers stand for" not in words(visitor.page("/score?ruleset=western/us&tiles=111m456p33377s222p&how=drawn"))


def test_a_hand_that_does_not_win_says_why(visitor: Visitor) -> None:
    page = words(visitor.page("/score?ruleset=hong-kong&tiles=123m456p789s11123z"))
    assert "This hand does not win" in page
    assert "no pair" in page
    page = words(visitor.page("/score?ruleset=hong-kong&tiles=123m456p789s11122z&flag=no_such"))
    assert 'unknown flag "no_such"' in page
    page = words(visitor.page("/score?ruleset=riichi&tiles=123m456p789s11122z&x.honba=many&how=left"))
    assert "expected a whole number" in page


def test_a_hand_that_cannot_be_scored_is_not_one_that_does_not_win(visitor: Visitor) -> None:
    page = words(visitor.page("/score?ruleset=riichi-sanma&text=234m123p456p789p1z+%2B1z+from=left"))
    assert "This hand cannot be scored this game has no 2m" in page
    assert "does not win" not in page


def test_what_a_limit_takes_away_is_told(visitor: Visitor) -> None:
    page = words(visitor.page("/score?ruleset=hong-kong&tiles=11122233344477z"))
    assert "The limit takes 6 away. Total: 10 faan" in page
    assert "超出封顶，减去 6。" in words(visitor.page("/score?ruleset=hong-kong&tiles=11122233344477z&lang=zh"))
    visitor.page("/?lang=en")
    assert "takes" not in words(visitor.page("/score?ruleset=hong-kong&tiles=123m456p789s11122z"))


@pytest.mark.parametrize(
    ("ruleset", "bonus", "tiles", "how", "said"),
    [
        ("taiwanese", "f1f2f3f4s1s2s3s4", "123456789m1357p258s", "drawn", "The score: 8 tai"),
        ("taiwanese", "f1f2f3f4s1s2s3", "123456789m1357p258s", "left&flag=robbing_flower", "The score: 8 tai"),
        ("taiwanese", "f1f2f3f4s1s2s3", "123456789m1357p258s", "drawn", "One tile is missing."),
        ("taiwanese", "f1f2f3f4s1s2s3s4", "123456789m1357p25s", "drawn", "2 tiles are missing."),
        ("hong-kong", "f1f2f3f4s1s2s3s4", "123456789m1357p", "drawn", "One tile is missing."),
        ("hong-kong?flower_wins=win", "f1f2f3f4s1s2s3s4", "123456789m1357p", "drawn", "The score: 8 faan"),
    ],
)
def test_bonus_tiles_alone_may_win(visitor: Visitor, ruleset: str, bonus: str, tiles: str, how: str, said: str) -> None:
    page = visitor.page(f"/score?ruleset={quote(ruleset)}&bonus={bonus}&tiles={tiles}&how={how}")
    assert said in words(page)
    if said.startswith("The score"):
        assert "Which tile was won on?" not in words(page)
        assert "Total: 8" in words(visitor.page(next_address(page)))


def test_who_discarded_is_asked_where_it_decides(visitor: Visitor) -> None:
    page = words(visitor.page(f"{WHOLE}&how=claimed"))
    assert "Say who discarded the winning tile" in page


def test_a_link_holds_the_whole_hand(visitor: Visitor) -> None:
    page = visitor.page(f"{WHOLE}&how=left&flag=last_tile&bonus=f1&won_on=3m")
    share = page.partition('class="share" href="')[2].partition('"')[0].replace("&amp;", "&")
    shared = visitor.page(share)
    link = shared.partition('id="link" readonly value="')[2].partition('"')[0].replace("&amp;", "&")
    assert link.startswith("http://club.test/score?ruleset=hong-kong&tiles=")
    assert 'class="qrline"' in shared
    again = visitor.page(link.removeprefix("http://club.test"))
    assert words(again).partition("The score:")[2] == words(page).partition("The score:")[2]


def test_the_rulebook_has_a_policy_of_its_own(visitor: Visitor) -> None:
    reply = visitor.get("/paper?ruleset=chinese-basic&page=crib")
    assert reply.status == 200
    assert "style-src 'sha256-" in reply.policy
    assert b"<script" not in reply.data
    assert visitor.get("/paper?ruleset=chinese-basic&page=../secret").status == 404


def test_chinese(visitor: Visitor) -> None:
    page = visitor.page(f"{WHOLE}&lang=zh")
    assert '<html lang="zh">' in page
    assert "香港麻將" in words(page)
    assert "門前清" in words(page) or "门前清" in words(page)
    assert "东 +144" in words(page)
    assert '<html lang="zh">' in visitor.page(WHOLE), "it is remembered"
    assert '<html lang="en">' in visitor.page(f"{WHOLE}&lang=en")
    other = Visitor(visitor.site, languages="fr, zh-CN;q=0.8, en;q=0.1")
    assert '<html lang="zh">' in other.page("/enter")


def test_units_tiles_situations_and_what_excludes_a_rule_are_in_chinese(visitor: Visitor) -> None:
    said = words(visitor.page("/score?ruleset=chinese-official&tiles=123m456p789s11122z&how=left&lang=zh"))
    excluded = "东风 东风 东风 已计圈风刻、门风刻，不再计"
    for told in ("结果：15 番", "8 番 花龙", "一万 二万 三万", excluded, "抢杠：和他家加杠的牌。"):
        assert told in said, told
    page = visitor.page("/score?ruleset=chinese-official&tiles=123m456p789s11122z&how=left&lang=zh")
    assert '<span class="why">没有副露' in page
    assert ' lang="en">' not in page.partition("<main")[2], "nothing of it is read out as English"
    assert "<strong>花龙</strong>" in page
    assert (
        ' lang="en">'
        not in visitor.page("/score?ruleset=hong-kong&tiles=123m456p789s11122z&lang=en").partition("<main")[2]
    )
    riichi = words(visitor.page("/score?ruleset=riichi&tiles=123m456p789s11122z&how=left&lang=zh"))
    assert "结果：3900 点" in riichi
    assert "1 番 场风牌" in riichi
    assert "20 符 底符" in riichi
    english = words(visitor.page("/score?ruleset=chinese-official&tiles=123m456p789s11122z&how=left&lang=en"))
    assert "excluded by Prevalent Wind, Seat Wind" in english
    assert "The score: 15 fan" in english


def test_every_tile_has_a_name_in_chinese() -> None:
    named = Pictures(loaded("riichi").names, language="zh").tile_name
    told = [named(tile) for tile in (*range(KINDS), *RED, *BONUS, JOKER)]
    assert [named(tile) for tile in parse_tiles("a1234")] == ["猫", "鼠", "鸡", "蜈蚣"]
    assert len(set(told)) == len(told)
    assert not re.search("[a-z]", "".join(told))
    assert named(parse_tiles("0p")[0]) == "红五饼"
    assert [named(tile) for tile in parse_tiles("5z f1 s4")] == ["白板", "梅", "冬"]


@pytest.mark.parametrize("id", SCORING)
def test_the_hand_that_shows_how_to_type_has_tiles_that_there_are(id: str) -> None:
    hand = Hand.parse(questions_of(loaded(id), "en").typed)
    there = loaded(id).book.tiles.copies
    assert all(there[tile] for tile in hand.tiles)


@pytest.mark.parametrize("id", thinned(SCORING, 4))
def test_what_is_asked_of_a_hand_is_asked_in_chinese(id: str) -> None:
    for flag, about in questions_of(loaded(id), "zh").flags:
        assert not re.search("[a-z]", about), flag
    for field in questions_of(loaded(id), "zh").fields:
        assert not re.search("[a-z]", field.about), field.name
    names = questions_of(loaded("riichi"), "zh").texts.names
    assert [rule for rule in loaded("riichi").definition.rules if not names.get(rule, {}).get("zh")] == []


def test_pictures_and_files(visitor: Visitor) -> None:
    for name, kind in (
        ("tile/0p.svg", "image/svg+xml"),
        ("tile/back.svg", "image/svg+xml"),
        ("static/page.css", "text/css"),
        ("favicon.ico", "image/svg+xml"),
    ):
        reply = visitor.get(f"/{name}")
        assert reply.status == 200
        assert reply.kind.startswith(kind)
        assert "immutable" in reply.all_headers["Cache-Control"]
    for path in (
        "/tile/9z.svg",
        "/tile/0p",
        "/static/../pages.py",
        "/static/pages.py",
        "/nothing",
        "/tile/../key.json",
    ):
        assert visitor.get(path).status == 404


def test_every_page_says_what_it_may_load(visitor: Visitor) -> None:
    headers = visitor.get(WHOLE).all_headers
    assert headers["Content-Security-Policy"] == PAGE_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    page = visitor.page(WHOLE)
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script") == 1


@pytest.mark.parametrize(
    "name", ["", "no-such", "../x.yaml", "/etc/passwd", "own:123", "own:" + "0" * 24, "root", "~x"]
)
def test_a_ruleset_that_is_not_there(visitor: Visitor, name: str) -> None:
    reply = visitor.get(f"/score?ruleset={name}")
    assert reply.status == 400
    assert "That did not work" in words(reply)


def test_nonsense_is_no_error(visitor: Visitor) -> None:
    odd = "&tiles=9z&sets=((&win=xx&into=zz&how=?&seat=Q&round=&undo=99&undo=x&drop=x&won_on=q&bonus=1m&x.=1&flag="
    assert visitor.get(f"/score?ruleset=hong-kong{odd}").status == 200
    many = "1m" * 300
    assert visitor.get(f"/score?ruleset=hong-kong&tiles={many}").status == 200
    assert "Take a tile away." in words(visitor.get(f"/score?ruleset=hong-kong&tiles={many}"))


GOOD = """
id: thursday
extends: hong-kong
title: {en: Thursday Club, zh: 星期四}
set: {minimum: 1}
rules:
  all_green_friends: {faan: 2, when: {tiles: {6z: 1+}}}
"""


def test_a_club_brings_its_rules(visitor: Visitor) -> None:
    reply = visitor.post("/rulesets", files={"file": ("rules.yaml", GOOD.encode())})
    assert "Nothing is wrong: Thursday Club" in words(reply)
    name = reply.data.decode().partition("/score?ruleset=")[2].partition("&amp;")[0]
    assert name.startswith("own%3A")
    page = visitor.page(f"/score?ruleset={name}&tiles=123m456p789s55566z&how=left")
    assert "2 faan All Green Friends" in words(page)
    assert "The minimum of 1 is met." in words(page)
    again = visitor.post("/rulesets", text=GOOD)
    assert name in again.data.decode() or again.status == 200


def test_animals_are_tapped_in_where_a_game_has_them(visitor: Visitor) -> None:
    assert 'id="tap-a1"' not in visitor.page(WHOLE)
    animals = GOOD.replace("rules:", "tiles: {a1234: 1}\nrules:\n  cat: {faan: 1, when: {bonus: [a1]}}")
    reply = visitor.post("/rulesets", text=animals)
    name = reply.data.decode().partition("/score?ruleset=")[2].partition("&amp;")[0]
    page = visitor.page(f"/score?ruleset={name}&tiles=123m456p789s11122z&how=left&lang=en")
    assert 'aria-label="Animals"' in page
    for tap in ("f1", "a4", "a1"):
        page = visitor.page(next_address(page, tap=tap))
    assert 'name="bonus" value="f1a1a4"' in page
    assert "1 faan Cat" in words(page)
    page = visitor.page(next_address(page, drop="a1"))
    assert 'name="bonus" value="f1a4"' in page


def test_what_is_wrong_in_a_file_is_beside_its_line(visitor: Visitor) -> None:
    bad = GOOD.replace("minimum: 1", "minimun: 1").replace("6z: 1+", "9z: 1+")
    reply = visitor.post("/rulesets", text=bad)
    page = reply.data.decode()
    assert reply.status == 422
    assert "2 lines need a correction" in words(reply)
    wrong = page.partition('<li class="wrong" value="')[2]
    assert wrong.startswith("4")
    assert "minimum" in words(wrong.partition("</li>")[0])
    assert str(visitor.site.shelf.folder) not in page
    kept = [path for path in visitor.site.shelf.folder.iterdir() if not any(path.iterdir())]
    assert kept == []
    assert visitor.post("/rulesets").status == 400


def test_what_is_wrong_in_a_file_is_told_in_the_language_of_the_page(visitor: Visitor) -> None:
    bad = GOOD.replace("minimum: 1", "minimun: 1")
    visitor = Visitor(visitor.site, languages="zh")
    page = visitor.post("/rulesets", text=bad).data.decode()
    wrong = words(page.partition('<li class="wrong" value="')[2].partition("</li>")[0])
    assert "“set.minimun”：没有“minimun”这个选项（是否指“minimum”？）" in wrong
    page = visitor.post("/rulesets", text=f"{GOOD}aliases: [hong-kong]\n").data.decode()
    assert "别名“hong-kong”是“hong-kong”的代号" in words(page)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("a: [", "line 1"),
        ("id: x\nextends: /etc/passwd.yaml\n", "leads out"),
        ("id: x\nextends: ../../secret.yaml\n", "leads out"),
        ("id: x\nextends: root\n", "base for others"),
        ("\0", ""),
        ("id: x\nextends: hong-kong\nplugins: {add: [os]}\n", "not installed"),
        ("x" * 100_001, "more than 100000 bytes"),
    ],
)
def test_files_that_are_refused(visitor: Visitor, text: str, said: str) -> None:
    reply = visitor.post("/rulesets", text=text)
    assert reply.status in (400, 422)
    assert said in words(reply)


def test_only_so_many_files_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_BROUGHT", 0)
    reply = Visitor(site_in(tmp_path)).post("/rulesets", text=GOOD)
    assert "files are kept already" in words(reply)


def test_a_file_for_which_the_disk_has_no_room_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    reply = Visitor(site_in(tmp_path)).post("/rulesets", text=GOOD)
    assert (reply.status, [*(tmp_path / "rulesets").iterdir()]) == (422, [])
    assert "the server cannot keep the file: No space left on device" in words(reply)


FOR_TWO = """
id: for-two
extends: root
title: {zh: 两人局}
plugins: [base_payment, combinations, sum]
tiles: {replace: {123456789mps: 4}}
table: {seats: [E, S]}
scoring: {method: sum, combination: free}
rules: {won: {points: 1}}
settlement: {method: base_payment, base: 1}
"""


def test_a_game_is_called_by_the_title_that_it_has(visitor: Visitor) -> None:
    reply = visitor.post("/rulesets", files={"file": ("rules.yaml", FOR_TWO.encode())})
    assert "Nothing is wrong: 两人局" in words(reply)


def test_at_a_table_of_two_one_side_is_asked(visitor: Visitor) -> None:
    reply = visitor.post("/rulesets", files={"file": ("rules.yaml", FOR_TWO.encode())})
    name = reply.data.decode().partition("/score?ruleset=")[2].partition("&amp;")[0]
    page = visitor.page(f"/score?ruleset={name}&tiles=123m456p789s11122s")
    assert 'value="left"' in page
    assert 'value="right"' not in page


@pytest.mark.parametrize(
    ("tiles", "parts", "typed"),
    [
        ("123456789mps: 4", "2 x set, pair", "123m 123p 1m +1m"),
        ("123456789p1234567z: 4", "2 x set", "123p 45p +6p"),
        ("1234567z: 4", "3 x set, pair", "111z 222z 333z 4z +4z"),
    ],
)
def test_the_hand_that_shows_how_to_type_is_of_the_game(tmp_path: Path, tiles: str, parts: str, typed: str) -> None:
    text = FOR_TWO.partition("settlement")[0].replace("123456789mps: 4", tiles)
    (tmp_path / "game.yaml").write_text(f"{text}shapes: {{standard: {{parts: [{parts}]}}}}\n", "utf-8")
    ruleset = mjrules.load(str(tmp_path / "game.yaml"))
    assert questions_of(ruleset, "en").typed == typed
    assert questions_of(loaded("hong-kong"), "en").typed == "123s 456p (789s) 111z 2z +2z"
    assert questions_of(loaded("sichuan"), "en").typed == "123s 456p 789s (222p) 5s +5s"
    assert questions_of(loaded("riichi-sanma"), "en").typed == "123s 456p 789s (111z) 2z +2z"
