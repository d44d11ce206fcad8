"""How much is read, kept and told: the bounds that keep what strangers send from using up a machine.

What goes beyond one of them is an error that names it; `mjrules.budget` bounds the work on what stays within them.
"""

from __future__ import annotations

from typing import Final

FILE_BYTES: Final = 1_000_000
"""Bytes of a ruleset file, of a companion and of a config file."""
FILE_DEPTH: Final = 40
"""How deep the values of a file are nested."""
FILE_VALUES: Final = 50_000
"""Values of a file, those of aliases counted each time, and of a ruleset with the choices of its options."""
FILE_DIGITS: Final = 18
"""Digits of a number in a file."""
FILES: Final = 100
"""Files that extend each other."""
RULES: Final = 2_000
"""Rules of a ruleset."""
OPTIONS: Final = 500
"""Options of a ruleset."""
CHOICES: Final = 200
"""Choices of an option."""
OPTIONS_TRIED: Final = 50
"""Sets of options under which a check tries to read the examples of a ruleset that cannot be read without."""
TERMS: Final = 500
"""Terms of a ruleset."""
SHAPES: Final = 200
"""Shapes of a ruleset."""
CONDITION_WORDS: Final = 20_000
"""Words in all conditions of a ruleset, those of a term counted each time."""
CONDITION_DEPTH: Final = 60
"""How deep conditions are nested, those of terms included."""
ALTERNATIVES: Final = 200
"""Ways in which one condition can hold."""
COPIES: Final = 100
"""Copies of a tile in a set of tiles."""
WALL_TILES: Final = 2_000
"""Tiles of a set of tiles."""
PATTERN_TEXT: Final = 200
"""Characters of a pattern."""
PATTERN_PARTS: Final = 20
"""Sets that a pattern names."""
SHAPE_TILES: Final = 30
"""Tiles of a shape."""
WORTH: Final = 1_000_000_000
"""What a rule can be worth."""

HAND_TEXT: Final = 4_000
"""Characters of a hand written as text."""
HAND_TILES: Final = 200
"""Tiles of a hand, those of its sets included."""
RECORD_BYTES: Final = 1_000_000
"""Bytes of a line that is a record."""
LINE_SKIPPED: Final = 100_000_000
"""Bytes of a line that is too long, behind which the next line is looked for; what does not end then is left."""
RECORD_DIGITS: Final = 100
"""Digits of a number in a record."""
RECORD_NUMBER: Final = 10_000
"""The number that a field of a hand may have."""
LOG_BYTES: Final = 4_000_000
"""Bytes of a line of a log."""
LOG_ELEMENTS: Final = 100_000
"""Elements of a log that is XML."""
RESULT_BYTES: Final = 1_000_000
"""Bytes of a line in a file of a simulation or comparison."""

FOLLOWING: Final = 200
"""Events with which house rules answer what happens by one decision."""
DECIDING: Final = 200
"""Decisions of house rules that follow each other while nothing else happens."""
DICE: Final = 10
"""Dice that a house rule has a player throw at once."""

PROBLEMS_TOLD: Final = 100
"""Problems of a ruleset that are told one by one; of the others the number."""
MESSAGE: Final = 600
"""Characters of a message."""
HINTS: Final = 200
"""Words of a ruleset for which the nearest known word is looked for; among many words each counts for more."""
HINT_WORDS: Final = 250
"""So many known words count for one search more."""
SHOWN: Final = 60
"""Characters of a value that a message shows."""
PATH_SHOWN: Final = 1000
"""Characters of a path that a message shows."""
LINE_SHOWN: Final = 160
"""Characters of a line of a file that a message shows."""
WORDS_LISTED: Final = 12
"""Known words that a message lists in place of an unknown one."""

RULESETS_KEPT: Final = 64
"""Rulesets that records have chosen, by their options, which are kept loaded."""
FILES_KEPT: Final = 48
"""Ruleset files that are kept as they were read."""
CACHE_ENTRIES: Final = 100
"""Rulesets in the user's cache folder; those not used for the longest go."""
CACHE_BYTES: Final = 10_000_000
"""Bytes of an entry of the cache folder."""

BOOK_ID: Final = 64
"""Characters of the id of an event in a club's books."""
BOOK_NAME: Final = 60
"""Characters of the name of a club, a player, a table or a season."""
BOOK_TEXT: Final = 1_000
"""Characters of a remark in a club's books."""
BOOK_EVENT: Final = 4_000_000
"""Bytes of an event in a club's books; that of a ruleset holds the text of its files."""
BOOK_EVENTS: Final = 1_000_000
"""Events in a club's books."""
BOOK_DEPTH: Final = 20
"""How deep the values of an event in a club's books are nested."""
BOOK_AMOUNT: Final = 1_000_000_000_000
"""The amount that an event in a club's books may have."""
BOOK_PLAYERS: Final = 500
"""Players of an evening, or in one event of it."""
