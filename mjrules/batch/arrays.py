"""The types of arrays that all tables share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]
"""Whole numbers, and masks of kinds."""
Truths = NDArray[np.bool_]
