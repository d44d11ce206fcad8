"""What happened on an evening, in words of the command line, as an event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from ...errors import MjrulesError, described, did_you_mean
from ...ledger import (
    BookEvent,
    EveningOpened,
    PaymentBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
)
from ...ledger import book_faults as faults
from ...ledger.checks import LedgerError, date_fault
from ...spoken import Sentence
from ..arguments import UsageError
from . import word_faults
from .at_table import ALSO_WORD, FROM_WORD, WINS_WORD, AtTable, amount_said, nothing_left, words_apart
from .hand_words import drawn_hand, hand_of_amounts, won_hand

_RULESET_SET_ANOTHER = Sentence(
    "--ruleset and --set are for another table: table NAME PLAYER ... --ruleset ID",
    "“--ruleset”和“--set”用于另开一桌：“table NAME PLAYER ... --ruleset ID”",
)()
_EXPECTED_HAND = Sentence("expected {player} {wins} HAND", "应写“{player} {wins} HAND”")
_ONE_WORD_PUT = Sentence(
    '"{word}" is one word here: put no more in quotes than a hand or a name',
    "“{word}”在这里是一个词：引号里只放一手牌或一个名字",
)
_NOT_UNDERSTOOD_EXPECTED = Sentence(
    '"{word}" is not understood: expected {expected}=…', "看不懂“{word}”：应写“{expected}=…”"
)
_AFTER_COMES_NAME = Sentence(
    "after `for` comes the name of the player whom it concerned, and nothing else", "“for”之后只写受影响的玩家的名字"
)()
_EXPECTED_ID_PENALTY = Sentence(
    "expected the id of a penalty and the player at fault: penalty false_mahjong Cy",
    "应写犯规的代号和犯规者：如“penalty false_mahjong 丙”",
)()
_EXPECTED_ID_BONUS = Sentence(
    "expected the id of a bonus payment and the player who gets it", "应写即时收付的代号和得者的名字"
)()
_AFTER_FROM_COMES = Sentence(
    "after `from` comes the name of the player who discarded, and nothing else", "“from”之后只写打出牌的玩家的名字"
)()
_AFTER_WITHOUT_COME = Sentence(
    "after `without` come the names of those who have won before", "“without”之后写先前已和者的名字"
)()
_EXPECTED_WHAT_GETS = Sentence(
    "{name}: expected {again}= and what it gets, such as {once_more}=+10",
    "“{name}”：应写“{again}=”和所得，如“{once_more}=+10”",
)
_EXPECTED_POT_ON = Sentence(
    "expected a pot, and on, off or share: pot NAME on", "应写池，和“on”、“off”或“share”：“pot NAME on”"
)()
_EXPECTED_ONE_PLAYER = Sentence("expected one player", "应写一个玩家")()
_EXPECTED_ONE_WITHOUT = Sentence(
    "expected one without `=` and `,`, which part names from what is said", "名字里不能有“=”和“,”，它们用来隔开"
)()
_NO_NAME = Sentence('"{name}" is no name here: {expected}', "“{name}”在这里不能作名字：{expected}")
_WORD_THESE_COMMANDS = Sentence(
    '"{name}" is a word of these commands: expected another name', "“{name}”是这里的命令词：请另取名字"
)
_EXPECTED_NAME_TABLE = Sentence(
    "expected the name of the table and its players from East on", "应写桌名，和从东家起的各家"
)()

_FOR, _WITHOUT, _ANEW = "for", "without", "anew"
_NO_NAMES: Final = (WINS_WORD, ALSO_WORD, FROM_WORD, _FOR, _WITHOUT, _ANEW)
"""Words that stand among names."""


def event_in_words(words: Sequence[str], place: AtTable) -> BookEvent:
    """The event that words mean. Raises UsageError, LedgerError and HandError."""
    if len(words) > 1 and words[1] == WINS_WORD and place.chosen is None:
        return won_hand(words, place)
    verb, rest = words[0], list(words[1:])
    if place.chosen is not None and verb != "table":
        raise UsageError(_RULESET_SET_ANOTHER)
    if verb not in _VERBS:
        if verb in place.evening.players:
            if rest:
                raise UsageError(word_faults.NOT_BEHIND(word=rest[0][:40], verb=verb, wins=WINS_WORD))
            raise UsageError(_EXPECTED_HAND(player=verb, wins=WINS_WORD))
        if len(verb.split()) > 1:
            raise UsageError(_ONE_WORD_PUT(word=verb[:40]))
        known = [*_VERBS, *(f"{player} {WINS_WORD}" for player in place.evening.players)]
        raise UsageError(word_faults.NOT_UNDERSTOOD(word=verb[:40], near=did_you_mean(verb, known)))
    return _VERBS[verb](rest, place)


def evening_in_words(words: Sequence[str], opened: BookEvent) -> BookEvent:
    """The opening of an evening with other words: club=, date=, season=, note=. Raises UsageError."""
    assert isinstance(opened, EveningOpened)
    known = ("club", "date", "season", "note")
    said = words_apart(words, known)
    if said.bare or not said.values:
        shown = said.bare[0] if said.bare else ""
        raise UsageError(_NOT_UNDERSTOOD_EXPECTED(word=shown[:40], expected="=…, ".join(known)))
    if "date" in said.values:
        checked_date(said.values["date"])
    return opened.but(**said.values)


def checked_date(text: str) -> str:
    """A date as 2026-11-24. Raises UsageError."""
    fault = date_fault(text)
    if fault:
        raise UsageError(fault)
    return text


def _penalty(words: list[str], place: AtTable) -> BookEvent:
    said = words_apart(words, ("count",))
    bare, gone = _without(said.bare)
    bare, concerned = _behind(_FOR, bare)
    event, *names = bare or [""]
    if concerned is not None and len(concerned) != 1:
        raise UsageError(_AFTER_COMES_NAME)
    if not names:
        raise UsageError(_EXPECTED_ID_PENALTY)
    count = amount_said("count", said.values["count"]) if "count" in said.values else 1
    affected = concerned[0] if concerned else ""
    return place.desk().penalty(event, names, affected, count, place.note, out=gone)


def _bonus(words: list[str], place: AtTable) -> BookEvent:
    names, gone = _without(words)
    names, givers = _behind(FROM_WORD, names)
    if len(names) != 2:
        raise UsageError(_EXPECTED_ID_BONUS)
    if givers is not None and len(givers) != 1:
        raise UsageError(_AFTER_FROM_COMES)
    giver = givers[0] if givers else ""
    return place.desk().bonus(names[0], names[1], place.note, discarder=giver, out=gone)


def _without(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Words, and those at their end who have won before, and neither pay nor are paid."""
    names, gone = _behind(_WITHOUT, words)
    if gone is not None and not gone:
        raise UsageError(_AFTER_WITHOUT_COME)
    return names, gone or ()


