"""The books keep everything once, in one order, and fold it alike in every copy."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mjrules import bounds
from mjrules.ledger import (
    BookEvent,
    Corrected,
    Entry,
    EveningBooks,
    EveningOpened,
    HandBooked,
    Ledger,
    LedgerError,
    PaymentBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    RulesetFrozen,
    SeatsChanged,
    TableOpened,
    TableTurn,
    Undone,
)
from mjrules.ledger.books import TableBooks, corrected_apart, evening_of
from mjrules.ledger.migrations import NEWEST
from mjrules.ledger.sqlite_store import SqliteStore, _told

Books = Callable[[], str]

OLD = Path(__file__).parent / "books-1.db"
"""Books of version 1, as the first mjrules that had any wrote them."""
FOUR = ("Ann", "Bo", "Cy", "Di")
SEATS = dict(zip("ESWN", FOUR, strict=True))
PAID = {"Ann": 30, "Bo": -10, "Cy": -10, "Di": -10}


@pytest.fixture
def ledger(books: Books) -> Iterator[Ledger]:
    with Ledger.open(books()) as own:
        opened = own.append(EveningOpened(club="Tuesday", date="2026-11-24", players=FOUR), id="e", who="Ann")
        own.append(TableOpened(evening=opened.id, table="1", players=FOUR), id="t")
        yield own


def hand(count: int, **said: object) -> HandBooked:
    told = {"evening": "e", "table": "1", "number": count, "seats": SEATS, "paid": PAID, **said}
    return HandBooked(**told)  # type: ignore[arg-type]


def evening(ledger: Ledger) -> EveningBooks:
    return ledger.evening("e")


def test_what_is_sent_twice_is_written_down_once(ledger: Ledger) -> None:
    first = ledger.append(hand(1), id="h1", who="Bo")
    assert ledger.append(hand(1), id="h1", who="Cy") == first
    assert (first.who, first.clock, evening(ledger).balances["Ann"]) == ("Bo", 3, 30)
    with pytest.raises(LedgerError, match="the id h1 stands for another event"):
        ledger.append(hand(2), id="h1")


def test_a_correction_counts_until_it_is_undone(ledger: Ledger) -> None:
    ledger.append(hand(1), id="h1")
    other = {"Ann": -30, "Bo": 10, "Cy": 10, "Di": 10}
    ledger.append(Corrected(evening="e", corrects="h1", instead=hand(1, paid=other)), id="c1")
    assert evening(ledger).balances["Ann"] == -30
    line = evening(ledger).lines[2]
    assert (line.number, line.entry.id, line.event, [entry.id for entry in line.corrections]) == (
        3, "h1", hand(1, paid=other), ["c1"],
    )  # fmt: skip
    ledger.append(Undone(evening="e", undoes="c1"), id="u1")
    assert evening(ledger).balances["Ann"] == 30
    ledger.append(Undone(evening="e", undoes="u1"), id="u2")
    assert evening(ledger).balances["Ann"] == -30
    ledger.append(Undone(evening="e", undoes="h1"), id="u3")
    assert evening(ledger).balances == dict.fromkeys(FOUR, 0)
    assert evening(ledger).lines[2].undone_by == ledger.entry("u3")
    assert [line.number for line in evening(ledger).lines if line.live] == [1, 2]


def test_a_line_knows_the_undo_that_counts(ledger: Ledger) -> None:
    ledger.append(hand(1), id="h1")
    for number in range(3):
        assert evening(ledger).lines[2].undone_by is None
        ledger.append(Undone(evening="e", undoes="h1"), id=f"u{number}")
        line = evening(ledger).lines[2]
        assert (line.live, line.undone_by, line.later) == (False, ledger.entry(f"u{number}"), 2 * number + 1)
        ledger.append(Undone(evening="e", undoes=f"u{number}"), id=f"b{number}")


def test_the_table_goes_on_where_the_last_hand_left_it(ledger: Ledger) -> None:
    turn = TableTurn(FOUR, "Ann", "Bo", stays=0)
    ledger.append(hand(1, then=turn), id="h1")
    assert evening(ledger).tables["1"].seated == ("Bo", "Cy", "Di", "Ann")
    ledger.append(PlayerArrived(evening="e", player="Eve", note="the bus"))
    ledger.append(PlayerLeft(evening="e", player="Cy"))
    ledger.append(SeatsChanged(evening="e", table="1", players=("Bo", "Eve", "Di", "Ann")))
    assert evening(ledger).tables["1"].turn == TableTurn(("Ann", "Bo", "Eve", "Di"), "Ann", "Bo")
    ledger.append(SeatsChanged(evening="e", table="1", players=("Di", "Bo", "Eve", "Ann"), anew=True))
    assert evening(ledger).tables["1"].turn == TableTurn(("Di", "Bo", "Eve", "Ann"), "Di", "Di")
    ledger.append(PotSwitchedAt(evening="e", table="1", pot="kitty", on=True))
    assert (evening(ledger).tables["1"].on, evening(ledger).tables["1"].hands) == ({"kitty": True}, 1)
    assert evening(ledger).players == {**dict.fromkeys(FOUR, True), "Cy": False, "Eve": True}


def test_what_does_not_sum_to_zero_is_named(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match="payment: the amounts sum to -3, not to zero"):
        PaymentBooked(evening="e", table="1", paid={"Ann": -3})
    ledger.append(PaymentBooked(evening="e", table="1", paid={"Ann": -3, "Bo": -3}, difference="the room"))
    ledger.append(PaymentBooked(evening="e", table="1", paid={"Ann": -7}, pots={"kitty": 7}))
    found = evening(ledger)
    assert (found.differences, found.in_pots) == ({"the room": 6}, {"kitty": 7})
    assert sum(found.balances.values()) + 6 + 7 == 0
    assert found.standings == (("Cy", 0), ("Di", 0), ("Bo", -3), ("Ann", -10))


GONE = PlayerLeft(evening="e", player="Di")
REFUSED = {
    "hand 1 of table 1 is written down already": hand(1),
    'there is no table "7"': hand(2, table="7"),
    '"Eve" has not come to this evening': hand(2, seats={**SEATS, "N": "Eve"}, paid={}),
    '"Cy" has left': SeatsChanged(evening="e", table="1", players=FOUR),
    "Cy is not here": PlayerLeft(evening="e", player="Cy"),
    "Di is here already": PlayerArrived(evening="e", player="Di"),
    "the table 1 is made up already": TableOpened(evening="e", table="1", players=("Ann", "Bo", "Di")),
    'there is no evening "f"': TableOpened(evening="f", table="1", players=FOUR),
    'there is no event "h9" in this evening': Undone(evening="e", undoes="h9"),
    'is corrected by one of its kind, not by "left"': Corrected(evening="e", corrects="h1", instead=GONE),
    "that was undone already": Undone(evening="e", undoes="h2"),
    "line 4 was undone": Corrected(evening="e", corrects="h2", instead=hand(2)),
}  # fmt: skip


@pytest.mark.parametrize("reason", REFUSED)
def test_what_does_not_fit_is_refused(ledger: Ledger, reason: str) -> None:
    ledger.append(hand(1), id="h1")
    ledger.append(hand(2), id="h2")
    ledger.append(Undone(evening="e", undoes="h2"))
    ledger.append(PlayerLeft(evening="e", player="Cy"))
    before = ledger.entries()
    with pytest.raises(LedgerError, match=reason):
        ledger.append(REFUSED[reason])
    assert ledger.entries() == before


def test_two_copies_that_went_apart_are_joined(ledger: Ledger, books: Books) -> None:
    ledger.append(hand(1), id="h1")
    with Ledger.open(books()) as other:
        assert (other.join(ledger.entries()), other.join(ledger.entries())) == (3, 0)
        ledger.append(hand(2), id="h2")
        other.append(hand(2, paid={"Bo": 5, "Cy": -5}), id="x2")
        other.append(Undone(evening="e", undoes="h1"))
        assert (ledger.join(other.entries()), other.join(ledger.entries())) == (2, 1)
        assert other.entries() == ledger.entries()
        assert other.evenings() == ledger.evenings()
        assert evening(other).balances == {"Ann": 30, "Bo": -5, "Cy": -15, "Di": -10}
        assert evening(other).problems == ("line 5: hand 2 of table 1 is written down already",)
        ledger.append(PlayerLeft(evening="e", player="Di"))


def test_an_evening_that_is_undone_is_gone_unless_another_copy_went_on(ledger: Ledger, books: Books) -> None:
    with Ledger.open(books()) as other:
        other.join(ledger.entries())
        other.append(hand(1), id="h1")
        with pytest.raises(LedgerError, match="the evening was undone, and yet it has lines that count"):
            other.append(Undone(evening="e", undoes="e"))
        ledger.append(Undone(evening="e", undoes="t"))
        ledger.append(Undone(evening="e", undoes="e"))
        assert ledger.evenings() == []
        assert not any(line.live for line in evening(ledger).lines[1:])
        with pytest.raises(LedgerError, match=r"^the evening was undone$"):
            ledger.append(PlayerArrived(evening="e", player="Eve"))
        other.join(ledger.entries())
        assert evening(other).balances == PAID
        assert evening(other).problems == (
            'line 3: there is no table "1"',
            "line 1: the evening was undone, and yet it has lines that count",
        )


def test_nothing_is_joined_that_speaks_of_what_is_not_there(ledger: Ledger) -> None:
    before = ledger.entries()
    strange = {
        'there is no evening "f"': [Entry("a", 9, "", "", PlayerLeft(evening="f", player="Di"))],
        'there is no event "q" in this evening': [Entry("a", 9, "", "", Undone(evening="e", undoes="q"))],
        "its clock is not behind that of t": [Entry("a", 2, "", "", Undone(evening="e", undoes="t"))],
        "the id t stands for two events": [Entry("t", 2, "", "", PlayerLeft(evening="e", player="Di"))],
    }
    for reason, entries in strange.items():
        good = Entry("g", 9, "", "", PlayerLeft(evening="e", player="Di"))
        with pytest.raises(LedgerError, match=reason):
            ledger.join([good, *entries])
    assert ledger.entries() == before


def test_nothing_is_joined_for_which_there_is_no_room(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ledger.entries()
    more = [Entry(id, 9, "", "", PlayerArrived(evening="e", player=id)) for id in ("x1", "x2", "x3")]
    monkeypatch.setattr(bounds, "BOOK_EVENTS", len(before) + 2)
    with pytest.raises(LedgerError, match="more than 4 events: begin new books"):
        ledger.join(more)
    assert ledger.entries() == before
    assert ledger.join(more[:2]) == 2


def test_a_correction_of_a_correction_is_no_other_reading() -> None:
    """Two copies are apart only where each has a correction of which the other does not know."""
    opened = Entry("e", 1, "", "", EveningOpened(club="T", date="2026-11-24", players=FOUR))
    arrived = Entry("a", 2, "", "", PlayerArrived(evening="e", player="Eve"))
    names = {"Flo": 3, "Gus": 4}
    flo, gus = [
        Entry(
            name, clock, "", "", Corrected(evening="e", corrects="a", instead=PlayerArrived(evening="e", player=name))
        )
        for name, clock in names.items()
    ]
    first = [opened, arrived]
    for ours, theirs in (([flo], [flo, gus]), ([flo, gus], [flo]), ([], [flo]), ([flo], []), ([flo], [flo])):
        assert corrected_apart([*first, *ours], [*first, *theirs]) == {}
    apart = corrected_apart([*first, flo], [*first, gus])
    assert apart == {"a": (PlayerArrived(evening="e", player="Flo"), PlayerArrived(evening="e", player="Gus"))}


def test_what_happens_at_a_table_that_was_never_made_up_counts(ledger: Ledger) -> None:
    """It may have been undone in another copy: who plays there sits there, and what is paid is paid."""
    opened = ledger.entries()[:1]
    pots = {"kitty": 4}

    def table_after(event: BookEvent) -> TableBooks:
        found = evening_of([*opened, Entry("x", 9, "", "", event)])
        assert found.problems == ('line 2: there is no table "9"',)
        assert sum(found.balances.values()) + sum(found.in_pots.values()) == 0
        return found.tables["9"]

    changed = table_after(SeatsChanged(evening="e", table="9", players=FOUR[1:]))
    assert (changed.seated, changed.turn, changed.hands) == (FOUR[1:], TableTurn(FOUR[1:], "Bo", "Bo"), 0)
    played = table_after(hand(1, table="9"))
    assert (played.seated, played.turn, played.hands) == (FOUR, TableTurn(FOUR, "Ann", "Ann"), 1)
    paid = table_after(PaymentBooked(evening="e", table="9", paid={"Bo": -4}, pots=pots))
    assert (paid.turn, paid.pots, paid.hands) == (TableTurn(("Bo",), "Bo", "Bo"), pots, 0)
    nobody = table_after(PaymentBooked(evening="e", table="9", paid={}, pots={"kitty": 0}))
    assert (nobody.seated, nobody.pots) == ((), {"kitty": 0})


def test_every_event_reads_as_it_was_written(ledger: Ledger) -> None:
    frozen = RulesetFrozen(name="house", hash="0f", title="House", canonical="{}", files={"a.yaml": ("id: a",)})
    ledger.append(frozen)
    result = {"scores": {"E": 30}, "items": [{"id": "x", "value": 1.5, "unit": None}], "self_drawn": False}
    ledger.append(hand(1, how="values", winners=("Ann",), record={"scores": {"E": 30}}, result=result))
    ledger.append(Corrected(evening="e", corrects="t", instead=TableOpened(evening="e", table="1", players=FOUR[::-1])))
    assert [Entry.from_line(entry.to_line()) for entry in ledger.entries()] == ledger.entries()
    assert ledger.rulesets() == {"0f": frozen}


BAD_RECORDS: dict[str, dict[str, object]] = {
    'event: "hnd" is no kind of event \\(did you mean "hand"': {"event": "hnd"},
    'there is no field "plyer" here \\(did you mean "player"': {"event": "left", "evening": "e", "plyer": "Di"},
    "left: player is missing": {"event": "left", "evening": "e"},
    "left: player: expected text, got 3": {"event": "left", "evening": "e", "player": 3},
    "player: .* is no name": {"event": "left", "evening": "e", "player": "D" * 61},
    "player: .* is no name:": {"event": "left", "evening": "e", "player": "D\ni"},
    "not seen": {"event": "left", "evening": "e", "player": "D\u200bi"},
    "expected text as a key": {"event": "payment", "evening": "e", "table": "1", "paid": {"A\u200bnn": 0}},
    "at most": {"event": "payment", "evening": "e", "table": "1", "paid": {"Ann": 10**13}},
    "whole number": {"event": "payment", "evening": "e", "table": "1", "paid": {"Ann": True}},
    "comes twice": {"event": "table", "evening": "e", "table": "1", "players": ["Ann", "Ann"]},
    "more than 500 names": {"event": "table", "evening": "e", "table": "1", "players": [str(n) for n in range(501)]},
    "more than 1000 characters": {"event": "left", "evening": "e", "player": "Di", "note": "x" * 1001},
    "names none itself": {"event": "evening", "evening": "e", "club": "T", "date": "d", "players": []},
    "belongs to no evening": {
        "event": "ruleset", "evening": "e", "name": "a", "hash": "b", "title": "c", "canonical": "",
    },
    "is not corrected: undo it": {
        "event": "corrected", "evening": "e", "corrects": "u",
        "instead": {"event": "undone", "evening": "e", "undoes": "h"},
    },
    "belongs to another evening": {
        "event": "corrected", "evening": "e", "corrects": "u",
        "instead": {"event": "left", "evening": "f", "player": "Di"},
    },
}  # fmt: skip


@pytest.mark.parametrize("reason", BAD_RECORDS)
def test_a_record_that_cannot_be_is_refused(reason: str) -> None:
    with pytest.raises(LedgerError, match=reason):
        Entry.from_record({"id": "a", "clock": 1, "at": "", "who": "", **BAD_RECORDS[reason]})


def test_an_entry_that_cannot_be_is_refused() -> None:
    event: BookEvent = PlayerLeft(evening="e", player="Di")
    for id, clock, at, reason in (
        ("a b", 1, "", "id: expected"),
        ("a", 0, "", "clock: expected"),
        ("a", 1, "\x1b[2J", "at: expected a line"),
    ):
        with pytest.raises(LedgerError, match=reason):
            Entry(id, clock, at, "", event)
    for line, reason in (
        ("[1]", "expected a JSON object"),
        ('{"id": "a"}', "clock is missing"),
        ("{", "not JSON"),
        (
            '{"id":"a","clock":1,"at":"","who":"","event":"hand","record":' + '{"a":' * 30 + "1" + "}" * 31,
            "missing|deep",
        ),
    ):
        with pytest.raises(LedgerError, match=reason):
            Entry.from_line(line)
    wrong: list[dict[str, object]] = [{"number": 0}, {"how": "guess"}, {"winners": ("Eve",)}, {"seats": {}}]
    for said in wrong:
        with pytest.raises(LedgerError, match="hand: "):
            hand(1, **{"paid": {}, **said})
    for value, reason in ((float("nan"), "written down"), ({"a": object()}, "written down"), ({1: 2}, "as a key")):
        with pytest.raises(LedgerError, match=reason):
            hand(1, record={"x": value})
    deep: object = 1
    for _ in range(21):
        deep = [deep]
    with pytest.raises(LedgerError, match="nested deeper than 20"):
        hand(1, record={"x": deep})


def test_the_file_refuses_every_change(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "club.db") as own:
        own.append(EveningOpened(club="Tuesday", date="2026-11-24", players=FOUR))
    with sqlite3.connect(tmp_path / "club.db") as db:
        for change in ("UPDATE event SET body = ''", "DELETE FROM event"):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                db.execute(change)


def test_a_file_that_is_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at" * 20)
    with pytest.raises(LedgerError, match="is it a club's books"):
        Ledger.open(tmp_path / "text")
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("CREATE TABLE t (a)")
    with pytest.raises(LedgerError, match="a database of something else"):
        Ledger.open(tmp_path / "other.db")
    with sqlite3.connect(tmp_path / "new.db") as db:
        db.execute("CREATE TABLE event (a)")
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(LedgerError, match="written by a newer mjrules"):
        Ledger.open(tmp_path / "new.db")
    for name, said in (("no-version", "CREATE TABLE event (a)"), ("no-table", "PRAGMA application_id = 1")):
        with sqlite3.connect(tmp_path / name) as db:
            db.execute(said)
        with pytest.raises(LedgerError, match="a database of something else"):
            Ledger.open(tmp_path / name)
    with pytest.raises(LedgerError, match="there is no folder"):
        Ledger.open(tmp_path / "no" / "such.db")


@pytest.mark.parametrize("replaced", [True, False])
def test_nothing_is_written_into_books_that_were_moved_while_they_were_open(tmp_path: Path, replaced: bool) -> None:
    """It would be in the file that was moved, and nobody would find it: a club that restores a copy goes on unheard."""
    place, moved = tmp_path / "club.db", tmp_path / "old.db"
    with Ledger.open(place) as own:
        own.append(EveningOpened(club="Tuesday", date="2026-11-24", players=FOUR), id="e")
        place.rename(moved)
        if replaced:
            place.write_bytes(OLD.read_bytes())
        with pytest.raises(LedgerError, match="these books were moved, removed or replaced"):
            own.append(PlayerLeft(evening="e", player="Di"))
        with pytest.raises(LedgerError, match="these books were moved, removed or replaced"):
            own.evening("e")
        moved.replace(place)
        assert own.append(PlayerLeft(evening="e", player="Di")).clock == 2


def unwritable(monkeypatch: pytest.MonkeyPatch, *places: Path) -> None:
    """These places cannot be written, as it is with others' files; who runs tests as root may write all."""
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) not in places and may(path, mode))


