"""The application as a server runs it: its routes, its JSON interface, what it takes in, and who is at this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from mjrules.web import shelf
from mjrules.web.access import Rate
from mjrules.web.app import make_app
from mjrules.web.request_bodies import Bounded
from mjrules.web.site import Site
from tests.web.visiting import site_in, token_in

PAGE = "/score?ruleset=hong-kong&tiles=123m456p789s11122z"
TEXT = "123m456p789s111z2z +2z from=left"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return site_in(tmp_path_factory.mktemp("app"), once="open-sesame")


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient]:
    with TestClient(make_app(site), client=("127.0.0.1", 5000), follow_redirects=False) as client:
        yield client


def asked(client: TestClient, name: str, record: Any) -> Any:
    reply = client.post(f"/api/{name}", json=record)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_pages_come_with_their_headers_and_cookies(client: TestClient) -> None:
    reply = client.get(PAGE)
    assert reply.status_code == 200
    assert "5 faan" in reply.text
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    assert client.get("/tile/1m.svg").headers["content-type"] == "image/svg+xml"


def test_a_file_is_brought(client: TestClient) -> None:
    token = token_in(client.get("/enter").text)
    data = b"id: app-club\nextends: hong-kong\ntitle: {en: App Club}\n"
    reply = client.post("/rulesets", data={"token": token}, files={"file": ("a.yaml", data)})
    assert "Nothing is wrong: App Club" in reply.text
    name = "own:" + reply.text.partition("own%3A")[2][:24]
    assert asked(client, "score", {"ruleset": name, "text": TEXT})["total"] == 4
    assert client.post("/rulesets", data={"token": "x"}, files={"file": ("a.yaml", data)}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8000"},
        {"x-forwarded-for": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
        {"x-real-ip": "127.0.0.1"},
        {"via": "1.1 proxy"},
    ],
)
def test_what_only_looks_like_this_machine_needs_a_key(site: Site, headers: dict[str, str]) -> None:
    client = TestClient(make_app(site), client=("127.0.0.1", 5000))
    assert client.get(PAGE, headers=headers).status_code == 401
    assert client.post("/api/score", json={}, headers=headers).status_code == 401


def test_another_machine_needs_a_key(site: Site) -> None:
    phone = TestClient(make_app(site), client=("10.0.0.9", 5000), follow_redirects=False)
    assert phone.get(PAGE).status_code == 401
    assert phone.get("/api/rulesets").status_code == 401
    told = [
        phone.post("/api/check", json={}, headers={"authorization": f"Bearer {key}"}) for key in ("x", "open-sesame")
    ]
    assert [reply.status_code for reply in told] == [401, 200]
    assert phone.get("/enter?key=open-sesame").status_code == 303
    assert phone.get(PAGE).status_code == 200
    assert phone.post("/api/score", json={"ruleset": "hong-kong", "text": TEXT}).status_code == 200


def test_the_interface_says_what_the_command_line_says(client: TestClient) -> None:
    record = {"id": "a", "ruleset": "hong-kong", "concealed": "123m456p789s1112z", "win": "2z", "from": "left"}
    score = asked(client, "score", record)
    assert (score["id"], score["total"], score["payments"]) == ("a", 4, {"E": 64, "S": 0, "W": 0, "N": -64})
    for name in ("score", "explain"):
        answer = asked(client, name, {"id": "b", "ruleset": "hong-kong", "text": TEXT})
        assert (answer["id"], answer["total"]) == ("b", 4)
    assert (
        asked(client, "score", {"ruleset": "hong-kong", "text": TEXT, "options": {"minimum": 5}})["minimum_met"]
        is False
    )
    assert "other_readings" in asked(client, "explain", record)
    waits = asked(client, "waits", {**record, "win": None, "winner": False})
    assert [wait["tile"] for wait in waits["waits"]] == ["2z"]
    settled = asked(client, "settle", {"ruleset": "hong-kong", "scores": {"E": 4}, "winner": "E", "self_drawn": True})
    assert settled["net"]["E"] > 0


@pytest.mark.parametrize(
    ("name", "record", "said"),
    [
        ("score", {}, "no ruleset is chosen"),
        ("score", {"ruleset": "no-such"}, 'unknown ruleset "no-such"'),
        ("score", {"ruleset": 5, "text": TEXT}, "expected the id of a ruleset"),
        ("score", {"ruleset": "hong-kong", "text": 5}, "expected a hand as text"),
        ("score", {"ruleset": "hong-kong", "text": "123q"}, "123q"),
        ("score", {"ruleset": "hong-kong", "text": TEXT, "seat": "S"}, '"seat" stands beside text'),
        ("waits", {"ruleset": "hong-kong", "text": TEXT, "concealed": "1m"}, '"concealed" stands beside text'),
        ("score", {"ruleset": "/etc/passwd.yaml"}, "names a ruleset by its id"),
        ("score", {"ruleset": "own:000000000000000000000000"}, "not here any more"),
        ("explain", {"ruleset": "hong-kong", "text": "123m456p789s1112z +3z"}, "no pair"),
        ("settle", {"ruleset": "hong-kong", "text": TEXT}, "settlement record"),
        ("settle", {"ruleset": "hong-kong", "hands": {"E": TEXT, "S": "12m"}}, "the hand has 2 tiles"),
        ("waits", {"ruleset": "hong-kong", "text": "1m"}, "the hand has 1 tile ("),
        ("check", {"ruleset": "../x.yaml"}, "expected yaml"),
        ("check", {"ruleset": 3}, "expected yaml"),
    ],
)
def test_what_is_wrong_is_the_answer(client: TestClient, name: str, record: dict[str, Any], said: str) -> None:
    answer = asked(client, name, record)
    assert answer["valid"] is False
    assert said in answer["error"]["message"]


def test_rulesets_are_checked(client: TestClient, site: Site) -> None:
    assert asked(client, "check", {"ruleset": "chinese-basic"})["valid"] is True
    assert "problems" in asked(client, "check", {"ruleset": "no-such"})
    before = set(site.shelf.folder.iterdir()) if site.shelf.folder.is_dir() else set()
    sound = asked(client, "check", {"yaml": "id: other\nextends: hong-kong\n"})
    assert sound["valid"] is True
    wrong = asked(client, "check", {"yaml": "id: other\nextends: hong-kong\nlimit: 5\n"})
    assert wrong["problems"][0]["line"] == 3
    assert set(site.shelf.folder.iterdir()) == before, "what is only checked is not kept"


def test_rulesets_are_listed_and_the_interface_is_described(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "known_ids", lambda: ["hong-kong"])
    assert [one["ruleset"] for one in client.get("/api/rulesets").json()] == ["hong-kong"]
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {
        f"/api/{name}" for name in ("check", "explain", "rulesets", "score", "settle", "waits")
    }


def test_what_cannot_be_read_is_refused(client: TestClient) -> None:
    for kind, body, said in (
        ("application/json", b'{"a": }', "character 7"),
        ("application/json", b"[1]", "expected a JSON object"),
        ("application/json", b"", "expected a JSON object"),
        ("text/plain", b'{"ruleset": "hong-kong"}', "Content-Type: application/json"),
        ("text/plain", b"\xff\xfe", "Content-Type: application/json"),
    ):
        reply = client.post("/api/score", content=body, headers={"content-type": kind})
        assert reply.status_code == 422
        assert said in reply.json()["detail"]
    assert client.get("/?" + "a=1&" * 500).status_code == 400
    assert client.post("/rulesets", content=b"x" * 300_000).status_code == 413


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("PUT", "/score", 405, "GET HEAD POST"),
        ("GET", "/api/score", 405, "POST"),
        ("POST", "/api/rulesets", 405, "GET"),
        ("DELETE", "/api/check", 405, "POST"),
        ("GET", "/api/scores", 404, ""),
        ("POST", "/api/", 404, ""),
    ],
)
def test_what_is_asked_in_a_wrong_way_is_told(
    client: TestClient, method: str, path: str, status: int, allowed: str
) -> None:
    reply = client.request(method, path)
    told = reply.headers.get("allow", "").replace(",", " ").split()
    assert (reply.status_code, sorted(told)) == (status, allowed.split())
    assert isinstance(reply.json()["detail"], str)
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/static/page.css", 200), ("/no-such", 404)])
def test_the_head_of_a_page_can_be_asked_for(client: TestClient, path: str, status: int) -> None:
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, head.headers["content-type"]) == (status, whole.headers["content-type"])


@pytest.mark.parametrize("name", ["score", "explain", "settle", "waits", "check"])
def test_half_a_character_is_answered(client: TestClient, name: str) -> None:
    half = b'{"id": "\\ud800", "ruleset": "hong-kong", "concealed": "1m"}'
    reply = client.post(f"/api/{name}", content=half, headers={"content-type": "application/json"})
    assert reply.status_code == 200
    assert reply.json().get("id") in (None, "\ud800")


def test_who_asks_too_often_is_told(site: Site) -> None:
    client = TestClient(make_app(Site(site.shelf, site.guard, site.books, Rate(1, 0))))
    said = [client.post("/api/check", json={}).status_code for _ in range(2)]
    assert said == [200, 429]


def test_a_body_comes_whole_and_soon() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        body = (await receive())["body"]
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    def status(*parts: Any, length: bytes = b"2", seconds: float = 5.0) -> tuple[int, bytes]:
        sent: list[Any] = []
        coming = iter(parts)

        async def receive() -> Any:
            part = next(coming, {"type": "http.disconnect"})
            if part == "never":
                await asyncio.sleep(60)
            return part if isinstance(part, dict) else {"type": "http.request", "body": part, "more_body": True}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "headers": [(b"content-length", length)]}
        asyncio.run(Bounded(app, most=10, seconds=seconds)(scope, receive, send))
        return sent[0]["status"], sent[1]["body"]

    last = {"type": "http.request", "body": b"b"}
    assert status(b"a", last) == (200, b"ab")
    assert status(b"a" * 6, b"a" * 6, last)[0] == 413
    assert status(last, length=b"11")[0] == 413
    assert status(last, length=b"-1")[0] == 413
    assert status(b"a")[0] == 400
    code, body = status(b"a", "never", seconds=0.01)
    assert code == 408
    assert json.loads(body) == {"detail": "the body took too long to come in"}


def test_other_messages_are_let_through() -> None:
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    async def none(*_: Any) -> Any:
        return {}

    asyncio.run(Bounded(app)({"type": "lifespan"}, none, none))
    assert seen == ["lifespan"]


def test_links_of_this_machine_lead_others_here(site: Site) -> None:
    client = TestClient(make_app(Site(site.shelf, site.guard, site.books, Rate(99, 99), base="http://10.0.0.5:8000")))
    assert 'value="http://10.0.0.5:8000/score?ruleset=hong-kong' in client.get(PAGE.replace("/score", "/share")).text


def test_nothing_of_a_failure_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError("a secret of the server")

    monkeypatch.setattr("mjrules.web.app.answer_json", fails)
    client = TestClient(make_app(site_in(tmp_path)), raise_server_exceptions=False)
    reply = client.post("/api/score", json={})
    assert (reply.status_code, "secret" in reply.text) == (500, False)


@pytest.mark.parametrize(("hand", "expected"), [({}, 14), ({"text": ""}, 13)])
def test_a_hand_of_no_tiles_is_not_counted_part_by_part(client: TestClient, hand: Any, expected: int) -> None:
    error = asked(client, "score", {"ruleset": "hong-kong", **hand})["error"]
    assert error["message"] == f"the hand has 0 tiles (a kong counting three): expected {expected}"