def _behind(word: str, words: Sequence[str]) -> tuple[Sequence[str], Sequence[str] | None]:
    """What stands before a word, and what behind it; None where it is not there."""
    at = words.index(word) if word in words else None
    return (words, None) if at is None else (words[:at], words[at + 1 :])


def _pay(words: list[str], place: AtTable) -> BookEvent:
    table, players = place.evening.tables.get(place.table), place.evening.players
    pots: Collection[str] = () if table is None else table.pots
    if any(word.partition("=")[0] not in (*players, *pots) for word in words):
        pots = place.ruleset().definition.pots
    said = words_apart(words, (*players, *pots))
    for word in said.bare:
        name = word.partition("=")[0]
        if name in (*players, *pots):
            raise UsageError(_EXPECTED_WHAT_GETS(name=name, again=name, once_more=name))
        raise UsageError(word_faults.NOT_UNDERSTOOD(word=word[:40], near=did_you_mean(name, (*players, *pots))))
    if not said.values:
        raise UsageError(word_faults.AMOUNTS_MISSING)
    paid = {name: amount_said(name, text) for name, text in said.values.items() if name not in pots}
    changes = {name: amount_said(name, text) for name, text in said.values.items() if name in pots}
    return PaymentBooked(
        evening=place.evening.id, table=place.table, paid=paid, pots=changes, difference=place.difference,
        note=place.note,
    )  # fmt: skip


