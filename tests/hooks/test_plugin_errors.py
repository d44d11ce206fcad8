"""What is said of plugins that are wrong: which plugin, which hook, at which line of the ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import mjrules
from mjrules.declared.fields import NOTHING
from mjrules.errors import PluginError
from mjrules.hooks import (
    Atom,
    CombinationPolicy,
    Formula,
    ScoringMethod,
    SettlementMethod,
    Transfer,
    Value,
    Wild,
    Win,
    Word,
    declared,
    hookimpl,
    key,
)
from tests.kit.plugins import only, without_place

BASE = Path(__file__).parents[1] / "errors" / "parents" / "base.yaml"
Available = Mapping[str, Callable[[], object]]


REAL = only("base_payment", "combinations", "sum")


def plugin(**attributes: Any) -> Callable[[], object]:
    """A plugin with these attributes, as something to import."""
    found = ModuleType("odd")
    vars(found).update(attributes)
    return lambda: found


def provides(hook: str, answer: Any) -> Callable[[], object]:
    """A plugin that answers a hook; an exception as answer is raised."""

    def implementation() -> Any:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    implementation.__name__ = hook
    return plugin(**{hook: hookimpl(implementation)})


def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, available: Available, more: str = "") -> mjrules.Ruleset:
    """The small game with the plugins `odd` and, where it is there, `other`."""
    monkeypatch.chdir(tmp_path)
    names = ", ".join(name for name in ("odd", "other") if name in available)
    text = f"id: club\nextends: {BASE}\nplugins: {{add: [{names}]}}\n{more}"
    (tmp_path / "club.yaml").write_text(text, encoding="utf-8")
    return mjrules.load("club.yaml", available={**REAL, **available}, within="/")


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """The first line of every problem of the small game with more plugins."""

    def problems(available: Available, more: str = "") -> list[str]:
        with pytest.raises(mjrules.RulesetError) as caught:
            load(tmp_path, monkeypatch, available, more)
        return [without_place(str(problem).split("\n")[0]) for problem in caught.value.problems]

    return problems


def method(name: str = "odd_sum", **more: Any) -> ScoringMethod:
    """A scoring method that adds nothing up."""
    return ScoringMethod(name, "for tests", {"fan": "fan"}, "fan", lambda awards, settings: Value(0, 0, (0,)), **more)


AT = "club.yaml:3:17 plugins[3]: "
"""Where the plugin `odd` is named."""


def fails() -> object:
    raise ImportError("No module named 'dice'")


def leaves() -> object:
    raise SystemExit(3)


@hookimpl
def mj_scoring_methods(hand: object) -> Sequence[ScoringMethod]:
    return []


PLUGINS: list[tuple[str, Callable[[], object], str]] = [
    (
        "misspelt hook",
        plugin(mj_scoring_method=hookimpl(lambda: ())),
        'plugin "odd" implements "mj_scoring_method", which is not a hook (did you mean "mj_scoring_methods"?)',
    ),
    (
        "unmarked hook",
        plugin(mj_scoring_methods=lambda: ()),
        'plugin "odd": mj_scoring_methods is not marked with @hookimpl',
    ),
    ("no function", plugin(mj_stand_ins=5), 'plugin "odd": mj_stand_ins is not marked with @hookimpl'),
    (
        "wrong arguments",
        plugin(mj_scoring_methods=mj_scoring_methods),
        'plugin "odd": mj_scoring_methods asks for "hand", which the hook does not give',
    ),
    ("import fails", fails, "plugin \"odd\" cannot be imported: ImportError: No module named 'dice'"),
    ("import leaves the program", leaves, 'plugin "odd" cannot be imported: SystemExit: 3'),
    (
        "for a later version",
        plugin(MJRULES=">=99.1"),
        f'plugin "odd" works with mjrules >=99.1; this is {mjrules.__version__}',
    ),
    (
        "for an earlier version",
        plugin(MJRULES=">=0.0.1,<0.0.2"),
        f'plugin "odd" works with mjrules >=0.0.1,<0.0.2; this is {mjrules.__version__}',
    ),
    (
        "version that cannot be read",
        plugin(MJRULES="~=0.1"),
        'plugin "odd": MJRULES = "~=0.1" cannot be read (expected ">=0.1,<0.2")',
    ),
    (
        "another plugin is missing",
        plugin(REQUIRES=("dice", "sum")),
        'plugin "odd" requires the plugin "dice", which the ruleset does not name',
    ),
    (
        "another plugin is missing, named as text",
        plugin(REQUIRES="dice"),
        'plugin "odd" requires the plugin "dice", which the ruleset does not name',
    ),
    ("conflict", plugin(CONFLICTS=["sum"]), 'plugins "odd" and "sum" exclude each other'),
    (
        "exception in a hook",
        provides("mj_condition_words", ZeroDivisionError("division by zero")),
        'plugin "odd" failed in mj_condition_words: ZeroDivisionError: division by zero',
    ),
    (
        "exception in a hook that nothing asks for",
        provides("mj_stand_ins", KeyError("joker")),
        "plugin \"odd\" failed in mj_stand_ins: KeyError: 'joker'",
    ),
    (
        "hook gives text",
        provides("mj_scoring_methods", "sum"),
        'plugin "odd": mj_scoring_methods returned str: expected a list of ScoringMethod',
    ),
    (
        "hook gives nothing",
        provides("mj_scoring_methods", None),
        'plugin "odd": mj_scoring_methods returned None: expected a list of ScoringMethod',
    ),
    (
        "hook gives a generator",
        provides("mj_scoring_methods", (number for number in (1, 2))),
        'plugin "odd": mj_scoring_methods returned generator: expected a list of ScoringMethod',
    ),
    (
        "hook gives one word",
        provides("mj_condition_words", Word("odd", "", "", (), {}, lambda reader, value, path: _never())),
        'plugin "odd": mj_condition_words returned Word: expected a list of Word',
    ),
    (
        "hook gives one function for wild tiles",
        provides("mj_stand_ins", Wild(frozenset())),
        'plugin "odd": mj_stand_ins returned Wild: expected a list of Wild or functions',
    ),
    (
        "hook gives a list of text",
        provides("mj_condition_words", ["lucky"]),
        'plugin "odd": mj_condition_words returned str: expected Word',
    ),
    (
        "hook gives a policy as a method",
        provides("mj_scoring_methods", [CombinationPolicy("odd", "", lambda matches: [()])]),
        'plugin "odd": mj_scoring_methods returned CombinationPolicy: expected ScoringMethod',
    ),
    (
        "hook gives no functions",
        provides("mj_stand_ins", ["jokers"]),
        'plugin "odd": mj_stand_ins returned str: expected Wild or functions',
    ),
    (
        "method of another plugin",
        provides("mj_scoring_methods", [method("sum")]),
        '"sum" (mj_scoring_methods) is provided by plugin "odd" and by plugin "sum"',
    ),
    (
        "word of the engine",
        provides("mj_condition_words", [Word("sets", "", "", (), {}, lambda reader, value, path: _never())]),
        '"sets" (mj_condition_words) is provided by the engine and by plugin "odd"',
    ),
]


def _never() -> Formula:
    raise AssertionError("never read")


@pytest.mark.parametrize(("available", "text"), [case[1:] for case in PLUGINS], ids=[case[0] for case in PLUGINS])
def test_plugin(available: Callable[[], object], text: str, said: Callable[..., list[str]]) -> None:
    assert said({"odd": available}) == [AT + text]


def test_two_plugins_that_provide_the_same(said: Callable[..., list[str]]) -> None:
    one, two = provides("mj_scoring_methods", [method()]), provides("mj_scoring_methods", [method()])
    assert said({"odd": one, "other": two}) == [
        'club.yaml:3:22 plugins[4]: "odd_sum" (mj_scoring_methods) is provided by plugin "odd" and by plugin "other"'
    ]


def test_all_plugins_are_told_at_once(said: Callable[..., list[str]]) -> None:
    assert said({"odd": fails, "other": plugin(MJRULES=">=99")}) == [
        AT + "plugin \"odd\" cannot be imported: ImportError: No module named 'dice'",
        f'club.yaml:3:22 plugins[4]: plugin "other" works with mjrules >=99; this is {mjrules.__version__}',
    ]


@pytest.mark.parametrize("settings", ["mjrules_nowhere:Settings", int, {"times": 1}])
def test_settings_that_are_not_declared(said: Callable[..., list[str]], settings: Any) -> None:
    available = {"odd": provides("mj_scoring_methods", [method(settings=settings)])}
    message = 'plugin "odd": the settings of "odd_sum" (mj_scoring_methods) are not a class made with declared'
    assert AT + message in said(available, "scoring: {replace: {method: odd_sum}}\n")


@declared
class _OfWhat:
    times: Mapping[str, Dice] = key("how often", default=NOTHING)  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize("more", ["", ", times: {a: 1}"])
def test_settings_of_a_type_that_is_not_there(said: Callable[..., list[str]], more: str) -> None:
    available = {"odd": provides("mj_scoring_methods", [method(settings=_OfWhat)])}
    assert said(available, f"scoring: {{replace: {{method: odd_sum{more}}}}}") == [
        AT + 'plugin "odd" failed in mj_scoring_methods, the method "odd_sum": the types of its settings cannot be '
        "read: NameError: name 'Dice' is not defined"
    ]


def test_unknown_unit_is_told_with_the_units_of_the_method(said: Callable[..., list[str]]) -> None:
    odd = ScoringMethod("odd_sum", "", {"han": "han"}, "han", lambda awards, settings: Value(0, 0, (0,)))
    more = "scoring: {replace: {method: odd_sum}}\nrules:\n  flush: {fan: 6, when: {suits: 1}}\n"
    found = said({"odd": provides("mj_scoring_methods", [odd])}, more)
    assert 'club.yaml:6:11 rules.flush.fan: unknown key "fan" of a rule (did you mean "han"?)' in found


def test_word_that_fails_while_it_is_read(said: Callable[..., list[str]]) -> None:
    def read(reader: object, value: Any, path: object) -> Formula:
        return value["tile"]  # type: ignore[no-any-return]

    word = Word("lucky_tile", "tile", "", ("win",), {}, read)
    more = "rules:\n  eight: {fan: 6, when: {lucky_tile: 8m}}\n"
    assert said({"odd": provides("mj_condition_words", [word])}, more) == [
        'club.yaml:5:38 rules.eight.when.lucky_tile: plugin "odd" failed in mj_condition_words, the word "lucky_tile": '
        "TypeError: string indices must be integers, not 'str'"
    ]


HAND = " (ruleset club, hand 111222333444m5z +5z seat=E round=E from=left)"
"""What a failure at a hand says of the hand."""


def scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, available: Available, more: str) -> mjrules.Score:
    ruleset = load(tmp_path, monkeypatch, available, more)
    return ruleset.score(ruleset.parse("111m222m333m444m5z +5z from=left"))


def test_method_that_fails_at_a_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def value(awards: object, settings: object) -> Value:
        raise ZeroDivisionError("division by zero")

    odd = ScoringMethod("odd_sum", "", {"fan": "fan"}, "fan", value)
    with pytest.raises(mjrules.PluginError) as caught:
        scored(
            tmp_path,
            monkeypatch,
            {"odd": provides("mj_scoring_methods", [odd])},
            "scoring: {replace: {method: odd_sum}}\n",
        )
    assert without_place(str(caught.value)) == (
        'plugin "odd" failed in mj_scoring_methods, value of the method "odd_sum": '
        "ZeroDivisionError: division by zero" + HAND
    )


def test_policy_that_gives_no_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = CombinationPolicy("odd_choice", "", lambda matches: [])
    available = {"odd": provides("mj_combination_policies", [odd])}
    more = "scoring:\n  combination: odd_choice\n"
    assert scored(tmp_path, monkeypatch, available, more).total, "nothing to choose from, so nothing is asked"
    more += "rules: {shifted: {fan: 8, when: {sets: [pung a n, pung a n+1]}}}\n"
    with pytest.raises(mjrules.PluginError) as caught:
        scored(tmp_path, monkeypatch, available, more)
    said = 'choices of the policy "odd_choice": returned tuple: expected at least one choice'
    assert str(caught.value) == f'plugin "odd" failed in mj_combination_policies, {said}{HAND}'


def test_settlement_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def transfers(win: Win, settings: Any) -> Sequence[Transfer]:
        return [Transfer("S", win.winner, settings.stake)]

    odd = SettlementMethod("odd_payment", "", transfers)
    more = "settlement: {replace: {method: odd_payment}}\n"
    with pytest.raises(mjrules.PluginError) as caught:
        assert scored(tmp_path, monkeypatch, {"odd": provides("mj_settlement_methods", [odd])}, more).payments
    message = (
        'plugin "odd" failed in mj_settlement_methods, transfers of the method "odd_payment": '
        "AttributeError: 'NoneType' object has no attribute 'stake'"
    )
    assert without_place(str(caught.value)).startswith(f"{message} (ruleset club, hand ")


def test_settlement_that_looks_at_what_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = SettlementMethod("odd_payment", "", lambda win, settings: (), reads=("hand",))
    with pytest.raises(mjrules.RulesetError) as caught:
        scored(tmp_path, monkeypatch, {"odd": provides("mj_settlement_methods", [odd])}, "")
    said = 'the method "odd_payment": reads[0] is "hand": expected something to read (did you mean "hands"?)'
    message = f'plugin "odd" failed in mj_settlement_methods, {said}'
    assert [problem.message for problem in caught.value.problems] == [message]


def test_stand_in_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace_jokers(hand: object, tiles: object) -> Sequence[mjrules.Hand]:
        raise IndexError("no joker")

    with pytest.raises(mjrules.PluginError) as caught:
        scored(tmp_path, monkeypatch, {"odd": provides("mj_stand_ins", [replace_jokers])}, "")
    said = 'plugin "odd" failed in mj_stand_ins, the function "replace_jokers": IndexError: no joker'
    assert without_place(str(caught.value)) == said + HAND


class Equal:
    """A plugin that is equal to others, and so has no hash, as an instance of a dataclass."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equal)

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    @hookimpl
    def mj_scoring_methods() -> Sequence[ScoringMethod]:
        return [method()]