def test_books_that_cannot_be_written_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own" / "books of #1.db"
    path.parent.mkdir()
    with Ledger.open(path) as writer:
        opened = writer.append(EveningOpened(club="Tuesday", date="2026-11-24", players=FOUR))
        writer.append(TableOpened(evening=opened.id, table="1", players=FOUR))
    with monkeypatch.context() as patched:
        for places in ([path], [path.parent]):
            unwritable(patched, *places)
            with Ledger.open(path) as reader:
                assert len(reader.entries()) == 2
                assert [*path.parent.iterdir()] == [path], "nothing is made beside it, which would be in others' way"
                with pytest.raises(LedgerError, match="these books can only be read: may you write the file"):
                    reader.append(PlayerArrived(evening=opened.id, player="Flo"))
                reader.backup(tmp_path / f"kept{len(places[0].name)}.db")
            patched.undo()
        unwritable(patched, path)
        with Ledger.open(path) as reader:
            assert len(reader.entries()) == 2
            patched.undo()
            with Ledger.open(path) as writer:
                writer.append(PlayerArrived(evening=opened.id, player="Flo"))
                assert len(reader.entries()) == 3, "what is in the log of a writer"
            assert len(reader.entries()) == 3, "and what is in the file"
            with Ledger.open(path) as writer:
                writer.append(PlayerLeft(evening=opened.id, player="Flo"))
            assert len(reader.entries()) == 4


