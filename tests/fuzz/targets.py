"""What is fuzzed: how each kind of input is used, what it begins with, and the words that are put into it."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import mjrules
from mjrules import Hand, HandError, MjrulesError, Ruleset, Table
from mjrules.cli import COMMANDS, main
from mjrules.compare.comparison import Comparison
from mjrules.compare.comparison_charts import pictures
from mjrules.compare.stretch import Stretch
from mjrules.hands.record import FIELDS, FLAGS
from mjrules.logs.replay import Replay
from mjrules.match.match import play_out
from mjrules.records import read_lines
from mjrules.settlement.fields import OF_KIND
from mjrules.simulation.run_file import CHECK
from mjrules.simulation.simulation import Simulation
from mjrules.simulation.workers import Workers
from mjrules.table.log_file import Line, read_log
from mjrules_log_botzone.replay import RULESET as BOTZONE
from mjrules_log_botzone.replay import replay
from mjrules_log_mjai.games import is_game
from mjrules_log_mjai.replay import replay as mjai_replayed
from mjrules_log_mjai.write import write as mjai_written
from mjrules_log_tenhou import mjlog
from mjrules_log_tenhou.replay import replay as tenhou_replayed
from tests.fuzz.changes import Change, change_bytes, change_json, change_lines, change_words
from tests.kit.cases import CASES_FOLDER, TESTS, case_records
from tests.kit.error_cases import error_cases
from tests.kit.playing import chooser
from tests.kit.rulesets import loaded

WORKING = Path("input")
"""The file that holds an input, in the working folder."""
PARENT = (TESTS / "errors" / "parents" / "base.yaml").read_bytes()
EXAMPLES = TESTS.parent / "examples" / "house-rules"
RULESETS = ("chinese-official", "western/us", "zung-jung", "hong-kong")
"""Under which hands are scored."""


class Target(NamedTuple):
    """A kind of input. `use` raises what is neither an answer nor an error of the project."""

    use: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    words: Callable[[], Sequence[str]]
    changes: Sequence[Change]


# Rulesets.


def use_ruleset(data: bytes) -> None:
    """A ruleset file, beside the small game, is loaded, asked for everything, and played."""
    path = Path("club.yaml")
    path.write_bytes(data)
    with suppress(MjrulesError):
        ruleset = mjrules.load(str(path))
        assert len(ruleset.hash) == 64
        _ = ruleset.book
        for text in ("111222333444m5z +5z from=left", "(789s) [1111z] 234568p6p !7p flowers=f1s3", "1122334455667z"):
            ask(ruleset, lambda text=text: ruleset.parse(text))  # type: ignore[misc]
        with suppress(mjrules.TableError):
            play_out(Table(ruleset, crc32(data)), chooser(crc32(data)))


def ruleset_seeds() -> list[bytes]:
    """The files of the tests of errors, those of the examples, and small children of bundled rulesets."""
    children = [f"id: club\nextends: {id}\n".encode() for id in RULESETS]
    sound = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.yaml"))]
    hostile = [path.read_bytes() for path in sorted((TESTS / "errors" / "hostile").glob("*.yaml"))]
    wrong = [case.data for case in error_cases()]
    return [PARENT.replace(b"id: base", b"id: club"), *children, *sound, *hostile, *wrong]


@cache
def ruleset_words() -> Sequence[str]:
    """The words of these files, and scalars that YAML reads in odd ways."""
    found = {word for data in ruleset_seeds() for word in re.findall(r"[\w.+]+", data.decode("utf-8", "replace"))}
    words = 'null ~ true 010 1.10 -1 7 1e3 .nan "" \' &a *a << {} [] 1..3 1+ J | \\e !x \x07'
    more = ["9" * 18, "2 x pung", "pung a n..n+3", "(an bn)", "3 of winds", "- ", "? "]
    return [*sorted(found), *words.split(), *more]


# Hands.


def ask(ruleset: Ruleset, hand: Callable[[], Hand]) -> None:
    """Score a hand, explain it, and look what it waits for, or see it refused."""
    with suppress(HandError):
        own = hand()
        assert Hand.from_record(own.to_record()) == own
        with suppress(HandError):
            score = ruleset.score(own)
            assert score.text()
            assert score.explanation.text()
            assert json.dumps(score.explanation.to_record())
            assert score.payments is None or sum(score.payments.values()) == 0
        ruleset.waits(own)


def chosen(data: bytes) -> Ruleset:
    """The ruleset under which an input is used."""
    return loaded(RULESETS[crc32(data) % len(RULESETS)])


def use_text(data: bytes) -> None:
    """Hand text."""
    ruleset, text = chosen(data), data.decode("utf-8", "surrogateescape")
    ask(ruleset, lambda: ruleset.parse(text))


def hand_records() -> list[dict[str, Any]]:
    """Hands of the cases, jokers too."""
    files = ("chinese-official", "zung-jung", "western")
    cases = [case for name in files for case in case_records(f"{name}/hands")[::25]]
    jokers = ("123m456p789s111z J !J", "(11m J) 22pJ 33344s99m +J")
    made = [loaded("western/us").parse(text).to_record() for text in jokers]
    return made + [{name: value for name, value in case.items() if name in FIELDS} for case in cases]


def text_seeds() -> list[bytes]:
    """These hands as texts."""
    return [Hand.from_record(one).to_text().encode() for one in hand_records()]


def record_seeds() -> list[bytes]:
    """These hands as JSON."""
    return [json.dumps(one).encode() for one in hand_records()]


@cache
def hand_words() -> Sequence[str]:
    """What hands are made of."""
    tiles = "1m 123m 0p 555z 1111z J f1 s3 f1s3 8z 9 m ( ) [ ] + ! = 🀀 \u0661 ３ \ufe0f \0 -1"
    said = "seat=S round=N from=left flowers=8 winner=false win=1m melds=1 x=1 Plum"
    words = ["pung", "chow", "kong", "left", "self_drawn", "added", "type", "red dragon", "1" * 50]
    return [*tiles.split(), *said.split(), *words, *FIELDS, *FLAGS]


# Records.


def lines_of_json(data: bytes) -> list[Any]:
    """The values of the lines that are JSON, as the batch reads them."""
    return [value for value in read_lines(data.split(b"\n")) if not isinstance(value, HandError)]


def check_answers(answers: Iterable[Mapping[str, Any]]) -> None:
    """Every answer can be written, and is no failure of a plugin."""
    for answer in answers:
        assert json.dumps(answer)
        assert answer["valid"] or answer["error"]["message"]
        assert answer["valid"] or answer["error"]["code"] != "plugin_failed", answer


def use_records(data: bytes) -> None:
    """Hand records, a line each."""
    check_answers(mjrules.score_records(lines_of_json(data), chosen(data), verbose=True))


def use_settlement(data: bytes) -> None:
    """Records about settlements and about the table, a line each."""
    records = lines_of_json(data)
    check_answers(mjrules.settle_records(records, loaded("western")))
    check_answers(mjrules.table_records(records, loaded("western")))


def settlement_seeds() -> list[bytes]:
    """The cases of settlement and of the table, and four hands."""
    cases = case_records("settlement/records")
    hands = {seat: {"concealed": "123m456p789s111z2z", "winner": False} for seat in "SWN"}
    four = {"ruleset": "western", "hands": {"E": {"concealed": "123m456p789s111z2z", "win": "2z"}, **hands}}
    return [json.dumps(one).encode() for one in (*cases[::3], four)]


@cache
def settlement_words() -> Sequence[str]:
    """The fields of these records, and some of their values."""
    cases = case_records("settlement/records")
    said = {value for case in cases for value in case.values() if isinstance(value, str)}
    fields = {name for names in OF_KIND.values() for name in names}
    return sorted({*said, *fields, *(name for case in cases for name in case)})


# Logs.


def use_log(data: bytes) -> None:
    """A log of ours, replayed under its own ruleset, and as one that stops early."""
    WORKING.write_bytes(data)
    house = house_rules()
    ruleset = house if f'"{house.id}"'.encode() in data[:200] else None
    with suppress(MjrulesError):
        for _ in Replay(read_log(WORKING), ruleset).steps(unfinished=bool(crc32(data) % 2)):
            pass


@cache
def house_rules() -> Ruleset:
    """A ruleset with a house rule that hears events."""
    return mjrules.load(str(EXAMPLES / "charleston.yaml"))


def log_seeds() -> list[bytes]:
    """Hands and matches that were played, whole and stopped, and one compressed."""
    seeds = []
    for number, ruleset in enumerate((loaded("hong-kong"), loaded("western/us"), loaded("classical"), house_rules())):
        table = Table(ruleset, number)
        table.save(WORKING)
        seeds.append(WORKING.read_bytes())
        play_out(table, chooser(number))
        table.save(WORKING)
        seeds.append(WORKING.read_bytes())
    match = mjrules.Match("western", 1, ["Ann", "Bob", "Cleo", "Dan"])
    play_out(match.table, chooser(1))
    match.close()
    match.next_hand()
    match.save(WORKING)
    return [*seeds, WORKING.read_bytes()]


@cache
def log_words() -> Sequence[str]:
    """The words of these logs."""
    return sorted({word for data in log_seeds() for word in re.findall(r"\w+", data.decode())})


def use_botzone(data: bytes) -> None:
    """Games of Botzone, a line each."""
    WORKING.write_bytes(data)
    with suppress(MjrulesError):
        for _ in replay(((line.number, line.record) for line in read_log(WORKING)), loaded(BOTZONE)):
            pass


def botzone_seeds() -> list[bytes]:
    """Games of the server, and some with rare ends."""
    games = [*case_records("chinese-official/games")[:4], *case_records("chinese-official/rare_games")[:6]]
    return [json.dumps({key: value for key, value in game.items() if key != "about"}).encode() for game in games]


@cache
def botzone_words() -> Sequence[str]:
    """The words of these games."""
    return sorted({word for data in botzone_seeds() for word in re.findall(r"\w+", data.decode())})


def use_riichi(data: bytes) -> None:
    """Games of riichi servers: XML, rounds or events."""
    WORKING.write_bytes(data)

    def text(whole: str) -> list[Line] | None:
        return [Line(number, dict(record)) for number, record in mjlog.lines(whole)] if "<" in whole[:9] else None

    with suppress(MjrulesError):
        lines = [(line.number, line.record) for line in read_log(WORKING, text)]
        if lines and is_game(lines[0][1]):
            for _ in mjai_written(mjai_replayed(lines, None)):
                pass
        else:
            for _ in tenhou_replayed(lines, None):
                pass


def riichi_seeds() -> list[bytes]:
    """A file of a server, rounds and games as events."""
    records = [*case_records("riichi/tenhou_rounds")[1:4], *case_records("riichi/mjai_games")]
    file = (CASES_FOLDER / "riichi" / "double_ron.mjlog").read_bytes()
    return [file, *(json.dumps(record).encode() for record in records)]


@cache
def riichi_words() -> Sequence[str]:
    """The words of these games."""
    return sorted({word for data in riichi_seeds() for word in re.findall(r"\w+", data.decode())})


# Simulations.


def use_simulation(data: bytes) -> None:
    """The file of a simulation, as it is, and with check sums that fit."""
    for found in (data, with_checks(data)):
        WORKING.write_bytes(found)
        with suppress(MjrulesError):
            for _ in Simulation(loaded("hong-kong"), 1).results(2, WORKING):
                pass


def with_checks(data: bytes) -> bytes:
    """The lines with the check sums that belong to them."""
    lines = data.split(b"\n")
    for at, line in enumerate(lines):
        with suppress(ValueError, RecursionError):
            record = json.loads(line)
            if isinstance(record, dict):
                record.pop(CHECK, None)
                text = json.dumps(record)
                lines[at] = f'{text[:-1]}, "{CHECK}": "{crc32(text.encode()):08x}"}}'.encode()
    return b"\n".join(lines)


def simulation_seeds() -> list[bytes]:
    """The file of three hands."""
    WORKING.unlink(missing_ok=True)
    for _ in Simulation(loaded("hong-kong"), 1).results(3, WORKING):
        pass
    return [WORKING.read_bytes(), b"".join(WORKING.read_bytes().splitlines(keepends=True)[:2])]


@cache
def simulation_words() -> Sequence[str]:
    """The words of this file."""
    return sorted(set(re.findall(r"\w+", simulation_seeds()[0].decode())))


# Comparisons.


@contextmanager
def nobody_plays() -> Iterator[Workers]:
    """Within it, only what a file has is compared."""
    yield lambda work, tasks: iter(())


def use_comparison(data: bytes) -> None:
    """The file of a comparison, as it is, and with check sums that fit; and what is told of it."""
    for found in (data, with_checks(data)):
        WORKING.write_bytes(found)
        comparison = Comparison(loaded("hong-kong"), loaded("hong-kong"), 1, "random")
        with suppress(MjrulesError):
            for _ in comparison.run(1000, WORKING, nobody_plays()):
                pass
        json.dumps(comparison.to_record(), allow_nan=False)
        str(comparison).encode()
        pictures(comparison)


@cache
def comparison_seeds() -> list[bytes]:
    """A file of several stretches."""
    WORKING.unlink(missing_ok=True)
    comparison = Comparison(loaded("hong-kong"), loaded("hong-kong"), 1, "random")
    list(comparison.run(1, WORKING, nobody_plays()))
    sums = {
        "hands": 20,
        "wins": 3,
        "won": 3,
        "worth": 9,
        "worth squared": 40,
        "value:3": 3,
        "way:claimed": 3,
        "net:E": -4,
    }
    more = {"rule:all_pungs": 2, "seat:E": 1, "times:a": 1, "amount:a": 8, "in:b": 5, "places": 80, "net squared": 99}
    lines = [
        json.dumps(Stretch(number, 20, 20, 3, sums, {**sums, **more, "wins": number}).to_record())
        for number in range(1, 13)
    ]
    whole = with_checks(WORKING.read_bytes() + "".join(f"{line}\n" for line in lines).encode())
    return [whole, b"".join(whole.splitlines(keepends=True)[:3])]


@cache
def comparison_words() -> Sequence[str]:
    """The words of this file."""
    return sorted(set(re.findall(r"\w+", comparison_seeds()[0].decode())))


# The command line.


def use_arguments(data: bytes) -> None:
    """The arguments of a command, quoted as in a shell; a simulation or comparison plays few hands."""
    with suppress(ValueError):
        arguments = shlex.split(data.decode("utf-8", "surrogateescape"))
        if "serve" in arguments[:1]:  # which goes on until it is stopped
            return
        if "simulate" in arguments[:1] and re.search(r"\d{2}", " ".join(arguments)):
            return
        if "compare" in arguments[:1] and not {"--hands", "1", "--players", "random", "--workers"} <= set(arguments):
            return
        Path("club.yaml").write_bytes(b"id: club\nextends: hong-kong\n")
        Path("records.jsonl").write_bytes(RECORDS_FILE)
        out = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with redirect_stdout(out), redirect_stderr(out), reading(b"{}\n"):
            assert status_of(arguments) in (0, 1, 2)


def status_of(arguments: list[str]) -> int:
    """The exit status of a command, which may be that of its refused arguments."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


