"""Whatever strangers send is answered soon, and clearly, and nothing of what the club has is lost."""

from __future__ import annotations

import re
import resource
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from mjrules.web.app import make_app
from mjrules.web.requests import Reply
from tests.kit.processor_time import ProcessorTime
from tests.kit.profile import amount
from tests.web.evenings import Evening
from tests.web.hostile import HOSTILE_KINDS, JOKERS, HostileInput, hostile_inputs
from tests.web.visiting import Visitor, site_in, words

pytestmark = pytest.mark.slow
MOST_SECONDS = 2.0
"""What any request may take, in seconds of the processor of a small server."""
MOST_MEMORY = 400_000
"""How much more memory all of them may take, in kilobytes."""
AS_JSON = {"content-type": "application/json"}
CLUB = "id: kept-club\nextends: hong-kong\ntitle: {en: Kept Club}\nset: {minimum: 1}\n"
NOT_FOR_STRANGERS = re.compile(r"Traceback|Error\b|\.py\b|0x[0-9a-f]{6}")


class Club:
    """A page with an evening in its books and rules of its own, which hostile requests come to."""

    def __init__(self, folder: Path) -> None:
        self.site = site_in(folder)
        self.visitor = Visitor(self.site)
        self.client = TestClient(make_app(self.site), client=("127.0.0.1", 1))
        assert self.visitor.post("/rulesets", text=CLUB).status == 200
        self.own = self.site.shelf.own_listed()[0].name
        self.evening = Evening(self.visitor, self.own)
        self.evening.write("amounts", **{"a.E": "30", "a.S": "-30"})
        self.time = ProcessorTime()
        self.clear = 0

    @property
    def kept(self) -> tuple[object, ...]:
        """What must not be lost: all that is in the books, and that the club's own rules can be played by."""
        entries = self.site.books.ledger.entries()
        return (*(entry.to_line() for entry in entries), self.site.shelf.get(self.own).hash)

    def send(self, sent: HostileInput) -> None:
        """Send a request, and see it answered clearly."""
        about = f"{sent.to} {sent.data[:200]!r}"
        if sent.to == "drop":
            self._drop(sent.data, about)
            return
        with self.client as client:
            address = f"/api/{sent.to}"
            reply = self.time.of(lambda: client.post(address, content=sent.body, headers=AS_JSON), about)
        assert reply.status_code in (200, 413, 422), (about, reply.text)
        assert str(self.site.shelf.folder) not in reply.text
        if reply.status_code == 200:
            self._look_at(reply.json(), about)

    def _look_at(self, answer: dict[str, object], about: str) -> None:
        """An answer is a score, or says what is wrong."""
        told = answer.get("error") or answer.get("problems")
        assert answer["valid"] or told, about
        if not answer["valid"]:
            said = [own["message"] for own in (told if isinstance(told, list) else [told])]  # type: ignore[index]
            assert all(len(message) > 8 for message in said), (about, said)
            assert not any(NOT_FOR_STRANGERS.search(message) for message in said), (about, said)
            self.clear += 1

    def _drop(self, data: bytes, about: str) -> None:
        """A file is dropped onto the page; if it is sound, a hand of jokers is scored by it."""
        files = {"file": ("club.yaml", data)}
        reply = self.time.of(lambda: self.visitor.post("/rulesets", files=files), about)
        assert reply.status in ((200, 400, 422) if data else (400,)), (about, words(reply))
        assert str(self.site.shelf.folder) not in reply.data.decode()
        found = re.search(r"ruleset=(own%3A[0-9a-f]{24})", reply.data.decode())
        if reply.status != 200 or found is None:
            assert len(words(reply)) > 40, about
            self.clear += 1
            return
        for text in JOKERS[:2]:
            address = f"/score?ruleset={found[1]}&text={quote(text)}"
            score: Reply = self.time.of(lambda address=address: self.visitor.get(address), f"{about}: {text}")  # type: ignore[misc]
            assert score.status in (200, 400), about


@pytest.mark.parametrize("kind", HOSTILE_KINDS)
def test_hostile_requests_are_refused_soon_and_clearly(kind: str, tmp_path: Path) -> None:
    club = Club(tmp_path)
    kept, before = club.kept, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for sent in hostile_inputs(kind, amount(quick=8, gate=100 if kind == "check" else 40, night=170)):
        club.send(sent)
    assert club.time.longest < MOST_SECONDS, f"{club.time.longest:.1f} s: {club.time.about}"
    assert club.clear, "none was refused: these are not hostile"
    assert club.kept == kept
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MEMORY
    club.site.books.close()
