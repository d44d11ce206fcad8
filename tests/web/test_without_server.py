"""The pages run where there are no threads, no sockets and no server, as in a browser: a process that has none keeps
an evening."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ALONE = """
import builtins
import socket
import subprocess
import sys
import threading
from pathlib import Path

def none(*_, **__):
    raise AssertionError("this is not there in a browser")

threading.Thread.start = socket.socket.__init__ = subprocess.Popen.__init__ = none
taken = ("fastapi", "starlette", "uvicorn", "anyio", "multiprocessing")
found = builtins.__import__

def bare(name, *rest, **more):
    assert name.partition(".")[0] not in taken, f"{name} is imported: pages need no server"
    return found(name, *rest, **more)

builtins.__import__ = bare
from tests.web.evenings import Evening
from tests.web.visiting import Visitor, site_in, words
from mjrules.web.api import answer_json

site = site_in(Path(sys.argv[1]))
visitor = Visitor(site)
assert "Hong Kong" in visitor.page("/")
hand = "tiles=123m456p789s11122z&how=left"
assert "East" in words(visitor.page(f"/score?ruleset=hong-kong&{hand}"))
assert visitor.get(f"/share?ruleset=hong-kong&{hand}").status == 200
assert visitor.get("/tile/1m.svg").status == visitor.get("/static/page.css").status == 200
assert "Options" in visitor.page("/options?ruleset=hong-kong")
assert visitor.get("/paper?ruleset=hong-kong&page=crib&lang=zh").status == 200
assert visitor.post("/rulesets", text="id: alone\\nextends: hong-kong\\nset: {minimum: 1}\\n").status == 200
own = site.shelf.own_listed()[0].name
evening = Evening(visitor, own)
assert evening.write_hand(evening.hand(tiles="123m456p789s11122z", how="left")).status == 303
assert evening.write("drawn").status == 303
assert evening.write("undo", line="4").status == 303
assert sum(site.books.ledger.evening(evening.id).balances.values()) == 0
for path in (f"/sheet?id={evening.id}", f"/export?id={evening.id}&as=csv", "/export?as=lines", "/standings"):
    assert visitor.get(path).status == 200, path
for name, record in {
    "score": {"text": "123m456p789s111z2z +2z"},
    "explain": {"text": "123m456p789s111z2z +2z"},
    "waits": {"text": "123m456p789s111z2z"},
    "settle": {"winner": "E", "self_drawn": True, "scores": {"E": 4}},
    "check": {},
}.items():
    assert answer_json(site.shelf, name, {"ruleset": "hong-kong", **record}).get("valid", True), name
site.books.close()
print("kept")
"""


@pytest.mark.slow
def test_pages_need_no_threads_no_sockets_and_no_server(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "kept\n"), done.stderr