def test_old_and_empty_books_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, empty, none = tmp_path / "old.db", tmp_path / "empty.db", tmp_path / "none.db"
    old.write_bytes(OLD.read_bytes())
    empty.touch()
    unwritable(monkeypatch, old, empty)
    with Ledger.open(old) as ledger:
        assert ledger.entries()
    assert old.read_bytes() == OLD.read_bytes(), "it stays of its version"
    with pytest.raises(LedgerError, match="these books can only be read"):
        Ledger.open(empty)
    with Ledger.open(none) as ledger:
        assert not ledger.entries(), "what is not there is made"


def test_a_full_disk_is_told(ledger: Ledger, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "club.db") as own:
        own.append(EveningOpened(club="Tuesday", date="2026-11-24", players=FOUR), id="e")
        assert isinstance(own._store, SqliteStore)
        arrived = [PlayerArrived(evening="e", player=f"Eve {count}", note="x" * 500) for count in range(20)]
        pages = own._store._db.execute("PRAGMA page_count").fetchone()[0]
        own._store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LedgerError, match="the disk is full, nothing was written down"):
            own.join([Entry(f"a{clock}", clock, "", "", event) for clock, event in enumerate(arrived, 2)])
        assert [entry.id for entry in own.entries()] == ["e"]


def test_a_disk_without_room_for_the_files_beside_the_books_is_full(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    with pytest.raises(LedgerError, match="the disk is full"), _told(tmp_path / "club.db"):
        raise error


def test_a_backup_is_made_while_the_books_are_open(ledger: Ledger, tmp_path: Path) -> None:
    ledger.backup(tmp_path / "copy.db")
    ledger.append(hand(1))
    with Ledger.open(tmp_path / "copy.db") as copy:
        assert copy.entries() == ledger.entries()[:2]
    with pytest.raises(LedgerError, match="there already"):
        ledger.backup(tmp_path / "copy.db")


def test_a_backup_that_is_broken_off_leaves_nothing(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(source))

    before = {*tmp_path.iterdir()}
    monkeypatch.setattr("os.replace", full)
    with pytest.raises((LedgerError, OSError), match="No space left on device"):
        ledger.backup(tmp_path / "copy.db")
    assert {*tmp_path.iterdir()} == before


def test_what_is_not_there_is_told(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match='there is no evening "x"'):
        ledger.evening("x")
    with pytest.raises(LedgerError, match='there is no event "x"'):
        ledger.entry("x")
    assert evening(ledger).line(0) is None
    assert evening(ledger).line(2) is evening(ledger).lines[1]
    assert evening(ledger).hands == ()


def test_books_of_an_older_version_open(tmp_path: Path) -> None:
    (tmp_path / "old.db").write_bytes(OLD.read_bytes())
    for _ in range(2):
        with Ledger.open(tmp_path / "old.db") as ledger:
            found = ledger.evening("evening")
            assert found.standings == (("Bo", 94), ("Ann", -2), ("Di", -2), ("Cy", -98))
            assert (found.differences, [line.live for line in found.lines]) == (
                {"the room": 8}, [True, True, True, False, True],
            )  # fmt: skip
            assert ledger.append(found.lines[2].event, id="hand-1").who == ""
    with sqlite3.connect(tmp_path / "old.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (NEWEST,)
