"""Fuzzing: whatever a file, a text or a record holds, it is either used or refused, never a crash.

Every test is bounded, so that the module takes well under a minute.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, HandError, MjrulesError, RulesetError
from mjrules.conditions.words import WORDS as WORDS_OF_CONDITIONS
from mjrules.declared.fields import keys_of
from mjrules.hands.record import FIELDS as FIELDS_OF_RECORDS
from mjrules.hands.record import FLAGS
from mjrules.ruleset.definition import Definition, RuleEntry
from mjrules.ruleset.files.find import SourceFile, bundled_folder
from mjrules.ruleset.files.read_yaml import read_source
from mjrules.ruleset.resolve import load_nodes
from tests.kit.cases import TESTS, case_records
from tests.kit.plugins import only
from tests.kit.profile import examples, thinned

PARENT = TESTS / "errors" / "parents" / "base.yaml"
OFFICIAL = Path(bundled_folder(), "chinese-official.yaml").read_text(encoding="utf-8")


Found = TypeVar("Found")


PLUGINS = only("base_payment", "combinations", "sum")


def bounded(gate: int) -> settings:
    """So many examples in the gate, the same in every run, however long each takes."""
    return settings(
        max_examples=examples(gate),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


# Ruleset files

CHILD = """\
id: club
extends: base
title: {en: Club, de: Verein}
set: {kongs: 8}
sources:
  minutes: {title: Minutes, edition: "2024"}
tile_classes:
  lucky: {tiles: 8mps, aliases: [happy]}
shapes:
  odd: {parts: [147a, 258b, 369c, set, pair]}
  knitted: {parts: [7 x (an bn)], concealed: true}
flags: {midnight: the clock struck}
fields:
  presents: how many
  void: {type: suit, about: a suit}
  liable: {type: seat, about: who is liable}
  shown: {type: tile, about: a tile}
  dora: {type: tiles, about: tiles}
terms:
  closed: {sets: {claimed set: 0}}
options:
  wall:
    default: long
    patches: {short: {rules: {last: {fan: 2, when: {replace: {suits: 1}}}, luck: null}}}
    text: how long
  flushes: {of: rules.flush.fan, values: {low: 6, high: 8, none: none}, after: wall, brings: {high: {wall: short}}}
presets:
  late: {kongs: 6, wall: short, flushes: low}
win_requires: {suits: 0..3, none_of: {is: closed, tiles: dragons}}
scoring:
  waits: possible
groups: {luck: Hands of luck}
rules:
  all_pungs: {fan: 8, excludes: {add: [eights]}, but: {closed: 9}}
  pairs: null
  eights: {fan: 2, group: luck, when: {sets: [pung lucky, pair not wind or dragon], wait: [edge, closed]}}
  run: {fan: 3, series: luck, hand: [123456789a, 111b, 1 of winds or terminals, 1 of winds]}
  flush: {fan: 6, each: true, when: {any_of: [{suits: 1}, {four_alike: outside_kongs}]}}
  late:
    fan: 1
    for: [winner, loser]
    when: {flag: midnight, number: {presents: 1+}, field: {void: m, shown: honors}, seat: E, without: [run]}
  shown: {fan: 1, each: true, when: {tiles: [dora], sets: {pung shown: 0}}}
  last: {fan: 1, aside: true, when: {nothing_else: true, waits: 1}}
  gates: {fan: 5, when: {before_win: 1112345678999a, winning_tile: 5mps, every_set_has: 5mps}}
  flowers: {fan: 1, each: true, when: {bonus: [any, own flower, all f12]}, source: minutes}
settlement: {base: 2, discard: {others: 1}}
penalties:
  wrong_call: {each: [0, 5, 10]}
unsupported:
  - {id: side_bets, reason: nobody wants them}
examples:
  - {hand: 111m222m333m444m5z +5z, total: 12}
