"""In Chinese everything is Chinese: what a player reads of a hand has no English left in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import mjrules
from mjrules.cli import main
from mjrules.hands.hand import Hand
from mjrules.ledger import Entry, PaymentBooked, PlayerArrived, PlayerLeft, TableOpened
from mjrules.ledger.books import evening_of
from mjrules.shown.speech import messages
from mjrules.teller import in_language
from mjrules.web.requests import Reply
from mjrules.web.tapped_hand import TappedHand, tapped_from_hand
from tests.kit.chinese import english_in
from tests.kit.profile import amount, thinned
from tests.web.evenings import Evening
from tests.web.visiting import Visitor, site_in, words

WEB = Path(mjrules.__file__).parent / "web"
CASES = Path(__file__).parents[1] / "cases"
RULESETS = (
    *("bmja", "chinese-official", "classical", "classical-dmjl", "hong-kong", "riichi", "sichuan", "taiwanese"),
    *("western", "zung-jung"),
)
HAND_FIELDS = (
    *("melds", "concealed", "win", "winner", "self_drawn", "from", "flowers", "seat", "round", "flags"),
    *("dora", "ura", "honba", "sticks", "streak", "void", "discards"),
)


def hands_of(ruleset: str) -> Iterator[Mapping[str, Any]]:
    """The hands of the cases of a ruleset."""
    for path in sorted((CASES / ruleset).glob("hands.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield record.get("record", record.get("hand", record))


def shown(visitor: Visitor, ruleset: str, hand: Hand) -> str:
    """What the page says of a hand in Chinese."""
    said = ("seat", "round")
    tapped = tapped_from_hand(hand, said, TappedHand())
    others = [(f"o.{seat}", "8") for seat in "ESWN" if seat != hand.seat]
    return words(visitor.page(f"/score?{urlencode([('ruleset', ruleset), ('lang', 'zh'), *tapped.pairs(), *others])}"))


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    return Visitor(site_in(tmp_path_factory.mktemp("chinese")))


@pytest.mark.parametrize("ruleset", thinned(RULESETS, 5))
def test_no_english_is_left_of_a_hand(visitor: Visitor, ruleset: str) -> None:
    """Why it counts and why it does not, the steps, who pays whom, and why a hand is refused."""
    records = [record for record in hands_of(ruleset) if not record.get("options")]
    for record in records[:: max(1, len(records) // amount(2, 20, 400))]:
        said = shown(visitor, ruleset, Hand.from_record({key: record[key] for key in record if key in HAND_FIELDS}))
        assert "番种" in said or "这手牌不能和" in said or "计入" in said, said
        assert english_in(said) == [], record


REFUSED = {
    "hong-kong": ("tiles=123m456p789s1122z3z", "tiles=1111m1m23456p789s2z", "tiles=123m456p789s11122z&flag=earth"),
    "western": ("tiles=19m19p19s1234567z2m", "tiles=123m456m789s11122z&how=left", "tiles=123m456m77p789s33z4s"),
    "riichi": ("tiles=123m456p789s11122z&flag=xx", "tiles=123m456p789s11122z&x.honba=many", "tiles=234m&sets=(123m)"),
    "sichuan": ("tiles=123m456p789s11122z", "tiles=123m456p789s11122m&x.void=q", "tiles=22m33m44p55p66s77s8s9s"),
}


@pytest.mark.parametrize("ruleset", thinned(list(REFUSED), 4))
def test_no_english_is_left_where_a_hand_is_refused(visitor: Visitor, ruleset: str) -> None:
    for hand in REFUSED[ruleset]:
        page = visitor.page(f"/score?ruleset={ruleset}&lang=zh&{hand}")
        assert english_in(words(page)) == [], hand


TYPED = (
    *("123x", "12", "m", "99z", "f5", "(123m", "123m)", "+1m +2m", "win=1m", "ruleset=x", "seat=E seat=E", "(125m)"),
    *("(1111m) [123m]", "1m won +2m", "123m +", "11122233344455m from=left", "11122233344455m seat=S", "kong 1m"),
    *("1m +2m E", "chow 3m", "pung dots", "chow 5 dots", "pung 12m", "claimed pair 1m", "seat", "reed dragoon"),
    *("flowers=plumm", "flowers=xyz", "flowers=f9", "f1 1m", "(J)", "{chow 1m}", "123m!1m honba=x", "1m" * 200),
)


def test_no_english_is_left_of_what_is_wrong_with_a_typed_hand(visitor: Visitor) -> None:
    for text in TYPED:
        page = visitor.page(f"/score?{urlencode([('ruleset', 'riichi'), ('lang', 'zh'), ('text', text)])}")
        said = re.sub("<pre.*?</pre>", "", page, flags=re.S)  # what was typed
        assert english_in(words(said)) == [], text


def test_english_is_found() -> None:
    assert english_in("和了 self-drawn，“123x”不是牌") == ["self-drawn"]


def test_no_english_is_left_of_options(visitor: Visitor) -> None:
    for ruleset in thinned(("hong-kong", *RULESETS, "riichi-sanma", "chinese-basic", "classical-base"), 20):
        said = words(visitor.page(f"/options?ruleset={ruleset}&lang=zh"))
        assert english_in(said.replace("EMA 2016", "").replace("WRC 2015", "")) == [], ruleset
    chosen = words(visitor.page("/options?ruleset=hong-kong%3Fseven_pairs%3D4&lang=zh"))
    assert "香港麻將（七對子：4）" in chosen
    assert "七對子：是否可糊，值多少番。 4 默认 不可糊" in chosen


def test_no_english_is_left_of_an_evening(visitor: Visitor) -> None:
    visitor.page("/?lang=zh")
    evening = Evening(
        visitor, "bmja", **{"player.E": "甲", "player.S": "乙", "player.W": "丙", "player.N": "丁", "club": "周四"}
    )
    for act, fields in (
        ("penalty", {"event": "false_mahjong", "player": "S"}),
        ("penalty", {"event": "misnamed_for_chow", "player": "S", "affected": "W"}),
        ("drawn", {}),
        ("arrives", {"name": "戊"}),
        ("leaves", {"name": "戊"}),
        ("undo", {"line": "3"}),
    ):
        assert evening.write(act, **fields).status == 303, (act, fields)
    lines = evening.said.partition("账本")[2]
    for told in ("詐和：乙", "報錯牌名，被吃：乙 乙 -50 丙 +50", "第 1 局：流局", "戊 加入", "已撤销"):
        assert told in lines, told
    assert english_in(lines) == []
    sheet = visitor.page(f"/sheet?id={evening.id}")
    assert '<html lang="zh">' in sheet
    for told in ("排名", "第 1 桌", "詐和：乙", "人员与座位", "英國麻將協會規則"):
        assert told in sheet, told
    assert english_in(re.sub("<style>.*?</style>|<[^>]*>", " ", sheet, flags=re.S)) == []


def test_no_english_is_left_of_what_is_odd_on_an_evening(visitor: Visitor) -> None:
    """A pot below nothing, a player at two tables, names that differ by capitals alone, and what copies made odd."""
    visitor.page("/?lang=zh")
    evening = Evening(visitor, "bmja", **{"player.E": "a", "player.S": "乙", "player.W": "丙", "player.N": "丁"})
    ledger = visitor.site.books.ledger
    ledger.append(PlayerArrived(evening=evening.id, player="A"))
    ledger.append(PaymentBooked(evening=evening.id, table="1", paid={"a": 5}, pots={"池": -5}))
    ledger.append(PaymentBooked(evening=evening.id, table="1", paid={"乙": 3}, pots={"goulash": -3}))
    ledger.append(TableOpened(evening=evening.id, table="2", players=("a", "乙", "丙", "丁")))
    sheet = re.sub("<style>.*?</style>|<[^>]*>", " ", visitor.page(f"/sheet?id={evening.id}"), flags=re.S)
    told = ("第 1 桌的池“池”里有 -5", "第 1 桌的池“荒莊池”里有 -3", "a 同时坐在第 1、2 桌", "a、A 可能是同一人")
    for said in (evening.said, sheet):
        assert [odd for odd in told if odd not in said] == []
    odd = evening_of([*ledger.entries(evening.id), Entry("x", 99, "", "", PlayerLeft(evening=evening.id, player="戊"))])
    assert [in_language(problem, "zh") for problem in odd.problems] == ["第 7 行：戊 不在场"]


WRONG: tuple[tuple[str, dict[str, str]], ...] = (
    *(("pay", {}), ("arrives", {"name": ""}), ("arrives", {"name": "戊" * 200}), ("leaves", {"name": ""})),
    *(("pot", {"pot": "zz"}), ("seats", {"seat.E": "甲"}), ("final", {}), ("what", {}), ("undo", {"line": "99"})),
    *(("amounts", {"a.E": "5"}), ("amounts", {"a.E": "many"}), ("table", {"name": "2"}), ("undo", {})),
    *(("pay", {"a.E": "9" * 13}), ("back", {"line": "2"})),
    *(
        ("leaves", {"name": "戊"}),
        ("arrives", {"name": "乙"}),
        ("table", {"name": "1", "seat.E": "甲", "seat.S": "乙"}),
    ),
    ("penalty", {"event": "misnamed_for_chow", "player": "S"}),
)


def test_no_english_is_left_of_what_is_wrong_on_an_evening(visitor: Visitor) -> None:
    visitor.page("/?lang=zh")
    evening = Evening(visitor, "bmja", **{"player.E": "甲", "player.S": "乙", "player.W": "丙", "player.N": "丁"})
    for act, fields in WRONG:
        reply = evening.write(act, **fields)
        assert reply.status == 400, act
        assert english_in(alert(reply)) == [], act


def test_no_english_is_left_where_a_form_of_an_evening_is_refused(visitor: Visitor) -> None:
    """One that is too late, and a new evening without a date."""
    visitor.page("/?lang=zh")
    evening = Evening(visitor, "bmja", **{"player.E": "甲", "player.S": "乙", "player.W": "丙", "player.N": "丁"})
    late = evening.write("drawn", seen="")
    assert late.status == 409
    dated = [visitor.send("/evenings", evening.form | {"date": date}) for date in ("", "2027-02-30")]
    assert [english_in(alert(reply)) for reply in (late, *dated)] == [[], [], []]


def alert(reply: Reply) -> str:
    """What a page says is wrong."""
    told = reply.data.decode().partition('role="alert">')[2].partition("</p>")[0]
    assert told
    return told


def test_the_pages_to_print_are_those_of_the_command(
    visitor: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rulebook", "sichuan", "--lang", "zh", "--out", str(tmp_path)]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    pages = [path for path in written if path.suffix == ".html"]
    assert len(pages) > 3
    for path in pages:
        assert visitor.page(f"/paper?ruleset=sichuan&lang=zh&page={path.stem}") == path.read_text(encoding="utf-8")


def test_every_message_of_the_page_is_said() -> None:
    """By its key, or by the beginning of it and something that is known only then."""
    sources = (path for kind in ("web/*.py", "web/templates/*.html", "shown/*.py") for path in WEB.parent.glob(kind))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    begun = tuple(re.findall(r"""say\(f?["'](\w+_)["{]""", text))
    assert [
        key for key in messages() if f'"{key}"' not in text and f"'{key}'" not in text and not key.startswith(begun)
    ] == []
