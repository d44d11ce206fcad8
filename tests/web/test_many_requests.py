"""The interface under all that is known and much that is hostile: what the command line says, and never a failure."""

from __future__ import annotations

import io
import json
import random
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from mjrules.cli import main
from mjrules.web.api import answer_json
from mjrules.web.app import make_app
from mjrules.web.shelf import Shelf
from mjrules.web.site import Site
from tests.fuzz.changes import change_bytes, change_json, change_lines, change_words
from tests.fuzz.targets import (
    hand_words,
    record_seeds,
    ruleset_seeds,
    ruleset_words,
    settlement_seeds,
    settlement_words,
)
from tests.kit.profile import amount, thinned
from tests.web.evenings import Evening
from tests.web.visiting import Visitor, site_in

pytestmark = pytest.mark.slow
CASES = Path(__file__).parents[1] / "cases"
HANDS = sorted(
    path for name in ("hands", "random", "refused", "three_players") for path in CASES.glob(f"*/{name}.jsonl")
)
CHANGES = (change_bytes, change_words, change_lines, change_json)
KILOBYTES = 400_000
"""How much more memory hostile requests may take."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return site_in(tmp_path_factory.mktemp("many"))


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient]:
    with TestClient(make_app(site), client=("127.0.0.1", 1)) as client:
        yield client


def printed(*arguments: str, stdin: str = "") -> list[Any]:
    """What a command prints as JSON lines."""
    out, before = io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()))
    try:
        with redirect_stdout(out):
            main(arguments)
    finally:
        sys.stdin = before
    return [json.loads(line) for line in out.getvalue().splitlines()]


def same(own: Any, other: Any) -> bool:
    """Whether two answers are the same; the interface says the reasons of a refusal too, as --json does."""
    if own["valid"] or other["valid"]:
        return bool(own == other)
    longer, shorter = own.pop("error"), other.pop("error")
    message = longer.pop("message").startswith(shorter.pop("message"))
    return bool(message and own == other and longer == shorter)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_known_hand_is_answered_as_on_the_command_line(path: Path, site: Site, client: TestClient) -> None:
    texts = [line for line in path.read_text(encoding="utf-8").splitlines() if line]
    told = printed("score", "--jsonl", "-", stdin="\n".join(texts))
    records = [json.loads(text) for text in texts]
    assert len(told) == len(records)
    for record, other in zip(records, told, strict=True):
        assert same(answer_json(site.shelf, "score", record), other), record
    for record, text in thinned(list(zip(records, texts, strict=True)), 40, 40):
        explained = client.post("/api/explain", json=record).json()
        assert [explained] == printed("explain", text, "--json")


def test_every_known_settlement_too(site: Site) -> None:
    texts = (CASES / "settlement" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    told = printed("settle", "--jsonl", "-", stdin="\n".join(texts))
    for text, other in zip(texts, told, strict=True):
        assert same(answer_json(site.shelf, "settle", json.loads(text)), other), text


@cache
def _inputs() -> dict[str, tuple[list[bytes], list[str], Callable[[bytes], dict[str, Any]]]]:
    def as_yaml(data: bytes) -> dict[str, Any]:
        return {"yaml": data.decode("utf-8", "replace")}

    def as_record(data: bytes) -> dict[str, Any]:
        text = data.decode("utf-8", "replace")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return {"ruleset": "western/us", "text": text}
        return {"ruleset": "western/us", **value} if isinstance(value, dict) else {"hand": value}

    return {
        "check": (ruleset_seeds(), [*ruleset_words()], as_yaml),
        "explain": (record_seeds(), [*hand_words()], as_record),
        "waits": (record_seeds(), [*hand_words()], as_record),
        "settle": (settlement_seeds(), [*settlement_words()], as_record),
    }


@pytest.mark.parametrize("name", ["check", "explain", "waits", "settle"])
def test_hostile_requests_are_answered(name: str, site: Site, client: TestClient) -> None:
    seeds, words, made = _inputs()[name]
    chance = random.Random(f"hostile {name}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(amount(20, 100, 2_500)):
        data = seeds[number % len(seeds)]
        for _ in range(chance.choice((0, 1, 2, 5))):
            data = chance.choice(CHANGES)(data, words, chance)
        reply = client.post(f"/api/{name}", content=json.dumps(made(data)).encode(), headers=AS_JSON)
        assert reply.status_code in (200, 413, 422), (data, reply.text)
        if reply.status_code == 200:
            answer = reply.json()
            assert answer["valid"] or answer.get("error") or answer.get("problems"), answer
            assert str(site.shelf.folder) not in reply.text
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < KILOBYTES


AS_JSON = {"content-type": "application/json"}
BOMB = "id: x\nextends: hong-kong\nbase: &a [x, x]\n" + "".join(
    f"k{n}: &{b} [*{a}, *{a}]\n"
    for n, (a, b) in enumerate(zip("abcdefghijklmnopqrstuv", "bcdefghijklmnopqrstuvw", strict=True))
)


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("explain", {"ruleset": "western/us", "text": "JJJJ JJJJ 123m 45p !J"}),
        ("explain", {"ruleset": "western/us", "text": "J" * 14}),
        ("waits", {"ruleset": "western/us", "text": "JJJJ JJJJ 123m 45p"}),
        ("check", {"yaml": BOMB}),
        ("check", {"yaml": "[" * 5_000}),
        ("check", {"yaml": "a: " * 30_000}),
        (
            "check",
            {"yaml": "id: x\nextends: hong-kong\nrules:\n" + "".join(f"  r{n}: {{faan: 1}}\n" for n in range(2_500))},
        ),
        ("score", {"ruleset": "hong-kong", "text": "1m" * 1_999}),
        ("score", {"ruleset": "x" * 100_000}),
        ("score", {"ruleset": "hong-kong", "options": {"minimum": 10**40}, "text": "1m"}),
        ("score", {"ruleset": "hong-kong", "options": {f"o{n}": n for n in range(2_000)}, "text": "1m"}),
    ],
)
def test_what_would_take_long_is_answered(name: str, record: dict[str, Any], client: TestClient) -> None:
    reply = client.post(f"/api/{name}", json=record)
    assert reply.status_code == 200
    answer = reply.json()
    assert answer["valid"] or answer.get("error") or answer.get("problems")


PAGES = ("/score", "/share", "/paper", "/evening", "/evenings", "/options", "/standings", "/sheet", "/export")


def test_hostile_addresses_are_pages(tmp_path: Path) -> None:
    visitor = Visitor(site_in(tmp_path))
    chance = random.Random("addresses")
    names = (
        "tiles",
        "sets",
        "bonus",
        "win",
        "into",
        "how",
        "seat",
        "round",
        "flag",
        "x.dora",
        "o.S",
        "tap",
        "drop",
        "undo",
        "text",
        "also",
        "set.minimum",
        "apply",
        "as",
        "id",
        "season",
        "line",
    )
    values = (
        "",
        "1m",
        "123m",
        "J" * 14,
        "((",
        "[1111z]",
        "x" * 3000,
        "\u202e",
        "f1",
        "-1",
        "99999999999",
        "left",
        "no",
        "\0",
        "<b>",
        "json",
        "lines",
        "tiles=123m&seat=S&how=left",
        "a=1&" * 100,
    )
    for _ in range(amount(20, 80, 4_000)):
        pairs = [(chance.choice(names), chance.choice(values)) for _ in range(chance.randint(1, 8))]
        path = chance.choice(PAGES)
        ruleset = chance.choice(
            ("hong-kong", "riichi", "western/us", "no", "../x", "hong-kong%3Fminimum%3Dx", "%3F%3F")
        )
        reply = visitor.get(f"{path}?ruleset={ruleset}&{urlencode(pairs)}")
        assert reply.status in (200, 303, 400, 404), (path, pairs)
        assert b"<b>" not in reply.data
    visitor.site.books.close()


def test_hostile_forms_are_refused_or_written_down(tmp_path: Path) -> None:
    visitor = Visitor(site_in(tmp_path))
    evening = Evening(visitor, "riichi")
    chance = random.Random("forms")
    acts = ["hand", "drawn", "amounts", "pay", "penalty", "bonus", "arrives", "leaves", "seats", "table"]
    acts += ["close", "final", "pot", "undo", "nothing"]
    names = ["line", "table", "name", "ready", "winner", "a.E", "a.S", "put.sticks", "seat.E", "seat.S", "also", "pot"]
    names += ["event", "player", "tiles", "how", "seat", "note", "anew", "flag", "x.dora", "seen"]
    values = ["", "1", "2", "3", "E", "S", "Q", "Ann", "Bo", "x" * 300, "\u202e", "+100", "-100", "9" * 40, "sticks"]
    values += ["123m456p789s11122z", "left", "drawn", "tiles=123m&seat=S&how=left", "riichi", "<b>", "-1", "0"]
    for _ in range(amount(10, 150, 4_000)):
        fields = {chance.choice(names): chance.choice(values) for _ in range(chance.randint(0, 7))}
        reply = evening.write(chance.choice(acts), **fields)
        assert reply.status in (303, 400, 409), fields
        assert b"<b>" not in reply.data
    kept = visitor.site.books.ledger.evening(evening.id)
    assert sum(kept.balances.values()) + sum(kept.in_pots.values()) == 0
    assert visitor.get(f"/evening?id={evening.id}").status == 200
    visitor.site.books.close()


def test_the_interface_is_as_it_is_described(site: Site) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", make_app(site))
    found = 0
    for operation in schema.get_all_operations():
        given = operation.ok().as_strategy()
        found += 1
        _try(given)
    assert found == 6


def _try(given: Any) -> None:
    from hypothesis import HealthCheck, settings
    from hypothesis import given as drawn

    @drawn(case=given)
    @settings(max_examples=amount(5, 15, 400), deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def holds(case: Any) -> None:
        case.call_and_validate(headers={"host": "127.0.0.1"})

    holds()


def test_many_files_are_checked_and_none_is_left(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "rulesets")
    for data in thinned(ruleset_seeds(), 20, 4):
        shelf.check(data, keep=False)
    assert not shelf.folder.is_dir() or [*shelf.folder.iterdir()] == []