"""

WORDS = sorted(set(re.findall(r"[\w.+]+", CHILD + PARENT.read_text(encoding="utf-8"))))
SCALARS = [
    *("null", "~", "true", "no", "010", "1:30", "1.10", "-1", "0", "7", "1e3", "1.0e400", ".nan", "9" * 30),
    *('""', "''", '"a b"', "'", '"', "\u00a0", "😀", "\ufeff", "\x07", "\ud7ff", "&a", "*a", "!!str", "!x", "<<"),
    *("{}", "[]", "{a: }", "[,]", "? ", "- ", "---", "...", "%YAML 9", "#", "|", ">", "@", "`", "\t", "\n", "\r"),
    *("0..1", "1+", "2 x pung", "pung a n..n+3", "(an bn)", "3 of winds", "chow x", "not", "or", "J", "0m", "f1", "z"),
    *(
        "add",
        "remove",
        "replace",
        "of",
        "patches",
        "when",
        "hand",
        "is",
        "{replace: {suits: 1}}",
        "[kongs]",
        "self: {is: closed}",
    ),
]
TOKEN = re.compile(r"\s+|\w+|[^\w\s]")


def tried(call: Callable[[], Found], kind: type[MjrulesError] = RulesetError) -> Found | MjrulesError:
    """What a call gives, or the error with which it refuses; any other exception passes."""
    refusal: MjrulesError | None = None
    try:
        return call()
    except kind as error:
        refusal = error
    assert str(refusal)
    assert not isinstance(refusal, RulesetError) or all(problem.message for problem in refusal.problems)
    return refusal


CODES = ("bad_record", "contradiction", "wrong_tile_count", "too_many_of_a_tile", "not_winning", "below_minimum")


def score_or_refuse(ruleset: mjrules.Ruleset, hand: Callable[[], Hand]) -> None:
    """Score a hand and explain it, or see it refused with a code of the contract."""
    score = tried(lambda: ruleset.score(hand()), HandError)
    if isinstance(score, HandError):
        assert score.code in CODES
        assert score.message
        assert isinstance(score.field, str)
        return
    assert not isinstance(score, MjrulesError)
    assert json.loads(json.dumps(score.to_record()))["total"] == score.total
    assert json.dumps(score.explanation.to_record())
    assert score.explanation.total == score.total
    if score.payments is not None:
        assert sum(score.payments.values()) == 0


def checked(chain: Sequence[Any]) -> None:
    """Load a chain of files: either a ruleset comes of it that can be used, or a RulesetError."""
    ruleset = tried(lambda: load_nodes(list(chain), available=PLUGINS))
    if isinstance(ruleset, MjrulesError):
        return
    assert len(ruleset.hash) == 64
    assert ruleset.title
    assert ruleset.names.format((0,), "words")
    scorer = tried(lambda: ruleset.scorer)
    if isinstance(scorer, MjrulesError):
        assert ruleset.definition.scoring is None
        return
    assert scorer.book.rules or ruleset.definition.scoring is not None
    for text in ("111222333444m5z +5z from=left", "(789s) [1111z] 234568p6p !7p flowers=f1s3", "1122334455667z"):
        score_or_refuse(ruleset, lambda text=text: ruleset.parse(text))  # type: ignore[misc]


def loaded(data: bytes, *, child: bool = True) -> None:
    """Read a file and load it, as a child of the small game or by itself."""
    node = tried(lambda: read_source(data, "club.yaml"))
    if isinstance(node, MjrulesError):
        assert str(node).startswith("club.yaml:")
        return
    checked([SourceFile(PARENT).node, node] if child else [node])


@bounded(150)
@given(st.binary(max_size=300))
@example(b"\xef\xbb\xbf\xff")
@example(b"id: a\r\r\n\x85b: \xe2\x80\xa8c: 1")
@example(b"? ")
@example(b"- - - -")
@example(b"a: &a [*a]")
@example(b"a: &a {b: *a}")
@example(b"{" * 5000)
def test_bytes(data: bytes) -> None:
    loaded(data)
    loaded(b"id: club\n" + data)


@bounded(150)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), st.booleans())
def test_text(text: str, child: bool) -> None:
    loaded(f"id: club\n{text}".encode(), child=child)
    loaded(f"id: club\ntitle: {text}".encode(), child=child)
    loaded(
        f"id: club\ntitle: {json.dumps(text)}\nsummary: {json.dumps(text, ensure_ascii=False)}".encode(), child=child
    )


words = st.sampled_from(WORDS)
scalars = st.one_of(words, words, st.integers(-3, 12), st.sampled_from([None, True, False, 1.5, "", "2 x pung", "1+"]))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=5)),
    max_leaves=12,
)
SECTIONS = [key for key in keys_of(Definition) if key not in ("id", "extends")]
RULE_KEYS = [*keys_of(RuleEntry), "fan", "points"]


@bounded(250)
@given(st.dictionaries(st.one_of(st.sampled_from(SECTIONS), words), values, max_size=4), st.booleans())
def test_random_sections(data: dict[str, Any], child: bool) -> None:
    loaded(json.dumps({"id": "club", **data}).encode(), child=child)


@bounded(250)
@given(st.dictionaries(words, st.one_of(values, st.dictionaries(st.sampled_from(RULE_KEYS), values)), max_size=4))
def test_random_rules(rules: dict[str, Any]) -> None:
    loaded(json.dumps({"id": "club", "rules": rules}).encode())


CONDITION_WORDS = sorted(WORDS_OF_CONDITIONS)
PIECES: list[str] = [
    "pung",
    "kong",
    "chow",
    "pair",
    "set",
    "triplet",
    "loose",
    "concealed",
    "open",
    "claimed",
    "declared",
    "completed",
    "winning",
    "wind",
    "dragon",
    "honors",
    "terminals",
    "simples",
    "a",
    "b",
    "c",
    "n",
    "x",
    "y",
    "n+1",
    "n..n+3",
    "a1",
    "123a",
    "111a",
    "55c",
    "147a",
    "or",
    "not",
    "1",
    "2",
    "x",
    "of",
    "3",
    "(",
    ")",
    "an",
    "bn+1",
    "seat_wind",
    "own_wind",
    "5z",
    "8z",
    "0m",
    "J",
    "f1",
    "19mps",
    "any",
    "flower",
    "season",
    "own",
    "tile",
    "4",
    "standard",
    "seven_pairs",
    "lucky",
    "crackers",
    "kongs",
    "all_pungs",
    "big",
    "edge",
    "single",
    "outside_kongs",
    "0",
    "1+",
    "0..1",
    "true",
]
patterns = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(" ".join)
answers = st.one_of(
    patterns,
    st.lists(patterns, max_size=3),
    st.dictionaries(patterns, st.sampled_from([0, 1, "1+", "0..1", "3..1", "x", None, True]), max_size=3),
    scalars,
)
conditions = st.recursive(
    st.dictionaries(st.sampled_from(CONDITION_WORDS), answers, min_size=1, max_size=3),
    lambda inner: st.dictionaries(
        st.sampled_from(["any_of", "all_of", "none_of"]), st.one_of(inner, st.lists(inner, max_size=3)), max_size=2
    ),
    max_leaves=5,
)


DIGITS, LONGER = "1" * 5_000, "1" * 60_000
LONG_TEXTS = {
    "number": f'terms: {{odd: {{suits: "{DIGITS}"}}}}',
    "number to number": f'terms: {{odd: {{suits: "1..{DIGITS}"}}}}',
    "so many times": f'terms: {{odd: {{sets: ["{DIGITS} x pung"]}}}}',
    "so many of": f'shapes: {{odd: {{parts: ["{DIGITS} of winds"]}}}}',
    "rank": f'terms: {{odd: {{sets: ["pung n+{DIGITS}"]}}}}',
    "class": f'tile_classes: {{odd: "{LONGER}"}}',
    "tiles": f'terms: {{odd: {{tiles: "{LONGER}"}}}}',
    "tiles of a pattern": f'terms: {{odd: {{sets: ["{LONGER}"]}}}}',
    "pool of a pattern": f'terms: {{odd: {{sets: ["pung {LONGER}"]}}}}',
    "tiles before the win": f'terms: {{odd: {{before_win: "{LONGER}"}}}}',
}


@pytest.mark.parametrize("text", LONG_TEXTS.values(), ids=list(LONG_TEXTS))
def test_long_texts_are_refused_at_once(text: str) -> None:
    """Counted in calls: some for each character; to look at each beside each other would take billions."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1
        assert calls < 2_000_000

    data, parent = f"id: club\n{text}".encode(), SourceFile(PARENT).node
    sys.setprofile(count)
    try:
        found = tried(lambda: load_nodes([parent, read_source(data, "club.yaml")], available=PLUGINS))
    finally:
        sys.setprofile(None)
    assert isinstance(found, RulesetError)


