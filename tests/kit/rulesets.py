"""The bundled rulesets, each loaded once: for tests that only look at them."""

from __future__ import annotations

from functools import cache

import mjrules
from mjrules.ruleset.files import bundled_ids

loaded = cache(mjrules.load)
"""A bundled ruleset as its file is, read once by each process."""
SCORING = [id for id in bundled_ids() if loaded(id).data.get("scoring")]
"""The ids of those that score: all but the root and what families share."""
