"""What each loser pays, and who pays for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from mjrules.hooks import HandError, Sentence, Transfer, Win, paid_by, parse_tiles, seat_at

from .amounts import MOST_DOUBLINGS, Amount, price, share
from .settings import Discard, Fed, Settings, Times

EAST = "E"
_SELF_DRAWN = Sentence("self-drawn: {parts}", "自摸：{parts}")
_NOBODY = Sentence("nobody is responsible: {parts}", "无人负责：{parts}")
_DISCARDER = Sentence("discarder: {parts}", "点炮者：{parts}")
_RESPONSIBLE = Sentence("responsible: {parts}", "负责者：{parts}")
_OTHERS = Sentence("others: {parts}", "其余各家：{parts}")
_OTHERS_IN_PART = Sentence("others: {paid} of {due}", "其余各家：{due} 中付 {paid}")
_FOR_EAST = Sentence("{because}, East x {times}", "{because}，庄家 × {times}")
_OFTEN = Sentence("({because}) x {times}", "（{because}）× {times}")
_NOT_SAID = Sentence(
    "what is paid depends on the record of the winner's hand: enter the hand, or its numbers, or what all pay",
    "收付视和者手牌的记录而定：请输入手牌、其数目，或各家收付",
)
_NO_PLAYER = Sentence("expected a player who can pay, {seats}, or the winner", "应为可付者 {seats}，或和牌者")
_NO_TILES = Sentence("expected tiles, for what is paid goes by them", "应为牌，因收付依牌而定")
_BASE = Sentence("base: {parts}", "底分：{parts}")


def transfers(win: Win, settings: Settings) -> Sequence[Transfer]:
    """What each loser pays: the base, and portions of the value or its price, both so many times between East and
    another player, and for what the winner's record says; fractions are rounded up.
    """
    payer = responsible(win, settings.discard)
    dues = _for_east(_alike(win, settings) if payer is None else _discarded(win, payer, settings), win, settings)
    if settings.times is not None:
        dues = _more_often(dues, win, settings.times)
    found = [Transfer(seat, win.winner, ceil(amount), because) for seat, amount, because in dues if amount]
    liable = feeder(win, settings.fed) if settings.fed and win.discarder is None else None
    return found if liable is None else paid_by(liable, found)


def responsible(win: Win, portions: Discard) -> str | None:
    """Who pays as the discarder; None where all pay alike, as nobody discarded, or nobody is responsible.

    Raises HandError for a player who does not pay.
    """
    named = portions.responsible
    if win.discarder is None or named is None or win.hand is None:
        return win.discarder
    said = win.hand.fields.get(named, win.discarder)
    if said == win.winner:
        return None
    if said not in win.losers:
        raise HandError("bad_record", _NO_PLAYER(seats=", ".join(win.losers)), named)
    return str(said)


def feeder(win: Win, fed: Sequence[Fed]) -> str | None:
    """Who gave the tile for the last of the sets of which a rule speaks, the first that holds; None where none does."""
    for rule in fed:
        own = win.sets_fed(rule.of, kongs=rule.kongs)
        if rule.by_one:
            own = tuple([by for by in own if by is not None and own.count(by) >= rule.sets])
        if len(own) >= rule.sets and own[rule.sets - 1] in win.losers:
            return own[rule.sets - 1]
    return None


Due = tuple[str, Amount, str]
"""A loser, what they pay before it is rounded, and why."""


def _alike(win: Win, settings: Settings) -> Iterator[Due]:
    """What all pay alike."""
    told = _SELF_DRAWN if win.discarder is None else _NOBODY
    parts = [settings.base, share(settings.drawn.each, price(win.value, settings)), settings.drawn.more]
    for seat in win.losers:
        yield seat, sum(parts), told(parts=_added(parts))


def _discarded(win: Win, payer: str, settings: Settings) -> Iterator[Due]:
    """What the others would pay above the most that they may be asked for is the discarder's, or whose part `payer`
    has."""
    base, portions = settings.base, settings.discard
    times, most = portions.others, portions.others_most
    whole = price(win.value, settings)
    others = share(times, whole)
    due = base + others
    paid = due if most is None else min(due, most)
    above = [due - paid] * (len(win.losers) - 1)
    parts = [base, share(portions.discarder, whole), *above]
    for seat in win.losers:
        if seat == payer:
            told = _DISCARDER if payer == win.discarder else _RESPONSIBLE
            yield seat, sum(parts), told(parts=_added(parts))
        elif paid < due:
            yield seat, paid, _OTHERS_IN_PART(paid=paid, due=due)
        else:
            yield seat, paid, (_OTHERS if times else _BASE)(parts=_added([base, others]))


def _for_east(dues: Iterable[Due], win: Win, settings: Settings) -> Iterator[Due]:
    """What is due, so many times where East pays or receives it."""
    for seat, amount, because in dues:
        times = settings.east_receives if win.winner == EAST else settings.east_pays if seat == EAST else 1
        yield (seat, amount, because) if times == 1 else (seat, times * amount, _FOR_EAST(because=because, times=times))


def _more_often(dues: Iterable[Due], win: Win, times: Times) -> Iterator[Due]:
    """What is due, once more or doubled for each that the winner's record says and that counts for the payer."""
    said = win.numbers.get(times.field) if win.hand is None else win.hand.fields.get(times.field, 0)
    if said is None:
        raise HandError("bad_record", _NOT_SAID())
    if isinstance(said, int) and said and times.sides:
        raise HandError("bad_record", _NO_TILES(), times.field)
    for seat, amount, because in dues:
        number = said if isinstance(said, int) else len(said) - _of_others(said, seat, win, times)
        often = number + 1 if times.each == "again" else 1 << min(number, MOST_DOUBLINGS)
        yield (seat, amount, because) if often == 1 else (seat, often * amount, _OFTEN(because=because, times=often))


def _of_others(tiles: Iterable[int], payer: str, win: Win, times: Times) -> int:
    """How many tiles count for other payers, and not for this one."""
    seats = {seat_at(win.winner, side, win.seats): {*parse_tiles(own)} for side, own in times.sides.items()}
    others = set[int]().union(*seats.values()) - seats.get(payer, set())
    return sum(tile in others for tile in tiles)


def _added(parts: Sequence[Amount]) -> str:
    return " + ".join(str(part) for part in parts if part)