@pytest.mark.slow
@bounded(400)
@given(conditions, answers)
def test_random_conditions(condition: dict[str, Any], parts: Any) -> None:
    data = {
        "id": "club",
        "terms": {"odd": condition},
        "win_requires": {"none_of": condition},
        "scoring": {
            "rules": {"odd": {"fan": 1, "when": condition, "but": {"odd": 2}}, "even": {"fan": 1, "hand": parts}}
        },
    }
    loaded(json.dumps(data).encode())
    loaded(json.dumps({"id": "club", "scoring": {"rules": {"odd": {"fan": 1, "when": condition}}}}).encode())


@st.composite
def mutants(draw: st.DrawFn, text: str, most: int) -> str:
    """A text with some tokens deleted, doubled, swapped, replaced, or cut off, or some lines moved."""
    tokens = TOKEN.findall(text)
    for _ in range(draw(st.integers(1, most))):
        if len(tokens) < 2:
            break
        at = draw(st.integers(0, len(tokens) - 1))
        kind = draw(st.sampled_from(["delete", "double", "swap", "word", "scalar", "indent", "line", "cut"]))
        if kind == "delete":
            del tokens[at : at + draw(st.integers(1, 3))]
        elif kind == "double":
            tokens[at:at] = tokens[at : at + draw(st.integers(1, 12))]
        elif kind == "swap":
            other = draw(st.integers(0, len(tokens) - 1))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == "word":
            tokens[at] = draw(words)
        elif kind == "scalar":
            tokens[at] = draw(st.sampled_from(SCALARS))
        elif kind == "cut":
            tokens = tokens[: max(2, at)] if draw(st.integers(0, 9)) == 0 else tokens
        else:
            lines = "".join(tokens).split("\n")
            line = draw(st.integers(0, len(lines) - 1))
            if kind == "indent":
                lines[line] = draw(st.sampled_from(["  ", " ", "\t", "- "])) + lines[line]
            else:
                lines.insert(draw(st.integers(0, len(lines))), lines.pop(line))
            tokens = TOKEN.findall("\n".join(lines))
    return "".join(tokens)


