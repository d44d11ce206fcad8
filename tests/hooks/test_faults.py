"""Plugins with one fault each: what is said of it, in plain Python as where the engine is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import mjrules
from mjrules import HandError, PluginError, RulesetError, Table, score_records
from mjrules.budget import STEPS
from mjrules.hooks import (
    TRUE,
    Action,
    And,
    Atom,
    CombinationPolicy,
    Event,
    HouseRule,
    LogFormat,
    Play,
    PlayerMaker,
    RecordKind,
    ScoringMethod,
    SettlementMethod,
    Step,
    Transfer,
    Value,
    Wild,
    Word,
    events,
    hookimpl,
    specs,
    spend,
)
from mjrules.hooks.manager import available_plugins, provided
from mjrules.logs.find_format import log_formats, played_again
from mjrules.match.table_records import answers_to
from mjrules.players.make import make_player
from mjrules.ruleset.load import load
from mjrules.table.view import View
from tests.kit.plugins import without_place
from tests.kit.profile import thinned

BASE = Path(__file__).parents[1] / "errors" / "parents" / "base.yaml"
HAND = "111m222m333m444m5z +5z from=left"
AT_HAND = " (ruleset club, hand 111222333444m5z +5z seat=E round=E from=left)"
"""What a failure at the hand says of it."""


class Fault(NamedTuple):
    """What a plugin provides through a hook, what the ruleset says of it, what is done then, and what is said."""

    items: Any
    said: str
    text: str = ""
    what: str = "score"


def plugin(hook: str, items: Any) -> ModuleType:
    """A plugin that provides items through a hook; an exception is raised there."""

    def implementation() -> Any:
        if isinstance(items, BaseException):
            raise items
        return items

    implementation.__name__ = hook
    found = ModuleType("odd")
    setattr(found, hook, hookimpl(implementation))
    return found


def fail(*_: Any) -> Any:
    raise ZeroDivisionError("it broke")


def leave(*_: Any) -> Any:
    raise SystemExit(3)


def work(*_: Any) -> Any:
    """Work without end, which is counted."""
    spend(STEPS + 1, "counting grains of sand")


def half(*_: Any) -> Iterator[Any]:
    """A generator that breaks after the first item."""
    yield (0,)
    fail()


def gives(found: Any) -> Callable[..., Any]:
    return lambda *_: found


# Condition words.


def word(read: Any, **more: Any) -> list[Word]:
    said = {"name": "odd", "type": "", "about": "", "facets": ("win",), "schema": {}, "read": read, **more}
    return [Word(**said)]


def asks(test: Any, **more: Any) -> list[Word]:
    """A word that asks one question."""
    return word(lambda *_: Atom(**{"key": "odd", "facets": ("win",), "test": test, **more}))


def two(first: Atom, second: Atom) -> list[Word]:
    return word(lambda reader, value, path: And((first, second)))


ODD = "rules: {odd: {fan: 1, when: {odd: 1}}}"
TWO = "rules: {odd: {fan: 1, when: {odd: 1}}, other: {fan: 1, when: {odd: 2}}}"
WORDS: Mapping[str, Fault] = {
    "reads as nothing": Fault(word(gives(None)), ', the word "odd": returned None: expected a formula', ODD),
    "reads as a list": Fault(word(gives([TRUE])), ', the word "odd": returned list: expected a formula', ODD),
    "parts are no list": Fault(word(gives(And(5))), ', the word "odd": returned 5: expected a list', ODD),  # type: ignore[arg-type]
    "a reader that breaks": Fault(word(fail), ', the word "odd": ZeroDivisionError: it broke', ODD),
    "a reader that leaves": Fault(word(leave), ', the word "odd": SystemExit: 3', ODD),
    "a problem that is nowhere": Fault(
        word(lambda reader, value, path: reader.problem(5, "no")),
        ', the word "odd": TypeError: expected a path and a message, got 5 and "no"',
        ODD,
    ),
    "a problem without a text": Fault(
        word(lambda reader, value, path: reader.problem((*path, [1]), None)),
        ', the word "odd": TypeError: expected a path and a message, got a list and null',
        ODD,
    ),
    "facet of the word": Fault(
        asks(gives(True), facets=("winn",)),
        ', the word "odd": facets[0] is "winn": expected a facet (did you mean "win"?)',
        ODD,
    ),
    "facets as text": Fault(word(fail, facets="win"), ', the word "odd": facets is "win": expected a list', ODD),
    "a facet that is none": Fault(
        word(fail, facets=("winn",)),
        ', the word "odd": facets[0] is "winn": expected a facet (did you mean "win"?)',
        ODD,
    ),
    "a place of a phrase that is not known": Fault(
        word(fail, phrase="{nunber} lucky tiles"),
        ', the word "odd": phrase is "{nunber} lucky tiles": expected a place of phrases in its braces'
        ' (did you mean "number"?)',
        ODD,
    ),
    "a place in Chinese that is not known": Fault(
        word(fail, phrase="{number} {value} {lucky|luckless} tiles", chinese="{tile}"),
        ', the word "odd": chinese is "{tile}": expected a place of phrases in its braces (did you mean "tiles"?)',
        ODD,
    ),
    "a place of a phrase that is not closed": Fault(
        word(fail, phrase="{number lucky tiles"),
        ', the word "odd": phrase is "{number lucky tiles": expected braces in pairs, with a place in each',
        ODD,
    ),
    "a name that is no text": Fault(word(fail, name=5), ', the word "5": name is 5: expected text', ODD),
    "a reader that is no function": Fault(word("read"), ', the word "odd": read is "read": expected a function', ODD),
    "a facet not declared": Fault(
        asks(gives(True), facets=("self_drawn",)),
        ', the word "odd": facets[0] is "self_drawn": expected a facet that the word declares (known: win)',
        ODD,
    ),
    "a key that is no text": Fault(asks(gives(True), key=7), ', the word "odd": key is 7: expected text', ODD),
    "finds and does not": Fault(
        two(Atom("k", ("win",), gives(())), Atom("k", ("win",), gives((0,)), finds=True)),
        ', the word "odd": key is "k": expected a key of its own, not that of another question',
        ODD,
    ),
    "a tuple for a truth value": Fault(
        asks(gives((0, 0))), ', "odd" of the word "odd": returned tuple: expected true or false', ODD
    ),
    "None for a truth value": Fault(
        asks(gives(None)), ', "odd" of the word "odd": returned None: expected true or false', ODD
    ),
    "a question that breaks": Fault(asks(fail), ', "odd" of the word "odd": ZeroDivisionError: it broke', ODD),
    "a question that leaves": Fault(asks(leave), ', "odd" of the word "odd": SystemExit: 3', ODD),
    "a truth value for matches": Fault(
        asks(gives(True), finds=True), ', "odd" of the word "odd": returned True: expected a list', ODD
    ),
    "half a match": Fault(
        asks(gives((0.5,)), finds=True), ', "odd" of the word "odd": [0] is 0.5: expected a whole number', ODD
    ),
    "a mask beyond the slots": Fault(
        asks(gives((1, 1 << 70)), finds=True),
        f', "odd" of the word "odd": [1] is {1 << 70}: expected a mask of slots, which are 0 to 63',
        ODD,
    ),
    "a negative mask": Fault(
        asks(gives((-1,)), finds=True),
        ', "odd" of the word "odd": [0] is -1: expected a mask of slots, which are 0 to 63',
        ODD,
    ),
    "two questions of one key": Fault(
        word(lambda reader, value, path: Atom("odd", ("win",), gives(value == 1))),
        ', the word "odd": key is "odd": expected a key of its own, not that of a question with other answers',
        TWO,
    ),
}

# Policies and methods.


def policy(choices: Any, **more: Any) -> list[CombinationPolicy]:
    return [CombinationPolicy(**{"name": "odd", "about": "", "choices": choices, **more})]


SHIFTED = "scoring: {combination: odd}\nrules: {shifted: {fan: 8, when: {sets: [pung a n, pung a n+1]}}}"
CHOICES = ', choices of the policy "odd": '
POLICIES: Mapping[str, Fault] = {
    "no choice": Fault(policy(gives([])), f"{CHOICES}returned tuple: expected at least one choice", SHIFTED),
    "None for choices": Fault(policy(gives(None)), f"{CHOICES}returned None: expected a list", SHIFTED),
    "numbers for choices": Fault(policy(gives([0])), f"{CHOICES}[0] is 0: expected a list", SHIFTED),
    "an index in halves": Fault(policy(gives([(0.5,)])), f"{CHOICES}[0][0] is 0.5: expected a whole number", SHIFTED),
    "an index too high": Fault(
        policy(gives([(0,), (9,)])), f"{CHOICES}[1][0] is 9: expected an index below 3, each once", SHIFTED
    ),
    "an index twice": Fault(
        policy(gives([(1, 1)])), f"{CHOICES}[0][1] is 1: expected an index below 3, each once", SHIFTED
    ),
    "choices that break half way": Fault(policy(half), f"{CHOICES}ZeroDivisionError: it broke", SHIFTED),
    "choices that are no function": Fault(
        policy("free"), ', the policy "odd": choices is "free": expected a function', SHIFTED
    ),
}


def method(value: Any, **more: Any) -> list[ScoringMethod]:
    said = {"name": "odd", "about": "", "units": {"fan": "fan"}, "main": "fan", "value": value, **more}
    return [ScoringMethod(**said)]


SUM = "scoring: {replace: {method: odd}}"
VALUE = ', value of the method "odd": '
FIVE = gives(Value(5, 5, (5,)))
METHODS: Mapping[str, Fault] = {
    "a total of 5.5": Fault(method(gives(Value(5.5, 5, (5,)))), f"{VALUE}total is 5.5: expected a whole number", SUM),  # type: ignore[arg-type]
    "a total that is true": Fault(
        method(gives(Value(True, 5, (5,)))), f"{VALUE}total is True: expected a whole number", SUM
    ),
    "a negative total": Fault(method(gives(Value(-5, 5, (5,)))), f"{VALUE}total is -5: expected 0 or more", SUM),
    "half a minimum": Fault(
        method(gives(Value(5, Fraction(9, 2), (5,)))),  # type: ignore[arg-type]
        f"{VALUE}counted is Fraction: expected a whole number",
        SUM,
    ),
    "a rank that is no tuple": Fault(method(gives(Value(5, 5, 5))), f"{VALUE}rank is 5: expected a list", SUM),  # type: ignore[arg-type]
    "a rank of text": Fault(
        method(gives(Value(5, 5, ("5",)))),  # type: ignore[arg-type]
        f'{VALUE}rank[0] is "5": expected a whole number or a fraction',
        SUM,
    ),
    "kept out of nothing": Fault(
        method(gives(Value(5, 5, (5,), kept=(7,)))),
        f"{VALUE}kept[0] is 7: expected an index below 1, each once",
        SUM,
    ),
    "kept as a number": Fault(
        method(gives(Value(5, 5, (5,), kept=0))),  # type: ignore[arg-type]
        f"{VALUE}kept is 0: expected a list or None",
        SUM,
    ),
    "a figure that is no JSON": Fault(
        method(gives(Value(5, 5, (5,), {"odd": {1}}))),
        f"{VALUE}totals.odd is set: expected a value that can be written as JSON",
        SUM,
    ),
    "a figure that is no number": Fault(
        method(gives(Value(5, 5, (5,), {"odd": [float("nan")]}))),
        f"{VALUE}totals.odd[0] is nan: expected a value that can be written as JSON",
        SUM,
    ),
    "a figure without end": Fault(
        method(gives(Value(5, 5, (5,), {"odd": float("inf")}))),
        f"{VALUE}totals.odd is inf: expected a value that can be written as JSON",
        SUM,
    ),
    "a figure in place of the total": Fault(
        method(gives(Value(5, 5, (5,), {"total": 7}))),
        f"{VALUE}totals.total is 7: expected a name that the record of a score has not itself",
        SUM,
    ),
    "None for a value": Fault(method(gives(None)), f"{VALUE}returned None: expected Value", SUM),
    "a tuple for a value": Fault(method(gives((5, 5, (5,)))), f"{VALUE}returned tuple: expected Value", SUM),
    "a value that breaks": Fault(method(fail), f"{VALUE}ZeroDivisionError: it broke", SUM),
    "a value that leaves": Fault(method(leave), f"{VALUE}SystemExit: 3", SUM),
    "a value that ends an iteration": Fault(method(lambda *_: next(iter(()))), f"{VALUE}StopIteration", SUM),
    "a value that loads another ruleset": Fault(
        method(lambda *_: mjrules.load("westren.yaml")),
        f'{VALUE}RulesetError: there is no ruleset file "westren.yaml"',
        SUM,
    ),
    "adds that says neither": Fault(
        method(FIVE, adds=gives("no")), ', adds of the method "odd": returned "no": expected true or false', SUM
    ),
    "steps of numbers": Fault(
        method(FIVE, steps=gives([5])), ', steps of the method "odd": [0] is 5: expected Step', SUM, "explain"
    ),
    "steps without text": Fault(
        method(FIVE, steps=gives([Step(5, 5)])),  # type: ignore[arg-type]
        ', steps of the method "odd": [0].text is 5: expected text',
        SUM,
        "explain",
    ),
    "a most of text": Fault(
        method(FIVE, most=gives("five")),
        ', most of the method "odd": returned "five": expected a whole number or None',
        SUM,
        "most",
    ),
    "a most that breaks": Fault(
        method(FIVE, most=fail), ', most of the method "odd": ZeroDivisionError: it broke', SUM, "most"
    ),
    "a main unit that there is not": Fault(
        method(FIVE, main="fann"),
        ', the method "odd": main is "fann": expected one of the units (did you mean "fan"?)',
        SUM,
    ),
    "a range of a unit that there is not": Fault(
        method(FIVE, ranges={"fann": (0, 9)}),
        ', the method "odd": ranges is "fann": expected one of the units (did you mean "fan"?)',
        SUM,
    ),
    "units as a list": Fault(method(FIVE, units=["fan"]), ', the method "odd": units is list: expected a mapping', SUM),
}


def payment(transfers: Any, **more: Any) -> list[SettlementMethod]:
    return [SettlementMethod(**{"name": "odd", "about": "", "transfers": transfers, **more})]


def pays(*transfer: Any) -> list[SettlementMethod]:
    return payment(gives([Transfer("S", "E", 1), Transfer(*transfer)]))


PAY = "settlement: {replace: {method: odd}}"
PAID = ', transfers of the method "odd": '
PAYMENTS: Mapping[str, Fault] = {
    "an unknown payee": Fault(
        pays("S", "pot", 1), f'{PAID}[1].payee is "pot": expected a seat of the table, E, S, W, N', PAY, "payments"
    ),
    "more than a pot holds": Fault(
        pays("kitty", "E", 7),
        f"{PAID}[1].amount is 7: expected no more than kitty holds, 0",
        f"{PAY}\npots: {{kitty: {{title: The kitty}}}}",
        "payments",
    ),
    "an unknown payer": Fault(pays(None, "E", 1), f"{PAID}[1].payer is None: expected text", PAY, "payments"),
    "who pays themselves": Fault(
        pays("E", "E", 1), f'{PAID}[1].payee is "E": expected another seat than the payer', PAY, "payments"
    ),
    "an amount of 2.5": Fault(
        pays("S", "E", 2.5), f"{PAID}[1].amount is 2.5: expected a whole number", PAY, "payments"
    ),
    "an amount that is true": Fault(
        pays("S", "E", True), f"{PAID}[1].amount is True: expected a whole number", PAY, "payments"
    ),
    "a negative amount": Fault(pays("S", "E", -1), f"{PAID}[1].amount is -1: expected 0 or more", PAY, "payments"),
    "a tuple for a transfer": Fault(
        payment(gives([("S", "E", 1)])), f"{PAID}[0] is tuple: expected Transfer", PAY, "payments"
    ),
    "None for transfers": Fault(
        payment(gives(None)), f"{PAID}returned None: expected a list of Transfer", PAY, "payments"
    ),
    "transfers that break": Fault(payment(fail), f"{PAID}ZeroDivisionError: it broke", PAY, "payments"),
    "transfers that break half way": Fault(payment(half), f"{PAID}[0] is tuple: expected Transfer", PAY, "payments"),
    "a most of text": Fault(
        payment(gives([]), most=gives("five")),
        ', most of the method "odd": returned "five": expected a whole number or None',
        PAY,
        "counted",
    ),
    "reads what there is not": Fault(
        payment(fail, reads=("hand",)),
        ', the method "odd": reads[0] is "hand": expected something to read (did you mean "hands"?)',
        PAY,
    ),
    "reads as text": Fault(payment(fail, reads="hands"), ', the method "odd": reads is "hands": expected a list', PAY),
}


def stands(hand: mjrules.Hand, *_: Any) -> Sequence[mjrules.Hand]:
    return [mjrules.Hand.parse("11m +1m", names=None)]


def moves(hand: mjrules.Hand, *_: Any) -> Sequence[mjrules.Hand]:
    return [replace(hand, seat="S")]


JOKERS: Mapping[str, Fault] = {
    "kinds that there are not": Fault(
        [Wild(frozenset({3, 34}))], ", Wild: kinds is 34: expected a kind of tile, 0 to 33"
    ),
    "kinds as text": Fault([Wild("1m")], ', Wild: kinds is "1m": expected a list or None'),  # type: ignore[arg-type]
    "None for hands": Fault([gives(None)], ', the function "<lambda>": returned None: expected a list'),
    "text for a hand": Fault([gives(["1m"])], ', the function "<lambda>": [0] is "1m": expected Hand'),
    "a hand of other tiles": Fault(
        [stands], ', the function "stands": [0] is "11m +1m seat=E round=E": expected a hand of 14 tiles'
    ),
    "a hand of another seat": Fault([moves], ', the function "moves": [0].seat is "S": expected "E"'),
    "stand-ins that break": Fault([fail], ', the function "fail": ZeroDivisionError: it broke'),
}

# House rules.


@events.event("nap")
class Nap(Action):
    """A decision of a house rule's own, of which the log says something more."""

    dream: Any = None


