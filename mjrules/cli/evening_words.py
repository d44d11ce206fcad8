"""What happened on an evening, in words of the command line, as an event."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..errors import HandError, MjrulesError, RulesetError, described, did_you_mean, nearest_word
from ..hands.record import FIELDS
from ..hands.spoken import narrow
from ..ledger import (
    BookEvent,
    BookLine,
    EveningBooks,
    EveningOpened,
    HandBooked,
    Ledger,
    PaymentBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
)
from ..ledger import book_faults as faults
from ..ledger.checks import LedgerError, amount_in, date_fault
from ..ledger.desk import Desk
from ..ledger.frozen_rulesets import ReadOtherwiseError, check_same, thawed_ruleset
from ..ledger.hand_said import HandGivenAt, HandSaid
from ..ruleset.ruleset import Ruleset
from .arguments import UsageError
from .chosen_evening import table_named
from .given_hand import text_or_record

_NUMBER: Final = re.compile(r"[+\-\N{MINUS SIGN}]?[0-9.,'_]*[0-9][0-9.,'_]*")
"""What is meant as a number, and cannot be a hand, which names suits."""
WINS_WORD: Final = "wins"
"""What follows the name of a winner."""
ALSO_WORD: Final = "also"
"""What stands between the winners of one hand."""
_FROM, _FOR, _WITHOUT, _ANEW = "from", "for", "without", "anew"
_NO_NAMES: Final = (WINS_WORD, ALSO_WORD, _FROM, _FOR, _WITHOUT, _ANEW)
"""Words that stand among names."""
_OF_HANDS: Final = ("ready", "ponds", "east", "fault", "won", "from")
"""What is said of a hand with `=`, beside the names of players and of pots."""
_INSTEAD: Final = (
    "open a new evening, make up a table by other rules (table NAME PLAYER ... --ruleset ID), "
    "or enter amounts (pay NAME=N ...)"
)
"""What to do where the ruleset of a table is not what it was."""


class AtTable(NamedTuple):
    """Where it happens: the evening, the table if it was named, the line that is to be corrected, and the ruleset that
    was chosen for a new table."""

    ledger: Ledger
    evening: EveningBooks
    named: str | None = None
    note: str = ""
    difference: str = ""
    line: BookLine | None = None
    chosen: Ruleset | None = None

    @property
    def table(self) -> str:
        """The table. Raises UsageError."""
        return table_named(self.evening, self.named)

    def ruleset(self) -> Ruleset:
        """The ruleset of the table, as `ruleset_of` gives it. Raises MjrulesError."""
        return self.ruleset_of(self.evening.ruleset_at(self.table))

    def ruleset_of(self, wanted: str) -> Ruleset:
        """The ruleset of a hash, as it was frozen, or as it is now where it can still be the same.

        Raises MjrulesError.
        """
        frozen = self.ledger.rulesets().get(wanted)
        if frozen is None:
            raise UsageError("the ruleset of this evening is not in the books: enter amounts (pay NAME=N ...)")
        try:
            ruleset = thawed_ruleset(frozen)
            check_same(ruleset, frozen)
        except RulesetError as error:
            raise UsageError(f"{error}\n{_INSTEAD}") from None
        except ReadOtherwiseError as error:
            raise UsageError(f"{error}: {_INSTEAD}") from None
        return ruleset

    def desk(self) -> Desk:
        """The desk of the table. Raises LedgerError."""
        return Desk(self.evening, self.ruleset(), self.table, None if self.line is None else self.line.number)

    def seats(self) -> Mapping[str, str]:
        """Who sits where; empty where nobody does."""
        table = self.evening.tables.get(self.named or next(iter(self.evening.tables), ""))
        if table is None:
            return {}
        return self.desk().seats if len(table.seated) in (2, 3, 4) else {}


class WordsApart(NamedTuple):
    """Words, taken apart: those that stand alone, and values by what they are of."""

    bare: list[str]
    values: dict[str, str]

    def take(self, name: str) -> str:
        """The value of a name, which is then done with; empty where there is none."""
        return self.values.pop(name, "")

    def names(self, name: str) -> tuple[str, ...]:
        """The names in a value, which is then done with. Raises UsageError where one comes twice."""
        found = tuple(part.strip() for part in self.take(name).split(",") if part.strip())
        for player in found:
            if found.count(player) > 1:
                raise UsageError(f"{name}: {player} is said twice")
        return found


def event_in_words(words: Sequence[str], place: AtTable) -> BookEvent:
    """The event that words mean. Raises UsageError, LedgerError and HandError."""
    if len(words) > 1 and words[1] == WINS_WORD and place.chosen is None:
        return _hand(*_won(words, place), place)
    verb, rest = words[0], list(words[1:])
    if place.chosen is not None and verb != "table":
        raise UsageError("--ruleset and --set are for another table: table NAME PLAYER ... --ruleset ID")
    if verb not in _VERBS:
        if verb in place.evening.players:
            odd = f'"{rest[0][:40]}" is not understood behind {verb}: ' if rest else ""
            raise UsageError(f"{odd}expected {verb} {WINS_WORD} HAND")
        if len(verb.split()) > 1:
            raise UsageError(f'"{verb[:40]}" is one word here: put no more in quotes than a hand or a name')
        known = [*_VERBS, *(f"{player} {WINS_WORD}" for player in place.evening.players)]
        raise UsageError(f'"{verb[:40]}" is not understood{did_you_mean(verb, known)}')
    return _VERBS[verb](rest, place)


def evening_in_words(words: Sequence[str], opened: BookEvent) -> BookEvent:
    """The opening of an evening with other words: club=, date=, season=, note=. Raises UsageError."""
    assert isinstance(opened, EveningOpened)
    known = ("club", "date", "season", "note")
    said = _apart(words, known)
    if said.bare or not said.values:
        shown = said.bare[0] if said.bare else ""
        raise UsageError(f'"{shown[:40]}" is not understood: expected {"=…, ".join(known)}=…')
    if "date" in said.values:
        checked_date(said.values["date"])
    return opened.but(**said.values)


def checked_date(text: str) -> str:
    """A date as 2026-11-24. Raises UsageError."""
    fault = date_fault(text)
    if fault:
        raise UsageError(fault)
    return text


def _apart(words: Sequence[str], known: Collection[str]) -> WordsApart:
    """Words, taken apart. Raises UsageError for what is said twice."""
    bare, values = [], dict[str, str]()
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in known:
            bare.append(word)
        elif name in values:
            raise UsageError(f"{name} is said twice")
        else:
            values[name] = value
    return WordsApart(bare, values)


def _known_names(desk: Desk) -> tuple[str, ...]:
    """What may stand before `=` in words about a hand."""
    return (*desk.winds, *desk.ruleset.definition.pots, *_OF_HANDS)


def _hand(desk: Desk, said: HandSaid, place: AtTable) -> HandBooked:
    """The event of a hand, in the place of the one that it corrects."""
    old = place.line.event if place.line is not None else None
    return desk.hand(said, old.number if isinstance(old, HandBooked) else None)


def _won(words: Sequence[str], place: AtTable) -> tuple[Desk, HandSaid]:
    """A hand that somebody has won, as hands or as what they are worth."""
    if ALSO_WORD in words:
        return _several_won(words, place)
    desk, winner = place.desk(), words[0]
    known = [name for name in _known_names(desk) if name not in (_FROM, "won")]
    said = _apart(words[2:], known)
    bare, discarder = _how_won(said.bare, known, desk)
    bare, numbers = _numbers_said(bare, desk)
    if len(bare) == 2 and _NUMBER.fullmatch(bare[0]) and bare[1].lower() == desk.ruleset.unit:
        raise UsageError(f"{winner}: expected what the hand is worth as a number alone: {bare[0]}")
    if winner in said.values:
        raise UsageError(f"{winner} is said twice")
    given = {winner: " ".join(bare), **{player: said.take(player) for player in desk.winds if player in said.values}}
    if not given[winner]:
        raise UsageError(f"expected the hand of {winner}, in quotes, or what it is worth")
    worths = {player: _worth(player, text) for player, text in given.items()}
    values = {player: worth for player, worth in worths.items() if worth is not None}
    hands = _given_hands({player: text for player, text in given.items() if player not in values})
    what: dict[str, Any] = {"hands": hands, "values": values, "numbers": numbers}
    return desk, _said_of_hand(desk, said, place, winners=(winner,), discarder=discarder, **what)


def _numbers_known(desk: Desk) -> tuple[str, ...]:
    """The numbers that may stand behind what a hand is worth; what lies in a pot, the books know."""
    pots = {pot.field for pot in desk.ruleset.definition.pots.values()}
    return tuple(name for name in desk.ruleset.book.numbers if name not in pots)


def _numbers_said(bare: list[str], desk: Desk) -> tuple[list[str], dict[str, int]]:
    """What a hand is worth, and the numbers behind it; a hand says its own. Raises UsageError."""
    worth = [word for word in bare if "=" not in word]
    if not worth or not all(map(_NUMBER.fullmatch, worth)):
        return bare, {}
    apart = _apart(bare, _numbers_known(desk))
    return apart.bare, {name: _amount(name, value) for name, value in apart.values.items()}


def _worth(player: str, text: str) -> int | None:
    """What a hand is worth; None where the text is a hand. Raises UsageError for a number that is not whole."""
    if _NUMBER.fullmatch(narrow(text)) and amount_in(text, player) is None:
        raise UsageError(f'{player}: "{text[:40]}" is not a whole number: expected one such as 64, or a hand in quotes')
    return amount_in(text, player)


def _given_hands(texts: Mapping[str, str]) -> dict[str, HandGivenAt]:
    """The hands of players, each as text or as the record that it is as JSON. Raises HandError for what is not JSON."""
    found: dict[str, HandGivenAt] = {}
    for player, text in texts.items():
        try:
            found[player] = text_or_record(text)
        except HandError as error:
            error.whose = player
            raise
    return found


def _how_won(bare: list[str], known: Collection[str], desk: Desk) -> tuple[list[str], str]:
    """The words of a hand, and who discarded its tile; empty where it was drawn. Raises UsageError.

    `known` is what may stand before `=`, and is not among them.
    """
    discarder = ""
    at = bare.index(_FROM) if _FROM in bare else len(bare)
    alone = [word for word in bare[:at] if "=" not in word]
    worth = bool(alone) and all(map(_NUMBER.fullmatch, alone))  # a hand may have fields
    fields = _numbers_known(desk) if worth else (*FIELDS, *desk.ruleset.book.fields)
    for place, word in enumerate(bare):
        name, sign, _ = word.partition("=")
        of_hand = place < at and (name in fields or " " in name)
        if sign and not of_hand:
            near = did_you_mean(name, fields if nearest_word(name, fields) else known)
            raise UsageError(f'"{word[:40]}" is not understood{near}')
    if at == len(bare) > 2 and bare[-1] in desk.winds and nearest_word(bare[-2], (_FROM,)):
        raise UsageError(f'"{bare[-2]}" is not understood (did you mean "{_FROM}"?)')
    if at < len(bare):
        if len(bare) != at + 2:
            raise UsageError("after `from` comes the name of the player who discarded the tile, and nothing else")
        if bare[at - 1 : at] == ["drawn"]:
            raise UsageError("`drawn` and `from`: one of both")
        discarder, bare = bare[at + 1], bare[:at]
    return (bare[:-1] if bare[-1:] == ["drawn"] else bare), discarder


def _several_won(words: Sequence[str], place: AtTable) -> tuple[Desk, HandSaid]:
    """A hand that several have won: NAME wins HAND from NAME also NAME wins HAND from NAME. Raises UsageError."""
    desk = place.desk()
    known = [name for name in _known_names(desk) if name not in (_FROM, "won")]
    said = _apart(words, known)
    hands, discarders = dict[str, str](), dict[str, str]()
    rest = said.bare
    while rest:
        at = rest.index(ALSO_WORD) if ALSO_WORD in rest else len(rest)
        one, rest = rest[:at], rest[at + 1 :]
        if len(one) < 3 or one[1] != WINS_WORD or one[0] in hands:
            raise UsageError(f"expected NAME {WINS_WORD} HAND from NAME, and after `{ALSO_WORD}` the next winner")
        bare, by = _how_won(one[2:], known, desk)
        hands[one[0]] = " ".join(bare)
        discarders |= {one[0]: by} if by else {}
    if any(_worth(player, text) is not None for player, text in hands.items()):
        raise UsageError("several have won: enter the hand of each, or the amounts")
    given, winners = _given_hands(hands), tuple(hands)
    return desk, _said_of_hand(desk, said, place, winners=winners, hands=given, discarders=discarders)


def _said_of_hand(desk: Desk, said: WordsApart, place: AtTable, **own: Any) -> HandSaid:
    """What is said of a hand, with what players put into pots. Raises UsageError for words that are left."""
    pots = desk.ruleset.definition.pots
    put = dict[str, dict[str, int]]()
    for name, pot in pots.items():
        if name in said.values and not pot.field:
            raise UsageError(f"{name}=: nobody lays counters into this pot: `amounts` say what it gets, as {name}=+10")
        if name in said.values:
            put[name] = dict.fromkeys(said.names(name), pot.unit)
    found = HandSaid(
        put=put, ready=said.names("ready"), ponds=said.names("ponds"), east=said.take("east"), note=place.note,
        difference=place.difference, fault=said.take("fault"), **own,
    )  # fmt: skip
    for name in said.values:
        raise UsageError(f"{name}= is not understood here")
    return found


def _draw(words: list[str], place: AtTable) -> HandBooked:
    desk = place.desk()
    said = _apart(words, _known_names(desk))
    stopped = "stopped" in said.bare
    _nothing_left([word for word in said.bare if word != "stopped"])
    return _hand(desk, _said_of_hand(desk, said, place, stopped=stopped), place)


def _amounts(words: list[str], place: AtTable) -> HandBooked:
    desk = place.desk()
    said = _apart(words, _known_names(desk))
    _nothing_left(said.bare)
    amounts = {player: _amount(player, said.take(player)) for player in desk.winds if player in said.values}
    pots = desk.ruleset.definition.pots
    changes = {pot: _amount(pot, said.take(pot)) for pot in pots if pot in said.values}
    if not amounts:
        raise UsageError("expected what everybody gets, such as Ann=+30 Bo=-30")
    winners, by = said.names("won"), said.take("from")
    return _hand(
        desk,
        _said_of_hand(desk, said, place, winners=winners, discarder=by, amounts=amounts, pots=changes),
        place,
    )


def _amount(name: str, text: str) -> int:
    """A whole number. Raises UsageError, and LedgerError where no book has room for it."""
    found = amount_in(text, name)
    if found is None:
        raise UsageError(f'{name}="{text[:40]}": expected a whole number such as +30 or -10')
    return found


def _nothing_left(words: Sequence[str]) -> None:
    """Refuse words that mean nothing. Raises UsageError."""
    if words:
        raise UsageError(f'"{words[0][:40]}" is not understood')


def _penalty(words: list[str], place: AtTable) -> BookEvent:
    said = _apart(words, ("count",))
    bare, gone = _without(said.bare)
    bare, concerned = _behind(_FOR, bare)
    event, *names = bare or [""]
    if concerned is not None and len(concerned) != 1:
        raise UsageError("after `for` comes the name of the player whom it concerned, and nothing else")
    if not names:
        raise UsageError("expected the id of a penalty and the player at fault: penalty false_mahjong Cy")
    count = _amount("count", said.values["count"]) if "count" in said.values else 1
    affected = concerned[0] if concerned else ""
    return place.desk().penalty(event, names, affected, count, place.note, out=gone)


def _bonus(words: list[str], place: AtTable) -> BookEvent:
    names, gone = _without(words)
    names, givers = _behind(_FROM, names)
    if len(names) != 2:
        raise UsageError("expected the id of a bonus payment and the player who gets it")
    if givers is not None and len(givers) != 1:
        raise UsageError("after `from` comes the name of the player who discarded, and nothing else")
    giver = givers[0] if givers else ""
    return place.desk().bonus(names[0], names[1], place.note, discarder=giver, out=gone)


def _without(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Words, and those at their end who have won before, and neither pay nor are paid."""
    names, gone = _behind(_WITHOUT, words)
    if gone is not None and not gone:
        raise UsageError("after `without` come the names of those who have won before")
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
    said = _apart(words, (*players, *pots))
    for word in said.bare:
        name = word.partition("=")[0]
        if name in (*players, *pots):
            raise UsageError(f"{name}: expected {name}= and what it gets, such as {name}=+10")
        raise UsageError(f'"{word[:40]}" is not understood{did_you_mean(name, (*players, *pots))}')
    if not said.values:
        raise UsageError("expected what everybody gets, such as Ann=+30 Bo=-30")
    paid = {name: _amount(name, text) for name, text in said.values.items() if name not in pots}
    changes = {name: _amount(name, text) for name, text in said.values.items() if name in pots}
    return PaymentBooked(
        evening=place.evening.id, table=place.table, paid=paid, pots=changes, difference=place.difference,
        note=place.note,
    )  # fmt: skip