@bounded(300)
@given(mutants(CHILD, 4))
@example(CHILD)
def test_mutated_child(text: str) -> None:
    loaded(text.encode("utf-8", "replace"))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(inner for key, child in items for inner in places(child, (*path, key)))]


@st.composite
def trees(draw: st.DrawFn, text: str, most: int) -> dict[str, Any]:
    """The data of a file with some values replaced, deleted, renamed, wrapped, or put elsewhere."""
    data = json.loads(json.dumps(read_source(text.encode(), "").plain()))
    for _ in range(draw(st.integers(1, most))):
        every = places(data)[1:]
        path, other = draw(st.sampled_from(every)), draw(st.sampled_from(every))
        holder, found = data, data
        for key in path[:-1]:
            holder = holder[key]
        for key in other:
            found = found[key]
        kind = draw(st.sampled_from(["replace", "replace", "delete", "rename", "wrap", "copy"]))
        if kind == "delete":
            del holder[path[-1]]
        elif kind == "rename" and isinstance(holder, dict):
            holder[draw(st.one_of(words, st.text(max_size=3)))] = holder.pop(path[-1])
        elif kind == "wrap":
            inner = holder[path[-1]]
            holder[path[-1]] = draw(
                st.sampled_from([[inner], {"add": inner}, {"replace": inner}, {"a.b": inner}, [[inner]]])
            )
        elif kind == "copy":
            holder[path[-1]] = json.loads(json.dumps(found))
        else:
            holder[path[-1]] = draw(st.one_of(values, answers))
    return dict(data)