def _pot(words: list[str], place: AtTable) -> BookEvent:
    if len(words) < 2 or words[1] not in ("on", "off", "share") or (words[1] != "share" and len(words) > 2):
        raise UsageError(_EXPECTED_POT_ON)
    desk, pot = place.desk(), words[0]
    if pot not in desk.ruleset.definition.pots:
        raise UsageError(word_faults.NO_POT_HERE(pot=pot[:40], near=did_you_mean(pot, desk.ruleset.definition.pots)))
    if words[1] == "share":
        return desk.share_out(pot, words[2:] or list(desk.winds), place.note)
    if pot not in desk.on:
        raise LedgerError(faults.NO_STAKE(ruleset=desk.ruleset.id, pot=described(pot), said=pot))
    return PotSwitchedAt(evening=place.evening.id, table=place.table, pot=pot, on=words[1] == "on")


def _final(words: list[str], place: AtTable) -> BookEvent:
    nothing_left(words)
    return place.desk().finish(place.note)


def _arrives(words: list[str], place: AtTable) -> BookEvent:
    return PlayerArrived(evening=place.evening.id, player=checked_name(_one(words)), note=place.note)


def _leaves(words: list[str], place: AtTable) -> BookEvent:
    return PlayerLeft(evening=place.evening.id, player=_one(words), note=place.note)


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise UsageError(_EXPECTED_ONE_PLAYER)
    return words[0]


def checked_name(name: str) -> str:
    """The name of a new player, by which words can speak of them. Raises UsageError."""
    if "=" in name or "," in name:
        expected = _EXPECTED_ONE_WITHOUT
        raise UsageError(_NO_NAME(name=name[:40], expected=expected))
    if name in _NO_NAMES:
        raise UsageError(_WORD_THESE_COMMANDS(name=name))
    return name


def _seats(words: list[str], place: AtTable) -> BookEvent:
    anew = words[-1:] == [_ANEW]
    players = tuple(words[:-1] if anew else words)
    _check_seated(players, place, place.evening.ruleset_at(place.table))
    return SeatsChanged(evening=place.evening.id, table=place.table, players=players, anew=anew, note=place.note)


def _table(words: list[str], place: AtTable) -> BookEvent:
    if len(words) < 3:
        raise UsageError(_EXPECTED_NAME_TABLE)
    before = "" if place.line is None else getattr(place.line.event, "ruleset", "")
    ruleset = before if place.chosen is None else place.chosen.hash
    own = "" if ruleset == place.evening.opened.ruleset else ruleset
    _check_seated(words[1:], place, own or place.evening.opened.ruleset)
    return TableOpened(evening=place.evening.id, table=words[0], players=tuple(words[1:]), ruleset=own)


def _check_seated(players: Sequence[str], place: AtTable, wanted: str) -> None:
    """As many sit at a table as the ruleset of a hash is played by, where that can be had. Raises UsageError."""
    try:
        ruleset = place.chosen or place.ruleset_of(wanted)
    except MjrulesError:
        return
    seats = len(ruleset.definition.table.seats)
    if len(players) != seats:
        raise UsageError(word_faults.NOT_AS_MANY(ruleset=ruleset.id, seats=seats, number=len(players)))


def _close(words: list[str], place: AtTable) -> BookEvent:
    nothing_left(words)
    return TableClosed(evening=place.evening.id, table=place.table, note=place.note)


_VERBS: Final[Mapping[str, Callable[[list[str], AtTable], BookEvent]]] = {
    "draw": drawn_hand,
    "amounts": hand_of_amounts,
    "penalty": _penalty,
    "bonus": _bonus,
    "pay": _pay,
    "pot": _pot,
    "final": _final,
    "arrives": _arrives,
    "leaves": _leaves,
    "seats": _seats,
    "table": _table,
    "close": _close,
}