@events.event("snore")
class Snore(events.PlayerEvent):
    """What is no decision, so that no log can be read with it."""


@events.event("discard")
class Discrad(Action):
    """Of a kind that there is."""


class Unmarked(Action):
    """Of no kind."""


class Quiet(Play):
    """A house rule to which one fault is added."""

    kinds = (Nap,)

    def actions(self, seat: int) -> list[Action]:
        return [Nap(seat)] if self.state.phase == "turn" and self.state.turn == seat else []

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action]


class Idle(Play):
    """A house rule that offers what it does not carry out."""

    kinds = (Nap,)
    actions = Quiet.actions


def rule(name: str = "", found: Any = None, **more: Any) -> list[HouseRule]:
    """A house rule of which one method gives something else, or has another attribute."""
    given = (
        found
        if name in ("kinds", "hears", "acts", "answers", "forbids", "plain_discards", "steady")
        else lambda self, *_: found(*_) if callable(found) else found
    )
    play = type("Odd", (Quiet,), {name: given} if name else {})
    return [HouseRule(**{"name": "odd", "about": "", "play": play, **more})]


def happens(*found: Event) -> list[HouseRule]:
    """A house rule of which a decision has these events."""
    return rule("carry_out", lambda action: [action, *found])


HOUSE = "house_rules: {odd: {}}"
UNCHANGED = "cannot be changed: what a house rule changes in a hand, it changes by events"