@pytest.mark.slow
@bounded(500)
@given(trees(CHILD, 3))
def test_changed_child(data: dict[str, Any]) -> None:
    loaded(json.dumps(data).encode())


@pytest.mark.slow
@bounded(300)
@given(trees(PARENT.read_text(encoding="utf-8"), 3))
def test_changed_parent(data: dict[str, Any]) -> None:
    loaded(json.dumps(data).encode(), child=False)


@pytest.mark.slow
@bounded(30)
@given(trees(OFFICIAL, 4))
def test_changed_official(data: dict[str, Any]) -> None:
    try:
        node = read_source(json.dumps(data).encode(), "chinese-official.yaml")
    except RulesetError:
        return
    checked([SourceFile(Path(bundled_folder(), "root.yaml")).node, node])


@pytest.mark.slow
@bounded(200)
@given(mutants(PARENT.read_text(encoding="utf-8"), 4))
def test_mutated_parent(text: str) -> None:
    loaded(text.encode("utf-8", "replace"), child=False)
    try:
        chain = [read_source(text.encode("utf-8", "replace"), "base.yaml"), read_source(CHILD.encode(), "club.yaml")]
    except RulesetError:
        return
    checked(chain)


@bounded(40)
@given(mutants(OFFICIAL, 3))
def test_mutated_official(text: str) -> None:
    try:
        node = read_source(text.encode("utf-8", "replace"), "chinese-official.yaml")
    except RulesetError:
        return
    checked([SourceFile(Path(bundled_folder(), "root.yaml")).node, node])


def test_the_child_itself_is_sound() -> None:
    chain = [SourceFile(PARENT).node, read_source(CHILD.encode(), "club.yaml")]
    assert load_nodes(chain, available=PLUGINS).id == "club"


settings_of_callers = st.dictionaries(
    st.one_of(st.sampled_from(["kongs", "dirty", "top", "evening"]), st.text(max_size=5)),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from([6, "8"])),
        lambda inner: st.lists(inner, max_size=2),
    ),
    max_size=3,
)


@bounded(50)
@given(settings_of_callers)
def test_options_of_the_caller(options: dict[str, Any]) -> None:
    ruleset = tried(lambda: load_nodes([SourceFile(PARENT).node], options, available=PLUGINS))
    if not isinstance(ruleset, MjrulesError):
        assert set(ruleset.options.chosen) == {"kongs", "dirty", "top"}


@bounded(100)
@given(st.text(max_size=20))
@example("~")
@example("~nobody")
@example("~nobody.yaml")
@example("./\0")
@example("/")
@example("..")
@example("a" * 5000)
@example("\ud800")
@example("./\ud800.yaml")
def test_names_of_rulesets(name: str) -> None:
    tried(lambda: mjrules.load(name))


# Hands

CASES = case_records("chinese-official/hands")[::40]
RECORDS = [{key: value for key, value in case.items() if key not in ("expect", "about", "ruleset")} for case in CASES]
TEXT_TOKENS = [
    *("1m", "123m", "0p", "555z", "1111z", "J", "f1", "s3", "f1s3", "8z", "9", "m", "(", ")", "[", "]", "+", "!", "="),
    *(
        "seat=S",
        "round=N",
        "from=left",
        "flowers=f1s3",
        "flowers=8",
        "flowers=99",
        "last_of_kind",
        "heaven",
        "declared",
    ),
    *(
        "red dragon",
        "3 bamboo",
        "Moon",
        "Plum",
        "bamboo",
        "East Wind",
        "pung",
        "winner=false",
        "win=1m",
        "melds=1",
        "x=1",
    ),
    *("id=7", "flags=a", "ruleset=x", "🀀", "🀄️", "🀫", "\ufe0f", "\0", "\ud800", "１２３m", "٣m", "-1m", "1" * 50),
]


