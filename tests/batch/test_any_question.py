"""Words of plugins may ask anything of what facets show: here by chance, which tells any two views apart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from zlib import crc32

import pytest

import mjrules
from mjrules.conditions.facets import FACETS
from mjrules.hooks import Atom, ConditionReader, Formula, Word, hookimpl, slots
from mjrules.hooks.manager import available_plugins
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

from .compare import differences, various

UNITS = {"chinese-official": "fan", "western": "doubles", "riichi/tenhou": "han"}
"""Some rulesets, each with a unit of its rules."""


def chance_of(key: str, shown: Sequence[Any]) -> int:
    """A number that depends on all that is shown, the same whenever it is asked."""
    return crc32(repr((key, [sorted(one) if isinstance(one, frozenset) else one for one in shown])).encode())


def read(reader: ConditionReader, value: str, path: Any) -> Formula:
    """`asks: finds bonus pieces` asks of these facets; with `finds` for matches, else whether something holds."""
    how, *facets = value.split()

    def holds(*shown: Any) -> bool:
        return chance_of(value, shown) % 3 == 0

    def find(*shown: Any) -> tuple[int, ...]:
        number = chance_of(value, shown)
        places = slots(shown[facets.index("pieces")]) if "pieces" in facets else (0,) * 3
        return tuple([place for bit, place in enumerate(places) if number >> bit & 1])

    return Atom(value, tuple(facets), find if how == "finds" else holds, finds=how == "finds", word="asks")


@pytest.mark.slow
@pytest.mark.parametrize("id", UNITS)
def test_whatever_words_ask_holds_as_one_by_one(id: str, tmp_path: Path) -> None:
    chance = Random(id)
    asked = [[name] for name in FACETS] + [chance.sample(list(FACETS), 3) for _ in range(10)]
    rules = {
        f"new_{number}": {
            UNITS[id]: 1,
            "each": chance.random() < 0.5,
            "when": {"asks": " ".join([chance.choice(("finds", "holds")), *facets])},
        }
        for number, facets in enumerate(asked)
    }
    odd = ModuleType("odd")
    odd.mj_condition_words = hookimpl(lambda: [Word("asks", "", "", tuple(FACETS), {}, read)])  # type: ignore[attr-defined]
    path = tmp_path / "club.yaml"
    path.write_text(json.dumps({"id": "club", "extends": id, "plugins": {"add": ["odd"]}, "rules": rules}), "utf-8")
    ruleset = mjrules.load(str(path), available={**available_plugins(), "odd": lambda: odd})
    hands = various(loaded(id), amount(60, 150, 5000), 11)
    hands += [replace(hand, bonus=hand.bonus[::-1]) for hand in hands if hand.bonus and len(hand.bonus) > 1]
    assert list(differences(ruleset, hands, ruleset.batch().score(hands))) == []
