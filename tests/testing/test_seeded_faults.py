"""The kit bites: faults of plugins and of rulesets, each with the law that tells it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import mjrules
from mjrules import Ruleset, RulesetError
from mjrules.hooks import (
    Action,
    And,
    Atom,
    Award,
    CombinationPolicy,
    Event,
    Facts,
    HouseRule,
    Play,
    ScoringMethod,
    SettlementMethod,
    Step,
    Transfer,
    Value,
    Win,
    Word,
    events,
    hookimpl,
)
from mjrules.hooks.manager import available_plugins
from mjrules.testing import (
    END_LAWS,
    LAWS,
    MOMENT_LAWS,
    HandsChecked,
    LawBrokenError,
    check_laws,
    check_play,
    random_hands,
    random_player,
)
from tests.kit.profile import thinned

LOADS = "loads"
"""What is wrong at loading is a RulesetError."""
BASE = """id: club
extends: root
plugins: [base_payment, combinations, odd, sum, wild]
scoring: {method: sum, minimum: 1}
rules:
  win: {points: 1}
  pungs: {points: 2, each: true, when: {sets: pung}}
  shifted: {points: 3, when: {sets: [chow a n, chow a n+1]}}
  pairs: {points: 4, when: {sets: [pung a, pung b]}}
  odd: {points: 5, when: {tiles: {1m: 1+}}}