@pytest.fixture(scope="module")
def small() -> mjrules.Ruleset:
    return load_nodes([SourceFile(PARENT).node, read_source(CHILD.encode(), "club.yaml")], available=PLUGINS)


@bounded(300)
@given(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(TEXT_TOKENS), max_size=8).map(" ".join)))
@example("")
@example("+")
@example("(" * 2000)
@example("1" * 20000 + "m")
@example("1m" * 20000)
@example("flowers=" + "9" * 5000)
@example("seat=" + "9" * 5000)
@example("x=" * 500)
@example("1" * 22 + "=")
@example("1s" * 22 + "=")
@example("1" * 5000 + "=")
@example("1s" * 5000 + "=")
def test_hand_text(official: mjrules.Ruleset, text: str) -> None:
    score_or_refuse(official, lambda: Hand.parse(text))
    score_or_refuse(official, lambda: official.parse(text))


@bounded(200)
@given(st.data())
def test_mutated_hand_text(official: mjrules.Ruleset, small: mjrules.Ruleset, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(RECORDS))
    text = data.draw(mutants(Hand.from_record(record).to_text(), 3))
    for ruleset in (official, small):
        score_or_refuse(ruleset, lambda ruleset=ruleset: ruleset.parse(text))  # type: ignore[misc]


def nested(depth: int, inner: Any = 1) -> Any:
    """A value in so many lists."""
    for _ in range(depth):
        inner = [inner]
    return inner


FIELDS = [*FIELDS_OF_RECORDS, "crackers", "presents", "void", "liable", "shown", "dora", "x"]
ALL_FLAGS = [*FLAGS, "midnight", "lucky"]
strange = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 15),
        st.sampled_from([10**30, -(10**30), 10**4000, math.nan, math.inf, -0.0, 1.5]),
        st.sampled_from(["", "1m", "123m", "1111z", "f1", "s3", "J", "0p", "E", "S", "left", "pung", "kong", "chow"]),
        st.sampled_from(["last_tile", "heaven", "earth", "robbing_kong", "dead_hand", "fishing", "kong_on_kong", "8z"]),
        st.text(max_size=6),
        st.text(st.characters(categories=["Cs", "Co", "Nd"]), max_size=3),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["type", "tiles", "concealed", "from", "added", "x"]), inner, max_size=5),
    ),
    max_leaves=8,
)


fields = st.one_of(st.sampled_from(FIELDS), st.text(max_size=4))


@bounded(300)
@given(st.one_of(strange, st.dictionaries(fields, strange, max_size=6)))
@example({1: 2})
@example({None: None})
def test_garbage_records(official: mjrules.Ruleset, small: mjrules.Ruleset, record: Any) -> None:
    for ruleset in (official, small):
        score_or_refuse(ruleset, lambda: Hand.from_record(record))


DEEP, HUGE = nested(20_000), 10**5_000


@pytest.mark.parametrize(
    "field",
    thinned([*FIELDS, "melds[0]", "melds[0].tiles", "melds[0].type", "flags[0]", "flowers[0]", "flowers[1]"], 3),
)
@pytest.mark.parametrize("what", ["deep", "deep object", "huge", "huge and negative", "long"])
def test_extreme_values(official: mjrules.Ruleset, field: str, what: str) -> None:
    value = {"deep": DEEP, "deep object": {"a": DEEP}, "huge": HUGE, "huge and negative": -HUGE, "long": "1m" * 50_000}[
        what
    ]
    record: dict[str, Any] = {"concealed": "123m456p789s1112z", "win": "2z", "self_drawn": True}
    name, _, inside = field.replace("[1]", "[0]").partition("[0]")
    if inside:
        record["melds"] = [{"type": "pung", "tiles": "111m", inside[1:]: value}]
    else:
        record[name] = {"[0]": [value], "[1]": ["", value]}.get(field[-3:], value)
    score_or_refuse(official, lambda: Hand.from_record(record))


