"""The rulebook on paper: everything on it is the resolved ruleset's, and what a ruleset says is only text."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import fields, replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.paper.blocks import Points, Prose
from mjrules.paper.book import Rulebooks
from mjrules.paper.club_choices import ClubChoices, option_rows
from mjrules.paper.payments import house_rules_told, what_is_paid, worked_examples
from mjrules.paper.procedure import how_to_play
from mjrules.paper.rule_blocks import ToldRules, in_order
from mjrules.ruleset.play_rules import TableRules
from mjrules.scoring.show import SEAT_NAMES as NAMES
from mjrules.teller import teller_of
from mjrules.told_rules import RuleFinder
from mjrules.web.booking import drawn_asks
from mjrules.web.options_page import shown_options
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded

PAGES = ("rulebook", "crib", "score-sheet", "card")

CLUB = """
id: club
title: {en: "Our <b>club</b> & friends"}
version: "1"
extends: root
plugins: [base_payment, combinations, sum]
scoring: {method: sum, minimum: 3}
options:
  least: {of: scoring.minimum, type: integer, text: "what a hand <i>needs</i>"}
types: {"odd": "Odd <hands>"}
rules:
  all_pungs: {fan: 6, when: {sets: pung}, text: "Four pungs <script>alert(1)</script>."}
  dragons: {fan: 2, each: true, when: {sets: [pung dragon]}, names: {zh: "箭刻"}}
settlement: {method: base_payment, base: 7}
penalties: {late: {title: "Late & loud", each: 41}}
pots: {kitty: {title: The kitty, stake: 13}}
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB.strip() + "\n", encoding="utf-8")
    return path


def pages(path: Path | str, **options: Any) -> dict[str, str]:
    books = Rulebooks(mjrules.load(str(path), options))
    return books.html() | {"text": books.text()}


class Sound(HTMLParser):
    """Notes what is open, and every tag."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]
        if tag not in ("meta", "br", "link", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_an_option_of_a_rule_that_is_left_out_is_offered_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("id: club\nextends: chinese-official\ntitle: Club\nrules: {tile_hog: null}\n", encoding="utf-8")
    ruleset, parent = mjrules.load(str(club)), loaded("chinese-official")
    assert [*parent.options.declared] == [*ruleset.options.declared]
    about = teller_of(parent, "en").texts.of("options", "tile_hog")
    for offered, there in ((parent, True), (ruleset, False)):
        tell = teller_of(offered, "en")
        assert (about in [row[0] for row in option_rows(tell)]) is there
        assert ("tile_hog" in [shown.name for shown in shown_options(offered, tell)]) is there
        assert ("tile_hog" in [thing.id for thing in RuleFinder(offered).things("tile_hog")]) is there
    assert main(["rulesets", str(club)]) == 0
    assert "tile_hog=" not in capsys.readouterr().out


def test_what_a_file_says_is_only_text(club: Path) -> None:
    found = pages(club)
    assert not any("<script" in found[name] for name in PAGES)
    page = found["rulebook"]
    assert "Our &lt;b&gt;club&lt;/b&gt; &amp; friends" in page
    assert "Four pungs &lt;script&gt;alert(1)&lt;/script&gt;." in page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_sound_and_asks_for_nothing_outside(club: Path, name: str) -> None:
    found = Sound()
    found.feed(pages(club)[name])
    assert found.open == []
    assert {"html", "title", "style"} <= found.tags
    assert not found.tags & {"script", "link", "img", "iframe"}
    assert all(address.startswith("#") for address in found.addresses)
    assert "http" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", pages(club)[name])


def test_the_same_ruleset_gives_the_same_pages(club: Path) -> None:
    assert pages(club) == pages(club)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fan: 6,", "fan: 9,", "9 fan"),
        ("minimum: 3", "minimum: 5", "at least 5"),
        ("base: 7", "base: 17", "17"),
        ("each: 41", "each: 43", "43 to each other player"),
        ("stake: 13", "stake: 15", "15 after each drawn hand"),
        ("Four pungs", "Pungs only", "Pungs only"),
    ],
)
def test_a_value_that_changes_changes_the_page(club: Path, old: str, new: str, said: str) -> None:
    before = pages(club)["text"]
    club.write_text(club.read_text("utf-8").replace(old, new), encoding="utf-8")
    after = pages(club)["text"]
    told = " ".join(after.split())
    assert said in told
    assert after != before
    assert told.count(said) > " ".join(before.split()).count(said)


def test_worths_of_the_crib_are_those_of_the_rules(club: Path) -> None:
    page = pages(club)["crib"]
    headings = re.findall(r"<h2[^>]*>([^<]*)</h2>", page)
    assert [heading for heading in headings if "fan" in heading] == ["6 fan", "2 fan"]


CHANGED: dict[str, Any] = {
    "seats": ("E", "S", "W"), "seating": "winds", "walls": "own", "stack_count": "second_throw", "deal": "chan_chan",
    "kongs_before_play": True, "dead_wall": 8, "dead_wall_kept": True, "loose_tiles": 2, "loose_tile": "asked",
    "bonus_replaced_from": "front", "bonus_replaced": "last", "concealed_kongs": "outer_up", "robs_concealed": (),
    "robs_bonus": ("thirteen_unique_wonders",), "claim_order": (("mahjong",), ("kong", "pung")), "mahjong_order": (),
    "winners": "all", "ends_after_wins": 3, "late_calls": "dice", "last_discard": "any", "discards": "face_down",
    "situations": {"earth": "first_draw"}, "east_passes_to": "left", "east_stays_on": (), "rounds": 2,
    "max_consecutive_east": 13, "hand_size": 16, "counted": {"streak": "draws"}, "most_kongs": 4, "most_chows": 2,
}  # fmt: skip
NOT_PLAY = {"numbers_for_all"}
"""Numbers of records."""


def procedure(**changes: Any) -> str:
    ruleset = copy(loaded("bmja"))
    ruleset.definition = replace(ruleset.definition, table=replace(ruleset.definition.table, **changes))
    return repr(list(how_to_play(teller_of(ruleset, "en"))))


@pytest.mark.parametrize("name", CHANGED)
def test_a_value_of_the_table_that_changes_changes_the_words(name: str) -> None:
    assert procedure(**{name: CHANGED[name]}) != procedure()


def test_where_no_discard_wins_nothing_is_said_of_calls_to_win() -> None:
    play = procedure(claim_order=(("kong", "pung"),))
    assert "No discard can be called to win" in play
    assert "The last discard cannot be called" in play
    assert "win by" not in play.partition("The end of a hand")[0]
    assert "may be called for" not in procedure(claim_order=())


@pytest.mark.parametrize(
    ("plugins", "said"),
    [("wild", "A joker stands for any tile but bonus tiles"), ("", "A joker stands for no other tile")],
)
def test_what_jokers_stand_for_is_told(tmp_path: Path, plugins: str, said: str) -> None:
    path = tmp_path / "jokers.yaml"
    add = f"plugins: {{add: [{plugins}]}}\n" if plugins else ""
    path.write_text(f'id: jokers\nextends: chinese-basic\ntitle: Jokers\nversion: "1"\n{add}tiles: {{J: 4}}\n')
    assert said in repr(list(how_to_play(teller_of(mjrules.load(str(path)), "en"))))


@pytest.mark.parametrize(
    ("when", "said", "in_chinese"),
    [
        ("{discards: 7}", "A win after 7 discards at most is Early Win", "各家共打出至多 7 张牌时和牌，计早和"),
        ("{discards: 1}", "A win after one discard at most is Early Win", "各家共打出至多一张牌时和牌，计早和"),
        (
            "{discards: 0, of: winner, untouched: true}",
            "A win before the winner's first discard, before any set is declared, is Early Win",
            "自己打牌前和牌，此前无人亮牌，计早和",
        ),
    ],
)
def test_an_early_win_is_told(tmp_path: Path, when: str, said: str, in_chinese: str) -> None:
    path = tmp_path / "early.yaml"
    path.write_text(
        f"""id: early
