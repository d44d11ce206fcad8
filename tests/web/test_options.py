"""Options on the page: every one with its choices, kept in the name of the ruleset, in links and on evenings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest

from mjrules.errors import RulesetError
from mjrules.teller import teller_of
from mjrules.web.requests import Reply
from tests.web.evenings import Evening
from tests.web.visiting import Visitor, site_in, words

CLUB = b"id: our-club\nextends: hong-kong\ntitle: {en: Our Club}\nset: {minimum: 1}\n"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    visitor = Visitor(site_in(tmp_path_factory.mktemp("options")))
    visitor.site.shelf._listed = []
    yield visitor
    visitor.site.books.close()


def chosen(page: str) -> dict[str, str]:
    """What the form of a page says as it stands."""
    form = page.partition('class="options"')[2].partition("</form>")[0]
    pairs = re.findall(r'<input name="(set\.[^"]*)"[^>]* value="([^"]*)"', form)
    pairs += re.findall(r'<input type="radio" name="(set\.[^"]*)" value="([^"]*)"[^>]* checked', form)
    return {name: unescape(value) for name, value in pairs}


def apply(visitor: Visitor, name: str, **change: str) -> Reply:
    """Choose something on the page of options."""
    page = visitor.page("/options?" + urlencode({"ruleset": name}))
    said = {**chosen(page), **{f"set.{option}": value for option, value in change.items()}}
    return visitor.get("/options?" + urlencode({"ruleset": name, "apply": "1", **said}))


def name_in(reply: Reply) -> str:
    found = re.findall(r"ruleset=([^&]*)", reply.headers["Location"])[0]
    return str(found).replace("%3F", "?").replace("%3D", "=").replace("%26", "&")


def test_every_option_is_shown_for_what_it_is(visitor: Visitor) -> None:
    page = visitor.page("/options?ruleset=hong-kong")
    for text in (
        "How many faan a hand needs to win, its flowers and seasons not counted. 3",
        "full (as usual) The discarder pays two portions, the others nothing.",
        "or none : All faan count.",
    ):
        assert text in words(page)
    assert len(chosen(page)) == len(visitor.site.shelf.get("hong-kong").options.declared)
    assert "Options" in visitor.page("/score?ruleset=hong-kong")


def test_what_is_chosen_is_in_the_name_and_no_more(visitor: Visitor) -> None:
    assert name_in(apply(visitor, "hong-kong")) == "hong-kong"
    name = name_in(apply(visitor, "hong-kong", minimum="1", spice="full"))
    assert name == "hong-kong?minimum=1&spice=full"
    assert name_in(apply(visitor, name, spice="half")) == "hong-kong?minimum=1"
    page = visitor.page("/options?" + urlencode({"ruleset": name}))
    assert "usually half" in words(page)
    assert "All as usual" in words(page)
    page = visitor.page("/score?" + urlencode({"ruleset": name, "tiles": "123m456p789s22233z", "how": "left"}))
    assert "Hong Kong Old Style (minimum: 1, spice: full)" in words(page)
    assert "The minimum of 1 is met." in words(page)
    assert "minimum%3D1" in page.partition('class="share" href="')[2].partition('"')[0], "the link holds the rules"


@pytest.mark.slow
def test_what_a_choice_brings_along_is_left_to_it(visitor: Visitor) -> None:
    name = name_in(apply(visitor, "western", bonus_tiles="false"))
    assert name == "western?bonus_tiles=false"
    assert visitor.site.shelf.get(name).options.chosen["limit"] == 300
    kept = name_in(apply(visitor, name, limit="1000"))
    assert visitor.site.shelf.get(kept).options.chosen["limit"] == 1000
    page = visitor.page("/options?ruleset=western%3Fchinese_game%3Dtrue")
    assert chosen(page)["set.bonus_tiles"] == "false"


@pytest.mark.parametrize(
    ("change", "said"),
    [({"spice": "hot"}, 'option spice has no value "hot"'), ({"minimum": "many"}, 'no value "many"')],
)
def test_what_cannot_be_chosen(visitor: Visitor, change: dict[str, str], said: str) -> None:
    reply = apply(visitor, "hong-kong", **change)
    assert reply.status == 400
    assert said in words(reply)


@pytest.mark.slow
def test_an_evening_is_played_by_them(visitor: Visitor) -> None:
    name = "hong-kong?minimum=1"
    assert "Hong Kong Old Style (minimum: 1)" in words(visitor.page("/evenings?" + urlencode({"ruleset": name})))
    evening = Evening(visitor, name)
    assert "Hong Kong Old Style (minimum: 1)" in evening.said
    page = evening.hand(tiles="123m456p789s22233z", how="left")
    assert evening.write_hand(page).status == 303
    (frozen,) = visitor.site.books.ledger.rulesets().values()
    assert (frozen.name, dict(frozen.options)) == ("hong-kong", {"minimum": 1})


def test_a_file_of_the_club_has_options_too_and_is_listed(visitor: Visitor) -> None:
    brought = visitor.post("/rulesets", files={"file": ("club.yaml", CLUB)}).data.decode()
    own = "own:" + brought.partition("own%3A")[2][:24]
    assert "Brought already Our Club" in words(visitor.page("/"))
    name = name_in(apply(visitor, own, cap_faan="none"))
    assert name.endswith("?cap_faan=none")
    name = name.replace("%3A", ":")
    assert visitor.site.shelf.get(name) is visitor.site.shelf.get(name)
    assert teller_of(visitor.site.shelf.get(name), "en").game_with_options == "Our Club (cap faan: none)"
    (visitor.site.shelf.folder / own[4:] / "club.yaml").write_text("id: [", encoding="utf-8")
    visitor.site.shelf._own_titles.clear()
    visitor.site.shelf._own.clear()
    assert "Brought already" not in words(visitor.page("/"))


def test_names_are_bounded(visitor: Visitor) -> None:
    with pytest.raises(RulesetError, match="more than 200 options"):
        visitor.site.shelf.get("hong-kong?" + "&".join(f"o{n}=1" for n in range(300)))
    assert visitor.get("/options?ruleset=hong-kong%3Fnothing%3D1").status == 400
    many = visitor.site.shelf.get(
        "hong-kong?minimum=1&spice=full&cap_faan=none&responsibility=half&guaranteed_self_draw=pays&stake=3"
        "&seven_pairs=4"
    )
    assert teller_of(many, "en").game_with_options.endswith(", …)")


def test_rules_may_leave_nothing_to_choose(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjrules.web.options_page.shown_options", lambda *_: [])
    assert "These rules leave nothing to choose." in words(visitor.page("/options?ruleset=hong-kong"))
