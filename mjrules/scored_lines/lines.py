"""The lines of a file of hand records, scored: an answer as text for each, in order, whatever is wrong with some."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from .. import bounds
from ..errors import HandError, MjrulesError, PluginError
from ..hands.hand import Hand
from ..hands.record import bad, shown
from ..hands.record_answers import refusal
from ..records import Rulesets, read_line
from ..ruleset.ruleset import Ruleset
from ..scoring.record_texts import Encode, RecordTexts

if TYPE_CHECKING:
    from .scored_records import ScoredRecords

LOT: Final = 4096
"""So many lines are read before they are answered together."""
LOT_BYTES: Final = 4_000_000
"""Not many more bytes are read before they are answered."""
MANY_LINES: Final = 3000
"""So many records of one ruleset there must have been; to begin with fewer takes longer than to score them."""
FEW_LINES: Final = 100
"""So many are, once the tables of a ruleset are there."""
WAITED_FOR: Final = 32
"""Who has sent so many lines at once is waited for, as more will follow soon."""
TABLES_KEPT: Final = 8
"""For so many rulesets the tables are kept by which many records are scored."""


class More(Protocol):
    """Tells whether another line is there, or comes `soon`."""

    def __call__(self, *, soon: bool) -> bool:
        """Whether it does."""


class AnsweredLine(NamedTuple):
    """The answer to a line as JSON, and why its record could not be used, None where it was."""

    text: str
    error: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, found: Mapping[str, Any], encode: Encode) -> AnsweredLine:
        """The answer to a line, given as a record, as `encode` makes it JSON."""
        return cls(encode(found), None if found["valid"] else found["error"])


class ScoredLines:
    """Scores lines by the rulesets that their records choose. `declared` and `verbose` as in `Ruleset.score_record`;
    `encode` makes JSON.

    Many lines of one ruleset are scored together where numpy is there, some thousands at a time, with the same answers;
    those that are explained are not. Pickled, it begins anew with the same rulesets.
    """

    def __init__(self, rulesets: Rulesets, encode: Encode, *, declared: bool = False, verbose: bool = False) -> None:
        self._rulesets, self._encode, self._declared, self._verbose = rulesets, encode, declared, verbose
        self._texts: dict[Ruleset, RecordTexts] = {}
        self._together: dict[Ruleset, ScoredRecords | None] = {}
        self._met: dict[Ruleset, int] = {}
        """How many records chose a ruleset whose tables are not there."""

    def __reduce__(self) -> tuple[Callable[..., ScoredLines], tuple[Any, ...]]:
        return partial(ScoredLines, declared=self._declared, verbose=self._verbose), (self._rulesets, self._encode)

    def answers(self, lines: Iterable[bytes]) -> Iterator[AnsweredLine]:
        """An answer for every line that is not blank, each as soon as it is read.

        Raises RulesetError where the chosen ruleset cannot be used.
        """
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield self.answer(read_line(line, number))

    def answers_in_lots(self, lines: Iterable[bytes], more: More | None = None) -> Iterator[AnsweredLine]:
        """The same, but some thousands of lines are read before they are answered.

        Where `more` says that no further line is there, those that were read are answered first.
        """
        for lot in lots_of(lines, more):
            yield from self.of_lot(lot)

    def of_lot(self, lot: Iterable[tuple[int, bytes]]) -> Iterator[AnsweredLine]:
        """The answers to some lines that were read, each with its number."""
        values = [read_line(line, number) for number, line in lot if line.strip()]
        enough = FEW_LINES if self._together else MANY_LINES
        found = self._scored_together(values) if len(values) >= enough and not self._verbose else {}
        for place, value in enumerate(values):
            yield found[place] if place in found else self.answer(value)

    def answer(self, value: Any) -> AnsweredLine:
        """The answer to the value of a line; a HandError stands for a line that has none."""
        if not isinstance(value, Mapping):
            error = value if isinstance(value, HandError) else bad(f"expected a JSON object, got {shown(value)}", "")
            return self._refused(None, error)
        known = value.get("id")
        try:
            ruleset = self._rulesets.for_record(value)
            if self._verbose:
                return self._explained(ruleset, value)
            score = ruleset.score(Hand.from_record(value), declared=self._declared)
            return AnsweredLine(score.written(self.texts(ruleset), known))
        except (HandError, PluginError) as error:
            return self._refused(known, error)

    def _explained(self, ruleset: Ruleset, record: Mapping[str, Any]) -> AnsweredLine:
        found = ruleset.score_record(record, declared=self._declared, verbose=True)
        return AnsweredLine.of(found, self._encode)

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
        return AnsweredLine.of(found, self._encode)

    def _scored_together(self, values: Sequence[Any]) -> dict[int, AnsweredLine]:
        """The answers to values that can be scored together, by their places."""
        found: dict[int, AnsweredLine] = {}
        for places in _by_ruleset(values):
            scored = self._many(values[places[0]], len(places))
            if scored is None:
                continue
            for own, told in scored.answers([values[place] for place in places], declared=self._declared):
                known = values[places[own]].get("id")
                found[places[own]] = self._refused(known, told) if isinstance(told, HandError) else AnsweredLine(told)
        return found

    def _many(self, record: Mapping[str, Any], number: int) -> ScoredRecords | None:
        """What scores so many records of the ruleset that one of them names; None where that is not to be done."""
        try:
            ruleset = self._rulesets.for_record(record)
        except MjrulesError:  # each record is told so
            return None
        if ruleset not in self._together:
            met, full = self._met.pop(ruleset, 0) + number, len(self._together) >= TABLES_KEPT
            if met < MANY_LINES or (full and number < MANY_LINES):  # else one of many would go for each that comes
                if len(self._met) >= bounds.RULESETS_KEPT:
                    self._met.clear()
                self._met[ruleset] = met
                return None
            if full:
                del self._together[next(iter(self._together))]
            self._together[ruleset] = self._begun(ruleset)
        scored = self._together[ruleset]
        return scored if scored is not None and scored.is_usable else None

    def _begun(self, ruleset: Ruleset) -> ScoredRecords | None:
        """What scores many records of a ruleset; None where numpy is missing."""
        if find_spec("numpy") is None:
            return None
        from .scored_records import ScoredRecords

        return ScoredRecords(ruleset.explainer, self.texts(ruleset))


def lots_of(lines: Iterable[bytes], more: More | None = None) -> Iterator[list[tuple[int, bytes]]]:
    """Lines in lots that are answered together, each line with its number; see `ScoredLines.answers_in_lots`."""
    numbered = enumerate(lines, 1)
    while lot := list(_lot(numbered, more)):
        yield lot


def _lot(lines: Iterator[tuple[int, bytes]], more: More | None) -> Iterator[tuple[int, bytes]]:
    """The next lines, as many as are read before they are answered."""
    size = 0
    for place, (number, line) in enumerate(islice(lines, LOT)):
        yield number, line
        size += len(line)
        if size > LOT_BYTES or (more is not None and not more(soon=place >= WAITED_FOR)):
            return


def _by_ruleset(values: Sequence[Any]) -> list[list[int]]:
    """The places of records that choose the same ruleset and options."""
    found = defaultdict[tuple[str | None, str], list[int]](list)
    for place, value in enumerate(values):
        if type(value) is dict:
            name, options = value.get("ruleset"), value.get("options", _NO_OPTIONS)
            if type(options) is dict and (name is None or type(name) is str):
                found[name, repr(options) if options else ""].append(place)
    return list(found.values())


_NO_OPTIONS: Final[Mapping[str, Any]] = {}