def test_a_plugin_needs_no_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was others that were said to fail."""
    assert load(tmp_path, monkeypatch, {"odd": Equal}).id == "club"


def test_numbers_of_numpy_are_whole_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in hands and seeds; they become those of Python, so that a record can be written."""
    numpy = pytest.importorskip("numpy")

    def scored(*given: Any) -> Any:
        value = lambda awards, settings: Value(given[0], given[1], (given[0],))  # noqa: E731
        odd = provides("mj_scoring_methods", [ScoringMethod("odd_sum", "for tests", {"fan": "fan"}, "fan", value)])
        club = load(tmp_path, monkeypatch, {"odd": odd}, "scoring: {replace: {method: odd_sum}}")
        return club.score(club.parse("123m456m789m123p5s +5s")).total

    total = scored(numpy.int64(7), numpy.uint8(7))
    assert (total, type(total)) == (7, int)
    for wrong in (numpy.zeros(1, int), numpy.float64(7), numpy.bool_(1)):
        with pytest.raises(PluginError, match=r"total is .*: expected a whole number"):
            scored(wrong, 7)


def test_a_type_that_is_called_like_one_of_python_is_said_with_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`returned bool: expected true or false` helps nobody."""
    truth: Any = pytest.importorskip("numpy").bool_(1)

    def read(reader: Any, value: Any, path: Any) -> Atom:
        return Atom("odd", ("counts",), lambda counts: truth, word="odd")

    odd = provides("mj_condition_words", [Word("odd", "true", "for tests", ("counts",), {}, read)])
    club = load(tmp_path, monkeypatch, {"odd": odd}, "rules: {odd: {fan: 1, when: {odd: true}}}")
    with pytest.raises(PluginError, match=r"returned numpy\.bool_?: expected true or false"):
        club.score(club.parse("123m456m789m123p5s +5s"))
