"""What is shown of a score: the sets, the items one by one, what does not count and why, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import HandError
from ..hands.hand import Hand
from ..hands.pieces import COMPLETED, DECLARED, Piece, tiles_in
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from ..scoring.item import Item, printed
from ..scoring.score import Score
from ..scoring.show import SEAT_NAMES, sets_told, steps_on_line
from ..settlement import settle_record
from ..settlement_method import Transfer
from ..teller import RulesetTeller
from ..tiles.tile import KIND, Tile, parse_tiles
from .speech import Speech

Sets = tuple[tuple[Tile, ...], ...]


class ItemLine(NamedTuple):
    """A rule that counts: its worth with its unit, its name, how often, the sets on which it was found, and why."""

    value: str
    unit: str
    name: str
    times: str
    sets: Sets
    why: str


class AgainstLines(NamedTuple):
    """Rules that do not count for one kind of reason: each with its name, its sets and why; and what is added."""

    kind: str
    lines: tuple[tuple[str, Sets, str], ...]
    instead: str


class PaidLine(NamedTuple):
    """Who pays whom how much, and why."""

    payer: str
    payee: str
    amount: int
    because: str


@dataclass(frozen=True)
class ShownScore:
    """A score as it is shown.

    `unknown` is what must be known to settle the win, and is not said; `readings` are other ways to read the hand, each
    with what it is worth. `cut` is what a limit took away, where no step says so. `jokers` are the tiles for which
    jokers stand.
    """

    total: str
    unit: str
    minimum: int
    minimum_met: bool
    aside: tuple[str, ...]
    sets: tuple[tuple[tuple[Tile, ...], bool], ...]
    jokers: tuple[Tile, ...]
    lines: tuple[ItemLine, ...]
    steps: tuple[str, ...]
    cut: int
    against: tuple[AgainstLines, ...]
    readings: tuple[tuple[str, Sets], ...]
    paid: tuple[PaidLine, ...]
    net: Mapping[str, int]
    unknown: tuple[str, ...]


def show_score(
    score: Score, ruleset: Ruleset, texts: RulesetTexts, language: str, others: Mapping[str, int]
) -> ShownScore:
    """A score as it is shown. Raises PluginError where a plugin fails."""
    tell = RulesetTeller(ruleset, texts, language)
    why = score.explanation
    pieces = score.reading.pieces
    said = dict(zip((item.id for item in score.items), why.conditions, strict=True))
    transfers, net, unknown = _settled(score, ruleset, others)
    return ShownScore(
        total=str(printed(score.total)),
        unit=tell.unit(score.total, score.sheet.unit),
        minimum=score.sheet.minimum if score.hand.winner else 0,
        minimum_met=score.minimum_met,
        aside=tuple(tell.rules(item.id for item in score.items if item.name in why.aside)),
        sets=tuple((_tiles_of(piece, score.hand), bool(piece & COMPLETED)) for piece in pieces),
        jokers=score.hand.stood_for,
        lines=tuple(_line(item, score, tell, said[item.id]) for item in _in_order(score)),
        steps=tuple(tell(steps_on_line([step])) for step in why.steps),
        cut=0 if why.steps else score.cut,
        against=tuple(_against(score, tell)),
        readings=tuple((str(other.total), tuple(map(_plain, other.reading.pieces))) for other in why.other_readings),
        paid=tuple(
            PaidLine(item.payer, item.payee, item.amount, tell(item.because)) for item in transfers if item.amount
        ),
        net=net,
        unknown=unknown,
    )


def party(name: str, tell: RulesetTeller, say: Speech) -> str:
    """What a seat is called, or a pot."""
    if name in SEAT_NAMES:
        return say.wind(name)
    return say("pot", name=tell.pot(name))


def _settled(
    score: Score, ruleset: Ruleset, others: Mapping[str, int]
) -> tuple[Sequence[Transfer], Mapping[str, int], tuple[str, ...]]:
    """Who pays whom, what each gains or loses, and what is not known to say it."""
    if score.transfers is not None and score.payments is not None:
        return score.transfers, score.payments, ()
    losers = {seat for seat in ruleset.book.seats if seat != score.hand.seat}
    if not score.hand.winner or not score.minimum_met or losers - others.keys():
        return (), {}, score.unknown if score.hand.winner else ()
    try:
        record = _settlement_record(score, ruleset, others)
        settled = settle_record(record, ruleset).to_record()
    except HandError:
        return (), {}, score.unknown
    return [Transfer(**item) for item in settled["transfers"]], settled["net"], ()


def _settlement_record(score: Score, ruleset: Ruleset, others: Mapping[str, int]) -> dict[str, Any]:
    """The settlement record of a win, when what the other hands are worth is known."""
    from ..scoring.payers import discarder

    hand = score.hand
    by = discarder(hand, ruleset.book)
    told = {"self_drawn": hand.self_drawn, **({} if by is None else {"discarder": by})}
    special = {"specials": [hand.seat]} if score.special else {}
    return {"scores": {**others, hand.seat: score.total}, "winner": hand.seat, **told, **special}


def _in_order(score: Score) -> Iterable[Item]:
    units = score.sheet.units
    return sorted(score.items, key=lambda item: units.index(item.unit))


def _line(item: Item, score: Score, tell: RulesetTeller, why: str) -> ItemLine:
    times = f"{item.count} × {item.each}" if item.count > 1 else ""
    word = tell.unit(item.value, item.unit)
    name = tell.rule(item.id, item.name)
    tiles = tuple(tiles for found in sets_told(item, score.reading.pieces) for tiles in found)
    return ItemLine(str(item.value), word, name, times, tiles, tell(why))


def _against(score: Score, tell: RulesetTeller) -> Iterator[AgainstLines]:
    for section in score.explanation.against():
        told = zip(section.items, section.reasons, strict=True)
        lines = [(tell.rule(item.id, item.name), _sets(item.tiles), tell(why)) for item, why in told]
        yield AgainstLines(section.kind, tuple(dict.fromkeys(lines)), tell(section.instead))


def _sets(text: str) -> Sets:
    return tuple(parse_tiles(part) for part in text.replace(",", " ").split())


def _plain(piece: Piece) -> tuple[Tile, ...]:
    return tuple(tiles_in(piece))


def _tiles_of(piece: Piece, hand: Hand) -> tuple[Tile, ...]:
    """The tiles of a piece of a reading, red fives where a declared set has them."""
    kinds = tuple(tiles_in(piece))
    if piece & DECLARED:
        for meld in hand.melds:
            if tuple(KIND[tile] for tile in meld.tiles) == kinds:
                return meld.tiles
    return kinds
