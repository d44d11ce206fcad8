"""The command `serve`: its address, its code for phones, the key of the club, and what it says when it cannot."""

from __future__ import annotations

import io
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn

from mjrules.cli import main
from mjrules.web import serving, shelf
from mjrules.web.access import KEY_FILE


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[uvicorn.Server]:
    """The servers that would have been run."""
    found: list[uvicorn.Server] = []
    monkeypatch.setattr(shelf, "known_ids", list)
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: found.append(self))
    return found


def free_port() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return str(one.getsockname()[1])


def test_it_tells_where_it_is(
    served: list[uvicorn.Server], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "own_address", lambda: "192.168.1.20")
    port = free_port()
    assert main(["serve", "--port", port, "--data", str(tmp_path / "data")]) == 0
    out = capsys.readouterr().out
    assert f"The page is at http://127.0.0.1:{port}/" in out
    assert f"For phones in the same network: http://192.168.1.20:{port}/enter?key=" in out
    assert "▄▄▄▄▄" in out
    assert max(map(len, out.splitlines())) <= 80
    assert served[0].config.access_log is False


def test_on_this_machine_alone_there_is_no_key(
    served: list[uvicorn.Server], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", "127.0.0.1", "--port", free_port(), "--data", str(tmp_path)]) == 0
    assert "key" not in capsys.readouterr().out
    assert len(served) == 1


def test_the_key_of_a_club_is_not_told(
    served: list[uvicorn.Server], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("east wind rain\n"))
    assert main(["serve", "--set-key", "--data", str(tmp_path)]) == 0
    assert (tmp_path / KEY_FILE).is_file()
    assert main(["serve", "--port", free_port(), "--data", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "rain" not in out
    assert "enter?key" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "0"], "--port 0: expected 1 to 65535"),
        (["--port", "70000"], "expected 1 to 65535"),
        (["--data", __file__], "is not a folder"),
        (["--host", "203.0.113.9"], "assign requested address"),
    ],
)
def test_what_it_cannot_do(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "kept", ["{", "[]", "[" * 5000, "\xff", '{"scrypt": "ab"}', '{"scrypt": "ab", "salt": "east"}', '{"salt": 5}']
)
def test_a_key_that_is_damaged_is_told(
    served: list[uvicorn.Server], tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: str
) -> None:
    (tmp_path / KEY_FILE).write_bytes(kept.encode("latin-1"))
    assert main(["serve", "--port", free_port(), "--data", str(tmp_path)]) == 2
    assert "the key in it is damaged: set it again with mjrules serve --set-key" in capsys.readouterr().err
    assert served == []


def test_an_address_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f'mjrules: "127.0.0.1:{port}": ')


def test_a_short_key_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("east\n"))
    assert main(["serve", "--set-key", "--data", str(tmp_path)]) == 2
    assert "the key has 4 characters: expected 8 or more" in capsys.readouterr().err


def test_without_the_extra_it_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mjrules.web.serving", None)
    monkeypatch.delitem(sys.modules, "mjrules.web.serving")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 2
    assert "serve needs uvicorn: pip install 'mjrules[web]'" in capsys.readouterr().err


def test_the_address_of_this_machine_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no network")

    assert serving.links("10.1.1.1", 80, "k") == ("http://10.1.1.1:80/", "http://10.1.1.1:80/enter?key=k")
    monkeypatch.setattr(socket.socket, "connect", refused)
    assert serving.own_address() == ""
    assert serving.links("0.0.0.0", 80, "k") == ("http://127.0.0.1:80/", "")


@pytest.mark.parametrize(
    ("module", "missing"), [("app", "fastapi"), ("site", "jinja2"), ("pages", "segno"), ("serving", "uvicorn")]
)
def test_a_module_that_needs_the_extra_names_it(module: str, missing: str) -> None:
    """In a process of its own, as one that has the extra cannot forget it."""
    program = f"import sys; sys.modules['{missing}'] = None; import mjrules.web.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    said = f"ModuleNotFoundError: the pages need {missing}: pip install 'mjrules[web]'"
    assert done.stderr.splitlines()[-1] == said
