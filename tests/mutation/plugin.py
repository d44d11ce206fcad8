"""A plugin of pytest for mutation testing: the mutants of plugins are what tests import.

Plugins are imported by the names of their packages, but their files stand in the folder `plugins`,
and a mutant is known by the path of its file. So both names are made to mean one module.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module

import pytest
from hypothesis import Phase, settings

for _name in ("mjrules_settle_all_hands", "mjrules_settle_base_payment", "mjrules_combinations", "mjrules_score_sum"):
    sys.modules[_name] = import_module(f"plugins.{_name}")

settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=50,
    phases=[Phase.explicit, Phase.generate],
)


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    settings.load_profile("mutation")


COSTLY = ("test_score_sum", "test_scoring", "test_selection", "test_errors")
"""The tests that cost most, the quicker first."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is quick and near: of files that are wrong those with faulty classes, conditions and refusals."""
    far = [item for item in items if not _is_near(item.nodeid)]
    config.hook.pytest_deselected(items=far)
    near = [item for item in items if _is_near(item.nodeid)]
    items[:] = sorted(near, key=lambda item: _cost(item.nodeid))


def _is_near(id: str) -> bool:
    if "test_errors" in id:
        return re.search(r"test_message\[(tiles|conditions|patterns|rules)/", id) is not None
    if "test_settle_base_payment" in id:
        return (
            re.search(r"::test_(settings\[|every|nothing|payments|losers|each|the_discarder_pays|net|seats\[)", id)
            is not None
        )
    return True


def _cost(id: str) -> int:
    """What is quick comes first, for a mutant that is found needs no further test."""
    return next((cost for cost, name in enumerate(COSTLY, 1) if name in id), 0)
