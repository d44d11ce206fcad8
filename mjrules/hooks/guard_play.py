"""What plugins give back for play and its logs, checked and wrapped; imported only where a plugin has such things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ..errors import MjrulesError
from ..play.advice import Advised
from ..play.events import Event
from ..play.foreign_log_format import LogFormat, LogLine, LogStep, TableLike
from ..play.house_rules import Asks, AtOnce, HouseRule, Play, RecordKind
from ..play.player_maker import PlayerMaker
from ..play.record_kinds import COMMON, SAID
from ..play.seen import HandInPlay
from .answer_types import fit
from .check_answers import check_at_once, check_east, check_ends, check_json, check_known
from .held_players import held_maker
from .held_plays import HeldPlay, Holder
from .wrap import Kind, Member, telling, wrapped


def _house_rule(member: Member, rule: HouseRule) -> HouseRule:
    """A house rule whose records fail by name, and what begins its play and chooses its options too."""
    made, given = rule.play, rule.options
    return replace(
        rule,
        records={name: _record_kind(member.part(f'records["{name}"]'), kind) for name, kind in rule.records.items()},
        play=None if made is None else _playing(member, made),
        options=None
        if given is None
        else wrapped(member.part("options"), given, Mapping[str, str | int | bool | None]),
        east=None if rule.east is None else wrapped(member.part("east"), rule.east, str | None, check_east),
        ends=None if rule.ends is None else wrapped(member.part("ends"), rule.ends, str | None, check_ends),
        advice=None if rule.advice is None else wrapped(member.part("advice"), rule.advice, Advised | None),
        told=telling(member, rule.told),
        at_once=None
        if rule.at_once is None
        else wrapped(member.part("at_once"), rule.at_once, Mapping[str, AtOnce], check_at_once),
    )


def _record_kind(member: Member, kind: RecordKind) -> RecordKind:
    """A kind of record whose answer fails by name, and gives what it says it does; it cannot change the record."""
    for part in ("fields", "answers"):
        for name in getattr(kind, part):
            if name in COMMON or name in SAID:
                raise member.error(f'{part} has "{name}": expected a name that not every record has')
    answer = kind.answer

    def check(found: Mapping[str, Any], *_: Any) -> None:
        for name, value in found.items():
            check_known(name, kind.answers, "one of the answers")
            check_json(value, name)

    def of_record(record: Mapping[str, Any], settings: Any, seats: Sequence[str]) -> Mapping[str, Any]:
        return answer(MappingProxyType(record), settings, seats)

    return kind._replace(answer=wrapped(member.part("answer"), of_record, Mapping[str, Any], check))


def _playing(member: Member, made: Callable[..., Any]) -> Callable[[Any, HandInPlay, Asks], Play | None]:
    """What a house rule does in a hand, held; None where it does nothing."""

    begin, holder = wrapped(member.part("play"), made, Play | None), Holder(member)

    def play(settings: Any, state: HandInPlay, asks: Asks) -> Play | None:
        found = begin(settings, state, asks)
        return None if found is None else HeldPlay(holder, found, settings, state, asks)

    return play


def _log_format(member: Member, form: LogFormat) -> LogFormat:
    """A format whose functions fail by name."""
    is_record = wrapped(member.part("is_record"), form.is_record, bool)
    found = replace(form, is_record=is_record, replay=_replaying(member.part("replay"), form))
    if form.read_text is not None:
        found = replace(
            found, read_text=_in_turn(member.part("read_text"), form.read_text, tuple[int, Mapping[str, Any]])
        )
    if form.write is not None:
        found = replace(found, write=_in_turn(member.part("write"), form.write, Mapping[str, Any]))
    return found


def _in_turn(member: Member, made: Callable[[Any], Iterable[Any]], kind: Any) -> Callable[[Any], Iterator[Any]]:
    """A function that gives one thing of a type after another, and may fail at each."""
    begin = wrapped(member, lambda given: iter(made(given)), Any, meant=(MjrulesError,))
    each = wrapped(member, lambda found: next((fit(kind)(item) for item in found), None), Any, meant=(MjrulesError,))

    def call(given: Any) -> Iterator[Any]:
        found = begin(given)
        while (item := each(found)) is not None:
            yield item

    return call


def _replaying(member: Member, form: LogFormat) -> Callable[[Iterable[LogLine], Any], Iterator[LogStep]]:
    """The replay of a format, which may fail at each step."""
    steps = _in_turn(member, lambda given: form.replay(*given), tuple[int, Event, TableLike | None])
    return lambda lines, ruleset: steps((lines, ruleset))


KINDS_IN_PLAY: Mapping[str, Kind] = {
    "mj_house_rules": Kind(HouseRule, "the house rule", _house_rule),
    "mj_log_formats": Kind(LogFormat, "the format", _log_format),
    "mj_players": Kind(PlayerMaker, "the player", held_maker),
}
"""What the items of the hooks for play, its logs and its players are."""
