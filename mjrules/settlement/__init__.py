"""Settles records: won hands of all players, bonus payments, penalties and pots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..budget import Question
from ..hands.record_answers import Work
from ..play.record_kinds import BY_SETTLE, checked_kind
from ..records import Rulesets, answers
from ..ruleset.load import NamedRuleset
from ..ruleset.ruleset import Ruleset
from .counters import pay_in_counters
from .fields import ANSWERS, OF_KIND, Fields
from .hand_to_win import settle_hands, settle_win
from .hands import Hands
from .settled import Settlement
from .side_payments import read_bonus, read_penalty, read_pot, settle_bonus, settle_penalty

__all__ = ["Hands", "settle_bonus", "settle_hands", "settle_penalty", "settle_record", "settle_records", "settling"]

READERS: Mapping[str, Callable[[Fields, Ruleset], Settlement]] = {
    "settle": settle_win,
    "bonus": read_bonus,
    "penalty": read_penalty,
}
"""What settles the kinds of record that every ruleset knows."""


def settle_records(
    records: Iterable[Any],
    ruleset: NamedRuleset | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    allow: Iterable[str] = (),
) -> Iterator[dict[str, Any]]:
    """The settlement of every record, in order: the record with its answers filled in.

    `ruleset` and `options` are for records that name none of their own; they name others by id, or by a path of
    those in `allow`. A record that cannot be used gives `valid` false with the reason.

    Raises RulesetError where `ruleset` cannot be used.
    """
    return answers(records, settling, ruleset, options, allow)


def settling(rulesets: Rulesets, *, counters: bool = False) -> Work:
    """What fills the answers into a settlement record; with `counters`, each transfer in counters too."""

    def settle(record: Mapping[str, Any]) -> dict[str, Any]:
        ruleset = rulesets.for_record(record)
        settled = settle_record(record, ruleset, counters=counters).to_record()
        given = {name: value for name, value in record.items() if name not in ANSWERS}
        return {"id": None, "kind": "settle", **given, **ruleset.head, **settled}

    return settle


def settle_record(record: Mapping[str, Any], ruleset: Ruleset, *, counters: bool = False) -> Settlement:
    """What is paid, and why, as a ruleset settles a record; with `counters`, in its counters too.

    Raises HandError, and PluginError where a plugin fails.
    """
    with Question():
        return _settled(record, ruleset, counters=counters)


def _settled(record: Mapping[str, Any], ruleset: Ruleset, *, counters: bool) -> Settlement:
    pots = ruleset.definition.pots
    kind = checked_kind(record.get("kind", "settle"), ruleset.record_kinds, BY_SETTLE, f"{ruleset.id} settles")
    fields = Fields(record, OF_KIND["pot" if kind in pots else kind], ANSWERS, ruleset.book.seats)
    settlement = read_pot(fields, pots[kind]) if kind in pots else READERS[kind](fields, ruleset)
    return pay_in_counters(settlement, ruleset.definition.counters) if counters else settlement
