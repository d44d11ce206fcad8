"""The page in a browser: tapped on a phone, with the keyboard, without scripts; looked over by axe, light and dark."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
import uvicorn

from mjrules import load, score_records
from mjrules.records import Rulesets
from mjrules.settlement import settle_record
from mjrules.web.app import make_app
from mjrules.web.requests import address
from mjrules.web.shelf import with_options
from mjrules.web.tapped_hand import TappedHand, tapped_from_hand
from tests.kit.cases import CASES_FOLDER
from tests.kit.chinese import english_in
from tests.web.kept_evening import CLUB_WITH_GOULASHES, WORTHS, KeptEvening
from tests.web.visiting import site_in

try:
    import playwright.sync_api as browsers
    from axe_playwright_python.sync_playwright import Axe
except ImportError:  # pragma: no cover
    browsers = None  # type: ignore[assignment]

CHROMIUM = shutil.which("chromium")
NEEDED = "MJRULES_NEEDS_BROWSER"
"""The variable of the environment by which the gate says that a browser has to be there."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        (browsers is None or CHROMIUM is None) and NEEDED not in os.environ,
        reason="there is no browser: apt-get install chromium; pip install playwright axe-playwright-python",
    ),
]
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 900}}
HANDS = {
    "hong-kong": ("1m 2m 3m 4m 5m 6m 7m 8m 9m 1z 1z 1z 2z 2z", "North pays East"),
    "riichi": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 1z 2z 2z", "North pays East"),
    "western": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 1z 2z 2z", "28 points"),
}
CLUB = "id: browser-club\nextends: hong-kong\ntitle: {en: Browser Club}\nset: {minimum: 1}\n"

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def address_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page that is served."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        site = site_in(tmp_path_factory.mktemp("browser"))
        server = uvicorn.Server(uvicorn.Config(make_app(site), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
        site.books.close()


@pytest.fixture(scope="module")
def open_page(address_served: str) -> Iterator[Open]:
    """Opens an address in a new window with the properties that are asked for; what a script complains of fails."""
    with browsers.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        complaints: list[str] = []

        def open_one(path: str, **properties: Any) -> Any:
            page = browser.new_context(**(properties or PHONE)).new_page()
            page.on("console", lambda message: complaints.append(message.text) if _complains(message) else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(address_served + path)
            return page

        yield open_one
        browser.close()
        assert complaints == []


def path_of(address: str) -> str:
    """An address without its host."""
    return urlunsplit(("", "", *urlsplit(address)[2:]))


def _complains(message: Any) -> bool:
    """Whether a message of the console is not only what was meant to be: that a page was refused, or that the focus
    stays where somebody has tapped already, before the page put it on what it answers."""
    meant = ("Failed to load resource: the server responded with a status of 4", "Autofocus processing was blocked ")
    return not message.text.startswith(meant)


def look_over(page: Any) -> None:
    """No fault that axe finds, and nothing wider than the screen."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), "a phone zooms out for what is wider"


@pytest.mark.parametrize("ruleset", list(HANDS))
def test_a_hand_is_tapped_fast_on_a_phone(open_page: Open, ruleset: str) -> None:
    tiles, said = HANDS[ruleset]
    page = open_page(f"/score?ruleset={ruleset}")
    keys = ", ".join(f"document.getElementById('tap-{tile}').click()" for tile in tiles.split()[:8])
    page.evaluate(f"() => {{ {keys.replace(', ', '; ')} }}")  # faster than the page can answer
    page.wait_for_selector("text=8 of 14 tiles")
    for tile in tiles.split()[8:]:
        page.tap(f"#tap-{tile}")
    page.wait_for_selector("text=14 of 14 tiles")
    page.check("#how-left", force=True)
    page.wait_for_selector(f"text={said}")
    page.locator("details summary").last.tap()
    look_over(page)
    assert "tiles=" in page.url
    link = page.get_attribute("a.share", "href")
    page.tap("a.share")
    page.wait_for_selector("#link")
    look_over(page)
    shared = open_page(
        page.input_value("#link").partition("/score")[1] + page.input_value("#link").partition("/score")[2]
    )
    assert said in shared.inner_text("#result")
    assert link is not None


@pytest.mark.parametrize(
    ("scheme", "properties", "language"),
    [("light", SMALL, "en"), ("dark", PHONE, "zh"), ("dark", DESK, "en"), ("light", DESK, "zh")],
    ids=["light phone", "dark phone", "dark desk", "light desk"],
)
def test_axe_finds_no_fault(open_page: Open, scheme: str, properties: dict[str, Any], language: str) -> None:
    page = open_page("/", **properties, color_scheme=scheme)
    base = page.url.rstrip("/")
    hand = "/score?ruleset=chinese-official&tiles=123m456p789s11123z&bonus=f1"
    for path in (
        "/",
        "/score?ruleset=riichi",
        hand,
        f"{hand}&tiles=123m456m789m11122z",
        "/evenings?ruleset=riichi",
        "/options?ruleset=chinese-official",
        "/standings",
        "/nothing",
    ):
        page.goto(f"{base}{path}{'&' if '?' in path else '?'}lang={language}")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        look_over(page)


def test_it_works_without_scripts_and_with_the_keyboard(open_page: Open) -> None:
    page = open_page("/score?ruleset=hong-kong", java_script_enabled=False, **DESK)
    for tile in HANDS["hong-kong"][0].split():
        page.focus(f"#tap-{tile}")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    assert "14 of 14 tiles" in page.inner_text("main")
    page.focus("#how-left")
    page.keyboard.press("Space")
    page.focus("#go")
    page.keyboard.press("Enter")
    page.wait_for_url("**how=left**")
    assert "North pays East" in page.inner_text("#result")


def test_with_the_keyboard_the_focus_stays_where_it_was(open_page: Open) -> None:
    page = open_page("/score?ruleset=hong-kong", **DESK)
    page.focus("#tap-1m")
    for number in range(1, 4):
        page.keyboard.press("Enter")
        page.wait_for_selector(f"text={number} of 14 tiles")
        assert page.evaluate("document.activeElement.id") == "tap-1m"
    for number, focused in ((2, "held-1"), (1, "held-1"), (0, "tray")):
        page.focus("#held-1")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"text={number} of 14 tiles")
        assert page.evaluate("document.activeElement.id") == focused


SEEN = """() => {
  const own = document.activeElement, place = own.getBoundingClientRect();
  const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
  return own === top || own.contains(top) || own.parentElement.contains(top);
}"""
"""Whether what has the focus is seen, and nothing lies over it."""


@pytest.mark.parametrize("screen", [(360, 740), (1280, 800), (180, 370), (320, 256)], ids=str)
def test_what_has_the_focus_is_not_below_the_tray(open_page: Open, screen: tuple[int, int]) -> None:
    """Whichever way the keyboard goes, and where text is so large that the tray would fill the screen."""
    width, height = screen
    page = open_page(
        "/score?ruleset=hong-kong&tiles=123456789m11122z&how=left", viewport={"width": width, "height": height}
    )
    page.focus("a.share")
    passed: set[str] = set()
    hidden = []
    while not {"tap-1m", "go"} <= passed:
        page.keyboard.press("Shift+Tab")
        name = page.evaluate("document.activeElement.id")
        passed.add(name)
        if name and not page.evaluate(SEEN):
            hidden.append(name)
    assert hidden == []
    for name in ("go", "tap-9s", "tap-1m"):
        page.evaluate("scrollTo(0, 0)")
        page.focus(f"#{name}")
        assert page.evaluate(SEEN), name


def test_what_changed_is_told_by_an_element_that_stays(open_page: Open) -> None:
    """Screen readers pass over words that come with the element that tells them."""
    page = open_page("/score?ruleset=hong-kong&tiles=123m456p789s1112z", **DESK)
    page.evaluate("window.stays = document.querySelector('body > [role=status]')")
    page.click("#tap-2z")
    page.wait_for_selector("text=14 of 14 tiles")
    assert page.evaluate("window.stays.isConnected && window.stays.textContent") == "5 faan"
    assert page.locator("[role=status]").count() == 1, "nothing is told twice"
    look_over(page)


def test_the_focus_is_where_a_form_is_answered(open_page: Open) -> None:
    """Else a screen reader begins at the top of the page, and passes over what was refused or written down."""
    focused = "document.activeElement.getAttribute('role') + ' ' + document.activeElement.innerText"
    page = open_page("/evenings?ruleset=hong-kong", **DESK)
    page.fill("input[name=club]", "Saturday")
    for wind, player in zip("ESWN", ("Ann", "Bo", "Cy", "Ann"), strict=True):
        page.fill(f"input[name='player.{wind}']", player)
    page.click("text=Begin")
    page.wait_for_selector("text=comes twice")
    assert page.evaluate(focused) == 'alert "Ann" comes twice'
    page.fill("input[name='player.N']", "Di")
    page.click("text=Begin")
    page.click("summary >> text=Only the amounts")
    page.fill("#a-E", "many")
    page.click("#amounts button")
    page.wait_for_selector("[role=alert]")
    assert page.evaluate(focused).startswith("alert the amount of Ann")
    look_over(page)
    page.fill("#a-E", "")
    page.click("#drawn summary")
    page.click("#drawn button")
    page.wait_for_selector("main [role=status]")
    assert page.evaluate(focused).startswith("status It is written down.")
    look_over(page)


def test_what_is_chosen_is_seen_in_the_colours_of_the_system(open_page: Open) -> None:
    """Who has a theme of high contrast gets no colours of the page: what is chosen looked like the rest."""
    page = open_page("/score?ruleset=hong-kong&how=left", **DESK, forced_colors="active")
    colour = "getComputedStyle(document.querySelector('#how-{} + span')).backgroundColor"
    assert page.evaluate(colour.format("left")) != page.evaluate(colour.format("drawn"))


def test_a_long_name_without_spaces_makes_no_page_wider(open_page: Open) -> None:
    page = open_page("/evenings?ruleset=western")
    page.fill("input[name=club]", "W" * 60)
    for wind in "ESWN":
        page.fill(f"input[name='player.{wind}']", wind * 60)
    page.tap("text=Begin")
    page.wait_for_selector("#score")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    look_over(page)
    own, evening = page.url.partition("/evening")[0], page.url.partition("id=")[2].partition("&")[0]
    for path in (f"/score?evening={evening}&tiles=123456789m11122z&how=left", "/evenings", "/standings"):
        page.goto(own + path)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        look_over(page)
    right = "[...document.querySelectorAll('td:nth-child(2)')].map(one => one.getBoundingClientRect().right)"
    assert max(page.evaluate(right)) < 360, "what everybody has in all stands beside the names"


def test_a_club_brings_its_rules_and_mends_them(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(CLUB.replace("minimum", "minimun"))
    page = open_page("/")
    page.set_input_files("input[type=file]", file)
    page.tap("text=Check and use it")
    page.wait_for_selector("li.wrong")
    assert page.get_attribute("li.wrong", "value") == "4"
    look_over(page)
    page.fill("textarea", CLUB)
    page.tap("text=Check and use it")
    page.wait_for_selector("text=Nothing is wrong")
    look_over(page)
    page.tap("text=Score a hand by these rules")
    page.wait_for_selector("text=Browser Club")
    page.tap("summary >> text=Type the hand")
    page.fill("#text", "123m456p789s222z3z +3z")
    page.press("#text", "Enter")
    page.wait_for_selector("text=The minimum of 1 is met")


def test_an_evening_is_kept_on_two_phones(open_page: Open) -> None:
    page = open_page("/evenings?ruleset=riichi")
    page.fill("input[name=club]", "Thursday")
    for wind, player in zip("ESWN", ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.fill(f"input[name='player.{wind}']", player)
    look_over(page)
    page.tap("text=Begin")
    page.tap("#score")
    page.tap("summary >> text=Type the hand")
    page.fill("#text", "123m456p789s111z2z +2z from=left")
    page.press("#text", "Enter")
    page.wait_for_selector("#book")
    other = open_page(
        page.url.partition("127.0.0.1")[2].partition("/")[1] + page.url.partition("127.0.0.1")[2].partition("/")[2]
    )
    other.wait_for_selector("#book")
    look_over(page)
    page.dblclick("#book")
    page.wait_for_selector("text=Hand 1: Ann wins")
    other.tap("#book")
    other.wait_for_selector("text=It was written down already")
    assert other.inner_text(".lines").count("Hand 1: Ann wins") == 1
    other.tap("summary >> text=Nobody won")
    other.check("#ready-S", force=True)
    other.tap("text=Write the drawn hand down")
    other.wait_for_selector("text=Hand 2: Drawn hand")
    other.tap("text=Correct line 3")
    other.wait_for_selector("text=14 of 14 tiles")
    other.check("#how-right", force=True)
    other.wait_for_selector("#how-right:checked")
    other.wait_for_selector("text=Bo -3900")
    other.tap("#book")
    other.wait_for_selector("text=Hand 1: Ann wins on Bo's discard")
    other.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    look_over(other)
    assert "Correct line 3" in other.inner_text(".lines")


def test_an_evening_in_chinese_on_a_phone(open_page: Open) -> None:
    """A hand tapped in, booked, a fault, a drawn hand: no English in what is read, nothing wider than the screen."""
    page = open_page("/?lang=zh")
    page.tap('a.game:has-text("西方麻將")')
    page.tap('nav a:has-text("牌局")')
    for wind, name in zip("ESWN", ("张三", "李四", "王五", "赵六"), strict=True):
        page.fill(f'[name="player.{wind}"]', name)
    page.fill("[name=club]", "周四")
    page.tap('button:has-text("开始")')
    page.tap("#score")
    for tile in ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "3s", "3s", "3s", "5z", "5z"]:
        page.tap(f'button[name=tap][value="{tile}"]')
        page.wait_for_selector("main:not([aria-busy])")
    page.tap('label:has-text("李四 点炮")')
    for seat, worth in (("S", "8"), ("W", "0"), ("N", "16")):
        page.wait_for_selector("main:not([aria-busy])")
        page.fill(f"#o-{seat}", worth)
    page.tap("fieldset.others button")
    page.wait_for_selector("#book")
    assert english_in(page.inner_text("main")) == []
    look_over(page)
    page.tap("#book")
    page.tap("#penalty summary")
    page.tap('#penalty label:has-text("王五")')
    page.tap("#penalty button")
    page.wait_for_selector("text=詐和：王五")
    page.tap("#drawn summary")
    page.tap("#drawn button")
    page.wait_for_selector("text=第 2 局：流局")
    assert "第 1 局：张三 和，李四 点炮，值 26" in page.inner_text("main")
    assert english_in(page.inner_text("main").partition("账本")[2]) == []
    look_over(page)


def test_two_tables_and_options_and_several_winners(open_page: Open) -> None:
    page = open_page("/options?ruleset=riichi")
    page.tap("#option-wins_together summary")
    page.check("input[name='set.wins_together'][value=all]")
    look_over(page)
    page.tap("#apply")
    page.wait_for_selector("text=wins together: all")
    page.tap("nav >> text=Evening")
    page.fill("input[name=club]", "Friday")
    for wind, player in zip("ESWN", ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.fill(f"input[name='player.{wind}']", player)
    page.tap("text=Begin")
    page.tap("summary >> text=Another table")
    for wind, player in zip("ESWN", ("Eve", "Flo", "Gus", "Hal"), strict=True):
        page.fill(f"#new-{wind}", player)
    page.tap("text=Make up table 2")
    page.wait_for_selector("#table-2[aria-current]")
    look_over(page)
    page.tap("#score")
    for text in ("234m456p678s345m2p +2p seat=S from=left", "234m456p789s345m2p +2p seat=N riichi dora=9p"):
        page.tap("summary >> text=Type the hand")
        page.fill("#text", text)
        page.press("#text", "Enter")
        page.wait_for_selector("#book")
        look_over(page)
        if "riichi" not in text:
            page.tap("#another-winner")
            page.wait_for_selector("text=Flo has won too")
    page.tap("#book")
    page.wait_for_selector("text=Hand 1: Flo wins on Eve's discard")
    page.tap(".lines a")
    page.tap("#not-this")
    page.tap("summary >> text=Nobody won")
    look_over(page)
    page.tap("text=Write the drawn hand down")
    page.wait_for_selector("text=Hand 1: Drawn hand")
    page.tap("#all-tables")
    page.wait_for_selector("text=hand 2: Flo, Gus, Hal, Eve")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    look_over(page)
    page.tap("#papers a")
    page.wait_for_selector("text=Table 2: Eve, Flo, Gus and Hal")
    page.goto(page.url.partition("/sheet")[0] + "/standings")
    look_over(page)


BROKEN = """() => [...document.querySelectorAll('th, td')].filter(cell => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    const whole = cell.tagName == 'TH' ? /^[^ ]+$/ : /^[+-]?[0-9]+$/
    return whole.test(cell.innerText) && text.getClientRects().length > 1
}).map(cell => cell.innerText)"""
"""The words that are headings, and the numbers, of tables that stand on several lines."""


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("ruleset", ["hong-kong", "western"])
def test_numbers_and_headings_of_a_rulebook_are_whole_on_a_phone(open_page: Open, ruleset: str, lang: str) -> None:
    page = open_page(f"/paper?ruleset={ruleset}&page=rulebook&lang={lang}")
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no more than the tables goes aside"


def test_an_evening_of_twelve_hands_is_kept(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "goulash-club.yaml"
    file.write_text(CLUB_WITH_GOULASHES)
    page = open_page("/")
    page.set_input_files("input[type=file]", file)
    page.tap("text=Check and use it")
    page.tap("text=Score a hand by these rules")
    page.tap("nav >> text=Evening")
    page.fill("input[name=club]", "Twelve")
    for wind, player in zip("ESWN", ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.fill(f"input[name='player.{wind}']", player)
    page.tap("text=Begin")
    page.wait_for_selector("#score")
    kept = KeptEvening(page, load(str(file)))
    kept.hand("E", "left")
    kept.hand("S", "drawn")
    page.tap("summary >> text=Nobody won")
    kept.nets.append(dict.fromkeys(kept.seated()[0].values(), -100))
    kept.send("text=Write the drawn hand down")
    kept.pot = 400
    assert "400" in page.inner_text("main"), "what is in the goulash pot"
    kept.check()
    look_over(page)
    kept.hand("W", "across")
    assert "Hand 4: " in page.inner_text(".lines")
    assert "discard, 20 (limit: 20, charleston: first)" in page.inner_text(".lines"), "the goulash in the books"
    kept.check()
    page.tap("#penalty summary")
    page.check("#penalty-player-N", force=True)
    seats, _ = kept.seated()
    fault = {"kind": "penalty", "event": page.input_value("#penalty-event"), "player": "N"}
    kept.nets.append({seats[wind]: amount for wind, amount in settle_record(fault, kept.ruleset).net.items()})
    kept.send("#penalty button")
    page.tap("#people summary")
    page.fill("#arrives", "Flo")
    kept.send("form:has(#arrives) button")
    page.tap("#people summary")
    wind = next(wind for wind, player in kept.seated()[0].items() if player == "Di")
    page.select_option(f"#seat-{wind}", "Flo")
    kept.send("form:has(#seat-E) button")
    kept.check()
    look_over(page)
    for number in range(8):
        kept.hand("ESWN"[number % 4], ("drawn", "left", "across", "right")[number % 4])
    page.tap("text=Correct line 3")
    page.wait_for_selector("text=14 of 14 tiles")
    kept.win("E", "right", {**WORTHS, "S": 2})
    seats, of_round = kept.seats[0]
    kept.nets[0] = kept.net(kept.usual, seats, of_round, "E", "right", {**WORTHS, "S": 2})
    kept.send("#book")
    kept.check()
    look_over(page)
    assert "Hand 13" in page.inner_text("#table")
    assert page.inner_text(".standings").count("Flo") == 1


@pytest.mark.parametrize("path", sorted(CASES_FOLDER.glob("*/hands.jsonl")), ids=lambda path: path.parent.name)
def test_known_hands_score_in_the_browser_as_in_the_engine(open_page: Open, path: Path) -> None:
    page, rulesets, seen = open_page("/"), Rulesets(), 0
    base = page.url.rstrip("/")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records[:: max(len(records) // 6, 1)]:
        answer = next(score_records([record]))
        counted = isinstance(record.get("flowers"), int) and record["flowers"]
        if counted or not answer["valid"]:
            continue  # flowers are tapped in, not counted
        ruleset = rulesets.for_record(record)
        tapped = tapped_from_hand(ruleset.read(record), (), TappedHand())
        chosen = {name: str(value).lower() for name, value in record.get("options", {}).items()}
        name = with_options(record["ruleset"], chosen.items())
        page.goto(base + address("/score", (("ruleset", name), *tapped.pairs())))
        assert page.inner_text("#result .total strong").split()[0] == str(answer["total"]), record
        seen += 1
    assert seen
