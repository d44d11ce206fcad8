"""Whatever is written into two copies: the amounts balance, an undo is as if never done, and joining loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from mjrules.ledger import Ledger
from tests.kit.profile import amount
from tests.kit.two_copies import STEPS, Picks, TwoCopies

PICKS = st.lists(st.integers(0, 11), min_size=0, max_size=14).map(Picks)


class Sequences(RuleBasedStateMachine):
    """Random things are written into two copies."""

    def __init__(self) -> None:
        super().__init__()
        self.own = self.started()

    def started(self) -> TwoCopies:
        """The copies."""
        return TwoCopies()

    @rule(what=st.sampled_from(STEPS), picks=PICKS)
    def step(self, what: str, picks: Picks) -> None:
        """Something is written down."""
        self.own.step(what, picks)

    @rule(picks=PICKS)
    def undo_is_never_done(self, picks: Picks) -> None:
        """An undo is tried, and not written down."""
        self.own.check_undo(picks)

    @invariant()
    def balances(self) -> None:
        """Every evening sums to zero, and to what its events say."""
        self.own.check()

    def teardown(self) -> None:
        """The copies are joined, written out, and read again."""
        self.own.check_end()
        self.own.close()


class SequencesInStores(Sequences):
    """The same in stores that last."""

    books: ClassVar[Callable[[], str]]

    def started(self) -> TwoCopies:
        """The copies, each in a store of its own."""
        return TwoCopies(lambda: Ledger.open(type(self).books()))


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Run a machine."""
    own = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(machine, settings=own)


def test_sequences_in_memory() -> None:
    run(Sequences, amount(quick=4, gate=200, night=20_000), 30)


@pytest.mark.slow
def test_sequences_in_stores(books: Callable[[], str]) -> None:
    SequencesInStores.books = staticmethod(books)
    run(SequencesInStores, amount(quick=2, gate=10, night=200), 30)
