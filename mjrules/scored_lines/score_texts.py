"""The scores of many hands as the text of score records, put together of texts that are kept by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ..batch.arrays import Longs, Truths
from ..batch.choosing import ChoiceNumbers, Choosing
from ..batch.columns import Columns
from ..batch.hands_read import HandsRead
from ..batch.payments import Worth
from ..batch.readings import WAIT_NAMES
from ..batch.scores import Scores
from ..errors import HandError
from ..hands.pieces import CHOW, FORM, PAIR, PUNG, SLOTS, Piece, piece_text
from ..scoring.policy import Award
from ..scoring.record_texts import RecordTexts
from ..scoring.rulebook import Rulebook
from ..scoring.score import figure_of
from ..scoring.select import Selection

_KEEP: Final = 1 << 16
_FORM_BITS: Final = 5
_BETWEEN: Final = ", "
_FORMS: Final = (CHOW, PUNG, PAIR)
SetPlaces = tuple[tuple[int, ...], ...]
"""For each match the places of its sets among the pieces of a reading."""


class _Item(NamedTuple):
    """The item of an award: its text before the sets on which it was found, and behind them; `masks` name the sets."""

    before: str
    masks: tuple[int, ...]
    behind: str


class _Written(NamedTuple):
    """What is written of a choice: its items, and the number of its value."""

    items: tuple[str | _Item, ...]
    value: int


class _Values:
    """Values, each once, with what counts and what is written of them: `beginnings`, where the minimum is not met and
    where it is, and `figures`."""

    def __init__(self, texts: RecordTexts) -> None:
        self._texts = texts
        self._numbers: dict[str, int] = {}
        self.beginnings: list[tuple[str, str]] = []
        self.figures: list[str] = []

    def number(self, selection: Selection) -> int:
        """The number of the value of what counts."""
        value = selection.value
        totals = {name: figure_of(figure) for name, figure in value.totals.items()}
        number = self._numbers.setdefault(repr((value.total, totals)), len(self.figures))
        if number == len(self.figures):
            beginning = self._texts.beginning
            self.beginnings.append(
                (beginning(value.total, minimum_met=False), beginning(value.total, minimum_met=True))
            )
            self.figures.append(self._texts.figures(totals))
        return number


class ScoreTexts:
    """Writes the score records of hands that were scored together under one ruleset, with their readings."""

    def __init__(self, book: Rulebook, texts: RecordTexts) -> None:
        self._book, self._texts = book, texts
        self._begin()
        self._choosing: Choosing | None = None
        self._items: dict[tuple[Any, ...], str | _Item] = {}
        self._places: dict[tuple[tuple[int, ...], int], SetPlaces] = {}

    def _begin(self) -> None:
        """Begin with no values, and so with no choices."""
        self._choices: dict[ChoiceNumbers, _Written] = {}
        self._values = _Values(self._texts)

    def of(self, scores: Scores, ids: Sequence[Any]) -> Iterator[tuple[int, str]]:
        """Rows with the records of their hands, whose ids are given for each row.

        What is missing is refused, or has to be written as one hand is. Raises HandError and PluginError as one hand.
        """
        for worth, read in zip(scores.worths, scores.readings or (), strict=True):
            self._forget(worth.settlements.choosing)
            yield from self._lot(scores, worth, read, ids)

    def _forget(self, choosing: Choosing) -> None:
        """Forget what other tables chose, and begin anew where too much is kept."""
        if len(self._values.figures) > _KEEP:
            self._begin()
        if choosing is not self._choosing or len(self._choices) > _KEEP:
            self._choices.clear()
            self._choosing = choosing
        for kept in (self._places, self._items):
            if len(kept) > _KEEP:
                kept.clear()

    def _lot(self, scores: Scores, worth: Worth, read: HandsRead, ids: Sequence[Any]) -> Iterator[tuple[int, str]]:
        columns, encode, values = scores.columns, self._texts.encode, self._values
        record_of = self._texts.pieces.__getitem__
        valid, met = (truths.take(read.rows).tolist() for truths in (scores.valid, scores.minimum_met))
        paid = self._paid(columns, worth, scores.valid.take(read.rows) & scores.minimum_met.take(read.rows))
        around = [self._texts.around(read.names[shape], WAIT_NAMES[wait]) for shape, wait in _pairs(read)]
        layouts, first, pieces = _layouts(read).tolist(), read.first.tolist(), read.pieces.tolist()
        choices = zip(*[numbers.tolist() for numbers in worth.choices], strict=True)
        for place, (row, choice) in enumerate(zip(read.rows.tolist(), choices, strict=True)):
            items, value = self._choices.get(choice) or self._chosen(choice)
            if not valid[place]:
                continue
            own = pieces[first[place] : first[place + 1]]
            layout = layouts[place]
            told = _BETWEEN.join([item if isinstance(item, str) else self._told(item, own, layout) for item in items])
            before, behind = around[place]
            sets = _BETWEEN.join(map(record_of, own))
            start = f'{{"id": {encode(ids[row])}, {values.beginnings[value][met[place]]}{told}], '
            yield row, f"{start}{before}{sets}{behind}{values.figures[value]}{paid[place]}}}"

    def _paid(self, columns: Columns, worth: Worth, won: Truths) -> list[str]:
        """The payments of those hands of a lot that are won. Raises HandError and PluginError as one hand."""
        found, seats = [""] * len(won), self._book.seats
        some = np.flatnonzero(won)
        places, paid = worth.settlements.of(columns, worth.rows[some], [choice[some] for choice in worth.choices])
        texts = dict[int, str]()
        for place, own in zip(some.tolist(), places.tolist(), strict=True):
            text = texts.get(own)
            if text is None:
                answer = paid[own]
                if isinstance(answer, HandError):
                    raise answer
                text = texts[own] = "" if answer is None else self._texts.paid(dict(zip(seats, answer, strict=True)))
            found[place] = text
        return found

    def _told(self, item: _Item, pieces: Sequence[Piece], layout: int) -> str:
        """An item with its sets in a reading."""
        before, masks, behind = item
        sets = self._places.get((masks, layout))
        if sets is None:
            sets = self._places[masks, layout] = _sets(masks, layout)
        told = _BETWEEN.join([f'"{" ".join([piece_text(pieces[place]) for place in own])}"' for own in sets])
        return f"{before}{told}{behind}"

    def _chosen(self, choice: ChoiceNumbers) -> _Written:
        """What is written of a choice; kept."""
        assert self._choosing is not None
        selection = self._choosing.selection(choice)
        items = tuple([self._item_of(award) for award in selection.counting])
        written = self._choices[choice] = _Written(items, self._values.number(selection))
        return written

    def _item_of(self, award: Award) -> str | _Item:
        """The item of an award; kept."""
        key = award.rule.id, award.times, award.each, award.masks
        item = self._items.get(key)
        if item is None:
            before, behind = self._texts.item(award)
            masks = tuple([mask for mask in award.masks if mask])
            item = self._items[key] = _Item(before, masks, behind) if masks else f"{before}{behind}"
        return item


def _pairs(read: HandsRead) -> Iterator[tuple[int, int]]:
    """The shape and the wait of each reading, by number."""
    return zip(read.shape.tolist(), read.wait.tolist(), strict=True)


def _layouts(read: HandsRead) -> Longs:
    """How many chows, pungs and pairs each reading has, as a number."""
    forms, found = read.pieces >> FORM, np.zeros(len(read.rows), np.int64)
    for form in _FORMS:
        before = np.concatenate([[0], np.cumsum(forms == form)]).take(read.first)
        found |= np.diff(before) << _FORM_BITS * form
    return found


def _sets(masks: tuple[int, ...], layout: int) -> SetPlaces:
    """Where the sets are that masks of slots name, in a reading of that layout."""
    places: dict[int, int] = {}
    behind = 0
    for form in _FORMS:
        number = layout >> _FORM_BITS * form & (1 << _FORM_BITS) - 1
        places |= {SLOTS[form] + own: behind + own for own in range(number)}
        behind += number
    loose = SLOTS[-1]
    every = [[slot for slot in range(mask.bit_length()) if mask >> slot & 1] for mask in masks]
    return tuple([tuple([places[slot] if slot < loose else behind + slot - loose for slot in own]) for own in every])