extends: hong-kong
flags: {{early: a win after few discards}}
table: {{situations: {{early: {when}}}}}
rules: {{early: {{faan: 3, when: {{flag: early}}, names: {{en: Early Win, zh: 早和}}, source: the club}}}}
""",
        encoding="utf-8",
    )
    ruleset = mjrules.load(str(path))
    for language, sentence in (("en", said), ("zh", in_chinese)):
        tell = teller_of(ruleset, language)
        assert sentence in repr(list(how_to_play(tell)))


def test_every_value_of_the_table_is_tried() -> None:
    assert {field.name for field in fields(TableRules)} == set(CHANGED) | NOT_PLAY


@pytest.mark.parametrize(("id", "told"), [("riichi/tenhou", False), ("riichi/ema2016", True)])
def test_when_a_win_came_is_told_only_where_a_rule_asks_for_it(id: str, told: bool) -> None:
    play = repr(list(how_to_play(teller_of(loaded(id), "en"))))
    assert ("by a discard before the player's own first draw" in play) is told


def test_a_fault_that_costs_one_player_more_is_told_with_what_the_others_get() -> None:
    told = repr(list(what_is_paid(ToldRules(loaded("western"), "en"))))
    assert "50 to each other player, and 100 instead to the player concerned" in told
    assert "A chow of East's first discard, where agreed" in told


def test_the_command_writes_pages_into_a_folder_that_may_be_there(
    club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert main(["rulebook", str(club), "--out", str(tmp_path / "a" / "paper")]) == 0
        written = [Path(line).name for line in capsys.readouterr().out.splitlines()]
        assert written == [*(f"{name}.html" for name in PAGES), "rulebook.txt"]
        assert sorted(path.name for path in (tmp_path / "a" / "paper").iterdir()) == sorted(written)


def test_what_cannot_be_written_is_told(club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["rulebook", str(club), "--out", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.endswith(" is not a folder\n")
    assert main(["rulebook", str(club), "--out", str(tmp_path / "file" / "below")]) == 2
    assert capsys.readouterr().err.startswith("mjrules: ")
    assert main(["rulebook", "westrn", "--out", str(tmp_path / "paper")]) == 2
    assert 'did you mean "western"?' in capsys.readouterr().err
    assert main(["rulebook", "root", "--out", str(tmp_path / "paper")]) == 2
    assert not (tmp_path / "paper").exists()


def test_a_page_that_cannot_be_written_whole_leaves_the_one_before(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "paper"
    assert main(["rulebook", str(club), "--out", str(out)]) == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}

    def half(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    capsys.readouterr()
    assert main(["rulebook", str(club), "--out", str(out)]) == 2
    assert re.fullmatch(r"mjrules: .*\.html\": No space left on device\n", capsys.readouterr().err)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_pages_as_pdf_are_made_of_the_pages(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What WeasyPrint is given, and that it may fetch nothing; it need not be there."""

    class Html:
        def __init__(self, *, string: str, url_fetcher: Callable[[str], object]) -> None:
            with pytest.raises(ValueError, match="not fetched"):
                url_fetcher("file:///etc/passwd")
            assert "<use" not in string
            self.title = str(re.findall("<title>(.*?)</title>", string)[0])

        def write_pdf(self) -> bytes:
            return b"%PDF " + self.title.encode()

    monkeypatch.setitem(sys.modules, "weasyprint", SimpleNamespace(HTML=Html))
    out = tmp_path / "paper"
    assert main(["rulebook", str(club), "--pdf", "--out", str(out)]) == 0
    assert {Path(line).name for line in capsys.readouterr().out.splitlines()} >= {f"{name}.pdf" for name in PAGES}
    assert (out / "crib.pdf").read_bytes().startswith(b"%PDF Our &lt;b&gt;club")


