"""What is written into the books: an evening is opened, something happens, is corrected, is undone."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from ...errors import HandError
from ...ledger import (
    BookEvent,
    BookLine,
    Corrected,
    Entry,
    EveningBooks,
    EveningOpened,
    Ledger,
    TableBooks,
    TableOpened,
    Undone,
)
from ...ledger.book_event import Payment
from ...ledger.books import by_clock, evening_of, undone_ids
from ...ledger.frozen_rulesets import frozen_ruleset
from ...ledger.player_counts import clubs_alike
from ...ledger.sheet import signed
from ...ruleset.ruleset import Ruleset
from ...scoring.show import SEAT_NAMES
from ...spoken import Sentence, Spoken, spoken_list
from ...text_tables import columns, folded, listed
from ..arguments import UsageError
from ..chosen import choose, chosen_ruleset, refuse_in_english
from ..json_answers import print_json
from . import word_faults
from .at_table import AtTable
from .chosen_evening import evening_named
from .evening_voice import TO_BE_LOOKED_AT, BooksVoice, EveningVoice
from .event_words import checked_date, checked_name, evening_in_words, event_in_words

_LINE_MADE_UP = Sentence(
    "line {line} made up a table: expected table NAME PLAYER PLAYER …",
    "第 {line} 条是开桌：应写“table NAME PLAYER PLAYER …”",
)
_SET_NAME_RULESET = Sentence(
    "--set: name the ruleset of the table too, with --ruleset", "“--set”：也要用“--ruleset”写明这一桌的规则"
)()
_LINE_NOT_UNDONE = Sentence("line {line} is not undone", "第 {line} 条没有撤销")
_NOTHING_UNDONE = Sentence("nothing is undone", "没有撤销过什么")()

_RULESET: Final = Sentence("Ruleset: {title}.", "规则：{title}。")
_NO_TABLE: Final = Sentence(
    "No table is made up yet: mjrules evening add table NAME PLAYER ...",
    "还没有开桌：“mjrules evening add table NAME PLAYER ...”",
)()
_UNDONE: Final = Sentence("The evening of {date} is undone.", "{date} 的牌局已撤销。")
_CORRECTED: Final = Sentence("{number}. corrected: {told}", "{number}. 已更正：{told}")
_NOT_CORRECTED: Final = Sentence("{number}. correction undone: {told}", "{number}. 已撤销更正：{told}")
_GONE: Final = Sentence(
    "{names} left table {table}: add seats PLAYER ... says who sits there from East on.",
    "{all} 已离场，第 {table} 桌等候：请以“add seats PLAYER ...”从东起写明谁坐哪里。",
)
_SEATED: Final = Sentence("{wind} {player}", "{wind} {player}")
_WHO_SITS: Final = Sentence("{message} ({told})", "{message}（{seated}）")
_NEXT: Final = Sentence(
    "Next at table {table}: hand {hand}, {seated}.", "第 {table} 桌下一局：第 {hand} 局，{seated}。"
)


def open_evening(ledger: Ledger, args: argparse.Namespace) -> int:
    """Open an evening with as many tables as its players fill. Raises MjrulesError."""
    refuse_in_english(args, {"--json": args.json})
    ruleset = chosen_ruleset(choose(args)[0])
    players = tuple(map(checked_name, args.players))
    opened = EveningOpened(
        club=args.club or _last_club(ledger),
        date=checked_date(args.date or date.today().isoformat()),
        players=players,
        ruleset=ruleset.hash,
        season=args.season,
        note=args.note,
    )
    _check_seats(players, ruleset)
    if ruleset.hash not in ledger.rulesets():
        ledger.append(frozen_ruleset(ruleset), who=args.who)
    entry = ledger.append(opened, id=args.id, who=args.who)
    seats = len(ruleset.definition.table.seats)
    if len(players) % seats == 0 and not ledger.evening(entry.id).tables:
        for number in range(len(players) // seats):
            own = players[number * seats : (number + 1) * seats]
            table = TableOpened(evening=entry.id, table=str(number + 1), players=own)
            ledger.append(table, id=f"{entry.id[:48]}-table-{number + 1}", who=args.who)
    voice = BooksVoice(ledger, args.lang).of(ledger.evening(entry.id))
    _told_writing(voice, entry, args)
    if not args.json:
        alike = clubs_alike(opened.club, ledger.evenings())
        if alike:
            print(folded(voice(TO_BE_LOOKED_AT(note=alike)), 4))
        print(folded(voice(_RULESET(title=next(voice.rulesets()))), 4))
        if not voice.evening.tables:
            print(voice(_NO_TABLE))
    return 0


def _last_club(ledger: Ledger) -> str:
    evening = ledger.latest()
    return "club" if evening is None else evening.opened.club


def _check_seats(players: tuple[str, ...], ruleset: Ruleset) -> None:
    seats = len(ruleset.definition.table.seats)
    if len(players) < seats:
        raise UsageError(word_faults.TOO_FEW(ruleset=ruleset.id, seats=seats, number=len(players)))


def add_event(ledger: Ledger, args: argparse.Namespace) -> int:
    """Write down what happened. Raises MjrulesError, and HandError."""
    refuse_in_english(args, {"--json": args.json})
    evening = evening_named(ledger, args.evening)
    before = _as_it_was(ledger, evening, ledger.find(args.id))
    place = AtTable(ledger, before, args.table, args.note, args.difference, chosen=_chosen_for_table(args))
    event = _in_words(args.words, place, BooksVoice(ledger, args.lang).of(before))
    _keep_chosen(ledger, place, args)
    return _written(ledger, event, evening.id, args)


def _written(ledger: Ledger, event: BookEvent, evening: str, args: argparse.Namespace) -> int:
    """Write an event of an evening down, and say so."""
    entry = ledger.append(event, id=args.id, who=args.who)
    return _told_writing(BooksVoice(ledger, args.lang).of(ledger.evening(evening)), entry, args)


def _as_it_was(ledger: Ledger, evening: EveningBooks, there: Entry | None) -> EveningBooks:
    """The evening as it was before an entry that is there already: the same words mean the same then."""
    before = _entries_before(ledger, evening, there)
    return evening_of(before) if there is not None and before else evening


def _entries_before(ledger: Ledger, evening: EveningBooks, there: Entry | None) -> list[Entry]:
    """The entries of an evening before one that is there already; all where none is."""
    every = ledger.entries(evening.id)
    if there is None or there.evening != evening.id:
        return every
    return [entry for entry in every if entry.order < there.order]


def correct_line(ledger: Ledger, args: argparse.Namespace) -> int:
    """Write down what a line should have said. Raises MjrulesError, and HandError."""
    refuse_in_english(args, {"--json": args.json})
    evening = evening_named(ledger, args.evening)
    line = _line_said(evening, args)
    if isinstance(line.event, TableOpened) and args.words[0] != "table":
        raise UsageError(_LINE_MADE_UP(line=line.number))
    voice = BooksVoice(ledger, args.lang).of(evening)
    named = args.table or getattr(line.event, "table", None)
    place = AtTable(ledger, evening, named, args.note, args.difference, line, _chosen_for_table(args))
    instead = evening_in_words(args.words, line.event) if line.number == 1 else _in_words(args.words, place, voice)
    _keep_chosen(ledger, place, args)
    correction = Corrected(evening=evening.id, corrects=line.entry.id, instead=instead, note=args.note)
    return _written(ledger, correction, evening.id, args)


def _line_said(evening: EveningBooks, args: argparse.Namespace) -> BookLine:
    """The line that is named. Raises UsageError where there is none."""
    line = evening.line(args.line)
    if line is None:
        raise UsageError(word_faults.NO_LINE_OF(line=args.line, most=len(evening.lines)))
    return line


def _chosen_for_table(args: argparse.Namespace) -> Ruleset | None:
    """The ruleset that is chosen for a new table; None where none is. Raises MjrulesError."""
    if args.ruleset is None:
        if args.settings:
            raise UsageError(_SET_NAME_RULESET)
        return None
    return choose(args)[0].get(None, ())


def _keep_chosen(ledger: Ledger, place: AtTable, args: argparse.Namespace) -> None:
    """Keep the ruleset of a new table with its text. Raises MjrulesError."""
    if place.chosen is not None and place.chosen.hash not in ledger.rulesets():
        ledger.append(frozen_ruleset(place.chosen), who=args.who)


def _in_words(words: list[str], place: AtTable, voice: EveningVoice) -> BookEvent:
    """The event that words mean; who sits where is told with a refusal, which speaks of winds."""
    try:
        return event_in_words(words, place)
    except HandError as error:
        error.message, seats = voice.at_table(place.named, error.message), place.seats()
        at = error.field.split(".")
        if at[0] in ("hands", "scores") and len(at) > 1 and at[1] in seats:
            error.whose = seats[at[1]]
        elif error.field == "event":  # a fault that the ruleset does not know, wherever anybody sits
            error.whose = ""
        elif seats and error.whose is None:
            told = ", ".join(f"{wind} {player}" for wind, player in seats.items())
            seated = spoken_list([_SEATED(wind=SEAT_NAMES[wind], player=seats[wind]) for wind in seats], ", ", "、")
            error.message = _WHO_SITS(message=error.message, told=told, seated=seated)
            error.whose = None if voice.told is None else ""  # fields are called in English
        raise


def undo_line(ledger: Ledger, args: argparse.Namespace) -> int:
    """Take something back, or let it count again. Raises MjrulesError."""
    refuse_in_english(args, {"--json": args.json})
    evening = evening_named(ledger, args.evening)
    before = _entries_before(ledger, evening, ledger.find(args.id))
    target = (_undone_by if args.back else _to_undo)(before or ledger.entries(evening.id), args)
    event = Undone(evening=evening.id, undoes=target.id, note=args.note)
    entry = ledger.append(event, id=args.id, who=args.who)
    after = BooksVoice(ledger, args.lang).of(ledger.evening(evening.id))
    if not after.evening.live:
        print(after(_UNDONE(date=evening.opened.date)))
        return 0
    return _told_writing(after, entry, args, _told_undo(after, target, _line_of(ledger, entry)))


def _told_undo(voice: EveningVoice, target: Entry, id: str) -> str:
    """The line of an id that is undone or counts again; where its correction is undone, what it says now."""
    line = _with_id(voice.evening, id)
    if isinstance(target.event, Corrected):
        return voice(_NOT_CORRECTED(number=line.number, told=voice.event(line.event)))
    return f"{line.number}. {voice.line(line)}"


def _line_of(ledger: Ledger, entry: Entry) -> str:
    """The id of the entry of the line that an undo or a correction speaks of."""
    event = entry.event
    while isinstance(event, (Undone, Corrected)):
        entry = ledger.entry(event.undoes if isinstance(event, Undone) else event.corrects)
        event = entry.event
    return entry.id


def _to_undo(entries: Sequence[Entry], args: argparse.Namespace) -> Entry:
    """The entry of a line, or the last that counts and is no undo. Raises UsageError.

    The corrections of a line that is undone count no more.
    """
    if args.line is not None:
        return _line_said(evening_of(entries), args).entry
    entries = by_clock(entries)
    gone = undone_ids(entries)
    return [
        entry
        for entry in entries
        if entry.id not in gone
        and not isinstance(entry.event, Undone)
        and not (isinstance(entry.event, Corrected) and entry.event.corrects in gone)
    ][-1]


def _undone_by(entries: Sequence[Entry], args: argparse.Namespace) -> Entry:
    """The undo of a line, or the last that counts. Raises UsageError."""
    if args.line is not None:
        line = evening_of(entries).line(args.line)
        if line is None or line.undone_by is None:
            raise UsageError(_LINE_NOT_UNDONE(line=args.line))
        return line.undone_by
    entries = by_clock(entries)
    gone = undone_ids(entries)
    found = [entry for entry in entries if isinstance(entry.event, Undone) and entry.id not in gone]
    if not found:
        raise UsageError(_NOTHING_UNDONE)
    return found[-1]


def _told_writing(voice: EveningVoice, entry: Entry, args: argparse.Namespace, undone: str = "") -> int:
    """Say what was written down, what it brought, and where everybody stands.

    `undone` says what was undone or counts again.
    """
    evening = voice.evening
    if args.json:
        print_json({**entry.to_record(), "standings": dict(evening.standings)})
        return 0
    print(folded(undone or _heading(voice, entry), 4))
    event = entry.event.instead if isinstance(entry.event, Corrected) else entry.event
    if isinstance(event, (Payment, Undone)):
        print(_standings_told(evening, event.paid if isinstance(event, Payment) else {}))
    for name, table in evening.tables.items():
        if getattr(event, "table", name) == name and not table.closed:
            print(folded(voice(_told_next(table, evening.players)), 4))
    for note in evening.notes:
        print(folded(voice(TO_BE_LOOKED_AT(note=voice.odd(note))), 4))
    return 0


def _standings_told(evening: EveningBooks, paid: Mapping[str, int]) -> str:
    """Where everybody stands, with what it just brought."""
    rows = [
        [player, signed(paid[player]) if player in paid else "", signed(total)] for player, total in evening.standings
    ]
    return columns(rows, right=[1, 2])


def _told_next(table: TableBooks, here: Mapping[str, bool]) -> Spoken:
    """Who sits where in the next hand, or who of them is here no more."""
    gone = [player for player in table.turn.players if not here[player]]
    if gone:
        return _GONE(names=listed(gone), all="、".join(gone), table=table.name)
    seated = zip(SEAT_NAMES.values(), table.seated, strict=False)
    told = spoken_list([_SEATED(wind=name, player=player) for name, player in seated], ", ", "、")
    return _NEXT(table=table.name, hand=table.hands + 1, seated=told)


def _heading(voice: EveningVoice, entry: Entry) -> str:
    """The line that was written or corrected."""
    event = entry.event
    if isinstance(event, Corrected):
        line = _with_id(voice.evening, event.corrects)
        return voice(_CORRECTED(number=line.number, told=voice.event(line.event)))
    line = _with_id(voice.evening, entry.id)
    return f"{line.number}. {voice.line(line)}"


def _with_id(evening: EveningBooks, id: str) -> BookLine:
    """The line that an entry of an id has written."""
    return next(line for line in evening.lines if line.entry.id == id)
