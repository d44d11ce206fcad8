"""A hand in words of the command line: who has won what from whom, a draw, or what everybody gets."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from ...errors import HandError, did_you_mean, nearest_word
from ...hands.record import FIELDS
from ...hands.spoken import narrow
from ...ledger import HandBooked
from ...ledger.checks import amount_in
from ...ledger.desk import Desk
from ...ledger.hand_said import HandGivenAt, HandSaid
from ...spoken import Sentence
from ..arguments import UsageError
from ..given_hand import text_or_record
from . import word_faults
from .at_table import ALSO_WORD, FROM_WORD, WINS_WORD, AtTable, WordsApart, amount_said, nothing_left, words_apart

_EXPECTED_WHAT_HAND = Sentence(
    "{winner}: expected what the hand is worth as a number alone: {word}", "{winner}：手牌的值应只写一个数：“{word}”"
)
_EXPECTED_HAND_QUOTES = Sentence(
    "expected the hand of {winner}, in quotes, or what it is worth", "应写{winner}的手牌（用引号括起），或其值"
)
_NOT_WHOLE_NUMBER = Sentence(
    '{player}: "{text}" is not a whole number: expected one such as 64, or a hand in quotes',
    "{player}：“{text}”不是整数：应为数，如“64”，或用引号括起的手牌",
)
_AFTER_FROM_COMES = Sentence(
    "after `from` comes the name of the player who discarded the tile, and nothing else", "“from”之后只写点炮者的名字"
)()
_DRAWN_FROM_ONE = Sentence("`drawn` and `from`: one of both", "“drawn”和“from”只能写一个")()
_EXPECTED_NAME_HAND = Sentence(
    "expected NAME {wins} HAND from NAME, and after `{also}` the next winner",
    "应写“NAME {wins} HAND from NAME”，“{also}”之后写下一个和牌者",
)
_SEVERAL_HAVE_WON = Sentence(
    "several have won: enter the hand of each, or the amounts", "几家都和：请写各家的手牌，或收支"
)()
_NOBODY_LAYS_COUNTERS = Sentence(
    "{name}=: nobody lays counters into this pot: `amounts` say what it gets, as {again}=+10",
    "“{name}=”：没有人往这个池里放筹码：它所得用收支来写，如“{again}=+10”",
)
_NOT_UNDERSTOOD = Sentence("{name}= is not understood here", "这里看不懂“{name}=”")

_NUMBER: Final = re.compile(r"[+\-\N{MINUS SIGN}]?[0-9.,'_]*[0-9][0-9.,'_]*")
"""What is meant as a number, and cannot be a hand, which names suits."""
_OF_HANDS: Final = ("ready", "ponds", "east", "fault", "won", "from")
"""What is said of a hand with `=`, beside the names of players and of pots."""


def won_hand(words: Sequence[str], place: AtTable) -> HandBooked:
    """A hand that somebody has won, as an event. Raises UsageError, LedgerError and HandError."""
    return _hand(*_won(words, place), place)


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
    known = [name for name in _known_names(desk) if name not in (FROM_WORD, "won")]
    said = words_apart(words[2:], known)
    bare, discarder = _how_won(said.bare, known, desk)
    bare, numbers = _numbers_said(bare, desk)
    if len(bare) == 2 and _NUMBER.fullmatch(bare[0]) and bare[1].lower() == desk.ruleset.unit:
        raise UsageError(_EXPECTED_WHAT_HAND(winner=winner, word=bare[0]))
    if winner in said.values:
        raise UsageError(word_faults.SAID_TWICE(name=winner))
    given = {winner: " ".join(bare), **{player: said.take(player) for player in desk.winds if player in said.values}}
    if not given[winner]:
        raise UsageError(_EXPECTED_HAND_QUOTES(winner=winner))
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
    apart = words_apart(bare, _numbers_known(desk))
    return apart.bare, {name: amount_said(name, value) for name, value in apart.values.items()}


def _worth(player: str, text: str) -> int | None:
    """What a hand is worth; None where the text is a hand. Raises UsageError for a number that is not whole."""
    if _NUMBER.fullmatch(narrow(text)) and amount_in(text, player) is None:
        raise UsageError(_NOT_WHOLE_NUMBER(player=player, text=text[:40]))
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
    at = bare.index(FROM_WORD) if FROM_WORD in bare else len(bare)
    alone = [word for word in bare[:at] if "=" not in word]
    worth = bool(alone) and all(map(_NUMBER.fullmatch, alone))  # a hand may have fields
    fields = _numbers_known(desk) if worth else (*FIELDS, *desk.ruleset.book.fields)
    for place, word in enumerate(bare):
        name, sign, _ = word.partition("=")
        of_hand = place < at and (name in fields or " " in name)
        if sign and not of_hand:
            near = did_you_mean(name, fields if nearest_word(name, fields) else known)
            raise UsageError(word_faults.NOT_UNDERSTOOD(word=word[:40], near=near))
    if at == len(bare) > 2 and bare[-1] in desk.winds and nearest_word(bare[-2], (FROM_WORD,)):
        near = did_you_mean(bare[-2], (FROM_WORD,))
        raise UsageError(word_faults.NOT_UNDERSTOOD(word=bare[-2], near=near))
    if at < len(bare):
        if len(bare) != at + 2:
            raise UsageError(_AFTER_FROM_COMES)
        if bare[at - 1 : at] == ["drawn"]:
            raise UsageError(_DRAWN_FROM_ONE)
        discarder, bare = bare[at + 1], bare[:at]
    return (bare[:-1] if bare[-1:] == ["drawn"] else bare), discarder


def _several_won(words: Sequence[str], place: AtTable) -> tuple[Desk, HandSaid]:
    """A hand that several have won: NAME wins HAND from NAME also NAME wins HAND from NAME. Raises UsageError."""
    desk = place.desk()
    known = [name for name in _known_names(desk) if name not in (FROM_WORD, "won")]
    said = words_apart(words, known)
    hands, discarders = dict[str, str](), dict[str, str]()
    rest = said.bare
    while rest:
        at = rest.index(ALSO_WORD) if ALSO_WORD in rest else len(rest)
        one, rest = rest[:at], rest[at + 1 :]
        if len(one) < 3 or one[1] != WINS_WORD or one[0] in hands:
            raise UsageError(_EXPECTED_NAME_HAND(wins=WINS_WORD, also=ALSO_WORD))
        bare, by = _how_won(one[2:], known, desk)
        hands[one[0]] = " ".join(bare)
        discarders |= {one[0]: by} if by else {}
    if any(_worth(player, text) is not None for player, text in hands.items()):
        raise UsageError(_SEVERAL_HAVE_WON)
    given, winners = _given_hands(hands), tuple(hands)
    return desk, _said_of_hand(desk, said, place, winners=winners, hands=given, discarders=discarders)


def _said_of_hand(desk: Desk, said: WordsApart, place: AtTable, **own: Any) -> HandSaid:
    """What is said of a hand, with what players put into pots. Raises UsageError for words that are left."""
    pots = desk.ruleset.definition.pots
    put = dict[str, dict[str, int]]()
    for name, pot in pots.items():
        if name in said.values and not pot.field:
            raise UsageError(_NOBODY_LAYS_COUNTERS(name=name, again=name))
        if name in said.values:
            put[name] = dict.fromkeys(said.names(name), pot.unit)
    found = HandSaid(
        put=put, ready=said.names("ready"), ponds=said.names("ponds"), east=said.take("east"), note=place.note,
        difference=place.difference, fault=said.take("fault"), **own,
    )  # fmt: skip
    for name in said.values:
        raise UsageError(_NOT_UNDERSTOOD(name=name))
    return found


def drawn_hand(words: list[str], place: AtTable) -> HandBooked:
    """A hand that nobody has won, as an event. Raises UsageError, LedgerError and HandError."""
    desk = place.desk()
    said = words_apart(words, _known_names(desk))
    stopped = "stopped" in said.bare
    nothing_left([word for word in said.bare if word != "stopped"])
    return _hand(desk, _said_of_hand(desk, said, place, stopped=stopped), place)


def hand_of_amounts(words: list[str], place: AtTable) -> HandBooked:
    """A hand of which is said what everybody gets, as an event. Raises UsageError and LedgerError."""
    desk = place.desk()
    said = words_apart(words, _known_names(desk))
    nothing_left(said.bare)
    amounts = {player: amount_said(player, said.take(player)) for player in desk.winds if player in said.values}
    pots = desk.ruleset.definition.pots
    changes = {pot: amount_said(pot, said.take(pot)) for pot in pots if pot in said.values}
    if not amounts:
        raise UsageError(word_faults.AMOUNTS_MISSING)
    winners, by = said.names("won"), said.take("from")
    return _hand(
        desk,
        _said_of_hand(desk, said, place, winners=winners, discarder=by, amounts=amounts, pots=changes),
        place,
    )
