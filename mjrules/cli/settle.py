"""Settle a hand of all players: what each hand is worth and why, and who pays whom.

HAND is a hand text for each player, with its seat or in the order E S W N; the winner's has the winning
tile, and from= says who discarded it. Or there is one record, as JSON or in words: its kind, then its fields.

  mjrules settle penalty false_mahjong S --ruleset western
  mjrules settle --hands hands.txt --ruleset classical --counters
  mjrules settle --jsonl settlements.jsonl
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

from ..errors import HandError, nearest_word
from ..hands.record import bad
from ..hands.record_answers import refusal
from ..play.record_kinds import BY_SETTLE, RECORD_KINDS, names_of
from ..records import Rulesets, lines_of
from ..replies import HandGiven, settlement_reply
from ..scoring.show import PLAIN
from ..settlement import settle_record
from ..spoken import Sentence
from .answered_lines import open_records, print_answers
from .arguments import UsageError, add_for_hands
from .chosen import choose, refuse_in_english, style_of, voice_of
from .given_hand import explained, read_given, refuse_empty, ruleset_for
from .json_answers import encoder, print_json
from .record_words import no_kind, record_in_words
from .show_refused import explained_by_seat
from .show_settlement import impossible, settlement_text
from .voice import Voice
from .workers import add_processes, print_answers_elsewhere, processes_for_file

_WHOSE: Final = Sentence(
    "hand {number} does not say whose it is: seat={seats}", "第 {number} 手牌没有写明是哪家：“seat={seats}”"
)
_SECOND: Final = Sentence(
    "hand {number} is the second one of seat {seat}", "第 {number} 手牌与前面的一手同为{seat:wind}家"
)
_LIKE_A_KIND: Final = 0.75
"""How like a kind of record a word is that is meant as one, and not as a hand."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("hand", nargs="*", metavar="HAND", help="a hand text or record for each player, or one record")
    add_for_hands(parser)
    parser.add_argument("--hands", metavar="FILE|-", help="the hands from a file, one on each line")
    parser.add_argument("--jsonl", metavar="FILE|-", help="settle every record of a file of JSON lines, plain or gzip")
    add_processes(parser, "settle a file of records", "this one alone")
    parser.add_argument("--counters", action="store_true", help="show each payment in counters of the ruleset too")
    parser.add_argument("--method", metavar="NAME", help="another settlement method than the ruleset's")
    about = "what a player says that the hand is worth"
    parser.add_argument("--claim", metavar="SEAT=NUMBER", action="append", default=[], dest="claims", help=about)


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    if [bool(args.hand), args.hands is not None, args.jsonl is not None].count(True) != 1:
        raise UsageError("expected the hands (or one record), --hands with a file, or --jsonl with a file")
    refuse_in_english(args, {"--json": args.json, "--jsonl": args.jsonl})
    workers = processes_for_file(args)
    rulesets, config = choose(args)
    if args.jsonl is not None:
        if args.method is not None or args.claims:
            raise UsageError("--method and --claim are for one settlement; in a file the records say it")
        return _settle_lines(args, rulesets, workers)
    texts = args.hand if args.hands is None else _lines(args.hands)
    if args.json:
        try:
            result = settlement_reply(_record(args, texts, rulesets), rulesets, counters=args.counters)
        except HandError as error:
            result = refusal(None, error)
        print_json(result)
        return 0 if result["valid"] else 1
    record = _record(args, texts, rulesets)
    ruleset = ruleset_for(record, rulesets)
    style = style_of(args, config, ruleset)
    voice = voice_of(args, ruleset)
    with explained_by_seat(record, style, voice):
        settlement = settle_record(record, ruleset, counters=args.counters)
    print(settlement_text(settlement, voice, style))
    return 1 if impossible(settlement) else 0


