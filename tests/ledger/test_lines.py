"""Books as JSON lines: what strangers send is bounded and checked, and nothing of a bad file is written down."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator

import pytest

from mjrules import bounds
from mjrules.ledger import Corrected, Entry, EveningOpened, Ledger, LedgerError, TableOpened
from mjrules.ledger.lines import book_lines, read_book_lines
from mjrules.version import __version__

FOUR = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def ledger(books: Callable[[], str]) -> Iterator[Ledger]:
    with Ledger.open(books()) as own:
        own.append(EveningOpened(club="T", date="2026-11-24", players=FOUR, note="\u4e00\u842c"), id="e")
        own.append(TableOpened(evening="e", table="1", players=FOUR), id="t")
        yield own


def read(text: str | bytes) -> list[Entry]:
    return read_book_lines(io.BytesIO(text if isinstance(text, bytes) else text.encode()))


def test_what_is_written_is_read(ledger: Ledger, books: Callable[[], str]) -> None:
    lines = [*book_lines(ledger.entries())]
    assert read("".join(lines)) == ledger.entries()
    with Ledger.open(books()) as other:
        other.join(read("".join(lines)))
        assert [*book_lines(other.entries())] == lines


def header(**changes: object) -> str:
    """A first line that says this."""
    return json.dumps({"mjrules_books": 1, "events": 0, "sha256": "", **changes}) + "\n"


def test_what_is_no_book_is_refused(ledger: Ledger) -> None:
    head, opened, table = book_lines(ledger.entries())
    wrong: dict[str, str | bytes] = {
        "line 1: expected": "",
        "line 1: expected {": "{}",
        'line 1: expected {"': "[1]\n",
        "line 1: byte 0xff": b"\xff\n",
        "written by a newer mjrules, in version 3": header(mjrules_books=3),
        "by mjrules 9.1, in version 4": header(mjrules_books=4, mjrules="9.1"),
        "pip install --upgrade mjrules, then import": header(mjrules_books=3),
        "expected a version from 1, got true": header(mjrules_books=True),
        "expected a version from 1, got 0": header(mjrules_books=0),
        'expected a version from 1, got "1"': header(mjrules_books="1"),
        "if a newer mjrules has written these books: pip": head
        + opened.replace('"event":"evening"', '"event":"cake"')
        + table,
        "line 1: events: expected": header(events=10**7),
        "line 1: events: expected a number": header(events=True),
        "sha256 is missing": header(sha256=None),
        "ends after 1 events, and its first line names 2": head + opened,
        "line 4: more than the 2 events": head + opened + table + table,
        "the file was changed": head + table + opened,
        'line 2: event: "evning"': head + opened.replace("evening", "evning") + table,
        "line 3: byte 0x80": (head + opened).encode() + b"\x80\n",
    }
    for reason, text in wrong.items():
        with pytest.raises(LedgerError) as found:
            read(text)
        assert reason in str(found.value)


def test_a_line_that_is_too_long_is_not_read(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    head, opened, _ = book_lines(ledger.entries())
    monkeypatch.setattr(bounds, "BOOK_EVENT", 150)
    with pytest.raises(LedgerError, match="line 2: longer than 150 bytes"):
        read(head + opened[:-2] + "x" * 200)
    with pytest.raises(LedgerError, match="evening: longer than 150 bytes"):
        ledger.append(EveningOpened(club="T", date="2026-11-24", players=FOUR, note="x" * 150))
    monkeypatch.setattr(bounds, "BOOK_EVENTS", 2)
    with pytest.raises(LedgerError, match="more than 2 events: begin new books"):
        ledger.append(EveningOpened(club="T", date="2026-11-25", players=FOUR))


def test_deep_nesting_is_refused() -> None:
    deep = '{"event":"corrected","evening":"e","corrects":"a","instead":' * 5000
    with pytest.raises(LedgerError):
        Entry.from_line('{"id":"a","clock":1,"at":"","who":"",' + deep[1:] + "}" * 5001)
    record = {"event": "corrected", "evening": "e", "corrects": "a"}
    for _ in range(400):
        record = {**record, "instead": record}  # type: ignore[dict-item]
    with pytest.raises(LedgerError):
        Entry.from_line(json.dumps({"id": "a", "clock": 1, "at": "", "who": "", **record}))


def test_lines_have_the_oldest_version_that_can_read_them(ledger: Ledger) -> None:
    plain = [*book_lines(ledger.entries())]
    assert json.loads(plain[0])["mjrules_books"] == 1
    own = TableOpened(evening="e", table="2", players=FOUR, ruleset="abc")
    ledger.append(own, id="t2")
    own_rules = [*book_lines(ledger.entries())]
    assert (json.loads(own_rules[0])["mjrules_books"], json.loads(own_rules[0])["mjrules"]) == (2, __version__)
    assert read("".join(own_rules))[-1].event == own
    ledger.append(Corrected(evening="e", corrects="t", instead=own.but(table="1")), id="c")
    assert ledger.evening("e").other_rulesets == {"1": "abc", "2": "abc"}