def _pot(words: list[str], place: AtTable) -> BookEvent:
    if len(words) < 2 or words[1] not in ("on", "off", "share") or (words[1] != "share" and len(words) > 2):
        raise UsageError("expected a pot, and on, off or share: pot NAME on")
    desk, pot = place.desk(), words[0]
    if pot not in desk.ruleset.definition.pots:
        raise UsageError(f'"{pot[:40]}" is no pot of this ruleset{did_you_mean(pot, desk.ruleset.definition.pots)}')
    if words[1] == "share":
        return desk.share_out(pot, words[2:] or list(desk.winds), place.note)
    if pot not in desk.on:
        raise LedgerError(faults.NO_STAKE(ruleset=desk.ruleset.id, pot=described(pot), said=pot))
    return PotSwitchedAt(evening=place.evening.id, table=place.table, pot=pot, on=words[1] == "on")


def _final(words: list[str], place: AtTable) -> BookEvent:
    _nothing_left(words)
    return place.desk().finish(place.note)


def _arrives(words: list[str], place: AtTable) -> BookEvent:
    return PlayerArrived(evening=place.evening.id, player=checked_name(_one(words)), note=place.note)


def _leaves(words: list[str], place: AtTable) -> BookEvent:
    return PlayerLeft(evening=place.evening.id, player=_one(words), note=place.note)


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise UsageError("expected one player")
    return words[0]


