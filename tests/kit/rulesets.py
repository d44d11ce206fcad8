"""The bundled rulesets, each loaded once: for tests that only look at them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import mjrules
from mjrules import Ruleset
from mjrules.ruleset.files.find import bundled_ids


def loaded(id: str, **options: Any) -> Ruleset:
    """A bundled ruleset under options, read once by each process."""
    return _loaded(id, json.dumps(options))


@cache
def _loaded(id: str, options: str) -> Ruleset:
    return mjrules.load(id, json.loads(options))


SCORING = [id for id in bundled_ids() if loaded(id).definition.scoring]
"""The ids of those that score: all but the root and what families share."""