def of(name: str, said: str) -> str:
    return f', {name} of the house rule "odd": {said}'


FOREIGN = "expected an event of the game, or of one of its own kinds"


def paid(payer: str, payee: str, amount: Any = 1) -> list[HouseRule]:
    """A house rule of which a decision has a payment."""
    return happens(events.Paid(0, "odd", "Odd", (Transfer(payer, payee, amount),)))


def meddle(self: Play, event: Event) -> None:
    """Change the hand, which a rule only sees."""
    self.state.players[0].dead = True


def drop(self: Play, action: Action) -> Sequence[Event]:
    """Change a decision, which is as it was made."""
    action.seat = 3  # type: ignore[misc]
    return [action]


def odd(**methods: Any) -> list[HouseRule]:
    """A house rule with methods and attributes of its own."""
    return [HouseRule("odd", "", play=type("Odd", (Quiet,), methods))]


PLAYS: Mapping[str, Fault] = {
    "no play": Fault(rule(play=gives(5)), of("play", "returned 5: expected Play or None"), HOUSE, "table"),
    "a play that breaks": Fault(rule(play=fail), of("play", "ZeroDivisionError: it broke"), HOUSE, "table"),
    "a play that is no function": Fault(
        rule(play="Odd"), ', the house rule "odd": play is "Odd": expected a function or None', HOUSE, "table"
    ),
    "kinds that are one class": Fault(
        rule("kinds", Nap), ', the house rule "odd": kinds is Nap: expected a list of classes', HOUSE, "table"
    ),
    "kinds in words": Fault(
        rule("kinds", ("nap",)),
        ', the house rule "odd": kinds[0] is "nap": expected a subclass of Action',
        HOUSE,
        "table",
    ),
    "kinds that are lists": Fault(
        rule("kinds", ([],)), ', the house rule "odd": kinds[0] is list: expected a subclass of Action', HOUSE, "table"
    ),
    "kinds that nobody decides": Fault(
        rule("kinds", (Snore,)),
        ', the house rule "odd": kinds[0] is Snore: expected a subclass of Action',
        HOUSE,
        "table",
    ),
    "kinds of no kind": Fault(
        rule("kinds", (Nap, Unmarked)),
        ', the house rule "odd": kinds[1] is Unmarked: expected a class made with event',
        HOUSE,
        "table",
    ),
    "kinds of a kind that there is": Fault(
        rule("kinds", (Discrad,)),
        ', the house rule "odd": kinds[0] is Discrad: expected another kind than "discard", which other events have',
        HOUSE,
        "table",
    ),
    "kinds about which the table decides": Fault(
        rule("kinds", (Nap, events.Discard)),
        ', the house rule "odd": kinds[1] is Discard: '
        "expected a class of its own, or one of Declare, Give, Answer: the table decides about others",
        HOUSE,
        "table",
    ),
    "actions that nothing carries out": Fault(
        [HouseRule("odd", "", play=Idle)],
        of("carry_out", "[0] is None: expected the decision itself, nap"),
        HOUSE,
        "nap",
    ),
    "kinds without its own": Fault(
        rule("kinds", (events.Give,)),
        of("actions", "[0] is Nap: expected one of its own kinds (Give)"),
        HOUSE,
        "table",
    ),
    "no kinds": Fault(
        rule("kinds", ()), of("actions", "[0] is Nap: expected one of its own kinds (none)"), HOUSE, "table"
    ),
    "hears one class": Fault(
        rule("hears", events.Discard),
        ', the house rule "odd": hears is Discard: expected a list of classes',
        HOUSE,
        "table",
    ),
    "kinds of which nobody is asked": Fault(
        [HouseRule("odd", "", play=type("Odd", (Play,), {"kinds": (Nap,), "action": gives([])}))],
        ', the house rule "odd": kinds[0] is Nap: expected a method actions or ready_actions that is asked of it'
        ' (is "action" meant for "actions"?)',
        HOUSE,
        "table",
    ),
    "hears for nothing": Fault(
        [HouseRule("odd", "", play=type("Odd", (Play,), {"hears": (events.Discard,), "follow": gives([])}))],
        ', the house rule "odd": hears[0] is Discard: expected a method hear or follows that is asked of it'
        ' (is "follow" meant for "follows"?)',
        HOUSE,
        "table",
    ),
    "forbids nothing": Fault(
        [HouseRule("odd", "", play=type("Odd", (Play,), {"forbids": (events.Pung,)}))],
        ', the house rule "odd": forbids[0] is Pung: expected a method allows that is asked of it',
        HOUSE,
        "table",
    ),
    "follows from nothing": Fault(
        [HouseRule("odd", "", play=type("Odd", (Play,), {"heard": (events.Discard,), "follows": gives([])}))],
        ', the house rule "odd": hears is None: expected classes of events of which follows is told'
        ' (is "heard" meant for "hears"?)',
        HOUSE,
        "table",
    ),
    "a method of a name that is nearly known": Fault(
        odd(stop=gives("enough")),
        ', stop of the house rule "odd": nothing asks a method of this name (did you mean "stops"?);'
        " a helper begins with _",
        HOUSE,
        "table",
    ),
    "a method misspelt in a parent": Fault(
        [HouseRule("odd", "", play=type("Odder", (type("Odd", (Quiet,), {"alows": gives("")}),), {}))],
        ', alows of the house rule "odd": nothing asks a method of this name (did you mean "allows"?);'
        " a helper begins with _",
        HOUSE,
        "table",
    ),
    "acts at times that there are not": Fault(
        rule("acts", ("deal", "turn")),
        ', the house rule "odd": acts[1] is "turn": expected one of deal, own_turn, other_turn, claims',
        HOUSE,
        "table",
    ),
    "forbids what is no action": Fault(
        rule("forbids", (events.Pung, events.Paid)),
        ', the house rule "odd": forbids[1] is Paid: expected a subclass of Action',
        HOUSE,
        "table",
    ),
    "answers no event": Fault(
        rule("answers", (int,)),
        ', the house rule "odd": answers[0] is int: expected a subclass of Event',
        HOUSE,
        "table",
    ),
    "answers what never happens": Fault(
        odd(answers=(Discrad,), follows=gives([])),
        ', the house rule "odd": answers Discrad, of which there are no events (did you mean "Discard"?)',
        HOUSE,
        "table",
    ),
    "hears words": Fault(
        rule("hears", ("discard",)),
        ', the house rule "odd": hears[0] is "discard": expected a subclass of Event',
        HOUSE,
        "table",
    ),
    "hears an instance": Fault(
        rule("hears", (events.Discard(0, 1),)),
        ', the house rule "odd": hears[0] is Discard: expected a subclass of Event',
        HOUSE,
        "table",
    ),
    "hears what never happens": Fault(
        odd(hears=(Discrad,), hear=gives(None)),
        ', the house rule "odd": hears Discrad, of which there are no events (did you mean "Discard"?)',
        HOUSE,
        "table",
    ),
    "hears all that players do": Fault(
        odd(hears=(Action,), hear=gives(None)),
        ', the house rule "odd": hears Action, of which there are no events (known: Announced, Answer, Barred, Begin, '
        "Bonus, Chow, ClaimLost, Closed, Dead, Dealt, Declare, Dice, …)",
        HOUSE,
        "table",
    ),
    "an action of a foreign kind": Fault(
        rule("actions", lambda seat: [events.Kong(seat)]),
        of("actions", "[0] is Kong: expected one of its own kinds (Nap)"),
        HOUSE,
        "table",
    ),
    "an action with a seat of text": Fault(
        rule("actions", [Nap("E")]),  # type: ignore[arg-type]
        of("actions", '[0].seat is "E": expected a whole number'),
        HOUSE,
        "table",
    ),
    "an action without its field": Fault(
        rule("actions", lambda seat: [events.Declare(seat)]),  # type: ignore[call-arg]
        of("actions", "TypeError: Declare needs word"),
        HOUSE,
        "table",
    ),
    "an action of another seat": Fault(
        rule("actions", [Nap(7)]),
        of("actions", "[0].seat is 7: expected the seat that was asked, 0"),
        HOUSE,
        "table",
    ),
    "text for an action": Fault(
        rule("actions", ["nap"]), of("actions", '[0] is "nap": expected Action'), HOUSE, "table"
    ),
    "None for actions": Fault(
        rule("actions", None), of("actions", "returned None: expected a list of Action"), HOUSE, "table"
    ),
    "one action for a list": Fault(
        rule("actions", Nap(0)), of("actions", "returned Nap: expected a list of Action"), HOUSE, "table"
    ),
    "one event for a list": Fault(
        rule("carry_out", lambda action: action),
        of("carry_out", "returned Nap: expected a list of Event"),
        HOUSE,
        "nap",
    ),
    "one transfer for a list": Fault(
        happens(events.Paid(0, "odd", "Odd", Transfer("E", "S", 1))),  # type: ignore[arg-type]
        of("carry_out", "[1].transfers is Transfer: expected a list of Transfer"),
        HOUSE,
        "nap",
    ),
    "None for a reason": Fault(rule("allows", None), of("allows", "returned None: expected text"), HOUSE, "table"),
    "yes for a reason": Fault(rule("allows", True), of("allows", "returned True: expected text"), HOUSE, "table"),
    "None for a bond": Fault(
        odd(binds=gives(None), allows=gives("")),
        of("binds", "returned None: expected true or false"),
        HOUSE,
        "table",
    ),
    "None for what is before play": Fault(
        rule("before_play", None), of("before_play", "returned None: expected true or false"), HOUSE, "table"
    ),
    "None for why not": Fault(rule("why_not", None), of("why_not", "returned None: expected text"), HOUSE, "why not"),
    "something heard gives something": Fault(
        odd(hears=(events.Begin,), hear=gives([])),
        of("hear", "returned list: expected None"),
        HOUSE,
        "table",
    ),
    "hearing breaks": Fault(
        odd(hears=(events.Begin,), hear=fail), of("hear", "ZeroDivisionError: it broke"), HOUSE, "table"
    ),
    "hearing changes the hand": Fault(
        odd(hears=(events.Begin,), hear=meddle),
        of("hear", f"AttributeError: dead {UNCHANGED}"),
        HOUSE,
        "table",
    ),
    "a decision is changed": Fault(
        odd(carry_out=drop),
        of("carry_out", "AttributeError: seat cannot be changed: an event is what has happened"),
        HOUSE,
        "nap",
    ),
    "tuples for events": Fault(
        rule("carry_out", [("nap", 0)]), of("carry_out", "[0] is tuple: expected Event"), HOUSE, "nap"
    ),
    "no events": Fault(
        rule("carry_out", []), of("carry_out", "[0] is None: expected the decision itself, nap"), HOUSE, "nap"
    ),
    "None for events": Fault(
        rule("carry_out", None), of("carry_out", "returned None: expected a list of Event"), HOUSE, "nap"
    ),
    "events that break": Fault(rule("carry_out", fail), of("carry_out", "ZeroDivisionError: it broke"), HOUSE, "nap"),
    "another event first": Fault(
        rule("carry_out", [events.Dead(0)]),
        of("carry_out", "[0] is Dead: expected the decision itself, nap"),
        HOUSE,
        "nap",
    ),
    "another decision first": Fault(
        rule("carry_out", lambda action: [Nap(1)]),
        of("carry_out", "[0] is Nap: expected the decision itself, nap"),
        HOUSE,
        "nap",
    ),
    "an event of a class that there is not": Fault(
        happens(Snore(0)), of("carry_out", f"[1] is Snore: {FOREIGN}"), HOUSE, "nap"
    ),
    "an event of no kind": Fault(
        happens(events.PlayerEvent(0)), of("carry_out", f"[1] is PlayerEvent: {FOREIGN}"), HOUSE, "nap"
    ),
    "an event of a kind that there is": Fault(
        happens(Discrad(0)), of("carry_out", f"[1] is Discrad: {FOREIGN}"), HOUSE, "nap"
    ),
    "an event of a seat that there is not": Fault(
        happens(events.Dead(4)), of("carry_out", "[1].seat is 4: expected a seat of the table"), HOUSE, "nap"
    ),
    "an event of nobody": Fault(
        happens(events.Dead(-1)), of("carry_out", "[1].seat is -1: expected a seat of the table"), HOUSE, "nap"
    ),
    "tiles moved to nobody": Fault(
        happens(events.Moved(0, (1,), 7, "left")),
        of("carry_out", "[1].other is 7: expected a seat of the table"),
        HOUSE,
        "nap",
    ),
    "an event with a tile of text": Fault(
        happens(events.Bonus(0, "f1")),  # type: ignore[arg-type]
        of("carry_out", '[1].tile is "f1": expected a whole number'),
        HOUSE,
        "nap",
    ),
    "an event with a tile that there is not": Fault(
        happens(events.Bonus(0, 50)), of("carry_out", "[1].tile is 50: expected a tile, 0 to 49"), HOUSE, "nap"
    ),
    "an event with tiles that there are not": Fault(
        happens(events.Moved(0, (1, 77), 1, "left")),
        of("carry_out", "[1].tiles[1] is 77: expected a tile, 0 to 49"),
        HOUSE,
        "nap",
    ),
    "an event without its field": Fault(
        rule("carry_out", lambda action: [action, events.Moved(0, (1,), 1)]),  # type: ignore[call-arg]
        of("carry_out", "TypeError: Moved needs direction"),
        HOUSE,
        "nap",
    ),
    "an event that is no JSON": Fault(
        happens(Nap(0, {"at": {1}})),
        of("carry_out", "[1].dream.at is set: expected a value that can be written as JSON"),
        HOUSE,
        "nap",
    ),
    "paid to nobody": Fault(
        paid("E", "pot"),
        of("carry_out", '[1].transfers[0].payee is "pot": expected a seat of the table, E, S, W, N'),
        HOUSE,
        "nap",
    ),
    "paid to the payer": Fault(
        paid("E", "E"),
        of("carry_out", '[1].transfers[0].payee is "E": expected another seat than the payer'),
        HOUSE,
        "nap",
    ),
    "half is paid": Fault(
        paid("E", "S", 0.5),
        of("carry_out", "[1].transfers[0].amount is 0.5: expected a whole number"),
        HOUSE,
        "nap",
    ),
    "paid, and nothing said of it": Fault(
        rule("carry_out", lambda action: [action, events.Paid(0, "odd", "Odd")]),  # type: ignore[call-arg]
        of("carry_out", "TypeError: Paid needs transfers"),
        HOUSE,
        "nap",
    ),
    "paid in plain data": Fault(
        happens(events.Paid(0, "odd", "Odd", ({"payer": "E", "payee": "S", "amount": 1},))),  # type: ignore[arg-type]
        of("carry_out", "[1].transfers[0] is dict: expected Transfer"),
        HOUSE,
        "nap",
    ),
}