def test_without_what_pdf_needs_nothing_is_written(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    assert main(["rulebook", str(club), "--pdf", "--out", str(tmp_path / "paper")]) == 2
    assert "pip install 'mjrules[pdf]'" in capsys.readouterr().err
    assert not (tmp_path / "paper").exists()


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 4, gate=2))
def test_every_bundled_ruleset_has_a_rulebook(id: str) -> None:
    ruleset = loaded(id)
    books = Rulebooks(ruleset)
    for page in books.html().values():
        found = Sound()
        found.feed(page)
        assert found.open == []
    text = " ".join(books.text().split())
    assert all(rule.name in text for rule in ruleset.book.rules if rule.value)
    assert max(map(len, books.text().splitlines())) <= 80


def house_rules(ruleset: mjrules.Ruleset) -> str:
    return " ".join(house_rules_told(teller_of(ruleset, "en")))


@pytest.mark.parametrize(
    ("language", "title", "said"),
    [
        ("en", "What these rules leave out", "A variant plays flowers at 2 or 4 points each"),
        ("zh", "本规则未收", "另有玩法以花牌每張 2 或 4 分"),
    ],
)
def test_what_a_ruleset_leaves_out_is_told(language: str, title: str, said: str) -> None:
    text = " ".join(Rulebooks(loaded("zung-jung"), language=language).text().split())
    assert title in text
    assert said in text
    assert title not in Rulebooks(loaded("western"), language=language).text()


def test_a_house_rule_of_which_nothing_is_played_is_left_out() -> None:
    """A book of the western game explained exchanges at length, and said that there are none."""
    western = house_rules(loaded("western"))
    assert "Declarations" in western
    assert "Charleston" not in western
    assert "exchanged" not in western
    with_options = Rulebooks(loaded("western")).text()
    assert "Whether unwanted tiles are exchanged before play" in " ".join(with_options.split())


def test_a_house_rule_is_told_with_what_was_chosen() -> None:
    usual = "Before play, all pass three tiles to the right, "
    other = house_rules(loaded("western", charleston="first"))
    assert "Here: 3 tiles are passed to the right, then across, then to the left; tiles just received may be" in other
    assert f"Charleston: Usually: {usual}" in other
    deal = Path(__file__).parents[2] / "examples/house-rules/goulash-deal.yaml"
    assert "Goulash hands: The hands after a draw are played" in house_rules(mjrules.load(str(deal)))


def win_told(ruleset: mjrules.Ruleset, language: str) -> tuple[str, ...]:
    """What is said of winning hands."""
    (points,) = ToldRules(ruleset, language).winning().blocks
    assert isinstance(points, Points)
    return points.items


@pytest.mark.slow
def test_what_a_hand_must_be_to_win_is_told_by_the_ruleset_unless_a_club_changes_it(tmp_path: Path) -> None:
    english, chinese = (win_told(loaded("riichi"), language) for language in ("en", "zh"))
    assert "Nobody wins on a discard whose hand waits for a tile among their own discards (furiten)." in english
    assert any(text.startswith("振听者不能荣和") for text in chinese)
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: riichi\nwin_requires: {replace: {self_drawn: true}}\n", encoding="utf-8")
    changed = win_told(mjrules.load(str(path)), "en")
    assert "A hand wins only with this: self-drawn." in changed
    assert not [text for text in changed if "furiten" in text]


