"""Fifty tables at once: how long a score takes while every table taps hands in, on one process of the page.

The server is a process of its own, the tables are threads of this one, each with a connection that it keeps; between
two taps a table thinks for a while. With --eager nobody thinks, and the figure is how much the server can do.

    python -m benchmarks.serve --tables 50 --seconds 20
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import random
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

HANDS = (
    ("hong-kong", "123m456m789m11122z", "left"),
    ("riichi", "123m456p789s11122z", "left"),
    ("chinese-official", "123m456p789s11122z", "drawn"),
    ("western", "123m456p789s11122z", "drawn"),
    ("sichuan", "123m456m789m11122p", "across"),
)
THINKS = 0.5, 1.5
"""How long a table thinks between two taps, in seconds: as fast as people tap."""


def serve_at(port: int) -> None:
    """Serve the page at a port until the process ends."""
    import uvicorn

    from mjrules.web.access import Rate
    from mjrules.web.app import make_app
    from mjrules.web.site import Site

    own = Site.of(Path(tempfile.mkdtemp()))
    site = Site(own.shelf, own.guard, own.books, Rate(1e9, 1e9))
    uvicorn.run(make_app(site), host="127.0.0.1", port=port, log_level="warning", access_log=False)


def taps_of(ruleset: str, tiles: str, how: str, chance: random.Random) -> list[str]:
    """The addresses that a table asks for until its hand is scored: tile by tile, then how it was won."""
    from mjrules.tiles.tile import TEXT, format_tiles, parse_tiles

    held = list(parse_tiles(tiles))
    chance.shuffle(held)
    seat = chance.choice("ESWN")
    stands = [
        {"ruleset": ruleset, "tiles": format_tiles(held[:number]), "tap": TEXT[tile], "seat": seat}
        for number, tile in enumerate(held)
    ]
    stands.append({"ruleset": ruleset, "tiles": format_tiles(held), "how": how, "seat": seat})
    return [f"/score?{urlencode(one)}" for one in stands]


def table(port: int, number: int, until: float, eager: bool, taken: list[tuple[bool, float]]) -> None:
    """One table; notes of every request whether it gave a score, and the seconds that it took."""
    chance = random.Random(number)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    skipped = chance.randrange(14)  # the tables are not all at the same tile
    while time.monotonic() < until:
        for address in taps_of(*chance.choice(HANDS), chance)[skipped:]:
            skipped = 0
            if not eager:
                time.sleep(chance.uniform(*THINKS))
            begun = time.monotonic()
            connection.request("GET", address)
            reply = connection.getresponse()
            body = reply.read()
            assert reply.status == 200, reply.status
            taken.append(("how=" in address, time.monotonic() - begun))
            assert b"</html>" in body
            if time.monotonic() > until:
                break


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--eager", action="store_true", help="nobody thinks between taps")
    args = parser.parse_args()
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    server = multiprocessing.get_context("spawn").Process(target=serve_at, args=(port,), daemon=True)
    server.start()
    warm(port)
    taken: list[tuple[bool, float]] = []
    until = time.monotonic() + args.seconds
    tables = [
        threading.Thread(target=table, args=(port, number, until, args.eager, taken)) for number in range(args.tables)
    ]
    for each in tables:
        each.start()
    for each in tables:
        each.join()
    server.terminate()
    print(
        json.dumps({"tables": args.tables, "eager": args.eager, "requests a second": round(len(taken) / args.seconds)})
    )
    for name, own in (
        ("every tap", [each for _, each in taken]),
        ("a score", [each for scores, each in taken if scores]),
    ):
        p50, p95, p99 = (statistics.quantiles(own, n=100)[at - 1] * 1e3 for at in (50, 95, 99))
        print(f"{name:10} {len(own):6}  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  p99 {p99:6.1f} ms")


def warm(port: int) -> None:
    """Wait until the server answers, and let it load the rulesets."""
    for ruleset, tiles, how in HANDS:
        for _ in range(600):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                connection.request("GET", taps_of(ruleset, tiles, how, random.Random(0))[-1])
                connection.getresponse().read()
                break
            except OSError:
                time.sleep(0.1)


if __name__ == "__main__":
    main()
