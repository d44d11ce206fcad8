"""Hand records scored together, as the text of their score records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..batch.batch import Batch
from ..batch.record_columns import RecordColumns
from ..budget import spent, steps_allowed
from ..errors import HandError, PluginError
from ..scoring.explanation.explainer import Explainer
from ..scoring.record_texts import RecordTexts
from .score_texts import ScoreTexts

PlaceAnswered = tuple[int, str | HandError]
"""The place of a record, with its answer or why it is refused."""


class ScoredRecords:
    """Scores records under one ruleset, many at once; keep it.

    What it cannot tell it leaves to whoever scores one by one: hands with jokers, what is wrong or unusual in a record.
    Where all that it was asked took more steps than one question may, a plugin failed, or a hand is worth more than
    columns hold, it leaves everything, for one by one each hand is told what is wrong with it.
    """

    def __init__(self, explainer: Explainer, texts: RecordTexts) -> None:
        self._batch, book = Batch(explainer), explainer.scorer.book
        self._columns, self._texts = RecordColumns(book), ScoreTexts(book, texts)
        self._steps, self.is_usable = 0, True

    def answers(self, records: Sequence[Mapping[str, Any]], *, declared: bool) -> Iterator[PlaceAnswered]:
        """The answers to those of the records that are scored here."""
        try:
            with spent() as steps:
                found = list(self._answers(records, declared=declared))
                self._steps += steps()
        except (HandError, PluginError, OverflowError):
            self.is_usable = False
            return
        self.is_usable = self._steps <= steps_allowed()
        if self.is_usable:
            yield from found

    def _answers(self, records: Sequence[Mapping[str, Any]], *, declared: bool) -> Iterator[PlaceAnswered]:
        columns, places = self._columns.of(records, declared=declared)
        told = np.flatnonzero(self._batch.told(columns))
        if len(told) < len(columns):
            columns, places = columns.rows(told), places[told]
        at = places.tolist()
        scores = self._batch.score(columns, readings=True)
        yield from [(at[row], error) for row, error in scores.errors.items()]
        ids = [records[place].get("id") for place in at]
        for row, text in self._texts.of(scores, ids):
            yield at[row], text