OWN_SHAPES = """
id: card
extends: root
plugins: [combinations, sum]
scoring: {method: sum}
shapes: {standard: null}
fields:
  birds: {type: tiles, about: the birds that hit}
  suit: {type: suit, about: the suit of the day}
  horses: how many horses hit
rules:
  pairs: {fan: 1, names: {zh: 七对}, hand: [7 x pair]}
  winds: {fan: 2, hand: [4 x pung wind, pair]}
  bird: {fan: 1, when: {field: [birds]}}
  horse: {fan: 1, when: {number: {horses: 2}}}
  of_the_day: {fan: 1, when: {field: {suit: m}}}
"""


def test_a_game_without_sets_and_a_pair_says_which_hands_win(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(OWN_SHAPES, encoding="utf-8")
    ruleset = mjrules.load(str(path))
    assert win_told(ruleset, "en") == ("Only a hand of one of these shapes wins: Winds or Pairs.",)
    assert win_told(ruleset, "zh") == ("只有这些牌型可和：Winds、七对。",)


def test_hands_with_a_shape_of_their_own_are_told_beside_four_sets_and_a_pair(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(OWN_SHAPES.replace("{standard: null}", "{twins: {parts: [7 x pair], distinct: true}}"), "utf-8")
    ruleset = mjrules.load(str(path))
    assert win_told(ruleset, "en") == (
        "Standard: Four sets, each a chow, pung or kong, and one pair.",
        "Twins: seven pairs, no two alike.",
        "Hands with a pattern of their own win too: Winds and Pairs.",
    )
    assert win_told(ruleset, "zh") == ("四副面子、一对将牌。", "七对，各不相同。", "另有自成牌型者可和：Winds、七对。")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A claim of too little for a hand stands"), ("zh", "少报牌值的，以所报为准")],
)
def test_what_a_wrong_claim_comes_to_is_told(language: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    for written, told in (("", 0), ("score_errors: claimant_only\n", 1)):
        path.write_text(f"id: club\nextends: hong-kong\n{written}", encoding="utf-8")
        chapter = next(iter(what_is_paid(ToldRules(mjrules.load(str(path)), language))))
        points = [item for block in chapter.blocks if isinstance(block, Points) for item in block.items]
        assert len([item for item in points if item.startswith(said)]) == told


@pytest.mark.parametrize(
    ("language", "otherwise", "not_played"),
    [
        (
            "en",
            (
                "New: Twins.",
                "Left out: Common Hand.",
                "All Triplets: 4 faan (there 3 faan).",
                "Discards lie face down ",
            ),
            "Common Hand, Seven Pairs, Seven Flowers and Eight Flowers.",
        ),
        ("zh", ("新增：Twins。", "不用：平糊。", "對對糊：4 番（原为 3 番）。"), "平糊、七對子、花糊、大花糊。"),
    ],
)
def test_the_card_says_what_a_club_plays_otherwise(
    language: str, otherwise: tuple[str, ...], not_played: str, tmp_path: Path
) -> None:
    path = tmp_path / "club.yaml"
    rules = "all_triplets: {faan: 4}, common_hand: null, twins: {faan: 6, hand: [7 x pair]}"
    path.write_text(
        f"id: club\nextends: hong-kong\nset: {{minimum: 1}}\nrules: {{{rules}}}\ntable: {{discards: face_down}}\n",
        encoding="utf-8",
    )
    card = list(ClubChoices(ToldRules(mjrules.load(str(path)), language), loaded("hong-kong")).card())
    (points,) = [block for chapter in card for block in chapter.blocks if isinstance(block, Points)]
    for said in otherwise:
        assert any(item.startswith(said) for item in points.items), said
    assert not [item for item in points.items if "minimum" in item or "起和" in item]  # it stands among what is agreed
    assert card[-1].blocks == (Prose(not_played),)


@pytest.mark.parametrize(
    ("id", "rule", "language", "said"),
    [
        ("chinese-official", "dragon_pung", "en",
         ["Not counted beside it for the same sets: Pung of Terminals or Honors"]),
        ("chinese-official", "nine_gates", "en",
         ["Not counted beside it: Full Flush, Fully Concealed Hand, Concealed Hand and No Honors",
          "Not counted beside it, once: Pung of Terminals or Honors"]),
        ("chinese-official", "nine_gates", "zh",
         ["不另计：清一色、不求人、门前清、无字", "不另计一次：幺九刻"]),
        ("chinese-official", "quadruple_chow", "en",
         ["Not counted beside it: Pure Triple Chow, Tile Hog and Pure Double Chow"]),
        ("chinese-basic", "two_dragon_pungs", "en", ["Not counted beside it, twice: Dragon Pung or Kong"]),
    ],
)  # fmt: skip
def test_what_is_not_counted_beside_a_rule_is_told_as_it_is_refused(
    id: str, rule: str, language: str, said: list[str]
) -> None:
    """Set by set, or so many times: 111m counts beside a pung of dragons, and the second pung beside Nine Gates."""
    told = ToldRules(loaded(id), language)
    notes = next(told.box(own).notes for own in told.ruleset.book.rules if own.id == rule)
    assert [note for note in notes if note.startswith(("Not counted", "不另计"))] == said


@pytest.mark.parametrize(
    ("rule", "language", "said"),
    [
        ("horse", "en", "ow many horses hit: 2. Worth"),
        ("horse", "zh", "how many horses hit：2。共"),
        ("of_the_day", "en", "he suit of the day: characters"),
        ("of_the_day", "zh", "the suit of the day：万子。共"),
        ("bird", "en", "The birds that hit: "),
    ],
)
def test_an_example_says_what_its_record_does(rule: str, language: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(OWN_SHAPES, encoding="utf-8")
    told = ToldRules(mjrules.load(str(path)), language)
    assert said in next(told.box(own).scores for own in told.ruleset.book.rules if own.id == rule)


OTHERWISE = """
id: club
extends: hong-kong
set: {cap_faan: 13}
rules:
  all_triplets: {faan: 4}
  one_suit: {nr: 3}
  own_flower: {faan: none}
  seven_pairs: {faan: 4}
  mixed_one_suit: {excludes: [common_hand]}
  fives: {faan: 1, when: {sets: [pung 5m]}}
  "nines": {faan: 1, names: {en: "Nines, tens"}, when: {sets: [pung 9m]}}
  four_kongs: null
table: {rounds: 2, max_consecutive_east: 3}
match: {start: 100}
settlement: {base: 4}
house_rules: {declarations: {standing: {claims: none}}}
plugins: {add: [declarations]}
flags: {standing: has said so}
"""


def test_what_a_club_plays_otherwise_is_told_rule_by_rule_and_part_by_part(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(OTHERWISE, encoding="utf-8")
    found = ClubChoices(ToldRules(mjrules.load(str(path)), "en"), loaded("hong-kong")).chapters()
    (points,) = next(iter(found)).blocks
    assert isinstance(points, Points)
    assert points.items == (
        "How many faan count at most. Those above are cut: 13 (there 10).",
        "Whether seven pairs are a winning hand, and how many faan they have: 4 (there none).",
        "New: Fives, and Nines, tens.",
        "Left out: Own Flower and Four Kongs.",
        "All Triplets: 4 faan (there 3 faan).",
        "Asked or counted otherwise: Mixed One-Suit.",
        "A game has 2 rounds; in a round each player is East in turn.",
        "After 3 wins of East in a row, East passes on all the same.",
        "Each player begins with 100.",
        "Of players with as much, the one who sat first in the first hand goes first.",
        "What lies in pots at the end is lost.",
        "Otherwise too: payments after a win, house rules.",
    )


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ("version: '2'", "Everything is played as in Hong Kong"),
        ("table: {max_consecutive_east: 3}", "After 3 wins of East in a row, East passes on all the same."),
        ("terms: {fives: {sets: [pung 5m]}}", "Otherwise too: what rules ask for."),
        ("rules: {one_suit: {nr: 3}}", "Some values of the ruleset differ."),
    ],
)
def test_that_all_is_played_alike_is_said_only_where_nothing_differs(changed: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(f"id: club\nextends: hong-kong\n{changed}\n", encoding="utf-8")
    first = next(iter(ClubChoices(ToldRules(mjrules.load(str(path)), "en"), loaded("hong-kong")).chapters()))
    (block,) = first.blocks
    said = block.items if isinstance(block, Points) else (block.text,) if isinstance(block, Prose) else ()
    assert len(said) == 1
    assert said[0].startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The kitty: each player pays in 13 after each drawn hand; the winners have it, alike."),
        (
            "text: It buys the tea.",
            "The kitty: It buys the tea. Each player pays in 13 after each drawn hand; the winners have it, alike.",
        ),
    ],
)
def test_what_a_club_says_of_a_pot_is_told_beside_what_is_paid(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    kept = f"{{title: The kitty, stake: 13, {text}}}" if text else "{title: The kitty, stake: 13}"
    path.write_text(f"id: club\nextends: hong-kong\npots: {{kitty: {kept}}}\n", encoding="utf-8")
    lines = [
        line
        for chapter in what_is_paid(ToldRules(mjrules.load(str(path)), "en"))
        for block in chapter.blocks
        if isinstance(block, Points)
        for line in block.items
    ]
    assert told in lines


WINDS = """
id: club
extends: root
plugins: [base_payment, combinations, sum]
scoring: {method: sum}
rules:
  seat_pung: {fan: 4, when: {sets: [pung seat_wind]}}
  round_pung: {fan: 3, when: {sets: [pung round_wind]}}
  all_pungs: {fan: 1, when: {sets: pung}}
  own_flower: {fan: 2, when: {bonus: {own flower: 1}}}
settlement: {method: base_payment, base: 7}
"""


def test_examples_say_the_winds_on_which_their_worth_depends(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(WINDS, encoding="utf-8")
    told = ToldRules(mjrules.load(str(path)), "en")
    said = {rule.id: told.box(rule).scores for rule in in_order(told.ruleset)}
    seen = {id: re.findall("(seat|round) wind", text.lower()) for id, text in said.items()}
    assert seen["own_flower"] == ["seat"]
    assert "seat" in seen["seat_pung"]
    assert "round" in seen["round_pung"]
    for id, wind in (("seat_pung", "seat"), ("round_pung", "round")):
        example = told.rules[id].example
        assert example is not None
        assert f"{wind} wind {NAMES[getattr(example.hand, wind)]}".lower() in said[id].lower()


def test_an_example_of_a_game_without_winds_says_none() -> None:
    told = ToldRules(loaded("sichuan"), "en")
    assert not [text for rule in in_order(told.ruleset) if "wind" in (text := told.box(rule).scores)]


def test_the_summary_is_what_is_usual_where_options_are_chosen_otherwise() -> None:
    told = "Four sets and a pair, or thirteen orphans."
    assert f"\n\n{told} Faan are added; a hand needs 3" in pages("hong-kong")["text"]
    assert f"\n\nUsually: {told}" in pages("hong-kong", minimum=1)["text"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "rule", "option", "usual", "said"),
    [
        ("chinese-official", "reversible_tiles", {"reversible_dots": "124589"}, "3, 4, 5, 8, 9 of dots", "4s, 5s"),
        ("western", "imperial_jade", {"green_bamboos": "23468"}, "(2, 4, 6, 8)", "2s, 3s, 4s, 6s or 8s of bamboos"),
        ("chinese-official", "edge_wait", {"knitted_wait": "never"}, "Won on the 3 of 1-2-3", "not "),
        ("chinese-official", "tile_hog", {"tile_hog": "suits"}, "without a kong of it", "same suit tile"),
    ],
)
def test_what_a_rule_is_said_to_be_follows_the_options(
    id: str, rule: str, option: dict[str, Any], usual: str, said: str
) -> None:
    told = [ToldRules(ruleset, "en") for ruleset in (loaded(id), mjrules.load(id, option))]
    before, after = ([each.box(one).text for one in in_order(each.ruleset) if one.id == rule] for each in told)
    assert usual in before[0]
    assert usual not in after[0]
    assert said in after[0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_is_east_next_is_told_once_where_a_house_rule_says_it(language: str) -> None:
    east = {"en": "East (passes|stays)", "zh": "下庄|连庄"}[language]
    told = {id: " ".join(map(str, how_to_play(teller_of(loaded(id), language)))) for id in ("sichuan", "zung-jung")}
    assert re.search(east, told["zung-jung"])
    assert not re.search(east, told["sichuan"])
    assert {"en": "A house rule says who is East next", "zh": "下一局谁坐庄，见附加规则"}[language] in told["sichuan"]


@pytest.mark.parametrize(
    ("id", "dealt", "east"),
    [
        ("taiwanese", "16 tiles between turns; they are dealt four at a time.", "East takes one more at the end."),
        ("hong-kong", "they are dealt four at a time, then one by one.", "East one more at the end."),
        ("chinese-official/botzone", "each takes them from the wall that is theirs.", "East begins by drawing."),
    ],
)
def test_the_deal_is_told_as_hands_have_room(id: str, dealt: str, east: str) -> None:
    (deal,) = (one for one in how_to_play(teller_of(loaded(id), "en")) if one.title == "The deal")
    (points,) = deal.blocks
    assert isinstance(points, Points)
    first, second = points.items
    assert first.endswith(dealt)
    assert second.endswith(east)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, None),
        ({"max_chows": "1"}, "A hand wins only with this: either at most one chow; or (either"),
        ({"clean_hands": "all"}, "A hand wins only with this: tiles of one suit."),
    ],
)
def test_a_requirement_that_every_hand_meets_is_not_told(options: dict[str, str], told: str | None) -> None:
    required = [text for text in win_told(loaded("western", **options), "en") if "wins only with this" in text]
    assert len(required) == (told is not None)
    assert all(text.startswith(told or "") for text in required), required


