"""Writes what users meet of mjrules as JSON: docstrings, signatures and annotations of all public names, and outcomes.

A program of its own, for it is run with plain Python and with what is compiled.
"""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
import sys
import types
import weakref
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import mjrules
from mjrules.hooks import (
    And,
    Atom,
    CombinationPolicy,
    ConditionReader,
    HouseRule,
    Or,
    Play,
    ScoringMethod,
    TileSet,
    Value,
    Wild,
    Word,
    events,
    parse_tiles,
)
from mjrules.hooks.guard import checked
from mjrules.tiles.classes import Classes

MODULES = ("mjrules", "mjrules.hooks", "mjrules.testing")
BESIDE = ("mjrules.shapes.readings:Reading",)
"""What documents name, and what is in no `__all__`."""
KINDS = {types.GetSetDescriptorType: "attribute", types.MemberDescriptorType: "attribute"}
"""The attributes of what is compiled are of the first kind, those of `__slots__` of the second."""


def public() -> Iterator[tuple[str, Any]]:
    """Every public name with what it names."""
    for module in map(import_module, MODULES):
        yield module.__name__, module
        for name in module.__all__:
            yield f"{module.__name__}.{name}", getattr(module, name)
    for path in BESIDE:
        home, name = path.split(":")
        yield f"{home}.{name}", getattr(import_module(home), name)


def faces() -> dict[str, dict[str, Any]]:
    """What is shown of every public name, and of the public names in classes."""
    found = {}
    for name, item in public():
        found[name] = face(item)
        if isinstance(item, type):
            found[name] |= {"bases": [base.__name__ for base in item.__mro__], "home": item.__module__}
            for own in dir(item):
                if own == "__init__" or not own.startswith("_"):
                    found[f"{name}.{own}"] = member(item, own)
    return found


def face(item: Any) -> dict[str, Any]:
    """Docstring, signature and annotations."""
    own = vars(item) if isinstance(item, type) else {name: getattr(item, name, None) for name in ("__annotations__",)}
    annotations = own.get("__annotations__") or {}
    return {
        "kind": type(item).__name__,
        "doc": getattr(item, "__doc__", None),
        "name": getattr(item, "__qualname__", None),
        "signature": signature(item) if callable(item) else None,
        "annotations": {name: str(annotation) for name, annotation in annotations.items()},
    }


def member(owner: type, name: str) -> dict[str, Any]:
    """The same of what stands in a class, be it a property, and of what is got from it."""
    item = inspect.getattr_static(owner, name)
    inner = getattr(item, "fget", None) or getattr(item, "__func__", None) or item
    got = getattr(owner, name)
    bound = signature(got) if callable(got) else None
    return {
        **face(inner),
        "kind": KINDS.get(type(item), type(item).__name__),
        "bound": bound,
        "own_doc": getattr(item, "__doc__", None),
    }


def signature(item: Callable[..., Any]) -> str | None:
    """The signature as text, where there is one."""
    try:
        return steady(str(inspect.signature(item)))
    except (TypeError, ValueError):
        return None


def steady(text: str) -> str:
    """A text without addresses."""
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def outcome(call: Callable[[], object]) -> str:
    """What a call gives back or raises."""
    try:
        return steady(repr(call()))
    except Exception as error:
        return steady(f"{type(error).__module__}.{type(error).__name__}: {error}")


def outcomes() -> dict[str, str]:
    """What comes of calls with arguments that are right, wrong, or right in another type."""
    return {name: outcome(call) for name, call in {**of_hands(), **of_tables(), **of_plugins()}.items()}


def of_hands() -> Mapping[str, Callable[[], object]]:
    """Calls that score and read."""
    ruleset = mjrules.load("chinese-official")
    hand = mjrules.Hand.parse("123m456p789s111z2z +2z from=left")

    def total(**said: Any) -> int:
        fields = {"concealed": hand.concealed, "win": hand.win, "source": hand.source, **said}
        return ruleset.score(mjrules.Hand(**fields)).total

    wrong: Any = None
    return {
        "score": lambda: total(),
        "tiles in a list": lambda: total(concealed=list(hand.concealed)),
        "tiles as text": lambda: total(concealed="123"),
        "flags in a list": lambda: total(flags=["last_tile"]),
        "bonus tiles in a list": lambda: total(bonus=[34]),
        "no hand": lambda: ruleset.score(wrong),
        "a seat that is not there": lambda: total(seat="X"),
        "reading": lambda: ruleset.score(hand).reading.to_record(),
        "parse_tiles": lambda: parse_tiles("123m 5z J"),
        "parse_tiles of a wrong text": lambda: parse_tiles("1x"),
        "parse_tiles of nothing": lambda: parse_tiles(),  # type: ignore[call-arg]
        "tile set": lambda: TileSet.from_data({"19m": 4}).size,
        "a tile set again": lambda: pickle.loads(pickle.dumps(TileSet({0: 4}))).size,
        "a wrong tile set": lambda: TileSet(wrong),
    }