def answers(found: Any) -> list[HouseRule]:
    return [HouseRule("odd", "", records={"odd": RecordKind("", {}, {"one": "", "two": ""}, found)})]


def changes(record: Any, *_: Any) -> Any:
    record["kind"] = "other"
    return {}


RECORD = ', answer of records["odd"] of the house rule "odd": '
TABLES: Mapping[str, Fault] = {
    "None for an answer": Fault(answers(gives(None)), f"{RECORD}returned None: expected a mapping", HOUSE, "record"),
    "an answer that every record has": Fault(
        [HouseRule("odd", "", records={"odd": RecordKind("", {}, {"hash": ""}, gives({}))})],
        ', records["odd"] of the house rule "odd": answers has "hash": expected a name that not every record has',
        HOUSE,
        "record",
    ),
    "a record that is changed": Fault(
        answers(changes), f"{RECORD}TypeError: 'mappingproxy' object does not support item assignment", HOUSE, "record"
    ),
    "an answer that breaks": Fault(answers(fail), f"{RECORD}ZeroDivisionError: it broke", HOUSE, "record"),
    "another answer": Fault(
        answers(gives({"oen": 1})),
        f'{RECORD}returned "oen": expected one of the answers (did you mean "one"?)',
        HOUSE,
        "record",
    ),
    "an answer that is no JSON": Fault(
        answers(gives({"one": [1, object()]})),
        f"{RECORD}one[1] is object: expected a value that can be written as JSON",
        HOUSE,
        "record",
    ),
    "records that are none": Fault(
        [HouseRule("odd", "", records={"odd": "answer"})],  # type: ignore[dict-item]
        ', the house rule "odd": records.odd is "answer": expected RecordKind',
        HOUSE,
        "record",
    ),
    "options in a list": Fault(
        rule(options=gives(["kongs"])), of("options", "returned list: expected a mapping"), HOUSE, "match"
    ),
    "an option of a list": Fault(
        rule(options=gives({"kongs": [8]})),
        of("options", "kongs is list: expected text or a whole number or true or false or None"),
        HOUSE,
        "match",
    ),
    "an option that there is not": Fault(
        rule(options=gives({"kong": 8})),
        ', the house rule "odd": options: options.kong: unknown option "kong" (did you mean "kongs"?)',
        HOUSE,
        "match",
    ),
    "an option that cannot be so": Fault(
        rule(options=gives({"kongs": 7})),
        ', the house rule "odd": options: options.kongs: option kongs has no value "7" (known: 6, 8)',
        HOUSE,
        "match",
    ),
    "options that break": Fault(rule(options=fail), of("options", "ZeroDivisionError: it broke"), HOUSE, "match"),
    "flags in one tuple": Fault(
        rule(flags_in=("flags",)), ', the house rule "odd": flags_in[0] is "flags": expected a list', HOUSE, "table"
    ),
}