@pytest.mark.parametrize(
    ("tiles", "lang", "laid", "last"),
    [
        ("f1234: 1", "en", "Flowers are laid down face up", "stands alone; flowers come last."),
        ("s1234: 1, a1234: 1", "en", "Seasons and animals are laid down face up", "; seasons and animals come last."),
        ("a12: 1", "en", "Animals are laid down face up", "; animals come last."),
        ("J: 4", "en", "", "the winning tile stands alone."),
        ("a12: 1", "zh", "动物牌亮出", "；动物牌在最后。"),
        ("J: 4", "zh", "", "和牌张单放。"),
    ],
)
def test_only_bonus_tiles_that_the_game_has_are_told_of(
    tmp_path: Path, tiles: str, lang: str, laid: str, last: str
) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(
        f"id: card\nextends: root\nplugins: [combinations, sum, wild]\nscoring: {{method: sum}}\n"
        f"tiles: {{replace: {{123456789mps: 4, {tiles}}}}}\nrules: {{win: {{fan: 1}}}}\n",
        encoding="utf-8",
    )
    assert main(["rulebook", str(path), "--lang", lang, "--out", str(tmp_path / "paper")]) == 0
    text = " ".join((tmp_path / "paper" / "rulebook.txt").read_text(encoding="utf-8").split())
    text = text.replace(" ", "") if lang == "zh" else text
    assert laid in text
    assert last in text
    assert ("laid down" in text or "亮出" in text) is bool(laid)