settlement: {method: base_payment, base: 1}
"""
METHOD = BASE.replace("method: sum", "method: odd")
PAYS = BASE.replace("{method: base_payment, base: 1}", "{method: odd}")
ASKS = BASE.replace("{tiles: {1m: 1+}}", "{odd: 1}")
TWICE = ASKS.replace("settlement:", "  other: {points: 5, when: {odd: 2}}\nsettlement:")
CHOOSES = BASE.replace("minimum: 1", "combination: odd")
HOUSE = f"{BASE}house_rules: {{odd: {{}}}}\n"


class Fault(NamedTuple):
    """The law that tells it, the ruleset, and what its plugin provides through which hook."""

    law: str
    text: str = BASE
    hook: str = ""
    items: Callable[[], Sequence[Any]] = list
    plays: bool = False


def gives(found: Any) -> Callable[..., Any]:
    return lambda *_: found


def total(awards: Sequence[Award]) -> int:
    return sum(int(award.value) for award in awards)


# Scoring methods.


def method(value: Callable[[Sequence[Award]], Value], law: str, **more: Any) -> Fault:
    said = {"name": "odd", "about": "", "units": {"points": ""}, "main": "points", **more}
    return Fault(law, METHOD, "mj_scoring_methods", lambda: [ScoringMethod(value=lambda a, _: value(a), **said)])


def whole(awards: Sequence[Award], **more: Any) -> Value:
    """The sum, in which something is otherwise."""
    points = total(awards)
    return Value(points, points, (points,))._replace(**more)


def half(awards: Sequence[Award]) -> Value:
    return whole(awards, total=5.5)


def capped(awards: Sequence[Award]) -> Value:
    worth = min(4, total(awards))
    return whole(awards, total=worth, rank=(worth,), cut=total(awards) - worth)


def multiplied(awards: Sequence[Award]) -> Value:
    product = 1
    for award in awards:
        product *= int(award.value)
    return Value(product, product, (product,))


calls = count()


def counting(awards: Sequence[Award]) -> Value:
    points = next(calls)
    return Value(points, points, (points,))


def some(awards: Sequence[Award]) -> Value:
    """Keeps out what the total has."""
    return whole(awards, kept=tuple(range(len(awards) - 1)))


METHODS: Mapping[str, Fault] = {
    "a total of 5.5": method(half, "answers"),
    "a negative total": method(lambda awards: whole(awards, total=-1), "answers"),
    "a total that is true": method(lambda awards: whole(awards, total=True), "answers"),
    "a rank against the value": method(lambda awards: whole(awards, rank=(-total(awards),)), "rank"),
    "a rank by the number of awards": method(lambda awards: whole(awards, rank=(-len(awards),)), "rank"),
    "adds, and multiplies": method(multiplied, "adds", adds=gives(True)),
    "adds, up to a cap": method(capped, "adds", adds=gives(True)),
    "adds, and ranks by two figures": method(
        lambda awards: whole(awards, rank=(total(awards), len(awards))), "adds", adds=gives(True)
    ),
    "rises, and is worth less with every award": method(
        lambda awards: whole(awards, total=999 - total(awards), rank=(999 - total(awards),)), "rises", rises=True
    ),
    "sums up how many awards there are, and is worth more": method(whole, "sums", sums=gives((1,))),
    "sums up what is worth the same, and asks for a rule": method(
        lambda awards: whole(awards, rank=(total(awards) + any(own.rule.id == "odd" for own in awards),)),
        "sums",
        sums=lambda award, _: (int(award.value),),
    ),
    "sums up, and not always as much": method(
        whole, "sums", sums=lambda award, _: (int(award.value), *[0] * (int(award.value) % 2))
    ),
    "sums up, and keeps the first": method(
        lambda awards: whole(awards[:1], kept=(0,) if awards else ()), "sums", sums=lambda award, _: (int(award.value),)
    ),
    "keeps out what the total has": method(some, "explanation_total"),
    "keeps none": method(lambda awards: whole(awards, kept=()), "explanation_total", steps=gives(())),
    "steps that lead elsewhere": method(whole, "explanation_total", steps=gives([Step("magic", 5000)])),
    "no steps, and a total that is twice what counts": method(
        lambda awards: whole(awards, total=2 * total(awards), rank=(2 * total(awards),)), "explanation_total"
    ),
    "steps that break": method(whole, "answers", steps=lambda *_: [Step("", 1 // 0)]),
    "chance in the value": method(lambda awards: whole(awards, total=random.randrange(10**6)), "determinism"),
    "a value that counts its calls": method(counting, "determinism"),
    "no value where nothing counts": method(lambda awards: whole(awards, counted=awards[0].times), "answers"),
    "a main unit that there is not": method(whole, LOADS, main="point"),
    "units of no rule": method(whole, LOADS, units={"fan": ""}, main="fan"),
}

# Settlements.


def payment(transfers: Callable[[Win], Iterable[Transfer]], law: str, **more: Any) -> Fault:
    said = {"name": "odd", "about": "", "reads": (), **more}
    made = lambda: [SettlementMethod(transfers=lambda win, _: list(transfers(win)), **said)]  # noqa: E731
    return Fault(law, PAYS, "mj_settlement_methods", made)


def others(win: Win) -> Iterator[str]:
    return (seat for seat in win.seats if seat != win.winner)


def concealed_pay(win: Win) -> Iterator[Transfer]:
    """Who has many tiles in hand is paid more."""
    hand: Any = win.hand
    return (Transfer(seat, win.winner, len(hand.concealed)) for seat in others(win))


PAYMENTS: Mapping[str, Fault] = {
    "payer and winner exchanged": payment(
        lambda win: (Transfer(win.winner, seat, win.value) for seat in others(win)), "winner_paid"
    ),
    "the winner pays the discarder": payment(
        lambda win: [Transfer(win.winner, next(others(win)), 1)] if win.value > 5 else [], "winner_paid"
    ),
    "who pays themselves": payment(lambda win: [Transfer("E", "E", 1)], "answers"),
    "paid to the pot": payment(lambda win: [Transfer("E", "pot", 1)], "answers"),
    "concealed tiles are looked at": payment(concealed_pay, "answers"),
    "half is paid": payment(lambda win: [Transfer("E", "S", win.value / 2)], "answers"),  # type: ignore[arg-type]
    "chance in what is paid": payment(
        lambda win: [Transfer(next(others(win)), win.winner, random.randrange(10**6))], "determinism"
    ),
    "reads what there is not": payment(lambda win: [], LOADS, reads=("hand",)),
}

# Condition words and policies.


def word(read: Callable[..., Any], law: str, text: str = ASKS, **more: Any) -> Fault:
    said = {"name": "odd", "type": "", "about": "", "facets": ("win",), "schema": {}, "read": read, **more}
    return Fault(law, text, "mj_condition_words", lambda: [Word(**said)])


def asks(test: Callable[..., Any], law: str, **more: Any) -> Fault:
    return word(lambda *_: Atom("odd", ("win",), test, **more), law)


readings = count()


def read_anew(*_: Any) -> Atom:
    """A question with another answer each time that the ruleset is loaded."""
    even = next(readings) % 2 == 0
    return Atom("odd", ("win",), gives(even))


WORDS: Mapping[str, Fault] = {
    "two questions with one key": word(
        lambda _, value, path: Atom("odd", ("win",), gives(value == 1)), "answers", TWICE
    ),
    "two questions with one key, of two kinds": word(
        lambda *_: And((Atom("odd", ("win",), gives(())), Atom("odd", ("win",), gives((0,)), finds=True))), LOADS
    ),
    "a tuple without finds": asks(gives((0,)), "answers"),
    "a truth value with finds": asks(gives(True), "answers", finds=True),
    "a mask beyond the slots": asks(gives((1 << 70,)), "answers", finds=True),
    "chance in a question": asks(lambda _: random.random() < 0.5, "determinism"),
    "another answer after each loading": word(read_anew, "determinism"),
    "a facet that is not declared": word(lambda *_: Atom("odd", ("flags",), bool), LOADS),
    "a facet that there is not": word(gives(None), LOADS, facets=("wining",)),
    "a reader that gives no formula": word(gives(None), LOADS),
}


def policy(choices: Callable[..., Any], law: str) -> Fault:
    made = lambda: [CombinationPolicy("odd", "", choices)]  # noqa: E731
    return Fault(law, CHOOSES, "mj_combination_policies", made)


POLICIES: Mapping[str, Fault] = {
    "a choice that is part of another": policy(
        lambda matches: [tuple(range(len(matches))), tuple(range(len(matches) - 1))], "choices"
    ),
    "no choice at all": policy(gives([]), "answers"),
    "a match twice": policy(gives([(0, 0)]), "answers"),
    "chance in the choices": policy(
        lambda matches: [tuple(sorted(random.sample(range(len(matches)), random.randrange(len(matches) + 1))))],
        "(choices|determinism)",
    ),
}

# Jokers.


def scribble(hand: mjrules.Hand, _: Any) -> Sequence[mjrules.Hand]:
    object.__setattr__(hand, "fields", {"looks": int(hand.fields.get("looks", 0)) + 1})
    return ()


def stands(found: Any, law: str, text: str = BASE) -> Fault:
    return Fault(law, text, "mj_stand_ins", lambda: [found])


JOKERS: Mapping[str, Fault] = {
    "stand-ins that write in the hand": stands(scribble, "no_mutation", f"{BASE}fields: {{looks: how often}}\n"),
    "stand-ins of other tiles": stands(lambda hand, _: [replace(hand, concealed=())], "answers"),
    "stand-ins that break": stands(lambda hand, _: 1 // 0, "answers"),
}

# Rulesets.

RULESETS: Mapping[str, Fault] = {
    "nothing can win": Fault(
        "scored", f"{BASE}win_requires: {{all_of: [{{self_drawn: true}}, {{self_drawn: false}}]}}\n"
    ),
    "a plugin that is not named": Fault(LOADS, BASE.replace("sum, wild", "wild")),
    "a word that there is not": Fault(LOADS, BASE.replace("tiles: {1m", "tile: {1m")),
    "settings where the house rule has none": Fault(
        LOADS,
        f"{BASE}house_rules: {{odd: {{anything: 5}}}}\n",
        "mj_house_rules",
        lambda: [HouseRule("odd", "")],
    ),
    "a rule that refuses what there is not": Fault(LOADS, BASE.replace("{points: 1}", "{points: 1, excludes: [pong]}")),
}

# House rules.


@events.event("seeded_nap")
class Nap(Action):
    """A decision of a house rule."""


@events.event("discard")
class Discrad(Action):
    """What a discard is not."""


class Quiet(Play):
    """A house rule with one decision, once a hand, to which a fault is added."""

    kinds = (Nap,)
    hears: tuple[type[Event], ...] = (Nap,)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.napped = False

    def hear(self, event: Event) -> None:
        self.napped = True

    def actions(self, seat: int) -> list[Action]:
        free = self.state.phase == "turn" and self.state.turn == seat and not self.napped
        return [Nap(seat)] if free else []

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action]


def plays(law: str, text: str = HOUSE, **methods: Any) -> Fault:
    made = lambda: [HouseRule("odd", "", play=type("Odd", (Quiet,), methods), stops=True)]  # noqa: E731
    return Fault(law, text, "mj_house_rules", made, plays=True)


def remembered(self: Any, action: Action) -> Sequence[Event]:
    """Remembers by itself, and not from the event."""
    self.napped = True
    return [action]


def paying(payer: str, payee: str) -> Callable[..., Sequence[Event]]:
    return lambda self, action: [action, events.Paid(0, "odd", "Odd", (Transfer(payer, payee, 1),))]


def tired(self: Any, seat: int) -> list[Action]:
    """Counts how often it is asked."""
    self.asked = getattr(self, "asked", 0) + 1
    return [Nap(seat)] if self.asked % 11 == 0 and self.state.phase == "turn" and self.state.turn == seat else []


def weary() -> Callable[..., Sequence[Event]]:
    """Ends play after so many discards, counted over all hands."""
    discards = count()
    return lambda self, event: [events.Exhausted("enough")] if next(discards) > 9 else []


def to_act(settings: Any, outlook: Any, action: Action) -> Any:
    """Reads what a view does not show."""
    return outlook.view.to_act


ODD_FLAG = f"{HOUSE}flags: {{odd: what is odd}}\n"
LUCKY: Sequence[Facts | None] = (None, Facts(flags=("odd",)))


PLAYS: Mapping[str, Fault] = {
    "hears a misspelt kind": plays("answers", hears=(Discrad,)),
    "hears a word": plays("answers", hears=("discard",)),
    "kinds that are one class": plays("answers", kinds=Nap),
    "a decision without events": plays("answers", carry_out=gives([])),
    "another event first": plays("answers", carry_out=gives([events.Dead(0)])),
    "an action of another seat": plays("answers", actions=gives([Nap(3)])),
    "None for a reason": plays("answers", allows=gives(None)),
    "paid to the payer": plays("answers", carry_out=paying("E", "E")),
    "changes the hand": plays("answers", hear=lambda self, event: setattr(self.state.players[0], "dead", True)),
    "a memory that no event made": plays("undo", hear=gives(None), carry_out=remembered),
    "a memory beyond the hand": plays("undo", hears=(events.Discard,), follows=weary()),
    "chance in what is forbidden": plays(
        "legal_is_what_verifies",
        allows=lambda self, action: "no" if action.kind == "kong" or random.random() < 0.1 else "",
    ),
    "actions that count how often they are asked": plays("legal_is_what_verifies", actions=tired),
    "chance in what records say": plays("facts_stay", ODD_FLAG, facts=lambda self, seat, how: random.choice(LUCKY)),
    "a lot that every hand draws for itself": plays(
        "undo", ODD_FLAG, facts=lambda self, seat, how: self.__dict__.setdefault("lot", random.choice(LUCKY))
    ),
    "a decision nobody can make before play": plays("goes_on", actions=gives([]), before_play=gives(True)),
    "advice of what a view does not show": Fault(
        "answers",
        HOUSE,
        "mj_house_rules",
        lambda: [HouseRule("odd", "", play=Quiet, advice=to_act)],
        plays=True,
    ),
    "options that there are not": Fault(
        "answers", HOUSE, "mj_house_rules", lambda: [HouseRule("odd", "", options=gives({"odd": 1}))], plays=True
    ),
}

FAULTS = {**METHODS, **PAYMENTS, **WORDS, **POLICIES, **JOKERS, **RULESETS, **PLAYS}


def available(fault: Fault) -> dict[str, Callable[[], object]]:
    plugin = ModuleType("odd")
    if fault.hook:
        made = lambda: fault.items()  # noqa: E731
        made.__name__ = fault.hook
        setattr(plugin, fault.hook, hookimpl(made))
    return {**available_plugins(), "odd": lambda: plugin}


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        path = tmp_path / "club.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_there_are_enough_and_of_every_law_of_a_hand() -> None:
    assert len(FAULTS) >= 40
    assert set(LAWS) - {fault.law for fault in FAULTS.values()} == {"round_trips", "zero_sum"}, "laws of the engine"


LONG = ("a memory that no event made",)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in LONG else n for n in thinned([*FAULTS], 3)]
)
def test_every_fault_is_told_by_its_law(write: Callable[[str], Path], name: str) -> None:
    random.seed(1)
    fault = FAULTS[name]
    path, plugins = write(fault.text), available(fault)
    if fault.law == LOADS:
        with pytest.raises(RulesetError):
            check_laws(path, hands=0, available=plugins)
        return
    check: Callable[..., object] = check_laws
    if fault.plays:
        check = partial(check_play, player=random_player)
    with pytest.raises(LawBrokenError, match=f"^club: {fault.law}: "):
        check(path, hands=2 if fault.plays else 60, available=plugins)


@pytest.mark.slow
def test_without_a_fault_all_laws_hold(write: Callable[[str], Path]) -> None:
    for fault in (
        method(whole, "", adds=gives(True)),
        payment(lambda win: (Transfer(seat, win.winner, win.value) for seat in others(win)), ""),
        asks(gives((0,)), "", finds=True),
        policy(lambda matches: [tuple(range(len(matches)))], ""),
    ):
        path, plugins = write(fault.text), available(fault)
        assert check_laws(path, hands=20, available=plugins) == HandsChecked(20, 20)
        assert check_laws(mjrules.load(str(path), available=plugins), hands=20) == HandsChecked(20, 20)


@pytest.mark.slow
def test_without_a_fault_all_laws_of_play_hold(write: Callable[[str], Path]) -> None:
    quiet = plays("")
    path, plugins = write(quiet.text), available(quiet)
    assert check_play(path, hands=1, available=plugins)["end"] == 1
    assert check_play(mjrules.load(str(path), available=plugins), hands=1, player=random_player)["seeded_nap"]


# Hands for rulesets that win without a shape.

CARD = """id: card
extends: root
plugins: [combinations, odd, sum]
tiles: {123456789mps1234567z: null, 123456789mp: 4}
shapes: {standard: {parts: [4 x pung, pair]}}
win_requires: {all_of: [{self_drawn: true}, {self_drawn: false}]}
scoring: {method: sum}
fields: {year: which card}
rules:
  ladder: {points: 25, wins: true, when: {tiles: {1m: 2, 2m: 2, 3m: 2, 4m: 2, 5m: 2, 6m: 2, 7m: 2}}}