# Formats of logs.


def form(replay: Any, is_record: Any = bool) -> list[LogFormat]:
    return [LogFormat("odd", "", is_record, replay)]


def replays(*steps: Any) -> list[LogFormat]:
    return form(lambda *_: iter(steps))


REPLAY = ', replay of the format "odd": '
BEGIN = events.PlayBegins(0)
FORMATS: Mapping[str, Fault] = {
    "None for steps": Fault(form(gives(None)), f"{REPLAY}TypeError: 'NoneType' object is not iterable", what="replay"),
    "a short step": Fault(replays((1, BEGIN)), f"{REPLAY}returned tuple: expected 3 values", what="replay"),
    "text for an event": Fault(replays((1, "begin", None)), f'{REPLAY}[1] is "begin": expected Event', what="replay"),
    "text for a line": Fault(
        replays(("1", BEGIN, None)), f'{REPLAY}[0] is "1": expected a whole number', what="replay"
    ),
    "text for a table": Fault(
        replays((1, BEGIN, "table")), f'{REPLAY}[2] is "table": expected TableLike or None', what="replay"
    ),
    "steps that break half way": Fault(
        form(lambda *_: chain([(1, BEGIN, None)], map(fail, [1]))),
        f"{REPLAY}ZeroDivisionError: it broke",
        what="replay",
    ),
    "None for a record": Fault(
        form(fail, gives(None)), ', is_record of the format "odd": returned None: expected true or false', what="is"
    ),
}