def test_what_a_hand_needs_to_win_is_not_asked_of_those_that_win_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(
        "id: card\nextends: chinese-basic\nwin_requires: {self_drawn: true}\n"
        "rules:\n  flowers: {points: 5, wins: true, when: {bonus: {flower: 4}}}\n",
        encoding="utf-8",
    )
    ruleset = mjrules.load(str(path))
    hand = "1m4m7m2p5p8p3s6s9s1z2z3z4z +9m from=left flowers=f1234"
    assert [item.id for item in ruleset.score(hand).items if item.id == "flowers"]
    assert "Any other hand wins only with this: self-drawn." in win_told(ruleset, "en")
    assert "其余和牌须：自摸。" in win_told(ruleset, "zh")


def test_payments_that_go_by_numbers_of_the_record_are_worked_out_for_none(tmp_path: Path) -> None:
    path = tmp_path / "horses.yaml"
    path.write_text(
        "id: horses\nextends: root\nplugins: [base_payment, combinations, sum]\nscoring: {method: sum}\n"
        "rules: {win: {points: 3}}\nfields: {horses: horses}\n"
        "settlement: {method: base_payment, times: {field: horses}}\n",
        encoding="utf-8",
    )
    told = ToldRules(mjrules.load(str(path)), "en")
    assert [dict(example.net) for example in worked_examples(told) if example.winner == "S" and not example.giver] == [
        {"E": -3, "S": 9, "W": -3, "N": -3}
    ]