@contextmanager
def reading(data: bytes) -> Iterator[None]:
    """Within it, standard input gives these bytes."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data), "utf-8")
    try:
        yield
    finally:
        sys.stdin = before


RECORDS_FILE = b'{"concealed": "123m456p789s111z2z", "win": "2z"}\n{"kind": "rotation"}\n'
HAND = "123m456p789s111z2z +2z from=left"
LINES: Sequence[str] = (
    "--help",
    "--version",
    "help score",
    "rulesets",
    "rulesets hong-kong --table value",
    "rulesets western/us --hash",
    "rulesets club.yaml",
    f"score '{HAND}' --ruleset hong-kong --names unicode",
    "score '123m456p789s111z J !J' --ruleset western/us --json --budget 5000",
    f"explain '{HAND}' --ruleset zung-jung --json",
    "waits '2345678m 111p 456s' --ruleset hong-kong --set minimum=1",
    "score --jsonl records.jsonl --ruleset club.yaml --allow club.yaml --within .",
    "score --jsonl -",
    f"settle '{HAND}' '' '' '' --ruleset western",
    "settle --jsonl records.jsonl --ruleset western",
    "table --jsonl records.jsonl --ruleset western",
    'table \'{"kind": "rotation"}\' --ruleset western',
    "replay input --quiet",
    "replay input --format botzone --to 3",
    "simulate --ruleset hong-kong --hands 1 --seed 1 --json",
    "compare hong-kong --set-b minimum=1 --hands 1 --players random --workers 1 --json",
    "check club.yaml --json",
    "check hong-kong",
    "test club.yaml",
    "origin club.yaml scoring.minimum",
    "schema",
    "plugins --json",
)
"""Command lines to begin with."""


def argument_seeds() -> list[bytes]:
    """Command lines as a shell has them."""
    return [line.encode() for line in LINES]


@cache
def argument_words() -> Sequence[str]:
    """The words of all command lines, and some odd ones."""
    found = {word for line in LINES for word in line.split() if "'" not in word}
    odd = "'' - -- --set a=b --config -1 /dev/null ~ \\ '"
    return [*sorted({*found, *COMMANDS}), *odd.split(), "x" * 99]


TEXTS = (change_bytes, change_words, change_words)
RECORDS = (change_bytes, change_json, change_json, change_json)
TARGETS: Mapping[str, Target] = {
    "ruleset": Target(use_ruleset, ruleset_seeds, ruleset_words, (*TEXTS, change_lines)),
    "text": Target(use_text, text_seeds, hand_words, TEXTS),
    "record": Target(use_records, record_seeds, hand_words, RECORDS),
    "settlement": Target(use_settlement, settlement_seeds, settlement_words, RECORDS),
    "log": Target(use_log, log_seeds, log_words, (*RECORDS, change_lines)),
    "botzone": Target(use_botzone, botzone_seeds, botzone_words, RECORDS),
    "riichi": Target(use_riichi, riichi_seeds, riichi_words, RECORDS),
    "simulation": Target(use_simulation, simulation_seeds, simulation_words, (*RECORDS, change_lines)),
    "comparison": Target(use_comparison, comparison_seeds, comparison_words, (*RECORDS, change_lines)),
    "arguments": Target(use_arguments, argument_seeds, argument_words, TEXTS),
}
"""The kinds of input, by name."""