# Players.


def player(make: Any) -> list[PlayerMaker]:
    return [PlayerMaker("odd", "", make)]


class Talkative:
    """A player whose advice is at fault."""

    def __init__(self, advice: Any) -> None:
        self.advice = gives(advice)

    def __call__(self, view: View) -> Action:
        return view.legal[0]


def talks(advice: Any) -> list[PlayerMaker]:
    return player(gives(Talkative(advice)))


CHOICE, ADVICE = ', choice of the player "odd": ', ', advice of the player "odd": '
PLAYERS: Mapping[str, Fault] = {
    "no player": Fault(
        player(gives(None)), ', make of the player "odd": returned None: expected a function of a view', what="choice"
    ),
    "a choice that breaks": Fault(player(gives(fail)), f"{CHOICE}ZeroDivisionError: it broke", what="choice"),
    "None for a choice": Fault(player(gives(gives(None))), f"{CHOICE}returned None: expected Action", what="choice"),
    "a choice that is not legal": Fault(
        player(gives(gives(Nap(0)))),
        f'{CHOICE}returned "nap": expected one of the legal actions of the view',
        what="choice",
    ),
    "advice of one action": Fault(talks(Nap(0)), f"{ADVICE}returned Nap: expected a list", what="advice"),
    "advice that is not legal": Fault(
        talks([(Nap(0), "tired")]),
        f'{ADVICE}[0][0] is "nap": expected one of the legal actions of the view',
        what="advice",
    ),
}