def checked_name(name: str) -> str:
    """The name of a new player, by which words can speak of them. Raises UsageError."""
    if "=" in name or "," in name:
        expected = "expected one without `=` and `,`, which part names from what is said"
        raise UsageError(f'"{name[:40]}" is no name here: {expected}')
    if name in _NO_NAMES:
        raise UsageError(f'"{name}" is a word of these commands: expected another name')
    return name


def _seats(words: list[str], place: AtTable) -> BookEvent:
    anew = words[-1:] == [_ANEW]
    players = tuple(words[:-1] if anew else words)
    _check_seated(players, place, place.evening.ruleset_at(place.table))
    return SeatsChanged(evening=place.evening.id, table=place.table, players=players, anew=anew, note=place.note)


def _table(words: list[str], place: AtTable) -> BookEvent:
    if len(words) < 3:
        raise UsageError("expected the name of the table and its players from East on")
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
        raise UsageError(f"{ruleset.id} is played by {seats}: expected {seats} players, got {len(players)}")


def _close(words: list[str], place: AtTable) -> BookEvent:
    _nothing_left(words)
    return TableClosed(evening=place.evening.id, table=place.table, note=place.note)


_VERBS: Final[Mapping[str, Callable[[list[str], AtTable], BookEvent]]] = {
    "draw": _draw,
    "amounts": _amounts,
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