def of_tables() -> Mapping[str, Callable[[], object]]:
    """Calls that play."""
    ruleset = mjrules.load("chinese-official")

    def table(**said: Any) -> mjrules.Table:
        return mjrules.Table(ruleset, **{"seed": 1, **said})

    class Own(mjrules.Table):
        def do(self, action: mjrules.Action) -> tuple[mjrules.Event, ...]:
            return super().do(action)[:1]

    action, wrong = table().legal_actions("E")[0], None
    calls: dict[str, Callable[[Any], object]] = {
        "to_act": lambda own: own.to_act(),
        "copied": lambda own: copy.copy(own).to_act(),
        "a weak reference": lambda own: weakref.ref(own)() is own,
        "a note": lambda own: setattr(own, "note", 1),
        "no seat": lambda own: own.legal_actions(wrong),
        "a seat in halves": lambda own: own.place(1.5),
        "no argument": lambda own: own.legal_actions(),
        "two arguments": lambda own: own.legal_actions(0, 1),
        "a misspelt argument": lambda own: own.legal_actions(seta=0),
        "no action": lambda own: own.do(wrong),
        "no action carried out": lambda own: own.carry_out(wrong),
        "no action looked at": lambda own: own.can("discard"),
        "tiles of an action in a list": lambda own: own.can(events.Kong(0, 3, [3])),  # type: ignore[arg-type]
        "not legal": lambda own: own.do(events.Discard(3, 0)),
        "no such kind": lambda own: own.do(mjrules.Action(0)),
        "no tile": lambda own: own.discard("E", "xx"),
        "saved nowhere": lambda own: own.save(wrong),
        "a name that is not there": lambda own: own.nothing,
        "a name that is not set": lambda own: setattr(own, "over", True),
        "state": lambda own: (own.state.turn, own.state.wall.left(), own.state.players[0].tiles()),
    }
    return {
        **{name: lambda call=call: call(table()) for name, call in calls.items()},  # type: ignore[misc]
        "a table of one's own": lambda: Own(ruleset, 1).do(action),
        "seed in halves": lambda: table(seed=1.5).to_act(),
        "round as a number": lambda: table(round=1).state.round,
        "an id for a ruleset": lambda: mjrules.Table("chinese-official", 1),
        "a colour": lambda: table(colour=1),
        "a choice of nothing": lambda: mjrules.Match(ruleset, 1).play(lambda *_: wrong, 1),  # type: ignore[arg-type]
    }


def of_plugins() -> Mapping[str, Callable[[], object]]:
    """What plugins give back in another type, as it is taken."""
    atom = Atom("key", ["win"], lambda win: True, finds=0)  # type: ignore[arg-type]
    method: dict[str, Any] = {"name": "own", "about": "", "units": {"fan": "fan"}, "main": "fan"}

    class Rule(Play):
        kinds: Any = [events.Give]  # noqa: RUF012 -- not the tuple that is declared
        hears: Any = {events.Discard}  # noqa: RUF012
        actions: Any = lambda self, seat: ()
        hear: Any = lambda self, event: None

        def allows(self, action: mjrules.Action) -> Any:
            return None

        def binds(self, seat: int) -> Any:
            return 1

        def carry_out(self, action: mjrules.Action) -> Any:
            return ["nap"]

    def made(hook: str, item: object) -> Any:
        return checked("own", hook, item)

    def value(found: object) -> Any:
        return made("mj_scoring_methods", ScoringMethod(**method, value=lambda *_: found)).value((), {})  # type: ignore[arg-type]

    def word(formula: object) -> Any:
        own = Word("own", "", "", ["win"], {}, lambda *_: formula)  # type: ignore[arg-type]
        found = made("mj_condition_words", own)
        return found.facets, found.read(ConditionReader({}, classes=Classes({})), 1, ())

    def play() -> Any:
        return made("mj_house_rules", HouseRule("own", "", play=Rule)).play({}, None, None)

    def choices(found: object) -> Any:
        return made("mj_combination_policies", CombinationPolicy("own", "", lambda _: found)).choices(())  # type: ignore[arg-type, return-value]

    return {
        "facets in a list": lambda: word(atom)[1].facets,
        "parts in a list": lambda: type(word(And([atom]))[1].parts),  # type: ignore[arg-type]
        "parts one by one": lambda: type(word(Or(part for part in [atom]))[1].parts),  # type: ignore[arg-type]
        "no formula": lambda: word(None),
        "rank in a list": lambda: value(Value(1, 1, [1])),  # type: ignore[arg-type]
        "no value": lambda: value(5),
        "counted in halves": lambda: value(Value(1, 0.5, (1,))),  # type: ignore[arg-type]
        "wild kinds": lambda: made("mj_stand_ins", Wild({1})),  # type: ignore[arg-type]
        "choices": lambda: choices([range(2)]),
        "choices in halves": lambda: choices([(0.5,)]),
        "kinds and hears": lambda: (play().kinds, play().hears),
        "nothing against it": lambda: play().allows(None),
        "bound by a number": lambda: play().binds(0),
        "events that are none": lambda: play().carry_out(None),
    }


if __name__ == "__main__":
    compiled = not str(import_module("mjrules.play.state").__file__).endswith(".py")
    json.dump({"compiled": compiled, "faces": faces(), "outcomes": outcomes()}, sys.stdout, indent=1)
