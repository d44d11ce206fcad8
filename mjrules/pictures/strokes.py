"""Figures, letters and the characters on tiles as strokes of a pen, so that no font is needed to tell tiles apart."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final

GLYPH_WIDTH: Final = 10
GLYPH_HEIGHT: Final = 14
_GAP: Final = 4

GLYPHS: Final[Mapping[str, str]] = MappingProxyType({
    "0": "M5 0C1 0 0 3 0 7S1 14 5 14S10 11 10 7S9 0 5 0Z",
    "1": "M2 3L6 0V14",
    "2": "M1 3C1 1 3 0 5 0C8 0 9 2 9 4C9 7 1 10 1 14H10",
    "3": "M1 0H9L5 5.5C8 5.5 10 7.5 10 10C10 12.5 8 14 5 14C3 14 1 13 .5 11.5",
    "4": "M7 14V0L0 10H10",
    "5": "M9 0H2L1.5 6C3 5 4 5 5 5C8 5 10 7 10 9.5C10 12.5 8 14 5 14C3 14 1 13 .5 12",
    "6": "M8.5 1.5C7.5 .5 6.5 0 5 0C2 0 0 3 0 8C0 12 2 14 5 14S10 12 10 9.5S8 5.5 5 5.5C2.5 5.5 .5 7 0 9",
    "7": "M0 0H10L4 14",
    "8": "M5 6.5C2.5 6.5 1 5 1 3.25S2.5 0 5 0S9 1.5 9 3.25S7.5 6.5 5 6.5C2 6.5 0 8 0 10.25S2 14 5 14S10 12.5 10 10.25"
    "S8 6.5 5 6.5Z",
    "9": "M1.5 12.5C2.5 13.5 3.5 14 5 14C8 14 10 11 10 6C10 2 8 0 5 0S0 2 0 4.5S2 8.5 5 8.5C7.5 8.5 9.5 7 10 5",
    "A": "M0 14L5 0L10 14M2 9H8",
    "B": "M0 0V14H6C11 14 11 7 6 7H0M0 0H6C10 0 10 7 6 7",
    "C": "M10 2C9 .7 7 0 5.5 0C2 0 0 3 0 7S2 14 5.5 14C7 14 9 13.3 10 12",
    "D": "M0 0V14H4C8 14 10 11 10 7S8 0 4 0Z",
    "E": "M10 0H0V14H10M0 7H8",
    "F": "M10 0H0V14M0 7H8",
    "G": "M10 2C9 .7 7 0 5.5 0C2 0 0 3 0 7S2 14 5.5 14C8 14 10 13 10 12V8H6",
    "H": "M0 0V14M10 0V14M0 7H10",
    "I": "M5 0V14M2 0H8M2 14H8",
    "J": "M4 0H9V10C9 13 7 14 5 14C2 14 0 13 0 10",
    "K": "M0 0V14M10 0L0 8M3 6L10 14",
    "L": "M0 0V14H10",
    "M": "M0 14V0L5 8L10 0V14",
    "N": "M0 14V0L10 14V0",
    "O": "M5 0C1 0 0 3 0 7S1 14 5 14S10 11 10 7S9 0 5 0Z",
    "P": "M0 14V0H6C11 0 11 8 6 8H0",
    "Q": "M5 0C1 0 0 3 0 7S1 14 5 14S10 11 10 7S9 0 5 0ZM6 10L10 14",
    "R": "M0 14V0H6C11 0 11 7.5 6 7.5H0M5 7.5L10 14",
    "S": "M9.5 2C8.5 .7 7 0 5 0C2 0 .5 1.5 .5 3.5C.5 8 9.5 6 9.5 10.5C9.5 12.5 8 14 5 14C3 14 1 13.3 0 12",
    "T": "M0 0H10M5 0V14",
    "U": "M0 0V9C0 12.5 2 14 5 14S10 12.5 10 9V0",
    "V": "M0 0L5 14L10 0",
    "W": "M0 0L2 14L5 5L8 14L10 0",
    "X": "M0 0L10 14M10 0L0 14",
    "Y": "M0 0L5 7L10 0M5 7V14",
    "Z": "M0 0H10L0 14H10",
    "-": "M2 7H8",
    "'": "M5 0V3",
    ".": "M4.5 14H5.5",
    " ": "",
})  # fmt: skip
"""Figures and letters in a box of 10 by 14."""

NUMERALS: Final = (
    "M2 14H30",
    "M6 7H26M1 22H31",
    "M4 4H28M7 14H25M1 25H31",
    "M2 3H30V26H2ZM11 3C11 12 10 15 5 18M20 3V14C20 16 22 17 27 17",
    "M3 3H29M14 3L10 26M5 13H25L23 26M0 26H32",
    "M16 0L18 5M1 9H31M11 14L2 27M21 14L30 27",
    "M1 13L31 8M13 1V22C13 25 15 26 18 26H28L29 20",
    "M12 4C11 14 8 21 1 27M18 2C20 13 24 21 31 27",
    "M2 9H22V22C22 25 24 26 30 26V20M13 0C13 12 11 21 2 27",
)
"""The Chinese numerals from one to nine in a box of 32 by 28."""
MYRIAD: Final = (
    "M2 6H38M13 1V11M27 1V11M9 13H31V25H9ZM9 19H31M20 13V32M4 38V29H36V36L33 37M20 32L12 35L27 34M24 31L28 36"
)
"""The character below the numeral, in a box of 40 by 38."""
HONOUR_SIGNS: Final = (
    "M6 10H42M24 2V47M11 17H37V30H11ZM11 23.5H37M23 30L5 44M25 30L43 44",
    "M8 8H40M24 1V15M7 47V15H41V44L37 46M17 20L20 25M31 20L28 25M14 27H34M14 34H34M24 27V45",
    "M5 6H43M8 16H40V45H8ZM18 6V18C18 25 15 29 10 31M30 6V26C30 29 32 30 39 30",
    "M17 4V44M3 16H17M3 40L17 33M29 4V38C29 42 31 43 36 43H44V35M43 12L29 20",
    "M6 3H42V46H6ZM13 10H35V39H13Z",
    "M8 5H19C17 13 11 18 3 21M7 11L12 15M28 2C30 10 36 17 45 20M37 4L31 9M42 10L36 14M8 23H20V29H8V35H21C21 40 20 44 "
    "18 46L14 44M29 22V27C29 30 27 31 25 32M29 22H37V28C37 30 39 31 43 30M26 35H40C37 40 32 44 25 47"
    "M29 37C32 41 37 45 44 47",
    "M8 13H40V32H8ZM24 2V47",
)
"""The characters of the winds, then of the white, green and red dragon, in a box of 48 by 48."""
ANIMAL_SIGNS: Final = (
    "M16 2L4 9M6 12L9 16M12 11L15 15M18 10L4 21M11 16C17 22 18 32 16 40C15 44 13 44 10 42M14 24L3 33M16 31L3 41"
    "M22 10H46M29 4V15M39 4V15M24 22H44V45H24ZM24 33H44M34 22V45",
    "M22 2L10 6M9 6V20M9 12H20M28 5H39V20M39 12H28M9 20H39M12 24V44L20 40M17 28L20 31M17 34L20 37M26 24V44L33 40"
    "M30 28L33 31M30 34L33 37M38 24C38 36 40 42 46 45V38",
    "M22 2C16 5 9 7 3 8M6 11L8 15M13 10L14 14M21 9L18 14M12 16L6 21H15L7 28L19 27M2 34H23M12 28C12 36 9 41 2 45"
    "M13 34C15 39 19 43 23 45M33 2C31 8 28 13 25 17M29 13V46M38 3L40 9M29 12H46M29 22H45M29 32H45M29 43H47"
    "M37 12V43",
    "M3 13H20V26H3ZM11 3V40M2 41L20 37M17 33L21 42M29 4H43V14H29ZM26 9V21H45V27M22 34H47M34 27C34 36 30 42 23 46"
    "M36 35C39 40 42 44 47 46",
)
"""The characters of the cat, the mouse, the rooster and the centipede, in the same box."""


def number_text(value: float) -> str:
    """A number of a drawing, as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def stroke(path: str, x: float, y: float, scale: float, colour: str, width: float) -> str:
    """A path drawn with a pen of a width, its upper left corner at a place."""
    at = f"translate({number_text(x)} {number_text(y)})" + (f" scale({number_text(scale)})" if scale != 1 else "")
    return (
        f'<path transform="{at}" d="{path}" fill="none" stroke="{colour}" stroke-width="{number_text(width / scale)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def written(text: str, x: float, y: float, height: float, colour: str, pen: float) -> str:
    """A text in strokes from a place on; what no stroke is known for is left to the fonts of the reader."""
    scale, found, at = height / GLYPH_HEIGHT, [], x
    for char in text.upper():
        if char in GLYPHS:
            found.append(stroke(GLYPHS[char], at, y, scale, colour, pen) if GLYPHS[char] else "")
        else:
            place = f'x="{number_text(at)}" y="{number_text(y + height)}" font-size="{number_text(height)}"'
            found.append(f'<text {place} fill="{colour}">{escape(char)}</text>')
        at += (GLYPH_WIDTH + _GAP) * scale
    return "".join(found)


def written_width(text: str, height: float) -> float:
    """How wide a text in strokes is."""
    return (len(text) * (GLYPH_WIDTH + _GAP) - _GAP) * height / GLYPH_HEIGHT if text else 0