@pytest.mark.parametrize("value", [DEEP, HUGE, math.nan, b"1m", {1, 2}, object()], ids=["deep", "huge", *["odd"] * 4])
def test_records_that_are_none(value: Any) -> None:
    with pytest.raises(HandError):
        Hand.from_record(value)


@bounded(500)
@given(st.data())
def test_mutated_records(official: mjrules.Ruleset, small: mjrules.Ruleset, data: st.DataObject) -> None:
    record: dict[Any, Any] = json.loads(json.dumps(data.draw(st.sampled_from(RECORDS))))
    for _ in range(data.draw(st.integers(1, 3))):
        field = data.draw(st.sampled_from(FIELDS))
        kind = data.draw(st.sampled_from(["replace", "drop", "inside", "flag", "meld"]))
        if kind == "drop":
            record.pop(field, None)
        elif kind == "flag":
            flags = record.get("flags")
            wanted = data.draw(st.sampled_from(ALL_FLAGS))
            record["flags"] = [*flags, wanted] if isinstance(flags, list) else [wanted]
        elif kind == "meld" and isinstance(record.get("melds"), list):
            tiles = data.draw(st.sampled_from(["123m", "111z", "5555p", "0m5m5m", "JJJ", "f1f2f3", "", "12m", "999s"]))
            meld: dict[str, Any] = {"type": data.draw(st.sampled_from(["chow", "pung", "kong"])), "tiles": tiles}
            meld["concealed"] = data.draw(st.booleans())
            record["melds"] = [*record["melds"], meld]
        elif kind == "inside" and isinstance(record.get(field), str):
            record[field] = data.draw(mutants(str(record[field]), 2))
        else:
            record[field] = data.draw(strange)
    for ruleset in (official, small):
        score_or_refuse(ruleset, lambda: Hand.from_record(record))


@bounded(120)
@given(st.lists(st.one_of(strange, st.dictionaries(st.sampled_from(FIELDS), strange, max_size=5)), max_size=4))
@example([{"ruleset": "~nobody/x.yaml"}, {"ruleset": "a" * 5000}, {"ruleset": "\0"}, {"ruleset": "/"}])
@example([{"options": {"": None}}, {"options": {"two_concealed_kongs": 10**4000}}, {"ruleset": "root"}])
def test_a_batch_goes_on(records: list[Any]) -> None:
    good = RECORDS[0]
    results = list(mjrules.score_records([*records, good], "chinese-official", verbose=True))
    assert len(results) == len(records) + 1
    assert results[-1]["valid"] is True
    for result in results:
        assert result["valid"] or result["error"]["code"]


@bounded(150)
@given(st.data())
def test_hands_of_any_tiles(official: mjrules.Ruleset, small: mjrules.Ruleset, data: st.DataObject) -> None:
    kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
    pool = data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=5, unique=True))
    tiles = data.draw(st.lists(st.sampled_from(pool), min_size=10, max_size=14))
    record = {
        "concealed": "".join(tiles[:-1]),
        "win": tiles[-1],
        "self_drawn": data.draw(st.booleans()),
        "flowers": data.draw(st.sampled_from([0, 3, ["f1"], ["f1", "s4"]])),
        "flags": data.draw(st.lists(st.sampled_from(ALL_FLAGS), max_size=2)),
    }
    for ruleset in (official, small):
        score_or_refuse(ruleset, lambda: Hand.from_record(record))
        score_or_refuse(ruleset, lambda: Hand.from_record({**record, "winner": False, "win": None}))
