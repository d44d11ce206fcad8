"""Toy games with so few tiles that every hand of random players can be tried, so what they come to is known exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory

import mjrules
from mjrules import Action, Match, Ruleset, View
from mjrules.compare.tally import tally_of
from mjrules.match.match import Chooser
from mjrules.simulation.simulation import Simulation
from mjrules.table.walls import Shuffled

TOY = """
id: toy
extends: root
plugins: [base_payment, combinations, sum]
tiles: {replace: {1z: 4, 5z: 4}}
shapes: {replace: {pair: {parts: [pair]}}}
scoring: {method: sum}
rules:
  any_pair: {points: 1}
  dragons: {points: 3, when: {tiles: {5z: 2}}}
settlement: {method: base_payment, base: 0, drawn: {each: 1}, discard: {discarder: 1, others: 1}}
"""
"""Whoever has two tiles alike wins, and has more for dragons; eight tiles, of which four are dealt."""
HIGHER = "id: higher\nextends: toy.yaml\nscoring: {minimum: 2}\n"
"""Only dragons win."""
LOWER = "id: lower\nextends: toy.yaml\nrules: {dragons: {points: 1}}\n"
"""Dragons are worth less."""
BROKEN = "id: broken\nextends: toy.yaml\ntable: {stack_count: second_throw}\n"
"""The same game, but the wall is broken elsewhere, so that other hands are dealt."""


@cache
def toy_folder() -> Path:
    """A folder with the files of the toys, for as long as tests run."""
    folder = TemporaryDirectory(prefix="toys-")
    _FOLDERS.append(folder)
    toys_in(Path(folder.name))
    return Path(folder.name)


@cache
def toy(name: str) -> Ruleset:
    """A toy by its name, loaded once."""
    return mjrules.load(str(toy_folder() / f"{name}.yaml"))


_FOLDERS: list[TemporaryDirectory[str]] = []


def toys_in(folder: Path) -> None:
    """Write the files of the toys."""
    for name, text in (("toy", TOY), ("higher", HIGHER), ("lower", LOWER), ("broken", BROKEN)):
        folder.joinpath(f"{name}.yaml").write_text(text, encoding="utf-8")


def walls(ruleset: Ruleset) -> Iterator[tuple[int, ...]]:
    """Every order in which the tiles can lie, each of which is as likely as the others."""

    def laid(left: Counter[int]) -> Iterator[tuple[int, ...]]:
        if not any(left.values()):
            yield ()
        for tile in sorted(tile for tile, number in left.items() if number):
            left[tile] -= 1
            yield from ((tile, *rest) for rest in laid(left))
            left[tile] += 1

    yield from laid(Counter({tile: number for tile, number in enumerate(ruleset.book.tiles.copies) if number}))


class _Told:
    """Players who choose as they are told, and then what is first; it is written down how much there was to choose."""

    by_chance = False

    def __init__(self, told: tuple[int, ...]) -> None:
        self.told = told
        self.numbers: list[int] = []

    def chooser(self, *rest: object) -> Chooser:
        def choose(view: View) -> Action:
            place = len(self.numbers)
            self.numbers.append(len(view.legal))
            return view.legal[self.told[place] if place < len(self.told) else 0]

        return choose

    def next_course(self) -> tuple[int, ...] | None:
        """The course after this one, of all that there are; None after the last."""
        course = [*self.told, *([0] * (len(self.numbers) - len(self.told)))]
        while course and course[-1] + 1 == self.numbers[len(course) - 1]:
            course.pop()
        return (*course[:-1], course[-1] + 1) if course else None


def expected(ruleset: Ruleset) -> dict[str, Fraction]:
    """What a hand of random players comes to on average, exactly: of every wall, all that the players may do."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    orders = list(walls(ruleset))
    for order in orders:
        told: tuple[int, ...] | None = ()
        while told is not None:
            players, simulation = _Told(told), Simulation(ruleset)
            simulation.match = Match(ruleset, 0, laid=Shuffled(order, {}))
            simulation.played_by = players  # type: ignore[assignment]
            result = simulation.play()
            chance = Fraction(1, len(orders) * prod(players.numbers))
            for name, number in tally_of([result]).items():
                found[name] += number * chance
            told = players.next_course()
    return found
