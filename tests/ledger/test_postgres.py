"""What books in PostgreSQL have in addition: triggers, a lock of those who write, a connection that breaks."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import psycopg
import pytest

from mjrules.ledger import EveningOpened, Ledger, LedgerError, PaymentBooked, PlayerLeft, TableOpened
from tests.kit.postgres import Schemas

FOUR = ("Ann", "Bo", "Cy", "Di")


def opened(ledger: Ledger) -> Ledger:
    """Books with an evening and a table."""
    ledger.append(EveningOpened(club="T", date="2026-11-24", players=FOUR), id="e")
    ledger.append(TableOpened(evening="e", table="1", players=FOUR), id="t")
    return ledger


@pytest.mark.slow
def test_the_tables_refuse_every_change(schemas: Schemas) -> None:
    where = schemas.new()
    opened(Ledger.open(where)).close()
    with psycopg.connect(where, autocommit=True) as db:
        for change in (b"UPDATE mjrules_event SET body = ''", b"DELETE FROM mjrules_event", b"TRUNCATE mjrules_event"):
            with pytest.raises(psycopg.errors.RaiseException, match="never changed or deleted"):
                db.execute(change)
        db.execute("UPDATE mjrules_version SET version = 99")
    with pytest.raises(LedgerError, match="written by a newer mjrules"):
        Ledger.open(where)


@pytest.mark.slow
def test_several_writers_leave_no_gap(schemas: Schemas) -> None:
    where = schemas.new()
    opened(Ledger.open(where)).close()

    def write(name: str) -> None:
        with Ledger.open(where) as ledger:
            for number in range(30):
                ledger.append(PaymentBooked(evening="e", table="1", paid={"Ann": 1, "Bo": -1}), id=f"{name}{number}")

    writers = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with Ledger.open(where) as ledger, psycopg.connect(where) as db:
        assert ledger.evening("e").balances == {"Ann": 90, "Bo": -90, "Cy": 0, "Di": 0}
        assert [entry.clock for entry in ledger.entries()] == [*range(1, 93)]
        assert [seq for (seq,) in db.execute("SELECT seq FROM mjrules_event ORDER BY seq")] == [*range(1, 93)]


@pytest.mark.slow
def test_a_connection_that_broke_is_made_anew(schemas: Schemas) -> None:
    where = schemas.new()
    with opened(Ledger.open(where)) as ledger, psycopg.connect(where, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        with pytest.raises(LedgerError, match=r"^PostgreSQL: "):
            ledger.append(PlayerLeft(evening="e", player="Di"), id="left")
        ledger.append(PlayerLeft(evening="e", player="Di"), id="left")
        assert not ledger.evening("e").players["Di"]


@pytest.mark.slow
def test_a_backup_is_a_file_of_books(schemas: Schemas, tmp_path: Path) -> None:
    with opened(Ledger.open(schemas.new())) as ledger:
        ledger.backup(tmp_path / "kept.db")
        with Ledger.open(tmp_path / "kept.db") as kept:
            assert kept.entries() == ledger.entries()


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(LedgerError) as found:
        Ledger.open(f"postgresql://ann:secret@/club?host={tmp_path}")
    assert "secret" not in str(found.value)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(LedgerError, match=r"pip install 'mjrules\[postgres\]'"):
        Ledger.open("postgresql://ann@/club")
