"""Whether what is tested is compiled: then methods cannot be replaced, nor objects referred to weakly."""

from __future__ import annotations

import pytest

from mjrules.play import state

COMPILED = not str(state.__file__).endswith(".py")
plain_only = pytest.mark.skipif(COMPILED, reason="looks into classes, which compiled ones do not allow")
