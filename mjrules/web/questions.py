"""What a ruleset asks of a hand: only that is asked on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from ..conditions.formula import questions
from ..hands.declared_fields import RecordField
from ..hands.meld import SIDES
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from ..scoring.rulebook import Rulebook
from ..settlement_method import DISCARDER, HANDS, seat_at
from ..teller import RulesetTeller, teller_of
from ..tiles.tile import BONUS_GROUPS, JOKER, KINDS, RED, WINDS, Tile, format_tiles, parse_tiles

_NOT_ASKED: Final = ("dead_hand",)
_USUAL: Final = ("123s 456p (789s) 111z 2z +2z", "123s 456p (789s) 222p 5s +5s")
"""Hands as they may be typed in most games, with honours and without."""
_NO_CHOWS: Final = ("123s 456p 789s (111z) 2z +2z", "123s 456p 789s (222p) 5s +5s")
"""The same where chows are not claimed."""
_USUAL_SIZE: Final = 14
_SIGNS: Final = re.compile("[ ()+]")
"""What stands between the tiles of these."""


@dataclass(frozen=True)
class KeyRow:
    """A row of the keyboard of tiles: its name, and its tiles."""

    name: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class HandQuestions:
    """What one ruleset reads of a hand, and the texts in which it tells it.

    `flags` are the words for situations with what each says, `fields` the further fields of records; `sides` are those
    who may have discarded the winning tile, empty where it makes no difference who did. `others` says that who pays
    whom depends on the hands of all players. `typed` is a hand as it may be typed.
    """

    rows: tuple[KeyRow, ...]
    bonus: tuple[KeyRow, ...]
    seats: tuple[str, ...]
    rounds: bool
    sides: tuple[str, ...]
    others: bool
    flags: tuple[tuple[str, str], ...]
    fields: tuple[RecordField, ...]
    sizes: tuple[int, ...]
    texts: RulesetTexts
    typed: str


_KEPT: Final[WeakKeyDictionary[Ruleset, dict[str, HandQuestions]]] = WeakKeyDictionary()


def questions_of(ruleset: Ruleset, language: str) -> HandQuestions:
    """What a ruleset reads of a hand, told in a language where it has words in it. Raises RulesetError.

    Kept as long as the ruleset is.
    """
    kept = _KEPT.setdefault(ruleset, {})
    found = kept.get(language)
    if found is None:
        found = kept[language] = _questions(ruleset, teller_of(ruleset, language))
    return found


def sides_of(seat: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The sides of a seat on which somebody sits; of two on which the same sits, as at a table of two, the first."""
    there: dict[str, str] = {}
    for side in SIDES:
        other = seat_at(seat, side, seats)
        if other is not None:
            there.setdefault(other, side)
    return tuple(there.values())


def _questions(ruleset: Ruleset, tell: RulesetTeller) -> HandQuestions:
    book, texts = ruleset.book, tell.texts
    reads = () if book.settlement is None else book.settlement.reads
    sides = sides_of(book.seats[0], book.seats)
    return HandQuestions(
        rows=tuple(_rows(book)),
        bonus=tuple(_bonus_rows(book)),
        seats=book.seats,
        rounds=any(book.tiles.copies[tile] for tile in WINDS),
        sides=sides if {DISCARDER, HANDS} & set(reads) else (),
        others=HANDS in reads,
        flags=tuple(_flags(ruleset, tell)),
        fields=tuple(own._replace(about=tell.field(name)) for name, own in book.fields.items()),
        sizes=tuple(sorted(ruleset.scorer.shapes.sizes)),
        texts=texts,
        typed=_typed(ruleset),
    )


def _typed(ruleset: Ruleset) -> str:
    """A hand as it may be typed, of tiles that there are, whether it wins or not."""
    left, size = list(ruleset.book.tiles.per_kind), ruleset.tiles_to_win
    usual = _USUAL if "chow" in ruleset.definition.table.calls else _NO_CHOWS
    for text in usual if size == _USUAL_SIZE else ():
        wanted = Counter(parse_tiles(_SIGNS.sub("", text)))
        if all(left[tile] >= number for tile, number in wanted.items()):
            return text
    runs = [(low, low + 1, low + 2) for rank in (0, 3, 6) for low in (rank, rank + 9, rank + 18)]
    alike = [(kind,) * number for number in (3, 2, 1) for kind in range(KINDS)]
    groups: list[list[Tile]] = []
    for group in (*runs, *alike):
        if len(group) <= size and all(left[tile] >= group.count(tile) for tile in group):
            groups.append([*group])
            size -= len(group)
            for tile in group:
                left[tile] -= 1
    win = groups[-1].pop()
    return " ".join([*map(format_tiles, filter(None, groups)), f"+{format_tiles([win])}"])


def _rows(book: Rulebook) -> Iterator[KeyRow]:
    """The keys, suit by suit; red fives and jokers last."""
    copies = book.tiles.per_kind
    for name, kinds in (("m", range(9)), ("p", range(9, 18)), ("s", range(18, 27)), ("z", range(27, KINDS))):
        own = tuple(tile for tile in kinds if copies[tile])
        if own:
            yield KeyRow(name, own)
    others = tuple(tile for tile in (*RED, JOKER) if book.tiles.copies[tile])
    if others:
        yield KeyRow("others", others)


def _bonus_rows(book: Rulebook) -> Iterator[KeyRow]:
    """The keys of bonus tiles, those of the animals apart."""
    flowers, seasons, animals = BONUS_GROUPS.values()
    for name, tiles in (("bonus", (*flowers, *seasons)), ("animals", animals)):
        own = tuple(tile for tile in tiles if book.tiles.copies[tile])
        if own:
            yield KeyRow(name, own)


def _flags(ruleset: Ruleset, tell: RulesetTeller) -> Iterator[tuple[str, str]]:
    """The flags that the ruleset reads, in its own order, each with what it says."""
    book = ruleset.book
    asked = {key.removeprefix("flag ") for key in _win_questions(book) if key.startswith("flag ")}
    read = (ruleset.explainer.read_flags | asked | ruleset.definition.flags.keys()) - {*_NOT_ASKED}
    for name in book.flags:
        if name in read:
            yield name, tell.flag_said(name)


def _win_questions(book: Rulebook) -> list[str]:
    """The questions that are asked before a hand may win."""
    formula = book.win_requires
    return [] if formula is None else [question.key for question in questions(formula)]
