"""Old hands scored again: what they count stands for ever; what would come out today is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..errors import HandError, PluginError, RulesetError
from ..match.carried import ruleset_of_hand
from ..match.table_records import answers_to
from ..play.event_fields import as_json
from ..play.house_rules import DRAWN_HAND, HandsBefore
from ..ruleset.files.find import is_path
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_record
from ..spoken import Sentence, spoken_list
from .books import BookLine, EveningBooks
from .events import HandBooked, PenaltyBooked, RulesetFrozen
from .frozen_rulesets import made_by, thawed_ruleset, versions_of
from .several_wins import SEVERAL_WINS, settle_wins

_HEAD = ("ruleset", "hash", "version", "plugins", "options")
_REFUSED: Final = Sentence("it is refused: {error}", "不予计算：{error}")
_DIFFERS: Final = Sentence("{name}: was {before}, is {now}", "{name}：原为 {before}，现为 {now}")
_MADE_BY: Final = Sentence("was {before}; is {now}", "原为 {before}；现为 {now}")


class ScoredAgain(NamedTuple):
    """A line that was scored again: its table, whether the same came out, what differs, and by which versions."""

    line: BookLine
    table: str
    same: bool
    differs: str
    versions: str


def ruleset_today(frozen: RulesetFrozen) -> Ruleset:
    """The ruleset of this id as it is installed now, or as it was frozen where none is. Raises RulesetError."""
    try:
        if not is_path(frozen.name):
            return load(frozen.name, frozen.options)
    except RulesetError:
        pass  # it is no longer installed, or has lost an option
    return thawed_ruleset(frozen)


def score_again(evening: EveningBooks, ruleset_at: Callable[[str], Ruleset]) -> Iterator[ScoredAgain]:
    """Every line that counts and was scored by a ruleset, scored again by the one that a table's name gives."""
    for line in evening.lines:
        event = line.event
        if line.live and isinstance(event, (HandBooked, PenaltyBooked)) and event.record:
            yield _again(line, event, _ruleset_of(line, event, evening, ruleset_at(event.table)))


def _ruleset_of(line: BookLine, event: HandBooked | PenaltyBooked, evening: EveningBooks, ruleset: Ruleset) -> Ruleset:
    """The ruleset of a hand: with other options, where a house rule says so."""
    if not isinstance(event, HandBooked):
        return ruleset
    table = evening.before(line.number).tables.get(event.table)
    return ruleset if table is None else ruleset_of_hand(ruleset, HandsBefore(table.turn.draws, table.hands))


def _again(line: BookLine, event: HandBooked | PenaltyBooked, ruleset: Ruleset) -> ScoredAgain:
    before = {name: as_json(value) for name, value in event.result.items() if name not in _HEAD}
    try:
        drawn = event.record.get("kind") == DRAWN_HAND
        record = as_json(event.record)
        now: Mapping[str, Any]
        if event.record.get("kind") == SEVERAL_WINS:
            now = settle_wins(record, ruleset)
        else:
            now = dict(answers_to(record, ruleset)) if drawn else settle_record(record, ruleset).to_record()
        now = as_json(now)
    except (HandError, PluginError) as error:
        return ScoredAgain(line, event.table, False, _REFUSED(error=error), _versions(event, ruleset))
    differs = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    told = [_DIFFERS(name=name, before=before.get(name), now=now.get(name)) for name in differs if name != "items"]
    said = spoken_list(told, "; ", "；") if told else ", ".join(differs)
    return ScoredAgain(line, event.table, not differs, said, _versions(event, ruleset))


def _versions(event: HandBooked | PenaltyBooked, ruleset: Ruleset) -> str:
    """Which versions gave the result, where they are not those of today; else empty."""
    now = made_by(ruleset)
    before = as_json(event.result)
    same = all(before.get(name) == value for name, value in now.items())
    return "" if same else _MADE_BY(before=versions_of(event.result), now=versions_of(now))