FAULTS = [
    pytest.param(hook, fault, id=f"{hook.removeprefix('mj_')}: {name}")
    for hook, faults in (
        ("mj_condition_words", WORDS),
        ("mj_combination_policies", POLICIES),
        ("mj_scoring_methods", METHODS),
        ("mj_settlement_methods", PAYMENTS),
        ("mj_stand_ins", JOKERS),
        ("mj_house_rules", {**PLAYS, **TABLES}),
        ("mj_log_formats", FORMATS),
        ("mj_players", PLAYERS),
    )
    for name, fault in faults.items()
]


SCORED = [each for each in FAULTS if isinstance(each.values[1], Fault) and each.values[1].what in ("score", "payments")]


@pytest.fixture
def ruleset(tmp_path: Path) -> Callable[[ModuleType, str], mjrules.Ruleset]:
    """Loads the small game with the plugin."""

    def loaded(odd: ModuleType, text: str) -> mjrules.Ruleset:
        path = tmp_path / "club.yaml"
        path.write_text(f"id: club\nextends: {BASE}\nplugins: {{add: [odd]}}\n{text}\n", encoding="utf-8")
        return load(str(path), available={**available_plugins(), "odd": lambda: odd}, within="/")

    return loaded


def nap(ruleset: mjrules.Ruleset, why_not: bool = False) -> object:
    table = Table(ruleset, 1)
    before = table.events
    try:
        return table.can(Nap(1)) if why_not else table.do(Nap(0))
    finally:
        assert table.events == before, "a decision that fails leaves nothing behind"


def counted(ruleset: mjrules.Ruleset) -> object:
    settlement = ruleset.book.settlement
    assert settlement is not None
    return settlement.most(ruleset.book.settlement_settings)


DO: Mapping[str, Callable[[mjrules.Ruleset], object]] = {
    "score": lambda ruleset: ruleset.score(ruleset.parse(HAND)),
    "most": lambda ruleset: ruleset.book.method.most(ruleset.book.settings),
    "counted": counted,
    "payments": lambda ruleset: ruleset.score(ruleset.parse(HAND)).payments,
    "explain": lambda ruleset: ruleset.score(ruleset.parse(HAND)).explanation.steps,
    "table": lambda ruleset: Table(ruleset, 1).legal_actions("E"),
    "nap": nap,
    "why not": lambda ruleset: nap(ruleset, why_not=True),
    "record": lambda ruleset: answers_to({"kind": "odd"}, ruleset),
    "match": lambda ruleset: mjrules.Match(ruleset, 1),
}


def done(fault: Fault, odd: ModuleType, ruleset: Callable[[ModuleType, str], mjrules.Ruleset]) -> object:
    """What comes of the plugin where its fault is met."""
    if fault.what in DO:
        return DO[fault.what](ruleset(odd, fault.text))
    if fault.what in ("choice", "advice"):
        table = Table(mjrules.load("zung-jung"), 1)
        found: Any = make_player("odd", table.ruleset, "1", available={"odd": lambda: odd})
        return (found if fault.what == "choice" else found.advice)(mjrules.view(table, "E"))
    form = log_formats({"odd": lambda: odd}).by_name["odd"]
    return form.is_record({}) if fault.what == "is" else list(played_again(form, []))


