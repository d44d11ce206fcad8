"""A comparison: stretch after stretch is played under two rulesets, and what comes out is told with intervals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from hashlib import sha256
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from ..budget import STEPS
from ..players.make import BEST_FIRST, player_names
from ..ruleset.load import NamedRuleset, loaded
from ..ruleset.ruleset import Ruleset
from ..simulation.errors import WorkError
from ..simulation.played_by import Kinds, PlayedBy
from ..simulation.run_file import RunFile, RunKind, code_said
from ..simulation.sent_rulesets import SentRuleset
from ..simulation.workers import Workers, workers_of
from ..table.errors import check_number, seed_said
from ..version import __version__
from .errors import CompareError
from .measures import Measured, measures
from .moments import Moments
from .pairing import pairing_of
from .show import comparison_text
from .stretch import STRETCH, Stretch, StretchTask, play_stretch
from .tally import VALUE

if TYPE_CHECKING:
    from hashlib import _Hash

_STRETCHES: Final = RunKind("comparison", "stretch", Stretch.from_record)


def compare_rulesets(
    a: NamedRuleset,
    b: NamedRuleset,
    hands: SupportsIndex,
    seed: SupportsIndex | str = 0,
    *,
    players: Kinds | None = None,
    out: str | PathLike[str] | None = None,
    workers: int | AbstractContextManager[Workers] = 1,
) -> Comparison:
    """What another ruleset does: `b` beside `a`, by so many hands under each, on the same walls where that can be.

    `players` are those of `simulate`, your own in this process and without a file; by default the best that can play
    both. With `out`, every stretch is a line of
    that file, and those that are there already are not played again. `workers` are those of `simulate`, too.
    The same seed gives the same figures on every machine, whoever plays. Raises RulesetError or TableError for a
    ruleset that cannot be played, TableError for fewer than 0 hands or what is no seed, PlayerError for players that
    cannot play it, SimulationError for a file of another comparison, and CompareError where the work cannot be done.
    """
    comparison = Comparison(loaded(a), loaded(b), seed, players)
    for _ in comparison.run(hands, out, workers):
        pass
    return comparison


class Comparison:
    """Two rulesets, and what the stretches that were played so far come to under each.

    `hands` counts the hands under each, and `played` those that were played in this run. `digest` is the SHA-256 of
    every stretch, the same whoever played them; of players of the caller it has their names alone. `steps` are those of
    one question. Nothing is kept of single stretches, so a copy has all figures, but is not played on. Printed, it is
    the table of `mjrules compare`.
    """

    def __init__(
        self,
        a: Ruleset,
        b: Ruleset,
        seed: SupportsIndex | str = 0,
        players: Kinds | None = None,
        *,
        steps: int = STEPS,
    ) -> None:
        self.a, self.b, self.seed, self.steps = a, b, seed_said(seed), steps
        self.pairing = pairing_of(a, b)
        given = best_players(a, b) if players is None else players
        self.played_by = PlayedBy(given, a)
        PlayedBy(given, b)
        self.moments = Moments()
        self.played = 0
        self._lines: _Hash | None = sha256(json.dumps(self.header()).encode())
        """What has been hashed so far; None in a copy, for a hash that goes on cannot be written down."""
        self._digest = ""

    def __reduce__(self) -> tuple[Callable[..., Comparison], tuple[Any, ...]]:
        """Pickled and copied are the figures; the players are looked for again by their names."""
        said = (self.a, self.b, self.seed, self.played_by.kinds, self.steps)
        return _copied, (*said, self.moments, self.played, self.digest)

    def __repr__(self) -> str:
        return f"<Comparison of {_named(self.a)} and {_named(self.b)}: {self.hands} hands each>"

    def __str__(self) -> str:
        """The table that `mjrules compare` prints."""
        return comparison_text(self)

    def header(self) -> dict[str, Any]:
        """What is compared, as the first line of a file: where any of it differs, other hands are played."""
        return {
            "comparison": 1,
            "mjrules": __version__,
            "a": _said(self.a),
            "b": _said(self.b),
            "players": self.played_by.said,
            "seed": self.seed,
            "stretch": STRETCH,
            **code_said({**self.a.plugins.plugins, **self.b.plugins.plugins, **self.played_by.plugins}),
        }

    def run(
        self,
        hands: SupportsIndex,
        out: str | PathLike[str] | None = None,
        workers: int | AbstractContextManager[Workers] = 1,
    ) -> Iterator[int]:
        """Play up to so many hands under each; after each stretch, how many there are.

        Raises as `compare_rulesets`, and CompareError for a copy that has fewer.
        """
        check_number("hands", hands, 0)
        hands = index(hands)
        if self._lines is None and self.hands < hands:
            raise CompareError(
                f"this copy of a comparison has {self.hands} hands, and is not played on: begin a new one"
            )
        if out is not None or workers != 1:
            self.played_by.check_known()
        if out is None:
            yield from self._play(hands, workers, None)
            return
        with RunFile(out, self.header(), _STRETCHES) as file:
            for stretch in file.results(self._check):
                if stretch.number * STRETCH > hands:
                    break
                self._count(stretch)
                yield self.hands
            yield from self._play(hands, workers, file)

    def _play(
        self, hands: int, workers: int | AbstractContextManager[Workers], file: RunFile[Stretch] | None
    ) -> Iterator[int]:
        """Play the stretches that are missing; one that is not whole is not written."""
        if self.hands >= hands:
            return
        try:
            with workers_of(workers) as work:
                for record in work(play_stretch, self._tasks(hands)):
                    self._take(record, file)
                    yield self.hands
        except WorkError as error:
            raise CompareError(str(error)) from None

    def _take(self, record: Mapping[str, Any], file: RunFile[Stretch] | None) -> None:
        """Write and count what was played. Raises CompareError where it could not be."""
        if "error" in record:
            raise CompareError(str(record["error"]))
        stretch = Stretch.from_record(record)
        if file is not None and stretch.hands == STRETCH:
            file.add(stretch)
        self.played += stretch.hands
        self._count(stretch)

    def _tasks(self, hands: int) -> Iterator[StretchTask]:
        """What is to be played, one stretch after the other."""
        a, b = SentRuleset.of(self.a), SentRuleset.of(self.b)
        players = self.played_by.kinds
        for number in range(self.moments.stretches + 1, -(-hands // STRETCH) + 1):
            own = min(STRETCH, hands - (number - 1) * STRETCH)
            yield StretchTask(a, b, players, str(self.seed), number, own, self.steps)

    def _check(self, stretch: Stretch) -> None:
        """Raises ValueError for a stretch that is not the next one."""
        for name, due, own in (
            ("number", self.moments.stretches + 1, stretch.number),
            ("hands", STRETCH, stretch.hands),
            *[(f"hands of {of}", STRETCH, told.get("hands")) for of, told in (("a", stretch.a), ("b", stretch.b))],
        ):
            if own != due:
                raise ValueError(f"{name}: expected {due}, got {own}")

    def _count(self, stretch: Stretch) -> None:
        assert self._lines is not None
        self._lines.update(json.dumps(stretch.to_record()).encode())
        self.moments.add(stretch)
        self.__dict__.pop("measured", None)

    @property
    def hands(self) -> int:
        """How many hands were played under each ruleset."""
        return self.moments.hands

    @property
    def digest(self) -> str:
        """The SHA-256 of what is compared and of every stretch."""
        return self._digest if self._lines is None else self._lines.hexdigest()

    @cached_property
    def measured(self) -> Sequence[Measured]:
        """Everything that is compared, with its interval."""
        return measures(self.moments, self.a, self.b, by_player=not self.played_by.same)

    def worths(self, side: str) -> Mapping[int, int]:
        """Of the wins under `a` or `b`, how many were worth how much."""
        sums = self.moments.sums[side].items()
        found = {int(name.removeprefix(VALUE)): number for name, number in sums if name.startswith(VALUE)}
        return dict(sorted(found.items()))

    def to_record(self) -> dict[str, Any]:
        """The comparison as one JSON object."""
        said = self.header()
        sides = {
            side: {**said[side], "title": own.title, "edition": own.edition, "unit": own.unit}
            for side, own in (("a", self.a), ("b", self.b))
        }
        return {
            **said,
            **sides,
            "players": self.played_by.by_player(),
            "hands": self.hands,
            "stretches": self.moments.stretches,
            "paired": self.pairing.paired,
            "not_paired": self.pairing.reason or None,
            "same_walls": self.moments.walls if self.pairing.paired else 0,
            "same_hands": self.moments.same if self.pairing.paired else 0,
            "digest": self.digest,
            "measures": [own.to_record() for own in self.measured],
            "worths": {side: {str(worth): own for worth, own in self.worths(side).items()} for side in ("a", "b")},
        }


def _copied(
    a: Ruleset,
    b: Ruleset,
    seed: int | str,
    players: Kinds,
    steps: int,
    moments: Moments,
    played: int,
    digest: str,
) -> Comparison:
    """What a comparison had come to."""
    copy = Comparison(a, b, seed, players, steps=steps)
    copy.moments, copy.played = moments, played
    copy._lines, copy._digest = None, digest
    return copy


def best_players(a: Ruleset, b: Ruleset) -> str:
    """The best players of mjrules that can play both rulesets."""
    known = set(player_names(a)) & set(player_names(b))
    return next(name for name in BEST_FIRST if name in known)


def _said(ruleset: Ruleset) -> dict[str, Any]:
    """What a first line says of a ruleset."""
    return {"ruleset": ruleset.id, "hash": ruleset.hash, "options": ruleset.options.texts}


def _named(ruleset: Ruleset) -> str:
    """A ruleset by its id, with the hash that tells its options."""
    return f"{ruleset.id} ({ruleset.hash[:8]})"