def _settle_lines(args: argparse.Namespace, rulesets: Rulesets, workers: int) -> int:
    """A file of settlement records in, each with its answers out."""
    from ..settlement.settled_lines import SettledLines  # only where many are settled

    settled = SettledLines(rulesets, encoder(), counters=args.counters)
    if workers == 1:
        return print_answers(args.jsonl, settled.answers)
    return print_answers_elsewhere(args.jsonl, settled, workers)


def _lines(name: str) -> list[str]:
    """The lines of a file that are not blank. Raises UsageError."""
    with open_records(name) as lines:
        try:
            found = [line.decode("utf-8-sig").strip() for line in lines_of(lines)]
        except UnicodeDecodeError as error:
            raise UsageError(f'"{name[:80]}" is not UTF-8 text: {error.reason}') from None
    texts = [line for line in found if line]
    if not texts:
        raise UsageError(f'there is no hand in "{name[:80]}"')
    return texts


def _record(args: argparse.Namespace, texts: list[str], rulesets: Rulesets) -> dict[str, Any]:
    """The settlement record that the arguments mean. Raises HandError and MjrulesError."""
    if _kind(texts[0], rulesets):
        texts = [json.dumps(record_in_words(texts))]
    for text in texts:
        refuse_empty(text)
    given = [read_given(text, rulesets) for text in texts]
    record: dict[str, Any] = {}
    if len(given) == 1 and isinstance(given[0], dict):
        record.update(given[0])
    else:
        record["hands"] = _by_seat(given, rulesets, args)
    if args.method is not None:
        record["method"] = args.method
    if args.claims:
        record["claimed"] = _claimed(args.claims)
    return record


def _kind(word: str, rulesets: Rulesets) -> bool:
    """Whether a word is a kind of record that the ruleset settles, and no hand. Raises UsageError for almost one."""
    known = RECORD_KINDS if rulesets.name is None else rulesets.get(None, ()).record_kinds
    kinds = [kind for kind in names_of(known, BY_SETTLE) if kind != "settle"]
    near = nearest_word(word, kinds, _LIKE_A_KIND) if word.isidentifier() and word not in kinds else None
    if near is not None:
        raise no_kind(word, near)
    return word in kinds


def _by_seat(hands: Sequence[HandGiven], rulesets: Rulesets, args: argparse.Namespace) -> dict[str, HandGiven]:
    """The hands by the seats that they tell; where none tells one, in the order of the seats. Raises HandError."""
    ruleset = rulesets.get(None, ())
    voice = voice_of(args, ruleset)
    told = [_seat_of(hand, voice) for hand in hands]
    seats = ruleset.book.seats
    if not any(told) and len(hands) == len(seats):
        return dict(zip(seats, hands, strict=True))
    found: dict[str, HandGiven] = {}
    for number, (seat, hand) in enumerate(zip(told, hands, strict=True), 1):
        if not isinstance(seat, str):
            raise bad(voice(_WHOSE(number=number, seats=", ".join(seats))), "seat")
        if seat in found:
            raise bad(voice(_SECOND(number=number, seat=seat)), "seat")
        found[seat] = hand
    return found


def _seat_of(hand: HandGiven, voice: Voice) -> Any:
    """The seat that a hand tells, or None. Raises HandError."""
    ruleset = voice.ruleset
    with explained(hand, ruleset, PLAIN, voice.tell):
        record = hand if isinstance(hand, dict) else ruleset.record_of(hand)
    return record.get("seat")


def _claimed(texts: Sequence[str]) -> dict[str, int]:
    """What players claim, by their seats. Raises UsageError where one claims twice."""
    found: dict[str, int] = {}
    for seat, number in map(_claim, texts):
        if seat in found:
            raise UsageError(f"--claim: that of {seat} is said twice")
        found[seat] = number
    return found


def _claim(text: str) -> tuple[str, int]:
    """A claim as seat and number. Raises UsageError."""
    seat, _, number = text.partition("=")
    if not (number.isascii() and number.isdigit() and len(number) <= 9):
        raise UsageError(f'--claim "{text[:80]}": expected SEAT=NUMBER such as E=64')
    return seat.upper(), int(number)