@pytest.mark.parametrize(
    ("id", "options", "said"),
    [
        ("riichi", {}, True),
        ("riichi", {"early_ends": "none"}, True),
        ("riichi", {"early_ends": "none", "wins_together": "one"}, False),
        ("riichi", {"wins_together": "one"}, True),
        ("riichi/ema2016", {}, False),
    ],
)
def test_east_stays_on_what_can_happen(id: str, options: dict[str, str], said: bool) -> None:
    ruleset = loaded(id).under(options) if options else loaded(id)
    told = repr([*how_to_play(teller_of(ruleset, "en"))])
    stays = "East stays East after a win of East"
    assert stays in told
    assert ("a hand that ended before the wall did" in told) is said
    assert drawn_asks(ruleset).stopped is said


GAME_OF_ITS_OWN = (
    "id: own\nextends: root\ntitle: Own\nversion: '1'\nplugins: [base_payment, combinations, sum]\n"
    "scoring: {method: sum}\nsettlement: {method: base_payment, discard: {discarder: 3}}\nrules:\n  win: {points: 2}\n"
)


def told_of_game(tmp_path: Path, more: str, language: str) -> str:
    path = tmp_path / "own.yaml"
    path.write_text(GAME_OF_ITS_OWN + more, encoding="utf-8")
    told = ToldRules(mjrules.load(str(path)), language)
    return repr([*how_to_play(told.tell), *what_is_paid(told)])


ONLY_DRAWN = "win_requires: {self_drawn: true}\n"
DRAWN_OR_ROBBED = "win_requires: {any_of: [{self_drawn: true}, {flag: robbing_kong}]}\n"


@pytest.mark.parametrize("required", [ONLY_DRAWN, DRAWN_OR_ROBBED])
def test_where_only_drawn_tiles_win_no_discard_is_called_to_win(tmp_path: Path, required: str) -> None:
    early = "  early: {points: 1, when: {flag: early}}\nflags: {early: early}\n"
    first = "table: {situations: {early: first_discard}}\n"
    told = told_of_game(tmp_path, early + first + required, "en")
    assert "A discard may be called for a kong or a pung, then a chow;" in told
    assert "No discard can be called to win" in told
    assert "The last discard cannot be called" in told
    assert "East's first discard" not in told
    assert "discard of" not in told
    told = told_of_game(tmp_path, required, "zh")
    assert "打出的牌可以杠或碰，然后吃" in told
    assert "打出的牌不可和" in told
    assert "最后打出的牌不可叫" in told
    assert "点炮和" not in told