"""
WON = "112233445566m7m +7m from=left"
EXAMPLE = f"{CARD}examples: [{{hand: '{WON}', total: 25}}]\n"


def card(write: Callable[[str], Path], text: str, **more: Any) -> Ruleset:
    plugin = ModuleType("odd")
    for name, value in more.items():
        setattr(plugin, name, value)
    return mjrules.load(str(write(text)), available={**available_plugins(), "odd": lambda: plugin})


def test_a_ruleset_whose_hands_have_no_shape_is_checked_on_hands_like_its_examples(
    write: Callable[[str], Path],
) -> None:
    ruleset = card(write, EXAMPLE)
    hands = list(random_hands(ruleset, 40, seed=1))
    like = [hand for hand in hands if sorted(hand.tiles) == sorted(ruleset.parse(WON).tiles)]
    assert len(like) == 20
    assert len({hand.win for hand in like}) > 3
    assert {hand.self_drawn for hand in like} == {True, False}
    assert check_laws(ruleset, hands=40) == HandsChecked(41, 21)


def test_what_a_settlement_may_not_look_at_is_told_by_its_name(write: Callable[[str], Path]) -> None:
    fault = PAYMENTS["concealed tiles are looked at"]
    said = "^club: answers: .*\"odd\" failed in mj_settlement_methods.* cannot look at 'concealed' of the winner's hand"
    with pytest.raises(LawBrokenError, match=said):
        check_laws(write(fault.text), hands=5, available=available(fault))


def test_where_no_hand_is_scored_that_is_told(write: Callable[[str], Path]) -> None:
    with pytest.raises(LawBrokenError, match=r"^card: scored: of 10 hands none was scored: 10 not_winning$"):
        check_laws(card(write, CARD), hands=10)


def test_a_plugin_may_draw_hands(write: Callable[[str], Path]) -> None:
    def draw_hand(ruleset: Ruleset, chance: random.Random) -> mjrules.Hand | None:
        return ruleset.parse(WON) if chance.random() < 0.5 else None

    assert check_laws(card(write, CARD, draw_hand=draw_hand), hands=10) == HandsChecked(10, 5)


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (gives(5), "returned int: expected a Hand or None"),
        (lambda *_: 1 // 0, "ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_a_plugin_that_cannot_draw_hands(write: Callable[[str], Path], draw: Any, said: str) -> None:
    with pytest.raises(LawBrokenError, match=f'^card: answers: plugin "odd" failed in draw_hand: {said}'):
        check_laws(card(write, CARD, draw_hand=draw), hands=10)


def test_the_laws_of_play_have_names() -> None:
    assert {fault.law for fault in PLAYS.values()} <= {"answers", "undo", "goes_on", *MOMENT_LAWS, *END_LAWS}
