"""The lines of a file of hand records, scored: an answer as text for each, in order, whatever is wrong with some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from . import bounds
from .errors import HandError, PluginError
from .hands.hand import Hand
from .hands.record import bad, shown
from .hands.record_answers import refusal
from .records import Rulesets, read_lines
from .ruleset.ruleset import Ruleset
from .scoring.record_texts import Encode, RecordTexts


class AnsweredLine(NamedTuple):
    """The answer to a line as JSON, and why its record could not be used, None where it was."""

    text: str
    error: Mapping[str, Any] | None = None


class ScoredLines:
    """Scores lines by the rulesets that their records choose. `declared` as in `Ruleset.score`; `encode` makes JSON."""

    def __init__(self, rulesets: Rulesets, encode: Encode, *, declared: bool = False) -> None:
        self._rulesets, self._encode, self._declared = rulesets, encode, declared
        self._texts: dict[Ruleset, RecordTexts] = {}

    def answers(self, lines: Iterable[bytes]) -> Iterator[AnsweredLine]:
        """An answer for every line that is not blank. Raises RulesetError where the chosen ruleset cannot be used."""
        for value in read_lines(lines):
            yield self.answer(value)

    def answer(self, value: Any) -> AnsweredLine:
        """The answer to the value of a line; a HandError stands for a line that has none."""
        if not isinstance(value, Mapping):
            error = value if isinstance(value, HandError) else bad(f"expected a JSON object, got {shown(value)}", "")
            return self._refused(None, error)
        known = value.get("id")
        try:
            ruleset = self._rulesets.for_record(value)
            score = ruleset.score(Hand.from_record(value), declared=self._declared)
            return AnsweredLine(score.written(self.texts(ruleset), known))
        except (HandError, PluginError) as error:
            return self._refused(known, error)

    def texts(self, ruleset: Ruleset) -> RecordTexts:
        """What writes the records of a ruleset; kept."""
        texts = self._texts.get(ruleset)
        if texts is None:
            if len(self._texts) >= bounds.RULESETS_KEPT:
                self._texts.clear()
            texts = self._texts[ruleset] = RecordTexts(ruleset.head, self._encode)
        return texts

    def _refused(self, known: Any, error: HandError | PluginError) -> AnsweredLine:
        """The answer to what cannot be used."""
        found = refusal(known, error)
        return AnsweredLine(self._encode(found), found["error"])
