"""Sets of small numbers as bits of one number."""

from __future__ import annotations

from typing import Final

_PART: Final = 60
"""So many bits at once: numbers of more than 62 bits are slow where Python is compiled."""


def bits_of(mask: int) -> list[int]:
    """The places of the bits that are set, in order."""
    found = []
    first = -1
    while mask:
        part = mask & ((1 << _PART) - 1)
        mask >>= _PART
        while part:
            bit = part & -part
            part ^= bit
            found.append(first + bit.bit_length())
        first += _PART
    return found
