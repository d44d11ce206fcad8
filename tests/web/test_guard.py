"""Who may come in: the key of the club, sessions, tokens of forms, and how often anybody may ask."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from mjrules.web.access import KEY_FILE, SECRET_FILE, SESSION, Guard, Rate, set_key
from mjrules.web.site import Site
from tests.web.visiting import NOON, Visitor, site_in, token_in, words

KEY = "bamboo east wind"
PAGE = "/score?ruleset=hong-kong"


def test_this_machine_needs_no_key_where_none_is_set(tmp_path: Path) -> None:
    site = site_in(tmp_path)
    assert Visitor(site).get(PAGE).status == 200
    reply = Visitor(site, here=False).get(PAGE)
    assert reply.status == 401
    assert "The key of the club" in words(reply)


def test_the_key_of_a_run_lets_phones_in(tmp_path: Path) -> None:
    phone = Visitor(site_in(tmp_path, once="abc123"), here=False)
    assert phone.get("/enter?key=wrong").status == 403
    assert phone.get(PAGE).status == 401
    reply = phone.get("/enter?key=abc123")
    assert (reply.status, reply.headers["Location"]) == (303, "/?lang=en")
    assert phone.get(PAGE).status == 200
    phone.post("/leave")
    assert phone.get(PAGE).status == 401


def test_the_key_of_a_club_is_kept_as_a_hash(tmp_path: Path) -> None:
    set_key(tmp_path, KEY)
    assert KEY not in (tmp_path / KEY_FILE).read_text()
    site = Site.of(tmp_path, once="never")
    for name in (KEY_FILE, SECRET_FILE):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert Visitor(site).get(PAGE).status == 401, "with a key, this machine needs it too"
    visitor = Visitor(site, here=False)
    assert visitor.post("/enter", key="never").status == 403
    assert visitor.post("/enter", key=KEY).status == 303
    assert visitor.get(PAGE).status == 200
    again = Visitor(Site.of(tmp_path), cookies=dict(visitor.cookies))
    assert again.get(PAGE).status == 200, "sessions outlive a restart"
    assert site.guard.is_key(KEY)


def test_a_key_is_not_too_short(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the key has 3 characters"):
        set_key(tmp_path, "abc")


def test_keys_cannot_be_guessed_fast(tmp_path: Path) -> None:
    visitor = Visitor(site_in(tmp_path, once="abc123"), here=False)
    said = [visitor.get(f"/enter?key={number}").status for number in range(5)]
    assert said == [403, 403, 403, 429, 429]
    assert visitor.get("/enter?key=abc123").status == 429
    visitor.at += 200
    assert visitor.get("/enter?key=abc123").status == 303


def test_a_club_behind_one_address_comes_in_all_at_once(tmp_path: Path) -> None:
    site = site_in(tmp_path, once="abc123")
    told = [Visitor(site, here=False).get("/enter?key=abc123").status for _ in range(12)]
    assert told == [303] * 12


@pytest.mark.parametrize(
    ("to", "there"),
    [
        ("/score?ruleset=hong-kong&tiles=123m", "/score?ruleset=hong-kong&tiles=123m"),
        (
            "/paper?ruleset=hong-kong&page=crib&x=%0d%0a%E4%B8%80",
            "/paper?ruleset=hong-kong&page=crib&x=%0D%0A%E4%B8%80",
        ),
        ("//evil.example/score", "/?lang=en"),
        ("https://evil.example/score", "/?lang=en"),
        ("/\\evil.example", "/?lang=en"),
        ("/score?" + "a=1&" * 500, "/?lang=en"),
        ("//[", "/?lang=en"),
        ("", "/?lang=en"),
    ],
)
def test_who_opened_a_link_comes_to_its_page_with_the_key(tmp_path: Path, to: str, there: str) -> None:
    visitor = Visitor(site_in(tmp_path, once="abc123"), here=False)
    assert visitor.post("/enter", key="abc123", to=to).headers["Location"] == there


def test_the_key_is_asked_for_with_where_it_leads(tmp_path: Path) -> None:
    visitor = Visitor(site_in(tmp_path, once="abc123"), here=False)
    asked = visitor.get("/score?ruleset=hong-kong&tiles=123m").data.decode()
    assert 'name="to" value="/score?ruleset=hong-kong&amp;tiles=123m"' in asked
    wrong = visitor.post("/enter", key="no", to="/score?ruleset=hong-kong").data.decode()
    assert 'name="to" value="/score?ruleset=hong-kong"' in wrong, "after a wrong key too"


def test_a_form_needs_its_token(tmp_path: Path) -> None:
    site = site_in(tmp_path)
    visitor, other = Visitor(site), Visitor(site)
    foreign = token_in(other.page("/enter"))
    for token in ("", "x", foreign, "é"):
        reply = visitor.post("/rulesets", token=token, text="id: x")
        assert reply.status == 403
        assert "too old" in words(reply)


@pytest.mark.parametrize("change", ["inside", "id", "ends", "cut", "none", "long"])
def test_a_forged_session_is_none(change: str) -> None:
    guard = Guard(b"secret")
    cookie = guard.cookie(guard.new_session(NOON, inside=False))
    id, ends, inside, signature = cookie.split(".")
    assert guard.session(cookie, NOON) is not None
    forged = {
        "inside": f"{id}.{ends}.1.{signature}",
        "id": f"x.{ends}.{inside}.{signature}",
        "ends": f"{id}.{int(ends) + 1}.{inside}.{signature}",
        "cut": cookie[:-1],
        "none": "",
        "long": "x" * 5000,
    }
    assert guard.session(forged[change], NOON) is None
    assert guard.session(cookie, NOON + 10**8) is None, "it ends"
    assert Guard(b"another").session(cookie, NOON) is None


def test_a_session_is_made_once(tmp_path: Path) -> None:
    visitor = Visitor(site_in(tmp_path))
    assert SESSION in visitor.get("/enter").cookies
    assert SESSION not in visitor.get("/enter").cookies


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    site = site_in(tmp_path)
    visitor = Visitor(Site(site.shelf, site.guard, site.books, Rate(2, 1)))
    assert [visitor.get("/enter").status for _ in range(3)] == [200, 200, 429]
    visitor.at += 1
    assert visitor.get("/enter").status == 200


def test_only_so_many_visitors_are_remembered() -> None:
    rate = Rate(1, 0.001)
    assert rate.allows("first", NOON)
    assert not rate.allows("first", NOON)
    for number in range(10_000):
        rate.allows(str(number), NOON)
    assert rate.allows("first", NOON)
    rate.forget("first")
    assert rate.allows("first", NOON)