@pytest.mark.parametrize(("hook", "fault"), thinned(FAULTS, 2))
def test_a_fault_is_told(ruleset: Callable[[ModuleType, str], mjrules.Ruleset], hook: str, fault: Fault) -> None:
    with pytest.raises((PluginError, RulesetError)) as error:
        done(fault, plugin(hook, fault.items), ruleset)
    said = str(error.value).split("\n")[0]
    if isinstance(error.value, RulesetError):
        said = error.value.problems[0].message
    elif fault.what in ("score", "payments", "explain"):
        assert said.endswith(AT_HAND)
        said = said.removesuffix(AT_HAND)
    assert without_place(said) == f'plugin "odd" failed in {hook}{fault.said}'


@pytest.mark.parametrize(
    ("hook", "fault"),
    thinned(SCORED, 4),
)
def test_a_batch_goes_on_after_a_fault(
    ruleset: Callable[[ModuleType, str], mjrules.Ruleset], hook: str, fault: Fault
) -> None:
    try:
        club = ruleset(plugin(hook, fault.items), fault.text)
    except RulesetError:
        return
    hand = club.parse(HAND).to_record()
    found = list(score_records([{**hand, "id": 1}, {**hand, "id": 2, "ruleset": "hong-kong"}], club))
    assert [(each["id"], each["valid"]) for each in found] == [(1, False), (2, True)]
    assert found[0]["error"]["code"] == "plugin_failed"
    assert fault.said in without_place(found[0]["error"]["message"])


@pytest.mark.parametrize("hook", [name for name in vars(specs) if name.startswith("mj_")])
@pytest.mark.parametrize("error", [ZeroDivisionError("it broke"), SystemExit(3)])
def test_a_hook_that_breaks_is_told(
    ruleset: Callable[[ModuleType, str], mjrules.Ruleset], hook: str, error: BaseException
) -> None:
    odd = plugin(hook, error)
    said = f'plugin "odd" failed in {hook}: {type(error).__name__}: {error}'
    if hook in ("mj_log_formats", "mj_players"):
        assert [without_place(str(each)) for each in provided(hook, available={"odd": lambda: odd}).errors] == [said]
        return
    with pytest.raises(RulesetError) as caught:
        ruleset(odd, "")
    assert [without_place(problem.message) for problem in caught.value.problems] == [said]


@pytest.mark.parametrize(
    ("hook", "items", "text", "what"),
    [
        ("mj_scoring_methods", method(work), SUM, "score"),
        ("mj_combination_policies", policy(work), SHIFTED, "score"),
        ("mj_condition_words", asks(work), ODD, "score"),
        ("mj_stand_ins", [work], "", "score"),
        ("mj_house_rules", rule("carry_out", work), HOUSE, "nap"),
    ],
)
def test_work_that_takes_too_long_is_told_as_such(
    ruleset: Callable[[ModuleType, str], mjrules.Ruleset], hook: str, items: Any, text: str, what: str
) -> None:
    with pytest.raises(HandError) as error:
        DO[what](ruleset(plugin(hook, items), text))
    assert error.value.code == "too_complex"
    told = error.value.message.partition(" sand")
    assert told[:2] == (f"more than {STEPS} steps are needed: counting grains of", " sand")
    where = {"mj_combination_policies": "", "mj_condition_words": "the condition "}  # of the first the rules are told
    assert bool(told[2]) == (hook in where)
    assert where.get(hook, "") in told[2]


def test_who_interrupts_a_plugin_is_heard(ruleset: Callable[[ModuleType, str], mjrules.Ruleset]) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    club = ruleset(plugin("mj_scoring_methods", method(interrupted)), SUM)
    with pytest.raises(KeyboardInterrupt):
        club.score(club.parse(HAND))


@pytest.mark.parametrize("given", ["{anything: 5}", "5"])
def test_settings_of_a_house_rule_without_settings_are_told(
    ruleset: Callable[[ModuleType, str], mjrules.Ruleset], given: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset(plugin("mj_house_rules", rule()), f"house_rules: {{odd: {given}}}")
    said = {
        "{anything: 5}": 'unknown key "anything": the house rule odd has no settings',
        "5": "expected a mapping, got 5",
    }
    assert [problem.message for problem in caught.value.problems] == [said[given]]


def test_a_play_is_left_as_it_is(ruleset: Callable[[ModuleType, str], mjrules.Ruleset]) -> None:
    made: list[Play] = []

    class Listed(Quiet):
        """A play with lists where tuples are declared."""

        kinds, hears = [Nap], [events.Discard]  # type: ignore[assignment]

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.before = dict(vars(self))
            made.append(self)

        def hear(self, event: Event) -> None:
            """Nothing of it is kept."""

    table = Table(ruleset(plugin("mj_house_rules", rule(play=Listed)), HOUSE), 1)
    table.do(Nap(0))
    (play,) = made
    assert {name: value for name, value in vars(play).items() if name not in ("before", "_stir")} == play.before  # type: ignore[attr-defined]
    assert [*play.kinds, *play.hears] == [Nap, events.Discard]
    assert (table.plays[0].kinds, table.plays[0].hears) == ((Nap,), (events.Discard,))


@pytest.mark.parametrize(
    "methods",
    [
        {"allow": gives("enough"), "allows": gives("")},
        {"_stop": gives("enough")},
        {"stop": gives("enough"), "binds": lambda self, seat: bool(self.stop())},
        {"stop": gives("enough"), "binds": lambda self, seat: any(self.stop() for _ in range(2))},
    ],
    ids=["beside the known one", "hidden", "called", "called inside"],
)
def test_a_helper_may_be_called_like_a_method_that_is_asked(
    ruleset: Callable[[ModuleType, str], mjrules.Ruleset], methods: Mapping[str, Any]
) -> None:
    """Only what nothing asks, nor calls, is taken for misspelt."""
    table = Table(ruleset(plugin("mj_house_rules", odd(**methods)), HOUSE), 1)
    assert table.plays[0].does("actions")


def test_there_are_many_faults() -> None:
    assert len(FAULTS) >= 100