def test_where_only_drawn_tiles_win_a_discarder_is_at_most_who_added_a_tile_to_a_pung(tmp_path: Path) -> None:
    robbed = told_of_game(tmp_path, DRAWN_OR_ROBBED, "en")
    assert "No discard wins: who discarded is here who added the tile to a pung that wins" in robbed
    assert "kong of West robbed" in robbed
    robbed = told_of_game(tmp_path, DRAWN_OR_ROBBED, "zh")
    assert "打出的牌不和：此处点炮者，指被抢杠者" in robbed
    assert "抢西的杠" in robbed
    drawn = told_of_game(tmp_path, ONLY_DRAWN, "en")
    assert "No discard wins: what is said of one is never paid" in drawn
    assert "robbed" not in drawn
    assert "打出的牌不和：所说点炮不会发生" in told_of_game(tmp_path, ONLY_DRAWN, "zh")


@pytest.mark.parametrize(
    ("winners", "said", "in_chinese"),
    [
        ("one", "Only one player can win by a tile.", "加杠的一张牌只能一家和。"),
        ("two", "Two players may win by the same tile; a third may not.", "加杠的一张牌可以两家和，第三家不可。"),
        ("all", "All who call win by the same tile.", "加杠的一张牌，凡叫和者皆和。"),
        ("draw_at_three", "where three would, nobody wins and play ends.", "三家都要和则无人和，终局。"),
    ],
)
def test_where_only_kongs_are_robbed_it_is_said_how_many_may_win_by_one(
    tmp_path: Path, winners: str, said: str, in_chinese: str
) -> None:
    table = f"table: {{winners: {winners}}}\n"
    told = told_of_game(tmp_path, DRAWN_OR_ROBBED + table, "en")
    assert "No discard can be called to win, only a tile that another player adds to a pung." in told
    assert said in told
    told = told_of_game(tmp_path, DRAWN_OR_ROBBED + table, "zh")
    assert "打出的牌不可和，只可和他家加杠的牌。" in told
    assert in_chinese in told
    assert "win by the same" not in told_of_game(tmp_path, ONLY_DRAWN + table, "en")


def test_that_kongs_are_robbed_is_said_where_they_are(tmp_path: Path) -> None:
    robbed = "A tile that another player adds to a pung may be called to win, too."
    assert robbed in told_of_game(tmp_path, "", "en")
    assert robbed not in told_of_game(tmp_path, "table: {most_kongs: 0}\n", "en")


def test_of_two_others_two_winners_are_all(tmp_path: Path) -> None:
    seats = "table: {seats: [E, S, W], winners: draw_at_three}\n"
    assert "All who call win by the same discard." in told_of_game(tmp_path, seats, "en")


def test_a_text_of_payments_is_not_repeated_point_by_point(tmp_path: Path) -> None:
    told = repr([*what_is_paid(ToldRules(loaded("western"), "en"))])
    assert told.count("Each loser pays the winner's hand in full, then the losers pay each other the differences") == 1


def test_a_hand_that_wins_by_itself_on_a_discard_is_called(tmp_path: Path) -> None:
    alone = "  all: {points: 9, wins: true, when: {tiles: {5z: 4}}}\n"
    assert "called for mahjong, to win" in told_of_game(tmp_path, alone + ONLY_DRAWN, "en")


def test_where_no_kong_is_declared_nothing_is_said_of_kongs(tmp_path: Path) -> None:
    told = told_of_game(tmp_path, "table: {most_kongs: 0}\n", "en")
    assert "may win, and else discards one; no kongs are declared" in told
    assert "a pung, then a chow;" in told
    assert "concealed kong" not in told
    assert "0 kongs" not in told
    assert "made up for a kong" not in told
    assert "不开杠" in told_of_game(tmp_path, "table: {most_kongs: 0}\n", "zh")


def test_where_nothing_is_claimed_nobody_waits_for_calls(tmp_path: Path) -> None:
    told = told_of_game(tmp_path, "table: {claim_order: [], discards: face_down}\n", "en")
    assert "Discards lie face down." in told
    assert "spoken" not in told
    assert "last discard" not in told


def test_where_calls_have_one_rank_none_goes_first_by_it(tmp_path: Path) -> None:
    told = told_of_game(tmp_path, "table: {claim_order: [[kong, pung]]}\n", "en")
    assert "A discard may be called for a kong or a pung." in told


def test_of_two_players_one_alone_can_call(tmp_path: Path) -> None:
    told = told_of_game(tmp_path, "table: {seats: [E, S], winners: all, mahjong_order: [chow]}\n", "en")
    assert "rank alike" not in told
    assert "call win by the same" not in told
    assert "calls to win" not in told
    assert "player before" not in told


@pytest.mark.parametrize(("stays", "told"), [("[]", False), ("[draw]", False), ("[win]", True)])
def test_how_often_east_wins_in_a_row_is_told_where_east_stays_for_it(tmp_path: Path, stays: str, told: bool) -> None:
    table = f"table: {{max_consecutive_east: 2, east_stays_on: {stays}}}\n"
    assert ("wins of East in a row" in told_of_game(tmp_path, table, "en")) is told
